"""Matrix expressions as numbers: letters are stacks of matrices, random vectors are samples, and E is their mean.

Every value has shape (draws, samples, rows, columns), where a letter that is not random has one sample; a scalar is 1
x 1. Complex numbers pass through (a transpose does not conjugate), so that derivatives can be taken by complex steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from typing import Any

import numpy as np
import scipy.linalg
import sympy as sp
from numpy.typing import NDArray
from sympy.matrices.expressions.transpose import Transpose

from layerproof.language.determinants import Determinant
from layerproof.language.gaussian import GaussianMatrix
from layerproof.language.matrices import ExpectMatrix, ExpectScalar, MatrixFlow, Named, RandomVector, Velocity
from layerproof.language.matrix_functions import (
    Accumulated,
    Exponential,
    InverseOf,
    PseudoInverse,
    SquareRoot,
)
from layerproof.language.symbols import time

from .gaussian_nodes import EXACT_TO, degree, nodes

Stack = NDArray[Any]
Values = Mapping[Any, Stack]
Rule = Callable[..., Stack]
STEP = 1e-30
NODES = 32  # of an integral over the time
RANK = 1e-9


def squared(factor: Stack) -> Stack:
    """``F F^T``, which is positive semidefinite; of complex entries without conjugation, for complex steps."""
    return np.asarray(factor @ np.swapaxes(factor, -1, -2))


class CannotEvaluateMatrix(ValueError):
    """A node that has no value here."""


class Program:
    """Expressions as a list of operations on stacks, written once and run often; equal parts are computed once.

    Args:
        expressions: matrix or scalar expressions.
        sizes: the value of each size symbol.

    Raises:
        CannotEvaluateMatrix: for a node of an unknown kind.
    """

    def __init__(self, expressions: Sequence[Any], sizes: Mapping[sp.Symbol, int]) -> None:
        self.sizes = dict(sizes)
        self.letters: dict[Any, int] = {}
        self.rules: list[tuple[Rule, tuple[int, ...]] | None] = []  # none for letters
        self._places: dict[Any, int] = {}
        self.outputs = [self._place(sp.sympify(e)) for e in expressions]

    def __call__(self, at: Values) -> list[Stack]:
        """The values of the expressions where the letters have the values `at`."""
        return self.bind(at, ())({})

    def bind(self, at: Values, moving: Sequence[Any]) -> Callable[[Values], list[Stack]]:
        """The program with all letters set but `moving`: what depends on no moving letter is computed now."""
        slots: list[Any] = [None] * len(self.rules)
        moved = {self.letters[letter]: letter for letter in moving if letter in self.letters}
        for letter, place in self.letters.items():
            if place not in moved:
                slots[place] = at[letter]
        changing = set(moved)
        later: list[tuple[int, Rule, tuple[int, ...]]] = []
        for place, step in enumerate(self.rules):
            if step is None:
                continue
            rule, parts = step
            if changing & set(parts):
                changing.add(place)
                later.append((place, rule, parts))
            else:
                with np.errstate(invalid="ignore", divide="ignore"):  # what has no value is said to have none
                    slots[place] = rule(*(slots[k] for k in parts))

        def run(values: Values) -> list[Stack]:
            here = list(slots)
            for place, letter in moved.items():
                here[place] = values[letter]
            for place, rule, parts in later:
                here[place] = rule(*(here[k] for k in parts))
            return [here[k] for k in self.outputs]

        return run

    def _new(self, expr: Any, rule: Rule | None, *parts: int) -> int:
        self._places[expr] = len(self.rules)
        self.rules.append(None if rule is None else (rule, parts))
        return self._places[expr]

    def _place(self, expr: Any) -> int:
        if expr in self._places:
            return self._places[expr]
        if (number := self._number(expr)) is not None:
            return self._new(expr, lambda: number)
        if isinstance(expr, GaussianMatrix):
            rows, cols = (_count(n, self.sizes) for n in expr.shape)
            return self._new(expr, lambda: nodes(rows, cols))
        if isinstance(expr, (sp.MatrixSymbol, sp.Symbol)):
            self.letters[expr] = self._new(expr, None)
            return self.letters[expr]
        if isinstance(expr, Velocity):
            raise CannotEvaluateMatrix(f"the velocity of {expr.args[0]} is known only along a flow")
        if isinstance(expr, Named):
            return self._place(expr.value)
        if isinstance(expr, Transpose):
            return self._new(expr, _transposed, self._place(expr.arg))
        if isinstance(expr, (ExpectMatrix, ExpectScalar)):
            self._see_that_nodes_are_enough(expr.args[0])
            return self._new(expr, _mean, self._place(expr.args[0]))
        if isinstance(expr, sp.Trace):
            return self._new(expr, _trace, self._place(expr.arg))
        if isinstance(expr, Determinant):
            return self._new(expr, _determinant, self._place(expr.arg))
        if isinstance(expr, (sp.MatAdd, sp.Add)):
            return self._chain(expr, np.add, expr.args)
        if isinstance(expr, sp.MatMul):
            scalars = [a for a in expr.args if not isinstance(a, sp.MatrixExpr)]
            word = [a for a in expr.args if isinstance(a, sp.MatrixExpr)]
            product = self._chain(sp.Tuple(*word), _product, word)
            return (
                self._new(expr, np.multiply, product, self._chain(sp.Tuple(*scalars, 0), np.multiply, scalars))
                if (scalars)
                else product
            )
        if isinstance(expr, sp.Mul):
            return self._chain(expr, np.multiply, expr.args)
        if isinstance(expr, (sp.Inverse, InverseOf)):
            return self._new(expr, np.linalg.inv, self._place(expr.arg))
        if isinstance(expr, SquareRoot):
            return self._new(expr, _square_root, self._place(expr.arg))
        if isinstance(expr, PseudoInverse):
            return self._new(expr, _pseudo_inverse, self._place(expr.arg))
        if isinstance(expr, Exponential):
            return self._new(expr, scipy.linalg.expm, self._place(expr.arg))
        if isinstance(expr, (sp.exp, sp.log)):
            return self._new(expr, np.exp if isinstance(expr, sp.exp) else np.log, self._place(expr.args[0]))
        if isinstance(expr, sp.MatPow) and expr.exp.is_Integer:
            power = int(expr.exp)
            return self._new(expr, lambda base: np.linalg.matrix_power(base, power), self._place(expr.base))
        if isinstance(expr, sp.Pow):
            return self._new(expr, np.power, self._place(expr.base), self._place(expr.exp))
        raise CannotEvaluateMatrix(f"{type(expr).__name__} has no numeric value here: {expr}")

    def _chain(self, expr: Any, join: Rule, parts: Sequence[Any]) -> int:
        """Join the parts from the left; a part of several words that is begun alike is computed once."""
        place = self._place(parts[0])
        for k, part in enumerate(parts[1:], start=2):
            key = expr if k == len(parts) else (join, *parts[:k])
            place = self._places.get(key) or self._new(key, join, place, self._place(part))
        self._places.setdefault(expr, place)
        return place

    def _see_that_nodes_are_enough(self, word: Any) -> None:
        """Refuse a mean over a Gaussian matrix that is no polynomial, or of a degree of which nodes are off."""
        if word.has(GaussianMatrix):
            if word.has(RandomVector):
                raise CannotEvaluateMatrix(f"a mean over random vectors and Gaussian matrices has no numbers: {word}")
            if (own := degree(word)) is None or own > EXACT_TO:
                raise CannotEvaluateMatrix(
                    f"a mean over one Gaussian matrix has numbers where it has a degree of at most {EXACT_TO}: {word}"
                )

    def _number(self, expr: Any) -> Stack | None:
        if expr in self.sizes:
            return np.full((1, 1, 1, 1), float(self.sizes[expr]))
        if isinstance(expr, sp.Identity):
            return np.eye(_count(expr.shape[0], self.sizes))[None, None]
        if isinstance(expr, sp.ZeroMatrix):
            return np.zeros((1, 1, *(_count(n, self.sizes) for n in expr.shape)))
        if not isinstance(expr, sp.MatrixExpr) and expr.is_number:
            return np.full((1, 1, 1, 1), float(expr))
        return None


def _transposed(stack: Stack) -> Stack:
    return np.swapaxes(stack, -1, -2)


def _mean(stack: Stack) -> Stack:
    return np.asarray(stack.mean(axis=1, keepdims=True))


def _trace(stack: Stack) -> Stack:
    return np.asarray(np.trace(stack, axis1=-2, axis2=-1)[..., None, None])


def _determinant(stack: Stack) -> Stack:
    return np.asarray(np.linalg.det(stack)[..., None, None])


def _pseudo_inverse(stack: Stack) -> Stack:
    """Singular values below 1e-9 of the largest are 0, as they are in products of matrices of lower rank."""
    if np.iscomplexobj(stack):  # a rate is a complex step, and this is no analytic function
        raise CannotEvaluateMatrix("a pseudo-inverse has no rate: it jumps where the rank changes")
    return np.linalg.pinv(stack, rcond=RANK)


def _square_root(stack: Stack) -> Stack:
    """Of a symmetric matrix; what is below 0 by rounding is 0."""
    if np.iscomplexobj(stack):  # a rate is a complex step
        raise CannotEvaluateMatrix("a square root has no rate here: that is the solution of an equation")
    values, vectors = np.linalg.eigh(stack)
    if (values.min(axis=-1) < -RANK * np.abs(values).max(axis=-1)).any():
        raise CannotEvaluateMatrix("a square root of a matrix that is not positive semidefinite")
    return np.asarray((vectors * np.sqrt(np.maximum(values, 0))[..., None, :]) @ np.swapaxes(vectors, -1, -2))


def _product(left: Stack, right: Stack) -> Stack:
    """The product of matrices; where one side is a vector, by sums, which is faster on many small ones."""
    inner = left.shape[-1]
    if inner == 1:
        return left * right
    return np.asarray(left @ right)


@lru_cache(maxsize=1024)
def _program(expressions: tuple[Any, ...], sizes: tuple[tuple[sp.Symbol, int], ...]) -> Program:
    return Program(expressions, dict(sizes))


def program(expressions: Sequence[Any], sizes: Mapping[sp.Symbol, int]) -> Program:
    """The program of these expressions, written once."""
    return _program(tuple(sp.sympify(e) for e in expressions), tuple(sizes.items()))


def by_moments(expr: Any) -> Any:
    """`expr` with what is not random taken out of each expectation: ``E[W x x^T]`` becomes ``W E[x x^T]``.

    Sums are distributed only where that separates random factors.  Moments such as ``E[x x^T]`` depend on no weight, so
    that along a flow they are computed once.
    """
    expr = sp.sympify(expr)
    if not expr.has(RandomVector):
        return expr
    if isinstance(expr, Named):
        return by_moments(expr.value)
    if isinstance(expr, ExpectMatrix):
        return _expected(by_moments(expr.args[0]))
    if isinstance(expr, ExpectScalar) and isinstance(expr.args[0], sp.Trace):
        return sp.Trace(_expected(by_moments(expr.args[0].arg)))
    if isinstance(expr, (sp.MatAdd, sp.MatMul, sp.Add, sp.Mul, sp.Trace, Transpose)):
        return expr.func(*map(by_moments, expr.args))
    return expr


def _expected(word: Any) -> Any:
    if not word.has(RandomVector):
        return word
    if isinstance(word, sp.MatAdd):
        return sp.MatAdd(*map(_expected, word.args))
    factors = list(word.args) if isinstance(word, sp.MatMul) else [word]
    random = [k for k, factor in enumerate(factors) if factor.has(RandomVector)]
    if any(not isinstance(factors[k], sp.MatrixExpr) for k in random):
        return ExpectMatrix(word)
    first, last = random[0], random[-1]
    before, inner, after = factors[:first], factors[first : last + 1], factors[last + 1 :]
    for k in (0, len(inner) - 1):
        if isinstance(inner[k], sp.MatAdd):
            terms = [sp.MatMul(*inner[:k], term, *inner[k + 1 :]) for term in inner[k].args]
            return _around(before, sp.MatAdd(*map(_expected, terms)), after)
        if isinstance(inner[k], sp.MatMul):
            return _around(before, _expected(sp.MatMul(*inner[:k], *inner[k].args, *inner[k + 1 :])), after)
    return _around(before, ExpectMatrix(sp.MatMul(*inner) if len(inner) > 1 else inner[0]), after)


def _around(before: Sequence[Any], word: Any, after: Sequence[Any]) -> Any:
    return sp.MatMul(*before, word, *after) if before or after else word


def value(expr: Any, at: Values, sizes: Mapping[sp.Symbol, int], velocities: Values | None = None) -> Stack:
    """The value of a matrix or scalar expression.

    Args:
        at: the value of each letter and each scalar symbol.
        sizes: the value of each size symbol.
        velocities: the velocity of each letter that moves, if `Velocity` occurs.

    Raises:
        CannotEvaluateMatrix: for a node of an unknown kind.
    """
    expr, at = sp.sympify(expr), dict(at)
    if velocities is not None:
        found: dict[Any, Any] = {}
        for k, node in enumerate(sorted(expr.atoms(Velocity), key=str)):
            moved = node.args[0]  # a matrix, or a scalar such as a trace
            found[node] = sp.MatrixSymbol(f"v_{k}", *moved.shape) if moved.is_Matrix else sp.Symbol(f"v_{k}")
            at[found[node]] = _derivative(moved, at, sizes, velocities)
        expr = expr.xreplace(found)
    if expr.has(Accumulated):
        return _with_integrals(expr, at, sizes)
    return program([expr], sizes)(at)[0]


def _with_integrals(expr: Any, at: dict[Any, Stack], sizes: Mapping[sp.Symbol, int]) -> Stack:
    """The value of an expression with integrals over the time, by Gauss's rule."""
    while inner := [f for f in sorted(expr.atoms(Accumulated), key=str) if not f.arg.has(Accumulated)]:
        for k, node in enumerate(inner):
            letter = sp.MatrixSymbol(f"accumulated {k} of {len(at)}", *node.shape)
            until = at[time()]
            total: Any = 0.0
            for place, weight in zip(*np.polynomial.legendre.leggauss(NODES), strict=True):
                here = {**at, time(): until * (1 + place) / 2}
                total = total + weight / 2 * until * value(node.arg, here, sizes)
            at[letter] = np.asarray(total)
            expr = expr.xreplace({node: letter})
    return program([expr], sizes)(at)[0]


def bound(
    expr: Any, at: Values, sizes: Mapping[sp.Symbol, int], velocities: Values | None = None
) -> NDArray[np.float64]:
    """The scale of rounding: a bound on the norm of `expr` and of everything that may cancel in it.

    The result has shape (draws, samples).
    """

    def go(node: Any) -> NDArray[np.float64]:
        return bound(node, at, sizes, velocities)

    if isinstance(expr, Transpose):
        return go(expr.arg)
    if isinstance(expr, Named):
        return go(expr.value)
    if isinstance(expr, (ExpectMatrix, ExpectScalar)):
        return np.asarray(go(expr.args[0]).mean(axis=1, keepdims=True))
    if isinstance(expr, sp.Trace):
        return go(expr.arg)
    if isinstance(expr, (sp.MatAdd, sp.Add)):
        return np.asarray(reduce(np.add, map(go, expr.args)))
    if isinstance(expr, (sp.MatMul, sp.Mul)):
        return np.asarray(reduce(np.multiply, map(go, expr.args)))
    own = _norm(value(expr, at, sizes, velocities))
    if isinstance(expr, Determinant):  # of entries that may cancel, a sum of products of as many as there are rows
        return np.asarray(own + go(expr.arg) ** _count(expr.arg.shape[0], sizes))
    if isinstance(expr, (InverseOf, PseudoInverse)):  # what is lost of A is lost of A^-1, on either side of it
        return own + own**2 * go(expr.arg)
    if isinstance(expr, SquareRoot):  # what is lost of A is lost of its root, over twice the least value of the root
        inside = value(expr.arg, at, sizes, velocities)
        least, size = np.linalg.eigvalsh(inside)[..., 0], go(expr.arg)
        return own + size / np.sqrt(np.maximum(least, np.finfo(float).eps * np.maximum(size, 1e-300)))
    if isinstance(expr, Exponential):
        return own * (1 + go(expr.arg))
    return own


def _norm(stack: Stack) -> NDArray[np.float64]:
    return np.asarray(np.linalg.norm(stack, axis=(-2, -1)))


def _count(size: Any, sizes: Mapping[sp.Symbol, int]) -> int:
    return int(sp.sympify(size).xreplace({s: sp.Integer(n) for s, n in sizes.items()}))


def _derivative(expr: Any, at: Values, sizes: Mapping[sp.Symbol, int], velocities: Values) -> Stack:
    """``d(expr)/dt`` by a complex step along the velocities."""
    moved = {
        letter: stack + 1j * STEP * velocities[letter] if letter in velocities else stack
        for letter, stack in at.items()
    }
    return np.asarray(np.imag(value(expr, moved, sizes)) / STEP)


def downhill(flow: MatrixFlow, at: Values, sizes: Mapping[sp.Symbol, int]) -> dict[Any, Stack]:
    """Minus the gradient of the flow's loss, entry by entry by complex steps: a route of its own to the velocities."""
    found = {}
    for letter in flow.parameters:
        rows, columns = at[letter].shape[-2:]
        slopes = np.zeros(at[letter].shape)
        run = program([flow.loss], sizes).bind(at, [letter])
        for i in range(rows):
            for j in range(columns):
                moved = at[letter].astype(complex)
                moved[..., i, j] += 1j * STEP
                slopes[..., i, j] = -np.imag(run({letter: moved})[0])[..., 0, 0] / STEP
        found[letter] = slopes
    return found
