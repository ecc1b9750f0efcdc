"""A run: every piece of work on every claim, from the cache or in a process of its own, and what it amounts to."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..ground.scratch import scratch
from ..language.claims import Claim
from ..language.verdicts import Evidence, Method, Verdict, Witness
from . import batches, cache, cards, catalogue, keeping, patching, pieces
from .batches import Batch
from .cards import cores as cores
from .loading import Selection, closure
from .pieces import Kind, Piece, Settings
from .processes import Board, Outcome, Pool
from .results import Mutants, Necessity, Result, weakened

if TYPE_CHECKING:
    from ..proving.coq.files import Formal

Watcher = Callable[[int, int, str], None]
"""Hears of progress: pieces done, pieces known of, and what was finished last."""


_CHANGED = "changed"
"""Under this name a worker says what it has changed of the program."""


@dataclass
class _Found:
    """What is known of one claim so far."""

    evidence: dict[Kind, Evidence | None] = field(default_factory=dict)
    mutants: Mutants | None = None
    necessity: tuple[Necessity, ...] | None = None
    unpinned: tuple[str, ...] | None = None
    seconds: float = 0.0
    from_cache: int = 0
    formal: Formal | None = None


class Run:
    """One run over a selection of claims.

    Args:
        selection: the claims asked for; the claims that they use are checked as well.
        methods: the methods to use.
        settings: budget, draws, seeds, scale.
        jobs: processes at a time; by default all cores, or one if networks would be trained on CUDA.
        store: where evidence is kept; by default the user's cache.
        fresh: compute everything again.
        trials: what a proof is put to: mutants, hypotheses dropped, see `pieces.TRIALS`; constants replaced.
        recalled: methods whose evidence counts as far as it is kept, in the cache or as records of trained networks.
        uses: whether the claims that are used are checked as well.
        kept: whether nothing is done that is not kept.
    """

    def __init__(
        self,
        selection: Selection,
        *,
        methods: Sequence[Kind] = pieces.METHODS,
        settings: Settings | None = None,
        jobs: int | None = None,
        store: cache.Cache | None = None,
        fresh: bool = False,
        trials: Sequence[Kind] = pieces.TRIALS,
        recalled: Sequence[Kind] = (),
        uses: bool = True,
        kept: bool = False,
    ) -> None:
        self.selection, self.kept = selection, kept
        self.methods = tuple(map(Kind, methods))
        self.recalled = tuple(kind for kind in map(Kind, recalled) if kind not in self.methods)
        self.settings = settings or Settings()
        self.jobs = jobs or (cards.jobs(self.settings.device) if Kind.TRAINED in self.methods else cores())
        self.cache = cache.Cache(*cache.trusted()) if store is None else store
        self.changed = patching.found()
        if self.changed:
            self.cache = cache.Cache(None)
        self._changed_before = patching.peek()
        self.fresh = fresh
        folder, now = self.cache.folder, time.time()
        self.settings = replace(
            self.settings,
            records=None if folder is None else folder / "networks",
            prelude=None if folder is None else folder / "coq",
            begun=now,
            since=now if fresh else self.settings.since,
        )
        self.trials = tuple(trials)
        self.claims = closure(selection.claims) if uses else list(selection.claims)
        self._found = {id(claim): _Found() for claim in self.claims}
        self.asked: set[Kind] = set()  # of what was not kept
        self._done = self._known = 0
        self._boards: dict[Piece | Batch, Board] = {}
        self._asked_coq = False
        self._awaited = 0  # exact proofs that are not done; Coq begins when all are

    def results(self, watch: Watcher = lambda done, known, last: None) -> list[Result]:
        """Do what is left to do, and say what was found: the selected claims in order, then those they use."""

        def look() -> None:
            if said := [board.text for board in self._boards.values() if board.text]:
                watch(self._done, self._known, said[-1])

        with ExitStack() as after, Pool(self.jobs, look) as pool:
            if Kind.COQ in self.methods:  # the pool ends its workers before the folder goes
                place = after.enter_context(scratch())
                prelude = place / "prelude" if self.changed else self.settings.prelude
                self.settings = replace(self.settings, scratch=place, prelude=prelude)
            for kind in self.methods:
                if kind is not Kind.COQ:
                    for claim in pieces.in_turn(kind, self.claims):
                        self._begin(Piece(claim, kind), pool)
            if Kind.TRAINED in self.recalled:
                for claim in pieces.in_turn(Kind.TRAINED, self.claims):
                    if pieces.has_records(claim, self.settings):
                        self._begin(Piece(claim, Kind.TRAINED), pool)
            self._begin_coq(pool)
            watch(self._done, self._known, "")
            for work, outcome in pool:
                assert isinstance(work, (Piece, Batch))
                self._boards.pop(work, None)
                honest = self._is_honest(outcome)
                if isinstance(work, Batch):
                    self._hear(work, outcome, pool, keep=honest)
                    watch(self._done, self._known, f"{work.pieces[-1].claim.id} {Kind.COQ}")
                    continue
                if honest:
                    self._keep(work, outcome)
                self._take(work, outcome, pool)
                if work.kind is Kind.EXACT:
                    self._awaited -= 1
                    self._begin_coq(pool)
                watch(self._done, self._known, f"{work.claim.id} {work.kind}")
            self._recall_others(pool)
        return self._conclude()

    def _work(self, work: Piece | Batch, tell: Callable[[str], None]) -> dict[str, Any]:
        """Do a piece or a batch, in its worker; and say what of the program it has changed."""
        found = work.work(self.settings, tell)
        changed = sorted(patching.peek() - self._changed_before)
        return {**found, _CHANGED: changed} if changed else found

    def _is_honest(self, outcome: Outcome) -> bool:
        """Whether what was found was found by the program as it is on the disk; what else is remembered."""
        changed = outcome.value.pop(_CHANGED, []) if isinstance(outcome.value, dict) else []
        self.changed += [name for name in changed if name not in self.changed]
        return not changed

    def _keep(self, piece: Piece, outcome: Outcome) -> None:
        key = piece.key(self.settings)
        if key and pieces.may_keep(piece, outcome, self.settings):
            self.cache.put(key, {**outcome.value, "seconds": outcome.seconds, "budget": self.settings.budget})

    def _recall(self, piece: Piece, pool: Pool) -> bool:
        """Enter what is kept of a piece, if anything is."""
        key = None if self.fresh else piece.key(self.settings)
        kept = self.cache.get(key) if key else None
        if kept is None or not keeping.is_sound(piece.kind, kept):  # another program's idea of evidence
            return False
        if pieces.worth_another_try(piece, kept, self.settings):
            return False
        self._take(piece, Outcome(kept, seconds=kept["seconds"]), pool)
        self._found[id(piece.claim)].from_cache += 1
        return True

    def _recall_others(self, pool: Pool) -> None:
        """Enter what is kept by methods that are not asked; what Coq was asked hangs on what exact algebra says."""
        for kind in self.recalled:
            if kind is Kind.COQ and batches.missing():
                continue
            for claim in self.claims:
                if pieces.may_apply(claim, kind) and kind not in self._found[id(claim)].evidence:
                    wanted = batches.wanted(claim, self._exact(claim)) if kind is Kind.COQ else ()
                    self._recall(Piece(claim, kind, wanted), pool)

    def _begin(self, piece: Piece, pool: Pool, *, first: bool = False) -> None:
        self._known += 1
        if self._recall(piece, pool):
            return
        if self.kept:
            self._known -= 1
            return
        self.asked.add(piece.kind)
        self._awaited += piece.kind is Kind.EXACT
        catalogue.build([piece.claim])
        pieces.prepare(piece.kind, piece.claim)
        board = Board() if piece.kind is Kind.TRAINED else None
        if board is not None:
            self._boards[piece] = board
        tell = (lambda text: None) if board is None else board.write
        pool.submit(piece, lambda: self._work(piece, tell), piece.limits(self.settings), first=first)

    def _begin_coq(self, pool: Pool) -> None:
        """Put the claims to Coq, many at a time, as soon as it is known what the exact prover says of them."""
        if Kind.COQ not in self.methods or self._awaited or self._asked_coq:
            return
        self._asked_coq = True
        asked = [Piece(claim, Kind.COQ, batches.wanted(claim, self._exact(claim))) for claim in self.claims]
        self._known += len(asked)
        if reason := batches.missing():
            for piece in asked:
                self._take(piece, Outcome(failure="missing", reason=reason), pool)
            return
        left = [piece for piece in asked if not self._recall(piece, pool)]
        if left:
            pieces.prepare(Kind.COQ)
            catalogue.build([piece.claim for piece in left])
        for batch in batches.batches(left):
            self._submit(batch, pool)

    def _submit(self, batch: Batch, pool: Pool, *, first: bool = False) -> None:
        board = self._boards[batch] = Board()
        pool.submit(batch, lambda: self._work(batch, board.write), batch.limits(self.settings), first=first)

    def _exact(self, claim: Claim) -> Verdict | None:
        """What the exact prover says of a claim, in this run or in one before; None if that is not known."""
        found = self._found[id(claim)].evidence.get(Kind.EXACT)
        if found is not None:
            return found.verdict
        key = None if self.fresh else Piece(claim, Kind.EXACT).key(self.settings)
        kept = self.cache.get(key) if key else None
        return Verdict(kept["evidence"]["verdict"]) if kept and keeping.is_sound(Kind.EXACT, kept) else None

    def _hear(self, batch: Batch, outcome: Outcome, pool: Pool, *, keep: bool) -> None:
        """Enter what was found of a batch; if it failed as a whole, each claim gets a process of its own."""
        if outcome.failure and len(batch.pieces) > 1:
            for piece in reversed(batch.pieces):
                self._submit(Batch((piece,)), pool, first=True)
            return
        found = [outcome.value] if outcome.failure else outcome.value["found"]
        for piece, item in zip(batch.pieces, found, strict=True):
            single = outcome if outcome.failure else Outcome(item, seconds=item["evidence"]["seconds"])
            if keep:
                self._keep(piece, single)
            self._take(piece, single, pool)

    def _take(self, piece: Piece, outcome: Outcome, pool: Pool) -> None:
        """Enter what was found; a new proof is put to its trials.  Raises as `pieces.decode` does."""
        found = self._found[id(piece.claim)]
        if piece.kind is Kind.MUTANTS:
            found.mutants = _mutants(outcome)
        elif piece.kind is Kind.NECESSITY:
            found.necessity = _necessity(outcome)
        elif piece.kind is Kind.PINS:
            found.unpinned = None if outcome.failure else tuple(outcome.value["unpinned"])
        else:
            evidence = self._evidence(piece, outcome)
            if piece.kind is Kind.COQ and not outcome.failure:
                found.formal = batches.formal(outcome.value["formal"])
            found.evidence[piece.kind] = evidence
            proved = evidence is not None and evidence.verdict is Verdict.VERIFIED
            if piece.kind is Kind.EXACT and proved and not piece.claim.erratum:
                for kind in self.trials:
                    self._begin(Piece(piece.claim, kind), pool)
        found.seconds += outcome.seconds
        self._done += 1

    @staticmethod
    def _evidence(piece: Piece, outcome: Outcome) -> Evidence | None:
        if outcome.failure:
            return pieces.undecided(Method(piece.kind.value), outcome.reason, outcome.seconds)
        data = outcome.value["evidence"]
        if data is None:
            return None
        evidence = pieces.decode(data)
        return evidence if evidence.seconds else replace(evidence, seconds=outcome.seconds)

    def _conclude(self) -> list[Result]:
        said = {kind for found in self._found.values() for kind, item in found.evidence.items() if item is not None}
        kinds = (*self.methods, *(kind for kind in self.recalled if kind in said))
        methods = tuple(Method(kind.value) for kind in kinds)
        evidence = {
            key: tuple(item for kind in kinds if (item := found.evidence.get(kind)) is not None)
            for key, found in self._found.items()
        }
        selected = {id(claim) for claim in self.selection.claims}
        others = [claim for claim in self.claims if id(claim) not in selected]
        return [
            self._result(claim, id(claim) in selected, evidence, methods) for claim in (*self.selection.claims, *others)
        ]

    def _result(
        self, claim: Claim, selected: bool, evidence: dict[int, tuple[Evidence, ...]], methods: tuple[Method, ...]
    ) -> Result:
        found = self._found[id(claim)]
        verdict, because = weakened(claim, evidence, methods)
        return Result(
            claim=claim,
            place=self.selection.places.get(claim.id, f"subject {claim.subject}"),
            selected=selected,
            evidence=evidence[id(claim)],
            methods=methods,
            verdict=verdict,
            because=because,
            mutants=found.mutants,
            necessity=found.necessity,
            unpinned=found.unpinned,
            seconds=found.seconds,
            from_cache=found.from_cache,
            formal=found.formal,
        )


def _mutants(outcome: Outcome) -> Mutants:
    if outcome.failure:
        return Mutants(reason=outcome.reason)
    data = outcome.value["mutants"]
    return Mutants(
        int(data["made"]),
        int(data["killed"]),
        tuple(data["survived"]),
        tuple(data["equivalent"]),
        tuple(data["undecided"]),
    )


def _necessity(outcome: Outcome) -> tuple[Necessity, ...] | None:
    if outcome.failure:
        return None
    return tuple(
        Necessity(item["hypothesis"], None if item["witness"] is None else Witness(**item["witness"]))
        for item in outcome.value["necessity"]
    )
