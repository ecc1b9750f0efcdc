"""Data: the Heaviside task, targets, digits, images."""

from __future__ import annotations

import sys

import pytest
from late import late

with late():
    import torch

    from layerproof.networks import data
    from layerproof.networks.data.images import Images, framed, normalised


def stream(seed=0):
    return torch.Generator().manual_seed(seed)


def test_the_heaviside_task_is_balanced_on_a_grid_and_uniform_at_random():
    x, y = data.heaviside_task(1000)
    assert x.shape == y.shape == (1000, 1)
    assert float(y.sum()) == 500
    assert float(x.min()) == pytest.approx(-0.999)
    assert float(x.square().mean()) == pytest.approx(1 / 3, rel=1e-5)
    x, y = data.heaviside_task(4000, stream())
    assert torch.equal(y, (x > 0).double())
    assert float(x.abs().max()) <= 1
    assert float(x.square().mean()) == pytest.approx(1 / 3, rel=0.05)
    assert torch.equal(data.heaviside(torch.tensor([-1.0, 0.0, 1e-9])), torch.tensor([0.0, 0.0, 1.0]))
    with pytest.raises(ValueError, match="got 0 samples"):
        data.heaviside_task(0)


def test_one_hot_vectors_are_orthogonal_indicators():
    labels = torch.arange(6) % 3
    y = data.one_hot(labels, 3, torch.float64)
    torch.testing.assert_close(y.T @ y / 6, torch.eye(3, dtype=torch.float64) / 3)
    for wrong in (torch.tensor([3]), torch.tensor([-1])):
        with pytest.raises(ValueError, match="expected int64 from 0 to 2"):
            data.one_hot(wrong, 3)
    with pytest.raises(ValueError, match=r"torch\.float32"):
        data.one_hot(torch.tensor([1.0]), 3)


@pytest.mark.parametrize("fraction", [0.0, 0.1, 0.5, 1.0])
def test_shuffled_labels_keep_the_classes_and_change_their_share(fraction):
    labels = torch.arange(5000) % 10
    noisy = data.shuffled_labels(labels, fraction, stream())
    assert torch.equal(noisy.bincount(), labels.bincount())
    assert float((noisy != labels).double().mean()) == pytest.approx(0.9 * fraction, abs=0.015)
    assert torch.equal(noisy, data.shuffled_labels(labels, fraction, stream()))
    if fraction == 1:
        # Independent of the true labels: each pair of classes meets about as often as any other.
        pairs = (10 * labels + noisy).bincount(minlength=100).double()
        assert float(((pairs - 50).square() / 50).sum()) < 81 + 5 * (2 * 81) ** 0.5


def test_fractions_outside_of_0_to_1_are_refused():
    for fraction in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="expected one in"):
            data.shuffled_labels(torch.arange(3), fraction, stream())
    with pytest.raises(ValueError, match=r"shape \(3, 1\)"):
        data.shuffled_labels(torch.zeros(3, 1, dtype=torch.int64), 0.5, stream())


def test_a_digit_is_read_within_half_of_it():
    labels = torch.tensor([0, 3, 9])
    y = data.digit_as_target(labels)
    assert y.shape == (3, 1)
    assert data.digit_read(y, labels).all()
    assert data.digit_read(y + torch.tensor([[0.49], [-0.49], [0.51]]), labels).tolist() == [True, True, False]


def test_labels_are_written_into_the_first_pixels_and_nothing_else_changes():
    x = torch.randn(4, 1, 8, 8, generator=stream())
    labels = torch.tensor([0, 9, 3, 3])
    y = data.encode_labels(x, labels, 10, low=-1.0, high=2.0)
    code = y.flatten(1)[:, :10]
    assert torch.equal(code.argmax(1), labels)
    assert sorted(set(code.flatten().tolist())) == [-1.0, 2.0]
    assert torch.equal(y.flatten(1)[:, 10:], x.flatten(1)[:, 10:])
    assert not torch.equal(x, y)
    with pytest.raises(ValueError, match="room for 10 numbers"):
        data.encode_labels(x[..., :1], labels, 10)


def test_the_digits_are_split_once_and_for_all_and_normalised():
    split = data.digits()
    assert (len(split.train), len(split.test)) == (1497, 300)
    assert split.test.labels.bincount().tolist() == [30] * 10
    assert split.train.x.shape == (1497, 1, 8, 8)
    assert float(split.train.x.mean()) == pytest.approx(0, abs=1e-5)
    assert float(split.train.x.std(correction=0)) == pytest.approx(1, abs=1e-5)
    # No image is in both, and the split is this one on every machine.
    both = torch.cat([split.train.x, split.test.x]).flatten(1)
    assert len(both.unique(dim=0)) == 1797
    assert split.test.labels[:12].tolist() == FIRST_OF_THE_TEST
    again = data.load("digits")
    assert torch.equal(again.train.x, split.train.x)


FIRST_OF_THE_TEST = [2, 8, 2, 6, 6, 7, 1, 9, 8, 5, 2, 8]


def test_a_balanced_part_has_as_many_of_each_class():
    train = data.digits().train
    part = train.balanced(200)
    assert part.labels.bincount().tolist() == [20] * 10
    assert part.labels[:10].tolist() == list(range(10))
    assert torch.equal(train.balanced(100).x, part.x[:100])
    drawn = train.balanced(200, stream())
    assert drawn.labels.bincount().tolist() == [20] * 10
    assert not torch.equal(drawn.x, part.x)
    for samples in (0, 15, -10):
        with pytest.raises(ValueError, match="positive multiple of the 10 classes"):
            train.balanced(samples)
    with pytest.raises(ValueError, match="asked for 1000 images of class 0; there are 14"):
        train.balanced(10_000)


def test_without_scikit_learn_the_message_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install layerproof\[networks\]"):
        data.digits()


def test_frames_are_black_and_normalisation_uses_the_training_images_alone():
    train = Images(1 + torch.rand(6, 2, 4, 4, generator=stream()), torch.zeros(6, dtype=torch.int64), 1)
    wide = framed(train, 7)
    assert wide.x.shape == (6, 2, 7, 7)
    assert torch.equal(wide.x[..., 1:5, 1:5], train.x)
    assert float(wide.x.sum()) == pytest.approx(float(train.x.sum()), rel=1e-6)
    split = normalised(train, Images(3 * train.x + 1, train.labels, 1))
    torch.testing.assert_close(split.train.x.mean((0, 2, 3)), torch.zeros(2), atol=1e-6, rtol=0)
    torch.testing.assert_close(split.train.x.var((0, 2, 3), correction=0), torch.ones(2))
    torch.testing.assert_close(split.test.x.var((0, 2, 3), correction=0), torch.full((2,), 9.0))
    with pytest.raises(ValueError, match="do not fit into 3 by 3"):
        framed(train, 3)
    with pytest.raises(ValueError, match="constant"):
        normalised(Images(torch.ones(2, 1, 2, 2), torch.zeros(2, dtype=torch.int64), 1), train)


def test_crops_are_shifted_or_mirrored_images_in_black():
    x = 1 + torch.rand(64, 2, 5, 6, generator=stream())
    x[0, :, 0, 0] = 0.5  # black
    y = data.crop_and_flip(x, stream(), margin=2)
    around = torch.full((64, 2, 9, 10), 0.5)
    around[..., 2:7, 2:8] = x
    seen = set()
    for k in range(64):
        crops = {
            (i, j, mirror): around[k, :, i : i + 5, j : j + 6].flip([-1] if mirror else [])
            for i in range(5)
            for j in range(5)
            for mirror in (False, True)
        }
        found = [place for place, crop in crops.items() if torch.equal(crop, y[k])]
        assert len(found) == 1
        seen.add(found[0])
    assert {place[2] for place in seen} == {False, True}
    assert {place[0] for place in seen} == {place[1] for place in seen} == set(range(5))
    assert torch.equal(y, data.crop_and_flip(x, stream(), margin=2))


def test_whitened_samples_are_at_least_as_many_as_inputs():
    assert data.whitened(1, 3, 3, stream()).shape == (1, 3, 3)
    with pytest.raises(ValueError, match="got 2 samples of 3 inputs; expected at least as many"):
        data.whitened(1, 2, 3, stream())
