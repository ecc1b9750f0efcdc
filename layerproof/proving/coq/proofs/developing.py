"""Functions as terms of the scale and a remainder: sums and products of them, each with a proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cmp_to_key

import sympy as sp

from ...exact.scale import Monomial
from ..terms import _is_inverse
from ..theorems.limits import Approach
from .base import NoProof
from .leading import Lead, Leading
from .scales import ONE, Scale

PARTS = ("rate", "power", "log")


@dataclass(frozen=True)
class Term:
    """A coefficient times a monomial; `raw` is written in Coq, `value` is what SymPy makes of it."""

    raw: sp.Expr
    value: sp.Expr
    monomial: Monomial


@dataclass(frozen=True)
class Expanded:
    """A function as terms, largest first, and a remainder; exact where there is none.

    Attributes:
        function: its name.
        terms: larger than the remainder.
        rest: the remainder's monomial and the limit of what it is multiplied by.
        fact: the name of the proof, of ``Same function terms`` or ``Dev function terms monomial limit``.
    """

    function: str
    terms: tuple[Term, ...]
    rest: Term | None
    fact: str


class Developing(Leading):
    """Sums and products of functions that are terms and a remainder."""

    def __init__(self, scale: Scale, approach: Approach) -> None:
        super().__init__(scale, approach)
        self._ones: dict[sp.Expr, str] = {}  # a coefficient times its reciprocal, and that it is not 0
        self._plain: set[sp.Expr] = set()  # reciprocals, which stay as they are so that they cancel

    # -- texts -----------------------------------------------------------------------------------------------------

    def _terms(self, terms: Sequence[Term]) -> str:
        """Terms as a function."""
        if not terms:
            return "Nought"
        return f"(fun {self.small} : R => {self._sum(terms)})"

    def _sum(self, terms: Sequence[Term]) -> str:
        return " + ".join(self._term(t) for t in terms)

    def _term(self, t: Term) -> str:
        return f"{self.context.text(t.raw)} * {self.scale.text(t.monomial)} {self.small}"

    def _state(self, function: str, terms: Sequence[Term], rest: Term | None, script: str) -> Expanded:
        shown = self._terms(terms)
        if rest is None:
            fact = self.scale.state(f"Same {function} {shown}", script, "dev")
        else:
            text = f"Dev {function} {shown} {self.scale.text(rest.monomial)} {self.context.text(rest.raw)}"
            fact = self.scale.state(text, script, "dev")
        return Expanded(function, tuple(terms), rest, fact)

    def _renamed(self, x: Expanded, function: str) -> Expanded:
        """The same for a function that is equal everywhere, by ring."""
        names = " ".join(self.names_in(x.function, function))
        script = f"cbv beta delta [{names} cosh sinh]; rewrite ?scale_one; scale_ring."
        return self._changed(x, function, f"apply near_all; intros; {script}")

    def _changed(self, x: Expanded, function: str, script: str) -> Expanded:
        """The same terms for another function, given a script for ``at_right 0 (fun e => other e = x e)``."""
        if x.rest is None:
            begin = f"assert (E0 : at_right 0 (fun e => {function} e = {x.function} e)). {{ {script} }} "
            end = f"refine (near_imp _ _ _ (near_and _ _ E0 {x.fact})). intros e0 [A0 B0]. congruence."
            return self._state(function, x.terms, None, begin + end)
        begin = f"assert (E0 : at_right 0 (fun e => {function} e = {x.function} e)). {{ {script} }} "
        end = (
            f"refine (dev_ext {x.function} _ _ _ _ _ {x.fact}). "
            "refine (near_imp _ _ _ E0). intros e0 A0. symmetry. exact A0."
        )
        return self._state(function, x.terms, x.rest, begin + end)

    # -- sums and products -----------------------------------------------------------------------------------------

    def _groups(self, raw: Sequence[Term]) -> tuple[list[Term], list[Term], list[str]]:
        """Terms of equal monomials put together: as they are, simplified, and the equations between the two."""
        groups: dict[Monomial, Term] = {}
        for t in raw:
            known = groups.get(t.monomial)
            groups[t.monomial] = (
                t if known is None else Term(_plus(known.raw, t.raw), sp.Add(known.value, t.value), t.monomial)
            )
        plain, simple, equations = list(groups.values()), [], []
        for t in plain:
            better, value, equation = self._simpler(t.raw, t.value)
            if equation:
                equations.append(equation)
            simple.append(Term(better, value, t.monomial))
        return plain, simple, equations

    def _simpler(self, raw: sp.Expr, value: sp.Expr) -> tuple[sp.Expr, sp.Expr, str]:
        """A coefficient in a simpler form, its value, and the name of the equation; as it is where it is simple."""
        value = self.scale.settled(value)
        if raw.is_Atom or _letters(self.context.text(raw)) == _letters(self.context.text(value)):
            return raw, value, ""
        if raw in self._ones:
            text = f"{self.context.text(raw)} = 1"
            return sp.S.One, sp.S.One, self.scale.state(text, f"exact (over_self _ {self._ones[raw]}).", "cof_s")
        if not value.is_Rational and self.scale.vanishes(value):
            value = sp.S.Zero
        if raw in self._plain and not value.is_Rational:
            return raw, value, ""
        if not value.is_Rational and 2 * value.count_ops() > raw.count_ops():
            return raw, value, ""
        better = sp.Mul(1, value, evaluate=False) if _is_inverse(value) else value  # one that stays a factor
        text = f"{self.context.text(raw)} = {self.context.text(better)}"
        return better, value, self.scale.state(text, self._number(raw, better), "cof")

    def _ordered(self, terms: list[Term]) -> list[Term]:
        def falling(s: Term, t: Term) -> int:
            return self.scale.compare(t.monomial, s.monomial)

        return sorted((t for t in terms if t.value != 0), key=cmp_to_key(falling))

    def _chosen(
        self, terms: list[Term], rests: list[Monomial], n: int
    ) -> tuple[list[Term], list[Term], Monomial | None]:
        """What is kept, what is dropped, and the monomial of the remainder; None where all is kept and exact."""
        bound: Monomial | None = None
        for m in rests:
            if bound is None or self.scale.compare(m, bound) > 0:
                bound = m
        above = [t for t in self._ordered(terms) if bound is None or self.scale.compare(t.monomial, bound) > 0]
        if len(above) > n:
            bound = above[n].monomial
            above = above[:n]
        dropped = [t for t in self._ordered(terms) if t not in above]
        return above, dropped, bound

    def _dropping(self, dropped: Sequence[Term], p: Monomial) -> tuple[str, sp.Expr, sp.Expr]:
        """A proof of ``Ratio dropped p v``, and v, raw in the surviving part and as a value."""
        if not dropped:
            return f"(ratio_zero {self.scale.text(p)})", sp.S.Zero, sp.S.Zero
        proof, raw, value = "", sp.S.Zero, sp.S.Zero
        for t in dropped:
            limit, why = self.scale.ratio(t.monomial, p)
            one = f"(ratio_scale {self.context.text(t.raw)} _ _ _ {why})"
            proof = f"(ratio_plus _ _ _ _ _ {proof} {one})" if proof else one
            if limit:
                raw, value = _plus(raw, t.raw), value + t.value
        return proof, raw, value

    def _wider(self, x: Expanded, p: Monomial) -> tuple[str, sp.Expr, sp.Expr]:
        """A proof of ``Dev f T p c`` for a larger p, and c."""
        if x.rest is None:
            return f"(exact_dev _ _ {self.scale.text(p)} {x.fact})", sp.S.Zero, sp.S.Zero
        limit, why = self.scale.ratio(x.rest.monomial, p)
        proof = f"(dev_wider _ _ _ _ _ {self.scale.text(p)} _ _ {why} (fun e0 => {self.scale.nonzero(p)}) {x.fact})"
        return proof, *((x.rest.raw, x.rest.value) if limit else (sp.S.Zero, sp.S.Zero))

    def _remainder(self, raw: sp.Expr, value: sp.Expr, p: Monomial) -> tuple[Term, str]:
        """The remainder, and a script for ``what the lemmas say = its coefficient``."""
        better, value, equation = self._simpler(raw, value)
        script = f"transitivity {self.context.text(raw)}; [scale_ring | exact {equation}]" if equation else "scale_ring"
        return Term(better, value, p), script

    def _cut(
        self,
        function: str,
        kept: list[Term],
        dropped: list[Term],
        p: Monomial,
        whole: tuple[str, sp.Expr, sp.Expr],
        equation: str,
    ) -> Expanded:
        """Drops terms into the remainder, given a proof of ``Dev f T p c``, c, and a script for T = kept + dropped."""
        proof, raw, value = whole
        why, more, more_value = self._dropping(dropped, p)
        rest, script = self._remainder(_plus(more, raw), more_value + value, p)
        lemma = (
            f"refine (dev_eq _ _ _ _ _ _ (dev_cut _ _ _ {self._terms(dropped)} _ _ _ "
            f"(fun e0 => {self.scale.nonzero(p)}) _ {why} {proof}))."
        )
        return self._state(function, kept, rest, f"{lemma} {{ {script}. }} {{ apply near_all; {equation} }}")

    def add(self, x: Expanded, y: Expanded, function: str | None, n: int) -> Expanded:
        """A sum."""
        function = function or self.define(f"{x.function} {self.small} + {y.function} {self.small}")
        plain, simple, equations = self._groups([*x.terms, *y.terms])
        kept, dropped, p = self._chosen(simple, [r.rest.monomial for r in (x, y) if r.rest is not None], n)
        equation = self._equation(plain, equations)
        if p is None:
            return self._state(function, kept, None, f"refine (same_plus _ _ _ _ _ {x.fact} {y.fact} _). {equation}")
        (first, c, u), (second, d, v) = self._wider(x, p), self._wider(y, p)
        whole = f"(dev_plus _ _ _ _ _ _ _ {first} {second})"
        return self._cut(function, kept, dropped, p, (whole, _plus(c, d), u + v), equation)

    def _equation(self, plain: Sequence[Term], equations: Sequence[str], middle: str = "", products: str = "") -> str:
        """A script for: all terms before are those after, where some are simplified or cancel."""
        lines = ["intros e0; cbv beta; unfold Nought;"]
        if middle:
            lines.append(f"transitivity ({middle}); [scale_ring |]; {products}")
        if equations:
            shown = self._sum(plain).replace(f" {self.small}", " e0") or "0"
            lines.append(f"transitivity ({shown}); [scale_ring |]; rewrite {', '.join('?' + e for e in equations)};")
        return " ".join(lines) + " scale_ring."

    def multiply(self, x: Expanded, y: Expanded, function: str | None, n: int) -> Expanded:
        """A product."""
        function = function or self.define(f"{x.function} {self.small} * {y.function} {self.small}")
        raw, middle, products = [], [], []
        for s in x.terms:
            for t in y.terms:
                whole, fact = self.scale.product(s.monomial, t.monomial)
                raw.append(Term(_times(s.raw, t.raw), s.value * t.value, whole))
                cs, ct = self.context.text(s.raw), self.context.text(t.raw)
                ms, mt = self.scale.text(s.monomial), self.scale.text(t.monomial)
                middle.append(f"({cs} * {ct}) * ({ms} e0 * {mt} e0)")
                products.append(f"rewrite ?{fact};")
        plain, simple, equations = self._groups(raw)
        rests = []
        if x.rest is not None:
            rests += [x.rest.monomial * t.monomial for t in y.terms[:1]]
        if y.rest is not None:
            rests += [y.rest.monomial * t.monomial for t in x.terms[:1]]
        if x.rest is not None and y.rest is not None:
            rests.append(x.rest.monomial * y.rest.monomial)
        kept, dropped, p = self._chosen(simple, rests, n)
        if p is None and (x.rest is not None or y.rest is not None):
            raise NoProof("a product of nothing exact")
        equation = self._equation(plain, equations, " + ".join(middle) or "0", " ".join(dict.fromkeys(products)))
        if p is None:
            return self._state(function, kept, None, f"refine (same_mult _ _ _ _ _ {x.fact} {y.fact} _). {equation}")
        return self._cut(function, kept, dropped, p, self._product_rest(x, y, p), equation)

    def _product_rest(self, x: Expanded, y: Expanded, p: Monomial) -> tuple[str, sp.Expr, sp.Expr]:
        """A proof of ``Dev (f g) (T S) p c``, and c."""
        nonzero, text = f"(fun e0 => {self.scale.nonzero(p)})", self.scale.text(p)
        if x.rest is None and y.rest is None:
            same = f"(same_mult _ _ _ _ _ {x.fact} {y.fact} (fun _ => eq_refl))"
            return f"(exact_dev _ _ {text} {same})", sp.S.Zero, sp.S.Zero
        if x.rest is None:
            assert y.rest is not None
            why, a, av = self._times_rest(x.terms, y.rest.monomial, p)
            proof = f"(dev_mult_same _ _ _ _ _ {text} _ _ {nonzero} {x.fact} {y.fact} {why})"
            return proof, _times(a, y.rest.raw), av * y.rest.value
        if y.rest is None:
            why, a, av = self._times_rest(y.terms, x.rest.monomial, p)
            proof = f"(dev_mult_same_r _ _ _ _ _ {text} _ _ {nonzero} {x.fact} {y.fact} {why})"
            return proof, _times(a, x.rest.raw), av * x.rest.value
        why_x, a, av = self._times_rest(x.terms, y.rest.monomial, p)
        why_y, b, bv = self._times_rest(y.terms, x.rest.monomial, p)
        whole, fact = self.scale.product(x.rest.monomial, y.rest.monomial)
        limit, why = self.scale.ratio(whole, p)
        both = f"(ratio_mono _ _ _ _ _ {fact} {why})"
        proof = f"(dev_mult _ _ _ _ _ _ {text} _ _ _ _ _ {nonzero} {x.fact} {y.fact} {why_x} {why_y} {both})"
        c, d = x.rest, y.rest
        raw = _plus(_plus(_times(a, d.raw), _times(b, c.raw)), _times(c.raw, d.raw) if limit else sp.S.Zero)
        return proof, raw, av * d.value + bv * c.value + limit * c.value * d.value

    def _times_rest(self, terms: Sequence[Term], m: Monomial, p: Monomial) -> tuple[str, sp.Expr, sp.Expr]:
        """A proof of ``Ratio (fun e => T e * m e) p w``, and w."""
        if not terms:
            return f"(ratio_nought {self.scale.text(m)} {self.scale.text(p)})", sp.S.Zero, sp.S.Zero
        proof, raw, value = "", sp.S.Zero, sp.S.Zero
        shown = ""
        for t in terms:
            whole, fact = self.scale.product(t.monomial, m)
            limit, why = self.scale.ratio(whole, p)
            one = f"(ratio_prod {self.context.text(t.raw)} _ _ _ _ _ {fact} {why})"
            term = self._term(t)
            if proof:
                first, second = f"(fun {self.small} => {shown})", f"(fun {self.small} => {term})"
                proof = f"(ratio_prod_plus {first} {second} _ _ _ _ {proof} {one})"
                shown = f"{shown} + {term}"
            else:
                proof, shown = one, term
            if limit:
                raw, value = _plus(raw, t.raw), value + t.value
        return proof, raw, value

    def _scaled(self, k: sp.Expr, x: Expanded, n: int) -> Expanded:
        return self.multiply(self._known(k, ONE), x, None, n)

    def _known(self, coefficient: sp.Expr, m: Monomial, value: sp.Expr | None = None) -> Expanded:
        """A coefficient times a monomial, as a function."""
        value = coefficient if value is None else value
        function = self.define(self._term(Term(coefficient, value, m)))
        better, value, equation = self._simpler(coefficient, value)
        script = f"intros e0; unfold {function}; rewrite {equation}; reflexivity" if equation else "reflexivity"
        return self._state(function, [Term(better, value, m)], None, f"apply near_all; {script}.")

    def leading(self, x: Expanded) -> Lead:
        """The leading term: all others are dropped into the remainder."""
        if not x.terms:
            if x.rest is None:
                raise NoProof("an expression that vanishes")
            return Lead(x.function, x.rest.monomial, x.rest.raw, x.rest.value, x.fact)
        p = x.terms[0].monomial
        found = self._cut(x.function, [], list(x.terms), p, self._wider(x, p), self._equation(x.terms, []))
        assert found.rest is not None
        return Lead(x.function, p, found.rest.raw, found.rest.value, found.fact)


def _letters(text: str) -> str:
    return "".join(c for c in text if c not in "() ")


def _plus(x: sp.Expr, y: sp.Expr) -> sp.Expr:
    if x == 0:
        return y
    return x if y == 0 else sp.Add(_bare(x), _bare(y), evaluate=False)


def _bare(x: sp.Expr) -> sp.Expr:
    """A reciprocal without its factor 1, which it only needs in products."""
    return x.args[1] if isinstance(x, sp.Mul) and len(x.args) == 2 and x.args[0] == 1 else x


def _times(x: sp.Expr, y: sp.Expr) -> sp.Expr:
    if x == 0 or y == 0:
        return sp.S.Zero
    return y if x == 1 else x if y == 1 else sp.Mul(x, y, evaluate=False)
