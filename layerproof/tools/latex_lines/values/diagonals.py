r"""Diagonal matrices made of vectors, ``\operatorname{diag}(u)``: a letter for each, linear in u.

It is diagonal, and ``\operatorname{diag}(u) v`` is ``u \odot v``, which is ``\operatorname{diag}(v) u`` as well. Of the
numbers of a family, ``\operatorname{diag}(w_\alpha)``, sums and products are those of diagonal matrices,
``\operatorname{diag}(w_\alpha (s_\alpha - w_\alpha))`` is ``W (S - W)``.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.matrices import Diagonal, Equal, Symmetric
from ....language.matrix_functions import PositiveSemidefinite
from ....language.reading import CannotRead
from ..files.tokens import joined, words
from ..notation.applications import Ambiguous
from ..notation.unit import Unit
from ..page.listed import between, first_and_last
from .terms_apart import terms_apart

if TYPE_CHECKING:
    from ..letters.setting import Setting


def diagonal(setting: Setting, unit: Unit, letter: Callable[[str, set[Any], Any], Any]) -> Any:
    """The matrix with a vector on its diagonal.

    Args:
        setting: in which the vector is read.
        unit: the part.
        letter: makes a letter for a text, of a shape, that is guessed as far as some others are.
    """
    shown = joined(unit.whole)
    if (listed := first_and_last(unit.inside)) is not None:
        return _of_a_list(setting, listed, shown, letter)
    try:
        vector = setting.read(joined(unit.inside))
    except CannotRead as problem:
        raise Ambiguous(f"{shown[:80]}: {problem}") from None
    if (entries := _of_entries(setting, vector, letter)) is not None:
        return entries
    if not getattr(vector, "is_Matrix", False) or vector.shape[1] != 1:
        raise Ambiguous(f"{shown[:80]}: only the diagonal matrix of a vector is read")
    size = vector.shape[0]
    found = []
    for number, rest in terms_apart(vector):
        rest = rest.doit() if isinstance(rest, sp.MatMul) else rest
        made = letter(f"diag[{sp.sstr(rest)}]", rest.free_symbols, (size, size))
        setting.units.diagonals[str(made.name)] = (made, rest)
        found.append(number * made)
    return found[0] if len(found) == 1 else sp.MatAdd(*found)


def _of_a_list(
    setting: Setting,
    listed: tuple[list[str], list[str], list[str]],
    shown: str,
    letter: Callable[[str, set[Any], Any], Any],
) -> Any:
    r"""The matrix of ``s_1, s_2, \ldots, s_k``: of the entries of a family, if ``s_{i}`` is declared for i up to k.

    So is that of ``s_1 - w_1, \ldots, s_k - w_k``, and of whatever else the dots stand for.
    """
    runs = between(*listed)
    if runs is None:
        raise Ambiguous(f"{shown[:80]}: what stands for the dots is not clear")
    for index, (low, high) in setting.names.ranges.items():
        if words(low) == ["1"] and words(high) == list(runs.top):
            with contextlib.suppress(CannotRead):
                entry = setting.read(joined(runs.at(words(index))))
                if (entries := _of_entries(setting, entry, letter)) is not None:
                    return entries
    try:
        size = setting.read(joined(runs.top))
    except CannotRead as problem:
        raise Ambiguous(f"{shown[:80]}: {problem}") from None
    made = letter(f"diag[{shown}]", set(), (size, size))
    setting.units.diagonals[str(made.name)] = (made, None)
    return made


def _of_entries(setting: Setting, entry: Any, letter: Callable[[str, set[Any], Any], Any]) -> Any:
    """The matrix of which a number at a free index is the entry; None if it is no such number."""
    indices = entry.atoms(sp.Idx) if isinstance(entry, sp.Expr) and not getattr(entry, "is_Matrix", False) else set()
    if len(indices) != 1 or entry.has(sp.Sum, sp.Product):
        return None
    (index,) = indices
    size = index.upper
    if index.lower != 1 or size is None:
        return None

    def of(factor: Any) -> Any:
        shown = sp.sstr(factor.replace(lambda e: e == index, lambda e: sp.Symbol("k")))
        made = letter(f"diag[{shown}]", factor.free_symbols, (size, size))
        setting.units.diagonals[str(made.name)] = (made, None)
        if factor.is_nonnegative:
            setting.units.not_negative.add(str(made.name))
        return made

    found = []
    for term in sp.Add.make_args(sp.expand(entry)):
        number, rest = term.as_independent(index, as_Add=False)
        powers = [part.as_base_exp() for part in sp.Mul.make_args(rest) if part != 1]
        factors = [of(b) if e.is_Integer and e > 0 else of(b**e) for b, e in powers for _ in range(_times(e))]
        found.append(sp.MatMul(number, *factors) if factors else number * sp.Identity(size))
    return (found[0] if len(found) == 1 else sp.MatAdd(*found)).doit()


def _times(exponent: Any) -> int:
    return int(exponent) if exponent.is_Integer and exponent > 0 else 1


def known_of(setting: Setting, *sides: Any) -> list[Any]:
    """What is known of the diagonal matrices in the sides of a relation."""
    letters = {str(s.name): s for side in sides for s in side.atoms(sp.MatrixSymbol)}
    here = [setting.units.diagonals[name] for name in sorted(letters) if name in setting.units.diagonals]
    found: list[Any] = [Diagonal(matrix) for matrix, _ in here]
    found += [Symmetric(letters[name]) for name in sorted(letters) if _is_of_symmetric(setting, name)]
    found += [PositiveSemidefinite(letters[name]) for name in sorted(letters) if name in setting.units.not_negative]
    here = [(matrix, vector) for matrix, vector in here if vector is not None]
    for (one, u), (other, v) in itertools.combinations(here, 2):
        if u.shape == v.shape:
            found.append(Equal(one * v, other * u))
    for name, parts in sorted(setting.units.odots.items()):
        if name not in letters or len(parts) != 2:
            continue
        for matrix, u in here:
            for k in (0, 1):
                if parts[k] == u:
                    found.append(Equal(matrix * parts[1 - k], letters[name]))
    return found


def _is_of_symmetric(setting: Setting, name: str) -> bool:
    r"""Whether a letter is a Hessian, or a mean, a sum or an integral of what is symmetric, ``\sum_i x_i x_i^\top``."""
    if name in setting.units.hessians:
        return True
    *_, body = setting.units.bodies.get(name, ("", "", None))
    if body is None or not getattr(body, "is_Matrix", False) or body.shape[0] != body.shape[1]:
        return False
    factors = list(body.args) if isinstance(body, sp.MatMul) else [body]
    rest = [f for f in factors if getattr(f, "is_Matrix", False)]
    return len(rest) > 1 and rest == [sp.Transpose(f).doit() for f in reversed(rest)]
