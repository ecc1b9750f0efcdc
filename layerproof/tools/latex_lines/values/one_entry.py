r"""One entry of vectors, the same of each: of ``2 u \odot v`` it is ``2 u_i v_i``, of ``\exp(-z)`` it is ``e^{-z_i}``.

It is an expression of numbers, in the entries of letters. Of a product ``X^\top r`` with a matrix, and of an integral,
there is a letter for its entry, of which no more is known than how it moves: where X stands still, as the entry of
``X^\top \dot r`` is, and ``\int_0^t r(s) ds`` moves by r(t).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.special import OneMatrix

from ....language.matrices import Velocity
from ....language.printing.marks import Slope
from .integrals import at_its_end, is_an_integral, is_from_zero
from .moving import is_still
from .terms_apart import numbers_apart

if TYPE_CHECKING:
    from ..letters.setting import Setting


class NotByEntries(Exception):
    """Something in an expression is no vector, or holds more than entries at one place."""


def entry(expr: Any, setting: Setting) -> Any:
    """The entry of a vector.

    Raises:
        NotByEntries: if it has none of this sort.
    """
    if isinstance(expr, sp.MatrixSymbol):
        return _of_letter(expr, setting)
    if isinstance(expr, Velocity) and setting.time is not None:
        of = entry(expr.args[0], setting)
        if not all(_stands_still(number, setting) for number in _numbers(of, setting)):
            raise NotByEntries
        return Slope(of, setting.time)
    if isinstance(expr, Velocity) and str(getattr(expr.args[0], "name", "")) not in setting.units.shown:
        return sp.Symbol(f"rate~of~{entry(expr.args[0], setting)}", real=True)  # where nothing is derived by time
    if isinstance(expr, sp.MatAdd):
        return sp.Add(*(entry(term, setting) for term in expr.args))
    if isinstance(expr, sp.MatMul):
        return _of_product(expr, setting)
    if expr == 0 or (isinstance(expr, sp.ZeroMatrix) and expr.shape[1] == 1):
        return sp.S.Zero
    if isinstance(expr, OneMatrix) and expr.shape[1] == 1:
        return sp.S.One
    raise NotByEntries


def _of_letter(letter: Any, setting: Setting) -> Any:
    units, name = setting.units, str(letter.name)
    if name in units.odots:
        return sp.Mul(*(entry(part, setting) for part in units.odots[name]))
    if name in units.by_entries:
        function, vector = units.by_entries[name]
        return function(entry(vector, setting))
    if letter.shape[1] != 1:
        raise NotByEntries
    if is_an_integral(setting, letter):
        return _unknown(letter, setting)
    still = setting.time is None or is_still(letter, setting)
    if name in units.shown and not (still and setting.time is not None) and not units.shown[name].startswith(r"\nabla"):
        raise NotByEntries
    return _made(name, letter, setting, still=still)


def _of_product(expr: Any, setting: Setting) -> Any:
    """The entry of a product of numbers, matrices and one vector."""
    whole = sp.expand(expr)
    if isinstance(whole, sp.MatAdd):
        return sp.Add(*(entry(term, setting) for term in whole.args))
    number, rest = numbers_apart(whole)
    if number.has(sp.MatrixSymbol):
        raise NotByEntries
    if not isinstance(rest, sp.MatMul):
        return number * entry(rest, setting)
    *matrices, vector = rest.args
    diagonals = [setting.units.diagonals.get(str(getattr(one, "name", "")), (None, None))[1] for one in matrices]
    if None not in diagonals:
        return sp.Mul(number, *(entry(one, setting) for one in diagonals), entry(vector, setting))
    return number * _unknown(rest, setting)


def _unknown(expr: Any, setting: Setting) -> Any:
    """The letter for the entry of a vector that is made of letters alone, and of integrals."""
    if expr.shape[1] != 1:
        raise NotByEntries
    for one in expr.atoms(sp.MatrixSymbol):
        plain = str(one.name) not in setting.units.shown or is_an_integral(setting, one) or is_still(one, setting)
        if not plain:
            raise NotByEntries
    if not all(isinstance(node, _PLAIN) for node in _nodes(expr)):
        raise NotByEntries
    still = setting.time is None or (
        not expr.has(Velocity) and all(is_still(one, setting) for one in expr.atoms(sp.MatrixSymbol))
    )
    return _made(sp.sstr(expr), expr, setting, still=still)


_PLAIN = (sp.MatrixSymbol, sp.MatMul, sp.Transpose, Velocity)


def _nodes(expr: Any) -> Iterator[Any]:
    """The parts of a product that are matrices, down to its letters."""
    yield expr
    if not isinstance(expr, sp.MatrixSymbol):
        for part in expr.args:
            yield from _nodes(part)


def _made(name: str, of: Any, setting: Setting, *, still: bool) -> Any:
    """A number for an entry of what goes by a name, a function of the time if that may move."""
    called = f"{name}_i"
    while called in setting.notation or any(called == str(getattr(m, "name", "")) for m in setting.meanings.values()):
        called += "~"
    setting.units.entries[called] = of
    return sp.Symbol(called, real=True) if still else sp.Function(called, real=True)(setting.time)


def _numbers(of: Any, setting: Setting) -> set[Any]:
    """The letters of numbers in an entry: not the entries of vectors."""
    found: set[Any] = {s for s in of.free_symbols if str(s) not in setting.units.entries and s != setting.time}
    return found


def _stands_still(number: Any, setting: Setting) -> bool:
    """Whether a letter is declared as a number that does not move: the value of a function may."""
    return setting.printed(str(getattr(number, "name", ""))) in setting.names.numbers


def rates(exprs: Iterable[Any], setting: Setting) -> list[tuple[Any, str, Any]]:
    """How the letters for entries of products and of integrals in some expressions move, where it is known."""
    found: list[tuple[Any, str, Any]] = []
    entries = set().union(*(expr.atoms(AppliedUndef) for expr in exprs if isinstance(expr, sp.Basic)))
    for one in sorted(entries, key=str):
        of = setting.units.entries.get(one.func.__name__)
        if of is None or setting.time is None or (isinstance(of, sp.MatrixSymbol) and not is_an_integral(setting, of)):
            continue
        try:
            found.append((Slope(one, setting.time), "=", entry(_rate(of, setting), setting)))
        except NotByEntries:
            continue
    return found


def rate(of: Any, setting: Setting, slopes: Mapping[Any, Any] = MappingProxyType({})) -> Any:
    """The derivative by the time of an expression of entries.

    Args:
        of: the expression.
        setting: what its letters mean.
        slopes: of letters for entries, as is said; of products and integrals they are known.
    """
    found = sp.diff(of, setting.time)
    put = {}
    for one in found.atoms(sp.Derivative):
        if one.variables == (setting.time,):
            known = [slopes[one.expr]] if one.expr in slopes else [right for *_, right in rates([one.expr], setting)]
            put[one] = known[0] if known else Slope(one.expr, setting.time)
    return found.xreplace(put)


def at_time_zero(of: Any, setting: Setting) -> Any:
    """An expression of entries at time 0, where integrals from 0 on are 0; None if something else in it moves."""
    put = {}
    for one in of.atoms(AppliedUndef):
        product = setting.units.entries.get(one.func.__name__)
        factors = product.args if isinstance(product, sp.MatMul) else (product,)
        if not any(isinstance(factor, sp.MatrixSymbol) and is_from_zero(setting, factor) for factor in factors):
            return None
        put[one] = sp.S.Zero
    return of.xreplace(put).subs(setting.time, 0)


def _rate(expr: Any, setting: Setting) -> Any:
    """The rate of a product of letters, or of an integral up to the time."""
    factors = list(expr.args) if isinstance(expr, sp.MatMul) else [expr]
    terms = []
    for k, factor in enumerate(factors):
        turned = isinstance(factor, sp.Transpose)
        letter = factor.arg if turned else factor
        if not isinstance(letter, sp.MatrixSymbol):
            raise NotByEntries
        if is_still(letter, setting):
            continue
        moved = at_its_end(setting, letter) if is_an_integral(setting, letter) else Velocity(letter)
        if moved is None:
            raise NotByEntries
        terms.append(sp.MatMul(*factors[:k], moved.T if turned else moved, *factors[k + 1 :]))
    whole = [sp.expand(term.doit(deep=False)) for term in terms]
    return sp.ZeroMatrix(*expr.shape) if not whole else whole[0] if len(whole) == 1 else sp.MatAdd(*whole)
