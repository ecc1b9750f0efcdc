"""Leading terms of expressions near 0 from above, each with a proof: the parts first, then what they make.

The variable of the limit is written in a small positive one, such as ``1/e`` for a variable that tends to infinity.
Every subexpression becomes a function with a name and a fact: it is a monomial of the scale times something that tends
to a known coefficient.  Where leading terms cancel, `Expander` keeps more of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import sympy as sp

from ...exact.scale import Monomial
from ...sign_sets import POSITIVE
from ..terms import _is_inverse
from ..theorems.limits import Approach
from .base import NoProof
from .scales import INVERSE, ONE, Scale


@dataclass(frozen=True)
class Lead:
    """``function e = monomial e * u e`` where u tends to a coefficient, which may be 0.

    Attributes:
        function: its name.
        monomial: the order of it.
        raw: the coefficient, as the lemmas give it, not simplified.
        value: the same, as SymPy has it.
        fact: the name of the proof.
    """

    function: str
    monomial: Monomial
    raw: sp.Expr
    value: sp.Expr
    fact: str


_WORDS = re.compile(r"\w+")


class Leading:
    """Leading terms of the parts of expressions in one variable."""

    def __init__(self, scale: Scale, approach: Approach) -> None:
        self.scale, self.approach = scale, approach
        self.context, self.x = scale.context, approach.variable
        self.small = scale.name("eps")
        self._leads: dict[sp.Basic, Lead] = {}
        self._functions: dict[sp.Basic, str] = {}
        self.made: list[str] = []
        self._inside: dict[str, set[str]] = {}  # the functions that show when one is unfolded, itself among them

    # -- functions -------------------------------------------------------------------------------------------------

    @property
    def moved(self) -> str:
        """The variable, in the small one."""
        match self.approach.to:
            case sp.oo:
                return f"/ {self.small}"
            case to if to == -sp.oo:
                return f"- / {self.small}"
        return f"{self.context.text(self.approach.to)} {self.approach.side} {self.small}"

    def define(self, body: str, stem: str = "fn") -> str:
        """Names a function of the small variable."""
        name = self.scale.name(stem)
        self.made.append(name)
        inside = [f for f in _WORDS.findall(body) if f in self._inside]
        self._inside[name] = {name}.union(*(self._inside[f] for f in inside))
        self.scale.lines.append((name, f"pose ({name} := fun {self.small} : R => {body})."))
        return name

    def function(self, expr: sp.Basic) -> str:
        """The name of an expression as a function of the small variable."""
        if expr not in self._functions:
            text = self.context.text(expr)
            name = self.approach.name
            body = f"(fun {name} : R => {text}) ({self.moved})" if expr.has(self.x) else text
            self._functions[expr] = self.define(body)
        return self._functions[expr]

    def record(
        self, function: str, monomial: Monomial, raw: sp.Expr, lemma: str, rest: str = "", value: sp.Expr | None = None
    ) -> Lead:
        """States a leading term, proved by a lemma and scripts for what it leaves."""
        if value is None:
            value = _evaluated(raw)
        value = self.scale.settled(value)
        written = raw
        if value.is_Rational and value != raw:
            proof = f"apply (dev_eq _ _ _ {self.context.text(raw)}). {{ {self._number(raw, value)} }} "
            written = value
        else:
            proof = ""
        fact = self.scale.state(
            f"Lead {function} {self.scale.text(monomial)} {self.context.text(written)}",
            f"{proof}refine ({lemma}). {rest}",
            "led",
        )
        return Lead(function, monomial, written, value, fact)

    def _number(self, raw: sp.Expr, value: sp.Expr) -> str:
        """A script that closes ``raw = value``, where the value is simpler."""
        if isinstance(raw, sp.Pow) and raw.base == 1 and raw.exp.is_Rational and raw.exp.q == 2:
            return "exact sqrt_1." if raw.exp == sp.Rational(1, 2) else "rewrite sqrt_1; ring."
        if isinstance(raw, sp.exp) and raw.args[0] == 0:
            return "exact exp_0."
        if isinstance(raw, sp.log) and raw.args[0] == 1:
            return "exact ln_1."
        if isinstance(raw, sp.Pow) and raw.base == 1 and not raw.exp.is_Integer:
            return "exact (power_1 _)."
        plain = all(a.is_Rational for a in raw.atoms()) and not raw.has(sp.exp, sp.log)
        if plain and all(p.exp.is_Integer for p in raw.atoms(sp.Pow)):
            return "clear; lra." if all(p.exp == 1 for p in raw.atoms(sp.Pow)) else "field."
        return self.scale.equal(raw, value)

    # -- leading terms ---------------------------------------------------------------------------------------------

    def lead(self, expr: sp.Basic) -> Lead:
        """The leading term of an expression; its coefficient may be 0, where more terms would be needed."""
        if expr not in self._leads:
            self._leads[expr] = self._lead(sp.sympify(expr))
        return self._leads[expr]

    def nonzero(self, expr: sp.Basic) -> Lead:
        """The leading term of an expression, with a coefficient that is not 0."""
        found = self.lead(expr)
        if self.scale.vanishes(found.value):
            found = self.expanded(expr)
        return found

    def quotient(self, above: sp.Expr, below: sp.Expr) -> Lead:
        """The leading term of a quotient that SymPy must not simplify."""
        top, bottom = self.lead(above), self.nonzero(below)
        function = self.define(f"{top.function} {self.small} / {bottom.function} {self.small}")
        return self._quotient(top, bottom, function)

    def finite(self, expr: sp.Expr) -> Lead:
        """The leading term of an expression with a finite limit, where those of its parts cancel."""
        raise NoProof(f"leading terms cancel in {expr}")

    def expanded(self, expr: sp.Basic) -> Lead:
        """The leading term where those of the parts cancel."""
        raise NoProof(f"leading terms cancel in {expr}")

    def circular(self, expr: sp.Expr) -> Lead:
        """The leading term of a sine or a cosine."""
        raise NoProof(f"the limit of {type(expr).__name__} is not treated")

    def _lead(self, expr: sp.Basic) -> Lead:
        if not expr.has(self.x):
            return self._constant(expr)
        match expr:
            case sp.Symbol():
                return self._variable(expr)
            case sp.Add():
                total = self.lead(expr.args[0])
                for k, term in enumerate(expr.args[1:], start=2):
                    total = self._plus(total, self.lead(term), self._name_of(expr, k))
                return total
            case sp.Mul():
                return self._product(expr)
            case sp.Pow() if expr.base is not sp.E:
                return self._power(expr)
            case sp.exp():
                return self._exp(expr)
            case sp.log():
                return self._log(expr)
            case sp.cosh() | sp.sinh() | sp.tanh():
                return self._hyperbolic(expr)
            case sp.cos() | sp.sin():
                return self.circular(expr)
        raise NoProof(f"the limit of {type(expr).__name__} is not treated")

    def _constant(self, expr: sp.Expr) -> Lead:
        text = self.context.text(expr)
        if not _is_inverse(expr):
            return self.record(self.function(expr), ONE, expr, f"lead_const {text}", value=expr)
        raw = sp.Mul(1, expr, evaluate=False)  # a quotient, so that it stays one in products
        return self.record(self.function(expr), ONE, raw, f"lead_const_eq {text} _ _", "unfold Rdiv; ring.", value=expr)

    def _name_of(self, expr: sp.Expr, count: int) -> str:
        """The function of a sum's (or a product's) first parts."""
        if count == len(expr.args):
            return self.function(expr)
        return self.function(type(expr)(*expr.args[:count], evaluate=False))

    def _variable(self, expr: sp.Symbol) -> Lead:
        to, f = self.approach.to, self.function(expr)
        if to is sp.oo:
            return self.record(f, INVERSE, sp.S.One, "lead_inv_e")
        if to == -sp.oo:
            return self.record(f, INVERSE, sp.S.NegativeOne, "lead_ninv_e")
        point = self.context.text(to)
        if to == 0:
            sign = "above" if self.approach.side == "+" else "under"
            raw = sp.S.One if sign == "above" else sp.S.NegativeOne
            return self.record(f, Monomial(power=sp.S.One), raw, f"lead_{sign}_0")
        return self.record(f, ONE, to, f"lead_{'above' if self.approach.side == '+' else 'under'} {point}", value=to)

    def _plus(self, x: Lead, y: Lead, function: str) -> Lead:
        order = self.scale.compare(x.monomial, y.monomial)
        facts = f"{x.fact} {y.fact}"
        if order == 0:
            if x.monomial != y.monomial:
                raise NoProof("two monomials are equal in two forms")
            raw = sp.Add(x.raw, y.raw, evaluate=False)
            value = sp.Add(x.value, y.value)
            if value != 0 and not value.is_Rational and self.scale.vanishes(value):
                value = sp.S.Zero
            return self.record(function, x.monomial, raw, f"lead_plus {facts}", value=value)
        if order > 0:
            small, large, lemma = y, x, "lead_plus_l"
        else:
            small, large, lemma = x, y, "lead_plus_r"
        below = self.scale.below(small.monomial, large.monomial)
        return self.record(function, large.monomial, large.raw, f"{lemma} {below} {facts}", value=large.value)

    def _product(self, expr: sp.Mul) -> Lead:
        above = [a for a in expr.args if not _is_inverse(a)]
        below = [sp.Pow(a.base, -a.exp) for a in expr.args if _is_inverse(a)]
        if not below:
            return self._times(above)
        top = self._times(above) if above else self.lead(sp.S.One)
        return self._quotient(top, self._times(below, nonzero=True), self.function(expr))

    def _times(self, factors: list[sp.Expr], *, nonzero: bool = False) -> Lead:
        still = 0  # the factors before the first that moves are one constant
        while still < len(factors) and not factors[still].has(self.x):
            still += 1
        get = self.nonzero if nonzero else self.lead
        if still:
            head = sp.Mul(*factors[:still], evaluate=False) if still > 1 else factors[0]
            total = get(head)
            if nonzero and still > 1:
                self.scale.knows(head, "<>")
        else:
            total, still = get(factors[0]), 1
        for k in range(still, len(factors)):
            part = sp.Mul(*factors[: k + 1], evaluate=False)
            total = self._pair(total, get(factors[k]), self.function(part))
        return total

    def _pair(self, x: Lead, y: Lead, function: str) -> Lead:
        whole = x.monomial * y.monomial
        raw = sp.Mul(x.raw, y.raw, evaluate=False)
        lemma = f"lead_mult _ _ _ {x.fact} {y.fact}"
        return self.record(
            function, whole, raw, lemma, self.scale.sums(x.monomial, y.monomial, whole), x.value * y.value
        )

    def _quotient(self, x: Lead, y: Lead, function: str) -> Lead:
        whole = x.monomial * y.monomial**-1
        nonzero = self.scale.knows(y.raw, "<>")
        raw = _over(x.raw, y.raw)
        rest = self.scale.exponents(
            [
                (_minus(getattr(x.monomial, p), getattr(y.monomial, p)), getattr(whole, p))
                for p in ("rate", "power", "log")
            ]
        )
        lemma = f"lead_div _ _ _ {nonzero} {x.fact} {y.fact}"
        return self.record(function, whole, raw, lemma, rest, x.value / y.value)

    def _power(self, expr: sp.Pow) -> Lead:
        base, exponent = expr.args
        function = self.function(expr)
        if exponent.has(self.x):
            return self._moving_power(exponent, sp.log(base), function)
        if _is_inverse(expr):
            inside = self.nonzero(sp.Pow(base, -exponent))
            return self._inverse(inside, function)
        if exponent == sp.Rational(1, 2):
            return self._root(self.lead(base), function)
        if exponent.is_Rational and exponent.q == 2 and exponent > 0:
            return self._integer_power(self.lead(sp.sqrt(base)), sp.Integer(exponent.p), function)
        if exponent.is_integer and exponent.is_nonnegative:
            return self._integer_power(self.lead(base), exponent, function)
        return self._real_power(self.nonzero(base), exponent, function)

    def _inverse(self, x: Lead, function: str) -> Lead:
        whole = x.monomial**-1
        rest = self.scale.exponents(
            [(sp.Mul(-1, getattr(x.monomial, p), evaluate=False), getattr(whole, p)) for p in ("rate", "power", "log")]
        )
        nonzero = self.scale.knows(x.raw, "<>")
        return self.record(
            function,
            whole,
            _over(sp.S.One, x.raw),
            f"lead_over _ _ _ {nonzero} {x.fact}",
            rest,
            1 / x.value,
        )

    def _root(self, x: Lead, function: str) -> Lead:
        half = sp.Rational(1, 2)
        whole = x.monomial**half
        pairs = [(_over(getattr(x.monomial, p), sp.Integer(2)), getattr(whole, p)) for p in ("rate", "power", "log")]
        raw = sp.Pow(x.raw, half, evaluate=False)
        return self.record(
            function, whole, raw, f"lead_sqrt _ _ _ {x.fact}", self.scale.exponents(pairs), sp.sqrt(x.value)
        )

    def _integer_power(self, x: Lead, n: sp.Expr, function: str) -> Lead:
        whole = x.monomial**n
        parts = [getattr(x.monomial, p) for p in ("rate", "power", "log")]
        pairs = [
            (sp.Mul(n, p, evaluate=False), getattr(whole, q))
            for p, q in zip(parts, ("rate", "power", "log"), strict=False)
        ]
        power = self.context.translate.natural(n)
        raw = sp.Pow(x.raw, n, evaluate=False)
        simple = "all: simpl INR. " if n.is_Integer else ""
        lemma = f"lead_pow {power} _ _ _ {x.fact}"
        return self.record(function, whole, raw, lemma, simple + self.scale.exponents(pairs), x.value**n)

    def _real_power(self, x: Lead, p: sp.Expr, function: str) -> Lead:
        if self.scale.sign(x.value) != POSITIVE:
            raise NoProof(f"that {x.value} is positive is not known")
        whole = x.monomial**p
        names = ("rate", "power", "log")
        pairs = [(sp.Mul(p, getattr(x.monomial, q), evaluate=False), getattr(whole, q)) for q in names]
        positive = self.scale.knows(x.raw, "<")
        if x.value == 1:
            lemma = f"lead_power_1 {self.context.text(p)} _ _ _ {x.fact}"
            return self.record(function, whole, sp.S.One, lemma, self.scale.exponents(pairs))
        lemma = f"lead_power {self.context.text(p)} {positive} _ _ _ {x.fact}"
        return self.record(
            function, whole, sp.Pow(x.raw, p, evaluate=False), lemma, self.scale.exponents(pairs), x.value**p
        )

    def _exp(self, expr: sp.exp) -> Lead:
        return self._exp_of(expr.args[0], self.function(expr))

    def _exp_of(self, inside: sp.Expr, function: str, inner: str = "") -> Lead:
        if (line := self._line(inside)) is not None:
            return self._exp_linear(inner or self.function(inside), *line, function)
        if inner:
            raise NoProof("a hyperbolic function of something that is no line")
        return self._exp_lead(self.lead(inside), inside, function)

    def _moving_power(self, exponent: sp.Expr, log: sp.Expr, function: str) -> Lead:
        """A power with an exponent that moves: the exponential of it times the logarithm, in this order in Coq."""
        inside = sp.Mul(exponent, log, evaluate=False)
        inner = self.define(f"{self.function(exponent)} {self.small} * {self.function(log)} {self.small}")
        if (line := self._line(inside)) is not None:
            return self._exp_linear(inner, *line, function)
        return self._exp_lead(self._pair(self.lead(exponent), self.lead(log), inner), inside, function, inner)

    def _exp_lead(self, x: Lead, inside: sp.Expr, function: str, inner: str = "") -> Lead:
        order = self.scale.order(x.monomial)
        if order < 0:
            below = self.scale.below(x.monomial, ONE)
            return self.record(function, ONE, sp.S.One, f"lead_exp_small {below} {x.fact}")
        if order == 0:
            return self.record(
                function, ONE, sp.exp(x.raw, evaluate=False), f"lead_exp0 {x.fact}", value=sp.exp(x.value)
            )
        return self.growing(inside, function, inner)

    def growing(self, inside: sp.Expr, function: str, inner: str) -> Lead:
        """The exponential of something that tends to infinity, and is no line."""
        raise NoProof(f"exp({inside}) grows in a way that is not treated")

    def _line(self, inside: sp.Expr) -> tuple[sp.Expr, sp.Expr] | None:
        """The slope in ``1/e`` and the rest, if the expression is linear in the variable, which tends to infinity."""
        if self.approach.to not in (sp.oo, -sp.oo):
            return None
        slope = sp.diff(inside, self.x)
        if slope.has(self.x):
            return None
        sign = 1 if self.approach.to is sp.oo else -1
        return sign * slope, inside.xreplace({self.x: sp.S.Zero})

    def _exp_linear(self, inner: str, slope: sp.Expr, start: sp.Expr, function: str) -> Lead:
        whole = Monomial(rate=sp.expand(-slope))
        rest = (
            f"{{ {self.scale.exponent(sp.Mul(-1, slope, evaluate=False), whole.rate)} }} "
            f"{{ intros; {self.unfolding(inner)}; unfold Rdiv; fld. }}"
        )
        k, c = self.context.text(slope), self.context.text(start)
        lemma = f"lead_exp_linear {inner} {k} {c} _ _"
        return self.record(function, whole, sp.exp(start, evaluate=False), lemma, rest, sp.exp(start))

    def unfolding(self, function: str) -> str:
        """The beginning of a sentence, which shows what a function computes."""
        return f"cbv beta delta [{' '.join(self.names_in(function))}]"

    def names_in(self, *functions: str) -> list[str]:
        """The functions that some are made of, and they themselves."""
        found = set[str]().union(*(self._inside[f] for f in functions))
        return [f for f in reversed(self.made) if f in found]

    def _log(self, expr: sp.log) -> Lead:
        function = self.function(expr)
        x = self.nonzero(expr.args[0])
        if self.scale.sign(x.value) != POSITIVE:
            raise NoProof(f"that {x.value} is positive is not known")
        positive = self.scale.knows(x.raw, "<")
        if x.monomial == ONE:
            return self.record(
                function, ONE, sp.log(x.raw, evaluate=False), f"lead_ln0 {positive} {x.fact}", value=sp.log(x.value)
            )
        if x.monomial.log != 0:
            raise NoProof("a logarithm of a logarithm")
        if x.monomial.rate != 0:
            raw, whole, lemma = sp.Mul(-1, x.monomial.rate, evaluate=False), INVERSE, "lead_ln_fast"
        else:
            raw, whole, lemma = sp.Mul(-1, x.monomial.power, evaluate=False), Monomial(log=sp.S.One), "lead_ln_slow"
        return self.record(function, whole, raw, f"{lemma} {positive} {x.fact}")

    def _hyperbolic(self, expr: sp.Expr) -> Lead:
        """By its exponentials, as Coq defines it."""
        x = expr.args[0]
        if isinstance(expr, sp.tanh):
            return self._quotient(self.lead(sp.sinh(x)), self.nonzero(sp.cosh(x)), self.function(expr))
        inner = self.define(f"- {self.function(x)} {self.small}")
        falling = self._exp_of(-x, self.define(f"exp ({inner} {self.small})"), inner)
        rising = self.lead(sp.exp(x))
        if isinstance(expr, sp.sinh):
            function = self.define(f"- {falling.function} {self.small}")
            raw = sp.Mul(-1, falling.raw, evaluate=False)
            falling = self.record(function, falling.monomial, raw, f"lead_minus {falling.fact}")
            both = self.define(f"{rising.function} {self.small} + {falling.function} {self.small}")
        else:
            both = self.define(f"{rising.function} {self.small} + {falling.function} {self.small}")
        return self._quotient(self._plus(rising, falling, both), self.lead(sp.Integer(2)), self.function(expr))


def _evaluated(expr: sp.Expr) -> sp.Expr:
    if not expr.args:
        return expr
    return expr.func(*map(_evaluated, expr.args))


def _over(x: sp.Expr, y: sp.Expr) -> sp.Expr:
    """A quotient that SymPy leaves alone."""
    return sp.Mul(x, sp.Pow(y, -1, evaluate=False), evaluate=False)


def _minus(x: sp.Expr, y: sp.Expr) -> sp.Expr:
    return sp.Add(x, sp.Mul(-1, y, evaluate=False), evaluate=False)
