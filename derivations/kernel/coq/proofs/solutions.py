"""Solutions: the closed form satisfies the same equation as the observable, and there is one solution only.

The rate of the observable is a polynomial F in it.  The difference to the closed form then has the derivative
``F(u) - F(c) = q (u - c)`` with a polynomial q, starts at zero, and so stays zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from ...flows import substitute_entry
from ...statements import Solution
from ...statements.dynamics import in_terms_of
from ..theorems.flows import AtTimes, FlowTranslator
from . import NoProof, algebra
from .context import Context
from .derivatives import Differentiator
from .derivatives import Slope as Found
from .moments import Moment, pointwise


@dataclass(frozen=True)
class Equation:
    """The differential equation of an observable.

    Attributes:
        of: the observable.
        closed: its closed form.
        symbol: stands for either of them.
        rate: the derivative of the observable, in the symbols.
    """

    of: sp.Expr
    closed: sp.Expr
    symbol: sp.Symbol
    rate: sp.Expr


def value(of: sp.Expr, closed: sp.Expr, statement: Solution, context: Context) -> str:
    """A script that closes ``of = closed`` at the time.

    Raises:
        NoProof: if the rate is not a polynomial in one observable or two.
    """
    equations = _equations(statement)
    this = next(e for e in equations if e.of == of)
    needed = [e for e in equations if e.symbol in this.rate.free_symbols]
    if not set(needed) <= {this}:
        others = [e for e in needed if e != this]
        if len(others) == 1 and not others[0].rate.free_symbols & {
            e.symbol for e in equations if e not in (this, others[0])
        }:
            return _two(this, others[0], statement, context)
        raise NoProof("more than two observables whose equations are coupled")
    return _one(this, statement, context)


def _equations(statement: Solution) -> list[Equation]:
    flow = statement.flow
    symbols = {of: sp.Dummy("u", real=True) for of, _, _ in statement.triples}
    found = []
    for of, closed, _ in statement.triples:
        rate = flow.rate(of)
        if all(isinstance(o, AppliedUndef) for o in symbols):
            for entry, symbol in symbols.items():
                rate = substitute_entry(rate, entry, symbol)
        else:
            (symbol,) = symbols.values()
            parameters = [a for a in rate.atoms(AppliedUndef) if a.func.__name__ in flow.names]
            rate = in_terms_of(rate, flow.restrict(of), symbol, sorted(parameters, key=str))
        if rate is None or any(a.func.__name__ in flow.names for a in rate.atoms(AppliedUndef)):
            raise NoProof(f"the rate of {of} is not a polynomial in the observables")
        if not rate.is_polynomial(*symbols.values()):
            raise NoProof(f"the rate of {of} is not a polynomial")
        found.append(Equation(of, closed, symbols[of], sp.sympify(rate)))
    return found


@dataclass
class _Situation:
    """One time between 0 and the end, and the texts of observables and closed forms there."""

    statement: Solution
    context: Context
    moment: Moment

    def text(self, expr: sp.Expr, meaning: Mapping[sp.Symbol, str]) -> str:
        """The term of an expression with terms in the place of symbols."""
        translate = self.context.translate
        assert isinstance(translate, FlowTranslator)
        with ExitStack() as stack:
            for symbol, text in meaning.items():
                stack.enter_context(translate.at(symbol, text))
            return translate(expr).text

    def follows(self, equation: Equation, others: Mapping[sp.Symbol, sp.Expr], meaning: Mapping[sp.Symbol, str]) -> str:
        """A script that closes ``slope_at (fun s => of) s of rate``."""
        rate = equation.rate.xreplace(dict(others))
        script = self.moment.rate(equation.of, rate)
        self.moment.lines.clear()
        text, meant = self.context.text(rate), self.text(equation.rate, meaning)
        return f"apply D_of. replace ({meant}) with ({text}) by agrees. {script}"

    def solves(self, equation: Equation, others: Mapping[sp.Symbol, sp.Expr], meaning: Mapping[sp.Symbol, str]) -> str:
        """A script that closes ``slope_at (fun s => closed) s closed rate``."""
        time = self.statement.flow.time

        def leaf(expr: sp.Expr) -> Found | None:
            return Found("apply D_id.", expr, sp.Integer(1)) if expr == time else None

        found = Differentiator(self.context, leaf, self.moment.side)(equation.closed)
        if found is None:
            found = Found("apply D_const.", equation.closed, sp.Integer(0))
        rate = equation.rate.xreplace(dict(others))
        text, meant = self.context.text(rate), self.text(equation.rate, meaning)
        conditions = []
        for condition in self.context.translate(equation.closed).conditions:
            name = self.context.fresh("Def")
            conditions.append(
                f"assert ({name} : {condition.text}).\n{{ {algebra.settle(condition, self.context)} }}"
            )
        lines = "\n".join([*conditions, *self.moment.lines])
        self.moment.lines.clear()
        if not _roots(found.slope, rate):
            return f"{lines} eapply D_eq. {{ {found.script} }} {{ agrees. }}"
        slope = self.context.text(found.slope)
        compare = algebra.equal(found.slope, rate, self.context)
        return (
            f"{lines} eapply D_eq. {{ {found.script} }} {{ transitivity ({slope}). {{ agrees_inside. }} "
            f"{{ transitivity ({text}). {{ {compare} }} {{ agrees_inside. }} }} }}"
        )


def _roots(*expressions: sp.Expr) -> bool:
    return any(p.exp.is_Integer is not True for e in expressions for p in e.atoms(sp.Pow))


def _texts(equation: Equation, context: Context, moment: str, time: sp.Symbol) -> tuple[str, str]:
    translate = context.translate
    assert isinstance(translate, FlowTranslator)
    with translate.at(time, moment):
        return context.text(equation.of), context.text(equation.closed)


def _one(equation: Equation, statement: Solution, context: Context) -> str:
    translate, time = context.translate, statement.flow.time
    assert isinstance(translate, FlowTranslator)
    end, moment = context.text(time), translate.names.fresh("s")
    proof = f"In{moment}"
    c = sp.Dummy("c", real=True)
    u = equation.symbol
    cofactor = _cofactor(equation.rate, u, c)
    here, there = _texts(equation, context, moment, time)
    with translate.at(time, moment):
        inside, facts = pointwise(statement.flow, context, moment, proof)
        situation = _Situation(statement, inside, Moment.of(statement.flow, inside))
        setup = f"intros {moment} {proof}. {facts}\n" + "\n".join(situation.moment.lines)
        situation.moment.lines.clear()
        follows = situation.follows(equation, {u: equation.of}, {u: here})
        solves = situation.solves(equation, {u: equation.closed}, {u: there})
        q = situation.text(cofactor, {u: here, c: there})
        f_of, f_closed = situation.text(equation.rate, {u: here}), situation.text(equation.rate, {u: there})
    both = (
        f"{setup} assert (Follows : slope_at (fun {moment} : R => {here}) {moment} {here} ({f_of})).\n{{ {follows} }}\n"
        f"assert (Solves : slope_at (fun {moment} : R => {there}) {moment} {there} ({f_closed})).\n{{ {solves} }}\n"
    )
    return (
        f"apply Rminus_diag_uniq. apply (only_zero (fun {moment} : R => {here} - {there}) (fun {moment} : R => {q}) "
        f"{end} D{end}).\n"
        f"{{ {both} eapply D_to. {{ apply D_minus; [exact Follows | exact Solves]. }} "
        f"{{ generalize ({here}) ({there}); intros; agrees. }} }}\n"
        f"{{ {both} {_continuous(cofactor, {u: here, c: there}, situation, moment, {u: 'Follows', c: 'Solves'})} }}\n"
        f"{{ apply Rminus_diag_eq. {_start(equation, statement, context)} }}"
    )


def _cofactor(rate: sp.Expr, u: sp.Symbol, c: sp.Symbol) -> sp.Expr:
    """``(F(u) - F(c)) / (u - c)``."""
    difference = sp.expand(rate - rate.xreplace({u: c}))
    return sp.factor_terms(sp.quo(difference, u - c, u)) if difference != 0 else sp.Integer(0)


def _continuous(
    cofactor: sp.Expr,
    meaning: Mapping[sp.Symbol, str],
    situation: _Situation,
    moment: str,
    known: Mapping[sp.Symbol, str],
) -> str:
    """A script that closes that a cofactor is continuous at the moment."""

    def leaf(expr: sp.Expr) -> Found | None:
        return Found(f"exact {known[expr]}.", expr, sp.Symbol("slope")) if expr in known else None

    found = Differentiator(situation.context, leaf, situation.moment.side)(cofactor)
    script = found.script if found is not None else "apply D_const."
    return f"eapply D_continuous. {script}"


def _two(first: Equation, second: Equation, statement: Solution, context: Context) -> str:
    raise NoProof("two coupled observables")


def _start(equation: Equation, statement: Solution, context: Context) -> str:
    """A script that closes ``of = closed`` at time 0."""
    translate, time = context.translate, statement.flow.time
    assert isinstance(translate, FlowTranslator)
    initial = next(initial for of, _, initial in statement.triples if of == equation.of)
    fact = next(f for f in context.facts if isinstance(f, AtTimes) and f.statement.lhs == equation.of)
    arguments = "".join(f" {translate.natural(i)} ltac:(assumption)" for i in fact.indices)
    closed = equation.closed.subs(time, 0)
    lines = []
    with translate.at(time, "0"):
        for function in sorted(equation.closed.atoms(sp.exp, sp.cosh, sp.sinh), key=lambda f: f.count_ops()):
            if function.has(time):
                argument = function.args[0]
                lines.append(f"replace {context.text(argument)} with {context.text(argument.subs(time, 0))} by agrees. ")
    lines.append("rewrite ?exp_0, ?cosh_0, ?sinh_0. ")
    return (
        f"transitivity ({context.text(initial)}). {{ exact ({fact.name}{arguments}). }} "
        f"transitivity ({context.text(closed)}). {{ {algebra.equal(initial, closed, context)} }} "
        f"{{ symmetry. {''.join(lines)} agrees_inside. }}"
    )
