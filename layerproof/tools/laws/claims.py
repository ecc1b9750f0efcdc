"""Laws as claims: conserved for every loss and every data set.

Along the flow of any loss, ``theta' = -sum_k g_k(t) grad phi_k(theta)``, where g_k(t) is the derivative of the loss by
phi_k at that instant.  So a claim states that h is conserved by the flow of ``sum_k g_k phi_k``, for functions of time
g_1, ..., g_n of which nothing is known: this is every loss, and every data set, at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.statements import Conserved
from ...language.symbols import time, trajectories
from .naming import described
from .parametrisation import Model
from .polynomials import Polynomial

EVERY_LOSS = (
    "For every loss and every data set: g_k stands for the derivative of the loss by phi_k along the flow, any "
    "function of time, so that the loss may be written as the sum of g_k phi_k."
)

MOST_TERMS = 4_000
"""The most terms that the loss of a claim has; a law of a model with more is proved, but not made a claim.

Writing the flow out takes about 2 ms a term, and the prover about 5 ms a term and law.
"""


def states_claims(model: Model) -> bool:
    """Whether the flow of a model is short enough to be written out in claims."""
    return model.parametrisation.phi.terms <= MOST_TERMS


def law_claims(model: Model, laws: Sequence[Polynomial]) -> list[Claim]:
    """One claim a law; none if the flow of the model is too long to be written out, see `states_claims`."""
    if not states_claims(model):
        return []
    flow = any_loss(model)
    return [
        Claim(
            f"laws/{model.slug}/{number}",
            title=f"{model.name}: {described(law, model)} is conserved",
            statement=Conserved(expression(law, parameters(model)), flow),
            note=EVERY_LOSS,
        )
        for number, law in enumerate(laws, start=1)
    ]


@lru_cache(maxsize=8)
def any_loss(model: Model) -> GradientFlow:
    """The flow of any loss whatever: of ``sum_k g_k(t) phi_k``."""
    theta = parameters(model)
    components = [expression(component, theta) for component in model.parametrisation.phi.components]
    loss = sp.Add(*(g * component for g, component in zip(multipliers(model), components, strict=True)))
    return GradientFlow(loss=loss, parameters=theta, time=time())


def multipliers(model: Model) -> tuple[sp.Expr, ...]:
    """``g_1(t), ..., g_n(t)``, under a letter that no parameter has."""
    names = set(model.parametrisation.names)
    letter = next(x for x in ("g", "lambda", "mu", "gamma") if not any(name.split("_")[0] == x for name in names))
    found = trajectories(" ".join(f"{letter}_{k}" for k in range(1, len(model.parametrisation.phi.components) + 1)))
    return found if isinstance(found, tuple) else (found,)


def parameters(model: Model) -> tuple[sp.Expr, ...]:
    """The parameters as trajectories."""
    return tuple(sp.Function(name, real=True)(time()) for name in model.parametrisation.names)


def expression(polynomial: Polynomial, variables: Sequence[sp.Expr]) -> sp.Expr:
    """A polynomial in SymPy."""
    return sp.Add(
        *(
            sp.Mul(sp.Rational(value.numerator, value.denominator), *(variables[v] for v in monomial))
            for monomial, value in polynomial.terms.items()
        )
    )
