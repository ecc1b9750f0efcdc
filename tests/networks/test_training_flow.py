"""Small steps follow gradient flow, and say how closely."""

from __future__ import annotations

from itertools import pairwise

import pytest
from late import late

with late():
    import torch

    from layerproof.networks.training import Diverged, follow_flow

SLOPES = torch.tensor([1.0, 0.5], dtype=torch.float64)


def followed(step, times=(0.0, 0.5, 1.0, 2.0)):
    """``f = x w`` with mean x^2 = s^2 has the flow w' = s^2 (1 - w): here on the time scale 1/s^2."""
    x = torch.ones(2, 4, 1, dtype=torch.float64) * SLOPES[:, None, None]
    model = lambda p, x_: x_ * p["w"] * p["one"]  # noqa: E731
    start = {"w": torch.zeros(2, 1, dtype=torch.float64)}
    fixed = {"one": torch.ones(2, 1, dtype=torch.float64)}
    return follow_flow(model, start, fixed, x, x, 1 / SLOPES**2, step, times)


def test_the_error_is_of_second_order_in_the_step():
    errors = []
    for step in (0.1, 0.05, 0.025):
        found = followed(step)
        expected = 1 - torch.exp(-(SLOPES**2) * found.times)
        errors.append(float((found.parameters["w"][..., 0] - expected).abs().max()))
        assert errors[-1] < found.step_error["w"].max()
    ratios = [a / b for a, b in pairwise(errors)]
    assert all(3.5 < ratio < 4.6 for ratio in ratios), ratios
    assert followed(0.1).parameters["w"].shape == (4, 2, 1)


def test_times_between_steps_or_out_of_order_and_steps_too_large_are_refused():
    with pytest.raises(ValueError, match="whole numbers of steps"):
        followed(0.1, (0.0, 0.25))
    with pytest.raises(ValueError, match="expected rising ones"):
        followed(0.1, (1.0, 0.5))
    with pytest.raises(Diverged):
        followed(100.0, (0.0, 30000.0))
