"""Functions and their inverses, and orders that Coq finds itself: true ones are proved, false neighbours are not."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from layerproof import (
    Abs,
    Asymptotic,
    Conserved,
    Eq,
    GradientFlow,
    Identity,
    Inequality,
    Limit,
    Rate,
    acosh,
    asinh,
    atanh,
    exp,
    log,
    oo,
    positive,
    real,
    sqrt,
    time,
    trajectories,
)
from layerproof.language.claims import Claim, Question
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import Wish, check
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq

x, y = real("x y")
S, t = positive("S"), time()
w = trajectories("w")
falling = GradientFlow(loss=exp(-w), parameters=(w,), time=t)

TRUE: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "acosh": (Identity(acosh(x), log(x + sqrt(x**2 - 1))), (x >= 1,)),
    "acosh-positive": (Inequality(acosh(x), ">=", 0), (x >= 1,)),
    "acosh-far": (Asymptotic(acosh(x), log(2 * x), 1 / x**2, x, oo), ()),
    "atanh": (Identity(atanh(x), log((1 + x) / (1 - x)) / 2), (x > -1, x < 1)),
    "atanh-positive": (Inequality(atanh(x), ">", 0), (x > 0, x < 1)),
    "atanh-small": (Asymptotic(atanh(x), x, x**3, x, 0), ()),
    "asinh-far": (Asymptotic(asinh(x), log(2 * x), 1 / x**2, x, oo), ()),
    "asinh-ratio": (Limit(asinh(S) / log(S), S, oo, 1), ()),
    "asinh-rate": (Rate(asinh(w), exp(-w) / sqrt(1 + w**2), falling), ()),
    "clock": (Conserved(exp(w) - t, falling), ()),
    "within": (Inequality(Abs(1 - x), "<", 1), (x > 0, x < 2)),
    "same-sign": (Inequality(x**2, ">", 0), (x * y > 0,)),
    "product": (Inequality(x**2 + y**2, ">=", 2 * S), (Eq(x * y, S),)),
}

FALSE: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "acosh-everywhere": (Identity(acosh(x), log(x + sqrt(x**2 - 1))), ()),
    "acosh-below": (Identity(acosh(x), log(x + sqrt(x**2 - 1))), (x <= -1,)),
    "acosh-minus": (Identity(acosh(x), log(x - sqrt(x**2 - 1))), (x >= 1,)),
    "acosh-strict": (Inequality(acosh(x), ">", 0), (x >= 1,)),
    "exp-of-acosh": (Identity(exp(acosh(x)), x + sqrt(x**2 - 1)), (x**2 >= 1,)),
    "atanh-end": (Identity(atanh(x), log((1 + x) / (1 - x)) / 2), (x >= -1, x < 1)),
    "atanh-twice": (Identity(atanh(x), log((1 + x) / (1 - x))), (x > -1, x < 1)),
    "left-out": (Identity((atanh(x) - log((1 + x) / (1 - x)) / 2) * log(y) + atanh(x), atanh(x)), (x > -1, x < 1)),
    "asinh-far": (Asymptotic(asinh(x), log(x), 1 / x, x, oo), ()),
    "asinh-near": (Asymptotic(asinh(x), x + x**2, x**3, x, 0), ()),
    "asinh-rate": (Rate(asinh(w), exp(-w) / (1 + w**2), falling), ()),
    "clock-twice": (Conserved(exp(w) - 2 * t, falling), ()),
    "within-closed": (Inequality(Abs(1 - x), "<", 1), (x >= 0, x < 2)),
    "same-sign-zero": (Inequality(x**2, ">", 0), (x * y >= 0,)),
    "product-strict": (Inequality(x**2 + y**2, ">", 2 * S), (Eq(x * y, S),)),
    "product-more": (Inequality(x**2 + y**2, ">=", 3 * S), (Eq(x * y, S),)),
}


def claim(name: str, statement: Any, *hypotheses: Any) -> Claim:
    return Question(f"own/{name}", title="", statement=statement, hypotheses=hypotheses)


def verdicts(cases: dict[str, tuple[Any, tuple[Any, ...]]]) -> dict[str, tuple[Verdict, str | None]]:
    found = check([Wish(claim(name, statement, *given)) for name, (statement, given) in cases.items()])
    return {item.claim.id.removeprefix("own/"): (item.evidence.verdict, item.evidence.reason) for item in found}


@pytest.mark.slow
@coq
def test_true_ones_are_proved() -> None:
    assert {name: found for name, found in verdicts(TRUE).items() if found[0] is not Verdict.VERIFIED} == {}


@coq
def test_false_neighbours_are_not() -> None:
    assert {name for name, found in verdicts(FALSE).items() if found[0] is Verdict.VERIFIED} == set()


def test_what_theorems_say() -> None:
    says = [goal.text for goal in theorem_of(claim("a", Inequality(acosh(x), ">=", 0))).goals]
    root = "(sqrt ((- 1) + (x ^ 2)))"
    assert says == ["0 <= ((- 1) + (x ^ 2))", f"0 < (x + {root})", f"(ln (x + {root})) >= 0"]
    says = [goal.text for goal in theorem_of(claim("b", Inequality(atanh(x), ">=", 0))).goals]
    quotient = "(((1 + x)) / ((1 + ((- 1) * x))))"
    assert says == ["(1 + ((- 1) * x)) <> 0", f"0 < {quotient}", f"((1 / 2) * (ln {quotient})) >= 0"]


@pytest.mark.parametrize("name", ["exp-of-acosh", "left-out"])
def test_what_would_be_left_out_is_refused(name: str) -> None:
    statement, given = FALSE[name]
    with pytest.raises(Untranslatable, match="of which SymPy leaves out a part"):
        theorem_of(claim(name, statement, *given))


def test_hypotheses_are_written_out_too() -> None:
    stated = theorem_of(claim("c", Inequality(x, ">", 0), sp.Gt(acosh(x), 0)))
    assert any("ln (x + (sqrt" in fact.text for fact in stated.facts)
