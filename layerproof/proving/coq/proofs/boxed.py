"""Signs along one letter by intervals of numbers: in boxes between two places, and as before on either side of them.

Where the expression vanishes at an end of its range, intervals of numbers say nothing near that end: there its slope
does, and far out, where the range has no end, the hypothesis that one is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
import sympy as sp

from ..theorems.algebra import NUMBERS, is_along_one_letter
from ..theorems.base import Fact
from .sign_terms import Proof, says
from .valleys import Equal, valley

if TYPE_CHECKING:
    from .signer import Signer

_NEAR = tuple(map(sp.Rational, ("3", "1", "1/2", "1/4", "1/8")))
_FAR = tuple(map(sp.Integer, (2, 4, 8, 16)))
_POINTS = 400
_ROOM = 1e-6  # of a value beside the largest: what intervals are asked to see
_LONG = 60


def boxed(signer: Signer, text: str, expr: sp.Expr, code: str, equal: Equal | None) -> Proof | None:
    """That `text`, which stands for `expr`, is positive or not negative; by boxes along its only letter."""
    if NUMBERS not in signer.context.requires or code not in "pq":
        return None
    if expr.count_ops() > _LONG or not is_along_one_letter(expr):
        return None
    (letter,) = expr.free_symbols
    value = sp.lambdify(letter, expr, "numpy")
    low, high = (_end(signer, letter, side) for side in (1, -1))
    if low is None:
        return None
    touches = abs(_values(value, low, low)[0]) < _ROOM
    rises = touches and _slope(value, low) > _ROOM  # the slope says enough in the box at the end
    for near in [low + step for step in _NEAR] if touches and not rises else [low]:
        if high is not None and near >= high:
            continue
        for far in [high] if high is not None else [low + step for step in _FAR]:
            if near < far and _is_clear(_values(value, near, far), rises):
                walk = _Walk(signer, letter, text, expr, code, equal)
                found = walk.proof(None if near == low else near, None if far == high else far)
                if found is not None:
                    return found
    return None


def _end(signer: Signer, letter: sp.Symbol, side: int) -> sp.Rational | None:
    """The nearest number below the letter that the facts name, with the side 1; above it, with -1."""
    known = [fact.relation for fact in signer.context.facts if isinstance(fact.relation, sp.core.relational.Relational)]
    numbers = {n for r in known for a, b in (r.args, r.args[::-1]) if a == letter and (n := b).is_Rational}
    if letter.is_nonnegative:
        numbers.add(sp.S.Zero)
    ends = [n for n in numbers if signer.difference(*((letter, n) if side > 0 else (n, letter)), "q") is not None]
    return max(ends, key=lambda n: side * n, default=None)


def _values(value: Callable[..., object], low: sp.Rational, high: sp.Rational) -> np.ndarray:
    places = np.linspace(float(low), float(high), _POINTS)
    with np.errstate(all="ignore"):
        return np.broadcast_to(np.asarray(value(places), dtype=float), (_POINTS,))


def _slope(value: Callable[..., object], low: sp.Rational) -> float:
    first, last = _values(value, low, low + sp.Rational(1, 1000))[[0, -1]]
    return float(last - first) * 1000


def _is_clear(values: np.ndarray, rises: bool) -> bool:
    """Whether no value is 0 or less, but the first where the expression rises from 0."""
    inside = values[1:] if rises else values
    return bool(np.isfinite(values).all() and inside.min() > _ROOM * np.abs(values).max())


class _Walk:
    """The range of a letter, in up to three parts."""

    def __init__(
        self, signer: Signer, letter: sp.Symbol, text: str, expr: sp.Expr, code: str, equal: Equal | None
    ) -> None:
        self.signer, self.letter, self.text, self.expr, self.code, self.equal = signer, letter, text, expr, code, equal

    def proof(self, near: sp.Rational | None, far: sp.Rational | None) -> Proof | None:
        """The sign: up to `near` by the slope, then in boxes, and from `far` on by what is known there."""
        context, name = self.signer.context, self.signer.context.text(self.letter)
        lines = []
        for place, relation in ((near, sp.Le), (far, sp.Ge)):
            if place is None:
                continue
            below, here = relation is sp.Le, context.text(place)
            sides = (name, here) if below else (here, name)
            fact, other = context.fresh("Z"), context.fresh("Z")
            script = self._beyond(Fact(fact, " <= ".join(sides), relation(self.letter, place, evaluate=False)))
            if script is None:
                return None
            lines.append(f"destruct (Rle_or_lt {' '.join(sides)}) as [{fact} | {other}].\n{{ {script} }}")
        lines += [*self._ends(), f"numeric_along {name}."]
        return Proof(self.code, self.signer.lemma(says(self.code, self.text), "\n".join(lines)))

    def _ends(self) -> Iterator[str]:
        """The numbers between which the facts have the letter, as facts that intervals of numbers see."""
        text = self.signer.context.text
        for side in (1, -1):
            if (end := _end(self.signer, self.letter, side)) is None:
                continue
            large, small = (self.letter, end) if side > 0 else (end, self.letter)
            gap = self.signer.difference(large, small, "q")
            assert gap is not None
            known = self.signer.named(gap, f"({text(large)} - {text(small)})").term
            says_so = f"{text(small)} <= {text(large)}"
            yield f"assert ({self.signer.context.fresh('Z')} : {says_so}) by exact (Signs.gap_q {known})."

    def _beyond(self, fact: Fact) -> str | None:
        """A script for the sign where one fact more is known."""
        from .signer import Signer

        inside = Signer(self.signer.context.knowing([fact]))
        inside.plan(self.expr)
        found = inside.prove(self.expr, self.code) or valley(inside, self.text, self.expr, self.code, self.equal)
        return inside.script(f"exact {found.term}.") if found is not None else None
