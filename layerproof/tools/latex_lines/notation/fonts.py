r"""Fonts and accents over more than a letter: ``\mathbf{W_1}``, ``\bar{v_i}``, ``\mathbf{V^\top M V}``."""

from __future__ import annotations

import re
from collections.abc import Container

from ..files.tokens import argument, joined
from .naming_sets import ACCENTS, FONTS

_OF_LETTERS = FONTS - {r"\operatorname", r"\mathrm"}
_OVER_LETTERS = ACCENTS - {r"\dot", r"\ddot"}
_BOLD = frozenset({r"\mathbf", r"\boldsymbol"})
_NUMBER = re.compile(r"(?!1$)\d+(?:\.\d+)?")
_COMMANDS = frozenset({r"\top", r"\cdot", r"\times", r"\frac", r"\sum", r"\dagger", r"\prime", r"\odot"})


def indices_out(tokens: list[str]) -> list[str]:
    r"""``\mathbf{W_{1}}`` as ``\mathbf{W}_{1}``: an index in another font is the same index, and 0 is 0."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        found.append(tokens[k])
        k += 1
        if found[-1] in _OF_LETTERS | _OVER_LETTERS and tokens[k : k + 1] == ["{"]:
            inside, after = argument(tokens, k)
            if inside == ["0"] and found[-1] in _BOLD and tokens[after : after + 1] != ["_"]:
                found[-1:] = ["0"]  # nothing, of whatever size
                k = after
                continue
            if len(inside) == 1 and found[-1] in _BOLD and _NUMBER.fullmatch(inside[0]):
                found[-1:] = inside  # \mathbf{1} may be ones, and any other number is itself
                k = after
                continue
            place = inside.index("_") if "_" in inside else 0
            if place and argument(inside, place + 1)[1] == len(inside) and tokens[after : after + 1] != ["_"]:
                found += ["{", *inside[:place], "}", *inside[place:]]
                k = after
    return found


def apart(tokens: list[str], declared: Container[str]) -> list[str]:
    r"""``\mathbf{V^{\top} M V}`` letter by letter; what stands in indices and exponents keeps its font.

    Letters alone, ``\mathbf{WX}``, may be one name: they are taken apart only if each of them is declared, and the
    whole is not.
    """
    found: list[str] = []
    k = 0
    while k < len(tokens):
        found.append(tokens[k])
        k += 1
        if found[-1] not in _BOLD or tokens[k : k + 1] != ["{"]:
            continue
        inside, after = argument(tokens, k)
        if _is_product(inside) or _are_declared(found[-1], inside, declared):
            font = found.pop()
            found += _each(font, inside)
            k = after
    return found


def _is_product(inside: list[str]) -> bool:
    """Whether something stands in a font that no name holds: an exponent between letters, a sign, a bracket."""
    letters = [token for token in inside if _is_letter(token)]
    return len(letters) > 1 and any(token in ("^", "+", "-", "(", "_") for token in inside)


def _are_declared(font: str, inside: list[str], declared: Container[str]) -> bool:
    each = [joined([font, "{", token, "}"]) for token in inside]
    whole = joined([font, "{", *inside, "}"])
    letters = len(inside) > 1 and all(map(_is_letter, inside))
    return letters and whole not in declared and all(name in declared for name in each)


def _each(font: str, inside: list[str]) -> list[str]:
    found: list[str] = []
    k = 0
    while k < len(inside):
        token = inside[k]
        if token in ("_", "^"):
            within, k = argument(inside, k + 1)
            found += [token, "{", *within, "}"]
            continue
        found += [font, "{", token, "}"] if _is_letter(token) else [token]
        k += 1
    return found


def _is_letter(token: str) -> bool:
    return (len(token) == 1 and token.isalpha()) or (
        token[0] == "\\" and token[1:].isalpha() and token not in _COMMANDS | ACCENTS | FONTS
    )
