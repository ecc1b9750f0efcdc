"""The numeric check of each kind of statement: draws inside the hypotheses, and what they say."""

from .dispatch import check as check

__all__ = ["check"]
