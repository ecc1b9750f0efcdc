"""Statements about every term of a sequence by Coq: true ones are proved, broken ones are not, and none is vacuous."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
import sympy as sp

from layerproof import Claim, Induction, Recurrence, families, natural, positive, real
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import Wish, check
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq

x, y, a, b, c, d = real("x y a b c d")
r = positive("r")
n = sp.Symbol("n", integer=True, nonnegative=True)
N = natural("N")
H, h = sp.Function("H", real=True), families("h")
slope = sp.diff(H(n, x), x)
hermite = Recurrence(H(n, x), x * H(n, x) - slope, 1)
three_terms = Recurrence(H(n, x), x * H(n, x) - n * H(n - 1, x), (1, x))
by_slopes = Recurrence(H(n, x), slope, sp.exp(-(x**2) / 2))
hidden = n * (n - 1) * (n - 2) * (n - 3)  # vanishes in the first cases

Case = tuple[Induction, tuple[sp.Basic, ...]]

TRUE: dict[str, Case] = {
    "triangular numbers": (Induction(h[n], n * (n + 1) / 2, n, Recurrence(h[n], h[n] + n + 1, 0)), ()),
    "powers": (Induction(h[n], y**n, n, Recurrence(h[n], y * h[n], 1)), ()),
    "from a later start": (Induction(h[n], n**2, n, Recurrence(h[n], h[n] + 2 * n + 1, 0), start=4), ()),
    "a sequence from 1": (Induction(h[n], n**2, n, Recurrence(h[n], h[n] + 2 * n + 1, 1, first=1), start=1), ()),
    "a sum of two powers": (
        Induction(
            h[n], c * a**n + d * b**n, n, Recurrence(h[n], (a + b) * h[n] - a * b * h[n - 1], (c + d, a * c + b * d))
        ),
        (),
    ),
    "three terms before": (
        Induction(h[n], n**2 + a, n, Recurrence(h[n], 3 * h[n] - 3 * h[n - 1] + h[n - 2], (a, a + 1, a + 4))),
        (),
    ),
    "a geometric sum": (Induction(h[n], (1 - y**n) / (1 - y), n, Recurrence(h[n], h[n] + y**n, 0)), (sp.Ne(y, 1),)),
    "functions": (Induction(H(n, x), x**n + n, n, Recurrence(H(n, x), x * H(n, x) - n * x + n + 1, 1)), ()),
    "functions elsewhere": (Induction(H(n, x), 2**n * x, n, Recurrence(H(n, x), H(n, 2 * x), x)), ()),
    "derivatives by a recurrence of derivatives": (Induction(slope, n * H(n - 1, x), n, hermite, start=1), ()),
    "derivatives by a recurrence": (Induction(slope, n * H(n - 1, x), n, three_terms, start=1), ()),
    "a recurrence of derivatives": (
        Induction(H(n, x), -x * H(n - 1, x) - (n - 1) * H(n - 2, x), n, by_slopes, start=2),
        (),
    ),
    "exponentials": (Induction(H(n, x), a**n * sp.exp(a * x), n, Recurrence(H(n, x), slope, sp.exp(a * x))), ()),
    "a letter beside the index": (Induction(h[n], N * n, n, Recurrence(h[n], h[n] + N, 0)), ()),
}

BROKEN: dict[str, Case] = {
    "a wrong factor": (Induction(h[n], n * (n - 1) / 2, n, Recurrence(h[n], h[n] + n + 1, 0)), ()),
    "wrong from the fifth case": (Induction(h[n], n * (n + 1) / 2 + hidden, n, Recurrence(h[n], h[n] + n + 1, 0)), ()),
    "a wrong start": (Induction(h[n], y**n, n, Recurrence(h[n], y * h[n], 2)), ()),
    "only from a later start": (Induction(h[n], y ** (n + 1), n, Recurrence(h[n], y * h[n], 1)), ()),
    "one power": (
        Induction(h[n], (c + d) * a**n, n, Recurrence(h[n], (a + b) * h[n] - a * b * h[n - 1], (c + d, a * c + b * d))),
        (),
    ),
    "not defined": (Induction(h[n], (1 - y**n) / (1 - y), n, Recurrence(h[n], h[n] + y**n, 0)), ()),
    "a first term that is not defined": (Induction(h[n], y**n / y, n, Recurrence(h[n], y * h[n], 1 / y)), ()),
    "functions": (Induction(H(n, x), x**n, n, Recurrence(H(n, x), x * H(n, x) - n * x + n + 1, 1)), ()),
    "functions elsewhere": (Induction(H(n, x), n * x, n, Recurrence(H(n, x), H(n, 2 * x), x)), ()),
    "derivatives": (Induction(slope, (n + 1) * H(n - 1, x), n, hermite, start=1), ()),
    "derivatives by a recurrence": (Induction(slope, -n * H(n - 1, x), n, three_terms, start=1), ()),
    "a recurrence of derivatives": (
        Induction(H(n, x), -x * H(n - 1, x) - n * H(n - 2, x), n, by_slopes, start=2),
        (),
    ),
    "the wrong sign": (Induction(H(n, x), x * H(n - 1, x) - (n - 1) * H(n - 2, x), n, by_slopes, start=2), ()),
    "no derivative at 0": (
        Induction(slope, 2 * H(n, x) / x - H(n, x) / x, n, Recurrence(H(n, x), H(n, x), abs(x))),
        (),
    ),
    "the derivative of a root": (Induction(2 * slope * H(n, x), 1, n, Recurrence(H(n, x), H(n, x), sp.sqrt(x))), ()),
    "at one argument": (Induction(H(n, x), sp.S.Zero, n, Recurrence(H(n, x), H(n, x), x)), (sp.Eq(x, 0),)),
}

next_one, positive_one = sp.Function("h", real=True)(n + 1), sp.Function("h", positive=True)(n)
NO_SEQUENCE: dict[str, Case] = {
    "its own next term": (Induction(h[n], n, n, Recurrence(h[n], next_one + 1, 0)), ()),
    "before the first term": (Induction(h[n], n, n, Recurrence(h[n], h[n - 1] + 1, 0)), ()),
    "terms with a sign": (Induction(positive_one, n, n, Recurrence(positive_one, -positive_one, 0)), ()),
    "a hypothesis on a term": (Induction(h[n], n, n, Recurrence(h[n], h[n] + 1, 0)), (h[2] > 7,)),
    "a side before the first term": (Induction(h[n - 1], n, n, Recurrence(h[n], h[n] + 1, 0)), ()),
    "a sum over terms": (Induction(h[n], sp.Sum(h[n], (n, 0, 2)), n, Recurrence(h[n], h[n] + 1, 0)), ()),
    "a first term of others": (Induction(h[n], n, n, Recurrence(h[n], h[n] + 1, h[3])), ()),
}


def claim(case: Case) -> Claim:
    """A claim that says it."""
    return Claim("own/sequence", title="A sequence", statement=case[0], hypotheses=list(case[1]))


@pytest.fixture(scope="module")
def top() -> Iterator[Toplevel]:
    with Toplevel(("Inductions",), limit=20) as session:
        yield session


def accepted(case: Case, top: Toplevel, name: str) -> bool:
    theorem = replace(theorem_of(claim(case)), name=name)
    try:
        return top.lemma(name, theorem.statement(), proof_of(theorem)).accepted
    except NoProof:
        return False


def test_what_the_theorem_says() -> None:
    recurrence = Recurrence(h[n], h[n] + h[n - 1], (0, 1))
    said = theorem_of(claim((Induction(h[n], n, n, recurrence, start=2), ()))).proposition()
    assert said.splitlines()[1:] == [
        "  ((h (0)%nat) = 0) ->",
        "  ((h (1)%nat) = 1) ->",
        "  (forall n : nat, (1 <= n)%nat -> (h (n + 1)%nat) = ((h n) + (h (n - 1)%nat))) ->",
        "  (forall n : nat, (1 <= n)%nat -> (1 <= n)%nat)",
        "  /\\ (forall n : nat, (2 <= n)%nat -> (h n) = (INR n))",
    ]


@pytest.mark.parametrize("case", NO_SEQUENCE.values(), ids=NO_SEQUENCE)
def test_what_gives_no_sequence_has_no_theorem(case: Case) -> None:
    with pytest.raises(Untranslatable):
        theorem_of(claim(case))


@coq
@pytest.mark.parametrize("case", TRUE.values(), ids=TRUE)
def test_a_true_statement_is_proved(case: Case, top: Toplevel) -> None:
    assert accepted(case, top, f"true_{list(TRUE.values()).index(case)}")


@coq
@pytest.mark.parametrize("case", BROKEN.values(), ids=BROKEN)
def test_a_broken_statement_is_not_proved(case: Case, top: Toplevel) -> None:
    assert not accepted(case, top, f"broken_{list(BROKEN.values()).index(case)}")


@coq
@pytest.mark.slow
def test_proofs_count() -> None:
    right = check([Wish(claim(case)) for case in TRUE.values()])
    assert {name: f.evidence.reason for name, f in zip(TRUE, right, strict=True) if not f.formal} == {}
    wrong = check([Wish(claim(case)) for case in BROKEN.values()])
    assert [f.evidence.verdict for f in wrong] == [Verdict.UNDECIDED] * len(BROKEN)
