"""Rigorous quadrature in ball arithmetic: the value of an integral at a rational point, to refute a stated one.

The integrand is evaluated on complex balls, so that the error of the quadrature is bounded by analyticity; where the
integrand is not analytic, at the pole or the branch point of something in it, there is no value and nothing is said.
A function that the statement leaves open becomes a concrete one: what is said of every function must hold for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import flint
import sympy as sp
from flint import acb, arb, fmpq
from sympy.core.function import AppliedUndef

from ...language.goals import Integrates
from ...language.printing import text
from ...language.verdicts import Witness
from ..domain import Domain
from .balls import Evaluator, Point, Undefined, Unsupported
from .outcome import Refuted
from .pieces import cut
from .prover import Prover

_POINTS = 6
_PRECISIONS = (96, 192)
_X = sp.Symbol("x", real=True)
_TRIALS = (1 + _X**2, sp.exp(-_X), 2 + sp.sin(_X), 1 / (2 + _X**2))
# Entire or meromorphic: at a pole the ball is not finite.
_FUNCTIONS = (
    *(sp.sin, sp.cos, sp.sinh, sp.cosh, sp.erf, sp.erfc),
    *(sp.tan, sp.tanh, sp.coth, sp.cot, sp.sech, sp.csch, sp.sec, sp.csc),
)


def refute(prover: Prover, goal: Integrates) -> Refuted | None:
    """A point, and concrete functions, where the integral of `integrand` is not what is stated."""
    if goal.lower.is_infinite or goal.upper.is_infinite or goal.equals.is_infinite:
        return None
    if _restricted(prover.domain) & {e.func for e in (goal.integrand + goal.equals).atoms(AppliedUndef)}:
        return None  # a hypothesis says something of a function, which is then not free to be chosen
    expr, equals = prover.prepared(goal.integrand), prover.prepared(goal.equals)
    lower, upper = prover.prepared(goal.lower), prover.prepared(goal.upper)
    try:
        for chosen, known, stated in _concrete(expr, equals):
            for point in prover.points(_POINTS):
                gaps = [_gap(known, stated, goal.variable, lower, upper, point, p) for p in _PRECISIONS]
                found = [gap for gap in gaps if gap is not None and not gap.contains(0)]
                if len(found) == len(gaps):
                    used = (known + stated + lower + upper).free_symbols - {goal.variable}
                    shown = {str(s): str(point.entry(s, s)) for s in sorted(used, key=str)} | chosen
                    residual = f"integral minus stated value = {found[1].str(12)}"
                    return Refuted(Witness(shown, residual, goal.name), "rigorous quadrature at two precisions")
    except (Unsupported, ValueError, TypeError):
        return None
    return None


def _restricted(domain: Domain) -> set[type[AppliedUndef]]:
    """The functions that a hypothesis speaks of."""
    said = [*(c.expr for c in domain.constraints), *domain.equalities, *domain.definitions.values()]
    return {e.func for expr in said for e in expr.atoms(AppliedUndef)}


def _concrete(expr: sp.Expr, equals: sp.Expr) -> Iterator[tuple[dict[str, str], sp.Expr, sp.Expr]]:
    """The integrand and the stated value with every open function made concrete, in a few ways."""
    open_functions = sorted({e.func for e in expr.atoms(AppliedUndef) | equals.atoms(AppliedUndef)}, key=str)
    entries = expr.atoms(AppliedUndef) | equals.atoms(AppliedUndef)
    if not open_functions:
        yield {}, expr, equals
        return
    if any(len(e.args) != 1 or e.atoms(sp.Idx) or e.is_negative or e.is_integer for e in entries):
        return
    for shift in range(len(_TRIALS)):
        trial = {f: _TRIALS[(k + shift) % len(_TRIALS)] for k, f in enumerate(open_functions)}
        shown = {f"{f.__name__}(x)": text(e) for f, e in trial.items()}
        yield shown, _with_functions(expr, trial), _with_functions(equals, trial)


def _with_functions(expr: sp.Expr, trial: Mapping[type[AppliedUndef], sp.Expr]) -> sp.Expr:
    for function, form in trial.items():
        expr = expr.replace(function, lambda argument, form=form: form.xreplace({_X: argument}))
    return expr.doit()


def _gap(
    expr: sp.Expr, equals: sp.Expr, variable: sp.Symbol, lower: sp.Expr, upper: sp.Expr, point: Point, precision: int
) -> arb | None:
    """Integral minus stated value at a point, where the integrand is cut at corners; None where there is none."""
    evaluate = Evaluator(point, precision)
    try:
        low, high, stated = evaluate(lower), evaluate(upper), evaluate(equals)
    except Undefined:
        return None
    if high < low:
        lower, upper, low, high, stated = upper, lower, high, low, -stated
    if not low < high:
        return None
    known = {s: sp.Rational(v.numerator, v.denominator) for s, v in point.values.items() if isinstance(s, sp.Symbol)}
    here, *ends = (e.xreplace({s: v for s, v in known.items() if s != variable}) for e in (expr, lower, upper))
    with flint.ctx.workprec(precision):
        total = -stated
        for start, end, smooth in cut(here, variable, *ends) or [(lower, upper, expr)]:
            found = _integral(smooth, variable, evaluate(start), evaluate(end), point, precision)
            if found is None:
                return None
            total = total + found
        return total


def _integral(expr: sp.Expr, variable: sp.Symbol, low: arb, high: arb, point: Point, precision: int) -> arb | None:
    """The integral of what is smooth between two numbers; None where it is not real, or not enclosed."""
    if not _supported(expr):
        return None
    ends = [Fraction(float(end.mid())) for end in (low, high)]
    for share in (Fraction(1, 7), Fraction(1, 2), Fraction(6, 7)):  # a real integrand, not the root of a negative
        trial = point.copy()
        trial.values[variable] = ends[0] + share * (ends[1] - ends[0])
        try:
            Evaluator(trial, precision)(expr)
        except Undefined:
            return None
    values = {s: Evaluator(point, precision)(s) for s in expr.free_symbols if s != variable}
    found = acb.integral(
        lambda z, analytic: _value(expr, variable, z, values, bool(analytic)),
        acb(low),
        acb(high),
        rel_tol=arb(2) ** -40,
        eval_limit=4_000,
    )
    return found.real if found.is_finite() and found.imag.contains(0) else None


def _supported(expr: sp.Expr) -> bool:
    plain = (sp.Rational, sp.Symbol, sp.Add, sp.Mul, sp.Pow, sp.exp, sp.log, type(sp.pi), type(sp.E))
    return all(isinstance(node, (*plain, *_FUNCTIONS)) for node in sp.preorder_traversal(expr))


def _value(e: sp.Expr, x: sp.Symbol, z: acb, values: Mapping[sp.Expr, arb], analytic: bool) -> acb:
    """The value of `e` at ``x = z``; not finite where it has none, or (if `analytic`) is not analytic."""

    def value(part: sp.Expr) -> acb:
        return _value(part, x, z, values, analytic)

    if e == x:
        return z
    if e in values:
        return acb(values[e])
    if isinstance(e, sp.Rational):
        return acb(fmpq(int(e.p), int(e.q)))
    if e is sp.pi:
        return acb(arb.pi())
    if isinstance(e, (sp.Add, sp.Mul)):
        total = value(e.args[0])
        for part in e.args[1:]:
            total = total + value(part) if isinstance(e, sp.Add) else total * value(part)
        return total
    if e is sp.E or isinstance(e, sp.exp):
        return value(e.exp).exp()
    if isinstance(e, sp.Pow):
        if isinstance(e.exp, sp.Integer):
            return value(e.base) ** int(e.exp)
        if e.exp == sp.S.Half:
            return value(e.base).sqrt(analytic=analytic)
        return (value(e.exp) * value(e.base).log(analytic=analytic)).exp()
    if isinstance(e, sp.log):
        return value(e.args[0]).log(analytic=analytic)
    found: acb = getattr(value(e.args[0]), e.func.__name__)()
    return found
