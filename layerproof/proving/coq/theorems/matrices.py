"""Identities, rates and conserved quantities of matrices as theorems, for every size.

- *Sizes* are natural numbers that the theorem quantifies over.
- *Expectations*: the theorem quantifies over a sample space and every linear functional on its real functions that
  keeps constants.  The expectation of a probability is one on the functions with a finite mean; a linear functional
  on a subspace has a linear extension to the whole, so a theorem about all functionals holds for it.
- *Flows*: a parameter is a function of time.  What is assumed at a time is that it moves against the gradient of the
  loss, which the theorem does not name: whoever uses the assumption must prove what the gradient is.
- *Rates* are stated at one time, at which the hypotheses hold; *velocities* in an identity exist, beside the identity.
- *Inverses* and pseudo-inverses are letters with the equations that define them (`matrix_letters`).
- *Conservation* is stated on an open interval of times on which the flow and the hypotheses hold: two values are equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import sympy as sp

from ....language.claims import Claim
from ....language.matrices import (
    Diagonal,
    MatrixFlow,
    MatrixFunction,
    MatrixHypothesis,
    ShapeMismatch,
    Velocity,
    shape_of,
)
from ....language.matrix_functions import PositiveDefinite, PositiveSemidefinite
from ....language.matrix_numbers import Above, AtLeast
from ....language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from ...exact.whatever import why_matrices_leave
from ..gallina import Binder, Both, Gallina, Var, app, between, exists, forall, fun, given, related
from ..terms import REAL, Term, Untranslatable
from .base import STATES, Fact, Goal, Theorem, defined, theorem
from .matrix_letters import with_letters
from .matrix_terms import MatrixTranslator


@dataclass(frozen=True)
class Assumed:
    """What a fact of the theorem says of matrices.

    Attributes:
        lhs: of an equation, ``lhs = rhs``; or the matrix that is diagonal, without `rhs`.
        parameter: what moves against the gradient of the flow's loss, for a fact about a flow.
    """

    lhs: Any = None
    rhs: Any = None
    parameter: sp.MatrixSymbol | None = None


@dataclass(frozen=True)
class SameMatrix:
    """``lhs = rhs``, both at the time of the theorem, after the existence of the velocities in them."""

    lhs: Any
    rhs: Any
    velocities: tuple[Velocity, ...] = ()


@dataclass(frozen=True)
class Slope:
    """The derivative of `of` at the time of the theorem is `equals`."""

    of: Any
    equals: Any


@dataclass(frozen=True)
class Kept:
    """`quantity` is the same at any two times of the interval."""

    quantity: Any


@dataclass(frozen=True)
class Interval:
    """The names of the ends of the interval of times."""

    lower: str
    upper: str


@dataclass(frozen=True)
class MatrixTheorem(Theorem):
    """A theorem about matrices, with what a proof needs to know.

    Attributes:
        assumed: what the facts say that are about matrices, by their names.
        orders: the facts that letters are positive semidefinite, or definite.
        flow: how the letters of the translator that move do so.
        interval: the interval of times on which the facts about moving letters hold; None for one time.
        functions: the inverse that a letter of the theorem stands for.
    """

    assumed: Mapping[str, Assumed] = field(default_factory=dict)
    orders: Mapping[sp.MatrixSymbol, tuple[str, bool]] = field(default_factory=dict)
    flow: MatrixFlow | None = None
    interval: Interval | None = None
    functions: Mapping[sp.MatrixSymbol, MatrixFunction] = field(default_factory=dict)

    @property
    def matrices(self) -> MatrixTranslator:
        """The translator, which knows matrices."""
        assert isinstance(self.translate, MatrixTranslator)
        return self.translate


class Parts:
    """The parts of a theorem, before it is put together."""

    def __init__(self, claim: Claim, flow: MatrixFlow | None, *, lasting: bool = False) -> None:
        self.claim, self.flow = claim, flow
        self.translate = MatrixTranslator(flow.parameters if flow else ())
        names = self.translate.names
        self.interval = Interval(names.fresh("lo"), names.fresh("hi")) if lasting else None
        self.assumed: dict[str, Assumed] = {}
        self.orders: dict[sp.MatrixSymbol, tuple[str, bool]] = {}
        self.facts: list[Fact] = []
        self.goals: list[Goal] = []

    def assume(self, stem: str, says: Gallina, meaning: Assumed | None = None, *, moves: bool = False) -> None:
        """A fact; one that is about moving letters holds at every time of the interval, if there is one."""
        if moves and self.interval:
            time, ends = self.translate.time, self.interval
            inside = between(Var(ends.lower), Var(time), Var(ends.upper), "<")
            says = forall(given((inside,), says), Binder((time,), REAL))
        name = self.translate.names.fresh(stem)
        self.facts.append(Fact(name, says))
        if meaning is not None:
            self.assumed[name] = meaning

    def hypotheses(self) -> None:
        """The claim's hypotheses on matrices; scalars in them are assumed to be defined."""
        moving = self.flow.parameters if self.flow else ()
        for hypothesis in self.claim.hypotheses:
            if not isinstance(hypothesis, MatrixHypothesis):
                continue
            moves = any(getattr(hypothesis, part).has(*moving) for part in vars(hypothesis)) if moving else False
            if isinstance(hypothesis, Diagonal):
                says = app("diagonal", self.translate.term(hypothesis.matrix).says)
                self.assume("Known", says, Assumed(hypothesis.matrix), moves=moves)
                continue
            for lhs, rhs in hypothesis.equations():
                left, right = self.pair(lhs, rhs)
                for condition in (*left.conditions, *right.conditions):
                    self.assume("Known", condition.says)
                self.assume("Known", related(left.says, "=", right.says), Assumed(lhs, rhs), moves=moves)

    def compared(self) -> None:
        """Which numbers made of matrices are compared with others; they are assumed to be defined."""
        for hypothesis in self.claim.hypotheses:
            if isinstance(hypothesis, (Above, AtLeast)):
                larger, smaller = self.pair(hypothesis.matrix, hypothesis.other)
                for condition in (*larger.conditions, *smaller.conditions):
                    self.assume("Known", condition.says)
                sign = "<" if isinstance(hypothesis, Above) else "<="
                self.assume("Known", related(smaller.says, sign, larger.says))

    def semidefinite(self) -> None:
        """Which letters are positive semidefinite, or definite."""
        for hypothesis in self.claim.hypotheses:
            if isinstance(hypothesis, PositiveSemidefinite) and isinstance(hypothesis.matrix, sp.MatrixSymbol):
                definite = isinstance(hypothesis, PositiveDefinite)
                self.assume("Known", app("pd" if definite else "psd", self.translate.term(hypothesis.matrix).says))
                self.orders[hypothesis.matrix] = self.facts[-1].name, definite

    def descent(self) -> None:
        """That every parameter moves against the gradient of the loss, which is defined."""
        assert self.flow is not None
        translate = self.translate
        free = translate.names.fresh("X")
        for parameter in self.flow.parameters:
            loss = translate.term(self.flow.loss, values={parameter: free})
            self.goals += defined(loss)
            function = fun(free, loss.says, translate.type_of(parameter))
            says = app("descends", function, Var(translate.moving[parameter]), Var(translate.time))
            self.assume("Flow", says, Assumed(parameter=parameter), moves=True)

    def pair(self, lhs: Any, rhs: Any, **how: Any) -> tuple[Term, Term]:
        """Both sides of an equation, which are of one kind and shape."""
        lhs, rhs = sp.sympify(lhs), sp.sympify(rhs)
        if isinstance(lhs, sp.MatrixExpr) != isinstance(rhs, sp.MatrixExpr):
            raise Untranslatable("one side is a scalar and the other a matrix")
        try:
            if shape_of(lhs) != shape_of(rhs):
                raise Untranslatable("the two sides differ in shape")
        except ShapeMismatch as mismatch:
            raise Untranslatable(str(mismatch)) from mismatch
        return self.translate.term(lhs, **how), self.translate.term(rhs, **how)

    def theorem(self, requires: str = "MatrixWords") -> MatrixTheorem:
        """The whole, by a file of the prelude: call it last, when everything was translated."""
        translate = self.translate
        binders = translate.binders()
        if translate.random:
            self.facts.insert(0, Fact(translate.mean, app("expectation", Var(translate.expect))))
        if self.interval:
            binders.append(Binder((self.interval.lower, self.interval.upper), REAL))
        elif self.flow:
            binders.append(Binder((translate.time,), REAL))
        stated = theorem(self.claim, translate, self.goals, facts=self.facts, binders=binders, requires=(requires,))
        known = {item.name: getattr(stated, item.name) for item in fields(stated)}
        return MatrixTheorem(**known, assumed=self.assumed, orders=self.orders, flow=self.flow, interval=self.interval)


@STATES.register(MatrixIdentity, MatrixRate, MatrixConserved)
def state(claim: Claim) -> Theorem:
    """Every scalar in the statement is defined, and the statement holds.

    Raises:
        Untranslatable: if a part of the statement or of a hypothesis has no counterpart.
    """
    made, functions = with_letters(claim)
    return replace(_stated(made), claim=claim, functions=functions)


def _stated(claim: Claim) -> MatrixTheorem:
    statement = claim.statement
    if isinstance(statement, MatrixIdentity):
        return _identity(claim, statement)
    if isinstance(statement, MatrixRate):
        return _rate(claim, statement)
    assert isinstance(statement, MatrixConserved)
    return _conserved(claim, statement)


def _identity(claim: Claim, statement: MatrixIdentity) -> MatrixTheorem:
    lhs, rhs = sp.sympify(statement.lhs), sp.sympify(statement.rhs)
    velocities = tuple(sorted(lhs.atoms(Velocity) | rhs.atoms(Velocity), key=str))
    if velocities and statement.flow is None:
        raise Untranslatable("a velocity is known only along a flow")
    if any(inner.args[0].has(Velocity) for inner in velocities):
        raise Untranslatable("a velocity of a velocity")
    parts = Parts(claim, statement.flow if velocities else None)
    if velocities:
        parts.descent()
    parts.hypotheses()
    translate = parts.translate
    names = {velocity: translate.names.fresh("V") for velocity in velocities}
    left, right = parts.pair(lhs, rhs, values=names)
    says: Gallina = related(left.says, "=", right.says)
    for velocity, name in reversed(names.items()):
        instant = translate.names.of("instant", "s")
        of = translate.term(velocity.args[0], instant)
        parts.goals += defined(of)
        slope = app("mderive", fun(instant, of.says), Var(translate.time), Var(name))
        says = exists(name, translate.type_of(velocity), Both(slope, "/\\", says))
    parts.goals += [*defined(left, right), Goal(says, SameMatrix(lhs, rhs, velocities))]
    return parts.theorem()


def _rate(claim: Claim, statement: MatrixRate) -> MatrixTheorem:
    parts = Parts(claim, statement.flow)
    parts.descent()
    parts.hypotheses()
    translate = parts.translate
    _, right = parts.pair(statement.of, statement.equals)
    instant = translate.names.of("instant", "s")
    of = translate.term(statement.of, instant)
    derive = "mderive" if isinstance(sp.sympify(statement.of), sp.MatrixExpr) else "is_derive"
    says = app(derive, fun(instant, of.says), Var(translate.time), right.says)
    parts.goals += [*defined(of, right), Goal(says, Slope(statement.of, statement.equals))]
    return parts.theorem()


def _conserved(claim: Claim, statement: MatrixConserved) -> MatrixTheorem:
    if (problem := why_matrices_leave(statement, claim.hypotheses)) is not None:
        raise Untranslatable(problem)
    parts = Parts(claim, statement.flow, lasting=True)
    parts.descent()
    parts.hypotheses()
    translate, ends = parts.translate, parts.interval
    assert ends is not None
    first, second = translate.names.fresh("t1"), translate.names.fresh("t2")
    before, after = translate.term(statement.quantity, first), translate.term(statement.quantity, second)
    inside = tuple(between(Var(ends.lower), Var(time), Var(ends.upper), "<") for time in (first, second))
    says = forall(given(inside, related(before.says, "=", after.says)), Binder((first, second), REAL))
    parts.goals += [*defined(before), Goal(says, Kept(statement.quantity))]
    return parts.theorem()
