"""Definite integrals, by adaptive quadrature at draws of the other symbols; doubts are settled with 30 digits.

A function that the statement leaves open becomes a concrete one; another one at each size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mpmath
import numpy as np
import scipy.integrate
import sympy as sp
from sympy.core.function import AppliedUndef

from layerproof.derivations.kernel.statements import Integral, Substitution

from ..concrete import Instance, instances
from ..formulas import compiled
from .findings import Findings
from .points import Points
from .sampling import Draws, Plan, relations_of

DRAWS = 60
CLOSE = 1e-7
DIGITS = 30
Range = tuple[sp.Symbol, Any, Any]
_X = sp.Symbol("x", real=True)
_FORMS = (1 + _X**2 / 3, sp.exp(-_X / 2), 2 + sp.sin(_X), 1 / (2 + _X**2))


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
    everything = [e for expr, over in sides for e in (expr, *(over[1:] if over else ()))]
    relations = relations_of(hypotheses)
    known = list(instances([*everything, *relations], (2, 3)))
    sizes = points.sizes(known)
    for size in sizes:
        findings.size = size
        instance = Instance(size)
        chosen = _forms(everything, relations, known.index(size))
        if chosen is None:
            findings.could_not("a hypothesis speaks of a function that is not known")
            return findings
        flat = [_flat(expr, over, chosen, instance) for expr, over in sides]
        conditions = [instance.concrete(h, at) for h in relations for at in instance.index_values([h], most=None)]
        bound = {over[0] for _, over in flat if over}
        parts = [e for expr, over in flat for e in (expr, *(over[1:] if over else ()))]
        symbols = set().union(*(e.free_symbols for e in parts)) - bound
        count = -(-DRAWS // len(sizes))
        draws = points.draw(Plan(symbols, conditions), count, rng) if symbols or conditions else _one()
        for row in range(len(draws)):
            _compare(flat, draws, row, findings)
    return findings


def _one() -> Draws:
    return Draws({}, (), 1, 1)


def _forms(everything: Sequence[Any], relations: Sequence[Any], shift: int) -> dict[Any, Any] | None:
    """A concrete form for each open function of a real argument; None if hypotheses speak of one."""
    entries = {e for expr in everything for e in sp.sympify(expr).atoms(AppliedUndef)}
    entries = {e for e in entries if len(e.args) == 1 and not e.atoms(sp.Idx)}
    functions = sorted({e.func for e in entries}, key=str)
    if any(e.func in functions for r in relations for e in r.atoms(AppliedUndef)):
        return None
    return {f: _FORMS[(k + shift) % len(_FORMS)] for k, f in enumerate(functions)}


def _flat(expr: Any, over: Range | None, chosen: dict[Any, Any], instance: Instance) -> tuple[Any, Range | None]:
    def concrete(e: Any) -> Any:
        for function, form in chosen.items():
            e = sp.sympify(e).replace(function, lambda argument, form=form: form.xreplace({_X: argument}))
        e = sp.sympify(e).doit() if chosen else sp.sympify(e)
        return e if e.is_infinite else instance.concrete(e)

    return concrete(expr), None if over is None else (over[0], concrete(over[1]), concrete(over[2]))


def _compare(flat: Sequence[tuple[Any, Range | None]], draws: Draws, row: int, findings: Findings) -> None:
    values = {s: float(v[row]) for s, v in draws.values.items()}
    try:
        found = [_value(expr, over, values) for expr, over in flat]
    except (ValueError, OverflowError) as problem:
        findings.could_not(str(problem))
        return
    findings.draws += DRAWS if not draws.values else 1
    (one, doubt), (other, another) = found
    if not np.isfinite(other):
        findings.could_not("whether an integral diverges is not seen by quadrature")
        return
    gap, scale = abs(one - other), max(abs(one), abs(other))
    if gap <= max(CLOSE * scale, 10 * (doubt + another)) and doubt + another <= 1e-4 * (1 + scale):
        findings.saw(gap / scale if scale else 0.0, draws.shown(row), "both sides")
        return
    exact = draws.exact(row, digits=DIGITS)
    fine = [_fine(expr, over, exact) for expr, over in flat]
    if any(v is None for v in fine):
        findings.could_not("the quadrature does not settle")
        return
    gap, scale = abs(fine[0] - fine[1]), max(abs(fine[0]), abs(fine[1]))
    error = float(gap / scale) if scale else 0.0
    findings.saw(error, draws.shown(row), "both sides", against=error > CLOSE)


def _value(expr: Any, over: Range | None, values: dict[sp.Symbol, float]) -> tuple[float, float]:
    """A side in double precision, with an estimate of its error."""
    if over is None:
        return float(compiled((expr,))(values)[0]), 0.0
    x, *ends = over
    low, high = (float(e) if e.is_infinite else float(compiled((e,))(values)[0]) for e in ends)
    formula = compiled((expr,))

    def at(position: float) -> float:
        return float(formula({**values, x: np.float64(position)})[0])

    for end in (low, high):  # the quadrature would extrapolate a divergent integral to a finite value
        if np.isinf(end) and not abs(at(np.sign(end) * 1e8)) * 1e8 <= abs(at(np.sign(end) * 1e4)) * 1e4:
            raise ValueError("the integrand does not decay fast enough towards infinity, as far as seen")
    value, error, *_ = scipy.integrate.quad(at, low, high, limit=200, full_output=1)
    if not np.isfinite(value):
        raise ValueError("the integrand has no real value somewhere in the interval")
    return float(value), float(error)


def _fine(expr: Any, over: Range | None, values: dict[sp.Symbol, Any]) -> Any:
    """A side with many digits; None where two quadratures do not agree."""
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
        found = []
        for degree in (7, 9):
            try:
                found.append(
                    mpmath.quad(lambda p: formula.exact({**values, x: p}, DIGITS)[0], [low, high], maxdegree=degree)
                )
            except (ValueError, ZeroDivisionError):
                return None
        settled = all(mpmath.isfinite(v) and mpmath.im(v) == 0 for v in found) and abs(
            found[0] - found[1]
        ) <= 1e-12 * abs(found[1])
        return found[1] if settled else None
