"""Expectations by quadrature, each with an estimate of its own error.

One random variable with a density is integrated between the places where something happens.  Several are summed over
the nodes of Gauss in every combination, by two rules that must agree; where they do not, as at a corner, two variables
are integrated one inside the other, and more are left undecided.  Of an unknown function the mean is found over
finitely many whole numbers only, where it has one value each.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray
from sympy.core.function import AppliedUndef

from layerproof.language.distributions import Distribution, Finite, Normal, Uniform
from layerproof.language.statements import Expectation
from layerproof.language.symbols import Family

from ..concrete import Instance, instances
from ..definedness import parts_of
from ..flows.fields import domain_of, in_domain
from ..formulas import Formula, compiled
from ..open_functions import not_known, open_functions
from .compare import undefined
from .findings import Findings
from .one_value import places_in
from .points import Points
from .quadrature import finer, gauss, integral, landmarks, look_for_poles, panels
from .sampling import Draws, Plan, relations_of, strange

DRAWS = 40
CORNERS = 12
NESTED = 6  # draws that are integrated one variable inside the other
CLOSE = 1e-7
ROUNDING = 1e-13  # of the mean of the magnitude
STANDS = 50.0  # estimates of the error: a gap that exceeds so many is no error of the quadrature
NODES, LEAST, COMBINATIONS = 49, 4, 300_000
MANY_NODES = 180  # of what oscillates
FAINT = 1e-4  # of the mean of the magnitude: a mean that rounding hides, as that of a fast cosine
SAME = 0.1  # of the mean of the magnitude, by two rules: it has corners, and need not be known well
FARTHEST = 38.0  # standard deviations: the density beyond is below 1e-300
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Mean:
    """A mean, how far it may be off, and the mean of the magnitude."""

    value: float
    doubt: float
    size: float


def check_expectation(statement: Expectation, hypotheses: Sequence[Any], points: Points) -> Findings:
    """Compare the expectation with what is stated, at draws of the parameters."""
    findings = Findings(CLOSE, points.seed, wanted=DRAWS // 2)
    rng = points.generator()
    relations = relations_of(hypotheses)
    parameters = [p for _, d in statement.over for p in d.parameters()]
    written, summed = _summed_out(statement)
    if unknown := open_functions([written], _random(written, statement)):
        findings.could_not(not_known(unknown, "what is random"))
        return findings
    sizes = points.sizes(list(instances([statement.of, statement.equals, *parameters], (2, 3), relations)))
    for size in sizes:
        findings.size = size
        instance = Instance(size)
        for at in instance.index_values([statement.of, statement.equals]):
            of, equals = instance.concrete(written, at), instance.concrete(statement.equals, at)
            drawn = {s: d.mapped(instance.concrete) for s, d in _laws(statement, instance).items()}
            laws = {s: d for s, d in drawn.items() if s in of.free_symbols or s in summed}
            conditions = instance.conditions(relations)
            fixed = [equals, *(p for d in laws.values() for p in d.parameters())]
            symbols = (of.free_symbols - set(laws)).union(*(e.free_symbols for e in fixed))
            if reason := _not_random(drawn):
                findings.could_not(reason)
                return findings
            plan = Plan(symbols, conditions, places=places_in(instance))
            draws = points.draw(plan, -(-DRAWS // len(sizes)), rng)
            for row in range(len(draws) if symbols else 1):
                if _look(of, equals, laws, draws, row, findings, nested=row < NESTED):
                    findings.draws += 1 if symbols else DRAWS
            for here in points.corners(plan, CORNERS):
                if missing := undefined(
                    [equals, *(p for p in parts_of(of) if not p.free_symbols & set(laws))], here, 0
                ):
                    findings.could_not(missing)
                    continue
                found = findings.apart()
                _look(of, equals, laws, here, 0, found, nested=False)
                findings.corner(found)
    return findings


def _random(expr: sp.Expr, statement: Expectation) -> list[sp.Basic]:
    """The random letters, and the entries in an expression of random families."""
    families = {v.name for v, _ in statement.over if isinstance(v, Family)}
    entries = [e for e in expr.atoms(AppliedUndef) if e.func.__name__ in families]
    return [*(v for v, _ in statement.over if isinstance(v, sp.Symbol)), *entries]


def _summed_out(statement: Expectation) -> tuple[sp.Expr, set[sp.Symbol]]:
    """What the mean is of, summed over the letters with whole values that open functions depend on; and these letters.

    As it stands where such a function is of other things too: whether ``H(z)`` is ``H(1)`` depends on z.
    """
    letters = [v for v, _ in statement.over if isinstance(v, sp.Symbol)]
    found, summed = sp.sympify(statement.of), set[sp.Symbol]()
    if found.has(sp.Derivative, sp.Integral, sp.Subs, sp.Sum, sp.Product):
        return found, summed
    names = {node.func for node in open_functions([found], letters)}
    for letter, law in statement.over:
        outcomes = law.values() or ()
        whole = bool(outcomes) and all(value.is_Integer for value, _ in outcomes)
        if whole and letter in letters and open_functions([found], [letter]):
            found = sp.Add(*(chance * found.xreplace({letter: value}) for value, chance in outcomes))
            summed.add(letter)
    entries = {e for side in (found, sp.sympify(statement.equals)) for e in side.atoms(AppliedUndef) if e.func in names}
    if all(part.is_Integer for entry in entries for part in entry.args):
        return found, summed
    return sp.sympify(statement.of), set()


def _look(
    of: sp.Expr,
    equals: sp.Expr,
    laws: Mapping[sp.Symbol, Distribution],
    draws: Draws,
    row: int,
    findings: Findings,
    *,
    nested: bool,
) -> bool:
    """Compare the mean with what is stated at one draw; whether that told something."""
    values = {s: float(v[row]) for s, v in draws.values.items()}
    try:
        found = _mean(of, _settled(laws, values), values, nested=nested)
    except ValueError as problem:
        findings.could_not(str(problem))
        return False
    if found is None:
        findings.could_not("there are too many random variables for quadrature")
        return False
    return _judge(found, float(compiled((equals,))(values)[0]), draws.shown(row), findings)


def _not_random(laws: Mapping[sp.Symbol, Distribution]) -> str:
    """That a letter is assumed to be what not every value of its distribution is, in words; empty if none is."""
    for symbol, law in laws.items():
        known = [value for value, _ in law.values() or ()]
        if known and not strange(symbol) and all(v.is_number and in_domain(symbol, np.array(float(v))) for v in known):
            continue
        if assumed := [*domain_of(symbol), *filter(None, [strange(symbol)])]:
            return f"{symbol} is {assumed[0]} by assumption; its distribution decides"
    return ""


def _settled(laws: Mapping[sp.Symbol, Distribution], values: Mapping[Any, float]) -> dict[sp.Symbol, Distribution]:
    """The laws at these values; one without spread is a point.

    Raises:
        ValueError: if one is none: an empty interval, a deviation or a probability below 0, or none that add up to 1.
    """
    found: dict[sp.Symbol, Distribution] = {}
    for symbol, law in laws.items():
        numbers = [float(compiled((p,))(values)[0]) for p in law.parameters()]
        chances = numbers[1::2] if law.values() is not None else []
        if isinstance(law, Uniform) and not numbers[0] < numbers[1]:
            raise ValueError(f"{symbol} has no distribution at {_text(values)}: the interval is empty")
        if isinstance(law, Normal) and numbers[1] < 0:
            raise ValueError(f"{symbol} has no distribution at {_text(values)}: the standard deviation is negative")
        if chances and (min(chances) < 0 or abs(sum(chances) - 1) > CLOSE):
            raise ValueError(f"{symbol} has no distribution at {_text(values)}: the probabilities are {chances}")
        found[symbol] = Finite({numbers[0]: 1}) if isinstance(law, Normal) and numbers[1] == 0 else law
    return found


def _text(values: Mapping[Any, float]) -> str:
    return ", ".join(f"{name} = {value:.4g}" for name, value in values.items()) or "all values"


def _judge(found: Mean, stated: float, shown: Mapping[str, float], findings: Findings) -> bool:
    """Whether a draw told something: the mean and what is stated differ clearly, or agree within the tolerance."""
    scale = max(abs(found.value), abs(stated))
    gap = abs(found.value - stated)
    doubt = found.doubt + ROUNDING * found.size
    if not math.isfinite(gap + doubt):
        known = math.isfinite(gap)
        findings.could_not("the mean of the magnitude is not seen to be finite" if known else "no real value")
        return False
    error = gap / scale if scale else 0.0
    if gap > CLOSE * scale and gap > STANDS * doubt:
        findings.saw(error, shown, "expectation and stated value", against=True)
        return True
    if doubt <= CLOSE * scale or (stated == 0 and gap <= doubt <= CLOSE * found.size):
        findings.saw(error if stated else 0.0, shown, "expectation and stated value")
        return True
    if scale <= FAINT * found.size and gap <= STANDS * doubt:
        return False  # next to nothing is left of the magnitude: other draws tell
    findings.could_not(f"the quadrature is known to {doubt / scale if scale else doubt:.0e} only")
    return False


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


def _mean(
    of: sp.Expr, laws: Mapping[sp.Symbol, Distribution], values: Mapping[Any, float], nested: bool
) -> Mean | None:
    """The mean of an expression; None if there are too many random variables."""
    dense = [s for s, d in laws.items() if d.values() is None]
    if len(dense) == 1:
        return _over_one(of, dense[0], laws, values)
    found = _by_two_rules(of, laws, values, NODES)
    if found is not None and dense and _oscillates(of, dense) and found.doubt > CLOSE / 10 * abs(found.value):
        found = _by_two_rules(of, laws, values, MANY_NODES)
    if found is not None and math.isinf(found.doubt):
        return found
    if found is None or not dense or found.doubt <= CLOSE / 10 * abs(found.value) or len(dense) > 2 or not nested:
        return found
    return _one_inside_the_other(of, dense, laws, values)


def _over_one(
    of: sp.Expr, variable: sp.Symbol, laws: Mapping[sp.Symbol, Distribution], values: Mapping[Any, float]
) -> Mean:
    """One variable with a density, cut where something happens; and once more, cut elsewhere as well."""
    formula = compiled((of,))
    total = Mean(0.0, 0.0, 0.0)
    for fixed, chance in _outcomes(laws, values):
        density, low, high, scale = _density(laws[variable], values)
        here = {**values, **fixed}
        cuts = landmarks(of, variable, here, low, high)

        def at(position: float, here: Mapping[Any, float] = here, density: Any = density) -> float:
            return float(formula({**here, variable: np.float64(position)})[0]) * float(density(position))

        if isinstance(laws[variable], Normal):
            cuts = [*cuts, *(low + (high - low) * share for share in (0.25, 0.45, 0.5, 0.55, 0.75))]
        look_for_poles(at, low, high, cuts)
        one, doubt, size = integral(at, low, high, cuts)
        other, _, _ = integral(at, low, high, finer(low, high, cuts))
        beyond = (abs(at(low)) + abs(at(high))) * scale if isinstance(laws[variable], Normal) else 0.0
        doubt = min(doubt, 1e-10 * size) + abs(one - other) + beyond
        total = Mean(total.value + chance * one, total.doubt + chance * doubt, total.size + chance * size)
    return total


def _outcomes(
    laws: Mapping[sp.Symbol, Distribution], values: Mapping[Any, float]
) -> list[tuple[dict[sp.Symbol, float], float]]:
    """The values of the variables that have finitely many, in every combination, with their probabilities."""
    found: list[tuple[dict[sp.Symbol, float], float]] = [({}, 1.0)]
    for symbol, law in laws.items():
        if law.values() is not None:
            numbers = [float(compiled((p,))(values)[0]) for p in law.parameters()]
            pairs = list(zip(numbers[0::2], numbers[1::2], strict=True))
            found = [({**fixed, symbol: v}, chance * p) for fixed, chance in found for v, p in pairs]
    return found


def _density(law: Distribution, values: Mapping[Any, float]) -> tuple[Any, float, float, float]:
    """The density, the range on which it is not nothing, and its width."""
    first, second = (float(compiled((p,))(values)[0]) for p in law.parameters())
    if isinstance(law, Uniform):
        return lambda x: np.full(np.shape(x), 1 / (second - first)), first, second, second - first
    if second == 0:
        raise ValueError("a normal variable without spread has no density")
    ends = (first - FARTHEST * second, first + FARTHEST * second)
    norm = second * math.sqrt(2 * math.pi)
    return lambda x: np.exp(-(((x - first) / second) ** 2) / 2) / norm, *ends, second


def _oscillates(of: sp.Expr, random: Sequence[sp.Symbol]) -> bool:
    return any(wave.has(*random) for wave in of.atoms(sp.sin, sp.cos))


def _by_two_rules(
    of: sp.Expr, laws: Mapping[sp.Symbol, Distribution], values: Mapping[Any, float], most: int
) -> Mean | None:
    """The nodes of Gauss of every variable in every combination; the doubt is the difference from a rule with fewer."""
    dense = sum(d.values() is None for d in laws.values())
    fixed = int(np.prod([len(d.values() or ()) for d in laws.values() if d.values() is not None], initial=1))
    nodes = most if not dense else min(most, int((COMBINATIONS / fixed) ** (1 / dense)))
    if nodes < LEAST or fixed > COMBINATIONS:
        return None
    value, size = _tensor(of, laws, values, nodes)
    if not dense:
        return Mean(value, 0.0, size)
    coarse, other = _tensor(of, laws, values, max(LEAST - 1, nodes * 3 // 4))
    return Mean(value, _doubt(of, laws, (value, size), (coarse, other)), size)


def _doubt(
    of: sp.Expr, laws: Mapping[sp.Symbol, Distribution], found: tuple[float, float], other: tuple[float, float]
) -> float:
    """How far a mean may be off that two rules have found; each also found the mean of the magnitude."""
    there = _has_a_mean(found[1], other[1]) or _is_bounded(of, frozenset(laws))
    return abs(found[0] - other[0]) if there else math.inf


def _is_bounded(of: sp.Expr, random: frozenset[sp.Symbol]) -> bool:
    """Whether an expression is seen to be bounded, so that it has a mean: sums and products of cosines and the like."""
    if not of.free_symbols & random:
        return True
    if isinstance(of, (sp.Add, sp.Mul)):
        return all(_is_bounded(part, random) for part in of.args)
    if isinstance(of, sp.Pow):
        return bool(of.exp.is_Integer and of.exp > 0) and _is_bounded(of.base, random)
    return isinstance(of, (sp.sin, sp.cos, sp.tanh, sp.atan, sp.erf))


def _tensor(
    of: sp.Expr, laws: Mapping[sp.Symbol, Distribution], values: Mapping[Any, float], nodes: int
) -> tuple[float, float]:
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


def _nodes(law: Distribution, count: int, values: Mapping[Any, float]) -> tuple[Array, Array]:
    numbers = [float(compiled((p,))(values)[0]) for p in law.parameters()]
    if isinstance(law, Normal):
        points, weights = np.polynomial.hermite_e.hermegauss(count)
        return numbers[0] + numbers[1] * points, weights / weights.sum()
    if isinstance(law, Uniform):
        points, weights = gauss(count)
        return numbers[0] + (numbers[1] - numbers[0]) * (points + 1) / 2, weights / 2
    return np.array(numbers[0::2]), np.array(numbers[1::2])


def _one_inside_the_other(
    of: sp.Expr, dense: Sequence[sp.Symbol], laws: Mapping[sp.Symbol, Distribution], values: Mapping[Any, float]
) -> Mean:
    """Two variables with densities: panels of the inner one are cut where something happens for each outer value."""
    found = [_nested(of, dense, laws, values, nodes) for nodes in (14, 20)]
    return Mean(found[1][0], _doubt(of, laws, found[1], found[0]), found[1][1])


def _has_a_mean(size: float, other: float) -> bool:
    """Whether two rules find about the same mean of the magnitude: one that is infinite is a matter of the nodes."""
    return math.isfinite(size + other) and abs(size - other) <= SAME * max(size, other)


def _nested(
    of: sp.Expr,
    dense: Sequence[sp.Symbol],
    laws: Mapping[sp.Symbol, Distribution],
    values: Mapping[Any, float],
    nodes: int,
) -> tuple[float, float]:
    outer, inner = dense
    formula: Formula = compiled((of,))
    value = size = 0.0
    for fixed, chance in _outcomes(laws, values):
        here = {**values, **fixed}
        density, low, high, scale = _narrower(*_density(laws[outer], values))
        points, weights = panels(low, high, landmarks(of, outer, here, low, high), scale, nodes)
        weights = weights * density(points) * chance
        own, start, end, width = _narrower(*_density(laws[inner], values))
        for point, weight in zip(points, weights, strict=True):
            at = {**here, outer: float(point)}
            cuts, share = panels(start, end, landmarks(of, inner, at, start, end), width, nodes)
            seen = np.broadcast_to(formula({**at, inner: cuts})[0], cuts.shape) * share * own(cuts)
            value += float(weight * np.sum(seen))
            size += float(weight * np.sum(np.abs(seen)))
    return value, size


def _narrower(density: Any, low: float, high: float, width: float) -> tuple[Any, float, float, float]:
    """The range in which all but 1e-16 of a normal variable lies."""
    middle, reach = (low + high) / 2, min((high - low) / 2, 9.0 * width)
    return density, middle - reach, middle + reach, width
