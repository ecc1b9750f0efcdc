r"""Derivatives by an entry of a vector of what is said to be a sum over its entries, ``Q(\beta) = \sum_j q(\beta_j)``.

One term of the sum holds ``\beta_i``: ``\frac{\partial}{\partial \beta_i} Q(\beta) = q'(\beta_i)``. What else stands in
the sum must not hang on the vector, as far as is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.printing.marks import Slope
from ....language.printing.notation import PLACE
from ....language.reading import CannotRead
from ..page.prose import concerns
from ..values.entries import owners
from ..values.facts_inside import deep
from ..values.hanging import hanging
from ..values.of_one_number import slope, value_at
from .instances import is_one_point

if TYPE_CHECKING:
    from ..judging.questions import Question
    from ..letters.setting import Setting
    from .supports import Support


def by_an_entry(
    question: Question, supports: Sequence[Support], ties: Sequence[Support]
) -> tuple[list[Support], Question, str] | None:
    """What is used, the question with such derivatives worked out, and what is noted; None if there are none.

    Args:
        question: of a line.
        supports: what is stated before it.
        ties: all that is stated in the paper: a letter that is said to hang on the vector is not held.
    """
    setting = question.setting
    put: dict[Any, Any] = {}
    used: list[Support] = []
    for one in sorted(question.left.atoms(Slope) | question.right.atoms(Slope), key=str):
        of, by = one.args
        vector = owners(setting).get(getattr(by, "func", None))
        if vector is None or len(by.args) != 1 or not isinstance(by.args[0], sp.Idx) or not isinstance(of, sp.Symbol):
            continue
        said = _said(of, vector, supports, setting)
        if said is None or not _is_held(said, vector, ties, setting):
            return None
        try:
            put[one] = _of_sums(setting, said.question.right, by, vector)
        except (NotImplementedError, CannotRead, ValueError):
            return None
        used.append(said)
    if not put:
        return None
    names = sorted({_function(setting, one.question.left) for one in used})
    left, right = question.left.xreplace(put), question.right.xreplace(put)
    return used, replace(question, left=left, right=right), f"as is said of {', '.join(names)} for every vector"


def _function(setting: Setting, letter: Any) -> str:
    functions = setting.names.functions
    return functions.values.get(functions.names.get(str(letter.name), ""), "")


def _said(of: Any, vector: Any, supports: Sequence[Support], setting: Setting) -> Support | None:
    """Where it is said what a value is at every vector; None if it is not, or in two ways."""
    functions = setting.names.functions
    latex = functions.names.get(str(of.name), "")
    name = next((name for name, meaning in setting.meanings.items() if meaning == vector), "")
    if functions.arguments.get(latex) != (vector,) or not name or is_one_point(name, counted=False):
        return None
    found = [one for one in supports if one.question.relation == "=" and one.question.left == of]
    if len({one.question.right for one in found}) != 1 or concerns(found[-1].singled_out, name):
        return None
    return found[-1]


def _is_held(said: Support, vector: Any, ties: Sequence[Support], setting: Setting) -> bool:
    """Whether no letter of a value is said to hang on a vector."""
    letters = deep(setting, said.question.right) - {vector}
    pairs = [
        (one.question.left, one.question.right) for one in ties if one.question.relation == "=" and one is not said
    ]
    pairs += [(h.lhs, h.rhs) for h in setting.hypotheses if isinstance(h, sp.Eq)]
    return not any(
        one in letters and isinstance(other, sp.Basic) and _hangs(other, vector, setting)
        for pair in pairs for one, other in (pair, pair[::-1])
    )  # fmt: skip


def _hangs(expr: Any, vector: Any, setting: Setting) -> bool:
    """Whether an expression hangs on a vector, by one of its entries too."""
    whose = owners(setting)
    if expr.has(vector) or any(whose.get(one.func) == vector for one in expr.atoms(AppliedUndef)):
        return True
    return bool(hanging(expr, [vector], setting))


def _of_sums(setting: Setting, value: Any, by: Any, vector: Any) -> Any:
    """The derivative of a sum of sums over all entries.

    Raises:
        NotImplementedError: if it is something else.
    """
    total: Any = sp.S.Zero
    for term in sp.Add.make_args(sp.expand(value)):
        sums = [factor for factor in sp.Mul.make_args(term) if factor.has(sp.Sum)]
        if not sums and not _hangs(term, vector, setting):
            continue
        if len(sums) != 1 or not isinstance(sums[0], sp.Sum) or len(sums[0].limits) != 1:
            raise NotImplementedError("of what is no sum over all entries")
        (index, low, high), before = sums[0].limits[0], term / sums[0]
        if (low, high) != (1, vector.shape[0]) or _hangs(before, vector, setting):
            raise NotImplementedError("of what is no sum over all entries")
        total += before * _slope(setting, _at(setting, sums[0].function, index, by.args[0]), by, vector)
    return total


def _at(setting: Setting, body: Any, index: Any, at: Any) -> Any:
    """What stands below a sum, at another index, with a letter for each value of a function."""
    name = next(latex for latex, meaning in setting.meanings.items() if meaning == at)
    put = {}
    for one in body.atoms(AppliedUndef):
        shown = setting.units.shown.get(one.func.__name__, "")
        if PLACE in shown:
            if one.args != (index,):
                raise NotImplementedError("of a value at another index")
            put[one] = setting.read(setting.units.as_written(shown).replace(PLACE, name))
    return body.xreplace(put).xreplace({index: at})


def _slope(setting: Setting, expr: Any, by: Any, vector: Any) -> Any:
    """The derivative of a number by an entry of a vector, of which no other entry stands in it."""
    alone = sp.Dummy(real=True)
    plain = expr.xreplace({by: alone})
    found = plain.diff(alone).xreplace({alone: by})
    if plain.has(vector) or any(owners(setting).get(one.func) == vector for one in plain.atoms(AppliedUndef)):
        raise NotImplementedError("of other entries")
    for one in sorted(expr.free_symbols, key=str):
        value = value_at(setting, one)
        if value is not None and isinstance(value.at, sp.Expr) and value.at.has(by):
            found += expr.diff(one) * slope(setting, value) * _slope(setting, value.at, by, vector)
        elif _hangs(one, vector, setting):
            raise NotImplementedError("of a value of which nothing is known")
    if found.has(sp.Derivative, sp.Subs):
        raise NotImplementedError("of a function that is not known")
    return found
