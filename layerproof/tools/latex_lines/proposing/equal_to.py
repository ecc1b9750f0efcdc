r"""The types of letters that a paper says what they are: after ``$\Sigma = X^\top X$`` it is a matrix like that."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from typing import Any

import sympy as sp

from ....language.printing import latex, notation
from ....language.reading import CannotRead
from ..letters.header import declare
from ..letters.setting import Misdeclared, Setting
from ..notation.naming import name_in
from ..notation.sizes import ANY_SIZE

ROUNDS = 3
MOST = 200


def like_what_they_equal(
    guessed: Mapping[str, str], said: Mapping[str, str], equations: Iterable[tuple[str, str]]
) -> dict[str, str]:
    """The guesses, with the types of what the letters are said to be, where that can be read.

    Args:
        guessed: a type for each name.
        said: types that the paper says; what is read is read in these.
        equations: what is on the left and on the right, in LaTeX; the first that can be read counts.
    """
    setting = Setting(presumes=True)
    for name, kind in said.items():
        with contextlib.suppress(Misdeclared):
            declare(setting, "symbols", f"{name} {kind}")
    if "I" not in {*guessed, *said}:
        setting.meanings.setdefault("I", sp.Identity(ANY_SIZE))
    found = dict(guessed)
    waiting = [(name, right) for left, right in equations if (name := name_in(left)) in guessed][:MOST]
    for _ in range(ROUNDS):
        left_over: list[tuple[str, str]] = []
        for name, right in waiting:
            if name in setting.meanings:
                continue
            try:
                kind = _kind(setting.read(right), setting)
                declare(setting, "symbols", f"{name} {kind or guessed[name]}")
                found[name] = kind or guessed[name]
            except (CannotRead, Misdeclared, ValueError, TypeError, AttributeError, NotImplementedError):
                left_over.append((name, right))
        if len(left_over) == len(waiting):
            break
        waiting = left_over
    return found


def _kind(value: Any, setting: Setting) -> str:
    """The type of a matrix or a vector; empty for a number, of which its use tells more.

    Raises:
        ValueError: if its sizes cannot be written.
    """
    if not getattr(value, "is_Matrix", False):
        return ""
    if ANY_SIZE in value.shape:
        raise ValueError("an identity of any size")
    with notation(setting.notation):
        rows, columns = (latex(size) for size in value.shape)
    if rows == "1":
        raise ValueError("a row is no type of a letter")
    return f"vector {rows}" if columns == "1" else f"matrix {rows} x {columns}"
