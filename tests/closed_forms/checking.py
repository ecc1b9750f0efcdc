"""What every result must pass: the prover in this process, and integration at random draws."""

from __future__ import annotations

import numpy as np
import sympy as sp

from layerproof.language.statements import Solution
from layerproof.numerics.flows import integrate_flow
from layerproof.proving.evidence import prove
from layerproof.tools.closed_forms import Found


def prove_again(found: Found) -> None:
    """Every claim of the result is proved once more, in this process."""
    for claim in found.claims:
        assert str(prove(claim).verdict) == "VERIFIED", claim


def integrate(found: Found, values: dict[sp.Symbol, float], until: float = 1.5, tolerance: float = 1e-9) -> None:
    """The closed forms of the parameters against the integrated flow, from where they start at `values`."""
    assert found.claim is not None
    statement = found.claim.statement
    assert isinstance(statement, Solution)
    times = np.linspace(0.0, until, 7)
    flow = statement.flow
    initial = {of: float(start.subs(values)) for of, _, start in statement.triples}
    parameters = {s: v for s, v in values.items() if s in flow.loss.free_symbols}
    starts = {k: [v] for k, v in initial.items()}
    run = integrate_flow(flow, starts, parameters, times, backend="dop853")  # heyoka loses x**3 at x = 0
    for of, closed, _ in statement.triples:
        form = sp.lambdify(flow.time, closed.subs(values), "mpmath")
        expected = np.array([float(form(time)) for time in times])
        actual = run.states[0, :, [v.name for v in run.variables].index(of.func.__name__)]
        np.testing.assert_allclose(expected, actual, rtol=tolerance, atol=tolerance)
