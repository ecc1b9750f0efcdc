"""Draws of matrices satisfy every hypothesis: semidefinite ones stay so where equations move them, inverses exist."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from layerproof import Claim, Verdict, natural
from layerproof.language.matrices import Diagonal, Equal, Orthogonal, Symmetric, identity, matrix, trace, zero
from layerproof.language.matrix_functions import Invertible, PositiveDefinite, PositiveSemidefinite, inverse, sqrtm
from layerproof.language.statements.matrices import MatrixIdentity
from layerproof.language.statements.matrix_order import MatrixInequality
from layerproof.numerics.checks import check
from layerproof.numerics.checks.matrix_draws import draw_matrices
from layerproof.numerics.checks.matrix_hypotheses import satisfied

n = natural("n")
A, B = matrix("A", n, n), matrix("B", n, n)
none, one = zero(n, n), identity(n)
psd, pd = PositiveSemidefinite, PositiveDefinite
Made = Callable[[], tuple[Any, ...]]

SEEN: dict[str, Made] = {
    "the square of a state": lambda: (MatrixInequality(trace(A * A), "<=", 1), psd(A), Equal(trace(A), 1)),
    "the other order": lambda: (MatrixInequality(trace(A * A), "<=", 1), Equal(trace(A), 1), psd(A)),
    "an orthogonal one": lambda: (MatrixIdentity(A, one), psd(A), Orthogonal(A)),
    "the orthogonal one first": lambda: (MatrixIdentity(A, one), Orthogonal(A), psd(A)),
    "an involution": lambda: (MatrixIdentity(A, one), psd(A), Equal(A * A, one)),
    "equal squares": lambda: (MatrixIdentity(A, B), psd(A), psd(B), Equal(A * A, B * B)),
    "the inverse": lambda: (MatrixInequality(trace(inverse(A)), ">=", n**2), pd(A), Equal(trace(A), 1)),
    "the trace of a unit": lambda: (MatrixInequality(trace(A), ">=", 1), psd(A), Equal(trace(A * A), 1)),
    "a product": lambda: (MatrixInequality(A * B, ">=", none), psd(A), psd(B), Equal(A * B, B * A)),
    "a diagonal one": lambda: (MatrixInequality(trace(A), ">=", 0), psd(A), Diagonal(A), Equal(trace(A * A), 1)),
    "a root": lambda: (MatrixIdentity(sqrtm(A) * sqrtm(A), A), psd(A), Equal(trace(A), 1)),
    "a symmetric one": lambda: (MatrixInequality(A, ">=", none), psd(A), Symmetric(A), Equal(trace(A), 1)),
    "an invertible projection": lambda: (MatrixIdentity(A, one), Invertible(A), Equal(A * A, A)),
}
NEARLY: dict[str, Made] = {
    "no trace": lambda: (MatrixIdentity(A, none), psd(A), Equal(trace(A), 0)),
    "no trace of a product": lambda: (MatrixIdentity(A * B, none), psd(A), psd(B), Equal(trace(A * B), 0)),
    "no product of three": lambda: (MatrixIdentity(A * B, none), psd(A), psd(B), Equal(B * A * B, none)),
    "minus one another": lambda: (MatrixIdentity(A, none), psd(A), psd(B), Equal(A, -B)),
    "equal cubes": lambda: (MatrixIdentity(A, B), psd(A), psd(B), Equal(A * A * A, B * B * B)),
    "no product": lambda: (MatrixIdentity(B, none), Invertible(A), Equal(A * B, none)),
}
FALSE: dict[str, Made] = {
    "less than a unit": lambda: (MatrixInequality(trace(A), ">=", 2), psd(A), Equal(trace(A * A), 1)),
    "a pure state": lambda: (MatrixInequality(trace(A * A), "<", 1), psd(A), Equal(trace(A), 1)),
    "half": lambda: (MatrixInequality(2 * trace(A * A), "<=", 1), psd(A), Equal(trace(A), 1)),
    "a projection": lambda: (MatrixIdentity(A, one), psd(A), Equal(A * A, A)),
    "a singular one": lambda: (MatrixInequality(A, ">", none), psd(A), Equal(trace(A), 1)),
    "a sign": lambda: (MatrixIdentity(A, one), Symmetric(A), Orthogonal(A)),
}


def _check(statement: Any, *hypotheses: Any) -> Any:
    return check(Claim("here/claim", title="A claim", statement=statement, hypotheses=hypotheses), draws=200)


@pytest.mark.parametrize("what", SEEN)
def test_what_holds_in_a_cone_is_supported(what: str) -> None:
    found = _check(*SEEN[what]())
    assert found.verdict is Verdict.SUPPORTED, found.reason


@pytest.mark.parametrize("what", NEARLY)
def test_what_has_no_slope_where_it_holds_contradicts_nothing(what: str) -> None:
    found = _check(*NEARLY[what]())
    assert found.verdict is Verdict.UNDECIDED
    assert "no matrices" in found.reason or "but for rounding" in found.reason


@pytest.mark.parametrize("what", FALSE)
def test_what_is_false_in_a_cone_is_contradicted(what: str) -> None:
    assert _check(*FALSE[what]()).verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize("kind", [PositiveSemidefinite, PositiveDefinite])
@pytest.mark.parametrize("others", [(Equal(trace(A), 1),), (Equal(trace(A * A), 1), Diagonal(A)), (Symmetric(A),)])
def test_every_draw_satisfies_every_hypothesis(kind: Any, others: tuple[Any, ...]) -> None:
    at = draw_matrices([A], [*others, kind(A)], {n: 3}, 40, np.random.default_rng(0))
    assert satisfied([*others, kind(A)], at, {n: 3}, 1e-12).all()
    assert len(at[A]) >= 20
    assert np.linalg.eigvalsh(at[A]).min() > (0 if kind is PositiveDefinite else -1e-14)


def test_a_spectrum_is_looked_at() -> None:
    at = {A: np.stack([np.diag(d) for d in ([1.0, 0.0], [1.0, -1e-9], [1.0, 1.0])])[:, None]}
    assert satisfied([psd(A)], at, {n: 2}, 1e-12).tolist() == [True, False, True]
    assert satisfied([pd(A)], at, {n: 2}, 1e-12).tolist() == [False, False, True]
    assert satisfied([Invertible(A)], at, {n: 2}, 1e-12).tolist() == [False, False, True]
