"""The modules that register in `PROOFS`."""

from . import algebra, flows, inductions, integrals, joined, limits, matrices, matrix_order, means, series, stationary

__all__ = [
    "algebra",
    "flows",
    "inductions",
    "integrals",
    "joined",
    "limits",
    "matrices",
    "matrix_order",
    "means",
    "series",
    "stationary",
]
