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
EXPECTED = (
    r"expected a formula of one line, as LaTeX, $\frac{a}{b} \le 1$, or as plain text, $a/b <= 1$; "
    r"a dollar that marks no formula is written \$"
)


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


def unread(sentence: str) -> str | None:
    """Why a formula that is marked cannot be shown, in words; None if all can."""
    for formula, marked in parts(sentence):
        if marked and (reason := _fault(formula)):
            return f"marks ${formula}$ as a formula, {reason}; {EXPECTED}"
    return None


def _fault(formula: str) -> str | None:
    if is_latex(formula):
        try:
            typed(formula)
        except NotRead as error:
            return str(error)
        return None
    from .printing.inline import is_formula

    return None if is_formula(formula) else "which is neither LaTeX nor a formula in plain text"


def _words(text: str) -> str:
    return text.replace(r"\$", "$")
