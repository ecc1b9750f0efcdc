"""Modular arithmetic: every pair of numbers and the answer, as tokens, one-hot vectors or shifts of an encoding.

The table of ``a + b``, ``a - b``, ``a b`` or ``a / b`` modulo p holds all the pairs there are, and a network sees a
random share of them (thesis 6.4.2 and Figure 6.4: division, as in the first report of grokking; slides 'Modular
addition': addition, all pairs).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import torch
from torch import Generator, Tensor

Operation = Literal["addition", "subtraction", "multiplication", "division"]
OPERATIONS: tuple[Operation, ...] = ("addition", "subtraction", "multiplication", "division")


@dataclass(frozen=True)
class ModularTable:
    """Pairs of numbers modulo p and what an operation makes of them.

    Attributes:
        modulus: p.
        operation: one of `OPERATIONS`.
        pairs: (a, b) by row, b running fastest, whole numbers from 0 to p - 1; shape (n, 2).  For a whole table
            n = p^2, or p (p - 1) for division, which leaves out b = 0.
        answers: shape (n,).
    """

    modulus: int
    operation: Operation
    pairs: Tensor
    answers: Tensor

    def __len__(self) -> int:
        return len(self.answers)

    @property
    def vocabulary(self) -> int:
        """Tokens in all: the numbers, then the sign of equality, p, and that of the operation, p + 1."""
        return self.modulus + 2

    def tokens(self) -> tuple[Tensor, Tensor]:
        """The sequences ``a o b =`` and their answers: whole numbers of shapes (n, 4) and (n,)."""
        a, b = self.pairs.T
        sequence = torch.stack([a, torch.full_like(a, self.modulus + 1), b, torch.full_like(a, self.modulus)], dim=1)
        return sequence, self.answers

    def one_hot(self, dtype: torch.dtype = torch.float32) -> tuple[Tensor, Tensor]:
        """One-hot vectors of a and b, side by side, and of the answer: shapes (n, 2 p) and (n, p)."""
        return self.encoded(torch.eye(1, self.modulus, dtype=dtype, device=self.pairs.device)[0])

    def encoded(self, encoding: Tensor) -> tuple[Tensor, Tensor]:
        """Numbers as cyclic shifts of the encoding of zero, ``x_a[j] = x[j - a]`` (slides 'Modular addition').

        Args:
            encoding: x, shape (p,).

        Returns:
            x_a and x_b side by side, and that of the answer: shapes (n, 2 p) and (n, p).

        Raises:
            ValueError: for an encoding of another shape, or one that is not finite.
        """
        if encoding.shape != (self.modulus,) or not bool(torch.isfinite(encoding).all()):
            raise ValueError(
                f"got an encoding of shape {tuple(encoding.shape)}; expected ({self.modulus},), all finite"
            )
        number = torch.arange(self.modulus, device=encoding.device)
        shifts = encoding[(number[None, :] - number[:, None]) % self.modulus]
        pairs, answers = self.pairs.to(encoding.device), self.answers.to(encoding.device)
        return torch.cat([shifts[pairs[:, 0]], shifts[pairs[:, 1]]], dim=1), shifts[answers]

    def rows(self, chosen: Tensor) -> ModularTable:
        """The part of the table with these rows."""
        return ModularTable(self.modulus, self.operation, self.pairs[chosen], self.answers[chosen])

    def split(self, share: float, generator: Generator) -> tuple[ModularTable, ModularTable]:
        """A random part to train on, of ``floor(share n)`` pairs, and the rest to test on.

        Args:
            share: of the pairs, above 0 and below 1.
            generator: on the CPU.

        Raises:
            ValueError: for a share that leaves either part empty.
        """
        count = int(share * len(self)) if 0 < share < 1 else 0
        if not 0 < count < len(self):
            raise ValueError(
                f"got a share of {share} of {len(self)} pairs; expected a number between 0 and 1, pairs in both parts"
            )
        order = torch.randperm(len(self), generator=generator).to(self.pairs.device)
        return self.rows(order[:count]), self.rows(order[count:])

    def to(self, device: torch.device | str) -> ModularTable:
        """The table on another device."""
        return ModularTable(self.modulus, self.operation, self.pairs.to(device), self.answers.to(device))


def modular_table(modulus: int, operation: Operation = "addition") -> ModularTable:
    """The whole table of an operation.

    Args:
        modulus: p, at least 2; a prime for division, so that every b but 0 has an inverse.
        operation: ``division`` is ``a b^-1``, which is the number c with ``c b = a``.

    Raises:
        ValueError: for a modulus or an operation that has no table.

    >>> modular_table(5, "division").answers.tolist()[4:8]   # 1/1, 1/2, 1/3, 1/4
    [1, 3, 2, 4]
    """
    if operation not in OPERATIONS:
        raise ValueError(f"got operation {operation!r}; expected one of {', '.join(OPERATIONS)}")
    if modulus < 2:
        raise ValueError(f"got modulus {modulus}; expected at least 2")
    if operation == "division" and any(modulus % k == 0 for k in range(2, int(modulus**0.5) + 1)):
        raise ValueError(f"got modulus {modulus}; expected a prime, so that every number but 0 can be divided by")
    first = torch.arange(modulus)
    second = first[1:] if operation == "division" else first
    pairs = torch.cartesian_prod(first, second)
    a, b = pairs.T
    if operation == "addition":
        answers = (a + b) % modulus
    elif operation == "subtraction":
        answers = (a - b) % modulus
    elif operation == "multiplication":
        answers = (a * b) % modulus
    else:
        inverse = torch.tensor([0, *(pow(k, -1, modulus) for k in range(1, modulus))])
        answers = (a * inverse[b]) % modulus
    return ModularTable(modulus, operation, pairs, answers)
