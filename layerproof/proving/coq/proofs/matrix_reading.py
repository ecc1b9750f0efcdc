"""SymPy's matrix expressions read twice: as data for the kernel's normaliser, and as sums of words for the search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import sympy as sp
from sympy.matrices.expressions.transpose import Transpose

from ....language.matrices import ExpectMatrix, ExpectScalar, Named, RandomVector, Velocity
from ..theorems.matrix_terms import WORDS, MatrixTranslator, factors
from .base import NoProof
from .matrix_words import Letter, Sum, Word, combined, expected, expected_cycle, flip, least, product

Cycles = dict[tuple[Word, ...], sp.Expr]
"""A polynomial in traces of cyclic words."""
Terms = TypeVar("Terms", Sum, Cycles)


@dataclass
class Reader:
    """Reads expressions, with one number for each letter.

    Attributes:
        translate: the translator of the theorem.
        terms: the Coq terms of letters that are not the translator's own, such as velocities.
    """

    translate: MatrixTranslator
    terms: dict[sp.MatrixSymbol, str] = field(default_factory=dict)
    numbers: dict[sp.MatrixSymbol, int] = field(default_factory=dict)
    letters: list[sp.MatrixSymbol] = field(default_factory=list)

    def number(self, letter: sp.MatrixSymbol) -> int:
        """The number of a letter, from 1."""
        if letter not in self.numbers:
            self.letters.append(letter)
            self.numbers[letter] = len(self.letters)
        return self.numbers[letter]

    @property
    def random(self) -> frozenset[int]:
        """The numbers of the random vectors."""
        return frozenset(k for letter, k in self.numbers.items() if isinstance(letter, RandomVector))

    def size(self, letter: Letter) -> sp.Expr:
        """The number of rows."""
        number, what = letter
        if number == 0:
            return self.size(what[0])
        return self.letters[number - 1].shape[what]

    def shown(self, words: Sum, most: int = 3) -> str:
        """A sum of words to read; of many, the first."""
        parts = []
        for word, c in list(words.items())[:most]:
            letters = "*".join(map(self._shown_letter, word)) or "I"
            parts.append(letters if c == 1 else f"({c})*{letters}")
        return " + ".join(parts) + (" + ..." if len(words) > most else "")

    def _shown_letter(self, letter: Letter) -> str:
        number, what = letter
        if number == 0:
            return f"E[{'*'.join(map(self._shown_letter, what))}]"
        return f"{self.letters[number - 1].name}{'.T' if what else ''}"

    # -- as data -------------------------------------------------------------------------------------------------

    def base(self, letter: sp.MatrixSymbol) -> str:
        """A letter that stands still, or is random."""
        translate, number = self.translate, self.number(letter)
        if letter in self.terms:
            return f"(Con {number} {self.terms[letter]})"
        if isinstance(letter, RandomVector):
            return f"(Ran {number} {translate.random[letter]})"
        if letter in translate.moving:
            return f"(Con {number} ({translate.moving[letter]} {translate.time}))"
        return f"(Con {number} {translate.letters[letter]})"

    def data(self, expr: Any, bases: Mapping[sp.MatrixSymbol, str] | None = None) -> str:
        """A matrix expression as data; `bases` are letters that move.

        Raises:
            NoProof: if it is no sum, product, transpose or expectation.
        """
        known = bases or {}

        def visit(expr: Any) -> str:
            if isinstance(expr, sp.MatrixSymbol):
                return f"(xL {known.get(expr) or self.base(expr)})"
            if isinstance(expr, sp.Identity):
                return f"(xI {self._size(expr.shape[0])})"
            if isinstance(expr, sp.ZeroMatrix):
                return f"(xZ {self._size(expr.shape[0])} {self._size(expr.shape[1])})"
            if isinstance(expr, Named):
                return visit(expr.value)
            if isinstance(expr, Transpose):
                return f"(xT {visit(expr.arg)})"
            if isinstance(expr, sp.MatAdd):
                return nested("xA", [visit(term) for term in expr.args])
            if isinstance(expr, sp.MatMul):
                whole = nested("xM", [visit(a) for a in expr.args if isinstance(a, sp.MatrixExpr)])
                for scalar in reversed([a for a in expr.args if not isinstance(a, sp.MatrixExpr)]):
                    whole = f"(xS {self.number_text(scalar)} {whole})"
                return whole
            if isinstance(expr, sp.MatPow) and expr.exp.is_Integer and expr.exp >= 0:
                whole, factor = f"(xI {self._size(expr.shape[0])})", visit(expr.base)
                for _ in range(int(expr.exp)):
                    whole = f"(xM {factor} {whole})"
                return whole
            if isinstance(expr, ExpectMatrix):
                return f"(xE {visit(expr.args[0])})"
            raise NoProof(f"the matrix {expr} is no sum, product, transpose or expectation of letters")

        return visit(sp.sympify(expr))

    def scalar_data(self, expr: Any, bases: Mapping[sp.MatrixSymbol, str] | None = None) -> str:
        """A scalar made of traces as data.

        Raises:
            NoProof: if it has an expectation of something else than a trace.
        """
        if not expr.has(*WORDS):
            return f"(sC {self.number_text(expr)})"
        if isinstance(expr, sp.Trace):
            return f"(sT {self.data(expr.arg, bases)})"
        if isinstance(expr, ExpectScalar):
            return f"(sE {self._sum_data(expr.args[0], bases)})"
        if isinstance(expr, sp.Add):
            return nested("sA", [self.scalar_data(term, bases) for term in expr.args])
        if isinstance(expr, sp.Mul):
            number, words = factors(expr)
            whole = [f"(sC {self.number_text(number)})", *(self.scalar_data(word, bases) for word in words)]
            return nested("sM", whole)
        if isinstance(expr, sp.Pow) and expr.exp.is_Integer and expr.exp > 0:
            base, whole_power = self.scalar_data(expr.base, bases), "(sC 1)"
            for _ in range(int(expr.exp)):
                whole_power = f"(sM {base} {whole_power})"
            return whole_power
        raise NoProof(f"the scalar {expr} is not made of traces and expectations of traces")

    def _sum_data(self, expr: Any, bases: Mapping[sp.MatrixSymbol, str] | None) -> str:
        if not expr.has(*WORDS):
            return f"(rC {self.number_text(expr)})"
        if isinstance(expr, sp.Trace):
            return f"(rT {self.data(expr.arg, bases)})"
        if isinstance(expr, sp.Add):
            return nested("rA", [self._sum_data(term, bases) for term in expr.args])
        if isinstance(expr, sp.Mul):
            number, words = factors(expr)
            if len(words) == 1:
                return f"(rM {self.number_text(number)} {self._sum_data(words[0], bases)})"
        raise NoProof(f"the expectation of {expr}, which is no sum of traces")

    def number_text(self, expr: Any) -> str:
        """The Coq term of a scalar without traces."""
        if expr.has(*WORDS):
            raise NoProof(f"a trace as a coefficient inside a matrix: {expr}")
        return self.translate(expr).text

    def word_data(self, word: Word) -> str:
        """A word as data."""
        return nested("xM", [self._letter_data(letter) for letter in word]) if word else "(xI _)"

    def _letter_data(self, letter: Letter) -> str:
        number, what = letter
        if number == 0:
            return f"(xE {self.word_data(what)})"
        plain = f"(xL {self.base(self.letters[number - 1])})"
        return f"(xT {plain})" if what else plain

    def _size(self, expr: sp.Expr) -> str:
        return self.translate.natural(expr)

    # -- as words ------------------------------------------------------------------------------------------------

    def words(self, expr: Any) -> Sum:
        """The sum of words of a matrix expression.

        Raises:
            NoProof: if it is no sum, product, transpose or expectation.
        """
        if isinstance(expr, sp.MatrixSymbol):
            return {((self.number(expr), 0),): sp.Integer(1)}
        if isinstance(expr, sp.Identity):
            return {(): sp.Integer(1)}
        if isinstance(expr, sp.ZeroMatrix):
            return {}
        if isinstance(expr, Named):
            return self.words(expr.value)
        if isinstance(expr, Transpose):
            return {flip(word): c for word, c in self.words(expr.arg).items()}
        if isinstance(expr, sp.MatAdd):
            return _folded(combined, map(self.words, expr.args), {})
        if isinstance(expr, sp.MatMul):
            return _folded(product, map(self.words, expr.args), {(): sp.Integer(1)})
        if isinstance(expr, sp.MatPow) and expr.exp.is_Integer and expr.exp >= 0:
            return _folded(product, [self.words(expr.base)] * int(expr.exp), {(): sp.Integer(1)})
        if isinstance(expr, ExpectMatrix):
            result: Sum = {}
            for word, c in self.words(expr.args[0]).items():
                result = combined(result, {expected(word, self.random): c})
            return result
        if isinstance(expr, sp.Expr) and not isinstance(expr, sp.MatrixExpr) and not expr.has(*WORDS):
            return {(): expr} if expr != 0 else {}
        what = "the velocity" if isinstance(expr, Velocity) else "the matrix"
        raise NoProof(f"{what} {expr} is no sum, product, transpose or expectation of letters")

    def cycles(self, expr: Any) -> Cycles:
        """The polynomial in traces of a scalar.

        Raises:
            NoProof: if it has an expectation of something else than a trace.
        """
        if not expr.has(*WORDS):
            return {(): expr} if expr != 0 else {}
        if isinstance(expr, sp.Trace):
            return self.traced(self.words(expr.arg), expr.arg.shape[0])
        if isinstance(expr, ExpectScalar):
            return self._expected_cycles(expr.args[0])
        if isinstance(expr, sp.Add):
            return _folded(combined, map(self.cycles, expr.args), {})
        if isinstance(expr, sp.Mul):
            return _folded(product_of_cycles, map(self.cycles, expr.args), {(): sp.Integer(1)})
        if isinstance(expr, sp.Pow) and expr.exp.is_Integer and expr.exp > 0:
            return _folded(product_of_cycles, [self.cycles(expr.base)] * int(expr.exp), {(): sp.Integer(1)})
        raise NoProof(f"the scalar {expr} is not made of traces and expectations of traces")

    def _expected_cycles(self, expr: Any) -> Cycles:
        if not expr.has(*WORDS):
            return {(): expr} if expr != 0 else {}
        if isinstance(expr, sp.Trace):
            moments: Sum = {}
            for word, c in self.words(expr.arg).items():
                moments = combined(moments, {expected_cycle(word, self.random): c})
            return self.traced(moments, expr.arg.shape[0])
        if isinstance(expr, sp.Add):
            return _folded(combined, map(self._expected_cycles, expr.args), {})
        if isinstance(expr, sp.Mul):
            number, words = factors(expr)
            if len(words) == 1:
                return combined({}, self._expected_cycles(words[0]), number)
        raise NoProof(f"the expectation of {expr}, which is no sum of traces")

    def traced(self, words: Sum, size: sp.Expr) -> Cycles:
        """The trace of a sum of words; of the empty word, it is the size."""
        result: Cycles = {}
        for word, c in words.items():
            term = {(least(word),): c} if word else {(): c * size}
            result = combined(result, term)
        return result


def product_of_cycles(left: Cycles, right: Cycles) -> Cycles:
    """The product of two polynomials in traces."""
    result: Cycles = {}
    for first, c in left.items():
        result = combined(result, {tuple(sorted((*first, *second))): d for second, d in right.items()}, c)
    return result


def _folded(operation: Callable[[Terms, Terms], Terms], items: Iterable[Terms], start: Terms) -> Terms:
    for item in items:
        start = operation(start, item)
    return start


def nested(operation: str, terms: list[str]) -> str:
    """Terms joined by a binary operation, from the left."""
    first, *rest = terms
    for term in rest:
        first = f"({operation} {first} {term})"
    return first
