"""Numeric checks: what is true is supported, what is false is contradicted, what cannot be told is said so."""

from __future__ import annotations

import json

import mpmath
import numpy as np
import pytest
import sympy as sp
from late import late

from layerproof.language.claims import Claim
from layerproof.language.flows import GradientFlow
from layerproof.language.matrices import (
    Diagonal,
    Equal,
    Expect,
    ExpectMatrix,
    MatrixFlow,
    Orthogonal,
    SemiOrthogonal,
    Symmetric,
    Velocity,
    Whitened,
    half_mean_square,
    matrix,
    random_vector,
    zero,
)
from layerproof.language.statements import (
    Asymptotic,
    Chain,
    Conserved,
    Identity,
    Inequality,
    Limit,
    Link,
    Rate,
    Series,
    Solution,
)
from layerproof.language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from layerproof.language.symbols import families, index, natural, positive, real, time, total, trajectories
from layerproof.language.verdicts import Method, Verdict
from layerproof.running.pieces import encode

with late():
    from layerproof.numerics.checks import check, rerun
    from layerproof.numerics.checks.matrix_draws import draw_matrices
    from layerproof.numerics.checks.matrix_values import by_moments, value
    from layerproof.numerics.checks.sampling import NoDraws, Plan
    from layerproof.numerics.flows import taylor

SUPPORTED, CONTRADICTED, UNDECIDED = Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.UNDECIDED
R = sp.Rational
t = time()
a, b, theta = trajectories("a b theta")
S, m, r0, Z = positive("S m r_0 Z")
x, y = real("x y")
flow = GradientFlow(m * (a * b - S) ** 2 / 2, (a, b), t)

p = natural("p")
i, j, k = index("i", p), index("j", p), index("k", p)
A, B = families("a b", t)
A0, B0 = families("a_0 b_0")
S0, Sigma0 = real("S_0 Sigma_0")
scalar_flow = GradientFlow((total(A[i] * B[i], i) / Z - S) ** 2 / 2, (A, B), t)
DEFINITIONS = [
    sp.Eq(S0, total(A0[j] * B0[j], j) / Z),
    sp.Eq(Sigma0, total(A0[j] ** 2 + B0[j] ** 2, j) / (2 * Z)),
]


def found(statement, hypotheses=(), draws=1000, **options):
    evidence = check(Claim("test/claim", title="", statement=statement, hypotheses=hypotheses), draws=draws, **options)
    assert evidence is not None
    assert evidence.method is Method.NUMERIC
    return evidence


def sigmoid(factor, initially=r0):
    return Solution(flow.on(a - b), a * b, S / (1 + (S / r0 - 1) * sp.exp(-factor * S * m * t)), initially)


def theorem_one(factor):
    root = sp.sqrt(Sigma0**2 - S0**2 + S**2)
    e = sp.exp(-factor * root * t / Z)
    g = (Sigma0 - S0 + S + root + (-Sigma0 + S0 - S + root) * e) / (
        Sigma0 + S0 - S + root + (-Sigma0 - S0 + S + root) * e
    )
    grown, shrunk = (A0[k] + B0[k]) / 2 * sp.sqrt(g), (A0[k] - B0[k]) / 2 / sp.sqrt(g)
    return Solution(scalar_flow, (A[k], B[k]), (grown + shrunk, grown - shrunk), (A0[k], B0[k]))


DYNAMICS = [
    (Conserved(a**2 - b**2, flow), (), SUPPORTED),
    (Conserved(a**2 - b**2 * R(1001, 1000), flow), (), CONTRADICTED),
    (Rate(a * b, -m * (a**2 + b**2) * (a * b - S), flow), (), SUPPORTED),
    (Rate(a * b, -2 * m * a * b * (a * b - S), flow), (), CONTRADICTED),
    (Rate(a * b, -2 * m * a * b * (a * b - S), flow.on(a - b)), (), SUPPORTED),
    (sigmoid(2), [r0 < S], SUPPORTED),
    (sigmoid(R(2001, 1000)), [r0 < S], CONTRADICTED),
    (sigmoid(2, initially=2 * r0), [r0 < S], CONTRADICTED),
    (Conserved(A[k] ** 2 - B[k] ** 2, scalar_flow), (), SUPPORTED),
    (Conserved(A[j] * B[k] - A[k] * B[j], scalar_flow), (), SUPPORTED),
    (Conserved(A[j] * B[k] + A[k] * B[j], scalar_flow), (), CONTRADICTED),
    (
        Rate(A[k] + B[k], -(theta - S) / Z * (A[k] + B[k]), scalar_flow),
        [sp.Eq(theta, total(A[i] * B[i], i) / Z)],
        SUPPORTED,
    ),
    (
        Rate(A[k] + B[k], -(theta - S) * (A[k] + B[k]), scalar_flow),
        [sp.Eq(theta, total(A[i] * B[i], i) / Z)],
        CONTRADICTED,
    ),
    (theorem_one(2), DEFINITIONS, SUPPORTED),
    (theorem_one(4), DEFINITIONS, CONTRADICTED),
]


@pytest.mark.parametrize(("statement", "hypotheses", "verdict"), DYNAMICS)
def test_dynamics(statement, hypotheses, verdict):
    evidence = found(statement, hypotheses)
    assert evidence.verdict is verdict, evidence
    assert evidence.draws is not None
    assert evidence.draws >= 1000
    assert evidence.details["worst"]


@pytest.mark.parametrize(("statement", "hypotheses", "verdict"), [DYNAMICS[3], DYNAMICS[5], DYNAMICS[6], DYNAMICS[13]])
def test_dynamics_without_heyoka(statement, hypotheses, verdict, monkeypatch):
    monkeypatch.setattr(taylor, "installed", lambda: False)
    evidence = found(statement, hypotheses)
    assert evidence.verdict is verdict
    assert "dop853" in evidence.how


def test_the_worst_draw_is_a_counterexample():
    evidence = found(sigmoid(R(201, 100)), [r0 < S])
    worst = evidence.details["worst"]
    assert worst["a"] == worst["b"]
    assert worst["r_0"] == pytest.approx(worst["a"] * worst["b"])
    assert worst["r_0"] < worst["S"]


AGAIN = [
    (Conserved(a**2 - b**2, flow), ()),
    (Conserved(A[k] ** 2 - B[k] ** 2, scalar_flow), ()),
    (Rate(a * b, -2 * m * a * b * (a * b - S), flow), ()),
    (sigmoid(R(201, 100)), [r0 < S]),
    (sigmoid(2 + R(1, 10**14)), [r0 < S]),
    (theorem_one(2), DEFINITIONS),
    (Identity(S0 + 2 * Sigma0, total((A0[j] + B0[j]) ** 2, j) / (2 * Z)), DEFINITIONS),
    (Inequality(x**2 + y**2, ">=", 3 * x * y), ()),
    (Limit(S / (1 + (S / r0 - 1) * sp.exp(-2 * S * m * t)), t, sp.oo, 2 * S), [r0 < S]),
]


@pytest.mark.parametrize(("statement", "hypotheses"), AGAIN)
def test_the_worst_draw_is_run_again(statement, hypotheses):
    claim = Claim("test/again", title="", statement=statement, hypotheses=hypotheses)
    first = check(claim, draws=200)
    kept = json.loads(json.dumps(encode(first)))["details"]
    second = rerun(claim, kept)
    assert second.verdict is first.verdict
    assert second.details["error"] == pytest.approx(first.details["error"], rel=1e-12)
    assert second.details["worst"] == first.details["worst"]
    assert second.details["part"] == first.details["part"]
    assert second.draws == 1


def test_a_draw_of_ones_own_is_run():
    claim = Claim("test/own", title="", statement=sigmoid(R(201, 100)), hypotheses=[r0 < S])
    at_rest = {"a": 1.0, "b": 1.0, "r_0": 1.0, "S": 1.0 + 1e-12, "m": 1.0}
    assert rerun(claim, {"worst": at_rest}).verdict is SUPPORTED
    assert rerun(claim, {"worst": {**at_rest, "S": 2.0}}).verdict is CONTRADICTED
    lacking = rerun(claim, {"worst": {"a": 1.0}})
    assert lacking.verdict is UNDECIDED
    assert "lacks a value of S" in lacking.reason
    with pytest.raises(ValueError, match="details without a draw"):
        rerun(claim, {})


def test_a_solution_false_by_a_hair_is_contradicted():
    evidence = found(sigmoid(2 + R(1, 10**12)), [r0 < S])
    assert evidence.verdict is CONTRADICTED
    assert "50 digits" in evidence.how


def test_the_tolerances_are_those_that_are_promised():
    drifting = found(Conserved(a**2 - b**2 * (1 + R(1, 10**11)), flow), draws=100)
    assert drifting.verdict is CONTRADICTED
    assert "50 digits" not in drifting.how
    slow = theorem_one(2 + R(1, 10**8))
    evidence = found(slow, DEFINITIONS, draws=100)
    assert evidence.verdict is CONTRADICTED
    assert "50 digits" not in evidence.how
    assert evidence.tolerance == 1e-10


def test_rounding_of_the_closed_form_is_no_contradiction():
    far = positive("h")
    decay, first = GradientFlow(far * a**2 / 2, (a,), t), a.subs(t, 0)

    def cancelling(grown):  # is `grown` where that is positive, and loses nine digits on the way
        return sp.sqrt(grown**2 + 2 * 10**9 * grown + 10**18) - 10**9

    right = Solution(decay, a, cancelling(first * sp.exp(-far * t)), first)
    assert found(right, [first > 0], draws=100).verdict is SUPPORTED
    wrong = Solution(decay, a, cancelling(first * sp.exp(-far * t * (1 + R(1, 10**7)))), first)
    evidence = found(wrong, [first > 0], draws=100)
    assert evidence.verdict is CONTRADICTED
    assert "50 digits" not in evidence.how


def test_initial_values_given_by_an_expression():
    ratio = Solution(flow.on(a - b), a * b / S, 1 / (1 + (S / r0 - 1) * sp.exp(-2 * S * m * t)), r0 / S)
    assert found(ratio).verdict is SUPPORTED
    at_zero = a.subs(t, 0)
    decay = GradientFlow(a**2 / 2, (a,), t)
    assert found(Solution(decay, a, at_zero * sp.exp(-t), at_zero)).verdict is SUPPORTED
    assert found(Solution(decay, a, 3 * sp.exp(-t), sp.Integer(3))).verdict is SUPPORTED
    assert found(Solution(decay, a, 3 * sp.exp(-t), sp.Integer(2))).verdict is CONTRADICTED


def test_a_flow_that_blows_up_is_followed_for_a_shorter_time():
    upward = GradientFlow(-(a**4) / 4, (a,), t)
    assert found(Rate(a**2, 2 * a**4, upward)).verdict is SUPPORTED
    assert found(Rate(a**2, 3 * a**4, upward)).verdict is CONTRADICTED


ALGEBRA = [
    (Identity((x + y) ** 3, x**3 + 3 * x**2 * y + 3 * x * y**2 + y**3), (), SUPPORTED),
    (Identity(sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1, 0), (), SUPPORTED),
    (Identity(sp.sqrt(x**2), x), (), CONTRADICTED),
    (Identity(sp.sqrt(x**2), x), [x > 0], SUPPORTED),
    (Identity(sp.sin(x) ** 2 + sp.cos(x) ** 2, 1 + R(1, 10**25)), (), CONTRADICTED),
    (Identity(sp.exp(sp.pi * sp.sqrt(163)), 262537412640768744), (), CONTRADICTED),
    (Identity(sp.log(x * y), sp.log(x) + sp.log(y)), (), UNDECIDED),
    (Identity(sp.log(x * y), sp.log(x) + sp.log(y)), [x > 0, y > 0], SUPPORTED),
    (Identity(total(A0[i] * B0[i], i) ** 2, total(A0[i] * A0[j] * B0[i] * B0[j], i, j)), (), SUPPORTED),
    (Identity(total(A0[i], i) ** 2, total(A0[i] ** 2, i)), (), CONTRADICTED),
    (Identity(S0 + Sigma0, total((A0[j] + B0[j]) ** 2, j) / (2 * Z)), DEFINITIONS, SUPPORTED),
    (Inequality(x**2 + y**2, ">=", 2 * x * y), (), SUPPORTED),
    (Inequality(x**2 + y**2, ">", 2 * x * y), (), CONTRADICTED),
    (Inequality(x**2 + y**2, ">", 2 * x * y), [sp.Ne(x, y)], SUPPORTED),
    (Inequality(x**2, ">", 0), (), CONTRADICTED),
    (Inequality(x**2, ">", 0), [sp.Ne(x, 0)], SUPPORTED),
    (Identity(sp.sign(x) ** 2, 1), (), CONTRADICTED),
    (Inequality(x**2 + y**2, ">", 2 * x * y), [sp.Eq(x, y)], CONTRADICTED),
    (Inequality(sp.tanh(x), "<", 1), (), SUPPORTED),
    (Inequality(sp.exp(x), ">=", 1 + x + R(1, 10**6)), (), CONTRADICTED),
    (Chain(S**2 - r0**2, (Link("=", (S - r0) * (S + r0)), Link(">", 0))), [r0 < S], SUPPORTED),
    (Chain(S**2 - r0**2, (Link("=", (S - r0) * (S + r0)), Link(">", 0))), (), CONTRADICTED),
]


@pytest.mark.parametrize(("statement", "hypotheses", "verdict"), ALGEBRA)
def test_algebra(statement, hypotheses, verdict):
    evidence = found(statement, hypotheses)
    assert evidence.verdict is verdict, evidence
    assert evidence.reason is None or verdict is UNDECIDED


def test_cancellation_is_not_falsity():
    far = sp.exp(-1000 * x)
    assert found(Identity((1 + far) ** 2 - 1, far * (2 + far)), [x > 1]).verdict is SUPPORTED
    assert found(Identity(far, 2 * far), [x > 1]).verdict is CONTRADICTED


LIMITS = [
    (Limit(S / (1 + (S / r0 - 1) * sp.exp(-2 * S * m * t)), t, sp.oo, S), [r0 < S], SUPPORTED),
    (Limit(S / (1 + (S / r0 - 1) * sp.exp(-2 * S * m * t)), t, sp.oo, S * (1 + R(1, 10**20))), [r0 < S], CONTRADICTED),
    (Limit(1 / r0, r0, 0, sp.oo), (), SUPPORTED),
    (Limit(1 / r0, r0, 0, 5), (), CONTRADICTED),
    (Limit(r0**m, r0, 0, 0), (), SUPPORTED),
    (Limit(1 / sp.log(1 / r0), r0, 0, 0), (), UNDECIDED),
    (Limit(x, x, 0, 0), [x > 1], UNDECIDED),
    (Asymptotic(sp.log(S / r0 - 1), sp.log(S / r0), r0, r0, 0), [r0 < S], SUPPORTED),
    (Asymptotic(sp.log(S / r0 - 1), sp.log(1 / r0), r0, r0, 0), [r0 < S], CONTRADICTED),
]


@pytest.mark.parametrize(("statement", "hypotheses", "verdict"), LIMITS)
def test_limits(statement, hypotheses, verdict):
    assert found(statement, hypotheses).verdict is verdict


d, c = natural("d c")
W1, W2 = matrix("W_1", d, p), matrix("W_2", p, c)
inputs, outputs = random_vector("x", d), random_vector("y", c)
layers = MatrixFlow(half_mean_square(inputs.T * W1 * W2, outputs.T), (W1, W2))
U, P, V, D, Q = matrix("U", c, d), matrix("P", c, c), matrix("V", c, c), matrix("A", c, c), matrix("R", c, c)
first, second = U.T * D * Q, Q.T * D * V
velocity = -Expect(inputs * (inputs.T * W1 * W2 - outputs.T)) * W2.T
white = [Whitened(inputs), SemiOrthogonal(U), Orthogonal(V), Equal(Expect(inputs * outputs.T), U.T * P * V)]

MATRICES = [
    (MatrixConserved(W1.T * W1 - W2 * W2.T, layers), (), SUPPORTED),
    (MatrixConserved(W1.T * W1 + W2 * W2.T, layers), (), CONTRADICTED),
    (MatrixRate(W1, velocity, layers), (), SUPPORTED),
    (MatrixRate(W1, 2 * velocity, layers), (), CONTRADICTED),
    (MatrixRate(W1, -W1 * W2 * W2.T + U.T * P * V * W2.T, layers), white, SUPPORTED),
    (MatrixRate(W1, -W1 * W2 * W2.T + U.T * P * V * W2.T, layers), white[1:], CONTRADICTED),
    (MatrixIdentity(W1.T * Velocity(W1), Velocity(W2) * W2.T, layers), (), SUPPORTED),
    (
        MatrixIdentity(first.T * first - second * second.T, zero(c, c)),
        [SemiOrthogonal(U), Orthogonal(V), Orthogonal(Q), Diagonal(D)],
        SUPPORTED,
    ),
    (
        MatrixIdentity(first.T * first - second * second.T, zero(c, c)),
        [SemiOrthogonal(U), Orthogonal(Q), Diagonal(D)],
        CONTRADICTED,
    ),
    (MatrixIdentity(W1.T * W1 * W1.T * W1, W2 * W2.T * W2 * W2.T), [Equal(W1.T * W1, W2 * W2.T)], SUPPORTED),
    (MatrixIdentity(W1 * W1.T, W1 * W1.T * W1 * W1.T), [Equal(W1.T * W1, W2 * W2.T)], CONTRADICTED),
]


@pytest.mark.parametrize(("statement", "hypotheses", "verdict"), MATRICES)
def test_matrices(statement, hypotheses, verdict):
    evidence = found(statement, hypotheses, draws=200)
    assert evidence.verdict is verdict, evidence
    assert evidence.draws is not None
    assert evidence.draws >= 200


@pytest.mark.parametrize("number", [0, 1, 3, 5, 6, 8])
def test_the_worst_matrices_are_run_again(number):
    statement, hypotheses, verdict = MATRICES[number]
    claim = Claim("test/again", title="", statement=statement, hypotheses=hypotheses)
    first = check(claim, draws=60)
    second = rerun(claim, json.loads(json.dumps(encode(first)))["details"])
    assert second.verdict is verdict
    rounding = 1e-12 if verdict is SUPPORTED else 1e-18  # what is an identity leaves nothing but rounding to compare
    assert second.details["error"] == pytest.approx(first.details["error"], rel=1e-9, abs=rounding)
    assert second.details["worst"] == first.details["worst"]


def test_matrix_hypotheses_that_no_size_satisfies():
    tall = matrix("T", c + d, d)
    left, right = matrix("L", d, d), matrix("R", d, d)
    distributes = MatrixIdentity(tall * (left + right), tall * left + tall * right)
    evidence = found(distributes, [SemiOrthogonal(tall)], draws=20)
    assert evidence.verdict is UNDECIDED
    assert "SemiOrthogonal" in (evidence.reason or "") or "T*T.T" in (evidence.reason or "")


def test_contradictory_hypotheses_are_named():
    evidence = found(Identity(x, x + y), [x > 1, x < 0])
    assert evidence.verdict is UNDECIDED
    assert "x > 1, x < 0" in (evidence.reason or "")


def test_what_cannot_be_evaluated_has_a_reason():
    F, G = (sp.Function(name, real=True) for name in "FG")
    for statement in (
        Identity(sp.Integral(F(x, y), (y, 0, 1)), 0),
        Identity(F(x, y), F(y, x)),
        Identity(sp.zeta(x, y, evaluate=False) + G(F(x)), F(x + 1)),
    ):
        evidence = found(statement)
        assert evidence.verdict is UNDECIDED
        assert evidence.reason


def test_zero_draws_are_refused():
    claim = Claim("test/claim", title="", statement=Identity(sp.Abs(x) ** 2, x * y))
    with pytest.raises(ValueError, match="at least 1"):
        check(claim, draws=0)
    with pytest.raises(ValueError, match="got backend 'euler'"):
        check(claim, backend="euler")


def test_draws_are_reproducible():
    one, other, third = (found(sigmoid(3), [r0 < S], seed=s).details for s in (7, 7, 8))
    assert one == other
    assert one != third


def test_plan_draws_inside_tight_hypotheses():
    u, v, w = positive("u v w")
    relations = [u < v, v < u + R(1, 1000), sp.Eq(w, u * v), w < 4, sp.Ne(u, 1)]
    draws = Plan([u, v, w], relations).draw(1000, np.random.default_rng(0))
    assert len(draws) == 1000
    assert (draws.values[u] < draws.values[v]).all()
    assert (draws.values[v] < draws.values[u] + 1e-3).all()
    np.testing.assert_allclose(draws.values[w], draws.values[u] * draws.values[v])
    with mpmath.workdps(50):
        exact = draws.exact(0)
        assert abs(exact[w] - exact[u] * exact[v]) < mpmath.mpf(10) ** -45


def test_plan_takes_both_branches_of_a_square():
    draws = Plan([x, y], [sp.Eq(sp.Abs(x), sp.Abs(y))]).draw(200, np.random.default_rng(0))
    same = np.isclose(draws.values[x], draws.values[y])
    assert 0 < same.sum() < 200
    np.testing.assert_allclose(np.abs(draws.values[x]), np.abs(draws.values[y]))


def test_plan_without_a_point():
    with pytest.raises(NoDraws, match="no point inside the hypotheses"):
        Plan([x, y], [x < 1, y > 2, x > y]).draw(10, np.random.default_rng(0))


def test_a_statement_without_symbols_is_evaluated() -> None:
    x = real("x")
    area = sp.Integral(sp.exp(-(x**2)), (x, 0, 1))
    right = check(Claim("t/right", title="", statement=Identity(area, sp.sqrt(sp.pi) * sp.erf(1) / 2)))
    wrong = check(Claim("t/wrong", title="", statement=Identity(area, sp.Rational(3, 4))))
    assert right is not None
    assert wrong is not None
    assert (right.verdict, wrong.verdict) == (Verdict.SUPPORTED, Verdict.CONTRADICTED)


def test_sizes_that_the_hypotheses_exclude_are_not_tried():
    count = natural("C")
    i = index("i", count)
    claim = Claim(
        "numeric/sizes", title="t", statement=Identity(total(1 / (count - 1), i), count / (count - 1)),
        hypotheses=[count >= 2],
    )  # fmt: skip
    assert check(claim).verdict is not Verdict.UNDECIDED


def test_digits_lost_on_the_way_to_a_limit_are_no_contradiction():
    h = positive("h")
    near = (sp.sqrt(h**14 + 1) - h**7) * h**7
    assert found(Limit(2 * near, h, sp.oo, sp.Integer(1))).verdict is SUPPORTED
    assert found(Limit(near, h, sp.oo, sp.Integer(1))).verdict is CONTRADICTED


def test_what_no_digits_hold_is_no_contradiction():
    softplus = sp.log(1 + sp.exp(-x)) * sp.exp(x)  # the logarithm is 0 with any number of digits, further out
    assert found(Limit(softplus, x, sp.oo, sp.Integer(1))).verdict is not CONTRADICTED
    assert found(Limit(softplus, x, sp.oo, R(9, 10))).verdict is not SUPPORTED


def test_terms_that_cancel_sum_to_zero():
    n, j = natural("n"), sp.Symbol("j", integer=True)
    assert found(Series((-1) ** j, (j, 1, 2 * n), "=", sp.Integer(0))).verdict is SUPPORTED
    assert found(Series((-1) ** j, (j, 1, 2 * n), "=", sp.Integer(1))).verdict is CONTRADICTED


def test_hypotheses_hold_all_along_a_trajectory_or_it_is_left() -> None:
    drift = GradientFlow(-(a + 2 * b), (a, b), t)
    anywhere = found(Rate(a, 1 + 0 * b, drift))
    assert anywhere.verdict is SUPPORTED
    at_first_only = found(Rate(a, 1 + (a - b) ** 2, drift), [sp.Eq(a, b)])
    assert at_first_only.verdict is UNDECIDED
    kept = found(Rate(a, 1 + (a - b + t) ** 2, drift), [sp.Eq(a, b)])
    assert kept.verdict is UNDECIDED


def test_a_loss_of_one_sample_among_many_has_numbers() -> None:
    scores = families("z", t)
    one = GradientFlow(sp.log(total(sp.exp(scores[j]), j)) - scores[k], (scores,), t)
    evidence = found(Conserved(total(scores[i], i), one), draws=200)
    assert evidence.verdict is SUPPORTED
    assert "p = 1" not in evidence.how  # there the loss is constant
    assert found(Conserved(total(scores[i] * i, i), one), draws=200).verdict is CONTRADICTED


def test_an_equation_between_defined_symbols_defines_what_they_come_from() -> None:
    u, v, w, u0, v0, w0 = real("u v w u_0 v_0 w_0")
    plan = Plan([u, v, w], [sp.Eq(u0**2, v0**2 + w0**2)], [(u0, u), (v0, v), (w0, w)])
    cone = plan.draw(100, np.random.default_rng(0))
    np.testing.assert_allclose(cone.values[u] ** 2, cone.values[v0] ** 2 + cone.values[w0] ** 2)
    assert len(cone) == 100


def test_a_whole_number_is_not_defined_by_a_fraction() -> None:
    whole, part = natural("N"), positive("rho")
    draws = Plan([whole, part], [sp.Eq(whole, 3 * part + 1)]).draw(200, np.random.default_rng(0))
    assert len(draws) == 200
    assert set(draws.values[whole]) <= {2.0, 3.0, 4.0, 5.0}


def test_moments_are_those_of_the_samples() -> None:
    rng = np.random.default_rng(0)
    sizes = {d: 3, p: 2, c: 4}
    at = {
        inputs: rng.normal(size=(5, 9, 3, 1)), outputs: rng.normal(size=(5, 9, 4, 1)),
        W1: rng.normal(size=(5, 1, 3, 2)), W2: rng.normal(size=(5, 1, 2, 4)),
    }  # fmt: skip
    error = W2.T * W1.T * inputs - outputs
    for word in (
        Expect(W2 * error * inputs.T),
        Expect(inputs * inputs.T * W1 * W1.T * inputs * inputs.T),
        Expect(error * error.T) - Expect(W2.T * W2),
        Expect(sp.Trace(error * error.T)),
        layers.velocity(W1),
    ):
        np.testing.assert_allclose(value(by_moments(word), at, sizes), value(word, at, sizes), rtol=1e-11, atol=1e-13)
    assert by_moments(Expect(W2 * error * inputs.T)).atoms(ExpectMatrix) == {
        Expect(inputs * inputs.T),
        Expect(outputs * inputs.T),
    }


def test_matrices_given_by_others_follow_them() -> None:
    square, made = matrix("Q", d, d), matrix("M", d, d)
    hypotheses = [Equal(made, square * W1 * W1.T), Equal(W1.T * W1, zero(p, p) + sp.Identity(p))]
    at = draw_matrices([made, square, W1], hypotheses, {d: 3, p: 2}, 40, np.random.default_rng(0))
    np.testing.assert_allclose(at[made], at[square] @ at[W1] @ np.swapaxes(at[W1], -1, -2), atol=1e-12)
    skew = [Equal(made, square * W1 * W1.T), Equal(square * W1, W1)]
    at = draw_matrices([made, square, W1], skew, {d: 3, p: 2}, 40, np.random.default_rng(0))
    np.testing.assert_allclose(at[made], at[square] @ at[W1] @ np.swapaxes(at[W1], -1, -2), atol=1e-11)


def test_the_sizes_of_matrices_do_not_depend_on_the_draws() -> None:
    few, many = (found(MATRICES[0][0], draws=n).how.split("; sizes ")[1] for n in (40, 400))
    assert many.startswith(few)
    assert few.count("(") >= 7


def test_the_rate_of_a_trace() -> None:
    norm = sp.Trace(W1 * W1.T)
    right = 2 * sp.Trace(layers.velocity(W1) * W1.T)
    assert found(MatrixRate(norm, right, layers), draws=40).verdict is SUPPORTED
    assert found(MatrixRate(norm, 3 * right, layers), draws=40).verdict is CONTRADICTED


def test_more_draws_are_taken_where_they_are_trajectories() -> None:
    assert found(Conserved(a**2 - b**2, flow), draws=3000).draws >= 3000
    for statement in (Identity((x + y) ** 2, x**2 + 2 * x * y + y**2), MATRICES[6][0]):
        evidence = found(statement, draws=3000)
        assert evidence.verdict is SUPPORTED
        assert 1000 <= evidence.draws < 1500


def test_what_cancels_inside_of_a_product_is_seen_with_more_digits():
    share, other = (sp.exp(z) / (sp.exp(x) + sp.exp(y)) for z in (x, y))
    left = share * (1 - share)  # far out 1 - share has no digit left, and yet it is the other share
    for statement, verdict in [
        (Identity(left - share * other, 0), SUPPORTED),
        (Identity(left - 2 * share * other, 0), CONTRADICTED),
        (Inequality(left, ">", share * other / 2), SUPPORTED),
        (Inequality(left - share * other, ">", 0), CONTRADICTED),
    ]:
        found = check(Claim("own/shares", title="Two shares", statement=statement), draws=300)
        assert found.verdict is verdict, (statement, found.reason)


def test_equations_that_say_little_of_matrices():
    """A^3 = A^2 holds to rounding for matrices that are 1e-7 away from any that satisfy it: they contradict nothing."""
    n = natural("n")
    W, V = matrix("W", n, n), matrix("V", n, n)
    cases = (
        (MatrixIdentity(W * W, W), (Equal(W * W * W, W * W), Symmetric(W))),
        (MatrixIdentity(W * V, sp.ZeroMatrix(n, n)), (Equal(W.T * W * V, sp.ZeroMatrix(n, n)),)),
    )
    for statement, hypotheses in cases:
        assert found(statement, hypotheses, draws=40).verdict is not CONTRADICTED
    assert found(MatrixIdentity(W * W, 2 * W), cases[0][1], draws=40).verdict is CONTRADICTED
