r"""Pseudo-inverses, ``X^\dagger``, and square roots of matrices, ``(X^\top X)^{1/2}``, in LaTeX."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from layerproof.tools.latex_lines import Status

from .test_paper_rules import becomes

YES, WRONG, OPEN, UNCHECKED = Status.VERIFIED, Status.REFUTED, Status.UNDECIDED, Status.UNCHECKED
LETTERS = r"""
symbols: X matrix n x p; y vector n; c positive number
"""
steps = partial(becomes, letters=LETTERS)


def test_a_dagger_is_the_pseudo_inverse(tmp_path: Path) -> None:
    steps(
        tmp_path,
        r"X^\top X X^\dagger y",
        [(r"= X^\top y", YES), (r"= 2 X^\top y", WRONG), (r"= X^{\dagger} y", OPEN)],
    )
    steps(
        tmp_path,
        r"X^\dagger",
        [
            (r"= (X^\top X)^\dagger X^\top", YES),
            (r"= X^\top (X X^\top)^\dagger", YES),
            (r"= X^\top (X X^\top)^{-1}", YES),  # where that inverse exists, which the line takes for granted
            (r"= X^\top", OPEN),
        ],
    )


def test_a_dagger_on_a_number_is_not_read(tmp_path: Path) -> None:
    steps(tmp_path, r"c^\dagger + c", [(r"= 2 c", UNCHECKED)])


def test_the_power_of_a_half_is_the_square_root(tmp_path: Path) -> None:
    steps(
        tmp_path,
        r"X (X^\top X)^{1/2}",
        [(r"= (X X^\top)^{1/2} X", YES), (r"= X X^\top X", OPEN), (r"= (X^\top X)^{1/2} X", OPEN)],
    )
