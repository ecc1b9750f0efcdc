"""A paper of a few displays with its declarations beside it, and what is found about its lines."""

from __future__ import annotations

from pathlib import Path

from layerproof.tools.latex_lines import Limiting, Line, read_file, run


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
