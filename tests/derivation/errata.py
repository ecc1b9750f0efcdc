"""The errata of the library as derivations in which the printed line stands among right ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import sympy as sp

from derivation.writing import NotWritten, Row, document, header, rows_of
from layerproof.language.claims import Claim
from layerproof.language.printing import latex
from layerproof.language.sources import Source  # noqa: F401 - the library's claims carry them


@dataclass(frozen=True)
class Case:
    """A derivation, and the line of the file that is wrong; None if all are right."""

    claim: Claim
    text: str
    wrong: int | None
    repair: str = ""


def repairs(claims: Sequence[Claim]) -> dict[str, list[Claim]]:
    """The claims that correct each erratum."""
    found: dict[str, list[Claim]] = {}
    for claim in claims:
        if claim.corrects is not None:
            found.setdefault(claim.corrects.id, []).append(claim)
    return found


def case(erratum: Claim, partners: Sequence[Claim]) -> Case:
    """The printed line of an erratum among the lines that repair it.

    Raises:
        NotWritten: if the erratum has no form as a derivation.
    """
    try:
        return _case(erratum, partners)
    except NotWritten:
        return _case(erratum, [])


def _case(erratum: Claim, partners: Sequence[Claim]) -> Case:
    printed = rows_of(erratum.statement)
    before: list[Row] = []
    after: list[Row] = []
    used: list[Claim] = [erratum]
    for partner in partners:
        try:
            right = rows_of(partner.statement)
            if len(printed) == len(right) == 1 and _alike(partner, erratum) and _same_left(printed[0], right[0]):
                # L = R (right), then on from R: L = P (wrong) = R (right)
                before = [Row(right[0].right, "=", right[0].left)]
                printed = [Row(None, printed[0].relation, printed[0].right, printed[0].beside)]
                after = [Row(None, "=", right[0].right)]
                used.append(partner)
                break
            header([*used, partner], right)
            rows = [Row(r.left, r.relation, r.right, f"{r.beside}{_beside(partner, [erratum, *used])}") for r in right]
        except NotWritten:
            continue
        before, after = before + rows, rows
        used.append(partner)
    common = [h for h in erratum.hypotheses if all(h in u.hypotheses for u in used)]
    shown = [h for u in used for h in u.hypotheses if isinstance(h, sp.Basic)]
    printed = [Row(r.left, r.relation, r.right, f"{r.beside}{_shown(erratum.hypotheses, common)}") for r in printed]
    rows = [*before, *printed, *after]
    text, numbers = document(header([_Only(u, common) for u in used], rows, shown), rows)  # type: ignore[misc]
    wrong = numbers[len(before) : len(before) + len(printed)]
    return Case(erratum, text, wrong[-1])


def _same_left(printed: Row, right: Row) -> bool:
    return printed.relation == right.relation == "=" and printed.left == right.left and not printed.beside


def _alike(one: Claim, other: Claim) -> bool:
    return set(map(str, one.hypotheses)) == set(map(str, other.hypotheses))


def _beside(partner: Claim, used: Sequence[Claim]) -> str:
    """The hypotheses of a repair that are not those of all."""
    common = [h for h in used[0].hypotheses if all(h in u.hypotheses for u in (*used, partner))]
    return _shown(partner.hypotheses, common)


def _shown(hypotheses: Sequence[object], common: Sequence[object]) -> str:
    more = [h for h in hypotheses if h not in common and h not in (True, sp.true)]
    if any(not hasattr(h, "lhs") for h in more):
        raise NotWritten("matrix hypotheses beside a line")
    return "".join(rf" \quad ({latex(h)})" for h in more)


class _Only:
    """A claim with some of its hypotheses."""

    def __init__(self, claim: Claim, hypotheses: Sequence[object]) -> None:
        self.statement, self.hypotheses = claim.statement, hypotheses


def right_case(claim: Claim) -> Case:
    """A claim that holds, as a derivation."""
    rows = rows_of(claim.statement)
    text, _ = document(header([claim], rows), rows)
    return Case(claim, text, None)


def all_cases(claims: Sequence[Claim]) -> Iterator[tuple[Claim, Case | None, str]]:
    """Every erratum with its derivation, or the reason why it has none."""
    partners = repairs(claims)
    for claim in claims:
        if claim.erratum:
            try:
                yield claim, case(claim, partners.get(claim.id, [])), ""
            except NotWritten as problem:
                yield claim, None, str(problem)
