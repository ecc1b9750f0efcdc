"""Solutions: the closed form satisfies the same equation as the observable, and there is one solution only."""

from __future__ import annotations

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.flows import substitute_entry
from ....language.statements import Solution
from ....language.statements.dynamics import in_terms_of
from ..gallina import Said
from ..theorems.base import Condition
from . import algebra, driving
from .base import NoProof
from .context import Context
from .driven import Driven
from .moments import Moment
from .starts import given, start, started
from .uniqueness import Equation, only


def value(of: sp.Expr, closed: sp.Expr, statement: Solution, context: Context) -> str:
    """A script that closes ``of = closed`` at the time.

    Raises:
        NoProof: if the rate is not a polynomial in one observable or two.
    """
    if (script := _on_set(of, closed, statement, context)) is not None:
        return script
    if _is_driven(statement) or _by_a_clock(statement):
        return driving.value(of, statement, context)
    if (exponential := _exponential(statement)) is not None:
        return _by_exponential(*exponential, statement, context)
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
    return only(coupled, statement.flow, context, [start(e.of, e.closed, statement, context) for e in coupled])


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
        NoProof: if the rates are no polynomials, or the closed form has roots that `field` does not know.
    """
    if _is_driven(statement) or _by_a_clock(statement) or _exponential(statement) is not None:
        return
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


def _exponential(statement: Solution) -> tuple[sp.Rational, Equation] | None:
    """By which number the one observable is multiplied for its exponential to follow a polynomial equation, and that.

    The rate is a polynomial in an exponential of the observable, and the closed form a multiple of a logarithm.
    """
    if len(statement.triples) != 1:
        return None
    ((of, closed, _),) = statement.triples
    rate = statement.flow.rate(of)
    speeds = {sp.cancel(e.args[0] / of) for e in rate.atoms(sp.exp) if e.has(of)}
    if len(speeds) != 1 or not (speed := -speeds.pop()).is_Rational:
        return None
    logarithm, symbol = sp.sympify(speed * closed), sp.Dummy("u", real=True)
    if not isinstance(logarithm, sp.log):
        return None
    moves = sp.expand(speed * symbol * rate.subs(sp.exp(-speed * of), 1 / symbol))
    if moves.has(of) or not moves.is_polynomial(symbol):
        return None
    return speed, Equation(sp.exp(speed * of), logarithm.args[0], symbol, moves)


def _by_exponential(speed: sp.Rational, equation: Equation, statement: Solution, context: Context) -> str:
    """A script that closes ``of = ln(inside)/speed`` from the equation of ``exp(speed of)``."""
    ((of, closed, initial),) = statement.triples
    inside = equation.closed
    _, begins = given(of, statement, context)
    start_value = sp.exp(speed * initial)
    begun = f"transitivity ({context.text(start_value)}). {{ rewrite ({begins}). agrees. }} "
    begun += started(inside, start_value, statement.flow.time, context)
    follows = only([equation], statement.flow, context, [begun])
    positive = algebra.settle(Condition(Said(f"0 < {context.text(inside)}"), "<", inside, ()), context)
    text, k = context.text(inside), context.text(speed)
    return (
        f"apply (same_exponential ({k})); [lra |]. transitivity ({text}).\n"
        f"{{ transitivity ({context.text(equation.of)}). {{ f_equal. agrees. }}\n{follows} }}\n"
        f"{{ replace ({k} * {context.text(closed)}) with (ln {text}) by agrees. symmetry. apply exp_ln.\n{positive} }}"
    )


def _is_driven(statement: Solution) -> bool:
    """Whether rates depend on sums over families that move."""
    flow = statement.flow
    rates = [flow.rate(of).replace(lambda e: isinstance(e, sp.Sum), _carried_out) for of, _, _ in statement.triples]
    sums = [total for rate in rates for total in rate.atoms(sp.Sum)]
    return any(a.func.__name__ in flow.names for total in sums for a in total.atoms(AppliedUndef))


def _by_a_clock(statement: Solution) -> bool:
    """Whether the closed forms are too long to be compared, but for what is a function of one quantity that moves."""
    if max(sp.count_ops(closed) for _, closed, _ in statement.triples) <= LONGEST:
        return False
    try:
        return Driven.of(statement, ()).sums == ()
    except NoProof:
        return False


def _carried_out(total: sp.Sum) -> sp.Expr:
    """A sum of equal terms is their number times the term."""
    (variable, lower, upper), *more = total.limits
    if more or total.function.has(variable):
        return total
    return (upper - lower + 1) * total.function
