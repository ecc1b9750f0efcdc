"""Every term of a sequence, by induction."""

from __future__ import annotations

from ....language.statements import Induction
from ..theorems.base import Fact, Theorem
from ..theorems.inductions import EveryIndex, EveryTerm, SequenceTranslator
from . import algebra
from .base import PROOFS
from .context import Context
from .sequence_slopes import Slopes, has_slopes
from .sequences import Sequence, intros


@PROOFS.register(Induction)
def prove(theorem: Theorem) -> str:
    """A script for each goal in its turn.

    Raises:
        NoProof: if the statement is not of the terms of the sequence themselves.
    """
    context, scripts, preamble = Context.of(theorem), [], ""
    stated = theorem.goals[-1].content
    assert isinstance(stated, EveryTerm)
    with context.translate.writing(dict(stated.names.others)):
        kind = Slopes if has_slopes(stated.statement) else Sequence
        sequence = kind(stated.statement, stated.names, context)
        if isinstance(sequence, Slopes):
            preamble = sequence.preamble()
        for goal in theorem.goals:
            match goal.content:
                case EveryIndex(condition=condition) if condition.relation == "derivative":
                    assert isinstance(sequence, Slopes)
                    scripts.append(sequence.smooth())
                case EveryIndex() as every:
                    scripts.append(_settled(every, stated.statement, context))
                case EveryTerm():
                    scripts.append(sequence.script())
                case _:
                    scripts.append(algebra.close(goal, context))
    return theorem.proof(scripts, preamble)


def _settled(every: EveryIndex, statement: Induction, context: Context) -> str:
    """A script that closes a condition at every index."""
    condition, names = every.condition, every.names
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
