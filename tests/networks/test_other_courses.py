"""The convolutional network of Figure 7.7(a) and the cross entropy: what is predicted is measured, and can fail."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from late import late

from layerproof.language.verdicts import Verdict
from layerproof.networks.experiments.other_courses import CONVOLUTIONS, ENTROPY
from layerproof.networks.harness import records, registry

with late():
    import torch

    from .verdicts import compare

BOTH = pytest.mark.parametrize("experiment", [CONVOLUTIONS, ENTROPY], ids=lambda experiment: experiment.name)


@BOTH
def test_what_is_predicted_is_measured(experiment):
    """Few steps of tiny networks: shapes and names; what they come to is for the record."""
    from layerproof.networks.harness.session import Session

    torch.set_num_threads(1)
    config = replace(experiment.scales["smoke"], epochs=2)
    found = experiment.measure(config, Session(1000, torch.device("cpu"), experiment=experiment.name))
    for prediction in experiment.predict(config):
        assert compare(prediction, found[prediction.quantity])
    for curve in experiment.curves:
        assert found[curve].shape[0] == config.seeds
        assert found[curve].shape[-1] == len(config.looks)
        assert np.isfinite(found[curve]).all()
    assert registry.registered().experiments[experiment.name] is experiment


def test_the_last_layer_alone_leaves_the_features():
    """Its intensities stay what they are at the start; those of full training do not."""
    from layerproof.networks.harness.session import Session

    torch.set_num_threads(1)
    config = replace(ENTROPY.scales["smoke"], epochs=2)
    found = ENTROPY.measure(config, Session(1000, torch.device("cpu"), experiment=ENTROPY.name))
    full, last = found["dimension"].transpose(1, 0, 2)
    assert np.ptp(last, axis=-1) == pytest.approx(0, abs=1e-3)
    assert (np.ptp(full, axis=-1) > 0.1).all()


@BOTH
def test_the_records_can_tell(experiment):
    """Bounds the other way round are contradicted by the kept networks."""
    (file,) = records.files(records.KEPT, experiment.name, "desk")
    found = records.read(file).measured
    for one in experiment.predict(experiment.scales["desk"]):
        assert compare(one, found[one.quantity]).verdict is Verdict.SUPPORTED
        turned = replace(one, relation="at least" if one.relation == "at most" else "at most")
        assert compare(turned, found[one.quantity]).verdict is Verdict.CONTRADICTED
