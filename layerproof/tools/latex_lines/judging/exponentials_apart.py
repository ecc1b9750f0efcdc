r"""Exponentials and roots of numbers before matrices, as letters: ``v^\top e^{-K t} = e^{-\lambda t} v^\top``.

Rules that rewrite products of matrices have fractions of letters for their numbers.  What is proved with a positive
letter in the place of each exponential holds of these; where it fails, nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from ....language.matrices import Equal
from ....language.statements.matrices import MatrixIdentity


def with_exponentials_apart(statement: Any, given: Sequence[Any]) -> tuple[MatrixIdentity, list[Any]] | None:
    """An equation of matrices and what is given for it, with letters for exponentials of numbers; None without any."""
    if not isinstance(statement, MatrixIdentity) or statement.flow is not None:
        return None
    sides = [statement.lhs, statement.rhs]
    letters: dict[Any, Any] = {}
    for expr in (*sides, *(side for one in given for side in _sides(one))):
        for part in _exponentials(expr):
            letters.setdefault(part, _as_product(part, letters))
    if not letters:
        return None

    def changed(expr: Any) -> Any:
        return expr.xreplace(letters) if isinstance(expr, sp.Basic) else expr

    kept = []
    for one in given:
        if isinstance(one, Equal):
            one = Equal(changed(one.matrix), changed(one.value))
        elif isinstance(one, Relational) and any(map(_exponentials, one.args)):
            continue
        kept.append(one)
    return replace(statement, lhs=changed(sides[0]), rhs=changed(sides[1])), kept


def _sides(given: Any) -> Iterable[Any]:
    return (given.matrix, given.value) if isinstance(given, Equal) else ()


def _exponentials(expr: Any) -> list[Any]:
    """The exponentials of numbers in an expression that stand in no other."""
    found = expr.atoms(sp.exp) if isinstance(expr, sp.Basic) else set()
    plain = [part for part in found if not part.has(sp.MatrixExpr)]
    return sorted((p for p in plain if not any(p is not other and other.has(p) for other in plain)), key=str)


def _as_product(part: Any, letters: dict[Any, Any]) -> Any:
    """An exponential as powers of letters, one for each term of what is raised, without its whole number."""
    made = sp.Integer(1)
    for term in sp.Add.make_args(sp.expand(part.args[0])):
        number, _ = term.as_coeff_Mul()
        times = number if number.is_Integer else sp.Integer(1)
        whole = sp.exp(term / times)
        letter = letters.get(whole)
        if not isinstance(letter, sp.Symbol):
            letter = sp.Symbol(f"exp({sp.sstr(term / times)})", positive=True)
            letters[whole] = letter
        made *= letter**times
    return made
