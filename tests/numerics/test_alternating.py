"""Alternating gradient flows of diagonal networks: against the saddle-to-saddle algorithm and integrated flows."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from late import late

with late():
    from layerproof.numerics.flows.ensembles import integrate
    from layerproof.numerics.flows.fields import VectorField
    from layerproof.numerics.neurons.alternating import Staircase, alternate, plateau_times, threshold
    from layerproof.numerics.neurons.diagonal_networks import (
        DiagonalNeurons,
        Regression,
        crossing_times,
        flow,
        halfway_levels,
        lone_jump,
    )
    from layerproof.numerics.neurons.saddle_to_saddle import saddle_to_saddle


def drawn(seed: int) -> Regression:
    """Correlated inputs, 2 to 6 coordinates, up to two samples more or fewer."""
    rng = np.random.default_rng(seed)
    d = int(rng.integers(2, 7))
    n = int(rng.integers(max(1, d - 2), d + 3))
    inputs = rng.normal(size=(n, d)) @ (np.eye(d) + 0.7 * rng.normal(size=(d, d)))
    return Regression(inputs, rng.normal(size=n))


def quadratic(curvature, correlation) -> Regression:
    """The regression with given X^T X and X^T y."""
    inputs = np.linalg.cholesky(np.array(curvature, dtype=float)).T
    return Regression(inputs, np.linalg.solve(inputs.T, np.array(correlation, dtype=float)))


RETURNING = quadratic([[4, 1.5], [1.5, 1]], [1.2, 1])
"""The chapter's example of a coordinate that leaves again (claim returning-coordinate-is-first)."""

TURNING = quadratic([[1, 0.9], [0.9, 1]], [1, 0.7])
"""A coordinate whose pull turns while it is dormant: 0.7, then 0.7 - 0.9 = -0.2."""


def test_alternating_flows_and_saddle_to_saddle_coincide_on_random_problems():
    problems = [drawn(seed) for seed in range(40)]
    paths = [saddle_to_saddle(problem) for problem in problems]
    for problem, path in zip(problems, paths, strict=True):
        found = alternate(DiagonalNeurons(problem))
        assert found.finished
        np.testing.assert_allclose(found.times, path.times, rtol=1e-7)
        assert [(jump.neuron,) for jump in found.jumps] == list(path.woken)
        assert [jump.asleep for jump in found.jumps] == list(path.left)
        np.testing.assert_allclose(found.levels, problem.loss(path.saddles), atol=1e-9 * found.start)
    assert sum(path.returns for path in paths) >= 10  # coordinates that leave again
    assert sum(path.turns for path in paths) >= 10  # and some that come back with the other sign


def test_every_saddle_is_the_constrained_minimum_and_the_last_the_least_squares_fit():
    for seed in range(10):
        problem = drawn(seed)
        path = saddle_to_saddle(problem)
        scale = np.abs(problem.correlation).max()
        for beta in path.saddles:
            assert np.abs(problem.pull(beta)[beta != 0]).max(initial=0) < 1e-9 * scale
        best = np.linalg.lstsq(problem.inputs, problem.labels, rcond=None)[0]
        assert problem.loss(path.saddles[-1]) == pytest.approx(problem.loss(best), abs=1e-12)
        assert (np.diff(problem.loss(path.saddles)) < 0).all()


def test_the_returning_coordinate_of_the_chapter():
    path = saddle_to_saddle(RETURNING)
    np.testing.assert_allclose(path.saddles[:3], [[0, 0], [0.3, 0], [0, 1]], atol=1e-12)
    assert path.left == ((), (0,), ())
    # 5/6; then 1 - 5/6 over the pull 1 - 3/2 * 3/10; then two walls over |6/5 - 3/2|
    np.testing.assert_allclose(path.times, np.cumsum([5 / 6, (1 / 6) / 0.55, 2 / 0.3]), rtol=1e-12)
    assert path.saddles[-1][0] < 0  # it comes back with the other sign


@pytest.mark.parametrize("problem", [RETURNING, TURNING, drawn(3)], ids=["returning", "turning", "random"])
def test_the_flow_tends_to_the_algorithm_at_the_rate_of_one_over_the_logarithm(problem):
    staircase = alternate(DiagonalNeurons(problem))
    sizes = np.array([2000.0, 4000.0, 8000.0])  # alpha = 1e-869, 1e-1737, 1e-3474
    crossings = [crossing_times(problem, L, halfway_levels(staircase), staircase.times[-1] + 2) for L in sizes]
    errors = np.array(crossings) - staircase.times
    rates = np.log2(np.abs(errors[1:] / errors[:-1]))
    np.testing.assert_allclose(rates, -1, atol=1e-5)
    # what is beyond 1/log is exponentially small, so that two sizes give the limit
    np.testing.assert_allclose(2 * crossings[2] - crossings[1], staircase.times, rtol=1e-7)


def test_the_plateaus_of_the_flow_are_those_of_the_algorithm():
    for problem in (RETURNING, TURNING, drawn(3)):
        staircase = alternate(DiagonalNeurons(problem))
        found = flow(problem, 2000.0, plateau_times(staircase))
        np.testing.assert_allclose(found.losses, staircase.levels, atol=1e-8 * staircase.start)


def test_independent_coordinates_against_the_closed_form():
    problem = Regression(np.diag([2.0, 1.0, 0.7]), np.array([1.0, -0.9, 0.2]))
    targets = problem.correlation / np.diag(problem.curvature)
    staircase = alternate(DiagonalNeurons(problem))
    for size in (20.0, 70.0, 1e3, 1e6):
        found = crossing_times(problem, size, halfway_levels(staircase), 9.0, rtol=1e-10)
        expected = lone_jump(problem.correlation, targets, size, 1 - np.sqrt(0.5))
        np.testing.assert_allclose(found, expected, rtol=1e-8 / size + 5e-12)


def test_the_logarithmic_flow_is_the_flow_of_the_factors():
    """Against u' = v X^T r, v' = u X^T r themselves, at an alpha that these can bear."""
    alpha = 1e-3
    u, v = sp.symbols("u_0:2", real=True), sp.symbols("v_0:2", real=True)
    H, b = RETURNING.curvature, RETURNING.correlation
    pull = [b[i] - sum(H[i, k] * u[k] * v[k] for k in range(2)) for i in range(2)]
    field = VectorField((*u, *v), (*(v[i] * pull[i] for i in range(2)), *(u[i] * pull[i] for i in range(2))))
    size = -np.log(alpha)
    times = np.linspace(0, 3.0, 31)
    states = integrate(field, [[alpha, alpha, 0, 0]], times=times * size).states[0]
    found = flow(RETURNING, size, times, rtol=1e-11).coefficients
    np.testing.assert_allclose(found, states[:, :2] * states[:, 2:], atol=1e-10)


def test_at_a_finite_start_every_time_is_longer_by_the_same_fraction():
    limit = alternate(DiagonalNeurons(RETURNING)).times
    finite = alternate(DiagonalNeurons(RETURNING, 50.0)).times
    np.testing.assert_allclose(finite / limit, 1 + np.log(2) / 100, rtol=1e-12)  # claim limit-gap


def test_utility_counted_without_its_sign_or_anew_in_each_stage_is_not_gradient_flow():
    staircases = {c: alternate(DiagonalNeurons(TURNING, counting=c)) for c in ("signed", "unsigned", "printed")}
    # S_2 = 0.7, then a pull of -0.2: 1.7/0.2 to the wall -1; |S_2| = 0.7 rising needs 0.3/0.2 only; anew, 1/0.2
    np.testing.assert_allclose(staircases["signed"].times, [1, 9.5])
    np.testing.assert_allclose(staircases["unsigned"].times, [1, 2.5])
    np.testing.assert_allclose(staircases["printed"].times, [1, 6])
    found = flow(TURNING, 500.0, [9.3, 9.7])
    np.testing.assert_allclose(found.losses, staircases["signed"].levels[1:], atol=1e-9)


@given(
    st.integers(1, 5).flatmap(
        lambda d: st.tuples(
            st.lists(st.floats(0.2, 5), min_size=d, max_size=d),
            st.lists(st.floats(0.1, 5), min_size=d, max_size=d, unique=True),
        )
    )
)
@settings(max_examples=25, deadline=None)
def test_orthogonal_inputs_jump_in_the_order_of_their_correlations(drawn_values):
    widths, correlations = (np.array(values) for values in drawn_values)
    problem = Regression(np.diag(widths), correlations / widths)
    found = alternate(DiagonalNeurons(problem))
    np.testing.assert_allclose(found.times, np.sort(1 / correlations), rtol=1e-9)


def test_thresholds():
    np.testing.assert_allclose(threshold([1e-10, 0.5], 2), [10 * np.log(10), np.log(2)])
    np.testing.assert_allclose(threshold(1e-3, 3), 999.0)
    np.testing.assert_allclose(threshold(1e-3, 2 + 1e-9), threshold(1e-3, 2), rtol=1e-7)


def test_staircase():
    found = alternate(DiagonalNeurons(RETURNING), most=2)
    assert isinstance(found, Staircase)
    assert not found.finished
    np.testing.assert_array_equal(found.loss([0, found.times[0], 99]), found.levels)
    np.testing.assert_allclose(found.jumps[0].direction, [np.sqrt(0.5), np.sqrt(0.5), 0, 0])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Regression(np.eye(2), np.ones(3)), r"got inputs of shape \(2, 2\) and labels of shape \(3,\)"),
        (lambda: Regression(np.zeros((0, 2)), np.zeros(0)), "neither empty"),
        (lambda: Regression(np.array([[1.0, np.nan]]), np.ones(1)), "not finite"),
        (lambda: Regression(np.array([[1.0, 0.0]]), np.ones(1)), "column 1 of the inputs is zero"),
        (lambda: flow(RETURNING, -1.0, [1.0]), "expected a positive number"),
        (lambda: flow(RETURNING, 10.0, [2.0, 1.0]), "increase"),
        (lambda: flow(RETURNING, 10.0, [1.0], rtol=1.0), "got rtol=1.0"),
        (lambda: crossing_times(RETURNING, 50.0, [0.0], 2.0), "does not cross"),
        (lambda: DiagonalNeurons(RETURNING, 0.0), r"got log\(1/alpha\) = 0.0"),
        (lambda: DiagonalNeurons(RETURNING, counting="anew"), "expected 'signed', 'unsigned' or 'printed'"),
        (lambda: alternate(DiagonalNeurons(RETURNING), most=0), "at least 1 jump"),
        (lambda: alternate(DiagonalNeurons(RETURNING), tolerance=2), "got tolerance=2"),
        (lambda: threshold(2.0, 2), "between 0 and 1"),
        (lambda: threshold(0.5, 1.5), "got degree 1.5"),
        (lambda: lone_jump(1.0, 1.0, 10.0, 1.0), "got a share"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
