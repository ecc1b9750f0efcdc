"""The method `coq` in a run: batches, cache, conflicts, a machine without Coq, the pytest plugin."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp
from conftest import HEADER

from layerproof import Claim, Erratum, Identity, Verdict, positive
from layerproof.desk.cli import main
from layerproof.language.verdicts import Evidence, Method, Witness
from layerproof.proving import evidence
from layerproof.proving.coq import checking, coqc
from layerproof.running import batches
from layerproof.running.cache import Cache
from layerproof.running.loading import Selection
from layerproof.running.pieces import Kind, Piece, Settings, decode
from layerproof.running.results import Exit, Result
from layerproof.running.runner import Run
from layerproof.running.session import check

from .needs import coq

S, m = positive("S m")
RIGHT = 'Claim("own/right", title="", statement=Identity((S - m)**2, S**2 - 2*S*m + m**2))\n'


def claim(name: str, term: sp.Expr = sp.S.Zero, **more: object) -> Claim:
    """An identity, made false by a term."""
    return Claim(f"own/{name}", title="", statement=Identity((S - m) ** 2, S**2 - 2 * S * m + m**2 + term), **more)  # type: ignore[arg-type]


@pytest.fixture
def store(own_cache: Path) -> Cache:
    """An empty cache, but for the compiled prelude, which all tests share where there is Coq to compile it."""
    if shutil.which("coqc") is not None:
        coqc.folders(("Base",))
        (own_cache / "coq").symlink_to(coqc.usual_place())
    return Cache(own_cache)


def run(store: Cache, *claims: Claim, methods: tuple[Kind, ...] = (Kind.COQ,), **more: object) -> dict[str, Result]:
    selection = Selection(list(claims), {item.id: "here" for item in claims})
    found = Run(selection, methods=methods, store=store, trials=(), jobs=2, **more).results()  # type: ignore[arg-type]
    return {result.claim.id.removeprefix("own/"): result for result in found}


@coq
def test_claims_are_proved_and_remembered(store: Cache) -> None:
    claims = [claim("right"), claim("wrong", m)]
    found = run(store, *claims)
    assert {name: result.verdict for name, result in found.items()} == {"right": "VERIFIED", "wrong": "UNDECIDED"}
    assert found["right"].formal is not None
    assert found["right"].from_cache == 0
    again = run(store, *claims)
    assert [result.from_cache for result in again.values()] == [1, 1]
    assert again["right"].formal == found["right"].formal
    assert [result.evidence for result in again.values()] == [result.evidence for result in found.values()]
    assert again["wrong"].reason.startswith("no template proves it: ")


@coq
def test_a_run_that_was_cut_short_goes_on(store: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "SIZE", 1)
    claims = [claim(f"c{k}", term) for k, term in enumerate((sp.S.Zero, S - S, m))]
    claims[1].statement = Identity((S + m) ** 2, S**2 + 2 * S * m + m**2)

    def stop(done: int, known: int, last: str) -> None:
        if done:
            raise KeyboardInterrupt

    selection = Selection(claims, {item.id: "here" for item in claims})
    with pytest.raises(KeyboardInterrupt):
        Run(selection, methods=[Kind.COQ], store=store, jobs=1).results(stop)
    found = run(store, *claims)
    assert sum(result.from_cache for result in found.values()) == 1
    assert [result.verdict for result in found.values()] == ["VERIFIED", "VERIFIED", "UNDECIDED"]


@coq
def test_a_batch_that_dies_is_done_claim_by_claim(store: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    made = checking.theorem
    monkeypatch.setattr(checking, "theorem", lambda about: os._exit(7) if about.id == "own/deadly" else made(about))
    found = run(store, claim("right"), claim("deadly", m))
    assert found["right"].verdict is Verdict.VERIFIED
    assert found["deadly"].reason == "the process ended with status 7"


def test_nothing_is_kept_where_time_was_short(store: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    late = Evidence(Method.COQ, Verdict.UNDECIDED, reason="not done")
    asked: list[int] = []

    def check(wishes: list[checking.Wish], **more: object) -> list[checking.Found]:
        (store.folder / "asked").open("a").write("x")  # type: ignore[operator]
        return [checking.Found(wish.claim, late, hurried=True) for wish in wishes]

    monkeypatch.setattr(checking, "check", check)
    monkeypatch.setattr(batches, "missing", lambda: "")
    monkeypatch.setattr(coqc, "identity", lambda: "Coq 0")
    for _ in range(2):
        asked.append(run(store, claim("slow"))["slow"].from_cache)
    assert asked == [0, 0]
    assert (store.folder / "asked").read_text() == "xx"  # type: ignore[operator]


# -- conflicts -------------------------------------------------------------------------------------------------------


def says(verdict: Verdict) -> Callable[..., Evidence]:
    witness = Witness({"S": "1"}, "1") if verdict is Verdict.REFUTED else None
    return lambda about, **more: Evidence(Method.EXACT, verdict, how="made up", witness=witness)


BOTH = (Kind.EXACT, Kind.COQ)


@coq
def test_a_proof_of_what_exact_refutes_is_a_conflict(store: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "prove", says(Verdict.REFUTED))
    found = run(store, claim("right"), methods=BOTH)["right"]
    assert found.verdict is Verdict.CONFLICT
    assert found.status is Exit.WRONG


def test_a_refutation_of_what_exact_proves_is_a_conflict(store: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a refutation that is made up: what is tested is the run."""
    wished: list[tuple[str, ...]] = []

    def check(wishes: list[checking.Wish], **more: object) -> list[checking.Found]:
        wished.extend(wish.turns for wish in wishes)
        assert wished == [("refutation", "proof")]
        said = Evidence(Method.COQ, Verdict.REFUTED, witness=Witness({"S": "1"}, "False"))
        return [checking.Found(wish.claim, said) for wish in wishes]

    monkeypatch.setattr(evidence, "prove", says(Verdict.VERIFIED))
    monkeypatch.setattr(checking, "check", check)
    monkeypatch.setattr(batches, "missing", lambda: "")
    monkeypatch.setattr(coqc, "identity", lambda: "Coq 0")
    printed = claim("printed", m, erratum=Erratum("slip", wrong="A term too many."))
    found = run(store, printed, methods=BOTH)["printed"]
    assert found.verdict is Verdict.CONFLICT
    assert found.status is Exit.WRONG


@coq
def test_the_refutation_of_a_conjecture_waits_for_exact(store: Cache) -> None:
    found = run(store, claim("wrong", m), methods=BOTH)["wrong"]
    by_coq = found.by(Method.COQ)
    assert found.verdict is Verdict.REFUTED
    assert by_coq is not None
    assert by_coq.verdict is Verdict.REFUTED


# -- a machine without Coq -------------------------------------------------------------------------------------------


@pytest.fixture
def no_coq(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("no_coq", "own_cache")
def test_without_coq_the_rest_goes_on(claims_file: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    file = str(claims_file(RIGHT))
    assert main(["check", file, "--method", "exact,coq", "--json", "-"]) == Exit.EXPECTED
    out, err = capsys.readouterr()
    (found,) = json.loads(out)["claims"]
    assert found["verdict"] == "VERIFIED"
    by_exact, by_coq = found["evidence"]
    assert (by_exact["verdict"], by_coq["verdict"]) == ("VERIFIED", "UNDECIDED")
    assert "apt-get install coq libcoq-coquelicot libcoq-interval" in by_coq["reason"]
    assert err.count("Coq is not installed") == 1
    assert main(["check", file, "--method", "coq"]) == Exit.UNDECIDED
    assert main(["check", file, "--method", "exact"]) == Exit.EXPECTED
    assert main(["export", "coq", file, "--out", str(Path(file).parent / "out")]) == Exit.USAGE
    assert "no theorem was accepted by Coq: Coq is not installed" in capsys.readouterr().err


# -- keys ------------------------------------------------------------------------------------------------------------


def test_the_key_holds_what_is_asked_and_who_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coqc, "identity", lambda: "Coq 0")

    def key(wanted: tuple[str, ...] = ("proof",), term: sp.Expr = sp.S.Zero) -> str | None:
        return Piece(claim("x", term), Kind.COQ, wanted).key(Settings())

    first = key()
    distinct = [first, key(("refutation",)), key(("proof", "refutation")), key(term=m)]
    monkeypatch.setattr(coqc, "identity", lambda: "Coq 1")
    distinct.append(key())
    assert len({*distinct} - {None}) == 5
    monkeypatch.setattr(coqc, "identity", lambda: "Coq 0")
    assert key() == first
    assert Piece(claim("y"), Kind.COQ, ("proof",)).key(replace(Settings(), budget=1.0)) == first


def test_batches_hold_what_belongs_together() -> None:
    i = sp.Symbol("i", integer=True, positive=True)
    summed = Identity(sp.Sum(S * i, (i, 1, 3)), 6 * S)
    pieces = [Piece(claim(f"c{k}"), Kind.COQ, ("proof",)) for k in range(90)]
    pieces.insert(3, Piece(Claim("own/sum", title="", statement=summed), Kind.COQ, ("proof",)))
    made = list(batches.batches(pieces))
    assert sorted(len(batch.pieces) for batch in made) == [1, 45, 45]
    assert {piece for batch in made for piece in batch.pieces} == set(pieces)


# -- pytest ----------------------------------------------------------------------------------------------------------


@coq
@pytest.mark.usefixtures("store")
def test_an_item_a_claim(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(mine=HEADER + RIGHT)
    found = pytester.runpytest("mine.py", "--layerproof-method", "coq", "-p", "no:cacheprovider")
    found.assert_outcomes(passed=1)
    found.stdout.fnmatch_lines(["*coq: 1 VERIFIED", "all as expected"])


@pytest.mark.usefixtures("own_cache")
def test_an_item_is_skipped_without_coq(pytester: pytest.Pytester, no_coq: None) -> None:
    pytester.makepyfile(mine=HEADER + RIGHT)
    pytester.runpytest("mine.py", "--layerproof-method", "coq", "-p", "no:cacheprovider").assert_outcomes(skipped=1)


# -- the former name -------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_coq", "own_cache")
def test_the_former_name_of_the_method_is_understood(
    claims_file: Callable[..., Path], capsys: pytest.CaptureFixture[str], pytester: pytest.Pytester
) -> None:
    file = str(claims_file(RIGHT))
    assert main(["check", file, "--method", "kernel", "--json", "-"]) == Exit.UNDECIDED
    (found,) = json.loads(capsys.readouterr().out)["claims"]
    assert [item["method"] for item in found["evidence"]] == ["coq"]
    assert decode({**found["evidence"][0], "method": "kernel"}).method is Method.COQ
    (result,) = check(claim("x"), methods=["kernel"])
    assert result.methods == (Method.COQ,)
    pytester.makepyfile(mine=HEADER + RIGHT)
    plain = ("mine.py", "-p", "no:cacheprovider", "-m", "kernel", "--layerproof-method")
    pytester.runpytest(*plain, "kernel").assert_outcomes(skipped=1)
    pytester.runpytest(*plain, "exact,coq").assert_outcomes(skipped=1, deselected=1)
    with pytest.raises(ValueError, match="'kernels' is not a valid Method"):
        Method("kernels")
