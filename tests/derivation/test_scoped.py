"""Declarations for some lines of a paper, ``.. in lines 120..180``: one letter that means two things."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Findings, Status, read_file, run
from layerproof.tools.latex_lines.letters.scoped import as_written

PAPER = r"""\documentclass{article}\begin{document}
An input is $x \in \mathbb{R}^d$.
\begin{align} \|x - z\|^2 &= \|x\|^2 - 2 x^\top z + \|z\|^2 \end{align}
Now let $x$ be of another size.
\begin{align} \|x - y\|^2 &= \|(x - x^*) + (x^* - y)\|^2 \\
 &= \|x - x^*\|^2 + 2 (x - x^*)^\top (x^* - y) + \|x^* - y\|^2  \\
 &= \|x - x^*\|^2 + 3 (x - x^*)^\top (x^* - y) + \|x^* - y\|^2 \end{align}
\begin{align} \dot{x}^\top y + \hat{x} &= y^\top \dot{x} + \hat{x} \end{align}
\end{document}
"""
LINE = r"\documentclass{article}\begin{document}\begin{align} 2 x &= x + x \end{align}\end{document}"
WHOLE = "symbols: x, z vector d\nsymbols: y, x^* vector m; \\hat{x} real number; t time\n"


def _judged(tmp_path: Path, letters: str, paper: str = PAPER) -> Findings:
    file = tmp_path / "paper.tex"
    file.write_text(paper)
    file.with_suffix(".lp").write_text(letters)
    return run(read_file(file))


def test_a_letter_is_another_one_in_some_lines(tmp_path: Path) -> None:
    found = _judged(tmp_path, WHOLE + "symbols: x vector m in lines 5..8\n")
    assert found.troubles == []
    verdicts = [(line.line, line.status.value) for line in found.lines]
    assert verdicts == [(3, "VERIFIED"), (5, "VERIFIED"), (6, "VERIFIED"), (7, "REFUTED"), (8, "VERIFIED")]
    assert all("breve" not in str(line) for line in found.lines)
    wrong = found.lines[3]
    assert [mend.what for mend in wrong.mends] == ["2 for 3"]
    assert wrong.mends[0].latex.startswith(r"= \|x - x^{*}\|^{2} + 2(x - x^{*})^{\top}")
    assert wrong.witness is not None
    assert "x" in wrong.witness["symbols"]


def test_without_that_sizes_do_not_fit(tmp_path: Path) -> None:
    found = _judged(tmp_path, WHOLE)
    assert not {line.status for line in found.lines[1:4]} & {Status.VERIFIED, Status.REFUTED}


def test_what_is_said_of_one_is_not_known_of_the_other(tmp_path: Path) -> None:
    paper = r"""\documentclass{article}\begin{document}
\begin{align} c &= 2 a \end{align}
\begin{align} c + a &= 3 a \end{align}
\end{document}
"""
    letters = "symbols: a, c real number\n"
    assert _judged(tmp_path, letters, paper).lines[1].status is Status.VERIFIED
    scoped = _judged(tmp_path, letters + "symbols: c real number in lines 3..\n", paper)
    assert scoped.lines[1].status is not Status.VERIFIED
    known = scoped = _judged(
        tmp_path, letters + "symbols: c real number in lines 3..3\nhypotheses: c = 2 a in lines 3..3\n", paper
    )
    assert known.lines[1].status is Status.VERIFIED
    assert scoped.troubles == []


def test_families_and_longer_names(tmp_path: Path) -> None:
    paper = r"""\documentclass{article}\begin{document}
\begin{align} \sum_{i=1}^{n} (x_i + x_0) &= \sum_{j=1}^{n} x_j + n x_0 \end{align}
\begin{align} \sum_{i=1}^{n} y^\top (x_i + x_i) &= 2 \sum_{i=1}^{n} y^\top x_i \end{align}
\end{document}
"""
    letters = (
        "symbols: x_{i} real for i = 1..n; x_{0} real number; y vector d\n"
        "symbols: x_{i} vector d for i = 1..n in lines 3..\n"
    )
    found = _judged(tmp_path, letters, paper)
    assert found.troubles == []
    assert [line.status for line in found.lines] == [Status.VERIFIED] * 2


def test_notation_of_some_lines(tmp_path: Path) -> None:
    paper = r"""\documentclass{article}\begin{document}
\begin{align} a \star b &= a + b \end{align}
\begin{align} a \star b &= a b \end{align}
\end{document}
"""
    letters = (
        "symbols: a, b real number\nread: a \\star b as (a + b) in lines 1..2\nread: a \\star b as (a b) in lines 3..\n"
    )
    assert [line.status for line in _judged(tmp_path, letters, paper).lines] == [Status.VERIFIED] * 2


@pytest.mark.parametrize(
    ("said", "trouble"),
    [
        ("symbols: x vector m in lines five", "names no lines; expected .. in lines 120..180"),
        ("symbols: x vector m in lines 9..3", "'in lines 9..3' ends before it begins"),
        ("hypotheses: z \\ne 0 in lines 5..8", "holds no letter that symbols: declares for the same lines"),
        ("read: z as y in line 5", "names no lines"),
        (
            "symbols: z vector m in lines 1..2\nsymbols: z vector m in lines 3..4\nsymbols: z vector m in lines 5..6",
            "z is declared for too many parts of the paper",
        ),
    ],
)
def test_what_cannot_be_understood(tmp_path: Path, said: str, trouble: str) -> None:
    found = _judged(tmp_path, f"{WHOLE}{said}\n", LINE)
    assert [trouble in one.message for one in found.troubles] == [True]


def test_the_author_s_letters() -> None:
    letters = [r"\breve{x}", r"\breve{\boldsymbol{x}}", r"\check{x}"]
    assert as_written(r"\breve{x}_{1} + \breve{\boldsymbol{x}}", letters) == r"x_{1} + \boldsymbol{x}"
    assert as_written("it fails at brevex = 1", letters) == "it fails at x = 1"
    assert as_written("checkx[1] + dotbrevex + breveboldsymbolx", letters) == "x[1] + dotx + boldsymbolx"
    assert as_written("brevity", letters) == "brevity"
    assert as_written("only equations are checked", letters) == "only equations are checked"
