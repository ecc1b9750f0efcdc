"""The claims that networks hold to, and of which no prediction is a value: why, claim by claim.

Any other claim with a prediction inside its hypotheses has one that is made of its own formula (`stated`): a wrong
exponent or factor in it is contradicted by the kept measurements, which a test tries for each.
"""

from __future__ import annotations

BY_REASON: dict[str, tuple[str, ...]] = {
    "it is a step of a proof that fewer neurons or layers cannot do it, for any weights: networks are counted that "
    "nevertheless do, or held against the best of a search": (
        "alternating-flows/five-neurons-approach",
        "alternating-flows/six-five-squares",
        "alternating-flows/six-pencil-determinant",
    ),
    "it says that something stays zero, and with a wrong factor or exponent it says so too": (
        "linear-networks/first-layer-stays-diagonal",
        "single-neuron/orthogonal-part-is-conserved",
        "single-neuron/saddle-is-critical",
    ),
    "networks show a rank, a row space, or a similarity that has no scale: all are the same with a wrong factor": (
        "implicit-bias/diagonal-networks-choose-the-least-potential",
        "implicit-bias/weights-at-the-end",
        "neural-collapse/first-layer-has-rank-c",
        "neural-collapse/mp-kernel",
        "neural-collapse/quality",
    ),
    "it is a bound or a sign, which the networks keep with room to spare: no factor that they could tell": (
        "alternating-flows/constrained-minimum",
        "symmetry/discrete-steps",
    ),
    "what is measured is known to a factor of two or three only, by its spread over the seeds": (
        "linear-models/sample-eigenvalues",
        "neural-collapse/quality-shortfall",
    ),
    "it says how fast: the networks are looked at when they have arrived, where the speed is forgotten": (
        "general-solutions/opposite-layers-clock",
        "single-neuron/mirror-flow",
    ),
    "networks are held against its closed form at every step, and the prediction is that they stay near: a test of its "
    "own puts a wrong form there": ("deep-linear-networks/mode-solution",),
    "it is on expectations over the inputs, of which nothing evaluates the formula at numbers: the loss that is left "
    "has a claim of its own": ("alternating-flows/new-utility",),
}
"""By reason, the ids of claims."""

WITHOUT_VALUE: dict[str, str] = {claim: reason for reason, claims in BY_REASON.items() for claim in claims}
"""By the id of a claim, the reason."""
