r"""``u \otimes v`` of two columns is ``u v^\top`` or the column of all ``u_i v_j``: as the sizes of its line say.

Where the line fits with both, or with neither, it is not read.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.matrices import ShapeMismatch, shape_of
from ....language.reading import CannotRead, Misshapen, Partial
from ..notation.sizes import ANY_SIZE
from ..notation.units import OTIMES
from ..page.relations import cut_relations
from ..values.kronecker import TWO
from ..values.norms import apart

if TYPE_CHECKING:
    from .setting import Setting

Read = tuple[Any, tuple[Partial, ...]]


def is_open(text: str, setting: Setting) -> bool:
    """Whether it is still to be seen how the products in a whole side are read."""
    return OTIMES in text and setting.units.stacked is None and setting.units.depth == 0


def in_one_reading(text: str, setting: Setting) -> Read:
    """A side with such products, as its line asks for them.

    Raises:
        CannotRead: if the line fits with both readings, or with neither, or the side is not read anyway.
    """
    setting.units.depth += 1
    setting.units.columns = False
    problem: CannotRead | None = None
    read: Read = None, ()
    try:
        read = setting.read_written(text)
    except CannotRead as unread:
        problem = unread
    finally:
        setting.units.depth -= 1
    if not setting.units.columns:
        if problem is not None:
            raise problem
        return read
    ways = [found for stacked in (True, False) if (found := _fitting(text, setting, stacked=stacked)) is not None]
    if len(ways) == 1 or (len(ways) == 2 and _is_same(ways[0][0], ways[1][0])):
        return ways[0]
    raise problem or CannotRead(f"{text.strip()[:80]}: {TWO}")


@contextlib.contextmanager
def _as_said(setting: Setting, *, stacked: bool) -> Iterator[None]:
    setting.units.stacked = stacked
    try:
        yield
    finally:
        setting.units.stacked = None


def _fitting(text: str, setting: Setting, *, stacked: bool) -> Read | None:
    """A side that is read so, if it can be, and what else of its line is read is of its size."""
    whole = setting.names.line
    sides = [side for _, side in cut_relations(whole)] if text.strip() in whole else []
    with _as_said(setting, stacked=stacked):
        try:
            read = setting.read_written(text)
            shapes = {_shape(read[0])}
        except (CannotRead, ShapeMismatch, ValueError):
            return None
        for side in sides:
            try:
                shapes.add(_shape(setting.read(side)))
            except (Misshapen, ShapeMismatch):
                return None
            except (CannotRead, ValueError):
                continue
    return read if len(shapes - {None}) <= 1 else None


def _is_same(one: Any, other: Any) -> bool:
    r"""Whether both readings give one number, as for ``\|u \otimes v\|_F``."""
    if getattr(one, "is_Matrix", False) or getattr(other, "is_Matrix", False):
        return bool(one == other)
    roots = all(_is_root(factor) for value in (one, other) for factor in sp.Mul.make_args(value))
    one, other = (value.replace(lambda e: isinstance(e, sp.Trace), _in_numbers) for value in (one, other))
    gap = one**2 - other**2 if roots else one - other
    return bool(sp.expand(apart(sp.expand(gap))) == 0)


def _in_numbers(trace: Any) -> Any:
    """The trace of a product of columns and rows as a product of traces of what is one by one."""
    factors = list(trace.arg.args) if isinstance(trace.arg, sp.MatMul) else [trace.arg]
    first = next((k for k, factor in enumerate(factors) if factor.shape[0] == 1), 0)
    found, chunk = sp.Integer(1), []
    for factor in [*factors[first:], *factors[:first]]:
        chunk.append(factor)
        if chunk[0].shape[0] == 1 == factor.shape[1]:
            found *= sp.Trace(sp.MatMul(*chunk).doit())
            chunk = []
    return found if not chunk else trace


def _is_root(factor: Any) -> bool:
    return isinstance(factor, sp.Pow) and factor.exp == sp.Rational(1, 2)


def _shape(value: Any) -> Any:
    """The size of a matrix; None of 0, and where it is not known.

    Raises:
        ShapeMismatch: if sizes inside of it do not fit.
    """
    for trace in value.atoms(sp.Trace) if isinstance(value, sp.Basic) else ():
        if trace.arg.shape[0] != trace.arg.shape[1]:
            raise ShapeMismatch("the trace of a matrix that is not square")
    if isinstance(value, sp.Basic) and value.has(ANY_SIZE):
        return None
    if not getattr(value, "is_Matrix", False):
        return None if value == 0 else (1, 1)
    return shape_of(value)
