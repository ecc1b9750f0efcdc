"""Factorials, values of the gamma function and binomial coefficients whose arguments differ by whole numbers.

``(x + k)! = x! (x + 1) ... (x + k)`` wherever both factorials are defined, and likewise for the gamma function, so that
all are written by the one of least argument, which the statement contains.  For whole numbers 0 <= k <= n a binomial
coefficient is a quotient of factorials.  Elsewhere, for a whole number k of any sign and any n,

    C(n + a, k) = sum_{j=0..a} C(a, j) C(n, k - j)    (Vandermonde: a polynomial identity in n, term by term)
    C(n, k + 1) = C(n, k) (n - k)/(k + 1)             (where k + 1 is not 0)

where C(n, k) is 0 for k < 0.  What stands inside of a sum or a product is left alone: its letters are others there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import sympy as sp

from ..sign_sets import NONNEGATIVE
from .binomial_sums import closed

Sign = Callable[[sp.Expr], frozenset[int]]
_FAR = 8  # arguments that differ by more are left as they are
_SHUT = (sp.Sum, sp.Product, sp.Integral, sp.Derivative, sp.Subs, sp.Limit)
_KINDS = (sp.factorial, sp.gamma, sp.binomial)


def by_neighbours(expr: sp.Expr, sign: Sign) -> sp.Expr:
    """`expr` with factorials, gammas and binomial coefficients written by as few as possible; `sign` derives signs."""
    if not isinstance(expr, sp.Expr) or not expr.has(*_KINDS):
        return expr
    if expr.has(sp.Sum):
        expr = closed(expr, sign)
    if found := _nodes(expr, sp.binomial):
        if all(_is_quotient(node, sign) for node in found):
            expr = _replaced(expr, {node: _quotient(node) for node in found})
        else:
            expr = _replaced(expr, _by_pascal(found, sign))
    for kind in (sp.factorial, sp.gamma):
        expr = _replaced(expr, _by_the_least(_nodes(expr, kind), kind))
    return expr


def _nodes(expr: sp.Basic, kind: type[sp.Function]) -> list[sp.Expr]:
    """The values of a function outside of sums and the like, in order."""
    found: dict[sp.Expr, None] = {}
    pending = [expr]
    while pending:
        node = pending.pop()
        if isinstance(node, kind):
            found[node] = None
        if not isinstance(node, _SHUT):
            pending += node.args
    return sorted(found, key=sp.default_sort_key)


def _replaced(expr: sp.Basic, change: dict[sp.Expr, sp.Expr]) -> sp.Expr:
    """`expr` with values put in outside of sums and the like."""
    if expr in change:
        return change[expr]
    if not change or isinstance(expr, _SHUT) or not expr.args:
        return expr
    args = [_replaced(part, change) for part in expr.args]
    return expr if tuple(args) == expr.args else expr.func(*args)


def _families(arguments: Iterable[sp.Expr]) -> list[list[sp.Expr]]:
    """Arguments that differ by whole numbers, the least of each family first."""
    families: list[list[sp.Expr]] = []
    for argument in arguments:
        for family in families:
            gap = sp.expand(argument - family[0])
            if gap.is_Integer and abs(gap) <= _FAR:
                family.append(argument)
                break
        else:
            families.append([argument])
    return [sorted(family, key=_beyond(family[0])) for family in families]


def _beyond(first: sp.Expr) -> Callable[[sp.Expr], int]:
    return lambda argument: int(sp.expand(argument - first))


def _by_the_least(nodes: list[sp.Expr], kind: type[sp.Function]) -> dict[sp.Expr, sp.Expr]:
    """Factorials or gammas, each by the least of its family."""
    change = {}
    for least, *others in _families(node.args[0] for node in nodes):
        for other in others:
            steps = range(int(sp.expand(other - least)))
            first = least + 1 if kind is sp.factorial else least
            change[kind(other)] = kind(least) * sp.Mul(*(first + k for k in steps))
    return change


def _is_quotient(node: sp.Expr, sign: Sign) -> bool:
    above, below = node.args
    whole = above.is_integer and below.is_integer
    return bool(whole) and all(sign(part) <= NONNEGATIVE for part in (below, above - below))


def _quotient(node: sp.Expr) -> sp.Expr:
    above, below = node.args
    return sp.factorial(above) / (sp.factorial(below) * sp.factorial(above - below))


def _by_pascal(nodes: list[sp.Expr], sign: Sign) -> dict[sp.Expr, sp.Expr]:
    """Binomial coefficients by those of the least arguments."""
    change = {}
    for least, *others in _families(dict.fromkeys(n.args[0] for n in nodes if n.args[1].is_integer)):
        for above in (least, *others):
            gap = int(sp.expand(above - least))
            for node in nodes:
                if node.args[0] == above and node.args[1].is_integer:
                    below = node.args[1]
                    change[node] = [(sp.binomial(gap, j), sp.expand(below - j)) for j in range(gap + 1)]
        pairs = {node: parts for node, parts in change.items() if isinstance(parts, list)}
        alone = _by_absorption(least, dict.fromkeys(k for parts in pairs.values() for _, k in parts), sign)
        for node, parts in pairs.items():
            change[node] = sp.Add(*(number * alone[k] for number, k in parts))
    return change


def _by_absorption(above: sp.Expr, belows: Iterable[sp.Expr], sign: Sign) -> dict[sp.Expr, sp.Expr]:
    """``C(above, k)`` for all these k, each by the one before it where the step is derived to divide by no 0."""
    found = {}
    for family in _families(belows):
        last, value = family[0], sp.binomial(above, family[0])
        found[last] = value
        for below in family[1:]:
            steps = [sp.expand(last + k) for k in range(int(sp.expand(below - last)))]
            if any(0 in sign(k + 1) for k in steps):
                value = sp.binomial(above, below)
            else:
                value = value * sp.Mul(*((above - k) / (k + 1) for k in steps))
            last, found[below] = below, value
    return found
