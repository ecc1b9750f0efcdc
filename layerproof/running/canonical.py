"""One text for one meaning: the same claim gives the same text in every run, different claims different texts.

``srepr`` alone is not enough: it forgets the assumptions of functions, and it prints the running number of a
dummy symbol, which differs from run to run.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.printing.repr import ReprPrinter

from ..language.printing.order import ordered_terms

OURS = "layerproof."


class Unstable(TypeError):
    """A value has no text that is the same in every run, so that nothing about it may be kept."""


class _Printer(ReprPrinter):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self._dummies: dict[sp.Dummy, int] = {}

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        return ordered_terms(expr, order)

    def _print_Dummy(self, expr: sp.Dummy) -> str:
        number = self._dummies.setdefault(expr, len(self._dummies))
        return f"Dummy({number}, {sorted(expr.assumptions0.items())})"

    def _print_Symbol(self, expr: sp.Symbol) -> str:
        return f"Symbol({expr.name!r}, {sorted(expr.assumptions0.items())})"

    def _print_FunctionClass(self, expr: Any) -> str:
        if issubclass(expr, AppliedUndef):
            return f"Function({expr.__name__!r}, {sorted(getattr(expr, '_kwargs', {}).items())})"
        return str(expr.__name__)

    def _print_UndefinedFunction(self, expr: Any) -> str:
        return self._print_FunctionClass(expr)


def canonical(value: Any) -> str:
    """The text of `value`: an expression, a statement, hypotheses, or a tuple of such.

    Raises:
        Unstable: if a part of it is of a class that this project does not know, a function for instance.
    """
    return _text(value, _Printer())


def _check(expr: Any) -> None:
    for part in sp.preorder_traversal(expr):
        kind = type(part)
        if not (kind.__module__ or "sympy").startswith((OURS, "sympy")) and not isinstance(part, AppliedUndef):
            raise Unstable(f"an expression of class {kind.__module__}.{kind.__qualname__} has no stable text")


def _text(value: Any, printer: _Printer) -> str:
    if isinstance(value, (sp.Basic, sp.MatrixBase)):
        _check(value)
        return str(printer.doprint(value))
    if isinstance(value, Enum):
        return f"{type(value).__qualname__}.{value.name}"
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return repr(value)
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(_text(item, printer) for item in value) + "]"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(_text(item, printer) for item in value)) + "}"
    if isinstance(value, dict):
        return "{" + ", ".join(sorted(f"{_text(k, printer)}: {_text(v, printer)}" for k, v in value.items())) + "}"
    kind = type(value)
    if is_dataclass(value) and kind.__module__.startswith(OURS):
        shown = ", ".join(f"{item.name}={_text(getattr(value, item.name), printer)}" for item in fields(value))
        return f"{kind.__module__}.{kind.__qualname__}({shown})"
    raise Unstable(f"a value of class {kind.__module__}.{kind.__qualname__} has no stable text")
