"""What papers leave unsaid, each with true lines and false neighbours: constants, cases, definitions, induction."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Line, Status, propose_file, read_file, run

from . import papers

LETTERS = r"""
symbols: \eta, \rho, \kappa, \alpha, \beta positive number; k natural; a, b, t, x, y, z real
symbols: u, v, w, x_{k}, x_{k + 1}, x_{0}, x_{1}, x^{*} vector d; X matrix d x d; f, g function; F vector function d
"""
lines = partial(papers.lines, letters=LETTERS)


def follow(folder: Path, *pairs: tuple[str, str], prose: str = "") -> list[Line]:
    """The second of each pair, as the step after the first, each in a display of its own."""
    return lines(folder, *(rf"{one} &= {one} + 0 \\ & {other}" for one, other in pairs), prose=prose)[1::2]


def statuses(found: list[Line]) -> list[Status]:
    return [line.status for line in found]


def test_a_number_that_multiplies_a_mean_is_not_random(tmp_path: Path) -> None:
    found = follow(
        tmp_path,
        (r"\mathbb{E}[x - \eta y]", r"= \mathbb{E}[x] - \eta \mathbb{E}[y]"),
        (r"\mathbb{E}[u - \eta (u - v)]", r"= (1 - \eta) \mathbb{E}[u] + \eta \mathbb{E}[v]"),
        (
            r"\mathbb{E}[\|u - \eta v\|^2]",
            r"= \mathbb{E}\|u\|^2 - 2\eta \mathbb{E}[u^\top v] + \eta^2 \mathbb{E}\|v\|^2",
        ),
    )
    assert statuses(found) == [Status.VERIFIED] * 3
    assert all("is not random" in line.note for line in found)


def test_what_may_be_random_stays_in_its_mean(tmp_path: Path) -> None:
    found = follow(
        tmp_path,
        (r"\mathbb{E}[x y]", r"= x \mathbb{E}[y]"),  # x is no constant
        (r"x - \mathbb{E}[x]", "= 0"),
        (r"\eta - \mathbb{E}[\eta]", "= 0"),  # nothing says that it is one
        (r"\mathbb{E}_\eta[\eta x]", r"= \eta \mathbb{E}_\eta[x]"),  # the mean is taken over it
        (r"\mathbb{E}[x - \eta y]", r"= \mathbb{E}[x] + \eta \mathbb{E}[y]"),
        (r"\mathbb{E}[\|u - \eta v\|^2]", r"= \mathbb{E}\|u\|^2 - 2\eta \mathbb{E}[u^\top v] + \eta \mathbb{E}\|v\|^2"),
    )
    assert Status.VERIFIED not in statuses(found)


def test_a_case_and_its_contrary_are_all(tmp_path: Path) -> None:
    found = follow(
        tmp_path,
        (r"\mathbb{E}[x^2]", r"= \mathbb{E}[x^2 \mathbf{1}_{|z| < t}] + \mathbb{E}[x^2 \mathbf{1}_{|z| \geq t}]"),
        (r"\mathbb{E}[u]", r"= \mathbb{E}[\mathbf{1}\{z > t\} u] + \mathbb{E}[u \mathbf{1}\{z \le t\}]"),
        (r"\mathbb{E}[x^2]", r"= \mathbb{E}[x^2 \mathbf{1}_{|z| < t}] + \mathbb{E}[x^2 \mathbf{1}_{|z| > t}]"),
        (r"\mathbb{E}[u]", r"= \mathbb{E}[\mathbf{1}\{z > t\} u] + \mathbb{E}[u \mathbf{1}\{x \le t\}]"),
    )
    assert [line.status is Status.VERIFIED for line in found] == [True, True, False, False]


def test_products_by_entries_are_linear_and_commute(tmp_path: Path) -> None:
    found = follow(
        tmp_path,
        (r"(u + \eta v) \odot w", r"= u \odot w + \eta w \odot v"),
        (r"u - \eta [(t^2 - 1) v \odot v - w] \odot u", r"= u - \eta (t^2 - 1) v \odot v \odot u + \eta w \odot u"),
        (r"w^\top (u \odot v)", r"= (v \odot u)^\top w"),
        (r"(u + \eta v) \odot w", r"= u \odot w - \eta w \odot v"),
        (r"X (u \odot v)", r"= (X v) \odot u"),
        (r"X u \odot v", r"= v \odot (X u)"),  # it can be read in two ways
    )
    assert [line.status is Status.VERIFIED for line in found] == [True, True, True, False, False, False]
    assert found[3].status is Status.REFUTED
    assert found[5].status is Status.UNCHECKED


def test_no_letter_is_a_constant_below_a_norm_of_functions(tmp_path: Path) -> None:
    found = follow(
        tmp_path,
        (r"\|2 u - 2 v\|_{L^2}", r"= 2 \|v - u\|_{L^2}"),
        (r"\|\eta u - \eta v\|_{\mathcal H}", r"= \eta \|v - u\|_{\mathcal H}"),
        (r"\|t u\|_{L^2(0, 1)}", r"= |t| \|u\|_{L^2(0, 1)}"),
        (r"\langle t u, v \rangle_{L^2(0, 1)}", r"= t \langle u, v \rangle_{L^2(0, 1)}"),
        (r"\|\eta u - 2 \eta v\|_{\mathcal H}", r"= \eta \|v - u\|_{\mathcal H}"),
    )
    assert [line.status is Status.VERIFIED for line in found] == [True, True, False, False, False]


def test_values_at_equal_points_are_equal(tmp_path: Path) -> None:
    found = follow(
        tmp_path,
        ("f(u + v)", "= f(v + u)"),
        ("f(u + (v - u))", "= f(v)"),
        ("F(f(u + v) w)", "= F(f(v + u) w)"),
        ("f(u + v)", "= f(u - v)"),  # it may be what f is like
        ("f(-u)", "= f(u)"),
        ("g(x, y)", "= g(y, x)"),
        ("f(u) + x", "= f(u) - x"),  # but this is a slip
    )
    assert statuses(found) == [Status.VERIFIED] * 3 + [Status.UNDECIDED] * 3 + [Status.REFUTED]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prose", "status"),
    [
        (r"We denote $\kappa = \frac{\beta}{\alpha}$. This is used below.", Status.VERIFIED),
        (r"If we denote $\kappa = \frac{\beta}{\alpha}$, all is well.", Status.UNDECIDED),
        (r"\begin{proof} Let $\kappa = \frac{\beta}{\alpha}$. \end{proof} Now", Status.UNDECIDED),
        (r"\section{One} Let $\kappa = \frac{\beta}{\alpha}$. \section{Two} Now", Status.VERIFIED),
        (r"\section{A special case} Let $\kappa = \frac{\beta}{\alpha}$. \section{Two} Now", Status.UNDECIDED),
        (r"We denote $\kappa = \frac{\alpha}{\beta}$. This is used below.", Status.UNDECIDED),
    ],
)
def test_how_far_a_definition_in_the_prose_holds(tmp_path: Path, prose: str, status: Status) -> None:
    assert follow(tmp_path, ("a", r"= a + \kappa \alpha - \beta"), prose=prose)[0].status is status


@pytest.mark.slow
def test_a_bound_that_is_used_again_and_again(tmp_path: Path) -> None:
    chains = (
        r"\|x_{k+1} - x^*\|^2 \le \rho \|x_k - x^*\|^2 \le \rho^{k+1} \|x_0 - x^*\|^2",
        r"f(x_{k+1}) - f(x^*) \le \rho (f(x_k) - f(x^*)) \le \rho^{k+1} (f(x_0) - f(x^*))",
        r"\|x_{k+1} - u\|^2 \le \rho \|x_k - u\|^2 \le \rho^{k+1} \|x_1 - u\|^2",
        r"\|x_{k+1} - w\|^2 \ge \rho \|x_k - w\|^2 \le \rho^{k+1} \|x_0 - w\|^2",
        r"f(x_{k+1}) \le (1 - \rho) f(x_k) \le (1 - \rho)^{k+1} f(x_0)",
    )
    found = [lines(tmp_path, chain, budget=1, mending=False)[1] for chain in chains]
    assert statuses(found) == [Status.VERIFIED] * 2 + [Status.UNDECIDED] * 3


@pytest.mark.slow
def test_how_convex_a_function_is_is_at_most_how_smooth(tmp_path: Path) -> None:
    q = r"\left(1 - \frac{\eta}{\rho}\right)"
    chain = rf"f(x_{{k + 1}}) - f(x^*) \le {q} (f(x_k) - f(x^*)) \le {q}^{{k + 1}} (f(x_0) - f(x^*))"
    said = (r"hypotheses: f \rho-smooth", r"hypotheses: f \eta-strongly convex")
    one, other = (papers.lines(tmp_path, chain, letters="\n".join([LETTERS, *said[:n]]))[-1] for n in (2, 1))
    assert one.status is Status.VERIFIED
    assert r"where f \rho-smooth, f \eta-strongly convex" in one.note
    assert other.status is Status.UNDECIDED


def test_a_bound_in_a_paper_is_wrong_only_where_it_holds_nowhere(tmp_path: Path) -> None:
    found = follow(
        tmp_path,
        (r"2 \sqrt{2 + 2 \ln \kappa} + 1", r"\le (2 \sqrt{2} + 1) \sqrt{1 + \ln \kappa}"),  # right where \kappa >= 1
        (r"\kappa + 1", r"\le \kappa"),
        (r"2 \sqrt{2} e^{-1}", r"\le 1"),  # it holds of no letters
    )
    assert statuses(found) == [Status.UNDECIDED, Status.REFUTED, Status.REFUTED]


def test_a_name_at_the_end_and_a_premise_before_an_arrow(tmp_path: Path) -> None:
    found = lines(
        tmp_path, r"2 a &= a + a =: b", r"\kappa (\kappa + x) \le \kappa y \qquad\Rightarrow\qquad \kappa + x \le y"
    )
    assert statuses(found) == [Status.VERIFIED, Status.ASSUMED, Status.ASSUMED, Status.VERIFIED]


def test_sums_and_bounds_show_what_letters_are(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(
        r"\begin{document} Let $V \in \mathbb{R}^{n \times m}$; $f$ is $\mu$-strongly convex,"
        r" $\nabla f$ is L-Lipschitz. \begin{align} F &= (W + V)^T (W + V) \\"
        r"  \varphi(x) + k &\le \|\varphi(x)\|_{L^1} + \|k\| \\ 2 c &= \|x - \mu\|^2 \\"
        r"  \frac{\mu}{2} \|x - x^*\|^2 &\le f(x) - f(x^*) \end{align} \end{document}"
    )
    propose_file(paper)
    proposed = {" ".join(row[2:].split("%")[0].split()) for row in paper.with_suffix(".lp").read_text().split("\n")}
    assert {"symbols: W matrix n x m", r"symbols: \varphi function", "symbols: k real"} <= proposed
    assert {"hypotheses: f L-smooth", "hypotheses: f least at x^{*}"} <= proposed


@pytest.mark.parametrize(
    ("bound", "status"),
    [
        (r"\mu &< 0", Status.UNDECIDED),  # nothing that is positive is: no fact for what follows
        (r"0 &\ge \mu", Status.UNDECIDED),
        (r"n &< 0", Status.UNDECIDED),
        (r"\mu &< 1", Status.STATED),  # some are
        (r"n &\le T", Status.STATED),
        (r"\mu &> 0", Status.VERIFIED),
    ],
)
def test_a_bound_that_no_value_of_its_letters_satisfies_is_not_stated(
    bound: str, status: Status, tmp_path: Path
) -> None:
    letters = "symbols: \\mu positive\nsymbols: T, a real\nsymbols: n natural\n"
    first, after = lines(tmp_path, bound, r"a + 1 &= a", letters=letters)
    assert first.status is status
    assert after.status is not Status.VERIFIED


def test_what_a_letter_is_in_terms_of_another_of_which_more_is_said_later(tmp_path: Path) -> None:
    found = lines(tmp_path, r"a &= 2 b", r"b &= x + z", r"y &= a x \\ &= 2 b x \\ &= 2 x^2 + 2 z x \\ &= 2 x^2 + z x")
    assert statuses(found)[-3:] == [Status.VERIFIED, Status.VERIFIED, Status.REFUTED]


@pytest.mark.parametrize(
    ("case", "beyond"),
    [
        (r"y = 2 x", False),  # y is no letter of this case alone
        (r"a = 2 x", True),
    ],
)
def test_a_letter_that_a_case_brings_in_is_what_the_case_says(tmp_path: Path, case: str, beyond: bool) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(
        r"\begin{document} We have \begin{align} z &= y + x \end{align}"
        rf" If $x > 1$, we have a bound. We write \begin{{align}} {case} \end{{align}}"
        r" If $x < 1$, we have another equation. Then we have"
        rf" \begin{{align}} t &= {case[0]} + x \\ &= 3 x \end{{align}} \end{{document}}"
    )
    paper.with_suffix(".lp").write_text(LETTERS)
    last = run(read_file(paper), limiting=Limiting(budget=4), mending=False).lines[-1]
    assert (last.status is Status.VERIFIED) is beyond
