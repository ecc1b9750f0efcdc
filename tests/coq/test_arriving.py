"""What tends somewhere along trajectories, by Coq: it arrives, and no trajectory ends before; nothing else is."""

from __future__ import annotations

import pytest
import sympy as sp
from theorems.test_trajectories import DECAY, HOLD, NOT_APPROACHED, NOT_CONTINUOUS, TO_ZERO, a, a_0, p, t

from layerproof import GradientFlow, Tends
from layerproof.language.claims import Question
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import Wish, check
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import theorem_of

from .broken import broken
from .needs import coq

TENDING = ("a limit", "a function of what tends")
FALSE = {**NOT_APPROACHED, **NOT_CONTINUOUS}


def stated(says: Tends) -> str:
    """What it says in Coq."""
    return theorem_of(Question("own/stated", title="", statement=says)).proposition()


def test_that_none_ends_is_said_of_every_time_and_not_under_the_hypothesis_that_one_goes_on() -> None:
    lasts, arrives = stated(TO_ZERO.says).split("\n  /\\ ", 1)
    assert "0 <= s < T ->" in lasts
    assert "exists l : R, filterlim a (at_left T) (locally l)" in lasts
    assert "0 <= s ->" not in lasts
    assert "0 <= s_2 ->" in arrives
    assert "tends (fun s : R => ((a s) ^ 2)) (Rbar_locally p_infty) 0" in arrives


def test_where_velocities_have_poles_a_trajectory_may_have_a_limit_and_end() -> None:
    for loss in (sp.sqrt(a), 1 / a, sp.log(a), sp.Abs(a)):
        with pytest.raises(Untranslatable, match="no polynomial"):
            stated(Tends(GradientFlow(loss, (a,), t), {a: p}, a, 0))


@coq
@pytest.mark.slow
def test_what_tends_is_proved() -> None:
    results = check([Wish(HOLD[name]()) for name in TENDING])
    assert [r.evidence.reason for r in results if r.evidence.verdict is not Verdict.VERIFIED] == []


@coq
@pytest.mark.slow
def test_no_broken_join_is_proved() -> None:
    made = [(name, mutant) for name in TENDING for mutant in broken(HOLD[name](), 16)]
    results = check([Wish(mutant) for _, mutant in made])
    assert len(made) >= 16
    assert [f"{n}: {mutant.title}" for (n, mutant), r in zip(made, results, strict=True) if r.formal] == []


@coq
@pytest.mark.slow
def test_what_does_not_tend_is_not_proved() -> None:
    results = check([Wish(make()) for make in FALSE.values()])
    assert [name for name, result in zip(FALSE, results, strict=True) if result.formal] == []
    assert all(result.evidence.reason for result in results)


@coq
def test_by_itself_it_is_not_proved() -> None:
    (result,) = check([Wish(Question("own/alone", title="", statement=Tends(DECAY, {a: a_0}, a**2, 0)))])
    assert result.evidence.verdict is Verdict.UNDECIDED
    assert "as a line of a Theorem only" in (result.evidence.reason or "")
