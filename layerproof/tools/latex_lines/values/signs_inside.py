r"""The sign of a mean, or of a sum, by that of what is inside: ``\sum_i e^{a_i} > 0``, ``\mathbb{E} \|x\|^2 \ge 0``.

A mean of what is positive is positive; a sum is if it has a term, ``\sum_{i=1}^{n}`` of a whole number n above 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp

from ..files.tokens import argument, joined, words
from .norms import rooted

if TYPE_CHECKING:
    from ..letters.setting import Setting
    from ..notation.unit import Unit

POSITIVE, NOT_NEGATIVE = "positive", "nonnegative"


def of_means_and_sums(setting: Setting, unit: Unit, inside: Any) -> str:
    """The sign of a mean or a sum of numbers; empty if it is not known."""
    sign = sign_of(inside) if unit.kind in ("mean", "sum") else ""
    if unit.kind == "sum" and sign == POSITIVE and not _has_terms(setting, unit):
        return NOT_NEGATIVE
    return sign


def sign_of(expr: Any) -> str:
    """The sign of a number, by how it is made; empty if it is not seen."""
    if expr.is_positive:
        return POSITIVE
    if isinstance(expr, sp.exp):
        return POSITIVE
    if isinstance(expr, sp.Abs) or (isinstance(expr, sp.Trace) and rooted(expr.args[0]) is not None):
        return NOT_NEGATIVE
    if isinstance(expr, sp.Pow) and expr.exp.is_Rational:
        if expr.exp.is_Integer and expr.exp > 0 and expr.exp % 2 == 0:
            return NOT_NEGATIVE
        sign = sign_of(expr.base)
        return sign if sign == POSITIVE or expr.exp > 0 else ""
    if isinstance(expr, sp.Add | sp.Mul):
        signs = [sign_of(part) for part in expr.args]
        if "" in signs:
            return ""
        some = any if isinstance(expr, sp.Add) else all
        return POSITIVE if some(sign == POSITIVE for sign in signs) else NOT_NEGATIVE
    return NOT_NEGATIVE if expr.is_nonnegative else ""


def _has_terms(setting: Setting, unit: Unit) -> bool:
    r"""Whether a sum is ``\sum_{i=1}^{n}`` of a number n that is at least 1."""
    tokens = words(unit.head)
    if tokens[:2] != [r"\sum", "_"]:
        return False
    under, after = argument(tokens, 2)
    if under[-2:] != ["=", "1"] or tokens[after : after + 1] != ["^"]:
        return False
    end, _ = argument(tokens, after + 1)
    last = setting.meanings.get(joined(end))
    return bool(last is not None and last.is_integer and last.is_positive) or (joined(end).isdigit() and end != ["0"])
