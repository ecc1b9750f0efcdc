"""Lines that follow from what is stated: below sums, of functions, at other indices; each with false neighbours."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Line, Status, read_file, run

from . import papers

LETTERS = r"""
symbols: u, v, w, x, b, z, g, Y vector d; A symmetric matrix d x d; X matrix n x d; D matrix d x d
symbols: a, p, q, r real; \eta, c, L positive number; f, l function
symbols: x^{(i)} vector d; y^{(i)} real; w_{t} vector d; w_{t+1} vector d; w_{k} vector d; w_{k-1} vector d
symbols: g_{t} vector d; g_{k} vector d; g_{k-1} vector d; Z vector n
"""
QUADRATIC = r"f(x) &= \frac{1}{2} x^\top A x - b^\top x"
YES, OPEN = Status.VERIFIED, Status.UNDECIDED


def becomes(folder: Path, prose: str, *steps: tuple[str, str, Status], before: tuple[str, ...] = ()) -> list[Line]:
    """What becomes of steps, each in a display of its own with the prose before it, after what is stated."""
    displays = [rf"{left} &= {left} + 0 \\ & {step}" for left, step, _ in steps]
    texts = ["\n\n".join(map(shown, before)), *(f"{prose} {shown(display)}" for display in displays)]
    found = judged(folder, "\n\n".join(texts))
    mine = found[len(before) + 1 :: 2]
    assert [(line.text, line.status) for line in mine] == [
        (line.text, status) for line, (*_, status) in zip(mine, steps, strict=True)
    ]
    return mine


def shown(rows: str) -> str:
    return rf"\begin{{align}} {rows} \end{{align}}"


def judged(folder: Path, body: str) -> list[Line]:
    """The lines of a paper."""
    file = folder / "paper.tex"
    file.write_text(rf"\documentclass{{article}}\begin{{document}} {body} \end{{document}}")
    file.with_suffix(".lp").write_text(LETTERS)
    return run(read_file(file), limiting=Limiting(budget=8), mending=False).lines


def test_what_is_stated_is_put_in_below_sums_and_means(tmp_path: Path) -> None:
    residuals = r"\sum_{i=1}^n (y^{(i)} - 1) x^{(i)}"
    found = becomes(
        tmp_path,
        r"Since $y^{(i)} = w^\top x^{(i)}$ and $u = v$ we have",
        (residuals, r"= \sum_{i=1}^n (w^\top x^{(i)} - 1) x^{(i)}", YES),
        (residuals, r"= \sum_{i=1}^n (w^\top x^{(i)} + 1) x^{(i)}", OPEN),
        (residuals, r"= \sum_{i=1}^n (2 w^\top x^{(i)} - 1) x^{(i)}", OPEN),
        (r"\mathbb{E}[(u^\top w)^2]", r"= \mathbb{E}[(v^\top w)^2]", YES),
        (r"\mathbb{E}[(u^\top w)^2]", r"= \mathbb{E}[v^\top w]", OPEN),
    )
    assert "for every index" in found[0].note


@pytest.mark.slow
def test_what_a_mean_binds_is_not_what_is_stated_of_it_outside(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        r"Since $u = v$ and $x = x^{(i)}$ we have",
        (r"\mathbb{E}_{u}[(u^\top w)^2]", r"= \mathbb{E}_{u}[(v^\top w)^2]", OPEN),
        (r"\sum_{i=1}^n x^\top x^{(i)}", r"= \sum_{i=1}^n \|x^{(i)}\|^2", OPEN),
    )


def test_a_function_that_is_stated_is_worked_out_where_it_stands(tmp_path: Path) -> None:
    found = becomes(
        tmp_path,
        "We have",
        ("z", r"= z + \nabla f(w_t) - A w_t + b", YES),
        ("z", r"= z + \nabla f(w_t) - 2 A w_t + b", OPEN),
        before=(QUADRATIC,),
    )
    assert "for every x" in found[0].note


@pytest.mark.slow
def test_values_of_a_function_are_put_together(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        "We have",
        ("z", r"= z + \nabla f(w_t) - A w_t - b", OPEN),
        ("a", r"= a + f(u + v) - f(u) - f(v) - u^\top A v", YES),
        ("a", r"= a + f(u + v) - f(u) - f(v) - 2 u^\top A v", OPEN),
        before=(QUADRATIC,),
    )


@pytest.mark.slow
def test_the_gradient_of_a_loss_goes_below_its_sum(tmp_path: Path) -> None:
    loss = r"l(w) &= \frac{1}{2n} \sum_{i=1}^n (w^\top x^{(i)} - y^{(i)})^2"
    becomes(
        tmp_path,
        "We have",
        ("z", r"= z - \nabla l(w) + \frac{1}{n} \sum_{i=1}^n (w^\top x^{(i)} - y^{(i)}) x^{(i)}", YES),
        ("z", r"= z - \nabla l(w) + \frac{2}{n} \sum_{i=1}^n (w^\top x^{(i)} - y^{(i)}) x^{(i)}", OPEN),
        before=(loss,),
    )


@pytest.mark.slow
def test_one_point_of_a_function_says_nothing_of_others(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        "We have",
        ("a", r"= a + f(u) - u^\top A u", OPEN),
        before=(r"f(w_t) &= w_t^\top A w_t",),
    )


@pytest.mark.slow
def test_a_gradient_that_is_not_that_of_its_function_is_wrong_and_nothing_follows_from_it(tmp_path: Path) -> None:
    found = papers.lines(
        tmp_path,
        r"f(x) &= \frac{1}{2} x^\top A x",
        r"\nabla f(x) &= 2 A x",
        r"z &= z + 0 \\ &= z + \nabla f(x) - 2 A x",
        letters=LETTERS,
        mending=False,
    )
    assert [line.status for line in found] == [Status.STATED, Status.REFUTED, YES, OPEN]


def test_a_rule_for_an_index_holds_at_others(tmp_path: Path) -> None:
    found = becomes(
        tmp_path,
        r"Gradient descent iterates $w_{t+1} = w_t - \eta g_t$. Then",
        (r"\|w_k - u\|^2", r"= \|w_{k-1} - \eta g_{k-1} - u\|^2", YES),
        ("w_k", r"= w_{k-1} - \eta g_{k}", OPEN),
        ("w_k", r"= w_{k-1} + \eta g_{k-1}", OPEN),
    )
    assert "for every t" in found[0].note


@pytest.mark.slow
def test_of_two_rules_for_one_letter_none_holds_at_other_indices(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        r"We have $w_{t+1} = w_t - \eta g_t$. Then we let $w_k = w_{k-1} + g_k$. Here",
        ("w_{k-1}", r"= w_k + \eta g_{k-1}", OPEN),
    )


def test_right_angles_and_unit_norms_are_read_from_the_sentence(tmp_path: Path) -> None:
    becomes(
        tmp_path,
        r"Since $u \perp v$ and $\|w\| = 1$ we have",
        (r"\|u + v\|^2", r"= \|u\|^2 + \|v\|^2", YES),
        (r"\|u + v\|^2", r"= \|u\|^2 + 2 \|v\|^2", OPEN),
        (r"\|u + w\|^2", r"= \|u\|^2 + 2 u^\top w + 1", YES),
        (r"\|u + w\|^2", r"= \|u\|^2 + 2 u^\top w + 2", OPEN),
    )


@pytest.mark.slow
def test_two_equations_of_one_display_hold_both(tmp_path: Path) -> None:
    both = r"r &= p + q \\ r &= p^2 + 1"
    found = papers.lines(
        tmp_path, both, r"a &= a + 0 \\ &= a + r - p - q", r"a &= a + 0 \\ &= a + r - p^2 - 1", letters=LETTERS
    )
    assert [line.status for line in found[3::2]] == [YES, YES]
    later = papers.lines(
        tmp_path, "r &= p + q", "r &= p^2 + 1", r"a &= a + 0 \\ &= a + r - p - q", letters=LETTERS, mending=False
    )
    assert later[-1].status is OPEN


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "status"),
    [
        (r"Suppose that $\eta \le \frac{1}{L}$. Then $a \ge 2$.", YES),
        (r"Let $f$ be convex. Then $\eta \le 1/L$.", OPEN),
        (r"If $\eta \le 1/L$, then $a = 0$. If $\eta \ge 2/L$, then $a = 1$.", OPEN),
    ],
)
def test_what_a_theorem_supposes_holds_in_its_proof(tmp_path: Path, statement: str, status: Status) -> None:
    proof = shown(r"a &= a + 0 \\ & \le a + \eta (1 - \eta L) \\ & \le a + 1 / L")
    found = judged(
        tmp_path,
        rf"\begin{{theorem}} {statement} \end{{theorem}} \begin{{proof}} We have {proof} \end{{proof}} And "
        rf"\[ L \eta - 1 = L \eta - 1 \le 0 \]",
    )
    assert [found[1].status, found[-1].status] == [status, OPEN]


@pytest.mark.slow
def test_a_right_line_is_not_called_wrong_by_one_that_is_only_stated(tmp_path: Path) -> None:
    found = papers.lines(
        tmp_path,
        r"a &\le p + f(x) \\ &= p + 2 f(x)",
        r"b &= A x \\ &= 2 A x",
        letters=LETTERS,
        prose="By convexity of f, we have",
    )
    assert [found[1].status, found[3].status] == [OPEN, Status.REFUTED]
    assert "not known to be right" in found[1].reason
