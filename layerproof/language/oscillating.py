"""Cosines and sines of a random variable: products as sums, and the two parts of a complex exponential's mean."""

from __future__ import annotations

import sympy as sp

Wave = tuple[sp.Expr, sp.Expr]
_MOST = 64  # terms of a product of cosines and sines


def waves_in(term: sp.Expr, x: sp.Symbol) -> list[Wave]:
    """A product as a sum of terms with one cosine or sine each, by ``2 cos a cos b = cos(a - b) + cos(a + b)``.

    Of each term what stands before the cosine or sine, and this; none if there is none of `x`, or there are too many.
    """
    outside, found = [], []
    for factor in sp.Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        if isinstance(base, (sp.cos, sp.sin)) and base.has(x) and exponent.is_Integer and exponent > 0:
            found += [base] * int(exponent)
        else:
            outside.append(factor)
    if not found or 2 ** (len(found) - 1) > _MOST:
        return []
    waves: list[Wave] = [(sp.Mul(*outside), found[0])]
    for other in found[1:]:
        waves = [product for wave in waves for product in _product(*wave, other)]
    return waves


def _product(before: sp.Expr, one: sp.Expr, other: sp.Expr) -> list[Wave]:
    a, b = one.args[0], other.args[0]
    before, less, more = before / 2, sp.expand(a - b), sp.expand(a + b)
    match one, other:
        case sp.cos(), sp.cos():
            return [(before, _of(sp.cos, less)), (before, _of(sp.cos, more))]
        case sp.sin(), sp.sin():
            return [(before, _of(sp.cos, less)), (-before, _of(sp.cos, more))]
        case sp.sin(), sp.cos():
            return [(before, _of(sp.sin, more)), (before, _of(sp.sin, less))]
    return [(before, _of(sp.sin, more)), (-before, _of(sp.sin, less))]


def _of(wave: type[sp.Expr], argument: sp.Expr) -> sp.Expr:
    """As it is written, lest SymPy makes another function, or a number, of it."""
    return wave(argument, evaluate=False)


def turning(wave: sp.Expr, x: sp.Symbol) -> Wave | None:
    """The argument of a cosine or sine as ``r x + c``: r and c; None if it is no such, or not known to be real."""
    argument = sp.expand(wave.args[0])
    frequency = argument.coeff(x, 1)
    phase = sp.expand(argument - frequency * x)
    if frequency.has(x) or phase.has(x) or not (frequency.is_real and phase.is_real):
        return None
    return frequency, phase


def parts_of(expr: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The real and the imaginary part of a sum of products of real numbers, powers of i, and exponentials.

    Every symbol is taken to be real.
    """
    real, imaginary = [], []
    for term in sp.Add.make_args(sp.expand(expr, power_exp=False)):
        plain, turns, angle = sp.S.One, 0, sp.S.Zero
        for factor in sp.Mul.make_args(term):
            if factor is sp.I:
                turns += 1
            elif isinstance(factor, sp.exp):
                exponent = sp.expand(factor.exp)
                angle += exponent.coeff(sp.I, 1)
                plain *= sp.exp(exponent.coeff(sp.I, 0))
            else:
                plain *= factor
        parts = [plain * sp.cos(angle), plain * sp.sin(angle)]
        if turns:
            parts = [-parts[1], parts[0]]
        real.append(parts[0])
        imaginary.append(parts[1])
    return sp.Add(*real), sp.Add(*imaginary)
