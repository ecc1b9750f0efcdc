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
from ..ends import End, may_hold_at
from ..gallina import App, Binder, Both, Gallina, Var, app, exists, forall, fun, given, related
from ..terms import REAL, Condition, Term, Translator, Untranslatable
from .base import STATES, Fact, Goal, Order, Theorem, theorem

Range = tuple[sp.Symbol, sp.Expr, sp.Expr]


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

    def for_all(self, said: Gallina) -> Gallina:
        """The proposition that something holds for every point of the range."""
        inside = tuple(bound for end in (self.lower, self.upper) if (bound := end.inside(self.name)))
        return forall(given(inside, said), Binder((self.name,), REAL))

    def facts(self) -> list[Fact]:
        """That the variable is in the range."""
        ends = [(f"L{self.name}", self.lower), (f"U{self.name}", self.upper)]
        return [Fact(n, said, end.relation(self.x)) for n, end in ends if (said := end.inside(self.name))]


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
    """The map of a substitution is monotone on the old range; `further` is the name of a second point of it."""

    by: sp.Expr
    old: Bound
    new: Bound
    further: str


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
    assert isinstance(statement, Substitution)
    return _substitution(claim, statement)


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
    goals += [Goal(condition.says, condition) for condition in value.conditions]
    content = Value(integrand, bound, statement.equals, slopes)
    goals.append(Goal(_is_integral(bound, body.says, value.says), content))
    return goals, facts


def mean(claim: Claim, statement: Expectation, variable: sp.Symbol, law: Uniform) -> Theorem:
    """The theorem of a mean over an interval: that this is not empty, and what the mean is."""
    integral = Integral(statement.of / (law.upper - law.lower), (variable, law.lower, law.upper), statement.equals)
    translate = Translator()
    first, last = (translate(end).says for end in (law.lower, law.upper))
    goals = [Goal(related(first, "<", last), Order(law.lower, "<", law.upper))]
    goals += _integral_goals(integral, translate)[0]
    return theorem(claim, translate, goals, requires=("Integrals",))


def _substitution(claim: Claim, statement: Substitution) -> Theorem:
    """Where all ends are points, both integrals have one value; else each has a value if the other has it.

    In any case the map is monotone.
    """
    translate = Translator()
    old, goals = _range(statement.over, (statement.integrand, statement.by), translate)
    new, more = _range(statement.onto, (statement.into,), translate)
    ours, by = (_under(old.x, old.name, expr, translate) for expr in (statement.integrand, statement.by))
    theirs = _under(new.x, new.name, statement.into, translate)
    goals = [*goals, *more]
    goals += [_throughout(condition, old) for condition in (*ours.conditions, *by.conditions)]
    goals += [_throughout(condition, new) for condition in theirs.conditions]
    further = translate.names.fresh(str(old.x))
    goals.append(Goal(_monotone(old, further, statement.by, translate), Monotone(statement.by, old, new, further)))
    value = translate.names.fresh("v")
    here, there = (_is_integral(bound, term.says, Var(value)) for bound, term in ((old, ours), (new, theirs)))
    proper = all(end.closed for bound in (old, new) for end in (bound.lower, bound.upper))
    if proper:
        says = exists(value, REAL, Both(here, "/\\", there))
    else:
        says = forall(Both(here, "<->", there), Binder((value,), REAL))
    goals.append(Goal(says, Exchange(statement, old, new)))
    return theorem(claim, translate, goals, requires=("Integrals",) if proper else ("Substitutions",))


def _monotone(old: Bound, further: str, by: sp.Expr, translate: Translator) -> Gallina:
    """That the values of `by` rise throughout the range, or fall throughout it."""
    here, there = (_under(old.x, name, by, translate).says for name in (old.name, further))
    in_order = related(Var(old.name), "<", Var(further))
    points = tuple(p for p in (old.lower.inside(old.name), in_order, old.upper.inside(further)) if p)
    rises, falls = (
        forall(given(points, related(one, "<", other)), Binder((old.name, further), REAL))
        for one, other in ((here, there), (there, here))
    )
    return Both(rises, "\\/", falls)


def _range(over: Range, defined: tuple[sp.Expr, ...], translate: Translator) -> tuple[Bound, list[Goal]]:
    """The range, and the goals that its ends are defined and in order."""
    x, lower, upper = over
    goals: list[Goal] = []
    ends = []
    conditions = [c for expr in defined for c in _under(x, "x", _stripped(expr), translate).conditions]
    for value, is_lower in ((lower, True), (upper, False)):
        if value.is_infinite:
            if (value == sp.oo) == is_lower:
                raise Untranslatable("a range that runs backwards")
            ends.append(End(value, None, False, is_lower))
            continue
        term = translate(value)
        goals += [Goal(condition.says, condition) for condition in term.conditions]
        ends.append(End(value, term.says, all(may_hold_at(c.expr, c.relation, x, value) for c in conditions), is_lower))
    low, high = ends
    if low.says and high.says:
        goals.append(Goal(related(low.says, "<=", high.says), Order(lower, "<=", upper)))
    return Bound(x, translate.names.fresh(str(x)), low, high), goals


def _stripped(expr: sp.Expr) -> sp.Expr:
    """An expression without derivatives of unknown functions, for its conditions alone."""
    return expr.xreplace(dict.fromkeys(expr.atoms(sp.Derivative), sp.S.One))


def _under(x: sp.Symbol, name: str, expr: sp.Expr, translate: Translator) -> Term:
    """The term of an expression in a variable that is bound, under its name in Coq."""
    with translate.writing({x: Var(name)}):
        return translate(expr)


def _throughout(condition: Condition, bound: Bound) -> Goal:
    return Goal(bound.for_all(condition.says), Throughout(condition, bound))


def _is_integral(bound: Bound, integrand: Gallina, value: Gallina) -> Gallina:
    function, lower, upper = fun(bound.name, integrand), bound.lower, bound.upper
    if lower.closed and upper.closed and lower.says and upper.says:
        return app("is_RInt", function, lower.says, upper.says, value)
    return app("is_RInt_gen", function, lower.filter, upper.filter, value)


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
        point = Var(bound.name)
        slope_there = app("is_derive", Var(one), point, App(Var(other), (point,)))
        facts.append(Fact(f"Slope_{one}", bound.for_all(slope_there)))
        facts.append(Fact(f"Smooth_{one}", bound.for_all(app("continuous", Var(other), point))))
        slopes.append((one, other))
    return whole, facts, tuple(slopes)
