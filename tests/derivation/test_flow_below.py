r"""Derivatives by time in a paper whose flow is declared: of what moves by it, and of functions of that."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status, read_file, read_text, run

LETTERS = r"""
symbols: u, u_*, v vector k; b vector n; A matrix n x k; F function; a real
flow: loss = \frac{1}{2} \|A u - b\|^2; parameters u
"""


@pytest.mark.parametrize(
    ("row", "status"),
    [
        (r"\frac{d}{dt} \frac{1}{2} \|u - u_*\|^2 &= (u - u_*)^\top \dot u", Status.VERIFIED),
        (r"\frac{d}{dt} (u^\top v) &= - v^\top A^\top (A u - b)", Status.VERIFIED),
        (r"\frac{d}{dt} (u^\top v) &= v^\top A^\top (A u - b)", Status.REFUTED),
        (r"\frac{d}{dt} (\|v\|^2) &= 0", Status.UNREAD),
    ],
)
def test_what_a_declared_flow_moves_has_a_rate_in_a_paper(tmp_path: Path, row: str, status: Status) -> None:
    (tmp_path / "p.lp").write_text(LETTERS, encoding="utf-8")
    (tmp_path / "p.tex").write_text(rf"\begin{{align}} {row} \end{{align}}", encoding="utf-8")
    lines = run(read_file(tmp_path / "p.tex")).lines
    assert [line.status for line in lines] == [status]


@pytest.mark.parametrize("value", ["F(u)", "F(u + v)", r"F(\dot u)"])
def test_a_function_of_what_moves_does_not_stand_still(value: str) -> None:
    header = "".join(f"% {line}\n" for line in LETTERS.strip().splitlines())
    for row in (rf"\frac{{d}}{{dt}} {value} &= 0", rf"\frac{{d}}{{dt}} (\|u\|^2 + {value}) &= 2 u^\top \dot u"):
        lines = run(read_text(header + rf"\begin{{align}} {row} \end{{align}}")).lines
        assert lines[0].status not in (Status.VERIFIED, Status.REFUTED)
