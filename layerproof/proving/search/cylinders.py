"""The search for `Cylinders`: critical values of one variable, and a rational between any two."""

from __future__ import annotations

import itertools
from fractions import Fraction

import sympy as sp
from flint import fmpq_mpoly

from ..sign_sets import NONNEGATIVE, NONPOSITIVE, NONZERO
from .certificates import Cylinders, Signs, critical_values, in_plane

_DEGREE = 10


def cylinders(poly: fmpq_mpoly, signs: Signs, strict: bool) -> Cylinders | None:
    """A certificate for a polynomial in two variables, or a form in three that are not negative; None if there is none.

    The polynomial should be irreducible: where it has a repeated factor, its discriminant vanishes.
    """
    if len(signs) not in (2, 3) or poly.total_degree() > _DEGREE or NONZERO in signs:
        return None
    for axes in itertools.permutations(range(len(signs))):
        if len(axes) == 3 and axes[0] > axes[1]:
            continue
        samples = _samples(poly, axes, signs)
        if samples is None:
            continue
        found = Cylinders(axes, samples)
        if found.check(poly, signs, strict):
            return found
        return None  # a sample shows a root: another order of the variables does not mend that
    return None


def _samples(poly: fmpq_mpoly, axes: tuple[int, ...], signs: Signs) -> tuple[Fraction, ...] | None:
    x, y = sp.symbols("x y", real=True)
    plane = in_plane(poly, axes, x, y)
    critical = critical_values(plane, x, y, signs[axes[1]])
    if critical is None:
        return None
    first = signs[axes[0]]
    spans = critical.intervals(eps=sp.Rational(1, 1000)) if critical.degree() > 0 else []
    spans = _apart(critical, spans)
    edges: list[tuple[sp.Rational, sp.Rational]] = [s for s, _ in spans] if spans else []
    if first <= NONNEGATIVE:
        edges = [(sp.S.Zero, sp.S.Zero), *[(max(a, sp.S.Zero), b) for a, b in edges if b > 0]]
    elif first <= NONPOSITIVE:
        edges = [*[(a, min(b, sp.S.Zero)) for a, b in edges if a < 0], (sp.S.Zero, sp.S.Zero)]
    found: list[sp.Rational] = []
    if not edges:
        return (Fraction(0),)
    if not first <= NONNEGATIVE:
        found.append(sp.floor(edges[0][0]) - 1)
    found += [_between(b, c) for (_, b), (c, _) in itertools.pairwise(edges) if b < c]
    if not first <= NONPOSITIVE:
        found.append(sp.floor(edges[-1][1]) + 1)
    return tuple(Fraction(int(s.p), int(s.q)) for s in found)


def _apart(critical: sp.Poly, spans: list) -> list:  # type: ignore[type-arg]
    """Isolating intervals that do not touch."""
    eps = sp.Rational(1, 1000)
    for _ in range(12):
        if all(a[0][1] < b[0][0] for a, b in itertools.pairwise(spans)):
            break
        eps = eps / 1000
        spans = critical.intervals(eps=eps)
    return spans


def _between(low: sp.Rational, high: sp.Rational) -> sp.Rational:
    """A simple rational strictly between two."""
    middle = (low + high) / 2
    for d in (1, 2, 3, 4, 5, 8, 10, 100, 1000, 10**6):
        close = sp.Rational(Fraction(int(middle.p), int(middle.q)).limit_denominator(d))
        if low < close < high:
            return close
    return middle
