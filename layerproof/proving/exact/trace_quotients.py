"""Signs of numbers that are divided by traces, or by roots of them: ``tr(u^T v) <= sqrt(tr(u^T u)) sqrt(tr(v^T v))``,
and so a cosine is at most 1.

What divides is positive or negative, which must follow from the hypotheses; the number times it has the sign then told.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import sympy as sp

from ...language.goals import SignWord
from ...language.matrices import ExpectScalar, ShapeMismatch
from ...language.matrix_numbers import Apart, Compared
from ..sign_sets import NONNEGATIVE, NONZERO, POSITIVE, SignSet
from . import trace_roots
from .definedness import obligations
from .function_letters import Letters, share_of
from .matrix_failures import refuted_by_numbers
from .outcome import Outcome, Proved, Unknown
from .prover import Prover
from .words import NotWords

_BUDGET = 5.0
_NUMBERS = (sp.Trace, ExpectScalar)


def decide(goal: SignWord, hypotheses: tuple[Any, ...], prover: Prover) -> Outcome:
    """Decide a sign; by `trace_roots` alone where no trace divides, nor a letter beside hypotheses on traces."""
    what = (sp.Symbol,) if any(isinstance(h, Compared) for h in hypotheses) else _NUMBERS
    if isinstance(goal.expr, sp.MatrixExpr) or not any(_divides(what, part) for part in (goal.expr, *goal.defined)):
        return trace_roots.decide(goal, hypotheses, prover)
    if (refuted := refuted_by_numbers(goal, hypotheses, budget=_BUDGET)) is not None:
        return refuted
    above, sense = _cleared(goal.expr, hypotheses, prover)
    lacking = next((t for part in goal.defined if (t := _undefined(part, hypotheses, prover)) is not None), None)
    if lacking is not None:
        return Unknown(f"missing hypothesis: {lacking}", unseen=True)
    if sense is None:
        return Unknown(f"{goal.name}: the sign of what divides is not derived from the hypotheses")
    inside = tuple(sorted({t for part in goal.defined for t in sp.sympify(part).atoms(*_NUMBERS)}, key=str))
    matrices = tuple(part for part in goal.defined if isinstance(part, sp.MatrixExpr))
    found = trace_roots.decide(replace(goal, expr=above, defined=(above, *inside, *matrices)), hypotheses, prover)
    if isinstance(found, Proved):
        return Proved(f"times what divides: {found.how}")
    return Unknown(found.reason) if isinstance(found, Unknown) else Unknown(f"{goal.name}: no proof was found")


def sense_of(number: sp.Expr, hypotheses: tuple[Any, ...], prover: Prover) -> int | None:
    """1 if a number made of traces is derived to be positive, -1 if it is negative; None if neither is seen."""
    for sense in (1, -1):
        sign = SignWord(sense * number, True, "denominator", (number,))
        if isinstance(trace_roots.decide(sign, hypotheses, prover), Proved):
            return sense
    apart = is_said_apart(number, hypotheses)
    return next((sense for sense in (1, -1) if apart and _not_negative(sense * number, hypotheses, prover)), None)


def _not_negative(number: sp.Expr, hypotheses: tuple[Any, ...], prover: Prover) -> bool:
    sign = SignWord(number, False, "number", (number,))
    return isinstance(trace_roots.decide(sign, hypotheses, prover), Proved)


def is_said_apart(number: sp.Expr, hypotheses: tuple[Any, ...]) -> bool:
    """Whether a hypothesis says that a number made of traces is not 0, or a multiple of it by a number."""
    said = [part for h in hypotheses if isinstance(h, Apart) for part in (h.difference, *_factors(h.difference))]
    if not said:
        return False
    with suppress(NotWords, ShapeMismatch):
        letters = Letters.of((number, *said), hypotheses)
        ours, *theirs = (letters.normal(letters.put(part)) for part in (number, *said))
        shares = (share_of(ours, words) for words in theirs)
        return any(share is not None and share.is_nonzero for share in shares)
    return False


def _factors(number: sp.Expr) -> tuple[sp.Expr, ...]:
    """The factors of a product; of another number none."""
    return number.args if isinstance(number, sp.Mul) else ()


def _divides(what: tuple[type, ...], expr: Any) -> bool:
    """Whether something that divides is made of letters or numbers of these kinds."""
    powers = (p for p in sp.sympify(expr).atoms(sp.Pow) if not isinstance(p, sp.MatrixExpr))
    return any(p.exp.is_negative and p.base.has(*what) for p in powers)


def _with_letters(expr: sp.Expr) -> tuple[sp.Expr, dict[sp.Symbol, sp.Expr]]:
    """A number with a letter for each trace in it, and the trace behind each letter."""
    letters = {t: sp.Dummy(f"t{k}", real=True) for k, t in enumerate(sorted(expr.atoms(*_NUMBERS), key=str))}
    return expr.xreplace(letters), {letter: number for number, letter in letters.items()}


def _cleared(expr: sp.Expr, hypotheses: tuple[Any, ...], prover: Prover) -> tuple[sp.Expr, int | None]:
    """The number times what divides, and 1; if that is negative, less that, and if no sign is seen, None."""
    written, back = _with_letters(expr)
    above, below = sp.fraction(sp.together(written))
    sense: int | None = 1
    for factor in sp.Mul.make_args(below):
        base, power = factor.as_base_exp()
        base = base.xreplace(back)
        if not base.has(*_NUMBERS):
            known = prover.sign(factor.xreplace(back))
            found = 1 if known == {1} else -1 if known == {-1} else None
        elif power.is_even:
            found = 1
        else:
            found = sense_of(base, hypotheses, prover)
        sense = None if found is None or sense is None else sense * found
    return (sense or 1) * above.xreplace(back), sense


def _undefined(expr: Any, hypotheses: tuple[Any, ...], prover: Prover) -> str | None:
    """What is not derived and is needed for a number made of traces to be defined; None if it is."""
    expr = sp.sympify(expr)
    if isinstance(expr, sp.MatrixExpr):
        return None
    written, back = _with_letters(expr)
    for obligation in obligations(written):
        number = obligation.expr.xreplace(back)
        if not any(_follows(number, obligation.signs, hypotheses, prover)):
            return f"{number} {_SAID[obligation.signs]} is not derived from the hypotheses"
    return None


_SAID: dict[SignSet, str] = {NONZERO: "!= 0", NONNEGATIVE: ">= 0", POSITIVE: "> 0"}


def _follows(number: sp.Expr, signs: SignSet, hypotheses: tuple[Any, ...], prover: Prover) -> Iterator[bool]:
    """Ways in which a number may be known to have one of these signs."""
    if not number.has(*_NUMBERS):
        yield prover.sign(number) <= signs
        return
    yield signs >= NONZERO and is_said_apart(number, hypotheses)
    yield (sense := sense_of(number, hypotheses, prover)) is not None and sense in signs
    if {0, 1} <= signs:
        yield _not_negative(number, hypotheses, prover)


__all__ = ["decide", "is_said_apart", "sense_of"]
