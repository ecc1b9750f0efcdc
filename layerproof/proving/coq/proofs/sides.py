"""What rules of derivatives leave open: that something is positive or not zero, and what Coq has put together."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import sympy as sp
from sympy.core.function import AppliedUndef

from ..gallina import Said
from ..theorems.base import Condition
from . import algebra
from .base import NoProof
from .context import Context


@dataclass
class Sides:
    """Scripts for side conditions; each is asserted once, in `lines`, which stand before what uses them."""

    context: Context
    lines: list[str] = field(default_factory=list)
    _names: dict[str, str] = field(default_factory=dict)

    def __call__(self, expr: sp.Expr, relation: str) -> str:
        """A script that closes ``expr <> 0`` or ``0 < expr``, by an assertion before, or by what is known."""
        text = self.context.text(expr)
        proposition = f"{text} <> 0" if relation == "<>" else f"0 < {text}"
        if proposition not in self._names:
            self._names[proposition] = ""
            try:
                script = settled(Condition(Said(proposition), relation, expr, ()), self.context)
            except NoProof:
                pass
            else:
                name = self._names[proposition] = self.context.fresh("Side")
                self.lines.append(f"assert ({name} : {proposition}).\n{{ {script} }}")
        exact, name = "", self._names[proposition]
        if name:
            lemma = "side_nz" if relation == "<>" else "side_pos"
            exact = f"exact {name} | solve [refine ({lemma} _ _ {name} _); same_side] | "
        return f"first [{exact}solve [not_zero] | solve [known_positive]]."


def compare(found: sp.Expr, meant: sp.Expr, context: Context) -> str:
    """A script that closes ``?v = meant``, where Coq has put ``?v`` together and it is `found`."""
    if not algebra.has_sums(found, meant) and not _roots(found, meant):
        return "agrees."
    return by_way_of(found, meant, context)


def by_way_of(found: sp.Expr, meant: sp.Expr, context: Context) -> str:
    """The same by what is known: ``?v`` is `found`, and that is `meant`."""
    known, meant = canonical(found), sp.sympify(meant)
    renames = ""
    for part in _outer_sums(found):
        if (new := canonical(part)) != part:
            before, after = context.text(part), context.text(new)
            renames += f"try (replace ({before}) with ({after}) by agrees_inside). "
    script = f"transitivity ({context.text(known)}). {{ {renames}agrees_inside. }} "
    return script + f"{{ {algebra.equal(known, meant, context)} }}"


def settled(condition: Condition, context: Context) -> str:
    """A script that closes a condition, of the expression itself or of a simpler one that is equal to it."""
    try:
        return algebra.settle(condition, context)
    except NoProof:
        assert condition.expr is not None
        simple = simpler(condition.expr)
        if simple == condition.expr:
            raise
        script = algebra.settle(replace(condition, expr=simple), context)
    equal = algebra.equal(simple, condition.expr, context)
    return f"replace ({context.text(condition.expr)}) with ({context.text(simple)}).\n{{ {script} }}\n{{ {equal} }}"


def simpler(expr: sp.Expr) -> sp.Expr:
    """An expression that is equal, where sums that cancel are gone."""

    def outside(total: sp.Sum) -> sp.Expr:
        number, rest = total.function.as_coeff_Mul()
        return number * sp.Sum(rest, *total.limits)

    plain = canonical(expr).replace(lambda e: isinstance(e, sp.Sum), outside)
    return sp.factor_terms(sp.expand(plain))


def canonical(expr: sp.Expr) -> sp.Expr:
    """The same expression, where sums that differ in the names of their bound indices only are the same sum."""

    def renamed(part: sp.Basic) -> sp.Basic:
        if not part.args or isinstance(part, sp.Idx | AppliedUndef):
            return part
        if not isinstance(part, sp.Sum):
            return part.func(*map(renamed, part.args))
        body = renamed(part.function)
        height = _height(body)
        limits = []
        for variable, lower, upper in part.limits:
            height += 1
            new = sp.Idx(sp.Symbol(f"z{height}", integer=True), (lower, upper))
            body = body.xreplace({variable: new})
            limits.append((new, lower, upper))
        return sp.Sum(body, *limits)

    return renamed(expr)


def _height(expr: sp.Basic) -> int:
    """How many indices are bound one inside the other."""
    inside = max(map(_height, expr.args), default=0)
    return inside + len(expr.limits) if isinstance(expr, sp.Sum) else inside


def _outer_sums(expr: sp.Expr) -> list[sp.Sum]:
    ordered = sorted(expr.atoms(sp.Sum), key=sp.default_sort_key)  # the order of a set is not the same in every run
    found = sorted(ordered, key=_height, reverse=True)
    inner = {s for outer in found for s in outer.function.atoms(sp.Sum)}
    return [s for s in found if s not in inner]


def has_roots(*expressions: sp.Expr) -> bool:
    """Whether there are powers whose exponents are no integers."""
    return any(p.exp.is_Integer is not True for e in expressions for p in e.atoms(sp.Pow))


def _roots(*expressions: sp.Expr) -> bool:
    return has_roots(*expressions) or any(e.has(sp.log) for e in expressions)
