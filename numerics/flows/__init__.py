"""Trajectories: flows written down with SymPy, integrated for many draws at once."""

from .ensembles import BlowUp as BlowUp
from .ensembles import Ensemble as Ensemble
from .ensembles import TooStiff as TooStiff
from .ensembles import integrate as integrate
from .ensembles import integrate_flow as integrate_flow

__all__ = ["BlowUp", "Ensemble", "TooStiff", "integrate", "integrate_flow"]
