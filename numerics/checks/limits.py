"""Limits and asymptotic orders, followed along a sequence with 150 digits, further out with more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import mpmath
import sympy as sp
from flint import arb
from sympy.functions.elementary.trigonometric import TrigonometricFunction

from layerproof.language.goals import Goal, Tends
from layerproof.language.statements import Statement
from layerproof.proving.exact.balls import Evaluator, Point, Undefined, Unsupported

from ..concrete import Instance, instances
from ..definedness import Known, parts_of
from ..formulas import TooLarge, compiled
from ..open_functions import not_known, open_functions
from .compare import undefined, usable
from .findings import Findings
from .points import Points
from .sampling import Draws, Plan, relations_of

NEAR = ((1, 2, 3, 4, 6, 8, 12, 16, 24, 32), 150)  # powers of ten, digits
FARTHER = ((50, 75, 100, 150, 200, 300, 400), 450)
FAR = ((50, 100, 200, 400, 800, 1600, 3200), 3500)  # for sequences that settle slowly
CLOSE = 1e-6
NEARLY = 1e-2  # of the member before the last
DRAWS = 200  # sequences: each is followed with hundreds of digits, and more of them find no more
GROWN = 1.5  # times: a remainder that is larger far out than near by more than this is not seen to be bounded
CORNERS = 12
PATIENCE = 24  # sequences followed far out
SURE = 24  # bounded remainders: of these, differences by nature, it is asked whether the digits sufficed
SWINGS = 9  # combinations of values of sines and cosines, before those of one more
DOUBTS = 24  # contradictions looked at again with more digits; if those stand, so do the others


def check_limits(statement: Statement, hypotheses: Sequence[Any], points: Points) -> Findings:
    """Follow every limit among the goals of `statement` at draws of the other symbols."""
    findings = Findings(CLOSE, points.seed, wanted=1)
    relations = relations_of(hypotheses)
    for goal, optional in _goals(statement):
        if not isinstance(goal, Tends):
            findings.could_not(f"{goal.name} is not a limit")
            continue
        expressions = [sp.sympify(e) for e in (goal.expr, goal.point, goal.value) if e is not None]
        if unknown := open_functions(expressions, {goal.variable}):
            findings.could_not(f"{goal.name}: {not_known(unknown, goal.variable)}")
            continue
        sizes = points.sizes(list(instances(expressions, (2, 3), relations)))
        for size in sizes:
            findings.size = size
            instance = Instance({s: n for s, n in size.items() if s != goal.variable})
            flat = [instance.concrete(e, at) for e in expressions for at in instance.index_values([e], most=1)[:1]]
            conditions = instance.conditions(relations)
            count = -(-min(points.draws, DRAWS) // len(sizes))
            if not _follow(goal, flat, conditions, findings, points, count) and not optional:
                findings.could_not(f"{goal.name}: the hypotheses hold nowhere near {goal.variable} = {goal.point}")
    if not findings.draws and not findings.trouble and not findings.against:
        findings.could_not("the hypotheses hold on neither side of the point")
    return findings


def _goals(statement: Statement) -> Iterator[tuple[Goal, bool]]:
    """The goals, each from one side, and whether that side may lie outside of the domain."""
    for goal in statement.goals():
        sides = goal.one_sided() if isinstance(goal, Tends) else (goal,)
        yield from ((side, len(sides) > 1) for side in sides)


def _follow(
    goal: Tends, flat: Sequence[Any], conditions: Sequence[Any], findings: Findings, points: Points, count: int
) -> int:
    """Follow a sequence at each draw, and at special ones; the number of those that the hypotheses hold for."""
    symbols = set().union(*(e.free_symbols for e in flat)) | {goal.variable}
    plan = Plan(symbols, conditions, undefined={goal.variable})
    draws = points.draw(plan, count, points.generator(), unused={goal.variable})
    followed = _follow_each(goal, flat, conditions, findings, draws)
    for here in points.corners(plan, CORNERS):
        found = findings.apart()
        if _follow_each(goal, flat, conditions, found, here) and found.trouble:
            _have_values(goal, flat, conditions, findings, here)
        findings.corner(found)
    return followed


def _have_values(goal: Tends, flat: Sequence[Any], conditions: Sequence[Any], findings: Findings, here: Draws) -> None:
    """Whether the limit, and what tends to it, have values at a draw."""
    powers, digits = NEAR
    members = _values(flat[0], flat[1], goal, here, 0, conditions, powers, digits) or []
    lost = bool(members) and all(not mpmath.isfinite(v) or mpmath.im(v) != 0 for v in members)
    if lost or undefined(list(flat[2:]), here, 0):
        shown = {k: v for k, v in here.shown(0).items() if k != str(goal.variable)}
        findings.could_not(f"{goal.name}: no real value at {_text(shown)}, which is inside the hypotheses")


def _follow_each(goal: Tends, flat: Sequence[Any], conditions: Sequence[Any], findings: Findings, draws: Draws) -> int:
    """Follow a sequence at each draw; the number of those that the hypotheses hold for."""
    expr, point, value = flat[0], flat[1], (flat[2] if len(flat) > 2 else None)
    shorter = _cancelled(expr)
    followed, far, doubts, checked, lost = 0, 0, 0, 0, 0
    unsettled: list[str] = []
    for row in range(len(draws)):
        against, error, inside, members = None, 0.0, True, list[Any]()
        swings = _swings(shorter, point, goal, draws, row)
        if swings is None:
            unsettled.append(_text({k: v for k, v in draws.shown(row).items() if k != str(goal.variable)}))
            followed += 1
            continue
        for powers, digits in (NEAR, FARTHER, FAR) if far < PATIENCE else (NEAR, FARTHER):
            far += digits == FAR[1]
            values = _values(expr, point, goal, draws, row, conditions, powers, digits)
            if values is None:
                inside = False
                break
            with mpmath.workdps(digits):
                target = None if value is None else compiled((value,)).exact(draws.exact(row, digits=digits), digits)[0]
                members += values
                against, error = verdict_of(members if target is None else values, target)
            # unless digits were lost on the way
            if (against is False and value is None and checked < SURE) or (against and doubts < DOUBTS):
                known = _known(values, shorter, point, goal, draws, row, powers, digits)
                checked += 1
                if len(known) < len(values):
                    more = max(2 * digits, 1200)
                    values = _values(expr, point, goal, draws, row, conditions, powers, more) or values
                    known = _known(values, shorter, point, goal, draws, row, powers, more)
                    with mpmath.workdps(more):
                        against, error = verdict_of(known, target) if len(known) > 2 else (None, 0.0)
                    lost += against is None
                doubts += bool(against)
            elif against is False and value is None and 2 * lost > checked:  # as with those that were looked at
                against = None
            if against is not None:
                break
        if not inside:
            continue
        if against is False and value is not None and not _whatever_swings(swings, flat, goal, draws, row):
            against = None
        followed += 1
        shown = {k: v for k, v in draws.shown(row).items() if k != str(goal.variable)}
        if against is None:
            unsettled.append(_text(shown))
        else:
            findings.saw(error, shown, goal.name, against)
    findings.draws += followed - len(unsettled)
    if 0 < len(unsettled) <= followed // 10:
        findings.note(f"{len(unsettled)} of {followed} sequences have not settled, such as at {unsettled[0]}")
    elif unsettled:
        findings.could_not(f"{goal.name}: the sequence has not settled at {unsettled[0]}")
    return followed


def _swings(expr: Any, point: Any, goal: Tends, draws: Draws, row: int) -> list[dict[Any, Any]] | None:
    """What sines and cosines of something that grows without end are replaced by; None if a tangent is among them.

    A sequence meets few of their values, and not those that matter: ``x (1 + sin x)`` comes near 0 again and again.
    """
    power, digits = NEAR[0][-1], NEAR[1]
    found: list[dict[Any, Any]] = [{}]
    for node in sorted(expr.atoms(TrigonometricFunction), key=str):
        if not node.has(goal.variable):
            continue
        with mpmath.workdps(digits):
            places = (_place(point, goal, draws, row, p, digits) for p in (power // 2, power))
            near, far = (abs(compiled((node.args[0],)).exact(place, digits)[0]) for place in places)
        if not mpmath.isfinite(far) or (far > 100 and far > 10 * near):
            if not isinstance(node, (sp.sin, sp.cos)) or len(found) >= SWINGS:
                return None
            found = [{**values, node: sp.Integer(value)} for values in found for value in (-1, 0, 1)]
    return found if len(found) > 1 else []


def _whatever_swings(
    swings: list[dict[Any, Any]] | None, flat: Sequence[Any], goal: Tends, draws: Draws, row: int
) -> bool:
    """Whether a sequence tends where it should, whatever the values of sines and cosines are, the extreme ones too."""
    for values in swings or ():
        for powers, digits in (NEAR, FARTHER):
            found = _values(flat[0].xreplace(values), flat[1], goal, draws, row, (), powers, digits)
            with mpmath.workdps(digits):
                target = compiled((flat[2],)).exact(draws.exact(row, digits=digits), digits)[0]
                against = None if found is None else verdict_of(found, target)[0]
            if against is not None:
                break
        if against is not False:
            return False
    return True


def _values(
    expr: Any,
    point: Any,
    goal: Tends,
    draws: Draws,
    row: int,
    conditions: Sequence[Any],
    powers: Sequence[int],
    digits: int,
) -> list[Any] | None:
    """The expression along the sequence; None if the hypotheses do not hold at its end."""
    found = []
    with mpmath.workdps(digits):
        for power in powers:
            values = _place(point, goal, draws, row, power, digits)
            if power == powers[-1] and not (
                _in_domain(goal.variable, values[goal.variable]) and all(_holds(c, values, digits) for c in conditions)
            ):
                return None
            found.append(_value(expr, values, digits))
    return found


def _value(expr: Any, values: Any, digits: int) -> Any:
    """The value with what cancels cancelled, which loses no digits; NaN where the expression has none as it stands."""
    if (shorter := _cancelled(expr)) != expr:
        try:
            (whole,) = compiled((expr,)).exact(values, digits)
        except TooLarge:  # where that far out parts have values is not seen
            whole = mpmath.mpf(0)
        if not usable(whole):
            return mpmath.nan
    return compiled((shorter,)).exact(values, digits)[0]


@lru_cache(maxsize=1024)
def _cancelled(expr: Any) -> Any:
    """Sums, products and powers as SymPy makes them."""
    plain = isinstance(expr, (sp.Add, sp.Mul, sp.Pow))
    return expr.func(*map(_cancelled, expr.args)) if plain else expr


def _place(point: Any, goal: Tends, draws: Draws, row: int, power: int, digits: int) -> dict[sp.Symbol, Any]:
    """The values of the symbols, the variable near 10^power for an infinite point, and else 10^-power from it.

    Not at round numbers, where sines of many vanish: whole numbers of either parity, and real ones that are no fraction
    of pi.
    """
    away = mpmath.mpf(10) ** (power if point in (sp.oo, -sp.oo) else -power)
    away = away + sum(map(int, str(power))) if goal.variable.is_integer else away * mpmath.sqrt(3)
    if point in (sp.oo, -sp.oo):
        at = away if point == sp.oo else -away
    else:
        base = compiled((point,)).exact(draws.exact(row, digits=digits), digits)[0]
        at = base - away if goal.side == "-" else base + away
    return draws.exact(row, {goal.variable: at}, digits)


def _known(
    values: Sequence[Any],
    expr: Any,
    point: Any,
    goal: Tends,
    draws: Draws,
    row: int,
    powers: Sequence[int],
    digits: int,
) -> list[Any]:
    """The members of a sequence that their digits suffice for, as balls show: log(1 + exp(-s)) is soon 0 with any.

    A ball is small beside the member itself, or beside one that is known: what is rounding only may be of any size.
    """
    scale = mpmath.mpf(0)
    kept = []
    with mpmath.workdps(digits):
        for power, value in zip(powers, values, strict=True):
            place = _place(point, goal, draws, row, power, digits)
            if any(not mpmath.isfinite(v) or mpmath.im(v) != 0 for v in place.values()):
                continue
            ball = _ball(
                expr, {s: Fraction(*mpmath.libmp.to_rational(mpmath.re(v)._mpf_)) for s, v in place.items()}, digits
            )
            if ball is None or ball.rad() <= arb(1e-9) * abs(ball.mid()).max(arb(mpmath.nstr(scale, 17))):
                kept.append(value)
                if mpmath.isfinite(value):
                    scale = max(scale, abs(value))
    return kept


def _ball(expr: Any, values: dict[sp.Symbol, Fraction], digits: int) -> Any:
    """The ball of `expr`, one of infinite radius where it has none; None for what balls do not know."""
    try:
        return Evaluator(Point(values), int(3.33 * digits))(expr)
    except Undefined:
        return arb(0, "inf")
    except Unsupported:
        return None


def verdict_of(values: Sequence[Any], target: Any) -> tuple[bool | None, float]:
    """Whether a sequence speaks against its limit (None if it says nothing), and how far its end is from it.

    Args:
        values: the sequence; its last members are much nearer to the limit point than those before.
        target: the limit; infinite, or None if it need only stay bounded.

    >>> verdict_of([1 + mpmath.mpf(10)**-k for k in range(1, 12)], mpmath.mpf(1))[0]
    False
    >>> verdict_of([1 + mpmath.mpf(10)**-k for k in range(1, 12)], mpmath.mpf(1.001))[0]
    True
    """
    last, before, earlier = values[-1], values[-2], values[-3]
    if any(mpmath.isnan(v) or mpmath.im(v) != 0 for v in (last, before, earlier)):
        return None, 0.0
    if target is None:
        return _bounded([abs(v) for v in values])
    if mpmath.isinf(target):
        rising = last * mpmath.sign(target) > 0 and (mpmath.isinf(last) or abs(last) > abs(before) > abs(earlier))
        if rising and abs(last) > 1e6:
            return False, 0.0
        return (
            (True, float("inf")) if abs(last - before) < CLOSE * max(abs(last), mpmath.mpf(10) ** -30) else (None, 0.0)
        )
    if mpmath.isinf(last):
        return True, float("inf")
    gap, moved = abs(last - target), abs(last - before)
    scale = (
        abs(target) if target != 0 else max(max(abs(v) for v in values if mpmath.isfinite(v)), mpmath.mpf(10) ** -60)
    )
    error = float(gap / scale)
    if abs(before - target) > NEARLY * scale and error <= CLOSE:  # it is there by chance
        return None, error
    if gap <= mpmath.mpf(10) ** -100 * scale:
        return False, error
    if moved < gap / 100:  # it has settled, elsewhere
        return True, error
    ordinary = scale if target != 0 else abs(values[0])  # beside 0 the largest member is no measure: it may be the last
    if abs(last) > 1e6 * ordinary and abs(last) > abs(before) > abs(earlier):
        return True, error
    return (False, error) if error <= CLOSE else (None, error)


def _bounded(sizes: Sequence[Any]) -> tuple[bool | None, float]:
    """Whether sizes speak against a bound; they say nothing where those far out are larger than all before.

    A logarithm grows by a third from one member to the next, and is no bound of itself.
    """
    earlier, before, last = sizes[-3:]
    if last < mpmath.mpf(10) ** -60:
        return False, 0.0
    if last <= 2 * max(before, earlier):
        near, far = ([v for v in part if mpmath.isfinite(v)] for part in (sizes[: len(sizes) // 2], sizes[-3:]))
        return (False, 0.0) if not near or max(far) <= GROWN * max(near) else (None, 0.0)
    return (True, float("inf")) if last > 10 * before and before > 10 * earlier else (None, 0.0)


def _in_domain(variable: sp.Symbol, value: Any) -> bool:
    """Whether a value has the sign that its symbol has by itself."""
    if variable.is_zero is False and value == 0:
        return False
    return not (variable.is_nonnegative and value < 0) and not (variable.is_nonpositive and value > 0)


def _holds(condition: Any, values: Any, digits: int) -> bool:
    """Whether a hypothesis holds; not where a part of it has no real value."""
    if condition in (True, sp.true) or isinstance(condition, (sp.And, sp.Or, sp.Not)):
        return True
    if condition == sp.false:
        return False
    if isinstance(condition, Known):
        return all(map(usable, compiled(condition.args).exact(values, digits)))
    found = compiled((condition.lhs, condition.rhs, *parts_of(condition))).exact(values, digits)
    if not all(map(usable, found)):
        return False
    left, right = found[:2]
    if isinstance(condition, sp.Eq):
        return bool(abs(left - right) <= mpmath.mpf(10) ** -40 * (abs(left) + abs(right) + 1))
    if isinstance(condition, sp.Ne):
        return bool(left != right)
    return bool({"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[condition.rel_op])


def _text(values: dict[str, float]) -> str:
    return ", ".join(f"{k} = {v:.4g}" for k, v in values.items())
