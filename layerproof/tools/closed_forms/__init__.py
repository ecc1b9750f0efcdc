"""Closed forms on request: the solution of a flow, as a claim that is already proved, or none."""

from .found import Found, Proven
from .solving import solve

__all__ = ["Found", "Proven", "solve"]
