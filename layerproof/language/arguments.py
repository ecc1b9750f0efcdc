"""What a statement, a flow or a sequence is given, looked at before anything is made of it.

SymPy makes an expression of a text by evaluating it as a program, with symbols that have no domain.  So a text is
refused wherever an expression is expected, and so is what is no expression at all: the truth value that ``a == b``
gives, a relation, a list.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from numbers import Number
from types import NoneType, UnionType
from typing import Any, Self

import sympy as sp
from sympy.logic.boolalg import BooleanAtom, BooleanFunction

OURS = "layerproof."


class Checked:
    """A base of dataclasses: what they are given is looked at when they are made, whatever they do with it.

    A field takes a text if its annotation says ``str``, and a truth value if it says ``bool``; a field of a class of
    this project takes an instance of that class, one annotated ``sp.Expr`` one expression, and no other field a text.

    Raises:
        TypeError: if something else is given; the message says for what, and what was expected.
    """

    def __new__(cls, *args: Any, **given: Any) -> Self:
        made: Any = cls
        ready: bool = is_dataclass(made)  # not what stands between this class and a dataclass
        if ready:
            named = {**dict(zip((item.name for item in fields(made)), args, strict=False)), **given}
            hints = _hints(made)
            for name, value in named.items():
                if name in hints:
                    _check(f"{name} of {cls.__name__}", value, hints[name])
        return super().__new__(cls)


@lru_cache
def _hints(kind: type) -> dict[str, frozenset[Any]]:
    """The types that each field says it takes; none where they cannot be told."""
    try:
        known = typing.get_type_hints(kind)
    except (NameError, TypeError):  # imported for type checkers only
        known = {}
    return {item.name: _alternatives(known.get(item.name, Any)) for item in fields(kind)}


def _alternatives(hint: Any) -> frozenset[Any]:
    many = typing.get_origin(hint) in (typing.Union, UnionType)
    return frozenset(typing.get_args(hint)) if many else frozenset({hint})


def _check(where: str, value: Any, allowed: frozenset[Any]) -> None:
    if (isinstance(value, str) and str in allowed) or (isinstance(value, bool) and bool in allowed):
        return
    refuse_text(where, value)
    ours = [kind for kind in allowed if isinstance(kind, type) and kind.__module__.startswith(OURS)]
    if ours and allowed <= {*ours, NoneType}:
        if not isinstance(value, tuple(allowed)):
            raise TypeError(f"got {_shown(value)} for {where}; expected a {' or a '.join(k.__name__ for k in ours)}")
    elif allowed <= {sp.Expr, NoneType} and not (value is None and NoneType in allowed):
        expression = isinstance(value, (sp.Basic, sp.MatrixBase, Number)) or hasattr(value, "_sympy_")
        if not expression:
            raise TypeError(f"got {_shown(value)} for {where}; expected an expression")


def refuse_text(where: str, value: Any) -> None:
    """Raise TypeError if `value`, or something in it, is a text, a truth value or a relation: no expression."""
    if isinstance(value, (str, bytes)):
        raise TypeError(
            f"got the text {value!r:.80} for {where}; expected an expression made of symbols, such as those of "
            "real('x y'): a text would be run as a program, and its names would have no domain"
        )
    if isinstance(value, (bool, BooleanAtom)):
        raise TypeError(
            f"got {value} for {where}; expected an expression. In Python, a == b compares two expressions as they are "
            "written; to state that they are equal, write Identity(a, b)"
        )
    if isinstance(value, (sp.core.relational.Relational, BooleanFunction)):
        raise TypeError(f"got the relation {value} for {where}; expected an expression")
    if isinstance(value, Mapping):
        for key, item in value.items():
            refuse_text(where, key)
            refuse_text(where, item)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for item in value:
            refuse_text(where, item)


def _shown(value: Any) -> str:
    return f"{value!r:.80} (a {type(value).__name__})"
