"""Statements about matrices whose norms are bounded, or known, by Coq."""

import pytest
from test_matrix_numbers import FALSE, TRUE, A, at_most, inner, square, u, v

from layerproof import Claim, MatrixIdentity, MatrixInequality, trace
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import Wish, check

from .needs import coq

PROVED = [
    MatrixIdentity(square(u - v), 2 - 2 * inner),
    at_most(inner**2, square(v)),
    at_most(trace(A), 2),
    MatrixInequality(trace(u.T * (u + v)), ">=", square(u) / 2),
]


def verdicts(cases):
    claims = [
        Claim(f"numbers/claim-{k}", title="A claim", statement=statement, hypotheses=hypotheses)
        for k, (statement, hypotheses) in enumerate(cases)
    ]
    return {found.claim.statement: found.evidence.verdict for found in check([Wish(claim) for claim in claims])}


@coq
@pytest.mark.slow
def test_true_ones_are_proved_and_false_ones_are_not():
    assert verdicts([case for case in TRUE if case[0] in PROVED]) == dict.fromkeys(PROVED, Verdict.VERIFIED)
    assert Verdict.VERIFIED not in verdicts(FALSE).values()
