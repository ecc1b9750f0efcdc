"""Questions about lines that speak of entries of matrices: all that is in them, written by entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.special import OneMatrix

from ....language.matrices import Diagonal, MatrixHypothesis, Symmetric
from ....language.reading import Partial
from ....language.symbols import ForAll, reserved
from ..letters.meaning import NoStatement, resolved
from ..notation.sizes import same_shape
from ..values.entries import Functions, NotInCoordinates, at, entries_in, known_to
from ..values.entries import in_coordinates as written

if TYPE_CHECKING:
    from .questions import Question


def spoken_of(question: Question) -> tuple[bool, bool]:
    """Whether the sides of a question speak of entries, or of vectors of ones, and whether what is given does."""
    functions = known_to(question.setting)
    if not functions and not any(map(_has_ones, (question.left, question.right))):
        return False, False
    given = [side for fact in _every(question) for side in (fact[0], fact[2])]
    given += [h.relation if isinstance(h, ForAll) else h for h in (*question.setting.hypotheses, *question.conditions)]
    said = any(entries_in(side, functions) or _has_ones(side) for side in (question.left, question.right))
    return said, any(entries_in(one, functions) for one in given)


def in_coordinates(question: Question) -> tuple[Question, bool]:
    """A question with all that can be written by entries written so, and whether something given was left out.

    Raises:
        NotInCoordinates, NoStatement: if its sides are not numbers that can be written so.
    """
    setting = question.setting.copy()
    functions = known_to(setting)
    symmetric = {
        functions[h.matrix]: isinstance(h, Diagonal)
        for h in setting.hypotheses
        if isinstance(h, Symmetric) and h.matrix in functions
    }
    left_out: list[set[Any]] = []
    used: list[set[Any]] = []

    def put(expr: Any) -> Any:
        return _symmetrised(written(resolved(expr, question.setting), functions), symmetric)

    def parts(written_so: Iterable[Partial]) -> tuple[Partial, ...]:
        """The numbers among the parts as written: a matrix has a value if its numbers have."""
        found = []
        for part in written_so:
            expr = resolved(part.expr, question.setting)
            if getattr(expr, "is_Matrix", False) and tuple(expr.shape) != (1, 1):
                _entry_of(expr, functions)
            else:
                found.append(Partial(put(expr), part.binders))
        return tuple(found)

    def kept(given: Iterable[Any]) -> list[Any]:
        found = []
        for one in given:
            try:
                found.append(_symmetrised(_hypothesis(one, functions), symmetric))
                used.append(_letters(one, functions))
            except NotInCoordinates:
                left_out.append(_letters(one, functions))
        return found

    def facts(given: Iterable[tuple[Any, str, Any]]) -> tuple[tuple[Any, str, Any], ...]:
        found = []
        for one, relation, other in given:
            letters = _letters(one, functions) | _letters(other, functions)
            try:
                sides = [put(side) for side in (one, other)]
                found.append((sides[0], relation, sides[1]))
                used.append(letters)
            except (NotInCoordinates, NoStatement, NotImplementedError, ValueError):
                left_out.append(letters)
        return tuple(found)

    setting.hypotheses = kept(setting.hypotheses)
    left, right = _of_every_entry(question)
    asked = replace(
        question,
        left=put(left),
        right=put(right),
        setting=setting,
        conditions=tuple(kept(question.conditions)),
        facts=facts(question.facts),
        wider=tuple(facts(more) for more in question.wider),
        left_written=parts(question.left_written),
        right_written=parts(question.right_written),
    )
    if question.back is not None or question.bounds:
        raise NotInCoordinates("a line about entries that is said to hold both ways, or by the shapes of functions")
    reached = _letters(question.left, functions) | _letters(question.right, functions)
    while (more := reached.union(*(one for one in (*used, *left_out) if one & reached))) != reached:
        reached = more
    return asked, any(one & reached or not one for one in left_out)


def with_letters_for_ones(question: Question) -> Question | None:
    """A question with a letter in the place of each vector of ones; None if it holds none. What is proved so holds.

    Of that letter nothing is known, so that what fails says nothing.
    """
    if not any(map(_has_ones, (question.left, question.right))) or question.back is not None or question.bounds:
        return None

    def put(expr: Any) -> Any:
        if not _has_ones(expr):
            return expr
        return expr.xreplace({one: sp.MatrixSymbol("_ones", *one.shape) for one in expr.atoms(OneMatrix)})

    def facts(given: Iterable[tuple[Any, str, Any]]) -> tuple[tuple[Any, str, Any], ...]:
        return tuple((put(one), relation, put(other)) for one, relation, other in given)

    return replace(
        question, left=put(question.left), right=put(question.right), facts=facts(question.facts),
        wider=tuple(facts(more) for more in question.wider),
    )  # fmt: skip


def _has_ones(expr: Any) -> bool:
    return isinstance(expr, sp.Basic) and expr.has(OneMatrix)


def _of_every_entry(question: Question) -> tuple[Any, Any]:
    """The sides of a question; of an equation between matrices, those of the equation between their entries."""
    left, right = same_shape(*(resolved(side, question.setting) for side in (question.left, question.right)))
    matrices = [side for side in (left, right) if getattr(side, "is_Matrix", False)]
    if question.relation != "=" or len(matrices) != 2 or left.shape != right.shape or left.shape == (1, 1):
        return left, right
    functions = known_to(question.setting)
    return _entry_of(left, functions), _entry_of(right, functions)


def _entry_of(matrix: Any, functions: Functions) -> Any:
    """The entry of a matrix at indices that are nobody else's."""
    sizes = [(name, size) for name, size in zip("ij", matrix.shape, strict=True) if size != 1]
    return at(matrix, [sp.Idx(reserved(name, integer=True), (1, size)) for name, size in sizes], functions)


def _letters(expr: Any, functions: Functions) -> set[Any]:
    """The letters of what is given: matrices, also those whose entries stand in it, symbols and functions."""
    if isinstance(expr, MatrixHypothesis):
        return set().union(*(_letters(side, functions) for sides in expr.equations() for side in sides)) | _letters(
            expr.matrix, functions
        )
    if isinstance(expr, ForAll):
        expr = expr.relation
    if not isinstance(expr, sp.Basic):
        return set()
    by_function = {function: matrix for matrix, function in functions.items()}
    entries = {by_function.get(entry.func, entry.func) for entry in expr.atoms(AppliedUndef)}
    return {*expr.atoms(sp.MatrixSymbol), *entries, *(s for s in expr.atoms(sp.Symbol) if not s.is_integer)}


def _every(question: Question) -> list[tuple[Any, str, Any]]:
    return [*question.facts, *(fact for more in question.wider for fact in more)]


def _hypothesis(given: Any, functions: Functions) -> Any:
    if isinstance(given, MatrixHypothesis):
        raise NotInCoordinates(f"{given} is about a whole matrix")
    if isinstance(given, ForAll):
        return ForAll(given.indices, written(given.relation, functions))
    return written(given, functions)


def _symmetrised(expr: Any, symmetric: Mapping[Any, bool]) -> Any:
    """The entries of symmetric matrices as those of ``(B + B^T) / 2``, as each is; of diagonal ones, as those of B."""
    if isinstance(expr, ForAll):
        return ForAll(expr.indices, _symmetrised(expr.relation, symmetric))

    def entry(found: Any) -> Any:
        row, column = found.args
        if symmetric[found.func]:
            return sp.KroneckerDelta(row, column) * found.func(row, row)
        return (found + found.func(column, row)) / 2

    return expr.replace(lambda e: isinstance(e, AppliedUndef) and e.func in symmetric, entry) if symmetric else expr
