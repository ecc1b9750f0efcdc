"""Parts of formulas that stand for one value of which nothing is known: means, suprema, norms, integrals."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_file, read_text, run
from layerproof.tools.latex_lines.run import propose_file

from .papers import lines

HEADER = r"""% symbols: x, y, z vector d; A, B matrix d x d; a, b, c real number; \lambda > 0; n natural
% symbols: p_{i} real for i = 1..n; f, h function; r trajectory
"""
OK, WRONG, OPEN, UNREAD = Status.VERIFIED, Status.REFUTED, Status.UNDECIDED, Status.UNREAD


def status(body: str, header: str = HEADER) -> Status:
    """Of the last line."""
    findings = run(
        read_text(f"{header}\\begin{{align}} {body} \\end{{align}}"), limiting=Limiting(budget=6), identities=True
    )
    assert findings.troubles == []
    return findings.lines[-1].status


@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        (r"\mathbb{E}[(a - b)^2]", r"\mathbb{E}[a^2] - 2\mathbb{E}[ab] + \mathbb{E}[b^2]",
         r"\mathbb{E}[a^2] - \mathbb{E}[ab] + \mathbb{E}[b^2]"),
        (r"\mathbb{E}_{x\sim P}\left[2 f(x) + 3\right]", r"2\mathbb{E}_{x\sim P}[f(x)] + 3",
         r"2\mathbb{E}_{x\sim P}[f(x)] - 3"),
        (r"\mathbb{E}[x + 2y]", r"2\mathbb{E}[y] + \mathbb{E}[x]", r"2\mathbb{E}[y] - \mathbb{E}[x]"),
        (r"\mathbb{E}[a b | c = 1] + b", r"b + \mathbb{E}[ba | c = 1]", r"b - \mathbb{E}[ba | c = 1]"),
        (r"a\sup_{u} |f(u)| + b", r"b + a\sup_{u} |f(u)|", r"b - a\sup_{u} |f(u)|"),
        (r"a\|A\|_{op}^2", r"\|A\|_{op}\|A\|_{op} a", r"-\|A\|_{op}\|A\|_{op} a"),
        (r"\|A x\|_1 - \|A\|", r"-\|A\| + \|A x\|_1", r"\|A\| + \|A x\|_1"),
        (r"\sum_{i=1}^n (f(p_i) + 2 p_i)", r"\sum_{i=1}^n f(p_i) + 2 \sum_{i=1}^n p_i",
         r"\sum_{i=1}^n f(p_i) + 3 \sum_{i=1}^n p_i"),
        (r"\sum_{u \in S} (2 f(u) + h(u))", r"\sum_{u \in S} h(u) + 2 \sum_{u \in S} f(u)",
         r"\sum_{u \in S} h(u) + 3 \sum_{u \in S} f(u)"),
        (r"\int_{X} (2 f(u) - h(u)) d\mu(u)", r"2\int_{X} f(u) d\mu(u) - \int_{X} h(u) d\mu(u)",
         r"2\int_{X} f(u) d\mu(u) + \int_{X} h(u) d\mu(u)"),
        (r"a \mathbf{1}_{\{a > 0\}} + b", r"b + \mathbf{1}_{\{a > 0\}} a", r"b - \mathbf{1}_{\{a > 0\}} a"),
        (r"\|u - v\|_{\mathcal H}^2",
         r"\|u\|_{\mathcal H}^2 - 2\langle v, u\rangle_{\mathcal H} + \|v\|_{\mathcal H}^2",
         r"\|u\|_{\mathcal H}^2 - \langle v, u\rangle_{\mathcal H} + \|v\|_{\mathcal H}^2"),
        (r"\langle u + 2 v, w\rangle", r"\langle w, u\rangle + 2\langle v, w\rangle",
         r"\langle w, u\rangle - 2\langle v, w\rangle"),
        (r"f(u; v) - 2 f(u \mid v)", r"- 2 f(u \mid v) + f(u; v)", r"f(u; v) + 2 f(u \mid v)"),
        (r"||x||^2 + a", r"a + x^\top x", r"a - x^\top x"),
        (r"\max\{a, b\} + 2\{a + b\}", r"2 a + 2 b + \max(b, a)", r"2 a - 2 b + \max(b, a)"),
    ],
)  # fmt: skip
def test_what_is_proved_of_a_letter_holds_and_a_slip_is_not_proved(left: str, right: str, false: str) -> None:
    assert status(f"{left} &= {right}") is OK
    assert status(f"{left} &= {false}") in (WRONG, OPEN)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        (r"\langle u, v\rangle + 1", r"\|u\|\|v\| + 1", r"\|u\|\|w\| + 1"),
        (r"\|u - 2v\|_1", r"\|u\|_1 + 2\|v\|_1", r"\|u\|_1 + \|v\|_1"),
        (r"x^\top y", r"\|x\|\|y\|", r"\|x\|\|z\|"),
        (r"- c^2 \|u - v\|_{\mathcal H}^2 + c", "c", "c - 1"),
        (r"\lambda\|x\| + \|y\|", r"2\lambda\|x\| + \|y\|", r"\frac12 \lambda\|x\| + \|y\|"),
    ],
)
def test_bounds_between_norms(left: str, right: str, false: str) -> None:
    assert status(rf"{left} &\le {right}") is OK
    assert status(rf"{left} &\le {false}") in (WRONG, OPEN)


@pytest.mark.parametrize(
    "body",
    [
        r"\mathbb{E} a b &= b \mathbb{E} a",  # of a, or of a b?
        r"\mathbb{E}(a)^2 &= \mathbb{E}(a)^2",
        r"\sup_u f(u) + g(u) &= g(u) + \sup_u f(u)",  # does it end before the sum?
        r"\frac{d}{dt} \mathbb{E}[r] &= 0",  # it looks inside
        r"\frac{d}{dt} (\|A\|_{op} r) &= \|A\|_{op} \dot r",
        r"\mathbb{E}[x x^\top q] &= \mathbb{E}[x x^\top q]",  # is it a number?
        r"|\sup_u |f(u)| &= 1",
        r"\unitvalue_{0} &= \unitvalue_{0}",
    ],
)
def test_what_can_be_read_in_two_ways_is_not_read(body: str) -> None:
    assert status(body) is UNREAD


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        r"\mathbb{E}[-a b] &= \mathbb{E}[a b]",  # right if a is as often positive as negative
        r"\sum_{u \in S} f(u) &= - \sum_{u \in S} f(u)",
        r"\sup_{u} (-f(u)) &= \sup_{u} (f(u))",
        r"f(a)^2 &= f(a)",  # right if it is 0 or 1
        r"2 \mathbf{1}_{\{a > 0\}} &= \mathbf{1}_{\{a > 0\}}",
        r"\mathbb{E}[a b] &= \mathbb{E}[a] \mathbb{E}[b]",
        r"\sum_{i=1}^n f(p_i) &= n f(p_1)",
        r"|\langle u, v\rangle| &\ge 1 - \tfrac12 \|u - v\|_2^2",  # right of unit vectors
        r"q &:= \|A\|_{op} \\ q &> 0",
    ],
)
def test_a_line_that_may_rest_on_what_is_inside_is_not_called_wrong(body: str) -> None:
    assert status(body) is OPEN


def test_the_norm_of_one_thing_is_not_that_of_another() -> None:
    assert status(r"\|u\|_1 - \|u\|_2 &= 0") is OPEN
    assert status(r"\mathbb{E}_{a}[a b] &= \mathbb{E}_{b}[a b]") is OPEN
    assert (
        status(r"\|u - v\|_1^2 &= \|u\|_1^2 - 2\langle u, v\rangle_1 + \|v\|_1^2") is OPEN
    )  # no inner product gives it
    assert status(r"\langle C u, C v\rangle &= C^2 \langle u, v\rangle", f"{HEADER}% symbols: C real\n") is OPEN


# --- papers -------------------------------------------------------------------------------------------------------


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    return tmp_path / "paper.tex"


def found(paper: Path, body: str, beside: str) -> list[tuple[Status, str]]:
    return [(line.status, line.note) for line in lines(paper.parent, body, letters=beside, budget=6)]


def test_where_a_line_goes_on_from_a_value_it_has_one(paper: Path) -> None:
    rows = found(paper, r"b &= \frac{N-1}{N} - \frac 1N \\ &= 1 - \frac 2N", "symbols: N, b real")
    assert rows[1][0] is OK
    assert "N" in rows[1][1]
    rows = found(paper, r"b &= \frac{N-1}{N} - \frac 1N \\ &= 1 - \frac 3N", "symbols: N, b real")
    assert rows[1][0] is not OK
    rows = found(paper, r"b &= c \\ &= \frac{c N}{N}", "symbols: N, b, c real")  # here the right side is the first
    assert rows[1][0] is OPEN
    rows = found(paper, r"B &= M^{-1} M \\ &= I", "symbols: B, M matrix d x d")
    assert rows[1][0] is OK
    assert "invertible" in rows[1][1]


def test_a_name_for_what_was_computed_and_a_bound_on_a_letter_are_stated(paper: Path) -> None:
    beside = r"symbols: a, b, \rho, \epsilon real"
    rows = found(paper, r"a &= 1 - \epsilon - \epsilon \\ &= \rho \\ &= 1 - 2\epsilon", beside)
    assert [s for s, _ in rows] == [Status.STATED, Status.STATED, OK]
    rows = found(paper, r"a &= 1 - \epsilon - \epsilon \\ &= \rho \\ &= 1 - 3\epsilon", beside)
    assert rows[2][0] is not OK
    rows = found(paper, r"\rho &= a \\ b &= a + a \\ &= \rho", beside)  # it has a value: a claim
    assert rows[2][0] is not Status.STATED
    assert [s for s, _ in found(paper, r"0 &\le a \\ &< b", beside)][1] is Status.STATED
    rows = found(paper, r"2 &\le a \\ &= 4 \\ b &= a + a \\ &= 8", beside)
    assert [s for s, _ in rows][1:] == [Status.STATED, Status.STATED, OK]
    rows = found(paper, r"b &= a + a \\ &= 8", beside)  # no slip of which it would be right, and nobody is accused
    assert rows[1][0] is OPEN


def test_families_are_proposed_and_orders_are_not(paper: Path) -> None:
    paper.write_text(r"""\begin{align*}
s &= \sum_{i=1}^{n} b_i + O(n) + \mathcal{O}(n^2) \\
t &= b_k + b_i + \tilde c_i
\end{align*}
""")
    name, troubles = propose_file(paper)
    assert troubles == []
    text = Path(name).read_text()
    assert "b_{i} real for i = 1..n" in text
    assert r"\tilde{c}_{i} real for i = 1..n" in text
    assert "symbols: O " not in text
    assert "symbols: i " not in text


def test_sizes_of_type_and_palettes_are_no_trouble(paper: Path) -> None:
    paper.write_text(r"""\renewcommand{\normalsize}{\setsize\normalsize\relax}
\newcommand{\tp}{^{\mathpalette\raised\intercal}} \newcommand{\raised}[2]{\raise#1\hbox{#2}}
\normalsize \begin{align*} c &= x\tp y \\ &= y\tp x \end{align*}
""")
    paper.with_suffix(".lp").write_text("symbols: x, y vector d; c real")
    findings = run(read_file(paper), limiting=Limiting(budget=6))
    assert findings.troubles == []
    assert findings.lines[1].status is OK


@pytest.mark.parametrize(
    ("row", "status"),
    [
        (r"f(a w^\top x + (1 - a) u^\top x + b) &= f(a (w^\top x + b) + (1 - a) (x^\top u + b))", OK),
        (r"f((w + u)^\top x) &= f(w^\top x + x^\top u)", OK),
        (r"f((w + u)^\top x) &= f(w^\top x + x^\top w)", Status.STATED),
        (r"f(a (w + u)) &= f(a u + a w)", OK),
    ],
)
def test_values_at_numbers_made_of_vectors(row: str, status: Status, paper: Path) -> None:
    beside = "symbols: w, u, x vector d; a, b real number; f function"
    assert found(paper, row, beside)[0][0] is status
