"""Facts about families put in at other indices and below sums, and partial derivatives of letters by letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Line, Status

from . import papers

LETTERS = r"""
symbols: K natural number; c, u, s real number; x, w real; L function; a, b vector m
symbols: z_{i}, y_{i}, p_{i} real number for i = 1..K; q_{i} positive number for i = 1..K
symbols: j index 1..K; B_{ij}, W_{ij} real number for i = 1..K, j = 1..K
"""
SAID = (r"y_i &= c z_i", r"B_{ij} &= z_i (u - y_j)", r"p_i &= \sum_{j=1}^K W_{ij} z_j")
GRADIENTS = (
    r"\frac{\partial L}{\partial q_i} &= - \frac{y_i}{q_i}",
    r"\frac{\partial q_i}{\partial z_j} &= q_i (u - q_j)",
)


def _lines(tmp_path: Path, *displays: str, mending: bool = False) -> list[Line]:
    return papers.lines(tmp_path, *displays, letters=LETTERS, budget=4, mending=mending)


@pytest.mark.parametrize(
    ("follows", "does_not"),
    [
        (r"\sum_{i=1}^K y_i &= c \sum_{i=1}^K z_i", r"\sum_{i=1}^K y_i &= \sum_{i=1}^K z_i"),
        (r"\sum_{j=1}^K y_j^2 &= c^2 \sum_{j=1}^K z_j^2", r"\sum_{j=1}^K y_j^2 &= c \sum_{j=1}^K z_j^2"),
        (r"\sum_{i=1}^K B_{ij} &= (u - c z_j) \sum_{i=1}^K z_i", r"\sum_{i=1}^K B_{ij} &= (u - z_j) \sum_{i=1}^K z_i"),
        (r"\sum_{j=1}^K B_{jj} &= u \sum_{i=1}^K z_i - c \sum_{i=1}^K z_i^2", r"\sum_{j=1}^K B_{jj} &= u \sum_j z_j"),
        (
            r"\sum_{j=1}^K p_j z_j &= \sum_{i=1}^K \sum_{j=1}^K W_{ij} z_i z_j",
            r"\sum_{j=1}^K p_j z_j &= \sum_{j=1}^K \sum_{j=1}^K W_{jj} z_j z_j",  # the sum inside binds a j of its own
        ),
        (r"B_{ji} &= z_j (u - c z_i)", r"B_{ji} &= z_i (u - c z_j)"),
    ],
)
def test_what_is_stated_of_a_family_holds_for_every_index(tmp_path: Path, follows: str, does_not: str) -> None:
    found = _lines(tmp_path, *SAID, follows, does_not)
    assert [line.status is Status.VERIFIED for line in found[-2:]] == [True, False]
    assert "for every index" in found[-2].note


def test_a_slip_is_named_that_contradicts_what_is_stated_for_every_index(tmp_path: Path) -> None:
    last = _lines(tmp_path, *SAID, r"s &= \sum_{i=1}^K y_i^2 \\ &= c \sum_{i=1}^K z_i^2", mending=True)[-1]
    assert last.status is Status.REFUTED
    assert [mend.latex for mend in last.mends] == [r"= c^{2}\sum_{i = 1}^{K}z_{i}^{2}"]


def test_the_chain_rule_over_an_index(tmp_path: Path) -> None:
    head = r"\frac{\partial L}{\partial z_j} &= "
    rule = head + r"\sum_{i=1}^K \frac{\partial L}{\partial q_i} \frac{\partial q_i}{\partial z_j} \\"
    right, wrong = r"&= - \sum_{i=1}^K y_i (u - q_j)", r"&= \sum_{i=1}^K y_i (u - q_j)"
    first, step = _lines(tmp_path, *GRADIENTS, rule + right, mending=True)[-2:]
    assert (first.status, step.status) == (Status.STATED, Status.VERIFIED)
    assert _lines(tmp_path, *GRADIENTS, rule + wrong, mending=True)[-1].status is Status.REFUTED


@pytest.mark.parametrize(
    ("display", "status"),
    [
        (r"\frac{\partial x}{\partial w} c &= c \frac{\partial x}{\partial w}", Status.VERIFIED),
        (r"\frac{dx}{dw} c &= c \frac{dx}{dw}", Status.VERIFIED),
        (r"\frac{\partial x}{\partial w} &= \frac{\partial w}{\partial x}", Status.STATED),
        (r"\frac{\partial x}{\partial w} &= 0", Status.STATED),
        (
            r"s &= \frac{\partial x}{\partial w} c \\ &= 2 c \frac{\partial x}{\partial w}",
            Status.UNDECIDED,
        ),  # it may be 0
        (r"\frac{\partial L}{\partial q_i} &= \frac{\partial L}{\partial q_j}", Status.STATED),
    ],
)
def test_of_a_derivative_of_letters_nothing_is_known(tmp_path: Path, display: str, status: Status) -> None:
    assert _lines(tmp_path, display)[-1].status is status


@pytest.mark.parametrize(
    ("words", "every"),
    [
        ("We have", True),
        ("For every $i$ we have", True),
        ("There is an $i$ with", False),
        ("For an $i$ we have", False),
        ("For some $i$ we have", False),
        ("Choose $i$ such that", False),
        ("Let $i$ be the index of the largest. Then", False),
        ("At a single index $i$,", False),
    ],
)
def test_what_is_said_of_one_index_is_not_said_of_every_one(tmp_path: Path, words: str, every: bool) -> None:
    displays = (r"y_i &= c z_i", r"\sum_{i=1}^K y_i &= c \sum_{i=1}^K z_i")
    found = papers.lines(tmp_path, *displays, letters=LETTERS, prose=words, budget=3, mending=False)
    assert (found[-1].status is Status.VERIFIED) is every


@pytest.mark.parametrize(
    ("words", "every"), [("For an $i$ with $y_i = c z_i$ we get", False), ("With $y_i = c z_i$ we get", True)]
)
def test_nor_if_the_sentence_says_it(tmp_path: Path, words: str, every: bool) -> None:
    (line,) = papers.lines(
        tmp_path, r"\sum_{i=1}^K y_i &= c \sum_{i=1}^K z_i", letters=LETTERS, prose=words, budget=3, mending=False
    )
    assert (line.status is Status.VERIFIED) is every
