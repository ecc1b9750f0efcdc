"""Signs of matrices and of traces for every size: a slack is a sum of terms that cannot be negative.

Of a matrix these are squares ``c M c^T`` with M positive semidefinite (the identity, a letter, or a function of which
that is known); of a scalar, traces ``tr(M c N c^T)``, and what is known of products of two traces:

    tr(X N X^T) tr(Y N Y^T) >= tr(X N Y^T)^2        (Cauchy and Schwarz)
    tr(P) tr(Q) >= tr(P Q)                          (P and Q positive semidefinite)

Candidates are read off the words of the slack: a word ``b M c^T`` proposes the halves b and c, and coefficients say in
which proportions.  A linear program picks among them; what it says counts if the sum, with exact numbers, is the slack.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sympy as sp
from flint import fmpq, fmpq_mat
from scipy.optimize import linprog

from ...language.goals import SignWord
from ...language.matrices import MatrixHypothesis, RandomVector, ShapeMismatch, coefficients, shape_of
from ...language.matrix_numbers import Above, AtLeast, Compared, is_norm
from ..sign_sets import NONNEGATIVE, SignSet
from .canonical_letters import Names, names_of
from .checked_words import checked_normal
from .function_letters import Letters, symbol_of
from .invertible import DEFINITE, NEITHER, Inverses
from .outcome import Outcome, Proved, Refuted, Unknown
from .prover import Prover
from .rewriting import relations_of, rules_from
from .words import NotWords, Poly, Word, known_to_be_defined, minus, words_of

FEW, MOST = 60, 400  # candidates
_SEVERAL = 3  # hypotheses, at most, of which products are looked at
_TIMES = tuple(map(sp.Rational, ("1", "1/2", "2", "1/4", "4")))  # how often one is taken off before squares are
Vector = dict[Any, fmpq]


def decide(goal: SignWord, hypotheses: tuple[Any, ...], prover: Prover) -> Outcome:
    """Prove the sign for every size, refute it with exact small matrices, or say why not."""
    from .matrix_failures import below_zero
    from .matrix_goals import one_shape_a_name, told
    from .matrix_witness import has_example

    try:
        one_shape_a_name(goal.expr, hypotheses)
        scalars = [c for part in goal.defined for c in coefficients(part)]
        missing = prover.undefined(scalars) if scalars else None
        names = names_of(goal, hypotheses)
        own, given = names.goal(goal), names.hypotheses(hypotheses)
        if (witness := below_zero(own, given)) is not None:
            return told(Refuted(witness, "exact rational matrices that satisfy the hypotheses"), names)
        token = known_to_be_defined.set(missing is None)
        try:
            order = _Order.of(own, given, prover, names)
            missing = missing or (order.letters.missing and names.told(order.letters.missing))
            how = None if missing else order.proof()
        except (NotWords, ShapeMismatch) as problem:
            return Unknown(names.told(str(problem)))
        finally:
            known_to_be_defined.reset(token)
    except (NotWords, ShapeMismatch) as problem:
        return Unknown(str(problem))
    if missing:
        return Unknown(missing, unseen=True)
    if how is None:
        return Unknown(f"{goal.name}: no sum of squares was found for it; and no small matrices refute it")
    if any(isinstance(h, MatrixHypothesis) for h in given) and not has_example(own.expr, given):
        return Unknown("no small rational matrices satisfy the hypotheses: they may contradict each other")
    return Proved(how)


@dataclass(frozen=True)
class Square:
    """``c M c^T``, or ``tr(P c M c^T)``, with P and M semidefinite; the identity where there is none."""

    half: Any
    middle: Any = None
    outer: Any = None

    def mapped(self, change: Mapping[Any, Any]) -> Square:
        """It in other letters."""
        return Square(*(None if x is None else sp.sympify(x).xreplace(change) for x in vars(self).values()))


@dataclass(frozen=True)
class Pair:
    """What Cauchy and Schwarz say of the traces of ``x M x^T`` and ``y M y^T``."""

    left: Any
    right: Any
    middle: Any = None

    def mapped(self, change: Mapping[Any, Any]) -> Pair:
        """It in other letters."""
        return Pair(*(None if x is None else sp.sympify(x).xreplace(change) for x in vars(self).values()))


@dataclass(frozen=True)
class Said:
    """``larger - smaller``, of two numbers that a hypothesis compares."""

    larger: Any
    smaller: Any

    def mapped(self, change: Mapping[Any, Any]) -> Said:
        """It in other letters."""
        return Said(*(sp.sympify(x).xreplace(change) for x in vars(self).values()))


@dataclass(frozen=True)
class Product:
    """The product of two numbers that are not negative."""

    one: Square | Pair | Said
    other: Square | Pair | Said

    def mapped(self, change: Mapping[Any, Any]) -> Product:
        """It in other letters."""
        return Product(self.one.mapped(change), self.other.mapped(change))


MadeOf = Square | Pair | Said | Product


@dataclass(frozen=True)
class Candidate:
    """What is not negative, as an expression; `positive` if it is not 0 either, or definite.

    Attributes:
        made_of: what it is before it is multiplied by `scale`; None where no more than the expression is told.
        scale: a number that is not negative.
        scalable: whether it is tried with other numbers before it.
    """

    expr: Any
    positive: bool = False
    made_of: MadeOf | None = None
    scale: Any = 1
    scalable: bool = True


def _each_once(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    seen = set()
    for candidate in candidates:
        if candidate.expr not in seen:
            seen.add(candidate.expr)
            yield candidate


def _single(poly: Poly) -> dict[Word, sp.Expr]:
    """The words of traces that stand alone, and what stands before them."""
    return {traces[0]: c for (traces, _), c in poly.items() if len(traces) == 1}


def _product_of(one: Candidate, other: Candidate) -> Candidate:
    made_of: MadeOf | None = None
    if isinstance(one.made_of, (Square, Pair, Said)) and isinstance(other.made_of, (Square, Pair, Said)):
        made_of = Product(one.made_of, other.made_of)
    return Candidate(one.expr * other.expr, one.positive and other.positive, made_of, scalable=False)


def certificate(
    goal: SignWord, hypotheses: tuple[Any, ...], prover: Prover
) -> list[tuple[sp.Expr, MadeOf | None, bool]] | None:
    """What adds up to a slack, none of it negative, each with a number before it, and whether it is positive.

    It is in the author's letters.  None if there is none.
    """
    names = names_of(goal, hypotheses)
    token = known_to_be_defined.set(True)
    try:
        found = _Order.of(names.goal(goal), names.hypotheses(hypotheses), prover, names).terms()
    except (NotWords, ShapeMismatch):
        return None
    finally:
        known_to_be_defined.reset(token)
    if found is None:
        return None
    back = {new: old for old, new in names.change.items()}
    return [
        (
            sp.Rational(int(weight.p), int(weight.q)) * sp.sympify(one.scale).xreplace(back),
            None if one.made_of is None else one.made_of.mapped(back),
            one.positive,
        )
        for weight, one in found
    ]


@dataclass
class _Order:
    """A slack in words, and what is known to be semidefinite.

    Attributes:
        semidefinite: letters, and whether each is definite.
    """

    expr: Any
    strict: bool
    letters: Letters
    hypotheses: tuple[Any, ...]
    semidefinite: dict[sp.MatrixSymbol, bool]
    prover: Prover
    names: Names
    symmetric: frozenset[str] = frozenset()

    @classmethod
    def of(cls, goal: SignWord, hypotheses: tuple[Any, ...], prover: Prover, names: Names) -> _Order:
        said = [h.difference for h in hypotheses if isinstance(h, Compared)]
        letters = Letters.of((goal.expr, *goal.defined, *said), hypotheses)
        expr = letters.put(goal.expr)
        known = Inverses(hypotheses, letters)
        found: dict[sp.MatrixSymbol, bool] = {}
        for part in (*letters.own, *letters.meanings):
            letter = letters.put(part)
            if isinstance(letter, sp.MatrixSymbol) and (sure := known.definite(part)) != NEITHER:
                found[letter] = sure == DEFINITE
        all_letters = expr.atoms(sp.MatrixSymbol) | {*letters.inverses} | letters.own
        squares = (s for s in all_letters if s.shape[0] == s.shape[1] and not isinstance(s, RandomVector))
        symmetric = frozenset(str(s.name) for s in squares if letters.same(s, s.T))
        return cls(expr, goal.strict, letters, hypotheses, found, prover, names, symmetric)

    def proof(self) -> str | None:
        """How the sign is proved; None if it is not."""
        if isinstance(self.expr, sp.MatrixExpr):
            sure = Inverses(self.hypotheses, self.letters).definite(self.expr)
            if sure == DEFINITE or (sure != NEITHER and not self.strict):
                return "positive as it is written, for every size"
        chosen = self.terms()
        if not chosen:
            return None if chosen is None else "it is 0, for every size"
        terms = "one term" if len(chosen) == 1 else f"a sum of {len(chosen)} terms"
        return f"{terms} that cannot be negative, for every size"

    def terms(self) -> list[tuple[fmpq, Candidate]] | None:
        """What adds up to the slack, with positive numbers; None if there is nothing."""
        slack = self.poly(self.expr)
        if not slack:
            return None if self.strict else []
        target, given = _vector(slack), self._given()
        for known in ([], given) if given else ([],):
            for count in (FEW, MOST, *((3 * MOST,) if known else ())):
                candidates = list(itertools.islice(self._candidates(slack, known), count))
                chosen = self._combination(target, candidates)
                if chosen is not None and (not self.strict or any(candidate.positive for _, candidate in chosen)):
                    return chosen
                if len(candidates) < count:
                    break
        return None

    def poly(self, expr: Any) -> Poly:
        """The normal form of an expression under the hypotheses."""
        given = (*self.letters.hypotheses, *self.letters.fundamental)
        return checked_normal(words_of(expr), rules_from(given), relations_of(given))

    # --- candidates ------------------------------------------------------------------------------------------------

    def _candidates(self, slack: Poly, given: list[Candidate]) -> Iterator[Candidate]:
        numbers = {monomial for c in slack.values() for monomial in sp.expand(c).as_coefficients_dict()}
        numbers |= {s for s in self.names.change.values() if isinstance(s, sp.Symbol) and not s.is_integer}
        scales = [s for s in sorted(numbers, key=sp.default_sort_key) if self._sign(s) <= NONNEGATIVE]
        found = self._squares(slack) if isinstance(self.expr, sp.MatrixExpr) else self._traces(slack, given)
        for candidate in _each_once(found):
            for scale in dict.fromkeys([sp.Integer(1), *(scales if candidate.scalable else [])]):
                positive = candidate.positive and self._sign(scale) == {1}
                yield replace(candidate, expr=scale * candidate.expr, positive=positive, scale=scale)

    def _sign(self, scalar: sp.Expr) -> SignSet:
        back = {new: old for old, new in self.names.change.items()}
        return self.prover.sign(sp.sympify(scalar).xreplace(back))

    def _squares(self, slack: Poly) -> Iterator[Candidate]:
        """``c M c^T`` of a matrix."""
        size = shape_of(self.expr)[0]
        words = {word: c for (traces, word), c in slack.items() if not traces}
        for middle, halves, proportions in (*self._halves(words, size, likely=True), *self._halves(words, size)):
            for sum_ in _sums(halves, proportions):
                c = _written(sum_, size)
                alone = sum_ == ((sp.Integer(1), ()),)
                sure = alone and (middle is None or self.semidefinite[middle])
                whole = sp.MatMul(c, *([] if middle is None else [middle]), c.T)
                yield Candidate(whole, sure, Square(c, middle))

    def _traces(self, slack: Poly, given: list[Candidate]) -> Iterator[Candidate]:
        """``tr(M c N c^T)``, what is known of products of two traces, and what hypotheses say of numbers."""
        yield Candidate(sp.Integer(1), positive=True)
        yield from given
        yield from self._products(given)
        single = _single(slack)
        pairs = [traces for traces, _ in slack if len(traces) == 2]
        pairs += itertools.product(self._words_of(given), [*single, *self._words_of(given)])
        inside = self._all_turned(single)
        of_two = (candidate for first, second in pairs for candidate in self._of_two(first, second))
        if given:
            yield from of_two
        words = [turned for word in self._words_of(given) for turned in self._turned(word) if self._palindromes(turned)]
        for candidate in self._traces_of(inside):
            yield candidate
            yield from (_product_of(known, candidate) for known in given)
            yield from (of for word in words for of in self._norms_apart(word, candidate))
        yield from of_two
        for known, times in itertools.product(given[:_SEVERAL], _TIMES):
            with suppress(NotWords, ShapeMismatch):
                less = _single(minus(slack, self.poly(times * known.expr)))
                yield from self._traces_of(self._all_turned(less))

    @staticmethod
    def _norms_apart(word: Word, candidate: Candidate) -> Iterator[Candidate]:
        """``tr(P) tr(c c^T) - tr(P c c^T)`` with P positive semidefinite."""
        match candidate.made_of:
            case Square(half, None, None) if shape_of(half)[0] == word[0].rows and isinstance(half, sp.MatAdd):
                P = _product(word)
                yield Candidate(sp.Trace(P) * candidate.expr - sp.Trace(sp.MatMul(P, half, half.T)), scalable=False)

    def _given(self) -> list[Candidate]:
        """Numbers that hypotheses say are not negative."""
        said = [h for h in self.hypotheses if isinstance(h, (Above, AtLeast))]
        return [Candidate(self.letters.put(h.difference), isinstance(h, Above), Said(h.matrix, h.other)) for h in said]

    def _products(self, given: list[Candidate]) -> Iterator[Candidate]:
        """The products of two of them, and of each with what bounds another, or is bounded in it."""
        if len(given) > _SEVERAL:
            return
        bounds = dict.fromkeys(sp.expand(one.expr).as_independent(sp.Trace, as_Add=True)[0] for one in given)
        for bound in (b for b in bounds if b.free_symbols and self._sign(b) <= NONNEGATIVE):
            sure = self._sign(bound) == {1}
            for one in given:
                yield replace(one, expr=bound * one.expr, positive=one.positive and sure, scale=bound, scalable=False)
        turned = (turned for word in self._words_of(given) for turned in self._turned(word))
        splits = dict.fromkeys(split for word in turned for split in self._palindromes(word))
        for one, (middle, half) in itertools.product(given, splits):
            c = _product(half) if half else sp.Identity(middle.shape[0])
            square = sp.Trace(sp.MatMul(c, *([] if middle is None else [middle]), c.T))
            yield _product_of(one, Candidate(square, made_of=Square(c, middle)))
        for one, other in itertools.combinations_with_replacement(given, 2):
            yield _product_of(one, other)
            yield from self._by_bounds(one, other)

    def _by_bounds(self, one: Candidate, other: Candidate) -> Iterator[Candidate]:
        """``sqrt(b c) - tr(X^T Y)`` where ``tr(X^T X) <= b`` and ``tr(Y^T Y) <= c``: Cauchy and Schwarz."""
        bounds, roots = [], []
        for number in (one.expr, other.expr):
            bound, less = number.as_independent(sp.Trace, as_Add=True)
            if not isinstance(-less, sp.Trace):
                return
            bounds.append(bound)
            roots.append(self._roots_of(-less))
        root = sp.sqrt(sp.Mul(*bounds))
        if any(not power.exp.is_Integer for power in root.atoms(sp.Pow)):
            return
        for x, y in itertools.product(*roots):
            if shape_of(x) == shape_of(y):
                yield from (Candidate(root + sense * sp.Trace(x.T * y), scalable=False) for sense in (-1, 1))

    def _roots_of(self, number: sp.Trace) -> list[Any]:
        """Each X, a product of letters or of what is written, with ``tr(X^T X)`` the number."""
        if is_norm(sp.sqrt(number)):
            factors = number.arg.args
            return [sp.MatMul(*factors[len(factors) // 2 :]).doit()]
        turned = (turned for word in self._words_of([Candidate(number)]) for turned in self._turned(word))
        halves = (half for word in turned for middle, half in self._palindromes(word) if middle is None and half)
        return [_product(half).T for half in dict.fromkeys(halves)]

    def _words_of(self, candidates: list[Candidate]) -> list[Word]:
        """The words of traces that stand alone in numbers."""
        found: dict[Word, None] = {}
        for candidate in candidates:
            with suppress(NotWords, ShapeMismatch):
                found |= {traces[0]: None for traces, _ in self.poly(candidate.expr) if len(traces) == 1}
        return list(found)

    def _all_turned(self, single: dict[Word, sp.Expr]) -> dict[Word, sp.Expr]:
        return {turned: c for word, c in single.items() for turned in self._turned(word)}

    def _traces_of(self, words: dict[Word, sp.Expr]) -> Iterator[Candidate]:
        for likely, outer in itertools.product((True, False), (None, *self.semidefinite)):
            after = {w[1:] if outer else w: c for w, c in words.items() if outer is None or _is(w[0], outer)}
            for size in dict.fromkeys(w[0].rows if w else outer.shape[0] for w in after):
                here = {w: c for w, c in after.items() if (w[0].rows if w else outer.shape[0]) == size}
                for middle, halves, found in self._halves(here, size, likely=likely):
                    for sum_ in _sums(halves, {(b, c): n if b == c else n / 2 for (b, c), n in found.items()}):
                        c = _written(sum_, size)
                        inner = [m for m in (middle,) if m is not None]
                        sure = sum_ == ((sp.Integer(1), ()),) and all(
                            self.semidefinite[m] for m in (outer, middle) if m is not None
                        )
                        whole = sp.Trace(sp.MatMul(*([outer] if outer else []), c, *inner, c.T))
                        yield Candidate(whole, sure, Square(c, middle, outer))

    def _of_two(self, first: Word, second: Word) -> Iterator[Candidate]:
        """What is not negative and begins with the product of two traces, or ends with it."""
        for one, two in itertools.product(list(self._turned(first)), list(self._turned(second))):
            ours, theirs = self._palindromes(one), self._palindromes(two)
            whole = sp.Trace(_product(one)) * sp.Trace(_product(two))
            if ours and theirs:
                yield Candidate(whole)
                if one[0].rows == two[0].rows:
                    yield Candidate(whole - sp.Trace(_product((*one, *two))))
        if first != second:
            for sense in (-1, 1):
                yield Candidate((sp.Trace(_product(first)) + sense * sp.Trace(_product(second))) ** 2)
        else:
            yield Candidate(sp.Trace(_product(first)) ** 2)
            for turned in self._turned(first):
                for middle, b, c in self._splits(turned):
                    n = [] if middle is None else [middle]
                    left, right = (_written(((sp.Integer(1), h),), turned[0].rows) for h in (b, c))
                    both = [sp.Trace(sp.MatMul(h, *n, h.T)) for h in (left, right)]
                    yield Candidate(
                        both[0] * both[1] - sp.Trace(_product(turned)) ** 2, made_of=Pair(left, right, middle)
                    )
        for one, two in itertools.product(list(self._turned(first)), list(self._turned(second))):
            for (m, b), (k, c) in itertools.product(self._palindromes(one), self._palindromes(two)):
                ends = [self._shape(h, w[0].rows, x) for h, w, x in ((b, one, m), (c, two, k))]
                if m == k and ends[0] == ends[1]:
                    left, right = (_written(((sp.Integer(1), h),), one[0].rows) for h in (b, c))
                    n = [] if m is None else [m]
                    whole = sp.Trace(sp.MatMul(left, *n, left.T)) * sp.Trace(sp.MatMul(right, *n, right.T))
                    yield Candidate(whole - sp.Trace(sp.MatMul(left, *n, right.T)) ** 2, made_of=Pair(left, right, m))

    @staticmethod
    def _shape(half: Word, rows: Any, middle: Any) -> tuple[Any, Any]:
        return (rows, half[-1].cols) if half else (rows, rows if middle is None else middle.shape[0])

    # --- halves of words ---------------------------------------------------------------------------------------------

    def _splits(self, word: Word) -> Iterator[tuple[Any, Word, Word]]:
        """A word as ``b M c^T`` with M semidefinite: M (None for the identity), b and c."""
        for k in range(len(word) + 1):
            yield None, word[:k], self._transposed(word[k:])
            if k < len(word):
                for letter in self.semidefinite:
                    if _is(word[k], letter):
                        yield letter, word[:k], self._transposed(word[k + 1 :])

    def _transposed(self, word: Iterable[Any]) -> Word:
        """The word transposed; letters that are symmetric stay."""
        return tuple(x if x.name in self.symmetric else x.T for x in reversed(tuple(word)))

    def _turned(self, word: Word) -> Iterator[Word]:
        """A word in a trace, begun at each of its letters, and transposed."""
        for one in (word, self._transposed(word)):
            for k in range(len(one)):
                yield one[k:] + one[:k]

    def _palindromes(self, word: Word) -> list[tuple[Any, Word]]:
        return [(middle, b) for middle, b, c in self._splits(word) if b == c]

    def _halves(
        self, words: dict[Word, sp.Expr], size: Any, *, likely: bool = False
    ) -> Iterator[tuple[Any, list[Word], dict[Any, sp.Expr]]]:
        """For each M: halves b and c of words ``b M c^T``, those of squares first, and what stands before the words.

        With `likely` those of squares only: what cannot be negative has them, unless they cancel.
        """
        for middle in (None, *self.semidefinite):
            splits = [(b, c, n) for word, n in words.items() for m, b, c in self._splits(word) if m == middle]
            squares = dict.fromkeys(b for b, c, _ in splits if b == c)
            if not likely:
                of_inverses = (half for half, m in self._by_inverses() if m == middle and half[0].rows == size)
                squares |= dict.fromkeys((*of_inverses, *(half for b, c, _ in splits for half in (b, c))))
            for cols in dict.fromkeys(self._shape(b, size, middle)[1] for b in squares):
                halves = [b for b in squares if self._shape(b, size, middle)[1] == cols]
                yield middle, halves, {(b, c): n for b, c, n in splits if b in halves and c in halves}

    def _by_inverses(self) -> Iterator[tuple[Word, Any]]:
        """``R b`` with M for an inverse R of a sum with the term ``b M b^T``, since R = R (... + b M b^T) R."""
        for letter, inside in self.letters.inverses.items():
            head = next(iter(words_of(letter)))[1]
            for traces, word in words_of(inside):
                if not traces:
                    yield from (((*head, *half), middle) for middle, half in self._palindromes(word))

    # --- which of them ---------------------------------------------------------------------------------------------

    def _combination(self, target: Vector, candidates: list[Candidate]) -> list[tuple[fmpq, Candidate]] | None:
        """Candidates of which the slack is the sum, with exact positive numbers, checked; None if there are none."""
        vectors = []
        for candidate in candidates:
            try:
                vectors.append(_vector(self.poly(candidate.expr)))
            except (NotWords, ShapeMismatch):
                vectors.append({})
        used = [k for k, vector in enumerate(vectors) if vector]
        rows = list(dict.fromkeys([*target, *(key for k in used for key in vectors[k])]))
        matrix = np.array([[float(_number(vectors[k].get(row))) for k in used] for row in rows]).reshape(len(rows), -1)
        if not used or not np.isfinite(matrix).all():
            return None
        cost = [-1.0 if self.strict and candidates[k].positive else 0.01 for k in used]
        found = linprog(cost, A_eq=matrix, b_eq=[float(_number(target.get(row))) for row in rows], bounds=(0, 1e6))
        if not found.success:
            return None
        chosen = [k for k, weight in zip(used, found.x, strict=True) if weight > 1e-9]
        system = [[vectors[k].get(row, fmpq(0)) for k in chosen] for row in rows]
        weights = _solved(system, [target.get(row, fmpq(0)) for row in rows])
        if weights is None or any(weight < 0 for weight in weights):
            return None
        return [(weight, candidates[k]) for k, weight in zip(chosen, weights, strict=True) if weight > 0]


def _number(value: fmpq | None) -> float:
    return 0.0 if value is None else int(value.p) / int(value.q)


def _vector(poly: Poly) -> Vector:
    """A combination of words as rational numbers: each word with each monomial of scalars is a place."""
    found: Vector = {}
    for term, coefficient in poly.items():
        for monomial, number in sp.expand(coefficient).as_coefficients_dict().items():
            if not number.is_Rational:
                raise NotWords(f"the coefficient {coefficient} is not rational")
            found[term, monomial] = fmpq(int(number.p), int(number.q))
    return found


def _solved(rows: list[list[fmpq]], target: list[fmpq]) -> list[fmpq] | None:
    """One exact solution of linear equations; None if there is none."""
    width = len(rows[0]) if rows else 0
    if width == 0:
        return None
    whole = fmpq_mat(len(rows), width + 1, [x for row, t in zip(rows, target, strict=True) for x in (*row, t)])
    reduced, rank = whole.rref()
    solution = [fmpq(0)] * width
    for k in range(rank):
        lead = next(j for j in range(width + 1) if reduced[k, j] != 0)
        if lead == width:
            return None
        solution[lead] = reduced[k, width]
    return solution


def _sums(halves: list[Word], proportions: dict[Any, sp.Expr]) -> Iterator[tuple[tuple[sp.Expr, Word], ...]]:
    """Sums of halves that a square may be of: one, two with equal or opposite weights, those that coefficients say."""
    one = sp.Integer(1)
    for half in halves:
        yield ((one, half),)
    for first, second in itertools.combinations(halves, 2):
        yield (one, first), (one, second)
        yield (one, first), (-one, second)
    for sum_ in _eliminated(halves, proportions):
        if len(sum_) > 1:
            yield sum_


def _eliminated(halves: list[Word], given: dict[Any, sp.Expr]) -> Iterator[tuple[tuple[sp.Expr, Word], ...]]:
    """The squares that Lagrange's elimination takes off a quadratic form, in every order of a few halves."""
    orders = itertools.permutations(halves) if len(halves) < 4 else [halves, halves[::-1]]
    for order in orders:
        left = {pair: _mean(given, pair) for pair in itertools.product(halves, repeat=2)}
        for k, half in enumerate(order):
            pivot = sp.cancel(left[half, half])
            if pivot == 0:
                continue
            weights = {other: sp.cancel(left[half, other] / pivot) for other in order[k:]}
            yield tuple((w, other) for other, w in weights.items() if w != 0)
            for a, b in itertools.product(order[k:], repeat=2):
                left[a, b] -= pivot * weights[a] * weights[b]


def _mean(given: dict[Any, sp.Expr], pair: Any) -> sp.Expr:
    return sp.Rational(1, 2) * (given.get(pair, 0) + given.get(pair[::-1], 0))


def _is(letter: Any, symbol: sp.MatrixSymbol) -> bool:
    return bool(letter.name == str(symbol.name))


def _product(word: Word) -> Any:
    return sp.MatMul(*map(symbol_of, word)) if len(word) > 1 else symbol_of(word[0])


def _written(sum_: tuple[tuple[sp.Expr, Word], ...], size: Any) -> Any:
    terms = [sp.MatMul(weight, _product(half) if half else sp.Identity(size)) for weight, half in sum_]
    return sp.MatAdd(*terms) if len(terms) > 1 else terms[0]
