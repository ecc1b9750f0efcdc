"""How many of the claims that the exact prover verifies Coq proves too, and what it lacks for the others.

    python benchmarks/coq_coverage.py [--set NAME ...] [--quick] [--limit SECONDS] [--json FILE]

Outside of the chapters for which the templates were made: conjectures of a user, true statements of the literature that
a theorist found open, and the newer subjects.  The exact prover is asked first, in this very run; Coq is asked for a
proof of what it verifies, and of nothing else.  Where there is none, the reason is what the method says; reasons
are counted by cause.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from layerproof.language.claims import Claim
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import SIZE, Wish, check, family
from layerproof.proving.evidence import prove

CONJECTURES = Path(__file__).resolve().parent.parent / "tests" / "conjectures"
SUBJECTS = (
    *("deep-linear-networks", "implicit-bias", "kernels", "conservation-laws", "unconstrained-features"),
    *("power-laws", "edge-of-stability", "symmetry", "neural-collapse"),
)
"""Newer subjects, and the two that have grown."""

CAUSES = (
    (r"Product has no counterpart", "products over a range"),
    (r"kind Along|kind Tends", "theorems about trajectories"),
    (r"kind MatrixSolution", "solutions of matrix flows"),
    (r"has no counterpart in Coq|no counterpart", "a term or law that is not translated"),
    (r"the limit |limit of|tends", "limits"),
    (r"is_RInt|substitution|antiderivative|integral", "integrals"),
    (r"expectation|means over|a mean", "means"),
    (r"no proof that .*(<|>)", "the sign of an expression"),
    (r"no proof that .* is not 0", "that something is not 0"),
    (r"not a valid (ring|field) equation", "an equation that rests on hypotheses or roots"),
    (r"No applicable tactic.*", "nonlinear arithmetic"),
    (r"a sum over|index|indices", "sums"),
    (r"no script within|took longer|seconds", "time"),
)
"""Patterns of reasons, the first that fits, and how their cause is called."""


def sets() -> dict[str, Callable[[], list[Claim]]]:
    """By name, what loads the claims that are expected to hold."""
    from layerproof.derivations import load as chapter
    from layerproof.running.userfile import load as read

    def files(pattern: str) -> list[Claim]:
        return [claim for file in sorted(CONJECTURES.glob(pattern)) for claim in read(file).claims]

    def subject(name: str) -> Callable[[], list[Claim]]:
        return lambda: [claim for claim in chapter(name) if claim.expected is Verdict.VERIFIED]

    return {
        "conjectures": lambda: [claim for claim in files("own_*.py") if not claim.id.endswith("-guess")],
        "open-statements": lambda: files("open_statements.py"),
        **{name: subject(name) for name in SUBJECTS},
    }


def cause(reason: str) -> str:
    """What a reason is called in the table."""
    return next((name for pattern, name in CAUSES if re.search(pattern, reason)), "other")


def _prove(claim: Claim, pipe: Any) -> None:
    try:
        pipe.send(prove(claim).verdict is Verdict.VERIFIED)
    except Exception:  # a crash verifies nothing
        pipe.send(False)


def verified(claim: Claim, limit: float) -> bool:
    """Whether the exact prover verifies a claim within the limit, in a process of its own."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_prove, args=(claim, theirs))
    process.start()
    answer = ours.recv() if ours.poll(limit) else False
    process.kill()
    process.join()
    return bool(answer)


def batches(claims: Sequence[Claim]) -> Iterator[list[Wish]]:
    """Claims that one file of Coq may hold."""
    together: dict[tuple[str, ...], list[Wish]] = {}
    for wish in map(Wish, claims):
        together.setdefault(family(wish), []).append(wish)
    for wishes in together.values():
        yield from (wishes[k : k + SIZE] for k in range(0, len(wishes), SIZE))


def measured(claims: Sequence[Claim], limit: float) -> list[dict[str, Any]]:
    """A row for each claim that the exact prover verifies."""
    held = [claim for claim in claims if verified(claim, limit)]
    rows = []
    for wishes in batches(held):
        for found in check(wishes, limit=limit / 3):
            proved = found.evidence.verdict is Verdict.VERIFIED
            reason = "" if proved else str(found.evidence.reason)
            rows.append({"claim": found.claim.id, "proved": proved, "reason": reason})
    return rows


def main() -> None:
    """Run the table."""
    known = sets()
    parser = argparse.ArgumentParser(description="What Coq proves of what the exact prover verifies.")
    parser.add_argument("--set", action="append", choices=tuple(known), help="a set of claims (default: all)")
    parser.add_argument("--quick", action="store_true", help="every sixth claim of each set")
    parser.add_argument("--limit", type=float, default=30.0, help="seconds for an exact proof; Coq has a third a lemma")
    parser.add_argument("--json", type=Path, help="write the rows to this file")
    options = parser.parse_args()
    rows: dict[str, list[dict[str, Any]]] = {}
    for name in options.set or known:
        claims = known[name]()
        rows[name] = measured(claims[::6] if options.quick else claims, options.limit)
        for row in rows[name]:
            if not row["proved"]:
                print(f"{row['claim']}: {row['reason'][:200]}", flush=True)
    everything = [row for of_set in rows.values() for row in of_set]
    print(f"\n{'proved by Coq, of what exact verifies':40}")
    for name, of_set in [*rows.items(), ("all", everything)]:
        proved = sum(row["proved"] for row in of_set)
        print(f"  {name:26} {proved:4} of {len(of_set):4}  {100 * proved / max(1, len(of_set)):5.1f} %")
    causes = Counter(cause(row["reason"]) for row in everything if not row["proved"])
    print("\nwhat is missing")
    for name, number in causes.most_common():
        print(f"  {number:4}  {name}")
    if options.json:
        options.json.write_text(json.dumps({"limit": options.limit, "sets": rows}, indent=1))
    if not everything:
        sys.exit(2)


if __name__ == "__main__":
    main()
