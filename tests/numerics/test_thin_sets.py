"""Statements that are false on a thin set alone, which no draw at random meets, and true ones beside them."""

from typing import Any

import pytest
import sympy as sp

from layerproof import Claim, Identity, Inequality, positive, real
from layerproof.language.verdicts import Verdict
from layerproof.numerics import check

x, y, z = real("x y z")
p, q = positive("p q")
R, a = sp.Rational, abs

FALSE: list[tuple[Any, ...]] = [
    (Inequality((x - y) ** 2 + (y - z) ** 2 + (x - z + 1) ** 2, ">", R(1, 3)),),
    (Inequality((3 * x - 1) ** 2, ">", 0),),
    (Inequality((x * y - 1) ** 2 + (x - y - 2) ** 2, ">", 0),),
    (Inequality(x**2 + R(1, 2) * y**2 - x * y - x + R(1, 2), ">", 0),),
    (Inequality(a(3 * x - 1), ">", 0),),
    (Inequality(a(7 * x - 2 * y), ">", 0),),
    (Identity(sp.sign(3 * x - 1) ** 2, 1),),
    (Identity(sp.sign(7 * x - 3 * y) ** 2, 1),),
    (Inequality(p + q, ">", 2 * sp.sqrt(p * q)),),
    (Inequality(p + 2 / p, ">", 2 * sp.sqrt(2)),),
    (Inequality(sp.exp(x) + sp.exp(-x - 1), ">", 2 * sp.exp(-R(1, 2))),),
    (Inequality(x**2 + y**2 + z**2, ">", 2 * x + 4 * y - z - R(21, 4)),),
    (Inequality(sp.exp(3 * x - 1), ">", 3 * x),),
    (Inequality(p - 1 - sp.log(p), ">", 0),),
    (Inequality(sp.Max(x, R(1, 3)), ">", R(1, 3)),),
    (Identity(sp.Piecewise((1, sp.Ne(3 * x, 1)), (2, True)), 1),),
    (Identity(x / (3 * x - 1) - R(1, 3), R(1, 3) / (3 * x - 1)),),
    (Inequality(1 / (3 * x - 7 * y) ** 2, ">", 0),),
    (Inequality(sp.cos(x), "<", 1),),
    (Inequality((x - R(1, 7)) ** 2 * (y - R(1, 3)) ** 2, ">", 0),),
]
"""What is undefined there has no verdict, and all others fail."""

TRUE: list[tuple[Any, ...]] = [
    (Inequality((x - y) ** 2 + (y - z) ** 2 + (x - z + 1) ** 2, ">=", R(1, 3)),),
    (Inequality((3 * x - 1) ** 2, ">", 0), sp.Ne(x, R(1, 3))),
    (Inequality((x * y - 1) ** 2 + (x + y) ** 2, ">", 0),),
    (Inequality(x**2 + R(1, 2) * y**2 - x * y - x + R(1, 2), ">", -R(1, 2) - R(1, 10**6)),),
    (Inequality(a(3 * x - 1), ">=", 0),),
    (Inequality(a(7 * x - 2 * y), ">", 0), 7 * x > 2 * y),
    (Identity(sp.sign(3 * x - 1) ** 2, 1), x < R(1, 3)),
    (Identity(sp.sign(7 * x - 3 * y) ** 3, sp.sign(7 * x - 3 * y)),),
    (Inequality(p + q, ">", 2 * sp.sqrt(p * q)), p > q),
    (Inequality(p + 2 / p, ">=", 2 * sp.sqrt(2)),),
    (Inequality(sp.exp(x) + sp.exp(-x - 1), ">", 2 * sp.exp(-R(1, 2))), x > -R(1, 2)),
    (Inequality(x**2 + y**2 + z**2, ">=", 2 * x + 4 * y - z - R(21, 4)),),
    (Inequality(sp.exp(3 * x - 1), ">", 3 * x), x > R(1, 3)),
    (Inequality(p - 1 - sp.log(p), ">", 0), p > 1),
    (Inequality(sp.Max(x, R(1, 3)), ">=", R(1, 3)),),
    (Identity(x / (3 * x - 1) - R(1, 3), R(1, 3) / (3 * x - 1)), sp.Ne(x, R(1, 3))),
    (Inequality(1 / (3 * x - 7 * y) ** 2, ">", 0), 3 * x > 7 * y),
    (Inequality(1 - sp.tanh(x), ">", 0),),
    (Inequality((p - q) ** 4, ">", 0), p > q),
    (Inequality(p**2, ">", 0),),
    (Inequality(p * sp.exp(-p), ">", 0),),
]


def _verdict(statement: Any, *hypotheses: Any) -> Verdict:
    claim = Claim("own/statement", title="A statement", statement=statement, hypotheses=hypotheses)
    found = check(claim, draws=300)
    assert found is not None
    return found.verdict


@pytest.mark.parametrize("made", FALSE, ids=str)
def test_what_fails_on_a_thin_set_is_not_supported(made: tuple[Any, ...]) -> None:
    undefined = any(
        part.exp.is_negative for side in made[0].expressions() for part in side.atoms(sp.Pow) if part.has(x)
    )
    assert _verdict(*made) is (Verdict.UNDECIDED if undefined else Verdict.CONTRADICTED)


@pytest.mark.parametrize("made", TRUE, ids=str)
def test_what_holds_on_its_thin_sets_is_supported(made: tuple[Any, ...]) -> None:
    assert _verdict(*made) is Verdict.SUPPORTED


def test_a_rational_letter_is_not_moved_to_a_root() -> None:
    fraction = sp.Symbol("r", rational=True)
    for statement in (Inequality((fraction**2 - 2) ** 2, ">", 0), Inequality(a(fraction - sp.sqrt(2)), ">", 0)):
        assert _verdict(statement) is Verdict.SUPPORTED
    assert _verdict(Inequality((3 * fraction - 1) ** 2, ">", 0)) is Verdict.CONTRADICTED
