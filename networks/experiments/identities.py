"""Values of claims on what is conserved, and on what is the same as something else.

A factor before such a claim says the same.  What it says of numbers is what follows from it: where a network ends that
keeps the quantity, how much one layer grows while another does, where an objective is least.  A wrong exponent or a
wrong factor before one of its terms makes another number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from layerproof.numerics.neurons.bias_potential import potential_gradient, start_strength, weights_at

from ..harness import stated

Array = NDArray[np.float64]

NC = "neural-collapse"
ONE, NONE = [[1.0]], [[0.0]]


def growths(layers: dict[str, tuple[str, str]]) -> dict[str, float]:
    """By claim on a conserved difference: how much the product of its second layer grows while the first's does by 1.

    Args:
        layers: the letters of both layers, by claim.
    """
    found = {}
    for claim, (first, second) in layers.items():
        of_first = stated.matrix(claim, "quantity", **{first: ONE, second: NONE}).item()
        of_second = stated.matrix(claim, "quantity", **{first: NONE, second: ONE}).item()
        found[claim] = -of_first / of_second
    return found


def growths_by_rates(layers: dict[str, tuple[str, str]]) -> dict[str, float]:
    """The same by claim on the rates of both layers, whose sides are of the first and of the second."""
    found = {}
    for claim, (first, second) in layers.items():
        left, right = (
            stated.matrix(claim, side, moving={one: ONE}, **{one: ONE}).item()
            for side, one in (("lhs", first), ("rhs", second))
        )
        found[claim] = left / right
    return found


def of_a_small_mode(claim: str, grown: float) -> float:
    """What a claim says of a mode beside a large one, when ``theta + Delta theta`` has grown.

    Its square over the growth of the sum by lazy-rich/aligned-growth, times that by lazy-rich/anti-aligned-decay: one.
    """
    small, large = 1e-3, np.sqrt(grown)
    up = claim == "lazy-rich/aligned-growth"
    mode = "a_+[2]" if up else "a_-[1]"
    sizes = {"n_+": 2, "n_-": 1, "j" if up else "l": 2 if up else 1}
    before: dict[str, Any] = {"Z": 1.0, "a_+[1]": 1.0, "b_+[1]": 1.0, "a_+[2]": small, "b_+[2]": small}
    before |= {"a_-[1]": small, "b_-[1]": -small}
    after = before | {"a_+[1]": large, "b_+[1]": large, mode: small}
    square = (stated.kept(claim, mode, before, after, sizes) / small) ** 2
    return float(square / grown if up else square * grown)


def share_of_small_modes(claim: str, end: float) -> float:
    """Of the way to the target, the share of aligned modes, when ``theta + Delta theta`` has grown to `end`.

    One kind of modes grows as `claim` says, and the other as its mirror does.
    """
    one = of_a_small_mode(claim, end)
    up, down = (one * end, 1 / end) if claim == "lazy-rich/aligned-growth" else (end, one / end)
    return (up - 1) / (up - down)


def imbalance_of_grown() -> float:
    """``(a^2 - |w|^2)/(a^2 + |w|^2)`` of a neuron that has grown from nothing, by symmetry/neuron-conserved."""
    sizes, none = {"d": 1, "s": 1, "k": 1}, {"a[1]": 0.0, "b[1,1]": 0.0}
    w = stated.kept("symmetry/neuron-conserved", "b[1,1]", none, {"a[1]": 1.0, "b[1,1]": 1.0}, sizes)
    return (1 - w**2) / (1 + w**2)


def left_by_deflation(strengths: Sequence[float]) -> Array:
    """The share of the loss after each stage but the last; alternating-flows/deflation-forgets says of what is learned.

    The rest of the map is of the modes that are still to come.
    """
    rho, found = np.array(strengths), []
    for k in range(1, len(rho)):
        bases = {"U_1": np.eye(len(rho))[:, :k], "V_1": np.eye(len(rho))[:, :k], "Sigma_1": np.diag(rho[:k])}
        left = stated.matrix("alternating-flows/deflation-forgets", "lhs", C=np.diag(rho), **bases)
        found.append(((rho[k:] ** 2).sum() + (left**2).sum()) / (rho**2).sum())
    return np.array(found)


def fits(target: float) -> float:
    """Where emergence/network-fits-parity has the smallest loss: the weight of the parity that is fitted."""
    around = np.linspace(0.2, 4.0, 7601) * target
    return float(around[np.argmin(stated.value("emergence/network-fits-parity", "rhs", S=target, S_1=around))])


def diagonal(claim: str, **layers: Array) -> Array:
    """The diagonal of the function that aligned layers have by a claim, from their diagonals, (..., modes)."""
    n = next(iter(layers.values())).shape[-1]
    rows = {name: values.reshape(-1, n) for name, values in layers.items()}
    turns = {"U": np.eye(n), "V": np.eye(n)}
    found = [
        np.diag(stated.matrix(claim, "rhs", **turns, **{name: np.diag(row[k]) for name, row in rows.items()}))
        for k in range(len(next(iter(rows.values()))))
    ]
    return np.reshape(found, next(iter(layers.values())).shape)


def products_of_class_features(classes: int) -> dict[str, float]:
    """How far the products of class features times ``W_2^T W_2`` are from the identity, by claim, of layers at the end.

    The last layer is ``(0, 1)`` above ``(1, 0)`` above nothing, and so on: one sample a class, in units of the labels.
    """
    c, eye = classes, np.eye(classes)
    last = np.concatenate([eye[::-1], np.zeros((1, c))])
    inverse = np.linalg.pinv(last)
    letters: dict[str, Any] = {"Y": eye, "W_2^+": inverse}
    features = stated.matrix(f"{NC}/linear-network-features", "rhs", **letters)
    orthogonal = stated.matrix(f"{NC}/linear-network-orthogonal-features", "rhs", Y=eye)
    both = stated.matrix(f"{NC}/linear-network-feature-products", "rhs", **letters)
    by_layers: dict[str, Any] = {"W_2": last, "W_2^+": inverse}
    whole = stated.matrix(f"{NC}/linear-network-class-products", "lhs", **by_layers)
    fitted = stated.matrix(f"{NC}/last-layer-has-rank-c", "lhs", Y=eye, X=eye, W_1=inverse, W_2=last)
    gram = last.T @ last
    products = {
        "linear-network-features": features @ features.T @ gram,
        "linear-network-orthogonal-features": orthogonal @ gram,
        "linear-network-feature-products": both @ gram,
        "linear-network-class-products": whole,
        "last-layer-has-rank-c": fitted,
    }
    return {f"{NC}/{claim}": round(float(np.abs(found - eye).max()), 9) for claim, found in products.items()}


def richness_of_the_mp_operator(classes: int) -> float:
    """One less the similarity of both sides of neural-collapse/centred-mp, of two samples a class."""
    labels = np.repeat(np.eye(classes), 2, axis=1)
    known: dict[str, Any] = {"o": np.full((1, 2 * classes), (2 * classes) ** -0.5), "H": labels, "a_2": 1.0}
    left = stated.matrix(f"{NC}/centred-mp", "lhs", **known, a_1=1.0)
    right = stated.matrix(f"{NC}/centred-mp", "rhs", **known)
    return round(float(1 - (left * right).sum() / np.linalg.norm(left) / np.linalg.norm(right)), 9)


def end_of_funnel(claim: str, a: Array, w: Array, length: float) -> tuple[Array, Array]:
    """Squares of the outer weight and of the inner ones at the end, where their product has this length, by a claim.

    Args:
        claim: layer-imbalance/funnel-imbalance or -end.
        a: at the start, (...).
        w: at the start, (..., d).
        length: of the target.
    """
    lam = a**2 - (w**2).sum(-1)
    outer = (np.hypot(lam, 2 * length) + lam) / 2
    if claim == "layer-imbalance/funnel-end":
        known: dict[str, Any] = {"b": length}
        sides = [stated.value(claim, "lhs", **known, **{"lambda": lam}), stated.value(claim, "rhs", **known)]
        return outer, (np.hypot(lam, 2 * length) - lam) / 2 * sides[1] / sides[0]
    squares = np.empty(a.shape)
    for at in np.ndindex(*a.shape):
        before = stated.value(claim, "quantity", sizes={"d": 1}, a=a[at], **{"w[1]": np.linalg.norm(w[at])})
        near = np.sqrt(outer[at]) * np.geomspace(0.2, 5.0, 4001)
        after = stated.value(claim, "quantity", sizes={"d": 1}, a=near, **{"w[1]": length / near})
        squares[at] = np.interp(before, after, near) ** 2
    return squares, length**2 / squares


def kappa_by_the_clock(values: Array, alphas: Array, imbalance: float, inputs: int) -> Array:
    """The richness measure at every alpha, with the clock of neural-collapse/lazier-target, shape (alphas,)."""
    start = imbalance / 2
    gamma = stated.value(f"{NC}/lazier-target", "lhs", S=values, alpha=alphas[:, None], Sigma_0=start)
    mu = imbalance * (gamma + 1 / gamma + 2) / 4
    size = np.sqrt((mu**2).sum(1) + (inputs - len(values)) * imbalance**2)
    return np.asarray(1 - mu.sum(1) / size / np.sqrt(len(values)))


# -- One neuron --------------------------------------------------------------------------------------------------------


def outer_weights(deltas: Sequence[float]) -> dict[str, Array]:
    """The squared outer weight at the end, where beta has length one, by claim; relative to no factor."""
    delta = np.array(deltas)
    outer, inner = weights_at(np.ones_like(delta), delta)
    trace: dict[str, Any] = {"delta": delta, "n_0": 0.5, "n_1": 1.0}
    kernel = stated.value("single-neuron/lazy-kernel-does-not-evolve", "expr", **trace) * np.hypot(delta, 1.0)
    radial = stated.value("single-neuron/lazy-preconditioner-radial", "expr", delta=delta, n=1.0)
    state: dict[str, Any] = {"a": outer, "w[1]": inner}
    return {
        "single-neuron/lazy-kernel-does-not-evolve": (delta + kernel) / 2,
        "single-neuron/lazy-preconditioner-radial": delta + radial,
        "single-neuron/outer-weight-from-function": stated.value(
            "single-neuron/outer-weight-from-function", "lhs", sizes={"d": 1}, **state
        ),
    }


def _unseen_slope(delta: float, u: Array) -> Array:
    """The slope of the potential of Theorem 3.1 along the free coordinate, at beta = (1, u)."""
    return np.asarray(potential_gradient(np.stack([np.ones_like(u), u], axis=-1), np.full(u.shape, delta))[..., 1])


def _balance(left: Callable[[Array], Array], right: float) -> float:
    """Where what rises along the direction that the data do not see is as large as the pull of the start."""
    u = np.linspace(0.0, 3.0, 30_001)
    return float(np.interp(right, left(u), u))


def _apart(found: float, right: float) -> float:
    """To four digits, which the searches have."""
    return round(abs(found - right) / float(np.hypot(1.0, right)), 4)


def from_the_minimum(deltas: Sequence[float], size: float, unseen: float) -> dict[str, Array]:
    """How far the minimum with a potential by a claim is from that of Theorem 3.1, by claim, shape (deltas,).

    The data fix one coordinate at one; the other, u, is free, and the start has the share `unseen` of its square there.
    """
    gradient, slope = "single-neuron/potential-gradient", "single-neuron/potential-slope"
    found: dict[str, list[float]] = {gradient: [], slope: []}
    for delta in deltas:
        pull = float(start_strength([size], delta)) * np.sqrt(unseen)
        right = _balance(partial(_unseen_slope, delta), pull)

        def by_gradient(u: Array, d: float = delta) -> Array:
            return stated.value(gradient, "rhs", sizes={"d": 2, "j": 2}, delta=d, **{"beta[1]": 1.0, "beta[2]": u})

        def by_slope(u: Array, d: float = delta) -> Array:
            return stated.value(slope, "rhs", delta=d, n=np.hypot(1, u)) * u / np.hypot(1, u)

        found[gradient].append(_apart(_balance(by_gradient, pull), right))
        found[slope].append(_apart(_balance(by_slope, pull), right))
    return {claim: np.array(values) for claim, values in found.items()}


def of_an_objective(claim: str, size: float, unseen: float) -> float:
    """The coordinate u, as above, at which a limit of the objective of Theorem 3.1 is least."""
    u = np.linspace(0.0, 2.0, 200_001)
    along = np.sqrt(1 - unseen) + np.sqrt(unseen) * u
    known: dict[str, Any] = {"n": np.hypot(1, u), "c": along}
    if claim == "single-neuron/objective-lazy":
        known["n_0"] = size
    return float(u[np.argmin(stated.value(claim, "equals", **known))])


def from_the_limits(delta: float, size: float, unseen: float) -> dict[str, float]:
    """How far the ends by both limits are from the closest and from the turned interpolator, by claim."""
    closest, turned = size * np.sqrt(unseen), np.sqrt(unseen / (1 - unseen))
    pull = stated.value("single-neuron/start-is-remembered", "equals", delta=delta) * np.sqrt(unseen)
    remembered, right = (
        _balance(partial(_unseen_slope, delta), float(one)) for one in (pull, np.sqrt(-2 * delta * unseen))
    )
    lazy, rich = "single-neuron/objective-lazy", "single-neuron/objective-delayed-rich"
    return {
        lazy: _apart(of_an_objective(lazy, size, unseen), closest),
        rich: _apart(of_an_objective(rich, size, unseen), turned),
        "single-neuron/start-is-remembered": _apart(remembered, right),
    }
