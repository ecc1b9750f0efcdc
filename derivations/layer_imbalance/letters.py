"""Letters of the chapter on layer imbalance."""

from __future__ import annotations

from ...language.symbols import time

t = time()
NOTES = "from public notes"
RECALLED = "recalled"
AGAIN = "re-derived"
