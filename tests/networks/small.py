"""A small experiment for the tests: lines fitted from many starts, in two trainings one after the other."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from layerproof.networks.experiments import Config, Experiment, Prediction

CLAIM = "test/line"
STOP: dict[str, object] = {}
"""Where a run stands still, for a parent to kill it: the name of a moment, and a file to make when it is reached."""


def stand_still() -> None:
    """Wait to be killed."""
    time.sleep(60)


def moment(name: str) -> None:
    """Stand still here if the test says so."""
    if STOP.get("at") == name:
        Path(str(STOP["file"])).touch()
        stand_still()


@dataclass(frozen=True)
class Lines(Config):
    """How long lines are fitted."""

    steps: int
    target: float


def predict(config: Lines) -> list[Prediction]:
    """Gradient descent on a line ends at its target."""
    return [
        Prediction("slope", "the slope ends at the target", config.target, 0.01, (CLAIM,)),
        Prediction(
            "slope", "as printed: at twice the target", 2 * config.target, 0.01, ("test/printed",), printed=True
        ),
    ]


def measure(config, session):
    """Fit lines, count the processes that do, and keep the path."""
    import torch

    from layerproof.networks.training import SGD, full_batch, train

    if (counter := STOP.get("counter")) is not None:
        with open(str(counter), "a", encoding="utf-8") as stream:
            stream.write("trained\n")
    moment("begun")
    generator = session.generator("start")
    slope = torch.randn(config.seeds, 1, generator=generator)
    x = torch.randn(16, 1, generator=generator)
    batches = full_batch(x, config.target * x)

    def watched(name):
        def at(step):
            moment(f"{name} {step}")
            return batches(step)

        at.shared = True
        return at

    def model(parameters, inputs):
        return inputs * parameters["slope"]

    for name in ("first", "second"):
        training = train(
            model,
            {"slope": slope},
            watched(name),
            steps=config.steps,
            optimiser=SGD(0.1, momentum=0.5),
            observe=lambda parameters: {"slope": parameters["slope"][:, 0]},
            at=range(0, config.steps + 1, 5),
            session=session,
            name=name,
            save_steps=8,
            shared=True,
        )
        slope = training.parameters["slope"]
    moment("trained")
    return {"slope": slope[:, 0], "path": training.observed["slope"]}


SCALES = {"smoke": Lines(3, 40, 1.5), "desk": Lines(8, 60, 1.5), "paper": Lines(64, 100, 1.5)}
LINES = Experiment(
    "test/lines",
    title="Lines",
    claims=(CLAIM, "test/printed"),
    sources=(),
    scales=SCALES,
    predict=predict,
    measure=measure,
    curves=("path",),
)
