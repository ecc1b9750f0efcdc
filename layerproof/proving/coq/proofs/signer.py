"""The sign of an expression, with its proof: by structure, and as a fraction of polynomials."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from dataclasses import replace

import sympy as sp
from flint import fmpq_mpoly
from sympy.core.function import AppliedUndef

from ..scripts import Script
from ..terms import _is_inverse
from ..theorems.base import Fact
from .base import NoProof
from .context import Context
from .fractions import ONE, Fraction, Generator
from .normal_forms import NormalForms
from .sign_terms import Proof, equal_to, inverse, number, power, product, products, ring, says, totals
from .slacks import Constraint


class Signer(NormalForms):
    """Derives signs in one situation; what it has proved on the way is asserted where a script uses it."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.lemmas: dict[str, str] = {}
        self.generators: list[Generator] = []
        self._positions: dict[object, int] = {}
        self._fractions: dict[sp.Expr, Fraction] = {}
        self._structural: dict[sp.Expr, Proof | None] = {}
        self._busy: set[object] = set()
        self._rewritten: dict[sp.Expr, str] = {}  # atoms that are not generators, and the equations that say so
        self._units: dict[object, sp.Rational] = {}
        self._atoms: dict[sp.Expr, Proof] = {}
        self.derived: dict[tuple[int | None, ...], list[Constraint]] = {}
        self.goals: set[str] = set()
        super().__init__()
        for fact in context.facts:
            self.learn(fact)

    def copied(self) -> Signer:
        """The same situation, to which facts may be added; what it could not derive is open again."""
        other = copy(self)
        other.lemmas = {}
        other.generators = [replace(generator) for generator in self.generators]
        other._positions, other._fractions = dict(self._positions), dict(self._fractions)
        other._structural = {key: found for key, found in self._structural.items() if _is_final(found)}
        other._rewritten, other._atoms = dict(self._rewritten), dict(self._atoms)
        other._signs = {key: found for key, found in self._signs.items() if _is_final(found)}
        other._constraints = list(self.constraints())
        other.derived, other.ways = dict(self.derived), {}
        other._busy, other._deriving = set(), set()
        return other

    def begin(self) -> None:
        """A new goal: what may be spent on it is counted anew."""
        self.work = 0

    # -- scripts ---------------------------------------------------------------------------------------------------

    def assume(self, code: str, text: str, tactic: str) -> Proof:
        """A sign that `tactic` proves, as a fact that scripts assert when they use it."""
        return Proof(code, self.lemma(says(code, text), tactic))

    def lemma(self, statement: str, tactic: str) -> str:
        """The name of a fact that `tactic` proves."""
        name = self.context.fresh("K")
        self.lemmas[name] = f"assert ({name} : {statement}).\n{{ {tactic} }}"
        return name

    def named(self, proof: Proof, text: str) -> Proof:
        """A proof under a name, so that it is checked once."""
        return proof if proof.term.isidentifier() else self.assume(proof.code, text, f"exact {proof.term}.")

    def script(self, last: str) -> str:
        """The facts that a script uses, directly or not, and the script."""
        needed: set[str] = set()
        pending = [last]
        while pending:
            for name in set(re.findall(r"\bK_\d+\b", pending.pop())) & self.lemmas.keys() - needed:
                needed.add(name)
                pending.append(self.lemmas[name])
        ordered = sorted(needed, key=lambda name: int(name[2:]))
        return Script(((name, self.lemmas[name]) for name in ordered), last, self.context.fresh("E"))

    # -- by structure ----------------------------------------------------------------------------------------------

    def prove(self, expr: sp.Expr, code: str = "") -> Proof | None:
        """The sign of an expression as it is written; the strongest that is found, or exactly the one asked for."""
        found = self.structural(expr)
        if found is None or (code and found.weakened(code) is None):
            found = self._stronger(expr, found, code)
        return found if found is None or not code else found.weakened(code)

    def _stronger(self, expr: sp.Expr, weak: Proof | None, code: str) -> Proof | None:
        found = self.whole(self.context.text(expr), expr)
        if found is None or (code and found.weakened(code) is None):
            return weak
        self._structural[expr] = found
        return found

    def structural(self, expr: sp.Expr) -> Proof | None:
        """The sign of an expression from the signs of its parts; of a sum also as a polynomial."""
        if expr not in self._structural:
            if expr in self._busy:
                return None
            self._busy.add(expr)
            try:
                self._structural[expr] = self._by_parts(expr)
            finally:
                self._busy.discard(expr)
        return self._structural[expr]

    def _by_parts(self, expr: sp.Expr) -> Proof | None:
        known = self._atoms.get(expr)
        if _is_final(known):
            return known
        found = self._built(expr)
        return found if known is None or (found is not None and found.weakened(known.code) is not None) else known

    def _built(self, expr: sp.Expr) -> Proof | None:
        match expr:
            case sp.Integer():
                return number(int(expr)) if expr else Proof("o", "(eq_refl 0)")
            case sp.Rational():
                return product(number(int(expr.p)), Proof("p", f"(Signs.inv_p {number(int(expr.q)).term})"))
            case sp.Mul():
                return self._product(expr)
            case sp.Add():
                found = totals(self._quick(a) for a in expr.args)
                if found is None or found.code in "qm":
                    found = self._stronger(expr, found, "") or found
                return found
            case sp.Pow():
                return self._power(expr)
            case sp.Symbol():
                return self._natural(expr) if expr.is_integer else None
            case sp.Idx():
                return self._natural(expr)
            case AppliedUndef():
                return self._entry(expr)
            case sp.Abs():
                inside = self.structural(expr.args[0])
                nonzero = inside.weakened("z") if inside else None
                return Proof("p", f"(Rabs_pos_lt _ {nonzero.term})") if nonzero else Proof("q", "(Rabs_pos _)")
            case sp.log():
                return self._logarithm(expr.args[0])
            case sp.cosh():
                return Proof("p", "(Signs.cosh_p _)")
            case sp.sinh() | sp.tanh() | sp.atan():
                inside = self.structural(expr.args[0])
                name = type(expr).__name__
                return Proof(inside.code, f"(Signs.{name}_{inside.code} {inside.term})") if inside else None
            case sp.asinh():
                inside = self.prove(expr.args[0])
                return Proof(inside.code, f"(Signs.arcsinh_{inside.code} {inside.term})") if inside else None
            case sp.sin():
                return self._sine(expr.args[0])
        if expr is sp.pi:
            return Proof("p", "PI_RGT_0")
        if expr is sp.E or isinstance(expr, sp.exp):
            return Proof("p", "(exp_pos _)")
        return None

    def _sine(self, low: sp.Expr) -> Proof | None:
        """The sign of a sine within half a turn."""
        first, last = self.prove(low, "q"), self.difference(sp.pi, low, "q")
        if first is None or last is None:
            return None
        strict = self.prove(low, "p"), self.difference(sp.pi, low, "p")
        if strict[0] is not None and strict[1] is not None:
            return Proof("p", f"(Signs.sin_within_p {strict[0].term} {strict[1].term})")
        return Proof("q", f"(Signs.sin_within_q {first.term} {last.term})")

    def _quick(self, expr: sp.Expr) -> Proof | None:
        """The sign of a term of a sum; what needs work is left for the sum as a whole."""
        if isinstance(expr, sp.Mul) and any(isinstance(a, sp.Add) for a in expr.args):
            return None
        return self.structural(expr)

    def _product(self, expr: sp.Mul) -> Proof | None:
        above = [a for a in expr.args if not _is_inverse(a)]
        below = [sp.Pow(a.base, -a.exp) for a in expr.args if _is_inverse(a)]
        first = products(map(self.structural, above)) if above else number(1)
        if first is not None and below:
            under = products(map(self.structural, below))
            turned = inverse(under) if under is not None else None
            first = product(first, turned) if turned is not None else None
        if first is None or first.code in "qmz":
            return self._stronger(expr, first, "") or first
        return first

    def _power(self, expr: sp.Pow) -> Proof | None:
        base, exponent = expr.args
        if base is sp.E:
            return Proof("p", "(exp_pos _)")
        if exponent.is_Integer and exponent >= 0:
            return power(self.structural(base), int(exponent), self.context.text(base))
        if _is_inverse(expr):
            inside = self.structural(sp.Pow(base, -exponent, evaluate=False) if exponent != -1 else base)
            return inverse(inside) if inside is not None else None
        if exponent.is_Rational and exponent.q == 2 and exponent > 0:
            inside = self.structural(base)
            root = (
                Proof("p", f"(Signs.root_p {inside.term})")
                if inside and inside.code == "p"
                else Proof("q", "(sqrt_pos _)")
            )
            return root if exponent.p == 1 else power(root, int(exponent.p), "_")
        text = self.context.text(expr)
        if text.startswith("(Rpower"):
            return Proof("p", "(Signs.Rpower_p _ _)")
        inside = self.structural(base)
        if inside is None or inside.code not in "pqz":
            return None
        return Proof(inside.code, f"(Signs.pow_{inside.code} _ {inside.term})")

    def _natural(self, symbol: sp.Symbol | sp.Idx) -> Proof | None:
        name = self.context.text(symbol)[5:-1]
        if isinstance(symbol, sp.Idx):  # its range is known wherever it is bound
            begins = symbol.lower.is_positive
        else:
            begins = any(fact.name == f"D{name}" for fact in self.context.facts)
        if begins:
            return Proof("p", f"(Signs.nat_p {name} ltac:(lia))")
        return Proof("q", f"(pos_INR {name})")

    def _entry(self, entry: AppliedUndef) -> Proof | None:
        text = self.context.text(entry)
        name = f"D{text[1:].split(' ')[0]}"
        for code, holds in (("p", entry.is_positive), ("n", entry.is_negative), ("q", entry.is_nonnegative)):
            if holds and any(fact.name == name for fact in self.context.facts):
                return Proof(code, f"({name} {' '.join('_' * len(entry.args))})")
        return None

    def _logarithm(self, inside: sp.Expr) -> Proof | None:
        less_one = self.difference(inside, sp.S.One)
        if less_one is None or less_one.code not in "pqonm":
            return None
        if less_one.code in "pqo":
            return Proof(less_one.code, f"(Signs.ln_{less_one.code} {less_one.term})")
        positive = self.prove(inside, "p")
        return Proof(less_one.code, f"(Signs.ln_{less_one.code} {positive.term} {less_one.term})") if positive else None

    # -- as a fraction ---------------------------------------------------------------------------------------------

    def difference(self, large: sp.Expr, small: sp.Expr, code: str = "") -> Proof | None:
        """The sign of ``large - small``, with the texts of both."""
        found = self.whole(f"({self.context.text(large)} - {self.context.text(small)})", large - small, (large, small))
        return found if found is None or not code else found.weakened(code)

    def whole(self, text: str, expr: sp.Expr, parts: tuple[sp.Expr, ...] = ()) -> Proof | None:
        """The sign of `text`, which stands for `expr`, by its numerator and denominator."""
        parts = parts or (expr,)
        self.constraints()  # before anything is derived, for the signs of the facts' denominators
        try:
            fraction = self.fraction(expr)
        except NoProof:
            return None
        num, den = fraction.num, fraction.den
        above, below = self.sign(num), self.sign(den)
        if above is None or below is None or below.weakened("z") is None:
            return None
        turned = inverse(below)
        known = above if den == ONE else product(above, turned) if turned else None
        if known is None:
            return None
        other = self.text(num) if den == ONE else f"({self.text(num)} / {self.text(den)})"
        why = self.link(parts, den, below)
        return self.assume(known.code, text, f"exact {equal_to(text, other, known, why).term}.") if why else None

    def link(self, parts: tuple[sp.Expr, ...], den: fmpq_mpoly, below: Proof, text: str = "") -> str | None:
        """A tactic that proves that `parts`, put together, are a fraction with the denominator `den`."""
        nonzero: list[str] = []
        rewrites: list[str] = []
        for part in parts:
            for node in sp.preorder_traversal(part):
                if node in self._rewritten:
                    rewrites.append(self._rewritten[node])
                if _is_inverse(node):
                    inside = sp.Pow(node.base, -node.exp)
                    known = self.prove(inside, "z")
                    if known is None:
                        return None
                    nonzero.append(self.named(known, self.context.text(inside)).term)
        if den != ONE:
            known = below.weakened("z")
            assert known is not None
            nonzero.append(self.named(known, self.text(den)).term)
        fractional = any(part.atoms(sp.Rational) - part.atoms(sp.Integer) for part in parts)
        tactic = self.identity(bool(nonzero), list(dict.fromkeys(nonzero)), " / " if fractional or den != ONE else text)
        return "; ".join([*(f"rewrite ?{name}" for name in dict.fromkeys(rewrites)), tactic])

    def identity(self, divides: bool, nonzero: list[str], text: str = "") -> str:
        """A tactic for an identity of rational functions, modulo the squares of the roots."""
        squares = [g.square for g in self.generators if g.kind == "root"]
        modulo = f" [{' '.join(squares)}]" if squares else ""
        if not divides:
            return f"{ring(text)}{modulo}"
        closers = " | ".join([*(f"exact {name}" for name in nonzero), "assumption", "lra", "nz"])
        return f"field{modulo}; repeat split; first [{closers}]"

    # -- facts -----------------------------------------------------------------------------------------------------

    def learn(self, fact: Fact) -> None:
        """Take in the sign of an expression that a fact says, as it is written."""
        if fact.name.startswith("G"):
            self.goals.add(fact.name)
        found = _sign_of(fact)
        if found is not None:
            expr, proof = found
            known = self._atoms.get(expr)
            if known is None or known.weakened(proof.code) is None:
                self._atoms[expr] = proof
                if not _is_final(self._structural.get(expr)):
                    self._structural.pop(expr, None)

    def above(self, expr: sp.Expr, shift: int) -> Proof | None:
        """The sign of an expression plus a positive integer."""
        return self.whole(f"({self.context.text(expr)} + {shift})", expr + shift, (expr,))

    def constraints(self) -> list[Constraint]:
        """The facts, as polynomials whose signs are known."""
        if self._constraints is None:
            self._constraints = []
            for symbol, name in self.context.translate.naturals.items():
                if any(fact.name == f"D{name}" for fact in self.context.facts):
                    poly = self.fraction(symbol).num - 1
                    proof = Proof("q", f"(Signs.nat_above {name} ltac:(lia))")
                    self._constraints.append(Constraint(poly, f"(INR {name} - 1)", proof))
            self._constraints += self._ranges()
            # goals that were proved before follow from the facts
            pending = [f for f in self.context.facts if f.relation is not None and not f.name.startswith("G")]
            for _ in range(2):  # a fact with a denominator may need the sign that another fact gives
                pending = [fact for fact in pending if not self._constraint(fact)]
                self._signs = {key: found for key, found in self._signs.items() if found is not None}
        return self._constraints

    def _ranges(self) -> Iterator[Constraint]:
        """That an index is at most its end, if that is a symbol."""
        known = {fact.name for fact in self.context.facts}
        for index, name in self.context.translate.indices.items():
            last = index.upper
            if f"D{name}" in known and index.lower == 1 and last.is_Symbol and last in self.context.translate.naturals:
                high, end = self.context.translate.naturals[last], self.fraction(last).num - self.fraction(index).num
                proof = Proof("q", f"(Signs.nat_below {name} {high} ltac:(lia))")
                yield Constraint(end, f"(INR {high} - INR {name})", proof)

    def cleared(
        self, text: str, parts: tuple[sp.Expr, ...], expr: sp.Expr, known: Proof, line: bool = False
    ) -> Iterator[Constraint]:
        """The sign of `text`, which is `expr` put together from `parts`, as that of a polynomial; if it is one."""
        fraction = self.fraction(expr)
        below = self.sign(fraction.den)
        if below is None or below.code not in "pn" or fraction.num.is_constant():
            return
        num, den = (fraction.num, fraction.den) if below.code == "p" else (-fraction.num, -fraction.den)
        size = self.sign(den)
        if size is None:
            return
        why = self.link(parts, den, size, " / " if " / " in text else "")
        whole = known if den == ONE else product(known, size)
        if why is None or whole is None:
            return
        value = text if den == ONE else f"({text} * {self.text(den)})"
        proof = equal_to(self.text(num), value, whole, why)
        yield Constraint(num, self.text(num), self.named(proof, self.text(num)), line)

    def _constraint(self, fact: Fact) -> bool:
        """Read a fact as a constraint, if it is one; whether it is settled."""
        relation = fact.relation
        code = _CODES.get(type(relation))
        if relation is None or code is None:
            return True
        assert self._constraints is not None
        alone = _sign_of(fact)
        try:
            if alone is not None:
                found = self._of_sign(*alone)
                if found is None:
                    return True
            else:
                large, small = (relation.lhs, relation.rhs) if code not in "nm" else (relation.rhs, relation.lhs)
                code = {"n": "p", "m": "q"}.get(code, code)
                text = f"({self.context.text(large)} - {self.context.text(small)})"
                known = Proof(code, f"(Signs.sub_{code} {_forward(fact)})")
                found = list(self.cleared(text, (large, small), large - small, known))
        except NoProof:
            return False
        self._constraints += found
        return bool(found)

    def _of_sign(self, expr: sp.Expr, known: Proof) -> list[Constraint] | None:
        fraction = self.fraction(expr)
        if len(fraction.num) == 1 and fraction.num.total_degree() <= 1 and fraction.den == ONE:
            return None  # the sign of a generator, which is known
        text = self.context.text(expr)
        if known.code not in "nm":
            return list(self.cleared(text, (expr,), expr, known))
        turned = self.opposite(known, text)
        assert turned is not None
        return list(self.cleared(f"(- {text})", (expr,), -expr, turned))


def _forward(fact: Fact) -> str:
    """A term for a fact; ``>=`` is a disjunction in Coq, the other relations are what their opposites are."""
    return f"(Rge_le _ _ {fact.name})" if " >= " in fact.text else fact.name


def _sign_of(fact: Fact) -> tuple[sp.Expr, Proof] | None:
    """The expression whose sign a fact says, and the proof; None if it compares two expressions."""
    relation = fact.relation
    code = _CODES.get(type(relation))
    if relation is None or code is None or (relation.lhs != 0 and relation.rhs != 0):
        return None
    if relation.rhs == 0:
        expr = relation.lhs
    else:
        expr, code = relation.rhs, {"p": "n", "n": "p", "q": "m", "m": "q"}.get(code, code)
    reverse = fact.text.startswith("0 ")
    term = _forward(fact)
    if code == "z" and reverse:
        term = f"(not_eq_sym {term})"
    elif code == "o" and reverse:
        term = f"(eq_sym {term})"
    return expr, Proof(code, term)


_CODES = {
    sp.StrictGreaterThan: "p",
    sp.GreaterThan: "q",
    sp.StrictLessThan: "n",
    sp.LessThan: "m",
    sp.Ne: "z",
    sp.Eq: "o",
}


def _is_final(found: Proof | None) -> bool:
    """Whether no more facts can make a sign stronger."""
    return found is not None and found.code in "pno"
