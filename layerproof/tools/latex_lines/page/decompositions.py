r"""What the words say of matrices with orthonormal columns: ``Let $W = U S V^\top$ be the SVD of $W$``.

The outer factors of a singular value decomposition have orthonormal columns, ``U^\top U = I``, whether it is thin or
not, and so has that of an eigendecomposition ``Q \Lambda Q^\top``; what stands between them is diagonal, and so, if it
is square, its own transpose. In ``K = \sum_{i=1}^n \lambda_i v_i v_i^\top`` the v_i are eigenvectors, and a basis. The
same is said by *where $U$ and $V$ are orthogonal matrices*, *.. are the left and right singular vectors of $M$* and
*$Q$ has orthonormal columns*. Of vectors, *u and v are orthogonal* says something else, and nothing is taken from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .typings import names_of

Formulas = Sequence[tuple[int, str]]
"""The formulas of a text, with where they begin."""

_MARK = "\x01(\\d+)\x01"
_NAMED = re.compile(
    r"\b(?:singular[\s-]+value[\s-]+decompositions?|svds?|(?:eigen(?:[\s-]*value)?|spectral)[\s-]*decompositions?)\b",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not|no|never|nor|neither|cannot|without|unless|whether|or|if|approximat\w+|generali[sz]ed|weighted|"
    r"quaternion\w*|tensor|higher[\s-]order|suppose[ds]?|assum\w+)\b",
    re.IGNORECASE,
)
_INDEX = r"(?:\s*_\s*(?:\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z0-9]))?"
_GROUP = r"\{(?:[^{}]|\{[^{}]*\})*\}"
_LETTER = (
    rf"(?:\\(?:math(?:bf|rm|sf|cal|bb)|boldsymbol|bm|widetilde|tilde|widehat|hat|bar|overline|check)\s*"
    rf"(?:{_GROUP}|[A-Za-z]|\\[A-Za-z]+)|\\[A-Z][a-z]+|[A-Z]){_INDEX}"
)
_RAISED = (
    r"\s*\^\s*(?P<raised>\{\s*\\?[A-Za-z*]+\s*\}|\{\s*\\math(?:sf|rm)\s*\{?T\}?\s*\}|"
    r"\\top|\\intercal|\\ast|\\dagger|[T*H])"
)
_PRODUCT = re.compile(rf"\s*(?P<first>{_LETTER})(?P<middle>[^=+]+?)(?P<last>{_LETTER}){_RAISED}\s*[.,;]?\s*")
_TRANSPOSE = re.compile(r"[{\s]*(?:\\top|\\intercal|T|\\math(?:sf|rm)\s*\{?T\}?|\*|\\ast|\\dagger|H)[}\s]*")
_SMALL = rf"(?:\\(?:math(?:bf|rm|sf)|boldsymbol|bm|hat|bar|tilde)\s*(?:{_GROUP}|[a-z]|\\[a-z]+)|\\[a-z]+|[a-z])"
_AT = r"\s*_\s*\{?\s*(?P=index)\s*\}?\s*"
_SPECTRAL = re.compile(
    rf"\s*(?P<of>{_LETTER})\s*=\s*\\sum\s*(?:\\limits\s*)?_\s*\{{?\s*(?P<index>[a-z])\s*=\s*1\s*\}}?\s*"
    rf"\^\s*\{{?\s*(?P<end>[A-Za-z])\s*\}}?\s*(?P<value>{_SMALL}){_AT}(?P<vector>{_SMALL}){_AT}(?P=vector){_AT}"
    rf"{_RAISED}\s*[.,;]?\s*"
)
_LIST = rf"{_MARK}(?:\s*(?:,\s*and|,|and)\s*{_MARK})*"
_ORTHOGONAL = re.compile(
    rf"\b(?:orthogonal|orthonormal|unitary)\s+matri(?:x|ces)\s+(?P<after>{_LIST})|"
    rf"(?P<before>{_LIST})\s*,?\s*(?:(?:is|are|be|being|both)\s+)*(?:an?\s+)?(?:(?:square|real)\s+)?"
    r"(?:orthogonal|orthonormal|unitary)\s+matri(?:x|ces)\b|"
    rf"(?P<columns>{_LIST})\s*,?\s*(?:which\s+)?(?:has|have|having|with)\s+(?:pairwise\s+)?orthonormal\s+columns?\b",
    re.IGNORECASE,
)
_SINGULAR = re.compile(
    rf"(?P<vectors>{_LIST})\s*,?\s*(?:(?:are|is|contain|contains|hold|holds|collect|collects|being|both|denote|with)\s+)+"
    r"(?:the\s+)?(?:matri(?:x|ces)\s+(?:of|with)\s+(?:the\s+)?)?(?:(?:left|right)(?:\s*(?:/|-|and|,)\s*)?|\s|respective|"
    r"corresponding|top|leading)*singular[\s-]+vectors\b",
    re.IGNORECASE,
)
_FACTORS = re.compile(
    rf"(?P<factors>{_LIST})\s*,?\s*(?:(?:is|are|being|both)\s+)*(?:semi-?)?(?:orthogonal|orthonormal|unitary)\b"
)


def orthonormal(sentence: str, formulas: Formulas) -> Iterator[tuple[int, str]]:
    """The equations that a sentence gives by naming a decomposition, or matrices as orthogonal, each with its place.

    Args:
        sentence: with a mark for each formula, its number between two characters 1.
        formulas: by these numbers.
    """
    if _NOT.search(sentence):
        return
    marks = [int(one[1]) for one in re.finditer(_MARK, sentence)]
    named = _NAMED.search(sentence)
    for place, formula in (formulas[k] for k in marks) if named else ():
        if (terms := _SPECTRAL.fullmatch(formula)) and _TRANSPOSE.fullmatch(terms["raised"]):
            yield from ((place, one) for one in _eigenvectors(terms))
        _, equal, value = formula.partition("=")
        if equal and (product := _PRODUCT.fullmatch(value)) and _TRANSPOSE.fullmatch(product["raised"]):
            raised = product["raised"]
            for letter in dict.fromkeys((product["first"], product["last"])):
                yield place, _has_orthonormal_columns(letter, raised)
            middle = product["middle"].strip()
            if re.fullmatch(_LETTER, middle):
                yield place, f"{middle}^{raised} = {middle}"
    patterns = (_ORTHOGONAL, _SINGULAR, _FACTORS) if named else (_ORTHOGONAL, _SINGULAR)
    for found in (one for pattern in patterns for one in pattern.finditer(sentence)):
        listed = next(text for text in found.groupdict().values() if text)
        for one in re.finditer(_MARK, listed):
            place, formula = formulas[int(one[1])]
            for name in names_of(re.split(r"\\in(?![A-Za-z])", formula)[0]):
                if found.re is not _SINGULAR or re.fullmatch(_LETTER, name):  # a vector u is of length 1
                    yield place, _has_orthonormal_columns(name, r"\top")


def _eigenvectors(terms: re.Match[str]) -> Iterator[str]:
    r"""What is known of the terms ``\lambda_i v_i v_i^\top``: of eigenvectors, and a basis if they are so many."""
    at = f"_{{{terms['index']}}}"
    vector, value = terms["vector"] + at, terms["value"] + at
    yield f"{terms['of']} {vector} = {value} {vector}"
    every = rf"\sum_{{{terms['index']}=1}}^{{{terms['end']}}}"
    yield f"{every} {vector} {vector}^{terms['raised']} = I_{{{terms['end']}}}"  # unread if they are of another size


def _has_orthonormal_columns(letter: str, raised: str) -> str:
    return f"{letter}^{raised} {letter} = I"
