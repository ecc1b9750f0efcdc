"""A run that is killed goes on from its checkpoint, and ends at the same numbers to the last bit."""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from late import late

with late():
    import torch

    from layerproof.networks.harness.session import Session
    from layerproof.networks.training import (
        SGD,
        Adam,
        AdamW,
        Stairs,
        full_batch,
        half_mean_square,
        minibatches,
        stream,
        train,
    )
    from layerproof.networks.training.marks import mark

NETWORKS, STEPS = 3, 100


class Killed(BaseException):
    """Stands for the end of the process."""


def model(parameters, x):
    hidden = torch.tanh(x @ parameters["first"])
    return hidden @ parameters["last"], {"seen": parameters["seen"] * 0.9 + hidden.square().mean()}


def observed(parameters):
    return {"norm": parameters["last"].flatten(1).norm(dim=1)}


def tensors(dtype):
    g = torch.Generator().manual_seed(0)
    first = {"first": torch.randn(NETWORKS, 4, 6, generator=g), "last": torch.randn(NETWORKS, 6, 1, generator=g)}
    x = torch.randn(NETWORKS, 20, 4, generator=g)
    return {k: v.to(dtype) for k, v in first.items()}, x.to(dtype), x.sum(-1, keepdim=True).to(dtype).sin()


def run(folder, kind, optimiser, dtype=None, killed_at=None, **options):
    dtype = dtype or torch.float32
    session = Session(3, torch.device("cpu"), dtype, folder, options.pop("progress", lambda text, done: None))
    start, x, y = tensors(dtype)
    inner = {
        "full": lambda: full_batch(x, y),
        "minibatches": lambda: minibatches(x, y, 6, session),
        "stream": lambda: stream(lambda g: (torch.randn(NETWORKS, 5, 4, generator=g).to(dtype), y[:, :5]), session),
    }[kind]()

    def batches(step):
        if killed_at is not None and step >= killed_at:
            raise Killed
        return inner(step)

    arguments = {
        "at": (0, 10, 64, STEPS), "observe": observed, "buffers": {"seen": torch.zeros(NETWORKS, dtype=dtype)},
        "save_steps": 13, "steps": STEPS, "name": "run",
    }  # fmt: skip
    return train(model, start, batches, optimiser=optimiser, session=session, **{**arguments, **options})


def assert_identical(found, expected):
    assert found.steps == expected.steps
    assert found.taken == expected.taken
    for ours, theirs in ((found.parameters, expected.parameters), (found.buffers, expected.buffers)):
        assert all(torch.equal(ours[k], theirs[k]) for k in theirs)
    assert all(torch.equal(found.observed[k], expected.observed[k]) for k in expected.observed)


@pytest.mark.parametrize(
    ("kind", "optimiser", "dtype", "traced"),
    [
        ("full", SGD(0.1), torch.float64, True),
        ("minibatches", SGD(Stairs(0.1, 0.5, 40), momentum=0.9), torch.float32, True),
        ("stream", Adam(0.01, weight_decay=0.01), torch.float64, False),
        ("minibatches", AdamW(torch.tensor([0.01, 0.02, 0.03])), torch.float32, False),
    ],
)
def test_killed_three_times_the_run_ends_at_the_same_numbers(tmp_path, kind, optimiser, dtype, traced):
    whole = run(None, kind, optimiser, dtype, traced=traced)
    for killed_at in (3, 40, 94):
        with pytest.raises(Killed):
            run(tmp_path, kind, optimiser, dtype, killed_at, traced=traced)
    kept = torch.load(tmp_path / "run.pt", weights_only=True)["state"]
    assert kept["step"] == 91
    assert_identical(run(tmp_path, kind, optimiser, dtype, traced=traced), whole)


def test_a_run_that_had_ended_is_not_trained_again(tmp_path):
    whole = run(tmp_path, "full", SGD(0.1))
    # The first batch is asked for, to know the run again; the second would be a step.
    assert_identical(run(tmp_path, "full", SGD(0.1), killed_at=1), whole)


def test_a_run_that_was_stopped_stays_stopped(tmp_path):
    until = lambda record: bool((record["norm"] > 0).all())  # noqa: E731
    stopped = run(tmp_path, "full", SGD(0.1), at=(20, STEPS), until=until)
    assert stopped.taken == 20
    assert_identical(run(tmp_path, "full", SGD(0.1), at=(20, STEPS), until=until, killed_at=1), stopped)


@pytest.mark.parametrize(
    ("change", "optimiser"),
    [
        ({"steps": STEPS + 1}, SGD(0.1)),
        ({"loss": lambda f, y: half_mean_square(f, y)}, SGD(0.1)),
        ({"train_only": ("last",)}, SGD(0.1)),
        ({"rates": {"last": 0.2}}, SGD(0.1)),
        ({}, SGD(0.11)),
        ({}, SGD(torch.tensor([0.1, 0.1, 0.1]))),
        ({}, SGD(0.1, weight_decay=1e-3)),
    ],
)
def test_the_state_of_another_run_is_not_used(tmp_path, change, optimiser):
    run(tmp_path, "full", SGD(0.1))
    heard = []
    found = run(tmp_path, "full", optimiser, progress=lambda text, done: heard.append(text), **change)
    assert_identical(found, run(None, "full", optimiser, **change))
    assert "belongs to another training; training starts anew" in heard[0]


def test_other_data_are_another_run(tmp_path):
    run(tmp_path, "full", SGD(0.1))
    assert_identical(run(tmp_path, "minibatches", SGD(0.1)), run(None, "minibatches", SGD(0.1)))


@pytest.mark.parametrize("damage", [b"", b"not a checkpoint", None])
def test_a_damaged_checkpoint_is_not_used(tmp_path, damage):
    whole = run(tmp_path, "full", SGD(0.1))
    path = tmp_path / "run.pt"
    path.write_bytes(path.read_bytes()[:-200] if damage is None else damage)
    heard = []
    assert_identical(run(tmp_path, "full", SGD(0.1), progress=lambda text, done: heard.append(text)), whole)
    assert "is damaged" in heard[0]


def test_progress_ends_at_one():
    heard = []
    run(None, "full", SGD(0.1), progress=lambda text, done: heard.append((text, done)))
    assert heard[-1] == ("run", 1.0)
    assert all(0 <= done <= 1 for _, done in heard)


SCRIPT = """
import sys
from pathlib import Path
import torch
from layerproof.networks.harness.session import Session
from layerproof.networks.training import Adam, minibatches, train

def model(parameters, x):
    return torch.tanh(x @ parameters["first"]) @ parameters["last"]

def train_in(folder, steps=1500):
    session = Session(3, torch.device("cpu"), torch.float32, folder)
    g = session.generator("start")
    start = {"first": torch.randn(3, 4, 6, generator=g), "last": torch.randn(3, 6, 1, generator=g)}
    x = torch.randn(3, 20, 4, generator=g)
    found = train(model, start, minibatches(x, x.sum(-1, keepdim=True).sin(), 6, session), steps=steps, session=session,
                  optimiser=Adam(0.01), name="killed", at=range(0, steps + 1, 500), save_seconds=0.05, traced=False)
    return {**found.parameters, **found.observed}

if __name__ == "__main__":
    torch.save(train_in(Path(sys.argv[1])), sys.argv[2])
"""


def test_a_process_killed_at_any_moment_goes_on(tmp_path):
    script, kept, found = tmp_path / "script.py", tmp_path / "killed.pt", tmp_path / "found.pt"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), str(tmp_path), str(found)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    process = subprocess.Popen(command, env=environment)
    deadline = time.monotonic() + 120
    while not kept.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL, "it had ended before it could be killed"
    assert 0 < torch.load(kept, weights_only=True)["state"]["step"] < 1500
    subprocess.run(command, env=environment, check=True)
    expected = runpy.run_path(str(script))["train_in"](None)
    again = torch.load(found, weights_only=True)
    assert again.keys() == expected.keys()
    assert all(torch.equal(again[k], expected[k]) for k in expected)


def test_a_mark_tells_trainings_apart():
    def scaled(factor):
        return lambda f, y: factor * half_mean_square(f, y)

    def renamed(factor):
        return lambda f, y: factor * half_mean_square(y, f)

    session = Session(3, torch.device("cpu"))
    weights = torch.ones(3)
    base = mark(scaled(2.0), SGD(0.1), session, weights, partial(scaled, 1))
    elsewhere = Session(3, torch.device("cpu"), folder=Path("elsewhere"), progress=print)
    assert mark(scaled(2.0), SGD(0.1), elsewhere, torch.ones(3), partial(scaled, 1)) == base
    others = [
        mark(scaled(3.0), SGD(0.1), session, weights, partial(scaled, 1)),
        mark(renamed(2.0), SGD(0.1), session, weights, partial(scaled, 1)),
        mark(scaled(2.0), SGD(0.1, 0.5), session, weights, partial(scaled, 1)),
        mark(scaled(2.0), SGD(Stairs(0.1, 1, 1)), session, weights, partial(scaled, 1)),
        mark(scaled(2.0), SGD(0.1), Session(4, torch.device("cpu")), weights, partial(scaled, 1)),
        mark(scaled(2.0), SGD(0.1), session, weights.double(), partial(scaled, 1)),
        mark(scaled(2.0), SGD(0.1), session, weights, partial(scaled, 2)),
    ]
    assert len({base, *others}) == 8


def test_a_mark_is_the_same_in_another_process():
    code = """
import torch
from layerproof.networks.training import SGD
from layerproof.networks.training.marks import mark
k = {'a', 'b', 'c', 'd'}
made = mark(lambda x: x in {'e', 'f', 'g'} or len(k) + 1, k, SGD(torch.ones(2)), {'a': 1.0}, torch.ones(3).numpy())
"""
    here: dict[str, str] = {}
    exec(code, here)
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-c", f"{code}print(made)"]
    there = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    assert there.stdout.strip() == here["made"]
