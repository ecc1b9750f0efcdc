"""Charts: coordinates on the points that satisfy the hypotheses, at given sizes.

A chart fixes the integers of a claim (sizes of families, numbers of classes, free indices) and writes every other
symbol and entry in coordinates, each on a half-line or a line.  The *slack* charts are the exact prover's own maps of
an orthant onto the domain; the *direct* chart has the symbols themselves for coordinates, and points outside of the
hypotheses are filtered.  A chart makes exact points from rational coordinates and fast programs in doubles.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from ...ground import effort
from ...language.doubles import Array, CannotRun, Program
from ..domain import Contradiction, Domain
from ..exact.balls import (
    Evaluator,
    Point,
    Undefined,
    Unsupported,
    belongs,
    rational_value,
    satisfies,
)
from ..exact.drawing import admits, define
from ..sign_sets import ANY, NONNEGATIVE, NONPOSITIVE, POSITIVE, SignSet
from ..slacks import Parametrisation
from .numbers import constants

_SMALL = (2, 1, 3)
_FARTHEST = 2000
_LARGE = (4, 5, 6, 7, 8, 10, 12, 16, 20, 30, 50, 100, 1000, 10**6)


@dataclass(frozen=True)
class Coordinate:
    """One coordinate: the slack, symbol or key of an entry that it is the value of, and its signs."""

    key: Any
    signs: SignSet
    owner: sp.Expr | None = None

    def admits(self, value: Fraction) -> bool:
        """Whether a value has one of the signs."""
        return ((value > 0) - (value < 0)) in self.signs


class Chart:
    """Coordinates on the domain at fixed integers.

    Args:
        domain: the hypotheses.
        fixed: values of the integer variables.
        way: the parametrisation; None for the direct chart.
    """

    def __init__(self, domain: Domain, fixed: Mapping[sp.Expr, int], way: Parametrisation | None) -> None:
        self.domain, self.fixed, self.way = domain, dict(fixed), way
        self.coordinates: list[Coordinate] = []
        self._positions: dict[Any, int] = {}
        self._images: dict[Any, sp.Expr] = {}
        self._programs = Program(self._leaf, self._integer)
        self._probe = Point({key: Fraction(value) for key, value in self.fixed.items()})
        if way is not None:
            for slack, signs in way.slacks.items():
                self._position(slack, signs, None)
            self._images = {_key(variable): value for variable, value in way.values.items()}
        else:
            for variable in domain.variables:
                if variable not in self.fixed and variable not in domain.definitions:
                    self._position(_key(variable), domain.sign_of_variable(variable), variable)
        self._filters: list[tuple[int, SignSet]] = []
        for constraint in domain.constraints if way is None else way.leftover:
            self._filter(constraint.expr, constraint.signs)
        for symbol in domain.definitions:
            self._filter(symbol, domain.sign_of_variable(symbol))

    def _filter(self, expr: sp.Expr, signs: SignSet) -> None:
        if signs != ANY:
            try:
                self._filters.append((self._programs.add(expr), signs))
            except (CannotRun, Unsupported, Undefined):
                return

    def _position(self, key: Any, signs: SignSet, owner: sp.Expr | None) -> int:
        if key not in self._positions:
            self._positions[key] = len(self.coordinates)
            self.coordinates.append(Coordinate(key, signs, owner))
        return self._positions[key]

    def _integer(self, expr: sp.Expr) -> int:
        try:
            value = rational_value(self._resolved(expr), self._probe)
        except RecursionError:
            raise CannotRun(str(expr)) from None
        if value is None or value.denominator != 1:
            raise CannotRun(f"{expr} is no integer here")
        return int(value)

    def _resolved(self, expr: sp.Expr) -> sp.Expr:
        for _ in range(len(self.domain.definitions)):
            expr = expr.xreplace(dict(self.domain.definitions))
        return expr

    def _leaf(self, leaf: sp.Expr) -> Any:
        if leaf in self.fixed:
            return sp.Integer(self.fixed[leaf])
        if isinstance(leaf, sp.Idx):
            raise CannotRun(f"the index {leaf} has no value")
        if leaf in self.domain.definitions:
            return self.domain.definitions[leaf]
        if leaf in self._positions:
            return ("x", self._positions[leaf])
        try:
            key = self._entry_key(leaf)
        except (Unsupported, Undefined) as problem:
            raise CannotRun(str(problem)) from None
        if key in self._images:
            return self._images[key]
        signs = self.domain.sign_of_variable(leaf) if not isinstance(leaf, sp.Derivative) else ANY
        return ("x", self._position(key, signs, None if isinstance(leaf, sp.Derivative) else leaf))

    def _entry_key(self, leaf: sp.Expr) -> Any:
        """The key under which the exact prover's ball arithmetic looks the value up."""
        evaluate = Evaluator(self._probe, 64)
        if isinstance(leaf, sp.Derivative):
            if not isinstance(leaf.expr, AppliedUndef):
                raise Unsupported(f"the derivative {leaf}")
            name, *rest = evaluate._entry_key(leaf.expr)
            return (f"d{name}/d" + "".join(map(str, leaf.variables)), *rest)
        return evaluate._entry_key(leaf) if isinstance(leaf, AppliedUndef) else leaf

    # -- doubles ----------------------------------------------------------------------------------------------

    def compile(self, expr: sp.Expr) -> Objective:
        """`expr` in doubles, with the size of its terms; new entries become coordinates.

        Raises:
            CannotRun: if it has no value in doubles.
        """
        terms = sp.Add.make_args(expr)
        parts = [self._programs.add(term) for term in terms]
        return Objective(self, self._programs.add(expr), parts)

    def allowed(self, at: Array) -> Any:
        """Which columns of coordinates satisfy the hypotheses, as far as doubles can tell."""
        good = np.ones(at.shape[1], dtype=bool)
        for k, coordinate in enumerate(self.coordinates):
            good &= _has_sign(at[k], coordinate.signs)
        for values, (_, signs) in zip(
            self._programs.run(at, [f for f, _ in self._filters]), self._filters, strict=True
        ):
            good &= _has_sign(values, signs)
        return good

    def violation(self, at: Array) -> Array:
        """How far columns of coordinates are from satisfying the hypotheses: 0 inside."""
        total = np.zeros(at.shape[1])
        for values, (_, signs) in zip(
            self._programs.run(at, [f for f, _ in self._filters]), self._filters, strict=True
        ):
            if signs <= NONNEGATIVE:
                total = total + np.where(np.isfinite(values), np.maximum(-values, 0), 1e6)
            elif signs <= NONPOSITIVE:
                total = total + np.where(np.isfinite(values), np.maximum(values, 0), 1e6)
        return total

    # -- exact points -----------------------------------------------------------------------------------------

    def point(self, values: Sequence[Fraction]) -> Point | None:
        """The exact point with these coordinates; None if it is outside of the hypotheses."""
        if not all(c.admits(v) for c, v in zip(self.coordinates, values, strict=False)):
            return None
        placed: dict[Any, Fraction] = {key: Fraction(value) for key, value in self.fixed.items()}
        owners: dict[Any, sp.Expr] = {}
        exact = {
            c.key: sp.Rational(v.numerator, v.denominator)
            for c, v in zip(self.coordinates, values, strict=False)
            if isinstance(c.key, sp.Basic)
        }
        if self.way is not None:
            for variable, expr in self.way.values.items():
                number = expr.xreplace(exact)
                if not isinstance(number, sp.Rational):
                    return None
                placed[_key(variable)] = Fraction(int(number.p), int(number.q))
                owners[_key(variable)] = variable
        slacks = set() if self.way is None else set(self.way.slacks)
        for coordinate, value in zip(self.coordinates, values, strict=False):
            if coordinate.key not in slacks:
                placed[coordinate.key] = value
                if coordinate.owner is not None:
                    owners[coordinate.key] = coordinate.owner
        point = Point(placed, seed=1)
        point.owners.update(owners)
        return point if inside(self.domain, point) else None


@dataclass(frozen=True)
class Objective:
    """A compiled expression: its value, and the largest of its terms, by which its size is judged."""

    chart: Chart
    whole: int
    terms: list[int]

    def __call__(self, at: Array) -> tuple[Array, Array]:
        """Values and sizes at columns of coordinates; NaN where undefined."""
        effort.spend(200 + at.shape[-1])
        whole, *terms = self.chart._programs.run(at, [self.whole, *self.terms])
        return whole, np.max(np.abs(np.stack(terms)), axis=0)


def inside(domain: Domain, point: Point) -> bool:
    """Whether a point certainly satisfies every hypothesis, and every value lies in the domain of what has it.

    A hypothesis on an entry at a free index is asked for at every value of the index, not at one only.
    """
    try:
        if not define(domain, point):
            return False
        if not all(belongs(key, value, point) for key, value in list(point.values.items())):
            return False
        for variable in domain.variables:
            value = point.values.get(_key(variable))
            if value is not None and not belongs(variable, value, point):
                return False
        return admits(domain, point) and _at_every_index(point, domain)
    except (Undefined, Unsupported):
        return False


def _at_every_index(point: Point, domain: Domain) -> bool:
    indexed = [c for c in domain.constraints if _free_indices(c.expr)]
    for constraint in indexed:
        indices = _free_indices(constraint.expr)
        evaluate = Evaluator(point, 64)
        ranges = [range(evaluate._integer(i.lower), evaluate._integer(i.upper) + 1) for i in indices]
        for chosen in itertools.product(*ranges):
            values = {i: sp.Integer(k) for i, k in zip(indices, chosen, strict=True)}
            moved = type(constraint)(constraint.expr.xreplace(values), constraint.signs, constraint.origin)
            if not satisfies(point, [moved]):
                return False
    return True


def _free_indices(expr: sp.Expr) -> list[sp.Idx]:
    bound = {limit[0] for s in expr.atoms(sp.Sum) for limit in s.limits}
    return sorted(expr.atoms(sp.Idx) - bound, key=str)


def _key(variable: Any) -> Any:
    if isinstance(variable, AppliedUndef):
        return (variable.func.__name__, *[int(a) for a in variable.args if isinstance(a, sp.Integer)])
    return variable


def _has_sign(values: Array, signs: SignSet) -> Any:
    with np.errstate(invalid="ignore"):
        good = np.zeros(values.shape, dtype=bool)
        for sign, holds in ((1, values > 0), (0, values == 0), (-1, values < 0)):
            if sign in signs:
                good |= holds
        return good


def sizes(domain: Domain, expressions: Iterable[sp.Expr], large: bool = False) -> Iterator[dict[sp.Expr, int]]:
    """Values of the integer variables and free indices: small ones first, in every combination where there are few."""
    expressions = list(expressions)
    integers = [v for v in domain.variables if v.is_integer and v not in domain.definitions]
    indices = sorted({i for e in expressions for i in _free_indices(e)}, key=str)
    ends = {s for i in indices for end in (i.lower, i.upper) if end is not None for s in end.free_symbols}
    known = {*integers, *domain.definitions}
    integers += sorted((s for s in ends - known if isinstance(s, sp.Symbol) and s.is_integer), key=str)
    if not integers and not indices:
        if not large:
            yield {}
        return
    near = _near_roots(expressions) if large and len(integers) == 1 and not indices else []
    choices = [[*_integers(v, large), *near] for v in integers]
    combinations = sorted(itertools.islice(itertools.product(*choices), 3000), key=lambda c: sum(map(abs, c)))
    if large:  # one at a time is large, or all are
        combinations = [c for c in combinations if max(map(abs, c), default=0) > 3][:60]
    else:
        combinations = [*[c for c in combinations if all(k == 2 for k in c)], *combinations][:40]
    for combination in combinations:
        fixed: dict[sp.Expr, int] = dict(zip(integers, combination, strict=True))
        yield from _with_indices(fixed, indices, domain)


def _near_roots(expressions: Iterable[sp.Expr]) -> list[int]:
    """Whole numbers at, or beside, the roots of polynomials in one symbol among the expressions."""
    near = {math.floor(r) + k for r in constants(expressions) for k in (0, 1)}
    return sorted(k for k in near if 3 < k <= _FARTHEST)


def _with_indices(fixed: dict[sp.Expr, int], indices: Sequence[sp.Idx], domain: Domain) -> Iterator[dict[sp.Expr, int]]:
    point = Point({key: Fraction(value) for key, value in fixed.items()})
    evaluate = Evaluator(point, 64)
    plain = domain.plain
    try:
        ranges = [
            (evaluate._integer(i.lower.xreplace(plain)), evaluate._integer(i.upper.xreplace(plain))) for i in indices
        ]
    except (Undefined, Unsupported):
        return
    if any(low > high for low, high in ranges):
        return
    spread = [sorted({low, min(low + 1, high), high}) for low, high in ranges]
    for chosen in itertools.islice(itertools.product(*spread), 6):
        yield {**fixed, **dict(zip(indices, chosen, strict=True))}


def _integers(variable: sp.Expr, large: bool) -> list[int]:
    base = [*_SMALL, *_LARGE] if large else list(_SMALL)
    if not variable.is_positive:
        base = [*base, 0]
    if not variable.is_nonnegative:
        base = [*base, *(-k for k in base if k)]
    number = [sp.Integer(k) for k in base]
    return [int(k) for k in number if all(getattr(k, f"is_{n}") in (v, None) for n, v in variable.assumptions0.items())]


def charts(domain: Domain, fixed: Mapping[sp.Expr, int]) -> Iterator[Chart]:
    """The charts at given integers: two in slacks, then the direct one if hypotheses relate symbols."""
    integers = {k: v for k, v in fixed.items() if not isinstance(k, sp.Idx)}
    try:
        ways = domain.parametrisations(integers, limit=4, for_points=True)
    except Contradiction:
        return
    for way in ways[:2]:
        yield Chart(domain, fixed, way)
    if domain.constraints or domain.equalities:
        yield Chart(domain, fixed, None)


def is_half_line(signs: SignSet) -> bool:
    """Whether a coordinate is positive or not negative."""
    return signs in (POSITIVE, NONNEGATIVE)
