"""What there is to say of models: the laws, whether there can be more, and the claims that state them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...ground import effort
from ...language.claims import Claim
from ...language.printing import latex
from ...language.verdicts import Evidence, Verdict
from ...proving.evidence import prove
from . import excitation as _excitation
from .claims import MOST_TERMS, expression, law_claims, parameters, states_claims
from .excitation import Excitation, excitation
from .lie_algebra import LieDimension, lie_dimension
from .naming import as_gram, described, plain
from .noether import Symmetry
from .parametrisation import Model
from .search import Laws, polynomial_laws


@dataclass(frozen=True)
class ModelReport:
    """The laws of one model.

    Attributes:
        model: the model.
        laws: the laws that were found and proved.
        lie: the dimension of the Lie algebra of the gradient fields of phi.
        excited: of a network with rectifiers, the bound from real inputs; None of others, or if it was not tried.
        seconds: the time taken.
        evidence: what the exact prover said of each claim, by id, as far as it was asked.
    """

    model: Model
    laws: Laws
    lie: LieDimension
    excited: Excitation | None
    seconds: float
    evidence: dict[str, Evidence] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """D, the number of parameters."""
        return self.model.parametrisation.phi.size

    @property
    def at_least(self) -> int:
        """The number of independent laws found."""
        return len(self.laws.independent)

    @property
    def at_most(self) -> int:
        """D - dim Lie(W): there are at most as many independent laws, on any open set of parameters."""
        return self.size - self.lie.at_least

    @property
    def complete(self) -> bool:
        """Whether the laws found are certainly all, of the functions that phi can see."""
        return self.at_least == self.at_most

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """The laws as claims, then those of the symmetries given; none if the flow is too long to be written out."""
        found = law_claims(self.model, self.laws.independent)
        return (*found, *(claim for symmetry in self.model.symmetries for claim in symmetry.claims()))

    @property
    def status(self) -> str:
        """``complete``; ``complete for the paths`` where that data excite every path is not shown; or ``open``."""
        if not self.complete:
            return "open"
        if self.model.gated and (self.excited is None or self.excited.bound > self.at_least):
            return "complete for the paths"
        return "complete"

    def completeness(self) -> list[str]:
        """The certificate in words, a sentence a line."""
        a, b, size, rank = self.at_least, self.at_most, self.size, self.lie.at_least
        count = f"{size} parameters - dimension {rank} of the Lie algebra = {b}"
        if not self.complete:
            said = [
                f"at least {a}, at most {b} ({count})",
                f"what is missing, if anything, is no polynomial of degree up to {self.laws.degree}"
                if self.laws.exhaustive
                else f"some candidates of degree up to {self.laws.degree} were not recovered as rational polynomials",
            ]
        elif self.model.gated:
            said = [f"complete for the paths: {_laws(a)}, and there can be no more if data excite every path ({count})"]
        elif self.model.block is not None:
            said = [
                f"complete: {_laws(a)}, and there can be no more on any open set of parameters, if data excite every "
                f"entry of the products of its matrices ({count})"
            ]
        else:
            said = [f"complete: {_laws(a)}, and there can be no more on any open set of parameters ({count})"]
        if self.model.gated:
            said.append(self._gates())
        return said

    def _gates(self) -> str:
        if self.excited is None:
            return (
                "whether inputs excite enough of the paths was not tried, as phi has "
                f"{self.model.parametrisation.phi.terms} terms, more than {_excitation.MOST_TERMS}"
            )
        if self.excited.bound == self.at_least:
            return (
                f"complete for the network: {self.excited.inputs} inputs excite enough for the same bound, on an open "
                "set of weights around some that were drawn"
            )
        return (
            f"not shown for the network: {self.excited.inputs} inputs do not excite all paths, and leave room for up "
            f"to {self.excited.bound} laws near the weights that were drawn"
        )

    def summary(self) -> list[str]:
        """The laws in words, those of one matrix together."""
        groups: dict[str, list[tuple[int, int]]] = {}
        lines: list[str] = []
        for law in self.laws.independent:
            gram = as_gram(law, self.model)
            if gram is None or not gram.row:
                lines.append(described(law, self.model) if gram else plain(law, self.model))
            else:
                groups.setdefault(gram.matrix, []).append((gram.row, gram.column))
        return [*(_entries(name, entries) for name, entries in groups.items()), *lines]

    def as_json(self) -> dict[str, Any]:
        """The report as what JSON can hold."""
        theta = parameters(self.model)
        printed = [latex(expression(law, theta)) for law in self.laws.independent]
        stated = states_claims(self.model)
        ids = [self.claims[k].id if stated else None for k in range(self.at_least)]
        return {
            "name": self.model.name,
            "parameters": self.size,
            "components": len(self.model.parametrisation.phi.components),
            "laws": [
                {
                    "quantity": plain(law, self.model),
                    "latex": shown,
                    "description": described(law, self.model),
                    "degree": law.degree,
                    "claim": id,
                    "verdict": str(self.evidence[id].verdict.value) if id in self.evidence else None,
                }
                for law, shown, id in zip(self.laws.independent, printed, ids, strict=True)
            ],
            "lie_algebra": {
                "dimension_at_least": self.lie.at_least,
                "gradient_fields": self.lie.fields,
                "depth": self.lie.order,
                "stopped": self.lie.stopped,
            },
            "searched_degree": self.laws.degree,
            "search_exhaustive": self.laws.exhaustive,
            "at_least": self.at_least,
            "at_most": self.at_most,
            "at_most_with_real_inputs": self.excited.bound if self.excited else None,
            "complete": self.complete,
            "status": self.status,
            "certificate": self.completeness(),
            "seconds": self.seconds,
        }


@dataclass(frozen=True)
class Report:
    """The reports of several models."""

    models: tuple[ModelReport, ...]

    @property
    def complete(self) -> bool:
        """Whether every law of every model was found."""
        return all(one.complete for one in self.models)

    @property
    def unproved(self) -> tuple[str, ...]:
        """The claims whose verdict is not the one expected."""
        expected = {claim.id: claim.expected for one in self.models for claim in one.claims}
        return tuple(
            id for one in self.models for id, found in one.evidence.items() if found.verdict is not expected[id]
        )

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims of all models."""
        return tuple(claim for one in self.models for claim in one.claims)

    def text(self) -> str:
        """A table, then the laws of each model."""
        rows: list[tuple[str, ...]] = [("model", "parameters", "dim Lie", "laws", "at most", "")]
        for one in self.models:
            numbers = (one.size, one.lie.at_least, one.at_least, one.at_most)
            rows.append((one.model.name, *map(str, numbers), one.status))
        widths = [max(len(row[k]) for row in rows) for k in range(6)]
        lines = []
        for row in rows:
            cells = [row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:5], widths[1:5], strict=True))]
            lines.append("  ".join([*cells, row[5]]).rstrip())
        lines.insert(1, "-" * max(map(len, lines)))
        for one in self.models:
            lines += ["", f"{one.model.name} ({one.seconds:.1f} s)"]
            lines += [f"  conserved: {said}" for said in one.summary()] or ["  nothing is conserved"]
            lines += [f"  {said}" for said in one.completeness()]
            lines += [f"  {said}" for said in _proofs(one)]
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The report as what JSON can hold."""
        return {"models": [one.as_json() for one in self.models], "complete": self.complete}


def report(
    models: Iterable[Model],
    *,
    degree: int = 2,
    seed: int = 0,
    prover: Callable[[Claim], Evidence] | None = prove,
    budget: float = 30.0,
    progress: Callable[[str], None] = lambda said: None,
) -> Report:
    """All conserved quantities of each model, for every loss and every data set, and whether there can be more.

    Every law is proved by exact arithmetic of polynomials before it is reported.  As claims the laws are then proved
    once more, by `prover`, for as long as the budget of a model lasts.

    Args:
        models: the models, at least one.
        degree: the degree of the polynomials among which laws are searched.
        seed: of the random points; the certificates hold for each.
        prover: proves a claim; None to leave this out.
        budget: seconds for the claims of one model, checked between claims.
        progress: hears which model is at hand.

    Raises:
        ValueError: if there is no model, two have one name, or the degree is no positive integer.
        TooLarge: if a search would cost too much.
    """
    listed = list(models)
    if not listed:
        raise ValueError("found no model; expected at least one Model(name, [layers]) in the file")
    slugs = [model.slug for model in listed]
    if twice := sorted({model.name for model in listed if slugs.count(model.slug) > 1}):
        raise ValueError(f"got two models of one name, {twice[0]!r}; claims need names of their own")
    found = []
    for model in listed:
        progress(model.name)
        one = laws(model, degree=degree, seed=seed)
        if prover is not None:
            _prove(one, prover, budget)
        found.append(one)
    return Report(tuple(found))


def laws(model: Model, *, degree: int = 2, seed: int = 0) -> ModelReport:
    """The conserved quantities of one model; see `report`."""
    start = time.perf_counter()
    seen = model.parametrisation
    found = polynomial_laws(seen.phi, degree, seed=seed)
    known = len(found.independent)
    lie = lie_dimension(seen.phi, enough=seen.phi.size - known, seed=seed)
    excited = None
    if model.gated and seen.phi.terms <= _excitation.MOST_TERMS:
        excited = excitation(seen, known, seed=seed)
    return ModelReport(model, found, lie, excited, time.perf_counter() - start)


def _prove(one: ModelReport, prover: Callable[[Claim], Evidence], budget: float) -> None:
    start = effort.spent()
    for claim in one.claims:
        if effort.spent() - start > budget:
            return
        one.evidence[claim.id] = prover(claim)


def _proofs(one: ModelReport) -> list[str]:
    said = []
    if one.at_least:
        said.append(f"{_laws(one.at_least)} proved by exact arithmetic of polynomials")
        asked = [claim for claim in one.claims if claim.id in one.evidence]
        verified = sum(one.evidence[claim.id].verdict is Verdict.VERIFIED for claim in asked)
        if asked:
            rest = "" if len(asked) == len(one.claims) else f"; {len(one.claims) - len(asked)} were not reached in time"
            said.append(f"as claims: {verified} of {len(asked)} VERIFIED by the exact prover{rest}")
        elif not states_claims(one.model):
            said.append(f"no claims: the flow would have more than {MOST_TERMS} terms")
    for symmetry in one.model.symmetries:
        if symmetry.holds:
            said.append(f"{symmetry.name}: a symmetry, with a generator that is {_kind(symmetry)}")
        else:
            said.append(f"{symmetry.name}: no symmetry, phi changes along it")
    return said


def _kind(symmetry: Symmetry) -> str:
    if symmetry.kind == "antisymmetric":
        return "antisymmetric: it has no law"
    law = f"its law is {plain(symmetry.quantity, symmetry.model)}"
    if symmetry.kind == "symmetric":
        return f"symmetric: {law}"
    conserved = symmetry.model.parametrisation.phi.conserves(symmetry.quantity)
    return f"neither symmetric nor antisymmetric: {law if conserved else 'it has no law'}"


def _laws(count: int) -> str:
    return "no law" if count == 0 else "1 law" if count == 1 else f"{count} laws"


def _entries(name: str, entries: Sequence[tuple[int, int]]) -> str:
    size = max(column for _, column in entries)
    count = f": {_laws(len(entries))}"
    if len(entries) == size * (size + 1) // 2:
        return f"every entry of {name} (symmetric, {size} x {size}){count}"
    if all(row == column for row, column in entries):
        if len(entries) == size:
            return f"each diagonal entry of {name}{count}"
        return f"the diagonal entries {', '.join(str(row) for row, _ in entries)} of {name}{count}"
    return f"the entries {', '.join(f'({row}, {column})' for row, column in entries)} of {name}{count}"
