r"""What words say of eigenvectors and of solutions: *Let $v$ be an eigenvector of $K$ with eigenvalue $\lambda$*.

It gives ``K v = \lambda v``; of a left one ``v^\top K = \lambda v^\top``, of a unit one ``v^\top v = 1``, too. *$\mu$
is the smallest eigenvalue of $K$* gives ``\mu = \lambda_{\min}(K)``, and *Let $w^*$ be a solution of $X w^* = y$* that
equation. The solution of a problem, or of an equation in another letter, gives nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..files.tokens import Unbalanced, holds, in_words, words
from ..notation.spelling import plain
from .typings import names_of

Formulas = Sequence[tuple[int, str]]
"""The formulas of a text, with where they begin."""

_NOT = re.compile(
    r"\b(?:not|no|never|nor|neither|cannot|without|unless|whether|or|if|when|approximat\w+|generali[sz]ed|suppose[ds]?|"
    r"assum\w+|some|almost|nearly|fails?|only)\b",
    re.IGNORECASE,
)
_OF = "\x01(?P<{}>\\d+)\x01"
_KIND = (
    r"(?:(?:the|an?|any|every|each|its|their|all|corresponding|associated|unit|unit-norm|unit-length|normali[sz]ed|"
    r"orthonormal|orthogonal|top|leading|first|dominant|largest|smallest|real|left|right)\s+)*"
)
_TO = (
    r"\s*,?\s*(?:(?:with|for|to|having|(?:corresponding|associated|belonging)\s+(?:to|with))\s+)"
    r"(?:(?:the|an?|its|their|some|real|positive|nonnegative|corresponding|associated)\s+)*"
)
_VECTORS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_OF.format('vector')}\s*(?:,\s*)?(?:be|is|are|denotes?)\s+(?P<kind>{_KIND})eigenvectors?\s+of\s+"
        rf"{_OF.format('matrix')}{_TO}eigenvalues?\s+{_OF.format('value')}",
        rf"(?P<kind>{_KIND})eigenvectors?\s+{_OF.format('vector')}\s+of\s+{_OF.format('matrix')}{_TO}eigenvalues?\s+"
        rf"{_OF.format('value')}",
        rf"eigenvalues?\s+{_OF.format('value')}\s+of\s+{_OF.format('matrix')}{_TO}(?P<kind>{_KIND})eigenvectors?\s+"
        rf"{_OF.format('vector')}",
    )
)
_LEAST = r"(?P<which>smallest|least|minimal|minimum|lowest|largest|greatest|maximal|maximum|top|highest)"
_EXTREMES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_OF.format('value')}\s*(?:,\s*)?(?:be|is|denotes?|for|denoting|being|=)\s+(?:the|its)\s+{_LEAST}\s+"
        rf"eigenvalue\s+of\s+(?:the\s+(?:[a-z]+\s+)?)?{_OF.format('matrix')}",
        rf"{_LEAST}\s+eigenvalue\s+{_OF.format('value')}\s+of\s+(?:the\s+(?:[a-z]+\s+)?)?{_OF.format('matrix')}",
    )
)
_LARGEST = frozenset({"largest", "greatest", "maximal", "maximum", "top", "highest"})
_SOLVES = re.compile(
    rf"{_OF.format('letter')}\s*(?:,\s*)?(?:(?:be|is|denotes?)\s+(?:an?|any|the)\s+(?:(?:unique|exact|interpolating)\s+)?"
    r"solution\s+(?:of|to)|solves?|satisf(?:y|ies))\s+(?:(?:the|this|our)\s+(?:linear\s+|normal\s+)?(?:equations?|system)"
    rf"\s+)?{_OF.format('equation')}",
    re.IGNORECASE,
)
_RELATION = re.compile(r"[<>=]|\\(?:in|[lg]eq?|neq?|succ(?:eq)?|prec(?:eq)?|approx|to|sim)(?![A-Za-z])")
_PROBLEM = re.compile(r"\\(?:min|max|inf|sup|arg\w*|operatorname|mathrm|text|lim|sum|int|[lc]?dots)(?![A-Za-z])|[:;,|]")
_UNIT = re.compile(r"\b(?:unit|normali[sz]ed|orthonormal)\b", re.IGNORECASE)
_PLAIN = re.compile(r"[A-Za-z]|\\[A-Za-z]+")
EXTREME = re.compile(r"(?P<value>[^=]+) = \\lambda_\{\\(?P<which>min|max)\}\((?P<matrix>.+)\)")
"""How it is told that a letter is an extreme eigenvalue."""


def of_eigenvectors(sentence: str, formulas: Formulas) -> Iterator[tuple[int, str]]:
    """The equations that a sentence gives by what it calls eigenvectors, eigenvalues and solutions, with their places.

    Args:
        sentence: with a mark for each formula, its number between two characters 1.
        formulas: by these numbers.
    """
    if _NOT.search(sentence):
        return
    for pattern in _VECTORS:
        for found in pattern.finditer(sentence):
            vector, value = (_name(formulas[int(found[part])][1]) for part in ("vector", "value"))
            place, matrix = formulas[int(found["matrix"])]
            if not (vector and value) or _RELATION.search(matrix):
                continue
            if re.search(r"\bleft\b", found["kind"]):
                yield place, rf"({vector})^\top ({matrix}) = {value} ({vector})^\top"
            else:
                yield place, f"({matrix}) {vector} = {value} {vector}"
            if _UNIT.search(found["kind"]):
                yield place, rf"({vector})^\top {vector} = 1"
    for pattern in _EXTREMES:
        for found in pattern.finditer(sentence):
            value, (place, matrix) = _name(formulas[int(found["value"])][1]), formulas[int(found["matrix"])]
            if value and not _RELATION.search(matrix):
                which = "max" if found["which"].lower() in _LARGEST else "min"
                yield place, rf"{value} = \lambda_{{\{which}}}({matrix})"
    for found in _SOLVES.finditer(sentence):
        place, equation = formulas[int(found["equation"])]
        if _is_solved_by(_name(formulas[int(found["letter"])][1]), equation):
            yield place, equation


def _name(formula: str) -> str:
    r"""The name that a formula is, before what bounds it, ``\sigma > 0``; empty if it is none, or several."""
    names = names_of(_RELATION.split(formula)[0])
    return names[0] if len(names) == 1 else ""


def _is_solved_by(letter: str, equation: str) -> bool:
    """Whether an equation holds a letter, and is no problem, nor says of a function what it is at every point."""
    sides = _RELATION.split(equation)
    if not letter or len(sides) != 2 or equation.count("=") != 1 or _PROBLEM.search(equation):
        return False
    try:
        tokens, name = plain(words(equation)), in_words(letter)
    except (Unbalanced, ValueError):
        return False
    everywhere = _PLAIN.fullmatch(letter) is not None and holds(tokens, ("(", *name, ")"))
    return holds(tokens, name) and not everywhere
