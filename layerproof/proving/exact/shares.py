"""Sums under equations about sums, such as ``sum_i p_i = 1``: less what is known no term is negative.

Where ``sum_i f_i = c``, the sum of ``phi_i`` is that of ``phi_i - m f_i``, and ``m c``.  So ``sum_i p_i log(p_i/q_i)``
is the sum of ``p_i log(p_i/q_i) - p_i + q_i`` if both p and q add up to 1, and here no term is negative.  Multiples m
are found where both sides agree, as each term and its slopes are 0 there.  A sum inside a function, or one of several
factors, is a letter v with the equation that it is v: Jensen's inequality is of this kind, and Gibbs's.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.goals import Sign
from ...language.printing import text
from ...language.symbols import reserved
from ..constraints import Constraint
from ..domain import Contradiction, Domain
from ..sign_sets import NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE, SignSet
from .convexity import zeros
from .monotone import cleared
from .outcome import Proved

if TYPE_CHECKING:
    from .prover import Prover

_FAMILIES, _SUMS, _POINTS, _OPERATIONS = 3, 4, 12, 120
_KINDS: tuple[tuple[SignSet, dict[str, bool]], ...] = (
    (POSITIVE, {"positive": True}),
    (NEGATIVE, {"negative": True}),
    (NONNEGATIVE, {"nonnegative": True}),
    (NONPOSITIVE, {"nonpositive": True}),
)


def by_shares(prover: Prover, expr: sp.Expr, strict: bool) -> str | None:
    """How it is seen that `expr` is positive (`strict`) or not negative, by equations about sums; None if not."""
    ways = (expr, cleared(prover, expr) if expr.has(sp.Sum) else None)
    return next((how for way in ways if way is not None and (how := _by_shares(prover, way, strict))), None)


def _by_shares(prover: Prover, expr: sp.Expr, strict: bool) -> str | None:
    sums = sorted(expr.atoms(sp.Sum) | {s for e in prover.domain.equalities for s in e.atoms(sp.Sum)}, key=str)
    if not expr.has(sp.Sum, AppliedUndef) or not sums or len(sums) > _SUMS or expr.count_ops() > _OPERATIONS:
        return None
    try:
        if (how := _with_powers(prover, expr, strict)) is not None:
            return how
        if any(len(one.limits) > 1 or one.function.has(sp.Sum) for one in sums) or not expr.has(sp.Sum):
            return None
        ranges = {one.limits[0][1:] for one in sums}
        if len(ranges) > 1 or not all(end.is_integer for end in next(iter(ranges))):
            return None
        return next(filter(None, (way.shown(strict) for way in _ways(prover, expr, sums))), None)
    except (Contradiction, ValueError):
        return None


def _known(prover: Prover) -> Iterator[tuple[sp.Sum, sp.Expr]]:
    """What the hypotheses say of sums: each, and its value, without sums and entries."""
    for equality in prover.domain.equalities:
        for one in equality.atoms(sp.Sum):
            number = equality.coeff(one)
            value = sp.expand(-(equality - number * one) / number) if number.is_nonzero else None
            if value is not None and not value.has(sp.Sum, AppliedUndef):
                yield one, value


def _with_powers(prover: Prover, expr: sp.Expr, strict: bool) -> str | None:
    """What stands without entries, times a power of what is 1: ``1 - sum p_i^2`` is ``(sum p_i)^2 - sum p_i^2``."""
    terms = sp.Add.make_args(sp.expand(expr))
    alone = sp.Add(*(term for term in terms if not term.has(sp.Sum, AppliedUndef)))
    for one, value in _known(prover) if alone != 0 else ():
        for power in (1, 2):
            written = expr - alone + alone * (one / value) ** power
            if prover.sign(value) == POSITIVE and prover.sign(written) <= (POSITIVE if strict else NONNEGATIVE):
                return f"since {text(one)} = {text(value)}"
    return None


@dataclass(frozen=True)
class _Way:
    """An expression as ``rest + sum_i term_i``, and what is known of other sums.

    Attributes:
        provers: they know the letters; the last of them also that no share is above the whole.
        term, rest: of the expression, with a letter for every entry, and for every sum that is one.
        known: terms that are summed, and their sums; among them 1, and the number of terms.
        entries: by letter.
    """

    provers: tuple[Prover, ...]
    term: sp.Expr
    rest: sp.Expr
    known: tuple[tuple[sp.Expr, sp.Expr], ...]
    entries: dict[sp.Symbol, sp.Expr]

    def shown(self, strict: bool) -> str | None:
        """How it is seen that it has the sign that is wanted."""
        for multiples in self._multiples():
            pairs = [(m, f, c) for m, (f, c) in zip(multiples, self.known, strict=True)]
            rest = sp.expand(self.rest + sp.Add(*(m * c for m, _, c in pairs)))
            term = sp.expand(self.term - sp.Add(*(m * f for m, f, _ in pairs)))
            if not self._is_known(rest, strict) or not self._is_known(term, False):
                continue
            return f"term by term, each of them {text(term.xreplace(self.entries))}"
        return None

    def _is_known(self, expr: sp.Expr, strict: bool) -> bool:
        return any(isinstance(prover.positive(Sign(expr, strict, "a term")), Proved) for prover in self.provers)

    def _multiples(self) -> Iterator[tuple[sp.Expr, ...]]:
        """Of the equations, so that at some place each term is 0, and so are its slopes."""
        letters = tuple(self.entries)
        unknown = sp.symbols(f"m:{len(self.known)}", cls=sp.Dummy)
        left = self.term - sp.Add(*(m * f for m, (f, _) in zip(unknown, self.known, strict=True)))
        tried: list[tuple[sp.Expr, ...]] = []
        for k, (_, value) in enumerate(self.known):  # all that stands beside the sum as a multiple of one equation
            some = tuple(-self.rest / value if j == k else sp.S.Zero for j in range(len(self.known)))
            if value.is_nonzero and some not in tried:
                tried.append(some)
                yield some
        for place in itertools.islice(self._places(), _POINTS):
            asked = [part.xreplace(place) for part in (left, *(sp.diff(left, letter) for letter in letters))]
            found = sp.solve([sp.expand(part) for part in asked], unknown, dict=True)
            for one in found[:1]:
                some = tuple(sp.simplify(m.xreplace(one).xreplace(dict.fromkeys(unknown, sp.S.Zero))) for m in unknown)
                if some not in tried and not any(m.has(*letters, sp.Idx, sp.zoo, sp.nan) for m in some):
                    tried.append(some)
                    yield some

    def _places(self) -> Iterator[dict[sp.Symbol, sp.Expr]]:
        """Where both sides may agree: all terms of a known sum are alike, or two families, or one is a share."""
        letters, count = tuple(self.entries), self.known[0][1]
        options: dict[sp.Symbol, list[sp.Expr]] = {letter: [letter] for letter in letters}
        alone = {f: c for f, c in self.known if f in letters}
        for f, c in self.known[1:]:
            own = [letter for letter in letters if f.has(letter)]
            if len(own) == 1:
                options[own[0]] += zeros(f - c / count, own[0])
            for weight in (w for w in own if w in alone and f != w):
                inside = sp.cancel(f / weight)
                for letter in (x for x in own if x != weight and not inside.has(weight)):
                    options[letter] += zeros(inside - c / alone[weight], letter)
            for weight in (w for w in alone if not f.has(w) and f != 1):
                options[weight].append(f * alone[weight] / c)
        for values in itertools.product(*(dict.fromkeys(options[letter]) for letter in letters)):
            place = dict(zip(letters, values, strict=True))
            if any(value != letter for letter, value in place.items()) and not any(
                value.has(*(set(letters) - {other for other, own in place.items() if own == other}))
                for value in place.values()
            ):
                yield place


def _ways(prover: Prover, expr: sp.Expr, sums: list[sp.Sum]) -> Iterator[_Way]:
    """The expression in letters, in which it is linear in the sums that are left."""
    lower, upper = sums[0].limits[0][1:]
    if prover.sign(prover.prepared(upper - lower + 1)) != POSITIVE:
        return
    index = sp.Idx(reserved("i", integer=True), (lower, upper))
    terms = {one: one.function.xreplace({one.limits[0][0]: index}) for one in sums}
    families = sorted({entry for term in terms.values() for entry in term.atoms(AppliedUndef)}, key=str)
    families = [entry for entry in families if entry.has(index)]
    if not families or len(families) > _FAMILIES:
        return
    entries = {_letter(prover.domain.sign_of_variable(entry), str(entry)): entry for entry in families}
    written = {one: term.xreplace({entry: s for s, entry in entries.items()}) for one, term in terms.items()}
    inside = [one for one in sums if expr.has(one)]
    equations = {one: value for one, value in _known(prover) if one in written}
    expr = expr.xreplace({one: value for one, value in equations.items() if one in inside})
    inside = [one for one in inside if one not in equations]
    for count in range(len(inside)):
        for named in itertools.combinations(inside, count):
            values = {one: _letter(prover.sign(one), f"v_{k}") for k, one in enumerate(named)}
            left = expr.xreplace(values)
            summed = {one: sp.Dummy() for one in inside if one not in values}
            linear = left.xreplace(summed)
            slopes = {one: sp.diff(linear, dummy) for one, dummy in summed.items()}
            if any(slope.has(*summed.values()) for slope in slopes.values()):
                continue
            term = sp.Add(*(slope * written[one] for one, slope in slopes.items()))
            rest = linear.xreplace(dict.fromkeys(summed.values(), sp.S.Zero))
            known = [(sp.S.One, upper - lower + 1)]
            known += [(written[one], value) for one, value in equations.items()]
            known += [(written[one], value) for one, value in values.items()]
            if rest.has(AppliedUndef) or term.has(AppliedUndef):
                continue
            domains = _domains(prover.domain, index, entries, tuple(values.values()), tuple(known))
            yield _Way(tuple(map(type(prover), domains)), term, rest, tuple(known), entries)


def _letter(signs: SignSet, name: str) -> sp.Symbol:
    kind = next((kind for known, kind in _KINDS if signs <= known), {})
    return reserved(name, **{"real": True, **kind})


def _domains(
    domain: Domain,
    index: sp.Idx,
    entries: dict[sp.Symbol, sp.Expr],
    values: tuple[sp.Symbol, ...],
    known: tuple[tuple[sp.Expr, sp.Expr], ...],
) -> Iterator[Domain]:
    """What holds of the letters of every entry; then also that no share is above the whole, where none is negative."""
    letters = {entry: letter for letter, entry in entries.items()}
    constraints = tuple(
        Constraint(c.expr.xreplace(letters), c.signs, c.origin)
        for c in (*domain.constraints, *domain.instances([index]))
    )
    shares = tuple(
        Constraint(value - share, NONNEGATIVE, f"{text(share)} <= {text(value)}")
        for share, value in known
        if share in entries and domain.sign_of_variable(entries[share]) <= NONNEGATIVE
    )
    for beside in ((), shares) if shares else ((),):
        yield Domain(
            (*domain.variables, *entries, *values),
            tuple(c for c in (*constraints, *beside) if not c.expr.has(sp.Sum, AppliedUndef)),
            tuple(e for e in domain.equalities if not e.has(sp.Sum, AppliedUndef)),
            {s: e for s, e in domain.definitions.items() if not e.has(sp.Sum, AppliedUndef)},
            (),
            domain.sizes,
            tuple(side for side in domain.written if not side.has(sp.Sum, AppliedUndef)),
        )
