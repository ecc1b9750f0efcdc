"""Declarations that are proposed beside a paper, and what rests on a guess."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, propose_file, read_file, run

PAPER = r"""\documentclass{article}
\newcommand{\R}{\mathbb{R}}
\begin{document}
Let $X \in \R^{n \times d}$, $w, u \in \R^d$ and $\lambda > 0$; a loss $L$.
\begin{align}
  \|X w\|^2 + \lambda w^\top w &= w^\top X^\top X w + \lambda \|w\|^2 \\
    &= w^\top (X^\top X + \lambda I) w \\
  q + \mathbf{K}^\top q' &= c \\
  2 L(w) &= L(w) + L(w)
\end{align}
\end{document}
"""


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    file = tmp_path / "paper.tex"
    file.write_text(PAPER)
    return file


def statuses(paper: Path) -> list[Status]:
    return [line.status for line in run(read_file(paper), limiting=Limiting(budget=10), mending=False).lines]


def test_what_is_said_and_what_is_guessed_is_told_apart(paper: Path) -> None:
    before = paper.read_text()
    assert statuses(paper) == [Status.UNREAD] * 4
    name, troubles = propose_file(paper)
    assert (Path(name).name, troubles) == ("paper.lp", [])
    assert paper.read_text() == before
    rows = [" ".join(row.split("%")[0].split()) for row in Path(name).read_text().splitlines()]
    for row in (
        "symbols: X matrix n x d", "symbols: w vector d", "symbols: \\lambda positive number", "? symbols: L function",
        "? symbols: \\mathbf{K} matrix d x d", "? symbols: c real number",
    ):  # fmt: skip
        assert row in rows, rows
    assert "2 lines; paper.tex:4:" in Path(name).read_text()
    assert statuses(paper)[:2] == [Status.VERIFIED] * 2


def test_what_rests_on_a_guess_is_marked_and_never_wrong(paper: Path) -> None:
    paper.write_text(PAPER.replace("2 L(w) &=", "a + a &= 2 a \\\\ &= 3 a \\\\ 2 L(w) &="))
    propose_file(paper)
    lines = run(read_file(paper), limiting=Limiting(budget=10), mending=False).lines
    assert [line.status for line in lines[-3:]] == [Status.VERIFIED, Status.UNDECIDED, Status.VERIFIED]
    assert "as is guessed, a real" in lines[-2].reason
    assert lines[-1].guessed == ["L function"]
    beside = paper.with_suffix(".lp")
    beside.write_text(beside.read_text().replace("?", " "))
    lines = run(read_file(paper), limiting=Limiting(budget=10), mending=False).lines
    assert [line.status for line in lines[-3:]] == [Status.VERIFIED, Status.REFUTED, Status.VERIFIED]
    assert lines[-1].guessed == []


def test_a_file_that_is_there_stays(paper: Path) -> None:
    paper.with_suffix(".lp").write_text("symbols: w vector d\n")
    name, troubles = propose_file(paper)
    assert name == ""
    assert "is there already" in str(troubles[0])
    assert paper.with_suffix(".lp").read_text() == "symbols: w vector d\n"


@pytest.mark.parametrize("content", ["w vector d", "symbols: ]] real", "colours: red", "symbols: w", "\0"])
def test_a_bad_file_of_declarations_says_so(content: str, paper: Path) -> None:
    paper.with_suffix(".lp").write_text(content)
    findings = run(read_file(paper), limiting=Limiting(budget=5), mending=False)
    assert findings.exit_code == 2
    assert findings.troubles


def test_sizes_declared_for_a_whole_paper_that_do_not_fit_accuse_nobody(paper: Path) -> None:
    paper.with_suffix(".lp").write_text("symbols: X matrix n x d; w vector d; \\lambda > 0\n")
    paper.write_text(PAPER.replace("w^\\top (X^\\top X + \\lambda I) w", "w^\\top X X w"))
    assert Status.REFUTED not in statuses(paper)


def test_nothing_is_proposed_without_a_display(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text("nothing")
    assert propose_file(tmp_path / "a.tex")[0] == ""
    assert propose_file(tmp_path / "missing.tex")[0] == ""
    assert propose_file(tmp_path / "a.txt")[0] == ""
    assert not list(tmp_path.glob("*.lp"))


@pytest.mark.parametrize(
    ("step", "status"),
    [
        (r"a + a &= 2 a \\ &= 3 a", Status.REFUTED),  # one number explains it
        (r"a + a &= 2 a \\ &= - 2 a", Status.REFUTED),
        (r"a + a &= 2 a \\ &= 2 c", Status.UNDECIDED),  # it may be that a = c: the prose says something of them
        (r"0 &\le a \\ &\le 1", Status.STATED),  # a bound
        (r"0 &\le a^2 \\ &\le 1", Status.UNDECIDED),
        (r"0 &= 0 \\ &\le a", Status.UNDECIDED),
        (r"a^2 + 1 &= 1 + a^2 \\ &\ge 2 a", Status.VERIFIED),
        (r"a^2 + 1 &= 1 + a^2 \\ &\ge 3 a", Status.UNDECIDED),  # what bounds a may make it right
        (r"a^2 + 2 &= 2 + a^2 \\ &\le 1", Status.REFUTED),  # nothing does
    ],
)
def test_in_a_paper_a_line_is_wrong_only_by_a_slip(step: str, status: Status, paper: Path) -> None:
    paper.write_text(PAPER.replace("2 L(w) &=", f"{step} \\\\ 2 L(w) &=").replace("a loss", "$a = f(c)$, a loss"))
    paper.with_suffix(".lp").write_text("symbols: a, c real; L function; w, u vector d; X matrix n x d; \\lambda > 0\n")
    assert statuses(paper)[-2] is status


def test_no_line_is_said_to_carry_an_error_that_nobody_is_accused_of(paper: Path) -> None:
    step = r"a + a &= 2 a \\ &= 2 c \\ &= c + c"
    paper.write_text(PAPER.replace("2 L(w) &=", f"{step} \\\\ 2 L(w) &=").replace("a loss", "$a = f(c)$, a loss"))
    paper.with_suffix(".lp").write_text("symbols: a, c real; L function\n")
    lines = run(read_file(paper), limiting=Limiting(budget=10), mending=False).lines
    assert [line.status for line in lines[-4:]] == [Status.VERIFIED, Status.UNDECIDED, Status.VERIFIED, Status.VERIFIED]
    assert [line.note for line in lines[-4:]] == [""] * 4


SAID = r"""\documentclass{article}
\begin{document}
Let $\alpha \in (0, 1)$, $n, d \in \mathbb{N}$, and $x_i \in \mathbb{R}$, $w_i > 0$ for $i = 1, \dots, n$.
A symmetric matrix $S \in \mathbb{R}^{d \times d}$, $Q \in \mathbb{R}^{d \times d}$ orthogonal, and a matrix
$P \in \mathbb{R}^{d \times d}$, which is not symmetric. A function $f : \mathbb{R}^d \to \mathbb{R}$, and
$g \colon \mathbb{R} \to \mathbb{R}^d$. If $M \in \mathbb{R}^{d \times d}$ is symmetric if it is small, so be it.
\begin{align}
  \sum_i w_i x_i + n &= \alpha^k + \alpha \\
  \|S Q - P M\|_F &= f(v) + \|g(x)\|_F
\end{align}
\end{document}
"""


def test_what_the_prose_says_of_letters(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(SAID)
    propose_file(paper)
    rows = {" ".join(row.split("%")[0].split()) for row in paper.with_suffix(".lp").read_text().splitlines()}
    assert rows >= {
        r"symbols: \alpha number \in (0, 1)", "symbols: S symmetric matrix d x d", "symbols: Q orthogonal matrix d x d",
        "symbols: P matrix d x d", "symbols: f function", "symbols: g vector function d",
        "symbols: x_{i} real for i = 1..n", "symbols: w_{i} positive for i = 1..n", "symbols: M matrix d x d",
    }, rows  # fmt: skip
    assert not any(row.split(": ")[-1].startswith(("F ", r"\alpha^")) for row in rows)


def test_a_letter_is_like_what_it_is_said_to_be(tmp_path: Path) -> None:
    r"""``$\Sigma = X^\top X$`` in the prose, ``v = \Sigma w`` in a display, and what is said of these letters."""
    paper = tmp_path / "paper.tex"
    paper.write_text(
        r"""\documentclass{article}\begin{document}
Let $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$ and $\Sigma = X^\top X$.
\begin{align}
  v &= \Sigma w \\
  \|X w\|^2 &= w^\top X^\top X w \\
  &= w^\top \Sigma w \\
  s &= w^\top v + 1
\end{align}
\end{document}
"""
    )
    name, _ = propose_file(paper)
    rows = [" ".join(row.split("%")[0].split()) for row in Path(name).read_text().splitlines()]
    for row in ("? symbols: \\Sigma matrix d x d", "? symbols: v vector d", "? symbols: s real"):
        assert row in rows, rows
    assert statuses(paper)[2] is Status.VERIFIED


def test_what_a_post_on_linear_networks_says(tmp_path: Path) -> None:
    """Sizes in words, sets after definitions, superscripts that count, powers, losses and matrices between others."""
    file = tmp_path / "paper.tex"
    file.write_text(
        r"""\documentclass{article}\begin{document}
Let $x^\mu \in \mathbb{R}^{n}$ for $\mu = 1, \ldots, P$. Here $W_1$ is $h \times n$, and an $m \times h$ matrix $W_2$.
The correlation matrix is $\Sigma \equiv \sum_\mu x^\mu {x^\mu}^\top \in \mathbb{R}^{n \times n}$.
\begin{align}
E &= \sum_{\mu=1}^P \|W_2 W_1 x^\mu\|^2 \\
\frac{\partial E}{\partial W_1} &= 2 W_2^\top W_2 W_1 \Sigma \\
M &= U S_2 (V^\top Q) S_1 V^\top \\
\dot a_\alpha &= 2 a_\alpha^{(2 - L)/L} \\
A &= \sum_\mu x^\mu {x^\mu}^\top \\
\|W_{L:1} - T\|_F^2 &= 0
\end{align}
\end{document}
"""
    )
    name, _ = propose_file(file)
    rows = [" ".join(row.split("%")[0].split()) for row in Path(name).read_text().splitlines()]
    for row in (
        r"symbols: W_{1} matrix h x n", r"symbols: W_{2} matrix m x h", r"symbols: x^{\mu} vector n",
        r"symbols: \Sigma matrix n x n", "? symbols: E function", r"? symbols: \mu index 1..P",
    ):  # fmt: skip
        assert row in rows, rows
    kinds = {row.split(" ")[2]: row.split(" ")[3] for row in rows if row.startswith("? symbols")}
    assert {kinds[letter] for letter in ("S_{1}", "S_{2}", "U", "W_{L:1}", "T")} == {"matrix"}
    assert not any("(2 - L)" in row for row in rows)


def test_a_change_of_a_letter_is_of_its_kind(tmp_path: Path) -> None:
    file = tmp_path / "paper.tex"
    text = r"""\documentclass{article}\begin{document} Let $W_1 \in \mathbb{R}^{h \times n}$.
\begin{align} \Delta W_1 &= - \eta W_1 \end{align} MORE \end{document}
"""
    file.write_text(text.replace("MORE", ""))
    name, _ = propose_file(file)
    assert r"symbols: \Delta W_{1} matrix h x n" in Path(name).read_text()
    Path(name).unlink()
    file.write_text(text.replace("MORE", r"\begin{align} \Delta &= 2 \end{align}"))  # it is a letter of its own
    propose_file(file)
    assert r"\Delta W" not in Path(name).read_text()
