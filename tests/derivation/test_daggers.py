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


def test_an_adjoint_of_a_bracket_or_beside_a_dagger_is_a_transpose(tmp_path: Path) -> None:
    letters = r"symbols: A, B matrix n x n; Z invertible matrix n x n; c real number"
    steps(
        tmp_path,
        r"(A B)^\top",
        [(r"= (A B)^*", YES), (r"= \left(A B\right)^{*}", YES), (r"= (B A)^*", OPEN)],
        letters=letters,
    )
    steps(
        tmp_path,
        r"(A^\dagger)^\top",
        [
            (r"= A^{\dagger *}", YES),
            (r"= A^{*\dagger}", YES),
            (r"= A^{\dagger T}", YES),
            (r"= A^{+\top}", YES),
            (r"= A^{\dagger}", OPEN),
        ],
        letters=letters,
    )
    steps(tmp_path, r"(Z^{-1})^\top", [(r"= Z^{-T}", YES), (r"= (Z^\top)^{-1}", YES)], letters=letters)
    steps(tmp_path, r"(Z + I)^{-\top}", [(r"= (Z + I)^{-T}", YES), (r"= (Z + I)^{-*}", YES)], letters=letters)


def test_the_star_of_a_letter_is_a_name_and_that_of_numbers_is_not_read(tmp_path: Path) -> None:
    letters = r"symbols: A matrix n x n; A^{*} matrix n x n; B matrix n x n; a, b real numbers"
    steps(tmp_path, r"A A^*", [(r"= A A^{*}", YES), (r"= A A^\top", OPEN)], letters=letters)
    steps(tmp_path, r"B + B", [(r"= 2 B^*", Status.UNREAD)], letters=letters)
    steps(tmp_path, r"a + b", [(r"= (a + b)^*", Status.UNREAD)], letters=letters)
    steps(tmp_path, r"B B^\top", [(r"= B B^*", YES)], letters=letters + "\ndefine: B^{*} = B^\\top")
