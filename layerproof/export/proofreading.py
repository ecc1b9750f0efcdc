"""What is printed, read back and held against the claim: so that what a reader sees is what was proved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp

from layerproof.derivations.printed import how_read
from layerproof.language.claims import Claim
from layerproof.language.printed import LEFT, RIGHT, Printed
from layerproof.language.printing.marks import Slope
from layerproof.language.reading import CannotRead, Reader
from layerproof.language.statements.base import Row
from layerproof.proving.exact.agreement import agree

from .display import formulas
from .fragments import printed, rows


def disagreements(claim: Claim, fragment: str) -> Iterator[str]:
    """Where the displays of an exported fragment do not say what the claim says; nothing if all is well."""
    with printed(claim):
        shown, names = rows(claim)
        wanted = [*shown, *names]
        found = list(formulas(fragment))[: len(wanted)]  # a derivation in words may follow
        if len(found) != len(wanted):
            yield f"{len(found)} formulas are printed; the claim has {len(wanted)}"
            return
        sides = [s for row in wanted for s in (row.left, row.right, *(row.tends or ())) if s is not None]
        reader = Reader(sides)
        for formula, row in zip(found, wanted, strict=True):
            try:
                yield from _compared(formula, row, reader, claim.hypotheses)
            except CannotRead as error:
                yield f"{formula}: {error}"


def _compared(formula: str, row: Row, reader: Reader, hypotheses: Sequence[Any]) -> Iterator[str]:
    relation, text = row.relation, formula
    if row.left is None and relation:  # it continues the line before
        text = f"0 {formula}"
    if not relation:
        pairs = [(reader.expression(text), row.right)]
    else:
        left, sign, right = reader.relation(text)
        if sign != relation:
            yield f"{formula}: the relation is {sign}; the claim has {relation}"
        pairs = [(right, row.right)] if row.left is None else [(left, row.left), (right, row.right)]
    for read, meant in pairs:
        if not agree(read, sp.sympify(meant), hypotheses):
            yield f"{formula}: reads as {read}; the claim has {meant}"


def reading(claim: Claim) -> tuple[str, str]:
    """Whether the line that an erratum quotes is proved to say what its claim says, and why not.

    Returns:
        ``proved``, ``sentence`` or ``unread``, and the reason, or the case that the claim is about.
    """
    erratum = claim.erratum
    if erratum is None or not erratum.printed:
        return "unread", "no printed line is given"
    if erratum.sentence:
        return "sentence", "the source has words here"
    return read(claim, how_read(claim), erratum.printed)


def read(claim: Claim, how: Printed, line: str) -> tuple[str, str]:
    """Whether a line of a source is proved to say what a claim says.

    Args:
        claim: what is stated.
        how: how the line is read.
        line: what the source prints.

    Returns:
        As `reading`.
    """
    if how.unread:
        return "unread", how.unread
    with printed(claim):
        row = next((row for row in claim.statement.rows() if row.left is not None and row.relation), None)
        if row is None:
            return "unread", "the claim has no relation"
        try:
            fault = _unlike(row, how, line, claim)
        except (CannotRead, ValueError) as error:
            return "unread", str(error)
    return ("unread", fault) if fault else ("proved", how.case)


def _unlike(row: Row, how: Printed, line: str, claim: Claim) -> str:
    """Where the line, as it is read, does not say what the row says; nothing if it does."""
    sides = [s for other in claim.statement.rows() for s in (other.left, other.right) if s is not None]
    free = {name: sp.Symbol(name, positive=True) for name in how.free}
    reader = Reader([*sides, *_of_hypotheses(claim)], {LEFT: row.left, RIGHT: row.right, **free})
    left, sign, right = reader.relation(how.relation(line))
    if sign != row.relation:
        return f"the relation is {sign}; the claim has {row.relation}"
    left, right = (_differentiated(side, row) for side in (left, right))
    same = [_same(left, row.left, claim), _same(right, row.right, claim)]
    if all(same) or (sign == "=" and _same(left, row.right, claim) and _same(right, row.left, claim)):
        return ""
    factor = reader.expression(how.factor)
    if sign == "=" and _same(factor * left, row.left, claim) and _same(factor * right, row.right, claim):
        return ""
    side, got, meant = ("right", right, row.right) if same[0] else ("left", left, row.left)
    return f"its {side} side reads as {got}; the claim has {meant}"


def _same(one: Any, other: Any, claim: Claim) -> bool:
    return agree(sp.sympify(one), sp.sympify(other), claim.hypotheses)


def _of_hypotheses(claim: Claim) -> list[Any]:
    return [side for h in claim.hypotheses if isinstance(h, sp.core.relational.Relational) for side in h.args]


def _differentiated(side: Any, row: Row) -> Any:
    """Derivatives by a letter of the formula, worked out; those along a flow, as the claim has them, stay."""
    if not isinstance(side, sp.Basic) or isinstance(row.left, Slope):
        return side
    return side.replace(
        lambda e: isinstance(e, Slope) and e.args[1] in e.args[0].free_symbols, lambda e: sp.diff(e.args[0], e.args[1])
    )
