"""What is printed, read back and held against the claim: so that what a reader sees is what was proved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp

from layerproof.derivations.printed import how_read
from layerproof.derivations.printed.errata import READ
from layerproof.language.claims import Claim
from layerproof.language.printed import LEFT, RIGHT, Printed, normal
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
    if erratum.sentence and claim.id not in READ:
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
        rows_ = [row for row in claim.statement.rows() if row.left is not None and row.relation]
        if not rows_:
            return "unread", "the claim has no relation"
        compared = _misfit if how.sizes else _undivided if how.divides else _unlike
        faults = []
        for row in rows_ if compared is _unlike else rows_[:1]:  # a claim may state some lines
            try:
                faults.append(compared(row, how, line, claim))
            except (CannotRead, ValueError) as error:
                faults.append(str(error))
            if not faults[-1]:
                return "proved", how.case
    return "unread", faults[0]


def _unlike(row: Row, how: Printed, line: str, claim: Claim) -> str:
    """Where the line, as it is read, does not say what the row says; nothing if it does."""
    sides = [s for other in claim.statement.rows() for s in (other.left, other.right) if s is not None]
    free = {name: sp.Symbol(name, positive=True) for name in how.free}
    reader = Reader([*sides, *_of_hypotheses(claim)], {LEFT: row.left, RIGHT: row.right, **free})
    left, sign, right = reader.relation(how.relation(line))
    if sign != row.relation:
        return f"the relation is {sign}; the claim has {row.relation}"
    left, right = (_worked_out(side, row) for side in (left, right))
    same = [_same(left, row.left, claim), _same(right, row.right, claim)]
    if all(same) or (sign == "=" and _same(left, row.right, claim) and _same(right, row.left, claim)):
        return ""
    factor = reader.expression(how.factor)
    if sign == "=" and _same(factor * left, row.left, claim) and _same(factor * right, row.right, claim):
        return ""
    side, got, meant = ("right", right, row.right) if same[0] else ("left", left, row.left)
    return f"its {side} side reads as {got}; the claim has {meant}"


def _misfit(row: Row, how: Printed, line: str, claim: Claim) -> str:
    """Where sizes in the line do not ask for what the row says; nothing if they do."""
    free = {name: sp.Symbol(name, positive=True) for name in how.free}
    letters = Reader([row.left, row.right, *_of_hypotheses(claim)], free)
    numbers: dict[Any, int] = {sp.Integer(1): 1}  # a number for each letter: SymPy cannot tell whether p and 1 differ
    matrices = {}
    for name, size in how.sizes.items():
        shape = [letters.expression(" ".join(normal(number))) for number in size]
        rows_, columns = (numbers.setdefault(number, 1000 + len(numbers)) for number in shape)
        matrices[name] = sp.Identity(rows_) if name == "I" else sp.MatrixSymbol(name, rows_, columns)
    try:
        Reader([], matrices).expression(how.formula(line).replace("=", "-"))  # both sides have one size, as in a sum
    except CannotRead as error:
        if error.sizes is None:
            raise
        letter = {number: size for size, number in numbers.items()}
        one, other = (letter[number] for number in error.sizes)
        agreed = {one, other} == {row.left, row.right}
        return "" if agreed else f"its sizes ask for {one} = {other}; the claim has {row.left} = {row.right}"
    return "its sizes fit"


def _undivided(row: Row, how: Printed, line: str, claim: Claim) -> str:
    """Whether the line does not divide by what the row says is positive; nothing if it does."""
    if (row.relation, row.right) != (">", 0):
        return "the claim is not that something is positive"
    divisor = sp.Dummy("divisor")
    free = {name: sp.Symbol(name, positive=True) for name in how.free}
    reader = Reader([], {" ".join(normal(how.divides)): divisor, **free})
    _, sign, right = reader.relation(how.formula(line))
    if sign != "=" or divisor not in sp.fraction(right)[1].free_symbols:
        return f"it does not divide by {how.divides}"
    return ""


def _same(one: Any, other: Any, claim: Claim) -> bool:
    meant = {h.lhs: h.rhs for h in claim.hypotheses if isinstance(h, sp.Eq) and h.lhs.is_Symbol}
    left, right = (sp.sympify(side).xreplace(meant) for side in (one, other))
    return agree(left, right, claim.hypotheses)


def _of_hypotheses(claim: Claim) -> list[Any]:
    return [side for h in claim.hypotheses if isinstance(h, sp.core.relational.Relational) for side in h.args]


def _worked_out(side: Any, row: Row) -> Any:
    """Sums of a few terms, written out, and derivatives by a letter; those along a flow stay as the claim has them."""
    if not isinstance(side, sp.Basic):
        return side
    while few := [e for e in side.atoms(sp.Sum) if all(x.is_Integer for _, *ends in e.limits for x in ends)]:
        side = side.xreplace({e: _written_out(e) for e in few})
    if isinstance(row.left, Slope):
        return side
    return side.replace(
        lambda e: isinstance(e, Slope) and e.args[1] in e.args[0].free_symbols, lambda e: sp.diff(e.args[0], e.args[1])
    )


def _written_out(few: Any) -> Any:
    """A sum of a few terms."""
    terms = [few.function]
    for index, lower, upper in few.limits:
        terms = [term.xreplace({index: sp.Integer(k)}) for term in terms for k in range(int(lower), int(upper) + 1)]
    return sp.Add(*terms)
