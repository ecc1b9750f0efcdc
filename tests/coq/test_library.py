"""Every claim of the library put to Coq, from nothing: how many it proves, and that it never contradicts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from layerproof.language.theorems import Theorem
from layerproof.proving.coq.files import ALLOWED
from layerproof.running.loading import Library

from .needs import coq
from .not_proved import NOT_PROVED

pytestmark = [coq, pytest.mark.whole, pytest.mark.timeout(1800)]

ENOUGH = 0.9
"""The part of the claims that hold for which there is a proof."""

NOT_REFUTED = {
    "symmetry/skewed-rescaling-does-not-conserve": "it changes along no trajectory that is elementary in time",
    "symmetry/bent-symmetry-does-not-conserve": "it changes along no trajectory that is elementary in time",
}
"""False claims of which Coq has no refutation; none is an erratum.  A name leaves this list when there is one."""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What the command says of every claim."""
    folder = tmp_path_factory.mktemp("coq")
    file = folder / "coq.json"
    command = [sys.executable, "-m", "layerproof", "check", "--method", "coq", "--json", str(file)]
    done = subprocess.run(
        command, env={**os.environ, "LAYERPROOF_CACHE": str(folder / "cache")}, capture_output=True, text=True
    )
    assert file.exists(), done.stderr[-2000:]
    found: list[dict[str, Any]] = json.loads(file.read_text())["claims"]
    return found


def said(results: list[dict[str, Any]], expected: str) -> dict[str, dict[str, Any]]:
    """What Coq says of the claims from which a verdict is expected, by their ids."""
    return {item["id"]: item["evidence"][0] for item in results if item["expected"] == expected}


def test_most_claims_that_hold_are_proved(results: list[dict[str, Any]]) -> None:
    found = Counter(evidence["verdict"] for evidence in said(results, "VERIFIED").values())
    assert set(found) <= {"VERIFIED", "UNDECIDED"}
    assert found["VERIFIED"] >= ENOUGH * found.total(), found


def test_theorems_are_proved_with_their_joins(results: list[dict[str, Any]]) -> None:
    theorems = {item["id"]: item["evidence"][0]["verdict"] for item in results if item["kind"] == "theorem"}
    assert theorems.keys() == {claim.id for claim in Library().all() if isinstance(claim, Theorem)}
    assert {name for name, verdict in theorems.items() if verdict != "VERIFIED"} == NOT_PROVED.keys()


def test_every_erratum_is_refuted(results: list[dict[str, Any]]) -> None:
    errata = {claim.id for claim in Library().all() if claim.erratum}
    found = said(results, "REFUTED")
    assert errata <= set(found)
    left = {name for name, evidence in found.items() if evidence["verdict"] != "REFUTED"}
    assert not left & errata
    assert left == set(NOT_REFUTED)


def test_what_is_not_proved_says_why(results: list[dict[str, Any]]) -> None:
    for item in results:
        (evidence,) = item["evidence"]
        assert evidence["verdict"] != "UNDECIDED" or evidence["reason"], item["id"]


def test_the_axioms_are_those_of_the_reals(results: list[dict[str, Any]]) -> None:
    for item in results:
        (evidence,) = item["evidence"]
        if evidence["verdict"] != "UNDECIDED":
            assert set(evidence["details"]["axioms"]) <= ALLOWED, item["id"]
