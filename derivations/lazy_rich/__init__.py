r"""Lazy and rich dynamics: the scalar linear network, solved.

Thesis chapter 6, (6.1) to (6.14), and the position paper's appendix I, whose proof of the general solution, equations
78 to 98, is followed line by line (their forms were restored, see the sources of the claims).

The network ``f(x) = (x/Z) sum_i a_i b_i`` of width p learns ``f*(x) = S x``, S > 0, under the loss (3.2), *half* the
mean square error: ``L = E[x^2] (theta - S)^2 / 2`` with ``theta = (1/Z) sum_i a_i b_i``.  Sections 6.2 and 6.3 carry
no ``E[x^2]``, that is, they measure time in units where it is one; so do the claims below unless they say otherwise.
Z is positive.
"""

from __future__ import annotations

from ...language.misprints import Misprint
from ...language.sources import thesis
from ..chapters import Chapter
from . import clock, general_solution, greedy, lazy_or_rich, letters, modes

CHAPTER = Chapter(
    "lazy-rich",
    sources=(
        "thesis",
        "position-paper",
    ),
    sections=(
        letters,
        modes,
        greedy,
        clock,
        general_solution,
        lazy_or_rich,
    ),
    notation={
        "a_0": r"a_{#}(0)",
        "b_0": r"b_{#}(0)",
        "S_0": r"\mathcal{S}_{0}",
        "m": r"\mathbf{E}[x^{2}]",
        "e": r"\mathcal{E}",
        "Delta theta": r"\Delta\theta",
        "Delta theta_0": r"\Delta\theta(0)",
        "da_+/dt": r"\dot{a}_{j,+}",
        "d(1/root)/dt": r"\frac{\mathrm{d}}{\mathrm{d} t} \left(\frac{1}{\sqrt{\sum_{i=1}^{n_{+}} a_{i,+}^{2}}}\right)",
    },
    coverage={
        "thesis": {
            "Figure 6.1": "an illustration of two classifications of regimes; thesis-6.1 draws what can be computed",
            "Figure 6.2": "an illustration of aligned and anti-aligned modes: lazy-rich/aligned-growth and "
            "lazy-rich/anti-aligned-decay",
            "Figure 6.4": "a transformer before and after it generalises",
            "Figure 6.5": "the effect of the settings of Table 6.1 on the toy model: general-solutions/table-values",
            "6.13": "definition of S_0 and Sigma_0, a hypothesis of lazy-rich/general-solution and "
            "lazy-rich/theta-by-clock",
        },
        "position-paper": {
            "15": "as thesis 6.1",
            "20": "as thesis 6.13",
            "Section G.3": "that smaller embeddings shorten a transformer's grokking is an experiment",
            "71": "as thesis 6.1",
            "72": "definition of the loss, half the mean square; every flow here is derived from it",
            "76": "as thesis 6.13",
            "80": "definition of the clock gamma, used by lazy-rich/gamma-rate",
            "89": "as thesis 6.13",
        },
    },
    misprints=[
        Misprint(
            thesis("Section 6.3.1"),
            "where we used ... Sigma_0 >= 0 and Sigma_0 >= S_0",
            "where we used Sigma_0 >= |S_0|",
            "the root is at least S only if Sigma_0 >= -S_0 as well: Sigma_0 = 1, S_0 = -3, S = 3 meet the "
            "stated reasons",
        ),
        Misprint(
            thesis("Section 6.2.1"),
            "theta(0), Delta theta << S",
            "theta(0), Delta theta(0) << S",
            "Delta theta grows with theta and ends above S (lazy-rich/difference-ends-above-target)",
        ),
        Misprint(
            thesis("Figure 6.2"),
            "modes (a_i b_i x_i in Eq. (6.1))",
            "modes (a_i b_i x in Eq. (6.1))",
            "the network (6.1) has one scalar input",
        ),
    ],
)
