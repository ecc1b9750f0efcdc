r"""Unconstrained features: neural collapse as the global minimum of two regularised factors.

Where a network is so flexible that its features are whatever is best, training is a problem of two factors, the last
layer and the features, with the weight decay of both.  What their norms are worth is an alignment of the outputs with
the labels; from that one bound follow the least values of the square loss and of cross-entropy, and how far from
neural collapse a larger value can be.  Both are solved here for every number of classes, dimensions and samples.

1. *The norms*, and the alignment they bound.  2. *The square loss*: orthogonal frames without bias, simplices with.
3. *Cross-entropy*, with weight decay or with bounded norms.  4. *Gradient flow*, and critical points.

Beside the four sources: papers cited by the names of their results.  Every line is derived here.  The weight decays are
the squares of lambda and mu.
"""

from __future__ import annotations

from ..chapters import Chapter
from . import cross_entropy, flow, letters, norms, square_loss

CHAPTER = Chapter(
    "unconstrained-features",
    sources=("mixon-2020", "zhu-2021", "tirer-2022", "fang-2021"),
    sections=(letters, norms, square_loss, cross_entropy, flow),
)
