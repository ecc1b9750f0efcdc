"""What there is to say of a paper, message by message, as compilers do: a place, a kind, and one line of words.

An error is a line that is wrong, a warning one that is neither proved nor refuted, or a part of the paper that could
not be cut up; a note is a line that was not read.  What is proved, stated or assumed needs no message.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ...tools.latex_lines.files.source import Trouble
from ...tools.latex_lines.findings.report import Findings, where_it_fails
from ...tools.latex_lines.findings.summary import cause
from ...tools.latex_lines.judging.questions import Line, Status
from .places import Change, Found, Sources, Span, change


class Kind(StrEnum):
    """How grave a message is."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


RULES = {
    "refuted": (Kind.ERROR, "A line that is wrong: it fails at the values given."),
    "undecided": (Kind.WARNING, "A line that is neither proved nor refuted."),
    "unclear": (Kind.WARNING, "A part of the paper, or a declaration, that was not understood."),
    "unread": (Kind.NOTE, "A line that is not read, so that nothing is said of it."),
}
"""What messages are about, how grave it is, and what it means."""
_RULE = {Status.REFUTED: "refuted", Status.UNDECIDED: "undecided", Status.UNREAD: "unread"}


@dataclass(frozen=True)
class Message:
    """One thing to say.

    Attributes:
        rule: one of `RULES`.
        file: as seen from where the paper was asked for.
        span: in it; None if it is about the whole file.
        words: in one line.
        found: the line that it is about; None if it is about no line.
        changes: those that mend it.
    """

    rule: str
    file: str
    span: Span | None
    words: str
    found: Line | None = None
    changes: tuple[Change, ...] = ()

    @property
    def kind(self) -> Kind:
        """How grave it is."""
        return RULES[self.rule][0]

    def __str__(self) -> str:
        line, column = (self.span.line, self.span.column) if self.span else (1, 1)
        return f"{self.file}:{line}:{column}: {self.kind}: {self.words} [{self.rule}]"


def messages(findings: Findings, *, every: bool = True, sources: Sources | None = None) -> list[Message]:
    """What there is to say, in the order of the files' names and lines.

    Args:
        findings: about a paper.
        every: whether each line that was not read has a message, or all of them one.
        sources: its files; read from the disk if they are not given.
    """
    sources = sources or Sources(findings)
    said = [_of_trouble(trouble, findings) for trouble in findings.troubles]
    unread = 0
    for line, place in zip(findings.lines, sources.places(), strict=True):
        if line.status not in _RULE:
            continue
        if line.status is Status.UNREAD and not every:
            unread += 1
            continue
        changes = [made for mend in line.mends if (made := change(mend, line, place))]
        words = " ".join(words_of(line).split())
        said.append(
            Message(_RULE[line.status], findings.path(line.file), _span(line, place), words, line, tuple(changes))
        )
    if unread:
        count = "1 line is" if unread == 1 else f"{unread:,} lines are"
        said.append(Message("unread", findings.name, None, f"{count} not read: --all says why of each"))
    return sorted(said, key=lambda m: (m.file != findings.name, m.file, m.span is not None, _order(m)))


def words_of(line: Line) -> str:
    """What there is to say of a line."""
    if line.status is Status.UNREAD:
        return f"not read ({cause(line)}): {line.reason}"
    shown = f"{line.relation} {line.text}"
    if line.status is Status.UNDECIDED:
        return f"undecided: {shown}: {line.reason}"
    return "; ".join(part for part in (f"wrong: {shown}", where_it_fails(line), line.note, *_mends(line)) if part)


def _mends(line: Line) -> Iterator[str]:
    for mend in line.mends:
        yield f"right would be: {mend.latex} ({mend.what})"


def _span(line: Line, place: Found | None) -> Span:
    column = line.column or 1
    if place is None:
        return Span(line.line, column, line.line, column)
    if line.head and line.status is Status.UNREAD:  # its left side may be what is not read
        return Span(line.line, column, place.side.end_line, place.side.end_column)
    return place.whole


def _of_trouble(trouble: Trouble, findings: Findings) -> Message:
    column = trouble.column or 1
    span = None if trouble.line is None else Span(trouble.line, column, trouble.line, column)
    return Message("unclear", findings.path(trouble.file), span, " ".join(trouble.message.split()))


def _order(message: Message) -> tuple[int, int]:
    return (message.span.line, message.span.column) if message.span else (0, 0)
