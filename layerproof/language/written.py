r"""Expressions as they are written: SymPy makes 1 of ``x/x``, and here it stays undefined at 0.

SymPy simplifies what it is given before anyone can ask where it is defined.  `as_written` reads a text by the grammar
of `reading`, and remembers every quotient, power and function in it on the way.
"""

from __future__ import annotations

import re
from typing import Any

import sympy as sp
from sympy.core.symbol import Str
from sympy.printing.precedence import PRECEDENCE

_WORDS = re.compile(r"(?<![\\A-Za-z])(log|ln|exp|sin|cos|tan|sinh|cosh|tanh|min|max)(?=\s*\()")
_LOWEST = PRECEDENCE["Add"]


class Written(sp.Expr):  # type: ignore[misc]
    """The value of what is written, where every part of it is defined.

    The arguments are the text, its value as SymPy simplifies it, and the parts that may be undefined somewhere.
    """

    is_commutative = True
    precedence = _LOWEST

    def __new__(cls, source: Any, value: Any, *parts: Any) -> Written:
        return sp.Basic.__new__(cls, Str(str(source)), value, *parts)  # type: ignore[no-any-return]

    @property
    def value(self) -> sp.Expr:
        """What it is where it is defined."""
        return self.args[1]

    @property
    def parts(self) -> tuple[sp.Expr, ...]:
        """What must be defined, beside the value."""
        return tuple(self.args[2:])

    def _eval_is_extended_real(self) -> bool | None:
        return self.value.is_extended_real  # type: ignore[no-any-return]

    def _eval_is_finite(self) -> bool | None:
        return self.value.is_finite  # type: ignore[no-any-return]

    def _eval_derivative(self, s: Any) -> Written:
        source = rf"\frac{{d}}{{d {s}}} ({self.args[0]})"
        return Written(source, self.value.diff(s), *self.parts, *(p.diff(s) for p in self.parts if p.has(s)))

    def _sympystr(self, printer: Any) -> str:
        return str(self.args[0])

    def _latex(self, printer: Any) -> str:
        return in_latex(str(self.args[0])).replace("*", r" \cdot ")


def as_written(text: str, *names: Any) -> sp.Expr:
    r"""The expression that a text stands for, defined only where each part of it is, as it is written.

    Args:
        text: a formula, in LaTeX or in plain text: ``\frac{x y}{x}`` or ``x*y/x``.
        names: symbols, or expressions that hold them, whose names the formula uses.

    Raises:
        CannotRead: if the formula is outside of the grammar of `reading`, or uses a name that is not given.
        TypeError: if `text` is no text.

    >>> from layerproof import Identity, real
    >>> x, y = real("x y")
    >>> Identity(as_written("x*y/x", x, y), y).goals  # doctest: +ELLIPSIS
    <bound method Identity.goals of Identity(lhs=x*y/x, rhs=y)>
    """
    from .reading import Reader, recording

    if not isinstance(text, str):
        raise TypeError(f"got {text!r}; expected the text of a formula, such as 'x*y/x'")
    with recording() as parts:
        value = Reader(names).expression(in_latex(text))
    needed = [p for p in dict.fromkeys(parts) if not p.is_number]
    return Written(text, value, *needed) if needed else value


def plain(expr: Any) -> Any:
    """`expr` with everything that is `Written` replaced by its value."""
    return expr.replace(lambda e: isinstance(e, Written), lambda e: plain(e.value)) if expr.has(Written) else expr


def in_latex(text: str) -> str:
    r"""A plain formula in the LaTeX that the grammar knows: ``sqrt(x)**2`` as ``\sqrt{x}^2``."""
    text = _WORDS.sub(r"\\\1", text.replace("**", "^"))
    while (at := re.search(r"(?<![\\A-Za-z])sqrt\s*\(", text)) is not None:
        end = _closing(text, at.end())
        text = rf"{text[: at.start()]}\sqrt{{{text[at.end() : end]}}}{text[end + 1 :]}"
    return text


def _closing(text: str, start: int) -> int:
    """The place of the parenthesis that closes one that was opened before `start`; the end if there is none."""
    depth = 1
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place
    return len(text)
