r"""Identities and vectors of ones whose size is more than a letter, ``I_{Kn}``, ``\mathbf{1}_{nK}``, ``I_{d_1}``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import sympy as sp
from sympy.matrices.expressions.special import OneMatrix

from ..notation.naming import latex_name
from ..notation.size_products import in_latex, in_one_spelling, letters_of
from ..notation.sizes import ANY_SIZE

if TYPE_CHECKING:
    from .setting import Setting

_WRITTEN = re.compile(
    r"(?P<what>(?<![A-Za-z\\{])I|\\(?:mathbf|boldsymbol)\s*\{?\s*I\s*\}?|\\(?:mathbf|boldsymbol|mathbb)\s*\{?\s*1\s*\}?)"
    r"\s*_\s*\{(?P<size>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}"
)


def name_sized(text: str, setting: Setting) -> None:
    """Give a meaning to those that stand in a formula, if the letters of their sizes are natural numbers."""
    for found in _WRITTEN.finditer(text):
        size = in_one_spelling(found["size"])
        letters = letters_of(size) if size else []
        latex = latex_name(found[0])
        if "I" in found["what"] and setting.meanings.get("I", sp.Identity(ANY_SIZE)) != sp.Identity(ANY_SIZE):
            continue
        if size is None or not letters or (size in letters and "_" not in size) or latex in setting.meanings:
            continue
        known = [setting.meanings.get(letter) for letter in letters]
        if not all(isinstance(k, sp.Symbol) and k.is_integer and k.is_positive for k in known):
            continue
        if any(isinstance(k, sp.Idx) for k in known) or _are_indices(size, letters):
            continue
        value = sp.expand(setting.read(in_latex(size)))
        of_ones = "1" in found["what"]
        setting.meanings[latex] = OneMatrix(value, 1) if of_ones else sp.Identity(value)
        if of_ones:
            setting.names.matrices.add(latex)
            setting.names.declared.add(latex)


def _are_indices(size: str, letters: list[str]) -> bool:
    """Whether small letters stand side by side that are mostly indices, ``I_{ij}``."""
    return "*" in size and all(letter in tuple("ijkl") for letter in letters)
