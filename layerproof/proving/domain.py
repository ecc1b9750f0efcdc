"""The domain that hypotheses cut out, parametrised by slacks.

The hypotheses of a claim are the domains of its symbols (``S > 0``) and relations (``r_0 < S``).  A linear
relation is solved for one symbol by naming its slack: ``S = r_0 + d`` with ``d > 0``; an upper bound on a
positive symbol becomes ``x = u/(1 + d)``.  The result is a rational map from an orthant of slacks *onto* the
domain.  It serves twice: to draw points that satisfy every hypothesis exactly, and to derive signs, since a
polynomial whose coefficients are all positive is positive on an orthant.

Relations that resist (of higher degree in every symbol) stay as `leftover`; points are then filtered by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

if TYPE_CHECKING:
    from .exact.balls import Point

POSITIVE = frozenset({1})
NEGATIVE = frozenset({-1})
NONNEGATIVE = frozenset({0, 1})
NONPOSITIVE = frozenset({-1, 0})
NONZERO = frozenset({-1, 1})
ANY = frozenset({-1, 0, 1})


class Contradiction(Exception):
    """The hypotheses contradict each other."""


class IllPosed(Exception):
    """The claim cannot be read: a symbol without a domain, a hypothesis that is no relation."""


@dataclass(frozen=True)
class Constraint:
    """``expr > 0``, ``expr >= 0`` or ``expr != 0``; `origin` is the hypothesis it came from."""

    expr: sp.Expr
    signs: frozenset[int]
    origin: str


@dataclass(frozen=True, eq=False)
class Parametrisation:
    """A rational map from slacks onto the domain (up to `leftover`)."""

    values: Mapping[sp.Expr, sp.Expr]
    slacks: Mapping[sp.Symbol, frozenset[int]]
    leftover: tuple[Constraint, ...] = ()


@dataclass
class Domain:
    """Hypotheses as data.

    Args:
        variables: symbols, and entries of trajectories that relations mention.
        constraints: inequalities and inequations.
        equalities: expressions that vanish.
        definitions: symbols that an equality defines in terms of sums or of other symbols.
    """

    variables: tuple[sp.Expr, ...]
    constraints: tuple[Constraint, ...]
    equalities: tuple[sp.Expr, ...] = ()
    definitions: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    _cache: dict[frozenset[tuple[sp.Expr, int]], list[Parametrisation] | Contradiction] = field(
        default_factory=dict, repr=False
    )
    _sample: tuple[Point, ...] | None = field(default=None, repr=False)
    _cases: dict[tuple[sp.Expr, frozenset[int]], Domain] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, expressions: Iterable[sp.Basic], hypotheses: Iterable[object]) -> Domain:
        """The domain of the symbols in `expressions` under `hypotheses`.

        Raises:
            IllPosed: if a symbol has no domain, or a hypothesis is not a relation.
            Contradiction: if a hypothesis is false on its face.
        """
        relations = list(_relations(hypotheses))
        expressions = list(expressions)
        mentioned: set[sp.Expr] = set()
        for expr in [*expressions, *relations]:
            mentioned |= {a for a in _atoms(expr)}
        for symbol in sorted(mentioned, key=str):
            if isinstance(symbol, sp.Symbol) and symbol.is_extended_real is None:
                raise IllPosed(
                    f"symbol {symbol} has no domain: it is outside the hypotheses; "
                    f"make it with real('{symbol}'), positive('{symbol}') or natural('{symbol}')"
                )
        for expr in [*expressions, *relations]:
            if isinstance(expr, sp.Basic) and (floats := expr.atoms(sp.Float)):
                shown = min(floats, key=str)
                raise IllPosed(
                    f"got {shown}, a float; a claim is exact: write a Rational, such as Rational('{shown:.6g}')"
                )
        constraints, equalities = [], []
        for relation in relations:
            difference = relation.lhs - relation.rhs
            match relation:
                case sp.Eq():
                    equalities.append(difference)
                case sp.Ne():
                    constraints.append(Constraint(difference, NONZERO, str(relation)))
                case sp.StrictGreaterThan():
                    constraints.append(Constraint(difference, POSITIVE, str(relation)))
                case sp.GreaterThan():
                    constraints.append(Constraint(difference, NONNEGATIVE, str(relation)))
                case sp.StrictLessThan():
                    constraints.append(Constraint(-difference, POSITIVE, str(relation)))
                case sp.LessThan():
                    constraints.append(Constraint(-difference, NONNEGATIVE, str(relation)))
        variables = sorted(mentioned, key=str)
        definitions: dict[sp.Symbol, sp.Expr] = {}
        for equality in list(equalities):
            solved = _define(equality, definitions)
            if solved is not None:
                definitions[solved[0]] = solved[1]
                if not solved[1].has(sp.Sum, AppliedUndef):
                    equalities.remove(equality)
        return cls(tuple(variables), tuple(constraints), tuple(equalities), definitions)

    @property
    def plain(self) -> dict[sp.Symbol, sp.Expr]:
        """Definitions without sums or entries; a proof substitutes them everywhere."""
        return {s: e for s, e in self.definitions.items() if not e.has(sp.Sum, AppliedUndef)}

    def within(self, expr: sp.Expr, signs: frozenset[int]) -> Domain:
        """The part of the domain where `expr` has one of `signs`."""
        key = (expr, signs)
        if key not in self._cases:
            extra = Constraint(expr, signs, f"the case {expr}")
            self._cases[key] = Domain(self.variables, (*self.constraints, extra), self.equalities, self.definitions)
        return self._cases[key]

    def without(self, variable: sp.Expr) -> Domain:
        """The domain of the other variables when nothing is assumed of `variable` but its own domain."""
        constraints = tuple(c for c in self.constraints if not c.expr.has(variable))
        equalities = tuple(e for e in self.equalities if not e.has(variable))
        definitions = {s: e for s, e in self.definitions.items() if s != variable and not e.has(variable)}
        return Domain(tuple(v for v in self.variables if v != variable), constraints, equalities, definitions)

    def sample(self) -> tuple[Point, ...]:
        """Three points inside the domain, or as many as are found."""
        if self._sample is None:
            from .exact.balls import points

            self._sample = tuple(points(self, limit=3, seed=7))
        return self._sample

    def sign_of_variable(self, variable: sp.Expr) -> frozenset[int]:
        """The signs that a variable's own domain admits."""
        if variable.is_positive:
            return POSITIVE
        if variable.is_negative:
            return NEGATIVE
        if variable.is_nonnegative:
            return NONNEGATIVE
        if variable.is_nonpositive:
            return NONPOSITIVE
        if isinstance(variable, sp.Idx) and variable.lower is not None and variable.lower.is_positive:
            return POSITIVE
        if variable.is_nonzero:
            return NONZERO
        return ANY

    def parametrisations(
        self, fixed: Mapping[sp.Expr, int] | None = None, limit: int = 8, for_points: bool = False
    ) -> list[Parametrisation]:
        """Several parametrisations by slacks, the simplest first.

        `fixed` gives values to some variables beforehand (integers, when drawing points).

        Raises:
            Contradiction: if the hypotheses are found to contradict each other.
        """
        fixed = dict(fixed or {})
        key = frozenset(fixed.items()) | {("points", int(for_points))}
        if key not in self._cache:
            substitution = {**{k: sp.Integer(v) for k, v in fixed.items()}}
            defined = self.definitions if for_points else self.plain
            resolved = {s: _resolve(e, defined) for s, e in defined.items()}
            constraints = []
            for c in self.constraints:
                constraints.append(Constraint(c.expr.xreplace(resolved).xreplace(substitution), c.signs, c.origin))
            variables = [v for v in self.variables if v not in fixed and v not in resolved]
            for s, e in resolved.items():
                signs = self.sign_of_variable(s)
                if signs != ANY:
                    constraints.append(Constraint(e.xreplace(substitution), signs, f"domain of {s}"))
            slacks: dict[sp.Symbol, frozenset[int]] = {}
            values: dict[sp.Expr, sp.Expr] = {}
            for v in variables:
                signs = self.sign_of_variable(v)
                slack = sp.Dummy(str(v), real=True, **_assumption(signs))
                values[v] = slack
                if signs in (NEGATIVE, NONPOSITIVE):
                    values[v], signs = -slack, frozenset(-s for s in signs)
                if v.is_integer and signs == POSITIVE and not for_points:
                    slack = sp.Dummy(str(v), real=True, nonnegative=True)
                    values[v], signs = 1 + slack, NONNEGATIVE
                slacks[slack] = signs
            constraints = [Constraint(c.expr.xreplace(values), c.signs, c.origin) for c in constraints]
            found: list[Parametrisation] = []
            try:
                solvable = [c for c in constraints if c.signs != NONZERO and c.expr.is_rational_function()]
                resistant = tuple(c for c in constraints if c not in solvable)
                _search(values, slacks, solvable, resistant, found, limit, 0)
            except Contradiction as problem:
                self._cache[key] = problem
                raise
            self._cache[key] = found
        known = self._cache[key]
        if isinstance(known, Contradiction):
            raise Contradiction(str(known))
        return known


def _assumption(signs: frozenset[int]) -> dict[str, bool]:
    if signs in (POSITIVE, NEGATIVE):
        return {"positive": True}
    return {"nonnegative": True} if signs in (NONNEGATIVE, NONPOSITIVE) else {}


def _relations(hypotheses: Iterable[object]) -> Iterator[Relational]:
    for hypothesis in hypotheses:
        if hypothesis is True or hypothesis == sp.true:
            continue
        if hypothesis is False or hypothesis == sp.false:
            raise Contradiction(
                "the hypotheses contradict each other: one is false on its face, given the domains of its symbols"
            )
        if isinstance(hypothesis, sp.And):
            yield from _relations(hypothesis.args)
        elif isinstance(hypothesis, Relational):
            yield hypothesis
        elif isinstance(hypothesis, sp.Basic):
            raise IllPosed(f"got hypothesis {hypothesis}; expected a relation such as r_0 < S, Eq(m, 1) or Ne(x, 0)")


def _atoms(expr: sp.Basic) -> Iterator[sp.Expr]:
    """Free symbols, and entries without a bound index."""
    bound = {limit[0] for s in expr.atoms(sp.Sum) for limit in s.limits}
    labels = {i.label for i in expr.atoms(sp.Idx)}
    for atom in expr.free_symbols:
        if isinstance(atom, sp.Symbol) and atom not in labels:
            yield atom
    for entry in expr.atoms(AppliedUndef):
        if not (entry.atoms(sp.Idx) or entry.free_symbols & bound):
            yield entry


def _define(equality: sp.Expr, known: Mapping[sp.Symbol, sp.Expr]) -> tuple[sp.Symbol, sp.Expr] | None:
    """Solve an equality for a symbol in which it is linear with a coefficient that cannot vanish."""
    numerator = sp.numer(sp.together(equality))
    candidates = sorted(
        (s for s in equality.free_symbols if isinstance(s, sp.Symbol) and s not in known),
        key=lambda s: (str(s.is_integer), bool(s.is_positive), str(s)),
    )
    for symbol in candidates:
        if any(symbol in atom.free_symbols for atom in numerator.atoms(sp.Sum, AppliedUndef)):
            continue
        if not numerator.is_polynomial(symbol) or sp.degree(numerator, symbol) != 1:
            continue
        slope = sp.expand(numerator).coeff(symbol, 1)
        if slope.is_nonzero:
            value = (
                sp.cancel(-sp.expand(numerator).coeff(symbol, 0) / slope)
                if not numerator.has(sp.Sum)
                else sp.expand(-sp.expand(numerator).coeff(symbol, 0) / slope)
            )
            if not value.has(symbol):
                return symbol, value
    return None


def _resolve(expr: sp.Expr, definitions: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    for _ in range(len(definitions) + 1):
        new = expr.xreplace(dict(definitions))
        if new == expr:
            return expr
        expr = new
    raise Contradiction("the definitions among the hypotheses go round in a circle")


def _sign_of_number(expr: sp.Expr) -> frozenset[int]:
    """The sign of a number; ANY where an evaluation to 100 digits does not separate it from 0."""
    if expr.is_Rational:
        return frozenset({int(sp.sign(expr))})
    from .exact.balls import Evaluator, Point, Undefined, Unsupported

    try:
        ball = Evaluator(Point({}), 333)(expr)
    except (Undefined, Unsupported):
        return ANY
    return POSITIVE if ball > 0 else NEGATIVE if ball < 0 else ANY


def sign_by_coefficients(expr: sp.Expr, slacks: Mapping[sp.Symbol, frozenset[int]]) -> frozenset[int]:
    """The signs that a polynomial can take on an orthant, read off its coefficients."""
    expr = sp.sympify(expr)
    if not expr.free_symbols and not expr.atoms(AppliedUndef):
        return _sign_of_number(expr)
    numerator, denominator = sp.fraction(sp.together(expr))
    sign = 1
    for factor in (denominator,) if denominator != 1 else ():
        below = sign_by_coefficients(factor, slacks)
        if below not in (POSITIVE, NEGATIVE):
            return ANY
        sign *= next(iter(below))
    entries = numerator.atoms(AppliedUndef)
    generators = sorted(numerator.xreplace({e: sp.Integer(1) for e in entries}).free_symbols | entries, key=str)
    if not generators:
        return frozenset(s * sign for s in _sign_of_number(numerator))
    try:
        polynomial = sp.Poly(numerator, *generators)
    except sp.PolynomialError:
        return ANY
    seen: set[int] = set()
    strict = False
    for monomial, coefficient in polynomial.terms():
        number = _sign_of_number(coefficient)
        if number not in (POSITIVE, NEGATIVE):
            return ANY
        s = next(iter(number))
        maybe_zero = False
        for generator, power in zip(generators, monomial, strict=True):
            if not power:
                continue
            own = slacks.get(generator, ANY)
            if own == POSITIVE:
                continue
            if own == NONNEGATIVE or power % 2 == 0:
                maybe_zero = own != NONZERO or maybe_zero
            else:
                return ANY
        seen.add(s)
        strict = strict or not maybe_zero
    if len(seen) != 1:
        return ANY
    value = seen.pop() * sign
    return frozenset({value}) if strict else frozenset({0, value})


def _search(
    values: Mapping[sp.Expr, sp.Expr],
    slacks: Mapping[sp.Symbol, frozenset[int]],
    pending: list[Constraint],
    leftover: tuple[Constraint, ...],
    found: list[Parametrisation],
    limit: int,
    depth: int,
) -> None:
    """Turn the pending constraints into slacks one by one, branching over which symbol gives way."""
    remaining = []
    for constraint in pending:
        signs = sign_by_coefficients(constraint.expr, slacks)
        if signs <= constraint.signs:
            continue
        if not signs & constraint.signs:
            raise Contradiction(
                f"the hypotheses contradict each other: {constraint.origin} cannot hold with the others"
            )
        remaining.append(constraint)
    if not remaining:
        used = (
            frozenset().union(*(v.free_symbols for v in values.values()))
            | frozenset().union(*(c.expr.free_symbols for c in leftover))
            if values
            else frozenset()
        )
        found.append(Parametrisation(dict(values), {s: k for s, k in slacks.items() if s in used}, leftover))
        return
    if depth > 12 or len(found) >= limit:
        if len(found) < limit:
            found.append(Parametrisation(dict(values), dict(slacks), (*leftover, *remaining)))
        return
    before = len(found)
    contradictions: list[Contradiction] = []
    tried = 0
    for position, constraint in enumerate(remaining):
        others = remaining[:position] + remaining[position + 1 :]
        for name, value, slack, sign, extra in _ways(constraint, slacks, depth):
            tried += 1
            step = {name: value}
            new_slacks = {s: k for s, k in slacks.items() if s != name} | {slack: sign}
            try:
                _search(
                    {k: v.xreplace(step) for k, v in values.items()},
                    new_slacks,
                    [Constraint(c.expr.xreplace(step), c.signs, c.origin) for c in (*others, *extra)],
                    tuple(Constraint(c.expr.xreplace(step), c.signs, c.origin) for c in leftover),
                    found,
                    limit,
                    depth + 1,
                )
            except Contradiction as problem:
                contradictions.append(problem)
            if len(found) >= limit or tried > 6:
                break
        if len(found) >= limit or tried > 6:
            break
    if contradictions:
        raise contradictions[0]
    if len(found) == before:
        first, rest = remaining[0], remaining[1:]
        _search(values, slacks, rest, (*leftover, first), found, limit, depth + 1)


def _is_rational(expr: sp.Expr) -> bool:
    """Whether `expr` is a polynomial with rational coefficients in plain symbols."""
    symbols = sorted(expr.free_symbols, key=str)
    if expr.atoms(AppliedUndef, sp.Sum):
        return False
    try:
        return bool(expr.is_Rational) if not symbols else all(c.is_Rational for c in sp.Poly(expr, *symbols).coeffs())
    except sp.PolynomialError:
        return False


def _ways(
    constraint: Constraint, slacks: Mapping[sp.Symbol, frozenset[int]], depth: int
) -> Iterator[tuple[sp.Symbol, sp.Expr, sp.Symbol, frozenset[int], tuple[Constraint, ...]]]:
    """Ways to satisfy one inequality by replacing one slack with another.

    Yields (old slack, its value, new slack, sign of the new slack, constraints that this adds).
    """
    if constraint.signs not in (POSITIVE, NONNEGATIVE):
        return
    numerator, denominator = sp.fraction(sp.together(constraint.expr))
    below = sign_by_coefficients(denominator, slacks)
    if below not in (POSITIVE, NEGATIVE):
        return
    polynomial = sp.expand(numerator * next(iter(below)))
    if not _is_rational(polynomial) or not _is_rational(denominator):
        return  # exact points and exact signs need rational coefficients; the constraint stays as it is
    free_first = sorted(polynomial.free_symbols & set(slacks), key=lambda s: (slacks[s] != ANY, str(s)))
    for symbol in free_first:
        if not polynomial.is_polynomial(symbol) or sp.degree(polynomial, symbol) != 1:
            continue
        slope, rest = polynomial.coeff(symbol, 1), polynomial.coeff(symbol, 0)
        slope_signs = sign_by_coefficients(slope, slacks)
        if slope_signs not in (POSITIVE, NEGATIVE):
            continue
        name = f"{symbol.name}d{depth}"
        slack = sp.Dummy(name, real=True, **_assumption(constraint.signs))
        rising = slope_signs == POSITIVE
        own = slacks[symbol]
        if own == ANY:
            yield symbol, (slack - rest) / slope, slack, constraint.signs, ()
        elif own in (POSITIVE, NONNEGATIVE) and rising:
            # symbol > -rest/slope, and its own positivity stays to be ensured
            value = (slack - rest) / slope
            extra = () if sign_by_coefficients(-rest, slacks) <= own else (Constraint(value, own, constraint.origin),)
            yield symbol, value, slack, constraint.signs, extra
        elif own == POSITIVE and not rising:
            # 0 < symbol < u: symbol = u/(1 + slack), provided u > 0
            bound = rest / -slope
            extra = (
                ()
                if sign_by_coefficients(bound, slacks) == POSITIVE
                else (Constraint(bound, POSITIVE, constraint.origin),)
            )
            yield symbol, bound / (1 + slack), slack, constraint.signs, extra
        elif own == NONNEGATIVE and not rising and constraint.signs == POSITIVE:
            bound = rest / -slope
            extra = (
                ()
                if sign_by_coefficients(bound, slacks) == POSITIVE
                else (Constraint(bound, POSITIVE, constraint.origin),)
            )
            slack = sp.Dummy(name, nonnegative=True)
            yield symbol, bound * slack / (1 + slack), slack, NONNEGATIVE, extra
