"""Lines that solve what is said of a rate: proved where the start is said, open where they solve another equation."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Line, Status

from . import papers

LETTERS = "symbols: t time; u, v trajectory; a positive trajectory; s, c, u_{0} positive number; L natural number"
LOGISTIC = r"\frac{du}{dt} &= 2 u (s - u)"


def _last(tmp_path: Path, *displays: str, prose: str = "") -> Line:
    return papers.lines(tmp_path, *displays, letters=LETTERS, prose=prose, budget=5, mending=False)[-1]


@pytest.mark.parametrize(
    ("rate", "solution", "slip"),
    [
        (
            LOGISTIC,
            r"u(t) &= \frac{s}{1 + (\frac{s}{u(0)} - 1) e^{-2 s t}}",
            r"u(t) &= \frac{s}{1 + (\frac{s}{u(0)} - 1) e^{-s t}}",
        ),
        (
            LOGISTIC,
            r"u(t) &= \frac{s e^{2 s t}}{e^{2 s t} - 1 + s / u(0)}",
            r"u(t) &= \frac{s e^{2 s t}}{e^{2 s t} + s / u(0)}",
        ),
        (r"\dot u &= -c u", r"u(t) &= u(0) e^{-c t}", r"u(t) &= u(0) e^{c t}"),
        (r"\dot u &= c (s - u)", r"u(t) &= s + (u(0) - s) e^{-c t}", r"u(t) &= s - (u(0) - s) e^{-c t}"),
        (r"\dot u &= c u \\ &= u c", r"u(t) &= u(0) e^{c t}", r"u(t) &= u(0) + c t"),
        (r"\dot a &= \frac{c}{a}", r"a(t) &= \sqrt{a(0)^2 + 2 c t}", r"a(t) &= \sqrt{a(0)^2 + c t}"),
    ],
)
def test_a_solution_is_proved_and_a_slip_is_open(tmp_path: Path, rate: str, solution: str, slip: str) -> None:
    found = _last(tmp_path, rate, solution)
    assert found.status is Status.VERIFIED
    assert "Picard" in found.note
    assert _last(tmp_path, rate, slip).status is Status.UNDECIDED
    assert _last(tmp_path, solution).status is Status.STATED


def test_where_it_starts_must_be_said(tmp_path: Path) -> None:
    line = r"u(t) &= \frac{s}{1 + (\frac{s}{u_0} - 1) e^{-2 s t}}"
    open_ = _last(tmp_path, LOGISTIC, line)
    assert (open_.status, "nothing says where it starts" in open_.reason) == (Status.STATED, True)
    assert _last(tmp_path, r"u(0) &= u_0", LOGISTIC, line).status is Status.VERIFIED
    started = _last(tmp_path, LOGISTIC, line, prose="With initial value $u(0) = u_0$ we solve it.")
    assert started.status is Status.VERIFIED
    assert "it does not start as" in _last(tmp_path, r"u(0) &= 2 u_0", LOGISTIC, line).reason
    twice = "Here $u(0) = u_0$, and there $u(0) = 2 u_0$."
    assert _last(tmp_path, LOGISTIC, line, prose=twice).status is Status.STATED


def test_a_rate_in_the_prose_proves_and_opens_nothing(tmp_path: Path) -> None:
    prose = r"The equation $\dot u = c u$ is linear."
    assert _last(tmp_path, r"u(t) &= u(0) e^{c t}", prose=prose).status is Status.VERIFIED
    assert _last(tmp_path, r"u(t) &= u(0) e^{s t}", prose=prose).status is Status.STATED


def test_a_rate_that_is_not_smooth_has_more_than_one_solution(tmp_path: Path) -> None:
    assert _last(tmp_path, r"\dot u &= 2 \sqrt{|u|}", r"u(0) &= 0", r"u(t) &= t^2").status is Status.STATED
    assert _last(tmp_path, r"\dot u &= v", r"u(t) &= u(0) + v(0) t").status is Status.STATED


def test_what_moves_in_disguise_is_no_constant(tmp_path: Path) -> None:
    letters = f"{LETTERS}; z real; f function; A, W constant matrix n x n; x, y vector n"

    def last(*displays: str) -> Status:
        return papers.lines(tmp_path, *displays, letters=letters, budget=5, mending=False)[-1].status

    assert last(r"\dot u &= z", r"u(t) &= u(0) + z t") is Status.VERIFIED
    assert last(r"z &= u^2", r"\dot u &= z", r"u(t) &= u(0) + z t") is Status.STATED
    assert last(r"v &= z u", r"\dot v &= z \dot u") is Status.VERIFIED
    assert last(r"z &= u^2", r"v &= z u", r"\dot v &= z \dot u") is not Status.VERIFIED
    assert last(r"\dot x &= \|x\| A x", r"x(t) &= e^{\|x\| A t} x(0)") is not Status.VERIFIED
