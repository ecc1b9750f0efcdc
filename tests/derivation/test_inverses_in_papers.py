r"""Inverses that a paper writes: where they are there, ``1 + k^\top G^{-1} k`` is not 0, and what follows from that."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from . import papers

LETTERS = "symbols: G, C matrix d x d; H symmetric matrix d x d; k, v vector d; S matrix d x d; o vector d\n"


SUM = r"S &= (G + k k^\top)^{-1} \\ &= "


@pytest.mark.parametrize(
    ("rows", "status"),
    [
        (SUM + r"G^{-1} - \frac{G^{-1} k k^\top G^{-1}}{1 + k^\top G^{-1} k}", Status.VERIFIED),
        (r"S &= (G + k v^\top)^{-1} \\ &= G^{-1} - \frac{G^{-1} k v^\top G^{-1}}{1 + v^\top G^{-1} k}",
         Status.VERIFIED),
        (SUM + r"G^{-1} + \frac{G^{-1} k k^\top G^{-1}}{1 + k^\top G^{-1} k}", Status.UNDECIDED),
        (SUM + r"G^{-1} - \frac{G^{-1} k k^\top G^{-1}}{1 - k^\top G^{-1} k}", Status.UNDECIDED),
        (SUM + r"G^{-1} - \frac{G^{-1} k k^\top}{1 + k^\top G^{-1} k}", Status.UNDECIDED),
        (r"S &= C \frac{k k^\top H^{-1}}{1 + k^\top H^{-1} k} \\ &= C k "
         r"\left(\frac{H^{-1} k}{1 + k^\top H^{-1} k}\right)^\top", Status.VERIFIED),
        (r"S &= C \frac{k k^\top G^{-1}}{1 + k^\top G^{-1} k} \\ &= C k "
         r"\left(\frac{G^{-1} k}{1 + k^\top G^{-1} k}\right)^\top", Status.UNDECIDED),
        (r"S &= G \\ &= G + \frac{k k^\top}{k^\top v} - \frac{k k^\top}{k^\top v}", Status.UNDECIDED),
    ],
)  # fmt: skip
def test_the_formula_of_sherman_and_morrison(rows: str, status: Status, tmp_path: Path) -> None:
    found = papers.lines(tmp_path, rows, letters=LETTERS, mending=False)[-1].status
    assert found is status or (status is Status.UNDECIDED and found is not Status.VERIFIED)


def test_what_a_defined_letter_takes_for_granted_is_so_where_it_stands(tmp_path: Path) -> None:
    given = r"P &:= G^{-1}"
    found = papers.lines(tmp_path, given, r"o &= C P k \\ &= C G^{-1} k \\ &= C G k", letters=LETTERS, mending=False)
    assert [line.status for line in found[-2:]] == [Status.VERIFIED, Status.UNDECIDED]
    assert "is invertible" in found[-2].note
