"""A paper as authors write one: read as it is, confirmed, proved; one slip in it is named at its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Findings, Limiting, Status, propose_file, read_file, run

PAPER = r"""\documentclass{article}
\newcommand{\R}{\mathbb{R}}
\newcommand{\norm}[1]{\left\lVert #1\right\rVert}
\newcommand{\ip}[2]{\left\langle #1, #2\right\rangle}
\newcommand{\w}{\mathbf{w}}
\newcommand{\ws}{\mathbf{w}^{\star}}
\newcommand{\g}{\mathbf{g}}
\begin{document}
Let $X \in \R^{n \times d}$, $\w_t, \w_{t+1}, \ws, \g_t \in \R^d$, $y \in \R^n$ and $\eta > 0$, $\lambda > 0$. Then
\begin{equation} \w_{t+1} = \w_t - \eta \g_t \label{eq:step} \end{equation}
\begin{align}
 \norm{\w_{t+1} - \ws}^2 &= \norm{\w_t - \eta \g_t - \ws}^2 \\
  &= \norm{\w_t - \ws}^2 - 2 \eta \ip{\g_t}{\w_t - \ws} + \eta^2 \norm{\g_t}^2
\end{align}
\begin{align}
 2\mathcal{L}(\w_t) &= \norm{X \w_t - y}^2 + \lambda \norm{\w_t}^2 \\
  &= \w_t^\top X^\top X \w_t - 2 y^\top X \w_t + y^\top y + \lambda \w_t^\top \w_t \\
  &= \w_t^\top (X^\top X + \lambda I) \w_t - 2 y^\top X \w_t + \norm{y}^2
\end{align}
Two scalars $a$ and $b$ with $s = ab$ grow at the rates
\begin{align}
 (a^2 + b^2)^2 &= a^4 + 2 a^2 b^2 + b^4 \\
   &= (a^2 - b^2)^2 + 4 a^2 b^2 \\
   &= (a - b)^2 (a + b)^2 + (2 a b)^2
\end{align}
\begin{align}
 \frac{1}{1 + e^{-z}} - \frac12 &= \frac{e^z}{1 + e^z} - \frac12 \\
   &= \frac{e^{z} - 1}{2 (e^{z} + 1)} \\
   &= \frac12 \tanh(\tfrac{z}{2})
\end{align}
\end{document}
"""


def confirmed(folder: Path, text: str) -> Findings:
    """What is found with all that is proposed taken for right."""
    paper = folder / "paper.tex"
    paper.write_text(PAPER)
    propose_file(paper)
    beside = paper.with_suffix(".lp")
    beside.write_text(beside.read_text().replace("\n?", "\n "))
    paper.write_text(text)
    return run(read_file(paper), limiting=Limiting(budget=20))


@pytest.mark.slow
def test_it_is_read_and_proved(tmp_path: Path) -> None:
    findings = confirmed(tmp_path, PAPER)
    assert findings.troubles == []
    assert [k.line for k in findings.lines if k.status is Status.STATED] == [10, 16]
    assert all(k.status in (Status.VERIFIED, Status.STATED) for k in findings.lines)
    assert findings.lines[1].note == "given what is stated in line 10"


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (r"- 2 \eta \ip", r"- \eta \ip"),
        pytest.param(r"+ y^\top y + \lambda", r"- y^\top y + \lambda", marks=pytest.mark.slow),
        pytest.param(r"(X^\top X + \lambda I)", r"(X^\top X - \lambda I)", marks=pytest.mark.slow),
        pytest.param(r"(a - b)^2 (a", r"(a - b) (a", marks=pytest.mark.slow),
        pytest.param(r"\frac{e^{z} - 1}", r"\frac{e^{z} + 1}", marks=pytest.mark.slow),
    ],
)
def test_one_slip_is_named_at_its_line(right: str, wrong: str, tmp_path: Path) -> None:
    place = PAPER.rindex(right)
    findings = confirmed(tmp_path, PAPER[:place] + wrong + PAPER[place + len(right) :])
    named = [k.line for k in findings.lines if k.status is Status.REFUTED]
    assert named == [PAPER[:place].count("\n") + 1]
