"""What was found about each claim, what it amounts to, and whether that was expected."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from ..language.claims import Claim
from ..language.verdicts import OUTSIDE, Evidence, Method, Verdict, Witness, overall
from .notebook import table

if TYPE_CHECKING:
    from ..proving.coq.files import Formal

PROOF = frozenset({Method.EXACT, Method.COQ})
WEAK = (Verdict.REFUTED, Verdict.CONFLICT, Verdict.UNDECIDED)


class Exit(IntEnum):
    """The exit codes of ``check``.

    `INTERNAL` is an error of layerproof itself, `OUTPUT` a stdout that cannot be written; as in ``sysexits.h``.
    """

    EXPECTED = 0
    WRONG = 1
    USAGE = 2
    UNDECIDED = 3
    INTERNAL = 70
    OUTPUT = 74


@dataclass(frozen=True)
class Mutants:
    """What became of the broken copies of a claim; `reason` says why there are none where there should be."""

    made: int = 0
    killed: int = 0
    survived: tuple[str, ...] = ()
    equivalent: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    reason: str = ""

    @property
    def nothing(self) -> str:
        """Why a proof says nothing although it is one: no broken copy is refuted; empty if one is, or there is none."""
        if self.reason or self.killed or not self.made:
            return ""
        copies = f"none of its {self.made} broken copies" if self.made > 1 else "its one broken copy"
        return f"it says nothing: {copies} is {'' if self.made > 1 else 'not '}refuted"


@dataclass(frozen=True)
class Necessity:
    """A hypothesis, and the witness that the claim fails without it; None: not shown necessary."""

    hypothesis: str
    witness: Witness | None


@dataclass(frozen=True)
class Result:
    """Everything found about one claim.

    Attributes:
        claim: the claim.
        place: where it was made.
        selected: False if it is here only because another claim uses it.
        evidence: what each method found that applies.
        methods: the methods that were asked for.
        verdict: what it amounts to, given also the claims that this one uses.
        because: why the verdict is weaker than the evidence; empty if it is not.
        mutants, necessity: the trials of a proof; None if there were none.
        unpinned: constants that can be replaced everywhere in a proof; None if that was not tried to the end.
        seconds: the time it took, when it was computed.
        from_cache: pieces of evidence that were not computed in this run.
        formal: the theorem that Coq accepted, with its proof.
    """

    claim: Claim
    place: str
    selected: bool
    evidence: tuple[Evidence, ...]
    methods: tuple[Method, ...]
    verdict: Verdict
    because: str = ""
    mutants: Mutants | None = None
    necessity: tuple[Necessity, ...] | None = None
    unpinned: tuple[str, ...] | None = None
    seconds: float = 0.0
    from_cache: int = 0
    formal: Formal | None = None

    def __repr__(self) -> str:
        """Its claim, the verdict, and where the claim fails."""
        return " ".join(str(part) for part in (self.claim.id, self.verdict.value, self.witness) if part)

    def _repr_html_(self) -> str:
        """What a notebook shows: the claim's formula, the verdict, and where the claim fails."""
        return table((self,))

    def by(self, method: Method) -> Evidence | None:
        """What `method` found; None if it was not asked or does not apply."""
        return next((item for item in self.evidence if item.method is method), None)

    @property
    def status(self) -> Exit:
        """Whether the verdict is what was expected: EXPECTED, WRONG or UNDECIDED.

        A prover that also takes a broken copy of the claim for proved is not to be believed: that is WRONG.
        """
        if self.mutants is not None and self.mutants.survived:
            return Exit.WRONG
        return judge(self.claim.expected, self.verdict, self.evidence, self.methods)

    @property
    def reason(self) -> str:
        """Why the claim has no better verdict, in one line; empty if there is nothing to explain."""
        if self.because:
            return self.because
        for item in told(self.evidence):
            if item.verdict is Verdict.UNDECIDED and self.verdict in (Verdict.UNDECIDED, Verdict.SUPPORTED):
                return item.reason or ""
        return self.mutants.nothing if self.mutants is not None and self.verdict is Verdict.VERIFIED else ""

    @property
    def witness(self) -> Witness | None:
        """Where the claim fails, if a method found that."""
        return next((item.witness for item in self.evidence if item.witness is not None), None)


def told(evidence: Iterable[Evidence]) -> list[Evidence]:
    """The evidence that says something of its claim: not what was looked at outside of the hypotheses alone."""
    return [item for item in evidence if not item.details.get(OUTSIDE)]


def judge(expected: Verdict, verdict: Verdict, evidence: Collection[Evidence], methods: Collection[Method]) -> Exit:
    """Compare a verdict with the one expected, given what the methods asked for can say at all.

    Without a method that proves, numbers are taken for what they can say: that they agree is as expected of a claim
    that holds, that they disagree of an erratum, and where no method applies nothing is unexpected.
    """
    contradicted = any(item.verdict is Verdict.CONTRADICTED for item in evidence)
    if contradicted and expected is not Verdict.REFUTED:
        return Exit.WRONG
    if verdict is expected:
        return Exit.EXPECTED
    if not PROOF & set(methods):
        if not told(evidence) or (expected is Verdict.VERIFIED and verdict is Verdict.SUPPORTED):
            return Exit.EXPECTED
        if expected is Verdict.REFUTED and contradicted:
            return Exit.EXPECTED
    weaker = {
        Verdict.VERIFIED: {Verdict.UNDECIDED, Verdict.SUPPORTED},
        Verdict.REFUTED: {Verdict.UNDECIDED},
        Verdict.SUPPORTED: {Verdict.UNDECIDED},
    }
    return Exit.UNDECIDED if verdict in weaker.get(expected, ()) else Exit.WRONG


def repeated(method: Method) -> str:
    """What evidence of a method is counted in: networks have seeds."""
    return "seeds" if method is Method.TRAINED else "draws"


def fits(expected: Verdict, method: Method) -> frozenset[Verdict]:
    """What one method may say of a claim whose overall verdict is expected to be `expected`.

    Numbers may leave an erratum undecided, since what is printed can be wrong on a small part of the domain, or
    have no value there; but they may not agree with it.
    """
    if method in PROOF:
        sure = expected in (Verdict.VERIFIED, Verdict.REFUTED)
        return frozenset({expected if sure else Verdict.UNDECIDED})
    if expected in (Verdict.VERIFIED, Verdict.SUPPORTED):
        return frozenset({Verdict.SUPPORTED})
    if expected is Verdict.REFUTED:
        return frozenset({Verdict.CONTRADICTED, Verdict.UNDECIDED})
    return frozenset({Verdict.UNDECIDED})


def weakened(
    claim: Claim, evidence: Mapping[int, tuple[Evidence, ...]], methods: Collection[Method]
) -> tuple[Verdict, str]:
    """The verdict of a claim, no stronger than that of any claim it uses, and why it is weaker than its evidence.

    Args:
        claim: the claim.
        evidence: by ``id(claim)``, of the claim and of what it uses, as far as that was checked too.
        methods: the methods asked for; a used claim to which none of them applies says nothing if none proves.
    """
    own = overall(evidence[id(claim)])
    if own not in (Verdict.VERIFIED, Verdict.SUPPORTED):
        return own, ""
    for used in claim.uses:
        if id(used) not in evidence or (not told(evidence[id(used)]) and not PROOF & set(methods)):
            continue
        found, _ = weakened(used, evidence, methods)
        if found in WEAK:
            return Verdict.UNDECIDED, f"it uses {used.id}, which is {found}"
        if found is Verdict.SUPPORTED and own is Verdict.VERIFIED:
            return Verdict.SUPPORTED, f"it uses {used.id}, which is only {found}"
    return own, ""


def exit_code(results: Iterable[Result], problems: Collection[object]) -> Exit:
    """One exit code for a run: what is wrong comes before what could not be read, and that before what is open."""
    found = {result.status for result in results if result.selected}
    if Exit.WRONG in found:
        return Exit.WRONG
    if problems or not found:
        return Exit.USAGE
    return Exit.UNDECIDED if Exit.UNDECIDED in found else Exit.EXPECTED
