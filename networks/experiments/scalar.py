r"""Scalar networks: how far the weights move on the way to the target, and how fast.

Thesis 6.2 and 6.3, position paper 7 and appendix I.  The network is ``f(x) = (x/Z) sum_i a_i b_i`` of width p, trained
by full-batch gradient descent on half the mean square error (3.2); time is steps times learning rate.  What is read off
the weights is the clock ``gamma(t) = sum_i (a_i + b_i)^2`` over its value at the start, and the network
``theta = (1/Z) sum_i a_i b_i``.

Learning rates are `step` in units of ``Z/(2 R E[x^2])``, the time constant of the end of training, with
``R^2 = Sigma_0^2 - S_0^2 + S^2``.  Gradient descent follows the flow with a relative error of the order of `step`, and
a rate seems larger by the factor ``-log(1 - step)/step``, about ``1 + step/2``: tolerances are a few times that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from layerproof.language.sources import position_paper, thesis

from ..harness import stated
from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting
from ..harness.grid import Grid
from ..harness.protocol import Config, Experiment, ids
from ..harness.types import Array, Session, Tensor
from . import claimed, identities

SAMPLES = 16


def _train(
    config: Clock | Signs | Tangent | Scales,
    session: Session,
    name: str,
    first: Tensor,
    second: Tensor,
    at: list[int],
    outer: float | Tensor,
    target: float | Tensor,
    variance: float | Tensor = 1.0,
) -> tuple[dict[str, Array], Array]:
    """Train scalar networks and read them.

    Args:
        first: a, shape (networks, p), double precision; `second` b likewise.
        at: numbers of steps after which they are read.
        outer: Z, of all networks or of each; `target` S and `variance` E[x^2] likewise.

    Returns:
        ``clock``, ``theta`` and ``weights`` (Sigma, the mean of both layers' squares over Z), shape (records,
        networks); and the learning rates, shape (networks,).
    """
    import torch

    from ..data.whitened import whitened
    from ..models import scalar_network

    one = torch.ones(len(first), dtype=first.dtype)
    outer, target, variance = outer * one, target * one, variance * one
    sigma = (first.square() + second.square()).sum(-1) / (2 * outer)
    initial = (first * second).sum(-1) / outer
    root = (sigma**2 - initial**2 + target**2).sqrt()
    rate = config.step * outer / (2 * root * variance)
    x = whitened(1, SAMPLES, 1, session.generator("inputs"))[0] * variance.sqrt()[:, None, None]
    y = x * target[:, None, None]
    total = (first + second).square().sum(-1).to(session.device)
    scale = outer.to(session.device)

    def read(parameters: dict[str, Tensor]) -> dict[str, Tensor]:
        a, b = parameters["a"], parameters["b"]
        return {
            "clock": (a + b).square().sum(-1) / total,
            "theta": (a * b).sum(-1) / scale,
            "weights": (a.square() + b.square()).sum(-1) / (2 * scale),
            "a": a.square() if len(at) <= 2 else torch.zeros(len(a)),
        }

    start = {"a": first, "b": second}
    training = descend(
        session, name, scalar_network, start, (x, y), rate, steps=config.steps, observe=read, at=at, fixed={"Z": scale}
    )
    return {k: v.numpy() for k, v in training.observed.items()}, rate.numpy()


def growth(ratio: float) -> float:
    """``gamma_+`` of a network that starts at zero, from S/Sigma_0: general-solutions/growth-of-ratio."""
    from layerproof.derivations import general_solutions as derived

    return float(derived.growth(sp.Float(ratio)))


# -- The clock (Theorem 1) -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Clock(Config):
    """Gaussian starts at several scales.

    Attributes:
        width: p.
        outer: Z.
        target: S.
        ratios: typical S/Sigma_0, one a cell: the weights have variance ``S Z/(p ratio)``.
        step: learning rate, see above.
        steps: of gradient descent.
    """

    width: int
    outer: float
    target: float
    ratios: tuple[float, ...]
    step: float
    steps: int


def predict_clock(config: Clock) -> Expected:
    """Rates and rest points."""
    row = np.ones(len(config.ratios))
    bias = config.step
    start: dict[str, Any] = {"S": config.target, "S_0": 0.0, "Sigma_0": config.target / np.array(config.ratios)}
    root = np.hypot(start["S"], start["Sigma_0"])  # R, of a start at zero; networks start elsewhere, in units of theirs
    by_solution = np.transpose([claimed.by_the_solution(one) for one in config.ratios])
    rate = -stated.value("lazy-rich/log-ratio-value", "rhs", **start, Z=config.outer) * config.outer / root
    expect = Expecting(3 * bias, over="every seed")
    expect(
        "exponent",
        "(6.12) with the exponent 2Rt/Z: the logarithm of (gamma - gamma_+)/(gamma - gamma_-) falls at the rate "
        "2R/Z; in units of R/Z",
        {
            "lazy-rich/general-solution": by_solution[0],
            "lazy-rich/log-ratio-value": rate,
            "lazy-rich/ratio-of-distances": claimed.rate_of_the_ratio(start, config.outer),
        },
    )
    expect.printed("exponent", "(6.12) as printed, with the exponent 4Rt/Z", {"lazy-rich/gamma-printed": 4 * row})
    expect(
        "final clock",
        "(6.14): the clock stops at gamma_+; in units of it",
        {
            "lazy-rich/gamma-limit": stated.value("lazy-rich/gamma-limit", "equals", **start)
            / ((config.target + root) / start["Sigma_0"])
        },
    )
    expect(
        "final network",
        "At gamma_+ the target is reached: theta/S at the end",
        {"lazy-rich/theta-limit": row * stated.value("lazy-rich/theta-limit", "rhs", S=config.target) / config.target},
    )
    expect(
        "hyperbola",
        "Sigma^2 - theta^2 at the end, over its value at the start: with (6.13), what (6.3) and (6.4) conserve "
        "where a_i = +-b_i, and for any start by (6.10) and (6.11)",
        {
            "lazy-rich/general-solution": by_solution[1],
            "lazy-rich/theta-by-clock": np.array([claimed.hyperbola_by_clock(one) for one in config.ratios]),
        },
    )
    expect(
        "opposite layers",
        "From a(0) = -b(0) the network ends at 0, not at the target: theta/S at the end",
        {
            "lazy-rich/excluded-start": stated.value("lazy-rich/excluded-start", "equals"),
            "general-solutions/opposite-layers-clock": 0.0,
        },
        0.01,
    )
    expect.printed(
        "opposite layers",
        "'for any initialisation' gamma tends to (6.14), and the network to the target",
        {"general-solutions/factors-always-as-printed": 1.0},
        0.01,
    )
    return expect.found


def measure_clock(config: Clock, session: Session) -> dict[str, Any]:
    """The clock of trained networks."""
    import torch

    from ..streams import normal

    seeds, p = config.seeds, config.width
    grid = Grid(seeds, len(config.ratios))
    draws = normal(session.streams(seeds, "weights"), seeds, 2, grid.cells, p).transpose(0, 1)
    size = (config.target * config.outer / p / torch.tensor(config.ratios, dtype=torch.float64)).sqrt()
    a, b = (size[:, None] * draws).flatten(1, 2)
    until = round(3 / config.step)
    every = max(1, until // 30)
    last = until // every  # of the records that the exponent is read from; later ones are for figures
    at = [*range(0, min(2 * until, config.steps), every), config.steps]
    seen, rate = _train(config, session, "clock", a, b, at, config.outer, config.target)
    sigma, initial = seen["weights"][0], seen["theta"][0]
    root = np.sqrt(sigma**2 - initial**2 + config.target**2)
    upper, lower = (config.target + root) / (sigma + initial), (config.target - root) / (sigma + initial)
    clock = seen["clock"][: last + 1]
    logs = np.log(np.abs((clock - upper) / (clock - lower)))
    times = np.array(at[: last + 1])[:, None] * rate
    slope = (logs[-1] - logs[0]) / (times[-1] - times[0])
    opposite = normal(session.streams(seeds, "opposite"), seeds, p) / p**0.5
    ends = [0, config.steps]
    end, _ = _train(config, session, "opposite", opposite, -opposite, ends, config.outer, config.target)
    table = grid.table
    return {
        "exponent": table(-slope * config.outer / root),
        "final clock": table(seen["clock"][-1] / upper),
        "final network": table(seen["theta"][-1] / config.target),
        "hyperbola": table((seen["weights"][-1] ** 2 - seen["theta"][-1] ** 2) / (sigma**2 - initial**2)),
        "opposite layers": end["theta"][-1] / config.target,
        "curves": {
            "times": np.array(at[:-1:2]) * config.step / 2,  # R t/Z, by the choice of the rates
            "clock": np.stack([table(row) for row in seen["clock"][:-1:2]], axis=2),
            "network": np.stack([table(row) / config.target for row in seen["theta"][:-1:2]], axis=2),
            "weights": table(sigma),
            "start": table(initial),
        },
    }


# -- Signs (6.2) -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Signs(Config):
    """Starts with a_i = +-b_i, and inputs of several variances.

    Attributes:
        width: p, even.
        target: S.
        variances: of the input, one a cell.
        step: learning rate.
        steps: of gradient descent.
    """

    width: int
    target: float
    variances: tuple[float, ...]
    step: float
    steps: int


def predict_signs(config: Signs) -> Expected:
    """Rates of the aligned modes, and where the network starts."""
    variances = np.array(config.variances)
    expect = Expecting(2 * config.step)
    expect(
        "rate of aligned modes",
        "(6.2) with the factor E[x^2]: the growth of log sum_{i in I_+} a_i^2 over (2/Z) int (S - theta) dt",
        {"lazy-rich/mode-rates-any-variance": claimed.rates_of_aligned_modes(variances)},
        over="every seed",
        relative=True,
    )
    expect.printed(
        "rate of aligned modes",
        "(6.2) as printed, without E[x^2], at the first variance that is not one",
        {"lazy-rich/mode-rates-printed": np.ones(len(variances))},
        over="every seed",
        relative=True,
    )
    expect(
        "growth of aligned modes",
        "(6.8): a_j^2 over theta + Delta theta is conserved; its last value over its first",
        {
            "lazy-rich/aligned-growth": np.full(
                len(variances), identities.of_a_small_mode("lazy-rich/aligned-growth", growth(config.target))
            )
        },
        over="every seed",
    )
    expect(
        "decay of anti-aligned modes",
        "(6.9): a_k^2 times theta + Delta theta is conserved; its last value over its first",
        {
            "lazy-rich/anti-aligned-decay": np.full(
                len(variances), identities.of_a_small_mode("lazy-rich/anti-aligned-decay", growth(config.target))
            )
        },
        over="every seed",
    )
    expect(
        "start of a symmetrised network",
        "With as many aligned as anti-aligned modes the network starts at zero: theta(0)^2 Z^2/p",
        {"lazy-rich/even-width": stated.value("lazy-rich/even-width", "rhs") ** 2},
        1e-12,
        over="every seed",
    )
    expect(
        "start of an even width",
        "With independent signs theta(0)^2 has the mean p/Z^2, whether or not p is even; times Z^2/p",
        {"lazy-rich/ntk-variance": stated.value("lazy-rich/ntk-variance", "rhs")},
        0.5,
    )
    expect.printed(
        "start of an even width",
        "'theta(0) = 0 (or p even)' with random signs: theta(0)^2 Z^2/p",
        {"lazy-rich/even-width-printed": 0.0},
        0.5,
    )
    return expect.found


def measure_signs(config: Signs, session: Session) -> dict[str, Any]:
    """Networks with a_i = +-b_i of random sizes and Z = p, half of the modes aligned."""
    import torch

    from ..data.whitened import spread
    from ..streams import signs, uniform

    p, seeds = config.width, config.seeds
    grid = Grid(seeds, len(config.variances))
    stream = session.streams(seeds, "signs")
    drawn = signs(stream, seeds, p)
    a = drawn * spread((seeds, p), 0.5, 2.0, stream)
    order = torch.argsort(uniform(stream, seeds, p), dim=1)
    aligned = order < p // 2
    free = signs(stream, seeds, p)
    b = torch.where(aligned, a, -a)
    (path, rate), (ends, _) = (
        _train(
            config, session, name, grid.of_seeds(a), grid.of_seeds(b), at, p, config.target,
            grid.of_cells(config.variances),
        )
        for name, at in (("path", list(range(config.steps + 1))), ("ends", [0, config.steps]))
    )  # fmt: skip
    squares = np.stack([grid.table(squared) for squared in ends["a"]])
    mask = np.broadcast_to(aligned.numpy()[:, None, :], squares.shape[1:])
    weight = np.where(mask, squares, 0).sum(-1)  # of aligned modes
    elapsed = grid.table(((config.target - path["theta"][:-1]) * rate).sum(0))
    # Sigma is Delta theta, as |a_i| = |b_i|.
    both = np.stack([grid.table(one)[..., None] for one in ends["theta"] + ends["weights"]])
    grown = (squares[1] / both[1]) / (squares[0] / both[0])
    decayed = (squares[1] * both[1]) / (squares[0] * both[0])
    symmetric = torch.where(aligned, 1.0, -1.0).sum(-1)
    return {
        "rate of aligned modes": np.log(weight[1] / weight[0]) * p / (2 * elapsed),
        "growth of aligned modes": _farthest_from_one(grown, mask),
        "decay of anti-aligned modes": _farthest_from_one(decayed, ~mask),
        "start of a symmetrised network": symmetric.square().numpy() / p,
        "start of an even width": (drawn * free).sum(-1).square().numpy() / p,
    }


def _farthest_from_one(values: Array, where: NDArray[np.bool_]) -> Array:
    """Of the values along the last axis where `where`, the one that is farthest from one."""
    at = np.where(where, np.abs(values - 1), -1).argmax(-1)
    return np.asarray(np.take_along_axis(values, at[..., None], -1)[..., 0])


# -- NTK initialisation (6.2.3) --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tangent(Config):
    """Standard normal weights and Z = sqrt(p).

    Attributes:
        starts: networks of each seed; what is kept are means over them, and the worst of them.
        widths: p, rising.
        target: S.
        step: learning rate.
        steps: of gradient descent.
    """

    starts: int
    widths: tuple[int, ...]
    target: float
    step: float
    steps: int


def predict_tangent(config: Tangent) -> Expected:
    """Where networks start, and how far each weight moves."""
    s = config.target
    widths = np.array(config.widths, dtype=float)
    many = len(widths)
    variance = stated.value("lazy-rich/ntk-variance", "rhs")
    clocks = stated.value("lazy-rich/ntk-order", "leading", S=s, p=widths[:, None], s_0=np.array([-1.0, 1.0]))
    # -2 s_0 (gamma_+ - 1), of s_0 = -1 and 1
    shifts = stated.value("lazy-rich/ntk-start", "expr", S=s, p=widths[:, None], s_0=np.array([-1.0, 1.0]))
    start: dict[str, Any] = {"S": s, "S_0": 0.0, "Sigma_0": np.sqrt(widths)}
    ends = (s + np.hypot(s, start["Sigma_0"])) / start["Sigma_0"]
    # The mean square of Sigma_0 = sqrt(p) (1 + delta) in the denominator, E[delta^2] = 1/p, is off by a few 1/p.
    slack = 8 / config.widths[0]
    expect = Expecting(0.15)
    expect(
        "square of the start",
        "Var S_0 = 1 at every width, 6.3.1: the mean of theta(0)^2",
        {"lazy-rich/ntk-variance": variance * np.ones(many)},
    )
    expect.printed(
        "square of the start of the widest", "6.2.3 as printed: theta(0) -> 0", {"lazy-rich/ntk-start-printed": 0.0}
    )
    expect(
        "movement",
        "gamma_+ = 1 + (S - s_0)/sqrt(p) and E[s_0^2] = 1: the mean of p (log gamma)^2 at the end is S^2 + 1, at "
        "every width",
        {
            "lazy-rich/ntk-order": (widths[:, None] * (clocks - 1) ** 2).mean(1),
            "lazy-rich/ntk-start": (widths[:, None] * (shifts / 2) ** 2).mean(1),
            "lazy-rich/ntk-variance": np.full(many, s**2 + variance),
        },
        0.2 + slack,
    )
    expect.printed(
        "movement of the widest",
        "the same with theta(0) -> 0 as printed: S^2",
        {"lazy-rich/ntk-start-printed": s**2},
        0.2 + slack,
    )
    expect(
        "final clock",
        "(6.14): the clock stops at gamma_+, for every start; in units of it",
        {"lazy-rich/gamma-limit": stated.value("lazy-rich/gamma-limit", "equals", **start) / ends},
        0.01,
        over="every seed",
    )
    return expect.found


def measure_tangent(config: Tangent, session: Session) -> dict[str, Any]:
    """Networks of several widths."""
    from ..streams import normal

    found: dict[str, list[Array]] = {"square of the start": [], "movement": [], "final clock": []}
    grid = Grid(config.seeds, config.starts)
    for p in config.widths:
        drawn = normal(session.streams(config.seeds, "weights", p), grid.seeds * grid.cells, 2, p)
        a, b = drawn.unbind(1)
        seen, _ = _train(config, session, f"width-{p}", a, b, [0, 1, config.steps], p**0.5, config.target)
        sigma, initial = seen["weights"][0], seen["theta"][0]
        root = np.sqrt(sigma**2 - initial**2 + config.target**2)
        found["square of the start"].append(grid.table(initial**2).mean(1))
        found["movement"].append(grid.table(p * np.log(seen["clock"][-1]) ** 2).mean(1))
        ends = grid.table(seen["clock"][-1] * (sigma + initial) / (config.target + root))
        found["final clock"].append(_farthest_from_one(ends, np.ones(ends.shape, dtype=bool)))
    rows = {name: np.stack(values, axis=1) for name, values in found.items()}
    return rows | {
        "square of the start of the widest": rows["square of the start"][:, -1],
        "movement of the widest": rows["movement"][:, -1],
    }


# -- Table 6.1 in the toy model --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scales(Config):
    """The rows of Table 6.1: weight, target, input and output scale.

    Attributes:
        width: p, even.
        rows: (w, T, x, o) of each row.
        step: learning rate.
        steps: of gradient descent.
    """

    width: int
    rows: tuple[tuple[float, float, float, float], ...]
    step: float
    steps: int


TABLE = ((5.0, 3.0, 1.0, 1.0), (1.0, 3.0, 1.0, 1.0), (5.0, 30.0, 1.0, 1.0), (5.0, 3.0, 0.01, 1.0), (5.0, 3.0, 1.0, 0.1))
ROWS = ("default", "weight downscaling", "target upscaling", "input downscaling", "output downscaling")


def ratio(row: tuple[float, float, float, float]) -> float:
    """S/Sigma_0 of a row, for weights of mean square one: T/(x o w^2), general-solutions/table-values."""
    weights, target, inputs, outputs = row
    return target / (inputs * outputs * weights**2)


def predict_scales(config: Scales) -> Expected:
    """gamma_+ of each row, and how much of the way the aligned modes go."""
    ratios = np.array([ratio(row) for row in config.rows])
    ends = np.array([growth(one) for one in ratios])
    says = "gamma_+ = q + sqrt(1 + q^2) with q = T/(x o w^2), for each row of Table 6.1"
    grown = stated.value("general-solutions/growth-of-ratio", "rhs", S=ratios, Sigma_0=1.0)
    shares = "general-solutions/aligned-modes-grow-by-the-clock"
    clock = stated.value(shares, "rhs", S=ratios, S_0=0.0, Sigma_0=1.0)
    expect = Expecting(3 * config.step, over="every seed")
    expect("final clock", says, {"general-solutions/growth-of-ratio": grown}, relative=True)
    expect(
        "final clock",
        says,
        {
            "general-solutions/table-values": claimed.ends_in_the_table(config.rows, ends),
            **claimed.ends_by_derivatives(config.rows, ends),
        },
        relative=True,
    )
    expect(
        "share of aligned modes",
        "Of the way to the target, aligned modes go (gamma_+ - 1)/(gamma_+ - 1/gamma_+) = gamma_+/(1 + gamma_+): "
        "half in the lazy limit, all in the rich one; (6.8), (6.9) and (6.14)",
        {
            shares: clock / (1 + clock),
            **{
                claim: np.array([identities.share_of_small_modes(claim, end) for end in ends])
                for claim in ("lazy-rich/aligned-growth", "lazy-rich/anti-aligned-decay")
            },
        },
    )
    return expect.found


def measure_scales(config: Scales, session: Session) -> dict[str, Any]:
    """Symmetrised networks, a_i = +-b_i of random sizes with mean square w^2, with the four scales of the table.

    Input and output scales are put into the data and into Z: f = (o/p) x sum_i a_i b_i on inputs of variance x^2.
    """
    import torch

    from ..streams import normal

    p, seeds = config.width, config.seeds
    grid = Grid(seeds, len(config.rows))
    draw = normal(session.streams(seeds, "weights"), seeds, p // 2)
    draw = draw / draw.square().mean(-1, keepdim=True).sqrt()
    w, goal, inputs, outputs = (grid.of_cells(column) for column in zip(*config.rows, strict=True))
    a, b = (grid.of_seeds(torch.cat([draw, half], 1)) * w[:, None] for half in (draw, -draw))
    outer = p / outputs
    seen, _ = _train(config, session, "table", a, b, [0, config.steps], outer, goal / inputs, inputs**2)
    # The contribution of aligned modes is the mean of their a_i^2 = a_i b_i, over Z.
    moved = seen["a"][1, :, : p // 2].sum(-1) - seen["a"][0, :, : p // 2].sum(-1)
    way = seen["theta"][1] * outer.numpy()
    return {
        "final clock": grid.table(seen["clock"][-1]),
        "share of aligned modes": grid.table(moved / way),
    }


_clock = Clock(seeds=4, width=20, outer=2.0, target=1.0, ratios=(3.0, 1.0, 0.3), step=0.02, steps=600)
_signs = Signs(seeds=200, width=20, target=1.0, variances=(0.25, 1.0, 4.0), step=0.02, steps=400)
_tangent = Tangent(seeds=100, starts=40, widths=(64, 128), target=1.0, step=0.1, steps=120)
_scales = Scales(seeds=4, width=40, rows=TABLE, step=0.02, steps=600)

CLOCK = Experiment(
    "lazy-rich/clock",
    title="The clock of scalar networks from Gaussian starts: its rate and where it stops",
    claims=ids(
        "lazy-rich/ general-solution log-ratio-value ratio-of-distances gamma-printed gamma-limit theta-limit "
        "theta-by-clock excluded-start general-solutions/ opposite-layers-clock factors-always-as-printed"
    ),
    sources=(thesis("Theorem 1"), thesis("6.12"), thesis("6.14"), position_paper("Theorem I.1")),
    scales={
        "smoke": _clock,
        "desk": Clock(seeds=32, width=100, outer=2.0, target=1.0, ratios=(10.0, 3.0, 1.0, 0.3, 0.1), step=0.005,
                      steps=2400),
        "paper": Clock(seeds=256, width=1000, outer=2.0, target=1.0, ratios=(10.0, 3.0, 1.0, 0.3, 0.1), step=0.002,
                       steps=6000),
    },
    predict=predict_clock,
    measure=measure_clock,
    note="The printed exponent, 4Rt/Z, belongs to the mean square error without the half: twice the pace.",
    curves=("curves",),
)  # fmt: skip

SIGNS = Experiment(
    "lazy-rich/signs",
    title="Aligned and anti-aligned modes from starts of plus and minus one",
    claims=ids(
        "lazy-rich/ mode-rates-any-variance mode-rates-printed aligned-growth anti-aligned-decay even-width "
        "ntk-variance even-width-printed"
    ),
    sources=(thesis("6.2"), thesis("6.8"), thesis("6.9"), thesis("Section 6.2.2")),
    scales={
        "smoke": _signs,
        "desk": Signs(seeds=200, width=100, target=1.0, variances=(0.25, 1.0, 4.0), step=0.01, steps=1000),
        "paper": Signs(seeds=1000, width=1000, target=1.0, variances=(0.25, 1.0, 4.0), step=0.005, steps=2000),
    },
    predict=predict_signs,
    measure=measure_signs,
    note="(6.2) as printed is right for inputs of variance one, which the section assumes without saying so.",
)  # fmt: skip

TANGENT = Experiment(
    "lazy-rich/ntk",
    title="NTK initialisation: where networks start, and how little each weight moves",
    claims=ids("lazy-rich/ ntk-variance ntk-start-printed ntk-order ntk-start gamma-limit"),
    sources=(thesis("Section 6.2.3"), thesis("Section 6.3.1"), position_paper("Section 7.1", None)),
    scales={
        "smoke": _tangent,
        "desk": Tangent(seeds=100, starts=40, widths=(64, 128, 256), target=1.0, step=0.05, steps=240),
        "paper": Tangent(seeds=100, starts=40, widths=(64, 256, 1024, 4096), target=1.0, step=0.05, steps=240),
    },
    predict=predict_tangent,
    measure=measure_tangent,
    note="'theta(0) -> 0' is so in the mean, not in the networks: their squares are one, and half of how far weights "
    "move at S = 1 goes into undoing the start.",
)  # fmt: skip

SCALES_OF_TABLE = Experiment(
    "lazy-rich/scales",
    title="Table 6.1 in the toy model: how far each of the four scales takes the clock",
    claims=ids(
        "general-solutions/ growth-of-ratio table-values weight-downscaling target-upscaling input-downscaling "
        "output-downscaling aligned-modes-grow-by-the-clock lazy-rich/ aligned-growth anti-aligned-decay"
    ),
    sources=(thesis("Table 6.1"), thesis("Section 6.3.1")),
    scales={
        "smoke": _scales,
        "desk": Scales(seeds=16, width=200, rows=TABLE, step=0.005, steps=2400),
        "paper": Scales(seeds=64, width=1000, rows=TABLE, step=0.002, steps=6000),
    },
    predict=predict_scales,
    measure=measure_scales,
    note="The prediction for trained perceptrons with the same table is grokking/table.",
)  # fmt: skip
