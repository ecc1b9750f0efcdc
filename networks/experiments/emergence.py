r"""Emergence by solvable models: stages, the extended models of thesis chapter 5, and the parity network of C.4.

Each model here is trained by gradient descent with a small step, and its skill strengths are held against the closed
forms.  These experiments tell printed formulas from their repairs; the perceptrons of :mod:`.perceptron_emergence`
cannot, since there a number is calibrated.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from layerproof.language.sources import thesis
from layerproof.numerics.scaling.few_shots import basis_samples

from ..harness import stated
from ..harness.curves import Array, crossing
from ..harness.protocol import Config, Experiment, Prediction
from . import claimed

if TYPE_CHECKING:
    from torch import Tensor

    from ..harness.session import Session

# -- Stage-like training (3.4) ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stages(Config):
    """Modes learnt one after the other.

    Attributes:
        modes: how many.
        alpha: of their intensities ``A k^-(alpha+1)``, which add up to one.
        target: S.
        start: a(0) b(0); each network's is up to 2% off it.
        level: epsilon of the emergent and saturation times.
        rate: learning rate of a step.
    """

    modes: int
    alpha: float
    target: float
    start: float
    level: float
    rate: float

    @property
    def intensities(self) -> Array:
        """E[x_i^2]."""
        weights = np.arange(1.0, self.modes + 1) ** -(self.alpha + 1)
        return np.asarray(weights / weights.sum())

    @property
    def odds(self) -> float:
        """S/(a(0) b(0)) - 1."""
        return self.target / self.start - 1

    def emergent(self, level: float) -> Array:
        """(3.12)."""
        return np.asarray(np.log(self.odds / (1 / level - 1)) / (2 * self.intensities * self.target))

    def saturation(self, level: float) -> Array:
        """(3.12)."""
        return np.asarray(np.log(1 / level - 1) / (self.intensities * self.target))


def predict_stages(config: Stages) -> list[Prediction]:
    """Emergent and saturation times (3.12), the threshold (3.13), and drops of the loss."""
    m = config.intensities
    dropped = stated.value("feedback/loss-drop", "rhs", m=m, S=config.target, epsilon=config.level)
    ratio = (m[:-1] - m[1:]) / (m[:-1] + m[1:])
    says = "two successive stages just touch at epsilon = "
    return [
        Prediction(
            "emergent times", "thesis (3.12); a step of rate h is the relative order of h S E[x^2] off",
            config.emergent(config.level), 0.02, ("feedback/emergent-time",), relative=True,
        ),
        Prediction(
            "saturation times", "thesis (3.12), from epsilon to 1 - epsilon",
            config.saturation(config.level), 0.02, ("feedback/saturation-time",), relative=True,
        ),
        Prediction(
            "touching level",
            says + "1/(1 + (S/(a(0)b(0)) - 1)^c) with c = (m_i - m_(i+1))/(m_i + m_(i+1)), thesis (3.13) repaired",
            1 / (1 + config.odds**ratio), 0.05, ("feedback/stage-like",), relative=True,
        ),
        Prediction(
            "touching level", says + "1/(1 + (S/(a(0)b(0)) - 1)^-c), thesis (3.13) with its ratio as an exponent",
            1 / (1 + config.odds**-ratio), 0.05, ("feedback/stage-like-as-exponent",), relative=True, printed=True,
        ),
        Prediction(
            "touching level", says + "1/(1 - (S/(a(0)b(0)) - 1) c), thesis (3.13) letter by letter",
            1 / (1 - config.odds * ratio), 0.05, ("feedback/stage-like-printed",), relative=True, printed=True,
        ),
        Prediction(
            "drops of the loss", "between emergence and saturation, m S^2/2 (1 - 2 epsilon) of each mode's own loss; "
            "the records of a steep curve are joined by straight lines",
            dropped, 0.02, ("feedback/loss-drop",), relative=True,
        ),
    ]  # fmt: skip


def measure_stages(config: Stages, session: Session) -> Mapping[str, Any]:
    """Train diagonal networks on inputs whose second moments are exactly the intensities."""
    import torch

    from ..data.whitened import whitened
    from ..models import diagonal_network
    from ..streams import uniform
    from ..training import SGD, full_batch, half_mean_square, train

    n, modes = config.seeds, config.modes
    stream = session.streams(n, "start")
    intensity = torch.from_numpy(config.intensities)
    x = whitened(n, 2 * modes, modes, stream) * intensity.sqrt()
    y = config.target * x.sum(-1, keepdim=True)
    start = config.start * (1 + 0.04 * (uniform(stream, n, 1) - 0.5))
    layer = start.sqrt().expand(n, modes).contiguous()
    last = 1.05 * float((config.emergent(0.05) + config.saturation(0.05))[-1])
    steps = math.ceil(last / config.rate)
    at = tuple(range(0, steps + 1, max(1, steps // 4000)))
    trained = train(
        diagonal_network, {"a": layer, "b": layer.clone()}, full_batch(x, y), steps=steps,
        optimiser=SGD(config.rate), loss=half_mean_square, session=session, name="stages", at=at,
        observe=lambda parameters: {"strengths": parameters["a"] * parameters["b"] / config.target},
    )  # fmt: skip
    strengths = trained.observed["strengths"].numpy()  # (times, seeds, modes)
    times = np.array(at) * config.rate
    emerged = crossing(times, strengths, config.level)
    saturated = crossing(times, strengths, 1 - config.level)
    losses = config.intensities * config.target**2 / 2 * (1 - strengths) ** 2
    drops = np.array([
        [
            np.interp(emerged[s, k], times, losses[:, s, k]) - np.interp(saturated[s, k], times, losses[:, s, k])
            for k in range(modes)
        ]
        for s in range(n)
    ])  # fmt: skip
    return {
        "emergent times": emerged,
        "saturation times": saturated - emerged,
        "touching level": np.array([_touching(times, strengths[:, s]) for s in range(n)]),
        "drops of the loss": drops,
        "times": times[:: len(at) // 150 or 1],
        "strengths": strengths[:: len(at) // 150 or 1].transpose(1, 0, 2),
    }


def _touching(times: Array, strengths: Array) -> Array:
    """The level at which the saturation of each mode takes as long as the next one waits; shape (modes - 1,)."""

    def gap(level: float, k: int) -> float:
        # The saturation from e to 1 - e ends just when the next mode emerges at e.
        return float(crossing(times, strengths[:, k], 1 - level) - crossing(times, strengths[:, k + 1], level))

    return np.array([brentq(gap, 2 * strengths[0].max(), 0.499, args=(k,)) for k in range(strengths.shape[1] - 1)])


STAGES = Experiment(
    "feedback/stages",
    title="Stage-like training of diagonal networks",
    claims=(
        "feedback/emergent-time",
        "feedback/saturation-time",
        "feedback/stage-like",
        "feedback/stage-like-as-exponent",
        "feedback/stage-like-printed",
        "feedback/loss-drop",
    ),
    sources=(thesis("Figure 3.4"), thesis("3.12"), thesis("3.13")),
    scales={
        "smoke": Stages(8, 3, 0.6, 5.0, 0.005, 0.05, 0.004),
        "desk": Stages(16, 5, 0.6, 5.0, 0.005, 0.05, 0.002),
        "paper": Stages(64, 5, 0.6, 5.0, 0.005, 0.05, 0.0005),
    },
    predict=predict_stages,
    measure=measure_stages,
    curves=("times", "strengths"),
)

# -- Shrunk basis functions (5.1, 5.2) -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shrunk(Config):
    """Multilinear models with basis functions shrunk by B.

    Attributes:
        shrinks: B, in each of the models.
        skills: n_s.
        alpha: of the frequencies.
        target: S.
        start: R_k(0), in units of S; each network's is up to 2% off it.
        rate: learning rate of a step.
        level: of R_k/S, at which a skill has emerged.
    """

    shrinks: tuple[float, ...]
    skills: int
    alpha: float
    target: float
    start: float
    rate: float
    level: float

    @property
    def frequencies(self) -> Array:
        """P(k)."""
        weights = np.arange(1.0, self.skills + 1) ** -(self.alpha + 1)
        return np.asarray(weights / weights.sum())

    def emergent(self, shrink: Array) -> Array:
        """When R_k/S reaches the level, with `shrink` in the exponent of (5.2)."""
        return np.asarray(
            math.log((1 / self.start - 1) / (1 / self.level - 1)) / (2 * self.frequencies * shrink * self.target)
        )


def _emerged(config: Shrunk, claim: str) -> Array:
    """When the strength that a claim states reaches the level, shape (shrinks, skills)."""
    S = config.target
    known: dict[str, Any] = {"S": S, "R_0": config.start * S, "eta": 1.0, "P": config.frequencies}
    near = [(B, config.emergent(np.array([B]))) for B in config.shrinks]
    return np.array([stated.when(claim, "equals", config.level * S, times, B=B, **known) for B, times in near])


def predict_shrunk(config: Shrunk) -> list[Prediction]:
    """Emergence times by (5.2) as printed and repaired, and their ratios from skill to skill."""
    k = np.arange(1.0, config.skills)
    repaired, printed = (_emerged(config, f"emergence/time-emergence{end}") for end in ("", "-printed"))
    intervals = stated.value("scaling-laws/emergent-interval", "rhs", k=k, alpha=config.alpha)
    return [
        Prediction(
            "emergence times", "thesis (5.2) repaired, with B in the exponent", repaired, 0.02,
            ("emergence/time-emergence",), relative=True,
        ),
        Prediction(
            "emergence times", "thesis (5.2) as printed, with B^2 in the exponent", printed, 0.02,
            ("emergence/time-emergence-printed",), relative=True, printed=True,
        ),
        *stated.each(
            "times in units of the first", "tau_k/tau_1 = k^(alpha+1) whatever B, thesis (4.14)", 0.02,
            {
                "scaling-laws/emergent-interval": np.broadcast_to(np.cumprod(1 + intervals), repaired[:, 1:].shape),
                "emergence/time-emergence": repaired[:, 1:] / repaired[:, :1],
            },
            relative=True,
        ),
    ]  # fmt: skip


def measure_shrunk(config: Shrunk, session: Session) -> Mapping[str, Any]:
    """Train the model (5.1) on the mean over all inputs."""
    import torch

    from ..models.multilinear import strengths, weighted
    from ..streams import uniform
    from ..training import SGD, full_batch, train

    n, dtype = config.seeds, torch.float64
    stream = session.streams(n, "start")
    start = config.start * config.target * (1 + 0.04 * (uniform(stream, n, 1) - 0.5))
    frequency = torch.from_numpy(config.frequencies)
    found = []
    for shrink in config.shrinks:
        layer = (start / shrink).sqrt().expand(n, config.skills).contiguous()
        steps = math.ceil(1.1 * float(config.emergent(np.array([shrink]))[-1]) / config.rate)
        at = tuple(range(0, steps + 1, max(1, steps // 2000)))
        trained = train(
            strengths, {"a": layer, "b": layer.clone()},
            full_batch(
                torch.tensor(shrink, dtype=dtype), torch.stack([frequency, torch.full_like(frequency, config.target)]),
                shared=True,
            ),
            steps=steps, optimiser=SGD(config.rate), loss=weighted, session=session, name=f"shrunk-{shrink:g}", at=at,
            observe=lambda p, shrink=shrink: {"R": shrink * p["a"] * p["b"] / config.target},  # type: ignore[misc]
        )  # fmt: skip
        found.append(crossing(np.array(at) * config.rate, trained.observed["R"].numpy(), config.level))
    times = np.stack(found, axis=1)  # (seeds, shrinks, skills)
    return {"emergence times": times, "times in units of the first": times[..., 1:] / times[..., :1]}


SHRUNK = Experiment(
    "emergence/shrunk-basis",
    title="When multilinear models with shrunk basis functions learn their skills",
    claims=("emergence/time-emergence", "emergence/time-emergence-printed", "scaling-laws/emergent-interval"),
    sources=(thesis("5.1"), thesis("5.2")),
    scales={
        "smoke": Shrunk(8, (1 / 2, 1 / 4), 3, 0.6, 1.0, 0.01, 0.04, 0.5),
        "desk": Shrunk(16, (1 / 2, 1 / 8, 1 / 22), 5, 0.6, 1.0, 0.01, 0.04, 0.5),
        "paper": Shrunk(64, (1 / 2, 1 / 8, 1 / 22), 5, 0.6, 5.0, 0.001, 0.005, 0.5),
    },
    predict=predict_shrunk,
    measure=measure_shrunk,
    note="1/22 is the number that the thesis calibrates to its perceptron; it is B, and not B^2.",
)

# -- Few samples, few basis functions (5.3 to 5.9) -------------------------------------------------------------------


@dataclass(frozen=True)
class Basis(Config):
    """Extended multilinear models.

    Attributes:
        shots: D_c.
        samples: d, below D_c, of one skill.
        functions: N, of the model (5.6).
        each: N_c.
        skills: n_s.
        alpha: of the frequencies of these skills.
        start: norm of a(0); B starts with half of it, in a random direction.
        rate: learning rate of a step.
        time: of training.
    """

    shots: int
    samples: tuple[int, ...]
    functions: int
    each: int
    skills: int
    alpha: float
    start: float
    rate: float
    time: float


def predict_few_shots(config: Basis) -> list[Prediction]:
    """What is learnt from few samples, by (5.5) as printed and repaired."""
    d = np.array(config.samples)
    printed = stated.value("emergence/few-samples-printed", "equals", S=1.0, m=d, D_c=config.shots)
    return [
        *stated.each(
            "strength", "R/S = d/D_c in the mean over samples, thesis (5.5) repaired; starts and a finite time leave "
            "less than 0.01, and the rest is for the spread over samples",
            0.04,
            {
                "emergence/few-samples": stated.value("emergence/few-samples", "equals", S=1.0, m=d, D_c=config.shots),
                "emergence/strength-from-few-samples": stated.value(
                    "emergence/strength-from-few-samples", "rhs", S=1.0, d_k=d, D_c=config.shots
                ),
            },
        ),
        Prediction(
            "strength", "R/S = 1 - sqrt(1 - d/D_c), thesis (5.5) as printed",
            printed, 0.04, ("emergence/few-samples-printed",), printed=True,
        ),
        Prediction(
            "loss", "S (S - R)/2 on all inputs, that is S^2/2 (1 - d/D_c), thesis (B.42)",
            claimed.skill_losses(d / config.shots), 0.02, ("emergence/skill-loss-of-the-limit",),
        ),
        Prediction(
            "strength with all directions", "R/S = 1 once the samples span all D_c directions, here from 4 D_c of them",
            stated.matrix("emergence/enough-directions-learn-the-skill", "rhs", S=1.0), 0.01,
            ("emergence/enough-directions-learn-the-skill",),
        ),
    ]  # fmt: skip


def measure_few_shots(config: Basis, session: Session) -> Mapping[str, Any]:
    """Train a and B of (5.3) on samples of characters, the basis functions of `basis_samples`."""
    import torch

    from ..models.multilinear import extended_outputs
    from ..streams import normal
    from ..training import SGD, full_batch, half_mean_square, train

    n, dtype = config.seeds, torch.float64
    strengths, losses = [], []
    for size in (*config.samples, 4 * config.shots):
        each = [np.random.default_rng(one.initial_seed()) for one in session.streams(n, "samples", size).each]
        basis = torch.from_numpy(np.stack([basis_samples("characters", size, config.shots, rng) for rng in each]))
        direction = normal(session.streams(n, "start", size), n, config.shots)
        first = config.start / 2 * direction / direction.norm(dim=1, keepdim=True)
        trained = train(
            extended_outputs, {"a": torch.full((n,), config.start, dtype=dtype), "B": first},
            full_batch(basis, torch.ones(n, size, 1, dtype=dtype)), steps=round(config.time / config.rate),
            optimiser=SGD(config.rate), loss=half_mean_square, session=session, name=f"few-shots-{size}",
        ).parameters  # fmt: skip
        v = (trained["a"][:, None] * trained["B"]).cpu()
        strength = v.sum(1) / math.sqrt(config.shots)
        strengths.append(strength.numpy())
        losses.append((0.5 + 0.5 * v.square().sum(1) - strength).numpy())
    few = len(config.samples)
    return {
        "strength": np.stack(strengths[:few], axis=1),
        "loss": np.stack(losses[:few], axis=1),
        "strength with all directions": strengths[-1],
    }


def predict_room(config: Basis) -> list[Prediction]:
    """Which skills a model of N basis functions learns, by (5.9)."""
    k = np.arange(1, config.skills + 1)
    found = claimed.room_for_skills(k, config.functions, config.each)
    known: dict[str, Any] = {"S": 1.0, "N_c": config.each}
    known["r"] = np.clip(config.functions - (k - 1) * config.each, 0, config.each)
    limit, strength = "emergence/partly-expressible-skill-limit", "emergence/partly-expressible-skill-strength"
    loss, missing = "emergence/partly-expressible-skill-loss", "emergence/missing-skill-has-full-loss"
    whole = stated.matrix(missing, "rhs", S=1.0)  # of a skill without a basis function
    return [
        *stated.each(
            "strengths", "R_k/S = 1 for k < q, r/N_c for k = q and 0 beyond, thesis (5.9)", 0.01,
            {
                limit: stated.value(limit, "equals", **known), strength: stated.value(strength, "rhs", **known),
                "emergence/remainder-range": found,
            },
        ),
        *stated.each(
            "losses", "S (S - R_k)/2 for each skill, thesis B.1.7", 0.01,
            {loss: stated.value(loss, "rhs", **known), missing: np.where(found > 0, (1 - found) / 2, whole)},
        ),
    ]  # fmt: skip


def measure_room(config: Basis, session: Session) -> Mapping[str, Any]:
    """Train the model (5.6) on the mean over all inputs, on which its basis functions are orthonormal (5.8)."""
    import torch

    from ..models.multilinear import extended_coefficients, room_mask, weighted
    from ..streams import normal
    from ..training import SGD, full_batch, train

    n, dtype, shape = config.seeds, torch.float64, (config.skills, config.each)
    weights = torch.arange(1, config.skills + 1, dtype=dtype) ** -(config.alpha + 1)
    weights = (weights / weights.sum())[:, None].expand(shape)
    target = torch.full(shape, config.each**-0.5, dtype=dtype)
    direction = normal(session.streams(n, "start"), n, *shape)
    there = room_mask(config.functions, config.each, config.skills)
    trained = train(
        extended_coefficients,
        {
            "a": torch.full((n, config.skills), config.start, dtype=dtype),
            "B": config.start / 2 * direction / direction.norm(dim=-1, keepdim=True),
        },
        full_batch(there, torch.stack([weights, target]), shared=True),
        steps=round(config.time / config.rate), optimiser=SGD(config.rate), loss=weighted, session=session, name="room",
    ).parameters  # fmt: skip
    v = there * (trained["a"][..., None] * trained["B"]).cpu()
    return {
        "strengths": (v.sum(-1) * config.each**-0.5).numpy(),
        "losses": (0.5 * (target - v).square().sum(-1)).numpy(),
    }


_BASES = {
    "smoke": Basis(512, 16, (4, 8), 10, 4, 5, 0.6, 0.03, 0.25, 300.0),
    "desk": Basis(512, 16, (2, 4, 8, 12), 10, 4, 5, 0.6, 0.02, 0.2, 800.0),
    "paper": Basis(512, 64, (8, 16, 32, 48), 10, 4, 5, 0.6, 0.001, 0.1, 3000.0),
}

FEW_SHOTS = Experiment(
    "emergence/few-shots",
    title="What the D_c-shot learner learns from fewer than D_c samples",
    claims=(
        "emergence/few-samples",
        "emergence/few-samples-printed",
        "emergence/strength-from-few-samples",
        "emergence/skill-loss-of-the-limit",
        "emergence/enough-directions-learn-the-skill",
    ),
    sources=(thesis("5.3"), thesis("5.5"), thesis("B.42")),
    scales=_BASES,  # type: ignore[arg-type]
    predict=predict_few_shots,
    measure=measure_few_shots,
    note="Basis functions are parities of other bits, turned so that their sum is the skill function.",
)

ROOM = Experiment(
    "emergence/basis-functions",
    title="Which skills a model with N basis functions learns",
    claims=(
        "emergence/partly-expressible-skill-limit",
        "emergence/partly-expressible-skill-strength",
        "emergence/partly-expressible-skill-loss",
        "emergence/missing-skill-has-full-loss",
        "emergence/remainder-range",
    ),
    sources=(thesis("5.6"), thesis("5.9"), thesis("Table 5.1")),
    scales=_BASES,  # type: ignore[arg-type]
    predict=predict_room,
    measure=measure_room,
    note="N = 10 with N_c = 4, as in thesis Table 5.1, whose perceptrons it describes: 1, 1, 1/2, 0, 0.",
)

# -- Three neurons (C.4) ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Neurons(Config):
    """The parity network of three neurons.

    Attributes:
        target: S.
        start: alpha(0) = beta(0) = gamma(0), up to 1%.
        offset: size of c(0), of either sign.
        early: time in which alpha, beta, gamma are still small.
        last: time at which training ends.
        rate: learning rate of a step.
    """

    target: float
    start: float
    offset: float
    early: float
    last: float
    rate: float


def _half_times(config: Neurons) -> Array:
    """When alpha^2, beta^2 and gamma^2 reach S, half of where they end, by the repaired (C.15) to (C.18)."""
    S = config.target

    def flow(t: float, state: Array) -> Array:
        a, b, g, c = state
        pair = 2 * a * (S - 2 * a + 2 * b + c), b * (S + 4 * a - 7 * b - 5 * c)
        return np.array([*pair, g * (S - g - c), (2 * a - 5 * b - g - 8 * c) / 4])

    square = config.start**2
    events = [lambda t, y, q=q: y[q] - S for q in range(3)]
    found = solve_ivp(
        flow, (0, config.last), [square, square, square, 0.0], "DOP853", events=events, rtol=1e-10, atol=1e-14
    )
    return np.array([times[0] for times in found.t_events])


C_RATE = "emergence/c-rate"


def _first_rates(name: str, number: int, S: float) -> list[Prediction]:
    """The rate of the square of a weight while all of them are small: repaired, as printed, and as the text has it."""
    small = "while alpha, beta, gamma, c are small; the mean square is the loss; off by the order of c/S"
    starts, rate, tiny = f"emergence/{name}-starts-at", f"emergence/{name}-rate", 1e-6
    state = dict.fromkeys(("gamma", "c") if name == "gamma" else ("alpha", "beta", "c"), 0.0) | {name: tiny}

    def claimed(claim: str) -> Array:
        if "starts-at" in claim:
            return stated.value(claim, "equals", S=S, eta=1.0)
        return stated.value(claim, "equals", S=S, eta=1.0, **state) / tiny**2

    printed = (f"{rate}-printed", *((f"{starts}-printed",) if name != "alpha" else ()))
    return [
        *stated.each(
            f"rate of {name}^2", f"{small}; thesis (C.{number}) repaired", 0.03,
            {claim: claimed(claim) for claim in (starts, rate)}, relative=True,
        ),
        *stated.each(
            f"rate of {name}^2", f"{small}; thesis (C.{number}) as printed, or the text of C.4", 0.03,
            {claim: claimed(claim) for claim in printed}, relative=True, printed=True,
        ),
    ]  # fmt: skip


def predict_neurons(config: Neurons) -> list[Prediction]:
    """Rates (C.15) to (C.18) at a small start, as printed and repaired, and the end."""
    S = config.target
    strengths, added = claimed.mode_strengths(S)
    early = config.offset * math.exp(-2 * config.early)
    while_small = "emergence/c-while-the-others-are-small"
    alone = dict.fromkeys(("alpha", "beta", "gamma"), 0.0) | {"c": 1.0, "eta": 1.0}
    rates = {claim: stated.value(claim, "equals", **alone) for claim in (C_RATE, f"{C_RATE}-printed")}
    decay = np.log(stated.value(while_small, "equals", c_0=1.0, eta=1.0, t=1.0))
    return [
        *_first_rates("alpha", 15, S), *_first_rates("beta", 16, S), *_first_rates("gamma", 17, S),
        *stated.each(
            "rate of c", "-2, thesis (C.18) repaired, while the others are negligible", 0.03,
            {C_RATE: rates[C_RATE], while_small: decay}, relative=True,
        ),
        Prediction(
            "rate of c", "8, thesis (C.18) as printed", rates[f"{C_RATE}-printed"], 0.03, (f"{C_RATE}-printed",),
            relative=True, printed=True,
        ),
        Prediction(
            "early c", f"near 0 while the others are small: |c| falls to {early:.1g}, twice which is the tolerance",
            stated.value("emergence/c-tends-to-zero-first", "equals"), 2 * early,
            ("emergence/c-tends-to-zero-first",), over="every seed",
        ),
        Prediction(
            "early c", "c saturates at S before the others have grown, as the text of thesis C.4 says",
            S, 0.1 * S, ("emergence/c-saturates-printed",), over="every seed", printed=True,
        ),
        Prediction(
            "half times", "when alpha^2, beta^2, gamma^2 pass S: the repaired (C.15) to (C.18), integrated from this "
            "start; 1% of the start moves them by 0.2%, a step of rate h by the order of h S",
            _half_times(config), 0.03,
            ("emergence/alpha-rate", "emergence/beta-rate", "emergence/gamma-rate", "emergence/c-rate"), relative=True,
        ),
        Prediction(
            "last c", "-S, the value that fits parity", -S, 0.02 * S, ("emergence/network-fits-parity",),
        ),
        Prediction(
            "mode strengths", "1/2, 1/4, 1/4 by (C.13) at the end: the first mode has twice the weight",
            strengths, 0.02, ("emergence/strength-of-each-mode",),
        ),
        Prediction(
            "sum of modes", "the strengths (C.13) add up to R/S = 1", added, 0.02, ("emergence/modes-add-up",),
        ),
        Prediction(
            "sum of modes", "the strengths (C.13) add up to R = S, thesis (C.14) as printed", S, 0.02,
            ("emergence/modes-add-up-printed",), printed=True,
        ),
    ]  # fmt: skip


def measure_neurons(config: Neurons, session: Session) -> Mapping[str, Any]:
    """Train the network on all eight inputs, by the mean square without the half."""
    import torch
    from torch.func import vmap

    from ..data.parity import SparseParity
    from ..models.parity import three_modes, three_neurons
    from ..streams import uniform
    from ..training import SGD, full_batch, mean_square, train

    n, dtype = config.seeds, torch.float64
    everything = SparseParity(torch.tensor([[0, 1, 2]]), 3, 1.0).everything()
    x, parity = everything.bits[0].to(dtype), everything.parity[0].to(dtype)
    stream = session.streams(n, "start")
    spread = 1 + 0.02 * (uniform(stream, n, 4).T - 0.5)
    start = {name: config.start * spread[i] for i, name in enumerate(("alpha", "beta", "gamma"))}
    start["c"] = config.offset * torch.where((session.seed + torch.arange(n)) % 2 == 0, 1.0, -1.0) * spread[3]
    modes = vmap(three_modes, (0, None))
    inputs, signs = x.to(session.device), parity.to(session.device)

    def observe(parameters: Mapping[str, Tensor]) -> dict[str, Tensor]:
        by_mode = torch.einsum("x,nxq->nq", signs, modes(dict(parameters), inputs)) / (8 * config.target)
        squares = torch.stack([parameters[name].square() for name in ("alpha", "beta", "gamma")], dim=1)
        return {"squares": squares, "c": parameters["c"], "modes": by_mode}

    early, steps = round(config.early / config.rate), round(config.last / config.rate)
    at = tuple(sorted({*range(0, steps + 1, max(1, steps // 1000)), early, early // 2, steps}))
    trained = train(
        three_neurons, start, full_batch(x, config.target * parity[:, None], shared=True), steps=steps,
        optimiser=SGD(config.rate), loss=mean_square, observe=observe, at=at, session=session, name="three-neurons",
    )  # fmt: skip
    squares, c, by_mode = (trained.observed[name].numpy() for name in ("squares", "c", "modes"))
    times = np.array(at) * config.rate
    at_half, at_early = at.index(early // 2), at.index(early)
    rates = np.log(squares[at_early] / squares[0]) / times[at_early]
    return {
        "rate of alpha^2": rates[:, 0],
        "rate of beta^2": rates[:, 1],
        "rate of gamma^2": rates[:, 2],
        "rate of c": np.log(np.abs(c[at_half] / c[0])) / times[at_half],
        "early c": c[at_early],
        "half times": crossing(times, squares, config.target),
        "last c": c[-1],
        "mode strengths": by_mode[-1],
        "sum of modes": by_mode[-1].sum(-1),
        "times": times[::4],
        "modes": by_mode[::4].transpose(1, 0, 2),
    }


NEURONS = Experiment(
    "emergence/three-neurons",
    title="Modes of the parity network of three neurons",
    claims=(
        "emergence/alpha-starts-at",
        "emergence/alpha-rate",
        "emergence/alpha-rate-printed",
        "emergence/beta-starts-at",
        "emergence/beta-rate",
        "emergence/beta-rate-printed",
        "emergence/beta-starts-at-printed",
        "emergence/gamma-starts-at",
        "emergence/gamma-rate",
        "emergence/gamma-rate-printed",
        "emergence/gamma-starts-at-printed",
        "emergence/c-rate",
        "emergence/c-rate-printed",
        "emergence/c-while-the-others-are-small",
        "emergence/c-tends-to-zero-first",
        "emergence/c-saturates-printed",
        "emergence/network-fits-parity",
        "emergence/strength-of-each-mode",
        "emergence/modes-add-up",
        "emergence/modes-add-up-printed",
    ),
    sources=(thesis("Figure C.2"), thesis("Section C.4")),
    scales={
        "smoke": Neurons(8, 2.0, 0.001, 0.005, 1.0, 25.0, 0.01),
        "desk": Neurons(16, 2.0, 0.001, 0.005, 1.0, 40.0, 0.004),
        "paper": Neurons(64, 2.0, 0.0001, 0.005, 1.0, 60.0, 0.001),
    },
    predict=predict_neurons,
    measure=measure_neurons,
    note="c starts with either sign, so that its first-order effect on the rates cancels in the mean.",
    curves=("times", "modes"),
)
