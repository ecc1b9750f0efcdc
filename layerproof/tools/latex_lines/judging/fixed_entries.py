r"""Entries of families at an index that runs over nothing, ``\lambda_i`` in ``K v_i = \lambda_i v_i``: numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.matrices import Equal

_RUNNING = (sp.Sum, sp.Product, sp.Integral)


def with_letters_for_entries(sides: tuple[Any, Any], hypotheses: list[Any], *facts: list[Any]) -> list[list[Any]]:
    """The sides, the hypotheses and the facts of a question with letters for such entries, if it is about matrices."""
    some = [list(sides), hypotheses, *facts]
    if not facts[0] or not any(getattr(side, "is_Matrix", False) or side.has(sp.Trace) for side in sides):
        return some
    put = _letters_for_entries(part for parts in some for part in parts)
    return [list(map(put, parts)) for parts in some]


def _letters_for_entries(parts: Iterable[Any]) -> Callable[[Any], Any]:
    """What puts a letter for each such entry into an expression, or an equation of matrices, of a question.

    The prover draws matrices that satisfy equations, and numbers for letters, but none for entries. Where anything runs
    over an index in a part of the question, nothing is changed.
    """
    exprs = [expr for part in parts for expr in _expressions(part)]
    if any(expr.has(*_RUNNING) for expr in exprs):
        return lambda part: part
    entries = sorted(set().union(*(expr.atoms(AppliedUndef) for expr in exprs)), key=str)
    table = {entry: _letter(entry) for entry in entries if all(isinstance(index, sp.Idx) for index in entry.args)}

    def put(part: Any) -> Any:
        if isinstance(part, Equal):
            return Equal(part.matrix.xreplace(table), part.value.xreplace(table))
        return part.xreplace(table) if isinstance(part, sp.Basic) else part

    return put if table else lambda part: part


def _expressions(part: Any) -> Iterator[Any]:
    yield from (one for one in (part, getattr(part, "matrix", None), getattr(part, "value", None))
                if isinstance(one, sp.Basic))  # fmt: skip


def _letter(entry: Any) -> sp.Symbol:
    name = f"{entry.func.__name__}[{', '.join(str(index.label) for index in entry.args)}]"
    signs = {sign: True for sign in ("positive", "nonnegative") if getattr(entry, f"is_{sign}")}
    return sp.Symbol(name, real=True, **signs)
