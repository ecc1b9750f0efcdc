"""The tangent kernel against definitions and closed forms, and skill strengths."""

from __future__ import annotations

import numpy as np
import pytest
from late import late

with late():
    import torch
    from torch import Tensor

    from layerproof.networks.metrics import SkillStrengths, skill_strengths, tangent_kernel, tangent_kernel_distance
    from layerproof.numerics.flows import kernel_distance as closed_form

F64 = torch.float64


def normal(seed: int, *shape: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=F64)


def linear(parameters: dict[str, Tensor], x: Tensor) -> Tensor:
    return x @ parameters["a"].mT @ parameters["b"].mT


def curved(parameters: dict[str, Tensor], x: Tensor) -> Tensor:
    return torch.tanh(x @ parameters["a"].mT) @ parameters["b"].mT


def layers(seed: int, scale: float = 1.0) -> dict[str, Tensor]:
    return {"a": scale * normal(seed, 4, 3), "b": scale * normal(seed + 1, 2, 4)}


def test_kernel_of_a_linear_network() -> None:
    parameters, x = layers(0), normal(2, 5, 3)
    found = tangent_kernel(linear, parameters, x)
    expected = closed_form.tangent_kernel([parameters["a"].numpy(), parameters["b"].numpy()], x.numpy().T)
    np.testing.assert_allclose(found.permute(0, 2, 1, 3).reshape(10, 10).numpy(), expected, rtol=1e-12)
    np.testing.assert_allclose(tangent_kernel(linear, parameters, x[:2], x), found[:2], rtol=1e-12)


@pytest.mark.parametrize("block", [1, 3, 7, 100])
def test_distance_of_linear_networks(block: int) -> None:
    start, end, x = layers(0), layers(5, 0.7), normal(2, 7, 3)
    expected = closed_form.kernel_distance(
        [start["a"].numpy(), start["b"].numpy()], [end["a"].numpy(), end["b"].numpy()], (x.T @ x / 7).numpy()
    )
    found = tangent_kernel_distance(linear, start, end, x, block=block)
    np.testing.assert_allclose(found.item(), expected, rtol=1e-10)


def test_distance_is_that_of_the_kernels() -> None:
    start, end, x = layers(0), layers(5), normal(2, 6, 3)
    k0, k1 = (tangent_kernel(curved, p, x).flatten() for p in (start, end))
    expected = 1 - k0 @ k1 / k0.norm() / k1.norm()
    torch.testing.assert_close(tangent_kernel_distance(curved, start, end, x, block=4), expected)
    single = [{name: value.float() for name, value in p.items()} for p in (start, end)]
    torch.testing.assert_close(tangent_kernel_distance(curved, *single, x.float()), expected, rtol=1e-5, atol=1e-6)


def test_distance_ignores_scales_and_keeps_small_digits() -> None:
    start, x = layers(0), normal(2, 6, 3)
    assert tangent_kernel_distance(curved, start, start, x) == 0
    scaled = {"a": start["a"], "b": 3.0 * start["b"]}
    last_only = {"a": 0 * start["a"], "b": start["b"]}  # tanh(0) = 0: only the first layer's kernel is left
    assert tangent_kernel_distance(curved, last_only, {**last_only, "b": 3.0 * start["b"]}, x) < 1e-15
    assert tangent_kernel_distance(curved, start, scaled, x) > 1e-3
    change = layers(9)
    near = [{name: start[name] + size * change[name] for name in start} for size in (1e-4, 1e-6)]
    one, other = (tangent_kernel_distance(curved, start, end, x) for end in near)
    torch.testing.assert_close(one, 1e4 * other, rtol=1e-2, atol=0)  # quadratic, at 1e-12 too
    assert other < 1e-10


def test_networks_at_once() -> None:
    starts, ends, x = [layers(0), layers(1)], [layers(2), layers(3)], normal(4, 5, 3)
    together = tangent_kernel_distance(
        curved,
        *({k: torch.stack([p[k] for p in each]) for k in ("a", "b")} for each in (starts, ends)),
        x,
        networks=True,
    )
    alone = [tangent_kernel_distance(curved, start, end, x) for start, end in zip(starts, ends, strict=True)]
    torch.testing.assert_close(together, torch.stack(alone))


def test_kernels_that_have_no_angle() -> None:
    x = normal(2, 5, 3)
    with pytest.raises(ValueError, match="kernel is zero"):
        tangent_kernel_distance(linear, layers(0), layers(0, 0.0), x)
    with pytest.raises(ValueError, match="not finite"):
        tangent_kernel_distance(linear, layers(0, torch.nan), layers(0), x)
    with pytest.raises(ValueError, match="got 0 inputs"):
        tangent_kernel_distance(linear, layers(0), layers(0), x[:0])


def test_strengths_are_coefficients() -> None:
    parity = torch.where(normal(0, 4000) > 0, 1.0, -1.0)
    skill = torch.arange(4000) % 3
    coefficients = torch.tensor([[1.0, 2.0, 0.0], [0.5, -1.0, 5.0]])
    output = coefficients[:, skill] * parity  # scaling-laws/strength-is-coefficient
    found = SkillStrengths(3)
    for start in range(0, 4000, 700):
        part = slice(start, start + 700)
        found.add(output[:, part], parity[part], skill[part])
    result = found.result()
    torch.testing.assert_close(result.mean, coefficients.double())
    assert (result.error < 1e-6).all()
    assert result.samples.tolist() == [1334, 1333, 1333]
    by_skill = [(output[:, skill == k][:, :1333], parity[skill == k][:1333]) for k in range(3)]
    torch.testing.assert_close(
        skill_strengths(torch.stack([o for o, _ in by_skill], 1), torch.stack([p for _, p in by_skill])),
        coefficients.double(),
    )


def test_error_of_strengths() -> None:
    noise = normal(1, 10000, 1)
    found = SkillStrengths(1)
    found.add(noise, torch.ones(10000), torch.zeros(10000, dtype=torch.long))
    result = found.result()
    torch.testing.assert_close(result.error, noise.std(0) / 100)
    torch.testing.assert_close(result.mean, noise.mean(0))


def test_bad_strengths() -> None:
    found, ones = SkillStrengths(2), torch.ones(4)
    with pytest.raises(ValueError, match="no batch"):
        found.result()
    with pytest.raises(ValueError, match="from 0 to 1"):
        found.add(ones, ones, torch.full((4,), 2))
    with pytest.raises(ValueError, match="whole numbers"):
        found.add(ones, ones, ones)
    with pytest.raises(ValueError, match="for 4 samples"):
        found.add(ones[:3], ones, torch.zeros(4, dtype=torch.long))
    found.add(ones, ones, torch.zeros(4, dtype=torch.long))
    with pytest.raises(ValueError, match="skill 1 has no sample"):
        found.result()
    with pytest.raises(ValueError, match="at least 1"):
        SkillStrengths(0)
    with pytest.raises(ValueError, match="got outputs"):
        skill_strengths(torch.ones(2, 3), torch.ones(2, 4))
