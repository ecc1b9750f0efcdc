"""Equalities of real expressions without sums: both sides become rational functions of named terms, and ``field``
compares them."""

from __future__ import annotations

import sympy as sp

from . import angles, powers, roots
from .base import NoProof
from .context import Context
from .naming import Naming


def equal(lhs: sp.Expr, rhs: sp.Expr, context: Context) -> str:
    """A script that closes ``lhs = rhs``.

    Raises:
        NoProof: if a part of it is not understood.
    """
    if context.text(lhs) == context.text(rhs):
        return "reflexivity."
    units: tuple[dict[sp.Expr, sp.Rational], dict[sp.Expr, sp.Rational]] = ({}, {})
    for _ in range(3):
        naming = Naming(context)
        naming.powers.units, naming.angles.units = units
        try:
            return _script(lhs, rhs, naming)
        except powers.Refine:
            continue
    raise NoProof("the exponents have no common basis")


def _script(lhs: sp.Expr, rhs: sp.Expr, naming: Naming) -> str:
    solve(naming, (lhs, rhs))
    prepare(naming, (lhs, rhs))
    naming.value(lhs), naming.value(rhs)
    if len(naming.roots) > 1:
        roots.products(naming)
    if len(naming.roots) > 2:
        roots.dependent(naming)
    rewriting = naming.rewriting(lhs, rhs)
    naming.relations = [name for name in naming.relations if name not in naming.dropped]
    closing = naming.compare("/" if naming.last else "", lhs, rhs)
    if naming.last:
        closing = f"{rewriting}{' '.join(naming.last)} {closing.removeprefix(rewriting)}"
    return "\n".join([*naming.lines, closing])


def prepare(naming: Naming, expressions: tuple[sp.Expr, ...]) -> None:
    """Finds the basis of exponents and of angles, those inside others first."""
    levels: dict[int, list[sp.Expr]] = {}
    for expr in expressions:
        _levels(expr, levels, {})
        naming.powers.notice(expr)
    halves = {p.base for e in expressions for p in e.atoms(sp.Pow) if p.exp.is_Rational and p.exp.q == 2}
    for level in sorted(levels):
        nodes = list(dict.fromkeys(levels[level]))
        for node in nodes:
            (naming.angles if isinstance(node, angles.NODES) else naming.powers).measure(node)
        for node in nodes:
            if isinstance(node, sp.Pow) and node.base in halves:  # one name for a root, as such and as a power
                naming.value(sp.sqrt(node.base))
            naming.value(node)


def _levels(expr: sp.Expr, levels: dict[int, list[sp.Expr]], seen: dict[sp.Expr, int]) -> int:
    """How many transcendental functions are nested in an expression; each goes to the list of its level."""
    if expr in seen:
        return seen[expr]
    inside = max((_levels(a, levels, seen) for a in expr.args), default=0)
    if powers.is_node(expr) or isinstance(expr, angles.NODES):
        levels.setdefault(inside, []).append(expr)
        inside += 1
    seen[expr] = inside
    return inside


def solve(naming: Naming, expressions: tuple[sp.Expr, ...]) -> None:
    """Solves the equations among the hypotheses for symbols that are then written by the others."""
    for fact in naming.context.facts:
        if isinstance(fact.relation, sp.Eq) and not fact.name.startswith("G"):
            _solve(naming, fact.name, fact.relation, expressions)


def _solve(naming: Naming, name: str, relation: sp.Eq, expressions: tuple[sp.Expr, ...]) -> None:
    wanted = set().union(*(e.free_symbols for e in expressions))
    for symbol, other in ((relation.lhs, relation.rhs), (relation.rhs, relation.lhs)):
        if isinstance(symbol, sp.Symbol) and symbol not in naming.solutions and not other.has(symbol):
            if symbol not in wanted:
                return
            prepare(naming, (other,))
            value = naming.reduced(sp.expand(naming.value(other))) if other.has(*angles.NODES) else naming.value(other)
            fact = naming.fact(f"{naming.context.text(symbol)} = {naming.text(value)}")
            given = name if symbol == relation.lhs else f"<- {name}"
            naming.lines.append(f"{{ rewrite {given}. {naming.compare(naming.text(value), other)} }}")
            naming.solve(symbol, value, fact)
            return
    _solve_linear(naming, name, relation, wanted)


def _solve_linear(naming: Naming, name: str, relation: sp.Eq, wanted: set[sp.Symbol]) -> None:
    prepare(naming, (relation.lhs, relation.rhs))
    left, right = naming.value(relation.lhs), naming.value(relation.rhs)
    numerator, denominator = sp.fraction(sp.together(left - right))
    numerator = sp.expand(numerator)
    choices = []
    for symbol in sorted(numerator.free_symbols & wanted - naming.meaning.keys(), key=str):
        poly = sp.Poly(numerator, symbol)
        if poly.degree() == 1:
            slope, rest = poly.all_coeffs()
            raised = naming.powers.raises(symbol)  # of which a power would stay
            choices.append(((raised, sp.count_ops(slope), str(symbol)), symbol, slope, rest))
    texts = [naming.context.text(side) for side in relation.args]
    if choices:
        _, symbol, slope, rest = min(choices, key=lambda choice: choice[0])
        nonzero = naming.need_of_value(slope, "<>")
        fact = naming.fact(f"{naming.text(symbol)} = - {naming.text(rest)} / {naming.text(slope)}")
        naming.lines.append(
            f"{{ refine (Powers.solved {texts[0]} {texts[1]} {naming.text(denominator)} _ _ _ {name} _ {nonzero}). "
            f"{naming.compare(naming.text(rest / slope * denominator), *relation.args)} }}"
        )
        naming.solve(symbol, -rest / slope, fact)
        return
    _solve_factor(naming, name, relation, wanted, numerator, denominator)


def _solve_factor(
    naming: Naming, name: str, relation: sp.Eq, wanted: set[sp.Symbol], numerator: sp.Expr, denominator: sp.Expr
) -> None:
    """Solves the only factor of an equation that can be zero, if it is linear in a symbol."""
    constant, factors = sp.factor_list(numerator)
    open_ones = [
        (factor, power) for factor, power in factors if naming.sign(factor) is None or naming.sign(factor) == 0
    ]
    if len(open_ones) != 1 or open_ones[0][1] != 1:
        return
    factor = open_ones[0][0]
    others = constant * sp.Mul(*(f**n for f, n in factors if f != factor))
    for symbol in sorted(factor.free_symbols & wanted - naming.meaning.keys(), key=str):
        poly = sp.Poly(factor, symbol)
        if poly.degree() != 1:
            continue
        slope, rest = poly.all_coeffs()
        nonzero, other = naming.need_of_value(slope, "<>"), naming.need_of_value(others, "<>")
        texts = [naming.context.text(side) for side in relation.args]
        zero = naming.fact(f"{naming.text(factor)} = 0")
        naming.lines.append(
            f"{{ refine (Powers.solved_factor {texts[0]} {texts[1]} {naming.text(denominator)} {naming.text(others)} _ "
            f"{name} _ {other}). {naming.compare(naming.text(numerator / denominator), *relation.args)} }}"
        )
        value = -rest / slope
        fact = naming.fact(f"{naming.text(symbol)} = - {naming.text(rest)} / {naming.text(slope)}")
        naming.lines.append(
            f"{{ refine (Powers.solved {naming.text(factor)} 0 1 _ _ _ {zero} _ {nonzero}). field; nzk. }}"
        )
        naming.solve(symbol, value, fact)
        return
