"""How the lines of the sources are read, from what is kept: that a line says what its claim says takes a proof.

Of every formula that a source prints it is told whether it is proved to say the same as a claim, and if it is not, why:
it defines a name, or the machine tells where its reading stops.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache as once
from typing import TYPE_CHECKING

from ..derivations.printed.definitions import APART, DEFINES
from ..derivations.printed.lines import label_of, standing_at
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
    """How a printed formula is read.

    Attributes:
        how: ``proved`` to say the same as a claim; ``definition`` or ``unread`` if it is not.
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
        return f"Not proved to say the same as {self.claim}: {self.why}" if self.claim else f"Not read: {self.why}"

    def as_json(self) -> dict[str, str | None]:
        """The reading as plain data."""
        return {"reading": self.how, "reason": self.why or None, "claim": self.claim or None}


def of_entry(entry: Entry) -> Sequence[tuple[str, Reading]]:
    """The formulas that are printed at a label, and how each is read; none where its text has lost them."""
    return [(line, of_formula(entry, own)) for own, line in standing_at(entry.document, entry.label).items()]


def of_formula(entry: Entry, own: str) -> Reading:
    """How one of the formulas that are printed at a label is read."""
    from ..derivations.printed import quoted_by

    document, label = entry.document, entry.label
    line = standing_at(document, label)[own]
    told = [claim for claim in entry.claims if claim.erratum is None or own in quoted_by(claim, document, label)]
    found = [_held(claim, own, line) for claim in sorted(told, key=lambda claim: claim.erratum is None)]
    for how in ("proved", "definition"):
        if (first := next((reading for reading in found if reading.how == how), None)) is not None:
            return first
    if own in DEFINES:
        return Reading("definition", DEFINES[own])
    if len(found) > 1 and len({reading.why for reading in found}) == 1:
        return replace(found[0], claim="")  # which is not about one of them
    if found:
        return min(found, key=lambda reading: "the reading stops" in reading.why)  # one that was parsed says more
    reason = "; ".join(entry.reasons) or "no claim is about it"
    if (defined := re.match(r"(?:the )?definition of |(?=a notation)", reason)) is not None:
        return Reading("definition", reason[defined.end() :])
    return Reading("unread", reason)


def _held(claim: Claim, own: str, line: str) -> Reading:
    if claim.erratum is not None:
        how, why = of_erratum(claim)
        return Reading(how, why, claim.id)
    return of_label(claim, own, line)


def of_label(claim: Claim, own: str, line: str) -> Reading:
    """How a formula, of this own label, is read as a claim that is no erratum; others may be what it is read as."""
    from ..derivations.printed import lines, read_at

    declared = [printed for printed in lines(claim) if printed.label == own]
    others = [id for id in read_at(own) if id != claim.id]
    if declared:
        how, why = of_equation(claim, declared[0], line)
        return Reading(how, why, claim.id)
    if own in DEFINES:
        return Reading("definition", DEFINES[own])
    if own in APART:
        return Reading("unread", f"{APART[own]}.", claim.id)
    if others:
        return Reading("unread", f"it is read as {' and '.join(others)}.", claim.id)

    def found() -> tuple[str, str]:
        from ..export.proofreading import read

        how, why = read(claim, Printed(label=own), line)
        return how, why if how == "proved" else _told(why, line)

    how, why = _kept(claim, ("undeclared", own, line), found)
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
    """Whether a formula is proved to say what a claim says; see `proofreading.read`."""

    def found() -> tuple[str, str]:
        from ..export.proofreading import read

        return read(claim, how, line)

    return _kept(claim, (how.label, line), found)


def of_sources(claim: Claim) -> Sequence[tuple[str, str, str, Reading]]:
    """The formulas of the sources that a claim which is no erratum is about: document, label, line, reading."""
    from ..derivations.printed import formulas_of

    if claim.erratum is not None:
        return []
    return [
        (document, label_of(own), line, of_label(claim, own, line))
        for (document, own), line in formulas_of(claim).items()
    ]


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
