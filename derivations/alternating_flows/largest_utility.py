"""5d. Why nothing does better than cosines."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Inequality
from ...language.symbols import nonnegative
from .cosines import summed_value
from .letters import THEOREM
from .modular_addition import h, p

# In Fourier space the summed utility is at most (2/p) h^3 sum_k |u^||v^||w^|, h the largest |x^[k]|; for odd p and real
# vectors k and p - k have the same size, so that the sum is 2 sum A_k B_k C_k over k = 1, ..., (p-1)/2 with
# sum A_k^2 = sum B_k^2 = sum C_k^2 = p/2.

A_k, B_k, C_k, largest = nonnegative("A_k B_k C_k C")

one_frequency = Claim(
    "alternating-flows/one-frequency-bound",
    title="A frequency's share of the utility is at most the largest third factor times the mean of two squares",
    statement=Inequality(A_k * B_k * C_k, "<=", largest * (A_k**2 + B_k**2) / 2),
    hypotheses=[C_k <= largest],
    source=THEOREM,
    note="Summed: sum A B C <= C p/2 with C <= sqrt(p/2), since sum C_k^2 = p/2; equality only if one frequency holds "
    "all.",
)

bound_value = Claim(
    "alternating-flows/one-frequency-bound-value",
    title="The bound is at most the printed value",
    statement=Inequality(2 / p * h**3 * 2 * (largest * (p / 2)), "<=", sp.sqrt(2 * p) * h**3),
    hypotheses=[largest**2 <= p / 2],
    source=THEOREM,
    uses=[one_frequency, summed_value],
    note="So the cosines are maximisers among triples of unit vectors.",
)

size_1, size_2, size_3 = nonnegative("a b c")

equal_sizes = Claim(
    "alternating-flows/equal-norms-are-best",
    title="A unit vector theta does best with its three parts equally long",
    statement=Inequality(27 * size_1 * size_2 * size_3, "<=", (size_1 + size_2 + size_3) ** 3),
    hypotheses=[size_1 <= size_2, size_2 <= size_3],
    source=THEOREM,
    uses=[bound_value],
    note="Squared norms a, b, c of u, v, w with sum 1: |u||v||w| <= 3^(-3/2). The order is no loss of generality.",
)
