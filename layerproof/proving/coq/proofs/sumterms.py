"""Sums over one range that vanish together: where the terms of a combination cancel at each index."""

from __future__ import annotations

import sympy as sp

from ..theorems.base import Fact
from . import scalars
from .base import NoProof
from .context import Context
from .sumbounds import at_entries
from .sumparts import outermost

_MOST = 6


def vanishing(left: sp.Expr, right: sp.Expr, context: Context) -> tuple[list[Fact], list[str]]:
    """If ``left - right`` is a combination of sums that vanishes term by term: this as a fact, and its proof."""
    parts = list(dict.fromkeys(part for side in (left, right) for part in outermost(side, sp.Sum)))
    ranges = {part.limits[0][1:] for part in parts}
    if not 2 <= len(parts) <= _MOST or len(ranges) != 1 or any(len(part.limits) != 1 for part in parts):
        return [], []
    names = {part: sp.Dummy(real=True) for part in parts}
    above = sp.fraction(sp.together((left - right).xreplace(names)))[0]
    if any(above.has(part.limits[0][0]) for part in parts) or not above.is_polynomial(*names.values()):
        return [], []
    combined = sp.Poly(above, *names.values())
    weights = [combined.coeff_monomial(name) for name in names.values()]
    linear = sp.expand(above - sum(w * name for w, name in zip(weights, names.values(), strict=True))) == 0
    if not linear or not any(weights):
        return [], []
    index = parts[0].limits[0][0]
    terms = [(w, p, p.function.xreplace({p.limits[0][0]: index})) for w, p in zip(weights, parts, strict=True) if w]
    if sp.cancel(sp.together(sp.Add(*(weight * term for weight, _, term in terms)))) != 0:
        return [], []
    try:
        return _stated(terms, index, context)
    except NoProof:
        return [], []


def _stated(
    terms: list[tuple[sp.Expr, sp.Sum, sp.Expr]], index: sp.Basic, context: Context
) -> tuple[list[Fact], list[str]]:
    _, first, _ = terms[0]
    translate = context.translate
    low, high = (translate.natural(end) for end in first.limits[0][1:])
    name, fact = translate.names.fresh("i"), context.fresh("J")
    inside = context.knowing([Fact(f"R_{name}", f"({low} <= {name} <= {high})%nat")])
    here = at_entries(first, {first.limits[0][0]: name}, inside)
    with translate.naming({index: name}):
        total = sp.Add(*(weight * term for weight, _, term in terms))
        texts = [(context.text(weight), context.text(term)) for weight, _, term in terms]
        closed = scalars.equal(total, sp.S.Zero, inside.knowing([known for _, known in here]))
        written = context.text(total)
    whole = sp.Add(*(weight * part for weight, part, _ in terms))
    value, body, steps = "", "", ""
    for (weight, term), (_, part, _) in reversed(list(zip(texts, terms, strict=True))):
        one = f"({weight}) * ({context.text(part)})"
        lemma = f"tsum_term{'s' if body else ''} {low} {high} ({weight}) (fun {name} => {term}) _"
        steps = (
            f"refine ({lemma} (fun {name} => {body}) _ _ _); [reflexivity | {steps}]"
            if body
            else (f"refine ({lemma} _); reflexivity")
        )
        value = f"{one} + ({value})" if value else one
        body = f"({weight}) * ({term}) + ({body})" if body else f"({weight}) * ({term})"
    text = f"{context.text(whole)} = 0"
    lines = [
        f"assert ({fact} : {text}). {{ transitivity ({value}). {{ unfold Rdiv; ring. }}",
        f"transitivity (tsum {low} {high} (fun {name} => {body})). {{ symmetry. {steps}. }}",
        f"transitivity (tsum {low} {high} (fun _ => 0)); [| apply tsum_zero]. apply tsum_ext. intros {name} R_{name}.",
        *(line for line, _ in here),
        f"transitivity ({written}). {{ unfold Rdiv; ring. }}\n{closed} }}",
    ]
    return [Fact(fact, text, sp.Eq(whole, 0, evaluate=False))], ["\n".join(lines)]
