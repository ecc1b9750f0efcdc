"""Integrals by Coq: proper ones, those to infinity and from an open end, by parts; none with a wrong value."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from layerproof import Claim, Integral, Substitution, positive, real
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq, proves

a, c, k = positive("a c k")
x = real("x")
L = sp.Function("L", real=True)

RIGHT = {
    "proper": Integral(2 * c * x, (x, 0, a), c * a**2),
    "to infinity": Integral(sp.exp(-c * x), (x, 0, sp.oo), 1 / c),
    "a power to infinity": Integral(x ** (-c - 1), (x, k, sp.oo), 1 / (c * k**c)),
    "from an open end": Integral(x ** (c - 1), (x, 0, 1), 1 / c),
    "an angle": Integral(1 / (1 + x**2), (x, 0, sp.oo), sp.pi / 2),
    "a logarithm": Integral(1 / x, (x, a, 2 * a), sp.log(2)),
    "a power and an exponential": Integral(x**2 * sp.exp(-c * x), (x, 0, sp.oo), 2 / c**3),
    "a power and a bell": Integral(x**3 * sp.exp(-(x**2)), (x, 0, sp.oo), sp.Rational(1, 2)),
    "an inverse hyperbolic sine": Integral(sp.asinh(x / c), (x, 0, a), a * sp.asinh(a / c) - sp.sqrt(a**2 + c**2) + c),
    "by parts": Integral(
        (a - x) * sp.Derivative(L(x), x), (x, 0, a), -a * L(0), antiderivative=(a - x) * L(x), plus=L(x)
    ),
}


def claim(statement: Integral | Substitution) -> Claim:
    return Claim("own/integral", title="", statement=statement)


def test_ends_are_points_where_the_integrand_is_defined() -> None:
    said = {which: theorem_of(claim(statement)).statement() for which, statement in RIGHT.items()}
    assert " 0 a " in said["proper"]
    assert "is_RInt " in said["proper"]
    assert "(at_point 0) (Rbar_locally p_infty)" in said["to infinity"]
    assert "(at_right 0) (at_point 1)" in said["from an open end"]
    assert "forall x : R, 0 < x -> x <= 1 -> 0 < x" in said["from an open end"]
    assert "is_derive L x (L_slope x)" in said["by parts"]


@coq
def test_right_values_are_proved_and_wrong_ones_are_not() -> None:
    with Toplevel(theorem_of(claim(RIGHT["proper"])).requires, 10) as top:
        for which, statement in RIGHT.items():
            theorem = theorem_of(claim(statement))
            proof = proof_of(theorem)
            answer = top.lemma(f"right_{theorem.name}", _named(theorem.statement(), "right_"), proof)
            assert answer.accepted, f"{which}: {answer.message[-500:]}"
            top.say(f"Reset right_{theorem.name}.")
            wrong = theorem_of(claim(replace(statement, equals=statement.equals * 2 + 1)))
            assert not _accepted(top, wrong.statement(), proof), which
            try:
                own = proof_of(wrong)
            except NoProof:
                continue
            assert not _accepted(top, wrong.statement(), own), which


def _named(statement: str, prefix: str) -> str:
    return statement.replace("Theorem ", f"Theorem {prefix}", 1)


def _accepted(top: Toplevel, statement: str, proof: str) -> bool:
    return top.lemma("wrong_claim_own_integral", _named(statement, "wrong_"), proof).accepted


@pytest.mark.parametrize("range_", [(x, sp.oo, 0), (x, 0, -sp.oo)])
def test_ranges_that_run_backwards_have_no_theorem(range_: tuple[sp.Symbol, sp.Expr, sp.Expr]) -> None:
    with pytest.raises(Exception, match="backwards"):
        theorem_of(claim(Integral(sp.exp(-x), range_, 1)))


u = real("u")


@coq
def test_a_substitution_is_monotone() -> None:
    """The integrals agree also where the map turns back: the statement says more, and so does the theorem."""
    rises = Substitution(x * sp.exp(x), (x, 1, 2), sp.exp(sp.sqrt(u)) / 2, (u, 1, 4), x**2)
    turns = Substitution(2 * x * (x**2 + 1), (x, -1, 2), u, (u, 2, 5), x**2 + 1)
    assert "(x ^ 2) < (x_2 ^ 2)" in theorem_of(claim(rises)).statement()
    with Toplevel(("Integrals",), 10) as top:
        theorem = theorem_of(claim(rises))
        assert _accepted(top, theorem.statement(), proof_of(theorem))
    with pytest.raises(NoProof, match="no proof that"):
        proof_of(theorem_of(claim(turns)))


oo = sp.oo
IMPROPER = {
    "stretched": (Substitution(sp.exp(-c * x), (x, 0, oo), sp.exp(-u) / c, (u, 0, oo), c * x), False),
    "stretched, open at 0": (
        Substitution(x ** (a - 1) * sp.exp(-c * x), (x, 0, oo), u ** (a - 1) * sp.exp(-u) / c**a, (u, 0, oo), c * x),
        True,
    ),
    "turned round": (
        Substitution(k * c * x ** (-k - 1) * (c * x**-k) ** (a - 1), (x, 1, oo), u ** (a - 1), (u, 0, c), c * x**-k),
        True,
    ),
    "the new end is a point": (Substitution(c * x ** (-a - 1), (x, 1, oo), sp.S.One / a, (u, 0, c), c * x**-a), False),
    "a power of both ends": (
        Substitution(
            1 / (1 + x ** (a + 1)), (x, 0, oo), u ** (1 / (a + 1) - 1) / ((a + 1) * (1 + u)), (u, 0, oo), x ** (a + 1)
        ),
        True,
    ),
    "a wrong factor": (
        Substitution(x ** (a - 1) * sp.exp(-c * x), (x, 0, oo), u ** (a - 1) * sp.exp(-u) / c, (u, 0, oo), c * x),
        False,
    ),
    "a wrong end": (Substitution(c * x ** (-a - 1), (x, 1, oo), sp.S.One / a, (u, 0, 2 * c), c * x**-a), False),
    "a wrong sign": (Substitution(c * x ** (-a - 1), (x, 1, oo), -sp.S.One / a, (u, 0, c), c * x**-a), False),
    "no power": (Substitution(sp.exp(-x), (x, 0, oo), sp.S.One, (u, 0, 1), sp.exp(-x)), False),
}


@coq
@pytest.mark.parametrize("case", IMPROPER)
def test_substitutions_towards_open_and_infinite_ends(case: str) -> None:
    statement, proved = IMPROPER[case]
    theorem = theorem_of(claim(statement))
    with Toplevel(theorem.requires, 10) as top:
        assert proves(top, theorem) is proved
