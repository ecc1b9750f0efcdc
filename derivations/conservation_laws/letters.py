"""Letters of the chapter on conservation laws, and the papers."""

from __future__ import annotations

from ...language.matrices import matrix
from ...language.sources import paper
from ...language.symbols import natural, positive, real, time

t = time()
n, m, k, d = natural("n m k d")
eta, gamma = positive("eta gamma")  # the step size, the weight decay
target = real("s")

U, V = matrix("U", n, k), matrix("V", m, k)  # two layers, whose product is U V^T
N = matrix("N", n, m)  # the derivative of the loss by that product

DECAY = paper("kunin-2021", "conservation laws broken by weight decay")
GEOMETRY = paper("kunin-2021", "geometric properties of the gradient and the Hessian")
DISCRETE = paper("kunin-2021", "conservation laws broken by steps of finite size")
EQUATION = paper("kunin-2021", "the exact dynamics of the norm")
NOETHER = paper("tanaka-2021", "Noether's learning dynamics")
ADAPTIVE = paper("tanaka-2021", "normalisation as an adaptive step size")
EQUILIBRIUM = paper("wan-2021", "the equilibrium of the norm")
ANGLE = paper("wan-2021", "the angular update at equilibrium")
BALANCED = paper("du-2018", "layers stay balanced")
LINEAR = paper("marcotte-2023", "the laws of two linear layers")
RECTIFIED = paper("marcotte-2023", "the laws of rectified units")
BRACKETS = paper("marcotte-2023", "the Lie algebra of the flow")
COUNT = paper("marcotte-2023", "the number of independent laws")
