r"""Power laws: quanta, modes of a power spectrum, compute, and random features.

Losses fall as powers of time, data, parameters and compute where what is to be learned comes in parts whose sizes are a
power of their place.  Parts may be quanta, learned one by one; or modes of a linear model, each at its own rate.  What
is exact is derived here: the sums, with bounds at every size; and the best division of compute, as an inequality.  That
random features behave as an effective ridge is a limit that is not proved; what follows from the ridge is.

Beside the four sources: papers cited by the names of their results.  Every line is derived here.
"""

from __future__ import annotations

from ..chapters import Chapter
from . import compute, letters, modes, quanta, random_features

CHAPTER = Chapter(
    "power-laws",
    sources=("michaud-2023", "bordelon-2024", "paquette-2024", "maloney-2022"),
    sections=(letters, quanta, modes, compute, random_features),
)
