"""What a refutation is, and how its text is put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ....language.claims import Claim
from ....language.faces import Face
from ..gallina import Gallina, Not
from ..theorems.base import Theorem


@dataclass(frozen=True)
class Refutation:
    """A theorem that the theorem of a claim is false.

    Attributes:
        name: an identifier.
        says: that the theorem is false.
        proof: from ``Proof.`` to ``Qed.``; Coq may still refuse it.
        requires: files of the prelude that it needs, beside ``Base``.
        at: the counterexample: values by the names of what has them.
        remark: what else there is to say of it.
        claim: what it refutes.
    """

    name: str
    says: Gallina
    proof: str
    requires: tuple[str, ...]
    at: Mapping[str, str]
    remark: str
    claim: Claim

    @property
    def statement(self) -> str:
        """The theorem that it is false, without its proof."""
        return f"Theorem {self.name} :\n  {self.says.whole}."

    @property
    def witness(self) -> str:
        """The counterexample in plain text."""
        values = ", ".join(f"{name} = {value}" for name, value in self.at.items()) or "every point"
        return f"{values}: {self.remark}" if self.remark else values

    def needing(self, *files: str) -> Refutation:
        """The same with more files of the prelude."""
        return replace(self, requires=tuple(dict.fromkeys((*self.requires, *files))))


REFUTES: Face[Callable[[Theorem], Refutation]] = Face("refutation by Coq", __package__ or "")
"""By kind of statement, what refutes its theorem."""


def refutation(theorem: Theorem, sentences: Sequence[str], at: Mapping[str, str], remark: str = "") -> Refutation:
    """The refutation of a theorem by sentences that derive an absurdity from it, assumed as ``C``."""
    return Refutation(
        f"{theorem.name}_refuted",
        Not(theorem.says),
        "\n".join(["Proof.", "intro C.", *filter(None, sentences), "Qed."]),
        tuple(dict.fromkeys((*theorem.requires, "Refutations"))),
        at,
        remark,
        theorem.claim,
    )


def projection(count: int, position: int, of: str = "C") -> Iterator[str]:
    """Sentences that leave of a conjunction of `count` parts the one at a position."""
    for _ in range(position):
        yield f"apply proj2 in {of}."
    if position < count - 1:
        yield f"apply proj1 in {of}."


def number(value: Fraction) -> str:
    """A rational as a Coq term of type R."""
    if value.denominator == 1:
        return str(value) if value >= 0 else f"({value})"
    return f"({value.numerator} / {value.denominator})"
