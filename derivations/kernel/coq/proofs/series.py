"""Sums in closed form by telescoping: the terms are the differences of a sequence that the claim names."""

from __future__ import annotations

import sympy as sp

from ...statements import Series
from ..theorems.base import Condition, Equation, Theorem
from ..theorems.series import EveryTerm, InfiniteSum
from . import NoProof, algebra, scalars, signs
from .context import Context


def prove(theorem: Theorem) -> str:
    """A script for each goal in its turn.

    Raises:
        NoProof: if no sequence is known whose differences are the terms.
    """
    statement = theorem.claim.statement
    assert isinstance(statement, Series)
    context = Context.of(theorem)
    scripts = []
    for goal in theorem.goals:
        if isinstance(goal.content, EveryTerm):
            scripts.append(_every(goal.content))
        elif isinstance(goal.content, InfiniteSum):
            scripts.append(_tail(statement, context))
        elif isinstance(goal.content, Equation):
            scripts.append(_telescopes(statement, context))
        elif isinstance(goal.content, Condition) and goal.content.expr is not None and not goal.content.bounds:
            scripts.append(algebra.settle(goal.content, context))
        else:
            scripts.append(algebra.close(goal, context))
    return theorem.proof(scripts)


def _every(content: EveryTerm) -> str:
    """Indices are positive, and so are powers."""
    return f"intros {content.name}. first [ apply INR_pos; lia | left; apply exp_pos ]."


def _tail(statement: Series, context: Context) -> str:
    """The sum of a power with an exponent below -1, compared to the integral of the power."""
    j, lower, _ = statement.over
    above = statement.relation == ">="
    term = statement.term
    power = isinstance(term, sp.Pow) and term.base == j and not term.exp.has(j)
    if not power or statement.relation not in (">=", "<="):
        raise NoProof("of infinite sums, only bounds of those of powers are proved")
    slope = sp.expand(-1 - term.exp)
    start = lower if above else lower - 1
    bound = start ** (-slope) / slope
    first = context.translate.natural(start)
    text = f"Rpower (INR {first}) (- {context.text(slope)}) / {context.text(slope)}"
    exponent = context.text(term.exp)
    lemma = f"tail_{'above' if above else 'below'} {first} {context.text(slope)} {exponent}"
    return "\n".join(
        [
            f"assert (E : {context.text(statement.equals)} = {text}).",
            f"{{ transitivity ({context.text(bound)}); [| unfold Rdiv; repeat f_equal; ring].",
            f"{scalars.equal(statement.equals, bound, context)} }}",
            f"rewrite E. apply ({lemma}).",
            "{ lia. }",
            f"{{ {signs.sign(slope, '<', context)} }}",
            "ring.",
        ]
    )


def _telescopes(statement: Series, context: Context) -> str:
    """The sum is the increment of the sequence, whose differences are the terms."""
    j, lower, upper = statement.over
    by = statement.certificate
    if by is None:
        raise NoProof("no sequence is known whose differences are the terms")
    translate = context.translate
    name = context.fresh("j")
    first, last = translate.natural(lower), translate.natural(upper)
    with translate.naming({j: name}):
        here = by.xreplace({j: j})
        sequence, term = context.text(by), context.text(statement.term)
        following = by.xreplace({j: j + 1})
        step = sp.Add(here, sp.Mul(-1, following, evaluate=False), evaluate=False)
        equal = scalars.equal(step, statement.term, context)
        stepped = context.text(step)
    ends = sp.Add(by.xreplace({j: lower}), sp.Mul(-1, by.xreplace({j: upper + 1}), evaluate=False), evaluate=False)
    return "\n".join(
        [
            f"rewrite (tsum_telescopes (fun {name} => {sequence}) (fun {name} => {term}) {first} {last}).",
            f"2: {{ lia. }}\n2: {{ intros {name} _. transitivity ({stepped}); [at_next |].\n{equal} }}",
            f"transitivity ({context.text(ends)}); [at_next |].",
            scalars.equal(ends, statement.equals, context),
        ]
    )
