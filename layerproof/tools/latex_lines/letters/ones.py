r"""Vectors of ones that are written without their size, ``\alpha \mathbf{1}``: what stands beside them says it.

It is the one size of the letters beside it, in its side of a line, with which that side can be read; where nothing else
stands there, the size of the vectors of the line. Where two sizes do, it is not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.matrices import ShapeMismatch, shape_of
from ....language.reading import CannotRead
from ..files.tokens import joined, words
from ..notation.spelling import plain

if TYPE_CHECKING:
    from .setting import Setting

_WRITTEN = re.compile(r"\\(?:mathbf|boldsymbol|mathbb|bm|pmb|bf)\s*\{?\s*1")
_FONTS = frozenset({r"\mathbf", r"\boldsymbol", r"\mathbb"})


def with_sizes(text: str, setting: Setting) -> str:
    """A side of a line with the size of each vector of ones, if it is clear.

    Args:
        text: in LaTeX.
        setting: what its letters mean, and the line that it is of.
    """
    if not _WRITTEN.search(text):
        return text
    tokens = plain(words(text), setting.names)
    places = [k for k in range(len(tokens)) if _is_of_ones(tokens, k, setting)]
    if not places:
        return text
    around = plain(words(setting.names.line), setting.names)
    for sizes in (_sizes(tokens, setting, _of_all), _sizes(around, setting, _of_vectors)):
        made = [_sized(tokens, places, size) for size in sizes]
        if len(fit := [one for one in made if _fits(one, setting)]) == 1:
            return joined(fit[0])
        if fit:
            return text
    return text


def _fits(tokens: Sequence[str], setting: Setting) -> bool:
    """Whether some tokens can be read, and all sizes in them fit."""
    try:
        value = setting.read(joined(tokens))
        for part in [value] if getattr(value, "is_Matrix", False) else [one.arg for one in value.atoms(sp.Trace)]:
            shape_of(part)
    except (CannotRead, ShapeMismatch, ValueError, NotImplementedError, AttributeError):
        return False
    return True


def _is_of_ones(tokens: Sequence[str], k: int, setting: Setting) -> bool:
    """Whether a one in bold stands at a place, without a size, and is no indicator, and no name."""
    if tokens[k] not in _FONTS or list(tokens[k + 1 : k + 4]) != ["{", "1", "}"]:
        return False
    after = tokens[k + 4] if k + 4 < len(tokens) else ""
    return after not in ("_", "(", "[", r"\{") and joined(tokens[k : k + 4]) not in setting.names.declared


def _sized(tokens: Sequence[str], places: Sequence[int], size: str) -> list[str]:
    found: list[str] = []
    for k, token in enumerate(tokens):
        found.append(token)
        if k - 3 in places:
            found += ["_", "{", *words(size), "}"]
    return found


def _sizes(tokens: Sequence[str], setting: Setting, of: Callable[[Any], Sequence[Any]]) -> list[str]:
    """The sizes, in LaTeX, of the vectors and matrices whose names stand among tokens."""
    here = {token for token in tokens}
    found: list[Any] = []
    for name in setting.names.matrices:
        meaning = setting.meanings.get(name)
        if isinstance(meaning, sp.MatrixSymbol) and set(words(name)) <= here:
            found += of(meaning)
    by_size = {meaning: name for name, meaning in setting.meanings.items() if isinstance(meaning, sp.Symbol)}
    return list(dict.fromkeys(by_size[size] for size in found if size in by_size))


def _of_all(matrix: Any) -> Sequence[Any]:
    return matrix.shape  # type: ignore[no-any-return]


def _of_vectors(matrix: Any) -> Sequence[Any]:
    return matrix.shape[:1] if matrix.shape[1] == 1 else ()
