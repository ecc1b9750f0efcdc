"""What a refutation is, and how its text is put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ....language.claims import Claim
from ....language.faces import Face
from ..theorems.base import Theorem


@dataclass(frozen=True)
class Refutation:
    """A theorem that the theorem of a claim is false.

    Attributes:
        name: an identifier.
        statement: ``Theorem name : ~ (...).``
        proof: from ``Proof.`` to ``Qed.``; Coq may still refuse it.
        requires: files of the prelude that it needs, beside ``Base``.
        witness: the counterexample in plain text.
        claim: what it refutes.
    """

    name: str
    statement: str
    proof: str
    requires: tuple[str, ...]
    witness: str
    claim: Claim

    def needing(self, *files: str) -> Refutation:
        """The same with more files of the prelude."""
        return replace(self, requires=tuple(dict.fromkeys((*self.requires, *files))))


REFUTES: Face[Callable[[Theorem], Refutation]] = Face("refutation by Coq", __package__ or "")
"""By kind of statement, what refutes its theorem."""


def refutation(theorem: Theorem, sentences: Sequence[str], witness: str) -> Refutation:
    """The refutation of a theorem by sentences that derive an absurdity from it, assumed as ``C``."""
    name = f"{theorem.name}_refuted"
    proposition = theorem.statement().removeprefix(f"Theorem {theorem.name} :").strip().removesuffix(".")
    return Refutation(
        name,
        f"Theorem {name} :\n  ~ (\n  {proposition}).",
        "\n".join(["Proof.", "intro C.", *filter(None, sentences), "Qed."]),
        tuple(dict.fromkeys((*theorem.requires, "Refutations"))),
        witness,
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
