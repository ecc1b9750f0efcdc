"""The exact prover against SymPy's `simplify` and against Maxima: the same statements, the same limit, in one run.

    python benchmarks/exact_prover.py [--quick] [--limit SECONDS] [--json FILE]

The statements are true ones and false ones.  What a way says of each is right, wrong or nothing: a false statement that
is said to hold is wrong, and so is a true one that is said to fail.  Each attempt runs in a process of its own, forked
before its clock starts; what exceeds the limit counts as nothing, with the limit as its time.

`simplify` is given the residuals of the same goals (left minus right; for an inequality the question
``simplify(slack >= 0)``; for a limit ``sympy.limit``), with the symbols' assumptions; it has no place for hypotheses.
Maxima (`maxima.py`; left out where it is not installed) is told the hypotheses and the domains by ``assume``, and asked
by five of its simplifiers and ``is``, or ``limit``; its time includes its start.  Neither is asked where the
expressions are defined.  No time is asserted: machines differ.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import maxima
import sympy as sp

from layerproof.language.claims import Claim, Question
from layerproof.language.goals import Sign, Tends, Zero
from layerproof.language.theorems.theorem import Theorem
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove

SUBJECTS = ("feedback", "lazy-rich")
WORDS = ("right", "wrong", "nothing")


def by_prover(claim: Claim, limit: float) -> bool | None:
    """What the exact prover says."""
    return {"VERIFIED": True, "REFUTED": False}.get(str(prove(claim).verdict))


def by_simplify(claim: Claim, limit: float) -> bool | None:
    """True if SymPy answers every goal of the claim with a plain yes, False if it answers one with a plain no."""
    said = [_simplified(goal) for goal in claim.statement.goals()]
    return False if False in said else True if all(said) else None


def _simplified(goal: object) -> bool | None:
    match goal:
        case Zero():
            answer = sp.simplify(goal.expr)
            return True if answer == 0 else False if answer.is_nonzero else None
        case Sign():
            relation = goal.expr > 0 if goal.strict else goal.expr >= 0
            return {sp.true: True, sp.false: False}.get(sp.simplify(relation))
        case Tends():
            found = sp.limit(goal.expr, goal.variable, goal.point, goal.side)
            if goal.value is None:
                return found.is_finite
            if found == goal.value or sp.simplify(found - goal.value) == 0:
                return True
            return False if (found - goal.value).is_nonzero else None
    return None


def by_maxima(claim: Claim, limit: float) -> bool | None:
    """What Maxima says of the goals, told the hypotheses."""
    return maxima.answer(claim.statement.goals(), claim.hypotheses, limit)


WAYS: dict[str, Callable[[Claim, float], bool | None]] = {"prover": by_prover, "simplify": by_simplify}
if maxima.there():
    WAYS["maxima"] = by_maxima


def claims(quick: bool) -> dict[str, list[tuple[Claim, bool]]]:
    """Statements by group, each with whether it is true."""
    from corpora.awkward_truths import TRUE
    from corpora.false_by_a_hair import FALSE

    from layerproof.derivations import load

    def made(cases: Iterable[Any], name: str, holds: bool) -> list[tuple[Claim, bool]]:
        return [
            (Question(f"{name}/{k}", title=c.name, statement=c.statement, hypotheses=c.hypotheses), holds)
            for k, c in enumerate(cases)
        ]

    chapters = [
        (claim, claim.expected is Verdict.VERIFIED)
        for subject in SUBJECTS
        for claim in load(subject)
        if not claim.statement.is_about_matrices and not isinstance(claim, Theorem)
    ]
    groups = {
        "awkward truths of the test corpus": made(TRUE, "awkward", True),
        "false by a hair, of the test corpus": made(FALSE, "false", False),
        "scalar claims of the chapters": chapters,
    }
    return {name: found[::8] for name, found in groups.items()} if quick else groups


def _attempt(way: str, claim: Claim, limit: float, pipe: Any) -> None:
    start = time.perf_counter()
    try:
        said = WAYS[way](claim, limit)
    except Exception:  # a crash decides nothing
        said = None
    pipe.send((said, time.perf_counter() - start))


def timed(way: str, claim: Claim, limit: float) -> tuple[bool | None, float]:
    """What one way says of one claim within the limit, and in how many seconds; caches are as after start-up."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_attempt, args=(way, claim, limit, theirs))
    process.start()
    answer = ours.recv() if ours.poll(limit) else (None, limit)
    process.kill()
    process.join()
    return answer


def graded(said: bool | None, holds: bool) -> str:
    """A word for an answer."""
    return "nothing" if said is None else "right" if said is holds else "wrong"


def main() -> None:
    """Run the table."""
    parser = argparse.ArgumentParser(description="The exact prover against SymPy's simplify, and Maxima.")
    parser.add_argument("--quick", action="store_true", help="every eighth claim, a limit of 3 s")
    parser.add_argument("--limit", type=float, default=None, help="seconds a claim and way (default: 10)")
    parser.add_argument("--json", type=Path, help="write the rows to this file")
    options = parser.parse_args()
    limit = options.limit or (3.0 if options.quick else 10.0)
    rows: list[dict[str, Any]] = []
    for group, members in claims(options.quick).items():
        for claim, holds in members:
            row: dict[str, Any] = {"group": group, "claim": claim.id, "title": claim.title, "holds": holds}
            for way in WAYS:
                said, row[f"{way}_s"] = timed(way, claim, limit)
                row[way] = graded(said, holds)
            rows.append(row)
            marks = "  ".join(f"{way} {row[way]:7} {row[f'{way}_s']:7.3f} s" for way in WAYS)
            print(f"{marks}  {claim.id}: {claim.title}"[:140], flush=True)
    print(f"\n{len(rows)} statements, {limit:g} s each: right / wrong / nothing")
    for group in dict.fromkeys(row["group"] for row in rows):
        of_group = [row for row in rows if row["group"] == group]
        counts = (
            f"{way} {' / '.join(str(sum(row[way] == word for row in of_group)) for word in WORDS)}" for way in WAYS
        )
        print(f"  {group}, {len(of_group)}: {'; '.join(counts)}")
    seconds = {way: sum(row[f"{way}_s"] for row in rows) for way in WAYS}
    print("time in all: " + ", ".join(f"{way} {spent:.1f} s" for way, spent in seconds.items()))
    for way in list(WAYS)[1:]:
        ratios = [row[f"{way}_s"] / row["prover_s"] for row in rows]
        print(f"the time of {way} over the prover's, median of the statements: {statistics.median(ratios):.1f}")
    if options.json:
        options.json.write_text(json.dumps({"limit": limit, "seconds": seconds, "rows": rows}, indent=1))


if __name__ == "__main__":
    main()
