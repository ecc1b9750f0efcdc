"""Exact solutions of lambda-balanced networks: against the chapter's formula in many digits, and integrated flows."""

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from late import late

with late():
    from layerproof.numerics.flows import initialisations as start
    from layerproof.numerics.flows.balanced_solutions import (
        entries,
        function_and_layers,
        kernel_blocks,
        singular_values,
        transition,
    )
    from layerproof.numerics.flows.matrix_flows import integrate_layers

positive = st.floats(-8, 3).map(lambda x: 10.0**x)
either_sign = st.floats(-4, 4).map(lambda x: np.sign(x) * 10.0 ** abs(x)) | st.just(0.0)


@given(time=positive, s=positive, rho=positive, imbalance=either_sign)
@settings(max_examples=200, deadline=None)
def test_the_transition_function_has_all_its_digits(time, s, rho, imbalance):
    """Against layer-imbalance/singular-value in its cancelling form, with 200 digits."""
    with mpmath.workdps(200):
        t, s0, r, lam = map(mpmath.mpf, map(float, (time, s, rho, imbalance)))
        weight, root = mpmath.sqrt(lam**2 + 4 * s0**2) / 2, mpmath.sqrt(lam**2 + 4 * r**2) / 2
        e = mpmath.exp(-2 * root * t)
        top = (weight - s0 + r + root) * (1 - e) + 2 * root * e
        bottom = (weight + s0 - r + root) * (1 - e) + 2 * root * e
        gamma = 1 - 4 * root**2 * e / (top * bottom)
        expected, value = float(gamma), float(s0 + gamma * (r - s0))
    slack = 1 + 2 * time * np.hypot(imbalance / 2, rho)  # of e^{-2Rt} under rounding of its exponent
    assert float(transition(time, s, rho, imbalance)) == pytest.approx(expected, rel=1e-14 * min(slack, 40), abs=1e-300)
    assert float(singular_values(time, s, rho, imbalance)) == pytest.approx(value, rel=4e-13)


@pytest.mark.parametrize("imbalance", [0.0, 1e-6, 1.0, -1.0, 40.0, -40.0, 1000.0])
@pytest.mark.parametrize("first", [1e-2, 0.5, 3.0])
def test_aligned_layers_follow_the_theorem(imbalance, first):
    """Theorem G.2: every singular value by (69), lambda = 0 and the lazy end among them."""
    draws, rho = 40, np.array([2.0, 1.0, 0.5])
    random = np.random.default_rng(0)
    target = np.linalg.qr(random.normal(size=(3, 3)))[0] * rho @ np.linalg.qr(random.normal(size=(3, 3)))[0]
    values = first * random.uniform(0.5, 2.0, (draws, 3))
    times = np.linspace(0.0, 4.0, 5) / max(1.0, abs(imbalance) / 4)
    layers = start.aligned(target, 3, values, imbalance, draws)
    found = integrate_layers(layers, target, times)
    left, rho, right = np.linalg.svd(target)
    modes = np.einsum("ik,dtij,kj->dtk", left, found.product(), right)
    expected = singular_values(times[:, None], values[:, None], rho, imbalance)
    assert np.abs(modes / expected - 1).max() < 1e-11
    light, heavy = (np.linalg.svd(w[:, -1], compute_uv=False) for w in found.weights)
    for got, exact in zip((light, heavy), entries(expected[:, -1], imbalance), strict=True):
        assert np.sort(got, axis=1) == pytest.approx(np.sort(exact, axis=1), rel=1e-11)


def test_the_two_limits_of_the_transition_function():
    times = np.linspace(0.0, 3.0, 7)
    grown = np.expm1(2 * 0.7 * times)
    assert transition(times, 0.01, 0.7, 1e-9) == pytest.approx(grown / (grown + 70), rel=1e-9)
    for lam in (1e4, -1e4):  # in time scaled by the imbalance; the difference is of order 1/lambda
        assert transition(times / abs(lam), 0.01, 0.7, lam) == pytest.approx(-np.expm1(-times), abs=2e-4)
        assert np.abs(transition(times / abs(lam), 0.01, 0.7, lam) + np.expm1(-times)).max() < 2e-4
    assert transition(5.0, 0.0, 1.0, 0.0) == 0.0  # stuck
    assert transition(50.0, 0.0, 1.0, 1e-3) == pytest.approx(1.0)


SHAPES = [((4, 4, 4), 0.0), ((4, 4, 4), 3.0), ((4, 4, 4), -3.0), ((5, 2, 2), 2.0), ((5, 2, 2), -2.0), ((2, 2, 5), 2.0),
          ((2, 2, 5), -2.0), ((2, 6, 3), 0.0), ((5, 4, 3), -1.0), ((2, 4, 5), 1.0), ((3, 3, 3), 100.0)]  # fmt: skip


@pytest.mark.parametrize(("widths", "imbalance"), SHAPES)
def test_any_lambda_balanced_start_follows_the_riccati_solution(widths, imbalance):
    draws = 100
    layers = start.lambda_balanced(widths, imbalance, 0.6, draws, seed=1)
    target = np.random.default_rng(2).normal(size=(draws, widths[2], widths[0])) / 2
    times = np.array([0.0, 0.4, 1.0, 2.0])
    found = integrate_layers(layers, target, times)
    exact = function_and_layers(times, *layers, target, imbalance)
    first, second = found.weights
    size = max(1.0, abs(imbalance))
    assert np.abs(found.product() - exact.function).max() < 1e-12 * size
    assert np.abs(first.swapaxes(2, 3) @ first - exact.first).max() < 1e-12 * size
    assert np.abs(second @ second.swapaxes(2, 3) - exact.second).max() < 1e-12 * size
    assert found.drift().max() < 1e-13


def test_the_riccati_solution_ends_at_the_target():
    """Long after the matrix in the textbook form of the solution has become singular to rounding."""
    layers = start.funnel(6, 2, -5.0, 0.1, 3)
    target = np.random.default_rng(2).normal(size=(2, 6))
    exact = function_and_layers([0.0, 5.0, 400.0], *layers, target, -5.0)
    found = integrate_layers(layers, target, [0.0, 5.0, 400.0])
    assert np.abs(exact.function - found.product()).max() < 1e-12
    assert np.abs(exact.function[:, 2] - target).max() < 1e-12
    assert np.abs(exact.function[:, 1] - target).max() > 0.1  # the delayed phase: not there yet


def test_the_riccati_solution_is_for_balanced_layers_only():
    layers = start.gaussian((3, 2, 3), 1.0, 2)
    with pytest.raises(ValueError, match="not lambda-balanced"):
        function_and_layers([0.0, 1.0], *layers, np.eye(3), 0.0)
    with pytest.raises(ValueError, match="increase"):
        function_and_layers([0.0, -1.0], *layers, np.eye(3), 0.0)


@pytest.mark.parametrize(("widths", "imbalance"), [((3, 3, 3), 1.0), ((5, 2, 2), -2.0), ((5, 2, 2), 2.0),
                                                   ((2, 2, 5), 2.0), ((2, 2, 5), -2.0), ((4, 2, 3), 0.0)])  # fmt: skip
def test_the_function_fixes_the_kernel_s_blocks(widths, imbalance):
    w1, w2 = start.lambda_balanced(widths, imbalance, 0.6, 20, seed=4)
    blocks = kernel_blocks(w2 @ w1, imbalance, widths[1])
    assert np.abs(blocks.first - w1.swapaxes(1, 2) @ w1).max() < 1e-13
    assert np.abs(blocks.second - w2 @ w2.swapaxes(1, 2)).max() < 1e-13


def test_bad_input_is_one_clear_error():
    with pytest.raises(ValueError, match="got start = -1"):
        transition(1.0, -1.0, 1.0, 0.0)
    with pytest.raises(ValueError, match="got target = 0"):
        transition(1.0, 1.0, 0.0, 0.0)
    with pytest.raises(ValueError, match="imbalance that is not finite"):
        transition(1.0, 1.0, 1.0, np.nan)
    with pytest.raises(ValueError, match="4 hidden neurons for a function of 2 x 3"):
        kernel_blocks(np.ones((2, 3)), 0.0, 4)
    with pytest.raises(ValueError, match="rank below 2"):
        kernel_blocks(np.ones((2, 3)), 0.0, 2)
    with pytest.raises(ValueError, match="rank above 1"):
        kernel_blocks(np.eye(2), 0.0, 1)
