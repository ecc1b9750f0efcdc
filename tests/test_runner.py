"""A run: isolation, the cache, what verdicts amount to, and what was expected."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import CONSERVED, HEADER

from layerproof import Claim, Erratum, Evidence, Identity, Method, Verdict, Witness, real
from layerproof.desk.tables import explanations
from layerproof.proving import evidence
from layerproof.proving import search as falsify
from layerproof.proving import trials as mutants
from layerproof.running.cache import Cache
from layerproof.running.loading import Selection
from layerproof.running.pieces import TRIALS, Kind, Piece, Settings, decode, encode, plain, undecided
from layerproof.running.results import Exit, exit_code, fits, judge
from layerproof.running.runner import Run

x = real("x")
WITNESS = Witness({"x": "1/2"}, "[1 +/- 1e-20]")


def claim(name: str, **rest: Any) -> Claim:
    y = real(name)
    return Claim(f"own/{name}", title=name, statement=Identity(x * (x + y), x**2 + x * y), **rest)


def verified(**rest: Any) -> Evidence:
    return Evidence(Method.EXACT, Verdict.VERIFIED, "by a stub", **rest)


def run(*claims: Claim, store: Cache | None = None, **rest: Any) -> dict[str, Any]:
    selection = Selection(list(claims), {one.id: "here" for one in claims})
    given = {"methods": [Kind.EXACT], "trials": (), "settings": Settings(budget=0.4), "jobs": 2, **rest}
    return {
        result.claim.id.split("/")[1]: result
        for result in Run(selection, store=store or Cache(None), **given).results()
    }


def answer(monkeypatch: pytest.MonkeyPatch, by_name: Callable[[str], Any]) -> None:
    def prove(claim: Claim, *, budget: float) -> Any:
        return by_name(claim.id.split("/")[1])

    monkeypatch.setattr(evidence, "prove", prove)
    monkeypatch.setattr(falsify, "second_try", lambda claim, evidence, budget: evidence)


def misbehave(name: str) -> Any:
    match name:
        case "hang":
            while True:
                pass
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "raise":
            raise RuntimeError("the prover gave up")
        case "memory":
            return bytearray(64 * 1024**3)
        case "nonsense":
            return "VERIFIED"
    return verified()


@pytest.mark.slow
def test_whatever_a_proof_does_the_run_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, misbehave)
    found = run(*map(claim, ("hang", "crash", "raise", "memory", "nonsense", "fine")))
    assert {name: str(result.verdict) for name, result in found.items()} == {
        **dict.fromkeys(("hang", "crash", "raise", "memory", "nonsense"), "UNDECIDED"),
        "fine": "VERIFIED",
    }
    for name, reason in (
        ("hang", "no answer within"),
        ("crash", "SIGSEGV"),
        ("raise", "RuntimeError: the prover gave up"),
        ("memory", "out of memory"),
        ("nonsense", "AttributeError"),
    ):
        assert reason in found[name].reason
        assert found[name].status is Exit.UNDECIDED


def test_evidence_is_kept_and_found_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    answer(monkeypatch, lambda name: verified())
    store = Cache(tmp_path)
    assert run(claim("u"), store=store)["u"].from_cache == 0
    answer(monkeypatch, lambda name: 1 / 0)
    again = run(claim("u"), store=store)["u"]
    assert (again.verdict, again.from_cache) == (Verdict.VERIFIED, 1)
    assert run(claim("u"), store=store, fresh=True)["u"].verdict is Verdict.UNDECIDED
    assert run(claim("v"), store=store)["v"].from_cache == 0


def test_failures_are_not_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    store = Cache(tmp_path)
    answer(monkeypatch, misbehave)
    run(claim("crash"), claim("raise"), store=store)
    assert list(tmp_path.rglob("*.json")) == []
    answer(monkeypatch, lambda name: undecided(Method.EXACT, "the budget of 1 s was spent", 0.0))
    run(claim("u"), store=store)
    assert list(tmp_path.rglob("*.json")) == []


def test_what_was_left_open_is_tried_again_with_a_larger_budget(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    store = Cache(tmp_path)
    answer(monkeypatch, lambda name: undecided(Method.EXACT, "a hypothesis is missing", 0.0))
    run(claim("u"), store=store, settings=Settings(budget=10.0))
    answer(monkeypatch, lambda name: verified())
    assert run(claim("u"), store=store, settings=Settings(budget=10.0))["u"].verdict is Verdict.UNDECIDED
    assert run(claim("u"), store=store, settings=Settings(budget=20.0))["u"].verdict is Verdict.VERIFIED


def test_what_the_cache_holds_must_be_evidence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    store, settings = Cache(tmp_path), Settings(budget=0.4)
    answer(monkeypatch, lambda name: verified())
    key = Piece(claim("u"), Kind.EXACT).key(settings)
    assert key is not None
    for rubbish in (
        {},
        {"seconds": 1.0, "evidence": {}},
        {"seconds": 1.0, "evidence": {**(encode(verified()) or {}), "verdict": "REFUTED"}},
    ):
        store.put(key, rubbish)
        found = run(claim("u"), store=store)["u"]
        assert (found.verdict, found.from_cache) == (Verdict.VERIFIED, 0)


SLOW = """
import sys, time
from layerproof.desk.cli import main
from layerproof.proving import evidence
prove = evidence.prove
def slowly(claim, *, budget):
    if claim.id == "own/slow" and "wait" in sys.argv:
        time.sleep(60)
    return prove(claim, budget=budget)
evidence.prove = slowly
raise SystemExit(main(["check", sys.argv[1], "--method", "exact", "--jobs", "1"]))
"""


def _pieces(folder: Path) -> int:
    """How many pieces of evidence are kept; which program found them is kept beside them."""
    return sum("evidence" in json.loads(file.read_text())["value"] for file in folder.rglob("*.json"))


@pytest.mark.slow
def test_a_killed_run_goes_on_where_it_stopped(tmp_path: Path, own_cache: Path) -> None:
    file = tmp_path / "mine.py"
    slow = CONSERVED.replace("own/conserved", "own/slow").replace("a**2 - b**2", "b**2 - a**2")
    file.write_text(HEADER + CONSERVED + slow)
    first = subprocess.Popen([sys.executable, "-c", SLOW, str(file), "wait"], stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not _pieces(own_cache) and time.monotonic() < deadline:
        time.sleep(0.1)
    first.kill()
    first.wait()
    kept = _pieces(own_cache)
    assert kept >= 1
    second = subprocess.run([sys.executable, "-c", SLOW, str(file)], capture_output=True, text=True, check=False)
    assert second.returncode == 0, second.stderr
    assert "2 VERIFIED" in second.stdout
    assert f"{kept} piece" in second.stdout


def test_a_proof_is_put_to_its_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, lambda name: verified() if name == "u" else Evidence(
        Method.EXACT, Verdict.REFUTED, "stub", witness=WITNESS))  # fmt: skip
    report = mutants.Report(made=3, killed=1, survived=["a sign"], equivalent=["a factor"], undecided=["a term"])
    monkeypatch.setattr(mutants, "challenge", lambda claim, *, budget: report)
    needed = [mutants.Necessity("x > 0", WITNESS), mutants.Necessity("x < 9", None)]
    monkeypatch.setattr(mutants, "necessity", lambda claim, *, budget: needed)
    found = run(claim("u"), claim("v"), trials=TRIALS)
    assert found["u"].mutants.survived == ("a sign",)
    assert [item.witness for item in found["u"].necessity] == [WITNESS, None]
    assert found["v"].mutants is None
    assert found["u"].verdict is Verdict.VERIFIED
    assert found["u"].status is Exit.WRONG  # who takes a broken claim for proved is not to be believed
    assert "VERIFIED although broken: a sign" in " ".join(explanations(found["u"]))


def test_a_trial_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, lambda name: verified())
    monkeypatch.setattr(mutants, "challenge", lambda claim, *, budget: 1 / 0)
    found = run(claim("u"), trials=TRIALS)["u"]
    assert "ZeroDivisionError" in found.mutants.reason
    assert found.verdict is Verdict.VERIFIED


def test_no_claim_is_stronger_than_what_it_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    refuted = Evidence(Method.EXACT, Verdict.REFUTED, "stub", witness=WITNESS)
    open_ = undecided(Method.EXACT, "no idea", 0.1)
    answer(monkeypatch, lambda name: {"false": refuted, "open": open_}.get(name, verified()))
    wrong, unknown, right = claim("false"), claim("open"), claim("right")
    on_wrong = claim("on-false", uses=[right, wrong])
    found = run(
        claim("on-right", uses=[right]), on_wrong, claim("on-open", uses=[unknown]), claim("twice", uses=[on_wrong])
    )
    assert found["on-right"].verdict is Verdict.VERIFIED
    assert (found["on-false"].verdict, found["on-false"].because) == (
        Verdict.UNDECIDED,
        "it uses own/false, which is REFUTED",
    )
    assert found["on-open"].because == "it uses own/open, which is UNDECIDED"
    assert found["twice"].because == "it uses own/on-false, which is UNDECIDED"
    assert not found["false"].selected
    assert found["on-false"].selected


def test_on_numbers_alone_a_claim_is_supported_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    from layerproof import numerics

    supported = Evidence(Method.NUMERIC, Verdict.SUPPORTED, "stub", tolerance=1e-9, draws=10)
    silent = undecided(Method.EXACT, "no idea", 0.1)
    answer(monkeypatch, lambda name: silent if name == "numbers" else verified())
    monkeypatch.setattr(
        numerics, "check", lambda claim, *, draws, seed: supported if claim.id == "own/numbers" else None, raising=False
    )
    used = claim("numbers")
    found = run(claim("u", uses=[used]), methods=[Kind.EXACT, Kind.NUMERIC])
    assert (found["u"].verdict, found["u"].because) == (
        Verdict.SUPPORTED,
        "it uses own/numbers, which is only SUPPORTED",
    )
    found = run(claim("u", uses=[used]), methods=[Kind.NUMERIC])
    assert found["u"].evidence == ()
    assert found["u"].status is Exit.EXPECTED


BOTH = (Method.EXACT, Method.NUMERIC)
NUMBERS = (Method.NUMERIC,)
ONE = (verified(),)
AGAINST = (Evidence(Method.NUMERIC, Verdict.CONTRADICTED, "by a stub"),)


@pytest.mark.parametrize(
    ("expected", "verdict", "methods", "evidence", "status"),
    [
        ("VERIFIED", "VERIFIED", BOTH, ONE, Exit.EXPECTED),
        ("VERIFIED", "SUPPORTED", BOTH, ONE, Exit.UNDECIDED),
        ("VERIFIED", "UNDECIDED", BOTH, ONE, Exit.UNDECIDED),
        ("VERIFIED", "REFUTED", BOTH, ONE, Exit.WRONG),
        ("VERIFIED", "UNDECIDED", BOTH, AGAINST, Exit.WRONG),
        ("VERIFIED", "CONFLICT", BOTH, ONE, Exit.WRONG),
        ("VERIFIED", "SUPPORTED", NUMBERS, ONE, Exit.EXPECTED),
        ("VERIFIED", "UNDECIDED", NUMBERS, AGAINST, Exit.WRONG),
        ("VERIFIED", "UNDECIDED", NUMBERS, ONE, Exit.UNDECIDED),
        ("VERIFIED", "UNDECIDED", NUMBERS, (), Exit.EXPECTED),
        ("REFUTED", "REFUTED", BOTH, ONE, Exit.EXPECTED),
        ("REFUTED", "VERIFIED", BOTH, ONE, Exit.WRONG),
        ("REFUTED", "UNDECIDED", BOTH, AGAINST, Exit.UNDECIDED),
        ("REFUTED", "UNDECIDED", BOTH, ONE, Exit.UNDECIDED),
        ("REFUTED", "SUPPORTED", BOTH, ONE, Exit.WRONG),
        ("REFUTED", "UNDECIDED", NUMBERS, AGAINST, Exit.EXPECTED),
        ("REFUTED", "SUPPORTED", NUMBERS, ONE, Exit.WRONG),
        ("SUPPORTED", "SUPPORTED", BOTH, ONE, Exit.EXPECTED),
        ("SUPPORTED", "UNDECIDED", BOTH, ONE, Exit.UNDECIDED),
        ("UNDECIDED", "UNDECIDED", BOTH, ONE, Exit.EXPECTED),
        ("UNDECIDED", "UNDECIDED", BOTH, AGAINST, Exit.WRONG),
        ("UNDECIDED", "VERIFIED", BOTH, ONE, Exit.WRONG),
        ("UNDECIDED", "REFUTED", BOTH, ONE, Exit.WRONG),
    ],
)
def test_expected_or_not(
    expected: str, verdict: str, methods: tuple[Method, ...], evidence: tuple[Evidence, ...], status: Exit
) -> None:
    assert judge(Verdict(expected), Verdict(verdict), evidence, methods) is status


def test_what_fits_one_method() -> None:
    assert fits(Verdict.VERIFIED, Method.EXACT) == {Verdict.VERIFIED}
    assert fits(Verdict.SUPPORTED, Method.EXACT) == {Verdict.UNDECIDED}
    assert fits(Verdict.VERIFIED, Method.NUMERIC) == {Verdict.SUPPORTED}
    assert Verdict.SUPPORTED not in fits(Verdict.REFUTED, Method.TRAINED)


def test_the_exit_code_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    refuted = Evidence(Method.EXACT, Verdict.REFUTED, "stub", witness=WITNESS)
    answers = {"false": refuted, "open": undecided(Method.EXACT, "no idea", 0.1), "printed": refuted}
    answer(monkeypatch, lambda name: answers.get(name, verified()))
    slip = Erratum("slip", "a sign")

    def code(*claims: Claim, problems: tuple[str, ...] = ()) -> Exit:
        return exit_code(run(*claims).values(), problems)

    assert code(claim("right"), claim("printed", erratum=slip)) is Exit.EXPECTED
    assert code(claim("right"), claim("open")) is Exit.UNDECIDED
    assert code(claim("open"), problems=("a slip",)) is Exit.USAGE
    assert code(claim("open"), claim("false"), problems=("a slip",)) is Exit.WRONG
    assert code(claim("right", erratum=slip)) is Exit.WRONG
    assert code() is Exit.USAGE


def test_evidence_survives_plain_data() -> None:
    full = Evidence(
        Method.EXACT, Verdict.REFUTED, "how", 1.5, witness=WITNESS, details={"worst": {"x": 0.5}, "n": [1, "a"]}
    )
    data = encode(full)
    assert data is not None
    assert decode(data) == full
    assert encode(None) is None


def test_what_json_cannot_say_becomes_text() -> None:
    assert plain({1: (float("inf"), x, None, True, 2.5)}) == {"1": ["inf", "x", None, True, 2.5]}


def test_what_is_kept_of_a_method_that_is_not_asked_counts_and_nothing_is_computed_for_it(tmp_path: Path) -> None:
    store, one = Cache(tmp_path), claim("y")
    known = run(one, store=store, methods=[Kind.NUMERIC])["y"]
    again = run(one, claim("z"), store=store, recalled=[Kind.EXACT, Kind.NUMERIC, Kind.TRAINED, Kind.COQ])
    assert [item.method for item in again["y"].evidence] == [Method.EXACT, Method.NUMERIC]
    assert again["y"].by(Method.NUMERIC) == known.by(Method.NUMERIC)
    assert [item.method for item in again["z"].evidence] == [Method.EXACT]
