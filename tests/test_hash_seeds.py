"""A proof does not depend on the order in which Python happens to walk a set."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest


@pytest.mark.slow
def test_verdicts_are_those_expected_under_another_hash_seed() -> None:
    command = [sys.executable, "-m", "layerproof", "check", "feedback", "lazy-rich/*rate*", "--method", "exact"]
    environment = {**os.environ, "PYTHONHASHSEED": "20240"}
    done = subprocess.run(
        [*command, "--no-cache", "--json", "-"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    claims = json.loads(done.stdout)["claims"]
    assert {claim["id"]: claim["verdict"] for claim in claims} == {claim["id"]: claim["expected"] for claim in claims}
    assert len(claims) > 40
