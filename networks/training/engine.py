"""Training of many networks at once: one batched computation in place of a loop over the seeds.

A step costs what its arithmetic costs, about ``6 networks batch parameters`` operations for a plain network, plus 2 to
10 microseconds of Python for each tensor operation of a step, whatever the number of networks.  So networks are nearly
free while their products are small (widths to 64 or so on one core), and cost in proportion after that.  Memory grows
with ``networks (parameters + batch activations)``.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from ..models import Model, Parameters
from .batches import Batches, Shared
from .checkpoints import Checkpoints, mark
from .errors import Diverged, memory_explained
from .graphs import Recorded
from .losses import Loss, half_mean_square
from .optimisers import Optimiser, Rate
from .slopes import Penalty, Slopes
from .updates import Update, named

if TYPE_CHECKING:
    from ..experiments.session import Session

Observe = Callable[[dict[str, Tensor]], Mapping[str, Tensor]]
Record = dict[str, Tensor]
LOOKED_AT = 64  # steps between two looks at whether all losses are finite
SHOWN = 0.5  # seconds between two words of progress


@dataclass(frozen=True)
class Training:
    """What training left.

    Attributes:
        parameters: at the end, trained or not, with a leading axis networks, on the device of the run.
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
    penalty: Penalty | None = None,
    train_only: Sequence[str] | None = None,
    rates: Mapping[str, Rate] | None = None,
    observe: Observe | None = None,
    at: Iterable[int] | None = None,
    session: Session | None = None,
    name: str = "training",
    fixed: Parameters | None = None,
    buffers: Parameters | None = None,
    until: Callable[[Record], bool] | None = None,
    shared: Shared | None = None,
    save_seconds: float = 30.0,
    save_steps: int | None = None,
    graphs: bool | None = None,
    traced: bool = True,
) -> Training:
    """Train networks side by side, each as if it were alone.

    Parameters are named; a name before a dot is that of a layer, and stands for all parameters of it.  The model and
    the loss are of one network, and depend on their arguments alone (and on tensors that do not change): they are
    called a few times only, and what they did is replayed (see `slopes`).

    A run with a session that has a folder keeps its state there.  If it is killed, the same call goes on from that
    state and gives the same numbers; if it had ended, the call gives back what it gave.  The state is used for the same
    start, first batch, optimiser, steps and names only; a change inside of the model needs another folder.

    Args:
        model: parameters and x (batch, ...) in, (batch, outputs) out.  With `buffers`, it gives the output and the new
            buffers.
        start: parameters at the start, (networks, ...); they are not changed.
        batches: from the number of steps taken to (x, y); see `full_batch`, `minibatches` and `stream`.
        steps: how many.
        optimiser: such as ``SGD(0.1)``.
        loss: of outputs and targets, a scalar.
        penalty: of the parameters (trained, fixed and not trained), a scalar that is added to the loss.
        train_only: parameters or layers that are trained; the others stay as they are.
        rates: learning rates of some parameters or layers, in place of the optimiser's.
        observe: given all parameters and buffers, (networks, ...), it says what to record of them, (networks, ...).
            It must not change them.  By default, the loss on the batch of that step is recorded.
        at: numbers of steps after which to observe; by default the last only.
        session: device, folder and progress; by default those of `start`, none and none.
        name: of this training in the session: of its checkpoint, and in messages.
        fixed: further parameters that are not trained, (networks, ...).
        buffers: what the model carries from step to step without gradients, (networks, ...).
        until: given the latest record, whether to stop.
        shared: whether x and y have no axis networks and are the same for all; "x" if x alone is shared.
        save_seconds: between two checkpoints.
        save_steps: between two checkpoints, or None.
        graphs: record the step as a CUDA graph; by default on CUDA. A graph is recorded for each shape of the batch.
        traced: trace the gradient once and replay it.

    Raises:
        Diverged: if a loss or a parameter is no finite number.
        OutOfMemory: if a batch does not fit the memory.
        ValueError: for names, shapes or steps that do not fit.
    """
    device = session.device if session is not None else next(iter(start.values())).device
    run = _Run(
        model,
        {k: v.detach().to(device, copy=True) for k, v in start.items()},
        {k: v.detach().to(device) for k, v in (fixed or {}).items()},
        {k: v.detach().to(device, copy=True) for k, v in (buffers or {}).items()},
        batches,
        optimiser,
        loss,
        penalty,
        train_only,
        rates or {},
        shared if shared is not None else getattr(batches, "shared", False),
        device,
        name,
        bool(graphs) if graphs is not None else device.type == "cuda",
        traced,
    )
    wanted = _steps_at(steps, at)
    path = session.checkpoint(name) if session is not None else None
    identity = ""
    if path is not None:
        identity = mark(
            *(torch.__version__, device.type, name, steps, wanted, model, loss, penalty, train_only, rates, observe),
            *(optimiser, dict(start), dict(fixed or {}), dict(buffers or {}), batches(0), until is None, run.shared),
        )
    checkpoints = Checkpoints(path, identity, save_seconds, save_steps)
    return _train(run, steps, wanted, observe, until, checkpoints, session.progress if session is not None else None)


def _train(
    run: _Run,
    steps: int,
    wanted: Sequence[int],
    observe: Observe | None,
    until: Callable[[Record], bool] | None,
    checkpoints: Checkpoints,
    progress: Callable[[str, float], None] | None,
) -> Training:
    records: list[Record] = []
    records_at: list[int] = []
    first, ended = 0, False
    if (kept := checkpoints.load(run.device)) is not None:
        run.restore(kept)
        first, ended = kept["step"], kept["ended"]
        records_at = list(kept["records_at"])
        records = [{k: v.cpu() for k, v in record.items()} for record in kept["records"]]

    def state(ended: bool) -> dict[str, Any]:
        return {"step": step, "ended": ended, "records_at": records_at, "records": records, **run.state()}

    step, due, shown, looked = first, set(wanted) - set(records_at), -math.inf, first
    with torch.no_grad():
        while not ended:
            if step in due:
                due.remove(step)
                run.look(looked, step)
                looked = step
                records.append(run.record(step, observe))
                records_at.append(step)
                if until is not None and until(dict(records[-1])):
                    break
            if step >= steps:
                break
            run.step(step)
            step += 1
            if step - looked == LOOKED_AT:
                run.look(looked, step)
                looked = step
                now = time.monotonic()
                if progress is not None and now - shown > SHOWN:
                    progress(run.name, step / steps)
                    shown = now
            if checkpoints.due(step):
                run.look(looked, step)
                looked = step
                checkpoints.save(state(ended=False))
        if not ended:
            run.look(looked, step)
            run.look_at_parameters(step)
            checkpoints.save(state(ended=True))
    if progress is not None:
        progress(run.name, 1.0)
    observed = {k: torch.stack([record[k] for record in records]) for k in (records[0] if records else ())}
    return Training(run.parameters(), run.all_buffers(), observed, tuple(records_at), step)


class _Run:
    """Networks in training: their parameters, how a step changes them, and what is said when it goes wrong."""

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
        graphs: bool,
        traced: bool,
    ) -> None:
        self.name, self.device, self.shared = name, device, shared
        self.networks = _networks(start, fixed, buffers)
        self._start, self._batches, self._graphs = start, batches, graphs
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
        self._slopes = Slopes(model, loss, penalty, (moving, list(still), list(buffers)), shared, traced)
        self._update = Update(optimiser, self._leaves, moving, rates, graphs)
        self._recent = torch.zeros(LOOKED_AT, self.networks, dtype=self._leaves[0].dtype, device=device)
        self._recorded: dict[object, Recorded] = {}
        self._checked = False
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
        with self._memory(x):
            losses, _ = self._slopes.losses(self._leaves, self._fixed, self._buffers, x, y)
        if losses.shape != (self.networks,):
            shape = tuple(losses.shape[1:])
            raise ValueError(f"{self.name}: got a loss of shape {shape} of one network; expected a scalar")
        self._checked = True

    def _memory(self, x: Tensor) -> Any:
        size = int(x.shape[0 if self.shared else 1]) if x.ndim > (0 if self.shared else 1) else 1
        entries = sum(v.numel() for v in self._start.values()) // self.networks
        return memory_explained(
            f"{self.name}: a batch of {size} samples for {self.networks} networks of {entries:,} parameters on "
            f"{self.device}; train fewer networks at once, or take smaller batches"
        )

    def step(self, step: int) -> None:
        """Take one step."""
        x, y = self.batch(step)
        self._update.prepare(step)
        with self._memory(x):
            losses = self._recording(x, y)(x, y) if self._graphs else self._take(x, y)
        self._recent[step % LOOKED_AT].copy_(losses)

    def _recording(self, x: Tensor, y: Tensor) -> Recorded:
        key = x.shape, x.dtype, y.shape, y.dtype
        if key not in self._recorded:
            self._recorded[key] = Recorded(self._take, self._calculate, x, y)
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
            Diverged: naming the first step with such a loss.
        """
        for step in range(first, end) if not bool(torch.isfinite(self._recent).all()) else ():
            bad = ~torch.isfinite(self._recent[step % LOOKED_AT])
            if bool(bad.any()):
                self._diverged(step, bad)

    def look_at_parameters(self, step: int) -> None:
        """Refuse parameters that are not finite."""
        bad = torch.zeros(self.networks, dtype=torch.bool, device=self.device)
        for leaf in self._leaves:
            bad |= ~torch.isfinite(leaf).reshape(self.networks, -1).all(dim=1)
        if bool(bad.any()):
            self._diverged(step, bad)

    def _diverged(self, step: int, bad: Tensor) -> None:
        networks = bad.nonzero().ravel().tolist()
        self._update.prepare(step)
        raise Diverged(self.name, step, networks, self.networks, self._update.shown(networks[0]))

    def record(self, step: int, observe: Observe | None) -> Record:
        """What is observed now, on the CPU."""
        if observe is None:
            x, y = self.batch(step)
            with self._memory(x):
                losses, _ = self._slopes.losses(self._leaves, self._fixed, self._buffers, x, y)
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


def _steps_at(steps: int, at: Iterable[int] | None) -> tuple[int, ...]:
    if steps < 0:
        raise ValueError(f"got {steps} steps; expected 0 or more")
    wanted = sorted({int(k) for k in at}) if at is not None else [steps]
    if wanted and not (wanted[0] >= 0 and wanted[-1] <= steps):
        raise ValueError(f"got observations after {wanted[0]} to {wanted[-1]} steps; expected 0 to {steps}")
    return tuple(wanted)
