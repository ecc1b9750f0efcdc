"""A wrong formula in a claim makes a wrong prediction, which the networks that were trained contradict."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import sympy as sp

from layerproof.language.verdicts import Verdict
from layerproof.networks.harness import records, registry, stated
from layerproof.networks.harness.comparing import compare

CLAIMS = 59
"""So many claims at least are held to by networks with a value of their own formula."""


@cache
def uses(name):
    """The formulas that an experiment's predictions are made of: claim, part, and the symbol of a power."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        value, power = stated.value, stated.power

        def valued(identity, part, **values):
            found.append((identity, part, ""))
            return value(identity, part, **values)

        def powered(identity, part, of, **values):
            found.append((identity, part, of))
            return power(identity, part, of, **values)

        patch.setattr(stated, "value", valued)
        patch.setattr(stated, "power", powered)
        predictions(name)
    return tuple(dict.fromkeys(found))


def predictions(name):
    experiment = registry.by_name(name)
    return experiment.predict(experiment.scales["desk"])


@cache
def measured(name):
    (file,) = records.files(records.KEPT, name, "desk")
    return records.read(file).measured


def verdicts(name, claim):
    """What the kept measurements say of a claim, with the predictions of now."""
    found = measured(name)
    return [
        compare(p, found[p.quantity]).verdict
        for p in predictions(name)
        if claim in p.claims and not p.printed and not p.beyond
    ]


def with_formulas():
    """The experiments whose modules evaluate formulas of claims."""
    return [one.name for one in registry.experiments() if hasattr(sys.modules[one.predict.__module__], "stated")]


def wrong_in(claim, part, of):
    """What claims state, with one part of one of them broken."""
    right = stated.statement

    def statement(identity):
        found = right(identity)
        if identity != claim:
            return found
        whole = getattr(found, part)
        expr = sp.sympify(whole[0] if isinstance(whole, tuple) else whole)
        symbol = next((s for s in expr.free_symbols if str(s) == of), None)
        other = (
            expr * symbol ** sp.Rational(1, 5) if of else expr * sp.Rational(3, 2) if expr != 0 else sp.Rational(1, 5)
        )
        object.__setattr__(copy := replace(found), part, (other,) if isinstance(whole, tuple) else other)
        return copy

    return statement


def test_an_exponent_off_by_a_fifth_or_a_factor_of_three_halves_is_contradicted(monkeypatch):
    """Each formula that a prediction within the hypotheses is made of is broken alone, and its claim loses its sign.

    One experiment is enough to contradict it: another may be too coarse for that formula.
    """
    noticed: dict[tuple[str, str, str], bool] = {}
    for name in with_formulas():
        for claim, part, of in uses(name):
            if not (before := verdicts(name, claim)):
                continue  # as printed, or beyond the hypotheses
            assert Verdict.CONTRADICTED not in before, claim
            with monkeypatch.context() as patch:
                patch.setattr(stated, "statement", wrong_in(claim, part, of))
                wrong = Verdict.CONTRADICTED in verdicts(name, claim)
            noticed[claim, part, of] = noticed.get((claim, part, of), False) or wrong
    assert not [use for use, wrong in noticed.items() if not wrong]
    assert len({claim for claim, _, _ in noticed}) >= CLAIMS


def test_formulas_are_evaluated_and_what_does_not_fit_is_named():
    law = "scaling-laws/parameter-law"
    np.testing.assert_allclose(stated.value(law, "leading", N=[1.0, 4.0], alpha=0.5), [1.0, 0.5])
    assert stated.power(law, "leading", "N", alpha=0.6) == pytest.approx(-0.6)
    with pytest.raises(ValueError, match=r"scaling-laws/parameter-law: no value is given to alpha"):
        stated.value(law, "leading", N=1.0)
    with pytest.raises(ValueError, match=r"scaling-laws/parameter-law: beta is no symbol of N\*\*\(-alpha\)"):
        stated.value(law, "leading", N=1.0, alpha=1.0, beta=1.0)
    with pytest.raises(ValueError, match=r"there is no claim 'scaling-laws/no-such'"):
        stated.value("scaling-laws/no-such", "rhs")
