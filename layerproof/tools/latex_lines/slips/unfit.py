"""Where the sizes of matrices in a line do not fit, and which two matrices meet there.

A custom of a paper, or a declaration that is wrong for all of it, makes the same two meet again and again; a slip does
so once.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import sympy as sp

from ....language.matrices import Velocity
from ....language.printing import latex, notation
from ..files.tokens import Unbalanced, words
from ..letters.setting import Setting
from ..notation.sizes import ANY_SIZE, same_shape
from ..notation.spelling import plain

TIMES, PLUS, EQUAL = "times", "plus", "="
LONGEST = 60
"""Characters of a matrix that is shown in words; one that is longer is said to be a sum or a product."""


class Apart(NamedTuple):
    """Two matrices that meet and do not fit, and how they meet."""

    one: Any
    other: Any
    how: str

    @property
    def sizes(self) -> set[Any]:
        """The sizes of both."""
        return {*self.one.shape, *self.other.shape}

    @property
    def is_unsure(self) -> bool:
        """Whether they may be meant as they stand: ``w x`` and ``x A y`` of vectors, or an identity without a size."""
        as_row = self.how == TIMES and self.one.shape[1] == 1 and self.one.shape[0] == self.other.shape[0]
        return as_row or all(1 in part.shape for part in (self.one, self.other)) or ANY_SIZE in self.sizes

    @property
    def is_turned(self) -> bool:
        """Whether two sides differ by a transpose of the whole: which of both a derivative is, is a convention."""
        return self.how == EQUAL and tuple(self.one.shape) == tuple(reversed(self.other.shape))


def apart(left: Any, right: Any) -> list[Apart]:
    """What does not fit in the right side of an equation, or between both sides; nothing is said of the left one."""
    found = list(inside(right))
    if found or not isinstance(left, sp.Basic) or any(inside(left)):
        return found
    left, right = same_shape(left, right)
    if _is_matrix(left) and _is_matrix(right) and tuple(left.shape) != tuple(right.shape):
        found.append(Apart(left, right, EQUAL))
    return found


def inside(side: Any) -> Iterator[Apart]:
    """What does not fit in one side, where all that is inside of it fits."""
    for found in _inside(side):
        if not any(next(_inside(part), None) for part in found[:2]) or found.one == found.other:
            yield found


def _inside(side: Any) -> Iterator[Apart]:
    for node in sp.preorder_traversal(side) if isinstance(side, sp.Basic) else ():
        if isinstance(node, sp.MatPow) and node.base.shape[0] != node.base.shape[1]:
            yield Apart(node.base, node.base, TIMES)
        elif isinstance(node, sp.MatMul):
            for one, other in itertools.pairwise(filter(_is_matrix, node.args)):
                if one.shape[1] != other.shape[0]:
                    yield Apart(one, other, TIMES)
        elif isinstance(node, sp.MatAdd):
            first, *rest = node.args
            yield from (Apart(first, term, PLUS) for term in rest if tuple(term.shape) != tuple(first.shape))


def meetings(found: Apart, setting: Setting) -> set[tuple[str, ...]]:
    """What to know the meeting by, if it comes again: the letters at its two ends, in whatever typeface."""
    if found.how == TIMES:
        pairs = itertools.product(_last(found.one), _first(found.other))
        return {_either((TIMES, _name(a, setting), _name(b, setting)),
                        (TIMES, _name(_turned(b), setting), _name(_turned(a), setting))) for a, b in pairs}  # fmt: skip
    one, other = (part.as_coeff_mmul()[1] if isinstance(part, sp.MatMul) else part for part in found[:2])
    plain = sorted(str(part) for part in (one, other))
    turned = sorted(str(_turned(part)) for part in (one, other))
    return {_either((found.how, *plain), (found.how, *turned))}


def letters_at(found: Apart) -> set[Any]:
    """The letters that meet: in a product those at its ends, else all of both."""
    parts = [*_last(found.one), *_first(found.other)] if found.how == TIMES else [found.one, found.other]
    return {letter for part in parts for letter in part.atoms(sp.MatrixSymbol)}


def in_words(found: Apart, setting: Setting, line: str) -> str:
    """What does not fit, and why, in a sentence; a product that only stands transposed in a line is shown like that.

    Args:
        found: what does not fit.
        setting: how it is printed.
        line: as `bare` gives it.
    """
    one, other = found[:2]
    if found.how == TIMES and not any(_stand_in(line, a, b, setting) for a in _last(one) for b in _first(other)):
        a, b = _turned(other), _turned(one)
        if any(_stand_in(line, end, start, setting) for end in _last(a) for start in _first(b)):
            one, other = a.doit(), b.doit()
    sizes = [" x ".join(map(str, part.shape)) for part in (one, other)]
    with notation(setting.notation):
        one, other = _shown(one), _shown(other)
    if found.how == EQUAL:
        return f"the left side is {sizes[0]}, and the right side {sizes[1]}"
    if found.how == PLUS:
        return f"{one} is {sizes[0]}, and {other}, which is added to it, {sizes[1]}"
    if found.one == found.other:
        return f"{one} is {sizes[0]}, and is multiplied by itself"
    return f"{one} is {sizes[0]}, and {other}, by which it is multiplied, {sizes[1]}"


def _stand_in(line: str, one: Any, other: Any, setting: Setting) -> bool:
    """Whether two factors stand side by side in a line."""
    return (
        re.search(rf"(?<!\S){re.escape(f'{_name(one, setting)} {_name(other, setting)}')}(?! [_^])", line) is not None
    )


def _shown(part: Any) -> str:
    if isinstance(part, sp.Transpose) and isinstance(part.arg, Velocity):
        return rf"{_shown(part.arg)}^{{\top}}"
    if isinstance(part, Velocity) and isinstance(part.args[0], sp.MatrixSymbol):
        return rf"\dot{{{latex(part.args[0])}}}"
    shown = latex(part)
    if len(shown) > LONGEST:
        return "a sum" if isinstance(part, sp.MatAdd) else "a product"
    return f"({shown})" if isinstance(part, sp.MatAdd) else shown


def _is_matrix(expr: Any) -> bool:
    return bool(getattr(expr, "is_Matrix", False))


def _either(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    return min(one, other)


def _turned(part: Any) -> Any:
    return part.arg if isinstance(part, sp.Transpose) else sp.Transpose(part)


def _last(part: Any) -> list[Any]:
    """The factors that stand last in a matrix, one of each of its terms."""
    return _at_end(part, -1)


def _first(part: Any) -> list[Any]:
    return _at_end(part, 0)


def _at_end(part: Any, place: int) -> list[Any]:
    if isinstance(part, sp.MatAdd):
        return [end for term in part.args for end in _at_end(term, place)]
    if isinstance(part, sp.MatMul):
        return _at_end([factor for factor in part.args if _is_matrix(factor)][place], place)
    if isinstance(part, sp.MatPow):
        return _at_end(part.base, place)
    if isinstance(part, sp.Transpose) and not isinstance(part.arg, (sp.MatrixSymbol, Velocity)):
        return [_turned(end) for end in _at_end(part.arg, -1 - place)]
    return [part]


def _name(part: Any, setting: Setting) -> str:
    r"""A factor in LaTeX without typefaces and braces: ``\mathbf{W}_{1}`` and ``W_1`` may be one."""
    if isinstance(part, sp.Transpose):
        return f"{_name(part.arg, setting)} ^ \\top"
    if isinstance(part, Velocity):
        return f"\\dot {_name(part.args[0], setting)}"
    with notation(setting.notation):
        return bare(latex(part))


def bare(formula: str) -> str:
    """A formula in tokens, without typefaces, braces and brackets that say how large they are."""
    try:
        tokens = plain(words(formula))
    except Unbalanced:  # a piece of a formula
        tokens = words(formula)
    return " ".join(token for token in tokens if token not in _FACES)


_FACES = frozenset({"{", "}", r"\mathbf", r"\mathrm", r"\boldsymbol", r"\bm", r"\mathsf", r"\mathit", r"\mathcal"})
