"""Where an expression is defined: denominators, radicands, arguments of logarithms.

Mathematics' division is partial.  Each obligation below must be derived from the hypotheses, or the statement that
contains it is not proved; an obligation that cannot be derived names the hypothesis that is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.elementary import ELEMENTARY
from ...language.smooth import under_derivatives
from ...language.symbols import reserved
from ..sign_sets import ANY, NONNEGATIVE, NONZERO, POSITIVE, SignSet


@dataclass(frozen=True)
class Obligation:
    """`expr` must have one of `signs`."""

    expr: sp.Expr
    signs: SignSet

    def __str__(self) -> str:
        from ...language.printing import text

        relation = {POSITIVE: "> 0", NONNEGATIVE: ">= 0", NONZERO: "!= 0"}[self.signs]
        return f"{text(self.expr)} {relation}"


def obligations(expr: sp.Expr) -> Iterator[Obligation]:
    """Every condition under which `expr` is a real number; each once."""
    seen: set[Obligation] = set()
    for node in _nodes(expr):
        for obligation in of_node(node):
            if obligation not in seen and obligation.signs != ANY:
                seen.add(obligation)
                yield obligation


def _nodes(expr: sp.Basic) -> Iterator[sp.Basic]:
    """Every part of an expression; what a sum binds is named like nothing else, so that no hypothesis is about it."""
    yield expr
    if isinstance(expr, (sp.Sum, sp.Product)):
        names = {limit[0]: apart(*limit) for limit in expr.limits if len(limit) == 3}
        parts = (expr.function.xreplace(names), *(end for limit in expr.limits for end in limit[1:]))
        for part in parts:
            yield from _nodes(part)
        return
    for part in expr.args:
        yield from _nodes(part)


def apart(variable: sp.Expr, lower: sp.Expr, upper: sp.Expr) -> sp.Expr:
    """A bound index that is equal to no index of an author, and to itself whenever it is made again."""
    return sp.Idx(reserved(str(variable.name), integer=True), (lower, upper))


def _least(exponent: sp.Expr) -> sp.Expr:
    """An exponent at the ends of its indices' ranges where it is least, as far as it is linear in them."""
    for index in exponent.atoms(sp.Idx):
        slope = exponent.coeff(index)
        if index.lower is not None and not (exponent - slope * index).expand().has(index):
            end = index.lower if slope.is_nonnegative else index.upper if slope.is_nonpositive else index
            exponent = exponent.xreplace({index: end}).expand()
    return exponent


def of_node(node: sp.Basic) -> Iterator[Obligation]:
    """What one part of an expression needs of its own arguments."""
    if isinstance(node, sp.Pow) and node.base is not sp.E:
        base, exponent = node.args
        if base.is_positive:
            return
        if isinstance(exponent, sp.Integer):
            if exponent < 0:
                yield Obligation(base, NONZERO)
        elif isinstance(exponent, sp.Rational):
            yield Obligation(base, POSITIVE if exponent < 0 else NONNEGATIVE)
        elif exponent.is_integer:
            if not _least(exponent).is_nonnegative:
                yield Obligation(base, NONZERO)
        else:
            yield Obligation(base, POSITIVE)
    elif (row := ELEMENTARY.get(type(node))) is not None:
        for inside, relation in row.domain:
            yield Obligation(inside(node.args[0]), _SIGNS[relation])
    elif isinstance(node, sp.Derivative):
        for rough in under_derivatives(node):
            names = {limit[0]: apart(*limit) for limit in rough.limits if len(limit) == 3}
            if rough.vanishes is not None:
                yield Obligation(rough.vanishes.xreplace(names), NONZERO)
    elif isinstance(node, sp.factorial):
        yield Obligation(node.args[0] + 1, POSITIVE)
    elif isinstance(node, sp.zeta):  # the sum of 1/(n + a)**s over n >= 0
        yield Obligation(node.args[0] - 1, POSITIVE)
        if len(node.args) == 2:
            yield Obligation(node.args[1], POSITIVE)


_SIGNS = {">": POSITIVE, ">=": NONNEGATIVE, "!=": NONZERO}
_OTHERS = (
    *(sp.factorial, sp.zeta, sp.Abs, sp.sign, sp.Max, sp.Min, sp.floor, sp.ceiling, sp.Heaviside),
    *(sp.KroneckerDelta, sp.Piecewise, AppliedUndef),
)
"""Functions of which it is known where they are real, beside those that have a row in `elementary`."""


def unknown_domain(expr: sp.Expr) -> str | None:
    """The name of a function in `expr` of which it is not known here where it is real; None if there is none."""
    nodes = sp.preorder_traversal(expr)
    for node in nodes:
        if isinstance(node, sp.Idx):
            nodes.skip()  # it may run without an end, and is a number all the same
            continue
        if isinstance(node, sp.binomial) and node.args[1].is_integer:
            continue  # a polynomial in its first argument
        if isinstance(node, sp.Function) and type(node) not in ELEMENTARY and not isinstance(node, _OTHERS):
            return str(node.func.__name__)
        if node in (sp.zoo, sp.nan, sp.oo, -sp.oo):
            return str(node)
        if node is sp.I:
            return "the imaginary unit"
        if rough := next((part for part in under_derivatives(node) if part.vanishes is None), None):
            return f"the derivative of {rough.part.func.__name__}"
    return None
