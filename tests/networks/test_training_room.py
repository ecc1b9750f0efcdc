"""Memory is predicted, and held against the device, before a step is taken."""

from __future__ import annotations

import pytest
from late import late

with late():
    import torch

    from layerproof.networks import models
    from layerproof.networks.training import SGD, full_batch, room, train
    from layerproof.networks.training.errors import OutOfMemory
    from layerproof.networks.training.room import needed

SAMPLES, WIDTH, NETWORKS = 200, 300, 4
HIDDEN = 4 * NETWORKS * SAMPLES * WIDTH  # bytes of the hidden units in single precision


def a_run(at_once=None):
    """Two-layer perceptrons, most of whose memory is hidden units."""
    network = models.Perceptron((2, WIDTH, 1))
    x, y = torch.randn(SAMPLES, 2), torch.randn(SAMPLES, 1)
    start = network.init(NETWORKS, torch.Generator().manual_seed(0), torch.float32)
    return train(network, start, full_batch(x, y, shared=True), steps=2, optimiser=SGD(0.01), at_once=at_once)


def a_device_with(monkeypatch, size):
    monkeypatch.setattr(room, "room", lambda device: size)


def test_what_does_not_fit_is_refused_before_a_step_is_taken(monkeypatch):
    a_device_with(monkeypatch, HIDDEN)
    with pytest.raises(OutOfMemory, match=r"a batch of 200 samples for 4 networks .* GiB, and .* are left"):
        a_run()


def test_fewer_networks_at_once_fit(monkeypatch):
    a_device_with(monkeypatch, 2 * HIDDEN)
    with pytest.raises(OutOfMemory):
        a_run()
    a_run(at_once=1)


def test_what_fits_is_trained_as_without_a_look(monkeypatch):
    torch.manual_seed(0)
    without = a_run().parameters
    a_device_with(monkeypatch, 100 * HIDDEN)
    torch.manual_seed(0)
    torch.testing.assert_close(a_run().parameters, without, rtol=0, atol=0)


def test_the_bytes_are_those_of_what_is_alive():
    a = torch.zeros(1000)

    def step(a):
        b = a + 1  # 4,000 bytes
        c = b * 2  # 8,000 with it
        del b
        return (c + a).sum()  # 8,000 again, as the first is gone

    assert needed(step, [a]) in range(8_000, 8_100)


def test_a_view_of_what_is_given_takes_nothing():
    assert needed(lambda a: a.view(10, 100).T.add_(1).sum(), [torch.zeros(1000)]) in range(100)


@pytest.mark.parametrize("device", ["cuda"])
def test_a_card_has_room_and_a_prediction_is_near_what_it_takes(device):
    if not torch.cuda.is_available():
        pytest.skip("there is no CUDA")
    left = room.room(torch.device(device))
    assert left is not None
    assert left > 0
    layer = torch.randn(2000, 2000, device=device)

    def step(layer):
        return (torch.relu(layer @ layer) @ layer).sum()

    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    step(layer)
    assert needed(step, [layer]) == pytest.approx(torch.cuda.max_memory_allocated() - before, rel=0.5)


def test_the_memory_of_the_cpu_is_not_asked_for():
    assert room.room(torch.device("cpu")) is None
