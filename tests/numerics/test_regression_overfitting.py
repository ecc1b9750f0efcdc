"""Benign and malignant overfitting at the thesis's numbers, and the time that fitting takes."""

from __future__ import annotations

import numpy as np
import pytest
from late import late

with late():
    from scipy.integrate import solve_ivp

    from layerproof.numerics.regression import features
    from layerproof.numerics.regression.fitting_times import fitting_times, population, sampled_flow
    from layerproof.numerics.regression.least_norm import least_norm
    from layerproof.numerics.regression.overfitting import Setup, fit, shares


@pytest.mark.parametrize("setup", [Setup(3, 20, 200), Setup.printed(3, 20, 200)])
def test_the_fit_is_the_least_norm_regression(setup):
    found = fit(setup, frequency=2, amplitude=0.7, noise=0.4, seed=5)
    rho = np.where(np.arange(1, 201) <= 3, 1.0, setup.tail)
    parameters = least_norm(features.sine_values(found.inputs, 200) * np.sqrt(rho), found.labels).parameters
    wanted = np.sqrt(rho) * parameters
    scale = np.abs(wanted).max()
    np.testing.assert_allclose(found.coefficients(200), wanted, atol=1e-8 * scale)
    x = np.linspace(0, 1, 57)
    values = features.sine_values(x, 200)
    np.testing.assert_allclose(found.head(x), values[:, :3] @ wanted[:3], atol=1e-8 * scale)
    np.testing.assert_allclose(found.tail(x), values[:, 3:] @ wanted[3:], atol=1e-8 * scale)
    np.testing.assert_allclose(found.learned(found.inputs), found.labels, atol=1e-8 * scale)
    np.testing.assert_allclose(found.norms, ((wanted[:3] ** 2).sum(), (wanted[3:] ** 2).sum()), rtol=1e-7)
    np.testing.assert_allclose(found.learned(1 - x), -found.learned(x), atol=1e-8 * scale)  # sine-features-odd


def test_learnabilities_at_the_numbers_of_the_figures():
    """Figure 1.3: 0.990 with the repaired eigenvalues, 0.506 with the printed ones; d = 5, n = 100, p = 2000."""
    repaired, printed = Setup(), Setup.printed()
    assert repaired.tail == 1 / 1995
    assert printed.tail == 100 / 1995
    assert 1 - 1 / 96 < repaired.head_learnability < 0.991
    assert 0.506 < printed.head_learnability < 0.507
    for setup, tolerance in ((repaired, 1e-3), (printed, 0.01)):
        for frequency in (1, 5, 10):
            found = shares(setup, frequency=frequency, draws=25)
            assert found.mean == pytest.approx(found.predicted, abs=tolerance + 4 * found.standard_error)
            assert found.standard_error < 0.01
        total = 5 * setup.head_learnability + 1995 * setup.tail_learnability
        assert total == pytest.approx(100, rel=1e-12)


def test_benign_and_malignant():
    """With the signal in the head, the head learns it and the tail has a small norm; otherwise it is lost."""
    good = fit(Setup(), frequency=1, noise=0.3, seed=3)
    x = np.linspace(0, 1, 2001)
    assert np.mean((good.learned(x) - good.target(x)) ** 2) < 0.1 * 0.5
    bad = fit(Setup(), frequency=10, noise=0.0, seed=3)
    np.testing.assert_allclose(bad.learned(bad.inputs), bad.labels, atol=1e-9)
    assert np.mean((bad.learned(x) - bad.target(x)) ** 2) > 0.7 * 0.5
    assert np.sqrt(2) * bad.coefficients(10)[-1] < 0.1


def test_spread_of_the_head_over_draws():
    setup = Setup()
    heads = np.array([fit(setup, frequency=1, noise=0.3, seed=s).coefficients(5) for s in range(60)])
    low, high = np.quantile(heads, [0.1587, 0.8413], axis=0)  # quantiles: near-coincident inputs have heavy tails
    assert np.mean(high - low) / 2 == pytest.approx(setup.head_spread(1, 1.0, 0.3), rel=0.3)


def test_isolated_samples_make_spikes():
    """For p much larger than n the tail is the left over labels times its kernel."""
    setup = Setup(2, 8, 40_000)
    found = fit(setup, noise=1.0, seed=1)
    x = np.concatenate([found.inputs, found.inputs + 1e-5, [0.123]])
    np.testing.assert_allclose(found.tail(x), found.spikes(x), atol=0.01)
    assert np.abs(found.tail(found.inputs)).max() > 0.5


def test_bad_setups():
    for sizes in ((0, 10, 20), (10, 10, 20), (5, 20, 20)):
        with pytest.raises(ValueError, match="0 < d < n < p"):
            Setup(*sizes)
    with pytest.raises(ValueError, match="tail eigenvalue"):
        Setup(tail=-1.0)
    with pytest.raises(ValueError, match="frequency"):
        fit(Setup(), frequency=0)
    with pytest.raises(ValueError, match="noise"):
        fit(Setup(), noise=float("nan"))
    with pytest.raises(ValueError, match="two draws"):
        shares(Setup(), draws=1)


# --- Fitting times ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(5, 12), (12, 5)])
def test_the_flow_against_integration(shape):
    rng = np.random.default_rng(0)
    design, labels, eta = rng.standard_normal(shape), rng.standard_normal(shape[0]), 0.7
    flow = sampled_flow(design, labels, eta)
    times = np.array([0.0, 0.3, 2.0, 10.0])
    solved = solve_ivp(
        lambda _, w: eta * design.T @ (labels - design @ w) / shape[0],
        (0, 10),
        np.zeros(shape[1]),
        method="DOP853",
        t_eval=times,
        rtol=1e-12,
        atol=1e-13,
    )
    np.testing.assert_allclose(flow.parameters(times), solved.y.T, atol=1e-10)
    residual = labels - solved.y.T @ design.T
    np.testing.assert_allclose(flow.residual(times), residual, atol=1e-10)
    np.testing.assert_allclose(flow.loss(times), (residual**2).sum(axis=1) / (2 * shape[0]), atol=1e-10)
    np.testing.assert_allclose(flow.modes(times), residual @ flow.left, atol=1e-10)


def test_the_flow_ends_at_the_least_norm():
    """`linear-models/flow-finds-the-least-norm`."""
    rng = np.random.default_rng(1)
    design, labels = rng.standard_normal((6, 15)), rng.standard_normal(6)
    wanted = least_norm(design, labels).parameters
    np.testing.assert_allclose(sampled_flow(design, labels).parameters([np.inf])[0], wanted, atol=1e-12)


def test_population_modes():
    rho, target = np.array([2.0, 0.5, 0.0]), np.array([1.0, -3.0, 5.0])
    found = population(rho, target, [0.0, 1e-9, 3.0, np.inf][:3], eta=0.5)
    np.testing.assert_allclose(found[2], [1 - np.exp(-3), -3 * (1 - np.exp(-0.75)), 0], rtol=1e-14)
    np.testing.assert_allclose(found[1], [1e-9, -0.75e-9, 0], rtol=1e-8)
    assert not found[0].any()


@pytest.mark.parametrize("sampler", [features.gaussian, features.sines])
def test_fitting_times_on_samples_are_not_those_of_the_population(sampler):
    """`linear-models/time-scale-as-printed` and its repair, at d = 5, n = 100, p = 2000."""
    values = sampler(2000)(np.random.default_rng(1), 100)
    printed = fitting_times(values[:, :5], values[:, 5:], 100 / 1995)
    assert printed.population_noise == pytest.approx(19.95)
    assert printed.signal == pytest.approx(0.5)
    assert printed.noise == pytest.approx(1.0)
    repaired = fitting_times(values[:, :5], values[:, 5:], 1 / 1995, eta=2.0)
    assert repaired.noise == pytest.approx(50)
    assert repaired.population_noise == pytest.approx(1995 / 2)
    for found in (printed, repaired):  # the tail's kernel matrix is a multiple of the identity up to sqrt(n/p)
        assert found.measured_signal == pytest.approx(found.signal, rel=0.15)
        assert found.measured_noise == pytest.approx(found.noise, rel=0.15)


def test_bad_flows():
    with pytest.raises(ValueError, match="design"):
        sampled_flow(np.ones((2, 3)), np.ones(3))
    with pytest.raises(ValueError, match="finite"):
        sampled_flow(np.full((2, 3), np.nan), np.ones(2))
    with pytest.raises(ValueError, match="zero"):
        sampled_flow(np.zeros((2, 3)), np.ones(2))
    with pytest.raises(ValueError, match="learning rate"):
        sampled_flow(np.ones((2, 3)), np.ones(2), 0.0)
    with pytest.raises(ValueError, match="times"):
        sampled_flow(np.ones((2, 3)), np.ones(2)).loss([-1.0])
    with pytest.raises(ValueError, match="as many eigenvalues"):
        population([1.0], [1.0, 2.0], [0.0])
    with pytest.raises(ValueError, match="learning rate"):
        population([1.0], [1.0], [0.0], eta=-1)
    with pytest.raises(ValueError, match="d < n"):
        fitting_times(np.ones((3, 3)), np.ones((3, 9)), 1.0)
    with pytest.raises(ValueError, match="tail eigenvalue"):
        fitting_times(np.ones((3, 1)), np.ones((3, 9)), 0.0)
