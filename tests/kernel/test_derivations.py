"""A proof by words counts if what it says can be multiplied out: derivations that say what is not so are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
import sympy as sp

from layerproof.language.goals import ZeroWord
from layerproof.language.matrices import Equal, Orthogonal, SemiOrthogonal, Symmetric, matrix, trace
from layerproof.language.symbols import natural, positive
from layerproof.proving.exact import matrix_goals, rewriting
from layerproof.proving.exact.derivations import Lemma, Unsound, Use, check
from layerproof.proving.exact.rewriting import Rules, normal, relations_of, rules_from
from layerproof.proving.exact.words import ONE, Poly, words_of

n, p = natural("n p")
A, B, M, R, S = (matrix(name, n, n) for name in "ABMRS")
X, one = matrix("X", n, p), sp.Identity(n)
u = matrix("u", n, 1)
lam = positive("lambda")

TRUE = {
    "inverse": (M * A - A * M, [Equal(M * (A + lam * one), one), Equal((A + lam * one) * M, one)]),
    "from both sides": (
        A * M * A + lam * A * M - A,
        [Equal((A + lam * one) * M, one), Equal(M * (A + lam * one), one)],
    ),
    "turned trace": (trace(R * A * R.T) - trace(A), [Orthogonal(R)]),
    "antisymmetric part": (trace(S * (A - A.T)), [Symmetric(S)]),
    "unit vector": ((u.T * A * u * u.T * u) - u.T * A * u, [Equal(u.T * u, sp.Identity(1))]),
    "rows of unit length": (A * X * X.T * B - A * B, [SemiOrthogonal(X)]),
}


def derived(name: str) -> tuple[Poly, dict[Use, Poly], list[Lemma], list[Poly]]:
    """A true goal, what its proof uses, the lemmas, and the hypotheses."""
    expr, hypotheses = TRUE[name]
    rules = rules_from(hypotheses)
    goal = words_of(expr)
    rest, uses = normal(goal, rules)
    assert not rest
    return goal, uses, rules.lemmas, relations_of(hypotheses)


@pytest.mark.parametrize("name", TRUE)
def test_a_derivation_that_holds_is_accepted(name: str) -> None:
    goal, uses, lemmas, hypotheses = derived(name)
    assert uses
    check(goal, uses, lemmas, hypotheses)


def broken(uses: dict[Use, Poly], lemmas: list[Lemma]) -> Iterator[tuple[str, dict[Use, Poly], list[Lemma]]]:
    """A derivation with one thing wrong: in what the goal uses, or in what a lemma does."""
    for use, factor in uses.items():
        rest = {other: times for other, times in uses.items() if other != use}
        yield "left out", rest, lemmas
        yield "twice", rest | {use: {term: 2 * c for term, c in factor.items()}}, lemmas
        if not use.traced and use.left != use.right:
            yield "sides swapped", rest | {replace(use, left=use.right, right=use.left): factor}, lemmas
    for number, lemma in enumerate(lemmas):
        if lemma.uses is None:
            relation = lemma.relation | {ONE: sp.Integer(7)}
            yield "another hypothesis", uses, [*lemmas[:number], Lemma(relation), *lemmas[number + 1 :]]
        else:
            for use in lemma.uses:
                less = {other: times for other, times in lemma.uses.items() if other != use}
                yield "a lemma from less", uses, [*lemmas[:number], Lemma(lemma.relation, less), *lemmas[number + 1 :]]


@pytest.mark.parametrize("name", TRUE)
def test_a_derivation_with_one_thing_wrong_is_refused(name: str) -> None:
    goal, uses, lemmas, hypotheses = derived(name)
    rest_on: set[int] = set()
    pending = [use.lemma for use in uses]
    while pending:
        number = pending.pop()
        rest_on.add(number)
        pending += [use.lemma for use in lemmas[number].uses or ()]
    tried = 0
    for what, used, known in broken(uses, lemmas):
        changed = next((k for k, (old, new) in enumerate(zip(lemmas, known, strict=True)) if old is not new), None)
        if changed is not None and changed not in rest_on:
            continue
        tried += 1
        try:
            check(goal, used, known, hypotheses)
        except Unsound:
            continue
        pytest.fail(f"accepted: {what}, {used}, {known}")
    assert tried >= 3


def test_a_lemma_may_not_rest_on_itself() -> None:
    goal = words_of(A)
    with pytest.raises(Unsound, match="not before it"):
        check(goal, {Use(0): {ONE: sp.Integer(1)}}, [Lemma(goal, {Use(0): {ONE: sp.Integer(1)}})], [])


def test_a_lemma_without_uses_is_a_hypothesis_or_nothing() -> None:
    goal = words_of(A)
    with pytest.raises(Unsound, match="no hypothesis"):
        check(goal, {Use(0): {ONE: sp.Integer(1)}}, [Lemma(goal)], [])


def test_nothing_is_divided_by_what_may_be_zero() -> None:
    c = sp.Symbol("c", real=True)
    relation, goal = words_of(c * A), words_of(A)
    lemmas = [Lemma(relation), Lemma(goal, {Use(0): {ONE: 1 / c}})]
    with pytest.raises(Unsound, match="may be 0"):
        check(goal, {Use(1): {ONE: sp.Integer(1)}}, lemmas, [relation])


@pytest.mark.parametrize(
    "use",
    [Use(0, left=words_of(X.T).popitem()[0][1]), Use(0, right=words_of(X.T).popitem()[0][1])],
    ids=["left", "right"],
)
def test_what_is_set_beside_a_relation_fits_its_size(use: Use) -> None:
    relation = words_of(matrix("Y", p, n))
    with pytest.raises(Unsound, match="conform"):
        check(relation, {use: {ONE: sp.Integer(1)}}, [Lemma(relation)], [relation])


def test_the_trace_of_what_is_not_square_is_refused() -> None:
    relation = words_of(X)
    with pytest.raises(Unsound, match="not square"):
        check(words_of(trace(A)), {Use(0, traced=True): {ONE: sp.Integer(1)}}, [Lemma(relation)], [relation])


@pytest.mark.parametrize("name", TRUE)
@pytest.mark.parametrize("what", ["a term is lost", "a sign is lost", "the first half of a word is lost"])
def test_a_rewriter_with_a_mistake_proves_nothing(name: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the search gets wrong, no wrong proof comes of it: here of statements that are false."""
    plain = Rules.reduce

    def wrong(self: Rules, poly: rewriting.Sum) -> tuple[rewriting.Sum, rewriting.Spent]:
        result, spent = plain(self, poly)
        match what:
            case "a term is lost":
                result = dict(list(result.items())[1:])
            case "a sign is lost":
                result = {word: abs(c) if c.is_number else c for word, c in result.items()}
            case _:
                result = {word[len(word) // 2 :]: c for word, c in result.items()}
        return result, spent

    monkeypatch.setattr(Rules, "reduce", wrong)
    unkept = rewriting._completed.__wrapped__  # rules that are made wrongly must not be found by later tests
    monkeypatch.setattr(rewriting, "_completed", unkept)
    expr, hypotheses = TRUE[name]
    extra = trace(A) if not isinstance(expr, sp.MatrixExpr) else A if expr.shape == (n, n) else u.T * A * u
    try:
        outcome = matrix_goals.decide(ZeroWord(expr + extra), hypotheses)
    except (Unsound, AttributeError, rewriting.NotWords):
        return
    assert not isinstance(outcome, matrix_goals.Proved)
