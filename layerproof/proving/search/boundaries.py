"""Where false statements fail: simple and symmetric points, many magnitudes, edges, and the places that constants name.

Each generator yields points of a chart: a rational a coordinate.  They are cheap to make; which of them are worth ball
arithmetic is decided in doubles.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import sympy as sp

from ..sign_sets import ANY, NONZERO
from .charts import Chart, Coordinate

Values = tuple[Fraction, ...]
_SIMPLE = [Fraction(*p) for p in ((1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (10, 1), (1, 10), (3, 2), (2, 3))]
_POWERS = (0, 1, -1, 2, -2, 3, -3, 4, -4, 6, -6, 9, -9, 12, -12, 20, -20, 40, -40, 100, -100, 300, -300)
_GRID = 1200


def _signed(values: Iterable[Fraction], coordinate: Coordinate) -> list[Fraction]:
    """The values that the coordinate admits, with both signs where it has both, and 0."""
    both = coordinate.signs in (ANY, NONZERO)
    found = [Fraction(0)] if 0 in coordinate.signs else []
    for value in values:
        found += [value, -value] if both else [value]
    return [v for v in dict.fromkeys(found) if coordinate.admits(v)]


def _mixed(choices: Sequence[Sequence[Fraction]], source: random.Random, limit: int = _GRID) -> Iterator[Values]:
    """The whole grid where it is small; otherwise all equal, all but one or two equal, and random mixtures."""
    count = 1
    for options in choices:
        count *= max(len(options), 1)
    if count <= limit:
        yield from itertools.product(*choices)
        return
    common = [v for v in choices[0] if all(v in options for options in choices)]
    for v in common:
        yield tuple(v for _ in choices)
    for v in common[:6]:
        for k, options in enumerate(choices):
            for w in options:
                yield tuple(w if j == k else v for j in range(len(choices)))
    if len(choices) <= 8:
        for j, k in itertools.combinations(range(len(choices)), 2):
            for v, w in itertools.product(choices[j][:12], choices[k][:12]):
                base = common[0] if common else None
                yield tuple(v if i == j else w if i == k else base or choices[i][0] for i in range(len(choices)))
    for _ in range(limit):
        yield tuple(source.choice(options) for options in choices)


def simple(chart: Chart, source: random.Random) -> Iterator[Values]:
    """Small numbers, in every combination where there are few: equal, opposite, zero and one among them."""
    yield from _mixed([_signed(_SIMPLE, c) for c in chart.coordinates], source)


def integers(chart: Chart, source: random.Random) -> Iterator[Values]:
    """Small integers."""
    yield from _mixed([_signed(map(Fraction, range(1, 8)), c) for c in chart.coordinates], source)


def magnitudes(chart: Chart, source: random.Random) -> Iterator[Values]:
    """Powers of ten: every coordinate to 0 and to infinity, alone and with others."""
    powers = [Fraction(10) ** k for k in _POWERS]
    yield from _mixed([_signed(powers, c) for c in chart.coordinates], source)


def at_random(chart: Chart, source: random.Random, count: int = 1500) -> Iterator[Values]:
    """Rationals of many magnitudes, and some in a middling range; sometimes one coordinate repeats another."""

    def draw(coordinate: Coordinate) -> Fraction:
        shape = source.random()
        if shape < 0.5:
            value = Fraction(source.randint(1, 4000), 1000)
        elif shape < 0.8:
            value = Fraction(source.randint(1, 99), 10) * Fraction(10) ** source.randint(-4, 3)
        else:
            value = Fraction(source.randint(1, 200), source.randint(1, 200))
        if coordinate.signs in (ANY, NONZERO) and source.random() < 0.5:
            value = -value
        return value if coordinate.admits(value) else Fraction(0) if 0 in coordinate.signs else -value

    for _ in range(count):
        values = [draw(c) for c in chart.coordinates]
        if len(values) > 1 and source.random() < 0.35:
            j, k = source.sample(range(len(values)), 2)
            twin = values[j] * source.choice((1, 1, 1, -1, 2, Fraction(1, 2)))
            if chart.coordinates[k].admits(twin):
                values[k] = twin
        yield tuple(values)


def named(chart: Chart, source: random.Random, numbers: Sequence[Fraction]) -> Iterator[Values]:
    """The constants of the statement, as values of the coordinates."""
    if numbers:
        few = [Fraction(1), Fraction(2), Fraction(1, 2)]
        for k, coordinate in enumerate(chart.coordinates):
            for value in _signed(numbers, coordinate):
                for rest in few:
                    others = [_signed([rest], c)[-1:] or [Fraction(1)] for c in chart.coordinates]
                    yield tuple(value if j == k else others[j][0] for j in range(len(others)))
        yield from _mixed([_signed(numbers[:12], c) or [Fraction(1)] for c in chart.coordinates], source, 400)


def on_equalities(chart: Chart, source: random.Random, count: int = 120) -> Iterator[Values]:
    """Points of the direct chart at which the equalities hold: each is solved for one symbol, at random others.

    A curve of degree two that is not solved rationally is met by a line through a rational point of it.
    """
    equalities = list(chart.domain.equalities)
    symbols = [c.key for c in chart.coordinates if isinstance(c.key, sp.Symbol)]
    if not equalities or len(symbols) != len(chart.coordinates):
        return
    fixed = {k: sp.Integer(v) for k, v in chart.fixed.items()}
    equalities = [sp.expand(sp.numer(sp.together(e.xreplace(chart.domain.plain).xreplace(fixed)))) for e in equalities]
    if any(not e.is_polynomial(*symbols) or e.free_symbols - set(symbols) for e in equalities):
        return
    known: list[dict[sp.Symbol, sp.Rational]] = []
    for _ in range(count):
        values = _solve(equalities, symbols, chart, source, known)
        if values is not None:
            known.append(values)
            yield tuple(Fraction(int(values[s].p), int(values[s].q)) for s in symbols)


def _solve(
    equalities: Sequence[sp.Expr],
    symbols: Sequence[sp.Symbol],
    chart: Chart,
    source: random.Random,
    known: Sequence[dict[sp.Symbol, sp.Rational]],
) -> dict[sp.Symbol, sp.Rational] | None:
    pool = [Fraction(k, d) for k in range(1, 13) for d in (1, 1, 2, 3, 4, 5, 7, 10)]

    def draw(coordinate: Coordinate) -> sp.Rational:
        options = _signed([source.choice(pool)], coordinate)
        value = source.choice(options or [Fraction(1)])
        return sp.Rational(value.numerator, value.denominator)

    drawn = {c.key: draw(c) for c in chart.coordinates}
    if known and len(equalities) == 1 and source.random() < 0.7:
        start = source.choice(known)
        step = sp.Dummy()
        line = {s: start[s] + step * (sp.Rational(source.randint(-6, 6), source.randint(1, 4))) for s in symbols}
        return _first_root(equalities[0].xreplace(line), step, line, avoid=0)
    order = list(symbols)
    source.shuffle(order)
    values: dict[sp.Symbol, sp.Rational] = {}
    left = list(equalities)
    for equality in left:
        rest = equality.xreplace(values)
        unknowns = [s for s in order if s in rest.free_symbols]
        if not unknowns:
            return None if rest != 0 else values
        for symbol in unknowns[:-1]:
            values[symbol] = drawn[symbol]
        solved = _first_root(rest.xreplace(values), unknowns[-1], {unknowns[-1]: unknowns[-1]}, source=source)
        if solved is None:
            return None
        values |= solved
    return {**drawn, **values}


def _first_root(
    expr: sp.Expr,
    unknown: sp.Symbol,
    images: dict[sp.Symbol, sp.Expr],
    avoid: int | None = None,
    source: random.Random | None = None,
) -> dict[sp.Symbol, sp.Rational] | None:
    """The images at a rational root of `expr` in `unknown`; None if there is none."""
    try:
        polynomial = sp.Poly(expr, unknown)
    except sp.PolynomialError:
        return None
    if polynomial.degree() < 1 or polynomial.degree() > 6:
        return None
    found = [r for r in sp.roots(polynomial, filter="Q") if r != avoid]
    if not found:
        return None
    root = source.choice(sorted(found)) if source else found[0]
    return {s: sp.sympify(e).xreplace({unknown: root}) for s, e in images.items()}
