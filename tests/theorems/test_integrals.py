"""Joins with integrals and sums without end: what holds, and what would be false if the rules were checked less."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp

from layerproof import (
    Added,
    AllOf,
    Combination,
    Follows,
    Identity,
    Inequality,
    Instance,
    Integral,
    Integrated,
    Limit,
    Line,
    Series,
    Split,
    Squeezed,
    Substitution,
    SumByIntegral,
    Theorem,
    integral,
    natural,
    oo,
    positive,
    real,
    series,
    total,
)
from layerproof.language.symbols import index
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove

from .joining import assert_joined, assert_not_joined, claim, theorem

x, p, q = positive("x p q")
y = real("y")
k, n = natural("k n")
i = index("i", n)


TAIL = claim(Integral(sp.exp(-x), (x, 1, oo), sp.exp(-1)), name="tail")
ROOT = claim(Integral(1 / sp.sqrt(x), (x, 0, 1), 2), name="root")
SQUARES = claim(Integral(x**-2, (x, 1, oo), 1), name="squares")
BELOW = Line(Inequality(sp.exp(-x) / (1 + x), "<=", sp.exp(-x)), by=Follows())
SIGN = Line(Inequality(sp.exp(-x) / (1 + x), ">=", 0), by=Follows())
SMALL = Line(by=Integrated(BELOW, (x, 1, oo), least=SIGN))
TERM = x * sp.exp(-x)
ONE_MORE = claim(Inequality(sp.exp(y), ">=", 1 + y), name="exponential")
AT = Line(by=Instance(ONE_MORE, {y: x - 1}))
PEAK = Line(Inequality(TERM, "<=", sp.exp(-1)), by=Combination((AT, sp.exp(-x))))
WHOLE = claim(Integral(TERM, (x, 1, oo), 2 * sp.exp(-1)), name="whole")
SHAPE = (sp.exp(-x), 1 - x)
SUM = Line(by=SumByIntegral(TERM, (x, 1, oo), PEAK, SHAPE))
SQUARE_FALLS = Line(Inequality(x**-2, "<=", 1), given=[x >= 1], by=Follows())
STRETCH = claim(Substitution(sp.exp(-p * x), (x, 0, oo), into=sp.exp(-q) / p, onto=(q, 0, oo), by=p * x), name="into")
LOW, HIGH = claim(Limit(-1 / p, p, oo, 0), name="low"), claim(Limit(1 / p, p, oo, 0), name="high")
FROM_ZERO = claim(Integral(sp.exp(-x), (x, 0, oo), 1), name="one")

HOLD: dict[str, Callable[[], Theorem]] = {
    "a bound of an integral": lambda: theorem(
        Inequality(integral(sp.exp(-x) / (1 + x), (x, 1, oo)), "<=", sp.exp(-1)),
        [
            BELOW,
            SIGN,
            TAIL,
            SMALL,
            Line(
                Inequality(integral(sp.exp(-x) / (1 + x), (x, 1, oo)), "<=", sp.exp(-1)),
                by=Combination(SMALL, (TAIL, -1)),
            ),
        ],
    ),
    "a range split at a point": lambda: theorem(
        Split(sp.exp(-x), (x, 0, oo), p).says(), [FROM_ZERO, Line(by=Split(sp.exp(-x), (x, 0, oo), p))]
    ),
    "a sum of integrals": lambda: theorem(
        Added((x**-2, sp.exp(-x)), (x, 1, oo)).says(),
        [SQUARES, TAIL, Line(by=Added((x**-2, sp.exp(-x)), (x, 1, oo)))],
    ),
    "a sum with a peak, without end": lambda: theorem(SUM.says, [AT, PEAK, WHOLE, SUM]),
    "a falling sum with an end": lambda: theorem(
        Inequality(series(x**-2, (x, 1, n)), "<=", integral(x**-2, (x, 1, n)) + 1),
        [SQUARE_FALLS, Line(by=SumByIntegral(x**-2, (x, 1, n), SQUARE_FALLS, (x**-3, sp.Integer(-2))))],
    ),
    "a substitution": lambda: theorem(
        Identity(integral(sp.exp(-p * x), (x, 0, oo)), 1 / p),
        [
            FROM_ZERO,
            here := Line(
                Identity(integral(sp.exp(-p * x), (x, 0, oo)), integral(sp.exp(-q), (q, 0, oo)) / p),
                by=Combination(STRETCH),
            ),
            Line(Identity(integral(sp.exp(-p * x), (x, 0, oo)), 1 / p), by=Combination(here, (FROM_ZERO, 1 / p))),
        ],
    ),
    "a bound that holds late enough": lambda: theorem(
        Limit(1 / (p + 1), p, oo, 0),
        [
            under := Line(Inequality(-1 / p, "<=", 1 / (p + 1)), by=Follows()),
            over := Line(Inequality(1 / (p + 1), "<=", 1 / p), given=[p >= q], by=Follows()),
            Line(Limit(1 / (p + 1), p, oo, 0), by=Squeezed(under, over, LOW, HIGH)),
        ],
    ),
}


@pytest.mark.parametrize("name", HOLD)
def test_what_is_joined_is_verified_and_no_broken_join_is(name: str) -> None:
    assert_joined(HOLD[name]())


RECIPROCAL = Line(Inequality(1 / x, ">=", 0), by=Follows())
NO_SUM = Line(Inequality(1 / x, "<=", 1), given=[x >= 1], by=Follows())
WAVE = Line(Inequality(1 + sp.cos(x), "<=", 2), by=Follows())

BAD: dict[str, Callable[[], Theorem]] = {
    "an integral that diverges": lambda: theorem(
        Inequality(integral(1 / x, (x, 1, oo)), ">=", 0),
        [RECIPROCAL, Line(by=Integrated(RECIPROCAL, (x, 1, oo)))],
    ),
    "a larger side without an integral": lambda: theorem(
        Inequality(integral(sp.exp(-x), (x, 1, oo)), "<=", integral(1 / x, (x, 1, oo))),
        [
            TAIL,
            less := Line(Inequality(sp.exp(-x), "<=", 1 / x), given=[x > 1], by=Follows()),
            Line(by=Integrated(less, (x, 1, oo))),
        ],
    ),
    "a smaller side of any sign": lambda: theorem(
        Inequality(integral(-1 / x, (x, 1, oo)), "<=", integral(sp.exp(-x), (x, 1, oo))),
        [
            TAIL,
            less := Line(Inequality(-1 / x, "<=", sp.exp(-x)), by=Follows()),
            Line(by=Integrated(less, (x, 1, oo), least=less)),
        ],
    ),
    "a sign of something else": lambda: theorem(
        Inequality(integral(-1 / x, (x, 1, oo)), "<=", integral(sp.exp(-x), (x, 1, oo))),
        [
            TAIL,
            less := Line(Inequality(-1 / x, "<=", sp.exp(-x)), by=Follows()),
            sign := Line(Inequality(1 / x, ">=", 0), by=Follows()),
            Line(by=Integrated(less, (x, 1, oo), least=sign)),
        ],
    ),
    "a range that runs backwards": lambda: theorem(
        Inequality(integral(sp.exp(-x), (x, 2, 1)), ">=", 0),
        [
            TAIL,
            positive_ := Line(Inequality(sp.exp(-x), ">=", 0), by=Follows()),
            Line(by=Integrated(positive_, (x, 2, 1))),
        ],
    ),
    "a relation that holds on a part of the range": lambda: theorem(
        Inequality(integral(sp.exp(-x), (x, 0, 1)), "<=", integral(sp.exp(-2 * x + 1), (x, 0, 1))),
        [
            part := Line(Inequality(sp.exp(-x), "<=", sp.exp(-2 * x + 1)), given=[x < 1, x > p], by=Follows()),
            Line(by=Integrated(part, (x, 0, 1))),
        ],
    ),
    "a hypothesis about the variable": lambda: theorem(
        Inequality(integral(sp.exp(-x), (x, 1, oo)), "<=", integral(x**-2, (x, 1, oo))),
        [
            TAIL,
            SQUARES,
            part := Line(Inequality(sp.exp(-x), "<=", x**-2), given=[x > 9], by=Follows()),
            Line(by=Integrated(part, (x, 1, oo)), given=[x > 9]),
        ],
    ),
    "split outside of the range": lambda: theorem(
        Split(sp.exp(-x), (x, 1, oo), sp.Rational(1, 2)).says(),
        [TAIL, Line(by=Split(sp.exp(-x), (x, 1, oo), sp.Rational(1, 2)))],
    ),
    "split across a pole": lambda: theorem(
        Split(1 / y, (y, -1, 1), 0, parts=True).says(), [Line(by=Split(1 / y, (y, -1, 1), 0, parts=True))]
    ),
    "split, and not known to have a value": lambda: theorem(
        Split(1 / x, (x, 1, oo), 2).says(), [Line(by=Split(1 / x, (x, 1, oo), 2))]
    ),
    "parts that do not exist": lambda: theorem(
        Added((1 / x, x**-2 - 1 / x), (x, 1, oo)).says(),
        [SQUARES, Line(by=Added((1 / x, x**-2 - 1 / x), (x, 1, oo)))],
    ),
    "a sum with many peaks": lambda: theorem(
        Inequality(series(1 + sp.cos(x), (x, 1, n)), "<=", integral(1 + sp.cos(x), (x, 1, n)) + 2),
        [WAVE, Line(by=SumByIntegral(1 + sp.cos(x), (x, 1, n), WAVE, (sp.Integer(1), -sp.sin(x))))],
    ),
    "a shape that is not the slope": lambda: theorem(
        SUM.says, [AT, PEAK, WHOLE, Line(by=SumByIntegral(TERM, (x, 1, oo), PEAK, (sp.exp(-x), 2 - x)))]
    ),
    "a positive factor that is not": lambda: theorem(
        SUM.says, [AT, PEAK, WHOLE, Line(by=SumByIntegral(TERM, (x, 1, oo), PEAK, (-sp.exp(-x), x - 1)))]
    ),
    "a bound that is no bound": lambda: theorem(
        Inequality(series(TERM, (x, 1, oo)), "<=", 3 * sp.exp(-1) / 2 + integral(TERM, (x, 1, oo)) - sp.exp(-1)),
        [AT, PEAK, WHOLE, SUM],
    ),
    "a bound of another term": lambda: theorem(
        SUM.says, [AT, PEAK, WHOLE, Line(SUM.says, by=SumByIntegral(2 * TERM, (x, 1, oo), PEAK, SHAPE))]
    ),
    "a sum whose integral diverges": lambda: theorem(
        Inequality(series(1 / x, (x, 1, oo)), "<=", integral(1 / x, (x, 1, oo)) + 1),
        [NO_SUM, Line(by=SumByIntegral(1 / x, (x, 1, oo), NO_SUM, (x**-2, sp.Integer(-1))))],
    ),
    "a negative term": lambda: theorem(
        Inequality(series(-TERM, (x, 1, oo)), "<=", integral(-TERM, (x, 1, oo))),
        [
            WHOLE,
            zero := Line(Inequality(-TERM, "<=", 0), by=Follows()),
            Line(by=SumByIntegral(-TERM, (x, 1, oo), zero, (sp.exp(-x), x - 1))),
        ],
    ),
    "without the largest term": lambda: theorem(
        Inequality(series(TERM, (x, 1, oo)), "<=", integral(TERM, (x, 1, oo))), [AT, PEAK, WHOLE, SUM]
    ),
    "ends that are not whole": lambda: theorem(
        Inequality(series(TERM, (x, p, oo)), "<=", integral(TERM, (x, p, oo)) + sp.exp(-1)),
        [
            AT,
            PEAK,
            claim(Integral(TERM, (x, p, oo), (p + 1) * sp.exp(-p)), name="from"),
            Line(by=SumByIntegral(TERM, (x, p, oo), PEAK, SHAPE)),
        ],
    ),
    "an integral of which nothing is known": lambda: theorem(
        Inequality(integral(1 / x, (x, 1, oo)), "<", integral(1 / x, (x, 1, oo)) + p),
        [Line(Inequality(integral(1 / x, (x, 1, oo)), "<", integral(1 / x, (x, 1, oo)) + p), by=Follows())],
    ),
    "a substitution between integrals that diverge": lambda: theorem(
        Identity(integral(1 / x, (x, 0, oo)), integral(1 / q, (q, 0, oo))),
        [
            claim(Substitution(1 / x, (x, 0, oo), into=1 / q, onto=(q, 0, oo), by=p * x)),
            Line(
                Identity(integral(1 / x, (x, 0, oo)), integral(1 / q, (q, 0, oo))),
                by=Combination(claim(Substitution(1 / x, (x, 0, oo), into=1 / q, onto=(q, 0, oo), by=p * x))),
            ),
        ],
    ),
    "a series that may diverge": lambda: theorem(
        Inequality(series(x**-2, (x, 1, oo)), ">=", 1),
        [
            least := claim(Series(k**-2, (k, 1, oo), ">=", 1, by=1 / k), name="least"),
            Line(Inequality(series(x**-2, (x, 1, oo)), ">=", 1), by=Combination(least)),
        ],
    ),
    "a bound that holds up to a point": lambda: theorem(
        Limit(1 / p - 1 / (p + 1), p, oo, 0),
        [
            under := Line(Inequality(-1 / p, "<=", 1 / p - 1 / (p + 1)), given=[p <= q], by=Follows()),
            over := Line(Inequality(1 / p - 1 / (p + 1), "<=", 1 / p), by=Follows()),
            Line(Limit(1 / p - 1 / (p + 1), p, oo, 0), by=Squeezed(under, over, LOW, HIGH)),
        ],
    ),
    "an integral inside a sum over an index of its own": lambda: theorem(
        Identity(total(integral(sp.exp(-x), (x, i, oo)), i), n * integral(sp.exp(-x), (x, 1, oo))),
        [
            TAIL,
            Line(
                Identity(total(integral(sp.exp(-x), (x, i, oo)), i), n * integral(sp.exp(-x), (x, 1, oo))),
                by=Follows(),
            ),
        ],
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_not_joined_is_not_verified(name: str) -> None:
    assert_not_joined(BAD[name]())


def test_an_integral_from_zero_of_what_has_a_pole_there_exists_where_it_is_bounded_by_one_that_does() -> None:
    less = Line(Inequality(sp.exp(-x) / sp.sqrt(x), "<=", 1 / sp.sqrt(x)), by=Follows())
    sign = Line(Inequality(sp.exp(-x) / sp.sqrt(x), ">=", 0), by=Follows())
    bounded = Line(by=Integrated(less, (x, 0, 1), least=sign))
    made = theorem(AllOf(bounded.says, ROOT.statement), [less, sign, ROOT, bounded])
    assert prove(made).verdict is Verdict.VERIFIED, prove(made).reason


def test_an_integral_is_no_function_of_its_variable() -> None:
    with pytest.raises(ValueError, match="depends on its own variable"):
        integral(x, (x, 0, x))
