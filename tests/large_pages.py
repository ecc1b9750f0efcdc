"""The memory of a process that is forked often, in large pages.

Every check runs in a fork, and the kernel copies the tables of all pages for it: at half a gigabyte in pages of 4 KiB
that takes 50 ms, longer than most checks; in pages of 2 MiB, 13 ms.  Linux gathers pages on demand since 6.1; where it
does not, tests are slower and nothing else.
"""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

ADVISE, GATHER = 14, 25
"""`MADV_HUGEPAGE` and `MADV_COLLAPSE`."""
LEAST = 2 << 20


def gather() -> None:
    """Put what this process has allocated so far into large pages."""
    maps = Path("/proc/self/maps")
    if sys.platform != "linux" or not maps.exists():
        return
    advise = ctypes.CDLL(None).madvise
    advise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for line in maps.read_text(encoding="utf-8").splitlines():
        place, rights, _, _, file, *name = line.split()
        begin, end = (int(edge, 16) for edge in place.split("-"))
        if rights == "rw-p" and file == "0" and end - begin >= LEAST and name != ["[stack]"]:
            advise(begin, end - begin, ADVISE)
            advise(begin, end - begin, GATHER)
