r"""What a line of a paper takes for granted: that what it goes on from has a value.

``\\frac{N-1}{N} - \\frac{1}{N} = 1 - \\frac{2}{N}`` holds wherever its left side has a value; that N is not 0 is said
nowhere, and nobody who writes 1/N says it. What the left side asks for is taken as a condition, and named.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.matrix_functions import PositiveSemidefinite, SquareRoot
from ....language.printing import text
from ....proving.exact.definedness import obligations
from ..letters.meaning import resolved
from ..values.norms import rooted
from .definedness import relation_of, wanted, whatever_traces_are
from .inverses import inverses_in

if TYPE_CHECKING:
    from .questions import Question


def presuming(question: Question, *, both: bool = False) -> tuple[Question, str] | None:
    """The question where its left side has a value, and what that asks for in words; None if it asks for nothing.

    Args:
        question: what is asked.
        both: whether the inverses of matrices on the right side are taken to be there as well.
    """
    setting = question.setting.copy()
    found: list[Any] = []
    shown: list[str] = []
    beyond = _beyond(question) if both else []
    if both and not beyond and _roots(question, both=True) == _roots(question, both=False):
        return None
    for inverse in [*_inverses(question), *beyond]:
        if inverse.arg not in setting.invertible:
            setting.invertible.add(inverse.arg)
            shown.append(f"{text(inverse.arg)} is invertible")
    for root in _roots(question, both=both):
        setting.hypotheses.append(PositiveSemidefinite(root.arg))
        shown.append(f"{text(root.arg)} is positive semidefinite")
    left = resolved(question.left, setting)
    if not getattr(left, "is_Matrix", False):
        found += [relation_of(o) for o in obligations(left)]
    found += wanted(question.left_written, [left], setting, question.tends).conditions()
    found = [c for c in dict.fromkeys(found) if c not in (True, False, sp.true, sp.false)]
    if not found and not shown:
        return None
    said = ", ".join([*dict.fromkeys(shown), *(text(c) for c in found if not (_is_of_a_norm(c) or _is_sure(c)))])
    asked = replace(question, setting=setting, conditions=(*question.conditions, *found))
    whose = "the line" if both else "what it goes on from"
    return asked, f"where {said}, as {whose} takes for granted" if said else ""


def _roots(question: Question, *, both: bool) -> list[Any]:
    r"""The square roots of matrices in what a line goes on from, ``A^{1/2}``, and of letters on its right side."""
    roots = question.left.atoms(SquareRoot) if isinstance(question.left, sp.Basic) else set()
    if both and isinstance(question.right, sp.Basic):
        roots |= {root for root in question.right.atoms(SquareRoot) if isinstance(root.arg, sp.MatrixSymbol)}
    known = {h.matrix for h in question.setting.hypotheses if isinstance(h, PositiveSemidefinite)}
    return sorted((root for root in roots if root.arg not in known), key=str)


def _inverses(question: Question) -> list[Any]:
    """The inverses in what a line goes on from, or is given."""
    found = {p.expr for p in question.left_written if isinstance(p.expr, sp.Inverse) and not p.binders}
    for side in (question.left, *(side for fact in question.facts for side in (fact[0], fact[2]))):
        if isinstance(side, sp.Basic):
            found |= inverses_in(side) | inverses_in(question.setting.without_definitions(side))
    return sorted(found, key=str)


def _beyond(question: Question) -> list[Any]:
    r"""The inverses on the right side alone that may be there: of a letter, of ``X^\top X``, and with ``\lambda I``.

    None has ``x x^\top``, or a product through fewer dimensions: what is said of such an inverse would hold of nothing.
    """
    right = inverses_in(question.right)
    return sorted((one for one in right - set(_inverses(question)) if _may_be_there(one.arg)), key=str)


def _may_be_there(matrix: Any) -> bool:
    if isinstance(matrix, (sp.MatrixSymbol, sp.Identity)):
        return True
    if isinstance(matrix, sp.MatAdd):
        return all(map(_may_be_there, matrix.args))
    factors = (
        [part for part in matrix.args if getattr(part, "is_Matrix", False)] if isinstance(matrix, sp.MatMul) else []
    )
    if len(factors) == 1:
        return _may_be_there(factors[0])
    if len(factors) != 2 or 1 in factors[0].shape:
        return False
    return bool(factors[0] == sp.Transpose(factors[1]).doit())


def _is_of_a_norm(condition: Any) -> bool:
    """Whether a condition says that the square of a norm is not negative."""
    square = getattr(condition, "lhs", None)
    return isinstance(condition, sp.Ge) and isinstance(square, sp.Trace) and rooted(square.args[0]) is not None


def _is_sure(condition: Any) -> bool:
    r"""Whether a condition holds whatever the traces in it are: ``1 + e^{-w^\top x} > 0``."""
    if not isinstance(condition, (sp.Gt, sp.Ge, sp.Ne)):
        return False
    (gap,) = whatever_traces_are(condition.lhs - condition.rhs)
    return bool(gap.is_nonnegative if isinstance(condition, sp.Ge) else gap.is_positive)
