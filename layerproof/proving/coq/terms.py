"""SymPy expressions as Coq terms over the reals, with what must hold for them to mean the same.

Coq's division, root, logarithm and power are total: ``1/0``, ``sqrt(-1)`` and ``ln(-1)`` have values there.  So every
term comes with its *conditions*: propositions under which each part of it is defined in mathematics.  A statement that
proves them beside its relation says the same as the claim; one that does not may say less.

This module is trusted: what it writes is what Coq proves.  It does not simplify.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.written import Written
from .names import Names

FUNCTIONS: Mapping[type, str] = {
    sp.exp: "exp",
    sp.sin: "sin",
    sp.cos: "cos",
    sp.sinh: "sinh",
    sp.cosh: "cosh",
    sp.tanh: "tanh",
    sp.atan: "atan",
    sp.asinh: "arcsinh",
    sp.Abs: "Rabs",
}
"""Functions that are defined for every real number, on both sides."""


class Untranslatable(Exception):
    """The expression contains something that has no counterpart here; the message names it."""


@dataclass(frozen=True)
class Bound:
    """A bound index: its name in Coq, and the texts of the ends of its range."""

    index: sp.Basic
    name: str
    lower: str
    upper: str


@dataclass(frozen=True)
class Condition:
    """What must hold for a part of an expression to be defined.

    Attributes:
        text: the Coq proposition, with its quantifiers.
        relation: ``<>``, ``<=`` or ``<``, of zero and `expr`; ``nat`` for a relation between naturals.
        expr: what must be nonzero, not negative, or positive; None for naturals.
        bounds: the indices that `text` quantifies over, outermost first.
        inside: the proposition under the quantifiers.
    """

    text: str
    relation: str
    expr: sp.Expr | None
    bounds: tuple[Bound, ...]
    inside: str


@dataclass(frozen=True)
class Term:
    """A Coq term of type R, and the conditions under which it means what the expression means."""

    text: str
    conditions: tuple[Condition, ...] = ()


class Translator:
    """Translates expressions that share their names.

    Attributes:
        names: the identifiers in use.
        reals: free real symbols, in the order of their appearance, with their identifiers.
        naturals: free symbols that are integers and not negative; in Coq of type nat.
        signed: free symbols that are integers and may be negative; in Coq of type Z.
        indices: free indices; in Coq of type nat.
        functions: families and unknown functions: name to the Coq types of their arguments, ``nat`` or ``R``.
        integers: the names of those whose values are integers; in Coq of type Z.
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
        self._bound: dict[sp.Basic, str] = {}
        self._abbreviated: dict[sp.Basic, str] = {}
        self._wrappers: list[Bound] = []  # the indices that are bound here, outermost first
        self._conditions: list[Condition] = []

    def __call__(self, expr: sp.Basic) -> Term:
        """The term of `expr`.

        Raises:
            Untranslatable: if a part of it has no counterpart.
        """
        self._conditions = []
        text = self._real(sp.sympify(expr))
        return Term(text, tuple({condition.text: condition for condition in self._conditions}.values()))

    # -- real terms ----------------------------------------------------------------------------------------------

    def _real(self, expr: sp.Basic) -> str:
        if expr in self._abbreviated:
            return self._abbreviated[expr]
        match expr:
            case sp.Integer():
                return _integer(int(expr))
            case sp.Rational():
                return f"({_integer(int(expr.p))} / {int(expr.q)})"
            case sp.Add():
                return "(" + " + ".join(map(self._real, expr.args)) + ")"
            case sp.Mul():
                return self._product(expr)
            case sp.Pow():
                return self._power(expr)
            case sp.Idx():
                return f"(INR {self.natural(expr)})"
            case sp.Symbol():
                return self._symbol(expr)
            case AppliedUndef():
                return self._entry(expr)
            case sp.KroneckerDelta():
                first, second = map(self.natural, expr.args)
                return f"(kron {first} {second})"
            case sp.Sum():
                return self._sum(expr)
            case Written():
                for part in expr.parts:
                    self._real(part)  # for its conditions
                return self._real(expr.value)
            case sp.log():
                inside = self._real(expr.args[0])
                self._require("<", expr.args[0], f"0 < {inside}")
                return f"(ln {inside})"
            case sp.tan():
                inside = self._real(expr.args[0])
                self._require("<>", sp.cos(expr.args[0]), f"cos {inside} <> 0")
                return f"(tan {inside})"
            case sp.Max() | sp.Min():
                name = "Rmax" if isinstance(expr, sp.Max) else "Rmin"
                first, *others = map(self._real, expr.args)
                for other in others:
                    first = f"({name} {first} {other})"
                return first
        if expr is sp.pi:
            return "PI"
        if expr is sp.E:
            return "(exp 1)"
        if type(expr) in FUNCTIONS:
            return f"({FUNCTIONS[type(expr)]} {self._real(expr.args[0])})"
        raise Untranslatable(f"{type(expr).__name__} has no counterpart in Coq here: {expr}")

    def _symbol(self, symbol: sp.Symbol) -> str:
        if symbol in self._bound:
            return f"(INR {self._bound[symbol]})"
        if symbol.is_integer and symbol.is_nonnegative:
            return f"(INR {self.natural(symbol)})"
        if symbol.is_integer:
            if symbol not in self.signed:
                self.signed[symbol] = self.names.of(symbol, symbol.name)
            return f"(IZR {self.signed[symbol]})"
        if symbol.is_real is not True:
            raise Untranslatable(f"symbol {symbol} is not real")
        if symbol not in self.reals:
            self.reals[symbol] = self.names.of(symbol, symbol.name)
        return self.reals[symbol]

    def _product(self, expr: sp.Mul) -> str:
        above = [a for a in expr.args if not _is_inverse(a)]
        below = [sp.Pow(a.base, -a.exp) for a in expr.args if _is_inverse(a)]
        text = " * ".join(map(self._real, above)) or "1"
        if not below:
            return f"({text})"
        parts = [self._real(b) for b in below]
        for expr_below, part in zip(below, parts, strict=True):
            self._require("<>", expr_below, f"{part} <> 0")
        return f"(({text}) / ({' * '.join(parts)}))"

    def _power(self, expr: sp.Pow) -> str:
        base, exponent = expr.args
        if base is sp.E:
            return f"(exp {self._real(exponent)})"
        if exponent.is_Integer and exponent >= 0:
            return f"({self._real(base)} ^ {int(exponent)})"
        if exponent == sp.Rational(1, 2):
            inside = self._real(base)
            self._require("<=", base, f"0 <= {inside}")
            return f"(sqrt {inside})"
        if _is_inverse(expr):
            inverse = sp.Pow(base, -exponent, evaluate=False) if exponent != -1 else base
            below = self._real(inverse)
            self._require("<>", inverse, f"{below} <> 0")
            return f"(/ {below})"
        if exponent.is_Rational and exponent.q == 2 and exponent > 0:
            inside = self._real(base)
            self._require("<=", base, f"0 <= {inside}")
            return f"(sqrt {inside} ^ {int(exponent.p)})"
        if exponent.is_integer and exponent.is_nonnegative and (power := self._as_natural(exponent)) is not None:
            return f"({self._real(base)} ^ {power})"
        if base.is_Integer and base != 0 and isinstance(exponent, AppliedUndef) and exponent.is_integer:
            return f"(powerRZ {_integer(int(base))} {self._applied(exponent)})"
        inside, power = self._real(base), self._real(exponent)
        self._require("<", base, f"0 < {inside}")
        return f"(Rpower {inside} {power})"

    def _entry(self, entry: AppliedUndef) -> str:
        return f"(IZR {self._applied(entry)})" if entry.is_integer else self._applied(entry)

    def _applied(self, entry: AppliedUndef) -> str:
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
        arguments = [
            self.natural(a) if kind == "nat" else self._real(a) for a, kind in zip(entry.args, kinds, strict=True)
        ]
        return f"({' '.join([self.names.of(('function', name), name), *arguments])})"

    def _sum(self, expr: sp.Sum) -> str:
        variable, lower, upper = expr.limits[-1]
        rest = expr.limits[:-1]
        low, high = self.natural(lower), self.natural(upper)
        if not (lower.is_Integer and lower >= 0):
            raise Untranslatable(f"a sum from {lower}")
        if lower > 1 or not upper.is_positive:  # an empty sum is 0 on both sides, a shorter one is not
            self._require("nat", None, f"({low} <= S {high})%nat")
        with self._binding(variable, low, high) as name:
            inside = self._real(sp.Sum(expr.function, *rest) if rest else expr.function)
        return f"(tsum {low} {high} (fun {name} => {inside}))"

    # -- natural terms -------------------------------------------------------------------------------------------

    def natural(self, expr: sp.Basic) -> str:
        found = self._as_natural(expr)
        if found is None:
            raise Untranslatable(f"{expr} is not known to be a natural number")
        return found

    def _as_natural(self, expr: sp.Basic) -> str | None:
        if expr in self._bound:
            return self._bound[expr]
        match expr:
            case sp.Integer() if expr >= 0:
                return str(int(expr))
            case sp.Idx():
                if expr not in self.indices:
                    self.indices[expr] = self.names.of(expr, str(expr.label))
                return self.indices[expr]
            case sp.Symbol() if expr.is_integer and expr.is_nonnegative:
                if expr not in self.naturals:
                    self.naturals[expr] = self.names.of(expr, expr.name)
                return self.naturals[expr]
            case sp.Add():
                return self._natural_sum(expr)
            case sp.Mul():
                parts = [self._as_natural(a) for a in expr.args]
                return None if None in parts else "(" + " * ".join(map(str, parts)) + ")%nat"
        return None

    def _natural_sum(self, expr: sp.Add) -> str | None:
        number, rest = expr.as_coeff_Add()
        parts = [self._as_natural(a) for a in sp.Add.make_args(rest)]
        if None in parts or not number.is_Integer:
            return None
        text = " + ".join(map(str, parts))
        if number >= 0:
            return f"({text} + {int(number)})%nat" if number else f"({text})%nat"
        self._require("nat", None, f"({int(-number)} <= {text})%nat")  # nat's subtraction stops at 0
        return f"({text} - {int(-number)})%nat"

    @contextmanager
    def abbreviating(self, texts: Mapping[sp.Basic, str]) -> Iterator[None]:
        """Inside, these parts of expressions have these texts.  For scripts; no statement is made inside."""
        before = self._abbreviated
        self._abbreviated = {**before, **texts}
        try:
            yield
        finally:
            self._abbreviated = before

    @contextmanager
    def naming(self, names: Mapping[sp.Basic, str]) -> Iterator[None]:
        """Inside, indices that are bound around an expression have these names."""
        before = self._bound
        self._bound = {**before, **names}
        try:
            yield
        finally:
            self._bound = before

    @contextmanager
    def ranging(self, indices: Sequence[sp.Idx]) -> Iterator[str]:
        """Binds free indices to their whole ranges, and yields the quantifiers."""
        with ExitStack() as stack:
            text = ""
            for index in indices:
                low, high = self.natural(index.lower), self.natural(index.upper)
                name = stack.enter_context(self._binding(index, low, high))
                text += f"forall {name} : nat, ({low} <= {name} <= {high})%nat -> "
            yield text

    # -- conditions ----------------------------------------------------------------------------------------------

    def _require(self, relation: str, expr: sp.Expr | None, inside: str) -> None:
        text = inside
        for bound in reversed(self._wrappers):
            text = f"forall {bound.name} : nat, ({bound.lower} <= {bound.name} <= {bound.upper})%nat -> {text}"
        self._conditions.append(Condition(text, relation, expr, tuple(self._wrappers), inside))

    @contextmanager
    def _binding(self, variable: sp.Basic, low: str, high: str) -> Iterator[str]:
        label = variable.label if isinstance(variable, sp.Idx) else variable
        name = self.names.fresh(str(label))
        before = self._bound.get(variable)
        self._bound[variable] = name
        self._wrappers.append(Bound(variable, name, low, high))
        try:
            yield name
        finally:
            self._wrappers.pop()
            if before is None:
                del self._bound[variable]
            else:
                self._bound[variable] = before


def _integer(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def _is_inverse(expr: sp.Basic) -> bool:
    """Whether it is ``1/x``, in print: a power with a negative rational exponent."""
    return isinstance(expr, sp.Pow) and expr.base is not sp.E and bool(expr.exp.is_Rational and expr.exp < 0)
