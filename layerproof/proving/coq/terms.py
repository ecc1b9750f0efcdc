"""SymPy expressions as Coq terms over the reals, with what must hold for them to mean the same.

Coq's division, root, logarithm and power are total: ``1/0``, ``sqrt(-1)`` and ``ln(-1)`` have values there.  So every
term comes with its *conditions*: propositions under which each part of it is defined in mathematics.  A statement that
proves them beside its relation says the same as the claim; one that does not may say less.

This module is trusted: what it writes is what Coq proves.  It does not simplify.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.elementary import ELEMENTARY, having, lacks
from ...language.written import Written
from .ends import End, may_hold_at
from .gallina import (
    App,
    Binder,
    Const,
    Gallina,
    InNat,
    Num,
    Op,
    Prefix,
    Var,
    app,
    between,
    forall,
    fun,
    given,
    related,
    term_of,
)
from .names import Names

FUNCTIONS: Mapping[type, str] = {
    **{function: name for function, name in having("coq").items() if not ELEMENTARY[function].domain},
    sp.Abs: "Rabs",
}
"""Functions that are defined for every real number, on both sides."""


class Untranslatable(Exception):
    """The expression contains something that has no counterpart here; the message names it."""


NAT, REAL, INTEGER = Const("nat"), Const("R"), Const("Z")
ZERO = Num(0)


@dataclass(frozen=True)
class Bound:
    """A bound index: its name in Coq, and the ends of its range."""

    index: sp.Basic
    name: str
    lower: Gallina
    upper: Gallina

    def every(self, inside: Gallina) -> Gallina:
        """The proposition that something holds at each of them."""
        return at_each(self.name, self.lower, self.upper, inside)


@dataclass(frozen=True)
class Endless:
    """The index of a sum without end, which is `first` and a natural number that is bound.

    Attributes:
        index: the index.
        name: of the natural number, in Coq.
        first: where the sum begins.
        lower: the same as an expression.
    """

    index: sp.Basic
    name: str
    first: Gallina
    lower: sp.Expr

    def every(self, inside: Gallina) -> Gallina:
        """The proposition that something holds at each index."""
        return forall(inside, Binder((self.name,), NAT))


@dataclass(frozen=True)
class Span:
    """The variable of an integral: its name in Coq, and the ends of its range."""

    index: sp.Symbol
    name: str
    lower: End
    upper: End

    def every(self, inside: Gallina) -> Gallina:
        """The proposition that something holds at each point of the range."""
        ends = tuple(said for end in (self.lower, self.upper) if (said := end.inside(self.name)))
        return forall(given(ends, inside), Binder((self.name,), REAL))


Binding = Bound | Endless | Span


@dataclass(frozen=True)
class Ranges:
    """What is bound, outermost first."""

    bounds: tuple[Binding, ...]

    def __str__(self) -> str:
        """The quantifiers, as scripts write them before a proposition."""
        ranges = (b for b in self.bounds if isinstance(b, Bound))
        return "".join(f"forall {b.name} : nat, ({b.lower} <= {b.name} <= {b.upper})%nat -> " for b in ranges)

    def every(self, inside: Gallina) -> Gallina:
        """The proposition that something holds at each of them."""
        for bound in reversed(self.bounds):
            inside = bound.every(inside)
        return inside


def at_each(index: str, lower: Gallina, upper: Gallina, inside: Gallina) -> Gallina:
    """The proposition that something holds at each natural from one to another."""
    return forall(given((InNat(between(lower, Var(index), upper)),), inside), Binder((index,), NAT))


@dataclass(frozen=True)
class Condition:
    """What must hold for a part of an expression to be defined.

    Attributes:
        core: the Coq proposition, under its quantifiers.
        relation: ``<>``, ``<=`` or ``<``, of zero and `expr`; ``nat`` for a relation between naturals; ``exists`` if
            `expr`, an integral or a sum without end, must have a value.
        expr: what must be nonzero, not negative, or positive; None for naturals.
        bounds: what is quantified over, outermost first.
    """

    core: Gallina
    relation: str
    expr: sp.Expr | None
    bounds: tuple[Binding, ...]

    @cached_property
    def says(self) -> Gallina:
        """The proposition with its quantifiers."""
        return Ranges(self.bounds).every(self.core)

    @property
    def text(self) -> str:
        """It in print."""
        return self.says.whole


@dataclass(frozen=True)
class Term:
    """A Coq term of type R, and the conditions under which it means what the expression means."""

    says: Gallina
    conditions: tuple[Condition, ...] = ()

    @property
    def text(self) -> str:
        """It in print, in parentheses where it is put together."""
        return str(self.says)


class Translator:
    """Translates expressions that share their names.

    Attributes:
        names: the identifiers in use.
        reals: free real symbols, in the order of their appearance, with their identifiers; in scripts also with texts.
        naturals: free symbols that are integers and not negative; in Coq of type nat.
        signed: free symbols that are integers and may be negative; in Coq of type Z.
        indices: free indices; in Coq of type nat.
        functions: families and unknown functions: name to the Coq types of their arguments, ``nat`` or ``R``.
        integers: the names of those whose values are integers; in Coq of type Z.
        stands: terms that stand for real symbols here, which are not free.
    """

    def __init__(self) -> None:
        self.names = Names()
        self.reals: dict[sp.Symbol, str] = {}
        self.naturals: dict[sp.Symbol, str] = {}
        self.signed: dict[sp.Symbol, str] = {}
        self.indices: dict[sp.Idx, str] = {}
        self.functions: dict[str, tuple[str, ...]] = {}
        self.integers: set[str] = set()
        self._heads: dict[str, object] = {}  # what is called by the names of functions
        self._bound: Mapping[sp.Basic, Gallina] = {}
        self.stands: Mapping[sp.Basic, Gallina] = {}
        self._abbreviated: Mapping[sp.Basic, Gallina] = {}
        self._wrappers: list[Binding] = []  # what is bound here, outermost first
        self._conditions: list[Condition] = []

    def __call__(self, expr: sp.Basic) -> Term:
        """The term of `expr`.

        Raises:
            Untranslatable: if a part of it has no counterpart.
        """
        self._conditions = []
        return self._term(self._real(sp.sympify(expr)))

    def _term(self, says: Gallina) -> Term:
        return Term(says, tuple({condition.says: condition for condition in self._conditions}.values()))

    # -- real terms ----------------------------------------------------------------------------------------------

    def _real(self, expr: sp.Basic) -> Gallina:
        if expr in self._abbreviated:
            return self._abbreviated[expr]
        match expr:
            case sp.Integer():
                return _integer(int(expr))
            case sp.Rational():
                return Op("/", (_integer(int(expr.p)), Num(int(expr.q))))
            case sp.Add():
                return Op("+", tuple(map(self._real, expr.args)))
            case sp.Mul():
                return self._product(expr)
            case sp.Pow():
                return self._power(expr)
            case sp.Idx():
                return app("INR", self.nat(expr))
            case sp.Symbol():
                return self._symbol(expr)
            case AppliedUndef():
                return self._entry(expr)
            case sp.KroneckerDelta():
                return app("kron", *map(self.nat, expr.args))
            case sp.Sum() if expr.limits[-1][-1] == sp.oo:
                return self._endless(expr)
            case sp.Sum() | sp.Product():
                return self._folded(expr)
            case sp.Integral():
                return self._area(expr)
            case Written():
                for part in expr.parts:
                    self._real(part)  # for its conditions
                return self._real(expr.value)
            case sp.log():
                inside = self._real(expr.args[0])
                self._require("<", expr.args[0], related(ZERO, "<", inside))
                return app("ln", inside)
            case sp.tan():
                inside = self._real(expr.args[0])
                self._require("<>", sp.cos(expr.args[0]), related(app("cos", inside), "<>", ZERO))
                return app("tan", inside)
            case sp.Max() | sp.Min():
                first, *others = map(self._real, expr.args)
                return nested("Rmax" if isinstance(expr, sp.Max) else "Rmin", first, *others)
        if expr is sp.pi:
            return Const("PI")
        if expr is sp.E:
            return app("exp", Num(1))
        if type(expr) in FUNCTIONS:
            return app(FUNCTIONS[type(expr)], self._real(expr.args[0]))
        why = lacks(type(expr), "coq") or f"{type(expr).__name__} has no counterpart in Coq here"
        raise Untranslatable(f"{why}: {expr}")

    def _symbol(self, symbol: sp.Symbol) -> Gallina:
        if symbol in self._bound:
            return app("INR", self._bound[symbol])
        if symbol.is_integer and symbol.is_nonnegative:
            return app("INR", self.nat(symbol))
        if symbol.is_integer:
            if symbol not in self.signed:
                self.signed[symbol] = self.names.of(symbol, symbol.name)
            return app("IZR", Var(self.signed[symbol]))
        if symbol.is_real is not True:
            raise Untranslatable(f"symbol {symbol} is not real")
        if symbol in self.stands:
            return self.stands[symbol]
        if symbol not in self.reals:
            self.reals[symbol] = self.names.of(symbol, symbol.name)
        return term_of(self.reals[symbol])

    def _product(self, expr: sp.Mul) -> Gallina:
        above = [a for a in expr.args if not _is_inverse(a)]
        below = [sp.Pow(a.base, -a.exp) for a in expr.args if _is_inverse(a)]
        product = Op("*", tuple(map(self._real, above)) or (Num(1),))
        if not below:
            return product
        parts = tuple(map(self._real, below))
        for expr_below, part in zip(below, parts, strict=True):
            self._require("<>", expr_below, related(part, "<>", ZERO))
        return Op("/", (product, Op("*", parts)))

    def _power(self, expr: sp.Pow) -> Gallina:
        base, exponent = expr.args
        if base is sp.E:
            return app("exp", self._real(exponent))
        if exponent.is_Integer and exponent >= 0:
            return Op("^", (self._real(base), Num(int(exponent))))
        if exponent == sp.Rational(1, 2):
            return self._root(base)
        if _is_inverse(expr):
            inverse = sp.Pow(base, -exponent, evaluate=False) if exponent != -1 else base
            below = self._real(inverse)
            self._require("<>", inverse, related(below, "<>", ZERO))
            return Prefix("/", below)
        if exponent.is_Rational and exponent.q == 2 and exponent > 0:
            return Op("^", (self._root(base), Num(int(exponent.p))))
        if exponent.is_integer and exponent.is_nonnegative and (power := self._as_natural(exponent)) is not None:
            return Op("^", (self._real(base), power))
        if base.is_Integer and base != 0 and isinstance(exponent, AppliedUndef) and exponent.is_integer:
            return app("powerRZ", _integer(int(base)), self._applied(exponent))
        inside, power = self._real(base), self._real(exponent)
        self._require("<", base, related(ZERO, "<", inside))
        return app("Rpower", inside, power)

    def _root(self, base: sp.Expr) -> Gallina:
        inside = self._real(base)
        self._require("<=", base, related(ZERO, "<=", inside))
        return app("sqrt", inside)

    def _entry(self, entry: AppliedUndef) -> Gallina:
        return app("IZR", self._applied(entry)) if entry.is_integer else self._applied(entry)

    def _applied(self, entry: AppliedUndef) -> Gallina:
        kinds = tuple("nat" if a.is_integer else "R" for a in entry.args)
        name = entry.func.__name__
        known = self.functions.setdefault(name, kinds)
        if len(known) != len(kinds) or any(k != u and k != "R" for k, u in zip(known, kinds, strict=True)):
            raise Untranslatable(f"{name} is used with arguments of different kinds")
        if entry.is_real is not True:
            raise Untranslatable(f"values of {name} are not real")
        if self._heads.setdefault(name, entry.func) != entry.func:
            raise Untranslatable(f"two functions are called {name}")
        if entry.is_integer:
            self.integers.add(name)
        kinds = known  # a function of a real number may be taken at an integer too
        arguments = tuple(
            _in_nat(self.nat(a)) if kind == "nat" else self._real(a) for a, kind in zip(entry.args, kinds, strict=True)
        )
        return App(Var(self.names.of(("function", name), name)), arguments)

    def _folded(self, expr: sp.Sum | sp.Product) -> Gallina:
        variable, lower, upper = expr.limits[-1]
        rest, is_sum = expr.limits[:-1], isinstance(expr, sp.Sum)
        low, high = self.nat(lower), self.nat(upper)
        if is_sum and not (lower.is_Integer and lower >= 0):
            raise Untranslatable(f"a sum from {lower}")
        if (
            not lower.is_Integer or lower > 1 or not upper.is_positive
        ):  # an empty sum is 0 on both sides, a shorter one is not
            self._require("nat", None, InNat(related(low, "<=", app("S", high))))
        with self._binding(variable, low, high) as name:
            inside = self._real(type(expr)(expr.function, *rest) if rest else expr.function)
        return app("tsum" if is_sum else "tprod", low, high, fun(name, inside))

    # -- integrals, and sums without end: Coq gives them values also where they have none --------------------------

    def _endless(self, expr: sp.Sum) -> Gallina:
        if len(expr.limits) != 1:
            raise Untranslatable(f"a sum without end over several indices: {expr}")
        ((variable, lower, _),) = expr.limits
        first = self.nat(lower)
        name = self.names.fresh(str(variable.label if isinstance(variable, sp.Idx) else variable))
        self._wrappers.append(Endless(variable, name, first, lower))
        try:
            with self.naming({variable: InNat(Op("+", (first, Var(name))))}):
                term = fun(name, self._real(expr.function), NAT)
        finally:
            self._wrappers.pop()
        self._require("exists", expr, app("ex_series", term))
        return app("Series", term)

    def _area(self, expr: sp.Integral) -> Gallina:
        if len(expr.limits) != 1 or len(expr.limits[0]) != 3:
            raise Untranslatable(f"an integral that is not one over a range: {expr}")
        ((x, lower, upper),) = expr.limits
        if lower == sp.oo or upper == -sp.oo:
            raise Untranslatable(f"a range that runs backwards: {expr}")
        low, high = (None if value.is_infinite else self._real(value) for value in (lower, upper))
        if low is not None and high is not None:
            self._require("<=", upper - lower, related(ZERO, "<=", self._real(upper - lower)))
        name, before, outer = self.names.fresh(str(x)), self._conditions, len(self._wrappers)
        self._conditions = []
        with self.writing({x: Var(name)}):
            term = fun(name, self._real(expr.function), REAL)
        found, self._conditions = self._conditions, before
        ends = [
            End(value, says, all(may_hold_at(c.expr, c.relation, x, value) for c in found), is_lower)
            for value, says, is_lower in ((lower, low, True), (upper, high, False))
        ]
        span = Span(x, name, *ends)
        self._conditions += [replace(c, bounds=(*c.bounds[:outer], span, *c.bounds[outer:])) for c in found]
        filters = [end.filter for end in ends]
        self._require("exists", expr, app("ex_RInt_gen", term, *filters))
        return app("RInt_gen", term, *filters)

    # -- natural terms -------------------------------------------------------------------------------------------

    def natural(self, expr: sp.Basic) -> str:
        """The text of a natural number, for scripts."""
        return str(self.nat(expr))

    def nat(self, expr: sp.Basic) -> Gallina:
        """The term of a natural number.

        Raises:
            Untranslatable: if it is not known to be one.
        """
        found = self._as_natural(expr)
        if found is None:
            raise Untranslatable(f"{expr} is not known to be a natural number")
        return found

    def _as_natural(self, expr: sp.Basic) -> Gallina | None:
        if expr in self._bound:
            return self._bound[expr]
        match expr:
            case sp.Integer() if expr >= 0:
                return Num(int(expr))
            case sp.Idx():
                if expr not in self.indices:
                    self.indices[expr] = self.names.of(expr, str(expr.label))
                return Var(self.indices[expr])
            case sp.Symbol() if expr.is_integer and expr.is_nonnegative:
                if expr not in self.naturals:
                    self.naturals[expr] = self.names.of(expr, expr.name)
                return Var(self.naturals[expr])
            case sp.Add():
                return self._natural_sum(expr)
            case sp.Mul():
                parts = self._naturals(expr.args)
                return None if parts is None else InNat(Op("*", parts))
        return None

    def _naturals(self, exprs: Sequence[sp.Basic]) -> tuple[Gallina, ...] | None:
        parts = [self._as_natural(a) for a in exprs]
        found = tuple(part for part in parts if part is not None)
        return found if len(found) == len(parts) else None

    def _natural_sum(self, expr: sp.Add) -> Gallina | None:
        number, rest = expr.as_coeff_Add()
        parts = self._naturals(sp.Add.make_args(rest))
        if parts is None or not number.is_Integer:
            return None
        if number >= 0:
            return InNat(Op("+", (*parts, Num(int(number))) if number else parts))
        whole, less = parts[0] if len(parts) == 1 else Op("+", parts), Num(int(-number))
        self._require("nat", None, InNat(related(less, "<=", whole)))  # nat's subtraction stops at 0
        return InNat(Op("-", (whole, less)))

    # -- what stands for what ------------------------------------------------------------------------------------

    @contextmanager
    def abbreviating(self, texts: Mapping[sp.Basic, str | Gallina]) -> Iterator[None]:
        """Inside, these parts of expressions have these texts.  For scripts; no statement is made inside."""
        before = self._abbreviated
        self._abbreviated = {**before, **{part: term_of(text) for part, text in texts.items()}}
        try:
            yield
        finally:
            self._abbreviated = before

    @contextmanager
    def writing(self, terms: Mapping[sp.Symbol, str | Gallina]) -> Iterator[None]:
        """Inside, these terms stand for real symbols."""
        before = self.stands
        self.stands = {**before, **{symbol: term_of(term) for symbol, term in terms.items()}}
        try:
            yield
        finally:
            self.stands = before

    @contextmanager
    def naming(self, names: Mapping[sp.Basic, str | Gallina]) -> Iterator[None]:
        """Inside, indices that are bound around an expression have these names."""
        before = self._bound
        self._bound = {**before, **{index: term_of(name) for index, name in names.items()}}
        try:
            yield
        finally:
            self._bound = before

    @contextmanager
    def ranging(self, indices: Sequence[sp.Idx]) -> Iterator[Ranges]:
        """Binds free indices to their whole ranges, and yields these."""
        with ExitStack() as stack:
            for index in indices:
                low, high = self.nat(index.lower), self.nat(index.upper)
                stack.enter_context(self._binding(index, low, high))
            yield Ranges(tuple(self._wrappers[len(self._wrappers) - len(indices) :]))

    # -- conditions ----------------------------------------------------------------------------------------------

    def _require(self, relation: str, expr: sp.Expr | None, core: Gallina) -> None:
        self._conditions.append(Condition(core, relation, expr, tuple(self._wrappers)))

    @contextmanager
    def _binding(self, variable: sp.Basic, low: str | Gallina, high: str | Gallina) -> Iterator[str]:
        label = variable.label if isinstance(variable, sp.Idx) else variable
        name = self.names.fresh(str(label))
        self._wrappers.append(Bound(variable, name, term_of(low), term_of(high)))
        try:
            with self.naming({variable: name}):
                yield name
        finally:
            self._wrappers.pop()


def nested(operation: str, first: Gallina, *others: Gallina) -> Gallina:
    """A function of two arguments, of more than two from the left."""
    for other in others:
        first = app(operation, first, other)
    return first


def _in_nat(term: Gallina) -> Gallina:
    """A natural as an argument; digits alone would be those of a real number, if what they are given to is a letter."""
    return InNat(term) if isinstance(term, Num) else term


def _integer(value: int) -> Gallina:
    return Num(value) if value >= 0 else Prefix("-", Num(-value))


def _is_inverse(expr: sp.Basic) -> bool:
    """Whether it is ``1/x``, in print: a power with a negative rational exponent."""
    return isinstance(expr, sp.Pow) and expr.base is not sp.E and bool(expr.exp.is_Rational and expr.exp < 0)
