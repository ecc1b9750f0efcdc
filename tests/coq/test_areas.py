"""Integrals and sums without end in Coq: terms that have a value only where it is said, and the rules about them."""

from __future__ import annotations

import pytest
import sympy as sp
from theorems.test_integrals import BAD, HOLD

from layerproof import Claim, Identity, Inequality, Limit, integral, natural, oo, positive, real, series
from layerproof.language.claims import Question
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import Found, Wish, check
from layerproof.proving.coq.terms import Translator, Untranslatable
from layerproof.proving.coq.theorems import theorem_of
from layerproof.running.loading import Library

from .broken import broken
from .needs import coq

x, p = positive("x p")
y = real("y")
n = natural("n")


NO_SCRIPT = {
    "a substitution": "no script for the lemma, a substitution whose variable begins at 0",
    "a bound that holds late enough": "late enough depends on a letter that the limit is not about",
}
"""Theorems that hold, of which a part has no script."""


def term(expr: sp.Expr) -> str:
    """An expression in Coq."""
    return Translator()(expr).text


def conditions(expr: sp.Expr) -> list[str]:
    """What must hold for it to be defined."""
    return [condition.text for condition in Translator()(expr).conditions]


def test_an_integral_is_a_limit_where_the_integrand_is_not_defined() -> None:
    assert term(integral(sp.exp(-x), (x, 0, 1))) == (
        "(RInt_gen (fun x : R => (exp ((- 1) * x))) (at_point 0) (at_point 1))"
    )
    assert "(at_right 0) (Rbar_locally p_infty)" in term(integral(x**p * sp.exp(-x), (x, 0, oo)))
    assert "(at_right 0) (at_point p)" in term(integral(1 / x, (x, 0, p)))


def test_it_exists_its_integrand_is_defined_and_its_range_does_not_run_backwards() -> None:
    assert conditions(integral(1 / (1 + y), (y, 0, p))) == [
        "0 <= p",
        "forall y : R, 0 <= y -> y <= p -> (1 + y) <> 0",
        "ex_RInt_gen (fun y : R => (/ (1 + y))) (at_point 0) (at_point p)",
    ]


def test_a_sum_without_end_exists_and_each_of_its_terms_is_defined() -> None:
    assert conditions(series(x ** (-p), (x, n + 1, oo))) == [
        "forall x : nat, 0 < (INR ((n + 1)%nat + x)%nat)",
        "ex_series (fun x : nat => (Rpower (INR ((n + 1)%nat + x)%nat) ((- 1) * p)))",
    ]
    assert term(series(x ** (-p), (x, 1, oo))) == "(Series (fun x : nat => (Rpower (INR (1 + x)%nat) ((- 1) * p))))"


def test_what_an_integral_asks_for_is_asked_at_each_index_around_it() -> None:
    k = sp.Symbol("k", integer=True, positive=True)
    assert conditions(sp.Sum(integral(sp.exp(-y) / (y + k), (y, 0, oo)), (k, 1, n))) == [
        "forall k : nat, (1 <= k <= n)%nat -> forall y : R, 0 <= y -> (y + (INR k)) <> 0",
        "forall k : nat, (1 <= k <= n)%nat -> "
        "ex_RInt_gen (fun y : R => (((exp ((- 1) * y))) / ((y + (INR k))))) (at_point 0) (Rbar_locally p_infty)",
    ]


def test_an_integral_over_a_range_that_runs_backwards_has_no_counterpart() -> None:
    with pytest.raises(Untranslatable, match="backwards"):
        term(sp.Integral(sp.exp(-y), (y, oo, 0)))
    with pytest.raises(Untranslatable, match="not known to be a natural number"):
        term(sp.Sum(1 / (1 + n**2), (n, p, oo)))


def test_the_limit_of_a_sum_that_begins_at_the_variable_is_one_along_naturals() -> None:
    N = natural("N")
    stated = theorem_of(
        Claim("own/a", title="", statement=Limit(N**p * series(x ** (-1 - p), (x, N, oo)), N, oo, 1 / p))
    )
    text = stated.proposition()
    assert "filterlim (fun v_N : nat =>" in text
    assert "Hierarchy.eventually (fun v_N : nat => (1 <= v_N)%nat)" in text
    assert "v_N : nat)" not in text.partition("\n")[0]


def test_alone_they_have_no_proof() -> None:
    claims = [
        Claim("own/a", title="", statement=Identity(integral(sp.exp(-x), (x, 0, oo)), 1)),
        Claim("own/b", title="", statement=Inequality(series(x**-2, (x, 1, oo)), ">=", 0)),
    ]
    assert all(found.formal is None for found in check([Wish(claim) for claim in claims]))


@pytest.fixture(scope="module")
def found() -> dict[str, Found]:
    """What Coq says of those that hold."""
    return dict(zip(HOLD, check([Wish(make()) for make in HOLD.values()]), strict=True))


def test_what_has_no_script_is_said() -> None:
    assert NO_SCRIPT.keys() <= HOLD.keys()


@coq
@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in HOLD if name not in NO_SCRIPT])
def test_what_is_joined_is_proved(name: str, found: dict[str, Found]) -> None:
    evidence = found[name].evidence
    assert evidence.verdict is Verdict.VERIFIED, evidence.reason


@coq
@pytest.mark.slow
def test_no_broken_join_is_proved() -> None:
    made = [(name, mutant) for name, make in HOLD.items() for mutant in broken(make(), 12)]
    results = check([Wish(mutant) for _, mutant in made])
    assert len(made) >= 40
    passed = [f"{name}: {mutant.title}" for (name, mutant), r in zip(made, results, strict=True) if r.formal]
    assert passed == []


def _changed(name: str, value: sp.Expr, other: sp.Expr) -> Claim:
    """A theorem of the library with one expression written for another wherever it stands."""
    whole = next(claim for claim in Library().all() if claim.id == name)
    statement = whole.statement.mapped(lambda part: part.xreplace({value: other}))
    assert statement != whole.statement
    return Question("own/changed", title="", statement=statement, hypotheses=whole.hypotheses)


@coq
@pytest.mark.slow
def test_no_law_is_proved_with_another_exponent_or_constant() -> None:
    alpha, kept = positive("alpha"), natural("n")
    tail = "power-laws/loss-beyond-n-quanta"
    changed = [
        _changed(tail, (kept + 1) ** (-alpha), (kept + 1) ** (-2 * alpha)),
        _changed(tail, kept**alpha, kept ** (alpha / 2)),
        _changed(tail, (kept + 1) ** (-alpha - 1), (kept + 1) ** (-alpha - 2)),
        _changed(tail, 1 / alpha, 2 / alpha),
    ]
    assert [found.claim.id for found in check([Wish(claim) for claim in changed]) if found.formal] == []


@coq
@pytest.mark.slow
def test_what_is_not_joined_is_not_proved() -> None:
    results = check([Wish(make()) for make in BAD.values()])
    assert [name for name, result in zip(BAD, results, strict=True) if result.formal] == []
    assert all(result.evidence.reason for result in results)
