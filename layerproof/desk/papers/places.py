r"""Where a relation of a paper stands in its author's file, character by character, and what a mend would change there.

What was read has no spaces, comments or alignment, and its commands are written out.  So a relation is looked for, from
the row that it was read from, token by token; where the author wrote it by a command of his own it is not found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...tools.latex_lines.files.positions import File
from ...tools.latex_lines.files.source import Refused, load, uncommented
from ...tools.latex_lines.files.tokens import Token, scan, words
from ...tools.latex_lines.findings.report import Findings
from ...tools.latex_lines.judging.questions import Line, Mend
from ...tools.latex_lines.page.relations import IMPLIES, RELATIONS, THIN
from ...tools.latex_lines.slips.mend import SIGNS_LATEX

WINDOW = 8_000
"""Characters after the beginning of a row in which its relations are looked for."""
_BREAKS = frozenset({"&", "\\\\"})
_MORE = frozenset({"+", "-", "/", r"\cdot", r"\times"})
_ENDS = frozenset({
    ",", ".", ";", "}", "$", r"\]", r"\)", r"\quad", r"\qquad", r"\text", r"\mbox", r"\intertext", r"\tag", r"\label",
    r"\end", r"\overset", r"\stackrel", r"\underset", r"\not", r"\xrightarrow", *RELATIONS, *IMPLIES,
})  # fmt: skip


@dataclass(frozen=True)
class Span:
    """From one place of a file to another, in lines and columns from 1; the end is after its last character."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Found:
    """A relation in a file: its sign, and its right side."""

    sign: Span
    side: Span

    @property
    def whole(self) -> Span:
        """Both of them."""
        return Span(self.sign.line, self.sign.column, self.side.end_line, self.side.end_column)


@dataclass(frozen=True)
class Change:
    """What a mend puts in the place of what is written."""

    span: Span
    text: str
    what: str


@dataclass
class Sources:
    """The files of a paper, each read once.

    Args:
        findings: what was found about it.
        texts: those that are not on the disk as they were read, by their paths: an editor's.
    """

    findings: Findings
    texts: dict[str, str] = field(default_factory=dict)

    def text(self, path: str) -> str:
        """The text of a file; empty if it cannot be read any more."""
        if path not in self.texts:
            try:
                self.texts[path] = load(Path(path))
            except (OSError, Refused, ValueError):
                self.texts[path] = ""
        return self.texts[path]

    def places(self) -> list[Found | None]:
        """Where each line stands."""
        seen: Counter[tuple[str, int, int, str, str]] = Counter()
        found: list[Found | None] = []
        for line in self.findings.lines:
            path = self.findings.path(line.file)
            key = (path, line.line, line.column or 1, line.relation, line.text)
            found.append(locate(self.text(path), *key[1:], before=seen[key]))
            seen[key] += 1
        return found


def locate(text: str, line: int, column: int, relation: str, side: str, *, before: int = 0) -> Found | None:
    """Where a relation and its right side stand, from a place on; None if it is not written there as it was read.

    Args:
        text: of the file.
        line, column: of the row.
        relation, side: as they were read.
        before: how often the same stands there before it.
    """
    file = File("", text)
    if not 1 <= line <= len(file.ends) + 1:
        return None
    begin = (file.ends[line - 2] + 1 if line > 1 else 0) + column - 1
    window = "\n".join(uncommented(row) for row in text[begin : begin + WINDOW].split("\n"))
    written = scan(window)
    tokens = [token for token in written if not _is_space(token)]
    wanted = [word for word in words(side) if word not in THIN and word not in _BREAKS]
    if not wanted:
        return None
    for k in range(1, len(tokens) - len(wanted) + 1):
        sign = _sign_before(tokens, k, relation)
        if sign is None or [token.text for token in tokens[k : k + len(wanted)]] != wanted:
            continue
        if not _is_end(tokens[k + len(wanted) - 1], tokens[k + len(wanted) :], window):
            continue
        if before:
            before -= 1
            continue
        last = tokens[k + len(wanted) - 1].end
        return Found(
            _span(file, begin + sign.start, begin + sign.end), _span(file, begin + tokens[k].start, begin + last)
        )
    return None


def change(mend: Mend, line: Line, found: Found | None) -> Change | None:
    """What a mend changes in the file; None if that is not written there, or it is none of the line's right side."""
    if found is None:
        return None
    sign = SIGNS_LATEX.get(line.relation, "")
    for other in sorted(set(SIGNS_LATEX.values()), key=len, reverse=True):
        side = mend.latex.removeprefix(f"{other} ")
        if side == mend.latex:
            continue
        if other == sign:
            return Change(found.side, side, mend.what)
        return Change(found.sign, other, mend.what) if words(side) == words(line.text) else None
    return None


def _is_space(token: Token) -> bool:
    return token.text in THIN or token.text in _BREAKS


def _sign_before(tokens: Sequence[Token], k: int, relation: str) -> Token | None:
    """The sign before a token, if it is the relation; ``\\overset{..}{=}`` is one too."""
    for sign in (tokens[k - 1], tokens[k - 2] if k > 1 and tokens[k - 1].text == "}" else tokens[k - 1]):
        if RELATIONS.get(sign.text) == relation:
            return sign
    return None


def _is_end(last: Token, rest: Sequence[Token], window: str) -> bool:
    """Whether a side ends with its last token."""
    if not rest or rest[0].text in _ENDS:
        return True
    between = {token.text for token in scan(window[last.end : rest[0].start])}
    return bool(between & _BREAKS) and rest[0].text not in _MORE


def _span(file: File, begin: int, end: int) -> Span:
    return Span(*file.spot(begin), *file.spot(end))
