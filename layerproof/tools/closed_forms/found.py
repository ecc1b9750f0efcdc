"""What a search for a closed form found: claims that are proved, or what was tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.printing import text
from ...language.statements import Solution
from ...language.verdicts import Evidence, Method, Verdict


@dataclass(frozen=True)
class Proven:
    """A claim with the exact evidence that proves it.

    Raises:
        ValueError: if the evidence is no proof.
    """

    claim: Claim
    evidence: Evidence

    def __post_init__(self) -> None:
        if self.evidence.method is not Method.EXACT or self.evidence.verdict is not Verdict.VERIFIED:
            raise ValueError(f"got evidence {self.evidence.verdict} of {self.claim.id}; expected an exact proof")


@dataclass(frozen=True)
class Found:
    """The outcome of a search; true if a closed form was found.

    Attributes:
        flow: the flow asked about.
        of: the observables asked about.
        solution: the closed form as a claim of kind `Solution`, with its proof; None if none was found.
        how: the kind of equation, in words.
        hypotheses: what the solution needs beyond the hypotheses that were given.
        beside: further claims, proved: limits, rest points, conserved quantities, the observable if the solution is one
            of the parameters.
        cases: the same for cases that the solution leaves out; their hypotheses exclude those of the solution.
        tried: what was tried, in words, in order.
    """

    flow: GradientFlow
    of: tuple[sp.Expr, ...]
    solution: Proven | None = None
    how: str = ""
    hypotheses: tuple[Any, ...] = ()
    beside: tuple[Proven, ...] = ()
    cases: tuple[Found, ...] = ()
    tried: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.solution is not None and not isinstance(self.solution.claim.statement, Solution):
            raise ValueError(f"got a claim of kind {type(self.solution.claim.statement).__name__}; expected a Solution")

    def __bool__(self) -> bool:
        return self.solution is not None

    @property
    def claim(self) -> Claim | None:
        """The claim that states the closed form."""
        return None if self.solution is None else self.solution.claim

    @property
    def evidence(self) -> Evidence | None:
        """Its proof."""
        return None if self.solution is None else self.solution.evidence

    @property
    def closed_forms(self) -> dict[sp.Expr, sp.Expr]:
        """Each observable of the solution with its closed form; empty if none was found."""
        if self.solution is None or not isinstance(self.solution.claim.statement, Solution):
            return {}
        return {of: closed for of, closed, _ in self.solution.claim.statement.triples}

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Every claim that was found and proved, the solution first, those of the cases last."""
        own = () if self.solution is None else (self.solution.claim,)
        return (*own, *(item.claim for item in self.beside), *(c for case in self.cases for c in case.claims))

    def lines(self) -> list[str]:
        """The outcome as lines of plain text."""
        asked = ", ".join(text(of) for of in self.of)
        if self.solution is None:
            return [f"no closed form of {asked} was found; tried:", *(f"  {item}" for item in self.tried)]
        found = [f"{self.how}; proved: {self.solution.evidence.how}", *(f"  {x}" for x in self.solution.claim.lines())]
        return found + self._apart_from_its_form(self.solution)

    def _apart_from_its_form(self, solution: Proven) -> list[str]:
        """Where the closed form holds, what else is proved, and the cases, in which the same form is not repeated."""
        found = []
        if solution.claim.hypotheses:
            found.append("  where " + ", ".join(text(h) for h in solution.claim.hypotheses))
        for item in self.beside:
            extra = [h for h in item.claim.hypotheses if h not in solution.claim.hypotheses]
            where = f", where {', '.join(text(h) for h in extra)}" if extra else ""
            found.append(f"  {item.claim.title}: {item.claim.abbreviated}{where}")
        for case in self.cases:
            lines = case.lines()
            if case.solution is not None and case.solution.claim.statement == solution.claim.statement:
                how = f"the same closed form, as long as it is defined; proved: {case.solution.evidence.how}"
                lines = [how, *case._apart_from_its_form(case.solution)]
            found += [f"  {line}" for line in lines]
        return found

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_latex_(self) -> str | None:
        return None if self.claim is None else self.claim._repr_latex_()
