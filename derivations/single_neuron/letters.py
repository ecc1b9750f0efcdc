"""Letters of the chapter on a single neuron, and the slides."""

from __future__ import annotations

from ...language.sources import kunin_slides
from ...language.symbols import families, index, natural, time, trajectories

NTK = kunin_slides("Neural Tangent Kernel")
MODEL = kunin_slides("Minimal model")
EXACT = kunin_slides("Exact solutions")
KERNEL = kunin_slides("NTK of the minimal model")
SADDLES = kunin_slides("Saddle-to-Saddle Dynamics")
FUNCTION = kunin_slides("A function space perspective")
SCALES = kunin_slides("Separation of timescales")
THEOREM = kunin_slides("Theorem 3.1")


t = time()
n, d = natural("n d")
m, m2 = index("m", n), index("m'", n)
i, j, k, l = index("i", d), index("j", d), index("k", d), index("l", d)  # noqa: E741 - a fourth index
X, y = families("X y")
w = families("w", t)
a = trajectories("a")
