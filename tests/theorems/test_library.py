"""No broken copy of a theorem of the book is joined; that they are joined themselves, `test_catalogue` says."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import pytest
import sympy as sp

from layerproof import Claim, Inequality, Instance, Line
from layerproof.derivations import load, subjects
from layerproof.language.claims import Question
from layerproof.language.theorems import Tends, Theorem
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove
from layerproof.proving.pins import unpinned
from layerproof.proving.trials import challenge

THEOREMS = [
    "alternating-flows/fewer-than-six-neurons",
    "alternating-flows/greedy-step",
    "alternating-flows/linear-best-fit",
    "alternating-flows/linear-largest-utility",
    "alternating-flows/saddle-after-cost-minimization",
    "alternating-flows/saddle-to-saddle-stage",
    "alternating-flows/theorem-6-2",
    "alternating-flows/theorem-6-2-at-three",
    "alternating-flows/utility-dynamics",
    "conservation-laws/imbalance-gives-a-rate",
    "conservation-laws/imbalance-gives-a-rate-at-every-width",
    "conservation-laws/norm-never-shrinks",
    "deep-linear-networks/modes-in-turn-at-any-depth",
    "edge-of-stability/catapult",
    "edge-of-stability/lazy-phase",
    "emergence/every-skill",
    "emergence/few-samples-from-a-large-scale",
    "emergence/few-samples-if-a-stays-away",
    "emergence/learning-time-from-any-start",
    "emergence/loss-below-its-taylor-bound",
    "emergence/one-neuron-is-not-enough",
    "emergence/partly-expressible-skill-converges",
    "emergence/rate-vanishes-with-every-derivative",
    "emergence/skill-from-any-start",
    "emergence/total-loss-by-skills",
    "implicit-bias/diagonal-networks-choose-the-least-potential",
    "implicit-bias/factorised-matrices-choose-the-least-entropy",
    "implicit-bias/normalised-margin-does-not-fall",
    "implicit-bias/speed-of-the-norm",
    "kernels/layers-raise-correlation",
    "kernels/ridge-minimiser",
    "kernels/risk-of-stopping",
    "kernels/squared-learnabilities",
    "kernels/stopping-and-ridge",
    "layer-imbalance/theorem-g-2",
    "linear-models/aligned-targets-generalise-better",
    "linear-models/eigenvalues-of-independent-features",
    "linear-models/expansion-is-complete",
    "linear-models/least-norm-solution",
    "linear-models/rank-of-independent-samples",
    "linear-models/ridgeless-solution",
    "linear-models/sample-eigenfunctions-converge",
    "linear-models/sample-eigenvalues-converge",
    "neural-collapse/laziness-is-between-zero-and-one",
    "neural-collapse/mp-operator-implies-matrix-elements",
    "neural-collapse/mp-operator-implies-nc1",
    "neural-collapse/mp-operator-implies-nc2",
    "power-laws/effective-ridge-is-one",
    "power-laws/loss-beyond-n-quanta",
    "power-laws/no-division-is-better",
    "power-laws/time-law-of-modes",
    "scaling-laws/compute-law-is-least",
    "scaling-laws/data-law-of-infinitely-many-skills",
    "scaling-laws/loss-between-stages",
    "scaling-laws/loss-by-integrals",
    "scaling-laws/loss-vanishes-where-learned",
    "scaling-laws/loss-with-both-bottlenecks",
    "scaling-laws/missing-skills-weigh-more-for-smaller-alpha",
    "scaling-laws/parameter-law-of-infinitely-many-skills",
    "scaling-laws/rate-of-the-loss",
    "scaling-laws/rows-of-the-table",
    "scaling-laws/time-law-of-infinitely-many-skills",
    "single-neuron/potential-above-its-tangent",
    "single-neuron/potential-strictly-above-its-tangent",
    "single-neuron/product-of-norms",
    "single-neuron/theorem-3-1",
    "unconstrained-features/cross-entropy-above-its-tangent",
    "unconstrained-features/frame-is-a-minimiser",
    "unconstrained-features/layer-peeled",
    "unconstrained-features/least-cross-entropy",
    "unconstrained-features/mean-cross-entropy",
    "unconstrained-features/near-the-frame",
    "unconstrained-features/near-the-simplex",
    "unconstrained-features/norms-bound-margins",
    "unconstrained-features/norms-bound-own-outputs",
    "unconstrained-features/peeled-bound",
    "unconstrained-features/too-much-weight-decay",
]


def theorem(id: str) -> Theorem:
    (found,) = (claim for claim in load(id.split("/")[0]) if claim.id == id)
    assert isinstance(found, Theorem)
    return found


def test_these_are_the_theorems_of_the_book() -> None:
    found = [claim for subject in subjects() for claim in load(subject) if isinstance(claim, Theorem)]
    assert sorted(claim.id for claim in found) == THEOREMS
    assert {claim.expected for claim in found} == {Verdict.VERIFIED}


def test_where_something_tends_it_is_said_what_that_is_given() -> None:
    found = [claim for claim in load("emergence") if isinstance(claim, Theorem)]
    tending = {c.id for c in found if any(isinstance(line.says, Tends) for line in c.statement.proof)}
    given = {c.id for c in found if any("Picard" in item.name for item in c.cited)}
    assert tending == given
    assert "emergence/skill-from-any-start" in given


@pytest.mark.slow
@pytest.mark.parametrize("id", THEOREMS)
def test_no_broken_join_passes(id: str) -> None:
    report = challenge(theorem(id), budget=240)
    assert report.made >= 8
    assert report.survived == []


def idle(made: Theorem) -> list[int]:
    """The lines that no line uses, and no part of the conclusion says as it stands."""
    used = [part for line in made.statement.proof for part in line.by.premises()]
    said = [part.says for part in made.statement.sequents()]
    return [k for k, line in enumerate(made.statement.proof) if line not in used and line.says not in said]


def without(made: Theorem, k: int) -> Question:
    """The theorem without a line of its proof."""
    left = (*made.statement.proof[:k], *made.statement.proof[k + 1 :])
    return Question(made.id, title="", statement=replace(made.statement, proof=left), hypotheses=made.hypotheses)


def needless(made: Theorem) -> list[int]:
    """The lines without which it is proved as well."""
    return [k + 1 for k in idle(made) if prove(without(made, k), budget=60).verdict is Verdict.VERIFIED]


@pytest.mark.slow
@pytest.mark.parametrize("id", THEOREMS)
def test_a_proof_lists_no_line_that_is_a_premise_only(id: str) -> None:
    """A lemma that other lines use as it is need not be listed: without it nothing breaks, and no mutant tells."""
    assert needless(theorem(id)) == []


def test_a_line_that_nothing_needs_is_found() -> None:
    x, y = sp.symbols("x y", real=True)
    square = Claim("own/square", title="x", statement=Inequality((x - y) ** 2, ">=", 0))
    of_one = Line(by=Instance(square, {y: 1}))
    made = Theorem("own/theorem", title="x", concludes=of_one.says, proof=[square, of_one])
    assert needless(made) == [1]
    assert needless(Theorem("own/theorem", title="x", concludes=of_one.says, proof=[of_one])) == []


alpha = sp.Symbol("alpha", positive=True)
LAWS = {
    "compute-law-is-least": (alpha / (alpha + 2), (alpha + 1) / (alpha + 2)),
    "time-law-of-infinitely-many-skills": (alpha / (alpha + 1), alpha / (alpha + 2)),
    "data-law-of-infinitely-many-skills": (alpha / (alpha + 1), alpha / (alpha + 2)),
    "parameter-law-of-infinitely-many-skills": (-alpha, -alpha - 1),
}
"""The laws of the scaling chapter, their exponents, and wrong ones."""


@pytest.mark.parametrize("name", LAWS)
def test_a_law_pins_its_exponent(name: str) -> None:
    law = theorem(f"scaling-laws/{name}")
    other, (old, new) = copy(law), LAWS[name]
    other.statement = law.statement.mapped(lambda e: e.subs(old, new))
    assert other.statement != law.statement
    assert prove(other, budget=60).verdict is not Verdict.VERIFIED


@pytest.mark.slow
@pytest.mark.parametrize("name", LAWS)
def test_a_law_pins_all_its_constants(name: str) -> None:
    assert unpinned(theorem(f"scaling-laws/{name}"), budget=60) == []
