r"""Rectified neurons from a vanishing start turn into a few directions that the data have, whatever the width.

Slides, "Function Space: Quantization in ReLU Networks", after Maennel et al. (2018).  A dormant neuron ``a relu(w x)``
has the utility ``a G(w)`` with ``G(w) = mean of y relu(w x)``, so that it turns to a direction in which the sign of a
times G is largest nearby.  In the plane these are found exactly: on an arc between two kinks G is a cosine, whose
maximum is ``sum of the y x that are active``, if that lies on the arc; otherwise it is at a kink.  The loss first falls
when the largest utility of all has been accumulated, claim `alternating-flows/jump-quadratic-rate`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from layerproof.language.sources import kunin_slides

from ..harness import stated
from ..harness.crossings import crossing_times, values_at
from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting, at_least, at_most
from ..harness.protocol import Config, Experiment
from ..harness.types import Array, Session, Tensor

QUANTISED = kunin_slides("Function Space: Quantization in ReLU Networks")
RATE = "alternating-flows/jump-quadratic-rate"
NEAR = 0.1
"""An angle, in radians, within which a neuron is said to have a direction."""
FALLEN = 0.95
"""Of the loss at the start: below it the first neurons are no longer dormant."""


@dataclass(frozen=True)
class Directions(Config):
    """Two-layer rectified networks of several widths on a few points in the plane.

    Attributes:
        problems: which points: a number each for NumPy's legacy stream, which is frozen.
        points: of each problem.
        widths: hidden neurons, increasing.
        sizes: log(1/alpha) of two starts, of the same draws times alpha.
        step: learning rate in units of one over the rate at which the fastest neuron grows.
        times: until the end, in the same units, over what the smaller start waits at least.
        records: how many times the networks are looked at.
    """

    problems: tuple[int, ...]
    points: int
    widths: tuple[int, ...]
    sizes: tuple[float, float]
    step: float
    times: float
    records: int


def problem(number: int, points: int) -> tuple[Array, Array]:
    """Inputs (points, 2) and labels (points,), normal numbers."""
    drawn = np.random.RandomState(number).normal(size=(points, 3))
    return drawn[:, :2], drawn[:, 2]


def utility(x: Array, y: Array, angles: Array) -> Array:
    """G, the mean of the labels times the rectified inputs, in each direction."""
    units = np.stack([np.cos(angles), np.sin(angles)])
    return np.asarray((y[:, None] * np.maximum(x @ units, 0)).mean(0))


def maxima(x: Array, y: Array, sign: float) -> Array:
    """The directions in which sign times G has a maximum, as angles from 0 to 2 pi: on arcs, and at kinks."""
    turn = 2 * np.pi
    across = np.arctan2(x[:, 1], x[:, 0])
    kinks = np.sort(np.concatenate([across + np.pi / 2, across - np.pi / 2]) % turn)
    found = []
    for low, high in zip(kinks, [*kinks[1:], kinks[0] + turn], strict=True):
        middle = np.array([np.cos((low + high) / 2), np.sin((low + high) / 2)])
        pull = sign * (y[:, None] * x * (x @ middle > 0)[:, None]).sum(0)
        towards = low + (np.arctan2(pull[1], pull[0]) - low) % turn
        if pull.any() and towards < high:
            found.append(towards % turn)
    near = 1e-6
    before, at, after = (sign * utility(x, y, kinks + shift) for shift in (-near, 0.0, near))
    found.extend(kinks[(at - before > near**1.5) & (at - after > near**1.5)])
    return np.array(sorted(found))


def growth(config: Directions) -> Array:
    """The rate at which the norm of the fastest neuron grows, one a problem: twice its normalised utility.

    At a unit norm of weights of both layers a G(w) is at most half of the largest G.
    """
    largest = []
    for number in config.problems:
        x, y = problem(number, config.points)
        largest.append(max(float((s * utility(x, y, maxima(x, y, s))).max(initial=0.0)) for s in (1.0, -1.0)))
    return np.array(largest)


def predict(config: Directions) -> Expected:
    """How fast dormant neurons grow, where they turn to, and that the width does not matter."""
    shape = (len(config.problems), len(config.widths))
    rates = stated.value(RATE, "equals", U=growth(config) / 2)
    expect = Expecting(0.005)
    expect(
        "rate of dormant neurons",
        "the logarithm of the norm accumulates twice the utility: the difference of log(1/alpha) over that of the "
        "times at which the loss begins to fall is twice the largest normalised utility, for each problem and "
        "width",
        {RATE: np.repeat(rates[:, None], shape[1], 1)},
        0.05,
        relative=True,
    )
    expect.seen(
        "weight along the directions",
        "'first-layer weights concentrate along fixed directions determined by the training data': when the loss "
        f"begins to fall, the share of the neurons' |a| |w| within {NEAR} of a maximum of the utility",
        at_least(np.full(shape, 0.95)),
        QUANTISED,
    )
    expect.seen(
        "neurons along the directions",
        "the same by their number, of those that see a point: three quarters at least",
        at_least(np.full(shape, 0.75)),
        QUANTISED,
    )
    expect.seen(
        "share gained by the width",
        "'irrespective of network width': that number at the largest width less that at the smallest",
        np.zeros(len(config.problems)),
        QUANTISED,
        tolerance=0.1,
    )
    expect.seen(
        "neurons along the directions at the start",
        "and they have moved there: the same number at the start is a quarter at most",
        at_most(np.full(shape, 0.25)),
        QUANTISED,
    )
    return expect.found


def measure(config: Directions, session: Session) -> dict[str, Array]:
    """Every width by itself; problems and both sizes side by side, from the same draws."""
    rows = [_at_width(config, width, session) for width in config.widths]
    found = {name: np.stack([row[name] for row in rows], -1) for name in rows[0]}
    return found | {
        "share gained by the width": found["neurons along the directions"][..., -1]
        - found["neurons along the directions"][..., 0]
    }


def _at_width(config: Directions, width: int, session: Session) -> dict[str, Array]:
    """Shape (seeds, problems)."""
    import torch

    from ..streams import normal
    from ..training import half_mean_square

    many = (config.seeds, len(config.problems), 2)
    data = [problem(number, config.points) for number in config.problems]
    drawn = normal(session.streams(config.seeds, "start", width), config.seeds, width, 3) / width**0.5
    alpha = torch.exp(-torch.tensor(config.sizes, dtype=torch.float64))
    start = (alpha[:, None, None] * drawn[:, None, None]).expand(*many, width, 3).flatten(0, 2)
    x, y = (
        torch.from_numpy(np.stack(part))[:, None].expand(len(data), 2, *part[0].shape).repeat(config.seeds, *ones)
        for part, ones in zip(zip(*data, strict=True), ((1, 1, 1), (1, 1)), strict=True)
    )
    inputs, outputs = x.flatten(0, 1).to(session.device), y.flatten(0, 1)[..., None].to(session.device)
    rates = torch.from_numpy(config.step / growth(config))[:, None].expand(-1, 2).flatten().repeat(config.seeds)
    steps = round((config.sizes[1] + config.times) / config.step)

    def network(parameters: dict[str, Tensor], points: Tensor) -> Tensor:
        return torch.relu(points @ parameters["w"].T) @ parameters["a"][:, None]

    def observe(now: dict[str, Tensor]) -> dict[str, Tensor]:
        return {**now, "loss": torch.func.vmap(half_mean_square)(torch.func.vmap(network)(now, inputs), outputs)}

    layers = {"w": start[..., :2].contiguous(), "a": start[..., 2].contiguous()}
    looks = range(0, steps + 1, max(1, steps // config.records))
    training = descend(
        session, f"width{width}", network, layers, (inputs, outputs), rates, steps=steps, observe=observe, at=looks
    )
    at = np.array(training.steps, dtype=float)
    seen = {name: value.numpy().reshape(len(at), *many, -1) for name, value in training.observed.items()}
    loss = seen["loss"][..., 0] / seen["loss"][0, ..., 0]
    fall = crossing_times(at, loss, FALLEN, falling=True)  # seeds, problems, sizes
    waited = (fall[..., 1] - fall[..., 0]) * config.step / growth(config)
    then = values_at(at, np.concatenate([seen["w"], seen["a"]], -1)[:, :, :, 1], fall[..., 1])
    before = np.concatenate([seen["w"], seen["a"]], -1)[0, :, :, 1]
    shares, counts, others = (np.zeros(many[:2]) for _ in range(3))
    for k, (points, labels) in enumerate(data):
        for s in range(config.seeds):
            shares[s, k], counts[s, k] = along(points, labels, then[s, k])
            others[s, k] = along(points, labels, before[s, k])[1]
    return {
        "rate of dormant neurons": (config.sizes[1] - config.sizes[0]) / waited,
        "weight along the directions": shares,
        "neurons along the directions": counts,
        "neurons along the directions at the start": others,
    }


def along(x: Array, y: Array, parameters: Array) -> tuple[float, float]:
    """The share of |a| |w|, and of the neurons that see a point, within `NEAR` of a maximum of their utility.

    NaN for parameters that are no numbers, as at a time that there is not.
    """
    if not np.isfinite(parameters).all():
        return np.nan, np.nan
    a = parameters[len(parameters) * 2 // 3 :]
    w = parameters[: len(parameters) * 2 // 3].reshape(-1, 2)
    angles = np.arctan2(w[:, 1], w[:, 0])
    near = np.zeros(len(a), dtype=bool)
    for sign in (1.0, -1.0):
        apart = (angles[:, None] - maxima(x, y, sign) + np.pi) % (2 * np.pi) - np.pi
        near |= (np.sign(a) == sign) & (np.abs(apart) < NEAR).any(1)
    weight, sees = np.abs(a) * np.linalg.norm(w, axis=1), (x @ w.T > 0).any(0)
    return float(weight[near].sum() / weight.sum()), float(near[sees].mean())


DIRECTIONS = Experiment(
    "alternating/directions",
    title="Rectified neurons turn into a few directions of the data before the loss falls, at any width",
    claims=(RATE,),
    sources=(QUANTISED, kunin_slides("Jump time")),
    scales={
        "smoke": Directions(3, (0, 1), 8, (16, 64), (6.0, 10.0), 0.05, 4.0, 100),
        "desk": Directions(12, (0, 1, 2), 8, (32, 256), (10.0, 16.0), 0.02, 8.0, 400),
        "paper": Directions(32, tuple(range(8)), 20, (32, 256, 2048), (14.0, 20.0), 0.005, 8.0, 2000),
    },
    predict=predict,
    measure=measure,
    note="Three problems of eight points with normal labels, by their numbers. The rate is between two starts of the "
    "same draws, so that what neurons need to turn falls out; steps of 0.02 make it one hundredth too small. The share "
    "of neurons by number is that from a start of exp(-16): from larger ones fewer have arrived when the first neurons "
    "are no longer dormant, as those of a small utility turn slowly. The bounds were set at the seed 0.",
)
