"""A scale of exponentials, powers and logarithms near a point, and the series of an expression in it.

The variable is moved to ``eps -> 0+``.  A subexpression becomes a sum of terms ``c * exp(-g/eps) * eps**a * L**b`` with
``L = -log(eps)``; exponentials beat powers, powers beat logarithms.  Coefficients and exponents are expressions in the
other symbols; every comparison between them, and every claim that a leading coefficient is not zero, is derived
from the hypotheses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sympy as sp

from ...language.printing import text
from ...language.symbols import reserved
from ..sign_sets import ANY, NEGATIVE, NONZERO, POSITIVE, ZERO, SignSet, of_number
from .outcome import Proved
from .prover import Prover
from .tower import as_logarithm

EPS = reserved("eps", positive=True)
TERMS = (2, 4, 8, 14)
_GROWTHS = (2, 3, 4)


class Unclear(Exception):
    """A comparison that the hypotheses do not settle, or an expression outside the scale."""


class Faster(Unclear):
    """An exponential of another growth than linear: the scale has none, but may have one in a power of the variable."""


class Exhausted(Exception):
    """All kept terms cancelled; more are needed."""


@dataclass(frozen=True)
class Monomial:
    """``exp(-rate/eps) * eps**power * L**log``; all expressions in the other symbols."""

    rate: sp.Expr = sp.S.Zero
    power: sp.Expr = sp.S.Zero
    log: sp.Expr = sp.S.Zero

    def __mul__(self, other: Monomial) -> Monomial:
        return Monomial(
            sp.expand(self.rate + other.rate), sp.expand(self.power + other.power), sp.expand(self.log + other.log)
        )

    def __pow__(self, n: sp.Expr) -> Monomial:
        return Monomial(sp.expand(n * self.rate), sp.expand(n * self.power), sp.expand(n * self.log))


ONE = Monomial()


@dataclass(frozen=True)
class Series:
    """Terms from the dominant one down; what is dropped is bounded by the sum of the monomials in `rest`.

    `rest` holds several monomials where the hypotheses do not say which of them dominates.
    """

    terms: tuple[tuple[sp.Expr, Monomial], ...]
    rest: tuple[Monomial, ...] = ()


class Expansion:
    """Expands expressions at ``eps -> 0+`` to a number of terms."""

    def __init__(self, prover: Prover, keep: int) -> None:
        self.prover, self.keep = prover, keep
        self._signs: dict[sp.Expr, SignSet] = {}
        self._zeros: dict[sp.Expr, bool] = {}

    # -- what the hypotheses say ------------------------------------------------------------------------------

    def sign(self, expr: sp.Expr) -> SignSet:
        """The derived sign of a coefficient."""
        expr = sp.sympify(expr)
        if expr.is_Rational:
            return of_number(expr)
        if expr not in self._signs:
            found = self.prover.sign(expr)
            if found == ANY and isinstance(self.prover.prove_zero(expr), Proved):
                found = ZERO
            self._signs[expr] = found
        return self._signs[expr]

    def vanishes(self, expr: sp.Expr) -> bool:
        """Whether a coefficient is identically zero; a single point where it is not settles that it is none.

        Raises:
            Unclear: if it is zero at every point tried and no proof of that is found.
        """
        if expr.is_Rational:
            return bool(expr == 0)
        if expr not in self._zeros:
            if self.prover.refute_zero(expr, "coefficient", 40, shrink=False) is not None:
                self._zeros[expr] = False
            elif isinstance(self.prover.prove_zero(expr), Proved):
                self._zeros[expr] = True
            else:
                raise Unclear(f"whether the coefficient {text(expr)} vanishes")
        return self._zeros[expr]

    def order(self, m: Monomial) -> int:
        """-1 if the monomial tends to 0, 0 if it is 1, +1 if it tends to infinity."""
        for exponent, direction in ((m.rate, -1), (m.power, -1), (m.log, 1)):
            s = self.sign(exponent)
            if s == ZERO:
                continue
            if len(s) != 1:
                raise Unclear(f"the sign of {text(exponent)} is not derived from the hypotheses")
            return next(iter(s)) * direction
        return 0

    def larger(self, m: Monomial, n: Monomial) -> bool:
        """Whether m dominates n."""
        return self.order(m * n**-1) > 0

    def dominates(self, m: Monomial, n: Monomial) -> bool:
        """Whether m is derived to dominate n; False also where that is not settled."""
        try:
            return self.larger(m, n)
        except Unclear:
            return False

    def tidy(self, terms: Sequence[tuple[sp.Expr, Monomial]], rest: Sequence[Monomial]) -> Series:
        """Collect equal monomials, drop zeros, sort, cut; terms of unsettled order are counted among the rest."""
        groups: list[tuple[list[sp.Expr], Monomial]] = []
        for coefficient, monomial in terms:
            for coefficients, other in groups:
                if self._equal(monomial, other):
                    coefficients.append(coefficient)
                    break
            else:
                groups.append(([coefficient], monomial))
        pending = [(sp.Add(*coefficients), monomial) for coefficients, monomial in groups]
        pending = [term for term in pending if not self.vanishes(term[0])]
        bounds = list(rest)
        ordered: list[tuple[sp.Expr, Monomial]] = []
        while pending and len(ordered) < self.keep:
            for k, (_, monomial) in enumerate(pending):
                others = [n for j, (_, n) in enumerate(pending) if j != k] + bounds
                if all(self.dominates(monomial, n) for n in others):
                    ordered.append(pending.pop(k))
                    break
            else:
                break
        bounds += [m for _, m in pending]
        kept = [
            m
            for k, m in enumerate(bounds)
            if not any(self.dominates(n, m) or (n == m and j < k) for j, n in enumerate(bounds) if j != k)
        ]
        return Series(tuple(ordered), tuple(kept))

    def _equal(self, m: Monomial, n: Monomial) -> bool:
        if m == n:
            return True
        try:
            return self.order(m * n**-1) == 0
        except Unclear:
            return False

    # -- arithmetic -------------------------------------------------------------------------------------------

    def add(self, x: Series, y: Series) -> Series:
        return self.tidy([*x.terms, *y.terms], [*x.rest, *y.rest])

    def mul(self, x: Series, y: Series) -> Series:
        ours = [m for _, m in x.terms[:1]] + list(x.rest)
        theirs = [m for _, m in y.terms[:1]] + list(y.rest)
        rest = [r * m for r in x.rest for m in theirs] + [r * m for r in y.rest for m in ours]
        return self.tidy([(c * d, m * n) for c, m in x.terms for d, n in y.terms], list(dict.fromkeys(rest)))

    def lead(self, x: Series) -> tuple[sp.Expr, Monomial, Series]:
        """Leading coefficient and monomial, and the relative rest, which tends to 0."""
        if not x.terms:
            if not x.rest:
                raise Unclear("a denominator or the argument of a logarithm is identically zero")
            raise Exhausted
        c, m = x.terms[0]
        if 0 in self.sign(c):
            raise Unclear(f"missing hypothesis: {text(c)} != 0 is not derived")
        relative = Series(tuple((d / c, n * m**-1) for d, n in x.terms[1:]), tuple(r * m**-1 for r in x.rest))
        return c, m, relative

    def compose(self, small: Series, coefficient: Callable[[int], sp.Expr]) -> Series:
        """``sum_k coefficient(k) * small**k`` for a series that tends to 0."""
        total, power = Series(((coefficient(0), ONE),)), Series(((sp.S.One, ONE),))
        for k in range(1, self.keep + 2):
            power = self.mul(power, small)
            if not power.terms and not power.rest:
                return total
            scaled = Series(tuple((coefficient(k) * c, m) for c, m in power.terms), power.rest)
            total = self.add(total, scaled)
        last = self.mul(power, small)
        bounds = tuple(m for _, m in last.terms[:1]) + last.rest
        return self.add(total, Series((), bounds)) if bounds else total

    def power(self, x: Series, exponent: sp.Expr) -> Series:
        if isinstance(exponent, sp.Integer) and 0 <= exponent <= 4:
            result = Series(((sp.S.One, ONE),))
            for _ in range(int(exponent)):
                result = self.mul(result, x)
            return result
        c, m, relative = self.lead(x)
        if not isinstance(exponent, sp.Integer) and self.sign(c) != POSITIVE:
            raise Unclear(f"missing hypothesis: {text(c)} > 0 is not derived")
        tail = self.compose(relative, lambda k: sp.ff(exponent, k) / sp.factorial(k))
        return self.mul(Series(((c**exponent, m**exponent),)), tail)

    def exp(self, x: Series) -> Series:
        result = Series(((sp.S.One, ONE),))
        small: list[tuple[sp.Expr, Monomial]] = []
        for c, m in x.terms:
            order = self.order(m)
            if order < 0:
                small.append((c, m))
            elif order == 0:
                result = self.mul(result, Series(((sp.exp(c), ONE),)))
            elif m == Monomial(power=sp.S.NegativeOne):
                result = self.mul(result, Series(((sp.S.One, Monomial(rate=sp.expand(-c))),)))
            elif m == Monomial(log=sp.S.One):
                result = self.mul(result, Series(((sp.S.One, Monomial(power=sp.expand(-c))),)))
            else:
                raise Faster("an exponential of a growth that is not linear")
        if any(self.order(r) >= 0 for r in x.rest):
            raise Exhausted
        return self.mul(result, self.compose(Series(tuple(small), x.rest), lambda k: 1 / sp.factorial(k)))

    def log(self, x: Series) -> Series:
        c, m, relative = self.lead(x)
        if self.sign(c) != POSITIVE:
            raise Unclear(f"missing hypothesis: {text(c)} > 0 is not derived")
        if m.log != 0:
            raise Unclear("a logarithm of a logarithm")
        head = [(sp.log(c), ONE), (-m.power, Monomial(log=sp.S.One)), (-m.rate, Monomial(power=sp.S.NegativeOne))]
        tail = self.compose(relative, lambda k: sp.S.Zero if k == 0 else sp.Rational((-1) ** (k + 1), k))
        return self.add(self.tidy([t for t in head if t[0] != 0], ()), tail)

    # -- expressions ------------------------------------------------------------------------------------------

    def expand(self, expr: sp.Expr) -> Series:
        """The series of an expression in `EPS`."""
        if not expr.has(EPS):
            return self.tidy([(expr, ONE)], ())
        if expr == EPS:
            return Series(((sp.S.One, Monomial(power=sp.S.One)),))
        if isinstance(expr, sp.Add):
            total = self.expand(expr.args[0])
            for term in expr.args[1:]:
                total = self.add(total, self.expand(term))
            return total
        if isinstance(expr, sp.Mul):
            total = self.expand(expr.args[0])
            for factor in expr.args[1:]:
                total = self.mul(total, self.expand(factor))
            return total
        if isinstance(expr, sp.exp):
            return self.exp(self.expand(expr.args[0]))
        if isinstance(expr, sp.Pow):
            if expr.exp.has(EPS):
                if expr.base is sp.S.NegativeOne:  # of whole exponents, as is asked of what is written
                    return Series((), (ONE,))
                if not expr.base.has(EPS) and self.sign(expr.base) != POSITIVE:
                    return self._of_any_sign(expr)
                return self.exp(self.mul(self.expand(expr.exp), self.log(self.expand(expr.base))))
            return self.power(self.expand(expr.base), expr.exp)
        if isinstance(expr, sp.log):
            return self.log(self.expand(expr.args[0]))
        if isinstance(expr, sp.Abs):
            inner = self.expand(expr.args[0])
            sign = self.sign(self.lead(inner)[0])
            if sign not in (POSITIVE, NEGATIVE):
                raise Unclear(f"the sign of {text(inner.terms[0][0])} is not derived")
            return inner if sign == POSITIVE else self.mul(Series(((sp.S.NegativeOne, ONE),)), inner)
        if isinstance(expr, (sp.sinh, sp.cosh, sp.tanh, sp.coth, sp.sech, sp.csch)):
            return self.expand(expr.rewrite(sp.exp))
        if isinstance(expr, (sp.asinh, sp.acosh, sp.atanh)):
            return self.expand(as_logarithm(expr))
        if isinstance(expr, (sp.asin, sp.acos)):
            return self.expand(_as_arctangent(expr))
        if isinstance(expr, (sp.sin, sp.cos)):
            return self._sine(expr)
        if isinstance(expr, (sp.tan, sp.cot, sp.sec, sp.csc)):
            return self.expand(_as_quotient(expr))
        if isinstance(expr, sp.zeta) and len(expr.args) == 2 and not expr.args[0].has(EPS):
            return self._zeta(*expr.args)
        if isinstance(expr, sp.atan):
            return self._arctangent(expr.args[0])
        if isinstance(expr, (sp.erf, sp.erfc)):
            return self._error_function(expr)
        raise Unclear(f"{expr.func.__name__} is outside the scale of this engine")

    def _of_any_sign(self, expr: sp.Expr) -> Series:
        """``b**n`` with ``-1 < b < 1``, b of any sign or 0: less than any power of eps where n grows as a power.

        That n is a whole number where b may be negative is asked of the statement as it is written.
        """
        for gap in (1 - expr.base, 1 + expr.base):
            if self.sign(gap) != POSITIVE:
                raise Unclear(f"missing hypothesis: {text(expr.base)} > 0, or {text(gap)} > 0, is not derived")
        c, m, _ = self.lead(self.expand(expr.exp))
        if self.sign(c) != POSITIVE or m.rate != 0 or self.sign(m.power) != NEGATIVE:
            raise Unclear(f"that {text(expr.exp)} grows as a power is not derived")
        return Series((), (Monomial(power=sp.Integer(4 * self.keep)),))

    def _zeta(self, s: sp.Expr, shift: sp.Expr) -> Series:
        """Hurwitz' function far out by the formula of Euler and Maclaurin.

        For s > 1 and a positive shift the remainder after any term is smaller than the next one.
        """
        a = self.expand(shift)
        c, m, _ = self.lead(a)
        if self.order(m) <= 0 or self.sign(c) != POSITIVE:
            raise Unclear(f"that {text(shift)} tends to infinity is not derived")
        if self.sign(s - 1) != POSITIVE:
            raise Unclear(f"missing hypothesis: {text(s)} > 1 is not derived")
        wanted = [(1 / (s - 1), 1 - s), (sp.S.Half, -s)]
        for n in range(1, self.keep + 1):
            wanted.append((sp.bernoulli(2 * n) / sp.factorial(2 * n) * sp.rf(s, 2 * n - 1), 1 - s - 2 * n))
        total = Series(())
        for coefficient, exponent in wanted:
            total = self.add(total, self.mul(Series(((coefficient, ONE),)), self.power(a, exponent)))
        return self.add(total, Series((), (m ** (-1 - s - 2 * self.keep),)))

    def _arctangent(self, argument: sp.Expr) -> Series:
        """By its Taylor series at the limit of the argument, at 0 of its reciprocal where that is infinite."""
        inner = self.expand(argument)
        if inner.terms and self.order(inner.terms[0][1]) > 0:
            sign = self.sign(self.lead(inner)[0])
            if sign not in (POSITIVE, NEGATIVE):
                raise Unclear(f"the sign of {text(inner.terms[0][0])} is not derived")
            whole = Series(((sp.pi / 2 if sign == POSITIVE else -sp.pi / 2, ONE),))
            return self.add(whole, self.mul(Series(((sp.S.NegativeOne, ONE),)), self._arctangent(1 / argument)))
        return self._by_taylor(sp.atan, inner)

    def _error_function(self, expr: sp.Expr) -> Series:
        """By Taylor's series, or 1 or -1 far out: what is left there is less than ``exp(-u**2)``, and any power."""
        if isinstance(expr, sp.erfc):
            return self.expand(1 - sp.erf(expr.args[0]))
        inner = self.expand(expr.args[0])
        if not inner.terms or self.order(inner.terms[0][1]) <= 0:
            return self._by_taylor(sp.erf, inner)
        c, m, _ = self.lead(inner)
        if self.sign(c) not in (POSITIVE, NEGATIVE) or m.rate != 0 or self.sign(m.power) != NEGATIVE:
            raise Unclear(f"that {text(expr.args[0])} grows as a power is not derived")
        return Series(((sp.Integer(*self.sign(c)), ONE),), (Monomial(power=sp.Integer(4 * self.keep)),))

    def _by_taylor(self, function: type[sp.Function], inner: Series) -> Series:
        """A function that has derivatives everywhere, of what has a finite limit."""
        at = sp.Add(*(c for c, m in inner.terms if self.order(m) == 0))
        if any(self.order(r) >= 0 for r in inner.rest):
            raise Exhausted
        x = sp.Dummy()
        derivative = [function(x)]
        for _ in range(self.keep + 2):
            derivative.append(sp.together(sp.diff(derivative[-1], x)))
        small = Series(tuple((c, m) for c, m in inner.terms if self.order(m) < 0), inner.rest)
        return self.compose(small, lambda k: derivative[k].subs(x, at) / sp.factorial(k))

    def _sine(self, expr: sp.Expr) -> Series:
        inner = self.expand(expr.args[0])
        at = sp.S.Zero
        small = []
        for c, m in inner.terms:
            order = self.order(m)
            if order > 0:
                raise Unclear("a sine or cosine of something that diverges")
            if order == 0:
                at = c
            else:
                small.append((c, m))
        x = sp.Dummy()
        derivative = [expr.func(x)]
        for _ in range(self.keep + 2):
            derivative.append(sp.diff(derivative[-1], x))
        if any(self.order(r) >= 0 for r in inner.rest):
            raise Exhausted
        return self.compose(Series(tuple(small), inner.rest), lambda k: derivative[k].subs(x, at) / sp.factorial(k))


def _as_quotient(expr: sp.Expr) -> sp.Expr:
    """A tangent, cotangent, secant or cosecant by sine and cosine."""
    sine, cosine = sp.sin(expr.args[0]), sp.cos(expr.args[0])
    over = {sp.tan: (sine, cosine), sp.cot: (cosine, sine), sp.sec: (sp.S.One, cosine), sp.csc: (sp.S.One, sine)}
    above, below = over[expr.func]
    return sp.Mul(above, sp.Pow(below, -1, evaluate=False), evaluate=False)  # as SymPy would make a tangent of it


def _as_arctangent(expr: sp.Expr) -> sp.Expr:
    """An arc sine or cosine between its ends, -1 and 1, of which one may be the limit of what it is taken of."""
    x = expr.args[0]
    return sp.atan(x / sp.sqrt(1 - x**2)) if isinstance(expr, sp.asin) else 2 * sp.atan(sp.sqrt((1 - x) / (1 + x)))


def by_series(prover: Prover, moved: sp.Expr) -> tuple[sp.Expr, sp.Expr] | str:
    """The limit at ``eps -> 0+`` and the leading coefficient, or what keeps it from being found.

    Where exponentials grow as ``exp(1/eps**k)``, eps is put for ``eps**k``, which tends to 0 as it does.
    """
    try:
        return _in_the_scale(prover, moved)
    except Faster as problem:
        for k in _GROWTHS:
            try:
                return _in_the_scale(prover, moved.xreplace({EPS: EPS ** sp.Rational(1, k)}))
            except Faster:
                continue
        return str(problem)


def _in_the_scale(prover: Prover, moved: sp.Expr) -> tuple[sp.Expr, sp.Expr] | str:
    for keep in TERMS:
        expansion = Expansion(prover, keep)
        try:
            series = expansion.expand(moved)
            if not series.terms and series.rest:
                if any(expansion.order(r) >= 0 for r in series.rest):
                    continue
                found: sp.Expr = sp.S.Zero
            else:
                found = value_of(expansion, series)
        except Exhausted:
            continue
        except Faster:
            raise
        except Unclear as problem:
            return str(problem)
        return found, (series.terms[0][0] if series.terms else sp.S.Zero)
    return "the terms kept all cancel"


def eventually(prover: Prover, moved: sp.Expr, signs: SignSet) -> bool:
    """Whether an expression in `EPS` has one of `signs` for every small enough value of it."""
    if signs == ANY:
        return True
    for keep in TERMS:
        expansion = Expansion(prover, keep)
        try:
            series = expansion.expand(moved)
            if not series.terms and not series.rest:
                return 0 in signs
            return expansion.sign(expansion.lead(series)[0]) <= signs - {0}
        except Exhausted:
            continue
        except Unclear:
            return False
    return False


def value_of(expansion: Expansion, series: Series) -> sp.Expr:
    """The limit of a series; `zoo` where it is infinite, and of which sign is not known."""
    if not series.terms:
        return sp.S.Zero
    c, m = series.terms[0]
    order = expansion.order(m)
    if order < 0:
        return sp.S.Zero
    if order == 0:
        if any(expansion.order(r) >= 0 for r in series.rest):
            raise Exhausted
        return c
    sign = expansion.sign(c)
    if sign == POSITIVE:
        return sp.oo
    if sign == NEGATIVE:
        return -sp.oo
    if sign <= NONZERO:
        return sp.zoo
    raise Unclear(f"missing hypothesis: {text(c)} != 0 is not derived, so that the growth is not known")
