"""Identities, inequalities and chains, evaluated at draws; and, for kinds without a check of their own, their goals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp

from layerproof.language.goals import Certificate, Goal, Impossible, Inside, Sign, Smooth, Zero
from layerproof.language.places import conditions, corners
from layerproof.language.statements import Chain, Identity, Inequality, Statement

from ..concrete import Instance, instances
from ..formulas import CannotEvaluate, compiled
from . import thin
from .compare import TOLERANCE, equal, signed, size_of, undefined
from .far_sizes import far_sizes
from .findings import Findings
from .one_value import places_in
from .points import Points
from .sampling import Draws, NoDraws, Plan, relations_of

WIDE = (0.01, 30.0)
SEARCHES, SURVIVORS, CHILDREN = 18, 20, 200
SLOW_SEARCHES, FEW = 6, 20  # of what takes quadrature, or a sum without end, at every draw
CORNERS = 60
EDGES = 120
WHOLE, ALIKE = (6, 60), 8
FARTHEST, REMOTE, ROUND = 24, (1e3, 1e6, 1e-3, 1e-6, 1.0), (100.0, 101.0, 1e3, 1e4, 3.0)
NUMBERS = 6  # of a statement, taken as values
STEPS = (1.0, 0.3, 0.03, 3e-3, 3e-4, 3e-5)  # of a symbol, towards where an inequality is tight


def check_algebra(
    pairs: Sequence[tuple[str, Any, str, Any]],
    hypotheses: Sequence[Any],
    points: Points,
    choices: Sequence[int] = (1, 2, 3, 5),
    corners: bool = True,
) -> Findings:
    """Compare ``left relation right``, each with a name, at draws inside the hypotheses, at several sizes.

    Args:
        pairs: tuples (name, left, relation, right).
        choices: the sizes to try.
        corners: whether 0, 1, -1, equal symbols, and where an inequality is tightest are tried as well.
    """
    findings = Findings(TOLERANCE, points.seed, wanted=points.draws)
    expressions = [e for _, left, _, right in pairs for e in (left, right)]
    rng = points.generator()
    relations = relations_of(hypotheses)
    usual = list(instances(expressions, choices, hypotheses=relations))
    tried = points.sizes([*usual, *_beside(usual)])
    sizes = [s for s in tried if not any(_excludes(r, s) for r in relations)]
    if not sizes:
        raise NoDraws("the hypotheses exclude every size that is tried")
    plans, trouble = [], ""
    for size in sizes:
        instance = Instance(size)
        flat = list(_flattened(pairs, instance))
        conditions = instance.conditions(relations)
        symbols = set().union(*(e.free_symbols for _, left, _, right in flat for e in (left, right)))
        try:
            plans.append((size, flat, Plan(symbols, conditions, places=places_in(instance))))
        except NoDraws as none:  # of this size
            trouble = str(none)
    if not plans:
        raise NoDraws(trouble)
    share = -(-points.draws // len(plans))
    for number_of, (size, flat, plan) in enumerate(plans):
        findings.size = size
        wide = share // 3
        parts = [points.draw(plan, share - wide, rng)]
        if wide and not points.again:
            parts.append(points.draw(plan, wide, rng, span=WIDE))
            parts += [
                extra
                for extra in (_at_edges(plan, wide, points.seed), _whole(plan, points.seed), _alike(plan, points.seed))
                if extra is not None
            ]
        for number, part in enumerate(parts):
            if number == 0 or len(part):
                _compare(flat, part, findings)
        findings.draws += sum(map(len, parts))
        if points.again or not corners:
            continue
        for pair in flat:
            if (corner := plan.corners(CORNERS, rng)) is not None:
                _compare([pair], corner, findings)
                _have_values(pair, corner, findings)
        for special in (_special(plan, flat, points.seed), _far(plan, points.seed)):
            if special is not None:
                beside = findings.apart()
                _compare(flat, special, beside, near=False)
                findings.corner(beside)
        for name, slack, strict in _slacks(flat):
            tightest, where = _nearest(slack, plan, parts[0], rng), f"{name}, where it is tightest"
            signed(slack, strict, tightest, findings, where)
            if strict and not findings.against:
                thin.touches(slack, size_of(slack), tightest, plan, findings, where)
        if number_of == 0:
            thin.look(flat, plan, findings, points.seed)
    if corners and not points.again and not findings.against and sizes[0]:
        _look_far(pairs, relations, findings)
    if any(used := [size for size, _, _ in plans]):
        findings.note("sizes " + _named(used))
    return findings


def _look_far(pairs: Sequence[tuple[str, Any, str, Any]], relations: Sequence[Any], findings: Findings) -> None:
    """What speaks against the statement where there are many entries."""
    for size, flat, draws in far_sizes(pairs, relations, findings.seed):
        findings.size = size
        beside = findings.apart()
        _compare(flat, draws, beside, near=False)
        findings.corner(beside)
        if findings.against:
            return


def _flattened(pairs: Sequence[tuple[str, Any, str, Any]], instance: Instance) -> Iterator[tuple[str, Any, str, Any]]:
    for name, left, relation, right in pairs:
        for at in instance.index_values([sp.sympify(left), sp.sympify(right)]):
            shown = ", ".join(f"{i.label} = {k}" for i, k in at.items())
            yield (
                f"{name} at {shown}" if shown else name,
                instance.concrete(left, at),
                relation,
                instance.concrete(right, at),
            )


def _have_values(pair: tuple[str, Any, str, Any], draws: Draws, findings: Findings) -> None:
    """Whether both sides of an inequality have values at special draws: what they share is not in the slack."""
    name, left, relation, right = pair
    if relation == "=":
        return
    with np.errstate(all="ignore"):
        values = [np.broadcast_to(v, (len(draws),)) for v in compiled((left, right))(draws.values)]
    lost = np.flatnonzero(~np.isfinite(sum(values)))
    if len(lost) and (why := undefined((left, right), draws, int(lost[0]))):
        findings.could_not(f"{name}: {why}")


def _compare(flat: Sequence[tuple[str, Any, str, Any]], draws: Draws, findings: Findings, near: bool = True) -> None:
    for name, left, relation, right in flat:
        if relation == "=":
            equal(left, right, draws, findings, name)
    for name, slack, strict in _slacks(flat):
        signed(slack, strict, draws, findings, name, near)


def _special(plan: Plan, flat: Sequence[tuple[str, Any, str, Any]], seed: int) -> Draws | None:
    """Draws of numbers that are in the statement or the hypotheses, their roots, and all letters 0, 1 or -1."""
    sides = [sp.sympify(side) for _, left, _, right in flat for side in (left, right)]
    numbers = {abs(n) for e in (*sides, *plan.relations) for n in sp.sympify(e).atoms(sp.Rational)}
    values = {v for n in sorted(numbers)[:NUMBERS] for v in (n, n / 2, sp.sqrt(n)) if v.is_Rational} | {sp.S.One}
    pool = np.array([0.0, *(sign * float(v) for v in sorted(values) for sign in (1, -1))])
    free = [s for s in plan.symbols if s not in plan.defined and not s.is_integer]
    rng = np.random.default_rng(seed)
    given = {s: np.concatenate([(0.0, 1.0, -1.0), rng.choice(pool, CORNERS - 3)]) for s in free}
    try:
        return plan.draw(CORNERS, rng, given) if free else None
    except NoDraws:
        return None


def _far(plan: Plan, seed: int) -> Draws | None:
    """Draws of very large and very small numbers, and of large whole ones; None if there are none inside."""
    rng = np.random.default_rng(seed)
    given = {}
    for symbol in plan.symbols:
        if symbol in plan.defined:
            continue
        sign = 1.0 if symbol.is_nonnegative else -1.0 if symbol.is_nonpositive else rng.choice((1.0, -1.0), FARTHEST)
        size = rng.choice(ROUND if symbol.is_integer else REMOTE, FARTHEST)
        given[symbol] = sign * (size if symbol.is_integer else size * rng.uniform(1.0, 2.0, FARTHEST))
    try:
        return plan.draw(FARTHEST, rng, given) if given else None
    except NoDraws:
        return None


def _at_edges(plan: Plan, count: int, seed: int) -> Draws | None:
    """Draws just inside of bounds, and of larger integers; None if there are none.  Other draws stay as they were."""
    if not plan.bounds and not any(s.is_integer for s in plan.symbols):
        return None
    try:
        return plan.draw(min(count, EDGES), np.random.default_rng(seed), edge=True)
    except NoDraws:
        return None


def _whole(plan: Plan, seed: int) -> Draws | None:
    """Draws of any whole numbers up to a bound; None if there are none, or none inside the hypotheses."""
    rng = np.random.default_rng(seed)
    whole = [s for s in plan.symbols if s.is_integer and s not in plan.defined]
    try:
        return plan.draw(EDGES, rng, {s: rng.integers(*WHOLE, EDGES).astype(float) for s in whole}) if whole else None
    except NoDraws:
        return None


def _alike(plan: Plan, seed: int) -> Draws | None:
    """Draws in which all symbols have one value; None if there are none inside the hypotheses."""
    free = [s for s in plan.symbols if not s.is_integer and s not in plan.defined]
    rng = np.random.default_rng(seed)
    same = np.exp(rng.uniform(-1, 1, ALIKE)) * np.where(np.arange(ALIKE) % 2, -1.0, 1.0)
    same[0] = 1.0
    try:
        return plan.draw(ALIKE, rng, dict.fromkeys(free, same)) if len(free) > 1 else None
    except NoDraws:
        return None


def _slacks(flat: Sequence[tuple[str, Any, str, Any]]) -> Iterator[tuple[str, Any, bool]]:
    for name, left, relation, right in flat:
        if relation != "=":
            yield name, left - right if relation[0] == ">" else right - left, relation in ("<", ">")


def _nearest(slack: Any, plan: Plan, draws: Draws, rng: np.random.Generator) -> Draws:
    """Draws where `slack` is small: a search by ever smaller steps from the smallest so far."""
    formula = compiled((slack, size_of(slack)))
    free = [s for s in plan.symbols if s not in plan.defined and not s.is_integer]
    slow = slack.has(sp.Integral, sp.Sum)
    searches, children = (SLOW_SEARCHES, FEW) if slow else (SEARCHES, CHILDREN)
    best = draws.keep(np.arange(min(len(draws), FEW))) if slow else draws
    for turn in range(searches):
        value, scale = (np.broadcast_to(v, (len(best),)) for v in formula(best.values))
        with np.errstate(all="ignore"):
            order = np.argsort(np.nan_to_num(value / scale, nan=np.inf))[:SURVIVORS]
        chosen = best.keep(order)
        if turn == searches - 1 or not free:
            return chosen
        rows = np.concatenate([np.arange(len(chosen)), rng.integers(len(chosen), size=children)])
        steps = rng.normal(size=(len(rows), len(free))) * rng.choice(STEPS, (len(rows), 1))
        steps[: len(chosen)] = 0.0
        moved = {s: v[rows] for s, v in chosen.values.items() if s.is_integer and s not in plan.defined}
        moved |= {s: chosen.values[s][rows] * (1 + steps[:, k]) for k, s in enumerate(free)}
        try:
            best = plan.draw(len(rows), rng, moved)
        except NoDraws:
            return chosen
    return best


def _beside(tried: Sequence[Mapping[Any, int]]) -> list[dict[Any, int]]:
    """Sizes in which each is one more than all others, which are equal; none where one alone, or an index, is given."""
    if len(tried) < 2 or len(tried[0]) < 2 or any(isinstance(s, sp.Idx) for s in tried[0]):
        return []
    return [{s: 2 + (s == more) for s in tried[0]} for more in tried[0]]


def _excludes(relation: Any, sizes: Mapping[sp.Symbol, int]) -> bool:
    """Whether a relation among sizes alone, such as C >= 2, is false at these."""
    return bool(relation.free_symbols <= set(sizes) and relation.subs(sizes) == sp.false)


def _named(sizes: Sequence[Any]) -> str:
    return ", ".join("(" + ", ".join(f"{s} = {n}" for s, n in size.items()) + ")" for size in sizes)


def pairs_of(statement: Statement, hypotheses: Sequence[Any] = ()) -> list[tuple[str, Any, str, Any]] | None:
    """The comparisons that a statement of algebra makes.

    For other kinds, those of its goals, or None if one is no comparison.  The hypotheses matter where a point must
    satisfy them.

    Raises:
        CannotEvaluate: if something that no draw meets stands in the way, such as a corner at one point.
    """
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
    goals: list[Goal] = []
    for goal in statement.goals():
        goals += conditions(goal.at, hypotheses) if isinstance(goal, Inside) else [goal]
    for goal in goals:
        if isinstance(goal, Smooth) and not corners(goal.expr, goal.at):
            continue
        if isinstance(goal, Zero):
            positive, negative = _sides(goal.expr)
            found.append((goal.name, positive, "=", negative))
        elif isinstance(goal, Sign):
            found.append((goal.name, goal.expr, ">" if goal.strict else ">=", sp.Integer(0)))
        elif isinstance(goal, Impossible) and goal.unseen:
            raise CannotEvaluate(goal.reason)
        elif not isinstance(goal, Certificate):  # where one fails, the statement may yet be true
            return None
    return found or None


def certificates_of(statement: Statement) -> list[tuple[str, Any, str, Any]]:
    """The comparisons of the goals that show a statement, and without which it may yet be true."""
    goals = [goal.goal for goal in statement.goals() if isinstance(goal, Certificate)]
    return [(g.name, g.expr, ">" if g.strict else ">=", sp.Integer(0)) for g in goals if isinstance(g, Sign)]


def _sides(expr: Any) -> tuple[Any, Any]:
    """A sum that should vanish, as two sides, so that the error is relative to the larger."""
    terms = sp.Add.make_args(sp.sympify(expr))
    return terms[0], -sp.Add(*terms[1:])
