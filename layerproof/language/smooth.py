"""Which functions have their formal derivative as derivative, and where the others do; and what need have no value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

import sympy as sp
from sympy.core.function import Application, AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

# What is made of these is smooth inside of where it is defined, and its formal derivative is its derivative.
# A step, and an absolute value, has a formal derivative in which the jump, or the corner, is lost.
_SMOOTH = (
    *(sp.exp, sp.log, sp.sin, sp.cos, sp.tan, sp.cot, sp.sec, sp.csc, sp.sinh, sp.cosh, sp.tanh, sp.coth, sp.sech),
    *(sp.csch, sp.atan, sp.asin, sp.acos, sp.asinh, sp.acosh, sp.atanh, sp.erf, sp.erfc, sp.gamma, AppliedUndef),
)


def jumps_in(expr: sp.Expr, moves: Callable[[sp.Basic], bool]) -> list[sp.Basic]:
    """The functions in `expr`, of something that `moves`, whose formal derivative may not be their derivative.

    Functions that are not known are taken to be differentiable as often as is needed.
    """
    nodes = sorted(expr.atoms(Application), key=str)  # Max and Min are no Function
    return [node for node in nodes if moves(node) and not isinstance(node, (*_SMOOTH, Boolean))]


def jump_in(expr: sp.Expr, x: sp.Symbol) -> str | None:
    """The name of a function of x in `expr` whose formal derivative may not be its derivative; None if none is."""
    found = jumps_in(expr, lambda node: node.has(x))
    return str(found[0].func.__name__) if found else None


@dataclass(frozen=True)
class Rough:
    """A part of an expression that may have a jump, a corner or a vertical tangent.

    Attributes:
        part: the part.
        vanishes: where this is not 0 the part has a derivative; None if nothing is known of where it has one.
        limits: of the sums that the part stands in.
    """

    part: sp.Expr
    vanishes: sp.Expr | None
    limits: tuple[sp.Tuple, ...] = ()


def rough_parts(expr: sp.Basic, x: sp.Basic, limits: tuple[sp.Tuple, ...] = ()) -> Iterator[Rough]:
    """The parts of `expr` that depend on x, also through a trajectory, and may have no derivative somewhere.

    Where none of them vanishes, the formal derivative of `expr` is its derivative.
    """
    if not expr.has(x):
        return
    if isinstance(expr, sp.Sum):
        yield from rough_parts(expr.function, x, (*limits, *expr.limits))
        return
    for vanishes in _where(expr, x):
        yield Rough(expr, vanishes, limits)
    for argument in expr.args:
        yield from rough_parts(argument, x, limits)


def under_derivatives(node: sp.Basic) -> Iterator[Rough]:
    """Of a derivative that is not carried out: the parts of what it is of that may have none somewhere.

    A second derivative needs that of the first one, too.
    """
    if not isinstance(node, sp.Derivative):
        return
    inner = node.expr
    for variable in node.variables:
        yield from rough_parts(inner, variable)
        inner = sp.diff(inner, variable)


def _where(node: sp.Basic, x: sp.Basic) -> Iterator[sp.Expr | None]:
    """What must not vanish for `node`, as a function of its arguments, to have a derivative."""
    match node:
        case sp.Pow():
            if node.exp.is_Rational and 0 < node.exp < 1 and node.base is not sp.E and not node.base.is_positive:
                yield node.base
        case sp.Abs() | sp.sign() | sp.Heaviside():
            yield node.args[0]
        case sp.Max() | sp.Min():
            yield from (one - other for one, other in combinations(node.args, 2) if (one - other).has(x))
        case sp.Piecewise():
            for _, condition in node.args:
                yield from _edges(condition, x)
        case sp.asin() | sp.acos():
            yield 1 - node.args[0] ** 2
        case sp.acosh():
            yield node.args[0] - 1
        case Application() if not isinstance(node, (*_SMOOTH, Boolean)):
            yield None


def _edges(condition: Boolean, x: sp.Basic) -> Iterator[sp.Expr | None]:
    if not condition.has(x):
        return
    if isinstance(condition, Relational):
        yield condition.lhs - condition.rhs
    elif isinstance(condition, (sp.And, sp.Or, sp.Not)):
        for part in condition.args:
            yield from _edges(part, x)
    else:
        yield None


def partial_parts(expr: sp.Basic, limits: tuple[sp.Tuple, ...] = ()) -> Iterator[sp.Expr]:
    """The parts of `expr` that need not have a value everywhere: quotients, roots, logarithms and the like.

    Values are put into each of them by itself, so that none is lost where it is multiplied by 0, as the logarithm in
    ``(a - b) log(z)`` on the set where a = b.
    """
    if isinstance(expr, (sp.Sum, sp.Product)):
        yield from partial_parts(expr.function, (*limits, *expr.limits))
        for end in (end for limit in expr.limits for end in limit[1:]):
            yield from partial_parts(end, limits)
        return
    if isinstance(expr, sp.Pow):
        total = expr.base is sp.E or expr.base.is_positive or (expr.exp.is_integer and expr.exp.is_nonnegative)
    else:
        total = not isinstance(expr, Application) or isinstance(expr, (AppliedUndef, sp.exp, sp.Max, sp.Min))
    if not total:
        bound = tuple(limit for limit in limits if expr.has(limit[0]))
        yield sp.Sum(expr, *bound) if bound else expr
    if not isinstance(expr, (sp.Piecewise, Boolean)):
        for argument in expr.args:
            yield from partial_parts(argument, limits)
