"""The modules that register scripts, and what makes one for a theorem of any kind that has them."""

from ..joins import composing
from . import algebra, flows, inductions, integrals, limits, matrices, matrix_order, means, series, stationary
from .base import NoProof, proof_of, without_ends

__all__ = [
    "NoProof",
    "algebra",
    "composing",
    "flows",
    "inductions",
    "integrals",
    "limits",
    "matrices",
    "matrix_order",
    "means",
    "proof_of",
    "series",
    "stationary",
    "without_ends",
]
