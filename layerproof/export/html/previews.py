"""What is shown when one points at a reference: scripts, each for a subject or a document, loaded when first needed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from markupsafe import Markup

from layerproof.derivations.coverage import Entry
from layerproof.export.fragments import printed, rows

from .annotated import printed_at
from .formulas import display

if TYPE_CHECKING:
    from .pages import Site

LONGEST = 9000
"""A formula of more characters is not shown in a preview."""


def files(site: Site) -> Iterator[tuple[str, str]]:
    """The scripts, by their paths."""
    for subject, group in site.groups.items():
        found = {site.paths[result.claim.id]: _claim(site, result.claim.id) for result in group}
        yield f"previews/{site.subject_path(subject).removesuffix('.html')}.js", _script(found)
    for document, entries in groupby(site.entries, key=lambda entry: entry.document):
        found = {f"{document}#{site.anchor(document, entry.label)}": _label(site, entry) for entry in entries}
        yield f"previews/sources/{document}.js", _script({key: shown for key, shown in found.items() if shown})


def _script(found: dict[str, Markup]) -> str:
    return f"layerproofPreviews({json.dumps(found, ensure_ascii=True, separators=(',', ':'))});\n"


def _claim(site: Site, id: str) -> Markup:
    result = site.by_id[id]
    with printed(result.claim):
        shown, names = rows(result.claim)
        formula = display([*shown, *names])
    verdict = site.verdict(result)
    head = Markup("<p><strong>{}</strong> {}</p>").format(site.title_of(result.claim), verdict)
    return head + (formula if len(formula) <= LONGEST else "") + Markup('<code class="id">{}</code>').format(id)


def _label(site: Site, entry: Entry) -> Markup:
    lines = [shown for word, shown, _ in printed_at(entry, lambda _: None) if word != "right"]
    said = Markup().join(lines)
    if not said or len(said) > LONGEST:
        return Markup()
    verdicts = [site.verdict(site.by_id[claim.id]) for claim in entry.claims if claim.id in site.by_id]
    return said + Markup("<p>{}</p>").format(Markup(" ").join(verdicts))
