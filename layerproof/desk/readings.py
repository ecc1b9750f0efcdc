"""How the lines of the sources are read, from what is kept: that a line says what its claim says takes a proof.

Of every numbered equation it is told whether it is proved to say the same as a claim, and if it is not, why: it defines
a name, the source has words there, or the machine tells where its reading stops.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache as once
from typing import TYPE_CHECKING

from ..derivations.printed.definitions import APART, DEFINES
from ..derivations.printed.lines import printed_lines
from ..language.printed import Printed, normal
from ..running import cache
from ..running.catalogue import meaning, signature

if TYPE_CHECKING:
    from ..derivations.coverage import Entry
    from ..language.claims import Claim

_PROGRAM = ("layerproof.export.proofreading", "layerproof.derivations.printed")
_LONGEST = 240  # characters of a reason
_MORE_RELATIONS = (r"\approx", r"\propto", r"\sim", r"\to", r"\in")
_STOPPED = re.compile(
    r"got (?P<token>'.*?') (?:at the start|(?:at character \d+, )?after (?P<after>'.*?')|at character \d+); "
    r"expected (?P<expected>.*)",
    re.DOTALL,
)


@dataclass(frozen=True)
class Reading:
    """How a numbered equation is read.

    Attributes:
        how: ``proved`` to say the same as a claim; ``definition``, ``sentence`` or ``unread`` if it is not.
        why: the case that the claim is about; or what it defines, or why it is not read.
        claim: the id of the claim that it is proved to say the same as, or that it was held against.
    """

    how: str
    why: str
    claim: str = ""

    def __str__(self) -> str:
        if self.how == "proved":
            return f"Parsed, and proved to say the same as {self.claim}. {self.why}".strip()
        if self.how == "definition":
            return f"It defines {self.why}: there is nothing in it to prove."
        if self.how == "sentence":
            return f"Read as {self.claim} by hand: {self.why}."
        return f"Not proved to say the same as {self.claim}: {self.why}" if self.claim else f"Not read: {self.why}"

    def as_json(self) -> dict[str, str | None]:
        """The reading as plain data."""
        return {"reading": self.how, "reason": self.why or None, "claim": self.claim or None}


def of_entry(entry: Entry) -> Reading | None:
    """How what is printed at a label is read; None where it is no equation, or its text has lost it."""
    line = printed_lines(entry.document).get(entry.label)
    if line is None:
        return None
    found = [_held(claim, entry.label, line) for claim in entry.claims]
    for how in ("proved", "definition", "sentence"):
        if (first := next((reading for reading in found if reading.how == how), None)) is not None:
            return first
    if entry.label in DEFINES:
        return Reading("definition", DEFINES[entry.label])
    if found:
        return min(found, key=lambda reading: "the reading stops" in reading.why)  # one that was parsed says more
    reason = "; ".join(entry.reasons) or "no claim is about it"
    if (defined := re.match(r"(?:the )?definition of |(?=a notation)", reason)) is not None:
        return Reading("definition", reason[defined.end() :])
    return Reading("unread", reason)


def _held(claim: Claim, label: str, line: str) -> Reading:
    if claim.erratum is not None:
        how, why = of_erratum(claim)
        return Reading(how, why, claim.id)
    return of_label(claim, label, line)


def of_label(claim: Claim, label: str, line: str) -> Reading:
    """How an equation of the thesis is read as a claim that is no erratum; others may be what it is read as."""
    from ..derivations.printed import lines, read_at

    declared = [printed for printed in lines(claim) if printed.label == label]
    others = [id for id in read_at(label) if id != claim.id]
    if declared:
        how, why = of_equation(claim, declared[0], line)
        return Reading(how, why, claim.id)
    if label in DEFINES:
        return Reading("definition", DEFINES[label])
    if label in APART:
        return Reading("unread", f"{APART[label]}.", claim.id)
    if others:
        return Reading("unread", f"it is read as {' and '.join(others)}.", claim.id)

    def found() -> tuple[str, str]:
        from ..export.proofreading import read

        how, why = read(claim, Printed(label=label), line)
        return how, why if how == "proved" else _told(why, line)

    how, why = _kept(claim, ("undeclared", label, line), found)
    return Reading(how, why, claim.id)


def _told(why: str, line: str) -> str:
    """Why a line of which nothing is declared is not read, in a sentence."""
    from ..language.parsing import RELATIONS

    if not {*normal(line)} & {*RELATIONS, *_MORE_RELATIONS}:
        return "it is an expression, with no relation that could be proved."
    if (stopped := _STOPPED.fullmatch(why)) is None:
        return textwrap.shorten(why, _LONGEST, placeholder=" ...").rstrip(".") + "."
    token, after, expected = (
        (stopped[name] or "").strip(" '").replace("\\\\", "\\") for name in ("token", "after", "expected")
    )
    where = f"`{token}`" + (f" after `{after}`" if after else " at the start")
    if expected == "O" or "a declared name" in expected or expected == "LaTeX":
        return f"the reading stops at {where}, since what the source means by it is not declared."
    return f"the reading stops at {where}, where it expects `{expected}`."


@once
def of_erratum(claim: Claim) -> tuple[str, str]:
    """Whether the line that an erratum quotes is proved to say what its claim says; see `proofreading.reading`."""

    def found() -> tuple[str, str]:
        from ..export.proofreading import reading

        return reading(claim)

    return _kept(claim, ("erratum", claim.erratum.printed if claim.erratum else ""), found)


def of_equation(claim: Claim, how: Printed, line: str) -> tuple[str, str]:
    """Whether a numbered equation is proved to say what a claim says; see `proofreading.read`."""

    def found() -> tuple[str, str]:
        from ..export.proofreading import read

        return read(claim, how, line)

    return _kept(claim, (how.label, line), found)


def of_sources(claim: Claim) -> Sequence[tuple[str, str, str, Reading]]:
    """The equations of the sources that a claim which is no erratum is about: document, label, line, reading."""
    from ..derivations.printed import equations_of

    if claim.erratum is not None:
        return []
    return [(*place, line, of_label(claim, place[1], line)) for place, line in equations_of(claim).items()]


def _kept(claim: Claim, what: tuple[str, ...], find: Callable[[], tuple[str, str]]) -> tuple[str, str]:
    meant = meaning(claim)
    if meant is None:
        return find()
    folder, _ = cache.trusted()
    store = cache.Cache(folder)
    key = cache.digest(json.dumps(["reading", cache.fingerprint(_PROGRAM), signature(), claim.id, meant, *what]))
    if (value := store.get(key)) is not None:
        return str(value["how"]), str(value["why"])
    how, why = find()
    store.put(key, {"how": how, "why": why})
    return how, why
