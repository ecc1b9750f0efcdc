"""Letters of the chapter on kernels, and the papers."""

from __future__ import annotations

import sympy as sp

from ...language.sources import paper
from ...language.symbols import natural, positive, real, time

t = time()
n, d, m = natural("n d m")  # samples, features, landmarks or random features
ridge = positive("l")  # the ridge parameter
angle = real("theta")  # between two inputs
BETWEEN = [angle > 0, angle < sp.pi]  # the angle of two inputs in different directions, and not opposite

RIDGE = paper("golub-1979", "ridge regression")
LEAVE_ONE_OUT = paper("golub-1979", "the error that leaves one sample out")
GCV = paper("golub-1979", "generalized cross-validation")
CONSERVATION = paper("simon-2023", "the conservation law of learnability")
EIGENFRAMEWORK = paper("simon-2023", "the eigenframework: learnabilities, kappa and the test error")
ARC_COSINE = paper("cho-2009", "the arc-cosine kernels")
TANGENT = [
    paper("jacot-2018", "the neural tangent kernel"),
    paper("bietti-2019", "the tangent kernel of two layers of rectified units"),
]
STOPPING = paper("ali-2019", "early stopping and ridge regression, side by side")
FEATURES = paper("rahimi-2007", "random Fourier features")
NYSTROM = paper("williams-2001", "the Nyström approximation")
ROSEN = paper("rosen-1988", "moments of Wishart matrices and of their inverses")
MARCHENKO = paper("marchenko-1967", "the equation of the mean resolvent")
