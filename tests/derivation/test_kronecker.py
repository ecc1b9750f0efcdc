r"""Products of Kronecker, and sizes that are products of letters: what holds of them, and what does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status, propose_file, read_file, run
from layerproof.tools.latex_lines.notation.size_products import in_one_spelling, letters_of

from .papers import judged, lines

LETTERS = r"""symbols: A matrix p x q; B matrix r x s; C matrix q x t; D matrix s x u
symbols: S, T matrix p x p; U, V matrix r x r
symbols: K, n natural; x, v vector p; y vector r; X matrix d x K; Z matrix p x r; z vector p*r; c number
symbols: Y matrix K x K*n; H matrix d x K*n; W matrix K x d; Q orthogonal matrix p x p; R orthogonal matrix r x r
symbols: G symmetric matrix p x p; M matrix p*r x p*r
"""


@pytest.mark.parametrize(
    ("written", "size", "letters"),
    [
        ("Kn", "K*n", ["K", "n"]), ("nK", "K*n", ["K", "n"]), ("K \\cdot n", "K*n", ["K", "n"]),
        ("n^2", "n^2", ["n"]), ("2 n", "2*n", ["n"]), ("d_1 + d_2", "(d_{1}+d_{2})", ["d_{1}", "d_{2}"]),
        ("(d_1 + d_2)", "(d_{1}+d_{2})", ["d_{1}", "d_{2}"]), ("d_{in}", "d_{in}", ["d_{in}"]), ("3", "3", []),
    ],
)  # fmt: skip
def test_a_size_has_one_spelling(written: str, size: str, letters: list[str]) -> None:
    assert in_one_spelling(written) == size
    assert letters_of(size) == letters


@pytest.mark.parametrize("written", ["n - 1", "n/2", "f(n)", "K = n", ""])
def test_what_is_no_size_is_none(written: str) -> None:
    assert in_one_spelling(written) is None


def _judge(folder: Path, *rows: str, prose: str = "") -> list[Status]:
    return [line.status for line in lines(folder, *rows, letters=LETTERS, prose=prose, mending=False)]


RIGHT = (
    r"(A \otimes B)(C \otimes D) = A C \otimes B D",
    r"(A \otimes B)^\top = A^\top \otimes B^\top",
    r"(S \otimes U)^{-1} = S^{-1} \otimes U^{-1}",
    r"\operatorname{tr}(S \otimes U) = \operatorname{tr}(S) \operatorname{tr}(U)",
    r"\|A \otimes B\|_F = \|A\|_F \|B\|_F",
    r"(S + T) \otimes 2 U = 2 S \otimes U + 2 T \otimes U",
    r"(S \otimes I_r)(I_p \otimes U) = (I_p \otimes U)(S \otimes I_r)",
    r"(S \otimes I_r + I_p \otimes U)^2 = S^2 \otimes I_r + 2 S \otimes U + I_p \otimes U^2",
    r"(I_K \otimes \mathbf{1}_n^\top)(I_K \otimes \mathbf{1}_n) = n I_K",
    r"I_K \otimes I_n = I_{Kn}",
    r"X (I_K \otimes \mathbf{1}_n^\top) = X \otimes \mathbf{1}_n^\top",
    r"\|X \otimes \mathbf{1}_n^\top\|_F^2 = n \|X\|_F^2",
    r"x^\top x \otimes S = \|x\|^2 S",
    r"(Q \otimes R)^\top (Q \otimes R) = I_{pr}",
    r"(G \otimes U)^\top = G \otimes U^\top",
    r"(S \otimes U)(x \otimes y) = S x \otimes U y",
    r"x \otimes y = x y^\top",
    r"\|x \otimes y\|_F = \|x\| \|y\|",
)


def test_what_holds_is_verified(tmp_path: Path) -> None:
    found = dict(zip(RIGHT, _judge(tmp_path, *RIGHT), strict=True))
    assert {row for row, status in found.items() if status is not Status.VERIFIED} == set()


WRONG = (
    r"(A \otimes B)(C \otimes D) = A C \otimes D B",
    r"(S \otimes U)(T \otimes V) = T S \otimes U V",
    r"(S \otimes U)^\top = U^\top \otimes S^\top",
    r"S \otimes U = U \otimes S",
    r"\operatorname{tr}(S \otimes U) = \operatorname{tr}(S) + \operatorname{tr}(U)",
    r"\|A \otimes B\|_F^2 = \|A\|_F \|B\|_F",
    r"(I_K \otimes \mathbf{1}_n^\top)(I_K \otimes \mathbf{1}_n) = K I_K",
    r"I_K \otimes I_n = I_K",
    r"2 S \otimes 2 U = 2 (S \otimes U)",
    r"(S \otimes U)^2 = S^2 \otimes U",
    r"\|X \otimes \mathbf{1}_n^\top\|_F^2 = K \|X\|_F^2",
    r"(S \otimes I_r) M = M (S \otimes I_r)",
    r"Q \otimes U = (Q \otimes U)^\top",
    r"Y Y^\top = n I_K",
    r"S \otimes U = S \otimes U V V^{-1}",
    r"\mathbb{E}_S[S \otimes U] = S \otimes U",
    r"\frac{d}{dt} \operatorname{tr}(S \otimes U) = 0",
    r"x \otimes y = Z^\top",
)


def test_what_does_not_hold_is_not_verified(tmp_path: Path) -> None:
    found = dict(zip(WRONG, _judge(tmp_path, *WRONG), strict=True))
    assert {row for row, status in found.items() if status is Status.VERIFIED} == set()


def test_sizes_say_what_two_columns_beside_the_sign_are(tmp_path: Path) -> None:
    outer, column, both, neither = lines(
        tmp_path, r"x \otimes y = Z", r"x \otimes y = z", r"x \otimes v = v \otimes x", r"x \otimes y = x",
        letters=LETTERS, mending=False,
    )  # fmt: skip
    assert (outer.status, column.status) == (Status.STATED, Status.STATED)
    assert "two columns" in both.reason
    assert "two columns" in neither.reason


def test_what_may_be_read_in_two_ways_is_not_read(tmp_path: Path) -> None:
    rows = (r"S \otimes 1 = S", r"S \otimes U \odot V = S \otimes V", r"I \otimes U = U")
    assert _judge(tmp_path, *rows) == [Status.UNREAD] * 3


PROSE = r"Let $Y = I_K \otimes \mathbf{1}_n^\top$ and let $H = X \otimes \mathbf{1}_n^\top$."


def test_what_is_stated_of_a_letter_is_put_in(tmp_path: Path) -> None:
    right = (r"Y Y^\top = n I_K", r"H Y^\top = n X", r"H = X Y", r"\|H\|_F^2 = n \operatorname{tr}(X X^\top)")
    assert _judge(tmp_path, *right, prose=PROSE) == [Status.VERIFIED] * 4
    wrong = (r"Y Y^\top = K I_K", r"H Y^\top = X", r"\|H\|_F^2 = n^2 \operatorname{tr}(X X^\top)")
    assert Status.VERIFIED not in _judge(tmp_path, *wrong, prose=PROSE)
    assert _judge(tmp_path, r"S \otimes U = T \otimes U", prose="Let $S = T$.") == [Status.VERIFIED]
    assert _judge(tmp_path, r"S \otimes V = T \otimes U", prose="Let $S = T$.") != [Status.VERIFIED]


def test_what_is_stated_later_is_not(tmp_path: Path) -> None:
    first, _ = _judge(tmp_path, r"Y Y^\top = n I_K", r"Y = I_K \otimes \mathbf{1}_n^\top")
    assert first is Status.STATED


def test_a_wrong_step_is_refuted_by_products_that_are_worked_out() -> None:
    header = "% symbols: S, T matrix p x p; U, V matrix r x r\n"
    row = r"(S \otimes U)(T \otimes V) = T S \otimes U V"
    assert judged(header, [[row]]) == {row: Status.REFUTED}


def test_sizes_of_a_paper_that_are_products_are_proposed_and_fit(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(
        r"""\documentclass{article}\begin{document}
        Let $W \in \mathbb{R}^{K \times d}$, $H \in \mathbb{R}^{d \times Kn}$, $b \in \mathbb{R}^{n^2}$ and
        $P \in \mathbb{R}^{(d_1 + d_2) \times m}$, where $Y = I_K \otimes \mathbf{1}_n^\top$. Then
        \begin{align}
        \operatorname{tr}((W H - Y)^\top (W H - Y)) &= \|W H\|_F^2 - 2 \operatorname{tr}(Y^\top W H) + \|Y\|_F^2 \\
        &= \|W H\|_F^2 - 2 \operatorname{tr}(Y^\top W H) + n K .
        \end{align}
        \begin{align} b^\top b P^\top P &= \|b\|^2 P^\top P . \end{align}
        \end{document}"""
    )
    propose_file(paper)
    beside = paper.with_suffix(".lp")
    text = beside.read_text()
    for kind in ("H matrix d x K*n", "Y matrix K x K*n", "b vector n^2", r"P matrix (d_{1}+d_{2}) x m"):
        assert kind in text
    beside.write_text(text.replace("\n? ", "\n  "))
    found = run(read_file(paper), mending=False).lines
    assert [line.status for line in found] == [Status.VERIFIED] * 3
