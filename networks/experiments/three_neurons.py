"""The parity network of three neurons, thesis C.4: rates at a small start, when its weights grow, and its modes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from layerproof.language.sources import thesis

from ..harness import stated
from ..harness.crossings import crossing_times
from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting
from ..harness.protocol import Config, Experiment, ids
from ..harness.types import Array, Session, Tensor
from . import claimed, identities


@dataclass(frozen=True)
class Neurons(Config):
    """The parity network of three neurons.

    Attributes:
        target: S.
        start: alpha(0) = beta(0) = gamma(0), up to 1%.
        offset: size of c(0), of either sign.
        early: time in which alpha, beta, gamma are still small.
        last: time at which training ends.
        rate: learning rate of a step.
    """

    target: float
    start: float
    offset: float
    early: float
    last: float
    rate: float


def _half_times(config: Neurons) -> Array:
    """When alpha^2, beta^2 and gamma^2 reach S, half of where they end, by the repaired (C.15) to (C.18)."""
    S = config.target

    def flow(t: float, state: Array) -> Array:
        a, b, g, c = state
        pair = 2 * a * (S - 2 * a + 2 * b + c), b * (S + 4 * a - 7 * b - 5 * c)
        return np.array([*pair, g * (S - g - c), (2 * a - 5 * b - g - 8 * c) / 4])

    square = config.start**2
    events = [lambda t, y, q=q: y[q] - S for q in range(3)]
    found = solve_ivp(
        flow, (0, config.last), [square, square, square, 0.0], "DOP853", events=events, rtol=1e-10, atol=1e-14
    )
    return np.array([times[0] for times in found.t_events])


C_RATE = "emergence/c-rate"


def _first_rates(name: str, number: int, S: float) -> Expected:
    """The rate of the square of a weight while all of them are small: repaired, as printed, and as the text has it."""
    small = "while alpha, beta, gamma, c are small; the mean square is the loss; off by the order of c/S"
    starts, rate, tiny = f"emergence/{name}-starts-at", f"emergence/{name}-rate", 1e-6
    state = dict.fromkeys(("gamma", "c") if name == "gamma" else ("alpha", "beta", "c"), 0.0) | {name: tiny}

    def claimed(claim: str) -> Array:
        if "starts-at" in claim:
            return stated.value(claim, "equals", S=S, eta=1.0)
        return stated.value(claim, "equals", S=S, eta=1.0, **state) / tiny**2

    printed = (f"{rate}-printed", *((f"{starts}-printed",) if name != "alpha" else ()))
    expect = Expecting(0.03, relative=True)
    expect(
        f"rate of {name}^2",
        f"{small}; thesis (C.{number}) repaired",
        {claim: claimed(claim) for claim in (starts, rate)},
    )
    expect.printed(
        f"rate of {name}^2",
        f"{small}; thesis (C.{number}) as printed, or the text of C.4",
        {claim: claimed(claim) for claim in printed},
    )
    return expect.found


def predict_neurons(config: Neurons) -> Expected:
    """Rates (C.15) to (C.18) at a small start, as printed and repaired, and the end."""
    S = config.target
    strengths, added = claimed.mode_strengths(S)
    early = config.offset * math.exp(-2 * config.early)
    while_small = "emergence/c-while-the-others-are-small"
    alone = dict.fromkeys(("alpha", "beta", "gamma"), 0.0) | {"c": 1.0, "eta": 1.0}
    rates = {claim: stated.value(claim, "equals", **alone) for claim in (C_RATE, f"{C_RATE}-printed")}
    decay = np.log(stated.value(while_small, "equals", c_0=1.0, eta=1.0, t=1.0))
    expect = Expecting(0.03)
    expect.found.extend(_first_rates("alpha", 15, S))
    expect.found.extend(_first_rates("beta", 16, S))
    expect.found.extend(_first_rates("gamma", 17, S))
    expect(
        "rate of c",
        "-2, thesis (C.18) repaired, while the others are negligible",
        {C_RATE: rates[C_RATE], while_small: decay},
        relative=True,
    )
    expect.printed(
        "rate of c", "8, thesis (C.18) as printed", {f"{C_RATE}-printed": rates[f"{C_RATE}-printed"]}, relative=True
    )
    expect(
        "early c",
        f"near 0 while the others are small: |c| falls to {early:.1g}, twice which is the tolerance",
        {"emergence/c-tends-to-zero-first": stated.value("emergence/c-tends-to-zero-first", "equals")},
        2 * early,
        over="every seed",
    )
    expect.printed(
        "early c",
        "c saturates at S before the others have grown, as the text of thesis C.4 says",
        {"emergence/c-saturates-printed": S},
        0.1 * S,
        over="every seed",
    )
    expect(
        "half times",
        "when alpha^2, beta^2, gamma^2 pass S: the repaired (C.15) to (C.18), integrated from this "
        "start; 1% of the start moves them by 0.2%, a step of rate h by the order of h S",
        {
            ("emergence/alpha-rate", "emergence/beta-rate", "emergence/gamma-rate", "emergence/c-rate"): _half_times(
                config
            )
        },
        relative=True,
    )
    expect("last c", "-S, the value that fits parity", {"emergence/network-fits-parity": -identities.fits(S)}, 0.02 * S)
    expect(
        "mode strengths",
        "1/2, 1/4, 1/4 by (C.13) at the end: the first mode has twice the weight",
        {"emergence/strength-of-each-mode": strengths},
        0.02,
    )
    expect("sum of modes", "the strengths (C.13) add up to R/S = 1", {"emergence/modes-add-up": added}, 0.02)
    expect.printed(
        "sum of modes",
        "the strengths (C.13) add up to R = S, thesis (C.14) as printed",
        {"emergence/modes-add-up-printed": S},
        0.02,
    )
    return expect.found


def measure_neurons(config: Neurons, session: Session) -> Mapping[str, Any]:
    """Train the network on all eight inputs, by the mean square without the half."""
    import torch
    from torch.func import vmap

    from ..data.parity import SparseParity
    from ..models.parity import three_modes, three_neurons
    from ..streams import uniform
    from ..training import mean_square

    n, dtype = config.seeds, torch.float64
    everything = SparseParity(torch.tensor([[0, 1, 2]]), 3, 1.0).everything()
    x, parity = everything.bits[0].to(dtype), everything.parity[0].to(dtype)
    stream = session.streams(n, "start")
    spread = 1 + 0.02 * (uniform(stream, n, 4).T - 0.5)
    start = {name: config.start * spread[i] for i, name in enumerate(("alpha", "beta", "gamma"))}
    start["c"] = config.offset * torch.where((session.seed + torch.arange(n)) % 2 == 0, 1.0, -1.0) * spread[3]
    modes = vmap(three_modes, (0, None))
    inputs, signs = x.to(session.device), parity.to(session.device)

    def observe(parameters: Mapping[str, Tensor]) -> dict[str, Tensor]:
        by_mode = torch.einsum("x,nxq->nq", signs, modes(dict(parameters), inputs)) / (8 * config.target)
        squares = torch.stack([parameters[name].square() for name in ("alpha", "beta", "gamma")], dim=1)
        return {"squares": squares, "c": parameters["c"], "modes": by_mode}

    early, steps = round(config.early / config.rate), round(config.last / config.rate)
    at = tuple(sorted({*range(0, steps + 1, max(1, steps // 1000)), early, early // 2, steps}))
    data = (x, config.target * parity[:, None])
    how: dict[str, Any] = {"loss": mean_square, "observe": observe, "at": at}
    trained = descend(session, "three-neurons", three_neurons, start, data, config.rate, shared=True, **how)
    squares, c, by_mode = (trained.observed[name].numpy() for name in ("squares", "c", "modes"))
    times = np.array(at) * config.rate
    at_half, at_early = at.index(early // 2), at.index(early)
    rates = np.log(squares[at_early] / squares[0]) / times[at_early]
    return {
        "rate of alpha^2": rates[:, 0],
        "rate of beta^2": rates[:, 1],
        "rate of gamma^2": rates[:, 2],
        "rate of c": np.log(np.abs(c[at_half] / c[0])) / times[at_half],
        "early c": c[at_early],
        "half times": crossing_times(times, squares, config.target),
        "last c": c[-1],
        "mode strengths": by_mode[-1],
        "sum of modes": by_mode[-1].sum(-1),
        "times": times[::4],
        "modes": by_mode[::4].transpose(1, 0, 2),
    }


NEURONS = Experiment(
    "emergence/three-neurons",
    title="Modes of the parity network of three neurons",
    claims=ids(
        "emergence/ alpha-starts-at alpha-rate alpha-rate-printed beta-starts-at beta-rate beta-rate-printed "
        "beta-starts-at-printed gamma-starts-at gamma-rate gamma-rate-printed gamma-starts-at-printed c-rate "
        "c-rate-printed c-while-the-others-are-small c-tends-to-zero-first c-saturates-printed network-fits-parity "
        "strength-of-each-mode modes-add-up modes-add-up-printed"
    ),
    sources=(thesis("Figure C.2"), thesis("Section C.4")),
    scales={
        "smoke": Neurons(8, 2.0, 0.001, 0.005, 1.0, 25.0, 0.01),
        "desk": Neurons(16, 2.0, 0.001, 0.005, 1.0, 40.0, 0.004),
        "paper": Neurons(64, 2.0, 0.0001, 0.005, 1.0, 60.0, 0.001),
    },
    predict=predict_neurons,
    measure=measure_neurons,
    note="c starts with either sign, so that its first-order effect on the rates cancels in the mean.",
    curves=("times", "modes"),
)
