"""Lines: what is proved, what is wrong, and how lines after an error stand to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Findings, Limiting, Status, read_file, read_text, run
from layerproof.tools.latex_lines.judging.checking import joint_relation

EXAMPLES = Path(__file__).parent / "examples"
HEADER = "% symbols: x, y, k real; u, v > 0; n natural; q nonnegative\n"
OK, WRONG, OPEN = Status.VERIFIED, Status.REFUTED, Status.UNDECIDED
ASSUMED, IDLE, UNREAD = Status.ASSUMED, Status.UNCHECKED, Status.UNREAD


def found(body: str, header: str = HEADER) -> Findings:
    text = f"{header}\\begin{{align}}\n{body}\n\\end{{align}}\n"
    return run(read_text(text), limiting=Limiting(budget=10), mending=False, identities=True)


def statuses(body: str, header: str = HEADER) -> list[Status]:
    findings = found(body, header)
    assert findings.troubles == []
    return [line.status for line in findings.lines]


@pytest.mark.parametrize(
    ("name", "code", "wrong"),
    [("sigmoid.tex", 0, None), ("sigmoid_slip.tex", 1, 7), ("two_layers.tex", 0, None), ("implied.txt", 0, None)],
)
def test_examples(name: str, code: int, wrong: int | None) -> None:
    findings = run(read_file(EXAMPLES / name), limiting=Limiting(budget=10), mending=False, identities=True)
    first = findings.first_wrong
    assert (findings.exit_code, first and first.line) == (code, wrong)


def test_every_relation() -> None:
    body = r"""(x+y)^2 &= x^2 + 2xy + y^2 \\ x^2 &\ge 0 \\ x^2 + 1 &> 0 \\ u^2 + v^2 &\ge 2uv \\ e^{-q} &\le 1 \\
      u &\neq 0 \\      x^2 &> 0 \\ k &\neq 1 \\ e^x &\approx 1 + x \\ x &\in \mathbb{R} \\ n &\ge 1"""
    assert statuses(body) == [OK, OK, OK, OK, OK, OK, WRONG, WRONG, IDLE, IDLE, OK]


def test_a_wrong_line_has_a_witness_and_the_right_ones_around_it_are_not_named() -> None:
    findings = found("(x+y)^2 &= x^2 + y^2 + 2xy \\\\\n &= x^2 + y^2 + xy \\\\\n &= xy + x^2 + y^2 \\\\\n &= (x + y)^2")
    assert [line.status for line in findings.lines] == [OK, WRONG, OK, OK]
    wrong = findings.lines[1]
    assert findings.first_wrong is wrong
    assert wrong.line == 4
    assert wrong.witness is not None
    assert set(wrong.witness["symbols"]) == {"x", "y"}
    assert "carries its error" in findings.lines[2].note
    assert "and not from the wrong line" in findings.lines[3].note  # right again
    assert findings.lines[3].against == 3


def test_a_second_error_is_wrong_too() -> None:
    assert statuses(r"x + x &= 2x \\ &= 3x \\ &= 4x \\ &= 2x") == [OK, WRONG, WRONG, OK]


def test_relations_after_an_error_are_joined() -> None:
    findings = found(r"x^2 + 1 &= x^2 + 2 \\ &\ge x^2 \\ &\ge -1")
    assert [line.status for line in findings.lines] == [WRONG, OK, OK]
    assert "agrees with the left side" in findings.lines[1].note


@pytest.mark.parametrize(
    ("one", "other", "joint"),
    [
        ("=", "<", "<"),
        ("<=", "=", "<="),
        ("<=", "<", "<"),
        ("<=", "<=", "<="),
        ("<", ">", None),
        ("=", "=", "="),
        ("!=", "<", None),
    ],
)
def test_joint_relations(one: str, other: str, joint: str | None) -> None:
    assert joint_relation(one, other) == joint


def test_what_cannot_be_decided_says_why_and_is_not_wrong() -> None:
    findings = found(r"\frac{x^2 - y^2}{x - y} &= x + y")
    (line,) = findings.lines
    assert line.status is OPEN
    assert "x - y != 0" in line.reason
    assert findings.exit_code == 3


def test_conditions_beside_a_line() -> None:
    body = r"""|x| &= x \quad (x \ge 0) \\ \sqrt{x^2} &= -x && \text{for } x < 0 \\
      \frac{x}{x} &= 1 \text{ since $x \ne 0$} \\ |x| &= x \quad \text{if } \heartsuit"""
    *known, last = found(body).lines
    assert [line.status for line in known] == [OK, OK, OK]
    assert last.status is UNREAD


def test_implications() -> None:
    body = r"""x^2 - 2x + 1 &= 0 \\ \Rightarrow (x-1)^2 &= 0 \\ \Rightarrow x &= 1 \\ \Rightarrow x + 1 &= 3 \\
      \Rightarrow x + 2 &= 4 \\ \Rightarrow x^2 &= 1 \\ y &= y x^4"""
    findings = found(body)
    assert [line.status for line in findings.lines] == [ASSUMED, OK, OK, WRONG, OK, OK, OK]
    assert "carries the error" in findings.lines[4].note


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (r"u^2 = 4 v^2 &\implies u = 2 v", OK),
        (r"x^2 = 4 &\implies x = 2", WRONG),  # -2 is another solution
        (r"\ln u = x &\implies u = e^x", OK),
        (r"\ln u = x &\implies u = e^{2x}", WRONG),
        (r"u = 2 v &\iff u^2 = 4 v^2", OK),
        (r"x = 2 &\iff x^2 = 4", WRONG),  # the converse
        (r"x < y &\implies 2x < 2y", OK),
        (r"u v = 1 &\implies u = \frac{1}{v}", OK),
        (r"x = 1 &\implies \frac{1}{x} = 1", OK),
        (r"\tan x = 0 &\implies x = 0", WRONG),  # there are other solutions
        (r"\text{given } x = 3 \text{ and } y &= 3", WRONG),
    ],
)
def test_what_follows(body: str, expected: Status) -> None:
    assert found(body).lines[-1].status is expected


def test_facts_that_contradict_each_other_prove_nothing() -> None:
    body = r"x = 1 &\implies x^2 = 1 \\ x = 2 &\implies x^2 = 4 \\ x &= y"
    assert statuses(body) == [ASSUMED, OK, ASSUMED, OK, OPEN]


def test_definitions_means_integrals_and_limits() -> None:
    header = "% symbols: S, r > 0; z, y real; t time\n% hypotheses: r < S\n% random: z ~ N(0, S^2)\n"
    body = r"""u &:= \frac{S}{1 + (S/r - 1) e^{-t}} \\ \dot{u} &= \frac{u (S - u)}{S} \\ u(0) &= r \\
      u &\to S \quad (t \to \infty) \\ \mathbf{E}[z^4] &= 3 S^4 \\ \int_0^1 y^2 dy &= \frac13 \\
      \lim_{t\to\infty} e^{-t} &= 0 \\ \mathbf{E}[z^2] &= S \\
      \int_0^1 y^2 dy &= \frac12 \\ e^{-r} &= 1 - r + \mathcal{O}(r^2) \quad (r \to 0)"""
    assert statuses(body, header) == [ASSUMED, OK, OK, OK, OK, OK, OK, WRONG, WRONG, OK]


def test_a_sum_in_a_sum_may_use_the_same_index() -> None:
    header = "% symbols: x_{i}, w_{i} real for i = 1..n; j index 1..n\n"
    body = r"\sum_{i=1}^n x_i \sum_{i=1}^n w_i &= \sum_i \sum_j x_i w_j \\ &= \sum_i x_i w_i"
    assert statuses(body, header) == [OK, WRONG]


def test_rates_that_are_given() -> None:
    header = "% symbols: x trajectory\n% flow: \\dot x = -x^3\n"
    assert statuses(r"\frac{d}{dt}(x^2) &= 2 x \dot x \\ &= -2 x^4 \\ &= -x^4", header) == [OK, OK, WRONG]


def test_a_restriction_that_the_flow_leaves_is_no_ground() -> None:
    header = "% symbols: a, b trajectories\n% flow: loss = a b^2; parameters a, b; on a = b\n"
    findings = found(r"\dot a &= -b^2", header)
    assert any("invariant" in str(trouble) for trouble in findings.troubles)
    assert findings.exit_code == 2


def test_where_the_header_was_not_understood_no_line_is_called_wrong() -> None:
    findings = found(r"x &= |x|", "% symbols: x real\n% hypotheses: x is positive\n")
    assert [line.status for line in findings.lines] == [OPEN]
    assert findings.exit_code == 2


def test_lines_after_an_unread_one_go_on() -> None:
    assert statuses(r"x &= \heartsuit \\ &= x \\ &= x") == [UNREAD, IDLE, OK]


def test_a_row_that_goes_on_without_a_sign_is_not_judged_by_its_beginning() -> None:
    for rows in (r"ab &= ab + 0 \\ &= a \\ &\quad b", r"x^2 - b^2 &= x^2 - b^2 + 0 \\ &= (x + b) \\ &\quad (x - b)"):
        found = run(read_text(f"% symbols: a, b, x real\n\\begin{{align}}\n{rows}\n\\end{{align}}\n")).lines
        assert found[1].status is Status.UNREAD


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        (r"\sum_{i=1}^n w_i = \sum_{i=1}^k w_i + \sum_{i=k+1}^n w_i", False),
        (r"\frac{\partial}{\partial w_k} (\sum_i w_i) = 1", False),
        (r"\sum_{i=1}^n w_i = \sum_{i=1}^k w_i", True),
        (r"w_k = w_{k+1}", True),
    ],
)
def test_an_index_beyond_the_range_makes_nothing_wrong(row: str, wrong: bool) -> None:
    header = "% symbols: n, k natural; w_{i} real for i = 1..n; i index 1..n\n"
    text = f"{header}\\begin{{equation}}\n{row}\n\\end{{equation}}\n"
    line = run(read_text(text), limiting=Limiting(budget=8), identities=True, mending=False).lines[0]
    assert (line.status is Status.REFUTED) is wrong
