"""What was found about a file of derivations: for a terminal, as JSON, and as an exit code."""

from __future__ import annotations

import os
import re
import textwrap
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from rich.console import Console
from rich.text import Text

from ....running.results import Exit
from ..files.source import Trouble
from ..judging.questions import Line, Status
from ..notation.arrays import shown_at
from .summary import counted, said

STYLES = {
    Status.VERIFIED: "green", Status.REFUTED: "red", Status.UNDECIDED: "yellow", Status.ASSUMED: "dim",
    Status.UNCHECKED: "dim", Status.UNREAD: "yellow", Status.STATED: "cyan",
}  # fmt: skip
MARKS = {
    Status.VERIFIED: ("✓", "ok"), Status.REFUTED: ("✗", "NO"), Status.UNDECIDED: ("?", "?"), Status.ASSUMED: ("·", "."),
    Status.UNCHECKED: ("·", "."), Status.UNREAD: ("!", "!"), Status.STATED: ("▹", ":"),
}  # fmt: skip
MEANING = {
    Status.VERIFIED: "proved", Status.REFUTED: "wrong", Status.UNDECIDED: "undecided",
    Status.STATED: "stated", Status.ASSUMED: "assumed or no claim", Status.UNREAD: "not read",
}  # fmt: skip


@dataclass
class Findings:
    """What was found about one file, or one claim.

    Attributes:
        name: of the file, or of the claim.
        lines: in order.
        troubles: what could not be read.
        unit: what a line's number counts: ``line`` of a file, ``link`` of a claim.
        displays: of the file.
    """

    name: str
    lines: list[Line] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    unit: str = "line"
    displays: int = 0

    @property
    def first_wrong(self) -> Line | None:
        """The first line that is refuted."""
        return next((line for line in self.lines if line.status is Status.REFUTED), None)

    def path(self, file: str) -> str:
        """A file of the paper, as seen from where it was asked for; the empty one is the root."""
        return os.path.join(os.path.dirname(self.name), file) if file else self.name

    @property
    def exit_code(self) -> Exit:
        """1 if a line is wrong, else 2 if something was not read or nothing is there, else 3 if something is open."""
        if self.first_wrong is not None:
            return Exit.WRONG
        if self.troubles or not self.lines or any(line.status is Status.UNREAD for line in self.lines):
            return Exit.USAGE
        return Exit.UNDECIDED if any(line.status is Status.UNDECIDED for line in self.lines) else Exit.EXPECTED

    def __str__(self) -> str:
        wrong = self.first_wrong
        if wrong is None:
            return f"{self.name}: no wrong {self.unit} was found; {_counts(self.lines)}"
        mend = f"; right would be: {wrong.mends[0].latex}" if wrong.mends else ""
        return f"{self.name}: {self.unit} {wrong.line} is wrong: {_relation(wrong)}, {where_it_fails(wrong)}{mend}"


def as_json(findings: Sequence[Findings]) -> dict[str, Any]:
    """What was found, for other programs; keys as in `Line`."""
    from .... import __version__

    return {
        "version": __version__,
        "derivations": [
            {
                "file": item.name,
                "first_wrong": None if item.first_wrong is None else item.first_wrong.line,
                "exit_code": int(item.exit_code),
                "summary": counted(item.lines, item.displays),
                "lines": [_line_as_json(line) for line in item.lines],
                "troubles": [
                    {"file": t.file, "line": t.line, "column": t.column, "message": t.message} for t in item.troubles
                ],
            }
            for item in findings
        ],
    }


def _line_as_json(line: Line) -> dict[str, Any]:
    return {**asdict(line), "status": line.status.value, "seconds": round(line.seconds, 3)}


def show(findings: Findings, out: Console, *, every: bool = False) -> None:
    """Print what was found: in short, what is wrong, and then the lines.

    Args:
        findings: of a file, or of a claim.
        out: where to.
        every: whether, in a long file, lines that were not read and that are stated are shown too.
    """
    plain = not out.encoding.lower().startswith("utf")
    out.print(Text(findings.name, style="bold"))
    if findings.unit == "line":
        _summary(findings, out)
    for trouble in findings.troubles[: None if every else MOST_TROUBLES]:
        _paragraph(f"! {trouble}", out, "yellow")
    if len(findings.troubles) > MOST_TROUBLES and not every:
        _paragraph(f"! and {len(findings.troubles) - MOST_TROUBLES} more of the sort", out, "yellow")
    folded = not every and len(findings.lines) > LONG
    shown = [line for line in findings.lines if not folded or line.status not in _FOLDED]
    long = len(findings.lines) > LONG
    if long:
        _wrong(findings, out)
        _suspected(findings, out)
    block: tuple[str, int] | None = None
    for line in shown:
        if (line.file, line.block) != block and line.block:
            block = line.file, line.block
            out.print(Text(f"  display {line.block}{f' of {line.file}' * bool(line.file)}", style="dim"))
        _row(line, findings, out, plain)
    if not long:
        _wrong(findings, out)
        _suspected(findings, out)
    for line in shown:
        if line.status in (Status.UNDECIDED, Status.UNREAD):
            _paragraph(f"{_place(line, findings)}: {line.reason}", out, STYLES[line.status])
    out.print()
    if len(shown) < len(findings.lines):
        out.print(Text(f"{len(findings.lines) - len(shown)} lines that are stated or not read: --all", style="dim"))
    signs = ", ".join(f"{MARKS[s][plain]} {words}" for s, words in MEANING.items())
    out.print(Text(f"{_counts(findings.lines)}", style="bold"))
    out.print(Text(signs, style="dim"))


LONG = 100
"""Lines of a file above which those that say nothing are folded."""
MOST_TROUBLES = 20
_FOLDED = frozenset({Status.UNREAD, Status.STATED, Status.UNCHECKED})


def _summary(findings: Findings, out: Console) -> None:
    if findings.lines:
        for words in said(findings.lines, findings.displays):
            _paragraph(words, out, "", 2)
        out.print(Text(f"  {_counts(findings.lines)}", style="bold"))


def _wrong(findings: Findings, out: Console) -> None:
    wrong = findings.first_wrong
    if wrong is None:
        return
    out.print()
    _explain(wrong, findings, out)
    for line in findings.lines:
        if line.status is Status.REFUTED and line is not wrong:
            out.print()
            _explain(line, findings, out, "also wrong")


def suspected(lines: Sequence[Line]) -> list[Line]:
    """Open lines that one small change would prove, where something in the paper may make them right."""
    return [
        line for line in lines
        if line.status is Status.UNDECIDED and any(not _MADE_TO_FIT.match(m.what) for m in line.mends)
    ]  # fmt: skip


_MADE_TO_FIT = re.compile(r"the term |it holds if ")
"""Changes that mend any line: of these nothing is seen."""


def _suspected(findings: Findings, out: Console) -> None:
    if not (found := suspected(findings.lines)):
        return
    out.print()
    many = f"{len(found)} undecided {findings.unit}{'s' * (len(found) != 1)}"
    out.print(Text(f"look at these first: {many} that one small change would prove", style="bold yellow"))
    for line in found:
        mend = next(mend for mend in line.mends if not _MADE_TO_FIT.match(mend.what))
        _paragraph(f"{_place(line, findings)}: {mend.latex}    ({mend.what})", out, "yellow", 2)


def _place(line: Line, findings: Findings) -> str:
    """``file:line:column``, of a claim ``link 2``."""
    if findings.unit != "line":
        return f"{findings.unit} {line.line}"
    return f"{findings.path(line.file)}:{line.line}" + (f":{line.column}" if line.column else "")


def _row(line: Line, findings: Findings, out: Console, plain: bool) -> None:
    number = f"{line.line:>5} "
    row = Text(number, style="dim")
    row.append(f"{MARKS[line.status][plain]:<2} ", style=STYLES[line.status])
    room = max(20, out.width - len(row))
    row.append(_short(line.source, room), style="red" if line.status is Status.REFUTED else "")
    out.print(row, no_wrap=True, overflow="ellipsis")
    for words in (line.note, f"if, as is guessed, {'; '.join(line.guessed)}" if line.guessed else ""):
        if words:
            _paragraph(words, out, "dim", 9)


def _explain(line: Line, findings: Findings, out: Console, head: str = "the first wrong line") -> None:
    head = head if findings.unit == "line" else head.replace("line", findings.unit)
    place = f"{findings.unit} {line.line}{f' of {line.file}' * bool(line.file)}"
    place += f" (display {line.block})" if line.block else ""
    out.print(Text.assemble((f"{head}: {place}", "bold red")))
    _paragraph(_relation(line), out, "", 2)
    if line.against is not None:
        there = f" of {line.against_file}" * bool(line.against_file)
        _paragraph(f"compared with {findings.unit} {line.against}{there}", out, "dim", 2)
    if line.read_as:
        _paragraph(f"read as: {line.read_as}", out, "dim", 2)
    _paragraph(f"it fails {where_it_fails(line)}" if line.witness else line.reason, out, "", 2)
    if line.note:
        _paragraph(line.note, out, "", 2)
    for mend in line.mends:
        _paragraph(f"right would be: {mend.latex}    ({mend.what})", out, "green", 2)
    if line.searched and not line.mends:
        _paragraph("no small change was found that mends it", out, "dim", 2)


def _relation(line: Line) -> str:
    return line.source


def where_it_fails(line: Line) -> str:
    """At which values a line fails, and by how much."""
    if line.witness is None:
        return line.reason
    values = shown_at(line.witness["symbols"])
    residual = re.sub(r"(\.\d+?)0+$", r"\1", line.witness["residual"])
    return f"at {values}: {line.witness['part'] or 'residual'} = {residual}"


def _counts(lines: Sequence[Line]) -> str:
    counts = Counter(line.status for line in lines)
    said = [f"{counts[s]} {s.value}" for s in Status if counts[s]]
    return f"{len(lines)} line{'s' * (len(lines) != 1)}: {', '.join(said)}" if lines else "nothing to check"


def _short(words: str, room: int) -> str:
    return words if len(words) <= room else words[: room - 4] + " ..."


def _paragraph(words: str, out: Console, style: str, indent: int = 0) -> None:
    for row in textwrap.wrap(words, max(20, out.width - indent - 1), break_long_words=True) or [""]:
        out.print(Text(" " * indent + row, style=style))
