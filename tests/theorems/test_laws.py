"""The laws of the scaling chapter in numbers: the sums that the theorems are about, against what they say of them."""

from __future__ import annotations

import mpmath as mp
import pytest

ALPHA, S, R_0, ETA = mp.mpf("0.6"), mp.mpf(1), mp.mpf("0.1"), mp.mpf("0.5")
A = 1 / mp.zeta(ALPHA + 1)
P = ALPHA / (ALPHA + 1)
Q = S / R_0 - 1
MANY = 20_000


def sum_of(term, peak):  # type: ignore[no-untyped-def]
    """The sum of a smooth term over 1, 2, ..: the first ones, and the rest by Euler and Maclaurin."""
    rest = mp.quad(term, [MANY, 10 * MANY, 1000 * MANY, mp.inf]) + term(MANY) / 2
    return mp.fsum(term(k) for k in range(1, MANY)) + rest


@pytest.mark.parametrize("time", [100, 10_000])
def test_the_time_law_and_its_bounds(time: int) -> None:
    theta = 2 * ETA * A * S

    def skill_loss(u):  # type: ignore[no-untyped-def]
        return S**2 / (2 * (1 + mp.exp(u) / Q) ** 2)

    loss = sum_of(lambda k: A * mp.mpf(k) ** -(ALPHA + 1) * skill_loss(theta * time * mp.mpf(k) ** -(ALPHA + 1)), time)
    prefactor = A / (ALPHA + 1) * theta**-P

    def up_to(end):  # type: ignore[no-untyped-def]
        points = [0, 0.01, 1, 10, *([min(end, 100)] if end > 10 else []), *([end] if 100 < end < mp.inf else [])]
        return mp.quad(lambda u: u ** (-1 / (ALPHA + 1)) * skill_loss(u), points)

    assert abs(loss - prefactor * time**-P * up_to(theta * time)) <= S * Q**2 / (4 * ETA * time)
    if time == 10_000:
        assert abs(loss / (prefactor * time**-P * up_to(mp.mpf(100))) - 1) < 0.1


@pytest.mark.parametrize("samples", [100, 10_000])
def test_the_data_law_and_its_bounds(samples: int) -> None:
    def term(k):  # type: ignore[no-untyped-def]
        frequency = A * mp.mpf(k) ** -(ALPHA + 1)
        return S**2 / 2 * frequency * (1 - frequency) ** samples

    loss = sum_of(term, samples)
    prefactor = S**2 / (2 * (ALPHA + 1)) * A ** (1 / (ALPHA + 1))
    assert abs(loss - prefactor * mp.betainc(P, samples + 1, 0, A)) <= S**2 / (2 * (samples + 1))
    if samples == 10_000:
        assert abs(loss / (prefactor * mp.gamma(P) * samples**-P) - 1) < 0.1
