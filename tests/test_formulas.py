"""Formulas in double precision and in many digits."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import sympy as sp

from layerproof.numerics.concrete import written_out
from layerproof.numerics.formulas import Formula, compiled

s, a, x, y = sp.symbols("s a x y", positive=True)
R = sp.Rational


@pytest.mark.parametrize(("exponent", "shift"), [("2.7", "10"), ("1.01", "3.5"), ("3", "1e300"), ("1.6", "0.01")])
def test_zeta_in_many_digits(exponent: str, shift: str) -> None:
    with mpmath.workdps(60):
        values = mpmath.mpf(exponent), mpmath.mpf(shift)
        (found,) = compiled((sp.zeta(s, a),)).exact({s: values[0], a: values[1]}, 60)
        assert abs(found / mpmath.zeta(*values) - 1) < mpmath.mpf(10) ** -58


PRINTED = [
    x**-2,
    x ** R(-3, 2) - 1 / sp.sqrt(y),
    R(2, 3) * x ** R(1, 3) * y**x / (x * y**3),
    (x - y) / (1 + 1 / (x + y)) - sp.exp(-(x**2)) * sp.sqrt(x + y**2),
    sp.pi * x + sp.Max(x, y) + sp.Abs(x - y) * sp.sign(y - x),
    sp.Piecewise((1 / (x - y), x > y), (sp.log(y - x), True)) + 1 / (x - y),
    sp.LambertW(x) + sp.gamma(y) + sp.zeta(x + 1, y),
    sp.Sum(x ** sp.Symbol("j"), (sp.Symbol("j"), 1, 5)) / x,
    sp.Integer(10) ** 30 * x - 2,
]


@pytest.mark.parametrize("expr", PRINTED)
def test_formulas_have_the_values_that_sympy_gives(expr: sp.Expr) -> None:
    formula = Formula([expr, expr + y])
    for left, right in ((2.5, 1.25), (0.5, 1.75)):
        stated = expr.subs({x: sp.Float(left, 40), y: sp.Float(right, 40)}).evalf(30)
        fast, more = (float(v) for v in formula({x: left, y: right}))
        assert fast == pytest.approx(float(stated), rel=1e-12)
        assert more == pytest.approx(float(stated) + right, rel=1e-12)
        with mpmath.workdps(30):
            exact = formula.exact({x: mpmath.mpf(left), y: mpmath.mpf(right)}, 30)[0]
            assert abs(exact - mpmath.mpf(str(stated))) < mpmath.mpf(10) ** -26 * abs(exact)


def test_equal_parts_are_computed_once() -> None:
    part = sp.exp(x * y) + 1
    counted = []
    formula = Formula([sp.sqrt(part) * part + 1 / part, part**2])
    exponential = np.exp
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(np, "exp", lambda v: counted.append(v) or exponential(v))
        formula({x: 1.0, y: 2.0})
    assert len(counted) == 1


def test_sums_are_written_out_once_for_the_same_values() -> None:
    n = sp.Symbol("n", integer=True, positive=True)
    i, j = sp.Symbol("i", integer=True), sp.Symbol("j", integer=True)
    inner = sp.Sum(x**j, (j, 1, n))
    written = written_out(sp.Sum(inner * i + sp.Product(j + i, (j, 1, 2)), (i, 1, 3)), {n: sp.Integer(2)})
    assert sp.expand(written - 6 * (x + x**2) - (6 + 12 + 20)) == 0
    assert written_out(sp.Sum(i * j, (j, 1, i), (i, 1, 2)), {}) == 1 + 2 * (1 + 2)
