"""``python -m fuzz --seed N --count N``, in the folder of the tests: random statements put to the verifier."""

from __future__ import annotations

import argparse
import sys
import time

from .judging import Tally, fuzz

parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
parser.add_argument("--seed", type=int, default=0)
parser.add_argument("--count", type=int, default=2000)
parser.add_argument("--first", type=int, default=0, help="the number of the first statement")
parser.add_argument("--numeric", type=int, default=10, help="each so many is put to numbers (0: none)")
parser.add_argument("--coq", type=int, default=0, help="each so many is put to Coq (0: none)")
parser.add_argument("--stop", action="store_true", help="stop at the first fault")
options = parser.parse_args()
tally, start = Tally(), time.perf_counter()
for number in range(options.first, options.first + options.count):
    found = fuzz(options.seed, [number], options.numeric, options.coq)
    tally.said += found.said
    for fault in found.faults:
        tally.faults.append(fault)
        print(fault, flush=True)
    if tally.faults and options.stop:
        print(f"found at statement {number}")
        break
print(f"{tally}\n{tally.share(True):.1%} of the true proved, {tally.share(False):.1%} of the false refuted or refused")
print(f"{len(tally.faults)} judged wrongly, {time.perf_counter() - start:.0f} s")
sys.exit(1 if tally.faults else 0)
