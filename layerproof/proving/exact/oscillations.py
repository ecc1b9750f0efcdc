"""Limits of what has steps, or oscillates: a maximum, a floor, a sine of what diverges, a power of -1.

Near the limit a maximum is one of its arguments, and a floor of what tends to a number is a whole number.  What is left
is bounded: where each coefficient of it tends to 0, the limit is that of the rest.  And it takes its values again and
again, so that there is a limit only if it is the same along all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import sympy as sp

from ..sign_sets import NEGATIVE, NONNEGATIVE, NONZERO, POSITIVE, SignSet
from . import scale
from .prover import Prover
from .scale import EPS, Expansion, Unclear, by_series

_STEPS = (sp.Max, sp.Min, sp.floor, sp.ceiling, sp.sign, sp.Piecewise)
_CIRCLE = ((0, 1), (1, 0), (0, -1), (-1, 0), (sp.Rational(3, 5), sp.Rational(4, 5)))
_BINDERS = (sp.Sum, sp.Product, sp.Integral, sp.Derivative, sp.Limit, sp.Subs)
_CONTINUOUS = (sp.Add, sp.Mul, sp.Pow, sp.exp, sp.log, sp.Abs, sp.sinh, sp.cosh, sp.tanh, sp.atan, sp.asinh)


def squeezed(prover: Prover, expr: sp.Expr, variable: sp.Symbol, near: sp.Expr) -> tuple[sp.Expr, sp.Expr] | None:
    """The limit and the leading coefficient of what is a bounded part away from a series; None where none is found.

    Of ``(a + b w) / (c + d w)`` with bounded w, where ``d/c`` tends to 0: that of ``a/c``, if ``b/c`` tends to 0, or if
    ``a/c`` is infinite and ``b/a`` tends to 0.
    """
    steady = settled(prover, expr, variable, near)
    if (parts := _in_bounded_parts(prover, steady, variable, near)) is None:
        return None
    (above, *others), (below, *beside) = parts
    if not scale.eventually(prover, below, NONZERO) or not all(_vanishes(prover, part / below) for part in beside):
        return None
    found = by_series(prover, above / below)
    if isinstance(found, str):
        return None
    infinite = found[0] in (sp.oo, -sp.oo)
    if found[0] is sp.zoo or not all(_vanishes(prover, part / (above if infinite else below)) for part in others):
        return None
    return found


def eventually(prover: Prover, expr: sp.Expr, variable: sp.Symbol, near: sp.Expr, signs: SignSet) -> bool:
    """Whether an expression with bounded parts has one of `signs` near the limit: those parts are small in it."""
    parts = _in_bounded_parts(prover, settled(prover, expr, variable, near), variable, near)
    if parts is None or len(parts[1]) > 1:
        return False
    (lead, *others), (below,) = parts
    signs = signs - {0}
    return scale.eventually(prover, lead / below, signs) and all(_vanishes(prover, part / lead) for part in others)


def again_and_again(prover: Prover, expr: sp.Expr, variable: sp.Symbol, near: sp.Expr) -> Iterator[tuple[str, sp.Expr]]:
    """What `expr` is along sequences that tend to the point, each with what holds there.

    A continuous function that diverges takes every large value; a sequence has even and odd members.
    """
    steady = settled(prover, expr, variable, near)
    if steady.has(*_BINDERS):  # where an index may be in what oscillates
        return
    waves = {w for w in steady.atoms(sp.sin, sp.cos, sp.floor) if w.has(variable)}
    signs = {p for p in steady.atoms(sp.Pow) if _alternates(p, variable)}
    inside = {wave.args[0] for wave in waves}
    if signs and not waves and variable.is_integer and near in (1 / EPS, -1 / EPS):
        for rest, word in ((0, "even"), (1, "odd")):
            parity = {p: sp.S.NegativeOne ** (p.exp.subs(variable, rest)) for p in signs}
            yield f"{variable} is {word}", steady.xreplace(parity)
    if signs or len(inside) != 1 or variable.is_rational is not None:
        return
    (u,) = inside
    if not _sweeps(prover, u, variable, near):
        return
    if any(isinstance(wave, sp.floor) for wave in waves):
        if all(isinstance(wave, sp.floor) for wave in waves):
            for part in (sp.S.Zero, sp.S.Half):
                yield f"{u} is {part} above a whole number", steady.xreplace({sp.floor(u): u - part})
        return
    for sine, cosine in _CIRCLE:
        there = {sp.sin(u): sp.sympify(sine), sp.cos(u): sp.sympify(cosine)}
        yield f"sin({u}) = {sine} and cos({u}) = {cosine}", steady.xreplace(there)


def besides(expr: sp.Expr, variable: sp.Symbol) -> Iterator[sp.Expr]:
    """Of each term, what stands beside its factors that are bounded wherever they have a value."""
    for term in sp.Add.make_args(sp.expand(expr)):
        yield sp.Mul(*(f for f in sp.Mul.make_args(term) if not (f.has(variable) and _is_bounded(f))))


def _is_bounded(factor: sp.Expr) -> bool:
    if isinstance(factor, sp.Abs):
        factor = factor.args[0]
    if isinstance(factor, sp.Pow) and factor.exp.is_Rational and factor.exp.is_positive:
        factor = factor.base
    if isinstance(factor, sp.Pow) and factor.base == -1:
        return bool(factor.exp.is_integer)
    return isinstance(factor, (sp.sin, sp.cos, sp.tanh, sp.atan, sp.erf, sp.sign)) and bool(factor.args[0].is_real)


def settled(prover: Prover, expr: sp.Expr, variable: sp.Symbol, near: sp.Expr) -> sp.Expr:
    """`expr` with maxima, steps and pieces replaced by what they are near the limit, where that is derived."""
    if not expr.has(*_STEPS) or not expr.has(variable) or isinstance(expr, _BINDERS):
        return expr

    def so(part: sp.Expr, signs: SignSet) -> bool:
        return scale.eventually(prover, part.xreplace({variable: near}), signs) or (
            part.has(variable) and eventually(prover, part, variable, near, signs)
        )

    if isinstance(expr, sp.Piecewise):
        for value, condition in expr.args:
            if condition == sp.true:
                return settled(prover, value, variable, near)
            if not isinstance(condition, (sp.Gt, sp.Lt, sp.Ge, sp.Le)):
                return expr
            gap = condition.gts - condition.lts
            if so(gap, POSITIVE):
                return settled(prover, value, variable, near)
            if not so(gap, NEGATIVE):
                return expr
        return expr
    node = expr.func(*(settled(prover, part, variable, near) for part in expr.args))
    if isinstance(node, (sp.Max, sp.Min)):
        sense = 1 if isinstance(node, sp.Max) else -1
        for best in node.args:
            if all(so(sense * (best - other), NONNEGATIVE) for other in node.args if other != best):
                return best
    if isinstance(node, sp.sign):
        sides = ((sp.S.One, POSITIVE), (sp.S.NegativeOne, NEGATIVE))
        return next((value for value, signs in sides if so(node.args[0], signs)), node)
    if isinstance(node, sp.ceiling):
        return -settled(prover, sp.floor(-node.args[0]), variable, near)
    if isinstance(node, sp.floor) and node.has(variable):
        found = by_series(prover, node.args[0].xreplace({variable: near}))
        at = None if isinstance(found, str) else found[0]
        if at is None or not at.is_Rational:
            return node
        if not at.is_Integer or so(node.args[0] - at, NONNEGATIVE):
            return sp.floor(at)
        return at - 1 if so(node.args[0] - at, NEGATIVE) else node
    return node


def _in_bounded_parts(
    prover: Prover, expr: sp.Expr, variable: sp.Symbol, near: sp.Expr
) -> tuple[list[sp.Expr], list[sp.Expr]] | None:
    """Numerator and denominator, each with what has no bounded part first, and the coefficients of the others.

    All in terms of `EPS`.  None where it is no quotient of polynomials in bounded parts.
    """
    numbers = count()
    bounded: list[sp.Symbol] = []

    def name() -> sp.Symbol:
        bounded.append(sp.Dummy(f"w_{next(numbers)}", real=True))
        return bounded[-1]

    def replaced(node: sp.Expr) -> sp.Expr:
        if not node.has(variable) or isinstance(node, _BINDERS):
            return node
        if _alternates(node, variable):
            return name()
        if isinstance(node, (sp.sin, sp.cos)) and isinstance(by_series(prover, node.xreplace({variable: near})), str):
            return name()
        if isinstance(node, sp.floor):  # which is less than 1 below
            return replaced(node.args[0]) - name()
        parts = [replaced(part) for part in node.args]
        if isinstance(node, sp.Abs) and parts[0] in bounded:
            return name()
        return node.func(*parts) if node.args else node

    moved = replaced(expr).xreplace({variable: near})
    if not bounded:
        return [moved], [sp.S.One]
    found = []
    for part in sp.fraction(sp.together(moved)):
        try:
            terms = sp.Poly(sp.expand(part), *bounded).as_dict()
        except sp.PolynomialError:
            return None
        free = (0,) * len(bounded)
        found.append([terms.pop(free, sp.S.Zero), *terms.values()])
    return found[0], found[1]


def _alternates(node: sp.Expr, variable: sp.Symbol) -> bool:
    """Whether an expression is -1 to a power that is a whole number, and which changes with the variable by an odd one.

    Its values are those at 0 and 1 in turn, as the exponent is linear with whole coefficients.
    """
    if not isinstance(node, sp.Pow) or node.base != -1 or not node.exp.is_integer:
        return False
    return (
        node.exp.is_polynomial(variable)
        and all(c.is_Integer for c in sp.Poly(node.exp, variable).all_coeffs())
        and sp.degree(node.exp, variable) == 1
    )


def _vanishes(prover: Prover, moved: sp.Expr) -> bool:
    """Whether an expression in `EPS` tends to 0."""
    found = by_series(prover, sp.together(moved))
    return not isinstance(found, str) and found[0] == 0


def _sweeps(prover: Prover, u: sp.Expr, variable: sp.Symbol, near: sp.Expr) -> bool:
    """Whether u is continuous near the limit and diverges there: it then takes all large values of one sign."""
    if not all(isinstance(node, _CONTINUOUS) or not node.args for node in sp.preorder_traversal(u)):
        return False
    try:
        expansion = Expansion(prover, 4)
        c, m, _ = expansion.lead(expansion.expand(u.xreplace({variable: near})))
        return expansion.order(m) > 0 and expansion.sign(c) in (POSITIVE, NEGATIVE)
    except (Unclear, scale.Exhausted):
        return False
