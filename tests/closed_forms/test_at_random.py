"""Random flows: whatever is returned is proved again and agrees with integration."""

from __future__ import annotations

import pytest
import sympy as sp
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from late import late

from layerproof.language.flows import GradientFlow
from layerproof.language.symbols import time, trajectories

with late():
    from layerproof.numerics.flows import BlowUp
    from layerproof.tools.closed_forms import solve

    from .checking import integrate, prove_again

pytestmark = pytest.mark.dear

t = time()
a, b, x = trajectories("a b x")
small = st.integers(-3, 3).map(sp.Integer)
modest = settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def checked(loss: sp.Expr, parameters: tuple, start: tuple[sp.Expr, ...]) -> bool:
    """Whether a form was found; what is found must hold."""
    if any(loss.diff(p) == 0 for p in parameters):
        return False
    found = solve(GradientFlow(loss, parameters, t), initially=start, cases=False, beside=False, budget=20.0)
    if found:
        prove_again(found)
        if not any(h.has(t) for h in found.hypotheses):
            try:
                integrate(found, {}, until=0.8)
            except BlowUp:  # the proof says that there is none
                pytest.fail(f"{found.claim}: the flow blows up")
    return bool(found)


@modest
@given(st.tuples(small, small, small), small)
def test_quadratic_rates_are_always_solved(coefficients: tuple[sp.Expr, ...], start: sp.Expr) -> None:
    loss = sum((c * x ** (n + 1) / (n + 1) for n, c in enumerate(coefficients)), sp.S.Zero)
    if any(coefficients):
        assert checked(loss, (x,), (start / 2,))


@modest
@given(st.integers(2, 5), small, st.integers(1, 3), small)
def test_bernoulli_rates(power: int, linear: sp.Expr, top: int, start: sp.Expr) -> None:
    loss = linear * x**2 / 2 + top * x ** (power + 1) / (power + 1)
    checked(loss, (x,), (start / 3,))


@modest
@given(st.tuples(small, small, small, small, small), st.tuples(small, small))
def test_losses_of_degree_two(coefficients: tuple[sp.Expr, ...], start: tuple[sp.Expr, ...]) -> None:
    monomials = (a, b, a**2 / 2, a * b, b**2 / 2)
    loss = sum((c * m for c, m in zip(coefficients, monomials, strict=True)), sp.S.Zero)
    checked(loss, (a, b), start)


@modest
@given(small, small, st.tuples(small, small))
def test_functions_of_a_product(linear: sp.Expr, square: sp.Expr, start: tuple[sp.Expr, ...]) -> None:
    loss = linear * a * b + square * (a * b) ** 2 / 2
    checked(loss, (a, b), (start[0] / 2, start[1] / 2))
