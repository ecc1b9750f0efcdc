"""Stationary points by Coq, also under constraints and as minima; none at a wrong point or of a wrong kind."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import sympy as sp

from layerproof import Claim, Stationary, positive, real
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq

x, y = real("x y")
a, p = positive("a p")
HALF = sp.Rational(1, 2)

RIGHT = {
    "bowl": Stationary((x - a) ** 2 + (y + a) ** 2, {x: a, y: -a}, kind="minimum"),
    "saddle": Stationary(x * y, {x: 0, y: 0}),
    "line": Stationary(x + y, {x: HALF, y: HALF}, [x + y - 1], [-1]),
    "circle": Stationary(x + y, {x: 1, y: 1}, [x**2 + y**2 - 2], [-HALF], kind="maximum"),
    "logarithm": Stationary(p - a * sp.log(p), {p: a}),
    "exponential": Stationary(sp.exp(x) - x, {x: 0}),
    "root": Stationary(p + a / p, {p: sp.sqrt(a)}, kind="minimum", because=(p - sp.sqrt(a)) ** 2 / p),
    "half line": Stationary(-((x - a) ** 2), {x: a}, kind="maximum"),
    "roots in two forms": Stationary(x * sp.asinh(2 * x / a) - sp.sqrt(x**2 + a**2 / 4), {x: 0}),
}
WRONG = {
    "beside": replace(RIGHT["bowl"], at={x: a, y: a}),
    "multiplier": replace(RIGHT["line"], multipliers=[1]),
    "off the line": replace(RIGHT["line"], at={x: 1, y: HALF}),
    "saddle as minimum": replace(RIGHT["saddle"], kind="minimum"),
    "wrong kind": replace(RIGHT["bowl"], kind="maximum"),
    "outside": Stationary((p + 1) ** 2, {p: -1}),
    "undefined": Stationary(x**2 * (1 + 1 / (1 + 1 / y)), {x: 0, y: 0}),
    "corner": Stationary(sp.Abs(x), {x: 0}),
    "roots beside": Stationary(x * sp.asinh(2 * x / a) - sp.sqrt(x**2 + a**2 / 4), {x: a}),
    "no slope": Stationary(sp.sqrt(x**2), {x: 0}),
}


def claim(statement: Stationary, *hypotheses: object) -> Claim:
    return Claim("own/stationary", title="", statement=statement, hypotheses=hypotheses)


def test_the_slope_is_that_along_every_curve_and_the_domain_is_the_points_own() -> None:
    said = theorem_of(claim(RIGHT["saddle"])).statement()
    assert "is_derive c_x 0 v_x -> forall (c_y : R -> R) (v_y : R), (c_y 0) = 0 -> is_derive c_y 0 v_y" in said
    assert "is_derive (fun s : R => ((c_x s) * (c_y s))) 0 0" in said
    said = theorem_of(claim(RIGHT["half line"], x < 2 * a)).statement()
    assert "(a < (2 * a))" in said
    assert "forall x : R, x < (2 * a) -> 0 >= " in said
    assert "x < " not in said.split("forall (c_x")[0]  # nothing about the variable is assumed of the rest
    said = theorem_of(claim(WRONG["undefined"])).statement()
    assert "y = 0 -> y <> 0" in said


@coq
def test_right_points_are_proved_and_wrong_ones_are_not() -> None:
    with Toplevel(theorem_of(claim(RIGHT["bowl"])).requires, 10) as top:
        for which, statement in RIGHT.items():
            theorem = theorem_of(claim(statement, *([x < 2 * a] if which == "half line" else [])))
            name = f"right_{which.replace(' ', '_')}"
            answer = top.lemma(name, theorem.statement().replace(theorem.name, name, 1), proof_of(theorem))
            assert answer.accepted, f"{which}: {answer.message[-500:]}"
        for which, statement in WRONG.items():
            theorem = theorem_of(claim(statement))
            with suppress(NoProof):
                name = f"wrong_{which.replace(' ', '_')}"
                script = proof_of(theorem)
                assert not top.lemma(name, theorem.statement().replace(theorem.name, name, 1), script).accepted, which
