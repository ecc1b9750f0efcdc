"""What is printed, read back and held against the claim: so that what a reader sees is what was proved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp

from layerproof.derivations.kernel.claims import Claim
from layerproof.derivations.kernel.exact.agreement import agree
from layerproof.derivations.kernel.reading import CannotRead, Reader
from layerproof.derivations.kernel.statements.base import Row

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
