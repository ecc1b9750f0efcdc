"""The chapter on linear networks: every equation has its place, and no hypothesis can be dropped."""

from __future__ import annotations

import pytest
import sympy as sp

from layerproof.derivations import linear_networks as chapter
from layerproof.derivations.kernel.claims import Claim
from layerproof.derivations.kernel.exact import prove
from layerproof.derivations.kernel.exact.outcome import Proved, Refuted
from layerproof.derivations.kernel.exact.words import decide, same_words
from layerproof.derivations.kernel.goals import Impossible, ZeroWord
from layerproof.derivations.kernel.matrices import (
    Orthogonal,
    SemiOrthogonal,
    ShapeMismatch,
    matrix_mutants,
    shape_of,
)
from layerproof.derivations.kernel.statements.matrices import MatrixIdentity, MatrixRate
from layerproof.derivations.kernel.verdicts import Verdict

CLAIMS = {
    claim.id.removeprefix("linear-networks/"): claim for claim in vars(chapter).values() if isinstance(claim, Claim)
}
WORDS = {name: claim for name, claim in CLAIMS.items() if any(isinstance(g, ZeroWord) for g in claim.statement.goals())}


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


@pytest.mark.parametrize("name", CLAIMS)
def test_the_exact_prover_says_what_is_expected(name):
    assert prove(CLAIMS[name]).verdict is CLAIMS[name].expected


def test_every_equation_has_a_claim_or_a_reason():
    labels = {source.label for claim in CLAIMS.values() for source in claim.sources if source.document == "thesis"}
    wanted = {f"A.{k}" for k in range(21, 41)} | {"3.15"}
    assert wanted <= labels | set(chapter.COVERAGE["thesis"])
    assert not labels & set(chapter.COVERAGE["thesis"])
    paper = {
        source.label for claim in CLAIMS.values() for source in claim.sources if source.document == "position-paper"
    }
    assert {str(k) for k in range(40, 60)} | {"12"} <= paper | set(chapter.COVERAGE["position-paper"])


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


@pytest.mark.parametrize(
    "name", [name for name, claim in WORDS.items() if claim.expected is Verdict.VERIFIED and claim.hypotheses]
)
def test_every_hypothesis_is_needed(name):
    claim = WORDS[name]
    for hypothesis in claim.hypotheses:
        if (name, str(hypothesis)) in ONLY_A_READING:
            continue
        left = [other for other in claim.hypotheses if other is not hypothesis]
        assert any(isinstance(outcome, Refuted) for outcome in outcomes(claim, left)), (
            f"{hypothesis} makes no difference"
        )


def test_dropping_an_orthogonality_from_a34_names_it():
    claim = CLAIMS["first-layer-in-singular-bases-grouped"]
    for letter in (chapter.V, chapter.Rs):
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
    left = [*(h for h in claim.hypotheses if h != chapter.SPAN_U), SemiOrthogonal(chapter.U)]
    (outcome,) = outcomes(claim, left)
    assert isinstance(outcome, Refuted)
    assert int(outcome.witness.symbols["d"]) > int(outcome.witness.symbols["c"])


def test_the_printed_r_does_not_fit_a_layer_of_p_neurons():
    with pytest.raises(ShapeMismatch):
        shape_of(chapter.W1 - chapter.U.T * chapter.A * chapter.Rs)


FALSE = {
    "A.26 with the label added": MatrixRate(
        chapter.W1,
        -chapter.Expect(chapter.x * (chapter.x.T * chapter.W1 * chapter.W2 + chapter.y.T) * chapter.W2.T),
        chapter.flow,
    ),
    "A.26 without its sign": MatrixRate(
        chapter.W1, chapter.Expect(chapter.x * chapter.residual * chapter.W2.T), chapter.flow
    ),
    "A.26 for the mean square, not half of it": MatrixRate(
        chapter.W1, -2 * chapter.Expect(chapter.x * chapter.residual * chapter.W2.T), chapter.flow
    ),
    "A.29 with a sum": MatrixIdentity(
        chapter.W1.T * chapter.Velocity(chapter.W1), -chapter.Velocity(chapter.W2) * chapter.W2.T, chapter.flow
    ),
    "A.35 with the last factor not transposed": MatrixRate(
        chapter.T1s, -chapter.T1s * chapter.T2s * chapter.T2s + chapter.P * chapter.T2s.T, chapter.flow_s
    ),
    "A.36 with P on the left": MatrixRate(
        chapter.T2s, -chapter.T1s.T * chapter.T1s * chapter.T2s + chapter.P * chapter.T1s.T, chapter.flow_s
    ),
    "A.40 with A to the first power": MatrixIdentity(
        (chapter.U.T * chapter.A * chapter.R) * (chapter.R.T * chapter.A * chapter.V),
        chapter.U.T * chapter.A * chapter.V,
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_lines_false_by_a_hair(name):
    everything = (
        chapter.WHITE,
        chapter.CORRELATION,
        SemiOrthogonal(chapter.U),
        Orthogonal(chapter.V),
        chapter.Diagonal(chapter.P),
    )
    square = chapter.Rs in FALSE[name].expressions()[0].atoms(sp.MatrixSymbol)
    (goal,) = FALSE[name].goals()
    outcome = decide(goal, (*everything, Orthogonal(chapter.Rs) if square else SemiOrthogonal(chapter.R)))
    assert isinstance(outcome, Refuted)


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
