r"""Linear models: orthogonal features, the order in which they are learned, and what that prefers.

Thesis chapter 1 and appendices A.1 and A.2 up to (A.12); richness paper sections 2 and 3.3, appendices B and C;
position paper appendices C and D.1.  In order:

1. *Functions and inner products*, (1.1) to (1.7).
2. *The integral operator* of a feature map, (1.13) to (1.15), and the effective dimension (1.16).
3. *Gradient flow* in function space, (1.17) to (1.26): every eigenfunction is learned at its own rate.
4. *Eigenfunctions as features*, (1.27), (1.28), A.1, and their intensity, quality and utilisation, (1.29) to (1.32).
5. *Estimates from samples*, (1.33), (1.34), Algorithm 1; how near they are, after 6.
6. *Learnability*, (1.35), and *benign overfitting*, (1.36) to (1.39).
7. *The least norm*, A.2.
8. *The linear model of the position paper*, and layerwise linear models.

How printed things are read.  The loss (1.11) is half the mean square; flows follow (1.12) and keep its learning rate
eta, as a factor of the loss.  Functions are written in two ways.  As families: ``f[x]`` at the points of a sample
space of any finite size N, where x has probability ``q[x]``.  As matrices: a function is a column of N entries, each
times ``sqrt(q(x))``, so that ``<f|g> = f^T g`` and ``|f><g| = f g^T``; a feature map is the p x N matrix Phi with rows
``<Phi_k|``, and the operator (1.14) is ``T = Phi^T Phi``.  N is arbitrary, and no line uses that it is finite.
"""

from __future__ import annotations

from ...language.misprints import Misprint
from ...language.sources import richness_paper, thesis
from ..chapters import Chapter
from . import (
    benign_overfitting,
    eigenfunctions,
    estimates,
    function_space,
    functions,
    layerwise,
    learnability,
    least_norm,
    letters,
    operator,
    samples,
    theorems,
)

CHAPTER = Chapter(
    "linear-models",
    sources=(
        "thesis",
        "position-paper",
        "richness-paper",
    ),
    sections=(
        letters,
        functions,
        operator,
        function_space,
        eigenfunctions,
        samples,
        learnability,
        benign_overfitting,
        estimates,
        least_norm,
        layerwise,
        theorems,
    ),
    coverage={
        "thesis": {
            "1.6": "that the powers of s and u may be compared, which gives k! delta_jk for all j and k, is in a note",
            "1.2": "definition of the linear correlation of two random variables; (1.3) is the case of functions of x",
            "1.5": "definition of the function space: square-integrable under the Gaussian measure",
            "1.8": "definition of a training set without noise",
            "1.9": "definition of noisy labels; sigma stands for an independent draw at each sample, as in (1.38)",
            "1.37": "definition of a target in the first d features; its quality there is one",
            "1.38": "definition of noisy labels; sigma may be a variance or a deviation, and nothing uses which",
            "1.39": "definition of a target in the features d + 1 to 2d; linear-models/noise-fitting says how "
            "it is fitted",
            "Figure 1.1": "a sketch of linear-models/change-of-basis and of the intensities as squared lengths",
        },
    },
    misprints=[
        Misprint(
            richness_paper("Section C.1"),
            "the eigenfunctions are the orthonormal basis of the RKHS",
            "of the span of the features in L^2(q); in the RKHS the orthonormal basis is sqrt(rho_k) e_k",
            "the RKHS norm of e_k is 1/sqrt(rho_k); only the space as a set of functions is meant",
        ),
        Misprint(
            thesis("Figure 1.3"),
            printed="f(x) = sum_k^10 w_k sqrt(rho_k) sqrt(2) sin(2 pi k x)",
            meant="the sum runs to p = 2000",
            why="The same caption says p = 2000, and ten features could not interpolate a hundred samples.",
        ),
        Misprint(
            thesis("Figure 1.5"),
            printed="f(x) = sum_{k=1}^10 w_k sqrt(rho_k) sqrt(2) sin(2 pi k x)",
            meant="the sum runs to p = 2000",
            why="The same caption says p = 2000, and ten features could not interpolate a hundred samples.",
        ),
        Misprint(
            thesis("Section A.1"),
            printed="Because O O^T = I ... shows that O^T O = O O^T = I",
            meant="Because O^T O = I",
            why="(A.2) to (A.6) show that the columns are orthonormal, O^T O = I; for a square O the conclusion holds.",
        ),
        Misprint(
            thesis("Section 1.5.4"),
            printed="the eigenvalues [sqrt(rho_1), ..., sqrt(rho_p)]",
            meant="the square roots of the eigenvalues",
            why="The eigenvalues are the rho_k, as the next sentence says.",
        ),
        Misprint(
            thesis("Section 1.5.4"),
            printed="the left column eigenvectors u_k of phi",
            meant="the left singular vectors",
            why="phi is p x n, not square; its u_k are the eigenvectors of phi phi^T.",
        ),
        Misprint(
            thesis("1.34"),
            printed="a Riemannian sum",
            meant="an average over samples",
            why="The points are drawn from q, not laid out over the space; a sum over a grid would be a Riemann sum.",
        ),
        Misprint(
            thesis("1.22"),
            printed="in the second line, we used Eq. (1.11) and Eq. (1.12)",
            meant="(1.12) in the first line, (1.11) in the second",
            why="The learning rate and the gradient of the loss stand in (1.19) already.",
        ),
        Misprint(
            thesis("Section 1.6"),
            printed="two models, sharing the sample eigenfunctions",
            meant="sharing the same eigenfunctions",
            why="The sentence before says that the two models have identical eigenfunctions.",
        ),
        Misprint(
            thesis("Section 1.6.1"),
            printed="the reminiscent noise",
            meant="the remaining noise",
            why="What is left to fit is meant, 'the leftover discrepancy' below; also in figure 1.3 and in 1.6.2.",
        ),
    ],
)
