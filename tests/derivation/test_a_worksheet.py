r"""A derivation as a worksheet has it: layers with sizes in a list, for depth two; modes with Greek indices; solutions.

Everything comes from the words: the declarations are those that are proposed, all taken for right.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, propose_file, read_file, run
from layerproof.tools.latex_lines.page.typings import said_by
from layerproof.tools.latex_lines.proposing.times_seen import has_a_time

from .test_propose_more import proposed

LAYERS = r"""
We look at networks with $L$ layers, $W_1 \in \mathbb{R}^{d_1 \times d_0}, W_2 \in \mathbb{R}^{d_2 \times d_1}, \ldots,
W_L \in \mathbb{R}^{d_L \times d_{L-1}}$, with the product $W = W_L \cdots W_1 \in \mathbb{R}^{d_L \times d_0}$.
The depth is $L = 2$.

The gradient flow is
$$
\dot W_1 = W_2^\top (M - W_2 W_1), \qquad \dot W_2 = (M - W_2 W_1) W_1^\top
$$
We define
$$
G := W_2^\top W_2 - W_1 W_1^\top
$$
Then
$$
\dot G = \dot W_2^\top W_2 + W_2^\top \dot W_2 - \dot W_1 W_1^\top - W_1 \dot W_1^\top = 0.
$$
"""
MODES = r"""
The matrix $W(t)$ moves. We have
$$
W(t) = U\,\text{diag}(w_\alpha)\,V^\top
$$
and
$$
\dot w_\alpha = 2 w_\alpha (s_\alpha - w_\alpha), \qquad \alpha = 1, \ldots, d
$$
"""
LOGISTIC = r"""
The number $w(t)$ moves by $\dot{w} = 2 w (s - w)$, with $s > 0$. The solution is
$$
w(t) = \frac{s}{1 + \left(\frac{s}{w_0} - 1\right) e^{-2 s t}}
$$
where $w_0 = w(0)$ and $w_0 > 0$.
"""
TIME = r"""
With $s > 0$ we have
$$
\int_{a}^{b} \frac{dw}{w(s-w)} = 2 T
$$
and therefore
$$
\frac{1}{s} \Big[\ln w - \ln(s - w)\Big]_{a}^{b} = \frac{1}{s} \ln \frac{b (s - a)}{a (s - b)}
$$
"""


def judged(folder: Path, text: str) -> list[tuple[Status, str]]:
    """How the lines of a post are judged, with all that is proposed for it taken for right."""
    post = folder / "post.md"
    post.write_text(text)
    post.with_suffix(".lp").unlink(missing_ok=True)
    propose_file(post)
    beside = post.with_suffix(".lp")
    beside.write_text(beside.read_text().replace("\n? ", "\n  "))
    found = run(read_file(post), limiting=Limiting(budget=10), mending=False)
    return [(line.status, line.reason) for line in found.lines]


def test_the_balance_of_two_layers_is_kept(tmp_path: Path) -> None:
    lines = judged(tmp_path, LAYERS)
    assert [status for status, _ in lines[-2:]] == [Status.VERIFIED, Status.VERIFIED], lines
    slip = judged(tmp_path, LAYERS.replace(r"- \dot W_1 W_1^\top - W_1", r"- \dot W_1 W_1^\top + W_1"))
    assert slip[-2][0] is not Status.VERIFIED
    flow = judged(tmp_path, LAYERS.replace(r"\dot W_2 = (M", r"\dot W_2 = 2 (M"))
    assert flow[-1][0] is not Status.VERIFIED


def test_what_is_proposed_for_layers_and_modes(tmp_path: Path) -> None:
    found = proposed(tmp_path, LAYERS)
    assert {found[name] for name in ("W_{1}",)} == {"matrix d_{1} x d_{0}"}
    assert found["W_{2}"] == "matrix d_{2} x d_{1}"
    assert found["M"] == "? matrix d_{2} x d_{0}"
    assert "G" not in found  # the post says what it is
    modes = proposed(tmp_path, MODES)
    assert modes[r"w_{\alpha}"] == r"? trajectory for \alpha = 1..d"
    assert modes[r"s_{\alpha}"].endswith(r"for \alpha = 1..d")


def test_the_depth_that_a_paper_sets_says_what_its_last_size_is(tmp_path: Path) -> None:
    text = r"$A \in \mathbb{R}^{d_2 \times d_1}$, and $W \in \mathbb{R}^{d_L \times d_0}$. $$W W^\top = A A^\top$$"
    assert proposed(tmp_path, text)["W"] == "matrix d_{L} x d_{0}"
    assert proposed(tmp_path, f"$L = 2$ layers, {text}")["W"] == "matrix d_{2} x d_{0}"
    assert proposed(tmp_path, f"$L = 3$ layers, {text}")["W"] == "matrix d_{L} x d_{0}"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (LOGISTIC, Status.VERIFIED),
        (LOGISTIC.replace("e^{-2 s t}", "e^{-s t}"), Status.STATED),
        (LOGISTIC.replace(r"\frac{s}{w_0} - 1", r"\frac{s}{w_0} + 1"), Status.STATED),
        (LOGISTIC.replace("where $w_0 = w(0)$ and", "where"), Status.STATED),
    ],
)
def test_the_logistic_curve_from_where_the_words_say_that_it_starts(text: str, status: Status, tmp_path: Path) -> None:
    assert judged(tmp_path, text)[-1][0] is status


def test_the_ends_of_an_integral_in_the_display_before(tmp_path: Path) -> None:
    assert judged(tmp_path, TIME)[-1][0] is Status.VERIFIED
    assert judged(tmp_path, TIME.replace("- \\ln(s - w)", "+ \\ln(s - w)"))[-1][0] is not Status.VERIFIED


@pytest.mark.parametrize(
    ("said", "what"),
    [
        (r"A \in \mathbb{R}^{n \times d}, B \in \mathbb{R}^{d}", {"A": "matrix n x d", "B": "vector d"}),
        (r"x, y \in \mathbb{R}^d, a \in (0, 1)", {"x": "vector d", "y": "vector d", "a": r"number \in (0, 1)"}),
        (r"x_1 \in \mathbb{R}, \ldots, x_n \in \mathbb{R}", {"x_{1}": "real number", "x_{n}": "real number"}),
        (r"x \in A \in B", {}),
    ],
)
def test_lists_of_what_letters_are(said: str, what: dict[str, str]) -> None:
    assert dict(said_by(said)) == what


def test_a_dot_and_what_is_taken_at_t_show_a_time() -> None:
    assert has_a_time([r"\dot w = w", "w(t)"])
    assert has_a_time([r"\dot w = w"])
    assert not has_a_time([r"\dot w = v"])
    assert not has_a_time(["w(t)", r"\dots"])
