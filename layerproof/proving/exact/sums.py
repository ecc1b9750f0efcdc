"""Finite sums of general length as generators of a tower, named by their summand in canonical form.

Bound indices are renamed by nesting, factors free of them are pulled out, Kronecker deltas over one common range are
carried out, products of independent sums are separated.  Ranges must be of integers; of one that depends on an outer
index, `triangles` makes one that begins at the first.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import sympy as sp
from flint import fmpq

from ...language.nesting import is_triangular
from ...language.symbols import fresh_index, in_range, reserved, with_fresh_indices
from ..sign_sets import ANY, NONNEGATIVE, SignSet
from . import ranges, triangles
from .elements import Element, Generator, NotInTower

if TYPE_CHECKING:
    from .tower import Tower


def convert(tower: Tower, expr: sp.Sum) -> Element:
    """The normal form of a finite sum.

    Raises:
        NotInTower: if a range is infinite, may be less than empty, is not of integers, or depends on another index.
    """
    check_limits(expr, triangular=True)
    limits: list[ranges.Limits] = []
    change: dict[sp.Expr, sp.Expr] = {}
    for variable, *ends in reversed(expr.limits):  # the outermost first: the ranges of those inside may depend on it
        lower, upper = (end.xreplace(change) for end in ends)
        change[variable] = lower if lower == upper else fresh_index(variable, lower, upper)
        if lower != upper:
            limits.insert(0, (change[variable], lower, upper))
    body = expr.function.xreplace(
        change
    )  # of a sum over one value, the term there; that it is defined is asked as well
    if body.has(sp.zoo, sp.nan):
        raise NotInTower(f"the term {expr.function} has no value at an end of its range")
    result = tower.element(body)
    for index, lower, upper in limits:
        result = _sum_over(tower, result, index, lower, upper)
    return result


def _sum_over(tower: Tower, body: Element, index: sp.Expr, lower: sp.Expr, upper: sp.Expr) -> Element:
    """The sum of `body` over one bound index, each term in canonical form."""
    outside, inside = tower.ctx.constant(1), sp.Integer(1)
    for part, multiplicity in tower.factors(body.den)[1]:
        part_expr = tower.expression(part)
        if depends(part_expr, index):
            inside = inside * part_expr**-multiplicity
        else:
            outside = outside * tower.lift(part) ** multiplicity
    content = tower.factors(body.den)[0]
    outside = outside * fmpq(content.numerator, content.denominator)
    terms: list[Element] = []
    for exponents, coefficient in tower.lift(body.num).to_dict().items():
        free = [0] * len(exponents)
        factors: list[sp.Expr] = [] if inside == 1 else [inside]
        bound: list[tuple[sp.Expr, tuple[Any, ...]]] = []
        for position, power in enumerate(exponents):
            if not power:
                continue
            generator = tower.generators[position]
            if not depends(generator.expr, index):
                free[position] = power
            elif generator.kind == "sum":
                for _ in range(power):
                    copy = with_fresh_indices(generator.expr)
                    factors += sp.Mul.make_args(copy.function)
                    bound += [(limit[0], limit) for limit in copy.limits]
            else:
                factors.append(generator.expr**power)
        term = _canonical(tower, factors, [*bound, (index, (index, lower, upper))])
        scale = Element(tower.poly({tuple(free): coefficient}), tower.ctx.constant(1))
        terms.append(tower.mul(scale, term))
    return tower.mul(tower.total(terms), Element(tower.ctx.constant(1), tower.lift(outside)))


def depends(expr: sp.Expr, index: sp.Expr) -> bool:
    """Whether an index is in an expression."""
    return index in expr.atoms(sp.Idx, sp.Symbol)


def _canonical(tower: Tower, factors: list[sp.Expr], bound: list[tuple[sp.Expr, tuple[Any, ...]]]) -> Element:
    """A product of factors summed over bound indices: deltas carried out, independent parts separated and named."""
    limits = dict(bound)
    factors = [f for factor in factors for f in sp.Mul.make_args(factor)]
    changed = True
    while changed:
        changed = False
        for factor in factors:
            base = factor.base if isinstance(factor, sp.Pow) else factor
            if isinstance(base, sp.KroneckerDelta):
                summed = [x for x in base.args if x in limits]
                if summed:
                    (other,) = [x for x in base.args if x != summed[0]]
                    if not in_range(other, *limits[summed[0]][1:]):
                        raise NotInTower(f"the delta {base} joins indices of different ranges")
                    factors.remove(factor)
                    put = {summed[0]: other}
                    factors = [f.xreplace(put) for f in factors]
                    del limits[summed[0]]
                    moved = [tuple(part.xreplace(put) for part in limit) for limit in limits.values()]
                    limits = {limit[0]: limit for limit in moved}  # an index holds its range
                    changed = True
                    break
    result = tower.constant(1)
    for part, indices in _components(factors, limits):
        if not indices:
            for factor in part:
                result = tower.mul(result, tower.element(factor))
            continue
        result = tower.mul(result, _named(tower, part, [limits[i] for i in indices]))
    return result


def _named(tower: Tower, factors: list[sp.Expr], limits: list[tuple[Any, ...]]) -> Element:
    if not factors and len(limits) == 1:
        _, lower, upper = limits[0]
        return count(tower, lower, upper)
    product = sp.Mul(*factors)
    if len(limits) == 1:
        index, lower, upper = limits[0]
        plain = sp.Dummy(integer=True)
        summand = product.xreplace({index: plain})
        if summand.atoms(sp.Idx, sp.Symbol) <= {plain} and summand.is_polynomial(plain):
            count(tower, lower, upper)
            return tower.element(sp.expand(sp.summation(summand, (plain, lower, upper))))
    if len(limits) == 1 and (found := _aligned(tower, product, limits[0])) is not None:
        return found
    depth = 1 + max((level(s) for s in product.atoms(sp.Sum, sp.Product)), default=0)
    if is_triangular(limits):
        return triangles.total(tower, product, limits, _sign(sp.Sum(product, *limits)), depth)
    if len(limits) > 1 and (parts := _rectangles(tower, factors, limits)):
        return tower.total(parts)
    best: tuple[str, sp.Expr] | None = None
    for order in _orders(sp.Mul.make_args(product), [variable for variable, *_ in limits]):
        renaming, new_limits = {}, []
        for place, k in enumerate(order):
            variable, lower, upper = limits[k]
            label = reserved(f"i_{depth}_{place + 1}", integer=True)  # deeper sums have others: no index is captured
            new = sp.Idx(label, (lower, upper))
            renaming[variable] = new
            new_limits.append((new, lower, upper))
        candidate = sp.Sum(product.xreplace(renaming), *new_limits)
        text = sp.srepr(candidate)
        if best is None or text < best[0]:
            best = (text, candidate)
        if len(limits) > 6:
            break
    assert best is not None
    text, expr = best
    return tower.named(f"sum:{text}", lambda name: Generator(name, "sum", expr, sign=_sign(expr)))


def _rectangles(tower: Tower, factors: list[sp.Expr], limits: list[tuple[Any, ...]]) -> list[Element]:
    """The sum with one range from 1 to an end without a constant, and the rows by which it differs; or nothing."""
    if not triangles.defined_anywhere(sp.Mul(*factors)):
        return []
    for k, (variable, lower, upper) in enumerate(limits):
        if (found := ranges.places(tower, lower, upper)) is None:
            continue
        base, gained, lost = found
        others = [*limits[:k], *limits[k + 1 :]]
        new = fresh_index(variable, sp.S.One, base)
        whole = [*limits[:k], (new, sp.S.One, base), *limits[k + 1 :]]

        def over(put: dict[Any, Any], limits: list[tuple[Any, ...]]) -> Element:
            return tower.element(sp.Sum(sp.Mul(*factors).xreplace(put), *limits))

        rows = [over({variable: place}, others) for place in gained]
        rows += [tower.mul(tower.constant(-1), over({variable: place}, others)) for place in lost]
        return [over({variable: new}, whole), *rows]
    return []


def _orders(factors: Sequence[sp.Expr], bound: list[sp.Expr]) -> Iterator[tuple[int, ...]]:
    """The orders of bound indices in which a sum may be written: those that its factors tell apart keep theirs.

    An index is known by the factors that it is in, with the other bound indices left without a name.
    """
    if len(bound) == 1:
        yield (0,)
        return
    own, others = reserved("own", integer=True), reserved("others", integer=True)

    def known_by(k: int) -> tuple[str, ...]:
        unnamed = {variable: own if j == k else others for j, variable in enumerate(bound)}
        return tuple(sorted(sp.srepr(factor.xreplace(unnamed)) for factor in factors if depends(factor, bound[k])))

    alike: dict[tuple[str, ...], list[int]] = {}
    for k in range(len(bound)):
        alike.setdefault(known_by(k), []).append(k)
    for parts in itertools.product(*(itertools.permutations(alike[name]) for name in sorted(alike))):
        yield tuple(itertools.chain.from_iterable(parts))


def _aligned(tower: Tower, term: sp.Expr, limits: tuple[Any, ...]) -> Element | None:
    """The sum over a range in one form, and the terms by which it differs; None where it has that form."""
    if (parts := ranges.partial_fractions(term, limits[0])) is not None:
        return tower.total([_sum_over(tower, tower.element(part), *limits) for part in parts])
    if (moved := ranges.shifted(term, limits)) is not None:
        term, (variable, lower, upper) = moved
        return _sum_over(tower, tower.element(term), variable, lower, upper)
    if (outside := triangles.complement(term, limits)) is not None:
        whole, before = (_sum_over(tower, tower.element(term.xreplace({limits[0]: r[0]})), *r) for r in outside)
        return tower.total([whole, tower.mul(tower.constant(-1), before)])
    if (found := ranges.ends(tower, term, limits)) is None:
        return None
    (variable, lower, upper), gained, lost = found
    inner = _sum_over(tower, tower.element(term.xreplace({limits[0]: variable})), variable, lower, upper)
    return tower.total([inner, *map(tower.element, gained), *(tower.element(-end) for end in lost)])


def count(tower: Tower, lower: sp.Expr, upper: sp.Expr) -> Element:
    """The number of terms; a range that may be less than empty has no closed form.

    Raises:
        NotInTower: if it is not derived that there are at least 0 terms.
    """
    terms = tower.element(upper - lower + 1)
    if not tower.sign_of(terms) <= NONNEGATIVE:
        if outer := sorted((lower.atoms(sp.Idx) | upper.atoms(sp.Idx)), key=str):
            raise NotInTower(
                f"a product over a triangle, or a sum in one: its range depends on another index, {outer[0]}"
            )
        raise NotInTower(f"a sum from {lower} to {upper}, where {upper} >= {lower} - 1 is not derived")
    return terms


def _sign(expr: sp.Sum) -> SignSet:
    squares = all(
        (isinstance(f, sp.Pow) and isinstance(f.exp, sp.Integer) and int(f.exp) % 2 == 0 and f.base.is_real)
        or f.is_nonnegative
        for f in sp.Mul.make_args(expr.function)
    )
    return NONNEGATIVE if squares else ANY


def check_limits(expr: sp.Sum | sp.Product, *, triangular: bool = False) -> None:
    """Refuse what is no finite sum over integers in a rectangle; `triangular`: a range may depend on outer indices."""
    bound = [name for variable, *_ in expr.limits for name in (variable, getattr(variable, "label", variable))]
    for place, limit in enumerate(expr.limits, start=1):
        if len(limit) != 3:
            raise NotInTower(f"the sum over {limit[0]} has no range")
        variable, lower, upper = limit
        if lower.is_infinite or upper.is_infinite:
            raise NotInTower("an infinite sum")
        if not (lower.is_integer and upper.is_integer):
            raise NotInTower(f"the range of {variable}, from {lower} to {upper}, is not known to be of integers")
        within = bound[: 2 * place] if triangular else bound
        if (lower.atoms(sp.Idx, sp.Symbol) | upper.atoms(sp.Idx, sp.Symbol)) & set(within):
            raise NotInTower(f"the range of {variable} depends on another index")


def level(expr: sp.Expr) -> int:
    """How deeply sums are nested in a canonical sum, read off its index names."""
    names = [str(limit[0].label if isinstance(limit[0], sp.Idx) else limit[0]) for limit in expr.limits]
    try:
        return max(int(name.split("_")[2]) for name in names)
    except (IndexError, ValueError):
        raise NotInTower(f"the sum {expr} inside a sum is not in canonical form") from None


def _components(
    factors: list[sp.Expr], limits: Mapping[sp.Expr, Sequence[sp.Expr]]
) -> list[tuple[list[sp.Expr], list[sp.Expr]]]:
    """Group factors that share bound indices; so do the ends of a range and its index."""
    indices = list(limits)
    groups: list[tuple[list[sp.Expr], set[sp.Expr]]] = []
    for i, (_, *ends) in limits.items():
        mine = {i, *(j for j in indices if any(depends(end, j) for end in ends))}
        joined = [g for g in groups if g[1] & mine]
        groups = [g for g in groups if g not in joined] + [([], mine.union(*(g[1] for g in joined)))]
    loose: list[sp.Expr] = []
    for factor in factors:
        mine = {i for i in indices if i in factor.atoms(sp.Idx, sp.Symbol)}
        if not mine:
            loose.append(factor)
            continue
        joined = [g for g in groups if g[1] & mine]
        merged = ([f for g in joined for f in g[0]] + [factor], set().union(*(g[1] for g in joined)))
        groups = [g for g in groups if g not in joined] + [merged]
    found = [(fs, [i for i in indices if i in chosen]) for fs, chosen in groups]
    return found + ([(loose, [])] if loose else [])
