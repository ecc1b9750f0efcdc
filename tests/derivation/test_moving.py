r"""Rates of matrices without a loss, and ``\nabla_{W} L`` of a loss of which only a letter is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from derivation import papers
from layerproof.tools.latex_lines import Limiting, Status, read_text, run

SIZES = "% symbols: A matrix m x q; B matrix p x m; g vector p; x vector q; L function; c constant; s real; t time\n"
RATES = SIZES + "% flow: \\dot A = -B^\\top g x^\\top; \\dot B = -g x^\\top A^\\top\n"
OK, WRONG, OPEN = Status.VERIFIED, Status.REFUTED, Status.UNDECIDED


def statuses(body: str, header: str, *, identities: bool = True) -> list[Status]:
    text = f"{header}\\begin{{align}} {body} \\end{{align}}"
    found = run(read_text(text), limiting=Limiting(budget=6), identities=identities, mending=False)
    return [line.status for line in found.lines]


@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        (r"\frac{d}{dt} (A A^\top)", r"\dot A A^\top + A \dot A^\top", r"\dot A A^\top - A \dot A^\top"),
        (r"\frac{d}{dt} (B A)", r"\dot B A + B \dot A", r"\dot B A - B \dot A"),
        (r"\frac{d}{dt} (B A x)", r"\dot B A x + B \dot A x + B A \dot x", r"\dot B A x + B \dot A x"),
        (r"\frac{d}{dt} (c A^\top A)", r"c \dot A^\top A + c A^\top \dot A", r"c \dot A^\top A"),
        (r"\frac{d}{dt} (A + B^\top g x^\top)", r"\frac{d A}{dt} + \frac{d}{dt} (B^\top g x^\top)", r"\frac{d A}{dt}"),
    ],
)
def test_the_product_rule_holds_whatever_moves(left: str, right: str, false: str) -> None:
    assert statuses(f"{left} &= {right}", SIZES) == [OK]
    assert statuses(f"{left} &= {false}", SIZES) == [OPEN]  # what is left out may stand still


@pytest.mark.parametrize(
    "body",
    [
        r"\frac{d}{dt} (s A) &= s \dot A",  # s may move
        r"\dot A &= 0",
        r"\frac{d}{dt} (x x^\top) &= 0",
        r"\frac{d}{dt} (A x) &= \dot A x",
        r"\frac{d}{dt} (A A^\top) &= 2 \dot A A^\top",
    ],
)
def test_nothing_is_taken_to_stand_still(body: str) -> None:
    assert statuses(body, SIZES) == [OPEN]


def test_rates_of_matrices_as_given() -> None:
    rule = r"\dot A A^\top + A \dot A^\top - \dot B^\top B - B^\top \dot B"
    chain = rf"\frac{{d}}{{dt}} (A A^\top - B^\top B) &= {rule} \\ &= 0"
    assert statuses(chain, RATES) == [OK, OK]
    assert statuses(r"\frac{d}{dt} (A A^\top + B^\top B) &= 0", RATES) == [WRONG]
    assert statuses(r"\frac{d}{dt} (A x) &= - B^\top g x^\top x", RATES) == [OK]  # x stands still, as along a loss
    assert statuses(r"\frac{d}{dt} (A x) &= - B^\top g x^\top", RATES) != [OK]
    assert statuses(r"\dot x &= 0", RATES) == [OPEN]  # asked for, so it is not left out on purpose


def test_a_rate_has_the_size_of_what_moves() -> None:
    found = run(read_text(f"{SIZES}% flow: \\dot A = B\n\\begin{{align}} A &= A \\end{{align}}"))
    assert "no matrix of the size" in " ".join(trouble.message for trouble in found.troubles)


@pytest.mark.parametrize(
    ("right", "false"),
    [
        (r"- A (\nabla_{A} L)^\top - (\nabla_{A} L) A^\top", r"- A (\nabla_{A} L)^\top + (\nabla_{A} L) A^\top"),
        (r"-(\nabla_{A} L) A^\top - A (\nabla_{A} L)^\top", r"-2 (\nabla_{A} L) A^\top"),
    ],
)
def test_a_gradient_of_a_letter(right: str, false: str) -> None:
    left = r"(- \nabla_{A} L) A^\top - A (\nabla_{A} L)^\top"
    assert statuses(f"{left} &= {right}", SIZES) == [OK]
    assert statuses(f"{left} &= {false}", SIZES)[0] is not OK


@pytest.mark.parametrize(
    "body",
    [
        r"\nabla_{A} L &= 0",
        r"\nabla_{A} L &= \nabla_{A} (L + L)",
        r"\frac{d}{dt} (\nabla_{A} L) &= 0",
        r"\nabla_{A} L A^\top &= (\nabla_{A} L) A^\top",  # the gradient of a product, or a product
        r"\frac{\partial}{\partial s} (s \nabla_{A} L) &= \nabla_{A} L",
        r"\nabla_{x} (x^\top A^\top \nabla_{A} L x) &= A^\top (\nabla_{A} L) x + (\nabla_{A} L)^\top A x",
    ],
)
def test_what_a_gradient_of_a_letter_does_not_say(body: str) -> None:
    assert statuses(body, SIZES)[0] is not OK


def test_rates_that_a_paper_states_are_used() -> None:
    body = (
        r"\dot A &= - \nabla_{A} L \\ \nabla_{A} L &= B^\top g x^\top \end{align} \begin{align} "
        r"\frac{d}{dt} (A A^\top) &= \dot A A^\top + A \dot A^\top \\ &= - B^\top g x^\top A^\top - A x g^\top B"
    )
    assert statuses(body, SIZES, identities=False)[2:] == [OK, OK]
    slip = body.replace("- A x g", "+ A x g")
    assert statuses(slip, SIZES, identities=False)[2:] == [OK, OPEN]


def test_words_of_backpropagation_state_no_more(tmp_path: Path) -> None:
    prose = (
        "Backpropagation. Let $g = B v$ be the gradient with respect to the output for a single data point, and let "
        "$y = A x$."
    )
    letters = SIZES.replace("% ", "") + "symbols: v vector m; y vector m\n"
    for said, right in ((r"B^\top g y^\top", True), (r"- B^\top g y^\top", False), (r"B^\top B v y^\top", False)):
        chain = rf"B^\top g (A x)^\top &= B^\top g x^\top A^\top \\ &= {said}"  # g is said of one point only
        found = papers.lines(tmp_path, chain, letters=letters, prose=prose, mending=False)
        assert (found[-1].status is OK) is right
