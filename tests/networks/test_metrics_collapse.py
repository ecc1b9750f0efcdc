"""NC1 to NC4: brute-force definitions, what is 0 at an MP-operator, and what is not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from late import late

with late():
    import torch
    from torch import Tensor

    from layerproof.networks.metrics import (
        ClassMoments,
        moments_of,
        nc1,
        nc1_product,
        nc1_sum,
        nc2,
        nc2_simplex,
        nc3,
        nc4,
        richness,
    )

F64 = torch.float64
QUICK = settings(max_examples=25, deadline=None)


def normal(seed: int, *shape: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=F64)


def balanced(classes: int, each: int, seed: int = 0) -> Tensor:
    order = torch.randperm(classes * each, generator=torch.Generator().manual_seed(seed))
    return torch.arange(classes).repeat_interleave(each)[order]


def collected(features: Tensor, labels: Tensor, classes: int, block: int = 1000) -> ClassMoments:
    found = ClassMoments(classes)
    for start in range(0, features.shape[-2], block):
        found.add(features[..., start : start + block, :], labels[..., start : start + block])
    return found


def mp_features(labels: Tensor, classes: int, seed: int) -> Tensor:
    """Features with the kernel a_1 + a_2 C [same class] (neural-collapse/mp-kernel)."""
    frame = torch.linalg.qr(normal(seed, classes + 2, classes + 2)).Q
    return 0.7 * frame[-1] + 2.0 * frame[labels]


@QUICK
@given(st.integers(0, 2**31), st.integers(1, 30), st.integers(2, 5))
def test_agreement_with_the_definitions(seed: int, block: int, classes: int) -> None:
    labels = balanced(classes, 6, seed)
    phi = normal(seed, len(labels), 4) + normal(seed + 1, classes, 4)[labels] + 100.0
    found = collected(phi, labels, classes, block)
    means = torch.stack([phi[labels == c].mean(0) for c in range(classes)])
    centred = means - means.mean(0)
    deviation = phi - means[labels]
    within, between = deviation.T @ deviation / len(phi), centred.T @ centred / classes
    torch.testing.assert_close(found.means, means)
    torch.testing.assert_close(found.within, within)
    torch.testing.assert_close(found.between, between, rtol=1e-6, atol=1e-9)
    torch.testing.assert_close(nc1_product(found), torch.trace(within @ between))
    torch.testing.assert_close(nc1_sum(found), torch.trace(deviation.T @ deviation @ centred.T @ centred))  # (2.10)
    pseudo_inverse = torch.linalg.pinv(between, hermitian=True, rtol=1e-9)
    torch.testing.assert_close(nc1(found), torch.trace(within @ pseudo_inverse), rtol=1e-6, atol=0)
    unit = centred / centred.norm(dim=1, keepdim=True)
    ideal = (classes * torch.eye(classes, dtype=F64) - 1) / (classes - 1)
    torch.testing.assert_close(nc2(found), ((unit @ unit.T - ideal) ** 2).mean().sqrt(), rtol=1e-6, atol=1e-9)
    for measure in (nc1, nc1_product, nc1_sum, nc2, nc2_simplex):
        assert measure(found) >= 0


@QUICK
@given(st.integers(0, 2**31), st.floats(1e-3, 1e3))
def test_what_is_scale_free(seed: int, scale: float) -> None:
    labels = balanced(3, 8, seed)
    phi = normal(seed, 24, 5)
    turned = scale * phi @ torch.linalg.qr(normal(seed + 1, 5, 5)).Q + normal(seed + 2, 5)
    one, other = collected(phi, labels, 3), collected(turned, labels, 3)
    for measure in (nc1, nc2, nc2_simplex):
        torch.testing.assert_close(measure(one), measure(other), rtol=1e-6, atol=1e-9)
    torch.testing.assert_close(nc1_product(one) * scale**4, nc1_product(other), rtol=1e-6, atol=0)


@QUICK
@given(st.integers(0, 2**31), st.integers(2, 6))
def test_an_mp_operator_collapses(seed: int, classes: int) -> None:
    labels = balanced(classes, 5, seed)
    phi = mp_features(labels, classes, seed)
    found = collected(phi, labels, classes, 7)
    target = torch.eye(classes, dtype=F64)[labels]
    assert richness(moments_of(features=phi, output=target)) < 1e-12
    for measure in (nc1, nc1_product, nc2, nc2_simplex):
        assert measure(found) < 1e-9
    # neural-collapse/nc2: products of centred class means are a_2 C (delta - 1/C), with a_2 C = 4 here
    products = found.centred_means @ found.centred_means.T
    torch.testing.assert_close(products, 4.0 * (torch.eye(classes, dtype=F64) - 1 / classes))
    assert nc3(found, 0.3 * found.centred_means) < 1e-9  # neural-collapse/nc3
    outputs = phi @ found.centred_means.T / 4.0 + 1 / classes
    torch.testing.assert_close(outputs, target, rtol=0, atol=1e-9)
    assert nc4(found, [(phi, outputs)]) == 0  # neural-collapse/nc4


def test_nearly_collapsed_features_keep_their_digits() -> None:
    labels = balanced(3, 10)
    noise = normal(0, 30, 5)
    values = []
    for size in (1e-3, 1e-9):
        found = collected(mp_features(labels, 3, 1) + size * noise, labels, 3, 4)
        values.append(nc1(found) / size**2)
    torch.testing.assert_close(values[0], values[1], rtol=1e-2, atol=0)


def test_shrinking_features_meet_the_product_but_not_the_quotient() -> None:
    labels, phi = balanced(3, 10), normal(0, 30, 5)
    small = collected(1e-4 * phi, labels, 3)
    assert nc1_product(small) < 1e-13 < 0.1 < nc1(small)


def test_weights_without_a_bias_are_not_dual() -> None:
    labels = balanced(3, 4)
    found = collected(mp_features(labels, 3, 2), labels, 3)
    weights = torch.linalg.pinv(found.means).T  # least norm, without a bias
    assert nc3(found, weights) > 0.05
    torch.testing.assert_close(nc3(found, -found.centred_means), torch.tensor(2.0, dtype=F64))


def test_nearest_mean_against_the_outputs() -> None:
    found = collected(torch.tensor([[0.0], [1.0]], dtype=F64), torch.tensor([0, 1]), 2)
    points = torch.tensor([[0.1], [0.2], [0.9], [0.4]], dtype=F64)
    outputs = torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    assert nc4(found, [(points[:3], outputs[:3]), (points[3:], outputs[3:])]) == 0.25
    with pytest.raises(ValueError, match="no samples"):
        nc4(found, [])


def test_networks_and_precisions() -> None:
    labels, phi = balanced(3, 10), normal(0, 2, 30, 5)
    found = collected(phi, labels, 3, 8)
    single = collected(phi.float(), labels, 3, 8)
    last = normal(3, 2, 3, 5)
    for network in range(2):
        alone = collected(phi[network], labels, 3)
        for measure in (nc1, nc1_product, nc1_sum, nc2, nc2_simplex):
            torch.testing.assert_close(measure(found)[network], measure(alone))
            torch.testing.assert_close(measure(single)[network], measure(alone), rtol=1e-5, atol=1e-6)
        torch.testing.assert_close(nc3(found, last)[network], nc3(alone, last[network]))
        outputs = phi[network] @ last[network].T
        torch.testing.assert_close(nc4(found, [(phi, phi @ last.mT)])[network], nc4(alone, [(phi[network], outputs)]))


def test_errors() -> None:
    phi, labels = normal(0, 6, 2), torch.tensor([0, 0, 1, 1, 0, 1])
    with pytest.raises(ValueError, match="at least 2"):
        ClassMoments(1)
    with pytest.raises(ValueError, match="no batch"):
        _ = ClassMoments(2).means
    with pytest.raises(ValueError, match="from 0 to 1"):
        collected(phi, labels + 1, 2)
    with pytest.raises(ValueError, match="whole numbers"):
        collected(phi, labels.double(), 2)
    with pytest.raises(ValueError, match=r"expected \(..., n, p\)"):
        collected(phi, labels[:-1], 2)
    with pytest.raises(ValueError, match="class 2 has no sample"):
        nc1(collected(phi, labels, 3))
    with pytest.raises(ValueError, match="not finite"):
        nc1(collected(phi * torch.nan, labels, 2))
    same = collected(torch.ones(6, 2), labels, 2)
    for measure in (nc1, nc2_simplex):
        with pytest.raises(ValueError, match="all class means coincide"):
            measure(same)
    with pytest.raises(ValueError, match="centred mean of class 0 is zero"):
        nc2(same)
    with pytest.raises(ValueError, match=r"expected \(..., 2, 2\)"):
        nc3(collected(phi, labels, 2), torch.zeros(2, 3))
