r"""Functions of a matrix at its eigenvectors: ``K v = \lambda v`` gives ``e^{-K t} v = e^{-\lambda t} v``.

So do inverses, ``(K + \mu I)^{-1} v = \frac{1}{\lambda + \mu} v`` where that is no division by 0, and powers. If K is
symmetric, v is one from the left as well, ``v^\top K = \lambda v^\top``; a left eigenvector is one from the left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import sympy as sp

from ....language.matrices import Equal
from ....language.matrix_functions import InverseOf
from .of_one_matrix import is_symmetric
from .terms_apart import numbers_apart

if TYPE_CHECKING:
    from ..letters.setting import Setting


class _Eigenvector(NamedTuple):
    """A vector, the factors of the matrix of which it is one, its eigenvalue there, and from which side."""

    vector: Any
    factors: tuple[Any, ...]
    value: Any
    left: bool


def at_eigenvectors(setting: Setting, given: Sequence[Any], *sides: Any) -> list[Any]:
    """What is known of functions of matrices at the eigenvectors of which it is given that they are.

    Args:
        setting: says which letters are functions of matrices.
        given: hypotheses and facts.
        sides: of a relation; functions that stand there or in what is given are looked at.
    """
    pairs = equations(given)
    found = [one for left, right in pairs if (one := _eigenvector(left, right)) is not None]
    if not found:
        return []
    for one in list(found):
        if not one.left and is_symmetric(sp.MatMul(*one.factors), given):
            found.append(one._replace(left=True))
    functions = list(_functions(setting, [*sides, *(side for pair in pairs for side in pair)]))
    known = []
    for one in found:
        if one.left:
            known.append(_at(one, sp.MatMul(*one.factors), one.value))
        for letter, matrix, of in functions:
            number = _number(matrix, one)
            value = of(number) if number is not None else None
            if value is not None:
                known.append(_at(one, letter, value))
    return list(dict.fromkeys(known))


def says_of_an_eigenvector(left: Any, right: Any) -> bool:
    """Whether an equation says that a vector is an eigenvector of a matrix."""
    return any(_eigenvector(*pair) is not None for pair in ((left, right), (right, left)))


def equations(given: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Both sides of each equation of matrices among what is given, either side first."""
    said = [fact for fact in given if isinstance(fact, Equal)]
    return [pair for fact in said for pair in ((fact.matrix, fact.value), (fact.value, fact.matrix))]


def _at(one: _Eigenvector, matrix: Any, value: Any) -> Any:
    """That a matrix stretches an eigenvector by a value."""
    if one.left:
        turned = sp.Transpose(one.vector).doit()
        return Equal(sp.MatMul(turned, matrix).doit(), sp.MatMul(value, turned).doit())
    return Equal(sp.MatMul(matrix, one.vector).doit(), sp.MatMul(value, one.vector).doit())


def _eigenvector(left: Any, right: Any) -> _Eigenvector | None:
    """The eigenvector of ``K v = s v`` or ``v^T K = s v^T``; None if an equation is no such."""
    if not isinstance(left, sp.MatMul) or not getattr(right, "is_Matrix", False):
        return None
    (number, product), (value, bare) = numbers_apart(left), numbers_apart(right)
    factors = product.args if isinstance(product, sp.MatMul) else ()
    vector = sp.Transpose(bare).doit() if bare.shape[0] == 1 else bare
    if not isinstance(vector, sp.MatrixSymbol) or vector.shape[1] != 1 or len(factors) < 2 or not number.is_nonzero:
        return None
    from_left = bare.shape[0] == 1
    if factors[0 if from_left else -1] != bare:
        return None
    rest = tuple(factors[1:] if from_left else factors[:-1])
    same = rest[0].shape[0] == rest[-1].shape[1] == vector.shape[0]
    return _Eigenvector(vector, rest, value / number, from_left) if same and not _holds(value, vector) else None


def _holds(value: Any, vector: Any) -> bool:
    return bool(value.has(vector))


def _functions(setting: Setting, sides: Iterable[Any]) -> Iterator[tuple[Any, Any, Any]]:
    """Each function of a matrix that stands in some expressions, with the matrix, and what it is of a number."""
    parts = {part for side in sides if isinstance(side, sp.Basic) for part in side.atoms(sp.MatrixSymbol, InverseOf)}
    for part in sorted(parts, key=str):
        if isinstance(part, InverseOf):
            yield part, part.arg, lambda number: 1 / number if number.is_nonzero else None
            continue
        one = setting.units.of_one.get(str(part.name))
        if one is not None and one.kind == "exp":
            yield part, one.matrix, sp.exp
        elif one is not None:
            yield part, one.matrix, lambda number, one=one: number**one.exponent


def _number(matrix: Any, one: _Eigenvector) -> Any:
    r"""By what ``a K + b I`` stretches an eigenvector of K; None if a matrix is no such sum."""
    total = sp.Integer(0)
    expanded = sp.expand(matrix)
    for term in expanded.args if isinstance(expanded, sp.MatAdd) else (expanded,):
        number, rest = numbers_apart(term)
        factors = tuple(rest.args) if isinstance(rest, sp.MatMul) else (rest,)
        if not isinstance(rest, sp.Identity) and factors != one.factors:
            return None
        total += number if isinstance(rest, sp.Identity) else number * one.value
    return total
