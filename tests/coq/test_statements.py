"""Statements of Coq are made of terms: what stands in parentheses, what is bound, and what no statement may hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp

from layerproof import Asymptotic, Claim, Inequality, Series
from layerproof.language.statements import Statement
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.gallina import (
    App,
    Arrow,
    Binder,
    Both,
    Const,
    Fun,
    Gallina,
    InNat,
    NotClosed,
    Num,
    Op,
    Prefix,
    Quantified,
    Said,
    Theory,
    Var,
    app,
    exists,
    forall,
    fun,
    given,
    related,
)
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import theorem_of
from layerproof.proving.coq.theorems.base import Fact

from .needs import coq

X, Y, Z = map(Var, "xyz")
REAL, ZERO = Const("R"), Num(0)
EVERY_X = Binder(("x",), REAL)


def claim(statement: Statement, *hypotheses: Any) -> Claim:
    return Claim("own/statement", title="A statement", statement=statement, hypotheses=hypotheses)


PRINTED = {
    "(x + y) * z": Op("*", (Op("+", (X, Y)), Z)),
    "x + y + z": Op("+", (X, Y, Z)),
    "sin (- x)": app("sin", Prefix("-", X)),
    "(exp x) ^ 2": Op("^", (app("exp", X), Num(2))),
    "f (-3)": App(Var("f"), (Num(-3),)),
    "((x + y) <= z)%nat": InNat(related(Op("+", (X, Y)), "<=", Z)),
    "forall x : R, 0 < x -> x = x": forall(given((related(ZERO, "<", X),), related(X, "=", X)), EVERY_X),
    "(forall x : R, 0 < x) -> 0 < y": given((forall(related(ZERO, "<", X), EVERY_X),), related(ZERO, "<", Y)),
    "(0 < x -> 0 < y) -> 0 < z": given(
        (given((related(ZERO, "<", X),), related(ZERO, "<", Y)),), related(ZERO, "<", Z)
    ),
    "(R -> R) -> R": Arrow((Arrow((REAL,), REAL),), REAL),
    "x = y /\\ (y = z \\/ x = z)": Both(related(X, "=", Y), "/\\", Both(related(Y, "=", Z), "\\/", related(X, "=", Z))),
    "exists x : R, x = y /\\ y = x": exists("x", REAL, Both(related(X, "=", Y), "/\\", related(Y, "=", X))),
    "tends (fun x => (x * y)) z": app("tends", fun("x", Op("*", (X, Y))), Z),
}


@pytest.mark.parametrize("text", PRINTED)
def test_what_needs_parentheses_has_them(text: str) -> None:
    assert PRINTED[text].whole == text


@coq
def test_coq_reads_what_was_meant() -> None:
    """A quantifier that is assumed ends before what follows from it: this is false where it reaches further."""
    every = given((forall(related(ZERO, "<", X), EVERY_X),), related(ZERO, "<", Num(-1)))
    with Toplevel(limit=10) as session:
        answer = session.lemma("ends", f"Theorem ends : {every.whole}.", "Proof. intros H. specialize (H 0). lra. Qed.")
    assert answer.accepted, answer.message


def test_what_is_free() -> None:
    inside = forall(related(X, "<", Y), EVERY_X)
    assert inside.free == {"y"}
    assert Both(inside, "/\\", related(X, "=", X)).free == {"x", "y"}
    assert Fun((Binder(("x",), App(Const("mat"), (X, Y))),), X).free == {"x", "y"}  # the type stands outside


def test_a_bound_variable_makes_way() -> None:
    below = forall(related(X, "<", Y), EVERY_X)
    assert below.put({"y": Op("+", (X, Num(1)))}).whole == "forall x_2 : R, x_2 < (x + 1)"
    assert below.put({"x": Z}) == below
    nested = forall(exists("x_2", REAL, related(Op("+", (X, Y)), "<", Var("x_2"))), EVERY_X)
    put = nested.put({"y": X})
    assert put.free == {"x"}
    assert put.put({"x": Num(0)}).free == frozenset()
    assert put.whole == "forall x_2 : R, exists x_2_2 : R, (x_2 + x) < x_2_2"


def test_a_statement_holds_no_text() -> None:
    stated = theorem_of(claim(Inequality(sp.Symbol("x", positive=True), ">", 0)))
    for fact in (Fact("H", "0 < x"), Fact("H", related(ZERO, "<", Said("x")))):
        with pytest.raises(Untranslatable, match="a statement that holds a text"):
            replace(stated, facts=(fact,))


def test_a_statement_speaks_of_nothing_that_it_does_not_quantify() -> None:
    stated = theorem_of(claim(Inequality(sp.Symbol("x", positive=True), ">", 0)))
    with pytest.raises(Untranslatable, match="y is not quantified"):
        replace(stated, facts=(*stated.facts, Fact("H", related(ZERO, "<", Y))))


def test_a_letter_takes_the_name_of_no_notion() -> None:
    said = Theory((Binder(("at_right",), REAL),), (), (App(app("at_right", ZERO), (Y,)),))
    with pytest.raises(NotClosed, match="at_right"):
        said.check()
    x, filter_ = sp.Symbol("x", positive=True), sp.Symbol("at_right", positive=True)
    with pytest.raises(Untranslatable, match="a letter that is called at_right"):
        theorem_of(claim(Asymptotic(x + filter_ * x**2, x, x**2, x, 0)))


# -- letters that are called as a bound variable of a statement would be --------------------------------------------


def numbered(said: object, bound: tuple[str, ...] = ()) -> Any:
    """A statement without the names of what it binds: each variable is the number of the binder that binds it."""
    if isinstance(said, Var):
        return len(bound) - 1 - bound[::-1].index(said.name) if said.name in bound else said
    if isinstance(said, Fun | Quantified | Theory):
        types = []
        for binder in said.binders:
            types.append((len(binder.names), numbered(binder.type, bound)))
            bound += binder.names
        inside = [numbered(value, bound) for key, value in vars(said).items() if key in ("value", "inside")]
        inside += [
            [numbered(p, bound) for p in part] for part in (vars(said).get(k, ()) for k in ("assumed", "proved"))
        ]
        return (type(said), getattr(said, "which", ""), types, inside)
    if isinstance(said, tuple):
        return tuple(numbered(part, bound) for part in said)
    if isinstance(said, Gallina):
        known = {k: numbered(v, bound) for k, v in vars(said).items() if k in said.__dataclass_fields__}  # type: ignore[attr-defined]
        return (type(said), tuple(known.items()))
    return said


def _about(letter: str) -> list[Claim]:
    x, c = sp.Symbol("x", positive=True), sp.Symbol(letter, real=True)
    j = sp.Symbol("j", integer=True, nonnegative=True)
    f = sp.Function(letter, positive=True)
    return [
        claim(Asymptotic(x + c * x, x, x**2, x, 0)),
        claim(Series(c * sp.Rational(1, 2) ** j, (j, 0, sp.oo), "=", 2 * c)),
        claim(Series(x * sp.Rational(1, 2) ** j, (j, 0, sp.oo), "<=", c), c >= 2 * x),
        claim(Inequality(f(x), ">", 0)),
    ]


@pytest.mark.parametrize("letter", ["C", "l", "x0", "y0", "j_2", "s", "v", "k", "t0", "H0"])
def test_what_a_letter_is_called_says_nothing(letter: str) -> None:
    """Asymptotic statements say ``exists C``: a letter C of the claim is another."""
    for one, other in zip(_about(letter), _about("zeta"), strict=True):
        assert numbered(theorem_of(one).says) == numbered(theorem_of(other).says), one.statement
