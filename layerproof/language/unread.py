"""Formulas that an author has marked in a sentence, and that cannot be shown."""

from __future__ import annotations

from .marked import is_latex, parts
from .untex import NotRead, typed

EXPECTED = (
    r"expected a formula of one line, as LaTeX, $\frac{a}{b} \le 1$, or as plain text, $a/b <= 1$; "
    r"a dollar that marks no formula is written \$"
)


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
    from .printing.inline import is_formula  # with SymPy, which who asks for help does not wait for

    return None if is_formula(formula) else "which is neither LaTeX nor a formula in plain text"
