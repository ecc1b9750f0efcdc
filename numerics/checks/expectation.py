"""Expectations by quadrature: the nodes of each distribution, in every combination."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray
from sympy.core.function import AppliedUndef

from layerproof.derivations.kernel.distributions import Distribution, Normal, Uniform
from layerproof.derivations.kernel.statements import Expectation
from layerproof.derivations.kernel.symbols import Family

from ..concrete import Instance, instances
from ..formulas import compiled
from .findings import Findings
from .points import Points
from .sampling import Plan, relations_of

DRAWS = 40
CLOSE = 1e-7
NODES, LEAST, COMBINATIONS = 48, 4, 300_000
Array = NDArray[np.float64]


def check_expectation(statement: Expectation, hypotheses: Sequence[Any], points: Points) -> Findings:
    """Compare the expectation with what is stated, at draws of the parameters."""
    findings = Findings(CLOSE, points.seed, wanted=DRAWS // 2)
    rng = points.generator()
    relations = relations_of(hypotheses)
    parameters = [p for _, d in statement.over for p in d.parameters()]
    sizes = points.sizes(list(instances([statement.of, statement.equals, *parameters, *relations], (2, 3))))
    for size in sizes:
        findings.size = size
        instance = Instance(size)
        for at in instance.index_values([statement.of, statement.equals]):
            of, equals = instance.concrete(statement.of, at), instance.concrete(statement.equals, at)
            laws = {
                s: d.mapped(instance.concrete) for s, d in _laws(statement, instance).items() if s in of.free_symbols
            }
            conditions = [instance.concrete(h, a) for h in relations for a in instance.index_values([h], most=None)]
            fixed = [equals, *(p for d in laws.values() for p in d.parameters())]
            symbols = (of.free_symbols - set(laws)).union(*(e.free_symbols for e in fixed))
            draws = points.draw(Plan(symbols, conditions), -(-DRAWS // len(sizes)), rng)
            for row in range(len(draws) if symbols else 1):
                values = {s: float(v[row]) for s, v in draws.values.items()}
                found = _mean(of, laws, values)
                if found is None:
                    findings.could_not("there are too many random variables for quadrature")
                    return findings
                value, size_of_terms = found
                stated = float(compiled((equals,))(values)[0])
                error = abs(value - stated) / max(abs(stated), size_of_terms, 1e-300)
                if not np.isfinite(error):
                    findings.could_not("no real value")
                    continue
                findings.saw(error, draws.shown(row), "expectation and stated value", against=error > CLOSE)
                findings.draws += 1 if symbols else DRAWS
    return findings


def _laws(statement: Expectation, instance: Instance) -> dict[sp.Symbol, Distribution]:
    """The distribution of each random symbol, of each entry of a random family."""
    found: dict[sp.Symbol, Distribution] = {}
    for variable, law in statement.over:
        if isinstance(variable, Family):
            entries = [e for e in instance.symbols if isinstance(e, AppliedUndef) and e.func.__name__ == variable.name]
            found |= {instance.symbols[e]: law for e in entries}
        else:
            found[variable] = law
    return found


def _mean(of: sp.Expr, laws: dict[sp.Symbol, Distribution], values: dict[Any, float]) -> tuple[float, float] | None:
    """The mean of an expression, and that of its magnitude."""
    several = [s for s, d in laws.items() if d.values() is None]
    fixed = int(np.prod([len(d.values() or ()) for d in laws.values() if d.values() is not None], initial=1))
    nodes = NODES if not several else min(NODES, int((COMBINATIONS / fixed) ** (1 / len(several))))
    if nodes < LEAST or fixed > COMBINATIONS:
        return None
    grid: dict[Any, Any] = dict(values)
    weight: Array = np.ones(1)
    for position, (symbol, law) in enumerate(laws.items()):
        shape = [1] * len(laws)
        shape[position] = -1
        points, own = _nodes(law, nodes, values)
        grid[symbol] = points.reshape(shape)
        weight = weight * own.reshape(shape)
    found = np.broadcast_to(
        compiled((of,))(grid)[0], np.broadcast_shapes(weight.shape, *[np.shape(v) for v in grid.values()])
    )
    return float(np.sum(found * weight)), float(np.sum(np.abs(found) * weight))


def _nodes(law: Distribution, count: int, values: dict[Any, float]) -> tuple[Array, Array]:
    numbers = [float(compiled((p,))(values)[0]) for p in law.parameters()]
    if isinstance(law, Normal):
        points, weights = np.polynomial.hermite_e.hermegauss(count)
        return numbers[0] + numbers[1] * points, weights / weights.sum()
    if isinstance(law, Uniform):
        points, weights = np.polynomial.legendre.leggauss(count)
        return numbers[0] + (numbers[1] - numbers[0]) * (points + 1) / 2, weights / 2
    return np.array(numbers[0::2]), np.array(numbers[1::2])
