"""The chapter on linear networks: every equation has its place, and no hypothesis can be dropped."""

from __future__ import annotations

import pytest
import sympy as sp
from late import late, later

from layerproof.derivations import load
from layerproof.language.goals import Impossible, ZeroWord
from layerproof.language.matrices import (
    Diagonal,
    Expect,
    Orthogonal,
    SemiOrthogonal,
    ShapeMismatch,
    Velocity,
    matrix_mutants,
    shape_of,
)
from layerproof.language.statements.matrices import MatrixIdentity, MatrixRate
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove
from layerproof.proving.exact.matrix_goals import decide, same_words
from layerproof.proving.exact.outcome import Proved, Refuted

with late():
    from layerproof.derivations.linear_networks import CHAPTER, aligned_layers, gradient, wide_layers

CLAIMS = later(lambda: {claim.id.removeprefix("linear-networks/"): claim for claim in load("linear-networks")})
WORDS = later(
    lambda: {n: claim for n, claim in CLAIMS.items() if all(isinstance(g, ZeroWord) for g in claim.statement.goals())}
)


ONLY_A_READING = {
    ("first-layer-from-singular-bases", "U*U.T = I"),
    ("first-layer-from-singular-bases", "R*R.T = I"),
    ("second-layer-from-singular-bases", "R*R.T = I"),
    ("balance-in-singular-bases-vanishes", "U*U.T = I"),
}
"""Hypotheses that no proof uses: they keep U and R from being matrices that leave only W_1 = 0."""


def outcomes(claim, hypotheses=None):
    hypotheses = claim.hypotheses if hypotheses is None else hypotheses
    return [decide(goal, hypotheses) for goal in claim.statement.goals()]


def test_the_exact_prover_says_what_is_expected():
    assert [name for name, claim in CLAIMS.items() if prove(claim).verdict is not claim.expected] == []


def test_every_equation_has_a_claim_or_a_reason():
    labels = {source.label for claim in CLAIMS.values() for source in claim.sources if source.document == "thesis"}
    wanted = {f"A.{k}" for k in range(21, 41)} | {"3.15"}
    assert wanted <= labels | set(CHAPTER.coverage["thesis"])
    assert not labels & set(CHAPTER.coverage["thesis"])
    paper = {
        source.label for claim in CLAIMS.values() for source in claim.sources if source.document == "position-paper"
    }
    assert {str(k) for k in range(40, 60)} | {"12"} <= paper | set(CHAPTER.coverage["position-paper"])


def test_ids_are_unique_and_every_claim_is_collected():
    assert len({claim.id for claim in CLAIMS.values()}) == len(CLAIMS) > 45


def test_every_erratum_is_repaired():
    wrong = {claim.id for claim in CLAIMS.values() if claim.erratum}
    repaired = {claim.corrects.id for claim in CLAIMS.values() if claim.corrects}
    assert wrong == repaired
    assert wrong == {
        "linear-networks/first-layer-entry-expanded-as-printed",
        "linear-networks/hidden-width-as-printed",
        "linear-networks/mode-sigmoid-as-printed",
    }


def test_no_goal_is_impossible():
    goals = [(name, goal) for name, claim in CLAIMS.items() for goal in claim.statement.goals()]
    assert [name for name, goal in goals if isinstance(goal, Impossible)] == []


def test_every_hypothesis_is_needed():
    verified = [(name, claim) for name, claim in WORDS.items() if claim.expected is Verdict.VERIFIED]
    assert verified
    idle = {
        (name, str(hypothesis))
        for name, claim in verified
        for hypothesis in claim.hypotheses
        if not any(
            isinstance(outcome, Refuted)
            for outcome in outcomes(claim, [other for other in claim.hypotheses if other is not hypothesis])
        )
    }
    assert idle == ONLY_A_READING


def test_dropping_an_orthogonality_from_a34_names_it():
    claim = CLAIMS["first-layer-in-singular-bases-grouped"]
    for letter in (aligned_layers.V, aligned_layers.Rs):
        left = [h for h in claim.hypotheses if h != Orthogonal(letter)]
        (outcome,) = outcomes(claim, left)
        assert isinstance(outcome, Refuted)
        assert f"{letter.T}*{letter} = I" in outcome.how


def test_a34_fails_in_a_wide_layer_only_for_p_above_c():
    (outcome,) = outcomes(CLAIMS["wide-layer-without-row-space"])
    assert isinstance(outcome, Refuted)
    assert int(outcome.witness.symbols["p"]) > int(outcome.witness.symbols["c"])


def test_a36_needs_the_column_space_only_for_d_above_c():
    claim = CLAIMS["second-layer-in-singular-bases"]
    left = [*(h for h in claim.hypotheses if h != aligned_layers.SPAN_U), SemiOrthogonal(aligned_layers.U)]
    (outcome,) = outcomes(claim, left)
    assert isinstance(outcome, Refuted)
    assert int(outcome.witness.symbols["d"]) > int(outcome.witness.symbols["c"])


def test_the_printed_r_does_not_fit_a_layer_of_p_neurons():
    with pytest.raises(ShapeMismatch):
        shape_of(gradient.W1 - aligned_layers.U.T * aligned_layers.A * aligned_layers.Rs)


FALSE = later(
    lambda: {
        "A.26 with the label added": MatrixRate(
            gradient.W1,
            -Expect(gradient.x * (gradient.x.T * gradient.W1 * gradient.W2 + gradient.y.T) * gradient.W2.T),
            gradient.flow,
        ),
        "A.26 without its sign": MatrixRate(
            gradient.W1, Expect(gradient.x * gradient.residual * gradient.W2.T), gradient.flow
        ),
        "A.26 for the mean square, not half of it": MatrixRate(
            gradient.W1, -2 * Expect(gradient.x * gradient.residual * gradient.W2.T), gradient.flow
        ),
        "A.29 with a sum": MatrixIdentity(
            gradient.W1.T * Velocity(gradient.W1), -Velocity(gradient.W2) * gradient.W2.T, gradient.flow
        ),
        "A.35 with the last factor not transposed": MatrixRate(
            aligned_layers.T1s,
            -aligned_layers.T1s * aligned_layers.T2s * aligned_layers.T2s + aligned_layers.P * aligned_layers.T2s.T,
            aligned_layers.flow_s,
        ),
        "A.36 with P on the left": MatrixRate(
            aligned_layers.T2s,
            -aligned_layers.T1s.T * aligned_layers.T1s * aligned_layers.T2s + aligned_layers.P * aligned_layers.T1s.T,
            aligned_layers.flow_s,
        ),
        "A.40 with A to the first power": MatrixIdentity(
            (aligned_layers.U.T * aligned_layers.A * wide_layers.R)
            * (wide_layers.R.T * aligned_layers.A * aligned_layers.V),
            aligned_layers.U.T * aligned_layers.A * aligned_layers.V,
        ),
    }
)


def test_lines_false_by_a_hair():
    everything = (
        aligned_layers.WHITE,
        aligned_layers.CORRELATION,
        SemiOrthogonal(aligned_layers.U),
        Orthogonal(aligned_layers.V),
        Diagonal(aligned_layers.P),
    )
    for name, statement in FALSE.items():
        square = aligned_layers.Rs in statement.expressions()[0].atoms(sp.MatrixSymbol)
        (goal,) = statement.goals()
        outcome = decide(
            goal, (*everything, Orthogonal(aligned_layers.Rs) if square else SemiOrthogonal(wide_layers.R))
        )
        assert isinstance(outcome, Refuted), name


@pytest.mark.slow
def test_no_mutant_of_a_matrix_claim_is_proved():
    made = killed = 0
    for claim in WORDS.values():
        if claim.expected is not Verdict.VERIFIED:
            continue
        for part, original in claim.statement.parts().items():
            for what, mutant in matrix_mutants(original):
                if same_words(mutant, original, claim.hypotheses):
                    continue
                made += 1
                found = outcomes_of(claim.statement.with_part(part, mutant), claim.hypotheses)
                assert not all(isinstance(outcome, Proved) for outcome in found), f"{claim.id}: {what}"
                killed += any(isinstance(outcome, Refuted) for outcome in found)
    assert made > 300
    assert killed == made


def outcomes_of(statement, hypotheses):
    return [decide(goal, hypotheses) for goal in statement.goals()]
