"""Accents and fonts that a name may have."""

from __future__ import annotations

ACCENTS = frozenset(
    {r"\hat", r"\tilde", r"\bar", r"\overline", r"\underline", r"\widehat", r"\widetilde", r"\vec", r"\dot", r"\ddot",
     r"\check", r"\breve"}
)  # fmt: skip
FONTS = frozenset(
    {r"\mathbf", r"\mathcal", r"\mathrm", r"\mathbb", r"\boldsymbol", r"\mathsf", r"\mathit", r"\mathfrak", r"\mathscr",
     r"\operatorname"}
)  # fmt: skip
