r"""Eigenvectors, extreme eigenvalues and solutions, as words say of them, and functions of matrices at eigenvectors."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Line, Status
from layerproof.tools.latex_lines.page.eigenvectors_said import of_eigenvectors

from . import papers

LETTERS = r"""
symbols: t time; K constant symmetric matrix n x n; G constant matrix n x n; u, v, w, w^{*} vector n
symbols: y constant vector n; z vector m; \lambda, \mu, \rho real number; \sigma, a, \eta positive number
symbols: X matrix m x n; S matrix n x n; k nonnegative integer number; N natural number
"""
OF_K = r"Let $v$ be an eigenvector of $K$ with eigenvalue $\lambda$."
OF_S = r"Let $v$ be an eigenvector of $S$ with eigenvalue $\sigma > 0$."
LEFT = r"Let $v$ be a left eigenvector of $G$ with eigenvalue $\lambda$."
GRAM = r"Let $S = \frac{1}{N} X^\top X$."
ESTIMATE = r"w &= (S + a I)^{-1} S w^*"
SHRUNK = r"v^\top w &= \frac{\sigma}{\sigma + a} v^\top w^*"
ALONG = r"v^\top (u - y) &= e^{-\lambda t} v^\top (u(0) - y)"
KERNEL = r"u(t) - y &= e^{-K t} (u(0) - y)"


def _last(tmp_path: Path, *displays: str, prose: str = "") -> Line:
    return papers.lines(tmp_path, *displays, letters=LETTERS, prose=prose, budget=5, mending=False)[-1]


@pytest.mark.parametrize(
    ("sentence", "formulas", "found"),
    [
        ("Let $ be an eigenvector of $ with eigenvalue $", ["v", "K", r"\sigma > 0"], [r"(K) v = \sigma v"]),
        ("each unit eigenvector $ of $ with eigenvalue $", ["v", "K", r"\mu"], [r"(K) v = \mu v", r"(v)^\top v = 1"]),
        ("$ are the eigenvectors of $ with eigenvalues $", ["v_i", "K", r"\mu_i"], [r"(K) v_{i} = \mu_{i} v_{i}"]),
        ("Let $ be a left eigenvector of $ with eigenvalue $", ["v", "K", "s"], [r"(v)^\top (K) = s (v)^\top"]),
        ("for an eigenvalue $ of $ with eigenvector $", ["s", "K", "v"], ["(K) v = s v"]),
        ("where $ is the smallest eigenvalue of $", [r"\lambda_{\min}", "K"], [r"\lambda_{\min} = \lambda_{\min}(K)"]),
        ("Let $ be the largest eigenvalue of the matrix $", ["L", "H"], [r"L = \lambda_{\max}(H)"]),
        ("Let $ be a solution of $", ["w^*", "X w^* = y"], ["X w^* = y"]),
        ("Let $ satisfy the normal equations $", ["w", r"X^\top X w = X^\top y"], [r"X^\top X w = X^\top y"]),
        ("Let $ be the solution of $", ["w^*", r"\min_w \|X w - y\|^2"], []),
        ("Let $ be the solution of $", ["w^*", r"\min_w X w^* = y"], []),
        ("Let $ be a solution of $", ["w^*", "X v = y"], []),
        ("Let $ be a solution of $", ["x", "f(x) = c x"], []),  # it says nothing of f elsewhere
        ("If $ is a solution of $", ["w^*", "X w^* = y"], []),
        ("Let $ be a generalized eigenvector of $ with eigenvalue $", ["v", "K", "s"], []),
        ("$ is not an eigenvector of $ with eigenvalue $", ["v", "K", "s"], []),
        ("where $ is the smallest nonzero eigenvalue of $", ["m", "K"], []),
        ("where $ is the smallest singular value of $", ["m", "K"], []),
    ],
)  # fmt: skip
def test_what_a_sentence_gives(sentence: str, formulas: list[str], found: list[str]) -> None:
    marked = sentence
    for k in range(len(formulas)):
        marked = marked.replace("$", f"\x01{k}\x01", 1)
    assert [one for _, one in of_eigenvectors(marked, list(enumerate(formulas)))] == found


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    ("prose", "displays", "holds"),
    [
        (OF_K, (r"v^\top e^{-\eta K t} u &= e^{-\eta \lambda t} v^\top u",), True),
        (OF_K, (r"v^\top e^{-\eta K t} u &= e^{-\lambda t} v^\top u",), False),
        (OF_K, (r"e^{-K t} v &= e^{\lambda t} v",), False),
        (OF_K, (r"u^\top e^{-K t} &= e^{-\lambda t} u^\top",), False),
        (OF_K, (r"(I - \eta K)^k v &= (1 - \eta \lambda)^k v",), True),
        (OF_K, (r"(I - \eta K)^k v &= (1 + \eta \lambda)^k v",), False),
        (OF_K, (r"(K + \rho I)^{-1} v &= \frac{1}{\lambda + \rho} v",), False),  # that may be 0
        (LEFT, (r"v^\top e^{-G t} &= e^{-\lambda t} v^\top",), True),
        (LEFT, (r"e^{-G t} v &= e^{-\lambda t} v",), False),
        (LEFT.replace("left ", ""), (r"v^\top e^{-G t} &= e^{-\lambda t} v^\top",), False),
        (f"{GRAM} {OF_S}", (ESTIMATE, SHRUNK), True),
        (f"{GRAM} {OF_S}", (ESTIMATE, SHRUNK.replace(r"{\sigma}", "{a}")), False),
        (OF_S, (ESTIMATE, SHRUNK), False),  # not said to be symmetric
        (r"Let $v$ be an eigenvector, $K v = \lambda v$.", (KERNEL, ALONG), True),
        (OF_K, (KERNEL, r"v^\top (u - y) &= e^{-\lambda t} v^\top (u(0) + y)"), False),
        (r"Let $\mu$ be the smallest eigenvalue of $K$.", (r"a &= -(u-y)^\top K (u-y) \\ &\le -\mu \|u-y\|^2",), True),
        (r"Let $\mu$ be the largest eigenvalue of $K$.", (r"a &= -(u-y)^\top K (u-y) \\ &\le -\mu \|u-y\|^2",), False),
        (r"Let $\mu$ be the smallest eigenvalue of $G$.", (r"a &= -(u-y)^\top G (u-y) \\ &\le -\mu \|u-y\|^2",), False),
        (r"Let $w^*$ be a solution of $X w^* = z$. Then", (r"X^\top z &= X^\top X w^*",), True),
        (r"Let $w^*$ be a solution of $\min_w \|X w - z\|^2$. Then", (r"X^\top z &= X^\top X w^*",), False),
    ],
)  # fmt: skip
def test_a_paper_uses_it(prose: str, displays: tuple[str, ...], holds: bool, tmp_path: Path) -> None:
    assert (_last(tmp_path, *displays, prose=prose).status is Status.VERIFIED) is holds
