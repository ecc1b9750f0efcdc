"""Full-batch gradient descent, as most experiments of the solvable theory train."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .types import Session, Tensor, Training


def descend(
    session: Session,
    name: str,
    model: Callable[..., Tensor],
    start: Mapping[str, Tensor],
    data: tuple[Tensor, Tensor],
    rate: float | Tensor,
    *,
    steps: int | None = None,
    at: Iterable[int] | None = None,
    shared: bool = False,
    weight_decay: float | Tensor = 0.0,
    **options: Any,
) -> Training:
    """Train networks side by side on all their samples at every step; by default on half the mean square error.

    Args:
        session: what is trained moves to its device.
        name: of this training in the session.
        model: of one network.
        start: parameters, (networks, ...).
        data: inputs and targets of each network, (networks, n, ...), or (n, ...) if shared.
        rate: of all networks or of each.
        steps: how many; by default the last that is looked at.
        at: numbers of steps after which to observe.
        shared: whether all networks have the same samples.
        weight_decay: of all networks or of each.
        options: of `training.train`, such as ``loss``, ``observe`` and ``fixed``.
    """
    from ..training import SGD, full_batch, train

    looks = None if at is None else tuple(at)
    if steps is None:
        if looks is None:
            raise ValueError(f"{name}: neither steps nor records are given")
        steps = max(looks)
    x, y = (part.to(session.device) for part in data)
    batches, optimiser = full_batch(x, y, shared=shared), SGD(rate, weight_decay=weight_decay)
    return train(
        model, dict(start), batches, steps=steps, optimiser=optimiser, at=looks, session=session, name=name, **options
    )
