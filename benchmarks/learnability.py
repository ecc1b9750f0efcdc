"""Learnability against a plain root finder, as the number of modes grows, in one run and as ratios.

    python benchmarks/learnability.py [--quick]

The plain way is `scipy.optimize.brentq` on ``sum_k rho_k/(rho_k + kappa) - n`` in log(kappa), bracketed by the
spectrum.  Both find kappa for the power law rho_k = k^-2, for one number of samples (n = 100) and for a curve of 50
numbers; the curve by brentq is timed on a sample of its points and scaled up.  The last columns give the spectrum by
its exponent (`power_law`), which costs nearly the same for every p.  Times vary with the machine; the ratios, and how
they grow, are what to look at, and nothing is asserted.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import brentq

from layerproof.numerics.regression.learnability import learnability
from layerproof.numerics.regression.spectra import power_law


def plain(rho: np.ndarray, n: float) -> float:
    """Kappa by a root finder on the plain sum."""
    total, last = rho.sum(), rho.min()

    def excess(log_kappa: float) -> float:
        return float((rho / (rho + math.exp(log_kappa))).sum() - n)

    return math.exp(brentq(excess, math.log(last) + math.log((rho.size - n) / n) - 1, math.log(total / n), xtol=1e-13))


def timed(work: Callable[[], Any], least: float = 0.1) -> tuple[float, Any]:
    """Seconds a call, the best of three or more that take `least` seconds together."""
    best, spent, result, calls = math.inf, 0.0, None, 0
    while spent < least or calls < 3:
        begun = time.process_time()
        result = work()
        best = min(best, time.process_time() - begun)
        spent += time.process_time() - begun
        calls += 1
        if spent > 10:
            break
    return best, result


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="up to a million modes")
    sizes = [10**k for k in range(3, 7 if parser.parse_args().quick else 8)]
    print("seconds of one core; ratio = brentq / learnability; error = largest relative difference of kappa\n")
    print(f"{'p':>9} | {'one n: brentq':>14} {'ours':>9} {'ratio':>7} | {'50 n: brentq':>13} {'ours':>9} {'ratio':>7} "
          f"| {'error':>8} | {'power_law, 50 n':>15} {'ratio':>8}")  # fmt: skip
    rows = []
    for p in sizes:
        rho = np.arange(1.0, p + 1.0) ** -2
        curve = np.geomspace(1.0, 0.9 * p, 50)
        some = curve[:: 10 if p >= 10**6 else 5]
        one_plain, kappa = timed(lambda rho=rho: plain(rho, 100.0))  # type: ignore[misc]
        one_ours, found = timed(lambda rho=rho: float(learnability(rho, 100.0).kappa))  # type: ignore[misc]
        begun = time.process_time()
        wanted = np.array([plain(rho, n) for n in some])
        curve_plain = (time.process_time() - begun) / some.size * curve.size
        curve_ours, kappas = timed(lambda rho=rho, curve=curve: learnability(rho, curve).kappa)  # type: ignore[misc]
        law, by_law = timed(lambda p=p, curve=curve: learnability(power_law(1.0, p), curve).kappa)  # type: ignore[misc]
        where = np.searchsorted(curve, some)
        error = max(
            abs(found / kappa - 1), np.abs(kappas[where] / wanted - 1).max(), np.abs(by_law[where] / wanted - 1).max()
        )
        rows.append((one_plain, one_ours, curve_plain, curve_ours, law))
        print(f"{p:>9} | {one_plain:>14.4f} {one_ours:>9.4f} {one_plain / one_ours:>7.1f} | {curve_plain:>13.3f} "
              f"{curve_ours:>9.4f} {curve_plain / curve_ours:>7.0f} | {error:>8.0e} | {law:>15.4f} "
              f"{curve_plain / law:>8.0f}", flush=True)  # fmt: skip
    growth = np.log10(np.array(rows[-1]) / np.array(rows[-3])) / 2
    names = ("one n, brentq", "one n, ours", "50 n, brentq", "50 n, ours", "50 n, power_law")
    print("\ntime grows as p to the power (over the last two decades): "
          + ", ".join(f"{name} {power:.2f}" for name, power in zip(names, growth, strict=True)))  # fmt: skip


if __name__ == "__main__":
    main()
