"""Counterexamples to conservation laws and to solutions: trajectories along which every parameter is one function.

At simple values of the symbols the flow often keeps all parameters equal, and moves their common value ``u`` by
Bernoulli's equation, ``u' = a u - b u^(n+1)``, whose solution is elementary.  It is followed from ``u = 1`` at time 0
to time 1, where numbers decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import exp, log

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.flows import GradientFlow
from ....language.relations import relations_in
from ....language.statements import Conserved, Solution
from ....language.symbols import ForAll
from ...exact.balls import PRECISIONS, Evaluator, Point, Undefined, Unsupported, has_assumptions, rational_value
from ..proofs.base import NoProof
from ..theorems.base import Theorem
from ..theorems.flows import FlowFact, Same, Value
from .base import REFUTES, Refutation, number, projection, refutation
from .points import values

SIZES = (1, 3, 2)
NUMBERS = (Fraction(1), Fraction(2), Fraction(0), Fraction(1, 2))
"""Values for sizes and for symbols; the first are tried first."""
MARGIN = 1e-3
ATTEMPTS = 2000


class _Constant(Point):
    """A point at which every entry of a family has one value, that of the family's name."""

    def entry(self, key: object, of: sp.Expr | None = None) -> Fraction:
        """The value of a symbol, or of the family of an entry."""
        return self.values[key[0] if isinstance(key, tuple) else key]


@dataclass(frozen=True)
class Ray:
    """``u' = growth u - fall u^(power+1)`` at given values of the symbols."""

    growth: Fraction
    fall: Fraction
    power: int

    def end(self) -> float:
        """The value of ``u`` at time 1."""
        n, a, b = self.power, float(self.growth), float(self.fall)
        whole = b / a + (1 - b / a) * exp(-n * a) if a else 1 + n * b
        return exp(-log(whole) / n)

    def lemma(self) -> str:
        """The trajectory, as a term of Coq."""
        positive = " ".join(["ltac:(cbn; lra)"] * (3 if self.growth else 2))
        if self.growth:
            return f"bernoulli_growing {self.power} {number(self.growth)} {number(self.fall / self.growth)} {positive}"
        return f"bernoulli_falling {self.power} {number(self.fall)} {positive}"


@REFUTES.register(Conserved, Solution)
def refute(theorem: Theorem) -> Refutation:
    """The refutation at time 1 of a trajectory along a ray.

    Raises:
        NoProof: if there is none at simple values at which the statement fails by a margin.
    """
    statement = theorem.claim.statement
    if not isinstance(statement, Conserved | Solution):
        raise NoProof("only conservation laws and solutions are refuted along rays")
    for point in _points(theorem, statement):
        ray = _ray(theorem, statement.flow, point)
        if ray is not None and (goal := _failing(statement, point, ray)) is not None:
            break
    else:
        raise NoProof("no elementary trajectory along which all parameters are equal was found")
    return _refutation(theorem, statement, point, ray, goal)


def _refutation(theorem: Theorem, statement: Conserved | Solution, point: Point, ray: Ray, goal: sp.Expr) -> Refutation:
    translate = theorem.translate
    given = {translate.reals[statement.flow.time]: "1"}
    if isinstance(statement, Conserved):
        given[theorem.variables()[-1]] = "0"  # the earlier time
    for name, kinds in translate.functions.items():
        moving = name in statement.flow.names
        body = "u s" if moving else number(point.values[name])
        names = [*(f"i{k}" for k in range(len(kinds) - moving)), *(["s"] if moving else [])]
        binders = " ".join(f"({x} : {kind})" for x, kind in zip(names, kinds, strict=True))
        given[translate.names.of(("function", name), name)] = f"(fun {binders} => {body})"
    position = next(
        k
        for k, part in enumerate(theorem.goals)
        if isinstance(part.content, Same) or (isinstance(part.content, Value) and part.content.of == goal)
    )
    sentences = [
        f"destruct ({ray.lemma()}) as [u [U0 [U1 U]]].",
        f"specialize (C {' '.join(values(theorem, point, given))}).",
        *(f"premise C ({_premise(fact)})." for fact in theorem.facts),
        *projection(len(theorem.goals), position),
        "computed_in C.",
        "rewrite ?U0, ?U1 in C.",
        "clear U0 U1 U.",
        "unfold root in C.",
        "computed_in C.",
        "absurd_relation C.",
    ]
    at = {str(key): str(value) for key, value in point.values.items()}
    at |= {"u'": f"{ray.growth} u - {ray.fall} u^{ray.power + 1}", "u(0)": "1"}
    return refutation(theorem, sentences, at, "every parameter is u").needing("RefutedTrajectories")


def _premise(fact: object) -> str:
    if not isinstance(fact, FlowFact):
        return "at_the_start U0"
    names = [f"k{n}" for n in range(len(fact.ranges))]
    intros = "".join(f"intros {k} K{k}; enumerate {k} K{k}; " for k in names)
    return f"intros s Us; {intros}intros v V; follows_ray v V U Us"


# -- the search ------------------------------------------------------------------------------------------------------


def _points(theorem: Theorem, statement: Conserved | Solution) -> Iterator[_Constant]:
    """Simple values for everything, at which the hypotheses hold and the initial values are those of the ray."""
    translate, flow = theorem.translate, statement.flow
    starts = {start: of for of, _, start in statement.triples} if isinstance(statement, Solution) else {}
    equations = [r for r in relations_in(theorem.claim.hypotheses) if isinstance(r, sp.Eq)]
    given = {start: of for start, of in starts.items() if isinstance(start, sp.Symbol | AppliedUndef)}
    given |= {r.lhs: r.rhs for r in equations if isinstance(r.lhs, sp.Symbol)}
    fixed = {flow.time: Fraction(1), **{name: Fraction(1) for name in flow.names}}
    fixed |= {index: Fraction(1) for index in translate.indices}
    sizes = list(translate.naturals)
    free: list[tuple[object, sp.Basic]] = [(s, s) for s in translate.reals if s != flow.time and s not in given]
    starting = {start.func.__name__ for start in given if isinstance(start, AppliedUndef)}
    entries = {e.func.__name__: e for x in statement.expressions() for e in x.atoms(AppliedUndef)}
    entries |= {e.func.__name__: e for e in flow.loss.atoms(AppliedUndef)}
    free += [(name, entries[name]) for name in translate.functions if name not in flow.names | starting]
    choices: Iterable[tuple[Fraction, ...]] = product(
        *(map(Fraction, SIZES) for _ in sizes), *([v for v in NUMBERS if has_assumptions(of, v)] for _, of in free)
    )
    for count, chosen in enumerate(sorted(choices, key=lambda c: sum(v != 1 for v in c))):
        if count == ATTEMPTS:
            return
        named = zip([*sizes, *(key for key, _ in free)], chosen, strict=True)
        point = _Constant(fixed)
        point.values.update(named)
        if _defines(given, point) and _holds(theorem, point):
            yield point


def _defines(given: dict[sp.Expr, sp.Expr], point: Point) -> bool:
    """Gives what is defined its values: initial values first, for the equations may use them."""
    for of, value in given.items():
        try:
            found = rational_value(value, point)
        except (KeyError, Undefined, Unsupported, ZeroDivisionError):
            return False
        if found is None or not has_assumptions(of, found):
            return False
        point.values[of.func.__name__ if isinstance(of, AppliedUndef) else of] = found
    return True


def _holds(theorem: Theorem, point: Point) -> bool:
    evaluate = Evaluator(point, PRECISIONS[0])
    for relation in relations_in(theorem.claim.hypotheses):
        if isinstance(relation, ForAll):
            return False
        try:
            gap = evaluate(relation.lhs - relation.rhs)
        except (Undefined, Unsupported):
            return False
        holds = {
            sp.Eq: gap.contains(0),
            sp.Ne: not gap.contains(0),
            sp.StrictGreaterThan: gap > 0,
            sp.GreaterThan: gap >= 0,
            sp.StrictLessThan: gap < 0,
            sp.LessThan: gap <= 0,
        }
        if not holds[type(relation)]:
            return False
    return True


def _ray(theorem: Theorem, flow: GradientFlow, point: Point) -> Ray | None:
    """Bernoulli's equation, if every parameter follows it where all are equal."""
    rates = []
    for u in (1, 2, 3):
        there = _Constant({**point.values, **{name: Fraction(u) for name in flow.names}})
        try:
            speeds = {rational_value(_velocity(flow, fact, there), there) for fact in theorem.facts if _flows(fact)}
        except (KeyError, Undefined, Unsupported):
            return None
        if len(speeds) != 1 or (speed := speeds.pop()) is None:
            return None
        rates.append(speed)
    for n in range(1, 9):
        fall = (2 * rates[0] - rates[1]) / (2 ** (n + 1) - 2)
        growth = rates[0] + fall
        if 3 * growth - 3 ** (n + 1) * fall == rates[2] and growth >= 0 and fall > 0 and growth != fall:
            return Ray(growth, fall, n)
    return None


def _flows(fact: object) -> bool:
    return isinstance(fact, FlowFact)


def _velocity(flow: GradientFlow, fact: object, point: Point) -> sp.Expr:
    """Of the first entry: what is not a parameter is the same for all."""
    assert isinstance(fact, FlowFact)
    function = next(a.func for a in flow.loss.atoms(AppliedUndef) if a.func.__name__ == fact.parameter)
    return flow.velocity(function(*(sp.Integer(1) for _ in fact.ranges), flow.time))


def _failing(statement: Conserved | Solution, point: Point, ray: Ray) -> sp.Expr | None:
    """The observable whose value at time 1 is not what is stated; None if the statement holds there."""
    end = Fraction(ray.end())
    there = _Constant({**point.values, **{name: end for name in statement.flow.names}})
    try:
        if isinstance(statement, Conserved):
            quantity = sp.sympify(statement.quantity)
            moved = Evaluator(there, PRECISIONS[0])(quantity) - Evaluator(point, PRECISIONS[0])(quantity)
            return quantity if abs(float(moved)) > MARGIN else None
        for of, closed, _ in statement.triples:
            if abs(float(Evaluator(there, PRECISIONS[0])(of - closed))) > MARGIN:
                return sp.sympify(of)
    except (KeyError, Undefined, Unsupported):
        pass
    return None
