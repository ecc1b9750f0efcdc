"""Multitask sparse parity, and the networks for it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from late import late

with late():
    import torch
    from torch.func import vmap

    from layerproof.derivations.emergence import three_neurons as chapter
    from layerproof.networks.data.parity import SparseParity, sparse_parity
    from layerproof.networks.models.multilinear import room_mask
    from layerproof.networks.models.parity import (
        fitted_parity,
        perceptron,
        perceptron_by_number,
        perceptron_on_grid,
        perceptron_start,
        three_modes,
        three_neurons,
    )


def generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


@given(st.integers(0, 2**31), st.integers(1, 12), st.integers(1, 20), st.integers(1, 4))
def test_a_batch_is_multitask_sparse_parity(seed: int, skills: int, bits: int, relevant: int) -> None:
    if relevant > bits or skills > math.comb(bits, relevant):
        return
    task = sparse_parity(skills, bits, relevant, alpha=0.6, generator=generator(seed), target=3.0)
    assert len({tuple(sorted(row)) for row in task.chosen.tolist()}) == skills
    batch = task.draw(40, generator=generator(seed + 1))
    for skill, string, parity in zip(batch.skill.tolist(), batch.bits.tolist(), batch.parity.tolist(), strict=True):
        assert parity == (-1) ** sum(string[place] for place in task.chosen[skill].tolist())
    x = task.one_hot(batch)
    assert torch.equal(x[:, :skills].argmax(1), batch.skill)
    assert torch.equal(x[:, :skills].sum(1), torch.ones(40))
    assert torch.equal(x[:, skills:].to(torch.uint8), batch.bits)
    assert torch.equal(task.answers(batch)[:, 0], 3.0 * batch.parity)
    assert torch.equal(task.numbered(batch)[:, 0].long(), batch.skill)
    g = task.basis(batch)
    assert torch.equal(g.sum(1), batch.parity)
    assert torch.equal((g != 0).sum(1), torch.ones(40, dtype=torch.int64))
    assert torch.equal(task.counts(batch), torch.bincount(batch.skill, minlength=skills))


def test_skills_and_bits_have_their_distribution() -> None:
    task = sparse_parity(5, 11, 3, alpha=0.6, generator=generator())
    size = 200_000
    batch = task.draw(2, size // 2, generator=generator(1))
    frequency = task.frequencies.numpy()
    np.testing.assert_allclose(frequency[0] / frequency, np.arange(1.0, 6) ** 1.6, rtol=1e-12)
    counts = task.counts(batch).sum(0).numpy()
    assert np.all(np.abs(counts - size * frequency) < 5 * np.sqrt(size * frequency))
    bits = batch.bits.reshape(-1, 11).double()
    second = bits.T @ bits / size  # 1/2 on the diagonal, 1/4 elsewhere: pairwise independent, also within a byte
    assert torch.all((second - 0.25 - 0.25 * torch.eye(11)).abs() < 5 * 0.5 / size**0.5)
    assert abs(float(batch.parity.double().mean())) < 5 / size**0.5


def test_a_single_skill_is_drawn() -> None:
    task = sparse_parity(4, 9, 2, alpha=0.6, generator=generator())
    batch = task.draw_of(2, 100, generator=generator(1))
    assert torch.equal(batch.skill, torch.full((100,), 2))
    with pytest.raises(ValueError, match=r"got skill 4; expected 0 to 3"):
        task.draw_of(4, 1, generator=generator())


def test_all_inputs_make_expectations_exact() -> None:
    task = sparse_parity(3, 6, 3, alpha=0.6, generator=generator())
    everything = task.everything()
    assert everything.bits.shape == (3, 64, 6)
    assert len({tuple(row) for row in everything.bits[1].tolist()}) == 64
    g = task.basis(everything).double()  # (asked, inputs, g_k)
    np.testing.assert_array_equal(g.mean(1).numpy(), np.zeros((3, 3)))
    moments = torch.einsum("ixk,ixl->ikl", g, g) / 64  # (4.3)
    expected = torch.zeros(3, 3, 3, dtype=torch.float64)
    expected[range(3), range(3), range(3)] = 1
    assert torch.equal(moments, expected)
    with pytest.raises(ValueError, match=r"more than 2\^26 inputs"):
        sparse_parity(2, 32, 3, alpha=0.6, generator=generator()).everything()


def test_disjoint_skills_share_no_bit() -> None:
    task = sparse_parity(4, 12, 3, alpha=0.6, generator=generator(), disjoint=True)
    assert sorted(task.chosen.flatten().tolist()) == list(range(12))
    with pytest.raises(ValueError, match=r"5 disjoint sets of 3 bits do not fit into 14 bits"):
        sparse_parity(5, 14, 3, alpha=0.6, generator=generator(), disjoint=True)


def test_all_sets_of_bits_can_be_asked_for() -> None:
    task = sparse_parity(20, 6, 3, alpha=0.6, generator=generator())
    assert len({tuple(row) for row in task.chosen.tolist()}) == 20
    with pytest.raises(ValueError, match=r"got 21 skills; there are 20 sets"):
        sparse_parity(21, 6, 3, alpha=0.6, generator=generator())


@pytest.mark.parametrize(
    ("chosen", "bits", "alpha", "message"),
    [
        ([[0, 3]], 3, 0.6, r"outside of 0 to 2"),
        ([[1, 1]], 3, 0.6, r"one relevant bit twice"),
        ([[0, 1]], 3, 0.0, r"got alpha = 0.0"),
        ([[]], 3, 0.6, r"expected whole numbers, \(n_s, m\)"),
    ],
)
def test_impossible_tasks_are_refused(chosen: list[list[int]], bits: int, alpha: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SparseParity(torch.tensor(chosen, dtype=torch.int64), bits, alpha)


def test_numbers_that_a_precision_does_not_hold_are_refused() -> None:
    task = SparseParity(torch.zeros(3000, 1, dtype=torch.int64), 1, 0.6)
    batch = task.draw(4, generator=generator())
    with pytest.raises(ValueError, match=r"float16 does not hold the numbers of 3000 skills"):
        task.numbered(batch, torch.float16)


def test_the_three_forms_of_the_perceptron_agree() -> None:
    task = sparse_parity(3, 5, 2, alpha=0.6, generator=generator())
    start = perceptron_start(4, 3, 5, 7, generator(1), deviation=1.0, dtype=torch.float64)
    everything = task.everything()
    whole = vmap(perceptron_on_grid, (0, None))(start, everything.bits[0].double())
    assert whole.shape == (4, 3, 32)
    for model, inputs in ((perceptron, task.one_hot), (perceptron_by_number, task.numbered)):
        x = inputs(everything, torch.float64).flatten(0, 1)
        found = vmap(model, (0, None))(start, x).reshape(4, 3, 32)
        torch.testing.assert_close(found, whole, rtol=1e-12, atol=1e-12)
    # By hand, one network and one input.
    one = {name: value[2] for name, value in start.items()}
    hidden = torch.relu(one["control"][1] + everything.bits[1, 9].double() @ one["bits"] + one["bias"])
    torch.testing.assert_close(whole[2, 1, 9], hidden @ one["last"] + one["offset"])


def test_masked_neurons_are_not_there() -> None:
    start = perceptron_start(1, 2, 4, 6, generator(), deviation=1.0, dtype=torch.float64)
    network = {name: value[0] for name, value in start.items()}
    x = torch.rand(5, 6, generator=generator(1), dtype=torch.float64)
    mask = torch.tensor([1.0, 1, 1, 0, 0, 0], dtype=torch.float64)
    narrow = {name: value[..., :3] if value.ndim else value for name, value in network.items()}
    torch.testing.assert_close(perceptron({**network, "mask": mask}, x), perceptron(narrow, x))


def test_three_neurons_fit_parity() -> None:
    everything = SparseParity(torch.tensor([[0, 1, 2]]), 3, 1.0, target=2.5).everything()
    x, y = everything.bits[0].double(), 2.5 * everything.parity[0].double()
    fitted = fitted_parity(2.5)
    torch.testing.assert_close(three_neurons(fitted, x)[:, 0], y, rtol=1e-12, atol=1e-12)
    assert everything.parity[0].tolist() == chapter.PARITIES
    assert [tuple(row) for row in everything.bits[0].tolist()] == chapter.INPUTS


def test_three_neurons_are_those_of_the_claims() -> None:
    values = {"alpha": 0.7, "beta": 1.3, "gamma": 0.4, "c": -0.2}
    parameters = {name: torch.tensor(value, dtype=torch.float64) for name, value in values.items()}
    x = torch.tensor(chapter.INPUTS, dtype=torch.float64)
    by_name = {chapter.alpha: 0.7, chapter.beta: 1.3, chapter.gamma: 0.4, chapter.c: -0.2}
    expected = [float(output.subs(by_name)) for output in chapter.outputs]
    np.testing.assert_allclose(three_neurons(parameters, x)[:, 0], expected, atol=1e-14)
    single = [[float(chapter.neuron(q, bits).subs(by_name)) for q in range(3)] for bits in chapter.INPUTS]
    np.testing.assert_allclose(three_modes(parameters, x), single, atol=1e-14)


def test_basis_functions_go_to_the_first_skills() -> None:
    assert room_mask(10, 4, 4).sum(1).tolist() == [4, 4, 2, 0]
    with pytest.raises(ValueError, match=r"got N = 0"):
        room_mask(0, 4, 4)
