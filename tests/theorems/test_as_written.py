"""What is put in hides nothing: each part has a value as it is written, or the theorem is none.

Each of those that fail says something false, at the values beside it; with what it lacks it holds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from layerproof import (
    Added,
    AllOf,
    Along,
    Approaches,
    AtEnd,
    ByInduction,
    Chain,
    Combination,
    Compared,
    Conserved,
    Continuous,
    Eq,
    Exists,
    Follows,
    ForAll,
    Given,
    GradientFlow,
    Identity,
    Inequality,
    Instance,
    Integral,
    Integrated,
    InTheLimit,
    Kept,
    Limit,
    Line,
    Link,
    Minimum,
    OfEnds,
    Substitution,
    Tends,
    Theorem,
    Throughout,
    families,
    index,
    integral,
    natural,
    nonnegative,
    oo,
    positive,
    real,
    time,
    total,
    trajectories,
)
from layerproof.language.theorems.as_written import lost_parts, parts_in
from layerproof.language.theorems.substitution import Substitution as Values
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove

from .joining import assert_not_joined, claim, theorem

x, y, z, c, w, s, a_0 = real("x y z c w s a_0")
u, v, p = positive("u v p")
q = nonnegative("q")
n = natural("n")
i = index("i", n)
X, Y = families("X Y")
t = time()
a, b = trajectories("a b", t)


def by_algebra(*said: Any) -> list[Line]:
    return [Line(relation, by=Follows()) for relation in said]


def ge(left: Any, right: Any) -> Inequality:
    return Inequality(left, ">=", right)


# -- the point of a minimum, and what there is -------------------------------------------------------------------------

SQUARE = (x**2 - y) ** 2


def at(objective: Any, point: Any, *constraints: Any, hypotheses: Any = (), **more: Any) -> Theorem:
    """A minimum that algebra shows to be one."""
    least = Minimum(objective, point, constraints, **more)
    said = Inequality(objective, "<=" if more.get("greatest") else ">=", least.value)
    return theorem(least, [Line(said, given=constraints, by=Follows())], *hypotheses)


def there_is(witness: Any, part: Any, shown: Any, *hypotheses: Any) -> Theorem:
    return theorem(Exists(x, witness, part), by_algebra(shown), *hypotheses)


UNDEFINED: dict[str, Callable[[], Theorem]] = {
    "a root, at y = -1": lambda: at(SQUARE, {x: sp.sqrt(y)}),
    "a quotient, at y = 0": lambda: at((x * y - 1) ** 2 + c**2, {x: 1 / y, c: 0}),
    "a logarithm that is greatest, at y = -1": lambda: at(-((sp.exp(x) - y) ** 2), {x: sp.log(y)}, greatest=True),
    "an entry, where Y[i] = 0": lambda: at(total((X[i] * Y[i] - 1) ** 2, i), {X[i]: 1 / Y[i]}),
    "a constraint, at y = -1": lambda: at(c**2 + x**2, {c: 0, x: 0}, x * sp.log(y) <= 0),
    "a constraint in which the point cancels, at y = 0": lambda: at(c**2, {c: 0, x: z * y}, x / y >= z),
    "a witness, at z = -1": lambda: there_is(
        sp.sqrt(z), Inequality(x**2, "<=", z + y**2), Inequality(z, "<=", z + y**2)
    ),
    "a witness that cancels, at y = 0": lambda: there_is(1 / y, ge(x * y + z**2, 1), ge(1 + z**2, 1)),
    "a part in which it cancels, at y = 0": lambda: there_is(z * y, ge(x / y + c**2, z), ge(z + c**2, z)),
    "a logarithm, at y = -1": lambda: there_is(sp.log(y), ge(sp.exp(x) + z**2, y), ge(y + z**2, y)),
    "a power at a whole exponent, at y = -1": lambda: there_is(2, ge(y**x + c**2, y**2), ge(y**2 + c**2, y**2)),
    "powers of entries at a whole exponent": lambda: there_is(
        2, ge(total(X[i] ** x, i) + c**2, total(X[i] ** 2, i)), ge(total(X[i] ** 2, i) + c**2, total(X[i] ** 2, i))
    ),
    "a sum that vanishes, where Y[i] = 0": lambda: there_is(0, ge(total(x / Y[i], i) + c**2, 0), ge(c**2, 0)),
    "a piece, at y = 0": lambda: there_is(0, ge(sp.Piecewise((x / y, z > 0), (x, True)) + c**2, 0), ge(c**2, 0)),
    "one of two": lambda: theorem(
        AllOf(Exists(x, 1 / y, ge(x * y + z**2, 1)), ge(1 + z**2, 1)), by_algebra(ge(1 + z**2, 1))
    ),
    "under a hypothesis, at y = -1": lambda: theorem(
        Given([y < 0], Exists(x, sp.sqrt(y), ge(x**2 + c**2, y))), by_algebra(ge(y + c**2, y))
    ),
    "one in another, at y = 0": lambda: theorem(
        Exists(x, 0, Exists(w, x / y, ge(w + c**2, x))), by_algebra(ge(c**2, 0))
    ),
}
DEFINED: dict[str, Callable[[], Theorem]] = {
    "a root": lambda: at((x**2 - p) ** 2, {x: sp.sqrt(p)}),
    "a root, by a hypothesis": lambda: at(SQUARE, {x: sp.sqrt(y)}, hypotheses=[y >= 0]),
    "a constraint": lambda: at(c**2 + x**2, {c: 0, x: 0}, x * sp.log(p) <= 0),
    "a witness": lambda: there_is(1 / p, ge(x * p + z**2, 1), ge(1 + z**2, 1)),
    "a part": lambda: there_is(z * p, ge(x / p + c**2, z), ge(z + c**2, z)),
    "under a hypothesis": lambda: theorem(
        Given([y > 0], Exists(x, sp.log(y), ge(sp.exp(x) + c**2, y))),
        [Line(ge(y + c**2, y), by=Follows())],
    ),
    "a sum that vanishes": lambda: there_is(0, ge(total(x / Y[i], i) + c**2, 0), ge(c**2, 0), ForAll(i, Y[i] > 0)),
}


@pytest.mark.parametrize("name", UNDEFINED)
def test_a_point_has_a_value_and_so_has_what_is_said_there(name: str) -> None:
    assert_not_joined(UNDEFINED[name]())


@pytest.mark.parametrize("name", DEFINED)
def test_with_a_value_it_holds(name: str) -> None:
    found = prove(DEFINED[name]())
    assert found.verdict is Verdict.VERIFIED, found.reason


def test_a_constraint_without_a_value_at_the_point_is_refused() -> None:
    with pytest.raises(ValueError, match="1/x is undefined with x := 0"):
        at(x**2 + y**2, {x: 0, y: 0}, 1 / x + 1 > 1 / x)


def test_a_relation_of_what_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="is undefined with x := 0"):
        Values.of({x: 0})(sp.Gt(1 / x + y, 0, evaluate=False))


def test_that_something_has_a_value_is_no_conclusion_to_be_read() -> None:
    made = at((sp.exp(x) - p) ** 2, {x: sp.log(p)})
    assert prove(made).verdict is Verdict.VERIFIED
    assert [part.value for part in made.statement.sequents()] == [False, True]
    assert len(made.statement.rows()) == 1


def test_a_theorem_about_one_value_is_a_premise_still() -> None:
    there = theorem(Exists(x, sp.sqrt(p), ge(x**4 + c**2, p**2)), by_algebra(ge(p**2 + c**2, p**2)))
    used = Line(by=Instance(there, {p: u}))
    found = prove(theorem(used.says, [used]))
    assert found.verdict is Verdict.VERIFIED, found.reason


def test_what_a_statement_binds_may_not_be_hidden() -> None:
    with pytest.raises(ValueError, match="seen no more"):
        list(Exists(z, 0, Limit(c + z * sp.log(x - y), x, oo, c)).sequents())


@pytest.mark.parametrize(
    ("written", "put", "expected"),
    [
        (x / y, {x: z * y}, {1 / y}),
        (x / y, {x: z}, set()),
        (1 / (x - y) + z, {z: 0}, set()),
        (sp.log(y) * (x - c), {x: c}, {sp.log(y)}),
        (y**x, {x: 3}, {sp.log(y)}),
        (y**n, {n: 3}, set()),
        (x * sp.sin(y), {x: 0}, set()),
        (sp.sqrt(x * sp.log(y)), {x: 0}, {sp.log(y)}),
        (x / y < 1, {x: 0}, {1 / y}),
    ],
)
def test_what_is_lost(written: Any, put: Any, expected: set[Any]) -> None:
    assert set(lost_parts((written,), Values.of(put))) == expected


def test_letters_of_integrals_are_apart() -> None:
    (part,) = parts_in(integral(1 / (x - y), (x, 0, 1)))
    assert x not in part.free_symbols


# -- hypotheses of an instance -----------------------------------------------------------------------------------------


def instance(says: Any, assumed: Any, put: Any, *hypotheses: Any) -> Theorem:
    line = Line(by=Instance(claim(says, assumed), put))
    return theorem(line.says, [line], *hypotheses)


POSITIVE = Inequality(y**2, ">", 0)
HIDDEN: dict[str, Callable[[], Theorem]] = {
    "a product with zero, at y = 0": lambda: instance(POSITIVE, x / y < 1, {x: 0}),
    "a quotient that cancels, at y = 0": lambda: instance(POSITIVE, x / y > 1, {x: z * y}, z > 1),
    "a root, at y = -1": lambda: instance(ge(y, 0), x * sp.sqrt(y) > -1, {x: 0}),
    "a quotient beside, at z = 0": lambda: instance(Inequality(z**2, ">", 0), x / z + y < 1, {x: 0}, y < 1),
    "a root beside, at y = -1": lambda: instance(ge(y, 0), c * sp.sqrt(y) + x**2 >= 0, {c: 0}),
    "a power at a whole exponent, at y = -1": lambda: instance(Inequality(y, ">", 0), y**z > -1, {z: 2}),
    "an entry, where X[i] = 0": lambda: instance(Inequality(X[i] ** 2, ">", 0), x / X[i] < 1, {x: 0}),
    "every entry, where X[i] = 0": lambda: instance(
        Inequality(total(X[i] ** 2, i), ">", 0), ForAll(i, x / X[i] < 1), {x: 0}
    ),
    "an equation, at y = 0": lambda: instance(POSITIVE, Eq(x / y, 0), {x: 0}),
}
SEEN: dict[str, Callable[[], Theorem]] = {
    "a product with zero": lambda: instance(Inequality(y**2 + c**2, ">", c**2), x / y < 1, {x: 0}, y > 0),
    "a quotient that cancels": lambda: instance(POSITIVE, x / y > 1, {x: z * y}, z > 1, y < 0),
    "a root": lambda: instance(ge(y, 0), x * sp.sqrt(y) > -1, {x: 0}, y >= 2),
    "every entry": lambda: instance(
        Inequality(total(X[i] ** 2, i), ">", 0), ForAll(i, x / X[i] < 1), {x: 0}, ForAll(i, X[i] < 0)
    ),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_a_hypothesis_has_a_value_with_what_is_put_in(name: str) -> None:
    assert_not_joined(HIDDEN[name]())


@pytest.mark.parametrize("name", SEEN)
def test_where_it_has_the_instance_holds(name: str) -> None:
    found = prove(SEEN[name]())
    assert found.verdict is Verdict.VERIFIED, found.reason


# -- induction ---------------------------------------------------------------------------------------------------------


def by_induction(part: Any, letter: Any) -> Theorem:
    """A part times ``n - 1`` and a square, which is not negative."""
    square = letter**2 - 2 * letter + 1  # SymPy does not see that
    said = ge((n - 1) * part + square, 0)
    base = claim(ge(square, 0), name="base")
    step = claim(ge(n * part + square, 0), (n - 1) * part + square >= 0, name="step")
    return theorem(said, [Line(said, by=ByInduction(n, base, step))])


@pytest.mark.parametrize("part", [sp.sqrt(x), 1 / x**2, sp.log(x) ** 2])
def test_what_stands_beside_zero_has_a_value_at_one(part: Any) -> None:
    assert_not_joined(by_induction(part, y))


@pytest.mark.parametrize("part", [sp.sqrt(q), 1 / p**2, sp.log(p) ** 2])
def test_with_a_value_at_one_it_holds(part: Any) -> None:
    found = prove(by_induction(part, y))
    assert found.verdict is Verdict.VERIFIED, found.reason


# -- limits and ends of trajectories -----------------------------------------------------------------------------------

CONE = GradientFlow(a**2 / 2 + b**2 / 2, (a, b), t)
FROM = {a: a_0, b: v}
RATIO = Line(Along(CONE, FROM, Identity(a / b, a_0 / v)), by=Kept(claim(Conserved(a / b, CONE), b > 0, name="ratio")))


def ends(to: Any, says: Any) -> Theorem:
    reached = AtEnd(CONE, FROM, to, says)
    return theorem(reached, [RATIO, Line(reached, by=InTheLimit(RATIO))], b > 0)


def of_ends() -> Theorem:
    one = Line(AtEnd(CONE, FROM, {a: x, b: x}, Identity(1, a_0 / v)), by=InTheLimit(RATIO))
    same = claim(Inequality(a_0 / v, "<=", 1), Eq(1, a_0 / v, evaluate=False), name="same")
    below = AtEnd(CONE, FROM, {a: x, b: x}, Inequality(a_0 / v, "<=", 1))
    return theorem(below, [RATIO, one, Line(below, by=OfEnds(same, using=[one]))], b > 0)


@pytest.mark.parametrize(
    "make",
    [
        lambda: ends({a: x, b: x}, Identity(1, a_0 / v)),
        lambda: ends({a: z * x, b: x}, Identity(z, a_0 / v)),
        lambda: ends({a: c * x, b: x}, Inequality(c, "<=", a_0 / v)),
        of_ends,
    ],
)
def test_a_quotient_of_what_may_tend_to_zero_has_no_limit(make: Callable[[], Theorem]) -> None:
    assert_not_joined(make())


def test_elsewhere_it_has() -> None:
    found = prove(ends({a: z * p, b: p}, Identity(z, a_0 / v)))
    assert found.verdict is Verdict.VERIFIED, found.reason


def tends_to_quotient(to: Any) -> Theorem:
    """That ``b/a`` tends to z, where a tends to what is given, and b to z times that."""
    flow, start = GradientFlow((a - to) ** 2 / 2 + (b - z * to) ** 2 / 2, (a, b), t), {a: u, b: v}
    least = claim(ge(flow.loss, 0), name="least")
    lines, limits = [], []
    for moves, first, last in ((a, u, to), (b, v, z * to)):
        bound = last + (first - last) * sp.exp(-t)
        limit = claim(Limit(bound, t, oo, last), name=f"limit-{moves.func}")
        pair = [
            Line(Along(flow, start, Inequality(moves, sign, bound)), by=Compared(None, (w, last - w)))
            for sign in (">=", "<=")
        ]
        lines += [*pair, Line(Tends(flow, start, moves, last), by=Approaches(*pair, least, limit, limit))]
        limits.append(lines[-1])
    g, h = real("g h")
    said = Tends(flow, start, b / a, z)
    return theorem(said, [*lines, Line(said, by=Continuous([(g, limits[0]), (h, limits[1])], h / g))], a > 0)


def test_a_quotient_is_continuous_where_it_is_defined() -> None:
    assert_not_joined(tends_to_quotient(x))
    found = prove(tends_to_quotient(p))
    assert found.verdict is Verdict.VERIFIED, found.reason


# -- that a trajectory goes on -----------------------------------------------------------------------------------------


def goes_on(flow: GradientFlow, least: Any, *more: Any, hypotheses: Any = (a <= 2, a >= 0)) -> Theorem:
    """That ``a exp(-t)`` vanishes, as long as a is between 0 and 2: from where the flow need not stay there."""
    low = claim(ge(a * sp.exp(-t), 0), *hypotheses, name="low")
    high = claim(Inequality(a * sp.exp(-t), "<=", 2 * sp.exp(-t)), *hypotheses, name="high")
    below, above = (Line(Along(flow, {a: v}, of.statement), by=Throughout(of)) for of in (low, high))
    limit = claim(Limit(2 * sp.exp(-t), t, oo, 0), name="limit")
    said = Tends(flow, {a: v}, a * sp.exp(-t), 0)
    return theorem(
        said, [below, above, *more, Line(said, by=Approaches(below, above, least, None, limit))], *hypotheses
    )


BURSTS = GradientFlow(-(a**4) / 4, (a,), t)  # a' = a^3, which ends in finite time
BOUND = ge(-(a**4) / 4, -4)
HERE = Line(BOUND, by=Follows())
DECAYS = GradientFlow(a**2 / 2, (a,), t)
ABOVE = Line(ge(a**2 / 2, 0), by=Follows())


@pytest.mark.parametrize(
    "make",
    [
        lambda: goes_on(BURSTS, claim(BOUND, a <= 2, a >= 0, name="least")),
        lambda: goes_on(BURSTS, HERE, HERE),
        lambda: goes_on(GradientFlow(-(a**3) / 3, (a,), t), claim(ge(-(a**3) / 3, -3), a <= 2, a >= 0, name="least")),
    ],
)
def test_a_bound_of_the_loss_for_a_while_is_none_for_ever(make: Callable[[], Theorem]) -> None:
    assert_not_joined(make())


@pytest.mark.parametrize("least", [claim(ge(a**2 / 2, 0), name="least"), ABOVE])
def test_a_bound_that_needs_no_hypothesis_is_one(least: Any) -> None:
    found = prove(goes_on(DECAYS, least, *([least] if isinstance(least, Line) else [])))
    assert found.verdict is Verdict.VERIFIED, found.reason


# -- what is left of an integral, where a factor of it vanishes --------------------------------------------------------

LOG = integral(1 / s, (s, 1, oo))
NOTHING = claim(Integral(z / s, (s, 1, oo), 0), Eq(z, 0), name="nothing")
TAIL = claim(Integral(p / s**2, (s, 1, oo), p), name="tail")


def of_square(area: Any, *lines: Line, hypotheses: Any = ()) -> Theorem:
    return theorem(ge(area**2, 0), [*lines, Line(ge(area**2, 0), by=Follows(lines[-1]))], *hypotheses)


def integrated() -> Theorem:
    below = Line(Inequality(z**2 / s, "<=", 1 / s**2), given=[s > 1], by=Follows())
    least = Line(ge(z**2 / s, 0), given=[s > 1], by=Follows())
    tail = Line(by=Instance(TAIL, {p: 1}))
    whole = Line(by=Integrated(below, (s, 1, oo), least=least))
    return of_square(LOG, below, least, tail, whole, hypotheses=[Eq(z, 0)])


def added() -> Theorem:
    rest = z / s - y / s**2
    first = Line(by=Instance(claim(Integral(y / s**2, (s, 1, oo), y), y > 0, name="first")))
    other = Line(by=Instance(claim(Integral(rest, (s, 1, oo), -y), Eq(z, 0), y > 0, name="other")))
    return of_square(LOG, first, other, Line(by=Added((y / s**2, rest), (s, 1, oo))), hypotheses=[Eq(z, 0), y > 0])


@pytest.mark.parametrize(
    "make", [lambda: of_square(LOG, Line(by=Instance(NOTHING)), hypotheses=[Eq(z, 0)]), integrated, added]
)
def test_nothing_is_known_of_an_integral_times_zero(make: Callable[[], Theorem]) -> None:
    found = prove(make())
    assert found.verdict is Verdict.UNDECIDED
    assert "has a value" in str(found.reason) or "does not vanish" in str(found.reason)


def test_of_one_times_what_does_not_vanish_it_is() -> None:
    found = prove(of_square(integral(s**-2, (s, 1, oo)), Line(by=Instance(TAIL))))
    assert found.verdict is Verdict.VERIFIED, found.reason


# -- what says more than that its ends are related ---------------------------------------------------------------------

LARGE = claim(ge(x**2, -1), name="large")
HALVES = [
    claim(Integral(s, (s, 0, 1), sp.Rational(1, 2)), name="half"),
    claim(Integral(3 * w**2 / 2, (w, 0, 1), sp.Rational(1, 2)), name="other-half"),
]


def test_a_chain_is_not_shown_by_its_ends() -> None:
    """Its second line has no value for y = -1."""
    chain = Chain(sp.Integer(-1), (Link("<=", sp.log(y) * z), Link("<=", x**2)))
    assert_not_joined(theorem(chain, [Line(chain, by=Combination(LARGE))], Eq(z, 0)))
    assert_not_joined(theorem(chain, [Line(chain, by=Instance(LARGE))], Eq(z, 0)))


def test_a_substitution_is_not_shown_by_its_integrals() -> None:
    """Both are 1/2, and s is not ``3 s^2/2``."""
    wrong = Substitution(s, (s, 0, 1), 3 * w**2 / 2, (w, 0, 1), s)
    equal = Line(wrong, by=Combination(HALVES[0], (HALVES[1], -1)))
    assert_not_joined(theorem(wrong, [Line(by=Instance(HALVES[0])), equal]))
