"""Counterexamples to rates and velocities of matrices: small matrices that move along straight lines at the time 0."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp
from flint import fmpq

from ....language.statements.matrices import MatrixIdentity, MatrixRate
from ...exact.matrix_witness import values_of
from ..proofs.base import NoProof
from ..theorems.base import Theorem
from ..theorems.matrices import MatrixTheorem, SameMatrix, Slope
from . import matrices
from .base import REFUTES, Refutation, projection, refutation
from .matrices import _draw, _entry, _index, _matrix, _values, unequal


@REFUTES.register(MatrixIdentity, MatrixRate)
def refute(theorem: Theorem) -> Refutation:
    """The refutation at an entry that differs, by the slopes that the rules give if something moves.

    Raises:
        NoProof: if no witness is found.
    """
    if not isinstance(theorem, MatrixTheorem) or theorem.flow is None:
        return matrices.refute(theorem)
    statement, flow = theorem.claim.statement, theorem.flow
    if not isinstance(statement, MatrixIdentity | MatrixRate):
        raise NoProof("of matrices that move, only rates and identities are refuted")
    if isinstance(statement, MatrixRate):
        lhs, rhs = flow.rate(statement.of), sp.sympify(statement.equals)
    else:
        lhs, rhs = flow.evaluate(statement.lhs), flow.evaluate(statement.rhs)
    draw = _draw(lhs, rhs, theorem, sp.sympify(flow.loss))
    one, other = draw.value(lhs), draw.value(rhs)
    lines = {theorem.matrices.time: "0"}
    for letter, name in theorem.matrices.moving.items():
        gradient = draw.value(-1 * flow.velocity(letter))
        assert not isinstance(gradient, fmpq)
        start, slope = _matrix(draw.matrices[letter]), _matrix(gradient)
        lines[name] = f"(fun s => madd {start} (mscal s (mscal (-1) {slope})))"
    kind = Slope if isinstance(statement, MatrixRate) else SameMatrix
    position = next(k for k, goal in enumerate(theorem.goals) if isinstance(goal.content, kind))
    end = (
        [_at(one, other), "entries_in C.", "slope_of C E.", "absurd_relation E."]
        if isinstance(statement, MatrixRate)
        else list(_velocities(theorem.goals[position].content, draw, _entry(one, other)))
    )
    sentences = [
        f"specialize (C {' '.join(_values(theorem, draw, lines))}).",
        *(f"premise C ({_premise(theorem, fact.name)})." for fact in theorem.facts),
        *projection(len(theorem.goals), position),
        *end,
    ]
    return refutation(theorem, sentences, values_of(draw)).needing("RefutedMatrices")


def _premise(theorem: MatrixTheorem, name: str) -> str:
    known = theorem.assumed.get(name)
    return "descends_straight" if known is not None and known.parameter is not None else "matrices_settled"


def _at(one: Any, other: Any) -> str:
    """The sentence that takes from a rate of matrices that of an entry that differs."""
    if isinstance(one, fmpq):
        return ""
    i, j = unequal(one, other)
    return f"specialize (C {_index(i, one.nrows())} {_index(j, one.ncols())})."


def _velocities(content: SameMatrix, draw: Any, entry: str) -> Iterator[str]:
    """Sentences that find every entry of every velocity, and compare them by linear arithmetic."""
    for k, _ in enumerate(content.velocities):
        yield f"destruct C as [V{k} [M{k} C]]."
    yield entry
    yield "entries_in C."
    for k, velocity in enumerate(content.velocities):
        rows, cols = (draw.size(side) for side in velocity.args[0].shape)
        for i in range(rows):
            for j in range(cols):
                here = f"{k}_{i}_{j}"
                yield f"assert (S{here} := M{k} {_index(i, rows)} {_index(j, cols)})."
                yield f"entries_in S{here}."
                yield f"slope_of S{here} E{here}."
    yield "lra."
