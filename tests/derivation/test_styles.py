"""Well-known styles, brackets and commands with arguments of many kinds, and what is defined nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status, read_file, read_text, run
from layerproof.tools.latex_lines.files.project import written_out

from .papers import lines
from .test_project import out as as_written

PHYSICS = r"\usepackage{physics}"


def out(text: str) -> str:
    return as_written(text).removeprefix(PHYSICS).strip()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\dv{t}(u^2)", r"\frac{\mathrm{d}}{\mathrm{d} t}(u^2)"),
        (r"\dv{u}{t}", r"\frac{\mathrm{d} u}{\mathrm{d} t}"),
        (r"\dv[2]{u}{t}", r"\frac{\mathrm{d}^{2} u}{\mathrm{d} t^{2}}"),
        (r"\pdv{f}{x}{y}", r"\frac{\partial^{2} f}{\partial x \partial y}"),
        (r"\pdv[2]{x}", r"\frac{\partial^{2}}{\partial x^{2}}"),
        (r"\dd{x} \dd x", r"\,\mathrm{d} x \,\mathrm{d} x"),
        (r"\qty(a + (b))^2", r"\left( a + (b)\right) ^2"),
        (r"\qty[a]\qty{b}\qty|c|", r"\left[ a\right] \left\{ b\right\} \left| c\right|"),
        (r"\qty\Big(\frac{a}{b})", r"\left( \frac{a}{b}\right)"),
        (r"\norm{x}\norm\big{x}\norm*{x}", r"\lVert x\rVert \lVert x\rVert \lVert x\rVert"),
        (r"\abs{\qty(a)}", r"\lvert \left( a\right) \rvert"),
        (r"\comm{A}{B + C}", r"\left( A \left( B + C\right) - \left( B + C\right) A\right)"),
        (r"\acomm{A}{B}", r"\left( A B + B A\right)"),
        (r"\sin[2](x) + \sin(x)", r"\sin^{2}(x) + \sin(x)"),
        (r"a \qif b \qq{and} c", r"a \quad\text{if}\quad b \quad\text{and}\quad c"),
        (r"\vb{x}\vb*{y}", r"\mathbf{x}\mathbf{y}"),
        (r"\bmqty{a & b \\ c & d}", r"\begin{bmatrix} a & b \\ c & d\end{bmatrix}"),
        (r"\braket{x}{y}", r"\langle x, y\rangle"),
        (r"\grad{f} \laplacian f", r"\nabla {f} \nabla^{2} f"),
    ],
)
def test_what_the_style_physics_stands_for(text: str, expected: str) -> None:
    assert out(PHYSICS + text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\usepackage{commath}\od{f}{x}\dif x", r"\frac{\mathrm{d} f}{\mathrm{d} x}\,\mathrm{d} x"),
        (r"\usepackage{diffcoeff}\diffp[2]{f}{x}", r"\frac{\partial^{2} f}{\partial x^{2}}"),
        (r"\usepackage{xspace}\newcommand{\h}{h\xspace}\h x", "h x"),
        (r"\mleft( a \mright)", r"\left( a \right)"),
        (r"a + b \eqqcolon c", "a + b =: c"),
        (r"\DeclarePairedDelimiterX{\ip}[2]{\langle}{\rangle}{#1, #2}\ip{x}{y}\ip*{x}{y}\ip[\big]{x}{y}",
         r"\langle x, y\rangle\langle x, y\rangle\langle x, y\rangle"),
        (r"\DeclarePairedDelimiterX{\set}[2]{\{}{\}}{#1 \;\delimsize\vert\; #2}\set{x}{y}", r"\{ x \;\vert\; y\}"),
        (r"\DeclarePairedDelimiterXPP\n[1]{}\lVert\rVert{_2}{#1}\n{x}", r"\lVert x\rVert_2"),
        (r"\NewDocumentCommand{\n}{m}{\|#1\|}\n{x}", r"\|x\|"),
        (r"\NewDocumentCommand\n{s O{2} m}{\IfBooleanTF{#1}{a}{b}^{#2}_{#3}}\n{x}\n*[3]{y}", "b^{2}_{x}a^{3}_{y}"),
        (r"\NewDocumentCommand\n{o m}{\IfNoValueTF{#1}{f}{f_{#1}}(#2)}\n{x}\n[i]{x}", "f(x)f_{i}(x)"),
        (r"\NewDocumentCommand\n{m d()}{#1\IfNoValueF{#2}{[#2]}}\n{x}\n{x}(y (z))", "xx[y (z)]"),
        (r"\NewDocumentCommand\n{t' m}{\IfBooleanT{#1}{-}#2}\n x\n'x", "x-x"),
        (r"\NewDocumentCommand\n{+m !O{1}}{#1#2}\n x\n x[2]", "x1x2"),
    ],
)  # fmt: skip
def test_other_styles_and_arguments_of_many_kinds(text: str, expected: str) -> None:
    assert re.sub(r"^\\usepackage\{\w+\}", "", out(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        r"\NewDocumentCommand\n{e{^_} m}{#2}\n x",
        r"\NewDocumentCommand\n{v}{#1}\n x",
        r"\NewDocumentCommand\n{>{\SplitList{;}} m}{#1}\n x",
        r"\NewDocumentCommand\n{m}{\write18{#1}}\n x",
        PHYSICS + r"\div x",
        PHYSICS + r"\mqty x",
        PHYSICS + r"\qty(a",
    ],
)
def test_what_is_taken_in_another_way_is_refused(text: str) -> None:
    assert written_out(text).refused


@pytest.mark.parametrize(
    "text", [r"\NewDocumentCommand\n{m}{\n{#1#1}}\n x", r"\NewDocumentCommand\n{o}{\IfNoValueTF{#1}{\n\n}{x}}\n"]
)
def test_what_never_ends_is_bounded(text: str) -> None:
    project = written_out(text)
    assert "too long or too deeply" in next(iter(project.refused.values()))
    assert len(project.text.text) < 100_000


def test_what_the_author_defines_is_the_authors() -> None:
    assert out(PHYSICS + r"\renewcommand{\norm}[1]{|#1|}\norm{x}") == r"|x|"
    assert r"\lVert" in out(PHYSICS + r"\providecommand{\other}[1]{|#1|}\norm{x}")
    assert written_out(r"\newcommand{\norm}[1]{|#1|}\norm{x}").presumed == {}


def test_a_style_of_the_folder_goes_before_a_well_known_one(tmp_path: Path) -> None:
    (tmp_path / "physics.sty").write_text(r"\newcommand{\norm}[1]{\|#1\|_1}")
    paper = tmp_path / "paper.tex"
    text = PHYSICS + r"\norm{x}\dv{t}"
    paper.write_text(text)
    assert written_out(text, paper).text.text.endswith(r"\|x\|_1\dv{t}")


# --- what nothing defines --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\norm{x}", r"\lVert x\rVert"),
        (r"\inner{x}{y}\inner{x, y}", r"\langle x, y\rangle \langle x, y\rangle"),
        (r"\E[x] \in \R", r"\mathbb{E}[x] \in \mathbb{R}"),
        (r"\argmin_x \Var(x)", r"\operatorname{argmin}_x \operatorname{Var}(x)"),
        (r"\zero", r"\mathbf{0}"),
    ],
)
def test_what_is_defined_nowhere_is_what_it_mostly_stands_for(text: str, expected: str) -> None:
    assert out(text) == expected


def test_what_rests_on_that_says_so_and_is_not_wrong(tmp_path: Path) -> None:
    letters = "symbols: x, y vector n; a, b real numbers"
    display = r"\norm{x + y}^2 &= \norm{x}^2 + 2 x^\top y + \norm{y}^2 \\ &= \norm{x}^2 + x^\top y + \norm{y}^2 \\"
    right, wrong, other, other_wrong = lines(
        tmp_path, display, r"(a + b)^2 &= a^2 + 2 a b + b^2 \\ &= a^2 + a b + b^2", letters=letters, mending=False
    )
    assert right.status is Status.VERIFIED
    assert right.guessed == [r"\norm, which nothing defines, is \lVert"]
    assert wrong.status is Status.UNDECIDED
    assert (other.status, other.guessed) == (Status.VERIFIED, [])
    assert other_wrong.status in (Status.REFUTED, Status.UNDECIDED)
    assert other_wrong.guessed == []


def test_a_command_that_is_declared_is_a_letter(tmp_path: Path) -> None:
    (line,) = lines(tmp_path, r"\eps + \eps &= 2 \eps", letters=r"symbols: \eps positive number")
    assert (line.status, line.guessed) == (Status.VERIFIED, [])
    text = "% symbols: \\half real\n\\begin{align} \\half + \\half &= 1 \\end{align}"
    (line,) = run(read_text(text), identities=True, mending=False).lines
    assert line.status is Status.REFUTED


# --- chapters --------------------------------------------------------------------------------------------------------

CHAPTER = r"\begin{align} \sq{a + b} &= \sq{a} + 2 a b + \sq{b} \end{align}"
SQUARE = r"\newcommand{\sq}[1]{\left(#1\right)^2}"
LETTERS = "symbols: a, b real numbers"


def chapter_of(folder: Path, files: dict[str, str], chapter: str = "parts/one.tex") -> list[Status]:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    path = folder / chapter
    path.with_suffix(".lp").write_text(LETTERS)
    return [line.status for line in run(read_file(path)).lines]


WHOLE = r"\documentclass{book}" + SQUARE + r"\begin{document}%s\end{document}"


@pytest.mark.parametrize(
    "files",
    [
        {"main.tex": WHOLE % r"\input{parts/one}", "parts/one.tex": CHAPTER},
        {"main.tex": WHOLE % r"\include{parts/one.tex}", "parts/one.tex": CHAPTER},
        {"main.tex": WHOLE % r"\subimport*{parts/}{one}", "parts/one.tex": CHAPTER},
        {"parts/book.tex": WHOLE % r"\input one ", "parts/one.tex": CHAPTER},
        {"book.tex": WHOLE % "", "parts/one.tex": f"% !TeX root = ../book.tex\n{CHAPTER}"},
        {"book.tex": WHOLE % "", "parts/one.tex": r"\documentclass[../book]{subfiles}" + CHAPTER},
        {"main.tex": r"\documentclass{book}\input{parts/defs}\begin{document}\input{parts/one}\end{document}",
         "parts/defs.tex": SQUARE, "parts/one.tex": CHAPTER},
        {"main.tex": r"\documentclass{book}\usepackage{own}\begin{document}\input{parts/one}\end{document}",
         "own.sty": SQUARE, "parts/one.tex": CHAPTER},
    ],
)  # fmt: skip
def test_a_chapter_has_its_abbreviations_from_the_paper_that_asks_for_it(tmp_path: Path, files: dict[str, str]) -> None:
    assert chapter_of(tmp_path, files) == [Status.VERIFIED]


@pytest.mark.parametrize(
    "files",
    [
        {"main.tex": WHOLE % r"\input{parts/two}", "parts/one.tex": CHAPTER},
        {"main.tex": WHOLE % r"% \input{parts/one}", "parts/one.tex": CHAPTER},
        {"main.tex": SQUARE + r"\input{parts/one}", "parts/one.tex": CHAPTER},  # no paper
        {"main.tex": WHOLE % r"\input{parts/one}", "other.tex": WHOLE % r"\input{parts/one}", "parts/one.tex": CHAPTER},
        {"parts/one.tex": "% !TeX root = ../../../../../book.tex\n" + CHAPTER},
        {"parts/one.tex": "% !TeX root = one.tex\n" + CHAPTER},
        {"parts/one.tex": f"% !TeX root = ../{'a' * 400}.tex\n{CHAPTER}"},
        {"parts/one.tex": "% !TeX root = ..\n" + CHAPTER},
        {"main.tex": WHOLE % r"\input{parts/one}", "parts/one.tex": r"\documentclass{article}" + CHAPTER},
    ],
)
def test_a_paper_that_is_not_the_chapters_gives_it_nothing(tmp_path: Path, files: dict[str, str]) -> None:
    assert chapter_of(tmp_path, files) == [Status.UNREAD]


def test_no_display_of_the_paper_is_taken_for_one_of_the_chapter(tmp_path: Path) -> None:
    other = r"\begin{align} a &= a + 1 \end{align}"
    files = {"main.tex": WHOLE % (other + r"\input{parts/one}"), "parts/one.tex": CHAPTER}
    assert chapter_of(tmp_path, files) == [Status.VERIFIED]
