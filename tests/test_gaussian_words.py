"""Means of words in Gaussian matrices: sums over pairs, as by quadrature; true ones proved, false neighbours never."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest
import sympy as sp
from late import late

from layerproof import (
    Claim,
    Expect,
    Invertible,
    MatrixIdentity,
    MatrixInequality,
    Verdict,
    identity,
    inverse,
    matrix,
    natural,
    trace,
    zero,
)
from layerproof import gaussian_matrix as gaussian
from layerproof.proving.evidence import prove
from layerproof.proving.exact.gaussian_words import expected
from layerproof.proving.exact.words import words_of

with late():
    from layerproof.numerics.checks import check

n, p, m = natural("n p m")
X, Z, Y, G = gaussian("X", n, p), gaussian("Z", n, p), gaussian("Y", p, m), gaussian("G", n, n)
A, B, C, D, S = matrix("A", n, n), matrix("B", p, p), matrix("C", p, p), matrix("D", p, n), matrix("S", p, p)
EQ, one = MatrixIdentity, identity(p)
V, R, U = Verdict.VERIFIED, Verdict.REFUTED, Verdict.UNDECIDED

CASES: list[tuple[Any, list[Any], Verdict]] = [
    (EQ(Expect(X.T * X), n * one), [], V),
    (EQ(Expect(X.T * X), p * one), [], R),
    (EQ(Expect(X * X.T), p * identity(n)), [], V),
    (EQ(Expect(X.T * A * X), trace(A) * one), [], V),
    (EQ(Expect(X * B * X.T), trace(B) * identity(n)), [], V),
    (EQ(Expect(X * B * X.T), trace(B) * identity(n) * 2), [], R),
    (EQ(Expect(X * D * X), D.T), [], V),
    (EQ(Expect(X * D * X), D.T * 2), [], R),
    (EQ(Expect((X.T * X) * (X.T * X)), n * (n + p + 1) * one), [], V),
    (EQ(Expect((X.T * X) * (X.T * X)), n * (n + p) * one), [], R),
    (EQ(Expect(X.T * X * B * X.T * X), n * (n * B + B.T + trace(B) * one)), [], V),
    (EQ(Expect(X.T * X * B * X.T * X), n * (n * B + B + trace(B) * one)), [], R),
    (EQ(Expect(trace(X.T * X) * (X.T * X)), n * (n * p + 2) * one), [], V),
    (EQ(Expect(trace(X.T * X) ** 2), n * p * (n * p + 2)), [], V),
    (EQ(Expect(trace(X.T * X * B) ** 2), n**2 * trace(B) ** 2 + n * trace(B * B) + n * trace(B * B.T)), [], V),
    (EQ(Expect(trace(X.T * X * B) ** 2), n**2 * trace(B) ** 2 + 2 * n * trace(B * B)), [], R),
    (EQ(Expect(X), zero(n, p)), [], V),
    (EQ(Expect(X.T * Z), zero(p, p)), [], V),
    (EQ(Expect(X * Y * Y.T * X.T), p * m * identity(n)), [], V),
    (EQ(Expect(trace(G) ** 2), n), [], V),
    (EQ(Expect(G * G), identity(n)), [], V),
    (EQ(Expect(trace(G * G)), n), [], V),
    (EQ(Expect(trace(G * G)), n**2), [], R),
    (EQ(Expect(trace(G * G.T)), n**2), [], V),
    (EQ(Expect(trace(G) * G), identity(n)), [], V),
    (EQ(Expect(trace(G.T) * trace(A * G)), trace(A)), [], V),
    (EQ(Expect(S.T * X.T * X * S), n * S.T * S), [], V),
    (EQ(Expect((X * S).T * (X * S)), n * S * S.T), [], R),
    (EQ(Expect((X.T * X) ** 3), n * (n**2 + p**2 + 3 * n * p + 3 * n + 3 * p + 4) * one), [], V),
    (EQ(Expect(inverse(X.T * X)), one / (n - p - 1)), [sp.Gt(n, p + 1)], V),
    (EQ(Expect(inverse(X.T * X)), one / (n - p - 1)), [], U),
    (EQ(Expect(inverse(X.T * X)), one / (n - p)), [sp.Gt(n, p + 1)], R),
    (EQ(Expect(inverse(X * X.T)), identity(n) / (p - n - 1)), [sp.Gt(p, n + 1)], V),
    (EQ(Expect(inverse(S.T * X.T * X * S)), inverse(S.T * S) / (n - p - 1)), [sp.Gt(n, p + 1), Invertible(S)], V),
    (EQ(Expect(inverse(S.T * X.T * X * S)), inverse(S * S.T) / (n - p - 1)), [sp.Gt(n, p + 1), Invertible(S)], R),
    (EQ(Expect(inverse(S.T * X.T * X * S)), inverse(S.T * S) / (n - p - 1)), [sp.Gt(n, p + 1)], U),
    (EQ(Expect(trace(C * inverse(X.T * X))), trace(C) / (n - p - 1)), [sp.Gt(n, p + 1)], V),
    (EQ(Expect(inverse(X.T * X) * X.T * X), one), [], U),
    (EQ(X.T * X, n * one), [], U),
    (MatrixInequality(Expect(X.T * X), ">=", n * one), [], V),
    (MatrixInequality(Expect(X.T * X * X.T * X), ">=", n**2 * one), [], V),
    (MatrixInequality(Expect(X.T * X * X.T * X), "<=", n**2 * one), [], R),
]


@pytest.mark.parametrize(("statement", "hypotheses", "verdict"), CASES, ids=[str(k) for k in range(len(CASES))])
def test_means_of_gaussian_words(statement: Any, hypotheses: list[Any], verdict: Verdict) -> None:
    found = prove(Claim("mine/mean", title="t", statement=statement, hypotheses=hypotheses))
    assert found.verdict is verdict, (found.how, found.reason)


SIZE = 2
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(4)  # exact to the seventh power of each entry


def by_quadrature(words: list[list[tuple[str, bool]]], word: list[tuple[str, bool]], fixed: np.ndarray) -> np.ndarray:
    """The mean of a product of traces and a word at 2 x 2 matrices, entry by entry."""
    total = np.zeros((SIZE, SIZE))
    for nodes in itertools.product(range(len(NODES)), repeat=SIZE * SIZE):
        at = {"X": NODES[list(nodes)].reshape(SIZE, SIZE), "A": fixed}

        def product(letters: list[tuple[str, bool]], at: dict[str, np.ndarray] = at) -> np.ndarray:
            value = np.eye(SIZE)
            for name, turned in letters:
                value = value @ (at[name].T if turned else at[name])
            return value

        weight = np.prod(WEIGHTS[list(nodes)] / np.sqrt(2 * np.pi))
        total += weight * np.prod([np.trace(product(w)) for w in words]) * product(word)
    return total


@pytest.mark.parametrize("seed", range(12))
def test_sums_over_pairs_are_means(seed: int) -> None:
    chance = random.Random(seed)
    symbols = {"X": gaussian("X", n, n), "A": matrix("A", n, n)}
    count = chance.choice([2, 4, 4])
    letters = [("X", chance.random() < 0.5) for _ in range(count)]
    letters += [("A", chance.random() < 0.5) for _ in range(chance.randint(0, 2))]
    chance.shuffle(letters)
    cuts = sorted(chance.sample(range(len(letters) + 1), 2))
    words, word = [letters[: cuts[0]], letters[cuts[0] : cuts[1]]], letters[cuts[1] :]

    def written(part: list[tuple[str, bool]]) -> Any:
        factors = [symbols[name].T if turned else symbols[name] for name, turned in part]
        return sp.MatMul(*factors) if factors else identity(n)

    whole = sp.MatMul(*(trace(written(w)) for w in words), written(word))
    found = expected(words_of(whole), frozenset("X"))
    fixed = np.array([[1.0, -2.0], [0.5, 3.0]])
    value = np.zeros((SIZE, SIZE))
    for (traces, rest), coefficient in found.items():
        term = float(coefficient.subs(n, SIZE)) * np.eye(SIZE)
        for cycle in traces:
            term = term * np.trace(_value(cycle, fixed))
        value += term @ _value(rest, fixed)
    assert np.allclose(value, by_quadrature(words, word, fixed), atol=1e-9)


def _value(word: Any, fixed: np.ndarray) -> np.ndarray:
    value = np.eye(SIZE)
    for letter in word:
        value = value @ (fixed.T if letter.transposed else fixed)
    return value


def test_the_inverse_of_second_moments_by_sampling() -> None:
    """The one mean that is no sum over pairs, of 20,000 samples."""
    draws = np.random.default_rng(1).normal(size=(20_000, 9, 3))
    found = np.linalg.inv(np.swapaxes(draws, 1, 2) @ draws).mean(0)
    assert np.allclose(found, np.eye(3) / (9 - 3 - 1), atol=0.01)


def test_numbers_say_where_they_do_not_know() -> None:
    """Of polynomials they know the means, of inverses they do not."""
    known = Claim("mine/mean", title="t", statement=EQ(Expect(X.T * X), n * one))
    assert check(known, draws=4).verdict is Verdict.SUPPORTED
    inverted = EQ(Expect(inverse(X.T * X)), one / (n - p - 1))
    unknown = Claim("mine/inverse", title="t", statement=inverted, hypotheses=[sp.Gt(n, p + 1)])
    assert check(unknown, draws=4).verdict is U


@pytest.mark.parametrize(("statement", "hypotheses", "verdict"), CASES, ids=[str(k) for k in range(len(CASES))])
def test_numbers_do_not_say_otherwise(statement: Any, hypotheses: list[Any], verdict: Verdict) -> None:
    """The nodes know nothing of pairs of letters."""
    found = check(Claim("mine/mean", title="t", statement=statement, hypotheses=hypotheses), draws=40).verdict
    assert (verdict, found) not in ((V, Verdict.CONTRADICTED), (R, Verdict.SUPPORTED))
