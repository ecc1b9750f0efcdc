"""Counterexamples to identities and inequalities: rational numbers for symbols, a few values for families."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

import sympy as sp
from flint import arb
from sympy.core.function import AppliedUndef

from ....language.goals import Sign, Zero
from ....language.statements import Identity, Inequality
from ...domain import Contradiction, Domain, IllPosed
from ...exact.balls import PRECISIONS, Evaluator, Point, Undefined, Unsupported
from ...exact.prover import Prover
from ...exact.shrink import lower, simplest
from ..proofs.base import NoProof
from ..theorems.base import Condition, Theorem
from .base import REFUTES, Refutation, number, projection, refutation

POINTS = 160
"""How many points are tried."""


@REFUTES.register(Identity, Inequality)
def refute(theorem: Theorem) -> Refutation:
    """The refutation at a simple point where the relation fails.

    Raises:
        NoProof: if no such point is found.
    """
    point = witness(theorem)
    (position,) = [k for k, goal in enumerate(theorem.goals) if not isinstance(goal.content, Condition)][-1:]
    arguments = " ".join(values(theorem, point))
    sentences = [
        f"specialize (C {arguments})." if arguments else "",
        "discharge C.",
        *projection(len(theorem.goals), position),
        "computed_in C.",
        "absurd_relation C.",
    ]
    return refutation(theorem, sentences, point.shown())


# -- the search ----------------------------------------------------------------------------------------------------


def witness(theorem: Theorem) -> Point:
    """A simple point inside the hypotheses where the statement is defined and fails.

    One where it fails by a margin is preferred: intervals of numbers show that.

    Raises:
        NoProof: if none is found.
    """
    claim = theorem.claim
    try:
        prover = Prover(Domain.of(claim.statement.expressions(), claim.hypotheses))
        for goal in claim.statement.goals():
            if isinstance(goal, (Zero, Sign)) and (found := _point(prover, goal)) is not None:
                return found
    except (Contradiction, IllPosed) as problem:
        raise NoProof(str(problem)) from problem
    raise NoProof("no counterexample in small rational numbers was found")


def fails(theorem: Theorem, point: Point) -> bool:
    """Whether the statement is defined at a point and fails there; it is not asked if the hypotheses hold."""
    claim = theorem.claim
    prover = Prover(Domain.of(claim.statement.expressions(), claim.hypotheses))
    for goal in claim.statement.goals():
        if isinstance(goal, (Zero, Sign)):
            expr = prover.prepared(goal.expr)
            wanted = [*map(prover.prepared, goal.defined), expr]
            if any(_at(point, expr, wanted, relation) for relation in _failures(goal)):
                return True
    return False


def at_goal(domain: Domain, goal: Zero | Sign) -> Point:
    """A simple point of a domain where a goal fails.

    Raises:
        NoProof: if none is found.
    """
    try:
        found = _point(Prover(domain), goal)
    except (Contradiction, IllPosed) as problem:
        raise NoProof(str(problem)) from problem
    if found is None:
        raise NoProof("no counterexample in small rational numbers was found")
    return found


def _point(prover: Prover, goal: Zero | Sign) -> Point | None:
    expr = prover.prepared(goal.expr)
    wanted = [*map(prover.prepared, goal.defined), expr]
    for fails in _failures(goal):
        for point in prover.points(POINTS):
            if _at(point, expr, wanted, fails):
                found = simplest(point.copy(), prover.domain, expr, fails, PRECISIONS[1], wanted)
                _at(found, expr, wanted, fails)  # every value that is needed is drawn
                return found
    if isinstance(goal, Sign):
        for point in prover.points(3):
            found = lower(point.copy(), prover.domain, expr, wanted)
            if _at(found, expr, wanted, next(_failures(goal))):
                return found
    return None


def _failures(goal: Zero | Sign) -> Iterator[Callable[[arb, Point], bool]]:
    if isinstance(goal, Zero):
        yield lambda ball, point: not ball.contains(0)
        return
    yield lambda ball, point: bool(ball < 0)
    if goal.strict:
        yield lambda ball, point: bool(ball.is_zero())


def _at(point: Point, expr: sp.Expr, wanted: list[sp.Expr], fails: Callable[[arb, Point], bool]) -> bool:
    evaluate = Evaluator(point, PRECISIONS[1])
    try:
        for part in wanted:
            evaluate(part)
        return fails(evaluate(expr), point)
    except (Undefined, Unsupported):
        return False


# -- the witness as terms ------------------------------------------------------------------------------------------


def values(theorem: Theorem, point: Point, given: Mapping[str, str] | None = None) -> list[str]:
    """A Coq term for each variable of a theorem, in the order of its binders; those `given` are not looked up.

    Raises:
        NoProof: if the theorem has a variable of another kind.
    """
    translate = theorem.translate
    known: dict[str, str] = {}
    for symbol, name in (*translate.naturals.items(), *translate.indices.items()):
        known[name] = f"{int(point.values.get(symbol, _default(symbol)))}%nat"
    for symbol, name in translate.signed.items():
        known[name] = f"({int(point.values.get(symbol, _default(symbol)))})%Z"
    for symbol, name in translate.reals.items():
        if symbol in point.derived:
            continue
        known[name] = number(point.values.get(symbol, _default(symbol)))
    for name, kinds in translate.functions.items():
        known[translate.names.of(("function", name), name)] = _function(theorem, name, kinds, point)
    for symbol, expr in point.derived.items():
        known[translate.reals[symbol]] = _defined(theorem, expr, known)
    known |= given or {}
    missing = [name for name in theorem.variables() if name not in known]
    if missing:
        raise NoProof(f"no value for {missing[0]}")
    return [known[name] for name in theorem.variables()]


def _defined(theorem: Theorem, expr: sp.Expr, known: dict[str, str]) -> str:
    """What a hypothesis defines, in terms of the numbers that are known."""
    used = [theorem.translate.reals[s] for s in sorted(expr.free_symbols, key=str) if s in theorem.translate.reals]
    lets = "".join(f"let {name} := {known[name]} in " for name in used)
    return f"({lets}{theorem.translate(expr).text})"


def _default(of: sp.Basic) -> Fraction:
    """A value for what no part of the statement depends on."""
    return Fraction(-1 if of.is_negative else 1 if of.is_positive or of.is_nonzero or isinstance(of, sp.Idx) else 0)


def _function(theorem: Theorem, name: str, kinds: tuple[str, ...], point: Point) -> str:
    entries = {e for x in theorem.claim.statement.expressions() for e in x.atoms(AppliedUndef)}
    entries |= {e for h in theorem.claim.hypotheses if isinstance(h, sp.Basic) for e in h.atoms(AppliedUndef)}
    like = sorted((e for e in entries if e.func.__name__ == name), key=str)
    rest = _default(like[0]) if like else Fraction(0)
    found = {
        tuple(map(int, key[1:])): value
        for key, value in point.values.items()
        if isinstance(key, tuple) and key[0] == name and len(key) == 1 + kinds.count("nat")
    }
    if name in theorem.translate.integers:
        table, rest_text = {key: f"({int(value)})%Z" for key, value in found.items()}, f"({int(rest)})%Z"
    else:
        table, rest_text = {key: number(value) for key, value in found.items()}, number(rest)
    arguments = [f"i{k}" for k in range(len(kinds))]
    binders = " ".join(f"({a} : {kind})" for a, kind in zip(arguments, kinds, strict=True))
    indices = [a for a, kind in zip(arguments, kinds, strict=True) if kind == "nat"]
    return f"(fun {binders} => {cases(indices, table, rest_text)})"


def cases(indices: Sequence[str], table: Mapping[tuple[int, ...], str], rest: str) -> str:
    """The value at given indices, as a choice between the entries of a table; `rest` elsewhere."""
    if not indices:
        return table.get((), rest)
    if not table:
        return rest
    first, *others = indices
    branches = []
    for k in sorted({key[0] for key in table}):
        below = {key[1:]: value for key, value in table.items() if key[0] == k}
        branches.append(f"{k}%nat => {cases(others, below, rest)}")
    return f"match {first} with {' | '.join(branches)} | _ => {rest} end"
