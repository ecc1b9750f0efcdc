r"""Partial products of layers: after ``W_{a:b} := W_a W_{a-1} \cdots W_b``, ``W_{L:1} = W_{L:\ell} W_{\ell-1:1}``.

What such names stand for is said once, with dots. From it follows, of those that a line and its facts hold, which of
them is a product of others: an index of the one goes on where that of the next ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import sympy as sp

from ..judging.questions import Line, Question, Status
from ..letters.setting import Setting
from ..page.products_said import LAYER, NAME, Order, Place, following, place_of
from .supports import Support

MOST_PIECES = 6


def partial_products(question: Question, near: Sequence[Support], said: Sequence[Order]) -> list[Support]:
    """Which of the products in a line and its facts are products of others, as facts.

    Args:
        question: of the line.
        near: the facts that it is given.
        said: how such products are written.
    """
    setting = question.setting
    sides = [question.left, question.right, *(side for f in near for side in (f.question.left, f.question.right))]
    letters = set().union(*(side.atoms(sp.MatrixSymbol) for side in sides if isinstance(side, sp.Basic)))
    found: list[Support] = []
    for order in said:
        pieces = dict(_pieces(letters, setting, order))
        for letter, (begin, end) in pieces.items():
            others = {one: ends for one, ends in pieces.items() if one != letter}
            path = max(_paths(begin, end, others), key=len, default=())
            if len(path) > 1 and (product := _product(path)) is not None and product.shape == letter.shape:
                line = Line(0, order.line, "", "=", "", Status.ASSUMED)
                found.append(Support(Question(letter, "=", product, setting), line, 0, lines=(line,)))
    return found


def _pieces(letters: Iterable[Any], setting: Setting, order: Order) -> Iterator[tuple[Any, tuple[Place, Place]]]:
    """The layers and products among letters, each with where it begins and ends."""
    for latex, letter in setting.meanings.items():
        if letter not in letters:
            continue
        if name := NAME.fullmatch(latex):
            ends = place_of(name["first"]), place_of(name["last"])
            left, right = ends if order.left_first else ends[::-1]
        elif name := LAYER.fullmatch(latex):
            left = right = place_of(name["index"])
        else:
            continue
        if name["base"] == order.base and left is not None and right is not None:
            yield letter, ((following(left, 1), right) if order.descending else (left, following(right, 1)))


def _paths(
    begin: Place, end: Place, pieces: dict[Any, tuple[Place, Place]], most: int = MOST_PIECES
) -> Iterator[tuple[Any, ...]]:
    """The products of pieces that begin and end at two places."""
    if begin == end:
        yield ()
    if most:
        for letter, (first, last) in pieces.items():
            if first == begin and last != begin:
                rest = {one: ends for one, ends in pieces.items() if one != letter}
                yield from ((letter, *path) for path in _paths(last, end, rest, most - 1))


def _product(path: Sequence[Any]) -> Any:
    try:
        return sp.MatMul(*path)
    except sp.matrices.exceptions.ShapeError:
        return None
