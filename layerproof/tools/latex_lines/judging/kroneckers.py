r"""Lines with products of Kronecker: what is stated, ``Y = I_K \otimes \mathbf{1}_n^\top``, is put in for the letter.

A line that fails with a letter for each such product is wrong only if it fails at matrices with these worked out.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.matrices.expressions.kronecker import KroneckerProduct

from ....language.matrices import MatrixHypothesis, ShapeMismatch, Velocity
from ....language.printing.marks import AtTime, Gradient, Slope
from ..letters.meaning import NoStatement, resolved, resolved_hypotheses
from ..letters.setting import Setting
from ..notation.applications import Ambiguous
from ..notation.sizes import same_shape
from ..values.kronecker import holds_one
from ..values.terms_apart import numbers_apart
from ..values.unit_values import factors_put_in
from .samples import counterexample

if TYPE_CHECKING:
    from .questions import Question

Answer = dict[str, Any]
_ROUNDS = 3
_FAILURES = (NoStatement, Ambiguous, ShapeMismatch, NotImplementedError, ValueError, TypeError, AttributeError)
NOT_SEEN = "it fails with a letter for each product of Kronecker, and is not seen to fail with what these are"


def asked(question: Question, ask: Callable[[Question], Answer]) -> Answer:
    """The prover's answer, if need be with what is stated put into products of Kronecker."""
    found = ask(question)
    setting = question.setting
    if found["verdict"] == "VERIFIED" or not setting.units.krons:
        return found
    with contextlib.suppress(*_FAILURES):
        inside = _with_facts_put_in(question)
        if inside is not None:
            again = ask(inside)
            if again["verdict"] == "VERIFIED":
                return {**again, "used": True}
    if found["verdict"] != "REFUTED" or not any(holds_one(side, setting) for side in _sides(question)):
        return found
    with contextlib.suppress(*_FAILURES):
        if (witness := _witness(question)) is not None:
            return {**found, "witness": witness}
    return {**found, "verdict": "UNDECIDED", "how": "", "reason": NOT_SEEN, "witness": None}


def worked_out(names: Iterable[str], setting: Setting) -> set[str]:
    """Those products of Kronecker of whose factors nothing stands for a value of which little is known."""
    krons, shown = setting.units.krons, setting.units.shown
    return {
        name for name in names
        if name in krons and not any(str(m.name) in shown for part in krons[name] for m in part.atoms(sp.MatrixSymbol))
    }  # fmt: skip


def _sides(question: Question) -> list[Any]:
    return [question.left, question.right, *(side for left, _, right in question.facts for side in (left, right))]


def _within(expr: Any, setting: Setting) -> set[Any]:
    """The matrices in the factors of the products of Kronecker in an expression."""
    matrices = expr.atoms(sp.MatrixSymbol) if isinstance(expr, sp.Basic) else ()
    factors = [f for matrix in matrices for f in setting.units.krons.get(str(matrix.name), ())]
    return set().union(*(factor.atoms(sp.MatrixSymbol) for factor in factors))


def _with_facts_put_in(question: Question) -> Question | None:
    """The question with a letter as a fact says that it is, where one of both is, or stands in, such a product."""
    setting = question.setting
    if any(
        isinstance(s, sp.Basic) and s.has(Velocity, Slope, Gradient, AtTime) for s in (question.left, question.right)
    ):
        return None
    said, rules = _said(question)
    left, right = question.left, question.right
    for _ in range(_ROUNDS):
        within = _within(left, setting) | _within(right, setting)
        letters = set().union(*(side.atoms(sp.MatrixSymbol) for side in (left, right) if isinstance(side, sp.Basic)))
        put = {
            letter: value for letter, value in said.items()
            if (letter in within or (letter in letters and holds_one(value, setting)))
            and letter not in value.atoms(sp.MatrixSymbol) | _within(value, setting)
        }  # fmt: skip
        made = tuple(factors_put_in(setting, side, put, rules) for side in (left, right))
        if made == (left, right):
            break
        left, right = made
    return replace(question, left=left, right=right) if (left, right) != (question.left, question.right) else None


def _said(question: Question) -> tuple[dict[Any, Any], list[tuple[Any, Any]]]:
    """What each letter is said to be, and rules for products of them."""
    setting = question.setting
    said: dict[Any, Any] = {}
    rules: list[tuple[Any, Any]] = []
    for left, relation, right in question.facts:
        shapes = [getattr(side, "shape", None) for side in (left, right)]
        if relation != "=" or shapes[0] is None or shapes[0] != shapes[1]:
            continue
        for one, other in ((left, right), (right, left)):
            if isinstance(one, sp.MatrixSymbol) and str(one.name) not in setting.units.shown:
                said.setdefault(one, other)
                break
            if _is_word(one) and isinstance(numbers_apart(other)[1], sp.Identity):
                rules.append((one, other))
    for given in setting.hypotheses:
        if isinstance(given, MatrixHypothesis):
            rules += [(one, other) for one, other in given.equations() if _is_word(one) and _is_shorter(other)]
    return said, rules


def _is_word(matrix: Any) -> bool:
    """Whether it is a product of letters and their transposes, of two or more, or one transpose."""
    factors = matrix.args if isinstance(matrix, sp.MatMul) else (matrix,)
    plain = all(isinstance(f.arg if isinstance(f, sp.Transpose) else f, sp.MatrixSymbol) for f in factors)
    return plain and (len(factors) > 1 or isinstance(matrix, sp.Transpose))


def _is_shorter(matrix: Any) -> bool:
    return isinstance(matrix, (sp.Identity, sp.MatrixSymbol))


def _witness(question: Question) -> dict[str, Any] | None:
    """Matrices at which a line fails where what is given holds, with products of Kronecker worked out."""
    setting = question.setting
    given = resolved_hypotheses([*setting.hypotheses, *question.conditions], setting)
    if question.facts or any(holds_one(h, setting) for h in given):
        return None
    sides = (question.left, question.right)
    letters = set().union(*(_within(s, setting) | s.atoms(sp.MatrixSymbol) for s in sides if isinstance(s, sp.Basic)))
    given = [h for h in given if not isinstance(h, MatrixHypothesis) or h.matrix.atoms(sp.MatrixSymbol) & letters]
    sides = same_shape(*(resolved(side, setting) for side in (question.left, question.right)))
    left, right = (_spelled_out(side, setting) for side in sides)
    return counterexample(left, question.relation, right, given)


def _spelled_out(expr: Any, setting: Setting) -> Any:
    put = {
        matrix: KroneckerProduct(*setting.units.krons[str(matrix.name)])
        for matrix in expr.atoms(sp.MatrixSymbol) if str(matrix.name) in setting.units.krons
    }  # fmt: skip
    return expr.xreplace(put)
