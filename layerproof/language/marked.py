r"""Formulas that an author has marked in a sentence, between dollars: ``for every $t > 0$``.

What stands between the dollars is LaTeX if it has a backslash, ``$\frac{a}{b} \le 1$``, and otherwise it is plain text
as in the rest of the program, ``$a_k^2 <= S$``.  No space stands inside of the dollars, and no digit after the second:
"from $5 to $6" marks nothing and keeps its dollars, and so does one that is written ``\$``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .untex import NotRead, typed

_FORMULA = re.compile(r"``[^`]+``|`[^`]+`|(?<![\\$])\$(?![\s$])(?P<formula>[^$]*?[^\s$\\])\$(?![\d$])")


def is_marked(sentence: str) -> bool:
    """Whether formulas are marked in it, so that there is nothing to guess."""
    return any(marked for _, marked in parts(sentence))


def is_latex(formula: str) -> bool:
    """Whether what is marked is LaTeX, and not plain text."""
    return "\\" in formula


def parts(sentence: str) -> Iterator[tuple[str, bool]]:
    """The words and the formulas of a sentence, in order, and whether each is a formula."""
    done = 0
    for match in _FORMULA.finditer(sentence) if "$" in sentence else ():
        if match["formula"] is not None:
            if match.start() > done:
                yield _words(sentence[done : match.start()]), False
            yield match["formula"], True
            done = match.end()
    if done < len(sentence):
        yield _words(sentence[done:]), False


def unmarked(sentence: str) -> str:
    """The sentence with its formulas as plain text."""
    if "$" not in sentence:
        return sentence
    return "".join(as_text(part) if marked else part for part, marked in parts(sentence))


def as_text(formula: str) -> str:
    r"""What is marked as plain text: ``\frac{a}{b} \le 1`` is ``a/b <= 1``."""
    if not is_latex(formula):
        return formula
    try:
        return typed(formula)
    except NotRead:  # a note of a file that is not made of claims
        return formula


def _words(text: str) -> str:
    return text.replace(r"\$", "$")
