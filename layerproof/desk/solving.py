"""``layerproof solve FILE``: closed forms of the flows of a file, each proved before it is shown."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..running.results import Exit

if TYPE_CHECKING:
    from ..language.flows import GradientFlow
    from ..tools.closed_forms import Found

HELP = "find the closed form of a gradient flow, with proof, or say what was tried"
DESCRIPTION = """\
Try to solve each gradient flow in FILE that has one or two degrees of freedom (separation, Bernoulli, Riccati,
reduction by conserved quantities). A solution is shown as a proved claim, with its hypotheses, its limit and the cases
that it excludes. If none is found, what was tried is reported.
"""
EPILOG = """\
FILE is a Python file that defines GradientFlows, as variables or inside claims; FILE::NAME selects one of them, by its
variable or by the id of its claim. Formulas on the command line are parsed by a grammar and never executed.

examples:
  layerproof solve mine.py
  layerproof solve mine.py::flow --of 'a b' --initially r_0 --where 'r_0 < S'
  layerproof solve mine.py::flow --of 'a, b' --initially a_0 --initially b_0

exit codes:
  0  a closed form was found for every flow
  2  wrong usage, or no flow
  3  none was found for one of them
"""


def add_arguments(parser: argparse.ArgumentParser, seconds: Callable[[str], float]) -> None:
    """Declare the arguments; `seconds` reads a number of seconds."""
    parser.add_argument("file", metavar="FILE[::NAME]", help="a Python file, and which of its flows (default: each)")
    parser.add_argument(
        "--of", metavar="FORMULA", help="an observable, or parameters by commas (default: the parameters)"
    )
    parser.add_argument(
        "--initially", action="append", default=[], metavar="FORMULA", help="its initial value; once for each parameter"
    )
    parser.add_argument(
        "--where", action="append", default=[], metavar="RELATION", help="a hypothesis, such as 'r_0 < S'; any number"
    )
    parser.add_argument(
        "--budget", type=seconds, default=90.0, metavar="SECONDS", help="for each flow (default: %(default)g)"
    )
    parser.add_argument(
        "--json", metavar="FILE", help="write what was found as JSON; - is stdout, in place of the text"
    )


def command(options: argparse.Namespace, write: Callable[[str, str], bool]) -> Exit:
    """Run it; `write` takes a text and a file's name, and says whether it could be written."""
    from ..running import userfile
    from ..tools.closed_forms.asking import flows_in, read_question, report
    from . import tables

    file, _, name = options.file.partition("::")
    try:
        loaded = userfile.load(Path(file))
    except OSError as error:
        return _refuse(f"{file}: {error.strerror or error}")
    for problem in loaded.problems:
        print(f"layerproof: {problem}", file=sys.stderr)
    flows = flows_in(loaded.names, loaded.claims)
    if not flows:
        return _refuse(f"{file} makes no GradientFlow")
    if name and name not in flows:
        return _refuse(f"{file} has no flow {name!r}; it has {', '.join(flows)}")
    chosen = {name: flows[name]} if name else flows
    asked = options.of is not None or options.initially or options.where
    if asked and len(chosen) > 1:
        return _refuse(
            f"a question is about one flow, and {file} has {', '.join(chosen)}; ask {file}::{next(iter(chosen))}"
        )
    try:
        question: dict[str, Any] = {}
        if asked:
            (flow,) = chosen.values()
            question = read_question(flow, options.of, options.initially, options.where, loaded.names)
        lines, results = report(chosen, options.budget, **question)
    except ValueError as error:
        return _refuse(str(error))
    if options.json and not write(as_json(chosen, results), options.json):
        return Exit.USAGE
    if options.json != "-":
        tables.console().print("\n".join(lines), soft_wrap=True, highlight=False, markup=False)
    if not all(results):
        return Exit.UNDECIDED
    return Exit.USAGE if loaded.problems else Exit.EXPECTED


def _refuse(message: str) -> Exit:
    print(f"layerproof: {message}", file=sys.stderr)
    return Exit.USAGE


def as_json(flows: dict[str, GradientFlow], results: list[Found]) -> str:
    """What was found, flow by flow, as JSON."""
    found = [{"flow": name, **_plain(result)} for name, result in zip(flows, results, strict=True)]
    return json.dumps({"flows": found}, indent=1, ensure_ascii=False) + "\n"


def _plain(found: Found) -> dict[str, Any]:
    from ..language.printing import text

    claim, evidence = found.claim, found.evidence
    return {
        "of": [text(of) for of in found.of],
        "found": bool(found),
        "how": found.how or None,
        "closed_forms": {text(of): text(closed) for of, closed in found.closed_forms.items()},
        "latex": None if claim is None else claim._repr_latex_(),
        "hypotheses": [] if claim is None else [text(hypothesis) for hypothesis in claim.hypotheses],
        "proof": None if evidence is None else evidence.how,
        "beside": [{"title": item.claim.title, "statement": item.claim.lines()} for item in found.beside],
        "cases": [_plain(case) for case in found.cases],
        "tried": list(found.tried),
    }
