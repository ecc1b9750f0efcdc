"""Skill strengths of the multitask sparse parity problem, by averaging: thesis (4.7), section C.3."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Strengths:
    """Skill strengths, and how well they are known.

    Attributes:
        mean: R_k = E[g_k f | I = k], shape (..., skills); in units of the target if `f` is, not divided by S.
        error: standard error of the mean, shape (..., skills); infinite for one sample.
        samples: of each skill, shape (skills,).
    """

    mean: Tensor
    error: Tensor
    samples: Tensor


class SkillStrengths:
    """Averages of ``g_k(I=k, X) f(I=k, X)`` for each skill, streamed over batches that mix skills as they like.

    >>> strengths = SkillStrengths(2)
    >>> strengths.add(torch.tensor([3.0, -1.0, 4.0]), torch.tensor([1.0, -1.0, 1.0]), torch.tensor([0, 0, 1]))
    >>> strengths.result().mean
    tensor([2., 4.], dtype=torch.float64)
    """

    def __init__(self, skills: int) -> None:
        """Start without samples, for skills 0, ..., skills - 1 (the sources count from 1)."""
        if skills < 1:
            raise ValueError(f"got {skills} skills; expected at least 1")
        self.skills = skills
        self._sums: list[Tensor] = []

    def add(self, output: Tensor, parity: Tensor, skill: Tensor) -> None:
        """Add a batch.

        Args:
            output: f at the samples, shape (..., n) (leading axes: networks), or (..., n, 1).
            parity: g_k at the samples, +1 or -1, shape (n,) or (..., n).
            skill: the skill of each sample, whole numbers, shape (n,), shared by all networks.
        """
        if skill.ndim != 1 or skill.is_floating_point() or len(skill) == 0:
            raise ValueError(f"skills are whole numbers of shape (n,); got {skill.dtype} {tuple(skill.shape)}")
        if skill.min() < 0 or skill.max() >= self.skills:
            raise ValueError(f"skills are numbers from 0 to {self.skills - 1}")
        if output.ndim > 1 and output.shape[-1] == 1 and output.shape[-2] == len(skill):
            output = output[..., 0]
        if output.shape[-1] != len(skill) or parity.shape[-1] != len(skill):
            raise ValueError(
                f"got outputs {tuple(output.shape)} and parities {tuple(parity.shape)} for {len(skill)} samples"
            )
        with torch.no_grad():
            product = output.to(torch.float64) * parity.to(torch.float64)
            ones = torch.ones_like(skill, dtype=torch.float64)
            parts = [
                torch.zeros(*values.shape[:-1], self.skills, dtype=torch.float64, device=values.device).index_add(
                    -1, skill.long(), values
                )
                for values in (ones, product, product**2)
            ]
            self._sums = [old + new for old, new in zip(self._sums, parts, strict=True)] if self._sums else parts

    def result(self) -> Strengths:
        """The strengths so far.

        Raises:
            ValueError: if a skill has no sample, or an output is not finite.
        """
        if not self._sums:
            raise ValueError("no batch was added")
        count, total, squares = self._sums
        if (count == 0).any():
            raise ValueError(f"skill {int((count == 0).nonzero()[0])} has no sample")
        mean = total / count
        if not torch.isfinite(squares).all():
            raise ValueError("an output is not finite")
        variance = (squares / count - mean**2).clamp(min=0) * count / (count - 1).clamp(min=1)
        error = torch.where(count > 1, (variance / count).sqrt(), torch.inf)
        return Strengths(mean, error, count.long())


def skill_strengths(output: Tensor, parity: Tensor) -> Tensor:
    """R_k (4.7) from outputs and parities of shape (..., skills, samples); shape (..., skills).

    The mode strength (C.13) is this of a mode, divided by S: as printed it carries 1/(8 S^2) and adds up to R/S
    (`emergence/modes-add-up-printed`).
    """
    if output.shape[-2:] != parity.shape[-2:] or output.shape[-1] == 0:
        raise ValueError(f"got outputs {tuple(output.shape)} and parities {tuple(parity.shape)}")
    return (output.to(torch.float64) * parity.to(torch.float64)).mean(-1)
