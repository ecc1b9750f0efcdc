"""Orders along one letter by intervals of numbers, near a zero by the slope, and sums of linear facts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sympy as sp
from sympy import Rational, atan, cos, exp, log, pi, sin

from layerproof import Claim, Inequality, real
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq, proves

pytestmark = coq

a = sp.Symbol("a", nonnegative=True)
x, y, z = (real(name) for name in "xyz")
turn = [a <= Rational(22, 7)]
Case = tuple[sp.Expr, str, sp.Expr, list[sp.Basic]]

TRUE: dict[str, Case] = {
    "it rises from 0, and is known far out": ((1 - exp(-a)) * (1 + a), "<=", Rational(13, 10) * a, []),
    "it leaves 0 in the third order": (sin(a), ">=", a * cos(a), turn),
    "two ends, nothing vanishes": (cos(x) + x**2 / 2, ">", Rational(9, 10), [x >= 1, x <= 2]),
    "a logarithm": (log(1 + a), "<=", a - a**2 / 4, [a <= 1]),
    "an arctangent": (atan(x), ">", Rational(7, 10), [x >= 1, x <= 5]),
    "strict": (exp(x), ">", x**2, [x >= 0, x <= 3]),
    "a chain of facts": (sin(z), ">=", 0, [x <= 3, y <= x, z <= y, z >= 0]),
}
FALSE: dict[str, Case] = {
    "the factor is too small": ((1 - exp(-a)) * (1 + a), "<=", Rational(129, 100) * a, []),
    "beyond the end": (sin(a), ">=", a * cos(a), []),
    "at one place only": (cos(x) + x**2 / 2, ">", Rational(11, 10), [x >= 1, x <= 2]),
    "strict where it vanishes": (log(1 + a), "<", a - a**2 / 4, [a <= 1]),
    "near an end": (exp(x), ">", x**2 + 1, [x >= 0, x <= 3]),
    "no chain": (sin(z), ">=", 0, [x <= 4, y <= x, z <= y, z >= 0]),
    "a sum of facts that falls short": (sin(z), ">", pi - 3, [x <= 3, z <= x, z >= 0]),
}


@pytest.fixture(scope="module")
def top() -> Iterator[Toplevel]:
    with Toplevel(limit=60, requires=("Powers", "Numeric")) as session:
        yield session


def accepted(case: Case, top: Toplevel) -> bool:
    lhs, relation, rhs, hypotheses = case
    number = next(k for k, other in enumerate((*TRUE.values(), *FALSE.values())) if other is case)
    statement = Inequality(lhs, relation, sp.sympify(rhs))
    theorem = theorem_of(Claim(f"boxes/case-{number}", title="a case", statement=statement, hypotheses=hypotheses))
    return proves(top, theorem)


@pytest.mark.parametrize("case", TRUE.values(), ids=TRUE)
def test_a_true_order_is_proved(case: Case, top: Toplevel) -> None:
    assert accepted(case, top)


@pytest.mark.parametrize("case", FALSE.values(), ids=FALSE)
def test_a_false_order_is_not_proved(case: Case, top: Toplevel) -> None:
    assert not accepted(case, top)
