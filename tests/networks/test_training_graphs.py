"""Steps that are recorded on a card: on the card of the networks, whichever is the current one."""

from __future__ import annotations

import contextlib

import pytest
from late import late

with late():
    import torch

    from layerproof.networks.training import SGD, full_batch, run, train
    from layerproof.networks.training.graphs import Recorded


class OnCard:
    """What the recorder needs of a tensor on the second card."""

    def __init__(self):
        self.device = torch.device("cuda:1")

    def clone(self):
        return self

    def copy_(self, other, non_blocking):
        return self


@pytest.fixture
def cards(monkeypatch):
    """Two cards that are not there; what was done, and which was the current one."""
    current, done = [0], []

    @contextlib.contextmanager
    def device(where):
        before, current[0] = current[0], where.index
        yield
        current[0] = before

    @contextlib.contextmanager
    def entered(what):
        done.append((what, current[0]))
        yield

    class Stream:
        def wait_stream(self, other):
            done.append(("wait", current[0]))

    class Graph:
        def replay(self):
            done.append(("replay", current[0]))

    monkeypatch.setattr(torch.cuda, "device", device)
    monkeypatch.setattr(torch.cuda, "Stream", Stream)
    monkeypatch.setattr(torch.cuda, "current_stream", Stream)
    monkeypatch.setattr(torch.cuda, "stream", lambda stream: entered("stream"))
    monkeypatch.setattr(torch.cuda, "CUDAGraph", Graph)
    monkeypatch.setattr(torch.cuda, "graph", lambda graph: entered("graph"))
    return done


def test_a_graph_is_recorded_and_replayed_on_the_card_of_the_networks(cards):
    """On the current card, the first, the graph would be empty, and replaying it would train nothing."""
    step = Recorded(lambda x, y: cards.append(("step", 1)) or "losses", lambda x, y: None, OnCard(), OnCard())
    assert step(OnCard(), OnCard()) == "losses"
    assert {name for name, _ in cards} == {"wait", "stream", "graph", "step", "replay"}
    assert {card for _, card in cards} == {1}


def test_a_recording_that_does_something_else_is_refused(monkeypatch):
    class Empty(Recorded):
        def __call__(self, x, y):
            return super().__call__(x, y) * 0.9

    start = {"w": torch.ones(2, 3)}
    batches = full_batch(torch.ones(2, 4, 3), torch.zeros(2, 4))

    def trained():
        return train(lambda p, x: x @ p["w"], start, batches, steps=3, optimiser=SGD(0.1), graphs=True).parameters["w"]

    torch.testing.assert_close(trained()[0], trained()[1])
    monkeypatch.setattr(run, "Recorded", Empty)
    with pytest.raises(ValueError, match=r"a step that was recorded as a graph gives other losses .* graphs=False"):
        trained()


def test_a_replayed_step_does_what_the_step_does():
    if not torch.cuda.is_available():
        pytest.skip("no card")
    weights = torch.zeros(3, device="cuda")

    def step(x, y):
        weights.add_(x)
        return weights * y

    ones = torch.ones(3, device="cuda")
    recorded = Recorded(step, lambda x, y: x * y, ones, ones)
    before = weights.clone()
    for k in range(1, 4):
        losses = recorded(k * ones, 2 * ones)
    torch.testing.assert_close(weights, before + 6)
    torch.testing.assert_close(losses, 2 * weights)
