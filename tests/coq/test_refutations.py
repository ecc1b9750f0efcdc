"""Refutations by Coq: false claims of each kind are refuted, true ones are not, whatever the script."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from layerproof import (
    Asymptotic,
    Claim,
    Conserved,
    Equal,
    GradientFlow,
    Identity,
    Inequality,
    Limit,
    MatrixFlow,
    MatrixIdentity,
    MatrixRate,
    Rate,
    Solution,
    families,
    index,
    matrix,
    natural,
    positive,
    real,
    time,
    trajectories,
)
from layerproof.language.claims import Question
from layerproof.language.statements import Statement
from layerproof.proving.coq.checking import refutation
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.files import ALLOWED, Formal, Ruling, judge
from layerproof.proving.coq.proofs.base import NoProof
from layerproof.proving.coq.refutations import refutation_of
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq

S, m = positive("S m")
x = real("x")
t = time()
a, b = trajectories("a b")
FLOW = GradientFlow(loss=m * (a * b - S) ** 2 / 2, parameters=(a, b), time=t)
n = natural("n")
A, B = matrix("A", n, n), matrix("B", n, n)

FLOW_ON = GradientFlow(loss=m * (a * b - S) ** 2 / 2, parameters=(a, b), time=t, invariant=(a - b,))
LOGISTIC = S / (1 + (S - 1) * sp.exp(-2 * m * S * t))
TARGET = S / (1 + (S - 1) * sp.exp(-m * S * t))
M = matrix("M", n, n)
DECAY = MatrixFlow(loss=sp.Trace(M.T * M) / 2, parameters=(M,))

PAIRS: dict[str, tuple[Statement, Statement]] = {
    "identity": (Identity((S - m) ** 2, S**2 + m**2), Identity((S - m) ** 2, S**2 - 2 * S * m + m**2)),
    "root": (Identity(sp.sqrt(x**2 + 1), x), Identity(sp.sqrt(x**2 + 1) ** 2, x**2 + 1)),
    "exponential": (Inequality(sp.exp(S), "<", 1 + S), Inequality(sp.exp(S), ">", 1 + S)),
    "equality": (Inequality(x**2, ">", 0), Inequality(x**2, ">=", 0)),
    "rate": (Rate(a * b, m * (S - a * b) * a**2, FLOW), Rate(a * b, m * (S - a * b) * (a**2 + b**2), FLOW)),
    "limit": (Limit(S / (S + x), x, sp.oo, 1), Limit(S / (S + x), x, sp.oo, 0)),
    "conserved": (Conserved(a**2 - 2 * b**2, FLOW), Conserved(a**2 - b**2, FLOW)),
    "solution": (Solution(FLOW_ON, a * b, TARGET, 1), Solution(FLOW_ON, a * b, LOGISTIC, 1)),
    "order": (
        Asymptotic(S / x + m / x**2, S / x, 1 / x**3, x, sp.oo),
        Asymptotic(S / x + m / x**2, S / x, 1 / x**2, x, sp.oo),
    ),
    "matrix rate": (MatrixRate(M, -M.T, DECAY), MatrixRate(M, -1 * M, DECAY)),
    "matrices": (MatrixIdentity(A * B, B * A), MatrixIdentity((A * B).T, B.T * A.T)),
}
"""For each kind a false statement, and a true one beside it."""


def claim(statement: Statement, **more: object) -> Claim:
    return Question("own/refuted", title="", statement=statement, **more)  # type: ignore[arg-type]


def _swapped(false: Statement, true: Statement) -> Formal:
    """The script that refutes the false statement, for the true one."""
    made, theorem = refutation(claim(false)), theorem_of(claim(true))
    stated = theorem.statement().removeprefix(f"Theorem {theorem.name} :").strip().removesuffix(".")
    return Formal(f"{made.name}_swapped", f"~ ({stated})", made.proof, made.requires)


def _assuming() -> dict[str, Formal]:
    q = families("q")
    total = sp.Sum(q[index("i", n)], (index("i", n), 1, n))
    claims = {
        "order": claim(Inequality(S, "<=", m), hypotheses=[m < S, 2 * m > S]),
        "sum": claim(Identity(total, n), hypotheses=[total > 0]),
        "idempotent": claim(MatrixIdentity(A, sp.Identity(n)), hypotheses=[Equal(A * A, A)]),
    }
    return {which: refutation(item) for which, item in claims.items()}


@pytest.fixture(scope="module")
def rulings() -> dict[str, tuple[Formal, Ruling]]:
    """What Coq says of all, which is asked once: in one file, for the prelude takes seconds to load."""
    made = {which: refutation(claim(false)) for which, (false, _) in PAIRS.items()}
    made |= {f"assuming {which}": formal for which, formal in _assuming().items()}
    requires = tuple(dict.fromkeys(file for formal in made.values() for file in formal.requires))
    found = judge([replace(formal, requires=requires) for formal in made.values()])
    return {which: (formal, ruling) for (which, formal), ruling in zip(made.items(), found, strict=True)}


@coq
@pytest.mark.parametrize("which", PAIRS)
def test_false_statements_of_each_kind_are_refuted(rulings: dict[str, tuple[Formal, Ruling]], which: str) -> None:
    formal, ruling = rulings[which]
    assert ruling.accepted, ruling.reason
    assert formal.refutes
    assert formal.witness
    assert set(ruling.axioms) <= ALLOWED


@coq
def test_a_refutation_of_the_false_one_is_none_of_the_true_one() -> None:
    swapped = [_swapped(*pair) for pair in PAIRS.values()]
    requires = tuple(dict.fromkeys(file for formal in swapped for file in formal.requires))
    with Toplevel(requires, 5) as top:
        for which, formal in zip(PAIRS, swapped, strict=True):
            assert not top.lemma(formal.name, f"Theorem {formal.name} : {formal.says}.", formal.proof).accepted, which
        made = refutation(claim(PAIRS["identity"][0]))
        assert top.lemma(made.name, f"Theorem {made.name} : {made.says}.", made.proof).accepted


@coq
@pytest.mark.parametrize("which", ["order", "sum", "idempotent"])
def test_the_witness_satisfies_the_hypotheses(rulings: dict[str, tuple[Formal, Ruling]], which: str) -> None:
    assert rulings[f"assuming {which}"][1].accepted, rulings[f"assuming {which}"][1].reason


@pytest.mark.parametrize("which", PAIRS)
def test_of_true_statements_there_is_no_counterexample(which: str) -> None:
    with pytest.raises(NoProof):
        refutation_of(claim(PAIRS[which][1]))


def test_a_statement_that_fails_nowhere_inside_the_hypotheses() -> None:
    with pytest.raises(NoProof):
        refutation_of(claim(Inequality(S, "<=", m), hypotheses=[m >= S]))
