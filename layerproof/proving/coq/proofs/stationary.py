"""Stationary points: the slope along curves by the rules of derivatives, and signs for minima and maxima."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import sympy as sp

from ....language.statements import Stationary
from ..theorems.base import Condition, Fact, Order, Theorem
from ..theorems.stationary import Curves, Everywhere, bound
from . import algebra, signs
from .base import PROOFS
from .context import Context
from .derivatives import Differentiator
from .derivatives import Slope as Found
from .sides import Sides, by_way_of


@PROOFS.register(Stationary)
def prove(theorem: Theorem) -> str:
    """A script for each goal in its turn; what was proved before is known.

    Raises:
        NoProof: if a slope, a sign or an equation is not found.
    """
    statement = theorem.claim.statement
    assert isinstance(statement, Stationary)
    context = replace(Context.of(theorem), hypotheses=())
    scripts: list[str] = []
    for number, goal in enumerate(theorem.goals):
        match goal.content:
            case Curves() as curves:
                scripts.append(_flat(curves, context))
            case Everywhere() as everywhere:
                scripts.append(_everywhere(everywhere, statement, context))
            case _:
                scripts.append(algebra.close(goal, context))
                context = context.knowing([Fact(f"G{number}", goal.says, algebra.relation_of(goal))])
    return theorem.proof(scripts)


def _flat(curves: Curves, context: Context) -> str:
    """By the rules of derivatives; a variable is what its curve is at 0, which is known."""
    translate, names, facts, known = context.translate, [], [], {}
    for x in curves.varied:
        starts, moves, velocity = context.fresh("S"), context.fresh("V"), sp.Symbol(x.velocity, real=True)
        names += [x.curve, x.velocity, starts, moves]
        facts.append(Fact(starts, f"{x.curve} 0 = {context.text(x.value)}", sp.Eq(x.x, x.value, evaluate=False)))
        known[x.x] = Found(f"exact (conj eq_refl {moves}).", x.x, velocity)
        translate.reals[velocity] = x.velocity
    with bound(curves.varied, translate, lambda x: f"({x.curve} 0)"):
        powers = _Powers(context.knowing(facts))
        for power in sorted(curves.expr.atoms(sp.Pow), key=sp.default_sort_key):
            if not power.exp.is_Rational and power.base.has(*known) and not power.exp.has(*known):
                powers.name(power)
        side = Sides(powers.context)
        found = Differentiator(powers.context, known.get, side, powers)(curves.expr)
        if found is None:
            found = Found("apply D_const.", curves.expr, sp.S.Zero)
        same = by_way_of(found.slope, sp.S.Zero, powers.context)
    script = f"eapply D_to. {{ {found.script} }} {{ {powers.folded}{same} }}"
    return "\n".join([f"intros {' '.join(names)}.", *powers.lines, *side.lines, script])


@dataclass
class _Powers:
    """Powers with names of their own, which the derivatives are written in."""

    context: Context
    lines: list[str] = field(default_factory=list)
    folded: str = ""
    _names: dict[sp.Expr, sp.Symbol] = field(default_factory=dict)

    def __call__(self, power: sp.Expr) -> sp.Expr:
        return self._names.get(power, power)

    def name(self, power: sp.Expr) -> None:
        """A name for a power, with what is known of it."""
        text, name, equal, above = self.context.text(power), *(self.context.fresh(stem) for stem in ("P", "E", "A"))
        symbol = self._names[power] = sp.Symbol(name, positive=True)
        self.context.translate.reals[symbol] = name
        self.lines += [
            f"pose ({name} := {text}).",
            f"assert ({equal} : {name} = {text}) by reflexivity.",
            f"assert ({above} : 0 < {name}) by apply exp_pos.",
        ]
        self.folded += f"try change ({text}) with {name}. clearbody {name}. "
        known = [
            Fact(equal, f"{name} = {text}", sp.Eq(symbol, power, evaluate=False)),
            Fact(above, f"0 < {name}", sp.StrictGreaterThan(symbol, 0, evaluate=False)),
        ]
        self.context = self.context.knowing(known)


def _everywhere(everywhere: Everywhere, statement: Stationary, context: Context) -> str:
    names = [*(x.name for x in everywhere.varied), *(fact.name for fact in everywhere.facts)]
    with bound(everywhere.varied, context.translate, lambda x: x.name):
        inside = context.knowing(everywhere.facts)
        content = everywhere.content
        if isinstance(content, Condition):
            script = algebra.settle(content, inside)
        elif statement.because is None:
            script = signs.order(content.lhs, content.relation, content.rhs, inside)
        else:
            script = _because(statement.because, content, inside)
    return f"intros {' '.join(names)}.\n{script}"


def _because(form: sp.Expr, order: Order, context: Context) -> str:
    """By a form of the Lagrangian less its value at the point whose sign is easier to see."""
    gap, sign = context.fresh("Gap"), context.fresh("Sign")
    here, there, less = (context.text(e) for e in (order.rhs, order.lhs, form))
    known = "0 <= {}" if order.relation == "<=" else "{} <= 0"
    bounds = (sp.S.Zero, form) if order.relation == "<=" else (form, sp.S.Zero)
    return "\n".join(
        [
            f"assert ({gap} : {here} - {there} = {less}).",
            f"{{ {algebra.equal(order.rhs - order.lhs, form, context)} }}",
            f"assert ({sign} : {known.format(f'({less})')}).",
            f"{{ {signs.order(bounds[0], '<=', bounds[1], context)} }}",
            "lra.",
        ]
    )
