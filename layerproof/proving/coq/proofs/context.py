"""What a script may use: the names of symbols, the facts that are there, and fresh names for more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import count

import sympy as sp

from ..terms import Translator
from ..theorems.base import Fact, Theorem


@dataclass(frozen=True)
class Context:
    """The situation in which a goal is proved.

    Attributes:
        translate: gives the text of an expression, with the names of the theorem.
        facts: the hypotheses in scope, those of the theorem and those proved on the way.
        hypotheses: the relations of the claim, for a `Domain`.
        requires: the files of the prelude that are there, beside ``Base``.
        signing: the sums whose sign is being shown, which is not asked for again on the way.
    """

    translate: Translator
    facts: tuple[Fact, ...]
    hypotheses: tuple[sp.Basic, ...] = ()
    requires: tuple[str, ...] = ()
    signing: frozenset[sp.Basic] = frozenset()
    _numbers: count[int] = field(default_factory=count, repr=False, compare=False)

    @classmethod
    def of(cls, theorem: Theorem) -> Context:
        """The situation at the beginning of a theorem's proof."""
        own = (fact for fact, _ in theorem.own_facts())
        return cls(theorem.translate, (*theorem.facts, *own), tuple(theorem.claim.hypotheses), theorem.requires)

    def text(self, expr: sp.Basic) -> str:
        """The Coq term of an expression."""
        return self.translate(expr).text

    def fresh(self, stem: str = "F") -> str:
        """A name that nothing has in this proof."""
        while self.translate.names.has(name := f"{stem}_{next(self._numbers)}"):
            pass
        return name

    def knowing(self, facts: Iterable[Fact]) -> Context:
        """The same situation with more facts in scope."""
        return replace(self, facts=(*self.facts, *facts))
