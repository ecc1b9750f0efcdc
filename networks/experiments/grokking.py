r"""Grokking: a passage from extended to minimum features, and what takes the delay away.

Thesis 6.4.2 and 6.4.3, Figures 6.4 and 6.5, Table 6.1; position paper 7.2 and appendix H.3; richness paper, Figure 4.

*Division modulo p* (Figure 6.4).  The claims say what the measure kappa_CKA of a network in the minimum feature regime
is: 0 at an MP-operator, with C effective features of one intensity.  That a network goes there when it generalises, and
was not there while it only fitted, is the sources' finding; the bounds below are the thesis's own epsilon = 0.1.

*Table 6.1* (Figure 6.5).  What the claims give is gamma_+ of the scalar network, a function of the one ratio
``q = T/(x o w^2)`` of target, input, output and weight scale.  Carried over to a perceptron with four layers it is no
theorem but the sources' conjecture: the larger gamma_+, the shorter the delay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from layerproof.language.sources import position_paper, richness_paper, thesis

from ..harness.expecting import Expected, Expecting, at_least, at_most
from ..harness.grid import Grid
from ..harness.protocol import Config, Experiment, ids
from ..harness.types import Array, Session, Tensor
from .scalar import ROWS, TABLE, growth, ratio

EPSILON = 0.1
"""Below this kappa_CKA the thesis calls a network one in the minimum feature regime (Definition 2)."""


def records(steps: int, *, factor: float = 10 ** (1 / 16), linear: int = 24) -> list[int]:
    """Numbers of steps at which to look: a geometric row, and a linear one, with both ends."""
    row = {0, steps} | {round(steps * k / linear) for k in range(linear)}
    value = 1.0
    while value < steps:
        row.add(round(value))
        value *= factor
    return sorted(row)


def first(at: Array, reached: NDArray[np.bool_]) -> Array:
    """The number of steps at which something first holds, over the first axis; one step more than the last if never."""
    never = ~reached.any(axis=0)
    return np.asarray(np.where(never, at[-1] + 1, at[reached.argmax(axis=0)]))


# -- Division modulo p (Figure 6.4) ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Division(Config):
    """Networks that learn a / b modulo p from a share of all pairs.

    Attributes:
        model: ``transformer``, or a ``perceptron`` on one-hot pairs with two hidden layers, the first of squares.
        modulus: p; also the number of classes, C.
        share: of the pairs, to train on.
        width: of the hidden layers, or of the transformer.
        layers: of the transformer; the perceptron always has two hidden ones.
        rate: of AdamW with betas (0.9, 0.98), reached after ten steps.
        decay: decoupled weight decay; 0 is Adam.
        batch: samples of a step; 0 takes all.
        steps: of training.
        fitted: training accuracy from which on a network counts as fitted.
        generalised: test accuracy from which on it counts as generalising.
    """

    model: Literal["perceptron", "transformer"]
    modulus: int
    share: float
    width: int
    layers: int
    rate: float
    decay: float
    batch: int
    steps: int
    fitted: float = 0.99
    generalised: float = 0.95


def predict_division(config: Division) -> Expected:
    """Where the measures are before and after."""
    expect = Expecting(0.01)
    expect.seen(
        "gap while overfitting",
        "What makes it grokking: training minus test accuracy when the training pairs are first fitted",
        at_least(0.5),
        thesis("Figure 6.4"),
        over="every seed",
    )
    expect.seen(
        "delay",
        "The same in time: the logarithm (base 10) of the step at which the network generalises over that at which "
        "it fits; at least a factor of three",
        at_least(float(np.log10(3))),
        thesis("Figure 6.4"),
        over="every seed",
    )
    expect.seen(
        "accuracy at the end",
        "It generalises at last: test accuracy at the end",
        at_least(config.generalised),
        thesis("Figure 6.4"),
        over="every seed",
    )
    expect.seen(
        "kappa while overfitting",
        "Extended features in the overfitting phase: kappa_CKA, which is 0 at an MP-operator, is above the "
        "thesis's epsilon = 0.1, with a margin of a factor of two",
        at_least(2 * EPSILON),
        thesis("Figure 6.4"),
        over="every seed",
    )
    expect.seen(
        "kappa at the end",
        "Minimum features after grokking: kappa_CKA below the thesis's epsilon = 0.1",
        at_most(EPSILON),
        thesis("Figure 6.4"),
        over="every seed",
    )
    expect.beyond(
        "dimension at the end",
        "1 + D_eff(rho_2, ..., rho_p) over C, which is 1 for an MP-operator; within 15 %, as kappa = 0.1 allows "
        "intensities that differ by about a half",
        {"neural-collapse/dimension-without-the-first": 1.0},
        0.15,
    )
    expect.seen(
        "utilisation at the end",
        "The first C features express the learned function: its cumulative utilisation at C, which is 1 for an "
        "MP-operator",
        at_least(0.9),
        thesis("Figure 6.4"),
        over="every seed",
    )
    return expect.found


def measure_division(config: Division, session: Session) -> dict[str, Any]:
    """Train, and look at all pairs: those are the distribution of the task."""
    import torch
    from torch.func import vmap

    from ..data.modular import modular_table
    from ..data.targets import one_hot
    from ..metrics import eigenfunctions, moments_of, richness, significant_dimension, utilisation
    from ..training import AdamW, full_batch, mean_square, minibatches, train

    p, seeds = config.modulus, config.seeds
    model = division_model(config)
    table = modular_table(p, "division")

    def coded(part: Any) -> tuple[Tensor, Tensor]:
        tokens, answers = part.tokens()
        return (tokens if config.model == "transformer" else part.one_hot(session.dtype)[0]), answers

    parts = [table.split(config.share, one) for one in session.streams(seeds, "pairs").each]
    (x, y), (x_test, y_test) = (
        tuple(torch.stack(column).to(session.device) for column in zip(*map(coded, side), strict=True))
        for side in zip(*parts, strict=True)
    )
    x_all = coded(table)[0].to(session.device)
    target = torch.stack([one_hot(labels, p, session.dtype) for labels in y])
    outputs = vmap(model.outputs_and_features)

    def accuracy(parameters: Any, inputs: Tensor, labels: Tensor) -> Tensor:
        return (outputs(parameters, inputs)[0].argmax(-1) == labels).double().mean(1)

    def look(parameters: dict[str, Tensor]) -> dict[str, Tensor]:
        f, features = vmap(model.outputs_and_features, in_dims=(0, None))(parameters, x_all)
        moments = moments_of(features=features, output=f)
        e = eigenfunctions(moments)
        fitted_f, fitted_features = outputs(parameters, x)
        return {
            "train": (fitted_f.argmax(-1) == y).double().mean(1),
            "test": accuracy(parameters, x_test, y_test),
            "kappa": richness(moments),
            "kappa of training pairs": richness(moments_of(features=fitted_features, output=fitted_f)),
            "dimension": significant_dimension(e.intensities),
            "utilisation": utilisation(e, moments).cumulative[..., p - 1],
        }

    batches = minibatches(x, target, config.batch, session, name="order") if config.batch else full_batch(x, target)
    training = train(
        model,
        model.init(seeds, session.streams(seeds, "weights"), session.dtype),
        batches,
        steps=config.steps,
        optimiser=AdamW(lambda step: config.rate * min(1.0, (step + 1) / 10), (0.9, 0.98), weight_decay=config.decay),
        loss=mean_square,
        observe=look,
        at=records(config.steps),
        session=session,
        name="division",
    )
    seen = {name: value.numpy() for name, value in training.observed.items()}
    at = np.array(training.steps, dtype=float)
    fit = np.maximum(first(at, seen["train"] >= config.fitted), 1)
    generalise = np.maximum(first(at, seen["test"] >= config.generalised), 1)
    then = np.minimum(np.searchsorted(at, fit), len(at) - 1), np.arange(seeds)
    return {
        "gap while overfitting": (seen["train"] - seen["test"])[then],
        "delay": np.log10(generalise / fit),
        "accuracy at the end": seen["test"][-1],
        "kappa while overfitting": seen["kappa"][then],
        "kappa at the end": seen["kappa"][-1],
        "dimension at the end": seen["dimension"][-1] / p,
        "utilisation at the end": seen["utilisation"][-1],
        "steps": at,
        "fit": fit,
        "generalise": generalise,
        "curves": seen,
    }


def division_model(config: Division) -> Any:
    """The network of a configuration."""
    from ..models.squares import SquaredPerceptron
    from ..models.transformer import Transformer

    p = config.modulus
    if config.model == "transformer":
        return Transformer(vocabulary=p + 2, length=4, outputs=p, width=config.width, layers=config.layers)
    return SquaredPerceptron((2 * p, config.width, config.width, p), bias=False)


# -- Table 6.1 (Figure 6.5) ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table(Config):
    """Perceptrons with tanh and four layers, in the five configurations of the table.

    Attributes:
        data: ``digits`` or ``mnist``, pixels in [0, 1].
        samples: to train on, as many of each class.
        width: of the three hidden layers.
        batch: samples of a step.
        rate: of Adam.
        decay: weight decay, added to the gradient as Adam's.
        steps: of the default.
        short: steps of the other four, which need fewer.
        fitted: training accuracy from which on a network counts as fitted.
        generalised: test accuracy from which on it counts as generalising.
    """

    data: Literal["digits", "mnist"]
    samples: int
    width: int
    batch: int
    rate: float
    decay: float
    steps: int
    short: int
    fitted: float = 0.95
    generalised: float = 0.8


RICHER = ("general-solutions/table-values", "general-solutions/growth-of-ratio")
VARIANTS = ids("general-solutions/ weight-downscaling target-upscaling input-downscaling output-downscaling")
DEFAULT, WEIGHTS, TARGET, INPUT, OUTPUT = range(5)


def predict_table(config: Table) -> Expected:
    """Delays by gamma_+: what is compared with what, and in which order, comes from the formula."""
    ends = np.array([growth(ratio(row)) for row in TABLE])
    richer = [k for k in range(5) if ends[k] > 2 * ends[DEFAULT]]
    if richer != [WEIGHTS, TARGET, INPUT, OUTPUT] or not np.isclose(ends[TARGET], ends[OUTPUT]):
        raise ValueError(f"gamma_+ of the table is {ends}; expected four richer rows than the default")
    expect = Expecting(0.01)
    expect.beyond(
        "delay of the default over the others",
        f"gamma_+ is {ends[0]:.3g} in the default and {', '.join(f'{v:.3g}' for v in ends[1:])} with weights, "
        "target, input and output rescaled: log10 of (step that generalises / step that fits) is larger in the "
        "default, by at least half a decade",
        {(*RICHER, *VARIANTS): at_least(np.full(4, 0.5))},
        0.02,
        over="every seed",
    )
    expect.beyond(
        "order of delays",
        f"gamma_+ rises from target upscaling ({ends[TARGET]:.3g}) and output downscaling to weight downscaling "
        f"({ends[WEIGHTS]:.3g}): delays fall; target minus weight, output minus weight",
        {(*RICHER, *VARIANTS): at_least(np.zeros(2))},
        0.05,
    )
    expect.seen(
        "delay of the others",
        "'All methods remove the delay': less than the factor of three that makes it grokking, as in grokking/division",
        at_most(np.full(4, np.log10(3))),
        thesis("Figure 6.5"),
    )
    expect.beyond(
        "equal ratios, equal fits",
        "Target times ten and output by ten make the same ratio, and for Adam the same training but for the weight "
        "decay and rounding: log10 of the quotient of the steps that fit",
        {("general-solutions/ratio-decides", "general-solutions/table-values"): 0.0},
        0.07,
    )
    expect.beyond(
        "equal ratios, equal delays",
        "the same for the steps that generalise",
        {("general-solutions/ratio-decides", "general-solutions/table-values"): 0.0},
        0.15,
    )
    expect.beyond(
        "kappa of the default over the others",
        f"A larger gamma_+ is nearer to minimum features: kappa_CKA of the training samples after {config.short} "
        "steps is larger in the default",
        {(*RICHER, *VARIANTS): at_least(np.zeros(4))},
    )
    expect.beyond(
        "weight downscaling over input downscaling",
        f"gamma_+ is {ends[WEIGHTS]:.3g} with small weights and {ends[INPUT]:.3g} with small inputs: the delay is "
        "longer with small weights",
        {(*RICHER, "general-solutions/weight-downscaling", "general-solutions/input-downscaling"): at_least(0.0)},
        0.05,
    )
    expect.beyond(
        "kernel similarity of the default over the others",
        "the default is the laziest: when the samples are fitted its features are nearer to their start, so that "
        "their kernel is more similar to the initial one, by 0.1 at least",
        {(*RICHER, *VARIANTS): at_least(np.full(4, 0.1))},
    )
    return expect.found


def measure_table(config: Table, session: Session) -> dict[str, Any]:
    """Train the five configurations from the same draws, with the same batches."""
    found = [
        _train_rows(config, session, rows, steps)
        for rows, steps in (((DEFAULT,), config.steps), ((WEIGHTS, TARGET, INPUT, OUTPUT), config.short))
    ]
    fit, generalise, similarity, kappa = (
        np.concatenate([part[name] for part in found], axis=1) for name in ("fit", "generalise", "similarity", "then")
    )
    delay = np.log10(generalise / fit)
    others = delay[:, 1:]
    return {
        "delay of the default over the others": delay[:, :1] - others,
        "order of delays": delay[:, [TARGET, OUTPUT]] - delay[:, [WEIGHTS]],
        "delay of the others": others,
        "equal ratios, equal fits": np.log10(fit[:, TARGET] / fit[:, OUTPUT]),
        "equal ratios, equal delays": np.log10(generalise[:, TARGET] / generalise[:, OUTPUT]),
        "kappa of the default over the others": kappa[:, :1] - kappa[:, 1:],
        "weight downscaling over input downscaling": delay[:, WEIGHTS] - delay[:, INPUT],
        "kernel similarity of the default over the others": similarity[:, :1] - similarity[:, 1:],
        "kernel similarity": similarity,
        "delay": delay,
        "curves": {
            f"{name} {what}": part[what][..., k]
            for part, names in zip(found, (ROWS[:1], ROWS[1:]), strict=True)
            for k, name in enumerate(names)
            for what in ("train", "test", "kappa")
        }
        | {"steps": found[0]["at"], "short steps": found[1]["at"]},
    }


def _train_rows(config: Table, session: Session, rows: tuple[int, ...], steps: int) -> dict[str, Array]:
    """Train some rows of the table; results have the shape (seeds, rows), or (records, seeds, rows)."""
    import torch
    from torch.func import vmap

    from ..data import images
    from ..data.targets import one_hot
    from ..metrics import kernel_similarity, moments_of, richness
    from ..models.perceptrons import Perceptron
    from ..training import Adam, mean_square, minibatches, train

    seeds, cells = config.seeds, len(rows)
    split = images.load(config.data)
    low, high = split.train.x.min(), split.train.x.max()  # their normalisation is undone: pixels in [0, 1]
    chosen = split.train.balanced(config.samples, session.generator("samples"))
    x, x_test = (((part.x - low) / (high - low)).flatten(1).to(session.device) for part in (chosen, split.test))
    y, y_test = chosen.labels.to(session.device), split.test.labels.to(session.device)
    model = Perceptron((x.shape[1], *[config.width] * 3, chosen.classes), "tanh")
    grid = Grid(seeds, cells)
    weights, targets, inputs, outer = (
        grid.of_cells(torch.tensor(column, dtype=session.dtype, device=session.device))
        for column in zip(*(TABLE[row] for row in rows), strict=True)
    )
    start = {
        name: grid.of_seeds(value.to(session.device)) * weights.reshape(-1, *[1] * (value.ndim - 1))
        for name, value in model.init(seeds, session.streams(seeds, "weights"), session.dtype).items()
    }

    def network(parameters: Any, samples: Tensor) -> Tensor:
        return parameters["output scale"] * model(parameters, parameters["input scale"] * samples)

    outputs = vmap(network, in_dims=(0, None))
    features = vmap(lambda w, samples: model.features(w, w["input scale"] * samples), in_dims=(0, None))
    fixed = {"output scale": outer, "input scale": inputs}
    initial = features(start | fixed, x)

    def look(parameters: dict[str, Tensor]) -> dict[str, Tensor]:
        f = outputs(parameters, x)
        moments = moments_of(features=features(parameters, x), initial=initial, output=f)
        return {
            "train": (f.argmax(-1) == y).double().mean(1),
            "test": (outputs(parameters, x_test).argmax(-1) == y_test).double().mean(1),
            "similarity": kernel_similarity(moments),
            "kappa": richness(moments),
        }

    target = targets[:, None, None] * one_hot(y, chosen.classes, session.dtype)
    training = train(
        network,
        start,
        minibatches(x, target, config.batch, session, name="order", shared="x"),
        steps=steps,
        optimiser=Adam(config.rate, weight_decay=config.decay),
        loss=mean_square,
        fixed=fixed,
        observe=look,
        at=sorted({*records(steps), config.short}),
        session=session,
        name=f"table-{'-'.join(map(str, rows))}",
    )
    at = np.array(training.steps, dtype=float)
    seen = {name: value.numpy().reshape(len(at), seeds, cells) for name, value in training.observed.items()}
    fit = np.maximum(first(at, seen["train"] >= config.fitted), 1)
    then = np.minimum(np.searchsorted(at, fit), len(at) - 1)
    return seen | {
        "at": at,
        "fit": fit,
        "generalise": np.maximum(first(at, seen["test"] >= config.generalised), 1),
        "similarity": np.take_along_axis(seen["similarity"], then[None], 0)[0],
        "then": seen["kappa"][np.searchsorted(at, config.short)],
    }


_division = Division(
    seeds=2, model="perceptron", modulus=23, share=0.8, width=96, layers=2, rate=0.005, decay=1.0, batch=0, steps=1200
)
_paper = Division(
    seeds=3, model="transformer", modulus=97, share=0.5, width=128, layers=2, rate=0.001, decay=0.0, batch=512,
    steps=36_000,
)  # fmt: skip
_table = Table(
    seeds=2,
    data="digits",
    samples=200,
    width=64,
    batch=50,
    rate=1e-3,
    decay=1e-4,
    steps=2600,
    short=500,
    fitted=0.9,
    generalised=0.7,
)

DIVISION = Experiment(
    "grokking/division",
    title="Division modulo a prime: from extended to minimum features",
    claims=("neural-collapse/dimension-without-the-first",),
    sources=(thesis("Figure 6.4"), richness_paper("Figure 4")),
    scales={
        "smoke": _division,
        "desk": Division(seeds=6, model="perceptron", modulus=23, share=0.8, width=128, layers=2, rate=0.003, decay=1.0,
                         batch=0, steps=2500),
        "paper": _paper,
    },
    predict=predict_division,
    measure=measure_division,
    note="No claim says that training ends at an MP-operator, nor when: gap, delay and accuracy are what makes it "
    "grokking, and stand beside the claims on kappa_CKA because those are asked at these times. Smoke and desk train "
    "a perceptron with two hidden layers, the first of squares, modulo 23, with weight decay 1; paper is the "
    "transformer of the sources modulo 97, without weight decay. The measures are over all pairs. The public script "
    "that the sources name answers a b where it says a / b, for b from 1 to p - 1: the same table with b replaced by "
    "its inverse.",
    curves=("steps", "fit", "generalise", "curves"),
)  # fmt: skip

TABLE_6_1 = Experiment(
    "grokking/table",
    title="Four ways to take the delay out of grokking, by what they do to gamma_+",
    claims=(*RICHER, *VARIANTS, "general-solutions/ratio-decides"),
    sources=(thesis("Table 6.1"), thesis("Figure 6.5"), position_paper("Section 7.2", None)),
    scales={
        "smoke": _table,
        "desk": Table(seeds=6, data="digits", samples=200, width=64, batch=50, rate=1e-3, decay=1e-4, steps=12_000,
                      short=2000),
        "paper": Table(seeds=4, data="mnist", samples=1000, width=512, batch=128, rate=1e-3, decay=1e-4, steps=14_000,
                       short=14_000),
    },
    predict=predict_table,
    measure=measure_table,
    note="The scalar network of the claims is carried over to perceptrons with four layers, Adam and minibatches. A "
    "network that has not generalised by the last step counts as doing so right after it, so that delays of the "
    "default are at least what is given. What was set after seeing numbers: the margins of the delays, after "
    "exploratory runs on the same digits at the seed 0 with widths 100 and 64; 'less than a factor of three' for "
    "all methods, after the first desk run had printed its differences of delays. That kappa is larger in the "
    "default by 0.1 was asked of every seed once, after a run had shown 0.102 as the least; it failed at the "
    "first other seed. gamma_+ gives an order and no distance: with small inputs kappa is 0.13 below the default "
    "in the mean, and single networks scatter by 0.03 about it at the seed 0 and by 0.09 at 12345, so that the "
    "worst of six is above 0.1 or not by chance. Small inputs have the largest gamma_+ and yet the least gap: "
    "Adam moves weights by its rate whatever the inputs' scale is, so that first layers hardly count. Weight and "
    "input downscaling are not told apart: such networks generalise before they fit, and no delay is left to "
    "compare. That features of the default are nearer to their start when the samples are fitted is contradicted: "
    "by -0.13, 0.00, -0.22 and 0.00 in the first desk run, and by plain gradient descent alike (similarity 0.66 "
    "in the default, 0.62 with the target upscaled). At fault is the step from the scalar network, whose kernel "
    "can grow but not turn, to networks whose kernel turns, while the similarity, a CKA, does not see growth; "
    "kappa_CKA, which asks where the kernel has turned to, tells the default from all others.",
    curves=("delay", "kernel similarity", "curves"),
)  # fmt: skip
