"""Stage-like and saddle-to-saddle training of diagonal and of two-layer linear networks.

Thesis 3.4 and 3.5.1: modes are learned one after another, at the times (3.12) that follow from the sigmoid (3.9); the
loss falls in steps whose heights are the losses of the modes.  The theory is of gradient flow; gradient descent with a
learning rate h is later by the fraction h S E[x^2]/2, which every tolerance leaves room for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from layerproof.language.sources import kunin_slides, position_paper, thesis

from ..harness import stated
from ..harness.crossings import crossing_times, flattest, touching, values_at
from ..harness.curves import even_steps
from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting, at_least
from ..harness.protocol import Config, Experiment, ids
from ..harness.types import Array, Session, Tensor
from . import identities

CURVE = 150  # records of a curve that are kept for figures

# --- Diagonal networks ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stages(Config):
    """Diagonal networks with equal targets.

    Attributes:
        intensities: E[x_i^2], falling.
        target: S, that of every mode.
        start: a(0) b(0).
        fraction: epsilon, of the target, at which a mode has emerged.
        step: learning rate times S E[x_1^2].
        records: how many times the networks are looked at.
        samples: of the data set, which has exactly these second moments.
    """

    intensities: tuple[float, ...]
    target: float
    start: float
    fraction: float
    step: float
    records: int
    samples: int

    @property
    def excess(self) -> float:
        """``S/(a(0) b(0)) - 1``."""
        return self.target / self.start - 1

    def emergent(self, fraction: float) -> Array:
        """(3.12): when each mode has reached a fraction of its target."""
        found: Array = np.log(self.excess / (1 / fraction - 1)) / (2 * np.array(self.intensities) * self.target)
        return found

    @property
    def last(self) -> float:
        """When the slowest mode has saturated."""
        return float(self.emergent(1 - 1e-4)[-1])


def _touching(config: Stages, pair: dict[str, Any], exponent: Array) -> Array:
    """The fraction at which the two sides of feedback/stage-like-inequality are equal."""
    v, found = np.geomspace(0.01, 100.0, 4001), []
    early, late = (
        stated.value("feedback/stage-like-inequality", side, v=v[:, None], **pair) for side in ("lhs", "rhs")
    )
    for over in (late - early).T:  # it rises with v
        found.append(np.interp(0.0, over, v))
    return np.asarray(1 / (1 + config.excess**exponent / np.array(found)))


def _predict_stages(config: Stages) -> Expected:
    m, S, eps = np.array(config.intensities), config.target, config.fraction
    exponent = (m[:-1] - m[1:]) / (m[:-1] + m[1:])
    pair: dict[str, Any] = {"S": S, "r_0": config.start, "m_1": m[:-1], "m_2": m[1:]}
    start = np.sum(m) * S**2 / 2
    dropped = stated.value("feedback/loss-drop", "rhs", m=m, S=S, epsilon=eps)
    half = float(config.emergent(0.5)[0])
    saturated = stated.value("feedback/saturation-time", "rhs", epsilon=eps)
    expect = Expecting(0.01)
    expect(
        "emergent times",
        "(3.12): ln((S/(a(0) b(0)) - 1)/(1/epsilon - 1))/(2 E[x_i^2] S), in falling order of E[x_i^2]",
        {
            "feedback/sigmoid": stated.when(
                "feedback/sigmoid", "equals", eps, config.emergent(eps), S=S, r_0=config.start, m=m
            ),
            "feedback/emergent-time": config.emergent(
                float(stated.value("feedback/emergent-time", "rhs", epsilon=eps))
            ),
        },
        relative=True,
    )
    expect(
        "saturation times",
        "(3.12): ln(1/epsilon - 1)/(E[x_i^2] S) from epsilon to 1 - epsilon",
        {"feedback/saturation-time": (np.log(1 / eps - 1) - np.log(1 / saturated - 1)) / (2 * m * S)},
        relative=True,
    )
    expect(
        "stage-like fraction",
        "(3.13) repaired: the epsilon at which a mode saturates just as the next one emerges is "
        "1/(1 + (S/(a(0) b(0)) - 1)^c), c = (m_i - m_(i+1))/(m_i + m_(i+1))",
        {
            "feedback/stage-like": 1 / (1 + np.exp(stated.value("feedback/stage-like", "rhs", **pair) * S * m[:-1])),
            "feedback/stage-like-fraction": stated.value("feedback/stage-like-fraction", "links[0]", **pair),
            "feedback/stage-like-limit": stated.value("feedback/stage-like-limit", "expr", **pair),
            "feedback/stage-like-inequality": _touching(config, pair, exponent),
        },
        0.05,
        relative=True,
    )
    expect.printed(
        "stage-like fraction",
        "(3.13) with the printed ratio as the exponent: its sign is reversed",
        {"feedback/stage-like-as-exponent": 1 / (1 + config.excess ** (-exponent))},
        0.05,
        relative=True,
    )
    expect.printed(
        "stage-like fraction",
        "(3.13) letter by letter: the ratio beside the bracket",
        {"feedback/stage-like-printed": 1 / (1 - config.excess * exponent)},
        0.05,
        relative=True,
    )
    expect(
        "loss drops",
        "while mode i goes from epsilon to 1 - epsilon the loss falls by E[x_i^2] S^2/2 (1 - 2 epsilon), in units "
        "of E[x_i^2] S^2/2; the tails of the neighbours' sigmoids, outside of their own stages, may add epsilon",
        {"feedback/loss-drop": dropped / (m * S**2 / 2)},
        eps,
    )
    expect(
        "plateaus",
        "the loss where it is flattest between two modes, over that at the start: the sum of E[x_i^2] S^2/2 over "
        "the modes that are left",
        {
            ("feedback/loss-drop", "feedback/stage-like-inequality"): [
                float(np.sum(m[k:]) * S**2 / 2 / start) for k in range(1, len(m))
            ]
        },
        0.02,
    )
    expect(
        "linear model",
        "the linear model (3.10) saturates from the start: theta_i/S = 1 - exp(-E[x_i^2] t) when the first mode of "
        "the diagonal network is half learned",
        {"feedback/exponential": stated.value("feedback/exponential", "equals", S=S, m=m, t=half) / S},
    )
    return expect.found


def _measure_stages(config: Stages, session: Session) -> dict[str, Any]:
    import torch

    from ..data.whitened import whitened
    from ..models import diagonal_network
    from ..training import half_mean_square

    m, S, eps = np.array(config.intensities), config.target, config.fraction
    d = len(m)
    x = whitened(config.seeds, config.samples, d, session.streams(config.seeds, "data")) * torch.tensor(np.sqrt(m))
    x = x.to(session.device)
    y = S * x.sum(-1, keepdim=True)
    rate = config.step / (S * m[0])
    steps = int(np.ceil(config.last / rate))
    start = torch.full((config.seeds, d), config.start**0.5, dtype=torch.float64, device=session.device)

    def look(now: dict[str, Tensor]) -> dict[str, Tensor]:
        outputs = torch.vmap(diagonal_network)(now, x)
        return {"loss": torch.vmap(half_mean_square)(outputs, y), "strengths": now["a"] * now["b"] / S}

    layers = {"a": start, "b": start.clone()}
    looks = even_steps(steps, config.records)
    run = descend(session, "stages", diagonal_network, layers, (x, y), rate, steps=steps, observe=look, at=looks)
    moment = round(float(config.emergent(0.5)[0]) / rate)

    def linear_model(parameters: dict[str, Tensor], inputs: Tensor) -> Tensor:
        return (inputs * parameters["theta"]).sum(-1, keepdim=True)

    zero = {"theta": torch.zeros_like(start)}
    flat = descend(session, "linear-model", linear_model, zero, (x, y), rate, steps=moment)
    times = np.array(run.steps) * rate
    loss, strengths = run.observed["loss"].numpy(), run.observed["strengths"].numpy()
    emerged = crossing_times(times, strengths, eps)
    saturated = crossing_times(times, strengths, 1 - eps)
    half = crossing_times(times, strengths, 0.5)
    drop = np.stack(
        [values_at(times, loss, e) - values_at(times, loss, s) for e, s in zip(emerged.T, saturated.T, strict=True)], 1
    )
    plateaus = np.stack([values_at(times, loss, at) for at in flattest(times, loss, half).T], 1) / loss[0][:, None]
    return {
        "emergent times": emerged,
        "saturation times": saturated - emerged,
        "stage-like fraction": touching(times, strengths),
        "loss drops": drop / (m * S**2 / 2),
        "plateaus": plateaus,
        "linear model": flat.parameters["theta"].cpu().numpy() / S,
        "times": times[kept(times)],
        "losses": loss[kept(times)].T,
        "strengths": np.moveaxis(strengths[kept(times)], 1, 0),
    }


def kept(times: Array) -> NDArray[np.int_]:
    """Which of the records are kept as curves."""
    return np.unique(np.linspace(0, len(times) - 1, CURVE).round().astype(int))


DIAGONAL = Experiment(
    "saddle-to-saddle/diagonal",
    title="Diagonal networks learn mode after mode",
    claims=ids(
        "feedback/ sigmoid emergent-time saturation-time stage-like stage-like-fraction stage-like-limit "
        "stage-like-as-exponent stage-like-printed stage-like-inequality loss-drop exponential"
    ),
    sources=(thesis("Figure 3.3"), thesis("Figure 3.4"), thesis("3.12"), thesis("3.13"), position_paper("9")),
    scales={
        "smoke": Stages(3, (1.0, 0.4, 0.15), 1.5, 1e-6, 0.05, 0.01, 800, 20),
        "desk": Stages(8, (1.0, 0.45, 0.2, 0.1), 1.5, 1e-6, 0.05, 0.005, 4000, 50),
        "paper": Stages(32, tuple(float(k) ** -1.6 for k in range(1, 5)), 5.0, 1e-8, 0.05, 0.002, 20000, 1000),
    },
    predict=_predict_stages,
    measure=_measure_stages,
    curves=("times", "losses", "strengths"),
    note="Every data set is drawn anew and has the second moments of the theory exactly; seeds therefore differ by "
    "rounding only. All modes start at the same a(0) b(0) with a(0) = b(0), which (3.13) needs (claim "
    "feedback/stage-like-unequal-starts).",
)

# --- Two-layer linear networks --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Modes(Config):
    """Two-layer linear networks on white inputs.

    Attributes:
        inputs: d.
        hidden: p, at least as many as modes.
        correlations: rho_i, the singular values of E[x y^T], falling.
        start: the strength alpha_i(0)^2 of every mode of an aligned start.
        scale: standard deviation of the entries of a random start.
        step: learning rate times rho_1.
        records: how many times the networks are looked at.
    """

    inputs: int
    hidden: int
    correlations: tuple[float, ...]
    start: float
    scale: float
    step: float
    records: int


READ_AT = (0.1, 0.5, 0.9)


def _half_times(config: Modes) -> Array:
    rho = np.array(config.correlations)
    found: Array = np.log(rho / config.start - 1) / (2 * rho)
    return found


def _squared(config: Modes, strengths: Array) -> Array:
    """What linear-networks/mode-strength says of layers with the square roots of these strengths, (times, modes)."""
    roots = [np.diag(np.sqrt(row)) for row in strengths]
    return np.array([np.diag(stated.matrix("linear-networks/mode-strength", "rhs", A=root)) for root in roots])


def _grown(config: Modes, times: Array, steps: int = 400) -> Array:
    """The strengths at these times, by the rate of linear-networks/mode-equation, (times, modes); by Heun's method."""
    rho, rows = np.array(config.correlations), []
    for last in times:
        alpha, h = np.full(len(rho), np.sqrt(config.start)), last / steps
        for _ in range(steps):
            slope = stated.value("linear-networks/mode-equation", "equals", alpha=alpha, rho=rho)
            ahead = stated.value("linear-networks/mode-equation", "equals", alpha=alpha + h * slope, rho=rho)
            alpha = alpha + h * (slope + ahead) / 2
        rows.append(alpha**2)
    return np.array(rows)


def _predict_modes(config: Modes) -> Expected:
    rho = np.array(config.correlations)
    when = _half_times(config)
    known: dict[str, Any] = {"rho": rho, "t": when[:, None]}  # at each mode's half-time
    sigmoid = stated.value("linear-networks/mode-sigmoid", "equals", s_0=config.start, **known) / rho
    typed = 1 / (1 + (rho / config.start - 1) * np.exp(-2 * rho * when[:, None]))
    beside = 1 / (1 + (rho / config.start**2 - 1) * np.exp(-2 * rho * when[:, None]))
    others = len(rho) * (len(rho) - 1)
    falls = stated.value("alternating-flows/rank-one-minimum", "rhs", sigma_1=rho)  # of the loss, a mode
    expect = Expecting(0.02)
    expect(
        "aligned strengths",
        "(3.15), (A.39): u_i^T W_1 W_2 v_i = rho_i times the sigmoid, at the times at which the modes are half "
        "learned; entries over rho_i",
        {
            "linear-networks/mode-sigmoid": sigmoid,
            "linear-networks/mode-strength": _squared(config, typed * rho) / rho,
            "linear-networks/mode-equation": _grown(config, when) / rho,
            "linear-networks/product-of-layers": identities.diagonal(
                "linear-networks/product-of-layers", A=np.sqrt(typed * rho)
            )
            / rho,
        },
    )
    expect.printed(
        "aligned strengths",
        "as printed below (3.15), with alpha_i = u_i^T W_1 W_2 v_i: its square is rho_i times the sigmoid",
        {"linear-networks/mode-sigmoid-as-printed": np.sqrt(beside * rho) / rho},
    )
    expect(
        "aligned beside",
        "(A.40): entries of U W_1 W_2 V^T beside the diagonal stay zero, whatever the width of the layer",
        {("linear-networks/product-of-layers", "linear-networks/first-layer-stays-diagonal"): np.zeros(others)},
        1e-9,
        over="every seed",
    )
    expect.beyond(
        "random half-times",
        "from small Gaussian layers mode i grows as |z_i|^2 exp(2 rho_i t) with z_i = (W_1^T u_i + W_2 v_i)/2, "
        "less its parts along the z of the modes before: the time at which it is half learned, over "
        "ln(rho_i/|z_i|^2 - 1)/(2 rho_i)",
        {
            ids("alternating-flows/ linear-sum-grows linear-difference-decays linear-networks/ mode-sigmoid"): np.ones(
                len(rho)
            )
        },
    )
    expect(
        "random order",
        "modes are learned in falling order of rho_i: each half-time over the one before, at least half-way from 1 "
        "to the ratio of the rho_i",
        {
            ("alternating-flows/deflation-keeps", "alternating-flows/linear-others-stay-dormant"): at_least(
                (1 + rho[:-1] / rho[1:]) / 2
            )
        },
        1e-9,
        over="every seed",
    )
    expect(
        "random plateaus",
        "the loss where it is flattest between two modes, over that at the start: the sum of rho_i^2 over the "
        "modes that are left",
        {
            "alternating-flows/rank-one-minimum": 1 + np.cumsum(falls)[:-1] / (np.sum(rho**2) / 2),
            "alternating-flows/deflation-forgets": identities.left_by_deflation(config.correlations),
        },
    )
    return expect.found


def _measure_modes(config: Modes, session: Session) -> dict[str, Any]:
    import torch

    from ..data.whitened import orthonormal, whitened
    from ..models import two_layer_linear
    from ..streams import normal
    from ..training import half_mean_square

    rho, seeds, d, p = (
        torch.tensor(config.correlations, dtype=torch.float64),
        config.seeds,
        config.inputs,
        config.hidden,
    )
    c = len(rho)
    stream = session.streams(seeds, "data")
    x = whitened(seeds, 2 * d, d, stream)
    left, right = orthonormal(seeds, d, c, stream), orthonormal(seeds, c, c, stream)  # columns u_i, v_i
    y = x @ (left * rho) @ right.mT
    frame = orthonormal(seeds, p, c, stream)  # R^T
    aligned = {"W_1": config.start**0.5 * left @ frame.mT, "W_2": config.start**0.5 * frame @ right.mT}
    draw = session.streams(seeds, "start")
    drawn = {
        "W_1": config.scale * normal(draw, seeds, d, p),
        "W_2": config.scale * normal(draw, seeds, p, c),
    }
    z = (left.mT @ drawn["W_1"] + (drawn["W_2"] @ right).mT) / 2  # rows z_i
    rest = torch.linalg.qr(z.mT)[1].diagonal(dim1=-2, dim2=-1).numpy() ** 2
    foreseen = np.log(rho.numpy() / rest - 1) / (2 * rho.numpy())
    rate = config.step / float(rho[0])
    steps = int(np.ceil(1.15 * max(foreseen.max(), _half_times(config).max()) / rate))
    start = {key: torch.cat([aligned[key], drawn[key]]).to(session.device) for key in aligned}
    x, y, left, right = (torch.cat([v, v]).to(session.device) for v in (x, y, left, right))

    def look(now: dict[str, Tensor]) -> dict[str, Tensor]:
        outputs = torch.vmap(two_layer_linear)(now, x)
        modes = left.mT @ now["W_1"] @ now["W_2"] @ right
        return {"loss": torch.vmap(half_mean_square)(outputs, y), "modes": modes}

    looks = even_steps(steps, config.records)
    run = descend(session, "modes", two_layer_linear, start, (x, y), rate, steps=steps, observe=look, at=looks)
    times = np.array(run.steps) * rate
    loss, modes = run.observed["loss"].numpy(), run.observed["modes"].numpy()
    strengths = np.diagonal(modes, axis1=-2, axis2=-1) / rho.numpy()
    when = np.broadcast_to(_half_times(config)[:, None], (c, seeds))
    read = np.stack([values_at(times, strengths[:, :seeds], moment) for moment in when], axis=1)
    beside = modes[:, :seeds][..., ~np.eye(c, dtype=bool)]
    half = crossing_times(times, strengths[:, seeds:], 0.5)
    drawn_loss = loss[:, seeds:]
    plateaus = [values_at(times, drawn_loss, at) for at in flattest(times, drawn_loss, half).T]
    return {
        "aligned strengths": read,
        "aligned beside": np.abs(beside).max(axis=0),
        "random half-times": half / foreseen,
        "random order": half[:, 1:] / half[:, :-1],
        "random plateaus": np.stack(plateaus, 1) / drawn_loss[0][:, None],
        "times": times[kept(times)],
        "losses": drawn_loss[kept(times)].T,
        "strengths": np.moveaxis(strengths[kept(times), seeds:], 1, 0),
    }


LINEAR = Experiment(
    "saddle-to-saddle/linear",
    title="Two-layer linear networks learn singular mode after singular mode",
    claims=ids(
        "linear-networks/ mode-sigmoid mode-sigmoid-as-printed mode-strength mode-equation product-of-layers "
        "first-layer-stays-diagonal alternating-flows/ linear-sum-grows linear-difference-decays deflation-keeps "
        "linear-others-stay-dormant rank-one-minimum deflation-forgets"
    ),
    sources=(thesis("3.15"), thesis("A.39"), thesis("A.40"), kunin_slides("AGF for linear networks")),
    scales={
        "smoke": Modes(4, 5, 8, (2.0, 1.0, 0.5), 1e-4, 1e-4, 0.01, 600),
        "desk": Modes(24, 6, 20, (2.0, 1.2, 0.6), 1e-4, 1e-5, 0.005, 3000),
        "paper": Modes(64, 50, 1000, (3.0, 2.0, 1.2, 0.7, 0.4), 1e-4, 1e-7, 0.002, 10000),
    },
    predict=_predict_modes,
    measure=_measure_modes,
    curves=("times", "losses", "strengths"),
    note="White inputs, exactly. The random start is not aligned, and in the limit of small layers behaves as if it "
    "were: what is against the growing direction decays, and of each mode what is left beside the earlier ones "
    "counts. That the parts along earlier modes do not count is not said in the sources; the claims give the growth, "
    "and the elimination is that of numerics.neurons.greedy_low_rank; so the half-times are beyond the claims, whose "
    "sigmoid is that of aligned layers.",
)
