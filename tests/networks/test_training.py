"""Training: the same as PyTorch's own, network by network, and what it refuses."""

from __future__ import annotations

import math

import pytest
from late import late

with late():
    import torch

    from layerproof.networks.harness.session import Session
    from layerproof.networks.training import (
        SGD,
        Adam,
        AdamW,
        Diverged,
        OutOfMemory,
        Scales,
        Stairs,
        WarmUp,
        cross_entropy,
        from_zero,
        full_batch,
        half_mean_square,
        hinge,
        mean_square,
        minibatches,
        outputs,
        run,
        scaled,
        stream,
        train,
    )
    from layerproof.networks.training.slopes import Slopes

NETWORKS, SAMPLES, INPUTS, WIDTH = 3, 12, 4, 6


def perceptron(parameters, x):
    hidden = torch.tanh(x @ parameters["first.weight"] + parameters["first.bias"])
    return hidden @ parameters["last.weight"]


def start(networks=NETWORKS, seed=0, dtype=None):
    dtype = dtype or torch.float64
    g = torch.Generator().manual_seed(seed)
    return {
        "first.weight": torch.randn(networks, INPUTS, WIDTH, generator=g, dtype=dtype),
        "first.bias": torch.randn(networks, WIDTH, generator=g, dtype=dtype),
        "last.weight": torch.randn(networks, WIDTH, 2, generator=g, dtype=dtype),
    }


def data(networks=NETWORKS, seed=1, dtype=None):
    dtype = dtype or torch.float64
    g = torch.Generator().manual_seed(seed)
    x = torch.randn(networks, SAMPLES, INPUTS, generator=g, dtype=dtype)
    return x, torch.randn(networks, SAMPLES, 2, generator=g, dtype=dtype)


def session(folder=None, seed=5):
    return Session(seed, torch.device("cpu"), torch.float64, folder)


def by_torch(make, steps, batches, loss=None, schedule=None):
    """Each network alone, by `torch.optim`."""
    loss = loss or half_mean_square
    found = []
    for k in range(NETWORKS):
        leaves = {name: value[k].clone().requires_grad_() for name, value in start().items()}
        optimiser = make(list(leaves.values()))
        for step in range(steps):
            if schedule is not None:
                optimiser.param_groups[0]["lr"] = schedule(step)
            x, y = batches(step)
            optimiser.zero_grad()
            loss(perceptron(leaves, x[k]), y[k]).backward()
            optimiser.step()
        found.append({name: value.detach() for name, value in leaves.items()})
    return {name: torch.stack([f[name] for f in found]) for name in found[0]}


def assert_same(found, expected, tolerance=1e-12):
    assert found.keys() == expected.keys()
    for name in found:
        torch.testing.assert_close(found[name], expected[name], rtol=tolerance, atol=tolerance)


def network(training, k):
    return {name: value[k] for name, value in training.parameters.items()}


@pytest.mark.parametrize("traced", [True, False])
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (SGD(0.1), lambda p: torch.optim.SGD(p, 0.1)),
        (SGD(0.1, 0.9, 1e-2), lambda p: torch.optim.SGD(p, 0.1, momentum=0.9, weight_decay=1e-2)),
        (Adam(0.01), lambda p: torch.optim.Adam(p, 0.01)),
        (
            Adam(0.01, (0.8, 0.98), 1e-6, weight_decay=0.1),
            lambda p: torch.optim.Adam(p, 0.01, (0.8, 0.98), 1e-6, weight_decay=0.1),
        ),
        (AdamW(0.01, weight_decay=0.3), lambda p: torch.optim.AdamW(p, 0.01, weight_decay=0.3)),
    ],
)
def test_an_optimiser_is_that_of_torch_for_each_network(ours, theirs, traced):
    batches = full_batch(*data())
    found = train(perceptron, start(), batches, steps=60, optimiser=ours, traced=traced)
    assert_same(found.parameters, by_torch(theirs, 60, batches))


@pytest.mark.parametrize("optimiser", [SGD(0.1, 0.9, 1e-2), Adam(0.01), AdamW(Stairs(0.01, 0.5, 10))])
def test_a_step_whose_numbers_lie_on_the_device_is_the_same_step(optimiser):
    # What a CUDA graph replays, without the graph.
    batches = minibatches(*data(), 5, session())
    expected = train(perceptron, start(), batches, steps=40, optimiser=optimiser)
    found = train(perceptron, start(), batches, steps=40, optimiser=optimiser, graphs=True)
    assert_same(found.parameters, expected.parameters, 1e-13)


@pytest.mark.parametrize("schedule", [Stairs(0.2, 0.3, 7), WarmUp(0.2, 15), lambda step: 0.1 / (1 + step)])
def test_a_schedule_gives_the_rate_of_each_step(schedule):
    batches = full_batch(*data())
    found = train(perceptron, start(), batches, steps=30, optimiser=SGD(schedule, 0.5))
    expected = by_torch(lambda p: torch.optim.SGD(p, 1.0, momentum=0.5), 30, batches, schedule=schedule)
    assert_same(found.parameters, expected)


def test_schedules_give_the_numbers_that_they_say():
    assert [Stairs(1.0, 0.2, 3)(k) for k in (0, 2, 3, 6)] == pytest.approx([1, 1, 0.2, 0.04])
    assert [WarmUp(1.0, 4)(k) for k in (0, 1, 3, 9)] == [0.25, 0.5, 1, 1]


@pytest.mark.parametrize("graphs", [False, True])
@pytest.mark.parametrize("schedule", [lambda rates: rates, lambda rates: Stairs(rates, 0.5, 10)])
def test_each_network_may_have_its_own_rate_and_decay(graphs, schedule):
    rates, decays = torch.tensor([0.05, 0.1, 0.2]), torch.tensor([0.0, 0.01, 0.1])
    x, y = data()
    optimiser = SGD(schedule(rates), 0.9, weight_decay=decays)
    found = train(perceptron, start(), full_batch(x, y), steps=40, optimiser=optimiser, graphs=graphs)
    for k in range(NETWORKS):
        alone = train(
            perceptron,
            {name: value[k : k + 1] for name, value in start().items()},
            full_batch(x[k : k + 1], y[k : k + 1]),
            steps=40,
            optimiser=SGD(schedule(float(rates[k])), 0.9, weight_decay=float(decays[k])),
        )
        # The rates above are of single precision.
        assert_same(
            {n: v[k] for n, v in found.parameters.items()}, {n: v[0] for n, v in alone.parameters.items()}, 1e-6
        )


@pytest.mark.parametrize("shared", [False, True, "x"])
def test_networks_trained_together_are_the_networks_trained_alone(shared):
    x, y = data()
    x, y = (x if not shared else x[0]), (y if shared is not True else y[0])
    found = train(perceptron, start(), full_batch(x, y, shared=shared), steps=50, optimiser=Adam(0.02), traced=True)
    for k in range(NETWORKS):
        alone = train(
            perceptron,
            {name: value[k : k + 1] for name, value in start().items()},
            full_batch(x if shared else x[k], y if shared is True else y[k], shared=True),
            steps=50,
            optimiser=Adam(0.02),
        )
        assert_same(network(found, k), network(alone, 0), 1e-11)


def test_rates_of_some_layers_replace_the_optimisers():
    batches = full_batch(*data())
    found = train(
        perceptron,
        start(),
        batches,
        steps=30,
        optimiser=SGD(0.1, 0.9),
        rates={"last": 0.01, "first.bias": lambda k: 0.0},
    )

    def groups(leaves):
        rates = (0.1, 0.0, 0.01)
        return torch.optim.SGD([{"params": [p], "lr": r} for p, r in zip(leaves, rates, strict=True)], momentum=0.9)

    assert_same(found.parameters, by_torch(groups, 30, batches))


@pytest.mark.parametrize("optimiser", [SGD(0.1, 0.9, 0.1), AdamW(0.01)])
def test_what_is_not_trained_does_not_change_by_a_bit(optimiser):
    first = start()
    found = train(perceptron, first, full_batch(*data()), steps=20, optimiser=optimiser, train_only=("last",))
    assert torch.equal(found.parameters["first.weight"], first["first.weight"])
    assert torch.equal(found.parameters["first.bias"], first["first.bias"])
    assert not torch.isclose(found.parameters["last.weight"], first["last.weight"]).any()
    assert all(torch.equal(value, start()[name]) for name, value in first.items()), "the start was changed"


def test_last_layer_training_ends_at_least_squares():
    x, y = data()
    found = train(perceptron, start(), full_batch(x, y), steps=1500, optimiser=SGD(0.5, 0.95), train_only=("last",))
    first = start()
    features = torch.tanh(x @ first["first.weight"] + first["first.bias"][:, None])
    expected = torch.linalg.lstsq(features, y).solution
    torch.testing.assert_close(found.parameters["last.weight"], expected, rtol=1e-6, atol=1e-6)


def test_fixed_parameters_reach_the_model_and_the_observer():
    rest = {"first.bias": torch.full((NETWORKS, WIDTH), 0.3, dtype=torch.float64)}
    moving = {name: value for name, value in start().items() if name not in rest}
    batches = full_batch(*data())
    found = train(
        perceptron, moving, batches, steps=10, optimiser=SGD(0.1), fixed=rest,
        observe=lambda p: {"bias": p["first.bias"]},
    )  # fmt: skip
    expected = train(
        perceptron, {**start(), **rest}, batches, steps=10, optimiser=SGD(0.1), train_only=("first.weight", "last")
    )
    assert_same(found.parameters, {name: expected.parameters[name] for name in moving})
    assert torch.equal(found.observed["bias"][0], rest["first.bias"])


def test_buffers_are_carried_from_step_to_step():
    def counting(parameters, x):
        return perceptron(parameters, x), {"seen": parameters["seen"] + len(x)}

    batches = full_batch(*data())
    for traced in (True, False):
        found = train(
            counting, start(), batches, steps=7, optimiser=SGD(0.1), traced=traced,
            buffers={"seen": torch.zeros(NETWORKS, dtype=torch.int64)},
        )  # fmt: skip
        assert found.buffers["seen"].tolist() == [7 * SAMPLES] * NETWORKS
        assert_same(found.parameters, train(perceptron, start(), batches, steps=7, optimiser=SGD(0.1)).parameters)


def test_a_penalty_is_added_to_the_loss():
    batches = full_batch(*data())

    def half_squares(parameters):
        return 0.05 * sum(value.square().sum() for value in parameters.values())

    found = train(perceptron, start(), batches, steps=20, optimiser=SGD(0.1), penalty=half_squares)
    decayed = train(perceptron, start(), batches, steps=20, optimiser=SGD(0.1, weight_decay=0.1))
    assert_same(found.parameters, decayed.parameters)


@pytest.mark.parametrize("traced", [True, False])
def test_equal_gradients_that_share_their_memory_are_kept_apart(traced):
    model = lambda p, x: (x @ (p["a"] + p["b"]))[:, None]  # noqa: E731
    first = {"a": torch.ones(2, 3, dtype=torch.float64), "b": torch.zeros(2, 3, dtype=torch.float64)}
    x, y = torch.eye(3, dtype=torch.float64), torch.ones(3, 1, dtype=torch.float64)
    batches = full_batch(x, y, shared=True)
    found = train(model, first, batches, steps=1, optimiser=SGD(0.3, weight_decay=1.0), traced=traced)
    # The gradient of the fit is zero at the start: what moves is the decay of a.
    assert torch.allclose(found.parameters["a"], torch.full((2, 3), 0.7, dtype=torch.float64), atol=1e-15)
    assert torch.equal(found.parameters["b"], first["b"])


def test_losses_are_those_of_torch():
    g = torch.Generator().manual_seed(0)
    f, y = torch.randn(5, 3, generator=g), torch.randn(5, 3, generator=g)
    labels = torch.tensor([0, 2, 1, 1, 0])
    nn = torch.nn.functional
    assert half_mean_square(f, y) == pytest.approx(float(nn.mse_loss(f, y)) * 1.5)
    assert mean_square(f, y) == pytest.approx(float(nn.mse_loss(f, y)))
    assert cross_entropy(f, labels) == pytest.approx(float(nn.cross_entropy(f, labels)))
    assert cross_entropy(f, y.softmax(-1)) == pytest.approx(float(nn.cross_entropy(f, y.softmax(-1))))
    signs = torch.tensor([[1.0], [-1.0]])
    assert hinge(torch.tensor([[0.25], [-3.0]]), signs) == pytest.approx(0.375)
    for loss in (half_mean_square, mean_square, hinge):
        with pytest.raises(ValueError, match=r"outputs of shape \(5, 1\) and targets of shape \(5,\)"):
            loss(f[:, :1], y[:, 0])


@pytest.mark.parametrize("loss", [cross_entropy, hinge])
def test_other_losses_train_as_in_torch(loss):
    x, _ = data()
    g = torch.Generator().manual_seed(2)
    labels = torch.randint(0, 2, (NETWORKS, SAMPLES), generator=g)
    y = labels if loss is cross_entropy else (2.0 * torch.nn.functional.one_hot(labels, 2) - 1)
    batches = full_batch(x, y)
    found = train(perceptron, start(), batches, steps=20, optimiser=SGD(0.1), loss=loss, traced=True)
    assert_same(found.parameters, by_torch(lambda p: torch.optim.SGD(p, 0.1), 20, batches, loss))


# Batches


def test_minibatches_go_through_all_samples_of_each_network_once_an_epoch():
    x = torch.arange(2 * 10, dtype=torch.float64).reshape(2, 10, 1)
    batches = minibatches(x, x, 3, session())
    assert batches.per_epoch == 3
    seen = []
    for epoch in range(3):
        parts = [batches(3 * epoch + k) for k in range(3)]
        assert all(torch.equal(a, b) for a, b in parts), "x and y went apart"
        chosen = torch.cat([a for a, _ in parts], dim=1)[..., 0]
        assert all(len(set(row.tolist())) == 9 for row in chosen)
        assert [row.min() >= 10 * k and row.max() < 10 * (k + 1) for k, row in enumerate(chosen)] == [True, True]
        assert not torch.equal(chosen[0], chosen[1] - 10), "both networks have the same order"
        seen.append(chosen)
    assert not torch.equal(seen[0], seen[1])


@pytest.mark.parametrize("shared", [False, True, "x"])
def test_a_minibatch_depends_on_the_step_alone(shared):
    x, y = data()
    x, y = (x if not shared else x[0]), (y if shared is not True else y[0])
    one, other = (minibatches(x, y, 5, session(), shared=shared) for _ in range(2))
    forward = [one(k) for k in range(6)]
    for k in (5, 0, 3, 1, 4, 2):
        for a, b in zip(forward[k], other(k), strict=True):
            assert torch.equal(a, b)
    assert forward[0][0].shape == ((5, INPUTS) if shared else (NETWORKS, 5, INPUTS))
    assert forward[0][1].shape == ((5, 2) if shared is True else (NETWORKS, 5, 2))
    third = minibatches(x, y, 5, session(seed=1000), shared=shared)
    assert not torch.equal(third(0)[0], forward[0][0])


def test_a_stream_is_drawn_afresh_at_each_step_and_again_the_same():
    draw = lambda g: (torch.randn(4, generator=g), torch.randn(4, generator=g))  # noqa: E731
    one, other = stream(draw, session()), stream(draw, session())
    assert torch.equal(one(3)[0], other(3)[0])
    assert not torch.equal(one(3)[0], one(4)[0])
    assert not torch.equal(one(3)[0], stream(draw, session(), name="test")(3)[0])


@pytest.mark.parametrize("size", [0, 13])
def test_batches_larger_than_the_samples_are_refused(size):
    with pytest.raises(ValueError, match=f"batches of {size} of 12 samples"):
        minibatches(*data(), size, session())


# Observation


def test_observations_are_made_after_the_steps_asked_for():
    batches, at = full_batch(*data()), (0, 1, 7, 20)
    found = train(
        perceptron, start(), batches, steps=20, optimiser=SGD(0.1), at=at, observe=lambda p: {"w": p["last.weight"]}
    )
    assert found.steps == at
    assert found.observed["w"].shape == (4, NETWORKS, WIDTH, 2)
    for row, steps in zip(found.observed["w"], at, strict=True):
        there = train(perceptron, start(), batches, steps=steps, optimiser=SGD(0.1)).parameters["last.weight"]
        assert torch.equal(row, there)


def test_the_loss_is_observed_by_default():
    x, y = data()
    found = train(perceptron, start(), full_batch(x, y), steps=5, optimiser=SGD(0.1), at=(0, 5))
    for parameters, row in ((start(), found.observed["loss"][0]), (found.parameters, found.observed["loss"][1])):
        residual = outputs(perceptron, parameters, x) - y
        torch.testing.assert_close(row, 0.5 * residual.square().sum(-1).mean(-1))


def test_training_stops_when_it_is_told_to():
    found = train(
        perceptron, start(), full_batch(*data()), steps=1000, optimiser=SGD(0.1), at=range(0, 1001, 10),
        until=lambda record: bool((record["loss"] < 0.3).all()),
    )  # fmt: skip
    assert 0 < found.taken < 1000
    assert found.steps == tuple(range(0, found.taken + 1, 10))
    assert (found.observed["loss"][-1] < 0.3).all()
    assert not (found.observed["loss"][-2] < 0.3).all()


@pytest.mark.parametrize("at", [(-1, 3), (0, 11)])
def test_observations_outside_the_run_are_refused(at):
    with pytest.raises(ValueError, match="expected 0 to 10"):
        train(perceptron, start(), full_batch(*data()), steps=10, optimiser=SGD(0.1), at=at)


def test_outputs_in_pieces_are_the_outputs():
    x, _ = data()
    whole = outputs(perceptron, start(), x)
    assert whole.shape == (NETWORKS, SAMPLES, 2)
    torch.testing.assert_close(outputs(perceptron, start(), x, at_most=5), whole)
    torch.testing.assert_close(outputs(perceptron, start(), x[1], shared=True, at_most=5)[1], whole[1])


# What goes wrong


@pytest.mark.parametrize("steps", [200, 170])
def test_a_divergent_run_names_the_network_the_step_and_the_rate(steps):
    model = lambda p, x: x * p["w"]  # noqa: E731
    x = torch.ones(4, 1, dtype=torch.float64)
    rates = torch.tensor([0.1, 1e3, 0.2], dtype=torch.float64)
    with pytest.raises(Diverged) as caught:
        train(
            model, {"w": torch.full((3, 1), 2.0, dtype=torch.float64)}, full_batch(x, x, shared=True), steps=steps,
            optimiser=SGD(rates), name="too fast",
        )  # fmt: skip
    # w - 1 grows by the factor 1 - 1000, and the loss is its square: past the largest double.
    largest = math.log(torch.finfo(torch.float64).max)
    expected = math.ceil(largest / (2 * math.log(999)) + math.log(2) / (2 * math.log(999)))
    assert caught.value.networks == (1,)
    assert caught.value.step == expected
    assert "too fast: diverged at step" in str(caught.value)
    assert "network 1 (of 3" in str(caught.value)
    assert "rate 1e+03" in str(caught.value)


def test_parameters_that_are_not_finite_at_the_end_are_found():
    model = lambda p, x: x * p["w"]  # noqa: E731
    x = torch.ones(4, 1)
    with pytest.raises(Diverged, match=r"at step 1: .*network 0"):
        train(model, {"w": torch.full((1, 1), 1e18)}, full_batch(x, x, shared=True), steps=1, optimiser=SGD(1e30))


def test_a_batch_that_does_not_fit_the_memory_is_said_to_be_so():
    model = lambda p, x: perceptron(p, x) + torch.zeros(1 << 50)[:1]  # noqa: E731
    with pytest.raises(OutOfMemory, match=r"big: a batch of 12 samples for 3 networks of 42 parameters on cpu; take"):
        train(model, start(), full_batch(*data()), steps=1, optimiser=SGD(0.1), name="big")


def test_what_does_not_fit_is_refused():
    x, y = data()
    batches, plain = full_batch(x, y), SGD(0.1)
    with pytest.raises(ValueError, match="train_only names 'lst'"):
        train(perceptron, start(), batches, steps=1, optimiser=plain, train_only=("lst",))
    with pytest.raises(ValueError, match="rates names 'first'"):
        train(perceptron, start(), batches, steps=1, optimiser=plain, train_only=("last",), rates={"first": 0.1})
    with pytest.raises(ValueError, match="leading axes"):
        train(perceptron, {**start(), "first.bias": torch.zeros(2, 6)}, batches, steps=1, optimiser=plain)
    with pytest.raises(ValueError, match="shared=True"):
        train(perceptron, start(), full_batch(x[0], y[0]), steps=1, optimiser=plain)
    with pytest.raises(ValueError, match=r"float32 for parameters of torch.float64"):
        train(perceptron, start(), full_batch(x.float(), y), steps=1, optimiser=plain)
    with pytest.raises(ValueError, match="expected a scalar"):
        train(perceptron, start(), batches, steps=1, optimiser=plain, loss=lambda f, t: (f - t).square().mean(0))
    with pytest.raises(ValueError, match=r"'last\.weight' twice"):
        train(perceptron, start(), batches, steps=1, optimiser=plain, fixed={"last.weight": start()["last.weight"]})
    for optimiser in (SGD(torch.ones(2)), SGD(0.1, weight_decay=torch.ones(NETWORKS, 1))):
        with pytest.raises(ValueError, match=r"expected a number or \(3,\)"):
            train(perceptron, start(), batches, steps=1, optimiser=optimiser)
    with pytest.raises(ValueError, match="got -1 steps"):
        train(perceptron, start(), batches, steps=-1, optimiser=plain)
    with pytest.raises(ValueError, match="int64 for the parameter"):
        train(perceptron, {"a": torch.zeros(3, 2, dtype=torch.int64)}, batches, steps=1, optimiser=plain)


def test_an_error_of_the_model_is_shown_as_it_is():
    def broken(parameters, x):
        return x @ parameters["first.weight"].mT

    with pytest.raises(RuntimeError, match="batch2"):
        train(broken, start(), full_batch(*data()), steps=1, optimiser=SGD(0.1), traced=True)


# Scales


def test_target_downscaling_is_output_upscaling_with_a_smaller_loss():
    # thesis 6.2.2: the loss of alpha f on y, over alpha^2, is that of f on y / alpha.
    x, y = data()
    alpha = 20.0
    down, up = Scales(target=1 / alpha), Scales(output=alpha)
    one = train(perceptron, start(), full_batch(x, down.targets(y)), steps=30, optimiser=SGD(0.1))
    other = train(
        up.model(perceptron), start(), full_batch(x, y), steps=30, optimiser=SGD(0.1),
        loss=lambda f, t: half_mean_square(f, t) / alpha**2,
    )  # fmt: skip
    assert_same(one.parameters, other.parameters, 1e-10)


def test_scales_multiply_what_they_say():
    x, _ = data()
    scales = Scales(weight=5, input=0.1, output=0.5)
    first = scales.start(start())
    assert torch.equal(first["last.weight"], 5 * start()["last.weight"])
    expected = 0.5 * outputs(perceptron, first, 0.1 * x)
    torch.testing.assert_close(outputs(scales.model(perceptron), first, x), expected)
    assert Scales().model(perceptron) is perceptron


def test_layers_made_imbalanced_keep_the_function():
    linear = lambda p, x: x @ p["first.weight"] @ p["last.weight"]  # noqa: E731
    first = {name: value for name, value in start().items() if name != "first.bias"}
    up = torch.tensor([1.0, 2.0, 10.0])
    changed = scaled(first, {"first": 1 / up, "last": up})
    x, _ = data()
    torch.testing.assert_close(outputs(linear, changed, x), outputs(linear, first, x), rtol=1e-6, atol=1e-6)
    norm = changed["last.weight"].flatten(1).norm(dim=1) / first["last.weight"].flatten(1).norm(dim=1)
    torch.testing.assert_close(norm, up.double())
    with pytest.raises(ValueError, match="factor for 'middle'"):
        scaled(first, {"middle": 2.0})


def test_a_network_from_zero_starts_at_zero_and_has_the_same_gradients():
    x, y = data()
    model, kept = from_zero(perceptron, start())
    assert outputs(model, {**start(), **kept}, x).abs().max() == 0
    found = train(model, start(), full_batch(x, y), steps=5, optimiser=SGD(0.1), fixed=kept)
    shifted = y + outputs(perceptron, start(), x)
    assert_same(
        found.parameters, train(perceptron, start(), full_batch(x, shifted), steps=5, optimiser=SGD(0.1)).parameters
    )


# Replays


def test_a_model_that_cannot_be_replayed_is_called():
    calls = []

    def changing(parameters, x):
        calls.append(1)
        return perceptron(parameters, x) * float(len(calls))

    found = train(changing, start(), full_batch(*data()), steps=2, optimiser=SGD(1e-6), traced=True, at=())
    assert found.taken == 2
    assert len(calls) > 4, "the trace was used"


def test_a_replay_is_the_call():
    slopes = Slopes(perceptron, half_mean_square, None, (list(start()), (), ()), False, True)
    values = list(start().values())
    for samples in (SAMPLES, 5, SAMPLES):
        x, y = (v[:, :samples] for v in data())
        losses, gradients, _ = slopes(values, (), (), x, y)
        expected = slopes._direct(*values, x, y)
        torch.testing.assert_close([losses, *gradients], expected, rtol=1e-14, atol=1e-15)
        assert not any(g.requires_grad for g in gradients)
    assert len(slopes._replays) == 2
    assert all(replay != slopes._direct for replay in slopes._replays.values())


@pytest.mark.parametrize("shared", [False, True, "x"])
def test_networks_taken_in_turns_are_the_networks_taken_together(shared):
    x, y = data()
    batches = full_batch(x[0] if shared else x, y[0] if shared is True else y, shared=shared)
    for traced in (False, True):
        together, turns = (
            train(perceptron, start(), batches, steps=9, optimiser=Adam(0.1), traced=traced, at_once=k, at=(0, 9))
            for k in (None, 2)
        )
        assert_same(turns.parameters, together.parameters)
        torch.testing.assert_close(turns.observed, together.observed)
    with pytest.raises(ValueError, match="got 0 networks at once"):
        train(perceptron, start(), batches, steps=9, optimiser=Adam(0.1), at_once=0)


def test_parameters_without_influence_stay():
    first = {**start(), "idle": torch.ones(NETWORKS, 2, dtype=torch.float64)}
    for traced in (True, False):
        found = train(perceptron, first, full_batch(*data()), steps=5, optimiser=Adam(0.1), traced=traced)
        assert torch.equal(found.parameters["idle"], first["idle"])


def test_a_step_that_cannot_be_recorded_is_taken_without(monkeypatch):
    def refusing(*arguments):
        raise RuntimeError("operation not permitted when stream is capturing")

    monkeypatch.setattr(run, "Recorded", refusing)
    batches, optimiser = full_batch(*data()), Adam(Stairs(0.1, 0.5, 3))
    found = train(perceptron, start(), batches, steps=9, optimiser=optimiser, graphs="try")
    monkeypatch.undo()
    assert_same(found.parameters, train(perceptron, start(), batches, steps=9, optimiser=optimiser).parameters)
