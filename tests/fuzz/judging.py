"""What the verifier may say of a statement whose truth is known, and what of it is a fault."""

from __future__ import annotations

import signal
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from layerproof.language.claims import Claim
from layerproof.language.verdicts import Evidence, Verdict, overall
from layerproof.numerics.checks import check
from layerproof.proving.evidence import prove

from . import calculus, dynamics, scalars, words
from .choices import Choices, shrunk
from .stated import HEADER, Stated

MAKERS: tuple[Callable[[Choices], Stated], ...] = (
    *(scalars.expansion, scalars.fraction, scalars.law, scalars.restricted, scalars.sums, scalars.squares),
    *(scalars.known_bound, scalars.chain, calculus.limit, calculus.order, calculus.integral, calculus.substitution),
    *(calculus.series, calculus.stationary, calculus.expectation, calculus.induction, dynamics.rate),
    *(dynamics.conserved, dynamics.family, dynamics.solution, words.ring, words.traced, words.flow),
    *(calculus.corner, calculus.step, calculus.pole, scalars.far),
)
"""What makes a statement from choices; each begins the false ones where the true ones end."""
BUDGET = 5.0
PATIENCE = 20
"""Seconds of processor time after which a statement is left open: the prover looks at its budget between goals only."""


class OutOfTimeError(Exception):
    """The verifier took longer than it is given here."""


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raise OutOfTimeError in the block after so many seconds of processor time: a busy machine changes no verdict."""

    def ring(number: int, frame: object) -> None:
        raise OutOfTimeError(f"took more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@dataclass(frozen=True)
class Ruling:
    """What came of a statement.

    Attributes:
        said: the verdict of all methods, ``refused`` where the claim was not made, or ``out of time``.
        fault: what is wrong with that; empty if nothing is.
    """

    said: str
    fault: str = ""


def by_exact(claim: Claim) -> Evidence:
    """The proof, or the refutation, in this process."""
    return prove(claim, budget=BUDGET)


def by_numbers(claim: Claim) -> Evidence | None:
    """The numeric check with few draws."""
    return check(claim, draws=40)


def by_coq(claim: Claim) -> Evidence:
    """A proof by Coq."""
    from layerproof.proving.coq.checking import Wish
    from layerproof.proving.coq.checking import check as ask

    (found,) = ask([Wish(claim, ("proof",))], limit=20)
    return found.evidence


class Judged(Protocol):
    """A statement of known truth: one made at random, or a line of a corpus."""

    @property
    def truth(self) -> bool: ...

    @property
    def thin(self) -> bool: ...

    def claim(self) -> Claim: ...


def judge(stated: Judged, methods: Iterable[Callable[[Claim], Evidence | None]] = (by_exact,)) -> Ruling:
    """Put a statement to the methods.

    False and VERIFIED by one of them, or SUPPORTED by all, is a fault; so are true and REFUTED, and any exception but
    a ValueError when the claim is made.  Numbers that contradict what is true are a fault as well.
    """
    try:
        claim = stated.claim()
    except ValueError:
        return Ruling("refused")
    except Exception:
        return Ruling("traceback", f"when made: {traceback.format_exc()}")
    found: list[Evidence] = []
    try:
        with within(PATIENCE):
            for method in methods:
                if stated.thin and method is by_numbers:
                    continue
                if (evidence := method(claim)) is not None:
                    found.append(evidence)
    except OutOfTimeError:
        if not found:
            return Ruling("out of time")
    except Exception:
        return Ruling("traceback", traceback.format_exc())
    said = overall(found)
    verdicts = {evidence.verdict: evidence for evidence in found}
    if stated.truth:
        wrong = verdicts.get(Verdict.REFUTED) or verdicts.get(Verdict.CONTRADICTED)
    else:
        wrong = verdicts.get(Verdict.VERIFIED) or (
            verdicts.get(Verdict.SUPPORTED) if said is Verdict.SUPPORTED else None
        )
    if wrong is None:
        return Ruling(said.value)
    return Ruling(said.value, f"{wrong.method} says {wrong.verdict}: {wrong.how} {wrong.witness or ''}")


@dataclass
class Tally:
    """What came of many statements."""

    said: Counter[tuple[bool, str]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def share(self, truth: bool) -> float:
        """The share of the true statements that are VERIFIED, or of the false ones REFUTED or refused."""
        of = sum(count for (kind, _), count in self.said.items() if kind is truth)
        wanted = ("VERIFIED",) if truth else ("REFUTED", "refused")
        return sum(self.said[truth, said] for said in wanted) / max(of, 1)

    def __str__(self) -> str:
        lines = []
        for truth in (True, False):
            counts = {said: count for (kind, said), count in sorted(self.said.items()) if kind is truth}
            shown = ", ".join(f"{count} {said}" for said, count in counts.items())
            lines.append(f"{sum(counts.values())} {'true' if truth else 'false'}: {shown}")
        return "\n".join(lines)


def drawn(name: str, record: Iterable[int] = ()) -> tuple[Stated, list[int]]:
    """The statement of this name, or of a record of choices, and the choices."""
    choices = Choices(name) if not record else Choices(record=list(record))
    stated = choices.one(*MAKERS)(choices)
    return stated, choices.record


def fuzz(seed: int, numbers: Iterable[int], every_numeric: int = 10, every_coq: int = 0) -> Tally:
    """Judge the statements of these numbers: all by exact, each tenth by numbers, each so many by Coq."""
    tally = Tally()
    for number in numbers:
        methods: list[Callable[[Claim], Evidence | None]] = [by_exact]
        if every_numeric and number % every_numeric == 0:
            methods.append(by_numbers)
        if every_coq and number % every_coq == 0:
            methods.append(by_coq)
        stated, record = drawn(f"{seed}/{number}")
        ruling = judge(stated, methods)
        tally.said[bool(stated.truth), ruling.said] += 1
        if ruling.fault:
            tally.faults.append(report(f"seed {seed}, number {number}", record, methods))
    return tally


def report(name: str, record: list[int], methods: list[Callable[[Claim], Evidence | None]]) -> str:
    """A statement that was judged wrongly, made as small as it stays wrong, as Python."""

    first, _ = drawn("", record)

    def still(tried: list[int]) -> bool:
        try:
            stated, _ = drawn("", tried)
        except Exception:  # a record that makes nothing
            return False
        return stated.kind is first.kind and stated.truth is first.truth and bool(judge(stated, methods).fault)

    best = shrunk(record, still, tries=120)
    stated, _ = drawn("", best)
    truth, fault = "true" if stated.truth else "false", judge(stated, methods).fault
    return f"# {name}: {truth} ({stated.why}), but {fault}\n{HEADER}{stated.source()}\n"
