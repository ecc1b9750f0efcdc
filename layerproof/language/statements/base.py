"""What every kind of statement offers: goals to prove, parts to break on purpose, and a form to read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

import sympy as sp

from ..arguments import Checked
from ..goals import Goal

SIGNS = {"=": "=", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge", "": ""}
"""Relations in LaTeX."""

FORMS = {"<": "≺", "<=": "⪯", ">": "≻", ">=": "⪰"}
"""Relations between quadratic forms."""

SIGNS |= {"≺": r"\prec", "⪯": r"\preceq", "≻": r"\succ", "⪰": r"\succeq"}


@dataclass(frozen=True)
class Row:
    """One line of a display: ``left relation right``.

    Attributes:
        left: None continues the line before.
        relation: one of `SIGNS`; empty where `right` stands alone.
        right: the right side.
        remark: what is said beside it, in plain text.
        tends: the variable and where it tends to, of an asymptotic relation.
    """

    left: Any
    relation: str
    right: Any
    remark: str = ""
    tends: tuple[Any, Any] | None = None

    def latex(self, *, align: bool = False) -> str:
        """The row in LaTeX, without its remark; with an ``&`` before the relation if it is to be aligned."""
        from ..printing import latex

        sides = ["" if self.left is None else latex(self.left), SIGNS[self.relation], latex(self.right)]
        near = rf"\quad ({latex(self.tends[0])} \to {latex(self.tends[1])})" if self.tends else ""
        if align:
            sides[1] = f"&{sides[1]}"
        return " ".join(side for side in (*sides, near) if side)


class Statement(Checked, ABC):
    """The mathematical content of a claim.

    Subclasses are frozen dataclasses; what they are given is looked at first, see `arguments`.  `breakable` names
    the fields that mutants may change.
    """

    breakable: ClassVar[tuple[str, ...]] = ()
    is_about_matrices: ClassVar[bool] = False

    @abstractmethod
    def goals(self) -> Iterator[Goal]:
        """The elementary questions that decide the statement."""

    def assumed(self, hypotheses: Iterable[Any]) -> tuple[Any, ...]:
        """A claim's hypotheses as this statement takes them; those that it does not depend on may be left out."""
        return tuple(hypotheses)

    def facts(self, hypotheses: Iterable[Any]) -> tuple[Any, ...]:
        """The same in the letters of the goals, which speak of fewer than the statement where it keeps to a set."""
        return self.assumed(hypotheses)

    def conditions(self, hypotheses: Iterable[Any]) -> Iterator[Goal]:
        """What must be proved of a claim's hypotheses for the statement to say what it is meant to say."""
        return iter(())

    def posed(self, hypotheses: Iterable[Any]) -> Iterator[Goal]:
        """All that decides the statement under a claim's hypotheses: the conditions, then the goals."""
        yield from self.conditions(self.assumed(hypotheses))
        yield from self.goals()

    @abstractmethod
    def rows(self) -> tuple[Row, ...]:
        """The statement as it is displayed: relations, one below the other."""

    def latex(self) -> str:
        """The statement in LaTeX on one line, without delimiters."""
        return r" \quad ".join(row.latex() for row in self.rows())

    @abstractmethod
    def __str__(self) -> str:
        """The statement on one line of plain text."""

    def lines(self) -> list[str]:
        """The statement for a page, as lines of plain text."""
        return [str(self)]

    def parts(self) -> Mapping[str, sp.Expr]:
        """The expressions that mutants may break, by name; tuples are numbered ``equals.0``, ``equals.1``."""
        found: dict[str, sp.Expr] = {}
        for name in self.breakable:
            value = getattr(self, name)
            if isinstance(value, tuple):
                found |= {f"{name}.{k}": part for k, part in enumerate(value)}
            elif value is not None:
                found[name] = value
        return found

    def with_part(self, name: str, expr: sp.Expr) -> Statement:
        """The same statement with one part replaced."""
        field_name, _, position = name.partition(".")
        if not position:
            return replace(self, **{field_name: expr})  # type: ignore[type-var]
        parts = list(getattr(self, field_name))
        parts[int(position)] = expr
        return replace(self, **{field_name: tuple(parts)})  # type: ignore[type-var]

    def says_nothing(self) -> str | None:
        """What is the same on both sides as the statement arrives, in words; None if there is something to prove."""
        return None

    def binders(self) -> tuple[sp.Symbol, ...]:
        """The variables that the statement binds, beside the indices of sums: hypotheses say nothing of them."""
        return ()

    def whole(self) -> frozenset[str]:
        """The names of the letters that it is about as a whole, so that no value is put in for one, or mentions one.

        Those that it binds, those that tend somewhere or are varied, those that move along its flow.
        """
        flow = getattr(self, "flow", None)
        return frozenset(b.name for b in self.binders()) | (frozenset() if flow is None else flow.moving)

    def region(self) -> frozenset[str]:
        """The names among these of which hypotheses say where they tend, or are varied.

        Under more hypotheses about one of them the statement is another one, which need not follow.
        """
        return frozenset()

    def broken(self) -> Iterator[tuple[str, Statement]]:
        """The statement broken on purpose, beyond what breaking its parts gives."""
        return iter(())

    def says_the_same(self, how: str, part: sp.Expr) -> bool:
        """Whether the statement says the same with `part` broken in the way called `how`: that is no mutant."""
        return False

    def mapped(self, change: Callable[[sp.Basic], sp.Basic]) -> Statement:
        """The same statement with `change` applied to every expression in it."""

        def visit(value: Any) -> Any:
            if isinstance(value, sp.Basic):
                return change(value)
            if isinstance(value, tuple):
                return tuple(visit(item) for item in value)
            if hasattr(value, "mapped"):
                return value.mapped(change)
            return value

        return replace(self, **{item.name: visit(getattr(self, item.name)) for item in fields(self)})  # type: ignore[type-var,arg-type]

    def expressions(self) -> tuple[sp.Basic, ...]:
        """Every expression in the statement, for finding its symbols."""
        found: list[sp.Basic] = []

        def visit(value: Any) -> None:
            if isinstance(value, sp.Basic):
                found.append(value)
            elif isinstance(value, (tuple, list)):
                for item in value:
                    visit(item)
            elif hasattr(value, "loss"):
                visit(value.loss)
                visit(value.invariant)

        for item in fields(self):  # type: ignore[arg-type]
            visit(getattr(self, item.name))
        return tuple(found)
