r"""Steps that are not small: what one step does to two factors, orbits beyond the edge of stability, and label noise.

A subject beside the four sources (Lewkowycz et al., Chen and Bruna, Wang et al., Damian et al.), whose claims are exact
for every step size.  Networks are ``f(x) = a b x`` on white inputs, trained by full-batch gradient descent on half the
mean square error; each cell has its own start, target and learning rate, and is held against the claim's formula at
these.  Under label noise one step is taken by many networks from one start, each with a noise of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from layerproof.language.sources import paper

from ..harness import stated
from ..harness.descending import descend
from ..harness.expecting import Expected, Expecting
from ..harness.protocol import Config, Experiment
from ..harness.types import Array, Session, Tensor

SAMPLES = 8
EDGE, NOISE = "edge-of-stability", "implicit-bias"
ONE_STEP = ("error-after-a-step", "sharpness-after-a-step", "balance-after-a-step")
CATAPULT = ("catapult-output", "catapult-kernel")
UNSEEN = "imbalance-after-a-step"
ORBIT = ("orbit-down", "orbit-up", "only-orbit-product", "only-orbit-squares")


@dataclass(frozen=True)
class Steps(Config):
    """Networks that take large steps.

    Attributes:
        cells: starts, targets and learning rates, drawn from NumPy's legacy stream, which is frozen.
        width: of the networks that are catapulted.
        steps: until an orbit is reached.
    """

    cells: int
    width: int
    steps: int


def problem(config: Steps) -> dict[str, Array]:
    """The numbers of each cell, by the letters of the claims."""
    chance, n, m = np.random.RandomState(7), config.cells, config.width
    drawn = {"u": (0.3, 2), "v": (0.3, 2), "S": (0.5, 2), "eta": (0.1, 0.9), "epsilon": (-1, 1), "beyond": (1.02, 1.2)}
    found = {name: chance.uniform(low, high, n) for name, (low, high) in drawn.items()}
    found["first"], found["second"] = chance.normal(size=(2, n, m))
    found["part"] = chance.uniform(0.2, 3.5, n)  # of the learning rate at which a wide network is on the edge
    return found


def rate_of_catapults(at: dict[str, Array]) -> Array:
    """Learning rates in units of one over the kernel."""
    return np.asarray(at["part"] / ((at["first"] ** 2 + at["second"] ** 2).mean(1)))


def predict_steps(config: Steps) -> Expected:
    """Each claim's formula, at the numbers of each cell."""
    expect, at = Expecting(1e-7, over="every seed"), problem(config)
    one = {name: at[name] for name in ("u", "v", "S", "eta")}
    for name in ONE_STEP:
        value = stated.value(f"{EDGE}/{name}", "rhs", **one)
        expect(name, "one step from any start, as the identity says", {f"{EDGE}/{name}": value})
    noisy = {"a": at["u"], "b": at["v"], "S": at["S"], "eta": at["eta"], "epsilon": at["epsilon"]}
    value = stated.value(f"{NOISE}/{UNSEEN}", "rhs", **noisy)
    expect(UNSEEN, "one step on a label with noise, as the identity says", {f"{NOISE}/{UNSEEN}": value})
    entries = {f"u[{k + 1}]": at["first"][:, k] for k in range(config.width)}
    entries |= {f"v[{k + 1}]": at["second"][:, k] for k in range(config.width)}
    for name in CATAPULT:
        value = stated.value(f"{EDGE}/{name}", "rhs", sizes={"m": config.width}, eta=rate_of_catapults(at), **entries)
        expect(name, "one step of a wider network towards zero, as the identity says", {f"{EDGE}/{name}": value})
    orbit = {"S": at["S"], "eta": at["beyond"] / at["S"]}
    for name in ORBIT:
        value = stated.value(f"{EDGE}/{name}", "rhs", **({} if name == ORBIT[2] else orbit))
        says = "where steps end that are just too large: the near and the far point, their product, and their squares"
        expect(name, says, {f"{EDGE}/{name}": np.broadcast_to(value, (config.cells,))})
    return expect.found


def measure_steps(config: Steps, session: Session) -> dict[str, Array]:
    """One step of two factors and of wide networks, and orbits of two equal factors; each seed has signs of its own."""
    import torch

    from ..streams import signs

    at, shape = problem(config), (config.seeds, config.cells)
    flips = signs(session.streams(config.seeds, "signs"), config.seeds).double()

    def rows(values: Array) -> Tensor:
        return torch.from_numpy(values).expand(config.seeds, *values.shape).flatten(0, 1).clone()

    def layers(first: Array, second: Array) -> tuple[Tensor, Tensor]:
        sign = flips.repeat_interleave(config.cells)[:, None]
        return rows(first) * sign, rows(second) * sign

    start = layers(at["u"][:, None], at["v"][:, None])
    target, rate = rows(at["S"]), rows(at["eta"])
    a, b = _descend(*start, target, rate, [1], session, "one")[0]
    found = {
        "error-after-a-step": (a * b)[:, 0] - target.numpy(),
        "sharpness-after-a-step": (a**2 + b**2)[:, 0],
        "balance-after-a-step": (a**2 - b**2)[:, 0],
    }
    a, b = _descend(*start, target, rate, [1], session, "noisy", noise=rows(at["epsilon"]))[0]
    found[UNSEEN] = (a**2 - b**2)[:, 0]
    wide, outer = layers(at["first"], at["second"]), config.width**0.5
    p, q = _descend(*wide, 0 * target, rows(rate_of_catapults(at)), [1], session, "catapult", outer=outer)[0]
    found["catapult-output"] = (p * q).sum(1) / outer
    found["catapult-kernel"] = (p**2 + q**2).sum(1) / config.width

    rate = rows(at["beyond"] / at["S"])  # beyond is eta S: an orbit attracts up to sqrt(5) - 1
    equal = layers(*(1.05 * at["S"][:, None] ** 0.5,) * 2)
    late = [config.steps, config.steps + 1]
    (x, _), (y, _) = _descend(*equal, target, rate, late, session, "orbit")
    x, y = np.abs(x[:, 0]), np.abs(y[:, 0])
    found["orbit-down"], found["orbit-up"] = np.minimum(x, y), np.maximum(x, y)
    found["only-orbit-product"] = rate.numpy() * x * y
    found["only-orbit-squares"] = x**2 + y**2
    return {name: value.reshape(shape) for name, value in found.items()}


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

    x = whitened(1, SAMPLES, 1, session.generator("inputs"))[0]
    y = x * target.to(x.dtype)[:, None, None] + (0 if noise is None else noise[:, None, None] * x)
    start, data = {"a": first, "b": second}, (x.expand(len(first), *x.shape), y)
    scale = {"Z": torch.full((len(first),), outer, dtype=first.dtype)}
    seen = descend(session, name, scalar_network, start, data, rate, observe=dict, at=at, fixed=scale).observed
    return [(seen["a"][k].numpy(), seen["b"][k].numpy()) for k in range(len(at))]


STEPS = Experiment(
    "edge-of-stability/steps",
    title="Single steps, catapults and orbits of networks of two layers",
    claims=(*(f"{EDGE}/{name}" for name in (*ONE_STEP, *CATAPULT, *ORBIT)), f"{NOISE}/{UNSEEN}"),
    sources=(
        paper("lewkowycz-2020", "the model with one hidden layer and one sample"),
        paper("chen-2023", "the product of two scalars: an orbit of period two"),
    ),
    scales={"smoke": Steps(2, 8, 4, 400), "desk": Steps(8, 16, 8, 2000), "paper": Steps(100, 64, 64, 20000)},
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
    claims=tuple(f"{NOISE}/{name}" for name in UNDER_NOISE),
    sources=(paper("damian-2021", "label noise prefers flat minima"),),
    scales={
        "smoke": Noisy(50, 1.5, 0.5, 1.0, 1.0, 0.4, 100),
        "desk": Noisy(100, 1.5, 0.5, 1.0, 1.0, 0.4, 400),
        "paper": Noisy(1000, 1.5, 0.5, 1.0, 1.0, 0.4, 1000),
    },
    predict=predict_noise,
    measure=measure_noise,
)
