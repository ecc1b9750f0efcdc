"""The single neuron in its own coordinates: exact solutions and Theorem 3.1 against integration of the flow."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp
from late import late

from layerproof.derivations import load

with late():
    from scipy.integrate import solve_ivp

    from layerproof.derivations.single_neuron import function_space, letters, which_solution, white_inputs

SLIDES = {
    *("Neural Tangent Kernel", "Linear networks", "A rescale symmetry", "Conserved quantities", "Minimal model"),
    *("Exact solutions", "NTK of the minimal model", "Saddle-to-Saddle Dynamics", "A function space perspective"),
    *("Separation of timescales", "Theorem 3.1"),
}


def train(X: np.ndarray, y: np.ndarray, a: float, w: np.ndarray, until: float) -> tuple[float, np.ndarray]:
    """The weights at the end of the flow of |y - X w a|^2 / 2."""

    def velocity(_: float, state: np.ndarray) -> np.ndarray:
        gradient = X.T @ (X @ state[1:] * state[0] - y)
        return -np.concatenate([[state[1:] @ gradient], state[0] * gradient])

    end = solve_ivp(velocity, (0, until), [a, *w], method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    return end[0], end[1:]


def test_every_slide_has_a_claim() -> None:
    found = {s.label for subject in ("symmetry", "single-neuron") for c in load(subject) for s in c.sources}
    assert found == SLIDES


@pytest.mark.parametrize("a", [-1.7, 0.2, 2.5])
def test_exact_solution_in_any_basis(a: float) -> None:
    rng = np.random.default_rng(3)
    X, _ = np.linalg.qr(rng.normal(size=(5, 3)))
    y, w = rng.normal(size=5), rng.normal(size=3)
    target = X.T @ y
    s = float(np.linalg.norm(target))
    along = float(w @ target / s)
    values = {
        white_inputs.a_0: a,
        white_inputs.v_0: along,
        white_inputs.s: s,
        function_space.delta: a**2 - w @ w,
        letters.t: 0.8,
    }
    A, V, h = (float(expr.subs(values)) for expr in (white_inputs.A, white_inputs.V, white_inputs.h))
    across = w - along * target / s
    outer, inner = train(X, y, a, w, 0.8)
    assert outer == pytest.approx(A / h**0.5, rel=1e-8)
    assert inner == pytest.approx((V * target / s + across) / h**0.5, rel=1e-8)


@pytest.mark.parametrize("a", [0.1, 0.9, 3.0])
def test_theorem_3_1_when_there_are_many_solutions(a: float) -> None:
    """The gradient of the objective at the end is orthogonal to all directions that the data leave open."""
    rng = np.random.default_rng(1)
    X, w = rng.normal(size=(2, 4)), rng.normal(size=4)
    y = X @ w * 2
    w = w + 0.4 * rng.normal(size=4)
    outer, inner = train(X, y, a, w, 200)
    assert outer > 0
    final, start, delta = outer * inner, a * w, a**2 - w @ w
    assert X @ final == pytest.approx(y, rel=1e-6)
    slope = sp.lambdify(
        [function_space.size_b, function_space.delta], sp.diff(which_solution.Psi_profile, function_space.size_b)
    )

    def unit(x: np.ndarray) -> np.ndarray:
        return x / np.linalg.norm(x)

    psi = float(which_solution.psi.subs({function_space.delta: delta, which_solution.n_start: np.linalg.norm(start)}))
    gradient = slope(np.linalg.norm(final), delta) * unit(final) - psi * unit(start)
    _, _, rows = np.linalg.svd(X)
    assert rows[2:] @ gradient == pytest.approx(np.zeros(2), abs=1e-7)


def test_the_start_that_the_slide_leaves_out() -> None:
    """From mu_+ a_0 + w_0.beta_* = 0 the flow ends at the saddle."""
    X, y = np.eye(2), np.array([1.0, 0.0])
    a, delta = 0.5, -1.2
    fast = (delta + np.sqrt(delta**2 + 4)) / 2
    along = -fast * a
    w = np.array([along, np.sqrt(a**2 - delta - along**2)])
    outer, inner = train(X, y, a, w, 12)
    assert outer * inner == pytest.approx(np.zeros(2), abs=1e-3)
    assert inner @ inner == pytest.approx(-delta, rel=1e-3)
