r"""Numbers that move: partial derivatives and rates of a loss of them, and integrals over one, ``\int dc / c``."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_file, run
from layerproof.tools.latex_lines.proposing.signs_seen import of_any_sign

from . import papers

LOSS = (
    r"Let $\mathcal{L}(a, b) = \frac{1}{2} (s - a b)^2$ with $a, b \in \mathbb{R}$ and let $G(a)$ be a function. Then "
)
RIGHT = [
    r"\dot a &= - \frac{\partial \mathcal{L}}{\partial a} \\ &= b (s - a b)",
    r"\frac{d}{dt} \mathcal{L}(a, b) &= - b (s - a b) \dot a - a (s - a b) \dot b",
    r"\dot b &= a (s - a b) \\ \frac{d}{dt} \mathcal{L}(a, b) &= \frac{\partial \mathcal{L}}{\partial a} \dot a"
    r" + \frac{\partial \mathcal{L}}{\partial b} \dot b",
]
WRONG = [
    r"\dot a &= - \frac{\partial \mathcal{L}}{\partial a} \\ &= - b (s - a b)",
    r"\dot a &= - \frac{\partial \mathcal{L}}{\partial a} \\ &= a (s - a b)",
    r"\frac{d}{dt} \mathcal{L}(a, b) &= - b (s - a b) \dot a",
    r"\frac{d}{dt} \mathcal{L}(a, b) &= \frac{\partial \mathcal{L}}{\partial a} \dot a",
    r"\dot a &= a, \\ \frac{d}{dt} \frac{\partial G}{\partial a} &= 0",
    r"\dot a &= a, \\ \frac{d}{dt} ( a \frac{\partial G}{\partial a} ) &= \dot a \frac{\partial G}{\partial a}",
    r"\dot a &= a, \\ \frac{d}{dt} G(a) &= \frac{\partial G}{\partial a} \dot b",
    r"\dot a &= a, \\ \int_0^1 \frac{\partial G}{\partial a} dt &= \frac{\partial G}{\partial a}",
]
MODE = r"Let $c(t)$ and $b(t)$ obey $\dot c = b$ with $c > 0$, and let $c_0, c_f > 0$. Then "


def last(folder: Path, said: str, lines: str) -> Status:
    """The verdict of the last line of a display under what is proposed for it, every guess taken."""
    paper = folder / "paper.tex"
    display = rf"\begin{{align}}{lines}.\end{{align}}"
    paper.write_text(rf"\documentclass{{article}}\begin{{document}}{said}{display}\end{{document}}")
    papers.accepted(paper)
    return run(read_file(paper), limiting=Limiting(budget=3)).lines[-1].status


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize("lines", RIGHT)
def test_a_loss_of_numbers_that_move_is_derived(lines: str, tmp_path: Path) -> None:
    assert last(tmp_path, LOSS, lines) is Status.VERIFIED


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize("lines", WRONG)
def test_what_hangs_on_them_does_not_stand_still(lines: str, tmp_path: Path) -> None:
    assert last(tmp_path, LOSS, lines) is not Status.VERIFIED


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    ("lines", "right"),
    [
        (r"\int_{c_0}^{c_f} c \, dc &= \frac{1}{2} (c_f^2 - c_0^2)", True),
        (r"\int_0^{c} c \, dc &= \frac{1}{2} c^2", True),
        (r"\int_{c_0}^{c_f} c \, dc &= \frac{1}{2} (c_f^2 + c_0^2)", False),
        (r"\int_{c_0}^{c_f} c \, dc &= c (c_f - c_0)", False),
        (r"\int_{c_0}^{c_f} b(t) \, dc &= b(t) (c_f - c_0)", False),
        (r"\int_{c_0}^{c_f} \dot c \, dc &= \dot c (c_f - c_0)", False),
        (r"\int_0^1 c \, dt &= \int_0^1 c \, dc", False),
        (r"\int_0^2 \int_0^2 c \, dc \, du &= \int_0^2 c \, dc", False),
        (r"\int_0^2 \int_0^1 c u \, dc \, du &= \int_0^1 c u \, dc", False),
    ],
)
def test_what_is_run_over_is_no_function_of_time(lines: str, right: bool, tmp_path: Path) -> None:
    assert (last(tmp_path, MODE, lines) is Status.VERIFIED) is right


def test_a_difference_may_be_negative() -> None:
    said = [(r"\lambda", "a^2 - b^2"), ("0", r"\kappa"), (r"\eta", "(1 - a)"), (r"\sigma", "a b"), (r"\mu + 1", "- a")]
    assert of_any_sign(said) == {r"\lambda", r"\kappa"}
