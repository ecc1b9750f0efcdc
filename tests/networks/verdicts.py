"""What tests of experiments share: a smoke run, compared with its predictions."""

from dataclasses import replace
from functools import cache, partial

import numpy as np
import torch

from layerproof.language.verdicts import Verdict
from layerproof.networks.harness import comparing
from layerproof.networks.harness.session import Session

compare = partial(comparing.compare, interval=3.0)
"""Smoke runs have few seeds, with which a mean is known to nine or twenty standard errors by `comparing.width`, and
hardly anything would be decided.  A program that computes something else is found out at three."""


def run(experiment, scale="smoke", **changes):
    """The config, the predictions and what was measured."""
    config = replace(experiment.scales[scale], **changes)
    torch.set_num_threads(1)
    return config, experiment.predict(config), experiment.measure(config, Session(experiment.seed, torch.device("cpu")))


_experiments = {}


def measured(experiment):
    """What its smoke run measures; trained once a process."""
    _experiments[experiment.name] = experiment
    return _measured(experiment.name)


@cache
def _measured(name):
    return run(_experiments[name])[2]


def check(experiment, predictions, measured):
    """Networks agree with the repairs, and contradict every misprint; nothing is missing or left over."""
    for prediction in predictions:
        found = compare(prediction, measured[prediction.quantity])
        if prediction.printed:
            assert found.verdict is Verdict.CONTRADICTED, found
        else:
            assert found.verdict is not Verdict.CONTRADICTED, found
    assert {p.quantity for p in predictions} | set(experiment.curves) == set(measured)
    assert {claim for p in predictions for claim in p.claims} == set(experiment.claims)


def of(predictions, quantity, *, printed=False):
    """The prediction of a quantity, or the first of several, which are one a claim."""
    return next(p for p in predictions if p.quantity == quantity and p.printed == printed)


def verdict(prediction, measured, **changes):
    """The verdict on a prediction with some of its fields changed."""
    changed = replace(prediction, **{"against": None, **changes})
    return compare(changed, measured[changed.quantity]).verdict


def spoiled(prediction, measured, factor):
    """The verdict on a prediction whose value is off by a factor."""
    return verdict(prediction, measured, value=factor * np.asarray(prediction.value, dtype=float))
