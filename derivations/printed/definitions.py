"""The numbered equations that are not held against a claim, and why.

Most of them say what a name means: there is nothing in them that could hold or fail.
Those that no claim states are listed with their reasons in the chapters; these stand in the sources of claims, which
are about what they define.
"""

from __future__ import annotations

from collections.abc import Mapping

DEFINES: Mapping[str, str] = {
    "1.1": "the distribution of the inputs in an example",
    "1.3": "the inner product of two functions",
    "1.4": "the Hermite polynomials",
    "1.10": "the linear model",
    "1.11": "the loss",
    "1.12": "gradient flow",
    "1.16": "the effective dimension",
    "1.30": "the quality of a feature for the target",
    "1.31": "the utilisation of a feature",
    "1.32": "the cumulative quality and the cumulative utilisation",
    "2.6": "the effective dimension without the first eigenvalue",
    "2.9": "the alignment of two operators, CKA",
    "2.10": "the first condition of neural collapse",
    "2.12": "the features restricted to a class",
    "3.2": "the loss",
    "4.1": "the distribution of skills and of inputs",
    "4.2": "the skill functions",
    "4.4": "the target",
    "4.5": "the loss",
    "4.7": "the strength of a skill",
    "4.9": "the multilinear model",
    "4.39": "the loss that is least at the best division of compute, without the factors of its two powers",
    "5.1": "the multilinear model with a factor for its basis",
    "5.3": "the extended model",
    "5.6": "the model with N basis functions",
    "6.1": "the scalar network and its target",
    "A.14": "gradient flow, with the loss written out",
    "B.5": "gradient flow on D samples",
    "C.3": "the linear model of skills",
    "C.5": "the linear model with several basis functions a skill",
    "C.7": "the inputs and outputs of the parity problem on three bits",
    "C.8": "the network with three neurons",
    "C.9": "the weights of the network with three neurons",
    "C.12": "the parts of the network with three neurons",
    "D.1": "the last layer",
    "D.5": "the covariance of the class means",
    "D.6": "the first condition of neural collapse, in the limit",
    "D.8": "the third condition of neural collapse, in the limit",
    "D.24": "the quantity that the first condition of neural collapse is about",
}
"""What an equation of the thesis defines, by label."""

_VANISHES = "its value is 0, so that any multiple of it would be proved to say the same"

APART: Mapping[str, str] = {
    "1.6": "the claims have it for all j and k at once, as an identity of generating functions",
    "1.7": "the sum is infinite; the claims have its coefficients, and how far its partial sums are from the function",
    "3.16": "it is a hypothesis of the claims about networks that fit their data",
    "4.21": "the claims bound the sum by the integral from both sides, and do not equate them",
    "4.30": "the claims bound the sum by the integral from both sides, and do not equate them",
    "4.37": "the claims bound the sums by the integrals from both sides, and do not equate them",
    "4.43": "the claims have both powers with their factors, in one stationary point",
    "6.8": "the claim has it as a conserved quantity, the square over what multiplies it",
    "6.9": "the claim has it as a conserved quantity, the square times what divides it",
    "A.7": "it is a hypothesis of the claims about parameters that fit their data",
    "B.38": "the claim has the norm of the limit of B alone; the line puts it into the conserved quantity",
    "D.31": _VANISHES,
    "D.32": _VANISHES,
    "D.33": _VANISHES,
}
"""Why an equation of the thesis is held against no claim, by label."""
