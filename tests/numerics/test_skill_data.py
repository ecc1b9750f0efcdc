"""Sampled skills: the distribution is exact, for few skills and for 1e12, and the loss has the right mean."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from late import late

with late():
    import scipy.stats

    from layerproof.numerics.scaling.data import PowerLaw, SkillData, head_for, sample, sampled_loss
    from layerproof.numerics.scaling.skills import MultilinearModel, loss_in_data


def everything(law: PowerLaw) -> np.ndarray:
    return np.arange(1, law.skills + 1)


@pytest.mark.parametrize(("alpha", "skills"), [(0.6, 1), (0.05, 300), (0.6, 1000), (3.0, 5000)])
def test_frequencies_are_the_power_law(alpha, skills):
    law = PowerLaw(alpha, skills)
    weights = everything(law) ** -(alpha + 1)
    np.testing.assert_allclose(law.probability(everything(law)), weights / weights.sum(), rtol=1e-13)
    np.testing.assert_allclose(law.mass(3, 200), weights[2:199].sum() / weights.sum(), rtol=1e-12, atol=0)
    assert law.mass(5, 5) == 0
    assert law.probability(skills + 1) == 0


def test_mass_of_rare_skills_among_1e12():
    law = PowerLaw(0.6, 10**12)
    direct = law.probability(np.arange(10**7, 10**7 + 10**5)).sum()
    np.testing.assert_allclose(law.mass(10**7, 10**7 + 10**5), direct, rtol=1e-10)


@pytest.mark.parametrize("head", [1, 2, 7, 40])
def test_counts_have_the_exact_distribution(head):
    """Skills inside the blocks come as often as those with a column of their own."""
    law = PowerLaw(0.3, 40)
    data = sample(law, 100_000, 20, seed=3, head=head)
    counts = data.counts(everything(law)).sum(axis=0)
    expected = law.probability(everything(law)) * 2_000_000
    assert scipy.stats.chisquare(counts, expected).pvalue > 1e-3


def test_counts_of_two_skills_are_multinomial():
    """Not only the frequencies: variances and covariances of counts, across the border of the head."""
    law, samples, sets = PowerLaw(0.5, 6), 12, 40000
    p = law.probability(everything(law))
    counts = sample(law, samples, sets, seed=1, head=3).counts(everything(law)).astype(float)
    exact = samples * (np.diag(p) - np.outer(p, p))
    assert np.abs(np.cov(counts.T) - exact).max() < 6 * samples * p.max() / math.sqrt(sets)


def test_rare_skills_among_1e12_are_exact():
    """Bins of equal probability, and remainders inside a bin, which inversion in double precision would miss."""
    law, low = PowerLaw(0.2, 10**12), 17
    data = sample(law, 200_000, 1, seed=5, head=16)
    drawn = np.repeat(data.tail_skill, data.tail_count)
    edges = np.array([low, 20, 30, 50, 100, 10**3, 10**4, 10**6, 10**8, 10**12 + 1])
    counts = np.histogram(drawn, edges)[0]
    masses = law.mass(edges[:-1], edges[1:])
    assert counts.sum() == len(drawn)
    assert scipy.stats.chisquare(counts, len(drawn) * masses / masses.sum()).pvalue > 1e-3
    far = drawn[drawn > 10**5]
    assert len(far) > 1000
    assert scipy.stats.chisquare(np.bincount(far % 10)).pvalue > 1e-3
    near = drawn[(drawn >= 17) & (drawn < 60)]
    exact = law.probability(np.arange(17, 60))
    assert scipy.stats.chisquare(np.bincount(near - 17, minlength=43), len(near) * exact / exact.sum()).pvalue > 1e-3


@settings(deadline=None, max_examples=60)
@given(
    alpha=st.floats(0.05, 4),
    skills=st.integers(1, 2**53),
    samples=st.integers(0, 3000),
    sets=st.integers(1, 4),
    head=st.none() | st.integers(1, 50),
)
def test_every_sample_is_counted_once(alpha, skills, samples, sets, head):
    law = PowerLaw(alpha, skills)
    data = sample(law, samples, sets, seed=0, head=head)
    total = data.head.sum(axis=1) + np.bincount(data.tail_set, data.tail_count, minlength=sets)
    assert (total == samples).all()
    assert (data.tail_count >= 1).all()
    assert (data.tail_skill > data.head.shape[1]).all()
    assert (data.tail_skill <= skills).all()
    assert len({*zip(data.tail_set.tolist(), data.tail_skill.tolist(), strict=True)}) == len(data.tail_set)
    left = data.unobserved()
    assert ((left >= 0) & (left <= 1 + 1e-12)).all()
    assert (data.distinct() <= min(samples, skills)).all()


def by_hand(data: SkillData, skills: int, target: float, initial: float, pace: float) -> np.ndarray:
    """(4.17), term by term."""
    law = data.law
    counts = data.counts(everything(law))
    losses = 1 / (1 + np.exp(pace * counts) / (target / initial - 1)) ** 2
    losses[:, skills:] = 1
    return target**2 / 2 * losses @ law.probability(everything(law))


@pytest.mark.parametrize("skills", [0, 3, 20, 60])
@pytest.mark.parametrize("head", [5, 60])
def test_loss_is_the_sum_over_skills(skills, head):
    data = sample(PowerLaw(0.4, 60), 100, 20, seed=2, head=head)
    found = sampled_loss(data, target=5.0, time=7.0, initial=0.01, learning_rate=0.3, model=skills)
    np.testing.assert_allclose(found, by_hand(data, skills, 5.0, 0.01, 2 * 0.3 * 5 * 7 / 100), rtol=1e-12)
    start = sampled_loss(data, target=5.0, time=0.0, initial=0.01)
    np.testing.assert_allclose(start, (5 - 0.01) ** 2 / 2, rtol=1e-12)


def test_loss_at_infinite_time_is_its_limit():
    data = sample(PowerLaw(0.4, 10**9), 1000, 5, seed=2)
    late = sampled_loss(data, target=2.0, time=1e6, initial=1e-3)
    np.testing.assert_allclose(sampled_loss(data, target=2.0, initial=1e-3), late, rtol=1e-12)
    np.testing.assert_allclose(sampled_loss(data, target=2.0, initial=1e-300), sampled_loss(data, target=2.0))


def expected_and_spread(law: PowerLaw, samples: int) -> tuple[float, float]:
    """Exact mean (4.28) and standard deviation of the probability that is not observed."""
    p = law.probability(everything(law))
    missed = (1 - p) ** samples
    both = np.maximum(1 - p[:, None] - p[None, :], 0) ** samples
    np.fill_diagonal(both, missed)
    return float(p @ missed), math.sqrt(p @ (both - np.outer(missed, missed)) @ p)


@pytest.mark.parametrize("alpha", [0.2, 0.6, 1.0])
@pytest.mark.parametrize("samples", [3, 40, 1000])
def test_mean_loss_is_its_expectation(alpha, samples):
    law, sets = PowerLaw(alpha, 200), 4000
    data = sample(law, samples, sets, seed=11, head=10)
    loss = sampled_loss(data, target=3.0)
    mean, spread = expected_and_spread(law, samples)
    assert abs(loss.mean() - 4.5 * mean) < 4 * 4.5 * spread / math.sqrt(sets)
    assert abs(loss.std() / (4.5 * spread) - 1) < 0.1


def test_mean_loss_with_many_skills():
    """At 1e6 skills, most of them in blocks, against the exact sum (4.29)."""
    law, samples, sets = PowerLaw(0.6, 10**6), 10**4, 1000
    p = law.probability(everything(law))
    exact = (p * np.exp(samples * np.log1p(-p))).sum() / 2
    loss = sampled_loss(sample(law, samples, sets, seed=7))
    assert abs(loss.mean() - exact) < 4 * loss.std() / math.sqrt(sets)
    assert loss.std() / math.sqrt(sets) < 1e-3 * exact


@pytest.mark.parametrize(("skills", "samples"), [(10**9, 10**5), (10**12, 10**4)])
def test_mean_loss_with_very_many_skills(skills, samples):
    """Against the sum over all of them, which is found on another route."""
    model = MultilinearModel(alpha=0.6, skills=skills, R0=1e-12)
    loss = sampled_loss(sample(PowerLaw(0.6, skills), samples, 400, seed=9))
    error = loss.std() / math.sqrt(len(loss))
    assert abs(loss.mean() - float(loss_in_data(model, samples).value)) < 4 * error
    assert error < 2e-3 * loss.mean()


def test_number_of_skills_costs_nothing():
    few, many = (sample(PowerLaw(0.6, n), 10**6, 1, seed=0) for n in (10**7, 10**15))
    assert head_for(many.law, 10**6) < 4000
    assert len(many.tail_set) < 1.2 * len(few.tail_set)
    assert many.counts([1, 10**15]).shape == (1, 2)


def test_seeds():
    law = PowerLaw(0.6, 10**9)
    one, again, other = (sample(law, 1000, 2, seed=s) for s in (1, 1, 2))
    assert (one.tail_skill == again.tail_skill).all()
    assert not np.array_equal(one.head, other.head)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: PowerLaw(0.0, 10), "got alpha = 0.0; expected a number above 0"),
        (lambda: PowerLaw(math.nan, 10), "got alpha = nan"),
        (lambda: PowerLaw(0.6, 0), "got 0 skills"),
        (lambda: PowerLaw(0.6, 2**54), "expected a whole number from 1 to 2"),
        (lambda: PowerLaw(0.6, 10).probability(0), "numbered from 1"),
        (lambda: sample(PowerLaw(0.6, 10), -1), "got -1 samples"),
        (lambda: sample(PowerLaw(0.6, 10), 10, 0), "got 0 data sets; expected at least 1"),
        (lambda: sample(PowerLaw(0.6, 10), 10, head=0), "got a head of 0"),
        (lambda: sample(PowerLaw(0.1, 10**12), 10**12, 100), "ask for fewer sets"),
        (lambda: sample(PowerLaw(0.6, 10), 5).counts([11]), "expected a list of numbers from 1 to 10"),
        (lambda: sampled_loss(sample(PowerLaw(0.6, 10), 0)), "0 samples"),
        (lambda: sampled_loss(sample(PowerLaw(0.6, 10), 5), time=3.0), "nothing is learned"),
        (lambda: sampled_loss(sample(PowerLaw(0.6, 10), 5), initial=1.0), "expected 0 <= R"),
        (lambda: sampled_loss(sample(PowerLaw(0.6, 10), 5), time=math.nan, initial=0.1), "got time nan"),
        (lambda: sampled_loss(sample(PowerLaw(0.6, 10), 5), target=-1.0), "got target scale -1.0"),
        (lambda: sampled_loss(sample(PowerLaw(0.6, 10), 5), model=-1), "got a model of -1 skills"),
    ],
)
def test_bad_input_is_one_clear_error(call, message):
    with pytest.raises(ValueError, match=message):
        call()
