"""``layerproof export coq``: a folder that Coq alone can check."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from layerproof import Claim, Erratum, Identity, positive, thesis
from layerproof.export import coq as export
from layerproof.export.command import CannotExport, write
from layerproof.language.verdicts import Evidence, Method, Verdict
from layerproof.proving.coq.files import Formal
from layerproof.running.results import Result

from .needs import coq

S, m = positive("S m")
RING = "Proof.\nintros; first [ring | field].\nQed."
TITLE = 'A (* nasty "title *) with \\ signs'


def result(name: str, says: str = "", *, requires: tuple[str, ...] = (), **more: object) -> Result:
    claim = Claim(name, title=TITLE, statement=Identity(S * (S + 1), S**2 + S), source=thesis("3.9"), **more)  # type: ignore[arg-type]
    verdict = Verdict.VERIFIED if says else Verdict.UNDECIDED
    evidence = Evidence(Method.COQ, verdict, reason=None if says else "no template proves it: x = y")
    formal = Formal("claim_" + name.replace("/", "_").replace("-", "_"), says, RING, requires) if says else None
    return Result(claim, "here", True, (evidence,), (Method.COQ,), verdict, formal=formal)


RESULTS = [
    result("own/square", "forall x : R, x ^ 2 = x * x"),
    result("own/double", "forall x : R, x * 2 = x + x", requires=("Sums",)),
    result("own/open"),
    result("other-chapter/a-b", "forall x : R, x = x * 1"),
    result("other-chapter/a/b", "forall x : R, x = x + 0"),
    result("own/half", "forall x : R, x = x / 2 * 2"),
]


@coq
def test_what_is_written_names_claim_and_source() -> None:
    written = {name.as_posix(): text for name, text in export.files(RESULTS, {"own": "Claims of our own"})}
    assert {"Makefile", "_CoqProject", "README.md", "prelude/Base.v", "prelude/Sums.v"} <= set(written)
    first, second, other = (written[f"claims/{name}.v"] for name in ("own_1", "own_2", "other_chapter_all"))
    assert "own/square" in first
    assert "thesis (3.9)" in first
    assert "A ( * nasty 'title * ) with" in first
    assert "Import Base Sums." in second
    assert "own/half" in first  # of the same chapter, though it comes later
    assert "Theorem claim_other_chapter_a_b_2 :" in other
    assert "`own/open`: no template proves it: x = y" in written["README.md"]
    assert "claims/own_2.v" in written["_CoqProject"]


@pytest.mark.slow
@coq
def test_anyone_can_build_it(tmp_path: Path) -> None:
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    written = write("coq", RESULTS, [], tmp_path)
    assert [file.name for file in written] == ["Makefile", "README.md"]

    def make(*target: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["make", "-s", "-j2", *target], cwd=tmp_path, capture_output=True, text=True, check=False)

    done = make("axioms")
    assert done.returncode == 0, done.stderr
    assert "FunctionalExtensionality.functional_extensionality_dep" in done.stdout.splitlines()
    assert (tmp_path / "claims" / "own_2.vo").exists()
    file = tmp_path / "claims" / "own_1.v"
    text = file.read_text()
    axiom = "Axiom magic : forall x : R, x ^ 2 = x * x.\nTheorem claim_own_square"
    file.write_text(text.replace("Theorem claim_own_square", axiom).replace(RING, "Proof.\nexact magic.\nQed.", 1))
    done = make("axioms")
    assert done.returncode != 0
    assert "magic" in done.stdout
    file.write_text(text.replace("x ^ 2 = x * x", "x ^ 2 = x"))
    assert make().returncode != 0
    make("clean")
    assert not [*tmp_path.rglob("*.vo"), *tmp_path.rglob("*.txt")]


def test_a_refutation_says_where() -> None:
    printed = result("own/printed", "~ (forall x : R, x = x + 1)", erratum=Erratum("slip", wrong="One too many."))
    assert printed.formal is not None
    formal = Formal(printed.formal.name, printed.formal.says, RING, refutes=True, witness="x = 2")
    text = export._chapter("own_1", (), [printed], {id(printed): formal}, {})
    assert "The line as printed is false, at x = 2." in text


def test_nothing_accepted_is_nothing_exported(tmp_path: Path) -> None:
    with pytest.raises(CannotExport, match="no template proves it"):
        write("coq", RESULTS[2:3], [], tmp_path / "out")
    assert not (tmp_path / "out").exists()
