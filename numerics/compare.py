"""Two expressions, or one sign, compared at many draws: quickly everywhere, with many digits where it matters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from .findings import Findings
from .formulas import DIGITS, CannotEvaluate, Formula, scale_of
from .sampling import Draws

TOLERANCE = 1e-9
FINE = 1e-30  # relative, where many digits are used
CAREFUL = 20  # draws evaluated with many digits whatever double precision says
SUSPICIOUS = 24  # of those that double precision doubts, how many are looked at again


def equal(left: sp.Expr, right: sp.Expr, draws: Draws, findings: Findings, part: str) -> None:
    """Compare two sides at every draw; suspicious draws, and a sample of the others, again with 50 digits."""
    formula = Formula([left, right, scale_of([left, right])])
    one, other, _ = formula(draws.values)
    with np.errstate(all="ignore"):
        error = np.abs(one - other) / np.maximum(np.abs(one), np.abs(other))
        error = np.where(one == other, 0.0, error)
    error = np.broadcast_to(error, (len(draws),))
    doubtful = ~(error <= findings.tolerance)
    for row in _rows(error, doubtful):
        found = _careful_difference(formula, draws, row)
        if found is None:
            findings.could_not(f"{part}: no real value at {_shown(draws, row)}, which is inside the hypotheses")
        else:
            findings.saw(found, draws.shown(row), part, against=found > 0)
    settled = np.where(doubtful, -1.0, error)
    if (row := int(np.argmax(settled))) >= 0 and settled[row] >= 0:
        findings.saw(float(settled[row]), draws.shown(row), part)


def signed(slack: sp.Expr, strict: bool, draws: Draws, findings: Findings, part: str) -> None:
    """Look whether `slack` is positive (`strict`) or not negative at every draw."""
    formula = Formula([slack, scale_of([slack])])
    value, scale = (np.broadcast_to(v, (len(draws),)) for v in formula(draws.values))
    with np.errstate(all="ignore"):
        margin = value / scale
    doubtful = ~(margin > findings.tolerance)
    for row in _rows(-margin, doubtful):
        found = _careful_sign(formula, draws, row)
        if found is None:
            findings.could_not(f"{part}: no real value at {_shown(draws, row)}, which is inside the hypotheses")
        else:
            fails = found < 0 or (found == 0 and strict)
            findings.saw(float(-found) if fails else 0.0, draws.shown(row), part, against=bool(fails))


def _rows(error: Any, doubtful: Any) -> Iterable[int]:
    """The rows to look at with many digits: the worst doubtful ones, and a few spread over all."""
    ranked = np.argsort(np.where(np.isnan(error), np.inf, error))[::-1]
    suspicious = [int(k) for k in ranked if doubtful[k]][:SUSPICIOUS]
    spread = np.linspace(0, len(error) - 1, min(CAREFUL, len(error))).astype(int).tolist()
    return dict.fromkeys([*suspicious, *spread])


def _careful_difference(formula: Formula, draws: Draws, row: int) -> float | None:
    """The relative difference with 50 digits, 0.0 if it vanishes with more; None if a side is not real or not defined."""
    left, right, scale = formula.exact(draws.exact(row), DIGITS)
    if not all(_usable(v) for v in (left, right, scale)):
        return None
    with mpmath.workdps(DIGITS):
        gap = abs(left - right)
        if gap <= FINE * scale:
            return 0.0
        finer = formula.exact(draws.exact(row, digits=3 * DIGITS), 3 * DIGITS)
        if abs(finer[0] - finer[1]) <= FINE * gap:  # it was cancellation
            return 0.0
        return float(gap / max(abs(left), abs(right)))


def _careful_sign(formula: Formula, draws: Draws, row: int) -> Any:
    value, scale = formula.exact(draws.exact(row), DIGITS)
    if not (_usable(value) and _usable(scale)):
        return None
    if abs(value) > FINE * scale:
        return value / scale
    value, scale = formula.exact(draws.exact(row, digits=3 * DIGITS), 3 * DIGITS)
    return value / scale if abs(value) > FINE**3 * scale else mpmath.mpf(0)


def _usable(value: Any) -> bool:
    return bool(mpmath.isfinite(value) and mpmath.im(value) == 0)


def _shown(draws: Draws, row: int) -> str:
    return ", ".join(f"{name} = {value:.4g}" for name, value in draws.shown(row).items())


__all__ = ["CannotEvaluate", "equal", "signed"]
