r"""Where a gradient, a Hessian or a partial derivative of a function stands that is not worked out.

``\nabla f(x)`` is a letter of the size of x, ``\nabla_{W} L(W, v)`` and ``\nabla_{W} L`` of that of W,
``\nabla^2 f(x)`` a square of it, and ``\frac{\partial L}{\partial W}`` of the size of W: of the function, nothing is
known but that it gives a number.  So is ``\frac{dL}{dt}`` of a function without brackets a number, by a time.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from ....language.reading import CannotRead
from ..files.tokens import argument, between_commas, closing, in_words, joined, rewritten
from .applications import Ambiguous

if TYPE_CHECKING:
    from ..letters.setting import Setting
    from .unit import Known, Unit

DERIVATIVES = ("gradient", "hessian")
"""The kinds of such parts."""
_SQUARE = ["2"]
_ENDS = ("", ")", "]", "}", "+", "-", "=", ",", r"\right", r"\rangle")
"""What may stand after ``\nabla_{W} L``, without brackets: no factor, which may stand below the derivative."""


def gradient(tokens: Sequence[str], k: int, known: Known) -> tuple[str, str, int, int, tuple[str, ...]] | None:
    r"""Kind, head, beginning, end and inside of ``\nabla f(x)`` at a token; None if there is none."""
    if any(tuple(tokens[k : k + len(n)]) == n for n in map(in_words, known.declared) if n[:1] == (r"\nabla",)):
        return None
    if any(tuple(tokens[k : k + len(n)]) == n for n in known.functions.get(r"\nabla", ())):
        return None
    index, name = _after(tokens, k + 1)
    function = next((n for n in known.functions.get(_at(tokens, name), ()) if _stands(tokens, name, n)), None)
    if function is None:
        return None
    if index and "^" not in tokens[k + 1 : name] and _at(tokens, name + len(function)) in _ENDS:
        return "gradient", joined(function), k, name + len(function), tuple(index)
    if _at(tokens, name + len(function)) not in ("(", "["):
        return None
    begin = name + len(function)
    end = closing(tokens, begin)
    head = "hessian" if "^" in tokens[k + 1 : name] and _square(tokens, k + 1) else "gradient"
    if head == "gradient" and "^" in tokens[k + 1 : name] and not index:
        return None
    return head, joined(function), k, end + 1, tuple(index or tokens[begin + 1 : end])


def partial(tokens: Sequence[str], k: int, known: Known) -> tuple[str, str, int, int, tuple[str, ...]] | None:
    r"""As `gradient`, of ``\frac{\partial L}{\partial W}``, and in a paper of ``\frac{dL}{dW}``."""
    over, middle = argument(tokens, k + 1)
    under, end = argument(tokens, middle)
    if known.paper and under[:1] == ["d"] and joined(under[1:]) in known.times and _is_bare(over[1:], known):
        return ("number", joined(tokens[k:end]), k, end, tuple(over[1:])) if over[0] == "d" else None
    signs = [[r"\partial"], ["d"]] if known.paper and joined(under[1:]) not in known.times else [[r"\partial"]]
    if over[:1] not in signs or under[:1] != over[:1]:
        return None
    if joined(under[1:]) not in known.declared:
        return of_letters(tokens, k, known)
    function = next((n for n in known.functions.get(_at(over, 1), ()) if _stands(over, 1, n)), None)
    if function is None:
        return of_letters(tokens, k, known)
    rest = over[1 + len(function) :]
    if rest and (rest[0] not in ("(", "[") or closing(rest, 0) != len(rest) - 1):
        return None
    if _at(tokens, end) in ("(", "["):
        end = closing(tokens, end) + 1
    return "gradient", joined(function), k, end, tuple(under[1:])


def _is_bare(tokens: list[str], known: Known) -> bool:
    """Whether tokens are a declared function of numbers, without brackets."""
    return any(tuple(tokens) == name for name in known.functions.get(tokens[0] if tokens else "", ()))


def bare_rates(tokens: Sequence[str], functions: Collection[str], times: Collection[str]) -> list[str]:
    r"""``\frac{d}{dt} L`` and ``\dot{L}`` as ``\frac{dL}{dt}``, of functions without brackets."""
    names = sorted((in_words(name) for name in functions), key=len, reverse=True)
    return rewritten(tokens, lambda k: _bare_rate(tokens, k, names, times))


def _bare_rate(
    tokens: Sequence[str], k: int, names: Sequence[tuple[str, ...]], times: Collection[str]
) -> tuple[list[str], int] | None:
    """The rate of a function without brackets that begins at a place, and the place behind it; None if none does."""
    if tokens[k] == r"\dot" and len(times) == 1:
        inside, end = argument(tokens, k + 1)
        below, by = list(inside), list(in_words(*times))
    elif tokens[k] == r"\frac":
        over, middle = argument(tokens, k + 1)
        under, end = argument(tokens, middle)
        signs = [without_d(side) for side in (over, under)]
        if None in signs or joined(signs[1] or ()) not in times:
            return None
        below, by = signs[0] or [], signs[1] or []
        if not below:
            name = next((n for n in names if tuple(tokens[end : end + len(n)]) == n), ())
            below, end = list(name), end + len(name)
    else:
        return None
    if tuple(below) not in names or _at(tokens, end) not in _ENDS:
        return None
    return [r"\frac", "{", "d", *below, "}", "{", "d", *by, "}"], end


def without_d(tokens: Sequence[str]) -> list[str] | None:
    """What stands behind the d of a derivative; None if there is none."""
    for sign in (["d"], [r"\mathrm", "{", "d", "}"]):
        if list(tokens[: len(sign)]) == sign:
            return list(tokens[len(sign) :])
    return None


PARTIAL = "partial"
"""The kind of a derivative of one letter by another, of which nothing is known."""


def of_letters(tokens: Sequence[str], k: int, known: Known) -> tuple[str, str, int, int, tuple[str, ...]] | None:
    r"""In a paper ``\frac{\partial y_i}{\partial z_j}``, of letters that hang on others in the paper."""
    over, middle = argument(tokens, k + 1)
    under, end = argument(tokens, middle)
    names = [joined(side[1:]) for side in (over, under)]
    letters = all(_is_letter(side[1:]) for side in (over, under))
    if not known.paper or not letters or names[1] in known.times:
        return None
    if over[0] == "d" in known.declared:  # it may be a quotient that is not cancelled
        return None
    whole = tuple(tokens[k:end])
    bases = [side[1 : side.index("_")] if "_" in side else None for side in (over, under)]
    families = None not in bases and bases[0] != bases[1]  # of one family by another the grammar knows nothing
    if whole == known.testing or (known.reads(whole) and not families):
        return None
    if not all(known.reads(side[1:]) for side in (over, under)):
        return None
    return PARTIAL, names[0], k, end, tuple(under[1:])


def _is_letter(tokens: Sequence[str]) -> bool:
    """Whether tokens are one letter, perhaps in a font or with an accent, with indices."""
    if not tokens or not (tokens[0].isalpha() or tokens[0][1:].isalpha()):
        return False
    k = argument(tokens, 1)[1] if tokens[1:2] == ["{"] else 1
    while k < len(tokens) and tokens[k] in ("_", "^", "'"):
        k = k + 1 if tokens[k] == "'" else argument(tokens, k + 1)[1]
    return k == len(tokens)


def check_numbers(setting: Setting, unit: Unit) -> None:
    """Refuse the derivative of a vector or a matrix, or by one: which way its entries lie is not said.

    Raises:
        Ambiguous: if it is no derivative of a number by a number.
    """
    for name in (unit.head, joined(unit.inside)):
        try:
            found = setting.read(name)
        except CannotRead as problem:
            raise Ambiguous(f"{joined(unit.whole)[:80]}: {problem}") from None
        if getattr(found, "is_Matrix", False):
            raise Ambiguous(f"{joined(unit.whole)[:80]}: the derivative of a vector, or by one, is not read")


def sizes(setting: Setting, unit: Unit) -> tuple[Any, set[Any]]:
    """The sizes of a derivative, None if it is a number, and the letters of what it is taken by.

    Raises:
        Ambiguous: if it is by more than one argument, of what is no number, or at what moves.
    """
    whole = joined(unit.whole)
    if setting.names.functions.declared[unit.head].sizes:
        raise Ambiguous(f"{whole[:80]}: the derivative of what is no number is not read")
    pieces = between_commas(list(unit.inside))
    if len(pieces) != 1 or not pieces[0]:
        raise Ambiguous(f"{whole[:80]}: by which of its arguments is not said: write \\nabla_{{x}}")
    try:
        point = setting.read(joined(pieces[0]))
    except CannotRead as problem:
        raise Ambiguous(f"{whole[:80]}: {problem}") from None
    if setting.time is not None and point.has(setting.time) and getattr(point, "args", ()) != (setting.time,):
        raise Ambiguous(f"{whole[:80]}: a derivative at what moves is not read")
    if not getattr(point, "is_Matrix", False):
        return None, point.free_symbols
    if unit.kind == "hessian" and point.shape[1] != 1:
        raise Ambiguous(f"{whole[:80]}: the second derivative by a matrix is not read")
    return (point.shape if unit.kind == "gradient" else (point.shape[0],) * 2), point.free_symbols


def _after(tokens: Sequence[str], k: int) -> tuple[list[str], int]:
    r"""The index of a ``\nabla``, and the place after its index and exponent."""
    index: list[str] = []
    while _at(tokens, k) in ("_", "^"):
        inside, after = argument(tokens, k + 1)
        if tokens[k] == "_":
            index = inside
        k = after
    return index, k


def _square(tokens: Sequence[str], k: int) -> bool:
    while _at(tokens, k) in ("_", "^"):
        inside, after = argument(tokens, k + 1)
        if tokens[k] == "^":
            return inside == _SQUARE
        k = after
    return False


def _at(tokens: Sequence[str], k: int) -> str:
    return tokens[k] if k < len(tokens) else ""


def _stands(tokens: Sequence[str], k: int, name: tuple[str, ...]) -> bool:
    return tuple(tokens[k : k + len(name)]) == name
