"""Equations between what is polynomial in pieces: absolute values, maxima and minima."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import Abs, Max, Min

from layerproof import Claim, Identity, Verdict, real
from layerproof.proving.coq.checking import Wish, check

from .needs import coq

pytestmark = coq

x, y = real("x"), real("y")
TRUE = {
    "a rectified unit": (Max(x, 0), x / 2 + Abs(x) / 2),
    "both extrema": (Max(x, y) + Min(x, y), x + y),
    "their difference": (Max(x, y) - Min(x, y), Abs(x - y)),
    "one of two is zero": (Max(x, 0) * Max(-x, 0), 0),
    "squares": (Max(x, 0) ** 2 + Max(-x, 0) ** 2, x**2),
}
FALSE = {
    "another factor": (Max(x, 0), x / 2 + Abs(x) / 3),
    "another sign": (Max(x, y) - Min(x, y), x - y),
    "both on one side": (Max(x, 0) * Max(x, y), 0),
}


@pytest.mark.parametrize("case", [*TRUE, *FALSE])
def test_what_holds_in_each_piece_is_proved(case: str) -> None:
    lhs, rhs = (TRUE | FALSE)[case]
    (found,) = check([Wish(Claim("pieces/case", title="A case", statement=Identity(lhs, sp.sympify(rhs))))])
    assert found.evidence.verdict is (Verdict.VERIFIED if case in TRUE else Verdict.UNDECIDED)
