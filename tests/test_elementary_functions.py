"""The table of elementary functions: each face against the function itself, and which faces are missing, with why."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy as sp

import layerproof
from layerproof.language.doubles import CannotRun, Program
from layerproof.language.elementary import ELEMENTARY, ROWS, Elementary, Lacks, having, lacks
from layerproof.language.known_functions import FUNCTIONS, OPERATORS
from layerproof.language.printing import latex
from layerproof.language.smooth import jumps_in
from layerproof.numerics.formulas import Formula
from layerproof.proving.coq.terms import Translator, Untranslatable
from layerproof.proving.exact.balls import Evaluator, Point, Unsupported
from layerproof.proving.exact.definedness import obligations, unknown_domain

x = sp.Symbol("x", real=True)
PLACES = [Fraction(n, 7) for n in range(-18, 19)]  # 0 and 1 are among them, and no multiple of pi
MISSING = {
    "exp": {"latex"},
    "log": set(),
    "sin": set(),
    "cos": set(),
    "tan": {"lemma"},
    "cot": {"double", "coq", "lemma"},
    "sec": {"double", "latex", "coq", "lemma"},
    "csc": {"double", "latex", "coq", "lemma"},
    "sinh": set(),
    "cosh": set(),
    "tanh": {"lemma"},
    "coth": {"double", "coq", "lemma"},
    "sech": {"ball", "double", "coq", "lemma"},
    "csch": {"ball", "double", "latex", "coq", "lemma"},
    "asin": {"coq", "lemma"},
    "acos": {"coq", "lemma"},
    "atan": set(),
    "asinh": set(),
    "acosh": {"coq", "lemma"},
    "atanh": {"coq", "lemma"},
    "erf": {"coq", "lemma"},
    "erfc": {"latex", "coq", "lemma"},
    "gamma": {"slope", "coq", "lemma"},
}


def rows(face: str) -> Any:
    """The rows that have a face."""
    found = [row for row in ROWS if row.function in having(face)]
    return pytest.mark.parametrize("row", found, ids=[row.name for row in found])


def inside(row: Elementary) -> list[Fraction]:
    """Places of the domain."""
    holds = {">": lambda v: v > 0, ">=": lambda v: v >= 0, "!=": lambda v: v != 0}
    return [p for p in PLACES if all(holds[sign](f(sp.Rational(p))) for f, sign in row.domain)]


def many_digits(row: Elementary, place: Fraction) -> Any:
    with mpmath.workdps(40):
        return getattr(mpmath, row.name)(mpmath.mpf(place.numerator) / place.denominator)


def test_which_faces_are_missing() -> None:
    assert {row.name: set(row.lacking) for row in ROWS} == MISSING


def test_what_is_missing_is_told_in_words() -> None:
    for row in ROWS:
        for face, why in row.lacking.items():
            assert lacks(row.function, face) == why
            assert why.startswith(f"{row.name} ")
            assert len(why.split()) > 4, why
    assert lacks(sp.exp, "ball") is None
    assert lacks(sp.zeta, "ball") is None


def test_one_row_a_function() -> None:
    assert len(ELEMENTARY) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_it_is_real_where_its_domain_says_and_nowhere_else(row: Elementary) -> None:
    real = []
    for place in PLACES:
        try:
            value = many_digits(row, place)
        except (ValueError, ZeroDivisionError):  # a pole
            continue
        if mpmath.im(value) == 0 and mpmath.isfinite(value):
            real.append(place)
    if row.function is sp.gamma:  # between its poles it is real as well
        real = [place for place in real if place > 0]
    assert inside(row) == real


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_the_prover_asks_for_its_domain(row: Elementary) -> None:
    asked = [(one.expr, min(one.signs, default=0)) for one in obligations(row.function(x))]
    assert [expr for expr, _ in asked] == [of(x) for of, _ in row.domain]
    assert [least for _, least in asked] == [{">": 1, ">=": 0, "!=": -1}[sign] for _, sign in row.domain]
    assert unknown_domain(row.function(x)) is None


@rows("slope")
def test_its_slope_is_its_derivative(row: Elementary) -> None:
    exact = sp.diff(row.function(x), x)
    for place in inside(row)[1:-1]:
        difference = (exact - row.slope(x)).subs(x, sp.Rational(place))
        if difference.is_finite is not False:
            assert abs(sp.N(difference, 30)) < 1e-20, place


@rows("ball")
def test_its_ball_holds_its_value(row: Elementary) -> None:
    for place in inside(row)[1:-1]:
        ball = Evaluator(Point({x: place}), 128)(row.function(x))
        with mpmath.workdps(40):
            assert abs(mpmath.mpf(str(ball.mid().str(36, radius=False))) - many_digits(row, place)) < 1e-25


@rows("double")
def test_its_doubles_are_near_its_value(row: Elementary) -> None:
    places = inside(row)
    exact = np.array([float(many_digits(row, place)) for place in places])
    (found,) = Formula([row.function(x)])({x: np.array([float(place) for place in places])})
    program = Program(lambda leaf: ("x", 0), int)
    position = program.add(row.function(x))
    (by_search,) = program.run(np.array([[float(place) for place in places]]), [position])
    assert np.allclose(found, exact, rtol=1e-12)
    assert np.allclose(by_search, exact, rtol=1e-12)


@rows("latex")
def test_it_is_printed_by_its_command_and_read_again(row: Elementary) -> None:
    assert latex(row.function(x)).startswith(row.latex)
    name = row.latex.removeprefix(r"\operatorname{").removesuffix("}")
    assert {**FUNCTIONS, **OPERATORS}[name] is row.function


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_it_is_smooth_inside_of_its_domain(row: Elementary) -> None:
    assert jumps_in(row.function(x), lambda node: True) == []


@rows("coq")
def test_coq_has_it(row: Elementary) -> None:
    assert f"{row.coq} x" in Translator()(row.function(x)).text


@rows("lemma")
def test_the_prelude_has_the_lemma_of_its_slope(row: Elementary) -> None:
    folder = Path(layerproof.__file__).parent / "proving" / "coq" / "prelude"
    prelude = "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.v")))
    assert f"Lemma {row.lemma} :" in prelude
    lemma = prelude.partition(f"Lemma {row.lemma} :")[2].partition(".\n")[0]
    assert f"{row.coq} (f s)" in lemma


def test_a_room_repeats_why_it_cannot() -> None:
    with pytest.raises(Unsupported, match=r"^sech is not known to ball arithmetic"):
        Evaluator(Point({x: Fraction(1)}), 128)(sp.sech(x))
    with pytest.raises(CannotRun, match=r"^sec has no value in doubles: it is neither in NumPy"):
        Program(lambda leaf: ("x", 0), int).add(sp.sec(x))
    with pytest.raises(Untranslatable, match=r"^erf has no counterpart in Coq here: erf\(x\)"):
        Translator()(sp.erf(x))


def test_a_face_that_is_a_value_is_none_that_is_missing() -> None:
    assert all(isinstance(getattr(row, face), Lacks) for row in ROWS for face in row.lacking)
    assert {field.name for field in dataclasses.fields(Elementary)} == {
        *("function", "slope", "ball", "double", "latex", "coq", "lemma", "domain")
    }
