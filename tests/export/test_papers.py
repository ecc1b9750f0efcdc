"""Pieces of the report in papers like those of conferences and journals: they compile, and nothing sticks out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from layerproof.derivations import load

from .test_documents import compiled, needs_tex, put, written
from .test_latex import found

OVERFULL = 5.0
"""Points that a line may stick out in somebody's paper."""
SUBJECTS = ("feedback", "lazy-rich")
PIECES = ("claims/feedback/sigmoid", "claims/feedback/stage-like-printed", "claims/lazy-rich/general-solution",
          "claims/lazy-rich/theta-by-clock", "claims/lazy-rich/riccati")  # fmt: skip
MACROS = "\\newcommand{\\lproot}{export}\n\\input{export/layerproof-macros}\n"
THEOREMS = "\\newtheorem{theorem}{Theorem}\n"
CLEVER = "\\usepackage[capitalize,noabbrev]{cleveref}\n"
PAPERS = {
    "article": "\\documentclass{article}\n" + MACROS,
    "with hyperref and theorems": "\\documentclass{article}\n\\usepackage{amsmath,amsthm,hyperref}\n"
    + CLEVER + THEOREMS + MACROS,
    "macros before cleveref": "\\documentclass{article}\n\\usepackage{amsmath,hyperref}\n" + MACROS + CLEVER,
    "like NeurIPS": "\\documentclass{article}\n"
    "\\usepackage[letterpaper,textwidth=5.5in,textheight=9in]{geometry}\n\\usepackage{times,natbib}\n"
    "\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\\usepackage{hyperref,url,booktabs,amsfonts,nicefrac}\n"
    "\\usepackage{microtype}\n\\usepackage{xcolor}\n" + MACROS,
    "like ICML": "\\documentclass[twocolumn]{article}\n"
    "\\usepackage[letterpaper,textwidth=6.75in,textheight=9in,columnsep=0.25in]{geometry}\n"
    "\\usepackage{times,microtype,graphicx,booktabs,hyperref}\n\\usepackage{amsmath,amssymb,mathtools,amsthm}\n"
    + CLEVER + "\\theoremstyle{plain}\n" + THEOREMS + MACROS + "\\lpcounter{theorem}\\lpterse\n",
    "revtex": "\\documentclass[aps,pre,twocolumn]{revtex4-2}\n\\usepackage{amsmath,graphicx,hyperref}\n" + MACROS,
}  # fmt: skip
"""Preambles, by the papers that they are like."""


@needs_tex
@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_pieces_in_papers_of_others(paper: str, tmp_path: Path) -> None:
    results = [found(claim) for subject in SUBJECTS for claim in load(subject)]
    put({f"export/{name}": text for name, text in written(results).items()}, tmp_path)
    theorem = "\\begin{theorem}Mine.\\end{theorem}\n" if THEOREMS in PAPERS[paper] else ""
    pieces = "\n".join(f"\\input{{export/{piece}}}" for piece in PIECES)
    (tmp_path / "paper.tex").write_text(
        f"{PAPERS[paper]}\\begin{{document}}\n{theorem}See below.\n{pieces}\n\\end{{document}}\n"
    )
    log = compiled("paper.tex", tmp_path)
    numbers = re.findall(r"\\newlabel\{lp:[^}]*\}\{\{(\d+)\}", (tmp_path / "paper.aux").read_text())
    assert numbers == [str(k + ("lpcounter" in PAPERS[paper])) for k in range(1, len(PIECES) + 1)]
    assert "LaTeX Error" not in log
    assert "undefined" not in re.sub(r"(?i)undefined control sequence defined|\\ undefined\\", "", log), log[-2000:]
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)]
    assert all(points <= OVERFULL for points in wide), wide
