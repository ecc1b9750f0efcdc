"""The benign setup of thesis 1.6.1 in numbers: what sine features learn of a signal, by their tail's eigenvalues.

The claims on (1.36) rest on the formula (1.35) for learnability, which is not proved; here regression itself is done.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from layerproof import Claim
from layerproof.derivations import load
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove

D, N, P = 5, 100, 2000
FREQUENCIES = np.arange(1, P + 1)


def design(seed: int, tail: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The sine functions at N random points, and the weighted features."""
    inputs = np.random.default_rng(seed).random(N)
    functions = np.sqrt(2) * np.sin(2 * np.pi * np.outer(FREQUENCIES, inputs))
    eigenvalues = np.r_[np.ones(D), np.full(P - D, tail)]
    return functions, np.sqrt(eigenvalues)[:, None] * functions


def learned(target: int, tail: float, seeds: int = 5) -> float:
    """The coefficient of the target's own function in the solution of least norm, on average over samples."""
    found = []
    for seed in range(seeds):
        functions, features = design(seed, tail)
        dual = np.linalg.solve(features.T @ features, functions[target])
        found.append((features @ dual)[target] * (1.0 if target < D else np.sqrt(tail)))
    return float(np.mean(found))


def kappa(tail: float) -> float:
    """The kappa of (1.35), by bisection."""
    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        total = D / (1 + middle) + (P - D) * tail / (tail + middle)
        low, high = (middle, high) if total > N else (low, middle)
    return low


@pytest.mark.parametrize(("tail", "expected"), [(N / (P - D), 0.506), (1 / (P - D), 0.990)])
def test_learnability_of_the_signal(tail: float, expected: float) -> None:
    """One half with the printed eigenvalues n/(p - d), nearly one with 1/(p - d), and as (1.35) says."""
    assert 1 / (1 + kappa(tail)) == pytest.approx(expected, abs=1e-3)
    assert learned(0, tail) == pytest.approx(expected, abs=0.03)


@pytest.mark.parametrize("tail", [N / (P - D), 1 / (P - D)])
def test_learnability_of_a_tail_feature(tail: float) -> None:
    assert learned(9, tail) == pytest.approx(tail / (tail + kappa(tail)), abs=0.01)


def test_tail_fits_noise_as_fast_as_the_signal_with_the_printed_eigenvalues() -> None:
    """The speeds on samples are the eigenvalues of the kernel matrix over n: near one, not n/(p - d) = 0.05."""
    _, features = design(0, N / (P - D))
    speeds = np.linalg.eigvalsh(features[D:].T @ features[D:] / N)
    assert np.mean(speeds) == pytest.approx(1, abs=0.1)


def test_what_rests_on_the_formula_says_that_it_is_cited() -> None:
    """And does not hold without it."""
    (claim,) = (c for c in load("linear-models") if c.id == "linear-models/larger-eigenvalues-are-learned-first")
    assert [cited.name for cited in claim.given] == ["deterministic equivalent of kernel regression"]
    assert prove(claim).verdict is Verdict.VERIFIED
    alone = Claim("own/alone", title="Alone", statement=claim.statement, hypotheses=claim.hypotheses[:1])
    assert prove(alone).verdict is Verdict.REFUTED
