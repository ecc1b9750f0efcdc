"""Letters of the chapter on lazy and rich dynamics."""

from __future__ import annotations

from ...language.symbols import positive, time

t = time()
S, Z = positive("S Z")
