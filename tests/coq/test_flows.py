"""Rates, conserved quantities and solutions along gradient flow, by Coq."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sympy as sp

from layerproof import Claim, Conserved, GradientFlow, Rate, Solution
from layerproof.language.symbols import families, index, natural, positive, product, real, time, total, trajectories
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.theorems import theorem_of
from layerproof.proving.coq.theorems.flows import REQUIRES

from .needs import coq

pytestmark = coq

t = time()
a, b, w = trajectories("a b w", t)
S, m, r_0 = positive("S m r_0")
h = real("h")
two_layers = GradientFlow(m * (S - a * b) ** 2 / 2, (a, b), t)
d = natural("d")
i, k = index("i", d), index("k", d)
u, v = families("u v", t)
target = families("y")
separate = GradientFlow(total((target[i] - u[i] * v[i]) ** 2, i) / 2, (u, v), t)
coupled = GradientFlow((S - total(u[i] * v[i], i)) ** 2 / 2, (u, v), t)
linear = GradientFlow(m * (S - w) ** 2 / 2, (w,), t)
direction, pull, j = *families("d h"), index("j", d)
moved = u[i] - direction[i] * total(u[j] * direction[j], j) / total(direction[j] ** 2, j)
translated = GradientFlow(total(pull[i] * moved, i), (u,), t)  # blind to u along the direction
layers = GradientFlow((S - product(u[j], j)) ** 2 / 2, (u,), t)
u_0 = families("u_0")
begins = sp.Eq(r_0, total(u_0[j] ** 2, j))
driven = GradientFlow((S - total(u[j] ** 2, j)) ** 2 / 4, (u,), t)  # each entry by the sum of the squares of all
exponential = GradientFlow(sp.exp(-2 * w) / 2, (w,), t)
turning = GradientFlow(-m * a * b, (a, b), t)
sigmoid = S / (1 + (S / r_0 - 1) * sp.exp(-2 * S * m * t))


def grown(speed: int, begun: sp.Expr = r_0) -> Solution:
    """Entries that a sum of squares drives, which is itself a sigmoid."""
    return Solution(driven, u[k], u_0[k] * sp.sqrt(S / (begun + (S - begun) * sp.exp(-speed * S * t))), u_0[k])


TRUE = {
    "product": Rate(a * b, m * (S - a * b) * (a**2 + b**2), two_layers),
    "on-a-set": Rate(a * b, 2 * m * (S - a * b) * a * b, two_layers.on(a - b)),
    "root": Rate(sp.sqrt(a**2 + 1), m * a * b * (S - a * b) / sp.sqrt(a**2 + 1), two_layers),
    "entry": Rate(u[k] * v[k], (target[k] - u[k] * v[k]) * (u[k] ** 2 + v[k] ** 2), separate),
    "sum": Rate(total(u[i] ** 2, i), 2 * (S - total(u[i] * v[i], i)) * total(u[i] * v[i], i), coupled),
    "balance": Conserved(a**2 - b**2, two_layers),
    "balance-of-a-family": Conserved(u[k] ** 2 - v[k] ** 2, coupled),
    "sums-of-sums": Conserved(total(u[i] * direction[i], i), translated),
    "relaxation": Solution(linear, w, S * (1 - sp.exp(-m * t)), 0),
    "sigmoid": Solution(two_layers.on(a - b), a * b, sigmoid, r_0),
    "two": Solution(turning, (a, b), (r_0 * sp.cosh(m * t), r_0 * sp.sinh(m * t)), (r_0, 0)),
    "driven-by-a-sum": grown(2),
    "logarithm": Solution(exponential, w, sp.log(sp.exp(2 * h) + 2 * t) / 2, h),
    "many-layers": Conserved(u[i] ** 2 - u[k] ** 2, layers),
    "rate-of-a-layer": Rate(u[k] ** 2, 2 * (S - product(u[j], j)) * product(u[j], j), layers),
}
FALSE = {
    "product": Rate(a * b, m * (S - a * b) * (a**2 - b**2), two_layers),
    "off-the-set": Rate(a * b, 2 * m * (S - a * b) * a * b, two_layers),
    "no-invariant-set": Rate(w, m * S / 2, linear.on(w - S / 2)),
    "entry-of-another-index": Rate(u[k], (target[k] - u[k] * v[k]) * u[k], separate),
    "sum": Rate(total(u[i] ** 2, i), 2 * (S - total(u[i] * v[i], i)), coupled),
    "balance": Conserved(a**2 + b**2, two_layers),
    "undefined-there": Conserved((a**2 - b**2) / (a - b) - a - b, two_layers),
    "balance-of-a-family": Conserved(u[k] ** 2, coupled),
    "sums-of-sums": Conserved(total(u[i] * pull[i], i), translated),
    "rate-of-a-solution": Solution(linear, w, S * (1 - sp.exp(-2 * m * t)), 0),
    "start-of-a-solution": Solution(linear, w, S * (1 - sp.exp(-m * t)), S),
    "one-of-two": Solution(turning, (a, b), (r_0 * sp.cosh(m * t), -r_0 * sp.sinh(m * t)), (r_0, 0)),
    "driven-too-slowly": grown(1),
    "driven-from-elsewhere": grown(2, 2 * r_0),
    "logarithm": Solution(exponential, w, sp.log(sp.exp(2 * h) + t) / 2, h),
    "logarithm-from-elsewhere": Solution(exponential, w, sp.log(2 * sp.exp(2 * h) + 2 * t) / 2, h),
    "many-layers": Conserved(u[i] ** 2 + u[k] ** 2, layers),
    "rate-of-a-layer": Rate(u[k] ** 2, (S - product(u[j], j)) * product(u[j], j), layers),
}
HYPOTHESES = {
    "sums-of-sums": [total(direction[i] ** 2, i) > 0],
    **{name: [begins] for name in ("driven-by-a-sum", "false-driven-too-slowly", "false-driven-from-elsewhere")},
}


@pytest.fixture(scope="module")
def toplevel() -> Iterator[Toplevel]:
    with Toplevel(REQUIRES, 3) as found:
        yield found


def accepted(name: str, statement: object, toplevel: Toplevel) -> bool:
    hypotheses = HYPOTHESES.get(name, [])
    theorem = theorem_of(Claim(f"test/{name}", title="A flow", statement=statement, hypotheses=hypotheses))  # type: ignore[arg-type]
    try:
        proof = proof_of(theorem)
    except NoProof:
        return False
    return toplevel.lemma(theorem.name, theorem.statement(), proof).accepted


@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_is_proved(name: str, toplevel: Toplevel) -> None:
    assert accepted(name, TRUE[name], toplevel)


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_gets_no_proof(name: str, toplevel: Toplevel) -> None:
    assert not accepted(f"false-{name}", FALSE[name], toplevel)
