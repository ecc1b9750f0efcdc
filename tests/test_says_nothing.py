"""A proof none of whose broken copies is refuted says so, in the table, on the page and in the JSON."""

from __future__ import annotations

import pytest

from layerproof.desk.report import as_json
from layerproof.language.claims import Claim
from layerproof.language.statements import Identity
from layerproof.language.symbols import real
from layerproof.language.verdicts import Evidence, Method, Verdict
from layerproof.running.results import Mutants, Result

x = real("x")
claim = Claim("test/nothing", title="a square", statement=Identity((x + 1) ** 2, x**2 + 2 * x + 1))


def result(mutants: Mutants) -> Result:
    evidence = Evidence(Method.EXACT, Verdict.VERIFIED, "a proof")
    return Result(claim, "here", True, (evidence,), (Method.EXACT,), Verdict.VERIFIED, mutants=mutants)


@pytest.mark.parametrize(
    ("mutants", "said"),
    [
        (Mutants(made=5, killed=0), "none of its 5 broken copies is refuted"),
        (Mutants(made=1, killed=0), "its one broken copy is not refuted"),
        (Mutants(made=5, killed=1), ""),
        (Mutants(), ""),
        (Mutants(reason="not enough time"), ""),
    ],
)
def test_a_proof_that_says_nothing_says_so(mutants: Mutants, said: str) -> None:
    (found,) = as_json([result(mutants)])["claims"]
    assert said in (found["reason"] or "")
    assert bool(found["mutants"]["nothing"]) == bool(said)
    assert found["verdict"] == "VERIFIED"
    assert found["status"] == "expected"
