"""Identities, inequalities and chains, evaluated at draws; and, for kinds without a check of their own, their goals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import sympy as sp

from layerproof.derivations.kernel.goals import Sign, Zero
from layerproof.derivations.kernel.statements import Chain, Identity, Inequality, Statement

from .compare import TOLERANCE, equal, signed
from .concrete import Instance, instances
from .findings import Findings
from .sampling import Draws, Plan, relations_of

WIDE = (0.01, 30.0)


def check_algebra(pairs: Sequence[tuple[str, Any, str, Any]], hypotheses: Sequence[Any], draws: int, seed: int, choices: Sequence[int] = (1, 2, 3, 5)) -> Findings:
    """Compare ``left relation right``, each with a name, at draws inside the hypotheses, at several sizes.

    Args:
        pairs: tuples (name, left, relation, right).
        choices: the sizes to try.
    """
    findings = Findings(TOLERANCE, seed)
    expressions = [e for _, left, _, right in pairs for e in (left, right)]
    rng = np.random.default_rng(seed)
    sizes = list(instances([*expressions, *relations_of(hypotheses)], choices))
    share = -(-draws // len(sizes))
    for size in sizes:
        instance = Instance(size)
        flat = list(_flattened(pairs, instance))
        conditions = [c for h in relations_of(hypotheses) for at in instance.index_values([h], most=None) for c in [instance.concrete(h, at)]]
        symbols = set().union(*(e.free_symbols for _, left, _, right in flat for e in (left, right)))
        plan = Plan(symbols, conditions)
        wide = share // 3
        parts = [plan.draw(share - wide, rng), *([plan.draw(wide, rng, span=WIDE)] if wide else [])]
        for number, part in enumerate(parts):
            if number == 0 or len(part):
                _compare(flat, part, findings, size)
        findings.draws += sum(map(len, parts))
    if any(sizes):
        findings.note("sizes " + _named(sizes))
    return findings


def _flattened(pairs: Sequence[tuple[str, Any, str, Any]], instance: Instance) -> Iterator[tuple[str, Any, str, Any]]:
    for name, left, relation, right in pairs:
        for at in instance.index_values([sp.sympify(left), sp.sympify(right)]):
            shown = ", ".join(f"{i.label} = {k}" for i, k in at.items())
            yield f"{name} at {shown}" if shown else name, instance.concrete(left, at), relation, instance.concrete(right, at)


def _compare(flat: Sequence[tuple[str, Any, str, Any]], draws: Draws, findings: Findings, size: Any) -> None:
    for name, left, relation, right in flat:
        if relation == "=":
            equal(left, right, draws, findings, name)
        else:
            slack = left - right if relation[0] == ">" else right - left
            signed(slack, relation in ("<", ">"), draws, findings, name)


def _named(sizes: Sequence[Any]) -> str:
    return ", ".join("(" + ", ".join(f"{s} = {n}" for s, n in size.items()) + ")" for size in sizes)


def pairs_of(statement: Statement) -> list[tuple[str, Any, str, Any]] | None:
    """The comparisons that a statement of algebra makes; for other kinds, those of its goals, or None if one is no comparison."""
    if isinstance(statement, Identity):
        return [("left and right", statement.lhs, "=", statement.rhs)]
    if isinstance(statement, Inequality):
        return [("larger and smaller", statement.lhs, statement.relation, statement.rhs)]
    if isinstance(statement, Chain):
        before, found = statement.first, []
        for number, link in enumerate(statement.links, start=1):
            found.append((f"line {number}", before, link.relation, link.line))
            before = link.line
        return found
    found = []
    for goal in statement.goals():
        if isinstance(goal, Zero):
            positive, negative = _sides(goal.expr)
            found.append((goal.name, positive, "=", negative))
        elif isinstance(goal, Sign):
            found.append((goal.name, goal.expr, ">" if goal.strict else ">=", sp.Integer(0)))
        else:
            return None
    return found


def _sides(expr: Any) -> tuple[Any, Any]:
    """A sum that should vanish, as two sides, so that the error is relative to the larger."""
    terms = sp.Add.make_args(sp.sympify(expr))
    return terms[0], -sp.Add(*terms[1:])
