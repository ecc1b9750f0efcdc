"""A product up to an index, its factor there, and the product from there on are one product over the whole range.

``w[k] prod_{l<k} w[l] prod_{l>k} w[l] = prod_l w[l]`` for an index k that runs over the range of l; and where something
is divided by ``w[k]``, so that this is not 0, the product over the whole range is written as these three.  The
derivative of a product is made of such parts.
"""

from __future__ import annotations

import sympy as sp

from ...language.symbols import in_range, reserved
from .sums import level


def joined(expr: sp.Expr) -> sp.Expr:
    """`expr` with parts of products joined, and those over which something is divided by a factor taken apart."""
    if not expr.has(sp.Product) or not isinstance(expr, sp.Expr):
        return expr
    if any(isinstance(last + 1, sp.Idx) for p in expr.atoms(sp.Product) for _, _, last in p.limits):
        expr = sp.expand_mul(expr)
    if isinstance(expr, (sp.Sum, sp.Product, sp.Integral)):
        if not all(isinstance(v, sp.Idx) and (v.lower, v.upper) == (low, up) for v, low, up in expr.limits):
            return expr  # an index runs beyond the range that it says
        return expr.func(joined(expr.function), *expr.limits)
    expr = expr.func(*map(joined, expr.args)) if expr.args else expr
    return _joined(expr) if isinstance(expr, sp.Mul) else expr


def _joined(expr: sp.Mul) -> sp.Expr:
    powers = {base: int(e) for base, e in expr.as_powers_dict().items() if e.is_Integer}
    rest = sp.Mul(*(base**e for base, e in expr.as_powers_dict().items() if base not in powers))
    for whole in [p for p in powers if _is_plain(p)]:
        factor, (variable, lower, upper) = whole.function, whole.limits[0]
        for at in {*_indices(expr, lower, upper)}:
            here = factor.xreplace({variable: at})
            taken = min(powers.get(whole, 0), -powers.get(here, 0))
            if taken > 0:
                for part in (_part(factor, variable, lower, at - 1), _part(factor, variable, at + 1, upper)):
                    powers[part] = powers.get(part, 0) + taken
                powers[whole] -= taken
                powers[here] += taken
    for before in [p for p in powers if _is_plain(p)]:
        factor, (variable, lower, last) = before.function, before.limits[0]
        at = last + 1
        if not isinstance(at, sp.Idx) or at.lower != lower:
            continue
        here = factor.xreplace({variable: at})
        after = next((p for p in powers if _is_plain(p) and _same(p, factor, variable, at + 1, at.upper)), None)
        taken = min(powers[before], powers.get(here, 0), 0 if after is None else powers[after])
        if taken > 0:
            whole = _part(factor, variable, lower, at.upper)
            for part, change in ((before, -taken), (here, -taken), (after, -taken), (whole, taken)):
                powers[part] = powers.get(part, 0) + change
    return sp.Mul(rest, *(base**e for base, e in powers.items()))


def _is_plain(expr: sp.Expr) -> bool:
    return isinstance(expr, sp.Product) and len(expr.limits) == 1


def _part(factor: sp.Expr, variable: sp.Expr, lower: sp.Expr, upper: sp.Expr) -> sp.Expr:
    depth = 1 + max((level(s) for s in factor.atoms(sp.Sum, sp.Product)), default=0)
    label = sp.Idx(reserved(f"l_{depth}", integer=True), (lower, upper))
    return sp.Product(factor.xreplace({variable: label}), (label, lower, upper))


def _same(product: sp.Product, factor: sp.Expr, variable: sp.Expr, lower: sp.Expr, upper: sp.Expr) -> bool:
    bound, *ends = product.limits[0]
    return bool(ends == [lower, upper] and product.function.xreplace({bound: variable}) == factor)


def _indices(expr: sp.Expr, lower: sp.Expr, upper: sp.Expr) -> list[sp.Idx]:
    return [i for i in sorted(expr.atoms(sp.Idx) & expr.free_symbols, key=str) if in_range(i, lower, upper)]
