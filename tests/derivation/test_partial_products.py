r"""Partial products of layers, ``W_{a:b} := W_a W_{a-1} \cdots W_b``: what follows from that, and slips."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status

from . import papers

LOW_FIRST = """
symbols: t time; N natural number; W_{1:N}, G matrix d x d
symbols: W_{j}, W_{j+1}, W_{j+1:N}, W_{j+2:N}, W_{1:j-1}, W_{1:j} matrix d x d
"""
HIGH_FIRST = r"""
symbols: t time; L natural number; W_{L:1}, G matrix m x n; W_{\ell} matrix p x q
symbols: W_{L:\ell+1} matrix m x p; W_{\ell-1:1} matrix q x n; W_{\ell:1} matrix p x n; W_{L:\ell} matrix m x q
"""
UPWARDS = r"Let $W_{1:N} := W_N \cdots W_1$."
FLOW = r"\dot W_j &= - W_{j+1:N}^\top G W_{1:j-1}^\top"


def _last(tmp_path: Path, *displays: str, letters: str = LOW_FIRST, prose: str = UPWARDS) -> Status:
    return papers.lines(tmp_path, *displays, letters=letters, prose=prose, budget=5, mending=False)[-1].status


@pytest.mark.parametrize(
    ("line", "slip"),
    [
        (r"W_{1:N} &= W_{j+1:N} W_j W_{1:j-1}", r"W_{1:N} &= W_{1:j-1} W_j W_{j+1:N}"),
        (r"W_{1:j} &= W_j W_{1:j-1}", r"W_{1:j} &= W_{1:j-1} W_j"),
        (r"W_{1:N} &= W_{j+2:N} W_{j+1} W_{1:j}", r"W_{1:N} &= W_{j+2:N} W_j W_{1:j}"),
    ],
)
def test_products_of_products(tmp_path: Path, line: str, slip: str) -> None:
    assert _last(tmp_path, line) is Status.VERIFIED
    assert _last(tmp_path, line, prose="") is Status.STATED
    assert _last(tmp_path, slip) is Status.STATED


@pytest.mark.parametrize(
    ("said", "line", "slip"),
    [
        (
            r"We write $W_{a:b} := W_a W_{a-1} \cdots W_b$ for $a \ge b$.",
            r"W_{L:1} &= W_{L:\ell+1} W_\ell W_{\ell-1:1}",
            r"W_{L:1} &= W_{L:\ell} W_\ell W_{\ell-1:1}",
        ),
        (
            r"Let $W_{L:1} = W_L W_{L-1} \cdots W_1$.",
            r"W_{L:1} &= W_{L:\ell} W_{\ell-1:1}",
            r"W_{L:1} &= W_{L:\ell+1} W_{\ell-1:1}",
        ),
    ],
)
def test_the_last_layer_may_be_written_first(tmp_path: Path, said: str, line: str, slip: str) -> None:
    assert _last(tmp_path, line, letters=HIGH_FIRST, prose=said) is Status.VERIFIED
    assert _last(tmp_path, slip, letters=HIGH_FIRST, prose=said) is not Status.VERIFIED


def test_of_two_orders_nothing_follows(tmp_path: Path) -> None:
    prose = r"Let $W_{1:N} := W_N \cdots W_1$, and there $W_{1:N} = W_1 \cdots W_N$."
    assert _last(tmp_path, r"W_{1:j} &= W_j W_{1:j-1}", prose=prose) is Status.STATED
    unclear = r"Let $W_{a:b} := W_a \cdots W_b$."  # up, or down?
    assert _last(tmp_path, r"W_{1:j} &= W_j W_{1:j-1}", prose=unclear) is Status.STATED


def test_the_balance_of_layers_is_conserved(tmp_path: Path) -> None:
    """Arora, Cohen and Hazan: with the flow at the next layer, which is stated for every one."""
    here = r"\dot W_j W_j^\top &= - W_{j+1:N}^\top G W_{1:j}^\top"
    there = r"W_{j+1}^\top \dot W_{j+1} &= - W_{j+1:N}^\top G W_{1:j}^\top"
    conserved = r"\frac{d}{dt} (W_{j+1}^\top W_{j+1} - W_j W_j^\top) &= 0"
    for line in (here, there, conserved):
        assert _last(tmp_path, FLOW, line) is Status.VERIFIED
        assert _last(tmp_path, FLOW, line.replace("- W", "+ W")) is Status.STATED
    assert _last(tmp_path, FLOW.replace("j-1", "j"), here) is Status.STATED
