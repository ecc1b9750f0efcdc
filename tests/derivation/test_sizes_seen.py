r"""Sizes that formulas show, and types with them: in ``S = C + v k^\top`` the rows of S are those of C and v."""

from __future__ import annotations

import pytest

from layerproof.tools.latex_lines.proposing.sizes_seen import like_their_products, sizes_of


@pytest.mark.parametrize(
    ("kind", "sizes"),
    [
        ("matrix m x d", ["m", "d"]), ("symmetric matrix d x d", ["d", "d"]), ("vector d", ["d", "1"]),
        ("constant vector n", ["n", "1"]), ("vector function m", ["m", "1"]), ("vector d for i = 1..n", ["d", "1"]),
        ("real", []), ("function", []), ("positive number", []), ("natural number", []),
    ],
)  # fmt: skip
def test_the_sizes_of_a_type(kind: str, sizes: list[str]) -> None:
    assert sizes_of(kind) == sizes


SAID = {"C": "matrix m x d", "G": "symmetric matrix d x d", "q": "vector d"}
LOOSE = {"S": "matrix d_0 x d_0", "v": "vector d_0", "k": "vector d_0", "A": "matrix d_0 x d_0", "r": "real"}


@pytest.mark.parametrize(
    ("formula", "found"),
    [
        (["S", r"C + v k^\top"], {"S": "matrix m x d", "v": "vector m", "k": "vector d"}),
        (["S", r"(C + v k^\top) (G + k k^\top)^{-1}"], {"S": "matrix m x d", "v": "vector m", "k": "vector d"}),
        ([r"k^\top G k"], {"k": "vector d"}),
        ([r"C A"], {"A": "matrix d x d_0"}),
        ([r"A C"], {"A": "matrix d_0 x m"}),
        ([r"A^\top C"], {"A": "matrix m x d_0"}),
        ([r"\mathrm{tr}(A C)"], {"A": "matrix d x m"}),
        ([r"\langle k, q \rangle"], {"k": "vector d"}),
        ([r"\|C k - v\|^2"], {"k": "vector d", "v": "vector m"}),
        ([r"\frac{G k}{1 + k^\top G k}", "v"], {"k": "vector d", "v": "vector d"}),
        ([r"\sum_{i=1}^n C k"], {"k": "vector d"}),
        ([r"\mathbb{E}[C k]", "v"], {"k": "vector d", "v": "vector m"}),
        ([r"q^\top k v"], {"k": "vector d", "v": "vector d_0"}),
        ([r"C k - r"], {"k": "vector d", "r": "vector m"}),
        ([r"q^\top k - r"], {"k": "vector d", "r": "real"}),
        ([r"I - A", "C C^\\top"], {"A": "matrix m x m"}),
        ([r"v \odot C q"], {"v": "vector m"}),
    ],
)
def test_what_a_formula_shows(formula: list[str], found: dict[str, str]) -> None:
    seen = like_their_products(LOOSE, SAID, [formula], [])
    assert {name: seen[name] for name in found} == found
    assert {name: kind for name, kind in seen.items() if kind != LOOSE[name]}.keys() <= found.keys()


def test_what_is_said_to_differ_is_not_joined_and_a_matrix_has_not_one_column() -> None:
    assert like_their_products(LOOSE, SAID, [["C + G"], ["A + k"]], []) == LOOSE
    assert like_their_products({"r": "real"}, SAID, [["C q - r"]], [], ["r"]) == {"r": "real"}


def test_an_inverse_makes_square() -> None:
    assert like_their_products({"A": "matrix d_0 x d_0"}, SAID, [["C A"]], ["A"]) == {"A": "matrix d x d"}
