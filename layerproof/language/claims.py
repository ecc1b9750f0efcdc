"""Claims: named statements with hypotheses, sources, and what they rest on.

Claims made while a `collecting` block is active are remembered in order, whether or not a variable holds
them, so that a file of claims needs no registration and a duplicate id cannot hide.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

from ..ground.readable import obeyed
from .marked import unmarked
from .sources import Source
from .unread import unread
from .verdicts import Verdict

if TYPE_CHECKING:
    import sympy as sp

    from .quantities import Quantity
    from .statements import Statement

OF_THE_SOURCE = ("a source", *(f"the erratum ({part})" for part in ("printed", "mark", "right")))
"""Words of a claim that are the source's own LaTeX, or no sentence."""

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
        printed: the line as its source prints it, in the source's own LaTeX; a clause with its formulas between
            dollars if it is a sentence.
        mark: the wrong place, a part of `printed`.
        right: the repair, in the form and the notation of the source.
        sentence: whether words are wrong, and not a formula.
        damage: what the extraction of the text may have done to the line, in words.
    """

    kind: str
    wrong: str
    consequence: str = "None: nothing else uses the line."
    printed: str = ""
    mark: str = ""
    right: str = ""
    sentence: bool = False
    damage: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"unknown kind of erratum {self.kind!r}; expected one of {', '.join(KINDS)}")
        if self.mark not in self.printed:
            raise ValueError(f"the mark {self.mark!r} is no part of the printed line {self.printed!r}")


@dataclass(frozen=True)
class Cited:
    """A result that is not proved here: its name, where it is proved, and what it says of the letters.

    A claim that cites it is verified *given* it.

    Attributes:
        name: ``spectral theorem``.
        where: a book, a paper.
        says: what it gives, as a relation or an assumption on matrices, which is then a hypothesis of the claim; None
            if the hypotheses say it already.
    """

    name: str
    where: str
    says: Any = None

    def __post_init__(self) -> None:
        for value in (self.name, self.where):
            if not isinstance(value, str) or not value.strip():
                raise ValueError(
                    f"got {value!r}; expected Cited('spectral theorem', 'Horn and Johnson, Theorem 2.5.6')"
                )

    def __str__(self) -> str:
        return f"{self.name} ({self.where})"


@dataclass(frozen=True)
class Step:
    """One line of a derivation, for a reader: an expression or relation, and why it follows."""

    line: Any
    reason: str


class Claim:
    """A named statement, to be checked by machine.

    Args:
        id: ``subject/name``, in lower case with hyphens.
        title: one sentence, or a noun phrase, for tables; `heading` is it with its marks.
        statement: the mathematical content; a `quantity` in it is printed by its name.
        hypotheses: relations among the symbols (the symbols' own domains are hypotheses too), and
            assumptions on matrices.
        source: where it is printed: one source or several.
        uses: the claims it rests on.
        erratum: given when the claim is a line exactly as printed that is thought to be wrong; the claim is
            then expected to be REFUTED, and the suite fails if it is not.
        corrects: the erratum that this claim repairs.
        expected: the verdict expected when it is neither VERIFIED nor an erratum's REFUTED.
        note: a remark for the reader: conventions, readings, extraction damage. In it, as in the title, in reasons
            and in what is said of an erratum, formulas may be marked, ``for every $t > 0$`` or
            ``$\\frac{a}{b} \\le 1$``, and then none is guessed.
        steps: the derivation line by line, for `show`.
        where: names for long expressions, longest first, used in print only: ``{gamma: ..., R: sqrt(...)}``.
        cited: results that are used and not proved here; what they say is assumed.

    Raises:
        ValueError: if the id is malformed, or for one of the reasons of `refusals`.

    >>> from layerproof import Identity, real
    >>> x = real("x")
    >>> claim = Claim("mine/square", title="A square", statement=Identity((x + 1) ** 2, x**2 + 2 * x + 1))
    >>> claim.subject, claim.expected.value
    ('mine', 'VERIFIED')
    """

    refuses: ClassVar[bool] = True

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
        cited: Sequence[Cited] = (),
    ) -> None:
        from .matrix_numbers import as_assumed
        from .quantities import unfolded
        from .refusals import refusals

        if not re.fullmatch(r"[a-z0-9][a-z0-9.-]*(/[a-z0-9][a-z0-9.'+-]*)+", id):
            raise ValueError(
                f"claim id {id!r} is malformed; expected subject/name in lower case, such as 'feedback/sigmoid'"
            )
        if not isinstance(title, str):
            raise TypeError(f"claim {id}: got the title {title!r:.80} (a {type(title).__name__}); expected a text")
        if odd := next(obeyed(title), None):
            raise ValueError(f"claim {id}: the title has the character {odd!a}; expected one line of readable text")
        self.id = id
        self.title = unmarked(title)
        self.heading = title
        self.said = statement
        self.statement = statement.mapped(unfolded) if self._quantities() else statement
        self.cited = tuple(cited)
        self.hypotheses = (
            *map(as_assumed, map(unfolded, hypotheses)),
            *(item.says for item in self.cited if item.says is not None),
        )
        self.sources = (source,) if isinstance(source, Source) else tuple(source)
        self.uses = tuple(uses)
        self.erratum = erratum
        self.corrects = corrects
        default = Verdict.REFUTED if erratum else Verdict.VERIFIED
        self.expected = Verdict(expected) if expected is not None else default
        self.note = note
        self.steps = tuple(steps)
        self.where = dict(where or {})
        for what, said in self._words():
            if isinstance(said, str) and (odd := next(obeyed(said, lines=True), None)):
                raise ValueError(f"claim {id}: {what} has the character {odd!a}; expected readable text")
            if isinstance(said, str) and what not in OF_THE_SOURCE and (reason := unread(said)):
                raise ValueError(f"claim {id}: {what} {reason}")
        is_statement = hasattr(statement, "expressions")  # what is none is told where the claim is read
        if (
            self.refuses
            and is_statement
            and (reason := next(refusals(self.statement, self.hypotheses, self._names()), None)) is not None
        ):
            raise ValueError(f"claim {id}: {reason}")
        if (collector := _collector.get()) is not None:
            collector.append(self)

    @property
    def given(self) -> tuple[Cited, ...]:
        """What it is proved given: results cited by it, or by what it uses."""
        found, seen = dict.fromkeys(self.cited), {id(self)}
        left = list(self.uses)
        while left:
            claim = left.pop(0)
            if id(claim) not in seen:
                seen.add(id(claim))
                found |= dict.fromkeys(claim.cited)
                left += claim.uses
        return tuple(found)

    @property
    def subject(self) -> str:
        """The part of the id before the first slash."""
        return self.id.split("/", 1)[0]

    @property
    def abbreviated(self) -> Statement:
        """The statement as one reads it: with its quantities, and the names of `where`, for what they stand for."""
        return self.said.mapped(self._abbreviate) if self.where else self.said

    @property
    def abbreviations(self) -> list[tuple[sp.Expr, sp.Expr]]:
        """What each quantity, and each name of `where`, stands for, itself abbreviated by the names after it."""
        names = [*((item, item.value) for item in self._quantities()), *self.where.items()]
        return [(name, _abbreviated(expr, names[k + 1 :])) for k, (name, expr) in enumerate(names)]

    def lines(self) -> list[str]:
        """The statement as lines of text, then what the abbreviations stand for."""
        return [*self.abbreviated.lines(), *self.legend()]

    def legend(self) -> list[str]:
        """What the abbreviations stand for, a line each."""
        from .printing import text

        return [f"with {name} = {text(expr)}" for name, expr in self.abbreviations]

    def _words(self) -> Iterator[tuple[str, object]]:
        """What is said of it in words: where, and what."""
        yield "the title", self.heading
        yield "the note", self.note
        for step in self.steps:
            yield "the reason of a step", getattr(step, "reason", "")
        if isinstance(self.erratum, Erratum):
            yield from ((f"the erratum ({part.name})", getattr(self.erratum, part.name)) for part in fields(Erratum))
        for source in self.sources:
            yield "a source", getattr(source, "label", "")
        for link in getattr(self.statement, "links", ()):
            yield "the reason of a line", getattr(link, "reason", "")

    def _quantities(self) -> list[Quantity]:
        """The quantities of the statement, each before those that it stands for."""
        from .quantities import quantities

        return list(quantities(self.said.expressions())) if hasattr(self.said, "expressions") else []

    def _names(self) -> Mapping[sp.Expr, sp.Expr]:
        """All that is printed by a name: what it stands for."""
        return {**self.where, **{item: item.value for item in self._quantities()}}

    def _abbreviate(self, expr: sp.Basic) -> sp.Basic:
        return _abbreviated(expr, self.where.items())

    def __repr__(self) -> str:
        return f"Claim({self.id!r})"

    def _repr_latex_(self) -> str:
        """What a notebook shows: the statement, and what its abbreviations stand for, in the names of its chapter."""
        from .printing import notation
        from .statements.base import Row
        from .subjects import notation_of

        with notation(notation_of(self.subject)):
            rows = [*self.abbreviated.rows(), *(Row(name, "=", expr) for name, expr in self.abbreviations)]
            lines = " \\\\\n".join(row.latex(align=True) for row in rows)
        return f"$$\\begin{{aligned}}\n{lines}\n\\end{{aligned}}$$"


class Question(Claim):
    """What a program asks about on its way: it may say nothing, as ``0 = 0`` does, and no author is to be told."""

    refuses: ClassVar[bool] = False


def _abbreviated(expr: Any, names: Iterable[tuple[sp.Symbol, sp.Expr]]) -> Any:
    """`expr` with each name for what it stands for, also under a root or a fraction bar; quantities stay whole."""
    import sympy as sp

    from .quantities import quantities

    names = list(names)
    powers = (-1, sp.Rational(1, 2), sp.Rational(-1, 2), 1)  # the last counts where two are the same: an indicator's
    kept = {item: sp.Dummy(real=True) for item in quantities([expr, *(long for _, long in names)])}
    expr = expr.xreplace(kept)
    for name, long in names:
        long = long.xreplace(kept)
        expr = expr.xreplace({long**power: name**power for power in powers})
    return expr.xreplace({stand_in: item for item, stand_in in kept.items()})


@contextlib.contextmanager
def collecting() -> Iterator[list[Claim]]:
    """Remember every claim made inside the block, in order."""
    claims: list[Claim] = []
    token = _collector.set(claims)
    try:
        yield claims
    finally:
        _collector.reset(token)
