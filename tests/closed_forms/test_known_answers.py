"""Flows whose solution is known: each is found, proved, and what was expected."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp
from late import late

from layerproof.language.flows import GradientFlow
from layerproof.language.statements import Limit
from layerproof.language.symbols import families, index, natural, positive, real, time, total, trajectories
from layerproof.proving.domain import Domain
from layerproof.proving.exact.outcome import Proved
from layerproof.proving.exact.prover import Prover

with late():
    from layerproof.tools.closed_forms import Found, solve

    from .checking import integrate, prove_again

t = time()
a, b, c, x = trajectories("a b c x")
S, m, r0, k = positive("S m r_0 k")
s, x_0, theta_0 = real("s x_0 theta_0")


def flow_of(loss: sp.Expr, *parameters: Any) -> GradientFlow:
    return GradientFlow(loss=loss, parameters=parameters, time=t)


def quick(flow: GradientFlow, *arguments: Any, **options: Any) -> Found:
    return solve(flow, *arguments, **{"cases": False, "beside": False, **options})


def same(found: Found, expected: sp.Expr, *hypotheses: Any) -> bool:
    """Whether the only closed form is `expected`, by algebra under the hypotheses of the claim."""
    assert found.claim is not None, found.tried
    (closed,) = found.closed_forms.values()
    gap = closed - expected
    given = (*found.claim.hypotheses, *hypotheses)
    return isinstance(Prover(Domain.of([gap], given)).prove_zero(gap), Proved)


@pytest.mark.parametrize(
    ("loss", "expected"),
    [
        pytest.param(k * x**2 / 2, x_0 * sp.exp(-k * t), id="decay"),
        pytest.param(k * (x - s) ** 2 / 2, s + (x_0 - s) * sp.exp(-k * t), id="linear"),
        pytest.param(-s * x, x_0 + s * t, id="constant"),
        pytest.param((x**2 - 1) ** 2 / 4, x_0 / sp.sqrt(x_0**2 + (1 - x_0**2) * sp.exp(-2 * t)), id="double-well"),
        pytest.param(x**4 / 4, x_0 / sp.sqrt(1 + 2 * x_0**2 * t), id="cubic-power"),
        pytest.param(x**6 / 6, x_0 / (1 + 4 * x_0**4 * t) ** sp.Rational(1, 4), id="quintic-power"),
        pytest.param(sp.exp(-x), sp.log(sp.exp(x_0) + t), id="exponential"),
        pytest.param(x**2 / 2 + x**4 / 4, x_0 / sp.sqrt((1 + x_0**2) * sp.exp(2 * t) - x_0**2), id="bernoulli"),
    ],
)
def test_one_parameter(loss: sp.Expr, expected: sp.Expr) -> None:
    found = quick(flow_of(loss, x))
    assert same(found, expected)
    assert found.hypotheses == ()


def test_sigmoid_of_the_thesis_with_its_limit() -> None:
    flow = flow_of(m * (a * b - S) ** 2 / 2, a, b).on(a - b)
    found = solve(flow, of=a * b, initially=r0)
    assert same(found, S / (1 + (S / r0 - 1) * sp.exp(-2 * S * m * t)))
    assert found.hypotheses == ()  # the thesis asks for r_0 < S, which is not needed
    (limit,) = [p.claim for p in found.beside if isinstance(p.claim.statement, Limit)]
    assert limit.statement.equals == S
    prove_again(found)


def test_target_of_unknown_sign_is_taken_in_cases() -> None:
    found = solve(flow_of((a * b - s) ** 2 / 2, a, b).on(a - b), of=a * b, beside=False)
    cases = [set(f.claim.hypotheses) for f in (found, *found.cases)]
    assert cases == [{s > 0}, {s < 0}, {sp.Eq(s, 0)}]
    start = sp.Symbol("theta_0", nonnegative=True)
    assert same(found.cases[-1], start / (1 + 2 * start * t))


def test_finite_time_is_a_hypothesis() -> None:
    found = solve(flow_of(-(x**3) / 3, x), beside=False)
    assert same(found, x_0 / (1 - x_0 * t))
    assert found.hypotheses == (x_0 <= 0,)
    (rest,) = found.cases
    assert rest.claim is not None
    assert list(rest.claim.hypotheses) == [sp.S.One > t * x_0]


def test_complex_roots_end_before_half_a_period() -> None:
    found = quick(flow_of(-x - x**3 / 3, x))
    assert same(found, (x_0 + sp.tan(t)) / (1 - x_0 * sp.tan(t)), sp.cos(t) > 0)
    assert any(t in h.free_symbols and h.has(sp.pi) for h in found.hypotheses)
    from_one = quick(flow_of(-x - x**3 / 3, x), initially=0)
    integrate(from_one, {}, until=1.4)


def test_weight_decay_against_growth() -> None:
    flow = flow_of((a * b - S) ** 2 / 2 + k * (a**2 + b**2) / 2, a, b).on(a - b)
    found = solve(flow, of=a * b, hypotheses=[k < S], cases=False, beside=False)
    start = sp.Symbol("theta_0", nonnegative=True)
    e = sp.exp(-2 * (S - k) * t)
    assert same(found, (S - k) * start / (start + (S - k - start) * e))


def test_saddle() -> None:
    found = solve(flow_of(-a * b, a, b))
    a_0, b_0 = real("a_0 b_0")
    assert sp.simplify(found.closed_forms[a] - (a_0 * sp.cosh(t) + b_0 * sp.sinh(t)).rewrite(sp.exp)) == 0
    assert [str(p.claim.statement) for p in found.beside] == ["a**2 - b**2 is conserved"]
    prove_again(found)


def test_network_with_any_imbalance() -> None:
    flow = flow_of(m * (a * b - S) ** 2 / 2, a, b)
    found = quick(flow)
    assert found.claim is not None, found.tried
    assert not any(h.has(t) for h in found.hypotheses)
    u, v = (sp.Symbol(n, real=True) for n in ("u_0", "v_0"))
    a_0, b_0 = real("a_0 b_0")
    for start in ((0.3, -1.1), (1.0, 1.0), (0.7, -0.7), (-0.4, 0.2)):
        values = {S: 1.3, m: 0.8, u: sum(start), v: start[0] - start[1], a_0: start[0], b_0: start[1]}
        integrate(found, values)


def test_observable_through_its_parameters() -> None:
    rotated = quick(flow_of((a + b - S) ** 2 / 2, a, b), of=a**2)
    assert [p.claim.id for p in rotated.beside] == ["found/closed-form-observable"]


def test_modes_of_a_family_decouple() -> None:
    n = natural("n")
    i = index("i", n)
    A, B = families("a b", t)
    rho, target = families("rho S")
    found = quick(GradientFlow(total(rho[i] * (A[i] - target[i]) ** 2 / 2, i), (A,), t), hypotheses=[rho[i] > 0])
    closed = found.closed_forms[A[i]]
    start = families("a_0")[i]
    assert sp.expand(closed - (target[i] + (start - target[i]) * sp.exp(-rho[i] * t))) == 0
    network = GradientFlow(total((A[i] * B[i] - S) ** 2 / 2, i), (A, B), t).on(A[i] - B[i])
    assert quick(network, of=A[i] * B[i])


@pytest.mark.parametrize(
    ("flow", "word"),
    [
        pytest.param(flow_of(x**6 + x**5 + x**3, x), "no equation", id="quintic"),
        pytest.param(flow_of((a * b * c - S) ** 2 / 2, a, b, c), "3 degrees", id="three"),
        pytest.param(flow_of((a * b * c - S) ** 2 / 2, a, b, c).on(a - b, b - c), "no equation", id="balanced-three"),
        pytest.param(flow_of(a**2 * b**2 + a**4 - b, a, b), "no equation", id="no-law"),
        pytest.param(flow_of(t * x**2, x), "depends on time", id="in-time"),
    ],
)
def test_none_is_found_and_said(flow: GradientFlow, word: str) -> None:
    found = quick(flow)
    assert not found
    assert found.claim is None
    assert found.evidence is None
    assert any(word in item for item in found.tried), found.tried
    assert found.lines()[0].startswith("no closed form")


def test_deep_balanced_network_without_target_decays_by_a_power() -> None:
    found = quick(flow_of((a * b * c) ** 2 / 2, a, b, c).on(a - b, b - c), of=(a, b, c))
    a_0 = real("a_0")
    assert set(found.closed_forms.values()) == {a_0 / (1 + 4 * a_0**4 * t) ** sp.Rational(1, 4)}
