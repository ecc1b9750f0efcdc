"""The chapter on neural collapse: every equation has its place, errata are those listed, and it holds in numbers."""

from __future__ import annotations

import numpy as np
import pytest
from late import later

from layerproof.derivations import load
from layerproof.language.goals import Impossible, ZeroWord
from layerproof.language.theorems import Theorem
from layerproof.proving.exact.matrix_goals import decide
from layerproof.proving.exact.outcome import Proved

CLAIMS = later(lambda: {claim.id.removeprefix("neural-collapse/"): claim for claim in load("neural-collapse")})
WORDS = later(
    lambda: {n: claim for n, claim in CLAIMS.items() if any(isinstance(g, ZeroWord) for g in claim.statement.goals())}
)


def test_the_errata_are_these_and_each_is_repaired():
    wrong = {name for name, claim in CLAIMS.items() if claim.erratum}
    assert wrong == {
        "cumulative-index-printed",
        "utilization-printed",
        "dimension-of-a-projection-printed",
        "definition-printed",
        "mp-without-constant-printed",
        "third-vector-printed",
        "product-of-class-means-printed",
        "matrix-elements-printed",
        "nc1-integral-printed",
        "output-shape-printed",
        "lazier-target-printed",
    }
    assert {claim.corrects.id.split("/")[1] for claim in CLAIMS.values() if claim.corrects} == wrong


def test_no_goal_is_impossible():
    lines = {name: claim for name, claim in CLAIMS.items() if not isinstance(claim, Theorem)}
    goals = [(name, goal) for name, claim in lines.items() for goal in claim.statement.goals()]
    assert [name for name, goal in goals if isinstance(goal, Impossible)] == []


ONLY_A_READING = {
    "pseudo-inverse-has-the-same-range": ["S_b^+.T*S_b.T = S_b*S_b^+"],
    "range-of-the-pseudo-inverse": ["S_b^+*S_b*S_b^+ = S_b^+", "S_b^+.T*S_b.T = S_b*S_b^+"],
    "nc3": ["w*w.T = I", "Q*Q.T = I", "C >= 2"],
    "linear-network-orthogonal-features": ["W_2.T*W_2 = I"],
}
"""Hypotheses that no proof uses: they say what the letters mean."""


@pytest.mark.slow
def test_no_hypothesis_on_matrices_can_be_dropped():
    found = {}
    for name, claim in WORDS.items():
        (goal,) = claim.statement.goals()
        if claim.expected.name == "VERIFIED":
            found[name] = [
                str(hypothesis)
                for number, hypothesis in enumerate(claim.hypotheses)
                if isinstance(decide(goal, claim.hypotheses[:number] + claim.hypotheses[number + 1 :]), Proved)
            ]
    assert found.keys() >= ONLY_A_READING.keys()
    assert {name: idle for name, idle in found.items() if idle} == ONLY_A_READING


# --- In numbers: features of an MP-operator, and features that are not -----------------------------------------


def collapsed(classes, copies, width, seed, strong=2.0, weak=0.7):
    """Features (as rows of samples) whose kernel is strong + weak * classes * [same class]; labels, one-hot."""
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.eye(classes), copies, axis=0)
    gram = strong + weak * classes * np.eye(classes)
    frame, _ = np.linalg.qr(rng.normal(size=(width, classes)))
    return labels @ np.linalg.cholesky(gram) @ frame.T, labels


@pytest.mark.parametrize(("classes", "copies"), [(2, 3), (3, 1), (4, 5)])
def test_minimum_projection_features_collapse(classes, copies):
    features, labels = collapsed(classes, copies, 7, seed=classes)
    means = classes * labels.T @ features / len(labels)
    centred = means - means.mean(axis=0)
    assert np.allclose(features, labels @ means)  # NC1
    assert np.allclose(centred @ centred.T, 0.7 * (classes * np.eye(classes) - 1))  # NC2
    assert np.allclose(features @ centred.T, 0.7 * (classes * labels - 1))  # Lemma 1
    weights = centred / (0.7 * classes)
    assert np.allclose(features @ weights.T + 1 / classes, labels)
    inputs = features - features.mean(axis=0)
    least = np.linalg.lstsq(inputs, labels - 1 / classes, rcond=None)[0].T
    assert np.allclose(least, weights)  # NC3: least squares with a bias
    unbiased = np.linalg.lstsq(features, labels, rcond=None)[0].T
    assert np.allclose(unbiased, (means - 2.0 / 2.7 * means.mean(axis=0)) / (0.7 * classes))
    points = np.random.default_rng(0).normal(size=(50, 7))
    outputs = points @ weights.T + 1 / classes
    distances = np.linalg.norm(points[:, None] - means, axis=2)
    assert (outputs.argmax(axis=1) == distances.argmin(axis=1)).all()  # NC4


def alignment(first, second):
    n = len(first)
    centre = np.eye(n) - np.ones((n, n)) / n
    a, b = (centre @ x @ centre for x in (first, second))
    return np.sum(a * b) / np.linalg.norm(a) / np.linalg.norm(b)


def test_alignment_with_the_operator_does_not_see_its_two_scalars():
    rng = np.random.default_rng(1)
    features, labels = rng.normal(size=(12, 5)), np.repeat(np.eye(3), 4, axis=0)
    found = [alignment(features @ features.T, a1 + a2 * 3 * labels @ labels.T) for a1, a2 in [(0, 1), (5, 1), (2, 9)]]
    assert np.allclose(found, found[0])
    assert 0 <= found[0] <= 1
    mp, _ = collapsed(3, 4, 6, seed=2)
    assert np.isclose(alignment(mp @ mp.T, labels @ labels.T), 1)


@pytest.mark.parametrize("white", [True, False])
def test_balanced_linear_networks_collapse_and_white_ones_to_orthogonal_features(white):
    rng = np.random.default_rng(3)
    labels = np.repeat(np.eye(3), 4, axis=0)
    positive = np.sqrt(12 / 3) ** 0.5 * np.eye(3) if white else np.diag([1.0, 2.0, 0.5]) + 0.3
    frame, _ = np.linalg.qr(rng.normal(size=(6, 3)))
    last = frame @ positive  # 6 x 3
    gram = last @ last.T
    values, vectors = np.linalg.eigh(gram)
    first = (vectors[:, -3:] * np.sqrt(values[-3:])).T  # 3 x 6, W_1^T W_1 = W_2 W_2^T
    inputs = labels @ np.linalg.inv(first @ last)
    features = inputs @ first
    assert np.allclose(first.T @ first, gram)
    assert np.allclose(features @ last, labels)
    assert np.allclose(features, labels @ np.linalg.pinv(last))
    assert np.linalg.matrix_rank(features) == 3
    products = features[::4] @ features[::4].T
    assert white == np.allclose(products, np.diag(np.diag(products)))
    assert white == np.allclose(inputs.T @ inputs, np.eye(3))
