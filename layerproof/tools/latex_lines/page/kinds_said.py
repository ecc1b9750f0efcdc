r"""What words say of a matrix that is only a name: *with a constant kernel $K$, symmetric and positive definite*."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .prose import END, marked
from .typings import WORDS, names_of

_WORD = "|".join(sorted(WORDS, key=len, reverse=True))
_KIND = rf"(?:(?:real|square)\s+)?(?P<{{}}>(?:{_WORD})(?:(?:,|,?\s+and)?\s+(?:{_WORD}))*)"
_AFTER = re.compile(
    rf"(?P<still>\b(?:constant|fixed)\s+)?(?:\b(?:[a-z]+)\s+)?\x01(?P<mark>\d+)\x01\s*(?:,\s*(?:which\s+is\s+)?|is\s+|be\s+)"
    rf"(?:an?\s+)?{_KIND.format('kind')}\b(?!\s+(?:if|when|only|with|to|part))",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"\b(?P<still>(?:constant|fixed)\s+)?{_KIND.format('kind')}\s+(?:kernel|matrix|hessian|covariance)\s+\x01(?P<mark>\d+)\x01",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|no|never|neither|nor|if|unless|whether|or|when)\b", re.IGNORECASE)


def kinds_said(text: str) -> Iterator[tuple[str, str]]:
    """The names of which a text says what matrices they are, with that, as a header says it.

    Args:
        text: of the file, without comments.
    """
    masked, formulas = marked(text)
    for sentence in END.split(masked):
        plain = " ".join(sentence.split())
        if _NOT.search(plain):
            continue
        for found in (*_AFTER.finditer(plain), *_BEFORE.finditer(plain)):
            names = names_of(formulas[int(found["mark"])][1])
            words = re.findall(_WORD, found["kind"].lower())
            kinds = list(dict.fromkeys(WORDS[" ".join(word.split())] for word in words))
            strong = [kind for kind in kinds if kind != "symmetric" or len(kinds) == 1]
            if len(names) == 1 and strong:
                yield names[0], ("constant " if found["still"] else "") + " ".join(strong[:1])
