"""Points inside hypotheses that no rational number satisfies: ``sin(x)**2 = 3/4`` at x = pi/3.

They show that the hypotheses can be met, and may refute.  A root is taken from SymPy, and counts if the equations are
proved there, and every other hypothesis holds in ball arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, product

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

_OPERATIONS, _LETTERS, _EQUATIONS, _MOST = 30, 3, 2, 12
_OTHERS = (1, 0, -1, 2)
_PERIODIC = (sp.sin, sp.cos, sp.tan)


def roots(domain: Domain) -> list[Point]:
    """Points at which the one or two equations among the hypotheses hold at irrational numbers, and all others too.

    Equations that define a symbol by others, as x = 1 - y, are put in first.
    """
    if not 1 <= len(domain.equalities) <= _EQUATIONS or domain.every or domain.plain != domain.definitions:
        return []
    equations = [domain.resolved(equality) for equality in domain.equalities]
    letters = sorted(set().union(*(equation.free_symbols for equation in equations)), key=str)
    plain = all(isinstance(v, sp.Symbol) and not v.is_integer for v in domain.variables)
    if not plain or len(letters) > _LETTERS or sum(equation.count_ops() for equation in equations) > _OPERATIONS:
        return []
    if len(equations) > 1 and not _meet_in_few(equations, letters):
        return []
    found: list[Point] = []
    for sought in combinations(letters, len(equations)):
        for point in _of(domain, equations, sought):
            found.append(point)
            if len(found) == _MOST:
                return found
    return found


def _meet_in_few(equations: list[sp.Expr], letters: list[sp.Symbol]) -> bool:
    """Whether they are polynomials that meet in four points at most, as Bezout counts: SymPy solves them at once."""
    if not all(equation.is_polynomial(*letters) for equation in equations):
        return False
    degrees: list[int] = [sp.Poly(equation, *letters).total_degree() for equation in equations]
    return math.prod(degrees) <= 4


def _of(domain: Domain, equations: list[sp.Expr], sought: tuple[sp.Symbol, ...]) -> Iterator[Point]:
    others = [v for v in domain.variables if v not in sought and v not in domain.definitions]
    for values in product(_OTHERS, repeat=len(others)):
        chosen = {v: k for v, k in zip(others, values, strict=True)}
        if not all(has_assumptions(v, k) for v, k in chosen.items()):
            continue
        effort.spend(5000)
        exact = {v: sp.Integer(k) for v, k in chosen.items()}
        for root in _solved([equation.xreplace(exact) for equation in equations], sought):
            point = Point(dict(chosen))
            at = exact | root
            point.derived = root | {v: domain.resolved(v).xreplace(at) for v in domain.definitions}
            held = all(_belongs(domain, v, point) for v in point.derived) and satisfies(point, domain.constraints)
            if held and valued(domain, point):
                yield point


def _solved(equations: list[sp.Expr], sought: tuple[sp.Symbol, ...]) -> list[dict[sp.Symbol, sp.Expr]]:
    """Real roots that have a name, each with the equations proved; of what is periodic, neighbours as well."""
    free = {letter: sp.Dummy(letter.name, real=True) for letter in sought}
    try:
        solutions = sp.solve([equation.xreplace(free) for equation in equations], list(free.values()), dict=True)
    except Exception:  # an oracle that fails has nothing to say
        return []
    found = [
        {letter: sp.expand(solution[dummy]) for letter, dummy in free.items()}
        for solution in solutions
        if all(dummy in solution and solution[dummy].is_real for dummy in free.values())
    ]
    found = [root for root in found if not any(v.free_symbols for v in root.values())][:4]
    if len(sought) == 1 and equations[0].has(*_PERIODIC):
        found = [{sought[0]: root[sought[0]] + turn} for root in found for turn in (0, -2 * sp.pi, 2 * sp.pi)]
    numbers = Prover(Domain((), (), ()))
    return [
        root
        for root in found
        if all(isinstance(numbers.prove_zero(equation.xreplace(root)), Proved) for equation in equations)
    ]


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
