"""Integrals, substitutions and expectations as theorems.

An integral is Riemann's, with Coquelicot's ``is_RInt_gen``: at an end where the integrand is defined, the end itself is
the bound; at one where it is not, and at infinity, the integral is the limit from inside.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.claims import Claim
from ....language.distributions import Uniform
from ....language.statements import Expectation, Integral, Substitution
from ..terms import Condition, Term, Translator, Untranslatable
from .base import STATES, Fact, Goal, Order, Theorem, _sign, theorem

Range = tuple[sp.Symbol, sp.Expr, sp.Expr]


@dataclass(frozen=True)
class End:
    """One end of a range.

    Attributes:
        value: where it is; it may be infinite.
        text: that in Coq; empty if infinite.
        closed: whether the end is a point of the range.
        lower: whether it is the lower one.
    """

    value: sp.Expr
    text: str
    closed: bool
    lower: bool

    @property
    def filter(self) -> str:
        """Coquelicot's filter: what it means to approach the end."""
        if not self.text:
            return f"(Rbar_locally {'m_infty' if self.lower else 'p_infty'})"
        if self.closed:
            return f"(at_point {self.text})"
        return f"({'at_right' if self.lower else 'at_left'} {self.text})"

    def bound(self, name: str) -> str:
        """That a variable is on the right side of it; empty if that says nothing."""
        if not self.text:
            return ""
        sign = "<=" if self.closed else "<"
        return f"{self.text} {sign} {name}" if self.lower else f"{name} {sign} {self.text}"

    def relation(self, x: sp.Symbol) -> sp.Basic | None:
        """The same as a relation of SymPy."""
        if not self.text:
            return None
        if self.lower and self.value == 0:  # a sign, which is written as SymPy writes it
            return (sp.Ge if self.closed else sp.Gt)(x, 0, evaluate=False)
        kind = sp.Le if self.closed else sp.Lt
        return kind(self.value, x, evaluate=False) if self.lower else kind(x, self.value, evaluate=False)


@dataclass(frozen=True)
class Bound:
    """A range of a real variable, whose name in Coq is bound.

    Attributes:
        x: the variable.
        name: in Coq.
        lower: the lower end.
        upper: the upper end.
    """

    x: sp.Symbol
    name: str
    lower: End
    upper: End

    def for_all(self, text: str) -> str:
        """The proposition that holds for every point of the range."""
        inside = "".join(f"{bound} -> " for end in (self.lower, self.upper) if (bound := end.bound(self.name)))
        return f"forall {self.name} : R, {inside}{text}"

    def facts(self) -> list[Fact]:
        """That the variable is in the range."""
        ends = [(f"L{self.name}", self.lower), (f"U{self.name}", self.upper)]
        return [Fact(n, end.bound(self.name), end.relation(self.x)) for n, end in ends if end.text]


@dataclass(frozen=True)
class Throughout:
    """A condition at every point of a range."""

    condition: Condition
    bound: Bound


@dataclass(frozen=True)
class Value:
    """``int integrand over bound = equals``."""

    integrand: sp.Expr
    bound: Bound
    equals: sp.Expr
    slopes: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Monotone:
    """The map of a substitution is monotone on the old range."""

    by: sp.Expr
    old: Bound
    new: Bound


@dataclass(frozen=True)
class Exchange:
    """The substitution of one integral for another."""

    statement: Substitution
    old: Bound
    new: Bound


@STATES.register(Integral, Substitution)
def state(claim: Claim) -> Theorem:
    """The integrand is defined throughout the range, and the integral has the value.

    Raises:
        Untranslatable: if an expression has no counterpart.
    """
    statement = claim.statement
    if isinstance(statement, Integral):
        return _integral(claim, statement)
    if isinstance(statement, Substitution):
        return _substitution(claim, statement)
    assert isinstance(statement, Expectation)
    return _mean(claim, statement)


def _integral(claim: Claim, statement: Integral) -> Theorem:
    """With `plus`, the integral of the difference has the value: so if one of the two exists, both do."""
    translate = Translator()
    goals, facts = _integral_goals(statement, translate)
    return theorem(claim, translate, goals, facts=facts, requires=("Integrals",))


def _integral_goals(statement: Integral, translate: Translator) -> tuple[list[Goal], list[Fact]]:
    """What is proved of an integral, and what is assumed of unknown functions in it."""
    whole = statement.integrand - statement.plus
    bound, goals = _range(statement.over, (statement.integrand, statement.plus), translate)
    integrand, facts, slopes = _with_slopes(whole, statement, bound, translate)
    value = translate(statement.equals)
    body = _under(bound.x, bound.name, integrand, translate)
    goals += [_throughout(condition, bound) for condition in body.conditions]
    goals += [Goal(condition.text, condition) for condition in value.conditions]
    goals.append(Goal(_integral_text(bound, body.text, value.text), Value(integrand, bound, statement.equals, slopes)))
    return goals, facts


def _mean(claim: Claim, statement: Expectation) -> Theorem:
    """The mean over an interval, which is not empty."""
    if len(statement.over) != 1 or not isinstance(statement.over[0][1], Uniform):
        raise Untranslatable("only expectations of one uniform variable have a counterpart in Coq here")
    variable, law = statement.over[0]
    if (
        not isinstance(variable, sp.Symbol)
        or _sign(variable) is not None
        or not variable.is_real
        or variable.is_integer
    ):
        raise Untranslatable(f"{variable} is not a real symbol without further assumptions")
    mean = Integral(statement.of / (law.upper - law.lower), (variable, law.lower, law.upper), statement.equals)
    translate = Translator()
    ends = [translate(end).text for end in (law.lower, law.upper)]
    goals = [Goal(f"{ends[0]} < {ends[1]}", Order(law.lower, "<", law.upper)), *_integral_goals(mean, translate)[0]]
    return theorem(claim, translate, goals, requires=("Integrals",))


def _substitution(claim: Claim, statement: Substitution) -> Theorem:
    """Where all ends are points, both integrals have one value; else each has a value if the other has it.

    In any case the map is monotone.
    """
    translate = Translator()
    old, goals = _range(statement.over, (statement.integrand, statement.by), translate)
    new, more = _range(statement.onto, (statement.into,), translate)
    ours, by = _under(old.x, old.name, statement.integrand, translate), _under(old.x, old.name, statement.by, translate)
    theirs = _under(new.x, new.name, statement.into, translate)
    goals = [*goals, *more]
    goals += [_throughout(condition, old) for condition in (*ours.conditions, *by.conditions)]
    goals += [_throughout(condition, new) for condition in theirs.conditions]
    goals.append(Goal(_monotone(statement.by, old, by.text, translate), Monotone(statement.by, old, new)))
    value = translate.names.fresh("v")
    here, there = _integral_text(old, ours.text, value), _integral_text(new, theirs.text, value)
    proper = all(end.closed for bound in (old, new) for end in (bound.lower, bound.upper))
    text = f"exists {value} : R, {here} /\\ {there}" if proper else f"forall {value} : R, {here} <-> {there}"
    goals.append(Goal(text, Exchange(statement, old, new)))
    return theorem(claim, translate, goals, requires=("Integrals",))


def _monotone(by: sp.Expr, old: Bound, here: str, translate: Translator) -> str:
    """That the values of `by` rise throughout the range, or fall throughout it."""
    further = translate.names.fresh(str(old.x))
    there = _under(old.x, further, by, translate).text
    ends = [bound for end, name in ((old.lower, old.name), (old.upper, further)) if (bound := end.bound(name))]
    below = ends[0] + " -> " if old.lower.text else ""
    above = ends[-1] + " -> " if old.upper.text else ""
    points = f"forall {old.name} {further} : R, {below}{old.name} < {further} -> {above}"
    return f"(({points}{here} < {there}) \\/ ({points}{there} < {here}))"


def _range(over: Range, defined: tuple[sp.Expr, ...], translate: Translator) -> tuple[Bound, list[Goal]]:
    """The range, and the goals that its ends are defined and in order."""
    x, lower, upper = over
    goals: list[Goal] = []
    ends = []
    conditions = [c for expr in defined for c in _under(x, str(x), _stripped(expr), translate).conditions]
    for value, is_lower in ((lower, True), (upper, False)):
        if value.is_infinite:
            if (value == sp.oo) == is_lower:
                raise Untranslatable("a range that runs backwards")
            ends.append(End(value, "", False, is_lower))
            continue
        term = translate(value)
        goals += [Goal(condition.text, condition) for condition in term.conditions]
        ends.append(End(value, term.text, all(_holds_at(c, x, value) for c in conditions), is_lower))
    low, high = ends
    if low.text and high.text:
        goals.append(Goal(f"{low.text} <= {high.text}", Order(lower, "<=", upper)))
    return Bound(x, translate.names.fresh(str(x)), low, high), goals


def _holds_at(condition: Condition, x: sp.Symbol, end: sp.Expr) -> bool:
    """Whether a condition may hold at an end too; if one does not, the integral is a limit there."""
    if condition.expr is None:
        return True
    there = condition.expr.subs(x, end)
    return not (there.has(sp.zoo, sp.oo, sp.nan) or (there.is_zero and condition.relation != "<="))


def _stripped(expr: sp.Expr) -> sp.Expr:
    """An expression without derivatives of unknown functions, for its conditions alone."""
    return expr.xreplace(dict.fromkeys(expr.atoms(sp.Derivative), sp.S.One))


def _under(x: sp.Symbol, name: str, expr: sp.Expr, translate: Translator) -> Term:
    """The term of an expression in a variable that is bound, under its name in Coq."""
    translate.reals[x] = name
    try:
        return translate(expr)
    finally:
        del translate.reals[x]


def _throughout(condition: Condition, bound: Bound) -> Goal:
    return Goal(bound.for_all(condition.text), Throughout(condition, bound))


def _integral_text(bound: Bound, integrand: str, value: str) -> str:
    function = f"(fun {bound.name} => {integrand})"
    if bound.lower.closed and bound.upper.closed:
        return f"is_RInt {function} {bound.lower.text} {bound.upper.text} {value}"
    return f"is_RInt_gen {function} {bound.lower.filter} {bound.upper.filter} {value}"


def _with_slopes(
    whole: sp.Expr, statement: Integral, bound: Bound, translate: Translator
) -> tuple[sp.Expr, list[Fact], tuple[tuple[str, str], ...]]:
    """The integrand with a function for each derivative of an unknown one, which is assumed to be continuous."""
    facts: list[Fact] = []
    slopes: list[tuple[str, str]] = []
    for slope in sorted(whole.atoms(sp.Derivative), key=str):
        entry = slope.expr
        if slope.variables != (bound.x,) or not isinstance(entry, AppliedUndef) or entry.args != (bound.x,):
            raise Untranslatable(f"the derivative {slope}")
        name = entry.func.__name__
        stand_in = sp.Function(f"{name}_slope", real=True)
        whole = whole.xreplace({slope: stand_in(bound.x)})
        _under(bound.x, bound.name, entry + stand_in(bound.x), translate)
        one, other = (translate.names.of(("function", n), n) for n in (name, stand_in.__name__))
        facts.append(Fact(f"Slope_{one}", bound.for_all(f"is_derive {one} {bound.name} ({other} {bound.name})")))
        facts.append(Fact(f"Smooth_{one}", bound.for_all(f"continuous {other} {bound.name}")))
        slopes.append((one, other))
    return whole, facts, tuple(slopes)
