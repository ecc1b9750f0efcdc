"""A line of a derivation, the question that it asks, and how hard one tries to answer it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ....language.reading import Partial
from ....running.processes import GIB
from ..letters.setting import Setting


class Status(StrEnum):
    """What became of a line."""

    VERIFIED = "VERIFIED"
    REFUTED = "REFUTED"
    UNDECIDED = "UNDECIDED"
    STATED = "STATED"
    ASSUMED = "ASSUMED"
    UNCHECKED = "UNCHECKED"
    UNREAD = "UNREAD"


class Beside(StrEnum):
    """How a line stands to a wrong line before it."""

    PAST = "follows from a line before the wrong one, and not from that one"
    WITHOUT = "does not need the wrong one"
    AGREES = "agrees with a line before the wrong one again"
    CARRIES = "carries its error"
    TOO = "wrong too"


@dataclass(frozen=True)
class Mend:
    """One small change after which the prover verifies the line.

    Attributes:
        latex: the line's right side with the change.
        what: the change, in words.
        plain: as it was read.
    """

    latex: str
    what: str
    plain: str = ""


@dataclass
class Line:
    """One relation of a derivation, and what was found about it.

    Attributes:
        block, line: the display, and the line of the file; of a chain in Python, 0 and the number of the link.
        source: what is printed.
        relation, text: the relation, and the right side in LaTeX.
        status: what became of it.
        against: the line that it was compared with; None if it stands by itself.
        how, reason: the argument, or why there is none.
        witness: where it fails: the symbols, and by how much.
        beside: how it stands to a wrong line before it; None if there is none.
        note: that, or what else is to be said, in words.
        read_as: both sides as they were read.
        mends: small changes that mend it, the simplest first; several only if they tie.
        searched: whether such changes were looked for.
        seconds: the time it took.
        file, column: where the line stands; the file is empty for the one that was asked about.
        against_file: the file of the line that it was compared with.
        head: whether it begins a chain: its left side stands on it.
        guessed: what is only guessed of the names that the verdict rests on.
    """

    block: int
    line: int
    source: str
    relation: str
    text: str
    status: Status = Status.UNCHECKED
    against: int | None = None
    how: str = ""
    reason: str = ""
    witness: dict[str, Any] | None = None
    beside: Beside | None = None
    note: str = ""
    read_as: str = ""
    mends: list[Mend] = field(default_factory=list)
    searched: bool = False
    seconds: float = 0.0
    file: str = ""
    column: int | None = None
    against_file: str = ""
    head: bool = False
    guessed: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Question:
    """Whether ``left relation right`` holds.

    Attributes:
        left, relation, right: as they were read.
        setting: what the names mean there.
        conditions: relations said to hold beside the line.
        tends: a variable and where it tends to.
        facts: equations before it, which it may use.
        wider: facts of earlier displays, which it may need beside them, one display at a time.
        goes_on: whether it may use these: it is said to follow, and its own display says not from what.
        implied: whether it is said to follow from the facts.
        back: an equation that is said to follow from it in turn.
        bounds: expressions that are not negative, and what was said of its functions that makes them so.
        resting: what was said of its functions that its sides rest on.
        put: letters that were replaced in its sides, and by what.
        put_in: puts what is stated into another side, as it was into these; None where nothing was.
        left_written, right_written, back_written: the parts of each as written that need not have a value.
        semidefinite: whether its relation is the order of symmetric matrices.
    """

    left: Any
    relation: str
    right: Any
    setting: Setting
    conditions: tuple[Any, ...] = ()
    tends: tuple[Any, Any] | None = None
    facts: tuple[tuple[Any, str, Any], ...] = ()
    wider: tuple[tuple[tuple[Any, str, Any], ...], ...] = ()
    goes_on: bool = False
    implied: bool = False
    back: tuple[Any, str, Any] | None = None
    bounds: tuple[tuple[Any, tuple[str, ...]], ...] = ()
    resting: tuple[str, ...] = ()
    put: tuple[tuple[Any, Any], ...] = ()
    put_in: Callable[[Any], Any] | None = None
    left_written: tuple[Partial, ...] = ()
    right_written: tuple[Partial, ...] = ()
    back_written: tuple[Partial, ...] = ()
    semidefinite: bool = False


@dataclass(frozen=True)
class Limiting:
    """How hard to try.

    Attributes:
        budget: seconds for the proof of one line.
        jobs: processes at a time.
        memory: bytes of address space of each.
        total: seconds for a whole file; what is not reached by then is undecided.
        watch: hears how far it is: questions that are answered, questions of this round, and what the round is.
    """

    budget: float = 20.0
    jobs: int = 2
    memory: int | None = 3 * GIB
    total: float = 1800.0
    watch: Callable[[int, int, str], None] = lambda done, known, what: None
    begun: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float:
        """Seconds that are left for the file."""
        return self.begun + self.total - time.monotonic()
