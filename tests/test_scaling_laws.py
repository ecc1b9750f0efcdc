"""The chapter on scaling laws against sums over many skills, which no integral and no asymptotic line enters."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from late import later

ALPHA, S, RATE, START = 0.6, 5.0, 0.05, 0.01
MANY = 2_000_000
WEIGHTS = later(lambda: np.arange(1.0, MANY + 1) ** -(ALPHA + 1))
A = later(lambda: 1 / (WEIGHTS.sum() + MANY**-ALPHA / ALPHA))  # the rest of infinitely many skills, by the integral
FREQUENCIES = later(lambda: A * WEIGHTS)
REST = later(lambda: S**2 / 2 * A * MANY**-ALPHA / ALPHA)


def skill_losses(time: float, alpha_frequencies: np.ndarray) -> np.ndarray:
    """(4.19) at every skill."""
    misfit = 1 / (1 + np.exp(np.minimum(2 * RATE * alpha_frequencies * S * time, 700.0)) / (S / START - 1))
    return S**2 / 2 * misfit**2


def loss_in_time(time: float) -> float:
    return float(np.sum(FREQUENCIES * skill_losses(time, FREQUENCIES))) + REST


def loss_of_data(count: float) -> float:
    return float(S**2 / 2 * np.sum(FREQUENCIES * np.exp(count * np.log1p(-FREQUENCIES)))) + REST


def slope(loss, at: float) -> float:
    """The logarithmic slope over a factor of four."""
    return float(np.log(loss(2 * at) / loss(at / 2)) / np.log(4))


def test_time_law_of_the_sum_over_skills() -> None:
    assert slope(loss_in_time, 1e6) == pytest.approx(-ALPHA / (ALPHA + 1), abs=2e-3)


def test_data_law_of_the_sum_over_skills() -> None:
    assert slope(loss_of_data, 1e6) == pytest.approx(-ALPHA / (ALPHA + 1), abs=2e-3)


def test_parameter_law_of_the_sum_over_skills() -> None:
    def loss(parameters: float) -> float:
        return float(S**2 / 2 * FREQUENCIES[int(parameters) :].sum()) + REST

    assert slope(loss, 1000) == pytest.approx(-ALPHA, abs=2e-3)
    assert loss(1000) == pytest.approx(S**2 * A / (2 * ALPHA) * 1000**-ALPHA, rel=1e-3)


def test_compute_law_of_the_sum_over_skills() -> None:
    missing = np.cumsum(FREQUENCIES[::-1])[::-1] * S**2 / 2 + REST

    def best(compute: float) -> float:
        return min(
            float(np.sum(FREQUENCIES[:n] * skill_losses(compute / n, FREQUENCIES[:n]))) + float(missing[n])
            for n in np.unique(np.geomspace(10, 3000, 400).astype(int))
        )

    assert slope(best, 1e7) == pytest.approx(-ALPHA / (ALPHA + 2), abs=1e-2)


def test_data_ratio_is_the_repaired_one() -> None:
    """(4.33) in the integral over skills: the repaired fraction is right to all digits, the printed one is not."""
    count, power = 30, ALPHA / (ALPHA + 1)
    top = 0.4  # the frequency of the first skill
    v, weight = np.polynomial.legendre.leggauss(400)
    y = (v + 1) / 2 * top**power  # v^(p-1) dv is dy/p for y = v^p
    values = {n: float(np.sum(weight * (1 - y ** (1 / power)) ** n)) for n in (count, count + 1)}
    ratio = values[count + 1] / values[count] - 1
    assert ratio == pytest.approx(-ALPHA / (1 + 2 * ALPHA + (ALPHA + 1) * count), rel=1e-5)
    assert ratio != pytest.approx(-ALPHA / (1 + (ALPHA + 1) * count), rel=1e-2)


def test_rows_of_the_table_of_skills() -> None:
    """Table 4.2: relevant bits, sign of y, and the nonzero skill function of each row."""
    for bits, sign in (((1, 1, 0), 1), ((0, 1, 0), -1), ((0, 0, 1), -1), ((1, 1, 1), -1)):
        assert (-1) ** sum(bits) == sign


def test_a_parity_is_the_sign_product_of_its_bits() -> None:
    for bits in itertools.product((0, 1), repeat=3):
        assert (-1) ** sum(bits) == np.prod([1 - 2 * bit for bit in bits])


def test_stages_do_not_hold_for_ever() -> None:
    """(3.13) repaired: from a start of S/500 the tenth skill already overlaps with the next by more than 0.05."""
    k = np.array([1.0, 10.0])
    intensity, following = k ** -(ALPHA + 1), (k + 1) ** -(ALPHA + 1)
    thresholds = 1 / (1 + (S / START - 1) ** ((intensity - following) / (intensity + following)))
    assert thresholds[0] < 0.05 < thresholds[1] < 0.5
