"""The parts of a theorem's conclusion that are about whole trajectories, each looked at by itself.

The others are relations under equations among many letters, of which draws are hard to find: of these a point is tried
where the join is proved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from layerproof.language.theorems.theorem import Joined
from layerproof.language.theorems.trajectories import Along, Tends

from .findings import Findings
from .points import Points

MOST = 200
"""Draws of a part."""

Look = Callable[[Any, Sequence[Any], Points], tuple[Findings, str] | None]


def check_parts(
    statement: Joined, hypotheses: Sequence[Any], points: Points, look: Look
) -> tuple[Findings, str] | None:
    """What numbers say of each part about trajectories; None if there is none.

    Args:
        look: the numeric check of a statement under hypotheses.
    """
    found = Findings(0.0, points.seed, wanted=0)
    sequents = statement.sequents()
    ways: list[str] = []
    for number, sequent in enumerate(sequents, start=1):
        if not isinstance(sequent.says, (Along, Tends)):
            continue
        name = f"part {number} of {len(sequents)}"
        if points.again is not None and not re.match(rf"{name}\b", str(points.again.get("part", name))):
            continue
        given = (*hypotheses, *sequent.given)
        try:
            seen = look(sequent.says, given, replace(points, draws=min(points.draws, MOST)))
        except Exception as error:  # of this part; the others are looked at
            found.could_not(f"{name}: {error or type(error).__name__}")
            continue
        assert seen is not None
        part, how = seen
        found.take(part, name, points.draws)
        ways.append(how)
    if ways and (beside := sum(not isinstance(sequent.says, (Along, Tends)) for sequent in sequents)):
        found.note(f"{beside} of {len(sequents)} parts, about no trajectory, not looked at")
    if not ways and not found.trouble:
        return None
    return found, "; ".join(dict.fromkeys(ways)) or "parts about trajectories"
