r"""Sums over very many skills, ``sum_{k=first}^{last} k^-s g(theta k^-s)``, at a cost that does not grow with `last`.

The idea is Gauss quadrature, with the sum itself as the measure.

* The counting measure on a block of n integers has as orthogonal polynomials those of Chebyshev and Gram, with known
  recurrence coefficients.  m nodes and positive weights reproduce the sum over the block of every polynomial of degree
  2m - 1 exactly; n = m is the block itself, and n to infinity is Gauss-Legendre.  Blocks double in length, so that
  each looks alike: the summand is a function of log k that is analytic in a sector about the real axis.
* From K on, where theta K^-s is below about 1/4, g is as good as a polynomial in u = (K/k)^s.  The weights k^-s of the
  integers K to `last`, finite or infinite, are one measure on 0 < u <= 1; its moments are differences of Hurwitz zeta
  functions, taken with 400 bits from Arb, and its Gauss rule has `TAIL_NODES` nodes.

Unlike Euler-Maclaurin this needs no derivative, no integral, and its error bound is elementary.  Weights are positive
and sum to n, so the error on a block is at most 2 n times the distance from the summand to the polynomials of degree
2m - 1.  Bernstein bounds that distance by ``2 B rho^-(2m-1) / (rho - 1)``, if the summand is at most B in the ellipse
of parameter rho about the block.  B comes from a majorant of g in a sector, which each profile states
(:mod:`.profiles`).  :func:`power_sum`, for plain powers and many ranges at once, is Euler-Maclaurin, whose derivatives
are powers too.

Cost: about ``m log2(K)`` nodes with K of the order of theta^(1/s), so it grows with the logarithm of theta and not at
all with `last`; m, 40 to about 130, grows as one over the angle of the sector.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import flint
import numpy as np
import scipy.linalg
import scipy.special
from numpy.typing import ArrayLike

from ..formulas import Array
from .profiles import Profile

EPS = float(np.finfo(float).eps)
TARGET = EPS / 64  # of the truncation error of a block, against the largest value that the summand may have there
FEWEST_NODES = 40  # of a block; fewer would do where g is of one order, these also follow exp(-50 z)
TAIL_NODES = 10
TAIL_REACH = 0.16  # the tail begins where theta K^-s is this part of the radius in which g is bounded
BITS = 400
OPENINGS = np.array([1.0, 0.8, 0.6, 0.45, 0.3, 0.2, 0.12, 0.06])  # parts of the sector's angle, the best bound wins
CHUNK = 1 << 21  # summands held at once


@dataclass(frozen=True)
class Sum:
    """The value of a sum and a bound on its error.

    Attributes:
        value: one value for each scale or range.
        error: of the same shape; truncation, by a bound that is proved, and rounding, by a first-order count.
    """

    value: Array
    error: Array

    def __add__(self, other: Sum) -> Sum:
        value = self.value + other.value
        return Sum(value, self.error + other.error + EPS * np.abs(value))

    def __mul__(self, factor: ArrayLike) -> Sum:
        value = self.value * np.asarray(factor, dtype=float)
        return Sum(value, self.error * np.abs(factor) + EPS * np.abs(value))


@lru_cache(maxsize=4096)
def counting_rule(n: float, m: int) -> tuple[Array, Array]:
    """Gauss rule of the integers 0 to n - 1, each with weight 1: m <= n nodes and weights.

    Exact for polynomials of degree 2m - 1; O(m^2).  n may be larger than any integer type.
    """
    if not 1 <= m <= n:
        raise ValueError(f"got {m} nodes for {n:g} points; expected from 1 to as many as points")
    k = np.arange(1, m)
    off = np.sqrt((1 - (k / n) ** 2) * k**2 / (4.0 * k**2 - 1))  # of x = (2j + 1 - n)/n in (-1, 1)
    nodes, vectors = scipy.linalg.eigh_tridiagonal(np.zeros(m), off)
    nodes, weights = (nodes - nodes[::-1]) / 2, vectors[0] ** 2  # nodes exactly symmetric
    # the eigenvectors, not the recurrence of the polynomials, which is unstable for m near n
    return (nodes * n + (n - 1)) / 2, (weights + weights[::-1]) * (n / (2 * weights.sum()))


@lru_cache(maxsize=1024)
def tail_rule(s: float, start: int, last: float, m: int = TAIL_NODES) -> tuple[Array, Array]:
    """Gauss rule of the points u = (start/k)^s with weights k^-s, for k from `start` to `last`.

    `last` is infinite (then s > 1) or well above `start`.  The moments are sums of powers, by Hurwitz zeta functions;
    Chebyshev's algorithm turns them into recurrence coefficients with `BITS` bits, of which it loses about 100.
    """
    before, flint.ctx.prec = flint.ctx.prec, BITS
    try:
        power, first = flint.arb(s), flint.arb(start)
        moments = []
        for j in range(2 * m):
            moment = (power * (j + 1)).zeta(first)
            if math.isfinite(last):
                moment -= (power * (j + 1)).zeta(flint.arb(int(last)) + 1)
            moments.append(moment * first ** (power * (j + 1)))
        diagonal, off = _recurrence(moments, m)
        mass = float(moments[0] * first**-power)
    finally:
        flint.ctx.prec = before
    nodes, vectors = scipy.linalg.eigh_tridiagonal(diagonal, off)
    return nodes, mass * vectors[0] ** 2


def _recurrence(moments: list[flint.arb], m: int) -> tuple[Array, Array]:
    """Diagonal and off-diagonal of the Jacobi matrix, from 2m moments (Chebyshev's algorithm)."""
    older, row = [flint.arb(0)] * (2 * m), list(moments)
    a, b = [moments[1] / moments[0]], [moments[0]]
    for k in range(1, m):
        new = [flint.arb(0)] * (2 * m)
        for j in range(k, 2 * m - k):
            new[j] = row[j + 1] - a[-1] * row[j] - b[-1] * older[j]
        a.append(new[k + 1] / new[k] - row[k] / row[k - 1])
        b.append(new[k] / row[k - 1])
        older, row = row, new
    if not all(float(x.rad()) < 1e-20 for x in a + b[1:]):  # a guard: lost digits must not go unseen
        raise ArithmeticError(f"{BITS} bits do not determine the Gauss rule of {m} nodes")
    return np.array([float(x) for x in a]), np.sqrt([float(x) for x in b[1:]])


@dataclass(frozen=True)
class _Rule:
    """Points v = k^-s with weights, and what the bound needs: the blocks and the tail."""

    points: Array
    weights: Array
    order: int  # nodes of a block
    starts: Array  # the first integer of each block
    stops: Array  # the last
    tail_start: float  # 0: no tail
    tail_mass: float


@lru_cache(maxsize=256)
def _rule(s: float, first: int, last: float, angle: float, reach: float) -> _Rule:
    """The rule for sums whose tail may begin at `reach`."""
    opening = _sector(angle, s)
    width = 2 * math.sqrt(2) * math.sin(opening)  # semi-minor axis of the ellipse over half the block
    rho = width + math.sqrt(1 + width**2)
    m = max(math.ceil((1 + math.log(16 / ((rho - 1) * TARGET)) / math.log(rho)) / 2), FEWEST_NODES)
    nodes, weights, starts, stops = [], [], [], []
    k: int = first
    while k <= last and not (k >= reach and last > 4 * k):
        n = min(k, last - k + 1)
        if n <= m:  # short: the integers themselves
            n = min(2 * m, last - k + 1)
            nodes.append(float(k) + np.arange(n))
            weights.append(np.ones(int(n)))
        else:
            x, w = counting_rule(float(n), m)
            nodes.append(k + x)
            weights.append(w)
            starts.append(float(k))
            stops.append(float(k + int(n) - 1))
        k += int(n)
    points = [np.concatenate(nodes) ** -s] if nodes else []
    weights = [np.concatenate(weights) * points[0]] if nodes else []
    tail_start, mass = 0.0, 0.0
    if k <= last:
        u, w = tail_rule(s, k, last)
        points.append(float(k) ** -s * u)
        weights.append(w)
        tail_start, mass = float(k), float(w.sum())
    return _Rule(
        np.concatenate(points), np.concatenate(weights), m, np.array(starts), np.array(stops), tail_start, mass
    )


def _sector(angle: float, s: float) -> float:
    """The half-angle of the sector of k that v = k^-s maps into the sector of v of half-angle `angle`."""
    return min(angle / s, 1.3)


def skill_sum(profile: Profile, s: float, scale: ArrayLike, first: int = 1, last: float = math.inf) -> Sum:
    """``sum_{k=first}^{last} k^-s g(scale k^-s)`` for every scale, with a bound on the error.

    Args:
        profile: g; its parameters broadcast against `scale`.
        s: the power, above 1.
        scale: theta >= 0, any shape; the result has this shape.
        first: at least 1.
        last: a whole number or infinity; below `first` the sum is empty.

    The bound is near 1e-14 relative as long as scale last^-s is below about 20.  Beyond, where g has become
    exponentially small at every k, it stays as small against the values of g at scales that are smaller by a constant
    factor, and `error` says what is left of relative accuracy.

    Raises:
        ValueError: for s, scale, first or last outside these ranges.

    >>> from layerproof.numerics.scaling.profiles import One
    >>> float(skill_sum(One(), 2.0, 0.0).value).__round__(12)  # pi^2/6
    1.644934066848
    """
    if not (math.isfinite(s) and s > 1):
        raise ValueError(f"got power s = {s}; expected a number above 1")
    first, last = check_range(s, first, last)
    theta = np.asarray(scale, dtype=float)
    if theta.size == 0 or not np.isfinite(theta).all() or (theta < 0).any():
        raise ValueError("got scales that are empty, negative or not finite; expected finite numbers >= 0")
    if last < first:
        return Sum(np.zeros(theta.shape), np.zeros(theta.shape))
    column = theta.reshape(-1, 1)
    if np.size(profile.radius) not in (1, theta.size):
        raise ValueError(
            f"got a profile for {np.size(profile.radius)} scales; expected {theta.size}, as many as scales"
        )
    radius = np.broadcast_to(profile.radius, theta.size).reshape(-1, 1)
    reach = float((column / (TAIL_REACH * radius)).max() ** (1 / s))
    octave = 2.0 ** math.ceil(math.log2(max(reach, 2.0)))  # so that nearby scales share a rule
    rule = _rule(float(s), first, last, profile.angle, octave)
    value, rounding = np.empty(len(column)), np.empty(len(column))
    step = max(1, CHUNK // len(rule.points))
    for at in range(0, len(column), step):
        part = slice(at, at + step)
        local = profile.part(part)
        z = column[part] * rule.points
        terms = rule.weights * local(z)
        value[part] = terms.sum(axis=1)
        # weights and sum: 16 units; z: 4 units, as often as g magnifies them
        rounding[part] = EPS * (np.abs(terms) * (16 + 4 * local.condition(z))).sum(axis=1)
    error = rounding + _truncation(profile, rule, float(s), column, radius)
    return Sum(value.reshape(theta.shape), error.reshape(theta.shape))


def _truncation(profile: Profile, rule: _Rule, s: float, theta: Array, radius: Array) -> Array:
    """The bound on the truncation error, one for each scale."""
    error = np.zeros(len(theta))
    degree = 2 * rule.order - 1
    if len(rule.starts):
        centre, half = (rule.starts + rule.stops) / 2, (rule.stops - rule.starts) / 2
        best = np.full((len(theta), len(centre)), np.inf)
        for opening in OPENINGS * _sector(profile.angle, s):
            # the ellipse about the block that touches the sides of the sector of this half-angle
            minor = math.sin(opening) * np.sqrt(rule.starts * rule.stops)
            major = np.hypot(minor, half)
            log_rho = np.arcsinh(minor / half)
            near, far = (centre - major) ** -s, (centre + major) ** -s
            size = near * profile.majorant(theta * far, theta * near, s * opening)
            best = np.fmin(best, size * np.exp(-degree * log_rho) / np.expm1(log_rho))
        error += (4 * (rule.stops - rule.starts + 1) * best).sum(axis=1)
    if rule.tail_start:
        # u in (0, 1] is the block; the ellipse reaches to u = radius / (theta K^-s)
        at_start = theta[:, 0] * rule.tail_start**-s
        reach = radius[:, 0] / np.maximum(at_start, 1e-300)
        log_rho = np.arccosh(np.maximum(np.minimum(2 * reach - 1, 1e6), 1 + 1e-9))
        error += 4 * rule.tail_mass * profile.disc * np.exp(-(2 * TAIL_NODES - 1) * log_rho) / np.expm1(log_rho)
    return error


def check_range(s: float, first: float, last: float) -> tuple[int, float]:
    """The range of a sum, checked; a finite `last` comes back as a Python integer."""
    if not (math.isfinite(s) and s > 0):
        raise ValueError(f"got power s = {s}; expected a positive number")
    if not (math.isfinite(first) and first >= 1 and float(first).is_integer()):
        raise ValueError(f"got first = {first}; expected a whole number, at least 1")
    if math.isnan(last) or (math.isfinite(last) and last != int(last)):
        raise ValueError(f"got last = {last}; expected a whole number or infinity")
    if math.isinf(last) and s <= 1:
        raise ValueError(f"got infinitely many terms with s = {s}; the sum converges for s > 1 only")
    return int(first), int(last) if math.isfinite(last) else math.inf


TERMS = 9  # of Bernoulli numbers in Euler-Maclaurin's formula
_BERNOULLI = scipy.special.bernoulli(2 * TERMS + 2)[2::2] / scipy.special.factorial(2 * np.arange(1, TERMS + 2))


def power_sum(s: float, first: ArrayLike, last: ArrayLike = math.inf) -> Sum:
    """``sum_{k=first}^{last} k^-s`` for many ranges at once, by Euler-Maclaurin.

    `first` and `last` broadcast; `last` may be infinite where s > 1, and a range with last < first is empty.  The terms
    below 16 + s are added one by one.  k^-s is completely monotone, so the remainder is at most the first term left
    out.  Relative error about 1e-15, also where the two ends are close together.

    Raises:
        ValueError: for s <= 0, a divergent sum, or limits that are not whole numbers with first >= 1.

    >>> power_sum(1.5, [1, 10]).value.round(10).tolist()
    [2.6123753487, 0.6486616319]
    """
    a, b = (np.array(x) for x in np.broadcast_arrays(np.asarray(first, dtype=float), np.asarray(last, dtype=float)))
    if a.size == 0 or not np.isfinite(a).all() or (a < 1).any() or (a != np.floor(a)).any():
        raise ValueError("got first indices that are empty or not whole numbers from 1 on")
    if np.isnan(b).any() or (b != np.floor(b)).any() or (b == -np.inf).any():
        raise ValueError("got last indices that are not whole numbers or infinity")
    check_range(s, 1, math.inf if np.isinf(b).any() else 1)
    cut = math.ceil(16 + s)
    begin = np.minimum(np.maximum(a, cut), np.maximum(b, a - 1) + 1)  # of what is left after the single terms
    small = np.arange(1, cut)
    single = np.where((small >= a[..., None]) & (small <= b[..., None]), small**-s, 0.0).sum(axis=-1)
    some = begin <= b
    x, y = np.where(some, begin, 1.0), np.where(some, b, 1.0)
    end = np.where(np.isinf(y), 0.0, y**-s)
    with np.errstate(over="ignore"):
        ratio = np.log1p((np.where(np.isinf(y), x, y) - x) / x)
    finite = ratio * scipy.special.exprel((1 - s) * ratio)
    integral = x ** (1 - s) * np.where(np.isinf(y), 1 / (s - 1) if s > 1 else 0.0, finite)
    value = integral + (x**-s + end) / 2
    rising, omitted = 1.0, np.zeros(np.shape(value))
    for j in range(TERMS + 1):  # B_2j/(2j)! times the difference of derivatives of order 2j - 1
        rising = s if j == 0 else rising * (s + 2 * j - 1) * (s + 2 * j)
        power = s + 2 * j + 1
        term = _BERNOULLI[j] * rising * (x**-power - np.where(np.isinf(y), 0.0, y**-power))
        if j == TERMS:
            omitted = np.abs(term)
        else:
            value = value + term
    value = single + np.where(some, value, 0.0)
    return Sum(value, np.where(some, omitted, 0.0) + 16 * EPS * value)
