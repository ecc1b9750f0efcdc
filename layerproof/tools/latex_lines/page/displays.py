r"""The displays of a LaTeX file: ``align``, ``\\[ \\]`` and the like, the outermost ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..files.positions import Place, Positions

_DISPLAYS = (
    "align", "aligned", "alignat", "alignedat", "flalign", "equation", "gather", "gathered", "multline", "eqnarray",
    "split", "displaymath", "math", "dmath",
)  # fmt: skip
INNER = ("aligned", "alignedat", "split", "gathered")
_SKIPPED = ("verbatim", "Verbatim", "lstlisting", "minted", "comment", "filecontents")
_EDGE = re.compile(r"\\begin\s*\{([A-Za-z]+)(\*?)\}|\\end\s*\{([A-Za-z]+)(\*?)\}|(?<!\\)\\\[|(?<!\\)\\\]|\$\$")


@dataclass(frozen=True)
class Display:
    """A display: its environment without a star, what is in it, and where that begins in the text."""

    line: Place
    kind: str
    body: str
    start: int


def displays(text: str, at: Positions, trouble: Callable[[int, str], None]) -> Iterator[Display]:
    """The outermost displays of a text without comments; `trouble` is told what is wrong, and in which line."""
    edges = list(_EDGE.finditer(text))
    k = 0
    while k < len(edges):
        edge = edges[k]
        line = at.place(edge.start())
        opened = edge[0] if edge[1] is None else edge[1]
        if edge[1] in _SKIPPED:
            k = next((j + 1 for j in range(k + 1, len(edges)) if edges[j][3] == edge[1]), len(edges))
            continue
        if edge[1] not in _DISPLAYS and edge[0] not in (r"\[", "$$"):
            if edge[0] == r"\]" or edge[3] in _DISPLAYS:
                trouble(line, f"{edge[0]} ends a display that was never begun")
            k += 1
            continue
        if edge[1] is None and (inner := _in_a_display(edges, k, text)):  # as in Markdown
            first = edges[k + 1]
            body = text[first.end() : edges[inner].start()]
            yield Display(at.place(first.start()), first[1], body, first.end())
            k = inner + 2
            continue
        end = _partner(edges, k)
        if end is None:
            wanted = {r"\[": r"\]", "$$": "$$"}.get(opened, rf"\end{{{opened}{edge[2] or ''}}}")
            if opened == "$$":
                trouble(line, "the display begun here has no $$; nothing after it is read")
                return
            trouble(line, f"the display begun here has no {wanted}, and is not read")
            k += 1
            continue
        body = text[edge.end() : edges[end].start()]
        yield Display(line, opened, body, edge.end())
        k = end + 1


def _in_a_display(edges: list[re.Match[str]], k: int, text: str) -> int:
    r"""The end of the environment that is all of ``$$ \begin{align*} .. \end{align*} $$``; 0 if there is none."""
    if k + 1 >= len(edges) or edges[k + 1][1] not in _DISPLAYS or edges[k + 1][1] in INNER:
        return 0
    end = _partner(edges, k + 1)
    if end is None or end + 1 >= len(edges) or edges[end + 1][0] != {r"\[": r"\]", "$$": "$$"}[edges[k][0]]:
        return 0
    between = (text[edges[k].end() : edges[k + 1].start()], text[edges[end].end() : edges[end + 1].start()])
    return end if not "".join(between).strip() else 0


def _partner(edges: list[re.Match[str]], k: int) -> int | None:
    """The edge that ends the display begun at `k`; None if another display of this kind begins before it."""
    first = edges[k]
    depth = 0
    for j in range(k + 1, len(edges)):
        edge = edges[j]
        if first[1] is None:
            if edge[0] == {r"\[": r"\]", "$$": "$$"}[first[0]]:
                return j
            if edge[0] == r"\[" or (edge[1] in _DISPLAYS and edge[1] not in INNER):
                return None
        elif edge[1] == first[1] and edge[2] == first[2]:
            if first[1] not in INNER:
                return None
            depth += 1
        elif edge[3] == first[1] and edge[4] == first[2]:
            if depth == 0:
                return j
            depth -= 1
        elif edge[3] in _DISPLAYS and edge[3] not in INNER:
            return None
    return None


def paragraphs(lines: list[str], at: Positions) -> Iterator[Display]:
    """Each paragraph of a plain file, a row a line."""
    start: int | None = None
    for k, line in enumerate([*lines, ""]):
        if line.strip() and start is None:
            start = k
        elif not line.strip() and start is not None:
            begin = sum(len(before) + 1 for before in lines[:start])
            yield Display(at.line(start + 1), "lines", "\n".join(lines[start:k]), begin)
            start = None
