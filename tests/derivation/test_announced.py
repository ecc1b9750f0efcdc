r"""What a paper announces is STATED if nothing decides it: a lemma, a definition, what is recalled or to be shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Line, Status, read_file, run
from layerproof.tools.latex_lines.files.positions import Positions
from layerproof.tools.latex_lines.judging.questions import Limiting
from layerproof.tools.latex_lines.page.announced import announced
from layerproof.tools.latex_lines.page.displays import displays
from layerproof.tools.latex_lines.page.premises import reasons_beside

SHOWN = r"\begin{align} a &= b \\ &= c \end{align}"


def said(prose: str) -> str:
    """Where the only display of some prose stands, in words."""
    text = prose.replace("@", SHOWN)
    found = list(enumerate(displays(text, Positions.of(text), lambda line, message: None), 1))
    return announced(text, found).get(1, "")


@pytest.mark.parametrize(
    ("prose", "where"),
    [
        (r"\begin{lemma} For all $x$, @ \end{lemma}", "a lemma"),
        (r"\newtheorem{cond}{Condition} \begin{cond} @ \end{cond}", "a condition"),
        (r"\begin{restatedtheorem} Then @ \end{restatedtheorem}", "a theorem"),
        (r"Let @", "sets"),
        (r"Next, we define the loss @", "sets"),
        (r"We start with it. Consider the initialization @", "sets"),
        (r"It is initialized as @", ""),
        (r"Its weights are initialized as @", "sets"),
        (r"Since we know that @", "known"),
        (r"By definition, @", "sets"),
        (r"It remains to show that @", "to be shown"),
        (r"Now we claim that @", "to be shown"),
    ],
)
def test_what_is_announced(prose: str, where: str) -> None:
    assert where in said(prose)
    assert bool(where) or not said(prose) or prose.startswith("It is")


@pytest.mark.parametrize(
    "prose",
    [
        r"\begin{lemma} All is well. \end{lemma} \begin{proof} We have @ \end{proof}",
        r"\begin{remark} We have @ \end{remark}",
        r"\begin{example} Then @ \end{example}",
        r"Let $x$ be a point. Then @",
        r"Consider a point $x$; we have @",
        r"Define $u$, which gives @",
        r"We have shown that @",
        r"This shows that @",
        r"We want to show that $a$ is small. For this, compute @",
        r"We know the constant. Hence @",
        r"Letting $t \to 0$, we obtain @",
        "We compute @",
        "@",
    ],
)
def test_what_is_a_step(prose: str) -> None:
    assert said(prose) == ""


def judged(folder: Path, body: str) -> list[Line]:
    """The lines of a paper about a few letters."""
    file = folder / "paper.tex"
    file.write_text(rf"\documentclass{{article}}\begin{{document}} {body} \end{{document}}")
    file.with_suffix(".lp").write_text("symbols: a, b, c, d real; n natural; \\tau_{n} real\n")
    return run(read_file(file), limiting=Limiting(budget=5), mending=False).lines


def test_only_what_is_open_is_stated_and_no_plain_algebra(tmp_path: Path) -> None:
    lines = judged(tmp_path, r"\begin{lemma} \begin{align} a &= b^2 \\ &\le c^2 \\ &= c^2 + 1 \end{align} \end{lemma}")
    assert [line.status for line in lines] == [Status.STATED, Status.STATED, Status.UNDECIDED]
    assert "a lemma" in lines[1].reason


def test_what_the_prose_says_to_hold_is_given(tmp_path: Path) -> None:
    said = r"By definition, $\tau_n^2 = b^2$. Then \begin{align} a &= 1 - \tau_n^2 \\ &= 1 - b^2 \end{align}"
    lines = judged(tmp_path, said)
    assert lines[1].status is Status.VERIFIED
    assert "given what is stated in line" in lines[1].note
    lines = judged(tmp_path, said.replace("By definition, ", "Perhaps we have "))
    assert lines[1].status is not Status.VERIFIED


def test_what_is_said_beside_a_row_is_given_to_that_row(tmp_path: Path) -> None:
    row = r"&= d - b && \text{(@)} \\ &= d - a b^2 \end{align}"
    for reason, status in (
        (r"since $a = 1$", Status.VERIFIED),
        (r"$a = 2$", Status.UNDECIDED),
        (r"using $a = 1$ is not allowed", Status.STATED),
    ):
        lines = judged(tmp_path, r"We have \begin{align} c &= d - a b \\" + row.replace("@", reason))
        assert (lines[1].status, lines[2].status) == (status, Status.UNDECIDED)


@pytest.mark.parametrize(
    ("remark", "given"),
    [
        (r"(since $a = b$)", ["a = b"]),
        (r"($a = b$ and $c > 0$)", ["a = b", "c > 0"]),
        (r"using $a = b$", ["a = b"]),
        (r"if $a = b$", []),
        (r"(not $a = b$)", []),
        (r"($a = b$ fails)", []),
        (r"($a = b$, or $c > 0$)", []),
        (r"(by Lemma 2, for $a = b$)", []),
    ],
)
def test_reasons_beside_a_row(remark: str, given: list[str]) -> None:
    assert reasons_beside(remark) == given


def test_a_name_that_is_said_within_a_chain_is_given(tmp_path: Path) -> None:
    bound = r"We have \begin{align} a &\le d := b^2 + c \end{align}"
    lines = judged(tmp_path, bound + r" Then \begin{align} a &= 1 + d \\ &= 1 + b^2 + c \\ &= 1 + b^2 - c \end{align}")
    found = [line.status for line in lines]
    assert found[1] is Status.ASSUMED
    assert found[3:] == [Status.VERIFIED, Status.REFUTED]
