r"""What the prose says of letters that explains a line which algebra alone calls wrong: ``The Hessian is symmetric.``

A transpose that is missing is no slip where the matrix is symmetric, a missing square none where it is a projection or
takes the values 0 and 1, a missing factor none in a generic constant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .displays import Display
from .prose import concerns, sentences

Trait = tuple[int, str, tuple[str, ...]]
"""Where it is said, what kind of slip it explains, and the formulas that tell of which letters; without any, of all."""

_TRAITS = {
    "transpose": re.compile(
        r"\b(?:symmetr\w+|self-?adjoint|hermitian|hessians?|gram|(?:kernel|similarity) (?:matri\w+|operator)|"
        r"covariances?|(?:semi-?)?definite|psd|diagonal)\b",
        re.IGNORECASE,
    ),
    "power": re.compile(
        r"\b(?:idempoten\w+|projections?|projectors?|projects?|bernoulli|indicators?|binary|boolean|zero-one|one-hot|"
        r"normali[sz]ed|unit (?:norm|vectors?|length)|signs?|rademacher)\b|\\?\{\s*-?\s*[01]\s*,\s*1\s*\\?\}",
        re.IGNORECASE,
    ),
    "factor": re.compile(
        r"\b(?:generic|universal|absolute|numerical) constants?\b|\bconstants?\b.{0,60}\b(?:change|differ|vary)",
        re.IGNORECASE,
    ),
}
_SLIPS = {
    "transpose": re.compile(r".*\btranspose\b.*"),
    "power": re.compile(r"a square|a square root|without the (?:exponent|root)|an exponent .*|\d for \d"),
    "factor": re.compile(r".*\bfactor\b.*|-?[\d./]+ for -?[\d./]+"),
}


def traits(text: str, found: Iterable[tuple[int, Display]]) -> Iterator[Trait]:
    """What the prose says of this sort, in order.

    Args:
        text: of the file, without comments.
        found: displays with their numbers; what stands in them is no prose.
    """
    for place, words, formulas in sentences(text, found):
        for kind, pattern in _TRAITS.items():
            if pattern.search(words) or any(pattern.search(formula) for formula in formulas):
                yield place, kind, formulas


def explained(slip: str, line: str, before: Iterable[Trait]) -> bool:
    """Whether what is said before a line explains what looks like one slip in it.

    Args:
        slip: what a small change that mends the line is called.
        line: its formulas, in LaTeX.
        before: what is said before it.
    """
    return any(
        _SLIPS[kind].fullmatch(slip) and (not formulas or concerns(formulas, line)) for _, kind, formulas in before
    )
