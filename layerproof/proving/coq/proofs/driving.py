"""Solutions that are functions of a clock, and entries that sums over them drive: the script for what `driven` finds.

1. The clock is a function with a name; it is positive, and its derivative is a polynomial in it.
2. The sums and their closed forms follow the same two equations, and start alike; so they are the same at each time.
3. With the sums known, if there are any, each entry and its closed form follow the same equation.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from ....language.flows import substitute_entry
from ....language.statements import Solution
from ..gallina import Said
from ..theorems.base import Condition
from ..theorems.flows import FlowTranslator
from . import algebra
from .context import Context
from .driven import Clock, Driven, Shared
from .moments import Moment, pointwise
from .sides import Sides, settled
from .starts import given, started
from .uniqueness import Equation, Given, Letter, Situation, only


def value(of: sp.Expr, statement: Solution, context: Context) -> str:
    """A script that closes ``of = closed`` at the time.

    Raises:
        NoProof: if the sums do not solve equations of their own.
    """
    driven, flow, time = Driven.of(statement, context.hypotheses), statement.flow, statement.flow.time
    translate = context.translate
    assert isinstance(translate, FlowTranslator)
    letter, lines = _clock(driven.clock, statement, context)
    known = [context.fresh("Sum") for _ in driven.sums]
    if driven.sums:
        lines += _sums(driven.sums, known, statement, context, letter)
    equations = sorted(_entries(driven), key=lambda equation: equation.of != of)
    starts = []
    for equation in equations:
        initial, begins_so = given(equation.of, statement, context)
        rest = _starts(equation.closed, initial, letter, context)
        starts.append(f"transitivity ({context.text(initial)}). {{ exact ({begins_so}). }} {rest}")
    closed = next(e.closed for e in equations if e.of == of)
    with translate.at(driven.clock.symbol, f"({letter.name} {context.text(time)})"):
        lines.append(f"transitivity ({context.text(closed)}).")
    same = only(equations, flow, context, starts, Given((letter,), tuple(known)))
    lines.append(f"2: {{ rewrite {_is(letter)}; agrees. }}\n{same}")
    return "\n".join(lines)


def _entries(driven: Driven) -> list[Equation]:
    """The equations of the entries, in what is known of the sums."""
    symbols = {entry: sp.Dummy("u", real=True) for entry in driven.closed}
    closed_sums = {total.symbol: total.closed for total in driven.sums}
    sums = {total.symbol: total.of for total in driven.sums}
    found = []
    for entry, closed in driven.closed.items():
        rate = driven.rates[entry]
        for other, symbol in symbols.items():
            rate = substitute_entry(rate, other, symbol)
        known = sp.factor(rate.xreplace(closed_sums))
        found.append(Equation(entry, closed, symbols[entry], known, rate.xreplace(sums) if sums else None))
    return found


def _is(letter: Letter) -> str:
    """The name of what says which function a letter is."""
    return f"Is{letter.name}"


def _clock(clock: Clock, statement: Solution, context: Context) -> tuple[Letter, list[str]]:
    """The clock as a function with a name, and what is known of it."""
    flow, translate = statement.flow, context.translate
    assert isinstance(translate, FlowTranslator)
    begins = sp.simplify(clock.value.subs(flow.time, 0))
    name, known, first = (context.fresh(stem) for stem in ("Clock", "Ticks", "First"))
    letter = Letter(clock.symbol, name, clock.rate, known, begins, first)
    moment, end = translate.names.fresh("s"), context.text(flow.time)
    with translate.at(flow.time, moment):
        function = f"(fun {moment} : R => {context.text(clock.value)})"
        inside, facts = pointwise(flow, context, moment, f"In{moment}")
        situation, sides = Situation(flow.time, inside, Moment(flow, inside)), Sides(inside)
        conditions = situation.defined(clock.value)
        text = context.text(clock.value)
        positive = settled(Condition(Said(f"0 < {text}"), "<", clock.value, ()), inside)
        found = situation.differentiated(clock.value, sides)
        rate = clock.rate.xreplace({clock.symbol: clock.value})
        slope = context.text(found.slope)
        same = f"transitivity ({slope}). {{ agrees_inside. }} {{ {algebra.equal(found.slope, rate, inside)} }}"
        own = "\n".join([*conditions, *sides.lines])
        with translate.at(clock.symbol, f"({letter.name} {moment})"):
            rated = context.text(clock.rate)
    lines = [
        f"destruct (named_function {function}) as [{letter.name} {_is(letter)}].",
        f"assert ({letter.known} : forall {moment} : R, 0 <= {moment} <= {end} -> 0 < {letter.name} {moment} /\\ "
        f"slope_at {letter.name} {moment} ({letter.name} {moment}) ({rated})).",
        f"{{ intros {moment} In{moment}. {facts}\n{own}\nrewrite {_is(letter)}; cbv beta. split. {{ {positive} }}",
        f"eapply D_eq. {{ {found.script} }} {{ {same} }} }}",
    ]
    with translate.at(flow.time, "0"):
        lines.append(f"assert ({first} : {name} 0 = {context.text(begins)}).")
        at_start = started(clock.value, begins, flow.time, context)
        lines.append(f"{{ rewrite {_is(letter)}; cbv beta. symmetry. {at_start} }}")
    return letter, lines


def _sums(
    sums: Sequence[Shared],
    known: Sequence[str],
    statement: Solution,
    context: Context,
    letter: Letter,
) -> list[str]:
    """That each sum is its closed form, at each time; the names of what says so are `known`."""
    flow, translate = statement.flow, context.translate
    assert isinstance(translate, FlowTranslator)
    equations = [Equation(total.of, total.closed, total.symbol, total.rate) for total in sums]
    starts = [_sum_starts(total, statement, context, letter) for total in sums]
    moment, end = translate.names.fresh("s"), context.text(flow.time)
    with translate.at(flow.time, moment), translate.at(letter.symbol, f"({letter.name} {moment})"):
        said = [f"{context.text(total.of)} = {context.text(total.closed)}" for total in sums]
    whole, interval = " /\\ ".join(said), f"forall {moment} : R, 0 <= {moment} <= {end}"
    all_of_them = context.fresh("Sums")
    proof = only(equations, flow, context, starts, Given((letter,)), throughout=True)
    lines = [f"assert ({all_of_them} : {interval} -> {whole}).", f"{{ {proof} }}"]
    for name, one in zip(known, said, strict=True):
        lines.append(f"assert ({name} : {interval} -> {one}) by (intros; apply {all_of_them}; assumption).")
    return lines


def _sum_starts(total: Shared, statement: Solution, context: Context, letter: Letter) -> str:
    """A script that closes that a sum is its closed form at time 0."""
    translate = context.translate
    ((index, lower, upper),) = total.of.limits
    inside = total.of.function
    with translate._binding(index, translate.natural(lower), translate.natural(upper)) as name:
        rewrites = ""
        for entry, _, initial in statement.triples:
            inside = substitute_entry(inside, entry, sp.sympify(initial))
            _, said = given(entry, statement, context)
            rewrites += f"rewrite ({said.split()[0]} {name}) by assumption. "
    begins = sp.Sum(inside, (index, lower, upper))
    script = (
        f"transitivity ({context.text(begins)}). {{ apply tsum_ext. intros {name} In{name}. {rewrites}reflexivity. }} "
    )
    if begins != total.start:
        script += f"transitivity ({context.text(total.start)}). {{ {algebra.equal(begins, total.start, context)} }} "
    return script + _starts(total.closed, total.start, letter, context)


def _starts(closed: sp.Expr, initial: sp.Expr, letter: Letter, context: Context) -> str:
    """A script that closes ``initial = closed`` at time 0."""
    at_start = closed.subs(letter.symbol, letter.begins)
    script = f"transitivity ({context.text(at_start)}). {{ {algebra.equal(initial, at_start, context)} }} "
    return script + f"{{ symmetry. rewrite {letter.first}, ?sqrt_1. first [agrees | roots_apart; agrees]. }}"
