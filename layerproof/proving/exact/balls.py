"""Ball arithmetic: the value of an expression at a rational point, with a rigorous error bound.

A `Point` gives exact rationals to symbols, and, lazily, to the entries of trajectories and families and to
their derivatives, which a statement treats as independent quantities.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint
import sympy as sp
from flint import arb, fmpq
from sympy.core.function import AppliedUndef

from ...ground import effort
from ...language.binders import term_at, unshadowed
from ...language.elementary import having, lacks
from ...language.written import Written
from ..constraints import Constraint
from ..sign_sets import ANY, NEGATIVE, NONNEGATIVE, NONPOSITIVE, NONZERO, POSITIVE, ZERO, SignSet

PRECISIONS = (128, 256)
_BALLS = having("ball")
POOLS: tuple[tuple[Fraction, ...], ...] = (
    (Fraction(1), Fraction(2), Fraction(1, 2)),
    (Fraction(1), Fraction(2), Fraction(3), Fraction(1, 2), Fraction(1, 3), Fraction(3, 2), Fraction(5)),
    (
        Fraction(1, 4),
        Fraction(2, 3),
        Fraction(4),
        Fraction(7, 3),
        Fraction(1, 10),
        Fraction(10),
        Fraction(5, 7),
        Fraction(13, 4),
    ),
    (
        Fraction(1, 100),
        Fraction(100),
        Fraction(1, 1000),
        Fraction(1000),
        Fraction(37, 11),
        Fraction(99, 100),
        Fraction(10**6),
        Fraction(1, 10**6),
        Fraction(1, 10**4),
        Fraction(1, 10**9),
    ),
)


class Undefined(Exception):
    """The expression has no real value at the point, or none that can be bounded."""


class Unsupported(Exception):
    """The expression contains something that this arithmetic does not know."""


class Point:
    """Exact rational values for symbols and entries; `derived` symbols stand for an expression in them."""

    def __init__(self, values: Mapping[sp.Expr, Fraction], seed: int = 0, level: int = 0) -> None:
        self.values: dict[object, Fraction] = dict(values)
        self.derived: dict[sp.Symbol, sp.Expr] = {}
        self.owners: dict[object, sp.Expr] = {}
        self.places: dict[tuple[object, ...], tuple[object, ...]] = {}
        self._random = random.Random(seed)
        self._pool = POOLS[min(level, len(POOLS) - 1)]
        self.sparse = False  # whether most of what is drawn is 0, where its domain has it

    def copy(self) -> Point:
        """A point with the same values, and the same draws to come."""
        twin = Point(self.values)
        twin._random.setstate(self._random.getstate())
        twin._pool, twin.owners, twin.derived = self._pool, self.owners, dict(self.derived)
        twin.sparse, twin.places = self.sparse, dict(self.places)
        return twin

    def entry(self, key: object, of: sp.Expr | None = None) -> Fraction:
        """The value of an entry or of a symbol not mentioned by any hypothesis; drawn once in its domain, then kept."""
        if key not in self.values:
            for _ in range(100):
                value = self._random.choice(self._pool)
                value = value if self._random.random() < 0.6 else -value
                if self.sparse and self._random.random() < 0.8:
                    value = Fraction(0)
                if of is None or has_assumptions(of, value):
                    break
            else:
                raise Undefined(f"no value was drawn in the domain of {of}")
            self.values[key] = value
            if of is not None:
                self.owners[key] = of
        return self.values[key]

    def at_one_place(self, key: tuple[object, ...], place: tuple[object, ...]) -> None:
        """Let a function have one value at each place, under whichever key it is: H(x) is H(1) at x = 1.

        Raises:
            Undefined: if it has two there.
        """
        known = self.places.setdefault(place, key)
        if (
            known != key
            and known in self.values
            and self.values.setdefault(key, self.values[known]) != self.values[known]
        ):
            raise Undefined(f"{_name(key)} and {_name(known)} are one there, and differ")

    def index(self, idx: sp.Idx, lower: int, upper: int) -> Fraction:
        """The value of a free index; drawn once in its range, then kept."""
        if idx not in self.values:
            if upper < lower:
                raise Undefined(f"the range of {idx} is empty")
            self.values[idx] = Fraction(self._random.randint(lower, min(upper, lower + 5)))
        return self.values[idx]

    def shown(self) -> dict[str, str]:
        """The values as text, for a witness."""
        return {
            _name(key): str(value)
            for key, value in sorted(self.values.items(), key=lambda kv: _name(kv[0]))
            if not _name(key).startswith("_")
        }


class Watched(Point):
    """A point that remembers which of its values were asked for."""

    def __init__(self, point: Point) -> None:
        super().__init__(point.values)
        self.owners, self.derived, self.asked = point.owners, dict(point.derived), set[object]()

    def entry(self, key: object, of: sp.Expr | None = None) -> Fraction:
        """As for any point; the key is remembered."""
        self.asked.add(key)
        return super().entry(key, of)

    def index(self, idx: sp.Idx, lower: int, upper: int) -> Fraction:
        """As for any point; the index is remembered."""
        self.asked.add(idx)
        return super().index(idx, lower, upper)

    def shown(self) -> dict[str, str]:
        """The values that were asked for, as text."""
        needed = Point({key: value for key, value in self.values.items() if key in self.asked})
        return needed.shown()


def _name(key: object) -> str:
    if isinstance(key, tuple):
        name, *indices = key
        return f"{name}[{','.join(map(str, indices))}]" if indices else str(name)
    if isinstance(key, AppliedUndef):
        return str(key.func.__name__)
    return str(key)


class Evaluator:
    """Evaluates expressions at one point; subexpressions are computed once."""

    def __init__(self, point: Point, precision: int) -> None:
        self.point, self.precision = point, precision
        self._memo: dict[sp.Expr, arb] = {}

    def __call__(self, expr: sp.Expr) -> arb:
        """The ball of `expr`.

        Raises:
            Undefined: if some part has no real value at the point (a zero denominator, the root of a negative).
            Unsupported: if some part is not known to ball arithmetic.
        """
        with flint.ctx.workprec(self.precision):
            return self._eval(expr)

    def _eval(self, expr: sp.Expr) -> arb:
        if expr in self._memo:
            return self._memo[expr]
        effort.spend(10)
        value = self._compute(expr)
        if not value.is_finite():
            raise Undefined(f"{expr} has no finite value")
        self._memo[expr] = value
        return value

    def _compute(self, expr: sp.Expr) -> arb:
        match expr:
            case sp.Rational():
                return arb(fmpq(int(expr.p), int(expr.q)))
            case sp.Symbol() if expr in self.point.derived:
                return self._eval(self.point.derived[expr])
            case sp.Symbol() | sp.Idx():
                return self._rational(self._index(expr) if isinstance(expr, sp.Idx) else self.point.entry(expr, expr))
            case AppliedUndef():
                return self._rational(self.point.entry(self._entry_key(expr), expr))
            case sp.Derivative():
                inner = expr.expr
                if not isinstance(inner, AppliedUndef):
                    raise Unsupported(f"the derivative {expr}")
                name, *rest = self._entry_key(inner)
                return self._rational(self.point.entry((f"d{name}/d" + "".join(map(str, expr.variables)), *rest)))
            case sp.Add():
                value = arb(0)
                for term in expr.args:
                    value = value + self._eval(term)
                return value
            case sp.Mul():
                value = arb(1)
                for factor in expr.args:
                    value = value * self._eval(factor)
                return value
            case sp.Pow():
                return self._power(expr)
            case sp.KroneckerDelta():
                i, j = (self._integer(x) for x in expr.args)
                return arb(int(i == j))
            case sp.Sum() | sp.Product():
                return self._sum(expr)
            case sp.Abs():
                return abs(self._eval(expr.args[0]))
            case sp.Piecewise():
                return self._piecewise(expr)
            case Written():
                for part in expr.parts:
                    self._eval(part)
                return self._eval(expr.value)
        if expr is sp.pi:
            return arb.pi()
        if expr is sp.E:
            return arb(1).exp()
        if expr is sp.EulerGamma:
            return arb.const_euler()
        return self._function(expr)

    def _function(self, expr: sp.Expr) -> arb:
        name = expr.func.__name__
        arguments = [self._eval(a) for a in expr.args]
        if name == "zeta":
            exponent, shift = arguments[0], arguments[1] if len(arguments) == 2 else arb(1)
            if not (exponent > 1 and shift > 0):
                raise Undefined(f"{expr}, a sum that does not converge")
            return exponent.zeta(shift)
        if name == "log" and len(arguments) == 1:
            if not arguments[0] > 0:
                raise Undefined(f"log of {expr.args[0]}, which is not positive")
            return arguments[0].log()
        if name in ("Max", "Min"):
            best = arguments[0]
            for other in arguments[1:]:
                best = best.max(other) if name == "Max" else best.min(other)
            return best
        if name == "sign":
            if arguments[0] > 0 or arguments[0] < 0:
                return arb(1 if arguments[0] > 0 else -1)
            if arguments[0].is_zero():
                return arb(0)
            raise Undefined(f"the sign of {expr.args[0]} cannot be told")
        if name == "Heaviside" and (arguments[0] > 0 or arguments[0] < 0):
            return arb(1 if arguments[0] > 0 else 0)
        if name == "factorial":
            return (arguments[0] + 1).gamma()
        if name in ("floor", "ceiling"):
            whole = arguments[0].floor() if name == "floor" else arguments[0].ceil()
            if whole.unique_fmpz() is None:
                raise Undefined(f"the {name} of {expr.args[0]} cannot be told")
            return whole
        if name == "binomial":
            above, below = (part.unique_fmpz() for part in arguments)
            if above is None or below is None or above < 0:
                raise Unsupported(f"{expr}, not of whole numbers")
            return arb(math.comb(int(above), int(below))) if below >= 0 else arb(0)
        if expr.func in _BALLS and len(arguments) == 1:
            value: arb = getattr(arguments[0], _BALLS[expr.func])()
            return value
        raise Unsupported(lacks(expr.func, "ball") or f"{name} is not known to ball arithmetic")

    def _rational(self, value: Fraction) -> arb:
        return arb(fmpq(value.numerator, value.denominator))

    def _index(self, idx: sp.Idx) -> Fraction:
        if idx.lower is None:
            raise Unsupported(f"the index {idx} has no range")
        return self.point.index(idx, self._integer(idx.lower), self._integer(idx.upper))

    def _integer(self, expr: sp.Expr) -> int:
        if isinstance(expr, sp.Integer):
            return int(expr)
        ball = self._eval(expr)
        value = ball.unique_fmpz()
        if value is None:
            raise Unsupported(f"{expr} is not an integer at the point")
        return int(value)

    def _entry_key(self, entry: AppliedUndef) -> tuple[object, ...]:
        """The name of an entry with the values of its indices; the time, a plain symbol, is understood."""
        name, indices, now = entry.func.__name__, list[int](), False
        place: list[object] = []
        for a in entry.args:
            if isinstance(a, (sp.Idx, sp.Integer)) or a.is_integer:
                indices.append(self._integer(a))
                place.append(Fraction(indices[-1]))
            elif isinstance(a, sp.Symbol):
                now = now or self.point.values.get(a) == 0
                place.append(self._place(a))
            else:
                raise Unsupported(f"{entry}, a trajectory at a time that is not a symbol")
        if now and (name, *indices, 0) in self.point.values:
            raise Undefined(f"{entry} and its initial value are one at time 0")
        key = (name, *indices)
        self.point.at_one_place(key, (name, *place))
        return key

    def _place(self, argument: sp.Symbol) -> object:
        """The value of an argument of a function; of the time, if it has one."""
        if argument in self.point.derived:
            return self.point.derived[argument]
        if argument.is_nonnegative:
            return self.point.values.get(argument, argument)
        return self.point.entry(argument, argument)

    def _power(self, expr: sp.Pow) -> arb:
        base, exponent = expr.args
        if base is sp.E or base == sp.E:
            return self._eval(exponent).exp()
        b = self._eval(base)
        if isinstance(exponent, sp.Integer):
            n = int(exponent)
            if n < 0 and b.contains(0):
                raise Undefined(f"division by {base}, which is or may be zero")
            return _integer_power(b, n)
        if isinstance(exponent, sp.Rational):
            p, q = int(exponent.p), int(exponent.q)
            if max(abs(p), q) > 10**6 and b > 0:
                return (self._eval(exponent) * b.log()).exp()
            if b.is_zero() and p > 0:
                return arb(0)
            if not b > 0:
                if b.contains(0) and p > 0 and not b < 0:
                    return (
                        b.nonnegative_part() if hasattr(b, "nonnegative_part") else arb(0).union(b.abs_upper())
                    ).root(q) ** p
                raise Undefined(f"the power {expr} of a base that is not positive")
            return b.root(q) ** p
        e = self._eval(exponent)
        if (whole := e.unique_fmpz()) is not None:
            if int(whole) < 0 and b.contains(0):
                raise Undefined(f"division by {base}, which is or may be zero")
            return _integer_power(b, int(whole))
        if not b > 0:
            raise Undefined(f"the power {expr} of a base that is not positive")
        return (e * b.log()).exp()

    def _sum(self, expr: sp.Sum | sp.Product) -> arb:
        variable, lower, upper, inner, holds_it = _taken_apart(expr)
        if upper is sp.oo:
            raise Unsupported("an infinite sum")
        low, high = self._integer(lower), self._integer(upper)
        if high - low > 2000:
            raise Unsupported("a sum of more than 2000 terms")
        adds = isinstance(expr, sp.Sum)
        value = arb(0) if adds else arb(1)
        for k in range(low, high + 1):
            term = self._term(inner, variable, k, holds_it)
            value = value + term if adds else value * term
        return value

    def _term(self, inner: sp.Expr, variable: sp.Expr, k: int, holds_it: dict[sp.Expr, bool]) -> arb:
        """The value of `inner` where `variable` is `k`.

        The number is put in by SymPy, which takes long over a cosine, only where it may help: cos(pi/2) is 0 exactly,
        and a binomial coefficient a polynomial.
        """
        if not variable.is_integer:
            return self._eval(inner.xreplace({variable: sp.Integer(k)}))
        try:
            return _Bound(self, variable, k, holds_it)._eval(inner)
        except (Undefined, Unsupported) as problem:
            try:
                return self._eval(inner.xreplace({variable: sp.Integer(k)}))
            except Unsupported:
                raise problem from None

    def _piecewise(self, expr: sp.Piecewise) -> arb:
        for value, condition in expr.args:
            if condition == sp.true:
                return self._eval(value)
            if not isinstance(condition, sp.core.relational.Relational):
                raise Unsupported(f"the condition {condition}")
            difference = self._eval(condition.lhs - condition.rhs)
            if holds(difference, _signs_of(condition)):
                return self._eval(value)
            if not excluded(difference, _signs_of(condition)):
                raise Undefined(f"cannot tell whether {condition} holds")
        raise Undefined(f"no branch of {expr} applies")


@lru_cache(maxsize=2**10)
def _taken_apart(expr: sp.Sum | sp.Product) -> tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr, dict[sp.Expr, bool]]:
    """The outermost variable of a sum, its range, the term, and which parts of it were seen to hold the variable."""
    (variable, lower, upper), *rest = expr.limits[::-1]
    inner = expr.func(expr.function, *rest[::-1]) if rest else expr.function
    return variable, lower, upper, unshadowed(inner, variable), {}


class _Bound(Evaluator):
    """Evaluates the term of a sum at one value of its variable; what does not hold the variable is the outer one's."""

    def __init__(self, outer: Evaluator, variable: sp.Expr, value: int, holds_it: dict[sp.Expr, bool]) -> None:
        super().__init__(outer.point, outer.precision)
        self._outer, self._variable, self._holds_it = outer, variable, holds_it
        self._memo[variable] = arb(value)

    def _eval(self, expr: sp.Expr) -> arb:
        if expr not in self._holds_it:
            self._holds_it[expr] = expr.has(self._variable)
        return super()._eval(expr) if self._holds_it[expr] else self._outer._eval(expr)


def _integer_power(b: arb, n: int) -> arb:
    """``b**n``; a ball around 0 has a power too, which `arb` alone does not give."""
    if n < 0 or not b.contains(0) or b.is_zero():
        return b**n
    result, square = arb(1), b
    while n:
        if n & 1:
            result = result * square
        square, n = square * square, n >> 1
    return result


def _signs_of(condition: sp.Rel) -> SignSet:
    table = {
        sp.Gt: POSITIVE,
        sp.Ge: NONNEGATIVE,
        sp.Lt: NEGATIVE,
        sp.Le: NONPOSITIVE,
        sp.Eq: ZERO,
        sp.Ne: NONZERO,
    }
    if type(condition) not in table:
        raise Unsupported(f"the condition {condition}")
    return table[type(condition)]


def _possible(ball: arb) -> SignSet:
    if ball > 0:
        return POSITIVE
    if ball < 0:
        return NEGATIVE
    if ball.is_zero():
        return ZERO
    if ball >= 0:
        return NONNEGATIVE
    return ANY


def holds(ball: arb, signs: SignSet) -> bool:
    """Whether every number in the ball has one of the signs."""
    return _possible(ball) <= signs


def excluded(ball: arb, signs: SignSet) -> bool:
    """Whether no number in the ball has one of the signs."""
    return not (_possible(ball) & signs)


def satisfies(point: Point, constraints: Sequence[Constraint]) -> bool:
    """Whether the constraints certainly hold at the point."""
    evaluate = Evaluator(point, PRECISIONS[0])
    for constraint in constraints:
        try:
            if not holds(evaluate(constraint.expr), constraint.signs):
                return False
        except (Undefined, Unsupported):
            return False
    return True


def belongs(key: object, value: Fraction, point: Point) -> bool:
    """Whether a value lies in the domain of what it is given to: a symbol's assumptions, an index's range."""
    if isinstance(key, sp.Idx):
        try:
            evaluate = Evaluator(point, PRECISIONS[0])
            return bool(evaluate._integer(key.lower) <= value <= evaluate._integer(key.upper))
        except (Undefined, Unsupported):
            return False
    owner = key if isinstance(key, sp.Symbol) else point.owners.get(key)
    return owner is None or has_assumptions(owner, value)


@lru_cache(maxsize=2**14)
def has_assumptions(variable: sp.Expr, value: Fraction) -> bool:
    """Whether a rational has every property that a symbol or an entry is assumed to have."""
    number = sp.Rational(value.numerator, value.denominator)
    if isinstance(variable, sp.Symbol):
        return all(getattr(number, f"is_{name}") in (truth, None) for name, truth in variable.assumptions0.items())
    return all(
        getattr(variable, f"is_{name}") in (None, getattr(number, f"is_{name}"))
        for name in ("positive", "negative", "zero", "integer", "nonnegative", "nonpositive")
    )


@lru_cache(maxsize=2**14)
def _term(inner: sp.Expr, variable: sp.Expr, k: int) -> sp.Expr:
    """A term of a sum: the same sums are asked for at many points."""
    own = {
        product: _with_another(product, variable)
        for product in inner.atoms(sp.Product)
        if variable in product.variables
    }
    return term_at(inner.xreplace(own), variable, sp.Integer(k))


def _with_another(product: sp.Product, variable: sp.Expr) -> sp.Product:
    """A product over an index that runs outside of it, too, over another one."""
    fresh = sp.Idx(sp.Dummy(integer=True)) if isinstance(variable, sp.Idx) else sp.Dummy(str(variable), integer=True)
    limits = [(fresh if index == variable else index, low, high) for index, low, high in product.limits]
    return sp.Product(product.function.xreplace({variable: fresh}), *limits)


def rational_value(expr: sp.Expr, point: Point, terms: int = 2000) -> Fraction | None:
    """The exact value of a rational expression at a point; None where it has none, or sums of too many `terms`."""
    try:
        return _exactly(expr)(_Exact(point, terms))
    except (Unsupported, ZeroDivisionError, Undefined):
        return None


class _Exact:
    """Where a rational expression is evaluated, and how many terms of sums may still be."""

    def __init__(self, point: Point, terms: int) -> None:
        self.point, self.left = point, terms
        self.evaluate = Evaluator(point, PRECISIONS[0])


_STEPS: dict[Any, Callable[[Fraction], Any]] = {
    sp.Abs: abs,
    sp.sign: lambda value: (value > 0) - (value < 0),
    sp.floor: math.floor,
    sp.ceiling: math.ceil,
}
"""Functions whose values at rational numbers are rational."""
_LARGEST_POWER = 1000


def _small(exponent: Fraction) -> int:
    if exponent.denominator != 1 or abs(exponent) > _LARGEST_POWER:
        raise Unsupported(f"a power of {exponent}")
    return int(exponent)


@lru_cache(maxsize=2**14)
def _exactly(expr: sp.Expr) -> Callable[[_Exact], Fraction]:
    """What computes an expression at a point: it is taken apart once, and evaluated at many."""
    match expr:
        case sp.Rational():
            value = Fraction(int(expr.p), int(expr.q))
            return lambda at: value
        case sp.Symbol():
            return lambda at: _unknown(expr) if expr in at.point.derived else at.point.entry(expr, expr)
        case sp.Idx():
            return lambda at: at.evaluate._index(expr)
        case AppliedUndef():
            return lambda at: at.point.entry(at.evaluate._entry_key(expr), expr)
        case sp.Add():
            terms = [_exactly(a) for a in expr.args]
            return lambda at: sum((term(at) for term in terms), Fraction(0))
        case sp.Mul():
            factors = [_exactly(a) for a in expr.args]
            return lambda at: math.prod((factor(at) for factor in factors), start=Fraction(1))
        case sp.Pow() if isinstance(expr.exp, sp.Integer):
            base, power = _exactly(expr.base), int(expr.exp)
            return lambda at: base(at) ** power
        case sp.Pow() if expr.exp.is_integer:
            base, exponent = _exactly(expr.base), _exactly(expr.exp)
            return lambda at: base(at) ** _small(exponent(at))
        case sp.Abs() | sp.sign() | sp.floor() | sp.ceiling():
            inner, step = _exactly(expr.args[0]), _STEPS[expr.func]
            return lambda at: Fraction(step(inner(at)))
        case sp.Max() | sp.Min():
            several, pick = [_exactly(a) for a in expr.args], max if isinstance(expr, sp.Max) else min
            return lambda at: pick(one(at) for one in several)
        case sp.Sum():
            return _sum_exactly(expr)
        case sp.KroneckerDelta():
            return lambda at: Fraction(int(at.evaluate._integer(expr.args[0]) == at.evaluate._integer(expr.args[1])))
    return lambda at: _unknown(expr)


def _sum_exactly(expr: sp.Sum) -> Callable[[_Exact], Fraction]:
    (variable, lower, upper), *rest = expr.limits[::-1]
    inner = sp.Sum(expr.function, *rest[::-1]) if rest else expr.function

    def value(at: _Exact) -> Fraction:
        first, last = at.evaluate._integer(lower), at.evaluate._integer(upper)
        at.left -= max(last - first + 1, 0)
        if at.left < 0:
            raise Unsupported("sums of too many terms")
        return sum((_exactly(_term(inner, variable, k))(at) for k in range(first, last + 1)), Fraction(0))

    return value


def _unknown(expr: sp.Expr) -> Fraction:
    raise Unsupported(str(expr))
