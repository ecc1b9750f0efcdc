r"""Functions of vectors, ``\exp(-X^\top \int_0^t r(s) ds)``, entry by entry: steps, rates, solutions, a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from layerproof.language.reading import CannotRead
from layerproof.tools.latex_lines import Limiting, Status, read_file, run
from layerproof.tools.latex_lines.files.tokens import joined, words
from layerproof.tools.latex_lines.letters.header import declare
from layerproof.tools.latex_lines.letters.setting import Setting
from layerproof.tools.latex_lines.notation.spelling import plain
from layerproof.tools.latex_lines.page.entrywise_powers import powers_are_by_entries

from . import papers

LETTERS = r"""
symbols: X constant matrix n x d; A matrix d x d; y constant vector n; r vector n; w, u, v, z, \beta vector d
symbols: \alpha, c constant positive number; a real; t time
"""


def setting(*, powers: bool = False) -> Setting:
    made = Setting(presumes=True, powers=powers)
    for line in LETTERS.replace("symbols:", "").split("\n"):
        for item in filter(None, map(str.strip, line.split(";"))):
            declare(made, "symbols", item)
    return made


def steps(folder: Path, *pairs: tuple[str, str], prose: str = "", letters: str = LETTERS) -> list[Status]:
    """How the steps are judged in which a new letter is one thing and then another."""
    names = [f"p_{{{k}}}" for k in range(len(pairs))]
    rows = [rf"{name} &= {one} \\ &= {other}" for name, (one, other) in zip(names, pairs, strict=True)]
    letters = f"{letters}symbols: {', '.join(names)} vector d\n"
    found = papers.lines(folder, *rows, letters=letters, prose=prose, mending=False)
    return [line.status for line in found if not line.head]


def last(folder: Path, *rows: str, prose: str = "", letters: str = LETTERS) -> Status:
    return papers.lines(folder, *rows, letters=letters, prose=prose, mending=False)[-1].status


@pytest.mark.parametrize(
    "text",
    [r"\int_0^t r(s) ds", r"\int_0^t r(s)", r"a t r(s)", r"e^{t} r(x)", r"x_t r(x)", r"\dot t r(x)", r"\frac 1 t r(x)",
     r"\int_0^d e t(x)", r"\sum_{i}^d i a g(x)", r"t r(s)"],
)  # fmt: skip
def test_no_word_begins_with_what_a_command_takes(text: str) -> None:
    assert r"\operatorname" not in plain(words(text))


@pytest.mark.parametrize("text", ["Tr(A)", "tr(A B)", r"2 tr(\Sigma)", "det(A)", "diag(s)", r"\int_0^t tr(A)"])
def test_other_words_are_operators_still(text: str) -> None:
    assert r"\operatorname" in plain(words(text))


@pytest.mark.parametrize(
    ("text", "shown"),
    [(r"\exp(-z)", "exp[-z]"), (r"e^{X^\top r}", "exp[X.T*r]"), (r"\log(u \odot v)", "ln[odot[u,v]]"),
     (r"\sinh z \odot u", "odot[sinh[z],u]"), (r"\operatorname{arcsinh} \frac{u}{2}", "arsinh[(1/2)*u]"),
     (r"\sqrt{u}", "sqrt[u]"), (r"u^{\odot 2}", "power2[u]"), (r"\exp(A)", "exp[A,1]"), (r"u(t)", "u"),
     (r"\exp\left(X^\top \int_0^t r(s) ds\right)", "exp[X.T*int_0^t|ds[r(s)]]")],
)  # fmt: skip
def test_a_function_of_a_vector_has_one_reading(text: str, shown: str) -> None:
    assert str(setting().read(text)) == shown


@pytest.mark.parametrize(
    "text",
    [r"\exp(X)", r"\log(A)", r"\sinh(A)", r"\exp(z)^2", r"\exp z u", r"\exp(u^\top)", r"\sinh^2(u)",
     r"A^{\odot 2}", r"\exp(X z) \odot z + \exp(X^\top z)"],
)  # fmt: skip
def test_what_has_another_reading_or_none_is_refused(text: str) -> None:
    with pytest.raises(CannotRead):
        setting().read(text)


RIGHT = [
    (r"\alpha^2 (\exp(-8 z) - \exp(8 z))", r"- 2 \alpha^2 \sinh(8 z)"),
    (r"\exp(-z) \odot \exp(z)", r"\mathbf{1}"),
    (r"\exp(u + v)", r"\exp(u) \odot \exp(v)"),
    (r"\log(\exp(2 z) \odot \exp(v))", "2 z + v"),
    (r"\exp(\log u + \log v)", r"u \odot v"),
    (r"\exp(X^\top r) \odot \exp(- X^\top r)", r"\mathbf{1}_d"),
    (r"\sinh(2 A z)", r"2 \sinh(A z) \odot \cosh(A z)"),
    (r"w^{\odot 2} - v^{\odot 2}", r"(w - v) \odot (w + v)"),
    (r"\exp(\int_0^t X^\top r(s) ds)", r"\exp(X^\top \int_0^t r(s) ds)"),
]
WRONG = [
    (r"\alpha^2 (\exp(-8 z) - \exp(8 z))", r"2 \alpha^2 \sinh(8 z)"),
    (r"\alpha^2 (\exp(-8 z) - \exp(8 z))", r"- 2 \alpha \sinh(8 z)"),
    (r"\exp(-z) \odot \exp(z)", r"0"),
    (r"\exp(u + v)", r"\exp(u) + \exp(v)"),
    (r"\exp(u) \odot \exp(v)", r"\exp(u \odot v)"),
    (r"\log(u \odot v)", r"\log u + \log v"),
    (r"\sqrt{u \odot u}", r"u \odot \mathbf{1}_d"),
    (r"\sinh(A z)", r"A \sinh(z)"),
    (r"\exp(A z)", r"\exp(A) z"),
    (r"\exp(X^\top r)", r"\exp(X^\top y)"),
    (r"w^2 - v^2", r"(w - v) \odot (w + v)"),
    (r"\exp(a) z", r"\exp(a z)"),
    (r"\exp(\int_0^t X^\top y ds)", r"\exp(X^\top y)"),
]


def test_steps_are_judged_of_one_entry(tmp_path: Path) -> None:
    assert steps(tmp_path, *RIGHT) == [Status.VERIFIED] * len(RIGHT)
    assert Status.VERIFIED not in steps(tmp_path, *WRONG)


def test_a_slip_is_called_wrong_where_letters_alone_stand_in_it(tmp_path: Path) -> None:
    row = r"u &= \alpha^2 (\exp(-8 z) - \exp(8 z)) \\ &= 2 \alpha^2 \sinh(8 z)"
    line = papers.lines(tmp_path, row, letters=LETTERS)[-1]
    assert line.status is Status.REFUTED
    assert [mend.what for mend in line.mends] == ["a minus sign"]
    row = r"u &= \exp(A z) \\ &= \exp(B z)"
    line = papers.lines(tmp_path, row, letters=LETTERS.replace("A matrix", "A, B matrix"))[-1]
    assert line.status is Status.UNDECIDED


@pytest.mark.parametrize(
    ("words_", "said"),
    [("Let $b = w^2$ where squares are entrywise.", True), ("All squares, products and powers are element-wise.", True),
     ("Here $w^2$ denotes the entrywise square.", True), ("Powers of vectors are understood coordinate-wise.", True),
     (r"Here $\odot$ is the element-wise product.", False), ("Squares are not entrywise.", False),
     (r"Products $u \odot v$ are entrywise.", False), ("We solve least squares coordinate-wise.", False),
     ("The ReLU is applied elementwise and squares are costly.", False)],
)  # fmt: skip
def test_what_says_that_powers_are_by_entries(words_: str, said: bool) -> None:
    assert powers_are_by_entries(words_, []) is said


def test_powers_are_by_entries_where_words_say_so(tmp_path: Path) -> None:
    pairs = [(r"w^2 - v^2", r"(w - v) \odot (w + v)"), (r"w^3 \odot w^{-1}", r"w \odot w")]
    assert steps(tmp_path, *pairs, prose="Here squares and powers are entrywise.") == [Status.VERIFIED] * 2
    assert Status.VERIFIED not in steps(tmp_path, *pairs, prose="Here squares and powers are costly.")
    assert str(setting(powers=True).read(r"\|u\|^2")) == "Trace(u.T*u)"
    assert str(setting(powers=True).read(r"A^2")) == "A**2"


W = r"w(t) &= \alpha \exp(-4 X^\top \int_0^t r(s) ds)"
MOVES = r"\dot w(t) &= - 4 w(t) \odot X^\top r(t)"
STARTS = r"It starts at $w(0) = v(0) = \alpha \mathbf{1}$."


@pytest.mark.parametrize(
    ("given", "right", "wrong"),
    [
        ([W], MOVES, [r"\dot w &= 4 w \odot X^\top r(t)", r"\dot w &= - 4 w \odot X^\top y",
                      r"\dot w &= - 4 \alpha w \odot X^\top r", r"\dot v &= - 4 v \odot X^\top r(t)"]),
        ([], r"\frac{d}{dt} \exp(-z) &= - \exp(-z) \odot \dot z", [r"\frac{d}{dt} \exp(-z) &= - \exp(-z)"]),
        ([r"\dot u &= - u \odot A v"], r"\frac{d}{dt} \log u &= - A v",
         [r"\frac{d}{dt} \log u &= A v", r"\frac{d}{dt} \log v &= - A v"]),
    ],
)  # fmt: skip
def test_rates_of_functions_of_vectors(given: Sequence[str], right: str, wrong: list[str], tmp_path: Path) -> None:
    assert last(tmp_path, *given, right) is Status.VERIFIED
    assert Status.VERIFIED not in [last(tmp_path, *given, row) for row in wrong]


@pytest.mark.parametrize(
    "letters", [LETTERS.replace("X constant", "X"), LETTERS.replace(r"\alpha, c constant", r"\alpha trajectory; c")]
)
def test_what_may_move_has_a_rate_of_its_own(letters: str, tmp_path: Path) -> None:
    assert last(tmp_path, W, MOVES, letters=letters) is not Status.VERIFIED


@pytest.mark.parametrize(
    ("row", "prose"),
    [(W, STARTS), (r"w(t) &= w(0) \odot \exp(-4 X^\top \int_0^t r(s) ds)", ""),
     (r"w(t) &= \alpha e^{-4 \int_0^t X^\top r(\tau) d\tau}", STARTS)],
)  # fmt: skip
def test_what_solves_the_equation_of_motion_is_the_solution(row: str, prose: str, tmp_path: Path) -> None:
    assert last(tmp_path, MOVES, row, prose=prose) is Status.VERIFIED


@pytest.mark.parametrize(
    ("moves", "row", "prose"),
    [(MOVES, r"w(t) &= \alpha \exp(4 X^\top \int_0^t r(s) ds)", STARTS),
     (MOVES, r"w(t) &= \alpha^2 \exp(-4 X^\top \int_0^t r(s) ds)", STARTS),
     (MOVES, r"w(t) &= \alpha \exp(-4 X^\top \int_1^t r(s) ds)", STARTS),
     (MOVES, r"w(t) &= \alpha \exp(-4 X^\top \int_0^t y ds)", STARTS),
     (MOVES, r"w(t) &= \alpha \exp(-4 t X^\top r(t))", STARTS),
     (MOVES, W, ""), (MOVES, W, r"It starts at $v(0) = \alpha \mathbf{1}$."),
     (MOVES, W, STARTS + r" Also $w(0) = 2 \alpha \mathbf{1}$."),
     (r"\dot w &= - 4 v \odot X^\top r(t)", W, STARTS), (r"\dot v &= - 4 v \odot X^\top r(t)", W, STARTS)],
)  # fmt: skip
def test_and_nothing_else_is(moves: str, row: str, prose: str, tmp_path: Path) -> None:
    assert last(tmp_path, moves, row, prose=prose) is not Status.VERIFIED


@pytest.mark.parametrize(
    ("text", "shown"),
    [(r"u + \alpha \mathbf 1", "alpha*1 + u"), (r"X u + \mathbf{1}", "X*u + 1"), (r"\mathbf{1}(u > 0)", "1(u>0)"),
     (r"\beta(w) - u", "beta - u")],
)  # fmt: skip
def test_ones_have_the_size_of_what_stands_beside_them(text: str, shown: str) -> None:
    assert str(setting().read(text)) == shown


@pytest.mark.parametrize(
    "text",
    [r"\alpha \mathbf{1}", r"\nabla_w (\beta(w)^\top v)", r"\frac{d \beta(w)}{dw}", r"\beta(w) + \beta(v)"],
)
def test_of_what_a_bracket_is_must_be_clear(text: str) -> None:
    with pytest.raises(CannotRead):
        setting().read(text)


ENTRIES = r"symbols: i index 1..d; \beta, \gamma vector d; q, Q function; \alpha, c positive number; n natural number"
SUM = r"Q(\beta) = \alpha^2 \sum_{i=1}^d q(\beta_i / \alpha^2)"
BY = r"\frac{\partial}{\partial \beta_i} Q(\beta) &="


@pytest.mark.parametrize(
    ("said", "row", "holds"),
    [
        (SUM, rf"{BY} q'(\beta_i / \alpha^2)", True),
        (SUM, r"\frac{\partial Q(\beta)}{\partial \beta_i} &= q'(\beta_i / \alpha^2)", True),
        (r"Q(\beta) = \sum_{j=1}^d \beta_j q(\beta_j)", rf"{BY} q(\beta_i) + \beta_i q'(\beta_i)", True),
        (SUM, rf"{BY} \alpha^2 q'(\beta_i / \alpha^2)", False),
        (SUM, rf"{BY} q'(\gamma_i / \alpha^2)", False),
        (SUM, r"\frac{\partial}{\partial \gamma_i} Q(\beta) &= q'(\beta_i / \alpha^2)", False),
        (SUM.replace("^d", "^n"), rf"{BY} q'(\beta_i / \alpha^2)", False),
        (SUM.replace("i=1", "i=2"), rf"{BY} q'(\beta_i / \alpha^2)", False),
        (rf"{SUM}$ and $\alpha = \|\beta\|", rf"{BY} q'(\beta_i / \alpha^2)", False),
        (r"Q(\beta) = \|\beta\| \sum_{j=1}^d c \beta_j", rf"{BY} \|\beta\| c", False),
    ],
)
def test_one_term_of_a_sum_holds_an_entry(said: str, row: str, holds: bool, tmp_path: Path) -> None:
    found = last(tmp_path, row, letters=ENTRIES, prose=f"The potential is ${said}$. Its derivatives are")
    assert (found is Status.VERIFIED) is holds


PAGE = r"""
Let $\beta(w) = w_+^2 - w_-^2$ where squares are entrywise and $w_+, w_- \in \mathbb{R}^d$, and let
$L(w) = \| X \beta(w) - y \|^2$ with $X \in \mathbb{R}^{n \times d}$ and $y \in \mathbb{R}^n$. Let
$r(t) = X \beta(t) - y$. Gradient flow from $w_+(0) = w_-(0) = \alpha \mathbf{1}$ gives
\begin{align}
\dot w_+(t) &= - 4 w_+(t) \odot X^\top r(t), \\
\dot w_-(t) &= 4 w_-(t) \odot X^\top r(t).
\end{align}
Hence
\begin{align}
w_+(t) &= \alpha \exp\left( - 4 X^\top \int_0^t r(s) ds \right), \\
w_-(t) &= \alpha \exp\left( 4 X^\top \int_0^t r(s) ds \right).
\end{align}
So that
\begin{align}
\beta(t) &= \alpha^2 \left( \exp\left( - 8 X^\top \int_0^t r(s) ds \right)
 - \exp\left( 8 X^\top \int_0^t r(s) ds \right) \right) \\
&= - 2 \alpha^2 \sinh\left( 8 X^\top \int_0^t r(s) ds \right).
\end{align}
Let $q(z) = 2 - \sqrt{4 + z^2} + z \operatorname{arcsinh}(z/2)$. Then
\begin{align}
q'(z) &= - \frac{z}{\sqrt{4 + z^2}} + \operatorname{arcsinh}(z/2) + \frac{z}{\sqrt{4 + z^2}} \\
&= \operatorname{arcsinh}(z/2).
\end{align}
The potential is $Q_\alpha(\beta) = \alpha^2 \sum_{i=1}^d q(\beta_i / \alpha^2)$. Its partial derivatives are
\begin{align}
\frac{\partial}{\partial \beta_i} Q_\alpha(\beta) &= q'(\beta_i / \alpha^2) \\
&= \operatorname{arcsinh} \frac{\beta_i}{2 \alpha^2}.
\end{align}
"""


def proposed(folder: Path, page: str) -> tuple[Path, str]:
    """A page with what is proposed beside it, every guess taken; and that."""
    paper = folder / "paper.tex"
    paper.write_text(rf"\documentclass{{article}}\begin{{document}}{page}\end{{document}}")
    return paper, papers.accepted(paper).read_text()


@pytest.mark.usefixtures("no_mends")
def test_the_page_of_a_diagonal_network(tmp_path: Path) -> None:
    paper, said = proposed(tmp_path, PAGE)
    for item in (r"X constant matrix n x d", r"r vector n", r"\beta vector d", "q function", "i index 1..d"):
        assert f"symbols: {item} " in said
    assert "symbols: s " not in said
    found = [line.status for line in run(read_file(paper), limiting=Limiting(budget=8)).lines]
    assert found == [Status.STATED] * 2 + [Status.VERIFIED] * 8


@pytest.mark.slow
@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [(r"w_+(t) &= \alpha \exp\left( - 4", r"w_+(t) &= \alpha \exp\left( - 2", 2),
     (r"w_-(t) &= \alpha \exp", r"w_-(t) &= 2 \exp", 3),
     (r"\beta(t) &= \alpha^2 \left(", r"\beta(t) &= \alpha \left(", 4),
     ("where squares are entrywise and", "where squares are costly and", 4),
     (r"- 2 \alpha^2 \sinh", r"2 \alpha^2 \sinh", 5), (r"q'(z) &= - \frac", r"q'(z) &= \frac", 6),
     (r"q'(\beta_i / \alpha^2)", r"\alpha^2 q'(\beta_i / \alpha^2)", 8)],
)  # fmt: skip
def test_and_no_slip_on_it_is_verified(right: str, wrong: str, place: int, tmp_path: Path) -> None:
    assert right in PAGE
    paper, _ = proposed(tmp_path, PAGE.replace(right, wrong))
    found = [line.status for line in run(read_file(paper), limiting=Limiting(budget=8)).lines]
    assert found[place] is not Status.VERIFIED


def test_the_letter_of_an_integral_is_none_of_the_paper() -> None:
    from layerproof.tools.latex_lines.proposing.times_seen import without_time

    assert joined(words(without_time(r"X^\top \int_0^t r(s) ds + s"))) == joined(words(r"X^\top \int_0^t r + s"))
    assert "s" in words(without_time(r"\int_0^1 f(s) ds"))
