"""What a file of derivations is made of, as text: declarations, and equations of steps."""

from __future__ import annotations

from dataclasses import dataclass, field

from .source import Trouble


@dataclass(frozen=True)
class Step:
    """``relation text``: the next link of a chain.

    Attributes:
        relation: ``=``, ``<``, ``<=``, ``>``, ``>=``, ``!=``; ``~`` (about equal: no claim), ``:=``, ``->``, ``in``.
        text: the right side, in LaTeX.
        line: of the file.
        block: the number of the display.
        source: the row that it is from.
        conditions: relations under which it is said to hold, in LaTeX.
        remark: the words beside it.
        unread: mathematics beside it that is neither a condition nor a relation.
    """

    relation: str
    text: str
    line: int
    block: int
    source: str
    conditions: tuple[str, ...] = ()
    remark: str = ""
    unread: str = ""


@dataclass
class Equation:
    """A left side and the links after it.

    Attributes:
        block: the number of the display, from 1.
        start: the left side in LaTeX.
        line: of the file.
        steps: one or more.
        link: ``=>`` if it is said to follow from what is before it, ``<=>`` if also the reverse, else empty.
        given: whether it is said to be assumed.
    """

    block: int
    start: str
    line: int
    steps: list[Step] = field(default_factory=list)
    link: str = ""
    given: bool = False


@dataclass(frozen=True)
class Declaration:
    """One item of a header."""

    line: int
    key: str
    text: str


@dataclass
class Document:
    """What a file holds, in order, and what in it could not be cut up."""

    parts: list[Declaration | Equation] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    blocks: int = 0

    @property
    def equations(self) -> list[Equation]:
        """The equations of all displays."""
        return [part for part in self.parts if isinstance(part, Equation)]
