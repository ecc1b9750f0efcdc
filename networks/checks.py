"""The trained check of a claim: what its experiments found, from fresh records or from networks trained now."""

from __future__ import annotations

import math
import time as clock
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from layerproof import derivations
from layerproof.language.claims import Claim
from layerproof.language.verdicts import BEYOND, OUTSIDE, Evidence, Method, Verdict

from .harness import records, registry, sources
from .harness.asking import ask, home
from .harness.comparing import Comparison, told
from .harness.protocol import SCALES, Experiment
from .harness.running import Found, explained, found

Progress = Callable[[str, float], None]


def _silent(text: str, done: float) -> None:
    """No progress is shown."""


def applies(claim: Claim) -> bool:
    """Whether an experiment belongs to the claim; quick, and without torch."""
    return bool(experiments_of(claim))


def experiments_of(claim: Claim) -> tuple[Experiment[Any], ...]:
    """The experiments of a claim.

    Those of the library are for the library's claims: a claim that has the id of one and says something else gets none
    of them.  Those of a user's file are for every claim whose id they name.
    """
    theirs = tuple(experiment for experiment in registry.added() if claim.id in experiment.claims)
    ours = tuple(experiment for experiment in registry.experiments() if claim.id in experiment.claims)
    return (*ours, *theirs) if ours and _is_ours(claim) else theirs


def _is_ours(claim: Claim) -> bool:
    """Whether a claim is the library's, or says the same."""
    if claim.subject not in derivations.subjects():
        return True  # of another package, which brought the experiment as well
    for known in derivations.load(claim.subject):
        if known.id == claim.id:
            same = known.statement == claim.statement and known.hypotheses == claim.hypotheses
            return known is claim or (same and (known.erratum is None) == (claim.erratum is None))
    return False


def in_turn(claims: Mapping[Claim, Sequence[str]]) -> list[Claim]:
    """Claims in an order in which neighbours seldom want the same experiment, so that none waits for another.

    Args:
        claims: each with the names of its experiments.
    """
    first: list[Claim] = []
    later: list[Claim] = []
    begun: set[str] = set()
    for claim, names in claims.items():
        (later if begun.intersection(names) else first).append(claim)
        begun.update(names)
    return first + later


def state(names: Sequence[str], scale: str) -> str:
    """A hash of what an answer of experiments rests on beside our sources: users' files, and records that are kept."""
    theirs = {experiment.name: experiment for experiment in registry.added()}
    seen: list[object] = []
    for name in names:
        seen.append(name)
        if name in theirs:
            files = home(theirs[name])
            seen.append(sources.digest(files) if files else uuid.uuid4().hex)
        seen += [(file.name, file.stat().st_mtime_ns) for file in records.files(records.KEPT, name, scale)]
    return records.digest(records.plain(seen))


def has_records(names: Sequence[str], scale: str) -> bool:
    """Whether each of these experiments has a record beside the program."""
    return all(records.files(records.KEPT, name, scale) for name in names)


def check(
    claim: Claim,
    *,
    seeds: int | None = None,
    scale: str = "desk",
    device: str | None = None,
    folder: Path | None = None,
    fresh: bool | float = False,
    progress: Progress = _silent,
    kept: Path = records.KEPT,
    begun: float = math.inf,
    failed: Mapping[str, str] | None = None,
) -> Evidence | None:
    """What the experiments of a claim say of it; None if it has none.

    Args:
        claim: one of the library's, or one that a registered experiment names.
        seeds: networks of each experiment, one a seed; by default as many as the scale has.
        scale: ``smoke``, ``desk`` or ``paper``.
        device: where networks are trained; by default CUDA if there is one.
        folder: where records and checkpoints are; None keeps nothing.
        fresh: take no record that there is; or none older than this time, in seconds since 1970.
        progress: told what is going on, and how much of it is done.
        kept: the records beside the program.
        begun: a run that failed later than this, in seconds since 1970, is not tried again.
        failed: experiments that were trained elsewhere, and why they left no record; they are not trained here.

    Returns:
        SUPPORTED if every prediction for the claim is, CONTRADICTED if one is not kept to, and else UNDECIDED with the
        reason: seeds that are too few or too different, torch or data that are missing, a run that failed.  Networks
        outside of its hypotheses are told apart, among the details: they make no verdict.

    Raises:
        ValueError: for an unknown scale or no seeds.
    """
    if scale not in SCALES:
        raise ValueError(f"got scale {scale!r}; expected one of {', '.join(SCALES)}")
    if seeds is not None and seeds < 1:
        raise ValueError(f"got {seeds} seeds; expected at least 1")
    begun = clock.perf_counter()
    problems: list[str] = []
    answers: list[tuple[Experiment[Any], Found]] = []
    failures: list[str] = []
    experiments = experiments_of(claim)
    for number, experiment in enumerate(experiments):

        def told(text: str, done: float, number: int = number, name: str = experiment.name) -> None:
            progress(f"{name}: {text}", (number + done) / len(experiments))

        if failed and experiment.name in failed:
            failures.append(f"{experiment.name}: {failed[experiment.name]}")
            continue
        try:
            asked = ask(experiment, scale, seeds=seeds)
            answers.append((experiment, found(asked, device, folder, fresh, told, kept, problems, begun)))
        except Exception as error:
            failures.append(f"{experiment.name}: {explained(error)}")
    if not experiments:
        return None
    return _evidence(claim, answers, failures, problems, clock.perf_counter() - begun)


def _evidence(
    claim: Claim,
    answers: Sequence[tuple[Experiment[Any], Found]],
    failures: Sequence[str],
    problems: Sequence[str],
    seconds: float,
) -> Evidence:
    compared = [item for _, answer in answers for item in records.belonging(answer.record, claim)]
    # A network that contradicts is not made good by another experiment that could not be run.
    verdict = records.weighed(compared)
    if verdict is Verdict.SUPPORTED and failures:
        verdict = Verdict.UNDECIDED
    worst = max(compared, key=_closeness, default=None)
    details: dict[str, object] = {}
    if worst is not None:
        details["part"] = f"{worst.prediction.quantity}: {_sizes(worst)}"
    if (beyond := records.outside(compared)) is not None:
        details[BEYOND] = beyond.value
    if compared and not failures and all(item.prediction.beyond for item in compared):
        details[OUTSIDE] = True
    failures = [*failures, *(f"{one.name}: {failure}" for one, it in answers for failure in it.record.failures)]
    details |= {
        "experiments": [_told(experiment, answer, claim) for experiment, answer in answers],
        **({"problems": list(problems)} if problems else {}),
        **({"failures": list(failures)} if failures else {}),
    }
    return Evidence(
        Method.TRAINED,
        verdict,
        how="; ".join(_how(experiment, answer) for experiment, answer in answers),
        seconds=seconds,
        reason=_reason(compared, failures) if verdict is Verdict.UNDECIDED else None,
        tolerance=None if worst is None else worst.prediction.tolerance,
        draws=sum(answer.record.seeds for _, answer in answers) or None,
        details=details,
    )


def _closeness(item: Comparison) -> tuple[bool, bool, float]:
    """How near a comparison is to failing, or how far off, in tolerances; those inside the hypotheses come first."""
    contradicted = item.verdict is Verdict.CONTRADICTED
    margin = item.gap - item.error if contradicted else item.gap + item.error
    return not item.prediction.beyond, contradicted, margin / item.prediction.tolerance


def _reason(compared: Sequence[Comparison], failures: Sequence[str]) -> str:
    within = [item for item in compared if not item.prediction.beyond]
    reasons = list(failures)
    reasons += [_undecided(item) for item in within if item.verdict is Verdict.UNDECIDED]
    if not reasons:
        reasons += [f"{item.prediction.quantity} {told(item)}" for item in within]
    if not within and (beyond := records.outside(compared)) is not None:
        reasons.append(f"its networks are outside of the hypotheses, where what it says is {beyond}")
    return "; ".join(reasons) or "no experiment predicts anything for it"


def _undecided(item: Comparison) -> str:
    """Why a prediction is undecided."""
    if item.failed:
        return f"{item.prediction.quantity}: {item.failed} of {item.seeds + item.failed} networks failed"
    return (
        f"{item.prediction.quantity}: {item.seeds} seeds do not tell; off by {item.gap:.2g} +- {item.error:.2g} "
        f"against a tolerance of {item.prediction.tolerance:.2g}"
    )


def _how(experiment: Experiment[Any], answer: Found) -> str:
    record = answer.record
    text = f"{experiment.name} at {record.scale} scale, {record.seeds} seeds from {record.seed}, "
    text += f"{'kept record of' if answer.kept else 'trained'} {record.date[:10]} on {record.device}"
    if answer.older:
        text += f" by layerproof {record.versions.get('layerproof', 'unknown')}, before later changes of the program"
    return text


def _told(experiment: Experiment[Any], answer: Found, claim: Claim) -> dict[str, object]:
    record = answer.record
    return {
        "name": experiment.name,
        "title": experiment.title,
        "scale": record.scale,
        "seeds": record.seeds,
        "first seed": record.seed,
        "device": record.device,
        "date": record.date,
        "seconds": record.seconds,
        "kept record": answer.kept,
        "older program": answer.older,
        "versions": dict(record.versions),
        "note": experiment.note,
        "failed networks": [str(failure) for failure in record.failures],
        "predictions": [
            {
                "quantity": item.prediction.quantity,
                "says": item.prediction.says,
                "relation": item.prediction.relation,
                "predicted": records.plain(item.prediction.value),
                "tolerance": item.prediction.tolerance,
                "relative": item.prediction.relative,
                "over": item.prediction.over,
                "beyond": item.prediction.beyond,
                "mean": records.plain(item.mean),
                "spread": records.plain(item.spread),
                "verdict": item.verdict.value,
                "resolution": records.plain(item.resolution),
            }
            for item in records.belonging(record, claim)
        ],
    }


def _sizes(item: Comparison) -> str:
    """What was measured and predicted where the two are worst."""
    predicted = float(np.asarray(item.prediction.value, dtype=float)[item.worst])
    measured, spread = float(item.mean[item.worst]), float(item.spread[item.worst])
    words = {"equals": "", "at most": "at most ", "at least": "at least "}[item.prediction.relation]
    spreads = f" (standard deviation over seeds {spread:.2g})" if np.isfinite(spread) else ""
    allowed = item.prediction.tolerance
    tolerance = f"{100 * allowed:.2g}%" if item.prediction.relative else f"{allowed:.2g}"
    worst = f", worst seed off by {item.gap:.2g}" if item.prediction.over == "every seed" else ""
    return f"measured {measured:.4g}{spreads}{worst}, predicted {words}{predicted:.4g}, tolerance {tolerance}"
