"""Matrix identities for every size: words in a free algebra with transpose, modulo the hypotheses.

A matrix expression is a combination of *words* in letters and transposed letters; traces are cyclic words, and
a word that is a scalar (``x^T W y``) is a trace.  The expectation of a word in which a random column and a
random row stand side by side is a letter of its own, the moment ``E[x y^T]``.

Every hypothesis is an equation between words (``R R^T = I``, ``E[x x^T] = I``, ``A^T = A``, ``A B = B A`` of
diagonals).  Each is used from its heavier to its lighter side, and the rules are completed: where two rules
apply to one word, the difference of the results is a new rule.  Every rule made so follows from the hypotheses,
so a residual that reduces to nothing is zero *for every size*: a proof.  A residual that does not is looked for
a counterexample (`matrix_witness`), and failing that is undecided.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.matrices.expressions.transpose import Transpose

from ...language.goals import ZeroWord
from ...language.matrices import (
    Diagonal,
    Equal,
    ExpectMatrix,
    ExpectScalar,
    MatrixHypothesis,
    Named,
    Orthogonal,
    RandomVector,
    SemiOrthogonal,
    Shape,
    ShapeMismatch,
    Symmetric,
    Velocity,
    Whitened,
    coefficients,
    shape_of,
)
from .outcome import Outcome, Proved, Refuted, Unknown


@dataclass(frozen=True, order=True)
class Letter:
    """A matrix, or its transpose.  `selfadjoint` letters (a moment ``E[x x^T]``) are their own transposes."""

    name: str
    transposed: bool = False
    random: bool = field(default=False, compare=False)
    rows: sp.Expr = field(default=sp.Integer(1), compare=False)
    cols: sp.Expr = field(default=sp.Integer(1), compare=False)
    selfadjoint: bool = field(default=False, compare=False)
    weight: int = field(default=1, compare=False)

    @property
    def T(self) -> Letter:
        """The transposed letter."""
        if self.selfadjoint:
            return self
        return Letter(self.name, not self.transposed, self.random, self.cols, self.rows, False, self.weight)

    @property
    def row(self) -> bool:
        """Whether it has one row, as ``x^T`` has."""
        return bool(self.rows == 1)

    @property
    def column(self) -> bool:
        """Whether it has one column, as ``x`` has."""
        return bool(self.cols == 1)


Word = tuple[Letter, ...]
Term = tuple[tuple[Word, ...], Word]  # traces, and the word they multiply
Poly = dict[Term, sp.Expr]

ONE: Term = ((), ())
MOMENT_WEIGHT = 50  # heavier than any word it may equal, so that a moment is replaced by its value


class NotWords(ValueError):
    """An expression that is no combination of words; the message says why."""


# --- from expressions to words --------------------------------------------------------------------------------


def words_of(expr: Any) -> Poly:
    """The combination of words that a matrix expression, or a scalar made of traces, stands for.

    Raises:
        NotWords: if there is an operation other than sums, products, transposes, traces and expectations.
        ShapeMismatch: if sizes do not conform.
    """
    shape_of(expr)
    return _tidy(_words(sp.sympify(expr)))


_known_to_be_defined: ContextVar[bool] = ContextVar("layerproof_coefficients_defined", default=False)


def _words(expr: Any) -> Poly:
    if isinstance(expr, sp.MatrixSymbol):
        return {((), (_letter(expr),)): sp.Integer(1)}
    if isinstance(expr, sp.ZeroMatrix) or expr == 0:
        return {}
    if isinstance(expr, sp.Identity):
        return {ONE: sp.Integer(1)}
    if isinstance(expr, Transpose):
        return transpose(_words(expr.arg))
    if isinstance(expr, (sp.MatAdd, sp.Add)):
        return add(*(_words(term) for term in expr.args))
    if isinstance(expr, (sp.MatMul, sp.Mul)):
        result: Poly = {ONE: sp.Integer(1)}
        for factor in expr.args:
            result = multiply(result, _words(factor))
        return result
    if isinstance(expr, (sp.MatPow, sp.Pow)) and expr.exp.is_Integer and expr.exp >= 0 and _has_matrix(expr.base):
        result = {ONE: sp.Integer(1)}
        for _ in range(int(expr.exp)):
            result = multiply(result, _words(expr.base))
        return result
    if isinstance(expr, sp.Trace):
        rows, _ = shape_of(expr.arg)
        result = {}
        for (traces, word), coefficient in _words(expr.arg).items():
            if word:
                term: Term = (_sorted((*traces, word)), ())
                result = add(result, {term: coefficient})
            else:
                result = add(result, {(traces, ()): coefficient * rows})
        return result
    if isinstance(expr, (ExpectMatrix, ExpectScalar)):
        return _expectation(_tidy(_words(expr.args[0])))
    if isinstance(expr, Named):
        return _words(expr.value)
    if isinstance(expr, Velocity):
        raise NotWords(f"the velocity {expr} is known only along a flow")
    if isinstance(expr, sp.Expr) and not _has_matrix(expr):
        if expr.has(sp.Float):
            raise NotWords(f"{expr} is not exact; write a rational number")
        denominator = sp.fraction(sp.together(expr))[1]
        if denominator.free_symbols and not denominator.is_nonzero and not _known_to_be_defined.get():
            raise NotWords(f"the coefficient {expr} may be undefined: {denominator} is not known to be nonzero")
        return {ONE: expr}
    raise NotWords(f"{type(expr).__name__} is not a sum, product, transpose, trace or expectation of matrices: {expr}")


def _has_matrix(expr: Any) -> bool:
    return bool(expr.has(sp.MatrixExpr, sp.Trace, ExpectScalar))


def _letter(symbol: sp.MatrixSymbol) -> Letter:
    rows, cols = shape_of(symbol)
    return Letter(str(symbol.name), False, isinstance(symbol, RandomVector), rows, cols)


def add(*polys: Poly) -> Poly:
    """The sum; coefficients that vanish are dropped."""
    result: Poly = {}
    for poly in polys:
        for term, coefficient in poly.items():
            result[term] = result.get(term, sp.Integer(0)) + coefficient
    return {term: c for term, c in result.items() if not _vanishes(c)}


@lru_cache(maxsize=2**14)  # the same coefficients come again and again
def _vanishes(coefficient: sp.Expr) -> bool:
    if coefficient.is_Number:
        return bool(coefficient == 0)
    return bool(sp.cancel(sp.expand(coefficient)) == 0)


def scale(poly: Poly, factor: sp.Expr) -> Poly:
    """`factor` times `poly`."""
    return {} if factor == 0 else {term: coefficient * factor for term, coefficient in poly.items()}


def multiply(left: Poly, right: Poly) -> Poly:
    """The product, words set side by side."""
    return add(
        *(
            {(_sorted((*traces1, *traces2)), word1 + word2): c1 * c2}
            for (traces1, word1), c1 in left.items()
            for (traces2, word2), c2 in right.items()
        )
    )


def transpose(poly: Poly) -> Poly:
    """Each word reversed, each letter transposed."""
    return add(*({(traces, flip(word)): c} for (traces, word), c in poly.items()))


def flip(word: Word) -> Word:
    """The transposed word."""
    return tuple(letter.T for letter in reversed(word))


def _sorted(traces: Iterable[Word]) -> tuple[Word, ...]:
    return tuple(sorted(traces))


# --- scalars inside words -------------------------------------------------------------------------------------


def _tidy(poly: Poly) -> Poly:
    """Move every scalar subword (``x^T W y`` inside a longer word) into a trace, and every trace to its least form."""
    return add(*({_tidy_term(term): coefficient} for term, coefficient in poly.items()))


def _tidy_term(term: Term) -> Term:
    traces, word = term
    found: list[Word] = []
    pending = list(traces)
    word = _pull_scalars(word, found)
    pending += found
    done: list[Word] = []
    while pending:
        cycle = pending.pop()
        split = _split_cycle(cycle)
        if len(split) > 1:
            pending += split
        else:
            done.append(_least(split[0]))
    return _sorted(done), word


def _pull_scalars(word: Word, found: list[Word]) -> Word:
    """Take out each shortest subword that starts with one row and ends with one column: it is a number."""
    start: int | None = None
    for k, letter in enumerate(word):
        if letter.row:
            start = k
        if letter.column and start is not None:
            found.append(word[start : k + 1])
            return _pull_scalars(word[:start] + word[k + 1 :], found)
    return word


def _split_cycle(cycle: Word) -> list[Word]:
    """A trace as a product of numbers: ``tr(x y^T W) = y^T W x``; the cycle is cut where it passes through size 1."""
    cuts = [k for k, letter in enumerate(cycle) if letter.row]
    if not cuts:
        return [cycle]
    turned = cycle[cuts[0] :] + cycle[: cuts[0]]
    ends = [k for k, letter in enumerate(turned) if letter.row] + [len(turned)]
    return [turned[i:j] for i, j in itertools.pairwise(ends)]


def _least(cycle: Word) -> Word:
    """The least of all turns of a cyclic word and of its transpose: they have the same trace."""
    return min((*_turns(cycle), *_turns(flip(cycle))), default=())


def _turns(cycle: Word) -> Iterator[Word]:
    for k in range(len(cycle)):
        yield cycle[k:] + cycle[:k]


# --- expectations ---------------------------------------------------------------------------------------------


def _expectation(poly: Poly) -> Poly:
    return _tidy(add(*(_expect_term(term, coefficient) for term, coefficient in poly.items())))


def _expect_term(term: Term, coefficient: sp.Expr) -> Poly:
    traces, word = term
    constant = [t for t in traces if not _is_random(t)]
    moving = [t for t in traces if _is_random(t)]
    if not _is_random(word):
        if not moving:
            return {term: coefficient}
        if len(moving) == 1 and (cycle := _moment_in_cycle(moving[0])) is not None:
            return {(_sorted((*constant, cycle)), word): coefficient}
        name = f"E[{_show_term((_sorted(moving), ()))}]"
        number = Letter(name, selfadjoint=True, weight=MOMENT_WEIGHT)
        return {(_sorted((*constant, (number,))), word): coefficient}
    first = next(k for k, letter in enumerate(word) if letter.random)
    last = max(k for k, letter in enumerate(word) if letter.random)
    core = word[first : last + 1]
    if not moving and (letter := _moment(core)) is not None:
        return {(_sorted(constant), (*word[:first], letter, *word[last + 1 :])): coefficient}
    straight, turned = (_sorted(moving), core), (_sorted(moving), flip(core))
    low = min(straight, turned)
    name = f"E[{_show_term(low)}]"
    letter = Letter(name, straight != low, False, core[0].rows, core[-1].cols, straight == turned, MOMENT_WEIGHT)
    return {(_sorted(constant), (*word[:first], letter, *word[last + 1 :])): coefficient}


def _is_random(word: Word) -> bool:
    return any(letter.random for letter in word)


def _moment(core: Word) -> Letter | None:
    """The letter of a first moment ``E[x]`` or a second moment ``E[x y^T]``; None for anything else."""
    if len(core) == 1:
        (v,) = core
        return Letter(f"E[{v.name}]", v.transposed, False, v.rows, v.cols, False, MOMENT_WEIGHT)
    if len(core) == 2 and core[0].column and core[1].row:
        left, right = core
        same = left == right.T
        backwards = right.name < left.name
        a, b = (right, left) if backwards else (left, right)
        return Letter(f"E[{a.name} {b.name}^T]", backwards, False, left.rows, right.cols, same, MOMENT_WEIGHT)
    return None


def _moment_in_cycle(cycle: Word) -> Word | None:
    """A cyclic word whose random letters meet once, as column and row, with the moment put in their place."""
    for turn in _turns(cycle):
        for n in (2, 1):
            head, tail = turn[:n], turn[n:]
            if all(letter.random for letter in head) and not _is_random(tail) and (letter := _moment(head)) is not None:
                return (letter, *tail)
    return None


# --- rewriting ------------------------------------------------------------------------------------------------

Sum = dict[Word, sp.Expr]


@dataclass
class Rules:
    """Rewriting rules ``word -> combination of lighter words``, completed as far as the budget goes.

    Words are ordered by weight, then length, then alphabet; `defined` letters weigh as much as a moment, so that a
    letter is replaced by the word that defines it.  `numbers` are the values of scalar words, as ``u^T u = 1``.
    """

    defined: frozenset[str] = frozenset()
    rules: dict[Word, Sum] = field(default_factory=dict)
    numbers: dict[Word, sp.Expr] = field(default_factory=dict)
    complete: bool = True

    def order(self, word: Word) -> tuple[int, int, Word]:
        """What makes one word heavier than another; it is compatible with products."""
        weights = (MOMENT_WEIGHT if letter.name in self.defined else letter.weight for letter in word)
        return sum(weights), len(word), word

    def insert(self, relation: Sum) -> None:
        """Add the consequence ``relation = 0``, with its transpose."""
        for side in (relation, {flip(w): c for w, c in relation.items()}):
            rest = self.reduce(side)
            if not rest:
                continue
            lead = max(rest, key=self.order)
            head = rest.pop(lead)
            if not lead and head.is_Rational:
                raise NotWords("the hypotheses contradict each other: they make an identity matrix zero")
            if not head.is_Rational:  # it might be zero: not a rule to divide by
                self.complete = False
                continue
            self.rules[lead] = {word: -c / head for word, c in rest.items()}
            for old in [w for w in self.rules if w != lead and _find(w, lead) is not None]:
                again = self.rules.pop(old, None)
                if again is None:  # inserting the one before has removed it
                    continue
                self.insert(_plus({old: sp.Integer(1)}, again, sp.Integer(-1)))

    def reduce(self, poly: Sum) -> Sum:
        """The normal form of a combination of words."""
        result: Sum = {}
        work = dict(poly)
        while work:
            word, coefficient = work.popitem()
            for lead, value in self.rules.items():
                at = _find(word, lead)
                if at is not None:
                    before, after = word[:at], word[at + len(lead) :]
                    for inner, c in value.items():
                        new = before + inner + after
                        work[new] = work.get(new, sp.Integer(0)) + coefficient * c
                        if _vanishes(work[new]):
                            del work[new]
                    break
            else:
                result[word] = result.get(word, sp.Integer(0)) + coefficient
        return {word: c for word, c in result.items() if not _vanishes(c)}

    def close(self, *, seconds: float = 3.0, most: int = 150, longest: int = 10) -> None:
        """Complete: where two rules overlap, add the difference of what they give."""
        deadline = time.process_time() + seconds
        done: set[tuple[Word, Word]] = set()
        progress = True
        while progress:
            progress = False
            for first in list(self.rules):
                for second in list(self.rules):
                    if (first, second) in done or first not in self.rules or second not in self.rules:
                        continue
                    done.add((first, second))
                    for shared in range(1, min(len(first), len(second)) + (first != second)):
                        if first[-shared:] != second[:shared]:
                            continue
                        spent = len(self.rules) > most or time.process_time() > deadline
                        if spent or len(first) + len(second) - shared > longest:
                            self.complete = False
                            continue
                        if first not in self.rules or second not in self.rules:
                            break
                        left = {w + second[shared:]: c for w, c in self.rules[first].items()}
                        right = {first[:-shared] + w: c for w, c in self.rules[second].items()}
                        gap = self.reduce(_plus(left, right, sp.Integer(-1)))
                        if gap:
                            self.insert(gap)
                            progress = True


def _find(word: Word, part: Word) -> int | None:
    n = len(part)
    return next((k for k in range(len(word) - n + 1) if word[k : k + n] == part), None)


def _plus(left: Sum, right: Sum, factor: sp.Expr) -> Sum:
    result = dict(left)
    for word, c in right.items():
        result[word] = result.get(word, sp.Integer(0)) + factor * c
    return {word: c for word, c in result.items() if not _vanishes(c)}


def rules_from(hypotheses: Iterable[Any]) -> Rules:
    """The completed rules of the matrix hypotheses; hypotheses of another kind are ignored.

    Raises:
        NotWords: if a hypothesis is no equation between words, or they contradict each other.
    """
    hypotheses = tuple(hypotheses)
    rules = Rules(frozenset(str(h.matrix.name) for h in hypotheses if _defines(h)))
    diagonals: dict[Shape, list[Letter]] = {}
    scalars: list[tuple[MatrixHypothesis, Poly]] = []
    for hypothesis in hypotheses:
        if not isinstance(hypothesis, MatrixHypothesis):
            continue
        for lhs, rhs in hypothesis.equations():
            if shape_of(lhs) != shape_of(rhs):
                raise ShapeMismatch(f"the two sides of {lhs} = {rhs} differ in shape")
            relation = add(words_of(lhs), scale(words_of(rhs), sp.Integer(-1)))
            if shape_of(lhs) == (1, 1):
                scalars.append((hypothesis, relation))
                continue
            if any(traces for traces, _ in relation):
                raise NotWords(f"a trace in the hypothesis {hypothesis}")
            rules.insert({word: c for (_, word), c in relation.items()})
        if isinstance(hypothesis, Diagonal):
            if not isinstance(hypothesis.matrix, sp.MatrixSymbol):
                raise NotWords(f"Diagonal({hypothesis.matrix}): name the matrix by a letter, and use Equal")
            diagonals.setdefault(shape_of(hypothesis.matrix), []).append(_letter(hypothesis.matrix))
    for letters in diagonals.values():
        for k, a in enumerate(letters):
            for b in letters[k + 1 :]:
                if a != b:
                    rules.insert({(a, b): sp.Integer(1), (b, a): sp.Integer(-1)})
    rules.close()
    for hypothesis, relation in scalars:
        _fix_number(rules, hypothesis, relation)
    return rules


def _fix_number(rules: Rules, hypothesis: MatrixHypothesis, relation: Poly) -> None:
    """Use an equation of size 1 x 1, such as ``u^T u = 1``, as the value of its one scalar word."""
    rest = _normal(relation, rules)
    value = -rest.pop(ONE, sp.Integer(0))
    if not rest:
        if value.is_nonzero:
            raise NotWords("the hypotheses contradict each other: they make two numbers one")
        if value != 0:
            rules.complete = False
        return
    (((traces, word), head), *others) = rest.items()
    if others or word or len(traces) != 1 or not head.is_Rational:
        raise NotWords(f"more than one trace in the hypothesis {hypothesis}")
    rules.numbers[traces[0]] = value / head


def _defines(hypothesis: Any) -> bool:
    if not isinstance(hypothesis, Equal) or not isinstance(hypothesis.matrix, sp.MatrixSymbol):
        return False
    return hypothesis.matrix not in _symbols(hypothesis.value)


def normal_form(expr: Any, hypotheses: Iterable[Any]) -> Poly:
    """`expr` as words that no rule of the hypotheses applies to; nothing left means zero for every size."""
    return _normal(words_of(expr), rules_from(hypotheses))


def _normal(poly: Poly, rules: Rules) -> Poly:
    for _ in range(200):
        poly = _tidy(_normal_words(poly, rules))
        for term, coefficient in poly.items():
            if (smaller := _reduce_a_trace(term, rules)) is not None:
                poly = add({t: c for t, c in poly.items() if t != term}, scale(smaller, coefficient))
                break
        else:
            return poly
    return poly


def _normal_words(poly: Poly, rules: Rules) -> Poly:
    return add(
        *(
            {(traces, reduced): coefficient * c}
            for (traces, word), coefficient in poly.items()
            for reduced, c in rules.reduce({word: sp.Integer(1)}).items()
        )
    )


def _reduce_a_trace(term: Term, rules: Rules) -> Poly | None:
    traces, word = term
    for k, cycle in enumerate(traces):
        if cycle in rules.numbers:
            return {(traces[:k] + traces[k + 1 :], word): rules.numbers[cycle]}
        for turn in _turns(cycle):
            reduced = rules.reduce({turn: sp.Integer(1)})
            if set(reduced) == {turn}:
                continue
            others = traces[:k] + traces[k + 1 :]
            size = turn[0].rows  # the trace of an identity is its size
            known = {(_sorted((*others, new)), word): c for new, c in reduced.items() if new}
            return add(known, {(others, word): reduced[()] * size} if () in reduced else {})
    return None


# --- reading --------------------------------------------------------------------------------------------------


def _show_word(word: Word) -> str:
    return " ".join(letter.name + ("^T" if letter.transposed else "") for letter in word) or "I"


def _show_term(term: Term) -> str:
    traces, word = term
    numbers = [f"tr({_show_word(t)})" for t in traces]
    return " ".join(numbers + ([_show_word(word)] if word or not numbers else []))


def show(poly: Mapping[Term, sp.Expr]) -> str:
    """A combination of words on one line.

    >>> show({})
    '0'
    """
    parts = []
    for term, coefficient in sorted(poly.items(), key=lambda item: item[0]):
        shown = _show_term(term)
        parts.append(shown if coefficient == 1 else f"-{shown}" if coefficient == -1 else f"({coefficient}) {shown}")
    return (" + ".join(parts) or "0").replace("+ -", "- ")


# --- the prover -----------------------------------------------------------------------------------------------


def decide(
    goal: ZeroWord, hypotheses: Iterable[Any] = (), undefined: Callable[[list[sp.Expr]], str | None] | None = None
) -> Outcome:
    """Prove that a matrix expression is zero for every size, refute it with exact small matrices, or say why not.

    `undefined` says which hypothesis is missing for scalars to be defined, or None; by default they have to be as they
    stand.  Every part that the goal says is to be defined must be made of words.
    """
    from .matrix_witness import find_witness, has_example

    hypotheses, missing = tuple(hypotheses), None
    try:
        _one_shape_a_name(goal.expr, hypotheses)
        rules = rules_from(hypotheses)
        scalars = [c for part in goal.defined for c in coefficients(part)]
        missing = undefined(scalars) if undefined is not None and scalars else None
        token = _known_to_be_defined.set(undefined is not None and bool(goal.defined) and missing is None)
        try:
            for part in goal.defined:
                words_of(part)
            residual = _normal(words_of(goal.expr), rules)
        finally:
            _known_to_be_defined.reset(token)
    except (NotWords, ShapeMismatch) as problem:
        return Unknown(str(problem), unseen=missing is not None)
    if not residual:
        if missing is not None:
            return Unknown(missing, unseen=True)
        if any(isinstance(h, MatrixHypothesis) for h in hypotheses) and not has_example(goal.expr, hypotheses):
            return Unknown("no small rational matrices satisfy the hypotheses: they may contradict each other")
        by = f" by {len(rules.rules)} rewriting rules" if rules.rules else ""
        return Proved(f"normal form 0 in the free algebra with transpose, for every size{by}")
    witness = find_witness(goal, hypotheses)
    closing = _what_would_close(residual, goal.expr, hypotheses)
    hint = f"; it would hold with {closing}" if closing else ""
    if witness is not None:
        return Refuted(witness, f"exact rational matrices that satisfy the hypotheses{hint}")
    unfinished = "" if rules.complete else ", and the completion of the rules ran out of its budget"
    return Unknown(f"no rule reduces {show(residual)}{unfinished}{hint}; and no small matrices refute it")


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
                if not _normal(residual, rules_from((*hypotheses, hypothesis))):
                    return str(hypothesis)
            except (NotWords, ShapeMismatch):
                continue
    return None


def _one_shape_a_name(expr: Any, hypotheses: tuple[Any, ...]) -> None:
    """Refuse two different matrices of one name: they would be one letter."""
    known: dict[str, sp.MatrixSymbol] = {}
    equations = (side for h in hypotheses if isinstance(h, MatrixHypothesis) for pair in h.equations() for side in pair)
    for part in (expr, *equations):
        for symbol in sorted(_symbols(part), key=str):
            if known.setdefault(str(symbol.name), symbol) != symbol:
                raise NotWords(f"two different matrices are called {symbol.name}")


def _symbols(expr: Any) -> set[sp.MatrixSymbol]:
    return set(sp.sympify(expr).atoms(sp.MatrixSymbol))
