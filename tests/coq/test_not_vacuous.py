"""No theorem holds for want of instances: what claims assume can be met, which Coq says too.

That a false statement does not follow from hypotheses shows that they can be met.  So the hypotheses of each claim are
given ``0 = 1`` to prove, and each rate is made too large by one; Coq accepts the refutations, which are by instances.
The matrix claims look for an instance themselves before they are proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace

import pytest
import sympy as sp

from layerproof import Claim, Identity, Rate, Verdict
from layerproof.language.relations import relations_in
from layerproof.proving.coq.checking import refutation
from layerproof.proving.coq.files import judge
from layerproof.proving.coq.proofs.base import NoProof
from layerproof.proving.coq.terms import Untranslatable
from layerproof.running.loading import Library

from .needs import coq

pytestmark = [coq, pytest.mark.whole, pytest.mark.timeout(1800)]

EQUATIONS = "an equation for every entry; its joins are proved at entries by exact"
ROOT = "at the point that is found a velocity is a root"
EXPONENTIAL = "at the point that is found a velocity is an exponential"
POWERS = "powers with a general exponent"
NO_INSTANCE = {
    "scaling-laws/joint-distribution": "a sum of powers with a general exponent",
    "emergence/rate-of-an-entry-of-b": ROOT,
    "emergence/rate-of-the-scale-a": ROOT,
    "emergence/rate-for-partly-expressible-skill": ROOT,
    "emergence/loss-rate-by-entries": ROOT,
    "emergence/loss-rate-by-the-chain-rule": ROOT,
    "alternating-flows/utility-increases": POWERS,
    "alternating-flows/log-norm-rate": POWERS,
    "emergence/few-samples-from-a-large-scale": EQUATIONS,
    "emergence/few-samples-if-a-stays-away": EQUATIONS,
    "neural-collapse/laziness-is-between-zero-and-one": EQUATIONS,
    "emergence/total-loss-by-skills": EQUATIONS,
    "implicit-bias/norm-of-a-homogeneous-network": EXPONENTIAL,
    "implicit-bias/normalised-margin-rate": EXPONENTIAL,
    "implicit-bias/norm-of-three-layers": EXPONENTIAL,
    "implicit-bias/margin-of-three-layers": EXPONENTIAL,
    "kernels/ridge-minimiser": EQUATIONS,
    "neural-collapse/mp-operator-implies-nc1": EQUATIONS,
    "alternating-flows/saddle-to-saddle-stage": EQUATIONS,
    "alternating-flows/linear-best-fit": EQUATIONS,
    "alternating-flows/linear-largest-utility": EQUATIONS,
    "alternating-flows/norm-rate-of-any-utility": ROOT,
    "alternating-flows/direction-rate-of-any-utility": ROOT,
    "alternating-flows/utility-rate-of-any-utility": ROOT,
    "symmetry/scale-of-any-network": ROOT,
    "symmetry/rescaling-of-any-two-groups": ROOT,
    "deep-linear-networks/layers-grow-alike": "a product over an index",
    "conservation-laws/scale-with-decay": ROOT,
    "conservation-laws/translation-with-decay": EXPONENTIAL,
    "power-laws/plateau-by-features": POWERS,
    "unconstrained-features/frame-is-a-minimiser": EQUATIONS,
}
"""Claims of which Coq has accepted no instance, and what the one that is offered has; the exact prover has one."""
OF_THE_RATE = {
    "implicit-bias/normalised-margin-rate",
    "alternating-flows/norm-rate-of-any-utility",
    "alternating-flows/direction-rate-of-any-utility",
    "alternating-flows/utility-rate-of-any-utility",
    "symmetry/scale-of-any-network",
    "symmetry/rescaling-of-any-two-groups",
    "conservation-laws/scale-with-decay",
}
"""Those of them whose hypotheses alone have an instance: it is the rate that has none."""


def true_claims() -> Iterator[Claim]:
    """The claims that hold."""
    return (claim for claim in Library().all() if claim.expected is Verdict.VERIFIED)


def absurd() -> Iterator[Claim]:
    """From the hypotheses of each claim, once for the same ones, ``0 = 1``."""
    seen = set()
    for claim in true_claims():
        relations = tuple(relations_in(claim.hypotheses))
        if relations and (key := tuple(map(sp.srepr, relations))) not in seen:
            seen.add(key)
            false = copy(claim)
            false.statement, false.hypotheses = Identity(sp.S.Zero, sp.S.One), relations
            yield false


def too_fast() -> Iterator[Claim]:
    """Each rate, with one added."""
    for claim in true_claims():
        if isinstance(claim.statement, Rate):
            false = copy(claim)
            false.statement = replace(claim.statement, equals=claim.statement.equals + 1)
            yield false


@pytest.mark.parametrize("claims", [absurd, too_fast])
def test_hypotheses_can_be_met(claims: Callable[[], Iterator[Claim]]) -> None:
    made, without, offered = [], [], set()
    for claim in claims():
        offered.add(claim.id)
        try:
            made.append((claim.id, refutation(claim)))
        except (NoProof, Untranslatable):
            without.append(claim.id)
    rulings = judge([formal for _, formal in made])
    without += [name for (name, _), ruling in zip(made, rulings, strict=True) if not ruling.accepted]
    assert len(offered) > 50
    assert set(without) == offered & set(NO_INSTANCE) - (OF_THE_RATE if claims is absurd else set())
