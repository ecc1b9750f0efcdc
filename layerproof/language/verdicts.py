"""Verdicts, evidence and witnesses: what a method found, and what all of it amounts to.

A verdict is computed in a run and never typed.  The constructors below refuse evidence that says more
than its method can: numbers never prove, a refutation shows a witness, and "don't know" gives a reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ..ground.readable import readable

FORMER = {"kernel": "coq"}
"""Methods by the names that they had, which are still understood."""


class Method(StrEnum):
    """How evidence is found."""

    EXACT = "exact"
    NUMERIC = "numeric"
    TRAINED = "trained"
    COQ = "coq"

    @classmethod
    def _missing_(cls, value: object) -> Method | None:
        return cls(FORMER[value]) if isinstance(value, str) and value in FORMER else None


class Verdict(StrEnum):
    """What evidence amounts to."""

    VERIFIED = "VERIFIED"
    REFUTED = "REFUTED"
    SUPPORTED = "SUPPORTED"
    CONTRADICTED = "CONTRADICTED"
    UNDECIDED = "UNDECIDED"
    CONFLICT = "CONFLICT"


MAY_SAY: Mapping[Method, frozenset[Verdict]] = {
    Method.EXACT: frozenset({Verdict.VERIFIED, Verdict.REFUTED, Verdict.UNDECIDED}),
    Method.COQ: frozenset({Verdict.VERIFIED, Verdict.REFUTED, Verdict.UNDECIDED}),
    Method.NUMERIC: frozenset({Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.UNDECIDED}),
    Method.TRAINED: frozenset({Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.UNDECIDED}),
}


OUTSIDE = "outside"
"""Among the details of evidence that is UNDECIDED: all that was looked at is outside of the claim's hypotheses."""
BEYOND = "beyond"
"""Among the details of evidence by trained networks: what those beyond the hypotheses amount to, no verdict on the
claim."""
UNSEEN = "unseen"
"""Among the details of evidence that is UNDECIDED: what stands in the way is something that no sampling sees."""


@dataclass(frozen=True)
class Witness:
    """Exact values of the symbols at which a statement fails.

    `symbols` maps each symbol, as printed, to a rational (or a matrix of rationals) as text;
    `residual` is the ball that excludes what the statement asserts; `part` names the goal that fails.
    """

    symbols: Mapping[str, str]
    residual: str
    part: str = ""

    def __str__(self) -> str:
        values = ", ".join(f"{name} = {value}" for name, value in self.symbols.items())
        return f"at {values or 'every point'}: {self.part or 'residual'} = {self.residual}"


@dataclass(frozen=True)
class Evidence:
    """What one method found about one claim.

    Raises ValueError if the method may not say `verdict`, if a refutation has no witness, or if
    UNDECIDED comes without a reason.
    """

    method: Method
    verdict: Verdict
    how: str = ""
    seconds: float = 0.0
    reason: str | None = None
    witness: Witness | None = None
    tolerance: float | None = None
    draws: int | None = None
    details: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "how", readable(str(self.how)))
        if self.reason is not None:  # the message of an exception, for instance
            object.__setattr__(self, "reason", readable(str(self.reason)))
        if self.verdict not in MAY_SAY[self.method]:
            allowed = ", ".join(sorted(MAY_SAY[self.method]))
            raise ValueError(f"method {self.method} may not say {self.verdict}; it may say {allowed}")
        if self.verdict is Verdict.REFUTED and self.witness is None:
            raise ValueError("REFUTED needs a witness: exact values at which the statement fails")
        if self.verdict is Verdict.UNDECIDED and not self.reason:
            raise ValueError("UNDECIDED needs a reason: a budget, a missing hypothesis, a branch, an exception")


def overall(evidence: Iterable[Evidence]) -> Verdict:
    """The verdict of a claim, from all that was found about it.

    CONFLICT is an alarm: one method proves what another refutes or contradicts.  A witness outweighs numbers that
    agree, which may all have missed the thin set where the statement fails.  Numbers that disagree leave the claim
    UNDECIDED: they are a strong hint, but no refutation.  Numbers that agree support nothing where the exact prover is
    left with what no sampling sees: that something is undefined, or has a corner, at a few points.
    """
    items = tuple(evidence)
    found = {item.verdict for item in items}
    if any(item.details.get(UNSEEN) for item in items):
        found -= {Verdict.SUPPORTED}
    proved = Verdict.VERIFIED in found
    against = found & {Verdict.REFUTED, Verdict.CONTRADICTED}
    if proved and against:
        return Verdict.CONFLICT
    for verdict in (Verdict.REFUTED, Verdict.VERIFIED):
        if verdict in found:
            return verdict
    return Verdict.SUPPORTED if Verdict.SUPPORTED in found and not against else Verdict.UNDECIDED
