"""Letters of the chapter on emergence."""

from __future__ import annotations

import sympy as sp

from ...language.symbols import positive, time

t = time()
S, eta = positive("S eta")
delta = sp.KroneckerDelta
