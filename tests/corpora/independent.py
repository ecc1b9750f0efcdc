"""Witnesses checked by other means: SymPy and mpmath at 60 digits, none of the prover's arithmetic."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from layerproof.language.claims import Claim
from layerproof.language.goals import Sign, Tends, Zero
from layerproof.language.verdicts import Witness

DIGITS = 60
Values = Mapping[tuple[str, ...], sp.Rational]


def read(witness: Witness) -> dict[tuple[str, ...], sp.Rational]:
    """The values of a witness by name and indices: ``{("a", "1"): 2}`` from ``a[1] = 2``."""
    found = {}
    for name, value in witness.symbols.items():
        head, _, tail = name.partition("[")
        indices = tail.rstrip("]").split(",") if tail else []
        found[(head, *indices)] = sp.Rational(value)
    return found


def at(expr: sp.Basic, values: Values) -> Any:
    """`expr` with every symbol, index and entry replaced by its value, sums written out."""
    if isinstance(expr, sp.Idx):
        return values.get((str(expr.label),), expr)
    if isinstance(expr, sp.Symbol):
        return values.get((expr.name,), expr)
    if isinstance(expr, sp.Sum):
        *inner, (variable, lower, upper) = expr.limits
        body = sp.Sum(expr.function, *inner) if inner else expr.function
        low, high = int(at(lower, values)), int(at(upper, values))
        return sp.Add(*(at(body.xreplace({variable: sp.Integer(k)}), values) for k in range(low, high + 1)))
    if isinstance(expr, (AppliedUndef, sp.Derivative)):
        entry = expr.expr if isinstance(expr, sp.Derivative) else expr
        name = entry.func.__name__ if entry is expr else f"d{entry.func.__name__}/d" + "".join(map(str, expr.variables))
        indices = [str(at(a, values)) for a in entry.args if isinstance(a, (sp.Idx, sp.Integer)) or a.is_integer]
        return values[(name, *indices)]
    if not expr.args:
        return expr
    return expr.func(*(at(a, values) for a in expr.args))


def number(expr: sp.Basic, values: Values) -> sp.Expr:
    """The value of `expr` to 60 digits."""
    return sp.N(at(sp.sympify(expr), values), DIGITS, maxn=5000)


def inside(claim: Claim, witness: Witness) -> bool:
    """Whether the witness lies in every symbol's domain and satisfies every hypothesis."""
    values = read(witness)
    symbols = {
        s
        for e in (*claim.statement.expressions(), *claim.hypotheses)
        if isinstance(e, sp.Basic)
        for s in e.free_symbols
    }
    for symbol in symbols:
        value = values.get((symbol.name,)) if isinstance(symbol, sp.Symbol) else None
        if value is not None and any(
            getattr(value, f"is_{k}") not in (truth, None) for k, truth in symbol.assumptions0.items()
        ):
            return False
    for hypothesis in claim.hypotheses:
        assert isinstance(hypothesis, Relational)
        if hypothesis.free_symbols <= {s for s in symbols if (str(s),) in values} and at(hypothesis, values) != sp.true:
            return False
    return True


def fails(claim: Claim, witness: Witness) -> bool:
    """Whether the goal that the witness names fails there, by SymPy's and mpmath's numbers."""
    values = read(witness)
    (goal, *_) = [g for g in claim.statement.goals() if witness.part.startswith(g.name)]
    if isinstance(goal, Zero):
        parts = [number(part, values) for part in goal.defined]
        value = number(goal.expr, values)
        return (
            all(part.is_real for part in parts)
            and bool(abs(value) > 0)
            and bool(abs(value) > sp.Float(10) ** -(DIGITS + 10))
        )
    if isinstance(goal, Sign):
        value = number(goal.expr, values)
        return (
            bool(value < 0)
            or (goal.strict and at(goal.expr, values) == 0)
            or (goal.strict and bool(abs(value) < 10**-50))
        )
    assert isinstance(goal, Tends)
    return any(_stays_away(side, values) for side in goal.one_sided())


def _stays_away(goal: Tends, values: Values) -> bool:
    far = []
    for step in (2**20, 2**40, 2**80):
        moved = (
            sp.Integer(step) * (1 if goal.point is sp.oo else -1)
            if goal.point.is_infinite
            else goal.point + sp.Rational(1 if goal.side == "+" else -1, step)
        )
        expr = at(goal.expr.xreplace({goal.variable: sp.Symbol("far")}), values)
        far.append(sp.N(expr.subs(sp.Symbol("far"), sp.Float(moved, 400)), DIGITS))
    if goal.value is None:
        return bool(abs(far[2]) > 100 * abs(far[0]))
    value = at(goal.value, values)
    if value.is_infinite:
        return not (value * far[2] > 0 and abs(far[2]) > 100 * abs(far[0]))
    return all(bool(abs(f - sp.N(value, DIGITS)) > sp.Rational(1, 1000)) for f in far[1:])


def names(text: str) -> str:
    """A name usable as a test id."""
    return re.sub(r"[^A-Za-z0-9+*/()=<>.^-]+", "-", text)
