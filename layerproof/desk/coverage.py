"""Looking up what is printed: every label of the sources, with its claims or the reason why it has none."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..derivations.coverage import Entry, State, entries
from ..derivations.printed.lines import standing_at
from ..language.sources import TITLES
from ..running.loading import Library
from . import readings
from .signs import quoted

STATES = {
    State.STATED: "stated",
    State.GIVEN: "stated given what is cited",
    State.PARTS: "stated in parts",
    State.REASON: "with a reason for having no claim",
    State.UNMAPPED: "unmapped",
}
"""The states of labels, as they are counted."""

_NARROW = 60  # columns: below, labels stand above what is said of them


def of_library(library: Library) -> list[Entry]:
    """Every label of the four sources, and what the library says of it."""
    return list(entries(library.all(), library.reasons(), library.misprints()))


def choose(everything: Sequence[Entry], what: Iterable[str]) -> tuple[list[Entry], list[str]]:
    """The entries that `what` asks for, and a message for each word that asks for none.

    A word is a document, a label with or without brackets, or a pattern of labels.
    """
    words = list(what)
    if not words:
        return list(everything), []
    problems = []
    kept: set[tuple[str, str]] = set()
    for word in words:
        plain = word.strip("()")
        found = [e for e in everything if word == e.document or fnmatchcase(e.label.lower(), plain.lower())]
        kept |= {(entry.document, entry.label) for entry in found}
        if not found:
            near = difflib.get_close_matches(plain, [*TITLES, *(e.label for e in everything)], n=3, cutoff=0.5)
            hint = f"; did you mean {', '.join(dict.fromkeys(near))}?" if near else ""
            problems.append(f"{word}: no such document or label{hint}")
    return [entry for entry in everything if (entry.document, entry.label) in kept], problems


def as_json(chosen: Iterable[Entry]) -> dict[str, Any]:
    """The entries as plain data, by document and label."""
    documents: dict[str, dict[str, Any]] = {}
    for entry in chosen:
        found: dict[str, Any] = {"state": entry.state.value}
        if entry.claims:
            found["claims"] = [claim.id for claim in entry.claims]
        if entry.reasons:
            found["missing" if entry.state is State.PARTS else "reason"] = "; ".join(entry.reasons)
        if printed := readings.of_entry(entry):
            found["printed"] = [{"formula": line, **reading.as_json()} for line, reading in printed]
        if entry.misprints:
            found["misprints"] = [
                {"printed": slip.printed, "meant": slip.meant, "why": slip.why} for slip in entry.misprints
            ]
        if not entry.covered:
            found["problem"] = _problem(entry)
        documents.setdefault(entry.document, {})[entry.label] = found
    return {"documents": documents}


def _problem(entry: Entry) -> str:
    return "unmapped: no claim and no reason" if entry.part is not None else "the document has no such label"


def listing(chosen: Sequence[Entry], out: Console, *, read: bool = False) -> None:
    """Print the entries, by document and part, then how many there are of each sort.

    Args:
        chosen: which.
        out: where to.
        read: whether to say of each formula how it is read, which takes a proof.
    """
    for document, group in groupby(chosen, key=lambda entry: entry.document):
        out.print(Text(TITLES[document], style="bold"))
        for part, rows in groupby(group, key=lambda entry: entry.part):
            out.print(Text(f"  {part.title if part else 'not in the document'}", style="cyan"))
            if out.width < _NARROW:
                for entry in rows:
                    _stacked(entry, out, read)
                continue
            table = Table.grid(padding=(0, 2))
            table.add_column(no_wrap=True, width=max(len(e.label) for e in chosen if e.document == document) + 4)
            table.add_column(overflow="fold")
            for entry in rows:
                table.add_row(Text(f"    {entry.label}"), _said(entry, out, read))
            out.print(table)
        out.print()
    wrong = len({claim.id for entry in chosen for claim in entry.claims if claim.erratum})
    out.print(f"{summary(chosen)}; {wrong} of the claims are errata.")


def _stacked(entry: Entry, out: Console, read: bool) -> None:
    """One label where there is no room for two columns; ids stay whole, so that they can be copied."""
    out.print(Text(f"  {entry.label}", style="bold"))
    ids = {claim.id for claim in entry.claims}
    for line in _said(entry, out, read).split("\n"):
        id, _, what = line.plain.partition("  ")
        if id in ids:
            below = bool(what) and line.cell_len + 4 > out.width
            out.print(Text("    ").append(line[: len(id)] if below else line), soft_wrap=True)
            if below:
                out.print(Text("      ").append(line[len(id) + 2 :]), soft_wrap=True)
        else:
            out.print(Padding(line, (0, 0, 0, 4), expand=False))


def summary(chosen: Sequence[Entry]) -> str:
    """How many labels there are in each state, in words."""
    counted = Counter(entry.state for entry in chosen)
    shown = {state: words for state, words in STATES.items() if counted[state] or state is State.UNMAPPED}
    said = ", ".join(f"{counted[state]} {words}" for state, words in shown.items())
    return f"{len(chosen)} label{'s' * (len(chosen) != 1)}: {said}"


def _printed(entry: Entry, read: bool) -> list[tuple[str, str]]:
    """The formulas that stand at a label, and how each is read, if that is asked for."""
    if read:
        return [(line, str(reading)) for line, reading in readings.of_entry(entry)]
    return [(line, "") for line in standing_at(entry.document, entry.label).values()]


def _said(entry: Entry, out: Console, read: bool) -> Text:
    """What there is to say of one label, a line each."""
    lines = []
    for formula, said in _printed(entry, read):
        lines.append(quoted(formula, "", out))
        if said:
            lines.append(Text(said, style="dim"))
    for claim in entry.claims:
        line = Text(claim.id)
        if claim.erratum:
            line.append("  as printed: an erratum", style="magenta")
        elif claim.corrects and claim.corrects.id in {other.id for other in entry.claims}:
            line.append("  the repair", style="green")
        lines.append(line)
    cited = dict.fromkeys(str(item) for claim in entry.claims for item in claim.given)
    lines += [Text(f"given, and not proved here: {item}", style="dim") for item in cited]
    said = "in parts; not said: " if entry.state is State.PARTS else ""
    lines += [Text(f"{said}{reason}", style="dim") for reason in entry.reasons]
    lines += [Text(f"misprint: {slip.printed!r} for {slip.meant!r}", style="magenta") for slip in entry.misprints]
    if not entry.covered:
        lines.append(Text(_problem(entry), style="bold red"))
    return Text("\n").join(lines)
