"""Theorems: what claims say together, joined by rules that are checked."""

from .areas import integral, series
from .integration import Added, Integrated, Split, SumByIntegral
from .propositions import AllOf, Exists, Given, Minimum, Proposition
from .rules import ByInduction, Cases, Combination, Follows, Instance, Line, Rule, Squeezed, Summed, Vanishing
from .theorem import Joined, Theorem

__all__ = [
    "Added",
    "AllOf",
    "ByInduction",
    "Cases",
    "Combination",
    "Exists",
    "Follows",
    "Given",
    "Instance",
    "Integrated",
    "Joined",
    "Line",
    "Minimum",
    "Proposition",
    "Rule",
    "Split",
    "Squeezed",
    "SumByIntegral",
    "Summed",
    "Theorem",
    "Vanishing",
    "integral",
    "series",
]
