"""Ensembles of integrations: known solutions, both backends, and what happens when something is wrong."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest
import sympy as sp
from late import late

from layerproof.language.flows import GradientFlow
from layerproof.language.symbols import families, index, natural, positive, time, total, trajectories
from layerproof.numerics.concrete import Instance, free_indices, instances

with late():
    from layerproof.numerics.flows import dop853, taylor
    from layerproof.numerics.flows.ensembles import BlowUp, TooStiff, available, integrate, integrate_flow
    from layerproof.numerics.flows.fields import VectorField, field_of, instance_of

BACKENDS = [
    pytest.param("heyoka", marks=pytest.mark.skipif(find_spec("heyoka") is None, reason="heyoka is not installed")),
    "dop853",
]
x, y, u, k = sp.symbols("x y u k", real=True)
t = time()
LOGISTIC = VectorField((x,), (k * x * (1 - x),), (k,))


@pytest.mark.parametrize("backend", BACKENDS)
def test_logistic_has_its_closed_form(backend):
    rng = np.random.default_rng(1)
    start, rate, times = rng.uniform(0.01, 0.9, 100), rng.uniform(0.1, 5, 100), np.linspace(0, 3, 7)
    result = integrate(LOGISTIC, {x: start}, {k: rate}, times, backend=backend)
    exact = 1 / (1 + (1 / start - 1)[:, None] * np.exp(-rate[:, None] * times))
    assert result.backend == backend
    assert result.states.shape == (100, 7, 1)
    np.testing.assert_allclose(result[x], exact, rtol=1e-12)


@pytest.mark.parametrize("backend", BACKENDS)
def test_rationals_and_time_in_the_field(backend):
    field = VectorField((x, y), (-x / 3 + sp.cos(t), sp.sqrt(2) * x), (), t)
    result = integrate(field, [[1.0, 0.0]], None, [0.0, 1.0], backend=backend)
    value = sp.Function("f")
    solved = sp.dsolve(sp.Eq(value(t).diff(t), -value(t) / 3 + sp.cos(t)), value(t), ics={value(0): 1}).rhs
    assert result[x][0, 1] == pytest.approx(float(solved.subs(t, 1)), rel=1e-13)
    integral = sp.Integral(sp.sqrt(2) * solved, (t, 0, 1)).evalf()
    assert result[y][0, 1] == pytest.approx(float(integral), rel=1e-12)


@pytest.mark.skipif(find_spec("heyoka") is None, reason="heyoka is not installed")
def test_backends_agree_on_a_flow_of_vectors():
    p = natural("p")
    i = index("i", p)
    a, b = families("a b", t)
    S, Z = positive("S Z")
    flow = GradientFlow((total(a[i] * b[i], i) / Z - S) ** 2 / 2, (a, b), t)
    rng = np.random.default_rng(2)
    arguments = (
        flow,
        {a: rng.normal(size=(40, 3)), b: rng.normal(size=(40, 3))},
        {S: 1.5, Z: rng.uniform(1, 2, 40)},
        [0, 0.5, 2],
    )
    one = integrate_flow(*arguments, sizes={p: 3}, backend="heyoka")
    other = integrate_flow(*arguments, sizes={p: 3}, backend="dop853")
    assert [str(v) for v in one.variables] == ["a[1]", "a[2]", "a[3]", "b[1]", "b[2]", "b[3]"]
    np.testing.assert_allclose(one.states, other.states, rtol=0, atol=1e-10)


@pytest.mark.skipif(find_spec("heyoka") is None, reason="heyoka is not installed")
def test_a_structure_is_compiled_once():
    before = taylor._compiled.cache_info().misses
    for name in ("u", "v", "w"):
        s, c = sp.Symbol(name, real=True), sp.Symbol(f"c_{name}", real=True)
        integrate(VectorField((s,), (-c * s**3 + s,), (c,)), {s: [0.1]}, {c: 1.0}, backend="heyoka")
    assert taylor._compiled.cache_info().misses == before + 1


@pytest.mark.parametrize("backend", BACKENDS)
def test_blow_up_names_the_draw(backend):
    field = VectorField((x,), (x**2,))
    start = np.array([0.1, 0.2, 1.0, 0.1, 5.0, 0.3])
    with pytest.raises(BlowUp, match=r"draw 2, 4 blew up \(2 of 6 draws, draw 2 at t = 1\)") as caught:
        integrate(field, {x: start}, None, [0.0, 0.5, 2.0], backend=backend)
    assert caught.value.draws == (2, 4)
    marked = integrate(field, {x: start}, None, [0.0, 0.5, 2.0], backend=backend, on_blow_up="mark")
    assert marked.blown == (2, 4)
    np.testing.assert_allclose(marked[x][[0, 1, 3, 5], -1], 1 / (1 / start[[0, 1, 3, 5]] - 2), rtol=1e-11)
    np.testing.assert_allclose(marked.reached, [2, 2, 1, 2, 0.2, 2])


@pytest.mark.parametrize("backend", BACKENDS)
def test_most_of_a_batch_blows_up(backend):
    start = np.random.default_rng(3).uniform(0.1, 5, 500)
    marked = integrate(VectorField((x,), (x**2,)), {x: start}, None, [0, 0.1, 1.0], backend=backend, on_blow_up="mark")
    assert marked.blown == tuple(np.flatnonzero(start >= 1))
    lives = start < 1
    np.testing.assert_allclose(marked[x][lives, -1], 1 / (1 / start[lives] - 1), rtol=1e-11)
    np.testing.assert_allclose(marked.reached[~lives], 1 / start[~lives], rtol=1e-12)
    np.testing.assert_allclose(marked[x][start < 10, 1], 1 / (1 / start - 0.1), rtol=1e-12)


@pytest.mark.parametrize("backend", BACKENDS)
def test_slow_draws_outlive_those_that_blow_up_beside_them(backend):
    speed, up = sp.symbols("speed up", real=True)
    field = VectorField((x, y, u), (up * x**2, speed * u, -speed * y), (speed, up))
    rows = np.arange(40)
    speeds, ups = (
        np.where(rows % 3 == 1, 900.0 if backend == "heyoka" else 60.0, 1.0),
        np.where(rows % 3 == 0, 1.0, 0.0),
    )
    found = integrate(
        field, {x: 1.0 + 0 * rows, y: 0 * rows, u: 1.0}, {speed: speeds, up: ups}, [0, 1.0, 2.0],
        backend=backend, on_blow_up="mark",
    )  # fmt: skip
    assert found.blown == tuple(rows[::3])
    np.testing.assert_allclose(found[y][ups == 0, -1], np.sin(2 * speeds[ups == 0]), atol=3e-11)


@pytest.mark.parametrize("backend", BACKENDS)
def test_rates_that_end_are_told(backend):
    with pytest.raises(BlowUp, match=r"draw 0 blew up \(1 of 2 draws, draw 0 at t = 0.5\), or met a point"):
        integrate(VectorField((x,), (-1 / x,)), {x: [1.0, 2.0]}, None, [0.0, 1.0], backend=backend)


@pytest.mark.parametrize("backend", BACKENDS)
def test_growth_is_no_blow_up(backend):
    result = integrate(VectorField((x,), (x,)), {x: [1.0]}, None, [0.0, 60.0], backend=backend)
    assert result[x][0, -1] == pytest.approx(np.exp(60.0), rel=1e-11)


@pytest.mark.parametrize("backend", BACKENDS)
def test_stiff_flows_are_told_apart_from_blow_ups(backend):
    field = VectorField((x,), (-k * (x - sp.cos(t)),), (k,), t)
    with pytest.raises(
        TooStiff, match=r"draw 1 needs more than 500 steps \(1 of 2 draws, draw 1 at t = .*stiff"
    ) as caught:
        integrate(field, {x: [0.5, 0.5]}, {k: [1.0, 1e7]}, [0.0, 3.0], backend=backend, max_steps=500)
    assert caught.value.draws == (1,)
    assert 0 < caught.value.reached < 3
    marked = integrate(
        field, {x: [0.5, 0.5]}, {k: [1.0, 1e7]}, [0.0, 3.0], backend=backend, max_steps=500, on_blow_up="mark"
    )
    assert (marked.blown, marked.stiff) == ((), (1,))
    assert np.isnan(marked[x][1, -1])
    assert np.isfinite(marked[x][0]).all()


@pytest.mark.parametrize("backend", BACKENDS)
def test_each_draw_has_times_of_its_own(backend):
    times = np.array([[0.0, 1.0, 3.0], [1.0, 1.5, 1.7], [-1.0, 0.0, 0.1]])
    field = VectorField((x,), (-x + t,), (), t)
    result = integrate(field, {x: [0.5, 0.2, -1.0]}, None, times, backend=backend)
    offset = np.array([0.5, 0.2, -1.0]) - times[:, 0] + 1
    exact = offset[:, None] * np.exp(times[:, :1] - times) + times - 1
    np.testing.assert_allclose(result[x], exact, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(("backend", "drift"), [(BACKENDS[0].values[0], 1e-14), ("dop853", 3e-13)])
def test_the_accuracy_that_is_stated(backend, drift):
    if backend == "heyoka" and not taylor.installed():
        pytest.skip("heyoka is not installed")
    v, rate = sp.symbols("v rate", real=True)
    rng = np.random.default_rng(5)
    pendulum = VectorField((u, v), (v, -rate * sp.sin(u)), (rate,))
    result = integrate(
        pendulum, rng.normal(size=(2000, 2)), {rate: rng.uniform(0.1, 3, 2000)}, [0, 5, 20], backend=backend
    )
    rate_of = np.random.default_rng(5)
    rate_of.normal(size=(2000, 2))
    strength = rate_of.uniform(0.1, 3, 2000)[:, None]
    energy = result[v] ** 2 / 2 + strength * (1 - np.cos(result[u]))
    scale = (result[v] ** 2 / 2 + 2 * strength).max(axis=1)
    assert (np.abs(energy - energy[:, :1]).max(axis=1) / scale).max() < drift


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_draw_does_not_depend_on_its_neighbours(backend):
    start, rate = np.linspace(0.01, 0.9, 40), np.linspace(0.1, 5, 40)
    together = integrate(LOGISTIC, {x: start}, {k: rate}, [0, 1, 3], backend=backend)
    for row in (0, 7, 39):
        alone = integrate(LOGISTIC, {x: start[[row]]}, {k: rate[[row]]}, [0, 1, 3], backend=backend)
        np.testing.assert_array_equal(alone.states[0], together.states[row])


@pytest.mark.parametrize(
    ("initial", "parameters", "times", "message"),
    [
        (np.zeros((0, 1)), {k: 1.0}, [0, 1], "got 0 draws"),
        ({x: []}, {k: 1.0}, [0, 1], "0 draws|parameters for"),
        ({x: [0.1, np.nan]}, {k: 1.0}, [0, 1], "initial values of draw 1 are not finite"),
        ({x: [0.1, 0.2]}, {k: [1.0, np.inf]}, [0, 1], "parameters of draw 1 are not finite"),
        (np.zeros((3, 2)), {k: 1.0}, [0, 1], r"got initial values of shape \(3, 2\); expected \(draws, 1\)"),
        ({x: [0.1, 0.2]}, {k: [1.0, 2.0, 3.0]}, [0, 1], "do not match"),
        ({x: [0.1]}, {}, [0, 1], "the parameters lack k"),
        ({x: [0.1]}, {k: 1.0}, [0, 0.5, 0.5], "must be finite and increase"),
        ({x: [0.1]}, {k: 1.0}, [], "times of shape"),
        (
            {x: [0.1, 0.2]},
            {k: 1.0},
            np.zeros((3, 2)),
            r"got times of shape \(3, 2\); expected \(times,\) or \(2, times\)",
        ),
        ({x: [0.1]}, {k: 1.0}, [0, np.nan], "must be finite"),
    ],
)
def test_wrong_input_is_named(initial, parameters, times, message):
    with pytest.raises(ValueError, match=message):
        integrate(LOGISTIC, initial, parameters, times)


def test_values_outside_the_domain_of_their_symbol_are_refused():
    scale, state = sp.Symbol("S", positive=True), sp.Symbol("w", nonnegative=True)
    field = VectorField((state,), (-scale * state,), (scale,))
    with pytest.raises(ValueError, match=r"got S = -1 for draw 1; expected a value that is positive$"):
        integrate(field, {state: [1.0, 1.0]}, {scale: [1.0, -1.0]})
    with pytest.raises(ValueError, match=r"got w = -2 for draw 0; expected a value that is nonnegative$"):
        integrate(field, {state: -2.0}, {scale: 1.0})
    assert integrate(field, {state: 0.0}, {scale: 1.0}).states[0, -1, 0] == 0.0
    with pytest.raises(ValueError, match="got max_steps 0; expected at least 1"):
        integrate(field, {state: 1.0}, {scale: 1.0}, max_steps=0)
    with pytest.raises(ValueError, match="got on_blow_up 'ignore'"):
        integrate(field, {state: 1.0}, {scale: 1.0}, on_blow_up="ignore")


def test_unknown_backend():
    with pytest.raises(ValueError, match="expected 'heyoka' or 'dop853'"):
        integrate(LOGISTIC, {x: [0.1]}, {k: 1.0}, backend="euler")  # type: ignore[arg-type]


def test_without_heyoka_dop853_is_used(monkeypatch):
    monkeypatch.setattr(taylor, "installed", lambda: False)
    assert available() == "dop853"
    assert integrate(LOGISTIC, {x: [0.1]}, {k: 1.0}).backend == "dop853"


def test_a_function_that_heyoka_does_not_know_falls_back():
    result = integrate(VectorField((x,), (-sp.Abs(x),)), {x: [1.0]}, None, [0.0, 1.0])
    assert result.backend == "dop853"
    assert result[x][0, -1] == pytest.approx(np.exp(-1.0), rel=1e-12)


def test_field_of_a_family_is_the_written_out_gradient():
    p = natural("p")
    i = index("i", p)
    (a,) = (families("a", t),)
    flow = GradientFlow(total(a[i] ** 4, i) / 4, (a,), t)
    field = field_of(flow, instance_of(flow, {p: 3}))
    assert [str(r) for r in field.rates] == ["-a[1]**3", "-a[2]**3", "-a[3]**3"]


def test_a_rate_with_an_unknown_symbol_is_refused():
    with pytest.raises(ValueError, match="neither variable nor parameter"):
        VectorField((x,), (k * x,))


def test_nested_sums_and_free_indices():
    p = natural("p")
    i, j = index("i", p), index("j", p)
    a = families("a")
    triangular = sp.Sum(a[j], (j, 1, i), (i, 1, p))
    instance = Instance({p: 3})
    assert str(instance.concrete(triangular)) == "3*a[1] + 2*a[2] + a[3]"
    assert free_indices(a[i] * total(a[j], j)) == {i}
    assert len(instance.every(a[i] * a[j])) == 9
    assert [list(s.values()) for s in instances([triangular], (1, 2))] == [[1], [2]]


def test_trajectories_at_zero_are_constants_of_their_own():
    a = trajectories("a")
    flow = GradientFlow(a**2 / 2, (a,), t)
    instance = instance_of(flow, {})
    assert str(instance.concrete(a * a.subs(t, 0))) == "a*a(0)"
    assert [tuple(map(str, pair)) for pair in instance.started()] == [("a(0)", "a")]


def test_dop853_solve_keeps_draws_apart():
    start = np.array([[1.0], [2.0], [3.0]])
    found = dop853.solve(lambda _, state: -state, start, np.array([0.0, 1.0]))
    np.testing.assert_allclose(found[:, 1], start * np.exp(-1.0), rtol=1e-12)


@pytest.mark.parametrize("power", [2, 3, 4, 5, 8])
def test_powers_of_a_state_that_is_zero(power: int) -> None:
    x = sp.Symbol("x", real=True)
    found = integrate(VectorField((x,), (-(x**power),)), {x: [0.0, 0.5]}, {}, [0.0, 1.0])
    wanted = (0.5 ** (1 - power) + (power - 1)) ** (-1 / (power - 1))  # x^(1-p) grows by p - 1 in a unit of time
    assert found.states[:, -1, 0] == pytest.approx([0.0, wanted], rel=1e-13)
