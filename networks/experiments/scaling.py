r"""Scaling laws: losses of trained models of many skills as powers of time, data, parameters and compute.

The multilinear model (4.9) is trained by gradient descent, in time and parameters on fresh samples at every step, in
data on a data set.  What it has to say about a skill is its strength, so that a network is two numbers a skill.  The
skills beyond those that a model is given are never learnt and keep their loss S^2/2, which is added.

Finitely many skills bend the laws.  Exponents are those of L + L_C, where L_C is the loss that the absent skills
would have; thesis C.1.  What is left of finite size is of the order of 1/D in data and of 1/N in parameters and
compute; it is known from the sums themselves, and the tolerances are it and `MARGIN` for steps and samples, in data
twice that.  The tolerances of the exponents got this form after a first run at the scale `smoke` had been seen.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from layerproof.language.sources import thesis
from layerproof.numerics.scaling.skills import (
    MultilinearModel,
    linear_loss_in_time,
    loss_beyond,
    loss_in_data,
    loss_in_parameters,
    loss_in_time,
)

from ..harness import stated
from ..harness.curves import power, rounded_steps
from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting, at_most
from ..harness.protocol import Config, Experiment, ids
from ..harness.types import Array, Session, Streams, Tensor
from . import claimed

MARGIN = 0.02
"""Relative, of an exponent: for steps of finite size and for what samples leave after the mean over seeds."""


@dataclass(frozen=True)
class Time(Config):
    """Scaling in time.

    Attributes:
        alpha: of the frequencies.
        skills: n_s, all built in.
        start: R_k(0), in units of S = 1.
        rate: learning rate of a step; time T is the steps times it.
        batch: fresh samples at each step.
        first: time at which the power is first read.
        last: time at which training ends.
    """

    alpha: float
    skills: int
    start: float
    rate: float
    batch: int
    first: float
    last: float

    @property
    def model(self) -> MultilinearModel:
        """The theory's model."""
        return MultilinearModel(self.alpha, self.skills, 1.0, self.start)


def predict_time(config: Time) -> Expected:
    """Powers of time, from thesis (4.25) and (C.2)."""
    alpha, model = config.alpha, config.model
    p = alpha / (alpha + 1)  # what finite sums are held against, for the tolerance alone
    times = np.array([config.first, config.last])
    row = np.geomspace(config.first, config.last, 40)
    finite = loss_in_time(model, row).value
    linear = linear_loss_in_time(model, row).value + loss_beyond(model, config.skills, learning=False)
    layers = finite + loss_beyond(model, config.skills, learning=True)
    off, off_linear = (abs(float(power(row, loss, *times)) / -p - 1) for loss in (layers, linear))
    missing = stated.value(
        "scaling-laws/correction-is-the-missing-loss",
        "equals",
        A=model.A,
        S=1 - config.start,
        N=config.skills,
        alpha=alpha,
    )
    corrected = stated.value(
        "scaling-laws/corrected-power-law", "equals", L_0=1.0, L_C=0.0, T=math.e, T_0=1.0, alpha=alpha
    )
    expect = Expecting()
    expect(
        "corrected exponent",
        "L + L_C falls as T^(-alpha/(alpha+1)), thesis (4.25) and (C.2), with L_C the loss of the skills that are "
        f"not there; for these finite times and skills the sums are {off:.2%} off it",
        {
            "scaling-laws/time-law": stated.value("scaling-laws/time-law", "equals", T=math.e, T_0=1.0, alpha=alpha),
            "scaling-laws/corrected-power-law": np.log(1 + corrected),
            "scaling-laws/correction-is-the-missing-loss": power(row, finite + missing, *times),
        },
        off + MARGIN,
        relative=True,
    )
    expect(
        "exponent",
        "with finitely many skills the loss itself falls faster than T^(-alpha/(alpha+1)), thesis C.1",
        {
            "scaling-laws/finite-n-decays-faster": at_most(
                -stated.value("scaling-laws/finite-n-decays-faster", "rhs", alpha=alpha)
            )
        },
        1e-6,
    )
    expect(
        "loss",
        "the sum of thesis (4.17) for infinite data, at the first and the last time; a step of rate h moves the "
        "time of a skill by the relative order of h P_k",
        _losses(config, times),
        0.03,
        relative=True,
    )
    expect(
        "exponent of the linear model",
        "the linear model (C.3) has the same power of time, with L_C for skills that start from zero, thesis C.2; "
        f"the sums are {off_linear:.2%} off it",
        {
            "scaling-laws/linear-time-law": stated.value(
                "scaling-laws/linear-time-law", "leading", T=1.0, c=1.0, alpha=alpha
            ),
            "scaling-laws/linear-strength": power(row, _linear_losses(config, row), *times),
        },
        off_linear + MARGIN,
        relative=True,
    )
    return expect.found


def _losses(config: Time, times: Array) -> dict[str, Array]:
    """The loss at some times, by each claim's own formula for a skill; S = eta = 1."""
    share = config.model.frequency(np.arange(1.0, config.skills + 1))
    known: dict[str, Any] = {"S": 1.0, "R_0": config.start, "T": times[:, None], "eta": 1.0}
    shares: dict[str, Any] = {"d_k": share, "D": 1.0}
    strength = stated.value("scaling-laws/strength", "equals", **known, **shares)
    infinite: dict[str, Any] = {"A": config.model.A, "k": np.arange(1.0, config.skills + 1), "alpha": config.alpha}
    each = {
        "scaling-laws/strength": (1 - strength) ** 2 / 2,
        "scaling-laws/skill-loss-in-time": stated.value("scaling-laws/skill-loss-in-time", "rhs", **known, **shares),
        "scaling-laws/skill-loss-with-infinite-data": stated.value(
            "scaling-laws/skill-loss-with-infinite-data", "rhs", **known, **infinite
        ),
    }
    return {claim: losses @ share for claim, losses in each.items()}


def _linear_losses(config: Time, times: Array) -> Array:
    """The loss of the linear model at some times, with that of the absent skills, by (C.4)."""
    share = config.model.frequency(np.arange(1.0, config.skills + 1))
    known: dict[str, Any] = {"S": 1.0, "T": times[:, None], "eta": 1.0, "d_k": share, "D": 1.0}
    strength = stated.value("scaling-laws/linear-strength", "equals", **known)
    return np.asarray((1 - strength) ** 2 / 2 @ share + loss_beyond(config.model, config.skills, learning=False))


def measure_time(config: Time, session: Session) -> Mapping[str, Any]:
    """Train both models on fresh samples, of which only the numbers for each skill matter."""
    import torch

    from ..data.parity import SparseParity
    from ..models.multilinear import linear_strengths, strengths, weighted
    from ..training import SGD, streams, train

    n, skills, dtype, device = config.seeds, config.skills, torch.float64, session.device
    task = SparseParity(torch.zeros(skills, 1, dtype=torch.int64, device=device), 1, config.alpha)
    share = task.frequencies

    def draw(each: Streams) -> tuple[Tensor, Tensor]:
        counts = task.counts(task.draw(n, config.batch, generator=each)).to(dtype) / config.batch
        return torch.ones(n, dtype=dtype, device=device), torch.stack([counts, torch.ones_like(counts)], dim=1)

    def observe(parameters: Mapping[str, Tensor]) -> dict[str, Tensor]:
        learnt = parameters["w"] if "w" in parameters else parameters["a"] * parameters["b"]
        return {"loss": 0.5 * (1 - learnt).square() @ share.to(learnt)}

    steps = round(config.last / config.rate)
    at = rounded_steps(config.first / config.rate, steps, 40)
    layer = torch.full((n, skills), math.sqrt(config.start), dtype=dtype)
    losses = {}
    for name, model, start in (
        ("layers", strengths, {"a": layer, "b": layer.clone()}),
        ("linear", linear_strengths, {"w": torch.zeros(n, skills, dtype=dtype)}),
    ):
        trained = train(
            model, start, streams(draw, session, n, name="samples", device=device), steps=steps,
            optimiser=SGD(config.rate), loss=weighted, observe=observe, at=at, session=session, name=f"time-{name}",
        )  # fmt: skip
        losses[name] = trained.observed["loss"].numpy()
    times = np.array(at) * config.rate
    beyond = {
        "layers": loss_beyond(config.model, skills, learning=True),
        "linear": loss_beyond(config.model, skills, learning=False),
    }
    ends = config.first, config.last
    return {
        "corrected exponent": power(times, losses["layers"] + beyond["layers"], *ends),
        "exponent": power(times, losses["layers"], *ends),
        "loss": losses["layers"][[0, -1]].T,
        "exponent of the linear model": power(times, losses["linear"] + beyond["linear"], *ends),
        "times": times,
        "losses": losses["layers"].T,
        "losses of the linear model": losses["linear"].T,
    }


TIME = Experiment(
    "scaling/time",
    title="The loss of the multilinear model in time",
    claims=ids(
        "scaling-laws/ time-law corrected-power-law correction-is-the-missing-loss finite-n-decays-faster strength "
        "skill-loss-in-time skill-loss-with-infinite-data linear-time-law linear-strength"
    ),
    sources=(thesis("Figure 4.2"), thesis("Table 4.1"), thesis("C.2")),
    scales={
        "smoke": Time(6, 0.6, 200, 0.01, 0.8, 512, 30.0, 300.0),
        "desk": Time(4, 0.6, 2000, 0.01, 0.5, 512, 50.0, 2500.0),
        "paper": Time(8, 0.6, 50_000, 0.01, 0.5, 4000, 50.0, 50_000.0),
    },
    predict=predict_time,
    measure=measure_time,
    curves=("times", "losses", "losses of the linear model"),
)

SLOW = Experiment(
    "scaling/slow-decay",
    title="The loss in time where frequencies fall slowly, so that the absent skills count",
    claims=TIME.claims,
    sources=(thesis("Figure C.1"), thesis("C.2")),
    scales={
        "smoke": Time(8, 0.1, 1000, 0.01, 2.0, 1024, 120.0, 500.0),
        "desk": Time(4, 0.1, 4000, 0.01, 1.0, 1024, 120.0, 1500.0),
        "paper": Time(8, 0.1, 50_000, 0.01, 1.0, 4000, 200.0, 20_000.0),
    },
    predict=predict_time,
    measure=measure_time,
    note="Thesis Figure C.1 has 50,000 skills, which the scale `paper` has too.",
    curves=TIME.curves,
)


@dataclass(frozen=True)
class Data(Config):
    """Scaling in data.

    Attributes:
        alpha: of the frequencies.
        skills: n_s, all built in.
        start: R_k(0), in units of S = 1.
        sizes: D, increasing.
        sets: data sets whose losses are averaged, for each seed and size.
        rate: learning rate of a step.
        epochs: time of training in units of D: a skill seen once has the rate 2/D.
    """

    alpha: float
    skills: int
    start: float
    sizes: tuple[int, ...]
    sets: int
    rate: float
    epochs: float

    @property
    def model(self) -> MultilinearModel:
        """The theory's model."""
        return MultilinearModel(self.alpha, self.skills, 1.0, self.start)


def _frequencies(config: Data) -> Array:
    weights = np.arange(1.0, config.skills + 1) ** -(config.alpha + 1)
    return np.asarray(weights / weights.sum())


def predict_data(config: Data) -> Expected:
    """Powers of the number of samples, from thesis (4.29) and (4.34)."""
    p, sizes = config.alpha / (config.alpha + 1), np.array(config.sizes, dtype=float)  # p for the tolerance alone
    expected = loss_in_data(config.model, sizes).value
    share = expected / ((1 - config.start) ** 2 / 2)  # of what is asked, in skills that are not seen
    unseen = stated.value("scaling-laws/one-shot-unseen", "rhs", S=1.0, R_0=config.start)
    seen = stated.value("scaling-laws/one-shot", "equals")
    beyond = loss_beyond(config.model, config.skills, learning=True)
    off = abs(float(power(sizes, expected + beyond, sizes[0], sizes[-1])) / -p - 1)
    expect = Expecting(relative=True)
    # (L(D+1) - L(D))/L(D) times D
    expect(
        "corrected exponent",
        "L + L_C falls as D^(-alpha/(alpha+1)), thesis (4.34); for these D the expected losses are "
        f"{off:.2%} off it, and data sets vary",
        {"scaling-laws/data-law": stated.value("scaling-laws/data-law", "leading", D=1.0, alpha=config.alpha)},
        off + 2 * MARGIN,
    )
    expect(
        "loss",
        "a skill is learnt if it is seen once: the expected loss (4.29), for each D",
        {
            "scaling-laws/one-shot": share * unseen + (1 - share) * seen,
            "scaling-laws/one-shot-unseen": share * unseen,
            "scaling-laws/expected-loss": claimed.unseen_losses(_frequencies(config), sizes, config.start),
        },
        0.05,
    )
    return expect.found


def measure_data(config: Data, session: Session) -> Mapping[str, Any]:
    """Train on data sets to the end; what a data set has to say is how often each skill is in it."""
    import torch

    from ..data.parity import SparseParity
    from ..models.multilinear import strengths, weighted

    dtype, skills = torch.float64, config.skills
    task = SparseParity(torch.zeros(skills, 1, dtype=torch.int64), 1, config.alpha)
    losses = []
    networks = config.seeds * config.sets
    for size in config.sizes:
        samples = task.draw(networks, size, generator=session.streams(config.seeds, "data", size))
        counts, skill = task.counts(samples).sort(dim=1, descending=True)
        # All skills that are not in a data set fare alike: one of them, in the last column, stands for all.
        width = int((counts > 0).sum(1).max()) + 1
        shares, skill = counts[:, :width].to(dtype) / size, skill[:, :width]
        layer = torch.full((networks, width), math.sqrt(config.start), dtype=dtype)
        start = {"a": layer, "b": layer.clone()}
        data = (torch.ones(networks, dtype=dtype), torch.stack([shares, torch.ones_like(shares)], dim=1))
        steps = math.ceil(config.epochs * size / config.rate)
        trained = descend(
            session, f"data-{size}", strengths, start, data, config.rate, steps=steps, loss=weighted
        ).parameters
        skill_losses = 0.5 * (1 - (trained["a"] * trained["b"]).cpu()).square()
        frequency = torch.where(shares > 0, task.frequencies[skill], 0.0)
        loss = (frequency * skill_losses).sum(1) + (1 - frequency.sum(1)) * skill_losses[:, -1]
        losses.append(loss.reshape(config.seeds, config.sets).mean(1).numpy())
    found = np.stack(losses)
    beyond = loss_beyond(config.model, skills, learning=True)
    return {
        "corrected exponent": power(config.sizes, found + beyond, config.sizes[0], config.sizes[-1]),
        "loss": found.T,
    }


DATA = Experiment(
    "scaling/data",
    title="The loss of the multilinear model in the number of samples",
    claims=ids("scaling-laws/ data-law one-shot one-shot-unseen expected-loss"),
    sources=(thesis("Figure 4.2"), thesis("Table 4.1")),
    scales={
        "smoke": Data(8, 0.6, 300, 0.05, (32, 256), 64, 1.0, 4.0),
        "desk": Data(8, 0.6, 1000, 0.05, (64, 128, 256, 512, 1024), 64, 1.0, 4.0),
        "paper": Data(8, 0.6, 50_000, 0.01, (64, 256, 1024, 4096, 16384, 65536), 16, 1.0, 5.0),
    },
    predict=predict_data,
    measure=measure_data,
    note="A seed is a mean over several data sets; one data set of a power law is far from its mean.",
)


@dataclass(frozen=True)
class Parameters(Config):
    """Scaling in parameters and in compute.

    Attributes:
        alpha: of the frequencies.
        start: R_k(0), in units of S = 1.
        sizes: N, doubling; the number of skills that a model is given, of infinitely many.
        rate: learning rate of a step.
        batch: fresh samples at each step.
        last: time at which training ends.
    """

    alpha: float
    start: float
    sizes: tuple[int, ...]
    rate: float
    batch: int
    last: float

    @property
    def model(self) -> MultilinearModel:
        """The theory's model, with infinitely many skills."""
        return MultilinearModel(self.alpha, math.inf, 1.0, self.start)


def predict_parameters(config: Parameters) -> Expected:
    """Powers of parameters and compute, thesis (4.36) and (4.44)."""
    alpha, sizes, A = config.alpha, np.array(config.sizes, dtype=float), config.model.A
    law, of_sum = "scaling-laws/parameter-law", "scaling-laws/parameter-law-of-the-sum"
    time_power = stated.power("scaling-laws/compute-powers", "lhs", "C", alpha=alpha)
    compute_power = stated.power("scaling-laws/compute-law", "rhs", "C", alpha=alpha)
    left = loss_in_parameters(config.model, sizes).value
    expect = Expecting(MARGIN + 0.25 / config.sizes[-3], relative=True)
    expect(
        "exponent in parameters",
        "trained to the end, the loss falls as N^-alpha from one N to twice it at the largest N, thesis (4.36); "
        f"the sum over skills differs by the order of 1/N, about {1 / config.sizes[-1]:.1%}",
        {claim: stated.power(claim, "leading", "N", alpha=alpha) for claim in (law, of_sum)},
        1.5 / config.sizes[-1],
    )
    expect(
        "loss",
        "only the skills that are not built in are left, thesis (4.35) and (4.36)",
        {
            of_sum: stated.value(of_sum, "expr", S=1.0, A=A, N=sizes, alpha=alpha),
            "scaling-laws/built-in-skill": left + stated.value("scaling-laws/built-in-skill", "equals"),
            "scaling-laws/missing-skill": 2 * left * stated.value("scaling-laws/missing-skill", "rhs", S=1.0),
        },
        0.01,
    )
    expect(
        "exponent in compute",
        "with the best N for each C = T N, the loss falls as C^(-alpha/(alpha+2)), thesis (4.44); N is one of a "
        "row of doublings, so that the power is read from where N and 2 N do equally well to where 2 N and 4 N do, "
        "with 4 N the largest; that leaves the order of 1/N, a quarter of which is allowed for",
        {"scaling-laws/compute-law": compute_power, "scaling-laws/compute-powers": -alpha * (1 - time_power)},
    )
    expect(
        "exponent of the best size",
        "the best N grows as C^(1/(alpha+2)), thesis (4.43): T goes as C^((alpha+1)/(alpha+2)), and N T = C; as above",
        {"scaling-laws/compute-powers": 1 - time_power},
    )
    return expect.found


def measure_parameters(config: Parameters, session: Session) -> Mapping[str, Any]:
    """Train models with the first N skills built in, on samples of all."""
    import torch

    from ..models.multilinear import strengths, weighted
    from ..streams import uniform
    from ..training import SGD, streams, train

    dtype, device, largest, n = torch.float64, session.device, max(config.sizes), config.seeds
    share = torch.from_numpy(config.model.frequency(np.arange(1, largest + 1))).to(device)
    ends = share.cumsum(0)
    # Models of all sizes see the same samples, so that one with all skills holds every smaller one.

    def draw(each: Streams) -> tuple[Tensor, Tensor]:
        skill = torch.searchsorted(ends, uniform(each, n, config.batch))
        counts = torch.zeros(
            n, largest + 1, dtype=dtype, device=device
        )  # the last place counts the samples of rarer skills
        counts = counts.scatter_add_(1, skill, torch.ones_like(skill, dtype=dtype))[:, :-1] / config.batch
        return torch.ones(n, dtype=dtype, device=device), torch.stack([counts, torch.ones_like(counts)], dim=1)

    def observe(parameters: Mapping[str, Tensor]) -> dict[str, Tensor]:
        return {"skill losses": 0.5 * (1 - parameters["a"] * parameters["b"]).square() * share.to(parameters["a"])}

    steps = round(config.last / config.rate)
    at = rounded_steps(1 / config.rate, steps, 200)
    layer = torch.full((n, largest), math.sqrt(config.start), dtype=dtype)
    trained = train(
        strengths, {"a": layer, "b": layer.clone()}, streams(draw, session, n, name="samples", device=device),
        steps=steps, optimiser=SGD(config.rate), loss=weighted, observe=observe, at=at, session=session,
        name="parameters",
    )  # fmt: skip
    learning = trained.observed["skill losses"].numpy().cumsum(axis=-1)  # (times, seeds, N)
    missing = loss_in_parameters(config.model, np.array(config.sizes, dtype=float)).value
    losses = np.stack(
        [learning[..., number - 1] + rest for number, rest in zip(config.sizes, missing, strict=True)]
    )  # (sizes, times, seeds)
    times = np.array(at) * config.rate
    final = losses[:, -1]
    kinks = np.array([_kinks(times, losses[:, :, seed], config.sizes) for seed in range(n)])  # (seeds, sizes - 1, 2)
    log_c, log_l = kinks[..., 0], kinks[..., 1]
    span = log_c[:, -1] - log_c[:, -2]
    return {
        "exponent in parameters": np.log2(final[-1] / final[-2]),
        "loss": final.T,
        "exponent in compute": (log_l[:, -1] - log_l[:, -2]) / span,
        "exponent of the best size": math.log(2) / span,
        "times": times,
        "losses": losses.transpose(2, 0, 1),
    }


def _kinks(times: np.ndarray, losses: np.ndarray, sizes: tuple[int, ...]) -> np.ndarray:
    """log C and log L where a size and the next do equally well, shape (sizes - 1, 2); losses are (sizes, times)."""
    grid = np.linspace(math.log(times[0] * sizes[-1]), math.log(times[-1] * sizes[0]), 4001)
    curves = [
        np.interp(grid - math.log(number), np.log(times), np.log(curve), left=np.nan, right=float(np.log(curve[-1])))
        for number, curve in zip(sizes, losses, strict=True)
    ]
    found = []
    for here, there in itertools.pairwise(curves):
        behind = np.flatnonzero((here - there) < 0)  # the smaller is better: before the last such place
        if len(behind) == 0 or behind[-1] + 1 == len(grid):
            raise ValueError(f"sizes {sizes} never do equally well before T = {times[-1]:g}; train longer")
        j = behind[-1]
        gap = here - there
        share = gap[j] / (gap[j] - gap[j + 1])
        found.append([grid[j] + share * (grid[1] - grid[0]), here[j] + share * (here[j + 1] - here[j])])
    return np.array(found)


PARAMETERS = Experiment(
    "scaling/parameters-and-compute",
    title="The loss of the multilinear model in parameters, and in compute",
    claims=ids(
        "scaling-laws/ parameter-law parameter-law-of-the-sum built-in-skill missing-skill compute-law compute-powers"
    ),
    sources=(thesis("Figure 4.2"), thesis("Figure 4.3"), thesis("Table 4.1")),
    scales={
        "smoke": Parameters(6, 0.6, 0.01, (4, 8, 16), 0.8, 1024, 1600.0),
        "desk": Parameters(6, 0.6, 0.01, (8, 16, 32, 64), 1.0, 1024, 12_000.0),
        "paper": Parameters(8, 0.6, 0.01, (10, 20, 40, 80, 160, 320), 1.0, 4000, 170_000.0),
    },
    predict=predict_parameters,
    measure=measure_parameters,
    curves=("times", "losses"),
)
