"""Networks trained at once against a loop over seeds, at equal work, in one run.

    python benchmarks/networks_seeds.py [--quick] [--json FILE]

Every row trains the same perceptrons (two hidden layers, ReLU, half the mean square error, gradient descent with
momentum 0.9) from the same starts on the same full batches, each network on its own samples:

- loop: one network after another, `torch.nn.Sequential` and `torch.optim.SGD`, as a script over seeds does it;
- vmap(grad): all at once with `torch.func.vmap` over `torch.func.grad`, and `torch._foreach` updates;
- direct: `layerproof.networks.training.train` with `traced=False`: one backward pass through the batched forward pass;
- traced: the same, recorded once as plain tensor operations and replayed, as `train` does for 1000 steps or more.

All end at the same parameters to rounding, which is checked.  Times are processor time a step and network, on one
thread, the best of three runs; what comes before the second step, tracing above all, is timed apart.  They vary with
the machine; the ratios are what to look at, and nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.func import grad, vmap

from layerproof.networks.models import Perceptron
from layerproof.networks.training import SGD, full_batch, half_mean_square, train

INPUTS, OUTPUTS, RATE, MOMENTUM = 32, 1, 0.01, 0.9
Parameters = dict[str, Tensor]
Outcome = tuple[Parameters, float]  # at the end; seconds of all steps but the first


@dataclass(frozen=True)
class Row:
    """Microseconds a step and network, and milliseconds to trace."""

    width: int
    batch: int
    networks: int
    loop: float
    vmap_grad: float
    direct: float
    traced: float
    tracing: float


def loop(start: Parameters, x: Tensor, y: Tensor, width: int, steps: int) -> Outcome:
    """One network after another."""
    found, taken = [], 0.0
    for k in range(len(x)):
        layers = [nn.Linear(INPUTS, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, OUTPUTS)]
        network = nn.Sequential(*layers)
        with torch.no_grad():
            for parameter, value in zip(network.parameters(), start.values(), strict=True):
                parameter.copy_(value[k])
        optimiser = torch.optim.SGD(network.parameters(), RATE, momentum=MOMENTUM)
        began = 0.0
        for step in range(steps):
            began = time.process_time() if step == 1 else began
            optimiser.zero_grad()
            half_mean_square(network(x[k]), y[k]).backward()
            optimiser.step()
        taken += time.process_time() - began
        found.append([p.detach() for p in network.parameters()])
    return dict(zip(start, (torch.stack(p) for p in zip(*found, strict=True)), strict=True)), taken


def vmapped(model: Perceptron, start: Parameters, x: Tensor, y: Tensor, steps: int) -> Outcome:
    """All networks by `vmap` over `grad`."""
    slope = vmap(grad(lambda p, x_, y_: half_mean_square(model(p, x_), y_)))
    now = {name: value.clone() for name, value in start.items()}
    leaves, velocity = list(now.values()), [torch.zeros_like(v) for v in now.values()]
    began = 0.0
    for step in range(steps):
        began = time.process_time() if step == 1 else began
        gradients = slope(now, x, y)
        torch._foreach_mul_(velocity, MOMENTUM)
        torch._foreach_add_(velocity, [gradients[name] for name in now])
        torch._foreach_add_(leaves, velocity, alpha=-RATE)
    return now, time.process_time() - began


def ours(model: Perceptron, start: Parameters, x: Tensor, y: Tensor, steps: int, traced: bool) -> Outcome:
    """All networks by the engine."""
    times = []

    def look(parameters: Parameters) -> Parameters:
        times.append(time.process_time())
        return {}

    found = train(
        model, start, full_batch(x, y), steps=steps, optimiser=SGD(RATE, MOMENTUM), traced=traced, observe=look,
        at=(1, steps),
    )  # fmt: skip
    return found.parameters, times[-1] - times[0]


def measured(run: Callable[[int], Outcome], steps: int, networks: int) -> tuple[float, float]:
    """Microseconds a step and network, and what a run costs besides its steps, in milliseconds."""
    each, rest = float("inf"), float("inf")
    for _ in range(3):
        began = time.process_time()
        _, taken = run(steps + 1)
        rest = min(rest, time.process_time() - began - taken)
        each = min(each, taken / steps)
    return each / networks * 1e6, rest * 1e3


def row(width: int, batch: int, networks: int, budget: float) -> Row:
    """Measure one size; `budget` is seconds for each run, about."""
    g = torch.Generator().manual_seed(0)
    model = Perceptron((INPUTS, width, width, OUTPUTS))
    start = model.init(networks, g)
    x = torch.randn(networks, batch, INPUTS, generator=g)
    y = torch.sin(x.sum(-1, keepdim=True))
    arithmetic = 6 * batch * model.size * networks / 2e10
    steps = max(3, min(200, round(budget / (arithmetic + 1e-4 * networks))))
    runs: dict[str, Callable[[int], Outcome]] = {
        "loop": lambda n: loop(start, x, y, width, n),
        "vmap_grad": lambda n: vmapped(model, start, x, y, n),
        "direct": lambda n: ours(model, start, x, y, n, False),
        "traced": lambda n: ours(model, start, x, y, n, True),
    }
    ends = {name: run(5)[0] for name, run in runs.items()}
    for name, end in ends.items():
        for key, value in end.items():
            torch.testing.assert_close(value, ends["loop"][key], rtol=1e-3, atol=1e-5, msg=f"{name}: {key} differs")
    times: dict[str, Any] = {name: measured(run, steps, networks) for name, run in runs.items()}
    return Row(width, batch, networks, **{k: v[0] for k, v in times.items()}, tracing=times["traced"][1])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a few small sizes, some seconds")
    parser.add_argument("--json", type=Path, help="also write the rows to this file")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    widths = ((16, 64), (64, 64)) if arguments.quick else ((16, 64), (64, 64), (256, 128), (1000, 256))
    counts = (1, 8, 32) if arguments.quick else (1, 4, 16, 64)
    budget = 0.1 if arguments.quick else 0.4
    print("microseconds a step and network; in brackets, how many times as fast as the loop over seeds")
    print(f"{'width':>6}{'batch':>6}{'networks':>9}{'loop':>10}{'vmap(grad)':>18}{'direct':>18}{'traced':>18}", end="")
    print(f"{'tracing/ms':>12}")
    rows = []
    for width, batch in widths:
        for networks in counts:
            if width * networks > 16000:
                continue
            found = row(width, batch, networks, budget)
            rows.append(found)
            print(f"{width:6}{batch:6}{networks:9}{found.loop:10.1f}", end="")
            for value in (found.vmap_grad, found.direct, found.traced):
                print(f"{value:10.1f}{f'({found.loop / value:.1f})':>8}", end="")
            print(f"{found.tracing:12.0f}", flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(r) for r in rows], indent=1))


if __name__ == "__main__":
    main()
