"""The exact prover: each goal is proved by a normal form, refuted by a witness, or left undecided with the reason.

Order of attempts on ``expr = 0``: a few points in ball arithmetic (most false statements fall at once); that
everything in it is defined, and the normal form; more points, at higher precision; SymPy's `simplify`, and only for
functions that the tower does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, TypeVar

import sympy as sp
from flint import arb, fmpq, fmpq_mpoly
from sympy.core.function import AppliedUndef

from ...language.goals import Sign as SignGoal
from ...language.goals import Zero
from ...language.printing import text
from ...language.verdicts import Witness
from ..domain import Contradiction, Domain
from ..sign_sets import ANY, NONNEGATIVE, NONZERO, POSITIVE, SignSet
from .balls import (
    PRECISIONS,
    Evaluator,
    Point,
    Undefined,
    Unsupported,
    Watched,
    rational_value,
)
from .bases import by_bases
from .cases import by_cases
from .constants import by_slopes
from .convexity import by_convexity
from .definedness import Obligation, obligations, unknown_domain
from .drawing import admits, define, points
from .elements import Element, NotInTower, Refine
from .factorials import by_neighbours
from .geometric import carried_out, closed
from .ideals import by_equations
from .monotone import cleared, rising, unlogged
from .outcome import Outcome, Proved, Refuted, Unknown
from .shares import by_shares
from .shrink import Fails, lower, simplest
from .signs import Signs
from .successors import by_successors
from .sums_multiplied import by_smaller_sums
from .tangents import by_tangents
from .termwise import by_terms
from .tower import Tower, split
from .whole_products import joined

_FEW, _MANY = 12, 160
_T = TypeVar("_T")


@dataclass
class Prover:
    """Decides goals under one set of hypotheses; witnesses are made simple where `simple` says so.

    It looks at a few points before it tries a proof, and at many where none is found, `looks` says how many.
    """

    domain: Domain
    entries: Callable[[sp.Expr], sp.Expr] | None = None  # what puts in what entries are said to be
    simple: bool = True
    looks: tuple[int, int] = (_FEW, _MANY)
    by_monotonicity: ClassVar[bool] = True  # whether roots and logarithms may be seen to be defined in this way

    @cached_property
    def _met(self) -> set[Obligation]:
        return set()

    @cached_property
    def _points(self) -> list[Point]:
        return []

    def points(self, count: int) -> Iterator[Point]:
        """The first `count` points inside the hypotheses; drawn once and shared between goals."""
        if not hasattr(self, "_stream"):
            self._stream = points(self.domain, limit=_MANY)
        for k in range(count):
            while len(self._points) <= k:
                point = next(self._stream, None)
                if point is None:
                    return
                self._points.append(point)
            yield self._points[k]

    # -- zero -------------------------------------------------------------------------------------------------

    def zero(self, goal: Zero) -> Outcome:
        """Decide that an expression vanishes and that the statement is defined, wherever the hypotheses hold."""
        expr = self.prepared(goal.expr)
        wanted = [*map(sp.sympify, goal.defined), sp.sympify(goal.expr)]  # as written: a value put in hides 0/x
        if (found := self.refute_zero(expr, goal.name, self.looks[0], defined=wanted)) is not None:
            return found
        proof = self.prove_zero(expr)
        if isinstance(proof, Proved):
            problem = self.undefined(wanted)
            return proof if problem is None else Unknown(problem, unseen=True)
        if (found := self.refute_zero(expr, goal.name, self.looks[1], defined=wanted)) is not None:
            return found
        last: Outcome | None = by_cases(self, expr, lambda case, here: case._nothing_in_a_case(here))
        if last is None:
            last = self._as_whole(expr) or by_equations(self, expr) or by_slopes(self, expr) or self._last_try(expr)
        if last is not None:
            problem = self.undefined(wanted)
            return last if problem is None else Unknown(problem, unseen=True)
        reason = proof.reason if isinstance(proof, Unknown) else "no argument applies"
        problem = self.undefined(wanted)
        return Unknown(
            f"{goal.name}: neither proved nor refuted: {reason}" + (f"; {problem}" if problem else ""),
            unseen=problem is not None,
        )

    def _nothing_in_a_case(self, expr: sp.Expr) -> Outcome:
        proof = self.prove_zero(expr)
        return Proved("by its sign") if isinstance(proof, Unknown) and self.sign(expr) == {0} else proof

    def _as_whole(self, expr: sp.Expr) -> Proved | None:
        """0 is the only whole number between -1 and 1."""
        if not expr.is_integer or not all(self.sign(1 + side) == POSITIVE for side in (expr, -expr)):
            return None
        return Proved("a whole number between -1 and 1")

    def prepared(self, expr: sp.Expr) -> sp.Expr:
        """The expression with plain definitions among the hypotheses put in, and parts of products joined.

        A derivative by a symbol that is defined stays as it is: nothing is differentiated by a number.
        """
        expr, plain = joined(expr if self.entries is None else self.entries(expr)), self.domain.plain
        if not plain:
            return by_neighbours(expr, self.sign)
        held = {d: sp.Dummy(real=True) for d in expr.atoms(sp.Derivative) if {*d.variables} & {*plain}}
        expr = expr.xreplace(held)
        for _ in range(len(plain)):
            expr = expr.xreplace(plain)
        return by_neighbours(expr.xreplace({dummy: d for d, dummy in held.items()}), self.sign)

    def by_entries(self, expr: sp.Expr) -> sp.Expr | None:
        """`expr` with what entries define put in, such as delta of ``a**2 - b**2 = delta``; None if nothing is."""
        defined = {s: e for s, e in self.domain.definitions.items() if e.has(AppliedUndef) and not e.has(sp.Sum)}
        written = expr
        for _ in defined:
            written = written.xreplace(defined)
        return None if written == expr or written.free_symbols & set(defined) else written

    def tower(self, *exprs: sp.Expr) -> tuple[Tower, list[Element]]:
        """Normal forms of several expressions in one tower, with the finest units that any of them needs."""

        def convert(tower: Tower) -> tuple[Tower, list[Element]]:
            return tower, [tower.element(e) for e in exprs]

        return self.refining(convert)

    def refining(self, work: Callable[[Tower], _T]) -> _T:
        """`work` in a tower whose units are fine enough for it."""
        units: dict[str, int] = {}
        for _ in range(20):
            try:
                return work(Tower(Signs(self.domain), units))
            except Refine as finer:
                units[finer.key] = finer.denominator
        raise NotInTower("the exponents need ever finer units")

    def prove_zero(self, expr: sp.Expr) -> Outcome:
        """The normal form of `expr` is 0."""

        def attempt(tower: Tower) -> tuple[Tower, fmpq_mpoly, bool]:
            element = tower.element(expr)
            numerator = carried_out(tower, self._eliminate(tower, tower.reduce(element.num)))
            return tower, numerator, tower.is_zero(numerator)

        try:
            tower, numerator, vanishes = self.refining(attempt)
        except NotInTower as problem:
            return Unknown(str(problem))
        if vanishes:
            return Proved("the normal form of the residual is 0")
        if (written := self.by_entries(expr)) is not None and isinstance(found := self.prove_zero(written), Proved):
            return found
        missing = "; ".join(dict.fromkeys(tower.missing))
        left = text(tower.expression(numerator))
        left = left if len(left) < 160 else left[:150] + " ..."
        return Unknown(f"the normal form is not 0 ({left})" + (f"; not derived: {missing}" if missing else ""))

    def _eliminate(self, tower: Tower, numerator: fmpq_mpoly) -> fmpq_mpoly:
        """Use the equalities among the hypotheses: each is solved for a sum or an entry in which it is linear."""
        used: set[int] = set()
        for equality in self.domain.equalities:
            relation = _without_units(tower, tower.reduce(tower.element(self.prepared(equality)).num))
            numerator = tower.lift(numerator)
            for position in self._preferred(tower, relation, used):
                rest, slope = split(tower, relation, position)
                if 0 in tower.sign(slope) and 0 in tower.sign(rest):  # where the slope is 0, so is the rest
                    continue
                used.add(position)
                numerator = _substitute_quotient(tower, tower.lift(numerator), position, -rest, slope)
                break
        return tower.reduce(numerator)

    @staticmethod
    def _preferred(tower: Tower, relation: fmpq_mpoly, used: set[int]) -> list[int]:
        degrees = relation.degrees()
        linear = [k for k, d in enumerate(degrees) if d == 1 and k not in used and not tower.generators[k].power]
        rank = {"sum": 0, "atom": 1}
        return sorted(
            linear,
            key=lambda k: (rank.get(tower.generators[k].kind, 2), isinstance(tower.generators[k].expr, sp.Symbol), -k),
        )

    # -- definedness ------------------------------------------------------------------------------------------

    def undefined(self, exprs: list[sp.Expr]) -> str | None:
        """None if every expression is derived to be defined; otherwise which hypothesis is missing.

        The expressions are looked at before the definitions among the hypotheses are put in: ``y/x`` with ``y = 0`` is
        undefined where x = 0.
        """
        for expr in exprs:
            if (name := unknown_domain(expr)) is not None:
                return f"it is not known here where {name} is a real number"
        asked = (Obligation(self.prepared(o.expr), o.signs) for expr in exprs for o in obligations(expr))
        wanted = [o for o in dict.fromkeys(asked) if o not in self._met]

        def attempt(tower: Tower) -> list[Obligation]:
            open_ = []
            for obligation in wanted:
                try:
                    signs = tower.sign_of(tower.element(obligation.expr))
                except NotInTower:
                    signs = ANY
                if not signs <= obligation.signs:
                    open_.append(obligation)
                    if not self.by_monotonicity:
                        break
            return open_

        try:
            unmet = next((o for o in self.refining(attempt) if not self._rises(o)), None)
        except NotInTower as problem:
            return str(problem)
        if unmet is None:
            self._met.update(wanted)
            return None
        shown = self._fails(unmet)
        return f"missing hypothesis: {unmet} is not derived from the hypotheses" + (
            f"; it fails {shown}" if shown else ""
        )

    def _rises(self, obligation: Obligation) -> bool:
        """Whether monotonicity meets an obligation that algebra does not."""
        if not self.by_monotonicity:
            return False
        either = obligation.signs == NONZERO
        strict = either or obligation.signs == POSITIVE
        sides = (obligation.expr, -obligation.expr) if either else (obligation.expr,)
        return any(rising(_ByAlgebra(self.domain), side, strict) is not None for side in sides)

    def sign(self, expr: sp.Expr) -> SignSet:
        """The signs that an expression can take under the hypotheses, as far as they can be derived."""

        def attempt(tower: Tower) -> SignSet:
            element = tower.element(expr)
            found = tower.sign_of(element)
            return found if found != ANY or not expr.has(sp.Sum) else tower.sign_of(closed(tower, element))

        try:
            found = self.refining(attempt)
        except NotInTower:
            return ANY
        if len(found) > 1 and (written := self.by_entries(expr)) is not None:
            found &= self.sign(written)
        if not found:
            raise Contradiction(f"the hypotheses leave no sign for {text(expr)}: they contradict each other")
        return found

    def _fails(self, obligation: Obligation) -> str:
        for point in self.points(self.looks[0]):
            try:
                ball = Evaluator(point, PRECISIONS[0])(obligation.expr)
            except (Undefined, Unsupported):
                continue
            bad = (
                (obligation.signs == POSITIVE and ball <= 0)
                or (obligation.signs == NONNEGATIVE and ball < 0)
                or (obligation.signs == NONZERO and ball.is_zero())
            )
            if bad:
                return "at " + ", ".join(f"{k} = {v}" for k, v in point.shown().items())
        return ""

    # -- refutation -------------------------------------------------------------------------------------------

    def refute_zero(
        self, expr: sp.Expr, name: str, count: int, *, shrink: bool = True, defined: Sequence[sp.Expr] = ()
    ) -> Refuted | None:
        """A point where `defined` are defined and ball arithmetic excludes 0, confirmed at two precisions.

        It is made simple unless `shrink` is False.
        """

        def fails(ball: arb, point: Point) -> bool:
            return not ball.contains(0)

        if expr == 0:
            return None
        return self._search(expr, name, count, fails, shrink, defined)

    def refute_sign(
        self,
        expr: sp.Expr,
        strict: bool,
        name: str,
        count: int,
        defined: Sequence[sp.Expr] = (),
        *,
        shrink: bool = True,
    ) -> Refuted | None:
        """A point where `defined` are defined and `expr` is negative, or zero where it must be positive.

        It is made simple unless `shrink` is False.
        """

        def fails(ball: arb, point: Point) -> bool:
            zero = strict and (bool(ball.is_zero()) or (bool(ball.contains(0)) and self._is_zero_at(expr, point)))
            return bool(ball < 0) or zero

        return self._search(expr, name, count, fails, shrink, defined)

    def _is_zero_at(self, expr: sp.Expr, point: Point) -> bool:
        """Whether `expr` is certainly 0 at a point, such as ``exp(-1) - u exp(-u)`` at u = 1."""
        if (value := rational_value(expr, point)) is not None:
            return value == 0
        known = {s: point.values[s] for s in expr.free_symbols if s in point.values}
        number = expr.xreplace({s: sp.Rational(v.numerator, v.denominator) for s, v in known.items()})
        return number == 0 or (number.is_number and isinstance(Prover(Domain((), (), ())).prove_zero(number), Proved))

    def _search(
        self, expr: sp.Expr, name: str, count: int, fails: Fails, shrink: bool, defined: Sequence[sp.Expr]
    ) -> Refuted | None:
        unsupported = None
        for number, point in enumerate(self.points(count)):
            precision = PRECISIONS[0] if number < 60 else 2048
            try:
                if not fails(Evaluator(point, precision)(expr), point):
                    if number in (0, 3) and not unsupported and fails(Evaluator(point, 4096)(expr), point):
                        precision = 4096
                    else:
                        continue
                evaluate = Evaluator(point, 2 * precision)
                ball = evaluate(expr)
                for part in defined:
                    evaluate(part)
            except Undefined:
                continue
            except Unsupported as problem:
                unsupported = problem
                break
            if not fails(ball, point):
                continue
            if shrink and self.simple:
                point = simplest(point, self.domain, expr, fails, 2 * precision, defined)
            ball = Evaluator(point, 2 * precision)(expr)
            return Refuted(
                Witness(self._shown(point, expr, defined), ball.str(12), name),
                f"ball arithmetic at {precision} and {2 * precision} bits",
            )
        return None

    def _shown(self, point: Point, expr: sp.Expr, defined: Sequence[sp.Expr]) -> dict[str, str]:
        """The values that the failure and the hypotheses depend on; all others are free."""
        watched = Watched(point)
        define(self.domain, watched)
        admits(self.domain, watched)
        evaluate = Evaluator(watched, PRECISIONS[0])
        for part in (expr, *defined):
            evaluate(part)
        return watched.shown()

    # -- signs ------------------------------------------------------------------------------------------------

    def positive(self, goal: SignGoal) -> Outcome:
        """Decide that an expression is positive (or not negative) wherever the hypotheses hold."""
        expr = self.prepared(goal.expr)
        wanted = [*map(sp.sympify, goal.defined), sp.sympify(goal.expr)]  # as written: a value put in hides 0/x
        if (found := self.refute_sign(expr, goal.strict, goal.name, self.looks[0], wanted)) is not None:
            return found
        enough = POSITIVE if goal.strict else NONNEGATIVE
        if self.sign(expr) <= enough or (
            not goal.strict and expr.is_integer and self.sign(expr + 1) == POSITIVE  # an integer above -1
        ):
            problem = self.undefined(wanted)
            return (
                Proved("the sign follows from the hypotheses by exact algebra")
                if problem is None
                else Unknown(problem, unseen=True)
            )
        if (found := self.refute_sign(expr, goal.strict, goal.name, self.looks[1], wanted)) is not None:
            return found
        how: Outcome | None = self._by_monotonicity(expr, goal.strict)
        if not isinstance(how, Proved):
            ways = (by_tangents, by_bases, by_successors, by_terms, by_smaller_sums, by_shares)
            shown = next((said for way in ways if (said := way(self, expr, goal.strict)) is not None), None)
            how = None if shown is None else Proved(shown)
        if not isinstance(how, Proved):
            how = by_cases(self, expr, lambda case, here: case._in_a_case(here, goal.strict))
        if how is not None:
            problem = self.undefined(wanted)
            return how if problem is None else Unknown(problem, unseen=True)
        for point in list(self.points(3)):
            point = lower(point, self.domain, expr, wanted)
            try:
                ball = Evaluator(point, 2 * PRECISIONS[1])(expr)
            except (Undefined, Unsupported):
                continue
            if ball < 0:
                return Refuted(
                    Witness(point.shown(), ball.str(12), goal.name),
                    "a point found by descent; ball arithmetic at two precisions",
                )
        problem = self.undefined(wanted)
        reason = f"{goal.name}: the sign of {text(expr)} could not be derived from the hypotheses"
        return Unknown(reason + (f"; {problem}" if problem else ""), unseen=problem is not None)

    def _by_monotonicity(self, expr: sp.Expr, strict: bool) -> Outcome:
        ways = [expr, *(other for other in (cleared(self, expr), unlogged(self, expr)) if other is not None)]
        for way in ways:
            if way is not expr and self.sign(way) <= (POSITIVE if strict else NONNEGATIVE):
                return Proved("by its sign, cleared of what is positive")
            if (how := rising(self, way, strict)) is not None:
                return Proved(f"by {how}")
        for way in ways:
            if (how := by_convexity(self, way, strict)) is not None:
                return Proved(f"by convexity: {how}")
        return Unknown("no argument by monotonicity")

    def _in_a_case(self, expr: sp.Expr, strict: bool) -> Outcome:
        if self.sign(expr) <= (POSITIVE if strict else NONNEGATIVE):
            return Proved("by exact algebra")
        return self._by_monotonicity(expr, strict)

    # -- last try ---------------------------------------------------------------------------------------------

    def _last_try(self, expr: sp.Expr) -> Proved | None:
        known = (
            sp.exp,
            sp.log,
            sp.Abs,
            sp.sin,
            sp.cos,
            sp.tan,
            sp.sinh,
            sp.cosh,
            sp.tanh,
            sp.Sum,
            sp.KroneckerDelta,
            AppliedUndef,
        )
        foreign = [f for f in expr.atoms(sp.Function) if not isinstance(f, known)]
        if expr.has(sp.binomial):  # SymPy makes gamma functions of them, which have poles where these are 0
            return None
        if foreign and _simplified(expr) == 0 and self._agrees(expr):
            return Proved("SymPy's simplify gives 0 (last try, for functions without a normal form here)")
        return None

    def _agrees(self, expr: sp.Expr) -> bool:
        checked = 0
        for point in self.points(_FEW):
            try:
                if not Evaluator(point, PRECISIONS[1])(expr).contains(0):
                    return False
                checked += 1
            except (Undefined, Unsupported):
                continue
        return checked > 3


def _simplified(expr: sp.Expr) -> sp.Expr | None:
    """What SymPy makes of an expression; None where it fails, as it does on some steps."""
    try:
        return sp.simplify(expr)
    except Exception:  # an oracle that fails has nothing to say
        return None


class _ByAlgebra(Prover):
    """A prover that serves monotonicity itself: no argument goes round in a circle."""

    by_monotonicity = False


def _without_units(tower: Tower, relation: fmpq_mpoly) -> fmpq_mpoly:
    """What vanishes of a product that does: the factors that are not derived to be other than 0, each once."""
    if relation.is_zero():
        return relation
    product = tower.ctx.constant(1)
    for factor, _ in tower.factors(relation)[1]:
        if 0 in tower.sign(factor):
            product = tower.lift(product) * tower.lift(factor)
    return relation if product.is_one() else tower.lift(product)


def _substitute_quotient(tower: Tower, poly: fmpq_mpoly, position: int, num: fmpq_mpoly, den: fmpq_mpoly) -> fmpq_mpoly:
    """`poly` with a generator replaced by num/den, times the power of den that clears it."""
    degree = poly.degrees()[position]
    total = tower.ctx.constant(0)
    groups: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for exponents, coefficient in poly.to_dict().items():
        k = exponents[position]
        groups.setdefault(k, {})[(*exponents[:position], 0, *exponents[position + 1 :])] = coefficient
    for k, terms in groups.items():
        total = total + tower.poly(terms) * tower.lift(num) ** k * tower.lift(den) ** (degree - k)
    return total
