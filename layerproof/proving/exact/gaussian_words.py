"""Means of words in Gaussian matrices: sums over pairs of letters, for every size.

The entries of X are independent with variance one, so that of two letters X of a word one entry has a mean only with
the same entry of the other: with ``E[X_ij X_kl] = 1`` where i = k and j = l, and 0 elsewhere,

    a X b X c  ->  a b^T c        a X b X^T c  ->  tr(b) a c        tr(X b) a X c  ->  a b^T c

and likewise in traces; the mean is the sum over all ways to divide the letters of each name into pairs (Isserlis,
Wick).  Of the inverse of ``X^T X``, with X of size n x p, the mean is ``I/(n - p - 1)`` where ``n > p + 1``, as that of
a Wishart matrix (von Rosen); what is not random may stand around it and inside, if that is square and invertible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sympy as sp
from sympy.matrices.expressions.transpose import Transpose

from ...language.gaussian import GaussianMatrix
from ...language.goals import SignWord, ZeroWord
from ...language.matrices import (
    ExpectMatrix,
    ExpectScalar,
    MatrixFunction,
    Named,
    RandomVector,
    ShapeMismatch,
    shape_of,
)
from ...language.matrix_functions import InverseOf
from ..sign_sets import POSITIVE
from . import determinants
from .function_letters import Letters, symbol_of
from .invertible import Inverses, product_of
from .outcome import Outcome, Unknown
from .prover import Prover
from .words import NotWords, Poly, Term, Word, add, flip, scale, tidy, words_of

_MOST = 10  # letters of one term


def decide(goal: ZeroWord | SignWord, hypotheses: tuple[Any, ...], prover: Prover) -> Outcome:
    """Decide a goal about matrices, with Gaussian ones or without."""
    parts = [sp.sympify(part) for part in (goal.expr, *goal.defined)]
    if any(part.has(GaussianMatrix) for part in parts):
        try:
            for part in parts:
                shape_of(part)
            averaging = _Averaging(hypotheses, prover)
            expr, *defined = map(averaging.put, parts)
        except (NotWords, ShapeMismatch) as problem:
            return Unknown(str(problem))
        goal = replace(goal, expr=expr, defined=tuple(defined))
    return determinants.decide(goal, hypotheses, prover)


class _Averaging:
    """Means under some hypotheses, which say nothing of what is random."""

    def __init__(self, hypotheses: tuple[Any, ...], prover: Prover) -> None:
        self.hypotheses, self.prover = hypotheses, prover

    def put(self, expr: Any) -> Any:
        """`expr` with the value of each mean of Gaussian matrices put in."""
        if not isinstance(expr, sp.Basic) or not expr.has(GaussianMatrix):
            return expr
        if isinstance(expr, GaussianMatrix):
            raise NotWords(f"{expr} is random, and stands outside of an expectation")
        if isinstance(expr, Named):
            return self.put(expr.value)
        if isinstance(expr, (ExpectMatrix, ExpectScalar)):
            return self.mean(expr.args[0])
        return expr.func(*map(self.put, expr.args))

    def mean(self, inside: Any) -> Any:
        """The mean of an expression."""
        if inside.has(RandomVector) or inside.has(ExpectMatrix, ExpectScalar):
            raise NotWords(f"{inside}: expected a mean over Gaussian matrices alone, with no other mean inside")
        if isinstance(inside, Named):
            return self.mean(inside.value)
        if not any(f.has(GaussianMatrix) for f in inside.atoms(MatrixFunction)):
            return _expression(expected(words_of(inside), _names(inside)), inside)
        if isinstance(inside, (sp.MatAdd, sp.Add)):
            return type(inside)(*map(self.mean, inside.args))
        if isinstance(inside, sp.Trace):
            return sp.Trace(self.mean(inside.arg))
        if isinstance(inside, Transpose):
            return self.mean(inside.arg).T
        if isinstance(inside, sp.Mul):
            random = [f for f in inside.args if f.has(GaussianMatrix)]
            if len(random) == 1:
                return sp.Mul(*(f for f in inside.args if f != random[0]), self.mean(random[0]))
        number, factors = product_of(inside)
        random = [f for f in factors if f.has(GaussianMatrix)]
        if len(random) == 1 and isinstance(random[0], InverseOf) and not number.has(GaussianMatrix):
            whole = [self._of_inverse(f) if f is random[0] else f for f in factors]
            return sp.MatMul(number, *whole)
        raise NotWords(f"the mean of {inside} is not known here: it is no word, nor the inverse of a Wishart matrix")

    def _of_inverse(self, expr: InverseOf) -> Any:
        """``c E[(R^T X^T X R)^-1]`` for X of size n x p: ``R^-1 R^-T / (c (n - p - 1))``, where n > p + 1."""
        number, factors = product_of(expr.arg)
        at = next((k for k, f in enumerate(factors) if f.has(GaussianMatrix)), 0)
        pair, around = factors[at : at + 2], (factors[:at], factors[at + 2 :])
        letter = pair[-1].arg if isinstance(pair[-1], Transpose) else pair[-1]
        if len(pair) < 2 or not isinstance(letter, GaussianMatrix) or pair[0] != pair[1].T:
            raise NotWords(f"{expr} is not the inverse of a Wishart matrix")
        if any(f.has(GaussianMatrix) for side in around for f in side) or number.has(GaussianMatrix):
            raise NotWords(f"{expr} is not the inverse of a Wishart matrix")
        n, p = pair[1].shape
        sizes = {shape_of(f) for side in around for f in side} | {(p, p)}
        left, right = (sp.MatMul(*side) if side else sp.Identity(p) for side in around)
        if sizes != {(p, p)}:
            raise NotWords(f"{expr}: what stands around {pair[0]}*{pair[1]} is not square")
        letters = Letters.of((left, right), self.hypotheses)
        known = Inverses(self.hypotheses, letters)
        if number.is_nonzero is not True or not letters.equal(left.T, right):
            raise NotWords(f"{expr} is not the inverse of a Wishart matrix")
        if not all(known.exists(f) for f in around[1]):
            raise NotWords(f"missing hypothesis: {right} is invertible is not derived from the hypotheses")
        if not self.prover.sign(n - p - 1) <= POSITIVE:
            raise NotWords(f"missing hypothesis: {n} - {p} - 1 > 0, without which {expr} has no mean")
        inverses = [InverseOf(f) for f in reversed([*around[0], *around[1]])]
        return sp.MatMul(1 / (number * (n - p - 1)), *(inverses or [sp.Identity(p)]))


# --- pairs ------------------------------------------------------------------------------------------------------------


def expected(poly: Poly, random: frozenset[str]) -> Poly:
    """The mean of a combination of words over independent standard normal entries of the letters with these names."""
    done: Poly = {}
    for term, coefficient in poly.items():
        done = add(done, scale(_mean(term, random), coefficient))
    return tidy(done)


def _mean(term: Term, random: frozenset[str]) -> Poly:
    traces, word = term
    letters = [(where, k) for where, part in enumerate((*traces, word)) for k, x in enumerate(part) if x.name in random]
    if not letters:
        return {term: sp.Integer(1)}
    if len(letters) > _MOST:
        raise NotWords(f"a word with {len(letters)} random letters; at most {_MOST} are paired")
    first, *others = letters
    found: Poly = {}
    for other in others:
        if _at(term, first).name == _at(term, other).name:
            factor, rest = _paired(term, first, other)
            found = add(found, scale(_mean(rest, random), factor))
    return found


def _at(term: Term, place: tuple[int, int]) -> Any:
    traces, word = term
    return (*traces, word)[place[0]][place[1]]


def _paired(term: Term, first: tuple[int, int], second: tuple[int, int]) -> tuple[sp.Expr, Term]:
    """The term with a pair of letters replaced by its mean, and the number before it."""
    traces, word = term
    parts, (a, j), (b, k) = [*traces, word], first, second
    one, two = parts[a][j], parts[b][k]
    alike, last = one.transposed == two.transposed, len(traces)
    if a == b and a == last:
        before, between, after = word[:j], word[j + 1 : k], word[k + 1 :]
        if alike:
            return sp.Integer(1), (traces, (*before, *flip(between), *after))
        return _with((*traces,), between, one.cols, (*before, *after))
    if a == b:
        others, cycle = tuple(t for m, t in enumerate(traces) if m != a), traces[a]
        between, after = cycle[j + 1 : k], (*cycle[k + 1 :], *cycle[:j])
        if alike:
            return _with(others, (*flip(between), *after), one.rows, word)
        factor, rest = _with(others, between, one.cols, word)
        more, rest = _with(rest[0], after, one.rows, word)
        return factor * more, rest
    rest_of_first = (*parts[a][j + 1 :], *parts[a][:j])  # a comes first, and so is a trace
    put = flip(rest_of_first) if alike else rest_of_first
    if b == last:
        others = tuple(t for m, t in enumerate(traces) if m != a)
        return sp.Integer(1), (others, (*word[:k], *put, *word[k + 1 :]))
    others = tuple(t for m, t in enumerate(traces) if m not in (a, b))
    return _with(others, (*put, *parts[b][k + 1 :], *parts[b][:k]), two.rows, word)


def _with(traces: tuple[Word, ...], cycle: Word, size: sp.Expr, word: Word) -> tuple[sp.Expr, Term]:
    """A term with one more trace; that of the identity is its size."""
    if not cycle:
        return size, (traces, word)
    return sp.Integer(1), ((*traces, cycle), word)


def _names(expr: Any) -> frozenset[str]:
    return frozenset(str(letter.name) for letter in expr.atoms(GaussianMatrix))


def _expression(poly: Poly, like: Any) -> Any:
    """A combination of words as an expression, of the shape of another."""
    terms = list(_terms(poly, like))
    if isinstance(like, sp.MatrixExpr):
        return sp.MatAdd(*terms) if len(terms) > 1 else terms[0] if terms else sp.ZeroMatrix(*shape_of(like))
    return sp.Add(*terms)


def _terms(poly: Poly, like: Any) -> Iterator[Any]:
    rows = shape_of(like)[0]
    for (traces, word), coefficient in poly.items():
        number = coefficient * sp.Mul(*(sp.Trace(sp.MatMul(*map(symbol_of, t))) for t in traces))
        if isinstance(like, sp.MatrixExpr):
            yield sp.MatMul(number, *(map(symbol_of, word) if word else (sp.Identity(rows),)))
        else:
            yield number
