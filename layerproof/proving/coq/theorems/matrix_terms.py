"""Matrix expressions as Coq terms: letters, words, traces, expectations, with their sizes.

A matrix of ``n`` rows and ``m`` columns is of type ``mat n m``, so that a product that does not conform has no type,
and Coq checks the sizes of every statement again.  Scalars between matrices are written by the `Translator`, which
also notes where they are defined.

This module is trusted: what it writes is what Coq proves.  It does not simplify.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import sympy as sp
from sympy.matrices.expressions.transpose import Transpose

from ....language.gaussian import GaussianMatrix
from ....language.matrices import ExpectMatrix, ExpectScalar, Named, RandomVector, ShapeMismatch, shape_of
from ..gallina import App, Arrow, Binder, Const, Gallina, Num, Op, Var, app, fun, given, term_of
from ..terms import REAL, Term, Translator, Untranslatable, nested

WORDS = (sp.MatrixExpr, sp.Trace, ExpectScalar)
"""What makes an expression one of matrices."""


USED = """
    mat mmul madd mscal mtr mid mzero mpow trace mexp expectation mderive is_derive descends diagonal sure Con Ran Mov
    xL xI xZ xA xS xM xT xE sC sT sE sA sM rC rT rA rM Item Some None cons nil existT eq_refl f_equal
    psd pd form
"""
"""Names of the prelude that statements and scripts use, so that no letter may have them."""


class MatrixTranslator(Translator):
    """Translates matrix expressions, and scalars made of traces.

    Args:
        moving: the letters that are functions of time.

    Attributes:
        letters: the letters that were seen and stand still, with their identifiers.
        moving: the letters that are functions of time, with their identifiers.
        random: the random vectors, with their identifiers; functions on the sample space.
        omega: the name of the sample space.
        expect: the name of the expectation.
        mean: the name of the fact that it is one.
        time: the name of the time.
    """

    def __init__(self, moving: Iterable[sp.MatrixSymbol] = ()) -> None:
        super().__init__()
        for name in USED.split():
            self.names.fresh(name)
        self.letters: dict[sp.MatrixSymbol, str] = {}
        self.random: dict[sp.MatrixSymbol, str] = {}
        self.moving = {letter: self.names.of(letter, str(letter.name)) for letter in moving}
        self.omega = self.names.fresh("Omega")
        self.expect = self.names.fresh("Ex")
        self.mean = self.names.fresh("Mean")
        self.time = self.names.fresh("t")
        self._case: str | None = None
        self._values: dict[Any, Gallina] = {}
        for letter in self.moving:
            self._sizes(letter)

    def term(self, expr: Any, time: str = "", values: Mapping[Any, str | Gallina] | None = None) -> Term:
        """The term of a matrix expression, or of a scalar made of traces.

        Args:
            expr: what is translated.
            time: the time at which moving letters are taken; by default, that of the theorem.
            values: what stands for letters, and for velocities.

        Raises:
            Untranslatable: if a part of it has no counterpart, or sizes do not conform.
        """
        expr = sp.sympify(expr)
        try:
            shape_of(expr)
        except ShapeMismatch as mismatch:
            raise Untranslatable(str(mismatch)) from mismatch
        self._conditions = []
        at = term_of(time or self.time)
        self._values = {letter: App(Var(name), (at,)) for letter, name in self.moving.items()}
        self._values |= {part: term_of(value) for part, value in (values or {}).items()}
        return self._term(self._matrix(expr) if isinstance(expr, sp.MatrixExpr) else self._scalar(expr))

    def type_of(self, expr: sp.MatrixExpr) -> Gallina:
        """The Coq type of a matrix."""
        return app("mat", *map(self.nat, expr.shape))

    def binders(self) -> list[Binder]:
        """Binders for everything but numbers, which `quantified` binds."""
        found, omega = [], Var(self.omega)
        if self.random:
            found += [Binder((self.omega,), Const("Type"))]
            found += [Binder((self.expect,), Arrow((Arrow((omega,), REAL),), REAL))]
        of: tuple[tuple[Mapping[sp.MatrixSymbol, str], tuple[Gallina, ...]], ...]
        of = (self.random, (omega,)), (self.letters, ()), (self.moving, (REAL,))
        for letters, argument in of:
            found += [Binder((name,), given(argument, self.type_of(letter))) for letter, name in letters.items()]
        return found

    # -- matrices ------------------------------------------------------------------------------------------------

    def _matrix(self, expr: Any) -> Gallina:
        if expr in self._values:
            return self._values[expr]
        if isinstance(expr, sp.MatrixSymbol):
            return self._letter(expr)
        if isinstance(expr, sp.Identity):
            return app("mid", self.nat(expr.shape[0]))
        if isinstance(expr, sp.ZeroMatrix):
            return app("mzero", *map(self.nat, expr.shape))
        if isinstance(expr, Named):
            return self._matrix(expr.value)
        if isinstance(expr, Transpose):
            return app("mtr", self._matrix(expr.arg))
        if isinstance(expr, sp.MatAdd):
            return nested("madd", *map(self._matrix, expr.args))
        if isinstance(expr, sp.MatMul):
            scalars = [a for a in expr.args if not isinstance(a, sp.MatrixExpr)]
            product = nested("mmul", *(self._matrix(a) for a in expr.args if isinstance(a, sp.MatrixExpr)))
            for scalar in reversed(scalars):
                product = app("mscal", self._scalar(scalar), product)
            return product
        if isinstance(expr, sp.MatPow) and expr.exp.is_Integer and expr.exp >= 0:
            return app("mpow", self._matrix(expr.base), Num(int(expr.exp)))
        if isinstance(expr, ExpectMatrix):
            with self._expecting() as case:
                inside = self._matrix(expr.args[0])
            return app("mexp", Var(self.expect), fun(case, inside))
        raise Untranslatable(f"the matrix {expr} ({type(expr).__name__}) has no counterpart in Coq here")

    def _letter(self, letter: sp.MatrixSymbol) -> Gallina:
        self._sizes(letter)
        if isinstance(letter, GaussianMatrix):
            raise Untranslatable(f"the Gaussian matrix {letter} has no counterpart in Coq here")
        if isinstance(letter, RandomVector):
            name = self.random.setdefault(letter, self.names.of(letter, str(letter.name)))
            if self._case is None:
                raise Untranslatable(f"the random vector {letter} stands outside of an expectation")
            return App(Var(name), (Var(self._case),))
        return Var(self.letters.setdefault(letter, self.names.of(letter, str(letter.name))))

    def _sizes(self, letter: sp.MatrixSymbol) -> None:
        for size in letter.shape:
            self.nat(size)

    @contextmanager
    def _expecting(self) -> Iterator[str]:
        if self._case is not None:
            raise Untranslatable("an expectation inside an expectation")
        self._case = self.names.of("case", "w")
        try:
            yield self._case
        finally:
            self._case = None

    # -- scalars -------------------------------------------------------------------------------------------------

    def _scalar(self, expr: Any) -> Gallina:
        if not expr.has(*WORDS):
            return self._real(expr)
        if isinstance(expr, sp.Trace):
            return app("trace", self._matrix(expr.arg))
        if isinstance(expr, ExpectScalar):
            with self._expecting() as case:
                inside = self._scalar(expr.args[0])
            return App(Var(self.expect), (fun(case, inside),))
        if isinstance(expr, sp.Add):
            return Op("+", tuple(map(self._scalar, expr.args)))
        if isinstance(expr, sp.Mul):
            numbers, words = factors(expr)
            return Op("*", (self._real(numbers), *map(self._scalar, words)))
        if isinstance(expr, sp.Pow) and expr.exp.is_Integer and expr.exp > 0:
            return Op("^", (self._scalar(expr.base), Num(int(expr.exp))))
        raise Untranslatable(f"the scalar {expr} ({type(expr).__name__}) has no counterpart in Coq here")


def factors(product: sp.Mul) -> tuple[sp.Expr, list[sp.Expr]]:
    """The number in front of a product of traces and of numbers, and the other factors."""
    words = [a for a in product.args if a.has(*WORDS)]
    return sp.Mul(*(a for a in product.args if not a.has(*WORDS))), words
