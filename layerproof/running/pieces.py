"""The pieces of work on one claim: what each method is asked, under which limits, and what is kept of it.

A piece is done in a process of its own and answers in JSON, which is also what the cache keeps.  Pieces for Coq are
done many at a time (`batches`): it takes a second to begin with.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..language.verdicts import FORMER
from . import cache, catalogue
from .processes import GIB, Limits, Outcome

if TYPE_CHECKING:
    from ..language.claims import Claim
    from ..language.verdicts import Evidence, Method


class Kind(StrEnum):
    """What is done: a method, or one of the trials that a proof is put to."""

    EXACT = "exact"
    NUMERIC = "numeric"
    TRAINED = "trained"
    COQ = "coq"
    MUTANTS = "mutants"
    NECESSITY = "necessity"
    PINS = "pins"

    @classmethod
    def _missing_(cls, value: object) -> Kind | None:
        return cls(FORMER[value]) if isinstance(value, str) and value in FORMER else None


METHODS = (Kind.EXACT, Kind.NUMERIC, Kind.TRAINED)
"""The methods that need nothing beside Python."""

ALL_METHODS = (*METHODS, Kind.COQ)
TRIALS = (Kind.MUTANTS, Kind.NECESSITY)
"""What every proof is put to; which constants it does not pin, `Kind.PINS`, is tried on request."""
SCALES = ("smoke", "desk", "paper")

_LANGUAGE = tuple(
    f"layerproof.language.{name}"
    for name in (
        "claims", "distributions", "flows", "matrices", "sources", "statements", "statements.matrices", "symbols",
        "verdicts",
    )
)  # fmt: skip
"""What a claim is made of: part of every answer, whatever method gives it."""
_ENTRIES = {
    Kind.EXACT: ("layerproof.proving.evidence", "layerproof.proving.search"),
    Kind.MUTANTS: ("layerproof.proving.trials",),
    Kind.NECESSITY: ("layerproof.proving.trials",),
    Kind.PINS: ("layerproof.proving.pins",),
    Kind.NUMERIC: ("layerproof.numerics.checks", "layerproof.running.numbers"),
    Kind.TRAINED: ("layerproof.networks.checks",),
    Kind.COQ: ("layerproof.proving.coq.everything",),
}
"""Where each kind of work begins: what it rests on is found by following their imports; see `programs`."""
_PREPARED = {
    Kind.EXACT: ("layerproof.proving.evidence",),
    Kind.MUTANTS: ("layerproof.proving.trials",),
    Kind.NECESSITY: ("layerproof.proving.trials",),
    Kind.PINS: ("layerproof.proving.pins",),
    Kind.NUMERIC: ("layerproof.numerics.checks.dispatch", "heyoka"),
    Kind.TRAINED: ("layerproof.networks.checks", "layerproof.networks.harness.registry"),
    Kind.COQ: ("layerproof.proving.coq.everything",),
}
_OF_MATRICES = tuple(f"layerproof.proving.exact.matrix_{name}" for name in ("goals", "failures", "order"))
"""What a proof about matrices needs beside, and few others do: it loads SciPy."""
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_SECOND_TRY = 1 / 3  # of the budget of a proof, for a certificate or a counterexample where it was left open
# Seconds for one unit of budget, the least that is given, and the memory.
_SHARE = {
    Kind.EXACT: (1.0, 0.0, 4 * GIB),
    Kind.MUTANTS: (4.0, 0.0, 4 * GIB),
    Kind.NECESSITY: (2.0, 0.0, 4 * GIB),
    Kind.PINS: (2.0, 0.0, 4 * GIB),
    Kind.NUMERIC: (4.0, 120.0, 16 * GIB),
    Kind.TRAINED: (0.0, 0.0, None),
    Kind.COQ: (1 / 3, 0.0, 4 * GIB),  # for a lemma; and as much for making its script
}
TRAINING = {"smoke": 300.0, "desk": 1800.0, "paper": 14 * 86400.0}
"""Seconds for one experiment, by scale."""


@dataclass(frozen=True)
class Settings:
    """How hard to try.

    Attributes:
        budget: seconds for one exact proof; the other pieces get multiples of it.
        draws: random draws of one numeric check; kinds other than flows take at most a thousand.
        seed: the seed of these draws.
        seeds: networks of each trained experiment; None is as many as its scale has.
        scale: size of the trained experiments, one of `SCALES`.
        device: where networks are trained; None is CUDA if there is one.
        since: records of trained networks that are older count for nothing; in seconds since 1970.
        begun: trainings that failed later are not tried again; in seconds since 1970.
        failed: experiments that were trained elsewhere, and why they left no record; they are not trained here.
        records: where these records are kept; None keeps none.
        prelude: where the compiled lemmas for Coq are kept; None is a folder for temporary files.
        scratch: where files for Coq are put for a while; None is the folder for temporary files.
    """

    budget: float = 30.0
    draws: int = 10_000
    seed: int = 0
    seeds: int | None = None
    scale: str = "desk"
    device: str | None = None
    since: float = 0.0
    begun: float = math.inf
    failed: Mapping[str, str] = field(default_factory=dict)
    records: Path | None = None
    prelude: Path | None = None
    scratch: Path | None = None


@dataclass(frozen=True)
class Piece:
    """One kind of work on one claim.

    Attributes:
        claim: the claim.
        kind: the kind.
        wanted: of Coq: ``proof``, ``refutation``, or both, what is tried first first.
    """

    claim: Claim
    kind: Kind
    wanted: tuple[str, ...] = ()

    def seconds(self, settings: Settings) -> float:
        """The budget of this piece; what it is told."""
        if self.kind is Kind.TRAINED:
            return TRAINING[settings.scale] * max(1, len(_trained().experiments_of(self.claim)))
        share, least, _ = _SHARE[self.kind]
        return max(share * settings.budget, least)

    def limits(self, settings: Settings) -> Limits:
        """The limits of its process: a little more than the budget, so that it can give a reason of its own."""
        seconds = self.seconds(settings) * (1 + _SECOND_TRY if self.kind is Kind.EXACT else 1)
        return Limits(1.25 * seconds + 3.0, _SHARE[self.kind][2])

    def key(self, settings: Settings) -> str | None:
        """The cache key: what is asked and who answers.  None if the claim has no stable text."""
        asked: list[Any] = [self.kind.value, catalogue.meaning(self.claim)]
        if asked[1] is None:
            return None
        if self.kind in (Kind.NUMERIC, Kind.TRAINED):  # these have special checks for single claims
            asked.append(self.claim.id)
        if self.kind is Kind.NUMERIC:
            asked += [settings.draws, settings.seed]
        if self.kind is Kind.TRAINED:
            asked += [
                settings.seeds,
                settings.scale,
                settings.device,
                _trained().state(experiments_of(self.claim), settings.scale),
            ]
        if self.kind is Kind.COQ:
            from ..proving.coq import coqc

            asked += [self.wanted, coqc.identity()]
        return cache.digest(f"{cache.fingerprint(program(self.kind))} {json.dumps(asked)}")

    def work(self, settings: Settings, tell: Callable[[str], None] = lambda text: None) -> dict[str, Any]:
        """Do it; what takes long may `tell` how far it is.  Raises whatever the prover or the check raises."""
        budget = self.seconds(settings)
        if self.kind is Kind.EXACT:
            from ..proving.evidence import prove

            found = prove(self.claim, budget=budget)
            if found.verdict.value == "UNDECIDED":  # few are: what the search needs is not loaded before
                from ..proving.search import second_try

                found = second_try(self.claim, found, budget=_SECOND_TRY * budget)
            return {"evidence": encode(found)}
        if self.kind is Kind.MUTANTS:
            from ..proving.trials import challenge

            report = challenge(self.claim, budget=budget)
            lists = {name: list(map(str, getattr(report, name))) for name in ("survived", "equivalent", "undecided")}
            return {"mutants": {"made": int(report.made), "killed": int(report.killed), **lists}}
        if self.kind is Kind.PINS:
            from ..proving.pins import unpinned

            return {"unpinned": unpinned(self.claim, budget=budget)}
        if self.kind is Kind.NECESSITY:
            from ..proving.trials import necessity

            needed = necessity(self.claim, budget=budget)
            return {
                "necessity": [
                    {"hypothesis": str(item.hypothesis), "witness": _encode_witness(item.witness)} for item in needed
                ]
            }
        if self.kind is Kind.NUMERIC:
            from . import numbers

            return {"evidence": encode(numbers.check(self.claim, draws=settings.draws, seed=settings.seed))}
        assert self.kind is Kind.TRAINED, "claims are put to Coq in batches"
        evidence = _trained().check(
            self.claim,
            seeds=settings.seeds,
            scale=settings.scale,
            device=settings.device,
            folder=settings.records,
            fresh=settings.since,
            begun=settings.begun,
            failed=settings.failed,
            progress=lambda text, done: tell(f"{text} {done:.0%}"),
        )
        return {"evidence": encode(evidence)}


def program(kind: Kind) -> tuple[str, ...]:
    """The modules that a kind of work begins with, and those of the language of claims."""
    return (*_ENTRIES[kind], *_LANGUAGE)


def _trained() -> ModuleType:
    from ..networks import checks

    return checks


def in_turn(kind: Kind, claims: Sequence[Claim]) -> list[Claim]:
    """The claims in the order in which a kind of work is best done; of trained networks, those that have any."""
    if kind is not Kind.TRAINED:
        return list(claims)
    found: list[Claim] = _trained().in_turn({claim: names for claim in claims if (names := experiments_of(claim))})
    return found


def prepare(kind: Kind, claim: Claim | None = None) -> None:
    """Import, in this process, what workers of a kind need: each is born with it, and would take a second by itself.

    Their NumPy has one thread, as a worker has one core.

    Args:
        kind: of the work.
        claim: what it is on, for what only some claims need.
    """
    names = _PREPARED.get(kind, ())
    if claim is not None and kind in (Kind.EXACT, *TRIALS) and _is_of_matrices(claim):
        names += _OF_MATRICES
    if all(name in sys.modules for name in names):
        return
    single = {} if "numpy" in sys.modules else dict.fromkeys(_THREADS, "1")
    before = {name: os.environ.get(name) for name in single}
    os.environ.update({name: value for name, value in single.items() if before[name] is None})
    try:
        for name in names:
            with contextlib.suppress(Exception):  # the worker will say so
                importlib.import_module(name)
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)


def _is_of_matrices(claim: Claim) -> bool:
    import sympy as sp

    return any(
        expr.has(sp.MatrixExpr, sp.Trace) for expr in claim.statement.expressions() if isinstance(expr, sp.Basic)
    )


def experiments_of(claim: Claim) -> tuple[str, ...]:
    """The names of the experiments of a claim; those of the library's claims are kept, and no chapter is built."""
    if isinstance(claim, catalogue.Indexed) and not _trained().registry.added():
        return claim.experiments
    return tuple(experiment.name for experiment in _trained().experiments_of(claim))


def may_apply(claim: Claim, kind: Kind) -> bool:
    """Whether a method may have something to say of a claim, as far as that can be known without running it.

    `numerics` and `networks` may each offer a function ``applies(claim)``, which must be quick.
    """
    if kind is Kind.TRAINED and isinstance(claim, catalogue.Indexed):
        return bool(experiments_of(claim))
    module = {Kind.NUMERIC: "layerproof.numerics", Kind.TRAINED: "layerproof.networks"}.get(kind)
    if module is None:
        return True
    applies = getattr(importlib.import_module(module), "applies", None)
    return True if applies is None else bool(applies(claim))


def has_records(claim: Claim, settings: Settings) -> bool:
    """Whether networks for the claim have been trained, and their records lie beside the program."""
    names = experiments_of(claim)
    return bool(names) and bool(_trained().has_records(names, settings.scale))


def may_keep(piece: Piece, outcome: Outcome, settings: Settings) -> bool:
    """Whether what was found is a fact about the claim, rather than about today's budget or an accident."""
    if outcome.failure:
        return False
    evidence = outcome.value.get("evidence") or {}
    if piece.kind is Kind.TRAINED and evidence.get("details", {}).get("failures"):
        return False  # torch, or data, may be there next time
    if piece.kind is Kind.COQ:
        return not outcome.value["hurried"]
    if piece.kind is Kind.PINS and outcome.seconds > 0.5 * piece.seconds(settings):
        return False  # what was not tried is not told
    share = 0.5 + (_SECOND_TRY if piece.kind is Kind.EXACT else 0.0)
    out_of_time = outcome.seconds > share * piece.seconds(settings) or "budget" in (evidence.get("reason") or "")
    return not (_is_open(outcome.value) and out_of_time)


def worth_another_try(piece: Piece, kept: Mapping[str, Any], settings: Settings) -> bool:
    """Whether what the cache holds was left open under a smaller budget than today's.

    Where Coq was short of time nothing is kept, and what no template proves no budget proves.
    """
    return piece.kind is not Kind.COQ and _is_open(kept) and kept.get("budget", 0.0) < settings.budget


def _is_open(value: Mapping[str, Any]) -> bool:
    evidence, mutants = value.get("evidence") or {}, value.get("mutants") or {}
    return evidence.get("verdict") == "UNDECIDED" or bool(mutants.get("undecided"))


def encode(evidence: Evidence | None) -> dict[str, Any] | None:
    """Evidence as plain data; None, for a method that does not apply, stays None."""
    if evidence is None:
        return None
    return {
        "method": evidence.method.value,
        "verdict": evidence.verdict.value,
        "how": evidence.how,
        "seconds": evidence.seconds,
        "reason": evidence.reason,
        "witness": _encode_witness(evidence.witness),
        "tolerance": None if evidence.tolerance is None else float(evidence.tolerance),
        "draws": None if evidence.draws is None else int(evidence.draws),
        "details": plain(evidence.details),
    }


def decode(data: Mapping[str, Any]) -> Evidence:
    """The evidence that `encode` made plain.  Raises KeyError, TypeError or ValueError if `data` is no such thing."""
    from ..language.verdicts import Evidence, Method, Verdict, Witness

    witness = None if data["witness"] is None else Witness(**data["witness"])
    method, verdict = Method(data["method"]), Verdict(data["verdict"])
    return Evidence(**{**data, "method": method, "verdict": verdict, "witness": witness})


def undecided(method: Method, reason: str, seconds: float) -> Evidence:
    """What is said of a method whose process failed."""
    from ..language.verdicts import Evidence, Verdict

    return Evidence(method, Verdict.UNDECIDED, reason=reason, seconds=seconds)


def _encode_witness(witness: Any) -> dict[str, Any] | None:
    if witness is None:
        return None
    symbols = {str(name): str(value) for name, value in witness.symbols.items()}
    return {"symbols": symbols, "residual": str(witness.residual), "part": witness.part}


def plain(value: Any) -> Any:
    """`value` as what JSON can say: numbers that are not finite, and everything unknown, as text."""
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(value)
    return str(value)
