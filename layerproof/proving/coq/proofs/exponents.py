"""Rational functions as products of irreducible factors, and exponents as sums of independent monomials."""

from __future__ import annotations

from math import gcd, lcm

import sympy as sp


def factors(value: sp.Expr) -> tuple[sp.Rational, dict[sp.Expr, int]]:
    """A rational function as a number and powers of irreducible polynomials."""
    number = sp.Integer(1)
    powers: dict[sp.Expr, int] = {}
    for part, direction in zip(sp.fraction(sp.together(value)), (1, -1), strict=True):
        constant, factors = sp.factor_list(sp.expand(part)) if not part.is_Rational else (part, [])
        number *= sp.Rational(constant) ** direction
        for factor, power in factors:
            powers[factor] = powers.get(factor, 0) + direction * power
    return number, {factor: power for factor, power in powers.items() if power}


def common(old: sp.Rational, new: sp.Rational) -> sp.Rational:
    """The largest rational that divides both, with the sign of the first."""
    size = sp.Rational(gcd(int(old.p), int(new.p)), lcm(int(old.q), int(new.q)))
    return size if old > 0 else -size


def monomials(value: sp.Expr) -> dict[sp.Expr, sp.Rational]:
    """A rational function as a sum of independent terms: what is polynomial in it, and the rest."""
    found: dict[sp.Expr, sp.Rational] = {}
    value = sp.expand(value)
    if any(isinstance(p, sp.Pow) and p.base.is_Add for p in value.atoms(sp.Pow)):
        numerator, denominator = sp.fraction(sp.cancel(sp.together(value)))
        variables = sorted((s for s in denominator.free_symbols if not _shared(denominator, s)), key=str)
        value = numerator / denominator
        alone = value.free_symbols if len(value.free_symbols) == 1 else set()
        if variables and alone:
            value = sp.apart(value, variables[0])
        elif variables or alone & denominator.free_symbols:
            value = _divided(numerator, denominator, *(variables[:1] or alone))
    for term in sp.Add.make_args(value):
        for part in sp.Add.make_args(_expanded_above(term)):
            coefficient, key = part.as_coeff_Mul()
            found[key] = found.get(key, sp.Integer(0)) + coefficient
    return found


def _shared(denominator: sp.Expr, symbol: sp.Symbol) -> bool:
    """Whether the denominator is the symbol times something: nothing can be divided then."""
    return bool(sp.expand(denominator).coeff(symbol, 0) == 0)


def _divided(numerator: sp.Expr, denominator: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    quotient, remainder = sp.div(sp.Poly(numerator, variable), sp.Poly(denominator, variable))
    return sp.expand(quotient.as_expr()) + sp.together(remainder.as_expr()) / denominator


def _expanded_above(term: sp.Expr) -> sp.Expr:
    numerator, denominator = sp.fraction(term)
    constant, primitive = sp.factor_terms(denominator).as_coeff_Mul()
    return sp.Add(*(part / primitive for part in sp.Add.make_args(sp.expand(numerator / constant))))
