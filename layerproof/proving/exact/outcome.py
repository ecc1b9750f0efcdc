"""What the exact prover says of one goal."""

from __future__ import annotations

from dataclasses import dataclass

from ...language.verdicts import Witness


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
    """Neither; `reason` says what stands in the way.

    With `unseen` it is what no sampling sees, such as that something is undefined at a few points: numbers that agree
    are then no support.
    """

    reason: str
    unseen: bool = False


Outcome = Proved | Refuted | Unknown
