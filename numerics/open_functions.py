"""Functions that a statement leaves open, of a letter that runs: numbers know no value of these.

``H(x)`` at one moment is a number like any other.  Where x is random, tends somewhere, or is summed over, it is another
number at each x, and which one is not said: what holds for one constant, or for a few forms, shows nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef


def open_functions(expressions: Iterable[Any], letters: Collection[sp.Basic]) -> list[AppliedUndef]:
    """The functions in some expressions that are not known and depend on one of the letters, in order of name.

    A letter may be an entry, such as ``X[i]``: it is none of these functions itself, but stands in one.

    >>> x, y = sp.symbols("x y", real=True)
    >>> H = sp.Function("H")
    >>> open_functions([x * H(x), H(y)], {x})
    [H(x)]
    """
    nodes = {node for expr in expressions for node in sp.sympify(expr).atoms(AppliedUndef)}
    return sorted((n for n in nodes if any(letters and part.has(*letters) for part in n.args)), key=str)


def not_known(found: Collection[AppliedUndef], letter: object) -> str:
    """That numbers say nothing of what depends on such functions, in words; empty if there are none."""
    return f"of {min(map(str, found))} it is not known how it depends on {letter}" if found else ""
