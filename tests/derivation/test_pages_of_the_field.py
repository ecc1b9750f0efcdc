r"""Pages as the field writes them, with the declarations that are proposed, none of them corrected.

Neural collapse, tangent kernels, diagonal networks, skills with power laws: what is derived on each is VERIFIED, and a
slip in it is not.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_file, run
from layerproof.tools.latex_lines.page.turns import fresh

from . import papers
from .test_asserted import cut

COLLAPSE = r"""
Let $W \in \mathbb{R}^{K \times d}$, $H \in \mathbb{R}^{d \times N}$ and $Y \in \mathbb{R}^{K \times N}$. We study
\begin{equation}
 f(W, H) = \frac{1}{2N} \|W H - Y\|_F^2 + \frac{\lambda_W}{2} \|W\|_F^2 + \frac{\lambda_H}{2} \|H\|_F^2 .
\end{equation}
The gradients of $f$ are
\begin{align}
 \nabla_{W} f(W, H) &= \frac{1}{N} (W H - Y) H^\top + \lambda_W W, \\
 \nabla_{H} f(W, H) &= \frac{1}{N} W^\top (W H - Y) + \lambda_H H.
\end{align}
\begin{lemma} Let $(W, H)$ be a critical point of $f$. Then $\lambda_W W^\top W = \lambda_H H H^\top$. \end{lemma}
\begin{proof}
Subtracting, $\lambda_W W^\top W = \lambda_H H H^\top$. Hence
\begin{align}
 \lambda_W \|W\|_F^2 &= \lambda_W \operatorname{tr}(W^\top W) \\
 &= \lambda_H \operatorname{tr}(H H^\top) \\
 &= \lambda_H \|H\|_F^2.
\end{align}
\end{proof}
Let $M = \mathbf{I}_K - \frac{1}{K} \mathbf{1}_K \mathbf{1}_K^\top$. Then
\begin{align}
 M^2 &= \mathbf{I}_K - \frac{2}{K} \mathbf{1}_K \mathbf{1}_K^\top
 + \frac{1}{K^2} \mathbf{1}_K \mathbf{1}_K^\top \mathbf{1}_K \mathbf{1}_K^\top \\ &= M.
\end{align}
"""
KERNEL = r"""
Let $f(x; \theta)$ be a network with parameters $\theta \in \mathbb{R}^p$. We train by gradient flow on
\begin{equation}
 L(\theta) = \frac{1}{2} \sum_{i=1}^n (f(x_i; \theta) - y_i)^2 .
\end{equation}
Then
\begin{align}
 \nabla L(\theta) &= \sum_{i=1}^n (f(x_i; \theta) - y_i) \nabla_\theta f(x_i; \theta).
\end{align}
Let $u \in \mathbb{R}^n$ be the vector of outputs and let $K \in \mathbb{R}^{n \times n}$ be the kernel. Then
$\dot u = - K (u - z)$ and
\begin{align}
 \frac{d}{dt} \frac{1}{2} \| u - z \|^2 &= (u - z)^\top \dot u \\
 &= - (u - z)^\top K (u - z) \\
 &\le - \lambda_{\min}(K) \| u - z \|^2 .
\end{align}
"""
DIAGONAL = r"""
We consider the diagonal linear network $\beta = u \odot u - v \odot v$ with $u, v \in \mathbb{R}^d$, trained by
gradient flow on $L(\beta) = \frac{1}{2n} \|X \beta - y\|^2$ with $X \in \mathbb{R}^{n \times d}$ and
$y \in \mathbb{R}^n$. Then
\begin{align}
 \nabla L(\beta) &= \frac{1}{n} X^\top (X \beta - y), \\
 \dot u &= - 2 u \odot \nabla L(\beta), \qquad \dot v = 2 v \odot \nabla L(\beta).
\end{align}
Hence
\begin{align}
\dot \beta &= 2 u \odot \dot u - 2 v \odot \dot v \\
 &= - 4 (u \odot u + v \odot v) \odot \nabla L(\beta).
\end{align}
The product is conserved, since
\begin{align}
\frac{d}{dt} (u \odot v) &= \dot u \odot v + u \odot \dot v \\
&= - 2 u \odot v \odot \nabla L(\beta) + 2 u \odot v \odot \nabla L(\beta).
\end{align}
"""
SKILLS = r"""
The skills have frequencies $p_k = \frac{k^{-(1+\alpha)}}{Z}$ with $\alpha > 0$, and strengths $R_k$ that obey
\begin{align}
\dot R_k &= 2 p_k R_k (S - R_k), \quad R_k(0) = r .
\end{align}
The solution is
\begin{align}
 R_k(t) &= \frac{S}{1 + \left(\frac{S}{r} - 1\right) e^{-2 p_k S t}}.
\end{align}
Half of $S$ is reached at
\begin{align}
 t_k &= \frac{1}{2 p_k S} \log\left(\frac{S}{r} - 1\right) \\
 &= \frac{Z k^{1+\alpha}}{2 S} \log\left(\frac{S}{r} - 1\right).
\end{align}
"""
LAYERS = r"""
Consider a linear network of depth $N$ with weights $W_j \in \mathbb{R}^{d_j \times d_{j-1}}$ for $j = 1, \dots, N$, and
let $W = W_N W_{N-1} \cdots W_1$ be the end-to-end matrix. Let $\ell : \mathbb{R}^{d_N \times d_0} \to \mathbb{R}$ be
differentiable and let the weights follow gradient flow on $\ell(W_N \cdots W_1)$, that is,
\begin{equation}
\dot W_j = - W_{j+1}^\top \cdots W_N^\top \nabla \ell(W) W_1^\top \cdots W_{j-1}^\top, \qquad j = 1, \dots, N.
\label{eq:flow}
\end{equation}
\begin{lemma}
The matrices $W_{j+1}^\top W_{j+1} - W_j W_j^\top$ are conserved.
\end{lemma}
\begin{proof}
By \eqref{eq:flow},
\begin{align}
W_{j+1}^\top \dot W_{j+1} &= - W_{j+1}^\top W_{j+2}^\top \cdots W_N^\top \nabla \ell(W) W_1^\top \cdots W_j^\top \\
&= \dot W_j W_j^\top.
\end{align}
Hence
\begin{align}
\frac{d}{dt} \left( W_{j+1}^\top W_{j+1} \right) &= \dot W_{j+1}^\top W_{j+1} + W_{j+1}^\top \dot W_{j+1} \\
&= W_j \dot W_j^\top + \dot W_j W_j^\top \\
&= \frac{d}{dt} \left( W_j W_j^\top \right).
\end{align}
\end{proof}
For $N = 2$ the flow reads
\begin{align}
\dot W_1 &= - W_2^\top \nabla \ell(W), \qquad \dot W_2 = - \nabla \ell(W) W_1^\top,
\end{align}
and the product obeys
\begin{align}
\dot W &= \dot W_2 W_1 + W_2 \dot W_1 \\
&= - \nabla \ell(W) W_1^\top W_1 - W_2 W_2^\top \nabla \ell(W).
\end{align}
Hence the loss decreases,
\begin{align}
\frac{d}{dt} \ell(W) &= \operatorname{tr}\left( \nabla \ell(W)^\top \dot W \right) \\
&= - \operatorname{tr}( \nabla \ell(W)^\top \nabla \ell(W) W_1^\top W_1)
- \operatorname{tr}( \nabla \ell(W)^\top W_2 W_2^\top \nabla \ell(W)) \\
&= - \| \nabla \ell(W) W_1^\top \|_F^2 - \| W_2^\top \nabla \ell(W) \|_F^2 \\
&\le 0.
\end{align}
If the weights are balanced, $W_2^\top W_2 = W_1 W_1^\top$, then
\begin{align}
W^\top W &= W_1^\top W_2^\top W_2 W_1 \\
&= W_1^\top W_1 W_1^\top W_1 \\
&= (W_1^\top W_1)^2.
\end{align}
"""
STEPS = r"""
Let $L : \mathbb{R}^p \to \mathbb{R}$ be smooth, and consider gradient descent
$\theta_{k+1} = \theta_k - \eta \nabla L(\theta_k)$. Let
\begin{equation}
\tilde L(\theta) = L(\theta) + \frac{\eta}{4} \| \nabla L(\theta) \|^2.
\end{equation}
Its gradient is
\begin{align}
\nabla \tilde L(\theta) &= \nabla L(\theta) + \frac{\eta}{2} \nabla^2 L(\theta) \nabla L(\theta) \\
&= \left( I + \frac{\eta}{2} \nabla^2 L(\theta) \right) \nabla L(\theta).
\end{align}
Along $\dot \theta = - \nabla L(\theta)$,
\begin{align}
\ddot \theta &= - \nabla^2 L(\theta) \dot \theta \\
&= \nabla^2 L(\theta) \nabla L(\theta),
\end{align}
and
\begin{align}
\frac{d}{dt} L(\theta) &= \nabla L(\theta)^\top \dot \theta \\
&= - \| \nabla L(\theta) \|^2.
\end{align}
For a quadratic loss $L(\theta) = \frac12 \theta^\top H \theta$ with $H$ symmetric,
\begin{align}
\theta_{k+1} &= \theta_k - \eta H \theta_k \\
&= (I - \eta H) \theta_k,
\end{align}
and
\begin{align}
L(\theta_{k+1}) &= \frac12 \theta_k^\top (I - \eta H) H (I - \eta H) \theta_k \\
&= L(\theta_k) - \eta \theta_k^\top H^2 \theta_k + \frac{\eta^2}{2} \theta_k^\top H^3 \theta_k.
\end{align}
"""
NEURONS = r"""
Consider $f(x) = \sum_{j=1}^m a_j \sigma(w_j^\top x)$ with $a_j \in \mathbb{R}$, $w_j \in \mathbb{R}^d$, and
$\sigma(z) = \max(z, 0)$. Let $\ell_i$ be the residual of sample $i$, $\ell_i = f(x_i) - y_i$.
Gradient flow on $\frac12 \sum_{i=1}^n \ell_i^2$ reads
\begin{align}
\dot a_j &= - \sum_{i=1}^n \ell_i \sigma(w_j^\top x_i), \\
\dot w_j &= - \sum_{i=1}^n \ell_i a_j \sigma'(w_j^\top x_i) x_i.
\end{align}
Since $\sigma'(z) z = \sigma(z)$,
\begin{align}
w_j^\top \dot w_j &= - \sum_{i=1}^n \ell_i a_j \sigma'(w_j^\top x_i) w_j^\top x_i \\
&= - \sum_{i=1}^n \ell_i a_j \sigma(w_j^\top x_i) \\
&= a_j \dot a_j .
\end{align}
Hence
\begin{align}
\frac{d}{dt} \left( a_j^2 - \| w_j \|^2 \right) &= 2 a_j \dot a_j - 2 w_j^\top \dot w_j \\
&= 0.
\end{align}
"""
HOMOGENEOUS = r"""
Let $f(x; \theta)$ be $L$-homogeneous in $\theta \in \mathbb{R}^p$, so that
$\theta^\top \nabla_\theta f(x; \theta) = L f(x; \theta)$. We train with the exponential loss
\begin{equation}
\mathcal{L}(\theta) = \sum_{i=1}^n e^{- y_i f(x_i; \theta)}
\end{equation}
by gradient flow $\dot \theta = - \nabla \mathcal{L}(\theta)$. Then
\begin{align}
\nabla \mathcal{L}(\theta) &= - \sum_{i=1}^n e^{- y_i f(x_i; \theta)} y_i \nabla_\theta f(x_i; \theta),
\end{align}
and the norm grows by
\begin{align}
\frac{d}{dt} \frac12 \| \theta \|^2 &= \theta^\top \dot \theta \\
&= \sum_{i=1}^n e^{- y_i f(x_i; \theta)} y_i \theta^\top \nabla_\theta f(x_i; \theta) \\
&= L \sum_{i=1}^n e^{- y_i f(x_i; \theta)} y_i f(x_i; \theta).
\end{align}
The loss decreases:
\begin{align}
\frac{d}{dt} \mathcal{L}(\theta) &= \nabla \mathcal{L}(\theta)^\top \dot \theta \\
&= - \| \nabla \mathcal{L}(\theta) \|^2.
\end{align}
Let $\rho = \| \theta \|$ and $\hat \theta = \theta / \rho$. Then
\begin{align}
\dot \rho &= \frac{\theta^\top \dot \theta}{\rho} \\
&= \hat \theta^\top \dot \theta .
\end{align}
"""
PAGES = {
    "collapse": COLLAPSE,
    "kernel": KERNEL,
    "diagonal": DIAGONAL,
    "layers": LAYERS,
    "steps": STEPS,
    "neurons": NEURONS,
    "homogeneous": HOMOGENEOUS,
    "skills": SKILLS,
}
DERIVED = {
    "collapse": 7,
    "kernel": 4,
    "diagonal": 5,
    "layers": 12,
    "steps": 6,
    "neurons": 4,
    "homogeneous": 7,
    "skills": 2,
}


def judged(folder: Path, page: str) -> list[Status]:
    """The lines of a page under what is proposed for it, every guess taken."""
    paper = folder / "paper.tex"
    paper.write_text(rf"\documentclass{{article}}\begin{{document}}{page}\end{{document}}")
    papers.accepted(paper)
    return [line.status for line in run(read_file(paper), limiting=Limiting(budget=5)).lines]


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    "name", [*list(PAGES)[:5], *(pytest.param(n, marks=pytest.mark.slow) for n in list(PAGES)[5:])]
)
def test_what_is_derived_is_verified(name: str, tmp_path: Path) -> None:
    found = judged(tmp_path, PAGES[name])
    assert set(found) <= {Status.VERIFIED, Status.STATED}
    assert found.count(Status.VERIFIED) == DERIVED[name]


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("collapse", r"(W H - Y) H^\top + \lambda_W W", r"(W H - Y) H^\top + \lambda_H W"),
        ("collapse", r"&= \lambda_H \|H\|_F^2", r"&= \lambda_W \|H\|_F^2"),
        ("kernel", r"(f(x_i; \theta) - y_i) \nabla_\theta", r"(y_i - f(x_i; \theta)) \nabla_\theta"),
        ("kernel", r"&\le - \lambda_{\min}(K)", r"&\le - \lambda_{\max}(K)"),
        pytest.param(
            "diagonal", r"- 4 (u \odot u + v \odot v)", r"- 4 (u \odot u - v \odot v)", marks=pytest.mark.slow
        ),
        pytest.param(
            "diagonal",
            r"+ 2 u \odot v \odot \nabla L(\beta).",
            r"- 2 u \odot v \odot \nabla L(\beta).",
            marks=pytest.mark.slow,
        ),
        ("layers", r"&= \dot W_j W_j^\top.", r"&= W_j \dot W_j^\top."),
        pytest.param("layers", r"&= \dot W_j W_j^\top.", r"&= - \dot W_j W_j^\top.", marks=pytest.mark.slow),
        pytest.param("layers", r"\cdots W_{j-1}^\top, \qquad j", r"\cdots W_j^\top, \qquad j", marks=pytest.mark.slow),
        ("layers", r"- W_2 W_2^\top \nabla \ell(W).", r"- W_2^\top W_2 \nabla \ell(W)."),
        pytest.param(
            "layers", r"$W_2^\top W_2 = W_1 W_1^\top$", r"$W_2^\top W_2 = W_1^\top W_1$", marks=pytest.mark.slow
        ),
        ("layers", r"For $N = 2$ the flow reads", r"For $N = 2$ one might think that the flow reads"),
        ("steps", r"Along $\dot \theta = - \nabla", r"Along $\dot \theta = \nabla"),
        pytest.param("steps", r"Along $\dot \theta = - \nabla L(\theta)$,", r"Note that", marks=pytest.mark.slow),
        pytest.param("steps", r"{2} \theta_k^\top H^3", r"{3} \theta_k^\top H^3", marks=pytest.mark.slow),
        ("steps", r"$L(\theta) = \frac12 \theta^\top H \theta$", r"$L(\theta) = \theta^\top H \theta$"),
        pytest.param("neurons", r"$\sigma'(z) z = \sigma(z)$", r"$\sigma'(z) z = \sigma(z)^2$", marks=pytest.mark.slow),
        pytest.param("neurons", r"&= a_j \dot a_j .", r"&= - a_j \dot a_j .", marks=pytest.mark.slow),
        pytest.param("homogeneous", r"= L f(x; \theta)$", r"= f(x; \theta)$", marks=pytest.mark.slow),
        pytest.param("skills", r"e^{-2 p_k S t}", r"e^{-p_k S t}", marks=pytest.mark.slow),
        pytest.param("skills", r"k^{1+\alpha}", r"k^{1-\alpha}", marks=pytest.mark.slow),
    ],
)
def test_a_slip_costs_its_line_the_tick(name: str, right: str, wrong: str, tmp_path: Path) -> None:
    assert PAGES[name].count(right) == 1
    found = judged(tmp_path, PAGES[name].replace(right, wrong))
    assert found.count(Status.VERIFIED) < DERIVED[name]


def test_a_letter_is_said_anew_where_its_sentence_begins() -> None:
    display = "\\begin{align} a &= b \\end{align}"
    text, found = cut(f"We have\n{display}\nLet $x$ be any point. Then\n{display}\n")
    ((place, formulas),) = fresh(text, found)
    assert formulas == ("x",)
    first = found[0][1]
    assert first.start + len(first.body) <= place <= text.index("Let")
