"""The chapter on emergence: every equation has its place, and its readings agree with plain computations."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp
from late import late, later

from layerproof.derivations import load

with late():
    from layerproof.derivations.emergence import CHAPTER, letters, three_neurons

CLAIMS = later(lambda: {claim.id.removeprefix("emergence/"): claim for claim in load("emergence")})


def test_every_equation_has_a_claim_or_a_reason() -> None:
    labels = {source.label for claim in CLAIMS.values() for source in claim.sources if source.document == "thesis"}
    wanted = {f"5.{n}" for n in range(1, 10)} | {f"B.{n}" for n in range(1, 50)} | {f"C.{n}" for n in range(7, 19)}
    wanted |= {"Lemma 1", "Lemma 2", "Lemma 3", "Corollary B.1.1", "Corollary B.1.2"}
    wanted |= {"Proposition B.1.1", "Proposition B.1.2", "Table 5.1", "Figure 5.1", "Figure C.2"}
    assert wanted <= labels | set(CHAPTER.coverage["thesis"])
    in_parts = {"Section C.4"}  # what no claim says of these stands with the reasons
    assert labels & set(CHAPTER.coverage["thesis"]) == in_parts
    paper = {s.label for claim in CLAIMS.values() for s in claim.sources if s.document == "position-paper"}
    assert {"11", "60"} <= paper


def test_counterexamples_that_accuse_no_line_say_so() -> None:
    silent = [c for c in CLAIMS.values() if c.expected.name == "REFUTED" and c.erratum is None]
    assert len(silent) == 5
    assert all("ccuses no line" in claim.note for claim in silent)


def test_the_network_of_three_neurons_is_the_printed_one() -> None:
    """(C.8) with the printed matrices (C.9), at numbers, against the outputs that the claims use."""
    alpha, beta, gamma, c = 0.3, 0.7, 1.1, -0.2
    weights = np.array([[-alpha, alpha, -alpha], [-beta, beta, -beta], [gamma, -gamma, gamma]])
    bias, last = np.array([0, beta, -gamma]), np.array([-2 * alpha, beta, gamma])
    inputs = np.array(three_neurons.INPUTS).T
    printed = last @ np.maximum(weights @ inputs + bias[:, None], 0) + c
    values = dict(
        zip(
            (three_neurons.alpha, three_neurons.beta, three_neurons.gamma, three_neurons.c),
            (alpha, beta, gamma, c),
            strict=True,
        )
    )
    assert np.allclose(printed, [float(out.xreplace(values)) for out in three_neurons.outputs])
    assert weights.size + bias.size + last.size + 1 == 16  # "The NN has 16 parameters"


def test_the_network_fits_the_parity_function_at_the_printed_values() -> None:
    values = {p: sp.sqrt(2 * letters.S) for p in (three_neurons.alpha, three_neurons.beta, three_neurons.gamma)} | {
        three_neurons.c: -letters.S
    }
    fitted = [sp.simplify(out.xreplace(values)) for out in three_neurons.outputs]
    assert fitted == [letters.S * sign for sign in three_neurons.PARITIES]


@pytest.mark.parametrize(("directions", "seen"), [(5, 2), (7, 3)])
def test_few_samples_learn_their_share(directions: int, seen: int) -> None:
    """Gradient descent on (5.3) from a small start, with random orthogonal features: S |U U^T u|^2, on average S d/D_c.

    The printed (B.26) is off by a wide margin.
    """
    rng = np.random.default_rng(0)
    scale, unit = 1.0, np.full(directions, directions**-0.5)
    strengths, losses = [], []
    for _ in range(80):
        features = np.linalg.qr(rng.standard_normal((directions, directions)))[0][:, :seen] * np.sqrt(directions)
        a, b = 0.005, 0.005 * unit
        for _ in range(1500):
            error = features @ (features.T @ (b * a - scale * unit)) / seen
            a, b = a - 0.02 * b @ error, b - 0.02 * a * error
        share = np.sum((features.T @ unit) ** 2) / directions
        strength = unit @ b * a
        assert strength == pytest.approx(scale * share, abs=0.02)
        strengths.append(strength)
        losses.append(np.sum((scale * unit - a * b) ** 2) / 2)
    average = seen / directions
    assert np.mean(strengths) == pytest.approx(scale * average, abs=0.06)
    assert np.mean(losses) == pytest.approx(scale**2 / 2 * (1 - average), abs=0.06)
    assert abs(np.mean(strengths) - scale * (1 - np.sqrt(1 - average))) > 0.15
