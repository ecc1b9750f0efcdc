"""A theorem's proof by Coq: the theorems of its claims, then its lines, each by its rule, then what it concludes.

Nothing here is trusted: what is wrong here, Coq refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ParamSpec

from ....language.claims import Claim, Question
from ....language.statements import Identity
from ....language.theorems.ends import AtEnd
from ....language.theorems.rules import Line
from ....language.theorems.sequents import Lemma, Sequent, among, named, relation_of
from ....language.theorems.theorem import Joined
from ....language.theorems.trajectories import Along
from ...joins.checking import able
from ...joins.obligations import Obligation
from ..proofs.base import PROOFS, NoProof, proof_of, without_ends
from ..terms import Untranslatable
from ..theorems.base import Theorem
from ..theorems.joined import said
from .algebraic import COMPOSED
from .flowing import said_of_trajectories
from .here import ALGEBRA, Here, Known, Premise, as_assertion, as_it_stands
from .lemmas import LEMMAS

_Arguments = ParamSpec("_Arguments")

_SEARCH = 10.0
"""Seconds to look for values that satisfy the hypotheses of a part of the conclusion."""


_STRICT, _WEAK = ("<", ">"), ("<=", ">=", "<", ">", "=")
_SHOWN_BY = {"<": _STRICT, ">": _STRICT, "<=": _WEAK, ">=": _WEAK}
"""By the sign of an order, the signs of lines that may say it, whichever side is called the left one."""


@PROOFS.register(Joined)
def compose(theorem: Theorem, prefix: str = "") -> str:
    """A script for a theorem that is joined.

    Args:
        theorem: what is to be proved.
        prefix: of what its steps are called, where it is a step itself.

    Raises:
        NoProof: if a claim, a line or a part of the conclusion has none; it is said which.
    """
    claim = theorem.claim
    statement = claim.statement
    assert isinstance(statement, Joined)
    known: dict[Premise, Known] = {}
    script = ["Proof."]
    for number, lemma in enumerate(statement.lemmas(), start=1):
        script.append(_at(f"the claim {lemma.id}", _lemma, lemma, f"{prefix}Claim{number}", known))
    for number, line in enumerate(statement.proof, start=1):
        script.append(_at(f"line {number}", _line, line, claim, f"{prefix}Line{number}", known))
    for number, sequent in enumerate(statement.sequents(), start=1):
        script.append(_at(f"part {number} of the conclusion", _part, sequent, claim, f"{prefix}Part{number}", known))
    whole = f"{prefix}Part{len(theorem.goals)}"
    for number in range(len(theorem.goals) - 1, 0, -1):
        whole = f"(conj {prefix}Part{number} {whole})"
    return "\n".join([*script, f"exact {whole}.\nQed."])


def _at(where: str, make: Callable[_Arguments, str], *arguments: _Arguments.args, **named: _Arguments.kwargs) -> str:
    """What `make` makes; if it cannot, the reason begins with where that is."""
    try:
        return make(*arguments, **named)
    except NoProof as problem:
        raise NoProof(f"{where}: {problem}") from None
    except (Untranslatable, ValueError, TypeError, NotImplementedError) as problem:
        raise NoProof(f"{where}: {problem}") from None


def _lemma(lemma: Lemma, name: str, known: dict[Premise, Known]) -> str:
    """The theorem of a claim that is used, with its proof."""
    question = Question(lemma.id, title="", statement=lemma.says, hypotheses=lemma.given)
    stated = said(Sequent((), lemma.says), question)
    claim = lemma.claim
    if claim is not None and isinstance(claim.statement, Joined):
        from ..theorems import theorem_of

        script = compose(theorem_of(claim), f"{name}_")
    else:
        script = proof_of(stated)
    known[lemma] = Known(name, stated, lemma.says)
    return as_assertion(name, stated, without_ends(script))


def _line(line: Line, claim: Claim, name: str, known: dict[Premise, Known]) -> str:
    """A line, by its rule."""
    stated = said(Sequent(tuple(line.given), line.says), claim)
    composed = COMPOSED.get(type(line.by))
    if composed is None:
        lemmas = LEMMAS[type(line.by)]
        raise NoProof(
            f"the rule '{line.by.name}' has its proof in Coq ({lemmas.file}.{lemmas.names[0]}), and is not composed yet"
        )
    body = composed(line.by, line, stated, known)
    known[line] = Known(name, stated, line.says)
    return as_assertion(name, stated, body)


def _part(sequent: Sequent, claim: Claim, name: str, known: Mapping[Premise, Known]) -> str:
    """A part of the conclusion, which a line says."""
    stated = said(sequent, claim)
    given = (*claim.hypotheses, *sequent.given)
    assert isinstance(claim.statement, Joined)
    if given and (lacking := able(sequent, claim.statement, claim.hypotheses).lacking(_SEARCH)) is not None:
        raise NoProof(f"it is not seen that its hypotheses can hold: {lacking}")
    lines = [of for of in reversed([*known]) if isinstance(of, Line) and not among(of.given, given)]
    for line in lines:
        if line.says == sequent.says:
            return as_assertion(name, stated, as_it_stands(line, stated, known))
    for line in lines:
        if (script := _written_in_another_way(line, sequent, given, stated, known)) is not None:
            return as_assertion(name, stated, script)
    if isinstance(sequent.says, Identity) and named(sequent.says.lhs) == named(sequent.says.rhs):
        return as_assertion(name, stated, without_ends(proof_of(stated)))
    raise NoProof(f"no line says it: {sequent}")


def _written_in_another_way(
    line: Line, sequent: Sequent, given: tuple[Any, ...], stated: Theorem, known: Mapping[Premise, Known]
) -> str | None:
    """A script that a line says a part of the conclusion, as algebra shows; None if that is not shown."""
    if isinstance(line.says, (Along, AtEnd)):
        if line.says.mapped(named) != sequent.says.mapped(named):
            return None
        return said_of_trajectories(line, stated, known)
    found, wanted = relation_of(line.says), relation_of(sequent.says)
    if found is None or wanted is None or found.sign not in _SHOWN_BY.get(wanted.sign, "="):
        return None
    surely = (named(found.slack) - named(wanted.slack)).expand() == 0
    if not surely and Obligation(Identity(wanted.slack, found.slack), given, "").lacking(ALGEBRA) is not None:
        return None  # another line says it
    here = Here(stated, known)
    try:
        p = here.premise(line)
        here.settle(line)
        here.finish(found, p, surely=surely)
    except NoProof:
        return None
    return "\n".join(here.lines)
