"""Words: matrix expressions in a free algebra with transpose.

A matrix expression is a combination of *words* in letters and transposed letters; traces are cyclic words, and
a word that is a scalar (``x^T W y``) is a trace.  The expectation of a word in which a random column and a
random row stand side by side is a letter of its own, the moment ``E[x y^T]``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.matrices.expressions.transpose import Transpose

from ...ground import effort
from ...language.matrices import ExpectMatrix, ExpectScalar, Named, RandomVector, Velocity, shape_of


@dataclass(frozen=True, order=True)
class Letter:
    """A matrix, or its transpose.  `selfadjoint` letters (a moment ``E[x x^T]``) are their own transposes."""

    name: str
    transposed: bool = False
    random: bool = field(default=False, compare=False)
    rows: sp.Expr = field(default=sp.Integer(1), compare=False)
    cols: sp.Expr = field(default=sp.Integer(1), compare=False)
    selfadjoint: bool = field(default=False, compare=False)
    weight: int = field(default=1, compare=False)

    @property
    def T(self) -> Letter:
        """The transposed letter."""
        if self.selfadjoint:
            return self
        return Letter(self.name, not self.transposed, self.random, self.cols, self.rows, False, self.weight)

    @property
    def row(self) -> bool:
        """Whether it has one row, as ``x^T`` has."""
        return bool(self.rows == 1)

    @property
    def column(self) -> bool:
        """Whether it has one column, as ``x`` has."""
        return bool(self.cols == 1)


Word = tuple[Letter, ...]
Term = tuple[tuple[Word, ...], Word]  # traces, and the word they multiply
Poly = dict[Term, sp.Expr]

ONE: Term = ((), ())
MOMENT_WEIGHT = 50  # heavier than any word it may equal, so that a moment is replaced by its value


class NotWords(ValueError):
    """An expression that is no combination of words; the message says why."""


# --- from expressions to words --------------------------------------------------------------------------------


def words_of(expr: Any) -> Poly:
    """The combination of words that a matrix expression, or a scalar made of traces, stands for.

    Raises:
        NotWords: if there is an operation other than sums, products, transposes, traces and expectations.
        ShapeMismatch: if sizes do not conform.
    """
    shape_of(expr)
    return tidy(_words(sp.sympify(expr)))


known_to_be_defined: ContextVar[bool] = ContextVar("layerproof_coefficients_defined", default=False)


def _words(expr: Any) -> Poly:
    if isinstance(expr, sp.MatrixSymbol):
        return {((), (letter_of(expr),)): sp.Integer(1)}
    if isinstance(expr, sp.ZeroMatrix) or expr == 0:
        return {}
    if isinstance(expr, sp.Identity):
        return {ONE: sp.Integer(1)}
    if isinstance(expr, Transpose):
        return transpose(_words(expr.arg))
    if isinstance(expr, (sp.MatAdd, sp.Add)):
        return add(*(_words(term) for term in expr.args))
    if isinstance(expr, (sp.MatMul, sp.Mul)):
        result: Poly = {ONE: sp.Integer(1)}
        for factor in expr.args:
            result = multiply(result, _words(factor))
        return result
    if isinstance(expr, (sp.MatPow, sp.Pow)) and expr.exp.is_Integer and expr.exp >= 0 and _has_matrix(expr.base):
        result = {ONE: sp.Integer(1)}
        for _ in range(int(expr.exp)):
            result = multiply(result, _words(expr.base))
        return result
    if isinstance(expr, sp.Trace):
        rows, _ = shape_of(expr.arg)
        result = {}
        for (traces, word), coefficient in _words(expr.arg).items():
            if word:
                term: Term = (sorted_traces((*traces, word)), ())
                result = add(result, {term: coefficient})
            else:
                result = add(result, {(traces, ()): coefficient * rows})
        return result
    if isinstance(expr, (ExpectMatrix, ExpectScalar)):
        return _expectation(tidy(_words(expr.args[0])))
    if isinstance(expr, Named):
        return _words(expr.value)
    if isinstance(expr, Velocity):
        raise NotWords(f"the velocity {expr} is known only along a flow")
    if isinstance(expr, sp.Expr) and not _has_matrix(expr):
        if expr.has(sp.Float):
            raise NotWords(f"{expr} is not exact; write a rational number")
        denominator = sp.fraction(sp.together(expr))[1]
        if denominator.free_symbols and not denominator.is_nonzero and not known_to_be_defined.get():
            raise NotWords(f"the coefficient {expr} may be undefined: {denominator} is not known to be nonzero")
        return {ONE: expr}
    if isinstance(expr, sp.Inverse):
        raise NotWords(f"SymPy simplifies its own inverse {expr} unasked; write inverse({expr.arg})")
    raise NotWords(f"{type(expr).__name__} is not a sum, product, transpose, trace or expectation of matrices: {expr}")


def _has_matrix(expr: Any) -> bool:
    return bool(expr.has(sp.MatrixExpr, sp.Trace, ExpectScalar))


def letter_of(symbol: sp.MatrixSymbol) -> Letter:
    """The letter that a matrix symbol is."""
    rows, cols = shape_of(symbol)
    return Letter(str(symbol.name), False, isinstance(symbol, RandomVector), rows, cols)


def add(*polys: Poly) -> Poly:
    """The sum; coefficients that vanish are dropped."""
    result: Poly = {}
    for poly in polys:
        for term, coefficient in poly.items():
            result[term] = result.get(term, sp.Integer(0)) + coefficient
    return {term: c for term, c in result.items() if not vanishes(c)}


@lru_cache(maxsize=2**14)  # the same coefficients come again and again
def vanishes(coefficient: sp.Expr) -> bool:
    """Whether a coefficient is 0."""
    if coefficient.is_Number:
        return bool(coefficient == 0)
    return bool(sp.cancel(sp.expand(coefficient)) == 0)


def scale(poly: Poly, factor: sp.Expr) -> Poly:
    """`factor` times `poly`."""
    return {} if factor == 0 else {term: coefficient * factor for term, coefficient in poly.items()}


def minus(one: Poly, other: Poly) -> Poly:
    """The difference."""
    return add(one, scale(other, sp.Integer(-1)))


def multiply(left: Poly, right: Poly) -> Poly:
    """The product, words set side by side."""
    effort.spend(10 * len(left) * len(right))
    return add(
        *(
            {(sorted_traces((*traces1, *traces2)), word1 + word2): c1 * c2}
            for (traces1, word1), c1 in left.items()
            for (traces2, word2), c2 in right.items()
        )
    )


def transpose(poly: Poly) -> Poly:
    """Each word reversed, each letter transposed."""
    return add(*({(traces, flip(word)): c} for (traces, word), c in poly.items()))


def flip(word: Word) -> Word:
    """The transposed word."""
    return tuple(letter.T for letter in reversed(word))


def sorted_traces(traces: Iterable[Word]) -> tuple[Word, ...]:
    """Traces, which commute, in order."""
    return tuple(sorted(traces))


# --- scalars inside words -------------------------------------------------------------------------------------


def tidy(poly: Poly) -> Poly:
    """Move every scalar subword (``x^T W y`` inside a longer word) into a trace, and every trace to its least form."""
    return add(*({_tidy_term(term): coefficient} for term, coefficient in poly.items()))


def _tidy_term(term: Term) -> Term:
    traces, word = term
    found: list[Word] = []
    pending = list(traces)
    word = _pull_scalars(word, found)
    pending += found
    done: list[Word] = []
    while pending:
        cycle = pending.pop()
        split = _split_cycle(cycle)
        if len(split) > 1:
            pending += split
        else:
            done.append(least(split[0]))
    return sorted_traces(done), word


def _pull_scalars(word: Word, found: list[Word]) -> Word:
    """Take out each shortest subword that starts with one row and ends with one column: it is a number."""
    start: int | None = None
    for k, letter in enumerate(word):
        if letter.row:
            start = k
        if letter.column and start is not None:
            found.append(word[start : k + 1])
            return _pull_scalars(word[:start] + word[k + 1 :], found)
    return word


def _split_cycle(cycle: Word) -> list[Word]:
    """A trace as a product of numbers: ``tr(x y^T W) = y^T W x``; the cycle is cut where it passes through size 1."""
    cuts = [k for k, letter in enumerate(cycle) if letter.row]
    if not cuts:
        return [cycle]
    turned = cycle[cuts[0] :] + cycle[: cuts[0]]
    ends = [k for k, letter in enumerate(turned) if letter.row] + [len(turned)]
    return [turned[i:j] for i, j in itertools.pairwise(ends)]


def least(cycle: Word) -> Word:
    """The least of all turns of a cyclic word and of its transpose: they have the same trace."""
    return min((*turns(cycle), *turns(flip(cycle))), default=())


def turns(cycle: Word) -> Iterator[Word]:
    """A cyclic word from each of its letters on."""
    for k in range(len(cycle)):
        yield cycle[k:] + cycle[:k]


# --- expectations ---------------------------------------------------------------------------------------------


def _expectation(poly: Poly) -> Poly:
    return tidy(add(*(_expect_term(term, coefficient) for term, coefficient in poly.items())))


def _expect_term(term: Term, coefficient: sp.Expr) -> Poly:
    traces, word = term
    constant = [t for t in traces if not _is_random(t)]
    moving = [t for t in traces if _is_random(t)]
    if not _is_random(word):
        if not moving:
            return {term: coefficient}
        if len(moving) == 1 and (cycle := _moment_in_cycle(moving[0])) is not None:
            return {(sorted_traces((*constant, cycle)), word): coefficient}
        name = f"E[{_show_term((sorted_traces(moving), ()))}]"
        number = Letter(name, selfadjoint=True, weight=MOMENT_WEIGHT)
        return {(sorted_traces((*constant, (number,))), word): coefficient}
    first = next(k for k, letter in enumerate(word) if letter.random)
    last = max(k for k, letter in enumerate(word) if letter.random)
    core = word[first : last + 1]
    if not moving and (letter := _moment(core)) is not None:
        return {(sorted_traces(constant), (*word[:first], letter, *word[last + 1 :])): coefficient}
    straight, turned = (sorted_traces(moving), core), (sorted_traces(moving), flip(core))
    low = min(straight, turned)
    name = f"E[{_show_term(low)}]"
    letter = Letter(name, straight != low, False, core[0].rows, core[-1].cols, straight == turned, MOMENT_WEIGHT)
    return {(sorted_traces(constant), (*word[:first], letter, *word[last + 1 :])): coefficient}


def _is_random(word: Word) -> bool:
    return any(letter.random for letter in word)


def _moment(core: Word) -> Letter | None:
    """The letter of a first moment ``E[x]`` or a second moment ``E[x y^T]``; None for anything else."""
    if len(core) == 1:
        (v,) = core
        return Letter(f"E[{v.name}]", v.transposed, False, v.rows, v.cols, False, MOMENT_WEIGHT)
    if len(core) == 2 and core[0].column and core[1].row:
        left, right = core
        same = left == right.T
        backwards = right.name < left.name
        a, b = (right, left) if backwards else (left, right)
        return Letter(f"E[{a.name} {b.name}^T]", backwards, False, left.rows, right.cols, same, MOMENT_WEIGHT)
    return None


def _moment_in_cycle(cycle: Word) -> Word | None:
    """A cyclic word whose random letters meet once, as column and row, with the moment put in their place."""
    for turn in turns(cycle):
        for n in (2, 1):
            head, tail = turn[:n], turn[n:]
            if all(letter.random for letter in head) and not _is_random(tail) and (letter := _moment(head)) is not None:
                return (letter, *tail)
    return None


# --- reading --------------------------------------------------------------------------------------------------


def _show_word(word: Word) -> str:
    return " ".join(letter.name + ("^T" if letter.transposed else "") for letter in word) or "I"


def _show_term(term: Term) -> str:
    traces, word = term
    numbers = [f"tr({_show_word(t)})" for t in traces]
    return " ".join(numbers + ([_show_word(word)] if word or not numbers else []))


def show(poly: Mapping[Term, sp.Expr]) -> str:
    """A combination of words on one line.

    >>> show({})
    '0'
    """
    parts = []
    for term, coefficient in sorted(poly.items(), key=lambda item: item[0]):
        shown = _show_term(term)
        parts.append(shown if coefficient == 1 else f"-{shown}" if coefficient == -1 else f"({coefficient}) {shown}")
    return (" + ".join(parts) or "0").replace("+ -", "- ")
