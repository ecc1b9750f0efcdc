"""What a notebook shows of results: a table with formulas, verdicts, and where claims fail."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..language.verdicts import Method, Verdict

if TYPE_CHECKING:
    from .results import Result

_MARKS = {
    Verdict.VERIFIED: "proved", Verdict.REFUTED: "refuted", Verdict.SUPPORTED: "numbers agree",
    Verdict.CONTRADICTED: "numbers disagree", Verdict.UNDECIDED: "undecided", Verdict.CONFLICT: "conflict",
}  # fmt: skip


def table(found: Sequence[Result]) -> str:
    """The table, in HTML: a row a claim."""
    methods = list(dict.fromkeys(method for result in found for method in result.methods))
    names = ("claim", "says", "verdict", *(method.value for method in methods))
    rows = [f"<tr>{''.join(f'<th style=text-align:left>{name}</th>' for name in names)}</tr>"]
    for result in found:
        claim, marks = result.claim, [_mark(result, method) for method in methods]
        says = f"{html.escape(claim.title)}{claim._repr_latex_()}"
        verdict = f"<b>{result.verdict.value}</b>{'<br>' * bool(result.witness)}{html.escape(where(result))}"
        cells = [f"<code>{html.escape(claim.id)}</code>", says, verdict, *marks]
        rows.append(f"<tr>{''.join(f'<td style=text-align:left>{cell}</td>' for cell in cells)}</tr>")
    return f"<table><thead>{rows[0]}</thead><tbody>{''.join(rows[1:])}</tbody></table>"


def where(result: Result) -> str:
    """Where a claim fails; empty if that is nowhere."""
    return str(result.witness) if result.witness else ""


def _mark(result: Result, method: Method) -> str:
    item = result.by(method)
    return "" if item is None else _MARKS[item.verdict]
