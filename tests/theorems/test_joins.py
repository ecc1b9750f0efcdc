"""Joins: for each rule one that holds, and those that would prove something false if the rule were checked less."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from layerproof import (
    AllOf,
    Asymptotic,
    ByInduction,
    Cases,
    Combination,
    Eq,
    Exists,
    Expectation,
    Follows,
    ForAll,
    Given,
    Identity,
    Inequality,
    Instance,
    Integral,
    Limit,
    Line,
    Minimum,
    Ne,
    Normal,
    Rate,
    Rational,
    Series,
    Squeezed,
    Stationary,
    Summed,
    Theorem,
    Vanishing,
    families,
    index,
    natural,
    nonnegative,
    oo,
    positive,
    real,
    total,
    trajectories,
)
from layerproof.language.flows import GradientFlow
from layerproof.language.theorems.areas import canonical, series
from layerproof.language.theorems.substitution import Substitution
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove
from layerproof.proving.joins.obligations import Broken, same

from .joining import assert_joined, assert_not_joined, claim, theorem

x, y, z, c = real("x y z c")
p, q = positive("p q")
u = nonnegative("u")
n, m, k = natural("n m k")
i, j, l = index("i", n), index("j", n), index("l", m)  # noqa: E741 - l has another range
X, Y, B = families("X Y B")
a, b = trajectories("a b")
FLOW = GradientFlow(loss=(a * b - c) ** 2 / 2, parameters=(a, b))


SQUARE = claim(Inequality((x - y) ** 2, ">=", 0))
SQUARES = claim(Inequality((X[i] - Y[i]) ** 2, ">=", 0))
LARGE = claim(Inequality(x**2, ">", 1), x > 1, name="large")
MEAN = Line(by=Instance(SQUARE, {x: sp.sqrt(p), y: sp.sqrt(q)}))
H = Eq(x + y, z)
SAME = Eq(x**2 + y**2, z**2 / 2, evaluate=False)
LEAST = Line(
    Inequality(x**2 + y**2, ">=", z**2 / 2), given=[H], by=Combination((SQUARE, Rational(1, 2)), (H, (x + y + z) / 2))
)
EVEN = Line(Identity((x - y) ** 2, 0), given=[H, SAME], by=Combination((SAME, 2), (H, -(x + y + z))))
NOTHING = Eq(total((X[i] - Y[i]) ** 2, i), 0, evaluate=False)
ODD = Eq(total(Y[i], i), n**2, evaluate=False)
SUM = sp.Sum(2 * k - 1, (k, 1, n))
BASE = Line(Identity(sp.Sum(2 * k - 1, (k, 1, 1)), 1), by=Follows())
STEP = Line(
    Identity(sp.Sum(2 * k - 1, (k, 1, n + 1)), (n + 1) ** 2), given=[Eq(SUM, n**2, evaluate=False)], by=Follows()
)
SLOW = claim(Limit(1 / p, p, oo, 0), name="slow")
ZERO = claim(Limit(-1 / p, p, oo, 0), name="zero")
BELOW = claim(Inequality(-1 / p, "<=", (p - 1) / (p + 1) / p), name="below")
ABOVE = claim(Inequality((p - 1) / (p + 1) / p, "<=", 1 / p), name="above")

EVERY = ForAll(i, Eq(X[i], Y[i], evaluate=False))
ENTRY = Line(Identity(X[i], Y[i]), by=Combination(EVERY))
TO_ONE, TO_TWO = Eq(x, 1, evaluate=False), Eq(x, 2, evaluate=False)
CLOSEST = theorem(Given([H], LEAST.says), [LEAST])

HOLD = {
    "instance": theorem(Inequality(p - 2 * sp.sqrt(p) * sp.sqrt(q) + q, ">=", 0), [MEAN]),
    "an instance whose hypothesis is proved": theorem(
        Inequality((p + 1) ** 2, ">", 1), [Line(by=Instance(LARGE, {x: p + 1}))]
    ),
    "summed": theorem(Inequality(total((X[i] - Y[i]) ** 2, i), ">=", 0), [Line(by=Summed(SQUARES, i))]),
    "least, and nowhere else": theorem(Minimum(x**2 + y**2, {x: z / 2, y: z / 2}, [H], unique=True), [LEAST, EVEN]),
    "each square of a sum that vanishes": theorem(
        Identity(X[i], Y[i]), [Line(Identity(X[i], Y[i]), by=Vanishing(NOTHING, over=i))], NOTHING
    ),
    "cases": theorem(
        Inequality(x**2, ">=", 0),
        [
            up := Line(Inequality(x**2, ">=", 0), given=[x >= 0], by=Follows()),
            down := Line(Inequality(x**2, ">=", 0), given=[x < 0], by=Follows()),
            Line(Inequality(x**2, ">=", 0), by=Cases({x >= 0: up, x < 0: down})),
        ],
    ),
    "there is": theorem(
        Exists(q, 1 / p, AllOf(Inequality(q, ">=", 2 - p), Identity(q * (p + 1), 1 + q))),
        [
            claim(Inequality(1 / p, ">", 0), name="inverse"),
            claim(Inequality(1 / p, ">=", 2 - p), name="tangent"),
            claim(Identity((p + 1) / p, 1 + 1 / p), name="parts"),
        ],
    ),
    "squeezed": theorem(
        Limit((p - 1) / (p + 1) / p, p, oo, 0),
        [Line(Limit((p - 1) / (p + 1) / p, p, oo, 0), by=Squeezed(BELOW, ABOVE, ZERO, SLOW))],
    ),
    "a hypothesis about every entry, at another one": theorem(
        Identity(X[j], Y[j]), [ENTRY, Line(by=Instance(ENTRY, {i: j}))], EVERY
    ),
    "a theorem as a premise": theorem(
        Inequality(p**2 + 4, ">=", (p + 2) ** 2 / 2), [Line(by=Instance(CLOSEST, {x: p, y: 2, z: p + 2}))]
    ),
    "a rate at other constants": theorem(
        Rate(a**2, 2 * a * b * (p - a * b), FLOW.mapped(lambda e: e.xreplace({c: p}))),
        [Line(by=Instance(claim(Rate(a**2, 2 * a * b * (c - a * b), FLOW)), {c: p}))],
    ),
}


@pytest.mark.parametrize("name", HOLD)
def test_what_is_joined_is_verified_and_no_broken_join_is(name: str) -> None:
    assert_joined(HOLD[name])


BAD = {
    "outside of the domain": lambda: theorem(
        Inequality(1 / (x - 1), ">", 0),
        [Line(by=Instance(claim(Inequality(1 / p, ">", 0)), {p: x - 1}))],
    ),
    "a hypothesis that does not hold": lambda: theorem(Inequality(p**2, ">", 1), [Line(by=Instance(LARGE, {x: p}))]),
    "a hypothesis dropped": lambda: theorem(
        Inequality(x**2, ">", 1), [Line(Inequality(x**2, ">", 1), by=Combination(LARGE))]
    ),
    "zero for what may not be": lambda: theorem(
        Inequality(1 / (y * z + 1), ">", 0),
        [Line(by=Instance(claim(Inequality(1 / (u + 1), ">", 0)), {u: y * z}))],
    ),
    "no whole number": lambda: theorem(
        Identity(2 * total(z, index("i", n)), 2 * n * z),
        [Line(by=Instance(claim(Identity(total(z, index("i", m)), m * z)), {m: n / 2}))],
    ),
    "a negative multiplier": lambda: theorem(
        Inequality(-((x - y) ** 2), ">=", 0), [Line(Inequality(-((x - y) ** 2), ">=", 0), by=Combination((SQUARE, -1)))]
    ),
    "a multiplier of unknown sign": lambda: theorem(
        Inequality(z * (x - y) ** 2, ">=", 0),
        [Line(Inequality(z * (x - y) ** 2, ">=", 0), by=Combination((SQUARE, z)))],
    ),
    "strict from what is not": lambda: theorem(
        Inequality((x - y) ** 2, ">", 0), [Line(Inequality((x - y) ** 2, ">", 0), by=Combination(SQUARE))]
    ),
    "an equation from an inequality": lambda: theorem(
        Identity((x - y) ** 2, 0), [Line(Identity((x - y) ** 2, 0), by=Combination(SQUARE))]
    ),
    "reversed": lambda: theorem(Inequality((x - y) ** 2, "<=", 0), [SQUARE]),
    "an index that a hypothesis is about": lambda: theorem(
        Inequality(total(X[i], i), ">=", 0),
        [Line(by=Summed(claim(Inequality(X[i], ">=", 0), X[i] >= 0), i), given=[X[i] >= 0])],
    ),
    "a case is missing": lambda: theorem(
        Inequality(x**3, ">=", 0),
        [
            one := Line(Inequality(x**3, ">=", 0), given=[x > 1], by=Follows()),
            two := Line(Inequality(x**3, ">=", 0), given=[x > 0], by=Follows()),
            Line(Inequality(x**3, ">=", 0), by=Cases({x > 1: one, x > 0: two})),
        ],
    ),
    "a case that assumes more": lambda: theorem(
        Inequality(x**3, ">=", -8),
        [
            one := Line(Inequality(x**3, ">=", -8), given=[x >= 0], by=Follows()),
            two := Line(Inequality(x**3, ">=", -8), given=[x < 0, x >= -2], by=Follows()),
            Line(Inequality(x**3, ">=", -8), by=Cases({x >= 0: one, x < 0: two})),
        ],
    ),
    "induction without a step": lambda: theorem(
        Inequality(p + n, "<=", p + 1),
        [
            one := Line(Inequality(p + 1, "<=", p + 1 + q), by=Follows()),
            Line(Inequality(p + n, "<=", p + 1), by=ByInduction(n, one, one)),
        ],
    ),
    "a step that assumes what it shows": lambda: theorem(
        Inequality(p + n, "<=", p + 1),
        [
            one := Line(Inequality(p + 1, "<=", p + q + 1), by=Follows()),
            step := Line(Inequality(p + n + 1, "<=", p + 1), given=[p + n + 1 <= p + 1], by=Follows()),
            Line(Inequality(p + n, "<=", p + 1), by=ByInduction(n, one, step)),
        ],
    ),
    "squeezed between two limits": lambda: theorem(
        Limit(sp.sin(p), p, oo, 1),
        [
            Line(
                Limit(sp.sin(p), p, oo, 1),
                by=Squeezed(
                    claim(Inequality(-1, "<=", sp.sin(p)), name="b"),
                    claim(Inequality(sp.sin(p), "<=", 1 + 1 / p), name="a"),
                    claim(Limit(-1 + 1 / p, p, oo, -1), name="l"),
                    claim(Limit(1 + 1 / p, p, oo, 1), name="u"),
                ),
            )
        ],
    ),
    "a square that need not vanish": lambda: theorem(
        Identity(x, y),
        [
            one := Line(Inequality((x - y) ** 2, ">=", 0), by=Combination(SQUARE)),
            Line(Identity(x, y), by=Vanishing(one)),
        ],
    ),
    "a point outside of the constraints": lambda: theorem(
        Minimum(x**2 + y**2, {x: sp.S.Zero, y: sp.S.Zero}, [H]),
        [Line(Inequality(x**2 + y**2, ">=", 0), given=[H], by=Follows())],
    ),
    "a minimum that is not the only one": lambda: theorem(
        Minimum((x**2 - 1) ** 2, {x: sp.S.One}, unique=True),
        [claim(Inequality((x**2 - 1) ** 2, ">=", 0))],
    ),
    "a witness outside of its domain": lambda: theorem(
        Exists(q, z, Inequality((q - z) ** 2, "<=", p)), [Line(Inequality(0, "<=", p), by=Follows())]
    ),
    "no line says the conclusion": lambda: theorem(Inequality((x - y) ** 2, ">=", 1), [SQUARE]),
    "a part of the conclusion is missing": lambda: theorem(
        AllOf(Inequality((x - y) ** 2, ">=", 0), Inequality(p, ">", q)), [SQUARE]
    ),
    "a line under more than the conclusion assumes": lambda: theorem(
        Inequality(x**2, ">", 1), [Line(Inequality(x**2, ">", 1), given=[x > 1], by=Combination(LARGE))]
    ),
    "a captured index": lambda: theorem(
        Identity(total(X[i], i), n * X[i]),
        [
            Line(by=Instance(claim(Identity(total(z, i), n * z)), {z: X[i]})),
            Line(Identity(total(X[i], i), n * X[i]), by=Follows()),
        ],
    ),
    "a hypothesis about every entry, beyond its range": lambda: theorem(
        Identity(X[l], Y[l]), [ENTRY, Line(by=Instance(ENTRY, {i: l}))], EVERY
    ),
    "a theorem where its hypothesis fails": lambda: theorem(
        Inequality(p**2 + 4, ">=", (p + 3) ** 2 / 2), [Line(by=Instance(CLOSEST, {x: p, y: 2, z: p + 3}))]
    ),
    "contradictory equations": lambda: theorem(
        Identity(x, 5), [Line(Identity(x, 5), by=Combination((TO_ONE, -3), (TO_TWO, 4)))], TO_ONE, TO_TWO
    ),
    "contradictory hypotheses": lambda: theorem(
        Inequality(x, ">", y), [Line(Inequality(x, ">", y), by=Follows())], x > 1, x < 0
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_not_joined_is_not_verified(name: str) -> None:
    assert_not_joined(BAD[name]())


def by_signs(*signs: object) -> Theorem:
    says = Inequality(x**2, ">=", 0)
    lines = {case: Line(says, given=[case], by=Follows()) for case in signs}
    return theorem(says, [*lines.values(), Line(says, by=Cases(lines))])


def test_larger_equal_smaller_are_all_cases_and_no_two_of_them_are() -> None:
    assert prove(by_signs(x > 1, Eq(x, 1), x < 1)).verdict is Verdict.VERIFIED
    assert prove(by_signs(x > 1, Eq(x, 1))).verdict is not Verdict.VERIFIED
    assert prove(by_signs(x > 1, x < 1)).verdict is not Verdict.VERIFIED
    assert prove(by_signs(x > 2, Eq(x, 1), x < 1)).verdict is not Verdict.VERIFIED


ROOT = x - sp.sqrt(2)


@pytest.mark.parametrize(
    "cases",
    [
        (1 / ROOT > 0, 1 / ROOT <= 0),
        (1 / ROOT > 0, Eq(1 / ROOT, 0, evaluate=False), 1 / ROOT < 0),
        (x > 2, 1 / ROOT > 0, 1 / ROOT <= 0),
        (sp.log(ROOT**2) > 0, sp.log(ROOT**2) <= 0),
    ],
    ids=str,
)
def test_a_case_that_has_no_value_is_none(cases: tuple[Any, ...]) -> None:
    """Where 1/y has none, it is neither positive nor not: that y^2 > 0 in both cases does not make it so at y = 0.

    The lemmas are true; the one point that is left out is irrational, so that no sampling finds it.
    """
    says = Inequality(ROOT**2, ">", 0)
    lines = [Line(by=Instance(claim(says, case, name=f"case-{k}")), given=[case]) for k, case in enumerate(cases)]
    made = theorem(says, [*lines, Line(says, by=Cases(tuple(zip(cases, lines, strict=True))))])
    found = prove(made)
    assert found.verdict is Verdict.UNDECIDED
    assert "has values" in str(found.reason)


def test_a_case_need_have_a_value_only_where_those_before_it_fail() -> None:
    says = Inequality(x**2 + 1, ">", 0)
    cases = (Eq(x, 0), 1 / x > 0, 1 / x <= 0)
    lines = {case: Line(says, given=[case], by=Follows()) for case in cases}
    found = prove(theorem(says, [*lines.values(), Line(says, by=Cases(lines))]))
    assert found.verdict is Verdict.VERIFIED, found.reason


def test_induction_over_the_odd_numbers() -> None:
    made = theorem(Identity(SUM, n**2), [BASE, STEP, Line(Identity(SUM, n**2), by=ByInduction(n, BASE, STEP))])
    assert prove(made).verdict is Verdict.VERIFIED, prove(made).reason


def test_what_flows_is_not_put_in_for_a_constant() -> None:
    rate = claim(Rate(a**2, 2 * a * b * (c - a * b), FLOW))
    with pytest.raises(ValueError, match="moves along the flow"):
        Instance(rate, {c: a}).says()


def test_a_line_may_not_use_one_that_comes_later() -> None:
    with pytest.raises(ValueError, match="not among those before it"):
        theorem(Inequality(x**2 + y**2, ">=", 0), [Line(by=Instance(MEAN)), MEAN])


def test_a_part_of_a_conclusion_that_says_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="part 2 of the conclusion"):
        theorem(AllOf(MEAN.says, Identity(sp.sqrt(p) * sp.sqrt(p), p)), [MEAN])


def test_a_hypothesis_about_what_is_minimised_is_refused() -> None:
    with pytest.raises(ValueError, match="means all values"):
        theorem(Minimum(x**2, {x: sp.S.Zero}), [claim(Inequality(x**2, ">=", 0))], x > -1)


def test_a_witness_may_not_depend_on_what_runs_over_all_values() -> None:
    with pytest.raises(ValueError, match="all values are meant"):
        Exists(q, x**2 + 1, Minimum((x - z) ** 2, {x: z}))


def test_an_instance_is_not_caught_by_a_sum() -> None:
    said = Instance(claim(Identity(total(z, i), n * z)), {z: X[i]}).says()
    assert said.rhs == n * X[i]
    assert X[i] in said.lhs.function.atoms(type(X[i]))
    (limit,) = said.lhs.limits
    assert limit[0] != i


def test_families_are_put_in_at_every_index() -> None:
    rule = Instance(SQUARES, {X[i]: X[i] * B[i], Y[i]: total(Y[j], j)})
    found = rule.says()
    assert found.lhs.subs(X[i], 0).has(sp.Sum)
    assert X[i] * B[i] in sp.Add.make_args(found.lhs.base)


def test_for_every_is_proved_at_a_fresh_index() -> None:
    sums = claim(Inequality(total(X[i], i), ">=", 0), ForAll(i, X[i] >= 0))
    good = theorem(Inequality(total(Y[i] ** 2, i), ">=", 0), [Line(by=Instance(sums, {X[i]: Y[i] ** 2}))])
    assert prove(good).verdict is Verdict.VERIFIED, prove(good).reason
    bad = theorem(Inequality(total(Y[i], i), ">=", 0), [Line(by=Instance(sums, {X[i]: Y[i]}))], Ne(n, 3))
    assert prove(bad).verdict is not Verdict.VERIFIED


def test_a_conclusion_that_fails_is_refuted_with_a_witness() -> None:
    found = prove(theorem(Given([x > 1], Inequality(x, ">", 2)), [LARGE]))
    assert found.verdict is Verdict.REFUTED
    assert found.witness is not None


def test_a_theorem_with_several_conclusions_is_no_premise() -> None:
    both = theorem(AllOf(SQUARE.statement, LARGE.statement), [SQUARE, LARGE], x > 1)
    with pytest.raises(TypeError, match="2 conclusions"):
        Instance(both)


def test_what_a_hypothesis_about_every_entry_says_is_not_changed_by_an_instance() -> None:
    put = Substitution.of({i: j})
    assert put(EVERY) == EVERY
    assert Substitution.of({Y[i]: B[i]})(EVERY).relation == Eq(X[i], B[i])
    with pytest.raises(ValueError, match="bound"):
        Substitution.of({z: X[i]})(ForAll(i, Eq(X[i], z * Y[i])))


w = sp.Symbol("w", integer=True)
HALVES = claim(Series(Rational(1, 2) ** w, (w, 0, oo), "=", 2, by=2 * Rational(1, 2) ** w), name="halves")
DIVERGES = claim(Integral(1 / x, (x, 0, 1), oo), name="diverges")
FALLS = claim(Limit(y / x, x, oo, 0), name="falls")
FLAT = claim(Stationary((x - y) ** 2 + c, {x: y}), name="flat")
ORDER = claim(Asymptotic(1 + y / x, 1, 1 / x, x, oo), name="order")
MIXED = claim(Expectation(y * X[i], 0, {X: Normal(0, 1)}), name="mixed")
AREA = sp.Integral(1 / x, (x, 0, 1))

VARIED = {
    "a letter that tends, in a limit": (FALLS, {y: x + 1}),
    "a letter that tends, in an order": (ORDER, {y: x**2}),
    "the letter itself": (FALLS, {x: y + 1}),
    "what is varied": (FLAT, {c: -(x**4)}),
    "what is drawn, of a family": (MIXED, {y: X[i]}),
    "what is drawn, itself": (MIXED, {X[i]: Y[i]}),
}


@pytest.mark.parametrize("name", VARIED)
def test_no_value_mentions_what_a_statement_is_about_as_a_whole(name: str) -> None:
    lemma, values = VARIED[name]
    assert prove(lemma).verdict is Verdict.VERIFIED
    with pytest.raises(ValueError, match="no value is put in for it or mentions it"):
        Instance(lemma, values).says()


def test_nor_does_a_witness() -> None:
    with pytest.raises(ValueError, match="no value is put in for it or mentions it"):
        theorem(Exists(y, x + 1, Limit(y / x, x, oo, 1)), [claim(Limit((x + 1) / x, x, oo, 1))])


def test_what_a_stationary_point_is_on_a_line_is_not_what_it_is_on_a_part_of_it() -> None:
    least = claim(Stationary((x - 3) ** 2 + z, {x: 3}), name="least")
    assert prove(theorem(Given([z > 1], least.statement), [least])).verdict is Verdict.VERIFIED
    assert prove(theorem(Given([x > 3], least.statement), [least])).verdict is not Verdict.VERIFIED
    put = Line(least.statement, by=Instance(least), given=[x > 3])
    assert prove(theorem(Given([x > 3], least.statement), [put])).verdict is not Verdict.VERIFIED


def test_a_limit_is_not_one_where_the_hypotheses_leave_no_way_to_it() -> None:
    slow = claim(Limit(z / x, x, oo, 0), name="slow")
    assert prove(theorem(Given([z > 1], slow.statement), [slow])).verdict is Verdict.VERIFIED
    assert prove(theorem(Given([x < z], slow.statement), [slow])).verdict is not Verdict.VERIFIED


def test_no_case_is_about_what_is_drawn() -> None:
    says = MIXED.statement
    lines = {case: Line(says, given=[case], by=Instance(MIXED)) for case in (X[1] > 1, X[1] <= 1)}
    found = prove(theorem(says, [*lines.values(), Line(says, by=Cases(lines))]))
    assert "binds or varies" in str(found.reason), found


@pytest.mark.parametrize("term", [sp.sign(w), 1 + sp.S.Zero**w, sp.Abs(sp.sign(w))], ids=str)
def test_a_series_from_0_on_is_not_taken_for_one_from_1_on(term: sp.Expr) -> None:
    other = Identity(sp.Sum(term * Rational(1, 2) ** w, (w, 0, oo)), 2)
    assert prove(theorem(other, [HALVES, Line(other, by=Follows(HALVES))])).verdict is not Verdict.VERIFIED


def test_a_series_is_taken_for_itself() -> None:
    assert canonical(sp.Sum(term := sp.sign(w) / 2**w, (w, 0, oo))) != canonical(sp.Sum(1 / 2**w, (w, 0, oo)))
    assert canonical(sp.Sum(term, (w, 1, oo))) == canonical(sp.Sum(1 / 2**w, (w, 1, oo)))
    assert series(sp.sign(w), (w, 0, oo)).function != 1
    assert series(sp.sign(w), (w, 1, oo)).function == 1
    twice = Identity(2 * sp.Sum(Rational(1, 2) ** w, (w, 0, oo)), 4)
    assert prove(theorem(twice, [HALVES, Line(twice, by=Combination((HALVES, 2)))])).verdict is Verdict.VERIFIED


def test_what_diverges_is_no_number() -> None:
    says = Inequality(AREA**2 + 1, ">", 0)
    assert prove(DIVERGES).verdict is Verdict.VERIFIED
    assert prove(theorem(says, [DIVERGES, Line(says, by=Follows())])).verdict is not Verdict.VERIFIED


@pytest.mark.parametrize("sign", ["<", ">"])
def test_what_is_equal_is_not_less(sign: str) -> None:
    """Asked of the rule alone: of a conclusion, points would find it."""
    with pytest.raises(Broken, match="it says"):
        list(same(Identity(x, y), Inequality(x, sign, y), (), "the line"))
    assert len(list(same(Identity(x, y), Inequality(x, f"{sign}=", y), (), "the line"))) == 1


def test_what_several_parts_assume_is_said_once() -> None:
    x = real("x")
    square = Inequality(x**2, ">", 1)
    said = AllOf(Given([x > 1], AllOf(square, Inequality(x**3, ">", 1))), Given([x < -1], square))
    assert [row.remark for row in said.rows()] == ["if x > 1", "then too", "if x < -1"]


def test_a_witness_at_the_edge_of_a_domain() -> None:
    """1 is the least natural number, and 0 the least that is not negative: that numbers are there is no question."""
    k, q0 = natural("k"), nonnegative("q_0")
    for letter, value in ((k, 1), (q0, 0), (k, 3)):
        made = theorem(
            Exists(letter, value, Inequality(x**2 + letter, ">=", value)),
            [Line(Inequality(x**2 + value, ">=", value), by=Follows())],
        )
        assert prove(made).verdict is Verdict.VERIFIED
    for letter, value, asked in ((k, 0, "0 > 0"), (k, -1, "-1 > 0"), (q0, -1, "-1 >= 0"), (p, 0, "0 > 0")):
        with pytest.raises(ValueError, match=f"got {value} for {letter}; expected a value in its domain, with {asked}"):
            theorem(Exists(letter, value, Inequality(x**2 + letter, ">=", 0)), [])
    with pytest.raises(ValueError, match="a constraint fails at the point"):
        theorem(Minimum(x**2, {x: 0}, [x > 1]), [])
