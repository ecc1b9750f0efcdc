"""Where an expression tends at an end of a range: from its parts, each of which has a limit of its own."""

from __future__ import annotations

import sympy as sp

from ..ends import End
from . import signs
from .base import NoProof
from .context import Context


def tends(expr: sp.Expr, x: sp.Symbol, end: End, outside: Context, inside: Context) -> tuple[sp.Expr, str]:
    """The limit, and a script that closes ``tends (fun x => expr) filter limit``.

    Args:
        expr: an expression in x.
        x: the variable.
        end: where it goes.
        outside: the situation in which the limit is taken.
        inside: the same, where x has a name.

    Raises:
        NoProof: if a part is not known to have a finite limit.
    """
    if not end.text and (falling := _outweighed(expr, x, outside, inside)) is not None:
        return falling
    found: dict[sp.Expr, tuple[sp.Expr, str]] = {}
    _leaves(expr, x, end, outside, inside, found)
    limit = expr.xreplace({leaf: value for leaf, (value, _) in found.items()})
    if limit.has(x) or limit.has(sp.zoo, sp.oo, sp.nan):
        raise NoProof(f"the limit of {expr} is not known")
    name = inside.translate.reals[x]
    script = []
    for leaf, (value, why) in found.items():
        text = f"tends (fun {name} => {inside.text(leaf)}) {end.filter} {outside.text(value)}"
        script.append(f"assert ({outside.fresh('T')} : {text}).\n{{ {why} }}")
    script.append("eapply T_eq; [tending |].\nfirst [lra | fld].")
    return limit, "\n".join(script)


def _outweighed(expr: sp.Expr, x: sp.Symbol, outside: Context, inside: Context) -> tuple[sp.Expr, str] | None:
    """The same at infinity, where each part that moves is a power times an exponential that falls; None elsewhere."""
    name, limit, parts, script = inside.translate.reals[x], sp.S.Zero, [], []
    for term in sp.Add.make_args(sp.expand(expr, power_exp=False, power_base=False)):
        factor, moving = term.as_independent(x, as_Add=False)
        if not moving.has(x):
            limit += term
            parts.append(f"({inside.text(term)})")
            continue
        fallen = next((part for part in sp.Mul.make_args(moving) if isinstance(part, sp.exp)), None)
        power = sp.degree(moving / fallen, x) if fallen and (moving / fallen).is_polynomial(x) else None
        inner = sp.Poly(fallen.args[0], x) if fallen and fallen.args[0].is_polynomial(x) else None
        if power is None or inner is None or not inner.is_monomial or inner.degree() < 1:
            return None
        leaf, slope = f"({name} ^ {power} * {inside.text(fallen)})", inner.LC()
        text = f"tends (fun {name} => {leaf}) (Rbar_locally p_infty) 0"
        lemma = f"T_power_exp {power} {inner.degree() - 1} _ {outside.text(slope)} _ _"
        script.append(
            f"assert ({outside.fresh('T')} : {text}).\n{{ refine ({lemma}).\n{{ intro. fld. }}\n"
            f"{signs.order(slope, '<', sp.S.Zero, outside)} }}"
        )
        parts.append(f"({inside.text(factor)}) * {leaf}")
    if not script:
        return None
    script.append(f"apply (filterlim_ext (fun {name} => {' + '.join(parts)})).\n{{ intro. fld. }}")
    script.append("eapply T_eq; [tending |].\nfirst [lra | fld].")
    return limit, "\n".join(script)


def _leaves(
    expr: sp.Expr,
    x: sp.Symbol,
    end: End,
    outside: Context,
    inside: Context,
    found: dict[sp.Expr, tuple[sp.Expr, str]],
) -> None:
    """The parts that have a limit for a reason of their own."""
    if not expr.has(x) or expr in found:
        return
    power = isinstance(expr, sp.Pow) and expr.base != x and not expr.exp.has(x)
    if isinstance(expr, (sp.Add, sp.Mul)) or power:
        for part in expr.args:
            _leaves(part, x, end, outside, inside, found)
        return
    found[expr] = _infinite(expr, x, outside) if not end.text else _at_zero(expr, x, end, outside)


def _infinite(expr: sp.Expr, x: sp.Symbol, outside: Context) -> tuple[sp.Expr, str]:
    match expr:
        case sp.Pow(base=base, exp=exponent) if base == x and exponent.is_Integer and exponent < 0:
            same = f"apply (filterlim_ext (fun s => / s ^ {-exponent})); [intro; cbn [pow]; f_equal; ring |]."
            return sp.S.Zero, f"{same}\napply (T_inverse_to_infinity {-exponent - 1})."
        case sp.Pow(base=base, exp=exponent) if base == x and not exponent.has(x):
            return sp.S.Zero, f"apply T_power_to_infinity.\n{signs.order(exponent, '<', sp.S.Zero, outside)}"
        case sp.exp() | sp.atan():
            slope = sp.cancel(expr.args[0] / x)
            if slope.has(x):
                raise NoProof(f"the limit of {expr} is not known")
            falls = isinstance(expr, sp.exp)
            side = signs.order(slope, "<", sp.S.Zero, outside) if falls else signs.sign(slope, "<", outside)
            lemma = "T_exp_to_infinity" if falls else "T_atan_to_infinity"
            return (
                sp.S.Zero if falls else sp.pi / 2,
                f"refine (T_eq _ _ _ ({lemma} _ {outside.text(slope)} _ _) _).\n{{ intro. fld. }}\n{{ {side} }}\nlra.",
            )
    raise NoProof(f"the limit of {expr} is not known")


def _at_zero(expr: sp.Expr, x: sp.Symbol, end: End, outside: Context) -> tuple[sp.Expr, str]:
    if isinstance(expr, sp.Pow) and expr.base == x and end.value == 0 and not expr.exp.has(x):
        return sp.S.Zero, f"apply T_power_at_zero.\n{signs.sign(expr.exp, '<', outside)}"
    raise NoProof(f"the limit of {expr} is not known")
