r"""Two-layer linear networks of any size: what is conserved, and how modes are learned.

The network is ``f(x) = x^T W_1 W_2`` with a hidden layer of any width (A.21), trained by gradient flow (A.22) on half
the mean squared error.  The chapter has three parts.

1. *The gradient*, entry by entry (A.23-A.25, A.27) and as matrices (A.26, A.28), derived from the loss.  It implies
   that ``W_1^T W_1 - W_2 W_2^T`` is conserved (A.29), for every distribution of inputs and labels.
2. *Aligned layers.*  With white inputs, the singular value decomposition ``E[x y^T] = U^T P V`` (A.30) and layers that
   start as ``W_1 = U^T A R``, ``W_2 = R^T A V``, the layers seen in the singular bases (A.32) obey closed equations
   (A.35, A.36) which keep them diagonal and equal.
3. *Modes.*  Each diagonal entry obeys ``d(alpha)/dt = -alpha^3 + rho alpha`` (A.38), so that the strength of a mode,
   ``alpha^2``, grows in a sigmoid (A.39, 3.15), and ``W_1 W_2 = U^T A^2 V`` at all times (A.40).

How the printed shapes are read.  (A.32) compares ``U W_1 R^T`` and ``R W_2 V^T`` with one diagonal matrix A, so these
are c x c: U is c x d with orthonormal rows (the thin decomposition), V is c x c, and the printed R, c x c, needs a
hidden layer of exactly p = c neurons.  Part 2 takes the printed lines in this reading, and then for a layer of any
width p >= c, where R is c x p with orthonormal rows; there some lines hold only because the initialisation lies in a
subspace that the flow does not leave, and that is proved.  With full orthogonal matrices U (d x d), R (p x p) and
V (c x c), (A.34) to (A.37) hold for any layers whatever; this reading is treated as well.
"""

from __future__ import annotations

from ..chapters import Chapter
from . import aligned_layers, gradient, modes, wide_layers

_UNCLAIMED = {
    "A.21": "the shapes of x, y, W_1, W_2: every statement on matrices here is checked against them",
    "A.22": "the definition of gradient flow: every flow here is derived from its loss by it",
    "A.30": "the definition of U, P, V; the hypothesis E[x y^T] = U^T P V of the claims on aligned layers",
    "A.32": "a notation, used in the claims on aligned layers",
}

CHAPTER = Chapter(
    "linear-networks",
    sources=(
        "thesis",
        "position-paper",
    ),
    sections=(
        gradient,
        aligned_layers,
        wide_layers,
        modes,
    ),
    coverage={
        "thesis": _UNCLAIMED,
        "position-paper": {str(int(label[2:]) + 19): said for label, said in _UNCLAIMED.items()},
    },
)
