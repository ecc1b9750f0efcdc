"""Layer imbalance in trained linear networks: how far the tangent kernel turns.

Position paper, section 6 and appendix G, Figures 6 and 10.  The networks are ``f(x) = x^T W_1 W_2`` on whitened inputs,
trained by full-batch gradient descent on half the mean square error (thesis (3.2)); time is steps times learning rate.
``lambda = W_2 W_2^T - W_1^T W_1`` is positive where the later layer is heavier (upstream).  Kernel distances of the
trained networks are those of the tangent kernel itself, on the inputs that they were trained on.

The predictions use no training: lambda is conserved, so that start, target and lambda fix both kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from layerproof.language.sources import position_paper
from layerproof.numerics.flows.initialisations import lambda_balanced, symmetrised
from layerproof.numerics.flows.matrix_flows import product
from layerproof.numerics.flows.regime_maps import balanced_distance, wide_distance

from ..harness import stated
from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting, at_least, at_most
from ..harness.protocol import Config, Experiment, ids
from ..harness.types import Array, Session, Tensor
from . import identities

Widths = tuple[int, int, int]
LEAST = 1e-12
"""Kernel distances below it count as this in logarithms."""


@dataclass(frozen=True)
class Balanced(Config):
    """Lambda-balanced networks.

    Attributes:
        widths: (d, p, c) of each architecture, p = min(d, c).
        imbalances: lambda.
        scales: norm of the function at the start.
        tasks: random functions that training starts from, the same at every lambda and, up to the norm, scale.
        samples: inputs of each network.
        step: learning rate in units of one over the fastest rate of the network, ``sqrt(lambda^2 + 4 s^2)``,
            s the larger of the norms of target and start.
        steps: of gradient descent.
    """

    widths: tuple[Widths, ...]
    imbalances: tuple[float, ...]
    scales: tuple[float, ...]
    tasks: int
    samples: int
    step: float
    steps: int


def target(rows: int, columns: int, lowest: float = 0.8, highest: float = 1.2) -> Array:
    """A random Sigma_yx of shape (rows, columns), its singular values spread evenly about one."""
    random, rank = np.random.default_rng(1), min(rows, columns)
    left = np.linalg.qr(random.normal(size=(rows, rank)))[0]
    right = np.linalg.qr(random.normal(size=(columns, rank)))[0]
    return np.asarray((left * np.linspace(highest, lowest, rank)) @ right.T)


def _cells(config: Balanced) -> list[tuple[float, float]]:
    return [(imbalance, scale) for imbalance in config.imbalances for scale in config.scales]


def predicted_distances(config: Balanced, widths: Widths) -> Array:
    """The closed form of the kernel distance, shape (imbalances, scales, tasks)."""
    d, p, c = widths
    found = [
        balanced_distance(product(lambda_balanced(widths, lam, scale, config.tasks)), target(c, d), lam, p)
        for lam, scale in _cells(config)
    ]
    return np.reshape(found, (len(config.imbalances), len(config.scales), config.tasks))


def measured_distances(config: Balanced, widths: Widths, session: Session) -> dict[str, Array]:
    """What trained networks do: kernel distances (seeds, imbalances, scales, tasks), and other quantities alike.

    The networks of a cell and task differ in their inputs and in the directions of their hidden layer.
    """
    import torch

    from ..data.whitened import orthonormal, whitened

    d, p, c = widths
    cells = _cells(config)
    starts = [lambda_balanced(widths, lam, scale, config.tasks) for lam, scale in cells]
    first, second = (torch.from_numpy(np.stack(layers)) for layers in zip(*starts, strict=True))
    stream = session.streams(config.seeds, "networks", *widths)
    many = (config.seeds, len(cells), config.tasks)
    turn = orthonormal(config.seeds * len(cells) * config.tasks, p, p, stream).reshape(*many, p, p)
    inputs = whitened(config.seeds, config.samples, d, stream)
    inputs = inputs[:, None, None].expand(*many, *inputs.shape[1:])
    start = {"W_1": first.mT @ turn.mT, "W_2": turn @ second.mT}
    goal = target(c, d)
    fastest = [np.hypot(lam, 2 * max(scale, float(np.linalg.norm(goal, 2)))) for lam, scale in cells]
    rates = config.step / torch.tensor(fastest, dtype=torch.float64)
    return {
        name: value.reshape(*many[:1], len(config.imbalances), len(config.scales), config.tasks)
        for name, value in trained(
            {name: value.flatten(0, 2) for name, value in start.items()},
            inputs.flatten(0, 2),
            torch.from_numpy(goal),
            rates[None, :, None].expand(many).flatten(),
            config.steps,
            session,
            f"balanced-{'-'.join(map(str, widths))}",
        ).items()
    }


def trained(
    start: dict[str, Tensor], inputs: Tensor, goal: Tensor, rates: Tensor, steps: int, session: Session, name: str
) -> dict[str, Array]:
    """Train two-layer linear networks on ``y = Sigma_yx x``, each with its own inputs and learning rate.

    Returns:
        Of each network, shape (networks,): ``distance`` of the kernels at the end and at the start, ``loss`` at the end
        relative to the start, and ``imbalance``, the largest change of an entry of lambda.
    """
    from ..models import two_layer_linear

    start = {key: value.to(session.device) for key, value in start.items()}
    inputs, goal = inputs.to(session.device), goal.to(session.device)
    outputs = inputs @ goal.mT
    found = descend(session, name, two_layer_linear, start, (inputs, outputs), rates, steps=steps)
    losses = [_loss(p, inputs, outputs) for p in (start, found.parameters)]
    moved = (_imbalance(found.parameters) - _imbalance(start)).abs().amax((1, 2))
    return {
        "distance": kernel_distances(start, found.parameters, inputs).cpu().numpy(),
        "loss": (losses[1] / losses[0]).cpu().numpy(),
        "imbalance": moved.cpu().numpy(),
    }


def kernel_distances(start: dict[str, Tensor], end: dict[str, Tensor], inputs: Tensor) -> Tensor:
    """``1 - <K_0, K>/(|K_0| |K|)`` of the tangent kernels of linear networks on their inputs, shape (networks,).

    Each network has its own inputs, (networks, n, d); networks are taken in blocks.
    """
    from torch.func import vmap

    from ..metrics import tangent_kernel
    from ..models import two_layer_linear

    def one(first: dict[str, Tensor], last: dict[str, Tensor], x: Tensor) -> Tensor:
        before, after = (tangent_kernel(two_layer_linear, parameters, x) for parameters in (first, last))
        return (before / before.norm() - after / after.norm()).square().sum() / 2

    return vmap(one, chunk_size=64)(start, end, inputs)


def _imbalance(parameters: dict[str, Tensor]) -> Tensor:
    first, second = parameters["W_1"], parameters["W_2"]
    return second @ second.mT - first.mT @ first


def _loss(parameters: dict[str, Tensor], x: Tensor, y: Tensor) -> Tensor:
    return (x @ parameters["W_1"] @ parameters["W_2"] - y).square().sum(-1).mean(-1) / 2


def logarithms(distances: Array) -> Array:
    """Base-10 logarithms of kernel distances, from `LEAST` on."""
    return np.asarray(np.log10(np.maximum(distances, LEAST)))


# -- Figure 6(a): square networks --------------------------------------------------------------------------------------

LAMBDA = "lambda is conserved, so that training ends at sqrt(lambda^2 + 4 rho^2) in every mode of the target"


def predict_square(config: Balanced) -> Expected:
    """Every cell of the map; and the two statements of the text."""
    found = predicted_distances(config, config.widths[0])
    balanced = found[config.imbalances.index(0.0)]
    expect = Expecting(over="every seed")
    expect(
        "log kernel distance",
        f"{LAMBDA}: the kernels at both ends are known, position paper (69) and G.2",
        {"layer-imbalance/condition-is-kept": logarithms(found)},
        0.03,
    )
    expect.beyond(
        "kernel distance of balanced layers",
        "at lambda = 0 the kernel turns by the same angle from every scale: the first is predicted of all",
        {"layer-imbalance/rich-at-any-scale": np.broadcast_to(balanced[:1], balanced.shape)},
        0.005,
    )
    expect.beyond(
        "rich against lazy",
        "from scales up to the target's, the kernel of balanced layers turns at least ten times as far as "
        "at the largest imbalance of either sign, in every task: 'linear dynamics where only the lighter layer "
        "is trained', position paper 6.1",
        {
            (
                "layer-imbalance/kernel-distance-square",
                "layer-imbalance/kernel-distance-imbalanced-downstream",
            ): at_least(10.0)
        },
        1e-9,
    )
    expect.beyond(
        "loss",
        "every singular value reaches its target, (69)",
        {"layer-imbalance/transition-ends-at-one": at_most(0.0)},
        1e-5,
    )
    return expect.found


def measure_square(config: Balanced, session: Session) -> dict[str, Array]:
    """The map of trained networks."""
    found = measured_distances(config, config.widths[0], session)
    distances, heaviest = found["distance"], np.abs(config.imbalances).max()
    zero = config.imbalances.index(0.0)
    small = np.array(config.scales) <= 1
    lazy = distances[:, np.abs(config.imbalances) == heaviest][:, :, small].max(axis=1)
    return {
        "log kernel distance": logarithms(distances),
        "kernel distance of balanced layers": distances[:, zero],
        "rich against lazy": (distances[:, zero][:, small] / lazy).min(axis=(1, 2)),
        "loss": found["loss"].max(axis=(1, 2, 3)),
        "change of lambda": found["imbalance"],
    }


SQUARE = Experiment(
    "layer-imbalance/square",
    title="Kernel distance of square linear networks over relative and absolute scale",
    claims=ids(
        "layer-imbalance/ condition-is-kept transition-ends-at-one rich-at-any-scale kernel-distance-square "
        "kernel-distance-imbalanced-downstream"
    ),
    sources=(position_paper("Figure 6", None), position_paper("Section 6.1", None)),
    scales={
        "smoke": Balanced(2, ((3, 3, 3),), (-6.0, 0.0, 6.0), (0.1, 1.0), 1, 12, 0.05, 900),
        "desk": Balanced(
            4, ((5, 5, 5),), (-9.0, -3.0, -1.0, 0.0, 1.0, 3.0, 9.0), (0.1, 0.5, 2.0, 5.0), 2, 20, 0.04, 6000
        ),
        "paper": Balanced(
            16, ((10, 10, 10),), tuple(range(-10, 11, 1)), tuple(np.geomspace(0.1, 10, 13).tolist()), 4, 50, 0.03, 60000
        ),
    },
    predict=predict_square,
    measure=measure_square,
    curves=("change of lambda",),
    note="The maps come from the conservation of lambda, which holds for every size and start. The claims on kernel "
    "distances, on scales and on where singular values end are for one or two modes aligned with the task; here there "
    "are more, and starts are not aligned. Set after seeing numbers: scale 5 in place of 10, and 6000 steps, as from "
    "scale 10 networks had not converged in the time of the desk.",
)


# -- Figure 10: funnels and anti-funnels -------------------------------------------------------------------------------


def _name(widths: Widths) -> str:
    return "-".join(map(str, widths))


def smallest_funnel(config: Balanced, imbalance: float) -> Array:
    """The kernel distance of the smallest funnel from the chapter's own expression, shape (scales, tasks).

    One hidden neuron and one output: `layer_imbalance.moved`, which holds at every imbalance.
    """
    d = config.widths[0][0]
    goal = target(1, d)
    starts = (lambda_balanced(config.widths[0], imbalance, scale, config.tasks) for scale in config.scales)
    first, second = (np.stack(layers) for layers in zip(*starts, strict=True))
    later, earlier = (second**2).sum((-1, -2)), (first**2).sum((-1, -2))
    cosine = (first[..., 0, :] @ goal[0]) / np.sqrt(earlier) / np.linalg.norm(goal)
    known: dict[str, Any] = {"lambda": later - earlier, "q": later, "b": np.linalg.norm(goal), "c": cosine, "d": d}
    return stated.value("layer-imbalance/funnel-downstream", "expr", **known)


def _starts(config: Balanced, imbalance: float) -> tuple[Array, Array]:
    """Outer weights (scales, tasks) and inner ones (scales, tasks, d) of the smallest funnel at its start."""
    starts = (lambda_balanced(config.widths[0], imbalance, scale, config.tasks) for scale in config.scales)
    first, second = (np.stack(layers) for layers in zip(*starts, strict=True))
    return second[..., 0, 0], first[..., 0, :]


def _turned(a: Array, w: Array, outer: Array, inner: Array, goal: Array) -> Array:
    """How far its kernel turns until its squared weights are these, along the goal: .../funnel-kernel-product."""
    d = len(goal)
    b, v = np.sqrt(outer), np.sqrt(inner)[..., None] * goal / np.linalg.norm(goal)
    ends: dict[str, Any] = {"a": a, "a'": b}
    ends |= {f"{name}[{i + 1}]": x[..., i] for name, x in (("w", w), ("w'", v)) for i in range(d)}
    product = stated.value("layer-imbalance/funnel-kernel-product", "rhs", sizes={"d": d}, **ends)
    squares = [d * one**4 + 2 * one**2 * (of**2).sum(-1) + (of**2).sum(-1) ** 2 for one, of in ((a, w), (b, v))]
    return np.asarray(1 - product / np.sqrt(squares[0] * squares[1]))


def _by_product(config: Balanced, imbalance: float) -> Array:
    """The same from the product of the kernels at both ends, by layer-imbalance/funnel-kernel-product."""
    (a, w), goal = _starts(config, imbalance), target(1, config.widths[0][0])[0]
    lam = a**2 - (w**2).sum(-1)
    root = np.hypot(lam, 2 * np.linalg.norm(goal))
    return _turned(a, w, (root + lam) / 2, (root - lam) / 2, goal)


def _by_ends(config: Balanced) -> dict[str, Array]:
    """The kernel distances of the smallest funnel, by claim on where it ends, shape (imbalances, scales, tasks)."""
    goal = target(1, config.widths[0][0])[0]
    found = {}
    for claim in ("layer-imbalance/funnel-end", "layer-imbalance/funnel-imbalance"):
        rows = []
        for imbalance in config.imbalances:
            a, w = _starts(config, imbalance)
            outer, inner = identities.end_of_funnel(claim, a, w, float(np.linalg.norm(goal)))
            rows.append(_turned(a, w, outer, inner, goal))
        found[claim] = np.array(rows)
    return found


def predict_funnels(config: Balanced) -> Expected:
    """Both shapes at every imbalance, and the sentence with and without its slip."""
    up, down = int(np.argmax(config.imbalances)), int(np.argmin(config.imbalances))
    allowed = 2 * float(predicted_distances(config, config.widths[0])[up].max())
    expect = Expecting(allowed)
    kept = "layer-imbalance/condition-is-kept"
    for number, widths in enumerate(config.widths):
        expect(
            f"kernel distance of {_name(widths)}",
            f"{LAMBDA}: the kernels at both ends are known, position paper (69) and G.3",
            {kept: predicted_distances(config, widths)} if number else _by_ends(config),
            0.02,
            over="every seed",
        )
    expect(
        "smallest funnel, downstream",
        "one hidden neuron, at the lowest lambda: the expression whose limit is 1 - c^2",
        {
            "layer-imbalance/funnel-downstream": smallest_funnel(config, config.imbalances[down]),
            "layer-imbalance/funnel-kernel-product": _by_product(config, config.imbalances[down]),
        },
        0.02,
        over="every seed",
    )
    expect(
        "lazy funnel, upstream",
        "repaired: funnels enter the lazy regime upstream, lambda -> +infinity. Of the smallest, twice what the "
        "closed form leaves at this lambda is allowed",
        {"layer-imbalance/funnel-upstream": stated.value("layer-imbalance/funnel-upstream", "equals")},
        over="every seed",
    )
    expect.printed(
        "lazy funnel, downstream",
        "as printed: funnels enter the lazy regime downstream, lambda -> -infinity; with the same allowance",
        {
            "layer-imbalance/funnel-downstream-printed": stated.value(
                "layer-imbalance/funnel-downstream-printed", "equals"
            )
        },
        over="every seed",
    )
    expect(
        "lazy anti-funnel, downstream",
        "anti-funnels enter the lazy regime downstream, lambda -> -infinity: the smallest, the mirror of the "
        "funnel, with the same allowance",
        {"layer-imbalance/anti-funnel-downstream": stated.value("layer-imbalance/anti-funnel-downstream", "equals")},
        2 * float(predicted_distances(config, config.widths[3])[down].max()),
        over="every seed",
    )
    return expect.found


def measure_funnels(config: Balanced, session: Session) -> dict[str, Array]:
    """The three architectures."""
    found = {_name(w): measured_distances(config, w, session)["distance"] for w in config.widths}
    smallest, anti = found[_name(config.widths[0])], found[_name(config.widths[3])]
    up, down = int(np.argmax(config.imbalances)), int(np.argmin(config.imbalances))
    return {
        **{f"kernel distance of {name}": values for name, values in found.items()},
        "smallest funnel, downstream": smallest[:, down],
        "lazy funnel, upstream": smallest[:, up].max(axis=(1, 2)),
        "lazy funnel, downstream": smallest[:, down].max(axis=(1, 2)),
        "lazy anti-funnel, downstream": anti[:, down].max(axis=(1, 2)),
    }


SHAPES: tuple[Widths, ...] = ((8, 1, 1), (8, 2, 2), (2, 2, 8), (1, 1, 8))
FUNNELS = Experiment(
    "layer-imbalance/funnels",
    title="Kernel distance of funnel and anti-funnel networks over the imbalance",
    claims=ids(
        "layer-imbalance/ funnel-end funnel-imbalance condition-is-kept funnel-kernel-product funnel-upstream "
        "funnel-downstream funnel-downstream-printed anti-funnel-downstream"
    ),
    sources=(position_paper("Figure 10", None), position_paper("Section G.3", None)),
    scales={
        "smoke": Balanced(2, SHAPES, (-2.0, 0.0, 2.0), (0.5,), 1, 12, 0.12, 500),
        "desk": Balanced(4, SHAPES, (-5.0, -2.0, 0.0, 2.0, 5.0), (0.1, 1.0), 2, 20, 0.1, 5000),
        "paper": Balanced(
            16, ((50, 1, 1), (50, 10, 10), (10, 10, 50), (1, 1, 50)), (-10.0, -5.0, -2.0, 0.0, 2.0, 5.0, 10.0),
            (0.1, 1.0), 4, 100, 0.05, 60000,
        ),
    },
    predict=predict_funnels,
    measure=measure_funnels,
    note="The words downstream and upstream of section G.3 are exchanged in print; trained networks follow the "
    "repaired sentence. The claims on the lazy regime are for one hidden neuron and one output, or one input, and so "
    "are the predictions that name them; the wider shapes rest on the conservation of lambda. The paper's widths and "
    "ranges were lost with its formulas.",
)  # fmt: skip


# -- Figure 6(b): the weight-to-target ratio ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Ratios(Config):
    """Symmetrised networks that start as the zero function.

    Attributes:
        widths: (d, p, c), p even; d + c <= p/2.
        unequal: sigma_2/sigma_1.
        ratios: of the weights p sigma_1 sigma_2 = 1 to the root mean square of the target's singular values.
        samples: as for Balanced.
        step: learning rate in units of one over the fastest rate, ``sqrt((u + v)^2 + 4 rho^2)``.
        steps: as for Balanced.
    """

    widths: Widths
    unequal: tuple[float, ...]
    ratios: tuple[float, ...]
    samples: int
    step: float
    steps: int


def _goal(config: Ratios) -> Array:
    goal = target(config.widths[2], config.widths[0], 0.5, 1.5)
    return np.asarray(goal / np.sqrt((np.linalg.svd(goal, compute_uv=False) ** 2).mean()))


def _by_clock(config: Ratios) -> Array:
    """The distance of every cell where the clock of each mode stops, by general-solutions/ratio-decides."""
    rows, columns = np.array(config.unequal)[:, None], np.array(config.ratios)[:, None]
    left, values, right = np.linalg.svd(_goal(config), full_matrices=False)
    half = (rows + 1 / rows)[..., None] / 2
    clock = stated.value("general-solutions/ratio-decides", "rhs", S=values / columns, S_0=0.0, Sigma_0=half)
    reached = half * (clock - 1 / clock) / 2
    return logarithms(wide_distance(rows, 1 / rows, (left * reached[..., None, :]) @ right))


def predict_ratio(config: Ratios) -> Expected:
    """Every cell for isotropic starts, and how the distance falls along a row for Gaussian ones."""
    rows, columns = np.array(config.unequal), np.array(config.ratios)
    found = logarithms(wide_distance(rows[:, None], 1 / rows[:, None], _goal(config) / columns[:, None, None]))
    expect = Expecting()
    expect(
        "log kernel distance from isotropic layers",
        "every mode is the scalar network of thesis (6.10) to (6.14), whose clock stops where the weight-to-target "
        "ratio says: the kernels at both ends are known",
        {"general-solutions/ratio-decides": _by_clock(config), "lazy-rich/general-solution": found},
        0.03,
        over="every seed",
    )
    expect.beyond(
        "fall of log kernel distance along a row",
        "Gaussian layers of finite width: the eigenvalues of W_2 W_2^T are spread by up to 2 sqrt(2 c/p) of their "
        "mean, which makes the distance larger at every ratio alike; what the ratio does is that of infinite "
        "width. The tolerance is a third of that spread, in decades",
        {"general-solutions/ratio-decides": np.diff(found, axis=1)},
        float(2 * np.sqrt(2 * config.widths[2] / config.widths[1]) / 3),
    )
    return expect.found


def measure_ratio(config: Ratios, session: Session) -> dict[str, Array]:
    """Both kinds of starts: frames of orthonormal columns, and Gaussian layers, symmetrised."""
    from ..data.whitened import orthonormal
    from ..streams import normal

    d, p, c = config.widths
    half = p // 2
    cells = [(row, column) for row in config.unequal for column in config.ratios]
    shape = (config.seeds, len(config.unequal), len(config.ratios))
    stream = session.streams(config.seeds, "starts")
    frames = orthonormal(config.seeds, half, d + c, stream).numpy() / np.sqrt(2.0)
    isotropic = symmetrised([frames[..., :d], frames[..., d:].swapaxes(1, 2)])
    layers = [normal(stream, config.seeds, *shape).numpy() / np.sqrt(p) for shape in ((half, d), (c, half))]
    return {
        "log kernel distance from isotropic layers": _ratios(config, session, "isotropic", isotropic, cells).reshape(
            shape
        ),
        "fall of log kernel distance along a row": np.diff(
            _ratios(config, session, "gaussian", symmetrised(layers), cells).reshape(shape), axis=2
        ),
    }


def _ratios(
    config: Ratios, session: Session, name: str, standard: Sequence[Array], cells: list[tuple[float, float]]
) -> Array:
    """Log kernel distances of one kind of start, shape (seeds * cells,)."""
    import torch

    from ..data.whitened import whitened

    d, _, c = config.widths
    many = config.seeds, len(cells)
    rows = torch.tensor([row for row, _ in cells], dtype=torch.float64)
    columns = torch.tensor([column for _, column in cells], dtype=torch.float64)
    inputs = whitened(config.seeds, config.samples, d, session.streams(config.seeds, "inputs"))
    inputs = inputs[:, None].expand(*many, config.samples, d).flatten(0, 1)
    first, second = (torch.from_numpy(np.ascontiguousarray(w)).mT[:, None] for w in standard)
    start = {"W_1": first * rows[:, None, None] ** -0.5, "W_2": second * rows[:, None, None] ** 0.5}
    # the target is made smaller, not the weights larger; as inputs and targets, all columns are one problem
    goal = torch.from_numpy(_goal(config)) / columns[:, None, None]
    rates = config.step / torch.hypot(rows + 1 / rows, 2 * 1.5 / columns)
    found = trained(
        {key: value.flatten(0, 1) for key, value in start.items()},
        inputs,
        goal.expand(*many, c, d).flatten(0, 1),
        rates.expand(many).flatten(),
        config.steps,
        session,
        f"ratio-{name}",
    )
    return logarithms(found["distance"])


RATIO = Experiment(
    "layer-imbalance/weight-to-target",
    title="Kernel distance of linear networks over layer imbalance and weight-to-target ratio",
    claims=("general-solutions/ratio-decides", "lazy-rich/general-solution"),
    sources=(position_paper("Figure 6", None), position_paper("Section G.4", None)),
    scales={
        "smoke": Ratios(4, (3, 64, 3), (0.5, 2.0), (0.3, 2.0), 10, 0.05, 400),
        "desk": Ratios(16, (4, 128, 4), (0.25, 1.0, 4.0), (0.2, 1.0, 5.0), 12, 0.05, 1000),
        "paper": Ratios(16, (10, 1000, 10), (0.1, 0.3, 1.0, 3.0, 10.0), (0.1, 0.3, 1.0, 3.0, 10.0), 50, 0.01, 20000),
    },
    predict=predict_ratio,
    measure=measure_ratio,
    note="Wide networks start with W_2 W_2^T = u I and W_1^T W_1 = v I; at the widths that a CPU trains Gaussian "
    "layers are some way from that, and so the closed form is held against orthonormal frames, which are: for them "
    "every mode is a scalar network exactly. There are 16 seeds because 8 left the Gaussian layers UNDECIDED.",
)
