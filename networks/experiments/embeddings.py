"""Do smaller embeddings shorten the time that a transformer takes to grok?  Position paper, appendix G.3.

"Decreasing the variance of token embeddings in a single-layer transformer (accounting for less than 6 % of all
parameters) significantly reduces the time required to achieve grokking" (Kunin et al. 2024).  It is an observation: no
claim is about transformers.  What stands behind it is that a lighter first layer moves more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from layerproof.language.sources import position_paper

from ..harness.expecting import Expected, Expecting
from ..harness.grid import Grid
from ..harness.protocol import Config, Experiment
from ..harness.types import Operation, Session, Tensor, Transformer
from .grokking import first, records

REPORTED = position_paper("Section G.3", None)


@dataclass(frozen=True)
class Embeddings(Config):
    """Transformers of one layer on a table of modular arithmetic.

    Attributes:
        operation: of the table.
        modulus: p.
        share: of the pairs, to train on.
        width: of the transformer.
        heads: of its attention.
        scales: of the embeddings' deviation at the start, of tokens and places; the first is 1, the others are
            smaller.
        rate: of AdamW with betas (0.9, 0.98), reached after ten steps.
        decay: decoupled weight decay.
        steps: of training on all pairs of the share at once.
        generalised: test accuracy from which on a network counts as generalising.
    """

    operation: Operation
    modulus: int
    share: float
    width: int
    heads: int
    scales: tuple[float, ...]
    rate: float
    decay: float
    steps: int
    generalised: float = 0.9


def model_of(config: Embeddings) -> Transformer:
    """The network of a configuration."""
    from ..models.transformer import Transformer

    p = config.modulus
    return Transformer(vocabulary=p + 2, length=4, outputs=p, width=config.width, layers=1, heads=config.heads)


def predict(config: Embeddings) -> Expected:
    """The order of the times, and their quotient."""
    times = (
        f"log10 of the steps until the test accuracy is {config.generalised:g}, at the scale 1 over the scale "
        f"{config.scales[-1]:g}"
    )
    expect = Expecting(0.01, relation="at least")
    expect.seen(
        "time saved by the smallest embeddings",
        f"smaller embeddings reduce 'the time required to achieve grokking': {times}",
        0.0,
        REPORTED,
        tolerance=0.02,
    )
    expect.seen(
        "time saved by the smallest embeddings",
        f"'significantly': by a factor of two; {times}",
        float(np.log10(2)),
        REPORTED,
    )
    expect.seen(
        "test accuracy of the smallest embeddings",
        f"and grokking is achieved: test accuracy at the end, at the scale {config.scales[-1]:g}",
        config.generalised,
        REPORTED,
    )
    expect.seen(
        "gap at the scale 1",
        "what makes it grokking: training minus test accuracy when the training pairs are first fitted, at the "
        "scale 1; at least a half",
        0.5,
        REPORTED,
    )
    return expect.found


def measure(config: Embeddings, session: Session) -> dict[str, Any]:
    """All scales side by side, from the same draws on the same pairs; pairs and weights are those of the seed."""
    import torch
    from torch.func import vmap

    from ..data.modular import modular_table
    from ..data.targets import one_hot
    from ..training import AdamW, full_batch, mean_square, train

    model, groups = model_of(config), len(config.scales)
    grid = Grid(config.seeds, groups)
    table = modular_table(config.modulus, config.operation)
    parts = [table.split(config.share, one) for one in session.streams(config.seeds, "pairs").each]
    (x, y), (x_test, y_test) = (
        tuple(
            grid.of_seeds(torch.stack(column)).to(session.device)
            for column in zip(*(part.tokens() for part in side), strict=True)
        )
        for side in zip(*parts, strict=True)
    )
    drawn = model.init(config.seeds, session.streams(config.seeds, "weights"), session.dtype)
    start = {key: grid.of_seeds(value).to(session.device) for key, value in drawn.items()}
    factors = grid.of_cells(torch.tensor(config.scales, dtype=session.dtype, device=session.device))
    start |= {key: factors[:, None, None] * start[key] for key in ("tokens", "positions")}
    outputs = vmap(model)

    def look(parameters: dict[str, Tensor]) -> dict[str, Tensor]:
        return {
            "train": (outputs(parameters, x).argmax(-1) == y).double().mean(1),
            "test": (outputs(parameters, x_test).argmax(-1) == y_test).double().mean(1),
        }

    training = train(
        model,
        start,
        full_batch(x, one_hot(y, config.modulus, session.dtype)),
        steps=config.steps,
        optimiser=AdamW(lambda step: config.rate * min(1.0, (step + 1) / 10), (0.9, 0.98), weight_decay=config.decay),
        loss=mean_square,
        observe=look,
        at=records(config.steps),
        session=session,
        name="embeddings",
    )
    at = np.array(training.steps, dtype=float)
    seen = {name: value.numpy().reshape(len(at), -1, groups) for name, value in training.observed.items()}
    fit, grokked = (np.maximum(first(at, seen[part] >= config.generalised), 1) for part in ("train", "test"))
    then = np.minimum(np.searchsorted(at, fit[:, 0]), len(at) - 1), np.arange(config.seeds)
    return {
        "time saved by the smallest embeddings": np.log10(grokked[:, 0] / grokked[:, -1]),
        "test accuracy of the smallest embeddings": seen["test"][-1, :, -1],
        "gap at the scale 1": (seen["train"][..., 0] - seen["test"][..., 0])[then],
        "steps that fit": fit,
        "steps that generalise": grokked,
        "accuracies": np.stack([seen["train"][-1], seen["test"][-1]], -1),
    }


EMBEDDINGS = Experiment(
    "grokking/embeddings",
    title="Smaller embeddings shorten the time that a transformer takes to grok",
    claims=(),
    sources=(REPORTED,),
    scales={
        "smoke": Embeddings(2, "addition", 7, 0.8, 16, 2, (1.0, 0.1), 0.01, 1.0, 200),
        "desk": Embeddings(8, "addition", 13, 0.8, 32, 2, (1.0, 0.1), 0.003, 0.3, 2500, 0.7),
        "paper": Embeddings(10, "addition", 97, 0.5, 128, 4, (1.0, 0.5, 0.1), 0.001, 1.0, 20_000),
    },
    predict=predict,
    measure=measure,
    note="The source rescales the embeddings of tokens; here those of places are rescaled with them, as they have the "
    "same variance in the transformer of the sources' code and drown smaller ones of tokens: with the tokens alone "
    "at a tenth, at the seed 0, transformers were far behind at the smallest of three rates and about even at the "
    "others. Layer norms take much of the scale out of the forward pass, and Adam moves small weights by as much as "
    "large ones. The desk has addition modulo 13 from four fifths of the pairs, and calls 0.7 generalising, of the "
    "34 pairs that are left for the test: modulus, rate, weight decay and that threshold were chosen at the seed 0 "
    "so that networks generalise at all within the minutes of the desk. There, in three seeds, the smaller "
    "embeddings saved a quarter of the time, with a large scatter. A network that has not generalised by the last "
    "step counts as doing so right after it. At the verdict's seeds one of eight never did, at either scale, and "
    "the others saved between -0.05 and 0.12 decades: these transformers do not show what the source reports, and "
    "whether those of its size do is open. The scale of the sources is a gap until a GPU has run it.",
    curves=("steps that fit", "steps that generalise", "accuracies"),
)
