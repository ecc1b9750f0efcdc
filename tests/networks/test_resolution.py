"""What a prediction could have told: the smallest wrong factor that would have been noticed."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from layerproof.language.sources import thesis
from layerproof.language.verdicts import Verdict
from layerproof.networks.experiments import Observation, Prediction
from layerproof.networks.harness import records
from layerproof.networks.harness.comparing import compare, told

CLAIMS = ("test/claim",)
RELATIONS = st.sampled_from(["equals", "at most", "at least"])


def predicting(value, tolerance, **options):
    return Prediction("it", "it is so", value, tolerance, CLAIMS, **options)


@given(
    value=st.lists(st.floats(0.1, 10.0) | st.floats(-10.0, -0.1), min_size=1, max_size=3),
    tolerance=st.floats(1e-3, 0.9),
    relation=RELATIONS,
    over=st.sampled_from(["mean", "every seed"]),
    relative=st.booleans(),
    seed=st.integers(0, 99),
)
def test_a_factor_above_the_resolution_is_noticed_and_one_below_is_not(
    value, tolerance, relation, over, relative, seed
):
    prediction = predicting(np.array(value), tolerance, relation=relation, over=over, relative=relative)
    measured = prediction.value * (1 + 0.05 * np.random.default_rng(seed).normal(size=(6, len(value))))
    factor = compare(prediction, measured).resolution

    def noticed(f):
        if relation == "equals":
            wrong = (f, 1 / f)
        else:  # a bound can be too strict in one way alone, which depends on the sign of what it bounds
            wrong = (np.where((prediction.value > 0) == (relation == "at most"), 1 / f, f),)
        found = [compare(replace(prediction, value=prediction.value * f), measured).verdict for f in wrong]
        return all(verdict is Verdict.CONTRADICTED for verdict in found)

    if np.isinf(factor):
        assert not noticed(1e9)
    else:
        assert noticed(1.001 * factor)
        assert factor == 1.0 or not noticed(0.999 * factor)


@pytest.mark.parametrize(
    ("value", "tolerance", "factor", "words"),
    [
        (1.0, 0.05, 1.0526, "would have noticed a factor of 1.05"),
        (1.0, 0.5, 2.0, "would have noticed no factor below 2: no evidence for a size"),
        (1.0, 1.5, np.inf, "would have noticed no factor at all: no evidence for a size"),
        (0.0, 0.5, None, "is held against zero, and tells no factor"),
    ],
)
def test_what_a_prediction_tells_is_said(value, tolerance, factor, words):
    found = compare(predicting(value, tolerance), np.full(4, value))
    assert found.resolution == (None if factor is None else pytest.approx(factor, rel=1e-4))
    assert told(found) == words


def test_a_distance_from_a_closed_form_tells_how_far_off_the_form_may_be():
    found = compare(predicting(0.0, 0.005, relation="at most", against=1.0), np.full(4, 0.001))
    assert found.resolution == pytest.approx(1.006)
    with pytest.raises(ValueError, match=r"got against=1.0; it is positive, and for a value of zero"):
        predicting(2.0, 0.1, against=1.0)


def test_agreement_that_no_factor_would_have_spoiled_supports_nothing():
    coarse, fine = (compare(predicting(1.0, tolerance), np.ones(4)) for tolerance in (0.5, 0.1))
    assert coarse.verdict is fine.verdict is Verdict.SUPPORTED
    assert records.weighed([coarse]) is Verdict.UNDECIDED
    assert records.weighed([coarse, fine]) is records.weighed([fine]) is Verdict.SUPPORTED


def test_what_is_beyond_the_hypotheses_makes_no_verdict_and_may_contradict():
    for measured, verdict in ((1.0, Verdict.SUPPORTED), (2.0, Verdict.CONTRADICTED)):
        found = compare(predicting(1.0, 0.1, beyond=True), np.full(4, measured))
        assert records.weighed([found]) is Verdict.UNDECIDED
        assert records.outside([found]) is verdict
    assert records.outside([]) is None


def test_an_observation_belongs_to_its_sources_and_to_no_claim():
    seen = Observation("it", "it falls", 0.0, 0.01, (thesis("Figure 7.1"),), relation="at least")
    assert not seen.claims
    assert seen.beyond
    assert not seen.printed
    assert compare(seen, np.full(4, -1.0)).verdict is Verdict.CONTRADICTED
    with pytest.raises(ValueError, match=r"it: an observation names where it is reported"):
        replace(seen, sources=())
