"""The metrics of a user's module on the user's loaders, as a table with errors."""

import math

import pytest
from late import late

with late():
    import torch
    from torch import nn

    from layerproof.networks import metrics
    from layerproof.networks.metrics.report import report


def small():
    """A network of a user."""

    class Small(nn.Module):
        """A residual network of a user."""

        def __init__(self):
            super().__init__()
            self.first = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.BatchNorm2d(6), nn.ReLU())
            self.second = nn.Sequential(nn.Conv2d(6, 6, 3, padding=1), nn.BatchNorm2d(6))
            self.drop, self.fc = nn.Dropout(0.5), nn.Linear(6, 3)

        def forward(self, x):
            h = self.first(x)
            return self.fc(self.drop(torch.relu(h + self.second(h)).mean((2, 3))))

    return Small()


@pytest.fixture
def there():
    torch.manual_seed(0)
    torch.set_num_threads(1)  # many small products, which threads only hold up
    net, labels = small(), torch.arange(240) % 3
    x = torch.randn(240, 1, 8, 8) + labels[:, None, None, None]
    net(x)  # batch normalisation has statistics
    return net, x, labels


def loader(x, labels, size, *more):
    return [(a, b, *more) for a, b in zip(x.split(size), labels.split(size), strict=True)]


def test_it_says_what_the_metrics_say_and_leaves_the_module_alone(there):
    net, x, labels = there
    before = {name: value.clone() for name, value in net.state_dict().items()}
    found = report(net, "fc", loader(x, labels, 24, "index"), loader(x[:60], labels[:60], 20), classes=3)
    assert net.training
    assert all(torch.equal(before[name], value) for name, value in net.state_dict().items())
    moments, classes = metrics.gather(metrics.features_of(net, "fc"), [(x, labels)], classes=3)
    assert found.values["richness kappa"][0] == pytest.approx(float(metrics.richness(moments)), rel=1e-6)
    assert found.values["NC1"][0] == pytest.approx(float(metrics.nc1(classes)), rel=1e-6)
    with metrics.hooks.evaluating(net):
        right = (net(x).argmax(1) == labels).double().mean()
    assert found.values["accuracy"][0] == pytest.approx(float(right))
    assert "NC3" in found.values
    assert all(len(values) == 2 for values in found.values.values())
    assert "train" in str(found)
    assert "+-" in str(found)


def test_batches_of_any_shape_are_read(there):
    net, x, labels = there
    named = [{"image": a, "label": b} for a, b in loader(x, labels, 60)]
    found = report(net, net.fc, named, classes=3, batch=lambda item: (item["image"], item["label"]), device="cpu")
    assert found.values == report(net, "fc", loader(x, labels, 60), classes=3).values


def test_errors_are_those_of_the_samples(there):
    net, x, labels = there
    torch.manual_seed(1)
    ends = []
    for _ in range(12):
        more = torch.randn(240, 1, 8, 8) + labels[:, None, None, None]
        ends.append(report(net, "fc", loader(more, labels, 30), classes=3))
    for name in ("accuracy", "richness kappa"):
        seen = torch.tensor([one.values[name][0] for one in ends]).std()
        said = torch.tensor([one.errors[name][0] for one in ends]).square().mean().sqrt()
        assert 0.5 < float(said / seen) < 2, name
    assert math.isnan(report(net, "fc", loader(x, labels, 240), classes=3).errors["accuracy"][0])


def test_what_cannot_be_measured_is_said(there):
    net, x, labels = there
    with pytest.raises(ValueError, match="no batch"):
        report(net, "fc", [], classes=3)
    with pytest.raises(ValueError, match="no layer 'head'"):
        report(net, "head", loader(x, labels, 60), classes=3)
