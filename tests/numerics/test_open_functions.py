"""Functions that are not known, of what is random, tends somewhere, or is summed or integrated over."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import Derivative, Eq

from layerproof import (
    Asymptotic,
    Bernoulli,
    Claim,
    Expectation,
    Identity,
    Inequality,
    Integral,
    Limit,
    Normal,
    Rademacher,
    Series,
    Verdict,
    exp,
    families,
    index,
    natural,
    oo,
    positive,
    real,
    time,
    total,
    trajectories,
)
from layerproof.language.statements.base import Statement
from layerproof.numerics.checks import check
from layerproof.proving.evidence import prove

t, n, k, p = time(), natural("n"), natural("k"), positive("p")
x, y, z = real("x y z")
a = trajectories("a")
i, X = index("i", n), families("X")
H, K = (sp.Function(name, real=True) for name in "HK")

NOT_KNOWN = {
    "grows as fast as it likes": (Limit(H(x) / x, x, oo, 0),),
    "a sequence": (Limit(p**n * H(n), n, oo, 0), p < 1),
    "a trajectory": (Limit(a * exp(-t), t, oo, 0),),
    "a trajectory as a remainder": (Asymptotic(t + a, t, sp.Integer(1), t, oo),),
    "a remainder": (Asymptotic(x + H(x), x, sp.Integer(1), x, oo),),
    "a mean": (Expectation(x * H(x), 0, {x: Normal(0, 1)}),),
    "a mean of entries": (Expectation(total(X[i] * H(X[i]), i), 0, {X: Normal(0, 1)}),),
    "a mean that depends on a letter": (Expectation(H(x * z), (H(z) + H(-1)) / 2, {x: Rademacher()}),),
    "terms": (Series(H(k) ** 2 / 2**k, (k, 1, oo), "<=", 100 * x**2), x > 1),
    "of two letters": (Integral(K(x, y) * (2 * x - 1), (x, 0, 1), 0),),
    "by parts, to infinity": (Integral(Derivative(H(x), x) * exp(-x), (x, 0, oo), -H(0), None, H(x) * exp(-x)),),
}


@pytest.mark.parametrize("name", NOT_KNOWN)
def test_numbers_say_nothing_of_what_is_not_known(name: str) -> None:
    statement, *hypotheses = NOT_KNOWN[name]
    found = check(Claim("t/open", title=name, statement=statement, hypotheses=hypotheses), draws=200)
    assert found is not None
    assert found.verdict is Verdict.UNDECIDED, found


KNOWN = {
    "the mean of two values": (Expectation(H(x), (H(1) + H(-1)) / 2, {x: Rademacher()}), Verdict.SUPPORTED),
    "with chances": (Expectation(H(x), z * H(1) + (1 - z) * H(0), {x: Bernoulli(z)}), Verdict.SUPPORTED),
    "not the middle": (Expectation(H(x), H(0), {x: Rademacher()}), Verdict.CONTRADICTED),
    "of another letter": (Limit(H(y) / x, x, oo, 0), Verdict.SUPPORTED),
    "the change": (Integral(Derivative(H(x), x), (x, 0, y), H(y) - H(0)), Verdict.SUPPORTED),
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_follows_for_every_function_is_told(name: str) -> None:
    statement, verdict = KNOWN[name]
    hypotheses = [z > 0, z < 1] if name == "with chances" else []
    found = check(Claim("t/open", title=name, statement=statement, hypotheses=hypotheses), draws=200)
    assert found is not None
    assert found.verdict is verdict, found


AT_ONE_PLACE = {
    "by a hypothesis": (Identity(H(x) - H(1), 0), Eq(x, 1)),
    "by bounds": (Inequality(H(x) - H(1), "<=", 0), x >= 1, x <= 1),
    "at one of two": (Identity(x * (H(x) - H(1)), 0), Eq(x * (x - 1), 0)),
    "doubled": (Identity(H(2 * x) - H(2), 0), Eq(x, 1)),
    "what is assumed of it": (Inequality(H(x), ">=", 2), Eq(x, 1), H(1) > 2),
    "a square that vanishes": (Identity(H(x) - H(0), 0), Eq(x**2, 0)),
    "with what is defined by it": (Identity(y, H(1) + 1), Eq(x, 1), Eq(y, H(x) + 1)),
}
APART = {
    "by a hypothesis": (Identity(H(x) - H(1), 0), Eq(x, 2)),
    "at the other of two": (Identity(x * (H(x) - H(1)), 0), Eq(x * (x - 2), 0)),
    "doubled": (Identity(H(2 * x) - H(2), 0), Eq(x, 2)),
    "nowhere said": (Identity(H(x) - H(1), 0),),
    "also where it is one": (Inequality((H(x) - H(1)) ** 2, ">", 0),),
}


def judged(statement: Statement, *hypotheses: object) -> tuple[Verdict, Verdict]:
    """What numbers say, and what exact algebra does."""
    claim = Claim("t/open", title="At places", statement=statement, hypotheses=hypotheses)
    found = check(claim, draws=200)
    assert found is not None
    return found.verdict, prove(claim).verdict


@pytest.mark.parametrize("name", AT_ONE_PLACE)
def test_a_function_has_one_value_at_each_place(name: str) -> None:
    by_numbers, by_algebra = judged(*AT_ONE_PLACE[name])
    assert by_numbers is Verdict.SUPPORTED
    assert by_algebra is not Verdict.REFUTED


@pytest.mark.parametrize("name", APART)
def test_and_others_at_other_places(name: str) -> None:
    by_numbers, by_algebra = judged(*APART[name])
    assert by_numbers is Verdict.CONTRADICTED
    assert by_algebra is not Verdict.VERIFIED


G = sp.Function("G", positive=True)
TWO_PLACES = {
    "a square": (Identity((H(x) + H(y)) ** 2, H(x) ** 2 + 2 * H(x) * H(y) + H(y) ** 2),),
    "one value at one place": (Identity(H(x) - H(y) + x, y), Eq(x, y)),
    "means": (Inequality(G(x) + G(y), ">=", 2 * sp.sqrt(G(x) * G(y))),),
    "an order between values": (Inequality(H(x), "<=", H(z)), H(x) <= H(y), H(y) <= H(z)),
}
NOT_AT_BOTH = {
    "a square": (Identity((H(x) + H(y)) ** 2, H(x) ** 2 + H(y) ** 2),),
    "at one of two values of a letter": (Identity(H(x) - H(1), 0), Eq(x * (x - 1), 0)),
    "even": (Identity(H(x), H(-x)),),
    "rising": (Inequality(H(x), "<=", H(y)), x <= y),
    "two functions": (Identity(H(x) * K(y), H(y) * K(x)),),
    "not negative": (Inequality(H(x) * H(y), ">=", 0),),
}


@pytest.mark.parametrize("name", TWO_PLACES)
def test_an_open_function_has_a_value_at_each_place(name: str) -> None:
    statement, *hypotheses = TWO_PLACES[name]
    found = check(Claim("own/open", title=name, statement=statement, hypotheses=hypotheses), draws=200)
    assert found is not None
    assert found.verdict is Verdict.SUPPORTED, found.reason


@pytest.mark.parametrize("name", NOT_AT_BOTH)
def test_which_is_another_at_another_place(name: str) -> None:
    statement, *hypotheses = NOT_AT_BOTH[name]
    found = check(Claim("own/open", title=name, statement=statement, hypotheses=hypotheses), draws=200)
    assert found is not None
    assert found.verdict is Verdict.CONTRADICTED, found.reason
