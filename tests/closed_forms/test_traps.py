"""Wrong forms, awkward starts, and hostile questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import sympy as sp
from late import late

from layerproof.language.claims import Claim
from layerproof.language.flows import GradientFlow
from layerproof.language.statements import Identity
from layerproof.language.symbols import positive, real, time, trajectories
from layerproof.proving.evidence import prove
from layerproof.proving.trials import challenge

with late():
    from layerproof.tools.closed_forms import Found, Proven, asking, first_order, solve, solving
    from layerproof.tools.closed_forms.first_order import Form, Proposal
    from layerproof.tools.closed_forms.guard import NoAnswer, limited

    from .checking import integrate

t = time()
a, b, x = trajectories("a b x")
S, k = positive("S k")
x_0 = real("x_0")
well = GradientFlow((x**2 - 1) ** 2 / 4, (x,), t)
network = GradientFlow((a * b - S) ** 2 / 2, (a, b), t)


def test_wrong_proposals_are_never_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    right = x_0 / sp.sqrt(x_0**2 + (1 - x_0**2) * sp.exp(-2 * t))
    wrong = [right.subs(t, 2 * t), -right, right + t**3, x_0 * sp.exp(t), sp.Integer(1)]

    def proposals(*arguments: Any) -> Iterator[Proposal]:
        yield Proposal("wrong on purpose", tuple(Form((form,), ((), (x_0 > 0,))) for form in wrong))

    monkeypatch.setattr(solving, "proposals", proposals)
    found = solve(well)
    assert not found
    assert sum("not proved" in item for item in found.tried) >= len(wrong)


def test_the_oracle_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_order, "_oracle", lambda *_: Proposal("an oracle that lies", (Form((x_0 + t,)),)))
    assert not solve(GradientFlow(sp.log(1 + sp.exp(-x)), (x,), t))


def test_a_result_cannot_be_made_without_a_proof() -> None:
    false = Claim("test/false", title="", statement=Identity(S, k))
    with pytest.raises(ValueError, match="expected an exact proof"):
        Proven(false, prove(false))
    true = Claim("test/true", title="", statement=Identity((S + k) ** 2, S**2 + 2 * S * k + k**2))
    with pytest.raises(ValueError, match="expected a Solution"):
        Found(well, (x,), Proven(true, prove(true)))


def test_mutants_of_a_found_claim_are_refuted() -> None:
    found = solve(network.on(a - b), of=a * b, initially=positive("r_0"), beside=False)
    assert found.claim is not None
    judged = challenge(found.claim)
    assert judged.made > 5
    assert judged.killed == judged.made


@pytest.mark.parametrize("start", [0, 1, -1, sp.Rational(1, 2), sp.sqrt(2)])
def test_starts_at_and_between_rest_points(start: Any) -> None:
    found = solve(well, initially=start, cases=False, beside=False)
    assert found, found.tried
    assert found.hypotheses == ()
    integrate(found, {})
    if start in (0, 1, -1):
        assert found.closed_forms[x] == start


@pytest.mark.parametrize(
    ("target", "start"), [(1, (0, 0)), (0, (2, -1)), (0, (1, 1)), (-1, (1, 1)), (2, (1, 2)), (1, (1, -1))]
)
def test_network_at_awkward_numbers(target: int, start: tuple[int, int]) -> None:
    flow = network.mapped(lambda e: e.subs(S, target))
    found = solve(flow, initially=start, cases=False, beside=False)
    assert found, found.tried
    integrate(found, {})


def test_a_start_on_the_separatrix_goes_where_it_should() -> None:
    found = solve(network, initially=(k, -k), cases=False)
    limits = [p.claim.statement.equals for p in found.beside if "tends" in p.claim.title]  # type: ignore[attr-defined]
    assert limits == [0, 0]


def test_questions_that_cannot_be_read() -> None:
    with pytest.raises(ValueError, match="contradict"):
        solve(network, hypotheses=[S > 2, S < 1])
    with pytest.raises(ValueError, match="no parameter of the flow"):
        solve(network, of=S)
    with pytest.raises(ValueError, match="2 initial values for 1"):
        solve(well, initially=(1, 2))
    with pytest.raises(ValueError, match="does not depend on time"):
        solve(well, initially=x)
    with pytest.raises(ValueError, match="no domain"):
        solve(well, initially=sp.Symbol("y"))
    with pytest.raises(ValueError, match="not on the invariant set"):
        solve(network.on(a - b), of=(a, b), initially=(1, 2))
    with pytest.raises(ValueError, match="float"):
        solve(well, initially=0.5)


def test_no_time_means_no_answer_and_no_hang() -> None:
    found = solve(network, budget=0.0)
    assert not found
    with pytest.raises(NoAnswer, match="no answer within"):
        limited(lambda: [n for n in iter(int, 1)], 0.2)
    with pytest.raises(NoAnswer, match="ZeroDivisionError"):
        limited(lambda: 1 // 0, 5.0)


def test_questions_in_words() -> None:
    names = {"flow": network, "balanced": network.on(a - b), "S": S, "t": t}
    flows = asking.flows_in(names)
    assert list(flows) == ["flow", "balanced"]
    question = asking.read_question(flows["balanced"], "a*b", ["S/2"], ["S > 1"], names)
    assert question == {"of": a * b, "initially": S / 2, "hypotheses": [S > 1]}
    lines, (found,) = asking.report({"balanced": flows["balanced"]}, **question)
    assert found
    assert found.claim is not None
    assert found.claim.id == "found/balanced"
    assert any("a*b = S" in line for line in lines)
    for text in ("__import__('os')", "a.func", "exec(1)", "lambda: 1", "unknown_name", "a**9**9**9"):
        with pytest.raises(ValueError, match="--of"):
            asking.read_question(network, text)
    assert replace(found, tried=("x",)).tried == ("x",)
