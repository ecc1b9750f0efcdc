"""A subject as a chapter to read: what its modules say of themselves, and between it formulas and verdicts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from layerproof.export.fragments import printed, rows
from layerproof.language.claims import Claim
from layerproof.language.printing.inline import is_formula, marked_formula
from layerproof.running.results import Result
from layerproof.running.texts import abbreviated, proof

from .code import Module
from .formulas import display, inline
from .mathml import mathml
from .words import Linker, sentence


@dataclass(frozen=True)
class Part:
    """A part of a chapter: its number and heading, the prose below it, and its claims."""

    number: str
    heading: str
    prose: tuple[str, ...]
    results: tuple[Result, ...]


def parts(group: Sequence[Result], modules: Sequence[Module]) -> list[Part]:
    """The claims of a subject in the parts in which its modules have them; without modules, one part."""
    return list(_parts(group, modules)) or [Part("", "", (), tuple(group))]


def _parts(group: Sequence[Result], modules: Sequence[Module]) -> Iterator[Part]:
    module_of = {id: module for module in reversed(modules) for id in module.claims}
    places = [module_of.get(result.claim.id) for result in group]
    for module, here in groupby(zip(places, group, strict=True), key=lambda pair: pair[0]):
        found = [result for _, result in here]
        if module is None:
            yield Part("", "Besides", (), tuple(found))
            continue
        title, prose = ("", ()) if module is modules[0] else (module.prose[0].rstrip("."), module.prose[1:])
        for heading, several in groupby(found, key=lambda result: module.heading(result.claim.id)):
            shown = f"{title.partition(':')[0]}: {heading}" if title and heading else heading or title
            numbered = re.match(r"\d\w?(?:, \d\w?)*\. ", shown)
            number = numbered[0] if numbered else ""
            yield Part(number, shown.removeprefix(number), prose, tuple(several))
            title, prose = (title if heading else ""), ()


def proof_of(claim: Claim, link: Linker) -> list[tuple[int, Markup | None, Markup, Markup]]:
    """The lines of a theorem's proof: number, what is assumed from here on if that changes, formula, reason."""
    found = []
    for number, given, line, reason in proof(claim):
        assumed = None if given is None else Markup(", ").join(inline(each) for each in given)
        found.append((number, assumed, display(list(line.says.rows()), link), sentence(reason, link)))
    return found


def prose(paragraph: str, link: Linker) -> Markup:
    """A paragraph of a docstring, with what stands between asterisks stressed; or a list, if its lines are numbered."""
    items = re.split(r"(?:^| )\d+\. (?=\*)", paragraph)
    if len(items) > 2 and not items[0]:
        return Markup("<ol>{}</ol>").format(
            Markup().join(Markup("<li>{}</li>").format(_stressed(i, link)) for i in items[1:])
        )
    return Markup("<p>{}</p>").format(_stressed(paragraph, link))


def _stressed(text: str, link: Linker) -> Markup:
    pieces = re.split(r"(?<!\S)\*([A-Za-z][^*`]*[a-z])\*(?!\w)", text)
    return Markup().join(
        Markup("<em>{}</em>").format(piece) if k % 2 else _with_formulas(piece, link) for k, piece in enumerate(pieces)
    )


def _with_formulas(text: str, link: Linker) -> Markup:
    """Words of a docstring, in which formulas of plain text stand as code: they are shown as mathematics."""
    found = Markup()
    for k, piece in enumerate(re.split(r"``([^`]+)``", text)):
        starred = re.sub(r"\b([A-Za-z])\*(?=\()", r"\1^*", piece)  # f*(x) is the target, and no product
        if k % 2 == 0:
            found += sentence(piece, link)
        elif is_formula(starred) and not re.search(r"\*\*|[\"']\w", piece):
            found += Markup(mathml(marked_formula(starred)))
        else:
            found += Markup("<code>{}</code>").format(piece)
    return found


def formula(claim: Claim, link: Linker) -> Markup:
    """What a claim says, under its relations among symbols."""
    with printed(claim):
        shown, names = rows(claim)
        found = display(shown, link)
        if names:
            found += Markup('<p class="note">where</p>') + display(names, link)
        if claim.hypotheses:
            given = Markup(", ").join(inline(each) for each in (abbreviated(claim, h) for h in claim.hypotheses))
            found += Markup('<p class="note wide">if {}</p>').format(given)
    return found
