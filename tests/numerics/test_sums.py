"""Sums of which no telescoping sequence is given: that each term, and the stated value, is defined is asked still."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from layerproof import Claim, Evidence, Series, Verdict, log, natural, oo, pi, positive, real
from layerproof.numerics import checks
from layerproof.proving.exact.deciding import prove

k, x, p = natural("k"), real("x"), positive("p")

UNDEFINED = {
    "a term": (Series(1 / (k**2 * x), (k, 1, oo), "=", pi**2 / (6 * x)),),
    "the stated value": (Series(1 / k**x, (k, 1, oo), "<", x / (x - 1)), x >= 1),
}


@pytest.mark.parametrize("name", UNDEFINED)
@pytest.mark.parametrize("method", [prove, checks.check])
def test_what_has_no_value_somewhere_is_not_supported(name: str, method: Callable[[Claim], Evidence]) -> None:
    statement, *hypotheses = UNDEFINED[name]
    found = method(Claim("t/sum", title=name, statement=statement, hypotheses=hypotheses))
    assert found.verdict is Verdict.UNDECIDED
    assert "value" in str(found.reason)


def test_what_has_one_is() -> None:
    claim = Claim("t/sum", title="", statement=Series(1 / (k**2 * p), (k, 1, oo), "=", pi**2 / (6 * p)))
    assert "has a value" not in str(prove(claim).reason)
    found = checks.check(claim)
    assert found is not None
    assert found.verdict is Verdict.SUPPORTED


def test_a_sum_in_closed_form_is_proved_still() -> None:
    claim = Claim(
        "t/sum", title="", statement=Series(x**k / k, (k, 1, oo), "=", -log(1 - x)), hypotheses=[x < 1, x > -1]
    )
    assert prove(claim).verdict is Verdict.VERIFIED
