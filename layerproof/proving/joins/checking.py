"""Is a theorem joined?  Each line by its rule, each part of the conclusion by a line.

The premises that are claims must be proved themselves; that is seen to where verdicts are put together.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import sympy as sp

from ...ground import effort
from ...language.claims import Claim, Question
from ...language.goals import Sign, Zero
from ...language.smooth import partial_parts
from ...language.statements import Identity
from ...language.theorems.areas import known_by
from ...language.theorems.ends import AtEnd, InTheLimit, OfEnds, Reached
from ...language.theorems.flowing import Approaches, Compared, Continuous, Kept, StaysPositive, Throughout
from ...language.theorems.integration import Added, Integrated, Split, SumByIntegral
from ...language.theorems.propositions import AllOf, Given, Minimum
from ...language.theorems.rules import (
    ByInduction,
    Cases,
    Combination,
    Follows,
    Instance,
    Line,
    Rule,
    Squeezed,
    Summed,
    Vanishing,
)
from ...language.theorems.sequents import Sequent, among, named
from ...language.theorems.theorem import Joined
from ...language.theorems.trajectories import Along, Tends
from ...language.verdicts import Evidence, Method, Verdict, Witness
from ..domain import Contradiction, Domain, IllPosed
from ..exact.prover import Prover
from . import (
    added,
    approaches,
    cases,
    combination,
    compared,
    continuous,
    ends,
    follows,
    induction,
    instance,
    integrated,
    kept,
    split,
    squeezed,
    stays_positive,
    sum_by_integral,
    summed,
    throughout,
    vanishing,
)
from .obligations import Broken, Defined, Differs, Obligation, elsewhere, same
from .trajectories import constant, nowhere

RULES: dict[type[Rule], Any] = {
    Instance: instance.check,
    Combination: combination.check,
    Follows: follows.check,
    Summed: summed.check,
    Cases: cases.check,
    ByInduction: induction.check,
    Squeezed: squeezed.check,
    Vanishing: vanishing.check,
    Integrated: integrated.check,
    Split: split.check,
    Added: added.check,
    SumByIntegral: sum_by_integral.check,
    Kept: kept.check,
    Throughout: throughout.check,
    Compared: compared.check,
    StaysPositive: stays_positive.check,
    Approaches: approaches.check,
    Continuous: continuous.check,
    InTheLimit: ends.in_the_limit,
    OfEnds: ends.of_ends,
}
"""The rules, and what checks each."""

_POINTS = 8
_QUICK = 2.0  # of work, for a side condition without the equations among its hypotheses


def obligations(statement: Joined, hypotheses: tuple[Any, ...]) -> Iterator[tuple[str, Obligation | None, str]]:
    """All that must be proved of the joins, line by line: where, what, and why a join is none if it is broken."""
    for number, line in enumerate(statement.proof):
        where = f"line {number + 1}"
        given = (*hypotheses, *line.given)
        assumed = hypotheses if isinstance(line.by, Instance) and isinstance(line.by.of, Line) else ()
        try:
            if any(isinstance(part, Line) and part not in statement.proof[:number] for part in line.by.premises()):
                raise Broken("it uses a line that is not before it")
            known = _known(statement.proof[:number], line, given)
            for item in (*_starts(line, given), *RULES[type(line.by)](line.by, line, given, assumed)):
                yield where, replace(item, known=known), ""
        except Broken as problem:
            yield where, None, str(problem)
        except (ValueError, TypeError, NotImplementedError) as problem:
            yield where, None, f"{type(problem).__name__}: {problem}"
    for number, sequent in enumerate(statement.sequents()):
        yield from _concluded(f"part {number + 1} of the conclusion", sequent, statement, hypotheses)


def _starts(line: Line, given: tuple[Any, ...]) -> Iterator[Obligation]:
    """That the start has values, where a line is about trajectories."""
    if isinstance(line.says, (Along, Tends, AtEnd)):
        pairs = (*line.says.initially, *(line.says.ends if isinstance(line.says, AtEnd) else ()))
        values = tuple(part for _, value in pairs for part in partial_parts(value))
        if values:
            yield Obligation(Defined(values), constant(line.says, given), "that the start, or the end, has a value")


def _known(before: tuple[Line, ...], line: Line, given: tuple[Any, ...]) -> frozenset[sp.Expr]:
    """The integrals and sums without end that are known to have values where a line is to be shown."""
    used = [part for part in (*before, *line.by.premises()) if not among(part.given, given)]
    found = [part.says for part in used]
    if isinstance(line.by, Instance):
        found.append(line.by.says())
    return known_by(found, _stays(given))


def _stays(given: tuple[Any, ...]) -> Callable[[sp.Expr], bool]:
    """Whether a factor does not vanish under hypotheses, as far as that is soon proved."""

    def nonzero(factor: sp.Expr) -> bool:
        asked = Obligation(Differs(factor), given, "that a factor taken out does not vanish")
        return factor.is_nonzero is True or (factor.is_zero is not True and asked.lacking(_QUICK) is None)

    return nonzero


def _concluded(
    where: str, sequent: Sequent, statement: Joined, hypotheses: tuple[Any, ...]
) -> Iterator[tuple[str, Obligation | None, str]]:
    """That a part of the conclusion is what some line says, the last that may."""
    given = (*hypotheses, *sequent.given)
    if given:
        yield where, able(sequent, statement, hypotheses), ""
        if (lacking := nowhere(sequent.says, given)) is not None:
            yield where, None, lacking
            return
    usable = [
        line
        for line in reversed(statement.proof)
        if not among(line.given, given) and not elsewhere(line.says, (*hypotheses, *line.given), given)
    ]
    known = known_by((line.says for line in usable), _stays(given))
    for line in usable:
        if line.says == sequent.says or _as_named(line.says) == _as_named(sequent.says):
            return
    if isinstance(sequent.says, Identity) and named(sequent.says.lhs) == named(sequent.says.rhs):
        yield where, Obligation(Defined((sequent.says.lhs,)), given, "that it has a value", known), ""
        return
    for line in usable:
        try:
            found = list(same(line.says, sequent.says, given, where))
        except Broken:
            continue
        if all(replace(item, known=known).lacking(5.0) is None for item in found):
            return
    yield where, None, f"no line says it: {sequent}"


def _as_named(said: Any) -> Any:
    """What is said of an end, whatever the indices of its sums are called."""
    return said.mapped(named) if isinstance(said, AtEnd) else said


def able(sequent: Sequent, statement: Joined, hypotheses: tuple[Any, ...]) -> Obligation:
    """That the hypotheses of a part of the conclusion can hold: what is concluded under them is not about nothing."""
    asked = Obligation(Defined((sp.S.Zero,)), (*hypotheses, *sequent.given), "that the hypotheses can hold")
    return asked.without(tuple(_attained(statement.concludes)))


def prove(claim: Claim, *, budget: float = 30.0) -> Evidence:
    """The exact evidence about a theorem: joined, refuted by a point at which its conclusion fails, or undecided."""
    start, busy = time.perf_counter(), effort.spent()
    statement = claim.statement
    assert isinstance(statement, Joined)
    hypotheses = tuple(claim.hypotheses)
    witness = refutation(statement, hypotheses)
    if witness is not None:
        how = "a point at which the conclusion fails, in ball arithmetic"
        return Evidence(Method.EXACT, Verdict.REFUTED, how, time.perf_counter() - start, witness=witness)
    proved, reasons = 0, list[str]()
    seen: set[tuple[Any, ...]] = set()
    for where, item, problem in obligations(statement, hypotheses):
        if item is None:
            reasons.append(f"{where}: {problem}")
            break
        if (key := (item.asks, item.given)) in seen:
            continue
        seen.add(key)
        left = budget - (effort.spent() - busy)
        if left <= 0:
            reasons.append(f"{where}: not reached within the budget of {budget:g}")
            break
        if item.is_proved_without_equations(min(left, _QUICK)):
            proved += 1
            continue
        if (lacking := item.lacking(left)) is not None:
            reasons.append(f"{where}: {item.why}, {item.asks}: {lacking}")
            break
        proved += 1
    seconds = time.perf_counter() - start
    if reasons:
        return Evidence(Method.EXACT, Verdict.UNDECIDED, seconds=seconds, reason="; ".join(reasons))
    if not statement.sequents():
        return Evidence(Method.EXACT, Verdict.UNDECIDED, seconds=seconds, reason="the conclusion says nothing")
    lines, lemmas = len(statement.proof), len(statement.lemmas())
    how = (
        f"joined in {lines} line{'s' * (lines != 1)} from {lemmas} claim{'s' * (lemmas != 1)}; "
        f"{proved} side condition{'s' * (proved != 1)} by exact algebra"
    )
    return Evidence(Method.EXACT, Verdict.VERIFIED, how, seconds)


def _attained(concluded: Any) -> Iterator[Any]:
    """That the objective of a minimum has its value at the point, wherever the conclusion says it of no other point.

    It holds at the point, so that what is concluded under it is not about nothing; values that satisfy it elsewhere
    are hard to find.
    """
    if isinstance(concluded, Minimum) and concluded.unique:
        yield concluded.attained
    elif isinstance(concluded, AllOf):
        for part in concluded.parts:
            yield from _attained(part)
    elif isinstance(concluded, (Given, Reached)):
        yield from _attained(concluded.part)


def refutation(statement: Joined, hypotheses: tuple[Any, ...]) -> Witness | None:
    """A point inside the hypotheses at which a part of the conclusion fails, if a few points show one.

    What is joined is proved; this is a second look at it, by another way.
    """
    for sequent in statement.sequents():
        question = Question(
            "join/conclusion", title="", statement=sequent.says, hypotheses=(*hypotheses, *sequent.given)
        )
        try:
            goals = [goal for goal in question.statement.goals() if isinstance(goal, (Zero, Sign))]
            prover = Prover(Domain.of(question.statement.expressions(), question.hypotheses))
            for goal in goals:
                expr = prover.prepared(goal.expr)
                found = (
                    prover.refute_zero(expr, goal.name, _POINTS)
                    if isinstance(goal, Zero)
                    else prover.refute_sign(expr, goal.strict, goal.name, _POINTS)
                )
                if found is not None:
                    return found.witness
        except (Contradiction, IllPosed, ValueError, TypeError, NotImplementedError):
            continue
    return None
