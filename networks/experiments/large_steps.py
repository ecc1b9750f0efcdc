r"""Steps that are not small: what one step does to two factors, orbits beyond the edge of stability, and label noise.

A subject beside the four sources (Lewkowycz et al., Chen and Bruna, Wang et al., Damian et al.), whose claims are exact
for every step size.  Networks are ``f(x) = a b x`` on white inputs, trained by full-batch gradient descent on half the
mean square error; each network has its own start, target and learning rate, and is held against the claim's formula at
these.  Under label noise one step is taken by many networks from one start, each with a noise of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from layerproof.language.sources import paper

from ..harness import stated
from ..harness.expecting import Expected, Expecting
from ..harness.protocol import Config, Experiment

if TYPE_CHECKING:
    from torch import Tensor

    from ..harness.session import Session

Array = NDArray[np.float64]
SAMPLES = 8
EXACT = 1e-9
"""How far rounding moves one step."""

EDGE, NOISE = "edge-of-stability", "implicit-bias"
ONE_STEP = ("error-after-a-step", "sharpness-after-a-step", "balance-after-a-step")
CATAPULT = ("catapult-output", "catapult-kernel")
ORBIT = ("orbit-down", "orbit-up", "only-orbit-product", "only-orbit-squares")


@dataclass(frozen=True)
class Steps(Config):
    """Networks that take large steps.

    Attributes:
        width: of the networks that are catapulted.
        steps: until an orbit is reached.
    """

    width: int
    steps: int


def predict_steps(config: Steps) -> Expected:
    """Each claim's formula, at each network's numbers: the distance from it is zero."""
    expect = Expecting(over="every seed", relation="at most", against=1.0)
    for name in ONE_STEP:
        expect(name, "one step from any start, as the identity says", {f"{EDGE}/{name}": 0.0}, EXACT)
    for name in CATAPULT:
        says = "one step of a wider network towards zero, as the identity says"
        expect(name, says, {f"{EDGE}/{name}": 0.0}, EXACT)
    for name in ORBIT:
        says = "where steps end that are just too large: the near and the far point, their product, and their squares"
        expect(name, says, {f"{EDGE}/{name}": 0.0}, 1e-6)
    return expect.found


def measure_steps(config: Steps, session: Session) -> dict[str, Array]:
    """One step of two factors and of wide networks, and orbits of two equal factors."""
    import torch

    from ..data import spread
    from ..streams import normal

    n, source = config.seeds, session.streams(config.seeds, "steps")
    u, v, target, rate = (spread((n,), low, high, source) for low, high in ((0.3, 2), (0.3, 2), (0.5, 2), (0.1, 0.9)))
    at = {"u": u.numpy(), "v": v.numpy(), "S": target.numpy(), "eta": rate.numpy()}
    a, b = _descend(u[:, None], v[:, None], target, rate, [1], session, "one")[0]
    after = {
        "error-after-a-step": (a * b)[:, 0] - at["S"],
        "sharpness-after-a-step": (a**2 + b**2)[:, 0],
        "balance-after-a-step": (a**2 - b**2)[:, 0],
    }
    found = {name: _apart(after[name], stated.value(f"{EDGE}/{name}", "rhs", **at)) for name in ONE_STEP}

    m = config.width
    first, second = normal(source, n, m), normal(source, n, m)
    curvature = (first.square() + second.square()).sum(1) / m
    rate = spread((n,), 0.2, 3.5, source) / curvature
    entries = {f"u[{k + 1}]": first[:, k].numpy() for k in range(m)}
    entries |= {f"v[{k + 1}]": second[:, k].numpy() for k in range(m)}
    p, q = _descend(first, second, torch.zeros(n), rate, [1], session, "catapult", outer=m**0.5)[0]
    wide = {"catapult-output": (p * q).sum(1) / m**0.5, "catapult-kernel": (p**2 + q**2).sum(1) / m}
    for name in CATAPULT:
        by_claim = stated.value(f"{EDGE}/{name}", "rhs", sizes={"m": m}, eta=rate.numpy(), **entries)
        found[name] = _apart(wide[name], by_claim)

    beyond = spread((n,), 1.02, 1.2, source)  # eta S: an orbit attracts up to sqrt(5) - 1
    rate = beyond / target
    start = target.sqrt()[:, None] * spread((n, 1), 1.01, 1.1, source)
    late = [config.steps, config.steps + 1]
    (x, _), (y, _) = _descend(start, start, target, rate, late, session, "orbit")
    near, far = np.minimum(x, y)[:, 0], np.maximum(x, y)[:, 0]
    eta, wanted = rate.numpy(), {"S": target.numpy(), "eta": rate.numpy()}
    found["orbit-down"] = _apart(near, stated.value(f"{EDGE}/orbit-down", "rhs", **wanted))
    found["orbit-up"] = _apart(far, stated.value(f"{EDGE}/orbit-up", "rhs", **wanted))
    found["only-orbit-product"] = _apart(eta * near * far, stated.value(f"{EDGE}/only-orbit-product", "rhs"))
    squares = stated.value(f"{EDGE}/only-orbit-squares", "rhs", **wanted)
    found["only-orbit-squares"] = _apart(near**2 + far**2, squares)
    return found


def _apart(one: Array, other: Array) -> Array:
    """The distance of what networks do from what a claim says, relative to the larger."""
    return np.asarray(np.abs(one - other) / np.maximum(np.maximum(np.abs(one), np.abs(other)), 1e-3))


def _descend(
    first: Tensor,
    second: Tensor,
    target: Tensor,
    rate: Tensor,
    at: list[int],
    session: Session,
    name: str,
    outer: float = 1.0,
    noise: Tensor | None = None,
) -> list[tuple[Array, Array]]:
    """Both layers, shape (networks, width), after so many steps."""
    import torch

    from ..data import whitened
    from ..models import scalar_network
    from ..training import SGD, full_batch, train

    x = whitened(1, SAMPLES, 1, session.generator("inputs"))[0]
    y = x * target.to(x.dtype)[:, None, None] + (0 if noise is None else noise[:, None, None] * x)
    training = train(
        scalar_network,
        {"a": first, "b": second},
        full_batch(x.expand(len(first), *x.shape).to(session.device), y.to(session.device)),
        steps=max(at),
        optimiser=SGD(rate.to(session.device)),
        fixed={"Z": torch.full((len(first),), outer, dtype=first.dtype, device=session.device)},
        observe=lambda p: {"a": p["a"], "b": p["b"]},
        at=at,
        session=session,
        name=name,
    )
    return [(training.observed["a"][k].numpy(), training.observed["b"][k].numpy()) for k in range(len(at))]


STEPS = Experiment(
    "edge-of-stability/steps",
    title="Single steps, catapults and orbits of networks of two layers",
    claims=tuple(f"{EDGE}/{name}" for name in (*ONE_STEP, *CATAPULT, *ORBIT)),
    sources=(
        paper("lewkowycz-2020", "the model with one hidden layer and one sample"),
        paper("chen-2023", "the product of two scalars: an orbit of period two"),
    ),
    scales={"smoke": Steps(8, 4, 400), "desk": Steps(64, 8, 2000), "paper": Steps(1000, 64, 20000)},
    predict=predict_steps,
    measure=measure_steps,
    note="Inputs are white to the last digit, so that a step is that of two scalars.",
)

# -- Label noise -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Noisy(Config):
    """One step under label noise, from one start.

    Attributes:
        a: first factor; b: second factor.
        target: S.
        noise: standard deviation of the labels.
        rate: learning rate.
        copies: networks of a seed, of which the mean is taken.
    """

    a: float
    b: float
    target: float
    noise: float
    rate: float
    copies: int


UNDER_NOISE = ("imbalance-under-label-noise", "product-of-minimum-under-label-noise", "shaking-of-a-minimum")


def predict_noise(config: Noisy) -> Expected:
    """Means over the noise, from one start and from a minimum with the same first factor."""
    at = {"a": config.a, "eta": config.rate, "sigma": config.noise}
    minimum = {**at, "b": config.target / config.a}
    values = {
        UNDER_NOISE[0]: stated.value(f"{NOISE}/{UNDER_NOISE[0]}", "equals", b=config.b, S=config.target, **at),
        UNDER_NOISE[1]: stated.value(f"{NOISE}/{UNDER_NOISE[1]}", "equals", **minimum),
        UNDER_NOISE[2]: stated.value(f"{NOISE}/{UNDER_NOISE[2]}", "equals", **minimum),
    }
    expect = Expecting(0.05, relative=True)
    expect(
        UNDER_NOISE[0],
        "the mean difference of the squares after a step",
        {f"{NOISE}/{UNDER_NOISE[0]}": values[UNDER_NOISE[0]]},
    )
    expect(
        UNDER_NOISE[1],
        "the mean product after a step from a minimum",
        {f"{NOISE}/{UNDER_NOISE[1]}": values[UNDER_NOISE[1]]},
    )
    expect(
        UNDER_NOISE[2],
        "the mean squared change of the product, but for the second order",
        {f"{NOISE}/{UNDER_NOISE[2]}": values[UNDER_NOISE[2]]},
    )
    expect(
        "imbalance after a step",
        "the difference of the squares after a step with this noise, for every network",
        {f"{NOISE}/imbalance-after-a-step": 0.0},
        EXACT,
        relative=False,
        over="every seed",
        relation="at most",
        against=1.0,
    )
    return expect.found


def measure_noise(config: Noisy, session: Session) -> dict[str, Array]:
    """A step of each network, with a noise of its own."""
    import torch

    from ..streams import normal

    n, shape = config.seeds * config.copies, (config.seeds, config.copies)
    noise = config.noise * normal(session.streams(config.seeds, "noise"), *shape).flatten()
    rate, target = (torch.full((n,), value, dtype=torch.float64) for value in (config.rate, config.target))
    found = {}
    first = torch.full((n, 1), config.a, dtype=torch.float64)
    a, b = _descend(first, torch.full_like(first, config.b), target, rate, [1], session, "any", noise=noise)[0]
    after = (a**2 - b**2)[:, 0]
    found[UNDER_NOISE[0]] = after.reshape(shape).mean(1)
    numbers = {"a": config.a, "b": config.b, "eta": config.rate, "S": config.target, "epsilon": noise.numpy()}
    apart = _apart(after, stated.value(f"{NOISE}/imbalance-after-a-step", "rhs", **numbers))
    found["imbalance after a step"] = apart.reshape(shape).max(1)
    least = config.target / config.a
    a, b = _descend(first, torch.full_like(first, least), target, rate, [1], session, "minimum", noise=noise)[0]
    product = (a * b)[:, 0]
    found[UNDER_NOISE[1]] = product.reshape(shape).mean(1)
    second_order = config.target * config.rate**2 * noise.numpy() ** 2
    found[UNDER_NOISE[2]] = ((product - config.target - second_order) ** 2).reshape(shape).mean(1)
    return found


NOISY = Experiment(
    "implicit-bias/label-noise",
    title="One step under label noise, from a minimum and from elsewhere",
    claims=tuple(f"{NOISE}/{name}" for name in (*UNDER_NOISE, "imbalance-after-a-step")),
    sources=(paper("damian-2021", "label noise prefers flat minima"),),
    scales={
        "smoke": Noisy(50, 1.5, 0.5, 1.0, 1.0, 0.4, 100),
        "desk": Noisy(100, 1.5, 0.5, 1.0, 1.0, 0.4, 400),
        "paper": Noisy(1000, 1.5, 0.5, 1.0, 1.0, 0.4, 1000),
    },
    predict=predict_noise,
    measure=measure_noise,
)
