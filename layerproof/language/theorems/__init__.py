"""Theorems: what claims say together, joined by rules that are checked."""

from .areas import integral, series
from .ends import AtEnd, InTheLimit, OfEnds, Reached
from .flowing import Approaches, Compared, Continuous, Kept, StaysPositive, Throughout
from .integration import Added, Integrated, Split, SumByIntegral
from .propositions import AllOf, Exists, Given, Minimum, Proposition
from .rules import ByInduction, Cases, Combination, Follows, Instance, Line, Rule, Squeezed, Summed, Vanishing
from .theorem import Joined, Theorem
from .trajectories import Along, Tends

__all__ = [
    "Added",
    "AllOf",
    "Along",
    "Approaches",
    "AtEnd",
    "ByInduction",
    "Cases",
    "Combination",
    "Compared",
    "Continuous",
    "Exists",
    "Follows",
    "Given",
    "InTheLimit",
    "Instance",
    "Integrated",
    "Joined",
    "Kept",
    "Line",
    "Minimum",
    "OfEnds",
    "Proposition",
    "Reached",
    "Rule",
    "Split",
    "Squeezed",
    "StaysPositive",
    "SumByIntegral",
    "Summed",
    "Tends",
    "Theorem",
    "Throughout",
    "Vanishing",
    "integral",
    "series",
]
