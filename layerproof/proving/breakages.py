"""Ways to break an expression on purpose, of which mutants of claims are made."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp
from sympy.core.function import AppliedUndef


def breakages(expr: sp.Expr) -> Iterator[tuple[str, sp.Expr]]:
    """Ways to break a scalar expression: a sign, a factor, an exponent, an index, a dropped term."""
    expr = sp.sympify(expr)
    if expr == 0:
        yield "one instead of zero", sp.S.One
        return
    if expr in (sp.oo, -sp.oo):
        yield "zero instead of infinity", sp.S.Zero
        return
    yield "a factor of two", 2 * expr
    yield "a sign", -expr
    for node in _nodes(expr, sp.Add):
        for k, term in enumerate(node.args):
            others = [t for j, t in enumerate(node.args) if j != k]
            yield "the sign of a term", expr.xreplace({node: sp.Add(*others, -term)})
            yield "a dropped term", expr.xreplace({node: sp.Add(*others)})
    for node in _nodes(expr, sp.exp):
        yield "a factor in an exponent", expr.xreplace({node: sp.exp(2 * node.args[0])})
        yield "the sign of an exponent", expr.xreplace({node: sp.exp(-node.args[0])})
    for node in _nodes(expr, sp.Pow):
        if isinstance(node.exp, sp.Rational) and node.base is not sp.E:
            yield "an exponent", expr.xreplace({node: node.base ** (node.exp + 1)})
    for node in sorted(expr.atoms(AppliedUndef), key=sp.default_sort_key):
        yield "an exponent", expr.xreplace({node: node**2})
    yield from _index_slips(expr)


def _nodes(expr: sp.Expr, kind: type[sp.Basic]) -> list[sp.Expr]:
    return sorted(expr.atoms(kind), key=lambda n: (-n.count_ops(), sp.default_sort_key(n)))


def _index_slips(expr: sp.Expr) -> Iterator[tuple[str, sp.Expr]]:
    bound = {limit[0] for s in expr.atoms(sp.Sum) for limit in s.limits}
    for entry in sorted(expr.atoms(AppliedUndef), key=sp.default_sort_key):
        free = [x for x in entry.args if isinstance(x, sp.Idx) and x not in bound]
        for index in free[:1]:
            other = sp.Idx(f"{index.label}_other", (index.lower, index.upper))
            slipped = expr.xreplace({entry: entry.xreplace({index: other})})
            if slipped != expr.xreplace({index: other}):  # the same at another index is no slip
                yield "an index", slipped
