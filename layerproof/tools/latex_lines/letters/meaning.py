r"""What a line says: derivatives along the flow, values at a time, means and definitions carried out, as statements.

A line may hold what only stands for a value: ``\dot{a}``, ``\frac{d}{dt} (ab)``, ``u(0)``, ``\mathbf{E}[x^2]``, a name
that was defined.  `resolved` puts the value in; `statements` says what must be proved for a relation to hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ....language.claims import Question
from ....language.expectations import NotExpected, expected
from ....language.flows import GradientFlow
from ....language.matrices import (
    Equal,
    ExpectMatrix,
    ExpectScalar,
    MatrixFlow,
    RandomVector,
    Velocity,
    gradient,
)
from ....language.printing.marks import AtTime, Gradient, Mean, Remainder, Slope
from ....language.statements import Asymptotic, Identity, Inequality, Integral, Limit, Series, Statement
from ....language.statements.matrices import MatrixIdentity
from ....language.statements.matrix_order import MatrixInequality
from ....language.symbols import Family, ForAll, free_indices, with_fresh_indices
from ....language.verdicts import Evidence, Verdict
from ....proving.domain import Contradiction, IllPosed
from ....proving.evidence import prove
from ..notation.sizes import ANY_SIZE, same_shape
from ..values import entries
from ..values.hanging import at_unknown, hanging, refused, shown
from ..values.jacobians import jacobian_of
from ..values.moving import Unmoved, given_rates, has_rate, is_still, velocity
from ..values.rowwise import as_product
from ..values.unit_values import trace_of_means
from .setting import Setting


class NoStatement(ValueError):
    """The line says something that cannot be put to the prover; the message says what."""


def resolved(expr: Any, setting: Setting) -> Any:
    """`expr` with every mark and every defined name replaced by its value.

    Raises:
        NoStatement: if a value is not known here.
    """
    found = _resolved(sp.sympify(expr), setting)
    if isinstance(setting.flow, GradientFlow) and setting.flow.invariant and not getattr(found, "is_Matrix", False):
        found = setting.flow.restrict(found)
    return found


def _resolved(expr: Any, setting: Setting) -> Any:
    if expr in setting.definitions:
        return _resolved(setting.definitions[expr], setting)
    if setting.rows and (found := as_product(expr, setting)) is not None:
        return found
    if isinstance(expr, AppliedUndef):
        return _value(expr, setting)
    if not expr.args or isinstance(expr, (sp.Symbol, sp.Idx, sp.MatrixSymbol)):
        return expr
    if isinstance(expr, (sp.Sum, sp.Product, sp.Integral, sp.Limit)):
        body = _resolved(expr.args[0], setting)
        bound = [expr.args[1]] if isinstance(expr, sp.Limit) else [limit[0] for limit in expr.limits]
        kind = type(expr).__name__.lower()
        _no_hanging(body, bound, f"{'an' if kind == 'integral' else 'a'} {kind}", setting)
        if isinstance(expr, sp.Sum) and getattr(body, "is_Matrix", False) and len(expr.limits) == 1:
            index, first, last = expr.limits[0]
            if first == 1 and not body.has(index):
                return sp.MatMul(last, body).doit()
        return expr if body == expr.args[0] else expr.func(body, *expr.args[1:])
    parts = [_resolved(part, setting) if isinstance(part, sp.Basic) else part for part in expr.args]
    if isinstance(expr, Slope):
        if parts[1] != setting.time:
            return _by_letter(parts[0], parts[1], setting)
        _no_hanging(parts[0], [setting.time], "a derivative by time", setting)
        return rate(parts[0], setting)
    if isinstance(expr, Gradient):
        _no_hanging(parts[0], [parts[1]], "a gradient", setting)
        if entries.entries_in(parts[0], entries.known_to(setting)):
            raise NoStatement("a gradient by a matrix of what holds entries of matrices")
        return _by_matrix(parts[0], parts[1])
    if isinstance(expr, AtTime):
        _no_hanging(parts[0], [parts[1]], "a value at a time", setting)
        return parts[0].subs(parts[1], parts[2])
    if isinstance(expr, Velocity):
        if not isinstance(setting.flow, MatrixFlow):
            return _moved(parts[0], setting)
        _no_hanging(parts[0], setting.flow.parameters, "a derivative by time", setting)
        return setting.flow.rate(parts[0])
    if isinstance(expr, (Mean, ExpectScalar, ExpectMatrix)):
        drawn = [*setting.random, *(m for m in setting.meanings.values() if isinstance(m, RandomVector))]
        _no_hanging(parts[0], drawn, "an expectation", setting)
        if isinstance(expr, (Mean, ExpectScalar)) and not parts[0].has(RandomVector):
            return _mean(parts[0], parts[1:], setting)
    if setting.presumes and isinstance(expr, sp.Trace) and (found := trace_of_means(setting, parts[0])) is not None:
        return found
    if all(a is b for a, b in zip(parts, expr.args, strict=True)):
        return expr
    return expr.func(*parts)


def _moved(expr: Any, setting: Setting) -> Any:
    """The derivative by time of matrices, along no flow that has a loss."""
    moved = sorted((m for m in expr.atoms(sp.MatrixSymbol) if not is_still(m, setting)), key=str)
    unseen = [one for one in hanging(expr, moved, setting) if not is_still(one, setting)]
    if found := [one for one in unseen if jacobian_of(setting, one) is None]:
        raise NoStatement(refused(found, "a derivative by time", setting))
    given = {letter: _resolved(value, setting) for letter, value in given_rates(setting).items()}
    try:
        return velocity(expr, setting, given)
    except Unmoved as problem:
        raise NoStatement(str(problem)) from None


def _no_hanging(expr: Any, variables: Sequence[Any], below: str, setting: Setting) -> None:
    """Refuse letters for values that hang on what an operator acts on: they would stand still."""
    if found := hanging(expr, variables, setting):
        raise NoStatement(refused(found, below, setting))


def _at_known(expr: Any, below: str, setting: Setting) -> None:
    """Refuse values at what was not read: whether they hang on what an operator acts on is not known."""
    if found := at_unknown(expr, setting):
        raise NoStatement(f"{shown(found[0], setting)} stands below {below}, and of what it is taken is not declared")


def _by_letter(of: Any, by: Any, setting: Setting) -> Any:
    """The derivative by a letter, or by one entry of a family, which every entry at an index may be."""
    _at_known(of, "a derivative", setting)
    if not isinstance(by, AppliedUndef):
        if not by.is_Symbol:
            raise NoStatement(f"a derivative by {by}, which is no letter")
        found = sp.diff(of, by)
        for one in hanging(of, [by], setting):
            found += sp.diff(of, one) * _of_value(one, by, setting)
        return found
    _no_hanging(of, [by], "a derivative", setting)
    functions = entries.known_to(setting)
    if by.func in functions.values():
        try:
            of = entries.in_coordinates(of, functions)
        except entries.NotInCoordinates as problem:
            raise NoStatement(str(problem)) from None
    small = sp.Dummy("s", real=True)

    def moved(entry: Any) -> Any:
        same = [sp.KroneckerDelta(a, b) for a, b in zip(entry.args, by.args, strict=True) if a != b]
        return entry + small * sp.Mul(*same)

    whole = _apart(of, by.atoms(sp.Idx)).replace(lambda e: isinstance(e, AppliedUndef) and e.func == by.func, moved)
    return sp.diff(whole, small).subs(small, 0)


def _apart(expr: Any, indices: set[Any]) -> Any:
    """`expr` with other names for the indices that its sums and products bind, where they are among `indices`."""

    def binds(part: Any) -> bool:
        return isinstance(part, (sp.Sum, sp.Product)) and bool(indices & set(part.variables))

    return expr.replace(binds, with_fresh_indices) if isinstance(expr, sp.Basic) else expr


def _of_value(letter: Any, by: Any, setting: Setting) -> Any:
    """The derivative of ``f(u)``, by the chain rule: ``f'(u)`` times that of u."""
    latex = setting.names.functions.names.get(str(getattr(letter, "name", "")), "")
    function = setting.names.functions.values.get(latex, "")
    arguments = setting.names.functions.arguments.get(latex, ())
    known = setting.names.functions.declared.get(f"{function}'")
    if known is None or len(arguments) != 1 or getattr(arguments[0], "is_Matrix", False):
        raise NoStatement(refused([letter], "a derivative", setting))
    return setting.value_of(f"{function}'", latex) * _by_letter(_resolved(arguments[0], setting), by, setting)


def _by_matrix(of: Any, by: Any) -> Any:
    """The derivative of a number by a matrix."""
    if not isinstance(by, sp.MatrixSymbol):
        raise NoStatement(f"a derivative by {by}, which is no letter")
    if not of.has(by):
        raise NoStatement(f"the derivative by {by} of what does not mention it; define the function: L := ..")
    try:
        return gradient(of, by)
    except NotImplementedError as problem:
        raise NoStatement(str(problem)) from None


def _value(entry: Any, setting: Setting) -> Any:
    """What a trajectory or an entry stands for: the rate of another, or what defines it."""
    for dotted, moving in setting.rates_of.items():
        if entry.func == dotted.func:
            return rate(_resolved(moving.func(*entry.args), setting), setting)
    return entry


def rate(expr: Any, setting: Setting) -> Any:
    """``d(expr)/dt`` along the flow, or by the rates that are given; what neither moves keeps its derivative."""
    _at_known(expr, "a derivative by time", setting)
    flow = setting.flow
    if isinstance(flow, MatrixFlow):
        _no_hanging(expr, flow.parameters, "a derivative by time", setting)
        return flow.rate(expr)
    if has_rate(expr, setting):
        return _moved(expr, setting)
    if setting.time is None:
        raise NoStatement("a derivative by time, and nothing is declared to move")
    found = flow.rate(expr) if isinstance(flow, GradientFlow) else sp.diff(expr, setting.time)
    if not setting.rates:
        return found

    def given(derivative: sp.Derivative) -> Any:
        entry = derivative.expr
        for known, value in setting.rates.items():
            if derivative.variables == (setting.time,) and entry.func == known.func:
                change = dict(zip(known.args, entry.args, strict=True))
                return _resolved(value, setting).xreplace(change)
        return derivative

    return found.replace(lambda e: isinstance(e, sp.Derivative), given)


def rate_in(expr: Any, setting: Setting) -> Any:
    """The trajectory, or the matrix, whose rate `expr` is; None if it is something else."""
    if isinstance(expr, Velocity) and isinstance(expr.args[0], sp.MatrixSymbol):
        return expr.args[0]
    if isinstance(expr, Slope) and isinstance(expr.args[0], AppliedUndef) and expr.args[1] == setting.time:
        return expr.args[0]
    return setting.rates_of.get(expr)


def _mean(inside: Any, over: Sequence[Any], setting: Setting) -> Any:
    if not setting.random:
        raise NoStatement("an expectation, and no random variable is declared in the header: random: x ~ N(0, 1)")
    names = {str(v.name): (v, law) for v, law in setting.random.items()}
    chosen = list(names.values())
    if over:
        wanted = [o.func.__name__ if isinstance(o, AppliedUndef) else str(o) for o in over]
        if missing := [w for w in wanted if w not in names]:
            raise NoStatement(f"an expectation over {missing[0]}, which has no distribution")
        chosen = [names[w] for w in wanted]
    for variable, law in chosen:
        for expr, signs, says in law.conditions():
            if expr.is_number and not signs & {int(sp.sign(expr))}:
                raise NoStatement(f"the distribution of {variable}: that {says} fails")
    families = [(v, law) for v, law in chosen if isinstance(v, (Family, sp.Symbol))]
    try:
        return expected(inside, families)
    except NotExpected as problem:
        raise NoStatement(str(problem)) from None


# --- what must be proved --------------------------------------------------------------------------------------


def statements(
    left: Any, relation: str, right: Any, setting: Setting, tends: tuple[Any, Any] | None = None
) -> Iterator[Statement]:
    """What must be proved for ``left relation right``; both sides are resolved.

    Args:
        left, relation, right: as `Step` has them.
        setting: for the flow of matrices.
        tends: a variable and where it tends to, if the line is said to hold in that limit.

    Raises:
        NoStatement: if it cannot be put to the prover.
    """
    if any(_of_matrices(side) for side in (left, right)):
        if relation != "=":
            raise NoStatement("of matrices, only equations are checked")
        flow = setting.flow if isinstance(setting.flow, MatrixFlow) else None
        left, right = same_shape(left, right)
        if left.has(ANY_SIZE) or right.has(ANY_SIZE):
            raise NoStatement("the size of I is not clear; write it: I_{p}")
        yield MatrixIdentity(left, right, flow)
        return
    if relation == "->" or isinstance(left, sp.Limit):
        yield from _limits(left, relation, right, tends)
        return
    if right.has(Remainder):
        rest = [term for term in sp.Add.make_args(right) if isinstance(term, Remainder)]
        if tends is None or relation != "=" or len(rest) != 1 or (right - rest[0]).has(Remainder):
            raise NoStatement(r"a remainder O(..) needs = and the limit beside it: \quad (t \to \infty)")
        yield Asymptotic(left, right - rest[0], rest[0].args[0], *tends)
        return
    if tends is not None:
        raise NoStatement("it is said to hold in a limit, and has no remainder O(..); write \\to, or the remainder")
    if left.has(sp.Limit) or right.has(sp.Limit):
        raise NoStatement("a limit inside an expression is not checked; give the limit a line of its own")
    if left.has(sp.Integral) or right.has(sp.Integral):
        yield from _integrals(left, relation, right)
        return
    if (series := _series(left, relation, right)) is not None:
        yield series
        return
    yield scalar(left, relation, right)


def scalar(left: Any, relation: str, right: Any) -> Statement:
    """An equation or an inequality between numbers."""
    if relation == "=":
        return Identity(left, right)
    return (
        Inequality((left - right) ** 2, ">", sp.Integer(0)) if relation == "!=" else Inequality(left, relation, right)
    )


def _square(side: Any) -> Any:
    """The square of a root of a trace, times a number that is not negative; None of anything else."""
    number, rest = side.as_independent(sp.Trace, as_Add=False)
    root = isinstance(rest, sp.Pow) and isinstance(rest.base, sp.Trace) and rest.exp == sp.S.Half
    return number**2 * rest.base if root and number.is_nonnegative else None


def of_traces(left: Any, relation: str, right: Any, hypotheses: Sequence[Any], budget: float) -> Evidence | None:
    """The evidence about a relation of numbers made of traces, their roots too; None if there is neither proof."""
    try:
        if relation == "=":
            squares = [_square(left), _square(right)]
            statement: Statement = MatrixIdentity(*((left, right) if None in squares else squares))
        elif relation in ("<", "<=", ">", ">="):
            statement = MatrixInequality(left, relation, right)
        else:
            return None
        found = proof(statement, hypotheses, budget)
    except (ValueError, NotImplementedError, TypeError, AttributeError):
        return None
    return found if found.verdict in (Verdict.VERIFIED, Verdict.REFUTED) else None


def _of_matrices(expr: Any) -> bool:
    return bool(getattr(expr, "is_Matrix", False)) or expr.has(sp.MatrixExpr, sp.Trace, ExpectScalar, ExpectMatrix)


def _limits(left: Any, relation: str, right: Any, tends: tuple[Any, Any] | None) -> Iterator[Statement]:
    if isinstance(right, sp.Limit) and isinstance(left, sp.Limit) and left.args[1:] == right.args[1:]:
        yield Identity(left.args[0], right.args[0])  # the same limit of what is the same
        return
    if right.has(sp.Limit) or (relation not in ("=", "->")):
        raise NoStatement("only the value of a limit is checked: \\lim .. = value")
    if isinstance(left, sp.Limit):
        inside, variable, to, side = left.args
        sides = _sides(variable, to) if str(side) == "+-" else [str(side)]
    elif tends is not None:
        inside, (variable, to) = left, tends
        sides = _sides(variable, to)
    else:
        raise NoStatement(r"where it tends to is not said: \quad (t \to \infty)")
    for side in sides:
        yield Limit(inside, variable, to, right, "-" if to is sp.oo else side)


def _sides(variable: Any, to: Any) -> list[str]:
    """From where a place is reached, if that is not said: from both sides, where there are two."""
    return ["+"] if not to.is_finite or (variable.is_nonnegative and to == 0) else ["+", "-"]


def _integrals(left: Any, relation: str, right: Any) -> Iterator[Statement]:
    """An integral and its value; elsewhere each integral is replaced by a value that is proved first."""
    for one, other in ((left, right), (right, left)):
        if relation == "=" and isinstance(one, sp.Integral) and not other.has(sp.Integral) and len(one.limits) == 1:
            yield Integral(one.function, tuple(one.limits[0]), other)
            return
    values: dict[Any, Any] = {}
    for integral in (left - right).atoms(sp.Integral):
        if len(integral.limits) != 1 or integral.function.has(sp.Integral):
            raise NoStatement("an integral in an integral is not checked")
        value = integral.doit()
        if value.has(sp.Integral):
            raise NoStatement("the value of an integral was not found")
        yield Integral(integral.function, tuple(integral.limits[0]), value)
        values[integral] = value
    yield scalar(left.xreplace(values), relation, right.xreplace(values))


def _series(left: Any, relation: str, right: Any) -> Series | None:
    """A sum without end, times a number, and what it is, or is bounded by; None where the line is something else."""
    turned = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
    for one, other, sign in ((left, right, relation), (right, left, turned.get(relation, ""))):
        number, rest = one.as_independent(sp.Sum, as_Add=False)
        if not isinstance(rest, sp.Sum) or number.has(sp.Sum) or len(rest.limits) != 1 or sign not in turned:
            continue
        variable, lower, upper = rest.limits[0]
        if upper is sp.oo and not other.has(sp.Sum, sp.oo) and not rest.function.has(sp.Sum) and lower.is_integer:
            index = sp.Symbol(str(getattr(variable, "name", variable)), integer=True)
            if index in {*other.free_symbols, *number.free_symbols}:
                return None
            return Series(number * rest.function.xreplace({variable: index}), (index, lower, upper), sign, other)
    return None


# --- asking the prover ----------------------------------------------------------------------------------------


def relevant(hypotheses: Iterable[Any], statement: Statement) -> list[Any]:
    """The hypotheses that have to do with the symbols of a statement, directly or through others."""
    known = _symbols(*statement.expressions())
    waiting = [h for h in hypotheses if h not in (True, sp.true)]
    found: list[Any] = []
    while True:
        near = [h for h in waiting if h in (False, sp.false) or _symbols(h) & known or not _symbols(h)]
        if not near:
            return found
        found += near
        waiting = [h for h in waiting if not any(h is n for n in near)]
        known |= _symbols(*near)


def _symbols(*exprs: Any) -> set[Any]:
    found: set[Any] = set()
    for expr in exprs:
        parts = [expr.matrix, getattr(expr, "value", None)] if hasattr(expr, "equations") else [expr]
        for part in parts:
            if isinstance(part, sp.Basic):
                found |= {s for s in part.free_symbols if not isinstance(s, sp.Idx)}
                found |= {a.func for a in part.atoms(AppliedUndef)}
    return found


def resolved_hypotheses(hypotheses: Iterable[Any], setting: Setting) -> list[Any]:
    """Hypotheses with every mark and every defined name replaced by its value."""
    found = []
    for h in hypotheses:
        if isinstance(h, Relational):
            found.append(h.func(resolved(h.lhs, setting), resolved(h.rhs, setting)))
        elif isinstance(h, Equal):
            found.append(Equal(resolved(h.matrix, setting), resolved(h.value, setting)))
        else:
            found.append(h)
    return found


def _of_every_entry(hypothesis: Any) -> Any:
    """A hypothesis of a paper at an index, ``w_i > 0``, is about every entry; an equation is one line's own."""
    if not isinstance(hypothesis, Relational) or isinstance(hypothesis, sp.Eq):
        return hypothesis
    indices = sorted(free_indices(hypothesis), key=str)
    return ForAll(indices, hypothesis) if indices and all(i.lower is not None for i in indices) else hypothesis


def proof(statement: Statement, hypotheses: Sequence[Any], budget: float) -> Evidence:
    """The exact evidence about one statement, under the hypotheses that concern it."""
    near = [_of_every_entry(h) for h in relevant(hypotheses, statement)]
    claim = Question("derivation/line", title="", statement=statement, hypotheses=near)
    try:
        return prove(claim, budget=budget)
    except (Contradiction, IllPosed) as problem:
        from ....language.verdicts import Method

        return Evidence(Method.EXACT, Verdict.UNDECIDED, reason=str(problem))
