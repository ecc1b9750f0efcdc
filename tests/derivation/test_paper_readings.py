"""What papers write: sums of vectors, angles, entries, limits. Each is read, and its false neighbour is not proved."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, propose_file, read_file, run

from . import papers

LETTERS = r"""
symbols: x, y, z vector d; u vector d with values; A matrix p x d; a, b, c real number; h positive number; n natural
symbols: x_{i}, x_{j}, y_{i}, v vector d; a_{i}, b_{j} real number; f, K, D function
"""
lines = partial(papers.lines, letters=LETTERS, mending=False)
OK, OPEN, WRONG, UNREAD = Status.VERIFIED, Status.UNDECIDED, Status.REFUTED, Status.UNREAD


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "right", "wrong"),
    [
        (r"\sum_{i=1}^n (2 x_i + A^\top A y_i)", r"2\sum_{i=1}^n x_i + A^\top A\sum_{i=1}^n y_i",
         r"2\sum_{i=1}^n x_i + A^\top A\sum_{i=1}^n x_i"),
        (r"\sum_{i=1}^n a_i (x_i - c y)", r"\sum_{i=1}^n a_i x_i - c \sum_{i=1}^n a_i y",
         r"\sum_{i=1}^n a_i x_i - \sum_{i=1}^n a_i y"),
        (r"\sum_{i=1}^n c a_i \|x_i\|^2", r"c \sum_{i=1}^n a_i \|x_i\|^2", r"a_i \sum_{i=1}^n c \|x_i\|^2"),
        (r"\sum_{i \in S} c f(x_i)", r"c \sum_{i \in S} f(x_i)", r"f(x_i) \sum_{i \in S} c"),
        (r"\sum_{i,j=1}^n c a_i b_j K(x_i, x_j)", r"c \sum_{i,j=1}^n a_i b_j K(x_i, x_j)",
         r"c \sum_{i,j=1}^n a_i b_j K(x_j, x_i)"),
        (r"\left< x + y, z \right>", r"\left< z, x \right> + \left< y, z \right>",
         r"\left< z, x \right> - \left< y, z \right>"),
        (r"\langle f(x), f(y) \rangle_H", r"\langle f(y), f(x) \rangle_H", r"f^2 \langle x, y \rangle_H"),
        (r"\langle f(x) \otimes f(y), z \rangle_H", r"\langle z, f(x) \otimes f(y) \rangle_H",
         r"f \langle x \otimes f(y), z \rangle_H"),
        (r"\mathbb{E}\|x - y\|^2", r"\mathbb{E}[x^\top x] - 2\mathbb{E}[y^\top x] + \mathbb{E}\|y\|^2",
         r"\mathbb{E}[x^\top x] - \mathbb{E}[y^\top x] + \mathbb{E}\|y\|^2"),
        (r"\sum_{i=1}^n a_i \|x_i - y\|^2",
         r"\sum_{i=1}^n a_i \|x_i\|^2 + \|y\|^2 \sum_{i=1}^n a_i - 2 y^\top \sum_{i=1}^n a_i x_i",
         r"\sum_{i=1}^n a_i \|x_i\|^2 + \|y\|^2 \sum_{i=1}^n a_i - y^\top \sum_{i=1}^n a_i x_i"),
        (r"|x^\top y| + a", r"a + |y^\top x|", r"a - |y^\top x|"),
        (r"u(a) + \langle u, v \rangle_H", r"\langle v, u \rangle_H + u(a)", r"\langle v, u \rangle_H + u(b)"),
        (r"\mathbb{E}[a A^\top A x] + \mathbb{E}[2 y]", r"2 \mathbb{E}[y] + \mathbb{E}[a A^\top A x]",
         r"2 \mathbb{E}[y] + a^2 \mathbb{E}[A^\top A x]"),
        (r"\sum_{i,j=1}^n a_i b_j + 2 c", r"2 c + \sum_{i,j=1}^n a_i b_j", r"2 c + n^2 a_i b_j"),
        (r"[x]_{j} + [A x]_{j} b", r"[A x]_{j} b + [x]_{j}", r"[A x]_{k} b + [x]_{j}"),
        (r"b + c \lim_{n \to \infty} \|u\|_{H}", r"2 b - b + c \lim_{n \to \infty} \|u\|_{H}",
         r"b - c \lim_{n \to \infty} \|u\|_{H}"),
        (r"2 f(a) + D(a \middle\| b)", r"D(a \middle\| b) + 2 f(a)", r"D(b \middle\| a) + 2 f(a)"),
        (r"\int (2 f(u) + h f(u)) ", r"2 \int f(u) + \int h f(u)", r"2 \int f(u) - \int h f(u)"),
        (r"\|x - y\|^2_2 + f(x_i)", r"f(x_i) + x^\top x - 2 x^\top y + y^\top y",
         r"f(x_i) + x^\top x - x^\top y + y^\top y"),
    ],
)  # fmt: skip
def test_a_true_step_is_proved_and_its_false_neighbour_is_not(
    start: str, right: str, wrong: str, tmp_path: Path
) -> None:
    found = lines(tmp_path, rf"{start} &= {start} \\ &= {right}", rf"{start} &= {start} \\ &= {wrong}")
    assert [line.status for line in found[1::2]] == [OK, found[3].status], found[1].reason
    assert found[3].status in (OPEN, WRONG), (found[3].status, found[3].reason)


@pytest.mark.parametrize(
    "tail", [r".\qed", r"\tag{{1}}", r",\addtocounter{equation}{1}", r"\quad\forall x", r" \forall a > 0"]
)
def test_what_closes_a_line_is_no_part_of_it(tail: str, tmp_path: Path) -> None:
    found = lines(
        tmp_path,
        rf"(a + b)^2 &= (a + b)^2 \\ &= a^2 + 2 a b + b^2{tail}",
        rf"(a + b)^2 &= (a + b)^2 \\ &= a^2 + a b + b^2{tail}",
    )
    assert [line.status for line in found[1::2]] == [OK, WRONG]


def test_a_bracket_after_a_name_is_no_entry(tmp_path: Path) -> None:
    """``f(x)_i`` is an entry of the value, and no product of f with an entry."""
    (_, step) = lines(tmp_path, r"a b &= a b \\ &= b (a)_i")
    assert step.status is UNREAD


def test_the_words_and_letters_of_a_paper_are_proposed(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(
        r"""\documentclass{article}\begin{document}
\begin{align}
  \mathrm{Regret}_T(q) &= \sum_{t=1}^T g_t w_t + \|u\|_H \\
  u(z) &= a_t + \|u - v\|_H + \operatorname{Re} z + \|s(z)\|
\end{align}
\end{document}"""
    )
    name, _ = propose_file(paper)
    rows = [" ".join(row.split("%")[0].split()) for row in Path(name).read_text().splitlines()]
    for row in (
        r"? symbols: \mathrm{Regret}_{T} function",
        "? symbols: u vector d_0 with values",
        "? symbols: a_{t} real",
    ):
        assert any(each.startswith(row) for each in rows), (row, rows)
    assert not any("Re}" in row.replace("Regret", "") for row in rows)


def test_the_sizes_of_what_is_guessed_are_those_of_what_it_is_multiplied_by(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(
        r"""\documentclass{article}\begin{document}
Let $X \in \mathbb{R}^{n \times d}$, $V \in \mathbb{R}^{n \times m}$ and $Y \in \mathbb{R}^{n \times m}$.
\begin{align}
  {\bf W} X^\top X &= {\bf W} X^\top X \\
  w^\top V^\top Y \mathbf{K}^{-1} \mathbf{K} q &= \|q\|
\end{align}
\end{document}"""
    )
    name, _ = propose_file(paper)
    rows = [" ".join(row.split("%")[0].split()) for row in Path(name).read_text().splitlines()]
    for row in (r"? symbols: \mathbf{W} matrix n x d", "? symbols: w vector m", "? symbols: q vector m",
                r"? symbols: \mathbf{K} matrix m x m"):  # fmt: skip
        assert row in rows, rows


@pytest.mark.parametrize(
    ("sign", "status"),
    [
        (r"\overset{\text{Jensen}}{\le}", Status.STATED),
        (r"\stackrel{\eqref{eq:one}}{\leq}", Status.STATED),
        (r"\overset{(a)}{\le}", OPEN),
        (r"\le", OPEN),
    ],
)
def test_a_reason_may_stand_above_the_sign(sign: str, status: Status, tmp_path: Path) -> None:
    (_, step) = lines(tmp_path, rf"f(a) &= f(a) \\ &{sign} f(b)")
    assert step.status is status, step.reason


@pytest.mark.parametrize(
    ("row", "status"),
    [
        (r"\forall u, \quad (u - v)^2 &= u^2 - 2 u v + v^2", Status.VERIFIED),
        (r"\forall u, v \in \mathbb{R}, (u - v)^2 &\ge 0", Status.VERIFIED),
        (r"\forall k \ge 1: |k - 1| &= k - 1", Status.VERIFIED),
        (r"\forall k: |k - 1| &= k - 1", Status.STATED),
        (r"\forall k \ge 1, |k - 2| &= k - 2", Status.STATED),
        (r"(u + v)^2 &\ge 4 u v \quad \forall u", Status.VERIFIED),
        (r"\forall k \ge 1, v \ge 0, |k + v| &= k + v", Status.VERIFIED),
        (r"\forall k \ge 1, v \in \mathbb{R}, |k + v| &= k + v", Status.STATED),
    ],
)
def test_for_all_before_a_statement(row: str, status: Status, tmp_path: Path) -> None:
    file = tmp_path / "paper.tex"
    file.write_text(rf"\documentclass{{article}}\begin{{document}}\begin{{align}}{row}\end{{align}}\end{{document}}")
    file.with_suffix(".lp").write_text("symbols: u, v real; k real")
    assert [line.status for line in run(read_file(file), limiting=Limiting(budget=5)).lines] == [status]
