r"""A line as a source prints it, and how it is read as a claim.

A source has its own names: it writes ``\theta`` where a claim has a sum, or ``i`` where a claim has ``k``.  `Printed`
declares them, and then the line is read by the grammar of `reading`, with the names of the claim.  Whether what is read
is what the claim says is proved elsewhere; here nothing is decided.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

LEFT, RIGHT = r"\claimleft", r"\claimright"
"""In a name: what the claim has on this side."""

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|:=|\d+(?:\.\d+)?|[^\s]", re.DOTALL)
_SILENT = frozenset({r"\left", r"\right", r"\,", r"\;", r"\:", r"\!", r"\quad", r"\qquad", r"\big", r"\Big", r"\bigl",
                     r"\bigr", r"\displaystyle"})  # fmt: skip
_SPELT = {":=": "=", r"\rightarrow": r"\to", r"\dfrac": r"\frac", r"\leqslant": r"\le", r"\geqslant": r"\ge"}

_DEFINES = ("=", r"\approx", r"\leftarrow")


@dataclass(frozen=True)
class Printed:
    r"""How a printed line is read.

    Attributes:
        line: the line in the LaTeX of its source; of an erratum, that of the erratum.
        label: its own: its number, or the title of its slide, and which it is there if there are several, as in
            ``Utility, 2``; of an erratum, if several stand at the claim's.
        read: the part of the line that the claim is about; all of it if empty.
        head: what stands before it: the left side of a line that begins with its relation.
        names: names and notation of the source, and what stands for them in the notation of the claim; `LEFT` and
            `RIGHT` are what the claim has on its sides.
        case: in words, the case that the claim is about, if it is less than the line.
        then: what the claim says of the quantities that the line defines, in the notation of the source; what the
            line defines for one case of several is the name, a bar and the case.
        factor: both sides of the line are those of the claim divided by it.
        free: letters of the line, positive numbers, that the claim does not mention since they cancel.
        sizes: how many rows and columns the matrices of the line have: the claim is that these fit.
        divides: a letter of the line that it divides by, or by its root: the claim is that it is positive.
        unread: why the line is not read, if it is not.
    """

    line: str = ""
    label: str = ""
    read: str = ""
    head: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    case: str = ""
    then: str = ""
    factor: str = "1"
    free: tuple[str, ...] = ()
    sizes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    divides: str = ""
    unread: str = ""

    def relation(self, line: str) -> str:
        """The relation that is read, in the notation of the claim.

        Args:
            line: what the source prints.

        Raises:
            ValueError: if what is to be read is no part of the line.
        """
        whole = self._whole(line)
        if not self.then:
            return " ".join(renamed(whole, self.names))
        return " ".join(renamed(renamed(normal(self.then), _defined(whole)), self.names))

    def formula(self, line: str) -> str:
        """The line, or the part of it that is read, in the notation of the claim; errors as those of `relation`."""
        return " ".join(renamed(self._whole(line), self.names))

    def _whole(self, line: str) -> list[str]:
        part = self.read or line
        if part not in line:
            raise ValueError(f"{part!r} is no part of the printed line {line!r}")
        return normal(f"{self.head} {part.rstrip(' .,')}")


def _defined(tokens: Sequence[str]) -> Mapping[str, str]:
    """What a line defines: one quantity, or some that have cases, each under ``name|condition``."""
    if _BEGIN[0] not in tokens:
        name, value = _definition(tokens)
        return {" ".join(name): f"({' '.join(value)})"}
    found: dict[str, str] = {}
    while _BEGIN[0] in tokens:
        begin, end = tokens.index(_BEGIN[0]), tokens.index(_END[0])
        name, factor = _definition(tokens[:begin])
        if factor:
            raise ValueError(f"got {' '.join(factor)!r} before the cases of {' '.join(name)!r}")
        for row in _split(tokens[begin + len(_BEGIN) : end], r"\\"):
            value, condition = _split(row, "&")
            found[" ".join([*name, "|", *condition])] = f"({' '.join(value).rstrip(' ,')})"
        tokens = tokens[end + len(_END) :]
    return found


def _definition(tokens: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    at = next((k for k, token in enumerate(tokens) if token in _DEFINES), None)
    if at is None:
        raise ValueError(f"the printed line {' '.join(tokens)!r} defines nothing")
    return tokens[:at], tokens[at + 1 :]


def _split(tokens: Sequence[str], mark: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token == mark:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def normal(text: str) -> list[str]:
    """The tokens of a line, spelt in one way: scripts in braces, derivatives with an upright d, no spaces."""
    found = [_SPELT.get(token, token) for token in _TOKEN.findall(text) if token not in _SILENT]
    return list(_differentials(list(_scripts(found))))


def _scripts(tokens: Sequence[str]) -> Iterator[str]:
    place = 0
    while place < len(tokens):
        yield tokens[place]
        bare = tokens[place] in ("_", "^") and place + 1 < len(tokens) and tokens[place + 1] != "{"
        if bare:
            yield from ("{", tokens[place + 1], "}")
        place += 2 if bare else 1


def _differentials(tokens: list[str]) -> Iterator[str]:
    r"""``\frac{d x}{d t}`` with an upright d."""
    upright = [r"\mathrm", "{", "d", "}"]
    changed: set[int] = set()
    for k, token in enumerate(tokens):
        if token == r"\frac" and tokens[k + 1 : k + 3] == ["{", "d"]:
            end = _closing(tokens, k + 1)
            if tokens[end + 1 : end + 3] == ["{", "d"] and tokens[k + 3] != "_":
                changed |= {k + 2, end + 2}
    for k, token in enumerate(tokens):
        yield from upright if k in changed else [token]


def _closing(tokens: Sequence[str], place: int) -> int:
    depth = 0
    for k in range(place, len(tokens)):
        depth += (tokens[k] == "{") - (tokens[k] == "}")
        if depth == 0:
            return k
    return len(tokens) - 1


def renamed(tokens: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """The tokens with each name, the longest first, replaced by what stands for it."""
    known = sorted(((normal(name), normal(meaning)) for name, meaning in names.items()), key=lambda pair: -len(pair[0]))
    found: list[str] = []
    place = 0
    while place < len(tokens):
        for name, meaning in known:
            if tokens[place : place + len(name)] == name:
                found += meaning
                place += len(name)
                break
        else:
            found.append(tokens[place])
            place += 1
    return found


_BEGIN, _END = normal(r"\begin{cases}"), normal(r"\end{cases}")
