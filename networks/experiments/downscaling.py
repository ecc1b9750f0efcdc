r"""Target downscaling where theory says what it does: linear networks with a known end, and the width of the threshold.

Thesis 6.2.2, 6.3, 6.4.1; richness paper, section 4 and Figure 2(b).  Targets are ``y/alpha``.

*Linear networks.*  ``f(x) = x^T W_1 W_2`` on white, centred inputs, d inputs and hidden units, c outputs, targets of c
singular values s_i.  ``lambda = W_2 W_2^T - W_1^T W_1 < 0`` is conserved, and so the end of training is known: the
feature operator ``W_1 W_1^T`` has the eigenvalues

    mu_i = (|lambda| + sqrt(lambda^2 + 4 s_i^2/alpha^2))/2

on the target's inputs and |lambda| on all others, whence the richness measure

    kappa = 1 - sum_i mu_i / (sqrt(c) sqrt(sum_i mu_i^2 + (d - c) lambda^2)),

the similarity to the initial kernel and the parameter norm follow, with no training.

*Threshold.*  By (6.14) features move by a factor that depends on S/Sigma_0 alone, and Sigma_0 = p/Z: the alpha at which
networks leave the lazy regime falls as p^(-1/2) with Z = sqrt(p) (NTK), and does not depend on p with Z = p.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from layerproof.language.sources import richness_paper, thesis

from ..harness import stated
from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting, at_least
from ..harness.grid import Grid
from ..harness.protocol import Config, Experiment, ids
from ..harness.types import Array, Session, Tensor
from . import identities

# -- Linear networks ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Layers(Config):
    """Linear networks with conserved lambda.

    Attributes:
        inputs: d, and the hidden width.
        outputs: c.
        imbalance: lambda, negative.
        values: singular values of the target; c of them.
        start: Frobenius norm of the function that training starts from.
        downscalings: alpha, increasing.
        step: learning rate in units of what the stiffest mode at the end bears.
        steps: of gradient descent.
    """

    inputs: int
    outputs: int
    imbalance: float
    values: tuple[float, ...]
    start: float
    downscalings: tuple[float, ...]
    step: float
    steps: int


def ends(config: Layers) -> dict[str, Array]:
    """What the conserved lambda says of the end of training: the measures by name, shape (alphas,)."""
    level = -config.imbalance
    values = np.array(config.values)[None] / np.array(config.downscalings)[:, None]
    mu = (level + np.sqrt(level**2 + 4 * values**2)) / 2
    rest = config.inputs - config.outputs
    size = np.sqrt((mu**2).sum(1) + rest * level**2)
    differ = stated.matrix("layer-imbalance/norms-differ", "rhs", **{"lambda": config.imbalance, "p": config.inputs})
    return {
        "richness measure": 1 - mu.sum(1) / size / math.sqrt(config.outputs),
        "parameter norm": np.sqrt(2 * (mu.sum(1) + rest * level) + differ),
    }


def start_and_target(config: Layers) -> tuple[Array, Array, Array]:
    """The layers that all networks start from up to a turn, (p, d) and (c, p), and the target map, (d, c)."""
    from layerproof.numerics.flows.initialisations import lambda_balanced

    widths = (config.inputs, config.inputs, config.outputs)
    first, second = lambda_balanced(widths, config.imbalance, config.start, 1)
    random = np.random.default_rng(2)
    left = np.linalg.qr(random.normal(size=(config.inputs, config.outputs)))[0]
    right = np.linalg.qr(random.normal(size=(config.outputs, config.outputs)))[0]
    return first[0], second[0], (left * np.array(config.values)) @ right.T


def similarity_at_the_end(config: Layers) -> Array:
    """CKA of the feature operators at the end and at the start, shape (alphas,): both from lambda and the function."""
    first, second, goal = start_and_target(config)

    def operator(function: Array) -> Array:
        values, vectors = np.linalg.eigh(function @ function.T)
        mu = (-config.imbalance + np.sqrt(config.imbalance**2 + 4 * np.maximum(values, 0))) / 2
        return np.asarray((vectors * mu) @ vectors.T)

    begun = operator((second @ first).T)
    ended = [operator(goal / alpha) for alpha in config.downscalings]
    return np.array([np.sum(begun * e) / np.linalg.norm(begun) / np.linalg.norm(e) for e in ended])


LAMBDA = "lambda is conserved and the target is reached, so that W_1 W_1^T at the end is known"


def predict_layers(config: Layers) -> Expected:
    """The measures at every alpha, and the sentence of 6.4.1 with and without its slip."""
    found, alphas = ends(config), np.array(config.downscalings)
    one = int(np.argmin(np.abs(np.log(alphas))))
    conserved = ("linear-networks/conservation", "layer-imbalance/condition-is-kept")
    expect = Expecting(1e-3, over="every seed")
    expect(
        "richness measure",
        f"{LAMBDA}: kappa = 1 - sum mu / (sqrt(c) sqrt(sum mu^2 + (d - c) lambda^2)), by (2.9)",
        {
            (*conserved, "neural-collapse/centred-mp"): found["richness measure"],
            "neural-collapse/lazier-target": identities.kappa_by_the_clock(
                np.array(config.values), alphas, -config.imbalance, config.inputs
            ),
        },
    )
    expect(
        "similarity to the initial kernel",
        f"{LAMBDA}, and at the start it is too: their CKA, (2.9)",
        {conserved: similarity_at_the_end(config)},
    )
    expect(
        "parameter norm",
        f"{LAMBDA}: |theta|^2 = 2 Tr(W_1 W_1^T) + p lambda",
        {"layer-imbalance/norms-differ": found["parameter norm"]},
        relative=True,
    )
    expect(
        "gain in laziness by alpha > 1",
        "targets divided by alpha > 1 make the dynamics lazier, 6.4.1: kappa rises from each alpha to the next; "
        "mu_i = |lambda| (gamma + 1/gamma + 2)/4 with gamma_+ of (6.14) for S_0 = 0, Sigma_0 = |lambda|/2",
        {"neural-collapse/lazier-target": at_least(np.zeros(len(alphas) - 1 - one))},
        1e-4,
    )
    expect.printed(
        "gain in laziness by alpha < 1",
        "'the lazier model (alpha < 1)', 6.4.1 as printed: kappa is larger for each alpha below 1 than at 1",
        {"neural-collapse/lazier-target-printed": at_least(np.zeros(one))},
        1e-4,
    )
    return expect.found


def measure_layers(config: Layers, session: Session) -> dict[str, Array]:
    """Train networks at every alpha, each on inputs of its own."""
    import torch

    from ..data import orthonormal, whitened
    from ..metrics import Moments, kernel_similarity, parameter_norm, richness
    from ..models import two_layer_linear

    first, second, goal = (torch.from_numpy(m) for m in start_and_target(config))
    stream = session.streams(config.seeds, "networks")
    d, grid = config.inputs, Grid(config.seeds, len(config.downscalings))
    half = whitened(config.seeds, 2 * d, d, stream)
    x = grid.of_seeds(torch.cat([half, -half], 1)).to(session.device)  # white, and centred
    turn = grid.of_seeds(orthonormal(config.seeds, d, d, stream))
    alphas = grid.of_cells(config.downscalings)
    start = {"W_1": first.mT @ turn.mT, "W_2": turn @ second.mT}
    start = {name: value.to(session.device) for name, value in start.items()}
    y = x @ (goal[None] / alphas[:, None, None]).to(session.device)
    stiffest = torch.sqrt(config.imbalance**2 + 4 * (max(config.values) / alphas) ** 2)
    found = descend(
        session, "layers", two_layer_linear, start, (x, y), config.step / stiffest, steps=config.steps
    ).parameters
    moments = Moments()
    moments.add(features=x @ found["W_1"], output=x @ found["W_1"] @ found["W_2"], initial=x @ start["W_1"])
    loss = (x @ found["W_1"] @ found["W_2"] - y).square().mean((1, 2)) / y.square().mean((1, 2))
    kappa = grid.table(richness(moments))
    one = int(np.argmin(np.abs(np.log(config.downscalings))))
    return {
        "richness measure": kappa,
        "similarity to the initial kernel": grid.table(kernel_similarity(moments)),
        "parameter norm": grid.table(parameter_norm(found, networks=True)),
        "gain in laziness by alpha > 1": np.diff(kappa[:, one:], axis=1),
        "gain in laziness by alpha < 1": kappa[:, :one] - kappa[:, one : one + 1],
        "relative loss": grid.table(loss),
    }


ALPHAS = (0.1, 0.3, 1.0, 3.0, 10.0, 100.0)
LAYERS = Experiment(
    "richness/linear-networks",
    title="Target downscaling of linear networks: the richness measure and two others, from the conserved lambda",
    claims=ids(
        "linear-networks/ conservation layer-imbalance/ condition-is-kept norms-differ neural-collapse/ centred-mp "
        "lazier-target lazier-target-printed"
    ),
    sources=(thesis("Section 6.4.1"), thesis("Definition 2"), richness_paper("Figure 2", None)),
    scales={
        "smoke": Layers(2, 8, 3, -1.0, (1.2, 1.0, 0.8), 0.2, (0.1, 1.0, 10.0), 0.02, 1500),
        "desk": Layers(8, 12, 3, -1.0, (1.2, 1.0, 0.8), 0.2, ALPHAS, 0.01, 3000),
        "paper": Layers(32, 100, 10, -1.0, tuple(np.linspace(1.2, 0.8, 10).tolist()), 0.2, ALPHAS, 0.01, 3000),
    },
    predict=predict_layers,
    measure=measure_layers,
    curves=("relative loss",),
    note="Inputs come in pairs x, -x, so that they are white and centred at once; with targets of unequal singular "
    "values the measure does not fall to 0 even at small alpha, as the MP-operator is isotropic.  The step was "
    "cut 10 to 20 fold after numbers were seen: lambda is conserved by the flow, and by steps of finite size only in "
    "the limit.",
)

# -- Threshold ---------------------------------------------------------------------------------------------------------

Scaling = Literal["ntk", "mean-field"]
SCALINGS: tuple[Scaling, ...] = ("ntk", "mean-field")


@dataclass(frozen=True)
class Widths(Config):
    """Two-layer tanh networks that start at zero.

    Attributes:
        inputs: d.
        samples: n, with labels 1 and -1 at random, as many of each.
        widths: p, even.
        ratios: S/Sigma_0 = Z/(alpha p) of the networks, increasing: the same at every width.
        levels: of 1 - CKA with the initial kernel, and of the relative change of kappa, that say a network has left the
            lazy regime.
        step: learning rate in units of what the initial tangent kernel bears.
        steps: of full-batch gradient descent.
    """

    inputs: int
    samples: int
    widths: tuple[int, ...]
    ratios: tuple[float, ...]
    levels: tuple[float, float]
    step: float
    steps: int


def divisor(scaling: Scaling, width: int) -> float:
    """Z of (6.1)."""
    return math.sqrt(width) if scaling == "ntk" else float(width)


def threshold_exponents(widths: Sequence[int], growth: float = 1.2) -> Array:
    """How the alpha at which the clock of (6.14) stops at `growth` scales with the width, by Z = sqrt(p) and Z = p.

    From the chapter's own gamma_+, for weights of order one and a start at zero: Sigma_0 = p/Z, S_0 = 0, S = 1/alpha.
    """
    import sympy as sp

    from layerproof.derivations.lazy_rich.clock import S_0, Sigma_0, gamma_plus
    from layerproof.derivations.lazy_rich.letters import S

    def threshold(scaling: Scaling, width: int) -> float:
        sigma = width / divisor(scaling, width)
        clock = gamma_plus.subs({S_0: 0, Sigma_0: sigma})
        return 1 / float(sp.nsolve(clock - growth, S, sigma * (growth - 1)))

    return np.array(
        [np.polyfit(np.log(widths), np.log([threshold(each, width) for width in widths]), 1)[0] for each in SCALINGS]
    )


THRESHOLD = (
    "by (6.14) the clock stops at a value of S/Sigma_0 alone, Sigma_0 = p/Z: alpha at the threshold scales as p^-1/2 "
    "for Z = sqrt(p), and as p^0 for Z = p"
)


def predict_threshold(config: Widths) -> Expected:
    """The exponents, by both measures."""
    expected = threshold_exponents(config.widths)
    claims = ("lazy-rich/target-downscaling-order", "lazy-rich/ntk-order")
    expect = Expecting(0.25)
    for measure in ("similarity to the initial kernel", "richness measure"):
        expect.beyond(
            f"exponent by the {measure}",
            f"{THRESHOLD}; leaving it is read off the {measure}. A threshold alpha = const sqrt(p) would have 1/2",
            {claims: expected},
        )
    expect.beyond(
        "exponent of 6.4.1",
        "Figure 6.3 has 'the threshold alpha/sqrt(p) > 1': alpha at the threshold would scale as p^1/2 for "
        "Z = sqrt(p), read off the similarity to the initial kernel and the richness measure",
        {claims: np.array([0.5, 0.5])},
    )
    return expect.found


def measure_threshold(config: Widths, session: Session) -> dict[str, Array]:
    """Train networks of every width at every ratio, and find where two measures leave their lazy values."""
    found: dict[str, list[Array]] = {"similarity": [], "richness": [], "loss": []}
    for scaling in SCALINGS:
        for width in config.widths:
            for name, value in _family(config, session, scaling, width).items():
                found[name].append(value)
    shape = (len(SCALINGS), len(config.widths), config.seeds, len(config.ratios))
    change = {name: np.reshape(values, shape).transpose(2, 0, 1, 3) for name, values in found.items()}
    logs = np.log(config.widths)
    z = np.array([[divisor(scaling, width) / width for width in config.widths] for scaling in SCALINGS])

    def exponent(name: str, level: float) -> Array:
        ratio = _crossings(np.log(np.array(config.ratios)), np.log(np.maximum(change[name], 1e-12)), level)
        log_alpha = np.log(z)[None] - ratio  # S/Sigma_0 = Z/(alpha p)
        slopes = [[np.polyfit(logs, row, 1)[0] for row in seed] for seed in log_alpha]
        return np.array(slopes)

    similarity, measure = exponent("similarity", config.levels[0]), exponent("richness", config.levels[1])
    ntk = SCALINGS.index("ntk")
    return {
        "exponent by the similarity to the initial kernel": similarity,
        "exponent by the richness measure": measure,
        "exponent of 6.4.1": np.stack([similarity[:, ntk], measure[:, ntk]], 1),
        "change of similarity": change["similarity"],
        "change of richness": change["richness"],
        "relative loss": change["loss"],
    }


def _crossings(x: Array, curves: Array, level: float) -> Array:
    """Where curves (..., points) on logarithmic axes first cross a level; a ValueError if one does not."""
    above = curves >= math.log(level)
    first = above.argmax(-1)
    if not above.any(-1).all() or (first == 0).any():
        low, high = np.exp(curves[..., 0].max()), np.exp(curves[..., -1].min())
        raise ValueError(f"the measures go from {low:.2g} to {high:.2g}; expected them to cross {level}")
    low, high = (np.take_along_axis(curves, (first - k)[..., None], -1)[..., 0] for k in (1, 0))
    return np.asarray(x[first - 1] + (math.log(level) - low) / (high - low) * (x[first] - x[first - 1]))


def _family(config: Widths, session: Session, scaling: Scaling, width: int) -> dict[str, Array]:
    """Networks of one width: how far each measure is from its lazy value, and the loss; shape (seeds, ratios)."""
    import torch

    from ..metrics import Moments, kernel_similarity, richness, tangent_kernel
    from ..models import Perceptron
    from ..streams import normal

    network = Perceptron((config.inputs, width, 1), "tanh", bias=False, parametrisation=scaling)
    grid, z = Grid(config.seeds, len(config.ratios)), divisor(scaling, width)
    halves = network.init(config.seeds, session.streams(config.seeds, "start", scaling, width), torch.float64)
    halves = {name: value[:, : width // 2] if name != "last.weight" else value for name, value in halves.items()}
    first, last = halves["hidden1.weight"], halves["last.weight"][..., : width // 2]
    start = {"hidden1.weight": torch.cat([first, first], 1), "last.weight": torch.cat([last, -last], -1)}
    start = {name: value.to(session.device) for name, value in start.items()}
    stream = session.streams(config.seeds, "data")  # the same tasks at every width
    x = normal(stream, config.seeds, config.samples, config.inputs)
    y = torch.ones(config.samples, 1, dtype=torch.float64)
    y[: config.samples // 2] = -1
    x = x.to(session.device)
    kernels = torch.func.vmap(lambda p, points: tangent_kernel(network, p, points)[..., 0, 0])(start, x)
    stiffest = torch.linalg.eigvalsh(kernels)[:, -1] / config.samples
    targets = torch.tensor(config.ratios, dtype=torch.float64) * (width / z)  # 1/alpha
    many = {name: grid.of_seeds(value) for name, value in start.items()}
    inputs = grid.of_seeds(x)
    outputs = (grid.of_cells(targets)[:, None, None] * y).to(session.device)
    rates = grid.of_seeds(config.step / stiffest)
    trained: Any = descend(
        session, f"{scaling}-{width}", network, many, (inputs, outputs), rates, steps=config.steps
    ).parameters
    both = torch.func.vmap(network.outputs_and_features)
    output, features = both(trained, inputs)
    _, initial = both(many, inputs)
    moments, lazy = Moments(), Moments()
    moments.add(features=features, output=output, initial=initial)
    lazy.add(features=initial, output=outputs)  # features that did not move, and a target that was reached
    kappa, at_rest = richness(moments), richness(lazy)
    loss = (output - outputs).square().mean((1, 2)) / outputs.square().mean((1, 2))
    values: dict[str, Tensor] = {
        "similarity": 1 - kernel_similarity(moments),
        "richness": (kappa - at_rest).abs() / at_rest,
        "loss": loss,
    }
    return {name: grid.table(value) for name, value in values.items()}


RATIOS = tuple(float(r) for r in np.geomspace(0.08, 3.5, 6).round(4))
WIDTHS = Experiment(
    "richness/threshold",
    title="At which target scale networks leave the lazy regime, by width",
    claims=("lazy-rich/target-downscaling-order", "lazy-rich/ntk-order"),
    sources=(thesis("Section 6.4.1"), thesis("6.14"), thesis("Figure 6.3")),
    scales={
        "smoke": Widths(6, 10, 16, (32, 128), RATIOS, (0.1, 0.25), 0.3, 400),
        "desk": Widths(16, 10, 16, (64, 512), RATIOS, (0.1, 0.25), 0.3, 600),
        "paper": Widths(32, 10, 16, (64, 128, 256, 512, 1024, 2048, 4096), RATIOS, (0.1, 0.25), 0.2, 5000),
    },
    predict=predict_threshold,
    measure=measure_threshold,
    curves=("change of similarity", "change of richness", "relative loss"),
    note="Networks start at zero, as (6.14) and 6.2.2 suppose: each hidden unit comes twice, with opposite second "
    "weights.  Units are tanh, and (6.14) is for linear ones: all is beyond the claims.  6.4.1 gives the threshold as "
    "alpha >> sqrt(p), after earlier works, and the caption as alpha/sqrt(p) > 1.  That is enough to be lazy, but it "
    "is not where the change happens: with Z = sqrt(p) alpha at the change falls with the width, as p^-1/2.  Exponents "
    "were -0.48 and 0.00 by the richness measure, -0.63 and -0.12 by the similarity; likely cause: a condition that is "
    "sufficient is read as the threshold itself.  Set after numbers were seen: the tolerance, 0.1 at first and then "
    "0.25, which still tells the exponents -1/2, 0 and 1/2 apart, as the similarity is some 0.1 from its limit at "
    "widths of 64; and the levels, widths and grid of ratios, so that all curves cross their level.",
)
