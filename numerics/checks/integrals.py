"""Definite integrals, by adaptive quadrature at draws of the other symbols; doubts are settled with 30 digits.

A function that the statement leaves open becomes one concrete form after the other, some of which grow fast.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from layerproof.language.statements import Integral, Substitution

from ..concrete import Instance, instances
from ..formulas import compiled
from ..open_functions import not_known, open_functions
from .compare import undefined
from .findings import Findings
from .one_value import places_in
from .points import Points
from .quadrature import STEADY, finer, integral, landmarks, look_for_poles
from .sampling import Draws, Plan, relations_of

DRAWS = 60
CORNERS = 12
GRID = 65
CLOSE = 1e-7
DIGITS = 30
FINE = 1e-11  # of the integral of the magnitude: terms that cancel to less vanish
ROUNDING = 1e-14
STANDS = 100.0  # estimates of the error: a gap that exceeds so many is no error of the quadrature
Range = tuple[sp.Symbol, Any, Any]
_X = sp.Symbol("x", real=True)
_FORMS = (1 + _X**2 / 3, sp.exp(-_X / 2), 2 + sp.sin(_X), 1 / (2 + _X**2))
_FAST = (sp.exp(_X), sp.exp(_X**2))  # what holds at infinity for slow ones only


def check_integrals(statement: Integral | Substitution, hypotheses: Sequence[Any], points: Points) -> Findings:
    """Both sides of the statement at draws inside the hypotheses."""
    if isinstance(statement, Integral):
        left: tuple[Any, Range | None] = (statement.integrand - statement.plus, statement.over)
        right: tuple[Any, Range | None] = (statement.equals, None)
    else:
        left, right = (statement.integrand, statement.over), (statement.into, statement.onto)
    findings = Findings(CLOSE, points.seed, wanted=DRAWS // 2)
    rng = points.generator()
    sides = [left, right]
    apart = [(part, statement.over) for part in _apart(statement)]
    everything = [e for expr, over in sides for e in (expr, *(over[1:] if over else ()))]
    relations = relations_of(hypotheses)
    sizes = points.sizes(list(instances(everything, (2, 3), relations)))
    forms = _forms(everything, relations, (*_FORMS, *(_FAST if isinstance(statement, Integral) else ())))
    if forms is None:
        findings.could_not("a hypothesis speaks of a function that is not known")
        return findings
    for size, chosen in itertools.product(sizes, forms):
        findings.size = size
        instance = Instance(size)
        flat = [_flat(expr, over, chosen, instance) for expr, over in sides]
        conditions = instance.conditions(relations)
        bound = {over[0] for _, over in flat if over}
        of = [_formed(expr, chosen) for expr, _ in (*sides, *apart)]
        if unknown := open_functions(of, bound):
            findings.could_not(not_known(unknown, ", ".join(sorted(map(str, bound)))))
            return findings
        parts = [e for expr, over in flat for e in (expr, *(over[1:] if over else ()))]
        symbols = set().union(*(e.free_symbols for e in parts)) - bound
        count = -(-DRAWS // (len(sizes) * len(forms)))
        plan = Plan(symbols, conditions, places=places_in(instance))
        draws = points.draw(plan, count, rng) if symbols or conditions else _one()
        own = [_flat(expr, over, chosen, instance) for expr, over in apart]
        for row in range(len(draws)):
            if _have_values(own, draws, row, findings) and _is_monotone(statement, instance, draws, row, findings):
                _compare(flat, draws, row, findings)
        _at_corners(flat, plan, points, findings)
    return findings


def _at_corners(flat: Sequence[tuple[Any, Range | None]], plan: Plan, points: Points, findings: Findings) -> None:
    """Where other symbols are 0, 1, -1 or equal to each other."""
    for here in points.corners(plan, CORNERS):
        stated = [part for expr, over in flat for part in (over[1:] if over else (expr,))]
        if missing := undefined(stated, here, 0):
            findings.could_not(missing)
            continue
        found = findings.apart()
        _compare(flat, here, 0, found)
        findings.corner(found)


def _one() -> Draws:
    return Draws({}, (), 1, 1)


def _forms(everything: Sequence[Any], relations: Sequence[Any], forms: Sequence[Any]) -> list[dict[Any, Any]] | None:
    """Concrete forms for the open functions of a real argument, in turn; None if hypotheses speak of one."""
    entries = {e for expr in everything for e in sp.sympify(expr).atoms(AppliedUndef)}
    entries = {e for e in entries if len(e.args) == 1 and not e.atoms(sp.Idx)}
    functions = sorted({e.func for e in entries}, key=str)
    if any(e.func in functions for r in relations for e in r.atoms(AppliedUndef)):
        return None
    if not functions:
        return [{}]
    return [{f: forms[(k + shift) % len(forms)] for k, f in enumerate(functions)} for shift in range(len(forms))]


def _flat(expr: Any, over: Range | None, chosen: dict[Any, Any], instance: Instance) -> tuple[Any, Range | None]:
    def concrete(e: Any) -> Any:
        e = _formed(e, chosen)
        return e if e.is_infinite else instance.concrete(e)

    return concrete(expr), None if over is None else (over[0], concrete(over[1]), concrete(over[2]))


def _formed(expr: Any, chosen: dict[Any, Any]) -> Any:
    """An expression with a form for each open function."""
    for function, form in chosen.items():
        expr = sp.sympify(expr).replace(function, lambda argument, form=form: form.xreplace({_X: argument}))
    return sp.sympify(expr).doit() if chosen else sp.sympify(expr)


def _apart(statement: Integral | Substitution) -> tuple[Any, ...]:
    """Integrands that are stated together, and must each have an integral."""
    if isinstance(statement, Substitution) or statement.plus == 0:
        return ()
    return (statement.integrand, statement.plus)


def _have_values(parts: Sequence[tuple[Any, Range | None]], draws: Draws, row: int, findings: Findings) -> bool:
    """Whether each integral seems to have a value by itself."""
    values = {s: float(v[row]) for s, v in draws.values.items()}
    try:
        for expr, over in parts:
            _value(expr, over, values)
    except (ValueError, OverflowError) as problem:
        findings.could_not(str(problem))
        return False
    return True


def _is_monotone(
    statement: Integral | Substitution, instance: Instance, draws: Draws, row: int, findings: Findings
) -> bool:
    """Whether a substitution goes one way, as far as a grid shows."""
    if isinstance(statement, Integral):
        return True
    x, *ends = statement.over
    values = {s: float(v[row]) for s, v in draws.values.items()}
    low, high = (
        math.copysign(1e3, e) if e.is_infinite else float(compiled((instance.concrete(e),))(values)[0]) for e in ends
    )
    shares = np.concatenate([np.linspace(0, 1, GRID)[1:-1], near := np.geomspace(1e-7, 0.1, GRID), 1 - near])
    grid = low + (high - low) * np.unique(shares)
    seen = np.broadcast_to(compiled((instance.concrete(statement.by),))({**values, x: grid})[0], grid.shape)
    steps = np.diff(seen[np.isfinite(seen)])
    if low == high or (((steps >= 0).all() or (steps <= 0).all()) and steps.any()):
        return True
    findings.could_not(f"the substitution does not go one way at {', '.join(map(str, values.values())) or 'all'}")
    return False


def _compare(flat: Sequence[tuple[Any, Range | None]], draws: Draws, row: int, findings: Findings) -> None:
    values = {s: float(v[row]) for s, v in draws.values.items()}
    try:
        found = [_value(expr, over, values) for expr, over in flat]
    except (ValueError, OverflowError) as problem:
        findings.could_not(str(problem))
        return
    findings.draws += DRAWS if not draws.values else 1
    (one, doubt, size), (other, another, further) = found
    if not np.isfinite(other):
        findings.could_not("whether an integral diverges is not seen by quadrature")
        return
    gap, scale, doubt = abs(one - other), max(abs(one), abs(other)), doubt + another
    if gap <= doubt <= FINE * max(size, further):  # both vanish, as far as can be seen
        findings.saw(0.0, draws.shown(row), "both sides")
        return
    if doubt <= CLOSE * scale and (gap <= CLOSE * scale or gap > STANDS * doubt):
        findings.saw(gap / scale if scale else 0.0, draws.shown(row), "both sides", against=gap > CLOSE * scale)
        return
    exact = draws.exact(row, digits=DIGITS)
    fine = [_fine(expr, over, exact, values) for expr, over in flat]
    if any(v is None for v in fine):
        findings.could_not(f"the quadrature is known to {doubt / scale if scale else doubt:.0e} only")
        return
    gap, scale = abs(fine[0] - fine[1]), max(abs(fine[0]), abs(fine[1]))
    error = float(gap / scale) if scale else 0.0
    findings.saw(error, draws.shown(row), "both sides", against=error > CLOSE)


def _value(expr: Any, over: Range | None, values: dict[sp.Symbol, float]) -> tuple[float, float, float]:
    """A side in double precision, an estimate of its error, and the size of what is added up.

    An integral is found by two rules, cut where something happens.
    """
    if over is None:
        return float(compiled((expr,))(values)[0]), 0.0, 0.0
    x, *ends = over
    low, high = (float(e) if e.is_infinite else float(compiled((e,))(values)[0]) for e in ends)
    formula = compiled((expr,))

    def at(position: float) -> float:
        return float(formula({**values, x: np.float64(position)})[0])

    for end in (low, high):  # the quadrature would extrapolate a divergent integral to a finite value
        if np.isinf(end) and not abs(at(np.sign(end) * 1e8)) * 1e8 <= STEADY * abs(at(np.sign(end) * 1e4)) * 1e4:
            raise ValueError("the integrand does not decay fast enough towards infinity, as far as seen")
    cuts = landmarks(expr, x, values, low, high)
    if low != high:
        look_for_poles(at, min(low, high), max(low, high), cuts)
    value, error, size = integral(at, low, high, cuts)
    again, _, _ = integral(at, low, high, finer(low, high, cuts))
    return value, min(error, 1e-9 * size) + abs(value - again) + ROUNDING * size, size


def _fine(expr: Any, over: Range | None, values: dict[sp.Symbol, Any], about: dict[sp.Symbol, float]) -> Any:
    """A side with many digits; None where two quadratures do not agree.  `about`: the values in double precision."""
    with mpmath.workdps(DIGITS):
        if over is None:
            value = compiled((expr,)).exact(values, DIGITS)[0]
            return value if mpmath.isfinite(value) else None
        x, *ends = over
        low, high = (
            (mpmath.inf if e > 0 else -mpmath.inf) if e.is_infinite else compiled((e,)).exact(values, DIGITS)[0]
            for e in ends
        )
        formula = compiled((expr,))
        cuts = landmarks(expr, x, about, float(low), float(high))
        places = [low, *sorted(cuts, reverse=bool(high < low)), high]
        found = []
        for degree in (7, 9):
            try:
                found.append(
                    mpmath.quad(lambda p: formula.exact({**values, x: p}, DIGITS)[0], places, maxdegree=degree)
                )
            except (ValueError, ZeroDivisionError):
                return None
        settled = all(mpmath.isfinite(v) and mpmath.im(v) == 0 for v in found) and abs(
            found[0] - found[1]
        ) <= 1e-12 * abs(found[1])
        return found[1] if settled else None
