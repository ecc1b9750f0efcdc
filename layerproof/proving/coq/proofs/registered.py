"""The modules that register in `PROOFS`."""

from . import algebra, flows, integrals, limits, matrices, series

__all__ = ["algebra", "flows", "integrals", "limits", "matrices", "series"]
