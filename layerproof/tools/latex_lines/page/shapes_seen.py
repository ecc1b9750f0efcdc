r"""What the prose of a paper says of the shape of its functions: ``Let $f$ be convex and $L$-smooth.``

A sentence that names one function, and calls it so, is a proposal.  It may be said for one theorem only, so it is a
guess until the author confirms it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..files.positions import Place, Positions
from ..notation.naming import latex_name

_SENTENCE = re.compile(r"(?:[^.\n]|\n(?!\s*\n)|\.(?=\d))+")
_INLINE = re.compile(r"(?<!\\)\$([^$]{1,60})\$")
_NAME = r"\s*({name})\s*(?:\(|:|\\colon|$)"
_NO_SET = r"(?!\s*(?:sets?|hulls?|bod(?:y|ies)|combinations?|subsets?|cones?|domains?|relaxations?|conjugate))"
_PROPERTIES = (
    (re.compile(r"\$([^$]{1,12})\$\s*-?\s*strongly[- ]convex"), "{}-strongly convex"),
    (re.compile(r"\$([^$]{1,12})\$\s*-?\s*(?:smooth|Lipschitz(?:[- ]continuous)?\s+gradients?)"), "{}-smooth"),
    (re.compile(r"gradients?\b[^.]{0,40}\b(?:is|are)\s+\$([^$]{1,12})\$\s*-?\s*Lipschitz"), "{}-smooth"),
    (
        re.compile(
            r"\$\\nabla\s*[^$]{1,12}\$\s*(?:is|be|are)?\s*(?:a\s+)?\$?([A-Za-z]|\\[a-z]+)\$?\s*-\s*[Ll]ipschitz"
        ),
        "{}-smooth",
    ),
    (re.compile(rf"(?<!non)(?<!non-)(?<!not )(?<!strongly )(?<!strongly-)\bconvex\b{_NO_SET}"), "convex"),
    (re.compile(r"\$([^$]{1,12})\$[^.$]{0,30}\bminimi[sz]e(?:r|s)\b(?! the)"), "least at {}"),
)


def shapes_in(text: str, at: Positions) -> Iterator[tuple[Place, str, str]]:
    """The place, the formulas of the sentence, and what is said of a function there; of a text without comments."""
    for sentence in _SENTENCE.finditer(text):
        words = sentence[0]
        if not re.search("convex|smooth|Lipschitz", words):
            continue
        for pattern, what in _PROPERTIES:
            found = pattern.search(words)
            if found:
                number = found[1].strip() if "{}" in what else ""
                formulas = [f.strip() for f in _INLINE.findall(words) if f.strip() != number]
                if what == "{}-smooth":
                    formulas = [re.sub(r"^\\nabla\s*", "", formula) for formula in formulas]
                yield at.place(sentence.start()), "\n".join(formulas), what.replace("{}", number)


_STARRED = re.compile(
    r"-\s*(?P<name>[A-Za-z]|\\[A-Za-z]+)\s*\((?P<point>[A-Za-z]\^\{?(?:\*|\\star|\\ast)\}?|[A-Za-z]_\{?(?:\*|\\star|\\ast)\}?)\)"
)


def gaps_in(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    r"""The functions, and the points with a star, of which ``f(x) - f(x^*)`` is written: f is least there, often."""
    for text in texts:
        for found in _STARRED.finditer(text.replace(r"\left", "").replace(r"\right", "")):
            yield latex_name(found["name"]), latex_name(found["point"])


def function_of(formulas: str, functions: list[str]) -> str:
    """The one function that formulas of a sentence name; empty if there is none, or more than one."""
    named = {
        name for name in functions for formula in formulas.split("\n")
        if re.match(_NAME.format(name=re.escape(name)), _spelled(formula))
    }  # fmt: skip
    return named.pop() if len(named) == 1 else ""


def _spelled(formula: str) -> str:
    head, bracket, rest = formula.partition("(")
    try:
        return f"{latex_name(head)}{bracket}{rest}"
    except ValueError:
        return formula
