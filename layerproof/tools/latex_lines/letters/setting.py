"""What the letters of a file mean at some line of it, and formulas read in these names."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.special import OneMatrix

from ....language.distributions import Distribution
from ....language.flows import GradientFlow
from ....language.latex_tokens import tokens
from ....language.matrices import MatrixFlow, RandomVector, Velocity
from ....language.matrix_functions import PositiveDefinite, PositiveSemidefinite
from ....language.printing import notation
from ....language.printing import text as text_of
from ....language.printing.marks import Slope
from ....language.printing.notation import PLACE, name_in_latex, with_indices
from ....language.reading import CannotRead, Misshapen, Partial, Reader
from ....language.symbols import time as default_time
from ....language.vectors import as_number
from ..bounds.shapes import Shape
from ..files.macros import ACTING
from ..files.tokens import between_commas, closing, holds, in_words, joined, words
from ..notation import arrays
from ..notation.applications import Ambiguous
from ..notation.compound import base_of, compound, is_indexed, of_one_letter, ranges_in
from ..notation.functions import inverse_of
from ..notation.infinity import is_used_as_number
from ..notation.naming import is_name, latex_name
from ..notation.sizes import ANY_SIZE, tidied
from ..notation.spelling import Names, plain, spelled
from ..notation.unit import Known, Unit
from ..notation.units import by_first
from ..page.other_meanings import is_refused
from ..page.relations import cut_relations
from ..values import entries
from ..values.moving import has_rate
from ..values.norms import apart as terms_of_traces
from ..values.unit_values import Units, factor_by_factor, letter, obligations
from . import two_columns
from .at_parameters import without_parameters
from .integrated import with_letters_that_run
from .ones import with_sizes
from .sized_by_products import name_sized

MOST_NAMES = 500
IDENTITY = re.compile(
    r"(?<![\\{])I_\{[a-hk-su-zA-Z]\}(?!\s*[(\[])|\\(?:mathbf|boldsymbol)\{I\}(?:_\{[a-hk-su-zA-Z]\})?(?!\s*[(\[_])"
)
DEEPEST = 5


@functools.lru_cache(maxsize=20_000)
def letters_in(name: str) -> frozenset[str]:
    """The tokens of a name."""
    return frozenset(tokens(name))


def stands_in(name: str, text: str) -> bool:
    """Whether a name stands in a formula, and not as the beginning of a longer one, with an index."""
    looked_for, here = list(in_words(name)), plain(words(text))
    return any(
        here[k : k + len(looked_for)] == looked_for and here[k + len(looked_for) : k + len(looked_for) + 1] != ["_"]
        for k in range(len(here))
    )


def _functions_in(expr: Any) -> set[Any]:
    """The functions in an expression that are known, exponentials and the like."""
    return (
        {f for f in expr.atoms(sp.Function) if not isinstance(f, AppliedUndef)} if isinstance(expr, sp.Basic) else set()
    )


def _members(tokens: Sequence[str], base: tuple[str, ...]) -> Iterator[str]:
    """The names of a family that stand among tokens, each with one index."""
    for k in range(len(tokens) - len(base) - 2):
        end = k + len(base)
        if tuple(tokens[k:end]) == base and list(tokens[end : end + 2]) == ["_", "{"]:
            index = tokens[end + 2 : closing(tokens, end + 1)]
            if "," not in index:
                yield joined([*base, "_", "{", *index, "}"])


class Misdeclared(ValueError):
    """A declaration that cannot be understood; the message says what was expected."""


@dataclass
class Setting:
    """The names of a file and what is known of them.

    Attributes:
        meanings: what each name in LaTeX stands for.
        families: an entry of each family and trajectory, from which the reader learns how it is printed.
        entries: by the name of a matrix, itself and one of its entries.
        notation: how each internal name is printed.
        hypotheses: as a claim's.
        flow: the gradient flow, of trajectories or of matrices; None if there is none.
        rates: rates that are given and not derived, by trajectory.
        random: the distribution of each random variable.
        definitions: what each name defined in the text stands for, in order.
        written: the parts of each definition, as written, that need not have a value.
        invertible: matrices that are declared to have an inverse.
        names: what the spelling of formulas depends on.
        time: the time of the trajectories.
        rates_of: the trajectory that each dotted name is the rate of.
        wanted: the parts of a flow that is not complete yet.
        taken: the internal names in use, and whether they are of families.
        refused: why a formula that holds a command is not read.
        guessed: what each letter is guessed to be, that the author has not confirmed.
        units: letters for parts of formulas of which nothing is known.
        shapes: what is assumed of functions: convex, smooth, least somewhere.
        lost: names that were given another meaning, which was not taken up, and where.
        still: matrices and vectors that are declared to be constant in time.
        rows: by the name of what is written one by one, the matrix of all; see `rowwise`.
        arrays: the matrices that the file writes out, by name, and where.
        used: the names of those that were put in since it was last emptied.
        within: those that are being put in: what is said by itself is not written out.
        presumes: whether a line is taken to hold where what it goes on from has a value, as in a paper.
        members: of each family of vectors or matrices, by its name without an index, one of them.
        jacobians: by the name of a function that of its Jacobian, where words say it.
        powers: whether powers of vectors are said to be taken entry by entry.
    """

    meanings: dict[str, Any] = field(default_factory=dict)
    families: list[Any] = field(default_factory=list)
    entries: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    notation: dict[str, str] = field(default_factory=dict)
    hypotheses: list[Any] = field(default_factory=list)
    flow: GradientFlow | MatrixFlow | None = None
    rates: dict[Any, Any] = field(default_factory=dict)
    random: dict[Any, Distribution] = field(default_factory=dict)
    definitions: dict[Any, Any] = field(default_factory=dict)
    written: dict[Any, tuple[Partial, ...]] = field(default_factory=dict)
    invertible: set[Any] = field(default_factory=set)
    names: Names = field(default_factory=Names)
    time: sp.Symbol | None = None
    rates_of: dict[Any, Any] = field(default_factory=dict)
    wanted: dict[str, Any] = field(default_factory=dict)
    taken: set[tuple[str, bool]] = field(default_factory=set)
    refused: dict[str, str] = field(default_factory=dict)
    guessed: dict[Any, str] = field(default_factory=dict)
    units: Units = field(default_factory=Units)
    presumes: bool = False
    shapes: dict[str, Shape] = field(default_factory=dict)
    lost: dict[str, str] = field(default_factory=dict)
    still: set[Any] = field(default_factory=set)
    rows: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, tuple[str, int]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    within: set[str] = field(default_factory=set)
    members: dict[str, Any] = field(default_factory=dict)
    powers: bool = False
    jacobians: dict[str, str] = field(default_factory=dict)

    def copy(self) -> Setting:
        """A setting that may grow without this one."""
        return Setting(
            dict(self.meanings), list(self.families), dict(self.entries), dict(self.notation), list(self.hypotheses),
            self.flow, dict(self.rates), dict(self.random), dict(self.definitions), dict(self.written),
            set(self.invertible),
            Names(set(self.names.times), list(self.names.moving), dict(self.names.families), dict(self.names.entries),
                  dict(self.names.ranges),
                  set(self.names.declared), set(self.names.numbers), set(self.names.matrices), set(self.names.oblong),
                  self.names.functions, still=set(self.names.still), sizes=dict(self.names.sizes)),
            self.time, dict(self.rates_of), dict(self.wanted), set(self.taken), self.refused,
            self.guessed, self.units, self.presumes, dict(self.shapes), dict(self.lost),
            set(self.still), dict(self.rows), dict(self.arrays), members=self.members, powers=self.powers,
            jacobians=self.jacobians,
        )  # fmt: skip

    def read(self, text: str) -> Any:
        """The expression that a formula stands for.

        Raises:
            CannotRead: if it is outside the grammar, uses an unknown name, or can be read in two ways.
        """
        return self.read_written(text)[0]

    def read_written(self, text: str) -> tuple[Any, tuple[Partial, ...]]:
        """As `read`, and the parts of the formula as written that need not have a value."""
        if two_columns.is_open(text, self):
            return two_columns.in_one_reading(text, self)
        if (read := arrays.side(text, self)) is not None:
            return read
        if token := is_refused(words(text), self.refused):
            raise CannotRead(self.refused[token])
        for name, where in self.lost.items():
            if stands_in(name, text):
                raise CannotRead(f"{name} is given another meaning in {where}, which was not taken up: use a new name")
        if acting := ACTING.search(text):
            raise CannotRead(f"holds {acting[0]}, which acts, and nothing in a file is carried out")
        try:
            text = self._named(text)
            name_sized(text, self)
            text = with_sizes(without_parameters(text, self), self) if self.presumes else text
            shown = spelled(text, self.names, self.known_units())
        except ValueError as problem:
            raise CannotRead(str(problem)) from None
        except RecursionError:
            raise CannotRead("the formula is nested too deeply") from None
        if is_used_as_number(words(shown)):
            raise CannotRead(r"\infty is no number: it ends a range, is tended to, or stands alone on its side")
        self._name_values()
        with notation(self.notation):
            try:
                families, names = self._near(shown)
                expr, partials = Reader(families, names, self._entry, self._times()).written(shown)
                expr, partials = with_letters_that_run(expr, partials, self)
                self._check_entries(expr)
                self._check_slopes(expr, names)
                self._check_identities(expr, shown)
                expr, partials = factor_by_factor(self, expr), obligations(self, partials, shown)
                if of := next(
                    (f for f in _functions_in(expr) if any(getattr(a, "is_Matrix", False) for a in f.args)), None
                ):
                    raise CannotRead(f"got {text_of(of)}: of a matrix, it is not clear what that is")
                if isinstance(expr, sp.Basic) and expr.has(sp.Adjoint):
                    raise CannotRead(r"got bars around a matrix: write \|..\| for a norm, \operatorname{det}(..)")
                return tidied(expr), tuple(Partial(tidied(p.expr), p.binders) for p in partials if self._matters(p))
            except Misshapen:
                raise
            except CannotRead as problem:
                raise CannotRead(self._explained(str(problem), shown)) from None
            except RecursionError:
                raise CannotRead("the formula is nested too deeply") from None

    def _times(self) -> set[Any]:
        return {default_time(), *(self.meanings[name] for name in self.names.times)}

    def _entry(self, matrix: Any, indices: Sequence[Any]) -> Any:
        """The entry of a matrix expression that stands in a formula, with its indices."""
        if problem := entries.misplaced(matrix, indices):
            raise CannotRead(f"got {problem}")
        try:
            return entries.at(self.without_definitions(matrix), indices, entries.known_to(self))
        except entries.NotInCoordinates as problem:
            raise CannotRead(str(problem)) from None

    def _check_entries(self, expr: Any) -> None:
        """Refuse entries at indices that are none of the matrix, and those of what moves or is defined."""
        whose = entries.owners(self)
        for found in expr.atoms(AppliedUndef) if isinstance(expr, sp.Basic) else ():
            if (matrix := whose.get(found.func)) is None:
                continue
            if problem := entries.misplaced(matrix, found.args):
                raise CannotRead(f"got {problem}")
            if matrix in self.definitions or (self.flow is not None and matrix in self.flow.parameters):
                raise CannotRead(f"entries of {text_of(matrix)}, which moves or is defined, are not read")

    def _check_slopes(self, expr: Any, names: dict[str, Any]) -> None:
        r"""Refuse the derivative of a letter that is declared not to move: nobody writes that of a constant.

        ``\frac{dx_t}{dt}`` of a letter x_t would be 0.
        """
        for slope in expr.atoms(Slope) if isinstance(expr, sp.Basic) else ():
            of, by = slope.args
            if by == self.time and has_rate(of, self):
                continue
            self._check_values(of, by, names)
            values = {m for n, m in names.items() if n in self.names.functions.values}
            whose = entries.owners(self)
            moving = values | self.definitions.keys() | {whose.get(by.func)} | self._moving(by)
            families = {entry for entry in of.atoms(AppliedUndef) if entry.func not in whose}
            moves = of.has(by) or families or of.free_symbols & moving
            if not moves and whose.keys() & {entry.func for entry in of.atoms(AppliedUndef)} and by.func not in whose:
                raise CannotRead(
                    f"got the derivative by {text_of(by)} of an entry of a matrix that is not said to move"
                )
            time = next((name for name, meaning in names.items() if meaning == by), "")
            held = [n for n, m in names.items() if m in of.free_symbols - values and time in words(n)[1:]]
            bare = isinstance(of, sp.Symbol) and by != self.time
            if held or (not moves and (self.presumes or bare)):
                shown = held[0] if held else text_of(of)
                raise CannotRead(
                    f"the derivative of {shown} would be 0, for it is declared as a letter: declare it as a trajectory"
                )

    def _moving(self, by: Any) -> set[Any]:
        """The parameters of the flow, which move in its time."""
        return set(self.flow.parameters) if self.flow is not None and by == self.time else set()

    def _check_values(self, of: Any, by: Any, names: dict[str, Any]) -> None:
        """Refuse the derivative by time of a function of what moves by a flow: its letter would stand still."""
        moving = [tuple(in_words(n)) for n, meaning in names.items() if meaning in self._moving(by)]
        for latex in self.names.functions.values:
            inside = tuple(words(latex))
            if names.get(latex) in of.free_symbols and any(
                inside[k : k + len(name)] == name for name in moving for k in range(len(inside))
            ):
                raise CannotRead(
                    f"{latex} stands below a derivative by time, and of it only that it is a value is known"
                )

    def _near(self, shown: str) -> tuple[list[Any], dict[str, Any]]:
        """The families and names whose letters stand in a formula: a reader takes all that it is given apart."""
        here = frozenset(tokens(shown))
        own = [entry for latex, (_, entry) in self.entries.items() if in_words(latex) not in self.names.families]
        families = [f for f in (*self.families, *own) if letters_in(self.printed(f.func.__name__)) <= here]
        return families, {
            **(self._identities(shown) if self.presumes else {}),
            **{name: meaning for name, meaning in self.meanings.items() if letters_in(name) <= here},
        }

    def _check_identities(self, expr: Any, shown: str) -> None:
        """Refuse ``I_{k}`` beside no matrix, where it may be anything."""
        free = [one for one in IDENTITY.findall(shown) if one.startswith("I") and one not in self.meanings]
        if self.presumes and free and not (isinstance(expr, sp.Basic) and expr.has(sp.MatrixSymbol)):
            raise CannotRead(f"whether {free[0]} is an identity is not said: declare it")

    def _identities(self, shown: str) -> dict[str, Any]:
        r"""In a paper ``\mathbf{I}`` and ``I_{k}`` are identities of the size that fits, if they are not declared."""
        if self.meanings.get("I", sp.Identity(ANY_SIZE)) != sp.Identity(ANY_SIZE):
            return {}
        return {one: sp.Identity(ANY_SIZE) for one in IDENTITY.findall(shown) if one not in self.names.declared}

    def printed(self, name: str) -> str:
        """How a family is printed, without its indices."""
        shown = self.notation.get(name) or name_in_latex(name, indexed=True)
        return shown.replace(f",{PLACE}", "").replace(f"{PLACE},", "").replace(PLACE, "")

    def known_units(self) -> Known:
        """How parts of a formula that stand for one value are cut out of it."""
        expects = bool(self.random) or any(isinstance(meaning, RandomVector) for meaning in self.meanings.values())
        return Known(
            frozenset(self.names.ranges), by_first(self.names.functions.declared), frozenset(self.names.declared),
            expects, self._reads, self._letter, self.units.testing, self.presumes,
            by_first(self.names.matrices) if self.presumes else {}, self.units.depth == 0,
            frozenset(self.names.times), self.powers, self.weights() if self.presumes else frozenset(),
        )  # fmt: skip

    def weights(self) -> frozenset[str]:
        """The names of the matrices that are declared to be positive definite, or semidefinite."""
        forms = [h.matrix for h in self.hypotheses if isinstance(h, PositiveDefinite | PositiveSemidefinite)]
        return frozenset(name for name, meaning in self.meanings.items() if forms and meaning in forms)

    def _reads(self, part: Sequence[str]) -> bool:
        before, self.units.testing = self.units.testing, tuple(part)
        try:
            with self._deeper():
                self.read(joined(part))
        except CannotRead:
            return False
        finally:
            self.units.testing = before
        return True

    def _letter(self, unit: Unit) -> list[str]:
        with self._deeper():
            return letter(self, unit)

    @contextlib.contextmanager
    def _deeper(self) -> Iterator[None]:
        if self.units.depth >= DEEPEST:
            raise Ambiguous(f"values of which nothing is known stand more than {DEEPEST} deep in each other")
        self.units.depth += 1
        try:
            yield
        finally:
            self.units.depth -= 1

    def _name_values(self) -> None:
        """A letter for each value of a function that was written."""
        for latex, function in list(self.names.functions.values.items()):
            if latex in self.meanings or latex in self.names.functions.pending:
                continue
            try:
                tokens(latex)
            except CannotRead:  # no formula can hold it
                self.names.functions.values.pop(latex, None)
                raise
            first = self._same_value(latex, function)
            if (undone := self._undone(first, function)) is not None:
                self.meanings[latex] = undone
                continue
            sizes = self._sizes_of_value(first, function)
            made = self.names.functions.internal(first)
            self.notation[made] = first
            if sizes and self._moves_with(first, function):
                self.names.functions.values.pop(latex, None)
                raise Ambiguous(f"{latex}: a vector function of a trajectory is not read")
            if sizes:
                self.meanings[latex] = sp.MatrixSymbol(made, *(*sizes, 1)[:2])
                self.names.matrices.add(latex)
                self.names.oblong.add(latex)
            elif self._moves_with(first, function):
                self.meanings[latex] = self.moving(latex, made, {"real": True})
            else:
                self.meanings[latex] = sp.Symbol(made, real=True)
            if function in self.guessed:
                self.guessed[self.meanings[latex]] = self.guessed[function]

    def _sizes_of_value(self, latex: str, function: str) -> tuple[Any, ...]:
        """The sizes of a value: none of a number; an entrywise function of a matrix has those of the matrix."""
        value = self.names.functions.declared[function]
        of = self.names.functions.arguments.get(latex, ())
        if value.entrywise and not of:
            self.names.functions.values.pop(latex, None)
            raise Ambiguous(f"{latex}: of what {function} is taken is not read, so its size is not known")
        return value.sizes_at(of)

    def _moves_with(self, latex: str, function: str) -> bool:
        """Whether a trajectory stands in the brackets of a value, so that it is one, too."""
        inside = words(latex)[len(in_words(function)) + 1 : -1]
        return any(holds(inside, name) for name in self.names.moving)

    def _undone(self, latex: str, function: str) -> Any:
        r"""What ``f(f^{-1}(x))`` and ``f^{-1}(f(x))`` are, namely x; None if a value is no such."""
        functions = self.names.functions
        of = functions.arguments.get(latex, ())
        inside = functions.names.get(str(getattr(of[0], "name", "")), "") if len(of) == 1 else ""
        within = functions.arguments.get(inside, ())
        return within[0] if functions.values.get(inside) == inverse_of(function) and len(within) == 1 else None

    def _named(self, text: str) -> str:
        r"""A formula with a letter for each member of a family, ``y_s`` beside ``y_t``, and of one token what runs."""
        shown = plain(words(text), self.names) if self.members or r"\sum" in text or r"\prod" in text else []
        likes = dict(self.members)
        if indices := compound(shown, self.names.declared):
            own = [n for n in self.names.matrices if any(is_indexed(n, index) for index in indices)]
            likes |= {base_of(name): self.meanings[name] for name in own if name in self.meanings}
            shown = of_one_letter(shown, self.names.declared, self.units.running)
            text = joined(shown)
        self._name_indices(shown)
        for base, like in likes.items():
            for latex in _members(shown, in_words(base)):
                if is_name(latex) and self.is_new(latex):
                    self._like(latex, like)
        return text

    def _name_indices(self, shown: Sequence[str]) -> None:
        r"""An index for each letter that runs over the range of one that is declared, ``\sum_{j=1}^n`` beside i."""
        for index, low, high in ranges_in(shown):
            like = next((i for i, ends in self.names.ranges.items() if ends == (low, high)), None)
            if like is None or index in self.names.declared or index in self.meanings:
                continue
            kept = self.meanings[like]
            self.name(index, sp.Idx(sp.Symbol(self.internal(index), integer=True), (kept.lower, kept.upper)))
            self.names.ranges[index] = (low, high)

    def _like(self, latex: str, like: Any) -> None:
        """A matrix or vector of which is known what is known of another."""
        made = sp.MatrixSymbol(self.internal(latex), *like.shape)
        self.name(latex, made)
        self.dotted(latex, Velocity(made))
        self.hypotheses += [type(h)(made) for h in self.hypotheses if getattr(h, "matrix", None) == like]
        for kept in (self.still, self.invertible):
            if like in kept:
                kept.add(made)
        if like in self.guessed:
            self.guessed[made] = self.guessed[like]

    def value_of(self, function: str, like: str) -> Any:
        """The letter for a function at the arguments of a value that was written, ``f(x)``."""
        inside = words(like)[words(like).index("(") :]
        latex = joined([*words(function), *inside])
        self.names.functions.values.setdefault(latex, function)
        self._name_values()
        return self.meanings[latex]

    def _same_value(self, latex: str, function: str) -> str:
        """The value that was met first at arguments that are equal, ``f(x + y)`` for ``f(y + x)``; or itself."""
        functions = self.names.functions
        if latex not in functions.first:
            inside = words(latex)[len(in_words(function)) + 1 : -1]
            functions.pending.add(latex)
            try:
                with self._deeper():
                    values = [sp.sympify(self.read(joined(piece))) for piece in between_commas(inside)]
                functions.arguments[latex] = tuple(values)
                numbers = map(as_number, values)
                flat = [value.doit() if getattr(value, "is_Matrix", False) else value for value in numbers]
                key = (function, *(sp.sstr(sp.expand(terms_of_traces(value))) for value in flat))
            except (CannotRead, ValueError):
                key = (function, latex)
            finally:
                functions.pending.discard(latex)
            functions.first[latex] = functions.equal.setdefault(key, latex)
        return functions.first[latex]

    def _matters(self, partial: Partial) -> bool:
        expr = partial.expr
        return expr in self.definitions or (
            bool(getattr(expr, "args", ())) and not isinstance(expr, (sp.MatrixSymbol, OneMatrix))
        )

    def _explained(self, problem: str, shown: str) -> str:
        found = re.match(r"got '\\\\?\\(?:mathrm|operatorname)'", problem)
        if found and (word := re.search(r"\\(?:mathrm|operatorname) ?\{([A-Za-z]{2,})\}", shown)):
            return f"{problem}; {word[1]} is no operator that is known here"
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
        before, self.names.line = self.names.line, text
        try:
            read = [self.read(side) for _, side in sides]
        finally:
            self.names.line = before
        for k in range(1, len(sides)):
            yield read[k - 1], sides[k][0], read[k]

    def define(self, name: str, expr: Any, written: tuple[Partial, ...] = ()) -> Any:
        """A new name for an expression; what stands for it in formulas.

        Args:
            name, expr: in LaTeX, and as it was read.
            written: its parts that need not have a value.

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
        if isinstance(made, sp.MatrixSymbol):
            self.dotted(latex, Velocity(made))
        elif isinstance(made, sp.Symbol) and self.time is not None:
            self.dotted(latex, Slope(made, self.time))
        self.definitions[made] = expr
        self.written[made] = written
        return made

    def name(self, latex: str, meaning: Any) -> None:
        if len(self.meanings) >= MOST_NAMES:
            raise Misdeclared(f"more than {MOST_NAMES} names")
        tokens(latex)  # what no formula can hold is no name
        self.meanings[latex] = meaning
        self.names.declared.add(latex)
        if isinstance(meaning, (sp.MatrixSymbol, RandomVector)):
            self.names.matrices.add(latex)
            self.names.sizes[latex] = (str(meaning.shape[0]), str(meaning.shape[1]))
            if meaning.shape[0] != meaning.shape[1]:
                self.names.oblong.add(latex)
        if isinstance(meaning, sp.Idx) or (isinstance(meaning, sp.Symbol) and meaning.is_integer):
            self.names.numbers.add(latex)
        if isinstance(meaning, sp.Symbol) and meaning.is_integer and meaning.is_positive:
            self._with_ones(latex, meaning)

    def with_entries(self, latex: str, matrix: Any) -> None:
        """Let a matrix have entries under its own name with indices, unless that has an index already."""
        count = len(entries.sizes_of(matrix))
        if count and not {"_", "^", "'"} & set(words(latex)):
            shown = f"{latex}_{{{PLACE}}}"
            self.entries[latex] = matrix, entries.made(matrix, self.internal(latex, shown, indexed=True))
            self.names.entries[in_words(latex)] = count

    def _with_ones(self, latex: str, size: Any) -> None:
        r"""Let ``\mathbf{1}_{n}`` be the vector of n ones."""
        for font in (r"\mathbf", r"\boldsymbol", r"\mathbb"):
            name = f"{font}{{1}}_{{{latex}}}"
            self.meanings.setdefault(name, OneMatrix(size, 1))
            self.names.matrices.add(name)
            self.names.declared.add(name)

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
        """Whether a name has no meaning yet; that of I, an identity matrix, gives way, and that of a vector of ones."""
        given = self.meanings.get(latex)
        return given is None or given == sp.Identity(ANY_SIZE) or isinstance(given, OneMatrix)

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
