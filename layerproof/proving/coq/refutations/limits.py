"""Counterexamples to limits: the limit is another one, which is proved; and there is one only."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import sympy as sp

from ....language.claims import Claim
from ....language.goals import Zero
from ....language.statements import Limit
from ...domain import Contradiction, Domain, IllPosed
from ...exact import limits
from ...exact.prover import Prover
from ..proofs.registered import NoProof, proof_of, without_ends
from ..theorems import theorem_of
from ..theorems.base import Theorem
from ..theorems.limits import Tends
from .base import REFUTES, Refutation, projection, refutation
from .points import at_goal, values


@REFUTES.register(Limit)
def refute(theorem: Theorem) -> Refutation:
    """The refutation at a point where the stated limit is not the true one, which the engine for limits proves.

    Raises:
        NoProof: if the true limit is not found, not proved, or not finite.
    """
    claim = theorem.claim
    if not isinstance(claim.statement, Limit):
        raise NoProof("only limits are refuted by another limit")
    true, value = _true(claim, claim.statement)
    other = theorem_of(true)
    point = at_goal(
        Domain.of(other.claim.statement.expressions(), claim.hypotheses).without(claim.statement.variable),
        Zero(claim.statement.equals - value),
    )
    script = without_ends(proof_of(other))
    proposition = other.proposition().strip()
    sentences = [f"assert (T :\n  {proposition}).\n{{ {script} }}"]
    for name, about in (("C", theorem), ("T", other)):
        arguments = " ".join(values(about, point))
        position = next(k for k, goal in enumerate(about.goals) if isinstance(goal.content, Tends))
        sentences += [
            f"specialize ({name} {arguments})." if arguments else "",
            f"discharge {name}.",
            *projection(len(about.goals), position, name),
        ]
    if any(isinstance(goal.content, Tends) and goal.content.approach.whole for goal in theorem.goals):
        sentences.append("apply to_naturals in T.")
    sentences += ["one_limit C T E.", "computed_in E.", "absurd_relation E."]
    return refutation(theorem, sentences, point.shown(), f"the limit is {value}").needing(
        *other.requires, "RefutedLimits"
    )


def _true(claim: Claim, statement: Limit) -> tuple[Claim, sp.Expr]:
    """The claim with the limit that is found, and that limit."""
    try:
        prover = Prover(Domain.of(statement.expressions(), claim.hypotheses))
        found = limits.find(prover, statement.expr, statement.variable, statement.to, statement.side)
    except (Contradiction, IllPosed) as problem:
        raise NoProof(str(problem)) from problem
    if found is None or found.has(statement.variable) or not isinstance(found, sp.Expr):
        raise NoProof("the true limit is not found")
    true = copy(claim)
    true.statement = replace(statement, equals=found)
    return true, found
