"""The rules that join the lines of a theorem, in Coq: which lemma of the prelude each is, and how it is applied."""

from . import algebraic, arriving, flowing, integrating, squeezing

__all__ = ["algebraic", "arriving", "flowing", "integrating", "squeezing"]
