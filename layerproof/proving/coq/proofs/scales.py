"""The scale of exponentials, powers and logarithms near 0 from above: products, comparisons, and their proofs.

Signs of coefficients and exponents are found by the exact prover's engine of series; Coq proves each that is used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import sympy as sp

from ...domain import Domain
from ...exact.prover import Prover
from ...exact.scale import Exhausted, Expansion, Monomial, Unclear
from ...sign_sets import ANY, NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE, SignSet
from . import quotients, scalars, signs
from .base import NoProof
from .context import Context

ONE = Monomial()
EPS = Monomial(power=sp.S.One)
INVERSE = Monomial(power=sp.S.NegativeOne)
LOG = Monomial(log=sp.S.One)


_APART = ("sgn", "cof", "tay", "blw", "prd", "ex_")
"""The stems of facts on symbols and monomials alone; they come first, where little else is known."""
_WORDS = re.compile(r"\w+")


@dataclass
class Scale:
    """What is known of monomials and coefficients, and the lines of proof that say so.

    Attributes:
        context: what the lines may use; it does not know the variable.
        oracle: the exact prover's engine, which knows signs.
        lines: assertions and definitions, in their order, each with the name that it gives.
    """

    context: Context
    oracle: Expansion
    lines: list[tuple[str, str]] = field(default_factory=list)
    _below: dict[tuple[Monomial, Monomial], str] = field(default_factory=dict)
    _products: dict[tuple[Monomial, Monomial], str] = field(default_factory=dict)
    _facts: dict[tuple[str, str], str] = field(default_factory=dict)

    @classmethod
    def of(cls, context: Context, domain: Domain) -> Scale:
        """A scale over the symbols of a domain."""
        return cls(context, Expansion(Prover(domain), 4))

    # -- what is said ----------------------------------------------------------------------------------------------

    def text(self, m: Monomial) -> str:
        """A monomial as a function."""
        return f"(Scale {' '.join(self.context.text(x) for x in (m.rate, m.power, m.log))})"

    def name(self, stem: str) -> str:
        """A name that nothing has."""
        return self.context.translate.names.fresh(stem)

    def state(self, proposition: str, script: str, stem: str) -> str:
        """Asserts a proposition, and gives the name of what is then known."""
        name = self.name(stem)
        self.lines.append((name, f"assert ({name} : {proposition}).\n{{ {script} }}"))
        return name

    def needed(self, scripts: list[str]) -> str:
        """The lines that some scripts need, directly or not."""
        words = {word for script in scripts for word in _WORDS.findall(script)}
        kept = []
        for name, line in reversed(self.lines):
            if name in words:
                kept.append(line)
                words.update(_WORDS.findall(line))
        first = [line for line in kept if line.startswith("assert (") and line[8:].startswith(_APART)]
        return "\n".join([*reversed(first), *(line for line in reversed(kept) if line not in set(first))])

    # -- coefficients ----------------------------------------------------------------------------------------------

    def vanishes(self, value: sp.Expr) -> bool:
        """Whether a coefficient is 0 for all values of the symbols."""
        try:
            return self.oracle.vanishes(value)
        except Unclear as problem:
            raise NoProof(str(problem)) from None

    def settled(self, value: sp.Expr) -> sp.Expr:
        """A coefficient without absolute values of what has a known sign."""
        for size in sorted(value.atoms(sp.Abs), key=sp.default_sort_key):
            sign = self.sign(size.args[0])
            if sign <= NONNEGATIVE:
                value = value.xreplace({size: size.args[0]})
            elif sign <= NONPOSITIVE:
                value = value.xreplace({size: -size.args[0]})
        return value

    def sign(self, value: sp.Expr) -> SignSet:
        """The sign of a coefficient, as far as it is known."""
        try:
            return self.oracle.sign(value)
        except (Unclear, Exhausted):
            return ANY

    def knows(self, coefficient: sp.Expr, relation: str) -> str:
        """The name of the fact that a coefficient is positive, not negative, or not 0."""
        key = (self.context.text(coefficient), relation)
        if key not in self._facts:
            text = f"{key[0]} <> 0" if relation == "<>" else f"0 {relation} {key[0]}"
            script = "clear; lra." if coefficient.is_Rational else signs.sign(coefficient, relation, self.context)
            self._facts[key] = self.state(text, script, "sgn")
        return self._facts[key]

    def negative(self, coefficient: sp.Expr) -> str:
        """The name of the fact that a coefficient is negative."""
        key = (self.context.text(coefficient), ">")
        if key not in self._facts:
            script = (
                "clear; lra." if coefficient.is_Rational else signs.order(coefficient, "<", sp.S.Zero, self.context)
            )
            self._facts[key] = self.state(f"{key[0]} < 0", script, "sgn")
        return self._facts[key]

    def equal(self, raw: sp.Expr, value: sp.Expr) -> str:
        """A script that closes ``raw = value``."""
        if (script := quotients.equal(raw, value, self.context, lambda part: self.knows(part, "<>"))) is not None:
            return script
        return scalars.equal(raw, value, self.context)

    # -- monomials -------------------------------------------------------------------------------------------------

    def order(self, m: Monomial) -> int:
        """-1, 0 or 1 as a monomial tends to 0, is 1, or tends to infinity."""
        try:
            return self.oracle.order(m)
        except Unclear as problem:
            raise NoProof(str(problem)) from None

    def compare(self, m: Monomial, n: Monomial) -> int:
        """-1, 0 or 1 as m is of smaller, equal or larger order than n."""
        return 0 if m == n else self.order(m * n**-1)

    def ratio(self, m: Monomial, n: Monomial) -> tuple[int, str]:
        """The limit of m over n, 0 or 1, and a proof of ``Ratio m n 0`` (or 1)."""
        if m == n:
            return 1, f"(alike {' '.join(self.context.text(x) for x in (m.rate, m.power, m.log))})"
        return 0, self.below(m, n)

    def below(self, m: Monomial, n: Monomial) -> str:
        """The name of the fact that m is of smaller order than n."""
        if (m, n) not in self._below:
            proposition = f"Below {self.text(m)} {self.text(n)}"
            for part, lemma in (("rate", "below_g"), ("power", "below_a"), ("log", "below_b")):
                x, y = getattr(m, part), getattr(n, part)
                if x == y:
                    continue
                wanted = NEGATIVE if part == "log" else POSITIVE
                if self.sign(x - y) != wanted:
                    raise NoProof(f"which of {x} and {y} is larger is not known")
                small, large = (x, y) if part == "log" else (y, x)
                if small.is_Rational and large.is_Rational:
                    script = f"apply {lemma}; clear; lra."
                else:
                    script = f"apply {lemma}. {signs.order(small, '<', large, self.context)}"
                self._below[m, n] = self.state(proposition, script, "blw")
                break
            else:
                raise NoProof("a monomial is not below itself")
        return self._below[m, n]

    def nonzero(self, m: Monomial) -> str:
        """A proof that a monomial is not 0 at ``e0``."""
        return f"scale_nz {' '.join(self.context.text(x) for x in (m.rate, m.power, m.log))} e0"

    def product(self, m: Monomial, n: Monomial) -> tuple[Monomial, str]:
        """The product of two monomials, and the name of the fact that it is that."""
        whole = m * n
        if (m, n) not in self._products:
            proposition = f"forall e, {self.text(m)} e * {self.text(n)} e = {self.text(whole)} e"
            self._products[m, n] = self.state(proposition, f"apply scale_prod. {self.sums(m, n, whole)}", "prd")
        return whole, self._products[m, n]

    def sums(self, m: Monomial, n: Monomial, whole: Monomial) -> str:
        """Scripts for the three equations that say that exponents add up."""
        return self.exponents(
            [
                (sp.Add(getattr(m, part), getattr(n, part), evaluate=False), getattr(whole, part))
                for part in ("rate", "power", "log")
            ]
        )

    def exponents(self, pairs: list[tuple[sp.Expr, sp.Expr]]) -> str:
        """Scripts that close equations between exponents, in their order."""
        if all(raw.is_number and sp.sympify(value).is_Rational for raw, value in pairs):
            return "all: clear; lra."
        return " ".join(
            "{ clear; lra. }"
            if sp.sympify(value).is_Rational and not raw.free_symbols
            else f"{{ {self.exponent(raw, value)} }}"
            for raw, value in pairs
        )

    def exponent(self, raw: sp.Expr, value: sp.Expr) -> str:
        """A script that closes an equation between exponents."""
        return self.equal(raw, value)
