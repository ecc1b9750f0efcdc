"""Scripts are the same in every run: what Coq accepts once it accepts again."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

IDS = (
    "lazy-rich/aligned-rate",
    "lazy-rich/anti-aligned-rate",
    "lazy-rich/hyperbola",
    "alternating-flows/norm-rate",
    "single-neuron/linear-system",
    "neural-collapse/nc2-normalised",
)

PROGRAM = """
import hashlib, sys
from layerproof.proving.coq.proofs.registered import proof_of
from layerproof.proving.coq.theorems import theorem_of
from layerproof.running.loading import Library
library = Library()
for name in sys.argv[1:]:
    for claim in (claim for claim in library.claims(name.split("/")[0]) if claim.id == name):
        theorem = theorem_of(claim)
        print(claim.id, hashlib.sha256((theorem.statement() + proof_of(theorem)).encode()).hexdigest())
"""


@pytest.mark.slow
def test_scripts_do_not_depend_on_the_order_of_sets() -> None:
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *IDS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "1")
    ]
    one, other = (run.communicate()[0].splitlines() for run in runs)
    assert all(run.returncode == 0 for run in runs)
    assert len(one) == len(IDS)
    assert one == other
