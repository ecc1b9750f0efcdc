"""Slips that are not mathematics: a reference to the wrong equation, a caption that contradicts its text.

Nothing computes them, so they have no verdict; they are listed after the errata, for an author to correct.
"""

from __future__ import annotations

from dataclasses import dataclass

from .sources import Source


@dataclass(frozen=True)
class Misprint:
    """A wrong word, number or reference that no machine can refute.

    Attributes:
        source: where it stands.
        printed: the words in question, shortened.
        meant: what is meant, as far as the text shows.
        why: the evidence for that, in one sentence.
    """

    source: Source
    printed: str
    meant: str
    why: str
