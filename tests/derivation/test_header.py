"""Declarations: what letters mean, and how formulas are read in them."""

from __future__ import annotations

import pytest
import sympy as sp

from layerproof.language.matrices import Orthogonal, RandomVector, Symmetric
from layerproof.language.printing.marks import Slope
from layerproof.language.reading import CannotRead
from layerproof.tools.latex_lines.letters.header import declare
from layerproof.tools.latex_lines.letters.setting import Misdeclared, Setting


def setting(*items: str, **more: str) -> Setting:
    made = Setting()
    for item in items:
        declare(made, "symbols", item)
    for key, text in more.items():
        declare(made, key, text)
    return made


@pytest.mark.parametrize(
    ("item", "name", "assumption"),
    [
        ("S, r_0 > 0", "r_{0}", "positive"), (r"\lambda real", r"\lambda", "real"), (r"x \ge 0", "x", "nonnegative"),
        ("n natural", "n", "integer"), (r"x \neq 0", "x", "nonzero"), (r"x \in \mathbb{R}", "x", "real"),
        (r"\hat y_{\text{max}} positive", r"\hat{y}_{\mathrm{max}}", "positive"), ("a_{+} < 0", "a_{+}", "negative"),
        ("m positive integer", "m", "positive"), (r"\Delta\theta real", r"\Delta\theta", "real"),
    ],
)  # fmt: skip
def test_domains(item: str, name: str, assumption: str) -> None:
    made = setting(item)
    assert getattr(made.meanings[name], f"is_{assumption}")
    assert made.read(name) == made.meanings[name]


def test_families_matrices_and_intervals() -> None:
    made = setting(
        "x_{i}, w_i positive for i = 1..n", "B_{ij} real for i = 1..n, j = 1..p", r"q \in (0, 1]", "W matrix d x p",
        "Q orthogonal matrix d x d", "A symmetric matrix d x d", "z random vector d",
    )  # fmt: skip
    assert made.read("x_i + w_1").free_symbols
    assert made.read("B_{ij}") == made.read("B_{i,j}")
    assert made.read(r"\sum_i x_i") == made.read(r"\sum_{i=1}^n x_i")
    q = made.meanings["q"]
    assert {q > 0, q <= 1} <= set(made.hypotheses)
    assert made.read("W").shape == (made.meanings["d"], made.meanings["p"])
    assert [type(h) for h in made.hypotheses[2:]] == [Orthogonal, Symmetric]
    assert isinstance(made.read("z"), RandomVector)
    assert made.read("Q^T") == made.read(r"Q^\top") == made.meanings["Q"].T


def test_derivatives_in_every_spelling() -> None:
    made = setting("a, b trajectories", "x_{i} trajectories for i = 1..n")
    a, t = made.meanings["a"], made.time
    assert made.read(r"\frac{da}{dt}") == made.read(r"\frac{\mathrm{d} a}{\mathrm{d} t}") == Slope(a, t)
    assert made.read(r"\frac{d}{dt}(ab)") == made.read(r"\frac{d (ab)}{dt}") == made.read(r"\frac{d ab}{dt}")
    assert made.read(r"\dot a") == made.read(r"\dot{a}") == made.read(r"\dot{a}(t)")
    assert made.read(r"\dot x_i") == made.read(r"\dot{x_i}") == made.read(r"\dot{x}_i(t)")
    assert made.read("a(t) b(t)") == made.read("ab")


@pytest.mark.parametrize(
    "formula",
    ["a/bc", r"\sin 2 a", r"\frac{d}{dt} ab", r"\ln a (b + c)", "\u0430 + b", r"\sum_k a", "q + 1", "__import__"],
)
def test_what_is_ambiguous_or_unknown_is_refused(formula: str) -> None:
    made = setting("a, b trajectories", "c real")
    with pytest.raises(CannotRead):
        made.read(formula)


@pytest.mark.parametrize(
    ("key", "text", "words"),
    [
        ("symbols", "x", "does not say what it is"), ("symbols", "3 real", "no name"),
        ("symbols", "x, x real", "twice"), ("symbols", "W matrix d", "one size"),
        ("hypotheses", "x + 1", "no relation"),
        ("random", "x ~ Cauchy(1)", "no distribution"), ("flow", "3", "expected loss"),
        ("symbols", "x real for i = 1..n", "has no index"), ("define", "3 = 4", "no name"),
        ("symbols", "__import__('os') > 0", "argument is expected"), ("hypotheses", "9^{9^{9^9}} > x", "too large"),
    ],
)  # fmt: skip
def test_declarations_that_are_none(key: str, text: str, words: str) -> None:
    made = setting("y real")
    with pytest.raises(Misdeclared, match=words):
        declare(made, key, text)


def test_a_definition_names_something_new() -> None:
    made = setting("x real", define="s = x^2")
    assert made.without_definitions(made.read("s + 1")) == made.read("x^2 + 1")
    with pytest.raises(Misdeclared, match="has a meaning already"):
        declare(made, "define", "x = 3")


def test_flows() -> None:
    made = setting("S > 0", "a, b trajectories")
    for item in (r"loss = \frac{1}{2}(ab - S)^2", "parameters a, b", "on a = b"):
        declare(made, "flow", item)
    assert made.flow is not None
    assert len(made.flow.invariant) == 1
    given = setting("x trajectory")
    declare(given, "flow", r"\dot x = -x^3")
    assert list(given.rates) == [given.meanings["x"]]


def test_names_print_as_they_were_declared() -> None:
    from layerproof.language.printing import latex, notation

    made = setting(r"\hat{y}_{0} real", "S real", "S_{k} real for k = 1..n", "a_{i,+} trajectories for i = 1..n")
    with notation(made.notation):
        for name in (r"\hat{y}_{0}", "S", "S_{k}", "a_{i,+}"):
            assert made.read(latex(made.read(name))) == made.read(name)
    assert isinstance(made.read("S"), sp.Symbol)
