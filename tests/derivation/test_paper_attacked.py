"""What hostile papers had ticked once, each with true neighbours: indices left behind, contraries, second meanings."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Line, Status, read_file, read_text, run

from . import papers

LETTERS = r"""
symbols: \rho, \kappa, \alpha, \beta positive number; k natural; a, b, c, p, t, x, y, z real
symbols: u, v, w, x_{k}, x_{k + 1}, x_{0}, y_{k} vector d; f function
"""
lines = partial(papers.lines, letters=LETTERS, mending=False)


def is_verified(found: list[Line]) -> list[bool]:
    return [line.status is Status.VERIFIED for line in found]


def follow(folder: Path, *pairs: tuple[str, str], prose: str = "") -> list[bool]:
    """Whether the second of each pair is VERIFIED as the step after the first, each in a display of its own."""
    found = lines(folder, *(rf"{one} &= {one} + 0 \\ & {other}" for one, other in pairs), prose=prose)
    return is_verified(found)[1::2]


def judged(folder: Path, body: str) -> list[bool]:
    """Whether the second line of each display of two lines is VERIFIED, in order."""
    paper = folder / "paper.tex"
    paper.write_text(f"\\documentclass{{article}}\\begin{{document}}\n{body}\n\\end{{document}}\n")
    paper.with_suffix(".lp").write_text(LETTERS)
    found = run(read_file(paper), limiting=Limiting(budget=10), mending=False).lines
    return [line.status is Status.VERIFIED for line in found if line.against is not None]


@pytest.mark.slow
def test_a_bound_is_used_again_only_if_it_is_that_of_another_index(tmp_path: Path) -> None:
    chains = (
        r"\|x_{k+1} - u\|^2 \le \rho \|x_k - u\|^2 \le \rho^{k+1} \|x_0 - u\|^2",
        r"\|x_{k+1} - y_k\|^2 \le \rho \|x_k - y_k\|^2 \le \rho^{k+1} \|x_0 - y_k\|^2",
        r"f(x_{k+1}) \le \mathbb{E}[\|y_k\|^2] f(x_k) \le \mathbb{E}[\|y_k\|^2]^{k+1} f(x_0)",
        r"\|x_{k+1} - w\|^2 \le \rho \|x_k - w\|^2 = \rho^{k+1} \|x_0 - w\|^2",  # no bound gives an equation
        r"\|x_{k+1}\|^2 \le \kappa \|x_k\|^2 \le \kappa^{k+1} \|x_0\|^2",
    )
    found = [lines(tmp_path, chain, r"\kappa &= \frac{1}{k + 1}", budget=1)[1] for chain in chains]
    assert is_verified(found) == [True] + [False] * 4


def test_the_contrary_of_one_condition_on_numbers_alone_is_known(tmp_path: Path) -> None:
    conditions = (
        (r"x \ge t", "x < t"),
        (r"x^2 + 1 > t", r"x^2 + 1 \le t"),
        (r"u \neq v", "u = v"),
        (r"x \notin C_1", r"x \in C_1"),
        (r"u \ge v", "u < v"),  # entry by entry
        (r"x \ge t \lor y", r"x < t \lor y"),
        (r"x \ge t \wedge B", r"x < t \wedge B"),
        (r"x \ge t \text{ or } y", r"x < t \text{ or } y"),
        (r"\exists i\, x_i \ge t", r"\exists i\, x_i < t"),
    )
    pairs = [(rf"a \mathbf{{1}}_{{{one}}}", rf"= a - a \mathbf{{1}}_{{{other}}}") for one, other in conditions]
    assert follow(tmp_path, *pairs) == [True] * 4 + [False] * 5


ONE_LETTER = r"""
\section{One}
\begin{align} w &= u + v \end{align}
\begin{align} w - v &= w - v + 0 \\ &= u \end{align}
\section{Two}
\begin{align} w &= u - v \end{align}
\begin{align} w + v &= w + v + 0 \\ &= u \end{align}
\begin{align} w - u &= w - u + 0 \\ &= 0 \end{align}
"""
IN_PROSE = r"""
Let $\kappa = \beta / \alpha$. Then
\begin{align} a \kappa \alpha &= a \kappa \alpha + 0 \\ &= a \beta \end{align}
Now let $\kappa = \alpha / \beta$. Then
\begin{align} a \kappa \beta &= a \kappa \beta + 0 \\ &= a \alpha \end{align}
\begin{align} a \kappa &= a \kappa + 0 \\ &= a \end{align}
"""


@pytest.mark.parametrize("body", [ONE_LETTER, IN_PROSE])
def test_what_was_said_of_a_letter_is_forgotten_when_it_gets_another_value(tmp_path: Path, body: str) -> None:
    assert judged(tmp_path, body) == [True, True, False]


def test_what_follows_from_what_a_letter_is_gives_it_no_other_value(tmp_path: Path) -> None:
    found = lines(tmp_path, "a &= b + c", "b &= 2 c", r"a &= 3 c", r"a + b &= a + b + 0 \\ &= 2 b + c")
    assert is_verified(found)[2:] == [True, True, True]


def test_a_name_for_what_was_computed_is_none_for_what_comes_next(tmp_path: Path) -> None:
    found = lines(tmp_path, r"a + b &= a + b + 0 \\ &= p \\ &= a - b", r"z + 2 b &= z + 2 b + 0 \\ &= z")
    assert [line.status for line in found[1:3]] == [Status.STATED, Status.UNDECIDED]
    assert found[-1].status is not Status.VERIFIED


def test_what_one_mean_is_taken_over_is_a_constant_of_none(tmp_path: Path) -> None:
    pairs = (
        (
            r"\mathbb{E}[\alpha^2] + \alpha \mathbb{E}_\alpha[x]",
            r"= \alpha \mathbb{E}[\alpha] + \alpha \mathbb{E}_\alpha[x]",
        ),
        (r"\mathbb{E}[\alpha x] + \mathbb{E}_\beta[\beta]", r"= \alpha \mathbb{E}[x] + \mathbb{E}_\beta[\beta]"),
    )
    assert follow(tmp_path, *pairs) == [False, True]


def test_what_counts_entries_is_no_norm(tmp_path: Path) -> None:
    pairs = (
        (r"\|2 u\|_1", r"= 2 \|u\|_1"),
        (r"\|2 u\|_0", r"= 2 \|u\|_0"),
        (r"\|2 u\|_{\ell_0}", r"= 2 \|u\|_{\ell_0}"),
        (r"\|2 u\|_{2, 0}", r"= 2 \|u\|_{2, 0}"),
        (r"\|u + v\|_{1/2}", r"\le \|u\|_{1/2} + \|v\|_{1/2}"),  # no triangle holds below 1
        (r"\|u + v\|_{\frac{1}{2}}", r"\le \|u\|_{\frac{1}{2}} + \|v\|_{\frac{1}{2}}"),
    )
    assert follow(tmp_path, *pairs) == [True] + [False] * 5


ANOTHER = r"""
% symbols: a, b, c, x, y real
\begin{align}
  a = b &\Rightarrow a - b = 0
\end{align}
\begin{align}
  a &\le b \\
  \Rightarrow\quad a c &\le b c
\end{align}
\begin{align}
  x - 1 = 0 &\Rightarrow x = 1
\end{align}
\begin{align}
  x y &= x y + 0 \\
      &= y
\end{align}
\begin{align}
  \Rightarrow\quad x y &= y
\end{align}
"""


def test_what_one_display_assumes_is_not_assumed_in_another() -> None:
    found = run(read_text(ANOTHER), limiting=Limiting(budget=10), mending=False).lines
    at = {line.line: line for line in found}
    assert [at[k].status for k in (4, 8, 11, 15)] == [
        Status.VERIFIED, Status.UNDECIDED, Status.VERIFIED, Status.UNDECIDED
    ]  # fmt: skip
    assert "an earlier display" in at[8].reason
