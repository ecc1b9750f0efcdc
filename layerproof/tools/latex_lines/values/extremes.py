r"""Where and what the least or the largest value is: ``\operatorname{argmin}_x f(x)``, ``\sup_x f(x)``, in one form.

``\operatorname{argmax}_x (c - 2 f(x))`` is ``\operatorname{argmin}_x f(x)``, and ``\sup_x (c - 2 f(x))`` is
``c - 2 \inf_x f(x)``: a term in which x does not stand, a positive factor, and the sign of all of it go before.  What
was taken out is kept: where the paper says that such a letter is made of x, ``c = x^2``, `tied` leaves the line open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.reading import CannotRead
from ....language.vectors import as_number
from ..files.tokens import argument, joined
from ..notation.unit import Unit
from .norms import apart

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..letters.setting import Setting

LARGEST = 80
_OTHER = {
    "argmin": "argmax", "argmax": "argmin", r"\sup": r"\inf", r"\inf": r"\sup", r"\max": r"\min", r"\min": r"\max"
}  # fmt: skip
_NO_LETTERS = frozenset(
    {"mathbf", "mathcal", "mathbb", "mathrm", "boldsymbol", "bm", "in", "mid", "le", "leq", "ge", "geq"}
)


@dataclass(frozen=True)
class Extreme:
    """What a least or largest value, or where it is, comes to.

    Attributes:
        text: names the operator, what it runs over, and what it is of, in one form.
        before: a number that is added to the value.
        factor: what the value is taken times.
        free: the letters that are taken not to hang on what it runs over.
        runs: the letters of what it runs over, as tokens.
        kind: the operator, what it runs over, and what it is of, as it was read.
    """

    text: str
    before: Any
    factor: Any
    free: frozenset[Any]
    runs: frozenset[str]
    kind: tuple[str, str, Any]


def extreme(setting: Setting, unit: Unit, stays: Callable[[Any, frozenset[str]], bool]) -> Extreme | None:
    """Of a part of a formula; None if it is no such one, or what it is of is not read as a number.

    Args:
        setting: in which it is read.
        unit: the part.
        stays: whether an expression is known not to hang on some letters.
    """
    if "_" not in unit.whole:
        return None
    under, after = argument(unit.whole, unit.whole.index("_") + 1)
    head = unit.whole[: unit.whole.index("_")]
    operator = "".join(token for token in head if token in _OTHER or token.isalpha())
    if operator not in _OTHER:
        return None
    try:
        inside = as_number(setting.without_definitions(setting.read(joined(unit.whole[after:]))))
    except CannotRead:
        return None
    if getattr(inside, "is_Matrix", False) or inside.count_ops() > LARGEST:
        return None
    runs = frozenset(t.strip("\\") for t in under if t[-1].isalpha()) - _NO_LETTERS
    terms = sp.Add.make_args(sp.expand(apart(inside)))
    still = [term for term in terms if stays(term, runs)]
    moving = [term for term in terms if term not in still]
    if not moving or not runs:
        return None
    factor = _common(moving, runs, stays)
    ordered = sorted((sp.expand(term / factor) for term in moving), key=lambda term: sp.sstr(term.as_coeff_Mul()[1]))
    if ordered[0].as_coeff_Mul()[0] < 0:
        factor, operator, ordered = -factor, _OTHER[operator], [-term for term in ordered]
    before = sp.Add(*still)
    shown = " + ".join(sp.sstr(term) for term in ordered)
    kind = operator, joined(under), sp.Add(*ordered)
    free = frozenset(before.free_symbols | factor.free_symbols)
    return Extreme(f"{operator}_{{{joined(under)}}}[{shown}]", before, factor, free, runs, kind)


def _common(terms: list[Any], runs: frozenset[str], stays: Callable[[Any, frozenset[str]], bool]) -> Any:
    """The positive factor that all terms have, in which nothing moves."""
    numbers = [abs(term.as_coeff_Mul()[0]) for term in terms]
    powers = [term.as_powers_dict() for term in terms]
    letters = {base for of in powers for base in of if base.is_positive and not base.is_number and stays(base, runs)}
    exponents = {base: [of.get(base, sp.S.Zero) for of in powers] for base in letters}
    least = [base ** min(raised) for base, raised in exponents.items() if all(e.is_number for e in raised)]
    return sp.Mul(sp.gcd_list(numbers), *least)
