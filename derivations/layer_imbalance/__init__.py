r"""Layer imbalance: when one layer is heavier than the other.

Position paper, section 6 and appendix G: the lambda-balanced condition (14), Definition G.1, Theorem G.2 with (69) and
(70), the kernel distance, funnel and anti-funnel networks.

The network is ``f(x) = x^T W_1 W_2`` with ``W_1`` of d x p and ``W_2`` of p x c, under *half* the mean square error, so
that ``lambda = W_2 W_2^T - W_1^T W_1`` is positive where the *later* layer is heavier: the paper's upstream
initialisation (its section 6.2: "heavier later layers"), and delta > 0 on the slides.

In the singular bases each mode has one entry w_1 of the first layer and one entry w_2 of the second, and follows the
gradient flow of ``(w_1 w_2 - rho)^2 / 2`` (linear-networks).  Its singular value ``s = w_1 w_2`` obeys

    ds/dt = sqrt(lambda^2 + 4 s^2) (rho - s),    lambda = w_2^2 - w_1^2,

whose solution the paper leaves to a reference.  The usual way to it, ``s = (lambda/2) sinh x``, divides by lambda.  The
one below does not: with ``Sigma = (w_1(0)^2 + w_2(0)^2)/2 = sqrt(lambda^2 + 4 s(0)^2)/2`` and
``R = sqrt(lambda^2 + 4 rho^2)/2`` the transition function of (69) is

    gamma = 1 - 4 R^2 e / (N D),    e = exp(-2 R t),
    N = (Sigma - s(0) + rho + R) (1 - e) + 2 R e,    D = (Sigma + s(0) - rho + R) (1 - e) + 2 R e,

for lambda of either sign and for lambda = 0.  (69) and (70) were recalled, not read: nothing is held against them.
"""

from __future__ import annotations

from ..chapters import Chapter
from . import aligned_layers, all_modes, balance, balanced_matrices, funnels, kernel_distance, letters, limits, one_mode

CHAPTER = Chapter(
    "layer-imbalance",
    sources=("position-paper",),
    sections=(
        letters,
        balance,
        one_mode,
        limits,
        kernel_distance,
        aligned_layers,
        all_modes,
        balanced_matrices,
        funnels,
    ),
    notation={
        "e": r"\mathcal{E}",
    },
)
