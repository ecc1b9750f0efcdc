"""Every term of a sequence, by induction."""

from __future__ import annotations

from ....language.statements import Induction
from ..theorems.base import Fact, Theorem
from ..theorems.inductions import EveryIndex, EveryTerm, SequenceTranslator
from . import PROOFS, NoProof, algebra
from .context import Context
from .sequences import Sequence, intros


@PROOFS.register(Induction)
def prove(theorem: Theorem) -> str:
    """A script for each goal in its turn.

    Raises:
        NoProof: if the statement is not of the terms of the sequence themselves.
    """
    context, scripts, stated = Context.of(theorem), [], theorem.claim.statement
    assert isinstance(stated, Induction)
    for goal in theorem.goals:
        match goal.content:
            case EveryIndex() as every:
                scripts.append(_settled(every, stated, context))
            case EveryTerm(statement, names):
                with context.translate.writing(dict(names.others)):
                    scripts.append(Sequence(statement, names, context).script())
            case _:
                scripts.append(algebra.close(goal, context))
    return theorem.proof(scripts)


def _settled(every: EveryIndex, statement: Induction, context: Context) -> str:
    """A script that closes a condition at every index."""
    condition, names = every.condition, every.names
    if condition.relation == "derivative":
        raise NoProof("derivatives of the terms of a sequence are not found")
    if condition.expr is None:
        return "intros; lia."
    translate = context.translate
    assert isinstance(translate, SequenceTranslator)
    beyond = f"D{names.index}"
    head = "" if every.start is None else f"intros {names.index} {beyond}. "
    head += intros(names)
    facts = [Fact(beyond, f"({every.start} <= {names.index})%nat")] if every.start else []
    with translate.at(names, statement):
        return head + algebra.settle(condition, context.knowing(facts))
