"""What lines of a paper may go on from: earlier conclusions, what a sentence gives, what is inside of means."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_file, read_text, run

from . import papers

LETTERS = r"""
symbols: a, b, c, p, q real number; h, L, R positive number; u, v, x, y vector d; f, w function
hypotheses: f convex; f L-smooth
"""
lines = partial(papers.lines, letters=LETTERS)
DISPLAY = "\\begin{align}\na &= b\n\\end{align}"


def given(before: str, after: str = "") -> list[str]:
    """The relations that a display is given by the words round it."""
    document = read_text(f"\\begin{{document}}\n{before}\n{DISPLAY}\n{after}\n\\end{{document}}").document
    return [text for _, text in document.premises.get(1, [])]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (r"Using $h \le 1$, we have", "", [r"h \le 1"]),
        (r"Since $p > 0$ and $q < 1$, it follows that", "", ["p > 0", "q < 1"]),
        (r"Suppose that $p > 0$. Then we get", "", ["p > 0"]),
        (r"Let $h = \frac{1}{L}$. We compute", "", [r"h = \frac{1}{L}"]),
        (r"If $p > 0$ we are done. We compute", "", []),
        (r"If $p > 0$ we are done. Otherwise, since $q = 1$,", "", ["q = 1"]),
        (r"Unless $p > 0$, we have", "", []),
        (r"We want to prove that $p > 0$. Note that", "", []),
        (r"We have $p > 0$ by this:", "", []),
        (r"Then $p = q$ and", "", ["p = q"]),
        (r"Then $p = q$ and $q = 1$, and hence", "", ["p = q", "q = 1"]),
        (r"Then $p = q$ or", "", []),
        (r"Since it is not known whether $p > 0$, we write", "", []),
        (r"As $n \to \infty$,", "", []),
        (r"If the weights are balanced, $p = q$, then", "", ["p = q"]),
        (r"Suppose that the data are whitened, that is, $p = q$. Then", "", ["p = q"]),
        (r"If the weights are not balanced, $p = q$, then", "", []),
        (r"If this fails, $p = q$, then", "", []),
        (r"If we look at the weights, $p = q$, then", "", []),
        (r"If the weights are balanced or small, $p = q$, then", "", []),
        (r"Unless the weights are balanced, $p = q$, then", "", []),
        (r"Along $p = q$,", "", ["p = q"]),
        (r"Along the gradient flow $p = q$, we have", "", ["p = q"]),
        (r"Along with $p = q$ this is not true, but", "", []),
        (r"Not along the flow $p = q$, but elsewhere,", "", []),
        (r"For a quadratic loss $p = q$ we have", "", ["p = q"]),
        (r"For a quadratic loss, $p = q$; in general", "", []),
        (r"For every loss but $p = q$,", "", []),
        (r"With the exception of $p = q$,", "", []),
        (r"For a loss other than the loss $p = q$,", "", []),
        (r"This holds if $p > 0$, and indeed", "", []),
        (r"It is sufficient to see this for $p > 0$, where $q = 1$:", "", []),
        (r"The bound is true only when $p > 0$, which we show:", "", []),
        ("Let $p = 1$.\n\nThen", "", []),
        ("Then $a = c$ since $p = 1$.\n\n", "", []),
        (r"\begin{lemma} If $p = 1$, it holds. \end{lemma} Hence", "", []),
        ("We have", r"where $p = 1$. If $q = 1$, it ends.", ["p = 1"]),
        ("We have", r"and $p = 1$.", []),
        ("We have", r"Since $p = 1$ is another case, we are done.", []),
    ],
)
def test_a_relation_is_given_only_if_a_word_directly_before_it_says_so(
    before: str, after: str, found: list[str]
) -> None:
    assert given(before, after) == found


def test_a_line_is_verified_given_what_the_sentence_before_its_display_says(tmp_path: Path) -> None:
    display = r"c &= c \\ \frac{h}{2} - h^2 L &\ge 0 \\ a - h &= a - h \\ &\le a - h + h^2 L - h"
    right, wrong = lines(tmp_path, display, prose=r"Using $h \le \frac{1}{2L}$, we have")[1], Status.UNDECIDED
    assert right.status is Status.VERIFIED
    assert "given what is stated in line 1" in right.note
    for prose in (
        r"Using $h \le \frac{1}{L}$, we have",
        r"Using $h \ge \frac{1}{2L}$, we have",
        r"For $L = 1$, we have",
    ):
        found = lines(tmp_path, display, prose=prose)
        assert found[1].status is not Status.VERIFIED, prose
        assert found[3].status is wrong, prose


@pytest.mark.parametrize(
    ("between", "status"),
    [
        ("and", Status.VERIFIED),  # one sentence
        ("Then", Status.UNDECIDED),
        ("Also,", Status.UNDECIDED),
        ("where", Status.UNDECIDED),
    ],
)
def test_what_is_given_to_one_display_is_not_given_to_the_next(between: str, status: Status, tmp_path: Path) -> None:
    paper = rf"Since $p = 1$, \begin{{align}} a &= a + 0 \\ &= p a \end{{align}} {between}"
    found = lines(tmp_path, r"b &= b + 0 \\ &= p b", prose=paper)
    assert [line.status for line in found] == [Status.VERIFIED, Status.VERIFIED, Status.VERIFIED, status]


def test_what_follows_from_what_a_chain_says_is_stated_if_that_is_not_decided(tmp_path: Path) -> None:
    first = r"w(x) &= f(x) - f(y) \\ &\le L R^2"
    found = lines(tmp_path, first, r"c + w(x) &\le c + L R^2", r"c + w(x) &\le c + L R", r"c - w(x) &\le c - L R^2")
    assert found[1].status is Status.UNDECIDED
    assert found[2].status is Status.STATED
    assert "follows from what line 3 says" in found[2].reason
    assert all(line.status is Status.STATED and "follows" not in line.reason for line in found[3:])
    first = r"w(x) &= f(x) - f(y) \\ &\le \nabla f(x)^\top (x - y)"
    found = lines(tmp_path, first, r"c + w(x) &\le c + \nabla f(x)^\top (x - y)")
    assert [line.status for line in found] == [Status.STATED, Status.VERIFIED, Status.VERIFIED]


def test_a_chain_that_turns_round_gives_nothing(tmp_path: Path) -> None:
    found = lines(tmp_path, r"w(x) &\le f(x) \\ &\ge R", r"c + w(x) &\le c + R", r"c + w(x) &\ge c + R")
    assert all(line.status is not Status.VERIFIED for line in found)


def test_what_follows_from_a_wrong_line_is_not_verified(tmp_path: Path) -> None:
    found = lines(
        tmp_path, r"(a + b)^2 &= a^2 + 2 a b + b^2 \\ &= a^2 + 3 a b + b^2", r"c + (a + b)^2 &= c + a^2 + 3 a b + b^2"
    )
    assert found[1].status is Status.REFUTED
    assert found[2].status is not Status.VERIFIED


def test_a_bound_of_means_follows_from_that_of_what_is_inside(tmp_path: Path) -> None:
    steps = [
        (r"2 \mathbb{E}\|u\|^2 + 2 \mathbb{E}\|v\|^2", True),
        (r"\mathbb{E}\|u\|^2 + 2 \mathbb{E}\|v\|^2", False),
        (r"2 \mathbb{E}\|u\|^2 - 2 \mathbb{E}\|v\|^2", False),
        (r"2 \mathbb{E}_u\|u\|^2 + 2 \mathbb{E}\|v\|^2", False),
        (r"2 \mathbb{E}\|u\|^2 + 2 \|v\|^2", False),
    ]
    found = lines(
        tmp_path, *(rf"\mathbb{{E}}\|u + v\|^2 &\le \mathbb{{E}}\|u + v\|^2 \\ &\le {step}" for step, _ in steps)
    )
    assert [line.status is Status.VERIFIED for line in found[1::2]] == [holds for _, holds in steps]


def test_a_letter_that_a_mean_binds_is_not_the_one_outside(tmp_path: Path) -> None:
    letters = LETTERS + "hypotheses: 0 \\le a; a \\le 1"
    pairs = [
        (r"\mathbb{E}_a[2 a b]", r"\mathbb{E}_a[a^2 + b^2]", True),
        (r"\mathbb{E}_a[a^2]", r"\mathbb{E}_a[a]", False),  # the a inside is bound: of it the hypothesis says nothing
        (r"\mathbb{E}[a^2]", r"\mathbb{E}[a]", True),
        (r"a \mathbb{E}_a[a]", r"\mathbb{E}_a[a^2]", False),
        (r"\sum_{i \in S} 2 p q", r"\sum_{i \in S} p^2 + \sum_{i \in S} q^2", True),
        (r"\sum_{i \in S} 2 p q", r"\sum_{i \in S} p^2 + \sum_{i \in T} q^2", False),
        (r"\sum_{i \in S} p^2 q", r"\sum_{i \in S} p^2 q + 1", True),
        (r"\sum_{i \in S} (2 p - 1)", r"\sum_{i \in S} p^2 - 1", False),
    ]
    found = lines(tmp_path, *(rf"{one} &\le {one} \\ &\le {other}" for one, other, _ in pairs), letters=letters)
    assert [line.status is Status.VERIFIED for line in found[1::2]] == [holds for *_, holds in pairs]


@pytest.mark.slow
def test_smoothness_and_convexity_hold_inside_of_a_mean(tmp_path: Path) -> None:
    start = r"\mathbb{E}[f(x) - f(y)] &\le \mathbb{E}[f(x) - f(y)]"
    steps = [
        (r"\mathbb{E}[\nabla f(y)^\top (x - y) + \frac{L}{2} \|x - y\|^2]", True),
        (r"\mathbb{E}[\nabla f(y)^\top (x - y) + \frac{L}{3} \|x - y\|^2]", False),
        (r"\mathbb{E}[\nabla f(x)^\top (x - y)]", True),
        (r"\mathbb{E}[\nabla f(y)^\top (x - y)]", False),
    ]
    found = lines(tmp_path, *(rf"{start} \\ &\le {step}" for step, _ in steps))
    assert [line.status is Status.VERIFIED for line in found[1::2]] == [holds for _, holds in steps]


def test_a_reason_in_brackets_beside_a_row_is_a_reason(tmp_path: Path) -> None:
    found = lines(
        tmp_path,
        r"a &= a \\ &\le b + a - c && (\text{since } b \ge c) \\ &= a + b - c && (\text{by \eqref{sec:1}}) \\"
        r" &= b + a - c && (\text{as } h \text{ is small}) \\ &\le a && (\text{because } b \le c)",
    )
    assert [line.status for line in found] == [Status.VERIFIED] * 5
    wrong = lines(tmp_path, r"a &= a \\ &\le b + a - c && (\text{since } b \le c) \\ &= b + a (\text{since } b)")
    assert [line.status is Status.VERIFIED for line in wrong] == [True, False, False]


def test_an_order_of_magnitude_is_no_claim(tmp_path: Path) -> None:
    found = lines(tmp_path, r"a &= b \\ &\le O(h^2) \\ &\le \tilde O(h) + 1 \\ &\le z_o(h)")
    assert [line.status for line in found[1:]] == [Status.UNCHECKED, Status.UNCHECKED, Status.UNREAD]
    declared = lines(tmp_path, r"a + b &= b + a \\ &\le O(h) + O(R)", letters=LETTERS + "symbols: O function")
    assert declared[1].status is not Status.UNCHECKED


IN_A_CASE = r"""\begin{document}
%s $t \le 1/2$, we have
\begin{align}
 s &= t (1 + p^2 (1 - t^2)) \\ &\ge t (1 + \frac{3}{4} p^2).
\end{align}

Since $t \ge 1/2$, we have
\begin{align}
 (1 - t) (1 - p^2 t) &= (1 - t) (1 - p^2 t) \\ &\le (1 - t) (1 - p^2 / 2)
\end{align}

\begin{align}
 b + s &= b + s \\ &\ge b + t (1 + \frac{3}{4} p^2)
\end{align}
\end{document}"""


@pytest.mark.parametrize("word", ["If", "For", "Suppose that", "When", "In the case where $p = 1$ and"])
def test_what_is_said_of_a_case_is_used_in_its_display_only(tmp_path: Path, word: str) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(IN_A_CASE.replace("%s", word))
    paper.with_suffix(".lp").write_text("symbols: a, b, p real number; s, t positive number")
    found = run(read_file(paper), limiting=Limiting(budget=10), mending=False).lines
    assert found[1].status is Status.VERIFIED or word.startswith("In")
    assert [line.status is Status.VERIFIED for line in found[2:]] == [True, False, True, False]


@pytest.mark.parametrize(
    ("ended", "between", "found"),
    [
        (",", "and", ["p = q"]),
        (",", "so that", ["p = q"]),
        ("", "and hence", ["p = q"]),
        (",", "and, since $q = 1$,", ["p = q", "q = 1"]),
        (".", "and", []),
        (",", "", []),
        (",", "but in general", []),
        (",", "and otherwise", []),
        (",", "and. Then", []),
        (",", "and\n\n", []),
        (",", "and it is not so if", []),
    ],
)
def test_what_is_supposed_holds_as_far_as_its_sentence_goes(ended: str, between: str, found: list[str]) -> None:
    first = DISPLAY.replace("= b", f"= b{ended}")
    text = f"\\begin{{document}}\nIf $p = q$, then\n{first}\n{between}\n{DISPLAY}\n\\end{{document}}"
    document = read_text(text).document
    assert [text for _, text in document.premises.get(2, [])] == found
