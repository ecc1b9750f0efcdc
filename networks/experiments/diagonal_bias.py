r"""Diagonal networks choose among the weights that fit: what their flow keeps, and where it ends.

A subject beside the four sources (Woodworth et al., Gunasekar et al.).  The network is
``f(x) = sum_i (u_i^L - v_i^L) x_i`` from ``u = v = alpha``, on fewer samples than inputs, trained by full-batch
gradient descent on half the mean square error with small steps.  What the flow keeps drifts with the step size, and
the tolerance is a few times that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from layerproof.language.sources import paper

from ..harness import stated
from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting, at_most
from ..harness.protocol import Config, Experiment
from ..harness.types import Array, Model, Session, Tensor

SUBJECT = "implicit-bias"


@dataclass(frozen=True)
class Diagonal(Config):
    """Diagonal networks on a few samples.

    Attributes:
        inputs: of each network; more than `samples`.
        samples: of each network.
        start: alpha, of both factors.
        rate: learning rate.
        steps: of gradient descent.
    """

    inputs: int
    samples: int
    start: float
    rate: float
    steps: int


KEPT = {2: "product-of-factors", 3: "kept-at-depth-three", 4: "kept-at-depth-four"}
"""By the depth: the claim on what the flow keeps."""
ENDS = ("weights-at-the-end", "diagonal-networks-choose-the-least-potential")
STEP = "product-after-a-step"


def predict(config: Diagonal) -> Expected:
    """What is kept stays, and the end is the least potential."""
    expect, alpha = Expecting(0.02, over="every seed"), config.start
    at: dict[int, dict[str, float]] = {depth: {"u": alpha, "v": alpha} for depth in KEPT}
    at[2] = {"u[1]": alpha, "v[1]": alpha}
    for depth, name in KEPT.items():
        sizes = {"d": config.inputs, "n": config.samples, "i": 1} if depth == 2 else None
        value = stated.value(f"{SUBJECT}/{name}", "quantity", sizes=sizes, **at[depth])
        says = f"what the flow keeps at depth {depth}, at the end, of the input where it changed most"
        expect(name, says, {f"{SUBJECT}/{name}": value}, relative=True)
    expect(
        "weights in the row space",
        "the inverse hyperbolic sine of beta/(2 alpha^2) is a combination of the inputs, as at the least potential of "
        "all weights with these outputs: its part beyond them, relative to it",
        {tuple(f"{SUBJECT}/{name}" for name in ENDS): at_most(0.0)},
        against=1.0,
    )
    after = stated.value(f"{SUBJECT}/{STEP}", "rhs", u=alpha, v=alpha, eta=config.rate, g=1.0)
    expect(
        STEP,
        "what one step takes off the product of the factors, over the squared step of the weight",
        {f"{SUBJECT}/{STEP}": (1 - after / alpha**2) / config.rate**2},
        1e-5,
        relative=True,
    )
    return expect.found


def measure(config: Diagonal, session: Session) -> dict[str, Array]:
    """Every depth from the same samples."""
    from ..streams import normal

    source, alpha = session.streams(config.seeds, "samples"), config.start
    x = normal(source, config.seeds, config.samples, config.inputs)
    y = normal(source, config.seeds, config.samples, 1)
    found, rows = {}, x.numpy()
    for depth, name in KEPT.items():
        u, v = _trained(depth, x, y, config, config.steps, session)
        kept, first = (
            (u * v, alpha**2) if depth == 2 else (u ** (2 - depth) + v ** (2 - depth), 2 * alpha ** (2 - depth))
        )
        farthest = np.abs(kept - first).argmax(1)
        found[name] = kept[np.arange(config.seeds), farthest]
        if depth == 2:
            turned = np.arcsinh((u**2 - v**2) / (2 * alpha**2))
    inside = np.stack([np.linalg.pinv(one) @ one @ r for one, r in zip(rows, turned, strict=True)])
    found["weights in the row space"] = np.linalg.norm(turned - inside, axis=1) / np.linalg.norm(turned, axis=1)
    u, v = _trained(2, x, y, config, 1, session)
    slope = -np.einsum("nki,nk->ni", rows, y.numpy()[..., 0]) / config.samples  # of the loss, by the weights
    found[STEP] = (1 - u * v / alpha**2).sum(1) / ((config.rate * slope) ** 2).sum(1)
    return found


def _model(depth: int, parameters: Mapping[str, Tensor], x: Tensor) -> Tensor:
    return (x * (parameters["u"] ** depth - parameters["v"] ** depth)).sum(-1, keepdim=True)


def _trained(depth: int, x: Tensor, y: Tensor, config: Diagonal, steps: int, session: Session) -> tuple[Array, Array]:
    """Both factors after so many steps, shape (networks, inputs)."""
    import torch

    model: Model = partial(_model, depth)
    both = {name: torch.full((config.seeds, config.inputs), config.start, dtype=torch.float64) for name in "uv"}
    name = f"depth {depth}, {steps} steps"
    training = descend(session, name, model, both, (x, y), config.rate, steps=steps, observe=dict)
    return training.observed["u"][-1].numpy(), training.observed["v"][-1].numpy()


DIAGONAL = Experiment(
    "implicit-bias/diagonal",
    title="What diagonal networks of depth two, three and four keep, and which weights they choose",
    claims=tuple(f"{SUBJECT}/{name}" for name in (*KEPT.values(), *ENDS, STEP)),
    sources=(paper("woodworth-2020", "diagonal networks of depth two: the potential"),),
    scales={
        "smoke": Diagonal(4, 6, 3, 0.5, 0.004, 2000),
        "desk": Diagonal(32, 10, 4, 0.5, 0.003, 4000),
        "paper": Diagonal(500, 40, 20, 0.5, 0.0002, 100_000),
    },
    predict=predict,
    measure=measure,
)
