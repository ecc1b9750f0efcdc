"""Proofs by Coq about matrices of every size: what is stated, what is proved, and what must not be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
import sympy as sp
import test_words
from flint import fmpq

from layerproof.language.claims import Claim, Question
from layerproof.language.determinants import Determinant
from layerproof.language.gaussian import GaussianMatrix
from layerproof.language.matrices import (
    Diagonal,
    Equal,
    Expect,
    MatrixFlow,
    MatrixFunction,
    MatrixHypothesis,
    Orthogonal,
    SemiOrthogonal,
    Symmetric,
    Velocity,
    Whitened,
    group,
    half_mean_square,
    identity,
    matrix,
    named,
    random_vector,
    trace,
    written,
    zero,
)
from layerproof.language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from layerproof.language.symbols import natural, positive, real
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import theorem_of
from layerproof.proving.coq.theorems.matrix_terms import MatrixTranslator
from layerproof.proving.exact.matrix_witness import draws
from layerproof.running.loading import Library

from .matrix_gallina import value
from .needs import coq

d, p, c, n = natural("d p c n")
eta, S = positive("eta S")
k, free = real("k c")
A, B, M, N = (matrix(name, d, d) for name in "ABMN")
U, R = matrix("U", p, d), matrix("R", d, d)
W1, W2 = matrix("W_1", d, p), matrix("W_2", p, c)
u, v, w, z = (matrix(name, d, 1) for name in "uvwz")
Shadow = matrix("trace", d, d)
x, y = random_vector("x", d), random_vector("y", c)
flow = MatrixFlow(half_mean_square(x.T * W1 * W2, y.T), (W1, W2))
decay = MatrixFlow(eta * trace(group(U * A - U).T * group(U * A - U)) / (2 * n) + k * trace(A.T * A) / 2, (A,))

shrinking = MatrixFlow(k * trace(A.T * A) / 2, (A,))

difference = group(U * A / sp.sqrt(p) - U * B)
scaled = MatrixFlow(trace(difference * difference.T) / 2, (A,))


def claim(name: str, statement: Any, *hypotheses: Any) -> Claim:
    return Question(f"own/{name}", title="", statement=statement, hypotheses=hypotheses)


TRUE = [
    claim("distributes", MatrixIdentity(A * (B + M).T, A * M.T + A * B.T)),
    claim("powers", MatrixIdentity((A + 2 * B) ** 2, written(A**2, 4 * B**2, 2 * A * B, 2 * B * A))),
    claim("exponential", MatrixIdentity(sp.exp(k) * A * (sp.exp(k) * B), sp.exp(k) ** 2 * A * B)),
    claim("roots", MatrixIdentity(group(A / sp.sqrt(d)) * group(B / sp.sqrt(d)), A * B / d)),
    claim("growth", MatrixIdentity(group(sp.exp(k) * A) * group(sp.exp(-k) * B), A * B)),
    claim("attention", MatrixRate(A, U.T * U * B / sp.sqrt(p) - U.T * U * A / p, scaled)),
    claim("names", MatrixIdentity(trace(Shadow * A), trace(A * Shadow))),
    claim("scalars", MatrixIdentity((S / (eta * n)) * A - A / n, ((S - eta) / (eta * n)) * A)),
    claim("isometry", MatrixIdentity((U * A).T * (U * A), A.T * A), SemiOrthogonal(U.T)),
    claim("named", MatrixIdentity(named("P", U.T * U) ** 2, U.T * U), SemiOrthogonal(U)),
    claim("turned", MatrixIdentity(R * A * B * R.T, (R * A * R.T) * (R * B * R.T)), Orthogonal(R)),
    claim("diagonals", MatrixIdentity(A * B.T * A, A**2 * B), Diagonal(A), Diagonal(B)),
    claim("defined", MatrixIdentity(A * M, M * A), Equal(A, M**2 + k * M)),
    claim("cyclic", MatrixIdentity(trace(U * A * B * U.T), trace(B.T * A.T * U.T * U)), Symmetric(A)),
    claim("size", MatrixIdentity(trace(U * U.T + identity(p)), sp.Integer(2) * p), SemiOrthogonal(U)),
    claim("numbers", MatrixIdentity(u * (v.T * w) * (z.T * u), u * (u.T * z) * (w.T * v))),
    claim("traces-of-numbers", MatrixIdentity(trace(u * v.T * w * z.T), trace(w * z.T * u * v.T))),
    claim("numbers-turned", MatrixIdentity(trace(u.T * v * w.T * z * u.T * w), trace(v.T * u * w.T * u * w.T * z))),
    claim("one-number", MatrixIdentity(u.T * A * v * w.T * z, w.T * z * v.T * A.T * u)),
    claim("whitened", MatrixIdentity(Expect(A * x * x.T * B), A * B), Whitened(x)),
    claim("mean", MatrixIdentity(Expect(trace(u.T * x * x.T * u) / 2 + 3), trace(u.T * u) / 2 + 3), Whitened(x)),
    claim("fourth", MatrixIdentity(Expect(trace(x * x.T * A * x * x.T)), Expect(trace(x * x.T * A.T * x * x.T)))),
    claim("rate", MatrixRate(W1, -Expect(x * (x.T * W1 * W2 - y.T)) * W2.T, flow)),
    claim("trace-rate", MatrixRate(trace(A) * k, -k * trace(eta * (U.T * U * A - U.T * U) / n + k * A), decay)),
    claim("square-rate", MatrixRate(trace(A) ** 2, -2 * trace(A) * trace(k * A), shrinking)),
    claim("velocities", MatrixIdentity(W1.T * Velocity(W1) + 0 * identity(p), Velocity(W2) * W2.T, flow)),
    claim("moving-hypothesis", MatrixRate(A**2, -k * A.T * A - k * A**2, shrinking), Symmetric(A)),
    claim("kept", MatrixConserved(W1.T * W1 - W2 * W2.T, flow)),
    claim("kept-trace", MatrixConserved(trace(W1.T * W1) - trace(W2 * W2.T), flow)),
    claim(
        "kept-under", MatrixConserved(A - U.T * U * A, MatrixFlow(trace(A.T * U.T * U * A), (A,))), SemiOrthogonal(U)
    ),
]

FALSE = [
    claim("order", MatrixIdentity(A * B, B * A)),
    claim("half-isometry", MatrixIdentity(U.T * U, identity(d)), SemiOrthogonal(U)),
    claim("untransposed", MatrixIdentity(trace(A * B), trace(A.T * B))),
    claim("one-diagonal", MatrixIdentity(A * B, B * A), Diagonal(A)),
    claim("size-of-another", MatrixIdentity(trace(identity(p)), sp.sympify(d))),
    claim("crossed-numbers", MatrixIdentity(trace(u.T * v * w.T * z), trace(u.T * w * v.T * z))),
    claim("not-whitened", MatrixIdentity(Expect(A * x * x.T * B), A * B)),
    claim("fourth-moment", MatrixIdentity(Expect(trace(x * x.T * x * x.T)), trace(Expect(x * x.T) ** 2))),
    claim("undefined", MatrixIdentity(A / free, A / free)),
    claim("sign", MatrixRate(W1, Expect(x * (x.T * W1 * W2 - y.T)) * W2.T, flow)),
    claim("sum-kept", MatrixConserved(W1.T * W1 + W2 * W2.T, flow)),
    claim("velocity", MatrixIdentity(W1.T * Velocity(W1), -Velocity(W2) * W2.T, flow)),
]


@pytest.fixture(scope="module")
def top() -> Iterator[Toplevel]:
    with Toplevel(("MatrixWords",), 10) as started:
        yield started


@coq
@pytest.mark.parametrize("claim", TRUE, ids=lambda claim: claim.id)
def test_true_statements_are_proved(claim: Claim, top: Toplevel) -> None:
    theorem = theorem_of(claim)
    answer = top.lemma(theorem.name, theorem.statement(), proof_of(theorem))
    assert answer.accepted, answer.message


@coq
@pytest.mark.parametrize("claim", FALSE, ids=lambda claim: claim.id)
def test_false_statements_are_not(claim: Claim, top: Toplevel) -> None:
    theorem = theorem_of(claim)
    try:
        script = proof_of(theorem)
    except NoProof:
        return
    assert not top.lemma(theorem.name, theorem.statement(), script).accepted


NOT_YET = {
    "number in the middle": "no sum, product",  # a trace as the coefficient of a matrix
    "number moved": "outside of an expectation",
}


@coq
@pytest.mark.parametrize(("name", "lhs", "rhs", "hypotheses"), test_words.TRUE, ids=[t[0] for t in test_words.TRUE])
def test_what_holds_for_every_size(name: str, lhs: Any, rhs: Any, hypotheses: Any, top: Toplevel) -> None:
    true = claim("true", MatrixIdentity(lhs, rhs), *hypotheses)
    if name in NOT_YET:
        with pytest.raises((NoProof, Untranslatable), match=NOT_YET[name]):
            proof_of(theorem_of(true))
        return
    theorem = theorem_of(true)
    answer = top.lemma(
        re.sub(r"\W", "_", name), theorem.statement().replace(theorem.name, re.sub(r"\W", "_", name)), proof_of(theorem)
    )
    assert answer.accepted, answer.message


@pytest.mark.parametrize(
    ("lhs", "rhs", "hypotheses"), [t[1:] for t in test_words.FALSE], ids=[t[0] for t in test_words.FALSE]
)
def test_what_is_false_by_a_hair(lhs: Any, rhs: Any, hypotheses: Any) -> None:
    with pytest.raises(NoProof):
        proof_of(theorem_of(claim("false", MatrixIdentity(lhs, rhs), *hypotheses)))


@pytest.mark.parametrize(
    "hypotheses",
    [
        (Equal(A, identity(d)), Equal(A, 2 * identity(d))),
        (Equal(A.T * A, -identity(d)),),
        (Orthogonal(A), Equal(A * u, 2 * u), Equal(u.T * u, identity(1))),
    ],
)
def test_nothing_is_proved_from_a_contradiction(hypotheses: Any) -> None:
    with pytest.raises(NoProof, match="contradict"):
        proof_of(theorem_of(claim("contradiction", MatrixIdentity(A, A), *hypotheses)))


FORGED = [
    ("isometry", MatrixIdentity((U * A).T * (U * A), 2 * A.T * A)),
    ("diagonals", MatrixIdentity(A * B.T * A, A * B)),
    ("cyclic", MatrixIdentity(trace(U * A * B * U.T), 2 * trace(B.T * A.T * U.T * U))),
    ("whitened", MatrixIdentity(Expect(A * x * x.T * B), B * A)),
    ("rate", MatrixRate(W1, Expect(x * (x.T * W1 * W2 - y.T)) * W2.T, flow)),
    ("velocities", MatrixIdentity(W1.T * Velocity(W1) + identity(p), Velocity(W2) * W2.T, flow)),
    ("kept", MatrixConserved(W1.T * W1 + W2 * W2.T, flow)),
]


@coq
@pytest.mark.parametrize(("name", "statement"), FORGED, ids=[name for name, _ in FORGED])
def test_a_script_proves_only_its_own_statement(name: str, statement: Any, top: Toplevel) -> None:
    honest = next(claim for claim in TRUE if claim.id == f"own/{name}")
    forged = theorem_of(claim("forged", statement, *honest.hypotheses))
    assert not top.lemma(forged.name, forged.statement(), proof_of(theorem_of(honest))).accepted


@coq
def test_with_another_hypothesis_its_script_fails(top: Toplevel) -> None:
    honest = next(claim for claim in TRUE if claim.id == "own/isometry")
    other = theorem_of(claim("other", honest.statement, SemiOrthogonal(U)))
    proved = theorem_of(honest)
    assert [fact.name for fact in other.facts] == [fact.name for fact in proved.facts]
    assert not top.lemma(other.name, other.statement(), proof_of(proved)).accepted


HALF_NORM = "(fun X : mat n m => / 2 * trace (mmul (mtr X) X))"
SLOPE = """
assert (K : is_gradient L W W).
{ intros D. refine (by_slope sure 0 expectation_sure
    (sM (sC (/ 2)) (sT (xM (xT (xL (Mov 1 2 (fun h => madd W (mscal h D)) W D (line_mderive _ _) (line_0 _ _))))
                           (xL (Mov 1 2 (fun h => madd W (mscal h D)) W D (line_mderive _ _) (line_0 _ _))))))
    (sT (xM (xT (xL (Con 1 W))) (xL (Con 2 D)))) nil eq_refl _); combine_fractions. }
"""


@coq
def test_a_flow_that_decays_descends(top: Toplevel) -> None:
    statement = f"""Theorem decays : forall (n m : nat) (A : mat n m) (t : R),
  descends {HALF_NORM} (fun s => mscal (exp (- s)) A) t."""
    script = f"""Proof. intros n m A t G H. set (W := mscal (exp (- t)) A) in *. set (L := {HALF_NORM}) in *. {SLOPE}
rewrite (gradient_unique L W G W H K). intros i j. unfold W, mscal. auto_derive; [easy | ring]. Qed."""
    answer = top.lemma("decays", statement, script)
    assert answer.accepted, answer.message


@coq
def test_a_flow_that_stands_still_does_not(top: Toplevel) -> None:
    statement = f"""Theorem stands_still : forall (n m : nat) (W : mat n m) (t : R) i j, W i j <> 0 ->
  ~ descends {HALF_NORM} (fun _ => W) t."""
    script = f"""Proof. intros n m W t i j N F. set (L := {HALF_NORM}) in *. {SLOPE}
apply N. assert (E : mscal (-1) W i j = 0).
{{ rewrite <- (is_derive_unique _ _ _ (F W K i j)). apply (Derive_const (W i j)). }}
unfold mscal in E. lra. Qed."""
    answer = top.lemma("stands_still", statement, script)
    assert answer.accepted, answer.message


@coq
def test_a_product_that_does_not_conform_has_no_type(top: Toplevel) -> None:
    said = top.say("Check (fun (n m : nat) (A : mat n m) => mmul A (mtr A)).")
    assert "mat n n" in said
    assert "Error" in top.say("Check (fun (n m : nat) (A : mat n m) => mmul A A).")


@coq
def test_the_prelude_rests_on_the_axioms_of_the_reals_alone() -> None:
    allowed = {"sig_not_dec", "sig_forall_dec", "functional_extensionality_dep", "classic"}
    with Toplevel(("MatrixWords",), 120) as patient:  # a search through all of the library, on a busy machine
        for lemma in ("by_words", "by_traces", "by_rate", "by_slope", "by_number", "mconstant_on", "diagonal_commute"):
            said = patient.say(f"Print Assumptions {lemma}.")
            found = (
                line.split(":")[0].strip().split(".")[-1] for line in said.splitlines() if re.match(r"\S+ ?:", line)
            )
            assert set(found) - {"Axioms"} <= allowed, said


EXPRESSIONS = [
    (A * (B + M).T - 2 * A) ** 2,
    written(k * U * A, -U * B, zero(p, d)) * identity(d),
    named("P", U.T * U).T * group(A + B),
    (S / (eta * n)) * A**3 - A**0 / n,
    trace(U * U.T + identity(p)) * S - trace(A) ** 2 / (3 * eta) + p,
    Expect(A * x * (u + x).T),
    Expect(trace(u.T * x * x.T * u) / 2 + 3 * k - trace(A * x * x.T)) * trace(u * u.T),
]


def agrees(expr: Any, draws_: int) -> list[int]:
    """Compares a term with its expression at some small matrices; how many rows or entries these had."""
    translate = MatrixTranslator()
    text = translate.term(expr).text
    known = {**translate.naturals, **translate.reals}
    sizes = []
    for draw in islice(draws(sp.sympify(expr), ()), draws_):
        names: dict[str, Any] = {name: draw.scalars[symbol] for symbol, name in known.items()}
        names |= {name: draw.matrices[letter] for letter, name in translate.letters.items()}
        names |= {name: draw.atoms[letter].__getitem__ for letter, name in translate.random.items()}

        def mean(of: Any, count: int = draw.count) -> Any:
            first, *rest = map(of, range(count))
            return sum(rest, first) * fmpq(1, count)

        try:
            expected = draw.value(sp.sympify(expr))
        except ZeroDivisionError:  # without hypotheses, n - p - 1 may be zero
            continue
        assert value(text, names | {translate.expect: mean, "mexp": lambda ex: ex}) == expected
        sizes.append(sum(int(draw.scalar(symbol).p) for symbol in translate.naturals))
    return sizes


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_terms_mean_what_expressions_mean(expr: Any) -> None:
    assert len(set(agrees(expr, 12))) > 1


@pytest.mark.slow
def test_terms_of_the_library_mean_what_its_expressions_mean() -> None:
    seen: set[Any] = set()
    for item in Library().all():
        if not item.statement.is_about_matrices:
            continue
        sides = (
            side for h in item.hypotheses if isinstance(h, MatrixHypothesis) for pair in h.equations() for side in pair
        )
        for expr in map(sp.sympify, (*item.statement.expressions(), *sides)):
            if expr not in seen and not expr.has(Velocity, MatrixFunction, Determinant, GaussianMatrix):
                assert agrees(expr, 4)
                seen.add(expr)
    assert len(seen) > 400


def test_what_is_assumed_and_proved() -> None:
    P = matrix("P", p, p)
    kept = Equal(P, k * (W1.T * W1 - W2 * W2.T) / free)
    law = theorem_of(claim("law", MatrixConserved(W1.T * W1, flow), Symmetric(A), kept))
    facts = [fact.text for fact in law.facts]
    assert facts.count("expectation Ex") == 1
    assert "(mtr A) = A" in facts
    assert "c_2 <> 0" in facts
    assert sum("forall t : R, lo < t < hi -> descends" in fact for fact in facts) == 2
    assert facts[-1].startswith("forall t : R, lo < t < hi -> P = ")
    *_, goal = law.goals
    assert goal.text.startswith("forall t1 t2 : R, lo < t1 < hi -> lo < t2 < hi -> (mmul (mtr (W_1 t1)) (W_1 t1)) = ")
    slope = theorem_of(claim("slope", MatrixRate(trace(A), sp.sympify(k / free), decay)))
    assert [goal.text for goal in slope.goals] == [
        "((INR n)) <> 0".replace("((INR n))", "(INR n)"),
        "c <> 0",
        "is_derive (fun s => (trace (A s))) t ((k) / (c))",
    ]


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        (MatrixIdentity(U * A, A * U), "conform"),
        (MatrixIdentity(U, A), "shape"),
        (MatrixIdentity(x * x.T, identity(d)), "outside of an expectation"),
        (MatrixIdentity(Expect(A * Expect(x * x.T)), A), "inside an expectation"),
        (MatrixIdentity(A.I, A), "no counterpart"),
        (MatrixIdentity(A * Velocity(A), A), "flow"),
    ],
)
def test_what_has_no_counterpart_is_named(statement: Any, reason: str) -> None:
    with pytest.raises(Untranslatable, match=reason):
        theorem_of(claim("none", statement))
