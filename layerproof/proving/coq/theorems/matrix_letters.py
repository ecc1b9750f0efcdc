"""Inverses and pseudo-inverses in a theorem of Coq: letters, with the equations that only these satisfy.

*Whatever* satisfies the equations of Penrose is the pseudo-inverse; every matrix has one, which is classical and not
proved here.  An inverse is a letter too where a hypothesis says that there is one: elsewhere that would have to be
shown, and the claim has no counterpart.  A square root is a symmetric letter with a known square, of a letter that is
positive semidefinite: that it is the semidefinite one is left out, so that less is assumed.  This module is trusted:
what it assumes, the theorem assumes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from typing import Any

import sympy as sp

from ....language.claims import Claim
from ....language.matrices import Equal, MatrixFunction, Named
from ....language.matrix_functions import (
    InverseOf,
    Invertible,
    PositiveSemidefinite,
    PseudoInverse,
    SquareRoot,
    functions_in,
)
from ....language.statements.matrices import MatrixConserved, MatrixIdentity
from ..terms import Untranslatable


def with_letters(claim: Claim) -> tuple[Claim, Mapping[sp.MatrixSymbol, MatrixFunction]]:
    """The claim with letters for inverses and pseudo-inverses, what is known of them as hypotheses; and what each is.

    Raises:
        Untranslatable: for another function of matrices, for an inverse that no hypothesis says to be there, and
            for what moves along a flow.
    """
    statement: Any = claim.statement
    if isinstance(statement, MatrixIdentity):
        sides = [statement.lhs, statement.rhs]
    elif isinstance(statement, MatrixConserved):
        sides = [statement.quantity]
    else:
        return claim, {}
    equations = [side for h in claim.hypotheses if isinstance(h, Equal) for side in (h.matrix, h.value)]
    functions = list(dict.fromkeys(f for side in (*sides, *equations) for f in functions_in(side)))
    if not functions:
        return claim, {}
    letters = _Letters(claim, statement.flow.parameters if statement.flow else ())
    for function in functions:
        letters.add(function)
    made, hypotheses = copy(claim), [h for h in claim.hypotheses if not isinstance(h, Invertible)]
    made.hypotheses = (*(letters.hypothesis(h) for h in hypotheses), *letters.facts)
    names = ("lhs", "rhs") if isinstance(statement, MatrixIdentity) else ("quantity",)
    made.statement = replace(statement, **{name: letters.put(getattr(statement, name)) for name in names})
    return made, {letter: function for function, letter in letters.known.items()}


class _Letters:
    def __init__(self, claim: Claim, moving: Iterable[Any]) -> None:
        self.claim, self.moving = claim, tuple(moving)
        self.known: dict[Any, sp.MatrixSymbol] = {}
        self.facts: list[Equal] = []

    def add(self, function: MatrixFunction) -> None:
        """A letter for a function whose inner functions have theirs."""
        if self.moving and function.has(*self.moving):
            raise Untranslatable(f"{function} moves along the flow")
        inside, letter = self.put(function.arg), sp.MatrixSymbol(str(function), *function.shape)
        self.facts += [Equal(left, right) for left, right in self._facts(function, letter, inside)]
        self.known[function] = letter

    def _facts(self, function: MatrixFunction, letter: Any, inside: Any) -> Iterator[tuple[Any, Any]]:
        if isinstance(function, PseudoInverse):
            yield from function.penrose(letter, inside)
        elif isinstance(function, SquareRoot) and self._is_semidefinite(function.arg):
            yield letter * letter, inside
            yield letter.T, letter
        elif isinstance(function, InverseOf) and self._is_invertible(function.arg):
            one = sp.Identity(letter.shape[0])
            yield inside * letter, one
            yield letter * inside, one
        else:
            raise Untranslatable(f"{function}: it is not said that there is one, or no equations define it")

    def _is_invertible(self, matrix: Any) -> bool:
        """Whether it is said, of the matrix or of its transpose, which has an inverse where the matrix has."""
        return any(Invertible(turned) in self.claim.hypotheses for turned in (matrix, matrix.T))

    def _is_semidefinite(self, matrix: Any) -> bool:
        return any(isinstance(h, PositiveSemidefinite) and h.matrix == matrix for h in self.claim.hypotheses)

    def put(self, expr: Any) -> Any:
        """An expression with the letters that there are."""
        if not isinstance(expr, sp.Basic) or not expr.has(MatrixFunction):
            return expr
        if expr in self.known:
            return self.known[expr]
        if isinstance(expr, Named):
            return self.put(expr.value)
        return expr.func(*(self.put(a) if isinstance(a, sp.Expr) else a for a in expr.args))

    def hypothesis(self, hypothesis: Any) -> Any:
        """A hypothesis with the letters."""
        if isinstance(hypothesis, Equal):
            return Equal(self.put(hypothesis.matrix), self.put(hypothesis.value))
        return hypothesis
