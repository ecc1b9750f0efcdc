r"""LaTeX read as mathematics: a grammar, and never an evaluation.

A formula means something only beside the names that it uses, so a `Reader` is made from them: ``a_{k}`` may be one
symbol called "a_k", or the entry k of a family called "a".  The grammar is that of formulas as people type them and as
`printing` prints them::

    expression := ['-'] term (('+' | '-') term)*
    term       := factor* ['/' factor]          sums, limits and the like reach to the end of their term
    factor     := atom ['^' exponent]
    atom       := number | name | \frac{..}{..} | \sqrt{..} | \ln(..) | (..) | |..| | \sum_{..}^{..} term | ...

Whatever is not in it is refused, with its place.  SymPy computes with the numbers that it is given, so the length and
the depth of a formula, its numbers and the powers of these are bounded: ``9^{9^{9^{9}}}`` is refused and not computed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from .combining import (
    CannotRead,
    Misshapen,
    recording,
)  # fmt: skip
from .latex_tokens import LONGEST, tokens
from .matrices import Named, RandomVector
from .parsing import DEEPEST, RELATIONS, Indexed, Parse
from .partials import Binder, Partial
from .printing.notation import PLACE, name_in_latex, with_indices
from .printing.plain import shown_arguments
from .quantities import Quantity

__all__ = ["LONGEST", "Binder", "CannotRead", "Misshapen", "Partial", "Reader", "recording"]


class Reader:
    """Reads formulas that use the names of given expressions.

    Args:
        expressions: whose symbols, functions, matrices and indices may be used, under the names that they print with.
        names: further names in LaTeX, and what they stand for.
        entry: makes the entry of a matrix at some indices; without it, matrices have none.
        times: by what a matrix has a derivative; by default by anything.
    """

    def __init__(
        self,
        expressions: Iterable[Any] = (),
        names: Mapping[str, Any] | None = None,
        entry: Callable[[Any, Sequence[Any]], Any] | None = None,
        times: Container[Any] | None = None,
    ) -> None:
        self.entry, self.times = entry, times
        self._names: dict[tuple[str, ...], Any] = {}
        self._families: dict[tuple[str, ...], list[Indexed]] = {}
        self._bound: list[dict[tuple[str, ...], Any]] = []
        for part in (part for expr in expressions for part in sp.preorder_traversal(sp.sympify(expr))):
            self._declare(part)
        self._names |= {tuple(tokens(name)): meaning for name, meaning in (names or {}).items()}

    def _declare(self, part: Any) -> None:
        if isinstance(part, AppliedUndef):
            self._declare_entry(part)
        elif isinstance(part, sp.Identity):
            self._names.setdefault(("I",), part)
        elif isinstance(part, Named) and part.is_letter:
            self._name(str(part.args[0]), Named(part.args[0], part.args[1]))
        elif isinstance(part, (sp.MatrixSymbol, RandomVector)):
            self._name(str(part.args[0]), part)
        elif isinstance(part, sp.Idx):
            self._name(part.label.name if isinstance(part.label, sp.Symbol) else str(part.label), part)
        elif isinstance(part, (sp.Symbol, Quantity)):
            self._name(part.name, part)

    def _name(self, name: str, meaning: Any) -> None:
        key = tuple(tokens(name_in_latex(name)))
        known = self._names.get(key)
        if isinstance(known, sp.Idx) and not isinstance(meaning, sp.Idx):
            return  # an index prints as its label, which is a symbol of its own
        self._names[key] = meaning

    def _declare_entry(self, entry: Any) -> None:
        shown = shown_arguments(entry)
        if not shown:
            self._names[tuple(tokens(name_in_latex(entry.func.__name__)))] = entry
            return
        places = [k for k, x in enumerate(entry.args) if x in shown]
        fixed = list(entry.args)
        function = entry.func

        def make(*indices: Any) -> Any:
            arguments = list(fixed)
            for place, index in zip(places, indices, strict=True):
                arguments[place] = index
            return function(*arguments)

        before, _, after = with_indices(name_in_latex(entry.func.__name__, indexed=True), PLACE).partition(PLACE)
        made = Indexed(tuple(tokens(after)), len(shown), make)
        kept = self._families.setdefault(tuple(tokens(before)), [])
        if not any((k.after, k.count) == (made.after, made.count) for k in kept):
            kept.append(made)

    def expression(self, text: str) -> Any:
        """The expression that `text` stands for.

        Raises:
            CannotRead: if `text` is outside the grammar or uses an unknown name.
        """
        with self._reading(text) as parse:
            found = parse.expression()
            parse.end()
            return found

    def written(self, text: str) -> tuple[Any, tuple[Partial, ...]]:
        """As `expression`, and the parts of it as written that need not have a value."""
        with self._reading(text) as parse:
            found = parse.expression()
            parse.end()
            return found, tuple(dict.fromkeys(parse.partials))

    def relation(self, text: str) -> tuple[Any, str, Any]:
        """Left side, relation (``=``, ``<``, ``<=``, ``>``, ``>=``, ``!=``) and right side.

        Raises:
            CannotRead: as `expression`, or if there is no relation.
        """
        with self._reading(text) as parse:
            left = parse.expression()
            sign = RELATIONS.get(parse.next)
            if sign is None:
                raise parse.error("a relation sign")
            parse.take()
            right = parse.expression()
            parse.end()
            return left, sign, right

    @contextlib.contextmanager
    def _reading(self, text: str) -> Iterator[Parse]:
        """A parse; bound indices are forgotten after it, whatever happens."""
        found = tokens(text)
        if not found:
            raise CannotRead("got an empty formula; expected an expression")
        try:
            yield Parse(self, found)
        except RecursionError:
            raise CannotRead(f"the formula is nested more than {DEEPEST} deep") from None
        finally:
            self._bound.clear()
