"""Lambda-balanced layers along training, and what real training conserves.

Position paper, Theorem G.2 with (69) and (70), condition (14); slides, "A rescale symmetry" and "Conserved quantities".
Conventions as in `imbalance`; times are steps times learning rate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from layerproof.language.sources import kunin_slides, position_paper
from layerproof.numerics.flows.balanced_solutions import function_and_layers, singular_values, transition
from layerproof.numerics.flows.initialisations import aligned, funnel
from layerproof.numerics.flows.kernel_distance import distance, factors_of

from ..harness import stated
from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting, at_most
from ..harness.protocol import Config, Experiment, ids
from ..harness.types import Array, Session, Tensor
from . import identities
from .imbalance import kernel_distances, target

# -- Theorem G.2 -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Transitions(Config):
    """Task-aligned, lambda-balanced networks with p = d = c.

    Attributes:
        size: d, p and c.
        imbalances: lambda; the largest is that of the exponential limit.
        start: s_i(0) of every mode.
        lowest: least singular value of the target, whose others are spread evenly up to `highest`.
        highest: see lowest.
        samples: inputs of each network.
        step: learning rate in units of one over the fastest rate, ``sqrt(lambda^2 + 4 rho^2)``.
        times: of records, in steps.
    """

    size: int
    imbalances: tuple[float, ...]
    start: float
    lowest: float
    highest: float
    samples: int
    step: float
    times: tuple[int, ...]


def _rates(config: Transitions) -> Array:
    return np.asarray(config.step / np.hypot(config.imbalances, 2 * config.highest))


def _targets(config: Transitions) -> Array:
    return np.linspace(config.highest, config.lowest, config.size)


def _integrated(config: Transitions, times: Array, steps: int = 4000) -> Array:
    """The singular values by the rate in layer-imbalance/transition-rate, (imbalances, times, modes)."""
    found = []
    for lam, row in zip(config.imbalances, times, strict=True):
        t = np.linspace(0.0, row[-1], steps + 1)
        known: dict[str, Any] = {"s_0": config.start, "rho": _targets(config), "Sigma": np.hypot(lam / 2, config.start)}
        rate = stated.value("layer-imbalance/transition-rate", "rhs", t=t[:, None], **known)
        gamma = np.concatenate([np.zeros((1, config.size)), np.cumsum((rate[1:] + rate[:-1]) / 2, axis=0) * t[1]])
        at = [[np.interp(one, t, mode) for mode in gamma.T] for one in row]
        found.append(config.start + np.array(at) * (_targets(config) - config.start))
    return np.array(found)


def predict_transition(config: Transitions) -> Expected:
    """(69) with its transition function, and both lines of (70)."""
    rho, rates = _targets(config), _rates(config)
    times = rates[:, None] * np.array(config.times)
    lam = np.array(config.imbalances)
    exact = singular_values(times[..., None], config.start, rho, lam[:, None, None])
    known: dict[str, Any] = {"s_0": config.start, "rho": rho}
    claimed = stated.value(
        "layer-imbalance/singular-value", "rhs", **known, t=times[..., None],
        Sigma=np.hypot(lam / 2, config.start)[:, None, None],
    )  # fmt: skip
    zero, heavy = config.imbalances.index(0.0), int(np.argmax(lam))
    balanced = stated.value("layer-imbalance/balanced-solution", "equals", **known, t=times[zero][:, None])
    modes, tau = np.ones(config.size), (lam[heavy] * times[heavy])[:, None]
    exponential = -np.expm1(-tau) * modes
    left = np.abs(transition(times[heavy][:, None], config.start, rho, lam[heavy]) - exponential).max()
    expect = Expecting(float(config.step), over="every seed")
    expect(
        "singular values",
        "(69) with the transition function 1 - 4 R^2 e/(N D), in units of the targets; steps of this size put "
        "gradient descent about half of one ahead of or behind the flow",
        {
            "layer-imbalance/singular-value": claimed / rho,
            "layer-imbalance/transition-rate": _integrated(config, times) / rho,
            "layer-imbalance/aligned-function": identities.diagonal(
                "layer-imbalance/aligned-function", A=np.sqrt(exact), B=np.sqrt(exact)
            )
            / rho,
        },
    )
    expect(
        "transition of balanced layers",
        "the first line of (70), which holds at lambda = 0: (e^{2 rho t} - 1)/(e^{2 rho t} - 1 + rho/s(0))",
        {
            "layer-imbalance/balanced-solution": (balanced - config.start) / (rho - config.start),
            "layer-imbalance/balanced-limit": stated.value(
                "layer-imbalance/balanced-limit", "equals", **known, t=times[zero][:, None]
            ),
        },
    )
    expect(
        "transition of the heaviest layers",
        "the second line of (70) at the largest imbalance: 1 - e^{-lambda t} in every mode; the tolerance is what "
        "the transition function itself leaves of the limit at this lambda, of order 1/lambda, and a step",
        {
            claim: stated.value(claim, part, tau=tau) * modes
            for claim, part in (
                ("layer-imbalance/imbalanced-limit", "equals"),
                ("layer-imbalance/imbalanced-order", "leading"),
            )
        },
        float(left + config.step),
    )
    expect(
        "entries off the diagonal",
        "layers that start diagonal in the singular bases of the task stay so",
        {"layer-imbalance/aligned-function": 0.0},
        1e-9,
    )
    expect(
        "change of lambda",
        "a step of gradient descent changes lambda by the difference of the squared gradients times the rate "
        "squared; in all that is at most the rate times the fall of the loss (here in units of that)",
        {("layer-imbalance/condition-is-kept", "symmetry/discrete-steps"): at_most(1.0)},
        2 * config.step,
    )
    return expect.found


def measure_transition(config: Transitions, session: Session) -> dict[str, Array]:
    """Train every imbalance with every seed, and read the network in the singular bases of the task."""
    import torch

    from ..data.whitened import orthonormal, whitened
    from ..models import two_layer_linear

    n, rho = config.size, _targets(config)
    goal = target(n, n, config.lowest, config.highest)
    starts = [aligned(goal, n, np.full(n, config.start), lam, 1) for lam in config.imbalances]
    first, second = (torch.from_numpy(np.concatenate(w)).mT for w in zip(*starts, strict=True))
    many, stream = (config.seeds, len(starts)), session.streams(config.seeds, "networks")
    turn = orthonormal(config.seeds * len(starts), n, n, stream).reshape(*many, n, n)
    inputs = whitened(config.seeds, config.samples, n, stream)[:, None].expand(*many, config.samples, n).flatten(0, 1)
    start = {"W_1": (first @ turn.mT).flatten(0, 1), "W_2": (turn @ second).flatten(0, 1)}
    rates = torch.from_numpy(_rates(config))
    outputs = inputs @ torch.from_numpy(goal).T

    def look(now: dict[str, Tensor]) -> dict[str, Tensor]:
        gone = inputs.to(now["W_1"]) @ now["W_1"] @ now["W_2"] - outputs.to(now["W_1"])
        return {
            "function": now["W_1"] @ now["W_2"],
            "imbalance": now["W_2"] @ now["W_2"].mT - now["W_1"].mT @ now["W_1"],
            "loss": gone.square().sum((1, 2)) / (2 * config.samples),
        }

    paces, looks = rates.expand(many).flatten(), (0, *config.times)
    found = descend(session, "transition", two_layer_linear, start, (inputs, outputs), paces, observe=look, at=looks)
    left, _, right = np.linalg.svd(goal)
    turned = (right @ found.observed["function"].numpy() @ left).reshape(-1, *many, n, n)[1:]
    diagonal = np.diagonal(turned, axis1=-2, axis2=-1)
    values = diagonal.transpose(1, 2, 0, 3)  # seeds, imbalances, times, modes
    gamma = (values - config.start) / (rho - config.start)
    lam, losses = found.observed["imbalance"], found.observed["loss"]
    moved = torch.linalg.matrix_norm(lam[-1] - lam[0], ord=2)
    allowed = rates.expand(many).flatten() * 2 * (losses[0] - losses[-1])
    return {
        "singular values": values / rho,
        "transition of balanced layers": gamma[:, config.imbalances.index(0.0)],
        "transition of the heaviest layers": gamma[:, int(np.argmax(config.imbalances))],
        "entries off the diagonal": np.abs(turned - diagonal[..., None] * np.eye(n)).max(axis=(0, 2, 3, 4)),
        "change of lambda": (moved / allowed).reshape(many).amax(1).numpy(),
    }


TRANSITION = Experiment(
    "layer-imbalance/transition",
    title="Singular values of lambda-balanced networks along training",
    claims=ids(
        "layer-imbalance/ singular-value transition-rate aligned-function balanced-solution balanced-limit "
        "imbalanced-limit imbalanced-order condition-is-kept symmetry/ discrete-steps"
    ),
    sources=tuple(position_paper(label, "recalled") for label in ("Theorem G.2", "69", "70")),
    scales={
        "smoke": Transitions(2, 3, (-3.0, 0.0, 12.0), 0.05, 0.6, 1.2, 9, 0.02, (20, 60, 200, 600)),
        "desk": Transitions(
            4, 4, (-20.0, -4.0, -1.0, 0.0, 1.0, 4.0, 20.0), 0.02, 0.5, 1.5, 16, 0.01, (25, 50, 100, 200, 400, 800, 1600)
        ),
        "paper": Transitions(
            32, 10, (-30.0, -10.0, -3.0, -1.0, 0.0, 1.0, 3.0, 10.0, 30.0), 0.01, 0.5, 1.5, 50, 0.001,
            (250, 500, 1000, 2000, 4000, 8000, 16000),
        ),
    },
    predict=predict_transition,
    measure=measure_transition,
    note="The transition function is not printed in the paper and was derived; (69) and (70) were recalled, not read.",
)  # fmt: skip


# -- Figure 10: the delay of a funnel ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Delay(Config):
    """Funnel networks over time.

    Attributes:
        wide: inputs.
        narrow: hidden neurons and outputs.
        imbalances: lambda, from the most downstream to the most upstream.
        scale: norm of the function at the start.
        samples: inputs of each network.
        step: as for `imbalance.Balanced`.
        times: of records, in steps.
    """

    wide: int
    narrow: int
    imbalances: tuple[float, ...]
    scale: float
    samples: int
    step: float
    times: tuple[int, ...]


def _funnel_rates(config: Delay) -> Array:
    return np.asarray(config.step / np.hypot(config.imbalances, 2 * 1.2))


def predict_delay(config: Delay) -> Expected:
    """The exact solution of lambda-balanced layers, a matrix Riccati equation, at every record."""
    goal, turned, losses = target(config.narrow, config.wide), [], []
    for lam, rate in zip(config.imbalances, _funnel_rates(config), strict=True):
        first, second = funnel(config.wide, config.narrow, lam, config.scale, 1)
        exact = function_and_layers(rate * np.array((0, *config.times)), first, second, goal, lam)
        path = factors_of(exact)
        turned.append(distance([(p[:, :1], q[:, :1]) for p, q in path], path)[0, 1:])
        left = ((exact.function[0] - goal) ** 2).sum(axis=(1, 2))
        losses.append(left[1:] / left[0])
    expect = Expecting(max(config.step, 0.01), over="every seed")
    expect(
        "kernel distance over time",
        "the exact solution from lambda-balanced layers; gradient descent is about half a step off",
        {"layer-imbalance/condition-is-kept": np.array(turned)},
    )
    expect(
        "loss over time",
        "of the same solution, relative to the start",
        {"layer-imbalance/condition-is-kept": np.array(losses)},
    )
    expect.beyond(
        "turned early, downstream",
        "'the networks were initially at the lazy regime, but showed a transition to a delayed rich regime': "
        "while the second layer learns what the first one shows, the kernel turns by less than a tenth of the way; "
        "what is left of the target needs the heavy first layer to turn",
        {("layer-imbalance/funnel-must-turn-its-first-layer", "layer-imbalance/funnel-downstream"): at_most(0.1)},
        1e-9,
    )
    return expect.found


def measure_delay(config: Delay, session: Session) -> dict[str, Array]:
    """Train funnels with inputs and directions of the hidden layer of their own."""
    import torch

    from ..data.whitened import orthonormal, whitened
    from ..models import two_layer_linear

    d, p, goal = config.wide, config.narrow, target(config.narrow, config.wide)
    starts = [funnel(d, p, lam, config.scale, 1) for lam in config.imbalances]
    first, second = (torch.from_numpy(np.concatenate(w)).mT for w in zip(*starts, strict=True))
    many, stream = (config.seeds, len(starts)), session.streams(config.seeds, "networks")
    turn = orthonormal(config.seeds * len(starts), p, p, stream).reshape(*many, p, p)
    x = whitened(config.seeds, config.samples, d, stream)[:, None].expand(*many, config.samples, d).flatten(0, 1)
    x = x.to(session.device)
    y = x @ torch.from_numpy(goal).to(session.device).T
    start = {"W_1": (first @ turn.mT).flatten(0, 1), "W_2": (turn @ second).flatten(0, 1)}
    rates = torch.from_numpy(_funnel_rates(config)).expand(many).flatten()
    found = descend(
        session, "delay", two_layer_linear, start, (x, y), rates, observe=lambda now: dict(now), at=(0, *config.times)
    ).observed
    x, y = x.cpu(), y.cpu()
    losses = (x @ found["W_1"] @ found["W_2"] - y).square().sum((-1, -2))
    records = [{key: value[k] for key, value in found.items()} for k in range(1 + len(config.times))]
    turned = np.stack([kernel_distances(records[0], now, x).numpy() for now in records[1:]], axis=-1)
    turned = turned.reshape(*many, -1)
    down = int(np.argmin(config.imbalances))
    # the light layer learns at the rate |lambda|: it has after the time 3/|lambda|
    early = int(np.argmin(np.abs(np.array(config.times) * _funnel_rates(config)[down] + 3 / config.imbalances[down])))
    return {
        "kernel distance over time": turned,
        "loss over time": (losses[1:] / losses[0]).reshape(-1, *many).permute(1, 2, 0).numpy(),
        "turned early, downstream": turned[:, down, early] / turned[:, down, -1],
    }


DELAY = Experiment(
    "layer-imbalance/delay",
    title="Downstream funnels fit with the light layer first, and turn the heavy one late",
    claims=ids("layer-imbalance/ condition-is-kept funnel-must-turn-its-first-layer funnel-downstream"),
    sources=(position_paper("Figure 10", None), position_paper("Section G.3", None)),
    scales={
        "smoke": Delay(2, 8, 2, (-6.0, 0.0, 3.0), 0.1, 10, 0.06, (10, 30, 60, 200, 600)),
        "desk": Delay(6, 8, 2, (-6.0, -2.0, 0.0, 2.0, 6.0), 0.1, 20, 0.04, (20, 80, 200, 500, 1000, 2000, 4000, 8000)),
        "paper": Delay(
            32, 50, 10, (-10.0, -3.0, 0.0, 3.0, 10.0), 0.1, 100, 0.01,
            (100, 300, 1000, 3000, 10000, 30000, 100000),
        ),
    },
    predict=predict_delay,
    measure=measure_delay,
    note="The paper says of upstream scaling that it can delay the rich phase; it is the downstream one that does "
    "(listed with the misprints of the chapter). The claims say that the first layer must turn, and how far the "
    "smallest funnel turns in the limit; that it does so late, and with two outputs, is the paper's sentence.",
)  # fmt: skip


# -- Conservation along real training ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Conservation(Config):
    """Two-layer networks on scikit-learn's digits, ten outputs, half the mean square error.

    Attributes:
        images: how many digits.
        width: of the hidden layer.
        rate: learning rate; a second run has half of it, and twice the steps.
        steps: of gradient descent at the full rate.
        decay: weight decay of a third run of the linear network.
        heavy: by how much the later layer's entries are larger.
    """

    images: int
    width: int
    rate: float
    steps: int
    decay: float
    heavy: float


CONSERVED = "half of the learning rate for twice as many steps halves what is left of the change: the flow conserves it"


def predict_conservation(config: Conservation) -> Expected:
    """What is conserved changes by the finite step alone; what is not, does not care for it."""
    of = {"A": [[2.0]], "W": [[1.0]]}  # what decays is 3, at the rate of a decay of one
    rate = stated.matrix("symmetry/weight-decay", "equals", **of).item() / 3
    decayed = (1 - config.rate * config.decay) ** (-rate * config.steps)
    expect = Expecting(0.1)
    expect(
        "halving, linear",
        f"every entry of A^T A - W W^T: {CONSERVED}; next order: a few per cent",
        {("layer-imbalance/condition-is-kept", "symmetry/conserved-difference-mean-square"): 2.0},
    )
    expect(
        "halving, rectified",
        f"|a|^2 - |w|^2 of every hidden neuron with a rectified unit: {CONSERVED}; a step that carries an input "
        "over a neuron's kink is of the same order",
        {"symmetry/neuron-conserved": 2.0},
        0.3,
    )
    expect.beyond(
        "drift, linear",
        "the change of A^T A - W W^T in the trace norm is at most the rate times the fall of the loss, by the rate "
        "times the sum of both squared gradients at every step; in units of that",
        {("symmetry/discrete-steps", "layer-imbalance/condition-is-kept"): at_most(1.0)},
        over="every seed",
    )
    expect.beyond(
        "halving, tanh",
        "tanh(4 z) has no rescale symmetry: the change is that of the flow and stays when the rate is halved; "
        "tolerance: the finite step's part of it",
        {("symmetry/neuron-conserved", "symmetry/neuron-tangent"): 1.0},
    )
    expect(
        "left by weight decay",
        "A^T A - W W^T decays by (1 - rate decay)^2 a step, exp(-2 decay t) in the flow, whatever the data; "
        "tolerance: the drift of the finite step",
        {"symmetry/weight-decay": decayed},
        0.02,
    )
    return expect.found


def measure_conservation(config: Conservation, session: Session) -> dict[str, Array]:
    """Three networks at two rates, and the linear one with weight decay."""
    import torch

    from ..data import digits
    from ..data.targets import one_hot
    from ..streams import normal

    images = digits().train.balanced(config.images)
    x = images.x.flatten(1).double()
    x = (x / x.square().sum(1).mean().sqrt()).to(session.device)
    y = one_hot(images.labels, 10).double().to(session.device)
    stream = session.streams(config.seeds, "start")
    wide = normal(stream, config.seeds, config.width, x.shape[1])
    narrow = normal(stream, config.seeds, 10, config.width)
    start = {"w": wide / x.shape[1] ** 0.5, "a": config.heavy * narrow / config.width**0.5}

    def run(activation: Callable[[Tensor], Tensor], rate: float, steps: int, decay: float = 0.0) -> tuple[Tensor, ...]:
        from ..training import half_mean_square

        def model(p: dict[str, Tensor], inputs: Tensor) -> Tensor:
            return activation(inputs @ p["w"].T) @ p["a"].T

        def observe(now: dict[str, Tensor]) -> dict[str, Tensor]:
            losses = torch.func.vmap(lambda p: half_mean_square(model(p, x), y))(now)
            return {"gram": now["a"].mT @ now["a"] - now["w"] @ now["w"].mT, "loss": losses}

        name = f"{getattr(activation, '__name__', 'linear')}-{steps}-{decay:g}"
        how: dict[str, Any] = {"observe": observe, "at": (0, steps)}
        found = descend(session, name, model, start, (x, y), rate, shared=True, weight_decay=decay, **how)
        return (*found.observed["gram"], found.observed["loss"])

    def change(activation: Callable[[Tensor], Tensor], rate: float, steps: int) -> tuple[Tensor, Tensor]:
        before, after, losses = run(activation, rate, steps)
        return after - before, losses

    def linear(h: Tensor) -> Tensor:
        return h

    def tanh(h: Tensor) -> Tensor:
        return torch.tanh(4 * h)

    coarse, losses = change(linear, config.rate, config.steps)
    fine, _ = change(linear, config.rate / 2, 2 * config.steps)
    found = {
        "halving, linear": torch.linalg.matrix_norm(coarse) / torch.linalg.matrix_norm(fine),
        "drift, linear": torch.linalg.matrix_norm(coarse, ord="nuc") / (config.rate * (losses[0] - losses[1])),
    }
    for activation, label, slower in (
        (torch.relu, "rectified", 1),
        (tanh, "tanh", 16),
    ):  # the slope is 4, its square 16
        sizes = [
            change(activation, config.rate / slower / k, k * config.steps)[0].diagonal(dim1=1, dim2=2).norm(dim=1)
            for k in (1, 2)
        ]
        found[f"halving, {label}"] = sizes[0] / sizes[1]
    before, after, _ = run(linear, config.rate, config.steps, config.decay)
    found["left by weight decay"] = (before * after).sum((1, 2)) / (before * before).sum((1, 2))
    return {key: value.numpy() for key, value in found.items()}


CONSERVATION = Experiment(
    "layer-imbalance/conservation",
    title="What gradient descent on digits conserves",
    claims=ids(
        "layer-imbalance/ condition-is-kept symmetry/ conserved-difference-mean-square neuron-conserved "
        "neuron-tangent discrete-steps weight-decay"
    ),
    sources=(position_paper("14", "from public notes"), kunin_slides("A rescale symmetry")),
    scales={
        "smoke": Conservation(4, 50, 10, 0.1, 100, 0.05, 1.5),
        "desk": Conservation(8, 200, 24, 0.05, 1000, 0.02, 1.5),
        "paper": Conservation(32, 1490, 500, 0.05, 20000, 0.001, 1.5),
    },
    predict=predict_conservation,
    measure=measure_conservation,
    note="Outside the claims' hypotheses are the control, tanh, whose slope is not that of a homogeneous unit, and the "
    "bound on the drift, which carries the claim on one step of a scalar network over to matrices.",
)
