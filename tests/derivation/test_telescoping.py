r"""Sums of values whose inner terms go: ``\sum_k (f(x_k) - f(x_{k + 1})) = f(x_0) - f(x_K)``."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from . import papers

FAMILIES = r"symbols: K natural number; x_{k} real for k = 0..K; x_{0}, x_{K} real; f function; c real" + "\n"
LETTERS = r"symbols: K natural number; x_{k}, x_{k + 1}, x_{0}, x_{K}, z vector d; f function; c real" + "\n"


@pytest.mark.parametrize("letters", [FAMILIES, LETTERS], ids=["families", "letters"])
@pytest.mark.parametrize(
    ("row", "status"),
    [
        (r"&= f(x_0) - f(x_K)", Status.VERIFIED),
        (r"&= \sum_{k=0}^{K-1} f(x_k) - \sum_{k=1}^{K} f(x_k)", Status.VERIFIED),
        (r"&= f(x_K) - f(x_0)", Status.UNDECIDED),
        (r"&= 2 f(x_0) - f(x_K)", Status.UNDECIDED),
        (r"&= \sum_{k=0}^{K-1} f(x_k) - \sum_{k=0}^{K} f(x_k)", Status.UNDECIDED),
    ],
)
def test_values_telescope(letters: str, row: str, status: Status, tmp_path: Path) -> None:
    chain = rf"c &= \sum_{{k=0}}^{{K-1}} (f(x_k) - f(x_{{k+1}})) \\ {row}"
    found = papers.lines(tmp_path, chain, letters=letters, mending=False)[-1].status
    assert found is status or (status is Status.UNDECIDED and found is not Status.VERIFIED)


@pytest.mark.parametrize("letters", [FAMILIES, LETTERS], ids=["families", "letters"])
def test_the_mean_of_a_sum_is_the_sum_of_means_below_a_sum(letters: str, tmp_path: Path) -> None:
    right = r"c &= \sum_{k=0}^{K-1} \mathbb{E}[f(x_k) - f(x_{k+1})] \\ &= \mathbb{E}[f(x_0)] - \mathbb{E}[f(x_K)]"
    wrong = r"c &= \sum_{k=0}^{K-1} \mathbb{E}[f(x_k) - f(x_{k+1})] \\ &= \mathbb{E}[f(x_0)] + \mathbb{E}[f(x_K)]"
    given = r"c &= \sum_{k=0}^{K-1} \mathbb{E}[f(x_k) - f(x_{k+1}) \mid z] \\ &= \sum_{k=0}^{K-1} (\mathbb{E}[f(x_k)] "
    given += r"- \mathbb{E}[f(x_{k+1}) \mid z])"
    assert papers.lines(tmp_path, right, letters=letters, mending=False)[-1].status is Status.VERIFIED
    for row in (wrong, given):
        assert papers.lines(tmp_path, row, letters=letters, mending=False)[-1].status is not Status.VERIFIED


def test_the_length_of_iterates_telescopes(tmp_path: Path) -> None:
    chain = r"c &= \sum_{k=0}^{K-1} (\|x_k - z\|^2 - \|x_{k+1} - z\|^2) \\ &= \|x_0 - z\|^2 - \|x_K - z\|^2"
    found = papers.lines(tmp_path, chain + r" \\ &\le \|x_0 - z\|^2", letters=LETTERS, mending=False)
    assert [line.status for line in found[1:]] == [Status.VERIFIED, Status.VERIFIED]
