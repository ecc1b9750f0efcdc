"""Means over Gaussian matrices by nodes: their moments, wrong constants, and what nodes do not have the mean of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from layerproof import Claim, Expect, Verdict, gaussian_matrix, natural
from layerproof.language.matrices import identity, matrix, random_vector, trace
from layerproof.language.matrix_functions import inverse
from layerproof.language.statements.matrices import MatrixIdentity
from layerproof.numerics.checks import check
from layerproof.numerics.checks.gaussian_nodes import EXACT_TO, nodes

n, p = natural("n p")
X, Y = gaussian_matrix("X", n, p), gaussian_matrix("Y", n, p)
B = matrix("B", p, p)
x = random_vector("x", p)


def verdict(lhs: Any, rhs: Any) -> Any:
    return check(Claim("here/claim", title="A claim", statement=MatrixIdentity(lhs, rhs)), draws=200).verdict


def test_the_nodes_of_an_entry_have_the_moments_of_a_standard_normal_variable() -> None:
    entry = nodes(1, 1).ravel()
    moments = [float(np.mean(entry**k)) for k in range(EXACT_TO + 2)]
    np.testing.assert_allclose(moments[:-1], [1, 0, 1, 0, 3, 0], atol=1e-12)
    assert moments[-1] == pytest.approx(9.0), "and not the 15 that a sixth moment is"


TRUE = {
    "second moments": (Expect(X.T * X), n * identity(p)),
    "no third moment": (Expect(trace(X.T * X) * X), 0 * X),
    "a matrix between": (Expect(X * B * X.T), trace(B) * identity(n)),
    "a square": (Expect(X.T * X * X.T * X), n * (n + p + 1) * identity(p)),
    "a trace squared": (Expect(trace(X.T * X) ** 2), n * p * (n * p + 2)),
    "a mean within a mean": (Expect(X.T * X * Expect(X.T * X)), n**2 * identity(p)),
}
FALSE = {
    "second moments": (Expect(X.T * X), (n + 1) * identity(p)),
    "a matrix between": (Expect(X * B * X.T), trace(B) * identity(n) / 2),
    "a square": (Expect(X.T * X * X.T * X), n * (n + p) * identity(p)),
    "a trace squared": (Expect(trace(X.T * X) ** 2), n * p * (n * p + 1)),
}
REFUSED = {
    "six letters": (Expect(trace(X.T * X) ** 3), n * p * (n * p + 2) * (n * p + 4)),
    "an inverse": (Expect(inverse(X.T * X)), identity(p) / (n - p - 1)),
    "two matrices": (Expect(X.T * X * Y.T * Y), n**2 * identity(p)),
    "and a random vector": (Expect(X.T * X * x * x.T), n * Expect(x * x.T)),
}


@pytest.mark.parametrize("case", TRUE)
def test_means_of_words_are_supported(case: str) -> None:
    assert verdict(*TRUE[case]) is Verdict.SUPPORTED


@pytest.mark.parametrize("case", FALSE)
def test_wrong_constants_are_contradicted(case: str) -> None:
    assert verdict(*FALSE[case]) is Verdict.CONTRADICTED


@pytest.mark.parametrize("case", REFUSED)
def test_what_nodes_do_not_have_the_mean_of_has_no_numbers(case: str) -> None:
    assert verdict(*REFUSED[case]) is Verdict.UNDECIDED
