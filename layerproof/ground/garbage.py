"""How often Python looks for garbage: by default after every 700 objects, which algebra makes in a millisecond."""

from __future__ import annotations

import gc


def seldom() -> None:
    """Look for it rarely in this process: millions of small expressions are made, and most are garbage at once."""
    gc.set_threshold(50_000, 20, 100)
