r"""What a letter for a product by entries, ``u \odot v``, one of Kronecker, or a function of a vector is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .unit_values import Units


def made_of(units: Units, name: str) -> tuple[Any, ...]:
    """The factors, or the vector, by the internal name of the letter; none if it stands for none of these."""
    by_entries = units.by_entries.get(name)
    return (
        *units.odots.get(name, ()),
        *units.krons.get(name, ()),
        *((by_entries.vector,) if by_entries is not None else ()),
    )
