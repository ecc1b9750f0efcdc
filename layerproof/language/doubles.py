"""Expressions as programs for arrays of doubles: fast, not rigorous.

A program is a list of steps on the values of *coordinates*.  No text is executed: the steps are NumPy calls.  Here they
propose points; numeric checks run the same programs over their draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray
from sympy.core.function import AppliedUndef

from .elementary import having, lacks
from .written import Written

Array = NDArray[np.float64]
_TERMS = 400  # of a sum written out
_STEPS = 20_000


class CannotRun(Exception):
    """The expression contains something that has no value in doubles."""


def _special(name: str) -> Callable[..., Any]:
    def call(*arguments: Array) -> Any:
        import scipy.special

        return getattr(scipy.special, name)(*arguments)

    return call


def _imported(place: str) -> Callable[..., Any]:
    """The function at ``numpy.exp`` or ``scipy.special.erf``, which is imported when it is first called."""
    module, _, name = place.rpartition(".")
    return _special(name) if module == "scipy.special" else getattr(np, name)


_ONE_ARGUMENT: dict[str, Callable[..., Any]] = {
    **{function.__name__: _imported(place) for function, place in having("double").items()},
    "sign": np.sign,
    "Abs": np.abs,
    "floor": np.floor,
    "ceiling": np.ceil,
    "coth": lambda x: 1 / np.tanh(x),
    "factorial": lambda n: _special("gamma")(n + 1),
    "LambertW": _special("lambertw"),
    "loggamma": _special("gammaln"),
    "digamma": _special("psi"),
    "Magnitude": np.abs,
}
_CONNECTIVES: dict[type[sp.Basic], Callable[..., Any]] = {
    sp.And: np.logical_and,
    sp.Or: np.logical_or,
    sp.Not: np.logical_not,
}
_TWO_ARGUMENTS: dict[str, Callable[..., Any]] = {"zeta": _special("zeta"), "Heaviside": np.heaviside}
_RELATIONS: dict[type[sp.Basic], Callable[..., Any]] = {
    sp.Gt: np.greater,
    sp.Ge: np.greater_equal,
    sp.Lt: np.less,
    sp.Le: np.less_equal,
    sp.Eq: np.equal,
    sp.Ne: np.not_equal,
}


class Program:
    """Steps that compute expressions from coordinates.

    `leaf` says what a symbol or an entry is: a number, or the position of a coordinate (``("x", k)``), or another
    expression.  Sums are written out; `integer` gives the value of a bound.  There are at most `steps` of them.
    """

    def __init__(
        self, leaf: Callable[[sp.Expr], Any], integer: Callable[[sp.Expr], int], steps: float = _STEPS
    ) -> None:
        self._leaf, self._integer, self._most = leaf, integer, steps
        self._steps: list[tuple[Callable[..., Any] | None, Any]] = []
        self._known: dict[Any, int] = {}

    def add(self, expr: sp.Expr) -> int:
        """The position of the value of `expr` among the steps.

        Raises:
            CannotRun: if it has none.
        """
        if expr in self._known:
            return self._known[expr]
        position = self._compile(expr)
        self._known[expr] = position
        return position

    def _step(self, call: Callable[..., Any] | None, payload: Any) -> int:
        if len(self._steps) > self._most:
            raise CannotRun("the expression is too long")
        self._steps.append((call, payload))
        return len(self._steps) - 1

    def _compile(self, expr: sp.Expr) -> int:
        if isinstance(expr, (sp.Symbol, sp.Idx, AppliedUndef, sp.Derivative)):
            meaning = self._leaf(expr)
            if isinstance(meaning, tuple):
                return self._step(None, meaning[1])
            if isinstance(meaning, sp.Basic) and not meaning.is_number:
                return self.add(meaning)
            return self._step(np.float64, _double(meaning))
        if isinstance(expr, (sp.Number, sp.NumberSymbol)):
            return self._step(np.float64, _double(expr))
        if expr is sp.zoo:
            return self._step(np.float64, np.float64("nan"))
        if isinstance(expr, (sp.logic.boolalg.Boolean)):
            return self._condition(expr)
        if isinstance(expr, Written):
            return self._step(_where_defined, tuple(self.add(e) for e in (expr.value, *expr.parts)))
        if isinstance(expr, sp.Sum):
            return self._sum(expr)
        if isinstance(expr, sp.KroneckerDelta):
            return self._delta(*expr.args)
        if isinstance(expr, sp.Piecewise):
            return self._piecewise(expr)
        if isinstance(expr, sp.Add):
            return self._fold(np.add, expr.args)
        if isinstance(expr, sp.Mul):
            return self._fold(np.multiply, expr.args)
        if isinstance(expr, sp.Pow):
            return self._power(*expr.args)
        if isinstance(expr, sp.exp):
            return self._step(np.exp, (self.add(expr.args[0]),))
        if isinstance(expr, (sp.Max, sp.Min)):
            return self._fold(np.maximum if isinstance(expr, sp.Max) else np.minimum, expr.args)
        arguments = (*expr.args, sp.S.One) if isinstance(expr, sp.zeta) and len(expr.args) == 1 else expr.args
        call = (_TWO_ARGUMENTS if len(arguments) == 2 else _ONE_ARGUMENT).get(expr.func.__name__)
        if call is None or len(arguments) not in (1, 2):
            raise CannotRun(lacks(expr.func, "double") or f"{expr.func.__name__} has no value in doubles")
        return self._step(call, tuple(map(self.add, arguments)))

    def _delta(self, left: sp.Expr, right: sp.Expr) -> int:
        try:
            return self._step(np.float64, float(self._integer(left) == self._integer(right)))
        except CannotRun:
            return self._step(np.equal, (self.add(left), self.add(right)))

    def _fold(self, call: Callable[..., Any], parts: Sequence[sp.Expr]) -> int:
        position = self.add(parts[0])
        for part in parts[1:]:
            position = self._step(call, (position, self.add(part)))
        return position

    def _power(self, base: sp.Expr, exponent: sp.Expr) -> int:
        if base is sp.E:
            return self._step(np.exp, (self.add(exponent),))
        below = self.add(base)
        if exponent == sp.S.Half:
            return self._step(np.sqrt, (below,))
        if exponent == 2:
            return self._step(np.square, (below,))
        if exponent == -1:
            return self._step(np.reciprocal, (below,))
        return self._step(np.power, (below, self.add(exponent)))

    def _sum(self, expr: sp.Sum) -> int:
        (variable, lower, upper), *rest = expr.limits[::-1]
        inner = sp.Sum(expr.function, *rest[::-1]) if rest else expr.function
        if upper is sp.oo:
            raise CannotRun("an infinite sum")
        low, high = self._integer(lower), self._integer(upper)
        if high - low > _TERMS:
            raise CannotRun("a long sum")
        position = self._step(np.float64, 0.0)
        for k in range(low, high + 1):
            position = self._step(np.add, (position, self.add(inner.xreplace({variable: sp.Integer(k)}))))
        return position

    def _piecewise(self, expr: sp.Piecewise) -> int:
        position = self._step(np.float64, float("nan"))
        for value, condition in reversed(expr.args):
            then = self.add(value)
            if condition == sp.true:
                position = then
                continue
            position = self._step(np.where, (self.add(condition), then, position))
        return position

    def _condition(self, condition: sp.Basic) -> int:
        if condition in (sp.true, sp.false):
            return self._step(np.bool_, np.bool_(condition == sp.true))
        if call := _RELATIONS.get(type(condition)):
            return self._step(call, (self.add(condition.lhs), self.add(condition.rhs)))
        if call := _CONNECTIVES.get(type(condition)):
            return (
                self._fold(call, condition.args)
                if len(condition.args) > 1
                else self._step(call, (self.add(condition.args[0]),))
            )
        raise CannotRun(f"the condition {condition}")

    def run(self, coordinates: Array, wanted: Sequence[int]) -> list[Array]:
        """The wanted values at points: `coordinates` has a row a coordinate and a column a point."""
        count = coordinates.shape[1]
        return [np.broadcast_to(np.asarray(v, dtype=np.float64), (count,)) for v in self.values(coordinates, wanted)]

    def values(self, coordinates: Sequence[Any] | Array, wanted: Sequence[int]) -> list[Any]:
        """The wanted values, where coordinates are arrays that broadcast against each other."""
        values: list[Any] = []
        value = values.__getitem__
        with np.errstate(all="ignore"):
            for call, payload in self._steps:
                if call is None:
                    values.append(coordinates[payload])
                elif type(payload) is tuple:
                    values.append(call(*map(value, payload)))
                else:
                    values.append(payload)
        return [values[k] for k in wanted]


def _where_defined(value: Any, *parts: Any) -> Any:
    return np.where(np.logical_and.reduce([np.isfinite(part) for part in parts]), value, np.nan)


def _double(number: Any) -> np.float64:
    try:
        return np.float64(float(number))
    except OverflowError:
        return np.float64("inf")
    except TypeError:
        raise CannotRun(f"{number} is no real number") from None
