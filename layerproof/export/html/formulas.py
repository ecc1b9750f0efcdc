"""Rows of relations as a display that a narrow screen can hold: it breaks between terms, and what is wider scrolls."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp
from markupsafe import Markup

from layerproof.language.printing import latex
from layerproof.language.statements.base import SIGNS, Row

from .mathml import letters, mathml, pieces
from .words import Linker, capital, sentence

ALIGNED, NARROW = 22, 9
"""Left sides of up to so many letters stand in a column of their own: on a desk, and on a phone."""

_BOUNDS = {"<", "<=", ">", ">="}


def display(rows: Sequence[Row], link: Linker | None = None) -> Markup:
    """The rows one below the other, aligned at their relations if their left sides are short."""
    widest = max((letters(latex(row.left)) for row in rows if row.left is not None), default=0)
    how = "aligned narrow" if widest <= NARROW else "aligned" if widest <= ALIGNED else "flowing"
    shown = Markup().join(_row(row, how != "flowing", link) for row in _joined(rows))
    return Markup('<div class="display {}">{}</div>').format(how, shown)


def inline(expr: object) -> Markup:
    """An expression, a relation or a hypothesis in a line of text, which may break between its terms."""
    if not isinstance(expr, sp.Basic) and not hasattr(expr, "latex"):
        return sentence(str(expr))
    formula = latex(expr) if isinstance(expr, sp.Basic) else expr.latex()
    return Markup("<wbr>").join(map(Markup, pieces(formula, display=False)))


def _joined(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows, with short bounds on both sides in one: ``0 < R < S``."""
    found: list[list[Row]] = []
    for row in rows:
        if row.left is None and found and _is_short_bound(found[-1], row):
            found[-1].append(row)
        else:
            found.append([row])
    return found


def _is_short_bound(before: Sequence[Row], row: Row) -> bool:
    parts = (before[0].left, before[-1].right, row.right)
    bounds = {before[-1].relation, row.relation} <= _BOUNDS and not (before[-1].remark or before[-1].tends)
    return bounds and sum(letters(latex(part)) for part in parts if part is not None) <= ALIGNED


def _row(joined: Sequence[Row], aligned: bool, link: Linker | None) -> Markup:
    first, row = joined[0], joined[-1]
    left = "" if first.left is None else latex(first.left)
    right = " ".join(f"{SIGNS[part.relation]} {latex(part.right)}".strip() for part in joined)
    remark = Markup()
    if row.remark:
        remark = Markup('<span class="remark">{}</span>').format(sentence(capital(row.remark), link))
    if row.tends:
        near = mathml(rf"{latex(row.tends[0])} \to {latex(row.tends[1])}")
        remark += Markup('<span class="remark">as {}</span>').format(Markup(near))
    if aligned:
        cells = Markup('<div class="left">{}</div><div class="right">{}{}</div>')
        return cells.format(Markup(mathml(left, display=True)) if left else "", _formula(right), remark)
    return Markup('<div class="right">{}{}</div>').format(_formula(left, right), remark)


def _formula(*parts: str) -> Markup:
    broken = Markup("<wbr>").join(Markup(piece) for part in parts if part for piece in pieces(part))
    return Markup('<div class="formula">{}</div>').format(broken)
