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

from ....language.flows import substitute_entry
from ....language.statements import Solution
from ....language.statements.dynamics import in_terms_of
from ..theorems.base import Fact
from ..theorems.flows import AtTimes, FlowTranslator
from . import algebra
from .base import NoProof
from .context import Context
from .derivatives import Differentiator
from .derivatives import Slope as Found
from .moments import Moment, pointwise
from .sides import Sides


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
    if (script := _on_set(of, closed, statement, context)) is not None:
        return script
    equations = _equations(statement)
    this = next(e for e in equations if e.of == of)
    coupled, waiting = [this], [this]
    while waiting:
        needs = waiting.pop().rate.free_symbols
        for other in equations:
            if other.symbol in needs and other not in coupled:
                coupled.append(other)
                waiting.append(other)
    if len(coupled) > 2:
        raise NoProof("more than two observables whose equations are coupled")
    return _only(coupled, statement, context)


def _on_set(of: sp.Expr, closed: sp.Expr, statement: Solution, context: Context) -> str | None:
    """A script for an observable that the invariant set gives by others; None if it does not."""
    if not isinstance(of, AppliedUndef):
        return None
    on_set = statement.flow.restrict(of)
    if on_set == of:
        return None
    known = on_set
    for entry, value, _ in statement.triples:
        known = substitute_entry(known, entry, value)
    if any(a.func.__name__ in statement.flow.names for a in known.atoms(AppliedUndef)):
        return None
    moment = Moment.of(statement.flow, context)
    script = f"transitivity ({context.text(on_set)}). {{ {moment.known(of, on_set)} }} "
    earlier = [f for f in context.facts if f.name.startswith("G") and isinstance(f.relation, sp.Eq)]
    used = [f.name for f in earlier if f.relation is not None and on_set.has(f.relation.args[0])]
    rewrites = "".join(f"rewrite {name}. " for name in used)
    script += f"{{ {rewrites}transitivity ({context.text(known)}). {{ agrees_inside. }} "
    return "\n".join([*moment.lines, script + f"{{ {algebra.equal(known, closed, context)} }} }}"])


def foresee(statement: Solution) -> None:
    """Raises before any work is done where no template applies.

    Raises:
        NoProof: if the equations are coupled through a sum, or the closed form has roots that `field` does not know.
    """
    _equations(statement)
    for _, closed, _ in statement.triples:
        powers = [p.exp for p in sp.sympify(closed).atoms(sp.Pow)]
        if any(exponent.is_Rational and exponent.q > 2 for exponent in powers):
            raise NoProof("the closed form has roots that are not square roots")
        if sp.count_ops(closed) > LONGEST:
            raise NoProof("the closed form is too long for its derivative to be compared")


LONGEST = 120
"""Operations in a closed form beyond which `field` takes minutes."""


def _equations(statement: Solution) -> list[Equation]:
    flow = statement.flow
    symbols = {of: sp.Dummy("u", real=True) for of, _, _ in statement.triples}
    found = []
    for of, closed, _ in statement.triples:
        rate = flow.rate(of).replace(lambda e: isinstance(e, sp.Sum), _carried_out)
        if any(a.func.__name__ in flow.names for total in rate.atoms(sp.Sum) for a in total.atoms(AppliedUndef)):
            raise NoProof(f"the rate of {of} depends on a sum over a family")
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
        found.append(Equation(of, sp.sympify(closed), symbols[of], sp.sympify(rate)))
    return found


def _carried_out(total: sp.Sum) -> sp.Expr:
    """A sum of equal terms is their number times the term."""
    (variable, lower, upper), *more = total.limits
    if more or total.function.has(variable):
        return total
    return (upper - lower + 1) * total.function


@dataclass
class Situation:
    """One time between 0 and the end, and the texts of observables and closed forms there."""

    time: sp.Symbol
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
        moment, here = self.context.text(self.time), self.context.text(equation.of)
        begin = f"refine (D_of (fun {moment} : R => {here}) {moment} _ _)."
        return f"{begin} replace ({meant}) with ({text}) by agrees. {script}"

    def solves(self, equation: Equation, others: Mapping[sp.Symbol, sp.Expr]) -> str:
        """A script that closes ``slope_at (fun s => closed) s closed rate``."""
        sides = Sides(self.context)
        found = self.differentiated(equation.closed, sides)
        rate = equation.rate.xreplace(dict(others))
        conditions = []
        for condition in self.context.translate(equation.closed).conditions:
            name = self.context.fresh("Def")
            conditions.append(f"assert ({name} : {condition.text}).\n{{ {algebra.settle(condition, self.context)} }}")
        lines = "\n".join([*conditions, *sides.lines])
        if not _roots(found.slope, rate):
            return f"{lines} eapply D_eq. {{ {found.script} }} {{ agrees. }}"
        slope = self.context.text(found.slope)
        return (
            f"{lines} eapply D_eq. {{ {found.script} }} {{ transitivity ({slope}). {{ agrees_inside. }} "
            f"{{ {self._compared(found.slope, equation, others)} }} }}"
        )

    def differentiated(self, closed: sp.Expr, sides: Sides) -> Found:
        """The derivative of an expression in the time and constants."""

        def leaf(expr: sp.Expr) -> Found | None:
            return Found("apply D_id.", expr, sp.Integer(1)) if expr == self.time else None

        found = Differentiator(self.context, leaf, sides)(closed)
        return found or Found("apply D_const.", closed, sp.Integer(0))

    def _compared(self, slope: sp.Expr, equation: Equation, others: Mapping[sp.Symbol, sp.Expr]) -> str:
        """A script that closes ``slope = rate``; letters stand for closed forms, of which SymPy would make others."""
        script, facts = "", []
        stands = {others[symbol]: symbol for symbol in equation.rate.free_symbols & others.keys()}
        letters = {
            stands[closed]: self.context.fresh("c") for closed in dict.fromkeys(others.values()) if closed in stands
        }
        for symbol in letters:
            closed = others[symbol]
            name, fact = self.context.fresh("R"), self.context.fresh("Q")
            is_it = f"{letters[symbol]} = ({self.context.text(closed)})"
            script += f"destruct (Powers.named ({self.context.text(closed)})) as [{letters[symbol]} {name}]. "
            script += f"assert ({fact} : {is_it}) by (symmetry; exact {name}). "
            facts.append(Fact(fact, is_it, sp.Eq(symbol, closed)))
        rate = equation.rate.xreplace({symbol: stands[closed] for symbol, closed in others.items() if closed in stands})
        script += f"transitivity ({self.text(rate, letters)}). "
        translate = self.context.translate
        assert isinstance(translate, FlowTranslator)
        with ExitStack() as stack:
            for symbol, letter in letters.items():
                stack.enter_context(translate.at(symbol, letter))
            compare = algebra.equal(slope, rate, self.context.knowing(facts))
        back = " ".join(f"rewrite {fact.name}." for fact in facts)
        return f"{script}{{ {compare} }} {{ {back} agrees. }}"


def _roots(*expressions: sp.Expr) -> bool:
    return any(p.exp.is_Integer is not True for e in expressions for p in e.atoms(sp.Pow))


def _only(equations: list[Equation], statement: Solution, context: Context) -> str:
    """A script that closes ``of = closed`` for the first of one or two equations, which need no others."""
    translate, time = context.translate, statement.flow.time
    assert isinstance(translate, FlowTranslator)
    end, moment = context.text(time), translate.names.fresh("s")
    stars = {e.symbol: sp.Dummy("c", real=True) for e in equations}
    of = {e.symbol: e.of for e in equations}
    closed = {e.symbol: e.closed for e in equations}
    with translate.at(time, moment):
        here = {e.symbol: context.text(e.of) for e in equations}
        there = {e.symbol: context.text(e.closed) for e in equations}
        inside, facts = pointwise(statement.flow, context, moment, f"In{moment}")
        situation = Situation(time, inside, Moment.of(statement.flow, inside))
        script = f"intros {moment} In{moment}. {facts}\n" + "\n".join(situation.moment.lines)
        situation.moment.lines.clear()
        said, names = [], []
        for k, equation in enumerate(equations, 1):
            u, v = here[equation.symbol], there[equation.symbol]
            said.append(f"slope_at (fun {moment} : R => {u}) {moment} {u} ({situation.text(equation.rate, here)})")
            script += f"\nassert (Follows{k} : {said[-1]}).\n{{ {situation.follows(equation, of, here)} }}"
            solves = f"slope_at (fun {moment} : R => {v}) {moment} {v} ({situation.text(equation.rate, there)})"
            proof = (
                f"exact Solves{said.index(solves) // 2 + 1}." if solves in said else situation.solves(equation, closed)
            )
            said.append(solves)
            script += f"\nassert (Solves{k} : {solves}).\n{{ {proof} }}"
            names += [f"Follows{k}", f"Solves{k}"]
        script += f"\nexact {_conjunction(names)}."
        known = {e.symbol: f"Follows{k}" for k, e in enumerate(equations, 1)}
        known |= {stars[e.symbol]: f"Solves{k}" for k, e in enumerate(equations, 1)}
        meaning = {**here, **{stars[symbol]: text for symbol, text in there.items()}}
        cofactors = [q for e in equations for q in _cofactors(e.rate, stars)]
        texts = [situation.text(q, meaning) for q in cofactors]
        continuous = [_continuous(q, situation, known) for q in cofactors]
        differences = [f"(fun {moment} : R => {here[e.symbol]} - {there[e.symbol]})" for e in equations]
    interval = f"forall {moment} : R, 0 <= {moment} <= {end}"
    whole = " /\\ ".join(f"({x})" for x in said)
    lines = [f"assert (Both : {interval} -> {whole}).", f"{{ {script} }}"]
    begin = f"intros {moment} In{moment}; destruct (Both {moment} In{moment}) as ({' & '.join(names)}). "
    functions = " ".join(f"(fun {moment} : R => {text})" for text in texts)
    arguments = f"{' '.join(differences)} {functions} {end} D{end}"
    lines.append("apply Rminus_diag_uniq.")
    if len(equations) == 1:
        lines.append(f"apply (only_zero {arguments}).")
    else:
        lines.append(f"refine (proj1 (only_zero2 {arguments} _ _ _ _ _ _ _ _)).")
    generalise = " ".join(f"({text})" for text in (*here.values(), *there.values()))
    for k in range(1, len(equations) + 1):
        lines.append(
            f"{{ {begin} eapply D_to. {{ apply D_minus; [apply Follows{k} | apply Solves{k}]. }} "
            f"{{ generalize {generalise}; intros; agrees. }} }}"
        )
    lines += [f"{{ {begin} {script} }}" for script in continuous]
    lines += [f"{{ apply Rminus_diag_eq. {_start(e, statement, context)} }}" for e in equations]
    return "\n".join(lines)


def _conjunction(names: list[str]) -> str:
    whole = names[-1]
    for name in reversed(names[:-1]):
        whole = f"(conj {name} {whole})"
    return whole


def _cofactors(rate: sp.Expr, stars: Mapping[sp.Symbol, sp.Symbol]) -> list[sp.Expr]:
    """``q_1, q_2`` with ``F(u_1, u_2) - F(c_1, c_2) = q_1 (u_1 - c_1) + q_2 (u_2 - c_2)``."""
    found, before = [], rate
    for symbol, star in stars.items():
        after = before.xreplace({symbol: star})
        difference = sp.expand(before - after)
        found.append(sp.factor_terms(sp.quo(difference, symbol - star, symbol)) if difference != 0 else sp.Integer(0))
        before = after
    return found


def _continuous(cofactor: sp.Expr, situation: Situation, known: Mapping[sp.Symbol, str]) -> str:
    """A script that closes that a cofactor is continuous at the moment."""

    def leaf(expr: sp.Expr) -> Found | None:
        return Found(f"apply {known[expr]}.", expr, sp.Symbol("slope")) if expr in known else None

    sides = Sides(situation.context)
    found = Differentiator(situation.context, leaf, sides)(cofactor)
    script = f"eapply D_continuous. {found.script if found is not None else 'apply D_const.'}"
    return "\n".join([*sides.lines, script])


def _start(equation: Equation, statement: Solution, context: Context) -> str:
    """A script that closes ``of = closed`` at time 0."""
    initial = next(sp.sympify(initial) for of, _, initial in statement.triples if of == equation.of)
    fact = next(f for f in context.facts if isinstance(f, AtTimes) and f.statement.lhs == equation.of)
    arguments = "".join(f" {context.translate.natural(i)} ltac:(assumption)" for i in fact.indices)
    begins = started(equation.closed, initial, statement.flow.time, context)
    return f"transitivity ({context.text(initial)}). {{ exact ({fact.name}{arguments}). }} {begins}"


def started(closed: sp.Expr, initial: sp.Expr, time: sp.Symbol, context: Context) -> str:
    """A script that closes ``initial = closed`` at time 0."""
    translate, form = context.translate, closed
    assert isinstance(translate, FlowTranslator)
    closed = _at_zero(form, time) if _roots(form) else form.subs(time, 0)
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
