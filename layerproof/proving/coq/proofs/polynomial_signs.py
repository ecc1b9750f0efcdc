"""The sign of a polynomial in generators: by factors, by coefficients, in slacks, by the conjugates of roots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mpoly

from . import functions, ideals, sign_cases, slacks
from .fractions import CTX, GENS, ONE, SLOTS, Generator, monomial, split, used, written
from .sign_terms import Proof, equal_to, product, products, ring, says, totals

if TYPE_CHECKING:
    from .slacks import Constraint, Way

_WORK = 60
_DEPTH = 6
_TERMS = 400
_LONG = 150


class PolynomialSigns:
    """The part of `Signer` that knows polynomials only."""

    generators: list[Generator]

    def __init__(self) -> None:
        self.work = 0
        self.cases = 0
        self._depth = 0
        self._signs: dict[str, Proof | None] = {}
        self._deriving: set[str] = set()
        self._constraints: list[Constraint] | None = None
        self.ways: dict[tuple[int, ...], list[Way]] = {}

    if TYPE_CHECKING:

        def assume(self, code: str, text: str, tactic: str) -> Proof: ...
        def text(self, poly: fmpq_mpoly) -> str: ...
        def identity(self, divides: bool, nonzero: list[str], text: str = "") -> str: ...
        def constraints(self) -> list[Constraint]: ...

    def reduce(self, poly: fmpq_mpoly) -> fmpq_mpoly:
        """The polynomial with the squares of roots replaced by what is under them."""
        for position in range(len(self.generators) - 1, -1, -1):
            radicand = self.generators[position].radicand
            if radicand is None or poly.degrees()[position] < 2:
                continue
            total = CTX.constant(0)
            for k, part in enumerate(split(poly, position)):
                total = total + part * radicand ** (k // 2) * GENS[position] ** (k % 2)
            poly = total
        return poly

    def parts(self, position: int) -> tuple[str, Proof | None]:
        """The text and the sign of a generator."""
        generator = self.generators[position]
        return generator.text, generator.sign

    def sign(self, poly: fmpq_mpoly) -> Proof | None:
        """The sign of the text of a polynomial; None where none is derived."""
        if len(poly) > _LONG:
            return None
        key = str(poly)
        if key in self._signs:
            return self._signs[key]
        text, found = written(poly, self.parts)
        if found is None or found.code in "qmz":
            found = self._by_factors(poly, text) or found
        if found is not None and len(poly) > 1:
            found = found if found.term.isidentifier() else self.assume(found.code, text, f"exact {found.term}.")
        if found is not None and len(poly) == 1 and poly.total_degree() == 1 and poly.leading_coefficient() == 1:
            self.generators[used(poly)[0]].sign = found  # what was found for a symbol serves from now on
        if found is not None or not self._deriving:
            self._signs[key] = found
        return found

    def _by_factors(self, poly: fmpq_mpoly, text: str) -> Proof | None:
        content, factors = poly.factor()
        if len(factors) == 1 and factors[0][1] == 1 and content == 1:
            return self._irreducible(poly, text)
        pieces: list[tuple[str, Proof | None, int]] = []
        unknown = ONE
        for factor, multiplicity in factors:
            own_text, own = written(factor, self.parts)
            own = self.sign(factor) or own
            if own is None and multiplicity % 2:
                unknown = unknown * factor**multiplicity
            else:
                pieces.append((own_text, own, int(multiplicity)))
        if unknown != ONE:
            together = self._joint(unknown)
            if together is None:
                return None
            pieces.append((self.text(unknown), together, 1))
        other, found = monomial(content, pieces)
        return equal_to(text, f"({other})", found) if found is not None else None

    def _joint(self, poly: fmpq_mpoly) -> Proof | None:
        """The sign of a product whose factors have no known signs."""
        key = f"joint {poly}"
        if key in self._deriving or self._depth > _DEPTH or self.work > _WORK:
            return None
        self.work += 1
        self._depth += 1
        self._deriving.add(key)
        try:
            text = self.text(poly)
            return self._by_facts(poly, text) or ideals.by_equations(self, poly, text)  # type: ignore[arg-type]
        finally:
            self._depth -= 1
            self._deriving.discard(key)

    def _irreducible(self, poly: fmpq_mpoly, text: str) -> Proof | None:
        key = str(poly)
        if (
            (len(poly) == 1 and not self._is_open(poly))
            or key in self._deriving
            or self._depth > _DEPTH
            or self.work > _WORK
        ):
            return None
        self.work += 1
        self._depth += 1
        self._deriving.add(key)
        try:
            best: Proof | None = None
            if len(poly) > 1 and any([self._is_open(GENS[k]) and self.sign(GENS[k]) for k in used(poly)]):
                found = written(poly, self.parts)[1]
                if found is not None and found.code in "pno":
                    return found
            for found in self._arguments(poly, text):
                if found is not None:
                    if found.code in "pno":
                        return found
                    best = found if best is None or best.code == "z" else best
            return best
        finally:
            self._depth -= 1
            self._deriving.discard(key)

    def _is_open(self, poly: fmpq_mpoly) -> bool:
        """Whether it is a lone symbol whose sign the facts may determine together."""
        generator = self.generators[used(poly)[0]]
        return generator.kind == "leaf" and (generator.sign is None or generator.sign.code in "qmz")

    def _arguments(self, poly: fmpq_mpoly, text: str) -> Iterator[Proof | None]:
        yield ideals.by_equations(self, poly, text)  # type: ignore[arg-type]
        yield slacks.by_slacks(self, poly, text)  # type: ignore[arg-type]
        yield self._by_facts(poly, text)
        yield self._by_quadratic(poly, text)
        yield self._by_roots(poly, text)
        yield self._by_cases(poly, text)

    def _by_facts(self, poly: fmpq_mpoly, text: str) -> Proof | None:
        """A factor of what a fact says the sign of, when the other factors have known signs; or that it is not 0."""
        weak: Proof | None = None
        for fact in [*self.constraints(), *functions.facts(self, used(poly))]:  # type: ignore[arg-type]
            for divisor in (poly, -poly):
                if fact.poly.is_constant() or (
                    fact.poly.degrees() == divisor.degrees() and len(fact.poly) != len(poly)
                ):
                    continue
                cofactor, rest = divmod(fact.poly, divisor)
                if not rest.is_zero() or cofactor.is_zero():
                    continue
                other = self.sign(cofactor)
                if other is None or other.code not in "pn":
                    nonzero = fact.proof.weakened("z")
                    if nonzero is not None and divisor is poly:
                        weak = weak or self._part(text, cofactor, fact.text, nonzero)
                    continue
                positive = cofactor if other.code == "p" else -cofactor
                known: Proof | None = fact.proof
                if other.code == "n":
                    known = self.opposite(fact.proof, f"(- {fact.text})")
                    other = self.sign(positive)
                if other is None or known is None:
                    continue
                value = fact.text if cofactor == positive else f"(- {fact.text})"
                left, right = self.text(divisor), self.text(positive)
                why = ring(left, right, value)
                term = f"(Signs.by_{known.code} {left} {right} {value} {other.term} ltac:({why}) {known.term})"
                found = Proof(known.code, term)
                if divisor is poly:
                    return found
                turned = self.opposite(found, f"(- {self.text(divisor)})")
                if turned is not None:
                    return equal_to(text, f"(- {self.text(divisor)})", turned)
        return weak

    def _part(self, text: str, cofactor: fmpq_mpoly, whole: str, nonzero: Proof) -> Proof:
        """A factor of what is not 0 is not 0."""
        other = self.text(cofactor)
        return Proof("z", f"(Signs.part_z {text} {other} {whole} ltac:({ring(text, other, whole)}) {nonzero.term})")

    @staticmethod
    def opposite(known: Proof, text: str) -> Proof | None:
        """The sign of ``- a`` from that of a."""
        codes = {"n": "p", "m": "q", "o": "o"}
        if known.code in codes:
            return Proof(codes[known.code], f"(Signs.opp_{known.code} {known.term})")
        if known.code in "pqz":
            back = {"p": "n", "q": "m", "z": "z"}[known.code]
            return Proof(back, f"(Signs.neg_{known.code} {known.term})")
        return None

    def _by_roots(self, poly: fmpq_mpoly, text: str) -> Proof | None:
        for position in range(len(self.generators) - 1, -1, -1):
            generator = self.generators[position]
            if generator.radicand is None or poly.degrees()[position] != 1:
                continue
            rest, slope = split(poly, position)
            if len(rest) ** 2 + len(slope) ** 2 > _TERMS:
                continue
            found = self._with_root(poly, text, generator, rest, slope)
            if found is not None:
                return found
        return None

    def _with_root(
        self, poly: fmpq_mpoly, text: str, root: Generator, rest: fmpq_mpoly, slope: fmpq_mpoly
    ) -> Proof | None:
        """The sign of ``A + B r`` from those of A, B and ``A**2 - B**2 r**2``."""
        assert root.radicand is not None
        assert root.inside is not None
        a, b = self.sign(rest), self.sign(slope)
        if a is not None and b is not None and root.sign is not None:
            second = product(b, root.sign)
            both = totals([a, second]) if second is not None else None
            if both is not None and both.code in "pn":
                return equal_to(text, f"({self.text(rest)} + {self.text(slope)} * {root.text})", both)
        norm = self.reduce(rest**2 - slope**2 * root.radicand)
        n = self.sign(norm)
        if n is None:
            return None
        radicand = root.text[len("(sqrt ") : -1]
        for turned in (False, True):
            first, second_ = (-rest, -slope) if turned else (rest, slope)
            ta, tb = self.text(first), self.text(second_)
            normed = equal_to(
                f"({ta} ^ 2 - {tb} ^ 2 * {radicand})",
                self.text(norm),
                n,
                self.identity(False, [], ta + tb + self.text(norm)),
            )
            sa = self.sign(first) if turned else a
            sb = self.sign(second_) if turned else b
            found: Proof | None = None
            if n.code in "pq" and sa is not None and (weak := sa.weakened("q")):
                found = Proof(
                    n.code,
                    f"(Signs.conj_first_{n.code} (A := {ta}) (B := {tb}) {root.inside.term} {weak.term} {normed.term})",
                )
            elif n.code in "nm" and sb is not None and (weak := sb.weakened("q")):
                code = "p" if n.code == "n" else "q"
                found = Proof(
                    code,
                    f"(Signs.conj_second_{code} (A := {ta}) (B := {tb}) {root.inside.term} {weak.term} {normed.term})",
                )
            elif (nonzero := normed.weakened("z")) and turned:
                found = Proof("z", f"(Signs.conj_z (A := {ta}) (B := {tb}) {root.inside.term} {nonzero.term})")
            if found is None:
                continue
            value = f"({ta} + {tb} * {root.text})"
            if not turned:
                return equal_to(text, value, found)
            back = self.opposite(found, value)
            return equal_to(text, f"(- {value})", back) if back is not None else None
        return None

    def _by_cases(self, poly: fmpq_mpoly, text: str) -> Proof | None:
        """By the sign of a factor of A in ``A + B r``, where the sign of A is not known."""
        best: Proof | None = None
        for position in range(len(self.generators) - 1, -1, -1):
            if self.generators[position].radicand is None or poly.degrees()[position] != 1:
                continue
            rest, _ = split(poly, position)
            for factor, _ in rest.factor()[1]:
                roots = any(self.generators[k].kind != "leaf" for k in used(factor))
                known = self.sign(factor)
                if roots or (known is not None and known.code != "z"):
                    continue
                for splitter in (factor, -factor):  # the case of equality goes to one side or to the other
                    found = sign_cases.by_cases(self, poly, text, splitter)  # type: ignore[arg-type]
                    if found is not None and found.code in "pn":
                        return found
                    best = best or found
        return best

    def _by_quadratic(self, poly: fmpq_mpoly, text: str) -> Proof | None:
        """``a v**2 + b v + c`` with a > 0 and 4ac - b**2 of known sign."""
        for position in sorted(used(poly), key=lambda k: self.generators[k].sign is not None):
            if poly.degrees()[position] != 2 or self.generators[position].radicand is not None:
                continue
            c, b, a = split(poly, position)
            lead = self.sign(a)
            if lead is None or lead.code not in "pnqm":
                continue
            discriminant = self.sign(self.reduce(4 * a * c - b**2))
            if discriminant is not None and discriminant.code == "o":
                discriminant = discriminant.weakened("q")
            if discriminant is None or discriminant.code not in "pq":
                continue
            turned = lead.code in "nm"
            if turned:
                a, b, c = -a, -b, -c
                lead = self.sign(a)
                assert lead is not None
            last = self.sign(c) if lead.code == "q" else None
            if lead.code == "q" and (last is None or (last := last.weakened("q")) is None):
                continue
            ta, tb, tc = map(self.text, (a, b, c))
            name = self.generators[position].text
            disc = equal_to(
                f"(4 * {ta} * {tc} - {tb} ^ 2)",
                self.text(self.reduce(4 * a * c - b**2)),
                discriminant,
                self.identity(False, [], ta + tb + tc),
            )
            if last is None:
                found = Proof(disc.code, f"(Signs.quadratic_{disc.code} {name} {lead.term} {disc.term})")
            else:
                weak = disc.weakened("q")
                assert weak is not None
                found = Proof("q", f"(Signs.quadratic_flat {name} {lead.term} {last.term} {weak.term})")
            value = f"({ta} * {name} ^ 2 + {tb} * {name} + {tc})"
            if not turned:
                return equal_to(text, value, found)
            back = self.opposite(found, value)
            return equal_to(text, f"(- {value})", back) if back is not None else None
        return None


__all__ = ["ONE", "SLOTS", "PolynomialSigns", "fmpq", "products", "says"]
