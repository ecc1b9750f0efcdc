"""Joins broken on purpose: none may pass.

A lemma is left out, a line, or a hypothesis; a value put in is another, or outside of its domain; a relation is
reversed; the conclusion says more.  A join that passes without one of its premises or hypotheses need be no error of
the verifier, but the theorem then says less than it could; it counts as one that survived, to be left out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sympy as sp

from ...ground import effort
from ...language.claims import Claim, Question
from ...language.statements import Identity, Inequality
from ...language.statements.algebra import OPPOSITE
from ...language.theorems.propositions import AllOf
from ...language.theorems.rules import Cases, Combination, Follows, Instance, Line
from ...language.theorems.sequents import HYPOTHESIS, Lemma, relation_of
from ...language.theorems.substitution import Substitution
from ...language.theorems.theorem import Joined
from ...language.verdicts import Verdict
from ..breakages import breakages
from .checking import prove

MOST = 24
Mutant = tuple[str, Joined, tuple[Any, ...]]


def mutants(claim: Claim) -> Iterator[Mutant]:
    """Broken copies of a theorem: how, the statement, and the hypotheses; one of each sort before a second of any."""
    statement = claim.statement
    assert isinstance(statement, Joined)
    hypotheses = tuple(claim.hypotheses)
    sorts = [
        _without_hypotheses(statement, hypotheses),
        _without_lines(statement, hypotheses),
        _without_premises(statement, hypotheses),
        _other_instances(statement, hypotheses),
        _reversed_lemmas(statement, hypotheses),
        _other_conclusions(statement, hypotheses),
        _other_lines(statement, hypotheses),
    ]
    for row in itertools.zip_longest(*sorts):
        yield from (item for item in row if item is not None)


def challenge(claim: Claim, *, budget: float = 60.0) -> tuple[int, list[str], list[str]]:
    """How many were made, which passed, and which say the same as the theorem."""
    start, made = effort.spent(), 0
    survived, equivalent = list[str](), list[str]()
    for name, statement, hypotheses in itertools.islice(mutants(claim), MOST):
        if effort.spent() - start > budget:
            break
        other = Question(claim.id, title=claim.title, statement=statement, hypotheses=hypotheses)
        made += 1
        if prove(other, budget=min(10.0, budget)).verdict is Verdict.VERIFIED:
            survived.append(name)
    return made, survived, equivalent


def _without_hypotheses(statement: Joined, hypotheses: tuple[Any, ...]) -> Iterator[Mutant]:
    for k, hypothesis in enumerate(hypotheses):
        yield f"without the hypothesis {hypothesis}", statement, (*hypotheses[:k], *hypotheses[k + 1 :])


def _without_lines(statement: Joined, hypotheses: tuple[Any, ...]) -> Iterator[Mutant]:
    for k in range(len(statement.proof)):
        left = (*statement.proof[:k], *statement.proof[k + 1 :])
        yield f"without line {k + 1}", replace(statement, proof=left), hypotheses


def _without_premises(statement: Joined, hypotheses: tuple[Any, ...]) -> Iterator[Mutant]:
    for k, line in enumerate(statement.proof):
        rule = line.by
        if isinstance(rule, Combination):
            for j, (of, _) in enumerate(rule.terms):
                if _is_hypothesis(of):
                    continue  # it is assumed all the same
                fewer = Combination(*rule.terms[:j], *rule.terms[j + 1 :])
                yield f"line {k + 1} without a premise", _with_rule(statement, k, fewer), hypotheses
        elif isinstance(rule, Follows):
            for j, of in enumerate(rule.of):
                if _is_hypothesis(of):
                    continue
                less = Follows(*rule.of[:j], *rule.of[j + 1 :])
                yield f"line {k + 1} without a premise", _with_rule(statement, k, less), hypotheses
        elif isinstance(rule, Cases):
            for j in range(len(rule.cases)):
                some = Cases((*rule.cases[:j], *rule.cases[j + 1 :]))
                yield f"line {k + 1} without a case", _with_rule(statement, k, some), hypotheses


def _other_instances(statement: Joined, hypotheses: tuple[Any, ...]) -> Iterator[Mutant]:
    for k, line in enumerate(statement.proof):
        rule = line.by
        if not isinstance(rule, Instance):
            continue
        for j, (key, value) in enumerate(rule.put.pairs):
            for how, other in (("of the other sign", -value), ("one more", value + 1)):
                if isinstance(key, sp.Idx):
                    continue
                pairs = (*rule.put.pairs[:j], (key, other), *rule.put.pairs[j + 1 :])
                try:
                    broken = replace(rule, put=Substitution(pairs))
                    # the line may say what its rule gives, or what it said
                    yield f"line {k + 1} with {key} {how}", _with_rule(statement, k, broken), hypotheses
                except ValueError:
                    continue


def _reversed_lemmas(statement: Joined, hypotheses: tuple[Any, ...]) -> Iterator[Mutant]:
    for lemma in statement.lemmas():
        relation = relation_of(lemma.says)
        if relation is None:
            continue
        if relation.sign in OPPOSITE:
            says: Any = Inequality(relation.left, OPPOSITE[relation.sign], relation.right)
        else:
            says = Identity(relation.left, relation.right + 1)
        other = replace(lemma, says=says)
        yield f"{lemma.id} with its relation reversed", _with_lemma(statement, lemma, other), hypotheses


def _other_conclusions(statement: Joined, hypotheses: tuple[Any, ...]) -> Iterator[Mutant]:
    for sequent in statement.sequents():
        if sequent.value:
            continue  # of what stands in another part
        relation = relation_of(sequent.says)
        if relation is None:
            for name, part in sequent.says.parts().items():
                for how, broken in itertools.islice(breakages(part), 3):
                    if broken != part:
                        said = sequent.says.with_part(name, broken)
                        yield (
                            f"{how} in the conclusion",
                            replace(statement, concludes=_given(sequent, said)),
                            hypotheses,
                        )
            continue
        if relation.sign in OPPOSITE:
            turned = Inequality(relation.left, OPPOSITE[relation.sign], relation.right)
            yield "the conclusion reversed", replace(statement, concludes=_given(sequent, turned)), hypotheses
        if relation.sign in (">=", "<="):
            strict = Inequality(relation.left, relation.sign[0], relation.right)
            yield "the conclusion strict", replace(statement, concludes=_given(sequent, strict)), hypotheses
        for how, broken in itertools.islice(breakages(relation.right), 4):
            if broken == relation.right:
                continue
            said = (
                Identity(relation.left, broken)
                if relation.sign == "="
                else Inequality(relation.left, relation.sign, broken)
            )
            yield f"{how} in the conclusion", replace(statement, concludes=_given(sequent, said)), hypotheses
        if sequent.given:
            yield "a condition left out", replace(statement, concludes=AllOf(sequent.says)), hypotheses


def _other_lines(statement: Joined, hypotheses: tuple[Any, ...]) -> Iterator[Mutant]:
    """A line that is not the last says something else, and so do those that use it."""
    for k, line in enumerate(statement.proof):
        relation = relation_of(line.says)
        if relation is None:
            continue
        if relation.sign in OPPOSITE:
            says: Any = Inequality(relation.left, OPPOSITE[relation.sign], relation.right)
        else:
            says = Identity(relation.left, 2 * relation.right + 1)
        other = Line(says, by=line.by, given=line.given)
        yield f"line {k + 1} with its relation reversed", _with_line(statement, k, other), hypotheses


def _is_hypothesis(premise: Any) -> bool:
    return isinstance(premise, Lemma) and premise.id == HYPOTHESIS


# -- changing one thing ------------------------------------------------------------------------------------------------


def _given(sequent: Any, says: Any) -> Any:
    from ...language.theorems.propositions import Given

    return Given(sequent.given, says) if sequent.given else says


def _with_rule(statement: Joined, position: int, rule: Any) -> Joined:
    line = statement.proof[position]
    return _with_line(statement, position, Line(line.says, by=rule, given=line.given))


def _with_line(statement: Joined, position: int, other: Line) -> Joined:
    """Another line in its place; the lines after it use that one."""
    new: dict[Any, Any] = {statement.proof[position]: other}
    lines = [*statement.proof[:position], other]
    for line in statement.proof[position + 1 :]:
        changed = Line(line.says, by=line.by.with_premises(lambda p: new.get(p, p)), given=line.given)
        new[line] = changed
        lines.append(changed)
    return replace(statement, proof=tuple(lines))


def _with_lemma(statement: Joined, lemma: Lemma, other: Lemma) -> Joined:
    new: dict[Any, Any] = {lemma: other}
    lines: list[Line] = []
    for line in statement.proof:
        changed = Line(line.says, by=line.by.with_premises(lambda p: new.get(p, p)), given=line.given)
        new[line] = changed
        lines.append(changed)
    return replace(statement, proof=tuple(lines))
