r"""Proposals by what words say: a *positive definite* K is a matrix, ``f : \mathbb{R}^p \to ..`` takes p numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..files.tokens import in_words
from ..page.typings import names_of
from .names_seen import tokens_of

if TYPE_CHECKING:
    from .side_car import Proposal

_FROM = re.compile(
    r"(?P<name>[^:]+?)\s*(?:\\colon|:)\s*\\mathbb\{?\s*R\s*\}?\s*\^\s*\{?(?P<size>[A-Za-z])\}?\s*\\(?:to|rightarrow)"
)


def taken_by_maps(guesses: Mapping[str, str], typings: Iterable[str], texts: Iterable[str]) -> dict[str, str]:
    r"""The types of those vectors that stand alone in the brackets of a map, ``L : \mathbb{R}^p \to \mathbb{R}``.

    Args:
        guesses: a type for each name.
        typings: the formulas of the prose that say what letters are.
        texts: the formulas.
    """
    takes = {name: found["size"] for one in typings if (found := _FROM.match(one)) for name in names_of(found["name"])}
    formulas = [formula for text in texts if (formula := tokens_of(text))] if takes else []
    vectors = [name for name, kind in guesses.items() if re.fullmatch(r"vector \S+", kind)]
    return {name: f"vector {size}" for name in vectors if (size := _taken(name, takes, formulas))}


def by_words(proposals: Sequence[Proposal], kinds: Mapping[str, str], texts: Iterable[str]) -> list[Any]:
    """The proposals, those that are guessed changed where words say more of their letters.

    Args:
        proposals: as they are.
        kinds: what words say of matrices, by name.
        texts: the formulas.
    """
    if not kinds:
        return list(proposals)
    formulas = [formula for text in texts if (formula := tokens_of(text))]
    sizes = {
        one.name: one.what.split(" ")[-1] for one in proposals if re.fullmatch(r"(?:constant )?vector \S+", one.what)
    }
    made = []
    for one in proposals:
        what = one.what
        still = "constant " * what.startswith("constant matrix ")
        square = re.fullmatch(r"(?:constant )?matrix (\S+) x \1", what)
        if not one.said and one.name in kinds and (what.startswith("real") or square):
            size = square[1] if square else _size_beside(one.name, sizes, formulas)
            kind = still + kinds[one.name].removeprefix("constant ") if still else kinds[one.name]
            what = f"{kind} matrix {size} x {size}" if size else what
        made.append(replace(one, what=what))
    return made


def _size_beside(name: str, sizes: Mapping[str, str], formulas: Iterable[Sequence[str]]) -> str:
    """The one size of the vectors that stand right after a name; empty if there are none, or several."""
    own, found = in_words(name), set()
    for tokens in formulas:
        for k in range(len(tokens) - len(own)):
            if tuple(tokens[k : k + len(own)]) == own:
                after = tokens[k + len(own) :]
                opened = list(after[:1]) == ["("]
                for other, size in sizes.items():
                    end = opened + len(in_words(other))
                    if tuple(after[opened:end]) == in_words(other) and not (
                        opened and list(after[end : end + 1]) == [")"]
                    ):
                        found.add(size)
    return found.pop() if len(found) == 1 else ""


def _taken(name: str, takes: Mapping[str, str], formulas: Iterable[Sequence[str]]) -> str:
    """The length of what the functions take in whose brackets a name stands alone; empty if that is not one."""
    found = set()
    for tokens in formulas:
        for function, size in takes.items():
            whole = (*in_words(function), "(", *in_words(name), ")")
            if any(tuple(tokens[k : k + len(whole)]) == whole for k in range(len(tokens))):
                found.add(size)
    return found.pop() if len(found) == 1 else ""
