r"""Slips put into lines of papers that came out VERIFIED: how many are called wrong there, or shown with a mend?

    python benchmarks/paper_slips.py [PAPER.tex ...] [--slips N] [--seed N] [--sympy] [--json FILE]

Without papers it takes a page of our own, ``benchmarks/papers/page.tex``. A paper's declarations stand in the .lp file
beside it. A slip is one changed sign, number, exponent, index or direction, a lost transpose or a lost term; those
of one run stand in different displays. With ``--sympy`` SymPy's ``parse_latex`` and ``simplify`` are asked about the
same lines, before and after: that needs its parser (``pip install antlr4-python3-runtime==4.11.*``), and has no place
for what the letters are.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from layerproof.tools.latex_lines import Derivations, Limiting, Status, read_file, run
from layerproof.tools.latex_lines.files.parts import Equation
from layerproof.tools.latex_lines.files.tokens import Unbalanced, depths, joined, words
from layerproof.tools.latex_lines.judging.questions import Line

PAGE = Path(__file__).parent / "papers" / "page.tex"
MOST_TRIED = 20


@dataclass
class Slip:
    """A change of the right side of a line, and what was said of it."""

    file: str
    place: tuple[int, int]
    kind: str
    before: str
    after: str
    relation: str = ""
    said: str = ""
    reason: str = ""
    mends: tuple[str, ...] = ()
    sympy: str = ""

    @property
    def shown(self) -> bool:
        """Whether its line is wrong, or stands among those that one small change would prove."""
        return self.said == Status.REFUTED or bool(self.mends)


def slips_of(text: str) -> Iterator[tuple[str, str]]:
    """The kind of each slip that may be made in a side, and the side with it."""
    tokens = words(text)
    level = depths(tokens)
    inside = _in_indices(tokens)
    for k, token in enumerate(tokens):
        if token in "+-" and k not in inside and k and tokens[k - 1] not in ("{", "(", "["):
            yield "sign", joined([*tokens[:k], "-+"["+-".index(token)], *tokens[k + 1 :]])
        if token in ("2", "3") and k not in inside:
            raised = tokens[k - 1 : k] == ["^"] or tokens[k - 2 : k] == ["^", "{"]
            yield "exponent" if raised else "number", joined([*tokens[:k], str(int(token) + 1), *tokens[k + 1 :]])
        if token in (r"\top", "T") and tokens[k - 1 : k] == ["^"]:
            yield "transpose", joined([*tokens[: k - 1], *tokens[k + 1 :]])
        if token == "_" and tokens[k + 1 : k + 2] and tokens[k + 1] in "ij12":
            other = {"i": "j", "j": "i", "1": "2", "2": "1"}[tokens[k + 1]]
            yield "index", joined([*tokens[: k + 1], other, *tokens[k + 2 :]])
    signs = [k for k, token in enumerate(tokens) if k and level[k] == 0 and token in "+-"]
    for k, end in zip(signs, [*signs, len(tokens)][1:], strict=True):
        yield "term", joined([*tokens[:k], *tokens[end:]])


def _in_indices(tokens: list[str]) -> set[int]:
    """The places within subscripts, and within the ends of sums."""
    found: set[int] = set()
    for k, token in enumerate(tokens):
        if token == "_" and tokens[k + 1 : k + 2] == ["{"]:
            depth, end = 1, k + 2
            while end < len(tokens) and depth:
                depth += (tokens[end] == "{") - (tokens[end] == "}")
                end += 1
            if tokens[end : end + 2] == ["^", "{"] and tokens[k - 1] in (r"\sum", r"\prod"):
                end += 2
                while end < len(tokens) and tokens[end] != "}":
                    end += 1
            found |= set(range(k, end))
    return found


_TURNED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}


def planted(paper: Derivations, verified: set[tuple[int, str]], most: int, seed: int) -> list[Slip]:
    """Slips of verified steps, a few of each, in an order that the seed decides."""
    chance = random.Random(seed)
    found: list[list[Slip]] = []
    for number, part in enumerate(paper.document.parts):
        for place, step in enumerate(part.steps if isinstance(part, Equation) else ()):
            if place == 0 or (step.block, step.text) not in verified:
                continue
            try:
                ways = [way for way in slips_of(step.text) if way[1] != step.text]
            except Unbalanced:
                continue
            chance.shuffle(ways)
            slips = [Slip(paper.path, (number, place), kind, step.text, after) for kind, after in ways]
            if turned := _TURNED.get(step.relation):
                slips.insert(0, Slip(paper.path, (number, place), "direction", step.text, step.text, turned))
            found.append(slips)
    chance.shuffle(found)
    rounds = [[ways[k] for ways in found if k < len(ways)] for k in range(MOST_TRIED)]
    return [slip for one in rounds for slip in one][:most]


def judge(paper: Derivations, slips: list[Slip], limiting: Limiting) -> None:
    """Say of each slip what became of its line; those of one run stand in different displays."""
    left = list(slips)
    while left:
        _tell(f"{len(left)} of {len(slips)} slips left")
        taken: dict[int, Slip] = {}
        for slip in left:
            taken.setdefault(slip.place[0], slip)
        left = [slip for slip in left if slip is not taken[slip.place[0]]]
        changed = deepcopy(paper)
        where: dict[tuple[int, str], Slip] = {}
        for number, slip in taken.items():
            part = changed.document.parts[number]
            assert isinstance(part, Equation)
            step = part.steps[slip.place[1]]
            part.steps[slip.place[1]] = step = replace(step, text=slip.after, relation=slip.relation or step.relation)
            where[step.block, step.text] = slip
        for line in run(changed, limiting=replace(limiting)).lines:
            if (slip := where.get((line.block, line.text))) is not None and not line.head and not slip.said:  # type: ignore[assignment]
                slip.said, slip.reason = line.status.value, line.reason
                slip.mends = tuple(mend.latex for mend in line.mends)


def _tell(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)


def steps(lines: list[Line]) -> list[Line]:
    """The lines that are claims."""
    return [line for line in lines if not line.head]


def by_sympy(left: str, right: str) -> str:
    """What SymPy says of an equation: right, wrong, or not read."""
    import sympy as sp
    from sympy.parsing.latex import parse_latex

    try:
        sides = [parse_latex(re.sub(r"\\(?:left|right)(?![A-Za-z])", "", t), backend="antlr") for t in (left, right)]
        if not all(isinstance(side, sp.Expr) for side in sides):
            return "not read"
        return "right" if sp.simplify(sides[0] - sides[1]) == 0 else "not right"
    except Exception:
        return "not read"


def main() -> int:
    """Plant slips, and say what became of them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("papers", nargs="*", type=Path)
    parser.add_argument("--slips", type=int, default=50)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--budget", type=float, default=8.0, help="seconds for each line")
    parser.add_argument("--total", type=float, default=600.0, help="seconds for each run of a paper")
    parser.add_argument("--sympy", action="store_true")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    papers = options.papers or [PAGE]
    everything: list[Slip] = []
    for path in papers:
        limiting = Limiting(budget=options.budget, total=options.total)
        paper = read_file(path)
        _tell(f"{path} as it is")
        findings = run(deepcopy(paper), limiting=limiting)
        claimed = steps(findings.lines)
        print(
            f"{path}: {findings.displays} displays, {len(claimed)} steps,",
            dict(Counter(line.status.value for line in claimed)),
            flush=True,
        )
        verified = {(line.block, line.text) for line in claimed if line.status is Status.VERIFIED}
        slips = planted(paper, verified, -(-options.slips // len(papers)), options.seed)
        judge(paper, slips, Limiting(budget=options.budget, total=options.total))
        everything += slips
        if options.sympy:
            _ask_sympy(paper, verified, slips)
    named = sum(slip.said == "REFUTED" for slip in everything)
    print(
        f"slips: {len(everything)}, called wrong at their line: {named}, left open there with a mend:",
        f"{sum(slip.shown for slip in everything) - named};",
        dict(Counter(s.said for s in everything)),
    )
    for slip in everything:
        if not slip.shown:
            print(f"  {slip.said} {slip.kind}: {slip.before[:70]} -> {slip.after[:70]}: {slip.reason[:120]}")
    if options.json:
        options.json.write_text(json.dumps([asdict(slip) for slip in everything], indent=1))
    return 0


def _ask_sympy(paper: Derivations, verified: set[tuple[int, str]], slips: list[Slip]) -> None:
    """Ask SymPy of the lines as they are, which are right, and of those with slips."""
    said: Counter[str] = Counter()
    for part in paper.document.parts:
        for k, step in enumerate(part.steps if isinstance(part, Equation) else ()):
            if k and step.relation == "=" and (step.block, step.text) in verified:
                said[by_sympy(part.steps[k - 1].text, step.text)] += 1  # type: ignore[union-attr]
    print("  SymPy of the lines as they are:", dict(said))
    for slip in slips:
        part = paper.document.parts[slip.place[0]]
        assert isinstance(part, Equation)
        slip.sympy = by_sympy(part.steps[slip.place[1] - 1].text, slip.after)
    print("  SymPy of the slips:", dict(Counter(slip.sympy for slip in slips)))


if __name__ == "__main__":
    sys.exit(main())
