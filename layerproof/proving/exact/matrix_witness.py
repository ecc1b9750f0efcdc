"""Small exact matrices inside hypotheses, at which identities of matrices are tried.

Sizes are small integers that fit the shapes; matrices are rational and satisfy the hypotheses *exactly*:
orthogonal ones are products of signed permutations, Cayley transforms and rotations by 3-4-5 triangles, matrices
bound by linear relations solve them, random vectors are uniform on a few rational atoms.  Whatever was drawn, the
hypotheses are then evaluated, and a draw that misses one is thrown away: a witness is never outside them.
An expression is evaluated as it stands, and not in its normal form.
"""

from __future__ import annotations

import functools
import itertools
import operator
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
import sympy as sp
from flint import acb, fmpq, fmpq_mat
from sympy.matrices.expressions.transpose import Transpose

from ...ground import effort
from ...language.determinants import Determinant
from ...language.matrices import (
    Diagonal,
    Equal,
    ExpectMatrix,
    ExpectScalar,
    MatrixHypothesis,
    Named,
    Orthogonal,
    RandomVector,
    SemiOrthogonal,
    Symmetric,
    Whitened,
)
from ...language.matrix_functions import (
    InverseOf,
    PositiveDefinite,
    PositiveSemidefinite,
    PseudoInverse,
    SquareRoot,
)
from ...language.matrix_numbers import Compared

LARGEST = 3
DRAWS_A_SIZE = 4
ATTEMPTS_A_SIZE = 40
ROOTS = 10_000  # the largest denominator in a square root


_T = TypeVar("_T")


class NoDraw(Exception):
    """These sizes, or this draw, admit no matrices of the kind."""


@dataclass
class Draw:
    """Exact values: of scalars and sizes, of matrices, and the atoms of each random vector (all equally likely)."""

    scalars: dict[sp.Symbol, fmpq]
    matrices: dict[sp.MatrixSymbol, fmpq_mat]
    atoms: dict[sp.MatrixSymbol, list[fmpq_mat]]

    def size(self, expr: Any) -> int:
        """A size as an integer."""
        value = self.scalar(sp.sympify(expr))
        if value.q != 1 or value < 1:
            raise NoDraw(f"{expr} is no size")
        return int(value.p)

    def scalar(self, expr: Any) -> fmpq:
        """A scalar expression, exactly."""
        value = self.value(expr)
        if not isinstance(value, fmpq):
            raise NoDraw(f"{expr} is no rational number here")
        return value

    def matrix(self, expr: Any, atom: int | None = None) -> fmpq_mat:
        """A matrix expression, exactly."""
        value = self.value(expr, atom)
        if not isinstance(value, fmpq_mat):
            raise NoDraw(f"{expr} is no matrix here")
        return value

    def value(self, expr: Any, atom: int | None = None) -> fmpq | fmpq_mat:
        """A matrix or scalar expression, exactly; inside an expectation at one atom."""
        found: fmpq | fmpq_mat = _computed(expr)(self, atom)
        return found

    @property
    def count(self) -> int:
        """How many atoms the joint distribution has."""
        return max((len(a) for a in self.atoms.values()), default=1)


_Value = Callable[[Draw, int | None], Any]
"""How an expression is computed: which kind of part it is, is asked once, and not at every draw."""


@functools.lru_cache(maxsize=8192)
def _same(letter: _T) -> _T:
    """The first letter that was equal to it: it is found in a dictionary without being compared."""
    return letter


@functools.lru_cache(maxsize=8192)
def _computed(expr: Any) -> _Value:
    if isinstance(expr, RandomVector):
        vector = _same(expr)
        return lambda draw, atom: _at_atom(draw, vector, atom)
    if isinstance(expr, sp.MatrixSymbol):
        matrix = _same(expr)
        return lambda draw, _: draw.matrices[matrix]
    if isinstance(expr, sp.Symbol):
        scalar = _same(expr)
        return lambda draw, _: draw.scalars[scalar]
    if isinstance(expr, sp.Rational):
        number = fmpq(int(expr.p), int(expr.q))
        return lambda *_: number
    if isinstance(expr, sp.ZeroMatrix):
        return lambda draw, _: fmpq_mat(draw.size(expr.rows), draw.size(expr.cols))
    if isinstance(expr, sp.Identity):
        return lambda draw, _: identity(draw.size(expr.rows))
    if isinstance(expr, Named):
        inside = expr.value
        return lambda draw, atom: draw.value(inside, atom)
    if isinstance(expr, (ExpectMatrix, ExpectScalar)):
        return lambda draw, _: (
            functools.reduce(_plus, [draw.value(expr.args[0], k) for k in range(draw.count)]) * fmpq(1, draw.count)
        )
    if isinstance(expr, (sp.MatAdd, sp.Add)):
        terms = [_computed(arg) for arg in expr.args]
        return lambda draw, atom: functools.reduce(_plus, [term(draw, atom) for term in terms])
    if isinstance(expr, (sp.MatMul, sp.Mul)):
        factors = [_computed(arg) for arg in expr.args]
        return lambda draw, atom: multiplied([factor(draw, atom) for factor in factors])
    if isinstance(expr, (sp.MatPow, sp.Pow)) and expr.exp.is_integer:
        return lambda draw, atom: _power(draw.value(expr.base, atom), draw.scalar(expr.exp))
    function = next((function for kind, function in _OF_A_MATRIX.items() if isinstance(expr, kind)), None)
    if function is not None:
        return _of_a_matrix(function, expr.args[0])
    return lambda *_: _no_value(expr)


def _of_a_matrix(function: Callable[[fmpq_mat], Any], inside: Any) -> _Value:
    return lambda draw, atom: function(draw.matrix(inside, atom))


def _at_atom(draw: Draw, vector: RandomVector, atom: int | None) -> fmpq_mat:
    if atom is None:
        raise NoDraw(f"{vector} is random outside of an expectation")
    return draw.atoms[vector][atom]


def _no_value(expr: Any) -> fmpq:
    raise NoDraw(f"no exact value for {type(expr).__name__}")


def _power(base: fmpq | fmpq_mat, times: fmpq) -> fmpq | fmpq_mat:
    if times < 0:
        base, times = (1 / base if isinstance(base, fmpq) else base.inv()), -times
    result = fmpq(1) if isinstance(base, fmpq) else identity(base.nrows())
    for _ in range(int(times.p)):
        result = result * base
    return result


def _trace(matrix: fmpq_mat) -> fmpq:
    return sum((matrix[k, k] for k in range(matrix.nrows())), fmpq(0))


def has_example(expr: Any, hypotheses: tuple[Any, ...], *, budget: float = 10.0) -> bool:
    """Whether small rational matrices were found that satisfy the hypotheses."""
    return next(draws(sp.sympify(expr), hypotheses, budget=budget), None) is not None


def draws(expr: sp.Basic, hypotheses: tuple[Any, ...], *, seed: int = 0, budget: float = 10.0) -> Iterator[Draw]:
    """Exact values of every letter in `expr` and in the hypotheses, all inside the hypotheses; smallest sizes first."""
    rng = random.Random(seed)
    ours = tuple(h for h in hypotheses if isinstance(h, MatrixHypothesis))
    equations = [list(h.equations()) for h in ours]
    relations = tuple(h for h in hypotheses if isinstance(h, sp.logic.boolalg.Boolean))
    expressions = [expr, *(side for h in ours for side in h.said)]
    symbols = [_same(s) for s in sorted({s for e in expressions for s in e.atoms(sp.MatrixSymbol)}, key=str)]
    sizes = sorted({s for m in symbols for side in m.shape for s in sp.sympify(side).free_symbols}, key=str)
    scalars = sorted({s for e in (*expressions, *relations) for s in e.atoms(sp.Symbol)} - set(sizes), key=str)
    sizes, scalars = [_same(s) for s in sizes], [_same(s) for s in scalars]
    options = sorted(itertools.product(range(1, LARGEST + 1), repeat=len(sizes)), key=lambda o: (sum(o), o))
    squares = frozenset(m for e in expressions for f in e.atoms(SquareRoot) for m in f.atoms(sp.MatrixSymbol))
    plan = _Plan.of(symbols, ours, squares)
    said = [
        (h, [(_computed(lhs), _computed(rhs)) for lhs, rhs in pairs]) for h, pairs in zip(ours, equations, strict=True)
    ]
    deadline = effort.spent() + budget
    for option in options:
        accepted = 0
        for _ in range(ATTEMPTS_A_SIZE):
            if accepted == DRAWS_A_SIZE or effort.spent() > deadline:
                break
            effort.spend(500)
            numbers = {size: fmpq(n) for size, n in zip(sizes, option, strict=True)}
            numbers |= {s: _scalar(s, rng) for s in scalars}
            try:
                if all(_true(r, numbers) for r in relations):
                    draw = _draw(numbers, plan, rng)
                    if all(_holds(h, pairs, draw) for h, pairs in said):
                        accepted += 1
                        yield draw
            except (NoDraw, ZeroDivisionError):
                continue


def _holds(hypothesis: MatrixHypothesis, equations: Sequence[tuple[_Value, _Value]], draw: Draw) -> bool:
    if isinstance(hypothesis, Diagonal) and not _is_diagonal(draw.matrices[hypothesis.matrix]):
        return False
    if isinstance(hypothesis, Compared) and not hypothesis.holds(draw.scalar(hypothesis.difference)):
        return False
    definite = isinstance(hypothesis, PositiveDefinite)
    if isinstance(hypothesis, PositiveSemidefinite) and not is_definite(draw.matrix(hypothesis.matrix), definite):
        return False
    return not any(is_nonzero(_plus(lhs(draw, None), -rhs(draw, None))) for lhs, rhs in equations)


@dataclass(frozen=True)
class _Solved:
    """A matrix that equations bind.

    Attributes:
        symbol: its letter.
        balance: what has the same Gram matrix as it, or as its transpose; None if no equation says so.
        norm: its squared norm; None if no equation says so.
        rules: both sides of the equations whose other letters are known before, and which are affine in it.
    """

    symbol: sp.MatrixSymbol
    balance: tuple[sp.MatrixExpr, sp.MatrixExpr] | None
    norm: _Value | None
    rules: tuple[tuple[_Value, _Value], ...]


@dataclass(frozen=True)
class _Plan:
    """In which order the letters of some hypotheses are drawn, solved for, and computed.

    Attributes:
        kinds: what is said of each letter alone.
        free: letters that are drawn, and whether a square is wanted.
        solved: letters that equations bind, in their turn.
        computed: letters that are defined, and what they are, in an order in which they can be computed.
        circular: whether some are defined by one another.
        vectors: the random vectors.
        moments: what is said of means.
        bounded: whether numbers made of matrices are compared with others: then some matrices are drawn smaller.
    """

    kinds: Mapping[sp.MatrixSymbol, list[MatrixHypothesis]]
    free: tuple[tuple[sp.MatrixSymbol, bool], ...]
    solved: tuple[_Solved, ...]
    computed: tuple[tuple[sp.MatrixSymbol, sp.MatrixExpr], ...]
    circular: bool
    vectors: tuple[RandomVector, ...]
    moments: tuple[Equal, ...]
    bounded: bool

    @classmethod
    def of(
        cls,
        symbols: Sequence[sp.MatrixSymbol],
        hypotheses: Sequence[MatrixHypothesis],
        squares: frozenset[sp.MatrixSymbol],
    ) -> _Plan:
        """The plan for these letters; `squares` are those that have roots."""
        kinds: dict[sp.MatrixSymbol, list[MatrixHypothesis]] = {}
        for hypothesis in hypotheses:
            letter = hypothesis.matrix.arg if isinstance(hypothesis.matrix, Transpose) else hypothesis.matrix
            if isinstance(letter, sp.MatrixSymbol) and not isinstance(hypothesis, Equal):
                kinds.setdefault(letter, []).append(hypothesis)
        equal = [h for h in hypotheses if isinstance(h, Equal)]
        moments = [h for h in equal if h.matrix.has(ExpectMatrix)]
        defined = {h.matrix: h.value for h in equal if isinstance(h.matrix, sp.MatrixSymbol) and not _of_itself(h)}
        linear = [h for h in equal if h not in moments and (h.matrix not in defined or _of_itself(h))]
        plain = [s for s in symbols if not isinstance(s, RandomVector)]
        in_them = frozenset().union(*(h.matrix.free_symbols for h in linear))
        bound = {s for s in plain if s in defined or (s not in kinds and s in in_them)}
        known = [s for s in plain if s not in bound]
        semidefinite = {s for s, said in kinds.items() if any(isinstance(kind, PositiveSemidefinite) for kind in said)}
        free = tuple((s, s in squares and s in semidefinite) for s in known)
        solved = []
        for symbol in sorted((s for s in plain if s in bound and s not in defined), key=lambda s: _solvable(s, linear)):
            rules = [h for h in linear if symbol in _letters(h) <= {*known, symbol} and _is_affine(h, symbol)]
            balances = (_balance(symbol, h, known) for h in linear)
            pairs = tuple((_computed(h.matrix), _computed(h.value)) for h in rules)
            norm = next((_computed(c) for h in linear if (c := _norm(symbol, h)) is not None), None)
            solved.append(_Solved(symbol, next(filter(None, balances), None), norm, pairs))
            known.append(symbol)
        computed, waiting = [], [s for s in plain if s in defined]
        for _ in range(len(waiting)):
            for symbol in [s for s in waiting if not (defined[s].atoms(sp.MatrixSymbol) & set(waiting))]:
                computed.append((symbol, defined[symbol]))
                waiting.remove(symbol)
        vectors = tuple(s for s in symbols if isinstance(s, RandomVector))
        bounded = any(isinstance(h, Compared) for h in hypotheses)
        return cls(kinds, free, tuple(solved), tuple(computed), bool(waiting), vectors, tuple(moments), bounded)


def _draw(numbers: dict[sp.Symbol, fmpq], plan: _Plan, rng: random.Random) -> Draw:
    draw = Draw(numbers, {}, {})
    for symbol, squared in plan.free:
        draw.matrices[symbol] = _matrix(draw, symbol, plan.kinds.get(symbol, []), rng)
        if squared:
            draw.matrices[symbol] *= draw.matrices[symbol]
        of_it = plan.kinds.get(symbol, [])
        if plan.bounded and not any(isinstance(kind, (Orthogonal, SemiOrthogonal)) for kind in of_it):
            draw.matrices[symbol] *= fmpq(1, rng.choice((1, 1, 2, 3, 5)))
    for bound in plan.solved:
        draw.matrices[bound.symbol] = _solve(draw, bound, rng)
    for symbol, value in plan.computed:
        draw.matrices[symbol] = draw.matrix(value)
    if plan.circular:
        raise NoDraw("circular definitions")
    _draw_vectors(draw, plan.vectors, plan.kinds, plan.moments, rng)
    return draw


def _matrix(draw: Draw, symbol: sp.MatrixSymbol, kinds: list[MatrixHypothesis], rng: random.Random) -> fmpq_mat:
    rows, cols = (draw.size(side) for side in symbol.shape)
    if any(isinstance(k, Orthogonal) for k in kinds):
        if any(isinstance(k, Diagonal) for k in kinds):
            return _diagonal([fmpq(rng.choice((-1, 1))) for _ in range(rows)])
        return orthogonal(rows, rng)
    for kind in kinds:
        if isinstance(kind, SemiOrthogonal):
            wide = kind.matrix == symbol
            short, long = (rows, cols) if wide else (cols, rows)
            if short > long:
                raise NoDraw("more orthonormal rows than columns")
            whole = orthogonal(long, rng)
            part = fmpq_mat(short, long, [whole[i, j] for i in range(short) for j in range(long)])
            return part if wide else part.transpose()
    if any(isinstance(k, Diagonal) for k in kinds):
        if any(isinstance(k, PositiveSemidefinite) for k in kinds):
            return _diagonal([abs(_entry(rng)) + _least(kinds) for _ in range(rows)])
        return _diagonal([_entry(rng) for _ in range(rows)])
    few = rng.random()
    if few < 0.03 and not kinds:
        return fmpq_mat(rows, cols)
    if few < 0.09:  # what holds but for numbers on the diagonal, or for one column, seldom fails elsewhere
        entries = fmpq_mat(rows, cols, [fmpq(int(few < 0.06 or i == j)) for i in range(rows) for j in range(cols)])
    else:
        entries = fmpq_mat(rows, cols, [_entry(rng) for _ in range(rows * cols)])
    if any(isinstance(k, PositiveSemidefinite) for k in kinds):
        return entries * entries.transpose() + _diagonal([_least(kinds)] * rows)
    return entries + entries.transpose() if any(isinstance(k, Symmetric) for k in kinds) else entries


def _least(kinds: list[MatrixHypothesis]) -> fmpq:
    """What is added to the diagonal of a square, so that it is definite if that is said."""
    return fmpq(int(any(isinstance(k, PositiveDefinite) for k in kinds)), 2)


def is_definite(matrix: fmpq_mat, strict: bool) -> bool:
    """Whether a symmetric matrix is positive definite, or semidefinite: by Descartes, as all its eigenvalues are real.

    The coefficients of its characteristic polynomial then alternate, and with `strict` none of them is 0.
    """
    n, coefficients = matrix.nrows(), matrix.charpoly().coeffs()
    signed = [coefficients[k] * (-1) ** (n - k) for k in range(n)]
    return all(c > 0 if strict else c >= 0 for c in signed)


def pseudo_inverse(matrix: fmpq_mat) -> fmpq_mat:
    """The pseudo-inverse, exactly, by a factorisation ``A = C F`` of full rank: ``F^T (F F^T)^-1 (C^T C)^-1 C^T``."""
    rows, cols = matrix.nrows(), matrix.ncols()
    reduced, rank = matrix.rref()
    if rank == 0:
        return fmpq_mat(cols, rows)
    pivots = [next(j for j in range(cols) if reduced[i, j] != 0) for i in range(rank)]
    C = fmpq_mat(rows, rank, [matrix[i, j] for i in range(rows) for j in pivots])
    F = fmpq_mat(rank, cols, [reduced[i, j] for i in range(rank) for j in range(cols)])
    return F.transpose() * (F * F.transpose()).inv() * (C.transpose() * C).inv() * C.transpose()


def square_root(matrix: fmpq_mat) -> fmpq_mat:
    """The positive semidefinite square root, exactly.

    Raises:
        NoDraw: if the matrix has none, or none of rational numbers with small denominators.
    """
    n = matrix.nrows()
    floats = np.array([[float(sp.Rational(int(e.p), int(e.q))) for e in row] for row in matrix.tolist()])
    values, vectors = np.linalg.eigh((floats + floats.T) / 2)
    near = (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T
    guessed = [Fraction(float(entry)).limit_denominator(ROOTS) for entry in near.flat]
    root = fmpq_mat(n, n, [fmpq(guess.numerator, guess.denominator) for guess in guessed])
    if root * root != matrix or root != root.transpose() or not is_definite(root, False):
        raise NoDraw("no square root of small rational numbers")
    return root


def _solve(draw: Draw, bound: _Solved, rng: random.Random) -> fmpq_mat:
    """A random matrix on which the relations hold whose other letters are known, among those affine in it.

    A matrix that no such relation binds has orthonormal rows or columns half of the time: ``U^T U W = W`` and
    ``W_1^T W_1 = W_2 W_2^T`` are then likely to be met.
    """
    symbol = bound.symbol
    rows, cols = (draw.size(side) for side in symbol.shape)
    if bound.balance is not None:
        return _with_gram(draw, symbol, *bound.balance, rng)

    def residual(value: fmpq_mat) -> list[fmpq]:
        draw.matrices[symbol] = value
        return [entry for lhs, rhs in bound.rules for entry in _entries(_plus(lhs(draw, None), -rhs(draw, None)))]

    origin = fmpq_mat(rows, cols)
    at_origin = residual(origin)
    if not at_origin:
        return _unbound(rows, cols, rng) if bound.norm is None else _of_norm(rows, cols, bound.norm(draw, None), rng)
    units = [fmpq_mat(rows, cols, [int(k == j) for j in range(rows * cols)]) for k in range(rows * cols)]
    columns = [[a - b for a, b in zip(residual(unit), at_origin, strict=True)] for unit in units]
    n, count = rows * cols, len(at_origin)
    system = fmpq_mat(
        count, n + 1, [x for i in range(count) for x in (*(columns[k][i] for k in range(n)), -at_origin[i])]
    )
    reduced, rank = system.rref()
    pivots = [next(j for j in range(n + 1) if reduced[i, j] != 0) for i in range(rank)]
    if n in pivots:
        raise NoDraw("no solution of the relations")
    if rank == 0:
        return _unbound(rows, cols, rng)
    solution = [_entry(rng) for _ in range(n)]
    for i, pivot in reversed(list(enumerate(pivots))):
        solution[pivot] = reduced[i, n] - sum((reduced[i, j] * solution[j] for j in range(pivot + 1, n)), fmpq(0))
    return fmpq_mat(rows, cols, solution)


def _balance(
    symbol: sp.MatrixSymbol, relation: Equal, known: Sequence[sp.MatrixSymbol]
) -> tuple[sp.MatrixExpr, sp.MatrixExpr] | None:
    """The letter, or its transpose, and what of letters that are known has the same Gram matrix; None if nothing."""
    for gram, other in ((relation.matrix, relation.value), (relation.value, relation.matrix)):
        sides = [side.args for side in (gram, other) if isinstance(side, sp.MatMul) and len(side.args) == 2]
        if len(sides) < 2 or any(left != right.T for left, right in sides):
            continue
        right, factor = sides[0][1], sides[1][1]
        if right in (symbol, symbol.T) and factor.atoms(sp.MatrixSymbol) <= set(known):
            return right, factor
    return None


def _norm(symbol: sp.MatrixSymbol, relation: Equal) -> Any:
    """The squared norm of a letter, a number without matrices in it, if that is what an equation says."""
    for side, other in ((relation.matrix, relation.value), (relation.value, relation.matrix)):
        inside = side.arg if isinstance(side, sp.Trace) else side if symbol.shape[1] == 1 else None
        number = sp.sympify(other)
        if inside not in (symbol.T * symbol, symbol * symbol.T) or number.atoms(sp.MatrixSymbol):
            continue
        return number.as_coeff_mmul()[0] if number.is_Matrix else number
    return None


def _of_norm(rows: int, cols: int, square: fmpq | fmpq_mat, rng: random.Random) -> fmpq_mat:
    """A matrix whose entries lie on a sphere; where the radius is rational, any rational point, as seen from a pole."""
    if not isinstance(square, fmpq) or square < 0:
        raise NoDraw("no radius")
    if not (square.p.is_square() and square.q.is_square()):
        for _ in range(ATTEMPTS_A_SIZE):
            drawn = [_entry(rng) for _ in range(rows * cols)]
            if sum((x * x for x in drawn), fmpq(0)) == square:
                return fmpq_mat(rows, cols, drawn)
        raise NoDraw("no small numbers on the sphere")
    seen = [_entry(rng) for _ in range(rows * cols - 1)]
    length = sum((x * x for x in seen), fmpq(0))
    entries = [2 * x / (length + 1) for x in seen] + [(length - 1) / (length + 1)]
    rng.shuffle(entries)
    radius = fmpq(square.p.isqrt(), square.q.isqrt()) * rng.choice((-1, 1))
    return fmpq_mat(rows, cols, [radius * x for x in entries])


def _with_gram(
    draw: Draw, symbol: sp.MatrixSymbol, right: sp.MatrixExpr, factor: sp.MatrixExpr, rng: random.Random
) -> fmpq_mat:
    """A matrix with a given Gram matrix: ``X^T X = F^T F`` holds for ``X = Q F`` if Q has orthonormal columns."""
    value = draw.matrix(factor)
    rows, cols = draw.size(right.shape[0]), value.nrows()
    if rows < cols:
        raise NoDraw("too few rows for the Gram matrix")
    whole = orthogonal(rows, rng)
    found = fmpq_mat(rows, cols, [whole[i, j] for i in range(rows) for j in range(cols)]) * value
    return found if right == symbol else found.transpose()


def _of_itself(hypothesis: Equal) -> bool:
    """Whether a letter is said to be something of itself, as in ``A = -A^T``."""
    return bool(sp.sympify(hypothesis.value).has(hypothesis.matrix))


def _solvable(symbol: sp.MatrixSymbol, relations: list[Equal]) -> bool:
    """Whether every relation with a letter is affine in it: of ``M (X^T X + l I) = I``, X is drawn and M solved for."""
    return all(_is_affine(h, symbol) for h in relations if _contains(h, symbol))


@functools.lru_cache(maxsize=1024)
def _letters(relation: Equal) -> frozenset[sp.MatrixSymbol]:
    """The matrices in a relation; of those on both of its sides, what the difference leaves."""
    return frozenset((relation.matrix - relation.value).atoms(sp.MatrixSymbol))


@functools.lru_cache(maxsize=4096)
def _contains(relation: Equal, symbol: sp.MatrixSymbol) -> bool:
    return bool((relation.matrix - relation.value).has(symbol))


@functools.lru_cache(maxsize=4096)
def _is_affine(relation: Equal, symbol: sp.MatrixSymbol) -> bool:
    return _affine(relation.matrix, symbol) and _affine(relation.value, symbol)


def _affine(expr: Any, symbol: sp.MatrixSymbol) -> bool:
    powers = (power for power in expr.atoms(sp.MatPow) if power.has(symbol))
    products = (product for product in expr.atoms(sp.MatMul) if product.count(symbol) > 1)
    return next(powers, None) is None and next(products, None) is None


def _unbound(rows: int, cols: int, rng: random.Random) -> fmpq_mat:
    chance = rng.random()
    if chance < 0.1:
        return fmpq_mat(rows, cols)
    if 0.4 <= chance < 0.45:  # nilpotent, if it is square
        return fmpq_mat(rows, cols, [_entry(rng) if i < j else fmpq(0) for i in range(rows) for j in range(cols)])
    if 0.45 <= chance < 0.5:  # a projection, or its own inverse
        signs = [fmpq(rng.choice((-1, 0, 1, 1))) for _ in range(rows)]
        return fmpq_mat(rows, cols, [signs[i] if i == j else fmpq(0) for i in range(rows) for j in range(cols)])
    if chance < 0.5:
        return fmpq_mat(rows, cols, [_entry(rng) for _ in range(rows * cols)])
    whole = orthogonal(max(rows, cols), rng)
    return fmpq_mat(rows, cols, [whole[i, j] for i in range(rows) for j in range(cols)])


def _draw_vectors(
    draw: Draw,
    vectors: Sequence[sp.MatrixSymbol],
    kinds: Mapping[sp.MatrixSymbol, list[MatrixHypothesis]],
    moments: Sequence[Equal],
    rng: random.Random,
) -> None:
    """Atoms of each random vector: signs for a whitened one, and a linear image plus noise for a given correlation."""
    white = [v for v in vectors if any(isinstance(k, Whitened) for k in kinds.get(v, []))]
    if len(white) > 1:
        total = sum(draw.size(v.shape[0]) for v in white)
        signs = list(itertools.product((-1, 1), repeat=total))
    else:
        signs = list(itertools.product((-1, 1), repeat=draw.size(white[0].shape[0]))) if white else [()] * 4
    start = 0
    for vector in white:
        n = draw.size(vector.shape[0])
        turn = orthogonal(n, rng)
        draw.atoms[vector] = [turn * fmpq_mat(n, 1, list(s[start : start + n])) for s in signs]
        start += n if len(white) > 1 else 0
    for vector in vectors:
        if vector in draw.atoms:
            continue
        n = draw.size(vector.shape[0])
        given = _correlation(vector, moments, draw)
        if given is None:
            draw.atoms[vector] = [fmpq_mat(n, 1, [_entry(rng) for _ in range(n)]) for _ in signs]
            continue
        other, wanted = given  # E[other vector^T] = wanted
        square = draw.matrix(ExpectMatrix(other * other.T))
        if square.det() == 0:
            raise NoDraw("the second moment is singular")
        image = (square.inv() * wanted).transpose()
        centred = not is_nonzero(draw.value(ExpectMatrix(other)))  # then a constant is uncorrelated with it
        shift = fmpq_mat(n, 1, [_entry(rng) if centred else fmpq(0) for _ in range(n)])
        draw.atoms[vector] = [image * a + shift for a in draw.atoms[other]]


def _correlation(
    vector: sp.MatrixSymbol, moments: Sequence[Equal], draw: Draw
) -> tuple[sp.MatrixSymbol, fmpq_mat] | None:
    for hypothesis in moments:
        if not isinstance(hypothesis.matrix, ExpectMatrix):
            continue
        word = hypothesis.matrix.args[0]
        for inner, value in ((word, hypothesis.value), (word.T, hypothesis.value.T)):
            if isinstance(inner, sp.MatMul) and len(inner.args) == 2:
                left, right = inner.args
                if right == vector.T and left in draw.atoms:
                    return left, draw.matrix(value)
    return None


# --- pieces ---------------------------------------------------------------------------------------------------


def identity(n: int) -> fmpq_mat:
    """The identity matrix."""
    return _diagonal([fmpq(1)] * n)


def orthogonal(n: int, rng: random.Random) -> fmpq_mat:
    """A rational orthogonal matrix: a signed permutation, then a 3-4-5 rotation or a Cayley transform."""
    order = rng.sample(range(n), n)
    signs = [rng.choice((-1, 1)) for _ in range(n)]
    signed = fmpq_mat(n, n, [signs[i] * int(order[i] == j) for i in range(n) for j in range(n)])
    if n == 1:
        return signed
    if n == 2:
        turn = fmpq_mat(2, 2, [fmpq(3, 5), fmpq(4, 5), fmpq(-4, 5), fmpq(3, 5)])
        return turn * signed
    above = {(i, j): rng.randint(-1, 1) for i in range(n) for j in range(i + 1, n)}
    skew = fmpq_mat(n, n, [above.get((i, j), 0) - above.get((j, i), 0) for i in range(n) for j in range(n)])
    return (identity(n) - skew) * (identity(n) + skew).inv() * signed


def _diagonal(entries: list[fmpq]) -> fmpq_mat:
    n = len(entries)
    return fmpq_mat(n, n, [entries[i] if i == j else fmpq(0) for i in range(n) for j in range(n)])


def _entry(rng: random.Random) -> fmpq:
    return fmpq(rng.choice((-2, -1, 0, 1, 1, 2, 3)))


def _scalar(symbol: sp.Symbol, rng: random.Random) -> fmpq:
    value = fmpq(rng.randint(1, 5), 1 if symbol.is_integer else rng.randint(1, 3))
    if symbol.is_nonpositive:
        return -value
    return value if symbol.is_nonnegative or rng.random() < 0.5 else -value


def _entries(value: fmpq | fmpq_mat) -> list[fmpq]:
    return _flat(value) if isinstance(value, fmpq_mat) else [value]


def _flat(value: fmpq_mat) -> list[fmpq]:
    return [value[i, j] for i in range(value.nrows()) for j in range(value.ncols())]


def _plus(one: fmpq | fmpq_mat, other: fmpq | fmpq_mat) -> fmpq | fmpq_mat:
    if isinstance(one, fmpq) and isinstance(other, fmpq):
        return one + other
    if isinstance(one, fmpq_mat) and isinstance(other, fmpq_mat):
        return one + other
    raise NoDraw("a number and a matrix have no sum")


def multiplied(factors: Iterable[_T]) -> _T:
    """The product of matrices and numbers, exact ones or balls; the matrices stay in their order."""
    return functools.reduce(operator.mul, sorted(factors, key=lambda factor: isinstance(factor, (fmpq, acb))))


def is_nonzero(value: fmpq | fmpq_mat) -> bool:
    """Whether a number, or an entry of a matrix, is not 0."""
    return any(x != 0 for x in _flat(value)) if isinstance(value, fmpq_mat) else bool(value != 0)


def _is_diagonal(value: fmpq_mat) -> bool:
    return all(value[i, j] == 0 for i in range(value.nrows()) for j in range(value.ncols()) if i != j)


def _true(relation: Any, numbers: Mapping[sp.Symbol, fmpq]) -> bool:
    value = relation.subs({s: sp.Rational(int(v.p), int(v.q)) for s, v in numbers.items()})
    return bool(value is sp.true)


_OF_A_MATRIX: Mapping[type, Callable[[fmpq_mat], Any]] = {
    Transpose: fmpq_mat.transpose,
    InverseOf: fmpq_mat.inv,
    PseudoInverse: pseudo_inverse,
    SquareRoot: square_root,
    sp.Trace: _trace,
    Determinant: fmpq_mat.det,
}


def text_of(value: fmpq | fmpq_mat) -> str:
    """A number or a matrix, as text: ``[[1, 2], [0, 1/2]]``."""
    if isinstance(value, fmpq):
        return str(value)
    rows = [", ".join(str(value[i, j]) for j in range(value.ncols())) for i in range(value.nrows())]
    return "[" + ", ".join(f"[{row}]" for row in rows) + "]"


def values_of(draw: Draw) -> dict[str, str]:
    """The values of all letters by their names, as texts."""
    shown = {str(s): str(v) for s, v in draw.scalars.items()}
    shown |= {str(m.name): text_of(v) for m, v in sorted(draw.matrices.items(), key=lambda item: str(item[0]))}
    count = draw.count
    for vector, atoms in draw.atoms.items():
        columns = ", ".join(text_of(a) for a in atoms)
        shown[str(vector.name)] = f"one of {columns}, each with probability 1/{count}" if count > 1 else columns
    return shown
