"""Points inside a hypothesis that no rational number satisfies: ``sin(x)**2 = 3/4`` at x = pi/3.

They show that the hypotheses can be met, and may refute.  A root is taken from SymPy, and counts if the equation is
proved there, and every other hypothesis holds in ball arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import sympy as sp

from ...ground import effort
from ...language.goals import Goal, Sign, Zero
from ...language.verdicts import Witness
from ..domain import Domain
from ..sign_sets import ANY
from .balls import PRECISIONS, Evaluator, Point, Undefined, Unsupported, has_assumptions, holds, satisfies
from .drawing import valued
from .outcome import Proved, Refuted
from .prover import Prover

_OPERATIONS, _LETTERS, _MOST = 30, 3, 12
_OTHERS = (1, 0, -1, 2)
_PERIODIC = (sp.sin, sp.cos, sp.tan)


def roots(domain: Domain) -> list[Point]:
    """Points at which the one equation among the hypotheses holds at an irrational number, and all others too."""
    if len(domain.equalities) != 1 or domain.every or domain.definitions:
        return []
    (equation,) = domain.equalities
    letters = sorted(equation.free_symbols, key=str)
    plain = all(isinstance(v, sp.Symbol) and not v.is_integer for v in domain.variables)
    if not plain or len(letters) > _LETTERS or equation.count_ops() > _OPERATIONS:
        return []
    found: list[Point] = []
    for letter in letters:
        for point in _of(domain, equation, letter):
            found.append(point)
            if len(found) == _MOST:
                return found
    return found


def _of(domain: Domain, equation: sp.Expr, letter: sp.Symbol) -> Iterator[Point]:
    others = [v for v in domain.variables if v != letter]
    for values in product(_OTHERS, repeat=len(others)):
        chosen = {v: k for v, k in zip(others, values, strict=True)}
        if not all(has_assumptions(v, k) for v, k in chosen.items()):
            continue
        effort.spend(5000)
        here = equation.xreplace({v: sp.Integer(k) for v, k in chosen.items()})
        for root in _solved(here, letter):
            point = Point(dict(chosen))
            point.derived = {letter: root}
            held = _belongs(domain, letter, point) and satisfies(point, domain.constraints)
            if held and valued(domain, point):
                yield point


def _solved(equation: sp.Expr, letter: sp.Symbol) -> list[sp.Expr]:
    """Real roots that have a name, each with the equation proved; of what is periodic, neighbours as well."""
    free = sp.Dummy(letter.name, real=True)
    try:
        found = sp.solve(equation.xreplace({letter: free}), free)
    except Exception:  # an oracle that fails has nothing to say
        return []
    found = [root for root in found if isinstance(root, sp.Expr) and root.is_real and not root.free_symbols][:4]
    if equation.has(*_PERIODIC):
        found = [root + turn for root in found for turn in (0, -2 * sp.pi, 2 * sp.pi)]
    numbers = Prover(Domain((), (), ()))
    return [root for root in found if isinstance(numbers.prove_zero(equation.xreplace({letter: root})), Proved)]


def _belongs(domain: Domain, letter: sp.Symbol, point: Point) -> bool:
    own = domain.sign_of_variable(letter)
    try:
        return own == ANY or holds(Evaluator(point, PRECISIONS[0])(letter), own)
    except (Undefined, Unsupported):
        return False


def refute(prover: Prover, goal: Goal, points: list[Point]) -> Refuted | None:
    """A goal about a value or a sign that fails at one of the points, in balls at two precisions."""
    if not isinstance(goal, (Zero, Sign)):
        return None
    expr = prover.prepared(goal.expr)
    for point in points:
        try:
            balls = [Evaluator(point, precision)(expr) for precision in PRECISIONS]
            for part in goal.defined:
                Evaluator(point, PRECISIONS[1])(sp.sympify(part))
        except (Undefined, Unsupported):
            continue
        if all(not ball.contains(0) if isinstance(goal, Zero) else bool(ball < 0) for ball in balls):
            shown = {str(s): str(v) for s, v in {**point.values, **point.derived}.items()}
            return Refuted(Witness(shown, balls[1].str(12), goal.name), "ball arithmetic at a root of the hypotheses")
    return None
