"""Least norm regression: against other solvers, exact small cases, and (1.35) at finite sizes."""

from __future__ import annotations

import numpy as np
import pytest
from late import late

with late():
    from layerproof.numerics.regression import features
    from layerproof.numerics.regression.least_norm import least_norm, measure


@pytest.mark.parametrize("shape", [(7, 30), (30, 7), (9, 9), (1, 4), (4, 1)])
@pytest.mark.parametrize("ridge", [0.0, 0.3])
def test_against_the_pseudo_inverse(shape, ridge):
    rng = np.random.default_rng(0)
    design, labels = rng.standard_normal(shape), rng.standard_normal((shape[0], 3))
    padded = np.vstack([design, np.sqrt(ridge) * np.eye(shape[1])])
    wanted = np.linalg.pinv(padded) @ np.vstack([labels, np.zeros((shape[1], 3))])
    found = least_norm(design, labels, ridge)
    np.testing.assert_allclose(found.parameters, wanted, atol=1e-11)
    np.testing.assert_allclose(least_norm(design, labels[:, 1], ridge).parameters, wanted[:, 1], atol=1e-11)
    assert found.rank == min(shape)
    assert found.residual == pytest.approx(np.abs(design @ wanted - labels).max(), abs=1e-11)


def test_dependent_samples():
    """`linear-models/full-rank-as-printed`: more features than samples, and no interpolation."""
    design = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]])
    found = least_norm(design, [1.0, 1.0])
    assert found.rank == 1
    assert found.residual > 0.1
    np.testing.assert_allclose(found.parameters, np.linalg.pinv(design) @ [1.0, 1.0], atol=1e-14)
    tall = least_norm(design.T, [1.0, 0.0, 0.0])
    assert tall.rank == 1
    np.testing.assert_allclose(tall.parameters, np.linalg.pinv(design.T) @ [1.0, 0.0, 0.0], atol=1e-14)


def test_ill_conditioned_designs_keep_their_digits():
    """A condition number of 1e9: its square, in the Gram matrix, would leave nothing."""
    rng = np.random.default_rng(1)
    u, v = np.linalg.qr(rng.standard_normal((6, 6)))[0], np.linalg.qr(rng.standard_normal((20, 6)))[0]
    s = np.geomspace(1, 1e-9, 6)
    wanted = v @ rng.standard_normal(6)
    found = least_norm(u @ np.diag(s) @ v.T, u @ (s * (v.T @ wanted))).parameters
    np.testing.assert_allclose(found, wanted, atol=1e-5)
    labels, ridge = rng.standard_normal(6), 1e-13
    with_ridge = v @ (s / (s**2 + ridge) * (u.T @ labels))
    found = least_norm(u @ np.diag(s) @ v.T, labels, ridge).parameters
    np.testing.assert_allclose(found, with_ridge, rtol=1e-6, atol=1e-6 * np.abs(with_ridge).max())


def test_two_gaussian_features_are_exact():
    """`linear-models/learnability-of-two-gaussian-features`: n = 1, L_1 = a/(a + b)."""
    found = measure(features.gaussian(2), [4.0, 1.0], 1, draws=4000)
    assert found.predicted_learnability[0] == pytest.approx(2 / 3, rel=1e-12)
    assert abs(found.learnability[0] - 2 / 3) < 4 * found.learnability_error[0]
    assert found.learnability_error[0] < 0.01


def test_two_signs_refute_the_equality():
    """`linear-models/learnability-as-printed`: each draw teaches rho_1/(rho_1 + rho_2)."""
    found = measure(features.signs(2), [4.0, 1.0], 1, draws=50)
    assert found.learnability[0] == pytest.approx(4 / 5, rel=1e-12)
    assert found.predicted_learnability[0] == pytest.approx(2 / 3, rel=1e-12)


@pytest.mark.parametrize("name", ["gaussian", "sines"])
def test_learnabilities_sum_to_n_in_every_draw(name):
    rho = np.arange(1.0, 31) ** -1.5
    found = measure(getattr(features, name)(30), rho, 6, draws=2)
    assert found.learnability.sum() == pytest.approx(6, rel=1e-9)
    with_ridge = measure(getattr(features, name)(30), rho, 6, ridge=0.5, draws=2)
    assert with_ridge.learnability.sum() < 6


@pytest.mark.parametrize(("n", "draws", "ridge"), [(16, 1000, 0.0), (32, 400, 0.0), (32, 400, 0.2)])
def test_gaussian_features_against_the_formulas(n, draws, ridge):
    """Relative gaps below 1.5/n beside the standard error: the finite size gap falls as 1/n (see `measure`)."""
    p = 4 * n
    rho = np.arange(1.0, p + 1) ** -2
    target = np.zeros(p)
    target[:3] = 1.0, 0.5, 0.25
    found = measure(features.gaussian(p), rho, n, target=target, noise=0.3, ridge=ridge, draws=draws, seed=1)
    gap = np.abs(found.learnability - found.predicted_learnability)
    assert (gap < 1.5 / n * found.predicted_learnability + 4.5 * found.learnability_error).all()
    assert found.learnability_error[0] < 1e-3
    error = abs(found.test_error - found.predicted_test_error)
    assert error < 1.5 / n * found.predicted_test_error + 4 * found.test_error_error
    assert found.test_error_error < 0.03 * found.test_error
    np.testing.assert_allclose(found.coefficients[0], found.predicted_learnability[0], atol=0.02)


def test_equal_gaussian_features_have_no_gap():
    """`linear-models/learnability-of-equal-eigenvalues`; the noise by the inverse Wishart mean, n/(p - n - 1)."""
    found = measure(features.gaussian(40), np.ones(40), 10, target=np.zeros(40), noise=1.0, draws=2000)
    assert (np.abs(found.learnability - 0.25) < 4.5 * found.learnability_error).all()
    assert abs(found.test_error - 10 / 29) < 4 * found.test_error_error
    assert found.predicted_test_error == pytest.approx(10 / 30, rel=1e-12)


def test_sine_features_are_not_gaussian():
    """The gap of the last learnability does not fall with n: one-dimensional features are no random ones."""
    for n, draws in ((8, 300), (32, 60)):
        found = measure(features.sines(4 * n), np.arange(1.0, 4 * n + 1) ** -2, n, draws=draws)
        assert found.learnability[-1] > 2 * found.predicted_learnability[-1]


def test_kernel_of_sines_in_closed_form():
    rng = np.random.default_rng(0)
    x = np.concatenate([rng.random(20), [0.0, 0.25, 0.5, 1.0]])
    for first, last in ((1, 5), (6, 2000), (7, 7)):
        values = features.sine_values(x, last)[:, first - 1 :]
        np.testing.assert_allclose(features.sine_kernel(x, x, first, last), values @ values.T, atol=1e-11 * last)
    with pytest.raises(ValueError, match="first <= last"):
        features.sine_kernel(x, x, 3, 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((np.ones(3), np.ones(3)), "shape"),
        ((np.ones((0, 3)), np.ones(0)), "n, p > 0"),
        ((np.ones((2, 3)), np.ones(3)), "expected 2 labels"),
        ((np.full((2, 3), np.nan), np.ones(2)), "finite"),
        ((np.ones((2, 3)), [1.0, np.inf]), "finite"),
        ((np.ones((2, 3)), np.ones(2), -1.0), "ridge"),
    ],
)
def test_bad_input(arguments, message):
    with pytest.raises(ValueError, match=message):
        least_norm(*arguments)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"draws": 0}, "two draws"),
        ({"n": 0}, "1 <= n < p"),
        ({"n": 4}, "1 <= n < p"),
        ({"target": [1.0]}, "target coefficients"),
        ({"eigenvalues": [1.0, 0.0]}, "positive, finite"),
        ({"sampler": features.gaussian(3)}, "sampler returned"),
    ],
)
def test_bad_measurements(options, message):
    arguments = {"sampler": features.gaussian(4), "eigenvalues": np.ones(4), "n": 2, **options}
    with pytest.raises(ValueError, match=message):
        measure(**arguments)


def test_no_features():
    with pytest.raises(ValueError, match="at least one feature"):
        features.gaussian(0)
