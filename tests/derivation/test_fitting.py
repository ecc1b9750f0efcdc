"""Guesses that are changed where more of a paper can be read then."""

from __future__ import annotations

import pytest

from layerproof.tools.latex_lines.proposing.fitting import fitted

FIXED = {"c": "vector d", "G": "matrix k x d", "f": "function"}


@pytest.mark.parametrize(
    ("guesses", "formulas", "expected"),
    [
        ({"u": "real"}, [["u + c", "2 c"]], {"u": "vector d"}),
        ({"Q": "real"}, [["Q + G^\\top G", "2 Q"]], {"Q": "matrix d x d"}),
        ({"v": "vector d"}, [["f(c) + v", "1"]], {"v": "real number"}),
        ({"A": "matrix d x d", "u": "real", "v": "real"}, [[r"A^\top v + u", "c"]], {"u": "vector d", "v": "vector d"}),
        ({"u": "real"}, [["u + c", "c"], ["u + f(c)", "1"]], {"u": "real"}),  # one is read for the other
        ({"u": "real"}, [["u + f(c)", "1"]], {"u": "real"}),
        ({"u": "function"}, [["u + c", "c"]], {"u": "function"}),
        ({"K": "matrix d x d"}, [["K + f(c)", "1"]], {"K": "matrix d x d"}),  # a large letter stays one
    ],
)
def test_a_guess_gives_way_to_one_with_which_more_is_read(
    guesses: dict[str, str], formulas: list[list[str]], expected: dict[str, str]
) -> None:
    assert {**guesses, **expected} == fitted(guesses, FIXED, formulas)


def test_what_a_transpose_shows_to_be_no_number_stays_none() -> None:
    assert fitted({"v": "vector k"}, FIXED, [["f(c) + v", "1"]], shaped=["v"]) == {"v": "vector k"}


def test_it_ends_when_so_many_formulas_were_read() -> None:
    assert fitted({"u": "real"}, FIXED, [["u + c", "c"]], most=0) == {"u": "real"}
