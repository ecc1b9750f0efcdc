r"""The extreme eigenvalues of a symmetric matrix in bounds, ``\lambda_{\min}(K) \|v\|^2 \le v^\top K v``."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Line, Status

from . import papers

LETTERS = r"""
symbols: K, H symmetric matrix n x n; A matrix n x n; X matrix m x n; u, v, y vector n; w vector m; a real
symbols: \lambda_{\min}, \lambda_{\max} function
"""


def last(folder: Path, step: str) -> Line:
    left, _, right = step.partition(" & ")
    return papers.lines(folder, rf"{left} &= {left} + 0 \\ & {right}", letters=LETTERS, mending=False, budget=5)[-1]


@pytest.mark.parametrize(
    ("step", "note"),
    [
        (r"v^\top K v & \ge \lambda_{\min}(K) \|v\|^2", ""),
        (r"v^\top K v & \le \lambda_{\max}(K) \|v\|^2", ""),
        (r"- (u - y)^\top K (u - y) & \le - \lambda_{\min}(K) \|u - y\|^2", ""),
        (r"\|X v\|^2 & \le \lambda_{\max}(X^\top X) \|v\|^2", ""),
        (r"\|X v\|^2 & \ge \lambda_{\min}(X^\top X) \|v\|^2", ""),
        (r"v^\top (K + H) v & \ge \lambda_{\min}(K) \|v\|^2 + v^\top H v", ""),
        (r"v^\top A v & \ge \lambda_{\min}(A) \|v\|^2", "where A is symmetric"),
    ],
)
def test_a_form_is_between_them(step: str, note: str, tmp_path: Path) -> None:
    line = last(tmp_path, step)
    assert (line.status, line.note) == (Status.VERIFIED, note)


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    "step",
    [
        r"v^\top K v & \ge \lambda_{\max}(K) \|v\|^2",
        r"v^\top K v & \le \lambda_{\min}(K) \|v\|^2",
        r"v^\top H v & \ge \lambda_{\min}(K) \|v\|^2",
        r"- (u - y)^\top K (u - y) & \le - 2 \lambda_{\min}(K) \|u - y\|^2",
        r"v^\top K v & \ge \lambda_{\min}(K) \|u\|^2",
        r"v^\top K v & \ge 0",
        r"u^\top K v & \ge \lambda_{\min}(K) u^\top v",
        r"\|X v\|^2 & \ge \lambda_{\max}(X^\top X) \|v\|^2",
        r"\|X^\top w\|^2 & \le \lambda_{\min}(X X^\top) \|w\|^2",
    ],
)
def test_what_they_do_not_give(step: str, tmp_path: Path) -> None:
    assert last(tmp_path, step).status is not Status.VERIFIED
