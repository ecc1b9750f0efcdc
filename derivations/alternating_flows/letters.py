"""Letters of the chapter on alternating flows, and the slides."""

from __future__ import annotations

from typing import Any, TypeAlias

from ...language.sources import kunin_slides
from ...language.symbols import families, index, natural, positive, real, time

Matrix: TypeAlias = Any  # a matrix expression; SymPy carries no types

FRAMEWORK = kunin_slides("Alternating Gradient Flows")
UTILITY = kunin_slides("Utility")
JUMP = kunin_slides("Jump time")
COST = kunin_slides("Cost minimization")
LINEAR = kunin_slides("AGF for linear networks")
GREEDY = kunin_slides("Greedy Low-Rank Learning")
DIAGONAL = kunin_slides("AGF for diagonal linear networks")
SADDLES = kunin_slides("Saddle-to-saddle algorithm")
MODULAR = kunin_slides("Modular addition")
THEOREM = kunin_slides("Theorem 6.2")
SIX = kunin_slides("Fewer than six neurons")


t = time()

# A neuron with one output, at one sample: f_i(x; theta_i) = a_i sigma(w_i^T x) with theta_i = (w_i, a_i), and, where
# it must be spelled out, sigma(z) = z^(kappa - 1) on the side z > 0 (on the other, a ReLU's neuron is zero throughout).

kappa, alpha, epsilon = positive("kappa alpha epsilon")
d, H = natural("d H")
k, l = index("k", d), index("l", d)  # noqa: E741 - a second index of inputs
i, j = index("i", H), index("j", H)
x = families("x")
r, y = real("r y")  # the residual and the label at the sample
AT_SAMPLE = "Stated for one sample, inside the expectation, which is linear in it."
POSITIVE_SIDE = "$sigma(z) = z^(kappa-1)$, at a sample with $z = w^T x > 0$."

a_c, sigma_c = families("a sigma")  # output weights, and activations sigma(z_i)
