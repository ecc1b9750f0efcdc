r"""Heads that say what an iterate is, ``w_t = B^t w_0``, after its recursion; and negative powers of matrices."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Line, Status, propose_file

from . import papers

LETTERS = r"""
symbols: H symmetric matrix n x n; H_{t} matrix n x n; w_{t}, w_{t+1}, w_{0}, w^{*}, u, g_{t} vector n
symbols: \eta, \lambda, q, c, e_{t}, e_{t+1}, e_{0} positive number; t nonnegative integer number
symbols: A, B, C matrix n x n; S positive semidefinite matrix n x n; x vector n; f entrywise function
"""
DESCENT = r"w_{t+1} &= w_t - \eta H (w_t - w^*)"
UNROLLED = r"w_t - w^* &= (I - \eta H)^t (w_0 - w^*)"


def _last(tmp_path: Path, *displays: str, prose: str = "") -> Line:
    return papers.lines(tmp_path, *displays, letters=LETTERS, prose=prose, budget=5, mending=False)[-1]


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    ("recursion", "head"),
    [
        (DESCENT, UNROLLED),
        (DESCENT, r"w_{t+1} - w^* &= (I - \eta H)^{t+1} (w_0 - w^*)"),
        (r"e_{t+1} &= q e_t", r"e_t &= q^t e_0"),
        (r"e_{t+1} &\le q e_t", r"e_t &\le q^t e_0"),
        (r"\|w_{t+1} - w^*\| &\le q \|w_t - w^*\|", r"\|w_t - w^*\| &\le q^t \|w_0 - w^*\|"),
    ],
)
def test_an_iterate_by_its_recursion(recursion: str, head: str, tmp_path: Path) -> None:
    line = _last(tmp_path, recursion, head)
    assert (line.status, line.how) == (Status.VERIFIED, "by induction")
    assert "for every t" in line.note


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    ("recursion", "head", "prose"),
    [
        (DESCENT, r"w_t - w^* &= (I + \eta H)^t (w_0 - w^*)", ""),
        (DESCENT, r"w_t - w^* &= (I - \eta H)^{t+1} (w_0 - w^*)", ""),
        (DESCENT, r"w_{t+1} - w^* &= (I - \eta H)^{t} (w_0 - w^*)", ""),
        (DESCENT, r"w_t - u &= (I - \eta H)^t (w_0 - u)", ""),
        (DESCENT, r"w_t - w^* &= (I - \eta H)^t w_0 - w^*", ""),
        (UNROLLED, DESCENT, ""),
        (DESCENT, UNROLLED, r"Let $H = w_t w_t^\top$."),  # another matrix in each step
        (DESCENT, UNROLLED, r"Let $w^* = w_t - g_t$."),
        (r"e_{t+1} &= q e_t", r"e_t &= q^t e_0", r"Let $q = c e_t$."),
        (r"w_{t+1} &= w_t - \eta H_t w_t", r"w_t &= (I - \eta H_t)^t w_0", ""),
        (r"e_{t+1} &\ge q e_t", r"e_t &\le q^t e_0", ""),
        (r"e_{t+1} &\le q e_t", r"e_t &= q^t e_0", ""),
        (r"e_{t+1} &\le (q - c) e_t", r"e_t &\le (q - c)^t e_0", ""),
        (r"e_{t+1} &\le q e_t + c", r"e_t &\le q^t e_0", ""),
        (r"e_{t+1} &= q e_0", r"e_t &= q^t e_0", ""),
    ],
)
def test_no_other_iterate(recursion: str, head: str, prose: str, tmp_path: Path) -> None:
    assert _last(tmp_path, recursion, head, prose=prose).status is not Status.VERIFIED


def test_what_is_raised_over_a_bracket_beside_iterates_counts(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    shown = rf"\begin{{align}} {DESCENT} \end{{align}} \begin{{align}} {UNROLLED} \end{{align}}"
    paper.write_text(rf"\documentclass{{article}}\begin{{document}} {shown} \end{{document}}")
    name, _ = propose_file(paper)
    assert "t nonnegative integer number" in Path(name).read_text()


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    ("line", "holds"),
    [
        (r"\|H^{-1} x\|^2 &= x^\top H^{-2} x", True),
        (r"\|A^{-1} x\|^2 &= x^\top A^{-2} x", False),  # not symmetric
        (r"(S + \lambda I)^{-2} (S + \lambda I)^3 &= S + \lambda I", True),
        (r"(S + \lambda I)^{-2} (S + \lambda I)^3 &= S", False),
        (r"(A B)^{-2} &= B^{-1} A^{-1} B^{-1} A^{-1}", True),
        (r"(A B)^{-2} &= B^{-2} A^{-2}", False),
        (r"(x^\top H x)^{-2} (x^\top H x) &= (x^\top H x)^{-1}", True),
        (r"\operatorname{tr}(A)^{-2} &= \operatorname{tr}(A^{-2})", False),
        (r"f(A)^{-2} &= f(A^{-2})", False),
        (r"A^{-2} &= (A^2)^{-1}", True),
        (r"A^{-2} &= A^{-1}", False),
    ],
)
def test_negative_powers(line: str, holds: bool, tmp_path: Path) -> None:
    assert (_last(tmp_path, line).status is Status.VERIFIED) is holds
