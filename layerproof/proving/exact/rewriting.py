"""Rewriting of words by what the hypotheses say, so that what is equal under them reads the same.

Every hypothesis is an equation between words (``R R^T = I``, ``E[x x^T] = I``, ``A^T = A``, ``A B = B A`` of
diagonals).  Each is used from its heavier to its lighter side, and the rules are completed: where two rules
apply to one word, the difference of the results is a new rule.  Every rule made so follows from the hypotheses: it is a
lemma that says of which ones it is the sum, and so does every normal form.  `derivations` checks that.

Of a trace, each turn of its word, and of the transposed word, has rules of its own that apply to it; what they give is
the same number, so each is an equation between traces, and these are solved for the heaviest.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import sympy as sp

from ...ground import effort
from ...language.matrices import Diagonal, Equal, MatrixHypothesis, Shape, ShapeMismatch, shape_of
from .derivations import Lemma, Use
from .words import (
    MOMENT_WEIGHT,
    ONE,
    Letter,
    NotWords,
    Poly,
    Word,
    add,
    flip,
    known_to_be_defined,
    letter_of,
    minus,
    multiply,
    scale,
    show,
    tidy,
    turns,
    vanishes,
    words_of,
)

Sum = dict[Word, sp.Expr]
Spent = dict[Use, sp.Expr]
"""What was used of lemmas about words, and how often."""
Traced = dict[Use, Poly]
"""The same, multiplied by numbers and traces."""
_Key = TypeVar("_Key", bound=Hashable)
_Code = tuple[int, ...]


@dataclass
class Rules:
    """Rewriting rules ``word -> combination of lighter words``, completed as far as the budget goes.

    Words are ordered by weight, then length, then alphabet; `defined` letters weigh as much as a moment, so that a
    letter is replaced by the word that defines it.  `numbers` are the values of scalar words, as ``u^T u = 1``.  Each
    rule and each number comes with the lemma that says so; the first lemmas are the hypotheses themselves.
    """

    defined: frozenset[str] = frozenset()
    rules: dict[Word, tuple[Sum, int]] = field(default_factory=dict)
    numbers: dict[Word, tuple[sp.Expr, int]] = field(default_factory=dict)
    lemmas: list[Lemma] = field(default_factory=list)
    complete: bool = True
    _numbers: dict[Letter, int] = field(default_factory=dict, repr=False)
    _by_letter: dict[int, dict[Word, tuple[int, _Code]]] = field(default_factory=dict, repr=False)
    _made: int = 0

    def order(self, word: Word) -> tuple[int, int, Word]:
        """What makes one word heavier than another; it is compatible with products."""
        weights = (MOMENT_WEIGHT if letter.name in self.defined else letter.weight for letter in word)
        return sum(weights), len(word), word

    def learn(self, relation: Poly, uses: Traced) -> int:
        """The number of a new lemma, ``relation = 0``, which is the sum of `uses`."""
        self.lemmas.append(Lemma(relation, uses))
        return len(self.lemmas) - 1

    def insert(self, relation: Sum, uses: Spent) -> None:
        """Add the consequence ``relation = 0``, which is the sum of `uses`, with its transpose."""
        turned = {Use(u.lemma, flip(u.right), flip(u.left), not u.turned): c for u, c in uses.items()}
        for side, used in ((relation, uses), ({flip(w): c for w, c in relation.items()}, turned)):
            rest, spent = self.reduce(side)
            if not rest:
                continue
            lead = max(rest, key=self.order)
            head = rest.pop(lead)
            if not lead and head.is_Rational:
                raise NotWords("the hypotheses contradict each other: they make an identity matrix zero")
            if not head.is_nonzero:  # it might be zero: not a rule to divide by
                self.complete = False
                continue
            why = {use: {ONE: c / head} for use, c in _plus(used, spent, sp.Integer(-1)).items()}
            monic = {lead: sp.Integer(1)} | {word: c / head for word, c in rest.items()}
            lemma = self.learn({((), word): c for word, c in monic.items()}, why)
            self._enter(lead, {word: -c / head for word, c in rest.items()}, lemma)
            for old in [w for w in self.rules if w != lead and _find(w, lead) is not None]:
                again = self._remove(old)
                if again is None:  # inserting the one before has removed it
                    continue
                value, lemma = again
                self.insert(_plus({old: sp.Integer(1)}, value, sp.Integer(-1)), {Use(lemma): sp.Integer(1)})

    def reduce(self, poly: Sum) -> tuple[Sum, Spent]:
        """The normal form of a combination of words, and what it took."""
        result: Sum = {}
        spent: Spent = {}
        work = dict(poly)
        while work:
            word, coefficient = work.popitem()
            effort.spend(3 + len(self.rules) / 4)
            if (place := self._applies(word)) is None:
                result[word] = result.get(word, sp.Integer(0)) + coefficient
                continue
            lead, at = place
            value, lemma = self.rules[lead]
            before, after = word[:at], word[at + len(lead) :]
            use = Use(lemma, before, after)
            spent[use] = spent.get(use, sp.Integer(0)) + coefficient
            for inner, c in value.items():
                new = before + inner + after
                work[new] = work.get(new, sp.Integer(0)) + coefficient * c
                if vanishes(work[new]):
                    del work[new]
        return {word: c for word, c in result.items() if not vanishes(c)}, spent

    def _enter(self, lead: Word, value: Sum, lemma: int) -> None:
        if lead not in self.rules:
            self._made += 1
            if code := self._code(lead):
                self._by_letter.setdefault(code[0], {})[lead] = self._made, code
        self.rules[lead] = value, lemma

    def _remove(self, lead: Word) -> tuple[Sum, int] | None:
        if lead in self.rules and lead:
            del self._by_letter[self._code(lead)[0]][lead]
        return self.rules.pop(lead, None)

    def _code(self, word: Word) -> _Code:
        """The numbers of a word's letters, which compare faster."""
        numbers = self._numbers
        return tuple([numbers.setdefault(letter, len(numbers)) for letter in word])

    def _applies(self, word: Word) -> tuple[Word, int] | None:
        """The oldest rule that applies to a word, and the first place at which it does; None if there is none."""
        if () in self.rules:  # of a matrix that is 0 times itself: it applies everywhere
            return next((lead, at) for lead in self.rules if (at := _find(word, lead)) is not None)
        found, oldest, code = None, self._made + 1, self._code(word)
        for at, number in enumerate(code):
            if number in self._by_letter:
                for lead, (age, own) in self._by_letter[number].items():
                    if age < oldest and code[at : at + len(own)] == own:
                        found, oldest = (lead, at), age
        return found

    def close(self, *, budget: float = 3.0, most: int = 150, longest: int = 10) -> None:
        """Complete: where two rules overlap, add the difference of what they give, as far as the budget goes."""
        deadline = effort.spent() + budget
        done: set[tuple[Word, Word]] = set()
        progress = True
        while progress:
            progress = False
            for first in list(self.rules):
                letters = frozenset(first)
                for second in list(self.rules):
                    if not second or second[0] not in letters:
                        continue
                    if (first, second) in done or first not in self.rules or second not in self.rules:
                        continue
                    done.add((first, second))
                    for shared in range(1, min(len(first), len(second)) + (first != second)):
                        if first[-shared:] != second[:shared]:
                            continue
                        spent = len(self.rules) > most or effort.spent() > deadline
                        if spent or len(first) + len(second) - shared > longest:
                            self.complete = False
                            continue
                        if first not in self.rules or second not in self.rules:
                            break
                        progress |= self._overlap(first, second, shared)

    def _overlap(self, first: Word, second: Word, shared: int) -> bool:
        """Whether the two rules that apply to a word give different results: then these are equal, a new rule."""
        (one, why), (two, reason) = self.rules[first], self.rules[second]
        head, tail = first[:-shared], second[shared:]
        left, right = {w + tail: c for w, c in one.items()}, {head + w: c for w, c in two.items()}
        gap = _plus(left, right, sp.Integer(-1))
        if not self.reduce(gap)[0]:
            return False
        self.insert(gap, {Use(reason, head, ()): sp.Integer(1), Use(why, (), tail): sp.Integer(-1)})
        return True


def _find(word: Word, part: Word) -> int | None:
    n = len(part)
    for k in range(len(word) - n + 1):
        if word[k : k + n] == part:
            return k
    return None


def _plus(left: Mapping[_Key, sp.Expr], right: Mapping[_Key, sp.Expr], factor: sp.Expr) -> dict[_Key, sp.Expr]:
    result = dict(left)
    for key, c in right.items():
        result[key] = result.get(key, sp.Integer(0)) + factor * c
    return {key: c for key, c in result.items() if not vanishes(c)}


def _more(spent: Traced, used: Mapping[Use, Poly], factor: Poly) -> None:
    """Add `factor` times what was used to what was spent."""
    for use, times in used.items():
        if total := add(spent.pop(use, {}), multiply(factor, times)):
            spent[use] = total


def relations_of(hypotheses: Iterable[Any]) -> list[Poly]:
    """What the matrix hypotheses say, as combinations of words that are 0; hypotheses of another kind are ignored.

    Raises:
        NotWords: if a hypothesis is no equation between words.
    """
    relations: list[Poly] = []
    diagonals: dict[Shape, list[Letter]] = {}
    for hypothesis in hypotheses:
        if not isinstance(hypothesis, MatrixHypothesis):
            continue
        for lhs, rhs in hypothesis.equations():
            if shape_of(lhs) != shape_of(rhs):
                raise ShapeMismatch(f"the two sides of {lhs} = {rhs} differ in shape")
            relation = minus(words_of(lhs), words_of(rhs))
            if shape_of(lhs) != (1, 1) and any(traces for traces, _ in relation):
                raise NotWords(f"a trace in the hypothesis {hypothesis}")
            relations += [relation, *_turned(relation)]
        if isinstance(hypothesis, Diagonal):
            if not isinstance(hypothesis.matrix, sp.MatrixSymbol):
                raise NotWords(f"Diagonal({hypothesis.matrix}): name the matrix by a letter, and use Equal")
            diagonals.setdefault(shape_of(hypothesis.matrix), []).append(letter_of(hypothesis.matrix))
    for letters in diagonals.values():
        for a, b in itertools.combinations(dict.fromkeys(letters), 2):
            relations.append({((), (a, b)): sp.Integer(1), ((), (b, a)): sp.Integer(-1)})
    return relations


def _turned(relation: Poly) -> Iterator[Poly]:
    """``B A = c I`` of ``A B = c I``, where c is not 0 and A and B are square: a right inverse is a left inverse."""
    words = [word for traces, word in relation if word and not traces]
    if len(relation) != 2 or len(words) != 1 or ONE not in relation:
        return
    (word,) = words
    head, rest = relation[(), word], relation[ONE]
    if not (head.is_nonzero and rest.is_nonzero) or word[0].rows != word[-1].cols:
        return
    for k in range(1, len(word)):
        if word[k].rows == word[0].rows:
            yield {((), (*word[k:], *word[:k])): head, ONE: rest}


def rules_from(hypotheses: Iterable[Any]) -> Rules:
    """The completed rules of the matrix hypotheses; hypotheses of another kind are ignored.

    Raises:
        NotWords: if a hypothesis is no equation between words, or they contradict each other.
    """
    return _completed(tuple(h for h in hypotheses if isinstance(h, MatrixHypothesis)), known_to_be_defined.get())


@effort.remembered(256)
def _completed(hypotheses: tuple[MatrixHypothesis, ...], _: bool) -> Rules:
    """The completed rules; whether coefficients are known to be defined decides what can be read."""
    relations = relations_of(hypotheses)
    rules = Rules(frozenset(str(h.matrix.name) for h in hypotheses if _defines(h)))
    rules.lemmas = [Lemma(relation) for relation in relations]
    numbers = [k for k, relation in enumerate(relations) if all(not word for _, word in relation)]
    for k, relation in enumerate(relations):
        if k not in numbers:
            rules.insert({word: c for (_, word), c in relation.items()}, {Use(k): sp.Integer(1)})
    rules.close()
    for k in numbers:
        _fix_number(rules, k)
    return rules


def _fix_number(rules: Rules, number: int) -> None:
    """Use an equation of size 1 x 1, such as ``u^T u = 1``, as the value of its one scalar word."""
    rest, spent = normal(rules.lemmas[number].relation, rules)
    value = -rest.pop(ONE, sp.Integer(0))
    if not rest:
        if value.is_nonzero:
            raise NotWords("the hypotheses contradict each other: they make two numbers one")
        if value != 0:
            rules.complete = False
        return
    (((traces, word), head), *others) = rest.items()
    if others or word or len(traces) != 1 or not head.is_Rational:
        raise NotWords(f"more than one trace in the hypothesis {show(rules.lemmas[number].relation)} = 0")
    cycle, value = traces[0], value / head
    uses: Traced = {Use(number): {ONE: 1 / head}}
    _more(uses, spent, {ONE: -1 / head})
    rules.numbers[cycle] = value, rules.learn({((cycle,), ()): sp.Integer(1), ONE: -value}, uses)


def _defines(hypothesis: Any) -> bool:
    if not isinstance(hypothesis, Equal) or not isinstance(hypothesis.matrix, sp.MatrixSymbol):
        return False
    return hypothesis.matrix not in sp.sympify(hypothesis.value).atoms(sp.MatrixSymbol)


def normal(poly: Poly, rules: Rules) -> tuple[Poly, Traced]:
    """A combination of words and traces, as light as the rules make it, and what that took."""
    spent: Traced = {}
    while True:
        here = tidy(_normal_words(poly, rules, spent))
        there = _in_few_traces(here, rules, spent)
        if there == poly:
            return there, spent
        poly = there


def _normal_words(poly: Poly, rules: Rules, spent: Traced) -> Poly:
    parts = []
    for (traces, word), coefficient in poly.items():
        reduced, uses = rules.reduce({word: sp.Integer(1)})
        parts += [{(traces, new): coefficient * c} for new, c in reduced.items()]
        _more(spent, {use: {ONE: c} for use, c in uses.items()}, {(traces, ()): coefficient})
    return add(*parts)


@dataclass
class _Value:
    """What a trace is equal to, and what the difference is the sum of."""

    value: Poly
    uses: Traced


def _in_few_traces(poly: Poly, rules: Rules, spent: Traced) -> Poly:
    """The combination with its traces put in for one another, as far as the rules say that they are equal."""
    if not any(traces for traces, _ in poly):
        return poly
    values: dict[Word, _Value] = {}
    for relation, uses in _between_traces(poly, rules):
        put: Traced = {}
        rest = _put(relation, values, put)
        alone = [t[0] for (t, _), c in rest.items() if len(t) == 1 and c.is_Rational]
        alone = [cycle for cycle in alone if sum(cycle in traces for traces, _ in rest) == 1]
        if alone:
            lead = max(alone, key=rules.order)
            head = rest.pop(((lead,), ()))
            why: Traced = {}
            _more(why, uses, {ONE: 1 / head})
            _more(why, put, {ONE: -1 / head})
            new = {lead: _Value(scale(rest, -1 / head), why)}
            for known in values.values():
                known.value = _put(known.value, new, known.uses)
            values |= new
    return _put(poly, values, spent)


def _between_traces(poly: Poly, rules: Rules, *, most: int = 60) -> Iterator[tuple[Poly, Traced]]:
    """Combinations of traces that are 0: a trace minus what one of its turns is, for all that come up."""
    seen = dict.fromkeys([*rules.numbers, *(cycle for traces, _ in poly for cycle in traces)])
    pending = list(seen)
    while pending:
        cycle = pending.pop(0)
        whole: Poly = {((cycle,), ()): sp.Integer(1)}
        if cycle in rules.numbers:
            value, lemma = rules.numbers[cycle]
            yield add(whole, {ONE: -value}), {Use(lemma): {ONE: sp.Integer(1)}}
        for turn in (*turns(cycle), *turns(flip(cycle))):
            reduced, spent = rules.reduce({turn: sp.Integer(1)})
            size = turn[0].rows  # the trace of an identity is its size
            same = tidy(add(*({((w,), ()) if w else ONE: c if w else c * size} for w, c in reduced.items())))
            if gap := minus(whole, same):
                yield gap, {replace(use, traced=True): {ONE: c} for use, c in spent.items()}
                new = [c for traces, _ in gap for c in traces if c not in seen]
                if len(seen) + len(new) <= most:
                    seen |= dict.fromkeys(new)
                    pending += dict.fromkeys(new)


def _put(poly: Poly, values: Mapping[Word, _Value], spent: Traced) -> Poly:
    """`poly` with values put in for traces."""
    parts = []
    for (traces, word), coefficient in poly.items():
        part: Poly = {(tuple(c for c in traces if c not in values), word): coefficient}
        moving = [cycle for cycle in traces if cycle in values]
        while moving:
            cycle = moving.pop()
            _more(spent, values[cycle].uses, multiply({(tuple(sorted(moving)), ()): sp.Integer(1)}, part))
            part = multiply(values[cycle].value, part)
        parts.append(part)
    return add(*parts)
