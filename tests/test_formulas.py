"""Formulas in many digits."""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp

from layerproof.numerics.formulas import compiled

s, a = sp.symbols("s a", positive=True)


@pytest.mark.parametrize(("exponent", "shift"), [("2.7", "10"), ("1.01", "3.5"), ("3", "1e300"), ("1.6", "0.01")])
def test_zeta_in_many_digits(exponent: str, shift: str) -> None:
    with mpmath.workdps(60):
        values = mpmath.mpf(exponent), mpmath.mpf(shift)
        (found,) = compiled((sp.zeta(s, a),)).exact({s: values[0], a: values[1]}, 60)
        assert abs(found / mpmath.zeta(*values) - 1) < mpmath.mpf(10) ** -58
