"""The exact prover against ``sympy.simplify(residual) == 0``: the same claims, the same time limit, in one run.

    python benchmarks/exact_prover.py [--quick] [--limit SECONDS] [--json FILE]

Each attempt runs in a process of its own, forked before its clock starts; what exceeds the limit counts as undecided,
with the limit as its time.  `simplify` is given the residuals of the same goals (left minus right; for an inequality
the question ``simplify(slack >= 0)``; for a limit ``sympy.limit``), with the symbols' assumptions, and decides a claim
when every answer is plainly true, or one is plainly false.  It is not asked where the expressions are defined, nor told
the hypotheses: it has no place for them.  No time is asserted: machines differ.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import sympy as sp

from layerproof.language.claims import Claim
from layerproof.language.goals import Sign, Tends, Zero
from layerproof.proving.exact import prove

SUBJECTS = ("feedback", "lazy-rich")


def by_prover(claim: Claim) -> bool:
    """Whether the exact prover decides the claim."""
    return str(prove(claim).verdict) != "UNDECIDED"


def by_simplify(claim: Claim) -> bool:
    """Whether SymPy answers every goal of the claim with a plain yes (or one with a plain no)."""
    for goal in claim.statement.goals():
        match goal:
            case Zero():
                answer = sp.simplify(goal.expr)
                if answer != 0:
                    return bool(answer.is_nonzero)
            case Sign():
                relation = goal.expr > 0 if goal.strict else goal.expr >= 0
                answer = sp.simplify(relation)
                if answer not in (sp.true, True):
                    return answer in (sp.false, False)
            case Tends():
                found = sp.limit(goal.expr, goal.variable, goal.point, goal.side)
                right = (
                    found.is_finite
                    if goal.value is None
                    else sp.simplify(found - goal.value) == 0 or found == goal.value
                )
                if not right:
                    return False
            case _:
                return False
    return True


WAYS: dict[str, Callable[[Claim], bool]] = {"prover": by_prover, "simplify": by_simplify}


def claims(quick: bool) -> list[Claim]:
    """The awkward truths, and the chapters that can be loaded."""
    from corpora.awkward_truths import TRUE

    found = [
        Claim(f"awkward/{k}", title=c.name, statement=c.statement, hypotheses=c.hypotheses) for k, c in enumerate(TRUE)
    ]
    from layerproof.derivations import load

    for subject in SUBJECTS:
        found += [claim for claim in load(subject) if not claim.statement.is_about_matrices]
    return found[::8] if quick else found


def _attempt(way: str, claim: Claim, pipe: Any) -> None:
    start = time.perf_counter()
    try:
        decided = WAYS[way](claim)
    except Exception:  # a crash decides nothing
        decided = False
    pipe.send((decided, time.perf_counter() - start))


def timed(way: str, claim: Claim, limit: float) -> tuple[bool, float]:
    """Whether one way decides one claim within the limit, and in how many seconds; caches are as after start-up."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_attempt, args=(way, claim, theirs))
    process.start()
    answer = ours.recv() if ours.poll(limit) else (False, limit)
    process.kill()
    process.join()
    return answer


def main() -> None:
    """Run the table."""
    parser = argparse.ArgumentParser(description="The exact prover against SymPy's simplify.")
    parser.add_argument("--quick", action="store_true", help="every eighth claim, a limit of 3 s")
    parser.add_argument("--limit", type=float, default=None, help="seconds a claim and way (default: 10)")
    parser.add_argument("--json", type=Path, help="write the rows to this file")
    options = parser.parse_args()
    limit = options.limit or (3.0 if options.quick else 10.0)
    rows: list[dict[str, Any]] = []
    for claim in claims(options.quick):
        row: dict[str, Any] = {"claim": claim.id, "title": claim.title}
        for way in WAYS:
            row[way], row[f"{way}_s"] = timed(way, claim, limit)
        rows.append(row)
        marks = "  ".join(f"{way} {'decides' if row[way] else '   -   '} {row[f'{way}_s']:7.3f} s" for way in WAYS)
        print(f"{marks}  {claim.id}: {claim.title}"[:140], flush=True)
    decided = {way: sum(row[way] for row in rows) for way in WAYS}
    seconds = {way: sum(row[f"{way}_s"] for row in rows) for way in WAYS}
    ratios = [row["simplify_s"] / row["prover_s"] for row in rows]
    print(
        f"\n{len(rows)} claims, {limit:g} s each: "
        f"the prover decides {decided['prover']}, simplify {decided['simplify']}"
    )
    print(
        f"time in all: {seconds['prover']:.1f} s and {seconds['simplify']:.1f} s, "
        f"a ratio of {seconds['simplify'] / seconds['prover']:.1f}"
    )
    print(f"a claim's ratio (simplify's time over the prover's): median {statistics.median(ratios):.1f}")
    if options.json:
        options.json.write_text(
            json.dumps({"limit": limit, "decided": decided, "seconds": seconds, "rows": rows}, indent=1)
        )


if __name__ == "__main__":
    main()
