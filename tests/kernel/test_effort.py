"""Searches stop by what they have done and not by the clock: a slow machine finds what a fast one does."""

import itertools
import time
from collections.abc import Iterator

import pytest
import sympy as sp

from layerproof import Claim, Identity, Inequality, positive, real
from layerproof.derivations import load
from layerproof.ground import effort
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove
from layerproof.proving.exact.rewriting import Rules
from layerproof.proving.search import second_try
from layerproof.proving.trials import challenge, necessity
from layerproof.running.patching import Watch

x, y, z = real("x y z")
p, q = positive("p q")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which whoever looks at the clock finds that an hour has passed."""
    hours = itertools.count(1, 3600)
    for name in ("process_time", "perf_counter", "monotonic", "time"):
        monkeypatch.setattr(time, name, lambda: float(next(hours)))


def _claims(*ids: str) -> Iterator[Claim]:
    for name in ids:
        yield next(c for c in load(name.partition("/")[0]) if c.id == name)


def _own(statement: object, *hypotheses: object) -> Claim:
    return Claim("own/statement", title="A statement", statement=statement, hypotheses=hypotheses)


@pytest.mark.slow
def test_what_is_proved_is_proved_on_a_slow_machine(slow: None) -> None:
    proved = _claims(
        "deep-linear-networks/riccati-decay", "alternating-flows/greedy-product", "alternating-flows/theorem-6-2"
    )
    for claim in proved:
        assert prove(claim).verdict is Verdict.VERIFIED, claim.id
    (wrong,) = _claims("alternating-flows/greedy-product-printed")
    assert prove(wrong).verdict is Verdict.REFUTED


def test_a_second_try_tries_as_much_on_a_slow_machine(slow: None) -> None:
    squares, products = (x**2, y**2, z**2), (x**2 * y**2, x**2 * z**2, y**2 * z**2)
    for statement, holds in (
        (Inequality(sum(squares) * sum(products), ">=", 9 * (x * y * z) ** 2), True),
        (Inequality((x - sp.Rational(12345, 1000)) ** 2, ">=", sp.Rational(1, 10**8)), False),
    ):
        claim = _own(statement)
        before = prove(claim)
        assert before.verdict is Verdict.UNDECIDED, statement
        wanted = Verdict.VERIFIED if holds else Verdict.REFUTED
        assert second_try(claim, before).verdict is wanted, statement


def test_trials_try_as_much_on_a_slow_machine(slow: None) -> None:
    claim = _own(Identity(sp.sqrt((p - q) ** 2), p - q), p > q)
    report = challenge(claim)
    assert report.made > 2
    assert report.killed == report.made
    assert necessity(claim)[0].witness is not None


def test_a_budget_is_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    (claim,) = _claims("deep-linear-networks/riccati-decay")
    before = effort.spent()
    assert prove(claim).verdict is Verdict.VERIFIED
    assert effort.spent() - before > 0.01
    monkeypatch.setattr(effort, "spent", itertools.count().__next__)  # as if each step were a second
    assert prove(claim, budget=0.5).verdict is Verdict.UNDECIDED


def test_rules_are_completed_as_far_as_the_budget_goes() -> None:
    """A budget of nothing leaves them open, and says so."""
    (claim,) = _claims("alternating-flows/greedy-product")
    rules, closed = [], Rules.close

    def close(self: Rules) -> None:
        closed(self, budget=-1.0)
        rules.append(self.complete)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rules, "close", close)
        prove(claim)
    assert rules
    assert not any(rules)


def test_work_that_is_counted_changes_no_program() -> None:
    before, watch = effort.spent(), Watch()
    watch.begin()
    effort.spend(2e6)
    assert effort.spent() == pytest.approx(before + 2, rel=1e-12)
    assert not [name for name in watch.changes() if name.startswith("layerproof.ground")]


def test_an_answer_from_memory_costs_the_work_it_took() -> None:
    """So a search stops at the same place, whatever was asked before it."""
    asked = []

    @effort.remembered(2)
    def tripled(number: int) -> int:
        asked.append(number)
        effort.spend(1000 * number)
        return 3 * number

    for number in (1, 2, 1, 3, 2):
        before = effort.spent()
        assert tripled(number) == 3 * number
        assert effort.spent() - before == pytest.approx(1e-3 * number)
    assert asked == [1, 2, 3, 2]  # the 2 was asked longest ago when the 3 came


def test_what_is_raised_is_not_kept() -> None:
    calls = []

    @effort.remembered(2)
    def refused(number: int) -> int:
        calls.append(number)
        raise ValueError(number)

    for _ in range(2):
        with pytest.raises(ValueError, match="1"):
            refused(1)
    assert calls == [1, 1]
