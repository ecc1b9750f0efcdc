"""Sums over skills by Gauss rules against the direct sum, as the number of skills grows, in one run, as ratios.

    python benchmarks/scaling_sums.py [--quick]

Every row is the loss of the multilinear model (thesis (4.17), infinite data) at 20 times from 10 to 10^7, for n_s
skills.  The direct sum takes NumPy over all skills, in chunks of a million, one time after the other.  The first call
of a new n_s builds its rule, which later calls share; both are timed.  The error is the largest relative difference
and the bound is the one that the result states.  Times vary with the machine; the ratios are what counts; nothing is
asserted.
"""

from __future__ import annotations

import argparse
import math
import time

import numpy as np

from layerproof.numerics.scaling import power_sums
from layerproof.numerics.scaling.profiles import Saturating
from layerproof.numerics.scaling.skills import MultilinearModel, loss_in_time

ALPHA, CHUNK = 0.6, 10**6
TIMES = np.logspace(1, 7, 20)


def direct(model: MultilinearModel, times: np.ndarray) -> np.ndarray:
    """The loss by NumPy over all skills, chunk by chunk; the normalisation too."""
    skills = int(model.skills)
    sums, total = np.zeros(len(times)), 0.0
    for first in range(1, skills + 1, CHUNK):
        weights = np.arange(first, min(first + CHUNK, skills + 1), dtype=float) ** -(ALPHA + 1)
        total += weights.sum()
    for first in range(1, skills + 1, CHUNK):
        weights = np.arange(first, min(first + CHUNK, skills + 1), dtype=float) ** -(ALPHA + 1)
        rate = 2 * model.eta * model.S / total * weights
        for place, at in enumerate(times):
            misfit = 1 / (1 + np.exp(np.minimum(rate * at, 700.0)) / model.odds)
            sums[place] += weights @ misfit**2
    return model.S**2 / 2 * sums / total


def seconds(action) -> tuple[float, object]:
    """Wall time of one call, and its result."""
    begun = time.perf_counter()
    result = action()
    return time.perf_counter() - begun, result


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="direct sums to 10^6 skills only")
    quick = parser.parse_args().quick
    largest = 10**6 if quick else 10**8
    loss_in_time(MultilinearModel(1.0, 1000), TIMES)  # imports and first calls
    print(f"{len(TIMES)} times, alpha = {ALPHA}; direct sums to {largest:.0e} skills\n")
    heads = ("skills", 8), ("direct s", 10), ("first ms", 9), ("later ms", 9), ("ratio", 9), ("nodes", 6)
    print(*(f"{head:>{width}}" for head, width in (*heads, ("error", 8), ("bound", 8))))
    for skills in (10**4, 10**5, 10**6, 10**7, 10**8, 10**12, 10**15, math.inf):
        power_sums._rule.cache_clear()
        power_sums.counting_rule.cache_clear()
        power_sums.tail_rule.cache_clear()
        model = MultilinearModel(ALPHA, skills)
        first, _ = seconds(lambda model=model: loss_in_time(model, TIMES))
        later, found = min(
            (seconds(lambda model=model: loss_in_time(model, TIMES)) for _ in range(7)), key=lambda pair: pair[0]
        )
        reach = (TIMES[-1] * model.clock / (power_sums.TAIL_REACH * math.pi / 2)) ** (1 / model.s)
        rule = power_sums._rule(
            model.s, 1, model.skills, Saturating(model.odds).angle, 2.0 ** math.ceil(math.log2(reach))
        )
        bound = float((found.error / found.value).max())
        if skills <= largest:
            slow, expected = seconds(lambda model=model: direct(model, TIMES))
            error = f"{np.abs(found.value / expected - 1).max():8.0e}"
            ratio, slow_text = f"{slow / later:8.0f}x", f"{slow:10.3f}"
        else:
            error, ratio, slow_text = f"{'':>8}", f"{'':>9}", f"{'':>10}"
        cost = f"{first * 1e3:9.2f} {later * 1e3:9.2f}"
        print(f"{skills:8.0e} {slow_text} {cost} {ratio} {len(rule.points):6d} {error} {bound:8.0e}")


if __name__ == "__main__":
    main()
