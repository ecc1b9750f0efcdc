"""Two-layer linear networks and factored matrices: singular modes one at a time.

A linear neuron ``a w^T x`` is the column ``theta = (a, w)`` of a matrix U, and everything depends on ``W = U U^T``.
All problems here are of the form

    dU/dt = G(W) U,    G(W) = G_0 - K[W],    L(W) = L_0 - <G_0, W>/2 + <W, K[W]>/4,

with a symmetric ``G = -2 grad L`` and a linear, symmetric K.  The utility of a column is ``theta^T G theta / 2``, so
that kappa times the maximal one is the top eigenvalue of G (slides 'AGF for linear networks', 'Greedy Low-Rank
Learning').

The flow does not change if columns are rotated among each other, ``U -> U Q``.  So a "neuron" that jumps is a column
in a rotated basis: all hidden neurons align with the first mode at once, but rotated, one carries it and the others
wait. What waits is not reset: after a stage of length tau (in units of ``Lambda = log(1/alpha)``) the mode of
eigenvalue mu has grown from ``alpha`` to ``alpha^(1 - mu tau)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp
from scipy.linalg import lapack
from scipy.optimize import brentq

from ..formulas import Array


@dataclass(frozen=True)
class FactorProblem:
    """A quadratic loss of ``W = U U^T``.

    Attributes:
        drive: G_0, symmetric, shape (m, m).
        reaction: K, from a symmetric matrix to a symmetric matrix.
        constant: L_0, the loss at W = 0.
    """

    drive: Array
    reaction: Callable[[Array], Array]
    constant: float

    @property
    def size(self) -> int:
        """m, the length of a column."""
        return len(self.drive)

    def pull(self, factor: Array) -> Array:
        """G at ``W = U U^T``, for U of shape (m, columns)."""
        return self.drive - self.reaction(factor @ factor.T)

    def loss(self, factor: Array) -> float:
        """The loss at U of shape (m, columns)."""
        W = factor @ factor.T
        return float(self.constant - np.sum(self.drive * W) / 2 + np.sum(W * self.reaction(W)) / 4)


def linear_network(correlation: ArrayLike, covariance: ArrayLike | None = None) -> FactorProblem:
    """A two-layer linear network with the loss ``E|y - A B x|^2 / 2``, less its minimum; U stacks A and B^T.

    Args:
        correlation: ``C = E[y x^T]``, shape (outputs, inputs).
        covariance: ``E[x x^T]``, positive definite; the identity if not given (white inputs).

    Raises:
        ValueError: for a wrong shape, numbers that are not finite, or a covariance that is not positive definite.
    """
    C = _finite(correlation, "the correlation")
    c, d = C.shape
    S = np.eye(d) if covariance is None else _finite(covariance, "the covariance")
    if S.shape != (d, d) or not np.allclose(S, S.T, rtol=1e-12, atol=0) or np.linalg.eigvalsh(S)[0] <= 0:
        raise ValueError(f"got a covariance of shape {S.shape}; expected ({d}, {d}), symmetric and positive definite")
    drive = np.zeros((c + d, c + d))
    drive[:c, c:], drive[c:, :c] = C, C.T

    def reaction(W: Array) -> Array:
        found = np.zeros_like(drive)
        found[:c, c:] = W[:c, c:] @ S
        found[c:, :c] = found[:c, c:].T
        return found

    return FactorProblem(drive, reaction, float(np.sum(C * np.linalg.solve(S, C.T).T) / 2))


def factorization(target: ArrayLike, weights: ArrayLike | None = None) -> FactorProblem:
    """``L = sum_ij m_ij (M - W)_ij^2 / 4`` for a symmetric target M.

    Args:
        target: M, shape (m, m), symmetric.
        weights: m_ij, symmetric and not negative; zeros are entries not seen (matrix completion), ones if not given.

    Raises:
        ValueError: for a wrong shape, numbers that are not finite, a matrix that is not symmetric, a negative weight.
    """
    M = _finite(target, "the target")
    m = np.ones_like(M) if weights is None else _finite(weights, "the weights")
    if M.shape[0] != M.shape[1] or m.shape != M.shape or (M != M.T).any() or (m != m.T).any() or (m < 0).any():
        raise ValueError(
            f"got a target of shape {M.shape} and weights of shape {m.shape}; expected two symmetric matrices of one "
            "shape, and no negative weight"
        )
    return FactorProblem(m * M, lambda W: m * W, float(np.sum(m * M**2) / 4))


def greedy_low_rank(problem: FactorProblem, *, perturbation: float = 1e-5, tolerance: float = 1e-9) -> list[Array]:
    """Greedy low-rank learning (Li et al. 2020; slides, Algorithm 3): the factors ``U_0, U_1, ...`` of the sequence of
    W.

    While G has a positive eigenvalue, its top eigenvector is added as a new column of length sqrt(perturbation), and
    the columns together go down the loss to a critical point.  The slide's gradient steps are taken infinitely small,
    and its ``W_r = U_r U_r^+`` is read ``U_r U_r^T`` (refuted as printed: claim greedy-product-printed).  At most m
    stages.

    Raises:
        ValueError: for a perturbation that is not between 0 and 1.
    """
    if not 0 < perturbation < 1:
        raise ValueError(f"got perturbation={perturbation}; expected between 0 and 1")
    factors = [np.zeros((problem.size, 0))]
    scale = float(np.abs(np.linalg.eigvalsh(problem.drive)).max(initial=0.0))
    while len(factors) <= problem.size:
        values, vectors = np.linalg.eigh(problem.pull(factors[-1]))
        if values[-1] <= max(tolerance, 1e-8) * scale:
            break
        start = np.column_stack([factors[-1], np.sqrt(perturbation) * vectors[:, -1]])
        factors.append(settle(problem, start, tolerance=tolerance)[0])
    return factors


def settle(
    problem: FactorProblem, factor: Array, dormant: Array | None = None, *, tolerance: float = 1e-9
) -> tuple[Array, Array]:
    """Follow the flow from `factor` to where ``G U`` is below `tolerance` of its scale.

    Args:
        problem: the loss.
        factor: U, shape (m, columns).
        dormant: vectors that move along, ``dv/dt = G v``, without acting back; shape (m, vectors).

    Returns:
        The critical point, and the dormant vectors, each divided by its length.

    Raises:
        ArithmeticError: if it does not settle.
    """
    m, columns = factor.shape
    extra = np.zeros((m, 0)) if dormant is None else dormant
    scale = float(np.abs(problem.drive).max()) or 1.0
    horizon = 20.0 / scale
    for _ in range(40):
        found = _integrated(problem, np.column_stack([factor, extra]), (0.0, horizon), columns)
        factor, extra = found[:, :columns], found[:, columns:]
        extra = extra / np.linalg.norm(extra, axis=0)
        if np.abs(problem.pull(factor) @ factor).max(initial=0.0) <= tolerance * scale * np.abs(factor).max(
            initial=0.0
        ):
            return factor, extra
        horizon *= 1.5
    raise ArithmeticError("the cost minimisation did not settle: the loss falls ever more slowly")


class LinearNeurons:
    """A linear network for `alternate`, in the limit of a vanishing random start; time in units of log(1/alpha).

    Each dormant column has an exponent s: its length is ``alpha^(-s)``, from s = -1 at the start to 0 at its jump, and
    ``ds/dT`` is the eigenvalue of the mode along which it grows.  At the start of a stage the columns are resolved in
    the eigenvectors of G, the longest first: it takes the top mode that it has a part in; rotated against it, the next
    takes the next, and so on (elimination with the eigenvalues in falling order).  With generic data the longest column
    always takes the top eigenvector, and this is greedy low-rank learning; where parts of the problem do not see each
    other it need not be.

    Args:
        problem: the loss.
        columns: how many hidden neurons there are; as many as a column is long if not given.
        seed: of the start's directions, which must be generic and else do not matter.
    """

    def __init__(self, problem: FactorProblem, columns: int | None = None, *, seed: int = 0) -> None:
        columns = problem.size if columns is None else columns
        if columns < 1:
            raise ValueError(f"got {columns} columns; expected at least 1")
        self.problem = problem
        self.factor = np.zeros((problem.size, 0))
        self.dormant = np.random.default_rng(seed).standard_normal((problem.size, min(columns, problem.size)))
        self.exponents = np.full(self.dormant.shape[1], -1.0)
        self.names = list(range(self.dormant.shape[1]))
        self.scale = float(np.abs(np.linalg.eigvalsh(problem.drive)).max(initial=0.0))

    def loss(self) -> float:
        """The loss of the active columns."""
        return self.problem.loss(self.factor)

    def maximise(self) -> tuple[float, int] | None:
        """Resolve the dormant columns in eigenvectors, and let them grow until the first has length one."""
        values, vectors = np.linalg.eigh(self.problem.pull(self.factor))
        values, vectors = values[::-1], vectors[:, ::-1]
        order = np.argsort(-self.exponents, kind="stable")
        self.dormant, self.exponents = self.dormant[:, order], self.exponents[order]
        self.names = [self.names[k] for k in order]
        modes = _modes(vectors.T @ self.dormant)
        rates = np.where(np.abs(values) > 1e-7 * self.scale, values, 0.0)[modes]
        if not (rates > 0).any():
            return None
        with np.errstate(divide="ignore"):
            waits = np.where(rates > 0, -self.exponents / rates, np.inf)
        first = int(np.argmin(waits))
        self.exponents = self.exponents + rates * waits[first]
        self.dormant = vectors[:, modes]
        return float(waits[first]), self.names[first]

    def minimise(self, neuron: int) -> tuple[Array, tuple[int, ...]]:
        """Follow the flow of the active columns to its end; the dormant ones are carried along."""
        place = self.names.index(neuron)
        direction = self.dormant[:, place]
        others = np.delete(self.dormant, place, axis=1)
        start = np.column_stack([self.factor, 1e-4 * np.sqrt(self.scale) * direction])
        self.factor, self.dormant = settle(self.problem, start, others)
        self.exponents = np.delete(self.exponents, place)
        self.names.pop(place)
        return direction, ()


def _modes(parts: Array, tolerance: float = 1e-8) -> list[int]:
    """For each column the first row, not taken yet, in which it has a part once rotated against those before."""
    rest, taken = parts.copy(), list[int]()
    for k in range(parts.shape[1]):
        column = rest[:, k] / (np.abs(rest[:, k]).max() or 1.0)
        free = [row for row in range(len(column)) if row not in taken]
        row = next((row for row in free if abs(column[row]) > tolerance), free[0])
        taken.append(row)
        if rest[row, k]:
            rest[:, k + 1 :] -= np.outer(rest[:, k], rest[row, k + 1 :] / rest[row, k])
    return taken


@dataclass(frozen=True)
class FactorFlow:
    """An integrated flow of all columns.

    Attributes:
        times: shape (times,), in units of Lambda = log(1/alpha).
        losses: shape (times,).
        modes: the eigenvalues of ``W = U U^T``, largest first, shape (times, m).
    """

    times: Array
    losses: Array
    modes: Array


def flow(
    problem: FactorProblem, size: float, times: ArrayLike, *, columns: int | None = None, seed: int = 0
) -> FactorFlow:
    """Integrate ``dU/dt = G U`` from a Gaussian start of scale alpha = exp(-size), for all columns.

    Between short pieces the columns are rotated until they are orthogonal, which changes neither the flow nor the loss.
    Each column is then of its own order of magnitude and right to about 1e-9 of its own length:
    without it the waiting modes, which are smaller than the active ones by powers of alpha, drown in rounding.

    Args:
        problem: the loss.
        size: Lambda = log(1/alpha), between 0 and 300.
        times: increasing, in units of Lambda.
        columns: of U; as many as it has rows if not given.
        seed: of the start.
    """
    grid = np.asarray(times, dtype=float)
    if grid.ndim != 1 or len(grid) == 0 or not np.isfinite(grid).all() or grid[0] < 0 or (np.diff(grid) <= 0).any():
        raise ValueError("the times must be finite, not negative, and increase")
    losses, modes = np.full(len(grid), np.nan), np.full((len(grid), problem.size), np.nan)
    for begin, end, state in _pieces(problem, size, float(grid[-1]), columns, seed):
        for k in np.flatnonzero((grid >= begin / size) & (grid <= end / size * (1 + 1e-12))):
            U = state(min(grid[k] * size, end))
            losses[k], modes[k] = problem.loss(U), np.linalg.eigvalsh(U @ U.T)[::-1]
    return FactorFlow(grid, losses, modes)


def crossing_times(
    problem: FactorProblem, size: float, levels: ArrayLike, last: float, *, columns: int | None = None, seed: int = 0
) -> Array:
    """The times, in units of Lambda, at which the falling loss crosses each of `levels`; shape (levels,).

    Raises:
        ValueError: for a level that the loss does not cross before the time `last`.
    """
    wanted = np.atleast_1d(np.asarray(levels, dtype=float))
    found = np.full(len(wanted), np.nan)
    for begin, end, state in _pieces(problem, size, last, columns, seed):
        high, low = problem.loss(state(begin)), problem.loss(state(end))
        for k in np.flatnonzero((wanted < high) & (wanted >= low)):
            level = float(wanted[k])
            crossed = brentq(lambda t, state=state, level=level: problem.loss(state(t)) - level, begin, end, xtol=1e-13)
            found[k] = crossed / size
    if np.isnan(found).any():
        raise ValueError(f"the loss does not cross {wanted[np.isnan(found)][0]:.6g} before the time {last:.6g}")
    return found


def _pieces(
    problem: FactorProblem, size: float, last: float, columns: int | None, seed: int
) -> Iterator[tuple[float, float, Callable[[float], Array]]]:
    """Pieces of the trajectory: begin, end (in plain time), and the state in between."""
    if not 0 < size <= 300:
        raise ValueError(f"got log(1/alpha) = {size}; expected between 0 and 300, so that alpha^2 does not underflow")
    if not (np.isfinite(last) and last > 0):
        raise ValueError(f"got a last time of {last}; expected a positive number")
    columns = problem.size if columns is None else columns
    if columns < 1:
        raise ValueError(f"got {columns} columns; expected at least 1")
    U = np.exp(-size) * np.random.default_rng(seed).standard_normal((problem.size, columns))
    if columns > problem.size:
        U = np.asarray(np.linalg.qr(U.T, mode="r")).T
    end = last * size
    scale = float(np.abs(np.linalg.eigvalsh(problem.drive)).max(initial=0.0)) or 1.0
    edges = np.linspace(0.0, end, int(np.ceil(end * scale / 2)) + 1)
    for begin, until in pairwise(edges.tolist()):
        U = _separated(U)
        solution = _solution(problem, U, (0.0, until - begin), U.shape[1], dense=True)
        yield begin, until, _between(solution, begin, U.shape)
        U = solution.y[:, -1].reshape(U.shape)


def _between(solution: Any, begin: float, shape: tuple[int, ...]) -> Callable[[float], Array]:
    return lambda t: np.asarray(solution.sol(t - begin).reshape(shape))


def _separated(U: Array) -> Array:
    """`U` times a rotation that makes its columns orthogonal, each right to rounding of its own length.

    That accuracy, for columns of ever so different length, is what Jacobi's method for the singular values has and the
    usual ones have not.
    """
    values, vectors, _, work, _, info = lapack.dgejsv(U, joba=0, jobu=0, jobv=3, jobr=0)
    if info:
        raise ArithmeticError(f"the columns could not be separated: dgejsv returned {info}")
    return np.asarray(vectors[:, : U.shape[1]] * (values * work[0] / work[1]))


def _integrated(problem: FactorProblem, state: Array, span: tuple[float, float], active: int) -> Array:
    found: Array = _solution(problem, state, span, active).y[:, -1].reshape(state.shape)
    return found


def _solution(problem: FactorProblem, state: Array, span: tuple[float, float], active: int, dense: bool = False) -> Any:
    shape = state.shape

    def rate(_: float, flat: Array) -> Array:
        U = flat.reshape(shape)
        return (problem.pull(U[:, :active]) @ U).ravel()

    floor = np.broadcast_to(1e-11 * np.linalg.norm(state, axis=0) + 1e-300, shape).ravel()
    found = solve_ivp(rate, span, state.ravel(), method="LSODA", rtol=1e-9, atol=floor, dense_output=dense)
    if not found.success:
        raise ArithmeticError(f"the flow could not be integrated: {found.message}")
    return found


def _finite(values: ArrayLike, what: str) -> Array:
    found = np.asarray(values, dtype=float)
    if found.ndim != 2 or 0 in found.shape:
        raise ValueError(f"got {what} of shape {found.shape}; expected a matrix with at least one entry")
    if not np.isfinite(found).all():
        raise ValueError(f"got {what} with entries that are not finite")
    return found
