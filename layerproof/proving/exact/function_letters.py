"""Inverses, pseudo-inverses, exponentials and what has accumulated, as letters with what is known of them.

Each function of a matrix in a goal becomes a letter, and what is true of it for every size becomes hypotheses on the
letter: an inverse cancels on both sides; a pseudo-inverse satisfies Penrose's equations, and what satisfies them is it;
so does a square root, which is the only semidefinite one and commutes with what the matrix commutes with;
exponentials of multiples of one matrix are powers of one letter, whose inverse is the exponential of minus that; an
integral over the time has the symmetry of what it adds up, and that of an exponential is known.  What commutes with an
exponent commutes with its exponential, and ``A B = B A'`` passes on to exponentials, and to what they add up to.

An inverse is there only if the hypotheses say so (`invertible`), and this is asked before anything is made of it.  What
is equal is decided with derivations that are checked.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import sympy as sp
from sympy.matrices.expressions.transpose import Transpose

from ...language.matrices import (
    Diagonal,
    Equal,
    MatrixFunction,
    MatrixHypothesis,
    Named,
    RandomVector,
    Symmetric,
    shape_of,
)
from ...language.matrix_functions import (
    Accumulated,
    Exponential,
    InverseOf,
    Invertible,
    PositiveSemidefinite,
    PseudoInverse,
    SquareRoot,
)
from ...language.symbols import time
from .checked_words import checked_normal
from .invertible import NEITHER, Inverses
from .rewriting import Rules, relations_of, rules_from
from .words import NotWords, Poly, Word, minus, scale, vanishes, words_of

_TERMS = 4  # of an exponent that is taken apart


@dataclass
class _Family:
    """The exponentials of multiples of one matrix: `forth` is of `exponent`, and `back` of minus that."""

    exponent: Any
    words: Poly
    forth: sp.MatrixSymbol
    back: sp.MatrixSymbol


@dataclass
class Letters:
    """Letters for functions, and the hypotheses on them; `hypotheses` begins with the claim's own.

    Attributes:
        meanings: what each function became.
        families: of exponentials.
        sums: what each integral's letter adds up.
        inverses: of what each letter is the inverse.
        pseudo: of what each letter is the pseudo-inverse.
        roots: of what each letter is the square root.
        diagonals: those of them that are diagonal.
        fundamental: what integrals of exponentials are; not used on what is added up, which is to stay as it is.
        own: the letters of the claim, which stand still.
        fineness: exponents are whole multiples of this part of a letter's: two if halves come up.
        missing: the hypothesis without which an inverse need not be there; then nothing is proved.
        nowhere: which inverse is there in no case.
    """

    hypotheses: list[Any]
    given: tuple[Any, ...] = ()
    meanings: dict[Any, Any] = field(default_factory=dict)
    families: list[_Family] = field(default_factory=list)
    sums: dict[sp.MatrixSymbol, Any] = field(default_factory=dict)
    inverses: dict[sp.MatrixSymbol, Any] = field(default_factory=dict)
    pseudo: dict[sp.MatrixSymbol, Any] = field(default_factory=dict)
    roots: dict[sp.MatrixSymbol, Any] = field(default_factory=dict)
    diagonals: dict[sp.MatrixSymbol, Any] = field(default_factory=dict)
    fundamental: list[Any] = field(default_factory=list)
    own: frozenset[sp.MatrixSymbol] = frozenset()
    fineness: int = 1
    missing: str | None = None
    nowhere: str | None = None
    _new_facts: list[Any] = field(default_factory=list)
    _taken: set[str] = field(default_factory=set)
    _rules: tuple[Rules, list[Poly]] | None = None
    _assuming: bool = False

    @classmethod
    def of(cls, parts: Iterable[Any], hypotheses: Iterable[Any]) -> Letters:
        """The letters for what is in `parts` and in the equations of the hypotheses."""
        parts, hypotheses = list(map(sp.sympify, parts)), list(hypotheses)
        sides = [side for h in hypotheses for side in _sides(h)]
        if any(e.has(Accumulated) for e in (*parts, *sides)):
            about = [h for h in hypotheses if any(e.has(time()) for e in (*_sides(h), h) if isinstance(e, sp.Basic))]
            if about:
                raise NotWords(f"{about[0]} is about one time, and what accumulates is about all that are before")
        found = cls([h for h in hypotheses if not _says_functions(h)], tuple(hypotheses))
        found.own = frozenset(s for e in (*parts, *sides) for s in e.atoms(sp.MatrixSymbol))
        found.fineness = _fineness((*parts, *sides))
        found._taken = {str(letter.name) for letter in found.own}
        for hypothesis in hypotheses:
            if _says_functions(hypothesis):
                found.hypotheses += found._assumed(hypothesis)
                found._rules = None
        for part in parts:
            found.put(part)
        return found

    def _assumed(self, hypothesis: MatrixHypothesis) -> list[Any]:
        if isinstance(hypothesis, Diagonal):
            raise NotWords(f"{hypothesis}: name the matrix by a letter, and use Equal")
        self._assuming = True  # a hypothesis holds, and so what it says is defined
        try:
            return [Equal(self.put(left), self.put(right)) for left, right in hypothesis.equations()]
        finally:
            self._assuming = False

    def put(self, expr: Any) -> Any:
        """`expr` with a letter for each function in it."""
        expr = sp.sympify(expr)
        if not isinstance(expr, sp.Basic) or not expr.has(MatrixFunction):
            return expr
        if isinstance(expr, Named):
            return self.put(expr.value)
        if isinstance(expr, MatrixFunction):
            if expr not in self.meanings:
                self.meanings[expr] = self._letter(expr)
                self.hypotheses += self._new_facts
                if self._new_facts:
                    self._new_facts, self._rules = [], None
            return self.meanings[expr]
        return expr.func(*(self.put(a) if isinstance(a, sp.Expr) else a for a in expr.args))

    def _letter(self, expr: MatrixFunction) -> Any:
        inside = self.put(expr.arg)
        if any(isinstance(s, RandomVector) for s in inside.atoms(sp.MatrixSymbol)):
            raise NotWords(f"{expr} is random: only moments of words are numbers")
        match expr:
            case InverseOf():
                return self._inverse(expr, inside)
            case SquareRoot():
                return self._root(expr, inside)
            case PseudoInverse():
                return self._pseudo_inverse(expr, inside)
            case Exponential():
                return self._exponential(expr, inside)
            case Accumulated():
                return self._accumulated(expr, inside)
        raise NotWords(f"nothing is known of {type(expr).__name__}")

    # --- what is equal ---------------------------------------------------------------------------------------------

    def normal(self, expr: Any) -> Poly:
        """The normal form of an expression without functions, under what is known so far."""
        if self._rules is None:
            self._rules = rules_from(self.hypotheses), relations_of(self.hypotheses)
        return checked_normal(words_of(expr), *self._rules)

    def same(self, first: Any, second: Any) -> bool:
        """Whether two expressions without functions are equal under what is known so far."""
        return shape_of(first) == shape_of(second) and not self.normal(first - second)

    def equal(self, first: Any, second: Any) -> bool:
        """Whether two expressions are equal under what is known so far."""
        return self.same(self.put(first), self.put(second))

    def _new(self, name: str, like: Any) -> sp.MatrixSymbol:
        while name in self._taken:  # two things may be printed alike
            name += "'"
        self._taken.add(name)
        return sp.MatrixSymbol(name, *shape_of(like))

    def _constants(self, rows: Any) -> Iterator[Any]:
        """The letters of the claim, and their transposes, with so many rows."""
        sides = [side for h in self.hypotheses for side in _sides(h)]
        ours = {letter for f in self.families for letter in (f.forth, f.back)} | {*self.sums}
        known = {*self.seen, *(s for side in sides for s in side.atoms(sp.MatrixSymbol))} - ours
        for letter in sorted(known, key=str):
            for part in (letter, letter.T):
                if part.shape[0] == rows:
                    yield part

    def _still(self, rows: Any) -> Iterator[Any]:
        """Those that do not depend on the time."""
        moving = self._moving()
        return (part for part in self._constants(rows) if not part.atoms(sp.MatrixSymbol) & moving)

    @property
    def seen(self) -> set[sp.MatrixSymbol]:
        """The letters inside of functions."""
        return {s for expr in self.meanings for s in expr.atoms(sp.MatrixSymbol)}

    def _is_diagonal(self, expr: Any) -> bool:
        if isinstance(expr, sp.MatrixSymbol):
            return any(isinstance(h, Diagonal) and h.matrix == expr for h in self.hypotheses)
        if isinstance(expr, (sp.MatAdd, sp.MatMul, sp.MatPow, Transpose, Named)):
            inner = [expr.value] if isinstance(expr, Named) else [a for a in expr.args if isinstance(a, sp.MatrixExpr)]
            return all(self._is_diagonal(part) for part in inner)
        return isinstance(expr, (sp.Identity, sp.ZeroMatrix))

    # --- the five functions ----------------------------------------------------------------------------------------

    def _inverse(self, expr: InverseOf, inside: Any) -> Any:
        for known, of in self.inverses.items():
            for same, meant in ((of, known), (of.T, known.T)):
                if shape_of(of) == shape_of(inside) and self.same(inside, same):
                    return meant
        if not self._assuming and self.missing is None and not Inverses(self.given, self).exists(expr.arg):
            self.nowhere = None if self.normal(inside) else f"undefined: {expr} is the inverse of 0"
            self.missing = f"missing hypothesis: {Invertible(expr.arg)} is not derived from the hypotheses"
        letter, one = self._new(str(expr), expr), sp.Identity(shape_of(inside)[0])
        self.inverses[letter] = inside
        if self.nowhere is not None:  # it would make 1 of 0
            return letter
        self._new_facts += [Equal(letter * inside, one), Equal(inside * letter, one)]
        if self._is_diagonal(inside):
            self._new_facts.append(Diagonal(letter))
            self.diagonals[letter] = inside
        elif self.same(inside, inside.T):
            self._new_facts.append(Symmetric(letter))
        return letter

    def _pseudo_inverse(self, expr: PseudoInverse, inside: Any) -> Any:
        if not self.normal(inside):
            return sp.ZeroMatrix(*shape_of(expr))
        for known, of in self.pseudo.items():
            for same, meant in ((of, known), (of.T, known.T), (known, of), (known.T, of.T)):
                if shape_of(same) != shape_of(inside):
                    continue
                if self.same(inside, same):
                    return meant
                ratio = share_of(self.normal(inside), self.normal(same))
                if ratio is not None and ratio.is_Rational:
                    return meant / ratio
        for candidate in self._candidates(expr, inside):
            if all(self.same(left, right) for left, right in expr.penrose(candidate, inside)):
                return candidate
        letter = self._new(str(expr), expr)
        self.pseudo[letter] = inside
        self._new_facts += [Equal(left, right) for left, right in expr.penrose(letter, inside)]
        self._new_facts += [Equal(inside.T * inside * letter, inside.T), Equal(letter * inside * inside.T, inside.T)]
        if self._is_diagonal(inside):
            self._new_facts.append(Diagonal(letter))
        elif inside.shape[0] == inside.shape[1] and self.same(inside, inside.T):
            self._new_facts += [Symmetric(letter), Equal(inside * letter, letter * inside)]
        return letter

    def _root(self, expr: SquareRoot, inside: Any) -> Any:
        definite = Inverses(self.given, self).definite(expr.arg)
        if not self._assuming and self.missing is None and definite == NEITHER:
            self.missing = f"missing hypothesis: that {expr.arg} is positive semidefinite is not derived"
        for known, of in self.roots.items():
            if shape_of(of) == shape_of(inside):
                ratio = share_of(self.normal(inside), self.normal(of))
                if ratio is not None and (ratio.is_positive or not self.normal(inside)):
                    return sp.sqrt(ratio) * known
        for candidate in self._semidefinite(expr, inside):
            if self.same(candidate * candidate, inside):
                return candidate
        letter = self._new(str(expr), expr)
        self.roots[letter] = inside
        self._new_facts += [Equal(letter * letter, inside), Symmetric(letter)]
        self._commute(inside, (letter,))
        for other in self._constants(inside.shape[0]):
            if other.shape[1] == inside.shape[0] and self.same(inside * other, other * inside):
                self._commute(other, (letter,))
        for root, of in self.roots.items():
            for one, two, left, right in ((inside, of, letter, root), (of, inside, root, letter)):
                for between in self._constants(shape_of(one)[0]):
                    if between.shape[1] == shape_of(two)[0] and self.same(one * between, between * two):
                        self._new_facts.append(Equal(left * between, between * right))
        return letter

    def _semidefinite(self, expr: SquareRoot, inside: Any) -> Iterator[Any]:
        """Positive semidefinite matrices that may be the root: I, 0, letters, ``B B^T``, ``Q sqrt(D) Q^T``."""
        yield from (sp.Identity(inside.shape[0]), sp.ZeroMatrix(*inside.shape))
        yield from (
            h.matrix for h in self.given if isinstance(h, PositiveSemidefinite) and h.matrix.shape == inside.shape
        )
        yield from (sp.MatMul(letter, letter.T) for letter in self._constants(inside.shape[0]))
        factors = list(expr.arg.args) if isinstance(expr.arg, sp.MatMul) else []
        if len(factors) == 3 and all(isinstance(factor, sp.MatrixExpr) for factor in factors):
            first, middle, last = factors
            if shape_of(middle)[0] == shape_of(middle)[1] and self.equal(first.T, last):
                yield sp.MatMul(self.put(first), self.put(SquareRoot(middle)), self.put(last))

    def _candidates(self, expr: PseudoInverse, inside: Any) -> Iterator[Any]:
        """What may be a pseudo-inverse: the transpose, an inverse, those of a product's factors in reverse."""
        yield inside.T
        yield from (letter for letter, of in self.inverses.items() if shape_of(of) == shape_of(inside))
        factors = list(expr.arg.args) if isinstance(expr.arg, sp.MatMul) else []
        if len(factors) > 1 and all(isinstance(factor, sp.MatrixExpr) for factor in factors):
            yield sp.MatMul(*(self.put(PseudoInverse(factor)) for factor in reversed(factors)))

    def _exponential(self, expr: Exponential, inside: Any) -> Any:
        words = self.normal(inside)
        if not words:
            return sp.Identity(shape_of(inside)[0])
        for family in self.families:
            if shape_of(family.forth) != shape_of(inside):
                continue
            for known, turned in ((family.words, False), (self.normal(family.exponent.T), True)):
                ratio = share_of(words, known)
                if ratio is None or not ratio.is_Integer:
                    continue
                letter = family.forth if ratio > 0 else family.back
                return sp.MatPow(letter.T if turned else letter, abs(int(ratio))).doit()
        if (apart := self._apart(words, inside)) is not None:
            return sp.MatMul(*(self.put(Exponential(part)) for part in apart))
        return self._family(expr, inside, words)

    def _apart(self, words: Poly, inside: Any) -> list[Any] | None:
        """The terms of an exponent, if each commutes with each, so that its exponential is the product of theirs."""
        if not 2 <= len(words) <= _TERMS or any(traces for traces, _ in words):
            return None
        own = {str(letter.name) for letter in self.own}
        if any(letter.name not in own for _, word in words for letter in word):
            return None  # a letter that stands for a function is not put into another one
        rows = shape_of(inside)[0]
        parts = [
            sp.MatMul(coefficient, *(map(symbol_of, word) if word else [sp.Identity(rows)]))
            for (_, word), coefficient in words.items()
        ]
        commute = all(self.same(a * b, b * a) for k, a in enumerate(parts) for b in parts[:k])
        return parts if commute else None

    def _family(self, expr: Exponential, inside: Any, words: Poly) -> Any:
        if [word for _, word in words] == [()] and not any(traces for traces, _ in words):
            return sp.exp(next(iter(words.values()))) * sp.Identity(shape_of(inside)[0])
        one = sp.Identity(shape_of(inside)[0])
        share = self._share(words)
        exponent = inside / share if share != 1 else inside
        forth, back = (self._new(f"expm({sign * exponent})", exponent) for sign in (1, -1))
        family = _Family(exponent, scale(words, sp.Rational(1, share)), forth, back)
        self._new_facts += [Equal(forth * back, one), Equal(back * forth, one)]
        if self._is_diagonal(exponent):
            self._new_facts += [Diagonal(forth), Diagonal(back)]
        elif self.same(exponent, exponent.T):
            self._new_facts += [Symmetric(forth), Symmetric(back)]
        elif self.same(exponent, -exponent.T):
            self._new_facts.append(Equal(forth.T, back))
        direction = _direction(self.normal(exponent), exponent)
        if direction is not None:
            self._commute(direction, (forth, back))
        for letter in self._constants(one.rows):
            if letter.shape[1] == one.rows and self.same(exponent * letter, letter * exponent):
                self._commute(letter, (forth, back))
            elif letter.shape[1] == one.rows and self.same(exponent * letter, -letter * exponent):
                self._new_facts += [Equal(forth * letter, letter * back), Equal(back * letter, letter * forth)]
        for other in self.families:
            self._intertwine(family, other)
        self.families.append(family)
        return sp.MatPow(forth, share).doit()

    def _share(self, words: Poly) -> int:
        """How many parts an exponent has: e^{2 t F} is the square of a letter, and beside halves its fourth power."""
        numbers = [sp.sympify(c).as_coeff_Mul()[0] * self.fineness for c in words.values()]
        return math.gcd(*map(int, numbers)) if all(number.is_Integer for number in numbers) else 1

    def _commute(self, fixed: Any, letters: Iterable[Any]) -> None:
        self._new_facts += [Equal(fixed * letter, letter * fixed) for letter in letters]

    def _intertwine(self, one: _Family, other: _Family) -> None:
        """``A B = B A'`` for exponents, so for their exponentials, with each constant letter B that there is."""
        for first, second in ((one, other), (other, one)):
            for between in self._constants(first.forth.shape[0]):
                if between.shape[1] != second.forth.shape[0]:
                    continue
                for sign, to in ((1, second.forth), (-1, second.back)):
                    if self.same(first.exponent * between, sign * between * second.exponent):
                        back = second.back if sign == 1 else second.forth
                        self._new_facts.append(Equal(first.forth * between, between * to))
                        self._new_facts.append(Equal(first.back * between, between * back))
        if one.forth.shape == other.forth.shape and self.same(
            one.exponent * other.exponent, other.exponent * one.exponent
        ):
            for letter in (one.forth, one.back):
                self._commute(letter, (other.forth, other.back))

    def _accumulated(self, expr: Accumulated, inside: Any) -> Any:
        if expr.until != time():
            raise NotWords(f"{expr} is read up to the time {time()}, not up to {expr.until}")
        rows, cols = shape_of(inside)
        terms = []
        for (traces, word), coefficient in self.normal(inside).items():
            if traces:
                raise NotWords(f"a trace in what accumulates: {expr}")
            steady, moving = sp.sympify(coefficient).as_independent(time(), as_Add=False)
            if not _is_entire(moving):
                raise NotWords(f"the integral of {moving} over the time need not be there")
            before, core, after = self._core(word)
            total = self._sum(core, moving)
            still = [*map(symbol_of, (*before, *after)), *([] if core or before else [sp.Identity(rows)])]
            around = (still[: len(before)], still[len(before) :])
            terms.append(sp.MatMul(steady, *around[0], total, *around[1]))
        return sp.MatAdd(*terms) if terms else sp.ZeroMatrix(rows, cols)

    def _core(self, word: Word) -> tuple[Word, Word, Word]:
        """A word as what stands still, what moves from its first to its last moving letter, and what stands still."""
        still = [not self._moves(letter.name) for letter in word]
        if all(still):
            return word, (), ()
        first, last = still.index(False), len(still) - 1 - still[::-1].index(False)
        return word[:first], word[first : last + 1], word[last + 1 :]

    def _moves(self, name: str) -> bool:
        return any(str(letter.name) == name for letter in self._moving())

    def _moving(self) -> set[sp.MatrixSymbol]:
        """The letters of functions that the time is in."""
        found = {f for expr, m in self.meanings.items() if expr.has(time()) for f in m.atoms(sp.MatrixSymbol)}
        return (found - self.own) | {letter for f in self.families for letter in (f.forth, f.back)} | {*self.sums}

    def _sum(self, core: Word, moving: sp.Expr) -> Any:
        """The integral of a word that moves, times a number that does."""
        if not core:  # the integral of a number
            known = sp.integrate(sp.expand(moving), time())
            if not _is_entire(known) or not vanishes(sp.diff(known, time()) - moving):
                raise NotWords(f"the integral of {moving} over the time is not known here")
            return known - known.subs(time(), 0)
        factors = [*([] if moving == 1 else [moving]), *map(symbol_of, core)]
        whole = sp.MatMul(*factors) if len(factors) > 1 else factors[0]
        for letter, known in self.sums.items():
            if shape_of(known) == shape_of(whole):
                if self.same(known, whole):
                    return letter
                if self.same(known.T, whole):
                    return letter.T
        letter = self._new(f"accumulated({whole})", whole)
        self._known_of_a_sum(letter, whole)
        self.sums[letter] = whole
        return letter

    def _known_of_a_sum(self, letter: sp.MatrixSymbol, whole: Any) -> None:
        if letter.shape[0] == letter.shape[1]:
            if self._is_diagonal(whole):
                self._new_facts.append(Diagonal(letter))
            elif self.same(whole, whole.T):
                self._new_facts.append(Symmetric(letter))
            for fixed in self._still(letter.shape[0]):
                if fixed.shape[1] == letter.shape[0] and self.same(fixed * whole, whole * fixed):
                    self._commute(fixed, (letter,))
            for family in self.families:
                if family.forth.shape == letter.shape:
                    self._by_family(family, letter, whole)
        for other, known in self.sums.items():
            for left, right, one, two in ((whole, known, letter, other), (known, whole, other, letter)):
                if left.shape[0] != left.shape[1] or right.shape[0] != right.shape[1]:
                    continue
                for between in self._still(left.shape[1]):
                    if between.shape[1] == right.shape[0] and self.same(left * between, between * right):
                        self._new_facts.append(Equal(one * between, between * two))

    def _by_family(self, family: _Family, letter: sp.MatrixSymbol, whole: Any) -> None:
        """An integral beside an exponential: they commute if what it adds up does; of a power it is known."""
        direction = _direction(family.words, family.exponent)
        if direction is None or direction.atoms(sp.MatrixSymbol) & self._moving():
            return
        if not self.same(direction * whole, whole * direction):
            return
        self._commute(letter, (family.forth, family.back, direction))
        rate = _slope(family.words)  # the exponent is the time, so often, times a matrix that stands still
        if rate is None:
            return
        for power in (*range(-4, 0), *range(1, 5)):
            word = sp.MatPow(family.forth if power > 0 else family.back, abs(power)).doit()
            if self.same(whole, word):
                steady = sp.MatMul(power * rate, direction)
                one = sp.Identity(letter.shape[0])
                self.fundamental.append(Equal(sp.MatMul(steady, letter), word - one))


def _says_functions(hypothesis: Any) -> bool:
    return any(sp.sympify(side).has(MatrixFunction) for side in _sides(hypothesis))


def _sides(hypothesis: Any) -> list[Any]:
    return [side for pair in _equations(hypothesis) for side in pair]


def _equations(hypothesis: Any) -> Iterator[tuple[Any, Any]]:
    return hypothesis.equations() if isinstance(hypothesis, MatrixHypothesis) else iter(())


def symbol_of(letter: Any) -> Any:
    """A letter of a word as a matrix symbol."""
    if letter.transposed:
        return sp.MatrixSymbol(letter.name, letter.cols, letter.rows).T
    return sp.MatrixSymbol(letter.name, letter.rows, letter.cols)


def share_of(one: Poly, other: Poly) -> sp.Expr | None:
    """The number that one combination of words is of another, if there is one."""
    if one.keys() != other.keys() or not one:
        return None
    ratio = sp.cancel(next(iter(one.values())) / other[next(iter(one))])
    return ratio if not minus(one, scale(other, ratio)) else None


def _direction(words: Poly, exponent: Any) -> Any:
    """The exponent without the number that its words have in common; None if they have none."""
    first = next(iter(words.values()))
    shares = [sp.cancel(c / first) for c in words.values()]
    if any(share.has(time()) or not share.is_Rational for share in shares) or any(traces for traces, _ in words):
        return None
    rows = shape_of(exponent)[0]
    terms = [
        sp.MatMul(share, *(map(symbol_of, word) if word else (sp.Identity(rows),)))
        for share, (_, word) in zip(shares, words, strict=True)
    ]
    return sp.MatAdd(*terms) if len(terms) > 1 else terms[0]


def _slope(words: Poly) -> sp.Expr | None:
    """How often the time the exponent's common number is."""
    rate = sp.cancel(next(iter(words.values())) / time())
    return None if rate.has(time()) or vanishes(rate) else rate


def _is_entire(number: Any) -> bool:
    """Whether a number is made of sums, products and exponentials of the time alone: it can be integrated from 0 on."""
    number = sp.sympify(number)
    if number == time() or not number.has(time()):
        return True
    if isinstance(number, sp.Pow) and not (number.exp.is_Integer and number.exp >= 0):
        return False
    return isinstance(number, (sp.Add, sp.Mul, sp.Pow, sp.exp)) and all(map(_is_entire, number.args))


def _fineness(exprs: Iterable[Any], *, most: int = 12) -> int:
    """The common denominator of what stands in exponents; 1 if it is too large for words."""
    numbers = [number for e in exprs for f in e.atoms(Exponential) for number in f.arg.atoms(sp.Rational)]
    common = math.lcm(*(int(number.q) for number in numbers))
    return common if common <= most else 1
