r"""Powers of a fraction of what is semidefinite as it is written, ``(W W^\top)^{j/N}``; what stands beside its noun."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status
from layerproof.tools.latex_lines.page.appositions import apposed

from .papers import lines

LETTERS = "symbols: W matrix m x n; K matrix n x n; N natural number; v vector n\n"
MODE = "symbols: L function; w real; f function\n"


@pytest.mark.parametrize(
    ("row", "right"),
    [
        (r"W W^\top (W W^\top)^{\frac{1}{N}} = (W W^\top)^{\frac{1}{N}} W W^\top", True),
        (r"((W W^\top)^{1/N})^\top = (W W^\top)^{1/N}", True),
        (r"v^\top (W^\top W)^{1/N} v \ge 0", True),
        (r"(W^\top W)^{1/N} K = K (W^\top W)^{1/N}", False),
        (r"(W^\top W)^{1/N} = W^\top W", False),
        (r"(W^\top W)^{1/N} = (W W^\top)^{1/N}", False),
        (r"(W^\top W)^{1/N} (W^\top W)^{1/N} = (W^\top W)^{1/N}", False),
        (r"v^\top (W^\top W)^{1/N} v > 0", False),
        (r"(W^\top W)^{\frac{2}{N}} = 2 (W^\top W)^{\frac{1}{N}}", False),
        (r"(K K)^{1/N} = (K K)^{1/N}", False),  # it may have no such power
        (r"v^\top (W^\top K W)^{1/N} v \ge 0", False),
    ],
)
def test_a_power_of_a_fraction_commutes_and_is_semidefinite(tmp_path: Path, row: str, right: bool) -> None:
    found = lines(tmp_path, row, letters=LETTERS, mending=False)[-1].status
    assert (found is Status.VERIFIED) is right


def test_where_a_map_goes_is_no_claim_and_numbers_may_be_bold(tmp_path: Path) -> None:
    rows = (r"L : \mathbb{R} \to \mathbb{R}, \quad w + w = \mathbf{2.5} w - 0.5 w", r"f(w) = 2 w =: 3 w")
    found = lines(tmp_path, *rows, letters=MODE, mending=False)
    assert [line.status for line in found] == [Status.VERIFIED, Status.STATED, Status.ASSUMED]


@pytest.mark.parametrize(
    ("sentence", "formula", "says"),
    [
        ("the equation for the student \x010\x01", "W = W_2 W_1", True),
        ("we now need to express it in terms of \x010\x01", "W = W_2 W_1", True),
        ("we want to show that the error \x010\x01 vanishes", "e = w - w^*", True),
        ("for the case \x010\x01", "a = b c", False),
        ("for the choice \x010\x01", "a = b c", False),
        ("for the error \x010\x01", "e = 0", False),
        ("for the error \x010\x01", "e = e_t", False),
        ("we want the student \x010\x01", "W = M V", False),
        ("the rescaled product \x010\x01", "p = a b", False),
        ("the product \x010\x01", "a b = c d", False),
        ("the residual \x010\x01", "r = y - X w = 0", False),
        ("the product \x010\x01", r"p = a_1 \cdots a_n", False),
        ("the product \x010\x01", r"p \le a b", False),
    ],
)
def test_what_stands_beside_its_noun_says_what_a_letter_is(sentence: str, formula: str, says: bool) -> None:
    assert bool(list(apposed(sentence, [(0, formula)]))) is says
