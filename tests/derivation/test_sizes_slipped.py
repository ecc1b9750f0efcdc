"""A line whose sizes do not fit is wrong if one slip explains it, and is left open where anything else may."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Line, Status

from . import papers

SIZES = "n, d, h, c positive integer"
LETTERS = (
    f"symbols: t time; {SIZES}; X constant matrix d x n; Y constant matrix c x n; "
    "W_{1} matrix h x d; W_{2} matrix c x h; L function; M matrix h x d; \\mathbf{W} matrix h x d"
)
LOSS = r"L(W_1, W_2) &= \frac{1}{2} \|W_2 W_1 X - Y\|_F^2"
FLOW = (
    r"\dot W_1 &= W_2^\top (Y - W_2 W_1 X) X^\top \\"
    r"\dot W_2 &= (Y - W_2 W_1 X) X^\top W_1^\top"
)
HEAD = r"\frac{d}{dt}(W_1 W_1^\top) &= \dot W_1 W_1^\top + W_1 \dot W_1^\top"
PUT_IN = r"\\ &= W_2^\top (Y - W_2 W_1 X) X^\top W_1^\top + W_1 X (Y - W_2 W_1 X)^\top W_2"
NORM = r"\|W_2 W_1 X\|_F^2 &= \operatorname{tr}(X^\top W_1^\top W_2^\top W_2 W_1 X)"
ERROR = (
    r"\|W_2 W_1 X - Y\|_F^2 &= \operatorname{tr}((W_2 W_1 X - Y)^\top (W_2 W_1 X - Y)) \\"
    r"&= \operatorname{tr}(X^\top W_1^\top W_2^\top W_2 W_1 X) - 2 \operatorname{tr}(Y^\top W_2 W_1 X)"
    r" + \operatorname{tr}(Y^\top Y)"
)
MENDS = [
    (ERROR, (r"Y^\top W_2 W_1", r"Y^\top W_2 W_2"), "W_{1} for W_{2}"),
    (ERROR, (r"Y^\top W_2", r"Y W_2"), "the transpose of Y"),
    (ERROR, (r"Y^\top W_2 W_1 X", r"Y^\top W_2 W_1 Y"), "X for Y"),
    (NORM, (r"(X^\top", r"(X"), "the transpose of X"),
    (HEAD, (r"W_1 \dot W_1^\top", r"W_1 \dot W_2^\top"), r"\dot{W}_{1} for \dot{W}_{2}"),
    (HEAD + PUT_IN, (r"W_1 X)^\top W_2", r"W_1 X) W_2"), "the transpose of (Y - W_{2}W_{1}X)"),
    (HEAD + PUT_IN, (r"W_1 X)^\top W_2", r"W_2 X)^\top W_2"), "W_{1} for W_{2}"),
    (HEAD + PUT_IN, (r"X^\top W_1^\top + W_1 X", r"X^\top W_2^\top + W_1 X"), "W_{1} for W_{2}"),
    (HEAD + PUT_IN, (r"X^\top W_1^\top + W_1 X", r"Y^\top W_1^\top + W_1 X"), "X for Y"),
]
WRONG = ERROR.replace(*MENDS[0][1])


def _found(tmp_path: Path, *displays: str, prose: str = "", letters: str = LETTERS) -> list[Line]:
    return papers.lines(tmp_path, *displays, letters=letters, prose=prose, budget=6)


def _accused(lines: list[Line]) -> list[int]:
    return [k for k, line in enumerate(lines) if line.status is Status.REFUTED]


def test_what_fits_is_not_accused(tmp_path: Path) -> None:
    right = _found(tmp_path, LOSS, FLOW, ERROR, NORM, HEAD + PUT_IN)
    assert all(line.status in (Status.VERIFIED, Status.STATED) for line in right)


def test_the_line_after_a_slip_is_asked_from_what_stands_before_it(tmp_path: Path) -> None:
    wrong = HEAD.replace(r"W_1 \dot W_1^\top", r"W_1 \dot W_2^\top") + PUT_IN
    lines = _found(tmp_path, LOSS, FLOW, wrong)
    assert _accused(lines) == [3]
    assert lines[4].status is Status.VERIFIED
    assert "and not from the wrong line before it; given what is stated in line" in lines[4].note
    lines = _found(tmp_path, LOSS, FLOW, wrong.replace("+ W_1 X (Y", "+ 2 W_1 X (Y"))
    assert _accused(lines) == [3]
    assert lines[4].status is Status.UNDECIDED


@pytest.mark.parametrize(("display", "slip", "mend"), MENDS)
def test_a_slip_is_named(tmp_path: Path, display: str, slip: tuple[str, str], mend: str) -> None:
    assert slip[0] in display
    lines = _found(tmp_path, LOSS, FLOW, display.replace(*slip))
    assert _accused(lines) == [len(lines) - 1]
    assert lines[-1].how == "sizes"
    assert "sizes do not fit as they are declared" in lines[-1].reason
    assert mend in [offer.what for offer in lines[-1].mends]


def test_a_line_that_rests_on_what_is_stated_says_so(tmp_path: Path) -> None:
    wrong = (HEAD + PUT_IN).replace(r"W_1 X)^\top W_2", r"W_1 X) W_2")
    lines = _found(tmp_path, LOSS, FLOW, wrong)
    assert "given what is stated in line" in lines[-1].note
    assert not _accused(_found(tmp_path, LOSS, wrong))


def test_a_side_that_cannot_be_formed_is_named(tmp_path: Path) -> None:
    letters = "symbols: A matrix 2 x 3; B matrix 3 x 2"
    right = r"\operatorname{tr}(A B A B) &= \operatorname{tr}(B A B A) \\ &= \operatorname{tr}(A B A B)"
    assert _found(tmp_path, right, letters=letters)[1].status is Status.VERIFIED
    wrong = right.replace(r"\\ &= \operatorname{tr}(A B A B)", r"\\ &= \operatorname{tr}(A A A B)")
    last = _found(tmp_path, wrong, letters=letters)[1]
    assert last.status is Status.REFUTED
    assert [offer.what for offer in last.mends] == ["B for A"]


def test_two_slips_are_open(tmp_path: Path) -> None:
    wrong = ERROR.replace(r"Y^\top W_2 W_1 X", r"Y W_2 W_2 X")
    assert not _accused(_found(tmp_path, LOSS, wrong))


@pytest.mark.parametrize(
    "other",
    [
        r"c &= \operatorname{tr}(W_2 W_2)",
        r"M &= W_2 W_2 X",
        r"M &= W_2^\top W_2^\top",
        r"M &= \mathbf{W}_2 \mathbf{W}_2 Q",
    ],
)
def test_what_is_done_twice_is_a_custom(tmp_path: Path, other: str) -> None:
    assert _accused(_found(tmp_path, LOSS, WRONG)) == [2]
    assert not _accused(_found(tmp_path, LOSS, other, WRONG))
    assert not _accused(_found(tmp_path, LOSS, WRONG, other))


def test_an_inner_product_without_a_transpose_is_a_custom(tmp_path: Path) -> None:
    letters = "symbols: d positive integer; w, x, u vector d; A matrix d x d"
    once = r"\|w - x\|^2 &= w^\top w - 2 w^\top x + x^\top x \\ &= w^\top w - 2 w x + x^\top x"
    twice = r"\|u - x\|^2 &= u^\top u - 2 u^\top x + x^\top x \\ &= u^\top u - 2 u x + x^\top x"
    assert not _accused(_found(tmp_path, once, twice, letters=letters))
    assert not _accused(_found(tmp_path, once, letters=letters))
    form = r"\|A u - x\|^2 &= (A u - x)^\top (A u - x) \\ &= u^\top A^\top A u - 2 x^\top A u + x^\top x"
    letters = (
        letters.replace("A matrix d x d", "h positive integer; A matrix h x d").replace("w, x, u", "w, u")
        + "; x vector h"
    )
    assert not _accused(_found(tmp_path, form.replace(r"2 x^\top A", "2 x A"), letters=letters))
    assert _accused(_found(tmp_path, form.replace(r"2 x^\top A", r"2 x^\top A^\top"), letters=letters)) == [1]


def test_products_without_a_transpose_are_a_custom(tmp_path: Path) -> None:
    once = r"\operatorname{tr}(X^\top W_1^\top M X) &= \operatorname{tr}(W_1 M X X^\top)"
    assert _accused(_found(tmp_path, once)) == [0]
    twice = r"\operatorname{tr}(X X^\top M^\top W_1) &= \operatorname{tr}(X^\top W_1 M X)"
    assert not _accused(_found(tmp_path, once, twice))
    assert not _accused(_found(tmp_path, once, prose="We write $k = W_1 M$ for the kernel."))


@pytest.mark.parametrize("letter", ["W_{1} matrix h x d", "W_{2} matrix c x h", "Y constant matrix c x n"])
def test_nothing_is_wrong_by_a_guess(tmp_path: Path, letter: str) -> None:
    assert letter in LETTERS
    guessed = f"{LETTERS.replace(f'; {letter}', '')}\n? symbols: {letter}"
    lines = _found(tmp_path, LOSS, WRONG, letters=guessed)
    assert lines[1].guessed or lines[2].status is Status.UNDECIDED
    assert not _accused(lines)


def test_a_letter_that_is_said_anew_is_another_one(tmp_path: Path) -> None:
    paper = (LOSS, FLOW, HEAD.replace(r"W_1 \dot W_1^\top", r"W_1 \dot W_2^\top"))
    assert _accused(_found(tmp_path, *paper)) == [3]
    for said in (
        "Now let $W_2 = W_1$.",
        "Let $W_2$ be the transpose of the first layer.",
        "Consider $W_2 = W_1^\\top$.",
    ):
        between = f"{FLOW}\n\\end{{align}}\n{said}\n\\begin{{align}}\n"
        lines = _found(tmp_path, LOSS, rf"{between} c &= c", paper[-1])
        assert not _accused(lines), said


def test_a_wrong_declaration_accuses_no_line(tmp_path: Path) -> None:
    swapped = LETTERS.replace("W_{2} matrix c x h", "W_{2} matrix h x c")
    assert not _accused(_found(tmp_path, LOSS, FLOW, HEAD + PUT_IN, ERROR, letters=swapped))
    swapped = LETTERS.replace("X constant matrix d x n", "X constant matrix n x d")
    assert not _accused(_found(tmp_path, LOSS, FLOW, HEAD + PUT_IN, ERROR, letters=swapped))
    square = LETTERS.replace("M matrix h x d", "M matrix d x h")
    lines = _found(tmp_path, r"\operatorname{tr}(M^\top M) &= \|M\|_F^2 \\ M X &= W_1 X", letters=square)
    assert not _accused(lines)


def test_words_that_may_make_a_line_right_excuse_it(tmp_path: Path) -> None:
    assert not _accused(_found(tmp_path, LOSS, WRONG + r" \quad \text{(by symmetry of the two)}"))
    prose = "Writing naively, and with the layers exchanged where it does not matter, we get"
    assert not _accused(_found(tmp_path, WRONG, prose=prose))
    assert not _accused(_found(tmp_path, WRONG, prose="All widths are one, $h = d$ and $c = h$. We have"))


def test_a_gradient_may_be_laid_out_transposed(tmp_path: Path) -> None:
    letters = f"symbols: {SIZES}; A matrix d x h; B matrix h x d; f function"
    lines = _found(tmp_path, r"f(A) &= \operatorname{tr}(A B)", r"\frac{\partial f}{\partial A} &= B", letters=letters)
    assert not _accused(lines)
    turned = r"\operatorname{tr}(\nabla_{W_1} L(W_1) \dot W_1) &= \frac{d}{dt} L(W_1)"
    assert not _accused(_found(tmp_path, turned))
