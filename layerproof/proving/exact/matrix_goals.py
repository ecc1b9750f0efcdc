"""Matrix identities for every size: proved by words, refuted by small exact matrices.

A residual that the rules of the hypotheses reduce to nothing is zero *for every size*: a proof.  For one that they do
not a counterexample is looked for (`matrix_witness`), and failing that it is undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from ...language.goals import ZeroWord
from ...language.matrices import (
    Diagonal,
    MatrixHypothesis,
    Orthogonal,
    RandomVector,
    SemiOrthogonal,
    ShapeMismatch,
    Symmetric,
    Whitened,
    coefficients,
)
from ...language.verdicts import Witness
from .canonical_letters import Names, names_of
from .checked_words import checked_normal, normal_form
from .diagonal_inverses import cleared
from .function_letters import Letters
from .outcome import Outcome, Proved, Refuted, Unknown
from .rewriting import normal, relations_of, rules_from
from .words import NotWords, Poly, known_to_be_defined, show, words_of

AT_A_GLANCE = 0.5  # of a search, before the letters are put in another order


hinting: ContextVar[bool] = ContextVar("hinting", default=True)
"""Whether what does not hold is said to hold with one hypothesis more: to look for one takes most of the time."""


def decide(
    goal: ZeroWord,
    hypotheses: Iterable[Any] = (),
    undefined: Callable[[list[sp.Expr]], str | None] | None = None,
    *,
    refuting: bool = True,
) -> Outcome:
    """Prove that a matrix expression is zero for every size, refute it with exact small matrices, or say why not.

    `undefined` says which hypothesis is missing for scalars to be defined, or None; by default they have to be as they
    stand.  Every part that the goal says is to be defined must be made of words.  Where `refuting` is False only a
    proof is of use, and no matrices are looked for.
    """
    from .matrix_failures import find_witness

    hypotheses, missing, witness = tuple(hypotheses), None, None
    try:
        one_shape_a_name(goal.expr, hypotheses)
        scalars = [c for part in goal.defined for c in coefficients(part)]
        missing = undefined(scalars) if undefined is not None and scalars else None
        defined = undefined is not None and bool(goal.defined) and missing is None
        names = names_of(goal, hypotheses)
        try:
            found = _decided(names.goal(goal), names.hypotheses(hypotheses), defined)
            if refuting and found.residual and not found.complete:
                witness = find_witness(names.goal(goal), names.hypotheses(hypotheses), budget=AT_A_GLANCE)
            if found.residual and not found.complete and witness is None:
                turned = names_of(goal, hypotheses, backwards=True)  # with luck this order of the letters completes
                again = _decided(turned.goal(goal), turned.hypotheses(hypotheses), defined)
                found = found if again.residual else again
        except (NotWords, ShapeMismatch) as problem:
            return Unknown(names.told(str(problem)), unseen=missing is not None)
    except (NotWords, ShapeMismatch) as problem:
        return Unknown(str(problem), unseen=missing is not None)
    if found.residual and not refuting:
        return Unknown(names.told(f"no rule reduces {show(found.residual)}"), unseen=missing is not None)
    missing = missing or found.missing
    if not found.residual and missing is not None and found.nowhere is None:
        return Unknown(names.told(missing), unseen=True)
    outcome = told(_outcome(found, names.goal(goal), names.hypotheses(hypotheses), witness), names)
    if isinstance(outcome, Unknown) and missing is not None:
        return Unknown(f"{outcome.reason}; {names.told(missing)}", unseen=True)
    return outcome


@dataclass(frozen=True)
class Found:
    """What is left of a goal's expression, and how it came about.

    Attributes:
        residual: what is left.
        complete: whether the rules of the hypotheses are complete.
        given: the hypotheses, with letters for functions of matrices and what is known of them.
        missing: the hypothesis without which an inverse need not be there.
        nowhere: which inverse is there in no case.
    """

    residual: Poly
    complete: bool
    given: tuple[Any, ...]
    missing: str | None
    nowhere: str | None = None


def _decided(goal: ZeroWord, hypotheses: tuple[Any, ...], defined: bool) -> Found:
    """What is left of the goal's expression under the hypotheses."""
    token = known_to_be_defined.set(defined)
    try:
        letters = Letters.of((goal.expr, *goal.defined), hypotheses)
        expr, *parts = (letters.put(part) for part in (goal.expr, *goal.defined))
        for part in parts:
            words_of(part)
        given = (*letters.hypotheses, *letters.fundamental)
        if letters.diagonals and not cleared(expr, letters.diagonals, letters.hypotheses):
            return Found({}, True, given, letters.missing, letters.nowhere)
        rules = rules_from(given)
        residual = checked_normal(words_of(expr), rules, relations_of(given))
        return Found(residual, rules.complete, given, letters.missing, letters.nowhere)
    finally:
        known_to_be_defined.reset(token)


def _outcome(found: Found, goal: ZeroWord, hypotheses: tuple[Any, ...], witness: Witness | None) -> Outcome:
    """What the residual says: nothing left is a proof, if the hypotheses can be met; else a witness is looked for.

    One that was found before is taken.
    """
    from .matrix_failures import any_witness, find_witness
    from .matrix_witness import has_example

    if found.nowhere is not None:
        anywhere = any_witness(goal, hypotheses, found.nowhere)
        return Unknown(found.nowhere) if anywhere is None else Refuted(anywhere, "what is stated is not defined")
    if not found.residual:
        ours = [h for h in hypotheses if isinstance(h, MatrixHypothesis)]
        if ours and not has_example(goal.expr, hypotheses):
            return Unknown("no small rational matrices satisfy the hypotheses: they may contradict each other")
        by = " by rewriting rules of the hypotheses" if ours else ""
        return Proved(f"normal form 0 in the free algebra with transpose, for every size{by}")
    witness = witness or find_witness(goal, hypotheses)
    closing = _what_would_close(found.residual, goal.expr, found.given) if hinting.get() else None
    hint = f"; it would hold with {closing}" if closing else ""
    if witness is not None:
        return Refuted(witness, f"exact rational matrices that satisfy the hypotheses{hint}")
    unfinished = "" if found.complete else ", and the completion of the rules ran out of its budget"
    return Unknown(f"no rule reduces {show(found.residual)}{unfinished}{hint}; and no small matrices refute it")


def told(outcome: Outcome, names: Names) -> Outcome:
    """The outcome in the author's letters."""
    match outcome:
        case Refuted(witness, how):
            symbols = {names.told(name): value for name, value in witness.symbols.items()}
            told = replace(witness, symbols=symbols, residual=names.told(witness.residual))
            return Refuted(told, names.told(how))
        case Unknown(reason, unseen):
            return Unknown(names.told(reason), unseen)
        case Proved():
            return outcome


def same_words(first: Any, second: Any, hypotheses: Iterable[Any] = ()) -> bool:
    """Whether two matrix expressions are proved equal under the hypotheses."""
    try:
        return not normal_form(first - second, hypotheses)
    except (NotWords, ShapeMismatch, TypeError):
        return False


def _what_would_close(residual: Poly, expr: Any, hypotheses: tuple[Any, ...]) -> str | None:
    """One further hypothesis under which the residual vanishes, in words; None if none of the usual ones does."""
    names = {letter.name for traces, word in residual for part in (*traces, word) for letter in part}
    for symbol in sorted(_symbols(expr), key=str):
        if isinstance(symbol, RandomVector):
            candidates: list[tuple[type[MatrixHypothesis], Any]] = [(Whitened, symbol)]
        elif str(symbol.name) not in names:
            continue
        else:
            candidates = [(SemiOrthogonal, symbol), (SemiOrthogonal, symbol.T)]
            if symbol.shape[0] == symbol.shape[1]:
                candidates = [(Orthogonal, symbol), (Symmetric, symbol), (Diagonal, symbol)]
        for kind, subject in candidates:
            hypothesis = kind(subject)
            try:
                if not normal(residual, rules_from((*hypotheses, hypothesis)))[0]:
                    return str(hypothesis)
            except (NotWords, ShapeMismatch):
                continue
    return None


def one_shape_a_name(expr: Any, hypotheses: tuple[Any, ...]) -> None:
    """Refuse two different matrices of one name: they would be one letter."""
    known: dict[str, sp.MatrixSymbol] = {}
    sides = (side for h in hypotheses if isinstance(h, MatrixHypothesis) for side in h.said)
    for part in (expr, *sides):
        for symbol in sorted(_symbols(part), key=str):
            if known.setdefault(str(symbol.name), symbol) != symbol:
                raise NotWords(f"two different matrices are called {symbol.name}")


def _symbols(expr: Any) -> set[sp.MatrixSymbol]:
    return set(sp.sympify(expr).atoms(sp.MatrixSymbol))
