"""Claims put to Coq: a theorem and a script are made of each, and what Coq says of them is evidence.

What the scripts say is read before: they hold tactics and nothing else (`guard`).  What counts as a proof, see `files`.
"""

from __future__ import annotations

import hashlib
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ...language.claims import Claim
from ...language.theorems.theorem import Joined
from ...language.verdicts import Evidence, Method, Verdict, Witness
from ..exact.deciding import about_nothing
from . import coqc
from .files import LIMIT, UNASKED, Formal, Ruling, judge
from .guard import Forbidden, check_proof, check_statement
from .proofs.registered import NoProof, proof_of
from .terms import Untranslatable
from .theorems import theorem_of

SIZE = 60
"""Theorems in a file, at most: to begin, and to ask for axioms, takes three seconds."""


_SEVERAL = 8
"""Lemmas, at most, for whose scripts a theorem that holds several is given the time."""


@dataclass(frozen=True)
class Wish:
    """What is wanted of a claim: a ``proof``, a ``refutation``, or one if the other is not found."""

    claim: Claim
    turns: tuple[str, ...] = ("proof",)


def wanted(claim: Claim, exact: Verdict | None = None) -> tuple[str, ...]:
    """What is worth trying, given what the exact prover found, if it was asked.

    Of a claim that is expected to hold a proof is always tried, so that a wrong refutation shows; likewise of an
    erratum a refutation.
    """
    if claim.expected is Verdict.REFUTED:
        return ("refutation", "proof") if exact is Verdict.VERIFIED else ("refutation",)
    return ("proof", "refutation") if exact is Verdict.REFUTED else ("proof",)


@dataclass(frozen=True)
class Found:
    """What was found of a claim.

    Attributes:
        claim: the claim.
        evidence: of the method `coq`.
        formal: the theorem that Coq accepted, if it did.
        hurried: whether time was short, so that another run may find more.
    """

    claim: Claim
    evidence: Evidence
    formal: Formal | None = None
    hurried: bool = False


def check(
    wishes: Sequence[Wish],
    *,
    limit: float = LIMIT,
    cache: Path | None = None,
    scratch: Path | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> list[Found]:
    """Proofs or refutations of claims by Coq, or the reasons why there are none.

    Args:
        wishes: the claims, best of one `family`, and no more than a file should hold.
        limit: seconds of processor time for one lemma, and as many for making its script.
        cache: where the compiled prelude is kept.
        scratch: where files are put for a while; by default where temporary files are.
        tell: hears what is being done.
    """
    try:
        coqc.identity()
    except coqc.NoCoq as problem:
        return [Found(wish.claim, _undecided(str(problem), 0.0), hurried=True) for wish in wishes]
    tries = [_Try(wish) for wish in wishes]
    for turn in range(max((len(wish.turns) for wish in wishes), default=0)):
        begun = []
        for attempt in tries:
            tell(f"{attempt.wish.claim.id} coq: a script")
            if attempt.begin(turn, limit):
                begun.append(attempt)
        tell(f"coq: Coq checks {len(begun)} theorems")
        formals = [attempt.formal for attempt in begun if attempt.formal]
        rulings = judge(formals, limit=limit, cache=cache, scratch=scratch)
        for attempt, ruling in zip(begun, rulings, strict=True):
            attempt.hear(ruling)
    return [attempt.found() for attempt in tries]


def family(wish: Wish) -> tuple[str, ...]:
    """What is the same for claims that need the same files of the prelude: they go into one file."""
    try:
        needs = theorem_of(wish.claim).requires
    except Exception:  # what is wrong is said when the claim is tried
        needs = ()
    return (*wish.turns[:1], *needs)


# -- one claim -------------------------------------------------------------------------------------------------------


@dataclass
class _Try:
    wish: Wish
    formal: Formal | None = None
    ruling: Ruling | None = None
    reasons: list[str] = field(default_factory=list)
    seconds: float = 0.0
    hurried: bool = False

    def begin(self, turn: int, limit: float) -> bool:
        """Make a theorem and its script, if something is wanted and nothing is found yet; whether there is one."""
        if turn >= len(self.wish.turns) or (self.ruling and self.ruling.accepted):
            return False
        what = self.wish.turns[turn]
        most = limit * min(_SEVERAL, lemmas_in(self.wish.claim))
        self.formal, before = None, time.process_time()
        try:
            with _within(most):
                made = (refutation if what == "refutation" else theorem)(self.wish.claim)
            check_statement(made.says)
            check_proof(made.proof)
            self.formal = made
        except Untranslatable as problem:
            self.reasons.append(f"it has no counterpart in Coq: {problem}")
        except NoProof as problem:
            self.reasons.append(f"no template {_DOES[what]} it: {problem}")
        except Forbidden as problem:
            self.reasons.append(f"its script is not accepted: {problem}")
        except _OutOfTime:
            self.hurried = True
            self.reasons.append(f"no script within {most:g} s, the budget of {'a lemma' if most == limit else 'it'}")
        except Exception as problem:
            self.reasons.append(f"making the script failed: {type(problem).__name__}: {str(problem)[:200]}")
        self.seconds += time.process_time() - before
        return self.formal is not None

    def hear(self, ruling: Ruling) -> None:
        """Enter what Coq said."""
        self.ruling = ruling
        self.seconds += ruling.seconds
        self.hurried |= ruling.hurried
        if not ruling.accepted and self.formal is not None:
            does = _DOES["refutation" if self.formal.refutes else "proof"]
            unasked = ruling.reason.startswith(UNASKED)
            self.reasons.append(ruling.reason if unasked else f"no template {does} it: {ruling.reason}")

    def found(self) -> Found:
        """What it amounts to."""
        if self.formal is None or self.ruling is None or not self.ruling.accepted:
            return Found(self.wish.claim, _undecided("; ".join(self.reasons), self.seconds), hurried=self.hurried)
        short = ", ".join(axiom.rpartition(".")[2] for axiom in self.ruling.axioms) or "none"
        formal = self.formal
        details = {
            "theorem": hashlib.sha256(formal.says.encode()).hexdigest()[:16],
            "axioms": list(self.ruling.axioms),
            "prelude": list(coqc.prelude(("Base", *formal.requires))),
        }
        evidence = Evidence(
            Method.COQ,
            Verdict.REFUTED if formal.refutes else Verdict.VERIFIED,
            how=f"Coq {coqc.version()} accepts a {'refutation' if formal.refutes else 'proof'}; axioms: {short}",
            seconds=self.seconds,
            witness=Witness(formal.at, residual="False", part="its theorem") if formal.refutes else None,
            details=details,
        )
        return Found(self.wish.claim, evidence, formal)


_DOES = {"proof": "proves", "refutation": "refutes"}


def theorem(claim: Claim) -> Formal:
    """A claim's theorem with a script, which Coq may still refuse.  Raises as `theorem_of` and `proof_of` do."""
    if (nothing := about_nothing(claim)) is not None:
        raise NoProof(nothing)
    stated = theorem_of(claim)
    goals = tuple(goal.text for goal in stated.goals)
    proof, lemmas, uses = proof_of(stated), lemmas_in(claim), uses_of(claim)
    return Formal(
        stated.name, stated.proposition().strip(), proof, stated.requires, goals=goals, lemmas=lemmas, uses=uses
    )


def uses_of(claim: Claim) -> tuple[str, ...]:
    """The ids of the claims that the proof of a theorem uses, in the order in which its script proves them."""
    statement = claim.statement
    return tuple(lemma.id for lemma in statement.lemmas()) if isinstance(statement, Joined) else ()


def lemmas_in(claim: Claim) -> int:
    """How many lemmas the proof of a claim holds: one, or the claims and lines of a theorem, and what it concludes."""
    statement = claim.statement
    if not isinstance(statement, Joined):
        return 1
    used = sum(1 if lemma.claim is None else lemmas_in(lemma.claim) for lemma in statement.lemmas())
    return used + len(statement.proof) + len(statement.sequents())


def refutation(claim: Claim) -> Formal:
    """The theorem that a claim's theorem is false, with a script.  Raises as `refutation_of` does."""
    from .refutations import refutation_of

    made = refutation_of(claim)
    return Formal(made.name, made.says.whole, made.proof, made.requires, refutes=True, witness=made.witness, at=made.at)


def _undecided(reason: str, seconds: float) -> Evidence:
    return Evidence(Method.COQ, Verdict.UNDECIDED, reason=reason, seconds=seconds)


class _OutOfTime(BaseException):
    """Raised in the middle of a template, which must not take it for a failure of its own."""


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """A limit of processor time; none outside of the main thread, where the system sends no signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: object) -> None:
        raise _OutOfTime

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
