"""What was found about a file of derivations: for a terminal, as JSON, and as an exit code."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from rich.console import Console
from rich.text import Text

from ...running.results import Exit
from .lines import Line, Status
from .source import Trouble

STYLES = {
    Status.VERIFIED: "green", Status.REFUTED: "red", Status.UNDECIDED: "yellow", Status.ASSUMED: "dim",
    Status.UNCHECKED: "dim", Status.UNREAD: "yellow",
}  # fmt: skip
_MARKS = {
    Status.VERIFIED: ("✓", "ok"), Status.REFUTED: ("✗", "NO"), Status.UNDECIDED: ("?", "?"), Status.ASSUMED: ("·", "."),
    Status.UNCHECKED: ("·", "."), Status.UNREAD: ("!", "!"),
}  # fmt: skip
_MEANING = {
    Status.VERIFIED: "proved", Status.REFUTED: "wrong", Status.UNDECIDED: "undecided",
    Status.ASSUMED: "assumed or no claim", Status.UNREAD: "not read",
}  # fmt: skip


@dataclass
class Findings:
    """What was found about one file, or one claim.

    Attributes:
        name: of the file, or of the claim.
        lines: in order.
        troubles: what could not be read.
        unit: what a line's number counts: ``line`` of a file, ``link`` of a claim.
    """

    name: str
    lines: list[Line] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    unit: str = "line"

    @property
    def first_wrong(self) -> Line | None:
        """The first line that is refuted."""
        return next((line for line in self.lines if line.status is Status.REFUTED), None)

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
        return f"{self.name}: {self.unit} {wrong.line} is wrong: {_relation(wrong)}, {_witness(wrong)}{mend}"


def as_json(findings: Sequence[Findings]) -> dict[str, Any]:
    """What was found, for other programs; keys as in `Line`."""
    from ... import __version__

    return {
        "version": __version__,
        "derivations": [
            {
                "file": item.name,
                "first_wrong": None if item.first_wrong is None else item.first_wrong.line,
                "exit_code": int(item.exit_code),
                "lines": [_line_as_json(line) for line in item.lines],
                "troubles": [{"line": t.line, "message": t.message} for t in item.troubles],
            }
            for item in findings
        ],
    }


def _line_as_json(line: Line) -> dict[str, Any]:
    return {**asdict(line), "status": line.status.value, "seconds": round(line.seconds, 3)}


def show(findings: Findings, out: Console) -> None:
    """Print what was found: the lines, then the first wrong one with its witness and its mend."""
    plain = not out.encoding.lower().startswith("utf")
    out.print(Text(findings.name, style="bold"))
    for trouble in findings.troubles:
        _paragraph(f"! {trouble}", out, "yellow")
    block = None
    for line in findings.lines:
        if line.block != block and line.block:
            block = line.block
            out.print(Text(f"  display {block}", style="dim"))
        _row(line, findings, out, plain)
    wrong = findings.first_wrong
    if wrong is not None:
        out.print()
        _explain(wrong, findings, out)
        others = [line for line in findings.lines if line.status is Status.REFUTED and line is not wrong]
        for line in others:
            out.print()
            _explain(line, findings, out, "also wrong")
    for line in findings.lines:
        if line.status in (Status.UNDECIDED, Status.UNREAD):
            _paragraph(f"{findings.unit} {line.line}: {line.reason}", out, STYLES[line.status])
    out.print()
    signs = ", ".join(f"{_MARKS[s][plain]} {words}" for s, words in _MEANING.items())
    out.print(Text(f"{_counts(findings.lines)}", style="bold"))
    out.print(Text(signs, style="dim"))


def _row(line: Line, findings: Findings, out: Console, plain: bool) -> None:
    number = f"{line.line:>5} "
    row = Text(number, style="dim")
    row.append(f"{_MARKS[line.status][plain]:<2} ", style=STYLES[line.status])
    room = max(20, out.width - len(row))
    row.append(_short(line.source, room), style="red" if line.status is Status.REFUTED else "")
    out.print(row, no_wrap=True, overflow="ellipsis")
    if line.note:
        _paragraph(line.note, out, "dim", 9)


def _explain(line: Line, findings: Findings, out: Console, head: str = "the first wrong line") -> None:
    head = head if findings.unit == "line" else head.replace("line", findings.unit)
    place = f"{findings.unit} {line.line}" + (f" (display {line.block})" if line.block else "")
    out.print(Text.assemble((f"{head}: {place}", "bold red")))
    _paragraph(_relation(line), out, "", 2)
    if line.against is not None:
        _paragraph(f"compared with {findings.unit} {line.against}", out, "dim", 2)
    if line.read_as:
        _paragraph(f"read as: {line.read_as}", out, "dim", 2)
    _paragraph(f"it fails {_witness(line)}" if line.witness else line.reason, out, "", 2)
    if line.note:
        _paragraph(line.note, out, "", 2)
    for mend in line.mends:
        _paragraph(f"right would be: {mend.latex}    ({mend.what})", out, "green", 2)
    if line.searched and not line.mends:
        _paragraph("no small change was found that mends it", out, "dim", 2)


def _relation(line: Line) -> str:
    return line.source


def _witness(line: Line) -> str:
    if line.witness is None:
        return line.reason
    values = ", ".join(f"{name} = {value}" for name, value in line.witness["symbols"].items())
    return f"at {values or 'every point'}: {line.witness['part'] or 'residual'} = {line.witness['residual']}"


def _counts(lines: Sequence[Line]) -> str:
    counts = Counter(line.status for line in lines)
    said = [f"{counts[s]} {s.value}" for s in Status if counts[s]]
    return f"{len(lines)} line{'s' * (len(lines) != 1)}: {', '.join(said)}" if lines else "nothing to check"


def _short(words: str, room: int) -> str:
    return words if len(words) <= room else words[: room - 4] + " ..."


def _paragraph(words: str, out: Console, style: str, indent: int = 0) -> None:
    for row in textwrap.wrap(words, max(20, out.width - indent - 1), break_long_words=True) or [""]:
        out.print(Text(" " * indent + row, style=style))
