"""What an experiment expects, written down one after another; what its predictions share is said once.

expect = Expecting(3 * config.step, over="every seed")
expect("final clock", "(6.14): the clock stops at gamma_+", {"lazy-rich/gamma-limit": limit})
expect.printed("exponent", "(6.12) as printed, with 4Rt/Z", {"lazy-rich/gamma-printed": 4.0})
expect.beyond("turn", "6.1: the kernel turns ten times as far", {"layer-imbalance/square": at_least(10.0)}, 1e-9)
return expect.found
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from layerproof.language.sources import Source

from .protocol import Observation, Prediction, Relation

Values = Mapping[Any, Any]  # numbers or bounds, by the id of a claim or a tuple of ids
Expected = list[Prediction | Observation]


@dataclass(frozen=True)
class Bound:
    """What networks keep to on one side.

    Attributes:
        value: a number, or a row of them.
        relation: on which.
    """

    value: ArrayLike
    relation: Relation


def at_least(value: ArrayLike) -> Bound:
    """Expect as much or more, within the tolerance."""
    return Bound(value, "at least")


def at_most(value: ArrayLike) -> Bound:
    """Expect as much or less, within the tolerance."""
    return Bound(value, "at most")


def _unbound(value: Any) -> tuple[Any, dict[str, Any]]:
    """The number that is expected, and how it is meant."""
    return (value.value, {"relation": value.relation}) if isinstance(value, Bound) else (value, {})


class Expecting:
    """Predictions and observations, in the order in which they are expected.

    Args:
        tolerance: of those that are given none.
        shared: of all, as of `protocol.Expected`: ``over``, ``relative``, ``relation``; a call may say otherwise.

    Attributes:
        found: what is expected.
    """

    def __init__(self, tolerance: float | None = None, **shared: Any) -> None:
        self.found: Expected = []
        self._tolerance, self._shared = tolerance, shared

    def __call__(
        self, quantity: str, says: str, values: Values, tolerance: float | None = None, **options: Any
    ) -> None:
        """Expect what claims say, each by its own formula: a claim that is wrong loses its own prediction alone.

        Args:
            quantity: the key of what is measured.
            says: the formula and what it means here.
            values: by the id of the claim; several that say the same without a value of their own are in a tuple.
            tolerance: how far off still agrees.
            options: of `Prediction`.
        """
        for claims, expected in values.items():
            names = (claims,) if isinstance(claims, str) else claims
            allowed = self._allowed(quantity, tolerance)
            value, bound = _unbound(expected)
            self.found.append(Prediction(quantity, says, value, allowed, names, **{**self._shared, **bound, **options}))

    def printed(self, quantity: str, says: str, values: Values, tolerance: float | None = None, **options: Any) -> None:
        """Expect, of a printed line that is refuted, that networks do not keep to it."""
        self(quantity, says, values, tolerance, printed=True, **options)

    def beyond(self, quantity: str, says: str, values: Values, tolerance: float | None = None, **options: Any) -> None:
        """Expect what claims say of networks outside of their hypotheses."""
        self(quantity, says, values, tolerance, beyond=True, **options)

    def seen(
        self,
        quantity: str,
        says: str,
        expected: ArrayLike | Bound,
        *sources: Source,
        tolerance: float | None = None,
        **options: Any,
    ) -> None:
        """Expect a finding that the sources report without a formula."""
        allowed = self._allowed(quantity, tolerance)
        value, bound = _unbound(expected)
        self.found.append(Observation(quantity, says, value, allowed, sources, **{**self._shared, **bound, **options}))

    def _allowed(self, quantity: str, tolerance: float | None) -> float:
        if tolerance is None:
            tolerance = self._tolerance
        if tolerance is None:
            raise ValueError(f"{quantity}: no tolerance is given")
        return tolerance
