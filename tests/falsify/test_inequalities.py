"""Certificates: found for what is true, refused for what is false, and worthless when changed."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp
from flint import arb, fmpq

from layerproof.language.claims import Claim
from layerproof.language.statements import Chain, Identity, Inequality, Link, Statement
from layerproof.language.symbols import families, index, natural, positive, real, total
from layerproof.proving.evidence import prove
from layerproof.proving.search import prove_inequality, second_try, subdivide
from layerproof.proving.search.boxes import NoEnclosure, enclosure, prove_on_box
from layerproof.proving.search.certificates import (
    Cylinders,
    Half,
    Squares,
    Subdivision,
    compact,
    context,
    split_cone,
)
from layerproof.proving.search.cylinders import cylinders
from layerproof.proving.search.squares import squares
from layerproof.proving.search.subdivide import subdivision
from layerproof.proving.sign_sets import ANY, NEGATIVE, NONNEGATIVE, POSITIVE

from . import corpus

x, y, z, w = positive("x y z w")
a, b, c, g = real("a b c g")
p = natural("p")
i = index("i", p)
u, v = families("u v")
R = sp.Rational
NEVER = float("inf")


def claim(statement: Statement, *hypotheses: Any) -> Claim:
    return Claim("test/claim", title="", statement=statement, hypotheses=hypotheses)


OPEN = [
    (claim(Inequality((x + y + z) / 3, ">=", 3 / (1 / x + 1 / y + 1 / z))), "cones"),
    (claim(Inequality((x * y * z) ** R(1, 3), "<=", (x + y + z) / 3)), "cones"),
    (claim(Inequality(x**4 + y**4 + z**4 + w**4, ">=", 4 * x * y * z * w)), "cones"),
    (claim(Inequality(x / (y + z) + y / (x + z) + z / (x + y), ">=", R(3, 2))), "cones"),
    (claim(Inequality(a**4 * b**2 + a**2 * b**4 + 1, ">=", 3 * a**2 * b**2)), "cylinders"),
    (claim(Inequality(a**4 + b**4 + 2, ">", 3 * a * b)), "cylinders"),
    (claim(Inequality(total(u[i] * v[i], i) ** 2, "<=", total(u[i] ** 2, i) * total(v[i] ** 2, i))), "over tuples"),
    (claim(Inequality(total(u[i], i) ** 2, "<=", p * total(u[i] ** 2, i))), "sums over tuples"),
    (claim(Inequality(total(u[i] ** 2, i) * total(u[i] ** 4, i), ">=", total(u[i] ** 3, i) ** 2)), "sums over tuples"),
    (claim(Inequality(g**4 + g**2, ">=", 2 * g), sp.Eq(g**2, 1)), "cases"),
    (claim(Identity(sp.expand((a**2 + b**2) ** 7), 1), sp.Eq(a**2 + b**2, 1)), "combination"),
    (claim(Inequality(a * b, "<=", R(1, 2)), sp.Eq(a**2 + b**2, 1)), "homogeneous"),
    (claim(Inequality(a + b, "<=", 2), sp.Eq(a**2 + b**2, 1)), "times a hypothesis"),
    (claim(Inequality(sp.sin(x), ">=", x - x**3 / 6), x <= 1), "branch and bound"),
    (claim(Inequality(sp.exp(x) * sp.cos(y), "<", 3), x <= 1, y <= 1), "branch and bound"),
    (claim(Inequality(sp.exp(-x) + x**5, ">", R(1, 2))), "far out"),
    (
        claim(
            Chain(
                x**2 + y**2 + z**2,
                (Link(">=", x * y + y * z + z * x, ""), Link(">=", 3 * (x * y * z) ** R(2, 3), "")),
            )
        ),
        "cones",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("one", "word"), OPEN, ids=lambda v: str(v.statement) if isinstance(v, Claim) else v)
def test_what_the_kernel_leaves_open_is_proved(one: Claim, word: str) -> None:
    certificate = prove_inequality(one, budget=6)
    assert certificate is not None
    assert word in certificate.how
    assert certificate.check()


FALSE = [c for c in corpus.false_claims() if isinstance(c.statement, (Identity, Inequality))]


@pytest.mark.parametrize("one", FALSE[1::6], ids=lambda c: c.id)
def test_nothing_false_is_proved(one: Claim) -> None:
    assert prove_inequality(one, budget=0.4) is None


@pytest.mark.parametrize(
    "statement",
    [
        Inequality(sp.log(x + 1), "<=", R(99, 100) * x),
        Inequality(sp.log(x - 1), "<=", x),  # undefined at x = 1
        Inequality(-2 * sp.log(x + 1), ">=", -R(199, 100) * x),
    ],
)
@pytest.mark.dear
def test_no_false_comparison_of_logarithms_is_proved(statement: Statement) -> None:
    assert prove_inequality(claim(statement)) is None


def test_a_certificate_proves_its_own_claim_only() -> None:
    certificate = prove_inequality(claim(Inequality((x + y + z) ** 3, ">=", 27 * x * y * z)), budget=4)
    assert certificate is not None
    assert certificate.leaves
    for wrong in (
        Inequality((x + y + z) ** 3, ">=", 28 * x * y * z),
        Inequality((x + y + z) ** 3, ">", 27 * x * y * z),
    ):
        assert not replace(certificate, claim=claim(wrong)).check()
    assert not replace(certificate, leaves=()).check()


def test_a_box_certificate_proves_its_own_claim_only() -> None:
    certificate = prove_inequality(claim(Inequality(sp.sin(x), "<=", x), x <= 1), budget=4)
    assert certificate is not None
    (box,) = certificate.boxes
    assert not replace(certificate, boxes=()).check()
    assert not replace(certificate, boxes=(replace(box, expr=box.expr - R(1, 10)),)).check()
    assert not replace(box, expr=box.expr - R(1, 10**9)).check()


# -- polynomials ----------------------------------------------------------------------------------------------


def polynomial(terms: dict[tuple[int, ...], int], count: int) -> Any:
    return context(count).from_dict({e: fmpq(k) for e, k in terms.items()})


def test_subdivision_must_cover_the_orthant() -> None:
    poly = polynomial({(2, 0): 1, (1, 1): -2, (0, 2): 1}, 2)
    found = subdivision(poly, (POSITIVE, POSITIVE), False, NEVER)
    assert found is not None
    assert found.check(poly, (POSITIVE, POSITIVE), False)
    assert not found.check(poly, (POSITIVE, POSITIVE), True)  # it vanishes where both agree
    assert not found.check(poly, (ANY, POSITIVE), False)  # the other orthant is missing
    (half,) = found.halves
    weights, children = half.tree
    cut = Subdivision((Half(half.flips, (weights, children[:1])),))
    assert not cut.check(poly, (POSITIVE, POSITIVE), False)
    assert not Subdivision((Half(half.flips, None),)).check(poly, (POSITIVE, POSITIVE), False)


def test_strictness_is_read_off_the_faces() -> None:
    """x + y is positive if one of them is; x y needs both."""
    add, mul = polynomial({(1, 0): 1, (0, 1): 1}, 2), polynomial({(1, 1): 1}, 2)
    leaf = Subdivision((Half((1, 1), None),))
    assert leaf.check(add, (POSITIVE, NONNEGATIVE), True)
    assert not leaf.check(add, (NONNEGATIVE, NONNEGATIVE), True)
    assert not leaf.check(mul, (POSITIVE, NONNEGATIVE), True)
    assert leaf.check(mul, (POSITIVE, POSITIVE), True)


def test_cylinders_need_a_sample_between_any_two_critical_values() -> None:
    poly = polynomial({(4, 2): 1, (2, 4): 1, (2, 2): -3, (0, 0): 1}, 2)
    found = cylinders(poly, (POSITIVE, POSITIVE), False)
    assert found is not None
    assert len(found.samples) > 1
    for k in range(len(found.samples)):
        fewer = Cylinders(found.axes, found.samples[:k] + found.samples[k + 1 :])
        assert not fewer.check(poly, (POSITIVE, POSITIVE), False)
    assert not found.check(poly, (POSITIVE, POSITIVE), True)
    assert cylinders(poly - fmpq(1, 1000), (POSITIVE, POSITIVE), False) is None


def test_squares_are_multiplied_out() -> None:
    poly = polynomial({(2, 0): 1, (1, 1): -2, (0, 2): 1}, 2)
    base = (((1, 0), Fraction(1)), ((0, 1), Fraction(-1)))
    one = (((0, 0), Fraction(1)),)
    good = Squares(one, ((Fraction(1), (0, 0), base),))
    assert good.check(poly, (ANY, ANY), False)
    assert not good.check(poly, (ANY, ANY), True)
    assert not good.check(poly + 1, (ANY, ANY), False)
    assert not Squares(one, ((Fraction(-1), (0, 0), base),)).check(-poly, (ANY, ANY), False)
    assert not Squares(one, ((Fraction(1), (1, 0), base),)).check(poly * context(2).gens()[0], (ANY, ANY), False)


@pytest.mark.parametrize(
    ("terms", "signs", "strict"),
    [
        ({(4, 0, 0): 1, (0, 4, 0): 1, (0, 0, 4): 1, (2, 1, 1): -1, (1, 2, 1): -1, (1, 1, 2): -1}, (ANY,) * 3, False),
        ({(4, 0): 1, (0, 4): 1, (1, 1): -3, (0, 0): 2}, (ANY,) * 2, False),
        ({(4, 0): 1, (0, 4): 1, (1, 1): -1, (0, 0): 2}, (ANY,) * 2, True),
        ({(3, 0, 0): 1, (0, 3, 0): 1, (0, 0, 3): 1, (1, 1, 1): -3}, (POSITIVE,) * 3, False),
    ],
    ids=["three variables", "two", "strict", "positive variables"],
)
def test_sums_of_squares_are_found(terms: dict[Any, int], signs: Any, strict: bool) -> None:
    poly = polynomial(terms, len(signs))
    found = squares(poly, signs, strict, NEVER)
    assert found is not None
    assert found.check(poly, signs, strict)
    assert not found.check(poly - polynomial({(0,) * len(signs): 1}, len(signs)), signs, strict)
    assert squares(poly - polynomial({(0,) * len(signs): 5}, len(signs)), signs, strict, NEVER) is None


def test_the_parts_of_a_cone_meet_at_the_ray() -> None:
    parts = split_cone([[1, 0, 0], [0, 1, 0], [0, 0, 1]], (2, 0, 2))
    assert parts == [(0, [[1, 0, 1], [0, 1, 0], [0, 0, 1]]), (2, [[1, 0, 0], [0, 1, 0], [1, 0, 1]])]


@pytest.mark.dear
def test_certified_polynomials_have_the_sign_at_every_point_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random polynomials with random signs; enough of them get a certificate for this to mean something."""
    monkeypatch.setattr(subdivide, "_NODES", 60)
    source = random.Random(3)
    certified = {Subdivision: 0, Cylinders: 0}
    for _ in range(160):
        exponents = [(source.randint(0, 2), source.randint(0, 2)) for _ in range(source.randint(2, 5))]
        drawn = polynomial({e: source.randint(-2, 5) for e in exponents}, 2)
        if source.random() < 0.3:
            drawn = drawn**2
        poly, own = compact(drawn, [source.choice((POSITIVE, NONNEGATIVE, ANY, NEGATIVE)) for _ in range(2)])
        strict = source.random() < 0.4
        if len(own) != 2:
            continue
        proofs: list[Any] = [subdivision(poly, own, strict, NEVER)]
        if len(poly.factor()[1]) == 1 and poly.factor()[1][0][1] == 1:
            proofs.append(cylinders(poly, own, strict))
        for proof in filter(None, proofs):
            certified[type(proof)] += 1
            assert proof.check(poly, own, strict)
            for _ in range(60):
                value = poly(*(drawn_value(signs, source) for signs in own))
                assert value > 0 if strict else value >= 0
    assert certified[Subdivision] > 15
    assert certified[Cylinders] > 2


def drawn_value(signs: frozenset[int], source: random.Random) -> fmpq:
    """A rational with one of the signs."""
    value = fmpq(source.randint(0, 30), source.randint(1, 12))
    value = value if signs <= NONNEGATIVE or (1 in signs and source.random() < 0.5) else -value
    return value if (value > 0) - (value < 0) in signs else fmpq(max(signs))


# -- boxes ----------------------------------------------------------------------------------------------------

BOXED = [sp.exp(x) * x - x**3, sp.sin(x) ** 2 - sp.cos(3 * x), x ** R(3, 2) - sp.log(1 + x), (x - 1) ** 4 * sp.tanh(x)]


@pytest.mark.parametrize("expr", [*BOXED, x ** (x - 1), sp.Abs(x - 1) ** 3], ids=str)
def test_an_enclosure_holds_every_value(expr: sp.Expr) -> None:
    low, high = Fraction(1, 2), Fraction(5, 2)
    ball = enclosure(expr, {x: (low, high)})
    for k in range(11):
        at = low + (high - low) * k / 10
        value = arb(str(sp.N(expr.subs(x, sp.Rational(at.numerator, at.denominator)), 30)))
        assert ball.overlaps(value)


def test_a_box_is_no_point() -> None:
    """An exponent between 1.4 and 2.3 is not 2, and a denominator around 0 is no number."""
    wide = enclosure(sp.Integer(3) ** x, {x: (Fraction(7, 5), Fraction(23, 10))})
    assert wide.contains(5)
    assert wide.contains(12)
    with pytest.raises(NoEnclosure):
        enclosure(1 / (x - 1), {x: (Fraction(0), Fraction(2))})
    with pytest.raises(NoEnclosure):
        enclosure(sp.log(a), {a: (Fraction(0), Fraction(2))})
    with pytest.raises(NoEnclosure):
        enclosure(sp.sqrt(a), {a: (Fraction(-1), Fraction(2))})


def test_corners_have_no_derivative() -> None:
    """|a| - a/2 is not negative; by the derivative of one side alone, so would be |a| - 1/4."""
    assert prove_on_box(sp.Abs(a) - R(1, 4), {a: (Fraction(0), Fraction(1))}, False, NEVER) is None


def test_second_try_names_the_certificate() -> None:
    one = OPEN[2][0]
    after = second_try(one, prove(one), 5)
    assert str(after.verdict) == "VERIFIED"
    assert "certificate" in after.how
    assert "cones" in after.how
