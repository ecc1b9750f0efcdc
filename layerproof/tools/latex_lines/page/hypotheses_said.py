r"""What a theorem supposes, for the proof that follows it: ``Suppose $\eta \le \frac{1}{L}$. Then ..``.

The words of a theorem, lemma or proposition that suppose something hold in it, and in the proof that stands right
after it, or after a remark of some lines. What it concludes is not taken up, nor one of several cases.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from .prose import END

REACH = 600
_NAMES = r"(?:theorem|lemma|proposition|corollary|claim|thm|lem|prop|cor)\*?"
_STATES = re.compile(rf"\\begin\s*\{{({_NAMES})\}}(.*?)\\end\s*\{{\1\}}", re.DOTALL)
_PROOF = re.compile(r"\\begin\s*\{proof\}.*?\\end\s*\{proof\}", re.DOTALL)
_SUPPOSES = re.compile(
    r"\b(?:let|suppos(?:e|ing)|assum(?:e|ing)|given|where|with|such that|fix|choose|take|set)\b"
    r"(?:\s+(?:that|we|have|the|and|any|a|an|be|is|are|constant|number|step|size|stepsize|learning|rate|some|all))*\s*[,:]?\s*$",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(r"\b(?:then|we have|it holds|there (?:is|are|exists?)|follow\w*|converges?|satisfies)\b", re.I)
_CASES = re.compile(r"\\item\b|\b(?:otherwise|either|respectively|in (?:this|that|the first) case|if)\b", re.IGNORECASE)
Given = Callable[[str, list[tuple[int, str]], re.Pattern[str]], Iterator[tuple[int, str]]]
Masked = Callable[[str, int], tuple[str, list[tuple[int, str]]]]


def said_in_statements(text: str, masked: Masked, given: Given) -> Iterator[tuple[int, int, str]]:
    """Where each hypothesis of a theorem stands, where it ends to hold, and the hypothesis.

    Args:
        text: of the file, without comments.
        masked, given: of `premises`: a text with marks for its formulas, and those of them that words give.
    """
    for found in _STATES.finditer(text):
        body, marks = masked(found[2], found.start(2))
        if _CASES.search(body):
            continue
        until = _end_of_proof(text, found.end())
        for sentence in END.split(body):
            supposed = _CONCLUDES.split(sentence)[0]
            for place, formula in given(supposed, marks, _SUPPOSES):
                yield place, until, formula


def _end_of_proof(text: str, end: int) -> int:
    """Where the proof that follows a statement ends; where the statement ends, if none does."""
    proof = _PROOF.search(text, end)
    between = text[end : proof.start()] if proof is not None else ""
    other = re.search(rf"\\begin\s*\{{{_NAMES}\}}|\\(?:sub)*section", between)
    return proof.end() if proof is not None and len(between) <= REACH and not other else end
