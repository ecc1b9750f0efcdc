"""Models: parameter counts, one network against many, starts, batch normalisation."""

from __future__ import annotations

import math

import pytest
from late import late

with late():
    import torch
    from torch.func import grad, vmap

    from layerproof.networks.models import (
        LAST,
        Convolutional,
        DiagonalNetwork,
        LinearNetwork,
        Perceptron,
        ResNet18,
        UnconstrainedFeatures,
        cnn,
        recomputed,
        two_layers,
        vgg16,
    )
    from layerproof.networks.models.initialisation import Start, draw

DOUBLE = torch.float64


def stream(seed=0):
    return torch.Generator().manual_seed(seed)


def images(n, channels, side):
    return torch.randn(n, channels, side, side, generator=stream(1), dtype=DOUBLE)


@pytest.fixture(autouse=True)
def _one_thread():
    torch.set_num_threads(1)


@pytest.mark.parametrize(
    ("network", "parameters"),
    [
        (ResNet18(10, form="small"), 11_173_962),
        (ResNet18(100, form="small"), 11_220_132),
        (ResNet18(10), 11_171_146),
        (ResNet18(1000, form="large"), 11_689_512),
        (vgg16(), 14_728_266),
        (vgg16(batch_norm=False), 14_719_818),
        (vgg16((3, 224, 224), 1000, head="large", batch_norm=False), 138_357_544),
        (vgg16((3, 224, 224), 1000, head="large"), 138_365_992),
        (Perceptron((784, 512, 512, 512, 10)), 784 * 512 + 512 + 2 * (512 * 512 + 512) + 5130),
    ],
)
def test_standard_models_have_their_published_numbers_of_parameters(network, parameters):
    assert network.size == parameters


NETWORKS = {
    "perceptron": (Perceptron((5, 7, 6, 3)), images(4, 5, 1)),
    "tanh, ntk": (Perceptron((5, 7, 6, 3), "tanh", parametrisation="ntk"), images(4, 5, 1)),
    "mean field": (Perceptron((5, 7, 3), parametrisation="mean-field"), images(4, 5, 1)),
    "linear": (LinearNetwork((5, 4, 4, 2)), images(4, 5, 1)),
    "balanced": (LinearNetwork((5, 4, 6, 3), "balanced", scale=0.5), images(4, 5, 1)),
    "diagonal": (DiagonalNetwork(5, 3, "drawn"), images(4, 5, 1)),
    "features": (UnconstrainedFeatures(9, 4, 3, bias=True), torch.tensor([0, 8, 3, 3])),
    "cnn": (cnn((2, 8, 8), 3, (4, 5), 6), images(4, 2, 8)),
    "cnn, normalised, ntk": (cnn((2, 8, 8), 3, (4,), 6, batch_norm=True, parametrisation="ntk"), images(4, 2, 8)),
    "vgg16": (vgg16((3, 32, 32), 3, 2), images(4, 3, 32)),
    "vgg16, large": (vgg16((3, 32, 32), 3, 2, head="large", batch_norm=False), images(4, 3, 32)),
    "resnet, small": (ResNet18(3, 2, "small", 1), images(4, 1, 8)),
    "resnet, preactivation": (ResNet18(3, 2, "preactivation", 1), images(4, 1, 8)),
    "resnet, large": (ResNet18(3, 2, "large", 1), images(4, 1, 33)),
}


@pytest.mark.parametrize("name", NETWORKS)
def test_many_networks_at_once_are_one_after_another_with_their_gradients(name):
    network, x = NETWORKS[name]
    parameters = network.init(3, stream(), DOUBLE)
    assert {key: value.shape[1:] for key, value in parameters.items()} == {
        key: start.shape for key, start in network.starts().items()
    }
    assert sum(value[0].numel() for value in parameters.values()) == network.size

    def loss(one, x):
        return network(one, x).square().sum()

    outputs, features = vmap(network.outputs_and_features, in_dims=(0, None))(parameters, x)
    slopes = vmap(grad(loss), in_dims=(0, None))(parameters, x)
    for k in range(3):
        one = {key: value[k].clone().requires_grad_() for key, value in parameters.items()}
        alone = network(one, x)
        torch.testing.assert_close(outputs[k], alone)
        torch.testing.assert_close(features[k], network.features(one, x))
        alone.square().sum().backward()
        for key, value in one.items():
            torch.testing.assert_close(slopes[key][k], value.grad)
    assert not torch.equal(outputs[0], outputs[1])
    assert outputs.shape[:2] == (3, 4) == features.shape[:2]
    assert all(bool((value != 0).any()) for key, value in slopes.items() if "conv" not in key)


@pytest.mark.parametrize("name", NETWORKS)
def test_outputs_are_affine_in_the_features(name):
    network, x = NETWORKS[name]
    if "last.weight" not in network.starts():
        return  # DiagonalNetwork: no last layer
    parameters = {key: value[0] for key, value in network.init(1, stream(), DOUBLE).items()}
    outputs, features = network.outputs_and_features(parameters, x)
    p = features.shape[1]
    factor = {"standard": 1, "pytorch": 1, "ntk": p**-0.5, "mean-field": 1 / p}[network.parametrisation]
    torch.testing.assert_close(outputs, factor * features @ parameters[LAST[0]].T + parameters[LAST[1]])


def test_a_perceptron_is_what_torch_makes_of_the_same_weights():
    network = Perceptron((5, 7, 6, 3), "tanh")
    one = {key: value[0] for key, value in network.init(1, stream(), DOUBLE).items()}
    module = torch.nn.Sequential(
        torch.nn.Linear(5, 7), torch.nn.Tanh(), torch.nn.Linear(7, 6), torch.nn.Tanh(), torch.nn.Linear(6, 3)
    ).double()
    module.load_state_dict(dict(zip(module.state_dict(), one.values(), strict=True)))
    x = images(4, 5, 1)
    torch.testing.assert_close(network(one, x), module(x.flatten(1)))


def test_diagonal_and_linear_networks_are_the_products_of_their_layers():
    x = images(4, 5, 1)
    for depth in (2, 4):
        network = DiagonalNetwork(5, depth, "drawn")
        one = {key: value[0] for key, value in network.init(1, stream(), DOUBLE).items()}
        product = torch.stack(list(one.values())).prod(0)
        torch.testing.assert_close(network(one, x)[:, 0], x.flatten(1) @ product)
        assert torch.equal(DiagonalNetwork(5, depth, scale=0.1).init(2, stream())["a_1"], torch.full((2, 5), 0.1))
    network = LinearNetwork((5, 4, 6, 2))
    one = {key: value[0] for key, value in network.init(1, stream(), DOUBLE).items()}
    torch.testing.assert_close(network(one, x), x.flatten(1) @ one["W_1"] @ one["W_2"] @ one["W_3"])


def test_a_balanced_start_is_balanced_and_of_the_stated_scale():
    network = LinearNetwork((5, 4, 6, 3), "balanced", scale=0.5)
    w = network.init(2, stream(), DOUBLE)
    for k in (1, 2):
        torch.testing.assert_close(w[f"W_{k}"].mT @ w[f"W_{k}"], w[f"W_{k + 1}"] @ w[f"W_{k + 1}"].mT)
    values = torch.linalg.svdvals(w["W_1"] @ w["W_2"] @ w["W_3"])
    torch.testing.assert_close(values, torch.full((2, 3), 0.125, dtype=DOUBLE))


def test_parametrisations_start_with_the_variances_that_they_state():
    starts = {"w": Start((400, 100), 100), "b": Start((40000,), 100, bias=True), "one": Start((3,), constant=1.0)}
    for name, deviation in {"standard": 0.2, "ntk": 2.0, "mean-field": 2.0, "pytorch": 0.2 / math.sqrt(3)}.items():
        drawn = draw(starts, 2, stream(), parametrisation=name, scale=2.0, dtype=DOUBLE)
        assert float(drawn["w"].std()) == pytest.approx(deviation, rel=0.02)
        assert float(drawn["w"].mean()) == pytest.approx(0, abs=0.03 * deviation)
        assert float(drawn["b"].std()) == pytest.approx(deviation if name == "pytorch" else 0, rel=0.02)
        assert torch.equal(drawn["one"], torch.ones(2, 3, dtype=DOUBLE))
    assert float(drawn["w"].abs().max()) <= 0.2
    he = draw(starts, 2, stream(), gain=2.0, dtype=DOUBLE)["w"]
    torch.testing.assert_close(he, math.sqrt(2) * draw(starts, 2, stream(), dtype=DOUBLE)["w"])


def test_standard_and_ntk_start_as_the_same_function_and_mean_field_smaller():
    x = images(4, 5, 1)
    outputs = {}
    for name in ("standard", "ntk", "mean-field"):
        network = Perceptron((5, 16, 9, 2), parametrisation=name)
        outputs[name] = vmap(network, in_dims=(0, None))(network.init(2, stream(), DOUBLE), x)
    torch.testing.assert_close(outputs["standard"], outputs["ntk"])
    torch.testing.assert_close(outputs["standard"] / 3, outputs["mean-field"])


def test_both_precisions_start_alike():
    network = Perceptron((5, 16, 2))
    single, double = (network.init(2, stream(), dtype) for dtype in (torch.float32, DOUBLE))
    assert all(torch.equal(single[key], double[key].float()) for key in single)


BATCH = {
    "cnn": (cnn((2, 8, 8), 3, (4, 5), 6, batch_norm=True), images(12, 2, 8)),
    "resnet": (ResNet18(3, 2, "small", 1), images(12, 1, 8)),
    "preactivation": (ResNet18(3, 2, "preactivation", 1), images(12, 1, 8)),
}


@pytest.mark.parametrize("name", BATCH)
def test_statistics_of_the_whole_training_set_give_the_outputs_of_the_whole_batch(name):
    network, x = BATCH[name]
    parameters = network.init(2, stream(), DOUBLE)
    ready = recomputed(network, parameters, [x])
    many = vmap(network, in_dims=(0, None))
    torch.testing.assert_close(many(ready, x), many(parameters, x))
    # For an evaluation each sample stands alone; in training it does not.
    torch.testing.assert_close(many(ready, x[:1])[:, 0], many(ready, x)[:, 0])
    assert not torch.allclose(many(parameters, x[:6])[:, 0], many(parameters, x)[:, 0])
    # Statistics that are there already are made anew.
    again = recomputed(network, {**ready, "last.bias": ready["last.bias"]}, [x[:6]])
    assert not torch.allclose(again[next(key for key in again if key.endswith("mean"))], next(
        value for key, value in ready.items() if key.endswith("mean")))  # fmt: skip


def test_statistics_over_several_batches_are_those_of_all_samples_in_the_first_layer():
    network, x = BATCH["cnn"]
    parameters = network.init(2, stream(), DOUBLE)
    whole, parts = recomputed(network, parameters, [x]), recomputed(network, parameters, [x[:3], x[3:]])
    for name in ("conv1.norm.mean", "conv1.norm.variance"):
        torch.testing.assert_close(whole[name], parts[name])
    with pytest.raises(ValueError, match="no batch"):
        recomputed(network, parameters, [])


def test_batch_normalisation_is_that_of_torch():
    network = Convolutional((4,), 3, (2, 8, 8), batch_norm=True)
    one = {key: value[0] for key, value in network.init(1, stream(), DOUBLE).items()}
    one["conv1.norm.weight"], one["conv1.norm.bias"] = torch.tensor([1.0, 2, 3, 4]), torch.tensor([0.0, 1, 0, -1])
    one = {key: value.double() for key, value in one.items()}
    conv, norm = torch.nn.Conv2d(2, 4, 3, padding=1).double(), torch.nn.BatchNorm2d(4).double()
    conv.load_state_dict({"weight": one["conv1.weight"], "bias": one["conv1.bias"]})
    norm.weight.data, norm.bias.data = one["conv1.norm.weight"], one["conv1.norm.bias"]
    x = images(6, 2, 8)
    torch.testing.assert_close(network.features(one, x), torch.relu(norm(conv(x))).flatten(1))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Perceptron((5, 3)), r"widths \(5, 3\); expected inputs, at least one hidden layer"),
        (lambda: Perceptron((5, 4, 3), "gelu"), "activation 'gelu'; expected one of relu, tanh"),
        (lambda: Perceptron((5, 4, 3), parametrisation="mup"), "parametrisation 'mup'; expected one of standard, ntk"),
        (lambda: LinearNetwork((5, 4, 3), "small"), "start 'small'; expected drawn or balanced"),
        (lambda: LinearNetwork((5, 4, 3), "balanced", parametrisation="ntk"), "has the standard parametrisation"),
        (lambda: DiagonalNetwork(3, 1), "3 inputs and depth 1; expected at least 1 and 2"),
        (lambda: UnconstrainedFeatures(0, 1, 1), "got 0 points"),
        (lambda: ResNet18(form="wide"), "form 'wide'; expected small, preactivation or large"),
        (lambda: vgg16(head="tall"), "head 'tall'; expected small or large"),
        (lambda: cnn((1, 8, 8), 10, (2, 2, 2, 2)), "images of 8 by 8 are too small for 4 poolings"),
        (lambda: Convolutional(("pool",), 3, (1, 8, 8)), "without a convolution"),
        (lambda: Convolutional((0,), 3, (1, 8, 8)), "expected positive whole numbers"),
        (lambda: two_layers(2, 2, 2).init(0, stream()), "got 0 networks; expected at least 1"),
        (lambda: Perceptron((2, 2, 2), scale=-1).init(1, stream()), "weight scale -1; expected a finite number"),
        (lambda: Perceptron((2, 2, 2), gain=0).init(1, stream()), "gain 0; expected a positive number"),
    ],
)
def test_models_that_cannot_be_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
