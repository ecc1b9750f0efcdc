r"""One equation ``x' = f(x)`` in closed form.

Everything here comes down to the Riccati equation with constant coefficients (`riccati`), by a change of the variable:

* ``y = (x - s)^k``: ``f = (x - s)^{1-k} q((x - s)^k)`` with a quadratic q.  This holds linear equations, logistic,
  Bernoulli and Riccati equations, power laws ``x' = c (x - s)^p`` and cubics such as ``x - x^3``;
* ``y = exp(b x)``: rates in exponentials and hyperbolic functions;
* for other rates that are no rational functions SymPy's `dsolve` is asked, in a process with a time limit; it may
  propose, and decides nothing.

A form is a proposal, with what it is thought to need: whoever uses it puts it to the prover.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from ...proving.sign_sets import ZERO
from .guard import NoAnswer, limited
from .knowledge import Knowledge, relation
from .riccati import Quotient, riccati


@dataclass(frozen=True)
class Form:
    """A proposed closed form of one variable, or of several.

    Attributes:
        values: the closed forms.
        needs: sets of hypotheses under which to try it, the weakest first.
        limits: where it may tend, a tuple of proposals a variable; empty where nothing is proposed.
        settled: what the limits may need beyond that: a start that is on no separating point.
    """

    values: tuple[sp.Expr, ...]
    needs: tuple[tuple[Any, ...], ...] = ((),)
    limits: tuple[tuple[sp.Expr, ...], ...] = ()
    settled: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Proposal:
    """What an approach proposes.

    Attributes:
        how: the kind of equation.
        forms: proposals of the same solution, the nicest first.
        excluded: equations that the forms exclude: cases of their own.
        splits: conditions that exhaust the cases, to be taken one by one if no form is proved.
        names: names for long expressions, for print.
        rest: rest points.
    """

    how: str
    forms: tuple[Form, ...]
    excluded: tuple[Any, ...] = ()
    splits: tuple[Any, ...] = ()
    names: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    rest: tuple[sp.Expr, ...] = ()


ORACLE_SECONDS = 6.0


def proposals(
    rate: sp.Expr, x: sp.Symbol, start: sp.Expr, t: sp.Symbol, known: Knowledge, seconds: float = ORACLE_SECONDS
) -> Iterator[Proposal]:
    """Closed forms for ``x' = rate`` from `start`; `seconds` is the time that `dsolve` may take."""
    rate = sp.sympify(rate)
    if x not in rate.free_symbols:
        yield Proposal("constant rate", (Form((start + rate * t,)),))
        return
    for reduce in (_power, _exponential):
        if found := list(reduce(rate, x, start, t, known)):
            yield from found
            return
    if not rate.is_rational_function(x) and (asked := _oracle(rate, x, start, t, seconds)) is not None:
        yield asked


# -- y = (x - s)^k ---------------------------------------------------------------------------------------------------


def powers_of(rate: sp.Expr, x: sp.Symbol) -> dict[sp.Expr, sp.Expr] | None:
    """`rate` as a sum of powers of x, exponent to coefficient; None if it is none."""
    found: dict[sp.Expr, sp.Expr] = {}
    for term in sp.Add.make_args(sp.expand(sp.powsimp(sp.expand(rate)))):
        coefficient, rest = term.as_independent(x, as_Add=False)
        base, exponent = rest.as_base_exp()
        if rest == 1:
            exponent = sp.S.Zero
        elif base != x or exponent.has(x):
            return None
        exponent = sp.expand(exponent)
        found[exponent] = found.get(exponent, sp.S.Zero) + coefficient
    return {e: sp.factor(c) for e, c in found.items() if sp.expand(c) != 0}


def _power(rate: sp.Expr, x: sp.Symbol, start: sp.Expr, t: sp.Symbol, known: Knowledge) -> Iterator[Proposal]:
    for shift in _shifts(rate, x):
        powers = powers_of(sp.expand(rate.subs(x, x + shift)), x)
        if powers is None and (pure := _pure_power(rate, x)) is not None:
            shift, powers = pure
        if powers is None:
            continue
        powers = {e: c for e, c in ((e, known.reduced(c)) for e, c in powers.items()) if c != 0}
        quadratic = _in_steps(powers)
        if quadratic is None:
            continue
        if shift != 0 and quadratic[0] != 1 and start.is_Symbol:  # signs are read off more easily from the origin
            (origin,) = known.new_symbols("z_0")
            equation = sp.Eq(start, sp.expand(shift + origin))
            if (more := known.with_definitions([equation])) is not None:
                yield _by_power(*quadratic, shift, origin, t, more, (equation,))
        yield _by_power(*quadratic, shift, start - shift, t, known)
        return


def _shifts(rate: sp.Expr, x: sp.Symbol) -> list[sp.Expr]:
    """Where the origin may lie: at 0, or where the second highest power of a polynomial vanishes."""
    found = [sp.S.Zero]
    if rate.is_polynomial(x) and (degree := sp.degree(rate, x)) >= 3:
        polynomial = sp.Poly(rate, x)
        shift = sp.cancel(-polynomial.coeff_monomial(x ** (degree - 1)) / (degree * polynomial.LC()))
        found += [shift] if shift != 0 else []
    return found


def _pure_power(rate: sp.Expr, x: sp.Symbol) -> tuple[sp.Expr, dict[sp.Expr, sp.Expr]] | None:
    """s, and the exponent p with its coefficient, where ``rate = c (x - s)^p``."""
    quotient = sp.cancel(sp.together(rate / sp.diff(rate, x)))
    if not quotient.is_polynomial(x) or sp.degree(quotient, x) != 1:
        return None
    slope = sp.diff(quotient, x)
    shift, exponent = x - sp.cancel(quotient / slope), sp.cancel(1 / slope)
    shift = sp.expand(shift)
    coefficient = sp.simplify(rate.subs(x, x + shift) / x**exponent)
    if coefficient.has(x) or shift.has(x):
        return None
    return shift, {exponent: coefficient}


def _in_steps(powers: Mapping[sp.Expr, sp.Expr]) -> tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr] | None:
    """k and the coefficients of the quadratic, where the exponents are ``1 - k``, 1 and ``1 + k``."""
    others = [e for e in powers if e != 1]
    if not others:
        step = sp.S.One
    elif len(others) == 1:
        step = sp.expand(others[0] - 1)
        if others[0] == 0:
            step = sp.S.One
    elif len(others) == 2 and sp.expand(others[0] + others[1] - 2) == 0:
        step = sp.expand(others[0] - 1)
        step = -step if step.could_extract_minus_sign() else step
    else:
        return None
    low, high = sp.expand(1 - step), sp.expand(1 + step)
    return step, powers.get(low, sp.S.Zero), powers.get(sp.S.One, sp.S.Zero), powers.get(high, sp.S.Zero)


def _by_power(
    step: sp.Expr,
    q0: sp.Expr,
    q1: sp.Expr,
    q2: sp.Expr,
    shift: sp.Expr,
    origin: sp.Expr,
    t: sp.Symbol,
    known: Knowledge,
    extra: tuple[Any, ...] = (),
) -> Proposal:
    """The solution ``shift + (...)^(1/step)`` that starts at ``shift + origin``; it needs `extra`."""
    if step == 1:
        found = riccati(*_translated(q0, q1, q2, shift), shift + origin, t, known)
        return _proposal(found, known, lambda top, bottom: top / bottom, _rest(q0, q1, q2, shift, sp.S.One))
    if origin == 0:  # at rest, where the rate is defined at all
        return Proposal("a rest point", (Form((shift,)),))
    begin = sp.expand(origin) ** step
    if not step.is_integer:
        condition = known.condition(origin, strict=True)
        extra += () if condition in (sp.true, None) else (condition,)
    elif q0 != 0 or step.is_negative:
        extra += tuple(sp.Ne(factor, 0) for factor in known.unsettled(origin))
    found = riccati(step * q0, step * q1, step * q2, begin, t, known, relative=True)
    rest = _rest(q0, q1, q2, shift, step)

    def value(top: sp.Expr, bottom: sp.Expr) -> sp.Expr:
        root = top ** (1 / step) / bottom ** (1 / step) if found.apart else (top / bottom) ** (1 / step)
        return shift + origin * root

    made = _proposal(found, known, value, rest, extra)
    how = (
        f"power law with exponent {1 + step}"
        if q0 == 0 and q1 == 0
        else (f"Bernoulli equation with exponent {1 + step}" if q0 == 0 else f"Riccati equation in the power {step}")
    )
    return Proposal(how, made.forms, made.excluded, made.splits, made.names, made.rest)


def _translated(q0: sp.Expr, q1: sp.Expr, q2: sp.Expr, shift: sp.Expr) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """The quadratic in ``x - shift`` as one in x."""
    if shift == 0:
        return q0, q1, q2
    return (
        sp.factor(q0 - q1 * shift + q2 * shift**2),
        sp.factor(q1 - 2 * q2 * shift),
        q2,
    )


def _rest(q0: sp.Expr, q1: sp.Expr, q2: sp.Expr, shift: sp.Expr, step: sp.Expr) -> tuple[sp.Expr, ...]:
    """The rest points that are easily written down; none for powers that are no integers."""
    if not step.is_Integer or step < 1:
        return ()
    y = sp.Dummy("y")
    try:
        roots = sp.roots(sp.Poly(q0 + q1 * y + q2 * y**2, y)) if (q1, q2) != (0, 0) else {}
    except sp.PolynomialError:
        return ()
    found: list[sp.Expr] = [shift] if q0 == 0 and step > 1 else []
    for root in roots:
        if step == 1:
            found.append(shift + sp.factor(root))
        elif root != 0:
            power = sp.factor(root) ** (1 / sp.Integer(step))
            found += [shift + power] if step % 2 else [shift + power, shift - power]
    return tuple(found)


# -- y = exp(b x) ----------------------------------------------------------------------------------------------------


def _exponential(rate: sp.Expr, x: sp.Symbol, start: sp.Expr, t: sp.Symbol, known: Knowledge) -> Iterator[Proposal]:
    if not rate.has(sp.exp, sp.sinh, sp.cosh, sp.tanh):
        return
    rate = sp.expand(sp.powsimp(sp.expand(rate.rewrite(sp.exp))))
    found: dict[sp.Expr, sp.Expr] = {}
    for term in sp.Add.make_args(rate):
        coefficient, rest = term.as_independent(x, as_Add=False)
        slope = sp.S.Zero
        if rest != 1:
            if not isinstance(rest, sp.exp) or not rest.exp.is_polynomial(x) or sp.degree(rest.exp, x) != 1:
                return
            slope = sp.expand(rest.exp).coeff(x, 1)
            coefficient = coefficient * sp.exp(sp.expand(rest.exp).coeff(x, 0))
        found[slope] = found.get(slope, sp.S.Zero) + coefficient
    slopes = [slope for slope in found if slope != 0]
    if not slopes or len(slopes) > 2 or (len(slopes) == 2 and sp.expand(slopes[0] + slopes[1]) != 0):
        return
    b = -slopes[0] if slopes[0].could_extract_minus_sign() else slopes[0]
    q0, q1, q2 = (known.reduced(b * found.get(s, sp.S.Zero)) for s in (-b, sp.S.Zero, b))
    quotient = riccati(q0, q1, q2, sp.exp(b * start), t, known, relative=True)
    made = _proposal(quotient, known, lambda top, bottom: start + sp.log(top / bottom) / b, ())
    yield Proposal("Riccati equation in an exponential", made.forms, made.excluded, made.splits, made.names)


# -- From the quotient to forms --------------------------------------------------------------------------------------


def _proposal(
    quotient: Quotient, known: Knowledge, value: Any, rest: tuple[sp.Expr, ...], extra: tuple[Any, ...] = ()
) -> Proposal:
    """The forms of a quotient, each with what it may need."""
    base = (*quotient.required, *extra)
    always = [known.condition(expr, strict=False) for expr in quotient.forever]
    needs = [] if None in always else [base]
    if None not in always and any(c != sp.true for c in always):
        needs.append((*base, *(c for c in always if c != sp.true)))
    if quotient.until:  # as long as it goes well
        needs.append((*base, *(relation(part, True) for part in quotient.until)))
    limits: list[sp.Expr] = []
    settled: list[Any] = []
    if quotient.ends is not None:
        top, bottom = map(sp.factor, quotient.ends)
        if known.sign(bottom) != ZERO:
            limits.append(value(top, bottom))
        settled = [known.condition(part, strict=True) for part in (bottom, top)[: len(quotient.forever)]]
    later = () if None in settled else tuple(c for c in settled if c != sp.true)
    shown = [value(top, bottom) for top, bottom in quotient.ways]
    forms = tuple(Form((form,), tuple(needs), (tuple((*rest, *limits)),), later) for form in shown)
    return Proposal(quotient.how, forms, quotient.excluded, quotient.splits, quotient.names, rest)


# -- The oracle ------------------------------------------------------------------------------------------------------


def _oracle(rate: sp.Expr, x: sp.Symbol, start: sp.Expr, t: sp.Symbol, seconds: float) -> Proposal | None:
    """What `dsolve` proposes, asked in a process of its own."""
    function = sp.Function("x_of_t", real=True)(t)

    def ask() -> list[sp.Expr]:
        answer = sp.dsolve(
            sp.Eq(sp.diff(function, t), rate.subs(x, function)), function, ics={function.subs(t, 0): start}
        )
        answers = answer if isinstance(answer, (list, tuple)) else [answer]
        return [a.rhs for a in answers if a.lhs == function and not a.rhs.has(function)]

    try:
        found = limited(ask, seconds)
    except NoAnswer:
        return None
    forms = tuple(Form((form,)) for form in found if not form.has(sp.Integral, sp.LambertW, sp.I, sp.Dummy))
    return Proposal("as SymPy's dsolve proposes", forms) if forms else None
