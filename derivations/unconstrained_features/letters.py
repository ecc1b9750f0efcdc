"""Letters of the chapter on unconstrained features, and the papers."""

from __future__ import annotations

import sympy as sp

from ...language.sources import paper
from ...language.symbols import families, index, natural, positive, total

K, d, n = natural("K d n")  # classes, dimensions of a feature, samples of a class
k, l = index("k", K), index("l", K)  # noqa: E741 - the class of an output, the class of a sample
i, a = index("i", n), index("a", d)  # a sample of its class, an entry of a feature
w, h, b = families("w h b")  # layer w[k, a], features h[a, l, i] of sample i of class l, biases b[k]
decay, feature_decay = positive("lambda mu")  # the roots of the two weight decays
same = sp.KroneckerDelta(k, l)

ZHU = paper("zhu-2021", "the global minimisers of the regularised cross-entropy")
DUALITY = paper("zhu-2021", "critical points are balanced")
FRAME = paper("tirer-2022", "the global minimisers without bias")
SIMPLEX = paper("tirer-2022", "the global minimisers with bias")
EXTENDED = paper("tirer-2022", "the extended model")
PEELED = paper("fang-2021", "the layer-peeled model with balanced classes")
SPREADING = paper("mixon-2020", "gradient flow of unconstrained features")


def output(of: sp.Idx) -> sp.Expr:
    """The output for a class at sample i of class l, without the bias."""
    return total(w[of, a] * h[a, l, i], a)


of_class = total(h[a, l, i], i)  # n times the mean feature of class l
of_all = total(h[a, l, i], l, i)  # K n times the mean feature
weights, features = total(w[k, a] ** 2, k, a), total(h[a, l, i] ** 2, a, l, i)
norms = (decay**2 * weights + feature_decay**2 * features) / 2
