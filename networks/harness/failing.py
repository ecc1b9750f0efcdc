"""Networks that fail: which, why, and what is kept of the others.

A network fails if training it raises an error, as where it diverges, or if what is measured of it is no finite number,
as the time at which it gets half-way if it never does: that costs this number alone, and the record says how far it got
(`crossings.heard`).  When a run raises, its seeds are trained again in halves, down to the seed that raises alone:
what a network draws depends on the number of its seed, so that the others end as they would have.  What was measured of
them is kept, and the record names each that failed, with the cause.

Where some of the networks of that seed diverge and others do not, it is trained once more with these alone going on:
the numbers of the others are kept too.

A failure counts against what is predicted: the networks that are left are compared, and however well they agree, the
prediction is UNDECIDED at best (`comparing.compare`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import crossings
from .protocol import Config, Experiment

if TYPE_CHECKING:
    from pathlib import Path

    from .session import Session

Array = NDArray[np.float64]
Found = Mapping[str, Any]


@dataclass(frozen=True)
class Failure:
    """A network that failed.

    Attributes:
        seed: the number of its seed.
        quantity: what could not be measured of it; everything if this is empty.
        cell: which of the networks, or of the numbers, of this seed; empty where the cause says it.
        cause: in words.
    """

    seed: int
    quantity: str
    cell: str
    cause: str

    def __str__(self) -> str:
        where = "".join(f", {part}" for part in (self.quantity, self.cell) if part)
        return f"seed {self.seed}{where}: {self.cause}"


@dataclass(frozen=True)
class Part:
    """Seeds that were measured together, and what was found; or one seed that failed, and why.

    Attributes:
        seed: the number of the first.
        seeds: how many.
        found: by quantity, as of `Experiment.measure`; None for the seed that failed.
        error: what it raised; with `found`, what some of its networks did, which have NaN there.
        heard: what was said of its curves while it was measured.
    """

    seed: int
    seeds: int
    found: Found | None
    error: Exception | None = None
    heard: tuple[crossings.Missing, ...] = ()


def measured(experiment: Experiment[Any], config: Config, session: Session) -> list[Part]:
    """What is measured, in one part if no network raises; seeds that are measured together fail together.

    Raises:
        ValueError: as `Experiment.measure`, if the seeds cannot be told apart, see `Experiment.whole`.
    """
    try:
        with crossings.heard() as words:
            found = experiment.measure(config, session)
        return [Part(session.seed, config.seeds, found, heard=tuple(words))]
    except _errors() as error:
        if experiment.whole:
            raise
        if config.seeds == 1:
            return [Part(session.seed, 1, _of_the_others(experiment, config, session, error), error)]
    half = config.seeds // 2
    parts = []
    for first, count in ((0, half), (half, config.seeds - half)):
        seed = session.seed + first
        session.progress(f"a network failed; the seeds {seed} to {seed + count - 1} on their own", 0.0)
        folder = _within(session.folder, f"{seed}-{seed + count - 1}")
        parts += measured(experiment, replace(config, seeds=count), replace(session, seed=seed, folder=folder))
    return parts


def _of_the_others(experiment: Experiment[Any], config: Config, session: Session, error: Exception) -> Found | None:
    """What is measured of a seed where some of its networks diverge; None if nothing is, or none of it shows them."""
    from ..training.errors import Diverged

    if not isinstance(error, Diverged) or len(error.networks) == error.of:
        return None
    session.progress(f"networks of the seed {session.seed} diverge; the others go on", 0.0)
    try:
        found = experiment.measure(config, replace(session, lenient=True, folder=_within(session.folder, "others")))
    except _errors():
        return None
    seen = [array(value) for name, value in found.items() if name not in experiment.curves]
    return None if all(np.all(np.isfinite(value)) for value in seen) else found


def _within(folder: Path | None, name: str) -> Path | None:
    """A folder of checkpoints in another."""
    if folder is None:
        return None
    (folder / name).mkdir(exist_ok=True)
    return folder / name


def _errors() -> tuple[type[Exception], ...]:
    """What a network that fails raises; torch's of a matrix that has no eigenvalues, as one that is not finite."""
    import torch

    of_torch: type[Exception] = torch.linalg.LinAlgError  # type: ignore[attr-defined]
    return ValueError, ArithmeticError, np.linalg.LinAlgError, of_torch


def joined(parts: Sequence[Part], shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Array]:
    """By quantity, a row a seed; NaN for a seed that failed.

    Args:
        shapes: of what is measured of one seed, by quantity.

    Raises:
        ValueError: for a quantity that is missing, or of another shape.
    """
    rows: dict[str, list[Array]] = {name: [] for name in shapes}
    for part in parts:
        for name, shape in shapes.items():
            if part.found is None:
                rows[name].append(np.full((1, *shape), np.nan))
                continue
            found = array(part.found[name])
            if found.shape != (part.seeds, *shape):
                raise ValueError(
                    f"{name}: measured an array of shape {found.shape}; expected (seeds, *{shape}) of {part.seeds} "
                    "seeds"
                )
            rows[name].append(found)
    return {name: np.concatenate(found) for name, found in rows.items()}


def curves(names: Sequence[str], parts: Sequence[Part], plain: Callable[[Any], Any]) -> dict[str, Any]:
    """The curves of the networks that did not raise, one after another."""
    found = [(part.seeds, part.found) for part in parts if part.found is not None]
    seeds = [count for count, _ in found]
    return {name: curve(name, [plain(one[name]) for _, one in found], seeds) for name in names if found}


def curve(name: str, parts: Sequence[Any], seeds: Sequence[int]) -> Any:
    """A curve of all seeds: what is the same in every part and has one axis is shared, as times are.

    Any other is joined along the first axis that has the seeds of each part.
    """
    if isinstance(parts[0], Mapping):
        return {key: curve(f"{name}, {key}", [part[key] for part in parts], seeds) for key in parts[0]}
    same = all(np.array_equal(part, parts[0], equal_nan=True) for part in parts)
    if len(parts) == 1 or (same and parts[0].ndim < 2):
        return parts[0]
    for axis in range(parts[0].ndim):
        rest = {np.delete(part.shape, axis).tobytes() for part in parts}
        if len(rest) == 1 and all(part.shape[axis] == count for part, count in zip(parts, seeds, strict=True)):
            return np.concatenate(parts, axis=axis)
    if same:
        return parts[0]
    raise ValueError(f"curve {name!r}: got shapes {[part.shape for part in parts]} for parts of {list(seeds)} seeds")


def array(value: Any) -> Array:
    """Numbers, from wherever they are."""
    return np.asarray(value.detach().cpu() if hasattr(value, "detach") else value, dtype=float)


def failures(parts: Sequence[Part], rows: Mapping[str, Array]) -> tuple[Failure, ...]:
    """Every network that failed: those that raised, and the first number that is not finite of each other."""
    raised = {part.seed: _raised(part.seed, part.error) for part in parts if part.error is not None}
    whole = {part.seed for part in parts if part.found is None}
    some = {part.seed + k: said for part in parts for k in range(part.seeds) if (said := _said(part, k))}
    some |= {seed: failure.cause for seed, failure in raised.items() if seed not in whole}
    return (*(raised[seed] for seed in sorted(whole)), *_not_finite(parts[0].seed, rows, whole, some))


def _raised(seed: int, error: Exception) -> Failure:
    from ..training.errors import Diverged

    text = str(error) or type(error).__name__
    cell = ""
    if isinstance(error, Diverged):
        cell = f"network {', '.join(map(str, error.networks))} of it"
    elif not isinstance(error, ValueError):
        text = f"{type(error).__name__}: {error}"
    return Failure(seed, "", cell, text)


def _said(part: Part, seed: int) -> str:
    """What a seed's curves lack, the first of it; empty if nothing was said of them."""
    words = list(dict.fromkeys(str(one) for missing in part.heard if (one := missing.of(seed, part.seeds))))
    more = f", and {len(words) - 1} more" if len(words) > 1 else ""
    return f"no finite number was measured: {words[0]}{more}" if words else ""


def _not_finite(
    first: int, rows: Mapping[str, Array], raised: set[int], causes: Mapping[int, str]
) -> Iterator[Failure]:
    for name, found in rows.items():
        for k, row in enumerate(found):
            if first + k not in raised and not np.all(np.isfinite(row)):
                at = np.unravel_index(int(np.argmin(np.isfinite(row))), row.shape)
                cell = f"entry {', '.join(str(int(i)) for i in at)}" if at else ""
                cause = causes.get(first + k, f"what was measured is {row[at]}, no finite number")
                yield Failure(first + k, name, cell, cause)


def refuse_if_all(seeds: int, failed: Sequence[Failure]) -> None:
    """Raise a ValueError if every network of a run raised: then the run failed, and it may be its set-up."""
    causes = [failure.cause for failure in failed if not failure.quantity]
    if len(causes) == seeds:
        many = f"; all {seeds} networks failed, this is the first" if len(set(causes)) > 1 else ""
        raise ValueError(f"{causes[0]}{many}")
