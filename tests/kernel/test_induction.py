"""Induction on sequences given by a recurrence: the first cases are computed, the step is a linear combination."""

from __future__ import annotations

import pytest
import sympy as sp

from kernel.helpers import check, verdict
from layerproof.language.claims import Claim
from layerproof.language.statements import Induction, Recurrence
from layerproof.language.symbols import families, real
from layerproof.numerics import check as numeric
from layerproof.proving.trials import challenge
from layerproof.running.canonical import canonical

x, y = real("x y")
n = sp.Symbol("n", integer=True, nonnegative=True)
H, h = sp.Function("H", real=True), families("h")
slope, bend = sp.diff(H(n, x), x), sp.diff(H(n, x), x, 2)
hermite = Recurrence(H(n, x), x * H(n, x) - slope, 1)
three_terms = Recurrence(H(n, x), x * H(n, x) - n * H(n - 1, x), (1, x))
triangular = Recurrence(h[n], h[n] + n + 1, 0)
powers = Recurrence(h[n], y * h[n], 1)
hidden = n * (n - 1) * (n - 2) * (n - 3) * (n - 4) * (n - 5) * (n - 6) * (n - 7)  # vanishes in all the first cases

DECIDED = [
    (Induction(slope, n * H(n - 1, x), n, hermite, start=1), (), "VERIFIED"),
    (Induction(slope, n * H(n - 1, x), n, three_terms, start=1), (), "VERIFIED"),
    (Induction(slope, (n + 1) * H(n - 1, x), n, hermite, start=1), (), "REFUTED"),
    (Induction(slope, n * H(n - 1, x), n, three_terms, start=-1), (), "UNDECIDED"),
    (Induction(H(n + 1, x), x * H(n, x) - n * H(n - 1, x), n, hermite, start=1), (), "VERIFIED"),
    (Induction(H(n + 1, x), x * H(n, x) + n * H(n - 1, x), n, hermite, start=1), (), "REFUTED"),
    (Induction(bend, x * slope - n * H(n, x), n, hermite), (), "VERIFIED"),
    (Induction(h[n], n * (n + 1) / 2, n, triangular), (), "VERIFIED"),
    (Induction(h[n], n * (n + 1) / 2 + hidden, n, triangular), (), "REFUTED"),
    (Induction(h[n], n * (n - 1) / 2, n, triangular), (), "REFUTED"),
    (Induction(h[n], y**n, n, powers), (y > 0,), "VERIFIED"),
    (Induction(h[n], y**n, n, powers), (sp.Eq(y, 1),), "VERIFIED"),
    # a hypothesis on the argument is not used: what holds at x = 0 cannot be differentiated
    (Induction(H(n, x), sp.S.Zero, n, Recurrence(H(n, x), H(n, x), x)), (sp.Eq(x, 0),), "REFUTED"),
]


@pytest.mark.parametrize(("statement", "hypotheses", "expected"), DECIDED, ids=str)
def test_verdict(statement: Induction, hypotheses: tuple[sp.Basic, ...], expected: str) -> None:
    assert verdict(statement, *hypotheses) == expected


@pytest.mark.slow
@pytest.mark.dear
@pytest.mark.parametrize(("statement", "hypotheses"), [case[:2] for case in DECIDED if case[2] == "VERIFIED"], ids=str)
def test_numbers_agree_and_mutants_die(statement: Induction, hypotheses: tuple[sp.Basic, ...]) -> None:
    claim = Claim("test/induction", title="", statement=statement, hypotheses=hypotheses)
    assert challenge(claim).survived == []
    found = numeric(claim)
    assert found is not None
    assert found.verdict == "SUPPORTED"


def test_the_case_that_fails_is_named() -> None:
    witness = check(Induction(h[n], n * (n - 1) / 2, n, triangular)).witness
    assert witness is not None
    assert witness.part == "case n = 1"


def test_a_recurrence_has_an_integer_index() -> None:
    with pytest.raises(ValueError, match="integer"):
        Recurrence(H(x, n), H(x, n), 1)


def test_a_stable_text() -> None:
    assert canonical(DECIDED[0][0]) == canonical(DECIDED[0][0])


def test_the_sequence_is_what_it_is_about_as_a_whole() -> None:
    assert "H" in Induction(slope, n * H(n - 1, x), n, hermite, start=1).whole()


@pytest.mark.parametrize("initial", [{0: 1}, (), "1, 2", (1, {1: 2})])
def test_first_terms_that_are_none_are_refused(initial):
    H, m = sp.Function("H", real=True), sp.Symbol("m", integer=True, nonnegative=True)
    with pytest.raises((ValueError, TypeError), match="expected"):
        Recurrence(H(m), 2 * H(m), initial)
