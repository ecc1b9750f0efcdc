"""Several terms of expressions near 0 from above, each with a proof: for where leading terms cancel.

A function is the sum of some terms of the scale and a remainder: a monomial times something that tends to a known
coefficient.  Sums and products keep the terms above the largest remainder; roots, powers, exponentials and logarithms
are a monomial times a Taylor series in something that tends to 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sympy as sp

from ...exact.scale import Monomial
from ...sign_sets import POSITIVE
from ..terms import _is_inverse
from ..theorems.limits import Approach
from .base import NoProof
from .developing import PARTS, Developing, Expanded, Term
from .leading import Lead, _over
from .scales import INVERSE, LOG, ONE, Scale

DEPTHS = (1, 2, 3, 4)
"""How many terms are kept, one after the other, until enough are left."""


class Cancelled(NoProof):
    """More terms may help."""


class Expander(Developing):
    """Leading terms, with more terms where they cancel."""

    def __init__(self, scale: Scale, approach: Approach) -> None:
        super().__init__(scale, approach)
        self._expanded: dict[tuple[sp.Basic, int], Expanded] = {}

    # -- what is wanted --------------------------------------------------------------------------------------------

    def expanded(self, expr: sp.Basic) -> Lead:
        """The leading term where those of the parts cancel."""
        return self._search(lambda n: self.expand(expr, n), lambda lead: not self.scale.vanishes(lead.value))

    def finite(self, expr: sp.Basic) -> Lead:
        """The leading term of an expression that has a finite limit."""
        return self._search(lambda n: self.expand(expr, n), lambda lead: self.scale.order(lead.monomial) <= 0)

    def difference(self, above: sp.Expr, below: sp.Expr, bound: Monomial) -> Lead:
        """A difference, which is found to be of the order of a monomial or smaller."""
        function = self.define(f"{self.function(above)} {self.small} - {self.function(below)} {self.small}")

        def expand(n: int) -> Expanded:
            other = self.expand(below, n)
            minus = self._scaled(sp.S.NegativeOne, other, n)
            whole = self.add(self.expand(above, n), minus, None, n)
            return self._renamed(whole, function)

        lead = self._search(expand, lambda lead: self.scale.compare(lead.monomial, bound) <= 0)
        if lead.monomial == bound:
            return lead
        below_fact = self.scale.below(lead.monomial, bound)
        text = self.scale.text(bound)
        fact = self.scale.state(
            f"Lead {lead.function} {text} 0",
            f"refine (lead_small _ _ _ _ {text} _ {below_fact} _ {lead.fact}). intros; apply scale_nz.",
            "led",
        )
        return Lead(lead.function, bound, sp.S.Zero, sp.S.Zero, fact)

    def _search(self, expand: Callable[[int], Expanded], enough: Callable[[Lead], bool]) -> Lead:
        for n in DEPTHS:
            try:
                lead = self.leading(expand(n))
                if enough(lead):
                    return lead
            except Cancelled:
                continue
        raise NoProof("the leading terms all cancel")

    def growing(self, inside: sp.Expr, function: str, inner: str) -> Lead:
        """The exponential of something that tends to infinity, and is no line."""
        for n in (2, 3, 4):
            found = self._exponent_terms(inside.args[0], inside.args[1], inner, n) if inner else self.expand(inside, n)
            if found.rest is None or self.scale.order(found.rest.monomial) <= 0:
                whole = self._exp_of_terms(found, function, 0)
                return self.leading(whole)
        raise NoProof(f"exp({inside}) grows in a way that is not treated")

    # -- expressions -----------------------------------------------------------------------------------------------

    def expand(self, expr: sp.Basic, n: int) -> Expanded:
        """An expression to about n terms."""
        if (expr, n) not in self._expanded:
            self._expanded[expr, n] = self._expand(sp.sympify(expr), n)
        return self._expanded[expr, n]

    def _expand(self, expr: sp.Basic, n: int) -> Expanded:
        function = self.function(expr)
        if not expr.has(self.x):
            raw = sp.Mul(1, expr, evaluate=False) if _is_inverse(expr) else expr
            term = Term(raw, expr, ONE)
            unfolded = f"cbv beta delta [{function}]; rewrite scale_one; unfold Rdiv; ring."
            return self._state(function, [term], None, f"apply near_all; intros; {unfolded}")
        match expr:
            case sp.Symbol():
                return self._place(function)
            case sp.Add():
                total = self.expand(expr.args[0], n)
                for k, term in enumerate(expr.args[1:], start=2):
                    total = self.add(total, self.expand(term, n), self._name_of(expr, k), n)
                return total
            case sp.Mul():
                return self._factors(expr, n)
            case sp.Pow() if expr.base is not sp.E:
                return self._raised(expr, n)
            case sp.exp():
                return self._exp_of_terms(self.expand(expr.args[0], max(n, 2)), function, n)
            case sp.log():
                return self._log_of(expr, n)
            case sp.cosh() | sp.sinh() | sp.tanh():
                return self._hyperbola(expr, n)
            case sp.cos() | sp.sin():
                return self._circle(expr, n)
        lead = self.lead(expr)
        return Expanded(lead.function, (), Term(lead.raw, lead.value, lead.monomial), lead.fact)

    def _place(self, function: str) -> Expanded:
        """The variable."""
        to = self.approach.to
        if to in (sp.oo, -sp.oo):
            sign, lemma = (sp.S.One, "same_inv_e") if to is sp.oo else (sp.S.NegativeOne, "same_ninv_e")
            return self._state(function, [Term(sign, sign, INVERSE)], None, f"exact {lemma}.")
        sign = sp.S.One if self.approach.side == "+" else sp.S.NegativeOne
        terms = [Term(to, to, ONE)] if to != 0 else []
        terms.append(Term(sign, sign, Monomial(power=sp.S.One)))
        script = (
            f"refine (near_imp _ _ _ near_pos). intros e0 P0. cbv beta delta [{function}]. "
            "rewrite scale_id by exact P0. rewrite ?scale_one. ring."
        )
        return self._state(function, terms, None, script)

    def _factors(self, expr: sp.Mul, n: int) -> Expanded:
        above = [a for a in expr.args if not _is_inverse(a)]
        below = [sp.Pow(a.base, -a.exp) for a in expr.args if _is_inverse(a)]
        top = self._times_all(above, n) if above else self.expand(sp.S.One, n)
        if not below:
            return top
        bottom = self._times_all(below, n)
        over = self._powered(bottom, sp.S.NegativeOne, n, self.define(f"/ {bottom.function} {self.small}"))
        return self.multiply(top, over, self.function(expr), n)

    def _times_all(self, factors: list[sp.Expr], n: int) -> Expanded:
        still = 0
        while still < len(factors) and not factors[still].has(self.x):
            still += 1
        head = sp.Mul(*factors[:still], evaluate=False) if still > 1 else factors[0]
        total = self.expand(head, n)
        for k in range(max(still, 1), len(factors)):
            part = sp.Mul(*factors[: k + 1], evaluate=False)
            total = self.multiply(total, self.expand(factors[k], n), self.function(part), n)
        return total

    def _raised(self, expr: sp.Pow, n: int) -> Expanded:
        base, exponent = expr.args
        function = self.function(expr)
        if exponent.has(self.x):
            log = sp.log(base)
            inner = self.define(f"{self.function(exponent)} {self.small} * {self.function(log)} {self.small}")
            return self._exp_of_terms(self._exponent_terms(exponent, log, inner, max(n, 2)), function, n)
        if _is_inverse(expr):
            return self._powered(self.expand(sp.Pow(base, -exponent), n), sp.S.NegativeOne, n, function)
        if exponent.is_Integer and exponent > 0:
            return self._repeated(self.expand(base, n), int(exponent), function, n)
        if exponent.is_Rational and exponent.q == 2 and exponent > 1:
            return self._repeated(self.expand(sp.sqrt(base), n), int(exponent.p), function, n)
        if exponent.is_integer and exponent.is_nonnegative:
            lead = self.lead(expr)
            return Expanded(lead.function, (), Term(lead.raw, lead.value, lead.monomial), lead.fact)
        return self._powered(self.expand(base, n), exponent, n, function)

    def _exponent_terms(self, exponent: sp.Expr, log: sp.Expr, inner: str, n: int) -> Expanded:
        return self.multiply(self.expand(exponent, n), self.expand(log, n), inner, n)

    def _repeated(self, x: Expanded, count: int, function: str, n: int) -> Expanded:
        """A power by multiplication."""
        power = x
        for k in range(2, count + 1):
            product = self.multiply(x, power, None, n)
            power = self._renamed(product, self.define(f"{x.function} {self.small} ^ {k}"))
        return self._renamed(power, function)

    # -- Taylor series ---------------------------------------------------------------------------------------------

    def _head(self, x: Expanded) -> Term:
        if not x.terms or self.scale.vanishes(x.terms[0].value):
            raise Cancelled("the leading terms cancel under a power or a logarithm")
        return x.terms[0]

    def _relative(self, x: Expanded, n: int) -> tuple[Expanded, str]:
        """What x is beside its leading term, relative to it, and the name of the fact that it is that."""
        head, start = self._head(x), len(self.made)
        nonzero, over = self.scale.knows(head.raw, "<>"), _over(sp.S.One, head.raw)
        self._ones[sp.Mul(head.raw, over, evaluate=False)] = nonzero
        self._plain.add(over)
        inverse = self._known(over, head.monomial**-1, 1 / head.value)
        w = self.add(self.multiply(x, inverse, None, n + 1), self._known(sp.S.NegativeOne, ONE), None, n)
        text = f"1 / {self.context.text(head.raw)} * {self.scale.text(head.monomial**-1)} e0"
        script = f"intros; unfold {', '.join(reversed(self.made[start:]))}. rewrite scale_one. unfold Rdiv; ring."
        fact = self.scale.state(f"forall e0, {w.function} e0 = {x.function} e0 * ({text}) + - 1", script, "rel")
        return w, fact

    def _vanishing(self, w: Expanded) -> str:
        """The name of the fact that a function tends to 0."""
        lead = self.leading(w)
        below = self.scale.below(lead.monomial, ONE)
        return self.scale.state(f"Lim {w.function} 0", f"exact (lead_small_lim {below} {lead.fact}).", "lim")

    def _series(self, family: str, p: str, coefficients: Sequence[sp.Expr], w: Expanded, lim: str, n: int) -> Expanded:
        """The Taylor series of one of the families in w, to n terms."""
        c = f"({family}_c {p})" if p else f"{family}_c"
        inner = {"power": f"(fun w0 : R => Rpower (1 + w0) {p})", "ln": "(fun w0 : R => ln (1 + w0))"}.get(
            family, family
        )

        def function(k: int) -> str:
            return self.define(f"Rem {inner} {c} {k} ({w.function} {self.small})")

        def number(k: int) -> str:
            text = self.context.text(coefficients[k])
            simplify = "cbn [power_c exp_c ln_c circle_c cos_c sin_c]; simpl INR; field"
            return self.scale.state(f"{c} {k} = {text}", f"{simplify}.", "tay")

        last = function(n)
        lemma = f"lead_rem_{family} {p + ' ' if p else ''}{n} {w.function} {lim}"
        rest = Term(coefficients[n], coefficients[n], ONE)
        total = self._state(last, [], rest, f"exact (dev_eq _ _ _ _ _ {number(n)} ({lemma})).")
        for k in range(n - 1, -1, -1):
            start = len(self.made)
            product = self.multiply(w, total, None, n)
            if coefficients[k] != 0:
                product = self.add(self._known(coefficients[k], ONE), product, None, n)
            made = [*reversed(self.made[start:]), total.function]
            name = function(k)
            script = (
                f"apply near_all; intros e0. unfold {name}, {', '.join(made)}. "
                f"rewrite ({family}_step {p + ' ' if p else ''}{k}), ?scale_one, {number(k)}; ring."
            )
            total = self._changed(product, name, script)
        return total

    def _powered(self, x: Expanded, p: sp.Expr, n: int, function: str) -> Expanded:
        head = self._head(x)
        half = p == sp.Rational(1, 2)
        if p == -1:
            known = self.scale.knows(head.raw, "<>")
            raw, value = _over(sp.S.One, head.raw), 1 / head.value
            pairs = [(sp.Mul(-1, getattr(head.monomial, q), evaluate=False), -getattr(head.monomial, q)) for q in PARTS]
        else:
            if self.scale.sign(head.value) != POSITIVE:
                raise NoProof(f"that {head.value} is positive is not known")
            known = self.scale.knows(head.raw, "<")
            raw, value = sp.Pow(head.raw, p, evaluate=False), head.value**p
            if half:
                pairs = [
                    (_over(getattr(head.monomial, q), sp.Integer(2)), getattr(head.monomial, q) / 2) for q in PARTS
                ]
            else:
                pairs = [(sp.Mul(p, getattr(head.monomial, q), evaluate=False), 0) for q in PARTS]
        whole = head.monomial**p
        pairs = [(raw_part, getattr(whole, q)) for (raw_part, _), q in zip(pairs, PARTS, strict=True)]
        exponents = self.scale.exponents(pairs)
        if x.rest is None and len(x.terms) == 1:
            lemma = f"same_over _ _ _ _ _ _ _ _ _ _ _ {known} {x.fact}"
            if half:
                lemma = f"same_root _ _ _ _ _ _ _ _ _ _ _ {x.fact}"
            elif p != -1:
                lemma = f"same_power {self.context.text(p)} _ _ _ _ _ _ _ _ {known} _ _ _ {x.fact}"
            better, value, equation = self._simpler(raw, value)
            begin = f"refine (same_eq _ _ _ _ {equation} _). " if equation else ""
            return self._state(function, [Term(better, value, whole)], None, f"{begin}refine ({lemma}). {exponents}")
        w, relative = self._relative(x, n)
        lim = self._vanishing(w)
        coefficients = [sp.expand(sp.ff(p, k) / sp.factorial(k)) for k in range(n + 1)]
        p_text = "(- (1))" if p == -1 else "(1 / 2)" if half else self.context.text(p)
        series = self._series("power", p_text, coefficients, w, lim, n)
        product = self.multiply(self._known(raw, whole, value), series, None, n)
        part = "split_over" if p == -1 else "split_root" if half else "split_power"
        begin = self._split(part, x, w, head, lim, relative)
        if p == -1:
            return self._changed(product, function, self._matching(f"{begin} {known}"))
        names = [self._exponent(r, v) for r, v in pairs]
        middle = "" if half else self.context.text(p)
        proof = f"{begin} {middle} _ _ _ {' '.join(names)} {known}"
        return self._changed(product, function, self._matching(proof))

    def _matching(self, proof: str) -> str:
        """A script for ``at_right 0 (fun e => f e = h e)`` from the equation the other way round."""
        return f"refine (near_imp _ _ _ ({proof})). intros e0 A0. symmetry. exact A0."

    def _exponent(self, raw: sp.Expr, value: sp.Expr) -> str:
        """The name of the fact that an exponent has a simpler form."""
        text = f"{self.context.text(raw)} = {self.context.text(value)}"
        plain = raw.is_number and sp.sympify(value).is_Rational
        return self.scale.state(text, "clear; lra." if plain else self.scale.exponent(raw, value), "ex_p")

    def _split(self, lemma: str, x: Expanded, w: Expanded, head: Term, lim: str, relative: str) -> str:
        """A lemma of the prelude on a function, its leading term and its relative rest, with all of its hypotheses."""
        m, inverse = head.monomial, head.monomial**-1
        facts = [self._exponent(sp.Mul(-1, getattr(m, q), evaluate=False), getattr(inverse, q)) for q in PARTS]
        texts = [self.context.text(getattr(y, q)) for y in (m, inverse) for q in PARTS]
        return (
            f"{lemma} {x.function} {w.function} {self.context.text(head.raw)} {' '.join(texts)} "
            f"{' '.join(facts)} {lim} {relative}"
        )

    def _exp_of_terms(self, x: Expanded, function: str, n: int) -> Expanded:
        """The exponential: what grows becomes a monomial, and the rest a Taylor series."""
        parts = {INVERSE: sp.S.Zero, LOG: sp.S.Zero, ONE: sp.S.Zero}
        values = dict(parts)
        for t in x.terms:
            if t.monomial in parts:
                parts[t.monomial], values[t.monomial] = t.raw, t.value
            elif self.scale.order(t.monomial) >= 0:
                raise NoProof("an exponential of a faster growth than linear")
        if x.rest is not None and self.scale.order(x.rest.monomial) >= 0 and (x.rest.monomial != ONE or n):
            raise NoProof("an exponential of something known too little")
        away = [Term(parts[m], values[m], m) for m in (INVERSE, LOG, ONE)]
        taken = self.define(f"- 1 * ({self._sum(away)})")
        minus = [Term(sp.Mul(-1, t.raw, evaluate=False), -t.value, t.monomial) for t in away if t.raw != 0]
        script = f"apply near_all; intros e0. unfold {taken}{'' if minus else ', Nought'}; ring."
        w = self.add(x, self._state(taken, minus, None, script), None, max(n, 1))
        rate, power = sp.expand(-values[INVERSE]), sp.expand(-values[LOG])
        head = Monomial(rate=rate, power=power)
        first = self._exponent(sp.Mul(-1, parts[INVERSE], evaluate=False), rate)
        second = self._exponent(sp.Mul(-1, parts[LOG], evaluate=False), power)
        shown = " ".join(self.context.text(parts[m]) for m in (INVERSE, LOG, ONE))
        split = f"split_exp {x.function} {w.function} {shown} _ _ {first} {second} (fun e0 => eq_refl)"
        raw, value = sp.exp(parts[ONE], evaluate=False), sp.exp(values[ONE])
        known = Term(raw, value, head)
        if not w.terms and w.rest is None:
            proof = f"split_none {function} {w.function} {self._terms([known])} exp Rmult ({split}) {w.fact} _"
            return self._state(function, [known], None, f"refine ({proof}). intros; rewrite exp_0; ring.")
        lim = self._vanishing(w)
        coefficients = [sp.Integer(1) / sp.factorial(k) for k in range(n + 1)]
        series = self._series("exp", "", coefficients, w, lim, n)
        product = self.multiply(self._known(raw, head, value), series, None, max(n, 1))
        return self._changed(product, function, self._matching(split))

    def _log_of(self, expr: sp.log, n: int) -> Expanded:
        """The logarithm of a monomial, and a Taylor series."""
        x, function = self.expand(expr.args[0], n), self.function(expr)
        head = self._head(x)
        if self.scale.sign(head.value) != POSITIVE or head.monomial.log != 0:
            raise NoProof(f"that {head.value} is positive is not known")
        known = self.scale.knows(head.raw, "<")
        p, q = -head.monomial.rate, -head.monomial.power
        names = [self._exponent(sp.Mul(-1, -v, evaluate=False), v) for v in (p, q)]
        parts = [Term(p, p, INVERSE), Term(q, q, LOG)]
        parts.append(Term(sp.log(head.raw, evaluate=False), sp.log(head.value), ONE))
        w, relative = self._relative(x, n)
        exact = not w.terms and w.rest is None
        lim = self.scale.state(f"Lim {w.function} 0", f"exact (same_nought {w.fact}).", "lim") if exact else ""
        lim = lim or self._vanishing(w)
        split = f"{self._split('split_ln', x, w, head, lim, relative)} _ _ {' '.join(names)} eq_refl {known}"
        taken = self.define(self._sum(parts))
        script = f"apply near_all; intros e0. unfold {taken}; ring."
        whole = self._state(taken, [t for t in parts if t.value != 0 or t.monomial == ONE], None, script)
        if exact:
            proof = f"split_none {function} {w.function} {taken} (fun w0 => ln (1 + w0)) Rplus ({split}) {w.fact} _"
            same = self._state(
                function,
                whole.terms,
                None,
                f"refine (near_imp _ _ _ (near_and _ _ {whole.fact} ({proof}))); "
                "[intros e0 [A0 B0]; congruence | intros; rewrite Rplus_0_r, ln_1; ring].",
            )
            return same
        coefficients = [sp.S.Zero] + [sp.Integer(-1) ** (k + 1) / k for k in range(1, n + 1)]
        series = self._series("ln", "", coefficients, w, lim, n)
        return self._changed(self.add(whole, series, None, n), function, self._matching(split))

    def circular(self, expr: sp.Expr) -> Lead:
        """The leading term of a sine or a cosine."""
        return self.leading(self.expand(expr, 1))

    def _circle(self, expr: sp.Expr, n: int) -> Expanded:
        """A sine or a cosine of what tends to 0: its Taylor series."""
        x = self.expand(expr.args[0], n)
        if self.scale.order(self.leading(x).monomial) >= 0:
            raise NoProof(f"the limit of {type(expr).__name__} away from 0 is not treated")
        signs = (1, 0, -1, 0) if isinstance(expr, sp.cos) else (0, 1, 0, -1)
        coefficients = [sp.Integer(signs[k % 4]) / sp.factorial(k) for k in range(max(n, 1) + 1)]
        lim = self._vanishing(x)
        series = self._series(type(expr).__name__, "", coefficients, x, lim, max(n, 1))
        return self._changed(series, self.function(expr), "apply near_all; intros; reflexivity.")

    def _hyperbola(self, expr: sp.Expr, n: int) -> Expanded:
        """By its exponentials, as Coq defines it."""
        if isinstance(expr, sp.tanh):
            raise NoProof("tanh, where leading terms cancel")
        x = self.expand(expr.args[0], n)
        inner = self.define(f"- {x.function} {self.small}")
        minus = self._renamed(self._scaled(sp.S.NegativeOne, x, n), inner)
        falling = self._exp_of_terms(minus, self.define(f"exp ({inner} {self.small})"), n)
        rising = self.expand(sp.exp(expr.args[0]), n)
        if isinstance(expr, sp.sinh):
            falling = self._scaled(sp.S.NegativeOne, falling, n)
        both = self._scaled(sp.Rational(1, 2), self.add(rising, falling, None, n), n)
        return self._renamed(both, self.function(expr))
