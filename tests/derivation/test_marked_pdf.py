"""An author's paper with marks in its margin: her pages and her files stay as they are."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from layerproof.desk.cli import main
from layerproof.desk.papers.marking import Compiled, NotCompiled, annotated, compiled
from layerproof.desk.papers.marking.drawing import Spot, drawn, note, typed
from layerproof.desk.papers.marking.inserting import Mark, insert, marks
from layerproof.desk.papers.marking.tex import engine
from layerproof.running.results import Exit
from layerproof.tools.latex_lines import Findings, Limiting, Line, Status, read_file, run
from layerproof.tools.latex_lines.judging.questions import Mend

needs_tex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")

BODY = r"""
Words before the display, which go on so that the paragraph has more than one line and could break in another way.
\begin{align}
  (a + b)^2 &= a^2 + 2 a b + b^2 \label{eq:one} \\
            &= (a - b)^2 + 4 a b \\
            &= (a - b)^2 + 2 a b  % wrong
\end{align}
\begin{multline}
  (a + b)(a - b) = a^2 - b^2 \\
   = -(b^2 - a^2)
\end{multline}
\begin{gather}
  (a + b) a = a^2 + a b = a b + a^2 \\
  \begin{aligned} (a - b) a &\stackrel{(i)}{=} a^2 - a b \\ &= - a b + a^2 \end{aligned}
\end{gather}
A square \[ (a - b)^2 \ge 0 \] of a case, $$ c = \begin{cases} a & a \ge 0 \\ b & a < 0 \end{cases} $$ and words.
"""
LETTERS = "\n% symbols: a, b, c real\n"


def _paper(folder: Path, head: str, body: str = BODY * 4) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    root = folder / "a paper.tex"
    root.write_text(f"{head}{LETTERS}\\begin{{document}}\n\\input{{body}}\n\\end{{document}}\n", encoding="utf-8")
    (folder / "body.tex").write_text(body, encoding="utf-8")
    return root


def _found(root: Path) -> Findings:
    """Each line of a paper as if it were judged: what is drawn does not hang on what was found."""
    document = read_file(root)
    findings = run(document, limiting=Limiting(budget=1, total=0.01), mending=False)
    turns = [Status.VERIFIED, Status.STATED, Status.UNDECIDED, Status.REFUTED]
    for k, line in enumerate(findings.lines):
        line.status, line.reason = turns[k % 4], "at a = 1: 50% of {everything} is \\lost_"
    return findings


@pytest.fixture(params=[
    r"\documentclass{article}\usepackage{amsmath}",
    r"\documentclass[twoside,11pt]{article}\usepackage{amsmath,hyperref}\usepackage[a4paper,margin=25mm]{geometry}",
    r"\documentclass[twocolumn]{article}\usepackage{amsmath}",
    r"\documentclass[prl,twocolumn]{revtex4-2}\usepackage{amsmath}",
    "\\documentclass{article}\\usepackage{mathtools}\\usepackage[textwidth=5.5in,textheight=9in]{geometry}\n"
    r"\usepackage{lineno}\usepackage{times}\linenumbers",
])  # fmt: skip
def head(request: pytest.FixtureRequest) -> str:
    """The head of a paper, in one or two columns."""
    head: str = request.param
    if "revtex" in head and not shutil.which("kpsewhich"):
        pytest.skip("kpsewhich is not installed")
    return head


@needs_tex
@pytest.mark.slow
def test_the_pages_stay_as_they_are(head: str, tmp_path: Path) -> None:
    root = _paper(tmp_path / "paper", head)
    before = {file: file.read_bytes() for file in root.parent.iterdir()}
    try:
        with compiled(root) as paper:
            clean = _words(paper)
            content, without = annotated(paper, _found(root))
            assert (content[:5], without) == (b"%PDF-", 0)
            marked = _words(paper)
    except NotCompiled as problem:
        if "not found" in str(problem):
            pytest.skip(f"a class of this paper is not installed: {problem}")
        raise
    assert {file: file.read_bytes() for file in root.parent.iterdir()} == before
    if clean:  # the words and their breaks: what is new is the note of a wrong line and the legend
        left = [row for row in marked if "layerproof" not in row and "50%" not in row]
        assert [row for row in clean if row not in left] == []


def _words(paper: Compiled) -> list[str]:
    """The rows of the pages as text, if there is a program for that."""
    import subprocess

    if shutil.which("pdftotext") is None:
        return []
    pdf = paper.copy.with_suffix(".pdf")
    said = subprocess.run(["pdftotext", str(pdf), "-"], capture_output=True, text=True, check=True).stdout
    return [row for row in said.split("\n") if len(row) > 30]


@needs_tex
def test_marks_stand_in_the_margin_beside_their_lines(tmp_path: Path) -> None:
    from layerproof.desk.papers.marking.annotating import _PLACES
    from layerproof.desk.papers.marking.drawing import spots

    root = _paper(tmp_path, r"\documentclass[twocolumn]{article}\usepackage{amsmath}", BODY * 8)
    found = _found(root)
    with compiled(root) as paper:
        annotated(paper, found)
        seen = spots(paper.copy.parent / _PLACES)
    assert {spot.number for spot in seen} == set(range(len(marks(found))))
    assert {spot.columns for spot in seen} == {2}
    assert {spot.is_left for spot in seen} == {True, False}
    first = [spot.y for spot in seen if spot.number < 3]
    assert first == sorted(first, reverse=True)
    assert len(set(first)) == 3  # rows of one align


@needs_tex
def test_a_paper_that_does_not_compile_says_so_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = _paper(tmp_path / "paper", r"\documentclass{article}\usepackage{amsmath}", "\n\\nosuchcommand\n" + BODY)
    before = sorted(root.parent.iterdir())
    assert main(["derive", str(root), "--pdf", str(tmp_path / "marked.pdf")]) == Exit.USAGE
    said = capsys.readouterr()
    assert "does not compile by itself" in said.err
    assert "body.tex:2: Undefined control sequence" in said.err
    assert not (tmp_path / "marked.pdf").exists()
    assert sorted(root.parent.iterdir()) == before


@needs_tex
def test_no_command_of_a_paper_reaches_the_shell_or_other_folders(tmp_path: Path) -> None:
    secret = tmp_path / "secret.tex"
    secret.write_text("the secret")
    evil = rf"\immediate\write18{{touch {tmp_path}/ran}}"
    root = _paper(tmp_path / "paper", r"\documentclass{article}\usepackage{amsmath}" + evil)
    (root.parent / "latexmkrc").write_text(f"system('touch {tmp_path}/ran');\n")
    with compiled(root) as paper:
        assert paper.pages >= 1
    assert not (tmp_path / "ran").exists()
    root = _paper(tmp_path / "other", rf"\documentclass{{article}}\usepackage{{amsmath}}\input{{{secret}}}")
    with pytest.raises(NotCompiled, match="does not compile by itself"), compiled(root):
        pass


@needs_tex
def test_where_tex_takes_no_mark_a_display_has_none(tmp_path: Path) -> None:
    body = "\\[ \\begin{array}{r}\n\\hline a = a \\\\\nb = b \\end{array} \\]\n\\[ a = a \\]\n"
    root = _paper(tmp_path, r"\documentclass{article}\usepackage{amsmath}", body)
    made = [
        Line(1, 2, "a = a", "=", "nowhere", Status.VERIFIED, file="body.tex", column=1),  # before a rule of the table
        Line(1, 3, "b = b", "=", "nowhere", Status.VERIFIED, file="body.tex", column=1),
        Line(2, 4, "a = a", "=", "a", Status.VERIFIED, file="body.tex", column=4),
    ]
    with compiled(root) as paper:
        _, without = annotated(paper, Findings(str(root), lines=made))
    assert without == 2


@needs_tex
def test_a_paper_is_compiled_without_latexmk_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "latexmk" else which(name))
    body = "\\tableofcontents\\section{One}\\label{one} Section \\ref{one}.\n\\[ a = a \\]\n"
    root = _paper(tmp_path, r"\documentclass{article}\usepackage{amsmath}", body)
    with compiled(root) as paper:
        assert "undefined references" not in paper.copy.with_suffix(".log").read_text(encoding="utf-8")
        assert annotated(paper, _found(root))[1] == 0


def test_without_tex_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(NotCompiled, match=r"pdflatex is not installed; on Debian or Ubuntu: apt install"):
        engine("\\documentclass{article}")
    with pytest.raises(NotCompiled, match="xelatex is not installed"):
        engine("\\documentclass{article}\n\\usepackage{fontspec}")
    with pytest.raises(NotCompiled, match="asks for lualatex; expected pdflatex or xelatex"):
        engine("% !TeX program = lualatex\n\\documentclass{article}")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["a.tex", "b.tex", "--pdf", "c.pdf"], "marks one paper"),
        (["a.tex", "--pdf", "-"], "expected the name of a .pdf file"),
        (["a.tex", "--pdf", "a.pdf"], "that is where your own PDF stands"),
    ],
)
def test_what_cannot_be_asked_for(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["derive", *arguments]) == Exit.USAGE
    assert said in capsys.readouterr().err


def test_marks_are_put_before_the_side_that_they_judge_and_files_keep_their_encoding(tmp_path: Path) -> None:
    root, copy = tmp_path / "paper.tex", tmp_path / "copy.tex"
    root.write_bytes("% \xe9\r\n\\[ a = b = c \\] \xe9\n".encode("latin-1"))
    line = Line(1, 2, "", "=", "b", Status.VERIFIED)
    insert([Mark(0, line, 2, 8), Mark(1, line, 2, 12)], {""}, root, copy)
    expected = "% \xe9\n\\[ a = \\layerproofmark{0}b = \\layerproofmark{1}c \\] \xe9\n"
    assert copy.read_bytes() == expected.encode("latin-1")


def test_marks_of_one_row_stand_beside_each_other() -> None:
    lines = [Line(1, k, "", "=", "x", Status.VERIFIED) for k in range(4)]
    lines[1].status, lines[1].mends = Status.REFUTED, [Mend("= x_2", "an index")]
    lines[2].guessed = ["x is a number"]
    made = [Mark(k, line, 1, 1) for k, line in enumerate(lines)]
    wide = 600 * 65536
    spots = [Spot(0, 1, 90 * 65536, 10**7, 2, wide), Spot(1, 1, 10**6, 10**7 + 9, 2, wide)]
    spots += [Spot(2, 2, 10**6, 10**7, 1, wide), Spot(3, 1, 400 * 65536, 10**7, 2, wide)]
    said = drawn(spots, made, 5)
    assert re.findall(r"layerproofput\{(\d)\}\{(\d)\}\{\d+\}\{(\w+)\}", said) == [
        ("0", "0", "ok"), ("0", "1", "wrong"), ("1", "0", "ok"), ("1", "0", "guess"),
    ]  # fmt: skip
    assert "5 not read" in said
    assert note(lines[1]) == "right: x_2"
    assert typed("x_2%\u2713") == r"x\char95{}2\char37{}\char63{}"
