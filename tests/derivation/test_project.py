"""A paper as its author has it: abbreviations written out, further files read, and places that stay the author's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_file, read_text, run
from layerproof.tools.latex_lines.files.project import written_out


def out(text: str) -> str:
    return " ".join(written_out(text).text.text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\newcommand{\R}{\mathbb{R}}$\R^d$", r"$\mathbb{R}^d$"),
        (r"\newcommand\bw{\mathbf w}\bw x", r"\mathbf w x"),
        (r"\newcommand{\norm}[1]{\|#1\|}\norm{a + b}^2", r"\|a + b\|^2"),
        (r"\newcommand{\ip}[2][x]{\langle #1, #2\rangle}\ip{y} \ip[z]{y}", r"\langle x, y\rangle \langle z, y\rangle"),
        (r"\newcommand{\sq}[1]{#1^2}\sq xy", r"x^2y"),
        (r"\newcommand{\g}[1]{\gamma#1}\g{x}", r"\gamma x"),  # not \gammax
        (r"\def\a#1#2{#2#1}\a{x}{y}", "yx"),
        (r"\newcommand{\a}{\b}\newcommand{\b}{y}\a", "y"),
        (r"\renewcommand{\phi}{\varphi}\phi", r"\varphi"),
        (r"\providecommand{\a}{x}\providecommand{\a}{y}\a", "x"),
        (r"\let\eps\varepsilon\eps", r"\varepsilon"),
        (r"\let\old\phi\renewcommand{\phi}{\varphi}\old\phi", r"\phi\varphi"),
        (r"\DeclareMathOperator*{\argmin}{arg\,min}\argmin", r"\operatorname{argmin}"),
        (r"\DeclareMathOperator{\E}{\mathbb{E}}\E", r"\mathbb{E}"),
        (r"\DeclarePairedDelimiter{\abs}{\lvert}{\rvert}\abs{x}+\abs*{y}", r"\lvert x\rvert+\lvert y\rvert"),
        (r"\newenvironment{al}{\begin{align}}{\end{align}}\begin{al}x\end{al}", r"\begin{align}x\end{align}"),
        (r"\iffalse \newcommand{\a}{x} \ifnum 1 \fi \fi \a", r"\a"),
        (r"\begin{verbatim}\newcommand{\a}{x}\end{verbatim}\a", r"\begin{verbatim}\newcommand{\a}{x}\end{verbatim}\a"),
        ("% \\newcommand{\\a}{x}\n\\a", "% \\newcommand{\\a}{x} \\a"),
        (r"\newcommand{\l}{\left}\l(x\right)", r"\left(x\right)"),
    ],
)
def test_what_is_abbreviated_is_written_out(text: str, expected: str) -> None:
    assert out(text) == expected


@pytest.mark.parametrize(
    ("definition", "why"),
    [
        (r"\def\a#1.{#1}", "by a pattern"),
        (r"\newcommand{\a}[1]{\csname #1\endcsname}", "acts"),
        (r"\newcommand{\a}{x}\newcommand{\a}{y}", "defined twice"),
        (r"\def\a{\a\a}", "too long or too deeply"),
        (r"\newcommand{\a}[2]{#1}", "without an argument"),
    ],
)
def test_a_row_that_cannot_be_written_out_is_not_read_and_the_others_are(definition: str, why: str) -> None:
    rows = r"\begin{align} x + y &= y + x \\ x &= {\a} \\ 2x &= x + x \end{align}"
    text = f"% symbols: x, y real\n{definition}\n{rows}"
    lines = run(read_text(text), limiting=Limiting(budget=10), mending=False, identities=True).lines
    assert [line.status for line in lines] == [Status.VERIFIED, Status.UNREAD, Status.VERIFIED]
    assert why in lines[1].reason


def test_further_files_and_the_place_of_each_line(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    style = "\\newcommand{\\sq}[1]{#1^2}\n\\newcommand{\\al}[1]{\\begin{align}#1\\end{align}}\n"
    (tmp_path / "own.sty").write_text(style)
    (tmp_path / "parts" / "proof.tex").write_text("\n\\al{\n  \\sq{(x + y)} &= \\sq x + 2xy + \\sq y \\\\\n   &= x }\n")
    root = tmp_path / "paper.tex"
    root.write_text(
        "% symbols: x, y real\n\\usepackage{amsmath, own}\n\\input{parts/proof}\n\\include{parts/proof}\n"
        "\\input{../outside}\n\\[ \\sq x = x x, \\quad y = 1 \\]\n"
    )
    (tmp_path.parent / "outside.tex").write_text("\\[ x = y \\]")
    findings = run(read_file(root), limiting=Limiting(budget=10), mending=False, identities=True)
    places = [(line.file, line.line, line.column) for line in findings.lines]
    assert places[:3] == [("parts/proof.tex", 3, 7), ("parts/proof.tex", 4, 4), ("", 6, 8)]
    assert [line.status for line in findings.lines][:3] == [Status.VERIFIED, Status.REFUTED, Status.VERIFIED]
    assert findings.lines[1].against == 3
    assert [(t.line, "no such file" in t.message or "read before" in t.message) for t in findings.troubles] == [
        (4, True), (5, True),
    ]  # fmt: skip


def test_a_link_that_leads_outside_is_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "paper"
    folder.mkdir()
    (tmp_path / "secret.tex").write_text("\\[ 1 = 2 \\]")
    os.symlink(tmp_path / "secret.tex", folder / "in.tex")
    (folder / "paper.tex").write_text("\\input{in}")
    findings = run(read_file(folder / "paper.tex"))
    assert not findings.lines
    assert findings.exit_code == 2


def test_files_that_ask_for_each_other_end(tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{one}.tex").write_text(f"\\input{{{other}}}\n\\[ 1 = 1 \\]")
    findings = run(read_file(tmp_path / "a.tex"), limiting=Limiting(budget=5))
    assert [(line.file, line.line) for line in findings.lines] == [("b.tex", 2), ("", 2)]
