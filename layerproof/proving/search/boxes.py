"""Inequalities on compact boxes, in ball arithmetic: branch and bound, with derivatives where the bound is attained.

On a box, an expression is positive if its enclosure is; if not, it suffices that along some axis its derivative has one
sign, which is asked in the same way, and that it is not negative on the face where it is smallest.  What is left is cut
in two.  The enclosure of a box is computed by `arb`, outwards rounded; it never sees a box as a point.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import sympy as sp
from flint import arb, fmpq

from ...ground import effort
from ..domain import Domain
from ..sign_sets import NONNEGATIVE, NONPOSITIVE

Box = Mapping[sp.Symbol, tuple[Fraction, Fraction]]
_PRECISION = 96
_PIECES, _DERIVATIVES = 1500, 6


class NoEnclosure(Exception):
    """The expression has no enclosure on the box."""


def enclosure(expr: sp.Expr, box: Box, memo: dict[sp.Expr, arb] | None = None) -> arb:
    """A ball that contains every value of the expression on the box.

    Raises:
        NoEnclosure: if a part may be undefined somewhere on it, or is of a kind not known here.
    """
    memo = {} if memo is None else memo
    if expr not in memo:
        value = _compute(expr, box, memo)
        if not value.is_finite():
            raise NoEnclosure(str(expr))
        memo[expr] = value
    return memo[expr]


def _ball(low: Fraction, high: Fraction) -> arb:
    return _exact(low).union(_exact(high)) if low != high else _exact(low)


def _exact(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def _compute(expr: sp.Expr, box: Box, memo: dict[sp.Expr, arb]) -> arb:
    if isinstance(expr, sp.Rational):
        return arb(fmpq(int(expr.p), int(expr.q)))
    if expr in box:
        return _ball(*box[expr])
    if expr is sp.pi:
        return arb.pi()
    if expr is sp.E:
        return arb(1).exp()
    if isinstance(expr, sp.Add):
        total = arb(0)
        for term in expr.args:
            total = total + enclosure(term, box, memo)
        return total
    if isinstance(expr, sp.Mul):
        total = arb(1)
        for factor in expr.args:
            total = total * enclosure(factor, box, memo)
        return total
    if isinstance(expr, sp.exp):
        return enclosure(expr.args[0], box, memo).exp()
    if isinstance(expr, sp.Pow):
        return _power(expr, box, memo)
    name = expr.func.__name__
    if name not in ("log", "sin", "cos", "tanh", "sinh", "cosh", "atan", "asinh", "erf", "erfc", "Abs", "tan"):
        raise NoEnclosure(f"{name} is not known here")
    inner = enclosure(expr.args[0], box, memo)
    if name == "log" and (len(expr.args) != 1 or not inner > 0):
        raise NoEnclosure(str(expr))
    return abs(inner) if name == "Abs" else getattr(inner, name)()


def _power(expr: sp.Pow, box: Box, memo: dict[sp.Expr, arb]) -> arb:
    base, exponent = expr.args
    below = enclosure(base, box, memo)
    if isinstance(exponent, sp.Integer):
        n = int(exponent)
        if n < 0 and below.contains(0):
            raise NoEnclosure(str(expr))
        if n > 0 and n % 2 == 0:
            size = abs(below)
            return size**n if not size.contains(0) else arb(0).union(size.abs_upper() ** n)
        return below**n if n < 0 or not below.contains(0) else _odd(below, n)
    if isinstance(exponent, sp.Rational):
        if below > 0:
            return (enclosure(exponent, box, memo) * below.log()).exp() if exponent.q > 2 else _root(below, exponent)
        if exponent > 0 and below >= 0:
            top = below.abs_upper()
            return (
                arb(0).union((_exact(Fraction(int(exponent.p), int(exponent.q))) * top.log()).exp()) if top > 0 else top
            )
        raise NoEnclosure(str(expr))
    if not below > 0:
        raise NoEnclosure(str(expr))
    return (enclosure(exponent, box, memo) * below.log()).exp()


def _odd(ball: arb, n: int) -> arb:
    result = arb(1)
    for _ in range(n):
        result = result * ball
    return result


def _root(ball: arb, exponent: sp.Rational) -> arb:
    root = ball.sqrt()
    return root ** int(exponent.p)


# -- proofs ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Boxed:
    """A tree of boxes on each of which an enclosure, or a derivative and a face, shows the sign.

    Attributes:
        expr: not negative (positive, if `strict`) on the box.
        box: names and ends.
        tree: see `_verify`.
    """

    expr: sp.Expr
    box: tuple[tuple[sp.Symbol, Fraction, Fraction], ...]
    strict: bool
    tree: Any

    @property
    def how(self) -> str:
        """The argument, in words."""
        return f"branch and bound in ball arithmetic over {_count(self.tree)} boxes"

    def check(self) -> bool:
        """Every enclosure is computed anew."""
        with flint.ctx.workprec(_PRECISION):
            return _verify(self.expr, {s: (a, b) for s, a, b in self.box}, self.strict, self.tree)


def _count(tree: Any) -> int:
    return sum(_count(part) for part in tree[2]) if tree[0] == "cut" else 1


def _verify(expr: sp.Expr, box: Box, strict: bool, tree: Any) -> bool:
    """A tree is ("value",), ("slope", symbol, direction, slope's tree, face's tree) or ("cut", symbol, trees)."""
    try:
        if tree[0] == "value":
            return _settled(expr, box, strict)
        symbol = tree[1]
        low, high = box[symbol]
        if tree[0] == "cut":
            middle = (low + high) / 2
            parts = ({**box, symbol: (low, middle)}, {**box, symbol: (middle, high)})
            return all(_verify(expr, part, strict, child) for part, child in zip(parts, tree[2], strict=True))
        if tree[0] != "slope" or _has_corners(expr):
            return False
        _, _, direction, of_slope, of_face = tree
        end = low if direction == 1 else high
        enclosure(expr, box)  # it is defined, hence smooth, on the whole box
        return _verify(direction * sp.diff(expr, symbol), box, False, of_slope) and _verify(
            expr.xreplace({symbol: _rational(end)}), {s: v for s, v in box.items() if s != symbol}, strict, of_face
        )
    except NoEnclosure:
        return False


def _has_corners(expr: sp.Expr) -> bool:
    return bool(expr.has(sp.Abs, sp.sign, sp.Max, sp.Min, sp.Piecewise, sp.Derivative))


def _rational(value: Fraction) -> sp.Rational:
    return sp.Rational(value.numerator, value.denominator)


def _settled(expr: sp.Expr, box: Box, strict: bool) -> bool:
    value = enclosure(expr, box)
    return bool(value > 0) if strict else bool(value >= 0)


class _Search:
    def __init__(self, deadline: float) -> None:
        self.deadline, self.pieces = deadline, 0

    def tree(self, expr: sp.Expr, box: Box, strict: bool, slopes: int, cuts: int) -> Any | None:
        self.pieces += 1
        effort.spend(1000)
        if self.pieces > _PIECES or effort.spent() > self.deadline:
            return None
        known = True
        try:
            if _settled(expr, box, strict):
                return ("value",)
        except NoEnclosure:
            known = False
        if known and slopes and not _has_corners(expr):
            for symbol in sorted(box, key=str):
                found = self._slope(expr, box, strict, symbol, slopes)
                if found is not None:
                    return found
        if cuts and box:
            symbol = max(sorted(box, key=str), key=lambda s: box[s][1] - box[s][0])
            low, high = box[symbol]
            if low == high:
                return None
            middle = (low + high) / 2
            trees = []
            for part in ((low, middle), (middle, high)):
                child = self.tree(expr, {**box, symbol: part}, strict, slopes, cuts - 1)
                if child is None:
                    return None
                trees.append(child)
            return ("cut", symbol, tuple(trees))
        return None

    def _slope(self, expr: sp.Expr, box: Box, strict: bool, symbol: sp.Symbol, slopes: int) -> Any | None:
        low, high = box[symbol]
        if low == high:
            return None
        slope = sp.diff(expr, symbol)
        try:
            guess = enclosure(slope, box)
        except NoEnclosure:
            return None
        # if both signs are well inside the enclosure, no higher derivative is asked for: the box is cut
        tiny = arb(2) ** -40
        for direction in (1, -1):
            side = direction * guess
            if side < 0 or (slopes == 1 and not side >= 0):
                continue
            if not side >= -tiny and slopes < _DERIVATIVES and not _small(box):
                continue
            of_slope = self.tree(direction * slope, box, False, slopes - 1, 0)
            if of_slope is None:
                continue
            end = low if direction == 1 else high
            rest = {s: v for s, v in box.items() if s != symbol}
            of_face = self.tree(expr.xreplace({symbol: _rational(end)}), rest, strict, slopes, 6 if rest else 0)
            if of_face is not None:
                return ("slope", symbol, direction, of_slope, of_face)
        return None


def _small(box: Box) -> bool:
    return all(b - a <= Fraction(1, 4) for a, b in box.values())


def prove_on_box(expr: sp.Expr, box: Box, strict: bool, deadline: float) -> Boxed | None:
    """A certificate that an expression is not negative (positive) on a compact box; None if none was found."""
    if expr.free_symbols - set(box) or len(box) > 3:
        return None
    with flint.ctx.workprec(_PRECISION):
        tree = _Search(deadline).tree(expr, box, strict, _DERIVATIVES, 12)
    return None if tree is None else Boxed(expr, tuple((s, a, b) for s, (a, b) in box.items()), strict, tree)


def box_of(domain: Domain, symbols: set[sp.Symbol]) -> dict[sp.Symbol, tuple[Fraction | None, Fraction | None]]:
    """Rational bounds of single symbols, from their own signs and from hypotheses about them alone; closed ends."""
    found: dict[sp.Symbol, tuple[Fraction | None, Fraction | None]] = {}
    for symbol in symbols:
        signs = domain.sign_of_variable(symbol)
        low = Fraction(0) if signs <= NONNEGATIVE else None
        high = Fraction(0) if signs <= NONPOSITIVE else None
        for constraint in domain.constraints:
            expr = sp.expand(constraint.expr)
            if expr.free_symbols != {symbol} or not constraint.signs <= NONNEGATIVE:
                continue
            if not expr.is_polynomial(symbol) or sp.degree(expr, symbol) != 1:
                continue
            slope, rest = expr.coeff(symbol, 1), expr.coeff(symbol, 0)
            if not (slope.is_Rational and rest.is_Rational):
                continue
            at = Fraction(int((-rest / slope).p), int((-rest / slope).q))
            if slope > 0:
                low = at if low is None else max(low, at)
            else:
                high = at if high is None else min(high, at)
        found[symbol] = (low, high)
    return found
