r"""Types that sums show: in ``x - \mu`` both are vectors, if one is; in ``W + V`` both have the same sizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..files.tokens import Unbalanced, closing, words
from ..notation.operands import FUNCTIONS
from ..notation.spelling import plain
from .names_seen import lone_name

_PLAIN = ("real", "real number")


def alike(
    guessed: Mapping[str, str], said: Mapping[str, str], formulas: Iterable[str], compared: Iterable[str] = ()
) -> dict[str, str]:
    """The guesses, with those of numbers as vectors or matrices where a sum puts them beside one.

    Args:
        guessed: a type for each name.
        said: types that the paper says.
        formulas: in LaTeX.
        compared: names that can only be numbers.
    """
    up: dict[str, str] = {}

    def root(name: str) -> str:
        while (above := up.get(name, name)) != name:
            name = above
        return name

    numbers: set[str] = set(compared)
    for text in formulas:
        try:
            sums = list(_sums(plain(words(text))))
        except (Unbalanced, ValueError, RecursionError):
            continue
        for names, with_number in sums:
            for name in names[1:]:
                up[root(name)] = root(names[0])
            numbers |= set(names) if with_number else set()
    known = {**guessed, **said}
    kinds: dict[str, set[str]] = {}
    for name in {*up, *up.values()} & known.keys():
        if _is_shaped(known[name]):
            kinds.setdefault(root(name), set()).add(known[name])
    signed = {root(n) for n in numbers} | {
        root(n) for n, kind in known.items() if not (_is_shaped(kind) or kind in _PLAIN)
    }
    found = dict(guessed)
    for name, kind in guessed.items():
        here = kinds.get(root(name), set())
        firm = here & {said[n] for n in said if root(n) == root(name)}
        if root(name) in signed or not here or len(firm or here) != 1:
            continue
        (other,) = firm or here
        if kind in _PLAIN or (_is_shaped(kind) and firm):
            found[name] = other
    return found


def _is_shaped(kind: str) -> bool:
    return kind.startswith(("vector ", "matrix ")) and "function" not in kind and not kind.endswith("with values")


def _sums(tokens: Sequence[str]) -> Iterator[tuple[list[str], bool]]:
    """The names that are terms of one sum, and whether a number is one, too; of the formula, and in its brackets."""
    names: list[str] = []
    number, start, terms, k = False, 0, 0, 0
    whole = [*tokens, ","]
    while k < len(whole):
        token = whole[k]
        if token in ("+", "-", ","):
            term = whole[start:k]
            if name := lone_name(term):
                names.append(name)
            number = number or (bool(term) and all(t.isdigit() for t in term) and term != ["0"])
            terms += bool(term)
            start = k + 1
            if token == ",":
                if terms > 1 and names:
                    yield names, number
                names, number, terms = [], False, 0
        elif token in ("(", "[", "{", r"\|"):
            end = whole.index(r"\|", k + 1) if token == r"\|" else closing(whole, k)
            if whole[k - 1 : k] not in (["_"], ["^"]) and not (k and whole[k - 1] in FUNCTIONS):  # exp(v + c)
                yield from _sums(whole[k + 1 : end])
            k = end
        k += 1
