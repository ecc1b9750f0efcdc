r"""Exponentials and powers of matrices, ``e^{-K t}`` and ``(I - \eta K)^t``: a letter for each, of their size.

What is known of it: it commutes with the matrix, it is symmetric where that is, ``e^{-A}`` is the inverse of ``e^{A}``,
a power of a fraction, ``(W W^\top)^{j/N}``, is read of what is semidefinite as it is written,
``(I - \eta K)^{t+1}`` is ``(I - \eta K) (I - \eta K)^t``, and ``e^{-K t}`` moves by ``-K e^{-K t}`` if K stands still.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import sympy as sp

from ....language.matrices import Equal, Symmetric
from ....language.matrix_functions import Invertible, PositiveDefinite, PositiveSemidefinite
from ....language.reading import CannotRead
from ..files.tokens import joined
from ..notation.applications import Ambiguous
from ..notation.unit import Unit
from .terms_apart import numbers_apart

if TYPE_CHECKING:
    from ..letters.setting import Setting


class OfOne(NamedTuple):
    """A letter for a function of a matrix.

    Attributes:
        letter: of the size of the matrix.
        kind: ``exp`` or ``power``, or ``fraction`` of a semidefinite matrix whose exponent need not be whole.
        matrix: what it is of.
        exponent: of a power; 1 else.
    """

    letter: Any
    kind: str
    matrix: Any
    exponent: Any


def of_one_matrix(setting: Setting, unit: Unit, letter: Callable[[str, set[Any], Any], Any]) -> Any:
    """The value of an exponential or a power of a matrix.

    Args:
        setting: in which the matrix is read.
        unit: the part; its head is ``e`` or the exponent.
        letter: makes a letter for a text, of a shape, that is guessed as far as some others are.
    """
    shown = joined(unit.whole)
    try:
        matrix = sp.expand(setting.read(joined(unit.inside)))
        exponent = sp.Integer(1) if unit.head == "e" else sp.expand(setting.read(unit.head))
    except CannotRead as problem:
        raise Ambiguous(f"{shown[:80]}: {problem}") from None
    if not getattr(matrix, "is_Matrix", False) or matrix.shape[0] != matrix.shape[1]:
        raise Ambiguous(f"{shown[:80]}: only powers of square matrices are read")
    if getattr(exponent, "is_Matrix", False):
        raise Ambiguous(f"{shown[:80]}: an exponent is a matrix")
    if unit.head == "e":
        for one in setting.units.of_one.values():
            if one.kind == "exp" and one.matrix.shape == matrix.shape and vanishes(one.matrix + matrix):
                return sp.Inverse(one.letter)
        return _made(setting, "exp", matrix, exponent, letter)
    if not exponent.is_integer and is_a_gram_matrix(matrix):
        return _made(setting, "fraction", matrix, exponent, letter)
    more, rest = exponent.as_coeff_Add()
    if not (rest.is_integer and rest.is_nonnegative):
        raise Ambiguous(f"{shown[:80]}: {rest} is not declared as a natural number")
    if not (more.is_Integer and more >= 0):
        more, rest = sp.Integer(0), exponent
    made = _made(setting, "power", matrix, rest, letter)
    return sp.MatMul(*[matrix] * int(more), made).doit() if more else made


def _made(setting: Setting, kind: str, matrix: Any, exponent: Any, letter: Callable[[str, set[Any], Any], Any]) -> Any:
    symbols = matrix.free_symbols | exponent.free_symbols
    made = letter(f"{kind}[{sp.sstr(matrix)}, {sp.sstr(exponent)}]", symbols, matrix.shape)
    setting.units.of_one[str(made.name)] = OfOne(made, kind, matrix, exponent)
    return made


def known_of_powers(setting: Setting, hypotheses: Sequence[Any], *sides: Any) -> list[Any]:
    """What is known of the exponentials and powers in the sides of a relation."""
    names = {str(s.name) for side in sides if isinstance(side, sp.Basic) for s in side.atoms(sp.MatrixSymbol)}
    here = [setting.units.of_one[name] for name in sorted(names) if name in setting.units.of_one]
    found: list[Any] = []
    for one in here:
        if (core := _core(one.matrix)) is not None:
            found.append(Equal(sp.MatMul(one.letter, *core), sp.MatMul(*core, one.letter)))
        symmetric = is_symmetric(one.matrix, hypotheses)
        if one.kind == "exp":
            found.append(PositiveDefinite(one.letter) if symmetric else Invertible(one.letter))
        elif symmetric:
            found.append(PositiveSemidefinite(one.letter) if one.kind == "fraction" else Symmetric(one.letter))
    for one, other, whole in itertools.product(here, here, here):
        same = one.kind == other.kind == whole.kind == "power" and one.matrix == other.matrix == whole.matrix
        if same and sp.expand(one.exponent + other.exponent - whole.exponent) == 0:
            found.append(Equal(one.letter * other.letter, whole.letter))
    for one, other in itertools.combinations(here, 2):
        if _core(one.matrix) is not None and _core(one.matrix) == _core(other.matrix):
            found.append(Equal(one.letter * other.letter, other.letter * one.letter))
    return found


def rate_of_exponential(setting: Setting, letter: Any, is_still: Callable[[Any], bool]) -> Any:
    """What the rate of an exponential is the product of, before the letter; None if that is not known."""
    one = setting.units.of_one.get(str(letter.name))
    if one is None or one.kind != "exp" or setting.time is None:
        return None
    if not all(is_still(matrix) for matrix in one.matrix.atoms(sp.MatrixSymbol)):
        return None
    terms = one.matrix.args if isinstance(one.matrix, sp.MatAdd) else (one.matrix,)
    slopes = []
    for term in terms:
        number, rest = _apart(term)
        slope = sp.diff(number, setting.time)
        if slope.has(setting.time):
            return None
        slopes.append(slope * rest)
    slope = sp.MatAdd(*slopes).doit() if len(slopes) > 1 else slopes[0]
    return slope if len(terms) == 1 or _core(one.matrix) is not None else None


def at_time_zero(setting: Setting, expr: Any) -> Any:
    """A matrix expression at time 0, if the time stands in it in exponentials alone."""
    put = {}
    for letter in expr.atoms(sp.MatrixSymbol):
        one = setting.units.of_one.get(str(letter.name))
        if one is not None and one.kind == "exp" and vanishes(one.matrix.subs(setting.time, 0)):
            put[letter] = sp.Identity(letter.shape[0])
    return expr.xreplace(put).subs(setting.time, 0).doit()


def vanishes(matrix: Any) -> bool:
    """Whether a matrix expression is 0 once it is multiplied out."""
    found = sp.expand(matrix).doit()
    return found == 0 or isinstance(found, sp.ZeroMatrix)


def _apart(term: Any) -> tuple[Any, Any]:
    """The number before a matrix, and that."""
    if not isinstance(term, sp.MatMul):
        return sp.Integer(1), term
    number, rest = numbers_apart(term)
    return number, rest.doit()


def _core(matrix: Any) -> tuple[Any, ...] | None:
    r"""The product of which a matrix is a sum of multiples of I and it, ``K`` of ``I - \eta K``; None if it is none."""
    cores = set()
    for term in matrix.args if isinstance(matrix, sp.MatAdd) else (matrix,):
        _, rest = _apart(term)
        if not isinstance(rest, sp.Identity):
            cores.add(tuple(rest.args) if isinstance(rest, sp.MatMul) else (rest,))
    return cores.pop() if len(cores) == 1 else None


def is_a_gram_matrix(matrix: Any) -> bool:
    r"""Whether a matrix is ``P P^\top`` as it is written: it is semidefinite, and has powers of whatever exponent."""
    factors = list(matrix.args) if isinstance(matrix, sp.MatMul) else []
    if len(factors) % 2 or not all(getattr(one, "is_Matrix", False) for one in factors):
        return False
    half = len(factors) // 2
    return half > 0 and all(
        sp.Transpose(one).doit() == other for one, other in zip(factors[:half], reversed(factors[half:]), strict=True)
    )


def is_symmetric(matrix: Any, hypotheses: Sequence[Any]) -> bool:
    """Whether a matrix is its transpose, by what is assumed of its letters."""
    kinds = (Symmetric, PositiveDefinite, PositiveSemidefinite)
    known = {h.matrix for h in hypotheses if isinstance(h, kinds) and isinstance(h.matrix, sp.MatrixSymbol)}
    turned = sp.Transpose(matrix).doit().xreplace({sp.Transpose(letter): letter for letter in known})
    return vanishes(turned - matrix)
