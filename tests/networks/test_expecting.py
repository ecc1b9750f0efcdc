"""What an experiment expects is written down in order, and what is shared is said once."""

import pytest

from layerproof.language.sources import thesis
from layerproof.networks.experiments import Observation, Prediction
from layerproof.networks.harness.descending import descend
from layerproof.networks.harness.expecting import Expecting, at_least, at_most
from layerproof.networks.harness.protocol import ids


def test_what_is_shared_holds_for_all_and_a_call_may_say_otherwise():
    expect = Expecting(0.1, over="every seed")
    expect("rate", "it falls", {"test/one": 2.0, ("test/two", "test/three"): 2.5})
    expect.printed("rate", "it rises", {"test/four": 3.0}, 0.2, relative=True)
    expect.beyond("end", "it stops", {"test/one": 0.0}, over="mean")
    expect.seen("end", "as the figure has it", 1.0, thesis("Figure 3.4"), relation="at most")
    every = {"over": "every seed"}
    assert expect.found == [
        Prediction("rate", "it falls", 2.0, 0.1, ("test/one",), **every),
        Prediction("rate", "it falls", 2.5, 0.1, ("test/two", "test/three"), **every),
        Prediction("rate", "it rises", 3.0, 0.2, ("test/four",), **every, relative=True, printed=True),
        Prediction("end", "it stops", 0.0, 0.1, ("test/one",), beyond=True),
        Observation("end", "as the figure has it", 1.0, 0.1, (thesis("Figure 3.4"),), **every, relation="at most"),
    ]


def test_a_prediction_without_a_tolerance_is_refused():
    with pytest.raises(ValueError, match="rate: no tolerance is given"):
        Expecting()("rate", "it falls", {"test/one": 2.0})


def test_a_bound_is_said_where_its_value_is():
    expect = Expecting(0.1)
    expect.beyond("turn", "ten times as far", {"test/one": at_least(10.0), "test/two": at_most(2.0)})
    expect.seen("end", "as the figure has it", at_most(1.0), thesis("Figure 3.4"))
    assert [(one.value, one.relation) for one in expect.found] == [
        (10.0, "at least"),
        (2.0, "at most"),
        (1.0, "at most"),
    ]


def test_the_subject_of_many_claims_is_said_once():
    assert ids("feedback/ sigmoid loss-drop symmetry/ scale") == (
        "feedback/sigmoid",
        "feedback/loss-drop",
        "symmetry/scale",
    )


def test_a_descent_without_steps_and_records_is_refused():
    with pytest.raises(ValueError, match="path: neither steps nor records are given"):
        descend(None, "path", None, {}, (), 0.1)
