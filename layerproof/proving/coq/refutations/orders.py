"""Counterexamples to orders of remainders: what is left after the leading term is not of the order that is stated.

The remainder is proved to be small against what is left, by the engine for limits; then no multiple of it is a bound.
Where exponentials compete, the engine is told at which values of the symbols the remainder is the smaller one.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from itertools import product

import sympy as sp

from ....language.claims import Claim
from ....language.statements import Asymptotic
from ...domain import Contradiction, Domain, IllPosed
from ...exact import limits
from ...exact.balls import Point
from ...exact.prover import Prover
from ..proofs.registered import NoProof, proof_of, without_ends
from ..theorems import theorem_of
from ..theorems.base import Order, Theorem
from ..theorems.limits import Bounded, Eventually, Tends
from .base import REFUTES, Refutation, projection, refutation
from .points import values


@REFUTES.register(Asymptotic)
def refute(theorem: Theorem) -> Refutation:
    """The refutation at a point where the remainder is small against what is left after the leading term.

    Raises:
        NoProof: if that is not proved.
    """
    statement = theorem.claim.statement
    if not isinstance(statement, Asymptotic):
        raise NoProof("only orders of remainders are refuted by what is left")
    left = statement.expr - statement.leading
    why = "nothing is left after the leading term"
    for assumed in _assumptions(statement, left) if left != 0 else ():
        try:
            other = _smaller(theorem.claim, statement, left, assumed)
            script, point = proof_of(other), _point(other)
            break
        except (NoProof, Contradiction, IllPosed) as problem:
            why = str(problem)
    else:
        raise NoProof(f"the remainder is not found to be small against what is left: {why}")
    proposition = other.proposition().strip()
    script = without_ends(script)
    sentences = [f"assert (T :\n  {proposition}).\n{{ {script} }}"]
    for name, about in (("C", theorem), ("T", other)):
        arguments = " ".join(values(about, point))
        sentences += [f"specialize ({name} {arguments})." if arguments else "", f"discharge {name}."]
    nonzero = next(
        k
        for k, goal in enumerate(other.goals)
        if isinstance(goal.content, Eventually) and goal.content.content == Order(left, "<>", sp.S.Zero)
    )
    sentences += [
        "assert (N := T).",
        *projection(len(other.goals), nonzero, "N"),
        *projection(len(other.goals), _place(other, Tends), "T"),
        *projection(len(theorem.goals), _place(theorem, Bounded)),
        "destruct C as [K C].",
        "unbounded C N T K.",
    ]
    remark = "the remainder is small against what is left after the leading term"
    return refutation(theorem, sentences, point.shown(), remark).needing(*other.requires, "RefutedLimits")


def _place(theorem: Theorem, kind: type) -> int:
    return next(k for k, goal in enumerate(theorem.goals) if isinstance(goal.content, kind))


def _smaller(claim: Claim, statement: Asymptotic, left: sp.Expr, assumed: tuple[sp.Basic, ...]) -> Theorem:
    """That the remainder is small against what is left, which does not vanish; under more assumptions."""
    other = copy(claim)
    other.statement = replace(statement, expr=left, leading=left)
    other.hypotheses = (*claim.hypotheses, *assumed)
    prover = Prover(Domain.of(other.statement.expressions(), other.hypotheses))
    ratio = limits.find(prover, statement.remainder / left, statement.variable, statement.to, "+")
    if ratio is not None and ratio != 0:
        raise NoProof("the remainder is of the order of what is left, or larger")
    whole = theorem_of(other)
    return replace(whole, goals=tuple(goal for goal in whole.goals if not isinstance(goal.content, Bounded)))


def _assumptions(statement: Asymptotic, left: sp.Expr) -> Iterator[tuple[sp.Basic, ...]]:
    """Nothing; or that an exponential of the remainder falls faster than a power of one in what is left."""
    yield ()
    for one, other, power in product(_rates(statement.remainder, statement), _rates(left, statement), (1, 2, 3, 4)):
        for sign in (1, -1):
            relation = sp.StrictLessThan(one + sign * power * other, 0)
            if isinstance(relation, sp.StrictLessThan):
                yield (relation,)


def _rates(expr: sp.Expr, statement: Asymptotic) -> list[sp.Expr]:
    """The rates of the exponentials in an expression."""
    arguments = {sp.expand(e.args[0]).coeff(statement.variable, 1) for e in expr.atoms(sp.exp)}
    return sorted(arguments - {sp.S.Zero}, key=str)


def _point(theorem: Theorem) -> Point:
    """A point inside the hypotheses of a theorem."""
    claim, statement = theorem.claim, theorem.claim.statement
    assert isinstance(statement, Asymptotic)
    try:
        domain = Domain.of(statement.expressions(), claim.hypotheses).without(statement.variable)
        found = next(Prover(domain).points(1), None)
    except (Contradiction, IllPosed) as problem:
        raise NoProof(str(problem)) from problem
    if found is None:
        raise NoProof("no small rational numbers satisfy the hypotheses")
    return found
