r"""The multilinear model extended in time and in parameters; thesis (5.1), (5.2) and (5.6) to (5.9).

Each model is here twice: as the formula for its skill strength R_k, and as the thing itself, integrated.  Learning is
gradient flow of half the mean square (4.5) with learning rate eta, and R_k is in the unit of the target scale S.

* Time (5.2): with basis functions shrunk by B, the exponent has B and not the printed B^2
  (`emergence/time-emergence`).
* Parameters (5.9): right as printed.

Data, (5.3) to (5.5), are in `few_shots`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.special
from numpy.typing import ArrayLike

from layerproof.derivations.emergence import letters, missing_basis, multilinear, shrunk_basis

from ..flows import integrate_flow
from ..formulas import Array
from .few_shots import Basis, Fit, basis_samples, minimum_norm
from .ranges import at_least, number_of, positive, target_scale

# -- Time: basis functions shrunk by B -------------------------------------------------------------------------------


def time_strength(
    frequency: ArrayLike,
    time: ArrayLike,
    *,
    target: float,
    initial: float,
    shrink: float = 1.0,
    learning_rate: float = 1.0,
    printed: bool = False,
) -> Array:
    """R_k of the model (5.1) with unlimited data, a sigmoid in time; shape of `frequency` and `time` broadcast.

    With ``shrink = 1`` it is the multilinear model, (4.11).

    Args:
        frequency: P_s(k), at most 1, or the share ``d_k/D`` of the samples.
        time: T.
        target: S.
        initial: R_k(0), the strength ``a_k b_k B`` and not the product ``a_k b_k``.
        shrink: B, above 0 and at most 1.
        learning_rate: eta.
        printed: with B^2 in the exponent, as (5.2) prints.

    Raises:
        ValueError: unless 0 < R(0) < S, 0 < B <= 1, 0 <= P <= 1, T >= 0.
    """
    p, t = at_least(frequency, "frequencies", 0.0, 1.0), at_least(time, "times", 0.0)
    _check_start(target, initial, shrink)
    rate = 2 * positive(learning_rate, "learning rate") * target * (shrink**2 if printed else shrink)
    delay = math.log(target - initial) - math.log(initial)
    return target * np.asarray(scipy.special.expit(rate * p * t - delay))


def train_in_time(
    frequency: ArrayLike, times: ArrayLike, *, target: float, initial: float, shrink: float, learning_rate: float = 1.0
) -> Array:
    """The same strength, by integrating the gradient flow of (5.1) from equal layers; shape (frequencies, times).

    It agrees with the closed form to about 1e-12.  Frequencies must be above zero.
    """
    p = np.atleast_1d(at_least(frequency, "frequencies", 0.0, 1.0))
    _check_start(target, initial, shrink)
    layer = math.sqrt(initial / shrink)
    values: dict[Any, ArrayLike] = {
        letters.eta: positive(learning_rate, "learning rate"),
        shrunk_basis.P: p,
        letters.S: target,
        shrunk_basis.shrink: shrink,
    }
    both = {multilinear.a: np.full(len(p), layer), multilinear.b: np.full(len(p), layer)}
    found = integrate_flow(shrunk_basis.slow, both, values, times)
    return np.asarray(found.states.prod(axis=2) * shrink)


def _check_start(target: float, initial: float, shrink: float) -> None:
    if not 0 < initial < target_scale(target):
        raise ValueError(f"got R(0) = {initial} and S = {target}; expected 0 < R(0) < S")
    if not 0 < shrink <= 1:
        raise ValueError(f"got B = {shrink}; expected 0 < B <= 1")


# -- Parameters: N basis functions, N_c a skill ----------------------------------------------------------------------


@dataclass(frozen=True)
class Room:
    """Which skills a model of N basis functions can express; thesis (5.6), (5.7).

    Attributes:
        last: q, the last skill that has any.
        part: r, how many that skill has, from 1 to N_c.
        complete: how many skills have all of theirs.
    """

    last: int
    part: int
    complete: int


def room(width: int, basis: int) -> Room:
    """q and r for N = `width` and N_c = `basis`.

    Raises:
        ValueError: if N or N_c is below 1.
    """
    n, each = number_of(width, "N"), number_of(basis, "N_c")
    q = (n - 1) // each + 1
    r = n - (q - 1) * each
    return Room(q, r, q - 1 + (r == each))


def width_strength(skill: ArrayLike, width: ArrayLike, basis: int, *, target: float = 1.0) -> Array:
    """R_k with unlimited time and data, thesis (5.9); shapes of `skill` and `width` broadcast.

    One expression for its three cases: ``N - (k-1) N_c`` basis functions are left for skill k, at most N_c.
    """
    k, n = at_least(skill, "skills", 1.0), at_least(width, "widths", 0.0)
    each = number_of(basis, "N_c")
    return target_scale(target) * np.clip((n - (k - 1) * each) / each, 0.0, 1.0)


def train_part(
    part: int,
    basis: int,
    times: ArrayLike,
    *,
    frequency: float = 1.0,
    target: float = 1.0,
    start: float = 1e-3,
    learning_rate: float = 1.0,
    draws: int = 1,
    seed: int = 0,
) -> Array:
    """R_k while r = `part` of N_c = `basis` functions learn from unlimited data, of shape (draws, times).

    The gradient flow of Proposition B.1.2, integrated.  a starts at `start` and B in a random direction with half of
    that norm.

    Raises:
        ValueError: unless 1 <= r <= N_c, and for numbers that must be positive.
    """
    if not 1 <= part <= basis:
        raise ValueError(f"got {part} of {basis} basis functions; expected 1 <= r <= N_c")
    positive(start, "start")
    first = np.random.default_rng(seed).standard_normal((number_of(draws, "draws"), part))
    first *= start / 2 / np.linalg.norm(first, axis=1, keepdims=True)
    found = integrate_flow(
        missing_basis.partial_flow,
        {missing_basis.a_q: np.full(draws, start), "b_q": first},
        {
            letters.eta: positive(learning_rate, "learning rate"),
            shrunk_basis.P: positive(frequency, "frequency"),
            letters.S: target_scale(target),
        },
        times,
        sizes={missing_basis.r: part, missing_basis.N_c: basis},
    )
    a = [v.name for v in found.variables].index("a_q")
    scale = found.states[:, :, a]
    entries = np.delete(found.states, a, axis=2)
    return np.asarray(scale * entries.sum(axis=2) / math.sqrt(basis))


def learn_part(
    part: int, basis: int, samples: int, *, target: float = 1.0, kind: Basis = "characters", seed: int = 0
) -> Fit:
    """What r of N_c basis functions learn from a finite number of samples, on which the missing ones are noise."""
    rng = np.random.default_rng(seed)
    return minimum_norm(basis_samples(kind, samples, basis, rng), target=target, included=part)
