"""What evidence may say, and what the prover says of definedness and contradictions."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import Rational, sqrt

from kernel.helpers import check, verdict
from layerproof.language.statements import Chain, Identity, Inequality, Link
from layerproof.language.symbols import positive, real
from layerproof.language.verdicts import UNSEEN, Evidence, Method, Verdict, Witness, overall

x, y = real("x y")
u, v = positive("u v")


@pytest.mark.parametrize(
    ("method", "said"),
    [
        (Method.NUMERIC, Verdict.VERIFIED),
        (Method.TRAINED, Verdict.REFUTED),
        (Method.COQ, Verdict.SUPPORTED),
        (Method.EXACT, Verdict.SUPPORTED),
    ],
)
def test_no_method_says_more_than_it_can(method: Method, said: Verdict) -> None:
    with pytest.raises(ValueError, match="may not say"):
        Evidence(method, said, reason="because", witness=Witness({}, "1"))


def test_a_refutation_needs_a_witness_and_ignorance_a_reason() -> None:
    with pytest.raises(ValueError, match="witness"):
        Evidence(Method.EXACT, Verdict.REFUTED)
    with pytest.raises(ValueError, match="reason"):
        Evidence(Method.EXACT, Verdict.UNDECIDED)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (["VERIFIED", "SUPPORTED"], "VERIFIED"),
        (["VERIFIED", "CONTRADICTED"], "CONFLICT"),
        (["REFUTED", "SUPPORTED"], "REFUTED"),
        (["REFUTED", "CONTRADICTED"], "REFUTED"),
        (["UNDECIDED", "SUPPORTED"], "SUPPORTED"),
        (["CONTRADICTED"], "UNDECIDED"),
        (["SUPPORTED", "CONTRADICTED"], "UNDECIDED"),
        ([], "UNDECIDED"),
    ],
)
def test_overall(found: list[str], expected: str) -> None:
    methods = {"SUPPORTED": Method.NUMERIC, "CONTRADICTED": Method.NUMERIC}
    evidence = [Evidence(methods.get(f, Method.EXACT), Verdict(f), reason="r", witness=Witness({}, "1")) for f in found]
    assert overall(evidence) == expected


def test_numbers_support_nothing_that_is_undefined_at_a_few_points() -> None:
    unseen = Evidence(Method.EXACT, Verdict.UNDECIDED, reason="x != 0 is missing", details={UNSEEN: True})
    assert overall([unseen, Evidence(Method.NUMERIC, Verdict.SUPPORTED)]) == "UNDECIDED"
    assert check(Identity((x**2 - 1) / (x - 1), x + 1)).details == {UNSEEN: True}
    assert check(Inequality(1 / x**2, ">", 0)).details == {UNSEEN: True}


def test_a_missing_hypothesis_is_named_with_a_point() -> None:
    reason = str(check(Identity((x**2 - 1) / (x - 1), x + 1)).reason)
    assert "x - 1 != 0" in reason
    assert "x = 1" in reason


def test_both_sides_must_be_defined_even_where_they_cancel() -> None:
    assert verdict(Inequality(1 / x, "<", 1 / x + 1)) == "UNDECIDED"
    assert verdict(Chain(1 / x, (Link("<=", 1 / x + 1),))) == "UNDECIDED"
    assert verdict(Inequality(1 / u, "<", 1 / u + 1)) == "VERIFIED"


def test_a_witness_is_where_both_sides_are_defined() -> None:
    witness = check(Identity(sqrt(x) + 1, sqrt(x))).witness
    assert witness is not None
    assert sp.Rational(witness.symbols["x"]) >= 0


@pytest.mark.parametrize(
    "hypotheses",
    [(x < y, y < x), (x**2 + 1 < x,), (sp.Eq(x, 1), sp.Eq(x, 2)), (x**4 + x**2 + Rational(1, 10) < x / 10,)],
    ids=str,
)
def test_contradictory_hypotheses_prove_nothing(hypotheses: tuple[sp.Basic, ...]) -> None:
    evidence = check(Identity(x * (x + 1), x**2 + x), *hypotheses)
    assert evidence.verdict == "UNDECIDED"
    assert "contradict" in str(evidence.reason)


def test_witnesses_stay_in_the_domain_of_trajectories() -> None:
    t = sp.Symbol("t", nonnegative=True)
    f = sp.Function("f", positive=True)(t)
    witness = check(Inequality(f, ">", 1)).witness
    assert witness is not None
    assert sp.Rational(witness.symbols["f"]) > 0


def test_huge_powers_end() -> None:
    assert verdict(Identity((x + y + u) ** 4000 * (x + 1), (x + y + u) ** 4000 * x + (x + u + y) ** 4000)) in (
        "UNDECIDED",
        "VERIFIED",
    )
    assert verdict(
        Identity(
            sqrt(sp.Integer(10**80 + 129) * (10**70 + 33)),
            sqrt(sp.Integer(10**80 + 129)) * sqrt(sp.Integer(10**70 + 33)),
        )
    ) in ("UNDECIDED", "VERIFIED")
