"""Limits and orders: what Coq is offered it accepts if it is true, and never if it is false or leaves the domain."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sympy as sp

from layerproof import Claim, Verdict
from layerproof.language.statements import Asymptotic, Limit
from layerproof.proving.coq.checking import Wish, check
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq, proves

pytestmark = coq

x, y = sp.symbols("x y", real=True)
p, q, t = sp.symbols("p q t", positive=True)
n = sp.Symbol("n", integer=True, positive=True)
oo, exp, log, root = sp.oo, sp.exp, sp.log, sp.sqrt

TRUE = [
    (Limit(exp(-2 * t), t, oo, 0),),
    (Limit(t**3 * exp(-p * t), t, oo, 0),),
    (Limit(-t * log(t), t, 0, 0),),
    (Limit((x + root(x**2 + p)) / (2 * x), x, oo, 1),),
    (Limit(x * (root(x**2 + p) - x), x, oo, p / 2),),
    (Limit(x * (root(x**2 + p) + x), x, -oo, -p / 2),),
    (Limit((exp(t) - 1) / t, t, 0, 1),),
    (Limit((p**x - 1) / x, x, 0, log(p)),),
    (Limit(log(1 + t) / t, t, 0, 1),),
    (Limit((1 + t) ** (1 / t), t, 0, sp.E),),
    (Limit(t**q, t, oo, oo),),
    (Limit(t ** (p - q), t, oo, 0), p < q),
    (Limit(1 / (x - p), x, p, oo),),
    (Limit(1 / (x - p), x, p, -oo, "-"),),
    (Limit(log(sp.cosh(t)) / t, t, oo, 1),),
    (Limit(y / (1 + exp(-p * t)), t, oo, y),),
    (Limit((p + t) / (q + t), t, oo, 1), t > q),
    (Limit((1 - sp.cos(p * t)) / t**2, t, 0, p**2 / 2),),
    (Limit((sp.sin(x) - x) / x**3, x, 0, -sp.Rational(1, 6)),),
    (Limit(sp.sin(t**2) / (t * sp.sin(t)), t, 0, 1),),
    (Limit(t * sp.sin(p / t), t, oo, p),),
    (Asymptotic(sp.cos(t), 1 - t**2 / 2, t**4, t, sp.S.Zero),),
    (Asymptotic(root(1 + t), 1 + t / 2, t**2, t, sp.S.Zero),),
    (Asymptotic((1 + t) ** (-p), t ** (-p), t ** (-p - 1), t, oo),),
    (Asymptotic(1 / (1 + exp(-t)), sp.S.One, exp(-t), t, oo),),
]

FALSE = [
    (Limit(exp(-2 * t), t, oo, 1),),
    (Limit((x + root(x**2 + p)) / (2 * x), x, -oo, 1),),
    (Limit(x * (root(x**2 + p) - x), x, oo, p),),
    (Limit((exp(t) - 1) / t, t, 0, 2),),
    (Limit(t ** (p - q), t, oo, 0), p < q + 1),
    (Limit(1 / (x - p), x, p, oo, "-"),),
    (Limit(t**q, t, oo, 0),),
    (Limit((1 - sp.cos(p * t)) / t**2, t, 0, p**2),),
    (Limit((sp.sin(x) - x) / x**3, x, 0, sp.Rational(1, 6)),),
    (Limit(sp.cos(t), t, oo, 1),),
    (Asymptotic(sp.sin(t), t, t**4, t, sp.S.Zero),),
    # outside the domain: the variable, a hypothesis on it, a root, a logarithm, a denominator that is zero
    (Limit(1 / t, t, -oo, 0),),
    (Limit(1 / x, x, oo, 0), x < 5),
    (Limit(0 * y + root(-t) / t, t, oo, 0),),
    (Limit(log(-t) / t**2, t, oo, 0),),
    (Limit(1 / (t * x), t, oo, 0),),
    # a remainder of too small an order, or not smaller than the leading term
    (Asymptotic(root(1 + t), 1 + t / 2, t**3, t, sp.S.Zero),),
    (Asymptotic(root(1 + t), 1 + t, t**2, t, sp.S.Zero),),
    (Asymptotic(1 / t + 1, 1 / t, t, t, oo),),
]


@pytest.fixture(scope="module")
def top() -> Iterator[Toplevel]:
    claim = Claim("test/first", title="A limit", statement=Limit(1 / t, t, oo, 0))
    with Toplevel(theorem_of(claim).requires, limit=20) as found:
        yield found


def accepted(top: Toplevel, number: int, kind: str, statement: Limit | Asymptotic, *hypotheses: object) -> bool:
    """Whether a proof is found and Coq accepts it."""
    claim = Claim(f"test/{kind}-{number}", title="A limit", statement=statement, hypotheses=hypotheses)
    try:
        return proves(top, theorem_of(claim))
    except Untranslatable:
        return False


@pytest.mark.parametrize("number", range(len(TRUE)))
def test_true_limits_are_proved(top: Toplevel, number: int) -> None:
    assert accepted(top, number, "true", *TRUE[number])


@pytest.mark.parametrize("number", range(len(FALSE)))
def test_false_limits_are_not(top: Toplevel, number: int) -> None:
    assert not accepted(top, number, "false", *FALSE[number])


def test_the_statement_says_that_all_is_defined_on_the_way() -> None:
    claim = Claim("test/root", title="A limit", statement=Limit(root(t - p) / t, t, oo, 0), hypotheses=[t > 2 * p])
    said = theorem_of(claim).statement()
    assert "(fun t : R => 0 < t)" in said
    assert "(fun t : R => t > (2 * p))" in said, "a hypothesis on the variable is proved, not assumed"
    assert "(fun t : R => 0 <= (t + ((- 1) * p)))" in said
    assert "(t : R)" not in said, "the variable is bound by the function"


k = sp.Symbol("k", integer=True, nonnegative=True)
ALONG_NATURALS = {
    "a quotient": (Limit(n / (n + 1), n, oo, 1), [], True),
    "from 0 on": (Limit(k / (k + 1), k, oo, 1), [], True),
    "a power": (Limit(2 ** (-n), n, oo, 0), [], True),
    "of any base": (Limit(p**n, n, oo, 0), [p < 1], True),
    "a hypothesis on the way": (Limit(n / (n - 3), n, oo, 1), [n > 3], True),
    "an order": (Asymptotic(1 / (n + 1), 1 / n, n**-2, n, oo), [], True),
    "another limit": (Limit(n / (n + 1), n, oo, 2), [], False),
    "of a base above 1": (Limit(p**n, n, oo, 0), [], False),
    "a sign that turns": (Limit((-1) ** n, n, oo, 1), [], False),
    "an order too small": (Asymptotic(1 / (n + 1), 1 / n, n**-3, n, oo), [], False),
}


@pytest.mark.parametrize("case", ALONG_NATURALS)
def test_limits_along_natural_numbers(top: Toplevel, case: str) -> None:
    statement, hypotheses, holds = ALONG_NATURALS[case]
    number = [*ALONG_NATURALS].index(case)
    theorem = theorem_of(Claim(f"test/natural-{number}", title="A limit", statement=statement, hypotheses=hypotheses))
    assert "along_naturals" in theorem.statement()
    assert proves(top, theorem) is holds


def test_another_limit_along_natural_numbers_is_refuted() -> None:
    claim = Claim("test/natural", title="A limit", statement=Limit(n / (n + 1), n, oo, 2))
    (found,) = check([Wish(claim, ("refutation",))])
    assert found.evidence.verdict is Verdict.REFUTED


def test_limits_along_integers_that_may_be_negative_are_not_stated() -> None:
    anywhere = sp.Symbol("m", integer=True)
    with pytest.raises(Untranslatable, match="integer"):
        theorem_of(Claim("test/integer", title="A limit", statement=Limit(1 / anywhere, anywhere, oo, 0)))
