r"""What is said with a restriction, taken back, or left behind, is no fact for other lines; nor is it an accusation.

Each case is followed by ``a + b = a + b + 0 = 2b``, which holds where ``a = b`` does.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_file, read_text, run
from layerproof.tools.latex_lines.files.positions import Place
from layerproof.tools.latex_lines.page.displays import Display
from layerproof.tools.latex_lines.page.prose import concerns, introduces
from layerproof.tools.latex_lines.page.traits import explained, traits
from layerproof.tools.latex_lines.page.turns import turns

from . import papers

NEXT = "\\begin{align}\na + b &= a + b + 0 \\\\ &= 2b\n\\end{align}\n"
LETTERS = "symbols: a, b, c, x, t, p real; C positive number; n natural; H, A, M matrix k x k; u, v vector k"

PLAIN = [
    r"a &= b",
    r"a &\overset{(i)}{=} b",
    r"a &\overset{\text{def}}{=} b",
    r"a &= b \quad \text{(by assumption)}",
    r"\text{where } a &= b",
    r"a &= b, \quad \forall x",
]
RESTRICTED = [
    r"a &= b \quad \text{if } x > 0",
    r"a &= b \quad (x > 0)",
    r"a &= b, \quad x > 0",
    r"a &= b \quad \text{for all } x > 0",
    r"a &= b \quad \text{unless } x > 0",
    r"\text{if } x > 0 \text{ then } a &= b",
    r"a &= b \text{ is false}",
    r"\text{not } a &= b",
    r"a &= b \quad \text{in case (i)}",
    r"a &= b \quad \text{at initialization}",
    r"a &= b \text{ or } a = c",
    r"x > 0 \Rightarrow a = b",
    r"a &= b && \text{if } x = 0 \\ a &= -b && \text{if } x \ne 0",
    r"a &\overset{?}{=} b",
    r"a &\stackrel{d}{=} b",
    r"a &\overset{\text{w.p. }1/2}{=} b",
]
GIVEN = [
    "Suppose that $a = b$.",
    "Since $a = b$, we have",
    "Let $a = b$ and $c = x$.",
    "Using $a = b$ we get",
    "Assume $a = b$ for all $n$.",
    "Let $a = b$ be the output of the model.",
    "Suppose that $a = b$ holds. Then",
    "Let $a = b$. It is so. We now show that $a + b$ is right.",
    "Let $a = b$. It is so. Now let $c = 2$.",
]
TAKEN_BACK = [
    "Suppose that $a = b$ does not hold.",
    "Suppose that $a = b$ is false.",
    "Since $a = b$ is impossible",
    "Since $a = b$ would imply $c = 0$",
    "Let $a = b$ be excluded.",
    "Let $a = b$ be the null hypothesis. Under the alternative,",
    "Let $a = b$ or $a = -b$.",
    "Suppose that $a = b$ for $n = 1$.",
    "Suppose that $a = b$ whenever $x > 0$.",
    "Let $a = b$ hold with probability $1/2$.",
    "Let $a = b$ at $t = 0$.",
    "Using $a = b$ only if $c > 0$",
    "Without using $a = b$, we have",
    "Even if $a = b$, we have",
    "As a warm-up, let $a = b$. It is simple.\n\nIn general, we have",
    "\\paragraph{Special case.} Let $a = b$.\n\n\\paragraph{General case.} We have",
    "Let $a = b$. It is so.\n\nNow let $a$ be any number. Then",
    "Let $a = b$. It is so.\n\nNow let $a > b$.",
    "Let $a = b$. It is so.\n\nDropping this assumption, we have",
    "Let $a = b$. It is so.\n\nIn this part $b$ is a new, unrelated parameter.",
]


def last(folder: Path, before: str, display: str = NEXT) -> Status:
    """How the last line of a display is judged in a paper, after what stands before it."""
    paper = folder / "paper.tex"
    paper.write_text(f"\\documentclass{{article}}\\begin{{document}}\n{before}\n{display}\\end{{document}}\n")
    paper.with_suffix(".lp").write_text(LETTERS)
    return run(read_file(paper), limiting=Limiting(budget=5)).lines[-1].status


def head(row: str) -> str:
    return f"\\begin{{align}}\n{row}\n\\end{{align}}\nNext."


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize("row", PLAIN)
def test_what_is_stated_is_a_fact(row: str, tmp_path: Path) -> None:
    assert last(tmp_path, head(row)) is Status.VERIFIED


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize("row", RESTRICTED)
def test_what_is_restricted_is_none(row: str, tmp_path: Path) -> None:
    assert last(tmp_path, head(row)) is Status.UNDECIDED
    text = f"% symbols: a, b, c, x, t real; n natural\n{head(row)}\n{NEXT}"
    assert run(read_text(text), limiting=Limiting(budget=5)).lines[-1].status is Status.UNDECIDED


WHEN = [
    ("The steps stop changing when $a = 0$.", Status.VERIFIED),
    ("Both vanish when the model converges to $a = 0$.", Status.VERIFIED),
    ("It is small: when weights are small, the flow is that of $a$.", Status.VERIFIED),
    ("When $a > 1$, it is another one.", Status.UNDECIDED),
    ("It is another one when $a > 1$.", Status.UNDECIDED),
    ("Whenever $a > 1$, all of them vanish.", Status.UNDECIDED),
]


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(("prose", "status"), WHEN)
def test_when_something_is_so_in_passing(prose: str, status: Status, tmp_path: Path) -> None:
    """What is said in passing introduces no letter; what is said of a case may."""
    assert last(tmp_path, f"{head('a &= b')}\n\n{prose}\n\nThe sum is") is status


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize("prose", GIVEN)
def test_what_the_prose_gives(prose: str, tmp_path: Path) -> None:
    assert last(tmp_path, prose) is Status.VERIFIED


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize("prose", TAKEN_BACK)
def test_what_it_takes_back(prose: str, tmp_path: Path) -> None:
    assert last(tmp_path, prose) is Status.UNDECIDED


@pytest.mark.usefixtures("no_mends")
def test_a_statement_about_a_letter_that_is_redefined(tmp_path: Path) -> None:
    stated = "\\begin{align}\na &= b\n\\end{align}\n"
    assert last(tmp_path, f"{stated}Now consider $c > 0$.") is Status.VERIFIED
    assert last(tmp_path, f"{stated}Now redefine $b$ to be the bias.") is Status.UNDECIDED


@pytest.mark.parametrize(
    ("rows", "nothing", "words"),
    [
        (r"\|H v\|^2 &= v^\top H^\top H v \\ &= v^\top H H v", "Since $A$ is symmetric,", "The Hessian is symmetric."),
        (r"v + A^\top u &= v + A^\top u + 0 \\ &= v + A u", "We have", "By symmetry of the kernel,"),
        (r"p^2 + x^2 &= p^2 + x^2 + 0 \\ &= p + x^2", "Each $c$ is binary.", "Let $p$ be a Bernoulli label."),
        (r"C + C &= 2 C \\ &= C", "We have", "Here $C$ is a generic constant."),
    ],
)
def test_what_the_prose_says_of_letters_explains_a_slip(rows: str, nothing: str, words: str, tmp_path: Path) -> None:
    display = f"\\begin{{align}}\n{rows}\n\\end{{align}}\n"
    assert last(tmp_path, words, display) is Status.UNDECIDED
    assert last(tmp_path, nothing, display) is Status.REFUTED


def test_turns() -> None:
    text = "Let $a = b$. Now let $a > c$, say.\n$$a = b$$ We now show $x$. In general, it fails."
    display = Display(Place(2), "equation", "a = b", text.index("$$") + 2)
    found = turns(text, [(1, display)])
    assert found == [(text.index("Now let"), ("a > c",)), (text.index("In general"), ())]
    assert concerns(("a > c",), "a = b")
    assert not concerns(("x = a",), "a = b")
    assert concerns((r"\alpha",), r"\alpha + 1")


def test_traits() -> None:
    found = list(traits(r"The Hessian is symmetric. Let $p \in \{0, 1\}$.", []))
    assert [(kind, said) for _, kind, said in found] == [("transpose", ()), ("power", (r"p \in \{0, 1\}",))]
    assert explained("the transpose of H", "v H v", found)
    assert explained("a square", "p + x", found)
    assert not explained("a square", "q + x", found)
    assert not explained("a factor 2", "p + x", found)


@pytest.mark.parametrize(
    ("said", "concerned"),
    [
        (r"Let $\epsilon$ be an indicator.", True),
        (r"Let $\epsilon_i$ be Bernoulli.", True),
        (r"Let $\epsilon \in \{0, 1\}$ be drawn.", True),
        (r"Let $\epsilon > 0$ be a budget of some sort.", False),
        (r"Let $U_\epsilon$ be the image of a projection.", False),
        (r"Let $q \le \epsilon$ where $p_{\epsilon}$ is a coin.", False),
    ],
)
def test_of_which_letters_a_trait_is_said(said: str, concerned: bool) -> None:
    """A bound on a letter, or a letter below another, is not what a sentence says the nature of."""
    slip, line = "a square", r"1 - 2 \epsilon + \epsilon^2"
    assert explained(slip, line, traits(said, [])) is concerned


@pytest.mark.parametrize(
    ("said", "formula", "about"),
    [
        (r"\tilde \mu_k = \mu_k - m", r"\mu_k", False),  # a new letter, of the old one
        (r"\tilde{\mu}_k", r"\tilde \mu_k", True),
        (r"\hat x", "x", False),
        ("x", r"\hat x", False),
        ("x", "x_i", True),
        ("i", "x_i", True),
        ("x_i", "i", False),
    ],
)
def test_a_letter_with_an_accent_is_another_one(said: str, formula: str, about: bool) -> None:
    assert introduces([said], formula) is about


def test_what_is_said_of_a_letter_holds_where_one_with_an_accent_is_introduced(tmp_path: Path) -> None:
    letters = "symbols: m, \\bar{x}, y vector d; x_{i} vector d for i = 1..n; n natural number\n"
    prose = r"Let $m = \frac{1}{n} \sum_{i=1}^n x_i$. Let $\bar x = m - y$. Then"
    row = r"n \bar x &= \sum_{i=1}^n x_i - n y"
    assert papers.lines(tmp_path, row, letters=letters, prose=prose, mending=False)[-1].status is Status.VERIFIED
