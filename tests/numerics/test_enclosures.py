"""Enclosures on flows with known solutions, ones at which ordinary integrators fail among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy as sp
from flint import arb, arb_mat, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from layerproof.derivations import load
from layerproof.language.flows import GradientFlow
from layerproof.language.statements import Identity, Solution
from layerproof.language.symbols import families, index, natural, positive, time, total, trajectories
from layerproof.numerics.checks.enclosed import enclose_solution
from layerproof.numerics.flows.enclosures import Enclosure, NotEnclosed, _Trajectory, enclose, logarithmic_norm
from layerproof.numerics.flows.ensembles import integrate
from layerproof.numerics.flows.fields import VectorField
from layerproof.numerics.flows.jets import Jets, NotAnalytic

x, y, p = sp.symbols("x y p", real=True)
t = time()
THIRD = Fraction(1, 3)
Truth = Callable[[arb], Sequence[arb]]


def truth_at(solution: Truth, when: Fraction) -> Sequence[arb]:
    """The solution with 1000 bits."""
    with flint.ctx.workprec(1000):
        return solution(arb(fmpq(when.numerator, when.denominator)))


def holds_truth(enclosure: Enclosure, solution: Truth) -> bool:
    """Whether each ball contains the solution, which is known to 1e-200 of itself."""
    return all(
        ball.overlaps(value) and value.rad() <= abs(value) * arb(10) ** -200
        for when, balls in zip(enclosure.times, enclosure.balls, strict=True)
        for ball, value in zip(balls, truth_at(solution, when), strict=True)
    )


def runge_kutta(rate: Callable[[float], float], state: float, step: float, steps: int) -> float:
    """What is often written instead: four stages, a fixed step."""
    for _ in range(steps):
        k1 = rate(state)
        k2 = rate(state + step / 2 * k1)
        k3 = rate(state + step / 2 * k2)
        k4 = rate(state + step * k3)
        state += step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return state


KNOWN: dict[str, tuple[VectorField, dict[sp.Symbol, object], dict[sp.Symbol, object], Truth]] = {
    "decay": (VectorField((x,), (-x,)), {x: 1}, {}, lambda s: [(-s).exp()]),
    "logistic": (
        VectorField((x,), (p * x * (1 - x),), (p,)),
        {x: "1/10"},
        {p: 3},
        lambda s: [1 / (1 + 9 * (-3 * s).exp())],
    ),
    "irrational rate": (
        VectorField((x,), (p * x,), (p,)),
        {x: 1},
        {p: sp.sqrt(2)},
        lambda s: [(arb(2).sqrt() * s).exp()],
    ),
    "cubic decay": (VectorField((x,), (-(x**3),)), {x: 1}, {}, lambda s: [(1 + 2 * s).rsqrt()]),
    "a field with time": (VectorField((x,), (2 * t * x,)), {x: 1}, {}, lambda s: [(s * s).exp()]),
    "a pole in time": (VectorField((x,), (1 / (3 - t),)), {x: 0}, {}, lambda s: [-(1 - s / 3).log()]),
    "an exponential": (VectorField((x,), (sp.exp(-x),)), {x: 0}, {}, lambda s: [(1 + s).log()]),
    "a quotient": (VectorField((x,), (1 / x,)), {x: 1}, {}, lambda s: [(1 + 2 * s).sqrt()]),
    "a root": (VectorField((x,), (sp.sqrt(x),)), {x: 1}, {}, lambda s: [(1 + s / 2) ** 2]),
    "a constant rate": (VectorField((x, y), (sp.Integer(2), x)), {x: 0, y: 0}, {}, lambda s: [2 * s, s * s]),
    "at rest": (VectorField((x, y), (-x * y, x - y)), {x: 0, y: 0}, {}, lambda s: [arb(0), arb(0)]),
}


@pytest.mark.parametrize("name", KNOWN)
def test_the_solution_is_in_the_balls_and_the_balls_are_small(name: str) -> None:
    field, initial, parameters, solution = KNOWN[name]
    enclosure = enclose(field, initial, parameters, (0, THIRD, 1))
    assert holds_truth(enclosure, solution)
    assert enclosure.radius < 1e-25


def test_the_first_time_is_the_start() -> None:
    enclosure = enclose(VectorField((x,), (2 * t * x,)), {x: 1}, times=(1, 2))
    assert holds_truth(enclosure, lambda s: [(s * s - 1).exp()])


def test_a_ball_that_is_too_small_is_noticed() -> None:
    """The balls are not much wider than the error is: a thousandth of the radius is not enough."""
    turn: Truth = lambda s: [s.cos(), -s.sin()]  # noqa: E731
    found = enclose(VectorField((x, y), (y, -x)), {x: 1, y: 0}, times=range(6))
    assert holds_truth(found, turn)
    shrunk = tuple(tuple(arb(b.mid(), b.rad() / 1000) for b in row) for row in found.balls)
    assert not holds_truth(Enclosure(found.times, shrunk, found.variables, found.bits, found.steps), turn)


@settings(max_examples=4, deadline=None)
@given(st.fractions(min_value="1/5", max_value=5, max_denominator=20))
def test_a_blow_up_is_never_passed(start: Fraction) -> None:
    end = 1 / start
    with pytest.raises(NotEnclosed, match="may leave every bound") as caught:
        enclose(VectorField((x,), (x**2,)), {x: start}, times=(0, end * 2), width=1e-10)
    assert Fraction(999, 1000) * end < caught.value.proved < end


def test_a_naive_integrator_passes_the_blow_up() -> None:
    assert np.isfinite(runge_kutta(lambda s: s * s, 1.0, 0.375, 3))  # at time 1.125, after the blow-up at 1
    with pytest.raises(NotEnclosed):
        enclose(VectorField((x,), (x**2,)), {x: 1}, times=(0, Fraction(9, 8)), width=1e-10)
    near = enclose(VectorField((x,), (x**2,)), {x: 1}, times=(0, Fraction(99, 100)))
    assert holds_truth(near, lambda s: [1 / (1 - s)])


@pytest.mark.parametrize(("rate", "end"), [(x**2, 8), (t * x**2, 4)])
def test_a_blow_up_in_a_set_of_trajectories_whose_middle_rests(rate: sp.Expr, end: int) -> None:
    """From 0 all Taylor coefficients vanish and suggest one long step; from 1/8 the solution ends."""
    with pytest.raises(NotEnclosed) as caught:
        enclose(VectorField((x,), (rate,)), {x: arb(0, 0.125)}, times=(0, 2 * end), width=None)
    assert 1 < caught.value.proved < end


@pytest.mark.parametrize(("rate", "short", "long"), [(x, "1/4", "16"), (x**2, "1/8", "1"), (1 / (3 - t), "1", "4")])
def test_the_box_of_a_step_holds_its_own_image_or_there_is_none(rate: sp.Expr, short: str, long: str) -> None:
    """Over the long step the solution is too far away for a first box, has ended, or the field has."""
    field = VectorField((x,), (rate,))
    begun = _Trajectory(field, {x: sp.Integer(1)}, {}, (Fraction(0), Fraction(9)), 128, 10, None)
    assert begun._a_priori(fmpq(*map(int, long.split("/")))) is None
    step = fmpq(*map(int, short.split("/")))
    box = begun._a_priori(step)
    assert box is not None
    during = arb(0).union(arb(step))
    assert box[0].contains(1 + during * begun.jets.rates(box, during)[0])


def test_stiff_decay_makes_the_radius_shrink() -> None:
    found = enclose(VectorField((x,), (-200 * x,)), {x: 1}, times=(0, 1))
    assert holds_truth(found, lambda s: [(-200 * s).exp()])
    easy = enclose(VectorField((x,), (-x,)), {x: 1}, times=(0, 1))
    assert found.bits == easy.bits  # no precision is spent on it
    assert abs(runge_kutta(lambda s: -200 * s, 1.0, 1 / 50, 50)) > 1e10


def test_an_oscillator_does_not_wrap() -> None:
    """A box around a turning state grows by e^(2 pi) = 535 in a period; a Euclidean ball does not."""
    turning = VectorField((x, y), (y, -x))
    sharp = enclose(turning, {x: 1, y: 0}, times=(0, 100))
    assert holds_truth(sharp, lambda s: [s.cos(), -s.sin()])
    wide = enclose(turning, {x: arb(1, 0.125), y: 0}, times=(0, 50), width=None)
    assert wide.radius < 0.125 * (1 + 1e-6)
    for start in (arb(0.875), arb(1.125)):
        assert holds_truth(wide, lambda s, c=start: [c * s.cos(), -c * s.sin()])  # type: ignore[misc]


def test_a_saddle_from_its_stable_manifold() -> None:
    """``a' = b/3, b' = 3a`` from ``b = -3a``: in double precision 3/10 is not three times 1/10, and e^60 shows it."""
    saddle = VectorField((x, y), (y / 3, 3 * x))
    found = enclose(saddle, {x: "1/10", y: "-3/10"}, times=(0, 60))
    assert holds_truth(found, lambda s: [(-s).exp() / 10, -3 * (-s).exp() / 10])
    assert found.bits > enclose(saddle, {x: "1/10", y: "-3/10"}).bits  # instability is paid with precision
    assert abs(integrate(saddle, [[0.1, -0.3]], times=[0.0, 60.0], backend="dop853").states[0, -1, 0]) > 1e3


def test_double_precision_ends_in_the_wrong_equilibrium() -> None:
    """1e-20 above the unstable equilibrium 1/3, which no double tells from it."""
    field = VectorField((x,), ((3 * x - 1) * (4 - 3 * x) * (3 * x + 2) / 9,))
    above = THIRD + Fraction(1, 10**20)
    found = enclose(field, {x: above}, times=(0, 30), width=1e-12)
    assert abs(found[x][-1] - arb(4) / 3) < 1e-9
    wrong = integrate(field, [[float(above)]], times=[0.0, 30.0], backend="dop853").states[0, -1, 0]
    assert abs(wrong - 4 / 3) > 0.5


def test_the_invariant_of_lotka_and_volterra() -> None:
    field = VectorField((x, y), (x * (1 - y), y * (x - 1)))
    found = enclose(field, {x: 2, y: "1/2"}, times=(0, 2, 5, 8))
    with flint.ctx.workprec(200):
        values = [a - a.log() + b - b.log() for a, b in found.balls]
        assert all(value.overlaps(values[0]) for value in values)
        assert max(float(value.rad()) for value in values) < 1e-24
        other = values[0] + arb(10) ** -23
        assert not any(value.overlaps(other) for value in values)


@settings(max_examples=4, deadline=None)
@given(st.lists(st.fractions(min_value=-1, max_value=1, max_denominator=9), min_size=5, max_size=5))
def test_gradient_flows_agree_with_double_precision(numbers: list[Fraction]) -> None:
    width = natural("p")
    i = index("i", width)
    a, b = families("a b", t)
    target = positive("S")
    flow = GradientFlow((total(a[i] * b[i], i) - target) ** 2 / 2, (a, b), t)
    entries = [a[sp.Integer(1)], a[sp.Integer(2)], b[sp.Integer(1)], b[sp.Integer(2)]]
    s = abs(numbers[4]) + 1
    found = enclose(flow, dict(zip(entries, numbers[:4], strict=True)), {target: s}, (0, 2), sizes={width: 2})
    q = found.variables
    error = sum(q[k] * q[2 + k] for k in range(2)) - s.limit_denominator()
    field = VectorField(q, tuple(-error * q[(k + 2) % 4] for k in range(4)))
    floats = integrate(field, [[float(n) for n in numbers[:4]]], times=[0.0, 2.0], backend="dop853").states[0, -1]
    assert [float(ball.mid()) for ball in found.balls[-1]] == pytest.approx(floats, rel=1e-10, abs=1e-11)


def test_a_known_gradient_flow() -> None:
    a, b = trajectories("a b")
    flow = GradientFlow((a * b - 1) ** 2 / 2, (a, b), t)
    found = enclose(flow, {a: "1/2", b: "1/2"}, times=(0, 3))
    root: Truth = lambda s: [(1 / (1 + 3 * (-2 * s).exp())).sqrt()] * 2  # noqa: E731
    assert holds_truth(found, root)


class TestJets:
    """Taylor coefficients."""

    def test_coefficients_of_a_power(self) -> None:
        """Those of (1 - 2t)^(-1/2)."""
        (found,) = Jets(VectorField((x,), (x**3,)), {}, 64).coefficients([arb(1)], arb(0), 5)
        assert [c.str(8, radius=False) for c in found[1:]] == [
            "1.0000000",
            "1.5000000",
            "2.5000000",
            "4.3750000",
            "7.8750000",
        ]

    @settings(max_examples=20, deadline=None)
    @given(st.tuples(*[st.fractions(min_value=-1, max_value=1, max_denominator=50)] * 4))
    def test_a_box_bounds_the_coefficients_of_its_points(self, numbers: tuple[Fraction, ...]) -> None:
        rates = (x**2 * y - y**3 + p * x, sp.exp(x) / (3 + y) - x**4 + sp.sqrt(3 + x + y))
        jets = Jets(VectorField((x, y), rates, (p,)), {p: arb(2)}, 128)
        r = [fmpq(n.numerator, n.denominator) for n in numbers]
        box = [arb(r[0] / 2, 0.25), arb(r[1] / 2, 0.25)]
        with flint.ctx.workprec(128):
            inside = [arb(r[0] / 2 + r[2] / 4), arb(r[1] / 2 + r[3] / 4)]
            bounds = jets.coefficients(box, arb(0), 6)
            exact = jets.coefficients(inside, arb(0), 6)
            assert all(b.contains(e) for bs, es in zip(bounds, exact, strict=True) for b, e in zip(bs, es, strict=True))
            slopes, point = jets.jacobian(box, arb(0)), jets.jacobian(inside, arb(0))
            assert all(slopes[i, j].contains(point[i, j]) for i in range(2) for j in range(2))

    def test_the_jacobian(self) -> None:
        found = Jets(VectorField((x, y), (x**2 * y + 3 * x, -p * x + y**3), (p,)), {p: arb(3)}, 64)
        assert [float(e) for e in found.jacobian([arb(1), arb(2)], arb(0)).entries()] == [7, 1, -3, 12]

    def test_unknown_functions(self) -> None:
        with pytest.raises(NotAnalytic, match="no recurrence is known for sin"):
            enclose(VectorField((x,), (sp.sin(x),)), {x: 1})


class TestLogarithmicNorm:
    """How fast neighbours part at most."""

    @settings(max_examples=30, deadline=None)
    @given(st.integers(1, 4), st.integers(0, 10**6))
    def test_it_bounds_every_matrix_in_the_ball_and_is_sharp(self, size: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        middle, radius = rng.standard_normal((size, size)), rng.uniform(0, 0.1)
        balls = arb_mat(size, size, [arb(float(m), radius) for m in middle.ravel()])
        bound = float(logarithmic_norm(balls))
        for _ in range(5):
            one = middle + radius * rng.choice((-1.0, 1.0), (size, size))
            assert np.linalg.eigvalsh((one + one.T) / 2)[-1] <= bound + 1e-12
        sharp = float(logarithmic_norm(arb_mat(middle.tolist())))
        assert sharp == pytest.approx(np.linalg.eigvalsh((middle + middle.T) / 2)[-1], abs=1e-12)


class TestErrors:
    """Each bad input is one clear error."""

    decay = VectorField((x,), (-p * x,), (p,))

    @pytest.mark.parametrize("value", [0.1, float("nan"), sp.Float("0.1"), sp.nan, sp.oo, sp.I, x, "a"])
    def test_values_that_are_not_exact(self, value: object) -> None:
        with pytest.raises(ValueError, match=r"expected an exact real number|Invalid literal"):
            enclose(self.decay, {x: value}, {p: 1})  # type: ignore[dict-item]

    def test_missing_values(self) -> None:
        with pytest.raises(ValueError, match="parameters lack p"):
            enclose(self.decay, {x: 1})
        with pytest.raises(ValueError, match="initial values lack x"):
            enclose(self.decay, {}, {p: 1})

    @pytest.mark.parametrize("times", [(), (0, 0), (1, 0), (0, sp.pi)])
    def test_times(self, times: Sequence[int]) -> None:
        with pytest.raises(ValueError, match="time"):
            enclose(self.decay, {x: 1}, {p: 1}, times)

    def test_width(self) -> None:
        with pytest.raises(ValueError, match="expected a number between 0 and 1"):
            enclose(self.decay, {x: 1}, {p: 1}, width=0.0)

    def test_too_little_precision_says_so(self) -> None:
        with pytest.raises(NotEnclosed, match="do not give the width") as caught:
            enclose(VectorField((x, y), (y, x)), {x: 1, y: -1}, times=(0, 300), most_bits=300)
        assert caught.value.proved > 0

    def test_too_many_steps_say_so(self) -> None:
        with pytest.raises(NotEnclosed, match="stiff, or the time long"):
            enclose(self.decay, {x: 1}, {p: 1000}, (0, 1), most_steps=10)

    def test_a_field_that_is_not_lipschitz(self) -> None:
        """x' = -sqrt(x) reaches 0 at time 2, and what happens then is not determined by the equation."""
        with pytest.raises(NotEnclosed) as caught:
            enclose(VectorField((x,), (-sp.sqrt(x),)), {x: 1}, times=(0, 3), width=1e-6)
        assert 1.9 < caught.value.proved < 2


ENCLOSED = (
    "linear-models/one-sample-solution",
    "feedback/sigmoid-product",
    "linear-networks/mode-sigmoid",
    "scaling-laws/strength",
    "emergence/time-emergence",
    "emergence/cells-solved",
    "lazy-rich/general-solution",
    "layer-imbalance/layers-of-a-mode",
    "layer-imbalance/transition-from-the-origin",
    "single-neuron/solution-upstream",
    "alternating-flows/diagonal-any-stage",
)
REFUTED = (
    "linear-networks/mode-sigmoid-as-printed",
    "emergence/time-emergence-printed",
    "lazy-rich/gamma-printed",
)


class TestSolutions:
    """Closed forms against enclosures."""

    S, r0 = positive("S r_0")
    a = trajectories("a")

    @pytest.mark.parametrize(
        ("name", "verdict"), [(n, "encloses") for n in ENCLOSED] + [(n, "refutes") for n in REFUTED]
    )
    def test_claims_of_the_library(self, name: str, verdict: str) -> None:
        claim = next(c for c in load(name.partition("/")[0]) if c.id == name)
        found = enclose_solution(claim, draws=1)
        assert found.verdict == verdict, found.telling.reason
        if verdict == "encloses":
            assert found.telling.width < 1e-20
        else:
            assert found.telling.gap > 1e-3
            assert found.telling.values

    @pytest.mark.parametrize("slip", [0, Fraction(1, 10**25)])
    def test_a_slip_of_1e_25_is_found(self, slip: Fraction) -> None:
        flow = GradientFlow((self.a - self.S) ** 2 / 2, (self.a,), t)
        form = self.S * (1 - sp.exp(-t)) + sp.Rational(slip) * sp.exp(-t) * t
        found = enclose_solution(Solution(flow, self.a, form, sp.Integer(0)), draws=2)
        assert found.verdict == ("refutes" if slip else "encloses")
        if slip:
            assert 1e-26 < found.telling.gap < 1e-24

    def test_a_wrong_initial_value_is_found(self) -> None:
        flow = GradientFlow((self.a - self.S) ** 2 / 2, (self.a,), t)
        wrong = Solution(flow, self.a, self.S + (self.r0 - self.S) * sp.exp(-t), 2 * self.r0)
        assert enclose_solution(wrong).verdict == "refutes"

    def test_a_solution_that_blows_up_is_followed_until_then(self) -> None:
        flow = GradientFlow(-(self.a**3) / 3, (self.a,), t)
        right = Solution(flow, self.a, self.r0 / (1 - self.r0 * t), self.r0)
        assert enclose_solution(right).verdict == "encloses"
        assert enclose_solution(Solution(flow, self.a, self.r0 / (1 - self.r0 * t / 2), self.r0)).verdict == "refutes"

    def test_where_it_does_not_apply_it_says_why(self) -> None:
        flow = GradientFlow(sp.cos(self.a), (self.a,), t)
        found = enclose_solution(Solution(flow, self.a, sp.Integer(0), sp.Integer(0)))
        assert found.verdict == "undecided"
        assert "no recurrence is known for sin" in found.telling.reason

    def test_hypotheses_that_cannot_hold(self) -> None:
        flow = GradientFlow((self.a - self.S) ** 2 / 2, (self.a,), t)
        claim = Solution(flow, self.a, self.S * (1 - sp.exp(-t)), sp.Integer(0))
        found = enclose_solution(claim, [sp.Lt(self.S, -1, evaluate=False)])
        assert found.verdict == "undecided"

    def test_other_statements_and_no_draws(self) -> None:
        with pytest.raises(ValueError, match="expected a Solution"):
            enclose_solution(Identity(self.S, self.S))
        flow = GradientFlow((self.a - self.S) ** 2 / 2, (self.a,), t)
        with pytest.raises(ValueError, match="got 0 draws"):
            enclose_solution(Solution(flow, self.a, self.S, self.S), draws=0)
