"""The claims that networks hold to, and of which no prediction is a value: why, claim by claim.

Any other claim with a prediction inside its hypotheses has one that is made of its own formula (`stated`): a wrong
exponent or factor in it is contradicted by the kept measurements, which a test tries for each.
"""

from __future__ import annotations

BY_REASON: dict[str, tuple[str, ...]] = {
    "it is conserved, whatever factor is put before it: the networks show that it stays, and a claim that another "
    "quantity stays would be held against measurements of that quantity": (
        "lazy-rich/aligned-growth",
        "lazy-rich/anti-aligned-decay",
        "layer-imbalance/condition-is-kept",
        "layer-imbalance/funnel-imbalance",
        "linear-networks/conservation",
        "symmetry/conserved-difference",
        "symmetry/conserved-difference-mean-square",
        "symmetry/neuron-conserved",
    ),
    "it says that something is zero, or one and the same as something else, without a number: a factor before it says "
    "the same": (
        "alternating-flows/deflation-forgets",
        "alternating-flows/six-pencil-determinant",
        "emergence/network-fits-parity",
        "layer-imbalance/aligned-function",
        "linear-networks/first-layer-stays-diagonal",
        "linear-networks/layers-share-a-gradient",
        "linear-networks/product-of-layers",
        "neural-collapse/centred-mp",
        "neural-collapse/cka-ignores-scales",
        "neural-collapse/linear-network-features",
        "neural-collapse/linear-network-orthogonal-features",
        "neural-collapse/mp-kernel",
        "neural-collapse/nc1",
        "single-neuron/saddle-is-critical",
        "symmetry/scale",
        "symmetry/scale-tangent",
    ),
    "it is a bound or an order, not a number: networks show on which side they are": (
        "alternating-flows/constrained-minimum",
        "alternating-flows/returning-coordinate",
        "neural-collapse/entropy-terms-are-not-negative",
        "neural-collapse/lazier-target",
        "single-neuron/lazy-kernel-does-not-evolve",
        "single-neuron/lazy-preconditioner-radial",
    ),
    "it is about ranks or inverses of matrices: what networks show is a whole number, or how far a product is from the "
    "identity": (
        "neural-collapse/first-layer-has-rank-c",
        "neural-collapse/last-layer-has-rank-c",
        "neural-collapse/linear-network-class-products",
        "neural-collapse/linear-network-feature-products",
    ),
    "it rewrites a quantity of any length or any features, which the prediction has in its shorter form": (
        "linear-models/quality-free-of-scale",
        "linear-models/sample-eigenfunction-normalised",
        "linear-models/sample-eigenvalues",
        "neural-collapse/quality",
        "neural-collapse/quality-shortfall",
        "single-neuron/outer-weight-from-function",
        "layer-imbalance/funnel-end",
        "symmetry/discrete-steps",
    ),
    "it is a rate along a trajectory: what networks show is where the trajectory is, which the solution of it says in "
    "a claim of its own or by integration": (
        "alternating-flows/new-utility",
        "single-neuron/orthogonal-part-is-conserved",
    ),
    "it is a step to what is minimised: what networks show is the minimum, found by a search in which the claim has no "
    "value of its own": (
        "single-neuron/mirror-flow",
        "single-neuron/objective-delayed-rich",
        "single-neuron/objective-lazy",
        "single-neuron/potential-gradient",
        "single-neuron/potential-slope",
        "single-neuron/start-is-remembered",
    ),
    "it says what fewer neurons cannot do, for any weights: networks are counted that nevertheless do": (
        "alternating-flows/five-neurons-approach",
        "alternating-flows/six-five-squares",
    ),
    "it is a limit, and the networks are near enough to it that a tolerance wider than its zero is allowed for": (
        "alternating-flows/limit-coefficient",
        "lazy-rich/ntk-start",
    ),
    "it says how fast a clock runs that has no bound, and the networks are looked at when it has run out": (
        "general-solutions/opposite-layers-clock",
    ),
}
"""By reason, the ids of claims."""

WITHOUT_VALUE: dict[str, str] = {claim: reason for reason, claims in BY_REASON.items() for claim in claims}
"""By the id of a claim, the reason."""
