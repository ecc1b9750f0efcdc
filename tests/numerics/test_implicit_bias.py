"""Theorem 3.1: the flow's end, the minimum of the printed potential and the closed form; and where it fails."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp
from late import late

with late():
    from scipy.optimize import minimize

    from layerproof.derivations.single_neuron import function_space, which_solution
    from layerproof.numerics.neurons.bias_potential import minimiser, potential, potential_gradient, start_strength
    from layerproof.numerics.neurons.implicit_bias import (
        closest_interpolator,
        compare,
        interpolator,
        random_problems,
        reduced_delta,
        start_at,
        stays_positive,
        turned_interpolator,
    )
    from layerproof.numerics.neurons.single_neuron import integrate_neurons, neurons, settle, unit_rates


def sizes(count: int, seed: int) -> np.ndarray:
    return 10 ** np.random.default_rng(seed).uniform(-3, 1.3, count)


@pytest.mark.parametrize(("n", "d"), [(1, 2), (2, 4), (3, 6)])
@pytest.mark.parametrize("regime", [1.0, 0.0, -1.0])
def test_the_flow_ends_where_the_potential_is_least(n: int, d: int, regime: float) -> None:
    """4,500 problems: three shapes; delta from 1e-3 to 20 of either sign, and zero."""
    problems = random_problems(500, n, d, regime * sizes(500, seed=n), seed=n)
    assert stays_positive(problems).all()
    found = compare(problems)
    worst = f"draw {found.worst}: delta = {problems.delta[found.worst]}"
    assert (found.sign == 1).all()
    assert found.flow.max() < 1e-10, worst
    assert found.minimum.max() < 1e-10, worst


def test_potential_is_the_printed_one() -> None:
    rng = np.random.default_rng(0)
    beta, delta = rng.normal(size=(40, 3)), np.concatenate([rng.normal(size=39) * 3, [0.0]])
    size = np.linalg.norm(beta, axis=1)
    printed = sp.lambdify([function_space.size_b, function_space.delta], which_solution.Psi_profile)(size, delta)
    assert potential(beta, delta) == pytest.approx(printed, rel=1e-13)
    psi = sp.lambdify([which_solution.n_start, function_space.delta], which_solution.psi)(size, delta)
    assert start_strength(beta, delta) == pytest.approx(psi, rel=1e-10)
    step = 1e-6 * rng.normal(size=beta.shape)
    change = (potential(beta + step, delta) - potential(beta - step, delta)) / 2
    assert (potential_gradient(beta, delta) * step).sum(axis=1) == pytest.approx(change, rel=1e-6, abs=1e-14)


@pytest.mark.parametrize("delta", [-1.5, 0.0, 2.0])
def test_minimum_by_scipy_on_the_printed_potential(delta: float) -> None:
    problem = random_problems(1, 2, 4, delta, seed=3)
    X, y, start = problem.X[0], problem.y[0], problem.beta[0]

    def objective(beta: np.ndarray) -> float:
        D = np.sqrt(delta**2 + 4 * beta @ beta)
        kept = np.sqrt(np.sqrt(delta**2 + 4 * start @ start) - delta)
        return (D - 2 * delta) * np.sqrt(D + delta) / 3 - kept * start @ beta / np.linalg.norm(start)

    rows = {"type": "eq", "fun": lambda beta: X @ beta - y, "jac": lambda beta: X}
    found = minimize(objective, np.linalg.pinv(X) @ y, constraints=rows, method="SLSQP", options={"ftol": 1e-15})
    assert minimiser(problem.X, problem.y, delta, problem.beta).beta[0] == pytest.approx(found.x, abs=1e-5)


def test_newtons_method_is_newtons() -> None:
    """A wrong second derivative still converges, by damping, but not in a dozen steps."""
    delta = np.sign(np.arange(300) % 3 - 1) * sizes(300, seed=12)
    problems = random_problems(300, 2, 5, delta, seed=12)
    assert minimiser(problems.X, problems.y, problems.delta, problems.beta).steps <= 12


def test_limits_of_delta() -> None:
    """The closed form tends to both limits like 1/delta^2; each is where the limit of the potential is least."""
    base = random_problems(200, 2, 4, 1.0, seed=5)
    for sign, limit in ((1, closest_interpolator), (-1, turned_interpolator)):
        error = []
        for size in (1e2, 1e4):
            at = neurons(base.X, base.y, *start_at(base.beta, sign * size))
            error.append(np.linalg.norm(interpolator(at) - limit(at), axis=1))
        assert np.median(error[0] / error[1]) == pytest.approx(1e4, rel=0.02)
        assert np.median(error[1]) < 1e-6
    closest, turned = closest_interpolator(base), turned_interpolator(base)
    for end in (closest, turned):
        assert np.einsum("knd,kd->kn", base.X, end) == pytest.approx(base.y, abs=1e-9)
    _, _, basis = np.linalg.svd(base.X)
    free = np.swapaxes(basis[:, 2:], 1, 2)
    assert np.einsum("kdf,kd->kf", free, closest - base.beta) == pytest.approx(np.zeros((200, 2)), abs=1e-12)
    directions = [x / np.linalg.norm(x, axis=1, keepdims=True) for x in (turned, base.beta)]
    assert np.einsum("kdf,kd->kf", free, directions[0] - directions[1]) == pytest.approx(np.zeros((200, 2)), abs=1e-12)


def test_far_downstream_by_the_flow_itself() -> None:
    problems = random_problems(20, 2, 4, -60.0, condition=1.5, seed=6)
    end, _ = settle(problems)
    assert end.beta == pytest.approx(interpolator(problems), rel=1e-8, abs=1e-9)
    assert np.median(np.linalg.norm(end.beta - turned_interpolator(problems), axis=1)) < 2e-3


def test_small_upstream_and_balanced_starts_are_forgotten() -> None:
    for delta in (1e-4, 0.0):
        problems = random_problems(50, 2, 4, delta, seed=7)
        small = neurons(problems.X, problems.y, *start_at(1e-6 * problems.beta, delta))
        least = np.einsum("kdn,kn->kd", np.linalg.pinv(small.X), small.y)
        assert settle(small)[0].beta == pytest.approx(least, abs=3e-3)


def outside(delta: float, size: float, count: int = 300) -> neurons:
    """Starts of one length in random directions: about half of them away from the target."""
    base = random_problems(count, 2, 4, 1.0, seed=8)
    beta = np.random.default_rng(9).normal(size=(count, 4))
    return neurons(base.X, base.y, *start_at(size * beta / np.linalg.norm(beta, axis=1, keepdims=True), delta))


def test_the_theorem_fails_where_beta_passes_through_zero() -> None:
    """Half of all small downstream starts; with the sign of psi turned over it holds for them too."""
    problems = outside(-1.0, 0.01)
    printed, signed = compare(problems, as_printed=True), compare(problems)
    passed = printed.sign < 0
    assert 0.4 < passed.mean() < 0.6
    assert (printed.flow[passed] > 1e-2).all()
    assert printed.flow[~passed].max() < 1e-10
    assert max(signed.flow.max(), signed.minimum.max()) < 1e-10
    assert not (passed & stays_positive(problems)).any()
    assert (reduced_delta(problems)[passed] < 0).all()


def test_the_outer_weight_passes_through_zero_at_most_once() -> None:
    rng = np.random.default_rng(10)
    X = rng.normal(size=(800, 2, 3)) * np.array([1.0, 4.0])[:, None]
    draws = neurons(X, rng.normal(size=(800, 2)), rng.normal(size=800) / 2, 2 * rng.normal(size=(800, 3)))
    path = integrate_neurons(draws, np.linspace(0, 6, 241))
    passes = (np.diff(np.sign(path.a), axis=1) != 0).sum(axis=1)
    assert passes.max() == 1
    assert passes.mean() > 0.2
    assert not (passes[stays_positive(draws)]).any()


def test_starts_that_stay_positive_begin_below_the_loss_at_zero() -> None:
    base = random_problems(40, 2, 4, 1.0, seed=13)
    least = np.einsum("kdn,kn->kd", np.linalg.pinv(base.X), base.y)
    for factor, delta, expected in ((1.99, -1.0, True), (2.01, -1.0, False), (-0.1, -1.0, False), (-0.1, 1.0, True)):
        a, w = start_at(factor * least, delta)
        assert (stays_positive(neurons(base.X, base.y, a, w)) == expected).all()


def test_upstream_beta_may_pass_through_zero() -> None:
    """With w in the row space, w passes through zero: the theorem holds although its hypothesis does not."""
    X, y = np.array([[[1.0, 2.0]]]), np.array([[3.0]])
    draws = neurons(X, y, [2.0], [[-0.3, -0.6]])
    path = integrate_neurons(draws, np.linspace(0, 0.2, 2001))
    assert np.linalg.norm(path.beta, axis=-1).min() < 1e-3
    found = compare(draws, as_printed=True)
    assert found.sign[0] == 1
    assert max(found.flow[0], found.minimum[0]) < 1e-10


def test_the_theorem_needs_an_end_that_interpolates() -> None:
    """From a = -v, one sample, the flow runs into the saddle; what is hidden from the data stays."""
    draws = neurons([[[1.0, 0.0]]], [[1.0]], [-0.8], [[0.8, 0.5]])
    path = integrate_neurons(draws, [0.0, 8.0])
    assert path.beta[0, -1] == pytest.approx([0.0, 0.0], abs=1e-3)
    assert path.w[0, -1] == pytest.approx([0.0, 0.5], abs=1e-3)
    assert np.linalg.norm(interpolator(draws)) > 0.9
    assert not stays_positive(draws)[0]


def test_learning_rates_enter_through_units() -> None:
    base = random_problems(30, 2, 4, -0.5, seed=11)
    rated = neurons(base.X, base.y, base.a, base.w, eta_a=0.2, eta_w=3.0)
    end, _ = settle(rated)
    unit = unit_rates(rated)
    kept = stays_positive(unit)
    assert kept.any()
    scaled = np.sqrt(0.2 * 3.0) * interpolator(unit)
    assert end.beta[kept] == pytest.approx(scaled[kept], rel=1e-9, abs=1e-10)
    assert np.abs(end.beta - interpolator(base)).max() > 0.01  # delta without the rates picks another one
    with pytest.raises(ValueError, match="learning rates of one"):
        interpolator(rated)


def test_bad_input() -> None:
    good = random_problems(2, 2, 4, 1.0)
    one = np.ones((2, 4))
    with pytest.raises(ValueError, match="need n < d"):
        minimiser(np.ones((2, 4, 4)), np.ones((2, 4)), 1.0, one)
    with pytest.raises(ValueError, match="linearly dependent"):
        minimiser(np.ones((2, 2, 4)), np.ones((2, 2)), 1.0, one)
    with pytest.raises(ValueError, match="y of draw 1 is zero"):
        minimiser(good.X, good.y * np.array([[1.0], [0.0]]), 1.0, one)
    with pytest.raises(ValueError, match="0 draws"):
        minimiser(np.ones((0, 2, 4)), np.ones((0, 2)), 1.0, np.ones((0, 4)))
    with pytest.raises(ValueError, match="of 0 samples"):
        minimiser(np.ones((2, 0, 4)), np.ones((2, 0)), 1.0, one)
    with pytest.raises(ValueError, match="finite"):
        minimiser(good.X * np.nan, good.y, 1.0, one)
    with pytest.raises(ValueError, match="finite"):
        minimiser(good.X, good.y, np.inf, one)
    with pytest.raises(ValueError, match="needs its direction"):
        minimiser(good.X, good.y, 1.0, 0 * one)
    with pytest.raises(ValueError, match="sign of 1 or -1"):
        minimiser(good.X, good.y, 1.0, one, sign=0.5)
    with pytest.raises(ValueError, match="outer weight is zero"):
        interpolator(neurons(good.X, good.y, 0.0, np.ones(4)))
    with pytest.raises(ValueError, match="no direction"):
        start_at(np.zeros((1, 3)), 1.0)
    with pytest.raises(ValueError, match="expected"):
        start_at(np.zeros(3), 1.0)
    with pytest.raises(ValueError, match="1 <= n < d"):
        random_problems(5, 3, 3, 1.0)
    with pytest.raises(ValueError, match="at least 1 draw"):
        random_problems(0, 1, 3, 1.0)
    with pytest.raises(ValueError, match="no limit"):
        turned_interpolator(neurons([[1.0, 0.0]], [1.0], 1.0, [0.0, 1.0]))
