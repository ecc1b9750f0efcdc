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
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from layerproof.language.sources import paper

from ..harness import stated
from ..harness.expecting import Expected, Expecting
from ..harness.protocol import Config, Experiment

if TYPE_CHECKING:
    from torch import Tensor

    from ..harness.session import Session
    from ..models import Model

Array = NDArray[np.float64]
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
    expect = Expecting(0.02, over="every seed", relation="at most", against=1.0)
    for depth, name in KEPT.items():
        says = f"what the flow keeps at depth {depth}: its largest change by the end, relative to it"
        expect(name, says, {f"{SUBJECT}/{name}": 0.0})
    expect(
        "weights in the row space",
        "the inverse hyperbolic sine of beta/(2 alpha^2) is a combination of the inputs, as at the least potential of "
        "all weights with these outputs: its part beyond them, relative to it",
        {tuple(f"{SUBJECT}/{name}" for name in ENDS): 0.0},
    )
    expect(STEP, "the product of two factors after one step", {f"{SUBJECT}/{STEP}": 0.0}, 1e-9)
    return expect.found


def measure(config: Diagonal, session: Session) -> dict[str, Array]:
    """Every depth from the same samples."""
    from ..streams import normal

    source = session.streams(config.seeds, "samples")
    x = normal(source, config.seeds, config.samples, config.inputs)
    y = normal(source, config.seeds, config.samples, 1)
    found = {}
    for depth, name in KEPT.items():
        u, v = _trained(depth, x, y, config, config.steps, session)
        sizes = {"d": config.inputs, "n": config.samples}
        before, after = (_kept(name, one, two, sizes) for one, two in ((np.full_like(u, config.start),) * 2, (u, v)))
        found[name] = np.max(np.abs(after - before) / np.abs(before), axis=1)
        if depth == 2:
            beta = u**2 - v**2
    turned = np.arcsinh(
        beta / stated.value(f"{SUBJECT}/weights-at-the-end", "rhs", alpha=config.start, s=np.arcsinh(1.0) / 2)
    )
    rows = x.numpy()
    inside = np.stack([np.linalg.pinv(one) @ one @ r for one, r in zip(rows, turned, strict=True)])
    found["weights in the row space"] = np.linalg.norm(turned - inside, axis=1) / np.linalg.norm(turned, axis=1)
    u, v = _trained(2, x, y, config, 1, session)
    slope = -np.einsum("nki,nk->ni", rows, y.numpy()[..., 0]) / config.samples  # of the loss, by the weights
    by_claim = stated.value(f"{SUBJECT}/{STEP}", "rhs", u=config.start, v=config.start, eta=config.rate, g=slope)
    found[STEP] = np.max(np.abs(u * v / by_claim - 1), axis=1)
    return found


def _kept(name: str, u: Array, v: Array, sizes: Mapping[str, int]) -> Array:
    """What a claim says is kept, of each input."""
    if name == KEPT[2]:
        return stated.value(f"{SUBJECT}/{name}", "quantity", sizes={**sizes, "i": 1}, **{"u[1]": u, "v[1]": v})
    return stated.value(f"{SUBJECT}/{name}", "quantity", u=u, v=v)


def _model(depth: int, parameters: Mapping[str, Tensor], x: Tensor) -> Tensor:
    return (x * (parameters["u"] ** depth - parameters["v"] ** depth)).sum(-1, keepdim=True)


def _trained(depth: int, x: Tensor, y: Tensor, config: Diagonal, steps: int, session: Session) -> tuple[Array, Array]:
    """Both factors after so many steps, shape (networks, inputs)."""
    import torch

    from ..training import SGD, full_batch, train

    model: Model = partial(_model, depth)
    start = torch.full((config.seeds, config.inputs), config.start, dtype=torch.float64)
    training = train(
        model,
        {"u": start, "v": start.clone()},
        full_batch(x.to(session.device), y.to(session.device)),
        steps=steps,
        optimiser=SGD(config.rate),
        observe=lambda p: {"u": p["u"], "v": p["v"]},
        session=session,
        name=f"depth {depth}, {steps} steps",
    )
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
