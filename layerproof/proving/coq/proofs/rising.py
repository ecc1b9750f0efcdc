"""Signs by monotonicity: what does not fall as a quantity grows from 0, and has the sign at 0, has it everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp

from ..terms import _is_inverse
from ..theorems.base import Fact
from .base import NoProof
from .fractions import ONE
from .sign_terms import Proof, number, says

if TYPE_CHECKING:
    from .context import Context
    from .signer import Signer

_MOVING = (sp.exp, sp.sinh, sp.cosh)


def rising(signer: Signer, text: str, expr: sp.Expr, code: str) -> Proof | None:
    """That `text`, which stands for `expr`, is positive or not negative; by its derivative along one symbol."""
    if code not in "pq":
        return None
    for symbol in sorted(expr.free_symbols, key=str):
        if symbol.is_integer or not any(atom.has(symbol) for atom in expr.atoms(*_MOVING)):
            continue
        start = signer.prove(symbol, "q")
        if start is None:
            continue
        try:
            return _along(signer, text, expr, code, symbol, start)
        except NoProof:
            continue
    return None


def _along(signer: Signer, text: str, expr: sp.Expr, code: str, symbol: sp.Symbol, start: Proof) -> Proof:
    context = signer.context
    steps = derivative(expr, symbol, context)
    slope = sp.diff(expr, symbol)
    name = context.text(symbol)
    later, later_name, later_fact = _variable(context, symbol, "<=")
    zero, zero_name, zero_fact = _variable(context, symbol, "=")
    inside, at_zero = _signer(context, later_fact), _signer(context, zero_fact)
    grows = inside.prove(slope.xreplace({symbol: later}), "q")
    begins = at_zero.prove(expr.xreplace({symbol: zero}), code)
    if grows is None or begins is None:
        raise NoProof(f"the expression is not seen to rise with {symbol}")
    moved = (slope.xreplace({symbol: later}), expr.xreplace({symbol: later}))
    agrees = inside.link(moved, ONE, number(1), " / ")
    if agrees is None:
        raise NoProof("a denominator that may be 0")
    parts = (
        f"refine (Signs.rising_{code} (fun {name} : R => {text}) (fun {name} : R => {context.text(slope)}) {name} "
        f"{start.term} _ _ _).",
        f"{{ intros {later_name} {later_fact.name}.",
        inside.script(f"refine (Signs.slope_eq {steps} _); cbv beta; simpl INR; simpl pred; {agrees}."),
        "}",
        f"{{ intros {later_name} {later_fact.name}.",
        inside.script(f"exact {grows.term}."),
        "}",
        f"{{ intros {zero_name} {zero_fact.name}.",
        at_zero.script(f"exact {begins.term}."),
        "}",
    )
    return Proof(code, signer.lemma(says(code, text), "\n".join(parts)))


def _variable(context: Context, like: sp.Symbol, relation: str) -> tuple[sp.Symbol, str, Fact]:
    """A new real variable that stands for another, its name, and the fact that it is not negative, or 0.

    It has the same name in SymPy, so that expressions in it are written in the same order.
    """
    symbol = sp.Symbol(like.name, real=True, composite=False)
    name = context.text(symbol)
    if relation == "=":
        return symbol, name, Fact(context.fresh("Z"), f"{name} = 0", sp.Eq(symbol, 0, evaluate=False))
    return symbol, name, Fact(context.fresh("Z"), f"0 <= {name}", sp.GreaterThan(symbol, 0, evaluate=False))


def _signer(context: Context, fact: Fact) -> Signer:
    from .signer import Signer

    return Signer(context.knowing([fact]))


def derivative(expr: sp.Expr, symbol: sp.Symbol, context: Context) -> str:
    """A term that proves the derivative of an expression, as it is written, along a symbol.

    Raises:
        NoProof: if the expression has other parts than sums, products, powers, exponentials and hyperbolic functions.
    """
    if not expr.has(symbol):
        return f"(Signs.slope_const {context.text(expr)} _)"
    if expr == symbol:
        return "(Signs.slope_id _)"
    match expr:
        case sp.Add():
            return _folded("plus", [derivative(a, symbol, context) for a in expr.args])
        case sp.Mul():
            above = [a for a in expr.args if not _is_inverse(a)]
            below = [sp.Pow(a.base, -a.exp) for a in expr.args if _is_inverse(a)]
            if any(b.has(symbol) for b in below):
                raise NoProof("a denominator that moves")
            inside = _folded("mult", [derivative(a, symbol, context) for a in above])
            if not below:
                return inside
            return f"(Signs.slope_over ({' * '.join(map(context.text, below))}) {inside})"
        case sp.Pow() if expr.base is not sp.E and expr.exp.is_Integer and expr.exp > 0:
            return f"(Signs.slope_pow {expr.exp} {derivative(expr.base, symbol, context)})"
    if isinstance(expr, _MOVING):
        return f"(Signs.slope_{type(expr).__name__} {derivative(expr.args[0], symbol, context)})"
    raise NoProof(f"no derivative of {type(expr).__name__} here")


def _folded(lemma: str, parts: list[str]) -> str:
    found = parts[0]
    for part in parts[1:]:
        found = f"(Signs.slope_{lemma} {found} {part})"
    return found
