"""The figures and tables of the sources that show trained networks: which experiments repeat each, and what is a gap.

A gap is what no record answers: a part that no experiment repeats, or the sources' own size, as long as nobody has run
it there.  What it needs is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Label = tuple[str, str]


@dataclass(frozen=True)
class Trained:
    """A figure or table that shows trained networks.

    Attributes:
        experiments: that repeat it; none if nothing does.
        needs: what its own size needs.
        missing: what of it no experiment repeats.
        like: the label of another source that shows the same.
    """

    experiments: tuple[str, ...]
    needs: str = "a GPU"
    missing: str = ""
    like: Label | None = None

    def __str__(self) -> str:
        shown = "it shows trained networks" + ("" if self.like is None else f", as {self.like[0]}, {self.like[1]}")
        named = (
            ", ".join(self.experiments[:-1]) + " and " * (len(self.experiments) > 1) + "".join(self.experiments[-1:])
        )
        repeated = f"repeated at a smaller size by {named}" if self.experiments else "no experiment repeats it"
        missing = f"; not repeated: {self.missing}" if self.missing else ""
        return f"{shown}; {repeated}{missing}; not done at full size, which needs {self.needs}"


MNIST, CIFAR = "a GPU and the files of MNIST", "a GPU and the files of CIFAR"
EITHER = "a GPU and the files of MNIST and CIFAR"

_EMERGENCE = ("emergence/time", "emergence/data", "emergence/width")
_LAWS = ("scaling/time", "scaling/data", "scaling/parameters-and-compute")
_EPOCHS = ("architecture/through-training",)
_RATES = ("conditions/learning-rate", "conditions/weight-decay")


def _thesis() -> dict[str, Trained]:
    return {
        "Table 2.1": Trained(("features/heaviside",)),
        "Table 2.2": Trained(("minimum-features/table",), EITHER),
        "Figure 2.2": Trained(("features/heaviside",)),
        "Figure 2.3": Trained(("richness/last-layer",), MNIST),
        "Figure 2.4": Trained(("minimum-features/classes",), CIFAR),
        "Figure 3.3": Trained(("saddle-to-saddle/diagonal",)),
        "Figure 3.4": Trained(("feedback/stages", "saddle-to-saddle/diagonal")),
        "Figure 3.5": Trained(("collapse/random-labels",), CIFAR),
        "Figure 3.6": Trained(("collapse/scalar-target",), MNIST),
        "Table 4.1": Trained(_LAWS),
        "Figure 4.2": Trained(_LAWS),
        "Figure 4.3": Trained(("scaling/parameters-and-compute",)),
        "Figure 5.1": Trained(_EMERGENCE),
        "Figure 5.2": Trained(_EMERGENCE),
        "Figure 6.3": Trained(("richness/target-downscaling",), MNIST),
        "Figure 6.4": Trained(("grokking/division",)),
        "Figure 6.5": Trained(("grokking/table",), MNIST),
        "Figure 7.1": Trained(("conditions/training-set-size",), CIFAR),
        "Figure 7.2": Trained(_RATES, CIFAR),
        "Figure 7.3": Trained(("conditions/batch-normalisation", "minimum-features/table"), CIFAR),
        "Figure 7.4": Trained(_EPOCHS, CIFAR),
        "Figure 7.5": Trained(_EPOCHS, CIFAR),
        "Figure 7.6": Trained(_EPOCHS, EITHER),
        "Figure 7.7": Trained((*_EPOCHS, "architecture/convolutions"), CIFAR),
        "Figure C.1": Trained(("scaling/slow-decay",)),
        "Figure C.2": Trained(("emergence/three-neurons",)),
        "Figure C.3": Trained(_EPOCHS, CIFAR),
    }


def _position_paper() -> dict[str, Trained]:
    return {
        "Figure 3": Trained(("saddle-to-saddle/diagonal",), like=("thesis", "Figure 3.3")),
        "Figure 4": Trained(_EMERGENCE, like=("thesis", "Figure 5.1")),
        "Figure 6": Trained(("layer-imbalance/square", "layer-imbalance/weight-to-target")),
        "Figure 8": Trained(("grokking/table",), MNIST, like=("thesis", "Figure 6.5")),
        "Figure 10": Trained(("layer-imbalance/funnels", "layer-imbalance/delay")),
        "Figure 11": Trained(("grokking/table",), MNIST, like=("thesis", "Figure 6.5")),
        "Section G.3": Trained(("grokking/embeddings",)),
    }


def _richness_paper() -> dict[str, Trained]:
    return {
        "Table 1": Trained(("minimum-features/table",), EITHER, like=("thesis", "Table 2.2")),
        "Figure 1": Trained(("richness/encoded-labels",), MNIST),
        "Figure 2": Trained(("richness/decay", "richness/target-downscaling", "richness/linear-networks"), MNIST),
        "Figure 3": Trained(("collapse/random-labels",), CIFAR),
        "Figure 4": Trained(("grokking/division",)),
        "Figure 5": Trained(("conditions/training-set-size",), CIFAR),
        "Figure 6": Trained(("conditions/batch-normalisation",), CIFAR),
        "Figure 7": Trained(_EPOCHS, CIFAR),
        "Figure 11": Trained(("features/heaviside",), like=("thesis", "Figure 2.2")),
        "Figure 12": Trained(("collapse/scalar-target",), MNIST),
        "Figure 13": Trained(("richness/last-layer",), MNIST, like=("thesis", "Figure 2.3")),
        "Figure 14": Trained(("conditions/weight-decay",), CIFAR),
        "Figure 15": Trained(("conditions/learning-rate",), CIFAR),
        "Figure 16": Trained(_EPOCHS, CIFAR),
        "Figure 17": Trained(("architecture/cross-entropy",), CIFAR),
    }


def _slides() -> dict[str, Trained]:
    return {
        "Saddle-to-Saddle Dynamics": Trained(("depth/transition",)),
        "Function Space: Quantization in ReLU Networks": Trained(("alternating/directions",)),
        "When Feature Learning Doesn't Happen": Trained(("single-neuron/rectified",)),
        "Putting it together": Trained(("modular-addition/frequencies",)),
    }


TRAINED: dict[Label, Trained] = {
    (document, label): found
    for document, figures in (
        ("thesis", _thesis()),
        ("position-paper", _position_paper()),
        ("richness-paper", _richness_paper()),
        ("kunin-slides", _slides()),
    )
    for label, found in figures.items()
}
"""By document and label."""


def with_trained(reasons: Mapping[Label, tuple[str, ...]]) -> dict[Label, tuple[str, ...]]:
    """What chapters say of labels, and after it what repeats their figures."""
    found = dict(reasons)
    for label, figure in TRAINED.items():
        found[label] = (*found.get(label, ()), str(figure))
    return found
