"""Determinants: each is taken apart into those of its factors, and a number stands for what is left.

For square matrices of every size n, and c a number,

    det(A B) = det(A) det(B)      det(A^T) = det(A)      det(A^-1) = 1/det(A)      det(c A) = c^n det(A)
    det(e^A) = e^(tr A)           det(A^(1/2)) = det(A)^(1/2)
    det(c I + X Y) c^m = det(c I + Y X) c^n              (X of size n x m)
    det(A + X Y) = det(A) det(I + Y A^-1 X)              (A invertible)

Two matrices that are equal under the hypotheses, or one and the other's transpose, have one number; it is positive
where the matrix is positive definite, not negative where it is semidefinite, and not 0 where there is an inverse.  Of
positive semidefinite matrices det(A + B) >= det(A) + det(B).  An equation among the hypotheses is one of determinants.
That all is defined is asked of it as written, before anything cancels.
What is left is decided as any other statement about numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp
from sympy.matrices.expressions.transpose import Transpose

from ...language.determinants import Determinant
from ...language.goals import Sign, SignWord, Zero, ZeroWord
from ...language.matrices import ExpectScalar, MatrixHypothesis, Named, ShapeMismatch, shape_of
from ...language.matrix_functions import Exponential, InverseOf, SquareRoot
from ..domain import Contradiction, Domain, IllPosed
from .function_letters import Letters, share_of
from .invertible import DEFINITE, NEITHER, Inverses, product_of
from .outcome import Outcome, Proved, Unknown
from .prover import Prover
from .words import NotWords

NUMBERS = (sp.Trace, ExpectScalar, Determinant)
BUDGET = 3.0  # of the search for matrices at which a statement fails


def decide(goal: ZeroWord | SignWord, hypotheses: tuple[Any, ...], prover: Prover) -> Outcome:
    """Decide a goal about matrices, with determinants or without."""
    parts = (goal.expr, *goal.defined)
    if not any(sp.sympify(part).has(Determinant) for part in parts):
        return _without(goal, hypotheses, prover)
    from .matrix_failures import many_draws, refuted_by_numbers
    from .matrix_goals import one_shape_a_name

    try:
        one_shape_a_name(goal.expr, hypotheses)
        if (witness := refuted_by_numbers(goal, hypotheses, budget=BUDGET)) is not None:
            return witness
        numbers = _Numbers.of(parts, hypotheses)
        expr, *defined = numbers.put(goal.expr), *map(numbers.as_written, goal.defined)
        facts, sums = numbers.facts(), numbers.of_sums()
        scalars = [h for h in hypotheses if isinstance(h, sp.Basic) and not h.has(sp.MatrixExpr)]
        about = [e for e in (expr, *defined) if not isinstance(e, sp.MatrixExpr)]
        about += [symbol for _, symbol in numbers.known]
        how: Proved | Unknown = Unknown("")
        for given in (facts, [*facts, *sums]) if sums else (facts,):  # inequalities among them are seldom needed
            if not isinstance(how, Proved):
                inner = Prover(Domain.of(about, [*scalars, *given]), looks=prover.looks)
                how = _proof(goal, expr, tuple(defined), hypotheses, inner)
    except (NotWords, ShapeMismatch, IllPosed, Contradiction) as problem:
        return Unknown(str(problem))
    if (missing := numbers.letters.missing) is not None:
        return Unknown(missing, unseen=True)
    if isinstance(how, Unknown):
        return replace(how, reason=f"{how.reason}; and no small matrices refute it")
    assumed = any(isinstance(h, MatrixHypothesis) for h in hypotheses)
    if assumed and next(many_draws(sp.Tuple(*parts), hypotheses, budget=10.0), None) is None:
        return Unknown("no small rational matrices satisfy the hypotheses: they may contradict each other")
    return how


def _without(goal: ZeroWord | SignWord, hypotheses: tuple[Any, ...], prover: Prover) -> Outcome:
    from . import matrix_quotients, trace_quotients

    if isinstance(goal, ZeroWord):
        return matrix_quotients.decide(goal, hypotheses, prover)
    return trace_quotients.decide(goal, hypotheses, prover)


def _proof(
    goal: ZeroWord | SignWord, expr: Any, defined: tuple[Any, ...], hypotheses: tuple[Any, ...], inner: Prover
) -> Proved | Unknown:
    """A proof with numbers in place of determinants; what refutes that says nothing, as they do not take all values."""
    if isinstance(expr, sp.MatrixExpr):
        found = _without(replace(goal, expr=expr, defined=defined), hypotheses, inner)
    elif isinstance(goal, ZeroWord):
        found = inner.zero(Zero(expr, goal.name, defined))
    else:
        found = inner.positive(Sign(expr, goal.strict, goal.name, defined))
    if isinstance(found, Proved):
        return Proved(f"by the rules of determinants, for every size: {found.how}")
    reason = found.reason if isinstance(found, Unknown) else "what is known of the determinants does not tell"
    return Unknown(f"{goal.name}: {reason}", unseen=True)


@dataclass
class _Numbers:
    """Numbers for determinants and traces under some hypotheses.

    Attributes:
        known: matrices of which no determinant is taken further apart, with the number that each one's is.
        traces: a number for the trace of each word.
        written: a number for each determinant and trace as it is written.
    """

    letters: Letters
    hypotheses: tuple[Any, ...]
    inverses: Inverses
    known: list[tuple[Any, sp.Symbol]] = field(default_factory=list)
    traces: dict[Any, sp.Symbol] = field(default_factory=dict)
    written: dict[Any, sp.Symbol] = field(default_factory=dict)
    _sums: list[tuple[sp.Expr, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, parts: Iterable[Any], hypotheses: tuple[Any, ...]) -> _Numbers:
        letters = Letters.of(parts, hypotheses)
        return cls(letters, hypotheses, Inverses(hypotheses, letters))

    def put(self, expr: Any) -> Any:
        """`expr` with numbers for the determinants in it; a number with numbers for its traces, too."""
        expr = sp.sympify(expr)
        if isinstance(expr, sp.MatrixExpr):
            return self._in_a_matrix(expr)
        if not expr.has(sp.MatrixExpr):
            return expr
        if isinstance(expr, Determinant):
            return self.value(expr.arg)
        if isinstance(expr, NUMBERS):
            return self._trace(self._in_a_matrix(expr))
        return expr.func(*map(self.put, expr.args))

    def as_written(self, expr: Any) -> Any:
        """`expr` with a letter for each determinant and trace as it is written: what divides may not cancel."""
        expr = sp.sympify(expr)
        kinds = (Determinant,) if isinstance(expr, sp.MatrixExpr) else NUMBERS
        for number in sorted(expr.atoms(*kinds), key=str):
            if number not in self.written:
                value = self.put(number)
                known = {name: True for name in ("positive", "nonnegative", "nonzero") if getattr(value, f"is_{name}")}
                self.written[number] = sp.Symbol(f"the number {number}", real=True, **known)
        return expr.xreplace({number: self.written[number] for number in expr.atoms(*kinds)})

    def _in_a_matrix(self, expr: Any) -> Any:
        return expr.xreplace({d: self.value(d.arg) for d in expr.atoms(Determinant)})

    def _trace(self, expr: Any) -> sp.Expr:
        terms = []
        for (cycles, _), coefficient in self.letters.normal(self.letters.put(expr)).items():
            for cycle in cycles:
                name = "tr(" + " ".join(f"{x.name}{'^T' if x.transposed else ''}" for x in cycle) + ")"
                self.traces.setdefault(cycle, sp.Symbol(name, real=True))
            terms.append(coefficient * sp.Mul(*(self.traces[cycle] for cycle in cycles)))
        return sp.Add(*terms)

    # --- the determinant of a matrix -----------------------------------------------------------------------------

    def value(self, expr: Any) -> sp.Expr:
        """The determinant of a square matrix, in numbers for those that are not taken apart."""
        size = shape_of(expr)[0]
        if isinstance(expr, Named):
            return self.value(expr.value)
        if isinstance(expr, sp.Identity):
            return sp.S.One
        if size == 1:
            return self.put(sp.Trace(expr))
        if isinstance(expr, Transpose):
            return self.value(expr.arg)
        if isinstance(expr, InverseOf):
            inside = self.value(expr.arg)
            if inside == 0:
                raise NotWords(f"undefined: {expr} is the inverse of a singular matrix")
            return 1 / inside
        if isinstance(expr, SquareRoot):
            return sp.sqrt(self.value(expr.arg))
        if isinstance(expr, Exponential):
            return sp.exp(self.put(sp.Trace(expr.arg)))
        number, factors = product_of(expr)
        if factors != [expr]:
            return self.put(number) ** size * self._product(factors)
        if isinstance(expr, sp.MatAdd):
            return self._sum(expr)
        return self._number(expr)

    def _product(self, factors: list[Any]) -> sp.Expr:
        """Of a product: square factors at its ends are taken off, and all of them if all are square."""
        if all(_is_square(f) for f in factors):
            return sp.Mul(*map(self.value, factors))
        found = sp.S.One
        while _is_square(factors[0]):
            found, factors = found * self.value(factors[0]), factors[1:]
        while _is_square(factors[-1]):
            found, factors = found * self.value(factors[-1]), factors[:-1]
        return found * self._number(sp.MatMul(*factors))

    def _sum(self, expr: sp.MatAdd) -> sp.Expr:
        """Of a sum of two terms, one of which is invertible, and the other a product that can be turned."""
        size = shape_of(expr)[0]
        terms = [product_of(term) for term in expr.args]
        if len(terms) == 2:
            for (one, alone), (number, factors) in (terms, terms[::-1]):
                if not (len(alone) == 1 and isinstance(alone[0], sp.Identity) and one.is_nonzero):
                    continue
                turned = _turned(factors)
                small = shape_of(turned[0])[0]
                whole = sp.MatAdd(sp.MatMul(one, sp.Identity(small)), sp.MatMul(number, *turned))
                return one ** (size - small) * (self.put(sp.Trace(whole)) if small == 1 else self._number(whole))
            for first, second in (expr.args, expr.args[::-1]):
                number, factors = product_of(second)
                if any(not _is_square(f) for f in factors) and self.inverses.exists(first):
                    turned = sp.MatMul(number, InverseOf(first), *factors)
                    return self.value(first) * self.value(sp.MatAdd(sp.Identity(size), turned))
        return self._number(expr)

    def _number(self, expr: Any) -> sp.Expr:
        """The number that stands for a determinant, or a multiple of it."""
        inside, size = self.letters.put(expr), shape_of(expr)[0]
        words = self.letters.normal(inside)
        if not words:
            return sp.S.Zero
        for known, symbol in ((sp.Identity(size), sp.S.One), *self.known):
            if shape_of(known)[0] != size:
                continue
            for turned in (known, known.T):
                share = share_of(words, self.letters.normal(turned))
                if share is not None and share.is_nonzero:
                    return share**size * symbol
        symbol = sp.Symbol(f"det({expr})", **self._domain(expr))
        self.known.append((inside, symbol))
        if isinstance(expr, sp.MatAdd) and all(self.inverses.definite(term) != NEITHER for term in expr.args):
            self._sums.append((symbol, expr))
        return symbol

    def _domain(self, expr: Any) -> dict[str, bool]:
        definite = self.inverses.definite(expr)
        if definite == DEFINITE:
            return {"positive": True}
        if definite != NEITHER:
            return {"nonnegative": True}
        return {"real": True, "nonzero": True} if self.inverses.exists(expr) else {"real": True}

    # --- what is known of the numbers ------------------------------------------------------------------------------

    def facts(self) -> list[Any]:
        """Equations of the numbers: by those among the hypotheses, of transposes, and of what is as it is written."""
        found = []
        for hypothesis in self.hypotheses:
            for left, right in hypothesis.equations() if isinstance(hypothesis, MatrixHypothesis) else ():
                if isinstance(left, sp.MatrixExpr) and _is_square(left):
                    with suppress(NotWords):
                        found.append(sp.Eq(self.value(left), self.value(right), evaluate=False))
        for inside, symbol in self.known:  # of an antisymmetric matrix of odd size it is 0
            share = share_of(self.letters.normal(inside.T), self.letters.normal(inside))
            if share is not None and share != 1:
                found.append(sp.Eq(symbol, share ** shape_of(inside)[0] * symbol, evaluate=False))
        unsure = ((number, letter) for number, letter in self.written.items() if not letter.is_positive)
        found += [sp.Eq(letter, self.put(number), evaluate=False) for number, letter in unsure]
        return [fact for fact in found if fact.free_symbols and fact.lhs != fact.rhs]

    def of_sums(self) -> list[Any]:
        """What is known of sums of semidefinite matrices."""
        found = []
        for symbol, expr in list(self._sums):
            found.append(sp.Ge(symbol, sp.Add(*map(self.value, expr.args))))
            for term in expr.args:
                rest = sp.MatAdd(*(other for other in expr.args if other != term))
                found += [sp.Ge(symbol, self.value(rest)), sp.Ge(symbol, self.value(term))]
                found += [sp.Ge(symbol, self.value(term) + self.value(rest))] if len(expr.args) > 2 else []
        return [fact for fact in found if fact.free_symbols and fact.lhs != fact.rhs]


def _is_square(expr: Any) -> bool:
    rows, cols = shape_of(expr)
    return bool(rows == cols)


def _turned(factors: list[Any]) -> list[Any]:
    """A product begun at another of its factors, or transposed: one number if it can be, else the least in its text."""
    ways = [factors[k:] + factors[:k] for k in range(len(factors))]
    ways += [[f.T for f in reversed(way)] for way in ways]
    sizes = [shape_of(way[0])[0] for way in ways]
    return min(zip(sizes, ways, strict=True), key=lambda found: (found[0] != 1, str(found[1])))[1]
