"""Joins: whether the lines of a theorem follow from what they use; one module a rule, each with why it is sound."""

from .checking import RULES, prove

__all__ = ["RULES", "prove"]
