"""Training of many networks at once: one batched computation in place of a loop over the seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor
from torch.func import vmap

from ..models import Model, Parameters
from .batches import Batches, Shared
from .losses import Loss, half_mean_square
from .optimisers import Optimiser, Rate

if TYPE_CHECKING:
    from ..experiments.session import Session


class Diverged(ValueError):
    """A network's loss or parameters are no finite numbers."""


@dataclass(frozen=True)
class Training:
    """What training left.

    Attributes:
        parameters: at the end, trained or not, with a leading axis networks.
        buffers: at the end.
        observed: by name, shape (records, networks, ...), on the CPU.
        steps: the number of steps taken before each record.
        taken: steps taken in all; fewer than asked for if stopped by `until`.
    """

    parameters: dict[str, Tensor]
    buffers: dict[str, Tensor]
    observed: dict[str, Tensor]
    steps: tuple[int, ...]
    taken: int


def train(
    model: Model,
    start: Parameters,
    batches: Batches,
    *,
    steps: int,
    optimiser: Optimiser,
    loss: Loss = half_mean_square,
    train_only: Sequence[str] | None = None,
    rates: Mapping[str, Rate] | None = None,
    observe: Callable[[dict[str, Tensor]], Mapping[str, Tensor]] | None = None,
    at: Sequence[int] | None = None,
    session: Session | None = None,
    name: str = "training",
    fixed: Parameters | None = None,
    buffers: Parameters | None = None,
    until: Callable[[dict[str, Tensor]], bool] | None = None,
    shared: Shared | None = None,
) -> Training:
    """Train networks side by side (first version: no checkpoints yet)."""
    device = session.device if session is not None else next(iter(start.values())).device
    share = shared if shared is not None else getattr(batches, "shared", False)
    everything = {k: v.detach().to(device).clone() for k, v in start.items()}
    names = [k for k in everything if train_only is None or _named(k, train_only)]
    still = {k: v.to(device) for k, v in (fixed or {}).items()}
    still |= {k: v for k, v in everything.items() if k not in names}
    state = {k: v.to(device) for k, v in (buffers or {}).items()}
    leaves = [everything[k].requires_grad_() for k in names]
    moments = optimiser.state(leaves)

    def one(moving: Parameters, rest: Parameters, moved: Parameters, x: Tensor, y: Tensor) -> Any:
        output = model({**rest, **moving, **moved}, x)
        if moved:
            output, moved = output
        return loss(output, y), moved

    many = vmap(one, in_dims=(0, 0, 0, None if share else 0, None if share is True else 0))
    wanted = sorted({steps} if at is None else set(at))
    kept: list[Mapping[str, Tensor]] = []
    records: list[int] = []
    for step in range(steps + 1):
        if observe is not None and step in wanted:
            with torch.no_grad():
                now = observe({**still, **{k: v.detach() for k, v in zip(names, leaves, strict=True)}, **state})
            kept.append({k: torch.as_tensor(v).detach().clone().cpu() for k, v in now.items()})
            records.append(step)
            if until is not None and until(dict(kept[-1])):
                break
        if step == steps:
            break
        x, y = batches(step)
        losses, new = many(dict(zip(names, leaves, strict=True)), still, state, x.to(device), y.to(device))
        gradients = list(torch.autograd.grad(losses.sum(), leaves))
        state = {k: v.detach() for k, v in new.items()}
        with torch.no_grad():
            if not bool(torch.isfinite(losses).all()):
                raise Diverged(f"{name}: step {step}: losses {losses.tolist()}")
            direction = optimiser.direction(leaves, gradients, moments, optimiser.factors(step))
            for key, leaf, d in zip(names, leaves, direction, strict=True):
                rate = next((r for k, r in (rates or {}).items() if _named(key, (k,))), optimiser.rate)
                value: Any = rate(step) if callable(rate) and not isinstance(rate, Tensor) else rate
                if isinstance(value, Tensor) and value.ndim:
                    value = value.to(leaf).reshape(-1, *([1] * (leaf.ndim - 1)))
                leaf.sub_(value * d)
    final = {k: v.detach() for k, v in everything.items()}
    observed = {k: torch.stack([record[k] for record in kept]) for k in (kept[0] if kept else ())}
    return Training(final, state, observed, tuple(records), step)


def _named(key: str, names: Sequence[str]) -> bool:
    """Whether a parameter is meant: by its name, or by the name of the layer that it belongs to."""
    return any(key == n or key.startswith(f"{n}.") for n in names)
