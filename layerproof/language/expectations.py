"""Expectations of polynomials in independent random variables, and in families of such, as expressions.

Absolute values and rectified units, ``max(x, 0)``, are polynomials on each side of 0, where the distribution knows its
half moments.

Families are treated by cumulants: ``E[w_i w_j ...]`` is the sum over all ways to group the factors of the product of
the groups' joint cumulants, and a group has one only where all its indices are equal, which Kronecker deltas say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from .distributions import Distribution
from .oscillating import parts_of, turning, waves_in
from .printing import text
from .smooth import jumps_in
from .symbols import Family, with_fresh_indices

Known = Callable[[int, sp.Expr, sp.Expr], sp.Expr | None]
"""The mean of ``x**n exp(r x - q x**2)`` from n, r and q; None where it is not known."""
_CORNERED = (sp.Abs, sp.Max, sp.Min)
_STEPS = (sp.sign, sp.Heaviside)
_FACTORS = 6  # entries of a family in one product; there are 203 ways to group six


class NotExpected(Exception):
    """The expectation is not known here; the message says of what."""


def expected(expr: sp.Expr, over: Sequence[tuple[Any, Distribution]]) -> sp.Expr:
    """The expectation of `expr`.

    Raises:
        NotExpected: if `expr` is more than a polynomial (with exponentials, absolute values and maxima with 0, where
            these are known) in a variable, or is not known to have an expectation.
    """
    return averaged(expr, over)[0]


def averaged(expr: sp.Expr, over: Sequence[tuple[Any, Distribution]]) -> tuple[sp.Expr, list[sp.Expr]]:
    """The expectation of `expr`, and what has to be defined for it to exist.

    Raises:
        NotExpected: as `expected` does.
    """
    exist = finite(expr, over)
    for variable, distribution in over:
        expr = (
            _over_family(expr, variable, distribution)
            if isinstance(variable, Family)
            else _over_symbol(expr, variable, distribution)
        )
    return expr, exist


def finite(expr: sp.Expr, over: Sequence[tuple[Any, Distribution]]) -> list[sp.Expr]:
    """What has to be defined for the mean of ``|expr|`` to be finite.

    One variable after the other is averaged, and what has the mean 0, or cancels, would be lost: ``y exp(x^2)`` has no
    mean for normal x and y, though that of y is 0.  So each term is kept by itself, in a form that cannot vanish.

    Raises:
        NotExpected: if that is not seen.
    """
    terms = [expr]
    for variable, distribution in over:
        terms = list(dict.fromkeys(m for term in terms for m in _magnitudes(term, variable, distribution)))
    return terms


def _magnitudes(expr: sp.Expr, variable: Any, distribution: Distribution) -> list[sp.Expr]:
    """Expressions without `variable`, so that if each has a mean, so has `expr`."""
    if isinstance(expr, sp.Sum):
        if any(end.is_infinite is not False and not end.is_integer for limit in expr.limits for end in limit[1:]):
            raise NotExpected(f"{text(expr)} has terms without end: that its expectation exists is not known here")
        return _magnitudes(expr.function, variable, distribution)
    if isinstance(variable, Family):
        return [_outside(body, variable) for body, _ in _flat(expr, variable)]
    if (table := distribution.values()) is not None:
        return [expr.xreplace({variable: value}) for value, _ in table]
    found: list[sp.Expr] = []
    for side in _sides(expr, variable):
        for term in sp.Add.make_args(sp.expand(side)):
            if isinstance(term, sp.Sum) and term.has(variable):
                found += _magnitudes(term, variable, distribution)
            else:
                found.append(_magnitude(term, variable, distribution))
    return found


def _sides(expr: sp.Expr, x: sp.Symbol) -> list[sp.Expr]:
    """`expr` above and below x = 0, without absolute values of x, if it has any."""
    if not any(node.has(x) for node in expr.atoms(*_CORNERED, *_STEPS)):
        return [expr]
    size = sp.Dummy(x.name, positive=True)
    return [expr.xreplace({x: side * size}).xreplace({size: x}) for side in (1, -1)]


def _magnitude(term: sp.Expr, x: sp.Symbol, distribution: Distribution) -> sp.Expr:
    """What ``|c x**n exp(r x - q x**2)|`` is at most on average, up to a constant: ``c (1 + r**2)**n E[exp(...)]``.

    A bend q that is positive makes it smaller, and is left out; else the mean has to be defined as it stands.
    """
    outside, power, rate, bend = _factors(sp.Mul(*(f for f in sp.Mul.make_args(term) if not _is_bounded(f))), x)
    if bend.is_nonnegative:
        bend = sp.S.Zero
    if rate == 0 and bend == 0:
        return outside
    mean = distribution.curved(0, rate, bend)
    if mean is None:
        raise NotExpected(f"the expectation of an exponential of {x.name} is not known here")
    return outside * mean * (1 + rate**2) ** power


def _is_bounded(factor: sp.Expr) -> bool:
    """Whether a factor is seen to have a value and to be bounded, whatever the random variables are."""
    if isinstance(factor, sp.Pow) and factor.exp.is_negative:
        return bool((factor.base - 1).is_nonnegative)
    if isinstance(factor, sp.Pow) and factor.exp.is_Integer:
        factor = factor.base
    return isinstance(factor, (sp.sin, sp.cos, sp.tanh, sp.atan, sp.erf, sp.sign)) and bool(factor.args[0].is_real)


def _outside(body: sp.Expr, family: Family) -> sp.Expr:
    """The factors of a term that are no entries of `family`; it is a polynomial in these, or not expected."""
    return sp.Mul(*(f for f in sp.Mul.make_args(body) if not _is_entry(f.as_base_exp()[0], family)))


def _over_symbol(expr: sp.Expr, x: sp.Symbol, distribution: Distribution) -> sp.Expr:
    if (table := distribution.values()) is not None:
        return sp.Add(*(p * expr.xreplace({x: value}) for value, p in table))
    if isinstance(expr, sp.Sum) and not any(x in limit[1:] for limit in expr.limits):
        return sp.Sum(_over_symbol(expr.function, x, distribution), *expr.limits)
    if any(node.has(x) for node in expr.atoms(*_CORNERED, *_STEPS)):
        return _over_sides(expr, x, distribution)
    return _termwise(expr, x, distribution.curved)


def _over_sides(expr: sp.Expr, x: sp.Symbol, distribution: Distribution) -> sp.Expr:
    """The expectation of an expression with a corner at x = 0, such as ``max(x, 0)``: what is above, and what is below.

    It is continuous, or x has a density, so that nothing is lost at x = 0 itself.
    """
    harmless = _CORNERED if distribution.density(x) is None else (*_CORNERED, *_STEPS)
    if steps := [node for node in jumps_in(expr, lambda node: node.has(x)) if not isinstance(node, harmless)]:
        raise NotExpected(f"{text(steps[0])} may jump, where {x} may have a value with a probability of its own")
    size = sp.Dummy(x.name, positive=True)
    parts = []
    for side in (1, -1):
        one_sided = expr.xreplace({x: side * size})
        if any(node.has(size) for node in one_sided.atoms(*_CORNERED, *_STEPS)):
            raise NotExpected(f"{text(expr)} has corners at other places than {x} = 0, or at places that are not known")

        def moment(power: int, rate: sp.Expr, bend: sp.Expr, side: int = side) -> sp.Expr | None:
            return distribution.half_moment(power, side) if rate == 0 and bend == 0 else None

        parts.append(_termwise(one_sided, size, moment, always=True))
    return sp.Add(*parts)


def _termwise(expr: sp.Expr, x: sp.Symbol, known: Known, always: bool = False) -> sp.Expr:
    """The sum over terms ``c x**n exp(r x - q x**2)`` of c times ``known(n, r, q)``; of a constant only if `always`.

    A cosine or sine of ``r x + c`` is the real or imaginary part of ``exp(i (r x + c))``.
    """
    terms = []
    for term in sp.Add.make_args(sp.expand(expr)):
        if not term.has(x) and not always:
            terms.append(term)
            continue
        if isinstance(term, sp.Sum) and term.has(x):
            if any(x in limit[1:] for limit in term.limits):
                raise NotExpected(f"the range of {term} is random")
            terms.append(sp.Sum(_termwise(term.function, x, known, always), *term.limits))
            continue
        if waves := waves_in(term, x):
            terms += [_wave(*wave, x, known) for wave in waves]
            continue
        outside, power, rate, bend = _factors(term, x)
        moment = known(power, rate, bend) if always or power or rate != 0 or bend != 0 else sp.S.One
        if moment is None:
            what = (
                f"an exponential of {x.name}"
                if rate != 0 or bend != 0
                else f"the part of {x.name}**{power} on one side of 0"
            )
            raise NotExpected(f"the expectation of {what} is not known here")
        terms.append(outside * moment)
    return sp.Add(*terms)


def _wave(outside: sp.Expr, wave: sp.Expr, x: sp.Symbol, known: Known) -> sp.Expr:
    """The expectation of a term with one cosine or sine."""
    if not wave.has(x):
        return _termwise(outside, x, known) * wave
    constant, power, rate, bend = _factors(outside, x)
    if (turned := turning(wave, x)) is None:
        raise NotExpected(f"{text(wave)} is not of a real multiple of {x} and a real number")
    frequency, phase = turned
    found = known(power, rate + sp.I * frequency, bend)
    if found is None:
        raise NotExpected(f"the expectation of {text(wave)} is not known here")
    real, imaginary = parts_of(found)
    at = (sp.cos(phase), sp.sin(phase))
    if isinstance(wave, sp.cos):
        return constant * (real * at[0] - imaginary * at[1])
    return constant * (real * at[1] + imaginary * at[0])


def _factors(term: sp.Expr, x: sp.Symbol) -> tuple[sp.Expr, int, sp.Expr, sp.Expr]:
    """A term as ``c x**n exp(r x - q x**2)``: c, n, r and q, which are free of x.

    Raises:
        NotExpected: if it is none.
    """
    outside, power, rate, bend = sp.S.One, 0, sp.S.Zero, sp.S.Zero
    for factor in sp.Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        if not factor.has(x):
            outside *= factor
        elif isinstance(factor, sp.exp) or base is sp.E:
            written = sp.expand(factor.exp)
            slope, square = written.coeff(x, 1), written.coeff(x, 2)
            rest = sp.expand(written - slope * x - square * x**2)
            if slope.has(x) or square.has(x) or rest.has(x):
                raise NotExpected(f"{factor} is no exponential of a multiple of {x}, or of a square")
            rate, bend, outside = rate + slope, bend - square, outside * sp.exp(rest)
        elif base == x and exponent.is_Integer and exponent > 0:
            power += int(exponent)
        else:
            raise NotExpected(f"{factor} is no polynomial in {x}")
    return outside, power, rate, bend


def _over_family(expr: sp.Expr, family: Family, distribution: Distribution) -> sp.Expr:
    cumulants: dict[int, sp.Expr] = {}
    terms = []
    for body, limits in _flat(expr, family):
        outside: list[sp.Expr] = []
        entries: list[AppliedUndef] = []
        for factor in sp.Mul.make_args(body):
            base, exponent = factor.as_base_exp()
            if _is_entry(base, family) and exponent.is_Integer and exponent > 0:
                entries += [base] * int(exponent)
            elif any(_is_entry(e, family) for e in factor.atoms(AppliedUndef)):
                raise NotExpected(f"{factor} is no polynomial in the entries of {family.name}")
            else:
                outside.append(factor)
        if len(entries) > _FACTORS:
            raise NotExpected(f"a product of {len(entries)} entries of {family.name}; at most {_FACTORS} are grouped")
        for groups in _groupings(entries):
            product = sp.S.One
            for group in groups:
                size = len(group)
                if size not in cumulants:
                    cumulants[size] = distribution.cumulant(size)
                product = product * cumulants[size] * _all_equal(group)
                if product == 0:
                    break
            if product != 0:
                whole = sp.Mul(*outside, product)
                terms.append(sp.Sum(whole, *limits) if limits else whole)
    return sp.Add(*terms)


def _is_entry(expr: sp.Basic, family: Family) -> bool:
    return isinstance(expr, AppliedUndef) and expr.func.__name__ == family.name


def _flat(expr: sp.Expr, family: Family) -> list[tuple[sp.Expr, tuple[Any, ...]]]:
    """The terms of an expression, each a product under one sum over all its indices."""
    if not any(_is_entry(e, family) for e in expr.atoms(AppliedUndef)):
        return [(expr, ())]
    if isinstance(expr, sp.Add):
        return [item for term in expr.args for item in _flat(term, family)]
    if isinstance(expr, sp.Sum):
        fresh = with_fresh_indices(expr)
        return [(body, (*limits, *fresh.limits)) for body, limits in _flat(fresh.function, family)]
    factors: Sequence[sp.Expr] = ()
    if isinstance(expr, sp.Mul):
        factors = expr.args
    elif isinstance(expr, sp.Pow) and expr.exp.is_Integer and expr.exp > 1:
        factors = [expr.base] * int(expr.exp)
    if not factors or _is_entry(expr.as_base_exp()[0], family):
        return [(expr, ())]
    found: list[tuple[sp.Expr, tuple[Any, ...]]] = [(sp.S.One, ())]
    for factor in factors:
        found = [(a * b, (*p, *q)) for a, p in found for b, q in _flat(factor, family)]
    return found


def _groupings(entries: list[AppliedUndef]) -> Iterator[list[list[AppliedUndef]]]:
    """All ways to divide a list into groups."""
    if not entries:
        yield []
        return
    first, *rest = entries
    for groups in _groupings(rest):
        yield [[first], *groups]
        for k, group in enumerate(groups):
            yield [*groups[:k], [first, *group], *groups[k + 1 :]]


def _all_equal(group: list[AppliedUndef]) -> sp.Expr:
    first = group[0]
    return sp.Mul(
        *(sp.KroneckerDelta(x, y) for other in group[1:] for x, y in zip(first.args, other.args, strict=True) if x != y)
    )
