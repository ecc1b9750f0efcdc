"""Algorithm 1 on kernels with known spectra."""

from __future__ import annotations

import numpy as np
import pytest
from late import late

with late():
    from layerproof.numerics.regression import kernels
    from layerproof.numerics.regression.nystrom import convergence, from_features, from_kernel

KERNELS = {
    "sine": kernels.sine(10),
    "bridge": kernels.bridge(),
    "gaussian": kernels.gaussian(0.7, 1.3),
    "mehler": kernels.mehler(0.3),
}


@pytest.mark.parametrize("name", KERNELS)
def test_mercer(name):
    """The kernel is the sum of its eigenfunctions, and these are orthonormal."""
    known = KERNELS[name]
    rng = np.random.default_rng(0)
    x, y = known.draw(rng, 6), known.draw(rng, 5)
    count = 10 if name == "sine" else 20_000 if name == "bridge" else 80
    rho = known.eigenvalues(count)
    total = (known.functions(x, count) * rho) @ known.functions(y, count).T
    np.testing.assert_allclose(known.kernel(x, y), total, atol=2e-5 if name == "bridge" else 1e-12)
    assert (np.diff(rho) < 0).all()
    many = known.functions(known.draw(rng, 100_000), 3)
    np.testing.assert_allclose(many.T @ many / 100_000, np.eye(3), atol=0.03)
    if known.features is not None:
        np.testing.assert_allclose(known.kernel(x, y), known.features(x).T @ known.features(y), atol=1e-12)


@pytest.mark.parametrize("n", [6, 40])
def test_features_and_kernel_agree(n):
    """By the covariance for p < n, by the kernel matrix for p > n, and by SciPy's singular values."""
    known = KERNELS["sine"]
    rng = np.random.default_rng(1)
    x, there = known.draw(rng, n), known.draw(rng, 15)
    one, two = from_features(known.features(x), 4), from_kernel(known.kernel(x, x), 4)
    singular = np.linalg.svd(known.features(x), compute_uv=False)
    np.testing.assert_allclose(one.values, singular[:4] ** 2 / n, rtol=1e-10)
    np.testing.assert_allclose(two.values, one.values, rtol=1e-10)
    first, second = one.functions(known.features(there)), two.functions(known.kernel(x, there))
    np.testing.assert_allclose(second * np.sign((first * second).sum(axis=0)), first, atol=1e-8)
    on_samples = one.functions(known.features(x))
    np.testing.assert_allclose(on_samples.T @ on_samples / n, np.eye(4), atol=1e-10)


def test_the_printed_algorithm_is_n_times_too_large():
    """`linear-models/sample-eigenvalues-as-printed`."""
    known = KERNELS["sine"]
    x = known.draw(np.random.default_rng(2), 4000)
    printed = np.linalg.svd(known.features(x), compute_uv=False)[:3] ** 2
    np.testing.assert_allclose(from_features(known.features(x), 3).values, known.eigenvalues(3), rtol=0.1)
    np.testing.assert_allclose(printed, 4000 * known.eigenvalues(3), rtol=0.1)


@pytest.mark.parametrize("name", ["sine", "bridge", "gaussian"])
def test_eigenvalues_converge_as_the_square_root(name):
    """The slope is -1/2 and the constant sqrt(Var[e_k^2]), as the module derives."""
    found = convergence(KERNELS[name], (40, 80, 160), count=2, draws=80, test=1000)
    assert (np.abs(found.value_slopes + 0.5) < 4 * found.value_slope_errors).all()
    assert (found.value_slope_errors < 0.1).all()
    np.testing.assert_allclose(found.values[-1], found.predicted[-1], rtol=0.25)
    assert (np.abs(found.function_slopes + 0.5) < 4 * found.function_slope_errors + 0.05).all()
    assert (found.functions[-1] < found.functions[0]).all()


def test_a_constant_eigenfunction_converges_faster():
    found = convergence(kernels.mehler(0.1), (40, 80, 160), count=2, draws=80, test=1000)
    assert found.predicted[-1, 0] == 0
    assert abs(found.value_slopes[0] + 1) < 4 * found.value_slope_errors[0]
    assert abs(found.value_slopes[1] + 0.5) < 4 * found.value_slope_errors[1]
    assert found.value_slopes[0] < -0.75


def test_dependent_features_are_dropped():
    phi = np.outer([1.0, 2.0, 3.0], np.linspace(-1, 1, 8))
    found = from_features(phi)
    assert found.values.shape == (1,)
    assert found.values[0] == pytest.approx((phi**2).sum() / 8)


def test_bad_input():
    with pytest.raises(ValueError, match="finite features"):
        from_features(np.full((2, 3), np.nan))
    with pytest.raises(ValueError, match="square kernel matrix"):
        from_kernel(np.ones((2, 3)))
    with pytest.raises(ValueError, match="kernel is zero"):
        from_kernel(np.zeros((2, 2)))
    with pytest.raises(ValueError, match="at least one eigenvalue"):
        from_kernel(np.eye(2), 0)
    with pytest.raises(ValueError, match="rows"):
        from_kernel(np.eye(2)).functions(np.ones((3, 1)))
    with pytest.raises(ValueError, match="two sizes"):
        convergence(KERNELS["sine"], (10,))
    with pytest.raises(ValueError, match="two sizes"):
        convergence(KERNELS["sine"], (2, 10))
    with pytest.raises(ValueError, match="p >= 1"):
        kernels.sine(0)
    with pytest.raises(ValueError, match="positive widths"):
        kernels.gaussian(-1.0)
    with pytest.raises(ValueError, match="0 < r < 1"):
        kernels.mehler(1.0)
    with pytest.raises(ValueError, match="at least one function"):
        kernels.hermite(np.ones(2), 0)
