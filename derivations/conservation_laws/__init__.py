r"""Conservation laws: what gradient flow keeps in every architecture, how many laws there are, and what breaks them.

A symmetry of the loss makes a law of the flow.  The chapter on symmetry proves that for the sources' own networks; here
are the laws of other layers, attention and normalisation among them, and of every depth; how many independent ones
two layers have; and what becomes of them by weight decay, by steps of finite size and by momentum, each exactly.

Beside the four sources: papers cited by the names of their results.  Every line is derived here.
"""

from __future__ import annotations

from ..chapters import Chapter
from . import architectures, counting, letters, rates, steps, with_decay

CHAPTER = Chapter(
    "conservation-laws",
    sources=("kunin-2021", "tanaka-2021", "marcotte-2023", "du-2018", "wan-2021"),
    sections=(letters, with_decay, architectures, counting, steps, rates),
)
