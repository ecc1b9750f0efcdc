"""Signs of real expressions without sums, and orders between them.

First by the structure of the expression: each sum, product and power by one lemma.  Where that says nothing, the
expression is written as a fraction of polynomials, and `signer` derives the signs of these.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

import sympy as sp

from .base import NoProof
from .boxed import boxed
from .context import Context
from .outweighed import outweighed
from .rising import rising
from .sign_terms import CODES, equal_to
from .signer import Signer
from .valleys import Equal, valley

_SIGNERS: WeakKeyDictionary[object, dict[tuple[str, ...], Signer]] = WeakKeyDictionary()
_TURNED = {"p": "n", "q": "m", "z": "z"}
_BY = {"<": "lt_by", "<=": "le_by", ">": "gt_by", ">=": "ge_by", "<>": "ne_by"}


def sign(expr: sp.Expr, relation: str, context: Context, equal: Equal | None = None) -> str:
    """A script that closes ``0 < expr``, ``0 <= expr`` or ``expr <> 0``, by `relation`: ``<``, ``<=`` or ``<>``.

    Raises:
        NoProof: if the sign is not derived.
    """
    signer = _signer(context, expr)
    code = CODES[relation]
    text = context.text(expr)
    found = (
        signer.prove(expr, code)
        or outweighed(signer, text, expr, code)
        or rising(signer, text, expr, code)
        or valley(signer, text, expr, code, equal)
        or boxed(signer, text, expr, code, equal)
    )
    if found is None:
        raise NoProof(f"no proof that {_said(expr, relation)}")
    return signer.script(f"exact {found.term}.")


def order(lhs: sp.Expr, relation: str, rhs: sp.Expr, context: Context, equal: Equal | None = None) -> str:
    """A script that closes ``lhs relation rhs``, where the relation is one of ``<  <=  >  >=  <>``.

    Raises:
        NoProof: if the order is not derived.
    """
    signer = _signer(context, lhs, rhs)
    large, small = (rhs, lhs) if relation in ("<", "<=") else (lhs, rhs)
    code = "z" if relation == "<>" else "q" if "=" in relation else "p"
    if small == 0 and (found := signer.prove(large, code)) is not None:
        return signer.script(f"exact {f'(Rle_ge _ _ {found.term})' if relation == '>=' else found.term}.")
    if relation != "<>" and large == 0 and (found := signer.prove(small, _TURNED[code])) is not None:
        return signer.script(f"exact {f'(Rle_ge _ _ {found.term})' if relation == '>=' else found.term}.")
    found = signer.difference(large, small, code)
    if found is None:
        gap = large - small
        text = context.text(gap)
        found = (
            rising(signer, text, gap, code)
            or valley(signer, text, gap, code, equal)
            or boxed(signer, text, gap, code, equal)
        )
        if found is not None:
            found = equal_to(f"({context.text(large)} - {context.text(small)})", text, found, "first [ring | field]")
    if found is None:
        raise NoProof(f"no proof that {lhs} {relation} {rhs}")
    return signer.script(f"exact (Signs.{_BY[relation]} {found.term}).")


def by_equations(lhs: sp.Expr, rhs: sp.Expr, context: Context) -> str | None:
    """A script that closes ``lhs = rhs`` by equations among the facts; None if these do not give it."""
    signer = _signer(context, lhs, rhs)
    found = signer.difference(lhs, rhs, "o")
    return None if found is None else signer.script(f"exact (Signs.equal_by {found.term}).")


def _signer(context: Context, *exprs: sp.Expr) -> Signer:
    """The signer of a situation, which remembers what it has derived."""
    known = _SIGNERS.setdefault(context.translate, {})
    names = tuple(fact.name for fact in context.facts if not fact.name.startswith("G"))
    goals = {fact.name for fact in context.facts if fact.name.startswith("G")}
    signer = known.get(names)
    if signer is None or signer.context._numbers is not context._numbers or not signer.goals <= goals:
        signer = known[names] = Signer(context)
    if not signer.plan(*exprs):
        signer = known[names] = Signer(context)
        signer.plan(*exprs)
    for fact in context.facts:
        if fact.name in goals - signer.goals:
            signer.learn(fact)
    signer.begin()
    return signer


def _said(expr: sp.Expr, relation: str) -> str:
    text = str(expr)
    text = text if len(text) < 90 else text[:87] + "..."
    return f"{text} is not 0" if relation == "<>" else f"{text} {'>' if relation == '<' else '>='} 0"
