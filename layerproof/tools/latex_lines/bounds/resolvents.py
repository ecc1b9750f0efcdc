r"""Norms of resolvents: ``\|(\Sigma + \lambda I)^{-1} x\| \le \frac{1}{\lambda} \|x\|`` for a semidefinite \Sigma.

No eigenvalue of the sum is below \lambda, which is positive. So ``\|(\Sigma + \lambda I)^{-1} \Sigma x\| \le \|x\|``,
and an operator norm of the inverse is at most ``1 / \lambda``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.matrices import Symmetric
from ....language.matrix_functions import InverseOf, PositiveDefinite, PositiveSemidefinite
from ....language.reading import CannotRead
from ..values.at_eigenvectors import equations
from ..values.norms import MOST_FACTORS, apart
from ..values.terms_apart import numbers_apart, terms_apart

if TYPE_CHECKING:
    from ..letters.setting import Setting

_OPERATOR = frozenset({"2", "op", r"\mathrm{op}", r"\operatorname{op}", r"\text{op}", r"\mathrm{2}"})


def of_resolvents(setting: Setting, given: Sequence[Any], sides: Iterable[Any]) -> list[Any]:
    """Bounds of the norms in a line of products that begin with a resolvent.

    Args:
        setting: says of what its letters are norms.
        given: hypotheses and facts.
        sides: of a bound.
    """
    whole = [apart(side) for side in sides if isinstance(side, sp.Basic)]
    if not any(side.has(InverseOf) for side in whole) and not setting.units.spaces.norms:
        return []
    turned = _turned(given)
    found: list[Any] = []
    for trace in sorted({t for side in whole for t in side.atoms(sp.Trace)}, key=str):
        for number, factors in _squares(trace.args[0], turned):
            found += _of_product(trace, number, factors, given)
    for letter in sorted({s for side in whole for s in side.free_symbols}, key=str):
        shown, index = setting.units.spaces.norms.get(letter, ("", ""))
        with contextlib.suppress(CannotRead, ValueError, TypeError):
            matrix = setting.read(shown) if index in _OPERATOR else None
            least = _least(matrix.arg, given)[0] if isinstance(matrix, sp.Inverse) else None
            found += [letter <= 1 / least] if least is not None else []
    return found


def _squares(matrix: Any, turned: dict[Any, Any]) -> Iterator[tuple[Any, list[Any]]]:
    """The products of which a trace is the square of the norm, each with the number before that."""

    def mirror(factor: Any) -> Any:
        return sp.Transpose(factor).doit().xreplace(turned).doit()

    number, product = numbers_apart(matrix.xreplace(turned).doit())
    factors = list(product.args) if isinstance(product, sp.MatMul) else []
    half = len(factors) // 2
    if not number.is_nonnegative or len(factors) % 2 or not 4 <= len(factors) <= MOST_FACTORS:
        return
    for k in range(len(factors)):
        round_ = [*factors[k:], *factors[:k]]
        if round_[:half] == [mirror(factor) for factor in reversed(round_[half:])]:
            yield number, round_[half:]


def _of_product(trace: Any, number: Any, factors: Sequence[Any], given: Sequence[Any]) -> Iterator[Any]:
    """Bounds of the square of the norm of a product, ``(S + l I)^{-1} x`` or ``(S + l I)^{-1} S x``."""
    if not isinstance(factors[0], InverseOf) or len(factors) < 2:
        return
    least, rest = _least(factors[0].arg, given)
    if least is None:
        return
    yield from _at_most(trace, number, factors[1:], 1 / least)
    for times, product in rest[:1] if len(rest) == 1 else ():
        inner = list(product.args) if isinstance(product, sp.MatMul) else [product]
        if list(factors[1 : len(inner) + 1]) == inner and len(factors) > len(inner) + 1:
            yield from _at_most(trace, number, factors[len(inner) + 1 :], 1 / times)


def _at_most(trace: Any, number: Any, factors: Sequence[Any], times: Any) -> Iterator[Any]:
    rest = sp.MatMul(*factors) if len(factors) > 1 else factors[0]
    size = sp.Trace(sp.MatMul(sp.Transpose(rest).doit(), rest).doit())
    yield trace <= number * times**2 * size
    yield sp.sqrt(trace) <= sp.sqrt(number) * times * sp.sqrt(size)


def _least(matrix: Any, given: Sequence[Any]) -> tuple[Any, list[tuple[Any, Any]]]:
    """A positive number below which a sum has no eigenvalue, or None; and its other terms, which are semidefinite."""
    least: Any = sp.Integer(0)
    rest = []
    for number, product in terms_apart(matrix):
        if isinstance(product, sp.Identity):
            least += number
        elif number.is_positive and _is_semidefinite(product, given):
            rest.append((number, product))
        else:
            return None, []
    return (least, rest) if least.is_positive else (None, [])


def _is_semidefinite(matrix: Any, given: Sequence[Any], depth: int = 2) -> bool:
    """Whether a product has no negative eigenvalue: a letter of which that is given, or ``B^T B``, or ``B^T S B``."""
    if isinstance(matrix, sp.MatrixSymbol):
        kinds = (PositiveSemidefinite, PositiveDefinite)
        if any(isinstance(h, kinds) and h.matrix == matrix for h in given):
            return True
        values = [b for a, b in equations(given) if a == matrix and getattr(b, "is_Matrix", False)]
        terms = ([*terms_apart(value)] for value in values)
        return depth > 0 and any(
            all(number.is_nonnegative and _is_semidefinite(product, given, depth - 1) for number, product in some)
            for some in terms
        )
    factors = list(matrix.args) if isinstance(matrix, sp.MatMul) else []
    half = len(factors) // 2
    mirrored = [sp.Transpose(factor).doit() for factor in reversed(factors)]
    if not factors or factors[:half] != mirrored[:half]:
        return False
    return len(factors) % 2 == 0 or _is_semidefinite(factors[half], given, depth)


def _turned(given: Sequence[Any]) -> dict[Any, Any]:
    """The transposes of the letters that are symmetric, each with its letter."""
    kinds = (Symmetric, PositiveSemidefinite, PositiveDefinite)
    return {sp.Transpose(h.matrix): h.matrix for h in given if isinstance(h, kinds)}
