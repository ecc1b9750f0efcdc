"""Networks in training: their parameters, how a step changes them, and what is said when it goes wrong."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Literal

import torch
from torch import Tensor

from ..models import Model
from . import room as memory
from .batches import Batches, Shared
from .errors import Diverged, OutOfMemory, memory_explained
from .graphs import Recorded
from .losses import Loss
from .optimisers import Optimiser, Rate
from .slopes import Penalty, Slopes
from .updates import Update, named

Observe = Callable[[dict[str, Tensor]], Mapping[str, Tensor]]
Record = dict[str, Tensor]
_ALIKE = 1e-3  # relative: a graph may choose other kernels, with other rounding
LOOKED_AT = 64  # steps between two looks at whether all losses are finite


class Run:
    """Networks side by side.

    Args:
        start: parameters, on the device; those that are trained are changed in place.
        fixed: further parameters that are not trained.
        buffers: changed in place.
        graphs: whether to record the step; "try" goes on without where it cannot be recorded.
        traced: whether to trace the gradient.
        at_once: networks whose gradients are calculated together.
        lenient: whether to go on with the others where networks diverge; those are NaN from then on.

    Attributes:
        name: in messages.
        device: of everything.
        shared: what all networks see alike.
        networks: how many.

    Raises:
        ValueError: for names that are not there, nothing to train, or leading axes that differ.
    """

    def __init__(
        self,
        model: Model,
        start: dict[str, Tensor],
        fixed: dict[str, Tensor],
        buffers: dict[str, Tensor],
        batches: Batches,
        optimiser: Optimiser,
        loss: Loss,
        penalty: Penalty | None,
        train_only: Sequence[str] | None,
        rates: Mapping[str, Rate],
        shared: Shared,
        device: torch.device,
        name: str,
        graphs: bool | Literal["try"],
        traced: bool,
        at_once: int | None = None,
        lenient: bool = False,
    ) -> None:
        self.name, self.device, self.shared = name, device, shared
        self.networks = _networks(start, fixed, buffers)
        self._at_once = min(at_once or self.networks, self.networks)
        self._start, self._batches = start, batches
        self._graphs: bool | Literal["try"] = graphs
        if twice := {*start, *buffers} & fixed.keys() | start.keys() & buffers.keys():
            raise ValueError(f"{name}: got {min(twice)!r} twice among start, fixed and buffers")
        moving = [k for k in start if train_only is None or named(k, train_only)]
        _refuse_unknown("train_only", train_only or (), start)
        _refuse_unknown("rates", rates, moving)
        if not moving:
            raise ValueError(f"{name}: got no parameters to train")
        for key in moving:
            if not start[key].is_floating_point():
                raise ValueError(f"{name}: got {start[key].dtype} for the parameter {key}; expected floating point")
        still = {**fixed, **{k: v for k, v in start.items() if k not in moving}}
        self._moving, self._still = moving, still
        self._leaves = [start[k] for k in moving]
        self._fixed = list(still.values())
        self._buffer_names, self._buffers = list(buffers), list(buffers.values())
        self._slopes = Slopes(model, loss, penalty, (moving, list(still), list(buffers)), shared, traced, at_once)
        self._update = Update(optimiser, self._leaves, moving, rates, bool(graphs))
        self._recent = torch.zeros(LOOKED_AT, self.networks, dtype=self._leaves[0].dtype, device=device)
        self._recorded: dict[object, Recorded] = {}
        self._lost = torch.zeros(self.networks, dtype=torch.bool, device=device)
        self._lenient, self._checked = lenient, False
        self._constant: tuple[Tensor, Tensor] | None = None

    def batch(self, step: int) -> tuple[Tensor, Tensor]:
        """The batch of a step, on the device."""
        if self._constant is not None:
            return self._constant
        x, y = self._batches(step)
        if x.device != self.device or y.device != self.device:
            x, y = x.to(self.device), y.to(self.device)
        if not self._checked:
            self._check(x, y)
        if getattr(self._batches, "constant", False):
            self._constant = x, y
        return x, y

    def _check(self, x: Tensor, y: Tensor) -> None:
        for what, value, one in (("x", x, bool(self.shared)), ("y", y, self.shared is True)):
            if not one and (value.ndim == 0 or len(value) != self.networks):
                raise ValueError(
                    f"{self.name}: got {what} of shape {tuple(value.shape)} for {self.networks} networks; expected a "
                    f"leading axis of {self.networks}, or shared=True for a batch that all networks see"
                )
        dtype = self._leaves[0].dtype
        if x.is_floating_point() and x.dtype != dtype:
            raise ValueError(f"{self.name}: got x of {x.dtype} for parameters of {dtype}; expected the same")
        self._refuse_too_large(x, y)
        with self._memory(x):
            losses = self._slopes.losses(self._leaves, self._fixed, self._buffers, x, y)
        if losses.shape != (self.networks,):
            shape = tuple(losses.shape[1:])
            raise ValueError(f"{self.name}: got a loss of shape {shape} of one network; expected a scalar")
        self._checked = True

    def _refuse_too_large(self, x: Tensor, y: Tensor) -> None:
        """Raise OutOfMemory before the first step if its device has no room for one."""
        left = memory.room(self.device)
        if left is None:
            return
        try:
            wanted = self._slopes.memory(self._leaves, self._fixed, self._buffers, x, y)
        except Exception:  # a model that looks at entries cannot be gone through without them
            return
        if wanted > left:
            sizes = f"a step takes {wanted / memory.GIB:.3g} GiB, and {left / memory.GIB:.3g} are left"
            raise OutOfMemory(f"no memory for {self._size(x)}: {sizes}")

    def _memory(self, x: Tensor) -> AbstractContextManager[None]:
        return memory_explained(lambda: self._size(x))

    def _size(self, x: Tensor) -> str:
        axis = 0 if self.shared else 1
        samples = int(x.shape[axis]) if x.ndim > axis else 1
        entries = sum(v.numel() for v in self._start.values()) // self.networks
        return (
            f"{self.name}: a batch of {samples} samples for {self._at_once} networks of {entries:,} parameters on "
            f"{self.device}; take fewer networks at once (at_once), or smaller batches"
        )

    def step(self, step: int) -> None:
        """Take one step."""
        x, y = self.batch(step)
        self._update.prepare(step)
        with self._memory(x):
            before = len(self._recorded)
            recorded = self._recording(x, y) if self._graphs else None
            first = len(self._recorded) > before
            expected = self._calculate(x, y)[0].clone() if first else None
            losses = recorded(x, y) if recorded is not None else self._take(x, y)
            if expected is not None and not torch.allclose(losses, expected, rtol=_ALIKE, equal_nan=True):
                raise ValueError(
                    f"{self.name}: a step that was recorded as a graph gives other losses than the step itself, "
                    f"{losses.flatten()[:3].tolist()} for {expected.flatten()[:3].tolist()}; train with graphs=False"
                )
        self._recent[step % LOOKED_AT].copy_(losses)

    def _recording(self, x: Tensor, y: Tensor) -> Recorded | None:
        key = x.shape, x.dtype, y.shape, y.dtype
        if key not in self._recorded:
            try:
                self._recorded[key] = Recorded(self._take, self._calculate, x, y)
            except torch.cuda.OutOfMemoryError:
                raise
            except RuntimeError:
                # Some operations cannot be recorded; recording changes nothing, so the step can be taken without.
                if self._graphs is True:
                    raise
                self._graphs = False
                return None
        return self._recorded[key]

    def _calculate(self, x: Tensor, y: Tensor) -> tuple[Tensor, list[Tensor], list[Tensor]]:
        return self._slopes(self._leaves, self._fixed, self._buffers, x, y)

    def _take(self, x: Tensor, y: Tensor) -> Tensor:
        losses, gradients, buffers = self._calculate(x, y)
        self._update.apply(gradients)
        for kept, new in zip(self._buffers, buffers, strict=True):
            kept.copy_(new)
        return losses

    def look(self, first: int, end: int) -> None:
        """Refuse losses of the steps from `first` to before `end`, at most `LOOKED_AT`, that are not finite.

        Raises:
            Diverged: naming the first step with such a loss; not if `lenient`, and a network is left.
        """
        for step in range(first, end) if not bool(torch.isfinite(self._recent).all()) else ():
            bad = ~torch.isfinite(self._recent[step % LOOKED_AT]) & ~self._lost
            if bool(bad.any()):
                self._diverged(step, bad)

    def look_at_parameters(self, step: int) -> None:
        """Refuse parameters that are not finite."""
        bad = torch.zeros(self.networks, dtype=torch.bool, device=self.device)
        for leaf in self._leaves:
            bad |= ~torch.isfinite(leaf).reshape(self.networks, -1).all(dim=1)
        bad &= ~self._lost
        if bool(bad.any()):
            self._diverged(step, bad)

    def _diverged(self, step: int, bad: Tensor) -> None:
        """Raise Diverged; or, with `lenient` and a network left, give up the bad ones."""
        if self._lenient and not bool((self._lost | bad).all()):
            self._lost |= bad
            for leaf in self._leaves:
                leaf[self._lost] = math.nan
            return
        networks = bad.nonzero().ravel().tolist()
        self._update.prepare(step)
        raise Diverged(self.name, step, networks, self.networks, self._update.shown(networks[0]))

    def record(self, step: int, observe: Observe | None) -> Record:
        """What is observed now, on the CPU."""
        if observe is None:
            x, y = self.batch(step)
            with self._memory(x):
                losses = self._slopes.losses(self._leaves, self._fixed, self._buffers, x, y)
            return {"loss": losses.cpu().clone()}
        seen = observe({**self._still, **self._start, **dict(zip(self._buffer_names, self._buffers, strict=True))})
        return {k: torch.as_tensor(v).detach().cpu().clone() for k, v in seen.items()}

    def parameters(self) -> dict[str, Tensor]:
        """All parameters of the start, as they are now."""
        return dict(self._start)

    def all_buffers(self) -> dict[str, Tensor]:
        """The buffers as they are now."""
        return dict(zip(self._buffer_names, self._buffers, strict=True))

    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {"parameters": self._leaves, "optimiser": self._update.state, "buffers": self._buffers}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take up the state of a checkpoint."""
        pairs = [(self._leaves, kept["parameters"]), (self._buffers, kept["buffers"])]
        pairs += list(zip(self._update.state, kept["optimiser"], strict=True))
        for ours, theirs in pairs:
            for tensor, value in zip(ours, theirs, strict=True):
                tensor.copy_(value)


def _networks(*groups: Mapping[str, Tensor]) -> int:
    """How many networks there are.

    Raises:
        ValueError: if that is not the same for all parameters.
    """
    sizes = {k: int(v.shape[0]) if v.ndim else 0 for group in groups for k, v in group.items()}
    counts = set(sizes.values())
    if len(counts) != 1 or counts == {0}:
        raise ValueError(f"got leading axes {sizes}; expected one number of networks for all parameters")
    return counts.pop()


def _refuse_unknown(what: str, names: Iterable[str], keys: Iterable[str]) -> None:
    keys = list(keys)
    if unknown := [name for name in names if not any(named(key, (name,)) for key in keys)]:
        raise ValueError(f"{what} names {unknown[0]!r}; expected parameters or layers among {', '.join(keys)}")
