"""The start of a trajectory: a closed form has the value there that the observable has."""

from __future__ import annotations

import sympy as sp

from ....language.statements import Solution
from ..theorems.flows import AtTimes, FlowTranslator
from . import algebra
from .context import Context
from .sides import has_roots


def start(of: sp.Expr, closed: sp.Expr, statement: Solution, context: Context) -> str:
    """A script that closes ``of = closed`` at time 0."""
    initial, begins = given(of, statement, context)
    same = started(closed, initial, statement.flow.time, context)
    return f"transitivity ({context.text(initial)}). {{ exact ({begins}). }} {same}"


def given(of: sp.Expr, statement: Solution, context: Context) -> tuple[sp.Expr, str]:
    """The value of an observable at time 0, and the term that says so."""
    initial = next(sp.sympify(initial) for observable, _, initial in statement.triples if observable == of)
    fact = next(f for f in context.facts if isinstance(f, AtTimes) and f.statement.lhs == of)
    arguments = "".join(f" {context.translate.natural(i)} ltac:(assumption)" for i in fact.indices)
    return initial, f"{fact.name}{arguments}"


def started(closed: sp.Expr, initial: sp.Expr, time: sp.Symbol, context: Context) -> str:
    """A script that closes ``initial = closed`` at time 0."""
    translate, form = context.translate, closed
    assert isinstance(translate, FlowTranslator)
    closed = _at_zero(form, time) if has_roots(form) else form.subs(time, 0)
    lines = []
    with translate.at(time, "0"):
        functions = form.atoms(sp.exp, sp.cosh, sp.sinh)
        for function in sorted(functions, key=lambda f: (f.count_ops(), sp.default_sort_key(f))):
            if function.has(time):
                argument = function.args[0]
                start = argument.subs(time, 0)
                new = f"(- {context.text(-start)})" if _turned(function, start) else context.text(start)
                lines.append(f"replace {context.text(argument)} with {new} by agrees. ")
    lines.append("rewrite ?cosh_opp, ?sinh_opp, ?exp_0, ?cosh_0, ?sinh_0. ")
    return (
        f"transitivity ({context.text(closed)}). {{ {algebra.equal(initial, closed, context)} }} "
        f"{{ symmetry. {''.join(lines)} agrees_inside. }}"
    )


def _at_zero(expr: sp.Expr, time: sp.Symbol) -> sp.Expr:
    """A closed form at time 0 in which roots of what moves still stand: SymPy would make ``|r|`` of two of them."""
    if not expr.has(time):
        return expr
    if isinstance(expr, sp.Add | sp.Mul):
        return expr.func(*(_at_zero(arg, time) for arg in expr.args), evaluate=False)
    if isinstance(expr, sp.Pow) and expr.exp.is_Rational:
        return sp.Pow(
            _at_zero(expr.base, time) if expr.exp.is_Integer else expr.base.subs(time, 0), expr.exp, evaluate=False
        )
    return expr.subs(time, 0)


def _turned(function: sp.Expr, argument: sp.Expr) -> bool:
    """Whether SymPy takes a minus sign out of a hyperbolic function of the argument."""
    return isinstance(function, sp.cosh | sp.sinh) and argument != 0 and argument.could_extract_minus_sign()
