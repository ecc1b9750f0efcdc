r"""Double factorials, ``(2k - 1)!!``: of numbers written out, of letters a value of a function that is not known."""

from __future__ import annotations

from ..files.tokens import CLOSE, OPEN, words
from .applications import Ambiguous
from .functions import Functions, Value

NAME = r"\operatorname{doublefactorial}"
LARGEST = 300


def double_factorials(tokens: list[str], functions: Functions) -> list[str]:
    r"""Tokens with ``5!!`` as 15 and with ``n!!`` as a value of a function; ``(n!)!`` has its brackets.

    Raises:
        Ambiguous: where what it is taken of is not clear, or for a large number.
    """
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if tokens[k : k + 2] != ["!", "!"]:
            found.append(tokens[k])
            k += 1
            continue
        k += 2
        begin = _operand(found)
        inside = found[begin:]
        del found[begin:]
        if len(inside) == 1 and inside[0].isdigit():
            found += words(str(_written_out(int(inside[0]))))
            continue
        functions.declared.setdefault(NAME, Value())
        found += [*words(NAME), "(", *(inside[1:-1] if inside[:1] == ["("] else inside), ")"]
    return found


def _written_out(number: int) -> int:
    if number > LARGEST:
        raise Ambiguous(f"{number}!! is larger than is written out here")
    return 1 if number < 2 else number * _written_out(number - 2)


def _operand(tokens: list[str]) -> int:
    """Where what ends the tokens begins: a number, a bracket, or a letter with its index.

    Raises:
        Ambiguous: if it is none of these.
    """
    k = len(tokens) - 1
    if k >= 0 and tokens[k] in ("]", r"\}"):
        raise Ambiguous("what !! is taken of is not clear")
    if k >= 0 and tokens[k] in CLOSE:
        depth = 0
        while k >= 0:
            depth += (tokens[k] in CLOSE) - (tokens[k] in OPEN)
            if depth == 0:
                break
            k -= 1
        if tokens[k : k + 1] == ["{"] and tokens[k - 1 : k] == ["_"]:
            k -= 2
    if k < 0 or not (tokens[k] == "(" or tokens[k].isalnum() or tokens[k].startswith("\\")):
        raise Ambiguous("what !! is taken of is not clear")
    return k
