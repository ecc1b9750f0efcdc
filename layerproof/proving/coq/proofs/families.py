"""Means over a family with a finite law: of what is quadratic in one sum of a function of each entry.

The sum gets a letter; the prelude's ``Families`` knows the mean of a polynomial of degree two in it.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.distributions import Finite
from ..gallina import term_of
from ..theorems.base import Theorem
from ..theorems.families import AnyFamily, FamilyMean
from ..theorems.laws import listed
from . import algebra, scalars
from .base import NoProof
from .context import Context

_QUADRATIC = 3  # coefficients


def prove(theorem: Theorem) -> str:
    """A script for each goal in its turn.

    Raises:
        NoProof: if what is averaged is of another form.
    """
    context, scripts = Context.of(theorem), []
    for goal in theorem.goals:
        match goal.content:
            case AnyFamily(condition, name):
                scripts.append(f"intros {name}. {algebra.settle(condition, context)}")
            case FamilyMean() as mean:
                scripts.append(_mean(mean, context))
            case _:
                scripts.append(algebra.close(goal, context))
    return theorem.proof(scripts)


def _mean(mean: FamilyMean, context: Context) -> str:
    """A script for the mean, which first finds the polynomial, and the two moments of one entry."""
    if not isinstance(mean.law, Finite):
        raise NoProof(f"means over a family with the law {mean.law}")
    one, whole = sp.Dummy("y", real=True), sp.Dummy("s", real=True)
    of, each = _by_the_sum(mean, one, whole)
    poly = sp.Poly(sp.expand(of), whole) if sp.expand(of).is_polynomial(whole) else None
    if poly is None or poly.degree() >= _QUADRATIC:
        raise NoProof(f"means over a family of what is not quadratic in a sum: {mean.of}")
    parts = [poly.coeff_monomial(whole**k) for k in range(_QUADRATIC)]
    names = {one: context.fresh("y"), whole: context.fresh("s")}
    with context.translate.writing(names):
        text = f"(fun {names[one]} : R => {context.text(each)})"
    table = str(
        listed([term_of(f"(pair {context.text(value)} {context.text(chance)})") for value, chance in mean.law.table])
    )
    moments = [_moment(mean.law, lambda y, k=k: each.xreplace({one: y}) ** k) for k in (1, 2)]  # type: ignore[misc]
    size, count = mean.size, context.translate.natural(mean.size)
    value = (
        parts[0] + parts[1] * size * moments[0] + parts[2] * (size * moments[1] + size * (size - 1) * moments[0] ** 2)
    )
    mu, nu, a, b, c = map(context.text, (*moments, *parts))
    closing = f"transitivity ({context.text(value)}); [rewrite ?plus_INR, ?mult_INR; simpl INR; same |]."
    steps = [
        _weighed(mean.law, lambda y: sp.S.One, sp.S.One, context),
        _weighed(mean.law, lambda y: each.xreplace({one: y}), moments[0], context),
        _weighed(mean.law, lambda y: sp.Pow(each.xreplace({one: y}), 2, evaluate=False), moments[1], context),
        _agrees(of, parts, whole, text, names[whole], count, context),
        f"{closing}\n{scalars.equal(value, mean.equals, context)}",
    ]
    head = f"apply (expectation_quadratic {table} {text} {mu} {nu} {count} _ {a} {b} {c})."
    return "\n".join([head, *(f"{{ {step} }}" for step in steps)])


def _moment(law: Finite, of: Callable[[sp.Expr], sp.Expr]) -> sp.Expr:
    return sp.expand(sp.Add(*(chance * of(value) for value, chance in law.table)))


def _weighed(law: Finite, of: Callable[[sp.Expr], sp.Expr], value: sp.Expr, context: Context) -> str:
    """A script for the mean of a function of one entry."""
    found = sp.Add(*(sp.Mul(chance, of(x), evaluate=False) for x, chance in law.table), evaluate=False)
    there = f"transitivity ({context.text(found)}); [unfold weighed; cbn [fold_right fst snd]; same |]."
    return f"{there} {scalars.equal(found, value, context)}"


def _by_the_sum(mean: FamilyMean, one: sp.Dummy, whole: sp.Dummy) -> tuple[sp.Expr, sp.Expr]:
    """What is averaged with a letter for the sum over the family, and what is summed, with a letter for an entry."""
    found: dict[sp.Expr, sp.Expr] = {}
    for total in mean.of.atoms(sp.Sum):
        entries = {e for e in total.atoms(AppliedUndef) if e.func.__name__ == mean.family}
        if entries:
            found[total] = total.function.xreplace(dict.fromkeys(entries, one))
    each = set(found.values())
    if len(each) != 1:
        raise NoProof("means over a family of several sums")
    (summed,) = each
    if any(summed.has(total.limits[0][0]) for total in found):
        raise NoProof("means over a family of a sum with weights")
    return mean.of.xreplace(dict.fromkeys(found, whole)), summed


def _agrees(
    of: sp.Expr, parts: list[sp.Expr], whole: sp.Dummy, text: str, name: str, count: str, context: Context
) -> str:
    """A script that closes: at every list of that length, what is averaged is the polynomial in the sum."""
    xs, length, said, given = (context.fresh(stem) for stem in ("xs", "L", "S", "E"))
    written = sp.Add(*(part * whole**k for k, part in enumerate(parts)))
    with context.translate.writing({whole: name}):
        lines = [
            f"intros {xs} {length}. cbv beta.",
            f"assert ({said} := sum_of_list {text} {xs} {count} {length}). cbv beta in {said}. rewrite ?{said}.",
            f"destruct (Powers.named (over_list {text} {xs})) as [{name} {given}]. rewrite ?{given}.",
            f"transitivity ({context.text(of)}); [same |].",
            f"transitivity ({context.text(written)}); [| same].",
            scalars.equal(of, written, context),
        ]
    return "\n".join(lines)
