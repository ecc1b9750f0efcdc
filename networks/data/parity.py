r"""Multitask sparse parity: many parity tasks, of which control bits say which one is asked.

Skill k is asked with the frequency ``P(k) = A k^-(alpha+1)``, and its answer is S times the parity of m of the n_b
skill bits, thesis (4.1) to (4.4) and Table 4.2.  Skills are numbered from 0 here; skill 0 is the most frequent.

A batch is drawn without a loop over its tasks: skills by their cumulative frequencies, bits at once, and answers by
one gather of the relevant bits.  Everything happens on the device of the task and the generator.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Generator, Tensor

from ..streams import Source, random_bytes, uniform

MOST_TABLED = 2**26
"""Entries of the table of relevant bits; more would not fit beside a batch."""


@dataclass(frozen=True)
class Batch:
    """Inputs of multitask sparse parity, with any leading shape.

    Attributes:
        skill: numbers from 0 to n_s - 1, shape (...).
        bits: skill bits, 0 or 1, ``uint8``, shape (..., n_b).
        parity: (-1)^(sum of the relevant bits), the value of the asked skill's function g_k; ``int8``, shape (...).
    """

    skill: Tensor
    bits: Tensor
    parity: Tensor

    def __len__(self) -> int:
        return len(self.skill)


@dataclass(frozen=True)
class SparseParity:
    """A multitask sparse parity problem.

    Attributes:
        chosen: the relevant bits of each skill, whole numbers from 0 to n_b - 1, shape (n_s, m).
        bits: n_b.
        alpha: of the frequencies k^-(alpha+1), above zero.
        target: the target scale S.

    Raises:
        ValueError: for an empty table, relevant bits that are not there or repeat within a skill, or an alpha or
            target that is not positive.
    """

    chosen: Tensor
    bits: int
    alpha: float
    target: float = 1.0

    def __post_init__(self) -> None:
        if self.chosen.ndim != 2 or 0 in self.chosen.shape or self.chosen.is_floating_point():
            raise ValueError(f"got relevant bits of shape {tuple(self.chosen.shape)}; expected whole numbers, (n_s, m)")
        if bool((self.chosen < 0).any()) or bool((self.chosen >= self.bits).any()):
            raise ValueError(f"got relevant bits outside of 0 to {self.bits - 1}")
        ordered = self.chosen.sort(dim=1).values
        if bool((ordered[:, 1:] == ordered[:, :-1]).any()):
            raise ValueError("got a skill with one relevant bit twice; expected m different ones")
        for name in ("alpha", "target"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value > 0):
                raise ValueError(f"got {name} = {value}; expected a positive number")

    @property
    def skills(self) -> int:
        """n_s."""
        return len(self.chosen)

    @cached_property
    def frequencies(self) -> Tensor:
        """P(k), thesis (4.1), in double precision; shape (n_s,)."""
        number = torch.arange(1, self.skills + 1, dtype=torch.float64, device=self.chosen.device)
        weights = number ** -(self.alpha + 1)
        return weights / weights.sum()

    @cached_property
    def _cumulative(self) -> Tensor:
        return self.frequencies.cumsum(0)[:-1]  # without the last, 1, so that no rounding leads beyond the last skill

    def draw(self, *shape: int, generator: Source) -> Batch:
        """Independent inputs from the distribution (4.1), of a leading shape such as ``(size,)`` or (networks, size).

        Args:
            generator: on the device of the task.
        """
        drawn = uniform(generator, *shape)
        return self._answered(torch.searchsorted(self._cumulative, drawn, right=True), generator)

    def draw_of(self, skill: int, *shape: int, generator: Source) -> Batch:
        """Independent inputs of one skill, as its strength (4.7) is measured on; shapes as for `draw`."""
        if not 0 <= skill < self.skills:
            raise ValueError(f"got skill {skill}; expected 0 to {self.skills - 1}")
        return self._answered(torch.full(shape, skill, dtype=torch.int64, device=self.chosen.device), generator)

    def _answered(self, skill: Tensor, generator: Source) -> Batch:
        # Eight bits from each random byte: a third of the time of drawing each by itself.
        size = (*skill.shape, (self.bits + 7) // 8)
        byte = random_bytes(generator, *size)
        places = torch.arange(8, dtype=torch.uint8, device=skill.device)
        bits = ((byte[..., None] >> places) & 1).flatten(-2)[..., : self.bits]
        return Batch(skill, bits, self.parity(skill, bits))

    def parity(self, skill: Tensor, bits: Tensor) -> Tensor:
        """g_k (4.2) of the asked skill, 1 or -1 as ``int8``; shape of `skill`; one gather."""
        odd = bits.gather(-1, self.chosen[skill]).sum(-1, dtype=torch.int8) & 1
        return 1 - 2 * odd

    def everything(self) -> Batch:
        """Every input of every skill, of shapes (n_s, 2^n_b) and (n_s, 2^n_b, n_b): expectations become means.

        Raises:
            ValueError: for more than 2^26 inputs.
        """
        if self.skills * 2**self.bits > MOST_TABLED:
            raise ValueError(f"{self.skills} skills of {self.bits} bits have more than 2^26 inputs; draw some instead")
        device = self.chosen.device
        number = torch.arange(2**self.bits, device=device)
        places = torch.arange(self.bits - 1, -1, -1, device=device)
        strings = ((number[:, None] >> places) & 1).to(torch.uint8)
        bits = strings.expand(self.skills, -1, -1)
        skill = torch.arange(self.skills, device=device)[:, None].expand(-1, len(number))
        return Batch(skill, bits, self.parity(skill, bits))

    def basis(self, batch: Batch) -> Tensor:
        """All skill functions g_k (4.2): the parity where skill k is asked, 0 elsewhere; ``int8``, (..., n_s)."""
        asked = batch.skill[..., None] == torch.arange(self.skills, device=batch.skill.device)
        return asked.to(torch.int8) * batch.parity[..., None]

    def counts(self, batch: Batch) -> Tensor:
        """d_k: how many inputs ask each skill, along the last axis of the batch; shape (..., n_s)."""
        found = torch.zeros(*batch.skill.shape[:-1], self.skills, dtype=torch.int64, device=batch.skill.device)
        return found.scatter_add_(-1, batch.skill, torch.ones_like(batch.skill))

    def answers(self, batch: Batch, dtype: torch.dtype = torch.float32) -> Tensor:
        """The target f* (4.4), S times the parity, shape (..., 1)."""
        return self.target * batch.parity[..., None].to(dtype)

    def one_hot(self, batch: Batch, dtype: torch.dtype = torch.float32) -> Tensor:
        """Inputs as the sources have them, control bits and then skill bits; shape (..., n_s + n_b)."""
        x = torch.zeros(*batch.skill.shape, self.skills + self.bits, dtype=dtype, device=batch.skill.device)
        x.scatter_(-1, batch.skill[..., None], 1.0)
        x[..., self.skills :] = batch.bits
        return x

    def numbered(self, batch: Batch, dtype: torch.dtype = torch.float32) -> Tensor:
        """The skill's number and then the skill bits, shape (..., 1 + n_b): for a model that looks control bits up.

        Raises:
            ValueError: if the numbers of the skills are not all exact in `dtype`.
        """
        if self.skills - 1 > 2 / torch.finfo(dtype).eps:
            raise ValueError(f"{dtype} does not hold the numbers of {self.skills} skills exactly")
        return torch.cat([batch.skill[..., None].to(dtype), batch.bits.to(dtype)], dim=-1)

    def to(self, device: torch.device | str) -> SparseParity:
        """The task on another device."""
        return SparseParity(self.chosen.to(device), self.bits, self.alpha, self.target)


def sparse_parity(
    skills: int,
    bits: int,
    relevant: int = 3,
    *,
    alpha: float,
    generator: Generator,
    target: float = 1.0,
    disjoint: bool = False,
) -> SparseParity:
    """A task with random relevant bits, different sets for different skills.

    Args:
        skills: n_s.
        bits: n_b.
        relevant: m, at most n_b.
        alpha: of the frequencies.
        generator: on the CPU, so that every device has the same task.
        target: S.
        disjoint: no two skills share a relevant bit, as in thesis C.3; needs ``n_s m <= n_b``.

    Raises:
        ValueError: if there are not that many different sets, or not that many bits.
    """
    if min(skills, bits, relevant) < 1 or relevant > bits:
        raise ValueError(f"got {skills} skills and {relevant} of {bits} bits; expected positive numbers, m <= n_b")
    if disjoint:
        if skills * relevant > bits:
            raise ValueError(f"{skills} disjoint sets of {relevant} bits do not fit into {bits} bits")
        order = torch.randperm(bits, generator=generator)[: skills * relevant]
        return SparseParity(order.reshape(skills, relevant), bits, alpha, target)
    if skills > math.comb(bits, relevant):
        raise ValueError(
            f"got {skills} skills; there are {math.comb(bits, relevant)} sets of {relevant} of {bits} bits"
        )
    if skills * relevant > MOST_TABLED:
        raise ValueError(f"got {skills} skills of {relevant} bits; a table of at most 2^26 entries is held")
    chosen = torch.empty(0, relevant, dtype=torch.int64)
    while len(chosen) < skills:
        # Sets are drawn independently and repetitions dropped, the first of each kept: still uniform.
        more = skills - len(chosen) + 8
        drawn = torch.rand(more, bits, generator=generator).topk(relevant, dim=1).indices.sort(dim=1).values
        together = torch.cat([chosen, drawn])
        kinds, kind = torch.unique(together, dim=0, return_inverse=True)
        first = torch.full((len(kinds),), len(together)).scatter_reduce_(0, kind, torch.arange(len(together)), "amin")
        chosen = together[first.sort().values][:skills]
    return SparseParity(chosen, bits, alpha, target)
