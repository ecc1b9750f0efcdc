"""Kappa and the learnabilities: closed forms, a plain root finder, compressed spectra, edges."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from late import late

with late():
    from scipy.optimize import brentq

    from layerproof.numerics.regression import learnability as module
    from layerproof.numerics.regression.learnability import learnability
    from layerproof.numerics.regression.spectra import Spectrum, benign, power_law


def left_hand_side(rho, counts, kappa, ridge=0.0):
    return math.fsum(c * r / (r + kappa) for r, c in zip(rho, counts, strict=True)) + ridge / kappa


spectra = st.lists(
    st.tuples(st.floats(-30, 30).map(lambda x: 10.0 ** (x / 3)), st.integers(1, 1000)), min_size=1, max_size=12
)


@given(spectra, st.floats(1e-3, 0.999), st.sampled_from([0.0, 1e-6, 1.0, 1e6]))
@settings(max_examples=150, deadline=None)
def test_kappa_solves_its_equation(modes, fraction, ridge):
    rho, counts = map(np.array, zip(*modes, strict=True))
    n = fraction * counts.sum()
    found = learnability(Spectrum.of(rho, counts), n, ridge)
    kappa = float(found.kappa)
    assert left_hand_side(rho, counts, kappa, ridge) == pytest.approx(n, rel=1e-12)
    shares = found.of(rho)
    assert ((shares >= 0) & (shares <= 1)).all()
    assert float(found.squares) == pytest.approx(math.fsum(counts * shares**2), rel=1e-9, abs=1e-12)
    slack = math.fsum(counts * shares * (1 - shares)) + ridge / kappa
    assert float(found.prefactor) == pytest.approx(n / slack, rel=1e-6)


def test_equal_eigenvalues_in_one_step():
    found = learnability(Spectrum.of([0.3], [1e7]), [1.0, 2.5e6, 1e7 - 1])
    np.testing.assert_allclose(found.kappa, 0.3 * (1e7 - found.n) / found.n, rtol=1e-14)
    np.testing.assert_allclose(found.of(0.3), found.n / 1e7, rtol=1e-13)
    assert found.steps <= 2


def test_two_eigenvalues_and_one_sample():
    """`linear-models/kappa-of-two`."""
    assert float(learnability([1e-9, 4.0], 1).kappa) == pytest.approx(math.sqrt(4e-9), rel=1e-13)


@pytest.mark.parametrize(("tail", "low", "high"), [(100 / 1995, 0.506, 0.507), (1 / 1995, 0.99, 0.991)])
def test_numbers_of_the_figures(tail, low, high):
    """`linear-models/benign-learnability-in-the-figure` and the lower bound 1 - 1/(n - d + 1)."""
    found = learnability(benign(5, 2000, tail), 100)
    assert low < found.of(1.0) < high
    a, b, c = 100.0, 100 * (1 + tail) - 5 - 1995 * tail, (100 - 2000) * tail
    assert float(found.kappa) == pytest.approx((-b + math.sqrt(b * b - 4 * a * c)) / (2 * a), rel=1e-13)


@pytest.mark.parametrize("p", [1000, 50_000])
@pytest.mark.parametrize("alpha", [0.2, 1.0, 4.0])
def test_against_a_plain_root_finder(alpha, p):
    rho = np.arange(1.0, p + 1) ** -(1 + alpha)
    sizes = np.array([0.3, 1, 30, p / 2, p - 1])
    curve = learnability(rho, sizes)
    for n, kappa in zip(sizes, curve.kappa, strict=True):
        wanted = brentq(lambda x, n=n: (rho / (rho + math.exp(x))).sum() - n, -80, 20, xtol=1e-13)
        assert math.log(kappa) == pytest.approx(wanted, abs=1e-11)
        assert float(learnability(rho, n).kappa) == pytest.approx(kappa, rel=1e-11)
    np.testing.assert_allclose(learnability(power_law(alpha, p), sizes).kappa, curve.kappa, rtol=1e-11)
    assert curve.steps <= 10


def test_a_trillion_modes_against_a_closed_form():
    """sum 1/(1 + kappa k^2) over all k is (c coth c - 1)/2 with c = pi/sqrt(kappa); the rest is 1/(kappa p)."""
    p = 10**12
    spectrum = power_law(1.0, p)
    assert spectrum.values.size < 2000
    assert spectrum.modes == p
    found = learnability(spectrum, [10.0, 1e3, 1e6, 1e9])
    for n, kappa in zip(found.n, found.kappa, strict=True):
        c = math.pi / math.sqrt(kappa)
        rest = math.atan(1 / (math.sqrt(kappa) * (p + 0.5))) / math.sqrt(kappa)  # Euler-Maclaurin, first term
        assert (c / math.tanh(c) - 1) / 2 - rest == pytest.approx(n, rel=1e-12)


@pytest.mark.parametrize("ridge", [0.0, 1.0])
def test_newton_is_monotone_from_either_side(ridge, monkeypatch):
    rho = np.concatenate([np.arange(1.0, 300) ** -3, [50.0, 1e-12]])
    n = np.array([3.0, 40.0, 200.0])
    root = np.log(learnability(rho, n, ridge).kappa)
    path, sums = [], module._sums
    monkeypatch.setattr(module, "_sums", lambda s, kappa: path.append(np.log(kappa)) or sums(s, kappa))
    for offset in (-60.0, -3.0, 3.0, 40.0):
        path.clear()
        found, _ = module._root(Spectrum.of(rho), float(rho.size), n, ridge, root + offset)
        np.testing.assert_allclose(np.log(found), root, atol=1e-11)
        whole = np.array([p for p in path if p.size == n.size])
        assert len(whole) > 2
        distance = (whole - root) * np.sign(offset)
        assert (distance >= -1e-10).all(), "overstepped"
        assert (np.diff(distance, axis=0) <= 1e-10).all()


@pytest.mark.parametrize("shape", ["power law", "log-normal", "one eigenvalue", "gap"])
def test_compressed_spectra_have_the_same_sums(shape):
    rng = np.random.default_rng(0)
    rho = {
        "power law": np.arange(1.0, 40_001) ** -1.7,
        "log-normal": np.exp(3 * rng.standard_normal(40_000)),
        "one eigenvalue": np.full(40_000, 0.2),
        "gap": np.concatenate([rng.uniform(1, 2, 20), rng.uniform(1e-9, 2e-9, 39_980)]),
    }[shape]
    rng.shuffle(rho)
    spectrum = Spectrum.of(rho)
    small = spectrum.compressed()
    assert small.values.size < 1500
    assert small.modes == spectrum.modes
    kappa = np.geomspace(1e-12, 1e6, 60)
    for exact, found in zip(module._sums(spectrum, kappa), module._sums(small, kappa), strict=True):
        np.testing.assert_allclose(found, exact, rtol=2e-13)
    for nodes, error in ((1, 0.2), (4, 1e-5)):
        coarse = module._sums(spectrum.compressed(nodes), kappa)[0]
        np.testing.assert_allclose(coarse, module._sums(spectrum, kappa)[0], rtol=error)


def test_a_gap_in_the_spectrum():
    """Half of a sample more than the first group needs goes to the second group."""
    found = learnability(Spectrum.of([1.0, 1e-30], [5, 1000]), [4.5, 5.0, 5.5])
    np.testing.assert_allclose(found.of(1.0) * 5, [4.5, 5.0, 5.0], rtol=1e-12)
    assert found.of(1e-30)[2] * 1000 == pytest.approx(0.5, rel=1e-10)


@pytest.mark.parametrize("ridge", [0.0, 1e-140])
def test_extreme_spectra(ridge):
    rho = np.logspace(-140, 139, 300)
    n = np.array([0.5, 1, 100.5, 299, 299.99, 300 if ridge else 298, 1000 if ridge else 297])
    found = learnability(rho, n, ridge)
    np.testing.assert_allclose(found.of(rho).sum(axis=1) + ridge / found.kappa, n, rtol=1e-12)
    assert found.steps < 15


def test_order_and_zero_eigenvalues_do_not_matter():
    rng = np.random.default_rng(1)
    rho = rng.exponential(size=200)
    mixed = rng.permutation(np.concatenate([rho, np.zeros(50)]))
    plain, other = learnability(rho, [3, 150]), learnability(mixed, [3, 150])
    np.testing.assert_allclose(other.kappa, plain.kappa, rtol=1e-13)
    assert other.modes == 200
    assert other.of(0.0).tolist() == [0, 0]


def test_no_samples_and_too_many():
    found = learnability([2.0, 1.0], [0, 2, 3, 1])
    assert found.kappa.tolist()[:3] == [math.inf, 0, 0]
    assert found.of([2.0, 0.0]).tolist()[:3] == [[0, 0], [1, 0], [1, 0]]
    assert found.prefactor.tolist()[:3] == [1, math.inf, 3]
    assert found.test_error([2.0, 1.0], [3.0, 4.0]).tolist()[:3] == [25, 0, 0]
    assert found.test_error([2.0, 1.0], [3.0, 4.0], noise=1.0).tolist()[:3] == [25, math.inf, 2]
    full = learnability([2.0, 1.0], 5, ridge=0.1)
    assert left_hand_side([2, 1], [1, 1], float(full.kappa), 0.1) == pytest.approx(5, rel=1e-13)


def test_large_ridge_is_the_whole_equation():
    assert float(learnability([2.0, 1.0], 5, ridge=1e9).kappa) == pytest.approx(1e9 / 5, rel=1e-8)


def test_test_error():
    """Equal eigenvalues (`linear-models/test-loss-of-equal-eigenvalues`), and mean and spread add up."""
    equal = learnability(Spectrum.of([1.0], [40]), 10)
    target = np.zeros(40)
    target[3] = 1.0
    assert float(equal.test_error(np.ones(40), target)) == pytest.approx(1 - 10 / 40, rel=1e-12)
    assert float(equal.test_error(np.ones(40), 0 * target, noise=2.0)) == pytest.approx(4 * 10 / 30, rel=1e-12)
    rng = np.random.default_rng(2)
    rho, target = rng.exponential(size=40), rng.standard_normal(40)
    for ridge in (0.0, 0.7):
        found = learnability(rho, [7, 25], ridge)
        bias = ((1 - found.of(rho)) ** 2 * target**2).sum(axis=1)
        variance = (found.spread(rho, target, 0.5) ** 2).sum(axis=1)
        np.testing.assert_allclose(bias + variance, found.test_error(rho, target, 0.5), rtol=1e-11)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1.0, math.nan], 1), "index 1"),
        (([1.0, -2.0], 1), "not negative, got -2"),
        (([1.0, math.inf], 1), "finite"),
        (([], 1), "at least one eigenvalue"),
        (([0.0, 0.0], 1), "all of them are zero"),
        (([[1.0]], 1), "list of numbers"),
        (([1e308, 1e308], 1), "overflows"),
        (([1.0], -1), "numbers of samples"),
        (([1.0], math.nan), "numbers of samples"),
        (([1.0], []), "at least one number of samples"),
        (([1.0], 1, -1.0), "ridge"),
        (([1.0], 1, math.nan), "ridge"),
        (([1e150, 1e-150], 1), "span more than"),
        (([1.0], 1, 1e-300), "span more than"),
    ],
)
def test_bad_input(arguments, message):
    with pytest.raises(ValueError, match=message):
        learnability(*arguments)


def test_bad_spectra():
    with pytest.raises(ValueError, match="one count for each"):
        Spectrum.of([1.0, 2.0], [1])
    with pytest.raises(ValueError, match="counts must be"):
        Spectrum.of([1.0, 2.0], [1, -1])
    with pytest.raises(ValueError, match="0 < d < p"):
        benign(5, 5, 0.1)
    with pytest.raises(ValueError, match="from 1 to 1e14"):
        power_law(1.0, 10**16)
    with pytest.raises(ValueError, match="alpha > -1"):
        power_law(-1.0, 10)
    with pytest.raises(ValueError, match="underflows"):
        power_law(100.0, 10**4)
    with pytest.raises(ValueError, match="node"):
        Spectrum.of([1.0]).compressed(0)
    with pytest.raises(ValueError, match="as many target"):
        learnability([1.0, 2.0], 1).test_error([1.0, 2.0], [1.0])
    with pytest.raises(ValueError, match="n > 0"):
        learnability([1.0, 2.0], 0).spread([1.0], [1.0])
