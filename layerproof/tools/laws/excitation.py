"""What data can excite in a network with rectifiers: the functions phi_k that some input really sees.

Of such a network phi has a component for each path through it, as if each neuron could be switched by itself.  Data
cannot do that everywhere: a neuron that no input switches on is never trained, and the gates of deeper layers depend
on those before.  So on some regions of the weights more may be conserved than of the paths.  Here the weights are
drawn, the gates are found out for many inputs by integer arithmetic, and the Lie algebra is that of the fields which
these inputs excite.

The gates stay the same on an open set around the weights drawn, so that the dimension found there is a lower bound
on an open set of weights: on it there are at most as many laws as `bound` says, whatever the loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from .lie_algebra import lie_dimension
from .modular import PRIME, product
from .parametrisation import Parametrisation
from .polynomials import Integers, Polynomial

INPUTS = 400
"""How many inputs are drawn."""

CANDIDATES = 40
"""How many weights are drawn; those are taken at which the inputs switch the gates in most different ways."""

MOST_TERMS = 1_000
"""The most terms of phi for which real inputs are tried: about ten seconds; the time grows as their square."""


@dataclass(frozen=True)
class Excitation:
    """How many laws there can be where data excite what they do at some weights.

    Attributes:
        bound: there are at most as many laws near these weights.
        weights: the weights, integers, in the order of the parameters.
        inputs: the number of inputs that were drawn.
        draws: how many weights were tried; those with the smallest bound are kept.
    """

    bound: int
    weights: tuple[int, ...]
    inputs: int
    draws: int


def excitation(seen: Parametrisation, laws: int, *, draws: int = 3, seed: int = 0) -> Excitation:
    """The bound on the number of laws from real inputs, at the best of a few random weights.

    Args:
        seen: the parametrisation of a network.
        laws: the number of laws that are known; no more weights are tried once the bound is as small.
        draws: how many weights are tried.
        seed: of the weights and the inputs.

    Raises:
        ValueError: if it is no network.
    """
    if seen.scope is None or seen.terms is None:
        raise ValueError("the inputs of a model given by phi are not known")
    size = len(seen.names)
    best: Excitation | None = None
    drawn = [_Signals(seen, np.random.default_rng((seed, 3, k))) for k in range(CANDIDATES)]
    drawn.sort(key=lambda signals: signals.patterns, reverse=True)
    for draw, signals in enumerate(drawn[:draws]):
        weights, reached = signals.weights, _reached(seen, signals, np.random.default_rng((seed, 4, draw)))
        found = lie_dimension(seen.phi, enough=size - laws, reached=reached, seed=seed)
        bound = size - found.at_least
        if best is None or bound < best.bound:
            best = Excitation(bound, tuple(map(int, weights)), INPUTS, draw + 1)
        if bound <= laws:
            break
    assert best is not None
    return best


def _reached(seen: Parametrisation, signals: _Signals, generator: np.random.Generator) -> Integers:
    """Combinations of the components of phi that inputs excite, modulo the prime: shape (combinations, components)."""
    assert seen.terms is not None
    outputs = max(term.output for term in seen.terms) + 1
    columns = len(seen.phi.components)
    rows = np.zeros((outputs, signals.kept, columns), dtype=np.int64)
    for term, (column, scale) in seen.terms.items():
        value = np.full(signals.kept, scale.numerator * pow(scale.denominator, -1, PRIME) % PRIME, dtype=np.int64)
        for v in term.monomial:
            value = value * signals.outer[v] % PRIME
        rows[term.output, :, column] = (rows[term.output, :, column] + value) % PRIME
    stacked = rows.reshape(outputs * signals.kept, columns)
    most = min(len(seen.names) + 8, len(stacked))
    if len(stacked) > most:
        stacked = product(generator.integers(0, PRIME, size=(most, len(stacked))), stacked)
    return stacked


class _Signals:
    """Random weights and inputs, and the gates there; inputs at which a neuron is just between on and off are left out.

    Attributes:
        weights: shape (D,).
        outer: the values of each input and gate, modulo the prime, shape (kept,).
        kept: the number of inputs.
        patterns: in how many ways the inputs switch the gates.
    """

    def __init__(self, seen: Parametrisation, generator: np.random.Generator) -> None:
        assert seen.scope is not None
        size = len(seen.names)
        self.weights = generator.integers(1, 10, size=size) * generator.choice([-1, 1], size=size)
        values: dict[int, Any] = {k: int(w) for k, w in enumerate(self.weights)}
        for v in seen.scope.inputs:
            values[v] = generator.integers(-30, 31, size=INPUTS)
        inside = np.ones(INPUTS, dtype=bool)
        gates = []
        for variable, before in seen.scope.gates:
            signal = _evaluated(before, values)
            inside &= np.asarray(signal != 0, dtype=bool)
            values[variable] = np.asarray(signal > 0).astype(np.int64)
            gates.append(variable)
        self.kept = int(inside.sum())
        self.outer = {v: values[v][inside] % PRIME for v in (*seen.scope.inputs, *gates)}
        self.patterns = len(np.unique(np.array([values[v][inside] for v in gates]), axis=1).T) if gates else 1


def _evaluated(polynomial: Polynomial, values: dict[int, Any]) -> Any:
    """The exact values of a polynomial: 64-bit integers where they cannot overflow, else fractions."""
    small = all(c.denominator == 1 for c in polynomial.terms.values()) and _largest(polynomial, values) < 2**62
    found: Any = np.zeros(INPUTS, dtype=np.int64 if small else object)
    for monomial, coefficient in polynomial.terms.items():
        term: Any = int(coefficient) if small else coefficient
        for v in monomial:
            value = values[v]
            term = term * (value if small or isinstance(value, int) else value.astype(object))
        found = found + term
    return found


def _largest(polynomial: Polynomial, values: dict[int, Any]) -> Fraction:
    sizes = {v: int(np.max(np.abs(values[v]))) for v in polynomial.variables}
    return sum((abs(c) * _product([sizes[v] for v in m]) for m, c in polynomial.terms.items()), Fraction(0))


def _product(numbers: Sequence[int]) -> int:
    found = 1
    for n in numbers:
        found *= n
    return found
