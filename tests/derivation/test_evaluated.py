r"""Values between two ends, ``\left[ F(s) \right]_a^b`` and ``F(s) \Big|_a^b``."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status, read_text

from . import papers

LETTERS = r"""
symbols: a, n, T positive number; A, L, x, k, s, t real; \lambda positive number; f function; u_i real for i = 1..m
"""


def last_side(text: str, beside: Path) -> str:
    document = read_text(f"\\begin{{align}}\n{text}\n\\end{{align}}\n", root=beside / "paper.tex").document
    return document.equations[-1].sides[-1]


@pytest.mark.parametrize(
    ("chain", "shown"),
    [
        (r"\int_0^x s^2\,ds &= \left[ \frac13 s^3 \right]_0^x", r"((\frac13\cdot(x)^3) - (\frac13\cdot(0)^3))"),
        (r"\int_0^x f(s) ds &= [F(s)]_{0}^{x}", r"((F(x)) - (F(0)))"),
        (r"\int_{0}^{x} s\,\mathrm{d} s &= a \bigl[s\bigr]^x_0", r"a\cdot(((x)) - ((0)))"),
        (r"V &= -e^{-s} \Big|_{s=0}^{s=x}", r"-((e^{-(x)}) - (e^{-(0)}))"),
        (r"V &= b - \left. s^2 \right|_{s=0}^{x}", r"b -(((x)^2) - ((0)^2))"),
        (r"\int_0^x s\,ds &= \tfrac12 s^2 |_0^x", r"((\tfrac12\cdot(x)^2) - (\tfrac12\cdot(0)^2))"),
    ],
)  # fmt: skip
def test_what_stands_between_ends_is_written_out(chain: str, shown: str, tmp_path: Path) -> None:
    assert last_side(chain, tmp_path).replace(" ", "") == shown.replace(" ", "")


@pytest.mark.parametrize(
    "side",
    [
        r"[s]_0^x",  # no integral says what runs
        r"[s]_i^j + \int_0^x s\,ds",  # other ends
        r"\int_0^x s\,ds + \int_0^x t\,dt + [s t]_0^x",  # two letters do
        r"\int_0^x s\,ds + [A]_0^x",  # it does not stand there
        r"\int_0^\infty s\,ds + [s]_0^\infty",
        r"\int_0^x s\,ds + [\frac{d}{ds} s^2]_0^x", r"\int_0^x s\,ds + [u_s]_0^x", r"\int_0^x s\,ds + [\sum_s s]_0^x",
        r"\int_0^x s\,ds + s \Big|_0^x",  # of both terms, or the last?
        r"|s|_{s=0}^{s=x}", r"\|s\|_2^2", r"x_{s=0}^{s=1}", r"\{s | s > 0\}_0^1", r"[s]_{s=0}",
    ],
)  # fmt: skip
def test_what_is_not_clear_stays(side: str, tmp_path: Path) -> None:
    assert last_side(f"V &= {side}", tmp_path) == last_side(f"V &= {side}", tmp_path).replace("((", "")


def status(folder: Path, rows: str) -> list[Status]:
    return [line.status for line in papers.lines(folder, rows, letters=LETTERS, mending=False)]


@pytest.mark.parametrize(
    ("rows", "slip"),
    [
        (r"\int_1^n A k^{-(a+1)}\,dk &= A \left[ \frac{k^{-a}}{-a} \right]_{1}^{n} \\ "
         r"&= \frac{A}{a} - \frac{A}{a} n^{-a}",
         (r"{-a} \right", r"{a} \right")),
        (r"\int_0^T e^{-\lambda t}\,dt &= -\frac{1}{\lambda} e^{-\lambda t} \Big|_0^T \\ "
         r"&= \frac{1}{\lambda} (1 - e^{-\lambda T})",
         (r"(1 - e", "(1 + e")),
        (r"\int_0^x s^2\,ds &= \left. \frac{s^3}{3} \right|_{s=0}^{s=x} \\ &= \frac{x^3}{3}", ("{x^3}", "{x^2}")),
    ],
)  # fmt: skip
def test_integrals_are_worked_out(rows: str, slip: tuple[str, str], tmp_path: Path) -> None:
    assert status(tmp_path, rows) == [Status.VERIFIED, Status.VERIFIED]
    assert Status.REFUTED in status(tmp_path, rows.replace(*slip))
