r"""Exponentials and powers of matrices, ``e^{-K t}`` and ``(I - \eta H)^k``: what holds of them, and slips."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Line, Status

from . import papers

LETTERS = r"""
symbols: t time; k, n natural number; \eta, c positive number; r, f, u vector n; y constant vector n
symbols: K constant positive semidefinite matrix n x n; A, B constant matrix n x n
symbols: w_{k+1}, w_{k}, w_{0}, w^{*} vector n; H, H_{k} symmetric matrix n x n
"""


def _last(tmp_path: Path, *displays: str, prose: str = "") -> Line:
    return papers.lines(tmp_path, *displays, letters=LETTERS, prose=prose, budget=5, mending=False)[-1]


@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        (r"K e^{-K t}", r"e^{-K t} K", r"e^{-K t}"),
        (r"(e^{-K t})^\top", r"\exp(-K t)", r"\exp(K t)"),
        (r"e^{K t} e^{-K t}", "I", "K"),
        (r"\frac{d}{dt} (e^{-K t} y)", r"- K e^{-K t} y", r"- t K e^{-K t} y"),
        (r"(I - \eta H)^{k+1}", r"(I - \eta H)^k (I - \eta H)", r"(I - \eta H)^k"),
        (r"(I - \eta H)^k (I - \eta H)^k", r"(I - \eta H)^{2 k}", r"(I - \eta H)^k"),
        (r"\|(I - \eta H)^k y\|^2", r"y^\top (I - \eta H)^k (I - \eta H)^k y", r"y^\top (I - \eta H)^k y"),
        (r"A (A B)^k A^{-1} A B", r"A (A B)^{k} B", r"A (A B)^{k+1}"),
    ],
)
def test_what_is_known_holds_and_a_slip_does_not(tmp_path: Path, left: str, right: str, false: str) -> None:
    assert _last(tmp_path, rf"{left} &= {right}").status is Status.VERIFIED
    assert _last(tmp_path, rf"{left} &= {false}").status is not Status.VERIFIED


@pytest.mark.parametrize(
    "line",
    [
        r"(e^{A t})^\top &= e^{A t}",  # A need not be symmetric
        r"e^{A t} e^{B t} &= e^{B t} e^{A t}",  # A and B need not commute
        r"e^{A t} B &= B e^{A t}",
        r"(A B)^k A &= A (A B)^k",
    ],
)
def test_what_need_not_hold_is_not_proved(tmp_path: Path, line: str) -> None:
    assert _last(tmp_path, line).status is Status.STATED


def test_the_residual_of_a_kernel(tmp_path: Path) -> None:
    prose = "The residual is $r = f - y$."
    flow = r"\dot f &= -\eta K (f - y)"
    assert _last(tmp_path, flow, r"\dot r &= -\eta K r", prose=prose).status is Status.VERIFIED
    moves = r"\dot r &= -\eta K r"
    solved = _last(tmp_path, moves, r"r(t) &= e^{-\eta K t} r(0)")
    assert solved.status is Status.VERIFIED
    assert "Picard" in solved.note
    for slip in (r"e^{\eta K t} r(0)", r"e^{-K t} r(0)"):
        assert _last(tmp_path, moves, rf"r(t) &= {slip}").status is Status.UNDECIDED
    assert _last(tmp_path, moves, r"r(t) &= e^{-\eta K t} y").status is Status.STATED  # y may be where it starts
    whole = r"f(t) &= y + e^{-\eta K t} (f(0) - y)"
    assert _last(tmp_path, flow, whole).status is Status.VERIFIED
    assert _last(tmp_path, flow, whole.replace("y + ", "y - ")).status is Status.UNDECIDED


def test_gradient_descent_unrolled(tmp_path: Path) -> None:
    step = r"w_{k+1} - w^* &= (I - \eta H) (w_k - w^*)"
    line = _last(tmp_path, rf"{step} \\ &= (I - \eta H)^{{k+1}} (w_0 - w^*)")
    assert (line.status, line.how) == (Status.VERIFIED, "by induction")
    assert _last(tmp_path, rf"{step} \\ &= (I - \eta H)^{{k}} (w_0 - w^*)").status is not Status.VERIFIED
    other = step.replace("H", "H_k")  # another matrix in each step
    assert _last(tmp_path, rf"{other} \\ &= (I - \eta H_k)^{{k+1}} (w_0 - w^*)").status is not Status.VERIFIED


def test_a_power_must_be_natural(tmp_path: Path) -> None:
    unread = _last(tmp_path, r"(I - \eta H)^{c} &= I")
    assert (unread.status, "natural number" in unread.reason) == (Status.UNREAD, True)


def test_what_an_operator_is_taken_of_is_no_power(tmp_path: Path) -> None:
    letters = f"{LETTERS}symbols: g function"
    for line in (r"g(A)^k &= g((A)^k)", r"\operatorname{tr}(A)^{k} &= \operatorname{tr}((A)^{k})"):
        found = papers.lines(tmp_path, line, letters=letters, budget=5, mending=False)[-1]
        assert found.status is not Status.VERIFIED
        assert "shape" not in found.reason
