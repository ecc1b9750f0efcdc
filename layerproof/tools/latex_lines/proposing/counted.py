r"""Letters that count: the size of ``\mathbf{1}_n``, what stands as an index, and where a sum begins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .names_seen import Seen

_ONES = re.compile(r"\\(?:mathbf|boldsymbol|mathbb)\{1\}_\{(?P<size>[A-Za-z](?:_\{[A-Za-z\d]\})?|\\[a-z]+)\}")
_BARE = re.compile(r"\\(?:mathbf|boldsymbol|mathbb)\{1\}")
_IN_PROSE = re.compile(r"\\(?:mathbf|boldsymbol|mathbb|bm)\s*\{?\s*1\s*\}?\s*_\s*\{?\s*([a-z])(?![A-Za-z])")
_INDEX = re.compile(r"[^_^]+_\{(?P<letter>[i-nKLMNT]|\\ell)(?: [+-] \d)?\}")
r"""Letters that count; another one below a letter, ``f_x``, ``\sigma_b``, may be a label."""
_STEP = re.compile(r"(?P<base>[^_^]+)_\{(?P<letter>[a-z]|\\tau) [+-] 1\}")
"""An iterate after another, or before it: ``w_{t + 1}`` beside ``w_{t}``."""
_RAISED = re.compile(
    r"[)\]]\s*\^\s*(?:\{\s*(?P<one>[a-z]|\\tau)\s*(?:[+-]\s*\d\s*)?\}|(?P<bare>[a-z]|\\tau(?![A-Za-z])))"
)
_BEGINS = re.compile(r"\\sum\s*(?:\\limits\s*)?_\s*\{\s*(?:[A-Za-z]|\\ell)\s*=\s*(?P<letter>[A-Za-z])\s*\+\s*\d\s*\}")


def sizes_of_ones(seen: Mapping[str, Seen], prose: Iterable[str]) -> list[str]:
    r"""The sizes of the vectors of ones: ``\mathbf{1}_A`` of a set, which is never turned, is an indicator."""
    found = ((what, _ONES.fullmatch(name)) for name, what in seen.items())
    sizes = {one["size"] for what, one in found if one and (one["size"].islower() or what.shows["transposed"])}
    return sorted(sizes | {one[1] for text in prose for one in _IN_PROSE.finditer(text)})


def is_of_ones(name: str) -> bool:
    """Whether a name is that of a vector of ones, or of an indicator: both are known without being declared."""
    return _ONES.fullmatch(name) is not None or _BARE.fullmatch(name) is not None


def counting(seen: Mapping[str, Seen], texts: Iterable[str]) -> dict[str, str]:
    """The letters that stand as an index of another name, or where a sum begins, with a type for each.

    So does one count that is raised over a bracket, ``(I - \\eta H)^t``, beside iterates ``w_{t+1}`` and ``w_t``.
    """
    below: dict[str, set[str]] = {}
    for name in seen:
        if (one := _INDEX.fullmatch(name)) and not is_of_ones(name):
            below.setdefault(one["letter"], set()).add(name.partition("_")[0])
    texts = list(texts)
    raised = {one["one"] or one["bare"] for text in texts for one in _RAISED.finditer(text)}
    for name in seen:
        if (
            (step := _STEP.fullmatch(name))
            and step["letter"] in raised
            and f"{step['base']}_{{{step['letter']}}}" in seen
        ):
            below.setdefault(step["letter"], set()).add(step["base"])
    begun = {one["letter"] for text in texts for one in _BEGINS.finditer(text)}
    from_nought = {name.partition("_")[0] for name in seen if name.endswith("_{0}")}
    found = {
        letter: "nonnegative integer number" if bases & from_nought else "natural number"
        for letter, bases in below.items()
    }
    return found | dict.fromkeys(begun, "natural number")
