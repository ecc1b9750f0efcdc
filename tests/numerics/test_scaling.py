"""The multilinear model's losses against direct sums, quadrature, and the claims of the chapter on scaling laws."""

from __future__ import annotations

import doctest
import itertools
import math

import numpy as np
import pytest
from late import late

with late():
    import scipy.integrate

    from layerproof.numerics.scaling import exponents, laws, power_sums
    from layerproof.numerics.scaling import skills as model_module
    from layerproof.numerics.scaling.skills import (
        MultilinearModel,
        best_division,
        linear_loss_in_time,
        loss_beyond,
        loss_in_data,
        loss_in_parameters,
        loss_in_time,
        rate_in_data,
        rate_in_parameters,
        rate_in_time,
    )

MODEL = MultilinearModel(0.7, 5000, S=3.0, R0=0.02, eta=0.2)
TIMES = np.array([0.0, 1.0, 30.0, 1e3, 1e5])
ALPHAS = [0.1, 0.3, 0.6, 0.9, 1.5]


def skills(model: MultilinearModel) -> tuple[np.ndarray, np.ndarray]:
    """All skills and their frequencies, written down once more."""
    k = np.arange(1.0, model.skills + 1)
    weights = k ** -(model.alpha + 1)
    return k, weights / math.fsum(weights)


def total(terms: np.ndarray) -> float:
    return math.fsum(terms)


def test_frequencies_sum_to_one() -> None:
    k, frequencies = skills(MODEL)
    assert MODEL.frequency(k) == pytest.approx(frequencies, rel=1e-14)
    assert MODEL.frequency([5000, 5001]).tolist()[1] == 0.0
    assert pytest.approx(6 / math.pi**2, rel=1e-15) == MultilinearModel(1.0).A


def test_a_skill_follows_its_logistic_equation() -> None:
    """(4.11) against the integrated rate 2 eta P R (S - R)."""
    k = np.array([1, 2, 10])
    rate = 2 * MODEL.eta * MODEL.frequency(k)
    solved = scipy.integrate.solve_ivp(
        lambda t, R: rate * R * (MODEL.S - R), (0, 60), [MODEL.R0] * 3, t_eval=[0, 5, 20, 60], rtol=1e-11, atol=1e-12
    )
    assert MODEL.strength(k[:, None], solved.t) == pytest.approx(solved.y, rel=1e-8)


@pytest.mark.parametrize("N", [None, 0, 1, 300, 5000, 10**9])
def test_loss_in_time_is_the_sum_over_skills(N: int | None) -> None:
    """(4.6) with (4.10), from the strengths; (4.17) is not used."""
    k, frequencies = skills(MODEL)
    learnt = k <= (5000 if N is None else N)
    found = loss_in_time(MODEL, TIMES, N)
    for T, value, error in zip(TIMES, found.value, found.error, strict=True):
        strengths = np.where(learnt, MODEL.strength(k, T), 0.0)
        assert value == pytest.approx(total(frequencies * (MODEL.S - strengths) ** 2 / 2), rel=1e-12)
        assert error < 1e-13 * value


def test_loss_of_the_linear_model() -> None:
    _, frequencies = skills(MODEL)
    expected = [total(frequencies * MODEL.S**2 / 2 * np.exp(-2 * MODEL.eta * frequencies * T)) for T in TIMES]
    assert linear_loss_in_time(MODEL, TIMES).value == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("small_start", [False, True])
@pytest.mark.parametrize("N", [None, 40])
def test_loss_in_data_is_the_expectation_over_samples(small_start: bool, N: int | None) -> None:
    k, frequencies = skills(MODEL)
    unlearnt = MODEL.S**2 / 2 if small_start else (MODEL.S - MODEL.R0) ** 2 / 2
    counts = np.array([0, 1, 7, 1000, 10**6])
    kept = np.where(k <= (N or 5000), unlearnt * (1 - frequencies) ** counts[:, None], MODEL.S**2 / 2)
    expected = [total(frequencies * row) for row in kept]
    assert loss_in_data(MODEL, counts, N, small_start=small_start).value == pytest.approx(expected, rel=1e-12)


def test_loss_in_data_against_every_data_set() -> None:
    """All 4^3 data sets of three samples of four skills, with their probabilities."""
    model = MultilinearModel(0.5, 4, R0=0.1)
    frequencies = model.frequency([1, 2, 3, 4])
    expected = 0.0
    for data in itertools.product(range(4), repeat=3):
        chance = math.prod(frequencies[i] for i in data)
        expected += chance * sum(frequencies[i] * 0.9**2 / 2 for i in range(4) if i not in data)
    assert float(loss_in_data(model, 3).value) == pytest.approx(expected, rel=1e-13)


def test_loss_in_parameters() -> None:
    _, frequencies = skills(MODEL)
    numbers = np.array([0, 1, 17, 4999, 5000, 6000])
    expected = [MODEL.S**2 / 2 * total(frequencies[n:]) for n in numbers]
    assert loss_in_parameters(MODEL, numbers).value == pytest.approx(expected, rel=1e-13)


def test_long_training_leaves_the_missing_skills() -> None:
    """(4.17) for T to infinity is (4.35)."""
    assert float(loss_in_time(MODEL, 1e12, 300).value) == pytest.approx(
        float(loss_in_parameters(MODEL, 300).value), rel=1e-14
    )


@pytest.mark.parametrize("alpha", [0.2, 1.3])
def test_rates_are_the_derivatives(alpha: float) -> None:
    model, step = MultilinearModel(alpha, 10**12, R0=0.003), 1e-4

    def slope(loss, x):
        """Central differences of the fourth order in log x."""
        at = [loss(model, x * math.exp(j * step)).value for j in (-2, -1, 1, 2)]
        return (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * step)

    x = np.array([3.0, 1e3, 1e6])
    assert rate_in_time(model, x).value == pytest.approx(slope(loss_in_time, x), rel=1e-9)
    assert rate_in_data(model, x).value == pytest.approx(slope(loss_in_data, x), rel=1e-9)
    N = np.array([3.0, 1e3, 1e6])
    steps = loss_in_parameters(model, N + 1).value - loss_in_parameters(model, N - 1).value
    assert rate_in_parameters(model, N).value == pytest.approx(N * steps / 2, rel=0.1)
    assert rate_in_parameters(model, 1e6).value == pytest.approx((N * steps / 2)[2], rel=1e-7)


@pytest.mark.parametrize("alpha", ALPHAS)
def test_power_laws_with_their_prefactors(alpha: float) -> None:
    """The prefactors that the thesis leaves out.  In time, the sum and the power law agree to all digits."""
    model = MultilinearModel(alpha, S=2.0, R0=0.02, eta=0.5)
    T = np.array([1e5, 1e7])
    assert laws.time_law(model, T) == pytest.approx(loss_in_time(model, T).value, rel=1e-13)
    D = np.array([1e5, 1e7])
    p = alpha / (alpha + 1)
    data = loss_in_data(model, D, small_start=True).value
    assert laws.data_law(model, D) * (1 - p * (1 + p) / (2 * D)) == pytest.approx(data, rel=1e-9)
    assert laws.data_integral(model, D) == pytest.approx(data, rel=1e-12)
    N = np.array([1e4, 1e6])
    parameters = loss_in_parameters(model, N).value
    assert laws.parameter_law(model, N + 0.5) == pytest.approx(parameters, rel=1e-8)
    assert (laws.parameter_integral(model, N) < parameters).all()
    assert (laws.parameter_law(model, N) > parameters).all()


@pytest.mark.parametrize(("p", "odds"), [(0.1, 99.0), (0.5, 0.4), (0.37, 1e6)])
def test_the_moment_by_polylogarithms(p: float, odds: float) -> None:
    def integrand(x: float) -> float:  # x = u^p
        return (1 + math.exp(min(x ** (1 / p), 300.0)) / odds) ** -2 / p

    far = (max(math.log(odds), 0) + 25) ** p
    expected = sum(
        scipy.integrate.quad(integrand, a, b, epsrel=1e-12, epsabs=0, limit=400)[0]
        for a, b in itertools.pairwise(np.linspace(0, far, 30))
    )
    assert laws.saturation_moment(p, odds) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("alpha", [0.3, 1.5])
def test_sum_and_integral_in_time(alpha: float) -> None:
    """Claim `summand-is-small`: they differ by at most S q^2/(4 eta T), here with a start that makes q small."""
    model = MultilinearModel(alpha, 10**9, R0=0.4, eta=0.3)
    T = np.array([0.5, 3.0, 40.0, 1e4])
    difference = np.abs(loss_in_time(model, T).value - laws.time_integral(model, T, 10**9))
    assert (difference <= model.S * model.odds**2 / (4 * model.eta * T)).all()
    assert difference[3] < 1e-9  # and in fact they approach each other faster than that
    plain = laws.time_integral(model, 0.0, 10**9)
    direct = model.A * (1 - 1e9**-alpha) / alpha * (model.S - model.R0) ** 2 / 2
    assert float(plain) == pytest.approx(direct, rel=1e-12)


def test_sum_and_integral_in_data() -> None:
    """Claim `data-summand-is-small`: they differ by at most S^2/(2(D + 1))."""
    model = MultilinearModel(0.5)
    D = np.array([0, 1, 5, 50])
    difference = np.abs(loss_in_data(model, D, small_start=True).value - laws.data_integral(model, D))
    assert (difference <= 1 / (2 * (D + 1))).all()


@pytest.mark.parametrize("alpha", [0.1, 0.3])
def test_finite_correction(alpha: float) -> None:
    """(C.2), with the absent skills as a sum: the pure law less what they hold, while they have not begun to learn."""
    model = MultilinearModel(alpha, 50_000)
    T = np.array([1e3, 1e4])
    loss = loss_in_time(model, T).value
    assert laws.matched_time_law(model, T, 50_000) == pytest.approx(loss, rel=3e-3)
    assert laws.corrected_time_law(model, T, 50_000) == pytest.approx(
        loss, rel=0.04
    )  # for a small start, and as printed
    assert (laws.time_law(model, T) > 1.1 * loss).all()
    small = MultilinearModel(alpha, 50_000, R0=1e-6)
    assert laws.corrected_time_law(small, 1e3, 50_000) == pytest.approx(
        laws.matched_time_law(small, 1e3, 50_000), rel=1e-4
    )


def test_what_lies_beyond() -> None:
    finite = MultilinearModel(0.4, 1000)
    k = np.arange(1001.0, 2_000_001.0)
    rest = (2_000_000.5) ** -0.4 / 0.4
    expected = finite.A / 2 * (math.fsum(k**-1.4) + rest)
    assert loss_beyond(finite, 1000, learning=False) == pytest.approx(expected, rel=1e-9)
    assert loss_beyond(finite, 1000, learning=True) == pytest.approx(0.99**2 * expected, rel=1e-9)
    assert loss_beyond(MultilinearModel(0.4), math.inf, learning=True) == 0.0


def test_the_best_division_is_the_best() -> None:
    """Against every whole number of parameters around it."""
    model, C = MultilinearModel(0.6, 10**12), np.array([200.0, 1e5, 3e6])
    found = best_division(model, C)
    assert pytest.approx(C, rel=1e-15) == found.T * found.N
    for c, best, loss in zip(C, found.N, found.loss, strict=True):
        numbers = np.arange(max(1, round(best / 4)), round(4 * best))
        losses = [float(loss_in_time(model, c / n, n).value) for n in numbers[:: max(1, len(numbers) // 100)]]
        assert min(losses) >= loss * (1 - 1e-14)
        for near in (best - 1, best + 1):
            assert float(loss_in_time(model, c / near, near).value) >= loss


@pytest.mark.parametrize("alpha", ALPHAS)
def test_compute_law_with_its_prefactor(alpha: float) -> None:
    model = MultilinearModel(alpha, S=1.5, eta=0.7)
    C = np.array([1e8])
    found = best_division(model, C)
    near = 6 / found.N[0]  # whole numbers of parameters
    assert laws.compute_law(model, C) == pytest.approx(found.loss, rel=near)
    _, kappa = laws.compute_constant(model)
    assert kappa * found.N ** (alpha + 1) == pytest.approx(found.T, rel=0.25)


@pytest.mark.parametrize(
    "call",
    [
        lambda: MultilinearModel(0.0),
        lambda: MultilinearModel(math.nan),
        lambda: MultilinearModel(0.5, 0),
        lambda: MultilinearModel(0.5, 2.5),
        lambda: MultilinearModel(0.5, math.nan),
        lambda: MultilinearModel(0.5, R0=1.0),
        lambda: MultilinearModel(0.5, R0=-0.1),
        lambda: MultilinearModel(0.5, S=math.inf),
        lambda: MultilinearModel(0.5, eta=0.0),
        lambda: MODEL.frequency(0),
        lambda: MODEL.frequency(math.nan),
        lambda: MODEL.strength(1, -1.0),
        lambda: loss_in_time(MODEL, math.nan),
        lambda: loss_in_time(MODEL, []),
        lambda: loss_in_time(MODEL, 1.0, -1),
        lambda: loss_in_time(MODEL, 1.0, -math.inf),
        lambda: loss_in_time(MODEL, 1.0, 2.5),
        lambda: loss_in_time(MODEL, 1.0, math.nan),
        lambda: loss_in_data(MODEL, -1.0),
        lambda: loss_in_parameters(MODEL, 1.5),
        lambda: best_division(MODEL, 5.0),
        lambda: best_division(MODEL, [0.0]),
        lambda: laws.data_law(MODEL, 0.0),
        lambda: laws.saturation_moment(0.0, 1.0),
    ],
)
def test_bad_input_is_one_clear_error(call) -> None:
    with pytest.raises(ValueError, match="got"):
        call()


@pytest.mark.parametrize("module", [exponents, laws, power_sums, model_module])
def test_examples_in_docstrings(module) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
