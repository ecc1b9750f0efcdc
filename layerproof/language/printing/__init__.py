"""Expressions as plain text, and as LaTeX as an author would type it."""

from .notation import notation as notation
from .plain import text as text
from .typeset import latex as latex

__all__ = ["latex", "notation", "text"]
