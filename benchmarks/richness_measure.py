"""The richness measure through covariances against kernel matrices, in time and memory, in one run and as ratios.

    python benchmarks/richness_measure.py [--quick] [--samples N] [--features P]

The plain way forms the n x n matrices ``Phi Phi^T`` and that of the projection, centres both, and takes their inner
product and norms, as `CKA(T, T_MP)` is written down (thesis (2.9)).  It is run at growing n as far as memory allows
and extrapolated beyond, time and memory both as n^2, which is said where it is done.  The streamed way is run at every
n; one more column has it from batches that are made as they are needed, so that not even the features are held.

Each measurement is in a process of its own.  Memory is the largest resident size less that before the features were
made: features themselves (n p numbers) count for both ways.  Times vary with the machine; the ratios and how they grow
are what to look at, and nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time

CLASSES = 10


def features(n: int, p: int, seed: int = 0):  # type: ignore[no-untyped-def]  # torch is imported in the child only
    """Features and outputs of n samples: rectified, and partly collapsed, in single precision as networks give them."""
    import torch

    generator = torch.Generator().manual_seed(seed)
    directions = torch.randn(CLASSES, p, generator=torch.Generator().manual_seed(99))
    labels = torch.arange(n) % CLASSES
    phi = (directions[labels] + 0.5 * torch.randn(n, p, generator=generator)).relu_()
    output = torch.nn.functional.one_hot(labels, CLASSES) + 0.1 * torch.randn(n, CLASSES, generator=generator)
    return phi, output


def by_kernels(phi, output) -> float:  # type: ignore[no-untyped-def]
    """(2.9) with matrices of n x n entries in double precision, made and centred in place, two at a time."""
    import torch

    f = output.double()
    basis = torch.linalg.svd(f, full_matrices=False).U
    kernels = []
    for rows in (phi.double(), basis):
        kernel = rows @ rows.T
        kernel -= kernel.mean(0, keepdim=True)
        kernel -= kernel.mean(1, keepdim=True)
        kernels.append(kernel)
    first, second = (kernel.flatten() for kernel in kernels)
    return 1 - float(first @ second / first.norm() / second.norm())


def child(way: str, n: int, p: int) -> None:
    """One measurement, printed as JSON."""
    import torch

    from layerproof.networks.metrics import Moments, moments_of, richness

    torch.set_num_threads(1)
    small = features(64, 16)  # so that what is loaded lazily is there
    by_kernels(*small)
    richness(moments_of(features=small[0], output=small[1]))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if way == "batches":
        moments = Moments()
        spent = 0.0
        for k, start in enumerate(range(0, n, 6000)):
            phi, output = features(min(6000, n - start), p, k)
            begun = time.process_time()
            moments.add(features=phi, output=output)
            spent += time.process_time() - begun
        begun = time.process_time()
        value = float(richness(moments))
        spent += time.process_time() - begun
    else:
        phi, output = features(n, p)
        begun = time.process_time()
        value = (
            by_kernels(phi, output) if way == "kernels" else float(richness(moments_of(features=phi, output=output)))
        )
        spent = time.process_time() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(json.dumps({"value": value, "seconds": spent, "megabytes": peak / 1024}))


def measured(way: str, n: int, p: int) -> dict[str, float]:
    """One measurement in a process of its own."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, __file__, "--child", way, "--samples", str(n), "--features", str(p)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise SystemExit(f"{way} at n = {n} failed: {done.stderr[-500:]}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="kernel matrices up to n = 4000 only")
    parser.add_argument("--samples", type=int, default=60_000, help="the largest n")
    parser.add_argument("--features", type=int, default=512, help="p")
    parser.add_argument("--child", choices=("kernels", "streamed", "batches"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        child(asked.child, asked.samples, asked.features)
        return
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    limit = 4000 if asked.quick else 16_000
    sizes = sorted({n for n in (1000, 2000, 4000, 8000, 16_000, asked.samples) if n <= asked.samples})
    print(f"p = {asked.features}; seconds of one core, MB above what was there before\n")
    print(f"{'n':>7} | {'kernels: s':>11} {'MB':>9} | {'streamed: s':>11} {'MB':>7} | {'batches: s':>10} {'MB':>6} "
          f"| {'time':>7} {'memory':>7} | {'difference':>10}")  # fmt: skip
    last = None
    for n in sizes:
        ours, batches = measured("streamed", n, asked.features), measured("batches", n, asked.features)
        if n <= limit and 2.2 * 8 * n**2 < 0.8 * free:
            plain, mark = measured("kernels", n, asked.features), " "
            difference = f"{abs(plain['value'] - ours['value']):>10.1e}"
            last = n, plain
        elif last is not None:
            factor = (n / last[0]) ** 2
            plain, mark = {name: factor * last[1][name] for name in ("seconds", "megabytes")}, "*"
            difference = f"{'-':>10}"
        else:
            raise SystemExit("there is no memory for any kernel matrix")
        print(f"{n:>7} | {plain['seconds']:>10.2f}{mark} {plain['megabytes']:>8.0f}{mark} | {ours['seconds']:>11.3f} "
              f"{ours['megabytes']:>7.0f} | {batches['seconds']:>10.3f} {batches['megabytes']:>6.0f} "
              f"| {plain['seconds'] / ours['seconds']:>7.1f} {plain['megabytes'] / max(ours['megabytes'], 1):>7.1f} "
              f"| {difference}", flush=True)  # fmt: skip
    print("\n* not run: extrapolated from the largest n that was, in proportion to n^2 (28.8 GB a matrix at 60,000)")


if __name__ == "__main__":
    main()
