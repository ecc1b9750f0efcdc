r"""Lazy training: Jacobians that words name, a constant kernel, and what follows of its eigenvectors; and slips."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Line, Status
from layerproof.tools.latex_lines.page.jacobians_said import jacobians

from . import papers

LETTERS = r"""
symbols: t time; y, v, c constant vector n; u vector n; \theta vector p; K constant positive definite matrix n x n
symbols: J, G matrix function n x p; f, g vector function n; \alpha, \eta positive number; F function
"""
SAID = r"Let $f : \mathbb{R}^p \to \mathbb{R}^n$ be given, with $J(\theta)$ its Jacobian."
LOSS = r"F(\theta) &= \frac{1}{2} \| \alpha f(\theta) - y \|^2"
GRADIENT = r"\nabla F(\theta) &= \alpha J(\theta)^\top (\alpha f(\theta) - y)"
MOVES = r"\dot u &= \alpha J(\theta) \dot \theta"


def _last(tmp_path: Path, *displays: str, prose: str = SAID) -> Line:
    return papers.lines(tmp_path, *displays, letters=LETTERS, prose=prose, budget=5, mending=False)[-1]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"Let $f : \mathbb{R}^p \to \mathbb{R}^n$ be a map, $J(\theta) \in \mathbb{R}^{n \times p}$ its Jacobian.",
         [("J", "f")]),
        (r"where $J(\theta)$ is the Jacobian of $f$.", [("J", "f")]),
        (r"with the Jacobian $J$ of the network $f$", [("J", "f")]),
        (r"where $J$ is the transposed Jacobian of $f$.", []),
        (r"If $J$ is the Jacobian of $f$, then", []),
        (r"Let $f : \mathbb{R}^p \to \mathbb{R}^n$, $g : \mathbb{R}^p \to \mathbb{R}^n$ be, $J$ its Jacobian.", []),
        (r"where $J$ is not the Jacobian of $f$.", []),
    ],
)  # fmt: skip
def test_what_is_called_a_jacobian(text: str, found: list[tuple[str, str]]) -> None:
    assert list(jacobians(text)) == found


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    ("displays", "prose", "holds"),
    [
        ((LOSS, GRADIENT), SAID, True),
        ((LOSS, GRADIENT.replace(r"\alpha J", "J")), SAID, False),
        ((LOSS, GRADIENT.replace(r"J(", "G(")), SAID, False),
        ((LOSS, GRADIENT), "Let $f$ be given.", False),
        ((LOSS.replace("f(", "g("), GRADIENT.replace("f(", "g(")), SAID, False),  # of another function
        ((MOVES,), rf"{SAID} Let $u = \alpha f(\theta)$.", True),
        ((MOVES.replace(r"\alpha J", "J"),), rf"{SAID} Let $u = \alpha f(\theta)$.", False),
        ((MOVES,), rf"{SAID} Let $u = \alpha g(\theta)$.", False),
        ((MOVES.replace("J(", "G("),), rf"{SAID} Let $u = \alpha f(\theta)$.", False),
        ((MOVES,), r"Let $u = \alpha f(\theta)$.", False),
        ((r"\dot u &= - K(\theta) (u - y)", r"u(t) - y &= e^{-K t} (u(0) - y)"), SAID, True),
        ((r"\dot u &= - K (u - y)", r"u(t) - y &= e^{K t} (u(0) - y)"), SAID, False),
        ((r"\dot u &= - K (u - y)", r"u(t) - y &= e^{-K t} (u(0) - c)"), SAID, False),
        ((r"u(t) - y &= e^{-K t} (u(0) - y)",), SAID, False),
    ],
)
def test_jacobians(displays: tuple[str, ...], prose: str, holds: bool, tmp_path: Path) -> None:
    assert (_last(tmp_path, *displays, prose=prose).status is Status.VERIFIED) is holds
