"""The lines of the sources as they are printed, and how each is read as a claim."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ...language.printed import Printed
from . import equations, errata
from .lines import printed_lines

if TYPE_CHECKING:
    from ...language.claims import Claim


def how_read(claim: Claim) -> Printed:
    """How the line of an erratum is read; without names of its own, if none are declared."""
    return errata.READ.get(claim.id, Printed())


def lines(claim: Claim) -> tuple[Printed, ...]:
    """The numbered equations that a claim states, as they are printed."""
    return _by_claim().get(claim.id, ())


def read_at(label: str) -> tuple[str, ...]:
    """The ids of the claims that an equation of the thesis is declared to be read as."""
    return tuple(dict.fromkeys(id for id, printed in equations.PRINTED if printed.label == label))


@cache
def _by_claim() -> dict[str, tuple[Printed, ...]]:
    found: dict[str, tuple[Printed, ...]] = {}
    for id, printed in equations.PRINTED:
        found[id] = (*found.get(id, ()), printed)
    return found


def equations_of(claim: Claim) -> dict[tuple[str, str], str]:
    """The equations of the sources that a claim is about, as they are printed, by document and label."""
    return {
        (source.document, source.label): found[source.label]
        for source in claim.sources
        if source.label in (found := printed_lines(source.document))
    }


def line_of(printed: Printed, document: str = "thesis") -> str:
    """What the source prints.

    Raises:
        KeyError: if its text has no such equation.
    """
    return printed.line or printed_lines(document)[printed.label]
