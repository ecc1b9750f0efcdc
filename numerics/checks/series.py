"""Sums in closed form, added up term by term; the tail of an infinite one by the formula of Euler and Maclaurin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mpmath
import sympy as sp

from layerproof.language.statements import Series

from ..concrete import Instance, instances
from ..formulas import compiled
from ..open_functions import not_known, open_functions
from .compare import undefined
from .findings import Findings
from .one_value import places_in
from .points import Points
from .sampling import Draws, Plan, relations_of

DRAWS = 24
CORNERS = 12
DIGITS = 25
TERMS = 300
FAR = 300  # the tail is followed to exp(FAR) times the last term
CLOSE = 1e-8


def check_series(statement: Series, hypotheses: Sequence[Any], points: Points) -> Findings:
    """The sum and what it is compared with, at draws inside the hypotheses."""
    findings = Findings(CLOSE, points.seed, wanted=DRAWS // 2)
    j, *bounds = statement.over
    relations = relations_of(hypotheses)
    if unknown := open_functions([statement.term], {j}):
        findings.could_not(not_known(unknown, j))
        return findings
    expressions = [statement.term, statement.equals, *(b for b in bounds if b.is_finite is not False)]
    sizes = points.sizes(list(instances(expressions, (2, 3), relations)))
    rng = points.generator()
    for size in sizes:
        findings.size = size
        instance = Instance({s: n for s, n in size.items() if s != j})
        term, equals = instance.concrete(statement.term), instance.concrete(statement.equals)
        lower, upper = (b if b.is_finite is False else instance.concrete(b) for b in bounds)
        conditions = instance.conditions(relations)
        symbols = (term.free_symbols | equals.free_symbols | lower.free_symbols | upper.free_symbols) - {j}
        count = -(-DRAWS // len(sizes))
        plan = Plan(symbols, conditions, places=places_in(instance))
        batches = [points.draw(plan, count, rng)]
        if (
            points.again is None and upper != sp.oo and any(s.is_integer for s in upper.free_symbols)
        ):  # a bound may hold of the first sums only
            batches.append(points.draw(plan, count, rng, edge=True))
        flat = (term, j, lower, upper, statement.relation, equals)
        for draws in batches:
            for row in range(len(draws) if symbols else 1):
                if _compare(*flat, draws, row, findings):
                    findings.draws += 1 if symbols else DRAWS
        for here in points.corners(plan, CORNERS):
            if upper == sp.oo and (missing := undefined([equals, term.xreplace({j: lower})], here, 0)):
                findings.could_not(missing)
                continue
            beside = findings.apart()
            _compare(*flat, here, 0, beside)
            findings.corner(beside)
    return findings


def _compare(
    term: sp.Expr,
    j: sp.Symbol,
    lower: sp.Expr,
    upper: sp.Expr,
    relation: str,
    equals: sp.Expr,
    draws: Draws,
    row: int,
    findings: Findings,
) -> bool:
    """Compare the sum with what is stated at one draw; whether it has a value that could be found."""
    values = draws.exact(row, digits=DIGITS)
    with mpmath.workdps(DIGITS):
        stated, first = (compiled((e,)).exact(values, DIGITS)[0] for e in (equals, lower))
        last = None if upper == sp.oo else int(compiled((upper,)).exact(values, DIGITS)[0])
        found = _sum(term, j, int(first), last, values)
        if found is None or not mpmath.isfinite(stated) or mpmath.im(stated) != 0:
            findings.could_not("the sum, or what it is compared with, has no value that could be found")
            return False
        _judge(relation, *found, stated, draws.shown(row), findings)
    return True


def _judge(relation: str, value: Any, doubt: Any, stated: Any, shown: dict[str, float], findings: Findings) -> None:
    scale = max(abs(value), abs(stated), mpmath.mpf(10) ** -20)
    if relation == "=":
        error = abs(value - stated)
    else:
        error = max(mpmath.mpf(0), stated - value if relation[0] == ">" else value - stated)
    if relation in ("<", ">") and abs(value - stated) <= CLOSE * scale + doubt:
        findings.could_not("the sum is too near to what it is compared with to be told from it")
    elif error <= CLOSE * scale + doubt:
        findings.saw(float(error / scale), shown, "sum and stated value")
    elif error > CLOSE * scale + 100 * doubt:
        findings.saw(float(error / scale), shown, "sum and stated value", against=True)
    else:
        findings.could_not("the tail of the sum is not known well enough")


def _sum(term: sp.Expr, j: sp.Symbol, first: int, last: int | None, values: dict[Any, Any]) -> tuple[Any, Any] | None:
    """The sum, and how far it may be off; None where it has no value that could be found."""
    formula = compiled((term,))

    def at(position: Any) -> Any:
        return formula.exact({**values, j: position}, DIGITS)[0]

    end = last if last is not None else first + TERMS - 1
    if end - first > 10 * TERMS:
        return None
    terms = [at(mpmath.mpf(k)) for k in range(first, end + 1)]
    total = mpmath.fsum(terms)
    if not mpmath.isfinite(total) or mpmath.im(total) != 0:
        return None
    if last is not None:  # terms that cancel leave their rounding
        return total, mpmath.mpf(10) ** (5 - DIGITS) * mpmath.fsum(abs(term) for term in terms)
    if _is_nothing(term, j, first):
        return total, mpmath.mpf(0)
    start = mpmath.mpf(end + 1)
    here, there, beyond = at(start), at(start + 1), at(10**6 * start)
    if abs(beyond) * 10**6 >= abs(here):  # no faster than 1/j: diverges, or too slow to tell
        return None

    def spread(v: Any) -> Any:
        return at(start * mpmath.exp(v)) * start * mpmath.exp(v)

    try:
        tail, error = mpmath.quad(spread, [0, 10, FAR], error=True)
    except (ZeroDivisionError, ValueError):
        return None
    error += FAR * abs(spread(mpmath.mpf(FAR)))
    if not mpmath.isfinite(tail) or mpmath.im(tail) != 0 or error > 1e-9 * abs(total + tail):
        return None
    return total + tail + here / 2 + (here - there) / 12, abs(here - there) / start


def _is_nothing(term: sp.Expr, j: sp.Symbol, first: int) -> bool:
    """Whether every term is 0, as ``0**j`` is from j = 1 on: such a tail falls no faster than any."""
    kind = {"positive": True} if first > 0 else {"nonnegative": True} if first == 0 else {}
    return bool(sp.expand(term.xreplace({j: sp.Symbol(j.name, integer=True, **kind)})) == 0)
