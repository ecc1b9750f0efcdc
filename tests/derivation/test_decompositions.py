r"""Matrices with orthonormal columns, as words say of them: ``Let $W = U S V^\top$ be the SVD of $W$``."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status
from layerproof.tools.latex_lines.page.decompositions import orthonormal

from . import papers

LETTERS = "symbols: W matrix p x d; U matrix p x r; V matrix d x r; S matrix r x r\n"


def said(sentence: str, *formulas: str) -> list[str]:
    marked = sentence
    for k in range(len(formulas)):
        marked = marked.replace("$", f"\x01{k}\x01", 1)
    return [found for _, found in orthonormal(marked, list(enumerate(formulas)))]


@pytest.mark.parametrize(
    ("sentence", "formulas", "found"),
    [
        ("Let $ be the SVD of $", [r"W = U S V^\top", "W"], [r"U^\top U = I", r"V^\top V = I", r"S^\top = S"]),
        ("with singular value decomposition $", [r"\Sigma_{yx} = U S V^T"], ["U^T U = I", "V^T V = I", "S^T = S"]),
        ("has the compact SVD $", [r"\mathbf{W} = \mathbf{U} \mathbf{S} \mathbf{V}^{\top}"],
         [r"\mathbf{U}^{\top} \mathbf{U} = I", r"\mathbf{V}^{\top} \mathbf{V} = I",
          r"\mathbf{S}^{\top} = \mathbf{S}"]),
        ("Let $ be its eigendecomposition", [r"A = Q \Lambda Q^\top"],
         [r"Q^\top Q = I", r"\Lambda^\top = \Lambda"]),
        ("by the spectral decomposition $", [r"X^\top X = V S^2 V^\top"], [r"V^\top V = I"]),
        ("where $ and $ are orthogonal matrices", ["U", "V"], [r"U^\top U = I", r"V^\top V = I"]),
        ("for an orthogonal matrix $", [r"Q \in \mathbb{R}^{d \times d}"], [r"Q^\top Q = I"]),
        ("where $ has orthonormal columns", ["U"], [r"U^\top U = I"]),
        ("Let $ be the product of $ and $", [r"W = U S V^\top", "U", "V"], []),
        ("The vectors $ and $ are orthogonal", ["u", "v"], []),
        ("The matrices $ and $ are orthogonal", ["A", "B"], []),
        ("Suppose that $ is an orthogonal matrix", ["Q"], []),
        ("$ is not the SVD of $", [r"W = U S V^\top", "W"], []),
        ("an approximate SVD $", [r"W = U S V^\top"], []),
        ("Let $ be its eigendecomposition", [r"A = P \Lambda P^{-1}"], []),
        ("Let $ be its SVD", [r"A = U S + V^\top"], []),
    ],
)  # fmt: skip
def test_what_a_sentence_gives(sentence: str, formulas: list[str], found: list[str]) -> None:
    assert said(sentence, *formulas) == found


PROSE = r"Let $W = U S V^\top$ be the compact SVD of $W$."


@pytest.mark.parametrize(
    ("row", "status"),
    [
        (r"W V &= U S V^\top V \\ &= U S", Status.VERIFIED),
        (r"W^\top W &= V S U^\top U S V^\top \\ &= V S^2 V^\top", Status.VERIFIED),
        (r"\|W\|_F^2 &= \mathrm{tr}(V S U^\top U S V^\top) \\ &= \mathrm{tr}(S^2)", Status.VERIFIED),
        (r"W V V^\top &= U S V^\top V V^\top \\ &= W", Status.VERIFIED),
        (r"W^\top W &= V S U^\top U S V^\top \\ &= V S V^\top", Status.UNDECIDED),
        (r"U^\top W V V^\top &= S V^\top V V^\top \\ &= S V V^\top", Status.UNDECIDED),
        (r"V V^\top &= V V^\top V V^\top \\ &= I_{d}", Status.UNDECIDED),
    ],
)
def test_a_paper_uses_it(row: str, status: Status, tmp_path: Path) -> None:
    found = papers.lines(tmp_path, row, letters=LETTERS, prose=PROSE, mending=False)[-1].status
    assert found is status or (status is Status.UNDECIDED and found is not Status.VERIFIED)


@pytest.mark.parametrize(
    ("formula", "facts"),
    [
        (r"K = \sum_{i=1}^n \lambda_i v_i v_i^\top",
         [r"K v_{i} = \lambda_{i} v_{i}", r"\sum_{i=1}^{n} v_{i} v_{i}^\top = I_{n}"]),
        (r"\mathbf{K} = \sum_{j=1}^{N} \sigma_j \mathbf{u}_j \mathbf{u}_j^T",
         [r"\mathbf{K} \mathbf{u}_{j} = \sigma_{j} \mathbf{u}_{j}",
          r"\sum_{j=1}^{N} \mathbf{u}_{j} \mathbf{u}_{j}^T = I_{N}"]),
        (r"K = \sum_{i=1}^n \lambda_i v_i w_i^\top", []),
        (r"K = \sum_{i=1}^n \lambda_i v_j v_i^\top", []),
        (r"K = \sum_{i=2}^n \lambda_i v_i v_i^\top", []),
    ],
)  # fmt: skip
def test_eigenvectors_in_a_sum(formula: str, facts: list[str]) -> None:
    assert said("Let $ be the eigendecomposition", formula) == facts
    assert said("Let $ be what we study", formula) == []


@pytest.mark.parametrize(("end", "status"), [("n", Status.VERIFIED), ("r", Status.STATED)])
def test_they_are_a_basis_only_if_they_are_so_many(end: str, status: Status, tmp_path: Path) -> None:
    letters = f"symbols: K symmetric matrix n x n; u vector n; v_{{i}} vector n for i = 1..{end}; r natural number\n"
    letters += f"symbols: \\lambda_{{i}} real number for i = 1..{end}"
    found = papers.lines(
        tmp_path,
        rf"\|u\|^2 &= \sum_{{i=1}}^{end} (v_i^\top u)^2",
        letters=letters,
        prose=rf"Let $K = \sum_{{i=1}}^{end} \lambda_i v_i v_i^\top$ be the eigendecomposition.",
        mending=False,
    )
    assert [line.status for line in found] == [status]


FAMILY = r"""
symbols: K symmetric matrix n x n; u vector n; v_{i} vector n for i = 1..n; \lambda_{i} real number for i = 1..n
"""


@pytest.mark.parametrize(
    ("given", "row", "right"),
    [
        (r"K v_i &= \lambda_i v_i", r"v_i^\top K u &= \lambda_i v_i^\top u", True),
        (r"K v_i &= \lambda_i v_i", r"v_i^\top K v_i &= \lambda_i \|v_i\|^2", True),
        (r"K v_i &= \lambda_i v_i", r"K^2 v_i &= \lambda_i^2 v_i", True),
        (r"K v_i &= \lambda_i v_i", r"v_i^\top K u &= \lambda_j v_i^\top u", False),
        (r"K v_i &= \lambda_i v_i", r"v_j^\top K u &= \lambda_i v_j^\top u", False),
        (r"K v_i &= \lambda_i v_i", r"K^2 v_i &= \lambda_i v_i", False),
        (r"K v_i &= \lambda_i v_i", r"K u &= \lambda_i u", False),
    ],
)
def test_an_entry_at_an_index_is_a_number_before_a_vector(given: str, row: str, right: bool, tmp_path: Path) -> None:
    last = papers.lines(tmp_path, given, row, letters=FAMILY, mending=False)[-1]
    assert (last.status is Status.VERIFIED) is right
