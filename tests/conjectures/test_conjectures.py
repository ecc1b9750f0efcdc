"""Each file of conjectures gets the right verdict for every claim in it, mutants included."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from layerproof.desk.cli import main

HERE = Path(__file__).parent
COUNTS = {
    "own_balanced_limit": (6, 2),
    "own_batch_norm": (4, 2),
    "own_bias": (3, 1),
    "own_chain": (5, 2),
    "own_cross_entropy": (10, 2),
    "own_deep_diagonal": (7, 2),
    "own_label_noise": (7, 2),
    "own_momentum": (5, 2),
    "own_skip_connection": (5, 1),
    "own_tied_attention": (4, 2),
    "own_weight_decay": (4, 2),
}
"""How many claims of each file are true, and how many are guesses that are not; the latter are named so."""

LONG = (
    *("own_balanced_limit", "own_batch_norm", "own_cross_entropy", "own_deep_diagonal", "own_label_noise"),
    *("own_momentum", "own_skip_connection", "own_tied_attention", "own_weight_decay"),
)
"""Files that take more than some seconds."""

UNTRIED: dict[str, str] = {
    "cross-entropy/exponential-loss": "2 mutants have no value at t = 0, and stay undecided",
    "weight-decay/shrunk-target": "4 mutants are not real, and stay undecided",
}
"""Claims of which not every mutant is refuted, and why."""


def found(file: str, tmp_path: Path) -> list[dict[str, Any]]:
    results = tmp_path / "results.json"
    main(["check", str(HERE / f"{file}.py"), "--method", "exact,numeric", "--draws", "50", "--json", str(results)])
    claims: list[dict[str, Any]] = json.loads(results.read_text())["claims"]
    return claims


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize(
    "file", [pytest.param(file, marks=[pytest.mark.slow] if file in LONG else []) for file in COUNTS]
)
def test_verdicts(file: str, tmp_path: Path) -> None:
    claims = found(file, tmp_path)
    guesses = [claim for claim in claims if claim["id"].endswith("-guess")]
    assert (len(claims) - len(guesses), len(guesses)) == COUNTS[file]
    for claim in claims:
        name, numeric = claim["id"], {item["method"]: item["verdict"] for item in claim["evidence"]}["numeric"]
        wanted = "REFUTED" if claim in guesses else "VERIFIED"
        assert claim["verdict"] == wanted, (name, claim["evidence"])
        assert numeric == ("CONTRADICTED" if claim in guesses else "SUPPORTED"), (name, claim["evidence"])
        mutants = claim["mutants"]
        assert not mutants["survived"], (name, mutants)
        if claim["verdict"] == "VERIFIED":
            assert (mutants["killed"] == mutants["made"] > 0) == (name not in UNTRIED), (name, mutants)


def test_every_file_is_here() -> None:
    assert {file.stem for file in HERE.glob("own_*.py")} == set(COUNTS)
