"""Falsification against random sampling alone: the same false conjectures, the same budget, in one run.

    python benchmarks/falsification.py [--budget SECONDS] [--quick] [--json FILE]

Three ways to look for a counterexample to each claim of ``tests/falsify/corpus.py``:

* ``search``: `layerproof.proving.search.falsify`, which ends with a witness that is confirmed and made simple;
* ``sampling``: random rationals of many magnitudes inside the hypotheses, at random small sizes, each asked in ball
  arithmetic until one refutes or the budget is spent; the witness is confirmed at two precisions, and not made simple;
* ``prover``: the exact prover alone, which tries up to 160 points of its own.

Limits, integrals and infinite sums have no residual at a point; there, sampling is what the prover does at its points.
What is not found counts with the whole budget as its time.  Then the search is let loose on true statements of the
library and of the corpus: any witness is an error, and the exit status is then 1.  No time is asserted.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import sympy as sp
from falsify import corpus

from layerproof.derivations import load, subjects
from layerproof.language.claims import Claim
from layerproof.language.goals import Sign, Zero
from layerproof.proving.domain import Domain
from layerproof.proving.evidence import prove
from layerproof.proving.exact.prover import Prover
from layerproof.proving.search import boundaries, falsify
from layerproof.proving.search.charts import charts, sizes
from layerproof.proving.search.confirm import Question


def by_search(claim: Claim, budget: float) -> bool:
    """Whether the search finds a counterexample."""
    return falsify(claim, budget=budget) is not None


def by_prover(claim: Claim, budget: float) -> bool:
    """Whether the exact prover refutes the claim."""
    return str(prove(claim, budget=budget).verdict) == "REFUTED"


def by_sampling(claim: Claim, budget: float) -> bool:
    """Whether a random rational point inside the hypotheses refutes a goal."""
    deadline = perf_counter() + budget
    prover = Prover(Domain.of(claim.statement.expressions(), claim.hypotheses))
    questions = []
    for goal in claim.statement.goals():
        if isinstance(goal, (Zero, Sign)):
            strict = goal.strict if isinstance(goal, Sign) else None
            expr = prover.prepared(sp.sympify(goal.expr))
            questions.append(Question(prover.domain, expr, strict, goal.name, (expr,)))
    if not questions:
        return by_prover(claim, budget)
    source = random.Random(0)
    fixed = list(sizes(prover.domain, [q.expr for q in questions]))
    made = {k: list(charts(prover.domain, f)) for k, f in enumerate(fixed)}
    while perf_counter() < deadline:
        available = made[source.randrange(len(fixed))]
        chart = source.choice(available) if available else None
        if chart is None:
            continue
        for question in questions:
            try:
                chart.compile(question.expr)
            except Exception:
                continue
        for values in boundaries.at_random(chart, source, 5):
            point = chart.point(values)
            if point is not None and any(question.precision(point) is not None for question in questions):
                return True
            if perf_counter() > deadline:
                break
    return False


WAYS: dict[str, Callable[[Claim, float], bool]] = {"search": by_search, "sampling": by_sampling, "prover": by_prover}


def measured(way: Callable[[Claim, float], bool], claim: Claim, budget: float) -> tuple[bool, float]:
    """Whether it found a counterexample, and in what time; the budget where it did not."""
    start = perf_counter()
    try:
        found = way(claim, budget)
    except Exception as problem:  # counts as not found
        print(f"{claim.id}: {problem!r}", file=sys.stderr)
        found = False
    return found, perf_counter() - start if found else budget


def true_statements(count: int) -> list[Claim]:
    """True statements of the corpus, and of the library, spread over its subjects."""
    library = [
        claim
        for subject in subjects()
        for claim in load(subject)
        if claim.erratum is None and str(claim.expected) == "VERIFIED" and not claim.statement.is_about_matrices
    ]
    wanted = max(count - len(corpus.TRUE), 1)
    return [*corpus.TRUE[:count], *library[:: max(1, len(library) // wanted)][:wanted]]


def main() -> int:
    """Run, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", type=float, default=3.0, help="seconds for one claim and one way")
    parser.add_argument("--quick", action="store_true", help="every fifth claim")
    parser.add_argument("--json", type=Path, help="write the results to this file")
    arguments = parser.parse_args()
    kinds = {kind: claims[:: 5 if arguments.quick else 1] for kind, claims in corpus.FALSE.items()}
    results: dict[str, Any] = {"budget": arguments.budget, "kinds": {}}
    total: dict[str, list[tuple[bool, float]]] = {way: [] for way in WAYS}
    print(f"{'':18}{'claims':>7}" + "".join(f"{way:>10}" for way in WAYS) + "   found")
    for kind, claims in kinds.items():
        rows = {way: [measured(run, claim, arguments.budget) for claim in claims] for way, run in WAYS.items()}
        for way, row in rows.items():
            total[way] += row
        counts = {way: sum(found for found, _ in row) for way, row in rows.items()}
        results["kinds"][kind] = {"claims": len(claims), **counts}
        print(f"{kind:18}{len(claims):7}" + "".join(f"{counts[way]:10}" for way in WAYS), flush=True)
    claims_in_all = sum(map(len, kinds.values()))
    found = {way: sum(hit for hit, _ in rows) for way, rows in total.items()}
    seconds = {way: sum(s for _, s in rows) for way, rows in total.items()}
    middle = {way: statistics.median(s for _, s in rows) for way, rows in total.items()}
    print(f"{'all':18}{claims_in_all:7}" + "".join(f"{found[way]:10}" for way in WAYS))
    print(f"{'seconds':25}" + "".join(f"{seconds[way]:10.1f}" for way in WAYS))
    print(f"{'median seconds':25}" + "".join(f"{middle[way]:10.3f}" for way in WAYS))
    for way in ("sampling", "prover"):
        ratio = found["search"] / max(found[way], 1)
        print(f"against {way}: {ratio:.2f} times as many found, in {seconds['search'] / seconds[way]:.3f} of the time")
    statements = true_statements(20 if arguments.quick else 100)
    wrong = [claim.id for claim in statements if measured(by_search, claim, min(arguments.budget, 1.5))[0]]
    print(f"true statements: {len(statements)}, refuted: {len(wrong)}" + (f" ({', '.join(wrong)})" if wrong else ""))
    results |= {"claims": claims_in_all, "found": found, "seconds": seconds, "median": middle}
    results |= {"true": len(statements), "wrong": wrong}
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
