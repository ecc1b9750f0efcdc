"""Sums over Kronecker's deltas, carried out: ``sum_i (delta_ik c_i + e_i) = c_k + sum_i e_i``, one lemma a delta."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from ....language.symbols import in_range
from .context import Context


@dataclass(frozen=True)
class Contraction:
    """What a sum is equal to, and a script that closes the equality; no script if it is the sum itself."""

    value: sp.Expr
    script: str


Limits = tuple[sp.Basic, sp.Expr, sp.Expr]


def contraction(body: sp.Expr, limits: Limits, context: Context) -> Contraction:
    """The sum of `body` over one index, with its deltas carried out, and the other deltas in front."""
    if body == 0:
        return Contraction(sp.Integer(0), "apply tsum_vanishes; intros; cbv beta; agrees.")
    delta = _next(body, limits)
    if delta is None:
        return Contraction(sp.Sum(body, limits), "")
    factor, rest = _split(body, delta)
    variable, lower, upper = limits
    low, high = context.translate.natural(lower), context.translate.natural(upper)
    with context.translate._binding(variable, low, high) as name:
        factor_text, rest_text = (f"(fun {name} => {context.text(part)})" for part in (factor, rest))
        term = f"intros {name} In{name}; cbv beta. "
        if variable in delta.args and delta.args[0] != variable:
            term += f"rewrite ?(kron_sym {context.translate.natural(delta.args[0])} {name}). "
    term += "agrees."
    second = contraction(rest, limits, context)
    if variable in delta.args:
        (other,) = [x for x in delta.args if x != variable]
        value = factor.xreplace({variable: other})
        lemma, index, side = "pick", context.translate.natural(other), "{ lia. } "
        done = f"{{ cbv beta. {flipped(factor, variable, other, context)}agrees_inside. }}"
        first_text = context.text(value)
    else:
        first = contraction(factor, limits, context)
        value, lemma, index, side = delta * first.value, "pull", context.text(delta), ""
        done = f"{{ {first.script or 'reflexivity.'} }}"
        first_text = f"{index} * {context.text(first.value)}"
    if rest == 0:
        script = f"apply ({lemma}_tsum_only {index} {factor_text}). {side}{{ {term} }} {done}"
        total, text = value, first_text
    else:
        left_over = f"{{ {second.script or 'reflexivity.'} }}"
        script = f"apply ({lemma}_tsum {index} {factor_text} {rest_text}). {side}{{ {term} }} {done} {left_over}"
        total, text = value + second.value, f"{first_text} + {context.text(second.value)}"
    return Contraction(total, f"transitivity ({text}). {{ {script} }} {{ agrees_inside. }}")


def flipped(expr: sp.Expr, old: sp.Basic, new: sp.Basic, context: Context) -> str:
    """Sentences that turn the deltas that SymPy, which sorts their indices, writes the other way round."""
    found = ""
    for delta in sorted(expr.atoms(sp.KroneckerDelta), key=sp.default_sort_key):
        meant = [x.xreplace({old: new}) for x in delta.args]
        after = delta.xreplace({old: new})
        if isinstance(after, sp.KroneckerDelta) and list(after.args) != meant:
            first, second = map(context.translate.natural, meant)
            found += f"rewrite ?(kron_sym {first} {second}). "
        elif after == 1:
            found += "rewrite ?kron_eq. "
    return found


def _next(body: sp.Expr, limits: Limits) -> sp.KroneckerDelta | None:
    """A delta that carries out the sum, or else one that does not depend on its index."""
    variable, lower, upper = limits
    deltas = sorted(body.atoms(sp.KroneckerDelta), key=sp.default_sort_key)
    for delta in deltas:
        others = [x for x in delta.args if x != variable]
        if len(others) == 1 and in_range(others[0], lower, upper):
            return delta
    free = [delta for delta in deltas if variable not in delta.args]
    return free[0] if free else None


def _split(body: sp.Expr, delta: sp.KroneckerDelta) -> tuple[sp.Expr, sp.Expr]:
    """``body = delta * factor + rest``; sums and entries in it are left as they are."""
    stand_ins: dict[sp.Basic, sp.Dummy] = {}

    def frozen(expr: sp.Basic) -> sp.Basic:
        if isinstance(expr, sp.Add | sp.Mul) or (isinstance(expr, sp.Pow) and expr.exp.is_Integer):
            return expr.func(*map(frozen, expr.args))
        if expr.is_Number:
            return expr
        return stand_ins.setdefault(expr, sp.Dummy(real=True))

    plain = sp.expand(frozen(body))
    back = {dummy: expr for expr, dummy in stand_ins.items()}
    symbol = stand_ins[delta]
    return plain.coeff(symbol, 1).xreplace(back), plain.coeff(symbol, 0).xreplace(back)
