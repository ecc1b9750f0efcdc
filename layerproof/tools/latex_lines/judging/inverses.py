r"""Inverses as papers write them, as the prover has them; and numbers that divide, as letters.

``A^{-1}`` becomes a letter of which ``A A^{-1} = I`` is known, if A is declared, or taken, to have an inverse.  In an
equation of matrices ``\frac{1}{r^\top r}`` becomes the reciprocal of a letter: what holds for every number in its
place holds for this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.relational import Relational

from ....language.matrices import Equal, MatrixHypothesis
from ....language.matrix_functions import InverseOf, Invertible
from ....proving.exact.function_letters import Letters
from ....proving.exact.invertible import Inverses
from ....proving.exact.words import NotWords
from ..letters.meaning import resolved
from ..values.norms import apart
from ..values.zetas import above_one

if TYPE_CHECKING:
    from ..letters.setting import Setting


def as_letters(expr: Any) -> Any:
    """An expression, or a hypothesis, with the prover's inverses in the place of SymPy's."""
    if isinstance(expr, Equal):
        return Equal(as_letters(expr.matrix), as_letters(expr.value))
    if not isinstance(expr, sp.Basic) or not expr.has(sp.MatPow):
        return expr

    def letters(power: Any) -> Any:
        inverse = InverseOf(power.base)
        return inverse if power.exp == -1 else sp.MatMul(*[inverse] * int(-power.exp))

    return expr.replace(_is_of_an_inverse, letters)


def _is_of_an_inverse(expr: Any) -> bool:
    """Whether an expression is the inverse of a matrix, or a whole power of one."""
    return isinstance(expr, sp.MatPow) and expr.exp.is_Integer and expr.exp < 0


def inverses_in(expr: Any) -> set[Any]:
    """The inverses that stand in an expression, alone or in powers."""
    powers = expr.atoms(sp.MatPow) if isinstance(expr, sp.Basic) else set()
    return {sp.Inverse(power.base) for power in powers if _is_of_an_inverse(power)}


def existing(setting: Setting, *sides: Any) -> list[Any]:
    """The hypotheses that matrices have inverses, if one stands in a question, and that values of zeta are above 1."""
    known = above_one(setting.hypotheses, *sides)
    if not any(isinstance(side, sp.Basic) and side.has(InverseOf) for side in sides):
        return known
    return known + [Invertible(as_letters(resolved(matrix, setting))) for matrix in sorted(setting.invertible, key=str)]


def is_there(matrix: Any, setting: Setting) -> bool:
    """Whether a matrix is seen to have an inverse as it is written: ``X^T X + l I`` with l > 0, a product of such."""
    one = setting.units.of_one.get(str(getattr(matrix, "name", "")))
    if one is not None and one.kind == "exp":
        return True
    known = [as_letters(h) for h in setting.hypotheses if isinstance(h, MatrixHypothesis)]
    known += [Invertible(as_letters(declared)) for declared in sorted(setting.invertible, key=str)]
    try:
        return Inverses(tuple(known), Letters.of([], known)).exists(as_letters(resolved(matrix, setting)))
    except (NotWords, ValueError, TypeError, AttributeError):  # what the prover does not know has none
        return False


def with_letters_for_divisors(sides: Sequence[Any], given: Iterable[Any]) -> tuple[list[Any], list[Any], bool]:
    """Sides of an equation of matrices with a letter for each trace that divides, what is kept, and if there is one.

    Where it fails with such a letter nothing is known: the trace may not take that value.

    Args:
        sides: both.
        given: hypotheses; those in which such a trace stands are left out, but for equations of numbers.
    """
    if not any(divides(side) for side in sides):
        return list(sides), list(given), False
    sides = [apart(side) for side in sides]
    traces = {t for side in sides for power in _powers(side) for t in power.atoms(sp.Trace)}
    letters = {t: sp.Symbol(f"tr({t.args[0]})", real=True, nonzero=True) for t in sorted(traces, key=str)}

    def changed(expr: Any) -> Any:
        return expr.replace(lambda e: e in letters, lambda e: letters[e])

    kept = []
    for hypothesis in given:
        if isinstance(hypothesis, Relational):
            hypothesis = hypothesis.func(*(changed(apart(side)) for side in hypothesis.args))
        elif any(side.has(*traces) for pair in getattr(hypothesis, "equations", list)() for side in pair):
            continue
        kept.append(hypothesis)
    return [changed(side) for side in sides], kept, True


def divides(side: Any) -> bool:
    """Whether a number made of traces divides in a matrix."""
    return getattr(side, "is_Matrix", False) and any(True for _ in _powers(side))


def _powers(side: Any) -> Iterable[Any]:
    """The powers of numbers with traces in them that are no products."""
    return (p for p in side.atoms(sp.Pow) if p.base.has(sp.Trace) and not (p.exp.is_Integer and p.exp > 0))
