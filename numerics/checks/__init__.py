"""The numeric check of each kind of statement: draws inside the hypotheses, and what they say."""

from .dispatch import check as check
from .dispatch import rerun as rerun

__all__ = ["check", "rerun"]
