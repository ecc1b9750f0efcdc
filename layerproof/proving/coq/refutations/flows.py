"""Counterexamples to rates: at one time, trajectories that are straight lines along the flow."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.flows import GradientFlow
from ....language.statements import Rate
from ...exact.balls import Evaluator, Point, rational_value
from ..proofs.base import NoProof
from ..theorems.base import Theorem
from ..theorems.flows import FlowFact, Slope
from .base import REFUTES, Refutation, number, projection, refutation
from .points import cases, fails, values, witness


@REFUTES.register(Rate)
def refute(theorem: Theorem) -> Refutation:
    """The refutation at the time 0, by the rate that the rules give.

    Raises:
        NoProof: if no witness is found, or the flow has no rational velocity there.
    """
    statement = theorem.claim.statement
    if not isinstance(statement, Rate):
        raise NoProof("only rates are refuted along straight lines")
    point, lines = _moving(theorem, statement)
    arguments = values(theorem, point, {theorem.translate.reals[statement.flow.time]: "0", **lines})
    position = next(k for k, goal in enumerate(theorem.goals) if isinstance(goal.content, Slope))
    sentences = [
        f"specialize (C {' '.join(arguments)}).",
        *(f"premise C ({_premise(fact)})." for fact in theorem.facts),
        *projection(len(theorem.goals), position),
        "computed_in C.",
        "slope_of C E.",
        "absurd_relation E.",
    ]
    found = refutation(theorem, sentences, point.shown())
    return found.needing("RefutedFlows")


def _premise(fact: object) -> str:
    if not isinstance(fact, FlowFact):
        return "settled"
    names = [f"k{n}" for n in range(len(fact.ranges))]
    intros = "".join(f"intros {k} K{k}; enumerate {k} K{k}; " for k in names)
    return f"{intros}intros v V; follows v V"


def _moving(theorem: Theorem, statement: Rate) -> tuple[Point, dict[str, str]]:
    """A witness, and the trajectories there; with whole exponents, if the velocities are not rational without."""
    point = witness(theorem)
    try:
        return point, _lines(theorem, statement.flow, point)
    except NoProof:
        exponents = _exponents(statement.expressions())
        for whole in product((2, 3, 1), repeat=len(exponents)):
            there = point.copy()
            there.values.update({s: Fraction(value) for s, value in zip(exponents, whole, strict=True)})
            if fails(theorem, there):
                return there, _lines(theorem, statement.flow, there)
        raise


def _exponents(expressions: Iterable[sp.Basic]) -> list[sp.Symbol]:
    """The symbols in exponents."""
    powers = {power for x in expressions for power in x.atoms(sp.Pow)}
    return sorted({s for power in powers for s in power.exp.free_symbols}, key=str)


# -- straight lines along the flow -----------------------------------------------------------------------------------


def _lines(theorem: Theorem, flow: GradientFlow, point: Point) -> dict[str, str]:
    """The parameters as functions of time: their values at the point, and their velocities there."""
    evaluate = Evaluator(point, 128)
    entries = {fact.parameter: _entries(fact, flow, evaluate) for fact in theorem.facts if isinstance(fact, FlowFact)}
    for entry, value in flow.restriction.items():
        for place in entries[entry.func.__name__]:
            named = {own: other for own, other in zip(entry.args, place.args, strict=True) if own != other}
            _assign(point, place, value.xreplace(named))
    powers = {s: value for s in _exponents([flow.loss]) if (value := point.values.get(s)) is not None}
    whole = {s: sp.Integer(int(value)) for s, value in powers.items() if value.denominator == 1}
    found: dict[str, str] = {}
    for name, places in entries.items():
        table: dict[tuple[int, ...], str] = {}
        for place in places:
            start = rational_value(place, point)
            speed = rational_value(flow.velocity(place).xreplace(whole), point)
            if start is None or speed is None:
                raise NoProof(f"the velocity of {name} is not rational at the point that was found")
            table[tuple(map(int, place.args[:-1]))] = f"({number(start)} + {number(speed)} * s)"
        indices = [f"i{k}" for k in range(len(places[0].args) - 1)]
        binders = " ".join([*(f"({i} : nat)" for i in indices), "(s : R)"])
        found[theorem.translate.names.of(("function", name), name)] = f"(fun {binders} => {cases(indices, table, '0')})"
    return found


def _entries(fact: FlowFact, flow: GradientFlow, evaluate: Evaluator) -> list[AppliedUndef]:
    """A parameter, or every entry of a family."""
    ranges = [range(evaluate._integer(low), evaluate._integer(high) + 1) for low, high in fact.ranges]
    function = next(a.func for a in flow.loss.atoms(AppliedUndef) if a.func.__name__ == fact.parameter)
    return [function(*map(sp.Integer, place), flow.time) for place in product(*ranges)]


def _assign(point: Point, place: AppliedUndef, value: sp.Expr) -> None:
    """On the invariant set, a parameter is what the others make it."""
    found = rational_value(value, point)
    if found is None:
        raise NoProof(f"{place} has no rational value on the invariant set")
    point.values[(place.func.__name__, *map(int, place.args[:-1]))] = found
