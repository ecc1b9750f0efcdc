"""The chapters as books: every erratum has its repair, nothing is compared with itself, no claim is lost."""

from __future__ import annotations

import ast
import inspect
import itertools

import pytest
import sympy as sp

from layerproof.derivations import load, module, subjects
from layerproof.derivations.kernel.flows import GradientFlow
from layerproof.derivations.kernel.statements import Chain, Identity
from layerproof.derivations.kernel.verdicts import Verdict

CLAIMS = [claim for subject in subjects() for claim in load(subject)]


def test_ids_are_unique() -> None:
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)


@pytest.mark.parametrize("claim", [c for c in CLAIMS if c.erratum], ids=lambda c: c.id)
def test_each_erratum_has_a_repair_under_the_same_label(claim) -> None:
    repairs = [c for c in CLAIMS if c.corrects is claim]
    assert repairs, f"{claim.id} has no repair"
    for repair in repairs:
        assert repair.expected is Verdict.VERIFIED
        assert {str(s) for s in repair.sources} & {str(s) for s in claim.sources}


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_nothing_is_compared_with_itself(claim) -> None:
    statement = claim.statement
    if isinstance(statement, Identity):
        assert statement.lhs != statement.rhs
    if isinstance(statement, Chain):
        lines = [statement.first, *(link.line for link in statement.links)]
        assert all(before != after for before, after in itertools.pairwise(lines))


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_a_claim_uses_only_claims_of_the_catalogue(claim) -> None:
    ids = {c.id for c in CLAIMS}
    assert {used.id for used in claim.uses} <= ids


def test_every_flow_comes_from_a_loss() -> None:
    """A flow is its loss: changing the loss changes what is proved about it."""
    flows = {
        id(c.statement.flow): c.statement.flow
        for c in CLAIMS
        if isinstance(getattr(c.statement, "flow", None), GradientFlow)
    }
    for flow in flows.values():
        doubled = GradientFlow(2 * flow.loss, flow.parameters, flow.time)
        entry = sorted(
            (e for e in flow.loss.atoms(sp.core.function.AppliedUndef) if e.func.__name__ in flow.names), key=str
        )[0]
        assert sp.expand((doubled.velocity(entry) - flow.velocity(entry)).doit()) != 0


@pytest.mark.parametrize("subject", subjects())
def test_no_claim_of_a_chapter_is_lost(subject: str) -> None:
    tree = ast.parse(inspect.getsource(module(subject)))
    written = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "Claim"]
    assert len(written) == len(load(subject))
