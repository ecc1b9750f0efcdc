r"""Norms of ``(S + l I)^{-1} x`` for a semidefinite S, and slips; products of which the last factor moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from . import papers

LETTERS = r"""
symbols: S positive semidefinite matrix n x n; P, T symmetric matrix n x n; G matrix n x n; x, y, w vector n
symbols: l, m, a positive number; c real number; X matrix k x n; N natural number
"""
MOVES = r"""
symbols: t time; K constant symmetric matrix n x n; v, y constant vector n; u, w vector n; G matrix n x n
"""


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    ("left", "right", "prose", "holds"),
    [
        (r"\|l (S + l I)^{-1} x\|^2", r"\|x\|^2", "", True),
        (r"\|(m S + l I)^{-1} x\|", r"\frac{1}{l} \|x\|", "", True),
        (r"\|(S + l I)^{-1}\|_{op}", r"\frac{1}{l}", "", True),
        (r"\|l (T + l I)^{-1} x\|^2", r"\|x\|^2", r"Let $T = \frac1N X^\top X$.", True),
        (r"\|l (P + l I)^{-1} x\|^2", r"\|x\|^2", "", False),  # not semidefinite
        (r"\|l (G + l I)^{-1} x\|^2", r"\|x\|^2", "", False),
        (r"\|l (S - l I)^{-1} x\|^2", r"\|x\|^2", "", False),
        (r"\|l (S + c I)^{-1} x\|^2", r"\|x\|^2", "", False),
        (r"\|c (S + l I)^{-1} x\|^2", r"\|x\|^2", "", False),
        (r"\|(S + l I)^{-1} x\|^2", r"\frac{1}{l} \|x\|^2", "", False),
        (r"\|(c S + l I)^{-1} x\|", r"\frac{1}{l} \|x\|", "", False),
        (r"\|l (S + l I)^{-1} x\|^2", r"\|y\|^2", "", False),
        (r"\|(S + l I)^{-1}\|_F", r"\frac{1}{l}", "", False),
    ],
)
def test_bounds_of_resolvents(left: str, right: str, prose: str, holds: bool, tmp_path: Path) -> None:
    line = rf"a &= {left} \\ &\le {right}"
    found = papers.lines(tmp_path, line, letters=LETTERS, prose=prose, budget=4, mending=False)[-1]
    assert (found.status is Status.VERIFIED) is holds


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (r"\frac{d}{dt} v^\top (u - y) &= v^\top \dot u", Status.VERIFIED),
        (r"\frac{d}{dt} v^\top K u &= v^\top K \dot u", Status.VERIFIED),
        (r"\frac{d}{dt} v^\top (u - y) &= v^\top u", Status.STATED),
        (r"\frac{d}{dt} w^\top (u - y) &= w^\top \dot u", Status.UNREAD),  # both factors may move
        (r"\frac{d}{dt} G u &= G \dot u", Status.UNREAD),
        (r"\frac{d}{dt} u^\top v &= \dot u^\top v", Status.UNREAD),
        (r"\frac{d}{dt} v^\top (u - y) v^\top u &= v^\top \dot u v^\top u", Status.UNREAD),
    ],
)
def test_only_the_last_factor_moves(line: str, status: Status, tmp_path: Path) -> None:
    assert papers.lines(tmp_path, line, letters=MOVES, budget=4, mending=False)[-1].status is status
