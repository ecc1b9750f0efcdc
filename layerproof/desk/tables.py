"""Tables that read well at 80 columns, and use the room where there is more."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..ground.terminal import console as console
from ..ground.terminal import fitted
from ..language.claims import Claim
from ..language.sources import cited
from ..language.verdicts import BEYOND, OUTSIDE, Evidence, Method, Verdict
from ..running.results import Exit, Result, told

if TYPE_CHECKING:
    from ..figures import Plate

STYLES = {
    Verdict.VERIFIED: "green",
    Verdict.SUPPORTED: "cyan",
    Verdict.REFUTED: "red",
    Verdict.CONTRADICTED: "red",
    Verdict.UNDECIDED: "yellow",
    Verdict.CONFLICT: "bold white on red",
}
_MARKS = {
    Verdict.VERIFIED: ("✓", "yes"),
    Verdict.SUPPORTED: ("≈", "~"),
    Verdict.REFUTED: ("✗", "no"),
    Verdict.CONTRADICTED: ("≉", "no"),
    Verdict.UNDECIDED: ("?", "?"),
}
WIDE, NARROW = 120, 60
_LEAST = 16  # letters for the names of claims, where there is a table


def _unicode(out: Console) -> bool:
    return out.encoding.lower().replace("-", "") in ("utf8", "utf16", "utf32")


def mark(evidence: Evidence | None, out: Console) -> Text:
    """One sign for what a method found; a dot where it does not apply."""
    plain = not _unicode(out)
    if evidence is None or evidence.details.get(OUTSIDE):
        return Text("-" if plain else "·", style="dim")
    return Text(_MARKS[evidence.verdict][plain], style=STYLES[evidence.verdict])


def beyond(result: Result, out: Console) -> Text:
    """One sign for networks outside of a claim's hypotheses: whether what it says is found there as well."""
    item = result.by(Method.TRAINED)
    if item is None or BEYOND not in item.details:
        return mark(None, out)
    return Text(_MARKS[Verdict(str(item.details[BEYOND]))][not _unicode(out)], style="dim")


def verdict(found: Verdict, status: Exit) -> Text:
    """The word for a verdict; an expected refutation is no alarm, an unexpected one is."""
    if status is Exit.EXPECTED:
        return Text(found.value, style="magenta" if found is Verdict.REFUTED else STYLES[found])
    return Text(found.value + " !", style=STYLES[found])


def check_table(results: Sequence[Result], out: Console) -> None:
    """Print the table of verdicts, grouped by subject, and what the signs mean."""
    methods = list(dict.fromkeys(method for result in results for method in result.methods))
    wide = out.width >= WIDE
    trials = any(result.mutants is not None for result in results)
    further = any(BEYOND in item.details for result in results for item in result.evidence)
    others = [len("UNDECIDED !"), *map(len, methods), *[len("mutants")] * trials, *[len("beyond")] * further]
    others.append(max((len(_seconds(result)) for result in results), default=1))
    room = out.width - sum(others) - 3 * (len(others) + 1)  # between columns are two spaces and a divider
    if out.width < NARROW or room < _LEAST:
        _lines(results, out)
        return
    table = Table(box=SIMPLE_HEAD if _unicode(out) else None, pad_edge=False, padding=(0, 1), expand=False)
    table.add_column("claim", no_wrap=True)
    if wide:
        table.add_column("title", overflow="fold", ratio=1)
    table.add_column("verdict", no_wrap=True)
    for method in methods:
        table.add_column(method.value, justify="center", no_wrap=True)
    if trials:
        table.add_column("mutants", justify="right", no_wrap=True)
    if further:
        table.add_column("beyond", justify="center", no_wrap=True)
    table.add_column("s", justify="right", no_wrap=True)
    for subject, group in groupby(results, key=lambda result: result.claim.subject):
        table.add_row(Text(subject, style="bold"), *([""] * (len(table.columns) - 1)))
        for result in group:
            name = result.claim.id.split("/", 1)[1] + ("" if result.selected else " †")
            row: list[Text | str] = [Text(_folded(name, min(room, 44) if wide else room))]
            if wide:
                row.append(Text(result.claim.title, style="dim"))
            row.append(verdict(result.verdict, result.status) if told(result.evidence) else mark(None, out))
            row += [mark(result.by(method), out) for method in methods]
            if trials:
                row.append(_score(result))
            if further:
                row.append(beyond(result, out))
            row.append(_seconds(result))
            table.add_row(*row)
    out.print(table)
    signs = {Verdict.VERIFIED: "proved", Verdict.REFUTED: "refuted", Verdict.SUPPORTED: "numbers agree"}
    signs |= {Verdict.CONTRADICTED: "numbers disagree", Verdict.UNDECIDED: "undecided"}
    legend = [f"{_MARKS[key][not _unicode(out)]} {words}" for key, words in signs.items()]
    legend.append(f"{'·' if _unicode(out) else '-'} does not apply")
    out.print(Text(", ".join(legend), style="dim"))
    if further:
        out.print(Text("beyond: networks outside of the claim's hypotheses, no verdict on it", style="dim"))
    if any(not result.selected for result in results):
        out.print(Text("† not asked for, but used by a claim that was", style="dim"))


def subject_table(results: Sequence[Result], out: Console) -> None:
    """Print one line a subject: how many claims have which verdict, and how many are not as expected."""
    asked = [result for result in results if result.selected]
    found = [verdict for verdict in Verdict if any(r.verdict is verdict and told(r.evidence) for r in asked)]
    table = Table(box=SIMPLE_HEAD if _unicode(out) else None, pad_edge=False, padding=(0, 1), expand=False)
    table.add_column("subject", overflow="fold")
    for kind in found:
        table.add_column(kind.value.lower(), justify="right", overflow="fold")
    table.add_column("not as expected", justify="right", overflow="fold")
    groups = [(subject, list(group)) for subject, group in groupby(asked, key=lambda r: r.claim.subject)]
    for subject, group in [*groups, ("all", asked)]:
        counts = Counter(result.verdict for result in group if told(result.evidence))
        odd = sum(1 for result in group if result.status is not Exit.EXPECTED)
        cells = [
            Text(str(counts[kind] or ""), style=STYLES[kind] if kind is not Verdict.REFUTED else "") for kind in found
        ]
        style = "bold" if subject == "all" else ""
        table.add_row(Text(subject, style=style), *cells, Text(str(odd or ""), style="bold red"))
    out.print(table)
    out.print(Text("layerproof check --all prints a row a claim", style="dim"))


def _lines(results: Sequence[Result], out: Console) -> None:
    """The verdicts on a narrow screen: a line a claim, its id whole."""
    for result in results:
        shown = verdict(result.verdict, result.status) if told(result.evidence) else mark(None, out)
        note = "" if result.selected else " †"
        out.print(Text.assemble(shown, f"  {result.claim.id}{note}"), soft_wrap=True)


def _folded(name: str, width: int) -> str:
    """A long name on several lines, broken at its hyphens."""
    return textwrap.fill(name, max(width, _LEAST), initial_indent="  ", subsequent_indent="    ")


def _seconds(result: Result) -> str:
    return f"{result.seconds:.1f}" if result.seconds < 100 else f"{result.seconds:.0f}"


def _score(result: Result) -> Text:
    mutants = result.mutants
    if mutants is None:
        return Text("")
    if mutants.reason:
        return Text("?", style="yellow")
    style = "bold red" if mutants.survived else "" if mutants.killed == mutants.made else "yellow"
    return Text(f"{mutants.killed}/{mutants.made}", style=style)


def summary(results: Sequence[Result], out: Console) -> None:
    """Print the counts, the mutant score, and what was not expected, with the reason or the witness."""
    counts = Counter(result.verdict for result in results if told(result.evidence))
    words = [f"{counts[found]} {found.value}" for found in Verdict if counts[found]]
    if idle := len(results) - counts.total():
        exact = any(Method.EXACT in result.methods for result in results)
        words.append(f"{idle} {'not checked' if exact else 'to which no method asked for applies'}")
    line = Text(f"{len(results)} claim{'s' * (len(results) != 1)}: " + ", ".join(words))
    odd = sum(1 for result in results if result.status is not Exit.EXPECTED)
    line.append(f"; {odd} not as expected" if odd else "; all as expected")
    line.append(_false_on_purpose(results))
    out.print(line)
    put = [result.mutants for result in results if result.mutants is not None]
    if made := sum(mutants.made for mutants in put):
        killed, survived = sum(m.killed for m in put), sum(len(m.survived) for m in put)
        out.print(f"mutants: {killed} of {made} refuted ({killed / made:.1%}), {survived} survived")
    if asked := [item.verdict for result in results if (item := result.by(Method.COQ)) is not None]:
        said = (
            (Verdict.VERIFIED, "proved"),
            (Verdict.REFUTED, "refuted"),
            (Verdict.UNDECIDED, "without a proof by it"),
        )
        words = [f"{number} {word}" for found, word in said if (number := asked.count(found))]
        out.print(f"Coq: {', '.join(words)}")
    if kept := sum(result.from_cache for result in results):
        pieces = f"{kept} piece{'s' * (kept != 1)} of evidence"
        out.print(Text(f"{pieces} came from the cache (--no-cache computes them again)", style="dim"))
    for result in results:
        if result.mutants is not None and result.mutants.survived:
            alarm = f"alarm: VERIFIED although broken: {result.claim.id}, {'; '.join(result.mutants.survived)}"
            out.print(Text(fitted(alarm, out.width), "red"))
    for result in results:
        if result.verdict is Verdict.VERIFIED and (given := result.claim.given):
            names = ", ".join(str(item) for item in given)
            out.print(Text(f"{result.claim.id} is VERIFIED given what is cited and not proved here: {names}", "yellow"))
    for result in results:
        if result.mutants is not None and result.mutants.nothing and result.verdict is Verdict.VERIFIED:
            out.print(Text(f"{result.claim.id} is VERIFIED, but {result.mutants.nothing}", "yellow"))
    unexpected(results, out)


def _false_on_purpose(results: Sequence[Result]) -> str:
    """Which claims are expected to be REFUTED: printed lines that are wrong, and counterexamples."""
    false = [result.claim for result in results if result.claim.expected is Verdict.REFUTED]
    errata = sum(1 for claim in false if claim.erratum)
    numbers = (("printed line", errata), ("counterexample", len(false) - errata))
    words = [f"{number} {name}{'s' * (number > 1)}" for name, number in numbers if number]
    verb = "is" if len(false) == 1 else "are"
    return f" ({' and '.join(words)} {verb} expected to be REFUTED)" if words else ""


def unexpected(results: Iterable[Result], out: Console) -> None:
    """Print each verdict that was not expected, and why it came out as it did."""
    for result in results:
        if result.status is Exit.EXPECTED:
            continue
        out.print()
        head = Text(result.claim.id, style="bold")
        head.append(f" ({result.place})", style="dim")
        out.print(head)
        out.print(
            Text.assemble("  got ", verdict(result.verdict, Exit.EXPECTED), f", expected {result.claim.expected}")
        )
        for text in explanations(result):
            out.print(Text(f"  {text}"))


def explanations(result: Result) -> list[str]:
    """Why the verdict is what it is, one line a reason."""
    found = [result.because] if result.because else []
    for item in result.evidence:
        if item.witness is not None:
            found.append(f"{item.method}: {item.verdict} {item.witness}")
        elif item.verdict is Verdict.UNDECIDED:
            found.append(f"{item.method}: {item.reason}")
        elif item.verdict is Verdict.CONTRADICTED:
            found.append(f"{item.method}: {item.verdict}, {disagreement(item)}")
    if result.mutants is not None and result.mutants.survived:
        found.append(f"VERIFIED although broken: {'; '.join(result.mutants.survived)}; report this to layerproof")
    if not result.evidence:
        methods = ", ".join(method.value for method in result.methods)
        exact = Method.EXACT in result.methods  # which applies to every claim
        found.append(
            "it was not checked: nothing about it is kept"
            if exact
            else f"none of the methods asked for applies to it ({methods})"
        )
    elif not found:
        found += [f"{item.method}: {item.verdict}, {item.how}" for item in result.evidence]
    return found


def disagreement(item: Evidence) -> str:
    """Where numbers disagree most, as far as the method says."""
    details = item.details
    found = item.reason or item.how
    if isinstance(error := details.get("error"), (int, float)):
        found += f"; relative error {error:.2g}"
        if item.tolerance is not None:
            found += f" against a tolerance of {item.tolerance:.1g}"
    if part := details.get("part"):
        found += f", {part}"
    if isinstance(worst := details.get("worst"), Mapping) and worst:
        found += ", at " + ", ".join(f"{name} = {_short(value)}" for name, value in worst.items())
    return found


def _short(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def claim_list(claims: Sequence[Claim], out: Console) -> None:
    """Print the claims, one a line with its title; where there is no room for it, the title stands below the id."""
    if not out.is_terminal:
        for claim in claims:
            out.file.write(f"{claim.id}\t{claim.title}\n")
        return
    longest = max((len(claim.id) for claim in claims), default=0)
    beside = out.width - longest - 2
    for claim in claims:
        name = Text(claim.id, style="magenta" if claim.erratum else "")
        title = Text(fitted(claim.title, beside if beside >= TITLE else max(out.width - 2, TITLE)), style="dim")
        if beside >= TITLE:
            out.print(Text.assemble(name, " " * (longest + 2 - len(claim.id)), title), soft_wrap=True)
        else:  # an id is never cut: it is what one copies
            out.print(name, soft_wrap=True)
            out.print(Text.assemble("  ", title), soft_wrap=True)


TITLE = 30
"""So many letters of a title stand beside an id; if there is room for fewer, it stands below."""

METHOD_TITLES = {
    Method.EXACT: "exact algebra",
    Method.NUMERIC: "integration and sampling",
    Method.TRAINED: "trained networks",
    Method.COQ: "Coq",
}


def figure_list(plates: Iterable[Plate], out: Console) -> None:
    """The figures, each with the place it redraws, its caption and the claims that it illustrates."""
    for plate in plates:
        out.print(Text.assemble((plate.name, "bold"), f"   {cited(plate.sources)}"))
        for text in (plate.caption, f"claims: {', '.join(plate.claims)}"):
            out.print(Padding(Text(text), (0, 0, 0, 4)))
        out.print()
