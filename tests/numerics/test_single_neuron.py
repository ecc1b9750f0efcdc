"""The single neuron: flows that conserve, exact solutions against integration and against 80 digits, its kernel."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from late import late

with late():
    from layerproof.derivations.single_neuron import function_space, letters, white_inputs
    from layerproof.numerics.neurons.implicit_bias import start_at
    from layerproof.numerics.neurons.neuron_kernel import kernel, kernel_distance, rates
    from layerproof.numerics.neurons.single_neuron import (
        Neurons,
        drift,
        integrate_neurons,
        loss,
        neurons,
        settle,
        unit_rates,
    )
    from layerproof.numerics.neurons.white_neuron import growing_amplitude, solution, whiten

TIMES = np.array([0.0, 0.1, 1.0, 3.0, 10.0, 30.0])


def white_draws(count: int, d: int = 3, seed: int = 0) -> Neurons:
    """A third each of delta > 0, < 0 and = 0, over five decades; beta_0 over three; both signs of a."""
    rng = np.random.default_rng(seed)
    size = 10 ** rng.uniform(-4, 1.5, count)
    delta = np.select([np.arange(count) % 3 == 0, np.arange(count) % 3 == 1], [size, -size], 0.0)
    beta = rng.normal(size=(count, d))
    beta *= (10 ** rng.uniform(-2.5, 0.5, count) / np.linalg.norm(beta, axis=1))[:, None]
    a, w = start_at(beta, delta, sign=rng.choice([-1.0, 1.0], count))
    X = whiten(rng.normal(size=(count, d + 2, d))) * rng.uniform(0.5, 2, count)[:, None, None]
    return neurons(X, rng.normal(size=(count, d + 2)), a, w)


def unit_of(draws: Neurons) -> np.ndarray:
    """The fast time scale at the end: one over lambda D."""
    scale = np.linalg.norm(draws.gram, 2, axis=(1, 2))
    target = np.linalg.norm(draws.correlation, axis=1) / scale
    return 1 / (scale * np.hypot(draws.delta, 2 * target))


def test_ten_thousand_exact_solutions_agree_with_integration() -> None:
    draws = white_draws(10_000)
    path = integrate_neurons(draws, TIMES, units=unit_of(draws))
    exact = solution(draws, path.times)
    size = np.sqrt(path.a**2 + np.linalg.norm(path.w, axis=-1) ** 2)
    error = np.maximum(np.abs(path.a - exact.a), np.linalg.norm(path.w - exact.w, axis=-1)) / size
    # A start at the relative distance g from those that end at the saddle amplifies rounding by 1/g.
    scale = np.linalg.norm(draws.gram, 2, axis=(1, 2))
    speed = np.linalg.norm(draws.correlation, axis=1) / scale
    safety = np.minimum(1, np.abs(growing_amplitude(draws)) / (speed * np.sqrt(draws.weight)))
    assert error.max() < 1e-10, f"draw {np.unravel_index(error.argmax(), error.shape)}"
    assert (error.max(axis=1) * safety).max() < 1e-12
    assert drift(draws, path).max() < 1e-13
    assert drift(draws, exact).max() < 1e-13
    assert (draws.delta > 1).sum() > 300
    assert (draws.delta < -1).sum() > 300
    excess = loss(draws, path) - loss(draws, solution(draws, [1e9]))
    assert exact.excess == pytest.approx(excess, rel=1e-9, abs=1e-12)


def exactly(a: float, w: np.ndarray, target: np.ndarray, t: float) -> tuple[list[mpmath.mpf], list[mpmath.mpf]]:
    """(a, w) and beta_* - beta by the chapter's formulas, in as many digits as are needed."""
    with mpmath.workdps(80):
        a_0, time = mpmath.mpf(a), mpmath.mpf(t)
        w_0, goal = [mpmath.mpf(x) for x in w], [mpmath.mpf(x) for x in target]
        s = mpmath.sqrt(mpmath.fdot(goal, goal))
        v_0 = mpmath.fdot(w_0, goal) / s
        delta = a_0**2 - mpmath.fdot(w_0, w_0)
        digits = int(80 + 2 * abs(delta) * time + 4 * s * time)
    with mpmath.workdps(digits):
        s = mpmath.sqrt(mpmath.fdot(goal, goal))
        v_0 = mpmath.fdot(w_0, goal) / s
        delta = a_0**2 - mpmath.fdot(w_0, w_0)
        A, V, h = _chapter_formulas()(a_0, v_0, s, delta, time)
        g = 1 / mpmath.sqrt(h)
        end = [A * g, *((V * y / s + x - v_0 * y / s) * g for x, y in zip(w_0, goal, strict=True))]
        return end, [y - end[0] * x for x, y in zip(end[1:], goal, strict=True)]


@cache
def _chapter_formulas() -> Callable[..., list[mpmath.mpf]]:
    names = [white_inputs.a_0, white_inputs.v_0, white_inputs.s, function_space.delta, letters.t]
    return sp.lambdify(names, [white_inputs.A, white_inputs.V, white_inputs.h], "mpmath")


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.floats(-8, 8).map(lambda x: np.sign(x) * 10 ** (3 * abs(x) - 16)),
    st.floats(-3, 1.5),
    st.floats(-2, 2),
    st.floats(-3, 2),
    st.floats(0, 2 * np.pi),
)
@example(delta=-100.0, start=0.0, goal=1.0, span=1.0, angle=0.0)  # what is left of a start along the target
def test_exact_solution_to_the_last_digits(delta: float, start: float, goal: float, span: float, angle: float) -> None:
    """From delta = -1e8 to 1e8, through values too small to matter, at short and at long times."""
    beta = 10**start * np.array([[np.cos(angle), np.sin(angle)]])
    a, w = start_at(beta, delta)
    target = np.array([10**goal, 0.0])
    draws = neurons(np.eye(2), target, a, w)
    assume(draws.delta[0] != 0)  # the chapter's formula divides by it
    assume(np.linalg.norm(target - draws.beta[0]) > 0.01 * (target[0] + 10**start))
    D = np.hypot(draws.delta[0], 2 * target[0])
    t = 10**span / D
    found = solution(draws, [t])
    end, left = exactly(a[0], w[0], target, t)
    error = np.array(
        [float(x - mpmath.mpf(float(y))) for x, y in zip(end, [found.a[0, 0], *found.w[0, 0]], strict=True)]
    )
    # An input rounded to 1e-16 moves delta by its weight times that, and the end by up to D t of it.
    condition = 1 + draws.weight[0] / D * 10**span
    safety = min(1.0, abs(growing_amplitude(draws)[0]) / (target[0] * np.sqrt(draws.weight[0])))
    size = float(mpmath.norm(end))
    assert np.linalg.norm(error) <= 2e-14 * size * condition / safety
    if mpmath.norm(left) > 1e-280:
        rest = mpmath.norm([x - mpmath.mpf(float(y)) for x, y in zip(left, found.left[0, 0], strict=True)])
        assert float(rest / mpmath.norm(left)) <= 2e-14 * (condition + D * t) / safety


def test_a_tiny_outer_weight_keeps_its_digits() -> None:
    """At first a is a small difference of two exponentials of order one."""
    w, target = np.array([1.0, 0.5]), np.array([1.0, 0.0])
    draws = neurons(np.eye(2), target, 1e-9, w)
    for t in (0.0, 1e-12, 1e-9, 1e-3, 0.1):
        (outer, *_), _ = exactly(1e-9, w, target, t)
        assert float(solution(draws, [t]).a[0, 0] / outer - 1) == pytest.approx(0, abs=4e-15)


def test_extreme_starts() -> None:
    """No target, no outer weight, no inner weights, the stable manifold; at times that overflow exponentials."""
    root = np.sqrt(0.75)
    cases = [  # a, w, target, the end
        (0.0, [0.0, 0.0], [1.0, 0.0], 0.0, [0.0, 0.0]),
        (2.0, [0.0, 0.0], [0.0, 0.0], 2.0, [0.0, 0.0]),
        (0.5, [1.0, 0.0], [0.0, 0.0], 0.0, [root, 0.0]),
        (-1.0, [1.0, 0.0], [1.0, 0.0], 0.0, [0.0, 0.0]),
        (0.0, [0.0, 1.0], [1.0, 0.0], 0.0, [0.0, 1.0]),
        (1e-160, [0.0, 0.0], [4.0, 0.0], 2.0, [2.0, 0.0]),
        (-1e-160, [0.0, 0.0], [4.0, 0.0], -2.0, [-2.0, 0.0]),
    ]
    a, w, target, outer, inner = (np.array(column, dtype=float) for column in zip(*cases, strict=True))
    draws = neurons(np.eye(2), target, a, w)
    far = solution(draws, [0.0, 1e-3, 700.0, 1e8])
    assert np.isfinite(far.a).all()
    assert far.a[:, 0] == pytest.approx(a, abs=1e-300)
    assert far.a[:, -1] == pytest.approx(outer, abs=1e-4)
    assert far.w[:, -1] == pytest.approx(inner, abs=1e-4)


def test_learning_rates() -> None:
    rng = np.random.default_rng(1)
    X = np.linalg.qr(rng.normal(size=(4, 2)))[0]
    draws = neurons(X, rng.normal(size=(50, 4)), rng.normal(size=50), rng.normal(size=(50, 2)), eta_a=0.3, eta_w=2.0)
    path = integrate_neurons(draws, [0.0, 0.5, 2.0])
    exact = solution(draws, path.times)
    assert exact.a == pytest.approx(path.a, rel=1e-11, abs=1e-12)
    assert exact.w == pytest.approx(path.w, rel=1e-11, abs=1e-12)
    assert exact.left == pytest.approx(solution(draws, [1e9]).beta - path.beta, rel=1e-9, abs=1e-12)
    assert drift(draws, path).max() < 1e-13
    plain = draws.a**2 - (draws.w**2).sum(axis=1)
    assert np.abs(path.a**2 - (path.w**2).sum(axis=2) - plain[:, None]).max() > 0.1  # the law without rates
    same = integrate_neurons(unit_rates(draws), [0.0, 0.5, 2.0])
    assert loss(unit_rates(draws), same) == pytest.approx(loss(draws, path), rel=1e-11)


@pytest.mark.parametrize("d", [3, 10])
def test_any_data_and_both_integrators(d: int) -> None:
    rng = np.random.default_rng(2)
    draws = neurons(
        rng.normal(size=(70, 4, d)), rng.normal(size=(70, 4)), rng.normal(size=70), rng.normal(size=(70, d))
    )
    path = integrate_neurons(draws, [0.0, 0.2, 1.0])
    assert drift(draws, path).max() < 1e-12
    assert (np.diff(loss(draws, path), axis=1) < 0).all()
    step = 1e-6
    near = integrate_neurons(draws, [0.0, step])
    rho = np.einsum("knd,kn->kd", draws.X, np.einsum("knd,kd->kn", draws.X, draws.beta) - draws.y)
    assert (near.a[:, 1] - draws.a) / step == pytest.approx(-(draws.w * rho).sum(axis=1), rel=1e-3, abs=1e-3)
    assert (near.w[:, 1] - draws.w) / step == pytest.approx(-draws.a[:, None] * rho, rel=1e-3, abs=1e-3)
    if d <= 8:
        other = integrate_neurons(draws, [0.0, 0.2, 1.0], backend="dop853")
        assert other.w == pytest.approx(path.w, rel=1e-10, abs=1e-11)


def test_rates_are_those_of_the_flow() -> None:
    draws = white_draws(300, seed=4)
    step = 1e-5 * unit_of(draws)
    exact = solution(draws, step[:, None] * np.array([0.0, 1.0, 2.0]))
    beta, size = exact.beta, np.linalg.norm(exact.beta, axis=-1)
    gradient = -np.linalg.norm(draws.gram, 2, axis=(1, 2))[:, None] * exact.left[:, 1]
    unit = beta[:, 1] / size[:, 1, None]
    along = (unit * gradient).sum(axis=1)
    across = np.linalg.norm(gradient - along[:, None] * unit, axis=1)
    turned = np.linalg.norm(beta[:, 2] / size[:, 2, None] - beta[:, 0] / size[:, 0, None], axis=1) / (2 * step)
    found = rates(size[:, 1], draws.delta)
    assert (size[:, 2] - size[:, 0]) / (2 * step) == pytest.approx(-found.norm * along, rel=1e-4, abs=1e-4)
    assert turned == pytest.approx(found.direction * across, rel=1e-4, abs=1e-4)
    far = rates(1.0, [-1e9, 1e9])
    assert far.direction == pytest.approx([1e-9, 1e9], rel=1e-15)


def test_kernel_and_its_distance() -> None:
    rng = np.random.default_rng(5)
    draws = neurons(
        rng.normal(size=(20, 4, 3)), rng.normal(size=(20, 4)), rng.normal(size=20), rng.normal(size=(20, 3))
    )
    path = integrate_neurons(draws, [0.0, 1e-9, 3.0])
    K = kernel(draws, path)
    jacobian = np.concatenate([draws.X @ draws.w[:, :, None], draws.a[:, None, None] * draws.X], axis=2)
    assert K[:, 0] == pytest.approx(jacobian @ np.swapaxes(jacobian, 1, 2), rel=1e-12)
    distance = kernel_distance(draws, path)
    inner = (K[:, 0] * K[:, 2]).sum(axis=(1, 2))
    sizes = np.linalg.norm(K, axis=(2, 3))
    assert distance[:, 2] == pytest.approx(1 - inner / (sizes[:, 0] * sizes[:, 2]), abs=1e-14)
    assert (distance[:, 0] == 0).all()
    assert ((distance[:, 1] > 0) & (distance[:, 1] < 1e-14)).any()  # 1 - cos would be rounding only


def test_lazy_rich_and_delayed_rich() -> None:
    """The kernel's distance at the end, from the same function beta_0 at three deltas."""
    a, w = start_at(np.array([[0.01, 0.1]] * 3), [100.0, 0.0, -30.0])
    draws = neurons(np.eye(2), [1.0, 0.0], a, w)
    late = solution(draws, [0.0, 1e4])
    lazy, rich, delayed = kernel_distance(draws, late)[:, 1]
    assert lazy < 1e-4 < 0.1 < rich
    assert delayed > 0.5
    early = solution(draws, [0.0, 3.0 / 30])
    assert kernel_distance(draws, early)[2, 1] < 1e-3  # 'delayed': first the loss falls while the kernel keeps
    assert loss(draws, early)[2, 1] < loss(draws, early)[2, 0]


def test_settle_says_what_does_not_settle() -> None:
    draws = neurons(np.eye(2), [1.0, 0.0], [1.0, -1.0], [[0.5, 0.1], [1.0, 0.0]])
    end, time = settle(draws[0])
    assert end.beta == pytest.approx(np.array([[1.0, 0.0]]), abs=1e-11)
    assert time[0] > 1
    away, _ = settle(neurons(np.eye(2), [0.0, 0.0], 1.0, [0.5, 0.0]))  # without a target, to zero
    assert np.linalg.norm(away.beta) < 1e-12
    with pytest.raises(ValueError, match="draw 1 starts at the saddle"):
        settle(neurons(np.eye(2), [1.0, 0.0], [1.0, 0.0], [0.0, 0.0]))
    with pytest.raises(ValueError, match="draw 0 has not settled"):
        settle(draws[1])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"X": np.zeros((0, 2))}, "0 rows"),
        ({"X": np.zeros((3, 0)), "w": np.zeros(0)}, "0 columns"),
        ({"X": [[np.nan, 0.0]] * 3}, "X is not finite"),
        ({"X": np.ones(3)}, "X of shape"),
        ({"y": [1.0]}, "y of length 1"),
        ({"w": [1.0, 2.0, 3.0]}, "w of length 3"),
        ({"a": np.zeros(0)}, "0 draws"),
        ({"a": [1.0, 2.0], "w": np.ones((3, 2))}, "a: 2, w: 3"),
        ({"eta_w": 0.0}, "positive learning rates"),
        ({"a": np.inf}, "a is not finite"),
    ],
)
def test_bad_input(change: dict, message: str) -> None:
    good = {"X": np.ones((3, 2)), "y": np.ones(3), "a": 1.0, "w": np.ones(2)}
    if "X" in change and np.shape(change["X"])[:1] == (0,):
        good["y"] = np.zeros(0)
    with pytest.raises(ValueError, match=message):
        neurons(**(good | change))


def test_bad_input_of_solutions() -> None:
    draws = neurons([[1.0, 0.0], [1.0, 1.0]], [1.0, 0.0], 1.0, [1.0, 1.0])
    with pytest.raises(ValueError, match="no multiple of the identity"):
        solution(draws, [0.0, 1.0])
    with pytest.raises(ValueError, match="at least 2"):
        solution(neurons([[1.0, 0.0]], [1.0], 1.0, [1.0, 1.0]), [0.0])
    with pytest.raises(ValueError, match="linearly dependent"):
        whiten(np.ones((2, 3, 2)))
    with pytest.raises(ValueError, match="times"):
        solution(neurons(np.eye(2), [1.0, 0.0], 1.0, [1.0, 1.0]), [-1.0])
    with pytest.raises(ValueError, match="units"):
        integrate_neurons(draws, [0.0, 1.0], units=0.0)
    with pytest.raises(ValueError, match="increase"):
        integrate_neurons(draws, [1.0, 0.0])
    with pytest.raises(ValueError, match="positive and finite"):
        rates(0.0, 1.0)
    with pytest.raises(ValueError, match="is zero"):
        kernel_distance(
            neurons(np.eye(2), [1.0, 0.0], 0.0, [0.0, 0.0]),
            solution(neurons(np.eye(2), [1.0, 0.0], 0.0, [0.0, 0.0]), [0.0]),
        )
