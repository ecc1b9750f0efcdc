"""The modules that register in `PROOFS`."""

from . import algebra, flows, integrals, joined, limits, matrices, series, stationary

__all__ = ["algebra", "flows", "integrals", "joined", "limits", "matrices", "series", "stationary"]
