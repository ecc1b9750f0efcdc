"""The functions of one real variable that have a name: one row each, with all that the machine knows of it.

A row has a face for each room that meets the function.  A face that is missing is not left out: it is a `Lacks`, which
says why in words, and the room that meets the function there repeats them.  The rooms take their tables from here,
`having`; a function that is new gets a row, and the test of this module says which of its faces are wanted elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

Condition = tuple[Callable[[Any], Any], str]
"""An expression in the argument, and its relation to 0: ``>``, ``>=`` or ``!=``."""


@dataclass(frozen=True)
class Lacks:
    """A face that a function has not; `why` goes on from the function's name."""

    why: str


_NO_BALL = Lacks("is not known to ball arithmetic: write it with the sine, the cosine or exponentials")
_NO_DOUBLE = Lacks("has no value in doubles: it is neither in NumPy nor in SciPy")
_RECIPROCAL = Lacks("is neither in NumPy nor in SciPy: it is computed as 1/tanh")
_NO_COMMAND = Lacks("has no command of its own in LaTeX: it is printed under SymPy's name")
_NO_COQ = Lacks("has no counterpart in Coq here")
_WRITTEN_OUT = Lacks("has no counterpart in Coq here: it is written out with logarithms before")
_NO_LEMMA = Lacks("has no lemma of its slope in the prelude, and so no rule for the derivative")


@dataclass(frozen=True)
class Elementary:
    """A row: a function of one real variable.

    Attributes:
        function: as SymPy has it.
        slope: its derivative, as a function of its argument.
        ball: the name of Arb's method.
        double: where it is in NumPy or SciPy: ``numpy.exp``.
        latex: its command.
        coq: its name in Coq.
        lemma: the lemma of its slope in the prelude of Coq.
        domain: what its argument satisfies where it has a real value; nothing if that is everywhere.
    """

    function: Any
    slope: Callable[[Any], Any] | Lacks
    ball: str | Lacks
    double: str | Lacks
    latex: str | Lacks
    coq: str | Lacks = _NO_COQ
    lemma: str | Lacks = _NO_LEMMA
    domain: tuple[Condition, ...] = ()

    @property
    def name(self) -> str:
        """Its name in SymPy."""
        return str(self.function.__name__)

    @property
    def lacking(self) -> dict[str, str]:
        """The faces that it has not, each with why, in words."""
        return {face: f"{self.name} {item.why}" for face, item in vars(self).items() if isinstance(item, Lacks)}


def _half_circle(u: Any) -> Any:
    return sp.Pow(1 - u**2, -sp.Rational(1, 2))


_SINE, _COSINE = (lambda u: sp.sin(u), "!="), (lambda u: sp.cos(u), "!=")
_POSITIVE, _NONZERO = (lambda u: u, ">"), (lambda u: u, "!=")

ROWS = (
    Elementary(
        sp.exp, sp.exp, "exp", "numpy.exp", Lacks("has no command: it is set as a power of e"), "exp", "D_exp",
    ),
    Elementary(
        sp.log, lambda u: sp.Pow(u, -1), "log", "numpy.log", r"\ln", "ln", "D_ln", domain=(_POSITIVE,),
    ),
    Elementary(sp.sin, sp.cos, "sin", "numpy.sin", r"\sin", "sin", "D_sin"),
    Elementary(sp.cos, lambda u: -sp.sin(u), "cos", "numpy.cos", r"\cos", "cos", "D_cos"),
    Elementary(sp.tan, lambda u: 1 + sp.tan(u) ** 2, "tan", "numpy.tan", r"\tan", "tan", domain=(_COSINE,)),
    Elementary(sp.cot, lambda u: -1 - sp.cot(u) ** 2, "cot", _NO_DOUBLE, r"\cot", domain=(_SINE,)),
    Elementary(sp.sec, lambda u: sp.sec(u) * sp.tan(u), "sec", _NO_DOUBLE, _NO_COMMAND, domain=(_COSINE,)),
    Elementary(sp.csc, lambda u: -sp.csc(u) * sp.cot(u), "csc", _NO_DOUBLE, _NO_COMMAND, domain=(_SINE,)),
    Elementary(sp.sinh, sp.cosh, "sinh", "numpy.sinh", r"\sinh", "sinh", "D_sinh"),
    Elementary(sp.cosh, sp.sinh, "cosh", "numpy.cosh", r"\cosh", "cosh", "D_cosh"),
    Elementary(sp.tanh, lambda u: 1 - sp.tanh(u) ** 2, "tanh", "numpy.tanh", r"\tanh", "tanh"),
    Elementary(
        sp.coth, lambda u: 1 - sp.coth(u) ** 2, "coth", _RECIPROCAL, r"\coth", domain=(_NONZERO,),
    ),
    Elementary(
        sp.sech, lambda u: -sp.sech(u) * sp.tanh(u), _NO_BALL, _NO_DOUBLE, r"\operatorname{sech}",
    ),
    Elementary(
        sp.csch, lambda u: -sp.csch(u) * sp.coth(u), _NO_BALL, _NO_DOUBLE, _NO_COMMAND, domain=(_NONZERO,),
    ),
    Elementary(
        sp.asin, _half_circle, "asin", "numpy.arcsin", r"\arcsin", domain=((lambda u: 1 - u**2, ">="),),
    ),
    Elementary(
        sp.acos, lambda u: -_half_circle(u), "acos", "numpy.arccos", r"\arccos",
        domain=((lambda u: 1 - u**2, ">="),),
    ),
    Elementary(sp.atan, lambda u: sp.Pow(1 + u**2, -1), "atan", "numpy.arctan", r"\arctan", "atan", "D_atan"),
    Elementary(
        sp.asinh, lambda u: sp.Pow(1 + u**2, -sp.Rational(1, 2)), "asinh", "numpy.arcsinh", r"\operatorname{arsinh}",
        "arcsinh", "D_arcsinh",
    ),
    Elementary(
        sp.acosh, lambda u: sp.Pow(u**2 - 1, -sp.Rational(1, 2)), "acosh", "numpy.arccosh", r"\operatorname{arcosh}",
        _WRITTEN_OUT, domain=((lambda u: u - 1, ">="),),
    ),
    Elementary(
        sp.atanh, lambda u: sp.Pow(1 - u**2, -1), "atanh", "numpy.arctanh", r"\operatorname{artanh}", _WRITTEN_OUT,
        domain=((lambda u: 1 - u**2, ">"),),
    ),
    Elementary(
        sp.erf, lambda u: 2 * sp.exp(-(u**2)) / sp.sqrt(sp.pi), "erf", "scipy.special.erf", r"\operatorname{erf}",
    ),
    Elementary(sp.erfc, lambda u: -2 * sp.exp(-(u**2)) / sp.sqrt(sp.pi), "erfc", "scipy.special.erfc", _NO_COMMAND),
    Elementary(
        sp.gamma, Lacks("has a slope with the digamma function, which has no row"), "gamma", "scipy.special.gamma",
        r"\Gamma", domain=(_POSITIVE,),
    ),
)  # fmt: skip
"""All of them.  Of the gamma function only the part at positive numbers is used here."""

ELEMENTARY: Mapping[Any, Elementary] = {row.function: row for row in ROWS}


def having(face: str) -> dict[Any, Any]:
    """The functions that have a face, each with it."""
    return {row.function: item for row in ROWS if not isinstance(item := getattr(row, face), Lacks)}


def lacks(function: Any, face: str) -> str | None:
    """Why a function has not this face, in words; None if it has, or has no row."""
    row = ELEMENTARY.get(function)
    return row.lacking.get(face) if row is not None else None
