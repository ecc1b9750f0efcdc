"""Two expressions, or one sign, compared at many draws: quickly everywhere, with many digits where it matters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from layerproof.language.written import Written, plain

from ..definedness import parts_of
from ..formulas import DIGITS, CannotEvaluate, Formula, Magnitude, TooLarge, compiled, scale_of
from .findings import Findings
from .sampling import Draws

TOLERANCE = 1e-9
FINE = 1e-30  # relative, where many digits are used
CAREFUL = 8  # draws evaluated with many digits whatever double precision says
LADDER = (DIGITS, 3 * DIGITS, 20 * DIGITS, 100 * DIGITS)
SPARE = 20  # digits of many that rounding may have taken, of the largest thing that was added on the way
ROOT, POWER = 12, 100  # the highest among numbers of which it is asked whether they cancel
SUSPICIOUS = 24  # of those that double precision doubts, how many are looked at again


def equal(left: sp.Expr, right: sp.Expr, draws: Draws, findings: Findings, part: str) -> None:
    """Compare two sides at every draw; suspicious draws, and a sample of the others, again with 50 digits."""
    one, other = compiled((left, right))(draws.values)
    formula = compiled((left, right, scale_of([left, right]), size_of(left) + size_of(right), *_parts(left, right)))
    with np.errstate(all="ignore"):
        error = np.abs(one - other) / np.maximum(np.abs(one), np.abs(other))
        error = np.where(one == other, 0.0, error)
    error = np.broadcast_to(error, (len(draws),))
    doubtful = ~(error <= findings.tolerance)
    for row in _rows(error, doubtful):
        try:
            found = _careful_difference(formula, draws, row)
        except TooLarge as large:
            findings.could_not(f"{part}: {large}, at {_shown(draws, row)}")
            continue
        if found is None:
            findings.could_not(f"{part}: {_no_value(draws, row)}")
        else:
            findings.saw(found, partial(draws.shown, row), part, against=found > 0)
    settled = np.where(doubtful, -1.0, error)
    if (row := int(np.argmax(settled))) >= 0 and settled[row] >= 0:
        findings.saw(float(settled[row]), partial(draws.shown, row), part)


def signed(slack: sp.Expr, strict: bool, draws: Draws, findings: Findings, part: str, near: bool = True) -> None:
    """Look whether `slack` is positive (`strict`) or not negative at every draw.

    Far out (not `near`) nothing may be left of it at any of the draws, and it is yet not 0.
    """
    scale_of_slack = scale_of([slack])
    value, scale = (np.broadcast_to(v, (len(draws),)) for v in compiled((slack, scale_of_slack))(draws.values))
    formula = compiled((slack, scale_of_slack, size_of(slack), *_parts(slack)))
    with np.errstate(all="ignore"):
        margin = value / scale
    doubtful = ~(margin > findings.tolerance)
    looked: dict[int, Any] = {}
    for row in _rows(-margin, doubtful):
        try:
            looked[row] = _careful_sign(formula, draws, row)
        except TooLarge as large:
            findings.could_not(f"{part}: {large}, at {_shown(draws, row)}")
    nowhere = near and all(found == 0 for found in looked.values())  # else 0 may be what is too small for any digits
    for row, found in looked.items():
        if found is None:
            findings.could_not(f"{part}: {_no_value(draws, row)}")
        else:
            fails = found < 0 or (strict and found == 0 and (nowhere or _vanishes(slack, draws, row)))
            findings.saw(float(-found) if fails else 0.0, partial(draws.shown, row), part, against=bool(fails))


def _parts(*sides: Any) -> tuple[Any, ...]:
    """What must have a value, too: ``Abs(log(x))`` has one for a negative x, where the logarithm is complex."""
    return tuple(dict.fromkeys(part for side in sides for part in parts_of(side)))


def size_of(expr: Any) -> Any:
    """The magnitudes of the terms together, also of those in powers and between bars: (x^2 + 2)^2 of (x^2 - 2)^2."""
    if isinstance(expr, sp.Add):
        return sp.Add(*map(size_of, expr.args))
    if isinstance(expr, sp.Mul):
        return sp.Mul(*map(size_of, expr.args))
    if isinstance(expr, sp.Pow) and expr.exp.is_Rational and expr.exp > 0:
        return size_of(expr.base) ** expr.exp
    if isinstance(expr, Written):
        return size_of(expr.value)
    return size_of(expr.args[0]) if isinstance(expr, sp.Abs) else Magnitude(expr)


def undefined(expressions: Sequence[Any], draws: Draws, row: int) -> str:
    """Where one of some expressions has no real value at a draw, in words; empty if each has one."""
    for expr in expressions:
        if expr.is_finite is not False and not all(map(usable, compiled((expr,)).exact(draws.exact(row), DIGITS))):
            return _no_value(draws, row)
    return ""


def _rows(error: Any, doubtful: Any) -> Iterable[int]:
    """The rows to look at with many digits: the worst doubtful ones, and a few spread over all."""
    ranked = np.argsort(np.where(np.isnan(error), np.inf, error))[::-1]
    suspicious = [int(k) for k in ranked if doubtful[k]][:SUSPICIOUS]
    spread = np.linspace(0, len(error) - 1, min(CAREFUL, len(error))).astype(int).tolist()
    return dict.fromkeys([*suspicious, *spread])


def _careful_difference(formula: Formula, draws: Draws, row: int) -> float | None:
    """The relative difference of two sides with many digits, 0.0 where it vanishes.

    None if a side is not real or not defined.  Digits are added until both sides are known: a side that has
    cancelled away says nothing yet, be it inside of a product, and of what is smaller than any number of digits tells,
    nothing is ever said.
    """
    before: list[Any] = []
    sides = formula.expressions[:2]
    for digits in LADDER:
        found = formula.exact(draws.exact(row, digits=digits), digits)
        if not all(usable(v) for v in found):
            return None
        left, right, scale, whole = found[:4]
        with mpmath.workdps(digits):
            gap = abs(left - right)
            rounding = mpmath.mpf(10) ** (SPARE - digits) * whole
            if gap <= FINE * scale or (before and gap <= FINE * abs(before[0] - before[1])):
                return 0.0
            known = [_settled(new, old, e) for new, old, e in zip(found, before, sides, strict=False)]
            if known and all(known) and gap > rounding:
                break
        before = found
    else:
        with mpmath.workdps(digits):
            # a side may have cancelled to less than this
            if gap <= max(rounding, mpmath.mpf(10) ** (-LADDER[-1] // 2) * max(1, scale)):
                return 0.0
    return float(gap / max(abs(left), abs(right)))


def _settled(new: Any, old: Any, expr: sp.Expr) -> bool:
    return bool(expr == 0 or (new != 0 and abs(new - old) <= 1e-20 * abs(new)))


def _careful_sign(formula: Formula, draws: Draws, row: int) -> Any:
    """The value relative to its terms, exactly 0 where it vanishes with all digits.

    None if it is not real or not defined.
    """
    for digits in LADDER:
        found = formula.exact(draws.exact(row, digits=digits), digits)
        if not all(map(usable, found)):
            return None
        value, scale, whole = found[:3]
        with mpmath.workdps(digits):
            if abs(value) > mpmath.mpf(10) ** (SPARE - digits) * whole:
                return value / scale
    return mpmath.mpf(0)


def _vanishes(slack: sp.Expr, draws: Draws, row: int) -> bool:
    """Whether what has no digits left is exactly 0: ``1 - 1/(1 + exp(-x))`` has none left at a large x, and is not."""
    values: dict[sp.Basic, sp.Expr] = {}
    defined = {symbol for symbol, _ in draws.definitions}
    for symbol, drawn in draws.values.items():
        if symbol not in defined:
            values[symbol] = sp.Rational(float(drawn[row]))
    for symbol, branches in draws.definitions:
        near = float(draws.values[symbol][row])
        values[symbol] = min((b.xreplace(values) for b in branches), key=lambda b: abs(complex(b) - near))
    at = plain(slack).xreplace(values)
    simple = all(p.exp.is_Rational and p.exp.q <= ROOT and abs(p.exp) <= POWER for p in at.atoms(sp.Pow))
    if at == 0 or not simple or at.has(sp.Function):  # SymPy may look for other values without end
        return bool(at == 0)
    at = sp.expand(at)
    return bool(at == 0 or (at.is_algebraic and at.equals(0)))


def usable(value: Any) -> bool:
    """Whether a value is a real number."""
    return bool(mpmath.isfinite(value) and mpmath.im(value) == 0)


def _no_value(draws: Draws, row: int) -> str:
    shown = _shown(draws, row)
    return f"no real value at {shown}, which is inside the hypotheses" if shown else "no real value"


def _shown(draws: Draws, row: int) -> str:
    return ", ".join(f"{name} = {value:.4g}" for name, value in draws.shown(row).items())


__all__ = ["CannotEvaluate", "equal", "signed", "undefined", "usable"]
