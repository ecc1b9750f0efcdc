"""The exact prover's own derivation of signs, with certificates where it has no argument.

`Strong` is the exact prover with an oracle of signs that knows three arguments more: certificates for polynomials
on an orthant, products of sums over an index (Cauchy and Schwarz, variances), and what was certified before.  All else,
roots, logarithms, monotonicity, definedness, is the exact prover's.  Every certificate that is used is kept, by the
polynomial it is about; a *replay* finds no new one and believes an old one only after its exact check.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import sympy as sp
from flint import fmpq, fmpq_mpoly

from ...ground import effort
from ...language.symbols import fresh_index
from ..domain import Domain
from ..exact.elements import NotInTower, Refine
from ..exact.orthants import Orthant, sign_on_orthant, substitute
from ..exact.prover import Prover
from ..exact.signs import Signs as KernelSigns
from ..exact.tower import Tower
from ..sign_sets import ANY, NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE, ZERO, SignSet, raised, times
from .certificates import Deflated, Proof, Signs, compact, deflated
from .cylinders import cylinders
from .subdivide import subdivision

_T = TypeVar("_T")
_LEAF = 1.0  # of work, for one polynomial
_LARGEST = 4000  # terms of a symmetrised product of sums


@dataclass
class Book:
    """Certificates found so far, by polynomial and signs; None where none was found."""

    deadline: float
    replay: bool = False
    found: dict[tuple[str, Signs, bool], Proof | None] = field(default_factory=dict)
    used: dict[tuple[str, Signs, bool], Proof] = field(default_factory=dict)
    arguments: dict[str, None] = field(default_factory=dict)

    def ask(self, poly: fmpq_mpoly, signs: Sequence[SignSet], strict: bool) -> Proof | None:
        """A certificate that a polynomial is not negative (or positive); checked, also if it is an old one."""
        poly, own = compact(poly, signs)
        if not own:
            return None
        key = (poly.str(), own, strict)
        if key not in self.found and not self.replay:
            self.found[key] = self._search(poly, own, strict)
        proof = self.found.get(key)
        if proof is None or not proof.check(poly, own, strict):
            return None
        self.used[key] = proof
        self.arguments[proof.how] = None
        return proof

    def _search(self, poly: fmpq_mpoly, signs: Signs, strict: bool) -> Proof | None:
        now = effort.spent()
        if now > self.deadline:
            return None
        until = min(self.deadline, now + _LEAF)
        if negative_somewhere(poly, signs):
            return None
        if (smaller := deflated(poly, signs)) is not None:
            powers, inner, own = smaller
            if len(own) == 1:
                return None  # the exact prover counts roots
            proof = self._search(inner, own, strict)
            if proof is not None:
                return Deflated(powers, proof)
        found: Proof | None = subdivision(poly, signs, strict, until)
        found = found or cylinders(poly, signs, strict)
        return found or _squares(poly, signs, strict, until)


def _squares(poly: fmpq_mpoly, signs: Signs, strict: bool, until: float) -> Proof | None:
    from .squares import squares

    return squares(poly, signs, strict, until)


def negative_somewhere(poly: fmpq_mpoly, signs: Signs) -> bool:
    """Whether a small integer point where the variables have their signs shows a negative value."""
    values = (fmpq(1), fmpq(2), fmpq(1, 2), fmpq(5), fmpq(1, 9))
    choices = []
    for s in signs:
        own = [v for v in values if 1 in s] + [-v for v in values if -1 in s]
        choices.append(own)
    return any(poly(*at) < 0 for at in itertools.islice(itertools.product(*choices), 400))


class StrongSigns(KernelSigns):
    """The exact prover's sign oracle, with certificates."""

    book: Book

    def _derive(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        best = super()._derive(tower, poly)
        if len(best) == 1 or self.depth > 3:
            return best
        for argument in (self._by_certificate, self._by_products_of_sums):
            best = best & argument(tower, poly)
            if len(best) == 1:
                break
        return best

    def _by_certificate(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        for number, parametrisation in enumerate(self.domain.parametrisations()[:2]):
            orthant = self._orthant(tower, number, parametrisation)
            image = _linked(tower, orthant, substitute(tower.lift(poly), orthant))
            if image.is_zero() or len(image) > 300:
                continue
            content, factors = image.factor()
            result: SignSet = POSITIVE if content > 0 else NEGATIVE
            for factor, multiplicity in factors:
                own = self._of_factor(factor, orthant.signs)
                result = times(result, raised(own, multiplicity))
            if result != ANY:
                return result
        return ANY

    def _of_factor(self, factor: fmpq_mpoly, signs: Sequence[SignSet]) -> SignSet:

        own = sign_on_orthant(factor, list(signs))
        if own <= NONNEGATIVE or own <= NONPOSITIVE:
            return own
        for sense in (POSITIVE, NEGATIVE):
            side = factor if sense == POSITIVE else -factor
            if self.book.ask(side, signs, True) is not None:
                return sense
            if self.book.ask(side, signs, False) is not None:
                return sense | ZERO
        return ANY

    def _by_products_of_sums(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        """A polynomial in sums over one range, or several, is a sum over tuples of indices of a symmetric summand."""
        summand = symmetrised(tower, tower.lift(poly), lambda count: self.of(tower, tower.element(count)) == POSITIVE)
        if summand is None:
            return ANY
        inside = self.of(tower, tower.element(summand))
        if inside <= NONNEGATIVE or inside <= NONPOSITIVE:
            self.book.arguments["products of sums are sums over tuples of indices, of a summand with one sign"] = None
            return inside | ZERO
        return ANY


def _linked(tower: Tower, orthant: Orthant, image: fmpq_mpoly) -> fmpq_mpoly:
    """The image with every slack whose root is a generator replaced by the power of the root."""
    gens = list(orthant.ctx.gens())
    changed = False
    for position, generator in enumerate(tower.generators):
        if generator.kind != "root" or generator.base is None:
            continue
        base = tower.lift(generator.base)
        below = next((k for k, g in enumerate(tower.ctx.gens()) if g == base), None)
        if below is None:
            continue
        slack = next(
            (k for k, g in enumerate(orthant.ctx.gens()) if orthant.image(below) == (g, orthant.ctx.constant(1))), None
        )
        if slack is not None and orthant.image(position)[0] == orthant.ctx.gen(orthant.slacks + position):
            gens[slack] = orthant.ctx.gens()[orthant.slacks + position] ** generator.power
            changed = True
    return image.compose(*gens, ctx=orthant.ctx) if changed else image


def symmetrised(tower: Tower, poly: fmpq_mpoly, is_positive: Callable[[sp.Expr], bool]) -> sp.Expr | None:
    """The summand of a polynomial in sums, as one sum over tuples of indices, made symmetric in them.

    A factor that is free of an index is shared out: ``c = sum_i c/n``.  None if nothing is gained, or a sum has no such
    form.
    """
    terms: list[tuple[sp.Expr, dict[tuple[sp.Expr, sp.Expr], list[sp.Sum]]]] = []
    most: dict[tuple[sp.Expr, sp.Expr], int] = {}
    for exponents, coefficient in poly.to_dict().items():
        outside = sp.Rational(int(coefficient.p), int(coefficient.q))
        sums: dict[tuple[sp.Expr, sp.Expr], list[sp.Sum]] = {}
        for position, power in enumerate(exponents):
            if not power:
                continue
            generator = tower.generators[position]
            if generator.kind != "sum":
                outside = outside * generator.expr ** int(power)
                continue
            expr = generator.expr
            if len(expr.limits) != 1 or expr.function.has(sp.Sum):
                return None
            key = (expr.limits[0][1], expr.limits[0][2])
            sums.setdefault(key, []).extend([expr] * int(power))
        for key, found in sums.items():
            most[key] = max(most.get(key, 0), len(found))
        terms.append((outside, sums))
    if not most or max(most.values()) < 2 or sum(most.values()) > 4:
        return None
    indices: dict[tuple[sp.Expr, sp.Expr], list[Any]] = {}
    for key, count in most.items():
        if not is_positive(key[1] - key[0] + 1):
            return None
        pattern = next(s for _, sums in terms for s in sums.get(key, []))
        indices[key] = [fresh_index(pattern.limits[0][0], *key) for _ in range(count)]
    whole: list[sp.Expr] = []
    for outside, sums in terms:
        options = []
        for key, count in most.items():
            present = sums.get(key, [])
            orders = list(itertools.permutations(indices[key], len(present)))
            share = 1 / (key[1] - key[0] + 1) ** (count - len(present)) / len(orders)
            options.append(
                [
                    share
                    * sp.Mul(*(s.function.xreplace({s.limits[0][0]: i}) for s, i in zip(present, order, strict=True)))
                    for order in orders
                ]
            )
        for chosen in itertools.product(*options):
            whole.append(outside * sp.Mul(*chosen))
            if len(whole) > _LARGEST:
                return None
    return sp.Add(*whole)


class Strong(Prover):
    """The exact prover's prover with certificates."""

    def __init__(self, domain: Domain, book: Book | None = None) -> None:
        super().__init__(domain)
        self.book = book if book is not None else _BOOKS[-1]

    def refining(self, work: Callable[[Tower], _T]) -> _T:
        units: dict[str, int] = {}
        for _ in range(20):
            signs = StrongSigns(self.domain)
            signs.book = self.book
            try:
                return work(Tower(signs, units))
            except Refine as finer:
                units[finer.key] = finer.denominator
        raise NotInTower("the exponents need ever finer units")


_BOOKS: list[Book] = [Book(0.0)]
"""The book of provers that are made without one: the argument by monotonicity makes its own."""


class using:  # noqa: N801
    """A block in which provers made without a book have this one."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def __enter__(self) -> Book:
        _BOOKS.append(self.book)
        return self.book

    def __exit__(self, *_: object) -> None:
        _BOOKS.pop()
