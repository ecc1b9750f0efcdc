r"""The moves that break a claim, the other way round: changes of one token or two in the LaTeX of a line.

A sign, a factor, an exponent, an index, a symbol for another, a dropped term, a function for another, a transpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.printing import latex
from ..files.tokens import Unbalanced, argument, closing, joined, opening, words
from ..judging.questions import Question
from .sieve import Sieve, beyond

_SWAPS = ((r"\sin", r"\cos"), (r"\sinh", r"\cosh"), (r"\tanh", r"\coth"), (r"\ln", r"\exp"), (r"\tan", r"\cot"))
_NOT_LETTERS = frozenset(
    [
        r"\frac",
        r"\sqrt",
        r"\sum",
        r"\prod",
        r"\int",
        r"\lim",
        r"\ln",
        r"\exp",
        r"\sin",
        r"\cos",
        r"\tan",
        r"\sinh",
        r"\cosh",
        r"\tanh",
        r"\cdot",
        r"\times",
        r"\mathrm",
        r"\mathbf",
        r"\mathbb",
        r"\operatorname",
        r"\mathcal",
        r"\top",
        r"\to",
        r"\le",
        r"\ge",
    ]
)


@dataclass(frozen=True)
class Change:
    """A changed line: tokens, what was done, and how far it is from the line; a lower cost is simpler.

    `fitted` says that the change was made to measure, so that it always mends: it may say nothing.
    """

    cost: int
    what: str
    tokens: tuple[str, ...]
    fitted: bool = False


def moves(tokens: list[str], question: Question, sieve: Sieve) -> Iterator[Change]:
    """The changes of a line, in no order; some cannot be read, and most are wrong."""
    yield from _signs(tokens)
    yield from _numbers(tokens)
    yield from _exponents(tokens)
    yield from _symbols(tokens, question, sieve)
    yield from _structure(tokens)
    yield from _computed(tokens, sieve)


def _put(tokens: list[str], start: int, end: int, *new: str) -> tuple[str, ...]:
    return (*tokens[:start], *new, *tokens[end:])


def _starts(tokens: list[str]) -> Iterator[int]:
    """Where a term begins, outside of names and indices."""
    for k in range(len(tokens)):
        before = tokens[k - 1] if k else ""
        if k and before not in ("{", "(", "[", "+", "-", r"\{", "|"):
            continue
        if before == "{" and (
            tokens[k - 2] in ("_", r"\mathrm", r"\mathbf", r"\mathbb", r"\mathcal", r"\operatorname")
        ):
            continue
        if tokens[k] not in ("+", "-", "}", ")", "]") and not _in_range(tokens, k):
            yield k


def _in_range(tokens: list[str], k: int) -> bool:
    """Whether the bounds of a sum, a product or an integral begin here."""
    if tokens[k - 1 : k] != ["{"] or tokens[k - 2 : k - 1] != ["^"] or tokens[k - 3 : k - 2] != ["}"]:
        return False
    start = _opening(tokens, k - 3)
    return start is not None and start > 1 and tokens[start - 2] in (r"\sum", r"\prod", r"\int")


def _signs(tokens: list[str]) -> Iterator[Change]:
    for k, token in enumerate(tokens):
        if token not in "+-":
            continue
        binary = k > 0 and tokens[k - 1] not in ("{", "(", "[", r"\{")
        if binary:
            yield Change(
                1, f"{'-' if token == '+' else '+'} for {token}", _put(tokens, k, k + 1, "-+"["+-".index(token)])
            )
        elif token == "-":
            yield Change(1, "without the minus sign", _put(tokens, k, k + 1))
    for k in _starts(tokens):
        if k == 0 or tokens[k - 1] in ("{", "(", "["):
            yield Change(1, "a minus sign", _put(tokens, k, k, "-"))
    yield Change(1, "a minus sign before all of it", ("-", "(", *tokens, ")"))


def _numbers(tokens: list[str]) -> Iterator[Change]:
    half = (r"\frac", "{", "1", "}", "{", "2", "}")
    for k, token in enumerate(tokens):
        if not token.isdigit():
            continue
        number = int(token)
        yield Change(2, f"without the factor {number}", _put(tokens, k, k + 1))
        wanted = [2 * number, number + 1, number - 1] + ([number // 2] if number % 2 == 0 else [])
        for value in dict.fromkeys(w for w in wanted if w > 0):
            yield Change(2, f"{value} for {number}", _put(tokens, k, k + 1, str(value)))
    for k in _starts(tokens):
        if tokens[k].isdigit():  # a number was itself doubled above
            yield Change(2, "a factor 1/2", _put(tokens, k, k + 1, r"\frac", "{", tokens[k], "}", "{", "2", "}"))
            continue
        yield Change(2, "a factor 2", _put(tokens, k, k, "2"))
        yield Change(2, "a factor 1/2", _put(tokens, k, k, *half))
    yield Change(2, "a factor 2 before all of it", ("2", "(", *tokens, ")"))
    yield Change(2, "a factor 1/2 before all of it", (*half, "(", *tokens, ")"))


def _exponents(tokens: list[str]) -> Iterator[Change]:
    for k, token in enumerate(tokens):
        if token == "^":
            try:
                _, end = argument(tokens, k + 1)
            except Unbalanced:
                continue
            yield Change(2, "without the exponent", _put(tokens, k, end))
            if tokens[k + 1] == "{":
                for extra in (("+", "1"), ("-", "1")):
                    yield Change(3, f"an exponent {extra[0]} 1", _put(tokens, end - 1, end - 1, *extra))
        elif token == r"\sqrt":
            inside, end = argument(tokens, k + 1) if tokens[k + 1 : k + 2] != ["["] else ([], 0)
            if inside:
                bare = inside if (k, end) == (0, len(tokens)) else ["(", *inside, ")"]
                yield Change(3, "without the root", _put(tokens, k, end, *bare))
        if _ends_atom(tokens, k):
            yield Change(2, "a square", _put(tokens, k + 1, k + 1, "^", "{", "2", "}"))
            yield Change(3, "a square root", _put(tokens, k + 1, k + 1, "^", "{", "1", "/", "2", "}"))
    yield Change(3, "a square root of all of it", (r"\sqrt", "{", *tokens, "}"))
    yield Change(3, "a square of all of it", ("(", *tokens, ")", "^", "{", "2", "}"))


def _ends_atom(tokens: list[str], k: int) -> bool:
    """Whether a factor that may take an exponent ends here."""
    token = tokens[k]
    following = tokens[k + 1] if k + 1 < len(tokens) else ""
    if following in ("_", "^", "'", "{"):
        return False
    if token in (")", "]"):
        return True
    if token == "}":
        start = _opening(tokens, k)
        return start is not None and tokens[start - 1] in ("_", r"\mathrm", r"\hat", r"\tilde", r"\bar") and start > 0
    return token.isalpha() or (token[0] == "\\" and token[1:].isalpha() and token not in _NOT_LETTERS)


def _opening(tokens: list[str], end: int) -> int | None:
    try:
        return opening(tokens, end)
    except Unbalanced:
        return None


def _symbols(tokens: list[str], question: Question, sieve: Sieve) -> Iterator[Change]:
    """Another symbol, another index, an index that is missing, a symbol too many, a transpose."""
    setting = question.setting
    names = {tuple(words(name)): meaning for name, meaning in setting.meanings.items() if not name.startswith(r"\dot")}
    bases = {name: "family" for name in setting.names.families}
    close = near(question.left, question.right, sieve.left, sieve.right)
    indices = [name for name, meaning in names.items() if isinstance(meaning, sp.Idx)]
    for k in range(len(tokens)):
        if k and tokens[k - 1] in (r"\mathrm", r"\operatorname", r"\mathbf", r"\mathbb"):
            continue
        name = max((n for n in names if tuple(tokens[k : k + len(n)]) == n), key=len, default=None)
        base = next((n for n in bases if tuple(tokens[k : k + len(n)]) == n), None)
        if base is not None and tokens[k + len(base) : k + len(base) + 1] == ["_"]:
            for other in bases:
                if other != base and setting.names.families[other] == setting.names.families[base]:
                    yield Change(2, f"{joined(other)} for {joined(base)}", _put(tokens, k, k + len(base), *other))
        if name is None:
            continue
        end = k + len(name)
        meaning = names[name]
        inside_index = _in_index(tokens, k)
        if not isinstance(meaning, sp.Idx):
            after = argument(tokens, end + 1)[1] if tokens[end : end + 1] == ["^"] else end
            yield Change(2, f"without {joined(name)}", _put(tokens, k, after))
        for other, value in names.items():
            if other != name and _alike(meaning, value) and (value in close or len(names) <= 12):
                what = "the index " if isinstance(meaning, sp.Idx) else ""
                yield Change(2, f"{what}{joined(other)} for {joined(name)}", _put(tokens, k, end, *other))
        if getattr(meaning, "is_Matrix", False):
            if tokens[end : end + 4] == ["^", "{", r"\top", "}"]:
                yield Change(2, f"without the transpose of {joined(name)}", _put(tokens, end, end + 4))
            else:
                what = f"the transpose of {joined(name)}"
                yield Change(2, what, _put(tokens, end, end, "^", "{", r"\top", "}"))
        if not inside_index and name in bases and tokens[end : end + 1] != ["_"]:
            for index in indices:
                yield Change(2, f"an index {joined(index)}", _put(tokens, end, end, "_", "{", *index, "}"))
    for k, token in enumerate(tokens):
        if token.isdigit() and _in_index(tokens, k):
            for index in indices:
                yield Change(2, f"the index {joined(index)} for {token}", _put(tokens, k, k + 1, *index))
    letters = [n for n, v in names.items() if v in close and not isinstance(v, sp.Idx)]
    for k in _starts(tokens):
        if _in_index(tokens, k):
            continue
        for letter in letters[:12]:
            place = k + 1 if tokens[k].isdigit() else k
            yield Change(3, f"a factor {joined(letter)}", _put(tokens, place, place, *letter), True)
            if not getattr(names[letter], "is_Matrix", False):
                below = (r"\frac", "{", "1", "}", "{", *letter, "}")
                yield Change(3, f"a factor 1/{joined(letter)}", _put(tokens, k, k, *below), True)


def near(*sides: Any) -> set[Any]:
    """The symbols of the line and of the one before it, as printed and as resolved."""
    found: set[Any] = set()
    for side in sides:
        if side is None:
            continue
        found |= side.free_symbols | side.atoms(AppliedUndef, sp.MatrixSymbol, sp.Idx)
        for index in side.atoms(sp.Idx):
            found |= {index.upper} if isinstance(index.upper, sp.Symbol) else set()
    return found


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, sp.Idx) or isinstance(other, sp.Idx):
        return isinstance(one, sp.Idx) and isinstance(other, sp.Idx)
    if getattr(one, "is_Matrix", False) or getattr(other, "is_Matrix", False):
        return bool(
            getattr(one, "is_Matrix", False) and getattr(other, "is_Matrix", False) and one.shape == other.shape
        )
    return True


def _in_index(tokens: list[str], k: int) -> bool:
    depth = 0
    for j in range(k - 1, -1, -1):
        depth += (tokens[j] == "}") - (tokens[j] == "{")
        if depth < 0:
            return j > 0 and tokens[j - 1] == "_"
    return False


def _structure(tokens: list[str]) -> Iterator[Change]:
    """A dropped term, a fraction upside down, a function for another, an exponential for a logarithm."""
    for k, token in enumerate(tokens):
        for one, other in _SWAPS:
            if token in (one, other):
                new = other if token == one else one
                yield Change(2, f"{new} for {token}", _put(tokens, k, k + 1, new))
        if token == r"\frac":
            over, middle = argument(tokens, k + 1)
            under, end = argument(tokens, middle)
            swapped = (r"\frac", "{", *under, "}", "{", *over, "}")
            yield Change(3, "the fraction upside down", _put(tokens, k, end, *swapped))
        if token in ("+", "-"):
            end = _term_end(tokens, k + 1)
            yield Change(3, f"without the term {joined(tokens[k:end])}", _put(tokens, k, end))
    for k in _starts(tokens):
        end = _term_end(tokens, k)
        if end < len(tokens) and tokens[end] in ("+", "-"):
            rest = end + 1 if tokens[end] == "+" else end
            yield Change(3, f"without the term {joined(tokens[k:end])}", _put(tokens, k, rest))


def _term_end(tokens: list[str], start: int) -> int:
    k = start
    while k < len(tokens) and tokens[k] not in ("+", "-", "}", ")", "]"):
        if tokens[k] in ("{", "(", "["):
            try:
                k = closing(tokens, k)
            except Unbalanced:
                return len(tokens)
        k += 1
    return k


def _computed(tokens: list[str], sieve: Sieve) -> Iterator[Change]:
    """A missing term or factor, found as the difference or the quotient of the two sides."""
    if not sieve.scalar or sieve.left is None or sieve.question.relation != "=" or beyond(sieve.left, sieve.right):
        return
    if any(side.has(sp.Sum, sp.Derivative) for side in (sieve.left, sieve.right)):
        gap = sp.expand(sieve.left - sieve.right)
        ratio = sp.S.One
    else:
        gap = sp.factor(sp.cancel(sp.together(sieve.left - sieve.right)))
        ratio = sp.factor(sp.cancel(sp.together(sieve.left / sieve.right))) if sieve.right != 0 else sp.S.One
    if ratio != 1 and ratio.count_ops() <= 4 and not ratio.is_Add:
        shown = words(latex(ratio))
        bare = tuple(tokens)
        if shown[:1] == ["-"] == list(bare[:1]) and not is_sum(tokens[1:]):
            shown, bare = shown[1:], bare[1:]  # two minus signs
        before = ("(", *bare, ")") if is_sum(list(bare)) or (shown and bare[:1] and bare[0].isdigit()) else bare
        yield Change(2 if ratio.is_Rational else 3, f"a factor {latex(ratio)}", (*shown, *before), True)
    if gap != 0 and gap.count_ops() <= 10 and not gap.is_Add:
        shown = words(latex(gap))
        sign = () if shown[:1] == ["-"] else ("+",)
        cost = 4 if gap.has(sp.Add) else 3
        yield Change(cost, f"the term {joined([*sign, *shown])}", (*tokens, *sign, *shown), True)


def is_sum(tokens: list[str]) -> bool:
    """Whether a side has several terms, or a sign before it."""
    return _term_end(tokens, 0) < len(tokens) or tokens[:1] == ["-"]
