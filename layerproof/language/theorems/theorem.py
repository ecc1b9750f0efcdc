"""A theorem: hypotheses, a conclusion, and a proof whose lines are joined by rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import sympy as sp

from ..claims import Cited, Claim, Erratum
from ..goals import Goal, Impossible
from ..sources import Source
from ..statements.base import Row, Statement
from ..verdicts import Verdict
from .propositions import Proposition, lines_of, parts_of
from .rules import Instance, Line
from .sequents import HYPOTHESIS, Lemma, Sequent
from .substitution import letters, names_in


@dataclass(frozen=True)
class Joined(Statement):
    """A conclusion that is joined from claims, line by line; each join is checked.

    Attributes:
        concludes: a statement or a proposition.
        proof: the lines.
    """

    concludes: Any
    proof: tuple[Line, ...]
    breakable: ClassVar[tuple[str, ...]] = ()

    def sequents(self) -> list[Sequent]:
        """What must be proved."""
        return list(parts_of(self.concludes))

    def lemmas(self) -> list[Lemma]:
        """The claims that the proof rests on, each once, in the order of their use."""
        found: dict[str, Lemma] = {}
        for line in self.proof:
            for part in line.by.premises():
                if isinstance(part, Lemma) and part.id != HYPOTHESIS:
                    found.setdefault(part.id, part)
        return list(found.values())

    def numbered(self) -> Iterator[tuple[int, Line, str]]:
        """The lines with their numbers and their reasons."""
        numbers: dict[int, int] = {}

        def name(part: Lemma | Line) -> str:
            if isinstance(part, Lemma):
                return f"{part.says}" if part.id == HYPOTHESIS else part.id
            return f"line {next((n for k, n in numbers.items() if self.proof[k] == part), '?')}"

        for number, line in enumerate(self.proof):
            yield number + 1, line, line.by.reason(name)
            numbers[number] = number + 1

    def goals(self) -> Iterator[Goal]:
        yield Impossible("a theorem is proved by its join")

    def says_nothing(self) -> str | None:
        sequents = self.sequents()
        for number, sequent in enumerate(sequents, start=1):
            if not sequent.value and (reason := sequent.says.says_nothing()) is not None:
                return f"part {number} of the conclusion: {reason}" if len(sequents) > 1 else reason
        return None

    def rows(self) -> tuple[Row, ...]:
        if isinstance(self.concludes, Proposition):
            return tuple(self.concludes.rows())
        return tuple(self.concludes.rows())

    def lines(self) -> list[str]:
        return lines_of(self.concludes)

    def __str__(self) -> str:
        return "; ".join(line.strip() for line in self.lines())

    def mapped(self, change: Callable[[sp.Basic], sp.Basic]) -> Statement:
        return replace(
            self, concludes=self.concludes.mapped(change), proof=tuple(line.mapped(change) for line in self.proof)
        )

    def expressions(self) -> tuple[sp.Basic, ...]:
        """Those of the conclusion, with what its parts assume."""
        found: list[sp.Basic] = []
        for sequent in self.sequents():
            found += sequent.says.expressions()
            found += [h for h in sequent.given if isinstance(h, sp.Basic)]
        return tuple(found)


class Theorem(Claim):
    """Hypotheses, a conclusion, and a proof that joins claims.

    Args:
        id, title, source, note, erratum, corrects, expected, where: as of a `Claim`.
        hypotheses: relations; assumed in every line.
        concludes: a statement, or a proposition (`AllOf`, `Given`, `Exists`, `Minimum`).
        cited: as of a `Claim`; what its lines rest on that is proved by no rule is added.
        proof: lines, or claims that are used as they are, under their own hypotheses.

    Raises:
        ValueError: if a line uses one that is not before it, or a hypothesis is about a letter that the conclusion
            binds.
    """

    def __init__(
        self,
        id: str,
        *,
        title: str,
        concludes: Statement | Proposition,
        proof: Sequence[Line | Claim],
        hypotheses: Iterable[Any] = (),
        source: Source | Sequence[Source] = (),
        erratum: Erratum | None = None,
        corrects: Claim | None = None,
        expected: Verdict | str | None = None,
        note: str = "",
        uses: Sequence[Claim] = (),
        cited: Sequence[Cited] = (),
        where: Mapping[sp.Symbol, sp.Expr] | None = None,
    ) -> None:
        lines = tuple(
            item if isinstance(item, Line) else Line(by=Instance(item), given=item.hypotheses) for item in proof
        )
        hypotheses = tuple(hypotheses)
        _in_order(id, lines)
        if isinstance(concludes, Proposition):
            said = letters(h for h in hypotheses if isinstance(h, sp.Basic))
            if caught := concludes.bound() & said:
                raise ValueError(
                    f"theorem {id}: a hypothesis mentions {min(map(str, caught))}, of which the conclusion means all "
                    "values"
                )
        statement = Joined(concludes, lines)
        results = [result for line in lines for result in getattr(line.says, "rests_on", ())]
        named = [lemma.claim for lemma in statement.lemmas()]
        rests = [claim for claim in named if claim is not None]
        super().__init__(
            id,
            title=title,
            statement=statement,
            hypotheses=hypotheses,
            source=source,
            uses=[*rests, *(claim for claim in uses if claim not in rests)],
            erratum=erratum,
            corrects=corrects,
            expected=expected,
            note=note,
            cited=tuple(dict.fromkeys((*cited, *results))),
            where=where,
        )


def _in_order(id: str, lines: Sequence[Line]) -> None:
    for number, line in enumerate(lines):
        for part in line.by.premises():
            if isinstance(part, Line) and part not in lines[:number]:
                raise ValueError(
                    f"theorem {id}: line {number + 1} ({line.says}) uses a line that is not among those before it: "
                    f"{part.says}"
                )


def moving(statement: Statement) -> set[str]:
    """The names of what moves along the flow of a statement, its time included."""
    flow = getattr(statement, "flow", None)
    return set() if flow is None else {*flow.moving}


def mentions(expr: Any, names: Set[str]) -> bool:
    """Whether one of the names stands in an expression."""
    return isinstance(expr, sp.Basic) and bool(names & names_in(expr))


__all__ = ["Joined", "Theorem", "mentions", "moving"]
