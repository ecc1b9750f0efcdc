"""A point at which variables have values: what is put in, and what the point must satisfy.

A point is a tuple of pairs (variable, value); a variable is a symbol, or an entry of a family at a free index, which
stands for all of them.  No value depends on a variable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sympy as sp
from sympy.core.function import AppliedUndef

from .flows import fresh_indices, substitute_entry
from .goals import Sign, Zero
from .printing import text
from .relations import relations_in
from .smooth import jumps_in
from .symbols import ForAll

Place = tuple[tuple[sp.Expr, sp.Expr], ...]


def put(expr: sp.Expr, at: Place) -> sp.Expr:
    """`expr` at the point: all symbols are replaced at once, and no index of a sum captures one in a value.

    What is undefined at the point may be so no longer, as ``x/(1 + 1/y)`` at 0: `corners` and definedness are looked
    at before anything is put in.
    """
    symbols = {variable: fresh_indices(value) for variable, value in at if isinstance(variable, sp.Symbol)}
    for variable, value in at:
        if variable not in symbols:
            expr = substitute_entry(expr, variable, value)
    return expr.xreplace(symbols)


def mentions(expr: sp.Basic, at: Place) -> bool:
    """Whether a variable of the point, or an entry of one of its families, occurs in `expr`."""
    names = {variable.func.__name__ for variable, _ in at if isinstance(variable, AppliedUndef)}
    return any(variable in expr.free_symbols for variable, _ in at if isinstance(variable, sp.Symbol)) or any(
        entry.func.__name__ in names for entry in expr.atoms(AppliedUndef)
    )


def conditions(at: Place, hypotheses: Iterable[object]) -> Iterator[Zero | Sign]:
    """That the point satisfies every hypothesis that mentions one of its variables."""
    for relation in relations_in(h for h in hypotheses if isinstance(h, sp.Basic)):
        if not mentions(relation, at):
            continue
        name = f"{text(relation)} at the point"
        relation = relation.relation if isinstance(relation, ForAll) else relation
        left, right = put(relation.lhs, at), put(relation.rhs, at)
        match relation:
            case sp.Eq():
                yield Zero(left - right, name, (left, right))
            case sp.Ne():
                yield Sign((left - right) ** 2, True, name, (left, right))
            case _:
                sense = 1 if isinstance(relation, (sp.StrictGreaterThan, sp.GreaterThan)) else -1
                strict = isinstance(relation, (sp.StrictGreaterThan, sp.StrictLessThan))
                yield Sign(sense * (left - right), strict, name, (left, right))


def corners(expr: sp.Expr, at: Place) -> list[tuple[str, sp.Expr | None]]:
    """Where `expr` may have no derivative by a variable: functions, and what must not vanish at the point.

    None stands for a function of which it is not known where its jumps and corners are.
    """
    found: list[tuple[str, sp.Expr | None]] = []
    for node in jumps_in(expr, lambda node: mentions(node, at)):
        name = str(node.func.__name__)
        if isinstance(node, (sp.Abs, sp.sign, sp.Heaviside)):
            found.append((name, node.args[0]))
        elif isinstance(node, (sp.Max, sp.Min)):
            found += [(name, one - other) for k, one in enumerate(node.args) for other in node.args[:k]]
        elif isinstance(node, sp.Piecewise):
            for relation in sp.Tuple(*(condition for _, condition in node.args)).atoms(sp.core.relational.Relational):
                found.append((name, relation.lhs - relation.rhs))
        else:
            found.append((name, None))
    return found
