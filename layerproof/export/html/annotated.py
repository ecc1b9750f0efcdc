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
from layerproof.derivations.printed.lines import printed_lines
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


def printed_at(entry: Entry, link: Linker) -> Iterator[tuple[str, Markup]]:
    """What stands at a label, each with a word: what is printed, what is right; or a claim, where the line is lost."""
    wrong = [claim for claim in entry.claims if claim.erratum is not None and claim.erratum.printed]
    line = printed_lines(entry.document).get(entry.label)
    own = [claim for claim in wrong if claim.sources and claim.sources[0].document == entry.document]
    told: dict[str, Claim] = {}
    for claim in own or wrong:
        assert claim.erratum is not None
        told.setdefault(claim.erratum.printed, claim)
    whole = [text for text, claim in told.items() if claim.erratum is not None and not claim.erratum.sentence]
    if line and not any(_same(line, text) for text in whole):
        yield "", quoted(Quote(line, (), False), "")
    for claim in told.values():
        assert claim.erratum is not None
        restored = any(s.restored for s in claim.sources if (s.document, s.label) == (entry.document, entry.label))
        yield "as restored" if restored else "", quoted(quoting.printed(claim.erratum), "wrong")
        if claim.erratum.right:
            yield "right", quoted(quoting.right(claim.erratum), "changed")
    if not line and not told and entry.claims:
        with printed(entry.claims[0]):
            shown, names = rows(entry.claims[0])
            where = Markup('<p class="note">where</p>') + display(names, link) if names else Markup()
            said = "in words; as a claim" if entry.label.startswith("Section") else "as the claim has it"
            yield said, display(shown, link) + where


def how_read(entry: Entry, link: Linker) -> Markup:
    """Whether an equation is proved to say the same as a claim, and why not; empty for what is no equation."""
    reading = readings.of_entry(entry)
    return sentence(str(reading), link) if reading is not None else Markup("")


def _same(one: str, other: str) -> bool:
    """Whether two lines are one, but for spaces and the point at the end."""
    plain = ["".join(text.split()).rstrip(".,") for text in (one, other)]
    return plain[0] == plain[1]
