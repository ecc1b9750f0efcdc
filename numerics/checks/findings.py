"""What a numeric check found, gathered over sizes and indices, and turned into evidence."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from layerproof.language.verdicts import Evidence, Method, Verdict


@dataclass
class Findings:
    """Gathers errors and what could not be evaluated.

    Attributes:
        tolerance: the largest relative error that is taken for rounding.
        draws: how many points or trajectories were looked at.
        error: the largest relative error left after suspicious draws were looked at again with many digits.
        worst: the values of the symbols there.
        sizes: the sizes there.
        size: the sizes that are looked at now.
        part: which line, entry or observable it was.
        against: whether some draw contradicts the statement.
        trouble: why something could not be evaluated.
        wanted: how many draws are enough, where that is not the number asked for.
        look: which look found it, where that is not the first.
    """

    tolerance: float
    seed: int
    draws: int = 0
    error: float = 0.0
    worst: dict[str, float] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    size: Mapping[Any, int] = field(default_factory=dict)
    part: str = ""
    against: bool = False
    trouble: list[str] = field(default_factory=list)
    wanted: int | None = None
    look: str = ""
    notes: list[str] = field(default_factory=list)

    def saw(
        self,
        error: float,
        worst: Mapping[str, float] | Callable[[], Mapping[str, float]],
        part: str,
        against: bool = False,
    ) -> None:
        """A draw with its relative error; the worst one is kept, and one that contradicts beats one that does not.

        Where many are seen, `worst` is what makes it: most are not kept.
        """
        if (against, error) > (self.against, self.error) or not self.worst:
            self.error, self.part = float(error), part
            self.worst = dict(worst() if callable(worst) else worst)
            self.sizes = {str(name): int(n) for name, n in self.size.items()}
        self.against |= against

    def corner(self, found: Findings) -> None:
        """What was found where symbols have special values: what is against, and nothing else."""
        before = self.worst
        if found.against:
            self.saw(found.error, found.worst, found.part, against=True)
        if self.worst is not before:
            self.sizes = found.sizes

    def apart(self) -> Findings:
        """Findings of their own, at the same sizes."""
        return Findings(self.tolerance, self.seed, size=self.size)

    def take(self, other: Findings, name: str, wanted: int) -> None:
        """What was found of a part with this name; `wanted` draws of it are enough, unless it says how many are."""
        self.size = other.sizes
        self.saw(other.error, other.worst, f"{name}, {other.part}", against=other.against)
        self.tolerance = max(self.tolerance, other.tolerance)
        self.draws += other.draws
        for reason in other.trouble:
            self.could_not(f"{name}: {reason}")
        enough = wanted if other.wanted is None else other.wanted
        if not other.trouble and other.draws < enough:
            self.could_not(f"{name}: only {other.draws} of {enough} draws inside the hypotheses were found")
        for text in other.notes:
            self.note(text)

    def note(self, text: str) -> None:
        """A remark for `how`, once."""
        if text not in self.notes:
            self.notes.append(text)

    def could_not(self, reason: str) -> None:
        """Something that could not be evaluated; the first two reasons are kept."""
        if reason not in self.trouble and len(self.trouble) < 2:
            self.trouble.append(reason)

    def evidence(self, how: str, wanted: int, seconds: float) -> Evidence:
        """CONTRADICTED if a draw is against, UNDECIDED if something is missing, else SUPPORTED."""
        reason = None
        if self.against:
            verdict = Verdict.CONTRADICTED
        elif self.trouble or self.draws < wanted:
            verdict = Verdict.UNDECIDED
            reason = "; ".join(self.trouble) or f"only {self.draws} of {wanted} draws inside the hypotheses were found"
        else:
            verdict = Verdict.SUPPORTED
        return Evidence(
            Method.NUMERIC,
            verdict,
            how="; ".join([how, *self.notes]),
            seconds=seconds,
            reason=reason,
            tolerance=self.tolerance,
            draws=self.draws,
            details={
                "worst": self.worst,
                **({"sizes": self.sizes} if self.sizes else {}),
                "error": self.error if math.isfinite(self.error) else None,
                "part": self.part,
                "seed": self.seed,
                **({"look": self.look} if self.look else {}),
            },
        )
