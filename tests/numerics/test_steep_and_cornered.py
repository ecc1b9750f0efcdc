"""Numbers know how far they may be off: no true statement is contradicted, and none that is off by 1e-5 supported."""

from __future__ import annotations

import pytest

from layerproof import Claim, Eq, Identity, Inequality, cos, exp, log, positive, real, sin, sqrt, tanh
from layerproof.language.verdicts import Verdict
from layerproof.numerics import check

from .steep_and_cornered import KINDS, off

PARTS = 4


def wrong(kind: str, chosen: slice) -> list[str]:
    """Which of a kind get a verdict that they must not have, or none of use."""
    found = []
    for number, (statement, hypotheses) in enumerate([*KINDS[kind]()][chosen]):
        for truth, asked in (("true", statement), ("off by 1e-5", off(statement))):
            claim = Claim(f"steep/{kind}-{number}", title="", statement=asked, hypotheses=hypotheses)
            evidence = check(claim, draws=60)
            wanted = Verdict.SUPPORTED if truth == "true" else Verdict.CONTRADICTED
            if evidence is None or evidence.verdict is not wanted:
                found.append(f"{truth}: {asked}: {evidence and (evidence.verdict.value, evidence.reason)}")
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_some_are_decided_rightly(kind):
    assert wrong(kind, slice(0, None, 9)) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", KINDS)
def test_all_are_decided_rightly(kind, part):
    assert wrong(kind, slice(part, None, PARTS)) == []


def test_there_are_two_hundred():
    assert sum(len([*make()]) for make in KINDS.values()) >= 200


x, y = real("x y")
p, q = positive("p q")
APART = {
    "saturates": Inequality(1 / (1 + exp(-(10**4) * p**2)), "<", 1),
    "tanh": Inequality(tanh(1000 * x), "<", 1),
    "what is left, in two forms": Identity((p - p / (1 + q * exp(-(10**4) * p))) / p, q / (q + exp(10**4 * p))),
    "a logistic curve below its end": Inequality(p / (1 + (p / q - 1) * exp(-(10**4) * p)), "<", p),
}
"""True, and closer than any number of digits tells."""

ALIKE = {
    "a square": (Inequality((x - y) ** 2, ">", 0), Eq(x, y)),
    "a root": (Inequality(sqrt(x**2), ">", x),),
    "a logarithm": (Inequality(log(p * q), "<", log(p) + log(q)),),
    "sines": (Inequality(sin(x) ** 2 + cos(x) ** 2, "<", 1),),
    "nothing left": (Identity(sin(x) ** 2 + cos(x) ** 2 - 1, p),),
    "what is left, and twice": (Identity((p - p / (1 + q * exp(-(10**4) * p))) / p, 2 * q / (q + exp(10**4 * p))),),
    "tanh": (Inequality(tanh(x), "<", (exp(2 * x) - 1) / (exp(2 * x) + 1)),),
}
"""False: what is strict has the same on both sides somewhere, and what is equal has not."""


@pytest.mark.parametrize("name", APART)
def test_what_is_close_is_not_taken_for_equal(name):
    evidence = check(Claim("steep/apart", title=name, statement=APART[name], hypotheses=[q < p]), draws=200)
    assert evidence is not None
    assert evidence.verdict is Verdict.SUPPORTED, evidence


@pytest.mark.slow
@pytest.mark.parametrize("name", ALIKE)
def test_what_is_false_is_not_supported_for_being_close(name):
    statement, *hypotheses = ALIKE[name]
    evidence = check(Claim("steep/alike", title=name, statement=statement, hypotheses=hypotheses), draws=200)
    assert evidence is not None
    assert evidence.verdict is Verdict.CONTRADICTED, evidence
