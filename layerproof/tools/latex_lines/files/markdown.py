r"""Posts and notes in Markdown, as the LaTeX that they hold: headings are sections, and code is left out.

Every line stays where it is. ``$$x$$`` within a line is a formula in the prose where the file has no ``$x$``, as
kramdown writes them, and a display else.
"""

from __future__ import annotations

import bisect
import re
from pathlib import Path

from .parts import KEYS

_SUFFIXES = frozenset({".md", ".markdown", ".mkd", ".qmd", ".rmd"})
_FENCE = re.compile(r"^[ \t>]*(?P<mark>```+|~~~+).*?(?:^[ \t>]*(?P=mark)[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"(?<![`\\])(`+)(?!`)([^\n]*?[^`\n])\1(?!`)")
_HEADING = re.compile(r"^[ ]{0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$", re.MULTILINE)
_LEVELS = ("section", "section", "subsection", "subsubsection", "paragraph", "paragraph")
_QUOTED = re.compile(r"^[ ]{0,3}(?:>[ ]?)+(?:\[![A-Za-z]+\][+-]?)?", re.MULTILINE)
_ITEM = re.compile(r"^([ \t]*)(?:[-*+]|\d{1,3}[.)])(?=[ \t])", re.MULTILINE)
_DISPLAY = re.compile(
    r"\$\$(?:(?!\$\$|\n[ \t]*\n).)+\$\$|"
    r"\\begin\s*\{(?P<kind>(?:align|equation|gather|multline|split|aligned|gathered)\*?)\}.*?\\end\s*\{(?P=kind)\}",
    re.DOTALL,
)
_BOLD = re.compile(r"\*\*|__")
_SINGLE = re.compile(r"(?<![\\$])\$(?!\$)[^$\n]+(?<![\\$])\$(?!\$)")
_WITHIN = re.compile(r"(?<!\\)\$\$([^$\n]+)\$\$")
_ESCAPED = re.compile(r"\\([_*])|\\\\(?=[{}])")
_NOTE = re.compile(r"(?<![\\\w^_}])\{[a-z]{2,12}:(?=\s)")
"""Where a note begins that a site shows beside the text, ``{fn: ..}``; no formula has a word and a colon there."""
_PERCENT = re.compile(r"(?<=[^\n\\])%")
_FRONT = re.compile(r"\A\s*---[ \t]*\n(.*?\n)---[ \t]*$", re.DOTALL | re.MULTILINE)


def is_markdown(path: Path) -> bool:
    """Whether a file is one, by its name."""
    return path.suffix.lower() in _SUFFIXES


def as_latex(text: str) -> str:
    """The text of a file as LaTeX, line by line."""
    front = _FRONT.match(text)
    if front is not None and not any(re.match(rf"\s*(?:{'|'.join(KEYS)})\s*:", line) for line in front[1].split("\n")):
        text = _blank(front) + text[front.end() :]
    text = _CODE.sub(_blank, _FENCE.sub(_blank, text))
    text = _without_notes(_QUOTED.sub(_blank, text))
    text = _ESCAPED.sub(lambda found: f" {found[1]}" if found[1] else " \\", _PERCENT.sub(" ", text))
    if not _SINGLE.search(text):
        text = _WITHIN.sub(_in_prose, text)
    text = _HEADING.sub(lambda found: f"\\{_LEVELS[len(found[1]) - 1]}{{{_plain(found[2])}}}", text)
    text = _BOLD.sub("  ", text)
    inside = [range(*found.span()) for found in _DISPLAY.finditer(text)]
    return _ITEM.sub(lambda found: found[0] if _within(inside, found.start()) else f"{found[1]}\\item", text)


def _within(ranges: list[range], place: int) -> bool:
    r"""Whether a place is in one of some ranges: a row of a display may begin with a sign, ``+ B``, and is no item."""
    at = bisect.bisect(ranges, place, key=lambda one: one.start)
    return at > 0 and place in ranges[at - 1]


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _without_notes(text: str) -> str:
    """The text without ``{fn: ..}``, of which every brace is closed."""
    pieces: list[str] = []
    begin = 0
    for found in _NOTE.finditer(text):
        if found.start() < begin:
            continue
        depth = 0
        for end in range(found.start(), len(text)):
            depth += (text[end] == "{") - (text[end] == "}")
            if depth == 0:
                pieces += [text[begin : found.start()], re.sub(r"[^\n]", " ", text[found.start() : end + 1])]
                begin = end + 1
                break
    return "".join((*pieces, text[begin:]))


def _plain(title: str) -> str:
    """A heading without braces: where its section begins is all that is read of it."""
    return re.sub(r"[{}\\$%#]", " ", title)


def _in_prose(found: re.Match[str]) -> str:
    r"""``$$x$$`` in a line with other words as `` $x$ ``; alone in its line it is a display."""
    text = found.string
    begin = text.rfind("\n", 0, found.start()) + 1
    end = text.find("\n", found.end())
    around = text[begin : found.start()] + text[found.end() : len(text) if end < 0 else end]
    return f" ${found[1]}$ " if re.search(r"[A-Za-z]", around) else found[0]
