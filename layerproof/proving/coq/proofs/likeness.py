"""Whether terms of Coq, or expressions, say the same; expressions that keep their shape when parts of them change."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from itertools import count

import sympy as sp

from ..gallina import Fun, Gallina, Var
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


def alike(one: object, other: object) -> bool:
    """Whether two terms of Coq are the same but for the names of bound variables."""
    if one == other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, Fun) and isinstance(other, Fun):
        return _alike_functions(one, other)
    if not isinstance(one, Gallina):
        return False
    return all(alike(getattr(one, part.name), getattr(other, part.name)) for part in fields(one))  # type: ignore[arg-type]


def _alike_functions(one: Fun, other: Fun) -> bool:
    (mine,), (theirs,) = one.binders, other.binders
    if mine.type != theirs.type or len(mine.names) != len(theirs.names):
        return False
    taken = one.value.free | other.value.free
    new = (Var(name) for k in count() if (name := f"v{k}") not in taken)
    values = [*zip(mine.names, theirs.names, new, strict=False)]
    return alike(one.value.put({a: v for a, _, v in values}), other.value.put({b: v for _, b, v in values}))


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
