r"""Whether the prose says that powers of vectors are taken entry by entry: *where squares are entrywise*.

Of a vector ``w^2`` is else read in no way, for some write it for a length. That products by a sign of their own,
``u \odot v``, are by entries says nothing of powers; that a power is a factor of one, ``w^2 \odot v``, or is said to be
one, ``x^2 = x \circ x``, does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .displays import Display
from .prose import sentences

_ONE = r"(?:entr(?:y|ies)|elements?|components?|coordinates?)"
_HOW = rf"(?:(?:entry|element|component|coordinate)\s?-?\s?wise|{_ONE}[\s-]by[\s-]{_ONE})"
_POWERS = r"(?:squares?|squaring|powers?|operations?|exponents?|exponentiations?|arithmetic)"
_BESIDE = (
    r"(?:and|or|of|on|between|such|as|like|all|any|the|these|two|vectors?|\w*functions?|logarithms?|exponentials?|\
roots?|divisions?|quotients?|multiplications?|products?|additions?|sums?|\x01+)"
)
_TAKEN = (
    r"(?:taken|understood|meant|performed|applied|interpreted|read|defined|computed|done|carried|out|to|be|all|always|also|\
both|here|act|acts)"
)
_SAID = re.compile(
    rf"(?<!least\s)(?<!\w)(?:{_POWERS}|products)(?:[\s,/()]+(?:{_BESIDE}|{_POWERS}))*[\s,]+"
    rf"(?:(?:is|are|be|being|{_TAKEN})\s+)+{_HOW}(?!\w)|(?<!\w){_HOW}\s+(?:squares?|squaring|powers?|operations?)(?!\w)",
    re.IGNORECASE,
)
_ONLY_PRODUCTS = re.compile(rf"(?<!\w)products(?!\w)(?:(?!{_POWERS}).)*$", re.IGNORECASE | re.DOTALL)
_LETTER = (
    r"(?:\\(?:mathbf|boldsymbol|bm|vec|tilde|hat|bar)\s*\{?\s*)?(?:[a-z]|\\[a-z]{2,8})\s*\}?(?:_(?:\{[^{}]*\}|\w)|\s)*"
)
_SIGN = r"\s*\\(?:odot|circ)(?![A-Za-z])\s*"


def _squared(group: str) -> str:
    return rf"(?<![A-Za-z\\])(?P<{group}>{_LETTER})\^\s*(?:2|\{{\s*2\s*\}})"


_SHOWN = re.compile(
    rf"{_squared('before')}\s*\\odot(?![A-Za-z])|\\odot(?![A-Za-z])\s*{_squared('after')}"
    rf"|{_squared('whole')}\s*:?=\s*(?P=whole){_SIGN}(?P=whole)(?![A-Za-z_^(])"
)
"""A square of a small letter beside a product by entries, or said to be one."""
_DENIED = re.compile(r"\b(?:not|no|unlike|except|unless|instead|rather|never)\b", re.IGNORECASE)


def powers_are_by_entries(text: str, found: Iterable[tuple[int, Display]]) -> bool:
    """Whether a sentence says so, or a formula shows it.

    Args:
        text: of the file, without comments.
        found: displays with their numbers; what stands in them is no prose.
    """
    return _SHOWN.search(text) is not None or any(
        _says_so(words, formulas) for _, words, formulas in sentences(text, found)
    )


def _says_so(words: str, formulas: Iterable[str]) -> bool:
    said = _SAID.search(" ".join(words.split()))
    if said is None or _DENIED.search(words):
        return False
    signs = any(re.search(r"\\(?:odot|circ)(?![A-Za-z])", formula) for formula in formulas)
    return not (signs and _ONLY_PRODUCTS.match(said[0]))
