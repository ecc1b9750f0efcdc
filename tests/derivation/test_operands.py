r"""How far operators reach, and what their indices are: ``\sum_{i,j=1}^n``, ``\operatorname{tr} A B``."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from layerproof.tools.latex_lines import Limiting, Line, Status, read_text, run

HEADER = r"""% symbols: n natural; x, y real; p positive number; i, j, l index 1..n; a_{i}, b_{i} real for i = 1..n
% symbols: w_{i} positive for i = 1..n; G_{ij} real for i = 1..n, j = 1..n; A, B, W matrix k x k; u, v vector k
"""
TRUE = [
    r"\sum_{i,j=1}^n 1 = n^2",
    r"\sum_{i=1,j=1}^n 1 = n^2",
    r"\sum_{i,j=1}^n a_i b_j = \sum_{i=1}^n a_i \sum_{j=1}^n b_j",
    r"\sum_{i,j=1}^n a_i a_j = (\sum_i a_i)^2",
    r"\sum_{i \ne j = 1}^n a_i a_j = (\sum_i a_i)^2 - \sum_i a_i^2",
    r"\sum_{i_1=1}^n \sum_{i_2=1}^n 1 = n^2",
    r"\sum_{i'=1}^n a_{i'} = \sum_i a_i",
    r"\sum_{\ell=1}^n a_\ell = \sum_i a_i",
    r"\frac{\partial}{\partial a_i} (\sum_{i=1}^n a_i^2) = 2 a_i",
    r"\frac{\partial}{\partial a_i} (\sum_{i=1}^n a_i) = 1",
    r"\frac{\partial}{\partial a_i} (\log \sum_i e^{a_i}) = \frac{e^{a_i}}{\sum_i e^{a_i}}",
    r"\frac{\partial}{\partial a_i} (\sum_i \sum_j G_{ij} a_i a_j) = \sum_j (G_{ij} + G_{ji}) a_j",
    r"\mathrm{tr} A B = \mathrm{tr} B A",
    r"\operatorname{tr} A^\top B = \langle A, B \rangle",
    r"\mathrm{tr}\, B (W + B) = \mathrm{tr}(B W) + \mathrm{tr}(B^2)",
    r"\operatorname{tr} u v^\top = v^\top u",
    r"\operatorname{sgn}(x) y = y \operatorname{sgn} x",
    r"\prod_i \prod_j a_i = (\prod_i a_i)^n",
    r"\left(\prod_i a_i\right) \left(\prod_i b_i\right) = \prod_i a_i b_i",
    r"\int_0^\pi \sin x\, dx = 2",
    r"\int_0^\pi \sin^2 x\, dx = \frac{\pi}{2}",
    r"\int_0^1 \log x\, dx = -1",
    r"\int_1^p \frac{dx}{x} = \log p",
    r"\int_0^1 \frac{x\, dx}{1 + x^2} = \frac{\log 2}{2}",
    r"\left(\int_0^p x^2\, dx\right) = \frac{p^3}{3}",
    r"\frac{d}{dp} \left(\int_0^p x^2\, dx\right) = p^2",
    r"\int_0^1 x\, dx + \int_0^1 1\, dx = \frac{3}{2}",
    r"\int_0^\infty x \frac{1}{\sqrt{2\pi}} e^{-x^2/2}\, \mathrm{d}x = \frac{1}{\sqrt{2\pi}}",
]
FALSE = [
    r"\int_0^\pi \sin x\, dx = 1",
    r"\int_0^1 x\, dx + \int_0^1 1\, dx = 1",
    r"\int_1^p \frac{dx}{x} = p",
    r"\sum_{i,j=1}^n 1 = n",
    r"\sum_{i,j=1}^n a_i b_j = n a_i b_j",
    r"\prod_{i,j=1}^n p = p^n",
    r"\sum_{i,j,l=1}^n 1 = n",
    r"\sum_{i,j=0}^{n-1} x = n x",
    r"\frac{\partial}{\partial x} (\sum_{i,j=1}^n x a_i) = n a_i",
    r"\frac{\partial}{\partial a_i} (\sum_{i=1}^n a_i^2) = 2 \sum_i a_i",
    r"\frac{\partial}{\partial a_i} (\sum_{i=1}^n a_i) = n",
    r"\frac{\partial}{\partial a_i} (\log \sum_i e^{a_i}) = 1",
    r"\frac{\partial}{\partial a_i} (\sum_i \sum_j G_{ij} a_i b_j) = \sum_i \sum_j G_{ij} b_j",
    r"\operatorname{tr} A^2 = (\operatorname{tr} A)^2",
    r"\mathrm{tr} A B = \mathrm{tr}(A) B",
]
REFUSED = [
    r"\sum_{i < j = 1}^n = n",
    r"\sum_{ij=1}^n 1 = n",
    r"\sum_{2i=1}^n 1 = n",
    r"\operatorname{sgn} x y = y \operatorname{sgn}(x)",
    r"\operatorname{tr} A \operatorname{tr} B = \operatorname{tr} B \operatorname{tr} A",
    r"\prod_{i=1}^n a_i b_i = \prod_{i=1}^n a_i \prod_{i=1}^n b_i",
    r"\prod_{i=1}^n 2 \prod_{j=1}^n 3 = 2^n 3^{n^2}",
    r"\prod_i w_i \sum_j a_j = \sum_j a_j \prod_i w_i",
]


def found(rows: Sequence[str], header: str = HEADER) -> list[Line]:
    text = header + "".join(f"\\begin{{align}}\n{row}\n\\end{{align}}\n" for row in rows)
    return run(read_text(text), limiting=Limiting(budget=10), mending=False, identities=True).lines


@pytest.mark.parametrize(
    ("rows", "status"),
    [(TRUE, Status.VERIFIED), (FALSE, Status.REFUTED), (REFUSED, Status.UNREAD)],
    ids=["true", "false", "refused"],
)
def test_each_line_is(rows: Sequence[str], status: Status) -> None:
    odd = [
        f"{row}: {line.status} {line.reason}"
        for row, line in zip(rows, found(rows), strict=True)
        if line.status is not status
    ]
    assert not odd, "\n".join(odd)


def test_the_index_of_a_derivative_is_not_one_that_a_definition_binds() -> None:
    rows = [
        r"Z &:= \sum_{i=1}^n e^{a_i}",
        r"\frac{\partial}{\partial a_i} (\log Z) &= \frac{e^{a_i}}{Z}",
        r"\frac{\partial}{\partial a_i} (Z) &= Z",
        r"c &:= \sum_j G_{ij} a_j",
        r"\frac{\partial}{\partial a_j} (c) &= G_{ij}",
    ]
    wanted = [Status.ASSUMED, Status.VERIFIED, Status.REFUTED, Status.ASSUMED, Status.VERIFIED]
    assert [line.status for line in found(rows)] == wanted


def test_a_name_that_is_given_another_meaning_has_none() -> None:
    rows = [r"c &:= x + 1", r"c &:= x + 1", r"c x &= x^2 + x", r"c &:= x + 2", r"c &= x + 1", r"c &= x + 2"]
    wanted = [Status.ASSUMED, Status.ASSUMED, Status.VERIFIED, Status.UNREAD, Status.UNREAD, Status.UNREAD]
    assert [line.status for line in found(rows)] == wanted


def test_what_a_declared_letter_is_said_to_be_is_given() -> None:
    rows = [r"y &:= x^2", r"y + x &= x^2 + x", r"\frac{d}{dx} (y + x) &= 1"]
    wanted = [Status.ASSUMED, Status.VERIFIED, Status.UNDECIDED]
    assert [line.status for line in found(rows)] == wanted


def test_what_is_no_name_before_the_sign_of_a_definition_costs_one_line() -> None:
    assert [line.status for line in found([r"x^ &:= 3", r"x &= x"])] == [Status.UNREAD, Status.VERIFIED]
