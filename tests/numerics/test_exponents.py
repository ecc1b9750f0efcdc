"""Exponents of Table 4.1, measured; and that the measuring can fail."""

from __future__ import annotations

import math

import numpy as np
import pytest
from late import late

with late():
    from layerproof.numerics.scaling.exponents import (
        compute_exponent,
        data_exponent,
        kinks,
        local_slope,
        parameter_exponent,
        richardson,
        table,
        time_exponent,
    )
    from layerproof.numerics.scaling.skills import MultilinearModel, best_division, loss_in_data, loss_in_time


@pytest.mark.parametrize("skills", [math.inf, 10**12, 50_000])
@pytest.mark.parametrize("alpha", [0.3, 0.6, 0.9, 1.5])
def test_table_4_1(alpha: float, skills: float) -> None:
    printed = {
        "time": -alpha / (alpha + 1),
        "data": -alpha / (alpha + 1),
        "parameters": -alpha,
        "compute": -alpha / (alpha + 2),
    }
    found = table(MultilinearModel(alpha, skills))
    assert [e.resource for e in found] == list(printed)
    for exponent in found:
        assert exponent.printed == printed[exponent.resource]
        assert exponent.value == pytest.approx(exponent.printed, abs=2e-8)
        assert exponent.error < 1e-7


def test_estimated_errors_cover_the_errors() -> None:
    for alpha in (0.1, 0.45, 1.2, 2.5):
        for skills in (math.inf, 10**8):
            for exponent in table(MultilinearModel(alpha, skills, R0=1e-4)):
                assert abs(exponent.value - exponent.printed) <= 3 * exponent.error


def test_without_the_correction_few_skills_show() -> None:
    """Section 4.4: the simulation decays faster than the laws for small alpha."""
    for exponent in table(MultilinearModel(0.3, 50_000)):
        assert (exponent.local < exponent.printed - 0.01).any()
        assert abs(exponent.corrected - exponent.printed).max() < 0.01


def test_slopes_do_not_depend_on_units() -> None:
    plain, scaled = MultilinearModel(0.6), MultilinearModel(0.6, S=7.0, R0=0.07, eta=0.02)
    assert compute_exponent(scaled).value == pytest.approx(compute_exponent(plain).value, abs=1e-9)
    assert time_exponent(scaled).local == pytest.approx(time_exponent(plain).local, abs=1e-12)


def test_the_repaired_data_ratio_and_not_the_printed_one() -> None:
    """(4.33) for infinitely many skills: relative differences of the sums themselves."""
    alpha, D = 0.8, np.array([1e3, 3e3, 1e4])
    model = MultilinearModel(alpha)
    here, there = loss_in_data(model, D).value, loss_in_data(model, D + 1).value
    ratio = (there - here) / here
    repaired, printed = -alpha / (1 + 2 * alpha + (alpha + 1) * D), -alpha / (1 + (alpha + 1) * D)
    assert ratio == pytest.approx(repaired, rel=1e-9)
    assert (np.abs(ratio / printed - 1) > 0.5 / D).all()


def test_kinks_are_where_the_best_number_changes() -> None:
    model = MultilinearModel(0.5, 10**9)
    found = kinks(model, [5, 60])
    for n, c, loss in zip(found.N, found.C, found.loss, strict=True):
        best = best_division(model, c * np.array([1 - 1e-6, 1 + 1e-6]))
        assert best.N.tolist() == [n, n + 1]
        assert best.loss == pytest.approx(loss, rel=1e-5)
        assert float(loss_in_time(model, c / n, n).value) == pytest.approx(
            float(loss_in_time(model, c / (n + 1), n + 1).value), rel=1e-12
        )


def test_richardson() -> None:
    x = 2.0 ** np.arange(5)
    limit, error = richardson(-0.4 + 0.3 * x**-0.5 - x**-1.5 + 2 / x**2, [0.5, 1.5, 2.0, 3.0])
    assert limit == pytest.approx(-0.4, abs=1e-13)
    assert error < 1e-12
    limit, _ = richardson([1 + 0.1, 1 + 0.025], [2], 0.5)
    assert limit == pytest.approx(1.0, abs=1e-15)
    _, error = richardson(1 + 1 / x, [2, 3, 4, 5])  # wrong orders show in the error
    assert error > 1e-3


def test_local_slope() -> None:
    x = np.array([1.0, 10.0])
    assert local_slope(x**-0.3 + 2, -0.3 * x**-0.3, -2.0) == pytest.approx([-0.3, -0.3])


@pytest.mark.parametrize(
    "call",
    [
        lambda: richardson([1.0], [1]),
        lambda: richardson([1.0, math.nan], [1]),
        lambda: richardson([1.0, 2.0, 3.0], [1]),
        lambda: richardson([1.0, 2.0], [-1]),
        lambda: richardson([1.0, 2.0], [1], 1.0),
        lambda: time_exponent(MultilinearModel(0.5), steps=1),
        lambda: data_exponent(MultilinearModel(0.5), -3.0),
        lambda: parameter_exponent(MultilinearModel(0.5, 100)),
        lambda: compute_exponent(MultilinearModel(0.5, 100)),
        lambda: kinks(MultilinearModel(0.5), [2.5]),
        lambda: kinks(MultilinearModel(0.5), 3.0),
    ],
)
def test_bad_input_is_one_clear_error(call) -> None:
    with pytest.raises(ValueError, match="got"):
        call()


def test_a_start_that_makes_few_parameters_pointless() -> None:
    with pytest.raises(ValueError, match="never the best"):
        kinks(MultilinearModel(0.05, R0=0.5), [1])
