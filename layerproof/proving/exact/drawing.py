"""Rational points inside the hypotheses: what a statement is tried at, the simplest first.

A symbol that an equality defines is computed, an entry that one mentions is moved to where it holds, and integers are
drawn from their bounds on, so that every equality holds exactly at a `Point`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import sympy as sp
from sympy.core.function import AppliedUndef

from ...ground import effort
from ..domain import Contradiction, Domain
from ..sign_sets import ANY, NONNEGATIVE, POSITIVE, SignSet
from .balls import (
    POOLS,
    PRECISIONS,
    Evaluator,
    Point,
    Undefined,
    Unsupported,
    Watched,
    belongs,
    holds,
    rational_value,
    satisfies,
)

_MOVABLE = 6  # entries that are tried to make an equality hold


def points(domain: Domain, *, limit: int = 200, seed: int = 0) -> Iterator[Point]:
    """Rational points inside the hypotheses, the simplest first.

    Entries that no hypothesis mentions are drawn as they are needed; symbols that hypotheses define (``S_0`` as a sum)
    are computed, so that every equality holds exactly.

    Raises:
        Contradiction: if the hypotheses contradict each other, whatever integers there are among the variables.
    """
    integers = [v for v in domain.variables if v.is_integer and v not in domain.definitions]
    source = random.Random(seed)
    yielded = tried = 0
    while yielded < limit and tried < 12 * limit + 50:
        level = 0 if tried < 12 else (1 if tried < 60 else source.choice((1, 2, 2, 3) if yielded else (0, 0, 1, 2, 3)))
        tried += 1
        effort.spend(200)
        fixed = _integers(domain, integers, source, tried, far=tried > 60 and tried % 2 == 0 and not yielded)
        sized = domain.sized(fixed)
        if sized is None:
            continue
        try:
            choices = sized.parametrisations(fixed, limit=4, for_points=True)
        except Contradiction:
            if integers:
                continue  # these integers are none of the domain; others may be
            raise
        chosen = choices[0] if tried < 12 or len(choices) == 1 else source.choice(choices)
        pool = POOLS[level]
        slack_values = {s: _slack_value(signs, pool, source, first=tried == 1) for s, signs in chosen.slacks.items()}
        point = _place(sized, chosen.values, slack_values, fixed, tried + 1000 * seed, level)
        if point is not None:
            point.sparse = tried > 12 and tried % 8 == 5
            yielded += 1
            yield point


def sample(domain: Domain) -> tuple[Point, ...]:
    """Three points inside a domain, or as many as are found; drawn once."""
    if domain.drawn is None:
        domain.drawn = tuple(points(domain, limit=3, seed=7))
    return domain.drawn


def admits(domain: Domain, point: Point) -> bool:
    """Whether every hypothesis certainly has a value and holds at the point; one about every entry, at every entry."""
    if not domain.every:
        return satisfies(point, domain.constraints) and valued(domain, point)
    sizes = [v for v in domain.variables if v in point.values and v.is_integer and v not in domain.definitions]
    sized = domain.sized({v: int(point.entry(v, v)) for v in sizes})
    return sized is not None and satisfies(point, sized.constraints) and valued(domain, point)


def valued(domain: Domain, point: Point) -> bool:
    """Whether each side of a hypothesis, as it is written, certainly has a value at the point."""
    evaluate = Evaluator(point, PRECISIONS[0])
    try:
        for side in domain.written:
            evaluate(side)
    except (Undefined, Unsupported):
        return False
    return True


def _place(
    domain: Domain,
    values: Mapping[sp.Expr, sp.Expr],
    slack_values: Mapping[sp.Symbol, Fraction],
    fixed: Mapping[sp.Expr, int],
    seed: int,
    level: int,
) -> Point | None:
    exact = {s: sp.Rational(v.numerator, v.denominator) for s, v in slack_values.items()}
    owners: dict[object, sp.Expr] = {}
    placed: dict[sp.Expr, Fraction] = {v: Fraction(k) for v, k in fixed.items()}
    for variable, expr in values.items():
        number = expr.xreplace(exact)
        if not isinstance(number, sp.Rational):
            return None
        key: object = (
            (variable.func.__name__, *[int(a) for a in variable.args if isinstance(a, sp.Integer)])
            if isinstance(variable, AppliedUndef)
            else variable
        )
        placed[key] = Fraction(int(number.p), int(number.q))
        owners[key] = variable
    point = Point(placed, seed, level)
    point.owners.update(owners)
    if not (define(domain, point) or (_meet(domain.equalities, point, set(placed)) and define(domain, point))):
        return None
    for variable in domain.variables:
        value = placed.get(variable, point.values.get(variable))
        if value is not None and not belongs(variable, value, point):
            return None
    return point if satisfies(point, domain.constraints) and valued(domain, point) else None


def define(domain: Domain, point: Point) -> bool:
    """Compute the symbols that equalities define; one without a rational value is evaluated wherever it is used.

    False where a symbol has no value, or none in its own domain, or where another equality does not hold exactly.
    """
    pending = dict(domain.definitions)
    point.derived = {}
    for _ in range(len(pending) + 1):
        for symbol, expr in list(pending.items()):
            if expr.free_symbols & set(pending):
                continue
            value = rational_value(expr, point)
            if value is not None:
                point.values[symbol] = value
            elif symbol in domain.plain and not symbol.is_integer:
                point.values.pop(symbol, None)
                point.derived[symbol] = expr
                try:
                    ball = Evaluator(point, PRECISIONS[0])(symbol)
                except (Undefined, Unsupported):
                    return False
                if (own := domain.sign_of_variable(symbol)) != ANY and not holds(ball, own):
                    return False
            else:
                return False
            del pending[symbol]
    return not pending and all(rational_value(e, point) == 0 for e in domain.equalities)


def _meet(equalities: Sequence[sp.Expr], point: Point, placed: set[object]) -> bool:
    """Move one entry of each equality that fails, ``sum_k b[k] u[k] = 0`` say, to where it holds.

    The entry is none of `placed`, and the equality is affine in it.  False where there is no such entry.
    """
    for equality in equalities:
        value = rational_value(equality, point)
        if value is None:
            return False
        watched = Watched(point)
        rational_value(equality, watched)
        movable = sorted((k for k in watched.asked - placed if isinstance(k, tuple)), key=str)[:_MOVABLE]
        if value != 0 and not any(_moved(equality, point, key) for key in movable):
            return False
        placed = placed | watched.asked
    return True


def _moved(equality: sp.Expr, point: Point, key: object) -> bool:
    """Give an entry a rational value at which an equality holds, if the equality is of second degree in it, or less."""
    drawn = point.values[key]
    images = []
    for trial in range(4):
        point.values[key] = Fraction(trial)
        if (image := rational_value(equality, point)) is None:
            break
        images.append(image)
    for root in _roots(images):
        point.values[key] = root
        if belongs(key, root, point):
            return True
    point.values[key] = drawn
    return False


def _roots(images: Sequence[Fraction]) -> Iterator[Fraction]:
    """The rational roots of the polynomial of degree 1 or 2 that has these values at 0, 1, 2 and 3, if one has."""
    if len(images) < 4 or images[3] - 3 * images[2] + 3 * images[1] - images[0] != 0:
        return
    square = (images[2] - 2 * images[1] + images[0]) / 2
    slope = images[1] - images[0] - square
    if square == 0:
        if slope != 0:
            yield -images[0] / slope
        return
    discriminant = slope * slope - 4 * square * images[0]
    if discriminant >= 0:
        root = Fraction(math.isqrt(discriminant.numerator), math.isqrt(discriminant.denominator))
        if root * root == discriminant:
            yield from ((-slope + sign * root) / (2 * square) for sign in (1, -1))


def _integers(
    domain: Domain, variables: Sequence[sp.Expr], source: random.Random, tried: int, far: bool
) -> dict[sp.Expr, int]:
    """Values for the integers among the variables, one after the other, each from its lower bound on.

    A bound is a constraint that is linear in the variable and contains beside it only those that have a value.  With
    `far`, large integers are among them: other hypotheses may ask for these.  So they are at each fourth point, but for
    sizes: a polynomial may vanish at the first integers, and sums of many entries are long.
    """
    fixed: dict[sp.Expr, int] = {}
    sizes = domain.sizes
    for variable in variables:
        low, high = _bounds(domain, variable, fixed)
        if far and high is None:
            beyond = (0, 1, 2, 4, 6, 8, 10, 15, 20, 50, 100, 1000)
            value = (low or 0) + source.choice(beyond[:8] if variable in sizes else beyond)
        elif tried > 30 and tried % 4 == 0 and high is None and variable not in sizes:
            sign = 1 if low is not None else source.choice((1, -1))
            value = (low or 0) + sign * source.choice((5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 30, 50, 100, 1000))
        elif low is None or (low <= 1 and (high is None or high > 5)):
            value = _integer_for(variable, source, tried)
        else:
            value = low + (1 if tried <= 2 else source.choice((0, 1, 1, 2, 2, 3, 4)))
        fixed[variable] = value if high is None or (low is None and value <= high) else min(value, high)
    return fixed


def _bounds(domain: Domain, variable: sp.Expr, fixed: Mapping[sp.Expr, int]) -> tuple[int | None, int | None]:
    """The least and the greatest value of an integer variable, as far as linear constraints tell."""
    known = {v: sp.Integer(k) for v, k in fixed.items()}
    low = 1 if variable.is_positive else 0 if variable.is_nonnegative else None
    high = -1 if variable.is_negative else 0 if variable.is_nonpositive else None
    for constraint in domain.constraints:
        if constraint.signs not in (POSITIVE, NONNEGATIVE):
            continue
        expr = constraint.expr.xreplace(known)
        if expr.free_symbols != {variable} or expr.atoms(AppliedUndef, sp.Sum):
            continue
        slope = sp.diff(expr, variable)
        if not slope.is_Rational or slope == 0:
            continue
        end = -expr.xreplace({variable: sp.S.Zero}) / slope  # the expression is slope * (variable - end)
        if not end.is_Rational:
            continue
        strict = constraint.signs == POSITIVE
        if slope > 0:
            least = int(sp.floor(end)) + 1 if strict else int(sp.ceiling(end))
            low = least if low is None else max(low, least)
        else:
            most = int(sp.ceiling(end)) - 1 if strict else int(sp.floor(end))
            high = most if high is None else min(high, most)
    return low, high


def _integer_for(variable: sp.Expr, source: random.Random, tried: int) -> int:
    if variable.is_positive:
        return 2 if tried <= 2 else source.choice((1, 2, 2, 3, 3, 4, 5))
    if variable.is_nonnegative:
        return source.choice((0, 1, 2, 3))
    return source.choice((-2, -1, 0, 1, 2, 3))


def _slack_value(signs: SignSet, pool: Sequence[Fraction], source: random.Random, first: bool) -> Fraction:
    if first:
        return Fraction(1)
    if signs == POSITIVE:
        return source.choice(pool)
    if signs == NONNEGATIVE:
        return Fraction(0) if source.random() < 0.1 else source.choice(pool)
    value = source.choice(pool)
    if 0 in signs and source.random() < 0.1:
        return Fraction(0)
    return value if source.random() < 0.5 else -value
