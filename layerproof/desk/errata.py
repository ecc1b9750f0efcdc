"""The errata: what is printed, where, why it fails, a witness, and the repair with its verdict."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from functools import partial

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..language.claims import KINDS, Claim, Erratum
from ..language.marked import unmarked
from ..language.misprints import Misprint
from ..language.sources import Source, cited
from ..language.verdicts import Verdict
from ..running.catalogue import texts_of
from ..running.loading import Selection
from ..running.results import Exit, Result
from . import readings
from .graph import Graph
from .signs import in_signs, knows_signs, prose, quoted
from .tables import explanations, verdict

_SOME_WORDS = 24  # columns: in less, words say nothing


def choose(selection: Selection, known: Sequence[Claim] = ()) -> Selection:
    """The errata among the claims of `selection`, and the claims that repair them, `known` or asked for."""
    errata = [claim for claim in selection.claims if claim.erratum]
    ids = {claim.id for claim in errata}
    everything = {claim.id: claim for claim in (*known, *selection.claims, *selection.beside)}
    repairs = [claim for claim in everything.values() if claim.corrects is not None and claim.corrects.id in ids]
    chosen = Selection(problems=selection.problems)
    for claim in (*errata, *repairs):
        chosen.add(claim, selection.places.get(claim.id, claim.id))
    return chosen


def listing(results: Sequence[Result], graph: Graph, out: Console, *, full: bool = True) -> None:
    """Print every erratum, consequential ones first; `graph` knows what else rests on it.

    Args:
        results: what was found of the errata and of their repairs.
        graph: what rests on what.
        out: where to.
        full: whether to print a page each, with the repairs, or a line each.
    """
    found = ordered(results)
    if not found:
        out.print("No erratum among these claims.")
        return
    heading = ""
    widths = max(len(_place(result.claim)) for result in found), max(len(result.claim.id) for result in found)
    for number, result in enumerate(found, start=1):
        if full:
            repairs = [other for other in results if _repairs(other.claim, result.claim)]
            _entry(number, result, repairs, graph, out)
        elif not out.is_terminal:
            out.print(_line(result), soft_wrap=True)
        else:
            consequential = result.claim.erratum is not None and result.claim.erratum.kind == "consequential"
            heading, before = "Later results inherit these" if consequential else "The others", heading
            if heading != before:
                out.print(Text(f"{'' if number == 1 else chr(10)}{heading}", style="bold cyan"))
            _in_columns(result, widths, out)
    refuted = sum(1 for result in found if result.verdict is Verdict.REFUTED)
    proved = sum(
        1 for result in found
        if any(r.verdict is Verdict.VERIFIED for r in results if _repairs(r.claim, result.claim))
    )  # fmt: skip
    out.print(
        f"{len(found)} {'erratum' if len(found) == 1 else 'errata'}: {refuted} refuted, {proved} with a repair that is "
        f"proved.{'' if full else ' For witnesses and repairs: layerproof errata --full'}"
    )


def read(results: Sequence[Result], watch: Callable[[int, int, str], None]) -> None:
    """Find how the lines that errata quote are read, which takes a proof each the first time; `watch` hears of each."""
    claims = [result.claim for result in ordered(results)]
    for number, claim in enumerate(claims):
        watch(number, len(claims), f"{claim.id} as printed")
        how_it_is_read(claim)


def ordered(results: Sequence[Result]) -> list[Result]:
    """The errata among the results, those that others inherit first."""
    found = [result for result in results if result.claim.erratum]
    return sorted(found, key=lambda r: r.claim.erratum is not None and r.claim.erratum.kind != "consequential")


def as_json(results: Sequence[Result]) -> dict[str, list[dict[str, object]]]:
    """The errata as data: what is printed, how it is read, what is right, and whether the reading is proved."""
    entries: list[dict[str, object]] = []
    for result in ordered(results):
        claim, erratum = result.claim, result.claim.erratum
        assert erratum is not None
        how, why = readings.of_erratum(claim)
        witness = result.witness
        entries.append(
            {
                "id": claim.id,
                "title": claim.title,
                "sources": [{"document": source.document, "label": source.label} for source in claim.sources],
                "printed": erratum.printed,
                "mark": erratum.mark,
                "read_as": claim.lines(),
                "hypotheses": [str(hypothesis) for hypothesis in claim.hypotheses],
                "right": erratum.right,
                "reading": how,
                "reason": (why if how == "unread" else "") or None,
                "case": (why if how == "proved" else "") or None,
                "damage": erratum.damage or None,
                "kind": erratum.kind,
                "severity": KINDS[erratum.kind],
                "wrong": erratum.wrong,
                "consequence": erratum.consequence,
                "verdict": result.verdict.value,
                "witness": witness
                and {
                    "symbols": {name: str(value) for name, value in witness.symbols.items()},
                    "residual": str(witness.residual),
                },
                "corrected_by": [other.claim.id for other in results if _repairs(other.claim, claim)],
            }
        )
    return {"errata": entries}


def _repairs(one: Claim, other: Claim) -> bool:
    return one.corrects is not None and one.corrects.id == other.id


def how_it_is_read(claim: Claim) -> str:
    """Whether the printed line is proved to say what the claim of an erratum says, in words."""
    if claim.erratum is None or not claim.erratum.printed:
        return ""
    how, why = readings.of_erratum(claim)
    if how == "sentence":
        return ""
    if how == "proved":
        line = "formula" if claim.erratum.sentence else "line"
        return f"The printed {line} was parsed, and proved to say the same as this statement. {why}".strip()
    return f"The printed line was not parsed. {why}".strip()


def how_equations_are_read(claim: Claim) -> list[tuple[str, str, str]]:
    """The formulas of the sources that a claim which is no erratum is about.

    Returns:
        Of each its document and label as they are cited, if they are not those before; its LaTeX; and whether it is
        proved to say what the claim says, or why not.
    """
    found, before = [], ""
    for document, label, line, reading in readings.of_sources(claim):
        said = str(reading).replace(f"the same as {claim.id}", "the same as the claim")
        where = cited([Source(document, label)])
        found.append((where if where != before else "", line, said))
        before = where
    return found


def _line(result: Result) -> Text:
    claim = result.claim
    assert claim.erratum is not None
    where = cited(claim.sources) or "no source given"
    line = Text.assemble((claim.id, "bold"), f"  {where}  ", (claim.erratum.kind, "dim"))
    return line.append(f"  {unmarked(claim.erratum.wrong)}  ").append(verdict(result.verdict, result.status))


def _in_columns(result: Result, widths: tuple[int, int], out: Console) -> None:
    """The same for a person at a terminal: where it stands, its id, and what is wrong, beside them or below."""
    claim = result.claim
    assert claim.erratum is not None
    place, name = widths
    line = Text.assemble((f"{_place(claim):{place}}", "bold"), f"  {claim.id:{name}}")
    if result.status is not Exit.EXPECTED:
        line = line.append("  ").append(verdict(result.verdict, result.status))
    room = out.width - line.cell_len - 2
    wrong = prose(claim.erratum.wrong, in_signs if knows_signs(out) else str)
    if room >= _SOME_WORDS:
        line = line.append("  ").append(textwrap.shorten(wrong, room, placeholder=" ..."), "dim")
    line.rstrip()
    out.print(line, soft_wrap=True)
    if room < _SOME_WORDS:
        below = textwrap.shorten(wrong, max(out.width, 40) - 2, placeholder=" ...")
        out.print(Text(f"  {below}", "dim"), soft_wrap=True)


def _place(claim: Claim) -> str:
    """Where an erratum is printed first, and in how many places more."""
    if not claim.sources:
        return "no source given"
    more = len(claim.sources) - 1
    return cited(claim.sources[:1]) + (f" +{more}" if more else "")


def slips(found: Sequence[Misprint], out: Console) -> None:
    """Print the slips that no machine can refute, by where they stand."""
    if not found:
        return
    out.print()
    out.print(Text("Slips in words and references, which cannot be checked by machine", style="bold"))
    for slip in found:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="dim", no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_row("where", cited((slip.source,)))
        grid.add_row("printed", slip.printed)
        grid.add_row("meant", slip.meant)
        grid.add_row("why", slip.why)
        out.print(Padding(grid, (0, 0, 1, 3), expand=False))
    out.print(f"{len(found)} slips in words and references.")


def _entry(number: int, result: Result, repairs: Sequence[Result], graph: Graph, out: Console) -> None:
    claim = result.claim
    assert claim.erratum is not None
    where = cited(claim.sources) or "no source given"
    out.print(Text.assemble((f"{number}. {claim.title}", "bold"), "  ", verdict(result.verdict, result.status)))
    formula = in_signs if knows_signs(out) else str
    written = partial(prose, written=formula)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row("where", where)
    grid.add_row("id", claim.id)
    if claim.erratum.printed:
        grid.add_row("printed", line_of_source(claim.erratum.printed, claim.erratum, out))
    if claim.erratum.damage:
        grid.add_row("", Text(written(claim.erratum.damage), style="dim"))
    grid.add_row("read as", Text("\n".join(map(formula, claim.lines()))))
    for hypothesis in texts_of(claim).hypotheses:
        grid.add_row("", Text(formula(hypothesis), style="dim"))
    if said := how_it_is_read(claim):
        grid.add_row("", Text(said, style="dim"))
    if claim.erratum.right:
        grid.add_row("right", line_of_source(claim.erratum.right, claim.erratum, out))
    grid.add_row("wrong", written(claim.erratum.wrong))
    grid.add_row("kind", KINDS[claim.erratum.kind])
    if result.witness is not None:
        grid.add_row("witness", Text(formula(str(result.witness))))
    else:
        for line in explanations(result):
            grid.add_row("found", line)
    for repair in repairs:
        grid.add_row(
            "repair",
            Text.assemble("\n".join(map(formula, repair.claim.lines())), "  ", verdict(repair.verdict, repair.status)),
        )
        grid.add_row("", Text(_because(repair.claim, repair), style="dim"))
    if not repairs:
        grid.add_row("repair", "none")
    grid.add_row("consequence", written(claim.erratum.consequence))
    if heirs := graph.heirs(claim):
        grid.add_row("inherited by", ", ".join(other.id for other in heirs))
    out.print(Padding(grid, (0, 0, 1, 3), expand=False))


def line_of_source(line: str, erratum: Erratum, out: Console) -> Text:
    """What is printed, or the repair in its form: a formula, or where the source has words, a sentence."""
    mark = erratum.mark if line == erratum.printed else ""
    if erratum.sentence:
        words = Text(prose(line, in_signs if knows_signs(out) else str))
        if mark and (start := words.plain.find(mark)) >= 0:
            words.stylize("bold red", start, start + len(mark))
        return words
    return quoted(line, mark, out)


def _because(claim: Claim, result: Result) -> str:
    how = next((item.how for item in result.evidence if item.verdict is Verdict.VERIFIED and item.how), "")
    if result.status is not Exit.EXPECTED:
        how = "; ".join(explanations(result))
    return f"{claim.id}" + (f": {how}" if how else "")
