"""The numbers of the seeds: which are for exploring, and which a verdict rests on.

Whoever sets up an experiment looks at networks before the last number of its configuration and the last tolerance of
its predictions stand.  A verdict at these same networks says that the author stopped where they agreed.  So the two are
apart: one explores at the seeds 0, 1, 2, ... (``--seed 0``), and the kept verdict is made at the seeds `VERDICT`,
`VERDICT` + 1, ..., which nobody tuned on.  Where it turns out other than it was explored, that is what was found: the
configuration is not changed for it, and a configuration that is changed all the same gets a new place for its verdict.

A network draws from streams of the number of its seed, and does not depend on which others are trained beside it.
What all networks of a run share (a task, test samples, the order of batches) is drawn once for each `SPAN` of seeds, so
that a run of the seeds 1003 to 1005 is a part of one of 1000 to 1099, and a run at 0 and one at 1000 share nothing.
"""

from __future__ import annotations

SPAN = 1000
"""Seeds that share what all networks of a run share."""

EXPLORING = 0
"""The first seed of those that configurations and tolerances are chosen at."""

VERDICT = EXPLORING + SPAN
"""The first seed of a verdict: of another span, so that nothing that was drawn for it was seen before."""


def checked(first: int, count: int) -> None:
    """Raise a ValueError for seeds that are none, or too many to share what a run shares."""
    if count < 1:
        raise ValueError(f"got {count} seeds; expected at least 1")
    if first < 0:
        raise ValueError(f"got the first seed {first}; expected 0 or more")
    if first // SPAN != (first + count - 1) // SPAN:
        raise ValueError(
            f"got the seeds {first} to {first + count - 1}; those of one run are of one thousand, such as "
            f"{first // SPAN * SPAN} to {first // SPAN * SPAN + SPAN - 1}"
        )
