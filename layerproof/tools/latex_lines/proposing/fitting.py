r"""Guesses at what letters are, changed where more formulas can be read then: ``A^\top v + u = c`` makes u a vector.

A formula counts as read if its sides are, and all are numbers or all of one size.  A guess is changed if more of the
formulas that hold its letter are read with the other, and none that was read is lost.
"""

from __future__ import annotations

import contextlib
import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from ....language.matrices import ShapeMismatch, shape_of
from ....language.printing import latex, notation
from ....language.reading import CannotRead
from ..letters.header import declare
from ..letters.setting import Misdeclared, Setting
from ..values.made_of import made_of
from .names_seen import Seen, is_large, names_in

MOST_READS = 1_000
"""Formulas that are read for all of it; a count and no clock, so that every machine proposes the same."""
ROUNDS = 3
MOST_FORMULAS = 14
"""That are asked of one letter."""
MOST_SIZES = 3
MOST_LETTERS = 6
LONGEST = 400
_FAILURES = (
    ShapeMismatch,
    CannotRead,
    Misdeclared,
    ValueError,
    TypeError,
    AttributeError,
    NotImplementedError,
    RecursionError,
)


def fitted(
    guesses: Mapping[str, str],
    fixed: Mapping[str, str],
    formulas: Iterable[Sequence[str]],
    shaped: Collection[str] = (),
    taken_of: Collection[str] = (),
    numbers: Collection[str] = (),
    bounds: Collection[int] = (),
    raised: Collection[str] = (),
    most: int = MOST_READS,
) -> dict[str, str]:
    """The guesses, changed where more can be read then.

    Args:
        guesses: a type for each name, which may be changed.
        fixed: the types of other names.
        formulas: the sides of each, in LaTeX.
        shaped: names that are no numbers, as a transpose or a norm shows.
        taken_of: names before brackets in which one thing stands: no numbers, but perhaps functions.
        numbers: names of which every superscript is a power.
        bounds: the places of formulas whose sides are compared by size, and so numbers.
        raised: names with superscripts that are no powers.
        most: formulas that are read, before it stops.
    """
    fit = _Fit(
        dict(guesses), dict(fixed), frozenset(shaped), frozenset(taken_of), frozenset(numbers), frozenset(raised)
    )
    for place, sides in enumerate(formulas):
        fit.take(sides, of_numbers=place in bounds)
    order = sorted(fit.holding, key=lambda name: -len(fit.holding[name]))
    for _ in range(ROUNDS):
        changed = False
        for name in order:
            if len(fit.read) >= most:
                return fit.guesses
            changed = fit.improve(name) or changed
        for formula in list(fit.names):
            if len(fit.read) >= most:
                return fit.guesses
            changed = fit.improve_two(formula) or changed
        if not changed:
            break
    return fit.guesses


@dataclass
class _Fit:
    """Guesses, and the formulas that hold each letter.

    Attributes:
        guesses, fixed: a type for each name.
        shaped: names that are no numbers.
        taken_of: names that may be functions, and no numbers that multiply.
        numbers: names of which every superscript is a power.
        raised: names with superscripts that are none.
        holding: by the name of a letter that is guessed, the formulas that hold it.
        names: of each formula.
        read: whether a formula was read, by itself and what its letters were.
        bounds: the formulas whose sides are numbers.
    """

    guesses: dict[str, str]
    fixed: dict[str, str]
    shaped: frozenset[str] = frozenset()
    taken_of: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    raised: frozenset[str] = frozenset()
    holding: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    names: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    read: dict[Any, bool] = field(default_factory=dict)
    bounds: set[tuple[str, ...]] = field(default_factory=set)

    def take(self, sides: Sequence[str], *, of_numbers: bool = False) -> None:
        """Take down a formula, and whether its sides are numbers."""
        formula = tuple(side for side in sides if side.strip())
        if of_numbers:
            self.bounds.add(formula)
        if not formula or formula in self.names or sum(map(len, formula)) > LONGEST:
            return
        seen: dict[str, Seen] = {}
        for side in formula:
            names_in(side, 0, seen, counts=True, known=self.raised, numbers=self.numbers)
        self.names[formula] = tuple(name for name in seen if name in self.guesses or name in self.fixed)
        for name in self.names[formula]:
            if name in self.guesses:
                self.holding.setdefault(name, []).append(formula)

    def improve(self, name: str) -> bool:
        """Change the guess for a letter, if more can be read with another."""
        formulas = self.holding[name][:MOST_FORMULAS]
        now = [self.reads(formula, {}) for formula in formulas]
        if all(now):
            return False
        best, most = "", sum(now)
        for other in self.others(name, [f for f, reads in zip(formulas, now, strict=True) if not reads]):
            then = [self.reads(formula, {name: other}) for formula in formulas]
            if sum(then) > most and all(b or not a for a, b in zip(now, then, strict=True)):
                best, most = other, sum(then)
        if best:
            self.guesses[name] = best
        return bool(best)

    def improve_two(self, formula: tuple[str, ...]) -> bool:
        """Change the guesses for two letters of a formula that is not read, if it is with others, and none is lost."""
        names = [name for name in self.names[formula] if name in self.guesses][:MOST_LETTERS]
        if len(names) < 2 or self.reads(formula, {}):
            return False
        kinds = {name: [kind for kind in self.others(name, [formula]) if "matrix" not in kind] for name in names}
        for one, other in itertools.combinations(names, 2):
            about = dict.fromkeys([*self.holding[one][:MOST_FORMULAS], *self.holding[other][:MOST_FORMULAS]])
            for first, second in itertools.product(kinds[one], kinds[other]):
                both = {one: first, other: second}
                if self.reads(formula, both) and all(self.reads(f, both) for f in about if self.reads(f, {})):
                    self.guesses.update(both)
                    return True
        return False

    def others(self, name: str, formulas: Sequence[tuple[str, ...]]) -> Iterator[str]:
        """Other types that a letter may be of, with sizes that stand beside it."""
        own = self.guesses[name]
        moves = own == "trajectory" and is_large(name)  # a dot alone does not tell a number from a matrix
        if (own.startswith(("natural", "nonnegative", "positive", "trajectory")) and not moves) or "values" in own:
            return
        if "function" in own and (own != "function" or name not in self.taken_of):
            return
        beside = Counter(
            size for formula in formulas for other in self.names[formula] if other != name
            for size in _sizes(self.guesses.get(other, self.fixed.get(other, "")))
        )  # fmt: skip
        sizes = [size for size, _ in beside.most_common(MOST_SIZES)]
        values = [f"vector function {size}" for size in sizes] if name in self.taken_of else []
        if own == "function":
            yield from values
            return
        kinds = ["function" if name in self.taken_of else "real number", *(f"vector {size}" for size in sizes)]
        if is_large(name):
            kinds += [f"matrix {rows} x {columns}" for rows in sizes for columns in sizes]
        kinds = [kind for kind in kinds if "matrix" in kind] if moves else kinds
        kinds += values
        large = own.startswith(("matrix", "constant matrix"))
        for kind in kinds:
            fits = not large or "matrix" in kind or "function" in kind
            if kind != own and fits and not (name in self.shaped and ("number" in kind or kind == "function")):
                yield kind

    def reads(self, formula: tuple[str, ...], other: Mapping[str, str]) -> bool:
        """Whether a formula can be read, with another guess, and all its sides are of one size."""
        kinds = {**self.fixed, **self.guesses, **other}
        declared = tuple((name, kinds[name]) for name in self.names[formula])
        if (formula, declared) not in self.read:
            self.read[formula, declared] = _reads(formula, declared, of_numbers=formula in self.bounds)
        return self.read[formula, declared]


def _reads(formula: tuple[str, ...], declared: tuple[tuple[str, str], ...], *, of_numbers: bool) -> bool:
    setting = Setting(presumes=True)
    for name, kind in declared:
        with contextlib.suppress(*_FAILURES):
            declare(setting, "symbols", f"{name} {kind}")
    shapes: set[Any] = set()
    for side in formula:
        try:
            value = setting.read(side)
            shape = _shape(value, setting)
        except _FAILURES:
            return False
        if shape and value != 0:
            shapes.add(shape)
    return shapes <= {"1 x 1"} if of_numbers else len(shapes) <= 1


def _shape(value: Any, setting: Setting) -> str:
    """The size of a value in LaTeX; that of a number and of a 1 x 1 matrix is the same.

    Raises:
        ShapeMismatch: if sizes inside of it do not fit.
    """
    if not getattr(value, "is_Matrix", False):
        return "1 x 1"
    for letter in value.atoms(sp.MatrixSymbol):  # what stands in products by entries, and in functions of vectors
        for part in made_of(setting.units, str(letter.name)):
            _shape(part, setting)
    with notation(setting.notation):
        rows, columns = (latex(size) for size in shape_of(value))
    return "" if "any" in (rows, columns) else f"{rows} x {columns}"


def _sizes(kind: str) -> list[str]:
    words_ = kind.replace("constant ", "").split(" ")
    for sort in ("vector", "matrix"):
        if sort in words_:
            rest = " ".join(words_[words_.index(sort) + 1 :])
            return [size for size in rest.split(" x ") if size and " " not in size]
    return []
