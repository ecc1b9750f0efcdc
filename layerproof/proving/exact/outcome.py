"""What the exact prover says of one goal."""

from __future__ import annotations

from dataclasses import dataclass

from ..verdicts import Witness


@dataclass(frozen=True)
class Proved:
    """The goal holds; `how` says by which argument."""

    how: str


@dataclass(frozen=True)
class Refuted:
    """The goal fails at the witness."""

    witness: Witness
    how: str = "ball arithmetic at a rational point, at two precisions"


@dataclass(frozen=True)
class Unknown:
    """Neither; `reason` says what stands in the way."""

    reason: str


Outcome = Proved | Refuted | Unknown
