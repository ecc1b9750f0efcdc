r"""What the prose says of letters that explains a line which algebra alone calls wrong: ``The Hessian is symmetric.``

A transpose that is missing is no slip where the matrix is symmetric, a missing square none where it is a projection or
takes the values 0 and 1, a missing factor none in a generic constant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .displays import Display
from .plain_words import strange
from .prose import concerns, sentences

Trait = tuple[int, str, tuple[str, ...]]
"""Where it is said, what kind of slip it explains, and the formulas that tell of which letters; without any, of all."""

_TRAITS = {
    "transpose": re.compile(
        r"\b(?:symmetr\w+|self-?adjoint|hermitian|hessians?|gram|(?:kernel|similarity) (?:matri\w+|operator)|"
        r"covariances?|(?:semi-?)?definite|psd|diagonal|laplacians?|undirected|metrics?|fisher|circulant)\b",
        re.IGNORECASE,
    ),
    "power": re.compile(
        r"\b(?:idempoten\w+|projections?|projectors?|projects?|bernoulli|indicators?|binary|boolean|zero-one|one-hot|"
        r"normali[sz]ed|unit (?:norm|vectors?|length)|signs?|rademacher|zero or one|masks?|dropout|coins?|hat matrix|"
        r"annihilators?)\b|0/1|\\?\{\s*-?\s*[01]\s*,\s*1\s*\\?\}",
        re.IGNORECASE,
    ),
    "factor": re.compile(
        r"\b(?:generic|universal|absolute|numerical|another|additive) constants?\b|"
        r"\bconstants?\b.{0,60}\b(?:change|differ|vary|dropped|absorbed|ignored|omitted)|"
        r"\b(?:up to|drop\w*|absorb\w*|ignor\w+|neglect\w*|modulo|suppress\w*|omit\w*)\b.{0,60}"
        r"\b(?:constants?|factors?|terms?)\b|\bunits in which\b|\b(?:leading|lower).order\b",
        re.IGNORECASE,
    ),
    "sign": re.compile(
        r"\b(?:modulo|mod \d|characteristic (?:two|2)|sign convention|up to (?:a |the )?signs?|flip\w*|reflect\w*)\b",
        re.IGNORECASE,
    ),
}
_BOUND = re.compile(r"(?<!\\left)(?<!\\right)(?<!\\)[<>]|\\(?:le|ge|leq|geq|lt|gt|leqslant|geqslant)(?![A-Za-z])")
_UNDER = re.compile(r"_\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|.)")
_IS = re.compile(r"\b(?:be|is|are|denotes?|let|by|call\w*)\b", re.IGNORECASE)
_SLIPS = {  # a letter may be anything by words without number, "the Laplacian", "an indicator"
    "transpose": re.compile(r".*\btranspose\b.*"),
    "power": re.compile(r"a square|a square root|without the (?:exponent|root)|an exponent .*|\d for \d"),
    "factor": re.compile(r".*\bfactor\b.*|-?[\d./]+ for -?[\d./]+"),
    "sign": re.compile(r"[-+] for [-+]|.*\bminus sign\b.*"),
    "letter": re.compile(r".*\btranspose\b.*|a square|without the exponent|an exponent .*"),
}


def traits(text: str, found: Iterable[tuple[int, Display]]) -> Iterator[Trait]:
    """What the prose says of this sort, in order.

    Args:
        text: of the file, without comments.
        found: displays with their numbers; what stands in them is no prose.
    """
    for place, words, formulas in sentences(text, found):
        for kind, pattern in _TRAITS.items():
            known = pattern.search(words) or any(pattern.search(formula) for formula in formulas)
            if known:
                yield place, kind, _subjects(formulas) or formulas
        if (subjects := _subjects(formulas)) and _IS.search(words) and strange(words):
            yield place, "letter", subjects


def _subjects(formulas: Iterable[str]) -> tuple[str, ...]:
    r"""The formulas of which a sentence may say what they are: no bounds, ``\epsilon > 0``, and without subscripts."""
    return tuple(_UNDER.sub("", formula) for formula in formulas if not _BOUND.search(formula))


def explained(slip: str, line: str, said: Iterable[Trait]) -> bool:
    """Whether what a paper says of its letters explains what looks like one slip in a line.

    Args:
        slip: what a small change that mends the line is called.
        line: its formulas, in LaTeX.
        said: of letters, wherever: *where constants have been dropped* stands after its display.
    """
    return any(
        _SLIPS[kind].fullmatch(slip) and (not formulas or concerns(formulas, line)) for _, kind, formulas in said
    )
