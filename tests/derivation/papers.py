"""A paper of a few displays with its declarations beside it, and what is found about its lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from layerproof.tools.latex_lines import Limiting, Line, Status, propose_file, read_file, read_text, run


def lines(
    folder: Path, *displays: str, letters: str, prose: str = "", budget: float = 10, mending: bool = True
) -> list[Line]:
    """The lines of some displays, after prose.

    Args:
        folder: where the paper and its declarations are written.
        displays: the rows of each.
        letters: what stands in the file of declarations.
        prose: before all displays.
        budget, mending: see `run`.
    """
    paper = folder / "paper.tex"
    shown = "\n\n".join(f"\\begin{{align}}\n{display}\n\\end{{align}}" for display in displays)
    paper.write_text(f"\\documentclass{{article}}\\begin{{document}} {prose}\n{shown}\n\\end{{document}}\n")
    paper.with_suffix(".lp").write_text(letters)
    return run(read_file(paper), limiting=Limiting(budget=budget), mending=mending).lines


def accepted(paper: Path) -> Path:
    """Propose declarations beside a paper, and take every guess for right; the file of these."""
    name, _ = propose_file(paper)
    beside = Path(name)
    beside.write_text("\n".join(line.removeprefix("? ") for line in beside.read_text().splitlines()) + "\n")
    return beside


def judged(header: str, groups: Iterable[Sequence[str]]) -> dict[str, Status]:
    """How rows are judged, each in a display of its own; apart by groups: one that is not read may excuse others.

    Args:
        header: the declarations.
        groups: of rows.
    """
    found: dict[str, Status] = {}
    for rows in groups:
        text = header + "".join(f"\\begin{{equation}}\n{row}\n\\end{{equation}}\n" for row in rows)
        lines = run(read_text(text), limiting=Limiting(budget=8), mending=False, identities=True).lines
        found |= zip(rows, (line.status for line in lines), strict=True)
    return found
