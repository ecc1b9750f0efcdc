"""Whether texts, and expressions, say the same; and expressions that keep their shape when their parts change."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence

import sympy as sp

from .sumparts import is_alternating, opaque, outermost

PRIME = 2**61 - 1


def rebuilt(expr: sp.Expr, args: Sequence[sp.Basic]) -> sp.Expr:
    """The same function of other arguments, not evaluated where SymPy would merge functions."""
    if all(new is old for new, old in zip(args, expr.args, strict=True)):
        return expr
    if isinstance(expr, sp.log | sp.exp):
        return expr.func(*args, evaluate=False)
    if isinstance(expr, sp.Mul):
        return times(*args)
    made = expr.func(*args)
    if isinstance(expr, sp.Pow) and expr.exp.is_Integer and opaque(args[0]):
        plain = sp.Pow(*args, evaluate=False)
        return made if agree(made, plain) else plain
    return made


def times(*factors: sp.Expr) -> sp.Expr:
    """A product, not evaluated where SymPy would merge functions, as in ``x * x**(-3/2)``."""
    made = sp.Mul(*factors)
    if not any(opaque(factor) for factor in factors):
        return made
    plain = sp.Mul(*factors, evaluate=False)
    return made if agree(made, plain) else plain


def replaced(expr: sp.Basic, parts: Mapping[sp.Basic, sp.Expr]) -> sp.Basic:
    """An expression with other parts; see `rebuilt`."""
    if expr in parts:
        return parts[expr]
    if not expr.args or isinstance(expr, sp.Idx):
        return expr
    return rebuilt(expr, [replaced(a, parts) for a in expr.args])


def alike(one: str, other: str) -> bool:
    """Whether two texts are the same but for the names of bound indices."""
    return one == other or _nameless(one) == _nameless(other)


def _nameless(text: str) -> str:
    numbers: dict[str, str] = {}
    for name in re.findall(r"\(fun (\w+) =>", text):
        numbers[name] = f"#{len(numbers)}"
    return re.sub(r"\w+", lambda match: numbers.get(match[0], match[0]), text)


def agree(lhs: sp.Expr, rhs: sp.Expr, normal: Callable[[sp.Expr], sp.Expr] | None = None) -> bool:
    """Whether two expressions are equal as fractions of their symbols, entries and functions, tried at random.

    Sums and functions count as their normal forms, if `normal` gives these.
    """
    chance = random.Random(1)
    for _ in range(3):
        values: dict[sp.Basic, int] = {}
        try:
            if normal is not None:
                for part in (part for e in (lhs, rhs) for part in (*outermost(e, sp.Sum), *opaque(e))):
                    if not is_alternating(part):
                        values[part] = _residue(normal(part), values, chance)
            if _residue(lhs, values, chance) != _residue(rhs, values, chance):
                return False
        except ValueError:  # a division by 0
            continue
    return True


def _residue(expr: sp.Basic, values: dict[sp.Basic, int], chance: random.Random) -> int:
    if expr not in values:
        if isinstance(expr, sp.Rational):
            values[expr] = int(expr.p) * pow(int(expr.q), -1, PRIME) % PRIME
        elif isinstance(expr, sp.Add):
            values[expr] = sum(_residue(a, values, chance) for a in expr.args) % PRIME
        elif isinstance(expr, sp.Mul):
            found = 1
            for a in expr.args:
                found = found * _residue(a, values, chance) % PRIME
            values[expr] = found
        elif isinstance(expr, sp.Pow) and expr.exp.is_Integer:
            values[expr] = pow(_residue(expr.base, values, chance), int(expr.exp), PRIME)
        elif isinstance(expr, sp.Pow) and expr.exp.is_Rational and expr.exp.q == 2 and expr.exp != sp.Rational(1, 2):
            values[expr] = pow(_residue(sp.sqrt(expr.base), values, chance), int(expr.exp.p), PRIME)
        else:
            values[expr] = chance.randrange(2 if isinstance(expr, sp.KroneckerDelta) else PRIME)
            if is_alternating(expr):
                values[expr] = chance.choice((1, PRIME - 1))
    return values[expr]
