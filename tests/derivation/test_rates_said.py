"""Rates of letters of which displays, or the prose, say what they are; and what may not be derived by the time."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Line, Status

from . import papers

NUMBERS = "symbols: t time; a, b, p trajectory; s positive number; L natural number"
MATRICES = r"""
symbols: t time; P natural number; E function
symbols: x^{\mu} vector n for \mu = 1..P; y^{\mu} vector m for \mu = 1..P
symbols: W_{1}, A_{1}, S_{1} matrix h x n; W_{2}, A_{2}, S_{2} matrix m x h; \Sigma, S constant matrix m x n
symbols: \Gamma constant matrix n x n; U constant matrix m x m; V constant matrix n x n
symbols: U_{2} matrix m x m; V_{1} matrix n x n; U_{1}, V_{2} matrix h x h
hypotheses: U^\top U = I; U U^\top = I; V^\top V = I; V V^\top = I
"""
MOVE = r"\frac{da}{dt} &= b (s - a b) \\ \frac{db}{dt} &= a (s - a b)"


def _last(tmp_path: Path, *displays: str, letters: str = NUMBERS, prose: str = "") -> Line:
    return papers.lines(tmp_path, *displays, letters=letters, prose=prose, budget=5, mending=False)[-1]


@pytest.mark.parametrize(
    ("said", "line", "false"),
    [
        (r"p &= a b", r"\frac{dp}{dt} &= (a^2 + b^2) (s - p)", r"\frac{dp}{dt} &= (a^2 - b^2) (s - p)"),
        (r"p &= a b", r"\dot p &= b \dot a + a \dot b", r"\dot p &= b \dot a - a \dot b"),
        (r"p &= a^2 - b^2", r"\frac{dp}{dt} &= 0", r"\frac{dp}{dt} &= a"),
        (r"p &= a b", r"\frac{d}{dt} p^2 &= 2 p (a^2 + b^2) (s - p)", r"\frac{d}{dt} p^2 &= p (a^2 + b^2) (s - p)"),
    ],
)
def test_what_letters_are_gives_their_rates(tmp_path: Path, said: str, line: str, false: str) -> None:
    assert _last(tmp_path, MOVE, said, line).status is Status.VERIFIED
    assert _last(tmp_path, MOVE, said, false).status is not Status.VERIFIED
    assert _last(tmp_path, MOVE, line).status is not Status.VERIFIED


@pytest.mark.parametrize(
    ("prose", "holds"),
    [
        ("Consider the product $p = a b$ and apply the chain rule.", True),
        ("The effective strength $p \\equiv a b$ grows.", True),
        ("At time $t_0$ we have $p = a b$.", False),
        ("Initially $p = a b$.", False),
        ("We do not have $p = a b$.", False),
        ("It is wrong that $p = a b$.", False),
        ("If $p = a b$, then the following holds.", False),
        ("We compare this with $p = a b$.", False),
        ("For a choice such as $p = a b$ we get", False),
    ],
)
def test_what_plain_prose_says_is_a_fact(tmp_path: Path, prose: str, holds: bool) -> None:
    line = _last(tmp_path, r"\frac{dp}{dt} &= b \frac{da}{dt} + a \frac{db}{dt}", prose=prose)
    assert (line.status is Status.VERIFIED) is holds, line


FLOW = r"\frac{dW_1}{dt} &= W_2^\top (\Sigma - W_2 W_1) \\ \frac{dW_2}{dt} &= (\Sigma - W_2 W_1) W_1^\top"
ROTATED = r"A_1 &= W_1 V \\ A_2 &= U^\top W_2"


def test_a_flow_in_rotated_coordinates(tmp_path: Path) -> None:
    prose = r"The target is $\Sigma = U S V^\top$."
    found = _last(tmp_path, FLOW, ROTATED, r"\frac{dA_1}{dt} &= A_2^\top (S - A_2 A_1)", letters=MATRICES, prose=prose)
    assert found.status is Status.VERIFIED
    for slip in (r"A_2^\top (S + A_2 A_1)", r"A_2^\top S", r"A_2^\top (S - A_2 A_1) V"):
        line = _last(tmp_path, FLOW, ROTATED, rf"\frac{{dA_1}}{{dt}} &= {slip}", letters=MATRICES, prose=prose)
        assert line.status is not Status.VERIFIED
    conserved = r"\frac{d}{dt} (W_2^\top W_2 - W_1 W_1^\top) &= 0"
    assert _last(tmp_path, FLOW, conserved, letters=MATRICES).status is Status.VERIFIED
    assert _last(tmp_path, FLOW, conserved.replace("-", "+"), letters=MATRICES).status is not Status.VERIFIED


def test_a_tick_names_only_the_lines_that_it_needs(tmp_path: Path) -> None:
    factors = r"W_2 &= U_2 S_2 V_2^\top \\ W_1 &= U_1 S_1 V_1^\top"
    line = _last(tmp_path, FLOW, ROTATED, factors, r"A_2 &= U^\top W_2", letters=MATRICES)
    assert line.note.count(",") == 0, line.note
    line = _last(tmp_path, FLOW, ROTATED, factors, r"A_2 &= U^\top U_2 S_2 V_2^\top", letters=MATRICES)
    assert line.status is Status.VERIFIED
    assert line.note.count(",") == 1, line.note


def test_the_gradient_of_a_loss_by_correlations(tmp_path: Path) -> None:
    loss = r"E &= \sum_{\mu=1}^{P} \frac{1}{2} |y^\mu - W_2 W_1 x^\mu|_2^2"
    prose = (
        r"The correlation matrices are $\Sigma \equiv \sum_\mu y^\mu {x^\mu}^\top \in \mathbb{R}^{m \times n}$ and "
        r"$\Gamma \equiv \sum_\mu x^\mu {x^\mu}^\top$."
    )
    step = r"\frac{dW_1}{dt} &= - \frac{\partial E}{\partial W_1} \\ &= W_2^\top (\Sigma - W_2 W_1 \Gamma)"
    assert _last(tmp_path, loss, step, letters=MATRICES, prose=prose).status is Status.VERIFIED
    assert _last(tmp_path, loss, step, letters=MATRICES).status is not Status.VERIFIED
    for slip in (step.replace("- W_2", "+ W_2"), step.replace(r"W_1 \Gamma", "W_1")):
        assert _last(tmp_path, loss, slip, letters=MATRICES, prose=prose).status is not Status.VERIFIED


DIAGONAL = r"""
symbols: t time; u, v, \beta, g, q vector d; f function; w vector d; \eta real number; y constant vector d
symbols: A matrix d x d
"""
BY_ENTRIES = r"\dot u &= -2 u \odot g \\ \dot v &= 2 v \odot g"


@pytest.mark.parametrize(
    ("line", "slip"),
    [
        (r"\frac{d}{dt} (u \odot v) &= 0", r"\frac{d}{dt} (u \odot u) &= 0"),
        (r"\dot\beta &= 2 u \odot \dot u - 2 v \odot \dot v", r"\dot\beta &= 2 u \odot \dot u + 2 v \odot \dot v"),
        (r"\dot\beta &= - 4 (u \odot u + v \odot v) \odot g", r"\dot\beta &= - 4 \beta \odot g"),
        (
            r"\frac{d}{dt} (\eta u \odot y) &= -2 \eta g \odot u \odot y",
            r"\frac{d}{dt} (u \odot y) &= g \odot u \odot y",
        ),
    ],
)
def test_a_diagonal_network_entry_by_entry(tmp_path: Path, line: str, slip: str) -> None:
    said = r"\beta &= u \odot u - v \odot v"
    found = _last(tmp_path, BY_ENTRIES, said, line, letters=DIAGONAL)
    assert found.status is Status.VERIFIED
    assert "entry by entry" in found.note
    assert _last(tmp_path, BY_ENTRIES, said, slip, letters=DIAGONAL).status is not Status.VERIFIED


@pytest.mark.parametrize(
    "displays",
    [
        (r"v &= f(w) u", r"\dot v &= f(w) \dot u"),  # f(w) moves
        (r"v &= A u", r"u \odot \dot v &= A (u \odot \dot u)"),  # a matrix mixes the entries
        (r"v &= \|u\| u", r"\dot v &= \|u\| \dot u"),
    ],
)
def test_what_is_not_said_of_entries_is_not_used(tmp_path: Path, displays: tuple[str, ...]) -> None:
    assert _last(tmp_path, *displays, letters=DIAGONAL).status is not Status.VERIFIED


def test_a_number_that_is_made_of_what_moves_does_not_stand_still(tmp_path: Path) -> None:
    letters = "symbols: t time; z real number; u, v, g vector n"
    for line in (r"\frac{d}{dt} (z u) &= z \dot u", r"\frac{d}{dt} (z u \odot g) &= z \frac{d}{dt} (u \odot g)"):
        assert _last(tmp_path, line, letters=letters).status is Status.VERIFIED
        tied = _last(tmp_path, r"z &= u^\top u", line, letters=letters)
        assert tied.status is not Status.VERIFIED
        assert "makes z of what moves" in tied.reason
        assert _last(tmp_path, line, letters=letters, prose="Let $z = u^\\top u$.").status is not Status.VERIFIED
