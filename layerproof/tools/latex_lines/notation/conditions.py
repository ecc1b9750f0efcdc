r"""Sums over conditions as sums over ranges: ``\sum_{j \ne i}``, ``\sum_{i < j}``, ``\sum_{1 \le i < j \le n}``.

``\sum_{j \ne i} a_j`` is ``\sum_{j=1}^{i-1} a_j + \sum_{j=i+1}^n a_j``: no term at ``j = i`` is written, which may have
no value.  Whether ``\sum_{i \ne j}`` runs over i alone or over both is told by what stands around it: over i, where j
is an index of a sum around it, stands elsewhere in the same line, or does not stand in what is summed; over both in an
equation in which neither stands elsewhere, if both stand in what is summed.  Where that is not clear, and where a range
is not declared, nothing is changed, and the sum stays a value of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..files.tokens import argument, joined, words
from .operands import end_of_term

_MIRRORED = {"<": ">", ">": "<", r"\le": r"\ge", r"\ge": r"\le", r"\ne": r"\ne"}
_SAME = {r"\leq": r"\le", r"\geq": r"\ge", r"\neq": r"\ne"}
_SUMS = (r"\sum", r"\prod")
_COMPARED = frozenset({"<", ">"})

Ranges = Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Condition:
    """What stands below a sum that has no range.

    Attributes:
        index: what runs.
        relation: ``<``, ``>``, ``\\le``, ``\\ge`` or ``\\ne``.
        other: what it is compared with.
        both: whether the other one runs as well; None if that is not said.
        ends: the range of both that stands there, the first end empty if that does not; None if it is the declared one.
    """

    index: str
    relation: str
    other: str
    both: bool | None = None
    ends: tuple[str, str] | None = None

    def mirrored(self) -> Condition:
        """The same with the two indices exchanged."""
        return Condition(self.other, _MIRRORED[self.relation], self.index, self.both, self.ends)


def over_ranges(
    tokens: Sequence[str], ranges: Ranges, around: Sequence[str], reads: Callable[[Sequence[str]], bool]
) -> list[str]:
    """Tokens with the sums over conditions as sums over ranges, where these are known and what comes out can be read.

    Args:
        tokens: of one side of a line, braces wherever TeX allows to leave them out.
        ranges: the ends of the range of each declared index.
        around: the tokens of the whole line, its other sides and its relations among them; none if it is not known.
        reads: whether tokens can be read.
    """
    equation = bool(around) and not _COMPARED & set(_outside(around))
    return _Line(ranges, _free(around or tokens, ranges), equation, reads).within(tokens, {})


def stand_in(tokens: Sequence[str]) -> bool:
    """Whether a sum over a condition may stand in a formula."""
    return bool(set(_SUMS) & set(tokens)) and any(_SAME.get(token, token) in _MIRRORED for token in tokens)


@dataclass(frozen=True)
class _Line:
    """The line in which sums over conditions stand.

    Attributes:
        ranges: the ends of the range of each declared index.
        free: the indices that stand in the line, and not below a sum that binds them.
        equation: whether its sides are said to be equal.
        reads: whether tokens can be read.
    """

    ranges: Ranges
    free: frozenset[str]
    equation: bool
    reads: Callable[[Sequence[str]], bool]

    def within(self, tokens: Sequence[str], bound: Ranges) -> list[str]:
        """Tokens below sums over the indices in `bound`, with the sums over conditions as sums over ranges."""
        found: list[str] = []
        k = 0
        while k < len(tokens):
            if tokens[k] not in _SUMS:
                found.append(tokens[k])
                k += 1
                continue
            under, over, after = _limits(tokens, k)
            end = end_of_term(tokens, after)
            if not end:
                found += tokens[k:after]
                k = after
                continue
            said = condition(under, over)
            chosen = None if said is None else self._chosen(said, bound, _free(tokens[after:end], self.ranges))
            inner = dict(bound) | (_runs(under, over, self.ranges) if said is None else {})
            if chosen is not None and chosen.ends is not None:
                inner |= dict.fromkeys([chosen.index, chosen.other] if chosen.both else [chosen.index], chosen.ends)
            body = self.within(tokens[after:end], inner)
            made = [] if chosen is None else _written(tokens[k], chosen, body)
            found += made if made and self.reads(made) else [*tokens[k:after], *body]
            k = end
        return found

    def _chosen(self, said: Condition, bound: Ranges, body: frozenset[str]) -> Condition | None:
        """The condition with what runs first, and whether both do; None if that, or a range, is not known."""
        here, there = (name in bound for name in (said.index, said.other))
        if here and there:
            return None
        both = said.both
        if both is None:
            beside, other_beside = (name in self.free for name in (said.index, said.other))
            if here or (beside and not other_beside and not there):
                said, both = said.mirrored(), False
            elif there or (other_beside and not beside):
                both = False
            elif beside or said.index not in body:
                return None
            elif said.other not in body:
                both = False
            elif self.equation:
                both = True
            else:
                return None
        if said.index in bound or (both and said.other in bound):
            return None
        declared = self.ranges.get(said.index)
        ends = said.ends or declared
        if said.ends and not said.ends[0]:
            ends = declared if declared and declared[1] == said.ends[1] else None
        other = ends if both and said.ends else bound.get(said.other, self.ranges.get(said.other))
        if ends is None or other != ends:
            return None
        return Condition(said.index, said.relation, said.other, both, ends)


def _limits(tokens: Sequence[str], k: int) -> tuple[list[str], list[str], int]:
    """What stands below and above a sum at `k`, and the place after both."""
    under: list[str] = []
    over: list[str] = []
    after = k + 1
    while tokens[after : after + 1] in (["_"], ["^"]):
        sign = tokens[after]
        part, after = argument(tokens, after + 1)
        under, over = (part, over) if sign == "_" else (under, part)
    return under, over, after


def condition(under: Sequence[str], over: Sequence[str]) -> Condition | None:
    r"""The condition below a sum; None if there is none that is understood.

    ``i \ne j``; ``i : i \ne j``; ``i = 1, i \ne j`` below n; ``i, j : i \ne j``; ``1 \le i < j \le n``.
    """
    tokens = [_SAME.get(t, t) for t in _stacked(under)]
    pieces = [piece for piece in _cut(tokens, (",", ":", ";", r"\mid", "|")) if piece]
    ends: tuple[str, str] | None = None
    together: bool | None = None
    names: list[str] = []
    compared: list[list[str]] = []
    for piece in pieces:
        signs = [t for t in piece if t in _MIRRORED]
        if len(signs) == 1 and "=" in piece and ends is None and over:  # i \ne j = 1 below n
            begin = piece.index("=")
            compared.append(piece[:begin])
            ends, together = (joined(piece[begin + 1 :]), joined(over)), True
        elif signs:
            compared.append(piece)
        elif "=" in piece and len(piece) > 2 and piece[1] == "=":
            names.append(piece[0])
            ends = (joined(piece[2:]), joined(over))
        elif len(piece) == 1 and _is_index(piece[0]):
            names.append(piece[0])
        else:
            return None
    if len(compared) != 1 or (ends is not None and not over) or len(names) > 2:
        return None
    parts = _cut(compared[0], tuple(_MIRRORED))
    signs = [t for t in compared[0] if t in _MIRRORED]
    if len(parts) == 4 and signs[0] == r"\le" and signs[2] == r"\le" and ends is None and not over:
        first, second = parts[1], parts[2]
        ends = (joined(parts[0]), joined(parts[3]))
        both: bool | None = True
    elif len(parts) == 2:
        first, second = parts
        both = together if not names else len(names) == 2
        ends = ends or (("", joined(over)) if over else None)
    else:
        return None
    if not (len(first) == len(second) == 1 and _is_index(first[0]) and _is_index(second[0]) and first != second):
        return None
    said = Condition(first[0], signs[len(parts) // 2 - 1], second[0], both, ends)
    if names and not set(names) <= {said.index, said.other}:
        return None
    if both is False and names == [said.other]:
        said = said.mirrored()
    return said


def _written(sign: str, said: Condition, body: Sequence[str]) -> list[str]:
    """A sum, or a product, over one or two ranges; nothing for a product over pairs, which the prover does not know."""
    if said.ends is None or (sign == r"\prod" and said.both):
        return []
    low, high = map(words, said.ends)
    pieces: list[tuple[list[str], list[str]]] = []
    if said.relation in ("<", r"\le", r"\ne"):
        pieces.append((low, [said.other] if said.relation == r"\le" else [said.other, "-", "1"]))
    if said.relation in (">", r"\ge", r"\ne"):
        pieces.append(([said.other] if said.relation == r"\ge" else [said.other, "+", "1"], high))
    joint = "+" if sign == r"\sum" else r"\cdot"
    found: list[str] = []
    for number, (first, last) in enumerate(pieces):
        found += [joint] if number else []
        found += ["(", *_ranged(sign, said.index, first, last), *body, ")"]
    found = ["(", *found, ")"]
    return ["(", *_ranged(sign, said.other, low, high), *found, ")"] if said.both else found


def _ranged(sign: str, index: str, low: Sequence[str], high: Sequence[str]) -> list[str]:
    return [sign, "_", "{", index, "=", *low, "}", "^", "{", *high, "}"]


def _runs(under: Sequence[str], over: Sequence[str], ranges: Ranges) -> dict[str, tuple[str, str]]:
    """The indices of a plain sum, with the ends of their ranges."""
    found: dict[str, tuple[str, str]] = {}
    for piece in _cut(under, (",",)):
        if len(piece) > 2 and piece[1] == "=":
            found[piece[0]] = (joined(piece[2:]), joined(over))
        elif len(piece) == 1:
            found[piece[0]] = ranges.get(piece[0], ("", ""))
        elif piece:
            found[piece[0]] = ("", "")
    return found


def _free(tokens: Sequence[str], ranges: Ranges, bound: frozenset[str] = frozenset()) -> frozenset[str]:
    """The declared indices that stand in a line, and not below a sum that binds them, or may."""
    found: set[str] = set()
    k = 0
    while k < len(tokens):
        if tokens[k] not in _SUMS:
            found |= {tokens[k]} & ranges.keys() - bound
            k += 1
            continue
        under, over, after = _limits(tokens, k)
        end = end_of_term(tokens, after) or after
        said = condition(under, over)
        if said is None:
            own = set(_runs(under, over, ranges))
        else:
            own = {said.index} if said.both is False else {said.index, said.other}
        limits = {t for t in [*under, *over] if t in ranges} - own
        found |= (limits - bound) | _free(tokens[after:end], ranges, bound | own)
        k = end
    return frozenset(found)


def _outside(tokens: Sequence[str]) -> list[str]:
    """The tokens outside of braces: what stands below a sum is no relation of the line."""
    found: list[str] = []
    depth = 0
    for token in tokens:
        depth += (token == "{") - (token == "}")
        if depth == 0:
            found.append(token)
    return found


def _stacked(under: Sequence[str]) -> list[str]:
    r"""What ``\substack{..\\..}`` puts below each other, with commas between."""
    if under[:2] != [r"\substack", "{"] or under[-1:] != ["}"]:
        return list(under)
    return ["," if token == "\\\\" else token for token in under[2:-1]]


def _cut(tokens: Sequence[str], signs: Sequence[str]) -> list[list[str]]:
    """The pieces between signs."""
    pieces: list[list[str]] = [[]]
    for token in tokens:
        if token in signs:
            pieces.append([])
        else:
            pieces[-1].append(token)
    return pieces


def _is_index(token: str) -> bool:
    return len(token) == 1 and token.isalpha()
