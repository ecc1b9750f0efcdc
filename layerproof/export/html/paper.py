r"""What was found about a paper as one page that needs nothing else: in short, what is wrong, and every line.

Lines are typeset from what their author wrote, with commands written out; what MathML cannot show stands as LaTeX.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import groupby
from pathlib import Path

import jinja2
from markupsafe import Markup, escape

from layerproof import __version__
from layerproof.tools.latex_lines.files.source import Trouble
from layerproof.tools.latex_lines.files.tokens import CLOSE, OPEN, scan
from layerproof.tools.latex_lines.findings.report import MARKS, Findings, where_it_fails
from layerproof.tools.latex_lines.findings.summary import causes, counted
from layerproof.tools.latex_lines.judging.questions import Line, Status
from layerproof.tools.latex_lines.page.relations import RELATIONS

from .mathml import letters, mathml, pieces

HERE = Path(__file__).parent
OPEN_ROWS = 60
"""A paper of so many rows at most is shown unfolded."""
NARROW = 14
"""Letters that stand beside each other on a phone: a wider formula may be broken."""
STYLES = {
    Status.VERIFIED: "good", Status.REFUTED: "bad", Status.UNDECIDED: "open", Status.STATED: "agree",
    Status.ASSUMED: "dim", Status.UNCHECKED: "dim", Status.UNREAD: "unread",
}  # fmt: skip
WORDS = {
    Status.VERIFIED: "proved", Status.REFUTED: "wrong", Status.UNDECIDED: "undecided", Status.STATED: "stated",
    Status.ASSUMED: "assumed", Status.UNCHECKED: "no claim", Status.UNREAD: "not read",
}  # fmt: skip
_SHOWN = (Status.VERIFIED, Status.REFUTED, Status.UNDECIDED, Status.STATED, Status.ASSUMED, Status.UNREAD)
_OTHERWISE = (
    (re.compile(r"\\\||\\[lr]Vert(?![A-Za-z])"), r"\\Vert "),
    (re.compile(r"\\[lr]vert(?![A-Za-z])"), "|"),
    (re.compile(r"\\(?:bm|pmb)(?![A-Za-z])"), r"\\boldsymbol"),
    (re.compile(r"\\stackrel(?![A-Za-z])"), r"\\overset"),
    (re.compile(r"\\(?:mbox|hbox|textup|textnormal)(?![A-Za-z])"), r"\\text"),
    (re.compile(r"\\[bB]ig{1,2}[lrm]?(?![A-Za-z])"), ""),
    (re.compile(r"\\(?:nonumber|notag|displaystyle)(?![A-Za-z])|\\(?:label|tag)\*?\s*\{[^{}]*\}"), ""),
)
"""What latex2mathml does not know, otherwise."""


@dataclass(frozen=True)
class Shown:
    """One relation of a row: its verdict, and what there is to say."""

    line: Line

    @property
    def style(self) -> str:
        return STYLES[self.line.status]

    @property
    def mark(self) -> str:
        return MARKS[self.line.status][0]

    @property
    def word(self) -> str:
        return WORDS[self.line.status]

    @property
    def formula(self) -> Markup:
        """The relation and its right side."""
        sign = next((name for name, kind in RELATIONS.items() if kind == self.line.relation), self.line.relation)
        sign = {"<=": r"\le", ">=": r"\ge", "!=": r"\ne"}.get(self.line.relation, sign)
        return formula(f"{sign} {self.line.text}")

    @property
    def says(self) -> str:
        """Why it is not proved, or what the proof needs."""
        line = self.line
        if line.status in (Status.UNREAD, Status.UNDECIDED):
            return line.reason
        guessed = f"if, as is guessed, {'; '.join(line.guessed)}" if line.guessed else ""
        return "; ".join(part for part in (line.note, guessed) if part)

    @property
    def fails(self) -> str:
        return where_it_fails(self.line)

    @property
    def mends(self) -> list[tuple[Markup, str]]:
        return [(formula(mend.latex), mend.what) for mend in self.line.mends]


@dataclass(frozen=True)
class Row:
    """A row of a display: what is written, and a verdict for each of its relations."""

    anchor: str
    place: str
    source: str
    shown: list[Shown]

    @property
    def formula(self) -> Markup:
        return formula(self.source)

    @property
    def style(self) -> str:
        """That of the gravest verdict."""
        return next((s for s in ("bad", "open", "unread") if any(one.style == s for one in self.shown)), "")

    @property
    def remarks(self) -> list[str]:
        """What there is to say of those that are not told of elsewhere, each once."""
        told = (Status.REFUTED, Status.UNDECIDED)
        return list(dict.fromkeys(one.says for one in self.shown if one.says and one.line.status not in told))

    def of(self, status: Status) -> list[Shown]:
        """Its relations with this verdict."""
        return [one for one in self.shown if one.line.status is status]


def page(found: Sequence[Findings]) -> str:
    """The page on one or several papers."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"), autoescape=True, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    papers = [_paper(findings, number) for number, findings in enumerate(found, start=1)]
    style = "\n".join((HERE / name).read_text(encoding="utf-8") for name in ("style.css", "paper.css"))
    title = ", ".join(Path(findings.name).name for findings in found)
    template = environment.get_template("paper.html.j2")
    return template.render(papers=papers, version=__version__, title=title, style=Markup(style))


def _paper(findings: Findings, number: int) -> dict[str, object]:
    count = counted(findings.lines, findings.displays)
    rows = list(_rows(findings, number))
    tally = [
        (count[status.value.lower()], MARKS[status][0], WORDS[status], STYLES[status])
        for status in _SHOWN
        if count[status.value.lower()] or status in (Status.VERIFIED, Status.REFUTED)
    ]
    return {
        "name": findings.name,
        "count": count,
        "tally": tally,
        "causes": causes(findings.lines),
        "wrong": [(row, row.of(Status.REFUTED)) for row in rows if row.of(Status.REFUTED)],
        "undecided": [(row, row.of(Status.UNDECIDED)) for row in rows if row.of(Status.UNDECIDED)],
        "troubles": [(_place_of(trouble, findings), trouble.message) for trouble in findings.troubles],
        "displays": [
            (file, block, list(some))
            for (file, block), some in groupby(rows, key=lambda row: (row.shown[0].line.file, row.shown[0].line.block))
        ],
        "unfolded": len(rows) <= OPEN_ROWS,
    }


def _rows(findings: Findings, number: int) -> Iterator[Row]:
    """The lines, those that stand in one row of the file together."""

    def row(line: Line) -> tuple[str, int, int, str]:
        return line.file, line.block, line.line, line.source

    for k, ((_, _, at, source), lines) in enumerate(groupby(findings.lines, key=row), start=1):
        some = list(lines)
        column = f":{some[0].column}" if some[0].column else ""
        place = f"{findings.path(some[0].file)}:{at}{column}"
        yield Row(f"row-{number}-{k}", place, source, [Shown(line) for line in some])


def _place_of(trouble: Trouble, findings: Findings) -> str:
    path = findings.path(trouble.file)
    return path if trouble.line is None else f"{path}:{trouble.line}" + (f":{trouble.column}" if trouble.column else "")


def formula(source: str) -> Markup:
    """A row as mathematics, which may break before its relations and between terms; else as LaTeX."""
    latex = source.replace("\\\\", " ").replace("&", " ")
    for pattern, otherwise in _OTHERWISE:
        latex = pattern.sub(otherwise, latex)
    latex = re.sub(r"\$([^$]*)\$", r"}\1\\text{", latex).strip()
    whole = mathml(latex, display=True)
    if "\\" in unescape(re.sub("<[^>]*>", "", whole)):
        return Markup("<code>{}</code>").format(escape(" ".join(source.split())))
    parts = [piece for part in _sides(latex) for piece in pieces(part, NARROW)]
    broken = parts if all("\\" not in unescape(re.sub("<[^>]*>", "", part)) for part in parts) else [whole]
    return Markup("<wbr>").join(map(Markup, broken))


def _sides(latex: str) -> Iterator[str]:
    """Cut between equations that stand side by side, and a wide one before each of its relations."""
    for part in re.split(r"(?<=\\quad)(?![A-Za-z])|(?<=\\qquad)(?![A-Za-z])", latex):
        start = depth = 0
        before = ""
        for token in scan(part) if letters(part) > NARROW else ():
            depth += (token.text in OPEN or token.text in (r"\left", r"\begin")) - (
                token.text in CLOSE or token.text in (r"\right", r"\end")
            )
            if depth == 0 and token.text in RELATIONS and before != ":" and part[start : token.start].strip():
                yield part[start : token.start].strip()
                start = token.start
            before = token.text
        yield part[start:].strip()
