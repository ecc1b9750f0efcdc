"""Single linear neurons trained by gradient descent, upstream, balanced and downstream.

Slides, "Minimal model" to Theorem 3.1.  The neuron is ``f(x) = a w^T x``, the loss half the *sum* of squares over the
images (scikit-learn's digits), ``delta = a^2 - |w|^2`` is positive upstream; time is steps times learning rate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from layerproof.language.sources import kunin_slides
from layerproof.numerics.neurons.bias_potential import minimiser
from layerproof.numerics.neurons.implicit_bias import (
    closest_interpolator,
    interpolator,
    start_at,
    stays_positive,
    turned_interpolator,
)
from layerproof.numerics.neurons.neuron_kernel import kernel_distance
from layerproof.numerics.neurons.single_neuron import Neurons, Path, neurons
from layerproof.numerics.neurons.white_neuron import solution, whiten

from ..harness import descending, stated
from ..harness.expecting import Expected, Expecting, at_most
from ..harness.protocol import Config, Experiment, ids
from ..harness.types import Array, Session, Tensor
from . import identities

THEOREM = kunin_slides("Theorem 3.1")


def _random(session: Session, seeds: int) -> list[np.random.Generator]:
    """The stream of each seed."""
    return [np.random.default_rng(one.initial_seed()) for one in session.streams(seeds, "problems").each]


def _digits() -> tuple[Array, Array]:
    """Images as rows of 64 pixels from 0 to 1, and whether each shows an odd digit, as -1 and 1."""
    from sklearn.datasets import load_digits

    data = load_digits()
    return np.asarray(data.data / 16.0, dtype=float), np.where(data.target % 2 == 1, 1.0, -1.0)


def descend(
    X: Array, y: Array, a: Array, w: Array, rates: Array, steps: int, at: tuple[int, ...], session: Session, name: str
) -> tuple[Array, Array]:
    """Train single neurons by full-batch gradient descent on half the sum of squares.

    Args:
        X: shape (networks, n, d).
        y: shape (networks, n).
        a: shape (networks,).
        w: shape (networks, d).
        rates: learning rates, shape (networks,).

    Returns:
        a and w after the steps `at`, shapes (networks, records) and (networks, records, d).
    """
    import torch

    def neuron(parameters: dict[str, Tensor], x: Tensor) -> Tensor:
        return (parameters["a"] * (x @ parameters["w"]))[:, None]

    def half_sum(output: Tensor, goal: Tensor) -> Tensor:
        return (output - goal).square().sum() / 2

    start = {"a": torch.tensor(a), "w": torch.tensor(w)}
    data = (torch.tensor(X), torch.tensor(y)[..., None])
    how: dict[str, Any] = {"loss": half_sum, "observe": dict, "at": at}
    found = descending.descend(session, name, neuron, start, data, torch.tensor(rates), steps=steps, **how)
    outer, inner = found.observed["a"].numpy(), found.observed["w"].numpy()
    return outer.T.copy(), np.ascontiguousarray(inner.swapaxes(0, 1))


# -- White inputs: the exact solution ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class White(Config):
    """Neurons on whitened digits; the target has the length one.

    Attributes:
        images: in each network's data.
        inputs: d, the leading principal components.
        deltas: imbalances.
        size: of beta at the start.
        cosine: between beta at the start and the target.
        step: learning rate in units of one over ``sqrt(delta^2 + 4)``, the fastest rate near the target.
        times: of records, in steps.
    """

    images: int
    inputs: int
    deltas: tuple[float, ...]
    size: float
    cosine: float
    step: float
    times: tuple[int, ...]


def _white_rates(config: White) -> Array:
    return np.asarray(config.step / np.hypot(config.deltas, 2.0))


SOLVED = {
    "single-neuron/solution-upstream": 1,
    "single-neuron/solution-downstream": -1,
    "single-neuron/solution-balanced": 0,
}
"""The claims on the exact solution, with the sign of the imbalance that each is for."""


def _solved(config: White, claim: str, a: Array, w: Array, typed: tuple[Array, Array]) -> tuple[Array, Array]:
    """|beta| and its cosine with the target, (deltas, times), by a claim where it is for the imbalance."""
    length, cosine = (values.copy() for values in typed)
    for k, delta in enumerate(config.deltas):
        if np.sign(delta) == SOLVED[claim]:
            known: dict[str, Any] = {"a_0": a[k], "v_0": w[k, 0], "u_0[1]": w[k, 1], "s": 1.0}
            known |= {"delta": delta} if delta else {}
            known["t"] = _white_rates(config)[k] * np.array(config.times)
            later, along, beside = (_component(claim, place, known) for place in range(3))
            size = np.hypot(along, beside)
            there = size > 0  # at the latest times of the largest scale its exponentials leave double precision
            length[k][there], cosine[k][there] = (later * size)[there], (along[there] / size[there])
    return length, cosine


def _component(claim: str, place: int, known: dict[str, Any]) -> Array:
    """The outer weight, or the inner weight along or beside the target, by the claim."""
    used = known if place == 2 else {name: value for name, value in known.items() if name != "u_0[1]"}
    return stated.value(claim, f"equals[{place}]", sizes={"p": 1, "r'": 1}, **used)


def _integrated(config: White, draws: Neurons, points: int = 40_000) -> dict[str, Array]:
    """What three claims on rates come to along the exact solution: |beta|, its cosine, and |beta| by its outputs."""
    t = np.linspace(0.0, 1.0, points + 1) * config.times[-1] * _white_rates(config)[:, None]
    exact = solution(draws, t)
    seen: dict[str, Any] = {"a": exact.a, "w[1]": exact.w[..., 0], "w[2]": exact.w[..., 1], "y[1]": 1.0, "y[2]": 0.0}
    seen |= {f"X[{i},{j}]": float(i == j) for i in (1, 2) for j in (1, 2)}  # in the plane of beta and the target
    sizes = {"n": 2, "d": 2}
    length = np.linalg.norm(exact.beta, axis=2)
    norm, turn, output = (f"single-neuron/{name}" for name in ("norm-rate", "direction-rate", "kernel-of-the-data"))

    def along(rate: Array, start: Array) -> Array:
        steps = (rate[:, 1:] + rate[:, :-1]) / 2 * np.diff(t, axis=1)
        whole = start[:, None] + np.cumsum(steps, axis=1)
        rows = zip(t, np.concatenate([start[:, None], whole], axis=1), _white_rates(config), strict=True)
        return np.array([np.interp(rate * np.array(config.times), *row) for *row, rate in rows])

    turning = stated.value(turn, "rhs", sizes={**sizes, "j": 1}, **seen) / length**3
    outputs = [stated.value(output, "equals", sizes={**sizes, "m'": m}, **seen) for m in (1, 2)]
    return {
        norm: along(stated.value(norm, "equals", sizes=sizes, **seen), length[:, 0]),
        turn: along(turning, exact.beta[:, 0, 0] / length[:, 0]),
        output: np.hypot(*(along(rate, exact.beta[:, 0, m]) for m, rate in enumerate(outputs))),
    }


def predict_white(config: White) -> Expected:
    """The exact solution of the same angle, size and imbalance; and the ends."""
    d, many = config.inputs, len(config.deltas)
    along = np.eye(d)[0]
    beta = config.size * (config.cosine * along + np.sqrt(1 - config.cosine**2) * np.eye(d)[1])
    a, w = start_at(np.tile(beta, (many, 1)), np.array(config.deltas))
    draws = neurons(np.eye(d), along, a, w)
    exact = solution(draws, _white_rates(config)[:, None] * np.array((0, *config.times)))
    length = np.linalg.norm(exact.beta, axis=2)
    growth = (np.array(config.deltas) + np.hypot(config.deltas, 2.0)) / 2  # mu_+, with |beta_*| = 1
    typed = length[:, 1:], (exact.beta[..., 0] / length)[:, 1:]
    by_claim = {claim: _solved(config, claim, a, w, typed) for claim in SOLVED}
    by_rate = _integrated(config, draws)
    turned = "single-neuron/direction-rate"
    expect = Expecting(config.step, over="every seed")
    expect(
        "length of beta",
        "the exact solution for white inputs; the rates of |beta| and of its direction are D and (D + delta)/"
        "(2 |beta|). Tolerance: one step, gradient descent is about half of one away from the flow",
        {claim: found[0] for claim, found in by_claim.items()}
        | {claim: found for claim, found in by_rate.items() if claim != turned},
    )
    expect(
        "cosine with the target",
        "as for the length",
        {claim: found[1] for claim, found in by_claim.items()} | {turned: by_rate[turned]},
    )
    expect(
        "kernel distance",
        "of X (a^2 I + w w^T) X^T along the exact solution",
        {(*SOLVED, "single-neuron/kernel-of-the-data"): kernel_distance(draws, exact)[:, 1:]},
    )
    expect(
        "lazy kernel",
        "delta >> 0: the kernel does not evolve; only w w^T turns in a^2 I + w w^T, and |w|^2/a^2 ends at 1/a^4, "
        "with a^2 >= delta; in units of 1/delta^4, as the distance is quadratic in |w|^2/a^2",
        {("single-neuron/lazy-kernel-does-not-evolve", "single-neuron/lazy-preconditioner-radial"): at_most(1.0)},
        1e-9,
    )
    expect(
        "squared outer weight at the end",
        "in parameters the end depends on delta: (delta + sqrt(delta^2 + 4 |beta_*|^2))/2",
        {
            **identities.outer_weights(config.deltas),
            "single-neuron/outer-weight-at-the-end": stated.value(
                "single-neuron/outer-weight-at-the-end", "equals", m=growth, s=1.0
            ),
        },
        2 * config.step,
        relative=True,
    )
    expect(
        "end of the stable manifold",
        "delta = 0, beta opposite to the target, mu_+ a_0 + w_0.beta_* = 0: |beta| ends at the saddle, at 0",
        {
            ("single-neuron/stable-manifold", "single-neuron/saddle-is-critical"): stated.value(
                "single-neuron/stable-manifold", "equals"
            )
        },
        1e-3,
    )
    expect.printed(
        "end of the stable manifold",
        "as printed: all initialisations converge to the same solution, |beta| = 1",
        {"single-neuron/all-initialisations-converge-as-printed": 1.0},
        1e-3,
    )
    return expect.found


def measure_white(config: White, session: Session) -> dict[str, Array]:
    """Train on whitened images, another choice of them and another start for each seed."""
    pixels, odd = _digits()
    random = _random(session, config.seeds)
    X, y = np.empty((config.seeds, config.images, config.inputs)), np.empty((config.seeds, config.images))
    for k in range(config.seeds):
        rows = random[k].choice(len(pixels), config.images, replace=False)
        left, values, _ = np.linalg.svd(pixels[rows], full_matrices=False)
        X[k] = left[:, : config.inputs] * values[: config.inputs]
        y[k] = odd[rows]
    X = whiten(X)
    goal = np.einsum("knd,kn->kd", X, y)
    size = np.linalg.norm(goal, axis=1)
    y, goal = y / size[:, None], goal / size[:, None]
    across = np.stack([one.normal(size=goal.shape[1]) for one in random])
    across -= np.einsum("kd,kd->k", across, goal)[:, None] * goal
    across /= np.linalg.norm(across, axis=1)[:, None]
    beta = config.size * (config.cosine * goal + np.sqrt(1 - config.cosine**2) * across)
    many = len(config.deltas)
    side = np.array([one.choice([-1.0, 1.0]) for one in random])
    a, w = start_at(np.repeat(beta, many, 0), np.tile(config.deltas, config.seeds), sign=np.repeat(side, many))
    opposite = np.sqrt(config.size)
    rates, at = np.tile(_white_rates(config), config.seeds), (0, *config.times)
    copies = [np.repeat(v, many, 0) for v in (X, y, goal)]
    found = Path(
        np.zeros((len(a), len(at))), *descend(copies[0], copies[1], a, w, rates, max(at), at, session, "white")
    )
    draws = neurons(copies[0], copies[1], a, w)
    length = np.linalg.norm(found.beta, axis=2)
    cosine = np.einsum("ktd,kd->kt", found.beta, copies[2]) / length
    turned = kernel_distance(draws, found).reshape(config.seeds, many, -1)[..., 1:]
    slow = int(np.ceil(15 / config.step * 2))
    start = side * opposite, -side[:, None] * opposite * goal
    saddle = descend(X, y, *start, np.full(config.seeds, config.step / 2), slow, (slow,), session, "saddle")
    shape = (config.seeds, many, len(config.times))
    return {
        "length of beta": length[:, 1:].reshape(shape),
        "cosine with the target": cosine[:, 1:].reshape(shape),
        "kernel distance": turned,
        "lazy kernel": turned[:, int(np.argmax(config.deltas))].max(axis=1) * max(config.deltas) ** 4,
        "squared outer weight at the end": (found.a[:, -1] ** 2).reshape(config.seeds, many),
        "end of the stable manifold": np.linalg.norm(saddle[0] * saddle[1][:, 0], axis=1),
    }


WHITE = Experiment(
    "single-neuron/white",
    title="Upstream, balanced and downstream neurons on whitened digits",
    claims=ids(
        "single-neuron/ solution-upstream solution-downstream solution-balanced norm-rate direction-rate "
        "kernel-of-the-data lazy-kernel-does-not-evolve lazy-preconditioner-radial outer-weight-from-function "
        "outer-weight-at-the-end stable-manifold saddle-is-critical all-initialisations-converge-as-printed"
    ),
    sources=(kunin_slides("Exact solutions"), kunin_slides("NTK of the minimal model")),
    scales={
        "smoke": White(3, 40, 3, (-2.0, 0.0, 2.0), 0.2, 0.2, 0.08, (5, 15, 40, 100, 500)),
        "desk": White(8, 200, 6, (-3.0, -1.0, 0.0, 1.0, 3.0), 0.05, 0.1, 0.03, (25, 50, 100, 200, 400, 1000, 6000)),
        "paper": White(64, 1500, 20, (-6.0, -3.0, -1.0, 0.0, 1.0, 3.0, 6.0), 0.05, 0.1, 0.002,
                       (500, 1000, 2000, 4000, 10000, 30000, 300000)),
    },
    predict=predict_white,
    measure=measure_white,
    note="The networks that end at the saddle start on the line a = -w.beta_*/|beta_*|, which steps of gradient "
    "descent do not leave either.",
)  # fmt: skip


# -- Theorem 3.1: which interpolating solution -------------------------------------------------------------------------


@dataclass(frozen=True)
class Interpolation(Config):
    """Neurons on fewer images than pixels.

    Attributes:
        images: n, fewer than the 64 pixels; as many odd as even digits.
        deltas: imbalances, the first very negative, the last very positive.
        size: of beta at the start; the least interpolator has length one.
        unseen: squared share of beta at the start which the images do not see.
        step: learning rate in units of one over the fastest rate.
        steps: of gradient descent.
    """

    images: int
    deltas: tuple[float, ...]
    size: float
    unseen: float
    step: float
    steps: int


def predict_bias(config: Interpolation) -> Expected:
    """The theorem, its closed form, and its two limits."""
    zeros = np.zeros(len(config.deltas))
    error = "relative to the length of it; the finite step changes delta by its size, and the end by less"
    expect = Expecting(0.01, over="every seed")
    by_potential = identities.from_the_minimum(config.deltas, config.size, config.unseen)
    for claim, apart in {"single-neuron/mirror-flow": zeros, **by_potential}.items():
        expect(
            "distance to the theorem's minimum",
            f"beta ends at argmin Psi_delta(beta) - psi_delta beta_0.beta/|beta_0| on X beta = y, {error}",
            {claim: apart},
            against=None if apart.any() else 1.0,
        )
    expect(
        "distance to the closed form",
        f"beta ends at X^+ y + a N w_0, N the projection onto what the images do not see, {error}",
        {"single-neuron/orthogonal-part-is-conserved": zeros},
        against=1.0,
    )
    closest, turned = "distance to the closest interpolator", "distance to the turned interpolator"
    ends = {
        "single-neuron/objective-lazy": (closest, "delta >> 0: the solution closest to the start", -1),
        "single-neuron/objective-delayed-rich": (turned, "delta << 0: that whose direction deviates least", 0),
        "single-neuron/start-is-remembered": (turned, "delta << 0: that whose direction deviates least", 0),
    }
    for claim, far in identities.from_the_limits(config.deltas[0], config.size, config.unseen).items():
        quantity, end, place = ends[claim]
        expect(
            quantity,
            f"{end}; what is left is of order |beta|^2/delta^2",
            {claim: far},
            0.01 + 4 / config.deltas[place] ** 2,
            against=None if far else 1.0,
        )
    expect(
        "distance between the two ends",
        "'which one do we converge to': between the two limits, from one function: with the share u unseen, "
        "sqrt(u) (1/sqrt(1 - u) - |beta_0|)",
        {
            ("single-neuron/objective-lazy", "single-neuron/objective-delayed-rich"): np.sqrt(config.unseen)
            * (1 / np.sqrt(1 - config.unseen) - config.size)
        },
        0.02 + 4 / config.deltas[0] ** 2 + 4 / config.deltas[-1] ** 2,
    )
    expect(
        "loss",
        "the images are interpolated, as the theorem asks; in units of |y|^2/2",
        {"single-neuron/mirror-flow": at_most(0.0)},
        1e-4,
    )
    return expect.found


def measure_bias(config: Interpolation, session: Session) -> dict[str, Array]:
    """Train to interpolation, another choice of images and another start for each seed."""
    pixels, odd = _digits()
    random, many = _random(session, config.seeds), len(config.deltas)
    X, y = np.empty((config.seeds, config.images, 64)), np.empty((config.seeds, config.images))
    beta, unseen = np.empty((config.seeds, 64)), np.empty((config.seeds, 64))
    for k in range(config.seeds):
        half = config.images // 2
        rows = np.concatenate([random[k].choice(np.flatnonzero(odd == s), half, replace=False) for s in (-1, 1)])
        inputs, labels = pixels[rows] - pixels.mean(axis=0), odd[rows]
        least = np.linalg.pinv(inputs) @ labels
        X[k], y[k] = inputs, labels / np.linalg.norm(least)
        _, _, right = np.linalg.svd(inputs)
        free = right[config.images :]
        hidden = free.T @ random[k].normal(size=len(free))
        seen, unseen[k] = least / np.linalg.norm(least), hidden / np.linalg.norm(hidden)
        mixed = np.sqrt(1 - config.unseen) * seen + np.sqrt(config.unseen) * unseen[k]
        beta[k] = config.size * mixed
    X, y, beta = (np.repeat(v, many, 0) for v in (X, y, beta))
    a, w = start_at(beta, np.tile(config.deltas, config.seeds))
    draws = neurons(X, y, a, w)
    if not stays_positive(draws).all():
        raise ValueError("a start is outside the hypotheses of Theorem 3.1: its outer weight may pass through zero")
    exact = interpolator(draws)
    strongest = np.linalg.norm(X, 2, axis=(1, 2)) ** 2
    size = np.maximum(np.linalg.norm(exact, axis=1), config.size)
    rates = config.step / (strongest * np.hypot(np.tile(config.deltas, config.seeds), 2 * size))
    outer, inner = descend(X, y, a, w, rates, config.steps, (config.steps,), session, "interpolation")
    end = outer * inner[:, 0]

    def distance(to: Array) -> Array:
        return np.asarray(np.linalg.norm(end - to, axis=1) / np.linalg.norm(to, axis=1)).reshape(config.seeds, many)

    left = ((np.einsum("knd,kd->kn", X, end) - y) ** 2).sum(axis=1) / (y**2).sum(axis=1)
    ends = end.reshape(config.seeds, many, -1)
    return {
        "distance to the theorem's minimum": distance(minimiser(X, y, draws.delta, draws.beta).beta),
        "distance to the closed form": distance(exact),
        "distance to the closest interpolator": distance(closest_interpolator(draws))[:, -1],
        "distance to the turned interpolator": distance(turned_interpolator(draws))[:, 0],
        "distance between the two ends": np.linalg.norm(ends[:, 0] - ends[:, -1], axis=1),
        "loss": left.reshape(config.seeds, many).max(axis=1),
        "unseen part": np.einsum("ksd,kd->ks", ends, unseen),
    }


BIAS = Experiment(
    "single-neuron/implicit-bias",
    title="Theorem 3.1 on digits: which of the interpolating solutions a neuron reaches",
    claims=ids(
        "single-neuron/ mirror-flow potential-gradient potential-slope orthogonal-part-is-conserved objective-lazy "
        "objective-delayed-rich start-is-remembered"
    ),
    sources=(THEOREM,),
    scales={
        "smoke": Interpolation(3, 4, (-30.0, 0.0, 30.0), 0.4, 0.5, 0.5, 600),
        "desk": Interpolation(8, 8, (-50.0, -3.0, -0.5, 0.0, 0.5, 3.0, 50.0), 0.4, 0.5, 0.3, 6000),
        "paper": Interpolation(64, 32, (-100.0, -3.0, -0.5, 0.0, 0.5, 3.0, 100.0), 0.4, 0.5, 0.1, 200000),
    },
    predict=predict_bias,
    measure=measure_bias,
    curves=("unseen part",),
    note="The end of the display for psi_delta is lost from the slide and read as in the chapter.",
)
