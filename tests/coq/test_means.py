"""Means by Coq: under normal laws and finite ones; none with a wrong value, none that is not there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerproof import (
    Abs,
    Claim,
    Expectation,
    Finite,
    Max,
    Normal,
    Rational,
    exp,
    nonnegative,
    pi,
    positive,
    real,
    sqrt,
)
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import Wish, check
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq

r, q, a, b, m = real("r q a b m")
s, c = nonnegative("s"), positive("c")

RIGHT = {
    "a square": Expectation(r**2, m**2 + s**2, {r: Normal(m, s)}),
    "two variables": Expectation((a * r + b * q) ** 2, a**2 + b**2 * s**2, {r: Normal(0, 1), q: Normal(0, s)}),
    "an absolute value": Expectation(Abs(r) ** 3, 2 * c**3 * sqrt(2 / pi), {r: Normal(0, c)}),
    "a rectified unit": Expectation(Max(r, 0) ** 2, s**2 / 2, {r: Normal(0, s)}),
    "an exponential": Expectation(r * exp(a * r), a * exp(a**2 / 2), {r: Normal(0, 1)}),
    "over a letter": Expectation(q * a / c, a / (2 * c), {q: Finite({0: Rational(1, 2), 1: Rational(1, 2)})}),
    "two values": Expectation((a + q) ** 2, a**2 + 1, {q: Finite({1: Rational(1, 2), -1: Rational(1, 2)})}),
}


def claim(statement: Expectation) -> Claim:
    """A claim that says it."""
    return Claim("own/mean", title="A mean", statement=statement)


def test_what_the_theorem_says() -> None:
    said = theorem_of(claim(RIGHT["two variables"])).statement()
    assert "(cons (normal 0 1) (cons (normal 0 s) nil))" in said
    assert "(fun xs : list R => ((fun r q : R => " in said
    assert "(nth 0 xs 0) (nth 1 xs 0)))" in said
    given = theorem_of(claim(Expectation(1 / r, 0, {r: Normal(0, 1)}))).statement()
    assert "(forall r : R, r <> 0)" in given  # where a part is not defined, nothing can be proved


@coq
@pytest.mark.slow
def test_right_values_are_proved_and_wrong_ones_are_not() -> None:
    right = check([Wish(claim(statement)) for statement in RIGHT.values()])
    assert {n: f.evidence.reason for n, f in zip(RIGHT, right, strict=True) if not f.formal} == {}
    wrong = [replace(statement, equals=statement.equals * 2 + 1) for statement in RIGHT.values()]
    assert [f.evidence.verdict for f in check([Wish(claim(w)) for w in wrong])] == [Verdict.UNDECIDED] * len(wrong)


def test_what_is_not_there_has_no_script() -> None:
    for of in (1 / (1 + r**2), exp(r**2), Max(r - 1, 0)):
        with pytest.raises(NoProof):
            proof_of(theorem_of(claim(Expectation(of, 1, {r: Normal(0, 1)}))))
