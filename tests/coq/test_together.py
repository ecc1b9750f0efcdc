"""What facts say together, and what is least at one place: true statements are proved, false neighbours are not."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from layerproof import (
    Conserved,
    GradientFlow,
    Identity,
    Inequality,
    Integral,
    Ne,
    Rate,
    asinh,
    cosh,
    exp,
    families,
    index,
    log,
    natural,
    positive,
    real,
    sqrt,
    time,
    total,
    trajectories,
)
from layerproof.language.claims import Claim, Question
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import Wish, check

from .needs import coq

x, y, z = real("x y z")
a, b, c = positive("a b c")
n, m = natural("n m")
i = index("i", n)
u, v = families("u v")
t = time()
w, s = trajectories("w s")
steep = GradientFlow(loss=-(w ** (m + 2)) / (m + 2), parameters=(w,), time=t)
entropic = GradientFlow(loss=log(1 + exp(-w)), parameters=(w,), time=t)
logistic = GradientFlow(loss=(w * s - a) ** 2 / 2, parameters=(w, s), time=t)


def as_written(left: Any, right: Any) -> sp.Eq:
    return sp.Eq(left, right, evaluate=False)


TRUE: dict[str, tuple[Any, tuple[Any, ...]]] = {
    # what equations say together
    "ideal": (Identity(x * y, 0), (as_written(x + y, 1), as_written(x**2 + y**2, 1))),
    "radical": (Identity(x, 0), (as_written(x**3, 0),)),
    "cubes": (Identity(x**3 + y**3, 4), (as_written(x + y, 1), as_written(x**2 + y**2, 3))),
    "apart": (Identity(x + y, 1), (as_written(x**2 - x, y**2 - y), Ne(x, y))),
    "stripped": (Identity(b, c), (as_written(a * (b - c), 0),)),
    "root-of-one": (Identity(x**2, sqrt(a)), (as_written(x**2 * sqrt(a), a),)),
    "equation-and-order": (Inequality(a + b, ">", 2), (as_written(a * b, 1), Ne(a, b))),
    # factors of what is not 0
    "factor": (Inequality((x - y) ** 2, ">", 0), (Ne(x**2 - y**2, 0),)),
    "balance": (Inequality((x**2 - y**2) ** 2 * (1 - a) ** 2, "<", (x**2 - y**2) ** 2), (a < 2, Ne(x**2, y**2))),
    "sum-not-zero": (Inequality(total(u[i] * v[i], i) ** 2, ">", 0), (Ne(total(u[i] * v[i], i) / sqrt(n), 0),)),
    # what is least at one place
    "entropy": (Inequality(a * log(a / b), ">=", a - b), ()),
    "entropy-apart": (Inequality(a * log(a / b), ">", a - b), (Ne(a, b),)),
    "peak": (Inequality(c * log(a) - a, "<=", c * log(c) - c), ()),
    "asinh-below": (Inequality(asinh(a), "<", a), ()),
    "asinh-below-everywhere": (Inequality(x * asinh(x), "<=", x**2), (x >= 0,)),
    "potential": (Inequality(2 - sqrt(4 + a**2) + a * asinh(a / 2), "<=", a**2 / 4), ()),
    "root-below-tangent": (Inequality(sqrt(1 + a), "<", 1 + a / 2), ()),
    "sine-below": (Inequality(sp.sin(a), "<=", a), ()),
    "sine-above-cosine": (Inequality(sp.sin(x), ">=", x * sp.cos(x)), (x >= 0, x <= sp.pi)),
    "from-below": (Inequality(exp(x), ">=", 1 + x), (x <= 0,)),
    # asinh with denominators, powers, entries
    "asinh-ratio": (Identity(asinh((a**2 - b**2) / (2 * a * b)), log(a / b)), ()),
    "asinh-slope": (Identity(sp.diff(2 - sqrt(4 + x**2) + x * asinh(x / 2), x), asinh(x / 2)), ()),
    "natural-power": (Rate(w**3, 3 * w ** (m + 3), steep), ()),
    "log-odds": (Conserved(log(w * s / (a - w * s)) / (2 * a) - t, logistic.on(w - s)), (w * s > 0, w * s < a)),
    "clock": (Conserved(exp(w) + w - t, entropic), ()),
    "whole-turn": (Integral(sp.cos(x + z) * sp.cos(y + z), (z, 0, 2 * sp.pi), sp.pi * sp.cos(x - y)), ()),
}

FALSE: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "ideal": (Identity(x, 0), (as_written(x + y, 1), as_written(x**2 + y**2, 1))),
    "radical": (Identity(x, 0), (as_written(x**2 - y**2, 0),)),
    "cubes": (Identity(x**3 + y**3, 5), (as_written(x + y, 1), as_written(x**2 + y**2, 3))),
    "apart-left-out": (Identity(x + y, 1), (as_written(x**2 - x, y**2 - y),)),
    "stripped-of-what-may-vanish": (Identity(y, z), (as_written(x * (y - z), 0),)),
    "root-of-one": (Identity(x, sqrt(sqrt(a))), (as_written(x**2 * sqrt(a), a),)),
    "equation-and-order": (Inequality(a + b, ">", 2), (as_written(a * b, 1),)),
    "factor": (Inequality((x - y) ** 2, ">", 0), (Ne(x**2 + y**2, 0),)),
    "other-factor": (Inequality((x - z) ** 2, ">", 0), (Ne(x**2 - y**2, 0),)),
    "balance": (Inequality((x**2 - y**2) ** 2 * (1 - a) ** 2, "<", (x**2 - y**2) ** 2), (a < 2,)),
    "sum-not-zero": (Inequality(total(u[i] ** 2, i), ">", 1), (Ne(total(u[i] * v[i], i) / sqrt(n), 0),)),
    "entropy-strict": (Inequality(a * log(a / b), ">", a - b), ()),
    "entropy-turned": (Inequality(a * log(a / b), "<=", a - b), ()),
    "peak": (Inequality(c * log(a) - a, "<=", c * log(c) - c - 1), ()),
    "peak-elsewhere": (Inequality(c * log(a) - a, "<=", b * log(b) - b), ()),
    "asinh-below": (Inequality(asinh(x), "<", x), ()),
    "asinh-below-strict": (Inequality(asinh(x), "<", x), (x >= 0,)),
    "potential": (Inequality(2 - sqrt(4 + a**2) + a * asinh(a / 2), "<=", a**2 / 5), ()),
    "root-above-tangent": (Inequality(sqrt(1 + a), ">", 1 + a / 2), ()),
    "sine-below": (Inequality(sp.sin(x), "<=", x), ()),
    "sine-above-cosine": (Inequality(sp.sin(x), ">=", x * sp.cos(x)), (x >= 0, x <= 7)),
    "from-below": (Inequality(exp(x), ">=", 1 + 2 * x), (x <= 1,)),
    "cosh-below": (Inequality(cosh(x), "<=", 1 + x**2 / 2), ()),
    "asinh-ratio": (Identity(asinh((a**2 - b**2) / (2 * a * b)), log(b / a)), ()),
    "asinh-slope": (Identity(sp.diff(2 - sqrt(4 + x**2) + x * asinh(x / 2), x), asinh(x)), ()),
    "natural-power": (Rate(w**3, 3 * w ** (m + 2), steep), ()),
    "clock": (Conserved(exp(w) - w - t, entropic), ()),
    "half-turn": (Integral(sp.cos(x + z) * sp.cos(y + z), (z, 0, sp.pi), sp.pi * sp.cos(x - y)), ()),
    "quarter-turn": (
        Integral(sp.cos(x + z) * sp.cos(y + z), (z, 0, sp.pi / 2), sp.pi / 4 * sp.cos(x - y)),
        (),
    ),
    "log-odds": (Conserved(log(w * s / (a - w * s)) / a - t, logistic.on(w - s)), (w * s > 0, w * s < a)),
    "every-entry": (Identity(total((a * u[i] + u[i] ** 2) / (a + u[i]), i), total(u[i], i)), ()),
}


def verdicts(cases: dict[str, tuple[Any, tuple[Any, ...]]]) -> dict[str, tuple[Verdict, str | None]]:
    def claim(name: str, statement: Any, given: tuple[Any, ...]) -> Claim:
        return Question(f"own/{name}", title="", statement=statement, hypotheses=given)

    found = check([Wish(claim(name, *case)) for name, case in cases.items()])
    return {item.claim.id.removeprefix("own/"): (item.evidence.verdict, item.evidence.reason) for item in found}


@pytest.mark.slow
@coq
def test_true_ones_are_proved() -> None:
    assert {name: found for name, found in verdicts(TRUE).items() if found[0] is not Verdict.VERIFIED} == {}


@pytest.mark.slow
@coq
def test_false_neighbours_are_not() -> None:
    assert {name for name, found in verdicts(FALSE).items() if found[0] is Verdict.VERIFIED} == set()
