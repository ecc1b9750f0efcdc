r"""The order of symmetric matrices, ``A \succeq B``, and bounds on quadratic forms that are stated."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from . import papers

LETTERS = r"""
symbols: X matrix n x d; A matrix d x d; S positive semidefinite matrix d x d; H symmetric matrix d x d
symbols: \mu, L positive number; u, v vector d; a, b real; \lambda positive number
"""


def _last(tmp_path: Path, *displays: str) -> Status:
    return papers.lines(tmp_path, *displays, letters=LETTERS, budget=2, mending=False)[-1].status


@pytest.mark.parametrize(
    "display",
    [
        r"X^\top X &\succeq 0",
        r"-X^\top X &\preceq 0",
        r"\frac{2}{n} X^\top X + 2 \lambda I &\succeq 2 \lambda I",
        r"\lambda I + X^\top X &= X^\top X + \lambda I \\ &\succeq \lambda I",
        r"A^\top S A &\succeq 0",
        r"S + u u^\top &\succeq u u^\top",
        r"a^2 + b^2 &\succeq 2 a b",
        r"2 S &\succcurlyeq S",
        r"\lambda I &\succ 0",
        r"X^\top X + \lambda I &\succ 0",
        r"-\lambda I &\prec X^\top X",
    ],
)
def test_orders_that_hold(tmp_path: Path, display: str) -> None:
    assert _last(tmp_path, display) is Status.VERIFIED


@pytest.mark.parametrize(
    "display",
    [
        r"A &\succeq 0",
        r"X^\top X &\preceq 0",
        r"X^\top X &\succeq \lambda I",
        r"A^\top H A &\succeq 0",
        r"u v^\top &\succeq 0",
        r"S &\succeq 2 S",
        r"u &\succeq v",  # vectors
        r"X &\succeq 0",  # not square
        r"X^\top X &\succeq S",
        r"S &\succ 0",
        r"X^\top X &\succ 0",
        r"\lambda X^\top X &\succ - X^\top X",
        r"a I &\succ 0",
        r"\lambda I &\succ \lambda I",
        r"u u^\top &\succ 0",
    ],
)
def test_orders_that_do_not_hold_or_are_none(tmp_path: Path, display: str) -> None:
    assert _last(tmp_path, display) is not Status.VERIFIED


@pytest.mark.parametrize(
    ("stated", "follows", "does_not"),
    [
        (r"H &\succeq \mu I", r"v^\top H v &\ge \mu \|v\|^2", r"v^\top H v &\ge 2 \mu \|v\|^2"),
        (r"H &\preceq L I", r"\|v\|^2 &\ge \frac{1}{L} v^\top H v", r"\|v\|^2 &\le \frac{1}{L} v^\top H v"),
        (r"v^\top H v &\ge \mu v^\top v", r"v^\top H v &\ge \mu \|v\|^2", r"u^\top H u &\ge \mu \|u\|^2"),
        (r"v^\top H v &\ge \mu v^\top v", r"v^\top H v &\ge 0", r"v^\top H v &\ge \mu"),
        (r"H &\succ 0", r"H + X^\top X &\succ 0", r"H - X^\top X &\succ 0"),
        (r"H &\succ 0", r"v^\top H v &\ge 0", r"v^\top H v &> 0"),  # v may be 0
        (r"H &\succ 0", r"A^\top H A &\succeq 0", r"A^\top H A &\succ 0"),  # A may be 0
        (r"H &\succeq \mu I", r"X H X^\top &\succeq \mu X X^\top", r"X H X^\top &\succeq \mu I"),
        (r"H &\succeq \mu I", r"X H X^\top &\succeq \mu X X^\top", r"X H X^\top &\succeq 2 \mu X X^\top"),
        (r"H &\preceq L I", r"X H X^\top &\preceq L X X^\top", r"X H X^\top &\succeq L X X^\top"),
        (r"X X^\top &\succeq \mu I", r"X X^\top + \lambda I &\succeq \mu I", r"X^\top X &\succeq \mu I"),
    ],
)
def test_what_is_stated_is_used(tmp_path: Path, stated: str, follows: str, does_not: str) -> None:
    assert _last(tmp_path, stated, follows) is Status.VERIFIED
    assert _last(tmp_path, stated, does_not) is not Status.VERIFIED


def test_an_order_whose_own_sizes_do_not_fit_is_no_fact(tmp_path: Path) -> None:
    assert _last(tmp_path, r"H + v &\succeq \mu I", r"v^\top H v &\ge \mu \|v\|^2") is not Status.VERIFIED
