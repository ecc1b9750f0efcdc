"""An author's paper, compiled by her own class, with verdicts in its margin; her files stay as they are."""

from .annotating import Compiled, annotated, compiled
from .tex import NotCompiled

__all__ = ["Compiled", "NotCompiled", "annotated", "compiled"]
