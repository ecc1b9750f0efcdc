"""Networks that are layerwise linear follow the closed forms of their gradient flow.

They are trained by gradient descent with steps so small, and extrapolated, that they follow the flow; what is compared
is the closed form in the claim's own statement, from many starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from layerproof.derivations import feedback
from layerproof.derivations.lazy_rich.general_solution import gamma_printed, general_solution
from layerproof.derivations.linear_networks.modes import mode_sigmoid
from layerproof.language.claims import Claim
from layerproof.language.sources import Source
from layerproof.language.statements import Solution

from ..harness.followed import Build, diagonal, linear, scalar
from ..harness.protocol import Config, Experiment, Prediction
from ..harness.types import Session

TOLERANCE = 5e-3


@dataclass(frozen=True)
class Following(Config):
    """How closely the flow is followed.

    Attributes:
        step: of gradient descent, in time units of a network: one over its fastest rate at the start.
        last: time of the last comparison, in the same units.
        closed_forms: the closed forms that the networks are held against, as text.
    """

    step: float
    last: float
    closed_forms: tuple[str, ...]


def follows(
    name: str, claims: Sequence[Claim], build: Build, *, title: str, sources: Sequence[Source] = (), note: str = ""
) -> Experiment[Following]:
    """An experiment in which networks follow the closed forms that claims state.

    Every seed is one network.  The prediction is that the largest distance of each from the closed form, over all times
    and relative to the largest value on the way, is at most `TOLERANCE`.

    Args:
        name: of the experiment.
        claims: their statements are `Solution`s of one flow.
        build: makes so many networks from a random stream.
        title: what is done, in a few words.
        sources: where it is printed; by default, where the claims are.
        note: what a reader of the verdict should know.
    """
    texts = tuple(text for claim in claims for text in _texts(claim))
    return Experiment(
        name,
        title=title,
        claims=tuple(claim.id for claim in claims),
        sources=tuple(sources) or tuple(dict.fromkeys(source for claim in claims for source in claim.sources)),
        scales={
            "smoke": Following(32, 0.05, 8.0, texts),
            "desk": Following(32, 0.02, 12.0, texts),
            "paper": Following(256, 0.01, 20.0, texts),
        },
        predict=partial(_predict, tuple(claims)),
        measure=partial(_measure, tuple(claims), build),
        note=note,
    )


def _texts(claim: Claim) -> tuple[str, ...]:
    if not isinstance(claim.statement, Solution):
        kind = type(claim.statement).__name__
        raise ValueError(f"networks follow a solution, and {claim.id} is of the kind {kind}")
    triples = claim.statement.triples
    return tuple(f"{claim.id}: {of} = {closed}, at first {first}" for of, closed, first in triples)


def _quantity(claim: Claim) -> str:
    return f"distance from {claim.id}"


def _predict(claims: Sequence[Claim], config: Following) -> list[Prediction]:
    return [
        Prediction(
            _quantity(claim),
            says=f"every network follows the closed form of {claim.id} up to {config.last:g} of its time units, to "
            f"{TOLERANCE:g} of the largest value on the way; steps of {config.step:g} and half of it, extrapolated",
            value=0.0,
            tolerance=TOLERANCE,
            claims=(claim.id,),
            relation="at most",
            over="every seed",
            against=1.0,
            printed=claim.erratum is not None,
        )
        for claim in claims
    ]


def _measure(claims: Sequence[Claim], build: Build, config: Following, session: Session) -> Mapping[str, Any]:
    from ..harness.following import deviation

    found: dict[str, Any] = {}
    for number, claim in enumerate(claims):
        session.progress(claim.id, number / len(claims))
        networks = build(config.seeds, session.streams(config.seeds, "networks"))
        one = deviation(claim, networks, config.step, config.last, session.device)
        if one.step_error**2 > TOLERANCE:
            raise ValueError(f"the step size alone moves the networks of {claim.id} by {one.step_error:.1g}")
        found[_quantity(claim)] = one.errors
    return found


DIAGONAL = follows(
    "closed-forms/diagonal",
    [feedback.sigmoid],
    diagonal,
    title="Diagonal networks with balanced, small layers saturate in sigmoids",
)
LINEAR = follows(
    "closed-forms/linear",
    [mode_sigmoid],
    linear,
    title="The modes of aligned, balanced linear networks saturate in sigmoids",
)
SCALAR = follows(
    "closed-forms/scalar",
    [general_solution, gamma_printed],
    scalar,
    title="Scalar networks from any start: gamma(t), as printed and repaired",
)
