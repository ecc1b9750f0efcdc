r"""Lines about functions of vectors, asked of one entry: ``\exp(-8 z) - \exp(8 z) = -2 \sinh(8 z)``.

As letters for whole vectors these have nothing to do with each other, so nothing is refuted with them. What fails for
an entry fails for the vectors, if all that stands in it are letters.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.printing.marks import Slope
from ....language.reading import Partial
from ..letters.setting import Setting
from ..values.entrywise_functions import below
from ..values.one_entry import NotByEntries, entry, rates

if TYPE_CHECKING:
    from .questions import Question

ALONE = "it fails, if functions of vectors are nothing but vectors"
FAILS = "it fails for one entry, if products with matrices are nothing but vectors"


def has_functions(question: Question) -> bool:
    """Whether a function of a vector stands in the sides of a question."""
    return any(next(below(question.setting, side), None) is not None for side in (question.left, question.right))


def of_an_entry(question: Question, facts: Iterable[tuple[Any, str, Any]] = ()) -> Question | None:
    """A question about vectors as one about an entry of them; None if it is not made of these alone.

    Args:
        question: of a line.
        facts: what is given, in entries.
    """
    setting = question.setting
    if question.relation != "=" or not getattr(question.left, "is_Matrix", False) or setting.flow is not None:
        return None
    try:
        left, right = entry(question.left, setting), entry(question.right, setting)
        written = [
            _parts(part, side, setting)
            for part, side in ((question.left_written, question.left), (question.right_written, question.right))
        ]
    except NotByEntries:
        return None
    given = tuple(facts)
    known = rates([left, right, *(side for fact in given for side in (fact[0], fact[2]))], setting)
    return replace(
        question, left=left, right=right, left_written=written[0], right_written=written[1], facts=(*given, *known),
        wider=(), back=None, put=(),
    )  # fmt: skip


def of_wholes(found: dict[str, Any], question: Question, asked: Question | None, misfit: str) -> dict[str, Any]:
    """What was found of an entry, as it is of the vectors.

    Args:
        found: the prover's answer, to the question itself if there is none about an entry.
        question: about vectors.
        asked: about an entry; None if there is none.
        misfit: how sizes that do not fit refute a line.
    """
    if found["verdict"] != "REFUTED" or found["how"] == misfit or (asked and _is_of_letters(question, asked)):
        return found
    return {**found, "verdict": "UNDECIDED", "how": "", "reason": FAILS if asked else ALONE, "witness": None}


def _is_of_letters(question: Question, asked: Question) -> bool:
    """Whether a question about an entry fails only if that about the vectors does."""
    sides = (asked.left, asked.right)
    if question.facts or question.wider or any(side.has(Slope) for side in sides):
        return False
    names = {str(s) for side in sides for s in side.free_symbols}
    names |= {one.func.__name__ for side in sides for one in side.atoms(AppliedUndef)}
    entries = question.setting.units.entries
    return all(isinstance(entries[name], sp.MatrixSymbol) and _is_plain(entries[name], question.setting)
               for name in names & entries.keys())  # fmt: skip


def _is_plain(letter: Any, setting: Setting) -> bool:
    return str(letter.name) not in setting.units.shown


def _parts(written: tuple[Partial, ...], side: Any, setting: Setting) -> tuple[Partial, ...]:
    """What need not have a value in a side, about one entry: parts as they are written, and functions of vectors."""
    found = [_part(part, setting) for part in written]
    found += [Partial(one.function(entry(one.vector, setting))) for one in below(setting, side)]
    return tuple(dict.fromkeys(found))


def _part(part: Partial, setting: Setting) -> Partial:
    if getattr(part.expr, "is_Matrix", False):
        return replace(part, expr=entry(part.expr, setting))
    if part.expr.has(sp.MatrixSymbol):
        raise NotByEntries
    return part
