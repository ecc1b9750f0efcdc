"""Ball arithmetic: the value of an expression at a rational point, with a rigorous error bound.

A `Point` gives exact rationals to symbols, and, lazily, to the entries of trajectories and families and to
their derivatives, which a statement treats as independent quantities.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

import flint
import sympy as sp
from flint import arb, fmpq
from sympy.core.function import AppliedUndef

from ...language.binders import term_at, unshadowed
from ...language.written import Written
from ..domain import ANY, NEGATIVE, NONNEGATIVE, NONZERO, POSITIVE, Constraint, Contradiction, Domain

PRECISIONS = (128, 256)
_KNOWN = (  # functions of one variable, by the same names in Arb
    "exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "coth", "asin", "acos", "atan", "asinh", "acosh", "atanh",
    "gamma", "erf", "erfc",
)  # fmt: skip
_MOVABLE = 6  # entries that are tried to make an equality hold
_POOLS: tuple[tuple[Fraction, ...], ...] = (
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
        self._random = random.Random(seed)
        self._pool = _POOLS[min(level, len(_POOLS) - 1)]
        self.sparse = False  # whether most of what is drawn is 0, where its domain has it

    def copy(self) -> Point:
        """A point with the same values, and the same draws to come."""
        twin = Point(self.values)
        twin._random.setstate(self._random.getstate())
        twin._pool, twin.owners, twin.derived = self._pool, self.owners, dict(self.derived)
        twin.sparse = self.sparse
        return twin

    def entry(self, key: object, of: sp.Expr | None = None) -> Fraction:
        """The value of an entry or of a symbol not mentioned by any hypothesis; drawn once in its domain, then kept."""
        if key not in self.values:
            for _ in range(100):
                value = self._random.choice(self._pool)
                value = value if self._random.random() < 0.6 else -value
                if self.sparse and self._random.random() < 0.8:
                    value = Fraction(0)
                if of is None or _has_assumptions(of, value):
                    break
            else:
                raise Undefined(f"no value was drawn in the domain of {of}")
            self.values[key] = value
            if of is not None:
                self.owners[key] = of
        return self.values[key]

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
            case sp.Sum():
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
        if name == "factorial":
            return (arguments[0] + 1).gamma()
        if name in _KNOWN and len(arguments) == 1:
            return getattr(arguments[0], name)()
        raise Unsupported(f"{name} is not known to ball arithmetic")

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
        name, indices, now = entry.func.__name__, [], False
        for a in entry.args:
            if isinstance(a, (sp.Idx, sp.Integer)) or a.is_integer:
                indices.append(self._integer(a))
            elif isinstance(a, sp.Symbol):
                now = now or self.point.values.get(a) == 0
            else:
                raise Unsupported(f"{entry}, a trajectory at a time that is not a symbol")
        if now and (name, *indices, 0) in self.point.values:
            raise Undefined(f"{entry} and its initial value are one at time 0")
        return (name, *indices)

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
        if (n := e.unique_fmpz()) is not None:
            if int(n) < 0 and b.contains(0):
                raise Undefined(f"division by {base}, which is or may be zero")
            return _integer_power(b, int(n))
        if not b > 0:
            raise Undefined(f"the power {expr} of a base that is not positive")
        return (e * b.log()).exp()

    def _sum(self, expr: sp.Sum) -> arb:
        (variable, lower, upper), *rest = expr.limits[::-1]
        inner = sp.Sum(expr.function, *rest[::-1]) if rest else expr.function
        if upper is sp.oo:
            raise Unsupported("an infinite sum")
        low, high = self._integer(lower), self._integer(upper)
        if high - low > 2000:
            raise Unsupported("a sum of more than 2000 terms")
        value = arb(0)
        inner = unshadowed(inner, variable)
        holds_it: dict[sp.Expr, bool] = {}
        for k in range(low, high + 1):
            value = value + self._term(inner, variable, k, holds_it)
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


def _signs_of(condition: sp.Rel) -> frozenset[int]:
    table = {
        sp.Gt: POSITIVE,
        sp.Ge: NONNEGATIVE,
        sp.Lt: NEGATIVE,
        sp.Le: frozenset({-1, 0}),
        sp.Eq: frozenset({0}),
        sp.Ne: NONZERO,
    }
    if type(condition) not in table:
        raise Unsupported(f"the condition {condition}")
    return table[type(condition)]


def _possible(ball: arb) -> frozenset[int]:
    if ball > 0:
        return POSITIVE
    if ball < 0:
        return NEGATIVE
    if ball.is_zero():
        return frozenset({0})
    if ball >= 0:
        return NONNEGATIVE
    return ANY


def holds(ball: arb, signs: frozenset[int]) -> bool:
    """Whether every number in the ball has one of the signs."""
    return _possible(ball) <= signs


def excluded(ball: arb, signs: frozenset[int]) -> bool:
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


def admits(domain: Domain, point: Point) -> bool:
    """Whether every hypothesis certainly holds at the point; one about every entry, at every entry."""
    if not domain.every:
        return satisfies(point, domain.constraints)
    sizes = [v for v in domain.variables if v in point.values and v.is_integer and v not in domain.definitions]
    sized = domain.sized({v: int(point.entry(v, v)) for v in sizes})
    return sized is not None and satisfies(point, sized.constraints)


def points(domain: Domain, *, limit: int = 200, seed: int = 0) -> Iterator[Point]:
    """Rational points inside the hypotheses, the simplest first.

    Entries that no hypothesis mentions are drawn as they are needed; symbols that hypotheses define (``S_0`` as a sum)
    are computed, so that every equality holds exactly.

    Raises:
        Contradiction: if the hypotheses contradict each other, whatever integers there are among the variables.
    """
    integers = [v for v in domain.variables if v.is_integer and v not in domain.definitions]
    source = random.Random(seed)
    yielded = tried = 0
    while yielded < limit and tried < 12 * limit + 50:
        level = 0 if tried < 12 else (1 if tried < 60 else source.choice((1, 2, 2, 3) if yielded else (0, 0, 1, 2, 3)))
        tried += 1
        fixed = _integers(domain, integers, source, tried, far=tried > 60 and tried % 2 == 0 and not yielded)
        sized = domain.sized(fixed)
        if sized is None:
            continue
        try:
            choices = sized.parametrisations(fixed, limit=4, for_points=True)
        except Contradiction:
            if integers:
                continue  # these integers are none of the domain; others may be
            raise
        chosen = choices[0] if tried < 12 or len(choices) == 1 else source.choice(choices)
        pool = _POOLS[level]
        slack_values = {s: _slack_value(signs, pool, source, first=tried == 1) for s, signs in chosen.slacks.items()}
        point = _place(sized, chosen.values, slack_values, fixed, tried + 1000 * seed, level)
        if point is not None:
            point.sparse = tried > 12 and tried % 8 == 5
            yielded += 1
            yield point


def _place(
    domain: Domain,
    values: Mapping[sp.Expr, sp.Expr],
    slack_values: Mapping[sp.Symbol, Fraction],
    fixed: Mapping[sp.Expr, int],
    seed: int,
    level: int,
) -> Point | None:
    exact = {s: sp.Rational(v.numerator, v.denominator) for s, v in slack_values.items()}
    owners: dict[object, sp.Expr] = {}
    placed: dict[sp.Expr, Fraction] = {v: Fraction(k) for v, k in fixed.items()}
    for variable, expr in values.items():
        number = expr.xreplace(exact)
        if not isinstance(number, sp.Rational):
            return None
        key: object = (
            (variable.func.__name__, *[int(a) for a in variable.args if isinstance(a, sp.Integer)])
            if isinstance(variable, AppliedUndef)
            else variable
        )
        placed[key] = Fraction(int(number.p), int(number.q))
        owners[key] = variable
    point = Point(placed, seed, level)
    point.owners.update(owners)
    if not (define(domain, point) or (_meet(domain.equalities, point, set(placed)) and define(domain, point))):
        return None
    for variable in domain.variables:
        value = placed.get(variable, point.values.get(variable))
        if value is not None and not belongs(variable, value, point):
            return None
    return point if satisfies(point, domain.constraints) else None


def belongs(key: object, value: Fraction, point: Point) -> bool:
    """Whether a value lies in the domain of what it is given to: a symbol's assumptions, an index's range."""
    if isinstance(key, sp.Idx):
        try:
            evaluate = Evaluator(point, PRECISIONS[0])
            return bool(evaluate._integer(key.lower) <= value <= evaluate._integer(key.upper))
        except (Undefined, Unsupported):
            return False
    owner = key if isinstance(key, sp.Symbol) else point.owners.get(key)
    return owner is None or _has_assumptions(owner, value)


def _has_assumptions(variable: sp.Expr, value: Fraction) -> bool:
    """Whether a rational has every property that a symbol or an entry is assumed to have."""
    number = sp.Rational(value.numerator, value.denominator)
    if isinstance(variable, sp.Symbol):
        return all(getattr(number, f"is_{name}") in (truth, None) for name, truth in variable.assumptions0.items())
    return all(
        getattr(variable, f"is_{name}") in (None, getattr(number, f"is_{name}"))
        for name in ("positive", "negative", "zero", "integer", "nonnegative", "nonpositive")
    )


def define(domain: Domain, point: Point) -> bool:
    """Compute the symbols that equalities define; one without a rational value is evaluated wherever it is used.

    False where a symbol has no value, or none in its own domain, or where another equality does not hold exactly.
    """
    pending = dict(domain.definitions)
    point.derived = {}
    for _ in range(len(pending) + 1):
        for symbol, expr in list(pending.items()):
            if expr.free_symbols & set(pending):
                continue
            value = rational_value(expr, point)
            if value is not None:
                point.values[symbol] = value
            elif symbol in domain.plain and not symbol.is_integer:
                point.values.pop(symbol, None)
                point.derived[symbol] = expr
                try:
                    ball = Evaluator(point, PRECISIONS[0])(symbol)
                except (Undefined, Unsupported):
                    return False
                if (own := domain.sign_of_variable(symbol)) != ANY and not holds(ball, own):
                    return False
            else:
                return False
            del pending[symbol]
    return not pending and all(rational_value(e, point) == 0 for e in domain.equalities)


def _meet(equalities: Sequence[sp.Expr], point: Point, placed: set[object]) -> bool:
    """Move one entry of each equality that fails, ``sum_k b[k] u[k] = 0`` say, to where it holds.

    The entry is none of `placed`, and the equality is affine in it.  False where there is no such entry.
    """
    for equality in equalities:
        value = rational_value(equality, point)
        if value is None:
            return False
        watched = Watched(point)
        rational_value(equality, watched)
        movable = sorted((k for k in watched.asked - placed if isinstance(k, tuple)), key=str)[:_MOVABLE]
        if value != 0 and not any(_moved(equality, point, key) for key in movable):
            return False
        placed = placed | watched.asked
    return True


def _moved(equality: sp.Expr, point: Point, key: object) -> bool:
    """Give an entry a rational value at which an equality holds, if the equality is of second degree in it, or less."""
    drawn = point.values[key]
    images = []
    for trial in range(4):
        point.values[key] = Fraction(trial)
        if (image := rational_value(equality, point)) is None:
            break
        images.append(image)
    for root in _roots(images):
        point.values[key] = root
        if belongs(key, root, point):
            return True
    point.values[key] = drawn
    return False


def _roots(images: Sequence[Fraction]) -> Iterator[Fraction]:
    """The rational roots of the polynomial of degree 1 or 2 that has these values at 0, 1, 2 and 3, if one has."""
    if len(images) < 4 or images[3] - 3 * images[2] + 3 * images[1] - images[0] != 0:
        return
    square = (images[2] - 2 * images[1] + images[0]) / 2
    slope = images[1] - images[0] - square
    if square == 0:
        if slope != 0:
            yield -images[0] / slope
        return
    discriminant = slope * slope - 4 * square * images[0]
    if discriminant >= 0:
        root = Fraction(math.isqrt(discriminant.numerator), math.isqrt(discriminant.denominator))
        if root * root == discriminant:
            yield from ((-slope + sign * root) / (2 * square) for sign in (1, -1))


@lru_cache(maxsize=2**14)
def _term(inner: sp.Expr, variable: sp.Expr, k: int) -> sp.Expr:
    """A term of a sum: the same sums are asked for at many points."""
    return term_at(inner, variable, sp.Integer(k))


def rational_value(expr: sp.Expr, point: Point, terms: int = 2000) -> Fraction | None:
    """The exact value of a rational expression at a point; None where it has none, or sums of too many `terms`."""
    evaluate = Evaluator(point, PRECISIONS[0])
    left = terms

    def exact(e: sp.Expr) -> Fraction:
        nonlocal left
        match e:
            case sp.Rational():
                return Fraction(int(e.p), int(e.q))
            case sp.Symbol() if e not in point.derived:
                return point.entry(e, e)
            case sp.Idx():
                return evaluate._index(e)
            case AppliedUndef():
                return point.entry(evaluate._entry_key(e), e)
            case sp.Add():
                return sum((exact(a) for a in e.args), Fraction(0))
            case sp.Mul():
                value = Fraction(1)
                for a in e.args:
                    value *= exact(a)
                return value
            case sp.Pow() if isinstance(e.exp, sp.Integer):
                return exact(e.base) ** int(e.exp)
            case sp.Sum():
                (variable, lower, upper), *rest = e.limits[::-1]
                inner = sp.Sum(e.function, *rest[::-1]) if rest else e.function
                bounds = (evaluate._integer(lower), evaluate._integer(upper))
                left -= max(bounds[1] - bounds[0] + 1, 0)
                if left < 0:
                    raise Unsupported(f"sums of more than {terms} terms")
                return sum((exact(_term(inner, variable, k)) for k in range(bounds[0], bounds[1] + 1)), Fraction(0))
            case sp.KroneckerDelta():
                i, j = (evaluate._integer(x) for x in e.args)
                return Fraction(int(i == j))
        raise Unsupported(str(e))

    try:
        return exact(expr)
    except (Unsupported, ZeroDivisionError, Undefined):
        return None


def _integers(
    domain: Domain, variables: Sequence[sp.Expr], source: random.Random, tried: int, far: bool
) -> dict[sp.Expr, int]:
    """Values for the integers among the variables, one after the other, each from its lower bound on.

    A bound is a constraint that is linear in the variable and contains beside it only those that have a value.  With
    `far`, large integers are among them: other hypotheses may ask for these.  So they are at each fourth point, but for
    sizes: a polynomial may vanish at the first integers, and sums of many entries are long.
    """
    fixed: dict[sp.Expr, int] = {}
    sizes = domain.sizes
    for variable in variables:
        low, high = _bounds(domain, variable, fixed)
        if far and high is None:
            beyond = (0, 1, 2, 4, 6, 8, 10, 15, 20, 50, 100, 1000)
            value = (low or 0) + source.choice(beyond[:8] if variable in sizes else beyond)
        elif tried > 30 and tried % 4 == 0 and high is None and variable not in sizes:
            sign = 1 if low is not None else source.choice((1, -1))
            value = (low or 0) + sign * source.choice((5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 30, 50, 100, 1000))
        elif low is None or (low <= 1 and (high is None or high > 5)):
            value = _integer_for(variable, source, tried)
        else:
            value = low + (1 if tried <= 2 else source.choice((0, 1, 1, 2, 2, 3, 4)))
        fixed[variable] = value if high is None or (low is None and value <= high) else min(value, high)
    return fixed


def _bounds(domain: Domain, variable: sp.Expr, fixed: Mapping[sp.Expr, int]) -> tuple[int | None, int | None]:
    """The least and the greatest value of an integer variable, as far as linear constraints tell."""
    known = {v: sp.Integer(k) for v, k in fixed.items()}
    low = 1 if variable.is_positive else 0 if variable.is_nonnegative else None
    high = -1 if variable.is_negative else 0 if variable.is_nonpositive else None
    for constraint in domain.constraints:
        if constraint.signs not in (POSITIVE, NONNEGATIVE):
            continue
        expr = constraint.expr.xreplace(known)
        if expr.free_symbols != {variable} or expr.atoms(AppliedUndef, sp.Sum):
            continue
        slope = sp.diff(expr, variable)
        if not slope.is_Rational or slope == 0:
            continue
        end = -expr.xreplace({variable: sp.S.Zero}) / slope  # the expression is slope * (variable - end)
        if not end.is_Rational:
            continue
        strict = constraint.signs == POSITIVE
        if slope > 0:
            least = int(sp.floor(end)) + 1 if strict else int(sp.ceiling(end))
            low = least if low is None else max(low, least)
        else:
            most = int(sp.ceiling(end)) - 1 if strict else int(sp.floor(end))
            high = most if high is None else min(high, most)
    return low, high


def _integer_for(variable: sp.Expr, source: random.Random, tried: int) -> int:
    if variable.is_positive:
        return 2 if tried <= 2 else source.choice((1, 2, 2, 3, 3, 4, 5))
    if variable.is_nonnegative:
        return source.choice((0, 1, 2, 3))
    return source.choice((-2, -1, 0, 1, 2, 3))


def _slack_value(signs: frozenset[int], pool: Sequence[Fraction], source: random.Random, first: bool) -> Fraction:
    if first:
        return Fraction(1)
    if signs == POSITIVE:
        return source.choice(pool)
    if signs == NONNEGATIVE:
        return Fraction(0) if source.random() < 0.1 else source.choice(pool)
    value = source.choice(pool)
    if 0 in signs and source.random() < 0.1:
        return Fraction(0)
    return value if source.random() < 0.5 else -value
