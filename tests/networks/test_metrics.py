"""Metrics of features: invariants, and brute-force definitions with n x n kernel matrices."""

from __future__ import annotations

import doctest
import importlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from late import late

with late():
    import torch
    from torch import Tensor, nn

    from layerproof.networks.metrics import (
        Moments,
        cka,
        distance_moved,
        effective_dimension,
        eigenfunctions,
        features_of,
        gather,
        kernel_similarity,
        moments_of,
        mp_alignment,
        parameter_norm,
        profile,
        quality,
        richness,
        significant_dimension,
        utilisation,
    )

F64 = torch.float64
SEEDS = st.integers(0, 2**31)
QUICK = settings(max_examples=25, deadline=None)


def normal(seed: int, *shape: int, mean: float = 0.0) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=F64) + mean


def rotation(seed: int, size: int) -> Tensor:
    return torch.linalg.qr(normal(seed, size, size)).Q


def centring(n: int) -> Tensor:
    return torch.eye(n, dtype=F64) - 1.0 / n


def brute_cka(first: Tensor, second: Tensor) -> Tensor:
    """(2.9) with the n x n matrices themselves."""
    z = centring(len(first))
    a, b = z @ first @ z, z @ second @ z
    return torch.trace(a @ b) / torch.linalg.matrix_norm(a) / torch.linalg.matrix_norm(b)


def projection(functions: Tensor) -> Tensor:
    """Onto the span of the columns, an n x n matrix."""
    u, s, _ = torch.linalg.svd(functions, full_matrices=False)
    u = u[:, s > 1e-9 * s[0]]
    return u @ u.T


def one_hot(classes: int, each: int) -> Tensor:
    return torch.eye(classes, dtype=F64).repeat_interleave(each, 0)


@pytest.mark.parametrize("module", ["moments", "spectra", "alignment", "collapse", "hooks", "skills", "tangent"])
def test_examples(module: str) -> None:
    found = doctest.testmod(
        importlib.import_module(f"layerproof.networks.metrics.{module}"), optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert found.attempted
    assert not found.failed


# --- moments --------------------------------------------------------------------------------------------------


@QUICK
@given(SEEDS, st.integers(1, 40), st.sampled_from([0.0, 1e6]))
def test_streamed_moments_are_those_of_all_samples(seed: int, block: int, mean: float) -> None:
    phi, f = normal(seed, 40, 5, mean=mean), normal(seed + 1, 40, 3)
    m = moments_of(block, features=phi, output=f)
    assert m.count == 40
    centred, f_centred = phi - phi.mean(0), f - f.mean(0)
    torch.testing.assert_close(m.covariance("features"), centred.T @ centred / 40, rtol=1e-9, atol=1e-9)
    torch.testing.assert_close(m.covariance("features", "output"), centred.T @ f_centred / 40, rtol=1e-9, atol=1e-9)
    torch.testing.assert_close(m.second("output", "features"), f.T @ phi / 40, rtol=1e-12, atol=1e-12 * max(mean, 1))
    torch.testing.assert_close(m.mean("features"), phi.mean(0), rtol=1e-13, atol=1e-13)


def test_networks_share_targets() -> None:
    phi, f = normal(0, 4, 30, 5), normal(1, 30, 2)
    m = moments_of(7, features=phi, target=f)
    for network in range(4):
        alone = moments_of(7, features=phi[network], target=f)
        torch.testing.assert_close(m.second("features", "target")[network], alone.second("features", "target"))


@pytest.mark.parametrize(
    ("functions", "message"),
    [
        ({}, "no functions"),
        ({"features": torch.zeros(3)}, "expected .*samples, size"),
        ({"features": torch.zeros(3, 2), "output": torch.zeros(4, 1)}, "equal numbers of samples"),
        ({"features": torch.zeros(0, 2)}, "at least one"),
    ],
)
def test_bad_batches(functions: dict[str, Tensor], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Moments().add(**functions)


def test_bad_use_of_moments() -> None:
    m = moments_of(features=normal(0, 5, 3))
    with pytest.raises(ValueError, match="earlier batches had features of size 3"):
        m.add(features=normal(0, 5, 2))
    with pytest.raises(ValueError, match="no function 'output'; there are features"):
        m.mean("output")
    with pytest.raises(ValueError, match="no batch was added"):
        Moments().mean("features")
    m.add(features=torch.full((1, 3), torch.nan))
    with pytest.raises(ValueError, match="not finite"):
        m.second("features")


# --- eigenfunctions, quality, utilisation ----------------------------------------------------------------------


@QUICK
@given(SEEDS)
def test_eigenfunctions_diagonalise_the_operator(seed: int) -> None:
    phi = normal(seed, 60, 6, mean=1.0) @ normal(seed + 1, 6, 6)
    m = moments_of(16, features=phi)
    e = eigenfunctions(m)
    on_samples = e(phi)
    torch.testing.assert_close(on_samples.T @ on_samples / 60, torch.eye(6, dtype=F64), rtol=0, atol=1e-8)
    kernel = phi @ phi.T / 60  # the operator, on the samples
    torch.testing.assert_close(kernel @ on_samples, on_samples * e.intensities, rtol=1e-7, atol=1e-7)
    assert (e.intensities.diff() <= 0).all()
    assert e.rank == 6
    torch.testing.assert_close(e.intensities, torch.linalg.svdvals(phi) ** 2 / 60)  # not s_k^2, as printed


def test_dependent_features_have_no_eigenfunctions_beyond_their_rank() -> None:
    phi = normal(0, 50, 3) @ normal(1, 3, 8)
    for values in (phi, phi.float()):
        e = eigenfunctions(moments_of(features=values))
        assert e.rank == 3
        assert (e(values)[:, 3:] == 0).all()
        assert (e.intensities >= 0).all()


@QUICK
@given(SEEDS, st.integers(1, 4))
def test_quality_is_the_brute_force_projection(seed: int, outputs: int) -> None:
    phi, f = normal(seed, 50, 6, mean=0.5), normal(seed + 1, 50, outputs)
    m = moments_of(17, features=phi, target=f)
    e = eigenfunctions(m)
    q = quality(e, m)
    on_samples = e(phi)
    expected = torch.diagonal(on_samples.T @ projection(f) @ on_samples) / 50 / outputs
    torch.testing.assert_close(q.each, expected, rtol=1e-8, atol=1e-10)
    assert q.dimension == outputs
    assert 0 <= q.cumulative[-1] < 1 + 1e-12
    # (2.4): what it lacks to one is what the features miss
    missing = torch.trace(projection(f) @ (torch.eye(50, dtype=F64) - projection(phi))) / outputs
    torch.testing.assert_close(1 - q.cumulative[-1], missing)


def test_quality_of_indicators_is_the_printed_sum() -> None:
    f, phi = one_hot(4, 10), normal(3, 40, 7, mean=1.0)
    m = moments_of(features=phi, target=f)
    e = eigenfunctions(m)
    overlaps = e(phi).T @ f / 40
    torch.testing.assert_close(quality(e, m).each, overlaps.square().sum(1))  # (2.3)


@QUICK
@given(SEEDS, st.integers(1, 4))
def test_all_features_use_all_of_a_function_in_their_span(seed: int, outputs: int) -> None:
    phi = normal(seed, 50, 6, mean=1.0)
    f = phi @ normal(seed + 1, 6, outputs)
    m = moments_of(features=phi, output=f)
    e = eigenfunctions(m)
    torch.testing.assert_close(utilisation(e, m).cumulative[-1], torch.tensor(1.0, dtype=F64), rtol=0, atol=1e-9)
    assert utilisation(e, m, as_printed=True).cumulative[-1] < 1 - 1e-4  # neural-collapse/utilization-printed
    # with a bias they need not (neural-collapse/utilization-of-a-function-with-a-bias)
    biased = moments_of(features=phi - phi.mean(0), output=f - f.mean(0) + 5.0)
    assert utilisation(eigenfunctions(biased), biased).cumulative[-1] < 1 - 1e-4


def test_both_forms_of_utilisation_agree_at_an_mp_operator() -> None:
    f = one_hot(3, 5)
    m = moments_of(features=f, output=f)
    e = eigenfunctions(m)
    torch.testing.assert_close(utilisation(e, m).each, utilisation(e, m, as_printed=True).each)
    torch.testing.assert_close(utilisation(e, m).effective_dimension, torch.tensor(3.0, dtype=F64))


def test_quality_on_other_samples_estimates_the_true_one() -> None:
    # e_1 of Phi = (x_1, 0.1 x_2) is x_1; the target x_1 + x_2 has quality 1/2 along each
    train, test = normal(0, 20000, 2), normal(1, 20000, 2)
    scale = torch.tensor([1.0, 0.1], dtype=F64)
    e = eigenfunctions(moments_of(features=train * scale))
    q = quality(e, moments_of(features=test * scale, target=test.sum(1, keepdim=True)))
    torch.testing.assert_close(q.each, torch.tensor([0.5, 0.5], dtype=F64), rtol=0, atol=0.02)  # 4 standard errors


def test_a_rescaled_target_has_the_same_quality() -> None:
    phi, f = normal(0, 50, 6), normal(1, 50, 3)
    e = eigenfunctions(moments_of(features=phi))
    one, other = (quality(e, moments_of(features=phi, target=f * scale)).each for scale in (1.0, 1e-6))
    torch.testing.assert_close(one, other)


def test_zero_functions_have_no_quality() -> None:
    m = moments_of(features=normal(0, 9, 2), target=torch.zeros(9, 1))
    with pytest.raises(ValueError, match="zero on all samples"):
        profile(eigenfunctions(m), m, "target")


@given(st.lists(st.floats(1e-6, 1e6), min_size=1, max_size=20), st.floats(1e-3, 1e3))
def test_effective_dimension(values: list[float], scale: float) -> None:
    v = torch.tensor(values, dtype=F64)
    d = effective_dimension(v)
    assert 1 - 1e-9 <= d <= len(values) * (1 + 1e-9)
    torch.testing.assert_close(effective_dimension(torch.cat([v * scale, torch.zeros(3)])), d)
    torch.testing.assert_close(
        effective_dimension(torch.ones(len(values))), torch.tensor(float(len(values)), dtype=F64)
    )


def test_significant_dimension() -> None:
    d = significant_dimension(torch.tensor([[9.0, 2.0, 2.0, 2.0], [9.0, 0.0, 0.0, 0.0]]))
    torch.testing.assert_close(d, torch.tensor([4.0, 1.0], dtype=F64))
    assert significant_dimension(torch.tensor([3.0])) == 1
    for wrong in ([-1.0, 2.0], [0.0, 0.0], [torch.nan, 1.0]):
        with pytest.raises(ValueError, match="finite, not negative"):
            effective_dimension(torch.tensor(wrong))


# --- alignment ------------------------------------------------------------------------------------------------


@QUICK
@given(SEEDS)
def test_cka_is_the_one_of_kernel_matrices(seed: int) -> None:
    phi, psi = normal(seed, 30, 5, mean=1.0), normal(seed + 1, 30, 4) + normal(seed, 30, 5)[:, :4]
    found = cka(moments_of(7, features=phi, initial=psi), "features", "initial")
    torch.testing.assert_close(found, brute_cka(phi @ phi.T, psi @ psi.T))
    assert 0 <= found <= 1


@QUICK
@given(SEEDS, st.floats(1e-3, 1e3))
def test_cka_ignores_rotations_scales_and_shifts(seed: int, scale: float) -> None:
    phi, psi = normal(seed, 30, 5, mean=2.0), normal(seed + 1, 30, 4)
    turned = scale * phi @ rotation(seed + 2, 5) + normal(seed + 3, 5)
    one = torch.tensor(1.0, dtype=F64)
    torch.testing.assert_close(cka(moments_of(a=phi, b=turned), "a", "b"), one)
    torch.testing.assert_close(cka(moments_of(a=phi, b=psi), "a", "b"), cka(moments_of(a=turned, b=psi), "a", "b"))
    torch.testing.assert_close(kernel_similarity(moments_of(features=phi, initial=phi)), one)


@QUICK
@given(SEEDS, st.integers(1, 4), st.booleans())
def test_richness_is_the_one_of_kernel_matrices(seed: int, outputs: int, with_constant: bool) -> None:
    phi, f = normal(seed, 40, 6, mean=1.0), normal(seed + 1, 40, outputs, mean=0.3)
    f = f + phi[:, :outputs]
    spanned = torch.cat([f, torch.ones(40, 1, dtype=F64)], 1) if with_constant else f
    expected = 1 - brute_cka(phi @ phi.T, 0.7 * torch.ones(40, 40, dtype=F64) + 3.0 * projection(spanned))
    found = richness(moments_of(11, features=phi, output=f), with_constant=with_constant)
    torch.testing.assert_close(found, expected)
    assert 0 <= found <= 1


@QUICK
@given(SEEDS, st.floats(1e-3, 1e3))
def test_richness_ignores_rotations_scales_and_bases(seed: int, scale: float) -> None:
    phi, f = normal(seed, 40, 6, mean=1.0), normal(seed + 1, 40, 3)
    mixed = f @ (rotation(seed + 2, 3) @ torch.diag(torch.tensor([1.0, 2.0, 5.0], dtype=F64)))  # the span is the same
    turned = scale * phi @ rotation(seed + 3, 6) + normal(seed + 4, 6)
    torch.testing.assert_close(
        richness(moments_of(features=phi, output=f)), richness(moments_of(features=turned, output=mixed * scale))
    )


@pytest.mark.parametrize("with_constant", [False, True])
def test_richness_vanishes_at_an_mp_operator_and_only_there(with_constant: bool) -> None:
    f = one_hot(4, 6)
    phi = 3.0 * f @ rotation(0, 4) + normal(1, 4)
    m = moments_of(features=phi, output=f)
    assert richness(m, with_constant=with_constant) < 1e-12
    uneven = moments_of(features=phi @ torch.diag(torch.tensor([1.0, 1, 1, 2], dtype=F64)), output=f)
    assert richness(uneven, with_constant=with_constant) > 0.01
    more = moments_of(features=torch.cat([phi, normal(2, 24, 1)], 1), output=f)
    assert richness(more, with_constant=with_constant) > 1e-3


def test_the_constant_matters_only_if_it_is_not_learned() -> None:
    phi, f = normal(0, 40, 6), normal(1, 40, 2)
    f = torch.cat([f, 1.0 - f.sum(1, keepdim=True)], 1)  # entries that add up to one, as those of a classifier
    m = moments_of(features=phi, output=f)
    torch.testing.assert_close(mp_alignment(m), mp_alignment(m, with_constant=True))
    m = moments_of(features=phi, output=f[:, :2] + 1.0)
    assert abs(mp_alignment(m) - mp_alignment(m, with_constant=True)) > 1e-3


def test_constant_features_have_no_alignment() -> None:
    ones = torch.ones(9, 2)
    with pytest.raises(ValueError, match="features is constant"):
        richness(moments_of(features=ones, output=normal(0, 9, 2)))
    with pytest.raises(ValueError, match="output is constant"):
        richness(moments_of(features=normal(0, 9, 2), output=ones))
    with pytest.raises(ValueError, match="a is constant"):
        cka(moments_of(a=ones, b=normal(0, 9, 2)), "a", "b")


def test_float32_agrees_with_float64() -> None:
    phi, f = normal(0, 500, 20, mean=3.0).relu(), normal(1, 500, 4)
    f = f + phi[:, :4]
    double, single = moments_of(features=phi, output=f), moments_of(64, features=phi.float(), output=f.float())
    assert single.second("features").dtype == F64
    torch.testing.assert_close(richness(double), richness(single), rtol=0, atol=1e-6)
    e, e32 = eigenfunctions(double), eigenfunctions(single)
    torch.testing.assert_close(e.intensities, e32.intensities, rtol=1e-5, atol=0)
    torch.testing.assert_close(utilisation(e, double).each, utilisation(e32, single).each, rtol=0, atol=1e-5)


def test_networks_one_by_one_or_together() -> None:
    phi, f = normal(0, 3, 40, 6, mean=1.0), normal(1, 3, 40, 2)
    m = moments_of(features=phi, output=f)
    together = richness(m), utilisation(eigenfunctions(m), m).each
    for network in range(3):
        alone = moments_of(features=phi[network], output=f[network])
        torch.testing.assert_close(together[0][network], richness(alone))
        torch.testing.assert_close(together[1][network], utilisation(eigenfunctions(alone), alone).each)


# --- modules --------------------------------------------------------------------------------------------------


def convolutional() -> nn.Module:
    """A module with its features in the middle."""

    class Convolutional(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.body = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU())
            self.head = nn.Linear(2 * 2 * 2, 3)

        def forward(self, x: Tensor) -> Tensor:
            out: Tensor = self.head(self.body(x).flatten(1))
            return out

    return Convolutional()


def test_last_layer_features_of_a_module() -> None:
    torch.manual_seed(0)
    net = convolutional()
    x = torch.randn(12, 1, 4, 4)
    features, output = features_of(net, "head")(x)
    torch.testing.assert_close(features, net.body(x).flatten(1))
    torch.testing.assert_close(output, net(x))
    torch.testing.assert_close(features_of(net, net.body)(x)[0], x.flatten(1))
    torch.testing.assert_close(features_of(net, "body", select=lambda t: t[:, 0, 0])(x)[0], x[:, 0, 0])
    assert not net.head._forward_pre_hooks
    labels = torch.arange(12) % 3
    moments, classes = gather(features_of(net, "head"), [(x[:5], labels[:5]), (x[5:], labels[5:])], classes=3)
    assert classes is not None
    assert not moments.second("features").requires_grad
    torch.testing.assert_close(classes.means[1], features[labels == 1].mean(0).double(), rtol=1e-6, atol=1e-7)
    torch.testing.assert_close(moments.second("target"), torch.eye(3, dtype=F64) / 3)
    torch.testing.assert_close(moments.second("features", "output"), (features.T @ output / 12).double())


def test_bad_layers() -> None:
    net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    with pytest.raises(ValueError, match="no layer 'last'; it has 0, 1"):
        features_of(net, "last")
    with pytest.raises(ValueError, match="not a part"):
        features_of(net, nn.ReLU())
    twice = nn.Sequential(net[0], net[0])
    with pytest.raises(ValueError, match="used 2 times"):
        features_of(twice, net[0])(torch.ones(1, 2))


def test_parameter_norms() -> None:
    assert parameter_norm({"a": torch.tensor([3.0]), "b": torch.tensor([[4.0]])}) == 5
    net = nn.Linear(3, 2)
    expected = torch.cat([p.flatten() for p in net.parameters()]).double().norm().detach()
    torch.testing.assert_close(parameter_norm(net), expected)
    start, end = {"a": torch.tensor([[3.0, 4.0], [1.0, 0.0]])}, {"a": torch.tensor([[6.0, 8.0], [1.0, 2.0]])}
    assert parameter_norm(start, networks=True).tolist() == [5, 1]
    assert distance_moved(start, end, networks=True).tolist() == [1, 2]
    with pytest.raises(ValueError, match="no parameters"):
        parameter_norm({})
    with pytest.raises(ValueError, match="different names"):
        distance_moved(start, {})


def normalised() -> nn.Module:
    """A network with everything that training mode changes, its body left in evaluation mode by its owner."""

    class Normal(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.body = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8))
            self.drop = nn.Dropout(0.5)
            self.head = nn.Linear(8, 3)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            out: torch.Tensor = self.head(self.drop(self.body(x)))
            return out

    return Normal()


def test_measuring_a_network_in_training_changes_nothing_in_it() -> None:
    net, x = normalised(), normal(1, 40, 4).float()
    net(x)  # statistics of one batch
    net.body[0].eval()
    before = {name: value.clone() for name, value in net.state_dict().items()}
    modes = [part.training for part in net.modules()]
    batches = [(x[:20], torch.arange(20) % 3), (x[20:], torch.arange(20) % 3)]
    found, _ = gather(features_of(net, "head"), batches, classes=3, device="cpu")
    assert [part.training for part in net.modules()] == modes
    assert all(torch.equal(value, before[name]) for name, value in net.state_dict().items())
    expected, _ = gather(features_of(net.eval(), "head"), batches, classes=3)
    assert torch.equal(found.second("features"), expected.second("features"))


def test_batches_are_moved_to_the_device_that_is_named() -> None:
    net = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 3)).to("meta")
    seen = []

    def forward(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        seen.append(net(x).device.type)
        return torch.ones(5, 2), torch.ones(5, 1)

    with pytest.raises(RuntimeError):
        gather(forward, [(torch.ones(5, 4), torch.ones(5, 1))])
    with pytest.raises((RuntimeError, NotImplementedError)):  # a target on the device meta has no numbers
        gather(forward, [(torch.ones(5, 4), torch.ones(5, 1))], device="meta")
    assert seen == ["meta"]


@pytest.mark.parametrize(("dtype", "ratio"), [(torch.bfloat16, 0.05), (torch.float16, 0.005), (torch.bfloat16, 1e-4)])
def test_half_precision_is_refused_where_it_hides_how_outputs_vary(dtype: torch.dtype, ratio: float) -> None:
    features = normal(2, 2000, 12)
    output = 1 + ratio * features[:, :5]
    exact = richness(moments_of(features=features, output=output))
    torch.testing.assert_close(richness(moments_of(features=features, output=output.float())), exact, rtol=0, atol=1e-4)
    coarse = moments_of(features=features, output=output.to(dtype))
    with pytest.raises(ValueError, match=r"output came in a precision of .*too coarse .*float32"):
        richness(coarse)
    with pytest.raises(ValueError, match="features came in a precision"):
        cka(moments_of(features=(1 + 1e-3 * features).to(dtype), output=output), "features", "output")
    fine, exactly = (moments_of(features=features, output=features[:, :5].to(kind)) for kind in (dtype, F64))
    torch.testing.assert_close(richness(fine), richness(exactly), rtol=0, atol=0.01)


def test_moments_are_summed_in_single_precision_at_least() -> None:
    with pytest.raises(ValueError, match=r"got torch.bfloat16 to accumulate in; expected float64"):
        Moments(torch.bfloat16)
