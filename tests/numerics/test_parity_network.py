"""Three neurons learn parity: the flow of the claims against the network itself."""

from __future__ import annotations

import math

import numpy as np
import pytest
from late import late

with late():
    from layerproof.numerics.neurons import parity_network as pn

S = 5.0
SMALL = [0.05, 0.04, 0.06, 0.01]


def plain_outputs(alpha, beta, gamma, c):
    """(C.8) and (C.9), letter by letter."""
    W = np.array([[-alpha, alpha, -alpha], [-beta, beta, -beta], [gamma, -gamma, gamma]])
    bias, w = np.array([0, beta, -gamma]), np.array([-2 * alpha, beta, gamma])
    return np.array([w @ np.maximum(W @ x + bias, 0) + c for x in pn.INPUTS])


def test_network_is_the_printed_one():
    for parameters in np.random.default_rng(0).normal(size=(20, 4)):
        np.testing.assert_allclose(pn.outputs(parameters), plain_outputs(*parameters), rtol=1e-12, atol=1e-12)
    np.testing.assert_array_equal(S * pn.PARITY, [S, -S, -S, S, -S, S, S, -S])


def test_parity_is_fitted_where_the_text_says():
    root = math.sqrt(2 * S)
    perfect = [root, root, root, -S]
    np.testing.assert_allclose(pn.outputs(perfect), S * pn.PARITY, atol=1e-12)
    assert pn.loss(perfect, S) < 1e-24
    np.testing.assert_allclose(pn.mode_strengths(perfect, S), [0.5, 0.25, 0.25])


def test_modes_add_up_to_the_skill_strength():
    parameters = np.abs(np.random.default_rng(1).normal(size=(5, 7, 4)))
    modes = pn.mode_strengths(parameters, S)
    direct = pn.outputs(parameters) @ pn.PARITY / (8 * S)
    np.testing.assert_allclose(modes.sum(axis=-1), direct, rtol=1e-12)
    squares = parameters[..., :3] ** 2 * np.array([2, 1, 1]) / (8 * S)
    np.testing.assert_allclose(modes, squares, rtol=1e-12)


def test_flow_is_the_limit_of_descent():
    """Gradient descent with ever shorter steps tends to the integrated flow, in proportion to the step."""
    times = np.linspace(0, 4, 41)
    flow = pn.integrate(SMALL, times, target=S)
    gaps = []
    for step in (4e-3, 2e-3):
        run = pn.descend(SMALL, round(4 / step), target=S, learning_rate=step, every=round(0.1 / step))
        np.testing.assert_allclose(run.times, times, atol=1e-12)
        gaps.append(np.abs(run.parameters - flow.parameters).max())
    assert gaps[1] < 0.02
    assert gaps[0] / gaps[1] == pytest.approx(2, abs=0.15)


def test_flow_follows_the_repaired_rates():
    """(C.15) to (C.18) with their signs and factors repaired, against differences along the integrated flow."""
    h = 1e-5
    for middle in (0.5, 1.5, 2.5):
        before, here, after = pn.integrate(SMALL, [0.0, middle - h, middle, middle + h], target=S).parameters[0, 1:]
        (a, b, g), c = here[:3] ** 2, here[3]
        rates = [
            2 * a * (S + (-2 * a + 2 * b + c)),
            b * (S - (-4 * a + 7 * b + 5 * c)),
            g * (S - (g + c)),
        ]
        np.testing.assert_allclose((after[:3] ** 2 - before[:3] ** 2) / (2 * h), rates, rtol=1e-6)
        assert (after[3] - before[3]) / (2 * h) == pytest.approx((2 * a - 5 * b - g - 8 * c) / 4, rel=1e-6)


def test_learning_rate_is_the_unit_of_time():
    slow = pn.integrate(SMALL, [0.0, 8.0], target=S, learning_rate=0.25)
    fast = pn.integrate(SMALL, [0.0, 2.0], target=S)
    np.testing.assert_allclose(slow.parameters, fast.parameters, rtol=1e-12)


def test_modes_start_at_the_repaired_rates():
    tiny = np.array([1e-5, 1e-5, 1e-5, 0.0])
    run = pn.integrate(tiny, [0.0, 0.5], target=S)
    found = np.log((run.parameters[0, 1, :3] / tiny[:3]) ** 2) / 0.5
    np.testing.assert_allclose(found, pn.start_rates(S), rtol=1e-6)
    np.testing.assert_allclose(run.modes, pn.early_modes(tiny, [0.0, 0.5], target=S), rtol=1e-6)
    assert (np.abs(found / pn.start_rates(S, "printed") - 1) > 0.4).all()


def test_modes_are_learned_in_order_and_all_of_them():
    run = pn.integrate([[0.01, 0.01, 0.01, 0.0], [0.1, 0.1, 0.1, 0.0]], np.linspace(0, 40, 4001), target=S)
    halves = pn.passing_times(run, 0.5)
    assert (np.diff(halves, axis=1) > 0).all()
    np.testing.assert_allclose(run.modes[:, -1], [[0.5, 0.25, 0.25]] * 2, rtol=1e-6)
    assert (np.diff(run.loss, axis=1) < 1e-12).all()
    np.testing.assert_allclose(run.parameters[:, -1, 3], -S, rtol=1e-6)
    assert np.isnan(pn.passing_times(pn.integrate(SMALL, [0.0, 0.1], target=S), 0.5)).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pn.integrate([0.1, -0.1, 0.1, 0.0], [0.0, 1.0], target=S), "expected numbers above 0"),
        (lambda: pn.integrate([0.1, 0.1, 0.0], [0.0, 1.0], target=S), "alpha, beta, gamma, c"),
        (lambda: pn.outputs([math.nan, 1, 1, 1]), "expected finite"),
        (lambda: pn.loss([1, 1, 1, 1], -2.0), "got target scale -2.0"),
        (lambda: pn.descend(SMALL, 0, target=S, learning_rate=0.1), "got 0 steps"),
        (lambda: pn.start_rates(S, "wrong"), "expected 'right' or 'printed'"),  # type: ignore[arg-type]
        (lambda: pn.passing_times(pn.integrate(SMALL, [0.0, 1.0], target=S), 1.5), "got a share of 1.5"),
    ],
)
def test_bad_input_is_one_clear_error(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_steps_that_are_too_long_say_so():
    with pytest.raises(ArithmeticError, match="diverged in step"):
        pn.descend(SMALL, 500, target=S, learning_rate=1.0)
