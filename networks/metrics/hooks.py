"""Last-layer features of any torch module, and one pass over batches that gathers what the metrics need."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping

import torch
from torch import Tensor, nn
from torch.func import vmap

from .collapse import ClassMoments
from .moments import Moments

Forward = Callable[[Tensor], tuple[Tensor, Tensor]]
"""From inputs to features (..., n, p) and outputs (..., n, C)."""


def features_of(module: nn.Module, layer: str | nn.Module, select: Callable[[Tensor], Tensor] | None = None) -> Forward:
    """A function from inputs to the features that enter a layer, and the module's output.

    The features of the sources are those that enter the last layer: the post-activations of the one before it.

    Args:
        module: any torch module.  It is measured as it is evaluated, whatever mode it is in, and left in that mode:
            batch normalisation takes the statistics that it has, and keeps them, and dropout drops nothing.
        layer: the last layer, as a module or by its name in `module`.
        select: applied to what enters the layer, for instance to choose a token; by default all axes but the first,
            the samples, are flattened.

    Raises:
        ValueError: if there is no such layer, or (when called) if it was not used exactly once.

    >>> net = nn.Sequential(nn.Linear(2, 5), nn.ReLU(), nn.Linear(5, 3))
    >>> features, output = features_of(net, "2")(torch.ones(4, 2))
    >>> features.shape, output.shape
    (torch.Size([4, 5]), torch.Size([4, 3]))
    """
    if isinstance(layer, str):
        known = dict(module.named_modules())
        if layer not in known:
            raise ValueError(f"the module has no layer {layer!r}; it has {', '.join(filter(None, known))}")
        target = known[layer]
    else:
        target = layer
        if all(target is not part for part in module.modules()):
            raise ValueError("the layer is not a part of the module")

    def forward(x: Tensor) -> tuple[Tensor, Tensor]:
        seen: list[Tensor] = []
        handle = target.register_forward_pre_hook(lambda _, inputs: seen.append(inputs[0]))
        try:
            with evaluating(module):
                output = module(x)
        finally:
            handle.remove()
        if len(seen) != 1:
            raise ValueError(f"the layer was used {len(seen)} times in one pass; expected once")
        return (select(seen[0]) if select else seen[0].flatten(1)), output

    return forward


@contextlib.contextmanager
def evaluating(module: nn.Module) -> Iterator[None]:
    """The module in evaluation mode; afterwards every part of it is in the mode that it was in."""
    modes = [(part, part.training) for part in module.modules()]
    try:
        module.eval()
        yield
    finally:
        for part, mode in modes:
            part.training = mode


def gather(
    forward: Forward,
    batches: Iterable[tuple[Tensor, Tensor]],
    classes: int | None = None,
    *,
    device: torch.device | str | None = None,
) -> tuple[Moments, ClassMoments | None]:
    """One pass over batches, without gradients: the moments of features, output and target, and those of classes.

    Args:
        forward: as of `features_of`; or a function of your own, with a leading axis of networks if you like.
        batches: inputs, and targets (..., n, C) or whole-number labels (..., n), which become one-hot targets.
        classes: C for labels; for one-hot targets leave it out and give labels instead if class moments are wanted.
        device: where batches are moved to first, such as that of the module; by default they stay where they are.

    Returns:
        Moments named ``features``, ``output`` and ``target``; class moments if labels were given, else None.
    """
    moments, by_class = Moments(), None if classes is None else ClassMoments(classes)
    with torch.no_grad():
        for x, y in batches:
            if device is not None:
                x, y = x.to(device), y.to(device)
            features, output = forward(x)
            if by_class is not None and classes is not None:
                by_class.add(features, y)
                y = nn.functional.one_hot(y.long(), classes)
            moments.add(features=features, output=output, target=y)
    return moments, by_class


def of_networks(
    outputs_and_features: Callable[..., tuple[Tensor, Tensor]], parameters: Mapping[str, Tensor]
) -> Forward:
    """A function from inputs shared by many networks to their features (networks, n, p) and outputs (networks, n, C).

    Args:
        outputs_and_features: of one network: parameters and inputs (n, ...) in, outputs (n, C) and features (n, p) out,
            as the models of `layerproof.networks.models` have it.
        parameters: by name, each with a leading axis of networks.
    """
    many = vmap(outputs_and_features, in_dims=(0, None))

    def forward(x: Tensor) -> tuple[Tensor, Tensor]:
        output, features = many(dict(parameters), x)
        return features, output

    return forward
