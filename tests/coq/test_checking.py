"""What counts as a proof by Coq: each way to fake one is made to happen, and is seen."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from layerproof import Claim, Erratum, Identity, Verdict, positive
from layerproof.proving.coq import checking, coqc, guard
from layerproof.proving.coq.files import ALLOWED, Formal, Ruling, assumptions, judge
from layerproof.proving.coq.proofs.base import NoProof
from layerproof.proving.coq.sifting import problem, sift

from .needs import coq

S, m = positive("S m")
TRUE, FALSE = "forall x : R, x * 2 = x + x", "forall x : R, x = x + 1"
RING = "Proof.\nintros; ring.\nQed."
WAIT = "do 30 (first [ do 3000000 idtac; fail | idtac ])"
SLOW = f"Proof.\nintros.\nassert (G0 : x * 2 = x + x).\n{{ {WAIT}; ring. }}\nexact G0.\nQed."
FORMALS = {
    "true": Formal("a", TRUE, RING),
    "slow": Formal("b", TRUE, SLOW, goals=("x * 2 = x + x",)),
    "true too": Formal("c", "forall x : R, x = x", "Proof.\nintros; reflexivity.\nQed."),
    "false": Formal("d", FALSE, RING),
    "admitted": Formal("e", FALSE, "Proof.\nAdmitted.\nTheorem other : True.\nProof. exact I.\nQed."),
    "unfinished": Formal("f", FALSE, "Proof.\nQed."),
    "given up": Formal("g", FALSE, "Proof.\nintros; admit.\nQed."),
    "another axiom": Formal(
        "h", FALSE, f"Proof.\nAbort.\nAxiom magic : {FALSE}.\nTheorem proved_7 : {FALSE}.\nProof. exact magic.\nQed."
    ),
    "another theorem": Formal("i", FALSE, "Proof.\nAbort.\nTheorem proved_8 : True.\nProof. exact I.\nQed."),
    "another meaning": Formal(
        "j",
        FALSE,
        'Proof.\nAbort.\nNotation "a + 1" := (a * 1) (at level 50) : R_scope.\n'
        f"Theorem proved_9 : {FALSE}.\nProof. intros; ring.\nQed.",
    ),
    "slow again": Formal("l", TRUE, SLOW, goals=("x * 2 = x + x",)),
    "true at last": Formal("k", "forall x : R, 0 < x -> x <> 0", "Proof.\nintros; lra.\nQed."),
}
REASONS = {
    "slow again": "not done after 2 s, the budget of a lemma",
    "slow": "x * 2 = x + x: not done after 2 s, the budget of a lemma",
    "false": "not a valid ring equation",
    "admitted": "its proof rests on",
    "unfinished": "incomplete proof",
    "given up": "given up",
    "another axiom": "its proof rests on Proofs",
    "another theorem": "what was proved is not what was stated",
    "another meaning": "what was proved is not what was stated",
}


@pytest.fixture(scope="module")
def rulings() -> dict[str, Ruling]:
    return dict(zip(FORMALS, judge(list(FORMALS.values()), limit=2.0), strict=True))


@coq
@pytest.mark.parametrize("which", FORMALS)
def test_only_proofs_are_accepted(rulings: dict[str, Ruling], which: str) -> None:
    ruling = rulings[which]
    assert ruling.accepted == (which not in REASONS)
    assert REASONS.get(which, "") in ruling.reason
    assert set(ruling.axioms) <= ALLOWED
    assert ruling.hurried == which.startswith("slow")


@coq
def test_theorems_beside_a_wrong_one_have_their_axioms(rulings: dict[str, Ruling]) -> None:
    assert "ClassicalDedekindReals.sig_forall_dec" in rulings["true"].axioms
    assert rulings["true too"].axioms == ()


WRAPPER = """#!/bin/sh
case "$*" in *--print-version*|*-where*) exec {real} "$@" ;; esac
for last in "$@"; do :; done
case "$last" in {which}*) {instead} ;; esac
exec {real} "$@"
"""


@coq
@pytest.mark.parametrize(
    ("which", "instead", "reason"),
    [
        ("Proofs", "exit 0", "not confirmed"),  # it says yes, and has checked nothing
        ("Check", "exit 0", "0 answers of Print Assumptions"),
        ("Check", "echo 'Closed under the global context'; exit 3", "not confirmed"),
        ("Check", "echo 'Axioms:'; echo 'something else entirely'; exit 0", "is not understood"),
    ],
)
def test_a_file_that_coqc_did_not_check(
    which: str, instead: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "coqc"
    fake.write_text(WRAPPER.format(real=shutil.which("coqc"), which=which, instead=instead))
    fake.chmod(0o755)
    compiled = coqc.folders(("Base",))  # by the true one
    monkeypatch.setattr(coqc, "folders", lambda files, cache=None: compiled)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert coqc.program("coqc") == str(fake)
    (ruling,) = judge([FORMALS["true"]])
    assert not ruling.accepted
    assert reason in ruling.reason


def test_the_first_error_is_what_is_told() -> None:
    said = "p < p < Toplevel input, characters 2-6:\n> { ring.\n>   ^^^^\nError: Tactic failure: not a ring.\n\n"
    assert problem(said + said.replace("ring", "qed")) == ("{ ring.", "Tactic failure: not a ring.")
    assert problem("Error: Coq ended.") == ("", "Coq ended.")


def test_axioms_are_read_or_refused() -> None:
    output = "Axioms:\nA.b : forall P : Prop,\n  {P} + {~ P}\nc\n  : nat\nClosed under the global context\n"
    assert assumptions(output) == [frozenset({"A.b", "c"}), frozenset()]
    for odd in ("Axioms:\nfoo is assumed to be guarded.\n", "A.b : nat\n", "Section Variables:\nx : nat\n"):
        with pytest.raises(ValueError, match=r"."):
            assumptions(odd)


@pytest.mark.parametrize(
    "script",
    [
        "Proof.\nAdmitted.",
        "Proof.\nintros. Qed.\nTheorem x : True.\nProof. exact I.\nQed.",
        "Proof.\nintros. admit.\nQed.",
        "Proof.\n{ Abort. }\nQed.",
        "Proof.\n- #[local] Axiom a : False.\nQed.",
        "Proof.\nSet Nested Proofs Allowed.\nQed.",
        "Proof.\nFail idtac.\nQed.",
        "intros. Qed.",
        "Proof.\nintros (* . Qed.",
        "Proof.\nintros. Qed. exact I",
        'Proof.\nidtac ". Qed.\nQed.',
    ],
)
def test_a_script_holds_tactics_and_nothing_else(script: str) -> None:
    with pytest.raises(guard.Forbidden):
        guard.check_proof(script)


def test_a_script_may_say_what_templates_say() -> None:
    guard.check_proof(
        "Proof.\nintros x Dx. (* Axiom? *)\nassert (G0 : x = x / 1.5).\n{ field. }\n- exact (Signs.p_z Dx).\n"
        'all: lra.\n1: nra.\nidtac "Qed. Axiom".\nsplit; [ring | lra].\n  + Psatz.lra.\nUnshelve.\nexact G0.\nQed.'
    )


@pytest.mark.parametrize("words", ["0 = 0. Axiom a : 0 = 1", "0 = 0. Theorem b : 0 = 0", "exists x, admit x = 0"])
def test_a_statement_is_one_proposition(words: str) -> None:
    guard.check_statement("forall x : R,\n  0 <= x ^ 2")
    with pytest.raises(guard.Forbidden):
        guard.check_statement(words)


@pytest.mark.parametrize(
    "text",
    ["Axiom a : False.", "Lemma l : False. Proof. Admitted.", "Parameter p : R.", "Variable x : R.",
     "Section A. End A. Hypothesis h : False.", "Unset Guard Checking.", "Local Hypothesis h : False."],
)  # fmt: skip
def test_a_prelude_assumes_nothing(text: str) -> None:
    with pytest.raises(guard.Forbidden):
        guard.check_prelude(text)


def test_the_prelude_assumes_nothing() -> None:
    guard.check_prelude("Section A. Variable x : R. Hypothesis h : 0 < x. End A. (* Admitted *)")
    files = sorted(file.stem for file in coqc.PRELUDE.glob("[A-Z]*.v"))
    assert "Base" in files
    for file in files:
        guard.check_prelude(coqc.source_of(file))


# -- claims ----------------------------------------------------------------------------------------------------------


def claim(name: str, wrong: bool = False, **more: object) -> Claim:
    right = S**2 - 2 * S * m + m**2
    return Claim(f"own/{name}", title="", statement=Identity((S - m) ** 2, right + m if wrong else right), **more)  # type: ignore[arg-type]


@coq
def test_one_claim_never_ruins_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    made = checking.theorem

    def theorem(about: Claim) -> Formal:
        match about.id:
            case "own/bug":
                raise ZeroDivisionError("by zero")
            case "own/endless":
                while True:
                    try:
                        sum(range(1000))
                    except Exception:  # what a template does that tries many things
                        continue
            case "own/none":
                raise NoProof("nothing fits")
            case "own/vernacular":
                return Formal("x", "True", "Proof. exact I. Qed.\nTheorem y : True.\nProof. exact I. Qed.")
        return made(about)

    monkeypatch.setattr(checking, "theorem", theorem)
    names = ("good", "bug", "endless", "none", "vernacular", "better")
    found = checking.check([checking.Wish(claim(name)) for name in names], limit=1.0)
    verdicts = {item.claim.id: item.evidence.verdict for item in found}
    assert verdicts == {
        f"own/{name}": Verdict.VERIFIED if name in ("good", "better") else Verdict.UNDECIDED for name in names
    }
    reasons = {item.claim.id: item.evidence.reason or "" for item in found}
    assert "ZeroDivisionError: by zero" in reasons["own/bug"]
    assert "budget" in reasons["own/endless"]
    assert reasons["own/none"] == "no template proves it: nothing fits"
    assert "'Qed'" in reasons["own/vernacular"]
    assert [item.hurried for item in found] == [name == "endless" for name in names]


@coq
def test_evidence_names_the_axioms() -> None:
    (found,) = checking.check([checking.Wish(claim("good"))])
    assert found.evidence.how.startswith(f"Coq {coqc.version()} accepts a proof; axioms: sig_forall_dec")
    assert set(found.evidence.details["axioms"]) <= ALLOWED  # type: ignore[call-overload]
    assert found.formal is not None
    assert "Theorem claim_own_good" in found.formal.text()


@coq
def test_a_false_claim_is_refuted_and_not_proved() -> None:
    erratum = claim("printed", wrong=True, erratum=Erratum("slip", wrong="A term too many."))
    wishes = [checking.Wish(about, turns) for about, turns in (
        (claim("wrong", wrong=True), ("proof",)), (erratum, ("refutation", "proof")), (claim("right"), ("refutation",)),
    )]  # fmt: skip
    unproved, refuted, unrefuted = checking.check(wishes)
    assert unproved.evidence.verdict is Verdict.UNDECIDED
    assert refuted.evidence.verdict is Verdict.REFUTED
    assert refuted.evidence.witness is not None
    assert set(refuted.evidence.witness.symbols) == {"S", "m"}
    assert unrefuted.evidence.verdict is Verdict.UNDECIDED


def test_what_is_wanted() -> None:
    right, wrong = claim("right"), claim("printed", erratum=Erratum("slip", wrong="Nothing."))
    assert checking.wanted(right) == checking.wanted(right, Verdict.VERIFIED) == ("proof",)
    assert checking.wanted(right, Verdict.REFUTED) == ("proof", "refutation")
    assert checking.wanted(wrong) == checking.wanted(wrong, Verdict.REFUTED) == ("refutation",)
    assert checking.wanted(wrong, Verdict.VERIFIED) == ("refutation", "proof")


@coq
@pytest.mark.parametrize("name", ["Proofs", "Check"])
def test_what_was_killed_has_refused_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal from elsewhere, as where memory is short: nothing is known of the lemma, and nothing may be kept."""
    _wrapped("coqc", f'case "$*" in *{name}*) kill -9 $$;; esac', tmp_path, monkeypatch)
    (ruling,) = judge([FORMALS["true too"]], limit=2.0)
    assert not ruling.accepted
    assert ruling.hurried
    assert "signal 9" in ruling.reason


@coq
def test_a_sieve_that_was_killed_has_refused_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _wrapped("coqtop", f"echo '{MARK}'; kill -9 $$", tmp_path, monkeypatch)
    (answer,) = sift([("proved_0", "")], "", [], tmp_path, 2.0)
    assert not answer.accepted
    assert answer.hurried


MARK = "(fun sifted_0 : unit => sifted_0)"


def _wrapped(name: str, first: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of Coq that does something else first."""
    script = folder / name
    script.write_text(f'#!/bin/sh\n{first}\nexec {shutil.which(name)} "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
