"""Formulas of claims, evaluated: what a prediction's value is made of, so that a wrong claim makes a wrong prediction.

A formula is a part of a claim's statement, such as the right-hand side of an identity, and its symbols, and the
trajectories in it, are given by their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike, NDArray
from sympy.core.function import AppliedUndef

from layerproof.language.statements.base import Statement

Array = NDArray[np.float64]


@lru_cache(maxsize=256)
def statement(identity: str) -> Statement:
    """What a claim of the library states.

    Raises:
        ValueError: if there is no such claim.
    """
    from layerproof import derivations

    for claim in derivations.load(identity.partition("/")[0]):
        if claim.id == identity:
            return claim.statement
    raise ValueError(f"there is no claim {identity!r}")


def value(identity: str, part: str, *, sizes: Any = None, **values: Any) -> Array:
    """The value of a part of a claim's statement; shapes broadcast.

    Args:
        identity: the id of the claim.
        part: name of the attribute, such as ``rhs`` of an identity or ``equals`` of a limit; ``equals[1]`` is the
            second of several, and ``links[1]`` the second line of a chain.
        sizes: whole numbers by name, of vectors and sums and of free indices; then an entry has the name ``a[2]``.
        values: of its symbols, by name.

    Raises:
        ValueError: for a symbol without a value or a value without a symbol, or if the value is not finite.
    """
    return _evaluated(identity, _part(identity, part, sizes), values)


def matrix(identity: str, part: str, *, moving: Any = None, **values: ArrayLike) -> Array:
    """The value of a part of a claim's statement about matrices, at values of its letters by name.

    Args:
        identity: the id of the claim.
        part: name of the attribute.
        moving: velocities of letters, by name, of a part in which there are some.
        values: of all letters.

    Raises:
        ValueError: for a letter without a value.
    """
    from layerproof.numerics.checks import matrix_draws, matrix_values

    expr = _part(identity, part)
    letters = matrix_draws.letters_of([expr])
    if missing := [letter for letter in letters if str(letter) not in values]:
        raise ValueError(f"{identity}: no value is given to {missing[0]}")
    at: dict[Any, Any] = {}
    sizes: dict[Any, int] = {}
    for letter in letters:
        found = np.asarray(values[str(letter)], dtype=float)
        at[letter] = found.reshape((1, *(found.shape if isinstance(letter, sp.MatrixSymbol) else (1, 1))))
        if isinstance(letter, sp.MatrixSymbol):
            sizes |= {n: k for n, k in zip(letter.shape, found.shape, strict=True) if isinstance(n, sp.Symbol)}
    moved: dict[Any, Any] = {
        letter: np.asarray(moving[str(letter)], dtype=float)[None]
        for letter in letters
        if moving and str(letter) in moving
    }
    found = np.asarray(matrix_values.value(expr, at, sizes, moved or None), dtype=float)
    return found.reshape(found.shape[-2:] if getattr(expr, "is_Matrix", False) else ())


def kept(identity: str, of: str, before: Mapping[str, Any], after: Mapping[str, Any], sizes: Any = None) -> float:
    """What a positive symbol is in a later state, by what a claim says is conserved.

    Args:
        identity: the id of the claim.
        of: name of the symbol.
        before: values of all symbols in the earlier state, by name.
        after: those in the later one; within a hundredth and a hundred times that of `of` it is looked for.
        sizes: as of `value`.
    """
    level = float(value(identity, "quantity", sizes=sizes, **before))
    around = np.geomspace(0.01, 100.0, 40_001) * after[of]
    row = value(identity, "quantity", sizes=sizes, **{**after, of: around})
    order = np.argsort(row)
    return float(np.interp(level, row[order], around[order]))


def power(identity: str, part: str, of: str, *, sizes: Any = None, **values: Any) -> float:
    """The power with which a part of a claim's statement goes: its logarithmic derivative by a symbol.

    Args:
        identity: the id of the claim.
        part: name of the attribute.
        of: name of the symbol.
        sizes: as of `value`.
        values: of all its symbols, by name; that of `of` does not matter if the part is a power of it.
    """
    expr = _part(identity, part, sizes)
    (symbol,) = [s for s in expr.free_symbols if str(s) == of]
    return float(_evaluated(identity, sp.simplify(symbol * sp.diff(expr, symbol) / expr), values, idle=True))


def when(identity: str, part: str, level: float, near: ArrayLike, **values: Any) -> Array:
    """When a part of a claim's statement, which rises with the time t, reaches a level.

    Args:
        identity: the id of the claim.
        part: name of the attribute, such as ``equals`` of a solution.
        level: the value that it reaches.
        near: one time for each state, within a hundredth and a hundred times of which it does.
        values: of the other symbols, by name.
    """
    near, around = np.asarray(near, dtype=float), np.geomspace(0.01, 100.0, 4_001)
    rows = np.broadcast_to(value(identity, part, t=around[:, None] * near, **values), (len(around), len(near)))
    return np.asarray(near * [np.interp(level, row, around) for row in rows.T])


def _part(identity: str, part: str, sizes: Mapping[str, int] | None = None) -> Any:
    name, _, place = part.partition("[")
    found = getattr(statement(identity), name)
    if place:
        found = found[int(place.removesuffix("]"))]
    elif isinstance(found, tuple) and len(found) == 1:
        found = found[0]
    expr = sp.sympify(getattr(found, "line", found))
    if sizes is not None:
        return _written_out(identity, expr, sizes)
    states = expr.atoms(AppliedUndef)  # a trajectory at its time, such as c(t), is a number like others
    return expr.xreplace({state: sp.Symbol(state.func.__name__) for state in states})


def _written_out(identity: str, expr: sp.Expr, sizes: Mapping[str, int]) -> sp.Expr:
    """With sums written out, and a plain symbol for every entry."""
    from layerproof.numerics.concrete import Instance, free_indices, size_symbols

    symbols = {str(symbol): symbol for symbol in (*size_symbols([expr]), *free_indices(expr))}
    if missing := sorted(symbols.keys() - sizes.keys()):
        raise ValueError(f"{identity}: no value is given to {missing[0]}")
    flow = getattr(statement(identity), "flow", None)
    at = {symbol: sizes[name] for name, symbol in symbols.items()}
    return sp.sympify(Instance(at, time=getattr(flow, "time", None)).concrete(expr))


def _evaluated(identity: str, expr: sp.Expr, values: dict[str, Any], *, idle: bool = False) -> Array:
    from layerproof.numerics.formulas import compiled

    names = {str(symbol) for symbol in expr.free_symbols}
    if missing := sorted(names - set(values)):
        raise ValueError(f"{identity}: no value is given to {missing[0]}")
    if not idle and (stray := sorted(set(values) - names)):
        raise ValueError(f"{identity}: {stray[0]} is no symbol of {expr}")
    arrays = {symbol: np.asarray(values[str(symbol)], dtype=float) for symbol in expr.free_symbols}
    shape = np.broadcast_shapes(*(a.shape for a in arrays.values()))
    found = compiled((expr,))(arrays)[0] if arrays else np.asarray(float(expr))
    if not np.all(np.isfinite(found)):
        raise ValueError(f"{identity}: {expr} has no value at {values}")
    return np.broadcast_to(found, shape)
