"""Gradients of logarithms of values: scores."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status
from layerproof.tools.latex_lines.files.tokens import words
from layerproof.tools.latex_lines.notation.scores import scores

from . import papers

LETTERS = "symbols: x, z vector d; q, p, f function; \\delta real\n"


@pytest.mark.parametrize(
    ("display", "holds"),
    [
        (r"\nabla_x \log q(x) &= \frac{\nabla_x q(x)}{q(x)}", True),
        (r"q(x) \nabla_x \log q(x) &= \nabla_x q(x)", True),
        (r"\nabla_x \log \frac{q(x)}{p(x)} &= \nabla_x \log q(x) - \nabla_x \log p(x)", True),
        (r"z + \delta \nabla \log q(x) &= z + \frac{\delta}{q(x)} \nabla q(x)", True),
        (r"\int \nabla_x q(x)\,dx &= \int q(x) \nabla_x \log q(x)\,dx", True),
        (r"\nabla_x \log q(x) &= \nabla_x q(x)", False),
        (r"\nabla_x \log \frac{q(x)}{p(x)} &= \nabla_x \log q(x) + \nabla_x \log p(x)", False),
        (r"\nabla_x \log q(x)^2 &= \frac{\nabla_x q(x)}{q(x)}", False),
        (r"\nabla_x \log q(x) &= \frac{\nabla_x q(z)}{q(z)}", False),
    ],
)
def test_a_score_is_the_gradient_over_the_value(tmp_path: Path, display: str, holds: bool) -> None:
    (line,) = papers.lines(tmp_path, display, letters=LETTERS, budget=3, mending=False)
    assert (line.status is Status.VERIFIED) is holds


@pytest.mark.parametrize(
    "text", [r"\nabla_{x} \ln q(x)^{2}", r"\nabla_{x} \ln a", r"\nabla_{x}^{2} \ln q(x)", r"\nabla"]
)
def test_what_is_no_such_gradient_stays(text: str) -> None:
    assert scores(words(text), {"q"}) == words(text)
