"""Alternating gradient flows against trained networks: which neuron jumps, when, and what loss it leaves.

The slides' conjecture: from a vanishing start a two-layer homogeneous network waits on plateaus of the loss, whose
levels, order and times an algorithm gives without training (`numerics.neurons`).  Here the networks are trained:
diagonal ones, fully connected linear ones, and quadratic ones on modular addition.

For degree 2 a jump at the time ``tau log(1/alpha)`` is off by a multiple of 1/log(1/alpha) at any alpha that training
can bear, since the start's direction and the height at which the jump is read come in beside log(1/alpha) (claim
limit-gap).  So each network is trained from two scales of the same start: the difference of its jump times, over the
difference of the logarithms, is tau up to terms that are exponentially small, and is what is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from layerproof.language.sources import kunin_slides
from layerproof.numerics.neurons.alternating import Staircase, alternate
from layerproof.numerics.neurons.diagonal_networks import DiagonalNeurons, Regression, halfway_levels
from layerproof.numerics.neurons.greedy_low_rank import FactorProblem, LinearNeurons, linear_network
from layerproof.numerics.neurons.saddle_to_saddle import saddle_to_saddle

from ..harness import stated
from ..harness.crossings import crossing_times, flattest, values_at
from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting
from ..harness.protocol import Config, Experiment, ids
from ..harness.types import Array, Model, Session, Tensor

AGF = "alternating-flows"
CURVE = 150  # records of a curve that are kept for figures
SETTLE = 30.0  # time for the last minimisation, in units of one over the largest pull


@dataclass(frozen=True)
class Jumps(Config):
    """Trainings from two scales of start.

    Attributes:
        sizes: log(1/alpha) of the smaller and of the larger; above 18 the rounding of float64 is larger than what a
            coordinate must keep to come back with the other sign.
        step: learning rate times the largest pull at the start: by how much a waiting neuron grows in a step.
        records: how many times the networks are looked at.
        hidden: neurons of the fully connected networks.
    """

    sizes: tuple[float, float]
    step: float
    records: int
    hidden: int = 0


# --- Diagonal linear networks ---------------------------------------------------------------------------------


def quadratic(curvature: Sequence[Sequence[float]], correlation: Sequence[float]) -> Regression:
    """The regression with given X^T X and X^T y, as many samples as coordinates."""
    inputs = np.linalg.cholesky(np.asarray(curvature, dtype=float)).T
    return Regression(inputs, np.linalg.solve(inputs.T, np.asarray(correlation, dtype=float)))


PROBLEMS: dict[str, Regression] = {
    "aligned": Regression(np.diag([2.0, 1.6, 1.0, 0.8]), np.array([1.1, -0.7, 0.75, 0.5])),
    "returning": quadratic([[4, 1.5], [1.5, 1]], [1.2, 1]),
    "turning": quadratic([[1, 1.2], [1.2, 2]], [1, 0.7]),
}
"""Aligned: orthogonal inputs.  Returning: the chapter's example, h = [[4, 3/2], [3/2, 1]], b = (6/5, 1), of which the
first coordinate is learned first, unlearned at the second jump, and comes back with the other sign.  Turning: a
coordinate whose pull changes sign while it waits."""


def _waits(problem: Regression, times: Array) -> Array:
    """When coordinates of orthogonal inputs jump: each waits under a pull of its own that does not change."""
    pulls = np.sort(np.abs(problem.inputs.T @ problem.labels))[::-1]
    return stated.value(f"{AGF}/waiting-time", "lhs", S_i=0.0, dL=pulls[: len(times)])


def _waits_by_growth(problem: Regression, times: Array) -> dict[str, Array]:
    """The same by how fast a neuron grows from a start of almost nothing, and by its utility there."""
    grows, pulls = f"{AGF}/diagonal-accumulated", f"{AGF}/diagonal-utility"
    d, start = problem.inputs.shape[1], 1e-6
    seen: dict[str, Any] = {f"X[{s + 1},{i + 1}]": x for (s, i), x in np.ndenumerate(problem.inputs)}
    seen |= {f"y[{s + 1}]": y for s, y in enumerate(problem.labels)}
    seen |= {f"{layer}[{i + 1}]": start for layer in "uv" for i in range(d)}
    sizes = [{"n": len(problem.labels), "d": d, "i": i + 1} for i in range(d)]
    pull = np.array([stated.value(pulls, "lhs", sizes=one, **seen) for one in sizes]) / start**2
    largest = np.sort(np.abs(problem.inputs.T @ problem.labels))[::-1][: len(times)]
    late, later = (stated.value(grows, "rhs", U=largest / 2, c_i=0.0, tau=tau) for tau in (20.0, 40.0))
    return {grows: 20.0 / (later - late), pulls: 1 / np.sort(np.abs(pull))[::-1][: len(times)]}


def _returned(problem: Regression, saddles: Array) -> Array:
    """The saddles, the last with the pull of alternating-flows/returning-coordinate, which brings the first back."""
    (first, across), (_, second) = problem.inputs.T @ problem.inputs
    pulls = problem.inputs.T @ problem.labels
    known: dict[str, Any] = {"b_1": pulls[0], "b_2": pulls[1], "h_12": across, "h_22": second}
    back = -stated.value(f"{AGF}/returning-coordinate", "lhs", **known) / (first - across**2 / second)
    return np.array([*saddles[:-1], [back, (pulls[1] - across * back) / second]])


def _predict_diagonal(config: Jumps) -> Expected:
    expect = Expecting(0.015)
    for name, problem in PROBLEMS.items():
        staircase, path = alternate(DiagonalNeurons(problem)), saddle_to_saddle(problem)
        apart = _waits_by_growth(problem, staircase.times) if name == "aligned" else {}
        expect(
            f"{name}: jump times",
            "times of the jumps in units of log(1/alpha), by alternating flows: accumulated gradients reach 1; the "
            "utility is a sum over samples, as the slide's loss is",
            {
                f"{AGF}/diagonal-accumulated": apart.get(f"{AGF}/diagonal-accumulated", staircase.times),
                f"{AGF}/diagonal-utility": apart.get(f"{AGF}/diagonal-utility", staircase.times),
                f"{AGF}/limit-jump": staircase.times * stated.value(f"{AGF}/limit-jump", "equals"),
                f"{AGF}/waiting-time": _waits(problem, staircase.times) if name == "aligned" else staircase.times,
            },
            relative=True,
        )
        expect(
            f"{name}: loss levels",
            "the loss where it is flattest between the jumps, over that at the start; at a start of this size the "
            "shortest plateau is exp(-log(1/alpha) tau g), up to 0.03, from its limit",
            {f"{AGF}/limit-coefficient": staircase.levels[1:] / staircase.start},
            0.03,
        )
        dormant, returns = stated.value(f"{AGF}/limit-coefficient", "equals"), name == "returning"
        expect(
            f"{name}: coefficients",
            "the coefficients between the jumps are the saddles of the algorithm of Pesme and Flammarion: order "
            "and signs of the jumps",
            {
                f"{AGF}/constrained-minimum": path.saddles[1:],
                f"{AGF}/limit-coefficient": np.where(path.saddles[1:] == 0, dormant, path.saddles[1:]),
                **({f"{AGF}/returning-coordinate": _returned(problem, path.saddles[1:])} if returns else {}),
            },
            0.08,
        )
    expect.printed(
        "turning: jump times",
        "the slide's accumulated utility read as printed: counted anew in every stage",
        {
            f"{AGF}/diagonal-accumulated-printed": alternate(
                DiagonalNeurons(PROBLEMS["turning"], counting="printed")
            ).times
        },
        relative=True,
    )
    late = alternate(DiagonalNeurons(PROBLEMS["aligned"])).times * len(PROBLEMS["aligned"].labels)
    expect.printed(
        "aligned: jump times",
        "the utility as printed, a mean over n samples under the slide's own loss, a sum: times n times later",
        {f"{AGF}/diagonal-utility-mean-printed": late},
        relative=True,
    )
    return expect.found


def _measure_diagonal(config: Jumps, session: Session) -> dict[str, Any]:
    import torch

    from ..models import diagonal_network
    from ..streams import normal

    found: dict[str, Any] = {}
    for name, problem in PROBLEMS.items():
        d, n = problem.coordinates, len(problem.labels)
        stream = session.streams(config.seeds, "start", name)
        noise = normal(stream, config.seeds, 2, d)
        directions = {"a": torch.exp(0.2 * noise[:, 0]), "b": 0.2 * noise[:, 1].clamp(-2, 2)}
        scale = n**0.5  # the engine's loss is a mean over samples, the slide's a sum
        seen = _trained(
            diagonal_network,
            directions,
            torch.tensor(problem.inputs * scale),
            torch.tensor(problem.labels[:, None] * scale),
            lambda now: now["a"] * now["b"],
            alternate(DiagonalNeurons(problem)),
            float(np.abs(problem.correlation).max()),
            config,
            session,
            name,
        )
        found |= {
            f"{name}: jump times": seen["slopes"],
            f"{name}: loss levels": seen["levels"],
            f"{name}: coefficients": seen["map"],
            f"{name}: times": seen["times"],
            f"{name}: losses": seen["losses"],
        }
    return found


def _trained(
    model: Model,
    directions: Mapping[str, Tensor],
    x: Tensor,
    y: Tensor,
    map_of: Callable[[dict[str, Tensor]], Tensor],
    staircase: Staircase,
    pull: float,
    config: Jumps,
    session: Session,
    name: str,
) -> dict[str, Array]:
    """Networks from both scales: slopes of jump times, and losses and maps where the later run is flattest."""
    import torch

    from ..training import half_mean_square

    x, y = x.to(session.device), y.to(session.device)
    alphas = torch.exp(-torch.tensor(config.sizes, dtype=torch.float64))
    start = {
        key: torch.cat([alpha * value for alpha in alphas]).to(session.device) for key, value in directions.items()
    }
    rate = config.step / pull
    # the last jump comes later by a constant in plain time, and what follows settles at the rates of the problem
    steps = int(np.ceil((staircase.times[-1] * max(config.sizes) + SETTLE / pull) / rate))
    at = np.unique(np.linspace(0, steps, config.records).round().astype(int)).tolist()

    def look(now: dict[str, Tensor]) -> dict[str, Tensor]:
        outputs = torch.vmap(model, in_dims=(0, None))(now, x)
        return {"loss": torch.vmap(half_mean_square, in_dims=(0, None))(outputs, y), "map": map_of(now)}

    run = descend(
        session, name.replace(" ", "-"), model, start, (x, y), rate, steps=steps, observe=look, at=at, shared=True
    )
    times = np.array(run.steps) * rate
    losses = run.observed["loss"].numpy().reshape(len(times), 2, config.seeds)
    maps = run.observed["map"].numpy()
    maps = maps.reshape(len(times), 2, config.seeds, *maps.shape[2:])
    crossed = np.stack([crossing_times(times, losses, level, falling=True) for level in halfway_levels(staircase)], -1)
    slopes = (crossed[1] - crossed[0]) / (config.sizes[1] - config.sizes[0])
    flat = np.column_stack([flattest(times, losses[:, 1], crossed[1]), np.full(config.seeds, times[-1])])
    levels = np.stack([values_at(times, losses[:, 1], at) for at in flat.T], 1) / staircase.start
    learned = np.stack([values_at(times, maps[:, 1], at) for at in flat.T], 1)
    kept = np.unique(np.linspace(0, len(times) - 1, min(len(times), CURVE)).round().astype(int))
    return {
        "slopes": slopes,
        "levels": levels,
        "map": learned,
        "times": np.broadcast_to(times[kept] / config.sizes[1], (config.seeds, len(times[kept]))),
        "losses": losses[kept, 1].T / staircase.start,
    }


_DIAGONAL_CURVES = tuple(f"{name}: {curve}" for name in PROBLEMS for curve in ("times", "losses"))

DIAGONAL = Experiment(
    "alternating/diagonal",
    title="Jumps of diagonal linear networks against alternating flows",
    claims=ids(
        "alternating-flows/ diagonal-accumulated diagonal-accumulated-printed diagonal-utility "
        "diagonal-utility-mean-printed limit-jump limit-coefficient waiting-time constrained-minimum "
        "returning-coordinate"
    ),
    sources=(kunin_slides("AGF for diagonal linear networks"), kunin_slides("Saddle-to-saddle algorithm")),
    scales={
        "smoke": Jumps(4, (9.0, 13.0), 0.02, 600),
        "desk": Jumps(16, (10.0, 14.0), 0.01, 3000),
        "paper": Jumps(64, (10.0, 14.0), 0.004, 6000),
    },
    predict=_predict_diagonal,
    measure=_measure_diagonal,
    curves=_DIAGONAL_CURVES,
    note="The slides start from u = alpha, v = 0, without anything random; here the two factors of each coordinate are "
    "drawn, u = alpha exp(0.2 z), v = 0.2 alpha z', which moves every jump by a constant and leaves what multiplies "
    "log(1/alpha). A step of gradient descent grows a waiting factor by 1 + h g in place of exp(h g), which makes "
    "jumps later by the fraction h g/2, a third of the tolerance.",
)

# --- Fully connected linear networks --------------------------------------------------------------------------

STRENGTHS = np.array([2.0, 1.0, 0.5])


def _bases() -> tuple[Array, Array]:
    """Left and right singular vectors of the white problem, any rotations."""
    rng = np.random.default_rng(5)
    left, right = (np.linalg.qr(rng.standard_normal((3, 3)))[0] for _ in range(2))
    return left, right


def white() -> FactorProblem:
    """``E[y x^T] = U Sigma V^T`` with singular values 2, 1, 1/2 and ``E[x x^T] = I``."""
    left, right = _bases()
    return linear_network(left * STRENGTHS @ right.T)


def coloured() -> tuple[FactorProblem, Array, Array]:
    """Two inputs with correlations, two outputs; the problem, ``E[y x^T]`` and ``E[x x^T]``."""
    rng = np.random.default_rng(1)
    mix = rng.normal(size=(2, 5))
    correlation, covariance = rng.normal(size=(2, 2)), mix @ mix.T / 5 + 0.2 * np.eye(2)
    return linear_network(correlation, covariance), correlation, covariance


def second_jump_as_printed() -> float:
    """When the second neuron jumps if the new utility had the matrix ``I - u_1 sigma_1 v_1^T``.

    It has grown to alpha^(1 - sigma_2/sigma_1) at the first jump, and then grows at that matrix' top singular value.
    """
    left, right = _bases()
    matrix = np.eye(3) - STRENGTHS[0] * np.outer(left[:, 0], right[:, 0])
    top = float(np.linalg.svd(matrix, compute_uv=False)[0])
    return float(1 / STRENGTHS[0] + (1 - STRENGTHS[1] / STRENGTHS[0]) / top)


def _predict_linear(config: Jumps) -> Expected:
    staircase = alternate(LinearNeurons(white()))
    other = alternate(LinearNeurons(coloured()[0]))
    share = STRENGTHS**2 / np.sum(STRENGTHS**2)
    waits: dict[str, Any] = {"sigma_1": STRENGTHS, "ell": 1.0}
    grown = [stated.value(f"{AGF}/linear-jump", "lhs", t=t, **waits) for t in (0.0, 1.0)]  # over one after the jump
    falls = stated.value(f"{AGF}/rank-one-minimum", "rhs", sigma_1=STRENGTHS)
    left = stated.value(f"{AGF}/rank-one-fit", "lhs", sigma_2=STRENGTHS)
    dormant = stated.value(f"{AGF}/linear-others-stay-dormant", "equals")
    kept = stated.matrix(f"{AGF}/deflation-keeps", "rhs", U_2=np.eye(3)[:, 1:], Sigma_2=np.diag(STRENGTHS[1:]))
    unit: dict[str, Any] = {"sigma_1": STRENGTHS}
    expect = Expecting(0.015)
    expect(
        "white: jump times",
        "tau_i = 1/sigma_i in units of log(1/alpha): every mode grows at its own singular value from the start on",
        {
            f"{AGF}/linear-jump": np.log(grown[0]) / np.log(grown[0] / grown[1]),
            f"{AGF}/linear-jump-estimate": stated.value(f"{AGF}/linear-jump-estimate", "equals") / STRENGTHS,
            f"{AGF}/new-utility": 1 / STRENGTHS,
            f"{AGF}/deflation-keeps": 1 / np.r_[STRENGTHS[0], np.linalg.norm(kept, axis=0)],
            f"{AGF}/rayleigh-maximum": 1 / (2 * stated.value(f"{AGF}/rayleigh-maximum", "rhs", **unit)),
        },
        relative=True,
    )
    expect(
        "white: second jump",
        "the same, for the second jump alone: the new utility is that of Y^T X - u_1 sigma_1 v_1^T",
        {f"{AGF}/new-utility": 1 / STRENGTHS[1]},
        relative=True,
    )
    expect.printed(
        "white: second jump",
        "as printed, with X^T X in place of Y^T X in the matrix of the new utility",
        {f"{AGF}/new-utility-printed": second_jump_as_printed()},
        relative=True,
    )
    expect(
        "white: loss levels",
        "after k jumps the loss is the sum of sigma_i^2/2 over the modes that are left",
        {
            f"{AGF}/rank-one-minimum": 1 + np.cumsum(falls) / staircase.start,
            f"{AGF}/rank-one-fit": (np.sum(left) - np.cumsum(left)) / staircase.start,
            f"{AGF}/deflation-forgets": staircase.levels[1:] / staircase.start,
        },
        0.01,
    )
    expect.printed(
        "white: loss after the first jump",
        "the fit after the first jump as printed, u_1 sigma_1 v_i^T with i = 2: sigma_1 where nothing is to learn",
        {f"{AGF}/rank-one-fit-printed": float(1 + share[0])},
        0.01,
    )
    expect(
        "white: modes",
        "u_i^T W_2^T W_1^T v_i / sigma_i between the jumps: ones for the modes of the largest sigma, zeros else",
        {
            f"{AGF}/rayleigh-maximum": np.tril(np.ones((3, 3))),
            f"{AGF}/linear-others-stay-dormant": np.tril(np.ones((3, 3))) + dormant * np.triu(np.ones((3, 3)), 1),
        },
        0.02,
    )
    expect.beyond(
        "coloured: jump times",
        "with correlated inputs: alternating flows, whose dormant neurons resolve in the eigenvectors of each "
        "stage's residual correlation; greedy low-rank learning",
        {(f"{AGF}/greedy-top-eigenvector", f"{AGF}/dormant-stays-critical"): other.times},
        relative=True,
    )
    expect.beyond(
        "coloured: loss levels",
        "the critical points that minimisation over the active neurons reaches",
        {f"{AGF}/greedy-product": other.levels[1:] / other.start},
        0.01,
    )
    return expect.found


def _measure_linear(config: Jumps, session: Session) -> dict[str, Any]:
    import torch

    from ..models import two_layer_linear
    from ..streams import normal

    found: dict[str, Any] = {}
    left, right = _bases()
    problem, correlation, covariance = coloured()
    for name, task, C, S in (
        ("white", white(), left * STRENGTHS @ right.T, np.eye(3)),
        ("coloured", problem, correlation, covariance),
    ):
        outputs, inputs = C.shape
        x = np.linalg.cholesky(S).T * inputs**0.5  # E[x x^T] = S over as many samples as inputs
        y = x @ np.linalg.solve(S, C.T)
        stream = session.streams(config.seeds, "start", name)
        shapes = {"W_1": (inputs, config.hidden), "W_2": (config.hidden, outputs)}
        directions = {key: normal(stream, config.seeds, *shape) for key, shape in shapes.items()}
        seen = _trained(
            two_layer_linear,
            directions,
            torch.tensor(x),
            torch.tensor(y),
            lambda now: now["W_1"] @ now["W_2"],
            alternate(LinearNeurons(task)),
            float(np.linalg.svd(C, compute_uv=False)[0]),
            config,
            session,
            name,
        )
        found |= {
            f"{name}: jump times": seen["slopes"],
            f"{name}: loss levels": seen["levels"],
            f"{name}: times": seen["times"],
            f"{name}: losses": seen["losses"],
        }
        if name == "white":
            found["white: modes"] = np.einsum("oi,skho,hi->ski", left, seen["map"], right) / STRENGTHS
            found["white: second jump"] = seen["slopes"][:, 1]
            found["white: loss after the first jump"] = seen["levels"][:, 0]
    return found


LINEAR = Experiment(
    "alternating/linear",
    title="Jumps of fully connected linear networks against alternating flows",
    claims=ids(
        "alternating-flows/ linear-jump linear-jump-estimate new-utility new-utility-printed deflation-keeps "
        "deflation-forgets rank-one-minimum rank-one-fit rank-one-fit-printed rayleigh-maximum "
        "linear-others-stay-dormant greedy-top-eigenvector greedy-product dormant-stays-critical"
    ),
    sources=(kunin_slides("AGF for linear networks"), kunin_slides("Greedy Low-Rank Learning")),
    scales={
        "smoke": Jumps(4, (10.0, 16.0), 0.02, 600, 6),
        "desk": Jumps(16, (12.0, 18.0), 0.01, 2000, 6),
        "paper": Jumps(64, (12.0, 18.0), 0.004, 4000, 100),
    },
    predict=_predict_linear,
    measure=_measure_linear,
    curves=tuple(f"{name}: {curve}" for name in ("white", "coloured") for curve in ("times", "losses")),
    note="The weights start Gaussian of standard deviation alpha; the number of hidden neurons only moves jumps by a "
    "constant. As many samples as inputs, with exact second moments. The claims on greedy low-rank learning are for "
    "symmetric factors U U^T; to two different layers they are carried over. Gradient descent makes jumps later by the "
    "fraction h sigma/2, a third of the tolerance.",
)
