"""The rewriting rules that the exact prover completes, with what each is the sum of as a certificate for the kernel.

Words with numbered letters are spelled with the letters of the exact prover, and its lemmas are traced back to the
equations that are known here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import sympy as sp

from ...exact import rewriting
from ...exact.derivations import Lemma
from ...exact.derivations import Use as Used
from ...exact.words import MOMENT_WEIGHT, ONE, NotWords
from ...exact.words import Letter as Spelled
from ...exact.words import Word as Text
from .base import NoProof
from .matrix_reading import Reader
from .matrix_words import Certificate, Letter, Sum, Word, around, combined, flip, turned


@dataclass
class Rules:
    """Equations as rules ``word -> lighter words``.

    Attributes:
        reader: knows the letters by their numbers.
        heavy: the numbers of letters that an equation defines, which are replaced by their values.
    """

    reader: Reader
    heavy: frozenset[int] = frozenset()
    _found: rewriting.Rules = field(default_factory=rewriting.Rules)
    _spelled: dict[Letter, Spelled] = field(default_factory=dict)
    _letters: dict[Spelled, Letter] = field(default_factory=dict)
    _certificates: dict[int, Certificate] = field(default_factory=dict)
    _closed: bool = False

    @classmethod
    def of(cls, relations: Iterable[Sum], reader: Reader, heavy: Iterable[int]) -> Rules:
        """The rules that known relations make.

        Raises:
            NoProof: if they contradict each other.
        """
        rules, relations = cls(reader, frozenset(heavy)), tuple(relations)
        texts = [{rules.text(word): c for word, c in relation.items()} for relation in relations]
        rules._found.lemmas = [Lemma({((), word): c for word, c in relation.items()}) for relation in texts]
        try:
            for number, relation in enumerate(texts):
                rules._found.insert(relation, {Used(number): sp.Integer(1)})
        except NotWords as problem:
            raise NoProof(str(problem)) from None
        return rules

    def close(self) -> None:
        """Complete them, once.

        Raises:
            NoProof: if the equations contradict each other.
        """
        if self._closed:
            return
        self._closed = True
        try:
            self._found.close()
        except NotWords as problem:
            raise NoProof(str(problem)) from None

    def order(self, word: Word) -> tuple[int, int, Text]:
        """What makes one word heavier than another."""
        return self._found.order(self.text(word))

    def reduce(self, words: Sum) -> tuple[Sum, Certificate]:
        """The normal form of a sum, and the certificate of what it lost."""
        rest, spent = self._found.reduce({self.text(word): c for word, c in words.items()})
        found: Certificate = {}
        for use, c in spent.items():
            found = combined(found, self._certificate(use), c)
        return {self._word(text): c for text, c in rest.items()}, found

    def _certificate(self, use: Used) -> Certificate:
        if use.lemma not in self._certificates:
            self._certificates[use.lemma] = self._sum(self._found.lemmas[use.lemma], use.lemma)
        found = self._certificates[use.lemma]
        return around(self._word(use.left), turned(found) if use.turned else found, self._word(use.right))

    def _sum(self, lemma: Lemma, number: int) -> Certificate:
        """What multiples of the known equations a lemma is the sum of."""
        if lemma.uses is None:
            return {((), number, False, ()): sp.Integer(1)}
        found: Certificate = {}
        for use, factor in lemma.uses.items():
            found = combined(found, self._certificate(use), factor[ONE])
        return found

    def text(self, word: Word) -> Text:
        """A word, with the letters of the exact prover."""
        return tuple(map(self._spell, word))

    def _word(self, text: Text) -> Word:
        return tuple(self._letters[letter] for letter in text)

    def _spell(self, letter: Letter) -> Spelled:
        if letter not in self._spelled:
            number, what = letter
            rows, cols = self.reader.size(letter), self.reader.size(flip((letter,))[0])
            if number == 0:
                low = min(what, flip(what))
                name = f"({low})"
                spelled = Spelled(name, what != low, False, rows, cols, what == flip(what), MOMENT_WEIGHT)
            else:
                weight = MOMENT_WEIGHT if number in self.heavy else 1
                spelled = Spelled(f"{number:04}", bool(what), False, rows, cols, False, weight)
            self._spelled[letter], self._letters[spelled] = spelled, letter
            if spelled.T not in self._letters:
                self._spell(flip((letter,))[0])
        return self._spelled[letter]
