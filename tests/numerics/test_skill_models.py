"""The extended models: formulas against the models themselves, and the printed ones seen to be wrong."""

from __future__ import annotations

import math

import numpy as np
import pytest
from late import late

with late():
    import scipy.integrate
    import scipy.stats

    from layerproof.numerics.scaling import few_shots as fs
    from layerproof.numerics.scaling import skill_models as sm
    from layerproof.numerics.scaling.data import PowerLaw, sample

RNG = np.random.default_rng


# -- time ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shrink", [1.0, 0.4, 1 / 22])
def test_time_strength_is_the_integrated_flow(shrink):
    frequencies, times = np.array([0.6, 0.2, 1e-6]), np.linspace(0, 60 / shrink, 9)
    given = {"target": 5.0, "initial": 1e-4, "shrink": shrink, "learning_rate": 0.05}
    integrated = sm.train_in_time(frequencies, times, **given)
    formula = sm.time_strength(frequencies[:, None], times, **given)
    np.testing.assert_allclose(formula, integrated, rtol=1e-11)
    printed = sm.time_strength(frequencies[:, None], times, printed=True, **given)
    if shrink == 1:
        np.testing.assert_allclose(printed, formula)
    else:
        assert np.abs(printed - integrated).max() > 0.5


def test_time_strength_does_not_overflow():
    found = sm.time_strength(1.0, [0.0, 1e6, 1e300], target=5.0, initial=1e-200)
    np.testing.assert_allclose(found, [1e-200, 5, 5])


# -- data ------------------------------------------------------------------------------------------------------------

KINDS = ("characters", "cells", "gaussian")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("functions", [1, 2, 6])
def test_basis_has_the_properties(kind, functions):
    """(5.4): the third at every sample, the first within the spread of its mean."""
    phi = fs.basis_samples(kind, 40000, functions, RNG(1))
    np.testing.assert_allclose(phi.sum(axis=1) / math.sqrt(functions), 1.0, rtol=1e-12)
    np.testing.assert_allclose(phi.T @ phi / len(phi), np.eye(functions), atol=6 * functions / math.sqrt(len(phi)))


def test_least_norm_fits_and_is_shortest():
    phi = fs.basis_samples("characters", 5, 12, RNG(0))
    fit = fs.minimum_norm(phi, target=5.0)
    np.testing.assert_allclose(phi @ fit.weights, 5.0, rtol=1e-12)
    np.testing.assert_allclose(fit.weights, np.linalg.pinv(phi) @ np.full(5, 5.0), rtol=1e-10, atol=1e-12)
    assert fit.rank == 5


@pytest.mark.parametrize("samples", [3, 8, 30])
def test_least_norm_where_samples_repeat(samples):
    phi = fs.basis_samples("cells", samples, 8, RNG(4))
    fit = fs.minimum_norm(np.concatenate([phi, phi]))
    seen = np.count_nonzero(phi.any(axis=0))
    assert fit.rank == seen
    assert fit.strength == pytest.approx(seen / 8, rel=1e-12)
    assert fit.loss == pytest.approx((1 - seen / 8) / 2, abs=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_loss_and_strength_are_tied_linearly(kind):
    """S (S - R)/2 for every interpolating fit, not the (S - R)^2/2 of (4.10); the loss also as a mean over inputs."""
    rng = RNG(8)
    fit = fs.minimum_norm(fs.basis_samples(kind, 4, 10, rng), target=3.0)
    assert fit.loss == pytest.approx(3 * (3 - fit.strength) / 2, rel=1e-12)
    assert abs(fit.loss - (3 - fit.strength) ** 2 / 2) > 0.5
    if kind != "characters":  # whose sets of bits differ from call to call
        errors = (3 - fs.basis_samples(kind, 200_000, 10, rng) @ fit.weights) ** 2 / 2
        assert abs(errors.mean() - fit.loss) < 5 * errors.std() / math.sqrt(len(errors))


@pytest.mark.parametrize("counts", [1, 6, 20, 31])
def test_few_shots_of_characters_follow_the_repaired_formula(counts):
    """The mean of R is S d/D_c within its standard error, and the printed (5.5) is far outside of it."""
    found = fs.learn_from_counts(np.full(800, counts), 32, target=5.0, seed=2)
    error = found.std() / math.sqrt(len(found)) + 1e-12
    right, printed = (fs.few_shot_strength(counts, 32, target=5.0, printed=p) for p in (False, True))
    assert abs(found.mean() - right) < 4 * error
    assert abs(found.mean() - printed) > 8 * error


@pytest.mark.parametrize("counts", [1, 10, 40])
def test_few_shots_of_cells(counts):
    found = fs.learn_from_counts(np.full(400, counts), 16, target=5.0, basis="cells", seed=3)
    error = found.std() / math.sqrt(len(found)) + 1e-12
    assert abs(found.mean() - fs.cells_mean_strength(counts, 16, target=5.0)) < 4 * error
    assert fs.cells_mean_strength(counts, 16) <= fs.few_shot_strength(counts, 16) + 1e-12


def test_few_shots_of_gaussian_features_have_a_known_law():
    """R/S = d/(d + chi^2 with D_c - d degrees of freedom): a wrong basis or solver would break it."""
    found = fs.learn_from_counts(np.full(600, 6), 16, basis="gaussian", seed=5)
    assert scipy.stats.kstest(6 * (1 / found - 1), scipy.stats.chi2(10).cdf).pvalue > 1e-3
    mean = scipy.integrate.quad(lambda x: 6 / (6 + x) * scipy.stats.chi2.pdf(x, 10), 0, np.inf)[0]
    assert abs(found.mean() - mean) < 4 * found.std() / math.sqrt(600)
    assert 0 < mean - 6 / 16 < 1 / 16


def test_enough_shots_learn_the_skill():
    np.testing.assert_allclose(fs.learn_from_counts([32, 40, 200], 32, target=5.0, seed=1), 5.0, rtol=1e-9)
    np.testing.assert_allclose(fs.learn_from_counts([[0]], 32), [[0.0]])


@pytest.mark.parametrize("samples", [1, 4, 7])
def test_gradient_flow_ends_at_least_norm(samples):
    """(5.3) trained from small layers: its limit, the conserved difference, and the part that no sample shows."""
    phi = fs.basis_samples("characters", samples, 10, RNG(samples))
    run = fs.train_few_shots(phi, np.linspace(0, 800, 5), start=1e-4, target=2.0, share=0.5)
    fit = fs.minimum_norm(phi, target=2.0)
    assert run.strength[-1] == pytest.approx(fit.strength, rel=1e-3)
    kept = run.scale**2 - (run.direction**2).sum(axis=1)
    np.testing.assert_allclose(kept, kept[0], atol=1e-11)
    _, _, rows = np.linalg.svd(phi)
    outside = rows[fit.rank :]
    np.testing.assert_allclose(run.direction @ outside.T, np.tile(run.direction[0] @ outside.T, (5, 1)), atol=1e-12)


def test_data_sets_become_strengths():
    data = sample(PowerLaw(0.6, 5), 60, 200, seed=4)
    found = fs.learn_from_data(data, [1, 2, 5], 12, target=5.0, seed=6)
    counts = data.counts([1, 2, 5])
    assert found.shape == counts.shape
    assert (found[counts == 0] == 0).all()
    expected = fs.few_shot_strength(counts, 12, target=5.0).mean(axis=0)
    np.testing.assert_allclose(found.mean(axis=0), expected, atol=0.25)


def test_few_shot_loss_is_the_theory_of_kernel_regression():
    d = np.array([0, 3, 7, 8, 20])
    np.testing.assert_allclose(fs.few_shot_loss(d, 8, target=4.0), 8 * np.array([1, 5 / 8, 1 / 8, 0, 0]))
    assert fs.cells_mean_strength(3, 1) == 1


# -- parameters ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("basis", [1, 2, 4, 7])
def test_room_is_the_division_with_remainder(basis):
    for width in range(1, 40):
        here = sm.room(width, basis)
        assert (here.last - 1) * basis + here.part == width
        assert 1 <= here.part <= basis
        strengths = sm.width_strength(np.arange(1, 50), width, basis)
        assert strengths.sum() * basis == pytest.approx(width)
        assert np.count_nonzero(strengths == 1) == here.complete
        assert strengths[here.last - 1] == pytest.approx(here.part / basis)
        assert (strengths[here.last :] == 0).all()


@pytest.mark.parametrize(("part", "basis"), [(1, 4), (3, 4), (4, 4)])
def test_part_of_a_skill_is_learned(part, basis):
    found = sm.train_part(part, basis, [0.0, 60.0, 120.0], frequency=0.5, target=5.0, draws=4)
    np.testing.assert_allclose(found[:, -1], 5 * part / basis, rtol=1e-9)
    assert (np.abs(found[:, 0]) < 1e-5).all()


def test_part_of_a_skill_from_samples():
    """More samples bring the strength to (5.9), as 1/sqrt(D); with fewer than r of them it is that of few shots."""
    far, near = (
        np.mean([abs(sm.learn_part(3, 4, n, target=5.0, seed=s).strength - 3.75) for s in range(40)])
        for n in (100, 10000)
    )
    assert 4 < far / near < 25
    few = np.mean([sm.learn_part(20, 32, 8, seed=s).strength for s in range(200)])
    assert abs(few - 8 / 32) < 0.03


# -- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sm.time_strength(0.5, 1.0, target=1.0, initial=2.0), "expected 0 < R"),
        (lambda: sm.time_strength(0.5, 1.0, target=1.0, initial=0.1, shrink=1.5), "got B = 1.5"),
        (lambda: sm.time_strength([0.5, math.nan], 1.0, target=1.0, initial=0.1), "got frequencies from nan"),
        (lambda: sm.time_strength(0.5, -1.0, target=1.0, initial=0.1), "got times from -1.0"),
        (lambda: fs.few_shot_strength(-1, 4), "got counts from -1"),
        (lambda: fs.few_shot_strength(1, 0), "got 0 for D_c"),
        (lambda: fs.basis_samples("fourier", 3, 4, RNG(0)), "got basis 'fourier'; expected 'characters'"),  # type: ignore[arg-type]
        (lambda: fs.basis_samples("cells", -3, 4, RNG(0)), "got -3 samples"),
        (lambda: fs.minimum_norm(np.zeros(3)), "expected a finite table"),
        (lambda: fs.minimum_norm(np.full((2, 2), np.nan)), "expected a finite table"),
        (lambda: fs.minimum_norm(np.ones((2, 2)), included=3), "got 3 included"),
        (lambda: fs.learn_from_counts(1.5, 4), "expected whole numbers"),
        (lambda: fs.train_few_shots(np.ones((0, 3)), [0.0, 1.0], start=0.1), "at least one sample"),
        (lambda: fs.train_few_shots(np.ones((1, 3)), [0.0, 1.0], start=0.0), "got start 0.0"),
        (lambda: fs.train_few_shots(np.ones((1, 3)), [0.0, math.nan], start=0.1), "finite and increase"),
        (lambda: fs.learn_from_counts(3, 4, target=math.nan), "got target scale nan"),
        (lambda: sm.time_strength(0.5, 1.0, target=1.0, initial=0.1, learning_rate=math.inf), "got learning rate inf"),
        (lambda: sm.train_part(2, 4, [0.0, 1.0], draws=0), "got 0 for draws"),
        (lambda: sm.room(0, 4), "got 0 for N"),
        (lambda: sm.train_part(5, 4, [0.0, 1.0]), "got 5 of 4 basis functions"),
    ],
)
def test_bad_input_is_one_clear_error(call, message):
    with pytest.raises(ValueError, match=message):
        call()
