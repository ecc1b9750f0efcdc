"""Letters of the chapter on linear models."""

from __future__ import annotations

from typing import Any, TypeAlias

from ...language.sources import Source, richness_paper, thesis
from ...language.symbols import natural, positive, time

Matrix: TypeAlias = Any  # a matrix expression; SymPy carries no types

AS_IN_THESIS = "as in the thesis"


def both(label: str, number: int) -> list[Source]:
    """An equation of the thesis that the richness paper prints as well, in a form that its text has lost."""
    return [thesis(label), richness_paper(str(number), restored=AS_IN_THESIS)]


t = time()
eta = positive("eta")
n, p, N = natural("n p N")  # samples, features, points of the sample space
