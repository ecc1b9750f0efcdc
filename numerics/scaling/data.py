r"""Sampled data sets of many skills, and the loss that the multilinear model reaches on them.

The skill of a sample is drawn from the power law ``P(k) = k^-(alpha+1) / sum_j j^-(alpha+1)``, thesis (4.1).  What
training sees of a data set of D samples is how often each skill occurs, ``d_1, ..., d_ns``: a multinomial.  It is drawn
exactly for any number of skills, and no table of that length is made.  One multinomial gives the counts of the most
frequent skills and of *blocks* of rarer ones, each twice as long as the one before; inside a block a skill is drawn
uniformly and kept with probability ``(low/k)^(alpha+1)``, which is at least ``2^-(alpha+1)``.  Inverting a distribution
function instead would be limited by the 53 bits of a uniform number, which do not tell apart single skills among 1e12.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.special
from numpy.typing import ArrayLike, NDArray

from ..formulas import Array
from .ranges import positive, target_scale

Counts = NDArray[np.int64]

MOST_SKILLS = 2**53
MOST_CELLS = 2 * 10**8
SMALLEST_HEAD = 16


@dataclass(frozen=True)
class PowerLaw:
    """The frequencies of skills, ``P(k)`` proportional to ``k^-(alpha+1)`` for k = 1 to n_s; thesis (4.1).

    Attributes:
        alpha: above zero.
        skills: their number n_s, up to 2^53.

    Raises:
        ValueError: if alpha or the number of skills is out of range.
    """

    alpha: float
    skills: int

    def __post_init__(self) -> None:
        if not (math.isfinite(self.alpha) and self.alpha > 0):
            raise ValueError(f"got alpha = {self.alpha}; expected a number above 0")
        if not (self.skills == int(self.skills) and 1 <= self.skills <= MOST_SKILLS):
            raise ValueError(f"got {self.skills} skills; expected a whole number from 1 to 2^53")
        object.__setattr__(self, "skills", int(self.skills))

    @cached_property
    def normalisation(self) -> float:
        """The sum of ``k^-(alpha+1)`` over all skills, that is 1/A of thesis (4.19)."""
        return float(self._sum(1, self.skills + 1))

    def probability(self, skill: ArrayLike) -> Array:
        """``P(k)``; shape of `skill`; zero beyond the last skill.

        Raises:
            ValueError: if a skill is below one.
        """
        k = np.asarray(skill, dtype=float)
        if (k < 1).any():
            raise ValueError(f"got skill {k.min():g}; skills are numbered from 1")
        return np.where(k <= self.skills, k ** -(self.alpha + 1) / self.normalisation, 0.0)

    def mass(self, low: ArrayLike, high: ArrayLike) -> Array:
        """The probability of ``low <= k < high``; any number of skills costs the same."""
        last = np.minimum(np.asarray(high, dtype=float), self.skills + 1.0)
        first = np.minimum(np.maximum(np.asarray(low, dtype=float), 1.0), last)
        return self._sum(first, last) / self.normalisation

    def _sum(self, low: ArrayLike, high: ArrayLike) -> Array:
        """Hurwitz' zeta function at both ends; to about 1e-16 / min(1, alpha log(high/low)) of its value."""
        s = self.alpha + 1
        return np.asarray(scipy.special.zeta(s, low) - scipy.special.zeta(s, high), dtype=float)


@dataclass(frozen=True)
class SkillData:
    """How often each skill occurs in each of several data sets.

    Attributes:
        law: of the skills.
        samples: D, in each data set.
        head: counts of skills 1, 2, ..., of shape (data sets, head); they may be zero.
        tail_set: for each rarer skill that occurs, the number of its data set; ordered by data set, then by skill.
        tail_skill: the skill.
        tail_count: how often it occurs there, at least once.
    """

    law: PowerLaw
    samples: int
    head: Counts
    tail_set: Counts
    tail_skill: Counts
    tail_count: Counts

    @property
    def sets(self) -> int:
        """The number of data sets."""
        return len(self.head)

    def counts(self, skills: ArrayLike) -> Counts:
        """``d_k`` for the given skills, of shape (data sets, skills).

        Raises:
            ValueError: if a skill is not among 1 to n_s.
        """
        wanted = np.atleast_1d(np.asarray(skills, dtype=np.int64))
        if wanted.ndim != 1 or (wanted < 1).any() or (wanted > self.law.skills).any():
            raise ValueError(f"got skills {wanted}; expected a list of numbers from 1 to {self.law.skills}")
        found = np.zeros((self.sets, len(wanted)), dtype=np.int64)
        known = wanted <= self.head.shape[1]
        found[:, known] = self.head[:, wanted[known] - 1]
        for column in np.flatnonzero(~known):
            here = self.tail_skill == wanted[column]
            found[self.tail_set[here], column] = self.tail_count[here]
        return found

    def distinct(self) -> Counts:
        """How many different skills each data set has, of shape (data sets,)."""
        return np.asarray(np.count_nonzero(self.head, axis=1) + np.bincount(self.tail_set, minlength=self.sets))

    def unobserved(self, most: int | None = None) -> Array:
        """The probability of the skills up to `most` (all, if None) that a data set lacks; shape (data sets,)."""
        most = self.law.skills if most is None else min(most, self.law.skills)
        head = min(most, self.head.shape[1])
        lacking = (self.head[:, :head] == 0) @ self.law.probability(np.arange(1, head + 1))
        inside = self.tail_skill <= most
        seen = np.bincount(
            self.tail_set[inside], self.law.probability(self.tail_skill[inside]), minlength=self.sets
        ).astype(float)
        # the subtraction may leave a rounding error where nearly all of a short tail was seen
        return np.asarray(lacking + np.maximum(self.law.mass(head + 1, most + 1) - seen, 0.0))


def head_for(law: PowerLaw, samples: int) -> int:
    """The number of skills that are expected at least about once; it balances the work on the head and the tail."""
    about = (max(samples, 1) / law.normalisation) ** (1 / (law.alpha + 1))
    return int(min(law.skills, max(SMALLEST_HEAD, math.ceil(about))))


def sample(law: PowerLaw, samples: int, sets: int = 1, *, seed: int = 0, head: int | None = None) -> SkillData:
    """Draw `sets` data sets of `samples` independent samples each.

    The distribution is exact up to the rounding of double precision, for every skill.  The cost grows with
    ``sets * samples^(1/(alpha+1))``, and with the number of skills only as its logarithm.

    Args:
        law: of the skills.
        samples: D, at least 0.
        sets: at least 1.
        seed: of the random numbers.
        head: how many skills have a column of their own; by default `head_for`.

    Raises:
        ValueError: for no data sets, negative numbers, or more counts than memory would hold.
    """
    if not (samples == int(samples) and 0 <= samples < 2**62):
        raise ValueError(f"got {samples} samples; expected a whole number from 0 to 2^62")
    if not (sets == int(sets) and sets >= 1):
        raise ValueError(f"got {sets} data sets; expected at least 1")
    width = head_for(law, samples) if head is None else min(head, law.skills)
    if width < 1:
        raise ValueError(f"got a head of {width} skills; expected at least 1")
    edges = [width + 1]
    while edges[-1] <= law.skills:
        edges.append(min(2 * edges[-1], law.skills + 1))
    low, high = np.array(edges[:-1], dtype=np.int64), np.array(edges[1:], dtype=np.int64)
    in_tail = samples * float(law.mass(width + 1, law.skills + 1))
    if sets * (width + in_tail) > MOST_CELLS:
        raise ValueError(
            f"{sets} data sets of {samples} samples need about {sets * (width + in_tail):.2g} counts; "
            f"ask for fewer sets (at most {MOST_CELLS:.0e} counts are held at once)"
        )
    rng = np.random.default_rng(seed)
    chances = np.concatenate([law.probability(np.arange(1, width + 1)), law.mass(low, high)])
    drawn = rng.multinomial(samples, chances / chances.sum(), size=sets)
    tail = drawn[:, width:]
    where = np.repeat(np.repeat(np.arange(sets), tail.shape[1]), tail.ravel())
    block = np.repeat(np.tile(np.arange(tail.shape[1]), sets), tail.ravel())
    skill = _inside(low[block], high[block], law.alpha + 1, rng)
    order = np.lexsort((skill, where))
    where, skill = where[order], skill[order]
    first = np.flatnonzero(np.r_[True, (np.diff(where) != 0) | (np.diff(skill) != 0)]) if len(skill) else where
    counts = np.diff(np.r_[first, len(skill)])
    return SkillData(law, int(samples), drawn[:, :width], where[first], skill[first], counts)


def _inside(low: Counts, high: Counts, exponent: float, rng: np.random.Generator) -> Counts:
    """One skill for each block ``low <= k < high <= 2 low``, with probability proportional to ``k^-exponent``."""
    skill = np.empty_like(low)
    waiting = np.arange(len(low))
    while len(waiting):
        proposed = rng.integers(low[waiting], high[waiting])
        kept = rng.random(len(waiting)) < (low[waiting] / proposed) ** exponent
        skill[waiting[kept]] = proposed[kept]
        waiting = waiting[~kept]
    return skill


def sampled_loss(
    data: SkillData,
    *,
    target: float = 1.0,
    time: float = math.inf,
    initial: float = 0.0,
    learning_rate: float = 1.0,
    model: int | None = None,
) -> Array:
    """The loss (4.17) of the multilinear model trained on each data set, of shape (data sets,).

    The loss is half the mean square (4.5), over all inputs; each skill that is in the model has the loss (4.18) at its
    own count ``d_k``, each other one ``S^2/2``.

    Args:
        data: the counts.
        target: the target scale S.
        time: T; by default training to the end, where a skill is learned if it was observed once (4.26).
        initial: the skill strength R_k(0), from 0 to below S; 0 stands for the limit of small initial values, and so
            only goes with an infinite time.
        learning_rate: eta.
        model: N, the number of skills that the model has; by default all.

    Raises:
        ValueError: if a number is outside of its range.
    """
    if not 0 <= initial < target_scale(target):
        raise ValueError(f"got initial strength {initial}; expected 0 <= R(0) < S = {target}")
    if not time >= 0:
        raise ValueError(f"got time {time}; expected a number of at least 0")
    if initial == 0 and math.isfinite(time):
        raise ValueError("from an initial strength of 0 nothing is learned in a finite time; give R(0) > 0")
    if data.samples == 0:
        raise ValueError("got data sets of 0 samples, on which no loss is defined")
    skills = data.law.skills if model is None else min(model, data.law.skills)
    if skills < 0:
        raise ValueError(f"got a model of {model} skills; expected at least 0")
    loss = data.unobserved(skills) * (target - initial) ** 2 / 2 + data.law.mass(skills + 1, data.law.skills + 1) * (
        target**2 / 2
    )
    if math.isinf(time):
        return loss
    pace = 2 * positive(learning_rate, "learning rate") * target * time / data.samples
    delay = math.log(target - initial) - math.log(initial)

    def learned(counts: Counts, skill: ArrayLike) -> Array:
        left = scipy.special.expit(delay - pace * counts)
        return np.where(counts > 0, data.law.probability(skill) * target**2 / 2 * left**2, 0.0)

    head = min(skills, data.head.shape[1])
    inside = data.tail_skill <= skills
    rare = learned(data.tail_count[inside], data.tail_skill[inside])
    common = learned(data.head[:, :head], np.arange(1, head + 1)).sum(axis=1)
    return np.asarray(loss + common + np.bincount(data.tail_set[inside], rare, minlength=data.sets))
