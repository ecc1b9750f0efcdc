r"""Emergence by solvable models: stages, and the extended models of thesis chapter 5.

Each model here is trained by gradient descent with a small step, and its skill strengths are held against the closed
forms.  These experiments tell printed formulas from their repairs; the perceptrons of :mod:`.perceptron_emergence`
cannot, since there a number is calibrated.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from layerproof.language.sources import thesis
from layerproof.numerics.scaling.few_shots import basis_samples

from ..harness import stated
from ..harness.crossings import crossing_times, touching
from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting
from ..harness.protocol import Config, Experiment, ids
from ..harness.types import Array, Session, Tensor
from . import claimed

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


def predict_stages(config: Stages) -> Expected:
    """Emergent and saturation times (3.12), the threshold (3.13), and drops of the loss."""
    m = config.intensities
    dropped = stated.value("feedback/loss-drop", "rhs", m=m, S=config.target, epsilon=config.level)
    ratio = (m[:-1] - m[1:]) / (m[:-1] + m[1:])
    says = "two successive stages just touch at epsilon = "
    expect = Expecting(0.02, relative=True)
    expect(
        "emergent times",
        "thesis (3.12); a step of rate h is the relative order of h S E[x^2] off",
        {"feedback/emergent-time": config.emergent(config.level)},
    )
    expect(
        "saturation times",
        "thesis (3.12), from epsilon to 1 - epsilon",
        {"feedback/saturation-time": config.saturation(config.level)},
    )
    expect(
        "touching level",
        says + "1/(1 + (S/(a(0)b(0)) - 1)^c) with c = (m_i - m_(i+1))/(m_i + m_(i+1)), thesis (3.13) repaired",
        {"feedback/stage-like": 1 / (1 + config.odds**ratio)},
        0.05,
    )
    expect.printed(
        "touching level",
        says + "1/(1 + (S/(a(0)b(0)) - 1)^-c), thesis (3.13) with its ratio as an exponent",
        {"feedback/stage-like-as-exponent": 1 / (1 + config.odds**-ratio)},
        0.05,
    )
    expect.printed(
        "touching level",
        says + "1/(1 - (S/(a(0)b(0)) - 1) c), thesis (3.13) letter by letter",
        {"feedback/stage-like-printed": 1 / (1 - config.odds * ratio)},
        0.05,
    )
    expect(
        "drops of the loss",
        "between emergence and saturation, m S^2/2 (1 - 2 epsilon) of each mode's own loss; "
        "the records of a steep curve are joined by straight lines",
        {"feedback/loss-drop": dropped},
    )
    return expect.found


def measure_stages(config: Stages, session: Session) -> Mapping[str, Any]:
    """Train diagonal networks on inputs whose second moments are exactly the intensities."""
    import torch

    from ..data.whitened import whitened
    from ..models import diagonal_network
    from ..streams import uniform

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

    def look(now: Mapping[str, Tensor]) -> dict[str, Tensor]:
        return {"strengths": now["a"] * now["b"] / config.target}

    layers, rate = {"a": layer, "b": layer.clone()}, config.rate
    trained = descend(session, "stages", diagonal_network, layers, (x, y), rate, steps=steps, observe=look, at=at)
    strengths = trained.observed["strengths"].numpy()  # (times, seeds, modes)
    times = np.array(at) * config.rate
    emerged = crossing_times(times, strengths, config.level)
    saturated = crossing_times(times, strengths, 1 - config.level)
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
        "touching level": touching(times, strengths),
        "drops of the loss": drops,
        "times": times[:: len(at) // 150 or 1],
        "strengths": strengths[:: len(at) // 150 or 1].transpose(1, 0, 2),
    }


STAGES = Experiment(
    "feedback/stages",
    title="Stage-like training of diagonal networks",
    claims=ids(
        "feedback/ emergent-time saturation-time stage-like stage-like-as-exponent stage-like-printed loss-drop"
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


def predict_shrunk(config: Shrunk) -> Expected:
    """Emergence times by (5.2) as printed and repaired, and their ratios from skill to skill."""
    k = np.arange(1.0, config.skills)
    repaired, printed = (_emerged(config, f"emergence/time-emergence{end}") for end in ("", "-printed"))
    intervals = stated.value("scaling-laws/emergent-interval", "rhs", k=k, alpha=config.alpha)
    expect = Expecting(0.02, relative=True)
    expect("emergence times", "thesis (5.2) repaired, with B in the exponent", {"emergence/time-emergence": repaired})
    expect.printed(
        "emergence times",
        "thesis (5.2) as printed, with B^2 in the exponent",
        {"emergence/time-emergence-printed": printed},
    )
    expect(
        "times in units of the first",
        "tau_k/tau_1 = k^(alpha+1) whatever B, thesis (4.14)",
        {
            "scaling-laws/emergent-interval": np.broadcast_to(np.cumprod(1 + intervals), repaired[:, 1:].shape),
            "emergence/time-emergence": repaired[:, 1:] / repaired[:, :1],
        },
    )
    return expect.found


def measure_shrunk(config: Shrunk, session: Session) -> Mapping[str, Any]:
    """Train the model (5.1) on the mean over all inputs."""
    import torch

    from ..models.multilinear import strengths, weighted
    from ..streams import uniform

    n, dtype = config.seeds, torch.float64
    stream = session.streams(n, "start")
    start = config.start * config.target * (1 + 0.04 * (uniform(stream, n, 1) - 0.5))
    frequency = torch.from_numpy(config.frequencies)
    found = []
    for shrink in config.shrinks:
        layer = (start / shrink).sqrt().expand(n, config.skills).contiguous()
        steps = math.ceil(1.1 * float(config.emergent(np.array([shrink]))[-1]) / config.rate)
        at = tuple(range(0, steps + 1, max(1, steps // 2000)))
        trained = descend(
            session,
            f"shrunk-{shrink:g}",
            strengths,
            {"a": layer, "b": layer.clone()},
            (torch.tensor(shrink, dtype=dtype), torch.stack([frequency, torch.full_like(frequency, config.target)])),
            config.rate,
            steps=steps,
            loss=weighted,
            observe=lambda p, shrink=shrink: {"R": shrink * p["a"] * p["b"] / config.target},
            at=at,
            shared=True,
        )
        found.append(crossing_times(np.array(at) * config.rate, trained.observed["R"].numpy(), config.level))
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


def predict_few_shots(config: Basis) -> Expected:
    """What is learnt from few samples, by (5.5) as printed and repaired."""
    d = np.array(config.samples)
    printed = stated.value("emergence/few-samples-printed", "equals", S=1.0, m=d, D_c=config.shots)
    expect = Expecting(0.04)
    expect(
        "strength",
        "R/S = d/D_c in the mean over samples, thesis (5.5) repaired; starts and a finite time leave "
        "less than 0.01, and the rest is for the spread over samples",
        {
            "emergence/few-samples": stated.value("emergence/few-samples", "equals", S=1.0, m=d, D_c=config.shots),
            "emergence/strength-from-few-samples": stated.value(
                "emergence/strength-from-few-samples", "rhs", S=1.0, d_k=d, D_c=config.shots
            ),
        },
    )
    expect.printed(
        "strength", "R/S = 1 - sqrt(1 - d/D_c), thesis (5.5) as printed", {"emergence/few-samples-printed": printed}
    )
    expect(
        "loss",
        "S (S - R)/2 on all inputs, that is S^2/2 (1 - d/D_c), thesis (B.42)",
        {"emergence/skill-loss-of-the-limit": claimed.skill_losses(d / config.shots)},
        0.02,
    )
    expect(
        "strength with all directions",
        "R/S = 1 once the samples span all D_c directions, here from 4 D_c of them",
        {
            "emergence/enough-directions-learn-the-skill": stated.matrix(
                "emergence/enough-directions-learn-the-skill", "rhs", S=1.0
            )
        },
        0.01,
    )
    return expect.found


def measure_few_shots(config: Basis, session: Session) -> Mapping[str, Any]:
    """Train a and B of (5.3) on samples of characters, the basis functions of `basis_samples`."""
    import torch

    from ..models.multilinear import extended_outputs
    from ..streams import normal

    n, dtype = config.seeds, torch.float64
    strengths, losses = [], []
    for size in (*config.samples, 4 * config.shots):
        each = [np.random.default_rng(one.initial_seed()) for one in session.streams(n, "samples", size).each]
        basis = torch.from_numpy(np.stack([basis_samples("characters", size, config.shots, rng) for rng in each]))
        direction = normal(session.streams(n, "start", size), n, config.shots)
        first = config.start / 2 * direction / direction.norm(dim=1, keepdim=True)
        start = {"a": torch.full((n,), config.start, dtype=dtype), "B": first}
        data = (basis, torch.ones(n, size, 1, dtype=dtype))
        steps = round(config.time / config.rate)
        trained = descend(
            session, f"few-shots-{size}", extended_outputs, start, data, config.rate, steps=steps
        ).parameters
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


def predict_room(config: Basis) -> Expected:
    """Which skills a model of N basis functions learns, by (5.9)."""
    k = np.arange(1, config.skills + 1)
    found = claimed.room_for_skills(k, config.functions, config.each)
    known: dict[str, Any] = {"S": 1.0, "N_c": config.each}
    known["r"] = np.clip(config.functions - (k - 1) * config.each, 0, config.each)
    limit, strength = "emergence/partly-expressible-skill-limit", "emergence/partly-expressible-skill-strength"
    loss, missing = "emergence/partly-expressible-skill-loss", "emergence/missing-skill-has-full-loss"
    whole = stated.matrix(missing, "rhs", S=1.0)  # of a skill without a basis function
    expect = Expecting(0.01)
    expect(
        "strengths",
        "R_k/S = 1 for k < q, r/N_c for k = q and 0 beyond, thesis (5.9)",
        {
            limit: stated.value(limit, "equals", **known),
            strength: stated.value(strength, "rhs", **known),
            "emergence/remainder-range": found,
        },
    )
    expect(
        "losses",
        "S (S - R_k)/2 for each skill, thesis B.1.7",
        {loss: stated.value(loss, "rhs", **known), missing: np.where(found > 0, (1 - found) / 2, whole)},
    )
    return expect.found


def measure_room(config: Basis, session: Session) -> Mapping[str, Any]:
    """Train the model (5.6) on the mean over all inputs, on which its basis functions are orthonormal (5.8)."""
    import torch

    from ..models.multilinear import extended_coefficients, room_mask, weighted
    from ..streams import normal

    n, dtype, shape = config.seeds, torch.float64, (config.skills, config.each)
    weights = torch.arange(1, config.skills + 1, dtype=dtype) ** -(config.alpha + 1)
    weights = (weights / weights.sum())[:, None].expand(shape)
    target = torch.full(shape, config.each**-0.5, dtype=dtype)
    direction = normal(session.streams(n, "start"), n, *shape)
    there = room_mask(config.functions, config.each, config.skills)
    start = {
        "a": torch.full((n, config.skills), config.start, dtype=dtype),
        "B": config.start / 2 * direction / direction.norm(dim=-1, keepdim=True),
    }
    data = (there, torch.stack([weights, target]))
    steps = round(config.time / config.rate)
    trained = descend(
        session, "room", extended_coefficients, start, data, config.rate, steps=steps, loss=weighted, shared=True
    ).parameters
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
    claims=ids(
        "emergence/ few-samples few-samples-printed strength-from-few-samples skill-loss-of-the-limit "
        "enough-directions-learn-the-skill"
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
    claims=ids(
        "emergence/ partly-expressible-skill-limit partly-expressible-skill-strength partly-expressible-skill-loss "
        "missing-skill-has-full-loss remainder-range"
    ),
    sources=(thesis("5.6"), thesis("5.9"), thesis("Table 5.1")),
    scales=_BASES,  # type: ignore[arg-type]
    predict=predict_room,
    measure=measure_room,
    note="N = 10 with N_c = 4, as in thesis Table 5.1, whose perceptrons it describes: 1, 1, 1/2, 0, 0.",
)
