"""What the letters of a file mean at some line of it, and formulas read in these names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from ..derivations.kernel.distributions import Distribution
from ..derivations.kernel.flows import GradientFlow
from ..derivations.kernel.matrices import MatrixFlow
from ..derivations.kernel.printing import notation
from ..derivations.kernel.printing.notation import PLACE, name_in_latex
from ..derivations.kernel.printing.typeset import with_indices
from ..derivations.kernel.reading import CannotRead, Reader
from .naming import is_name, latex_name
from .relations import cut_relations
from .sizes import ANY_SIZE, tidied
from .spelling import Names, spelled
from .tokens import joined, words

MOST_NAMES = 500


class Misdeclared(ValueError):
    """A declaration that cannot be understood; the message says what was expected."""


@dataclass
class Setting:
    """The names of a file and what is known of them.

    Attributes:
        meanings: what each name in LaTeX stands for.
        families: an entry of each family and trajectory, from which the reader learns how it is printed.
        notation: how each internal name is printed.
        hypotheses: as a claim's.
        flow: the gradient flow, of trajectories or of matrices; None if there is none.
        rates: rates that are given and not derived, by trajectory.
        random: the distribution of each random variable.
        definitions: what each name defined in the text stands for, in order.
        names: what the spelling of formulas depends on.
        time: the time of the trajectories.
        rates_of: the trajectory that each dotted name is the rate of.
        wanted: the parts of a flow that is not complete yet.
        taken: the internal names in use, and whether they are of families.
    """

    meanings: dict[str, Any] = field(default_factory=dict)
    families: list[Any] = field(default_factory=list)
    notation: dict[str, str] = field(default_factory=dict)
    hypotheses: list[Any] = field(default_factory=list)
    flow: GradientFlow | MatrixFlow | None = None
    rates: dict[Any, Any] = field(default_factory=dict)
    random: dict[Any, Distribution] = field(default_factory=dict)
    definitions: dict[Any, Any] = field(default_factory=dict)
    names: Names = field(default_factory=Names)
    time: sp.Symbol | None = None
    rates_of: dict[Any, Any] = field(default_factory=dict)
    wanted: dict[str, Any] = field(default_factory=dict)
    taken: set[tuple[str, bool]] = field(default_factory=set)

    def copy(self) -> Setting:
        """A setting that may grow without this one."""
        return Setting(
            dict(self.meanings), list(self.families), dict(self.notation), list(self.hypotheses), self.flow,
            dict(self.rates), dict(self.random), dict(self.definitions),
            Names(set(self.names.times), list(self.names.moving), dict(self.names.families), dict(self.names.ranges),
                  set(self.names.declared)),
            self.time, dict(self.rates_of), dict(self.wanted), set(self.taken),
        )  # fmt: skip

    def read(self, text: str) -> Any:
        """The expression that a formula stands for.

        Raises:
            CannotRead: if it is outside the grammar, uses an unknown name, or can be read in two ways.
        """
        try:
            shown = spelled(text, self.names)
        except ValueError as problem:
            raise CannotRead(str(problem)) from None
        except RecursionError:
            raise CannotRead("the formula is nested too deeply") from None
        with notation(self.notation):
            try:
                return tidied(Reader(self.families, self.meanings).expression(shown))
            except CannotRead as problem:
                raise CannotRead(self._explained(str(problem))) from None
            except RecursionError:
                raise CannotRead("the formula is nested too deeply") from None

    def _explained(self, problem: str) -> str:
        found = re.match(r"got '(\\?[A-Za-z]+)'", problem)
        if found and found[1] not in self.names.declared and not found[1].startswith((r"\frac", r"\sum")):
            return f"{problem}; if {found[1]} is a symbol, declare it in the header, under symbols:"
        return problem

    def relations(self, text: str) -> Iterator[tuple[Any, str, Any]]:
        """The relations of a chain such as ``0 < r_0 < S``.

        Raises:
            CannotRead: as `read`, or if there is no relation.
        """
        sides = cut_relations(text)
        if len(sides) < 2:
            raise CannotRead(f"'{text}' is no relation")
        read = [self.read(side) for _, side in sides]
        for k in range(1, len(sides)):
            yield read[k - 1], sides[k][0], read[k]

    def define(self, name: str, expr: Any) -> Any:
        """A new name for an expression; what stands for it in formulas.

        Raises:
            CannotRead: if it is no name, or has a meaning already.
        """
        latex = latex_name(name)
        if not self.is_new(latex) or latex in {joined(n) for n in self.names.moving}:
            raise CannotRead(f"{name} has a meaning already; a definition names something new")
        if not is_name(latex):
            raise CannotRead(f"'{name}' is no name; := defines one")
        internal = self.internal(latex)
        if getattr(expr, "is_Matrix", False):
            made: Any = sp.MatrixSymbol(internal, *expr.shape)
        elif self.time is not None and expr.has(self.time):
            made = self.moving(latex, internal, {"real": True})
        else:
            made = sp.Symbol(internal, real=True)
        self.name(latex, made)
        self.definitions[made] = expr
        return made

    def name(self, latex: str, meaning: Any) -> None:
        if len(self.meanings) >= MOST_NAMES:
            raise Misdeclared(f"more than {MOST_NAMES} names")
        self.meanings[latex] = meaning
        self.names.declared.add(latex)

    def internal(self, name: str, latex: str | None = None, *, indexed: bool = False) -> str:
        """A name like this without backslashes and braces, of its own kind, that prints as `latex`."""
        latex = name if latex is None else latex
        plain_name = re.sub(r"\\mathrm|\\operatorname|[\\{},\s]", "", name)
        found, number = plain_name, 1
        while (found, indexed) in self.taken or self.notation.get(found, latex) != latex:
            number += 1
            found = f"{plain_name}~{number}"
        shown = name_in_latex(found, indexed=indexed)
        if (with_indices(shown, PLACE) if indexed else shown) != latex:
            self.notation[found] = latex
        self.taken.add((found, indexed))
        return found

    def moving(self, latex: str, internal: str, assumptions: dict[str, Any]) -> Any:
        """A trajectory, with its rate under a dot."""
        time = self.clock()
        made = sp.Function(internal, **assumptions)(time)
        self.names.moving.append(tuple(words(latex)))
        rate = sp.Function(self.internal(rf"\dot{{{latex}}}"), real=True)(time)
        self.dotted(latex, rate)
        self.rates_of[rate] = made
        return made

    def dotted(self, latex: str, rate: Any) -> None:
        r"""Let a name under a dot mean `rate`; ``\dot{a}_0`` and ``\dot{a_0}`` are the same."""
        self.meanings[rf"\dot{{{latex}}}"] = rate
        base, _, rest = latex.partition("_")
        if rest:
            self.meanings[rf"\dot{{{base}}}_{rest}"] = rate

    def is_new(self, latex: str) -> bool:
        """Whether a name has no meaning yet; that of I, an identity matrix, gives way."""
        return latex not in self.meanings or self.meanings[latex] == sp.Identity(ANY_SIZE)

    def clock(self) -> sp.Symbol:
        """The time; a new one, called t, if there is none."""
        if self.time is None:
            self.add_time("t")
        assert self.time is not None
        return self.time

    def add_time(self, latex: str) -> None:
        """Let a name be the time of the trajectories."""
        if latex in self.names.times:
            return
        if latex in self.meanings:
            raise Misdeclared(f"{latex} is the time of the trajectories, and declared as something else")
        made = sp.Symbol(self.internal(latex), real=True, nonnegative=True)
        self.time = made
        self.names.times.add(latex)
        self.name(latex, made)

    def without_definitions(self, expr: Any) -> Any:
        """`expr` with each defined name replaced by what it stands for."""
        for name, value in reversed(self.definitions.items()):
            expr = expr.xreplace({name: value}) if hasattr(expr, "xreplace") else expr
        return expr
