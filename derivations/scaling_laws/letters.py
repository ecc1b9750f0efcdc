"""Letters of the chapter on scaling laws."""

from __future__ import annotations

import sympy as sp

from ...language.symbols import positive, time

T = time("T")
alpha, A, S, eta, D, N = positive("alpha A S eta D N")
step = positive("h")  # 1/k
delta = sp.KroneckerDelta
