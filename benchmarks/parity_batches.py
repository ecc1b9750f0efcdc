"""Batches of multitask sparse parity: one gather against the per-task loop of the published experiment, as ratios.

    python benchmarks/parity_batches.py [--quick] [--device cuda]

The published experiment (Michaud et al. 2023, which thesis chapters 4 and 5 follow) draws how often each task comes,
and then fills the rows of the batch task by task: bits, answers and control bits of each.  Here all rows are drawn at
once, and answers are one gather of the relevant bits.  Both make the same thing, one-hot control bits and skill bits
and the answers, from the same distribution; that is checked first.  Times vary with the machine; the ratios are what
counts; nothing is asserted about them.  The last columns leave out the one-hot control bits, for a model that looks
the skill's row up by its number.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import torch

from layerproof.networks.data.parity import SparseParity, sparse_parity

ALPHA = 0.4


def by_loop(task: SparseParity, size: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """One batch, filled task by task."""
    device = task.chosen.device
    drawn = torch.multinomial(task.frequencies, size, replacement=True, generator=generator)
    sizes = torch.bincount(drawn, minlength=task.skills).tolist()
    x = torch.zeros(size, task.skills + task.bits, device=device)
    y = torch.zeros(size, 1, device=device)
    first = 0
    for code, count in enumerate(sizes):
        if count == 0:
            continue
        bits = torch.randint(0, 2, (count, task.bits), generator=generator, device=device)
        control = torch.zeros(count, task.skills, device=device)
        control[:, code] = 1
        x[first : first + count] = torch.cat([control, bits], dim=1)
        y[first : first + count, 0] = task.target * (1.0 - 2.0 * (bits[:, task.chosen[code]].sum(dim=1) % 2))
        first += count
    return x, y


def by_gather(task: SparseParity, size: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """One batch, all rows at once."""
    batch = task.draw(size, generator=generator)
    return task.one_hot(batch), task.answers(batch)


def by_number(task: SparseParity, size: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """The same without one-hot control bits: the number of the skill and the skill bits."""
    batch = task.draw(size, generator=generator)
    return task.numbered(batch), task.answers(batch)


def checked(task: SparseParity, x: torch.Tensor, y: torch.Tensor) -> None:
    """Stop unless every answer is the parity of its skill, and the first skill is about as frequent as it should be."""
    skill, bits = x[:, : task.skills].argmax(1), x[:, task.skills :].to(torch.uint8)
    expected = task.target * task.parity(skill, bits).to(y)
    if not torch.equal(y[:, 0], expected) or not torch.equal(x[:, : task.skills].sum(1), torch.ones_like(y[:, 0])):
        raise SystemExit("a batch is not multitask sparse parity")
    p, share = float(task.frequencies[0]), float((skill == 0).double().mean())
    if abs(share - p) > 6 * (p * (1 - p) / len(x)) ** 0.5:
        raise SystemExit(f"the first skill has the share {share:.4f}; expected about {p:.4f}")


def seconds(action: Callable[[], object], device: str, repeats: int) -> float:
    """The least time of a few calls: of the processor on the CPU, so that other load counts little; wall on a GPU."""
    clock = time.perf_counter if device == "cuda" else time.process_time
    best = float("inf")
    for _ in range(repeats):
        if device == "cuda":
            torch.cuda.synchronize()
        begun = clock()
        action()
        if device == "cuda":
            torch.cuda.synchronize()
        best = min(best, clock() - begun)
    return best


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="smaller batches only")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    arguments = parser.parse_args()
    device = arguments.device
    if device == "cuda" and not torch.cuda.is_available():
        raise SystemExit("got --device cuda, and there is no CUDA here; leave it out to time the CPU")
    torch.set_num_threads(1)  # processor time adds up over threads
    repeats = 3 if arguments.quick else 7
    print(f"alpha = {ALPHA}, 3 relevant of 100 bits, {device}, one thread\n")
    print(
        *(f"{head:>10}" for head in ("skills", "batch", "tasks", "loop ms", "gather ms", "ratio", "number ms", "ratio"))
    )
    for skills in (5, 500, 5000):
        task = sparse_parity(skills, 100, 3, alpha=ALPHA, generator=torch.Generator().manual_seed(0)).to(device)
        for size in (100, 1000, 10_000) if arguments.quick else (100, 1000, 10_000, 20_000):
            generator = torch.Generator(device).manual_seed(1)
            for make in (by_loop, by_gather):
                checked(task, *make(task, size, generator))
            tasks = int((task.counts(task.draw(size, generator=generator)) > 0).sum())
            loop, gather, number = (
                seconds(lambda make=make, task=task, size=size, g=generator: make(task, size, g), device, repeats)
                for make in (by_loop, by_gather, by_number)
            )
            times = (1e3 * loop, 2), (1e3 * gather, 2), (loop / gather, 1), (1e3 * number, 2), (loop / number, 1)
            row = f"{skills}", f"{size}", f"{tasks}", *(f"{value:.{digits}f}" for value, digits in times)
            print(*(f"{cell:>10}" for cell in row))


if __name__ == "__main__":
    main()
