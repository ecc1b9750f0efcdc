"""Letters by what is said of them, not by their names: so no verdict hangs on the alphabet.

Completing rules orders words, and words are ordered by their letters; a search draws matrices in the order of their
letters.  So before either, each matrix, size and scalar is renamed by its part in the goal and in the hypotheses: two
letters are told apart by their kinds and sizes, then by the places where they stand, what stands beside them, and so on
until nothing more is told apart.  Letters that are still alike can be exchanged without a change of anything; then the
first is made another, and the rest follow.  What is said of the new letters is said of the author's again by
`Names.told`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import sympy as sp

from ...language.goals import SignWord, ZeroWord
from ...language.matrices import MatrixHypothesis, Named
from ...language.symbols import time

_OURS = re.compile(r"⟪(\d+)⟫")
AboutWords = TypeVar("AboutWords", ZeroWord, SignWord)
Letter = Any  # a matrix or a symbol
Colours = Mapping[Letter, str]


@dataclass(frozen=True)
class Names:
    """Names for letters, and the author's letters behind them.

    Attributes:
        letters: the author's, in the order of their new names.
        change: what each becomes.
    """

    letters: tuple[Letter, ...]
    change: Mapping[Letter, Letter]

    def goal(self, goal: AboutWords) -> AboutWords:
        """The goal in the new letters."""
        return replace(goal, expr=self._put(goal.expr), defined=tuple(map(self._put, goal.defined)))

    def hypotheses(self, hypotheses: Iterable[Any]) -> tuple[Any, ...]:
        """The hypotheses in the new letters."""
        return tuple(self._assumed(hypothesis) for hypothesis in hypotheses)

    def told(self, text: str) -> str:
        """What is said of the new letters, said of the author's."""
        return _OURS.sub(lambda found: str(self.letters[int(found[1])].name), text)

    def _put(self, expr: Any) -> Any:
        return sp.sympify(expr).xreplace(self.change)

    def _assumed(self, hypothesis: Any) -> Any:
        if isinstance(hypothesis, MatrixHypothesis):
            return hypothesis.mapped(self._put)
        return self._put(hypothesis) if isinstance(hypothesis, sp.Basic) else hypothesis


def names_of(goal: ZeroWord | SignWord, hypotheses: Iterable[Any], *, backwards: bool = False) -> Names:
    """Names by the parts that letters play; `backwards` gives the last letter the first name."""
    said = [sp.sympify(part) for part in (goal.expr, *goal.defined)]
    given = list(hypotheses)
    sides = [sp.sympify(getattr(h, part.name)) for h in given if isinstance(h, MatrixHypothesis) for part in fields(h)]
    everything = [*said, *sides, *(h for h in given if isinstance(h, sp.Basic))]
    letters = sorted({s for e in everything for s in e.atoms(sp.MatrixSymbol, sp.Symbol)} - {time()}, key=str)
    order = _ordered(letters, said, given)
    if backwards:
        order.reverse()
    new = {letter: f"⟪{k:03}⟫" for k, letter in enumerate(order)}
    change: dict[Letter, Letter] = {
        letter: sp.Symbol(name, **letter.assumptions0) for letter, name in new.items() if isinstance(letter, sp.Symbol)
    }
    for letter, name in new.items():
        if isinstance(letter, sp.MatrixSymbol):
            change[letter] = type(letter)(name, *(sp.sympify(side).xreplace(change) for side in letter.shape))
    return Names(tuple(order), change)


def _ordered(letters: list[Letter], said: list[Any], given: list[Any]) -> list[Letter]:
    """The letters in an order that their names have no say in, but for letters that are alike."""
    colours = _refined({letter: _kind(letter) for letter in letters}, said, given)
    while len(set(colours.values())) < len(letters):
        alike = min(colour for colour in colours.values() if list(colours.values()).count(colour) > 1)
        first = next(letter for letter in letters if colours[letter] == alike)
        colours = _refined({**colours, first: f"{alike}'"}, said, given)
    return sorted(letters, key=colours.__getitem__)


def _kind(letter: Letter) -> str:
    if isinstance(letter, sp.MatrixSymbol):
        return f"matrix {type(letter).__name__}"
    return f"scalar {sorted((name, value) for name, value in letter.assumptions0.items())}"


def _refined(colours: Colours, said: list[Any], given: list[Any]) -> dict[Letter, str]:
    """Finer colours: a letter's is what it was, and how everything reads with the letter marked."""
    number = len(set(colours.values()))
    while True:
        seen = {letter: f"{colours[letter]} {_all(said, given, {**colours, letter: '!'})}" for letter in colours}
        ranks = {text: f"{k:03}" for k, text in enumerate(sorted(set(seen.values())))}
        colours = {letter: ranks[text] for letter, text in seen.items()}
        if len(ranks) in (number, len(colours)):
            return dict(colours)
        number = len(ranks)


def _all(said: list[Any], given: list[Any], colours: Colours) -> str:
    assumed = [
        f"{type(h).__name__}({'; '.join(_read(sp.sympify(getattr(h, part.name)), colours) for part in fields(h))})"
        if isinstance(h, MatrixHypothesis)
        else _read(h, colours)
        for h in given
        if isinstance(h, (MatrixHypothesis, sp.Basic))
    ]
    return " | ".join([*(_read(expr, colours) for expr in said), *assumed])


def _read(expr: Any, colours: Colours) -> str:
    """An expression with colours for letters; what commutes is sorted."""
    if isinstance(expr, sp.MatrixSymbol):
        return f"<{colours[expr]}:{','.join(_read(sp.sympify(side), colours) for side in expr.shape)}>"
    if isinstance(expr, sp.Symbol):
        return f"<{colours.get(expr, 'time')}>"
    if isinstance(expr, Named):
        return f"({_read(expr.value, colours)})"
    if not expr.args:
        return str(expr)
    inside = [_read(arg, colours) for arg in expr.args]
    if isinstance(expr, (sp.Add, sp.Mul, sp.MatAdd)):
        inside.sort()
    return f"{type(expr).__name__}({', '.join(inside)})"
