"""Derivations of results that have a name, step by step: each is a statement of its own, which the prover verifies."""

from __future__ import annotations

from late import late

from layerproof import Claim, Verdict
from layerproof.proving.evidence import prove

with late():
    from written_steps import STEPS

    from layerproof.derivations import load


def test_every_step_is_verified() -> None:
    odd = []
    for name, steps in STEPS.items():
        for number, (statements, hypotheses) in enumerate(steps, start=1):
            for statement in statements:
                claim = Claim("own/step", title=f"step {number}", statement=statement, hypotheses=hypotheses)
                found = prove(claim)
                if found.verdict is not Verdict.VERIFIED:
                    odd.append(f"{name}, step {number}: {statement}: {found.reason or found.witness}")
    assert odd == []


def test_every_derivation_has_as_many_steps_as_are_verified_here() -> None:
    claims = {claim.id: claim for subject in ("emergence", "layer-imbalance") for claim in load(subject)}
    assert {name: len(claims[name].steps) for name in STEPS} == {name: len(steps) for name, steps in STEPS.items()}
