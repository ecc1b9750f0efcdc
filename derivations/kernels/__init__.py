r"""Kernels: ridge regression, what is learned of each eigenfunction, and the kernels of rectified units.

Kernel regression is linear regression on features, and most of what is said of it is algebra: the two forms of the
solution, an error that leaves one sample out, the sum of the learnabilities, early stopping against ridge.  Kernels of
rectified units are Gaussian averages with a closed form, the arc-cosine kernels, and make the tangent kernel of one
hidden layer.  Estimates for many samples are cited, not proved.

Beside the four sources: papers cited by the names of their results.  Every line is derived here.
"""

from __future__ import annotations

from ..chapters import Chapter
from . import (
    arc_cosine,
    determinants,
    features,
    gaussian_samples,
    learnability,
    leave_one_out,
    letters,
    ridge,
    stopping,
    tangent_kernel,
)

CHAPTER = Chapter(
    "kernels",
    sources=(
        "golub-1979",
        "simon-2023",
        "cho-2009",
        "jacot-2018",
        "bietti-2019",
        "ali-2019",
        "rahimi-2007",
        "williams-2001",
        "rosen-1988",
        "marchenko-1967",
    ),
    sections=(
        letters,
        ridge,
        leave_one_out,
        learnability,
        arc_cosine,
        tangent_kernel,
        stopping,
        features,
        determinants,
        gaussian_samples,
    ),
)
