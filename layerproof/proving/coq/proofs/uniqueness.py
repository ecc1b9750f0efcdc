"""Uniqueness: observables that follow the same equations as their closed forms, and start like them, are these.

The rates of the observables are polynomials F in them.  The differences to the closed forms then have the derivatives
``F(u) - F(c) = q (u - c)`` with polynomials q, start at zero, and so stay zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

import sympy as sp

from ....language.flows import GradientFlow
from ..theorems.base import Fact
from ..theorems.flows import FlowTranslator
from . import algebra
from .context import Context
from .derivatives import Differentiator
from .derivatives import Slope as Found
from .moments import Moment, pointwise
from .sides import Sides, has_roots


@dataclass(frozen=True)
class Equation:
    """The differential equation of an observable.

    Attributes:
        of: the observable.
        closed: its closed form.
        symbol: stands for either of them.
        rate: the derivative of the observable, in the symbols.
        driven: the same as the flow gives it, in sums that are known by then; None where there are none.
    """

    of: sp.Expr
    closed: sp.Expr
    symbol: sp.Symbol
    rate: sp.Expr
    driven: sp.Expr | None = None


@dataclass(frozen=True)
class Letter:
    """A quantity that moves, as a function with a name; closed forms may be written in it.

    Attributes:
        symbol: stands for it.
        name: the name of the function.
        rate: its derivative, in the symbol.
        known: the name of ``forall s, 0 <= s <= t -> 0 < name s /\\ slope_at name s (name s) rate``.
        begins: its value at time 0.
        first: the name of ``name 0 = begins``.
    """

    symbol: sp.Symbol
    name: str
    rate: sp.Expr
    known: str
    begins: sp.Expr
    first: str


@dataclass(frozen=True)
class Given:
    """What is known when observables are compared with their closed forms.

    Attributes:
        letters: functions in which the closed forms are written.
        rewrites: the names of ``forall s, 0 <= s <= t -> sum = its closed form``, for the sums in `Equation.driven`.
    """

    letters: tuple[Letter, ...] = ()
    rewrites: tuple[str, ...] = ()


@dataclass
class Situation:
    """One time between 0 and the end, and the texts of observables and closed forms there.

    Attributes:
        time: the symbol of the time.
        context: what is known at it.
        moment: the derivatives of the parameters at it.
        slopes: proofs of the derivatives of letters, and these.
        rewrites: puts the closed forms of sums in their places.
    """

    time: sp.Symbol
    context: Context
    moment: Moment
    slopes: Mapping[sp.Symbol, tuple[str, sp.Expr]] = field(default_factory=dict)
    rewrites: str = ""

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
        rate = (equation.driven or equation.rate).xreplace(dict(others))
        script = self.moment.rate(equation.of, rate)
        self.moment.lines.clear()
        text, meant = self.context.text(rate), self.text(equation.rate, meaning)
        moment, here = self.context.text(self.time), self.context.text(equation.of)
        begin = f"refine (D_of (fun {moment} : R => {here}) {moment} _ _)."
        return f"{begin} replace ({meant}) with ({text}) by ({self.rewrites}agrees). {script}"

    def solves(self, equation: Equation, others: Mapping[sp.Symbol, sp.Expr]) -> str:
        """A script that closes ``slope_at (fun s => closed) s closed rate``."""
        sides = Sides(self.context)
        found = self.differentiated(equation.closed, sides)
        rate = equation.rate.xreplace(dict(others))
        conditions = self.defined(equation.closed)
        lines = "\n".join([*conditions, *sides.lines])
        if not has_roots(found.slope, rate):
            return f"{lines} eapply D_eq. {{ {found.script} }} {{ agrees. }}"
        slope = self.context.text(found.slope)
        return (
            f"{lines} eapply D_eq. {{ {found.script} }} {{ transitivity ({slope}). {{ agrees_inside. }} "
            f"{{ {self._compared(found.slope, equation, others)} }} }}"
        )

    def defined(self, closed: sp.Expr) -> list[str]:
        """Assertions that the parts of an expression are defined."""
        found = []
        for condition in self.context.translate(closed).conditions:
            name = self.context.fresh("Def")
            found.append(f"assert ({name} : {condition.text}).\n{{ {algebra.settle(condition, self.context)} }}")
        return found

    def differentiated(self, closed: sp.Expr, sides: Sides) -> Found:
        """The derivative of an expression in the time and constants."""

        def leaf(expr: sp.Expr) -> Found | None:
            if expr in self.slopes:
                name, slope = self.slopes[expr]
                return Found(f"exact {name}.", expr, slope)
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


def only(
    equations: Sequence[Equation],
    flow: GradientFlow,
    context: Context,
    starts: Sequence[str],
    given: Given | None = None,
    *,
    throughout: bool = False,
) -> str:
    """A script that closes ``of = closed`` for the first of one or two equations, which need no others.

    Args:
        equations: of the observables.
        flow: along which they are.
        context: what is known.
        starts: scripts that close ``of = closed`` at time 0, in the order of the equations.
        given: in what the closed forms are written, and what is known of sums.
        throughout: closes ``forall s, 0 <= s <= t -> of = closed``, and of two the conjunction of both.
    """
    given = given or Given()
    found, end = _compared(equations, flow, context, given), context.text(flow.time)
    moment, number = found.moment, len(equations)
    both, interval = context.fresh("Both"), f"forall {moment} : R, 0 <= {moment} <= {end}"
    whole = " /\\ ".join(f"({x})" for x in found.said)
    lines = [f"assert ({both} : {interval} -> {whole}).", f"{{ {found.script} }}"]
    begin = f"intros {moment} In{moment}; destruct ({both} {moment} In{moment}) as ({' & '.join(found.names)}). "
    begin += _opened(given, moment)
    gaps = [f"{u} - {v}" for u, v in zip(found.here, found.there, strict=True)]
    functions = " ".join(f"(fun {moment} : R => {text})" for text in (*gaps, *found.cofactors))
    lemma, every = {1: "only_zero", 2: "only_zero2"}[number], context.fresh("Zero")
    asked = f"{functions} {end} D{end} {' '.join('_' for _ in range(number * (number + 2)))}"
    if throughout:
        zero = " /\\ ".join(f"{gap} = 0" for gap in gaps)
        lines.append(f"assert ({every} : {interval} -> {zero}).")
        lines.append(f"{{ refine ({lemma}_throughout {asked}).")
    else:
        lines.append("apply Rminus_diag_uniq.")
        lines.append(f"refine ({lemma} {asked})." if number == 1 else f"refine (proj1 ({lemma} {asked})).")
    generalise = " ".join(f"({text})" for text in (*found.here, *found.there))
    for k in range(1, number + 1):
        lines.append(
            f"{{ {begin}eapply D_to. {{ apply D_minus; [apply Follows{k} | apply Solves{k}]. }} "
            f"{{ generalize {generalise}; intros; agrees. }} }}"
        )
    lines += [f"{{ {begin}{script} }}" for script in found.continuous]
    lines += [f"{{ apply Rminus_diag_eq. {start} }}" for start in starts]
    if throughout:
        zeros = f"pose proof ({every} {moment} In{moment}) as Zero1."
        if number == 2:
            zeros += " destruct Zero1 as [Zero1 Zero2]. split."
        lines.append(f"}}\nintros {moment} In{moment}. {zeros}")
        lines += [f"{{ apply Rminus_diag_uniq. exact Zero{k}. }}" for k in range(1, number + 1)]
    return "\n".join(lines)


@dataclass(frozen=True)
class _Compared:
    """Observables and their closed forms at a moment.

    Attributes:
        moment: its name.
        script: closes that each follows its equation.
        said: what it closes, of an observable and of its closed form in turn.
        names: of what is said.
        here: the observables, in Coq.
        there: their closed forms.
        cofactors: what the differences are multiplied by in their derivatives.
        continuous: scripts that close that these are continuous.
    """

    moment: str
    script: str
    said: tuple[str, ...]
    names: tuple[str, ...]
    here: tuple[str, ...]
    there: tuple[str, ...]
    cofactors: tuple[str, ...]
    continuous: tuple[str, ...]


def _compared(equations: Sequence[Equation], flow: GradientFlow, context: Context, given: Given) -> _Compared:
    translate, time = context.translate, flow.time
    assert isinstance(translate, FlowTranslator)
    moment = translate.names.fresh("s")
    stars = {e.symbol: sp.Dummy("c", real=True) for e in equations}
    of = {e.symbol: e.of for e in equations}
    closed = {e.symbol: e.closed for e in equations}
    with ExitStack() as stack:
        stack.enter_context(translate.at(time, moment))
        for letter in given.letters:
            stack.enter_context(translate.at(letter.symbol, f"({letter.name} {moment})"))
        here = {e.symbol: context.text(e.of) for e in equations}
        there = {e.symbol: context.text(e.closed) for e in equations}
        inside, facts = pointwise(flow, context, moment, f"In{moment}")
        inside, slopes = _at_moment(given, moment, inside)
        rewrites = "".join(f"rewrite ?({name} {moment} In{moment}); " for name in given.rewrites)
        situation = Situation(time, inside, Moment.of(flow, inside), slopes, rewrites)
        for equation in equations:
            situation.moment.move(equation.of)
        opened = _opened(given, moment)
        script = f"intros {moment} In{moment}. {facts}{opened}\n" + "\n".join(situation.moment.lines)
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
        known |= {symbol: name for symbol, (name, _) in slopes.items()}
        meaning = {**here, **{stars[symbol]: text for symbol, text in there.items()}}
        cofactors = [q for e in equations for q in _cofactors(e.rate, stars)]
        texts = tuple(situation.text(q, meaning) for q in cofactors)
        continuous = tuple(_continuous(q, situation, known) for q in cofactors)
    return _Compared(
        moment, script, tuple(said), tuple(names), tuple(here.values()), tuple(there.values()), texts, continuous
    )


def _at_moment(given: Given, moment: str, context: Context) -> tuple[Context, dict[sp.Symbol, tuple[str, sp.Expr]]]:
    """What is known of letters at a moment: the situation with it, and the slopes."""
    facts, slopes = [], {}
    for number, letter in enumerate(given.letters):
        positive = f"0 < {letter.name} {moment}"
        facts.append(Fact(f"Above{number}", positive, sp.StrictGreaterThan(letter.symbol, 0, evaluate=False)))
        slopes[letter.symbol] = (f"Moves{number}", letter.rate)
    return context.knowing(facts), slopes


def _opened(given: Given, moment: str) -> str:
    return "".join(
        f"destruct ({letter.known} {moment} In{moment}) as [Above{number} Moves{number}]. "
        for number, letter in enumerate(given.letters)
    )


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
