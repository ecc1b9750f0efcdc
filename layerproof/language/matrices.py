"""Matrices of any size, random vectors, and gradient flow of matrices, derived from the loss.

A law such as ``W_1^T W_1 - W_2 W_2^T`` being conserved holds for every width.  So matrices here have symbolic
sizes, and stay letters: ``W_1 = matrix("W_1", d, p)``.  SymPy multiplies matrices of different symbolic sizes
without a word; `shape_of` refuses to, and every statement calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar

import sympy as sp
from sympy.matrices.expressions.transpose import Transpose

from .arguments import Checked, refuse_text
from .symbols import time

Shape = tuple[sp.Expr, sp.Expr]


class ShapeMismatch(ValueError):
    """Two matrices whose sizes do not fit together; the message names them."""


class RandomVector(sp.MatrixSymbol):  # type: ignore[misc]
    """A random column vector; only its moments, `Expect` of words in it, are numbers."""

    def __new__(cls, name: Any, rows: Any, cols: Any = 1) -> RandomVector:
        return super().__new__(cls, name, rows, cols)  # type: ignore[no-any-return]


class ExpectMatrix(sp.MatrixExpr):  # type: ignore[misc]
    """The expectation of a matrix, entry by entry."""

    def __new__(cls, arg: Any) -> ExpectMatrix:
        return sp.Basic.__new__(cls, arg)  # type: ignore[no-any-return]

    @property
    def shape(self) -> Shape:
        return self.args[0].shape  # type: ignore[no-any-return]

    def _eval_transpose(self) -> ExpectMatrix:
        return ExpectMatrix(self.args[0].T)

    def _entry(self, i: Any, j: Any, **_: Any) -> sp.Expr:
        return ExpectScalar(self.args[0][i, j])

    def _sympystr(self, printer: Any) -> str:
        return f"E[{printer._print(self.args[0])}]"


class ExpectScalar(sp.Expr):  # type: ignore[misc]
    """The expectation of a scalar, such as a trace."""

    is_commutative = True
    is_real = True

    def __new__(cls, arg: Any) -> ExpectScalar:
        return sp.Basic.__new__(cls, arg)  # type: ignore[no-any-return]

    def _sympystr(self, printer: Any) -> str:
        return f"E[{printer._print(self.args[0])}]"


class Velocity(sp.MatrixExpr):  # type: ignore[misc]
    """``dM/dt`` of a matrix expression, unevaluated: a flow knows its value."""

    def __new__(cls, arg: Any) -> Velocity:
        return sp.Basic.__new__(cls, arg)  # type: ignore[no-any-return]

    @property
    def shape(self) -> Shape:
        return self.args[0].shape  # type: ignore[no-any-return]

    def _eval_transpose(self) -> Velocity:
        return Velocity(self.args[0].T)

    def _entry(self, i: Any, j: Any, **_: Any) -> sp.Expr:
        raise NotImplementedError("the entries of a velocity are known only along a flow")

    def _sympystr(self, printer: Any) -> str:
        arg = self.args[0]
        shown = printer._print(arg)
        return f"(d/dt {shown})" if isinstance(arg, sp.MatrixSymbol) else f"(d/dt ({shown}))"


@lru_cache(maxsize=4096)
def _transposed(expr: sp.MatrixExpr) -> sp.MatrixExpr:
    """``expr.T``, in which SymPy simplifies all that it meets: once."""
    return expr.T


class Named(sp.MatrixExpr):  # type: ignore[misc]
    """A matrix expression printed by a name, or in parentheses when the name is empty.

    The last argument is 1 if its transpose is meant.
    """

    def __new__(cls, name: Any, value: Any, transposed: Any = 0) -> Named:
        return sp.Basic.__new__(cls, sp.core.symbol.Str(str(name)), value, sp.Integer(transposed))  # type: ignore[no-any-return]

    @property
    def transposed(self) -> bool:
        """Whether the transposed of the named expression is meant."""
        return bool(self.args[2])

    @property
    def value(self) -> sp.MatrixExpr:
        """What is meant."""
        return _transposed(self.args[1]) if self.transposed else self.args[1]

    def doit(self, **_: Any) -> Named:
        """Unchanged: what is named, or grouped, keeps the form in which it was written."""
        return self

    @property
    def is_letter(self) -> bool:
        """Whether it has a name of its own."""
        return bool(str(self.args[0]))

    @property
    def shape(self) -> Shape:
        rows, columns = self.args[1].shape
        return (columns, rows) if self.transposed else (rows, columns)

    def _eval_transpose(self) -> Named:
        return Named(self.args[0], self.args[1], 1 - self.args[2])

    def _entry(self, i: Any, j: Any, **_: Any) -> sp.Expr:
        return self.value[i, j]

    def _sympystr(self, printer: Any) -> str:
        shown = str(self.args[0]) or f"({printer._print(self.args[1])})"
        return f"{shown}.T" if self.transposed else shown


class MatrixFunction(sp.MatrixExpr):  # type: ignore[misc]
    """A function of one matrix that is none of sums and products, such as its inverse.

    Attributes:
        of_square: whether there is one of square matrices only.
    """

    of_square = True

    def __new__(cls, arg: Any) -> MatrixFunction:
        return sp.Basic.__new__(cls, arg)  # type: ignore[no-any-return]

    @property
    def arg(self) -> Any:
        """What it is a function of."""
        return self.args[0]

    @property
    def shape(self) -> Shape:
        return self.shaped(self.args[0].shape)

    def shaped(self, inside: Shape) -> Shape:
        """Its shape, if what it is a function of has this one."""
        return inside

    def rate(self, velocities: Mapping[Any, Any]) -> Any:
        """Its derivative where letters move with these velocities; NotImplementedError where none is known."""
        raise NotImplementedError

    def doit(self, **_: Any) -> MatrixFunction:
        """Unchanged: it is kept as it was written."""
        return self

    def _entry(self, i: Any, j: Any, **_: Any) -> sp.Expr:
        raise NotImplementedError("the entries of a function of a matrix are not written out")


class WrittenSum(sp.MatAdd):  # type: ignore[misc]
    """A sum printed in the order in which it was written."""

    def _sympystr(self, printer: Any) -> str:
        return _joined([printer._print(term) for term in self.args])


def _joined(terms: list[str]) -> str:
    first, *rest = [term.strip() for term in terms]
    return first + "".join(f" - {term[1:].strip()}" if term.startswith("-") else f" + {term}" for term in rest)


def named(name: str, value: Any) -> Named:
    """`value`, printed as `name`: a notation such as ``Wtilde_1 = U W_1 R^T``."""
    shape_of(value)
    return Named(name, value)


def group(value: Any) -> Named:
    """`value`, printed in parentheses, as a factor that the source groups."""
    return Named("", value)


def written(*terms: Any) -> sp.MatrixExpr:
    """A sum whose terms are printed in the order given; SymPy sorts the terms of ``a + b``."""
    return WrittenSum(*terms)


def matrix(name: str, rows: Any, cols: Any) -> sp.MatrixSymbol:
    """A real matrix of symbolic size.

    >>> d, p = sp.symbols("d p", integer=True, positive=True)
    >>> A = matrix("A", d, p)
    >>> (A * A.T).shape
    (d, d)
    """
    return sp.MatrixSymbol(name, rows, cols)


def random_vector(name: str, rows: Any) -> RandomVector:
    """A random column vector with finite moments."""
    return RandomVector(name, rows, 1)


def identity(size: Any) -> sp.MatrixExpr:
    """The identity matrix."""
    return sp.Identity(size)


def zero(rows: Any, cols: Any) -> sp.MatrixExpr:
    """The zero matrix."""
    return sp.ZeroMatrix(rows, cols)


def Expect(expr: Any) -> Any:
    """The expectation over the random vectors in a matrix or a scalar."""
    refuse_text("an expectation", expr)
    return ExpectMatrix(expr) if isinstance(expr, sp.MatrixExpr) else ExpectScalar(sp.sympify(expr))


def trace(expr: Any) -> sp.Expr:
    """The trace of a square matrix."""
    rows, cols = shape_of(expr)
    if rows != cols:
        raise ShapeMismatch(f"the trace of {expr} is not defined: it is {rows} x {cols}, not square")
    return sp.Trace(expr)


def half_mean_square(prediction: Any, target: Any) -> sp.Expr:
    """Half the mean squared error of a row (or a column) against another: ``1/2 E[tr((f - y)(f - y)^T)]``."""
    error = prediction - target
    shape_of(error)
    return Expect(sp.Trace(error * error.T)) / 2


def shape_of(expr: Any) -> Shape:
    """The shape of a matrix expression, checked letter by letter.

    Raises:
        ShapeMismatch: where a sum or a product does not conform.  SymPy lets ``W_1*W_1`` pass with ``W_1`` of
            size d x p, since d might equal p; here sizes with different names are different.

    >>> d, p = sp.symbols("d p")
    >>> shape_of(matrix("W", d, p).T * matrix("W", d, p))
    (p, p)
    >>> shape_of(matrix("W", d, p) * matrix("W", d, p))
    Traceback (most recent call last):
    ...
    layerproof.language.matrices.ShapeMismatch: the product W * W does not conform: d x p times d x p
    """
    if isinstance(expr, Transpose):
        rows, cols = shape_of(expr.arg)
        return cols, rows
    if isinstance(expr, sp.MatAdd):
        first, *rest = expr.args
        shape = shape_of(first)
        for term in rest:
            if shape_of(term) != shape:
                sizes = f"{_by(shape)} plus {_by(shape_of(term))}"
                raise ShapeMismatch(f"the sum {first} + {term} does not conform: {sizes}")
        return shape
    if isinstance(expr, sp.MatMul):
        factors = [a for a in expr.args if isinstance(a, sp.MatrixExpr)]
        for scalar in (a for a in expr.args if not isinstance(a, sp.MatrixExpr)):
            _check_scalar(scalar)
        shape, before = shape_of(factors[0]), factors[0]
        for factor in factors[1:]:
            after = shape_of(factor)
            if shape[1] != after[0]:
                sizes = f"{_by(shape)} times {_by(after)}"
                raise ShapeMismatch(f"the product {before} * {factor} does not conform: {sizes}")
            shape, before = (shape[0], after[1]), factor
        return shape
    if isinstance(expr, sp.MatPow):
        shape = shape_of(expr.base)
        if shape[0] != shape[1]:
            sizes = f"{_by(shape)} times {_by(shape)}"
            raise ShapeMismatch(f"the product {expr.base} * {expr.base} does not conform: {sizes}")
        return shape
    if isinstance(expr, (ExpectMatrix, Velocity)):
        return shape_of(expr.args[0])
    if isinstance(expr, MatrixFunction):
        shape = shape_of(expr.arg)
        if expr.of_square and shape[0] != shape[1]:
            raise ShapeMismatch(f"{expr} is not defined: {expr.arg} is {_by(shape)}, not square")
        return expr.shaped(shape)
    if isinstance(expr, Named):
        return shape_of(expr.value)
    if isinstance(expr, sp.MatrixExpr):
        rows, cols = expr.shape
        return sp.sympify(rows), sp.sympify(cols)
    _check_scalar(sp.sympify(expr))
    return sp.Integer(1), sp.Integer(1)


def _check_scalar(expr: sp.Basic) -> None:
    if isinstance(expr, sp.Trace):
        trace(expr.arg)
        return
    for arg in expr.args:
        if isinstance(arg, sp.MatrixExpr):
            shape_of(arg)
        else:
            _check_scalar(arg)


def _by(shape: Shape) -> str:
    return f"{shape[0]} x {shape[1]}"


# --- hypotheses -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MatrixHypothesis(Checked):
    """An assumption on matrices: equations between words, and a name to read."""

    matrix: sp.MatrixExpr

    def equations(self) -> Iterator[tuple[Any, Any]]:
        """Pairs of matrix expressions that are equal under the hypothesis."""
        raise NotImplementedError

    @property
    def said(self) -> tuple[Any, ...]:
        """All expressions that the hypothesis is about."""
        own = (getattr(self, item.name) for item in fields(self))
        return tuple(sp.sympify(part) for part in (*own, *(side for pair in self.equations() for side in pair)))

    def mapped(self, change: Callable[[sp.Basic], Any]) -> MatrixHypothesis:
        """The hypothesis with `change` applied to every expression in it."""
        return replace(self, **{item.name: change(getattr(self, item.name)) for item in fields(self)})

    def __str__(self) -> str:
        return " and ".join(f"{lhs} = {rhs}" for lhs, rhs in self.equations())

    def latex(self) -> str:
        """The hypothesis in LaTeX, without delimiters."""
        from .printing import latex

        return r",\ ".join(f"{latex(lhs)} = {latex(rhs)}" for lhs, rhs in self.equations())


@dataclass(frozen=True)
class Orthogonal(MatrixHypothesis):
    """A square matrix with ``R R^T = I`` and ``R^T R = I``."""

    def __post_init__(self) -> None:
        rows, cols = shape_of(self.matrix)
        if rows != cols:
            raise ShapeMismatch(
                f"{self.matrix} is {rows} x {cols}; an orthogonal matrix is square: did you mean SemiOrthogonal?"
            )

    def equations(self) -> Iterator[tuple[Any, Any]]:
        size = self.matrix.shape[0]
        yield self.matrix * self.matrix.T, sp.Identity(size)
        yield self.matrix.T * self.matrix, sp.Identity(size)


@dataclass(frozen=True)
class SemiOrthogonal(MatrixHypothesis):
    """Orthonormal rows, ``U U^T = I``; ``U^T U`` is a projection, and the identity only if `U` is square."""

    def equations(self) -> Iterator[tuple[Any, Any]]:
        rows, cols = shape_of(self.matrix)
        yield self.matrix * self.matrix.T, sp.Identity(rows)
        if rows == cols:
            yield self.matrix.T * self.matrix, sp.Identity(cols)


@dataclass(frozen=True)
class Symmetric(MatrixHypothesis):
    """``A^T = A``."""

    def __post_init__(self) -> None:
        rows, cols = shape_of(self.matrix)
        if rows != cols:
            raise ShapeMismatch(f"{self.matrix} is {rows} x {cols}; a symmetric or diagonal matrix is square")

    def equations(self) -> Iterator[tuple[Any, Any]]:
        yield self.matrix.T, self.matrix


@dataclass(frozen=True)
class Diagonal(Symmetric):
    """A diagonal matrix: symmetric, and it commutes with every diagonal matrix of its size."""

    def __str__(self) -> str:
        return f"{self.matrix} is diagonal"

    def latex(self) -> str:
        from .printing import latex

        return rf"{latex(self.matrix)} \text{{ is diagonal}}"


@dataclass(frozen=True)
class Whitened(MatrixHypothesis):
    """A random vector with ``E[x x^T] = I``."""

    def equations(self) -> Iterator[tuple[Any, Any]]:
        yield Expect(self.matrix * self.matrix.T), sp.Identity(self.matrix.shape[0])


@dataclass(frozen=True)
class Equal(MatrixHypothesis):
    """``matrix = value``: a relation between words, such as ``E[x y^T] = U^T P V``."""

    value: sp.MatrixExpr

    def __post_init__(self) -> None:
        ours, theirs = shape_of(self.matrix), shape_of(self.value)
        if ours != theirs:
            raise ShapeMismatch(f"{self.matrix} is {_by(ours)} and {self.value} is {_by(theirs)}: they cannot be equal")
        if isinstance(self.matrix, sp.MatrixExpr) != isinstance(self.value, sp.MatrixExpr):  # k^T k = 1
            for name in ("matrix", "value"):
                number = sp.sympify(getattr(self, name))
                if not isinstance(number, sp.MatrixExpr):
                    object.__setattr__(self, name, sp.MatMul(number, sp.Identity(1)).doit())

    def equations(self) -> Iterator[tuple[Any, Any]]:
        yield self.matrix, self.value


# --- gradient flow --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MatrixFlow(Checked):
    """The flow ``dW/dt = - dL/dW`` of matrices, in units where the learning rate is one.

    Args:
        loss: a scalar, a combination of traces and expectations of traces of words in the parameters.
        parameters: the matrices that move.  Every other letter stands still.
    """

    loss: sp.Expr
    parameters: tuple[sp.MatrixSymbol, ...]
    invariant: ClassVar[tuple[sp.Expr, ...]] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", tuple(self.parameters))
        _check_scalar(sp.sympify(self.loss))
        if sp.sympify(self.loss).has(time()):
            raise ValueError("the loss of a matrix flow mentions the time; expected one of what moves and of constants")
        for parameter in self.parameters:
            if not sp.sympify(self.loss).has(parameter):
                raise ValueError(f"the loss does not depend on parameter {parameter}")

    def mapped(self, change: Callable[[sp.Basic], Any]) -> MatrixFlow:
        """The flow with `change` applied to its loss, and to the sizes of what moves."""
        return MatrixFlow(change(self.loss), tuple(change(parameter) for parameter in self.parameters))

    @property
    def moving(self) -> frozenset[str]:
        """The names of what moves."""
        return frozenset(str(parameter.name) for parameter in self.parameters)

    @cached_property
    def velocities(self) -> Mapping[sp.MatrixSymbol, sp.MatrixExpr]:
        """The velocity of each parameter, derived from the loss."""
        return {parameter: (-1 * gradient(self.loss, parameter)).doit() for parameter in self.parameters}

    def velocity(self, parameter: sp.MatrixSymbol) -> sp.MatrixExpr:
        """``-dL/dW``, of the shape of `parameter`."""
        return self.velocities[parameter]

    def rate(self, expr: Any) -> Any:
        """``d(expr)/dt`` along the flow, by the product rule; also of a scalar made of traces."""
        if sp.sympify(expr).has(time()):
            raise NotImplementedError(f"no rate of {expr}: it mentions the time beside what moves")
        return rate_of(expr, self.velocities)

    def evaluate(self, expr: Any) -> Any:
        """`expr` with every `Velocity` replaced by its value along the flow."""
        refuse_text("a rate along a flow", expr)
        expr = sp.sympify(expr)
        if isinstance(expr, Velocity):
            return self.rate(self.evaluate(expr.args[0]))
        if not expr.args or not expr.has(Velocity):
            return expr
        return expr.func(*(self.evaluate(arg) for arg in expr.args))


def coefficients(expr: Any) -> Iterator[sp.Expr]:
    """The scalars in an expression of matrices, as they stand in it; a function of a trace, with a letter for that."""
    if isinstance(expr, (sp.MatrixSymbol, sp.Identity, sp.ZeroMatrix)):
        return
    if isinstance(expr, Named):
        yield from coefficients(expr.value)
    elif isinstance(expr, (sp.MatrixExpr, sp.Trace, ExpectScalar, sp.Add, sp.Mul)):
        for part in expr.args:
            if isinstance(part, sp.Expr):
                yield from coefficients(part)
    elif isinstance(expr, sp.Expr):
        inside = [t for t in expr.atoms(sp.Trace, ExpectScalar)]
        for part in inside:
            yield from coefficients(part)
        yield expr.xreplace({t: sp.Dummy("tr", real=True) for t in inside})


def rate_of(expr: Any, velocities: Mapping[sp.MatrixSymbol, Any]) -> Any:
    """The derivative of `expr` when each letter moves with its velocity; letters without one stand still.

    Raises:
        NotImplementedError: if there is something else in it than sums, products, transposes, traces, `Expect`, and
            functions of traces.
    """
    expr = sp.sympify(expr)
    if not any(expr.has(letter) for letter in velocities):
        return sp.ZeroMatrix(*expr.shape) if isinstance(expr, sp.MatrixExpr) else sp.Integer(0)
    if expr in velocities:
        return velocities[expr]
    if isinstance(expr, Named):
        return rate_of(expr.value, velocities)
    if isinstance(expr, MatrixFunction):
        return expr.rate(velocities)
    if isinstance(expr, Transpose):
        return rate_of(expr.arg, velocities).T
    if isinstance(expr, (ExpectMatrix, ExpectScalar)):
        return Expect(rate_of(expr.args[0], velocities))
    if isinstance(expr, sp.Trace):
        return sp.Trace(rate_of(expr.arg, velocities))
    if isinstance(expr, (sp.MatAdd, sp.Add)):
        plus: Any = sp.MatAdd if isinstance(expr, sp.MatAdd) else sp.Add
        return plus(*(rate_of(term, velocities) for term in expr.args)).doit()
    if isinstance(expr, (sp.MatPow, sp.Pow)) and expr.exp.is_Integer and expr.exp > 0:
        whole = [expr.base] * int(expr.exp)
        product: Any = sp.MatMul if isinstance(expr, sp.MatPow) else sp.Mul
        terms = [product(*whole[:k], rate_of(expr.base, velocities), *whole[k + 1 :]) for k in range(len(whole))]
        return (sp.MatAdd if isinstance(expr, sp.MatPow) else sp.Add)(*terms).doit()
    if isinstance(expr, (sp.MatMul, sp.Mul)):
        parts = expr.args
        terms = [expr.func(*parts[:k], rate_of(a, velocities), *parts[k + 1 :]) for k, a in enumerate(parts)]
        terms = [t for t, a in zip(terms, parts, strict=True) if any(a.has(letter) for letter in velocities)]
        return (sp.MatAdd if isinstance(expr, sp.MatMul) else sp.Add)(*terms).doit()
    if isinstance(expr, sp.Expr) and not isinstance(expr, sp.MatrixExpr):  # a function of traces: the chain rule
        inside = {
            t: sp.Dummy(f"u{k}", real=True) for k, t in enumerate(sorted(expr.atoms(sp.Trace, ExpectScalar), key=str))
        }
        outer, back = expr.xreplace(inside), {u: t for t, u in inside.items()}
        numbers = {x: v for x, v in velocities.items() if not isinstance(x, sp.MatrixExpr)}
        if not any(outer.has(letter) for letter in velocities if letter not in numbers):
            terms = [outer.diff(u).xreplace(back) * rate_of(t, velocities) for t, u in inside.items()]
            return sp.Add(*terms, *(outer.diff(x).xreplace(back) * v for x, v in numbers.items()))
    raise NotImplementedError(f"no rate of {type(expr).__name__}; use sums, products, transposes, traces and Expect")


def gradient(loss: Any, parameter: sp.MatrixSymbol) -> sp.MatrixExpr:
    """``d(loss)/d(parameter)`` of the parameter's shape, by differentiating traces cyclically.

    Inside a trace each occurrence of W contributes: ``d tr(A W B)/dW = (B A)^T`` and ``d tr(A W^T B)/dW = B A``.
    """
    loss = sp.sympify(loss)
    if not loss.has(parameter):
        return sp.ZeroMatrix(*parameter.shape)
    if isinstance(loss, sp.Add):
        return sp.MatAdd(*(gradient(term, parameter) for term in loss.args)).doit()
    if isinstance(loss, sp.Mul):
        terms = [
            sp.MatMul(*loss.args[:k], *loss.args[k + 1 :], gradient(factor, parameter))
            for k, factor in enumerate(loss.args)
            if factor.has(parameter)
        ]
        return sp.MatAdd(*terms).doit()
    if isinstance(loss, sp.Pow) and loss.exp.is_Integer and loss.exp > 0:
        return (loss.exp * loss.base ** (loss.exp - 1) * gradient(loss.base, parameter)).doit()
    if isinstance(loss, ExpectScalar):
        inner = gradient(loss.args[0], parameter)
        number, word = inner.as_coeff_mmul() if isinstance(inner, sp.MatMul) else (sp.Integer(1), inner)
        return sp.MatMul(number, ExpectMatrix(word)).doit()
    if isinstance(loss, sp.Trace):
        return _trace_gradient(loss.arg, parameter)
    raise NotImplementedError(f"no derivative of {type(loss).__name__} by a matrix; use traces and Expect")


def _trace_gradient(word: Any, parameter: sp.MatrixSymbol) -> sp.MatrixExpr:
    """The gradient of ``tr(word)``, where `word` may be a product of sums; sums are kept, not expanded."""
    rows, _ = shape_of(word)
    return _contribution(word, sp.Identity(rows), parameter).doit()


def _contribution(word: Any, rest: sp.MatrixExpr, parameter: sp.MatrixSymbol) -> sp.MatrixExpr:
    """The gradient of ``tr(word * rest)`` with `rest` held fixed."""
    if word == parameter:
        return rest.T
    if isinstance(word, Named):
        return _contribution(word.value, rest, parameter)
    if not word.has(parameter):
        return sp.ZeroMatrix(*parameter.shape)
    if isinstance(word, Transpose):
        if word.arg == parameter:
            return rest
        return _contribution(word.arg, rest.T, parameter)
    if isinstance(word, sp.MatAdd):
        return sp.MatAdd(*(_contribution(term, rest, parameter) for term in word.args)).doit()
    if isinstance(word, sp.MatPow) and word.exp.is_Integer and word.exp > 0:
        word = sp.MatMul(*([word.base] * int(word.exp)))
    if isinstance(word, sp.MatMul):
        terms = []
        scalars = [a for a in word.args if not isinstance(a, sp.MatrixExpr)]
        factors = [a for a in word.args if isinstance(a, sp.MatrixExpr)]
        if any(s.has(parameter) for s in scalars):
            raise NotImplementedError("a trace as a coefficient inside a trace; multiply the traces outside")
        for k, factor in enumerate(factors):
            around = sp.MatMul(*scalars, *factors[k + 1 :], rest, *factors[:k]).doit()
            if factor.has(parameter):
                terms.append(_contribution(factor, around, parameter))
        return sp.MatAdd(*terms).doit()
    raise NotImplementedError(f"cannot differentiate {type(word).__name__} inside a trace")


# --- mutants --------------------------------------------------------------------------------------------------


def matrix_mutants(expr: Any) -> Iterator[tuple[str, Any]]:
    """Broken copies of a matrix expression, each with the name of what was broken; all of them conform.

    A `named` expression is a letter: its value is left alone.

    Some may say the same as the original under the hypotheses (a diagonal letter transposed): compare with
    ``decide(ZeroWord(mutant - expr), hypotheses)`` before counting them.
    """
    seen = {expr}
    for name, mutant in _mutants(expr):
        if mutant in seen:
            continue
        seen.add(mutant)
        try:
            same = shape_of(mutant) == shape_of(expr)
        except ShapeMismatch:
            continue
        if same:
            yield name, mutant


def _mutants(expr: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(expr, (sp.ZeroMatrix, Transpose)) or not isinstance(expr, sp.MatrixExpr):
        if isinstance(expr, Transpose):
            yield f"transpose {expr.arg}", expr.arg
        return
    if not isinstance(expr, sp.MatAdd):
        yield f"sign of {expr}", -1 * expr
        yield f"double {expr}", 2 * expr
    yield from _inner_mutants(expr)


def _inner_mutants(expr: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(expr, sp.MatAdd):
        for k, term in enumerate(expr.args):
            others = (*expr.args[:k], *expr.args[k + 1 :])
            yield f"sign of {term}", sp.MatAdd(*others, -1 * term).doit()
            yield f"double {term}", sp.MatAdd(*others, 2 * term).doit()
            yield f"drop {term}", sp.MatAdd(*others).doit()
    if isinstance(expr, sp.MatMul):
        factors = list(expr.args)
        for i, first in enumerate(factors):
            for j in range(i + 1, len(factors)):
                if isinstance(first, sp.MatrixExpr) and first != factors[j] and first.shape == factors[j].shape:
                    swapped = factors.copy()
                    swapped[i], swapped[j] = swapped[j], swapped[i]
                    yield f"swap {first} and {factors[j]}", sp.MatMul(*swapped)
    if isinstance(expr, sp.MatrixSymbol) or (isinstance(expr, Named) and expr.is_letter):
        yield f"transpose {expr}", expr.T
        return
    if isinstance(expr, Named):
        for name, broken in _inner_mutants(expr.value):
            yield name, group(broken)
        return
    if isinstance(expr, Transpose) and isinstance(expr.arg, sp.MatrixSymbol):
        yield f"transpose {expr.arg}", expr.arg
        return
    for k, arg in enumerate(expr.args):
        if isinstance(arg, sp.MatrixExpr):
            for name, broken in _inner_mutants(arg):
                try:
                    yield name, expr.func(*expr.args[:k], broken, *expr.args[k + 1 :])
                except (ValueError, TypeError, sp.matrices.exceptions.ShapeError):
                    continue
