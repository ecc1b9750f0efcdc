"""Limits and orders, by series in a scale of exponentials, powers and logarithms.

What cannot be compared in the scale is not guessed: the limit stays undecided and the comparison is named.  What
oscillates is bounded, or takes other values again and again (`oscillations.py`).  The result is confirmed by a second
engine: ball arithmetic of the expression along a sequence.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import sympy as sp
from flint import arb

from ...language.goals import Tends
from ...language.printing import text
from ...language.theorems.as_written import lost_parts
from ...language.verdicts import Witness
from ...language.written import plain
from ..constraints import Constraint
from ..domain import Domain
from ..sign_sets import ANY
from . import oscillations
from .balls import Evaluator, Point, Undefined, Unsupported
from .definedness import obligations, unknown_domain
from .outcome import Outcome, Proved, Refuted, Unknown
from .prover import Prover
from .scale import EPS, TERMS, Exhausted, Expansion, Unclear, by_series, eventually, value_of

_STEPS, _NEARER = (6, 12, 24, 48, 96, 192), (2, 3, 4, 5, 6)  # far out, what grows too fast is lost in balls
_SINGLE, _ALIKE = 30, 4  # points at which a limit is asked for by itself; with the same signs, so many of them
_EITHER_SIGN = 2  # letters of which cases are made


def decide(prover: Prover, goal: Tends) -> Outcome:
    """Decide a limit: by series, confirmed in ball arithmetic along a sequence.

    The other symbols are fixed anywhere in their domain.  Hypotheses that mention the variable must hold on the
    way to the limit; so must everything that makes the expression a real number.  Of a limit from both sides, a side is
    left out on which the hypotheses are derived to fail.
    """
    outcomes = [_from_one_side(prover, side) for side in reached(prover, goal)]
    if not outcomes:
        return Unknown(f"{goal.name}: the hypotheses hold nowhere near {goal.variable} = {text(goal.point)}")
    for kind in (Refuted, Unknown):
        for outcome in outcomes:
            if isinstance(outcome, kind):
                return (_by_signs(prover, goal) or outcome) if kind is Unknown else outcome
    return Proved("; ".join(dict.fromkeys(o.how for o in outcomes if isinstance(o, Proved))))


def _by_signs(prover: Prover, goal: Tends) -> Proved | None:
    """Where a letter that may have either sign is taken above 0, below and at 0: ``log(1 + exp(x t))/t``."""
    domain = prover.domain
    said = (*(c.expr for c in domain.constraints), *domain.equalities, *(e.constraint.expr for e in domain.every))
    letters = [
        s
        for s in sorted(goal.expr.free_symbols - {goal.variable}, key=str)
        if isinstance(s, sp.Symbol) and domain.sign_of_variable(s) == ANY and not s.is_integer
    ]
    known = any(letter in expr.free_symbols for expr in (*said, *domain.definitions.values()) for letter in letters)
    if not letters or len(letters) > _EITHER_SIGN or known or sp.sympify(goal.point).free_symbols & {*letters}:
        return None
    letter, rest = letters[0], domain.without(letters[0])
    size = sp.Dummy(letter.name, positive=True)
    for place in (size, -size, sp.S.Zero):
        change = {letter: place}
        if _hides(change, goal):
            return None
        value = None if goal.value is None else sp.sympify(goal.value).xreplace(change)
        one = replace(goal, expr=sp.sympify(goal.expr).xreplace(change), value=value)
        here = rest.beside(size) if place != 0 else rest
        if one.expr.has(sp.nan, sp.zoo) or not isinstance(decide(Prover(here), one), Proved):
            return None
    return Proved(f"for {letter} above 0, below and at 0")


def _hides(change: dict[sp.Symbol, sp.Expr], goal: Tends) -> bool:
    """Whether what needs a value is seen no more where a letter is put in, as in ``sqrt(z) - sqrt(z)``, as written."""
    said = [goal.expr, *(() if goal.value is None else (goal.value,))]
    try:
        return bool(lost_parts(said, lambda expr: expr.xreplace(change)))
    except ValueError:
        return True


def reached(prover: Prover, goal: Tends) -> list[Tends]:
    """The goals from one side each, less a side that is derived to lie outside of the hypotheses."""
    sides = goal.one_sided()
    found = [side for side in sides if len(sides) == 1 or not _left_out(prover, side)]
    return [replace(found[0], name=goal.name)] if len(found) == 1 else found


def _left_out(prover: Prover, goal: Tends) -> bool:
    """Whether it is derived that on this side of the point the variable leaves its domain, or a hypothesis fails."""
    near, rest = _near(sp.sympify(goal.point), goal.side), Prover(prover.domain.without(goal.variable))
    return any(
        eventually(rest, prover.prepared(c.expr).xreplace({goal.variable: near}), ANY - c.signs)
        for c in _on_the_way(prover, goal.variable)
        if c.signs != ANY
    )


def _on_the_way(prover: Prover, variable: sp.Symbol) -> list[Constraint]:
    """What must hold of the variable on the way: its own domain, and the hypotheses that mention it."""
    own = Constraint(variable, prover.domain.sign_of_variable(variable), f"the domain of {variable}")
    return [own, *(c for c in prover.domain.constraints if c.expr.has(variable))]


def _from_one_side(prover: Prover, goal: Tends) -> Outcome:
    expr = prover.prepared(_simplified(goal.expr))
    point = sp.sympify(goal.point)
    near = _near(point, goal.side)
    if goal.variable in prover.domain.definitions:
        return Unknown(
            f"{goal.name}: a hypothesis gives {goal.variable} a value, so that it tends to nothing", unseen=True
        )
    rest = Prover(prover.domain.without(goal.variable))
    if (problem := _obstacle(prover, rest, goal, expr, near)) is not None:
        return Unknown(f"{goal.name}: {problem}", unseen=True)
    series = by_series(rest, expr.xreplace({goal.variable: near}))
    if isinstance(series, str):
        unclear, series = series, oscillations.squeezed(rest, expr, goal.variable, near) or series
    if not isinstance(series, str):
        return _compare(rest, goal, expr, near, *series)
    if goal.value is None and _stays_bounded(rest, goal, expr, near):
        return Proved("a sum of what is bounded, each times what has a finite limit")
    for where, there in oscillations.again_and_again(rest, expr, goal.variable, near):
        series = by_series(rest, there.xreplace({goal.variable: near}))
        outcome = Unknown(goal.name) if isinstance(series, str) else _compare(rest, goal, there, near, *series)
        if isinstance(outcome, Refuted):
            return replace(outcome, how=f"along the values at which {where}: {outcome.how}")
    if (refuted := _at_points(rest, goal, expr, near)) is not None:
        return refuted
    if goal.value is not None and (witness := _far_from(rest, goal, expr, near, goal.value)) is not None:
        return Unknown(
            f"{goal.name}: {unclear}; the values along a sequence stay away from {text(goal.value)} {witness}"
        )
    return Unknown(f"{goal.name}: {unclear}")


def _stays_bounded(prover: Prover, goal: Tends, expr: sp.Expr, near: sp.Expr) -> bool:
    """Whether each term is what has a finite limit times sines, signs and the like."""
    for factor in oscillations.besides(expr, goal.variable):
        found = by_series(prover, factor.xreplace({goal.variable: near}))
        if isinstance(found, str) or not isinstance(_compare(prover, goal, factor, near, *found), Proved):
            return False
    return True


def find(prover: Prover, expr: sp.Expr, variable: sp.Symbol, point: sp.Expr, side: str) -> sp.Expr | None:
    """A finite limit by series, to be confirmed by `decide`; None where none is found."""
    near = _near(point, side)
    found = by_series(Prover(prover.domain.without(variable)), prover.prepared(expr).xreplace({variable: near}))
    return None if isinstance(found, str) or found[0] in (sp.oo, -sp.oo, sp.zoo) else found[0]


def towards(prover: Prover, expr: sp.Expr, variable: sp.Symbol, point: sp.Expr, side: str) -> sp.Expr | None:
    """As `find`; the limit may be ``oo`` or ``-oo``."""
    found = by_series(Prover(prover.domain.without(variable)), expr.xreplace({variable: _near(point, side)}))
    return None if isinstance(found, str) or found[0] is sp.zoo else found[0]


def _simplified(expr: sp.Expr) -> sp.Expr:
    """What is written, as SymPy simplifies it at once; where it is defined is asked of it as it stands."""
    expr = plain(expr)
    if isinstance(expr, (sp.Add, sp.Mul, sp.Pow)):
        return expr.func(*map(_simplified, expr.args))
    return expr


def _near(point: sp.Expr, side: str) -> sp.Expr:
    """The variable near the point, by the distance `EPS`."""
    if point in (sp.oo, -sp.oo):
        return 1 / EPS if point is sp.oo else -1 / EPS
    return point + EPS if side == "+" else point - EPS


def _at_points(prover: Prover, goal: Tends, expr: sp.Expr, near: sp.Expr) -> Outcome | None:
    """Where no one series serves the whole domain: the limit at single points, each of which may refute the goal."""
    symbols = sorted(
        (expr.free_symbols | (goal.value.free_symbols if goal.value is not None else set())) - {goal.variable}, key=str
    )
    tried: Counter[tuple[sp.Expr, ...]] = Counter()
    for point in prover.points(_SINGLE):
        values = {s: sp.Rational(v.numerator, v.denominator) for s in symbols if (v := point.values.get(s)) is not None}
        signs = tuple(sp.sign(values[s]) for s in symbols if s in values)
        tried[signs] += 1
        if len(values) < len(symbols) or tried[signs] > _ALIKE:
            continue
        numeric = Prover(Domain.of([expr.xreplace(values)], []).without(goal.variable))
        moved, value = expr.xreplace({goal.variable: near}).xreplace(values), goal.value
        for keep in TERMS:
            expansion = Expansion(numeric, keep)
            try:
                series = expansion.expand(moved)
                found = value_of(expansion, series) if series.terms or not series.rest else sp.S.Zero
                if not series.terms and any(expansion.order(r) >= 0 for r in series.rest):
                    continue
            except Exhausted:
                continue
            except Unclear:
                break
            stated = None if value is None else value.xreplace(values)
            outcome = _compare(
                numeric,
                replace(goal, value=stated),
                expr.xreplace(values),
                near,
                found,
                series.terms[0][0] if series.terms else sp.S.Zero,
            )
            if isinstance(outcome, Refuted):
                shown = {str(s): str(v) for s, v in values.items()}
                return Refuted(Witness(shown, outcome.witness.residual, goal.name), outcome.how)
            break
    return None


def _obstacle(prover: Prover, rest: Prover, goal: Tends, expr: sp.Expr, near: sp.Expr) -> str | None:
    """What keeps the expression from being a real number, inside the hypotheses, on the way to the limit."""
    wanted = _on_the_way(prover, goal.variable)
    if any(e.constraint.expr.has(goal.variable) for e in prover.domain.every):
        return f"a hypothesis about every index ties {goal.variable} to other symbols"
    if any(e.has(goal.variable) for e in prover.domain.equalities):
        return f"a hypothesis ties {goal.variable} to other symbols by an equality"
    for constraint in wanted:
        if not eventually(rest, constraint.expr.xreplace({goal.variable: near}), constraint.signs):
            return f"that {constraint.origin} holds on the way to the limit is not derived"
    if (name := unknown_domain(expr)) is not None:
        return f"it is not known here where {name} is a real number"
    for obligation in obligations(sp.sympify(goal.expr)):  # as written: a value put in hides 0/x
        wanted_there = prover.prepared(obligation.expr)
        moved = wanted_there.xreplace({goal.variable: near})
        holds = (
            eventually(rest, moved, obligation.signs)
            or oscillations.eventually(rest, wanted_there, goal.variable, near, obligation.signs)
            if moved.has(EPS)
            else rest.sign(moved) <= obligation.signs
        )
        if not holds:
            return f"missing hypothesis: {obligation} is not derived on the way to the limit"
    return None


def _compare(
    prover: Prover, goal: Tends, expr: sp.Expr, near: sp.Expr, found: sp.Expr, coefficient: sp.Expr
) -> Outcome:
    infinite = found in (sp.oo, -sp.oo, sp.zoo)
    if goal.value is None:
        return (_refuted if infinite else _confirmed)(prover, goal, expr, near, found, coefficient)
    value = prover.prepared(plain(goal.value))
    if infinite or value in (sp.oo, -sp.oo):
        return (_confirmed if found == value else _refuted)(prover, goal, expr, near, found, coefficient)
    if value.has(goal.variable):
        return Unknown(f"{goal.name}: the stated limit contains {goal.variable}")
    proof = prover.prove_zero(found - value)
    if isinstance(proof, Proved):
        problem = prover.undefined([goal.value])  # as written: a value put in hides 0/x
        return _confirmed(prover, goal, expr, near, found, coefficient) if problem is None else Unknown(problem)
    others = [s for s in prover.domain.variables if expr.has(s)]  # a witness gives every symbol of the expression
    name = f"{goal.name}: computed minus stated"
    refuted = prover.refute_zero(found - value, name, 120, defined=(found, goal.value, *others))
    if refuted is not None:
        return Refuted(refuted.witness, "the limit by series differs from the stated one; " + refuted.how)
    return Unknown(
        f"{goal.name}: the limit is {text(found)}; that it equals {text(value)} is neither proved nor refuted"
    )


def _ladder(
    point: Point, expr: sp.Expr, near: sp.Expr, variable: sp.Symbol, steps: tuple[int, ...] = _STEPS
) -> list[arb]:
    """Values at eps = 2**-k for growing k."""
    balls = []
    moved = expr.xreplace({variable: near})
    for k in steps:
        trial = point.copy()
        trial.values[EPS] = Fraction(1, 2**k)
        try:
            balls.append(Evaluator(trial, 4096)(moved))
        except Undefined:
            continue
    return balls


def _approaches(balls: list[arb], value: arb) -> bool:
    """Whether the values come near `value`: far out, the gap is small, or a fraction of what it was."""
    gaps = [abs(b - value) for b in balls]
    return bool(gaps[-1].contains(0)) or bool(gaps[-1] < gaps[0] / 4) or bool(gaps[-1] < arb(2) ** -40)


def _diverges(balls: list[arb], sign: int) -> bool:
    """Whether the values grow in one direction."""
    return bool(sign * balls[-1] > 0) and bool(sign * balls[-1] > 2 * sign * balls[0])


def _confirmed(
    prover: Prover, goal: Tends, expr: sp.Expr, near: sp.Expr, found: sp.Expr, coefficient: sp.Expr
) -> Outcome:
    how = f"series in a scale of exponentials, powers and logarithms: the limit is {text(found)}"
    agreed = 0
    for point in prover.points(6):
        try:
            balls = _ladder(point, expr, near, goal.variable)
            if len(balls) < 3:
                continue
            if found in (sp.oo, -sp.oo):
                ok = _diverges(balls, 1 if found is sp.oo else -1)
            else:
                ok = _approaches(balls, Evaluator(point, 4096)(found))
        except (Undefined, Unsupported):
            continue
        if not ok:
            return Unknown(
                f"{goal.name}: the series gives {text(found)}, "
                "but ball arithmetic along a sequence does not approach it"
            )
        agreed += 1
        if agreed == 4:
            break
    if not agreed:
        return Unknown(
            f"{goal.name}: the series gives {text(found)}, which ball arithmetic could not confirm at any point"
        )
    return Proved(f"{how}; confirmed along a sequence in ball arithmetic at {agreed} points")


def _far_from(prover: Prover, goal: Tends, expr: sp.Expr, near: sp.Expr, value: sp.Expr) -> str | None:
    if value in (sp.oo, -sp.oo):
        return None
    for point in prover.points(2):
        try:
            balls = _ladder(point, expr - value, near, goal.variable)
        except (Unsupported, Undefined):
            return None
        if len(balls) > 2 and abs(balls[-1]) > arb(2) ** -10:
            return "at " + ", ".join(f"{k} = {v}" for k, v in point.shown().items())
    return None


def _refuted(
    prover: Prover, goal: Tends, expr: sp.Expr, near: sp.Expr, found: sp.Expr, coefficient: sp.Expr
) -> Outcome:
    """A point where the values go where the series says, and not where the statement says."""
    for point in prover.points(12):
        try:
            balls = _ladder(point, expr, near, goal.variable)
            if len(balls) < 3:
                continue
            if found in (sp.oo, -sp.oo, sp.zoo):
                lead = Evaluator(point, 4096)(coefficient)
                sign = 1 if lead > 0 else -1 if lead < 0 else 0
                limit = sp.oo if sign > 0 else -sp.oo
                ok = sign != 0 and limit != goal.value and _diverges(balls, sign)
                if not ok and sign != 0 and limit != goal.value:
                    balls = _ladder(point, expr, near, goal.variable, _NEARER)
                    ok = len(balls) > 2 and _diverges(balls, sign)
            else:
                limit, ok = found, _approaches(balls, Evaluator(point, 4096)(found))
        except (Undefined, Unsupported):
            continue
        if ok:
            shown = {k: v for k, v in point.shown().items() if k != str(goal.variable)}
            stated = "any bound" if goal.value is None else text(goal.value)
            residual = f"tends to {text(limit)}, not to {stated}; far out the value is {balls[-1].str(8)}"
            return Refuted(Witness(shown, residual, goal.name), "series, confirmed in ball arithmetic")
    return Unknown(f"{goal.name}: the series gives {text(found)}, which ball arithmetic could not confirm")
