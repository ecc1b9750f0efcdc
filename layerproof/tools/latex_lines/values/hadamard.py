r"""Products entry by entry, ``x \odot y``: a letter for each, linear in every factor, whatever the order of these.

``A x \odot y`` can be read in two ways, and is refused, if x and y are alike, too; ``u \odot A x`` cannot.
``x \circ y`` is the same of vectors; of square matrices, or of functions, it may be a composition, and is not read.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.reading import CannotRead
from ..files.tokens import closing, in_words, joined
from ..notation.applications import Ambiguous
from ..notation.unit import Unit
from ..notation.units import ENTRYWISE, ODOT
from .terms_apart import numbers_apart

if TYPE_CHECKING:
    from ..letters.setting import Setting

MOST_TERMS = 40


def product(setting: Setting, unit: Unit, letter: Callable[[str, set[Any], Any], Any]) -> Any:
    """The value of a term that holds such products.

    Args:
        setting: in which its factors are read.
        unit: the term.
        letter: makes a letter for a text, of a shape, that is guessed as far as some others are.
    """
    shown = joined(unit.whole)
    if r"\circ" in unit.inside and (name := _functions(setting, unit.inside)):
        raise Ambiguous(f"{shown[:80]}: {name} is a function, and \\circ may be a composition")
    written = _parts(unit.inside)
    factors = [_terms(setting, part, shown, (k > 0, k < len(written) - 1)) for k, part in enumerate(written)]
    shapes = {rest.shape for terms in factors for _, rest in terms}
    if len(shapes) != 1:
        raise Ambiguous(f"{shown[:80]}: the factors of \\odot differ in shape")
    (shape,) = shapes
    if r"\circ" in unit.inside and shape[0] == shape[1]:
        raise Ambiguous(
            f"{shown[:80]}: \\circ of square matrices may be a composition of maps: write \\odot, or a product"
        )
    return _multiplied(setting, factors, shape, shown, letter)


def of_two(setting: Setting, one: Any, other: Any, letter: Callable[[str, set[Any], Any], Any]) -> Any:
    """The product entry by entry of two matrices of one shape, as they were read; `letter` as for `product`.

    Raises:
        Ambiguous: if it has too many terms.
    """
    return _multiplied(setting, [_terms_of(one), _terms_of(other)], one.shape, "a product by entries", letter)


def _multiplied(
    setting: Setting,
    factors: Sequence[list[tuple[Any, Any]]],
    shape: Any,
    shown: str,
    letter: Callable[[str, set[Any], Any], Any],
) -> Any:
    found: list[Any] = []
    for chosen in itertools.islice(itertools.product(*factors), MOST_TERMS + 1):
        if len(found) == MOST_TERMS:
            raise Ambiguous(f"{shown[:80]}: more than {MOST_TERMS} products")
        number = sp.Mul(*(number for number, _ in chosen))
        parts = [
            part for _, rest in chosen for part in setting.units.odots.get(str(getattr(rest, "name", "")), (rest,))
        ]
        parts.sort(key=sp.sstr)
        text = f"{ODOT}[{', '.join(map(sp.sstr, parts))}]"
        made = letter(text, set().union(*(part.free_symbols for part in parts)), shape)
        setting.units.odots[str(made.name)] = tuple(parts)
        found.append(number * made)
    return found[0] if len(found) == 1 else sp.MatAdd(*found)


def _functions(setting: Setting, tokens: Sequence[str]) -> str:
    """The first of the declared functions that stands among tokens as it is, and is taken of nothing; empty if none is.

    A value ``f(x)``, or a gradient of one, is a vector or a number, whatever stands in its brackets.
    """
    names = ((name, in_words(name)) for name in setting.names.functions.declared)
    for name, key in names:
        ends = (k + len(key) for k in range(len(tokens)) if tuple(tokens[k : k + len(key)]) == key)
        if any(list(tokens[end : end + 1]) != ["("] for end in ends):
            return name
    return ""


def _parts(tokens: Sequence[str]) -> list[list[str]]:
    """What stands between the signs of the product."""
    found: list[list[str]] = [[]]
    level = 0
    for token in tokens:
        level += (token in ("{", "(", "[", r"\langle")) - (token in ("}", ")", "]", r"\rangle"))
        if token in ENTRYWISE and level == 0:
            found.append([])
        else:
            found[-1].append(token)
    return found


def _terms(setting: Setting, tokens: list[str], shown: str, beside: tuple[bool, bool]) -> list[tuple[Any, Any]]:
    """The numbers and the matrices of the terms of a factor, which has others before and behind it, or not."""
    try:
        whole = setting.read(joined(tokens))
    except CannotRead as problem:
        raise Ambiguous(f"{shown[:80]}: {problem}") from None
    if not getattr(whole, "is_Matrix", False):
        raise Ambiguous(f"{shown[:80]}: a factor of \\odot is a number")
    enclosed = tokens[0] in ("(", "[") and closing(tokens, 0) == len(tokens) - 1
    matrices = [f for f in whole.args if getattr(f, "is_Matrix", False)] if isinstance(whole, sp.MatMul) else []
    ends = [f for f, other in zip((matrices[0], matrices[-1]), beside, strict=True) if other] if matrices[1:] else []
    if not enclosed and any(end.shape == whole.shape for end in ends):  # it may be multiplied before the others are
        raise Ambiguous(f"{shown[:80]}: A x \\odot y can be read in two ways: write (A x) \\odot y")
    return _terms_of(whole)


def _terms_of(whole: Any) -> list[tuple[Any, Any]]:
    """The numbers and the matrices of the terms of a sum of matrices."""
    whole = sp.expand(whole)
    flat = (term.doit(deep=False) for term in (whole.args if isinstance(whole, sp.MatAdd) else (whole,)))
    return [numbers_apart(term) for term in flat]
