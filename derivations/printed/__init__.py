"""The formulas of the sources as they are printed, and how each is read as a claim."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ...language.printed import Printed
from . import equations, errata
from .lines import DOCUMENTS, printed_lines, standing_at

if TYPE_CHECKING:
    from ...language.claims import Claim


def how_read(claim: Claim) -> Printed:
    """How the line of an erratum is read; without names of its own, if none are declared."""
    return errata.READ.get(claim.id, Printed())


def lines(claim: Claim) -> tuple[Printed, ...]:
    """The formulas of the sources that a claim states, as they are printed."""
    return _by_claim().get(claim.id, ())


def read_at(own: str) -> tuple[str, ...]:
    """The ids of the claims that a formula, of this own label, is declared to be read as."""
    declared = (*equations.PRINTED, *errata.READ.items())
    return tuple(dict.fromkeys(id for id, printed in declared if printed.label == own))


@cache
def _by_claim() -> dict[str, tuple[Printed, ...]]:
    found: dict[str, tuple[Printed, ...]] = {}
    for id, printed in equations.PRINTED:
        found[id] = (*found.get(id, ()), printed)
    return found


def formulas_of(claim: Claim) -> dict[tuple[str, str], str]:
    """What is printed where a claim says it is, by document and own label; of several formulas those that it states."""
    declared = {printed.label for printed in lines(claim)}
    found: dict[tuple[str, str], str] = {}
    for source in claim.sources:
        here = standing_at(source.document, source.label)
        stated = [own for own in here if own in declared]
        found |= {(source.document, own): here[own] for own in stated or here}
    return found


def line_of(printed: Printed) -> str:
    """What the source prints.

    Raises:
        KeyError: if no text has such a formula.
    """
    return printed.line or _all_lines()[printed.label]


@cache
def _all_lines() -> dict[str, str]:
    return {own: line for document in DOCUMENTS for own, line in printed_lines(document).items()}


def quoted_by(claim: Claim, document: str, label: str) -> tuple[str, ...]:
    """The formulas at a label that an erratum quotes, whole or in part, by their own labels; one alone in any case."""
    erratum = claim.erratum
    if erratum is None or erratum.sentence:
        return ()
    here = standing_at(document, label)
    return tuple(own for own, line in here.items() if len(here) == 1 or plain(erratum.printed) in plain(line))


def plain(line: str) -> str:
    """A line without its spaces and what ends it, to be compared."""
    return "".join(line.split()).rstrip(".,")
