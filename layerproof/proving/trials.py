"""Does a proof mean anything?  Claims broken on purpose, and hypotheses dropped one at a time.

A mutant is a claim with one sign, factor, exponent, index, initial value or term changed.  It must not be proved,
unless it is shown to say the same as the original, or to be true as well (`variants`); it is then set aside as
equivalent.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ..ground import effort
from ..language.binders import apart
from ..language.claims import Claim
from ..language.goals import Certificate, Goal, Sign, Zero, ZeroWord
from ..language.statements import Statement
from ..language.theorems.theorem import Joined
from ..language.verdicts import Witness
from . import variants
from .breakages import breakages
from .constraints import Constraint
from .domain import Contradiction, Domain, IllPosed
from .exact.balls import PRECISIONS, Evaluator, Undefined, Unsupported
from .exact.deciding import decide
from .exact.matrix_goals import hinting
from .exact.outcome import Outcome, Proved, Refuted
from .exact.prover import Prover
from .sign_sets import ANY, NONNEGATIVE, POSITIVE, ZERO

MOST = 12


@dataclass
class Report:
    """What became of a claim's mutants: names of those that survived, are equivalent, or stay undecided."""

    made: int = 0
    killed: int = 0
    survived: list[str] = field(default_factory=list)
    equivalent: list[str] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Necessity:
    """One hypothesis; with a witness it is needed, without one it is "not shown necessary"."""

    hypothesis: str
    witness: Witness | None


def mutants(claim: Claim, most: int = MOST) -> Iterator[tuple[str, Statement]]:
    """Broken copies of a claim's statement, spread over its parts and over the ways of breaking."""
    statement = claim.statement
    streams: list[Iterator[tuple[str, Statement]]] = [statement.broken()]
    streams += [_broken_part(statement, name, part) for name, part in statement.parts().items()]
    seen: set[object] = set()
    count = 0
    for row in itertools.zip_longest(*streams):
        for item in filter(None, row):
            name, mutant = item
            fingerprint = _differences(statement, mutant)
            if fingerprint in seen or mutant == statement:
                continue
            seen.add(fingerprint)
            yield name, mutant
            count += 1
            if count >= most:
                return


def _differences(statement: Statement, mutant: Statement) -> object:
    """What tells a mutant from others of a statement: the text of the fields that are not the statement's own."""
    whole: Any = statement
    if type(mutant) is not type(statement) or not is_dataclass(whole):
        return repr(mutant)
    pairs = ((item.name, getattr(statement, item.name), getattr(mutant, item.name)) for item in fields(whole))
    return tuple((name, repr(theirs)) for name, ours, theirs in pairs if theirs is not ours and theirs != ours)


def _broken_part(statement: Statement, name: str, part: sp.Expr) -> Iterator[tuple[str, Statement]]:
    """Mutants of one part, one of each kind before a second of any."""
    kinds: dict[str, list[sp.Expr]] = {}
    for how, broken in _ways_to_break(statement, part):
        if broken != part:
            kinds.setdefault(how, []).append(broken)
    for row in itertools.zip_longest(*([(how, b) for b in found] for how, found in kinds.items())):
        for how, broken in filter(None, row):
            try:
                mutant = statement.with_part(name, broken)
            except ValueError:  # it is refused when it is made, as one with a root of a number below 0 is
                continue
            yield f"{name}: {how}", mutant


def _ways_to_break(statement: Statement, part: sp.Expr) -> Iterator[tuple[str, sp.Expr]]:
    if isinstance(part, sp.MatrixExpr):
        from ..language.statements.matrices import matrix_mutants

        yield from matrix_mutants(part)
        return
    for how, broken in breakages(part):
        if not statement.says_the_same(how, part):
            yield how, broken


def challenge(claim: Claim, *, budget: float = 60.0) -> Report:
    """Try to prove each mutant; none may be.

    Refutation is tried first, since most mutants fall to the first few points.
    """
    if isinstance(claim.statement, Joined):
        from .joins.mutants import challenge as joins

        made, survived, equivalent = joins(claim, budget=budget)
        return Report(made, made - len(survived), survived, equivalent)
    claim = apart(claim)
    start = effort.spent()
    report = Report()
    judge = _Judge(claim, Prover(Domain.of(claim.statement.expressions(), claim.hypotheses), simple=False))
    for name, statement in mutants(claim):
        if effort.spent() - start > budget:
            break
        report.made += 1
        verdict = judge.of(statement)
        if verdict == "killed":
            report.killed += 1
        elif verdict == "equivalent":
            report.made -= 1
            report.equivalent.append(name)
        elif verdict == "survived":
            report.survived.append(f"{name}: {statement}")
        else:
            report.undecided.append(name)
    return report


@dataclass
class _Judge:
    """What becomes of the mutants of a claim; goals that several have in common are decided once."""

    claim: Claim
    prover: Prover
    fallen: dict[Goal, bool] = field(default_factory=dict)
    outcomes: dict[Goal, Outcome] = field(default_factory=dict)

    def of(self, statement: Statement) -> str:
        """Whether a mutant is killed, survived, is equivalent, or stays undecided."""
        try:
            goals = list(statement.goals())
        except ValueError:
            return "undecided"
        if {s for e in statement.expressions() for s in e.free_symbols} <= set(self.prover.domain.variables):
            return self._verdict(statement, goals)
        own = Prover(Domain.of(statement.expressions(), self.claim.hypotheses), simple=False)
        return _Judge(self.claim, own)._verdict(statement, goals)

    def _verdict(self, statement: Statement, goals: list[Goal]) -> str:
        if any(self._falls(goal) for goal in goals):
            return "killed"
        outcomes = []
        for goal in goals:
            try:
                outcome = self._outcome(goal)
            except (Contradiction, IllPosed):
                return "undecided"
            if isinstance(outcome, Refuted):
                return "killed"
            if isinstance(goal, Certificate) and not isinstance(outcome, Proved):
                return "undecided"
            outcomes.append(outcome)
        if not all(isinstance(o, Proved) for o in outcomes):
            return "undecided"
        original, own = self.claim.statement, self.prover
        same = _says_the_same(original, statement, own, self.claim.hypotheses)
        return "equivalent" if same or variants.true_too(original, statement, own) else "survived"

    def _falls(self, goal: Goal) -> bool:
        """Whether a goal falls to the first few points."""
        if goal not in self.fallen:
            own, found = self.prover, None
            if isinstance(goal, Zero):
                found = own.refute_zero(own.prepared(goal.expr), goal.name, 8, shrink=False)
            elif isinstance(goal, Sign):
                found = own.refute_sign(own.prepared(goal.expr), goal.strict, goal.name, 8, shrink=False)
            self.fallen[goal] = found is not None
        return self.fallen[goal]

    def _outcome(self, goal: Goal) -> Outcome:
        if goal not in self.outcomes:
            token = hinting.set(False)  # of a mutant nobody reads why it does not hold
            try:
                self.outcomes[goal] = decide(goal, self.prover, self.claim.hypotheses)
            finally:
                hinting.reset(token)
        return self.outcomes[goal]


def _says_the_same(original: Statement, mutant: Statement, prover: Prover, hypotheses: tuple[object, ...]) -> bool:
    """Whether every part of the mutant is proved equal to the original's."""
    ours, theirs = original.parts(), mutant.parts()
    for name, part in ours.items():
        other = theirs.get(name)
        if other is None:
            return False
        if isinstance(part, sp.MatrixExpr):
            if part.shape == other.shape and isinstance(decide(ZeroWord(part - other), prover, hypotheses), Proved):
                continue
            return False
        if isinstance(prover.prove_zero(prover.prepared(part - other)), Proved):
            continue
        return False
    return bool(ours)


# -- hypotheses ------------------------------------------------------------------------------------------------


def necessity(claim: Claim, *, budget: float = 30.0) -> list[Necessity]:
    """Drop each hypothesis in turn: a point outside it where the statement fails shows that it is needed.

    The domains of symbols (``S > 0``) are hypotheses too; time's own and definitions of symbols are not dropped.
    """
    if claim.statement.is_about_matrices or isinstance(claim.statement, Joined):
        return []  # of a theorem, hypotheses are left out among its mutants
    claim = apart(claim)
    start = effort.spent()
    found: list[Necessity] = []
    for text, statement, domain in _weakenings(claim):
        witness = None
        if effort.spent() - start < budget:
            try:
                witness = _violation(statement, Prover(domain), claim.hypotheses)
            except (Contradiction, IllPosed):
                witness = None
        found.append(Necessity(text, witness))
    return found


def _weakenings(claim: Claim) -> Iterator[tuple[str, Statement, Domain]]:
    """Each hypothesis, with the claim on the part of its domain where that hypothesis alone is violated."""
    full = Domain.of(claim.statement.expressions(), claim.hypotheses)
    for position, hypothesis in enumerate(claim.hypotheses):
        if not isinstance(hypothesis, sp.core.relational.Relational):
            continue
        if isinstance(hypothesis, sp.Eq) and (hypothesis.has(sp.Sum) or hypothesis.has(AppliedUndef)):
            continue
        others = [h for k, h in enumerate(claim.hypotheses) if k != position]
        weaker = Domain.of(
            [
                *claim.statement.expressions(),
                *[h for h in others if isinstance(h, sp.Basic)],
                hypothesis.lhs,
                hypothesis.rhs,
            ],
            others,
        )
        (own,) = [*_constraints_of(hypothesis)]
        yield str(hypothesis), claim.statement, weaker.within(own.expr, ANY - own.signs)
    for symbol in full.variables:
        signs = full.sign_of_variable(symbol)
        if not isinstance(symbol, sp.Symbol) or signs == ANY or symbol in full.definitions or symbol.is_integer:
            continue
        if symbol in _times(claim.statement):
            continue
        loose = sp.Symbol(symbol.name, real=True)
        change = _renaming(symbol, loose)
        statement = claim.statement.mapped(change)
        hypotheses = [change(h) if isinstance(h, sp.Basic) else h for h in claim.hypotheses]
        weaker = Domain.of(statement.expressions(), hypotheses)
        sense = {POSITIVE: "> 0", NONNEGATIVE: ">= 0"}.get(signs, "!= 0")
        yield f"{symbol} {sense}", statement, weaker.within(loose, ANY - signs)


def _constraints_of(hypothesis: sp.Basic) -> Iterator[Constraint]:
    domain = Domain.of([], [hypothesis])
    if domain.constraints:
        yield from domain.constraints
    else:
        yield Constraint(hypothesis.lhs - hypothesis.rhs, ZERO, str(hypothesis))


def _renaming(old: sp.Symbol, new: sp.Symbol) -> Callable[[sp.Basic], sp.Basic]:
    return lambda expr: expr.xreplace({old: new})


def _times(statement: Statement) -> set[sp.Basic]:
    flow = getattr(statement, "flow", None)
    found = {
        a
        for e in statement.expressions()
        for f in e.atoms(AppliedUndef)
        for a in f.args
        if isinstance(a, sp.Symbol) and not isinstance(a, sp.Idx)
    }
    return found | ({flow.time} if flow is not None else {sp.Symbol("t", real=True, nonnegative=True)})


def _violation(statement: Statement, prover: Prover, hypotheses: tuple[object, ...]) -> Witness | None:
    for goal in statement.goals():
        outcome = decide(goal, prover, hypotheses) if not isinstance(goal, (Zero, Sign)) else None
        if isinstance(outcome, Refuted):
            return outcome.witness
        if isinstance(goal, Certificate) and not isinstance(outcome, Proved):
            return None
        if isinstance(goal, (Zero, Sign)):
            expr = prover.prepared(goal.expr)
            refuted = (
                prover.refute_zero(expr, goal.name, 30)
                if isinstance(goal, Zero)
                else prover.refute_sign(expr, goal.strict, goal.name, 30)
            )
            if refuted is not None:
                return refuted.witness
            wanted = (expr, *(goal.defined if isinstance(goal, Zero) else ()))
            for point in prover.points(20):
                for part in wanted:
                    try:
                        Evaluator(point, PRECISIONS[0])(prover.prepared(part))
                    except Undefined as problem:
                        return Witness(point.shown(), f"undefined: {problem}"[:120], goal.name)
                    except Unsupported:
                        break
    return None
