"""The errata: what is printed, where, why it fails, a witness, and the repair with its verdict."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from .derivations.kernel.claims import KINDS, Claim
from .derivations.kernel.misprints import Misprint
from .derivations.kernel.sources import cited
from .derivations.kernel.verdicts import Verdict
from .graph import Graph
from .loading import Selection
from .results import Exit, Result
from .tables import explanations, verdict


def choose(selection: Selection) -> Selection:
    """The errata among the claims of `selection`, and the claims that repair them."""
    errata = [claim for claim in selection.claims if claim.erratum]
    repairs = [claim for claim in (*selection.claims, *selection.beside) if claim.corrects in errata]
    chosen = Selection(problems=selection.problems)
    for claim in (*errata, *repairs):
        chosen.add(claim, selection.places.get(claim.id, claim.id))
    return chosen


def listing(results: Sequence[Result], graph: Graph, out: Console) -> None:
    """Print every erratum with its repairs; `graph` knows what else rests on it."""
    found = [result for result in results if result.claim.erratum]
    if not found:
        out.print("No erratum among these claims.")
        return
    for number, result in enumerate(found, start=1):
        repairs = [other for other in results if other.claim.corrects is result.claim]
        _entry(number, result, repairs, graph, out)
    refuted = sum(1 for result in found if result.verdict is Verdict.REFUTED)
    proved = sum(
        1 for result in found
        if any(r.verdict is Verdict.VERIFIED for r in results if r.claim.corrects is result.claim)
    )  # fmt: skip
    out.print(
        f"{len(found)} printed lines thought to be wrong: {refuted} refuted, {proved} with a repair that is proved."
    )


def slips(found: Sequence[Misprint], out: Console) -> None:
    """Print the slips that no machine can refute, by where they stand."""
    if not found:
        return
    out.print()
    out.print(Text("Slips of words and references, which nothing computes and no machine refutes", style="bold"))
    for slip in found:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="dim", no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_row("where", cited((slip.source,)))
        grid.add_row("printed", slip.printed)
        grid.add_row("meant", slip.meant)
        grid.add_row("why", slip.why)
        out.print(Padding(grid, (0, 0, 1, 3), expand=False))
    out.print(f"{len(found)} slips of words and references.")


def _entry(number: int, result: Result, repairs: Sequence[Result], graph: Graph, out: Console) -> None:
    claim = result.claim
    assert claim.erratum is not None
    where = cited(claim.sources) or "no source given"
    out.print(Text.assemble((f"{number}. {claim.title}", "bold"), "  ", verdict(result.verdict, result.status)))
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row("where", where)
    grid.add_row("id", claim.id)
    grid.add_row("printed", "\n".join(claim.lines()))
    grid.add_row("wrong", claim.erratum.wrong)
    grid.add_row("kind", KINDS[claim.erratum.kind])
    if result.witness is not None:
        grid.add_row("witness", Text(str(result.witness)))
    else:
        for line in explanations(result):
            grid.add_row("found", line)
    for repair in repairs:
        grid.add_row(
            "repair", Text.assemble("\n".join(repair.claim.lines()), "  ", verdict(repair.verdict, repair.status))
        )
        grid.add_row("", Text(_because(repair.claim, repair), style="dim"))
    if not repairs:
        grid.add_row("repair", "none")
    grid.add_row("consequence", claim.erratum.consequence)
    if heirs := graph.heirs(claim):
        grid.add_row("inherited by", ", ".join(other.id for other in heirs))
    out.print(Padding(grid, (0, 0, 1, 3), expand=False))


def _because(claim: Claim, result: Result) -> str:
    how = next((item.how for item in result.evidence if item.verdict is Verdict.VERIFIED and item.how), "")
    if result.status is not Exit.EXPECTED:
        how = "; ".join(explanations(result))
    return f"{claim.id}" + (f": {how}" if how else "")
