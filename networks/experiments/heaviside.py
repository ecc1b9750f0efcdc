"""The Heaviside network: a fully connected network of four layers learns a step, and a single feature with it.

Thesis section 2.2, Figure 2.2 and Table 2.1.  What its features are at the start follows from its width: the kernel of
the last hidden layer tends to a fixed one (arc-cosine kernels, one a layer), and the metrics of the thesis are
functions of that kernel's eigenfunctions.  What last-layer training makes of them follows from it as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from layerproof.language.sources import thesis

from ..harness import stated
from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting, at_least, at_most
from ..harness.protocol import Config, Experiment, ids
from ..harness.types import Array, Eigenfunctions, Perceptron, Session, Tensor, Training

HIDDEN = 3
KEPT = 20
"""Features that the thesis finds to be enough at the start."""
SHOWN, POINTS = 3, 100
"""Features of figure 2.2(a), and inputs at which they are kept as curves."""


@dataclass(frozen=True)
class Step(Config):
    """A rectified network from PyTorch's own initialisation, with biases in the hidden layers.

    Attributes:
        width: of each of three hidden layers.
        samples: inputs, the midpoints of equal intervals of [-1, 1].
        batch: samples in a step of SGD.
        rate: learning rate on the mean square error.
        steps: of SGD, all layers.
        last: records of last-layer training, in steps.
        slow: learning rate of last-layer training times the first intensity.
    """

    width: int
    samples: int
    batch: int
    rate: float
    steps: int
    last: tuple[int, ...]
    slow: float


def inputs(samples: int) -> Array:
    """Midpoints of equal intervals of [-1, 1]."""
    return np.asarray((2 * np.arange(samples) + 1) / samples - 1)


def wide_kernel(x: Array, width: int, hidden: int = HIDDEN) -> Array:
    """``E[phi(x) phi(x')]`` of a unit of the last hidden layer, for one input, as the width grows; shape (n, n).

    Weights and biases are uniform within 1/sqrt(n_in), of variance 1/(3 n_in), as PyTorch draws them; that of later
    biases, 1/(3 width), is kept.  For a rectified unit on Gaussian preactivations of covariance K with the angle t,
    ``E = sqrt(K_xx K_x'x') (sin t + (pi - t) cos t)/(2 pi)`` (Cho and Saul 2009).
    """
    kernel = (np.outer(x, x) + 1) / 3
    for layer in range(hidden):
        size = np.sqrt(np.diag(kernel))
        cosine = np.clip(kernel / np.outer(size, size), -1.0, 1.0)
        angle = np.arccos(cosine)
        unit = np.outer(size, size) * (np.sin(angle) + (np.pi - angle) * cosine) / (2 * np.pi)
        kernel = unit if layer == hidden - 1 else unit / 3 + 1 / (3 * width)
    return np.asarray(kernel)


def spectrum(config: Step) -> tuple[Array, Array]:
    """Intensities a unit, and squared overlaps of the eigenfunctions with the step; both (samples,), falling.

    The overlaps add up to the mean square of the step, one half.
    """
    x = inputs(config.samples)
    values, vectors = np.linalg.eigh(wide_kernel(x, config.width) / config.samples)
    overlap = (vectors.T @ (x > 0)) ** 2 / config.samples
    return np.maximum(values[::-1], 0.0), overlap[::-1]


def dimension(values: Array) -> Array:
    """The effective dimension (1.16) of the last axis."""
    shares = values / values.sum(axis=-1, keepdims=True)
    logarithms = np.log(np.where(shares > 0, shares, 1.0))
    return np.asarray(np.exp(-(shares * logarithms).sum(axis=-1)))


def _random_outputs(intensities: Array) -> float:
    """The mean of D_eff of the utilisation of a random last layer: ``rho_k g_k^2`` with Gaussian g_k."""
    drawn = np.random.default_rng(0).normal(size=(4000, len(intensities)))
    return float(dimension(intensities * drawn**2).mean())


def _learned_shares(far: Array) -> dict[str, Array]:
    """Of each mode, how much is learned at ``eta rho_k t``, by the claims on it."""
    solution, learned = "linear-models/mode-solution", "linear-models/learned-function"
    known: dict[str, Any] = {"rho[1]": far, "eta": 1.0, "t": 1.0}  # in units in which a mode is rho t
    theta = stated.value(solution, "equals", sizes={"k": 1, "p": 1}, **known, **{"S[1]": np.sqrt(far)})
    one = stated.value(
        learned, "rhs", sizes={"p": 1, "x": 1, "N": 1}, **known, **{"S[1]": 1.0, "e[1,1]": 1.0}
    )  # fmt: skip
    return {solution: theta, learned: one}


def predict(config: Step) -> Expected:
    """The start and last-layer training from the wide kernel; the end from Table 2.1."""
    expect = Expecting(30 / config.width)
    rho, overlap = spectrum(config)
    _expect_of_the_start(config, rho, overlap, expect)
    _expect_of_the_last_layer(config, rho, overlap, expect)
    _expect_of_the_end(expect)
    return expect.found


def _wide(config: Step) -> str:
    off = 30 / config.width
    return f"from the eigenfunctions of the wide network's kernel; a finite width is off by 30/width ({off:.2g})"


def _expect_of_the_start(config: Step, rho: Array, overlap: Array, expect: Expecting) -> None:
    wide = _wide(config)
    each = "neural-collapse/quality"
    terms = "neural-collapse/entropy-terms-are-not-negative"
    shares_of = (overlap / overlap.sum())[overlap > 1e-30 * overlap.sum()]
    expect(
        "useful features at the start",
        f"D_eff(Q*) {wide}; 3.2 in Table 2.1",
        {each: dimension(overlap), terms: np.exp(stated.value(terms, "lhs", x=shares_of).sum())},
    )
    expect(
        "significant features at the start",
        f"D_eff(rho) by (1.16) {wide}; 1.6 in Table 2.1",
        {"linear-models/sample-eigenvalues": dimension(rho)},
    )
    expect(
        "used features at the start",
        f"D_eff(Qhat) of random last layers, the mean of many, {wide}; 1.8 in Table 2.1 is that of one",
        {"neural-collapse/utilization-adds-up-to-one": _random_outputs(rho)},
    )
    expect(
        "first intensity, a unit",
        "s_1^2/n, over the width, is the first eigenvalue of the wide kernel",
        {"linear-models/sample-eigenvalues": rho[0]},
        10 / np.sqrt(config.width * config.seeds),
        relative=True,
    )
    expect.printed(
        "first squared singular value, a unit",
        "as printed, Algorithm 1: s_1^2, over the width, is that eigenvalue",
        {"linear-models/sample-eigenvalues-as-printed": rho[0]},
        10 / np.sqrt(config.width * config.seeds),
        relative=True,
    )
    expect(
        "left by 20 features",
        f"the mean square error of the best combination of the first {KEPT} features at the start, relative to "
        "that of the wide kernel. A step keeps about 0.1/k after k of them; the thesis has less than 1e-5 after "
        "20, which no width brings about: it takes as few samples as features",
        {"neural-collapse/quality-shortfall": 0.5 - overlap[:KEPT].sum()},
        0.5,
        relative=True,
    )


def _expect_of_the_last_layer(config: Step, rho: Array, overlap: Array, expect: Expecting) -> None:
    times = np.array(config.last)[:, None]
    shares = _learned_shares(-np.log1p(-config.slow * rho / rho[0]) * times)
    complete, free = "linear-models/cumulative-utilisation-complete", "linear-models/quality-free-of-scale"
    one: dict[str, Any] = {"e[1,1]": 1.0, "e[1,2]": 1.0, "f[1]": 3.0, "f[2]": 3.0, "q[1]": 0.5, "q[2]": 0.5}
    whole = "linear-models/sample-eigenfunction-normalised"
    expect(
        "all utilisations",
        "every learned function is a combination of the features: Pihat(p) = 1",
        {
            "neural-collapse/utilization-adds-up-to-one": 1.0,
            free: stated.value(free, "lhs", sizes={"N": 2, "k": 1, "p": 1}, s=2.0, **one),
            whole: stated.value(whole, "lhs", sizes={"n": 2}, **{"c[1]": 0.6, "c[2]": 0.8}),
            complete: stated.matrix(complete, "rhs", E=np.eye(2), c=[[0.6], [0.8]]).item(),
        },
        0.01,
        over="every seed",
    )
    expect.printed(
        "all utilisations, squared",
        "as printed in (2.5), with the square of the projection's matrix element: Pihat(p) = 1",
        {"neural-collapse/utilization-printed": 1.0},
        0.01,
        over="every seed",
    )
    expect(
        "used features, last layer only",
        "D_eff(Qhat) along last-layer training from zero: mode k has learned 1 - (1 - eta rho_k)^steps of "
        f"<e_k|f*>, {_wide(config)}",
        {claim: dimension(overlap * share**2) for claim, share in shares.items()},
    )
    expect(
        "loss, last layer only",
        "the mean square error along it, in the same modes",
        {claim: (overlap * (1 - share) ** 2).sum(axis=1) for claim, share in shares.items()},
        0.35,
        relative=True,
    )


def _expect_of_the_end(expect: Expecting) -> None:
    expect.seen(
        "useful features",
        "after training with SGD, Table 2.1: D_eff(Q*) = 1.1",
        1.1,
        thesis("Table 2.1"),
        tolerance=0.1,
    )
    expect.beyond(
        "used features",
        "after training with SGD, Table 2.1: D_eff(Qhat) = 1.0, C of (2.7)",
        {"neural-collapse/dimension-of-a-projection": 1.0},
        0.1,
    )
    expect.beyond(
        "significant features",
        "after training, by (2.6): the constant, and one function beside it, make two, as for an MP-operator; the "
        "first is left out, so that the share of the third and later intensities is what is allowed for",
        {"neural-collapse/dimension-without-the-first": 2.0},
        0.25,
    )
    expect.seen(
        "quality of the best feature",
        "after training 'a single feature describes the target': one eigenfunction has nine tenths of the quality "
        "at least, where none had two thirds at the start",
        at_least(0.9),
        thesis("Figure 2.2"),
        tolerance=1e-9,
    )
    expect.seen(
        "intensity features",
        "after training with SGD, Table 2.1: D_eff(rho) = 1.2, with the first intensity",
        1.2,
        thesis("Table 2.1"),
        tolerance=0.1,
    )
    expect.seen(
        "left by 20 features",
        "'about 20 features' describe the target at the start, to less than 1e-5",
        at_most(1e-5),
        thesis("Figure 2.2"),
        tolerance=1e-6,
    )


def measure(config: Step, session: Session) -> dict[str, Any]:
    """Metrics of the features at the start, along training of all layers, and of the last layer alone."""
    import torch

    from ..metrics import effective_dimension, eigenfunctions, moments_of

    network, start, x, y = _at_the_start(config, session)
    records = sorted({round(config.steps * part) for part in (0.0, 0.01, 0.03, 0.1, 0.3, 1.0)})
    run = _all_layers(config, session, network, start, x, y, records)
    full = run.observed
    features, _ = _seen(network, start, x)
    e = eigenfunctions(moments_of(features=features, target=_for_all(config, y)))
    drawn = torch.randn(64, config.width, 1, generator=session.generator("last layers"), dtype=torch.float64)
    turned = (e.vectors.mT @ drawn.to(features)[:, None])[..., 0]  # of f = w.Phi: <e_k|f>^2 = rho_k (u_k.w)^2
    used = effective_dimension(e.intensities * turned**2)
    alone = _last_layer_alone(config, session, features, y, e)
    first, end = ({key: value[k].numpy() for key, value in full.items()} for k in (0, -1))
    intensity = first["first"] / config.width
    return {
        "useful features at the start": first["useful"],
        "significant features at the start": first["rho"],
        "used features at the start": used.mean(0).cpu().numpy(),
        "first intensity, a unit": intensity,
        "first squared singular value, a unit": intensity * config.samples,
        "left by 20 features": 0.5 * (1 - first["cumulative"][:, -1]),
        "all utilisations": first["all"],
        "all utilisations, squared": first["squared"],
        "used features, last layer only": alone["used"].T.numpy(),
        "loss, last layer only": alone["loss"].T.numpy(),
        "useful features": end["useful"],
        "used features": end["used"],
        "quality of the best feature": end["best"],
        "significant features": end["significant"],
        "intensity features": end["rho"],
        "steps": np.tile(records, (config.seeds, 1)),
        **{f"{key} along training": full[key].T.numpy() for key in ("useful", "used", "rho", "significant", "loss")},
        "intensity features after training": end["rho"],
        "qualities at the start": first["cumulative"],
        "qualities after training": end["cumulative"],
        **_functions(config, x, y, features, _seen(network, run.parameters, x)[0]),
    }


def _at_the_start(config: Step, session: Session) -> tuple[Perceptron, dict[str, Tensor], Tensor, Tensor]:
    """The network, parameters of one a seed, inputs (samples, 1) and targets (samples, 1)."""
    import torch

    from ..data import heaviside_task
    from ..models.perceptrons import Perceptron

    network = Perceptron((1, *[config.width] * HIDDEN, 1), parametrisation="pytorch", last_bias=False)
    start = network.init(config.seeds, session.streams(config.seeds, "start"), torch.float64)
    x, y = (v.to(session.device) for v in heaviside_task(config.samples))
    return network, {key: value.to(session.device) for key, value in start.items()}, x, y


def _for_all(config: Step, y: Tensor) -> Tensor:
    """The targets for every seed, shape (seeds, samples, 1)."""
    return y.expand(config.seeds, *y.shape)


def _seen(network: Perceptron, parameters: Mapping[str, Tensor], x: Tensor) -> tuple[Tensor, Tensor]:
    """Features (seeds, samples, width) and outputs (seeds, samples, 1)."""
    import torch

    output, features = torch.func.vmap(network.outputs_and_features, in_dims=(0, None))(parameters, x)
    return features, output


def _all_layers(
    config: Step,
    session: Session,
    network: Perceptron,
    start: dict[str, Tensor],
    x: Tensor,
    y: Tensor,
    records: Sequence[int],
) -> Training:
    """Training of all layers, looked at after the steps `records`."""
    from ..metrics import effective_dimension, eigenfunctions, moments_of, quality, significant_dimension, utilisation
    from ..training import SGD, mean_square, minibatches, train

    many = _for_all(config, y)

    def observed(parameters: dict[str, Tensor]) -> dict[str, Tensor]:
        features, output = _seen(network, parameters, x)
        moments = moments_of(features=features, target=many, output=output)
        e = eigenfunctions(moments)
        useful, used = quality(e, moments), utilisation(e, moments)
        return {
            "useful": useful.effective_dimension,
            "used": used.effective_dimension,
            "rho": effective_dimension(e.intensities),
            "significant": significant_dimension(e.intensities),
            "first": e.intensities[:, 0],
            "cumulative": useful.cumulative[:, :KEPT],
            "best": useful.each.amax(-1),
            "all": used.each.sum(-1),
            "squared": utilisation(e, moments, as_printed=True).each.sum(-1),
            "loss": (output - y).square().mean((1, 2)),
        }

    return train(
        network,
        start,
        minibatches(x, y, config.batch, session, shared=True),
        steps=config.steps,
        optimiser=SGD(config.rate),
        loss=mean_square,
        observe=observed,
        at=records,
        session=session,
        name="all-layers",
    )


def _last_layer_alone(
    config: Step, session: Session, features: Tensor, y: Tensor, e: Eigenfunctions
) -> dict[str, Tensor]:
    """Features that are used, and the loss, where the last layer is trained on the features of the start."""
    import torch

    from ..metrics import moments_of, utilisation

    def last(parameters: dict[str, Tensor], at: Tensor) -> Tensor:
        return at @ parameters["last.weight"].T

    def learned(parameters: dict[str, Tensor]) -> dict[str, Tensor]:
        f = features @ parameters["last.weight"].mT
        known = moments_of(features=features, output=f + 1e-300)
        return {"used": utilisation(e, known).effective_dimension, "loss": (f - y).square().mean((1, 2))}

    start = {"last.weight": torch.zeros(config.seeds, 1, config.width, dtype=torch.float64, device=features.device)}
    data = (features, _for_all(config, y).contiguous())
    return descend(
        session, "last-layer", last, start, data, config.slow / e.intensities[:, 0], observe=learned, at=config.last
    ).observed


def _functions(config: Step, x: Tensor, y: Tensor, before: Tensor, after: Tensor) -> dict[str, Array]:
    """Eigenfunctions of the features at the start, and the best after training, at some inputs."""
    import torch

    from ..metrics import eigenfunctions, moments_of, quality

    many = _for_all(config, y)
    moments = moments_of(features=after, target=many)
    e, learned = (eigenfunctions(moments_of(features=part, target=many)) for part in (before, after))
    best = quality(learned, moments).each.argmax(-1)
    shown = torch.linspace(0, config.samples - 1, min(POINTS, config.samples), device=x.device).round().long()
    each = torch.arange(config.seeds, device=best.device)
    found = {
        "inputs": x[shown, 0].expand(config.seeds, -1),
        "features at the start": _upright(e(before)[:, shown, :SHOWN], y[shown]),
        "feature after training": _upright(learned(after)[each, :, best][:, shown, None], y[shown])[..., 0],
    }
    return {key: value.cpu().numpy() for key, value in found.items()}


def _upright(functions: Tensor, target: Tensor) -> Tensor:
    """Functions of shape (seeds, points, k), with the sign with which they overlap with the target."""
    overlap = (functions * target).sum(1, keepdim=True)
    return functions * overlap.sign()


CURVES = tuple(f"{key} along training" for key in ("useful", "used", "rho", "significant", "loss"))
HEAVISIDE = Experiment(
    "features/heaviside",
    title="A network learns the Heaviside step, and a single feature",
    claims=ids(
        "neural-collapse/ quality quality-shortfall entropy-terms-are-not-negative dimension-of-a-projection "
        "dimension-without-the-first utilization-adds-up-to-one utilization-printed linear-models/ "
        "quality-free-of-scale cumulative-utilisation-complete sample-eigenfunction-normalised sample-eigenvalues "
        "sample-eigenvalues-as-printed mode-solution learned-function"
    ),
    sources=(thesis("Figure 2.2"), thesis("Table 2.1"), thesis("Section 2.2")),
    scales={
        "smoke": Step(4, 48, 100, 20, 0.5, 600, (1, 10, 100), 0.5),
        "desk": Step(8, 128, 200, 20, 0.4, 5000, (1, 10, 100, 1000), 0.5),
        "paper": Step(8, 1000, 1000, 20, 0.1, 30000, (1, 10, 100, 1000, 10000), 0.5),
    },
    predict=predict,
    measure=measure,
    note="At the start Table 2.1 is the wide limit, for PyTorch's initialisation with rectified units: 3.2 and 1.6. "
    "What training makes of the features no claim says; those predictions are values of the table, or rest on the "
    "feature operator becoming an MP-operator. Contradicted: that about 20 features reach 1e-5; they leave 5e-3 of a "
    "step, at any width, as the eigenfunctions of the wide kernel do, unless there are as few samples as features. "
    "Contradicted: D_eff(rho) = 1.2 after training, where it is near 2 here, with two intensities, of the constant and "
    "of the step: the learning rate, the number of epochs and the inputs of the table are not printed, and the value "
    "depends on them. Set after seeing numbers: 'two significant features' was added after a smoke run; its value is "
    "that of (2.6). The last layer has no bias, so that the learned function is a combination of the features.",
    curves=(
        "steps",
        *CURVES,
        "intensity features after training",
        "qualities at the start",
        "qualities after training",
        "inputs",
        "features at the start",
        "feature after training",
    ),
)
