"""Rank and collapse of trained linear networks and of unconstrained features, and what training conserves.

Thesis 3.5.2: balanced layers that fit the labels have rank c, and features of one class coincide; with white inputs the
class features are orthogonal.  Everything rests on the conservation of ``W_1^T W_1 - W_2 W_2^T`` (A.29), which gradient
descent keeps up to its learning rate; weight decay (appendix D) makes layers balanced from any start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from layerproof.language.sources import kunin_slides, position_paper, thesis

from ..harness import stated
from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting, at_least, at_most
from ..harness.protocol import Config, Experiment, ids
from ..harness.types import Session, Tensor
from . import identities

NC = "neural-collapse"

# --- What is conserved ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Descents(Config):
    """The same networks trained with ever smaller steps, for the same time.

    Attributes:
        inputs: d.
        hidden: p.
        outputs: c.
        samples: n; inputs are correlated and labels noisy.
        rates: learning rates, falling; each divides `last`.
        last: the time, in units in which the learning rate is one.
    """

    inputs: int
    hidden: int
    outputs: int
    samples: int
    rates: tuple[float, ...]
    last: float


KEPT = {
    "linear-networks/conservation": ("W_1", "W_2"),
    "layer-imbalance/condition-is-kept": ("W_1", "W_2"),
    "symmetry/conserved-difference-mean-square": ("A", "W"),
}
RATES = {"linear-networks/layers-share-a-gradient": ("W_1", "W_2"), "symmetry/conserved-difference": ("A", "W")}
"""The letters of both layers, in claims on a difference of their products and in those on its rate."""


def _predict_conserved(config: Descents) -> Expected:
    expect = Expecting()
    expect(
        "exponent of the drift",
        "(A.29): gradient flow conserves W_1^T W_1 - W_2 W_2^T. A step of gradient descent changes it by h^2 "
        "(G_1^T G_1 - G_2 G_2^T) exactly, since the terms of order h cancel, so that in a given time it drifts by "
        "order h: the slope of the logarithm of the drift between the two smallest rates is 1, up to order h",
        {("linear-networks/conservation", "linear-networks/layers-share-a-gradient"): 1.0},
        0.03,
    )
    expect(
        "drift",
        "the drift at the smallest rate, over how much W_1^T W_1 itself changes: at most 0.01",
        {"linear-networks/conservation": at_most(0.0)},
        0.01,
        over="every seed",
    )
    expect(
        "change of the sum",
        "a control: W_1^T W_1 + W_2 W_2^T is not conserved; its change over that of W_1^T W_1 is near 2, as both "
        "parts change alike",
        {claim: 1 + other for claim, other in (identities.growths(KEPT) | identities.growths_by_rates(RATES)).items()},
        0.05,
    )
    return expect.found


def _measure_conserved(config: Descents, session: Session) -> dict[str, Any]:
    import torch

    from ..models import two_layer_linear
    from ..streams import normal

    seeds, d, p, c, n = config.seeds, config.inputs, config.hidden, config.outputs, config.samples
    stream = session.streams(seeds, "data")

    def drawn(*shape: int) -> Tensor:
        return normal(stream, seeds, *shape)

    x = drawn(n, d) @ (torch.eye(d, dtype=torch.float64) + 0.4 * drawn(d, d)) / d**0.5
    y = x @ drawn(d, c) + 0.3 * drawn(n, c)
    start = {"W_1": drawn(d, p) / p**0.5, "W_2": drawn(p, c) / p**0.5}

    def grams(now: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        return now["W_1"].mT @ now["W_1"], now["W_2"] @ now["W_2"].mT

    before = grams(start)
    drifts, first, both = [], torch.empty(0), torch.empty(0)
    for rate in config.rates:
        run = descend(session, f"rate-{rate:g}", two_layer_linear, start, (x, y), rate, steps=round(config.last / rate))
        after = grams({key: value.cpu() for key, value in run.parameters.items()})
        first, last = (now - then for now, then in zip(after, before, strict=True))
        drifts.append(torch.linalg.matrix_norm(first - last))
        both = torch.linalg.matrix_norm(first + last)
    drift, moved = torch.stack(drifts, 1).numpy(), torch.linalg.matrix_norm(first).numpy()
    slope = np.log(drift[:, -2] / drift[:, -1]) / np.log(config.rates[-2] / config.rates[-1])
    return {
        "exponent of the drift": slope,
        "drift": drift[:, -1] / moved,
        "change of the sum": both.numpy() / moved,
        "drifts": drift,
    }


CONSERVED = Experiment(
    "low-rank/conservation",
    title="The balance of layers drifts with the learning rate, and no more",
    claims=(*KEPT, *RATES),
    sources=(thesis("A.29"), position_paper("48"), kunin_slides("Linear networks")),
    scales={
        "smoke": Descents(6, 5, 6, 3, 12, (0.02, 0.01, 0.005), 6.0),
        "desk": Descents(24, 8, 10, 3, 20, (0.04, 0.02, 0.01, 0.005), 20.0),
        "paper": Descents(64, 50, 100, 10, 200, (0.04, 0.02, 0.01, 0.005, 0.0025), 50.0),
    },
    predict=_predict_conserved,
    measure=_measure_conserved,
    curves=("drifts",),
    note="Correlated inputs, noisy labels, layers that are neither small nor balanced: the law needs none of it.",
)

# --- Rank and collapse of linear networks ---------------------------------------------------------------------


@dataclass(frozen=True)
class Ranks(Config):
    """Two-layer linear networks that fit one-hot labels.

    Attributes:
        classes: c.
        each: samples of each class.
        inputs: d, at least the number of samples, for the correlated inputs; white ones have as many as samples.
        hidden: p.
        scales: standard deviations of the entries of the start: a small and a large one.
        rates: learning rates for the small and for the large start, over the largest second moment of the inputs: far
            from balance a step of gradient descent moves D by its square, and so the second is smaller.
        steps: of training, until networks from the small start fit; the bounds hold at any time.
    """

    classes: int
    each: int
    inputs: int
    hidden: int
    scales: tuple[float, float]
    rates: tuple[float, float]
    steps: int


def _predict_ranks(config: Ranks) -> Expected:
    expect = Expecting(0.01)
    for name in ("white", "correlated"):
        _expect_of_inputs(name, config.classes, expect)
    _expect_of_class_features(config.classes, expect)
    return expect.found


def _expect_of_inputs(name: str, c: int, expect: Expecting) -> None:
    expect(
        f"{name}: next singular value",
        "W_1^T W_1 = W_2 W_2^T + D with W_2 W_2^T of rank c and D conserved: the (c+1)-th squared singular "
        "value of W_1 is at most the largest eigenvalue of D(0), by Weyl; over it, for both starts",
        {"linear-networks/conservation": at_most(np.ones(2))},
        over="every seed",
    )
    expect(
        f"{name}: next singular value, from below",
        "and at least the (c+1)-th eigenvalue of D(0): a large start keeps its rank",
        {"linear-networks/conservation": at_least(np.ones(2))},
        over="every seed",
    )
    expect(
        f"{name}: rank of the features",
        "singular values of X W_1 above a hundredth of the largest, from a small start, whose part outside of "
        "the range of W_2 is a tenth of that at most: c, as of the labels",
        {(f"{NC}/first-layer-has-rank-c", f"{NC}/last-layer-has-rank-c"): float(c)},
        1e-9,
        over="every seed",
    )
    expect(
        f"{name}: NC1",
        "Tr(Sigma_W Sigma_b^+) from a small start: features of one class coincide, up to the start",
        {f"{NC}/nc1": stated.value(f"{NC}/nc1", "rhs")},
        1e-3,
    )
    expect(
        f"{name}: products of class features",
        "W_2^+ (W_2^+)^T, their products, times W_2^T W_2 is the identity: largest deviation",
        {
            claim: apart
            for claim, apart in identities.products_of_class_features(c).items()
            if name == "white" or claim != f"{NC}/linear-network-orthogonal-features"
        },
        1e-2,
    )


def _expect_of_class_features(c: int, expect: Expecting) -> None:
    expect(
        "white: last layer",
        "W_2^T W_2 sqrt(c) for inputs with E[x x^T] = I and balanced classes: (W_2^T W_2)^2 = E[y y^T] = I/c",
        {
            f"{NC}/linear-network-white-inputs": np.sqrt(
                c * stated.matrix(f"{NC}/linear-network-white-inputs", "rhs", Y=np.eye(c) / np.sqrt(c))
            ).ravel()
        },
    )
    expect(
        "white: largest cosine",
        "the largest cosine between features of two classes: orthogonal for white inputs",
        {(f"{NC}/linear-network-white-inputs", f"{NC}/linear-network-orthogonal-features"): 0.0},
    )
    expect(
        "correlated: cosines",
        "the largest deviation of cosines between class features from those of (Y^T (X X^T)^-1 Y)^(-1/2): from a "
        "small start W_1 W_2 is the least-norm fit W, and (W_2^T W_2)^2 = W^T W",
        {(f"{NC}/linear-network-class-products", f"{NC}/first-layer-has-rank-c"): 0.0},
        0.02,
    )
    expect(
        "correlated: largest cosine",
        "so that class features are not orthogonal: the c orthogonal directions of Section 3.5.2 are those of "
        "white inputs, which 3.5.1 assumes, and are refuted for others (claim linear-network-general-inputs)",
        {f"{NC}/linear-network-class-products": at_least(0.1)},
        0.02,
    )
    expect(
        "white: richness",
        "1 - CKA with the MP-operator, of the features from a small start: 0, as their operator is a multiple of "
        "the projection onto the learned functions",
        {(f"{NC}/linear-network-orthogonal-features", f"{NC}/mp-kernel"): at_most(0.0)},
        1e-3,
    )
    expect(
        "white: richness",
        "of the MP-operator, which centred is a multiple of the projection onto the centred labels",
        {f"{NC}/centred-mp": identities.richness_of_the_mp_operator(c)},
        1e-3,
    )


def _measure_ranks(config: Ranks, session: Session) -> dict[str, Any]:
    import torch

    from ..data.whitened import whitened
    from ..metrics import ClassMoments, moments_of, nc1, richness
    from ..models import two_layer_linear
    from ..streams import normal

    c, n, p, seeds = config.classes, config.classes * config.each, config.hidden, config.seeds
    labels = torch.arange(c).repeat_interleave(config.each)
    y = torch.nn.functional.one_hot(labels, c).double().expand(seeds, n, c)
    found: dict[str, Any] = {}
    for name in ("white", "correlated"):
        stream = session.streams(seeds, "data", name)
        if name == "white":
            x = whitened(seeds, n, n, stream)
        else:
            x = normal(stream, seeds, n, config.inputs)
            # a direction that all share, and one along which classes differ
            common = normal(stream, seeds, 1, config.inputs)
            other = normal(stream, seeds, 1, config.inputs)
            x = x + 0.5 * common + (labels.double() / c)[:, None] * other
        draw = session.streams(seeds, "start", name)
        shapes = {"W_1": (x.shape[-1], p), "W_2": (p, c)}
        unit = {k: normal(draw, seeds, *s) for k, s in shapes.items()}
        start = {key: torch.cat([scale * value for scale in config.scales]) for key, value in unit.items()}
        largest = torch.linalg.eigvalsh(x @ x.mT / n).amax(-1).repeat(2)  # of each network
        rates = torch.tensor(config.rates, dtype=torch.float64).repeat_interleave(seeds) / largest
        run = descend(
            session, name, two_layer_linear, start, (torch.cat([x, x]), torch.cat([y, y])), rates, steps=config.steps
        )
        end = {key: value.cpu() for key, value in run.parameters.items()}
        D = torch.linalg.eigvalsh(start["W_1"].mT @ start["W_1"] - start["W_2"] @ start["W_2"].mT).flip(-1)
        following = torch.linalg.svdvals(end["W_1"])[:, c].square()
        found[f"{name}: next singular value"] = (following / D[:, 0]).reshape(2, seeds).T.numpy()
        found[f"{name}: next singular value, from below"] = (following / D[:, c]).reshape(2, seeds).T.numpy()
        features = torch.cat([x, x]) @ end["W_1"]
        values = torch.linalg.svdvals(features[:seeds])
        found[f"{name}: rank of the features"] = (values > 0.01 * values[:, :1]).sum(-1).double().numpy()
        classes = ClassMoments(c)
        classes.add(features, labels)
        both = nc1(classes)
        found[f"{name}: NC1"] = both[:seeds].numpy()
        found[f"{name}: NC1 from a large start"] = both[seeds:].numpy()
        means, W_2 = classes.means[:seeds], end["W_2"][:seeds]
        products = means @ means.mT @ (W_2.mT @ W_2) - torch.eye(c, dtype=torch.float64)
        found[f"{name}: products of class features"] = products.abs().amax((-1, -2)).numpy()
        cosines = _cosines(means @ means.mT)
        off = cosines - torch.eye(c, dtype=torch.float64)
        found[f"{name}: largest cosine"] = off.abs().amax((-1, -2)).numpy()
        if name == "white":
            found["white: last layer"] = (W_2.mT @ W_2 * c**0.5).flatten(1).numpy()
            outputs = features[:seeds] @ W_2
            found["white: richness"] = richness(moments_of(features=features[:seeds], output=outputs)).numpy()
        else:
            inner = y.mT @ torch.linalg.solve(x @ x.mT, y)
            spectrum, vectors = torch.linalg.eigh(inner)
            foreseen = vectors * spectrum[:, None, :] ** -0.5 @ vectors.mT
            found["correlated: cosines"] = (cosines - _cosines(foreseen)).abs().amax((-1, -2)).numpy()
    return found


def _cosines(products: Tensor) -> Tensor:
    """Inner products over lengths; shape (..., c, c)."""
    lengths = products.diagonal(dim1=-2, dim2=-1).sqrt()
    return products / (lengths[..., None] * lengths[..., None, :])


LINEAR = Experiment(
    "low-rank/linear-networks",
    title="Linear networks from small starts have rank c and collapse",
    claims=ids(
        "linear-networks/ conservation neural-collapse/ first-layer-has-rank-c last-layer-has-rank-c "
        "linear-network-features nc1 linear-network-class-products linear-network-feature-products "
        "linear-network-white-inputs linear-network-orthogonal-features mp-kernel centred-mp"
    ),
    sources=(thesis("3.16"), position_paper("13"), thesis("Section 3.5.2")),
    scales={
        "smoke": Ranks(4, 3, 3, 20, 12, (3e-4, 0.3), (0.2, 0.002), 3000),
        "desk": Ranks(16, 4, 4, 40, 24, (1e-4, 0.3), (0.2, 0.001), 10000),
        "paper": Ranks(32, 10, 50, 784, 512, (1e-5, 0.1), (0.2, 0.001), 80000),
    },
    predict=_predict_ranks,
    measure=_measure_ranks,
    curves=("white: NC1 from a large start", "correlated: NC1 from a large start"),
    note="The thesis calls its derivation informal: 'approximately balanced'. Weyl's inequality turns the conservation "
    "law into bounds that hold at any start.",
)

# --- Unconstrained features -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unconstrained(Config):
    """Unconstrained features with weight decay, from random starts.

    Attributes:
        classes: C.
        each: samples of each class.
        width: p.
        scale: standard deviation of the entries at the start, not small.
        rate: learning rate.
        decay: lambda, of the features and the last layer; below 1/sqrt(n C), where the fit would vanish.
        steps: of training: what weight decay removes is exp(-rate decay steps) of what it was.
    """

    classes: int
    each: int
    width: int
    scale: float
    rate: float
    decay: float
    steps: int


def _predict_unconstrained(config: Unconstrained) -> Expected:
    C = config.classes
    zero = f"up to exp(-{config.rate * config.decay * config.steps:.0f}), what weight decay has left of the start"
    expect = Expecting(1e-4)
    for name in ("bias", "no bias"):
        expect.beyond(
            f"{name}: NC1",
            f"features of one class coincide, Tr(Sigma_W Sigma_b^+) = 0; {zero}",
            {(f"{NC}/nc1", f"{NC}/features-of-a-class-coincide"): at_most(0.0)},
            1e-6,
            over="every seed",
        )
        expect.beyond(
            f"{name}: NC2",
            "cosines of centred class means against (C delta_ij - 1)/(C - 1), root mean square",
            {(f"{NC}/nc2", f"{NC}/nc2-normalised", f"{NC}/simplex-angles"): at_most(0.0)},
            over="every seed",
        )
        expect.beyond(
            f"{name}: NC4",
            "the share of samples whose largest output is not that of the nearest class mean",
            {f"{NC}/nc4": at_most(0.0)},
            1e-9,
            over="every seed",
        )
        expect.beyond(
            f"{name}: richness",
            "1 - CKA with the MP-operator: the features are those of an MP-operator",
            {(f"{NC}/mp-kernel", f"{NC}/centred-mp", f"{NC}/features-of-a-class-coincide"): at_most(0.0)},
            1e-6,
            over="every seed",
        )
    expect.beyond(
        "bias: NC3",
        "with the bias of (D.1) at its best value 1/C: |w_i/|w_i| - (mu_i - mu_g)/|mu_i - mu_g||, root mean square",
        {(f"{NC}/nc3", f"{NC}/last-layer-of-centred-means"): at_most(0.0)},
        over="every seed",
    )
    expect.beyond(
        "no bias: NC3",
        "without one each weight has a part along the global mean: w_i is parallel to mu_i, which makes the cosine "
        "sqrt(1 - 1/C) with the centred mean; NC1 and NC2 do not imply NC3 for every last layer (claim "
        "nc3-of-any-last-layer, which is refuted)",
        {f"{NC}/last-layer-without-a-bias-is-not-dual": float(np.sqrt(2 - 2 * np.sqrt(1 - 1 / C)))},
        1e-3,
    )
    expect.beyond(
        "global mean",
        "the cosine of the global mean of the features with their centred class means, largest, without a bias",
        {f"{NC}/global-mean-orthogonal": at_most(0.0)},
        over="every seed",
    )
    expect.beyond(
        "ranks",
        "singular values of the features above 1e-4 of the largest: C - 1 with the bias, whose target has that "
        "rank, C without",
        {(f"{NC}/first-layer-has-rank-c", f"{NC}/centred-projection-rank"): [float(C - 1), float(C)]},
        1e-9,
        over="every seed",
    )
    return expect.found


def _measure_unconstrained(config: Unconstrained, session: Session) -> dict[str, Any]:
    import torch

    from ..metrics import ClassMoments, moments_of, nc1, nc2, nc3, nc4, richness
    from ..models.layered import UnconstrainedFeatures

    C, n, seeds = config.classes, config.classes * config.each, config.seeds
    model = UnconstrainedFeatures(points=n, width=config.width, outputs=C, scale=config.scale * config.width**0.5)
    labels = torch.arange(C).repeat_interleave(config.each)
    one_hot = torch.nn.functional.one_hot(labels, C).double()
    # The best bias for balanced classes is 1/C, with weight decay on the rest only: it is taken off the targets.
    targets = torch.stack([one_hot - 1 / C, one_hot]).repeat_interleave(seeds, 0).to(session.device)
    drawn = model.init(seeds, session.streams(seeds, "start"), torch.float64)
    start = {key: torch.cat([value, value]).to(session.device) for key, value in drawn.items()}
    data = (torch.arange(n, device=session.device).expand(2 * seeds, n), targets)
    run = descend(
        session, "unconstrained", model, start, data, config.rate, steps=config.steps, weight_decay=config.decay
    )
    found: dict[str, Any] = {}
    ranks = []
    for name, part in (("bias", slice(0, seeds)), ("no bias", slice(seeds, None))):
        H, W = (run.parameters[key][part].cpu() for key in ("H", "last.weight"))
        outputs = H @ W.mT + (1 / C if name == "bias" else 0.0)
        classes = ClassMoments(C)
        classes.add(H, labels)
        found |= {
            f"{name}: NC1": nc1(classes).numpy(),
            f"{name}: NC2": nc2(classes).numpy(),
            f"{name}: NC3": nc3(classes, W).numpy(),
            f"{name}: NC4": nc4(classes, [(H, outputs)]).numpy(),
            f"{name}: richness": richness(moments_of(features=H, output=outputs)).numpy(),
        }
        values = torch.linalg.svdvals(H)
        ranks.append((values > 1e-4 * values[:, :1]).sum(-1).double().numpy())
        if name == "no bias":
            mean, centred = classes.global_mean, classes.centred_means
            cosine = (centred @ mean[..., None])[..., 0] / (centred.norm(dim=-1) * mean.norm(dim=-1, keepdim=True))
            found["global mean"] = cosine.abs().amax(-1).numpy()
    return found | {"ranks": np.stack(ranks, 1)}


UNCONSTRAINED = Experiment(
    "low-rank/unconstrained-features",
    title="Unconstrained features with weight decay collapse from random starts",
    claims=ids(
        "neural-collapse/ nc1 features-of-a-class-coincide nc2 nc2-normalised simplex-angles nc3 "
        "last-layer-of-centred-means last-layer-without-a-bias-is-not-dual nc4 mp-kernel centred-mp "
        "global-mean-orthogonal first-layer-has-rank-c centred-projection-rank"
    ),
    sources=(thesis("Section 3.5.2"), thesis("D.6"), thesis("D.7"), thesis("D.8"), thesis("D.9")),
    scales={
        "smoke": Unconstrained(4, 3, 4, 8, 0.5, 0.5, 0.03, 1500),
        "desk": Unconstrained(24, 4, 10, 20, 0.5, 1.0, 0.02, 1500),
        "paper": Unconstrained(32, 10, 500, 512, 0.1, 10.0, 1e-3, 6000),
    },
    predict=_predict_unconstrained,
    measure=_measure_unconstrained,
    note="Mean square error, weight decay on features and last layer alike, as in the works on unconstrained features "
    "that the thesis cites. The claims say what exact collapse implies; that training ends there no claim says, and so "
    "the networks are outside their hypotheses until they have collapsed. With "
    "weight decay outputs fall short of the labels by the factor 1 - lambda sqrt(n C), which no measure sees.",
)
