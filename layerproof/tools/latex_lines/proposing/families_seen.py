r"""Families of a paper: letters with an index over which its sums run, ``b_i`` beside ``\\sum_{i=1}^{n}``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from ..files.parts import Equation
from ..files.tokens import Unbalanced, argument, joined, words
from ..notation.naming import is_name
from ..notation.spelling import plain
from .diagonals_seen import ends_of_indices, ends_of_lists
from .names_seen import Seen, indexed

_ENTRIES = frozenset({"real", "positive", "nonnegative"})
_SIZE = re.compile(r"[A-Za-z]|\\d+|\\ell")


def families_of(
    equations: Iterable[Equation],
    seen: dict[str, Seen],
    taken: set[str],
    said: Mapping[str, str],
    prose: Iterable[str] = (),
    sizes: Sequence[str] = (),
) -> Iterator[tuple[str, str, Seen, set[str]]]:
    """The name with its index, what is proposed, where it is seen, and the names that it takes, of each family.

    Args:
        equations: of the paper.
        seen: the names of its formulas.
        taken: names that are proposed otherwise.
        said: what the paper says of names; an entry of a family may be said to be a number.
        prose: formulas of the prose, such as ``i = 1, \\dots, n``.
        sizes: of the paper's vectors, the most used first.
    """
    equations, prose = list(equations), list(prose)
    ends_of = all_ranges(equations, prose)
    lists = ends_of_lists([*(text for equation in equations for text in equation.sides), *prose])
    wide = wide_ranges(equations)
    first = {index: low for index, (low, _) in wide.items() if index not in ends_of}
    ends_of = {index: high for index, (_, high) in wide.items()} | ends_of
    bases: dict[str, list[tuple[str, str, Seen]]] = {}
    for name, what in seen.items():
        base, index, tail = indexed(name)
        if index in ends_of and not tail:
            bases.setdefault(base, []).append((index, name, what))
    for base, end in lists.items():
        one = f"{base}_{{1}}"
        if base not in bases and one in seen and one not in taken and (index := _index_to(end, ends_of, seen)):
            ends_of[index] = end
            bases[base] = [(index, one, seen[one])]
    indices: set[str] = set()
    ends: set[str] = set()
    for base, found in sorted(bases.items(), key=lambda item: -sum(len(what.lines) for *_, what in item[1])):
        index = Counter(i for i, _, what in found for _ in what.lines).most_common(1)[0][0]
        whole = Seen(place=min((what.place for *_, what in found), default=0))
        for _, _, what in found:
            whole.lines |= what.lines
            whole.shows += what.shows
        name = f"{base}_{{{index}}}"
        vector = whole.shows["transposed"] or whole.shows["norm"]
        bold = "mathbf" in base or "boldsymbol" in base
        applied = whole.shows["applied"] > whole.shows["bare"]
        signs = {said[n].removesuffix(" number") for _, n, _ in found if n in said}
        entries = len(signs) == 1 and signs <= _ENTRIES
        other = any(n in taken and not (entries and n in said) for _, n, _ in found)
        clash = other or not is_name(base) or not whole.lines
        crossed = index in ends or ends_of[index] in indices | {index}
        sequence = ends_of[index] == r"\infty"
        matrix = whole.shows["inverse"] or whole.shows["traced"] or (_is_large(base) and not sequence)
        if not ((applied and not entries) or clash or crossed or matrix):
            indices.add(index)
            ends.add(ends_of[index])
            listed = lists.get(base) == ends_of[index]
            at = {*ends_of, ends_of[index]} if listed else ends_of.keys()
            others = {*taken, f"{base}_{{0}}"} if listed else taken
            members = {n for n in seen if _is_member(n, base, at, numbered=sequence or listed) and n not in others}
            multiplied = any(seen[n].shows["multiplied"] for n in {*members, *(n for _, n, _ in found)})
            before_brackets = multiplied or whole.shows["applied"] > 0  # a number that stands there is a factor
            kind = (min(signs) if entries else "real") + " number" * before_brackets
            if vector or bold or whole.shows["paired"]:
                kind = f"vector {next((size for size in sizes if size != ends_of[index]), 'd_0')}"
            extent = f"{kind} for {index} = {first.get(index, '1')}..{ends_of[index]}"
            yield name, extent, whole, {index, *members, *(n for _, n, _ in found)}


def _index_to(end: str, ends_of: Mapping[str, str], seen: Container[str]) -> str:
    """An index that runs up to an end: one that does already, or a letter that is none yet; empty if none is left."""
    there = (index for index, last in ends_of.items() if last == end)
    return next(there, next((letter for letter in "ijk" if letter not in ends_of and letter not in seen), ""))


def _is_member(name: str, base: str, indices: Container[str], *, numbered: bool) -> bool:
    """Whether a name is that of a family at another index, ``C_{k + 1}``; also at a number, if that is one of all."""
    if not name.startswith(f"{base}_{{") or not name.endswith("}"):
        return False
    tokens = words(name[len(base) + 2 : -1])
    letters = [t for t in tokens if t not in ("+", "-") and not t.isdigit()]
    return all(t in indices for t in letters) and (bool(letters) or numbered) and not {"{", "}"} & set(tokens)


def _is_large(base: str) -> bool:
    letter = re.sub(r"\\[A-Za-z]+|[{}]", "", base)
    return letter.isupper()


def all_ranges(equations: Iterable[Equation], prose: Iterable[str]) -> dict[str, str]:
    """The upper end of each index, by the sums over it, by what formulas of the prose say, or by diagonal matrices."""
    equations, prose = list(equations), list(prose)
    texts = [*(text for equation in equations for text in equation.sides), *prose]
    shown = ends_of_indices(texts, ends_of_lists(texts))
    return {**shown, **_said_ranges(prose), **ranges(equations)}


def ranges(equations: Iterable[Equation]) -> dict[str, str]:
    """The upper end of each index that sums run over from 1, the most frequent."""
    return {index: count.most_common(1)[0][0] for index, count in _ends(equations).items()}


_SAID_RANGE = re.compile(
    r"(?P<names>(?:[A-Za-z]|\\[a-z]+)(?:\s*,\s*(?:[A-Za-z]|\\[a-z]+))*)\s*(?:=\s*1\s*,(?:\s*2\s*,)?\s*\\(?:l|c)?dots\s*,\s*(?P<last>[A-Za-z])"
    r"|\\in\s*\[\s*(?P<size>[A-Za-z])\s*\]"
    r"|\\in\s*\\\{\s*1\s*,(?:\s*2\s*,)?\s*\\(?:l|c)?dots\s*,\s*(?P<member>[A-Za-z])\s*\\\})"
)


_LISTED = re.compile(
    r"\\\}\s*_\s*\{\s*(?P<index>[A-Za-z]|\\[a-z]+)\s*=\s*1\s*\}\s*\^\s*(?:\{\s*(?P<brace>[A-Za-z])\s*\}|(?P<last>[A-Za-z]))"
)
r"""``\{x_i\}_{i=1}^n``."""


def _said_ranges(prose: Iterable[str]) -> dict[str, str]:
    """The ranges that formulas of the prose give to letters; none for one that they give two."""
    found: dict[str, set[str]] = {}
    for text in prose:
        for listed in _LISTED.finditer(text):
            found.setdefault(listed["index"], set()).add(listed["brace"] or listed["last"])
        if match := _SAID_RANGE.fullmatch(text.strip()):
            for name in re.split(r"\s*,\s*", match["names"]):
                found.setdefault(name, set()).add(match["last"] or match["size"] or match["member"])
    return {name: min(last) for name, last in found.items() if len(last) == 1}


def ends(equations: Iterable[Equation]) -> set[str]:
    """Every upper end of a sum that runs from 1."""
    return {end for count in _ends(equations).values() for end in count}


def wide_ranges(equations: Iterable[Equation]) -> dict[str, tuple[str, str]]:
    r"""Where indices run: without end, ``\sum_{k=0}^\infty`` or ``\sum_{k \ge 0}``, or from 0 or 1 to a letter."""
    found: dict[str, set[tuple[str, str]]] = {}
    for index, low, high in _all_sums(equations):
        if low in ("0", "1") and (high == r"\infty" or _SIZE.fullmatch(high)):
            found.setdefault(index, set()).add((low, high))
    return {
        index: (min(low for low, _ in ends_), min(high for _, high in ends_))
        for index, ends_ in found.items()
        if len({high for _, high in ends_}) == 1
    }


def ends_from_nought(equations: Iterable[Equation]) -> set[str]:
    """Every letter at which a sum ends that runs from 0."""
    return {high for _, low, high in _all_sums(equations) if low == "0" and _SIZE.fullmatch(high)}


def _ends(equations: Iterable[Equation]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for index, low, high in _all_sums(equations):
        if low == "1" and _SIZE.fullmatch(high):
            found.setdefault(index, Counter())[high] += 1
    return found


def _all_sums(equations: Iterable[Equation]) -> Iterator[tuple[str, str, str]]:
    """The index of each sum and product, and where it begins and ends."""
    for equation in equations:
        for text in equation.sides:
            try:
                tokens = plain(words(text))
            except (Unbalanced, ValueError, RecursionError):
                continue
            for k, token in enumerate(tokens):
                if token not in (r"\sum", r"\prod"):
                    continue
                try:
                    yield _range(tokens, k)
                except Unbalanced:
                    continue


_LEAST = {r"\ge": 0, r"\geq": 0, r"\geqslant": 0, ">": 1}


def _range(tokens: list[str], k: int) -> tuple[str, str, str]:
    parts: dict[str, list[str]] = {}
    after = k + 1
    while tokens[after : after + 1] in (["_"], ["^"]):
        sign = tokens[after]
        parts[sign], after = argument(tokens, after + 1)
    under = parts.get("_", [])
    if len(under) != 3:
        return "", "", ""
    if under[1] in _LEAST and under[2].isdigit() and "^" not in parts:
        return under[0], str(int(under[2]) + _LEAST[under[1]]), r"\infty"
    return (under[0], under[2], joined(parts.get("^", []))) if under[1] == "=" else ("", "", "")
