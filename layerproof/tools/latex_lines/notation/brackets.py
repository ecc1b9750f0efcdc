r"""Norms and inner products: ``\|x\|^2``, ``\|A\|_F``, ``\langle x, y\rangle`` as functions that the grammar knows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..files.tokens import argument, closing, depths
from .applications import Ambiguous
from .naming_sets import ACCENTS, FONTS

_TAKES_NONE = re.compile(
    r"\\(?:(?:var)?(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|chi|psi|"
    r"omega)|ell|cdot|times|nabla|partial|top|leq?|geq?|langle|rangle|in|sim|approx)",
    re.IGNORECASE,
)
"""Commands after which a brace begins a group, and no argument."""
_NORMS = {"": "norm", "2": "norm", "F": "frobenius", r"\mathrm{F}": "frobenius", r"\mathit{F}": "frobenius"}


def measured(tokens: Sequence[str]) -> list[str]:
    r"""Tokens with each ``\|..\|`` and ``\langle .., ..\rangle`` as a function in parentheses.

    Raises:
        Ambiguous: for a norm that is not Euclidean, or bars whose partners are not clear.
    """
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if tokens[k] == r"\langle":
            k = _inner(tokens, k, found)
        elif tokens[k] == r"\|":
            k = _norm(tokens, k, found)
        else:
            found.append(tokens[k])
            k += 1
    return found


def _norm(tokens: Sequence[str], k: int, found: list[str]) -> int:
    level = 0
    for end in range(k + 1, len(tokens)):
        level += (tokens[end] in ("{", "(", "[")) - (tokens[end] in ("}", ")", "]"))
        if tokens[end] == r"\|" and level == 0:
            break
    else:
        raise Ambiguous(r"a bar \| without its partner")
    inside = tokens[k + 1 : end]
    if not inside:
        raise Ambiguous(r"which bars \| belong together is not clear")
    after, index = end + 1, ""
    if tokens[after : after + 1] == ["_"]:
        under, after = argument(tokens, after + 1)
        index = "".join(under)
    if index not in _NORMS:
        raise Ambiguous(rf"the norm \|..\|_{{{index}}} is not known here; those that are: \|x\| of a vector, \|A\|_F")
    found += ["(", r"\operatorname", "{", *_NORMS[index], "}", "(", *measured(inside), ")", ")"]
    return after


def _inner(tokens: Sequence[str], k: int, found: list[str]) -> int:
    level = 1
    for end in range(k + 1, len(tokens)):
        level += (tokens[end] == r"\langle") - (tokens[end] == r"\rangle")
        if level == 0:
            break
    else:
        raise Ambiguous(r"\langle without its \rangle")
    inside = list(tokens[k + 1 : end])
    flat, angle = depths(inside), 0
    commas = []
    for place, token in enumerate(inside):
        angle += (token == r"\langle") - (token == r"\rangle")
        if token == "," and flat[place] == 0 and angle == 0:
            commas.append(place)
    if len(commas) != 1 or tokens[end + 1 : end + 2] == ["_"]:
        raise Ambiguous(r"\langle .. \rangle is read as an inner product of two, \langle x, y \rangle")
    one, other = inside[: commas[0]], inside[commas[0] + 1 :]
    found += ["(", r"\operatorname", "{", *"inner", "}", "(", *measured(one), ",", *measured(other), ")", ")"]
    return end + 1


OVER_RANGES = frozenset({r"\sum", r"\prod", r"\max", r"\min", r"\sup", r"\inf", r"\lim", r"\int"})
"""What is taken over the range that stands below it, and above it."""
_COUNTS = frozenset(
    {":", "+", "-", *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", r"\ell", r"\tau"}
    | {str(k) for k in range(100)}
)
"""What stands in ``x_{1:n}``, and in ``W_{L:k+1}``."""


def separated(tokens: Sequence[str]) -> list[str]:
    r"""Tokens with ``x_{1:n}`` as ``x_{1..n}``, and with a comma for the semicolon of ``f(x; \theta)``."""
    found: list[str] = []
    within: list[str] = []
    for k, token in enumerate(tokens):
        if token in ("{", "("):
            of_a_name = token == "{" and tokens[k - 1 : k] == ["_"] and tokens[k - 2] not in OVER_RANGES
            within.append("_" if of_a_name and _COUNTS.issuperset(tokens[k + 1 : closing(tokens, k)]) else token)
        elif token in ("}", ")") and within:
            within.pop()
        if token == ":" and within[-1:] == ["_"]:
            found += [".", "."]
        else:
            found.append("," if token == ";" and within[-1:] == ["("] else token)
    return found


def ungrouped(tokens: Sequence[str]) -> list[str]:
    r"""Tokens without braces round one letter that leave no trace on the page, ``{\mathbf{C}}_t``, ``{w_i}^\top``.

    Binomial coefficients in every form, ``{n \choose k}``, become ``\binom``.
    """
    found: list[str] = []
    k, argument_ended = 0, False
    while k < len(tokens):
        token = tokens[k]
        if token != "{":
            found.append(_BINOMIAL.get(token, token))
            k, argument_ended = k + 1, False
            continue
        end = closing(tokens, k)
        inside = ungrouped(tokens[k + 1 : end])
        before = found[-1] if found else ""
        command = before[:1] == "\\" and before[-1].isalpha() and not _TAKES_NONE.fullmatch(before)
        of_command = argument_ended or command
        taken = of_command or before in ("_", "^")
        if r"\choose" in inside and (place := _choose(inside)) is not None:
            found += ["{", r"\binom", "{", *inside[:place], "}", "{", *inside[place + 1 :], "}", "}"]
        elif not taken and _is_one_letter(inside, with_index=tokens[end + 1 : end + 2] != ["_"]):
            found += inside
        else:
            found += ["{", *inside, "}"]
        k, argument_ended = end + 1, of_command and before not in ("_", "^")
    return found


_BINOMIAL = {r"\tbinom": r"\binom", r"\dbinom": r"\binom"}


def _choose(tokens: list[str]) -> int | None:
    r"""The place of the one ``\choose`` of a group, between what stands above and below; None if there is no such."""
    level = depths(tokens)
    places = [k for k, token in enumerate(tokens) if token == r"\choose" and level[k] == 0]
    return places[0] if len(places) == 1 and 0 < places[0] < len(tokens) - 1 else None


def _is_one_letter(tokens: list[str], *, with_index: bool = False) -> bool:
    if with_index and "_" in tokens[1:]:
        place = tokens.index("_")
        return argument(tokens, place + 1)[1] == len(tokens) and _is_one_letter(tokens[:place])
    if len(tokens) == 1:
        return tokens[0].isalpha()
    return tokens[:1] != [] and tokens[0] in ACCENTS | FONTS and argument(tokens, 1)[1] == len(tokens)
