"""Equations of matrices that are known, and the multiples of them that a difference is the sum of."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import sympy as sp

from .base import NoProof
from .matrix_reading import Cycles, Reader
from .matrix_rules import Rules
from .matrix_words import Certificate, Sum, Use, Word, combined, flip, least, turns

Traced = dict[tuple[tuple[Word, ...], Use], sp.Expr]
"""A certificate for traces: each multiple is traced, and multiplied by the traces of cyclic words."""
STEPS = 500
"""How many steps a reduction of traces may take."""


@dataclass(frozen=True)
class Known:
    """An equation of matrices that is proved.

    Attributes:
        lhs, rhs: its sides, as data for the kernel.
        relation: their difference, as words.
        proof: a term that proves it.
    """

    lhs: str
    rhs: str
    relation: Sum
    proof: str


@dataclass
class Search:
    """Finds certificates.

    Attributes:
        reader: reads expressions with the letters of the theorem.
        known: equations that certificates may use.
        heavy: the numbers of the letters that an equation defines.
    """

    reader: Reader
    known: list[Known] = field(default_factory=list)
    heavy: set[int] = field(default_factory=set)
    _rules: Rules | None = None

    def learn(self, lhs: Any, rhs: Any, proof: str) -> None:
        """An equation that may be used from here on."""
        reader, lhs, rhs = self.reader, sp.sympify(lhs), sp.sympify(rhs)
        relation = combined(reader.words(lhs), reader.words(rhs), -1)
        self.known.append(Known(reader.data(lhs), reader.data(rhs), relation, proof))
        if isinstance(lhs, sp.MatrixSymbol) and not rhs.has(lhs):
            self.heavy.add(reader.number(lhs))

    def rules(self, *, closed: bool) -> Rules:
        """The known equations as rules, completed if wanted."""
        if self._rules is None:  # before numbers are turned and swapped, which are equations too
            self._rules = Rules.of([known.relation for known in self.known], self.reader, self.heavy)
        if closed:
            self._rules.close()
        return self._rules

    def certificate(self, rest: Sum) -> Certificate:
        """What multiples of the known equations a sum of words is.

        Raises:
            NoProof: if it does not reduce to nothing.
        """
        left = rest
        for closed in (False, True):
            left, spent = self.rules(closed=closed).reduce(rest)
            for word, c in list(left.items()):
                other, uses = self._ordered(word)
                left = combined(combined(left, {word: c}, -1), {other: c})
                spent = combined(spent, uses, c)
            if not left:
                return spent
        raise NoProof(f"the two sides differ, by the hypotheses as rewriting rules, by {self.reader.shown(left)}")

    def cycle_certificate(self, rest: Cycles) -> Traced:
        """The same for a polynomial in traces; the multiples are traced.

        Raises:
            NoProof: if it does not reduce to nothing.
        """
        left = rest
        for closed in (False, True):
            left, spent = self._reduce_cycles(rest, self.rules(closed=closed))
            if not left:
                return spent
        shown = self.reader.shown({word: c for term, c in left.items() for word in term[:1]})
        raise NoProof(f"the two sides differ, by the hypotheses as rewriting rules, by the traces of {shown}")

    def _reduce_cycles(self, rest: Cycles, rules: Rules) -> tuple[Cycles, Traced]:
        spent: Traced = {}
        result: Cycles = {}
        work = dict(rest)
        for _ in range(STEPS):
            if not work:
                return result, spent
            term, coefficient = work.popitem()
            for k, cycle in enumerate(term):
                step, others = self._reduce_cycle(cycle, rules), (*term[:k], *term[k + 1 :])
                if step is not None:
                    work = combined(work, {tuple(sorted((*others, *t))): c for t, c in step[0].items()}, coefficient)
                    spent = combined(spent, {(others, use): c for use, c in step[1].items()}, coefficient)
                    break
            else:
                result = combined(result, {term: coefficient})
        raise NoProof(f"the traces do not settle in {STEPS} steps")

    def _reduce_cycle(self, cycle: Word, rules: Rules) -> tuple[Cycles, Certificate] | None:
        for turn in turns(cycle):
            reduced, spent = rules.reduce({turn: sp.Integer(1)})
            if set(reduced) != {turn}:
                return self.reader.traced(reduced, self.reader.size(turn[0])), spent
        for turn in turns(flip(cycle)):  # a rule such as A^T = A may apply to the transpose alone
            reduced, spent = rules.reduce({turn: sp.Integer(1)})
            traced = self.reader.traced(reduced, self.reader.size(turn[0]))
            if all(rules.order(term[0]) < rules.order(cycle) for term in traced if term):
                return traced, spent
        for turn in turns(cycle):
            if self.reader.size(turn[0]) == 1:
                ordered, spent = self._ordered(turn)
                return None if least(ordered) == cycle else ({(least(ordered),): sp.Integer(1)}, spent)
        return None

    def _ordered(self, word: Word) -> tuple[Word, Certificate]:
        """A word with the numbers in it (parts of size 1 x 1) in their least form and order."""
        cuts = [k for k, letter in enumerate(word) if self.reader.size(letter) == 1]
        if word and self.reader.size(flip(word)[0]) == 1:
            cuts.append(len(word))
        if len(cuts) < 2:
            return word, {}
        head, tail = word[: cuts[0]], word[cuts[-1] :]
        parts = [word[i:j] for i, j in pairwise(cuts)]
        spent: Certificate = {}

        def around(k: int, n: int) -> tuple[Word, Word]:
            return sum(parts[:k], head), sum(parts[k + n :], ()) + tail

        for k, part in enumerate(parts):
            if (other := flip(part)) < part:
                before, after = around(k, 1)
                spent[(before, self._turned(part), False, after)] = sp.Integer(-1)
                parts[k] = other
        for last in range(len(parts) - 1, 0, -1):
            for k in range(last):
                if parts[k + 1] < parts[k]:
                    before, after = around(k, 2)
                    spent = combined(spent, {(before, self._swapped(*parts[k : k + 2]), False, after): sp.Integer(1)})
                    parts[k : k + 2] = [parts[k + 1], parts[k]]
        return sum(parts, head) + tail, spent

    def _turned(self, part: Word) -> int:
        data = self.reader.word_data(part)
        relation = combined({flip(part): sp.Integer(1)}, {part: sp.Integer(1)}, -1)
        return self._noted(Known(f"(xT {data})", data, relation, "(number_tr _)"))

    def _swapped(self, first: Word, second: Word) -> int:
        one, two = self.reader.word_data(first), self.reader.word_data(second)
        relation = combined({first + second: sp.Integer(1)}, {second + first: sp.Integer(1)}, -1)
        return self._noted(Known(f"(xM {one} {two})", f"(xM {two} {one})", relation, "(number_commute _ _)"))

    def _noted(self, known: Known) -> int:
        if known not in self.known:
            self.known.append(known)
        return self.known.index(known)
