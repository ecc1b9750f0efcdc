"""Names in LaTeX: one spelling for each, and what may be one."""

from __future__ import annotations

import re

from .spelling import plain
from .tokens import joined, words


def latex_name(text: str) -> str:
    """A name in the one spelling in which names are kept."""
    return joined(plain(words(text.strip())))


def is_name(latex: str) -> bool:
    """Whether it is one letter or command, perhaps with an accent, indices, a superscript that is no power, primes."""
    letter = r"(?:[A-Za-z]|\\(?!frac|sqrt|sum|prod|int|lim|ln|exp|sin|cos|tan|left|right|cdot|times)[A-Za-z]+)"
    accent = r"\\(?:hat|tilde|bar|overline|widehat|widetilde|mathbf|mathcal|mathrm|mathbb|boldsymbol|dot) ?\{[^{}]+\}"
    sub = r"_\{(?:[^{}]|\{[^{}]*\})+\}"
    top = r"\^\{(?:\*|\+|-|-1|\\[a-z]+|\([a-z0-9]+\)|\\mathrm ?\{[^{}]*\}|[A-Z]+)\}"
    difference = r"(?:\\Delta|\\delta|d)?"
    return bool(re.fullmatch(rf"{difference}(?:{letter}|{accent})(?:{sub}|{top}|'+)*", latex.replace(" ", "")))


def apart(text: str) -> list[str]:
    """Names between commas outside of braces."""
    return [joined(part) for part in between_commas(words(text)) if part]


def between_commas(tokens: list[str]) -> list[list[str]]:
    """The pieces between commas outside of brackets."""
    pieces: list[list[str]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token in ("{", "(", "[")) - (token in ("}", ")", "]"))
        if token == "," and depth == 0:
            pieces.append([])
        else:
            pieces[-1].append(token)
    return pieces
