"""Counterexamples to identities between matrices: small matrices of rational numbers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import fmpq, fmpq_mat

from ....language.statements.matrices import MatrixIdentity
from ...exact.matrix_failures import many_draws
from ...exact.matrix_witness import Draw, NoDraw, values_of
from ..proofs import NoProof
from ..theorems.base import Theorem
from ..theorems.matrices import MatrixTheorem, SameMatrix
from .base import Refutation, number, projection, refutation

SECONDS = 5.0


def refute(theorem: Theorem) -> Refutation:
    """The refutation at an entry that differs.

    Raises:
        NoProof: if no witness is found.
    """
    statement = theorem.claim.statement
    if not isinstance(statement, MatrixIdentity) or not isinstance(theorem, MatrixTheorem):
        raise NoProof("of matrices that stand still, only identities are refuted")
    lhs, rhs = sp.sympify(statement.lhs), sp.sympify(statement.rhs)
    draw = _draw(lhs, rhs, theorem)
    position = next(k for k, goal in enumerate(theorem.goals) if isinstance(goal.content, SameMatrix))
    sentences = [
        f"specialize (C {' '.join(_values(theorem, draw))}).",
        *("premise C (matrices_settled)." for _ in theorem.facts),
        *projection(len(theorem.goals), position),
        _entry(draw.value(lhs), draw.value(rhs)),
        "entries_in C.",
        "absurd_relation C.",
    ]
    return refutation(theorem, sentences, values_of(draw)).needing("RefutedMatrices")


def _draw(lhs: Any, rhs: Any, theorem: Theorem, *more: Any) -> Draw:
    """Matrices inside the hypotheses at which the sides differ; they are also for what `more` there is."""
    for draw in many_draws(sp.Tuple(lhs, rhs, *more), theorem.claim.hypotheses, budget=SECONDS):
        try:
            if _differ(draw.value(lhs), draw.value(rhs)):
                return draw
        except (NoDraw, ZeroDivisionError):
            continue
    raise NoProof("no small rational matrices were found at which it fails")


def _differ(one: fmpq | fmpq_mat, other: fmpq | fmpq_mat) -> bool:
    return bool(one != other)


def _entry(one: fmpq | fmpq_mat, other: fmpq | fmpq_mat) -> str:
    """The sentence that takes from the equation of matrices that of an entry that differs."""
    if isinstance(one, fmpq) or isinstance(other, fmpq):
        return ""
    rows, cols = one.nrows(), one.ncols()
    i, j = unequal(one, other)
    return f"apply (f_equal (fun M => M {_index(i, rows)} {_index(j, cols)})) in C."


def unequal(one: fmpq_mat, other: fmpq_mat) -> tuple[int, int]:
    """The place of an entry that differs."""
    rows, cols = one.nrows(), one.ncols()
    return next((i, j) for i in range(rows) for j in range(cols) if one[i, j] != other[i, j])


def _index(k: int, size: int) -> str:
    text = f"(@Fin.F1 {size - k - 1})"
    for _ in range(k):
        text = f"(Fin.FS {text})"
    return text


def _values(theorem: MatrixTheorem, draw: Draw, moving: Mapping[str, str] | None = None) -> list[str]:
    """A Coq term for each variable of the theorem; those of what moves are given.

    Raises:
        NoProof: if there is none for one of them.
    """
    translate: Any = theorem.translate
    known = {translate.omega: "nat", translate.expect: _mean(draw.count)}
    known |= {name: f"{draw.size(size)}%nat" for size, name in translate.naturals.items()}
    known |= {name: _number(draw.scalar(symbol)) for symbol, name in translate.reals.items()}
    for letter, name in translate.letters.items():
        known[name] = _matrix(draw.matrix(theorem.functions.get(letter, letter)))
    for vector, name in translate.random.items():
        atoms = draw.atoms[vector]
        branches = "".join(f" | {k}%nat => {_matrix(atom)}" for k, atom in enumerate(atoms[:-1]))
        known[name] = f"(fun case : nat => match case with{branches} | _ => {_matrix(atoms[-1])} end)"
    known |= moving or {}
    missing = [name for name in theorem.variables() if name not in known]
    if missing:
        raise NoProof(f"no value for {missing[0]}")
    return [known[name] for name in theorem.variables()]


def _mean(count: int) -> str:
    """The expectation under which the first `count` cases are equally likely."""
    total = " + ".join(f"f {k}%nat" for k in range(count))
    return f"(fun f : nat -> R => ({total}) / {count})"


def _number(value: fmpq) -> str:
    return number(Fraction(int(value.p), int(value.q)))


def _matrix(value: fmpq_mat) -> str:
    rows = []
    for i in range(value.nrows()):
        entries = [*(_number(value[i, j]) for j in range(value.ncols())), "nil"]
        rows.append(f"({' :: '.join(entries)})")
    return f"(rows {value.nrows()} {value.ncols()} ({' :: '.join([*rows, 'nil'])}))"
