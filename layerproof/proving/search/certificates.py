"""Proofs that can be checked: data found by a search, and an exact check that does not trust it.

Each certificate below says of one polynomial with rational coefficients, whose variables have given signs, that it is
not negative (or positive) there.  Checks use rational arithmetic only.

* `Subdivision`: the orthant is cut into simplicial cones; in the coordinates of each, no coefficient is negative.
* `Cylinders`: in two variables, over each interval between the critical values of the first, there is no root in the
  second (Collins); a form in three positive variables is the same as a polynomial in two.
* `Squares`: a sum of squares with weights that are not negative, times monomials that are not (Gram's method).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import sympy as sp
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from ..sign_sets import ANY, NEGATIVE, NONNEGATIVE, NONPOSITIVE, NONZERO, POSITIVE, SignSet

Signs = tuple[SignSet, ...]
Tree = Any  # None for a leaf; (weights, (child or None, ...)) for a split


class Proof(Protocol):
    """What every certificate offers."""

    def check(self, poly: fmpq_mpoly, signs: Signs, strict: bool) -> bool:
        """Whether it proves that `poly` is not negative (positive, if `strict`) where its variables have `signs`."""
        ...

    @property
    def how(self) -> str:
        """The argument, in words."""
        ...


def context(count: int) -> fmpq_mpoly_ctx:
    """The ring of polynomials in ``x0, x1, ...``."""
    return fmpq_mpoly_ctx.get([f"x{k}" for k in range(count)], Ordering.lex)


def compact(poly: fmpq_mpoly, signs: Sequence[SignSet]) -> tuple[fmpq_mpoly, Signs]:
    """The same polynomial in the variables that it has, by the names ``x0, x1, ...``, and their signs."""
    used = [k for k, d in enumerate(poly.degrees()) if d]
    terms = {tuple(int(e[k]) for k in used): c for e, c in poly.to_dict().items()}
    return context(len(used)).from_dict(terms), tuple(signs[k] for k in used)


# -- subdivision ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Half:
    """One orthant: the variables as signs times what is not negative."""

    flips: tuple[int, ...]
    tree: Tree


@dataclass(frozen=True)
class Subdivision:
    """Cones over which no coefficient is negative; a tree of splits for each orthant."""

    halves: tuple[Half, ...]

    @property
    def how(self) -> str:
        """The argument, in words."""
        cones = sum(_leaves(half.tree) for half in self.halves)
        return f"the domain is cut into {cones} cones, over each of which the coefficients have one sign"

    def check(self, poly: fmpq_mpoly, signs: Signs, strict: bool) -> bool:
        """See `Proof`."""
        if {half.flips for half in self.halves} != set(orthants(signs)):
            return False
        for half in self.halves:
            form, required = homogeneous(flipped(poly, half.flips), needed(signs))
            size = len(required)
            if not self._check(form, half.tree, identity(size), required, strict):
                return False
        return True

    def _check(
        self, form: fmpq_mpoly, tree: Tree, cone: list[list[int]], required: tuple[bool, ...], strict: bool
    ) -> bool:
        if tree is None:
            return cone_is_settled(in_cone(form, cone), cone, required, strict)
        weights, children = tree
        if len(weights) != len(cone) or any(w < 0 for w in weights) or sum(w > 0 for w in weights) < 2:
            return False
        parts = dict(split_cone(cone, weights))
        return set(parts) == {k for k, _ in children} and all(
            self._check(form, child, parts[k], required, strict) for k, child in children
        )


def _leaves(tree: Tree) -> int:
    return 1 if tree is None else sum(_leaves(child) for _, child in tree[1])


def orthants(signs: Signs) -> list[tuple[int, ...]]:
    """The closed orthants that cover what the signs allow."""
    choices = []
    for s in signs:
        choices.append((1,) if s <= NONNEGATIVE else (-1,) if s <= NONPOSITIVE else (1, -1))
    return list(itertools.product(*choices))


def needed(signs: Signs) -> tuple[bool, ...]:
    """Which variables cannot be 0."""
    return tuple(0 not in s for s in signs)


def flipped(poly: fmpq_mpoly, flips: Sequence[int]) -> fmpq_mpoly:
    """The polynomial with some variables replaced by their opposites."""
    terms = {}
    for exponents, coefficient in poly.to_dict().items():
        odd = sum(int(e) for e, f in zip(exponents, flips, strict=True) if f < 0) % 2
        terms[tuple(int(e) for e in exponents)] = -coefficient if odd else coefficient
    return poly.context().from_dict(terms)


def homogeneous(poly: fmpq_mpoly, required: tuple[bool, ...]) -> tuple[fmpq_mpoly, tuple[bool, ...]]:
    """The polynomial made homogeneous by one more variable, which is 1, where it is not already."""
    terms = poly.to_dict()
    degrees = {sum(map(int, e)) for e in terms}
    if len(degrees) <= 1:
        return poly, required
    top = max(degrees)
    more = {(*map(int, e), top - sum(map(int, e))): c for e, c in terms.items()}
    return context(len(required) + 1).from_dict(more), (*required, True)


def identity(size: int) -> list[list[int]]:
    """The generators of the whole orthant."""
    return [[int(j == k) for j in range(size)] for k in range(size)]


def split_cone(cone: list[list[int]], weights: Sequence[int]) -> list[tuple[int, list[list[int]]]]:
    """The parts of a cone around the ray ``sum weights * generators``: it takes the place of each generator in turn."""
    ray = [sum(w * g[j] for w, g in zip(weights, cone, strict=True)) for j in range(len(cone[0]))]
    shrunk = _primitive(ray)
    return [(k, [*cone[:k], shrunk, *cone[k + 1 :]]) for k, w in enumerate(weights) if w > 0]


def _primitive(ray: list[int]) -> list[int]:
    from math import gcd

    common = gcd(*ray) or 1
    return [x // common for x in ray]


def in_cone(form: fmpq_mpoly, cone: list[list[int]]) -> fmpq_mpoly:
    """The form in the coordinates of a cone."""
    ctx = context(len(cone))
    gens = ctx.gens()
    images = []
    for j in range(len(cone[0])):
        image = ctx.constant(0)
        for k, ray in enumerate(cone):
            if ray[j]:
                image = image + ray[j] * gens[k]
        images.append(image)
    return form.compose(*images, ctx=ctx)


def cone_is_settled(local: fmpq_mpoly, cone: list[list[int]], required: tuple[bool, ...], strict: bool) -> bool:
    """Whether no coefficient is negative; if `strict`, also that the form is positive where it must be."""
    terms = local.to_dict()
    if any(c < 0 for c in terms.values()):
        return False
    if not strict:
        return True
    supports = {frozenset(k for k, e in enumerate(exponents) if e) for exponents in terms}
    for size in range(len(cone) + 1):
        for face in itertools.combinations(range(len(cone)), size):
            reached = all(any(cone[k][j] for k in face) for j, r in enumerate(required) if r)
            if reached and not any(s <= set(face) for s in supports):
                return False
    return True


@dataclass(frozen=True)
class Deflated:
    """Every variable occurs in powers of a common one only, and that power is the variable of another proof."""

    powers: tuple[int, ...]
    proof: Proof

    @property
    def how(self) -> str:
        """The argument, in words."""
        return f"in powers of the variables, {self.proof.how}"

    def check(self, poly: fmpq_mpoly, signs: Signs, strict: bool) -> bool:
        """See `Proof`."""
        found = deflated(poly, signs)
        return found is not None and found[0] == self.powers and self.proof.check(found[1], found[2], strict)


def deflated(poly: fmpq_mpoly, signs: Signs) -> tuple[tuple[int, ...], fmpq_mpoly, Signs] | None:
    """The powers that all exponents share, and the polynomial in them with their signs; None if all are 1."""
    from math import gcd

    powers = tuple(gcd(*(int(e[k]) for e in poly.to_dict())) for k in range(len(signs)))
    if all(p <= 1 for p in powers):
        return None
    powers = tuple(max(p, 1) for p in powers)
    terms = {tuple(int(x) // p for x, p in zip(e, powers, strict=True)): c for e, c in poly.to_dict().items()}
    own = tuple(frozenset(x ** (2 - p % 2) for x in s) for s, p in zip(signs, powers, strict=True))
    return powers, context(len(signs)).from_dict(terms), own


# -- cylinders ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cylinders:
    """Samples of the first variable, one between any two critical values.

    Attributes:
        axes: which variable is the first, which the second; a third, if there is one, is set to 1.
        samples: increasing rationals.
    """

    axes: tuple[int, ...]
    samples: tuple[Fraction, ...]

    @property
    def how(self) -> str:
        """The argument, in words."""
        return f"no root in {len(self.samples)} cylinders between the critical values of one variable"

    def check(self, poly: fmpq_mpoly, signs: Signs, strict: bool) -> bool:
        """See `Proof`."""
        if sorted(self.axes) != list(range(len(signs))) or len(signs) not in (2, 3):
            return False
        if len(signs) == 3 and not (_is_form(poly) and all(s <= NONNEGATIVE for s in signs)):
            return False
        x, y = sp.symbols("x y", real=True)
        plane = in_plane(poly, self.axes, x, y)
        first, second = (signs[k] for k in self.axes[:2])
        critical = critical_values(plane, x, y, second)
        if critical is None:
            return False
        low = sp.S.Zero if first <= NONNEGATIVE else None
        high = sp.S.Zero if first <= NONPOSITIVE else None
        roots = _count(critical, low, high)
        if strict and (roots or not _is_open(first) or not _is_open(second) or len(signs) == 3):
            return False
        if not _separates(critical, [sp.Rational(s.numerator, s.denominator) for s in self.samples], low, high):
            return False
        for sample in self.samples:
            at = sp.Rational(sample.numerator, sample.denominator)
            if not _is_positive_along(sp.Poly(plane.as_expr().subs(x, at), y), second):
                return False
        return True


def _is_form(poly: fmpq_mpoly) -> bool:
    return len({sum(map(int, e)) for e in poly.to_dict()}) <= 1


def _is_open(signs: SignSet) -> bool:
    return signs in (POSITIVE, NEGATIVE, ANY)


def in_plane(poly: fmpq_mpoly, axes: Sequence[int], x: sp.Symbol, y: sp.Symbol) -> sp.Poly:
    """The polynomial in the first two axes; a third variable is 1."""
    terms: dict[tuple[int, int], sp.Rational] = {}
    for exponents, c in poly.to_dict().items():
        key = (int(exponents[axes[0]]), int(exponents[axes[1]]))
        terms[key] = terms.get(key, sp.S.Zero) + sp.Rational(int(c.p), int(c.q))
    return sp.Poly(terms, x, y)


def critical_values(plane: sp.Poly, x: sp.Symbol, y: sp.Symbol, second: SignSet) -> sp.Poly | None:
    """A polynomial whose real roots are all values of x at which roots in y may meet, leave, or cross 0."""
    inner = sp.Poly(plane.as_expr(), y)
    if inner.degree() < 1:
        return None
    product = sp.Poly(inner.LC(), x)
    if inner.degree() > 1:
        discriminant = sp.Poly(_discriminant(plane, x, y), x)
        if discriminant.is_zero:
            return None
        product = product * discriminant
    if second != ANY:
        at_zero = sp.Poly(inner.eval(0), x)
        if at_zero.is_zero:
            return None
        product = product * at_zero
    return sp.Poly(product.sqf_part(), x) if product.degree() > 0 else product


def _discriminant(plane: sp.Poly, x: sp.Symbol, y: sp.Symbol) -> sp.Expr:
    ctx = fmpq_mpoly_ctx.get(["x", "y"], Ordering.lex)
    terms: dict[tuple[int, ...], fmpq] = {(int(a), int(b)): fmpq(int(c.p), int(c.q)) for (a, b), c in plane.terms()}
    found = ctx.from_dict(terms).discriminant("y")
    return sp.Add(*(sp.Rational(int(c.p), int(c.q)) * x ** int(e[0]) for e, c in found.to_dict().items()))


def _count(poly: sp.Poly, low: sp.Rational | None, high: sp.Rational | None) -> int:
    """Distinct real roots strictly between the ends."""
    if poly.degree() < 1:
        return 0
    found = int(poly.count_roots(low, high))
    for end in (low, high):
        if end is not None and poly.eval(end) == 0:
            found -= 1
    return found


def _separates(
    critical: sp.Poly, samples: Sequence[sp.Rational], low: sp.Rational | None, high: sp.Rational | None
) -> bool:
    """Whether every interval between neighbouring roots has a sample in it, and no sample is a root."""
    if not samples or any(critical.eval(s) == 0 for s in samples):
        return False
    if any((low is not None and s <= low) or (high is not None and s >= high) for s in samples):
        return False
    if any(a >= b for a, b in itertools.pairwise(samples)):
        return False
    if _count(critical, low, samples[0]) or _count(critical, samples[-1], high):
        return False
    return all(_count(critical, a, b) <= 1 for a, b in itertools.pairwise(samples))


def _is_positive_along(line: sp.Poly, signs: SignSet) -> bool:
    """Whether a polynomial in one variable is positive on the open half-line, or line, that the signs allow."""
    low = sp.S.Zero if signs <= NONNEGATIVE else None
    high = sp.S.Zero if signs <= NONPOSITIVE else None
    at = -1 if high is not None else 1
    if line.eval(at) <= 0 or _count(line, low, high):
        return False
    return signs != NONZERO or line.eval(-1) > 0


# -- squares --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Squares:
    """``poly * multiplier = sum_k weight_k * monomial_k * square_k**2 (+ rest with coefficients of one sign)``.

    Attributes:
        multiplier: a polynomial that is positive wherever the variables are in their domain; 1 as a rule.
        parts: (weight, exponents of the monomial, the square's base).
    """

    multiplier: tuple[tuple[tuple[int, ...], Fraction], ...]
    parts: tuple[tuple[Fraction, tuple[int, ...], tuple[tuple[tuple[int, ...], Fraction], ...]], ...]

    @property
    def how(self) -> str:
        """The argument, in words."""
        return f"a sum of {len(self.parts)} squares with rational coefficients"

    def check(self, poly: fmpq_mpoly, signs: Signs, strict: bool) -> bool:
        """See `Proof`."""
        ctx = context(len(signs))
        factor = _from_terms(ctx, self.multiplier)
        total = ctx.constant(0)
        positive = False
        for weight, exponents, base in self.parts:
            if weight <= 0 or not _is_nonnegative_monomial(exponents, signs):
                return False
            square = _from_terms(ctx, base)
            total = total + _from_terms(ctx, ((exponents, weight),)) * square**2
            lone = square.is_constant() and not square.is_zero()
            positive = positive or (lone and all(0 not in s or not e for e, s in zip(exponents, signs, strict=True)))
        if not _is_positive_polynomial(factor, signs):
            return False
        return bool(_into(poly, ctx) * factor == total) and (positive or not strict)


def _into(poly: fmpq_mpoly, ctx: fmpq_mpoly_ctx) -> fmpq_mpoly:
    return ctx.from_dict({tuple(map(int, e)): c for e, c in poly.to_dict().items()})


def _from_terms(ctx: fmpq_mpoly_ctx, terms: Any) -> fmpq_mpoly:
    return ctx.from_dict({e: fmpq(c.numerator, c.denominator) for e, c in terms})


def _is_nonnegative_monomial(exponents: tuple[int, ...], signs: Signs) -> bool:
    return all(e % 2 == 0 or s <= NONNEGATIVE for e, s in zip(exponents, signs, strict=True))


def _is_positive_polynomial(poly: fmpq_mpoly, signs: Signs) -> bool:
    terms = poly.to_dict()
    if any(c < 0 or not _is_nonnegative_monomial(tuple(map(int, e)), signs) for e, c in terms.items()):
        return False
    return any(all(not k or 0 not in s for k, s in zip(e, signs, strict=True)) for e in terms)
