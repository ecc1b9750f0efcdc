r"""Which function is the Jacobian of which, as words say it: ``$J(\theta)$ is the Jacobian of $f$``.

So does a list, ``Let $f : \mathbb{R}^p \to \mathbb{R}^n$ be .., $J(\theta) \in \mathbb{R}^{n \times p}$ its Jacobian``,
of the one function before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .prose import END, marked
from .typings import names_of

_M = "\x01(?P<{}>\\d+)\x01"
_JACOBIAN = r"(?:\(?transposed?\)?\s+)?jacobian(?:\s+matrix)?"
_SAYS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_M.format('matrix')}\s*,?\s*(?:(?:be|is|denotes?|for|denoting|being)\s+)?(?:the|its)\s+{_JACOBIAN}\s+of\s+"
        rf"(?:the\s+(?:[a-z]+\s+)?)?{_M.format('of')}",
        rf"\b{_JACOBIAN}\s+{_M.format('matrix')}\s+of\s+(?:the\s+(?:[a-z]+\s+)?)?{_M.format('of')}",
        rf"{_M.format('matrix')}\s*,?\s*(?:(?:be|is|denotes?|for)\s+)?its\s+{_JACOBIAN}\b",
        rf"\bits\s+{_JACOBIAN}\s+{_M.format('matrix')}",
    )
)
_NOT = re.compile(
    r"\b(?:not|no|never|neither|nor|without|unless|whether|or|if|when|suppose[ds]?|assum\w+|transposed?|inverse|"
    r"approximat\w+|determinant|generali[sz]ed)\b",
    re.IGNORECASE,
)
_MAP = re.compile(r"(?P<name>[^:]+?)\s*(?:\\colon|:)\s*\\mathbb.*\\(?:to|rightarrow)(?![A-Za-z])")
_NAME = re.compile(r"(?P<name>[^()=:<>]+?)\s*(?:\((?P<at>[^()]*)\)\s*)?(?:\\in(?![A-Za-z]).*)?")


def jacobians(text: str) -> Iterator[tuple[str, str]]:
    """The functions that a text calls Jacobians, each with the function of which it is one.

    Args:
        text: of the file, without comments.
    """
    masked, places = marked(text)
    formulas = [formula for _, formula in places]
    for sentence in (" ".join(one.split()) for one in END.split(masked)):
        if "acobian" not in sentence or _NOT.search(sentence):
            continue
        for pattern in _SAYS:
            for found in pattern.finditer(sentence):
                groups = found.groupdict()
                named = [_named(formulas[int(groups["of"])])] if groups.get("of") else _maps(sentence, found, formulas)
                matrix = _named(formulas[int(found["matrix"])])
                if matrix and len(named) == 1 and named[0] and named[0] != matrix:
                    yield matrix, named[0]


def of_each(said: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The Jacobian of each function of which one alone is said to be it."""
    found: dict[str, set[str]] = {}
    for matrix, function in said:
        found.setdefault(function, set()).add(matrix)
    return {function: min(matrices) for function, matrices in found.items() if len(matrices) == 1}


def _named(formula: str) -> str:
    r"""The function of ``J``, ``J(\theta)``, ``f : \mathbb{R}^p \to ..``, ``J(\theta) \in ..``; empty if it is none."""
    if arrow := _MAP.match(formula):
        names = names_of(arrow["name"])
    elif found := _NAME.fullmatch(formula):
        names = names_of(found["name"])
    else:
        names = []
    return names[0] if len(names) == 1 else ""


def _maps(sentence: str, found: re.Match[str], formulas: list[str]) -> list[str]:
    """The functions that are introduced in a sentence before *its Jacobian*."""
    marks = (int(one[1]) for one in re.finditer("\x01(\\d+)\x01", sentence[: found.start()]))
    return [_named(formulas[k]) for k in marks if _MAP.match(formulas[k])]
