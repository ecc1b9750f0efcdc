"""What is known of a subject where its claims are shown: the book says it of its own chapters.

The language does not know the book; the book tells it here, when it is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

_BOOKS: list[Callable[[str], Mapping[str, str]]] = []


def tell_notation(of: Callable[[str], Mapping[str, str]]) -> None:
    """Ask `of` too how the sources of a subject print its names; it says nothing of a subject that is not its own."""
    _BOOKS.append(of)


def notation_of(subject: str) -> Mapping[str, str]:
    """How the sources of a subject print its names; nothing for a subject of which no book says so."""
    return {name: shown for of in _BOOKS for name, shown in of(subject).items()}
