"""Sums over skills against direct summation, Arb's zeta functions, and sums whose value is known."""

from __future__ import annotations

import math

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from late import late

with late():
    from layerproof.numerics.scaling import power_sums
    from layerproof.numerics.scaling.power_sums import Sum, counting_rule, power_sum, skill_sum, tail_rule
    from layerproof.numerics.scaling.profiles import Decaying, One, Profile, Saturating, Unseen


def direct(profile: Profile, s: float, scales: np.ndarray, first: int, last: int) -> np.ndarray:
    """The sums term by term, correctly rounded at the end."""
    v = np.arange(float(first), last + 1.0) ** -s
    return np.array(
        [math.fsum(v * profile.part(slice(i, i + 1))((x * v)[None, :])[0]) for i, x in enumerate(np.ravel(scales))]
    )


def agrees(found: Sum, expected: np.ndarray, within: float = 1e-13) -> None:
    """Within its own bound, and the bound is worth having."""
    assert (np.abs(found.value - expected) <= found.error).all()
    assert (found.error <= within * np.abs(expected)).all()


SCALES = np.array([0.0, 1e-3, 1.0, 37.0, 1e3, 1e5])


def profiles(scales: np.ndarray) -> dict[str, Profile]:
    """Every profile; the samples D make frequencies of at most 0.4."""
    found: dict[str, Profile] = {"one": One(), "decaying": Decaying(), "decaying slope": Decaying().slope()}
    for odds in (0.3, 99.0, 1e6):
        found |= {f"odds {odds:g}": Saturating(odds), f"odds {odds:g} slope": Saturating(odds).slope()}
    return found | {"unseen": Unseen(scales / 0.4), "unseen slope": Unseen(scales / 0.4).slope()}


@pytest.mark.parametrize("s", [1.1, 1.6, 2.5])
@pytest.mark.parametrize("name", profiles(SCALES))
@pytest.mark.parametrize(("first", "last"), [(1, 40_000), (1, 6_789), (77, 40_000), (1, 37), (5000, 5000)])
def test_agrees_with_the_direct_sum(name: str, s: float, first: int, last: int) -> None:
    scales = SCALES[SCALES * float(last) ** -s < 20]
    if "slope" in name:
        scales = scales[scales > 0]  # at 0 the slope is 0, without a relative error
    profile = profiles(scales)[name]
    agrees(skill_sum(profile, s, scales, first, last), direct(profile, s, scales, first, last), 2e-13)


@settings(max_examples=40, deadline=None)
@given(
    s=st.floats(1.02, 4.0),
    log_scale=st.floats(-2.0, 8.0),
    log_odds=st.floats(-2.0, 16.0),
    first=st.integers(1, 3000),
    terms=st.integers(1, 40_000),
)
def test_stays_within_its_bound(s: float, log_scale: float, log_odds: float, first: int, terms: int) -> None:
    profile, scale, last = Saturating(math.exp(log_odds)), np.array([10.0**log_scale]), first + terms - 1
    found, expected = skill_sum(profile, s, scale, first, last), direct(profile, s, scale, first, last)
    assert abs(found.value[0] - expected[0]) <= found.error[0] + 1e-300


@pytest.mark.parametrize("s", [1.05, 1.3, 2.0, 2.5, 6.0])
@pytest.mark.parametrize(("first", "last"), [(1, 10**12), (1, math.inf), (10**6, 10**12), (3, math.inf), (1, 10**300)])
def test_plain_powers_with_a_trillion_terms(s: float, first: int, last: float) -> None:
    expected = zeta(s, first) - (zeta(s, int(last) + 1) if math.isfinite(last) else flint.arb(0))
    for found in (skill_sum(One(), s, [0.0], first, last), power_sum(s, [first], last)):
        agrees(found, np.array([float(expected)]))
        assert found.value[0] == pytest.approx(float(expected), rel=3e-15)


def zeta(s: float, first: int) -> flint.arb:
    """Hurwitz's zeta function with many digits."""
    before, flint.ctx.prec = flint.ctx.prec, 300
    try:
        return flint.arb(s).zeta(flint.arb(first))
    finally:
        flint.ctx.prec = before


def test_a_trillion_skills_cut_anywhere() -> None:
    """The sum to 10^12 is the sum to any place and the sum from there, for cuts in blocks and in the tail."""
    scales, s = np.geomspace(1.0, 1e12, 13), 1.6
    whole = skill_sum(Saturating(99.0), s, scales, 1, 10**12)
    for cut in (1, 40, 12_345, 2**20, 10**9 + 7, 10**12 - 1):
        parts = skill_sum(Saturating(99.0), s, scales, 1, cut) + skill_sum(Saturating(99.0), s, scales, cut + 1, 10**12)
        assert (np.abs(parts.value - whole.value) <= parts.error + whole.error).all()
        assert parts.value == pytest.approx(whole.value, rel=1e-13)


def test_the_cost_does_not_grow_with_the_number_of_terms() -> None:
    """Counted in evaluations of g."""

    class Counting(Decaying):
        evaluated = 0

        def __call__(self, z: np.ndarray) -> np.ndarray:
            Counting.evaluated += z.size
            return super().__call__(z)

    counts = []
    for last in (10**6, 10**9, 10**12, 10**100, math.inf):
        Counting.evaluated = 0
        skill_sum(Counting(), 1.6, [100.0], 1, last)
        counts.append(Counting.evaluated)
    assert len(set(counts)) == 1
    assert counts[0] < 1000


def test_late_in_training_the_error_is_stated() -> None:
    """Where every term is exponentially small, against the direct sum; the bound widens and still holds."""
    s, last = 1.3, 2000
    scales = np.array([5.0, 30.0, 100.0, 300.0]) * float(last) ** s
    found = skill_sum(Decaying(), s, scales, 1, last)
    expected = direct(Decaying(), s, scales, 1, last)
    assert (np.abs(found.value - expected) <= found.error).all()
    assert found.error[0] < 1e-13 * expected[0]


@pytest.mark.parametrize(("n", "m"), [(5, 5), (40, 40), (127, 126), (253, 126), (1000, 60), (1e15, 40)])
def test_the_rule_of_the_integers(n: float, m: int) -> None:
    nodes, weights = counting_rule(n, m)
    assert (weights > 0).all()
    assert weights.sum() == pytest.approx(n, rel=1e-14)
    x = nodes / n
    assert (np.diff(x) > 0).all()
    if n <= 1000:
        j = np.arange(n) / n
        for degree in (1, 2, 7, 2 * m - 1):
            assert (weights * x**degree).sum() == pytest.approx(math.fsum(j**degree), rel=3e-14)
    if m == n:
        assert nodes == pytest.approx(np.arange(n), abs=1e-12)
        assert weights == pytest.approx(np.ones(int(n)), rel=1e-12)


def test_the_rule_of_the_tail() -> None:
    s, start, last = 1.7, 50, 100_000
    u, weights = tail_rule(s, start, last)
    k = np.arange(float(start), last + 1)
    for degree in range(0, 2 * len(u), 3):
        expected = math.fsum(k**-s * (start / k) ** (s * degree))
        assert (weights * u**degree).sum() == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("s", [0.5, 1.0, 1.3, 3.0, 40.0])
def test_power_sums_of_many_ranges(s: float) -> None:
    first = np.array([1, 1, 2, 15, 16, 17, 100, 999, 1000, 7])
    last = np.array([1000, 3, 2, 17, 15, 17, 1000, 1000, 1000, 500])
    k = np.arange(1.0, 1001.0) ** -s
    agrees(power_sum(s, first, last), np.array([math.fsum(k[a - 1 : b]) for a, b in zip(first, last, strict=True)]))


@pytest.mark.parametrize(
    "call",
    [
        lambda: skill_sum(One(), 1.0, [1.0]),
        lambda: skill_sum(One(), math.nan, [1.0], 1, 5),
        lambda: skill_sum(One(), 2.0, [-1.0]),
        lambda: skill_sum(One(), 2.0, [math.inf]),
        lambda: skill_sum(One(), 2.0, []),
        lambda: skill_sum(One(), 2.0, [1.0], 0),
        lambda: skill_sum(One(), 2.0, [1.0], 1, 2.5),
        lambda: skill_sum(One(), 2.0, [1.0], 1, math.nan),
        lambda: power_sum(1.0, 1),
        lambda: power_sum(-1.0, 1, 3),
        lambda: power_sum(2.0, 0, 3),
        lambda: power_sum(2.0, [1.5], 3),
        lambda: power_sum(2.0, [1], [math.nan]),
        lambda: power_sum(2.0, []),
        lambda: skill_sum(Unseen([1.0, 2.0]), 2.0, [1.0, 2.0, 3.0]),
        lambda: Saturating(0.0),
        lambda: Saturating(math.nan),
        lambda: Unseen([-1.0]),
        lambda: Unseen([]),
        lambda: counting_rule(3.0, 4),
    ],
)
def test_bad_input_is_one_clear_error(call) -> None:
    with pytest.raises(ValueError, match="got"):
        call()


def test_an_empty_range_sums_to_zero() -> None:
    assert skill_sum(Decaying(), 2.0, [1.0, 2.0], 8, 7).value.tolist() == [0.0, 0.0]
    assert power_sum(2.0, [8], [7]).value.tolist() == [0.0]


def test_the_shape_of_scales_is_kept() -> None:
    assert skill_sum(Decaying(), 2.0, np.ones((2, 3))).value.shape == (2, 3)
    assert skill_sum(Unseen(np.ones((2, 3))), 2.0, np.ones((2, 3)) / 2).value.shape == (2, 3)
    assert skill_sum(Unseen(1.0), 2.0, 0.5).value.shape == ()


COMPLEX = [(0.05, 0.3), (0.5, 2.0), (3.0, 9.0), (10.0, 20.0), (11.0, 17.0)]


@pytest.mark.parametrize("odds", [0.2, 0.6, 99.0, 1e6])
@pytest.mark.parametrize("slope", [False, True])
@pytest.mark.parametrize(("low", "high"), COMPLEX)
def test_majorants_bound_the_sigmoid_in_the_sector(odds: float, slope: bool, low: float, high: float) -> None:
    """The proof in the docstring, looked at on a fine net."""
    profile = Saturating(odds).slope() if slope else Saturating(odds)
    for angle in (profile.angle, profile.angle / 3):
        z = np.geomspace(low, high, 200)[:, None] * np.exp(1j * np.linspace(-angle, angle, 201))
        bound = profile.majorant(np.array([[low]]), np.array([[high]]), angle)
        assert np.abs(sigmoid(z, odds, slope)).max() <= bound * (1 + 1e-12)
    z = math.pi / 2 * np.linspace(0, 1, 100)[:, None] * np.exp(1j * np.linspace(0, 2 * math.pi, 200))
    assert np.abs(sigmoid(z, odds, slope)).max() <= profile.disc * (1 + 1e-12)


def sigmoid(z: np.ndarray, odds: float, slope: bool) -> np.ndarray:
    w = np.exp(z) / odds
    return -2 * z * w / (1 + w) ** 3 if slope else 1 / (1 + w) ** 2


@pytest.mark.parametrize("draws", [0.0, 0.5, 3.0, 1e4])
@pytest.mark.parametrize("slope", [False, True])
def test_majorants_bound_the_unseen_share(draws: float, slope: bool) -> None:
    profile = Unseen([draws]).slope() if slope else Unseen([draws])

    def g(v: np.ndarray) -> np.ndarray:
        return (1 - v) ** draws * (draws * np.log(1 - v) if slope else 1)

    for low, high in ((0.001, 0.003), (0.02, 0.3), (0.3, 0.9)):
        v = np.geomspace(low, high, 200)[:, None] * np.exp(1j * np.linspace(-1.2, 1.2, 201))
        bound = profile.majorant(np.array([[draws * low]]), np.array([[draws * high]]), 1.2)
        if draws > 100 and high > 0.8:  # beyond every double
            assert np.isinf(bound)
            continue
        assert np.abs(g(v)).max() <= bound * (1 + 1e-9) + 1e-300
    if draws:
        radius = float(profile.radius[0]) / draws
        assert radius < 1  # no branch point inside
        v = radius * np.linspace(0, 1, 100)[:, None] * np.exp(1j * np.linspace(0, 2 * math.pi, 200))
        assert np.abs(g(v)).max() <= profile.disc


@pytest.mark.parametrize("name", ["odds 99", "odds 99 slope", "decaying", "unseen"])
@pytest.mark.parametrize("s", [1.1, 2.5])
def test_the_bound_holds_where_truncation_is_large(name: str, s: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """With too few nodes on purpose: errors far above rounding, still below the bound, which is not far above them."""
    monkeypatch.setattr(power_sums, "TARGET", 1e-2)
    monkeypatch.setattr(power_sums, "FEWEST_NODES", 2)
    monkeypatch.setattr(power_sums, "_rule", power_sums._rule.__wrapped__)
    scales = np.array([1.0, 37.0, 1e3, 1e5])
    scales = scales[scales * 4e4**-s < 20]
    profile = profiles(scales)[name]
    found, expected = skill_sum(profile, s, scales, 1, 40_000), direct(profile, s, scales, 1, 40_000)
    errors = np.abs(found.value - expected)
    assert (errors <= found.error).all()
    assert (errors > 1e-12 * np.abs(expected)).any()
    assert (found.error < np.abs(expected)).all()
    assert (errors > 1e-6 * found.error).any()


def test_the_bound_of_the_tail(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with a tail of two nodes."""
    monkeypatch.setattr(power_sums, "TAIL_NODES", 2)
    monkeypatch.setattr(power_sums, "_rule", power_sums._rule.__wrapped__)
    monkeypatch.setattr(power_sums, "tail_rule", lambda s, k, last: tail_rule(s, k, last, 2))
    for profile in (Saturating(9.0), Decaying(), Unseen([50.0])):
        found, expected = skill_sum(profile, 1.4, [20.0], 1, 10**6), direct(profile, 1.4, np.array([20.0]), 1, 10**6)
        error = abs(found.value[0] - expected[0])
        assert 1e-11 * expected[0] < error <= found.error[0]
        assert found.error[0] < 1e5 * error
