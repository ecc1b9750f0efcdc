r"""What the words of a paper say that its letters are, put together: once each, and of layers for all of them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..files.parts import Document
from ..page.products_said import orders
from ..page.typings import said_by, wider
from .layers_seen import of_all_layers
from .names_seen import Seen, names_in

Said = tuple[str, str, int]
"""The type of a name, the words that say so, and where."""
ENTRIES_SIGN = ("positive number", "nonnegative number")
"""What ``x > 0`` and ``x \\ge 0`` say of a letter, if it is a number."""
_DEPTH = re.compile(r"(?P<letter>[A-Z])\s*=\s*(?P<number>\d)")


def said_of_names(document: Document) -> dict[str, Said]:
    """What formulas of the prose, and of displays, say of names."""
    found: dict[str, Said] = {}
    clashes: set[str] = set()
    texts = [*document.typings]
    texts += [
        (s.line, f"{e.start}\\in {s.text}", "") for e in document.equations for s in e.steps if s.relation == "in"
    ]
    for place, text, word in texts:
        for name, kind in said_by(text, word):
            shown = f"{text.replace('%', '')[:60]}{f', {word}' if word and word in kind else ''}"
            known = found.setdefault(name, (kind, shown, place))
            if known[0] == kind or (kind in ENTRIES_SIGN and _has_entries(known[0])):
                continue
            if known[0] in ENTRIES_SIGN and _has_entries(kind):
                found[name] = (kind, shown, place)
                continue
            if both := wider(known[0], kind):
                found[name] = (both, known[1] if both == known[0] else shown, known[2])
            else:
                clashes.add(name)
    said = {name: what for name, what in found.items() if name not in clashes}
    other = _of_another_meaning(document, said)
    return {name: what for name, what in said.items() if name not in other}


def _has_entries(kind: str) -> bool:
    r"""Whether a type is that of a vector or a matrix: ``x \ge 0`` is then said of its entries, and not what it is."""
    return kind.split(" ")[0] == "vector" or "matrix" in kind.split(" ")


def said_of_layers(document: Document, said: Mapping[str, Said], seen: dict[str, Seen]) -> dict[str, Said]:
    """What is said, and what it says of all layers and their products; a product that no formula has counts as seen."""
    kinds = {name: kind for name, (kind, *_) in said.items()}
    prose: dict[str, Seen] = {}
    for place, text in document.prose:
        names_in(text, place, prose, counts=False)
    found = dict(said)
    for name, kind, source in of_all_layers(kinds, [*seen, *prose], orders(document)):
        found[name] = kind, *said[source][1:]
        if name not in seen and name not in prose:
            seen[name] = Seen(set(seen[source].lines) if source in seen else set(), said[source][2])
    return _of_that_depth(found, document)


def _of_that_depth(said: dict[str, Said], document: Document) -> dict[str, Said]:
    r"""The same where the paper says *for $L = 2$*: ``\mathbb{R}^{d_L \times d_0}`` is d_2 x d_0, if a size is d_2."""
    seen = [one for _, text in document.prose if (one := _DEPTH.fullmatch(text))]
    depths = {(one["letter"], one["number"]): one for one in seen}
    letters = [depth["letter"] for depth in depths.values()]
    for depth in depths.values():
        if letters.count(depth["letter"]) > 1:  # two depths, one after the other
            continue
        deepest, number = f"_{{{depth['letter']}}}", f"_{{{depth['number']}}}"
        sizes = {size for kind, *_ in said.values() for size in kind.split() if size.endswith(number)}
        for name, (kind, shown, place) in said.items():
            made = " ".join(
                word[: -len(deepest)] + number
                if word.endswith(deepest) and word[: -len(deepest)] + number in sizes else word
                for word in kind.split()
            )  # fmt: skip
            if made != kind:
                said[name] = made, f"{shown}, {depth[0]}", place
    return said


def _of_another_meaning(document: Document, said: Mapping[str, Said]) -> set[str]:
    r"""The names that are said to be vector functions, and stand as numbers: with nothing behind, and mostly so.

    The paper says ``T : \mathbb{R}^d \to \mathbb{R}^d`` of one passage, and counts steps by T in all others.
    """
    maps = {name for name, (kind, *_) in said.items() if kind.startswith("vector function")}
    seen: dict[str, Seen] = {}
    for equation in document.equations if maps else ():
        for side in equation.sides:
            names_in(side, equation.line, seen, counts=True)
    shows = {name: seen[name].shows for name in maps if name in seen}
    return {name for name, s in shows.items() if s["bare"] == s["last"] > s["applied"] and not s["norm"]}
