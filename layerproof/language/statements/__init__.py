"""The kinds of statement.  Each kind knows its mathematics: what must be shown for it to hold."""

from .algebra import Identity, Inequality
from .asymptotics import Asymptotic, Limit
from .base import Statement
from .chain import Chain, Link
from .dynamics import Conserved, Rate, Solution
from .expectation import Expectation
from .induction import Induction, Recurrence
from .integrals import Integral, Substitution
from .series import Series
from .stationary import Stationary

__all__ = [
    "Asymptotic",
    "Chain",
    "Conserved",
    "Expectation",
    "Identity",
    "Induction",
    "Inequality",
    "Integral",
    "Limit",
    "Link",
    "Rate",
    "Recurrence",
    "Series",
    "Solution",
    "Statement",
    "Stationary",
    "Substitution",
]
