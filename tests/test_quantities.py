"""What is printed by a name is checked for what it stands for."""

from __future__ import annotations

import sympy as sp

from layerproof.export.fragments import fragment
from layerproof.export.proofreading import disagreements
from layerproof.language.claims import Claim
from layerproof.language.flows import GradientFlow
from layerproof.language.quantities import quantities, quantity, unfolded
from layerproof.language.statements import Identity, Rate
from layerproof.language.symbols import positive, time, trajectories
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove

k, T, S, alpha = positive("k T S alpha")
L = quantity("L_k", S / (1 + sp.exp(T * k ** (-(alpha + 1)))))
a, b = trajectories("a b")
FLOW = GradientFlow(loss=(a * b - S) ** 2 / 2, parameters=(a, b), time=time())


def law(factor: int) -> Claim:
    return Claim(
        "own/law",
        title="A law",
        statement=Identity(sp.Derivative(L, T), -factor * k / ((alpha + 1) * T) * sp.Derivative(L, k)),
    )


def test_a_derivative_is_printed_as_one_and_worked_out_where_it_is_decided() -> None:
    claim = law(1)
    assert claim.statement == Identity(sp.diff(L.value, T), -k / ((alpha + 1) * T) * sp.diff(L.value, k))
    printed = (
        r"\frac{\mathrm{d} L_{k}}{\mathrm{d} T} & = -\frac{k}{(\alpha + 1) T} \frac{\mathrm{d} L_{k}}{\mathrm{d} k}"
    )
    assert printed in fragment(claim, None, {})
    assert prove(claim).verdict is Verdict.VERIFIED
    assert prove(law(2)).verdict is Verdict.REFUTED


def test_what_is_printed_reads_back_and_a_slip_in_what_a_name_stands_for_is_found() -> None:
    claim = law(1)
    text = fragment(claim, None, {})
    assert not list(disagreements(claim, text))
    assert list(disagreements(claim, text.replace("1 +", "2 +")))


def test_along_a_flow_a_quantity_moves_as_what_it_stands_for() -> None:
    r = quantity("r", a * b)
    rate = Claim("own/rate", title="A rate", statement=Rate(r, (S - r) * (a**2 + b**2), FLOW))
    assert prove(rate).verdict is Verdict.VERIFIED
    assert rate.lines() == ["d/dt (r) = (S - r)*(a**2 + b**2)", "with r = a*b"]


def test_quantities_within_quantities_come_before_what_they_stand_for() -> None:
    inner = quantity("p", k + T)
    outer = quantity("q", inner**2)
    assert list(quantities([inner + outer])) == [outer, inner]
    assert unfolded(outer) == (k + T) ** 2
