"""A proof does not depend on the order in which Python happens to walk a set."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest


def verdicts(seed: str) -> dict[str, str]:
    command = [sys.executable, "-m", "layerproof", "check", "feedback", "lazy-rich/*rate*", "--method", "exact"]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run(
        [*command, "--no-cache", "--json", "-"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return {claim["id"]: claim["verdict"] for claim in json.loads(done.stdout)["claims"]}


@pytest.mark.slow
def test_verdicts_are_the_same_under_other_hash_seeds() -> None:
    assert verdicts("1") == verdicts("20240")
