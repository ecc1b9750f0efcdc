r"""Emergence in two-layer perceptrons on multitask sparse parity: in time, data and width; thesis 5.2, Figure 5.1.

The extended multilinear models have a number each that is calibrated on a perceptron with one skill.  The predictions
need no calibration, since it drops out of them, or hold what the calibrated model says against the perceptron with
several skills; the calibration is a run of its own, made first.

Perceptrons are outside the hypotheses of the claims, so that every prediction here is `beyond` them.  That the skills
decouple is an approximation, of which the theory gives no error.  The tolerances are what makes sense of the claim that
they do, and were fixed before the runs that give verdicts.  The notes say what was changed after a verdict was seen.

Where a transition is gradual, its place is an area: for a strength r(x) that goes from 0 to 1,
``x_half = x_0 + integral (1 - r) dx``, the place of the step that has the same area.  Single networks are not monotone
in data or width, and an area needs no crossing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import expit

from layerproof.language.sources import thesis
from layerproof.numerics.scaling.skill_models import width_strength
from layerproof.numerics.scaling.skills import MultilinearModel, loss_beyond, loss_in_time

from ..harness.crossings import crossing_times
from ..harness.curves import power
from ..harness.expecting import Expected, Expecting, at_least, at_most
from ..harness.protocol import Config, Experiment
from ..harness.types import Array, Model, Session, SparseParity, Streams, Tensor


@dataclass(frozen=True)
class Task(Config):
    """Perceptrons and their task; thesis C.3.

    Attributes:
        skills: n_s.
        bits: n_b.
        relevant: m; no two skills share a relevant bit.
        alpha: of the frequencies.
        target: S.
        width: of the hidden layer; in width, the largest.
        deviation: standard deviation of all parameters at the start.
        rate: learning rate.
        batch: samples at each step.
        steps: of training.
        alone: steps of training with one skill.
        tests: samples of each skill that its strength is measured on.
    """

    skills: int
    bits: int
    relevant: int
    alpha: float
    target: float
    width: int
    deviation: float
    rate: float
    batch: int
    steps: int
    alone: int
    tests: int

    @property
    def frequencies(self) -> Array:
        """P(k)."""
        weights = np.arange(1.0, self.skills + 1) ** -(self.alpha + 1)
        return np.asarray(weights / weights.sum())

    def task(self, session: Session, skills: int) -> SparseParity:
        """The task, or the one with its first skill alone, of the same relevant bits."""
        from ..data.parity import SparseParity, sparse_parity

        whole = sparse_parity(
            self.skills, self.bits, self.relevant, alpha=self.alpha, generator=session.generator("task"),
            target=self.target, disjoint=True,
        ).to(session.device)  # fmt: skip
        return SparseParity(whole.chosen[:skills], self.bits, self.alpha, self.target)


BLOCK = 1000
"""Samples that are passed through the networks at a time: hidden layers of all of them at once may not fit."""


def _strengths(config: Task, task: SparseParity, model: Model, session: Session) -> Any:
    """R_k/S and L_k/S^2 of all networks, shape (networks, skills), from their parameters, on samples of each skill."""
    import torch
    from torch.func import vmap

    generator = session.generator("tests", device=session.device)
    tests = [task.draw_of(k, config.tests, generator=generator) for k in range(task.skills)]
    x = torch.cat([task.one_hot(batch, session.dtype) for batch in tests])
    signs = torch.stack([batch.parity for batch in tests]).to(session.dtype)
    many = vmap(model, (0, None))

    def measured(parameters: Mapping[str, Tensor]) -> dict[str, Tensor]:
        outputs = torch.cat([many(dict(parameters), block) for block in x.split(BLOCK)], 1)
        outputs = outputs.reshape(-1, task.skills, config.tests)
        off = outputs / config.target - signs
        return {"R": (outputs * signs).mean(-1) / config.target, "loss": 0.5 * off.square().mean(-1)}

    return measured


# -- Time ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Time(Task):
    """Emergence in time.

    Attributes:
        level: of R_k/S, at which a skill has emerged.
        records: how often strengths are measured, over the whole of training.
    """

    level: float
    records: int


def predict_time(config: Time) -> Expected:
    """Times from skill to skill, (4.14), and the calibrated curve (5.2)."""
    k = np.arange(2.0, config.skills + 1)
    claims = ("scaling-laws/emergent-interval", "emergence/time-emergence")
    expect = Expecting()
    expect.beyond(
        "times in units of the first",
        "tau_k/tau_1 = P_1/P_k = k^(alpha+1), thesis (4.14) and (5.2): time enters as P_k T alone; 20% for skills "
        "that share a layer, a tenth of the distance to the next skill's time or less",
        {claims: k ** (config.alpha + 1)},
        0.2,
        relative=True,
    )
    expect.beyond(
        "times in units of the calibrated",
        "P_k tau_k is the emergence time of the one skill alone, thesis (5.2) with one constant for all; 25%, as "
        "two kinds of networks are compared",
        {("emergence/time-emergence", "emergence/strength-solved"): np.ones(config.skills)},
        0.25,
    )
    expect.beyond(
        "distance to the calibrated curves",
        "the mean distance of R_k/S from the sigmoid (5.2) calibrated on one skill, up to twice its emergence "
        "time: a curve that comes at 1.25 times its time is off by at most (1.25 - 1)/2 in this mean, and 0.025 "
        "is for its shape",
        {"emergence/time-emergence": at_most(0.15)},
        0.01,
    )
    return expect.found


def measure_time(config: Time, session: Session) -> Mapping[str, Any]:
    """Calibrate on one skill, then train on all."""
    (early, first), (times, later) = (_followed(config, session, *run) for run in _runs(config))
    strengths, alone = later["R"], first["R"][..., 0]
    one, other = (float(_emerged(early, alone, level).mean()) for level in (0.25, 0.75))
    calibrated = float(_emerged(early, alone, config.level).mean())
    if not one < other < early[-1]:
        raise ValueError(f"the one skill is not learnt by step {early[-1]:.0f}; ask for more steps alone")
    emerged = _emerged(times, strengths, config.level)
    middle, pace = (one + other) / 2, 2 * np.log(3) / (other - one)  # of the sigmoid through both places
    distances = []
    for k, share in enumerate(config.frequencies):
        near = times <= 2 * calibrated / share
        sigmoid = expit(pace * (times[near] * share - middle))
        distances.append(np.abs(strengths[near, :, k] - sigmoid[:, None]).mean(axis=0))
    return {
        "times in units of the first": emerged[:, 1:] / emerged[:, :1],
        "times in units of the calibrated": config.frequencies * emerged / calibrated,
        "distance to the calibrated curves": np.mean(distances, axis=0),
        "times": times,
        "strengths": strengths.transpose(1, 0, 2),
        "times of one skill": early,
        "strengths of one skill": alone.T,
        "calibration": np.array([middle, pace]),
    }


def _runs(config: Time) -> tuple[tuple[int, int], tuple[int, int]]:
    """Skills and steps of the calibration and of the run."""
    return (1, config.alone), (config.skills, config.steps)


def _followed(config: Time, session: Session, skills: int, steps: int) -> tuple[Array, dict[str, Array]]:
    """Train on fresh samples at every step, others for every network; steps, and what is measured at each.

    Returns:
        The steps, (records,), and `R` and `loss` as in `_strengths`, (records, networks, skills).
    """

    from ..models.parity import perceptron, perceptron_start
    from ..training import SGD, streams, train

    task = config.task(session, skills)

    def draw(each: Streams) -> tuple[Tensor, Tensor]:
        batch = task.draw(config.seeds, config.batch, generator=each)
        return task.one_hot(batch, session.dtype), task.answers(batch, session.dtype)

    start = perceptron_start(
        config.seeds, skills, config.bits, config.width, session.streams(config.seeds, "start", skills),
        deviation=config.deviation, dtype=session.dtype,
    )  # fmt: skip
    at = tuple(range(0, steps + 1, max(1, steps // config.records)))
    fresh = streams(draw, session, config.seeds, name=f"samples-{skills}", device=session.device)
    trained = train(
        perceptron, start, fresh, steps=steps, optimiser=SGD(config.rate),
        observe=_strengths(config, task, perceptron, session), at=at, session=session, name=f"time-{skills}",
    )  # fmt: skip
    return np.array(at, dtype=float), {k: v.numpy().astype(float) for k, v in trained.observed.items()}


def _emerged(times: Array, strengths: Array, level: float) -> Array:
    """When strengths reach a level; one that does not is said to do so at the end, the least that it can be."""
    found = crossing_times(times, strengths, level)
    return np.where((strengths < level).all(axis=0), times[-1], found)


TIME = Experiment(
    "emergence/time",
    title="When two-layer perceptrons learn each skill",
    claims=("scaling-laws/emergent-interval", "emergence/time-emergence", "emergence/strength-solved"),
    sources=(thesis("Figure 5.1"), thesis("Figure 5.2"), thesis("5.2")),
    scales={
        "smoke": Time(
            seeds=6, skills=2, bits=6, relevant=2, alpha=0.6, target=5.0, width=32, deviation=0.05, rate=0.1,
            batch=128, steps=900, alone=400, tests=256, level=0.25, records=100,
        ),
        "desk": Time(
            seeds=16, skills=3, bits=12, relevant=3, alpha=0.6, target=5.0, width=128, deviation=0.001, rate=0.1,
            batch=400, steps=7500, alone=1800, tests=500, level=0.25, records=150,
        ),
        "paper": Time(
            seeds=10, skills=5, bits=32, relevant=3, alpha=0.6, target=5.0, width=1000, deviation=0.01, rate=0.05,
            batch=4000, steps=30_000, alone=3000, tests=20_000, level=0.25, records=600,
        ),
    },
    predict=predict_time,
    measure=measure_time,
    note="The printed exponent of (5.2) has B^2, its repair B; a calibrated number cannot tell them apart, see "
    "emergence/shrunk-basis. Thesis C.3 gives the deviation of the start as 0.001 in its text and as 0.01 in its "
    "table: the scale `paper` has the table's, `desk` the text's. At `desk` seeds, width, deviation and steps were "
    "changed after verdicts of smaller runs, to narrow the error; tolerances were not. Times in units of the first "
    "stay UNDECIDED: 3.20 and 6.43 against 3.03 and 5.80, 11% late with an error of 13%, where 20% is allowed. In "
    "units of the calibrated they are 0.88, 0.93 and 0.97: every skill comes sooner than it does alone, and the rarer "
    "ones later than (5.2) has it.",
    curves=("times", "strengths", "times of one skill", "strengths of one skill", "calibration"),
    whole=True,
)  # fmt: skip


def predict_loss(config: Time) -> Expected:
    """The power of time of a loss of a few skills, thesis (4.25), and its plateau."""
    p = config.alpha / (config.alpha + 1)
    # The finitely many stages of the theory, in the same window: emergence times of skills stand for times.
    model = MultilinearModel(config.alpha, config.skills, 1.0, 1e-4)
    first = math.log(model.odds * config.level / (1 - config.level)) / (2 * model.A)
    low, high = (first * k ** (config.alpha + 1) for k in _window(config))
    times = np.linspace(low, high, 400)
    loss = loss_in_time(model, times).value + loss_beyond(model, config.skills, learning=True)
    off = abs(float(power(times, loss, low, high)) / -p - 1)
    expect = Expecting()
    expect.beyond(
        "corrected exponent",
        "L + L_C falls as T^(-alpha/(alpha+1)), thesis (4.25) and (C.2), while the second to the last skill but "
        f"one emerge; in so few stages the sums are {off:.0%} off it, and 15% is for skills that share a layer",
        {("scaling-laws/time-law", "scaling-laws/corrected-power-law"): -p},
        off + 0.15,
        relative=True,
    )
    expect.beyond(
        "exponent",
        "the loss itself falls faster, thesis C.1",
        {"scaling-laws/finite-n-decays-faster": at_most(-p)},
        1e-6,
    )
    return expect.found


def _window(config: Time) -> tuple[int, int]:
    """The skills at whose times of emergence an exponent is read first and last."""
    return 2, max(config.skills - 1, 3)


def measure_loss(config: Time, session: Session) -> Mapping[str, Any]:
    """Calibrate the time of one skill, train on all, and read the loss between the times that follow from it."""
    (early, first), (times, later) = (_followed(config, session, *run) for run in _runs(config))
    calibrated = float(_emerged(early, first["R"][..., 0], config.level).mean())
    loss = later["loss"] @ config.frequencies  # (records, seeds), in units of S^2
    model = MultilinearModel(config.alpha, config.skills, 1.0, 1e-4)
    beyond = loss_beyond(model, config.skills, learning=True)
    low, high = (calibrated / config.frequencies[k - 1] for k in _window(config))
    if high > times[-1]:
        raise ValueError(f"the window ends at step {high:.0f}, training at {times[-1]:.0f}; ask for more steps")
    inside = np.linspace(low, high, 200)  # as in the prediction, equally dense in time
    curves = np.stack([np.interp(inside, times, column) for column in loss.T], axis=1)
    return {
        "corrected exponent": power(inside, curves + beyond, low, high),
        "exponent": power(inside, curves, low, high),
        "times": times,
        "losses": loss.T,
    }


LOSS = Experiment(
    "scaling/perceptron",
    title="The loss of two-layer perceptrons in time",
    claims=("scaling-laws/time-law", "scaling-laws/corrected-power-law", "scaling-laws/finite-n-decays-faster"),
    sources=(thesis("Table 4.1"), thesis("Figure 4.2"), thesis("C.1")),
    scales={
        "smoke": Time(
            seeds=6, skills=4, bits=8, relevant=2, alpha=0.6, target=5.0, width=32, deviation=0.05, rate=0.1,
            batch=128, steps=1500, alone=400, tests=128, level=0.25, records=200,
        ),
        "desk": Time(
            seeds=32, skills=6, bits=18, relevant=3, alpha=0.6, target=5.0, width=64, deviation=0.01, rate=0.1,
            batch=300, steps=9600, alone=1200, tests=200, level=0.25, records=300,
        ),
        "paper": Time(
            seeds=10, skills=10, bits=32, relevant=3, alpha=0.6, target=5.0, width=1000, deviation=0.01, rate=0.05,
            batch=4000, steps=60_000, alone=3000, tests=2000, level=0.25, records=600,
        ),
    },
    predict=predict_loss,
    measure=measure_loss,
    note="The sources train the multilinear model for their exponents and refer to others for perceptrons. So few "
    "skills that fit into minutes leave a staircase, whose mean slope is meant. At `desk` the slope is a quarter "
    "flatter than the law. The seeds there were raised from 8, which left it UNDECIDED (-0.286, off by 24% +- 13%, "
    "where 17% is allowed), to 32, which contradict it (-0.276, off by 26% +- 8%); tolerances were not changed, and "
    "steps only for the window to end before training. At fault is what (4.14) becomes in perceptrons: in 4 networks "
    "of a run apart, with a slope of -0.30, P_k tau_k rises by 10, 24 and 41% from the first skill to the second, "
    "third and fourth. Stretching the measured curve of each skill in time, so that P_k tau_k is one number, makes the "
    "slope -0.35, within what is allowed; sigmoids at the measured times have -0.32, at the predicted ones -0.37. Slow "
    "tails are not the cause: the losses after 1.5 times a skill's own time, set to zero, leave -0.30. Why rarer "
    "skills come late (a shared layer, or samples of other skills as noise) has not been told apart.",
    curves=("times", "losses"),
    whole=True,
)  # fmt: skip

# -- Data ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Data(Task):
    """Emergence in data.

    Attributes:
        sizes: D, increasing.
    """

    sizes: tuple[int, ...]


def predict_data(config: Data) -> Expected:
    """Samples from skill to skill: (5.5) depends on d_k alone."""
    k = np.arange(2.0, config.skills + 1)
    claims = ("emergence/few-samples", "emergence/enough-directions-learn-the-skill")
    says = (
        "a skill is learnt from d_k = P_k D samples of its own, thesis (5.5), with one D_c for all skills; 30%, since "
        "the thesis itself (5.3.2) sees perceptrons ask for more samples of rarer skills"
    )
    expect = Expecting(0.3)
    expect.beyond(
        "samples in units of the first",
        f"D_k/D_1 = P_1/P_k = k^(alpha+1): {says}",
        {claims: k ** (config.alpha + 1)},
        relative=True,
    )
    expect.beyond(
        "samples in units of the calibrated",
        f"P_k D_k is the D of the one skill alone: {says}",
        {claims: np.ones(config.skills)},
    )
    return expect.found


def measure_data(config: Data, session: Session) -> Mapping[str, Any]:
    """Train on data sets of several sizes, the smaller ones parts of the larger, by batches drawn from each."""
    import torch

    from ..models.parity import perceptron, perceptron_start
    from ..streams import uniform
    from ..training import SGD, train

    n, sizes = config.seeds, torch.tensor(config.sizes, device=session.device)
    rows = torch.arange(n, device=session.device).repeat(len(config.sizes))[:, None]
    size = sizes.repeat_interleave(n)[:, None]
    found: dict[int, Array] = {}
    for skills, steps in ((1, config.alone), (config.skills, config.steps)):
        task = config.task(session, skills)
        each = session.streams(n, "data", skills, device=session.device)
        batch = task.draw(n, config.sizes[-1], generator=each)
        x, y = task.one_hot(batch, session.dtype), task.answers(batch, session.dtype)

        def batches(step: int, x: Tensor = x, y: Tensor = y, skills: int = skills) -> tuple[Tensor, Tensor]:
            each = session.streams(n, "batch", skills, step, device=session.device)
            drawn = uniform(each, n, len(sizes), config.batch, dtype=torch.float32).transpose(0, 1).flatten(0, 1)
            chosen = (drawn * size).long().clamp_(max=size - 1)
            return x[rows, chosen], y[rows, chosen]

        start = perceptron_start(
            n, skills, config.bits, config.width, session.streams(n, "start", skills), deviation=config.deviation,
            dtype=session.dtype,
        )  # fmt: skip
        start = {name: value.repeat(len(config.sizes), *[1] * (value.ndim - 1)) for name, value in start.items()}
        trained = train(
            perceptron, start, batches, steps=steps,
            optimiser=SGD(lambda step: config.rate * 0.5 ** (step // 50_000)),  # thesis C.3
            observe=_strengths(config, task, perceptron, session), at=[steps], session=session, name=f"data-{skills}",
            shared=False,
        )  # fmt: skip
        found[skills] = trained.observed["R"][-1].reshape(len(config.sizes), n, skills).numpy().astype(float)
    log = np.log(np.array(config.sizes, dtype=float))
    half = {skills: np.exp(log[0] + _area(log, 1 - strengths)) for skills, strengths in found.items()}
    return {
        "samples in units of the first": half[config.skills][:, 1:] / half[config.skills][:, :1],
        "samples in units of the calibrated": config.frequencies * half[config.skills] / half[1].mean(),
        "sizes": np.array(config.sizes, dtype=float),
        "strengths": found[config.skills].transpose(1, 0, 2),
        "strengths of one skill": found[1][..., 0].T,
    }


def _area(x: Array, curves: Array) -> Array:
    """The integral by trapezoids; shapes (points,) and (points, ...)."""
    return np.asarray(np.trapezoid(curves, x, axis=0))


DATA = Experiment(
    "emergence/data",
    title="From how many samples two-layer perceptrons learn each skill",
    claims=("emergence/few-samples", "emergence/enough-directions-learn-the-skill"),
    sources=(thesis("Figure 5.1"), thesis("Figure 5.2"), thesis("5.5")),
    scales={
        "smoke": Data(
            seeds=4, skills=2, bits=6, relevant=2, alpha=0.6, target=5.0, width=32, deviation=0.05, rate=0.1,
            batch=64, steps=1000, alone=400, tests=256, sizes=(4, 8, 16, 32, 64, 128, 256),
        ),
        "desk": Data(
            seeds=24, skills=2, bits=9, relevant=3, alpha=0.6, target=5.0, width=48, deviation=0.01, rate=0.1,
            batch=100, steps=5000, alone=1500, tests=512, sizes=(20, 40, 80, 160, 320, 640, 1280),
        ),
        "paper": Data(
            seeds=10, skills=5, bits=32, relevant=3, alpha=0.6, target=5.0, width=1000, deviation=0.01, rate=0.05,
            batch=2000, steps=500_000, alone=100_000, tests=20_000,
            sizes=(200, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000),
        ),
    },
    predict=predict_data,
    measure=measure_data,
    note="The number of samples of a transition is read from its area on a logarithmic axis. The printed (5.5) and "
    "its repair differ in the shape of the curve and not in its scaling; emergence/few-shots tells them apart. At the "
    "scale `desk` seeds and sizes were changed after seeing verdicts, to narrow the error; tolerances were not. The "
    "first prediction was UNDECIDED twice, with 6 seeds (off by 0.07 +- 0.35) and with 16 (0.10 +- 0.21), before 24 "
    "(0.08 +- 0.19) made it SUPPORTED: seeds were added until it was, and it holds narrowly.",
    curves=("sizes", "strengths", "strengths of one skill"),
    whole=True,
)  # fmt: skip

# -- Width -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Width(Task):
    """Emergence in width.

    Attributes:
        decay: weight decay of Adam.
    """

    decay: float


def predict_width(config: Width) -> Expected:
    """Widths from skill to skill, by (5.9), and its calibrated curve."""
    k = np.arange(2.0, config.skills + 1)
    claims = ("emergence/partly-expressible-skill-limit", "emergence/remainder-range")
    expect = Expecting(0.3)
    expect.beyond(
        "widths in units of the first",
        "the strength of skill k rises from 0 to 1 between (k-1) N_c and k N_c neurons, thesis (5.9): its place "
        "is (k - 1/2) N_c, which is 2k - 1 times that of the first; 30%, as the text finds the order of skills "
        "'not as strict as in our model'",
        {claims: 2 * k - 1},
        relative=True,
    )
    expect.beyond(
        "widths in units of the calibrated",
        "the place of skill k is (k - 1/2) N_c, with N_c/2 the place of the one skill alone: over 2k - 1 times "
        "that, one; 30% as above",
        {claims: np.ones(config.skills)},
    )
    expect.beyond(
        "widths of the last less those of the first",
        "no skill comes before a more frequent one, thesis (5.9); in neurons, in the mean",
        {claims: at_least(0.0)},
        1e-3,
    )
    return expect.found


def _by_width(values: Tensor, seeds: int) -> Tensor:
    """Networks that were drawn seed by seed, (seeds * widths, ...), in the order of widths by seeds."""
    return values.unflatten(0, (seeds, -1)).transpose(0, 1).flatten(0, 1)


def measure_width(config: Width, session: Session) -> Mapping[str, Any]:
    """Train perceptrons of every width up to the largest side by side, with neurons that are not there masked."""
    import torch

    from ..models.parity import perceptron, perceptron_start
    from ..training import Adam, streams, train

    n, widths = config.seeds, np.arange(1.0, config.width + 1)
    seed = torch.arange(n, device=session.device).repeat(len(widths))  # widths by seeds
    there = torch.arange(config.width) < torch.from_numpy(widths).repeat_interleave(n)[:, None]
    found: dict[int, Array] = {}
    for skills, steps in ((1, config.alone), (config.skills, config.steps)):
        task = config.task(session, skills)

        def draw(each: Streams, task: SparseParity = task) -> tuple[Tensor, Tensor]:
            batch = task.draw(n, config.batch, generator=each)
            return task.one_hot(batch, session.dtype)[seed], task.answers(batch, session.dtype)[seed]

        start = perceptron_start(
            n * len(widths), skills, config.bits, config.width, session.streams(n, "start", skills),
            deviation=config.deviation, dtype=session.dtype,
        )  # fmt: skip
        start = {name: _by_width(value, n) for name, value in start.items()}
        fresh = streams(draw, session, n, name=f"samples-{skills}", device=session.device)
        trained = train(
            perceptron, start, fresh, steps=steps, optimiser=Adam(config.rate, weight_decay=config.decay),
            fixed={"mask": there.to(session.dtype)}, observe=_strengths(config, task, perceptron, session), at=[steps],
            session=session, name=f"width-{skills}",
        )  # fmt: skip
        found[skills] = trained.observed["R"][-1].reshape(len(widths), n, skills).numpy().astype(float)
    each = _fitted_basis(widths, found[1][..., 0].mean(axis=1))
    places, alone = (
        _area(np.concatenate([[0.0], widths]), np.concatenate([np.ones((1, n, found[k].shape[-1])), 1 - found[k]]))
        for k in (config.skills, 1)
    )
    order = 2 * np.arange(1, config.skills + 1) - 1
    return {
        "widths in units of the first": places[:, 1:] / places[:, :1],
        "widths in units of the calibrated": places / (order * alone),
        "widths of the last less those of the first": places[:, -1] - places[:, 0],
        "widths": widths,
        "strengths": found[config.skills].transpose(1, 0, 2),
        "strengths of one skill": found[1][..., 0].T,
        "calibration": np.array([each]),
    }


def _ramp(widths: Array, each: float, k: int) -> Array:
    """(5.9) over the widths, for a calibrated N_c that need not be whole."""
    if each == int(each):
        return width_strength(k, widths, int(each))
    return np.clip((widths - (k - 1) * each) / each, 0.0, 1.0)


def _fitted_basis(widths: Array, strength: Array) -> float:
    """The N_c of (5.9), in halves, that is nearest to the strength of one skill in least squares."""
    trials = np.arange(1.0, len(widths) + 0.5, 0.5)
    return float(min(trials, key=lambda each: float(((_ramp(widths, each, 1) - strength) ** 2).sum())))


WIDTH = Experiment(
    "emergence/width",
    title="How many neurons two-layer perceptrons need for each skill",
    claims=("emergence/partly-expressible-skill-limit", "emergence/remainder-range"),
    sources=(thesis("Figure 5.1"), thesis("Figure 5.2"), thesis("Table 5.1"), thesis("5.9")),
    scales={
        "smoke": Width(
            seeds=4, skills=2, bits=4, relevant=2, alpha=0.6, target=5.0, width=8, deviation=0.05, rate=0.02,
            batch=64, steps=1200, alone=800, tests=256, decay=5e-5,
        ),
        "desk": Width(
            seeds=6, skills=2, bits=6, relevant=3, alpha=0.6, target=5.0, width=16, deviation=0.01, rate=0.01,
            batch=128, steps=7000, alone=6000, tests=256, decay=5e-5,
        ),
        "paper": Width(
            seeds=10, skills=5, bits=32, relevant=3, alpha=0.6, target=5.0, width=40, deviation=0.01, rate=0.001,
            batch=4000, steps=500_000, alone=500_000, tests=20_000, decay=5e-5,
        ),
    },
    predict=predict_width,
    measure=measure_width,
    note="Adam, as in the thesis. The networks of a seed see the same samples, and those of other seeds their own: at "
    "first all of a run shared them, and with Adam, whose first steps have the size of the rate whatever the "
    "gradient is, they shared their fate. The one skill alone then came at 4.9 neurons with the seed 0 and at 7.8 "
    "with 12345, each known to 0.4 by its own seeds, and a verdict flipped; with samples of their own they come "
    "at 3.7 and 4.4. The mean distance of single networks from the calibrated curve, which was compared before, "
    "is mostly their scatter, as one network has learnt a skill or not: places are compared in its stead. With "
    "samples of their own the second skill comes at 2.0 times the width of the first (2.1 with 12345), where "
    "(5.9) has 3. What is learnt depends on how long networks train, since narrow ones get stuck, and (5.9) is "
    "about the end of training. A largest width at which the last skill is not yet learnt cuts its area off, and "
    "makes its place too small. The numbers of `desk` were changed after verdicts had been seen, tolerances were "
    "not. Steps were doubled after the second skill had come at 1.6 times the width of the first, and the largest "
    "width was raised from 12 to 16.",
    curves=("widths", "strengths", "strengths of one skill", "calibration"),
    whole=True,
)  # fmt: skip
