r"""Whether a line has a value wherever it is claimed: asked of it as it is written, before SymPy cancels.

``\frac{xy}{x}`` is y to SymPy, ``e^{\ln x}`` is x.  The reader keeps every quotient, logarithm and root as it stands
(`Partial`); here each is asked for, under the hypotheses and the facts that the line may use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from ....language.goals import Goal, Zero, ZeroWord
from ....language.matrices import Orthogonal
from ....language.matrix_functions import PseudoInverse, SquareRoot
from ....language.printing import text
from ....language.printing.marks import AtTime
from ....language.reading import Binder, Partial
from ....language.statements.base import Row, Statement
from ....language.verdicts import Verdict
from ....proving.domain import Contradiction, Domain, IllPosed
from ....proving.exact.definedness import Obligation, obligations
from ....proving.exact.prover import Prover
from ..letters.meaning import proof, relevant, resolved
from ..letters.setting import Setting
from ..values.norms import rooted
from .implied import follows
from .inverses import as_letters, is_there

NEAR = sp.Rational(1, 1000)
"""How near to a point a limit is asked to be defined."""


@dataclass(frozen=True)
class Defined(Statement):
    """Every one of `exprs` has a real value wherever the hypotheses hold."""

    exprs: tuple[Any, ...]

    def goals(self) -> Iterator[Goal]:
        yield Zero(sp.Integer(0), "definedness", self.exprs)

    def rows(self) -> tuple[Row, ...]:
        return tuple(Row(expr, "=", expr) for expr in self.exprs)

    def __str__(self) -> str:
        return "defined: " + ", ".join(map(text, self.exprs))


@dataclass(frozen=True)
class DefinedOverTraces(Defined):
    r"""The same of numbers made of traces, seen as matrices: ``1 + k^\top G^{-1} k`` is not 0 where G and
    ``G + k k^\top`` have inverses."""

    def goals(self) -> Iterator[Goal]:
        over = tuple(sp.MatMul(expr, sp.Identity(1)) for expr in self.exprs)
        yield ZeroWord(sp.ZeroMatrix(1, 1), "definedness", over)


@dataclass
class Wanted:
    """What must be defined for a line to say something, beside what its sides ask for as SymPy has them.

    Attributes:
        free: obligations on the line's own symbols.
        bound: expressions that must be defined, each with what holds of its bound variables.
        never: why something in it has no value at all.
    """

    free: list[Obligation] = field(default_factory=list)
    bound: list[tuple[Any, tuple[Any, ...]]] = field(default_factory=list)
    never: str = ""

    def __bool__(self) -> bool:
        return bool(self.free or self.bound or self.never)

    def conditions(self) -> list[Any]:
        """The free obligations as hypotheses."""
        return [relation_of(o) for o in self.free]


def wanted(
    partials: Sequence[Partial], sides: Sequence[Any], setting: Setting, tends: tuple[Any, Any] | None = None
) -> Wanted:
    """What the parts of a line as written ask for, and its sides, resolved, do not.

    Args:
        partials: of both sides, as they were read.
        sides: as the prover has them; of matrices, their scalars are asked for too.
        setting: for definitions and flows.
        tends: a variable and where it tends to, if the line is said to hold there.

    Raises:
        NoStatement: if a part has no meaning here.
    """
    found = Wanted()
    matrices = any(getattr(side, "is_Matrix", False) or side.has(sp.MatrixExpr, sp.Trace) for side in sides)
    met = set() if matrices else {o for side in sides for o in obligations(side)}
    for partial in dict.fromkeys(_through_definitions(partials, setting)):
        if isinstance(partial.expr, sp.Inverse) and not _invertible(partial.expr.arg, setting):
            found.never = found.never or f"that {text(partial.expr.arg)} is invertible is no hypothesis"
            continue
        if getattr(partial.expr, "is_Matrix", False):
            continue
        expr = resolved(partial.expr, setting)
        binders = partial.binders
        if tends is not None:
            binders = (*binders, Binder("limit", tends[0], (tends[1], "")))
        for shown, conditions in _unbound(expr, binders, setting):
            if shown.has(sp.zoo, sp.nan):
                found.never = f"{text(partial.expr)} has no value"
            elif getattr(shown, "is_Matrix", False):
                continue
            elif conditions:
                if any(True for _ in obligations(shown)):
                    found.bound.append((shown, conditions))
            else:
                found.free += [o for o in obligations(shown) if o not in met and o not in found.free]
    found.free = [o for o in found.free if relation_of(o) not in (True, sp.true) and not _is_a_square(o)]
    return found


def _is_a_square(obligation: Obligation) -> bool:
    """Whether it asks that the square of a norm is not negative."""
    expr = obligation.expr
    return 0 in obligation.signs and isinstance(expr, sp.Trace) and rooted(expr.args[0]) is not None


def missing(asked: Wanted, hypotheses: Sequence[Any], facts: Sequence[Any], budget: float) -> str:
    """Which of what is wanted is not derived; empty if all is."""
    if asked.never:
        return asked.never
    plain = [h for h in hypotheses if isinstance(h, Relational) or h in (False, sp.false)]
    questions: list[tuple[tuple[Any, ...], tuple[Any, ...], str]] = [
        ((_witnessing(o),), (), str(o)) for o in asked.free if relation_of(o) not in plain
    ]
    questions += [((expr,), conditions, f"{text(expr)} is defined") for expr, conditions in asked.bound]
    for exprs, conditions, shown in questions:
        statement = Defined(exprs)
        try:
            near = relevant(facts, statement)
            found = proof(statement, [*plain, *conditions], budget)
            if found.verdict is not Verdict.VERIFIED and near:
                found = follows(statement, near, [*plain, *conditions], budget)
            if found.verdict is not Verdict.VERIFIED and any(expr.has(sp.Trace) for expr in exprs):
                found = proof(Defined(whatever_traces_are(*exprs)), [*plain, *conditions], budget)
                if found.verdict is Verdict.VERIFIED:
                    continue
                written = [as_letters(h) for h in (*hypotheses, *conditions)]
                again = proof(DefinedOverTraces(tuple(map(as_letters, exprs))), written, budget)
                found = again if again.verdict is Verdict.VERIFIED else found
        except (Contradiction, IllPosed, NotImplementedError, TypeError, AttributeError, ValueError) as problem:
            return f"missing hypothesis: {shown} is not derived ({problem})"
        if found.verdict is not Verdict.VERIFIED:
            return found.reason or f"missing hypothesis: {shown} is not derived from the hypotheses"
    return ""


def whatever_traces_are(*exprs: Any) -> tuple[Any, ...]:
    r"""Expressions with real letters for their traces, which have a value: ``1 + e^{-w^\top x}`` is never 0."""
    traces = sorted(set().union(*(expr.atoms(sp.Trace) for expr in exprs)), key=str)
    letters = {trace: sp.Dummy(f"trace_{k}", real=True) for k, trace in enumerate(traces)}
    return tuple(expr.xreplace(letters) for expr in exprs)


def possible(asked: Wanted, hypotheses: Sequence[Any]) -> bool:
    """Whether a point is found at which the hypotheses hold and all that is wanted has a value."""
    statement = Defined(tuple(o.expr for o in asked.free))
    near = relevant([*(h for h in hypotheses if isinstance(h, Relational)), *asked.conditions()], statement)
    try:
        return any(True for _ in Prover(Domain.of(list(statement.exprs), near)).points(1))
    except (Contradiction, IllPosed, NotImplementedError):
        return False


def _through_definitions(partials: Sequence[Partial], setting: Setting) -> Iterator[Partial]:
    """The parts themselves, and those of what the names in them are defined to be."""
    for partial in partials:
        expr, binders = partial.expr, partial.binders
        if isinstance(expr, AtTime):
            expr, binders = expr.args[0], (Binder("at", expr.args[1], (expr.args[2],)), *binders)
        if expr in setting.definitions:
            yield Partial(setting.definitions[expr], binders)
            inner = [Partial(p.expr, (*p.binders, *binders)) for p in setting.written.get(expr, ())]
            yield from _through_definitions(inner, setting)
        elif expr.args and not isinstance(expr, (sp.Symbol, sp.MatrixSymbol, sp.Idx)):
            yield Partial(expr, binders)


def _unbound(expr: Any, binders: Sequence[Binder], setting: Setting) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """`expr` for each way in which its bound variables are near or between what binds them, and what is known there."""
    if not binders:
        yield expr, ()
        return
    binder, *rest = binders
    variable = binder.variable
    if binder.kind == "sum":
        inner = sp.Sum(expr, (variable, *binder.ends)) if expr.args else expr
        yield from _unbound(inner, rest, setting)
        return
    if not expr.has(variable):
        yield from _unbound(expr, rest, setting)
        return
    ends = [resolved(end, setting) if isinstance(end, sp.Basic) else end for end in binder.ends]
    if binder.kind == "at":
        yield from _unbound(expr.subs(variable, ends[0]), rest, setting)
        return
    loose = sp.Dummy(str(variable), real=True)
    for conditions in _places(loose, variable, binder.kind, ends):
        for shown, more in _unbound(expr.xreplace({variable: loose}), rest, setting):
            yield shown, (*conditions, *more)


def _places(loose: Any, variable: Any, kind: str, ends: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Where a bound variable is: between the ends of an integral, or beside the point of a limit."""
    if kind == "integral":
        lower, upper = ends
        yield tuple(c for c in (loose > lower, loose < upper) if c not in (True, sp.true))
        return
    to, side = ends
    if to is sp.oo:
        yield (loose > 1 / NEAR,)
    elif to is -sp.oo:
        yield (loose < -1 / NEAR,)
    else:
        if side != "-":
            yield (loose > to, loose < to + NEAR)
        if side == "-" or not (variable.is_nonnegative and to == 0):
            yield (loose < to, loose > to - NEAR)


def _invertible(expr: Any, setting: Setting) -> bool:
    """Whether a matrix is known to have an inverse: it is declared to, or a product of such."""
    if expr in setting.invertible or expr.doit() in {matrix.doit() for matrix in setting.invertible}:
        return True  # in whatever order its terms stand
    if isinstance(expr, (sp.Inverse, sp.Transpose, PseudoInverse, SquareRoot)):
        return _invertible(expr.arg, setting)
    if isinstance(expr, sp.MatMul):
        return all(_invertible(a, setting) if getattr(a, "is_Matrix", False) else bool(a.is_nonzero) for a in expr.args)
    if isinstance(expr, sp.MatPow):
        return _invertible(expr.base, setting)
    if expr in setting.definitions:
        return _invertible(setting.definitions[expr], setting)
    known = {h.matrix for h in setting.hypotheses if isinstance(h, Orthogonal)}
    return isinstance(expr, sp.Identity) or expr in known or is_there(expr, setting)


def relation_of(obligation: Obligation) -> Any:
    """An obligation as a hypothesis."""
    expr, signs = obligation.expr, obligation.signs
    if 0 not in signs and -1 in signs:
        return sp.Ne(expr, 0)
    return expr > 0 if 0 not in signs else expr >= 0


def _witnessing(obligation: Obligation) -> Any:
    """An expression that is defined just where the obligation is met."""
    expr, signs = obligation.expr, obligation.signs
    if 0 not in signs and -1 in signs:
        return sp.Pow(expr, -1, evaluate=False)
    return sp.log(expr, evaluate=False) if 0 not in signs else sp.Pow(expr, sp.Rational(1, 2), evaluate=False)
