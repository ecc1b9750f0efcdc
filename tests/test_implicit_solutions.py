"""Implicit solutions F(s) = t: what is conserved is F less the time; false neighbours are not proved."""

from __future__ import annotations

import pytest
import sympy as sp

from layerproof import Claim, Conserved, GradientFlow, families, positive, time, trajectories
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove

t = time()
a, b, w = trajectories("a b w")
s = positive("s")
DECAY = GradientFlow(w**2 / 2, (w,), t)  # dw/dt = -w
CUBIC = GradientFlow(w**3 / 3, (w,), t)  # dw/dt = -w^2
MODE = GradientFlow((s - a * b) ** 2 / 2, (a, b), t).on(a - b)
ODDS = sp.log(a * b / (s - a * b)) / (2 * s)
INSIDE = [a * b > 0, a * b < s]

TRUE = {
    "a decay": (sp.log(w) + t, DECAY, [w > 0]),
    "a square": (1 / w - t, CUBIC, [w > 0]),
    "a mode": (ODDS - t, MODE, INSIDE),
}
FALSE = {
    "the other direction": (sp.log(w) - t, DECAY, [w > 0]),
    "half the speed": (2 * sp.log(w) + t, DECAY, [w > 0]),
    "the wrong power": (1 / w**2 - t, CUBIC, [w > 0]),
    "the wrong sign of a square": (1 / w + t, CUBIC, [w > 0]),
    "twice the speed of a mode": (ODDS - 2 * t, MODE, INSIDE),
    "the odds upside down": (-ODDS - t, MODE, INSIDE),
    "no time": (ODDS, MODE, INSIDE),
}
NOT_DEFINED = {
    "a logarithm of what may be negative": (sp.log(w) + t, DECAY, []),
    "an inverse of what may be zero": (1 / w - t, CUBIC, []),
    "a mode that may be beyond its target": (ODDS - t, MODE, INSIDE[:1]),
}


def _verdict(case: tuple[sp.Expr, GradientFlow, list[sp.Basic]]) -> Verdict:
    quantity, flow, hypotheses = case
    statement = Conserved(quantity, flow)
    return prove(Claim("own/implicit", title="A clock", statement=statement, hypotheses=hypotheses)).verdict


@pytest.mark.parametrize("case", TRUE.values(), ids=TRUE)
def test_a_clock_is_proved(case) -> None:
    assert _verdict(case) is Verdict.VERIFIED


@pytest.mark.parametrize("case", FALSE.values(), ids=FALSE)
def test_a_wrong_clock_is_refuted(case) -> None:
    assert _verdict(case) is Verdict.REFUTED


@pytest.mark.parametrize("case", NOT_DEFINED.values(), ids=NOT_DEFINED)
def test_a_clock_without_a_value_is_not_proved(case) -> None:
    assert _verdict(case) is not Verdict.VERIFIED


def test_a_family_is_no_sequence() -> None:
    """SymPy asks for its entries one by one, and there is no last one: a start given by families never ended."""
    with pytest.raises(TypeError, match=r"write u_0\[i\], with an index"):
        list(families("u_0 v_0")[0])
    with pytest.raises((TypeError, sp.SympifyError)):
        sp.sympify(families("u_0 v_0")[0])
