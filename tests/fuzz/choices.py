"""Random choices that are recorded, so that a statement can be made again from a shorter or smaller record."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any


class Choices:
    """A stream of small numbers: from `record` while it lasts, then at random, or zeros without a seed.

    The first option of every choice is its simplest: a record of zeros makes the simplest statement there is.
    """

    def __init__(self, seed: str | None = None, record: Sequence[int] = ()) -> None:
        self._random = None if seed is None else random.Random(seed)
        self._given = list(record)
        self.record: list[int] = []

    def below(self, count: int) -> int:
        """A number from 0 to ``count - 1``."""
        position = len(self.record)
        if position < len(self._given):
            found = min(self._given[position], count - 1)
        else:
            found = 0 if self._random is None else self._random.randrange(count)
        self.record.append(found)
        return found

    def one(self, *options: Any) -> Any:
        """One of the options."""
        return options[self.below(len(options))]

    def maybe(self, among: int = 2) -> bool:
        """True once in `among` times; False is the simpler."""
        return self.below(among) == among - 1

    def number(self) -> int:
        """An integer that is not zero, most often small."""
        return int(self.one(1, 2, -1, 3, -2, 1, 2, -3, 5, 7))


def smaller(record: Sequence[int]) -> Iterator[list[int]]:
    """Shorter and smaller records, the boldest first."""
    length = len(record)
    size = length // 2
    while size:
        for start in range(0, length, size):
            yield [*record[:start], *record[start + size :]]
        size //= 2
    for k, value in enumerate(record):
        for less in sorted({0, value // 2, value - 1}):
            if 0 <= less < value:
                yield [*record[:k], less, *record[k + 1 :]]


def shrunk(record: Sequence[int], still: Callable[[list[int]], bool], tries: int = 300) -> list[int]:
    """The smallest record found, within so many `tries`, for which `still` holds, as it does for `record`."""
    best = list(record)
    again = True
    while again:
        again = False
        for candidate in smaller(best):
            if tries == 0:
                return best
            tries -= 1
            if still(candidate):
                best, again = candidate, True
                break
    return best
