"""Matrices of every size: the axioms of rings and of transposes; false ones fail for matrices drawn here."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from layerproof.language.matrices import MatrixFlow, Orthogonal, Symmetric, matrix, trace
from layerproof.language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from layerproof.language.symbols import natural

from .arithmetic import Rows, matrix_value
from .choices import Choices
from .stated import Stated

n, m = natural("n m")
A, B, C = (matrix(name, n, n) for name in "ABC")
W, V = matrix("W", n, m), matrix("V", m, n)
SQUARE = ([[1, 2], [0, 1]], [[1, 0], [3, 1]], [[0, 1], [2, 5]])
POINT: dict[Any, Rows] = {
    letter: [[Fraction(entry) for entry in row] for row in rows] for letter, rows in zip((A, B, C), SQUARE, strict=True)
}


def word(choices: Choices) -> Any:
    """A product of letters and transposed ones."""
    letters = [choices.one(A, B, C, A.T, B.T) for _ in range(1 + choices.below(3))]
    return sp.MatMul(*letters).doit()


def ring(choices: Choices) -> Stated:
    """A product of sums against its expansion, or against another word of the same letters."""
    one, two, three, four = (word(choices) for _ in range(4))
    c = sp.Integer(choices.number())
    left, right = choices.one(
        ((one + two) * (three + four), one * three + one * four + two * three + two * four),
        ((one * two).T, two.T * one.T),
        (one * (two - c * three), one * two - c * one * three),
        ((one + c * two).T, one.T + c * two.T),
        ((one + two) * (one + two), one * one + one * two + two * one + two * two),
    )
    truth = not choices.maybe()
    if not truth:
        change = choices.one(one * two - two * one, one - one.T, c * one, one * two - one.T * two)
        if change == sp.ZeroMatrix(n, n) or not any(map(any, matrix_value(change, POINT))):
            change = A * B - B * A
        right = right + change
    return Stated(MatrixIdentity, {"lhs": left, "rhs": right}, truth, "the axioms of a ring with a transpose")


def traced(choices: Choices) -> Stated:
    """A trace and the same word turned round; and what holds under a hypothesis on a letter, without it too."""
    truth = not choices.maybe()
    lhs, rhs, hypotheses = (
        choices.one(
            (trace(W * V), trace(V * W), ()),
            (trace(A * B * C), trace(B * C * A), ()),
            (trace(A * B), trace(B.T * A.T), ()),
            (A * A.T * B, B, (Orthogonal(A),)),
            (A.T * B, A * B, (Symmetric(A),)),
            ((A * B).T, B.T * A, (Symmetric(A),)),
        )
        if truth
        else choices.one(
            (trace(A * B * C), trace(A * C * B), ()),
            (trace(A * B), trace(A.T * B), ()),
            (A * A.T * B, B, (Symmetric(A),)),
            (A.T * B, A * B, (Orthogonal(A),)),
            ((A * B).T, A * B, (Symmetric(A), Symmetric(B))),
            (trace(A * B), trace(A) * trace(B), ()),
        )
    )
    return Stated(MatrixIdentity, {"lhs": lhs, "rhs": rhs}, truth, "laws of traces", hypotheses)


def flow(choices: Choices) -> Stated:
    """Laws of the flow of two layers."""
    Y, X = matrix("Y", n, n), matrix("X", n, n)
    loss = choices.one(
        trace((W * V - Y).T * (W * V - Y)) / 2,
        trace((W * V * X - Y).T * (W * V * X - Y)) / 2,
    )
    plain = not loss.has(X)
    error = W * V * X - Y if not plain else W * V - Y
    slope = error * X.T * V.T if not plain else error * V.T
    moved = MatrixFlow(loss, (W, V))
    truth = not choices.maybe()
    c = 0 if truth else choices.number()
    if choices.maybe():
        quantity = W.T * W - V * V.T if truth else choices.one(W.T * W + V * V.T, W * V, W * W.T)
        return Stated(MatrixConserved, {"quantity": quantity, "flow": moved}, truth, "balance of two layers")
    equals = -slope + (c * W if c else sp.ZeroMatrix(n, m))
    return Stated(
        MatrixRate, {"of": W, "equals": sp.MatAdd(equals).doit(), "flow": moved}, truth, "the slope of a square"
    )
