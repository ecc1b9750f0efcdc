"""Values that claims predict, where these take more than one evaluation of a claim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..harness import stated

Array = NDArray[np.float64]
Row = tuple[float, float, float, float]

LETTERS = ("w", "T", "x", "o")
DERIVATIVES = {
    "w": "general-solutions/weight-downscaling",
    "T": "general-solutions/target-upscaling",
    "x": "general-solutions/input-downscaling",
    "o": "general-solutions/output-downscaling",
}
"""By the scale that a row of Table 6.1 changes: the claim on the sign of ``gamma_+``'s derivative by it."""


def ends_by_derivatives(rows: Sequence[Row], ends: Array, steps: int = 4000) -> dict[str, Array]:
    """``gamma_+`` of each row, by claim: that of the first, and the integral of its derivative along one scale."""
    found = {}
    for place, (letter, claim) in enumerate(DERIVATIVES.items()):
        values = ends.copy()
        for k, row in enumerate(rows):
            if row[place] != rows[0][place]:
                way = np.geomspace(rows[0][place], row[place], steps)
                at: dict[str, Any] = dict(zip(LETTERS, rows[0], strict=True)) | {letter: way}
                slope = stated.value(claim, "lhs", **at)
                values[k] = ends[0] + np.sum((slope[1:] + slope[:-1]) / 2 * np.diff(way))
        found[claim] = values
    return found


def ends_in_the_table(rows: Sequence[Row], ends: Array) -> Array:
    """``gamma_+`` of each row by general-solutions/table-values, whose lines rise: the rows in their order."""
    lines = ("first", "links[0]", "links[1]", "links[2]")
    listed = np.array([float(stated.value("general-solutions/table-values", line)) for line in lines])
    rank = np.searchsorted(np.unique(ends.round(9)), ends.round(9))
    return np.asarray(listed[rank])


def rates_of_aligned_modes(variances: Array) -> Array:
    """The rate of ``sum a_i^2`` in lazy-rich/mode-rates-any-variance, over ``2 (S - theta)/Z`` times the sum."""
    one: dict[str, Any] = {"a_+[1]": 1.0, "b_+[1]": 1.0, "Z": 1.0, "S": 3.0}  # where theta is one
    rate = stated.value(
        "lazy-rich/mode-rates-any-variance", "equals", sizes={"n_+": 1, "n_-": 0}, m=variances, **one
    )  # fmt: skip
    return rate / 4


def rate_of_the_ratio(start: dict[str, Any], outer: float) -> Array:
    """How fast ``(gamma - gamma_+)/(gamma - gamma_-)`` falls by lazy-rich/ratio-of-distances, in units of R/Z."""
    target, sigma = start["S"], start["Sigma_0"]
    root = np.hypot(target, sigma)
    high, low = (target + root) / sigma, (target - root) / sigma
    first, t = (1 - high) / (1 - low), outer / (2 * root)
    now = first * np.exp(-2 * root * t / outer)
    gamma = (high - low * now) / (1 - now)
    product = stated.value("lazy-rich/ratio-of-distances", "rhs", t=t, Z=outer, **start)
    return -np.log(product / ((1 - low) * (gamma - low)) / first) / t * outer / root


def hyperbola_by_clock(ratio: float) -> float:
    """``Sigma^2 - theta^2`` at ``gamma_+`` over its start, with theta of lazy-rich/theta-by-clock; two weights."""
    gamma = ratio + np.hypot(ratio, 1.0)  # from zero, with Sigma_0 = 2
    start: dict[str, Any] = {"a_0[1]": 1.0, "a_0[2]": 1.0, "b_0[1]": 1.0, "b_0[2]": -1.0, "Z": 1.0, "gamma": gamma}
    theta = stated.value("lazy-rich/theta-by-clock", "first", sizes={"p": 2}, **start)
    return float(((gamma + 1 / gamma) ** 2 - theta**2) / 4)


def by_the_solution(ratio: float) -> tuple[float, float]:
    """Of lazy-rich/general-solution: how fast the ratio of distances falls, times Z/R; the hyperbola, over its start.

    Two weights, a = (1, 1) and b = (1, -1) with Z = 1, so that theta is zero and Sigma two at the start.
    """
    target = 2 * ratio
    root = float(np.hypot(target, 2.0))
    known: dict[str, Any] = {"Z": 1.0, "S": target, "S_0": 0.0, "Sigma_0": 2.0, "t": np.array([0.5, 5.0]) / root}

    def layer(place: int, j: int) -> Array:
        start = {f"a_0[{j}]": 1.0, f"b_0[{j}]": (1.0, -1.0)[j - 1]}
        return stated.value("lazy-rich/general-solution", f"equals[{place}]", sizes={"p": 2, "j": j}, **known, **start)

    a, b = (np.array([layer(place, j) for j in (1, 2)]) for place in (0, 1))
    clock = ((a + b)[:, 0] ** 2).sum() / 4
    high, low = (target + root) / 2, (target - root) / 2
    fallen = np.log(abs((clock - high) / (clock - low)) / abs((1 - high) / (1 - low)))
    weights, theta = (a**2 + b**2).sum(0)[1] / 2, (a * b).sum(0)[1]
    return float(-fallen / 0.5), float((weights**2 - theta**2) / 4)


def unseen_losses(frequencies: Array, sizes: Array, start: float) -> Array:
    """The loss that scaling-laws/expected-loss leaves, of skills of which each unseen one keeps (1 - R_0)^2/2."""
    at: dict[str, Any] = {"A": frequencies, "P[1]": frequencies, "n": sizes[:, None], "S": 1 - start}
    found = stated.value("scaling-laws/expected-loss", "rhs", sizes={"n_s": 1}, **at)  # one skill at a time
    return np.asarray(found.sum(axis=1))


def skill_losses(shares: Array) -> Array:
    """The loss of a skill by emergence/skill-loss-of-the-limit, of whose directions such shares are seen; S = 1."""
    found = []
    for share in shares:
        seen, direction = [[1.0], [0.0]], [[np.sqrt(share)], [np.sqrt(1 - share)]]
        found.append(stated.matrix("emergence/skill-loss-of-the-limit", "rhs", S=1.0, U=seen, u=direction))
    return np.array(found)


def room_for_skills(k: NDArray[Any], functions: int, each: int) -> Array:
    """Strengths of skills k where the last has what emergence/remainder-range leaves it, of so many functions each."""
    whole = (functions - 1) // each  # skills before the last that has any
    rest = float(stated.value("emergence/remainder-range", "links[0]", N=functions, N_c=each, w=whole))
    return np.where(k <= whole, 1.0, np.where(k == whole + 1, rest / each, 0.0))


def mode_strengths(target: float) -> tuple[Array, Array]:
    """Strengths of the three modes at their end by emergence/strength-of-each-mode, and their sum by modes-add-up."""
    names, end = ("alpha", "beta", "gamma"), np.sqrt(2 * target)
    alone: list[dict[str, Any]] = [dict.fromkeys(names, 0.0) | {name: end} for name in names]
    each = [stated.value("emergence/strength-of-each-mode", "rhs", S=target, **state) for state in alone]
    return np.array(each), stated.value("emergence/modes-add-up", "rhs", S=target, **dict.fromkeys(names, end))
