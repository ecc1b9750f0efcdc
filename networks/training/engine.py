"""Training of many networks at once: one batched computation in place of a loop over the seeds.

A step costs what its arithmetic costs, about ``6 networks batch parameters`` operations for a plain network, plus some
microseconds of Python for each tensor operation of one network, whatever the number of networks.  So, on one core,
networks are nearly free until ``networks batch parameters`` is about a million, and cost in proportion after that
(`benchmarks/networks_seeds.py`).  Memory grows with ``networks (parameters + batch activations)``.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import torch
from torch import Tensor

from ..models import Model, Parameters
from .batches import Batches, Shared
from .checkpoints import Checkpoints
from .losses import Loss, half_mean_square
from .marks import mark
from .optimisers import Optimiser, Rate
from .run import LOOKED_AT, Observe, Record, Run
from .slopes import Penalty

if TYPE_CHECKING:
    from ..harness.session import Session

TRACED_FROM = 1000  # steps; tracing takes as long as some hundreds of steps
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
    graphs: bool | Literal["try"] | None = None,
    traced: bool | None = None,
    at_once: int | None = None,
) -> Training:
    """Train networks side by side, each as if it were alone.

    Parameters are named; a name before a dot is that of a layer, and stands for all parameters of it.  The model and
    the loss are of one network, and depend on their arguments alone (and on tensors that do not change): they are
    called a few times only, and what they did is replayed (see `slopes`).

    A run with a session that has a folder keeps its state there.  If it is killed, the same call goes on from that
    state and gives the same numbers; if it had ended, the call gives back what it gave.  The state is used by a call
    with equal arguments only (see `marks`, also for what is not seen); trainings of one session should differ in name.

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
        graphs: record the step as a CUDA graph, one for each shape of the batch; "try" goes on without where that
            fails, and is the default on CUDA.
        traced: trace the gradient once and replay it; by default for runs of 1000 steps or more.
        at_once: networks whose gradients are calculated together, where the memory does not hold all; all by default.

    Raises:
        Diverged: if a loss or a parameter is no finite number; where the session is lenient, of every network.
        OutOfMemory: if a batch does not fit the memory.
        ValueError: for names, shapes or steps that do not fit.
    """
    device = session.device if session is not None else next(iter(start.values())).device
    apart = getattr(model, "apart", False)  # then a step is no fixed list of operations
    run = Run(
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
        graphs if graphs is not None else ("try" if device.type == "cuda" and not apart else False),
        traced if traced is not None else steps >= TRACED_FROM,
        at_once,
        session is not None and session.lenient,
    )
    if at_once is not None and at_once < 1:
        raise ValueError(f"got {at_once} networks at once; expected 1 or more")
    wanted = _steps_at(steps, at)
    path = session.checkpoint(name) if session is not None else None
    identity = ""
    if path is not None:
        identity = mark(
            *(torch.__version__, device.type, name, steps, wanted, model, loss, penalty, train_only, rates, observe),
            *(optimiser, dict(start), dict(fixed or {}), dict(buffers or {}), batches(0), until, run.shared, at_once),
        )
    checkpoints = Checkpoints(path, identity, save_seconds, save_steps)
    return _train(run, steps, wanted, observe, until, checkpoints, session.progress if session is not None else None)


def _train(
    run: Run,
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
    elif checkpoints.problem and progress is not None:
        progress(f"{run.name}: {checkpoints.problem}; training starts anew", 0.0)

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
            if progress is not None and time.monotonic() - shown > SHOWN:
                shown = time.monotonic()
                progress(run.name, step / steps)
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


def _steps_at(steps: int, at: Iterable[int] | None) -> tuple[int, ...]:
    if steps < 0:
        raise ValueError(f"got {steps} steps; expected 0 or more")
    wanted = sorted({int(k) for k in at}) if at is not None else [steps]
    if wanted and not (wanted[0] >= 0 and wanted[-1] <= steps):
        raise ValueError(f"got observations after {wanted[0]} to {wanted[-1]} steps; expected 0 to {steps}")
    return tuple(wanted)
