"""What is said of matrices hangs on no letter: every letter is renamed, and no verdict changes."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from dataclasses import fields
from functools import cache
from typing import Any

import pytest
import sympy as sp
from conjectures.test_conjectures import COUNTS
from corpora import letters, what_is_said
from corpora.judging import claim as said

from layerproof import (
    Claim,
    Equal,
    MatrixIdentity,
    MatrixRate,
    Verdict,
    identity,
    matrix,
    natural,
    positive,
    time,
    trace,
)
from layerproof.derivations import load, subjects
from layerproof.language.matrices import MatrixHypothesis, Symmetric
from layerproof.proving.evidence import prove

ALPHABET = "ZYXWVUTSRQPONMLKJHGFDCBAzyxwvutsrqponmlkjhgfdcba"


def expressions(claim: Claim) -> list[Any]:
    """All that the claim says, its hypotheses included."""
    given = [
        [getattr(h, f.name) for f in fields(h)] if isinstance(h, MatrixHypothesis) else [h] for h in claim.hypotheses
    ]
    return [sp.sympify(e) for e in (*claim.statement.expressions(), *(e for part in given for e in part))]


def renamed(claim: Claim, seed: int) -> Claim:
    """The claim with another letter for each of its matrices, sizes and scalars, taken at random."""
    found = sorted({s for e in expressions(claim) for s in e.atoms(sp.MatrixSymbol, sp.Symbol)} - {time()}, key=str)
    assert found
    names = random.Random(seed).sample(ALPHABET, len(found))
    change: dict[Any, Any] = {
        letter: sp.Symbol(name, **letter.assumptions0)
        for letter, name in zip(found, names, strict=True)
        if isinstance(letter, sp.Symbol)
    }
    for letter, name in zip(found, names, strict=True):
        if isinstance(letter, sp.MatrixSymbol):
            change[letter] = type(letter)(name, *(sp.sympify(side).xreplace(change) for side in letter.shape))

    def put(expr: Any) -> Any:
        return sp.sympify(expr).xreplace(change)

    other = copy(claim)
    other.statement = claim.statement.mapped(put)
    other.hypotheses = tuple(
        h.mapped(put) if isinstance(h, (MatrixHypothesis, sp.Basic)) and hasattr(h, "mapped") else put(h)
        for h in claim.hypotheses
    )
    return other


@cache
def every_matrix_claim() -> tuple[tuple[Claim, Verdict], ...]:
    """Of the library, of the conjectures and of the corpora, each with its verdict."""
    return tuple((claim, prove(claim).verdict) for claim in _claims() if claim.statement.is_about_matrices)


def _claims() -> Iterator[Claim]:
    for subject in subjects():
        yield from load(subject)
    for name in COUNTS:
        module = importlib.import_module(f"conjectures.{name}")
        yield from (found for found in vars(module).values() if isinstance(found, Claim))
    yield from (said(case) for case in (*what_is_said.TRUE, *what_is_said.FALSE, *what_is_said.OPEN))
    for line in (*letters.read(True), *letters.read(False)):
        if "Matrix" in line.text:
            with suppress(ValueError):  # what is refused when it is made
                yield line.claim()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_no_letter_of_a_matrix_claim_changes_its_verdict(seed: int) -> None:
    claims = every_matrix_claim()
    assert len(claims) > 250
    assert [c.id + c.title for c, verdict in claims if prove(renamed(c, seed)).verdict is not verdict] == []


@pytest.mark.parametrize("seed", [3, 4])
def test_no_letter_of_the_deep_networks_changes_a_verdict(seed: int) -> None:
    claims = [c for c in load("deep-linear-networks") if type(c.statement) in (MatrixIdentity, MatrixRate)]
    assert [c.id for c in claims if prove(renamed(c, seed)).verdict is not Verdict.VERIFIED] == []


@pytest.mark.parametrize("names", ["S A", "A S"])
def test_a_symmetric_times_an_antisymmetric_has_no_trace_in_any_letters(names: str) -> None:
    n = natural("n")
    s, a = (matrix(name, n, n) for name in names.split())
    statement = MatrixIdentity(trace(s * (a - a.T)), sp.Integer(0))
    assert prove(Claim("mine/trace", title="t", statement=statement, hypotheses=[Symmetric(s)])).verdict is (
        Verdict.VERIFIED
    )
    assert prove(Claim("mine/trace", title="t", statement=statement)).verdict is Verdict.REFUTED


@pytest.mark.parametrize("names", ["M a F B X", "R B Y o G", "H Z A X G", "Phi H o Z B"])
def test_the_residual_of_ridge_regression_in_any_letters(names: str) -> None:
    X, M, Y, G = names.split()[:4]
    n, p, q = natural("n p q")
    strength = positive("lambda")
    x, m, y, g = matrix(X, n, p), matrix(M, p, p), matrix(Y, n, q), matrix(G, n, n)
    inner, outer = x.T * x + strength * identity(p), x * x.T + strength * identity(n)
    inverses = [Equal(m * inner, identity(p)), Equal(inner * m, identity(p))]
    inverses += [Equal(g * outer, identity(n)), Equal(outer * g, identity(n))]
    for factor, verdict in ((strength, Verdict.VERIFIED), (2 * strength, Verdict.REFUTED)):
        said = MatrixIdentity(y - x * m * x.T * y, factor * g * y)
        found = prove(Claim("mine/ridge", title="The residual", statement=said, hypotheses=inverses))
        assert found.verdict is verdict
        assert found.witness is None or set(found.witness.symbols) == {"lambda", "n", "p", "q", X, M, Y, G}
