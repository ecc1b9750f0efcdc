"""Sums over a general range, and deltas: true claims get a proof that Coq accepts, false ones get none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
import sympy as sp

from layerproof import Claim, Identity, Inequality, families, index, natural, positive, real, total
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq

pytestmark = coq

n, m = natural("n"), natural("m")
i, j, i2 = index("i", n), index("j", n), index("i'", n)
k, l = index("k", m), index("l", m)  # noqa: E741
a, b = positive("a"), real("b")
x, y, w, A, P = families("x y w A P")
rho = sp.Function("rho", positive=True)
M = sp.Function("M", integer=True)
delta = sp.KroneckerDelta

TRUE: dict[str, tuple[sp.Expr, sp.Expr, list[Any]]] = {
    "a factor": (total(b * x[i], i), b * total(x[j], j), []),
    "a count": (total(b, i), n * b, []),
    "a sum of sums": (total(x[i] + y[i], i), total(y[j], j) + total(x[i], i), []),
    "a product of sums": (total(x[i] * y[k], i, k), total(x[i], i) * total(y[k], k), []),
    "a square of a sum": (total(x[i], i) ** 2, total(x[i] * x[j], i, j), []),
    "sums exchanged": (total(x[i] * total(A[i, k] * w[k], k), i), total(w[k] * total(A[i, k] * x[i], i), k), []),
    "a sum of squares of sums": (
        total(total(A[i, k] * x[i], i) ** 2, k),
        total(x[i] * x[j] * A[i, k] * A[j, k], i, j, k),
        [],
    ),
    "Lagrange's identity": (
        total(x[i] ** 2, i) * total(y[i] ** 2, i) - total(x[i] * y[i], i) ** 2,
        total((x[i] * y[j] - x[j] * y[i]) ** 2, i, j) / 2,
        [],
    ),
    "a delta": (total(delta(i, j) * x[i] * y[j], i), x[j] * y[j], []),
    "a delta under a square": (total((x[i] + delta(i, j)) ** 2, i), total(x[i] ** 2, i) + 2 * x[j] + 1, []),
    "two deltas": (total(delta(i, j) * delta(i, i2), i), delta(j, i2), []),
    "a delta and a nested sum": (
        total(delta(i, j) * total(A[i, k] * A[i2, k], k), i),
        total(A[j, k] * A[i2, k], k),
        [],
    ),
    "a trace": (total(delta(i, j), i, j), n, []),
    "a centred indicator": (total((delta(i, j) - 1 / n) ** 2, i), 1 - 1 / n, []),
    "a quotient": (total(b**2 * x[i] ** 2, i) / total(x[i] ** 2, i), b**2, [total(x[i] ** 2, i) > 0]),
    "a fraction under a sum": (total(x[i] ** 2 / total(x[j] ** 2, j), i), 1, [total(x[j] ** 2, j) > 0]),
    "positive terms": (total(rho(i), i) / total(rho(j), j), 1, []),
    "a root of the square of a negative entry": (
        sp.sqrt(x[j] ** 2 * total(rho(i), i)),
        -x[j] * sp.sqrt(total(rho(i), i)),
        [x[j] < 0],
    ),
    "a root": (sp.sqrt(total(a**2 * x[i] ** 2, i)), a * sp.sqrt(total(x[i] ** 2, i)), []),
    "a known sum": (total(a * P[i], i), a, [sp.Eq(total(P[j], j), 1)]),
    "signs": (total((-1) ** M(i) * (b * (-1) ** M(i) + x[i]), i), n * b + total((-1) ** M(i) * x[i], i), []),
    "an exponential": (total(sp.exp(a + x[i]), i), sp.exp(a) * total(sp.exp(x[i]), i), []),
    "a power of the index": (total(b * i ** (-a - 1), i), b * total(j ** (-a - 1), j), []),
    "terms that cancel at each index": (
        a * total(rho(i) / (a + rho(i)) ** 2, i),
        total(rho(i) / (a + rho(i)), i) - total(rho(i) ** 2 / (a + rho(i)) ** 2, i),
        [],
    ),
    "one term less": (sp.Sum(sp.Integer(1), (sp.Idx("r", (1, n - 1)), 1, n - 1)), n - 1, [n >= 2]),
}

FALSE: dict[str, tuple[sp.Expr, sp.Expr, list[Any]]] = {
    "terms that do not cancel at each index": (
        a * total(rho(i) / (a + rho(i)) ** 2, i),
        total(rho(i) / (a + rho(i)), i) - total(rho(i) ** 2 / (a + rho(i)), i),
        [],
    ),
    "a root of the square of a negative entry": (
        sp.sqrt(x[j] ** 2 * total(rho(i), i)),
        x[j] * sp.sqrt(total(rho(i), i)),
        [x[j] < 0],
    ),
    "a factor": (total(b * x[i], i), b**2 * total(x[j], j), []),
    "a count": (total(b, i), m * b, []),
    "another range": (total(A[i, k] * x[i], i), total(A[k, k] * x[k], k), []),
    "a square of a sum": (total(x[i], i) ** 2, total(x[i] ** 2, i), []),
    "a product of sums": (total(x[i] * y[i], i), total(x[i], i) * total(y[i], i), []),
    "a delta": (total(delta(i, j) * x[i], i), x[i2], []),
    "a trace": (total(delta(i, j), i, j), n**2, []),
    "a quotient that may be 0/0": (total(b**2 * x[i] ** 2, i) / total(x[i] ** 2, i), b**2, []),
    "a root": (sp.sqrt(total(b**2 * x[i] ** 2, i)), b * sp.sqrt(total(x[i] ** 2, i)), []),
    "signs": (total((-1) ** M(i) * x[i], i), total(x[i], i), []),
    "an unknown sum": (total(a * P[i], i), a, []),
    "one term less": (sp.Sum(sp.Integer(1), (sp.Idx("r", (1, n - 1)), 1, n - 1)), n, [n >= 2]),
}

ORDERS: dict[str, tuple[sp.Expr, str, sp.Expr, list[Any]]] = {
    "squares": (total((x[i] - b) ** 2, i), ">=", sp.S.Zero, []),
    "a positive sum": (a * total(rho(i), i) + b**2, ">", sp.S.Zero, []),
    "a known positive sum": (total(x[i] ** 2, i) + total(y[i], i) ** 2, ">", sp.S.Zero, [total(x[j] ** 2, j) > 0]),
    "twice a product below squares": (2 * total(x[i] * y[i], i), "<=", total(x[i] ** 2 + y[i] ** 2, i), []),
}

FALSE_ORDERS: dict[str, tuple[sp.Expr, str, sp.Expr, list[Any]]] = {
    "squares may vanish": (total((x[i] - b) ** 2, i), ">", sp.S.Zero, []),
    "terms of any sign": (total(x[i], i), ">=", sp.S.Zero, []),
    "three times a product": (3 * total(x[i] * y[i], i), "<=", total(x[i] ** 2 + y[i] ** 2, i), []),
}


@pytest.fixture(scope="module")
def tops() -> Iterator[dict[tuple[str, ...], Toplevel]]:
    """A toplevel for each set of files that theorems require, started when it is needed."""
    found: dict[tuple[str, ...], Toplevel] = {}
    yield found
    for top in found.values():
        top.__exit__(None, None, None)


def proved(claim: Claim, tops: dict[tuple[str, ...], Toplevel]) -> tuple[bool, str]:
    """Whether a claim gets a proof that Coq accepts, and why not."""
    theorem = theorem_of(claim)
    try:
        proof = proof_of(theorem)
    except NoProof as reason:
        return False, str(reason)
    if theorem.requires not in tops:
        tops[theorem.requires] = Toplevel(theorem.requires, 5)
    answer = tops[theorem.requires].lemma(theorem.name, theorem.statement(), proof)
    return answer.accepted, answer.message


numbers = count()


def fresh(kind: str) -> str:
    """The id of a claim that has no namesake in any toplevel."""
    return f"{kind}/case-{next(numbers)}"


def identity(case: tuple[sp.Expr, sp.Expr, list[Any]]) -> Claim:
    lhs, rhs, hypotheses = case
    return Claim(fresh("sums"), title="A test.", statement=Identity(lhs, sp.sympify(rhs)), hypotheses=hypotheses)


def inequality(case: tuple[sp.Expr, str, sp.Expr, list[Any]]) -> Claim:
    lhs, relation, rhs, hypotheses = case
    return Claim(fresh("orders"), title="A test.", statement=Inequality(lhs, relation, rhs), hypotheses=hypotheses)


@pytest.mark.parametrize("name", TRUE)
def test_true_sums_are_proved(name: str, tops: dict[tuple[str, ...], Toplevel]) -> None:
    accepted, message = proved(identity(TRUE[name]), tops)
    assert accepted, message


@pytest.mark.parametrize("name", FALSE)
def test_false_sums_are_not_proved(name: str, tops: dict[tuple[str, ...], Toplevel]) -> None:
    assert not proved(identity(FALSE[name]), tops)[0]


@pytest.mark.parametrize("name", ORDERS)
def test_true_orders_of_sums_are_proved(name: str, tops: dict[tuple[str, ...], Toplevel]) -> None:
    accepted, message = proved(inequality(ORDERS[name]), tops)
    assert accepted, message


@pytest.mark.parametrize("name", FALSE_ORDERS)
def test_false_orders_of_sums_are_not_proved(name: str, tops: dict[tuple[str, ...], Toplevel]) -> None:
    assert not proved(inequality(FALSE_ORDERS[name]), tops)[0]
