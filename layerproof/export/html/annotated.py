"""The sources, annotated: a page for each section, with its equations as printed and the verdicts in the margin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from layerproof.derivations.coverage import Entry
from layerproof.derivations.outline import SECTIONS, Section, page_of, section_of
from layerproof.derivations.printed import plain, quoted_by
from layerproof.derivations.printed.lines import printed_lines, standing_at
from layerproof.desk import readings
from layerproof.export import quoting
from layerproof.export.fragments import printed, rows
from layerproof.export.quoting import Quote
from layerproof.language.claims import Claim
from layerproof.language.sources import SHORT, TITLES

from .formulas import display
from .quotes import quoted
from .words import Linker, sentence

if TYPE_CHECKING:
    from .pages import Site


@dataclass(frozen=True)
class Sheet:
    """A page of a source: a section with its subsections.

    Attributes:
        document, number, title: which.
        sections: those on it, each with what is said of its labels.
    """

    document: str
    number: str
    title: str
    sections: tuple[tuple[Section, tuple[Entry, ...]], ...]

    @property
    def path(self) -> str:
        """Where the page is."""
        return f"sources/{self.document}/{self.number}.html"

    @property
    def entries(self) -> list[Entry]:
        """What is said of the labels on it."""
        return [entry for _, entries in self.sections for entry in entries]


def sheets(entries: Sequence[Entry]) -> list[Sheet]:
    """The pages of the sources in reading order; of sections in which no label stands, none."""
    found = []
    for document, here in groupby(entries, key=lambda entry: entry.document):
        placed: dict[Section, list[Entry]] = {}
        for entry in here:
            if (section := section_of(document, entry.label)) is not None:
                placed.setdefault(section, []).append(entry)
        titles = {section.number: section.title for section in SECTIONS[document]}
        for number, sections in groupby(SECTIONS[document], key=lambda section: page_of(document, section)):
            told = tuple((section, tuple(placed[section])) for section in sections if section in placed)
            if told:
                found.append(Sheet(document, number, titles.get(number, ""), told))
    return found


def contents(site: Site) -> dict[str, Any]:
    """All pages of the sources, by document, with how many of each verdict stand on each."""
    return {
        "documents": [
            (TITLES.get(document, document), [(sheet, _tally(site, sheet)) for sheet in found])
            for document, found in groupby(site.sheets, key=lambda sheet: sheet.document)
        ]
    }


def _tally(site: Site, sheet: Sheet) -> Counter[Any]:
    claims = {claim.id for entry in sheet.entries for claim in entry.claims if claim.id in site.by_id}
    return site.counts([site.by_id[id] for id in sorted(claims)])


def page(site: Site, sheet: Sheet) -> dict[str, Any]:
    """A section: its equations in order, as printed, each with its claims beside it."""
    here = [other for other in site.sheets if other.document == sheet.document]
    place = here.index(sheet)
    return {
        "sheet": sheet,
        "short": SHORT[sheet.document],
        "before": here[place - 1] if place else None,
        "after": here[place + 1] if place + 1 < len(here) else None,
        "printed_of": printed_at,
        "reading_of": how_read,
        "has_text": bool(printed_lines(sheet.document)),
    }


def printed_at(entry: Entry, link: Linker) -> Iterator[tuple[str, Markup, str]]:
    """What stands at a label: formulas, errata and their repairs; or a claim, where the text has lost them.

    Yields:
        Of each a word, what is shown, and, at the last that is about a formula, the own label of this formula.
    """
    wrong = [claim for claim in entry.claims if claim.erratum is not None and claim.erratum.printed]
    first = [claim for claim in wrong if claim.sources and claim.sources[0].document == entry.document]
    told: dict[str, Claim] = {}
    for claim in first or wrong:
        assert claim.erratum is not None
        told.setdefault(claim.erratum.printed, claim)
    formulas = standing_at(entry.document, entry.label)
    beside = [*told.values()]
    for own, line in formulas.items():
        here = [claim for claim in told.values() if own in quoted_by(claim, entry.document, entry.label)]
        beside = [claim for claim in beside if claim not in here]
        shown = [] if any(_is_whole(line, claim) for claim in here) else [("", quoted(Quote(line, (), False), ""))]
        shown += [part for claim in here for part in _erratum(entry, claim)]
        yield from ((*part, own if k == len(shown) else "") for k, part in enumerate(shown, 1))
    yield from ((*part, "") for claim in beside for part in _erratum(entry, claim))
    if not formulas and not wrong and entry.claims:
        with printed(entry.claims[0]):
            stated, names = rows(entry.claims[0])
            where = Markup('<p class="note">where</p>') + display(names, link) if names else Markup()
            word = "in words; as a claim" if entry.label.startswith("Section") else "as the claim has it"
            yield word, display(stated, link) + where, ""


def how_read(entry: Entry, own: str, link: Linker) -> Markup:
    """Whether a formula is proved to say the same as a claim, and why not."""
    return sentence(str(readings.of_formula(entry, own)), link)


def _erratum(entry: Entry, claim: Claim) -> Iterator[tuple[str, Markup]]:
    """What an erratum quotes, and its repair, each with a word."""
    assert claim.erratum is not None
    restored = any(s.restored for s in claim.sources if (s.document, s.label) == (entry.document, entry.label))
    yield "as restored" if restored else "", quoted(quoting.printed(claim.erratum), "wrong")
    if claim.erratum.right:
        yield "right", quoted(quoting.right(claim.erratum), "changed")


def _is_whole(line: str, claim: Claim) -> bool:
    """Whether what an erratum quotes is all of a formula."""
    return claim.erratum is not None and plain(line) == plain(claim.erratum.printed)
