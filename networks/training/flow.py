"""Full-batch gradient descent of many networks at once, with steps so small that it follows gradient flow.

The loss is half the mean square error, as in thesis (3.2).  A network trained for k steps of size h stands for the
flow at time ``h k``, with an error of order h; two runs, with steps h and h/2, are combined into one with an error of
order h^2 (Richardson), and their difference says how large the error of order h was.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from ..models import Model, Parameters
from .batches import full_batch
from .engine import train
from .optimisers import SGD


@dataclass(frozen=True)
class Trained:
    """Parameters along the training of many networks.

    Attributes:
        parameters: by name, shape (records, networks, ...).
        times: shape (records, networks), on the CPU, as all the others.
        step_error: by name, the difference of the runs with steps h and h/2.
    """

    parameters: dict[str, Tensor]
    times: Tensor
    step_error: dict[str, Tensor]


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Small tensors gain nothing from threads, and lose much when the machine is busy."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def descend(
    model: Model, trainable: Parameters, fixed: Parameters, x: Tensor, y: Tensor, rate: Tensor, records: Sequence[int]
) -> dict[str, Tensor]:
    """Train networks side by side; the parameters after each number of steps in `records`, on the CPU.

    The result has shape (records, networks, ...).

    Args:
        trainable: parameters that move, shape (networks, ...).
        fixed: parameters that do not.
        x: shape (networks, n, d); each network has its own data.
        y: shape (networks, n, c).
        rate: learning rates, shape (networks,).
        records: in rising order.

    Raises:
        Diverged: if the rate is too large.
    """

    def moving(parameters: Parameters) -> dict[str, Tensor]:
        return {name: parameters[name] for name in trainable}

    batches, steps = full_batch(x, y), max(records)
    return train(
        model, trainable, batches, steps=steps, optimiser=SGD(rate), observe=moving, at=records, fixed=fixed
    ).observed


def follow_flow(
    model: Model,
    trainable: Parameters,
    fixed: Parameters,
    x: Tensor,
    y: Tensor,
    unit: Tensor,
    step: float,
    times: Sequence[float],
) -> Trained:
    """Follow gradient flow to `times`, in units of `unit` (one a network).

    One run takes steps of `step` units, another of half of it.

    Raises:
        ValueError: if a time is no whole number of steps, or the times do not rise.
        Diverged: if the step is too large.
    """
    counts = [round(t / step) for t in times]
    if sorted(set(counts)) != counts:
        raise ValueError(f"got times {list(times)}; expected rising ones")
    if any(abs(k * step - t) > 1e-9 for k, t in zip(counts, times, strict=True)):
        raise ValueError(f"got times {list(times)} with steps of {step}; expected whole numbers of steps")
    with one_thread():
        coarse = descend(model, trainable, fixed, x, y, unit * step, counts)
        fine = descend(model, trainable, fixed, x, y, unit * step / 2, [2 * k for k in counts])
    error = {name: (fine[name] - coarse[name]).abs() for name in fine}
    best: Mapping[str, Tensor] = {name: 2 * fine[name] - coarse[name] for name in fine}
    at = torch.tensor(list(times), dtype=unit.dtype)[:, None] * unit.cpu()
    return Trained(dict(best), at, error)
