"""A second try at conjectures: counterexamples looked for in earnest, and inequalities proved with certificates."""

from __future__ import annotations

from .confirm import Counterexample
from .hunting import Log
from .inequalities import Certificate, prove_inequality
from .search import falsify
from .second import second_try

__all__ = ["Certificate", "Counterexample", "Log", "falsify", "prove_inequality", "second_try"]
