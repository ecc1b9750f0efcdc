"""Products of vectors with a dot, lengths in bars, ranges and lists with dots, and sums of families of vectors."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status, read_text, run

from . import papers

LETTERS = r"""
symbols: t time; k, L, n natural number; s, \eta positive number; u, v, w vector d; y vector m
symbols: A, B matrix d x d; W matrix m x d
symbols: x_{\ell} real for \ell = 1..L; c_{\alpha} positive number for \alpha = 1..k; r_{1}, r_{2}, r_{k} real
symbols: x^{\mu} vector d for \mu = 1..n; z_{i} vector d for i = 1..n; \Sigma matrix d x d
"""


def _last(tmp_path: Path, *displays: str, prose: str = "") -> Status:
    return papers.lines(tmp_path, *displays, letters=LETTERS, prose=prose, budget=3)[-1].status


@pytest.mark.parametrize(
    ("left", "right", "false"),
    [
        (r"v (s - v \cdot w)", r"s v - v (w \cdot v)", r"s v - w (w \cdot v)"),
        (r"|y - W u|_2^2", r"|y|^2 - 2 y \cdot W u + |W u|^2", r"|y|^2 - 2 y \cdot W u"),
        (r"y \cdot W u", r"W^\top y \cdot u", r"W^\top y \cdot v"),
        (r"2 \cdot u \cdot u", r"2 \cdot \|u\|^2", r"\|u\|^2"),
        (r"\langle u, v \rangle - 2 u \cdot v", r"- v \cdot u", r"v \cdot u"),
        (r"\sum_i z_i z_i^\top", r"\sum_{i=1}^n z_i z_i^\top", r"2 \sum_{i=1}^n z_i z_i^\top"),
        (r"\sum_\mu x^\mu x^{\mu\top}", r"\sum_{\mu=1}^n x^\mu {x^\mu}^\top", r"\sum_{\mu=1}^n x^\mu"),
        (r"A \operatorname{diag}(c_1^2, \ldots, c_d^2)", r"A \operatorname{diag}(c_1^2, \ldots, c_d^2)^\top", r"A"),
        (
            r"\operatorname{diag}(c_1, c_2, \ldots, c_k)^2",
            r"\operatorname{diag}(c_\alpha^2)",
            r"\operatorname{diag}(c_\alpha)",
        ),
    ],
)
def test_what_is_read_holds_and_a_slip_does_not(tmp_path: Path, left: str, right: str, false: str) -> None:
    assert _last(tmp_path, rf"{left} &= {right}") is Status.VERIFIED
    assert _last(tmp_path, rf"{left} &= {right} \\ &= {false}") is not Status.VERIFIED


@pytest.mark.parametrize(
    "body",
    [
        r"\frac{d}{dt} u \cdot v &= 0",  # of u, or of the product?
        r"\operatorname{diag}(r_1, r_3, \ldots, r_k) &= A",
    ],
)
def test_what_has_two_readings_is_not_read(tmp_path: Path, body: str) -> None:
    assert _last(tmp_path, body) is Status.UNREAD


def _derivation(body: str) -> list[Status]:
    header = "".join(f"% {line}\n" for line in LETTERS.strip().splitlines())
    return [line.status for line in run(read_text(f"{header}\\[ {body} \\]")).lines]


def test_a_dot_is_read_in_a_derivation_too() -> None:
    assert _derivation(r"(u + v) \cdot (u + v) = |u|^2 + 2 u \cdot v + |v|^2") == [Status.VERIFIED]


def test_where_an_index_runs_is_no_claim(tmp_path: Path) -> None:
    stated = r"x_\ell &= x_\ell^2 - s, \qquad \ell = 1, \ldots, L."
    assert _last(tmp_path, stated, r"x_\ell^2 &= x_\ell + s") is Status.VERIFIED
    boxed = r"\boxed{x_\ell = x_\ell^2 - s, \qquad \ell = 1, \ldots, L.}"
    assert _last(tmp_path, boxed, r"x_\ell^2 &= x_\ell + s") is Status.VERIFIED
    for part in (r"\ell = 2, \ldots, L", r"\text{for } \ell = 1, \ldots, L - 1", r"\forall \ell = 2, \ldots, L"):
        found = _last(tmp_path, rf"x_\ell &= x_\ell^2 - s, \quad {part}", r"x_\ell^2 &= x_\ell + s")
        assert found is not Status.VERIFIED


def test_a_range_restricts_its_own_line() -> None:
    assert _derivation(r"\ell \ge 2, \quad \ell = 2, \ldots, L") == [Status.VERIFIED]
    assert _derivation(r"\ell \ge 2, \quad \ell = 1, \ldots, L") != [Status.VERIFIED]


def test_dots_between_relations_claim_nothing() -> None:
    found = _derivation(r"r_1 \ge r_2 \ge \cdots \ge r_k > 0")
    assert found[1] is Status.ASSUMED
    assert Status.REFUTED not in found[:2]
    assert len(found) == 3


def test_a_mark_at_the_end_is_no_factor() -> None:
    assert _derivation(r"(s + 1)^2 = s^2 + 2 s + 1. \checkmark") == [Status.VERIFIED]
