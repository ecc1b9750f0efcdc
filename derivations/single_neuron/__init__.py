"""A single linear neuron: the minimal model between lazy and rich.

Slides "Neural Tangent Kernel" to "Theorem 3.1" of the talk.  The network is ``f(x) = a w^T x`` with one outer weight a
and d inner weights w, trained by gradient flow on ``L = |y - X w a|^2 / 2``, half the *sum* of squares over n samples,
the rows of X.  Everything is stated for any n and d and any X, unless a claim says otherwise.

1. *The kernel and the model*: the kernel of the network, its flow, and what it conserves: ``delta = a^2 - |w|^2``.
2. *Function space*: ``beta = a w`` follows ``d beta/dt = -M (X^T X beta - X^T y)`` with a matrix M that depends on beta
   and delta only.  With ``D = sqrt(delta^2 + 4 |beta|^2)``,
   ``M = (D + delta)/2 I + (D - delta)/2 beta beta^T / |beta|^2``.
3. *Time scales*: the norm of beta moves at the rate D, its direction at ``(D + delta)/(2 |beta|)``.
4. *Exact solutions* for white inputs, ``X^T X = I``, for every initialisation, and where they end.
5. *Theorem 3.1*: which of the interpolating solutions is reached; as a theorem, that it is the only minimiser.
6. *Deep linear networks* at wide random initialisations: close to a saddle or close to a minimum.

The display for M is lost from the slide; its three limits, which are printed, fix it.
"""

from __future__ import annotations

from ...language.misprints import Misprint
from ..chapters import Chapter
from . import (
    deep_networks,
    function_space,
    kernel,
    letters,
    theorems,
    time_scales,
    where_they_end,
    which_solution,
    white_inputs,
)
from .letters import MODEL, SCALES

CHAPTER = Chapter(
    "single-neuron",
    sources=("kunin-slides",),
    sections=(
        letters,
        kernel,
        function_space,
        time_scales,
        white_inputs,
        where_they_end,
        which_solution,
        deep_networks,
        theorems,
    ),
    coverage={
        "kunin-slides": {
            "Saddle-to-Saddle Dynamics": "that training visits saddles of increasing rank, a conjecture",
        },
    },
    misprints=[
        Misprint(
            MODEL,
            "L = 1/2 |y - a w^T X^T|^2 beside X^T y in the flow",
            "y^T - a w^T X^T, or y - X w a",
            "In the loss y is a row, in the flow a column; the flow is right with y a column.",
        ),
        Misprint(
            SCALES,
            "M = sqrt(eta_a eta_w) |beta| (I + ...) for delta = 0",
            "|beta| (I + ...), or the learning rates eta_a, eta_w on every line",
            "No other line of the slides has learning rates; they are one elsewhere, as in the two other limits of M.",
        ),
    ],
)
