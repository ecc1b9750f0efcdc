r"""Functions that are convex, smooth or least somewhere, inverses, and letters that a statement says: true lines and
false neighbours.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Line, Status, propose_file, read_file, run

from . import papers

LETTERS = r"""
symbols: x, y, z, u, x^{*}, x^{(k)}, x^{(k+1)} vector d; A, B, K matrix d x d; a, c real number; f, g, q function
symbols: h, \mu, L, \lambda positive number
"""
SHAPES = (
    LETTERS
    + r"""hypotheses: f convex; f L-smooth; f least at x^{*}; g \mu-strongly convex; h \le \frac{1}{L}
"""
)
OK = Status.VERIFIED
lines = partial(papers.lines, letters=SHAPES, budget=3, mending=False)


def last_of(folder: Path, *steps: str, letters: str = SHAPES) -> list[Line]:
    """The last line of a display for each of some steps; before the ampersand is what it follows."""
    shown = [rf"{left} &= {left} + 0 \\ & {step}" for left, _, step in (s.partition(" & ") for s in steps)]
    return lines(folder, *shown, letters=letters)[1::2]


TRUE = [
    r"f(y) & \le f(x) + \nabla f(x)^\top (y-x) + \frac{L}{2} \|y-x\|^2",
    r"f(y) & \ge f(x) + \langle \nabla f(x), y-x \rangle",
    r"f(y) & \ge f(x) + \langle \nabla f(x), y-x \rangle + \frac{1}{2L} \|\nabla f(x) - \nabla f(y)\|^2",
    r"f(y) & \ge f(x^{*}) + \frac{1}{2L} \|\nabla f(y)\|^2",
    r"f(x - h \nabla f(x)) & \le f(x) - \frac{h}{2} \|\nabla f(x)\|^2",
    r"\langle \nabla f(x) - \nabla f(y), x - y \rangle & \ge \frac{1}{L} \|\nabla f(x) - \nabla f(y)\|^2",
    r"h^2 \|\nabla f(x)\|^2 & \le h^2 L^2 \|x - x^{*}\|^2",
    r"\langle \nabla g(x) - \nabla g(y), x - y \rangle & \ge \mu \|x - y\|^2",
    r"\langle \nabla f(x), x - x^{*} \rangle & \ge f(x) - f(x^{*})",
]
FALSE = [
    r"f(y) & \le f(x) + \nabla f(x)^\top (y-x) + \frac{L}{4} \|y-x\|^2",
    r"f(y) & \ge f(x) + \langle \nabla f(y), y-x \rangle",
    r"f(y) & \ge f(x) + \langle \nabla f(x), y-x \rangle + \frac{1}{L} \|\nabla f(x) - \nabla f(y)\|^2",
    r"f(y) & \ge f(x^{*}) + \frac{1}{L} \|\nabla f(y)\|^2",
    r"f(x - h \nabla f(x)) & \le f(x) - h \|\nabla f(x)\|^2",
    r"f(x + h \nabla f(x)) & \le f(x) - \frac{h}{2} \|\nabla f(x)\|^2",
    r"\langle \nabla f(x) - \nabla f(y), x - y \rangle & \ge \frac{2}{L} \|\nabla f(x) - \nabla f(y)\|^2",
    r"h^2 \|\nabla f(x)\|^2 & \le h^2 L \|x - x^{*}\|^2",
    r"\langle \nabla g(x) - \nabla g(y), x - y \rangle & \ge 2 \mu \|x - y\|^2",
    r"\langle \nabla f(x), x - x^{*} \rangle & \ge 2 (f(x) - f(x^{*}))",
    r"f(x) & \le f(x^{*})",
    r"g(y) & \le g(x) + \nabla g(x)^\top (y-x) + \frac{L}{2} \|y-x\|^2",
    r"q(y) & \ge q(x) + \langle \nabla q(x), y-x \rangle",
]


def test_what_shapes_give_is_proved_and_named(tmp_path: Path) -> None:
    found = last_of(tmp_path, *TRUE)
    assert [line.text for line in found if line.status is not OK] == []
    assert [line.note for line in found[:3]] == ["where f L-smooth", "where f convex", "where f convex, f L-smooth"]


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize("false", [FALSE[1::5], pytest.param(FALSE, marks=pytest.mark.slow)], ids=["few", "all"])
def test_what_they_do_not_give_is_not_proved(false: list[str], tmp_path: Path) -> None:
    assert [line.text for line in last_of(tmp_path, *false) if line.status is OK] == []


@pytest.mark.slow
@pytest.mark.usefixtures("no_mends")
def test_without_a_shape_none_of_it_is_proved(tmp_path: Path) -> None:
    assert [line.text for line in last_of(tmp_path, *TRUE[:3], letters=LETTERS) if line.status is OK] == []


def test_a_shape_that_is_guessed_marks_the_line(tmp_path: Path) -> None:
    (line,) = last_of(tmp_path, TRUE[1], letters=LETTERS + "? hypotheses: f convex\n")
    assert (line.status, line.guessed) == (OK, ["f convex"])


@pytest.mark.usefixtures("no_mends")
def test_a_step_of_gradient_descent_is_put_in(tmp_path: Path) -> None:
    step = r"x^{(k+1)} &= x^{(k)} - h \nabla f(x^{(k)}) \\ "
    slope = r"\nabla f(x^{(k)})"
    displays = (
        rf"{step} f(x^{{(k+1)}}) &\le f(x^{{(k)}}) - h (1 - \frac{{h L}}{{2}}) \|{slope}\|^2",
        rf"{step} f(x^{{(k+1)}}) &\le f(x^{{(k)}}) - h (1 - \frac{{h L}}{{4}}) \|{slope}\|^2",
        rf"{step} \|x^{{(k+1)}}-x\|^2 &= \|x^{{(k)}}-x\|^2 - 2h\langle {slope}, x^{{(k)}}-x\rangle + h^2 \|{slope}\|^2",
        rf"{step} \|x^{{(k+1)}}-x\|^2 &= \|x^{{(k)}}-x\|^2 - h\langle {slope}, x^{{(k)}}-x\rangle + h^2 \|{slope}\|^2",
    )
    found = [lines(tmp_path, display)[1] for display in displays]
    assert [line.status is OK for line in found] == [True, False, True, False]
    assert found[0].note == "given what is stated in line 3; where f L-smooth"


@pytest.mark.usefixtures("no_mends")
def test_inverses_are_those_of_the_prover(tmp_path: Path) -> None:
    found = lines(
        tmp_path,
        *(
            rf"c &= {left} \\ &= {right}"
            for left, right in (
                (r"x^\top (A B)^{-1} u", r"x^\top B^{-1} A^{-1} u"),
                (r"x^\top (K + \lambda I)^{-1} K u", r"x^\top u - \lambda x^\top (K + \lambda I)^{-1} u"),
                (r"\frac{x^\top y}{u^\top u} x^\top z", r"x^\top z \frac{y^\top x}{u^\top u}"),
                (r"x^\top (A B)^{-1} u", r"x^\top A^{-1} B^{-1} u"),
                (r"x^\top (K + \lambda I)^{-1} K u", r"x^\top u - x^\top (K + \lambda I)^{-1} u"),
                (r"x^\top A^{-1} u", r"u^\top A^{-1} x"),
                (r"x^\top (A + B)^{-1} u", r"x^\top A^{-1} u + x^\top B^{-1} u"),
                (r"x^\top (K + \lambda I)^{-1} u", r"\frac{1}{\lambda} x^\top u + x^\top K^{-1} u"),
                (r"\operatorname{tr}(A^{-1})", r"\operatorname{tr}(A)^{-1}"),
                (r"\frac{x^\top y}{u^\top u} x^\top z", r"x^\top z \frac{y^\top x}{x^\top u}"),
                (r"x^\top A^{-1} B u", r"x^\top B A^{-1} u"),
            )
        ),
    )
    assert [line.status is OK for line in found[1::2]] == [True] * 3 + [False] * 8


def test_a_number_that_divides_accuses_nobody(tmp_path: Path) -> None:
    """With a letter for x^T x it would fail; it is right."""
    found = lines(tmp_path, r"z &= \frac{x^\top x}{x^\top x} u \\ &= u", r"z &= \frac{1}{x^\top x} x x^\top x \\ &= x")
    assert all(line.status is not Status.REFUTED for line in found)


def test_what_is_put_in_stays_out_of_what_binds_it(tmp_path: Path) -> None:
    found = lines(
        tmp_path,
        r"a &= c + h \\ c &= \int_0^1 a \, da \\ &= \frac{c + h}{2}",
        r"a &= 0 \\ a c &= a c + 0 \\ &= a h",
    )
    assert [found[k].status is OK for k in (2, 5)] == [False, False]


def test_what_is_no_shape_is_refused_in_words(tmp_path: Path) -> None:
    for item, said in (
        ("x convex", "x is no function that gives a number"),
        ("f a-smooth", "a is not known to be positive"),
        ("f w-smooth", "if w is a symbol"),
    ):
        paper = tmp_path / "paper.tex"
        paper.write_text(r"\begin{align} a &= a \end{align}")
        paper.with_suffix(".lp").write_text(f"{LETTERS}\nhypotheses: {item}\n")
        assert said in str(run(read_file(paper)).troubles[0])


@pytest.mark.parametrize(
    ("prose", "proposed"),
    [
        (r"Let $f$ be convex and $L$-smooth.", ["f L-smooth", "f convex"]),
        (r"The function $f(x)$ is $\mu$-strongly convex.", [r"f \mu-strongly convex"]),
        (
            r"Let $f$ have an $L$-Lipschitz gradient, and $x^{*}$ be a minimizer of $f$.",
            ["f L-smooth", "f least at x^{*}"],
        ),
        (r"The set $K$ is convex, and so is $f$", ["f convex"]),
        (r"Here $f$ is nonconvex.", []),
        (r"Here $f$ is non-convex. Here it is not convex, $f$.", []),
        (r"Both $f$ and $g$ are convex.", []),
        (r"Let $f$ be defined on a convex set.", []),
        (r"Convex functions are nice. So is $f$.", []),
    ],
)
def test_shapes_are_proposed_by_the_prose(prose: str, proposed: list[str], tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    display = r"f(x) + g(x) &= \frac{f(x)}{L} + \mu \|x\|^2 + g(x) + x^{*} y \\ &\le f(y) + g(y) + L"
    paper.write_text(
        rf"\documentclass{{article}}\begin{{document}} Let $x, y, x^{{*}} \in \mathbb{{R}}^d$, $\mu > 0$. {prose}"
        "\n\n"
        rf"\begin{{align}} {display} \end{{align}}\end{{document}}"
    )
    name, _ = propose_file(paper)
    rows = [row.partition("%")[0].split() for row in Path(name).read_text().splitlines() if "? hypotheses" in row]
    assert [" ".join(row[2:]) for row in rows] == proposed


WEIGHTED = r"""
symbols: u, v, w vector d; x, y, b real; a number \in [0, 1]; c real number; f, g, \phi function
symbols: \mu positive number
hypotheses: f convex; g \mu-strongly convex; \phi convex
"""


@pytest.mark.parametrize(
    "step",
    [
        r"f(a u + (1 - a) v) & \le a f(u) + (1 - a) f(v)",
        r"g(a u + (1 - a) v) & \le a g(u) + (1 - a) g(v) - \frac{\mu}{2} a (1 - a) \|u - v\|^2",
        r"\phi(a x + (1 - a) y) & \le a \phi(x) + (1 - a) \phi(y)",
        r"\phi(a u^\top w + (1 - a) v^\top w + b) & \le a \phi(u^\top w + b) + (1 - a) \phi(v^\top w + b)",
        r"\phi(x) & \ge \phi(y) + \phi'(y) (x - y)",
        r"(\phi'(x) - \phi'(y)) (x - y) & \ge 0",
        r"\phi(a x) & \le a \phi(x) + (1 - a) \phi(0)",
    ],
)
def test_weights_that_are_letters_and_functions_of_a_number(step: str, tmp_path: Path) -> None:
    assert last_of(tmp_path, step, letters=WEIGHTED)[0].status is OK


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    "step",
    [
        r"f(a u + (1 - a) v) & \le (1 - a) f(u) + a f(v)",
        r"f(a u + (1 - a) v) & \ge a f(u) + (1 - a) f(v)",
        r"f(c u + (1 - c) v) & \le c f(u) + (1 - c) f(v)",
        r"f(a u) & \le a f(u)",
        r"g(a u + (1 - a) v) & \le a g(u) + (1 - a) g(v) - \mu a (1 - a) \|u - v\|^2",
        r"\phi(a u^\top w + (1 - a) v^\top w + b) & \le a \phi(u^\top w) + (1 - a) \phi(v^\top w + b)",
        r"\phi(x) & \ge \phi(y) + \phi'(x) (x - y)",
        r"\phi'(x) - \phi'(y) & \ge 0",
        r"\phi(c x) & \le c \phi(x) + (1 - c) \phi(0)",
    ],
)
def test_weights_that_are_no_weights(step: str, tmp_path: Path) -> None:
    assert last_of(tmp_path, step, letters=WEIGHTED)[0].status is not OK
