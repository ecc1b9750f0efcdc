"""An experiment as it is shown: what is asked of it, and what answers."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..language.verdicts import Verdict
from ..running.results import Exit

if TYPE_CHECKING:
    from ..networks.experiments import Comparison, Experiment
    from ..networks.harness.asking import Asked
    from ..networks.harness.running import Found


@dataclass(frozen=True)
class Shown:
    """An experiment, what is asked of it, what answers, and why nothing does."""

    experiment: Experiment[Any]
    asked: Asked | None = None
    found: Found | None = None
    reason: str = ""

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """What was measured, against each prediction."""
        return () if self.found is None else self.found.record.comparisons()

    @property
    def status(self) -> Exit:
        """Whether the predictions are kept to."""
        wrong = {Verdict.CONTRADICTED: False, Verdict.SUPPORTED: True}
        within = [item for item in self.comparisons if not item.prediction.beyond]
        if any(wrong.get(item.verdict) is item.prediction.printed for item in within):
            return Exit.WRONG
        undecided = any(item.verdict is Verdict.UNDECIDED for item in within)
        return Exit.UNDECIDED if undecided or self.found is None else Exit.EXPECTED


def look(experiment: Experiment[Any], options: argparse.Namespace, folder: Path | None) -> Shown:
    """What is predicted, and the fresh record if there is one."""
    from ..networks.harness.asking import ask
    from ..networks.harness.running import look_up

    try:
        asked = ask(experiment, options.scale, seeds=options.seeds, seed=options.seed)
    except Exception as error:
        return Shown(experiment, reason=f"{type(error).__name__}: {error}")
    found = look_up(asked, folder, device=options.device)
    return Shown(experiment, asked, found, "" if found else "no fresh record; --run makes one")
