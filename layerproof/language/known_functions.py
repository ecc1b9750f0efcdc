"""The functions that a formula may name, and what each is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp

from .combining import trace

FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    r"\ln": sp.log, r"\log": sp.log, r"\exp": sp.exp, r"\sin": sp.sin, r"\cos": sp.cos, r"\tan": sp.tan,
    r"\cot": sp.cot, r"\sinh": sp.sinh, r"\cosh": sp.cosh, r"\tanh": sp.tanh, r"\coth": sp.coth,
    r"\arcsin": sp.asin, r"\arccos": sp.acos, r"\arctan": sp.atan, r"\min": sp.Min, r"\max": sp.Max,
    r"\Gamma": sp.gamma, r"\zeta": sp.zeta,
}  # fmt: skip
OPERATORS: Mapping[str, Callable[..., Any]] = {
    "tr": trace, "arsinh": sp.asinh, "arcosh": sp.acosh, "artanh": sp.atanh, "sech": sp.sech, "erf": sp.erf,
    "sgn": sp.sign,
}  # fmt: skip
