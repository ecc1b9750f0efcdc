"""Derivatives of a loss that a paper states: by each of its letters, and never past what else is said of these."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Line, Status

from . import papers

YES, WRONG, OPEN, STATED = Status.VERIFIED, Status.REFUTED, Status.UNDECIDED, Status.STATED
LETTERS = r"""
symbols: W_1 matrix h x d; W_2 matrix p x h; X matrix d x n; Y matrix p x n; w, v vector d; L, \ell function
symbols: y, z, u real numbers; \lambda positive number
"""
lines = partial(papers.lines, letters=LETTERS)
LOSS = r"= \frac{1}{2} \|W_2 W_1 X - Y\|_F^2"
ERROR = "(W_2 W_1 X - Y)"
EXPANDED = r"W_2^\top W_2 W_1 X X^\top - W_2^\top Y X^\top"


def heads(folder: Path, stated: str, *gradients: str, prose: str = "") -> list[Line]:
    """The lines of some gradients, each in a display of its own, after a display that states a loss."""
    return lines(folder, stated, *gradients, prose=prose)[1:]


@pytest.mark.parametrize("loss", ["L", "L(W_1, W_2)"])
def test_the_gradients_of_a_loss_of_two_layers(loss: str, tmp_path: Path) -> None:
    found = heads(
        tmp_path,
        f"{loss} &{LOSS}",
        rf"\frac{{\partial L}}{{\partial W_1}} &= W_2^\top {ERROR} X^\top \\ &= {EXPANDED}",
        rf"\nabla_{{W_2}} {loss} &= {ERROR} X^\top W_1^\top",
        rf"\frac{{d L}}{{d W_2}} &= {ERROR} (W_1 X)^\top",
        rf"\frac{{\partial L}}{{\partial W_1}} &= 2 W_2^\top {ERROR} X^\top",
    )
    assert [line.status for line in found[:4]] == [YES] * 4
    assert found[0].note.startswith("given what is stated in line 3; as is said of L in line 3")
    assert ("all other letters held" in found[0].note) == (loss == "L")
    assert found[4].status is (OPEN if loss == "L" else WRONG)
    assert [offer.what for offer in found[4].mends][:1] == ["without the factor 2"]


def test_what_follows_a_wrong_gradient_is_compared_with_the_right_one(tmp_path: Path) -> None:
    wrong, right, other = heads(
        tmp_path,
        f"L(W_1, W_2) &{LOSS}",
        rf"\nabla_{{W_2}} L &= - {ERROR} X^\top W_1^\top \\ &= {ERROR} (W_1 X)^\top \\ &= 3 {ERROR} (W_1 X)^\top",
    )
    assert [wrong.status, right.status] == [WRONG, YES]
    assert other.status in (WRONG, OPEN)


def test_numbers_and_several_arguments(tmp_path: Path) -> None:
    found = heads(
        tmp_path,
        r"\ell(w, v; \lambda) &= \frac{1}{2} (v^\top w - y)^2 + \lambda \|w\|^2",
        r"\nabla_w \ell(w, v; \lambda) &= (v^\top w - y) v + 2 \lambda w",
        r"\frac{\partial \ell}{\partial \lambda} &= 2 \lambda",
        r"\nabla_v \ell(v, w; \lambda) &= (v^\top w - y) v + 2 \lambda v",
        r"\nabla_y \ell(w, v; \lambda) &= y - v^\top w",
        r"\ell(v, v; 1) &= \frac{1}{2} (\|v\|^2 - y)^2 + \|v\|^2",
    )
    assert found[0].status is YES
    assert found[1].status in (STATED, OPEN, WRONG)  # it is below a trace
    assert found[2].status is not YES  # the letters have changed their places
    assert found[3].status is YES  # y is no variable, but a parameter, as W is of f(x)
    assert found[4].status is YES


def test_a_letter_that_is_said_to_hang_on_another_one_is_not_held(tmp_path: Path) -> None:
    wrong = r"\nabla_w \ell &= 2 \lambda w"
    right = r"\frac{\partial \ell}{\partial z} &= 2 (z - y)"
    stated = r"\ell &= (z - y)^2 + \lambda \|w\|^2"
    found = heads(tmp_path, stated, wrong, right)
    assert [line.status for line in found] == [YES, YES]
    for said in ({"prose": r"With $z = v^\top w$ we write"}, {}):
        displays = [stated, wrong, right] if said else [r"z &= v^\top w", stated, wrong, right]
        first, second = lines(tmp_path, *displays, **said)[-2:]
        assert [first.status, second.status] == [STATED, YES]


def test_of_a_loss_of_which_two_things_are_said_nothing_is_known(tmp_path: Path) -> None:
    found = lines(tmp_path, r"\ell &= z^2", r"\ell &= z^3", r"\frac{\partial \ell}{\partial z} &= 2 z")
    assert found[-1].status is not YES


def test_one_point_says_nothing_of_others(tmp_path: Path) -> None:
    letters = LETTERS + "symbols: z_{0} real number"
    found = papers.lines(
        tmp_path,
        r"\ell(z_0) &= z_0^2",
        r"\frac{\partial \ell(z)}{\partial z} &= 2 z",
        r"\frac{\partial \ell(z_0)}{\partial z_0} &= 2 z_0",
        letters=letters,
    )
    assert [line.status for line in found[1:]] == [STATED, STATED]


@pytest.mark.parametrize(
    "hidden",
    [
        "G(2 w)^2",  # a value of another function
        r"\mathbb{E}_{x \sim p_w}[G(x)]",  # the law of a mean
        r"\sup_{x} x^\top w",
        r"\|w\|_1",
        r"\langle w, v \rangle_{\mathcal{H}}",
        r"\int_0^1 G(w, t) \, dt",
    ],
)
def test_where_a_letter_is_hidden_in_a_value_nothing_is_said_of_other_points(hidden: str, tmp_path: Path) -> None:
    letters = LETTERS + "symbols: G function; x vector d; t real"
    found = papers.lines(
        tmp_path,
        rf"\ell(w) &= \|w\|^2 + {hidden}",
        r"\nabla \ell(w) &= 2 w",
        rf"\ell(v) &= \ell(v) + 0 \\ &= \|v\|^2 + {hidden}",
        letters=letters,
        mending=False,
    )
    assert [line.status for line in found[:2]] == [STATED, STATED]
    assert found[-1].status is not YES


def test_what_holds_at_a_time_is_not_said_of_another_where_the_time_is_hidden(tmp_path: Path) -> None:
    letters = "symbols: t, k natural; u vector n; e vector function n; f, h function"
    stated = r"h(t) &= t + \mathbb{E}_{x \sim p_t}[f(x)]"
    found = papers.lines(
        tmp_path,
        stated,
        r"h(k) &= h(k) + 0 \\ &= k + \mathbb{E}_{x \sim p_t}[f(x)]",
        letters=letters,
        mending=False,
    )
    assert found[-1].status is OPEN


@pytest.mark.parametrize(
    ("said", "displays"),
    [
        ("", [r"u &:= v^\top w"]),
        ("define: q = v^\\top w", []),
        ("hypotheses: z = v^\\top w", []),
    ],
)
@pytest.mark.parametrize("loss", [r"\ell", r"\ell(w, v)"])
def test_a_name_for_something_is_looked_into(said: str, displays: list[str], loss: str, tmp_path: Path) -> None:
    name = "u" if displays else "q" if "define" in said else "z"
    letters = LETTERS.replace(", u real", " real") + said
    found = papers.lines(
        tmp_path,
        *displays,
        rf"{loss} &= ({name} - y)^2 + \lambda \|w\|^2",
        r"\nabla_w \ell &= 2 \lambda w",
        r"\nabla_w \ell &= 2 (v^\top w - y) v + 2 \lambda w",
        letters=letters,
        mending=False,
    )
    partial_, total = found[-2:]
    assert partial_.status is not YES
    assert total.status in ((YES,) if displays or "define" in said else (YES, STATED))
