"""Claims: named statements with hypotheses, sources, and what they rest on.

Claims made while a `collecting` block is active are remembered in order, whether or not a variable holds
them, so that a file of claims needs no registration and a duplicate id cannot hide.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sympy as sp

from .printing import notation, text
from .sources import Source
from .verdicts import Verdict

if TYPE_CHECKING:
    from .statements import Statement

_collector: ContextVar[list[Claim] | None] = ContextVar("layerproof_collector", default=None)

KINDS = {
    "slip": "a slip: the line is wrong, nothing else depends on it",
    "convention": "a factor of convention: it holds under another convention than the one stated",
    "hypothesis": "a missing hypothesis: it holds on part of the stated domain only",
    "consequential": "a consequential error: later results inherit it",
    "extraction": "probably damaged text extraction rather than the author",
}


@dataclass(frozen=True)
class Erratum:
    """Why a printed line is thought to be wrong, in words; that it *is* wrong, the machine must find.

    Attributes:
        kind: one of `KINDS`.
        wrong: what is wrong, in one sentence.
        consequence: what inherits it, and what survives.
    """

    kind: str
    wrong: str
    consequence: str = "None: nothing else uses the line."

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"unknown kind of erratum {self.kind!r}; expected one of {', '.join(KINDS)}")


@dataclass(frozen=True)
class Step:
    """One line of a derivation, for a reader: an expression or relation, and why it follows."""

    line: Any
    reason: str


class Claim:
    """A named statement, to be checked by machine.

    Args:
        id: ``subject/name``, in lower case with hyphens.
        title: one sentence, or a noun phrase, for tables.
        statement: the mathematical content.
        hypotheses: relations among the symbols (the symbols' own domains are hypotheses too), and
            assumptions on matrices.
        source: where it is printed: one source or several.
        uses: the claims it rests on.
        erratum: given when the claim is a line exactly as printed that is thought to be wrong; the claim is
            then expected to be REFUTED, and the suite fails if it is not.
        corrects: the erratum that this claim repairs.
        expected: the verdict expected when it is neither VERIFIED nor an erratum's REFUTED.
        note: a remark for the reader: conventions, readings, extraction damage.
        steps: the derivation line by line, for `show`.
        where: names for long expressions, longest first, used in print only: ``{gamma: ..., R: sqrt(...)}``.

    Raises:
        ValueError: if the id is malformed.
    """

    def __init__(
        self,
        id: str,
        *,
        title: str,
        statement: Statement,
        hypotheses: Iterable[Any] = (),
        source: Source | Sequence[Source] = (),
        uses: Sequence[Claim] = (),
        erratum: Erratum | None = None,
        corrects: Claim | None = None,
        expected: Verdict | str | None = None,
        note: str = "",
        steps: Sequence[Step] = (),
        where: Mapping[sp.Symbol, sp.Expr] | None = None,
    ) -> None:
        if not re.fullmatch(r"[a-z0-9][a-z0-9.-]*(/[a-z0-9][a-z0-9.'+-]*)+", id):
            raise ValueError(
                f"claim id {id!r} is malformed; expected subject/name in lower case, such as 'feedback/sigmoid'"
            )
        self.id = id
        self.title = title
        self.statement = statement
        self.hypotheses = tuple(hypotheses)
        self.sources = (source,) if isinstance(source, Source) else tuple(source)
        self.uses = tuple(uses)
        self.erratum = erratum
        self.corrects = corrects
        default = Verdict.REFUTED if erratum else Verdict.VERIFIED
        self.expected = Verdict(expected) if expected is not None else default
        self.note = note
        self.steps = tuple(steps)
        self.where = dict(where or {})
        if (collector := _collector.get()) is not None:
            collector.append(self)

    @property
    def subject(self) -> str:
        """The part of the id before the first slash."""
        return self.id.split("/", 1)[0]

    @property
    def abbreviated(self) -> Statement:
        """The statement as one reads it: with the names of `where` for what they stand for."""
        return self.statement.mapped(self._abbreviate) if self.where else self.statement

    @property
    def abbreviations(self) -> list[tuple[sp.Symbol, sp.Expr]]:
        """What each name of `where` stands for, itself abbreviated by the names after it."""
        names = list(self.where.items())
        return [(name, _abbreviated(expr, names[k + 1 :])) for k, (name, expr) in enumerate(names)]

    def lines(self) -> list[str]:
        """The statement as lines of text, then what the abbreviations stand for."""
        return [*self.abbreviated.lines(), *self.legend()]

    def legend(self) -> list[str]:
        """What the abbreviations stand for, a line each."""
        return [f"with {name} = {text(expr)}" for name, expr in self.abbreviations]

    def _abbreviate(self, expr: sp.Basic) -> sp.Basic:
        return _abbreviated(expr, self.where.items())

    def __repr__(self) -> str:
        return f"Claim({self.id!r})"

    def _repr_latex_(self) -> str:
        """What a notebook shows: the statement, and what its abbreviations stand for, in the names of its chapter."""
        from .. import notation_of
        from .statements.base import Row

        with notation(notation_of(self.subject)):
            rows = [*self.abbreviated.rows(), *(Row(name, "=", expr) for name, expr in self.abbreviations)]
            lines = " \\\\\n".join(row.latex(align=True) for row in rows)
        return f"$$\\begin{{aligned}}\n{lines}\n\\end{{aligned}}$$"


def _abbreviated(expr: Any, names: Iterable[tuple[sp.Symbol, sp.Expr]]) -> Any:
    """`expr` with each name for what it stands for, also under a root or a fraction bar."""
    for name, long in names:
        expr = expr.xreplace({long**power: name**power for power in (1, -1, sp.Rational(1, 2), sp.Rational(-1, 2))})
    return expr


@contextlib.contextmanager
def collecting() -> Iterator[list[Claim]]:
    """Remember every claim made inside the block, in order."""
    claims: list[Claim] = []
    token = _collector.set(claims)
    try:
        yield claims
    finally:
        _collector.reset(token)
