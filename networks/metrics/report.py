"""The metrics of one trained module on its own data, as a table with errors.

    print(report(net, "fc", train_loader, test_loader, classes=10))

The errors are those of the samples, by a jackknife over groups of batches: how far a number would move if other samples
had been drawn.  They say nothing of other starts; train several networks for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from .alignment import richness
from .collapse import ClassMoments, nc1, nc2, nc3
from .hooks import evaluating, features_of
from .moments import Moments
from .spectra import effective_dimension, eigenfunctions, quality, significant_dimension, utilisation

GROUPS = 8
"""Groups of batches of the jackknife; each batch is added to the sums of all groups but its own."""


@dataclass(frozen=True)
class Report:
    """What `report` found.

    Attributes:
        values: by the name of the metric, on the training and on the test samples, if there are any.
        errors: standard errors alike; NaN for a single batch.
    """

    values: Mapping[str, tuple[float, ...]]
    errors: Mapping[str, tuple[float, ...]]

    def __str__(self) -> str:
        """A row a metric."""
        width = max(map(len, self.values))
        columns = ("train", "test")[: len(next(iter(self.values.values())))]
        rows = [" " * width + "".join(f"  {name:>21}" for name in columns)]
        for name, found in self.values.items():
            shown = (f"{value:.4g} +- {error:.1g}" for value, error in zip(found, self.errors[name], strict=True))
            rows.append(f"{name:{width}}" + "".join(f"  {text:>21}" for text in shown))
        return "\n".join(rows)


def report(
    module: nn.Module,
    layer: str | nn.Module,
    train: Iterable[Sequence[Any]],
    test: Iterable[Sequence[Any]] | None = None,
    *,
    classes: int,
    device: torch.device | str | None = None,
    batch: Callable[[Any], tuple[Any, Tensor]] | None = None,
) -> Report:
    """Accuracy, richness, dimensions and neural collapse of the features that enter a layer.

    Args:
        module: measured as it is evaluated, and left in the mode that it is in.
        layer: the last layer, as a module or by its name.
        train: batches whose first two entries are inputs and whole-number labels, such as those of a data loader.
        test: batches alike.
        classes: C.
        device: where inputs are moved to; by default that of the module's parameters.
        batch: from what the loader gives to inputs and labels, where these are not its first two entries.

    Raises:
        ValueError: if a loader is empty, a layer is not there or a class has no sample.
    """
    where = torch.device(device) if device is not None else next((p.device for p in module.parameters()), None)
    forward = features_of(module, layer)
    last = layer if isinstance(layer, nn.Module) else dict(module.named_modules())[layer]
    values: dict[str, tuple[float, ...]] = {}
    errors: dict[str, tuple[float, ...]] = {}
    for loader in (train,) if test is None else (train, test):
        sums = [_Sums(classes) for _ in range(GROUPS + 1)]
        count = 0
        with torch.no_grad(), evaluating(module):
            for x, labels in _read(loader, batch, where):
                features, output = forward(x)
                for group, one in enumerate(sums):
                    if group == GROUPS or group != count % GROUPS:
                        one.add(features, output, labels)
                count += 1
        if not count:
            raise ValueError("a loader gives no batch")
        whole = sums[GROUPS].read(last)
        groups = min(count, GROUPS)
        left = [one.read(last) for one in sums[:groups]] if count > 1 else []
        for name, value in whole.items():
            values[name] = (*values.get(name, ()), value)
            errors[name] = (*errors.get(name, ()), _error([one[name] for one in left]))
    return Report(values, errors)


def _read(
    loader: Iterable[Any], batch: Callable[[Any], tuple[Any, Tensor]] | None, device: torch.device | None
) -> Iterator[tuple[Any, Tensor]]:
    for item in loader:
        x, labels = batch(item) if batch is not None else (item[0], item[1])
        yield (x.to(device), labels.to(device).long()) if device is not None else (x, labels.long())


class _Sums:
    """What the metrics need, summed over batches."""

    def __init__(self, classes: int) -> None:
        self.classes, self.right, self.seen = classes, 0, 0
        self.moments, self.by_class = Moments(), ClassMoments(classes)

    def add(self, features: Tensor, output: Tensor, labels: Tensor) -> None:
        target = nn.functional.one_hot(labels, self.classes)
        self.moments.add(features=features, output=output, target=target)
        self.by_class.add(features, labels)
        self.right += int((output.argmax(-1) == labels).sum())
        self.seen += len(labels)

    def read(self, last: nn.Module) -> dict[str, float]:
        e = eigenfunctions(self.moments)
        found: dict[str, Any] = {
            "accuracy": self.right / self.seen,
            "richness kappa": richness(self.moments),
            "dimension of the features": significant_dimension(e.intensities),
            "effective dimension": effective_dimension(e.intensities),
            "features that are used": utilisation(e, self.moments).effective_dimension,
            "features that are useful": quality(e, self.moments).effective_dimension,
            "NC1": nc1(self.by_class),
            "NC2": nc2(self.by_class),
        }
        if isinstance(last, nn.Linear) and last.out_features == self.classes:
            found["NC3"] = nc3(self.by_class, last.weight.detach().to(self.by_class.means))
        return {name: float(value) for name, value in found.items()}


def _error(left: Sequence[float]) -> float:
    """The jackknife's standard error, from the values without each of the groups."""
    if len(left) < 2:
        return float("nan")
    mean = sum(left) / len(left)
    squares = sum((value - mean) ** 2 for value in left)
    return float((squares * (len(left) - 1) / len(left)) ** 0.5)
