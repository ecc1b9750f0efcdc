"""Small changes that mend a wrong line."""

from __future__ import annotations

import pytest

from layerproof.tools.latex_lines import Findings, Limiting, read_text, run

HEADER = """% symbols: x, y real; u, v > 0; n natural; q nonnegative
% symbols: x_{i}, w_{i} real for i = 1..n; j index 1..n
% symbols: W, M matrix d x d
"""


def found(body: str, header: str = HEADER) -> Findings:
    return run(
        read_text(f"{header}\\begin{{align}}\n{body}\n\\end{{align}}\n"), limiting=Limiting(budget=10), identities=True
    )


@pytest.mark.parametrize(
    ("wrong", "mended"),
    [
        (r"(x-y)^2 &= x^2 + 2xy + y^2", "= x^{2} - 2xy + y^{2}"),  # a sign
        (r"(x+y)^2 &= x^2 + xy + y^2", "= x^{2} + 2xy + y^{2}"),  # a factor 2
        (r"\frac{u}{2} + \frac{u}{2} &= 2u", "= u"),  # a factor too many
        (r"e^{u} e^{v} &= e^{u - v}", "= e^{u + v}"),  # a sign in an exponent
        (r"(uv)^2 &= u v^2", "= u^{2}v^{2}"),  # a missing square
        (r"\sqrt{u^2 v} &= u v", "= uv^{1/2}"),  # a missing root
        (r"\cosh^2 x - \sinh^2 x &= -1", "= 1"),
        (r"\sin^2 x + \cos^2 x - \cos^2 y &= \cos^2 y", r"= \sin^{2} y"),  # a function for another
        (r"\ln(u v) &= \ln u + \ln u", r"= \ln v + \ln u"),  # a symbol for another
        (r"(u+v)^3 &= u^3 + 3u^2 v + v^3", r"= u^{3} + 3u^{2}v + v^{3} + 3uv^{2}"),  # a dropped term
        (r"\sum_i (x_i + w_i) &= \sum_i x_i + \sum_i x_i", r"= \sum_{i}w_{i} + \sum_{i}x_{i}"),
        (r"x_j + w_j &= x_j + w_i", "= x_{j} + w_{j}"),  # an index
        (r"\frac{1}{n} \sum_{i=1}^n u &= n u", "= u"),
        (r"(W M)^\top &= M^\top W", r"= M^{\top}W^{\top}"),  # a transpose
        (r"\sqrt{x^2} &= x", r"x \ge 0"),  # a missing hypothesis
        (r"e^{-q} &< 1", r"\le 1"),  # a relation
        (r"u^2 + v^2 &\le 2 u v", r"\ge 2uv"),
        (r"(x + y)(x + y) &= x^2 - y^2", "(x - y)(x + y) = x^2 - y^2"),  # the left side
    ],
)
def test_one_small_change(wrong: str, mended: str) -> None:
    (line,) = found(wrong).lines
    assert line.status == "REFUTED"
    offered = [mend.latex.replace(" ", "") for mend in line.mends]
    assert mended.replace(" ", "") in offered, line.mends


def test_what_is_offered_holds() -> None:
    (line,) = found(r"(x+y)^2 &= x^2 + xy + y^2").lines
    (mend,) = line.mends  # one suggestion only
    assert [k.status for k in found(f"(x+y)^2 &{mend.latex}").lines] == ["VERIFIED"]


def test_a_line_far_from_right_gets_no_suggestion() -> None:
    (line,) = found(r"(x+y)^2 &= \sin(x y^3) - e^{u} + 7").lines
    assert line.status == "REFUTED"
    assert line.searched
    assert line.mends == []


def test_a_line_along_a_flow() -> None:
    header = "% symbols: S, m > 0; a, b trajectories\n% flow: loss = \\frac{m}{2}(ab-S)^2; parameters a, b\n"
    (line,) = found(r"\dot a &= m b (ab - S)", header).lines
    assert [mend.latex for mend in line.mends] == ["= -mb(ab - S)"]


def test_a_repetition_of_the_line_before_is_no_suggestion() -> None:
    (line,) = found(r"u &= v").lines
    assert line.mends == []


def test_a_wrong_implication() -> None:
    findings = found(r"u = 2 v &\implies u^2 = 2 v^2")
    assert [mend.latex for mend in findings.lines[-1].mends] == ["= 4v^{2}"]
