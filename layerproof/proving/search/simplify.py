"""Witnesses made simple, as hypothesis does: smaller sizes, simpler rationals, one at a time and then in pairs.

Nothing here is believed: every trial is asked, exactly, whether it is inside the hypotheses and still refutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from ...ground import effort
from ..exact.balls import Point

Still = Callable[[Point], bool]


def cost(value: Fraction) -> tuple[int, int]:
    """How far a rational is from being simple: its digits (zeros at the end are free), then its size."""
    digits = sum(len(str(part).rstrip("0") or "0") for part in (abs(value.numerator), value.denominator))
    return (digits, abs(value.numerator) + value.denominator)


def _cheaper(trial: Fraction, now: Fraction) -> bool:
    return (cost(trial), trial < 0) < (cost(now), now < 0)


def shrink(point: Point, still: Still, keys: set[Any], deadline: float) -> Point:
    """The simplest point found at which the statement still fails.

    Args:
        point: where it fails.
        still: whether it fails, inside the hypotheses, at a trial.
        keys: the values that matter and may be changed.
        deadline: by `effort.spent`.
    """
    changed = True
    while changed and effort.spent() < deadline:
        changed = False
        for key in sorted(keys & set(point.values), key=lambda k: (not _is_integer(k), -sum(cost(point.values[k])))):
            better = _one(point, key, still, deadline)
            if better is not None:
                point, changed = better, True
        if not changed and (pair := _pairs(point, keys, still, deadline)) is not None:
            point, changed = pair, True
    return point


def _with(point: Point, values: dict[Any, Fraction]) -> Point:
    trial = point.copy()
    trial.values.update(values)
    return trial


def _one(point: Point, key: Any, still: Still, deadline: float) -> Point | None:
    now = point.values[key]
    integer = _is_integer(key)
    best: Point | None = None
    for value in simpler(now, integer):
        if effort.spent() > deadline:
            return best
        if still(trial := _with(point, {key: value})):
            best, now = trial, value
            break
    if not integer and (abs(now) > 4 or 0 < abs(now) < Fraction(1, 4)):
        best = _bisected(best or point, key, now, still, deadline) or best
    return best


def simpler(value: Fraction, integer: bool = False) -> Iterator[Fraction]:
    """Rationals simpler than `value`, the simplest first: small ones, then ever closer approximations of it."""
    seen: set[Fraction] = set()
    small = [Fraction(p, q) for p in range(0, 6) for q in (range(1, 2) if integer else range(1, 5))]
    pool = sorted({*small, *(-s for s in small)}, key=lambda v: (cost(v), v < 0))
    for d in () if integer else (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 50, 100, 1000, 10**4, 10**6, 10**9):
        pool.append(value.limit_denominator(d))
    if value and not integer:
        size = abs(value)
        power = len(str(size.numerator)) - len(str(size.denominator))
        pool += [s * Fraction(10) ** (power + k) for k in (0, 1, -1) for s in ((1,) if value > 0 else (-1,))]
        pool += [Fraction(f"{float(value):.{d}g}") for d in (1, 2, 3, 4, 6, 8)] if _has_float(value) else []
        inverse = 1 / value
        pool += [1 / q for d in (1, 2, 3, 10, 100) if (q := inverse.limit_denominator(d))]
    if integer:
        pool += [Fraction(k) for k in range(6, min(abs(int(value)), 60))]
    for trial in pool:
        better = (abs(trial), trial < 0) < (abs(value), value < 0) if integer else _cheaper(trial, value)
        if trial not in seen and better:
            seen.add(trial)
            yield trial


def _bisected(point: Point, key: Any, now: Fraction, still: Still, deadline: float) -> Point | None:
    """A large number (or the inverse of one) brought down to a round one near where the statement begins to fail."""
    sign, inverted = (1 if now > 0 else -1), abs(now) < 1

    def at(size: int) -> Fraction:
        return sign * (Fraction(1, size) if inverted else Fraction(size))

    low, high = 1, int(1 / abs(now)) if inverted else int(abs(now))
    while high - low > max(1, low // 20) and effort.spent() < deadline:
        middle = (high + low) // 2 if high < 8 * low or high > 10**300 else int((high * low) ** 0.5)
        middle = min(max(middle, low + 1), high - 1)
        if still(_with(point, {key: at(middle)})):
            high = middle
        else:
            low = middle
    digits = len(str(high))
    for d in range(1, digits + 1):
        size = -(-high // 10 ** (digits - d)) * 10 ** (digits - d)
        if _cheaper(at(size), now) and still(trial := _with(point, {key: at(size)})):
            return trial
    return None


def _pairs(point: Point, keys: set[Any], still: Still, deadline: float) -> Point | None:
    """Two values changed together: both to the same simple one, or scaled by the same factor."""
    ordered = [k for k in point.values if k in keys and not _is_integer(k)]
    if len(ordered) > 8:
        return None
    for j, first in enumerate(ordered):
        for second in ordered[j + 1 :]:
            a, b = point.values[first], point.values[second]
            trials = [(v, v) for v in map(Fraction, (0, 1, -1, 2))] + [(Fraction(1), Fraction(-1))]
            if a and b:
                trials += [(Fraction(1), b / a), (a / b, Fraction(1)), (a / abs(a), b / abs(b))]
            for x, y in trials:
                if effort.spent() > deadline:
                    return None
                fewer = _cheaper(x, a) or _cheaper(y, b)
                if fewer and cost(x) <= cost(a) and cost(y) <= cost(b):
                    trial = _with(point, {first: x, second: y})
                    if still(trial):
                        return trial
    return None


def _is_integer(key: Any) -> bool:
    return bool(getattr(key, "is_integer", False))


def _has_float(value: Fraction) -> bool:
    try:
        return float(value) != 0
    except OverflowError:
        return False
