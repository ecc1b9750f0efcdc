"""The modules that register in `PROOFS`."""

from . import algebra, flows, integrals, joined, limits, matrices, matrix_order, means, series, stationary

__all__ = [
    "algebra",
    "flows",
    "integrals",
    "joined",
    "limits",
    "matrices",
    "matrix_order",
    "means",
    "series",
    "stationary",
]
