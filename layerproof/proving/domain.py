"""The domain that hypotheses cut out, parametrised by slacks.

The hypotheses of a claim are the domains of its symbols (``S > 0``) and relations (``r_0 < S``).  A linear
relation is solved for one symbol by naming its slack: ``S = r_0 + d`` with ``d > 0``; an upper bound on a
positive symbol becomes ``x = u/(1 + d)``.  The result is a rational map from an orthant of slacks *onto* the
domain.  It serves twice: to draw points that satisfy every hypothesis exactly, and to derive signs, since a
polynomial whose coefficients are all positive is positive on an orthant.

Relations that resist (of higher degree in every symbol) stay as `leftover`; points are then filtered by them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..language.relations import Contradiction as Contradiction
from ..language.relations import IllPosed as IllPosed
from ..language.relations import relations_in
from ..language.symbols import ForAll
from ..language.written import plain
from .constraints import Constraint, Every, within
from .exact.balls import Point
from .exact.presupposed import is_partial, presupposed
from .peeling import peeled, without_quotient
from .sign_sets import ANY, NEGATIVE, NONNEGATIVE, NONPOSITIVE, NONZERO, POSITIVE, SignSet, of_number, opposite
from .slacks import Parametrisation, parametrised, sign_by_coefficients

_ENTRIES = 60  # hypotheses about every entry are written out for no more


def _one_range(one: sp.Expr, other: sp.Expr) -> bool:
    """Whether these are two indices with one range."""
    return isinstance(one, sp.Idx) and isinstance(other, sp.Idx) and one.args[1:] == other.args[1:]


@dataclass
class Domain:
    """Hypotheses as data.

    Args:
        variables: symbols, and entries of trajectories that relations mention.
        constraints: inequalities and inequations.
        equalities: expressions that vanish.
        definitions: symbols that an equality defines in terms of sums or of other symbols.
        every: constraints that hold at every value of an index.
        sizes: symbols in the range of an index or of a sum; numbers of entries, that is, or of terms.
        written: sides of hypotheses, as they are written, that must have a value for these to hold.
    """

    variables: tuple[sp.Expr, ...]
    constraints: tuple[Constraint, ...]
    equalities: tuple[sp.Expr, ...] = ()
    definitions: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    every: tuple[Every, ...] = ()
    sizes: frozenset[sp.Symbol] = frozenset()
    written: tuple[sp.Expr, ...] = ()
    _cache: dict[frozenset[tuple[sp.Expr, int]], list[Parametrisation] | Contradiction] = field(
        default_factory=dict, repr=False
    )
    drawn: tuple[Point, ...] | None = field(default=None, repr=False)  # see `exact/drawing.sample`
    _cases: dict[tuple[sp.Expr, SignSet], Domain] = field(default_factory=dict, repr=False)
    _sized: dict[frozenset[tuple[sp.Expr, int]], Domain | None] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, expressions: Iterable[sp.Basic], hypotheses: Iterable[object]) -> Domain:
        """The domain of the symbols in `expressions` under `hypotheses`.

        Raises:
            IllPosed: if a symbol has no domain, or a hypothesis is not a relation.
            Contradiction: if a hypothesis is false on its face.
        """
        relations = list(relations_in(hypotheses))
        expressions = list(expressions)
        mentioned: set[sp.Expr] = set()
        for expr in [*expressions, *relations]:
            mentioned |= {a for a in _atoms(expr)}
        for symbol in sorted(mentioned, key=str):
            if isinstance(symbol, sp.Symbol) and symbol.is_real is not True:
                lacking = "has no domain" if symbol.is_extended_real is None else "is not known to be real"
                raise IllPosed(
                    f"symbol {symbol} {lacking}: it is outside the hypotheses; "
                    f"make it with real('{symbol}'), positive('{symbol}') or natural('{symbol}')"
                )
        for entry in sorted({e for expr in [*expressions, *relations] for e in expr.atoms(AppliedUndef)}, key=str):
            if entry.is_real is not True:
                name = entry.func.__name__
                raise IllPosed(f"the values of {name} are not known to be real; write Function('{name}', real=True)")
        for expr in [*expressions, *relations]:
            if isinstance(expr, sp.Basic) and (floats := expr.atoms(sp.Float)):
                shown = min(floats, key=str)
                raise IllPosed(f"got {shown:.6g}, a float; a claim is exact: write {_exactly(float(shown))}")
        constraints: list[Constraint] = []
        equalities: list[sp.Expr] = []
        every: list[Every] = []
        same: dict[sp.Expr, sp.Expr] = {}
        for relation in relations:
            if isinstance(relation, ForAll):
                if isinstance(relation.relation, sp.Eq):
                    raise IllPosed(
                        f"an equation for every index, {relation}, is not used here; "
                        "put its right side in where its left side stands"
                    )
                said = relations_in([plain(relation.relation)])
                every += [Every(relation.indices, c) for one in said for c in _constraints(one, str(relation))]
            elif isinstance(relation, sp.Eq) and _one_range(relation.lhs, relation.rhs):
                same[max(relation.args, key=str)] = min(relation.args, key=str)
            else:
                for one in relations_in(r for said in relations_in([plain(relation)]) for r in peeled(said)):
                    if isinstance(one, sp.Eq):
                        equalities.append(one.lhs - one.rhs)
                    else:
                        constraints.append(_constraint(one, str(relation)))
        constraints += [
            Constraint(product, known.signs, known.origin)
            for known in constraints
            if known.signs != NONZERO and (product := without_quotient(known.expr)) is not None
        ]
        for indices, constraint in (needed for relation in relations for needed in _presupposed(relation)):
            if indices:
                every.append(Every(indices, constraint))
            elif not any(c.expr == constraint.expr and c.signs <= constraint.signs for c in constraints):
                constraints.append(constraint)
        equalities += _pinched(constraints)
        variables = sorted(mentioned, key=str)
        definitions: dict[sp.Symbol, sp.Expr] = dict(same)
        for equality in list(equalities):
            solved = _define(equality, definitions)
            if solved is not None:
                definitions[solved[0]] = solved[1]
                if not solved[1].has(sp.Sum, AppliedUndef):
                    equalities.remove(equality)
        sizes = frozenset().union(*(_sizes(expr) for expr in [*expressions, *relations] if isinstance(expr, sp.Basic)))
        sides = (side for r in relations if isinstance(r, Relational) for side in (r.lhs, r.rhs))
        written = tuple(dict.fromkeys(side for side in sides if is_partial(side)))
        return cls(tuple(variables), tuple(constraints), tuple(equalities), definitions, tuple(every), sizes, written)

    @property
    def plain(self) -> dict[sp.Symbol, sp.Expr]:
        """Definitions without sums or entries; a proof substitutes them everywhere."""
        return {s: e for s, e in self.definitions.items() if not e.has(sp.Sum, AppliedUndef)}

    def resolved(self, expr: sp.Expr) -> sp.Expr:
        """The expression with the definitions put in, as often as they stand in each other."""
        return _resolve(expr, self.definitions)

    @cached_property
    def by_equations(self) -> tuple[Constraint, ...]:
        """What the equalities say of the signs of their terms: ``a b = 1`` says that ``a b`` is positive."""
        found = []
        for equality in self.equalities:
            for term in sp.Add.make_args(sp.expand(equality)):
                if (signs := self._own_sign(sp.expand(term - equality))) != ANY:
                    found.append(Constraint(term, signs, str(sp.Eq(equality, 0, evaluate=False))))
        return tuple(found)

    def within(self, expr: sp.Expr, signs: SignSet) -> Domain:
        """The part of the domain where `expr` has one of `signs`."""
        key = (expr, signs)
        if key not in self._cases:
            extra = Constraint(expr, signs, f"the case {expr}")
            constraints = (*self.constraints, extra)
            self._cases[key] = Domain(
                self.variables, constraints, self.equalities, self.definitions, self.every, self.sizes, self.written
            )
        return self._cases[key]

    def without(self, variable: sp.Expr) -> Domain:
        """The domain of the other variables when nothing is assumed of `variable` but its own domain."""
        constraints = tuple(c for c in self.constraints if not c.expr.has(variable))
        equalities = tuple(e for e in self.equalities if not e.has(variable))
        definitions = {s: e for s, e in self.definitions.items() if s != variable and not e.has(variable)}
        every = tuple(e for e in self.every if not e.constraint.expr.has(variable))
        variables = tuple(v for v in self.variables if v != variable)
        written = tuple(side for side in self.written if not side.has(variable))
        return Domain(variables, constraints, equalities, definitions, every, self.sizes, written)

    def beside(self, *variables: sp.Expr) -> Domain:
        """The domain with further variables, of which no more is known than what is assumed of them."""
        return Domain(
            (*self.variables, *variables),
            self.constraints,
            self.equalities,
            self.definitions,
            self.every,
            self.sizes,
            self.written,
        )

    def instances(self, values: Iterable[sp.Expr]) -> list[Constraint]:
        """What holds for every index, at each choice of these values that certainly lie in its range."""
        values = sorted(set(values), key=str)
        return [
            one.at(chosen)
            for one in self.every
            for chosen in itertools.product(*([v for v in values if self.lies(v, i)] for i in one.indices))
        ]

    def lies(self, value: sp.Expr, index: sp.Idx) -> bool:
        """Whether a value certainly lies in the range of an index, also by what is assumed of whole numbers."""
        if within(value, index):
            return True
        if isinstance(value, sp.Idx) or not value.is_integer or index.lower is None or self._whole is None:
            return False
        try:
            parametrisations = self._whole.parametrisations()
        except Contradiction:
            return False
        return all(
            any(sign_by_coefficients(gap.xreplace(p.values), p.slacks) <= NONNEGATIVE for p in parametrisations)
            for gap in (value - index.lower, index.upper - value)
        )

    @cached_property
    def _whole(self) -> Domain | None:
        """What is assumed of whole numbers alone; None if that is nothing."""
        variables = tuple(v for v in self.variables if isinstance(v, sp.Symbol) and v.is_integer)
        constraints = tuple(
            c for c in self.constraints if c.expr.free_symbols <= set(variables) and c.expr.is_polynomial()
        )
        return Domain(variables, constraints) if constraints else None

    def sized(self, fixed: Mapping[sp.Expr, int]) -> Domain | None:
        """The domain where integers have the values in `fixed`: what holds for every index holds at each of its values.

        None if a range has no ends at these sizes, or too many entries.
        """
        if not self.every:
            return self
        key = frozenset(fixed.items())
        if key not in self._sized:
            self._sized[key] = self._at_sizes({v: sp.Integer(k) for v, k in fixed.items()})
        return self._sized[key]

    def _at_sizes(self, sizes: Mapping[sp.Expr, sp.Expr]) -> Domain | None:
        extra: list[Constraint] = []
        resolved = {s: e.xreplace(sizes) for s, e in self.plain.items()}
        for one in self.every:
            chosen: list[dict[sp.Expr, sp.Expr]] = [{}]
            for index in one.indices:  # the range of one may depend on those before it
                longer = []
                for values in chosen:
                    ends = (end.xreplace(values).xreplace(resolved) for end in (index.lower, index.upper))
                    low, high = (end.xreplace(sizes) for end in ends)
                    if not (isinstance(low, sp.Integer) and isinstance(high, sp.Integer)):
                        return None
                    longer += [{**values, index: sp.Integer(k)} for k in range(int(low), int(high) + 1)]
                chosen = longer
            for values in chosen:
                at = one.at([values[i] for i in one.indices])
                extra.append(Constraint(at.expr.xreplace(sizes), at.signs, at.origin))
        if len(extra) > _ENTRIES:
            return None
        entries = {e for c in extra for e in c.expr.atoms(AppliedUndef) if not (e.atoms(sp.Idx) or c.expr.has(sp.Sum))}
        variables = (*self.variables, *sorted(entries - set(self.variables), key=str))
        constraints = (*self.constraints, *extra)
        return Domain(variables, constraints, self.equalities, self.definitions, (), self.sizes, self.written)

    def sign_of_variable(self, variable: sp.Expr) -> SignSet:
        """The signs that a variable's own domain admits; and of an entry, the hypotheses about it alone."""
        own = self._own_sign(variable)
        if isinstance(variable, AppliedUndef):
            about = [c for one in self.every if (c := one.about(variable, self.lies)) is not None]
            if variable.atoms(sp.Idx):
                about += [c for c in self.constraints if variable in c.expr.atoms(AppliedUndef)]
            for constraint in about:
                own &= _sign_from(variable, constraint)
            if not own:
                raise Contradiction(f"the hypotheses contradict each other: {variable} can have no sign")
        return own

    @staticmethod
    def _own_sign(variable: sp.Expr) -> SignSet:
        if variable.is_positive:
            return POSITIVE
        if variable.is_negative:
            return NEGATIVE
        if variable.is_nonnegative:
            return NONNEGATIVE
        if variable.is_nonpositive:
            return NONPOSITIVE
        if isinstance(variable, sp.Idx) and variable.lower is not None and variable.lower.is_nonnegative:
            return POSITIVE if variable.lower.is_positive else NONNEGATIVE
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
            signed = tuple((v, self.sign_of_variable(v)) for v in variables)
            self._cache[key] = _failing(constraints) or parametrised(signed, tuple(constraints), limit, for_points)
        known = self._cache[key]
        if isinstance(known, Contradiction):
            raise Contradiction(str(known))
        return known


def _exactly(number: float) -> str:
    """How to write a number that was given as a float: by the fraction that was meant, if there is one at hand."""
    near = Fraction(number).limit_denominator(1000)
    if abs(near - Fraction(number)) > Fraction(1, 10**12) * abs(near):
        return f"Rational('{number!r}')"
    return str(near) if near.denominator == 1 else f"Rational({near.numerator}, {near.denominator})"


def _constraints(relation: Relational, origin: str) -> list[Constraint]:
    """An inequality or an inequation as constraints."""
    return [_constraint(one, origin) for one in relations_in(peeled(relation))]


def _presupposed(relation: Any) -> Iterator[tuple[tuple[sp.Idx, ...], Constraint]]:
    """What must hold for a hypothesis to have a value, as far as the domains of letters do not tell."""
    origin = str(relation)
    for indices, says in presupposed(relation):
        if says == sp.false:
            if indices:
                continue  # their ranges may be empty
            raise Contradiction(f"the hypotheses contradict each other: {origin} has no value anywhere")
        for constraint in _constraints(says, origin):
            expr = constraint.expr
            own = {a: Domain._own_sign(a) for a in expr.free_symbols | expr.atoms(AppliedUndef, sp.Idx)}
            if not sign_by_coefficients(expr, own) <= constraint.signs:
                yield indices, constraint


def _failing(constraints: Iterable[Constraint]) -> Contradiction | None:
    """That a constraint on a number does not hold; None if there is none such."""
    for constraint in constraints:
        if constraint.expr.is_Rational and not of_number(constraint.expr) <= constraint.signs:
            return Contradiction(
                f"the hypotheses contradict each other: {constraint.origin} cannot hold with the others"
            )
    return None


def _pinched(constraints: Sequence[Constraint]) -> list[sp.Expr]:
    """What is neither negative nor positive."""
    least = [c.expr for c in constraints if c.signs == NONNEGATIVE]
    return [one for one, other in itertools.combinations(least, 2) if one + other == 0]


def _constraint(relation: Relational, origin: str) -> Constraint:
    """An inequality or an inequation as a constraint."""
    difference = relation.lhs - relation.rhs
    if isinstance(relation, sp.Ne):
        side = 1 if difference.is_nonnegative else -1 if difference.is_nonpositive else 0
        if difference.is_integer and side:
            return Constraint(side * difference - 1, NONNEGATIVE, origin)
        return Constraint(difference, NONZERO, origin)
    expr = difference if isinstance(relation, (sp.StrictGreaterThan, sp.GreaterThan)) else -difference
    if not isinstance(relation, (sp.StrictGreaterThan, sp.StrictLessThan)):
        return Constraint(expr, NONNEGATIVE, origin)
    if expr.is_integer:  # a positive integer is at least 1
        return Constraint(expr - 1, NONNEGATIVE, origin)
    return Constraint(expr, POSITIVE, origin)


def _sign_from(variable: sp.Expr, constraint: Constraint) -> SignSet:
    """The signs of a variable under ``slope * variable + rest``, of given signs, where slope and rest have signs."""
    stand_in = sp.Dummy(real=True)
    expr = sp.expand(constraint.expr.xreplace({variable: stand_in}))
    if not expr.is_polynomial(stand_in) or sp.degree(expr, stand_in) != 1:
        return ANY
    slope, rest = expr.coeff(stand_in, 1), expr.coeff(stand_in, 0)
    if not (slope.is_positive or slope.is_negative):
        return ANY
    signs = constraint.signs if slope.is_positive else opposite(constraint.signs)
    bound = -rest / slope
    if bound.is_zero:
        return signs
    if signs <= NONNEGATIVE and bound.is_nonnegative:
        return POSITIVE if 0 not in signs or bound.is_positive else NONNEGATIVE
    if signs <= NONPOSITIVE and bound.is_nonpositive:
        return NEGATIVE if 0 not in signs or bound.is_negative else NONPOSITIVE
    return ANY


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


def _sizes(expr: sp.Basic) -> set[sp.Symbol]:
    """The symbols in the ranges of the indices and of the sums in an expression."""
    ends = [end for index in expr.atoms(sp.Idx) for end in (index.lower, index.upper) if end is not None]
    ends += [end for big in expr.atoms(sp.Sum, sp.Product) for limit in big.limits for end in limit[1:]]
    return {s for end in ends for s in end.free_symbols if isinstance(s, sp.Symbol)}


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
            if not _resolve(value, known).has(symbol):  # x = f(y) is none beside y = g(x): it stays an equality
                return symbol, value
    return None


def _resolve(expr: sp.Expr, definitions: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    for _ in range(len(definitions) + 1):
        new = expr.xreplace(dict(definitions))
        if new == expr:
            return expr
        expr = new
    raise Contradiction("the definitions among the hypotheses go round in a circle")
