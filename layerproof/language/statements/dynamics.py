"""Statements about gradient flow: rates, conserved quantities, solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from .. import along
from ..flows import GradientFlow, substitute_entry
from ..goals import Certificate, Goal, Impossible, Possible, Under, Zero
from ..matrices import MatrixFlow
from ..printing import text
from ..printing.marks import AtTime, Slope
from ..relations import relations_in
from ..smooth import Rough, partial_parts, rough_parts
from ..symbols import ForAll, free_indices
from ..written import Written
from .base import Row, Statement
from .sides import without


def _invariance(flow: GradientFlow) -> Iterator[Goal]:
    for expr in flow.invariant:
        yield Zero(flow.rate(expr), f"rate of {text(expr)} on the set where it vanishes")
    if flow.invariant:
        for velocity in _velocities(flow):
            yield from _differentiable(velocity, "a velocity, on the invariant set,", flow, flow.restrict)


def _assumed(hypotheses: Iterable[Any], time: sp.Symbol) -> tuple[Any, ...]:
    """The hypotheses without those that say no more than that the time is not 0, and that something has a value.

    Of these it is kept that it has: ``t + 1/x > 1/x`` leaves out x = 0 at all times.
    """
    found: list[Any] = []
    for part in (p for h in hypotheses for p in (h.args if isinstance(h, sp.And) else (h,))):
        if kept := along.assumed((part,), time):
            found += kept
        elif parts := [p for side in part.args for p in partial_parts(side)]:
            found.append(sp.Ge(Written(text(part), sp.S.Zero, *parts), 0))
    return tuple(found)


def _on_the_set(hypotheses: Iterable[Any], flow: GradientFlow) -> tuple[Any, ...]:
    """The hypotheses on the invariant set: on that where a = b, ``a b < S`` says of a what goals ask of it.

    One that would say nothing of its index there stays as it is: its range may have no entry.
    """
    return tuple(h if isinstance(h, ForAll) and _loses_an_index(h, flow) else _restricted(h, flow) for h in hypotheses)


def _restricted(hypothesis: Any, flow: GradientFlow) -> Any:
    """A hypothesis on the invariant set, where each of its parts still has a value: on a = z b, b is not 0 in a/b."""
    if isinstance(hypothesis, ForAll):
        return ForAll(hypothesis.indices, _restricted(hypothesis.relation, flow))
    if isinstance(hypothesis, sp.And):
        return sp.And(*(_restricted(part, flow) for part in hypothesis.args))
    if not flow.invariant or not isinstance(hypothesis, Relational):
        return flow.restrict(hypothesis)
    sides = [Written(text(side), flow.restrict(side), *_lost(side, flow)) for side in hypothesis.args]
    if any(part.has(sp.zoo, sp.nan, sp.I) for side in sides for part in (side.value, *side.parts)):
        return sp.false  # it has a value nowhere on the set
    return hypothesis.func(*(side if side.parts else side.value for side in sides))


def _lost(side: sp.Expr, flow: GradientFlow) -> list[sp.Expr]:
    """The parts of a side that need not have a value on the invariant set, and are not seen in what it is there."""
    there = flow.restrict(side)
    parts = dict.fromkeys(flow.restrict(part) for part in partial_parts(side))
    return [part for part in parts if not (part.is_number and part.is_real) and not there.has(part)]


def _valued_from_start(hypotheses: Iterable[Any], time: sp.Symbol) -> Iterator[Goal]:
    """Goals that what a hypothesis about the time is made of has a value from 0 on, also where it cancels.

    ``1/(r t - 1) + 1 > 1/(r t - 1)`` leaves out a moment, as ``Ne(r t, 1)`` does.
    """
    moment = sp.Dummy("s", real=True, nonnegative=True)
    for relation in _relations(hypotheses):
        parts = [part for side in relation.args for part in partial_parts(side) if part.has(time)]
        if parts and along.is_about_time(relation, time):
            name = f"that {text(relation)} has a value at every time before"
            goal = Zero(sp.Integer(0), name, tuple(part.xreplace({time: moment}) for part in parts))
            lacking = f"that the hypothesis {text(relation)} has a value from time 0 on is not derived"
            yield Certificate(Under(goal, moment, ((moment, False), (time - moment, False))), lacking)


def _valued_at_start(
    hypotheses: Iterable[Any], flow: GradientFlow, starts: Iterable[tuple[sp.Expr, sp.Expr]]
) -> Iterator[Goal]:
    """Goals that hypotheses about trajectories have a value at time 0, where `starts` gives those of trajectories."""
    given = [(of, start) for of, start in starts if isinstance(of, AppliedUndef)]
    for relation in _relations(hypotheses):
        parts = [part for side in relation.args for part in partial_parts(side)]
        parts = [flow.restrict(part) for part in parts if along.trajectories_in(part, flow.time)]
        for of, start in given:
            parts = [substitute_entry(part, of, start) for part in parts]
        parts = [part.xreplace({flow.time: sp.S.Zero}) for part in parts if not along.trajectories_in(part, flow.time)]
        if parts:
            goal = Zero(sp.Integer(0), f"that {text(relation)} has a value at time 0", tuple(parts))
            lacking = f"that the hypothesis {text(relation)} has a value at time 0 is not derived"
            yield Certificate(goal, lacking)


def _relations(hypotheses: Iterable[Any]) -> Iterator[Relational]:
    """The relations; of one that holds for every index, what it says of the entry at that index."""
    return (r.relation if isinstance(r, ForAll) else r for r in relations_in(hypotheses))


def _loses_an_index(every: ForAll, flow: GradientFlow) -> bool:
    return not set(every.indices) <= set(free_indices(flow.restrict(every.relation)))


def leaves_invariant_set(flow: GradientFlow) -> str | None:
    """Why a trajectory may leave the set that the flow is restricted to, though the velocities are tangent to it.

    None if the velocities have derivatives, as far as they are not of another form there.
    """
    if flow.invariant:
        for velocity in _velocities(flow):
            for goal in _differentiable(velocity, "a velocity, on the invariant set,", flow, flow.restrict):
                if isinstance(goal, Impossible):
                    return goal.reason
    return None


def _velocities(flow: GradientFlow) -> list[sp.Expr]:
    """The velocities of all parameters, of families at the entries that the loss mentions."""
    entries = sorted((a for a in flow.loss.atoms(AppliedUndef) if a.func.__name__ in flow.names), key=str)
    return [flow.velocity(entry) for entry in entries]


def _differentiable(
    expr: Any, what: str, flow: GradientFlow, put: Callable[[sp.Expr], sp.Expr] = lambda e: e
) -> Iterator[Goal]:
    """That `expr` has a derivative, where the trajectories are what `put` puts in for them."""
    for part in dict.fromkeys(rough_parts(sp.sympify(expr), flow.time)):
        yield off(part, what, put)


def _has_value(expr: Any, put: Callable[[sp.Expr], sp.Expr]) -> tuple[sp.Expr, ...]:
    """What must be defined so that `expr` has a value where the trajectories are what `put` puts in for them."""
    return tuple(dict.fromkeys(put(part) for part in partial_parts(sp.sympify(expr))))


def _has_velocities(flow: GradientFlow, put: Callable[[sp.Expr], sp.Expr]) -> Iterator[Goal]:
    """That the loss has a value, and derivatives by the parameters; of the time alone it need be continuous."""
    if parts := _has_value(flow.loss, put):
        yield Zero(sp.Integer(0), "that the loss has a value", parts)
    for part in dict.fromkeys(rough_parts(flow.loss, flow.time)):
        if along.trajectories_in(part.part, flow.time) or not isinstance(part.part, (sp.Pow, sp.Abs, sp.Max, sp.Min)):
            yield off(part, "the loss", put)


def off(rough: Rough, what: str, put: Callable[[sp.Expr], sp.Expr] = lambda e: e) -> Goal:
    """The goal that one stays off a jump, a corner, or a vertical tangent, all of which are where something vanishes.

    `put` is applied to what must not vanish; `what` is what has the part, for the reason if the goal is not met.
    """
    if rough.vanishes is None:
        return Impossible(
            f"{what} has {text(rough.part)} in it, of which it is not known where it has a derivative", unseen=True
        )
    value = sp.sympify(put(rough.vanishes))
    lacking = f"{what} has {text(rough.part)} in it, which need have no derivative where {text(rough.vanishes)} = 0"
    if value == 0:
        return Impossible(f"{lacking}, as it is here", unseen=True)
    stays = sp.Sum(1 / value, *rough.limits) if rough.limits else 1 / value
    goal = Zero(sp.Integer(0), f"that {text(rough.vanishes)} is not 0", (stays,))
    return Certificate(goal, f"{lacking}; the hypothesis that it is not 0 would help")


def mentions_start(expressions: Iterable[Any], flow: GradientFlow) -> bool:
    """Whether the initial value of a parameter is spoken of, ``a(0)``: with the time it ties a state to its past."""
    inside = (e.relation if isinstance(e, ForAll) else e for e in expressions)
    entries = (a for e in inside if isinstance(e, sp.Basic) for a in e.atoms(AppliedUndef))
    return any(a.func.__name__ in flow.names and not a.has(flow.time) for a in entries)


def _at_any_state(goals: Iterable[Goal], statement: Rate | Conserved, hypotheses: Iterable[Any]) -> Iterator[Goal]:
    """Goals about all states at all times; where initial values are spoken of, not all of these states are reached.

    What holds at all holds at those; what fails at one shows nothing, but at time 0, where each state is its start.
    """
    goals = tuple(goals)
    if not mentions_start((*statement.expressions(), *hypotheses), statement.flow):
        yield from goals
        return
    time = statement.flow.time

    def begun(expr: sp.Expr) -> sp.Expr:
        return sp.sympify(expr).xreplace({time: sp.S.Zero})

    said = [h for h in hypotheses if isinstance(h, (sp.Basic, ForAll))]
    for goal in goals:
        if isinstance(goal, Zero) and goal.expr != 0:
            if not said:
                yield Zero(begun(goal.expr), f"{goal.name}, at time 0", tuple(map(begun, goal.defined)))
            lacking = "an initial value is spoken of, and that it holds whatever that is at later times is not derived"
            yield Certificate(goal, lacking)
        else:
            yield goal


def _is_flow(flow: Any) -> None:
    if isinstance(flow, MatrixFlow):
        raise TypeError("got a MatrixFlow; expected a GradientFlow: use MatrixRate or MatrixConserved for matrices")
    if not isinstance(flow, GradientFlow):
        raise TypeError(f"got the flow {flow!r}; expected a GradientFlow(loss=..., parameters=..., time=t)")


@dataclass(frozen=True)
class Rate(Statement):
    """``d(of)/dt = equals`` along the flow, at every time and in every state in which the hypotheses hold.

    It is about one moment: hypotheses about the time or about trajectories are assumed at that moment only, so that
    ``Eq(a, b)`` says "whenever a and b meet".  `of` and the loss must have derivatives there: where one has a jump or a
    corner, the hypotheses must keep the trajectory off it.
    """

    of: sp.Expr
    equals: sp.Expr
    flow: GradientFlow
    breakable: ClassVar[tuple[str, ...]] = ("equals",)

    def __post_init__(self) -> None:
        _is_flow(self.flow)

    def says_nothing(self) -> str | None:
        return without(self.of, self.flow.time, "the observable") if sp.sympify(self.equals) == 0 else None

    def facts(self, hypotheses: Iterable[Any]) -> tuple[Any, ...]:
        return _on_the_set(self.assumed(hypotheses), self.flow)

    def goals(self) -> Iterator[Goal]:
        yield from _invariance(self.flow)
        equals = self.flow.restrict(sp.sympify(self.equals))
        yield Zero(
            self.flow.rate(self.of) - equals,
            "rate minus right-hand side",
            (self.flow.restrict(self.of), equals, *self._values(self.of), *self._values(self.equals)),
        )
        yield from _differentiable(self.of, "the observable", self.flow, self.flow.restrict)
        yield from _has_velocities(self.flow, self.flow.restrict)

    def _values(self, expr: Any) -> tuple[sp.Expr, ...]:
        return _has_value(expr, self.flow.restrict) if self.flow.invariant else ()

    def posed(self, hypotheses: Iterable[Any]) -> Iterator[Goal]:
        hypotheses = tuple(hypotheses)
        yield from self.conditions(self.assumed(hypotheses))
        yield from _at_any_state(self.goals(), self, hypotheses)

    def rows(self) -> tuple[Row, ...]:
        return (Row(Slope(self.of, self.flow.time), "=", self.equals),)

    def __str__(self) -> str:
        return f"d/d{self.flow.time} ({text(self.of)}) = {text(self.equals)}"


@dataclass(frozen=True)
class Conserved(Statement):
    """`quantity` is constant along the flow, for as long as the hypotheses hold.

    That is, along each trajectory it has the same value at any two times between which, both included, the hypotheses
    hold.  Hypotheses about the time hold on an interval from 0; an inequality among trajectories (``a > 0``) says "as
    long as", and an equation among them must be one that the flow keeps: its two sides differ by a constant of the
    flow.  Other sets that trajectories stay on are said with ``flow.on``.  The quantity and the loss must have
    derivatives all along: where one has a jump or a corner, the hypotheses must keep the trajectory off it.

    >>> from layerproof import Conserved, GradientFlow, positive, time, trajectories
    >>> a, b = trajectories("a b")
    >>> flow = GradientFlow(loss=(a * b - positive("S")) ** 2 / 2, parameters=(a, b), time=time())
    >>> print(Conserved(a**2 - b**2, flow))
    a**2 - b**2 is conserved
    """

    quantity: sp.Expr
    flow: GradientFlow
    breakable: ClassVar[tuple[str, ...]] = ("quantity",)

    def __post_init__(self) -> None:
        _is_flow(self.flow)

    def says_nothing(self) -> str | None:
        return without(self.quantity, self.flow.time, "the quantity")

    def assumed(self, hypotheses: Iterable[Any]) -> tuple[Any, ...]:
        return _assumed(hypotheses, self.flow.time)

    def facts(self, hypotheses: Iterable[Any]) -> tuple[Any, ...]:
        return _on_the_set(self.assumed(hypotheses), self.flow)

    def conditions(self, hypotheses: Iterable[Any]) -> Iterator[Goal]:
        hypotheses = tuple(hypotheses)
        yield from along.kept(hypotheses, self.flow)
        yield from along.from_start(hypotheses, self.flow.time)
        yield from along.goes_on(hypotheses, self.flow.time)
        yield from _valued_from_start(hypotheses, self.flow.time)

    def goals(self) -> Iterator[Goal]:
        yield from _invariance(self.flow)
        values = _has_value(self.quantity, self.flow.restrict) if self.flow.invariant else ()
        quantity = self.flow.restrict(sp.sympify(self.quantity))
        yield Zero(self.flow.rate(self.quantity), "rate of change", (quantity, *values))
        yield from _differentiable(self.quantity, "the quantity", self.flow, self.flow.restrict)
        yield from _has_velocities(self.flow, self.flow.restrict)

    def says_the_same(self, how: str, part: sp.Expr) -> bool:
        """A multiple of a conserved quantity is conserved; and where one index is free, another only renames it."""
        return how in ("a factor of two", "a sign") or (how == "an index" and len(_free_entries(part)) < 2)

    def posed(self, hypotheses: Iterable[Any]) -> Iterator[Goal]:
        hypotheses = tuple(hypotheses)
        yield from self.conditions(self.assumed(hypotheses))
        yield from _at_any_state(self.goals(), self, hypotheses)

    def rows(self) -> tuple[Row, ...]:
        return (Row(Slope(self.quantity, self.flow.time), "=", sp.Integer(0)),)

    def __str__(self) -> str:
        return f"{text(self.quantity)} is conserved"


@dataclass(frozen=True)
class Solution(Statement):
    """Along the flow, `of` equals the closed form `equals` for all times from 0, starting from `initially`.

    Three things are proved: the closed form satisfies the differential equation, has the initial value, and is
    defined for every time from 0 on.  Where the right-hand side is a polynomial it is locally Lipschitz, so that the
    solution is the only one; otherwise its derivatives must be shown to exist along the closed form, at 0 too.

    A hypothesis about the time bounds the interval from 0 on which this is so: ``r0*t < 1``, ``t < 2*sqrt(r0)``.  That
    it holds at 0, and with t at every time before, is proved; ``Ne(r0*t, 1)`` and ``t > 1`` are no such hypotheses, and
    one that says only that t is not 0 (``t > 0``) is left out.  An inequality about trajectories (``a > 0``) says "as
    long as it holds", and must hold at time 0; an equation among them must be one that the flow keeps, its two sides
    differing by a constant of the flow.  Neither the closed forms nor the loss may have jumps or corners on the way.

    `of` is one observable whose rate is a polynomial in itself on the invariant set (``a*b`` where ``a = b``), or a
    tuple with every parameter that the rates need, at a free index if a family.

    >>> from layerproof import GradientFlow, Solution, exp, positive, time, trajectories
    >>> a, t = trajectories("a"), time()
    >>> S = positive("S")
    >>> flow = GradientFlow(loss=(a - S) ** 2 / 2, parameters=(a,), time=t)
    >>> print(Solution(flow, of=a, equals=S * (1 - exp(-t)), initially=0))
    a = S*(1 - exp(-t)), initially 0
    """

    flow: GradientFlow
    of: sp.Expr | tuple[sp.Expr, ...]
    equals: sp.Expr | tuple[sp.Expr, ...]
    initially: sp.Expr | tuple[sp.Expr, ...]
    breakable: ClassVar[tuple[str, ...]] = ("equals", "initially")

    def __post_init__(self) -> None:
        counts = {len(self._tuple(x)) for x in (self.of, self.equals, self.initially)}
        if len(counts) != 1:
            raise ValueError("`of`, `equals` and `initially` must have the same length")
        _is_flow(self.flow)
        for _, closed, initial in self.triples:
            if moving := [a for a in self._parameters_in(closed) if a.has(self.flow.time)]:
                raise ValueError(
                    f"got the closed form {text(closed)}, in which {text(moving[0])} moves along the flow; expected "
                    "the time and constants, such as the initial values"
                )
            if initial.has(self.flow.time):
                raise ValueError(f"got the initial value {text(initial)}; expected a constant, the value at time 0")

    def says_nothing(self) -> str | None:
        lacking = (without(of, self.flow.time, "an observable") for of, _, _ in self.triples)
        return next((words for words in lacking if words is not None), None)

    def assumed(self, hypotheses: Iterable[Any]) -> tuple[Any, ...]:
        return _assumed(hypotheses, self.flow.time)

    def facts(self, hypotheses: Iterable[Any]) -> tuple[Any, ...]:
        return _on_the_set(self.assumed(hypotheses), self.flow)

    def conditions(self, hypotheses: Iterable[Any]) -> Iterator[Goal]:
        hypotheses = tuple(hypotheses)
        yield from along.kept(hypotheses, self.flow)
        yield from along.from_start(hypotheses, self.flow.time)
        yield from along.goes_on(hypotheses, self.flow.time)
        yield from _valued_from_start(hypotheses, self.flow.time)
        starts = [(of, start) for of, _, start in self.triples]
        yield from along.met_at_start(hypotheses, self.flow, starts)
        yield self._starts_somewhere(hypotheses)
        yield from _valued_at_start(hypotheses, self.flow, starts)

    def _starts_somewhere(self, hypotheses: tuple[Any, ...]) -> Possible:
        """That there is a state with these initial values, on the invariant set, at which the hypotheses hold."""
        at_start = {self.flow.time: sp.S.Zero}
        entries = [(of, start) for of, _, start in self.triples if isinstance(of, AppliedUndef)]

        def begun(expr: Any, besides: sp.Expr | None = None) -> Any:
            for of, start in entries:
                expr = expr if of == besides else substitute_entry(expr, of, start)
            return expr.xreplace(at_start)

        equations = [(begun(self.flow.restrict(of), of), begun(start)) for of, _, start in self.triples]
        relations = [
            ForAll(h.indices, begun(h.relation)) if isinstance(h, ForAll) else begun(h)
            for h in _on_the_set(hypotheses, self.flow)
            if isinstance(h, ForAll) or (isinstance(h, sp.Basic) and not along.is_about_time(h, self.flow.time))
        ]
        said = " and ".join(f"{text(of)} = {text(start)}" for of, _, start in self.triples)
        return Possible(
            tuple((left, right) for left, right in equations if left != right),
            tuple(r for r in relations if r != sp.true),
            f"no state starts there: {said} at time 0 contradicts the hypotheses, or the set that the flow is on",
        )

    @staticmethod
    def _tuple(value: sp.Expr | tuple[sp.Expr, ...]) -> tuple[sp.Expr, ...]:
        return value if isinstance(value, tuple) else (sp.sympify(value),)

    @property
    def triples(self) -> list[tuple[sp.Expr, sp.Expr, sp.Expr]]:
        """Observable, closed form, initial value: one triple an observable."""
        columns = (map(sp.sympify, self._tuple(x)) for x in (self.of, self.equals, self.initially))
        return list(zip(*columns, strict=True))

    def goals(self) -> Iterator[Goal]:
        yield from _invariance(self.flow)
        t = self.flow.time
        for observable, closed, initial in self.triples:
            yield Zero(
                closed.subs(t, 0) - initial,
                f"value of {text(observable)} at time 0",
                (closed.subs(t, 0), sp.sympify(initial)),
            )
        for observable, closed, _ in self.triples:
            rate = self._rate_in_closed_form(observable)
            if rate is None:
                yield Impossible(
                    f"the rate of {text(observable)} is not a polynomial in it on this set; "
                    "give the closed form of every parameter as a tuple"
                )
                return
            name = f"d/d{t} of the closed form of {text(observable)} minus its rate"
            slopes = self._slopes_in_closed_form(observable)
            if slopes is None:
                yield Impossible(
                    f"the rate of {text(observable)} is no polynomial: that there is one solution only is not derived"
                )
                return
            yield Zero(sp.diff(closed, t) - rate, name, (closed, *slopes))
        yield from self._smoothness()

    def _smoothness(self) -> Iterator[Goal]:
        """That closed forms, observables and the loss have derivatives on the way."""
        for observable, closed, _ in self.triples:
            yield from _differentiable(closed, f"the closed form of {text(observable)}", self.flow)
            yield from _differentiable(observable, "the observable", self.flow, self.flow.restrict)
        yield from _has_velocities(self.flow, self._in_closed_form)

    def _in_closed_form(self, expr: sp.Expr) -> sp.Expr:
        """`expr` on the invariant set, with the closed forms put in for the parameters that have them."""
        expr = self.flow.restrict(expr)
        for of, closed, _ in self.triples:
            if isinstance(of, AppliedUndef):
                expr = substitute_entry(expr, of, closed)
        return expr

    def _rate_in_closed_form(self, observable: sp.Expr) -> sp.Expr | None:
        rate = self.flow.rate(observable)
        if all(isinstance(of, AppliedUndef) for of, _, _ in self.triples):
            for of, closed, _ in self.triples:
                rate = substitute_entry(rate, of, closed)
            return None if self._parameters_in(rate) else rate
        if len(self.triples) != 1:
            return None
        variable = sp.Dummy("q", real=True)
        polynomial = in_terms_of(rate, self.flow.restrict(observable), variable, self._parameters_in(rate))
        return None if polynomial is None else polynomial.xreplace({variable: self.triples[0][1]})

    def _slopes_in_closed_form(self, observable: sp.Expr) -> tuple[sp.Expr, ...] | None:
        """The derivatives of a rate by the parameters, which must exist for the solution to be the only one.

        Of a polynomial its coefficients must have values, at every time: ``a/t`` is none at 0.  None if the rate is
        something else in families.
        """
        rate = self.flow.rate(observable)
        stand_ins = {entry: sp.Dummy(real=True) for entry in self._parameters_in(rate)}
        frozen = rate.xreplace(stand_ins).replace(lambda e: isinstance(e, sp.Sum), lambda e: e.function)
        if frozen.is_polynomial(*stand_ins.values()):
            return _coefficients(rate.xreplace(stand_ins), tuple(stand_ins.values()))
        if rate.has(sp.Sum) or any(entry.atoms(sp.Idx) for entry in stand_ins):
            return None
        back = {dummy: entry for entry, dummy in stand_ins.items()}
        slopes = [sp.diff(frozen, dummy).xreplace(back) for dummy in stand_ins.values()]
        for of, closed, _ in self.triples:
            slopes = [
                substitute_entry(slope, of, closed) if isinstance(of, AppliedUndef) else slope for slope in slopes
            ]
        return tuple(slopes)

    def _parameters_in(self, expr: sp.Expr) -> list[sp.Expr]:
        return sorted((a for a in expr.atoms(AppliedUndef) if a.func.__name__ in self.flow.names), key=str)

    def rows(self) -> tuple[Row, ...]:
        found = [Row(of, "=", closed) for of, closed, _ in self.triples]
        return (*found, *(Row(AtTime(of, self.flow.time, 0), "=", start) for of, _, start in self.triples))

    def __str__(self) -> str:
        return "; ".join(self.lines())

    def lines(self) -> list[str]:
        """One line an observable."""
        return [f"{text(of)} = {text(closed)}, initially {text(start)}" for of, closed, start in self.triples]


def _coefficients(expr: sp.Expr, letters: tuple[sp.Symbol, ...]) -> tuple[sp.Expr, ...]:
    """The coefficients of a polynomial in `letters` that are no numbers, also of those that stand in sums."""
    inner = [c for total in expr.atoms(sp.Sum) for c in _coefficients(total.function, letters)]
    plain = expr.replace(lambda e: isinstance(e, sp.Sum), lambda e: sp.S.One)
    own = sp.Poly(plain, *letters).coeffs() if letters else [plain]
    return tuple(dict.fromkeys(c for c in (*own, *inner) if c.free_symbols))


def in_terms_of(expr: sp.Expr, base: sp.Expr, variable: sp.Symbol, unwanted: list[sp.Expr]) -> sp.Expr | None:
    """`expr` as a polynomial in `variable`, which stands for `base`, free of `unwanted`; None if it is none."""
    if not unwanted:
        return expr
    stand_ins = {entry: sp.Dummy(real=True) for entry in unwanted}
    expr, base = expr.xreplace(stand_ins), base.xreplace(stand_ins)
    if not base.free_symbols & set(stand_ins.values()):
        return None
    symbol = next(s for s in stand_ins.values() if s in base.free_symbols)
    if not (expr.is_polynomial(symbol) and base.is_polynomial(symbol)):
        return None
    digits: list[sp.Expr] = []
    rest = sp.expand(expr)
    while rest != 0 and len(digits) < 20:
        rest, digit = sp.div(rest, base, symbol)
        digits.append(sp.expand(digit))
    if rest != 0 or any(d.free_symbols & set(stand_ins.values()) for d in digits):
        return None
    return sp.Add(*(d * variable**k for k, d in enumerate(digits)))


def _free_entries(expr: sp.Expr) -> list[sp.Expr]:
    """Entries at a free index."""
    bound = {limit[0] for s in expr.atoms(sp.Sum) for limit in s.limits}
    return [e for e in expr.atoms(AppliedUndef) if any(isinstance(x, sp.Idx) and x not in bound for x in e.args)]
