"""Whether one equation follows from others: under them as hypotheses, by elimination, or at each of their solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.polys.polyerrors import BasePolynomialError

from ....language.matrices import Equal, RandomVector, Velocity
from ....language.printing import text
from ....language.statements import Identity, Statement
from ....language.statements.matrices import MatrixIdentity
from ....language.vectors import as_number
from ....language.verdicts import Evidence, Method, Verdict, Witness
from ....proving.domain import Contradiction, Domain, IllPosed
from ....proving.exact.prover import Prover
from ....proving.sign_sets import ANY, SignSet
from ..letters.meaning import proof
from ..values.norms import apart
from .exponentials_apart import with_exponentials_apart

MOST_TERMS = 400


@dataclass(frozen=True)
class _Root:
    variable: sp.Symbol
    value: sp.Expr


def follows(statement: Statement, facts: Sequence[Any], hypotheses: Sequence[Any], budget: float) -> Evidence:
    """The evidence that `statement` holds wherever `facts` and `hypotheses` do.

    Args:
        statement: an equation or an inequality, or an equation of matrices.
        facts: relations, each resolved.
        hypotheses: as a claim's.
        budget: seconds for each proof.
    """
    plain = [f for f in facts if f not in (True, sp.true)]
    direct = proof(statement, [*hypotheses, *plain], budget)
    products = [f for f in plain if not (isinstance(f, Relational) and f.has(sp.Trace))]
    if statement.is_about_matrices and direct.verdict is Verdict.UNDECIDED and len(products) < len(plain):
        direct = proof(statement, [*hypotheses, *products], budget)  # an equation of traces rewrites no matrix
        if direct.verdict is Verdict.REFUTED:  # it need not fail where that equation holds
            reason = "it fails somewhere, which may be where an equation of traces does not hold"
            direct = replace(direct, verdict=Verdict.UNDECIDED, witness=None, reason=reason)
    if direct.verdict is not Verdict.VERIFIED and (
        lettered := with_exponentials_apart(statement, [*hypotheses, *products])
    ):
        again = proof(*lettered, budget)
        direct = again if again.verdict is Verdict.VERIFIED else direct
    if direct.verdict is Verdict.UNDECIDED and (found := _by_traces(statement, plain, hypotheses)) is not None:
        return found
    if direct.verdict is not Verdict.UNDECIDED or statement.is_about_matrices:
        return direct
    equations = [f for f in plain if isinstance(f, sp.Eq)]
    others = [f for f in plain if not isinstance(f, sp.Eq)]
    if not equations:
        return direct
    freeze = _freezing([*statement.expressions(), *plain, *[h for h in hypotheses if isinstance(h, sp.Basic)]])
    statement = statement.mapped(freeze)
    equations = [freeze(e) for e in equations]
    ground = [freeze(h) if isinstance(h, sp.Basic) else h for h in [*hypotheses, *others]]
    if (found := _by_elimination(statement, equations, ground)) is not None:
        return found
    last: Evidence | None = None
    for equation in reversed(equations):  # the nearest first
        rest = [e for e in equations if e is not equation]
        found = _at_the_roots(statement, equation, [*ground, *rest], budget)
        if found is not None and found.verdict is not Verdict.UNDECIDED:
            return found
        last = last or found
    return last or direct


def _by_traces(statement: Statement, facts: Sequence[Any], hypotheses: Sequence[Any]) -> Evidence | None:
    r"""An equation of numbers from others, a letter for each trace: ``|u + v|^2 = |u|^2 + |v|^2`` if ``u^T v = 0``."""
    asked = _as_numbers(statement)
    given = [sides for fact in facts if (sides := _as_numbers(fact) or _traced(fact)) is not None]
    if asked is None or not any(side.has(sp.Trace) for sides in given for side in sides):
        return None
    named = _named(facts)
    letters: dict[Any, sp.Symbol] = {}

    def lettered(expr: Any) -> Any:
        for letter, value in named.items():
            expr = expr.xreplace({letter: value})
        spread = sp.expand(apart(expr)).xreplace({sp.Trace(sp.Identity(1)): sp.Integer(1)})
        for trace in sorted(spread.atoms(sp.Trace) - letters.keys(), key=str):
            letters[trace] = sp.Symbol(f"tr~{len(letters)}", real=True)
        return spread.xreplace(letters)

    try:
        goal = Identity(*map(lettered, asked))
        equations = [sp.Eq(*map(lettered, sides), evaluate=False) for sides in given]
    except (TypeError, ValueError, AttributeError, NotImplementedError):
        return None
    if any(expr.has(sp.MatrixExpr) for expr in (*goal.expressions(), *equations)):
        return None
    freeze = _freezing([*goal.expressions(), *equations])
    ground = [freeze(h) for h in hypotheses if isinstance(h, Relational) and not h.has(sp.MatrixExpr)]
    found = _by_elimination(goal.mapped(freeze), [freeze(e) for e in equations], ground)
    return found if found is not None and found.verdict is Verdict.VERIFIED else None


def _named(facts: Sequence[Any]) -> dict[Any, Any]:
    """The vectors and matrices that equations say outright, ``w = v - c u``, each by letters that are not said so."""
    found: dict[Any, Any] = {}
    for fact in facts:
        if not isinstance(fact, Equal) or not isinstance(fact.matrix, sp.MatrixSymbol):
            continue
        value = fact.value
        for letter, known in found.items():
            value = value.xreplace({letter: known})
        if fact.matrix not in found and not value.has(fact.matrix):
            found = {letter: known.xreplace({fact.matrix: value}) for letter, known in found.items()}
            found[fact.matrix] = value
    return found


def _as_numbers(relation: Any) -> tuple[Any, Any] | None:
    """Both sides of an equation of numbers, or of 1 x 1 matrices; None if it is something else."""
    if isinstance(relation, Equal):
        sides = relation.matrix, relation.value
    elif isinstance(relation, (sp.Eq, Identity, MatrixIdentity)):
        sides = sp.sympify(relation.lhs), sp.sympify(relation.rhs)
    else:
        return None
    numbers = tuple(sp.Integer(0) if isinstance(side, sp.ZeroMatrix) else as_number(side) for side in sides)
    if any(getattr(side, "is_Matrix", False) or side.has(Velocity, RandomVector) for side in numbers):
        return None
    return numbers[0], numbers[1]


def _traced(relation: Any) -> tuple[Any, Any] | None:
    """The traces of both sides of an equation of square matrices; None if it is none."""
    if not isinstance(relation, Equal) or relation.matrix.shape[0] != relation.matrix.shape[1]:
        return None
    sides = relation.matrix, relation.value
    if any(not getattr(side, "is_Matrix", False) or side.has(Velocity, RandomVector) for side in sides):
        return None
    return sp.Trace(sides[0]), sp.Trace(sides[1])


def _freezing(exprs: Sequence[Any]) -> Any:
    """A change of trajectories and their derivatives, outside of sums, into symbols."""
    table: dict[Any, Any] = {}
    for expr in exprs:
        for part in (*expr.atoms(sp.Derivative), *expr.atoms(AppliedUndef)):
            if not part.atoms(sp.Idx) and part not in table:
                sign = {"positive": True} if part.is_positive else {"real": True}
                table[part] = sp.Symbol(text(part).replace(" ", ""), **sign)
    return lambda expr: expr.xreplace(table)


def _evidence(verdict: Verdict, how: str = "", reason: str | None = None, witness: Witness | None = None) -> Evidence:
    return Evidence(Method.EXACT, verdict, how, reason=reason, witness=witness)


def _by_elimination(statement: Statement, equations: list[Any], hypotheses: list[Any]) -> Evidence | None:
    """The difference of both sides lies in the ideal of the equations; None if that is not seen."""
    if not isinstance(statement, Identity):
        return None
    goal = sp.numer(sp.together(statement.lhs - statement.rhs))
    given = [sp.numer(sp.together(e.lhs - e.rhs)) for e in equations]
    generators = sorted({a for e in (goal, *given) for a in _generators(e)}, key=sp.default_sort_key)
    try:
        polys = [sp.Poly(e, *generators) for e in (goal, *given)]
    except BasePolynomialError:  # a sum that is no number of the domain, too
        return None
    if not generators or any(len(p.terms()) > MOST_TERMS or not p.domain.is_Exact for p in polys):
        return None
    if len(generators) > 12 or max(p.total_degree() for p in polys) > 12:
        return None
    basis = sp.groebner([p.as_expr() for p in polys[1:]], *generators, order="grevlex")
    if basis.exprs == [1]:
        return _evidence(Verdict.UNDECIDED, reason="the equations before it contradict each other")
    if not basis.contains(polys[0].as_expr()):
        return None
    try:
        prover = Prover(Domain.of(statement.expressions(), hypotheses))
        problem = prover.undefined([statement.lhs, statement.rhs])
    except (Contradiction, IllPosed) as trouble:
        problem = str(trouble)
    if problem is not None:
        return _evidence(Verdict.UNDECIDED, reason=problem)
    return _evidence(Verdict.VERIFIED, "it is a combination of the equations before it")


def _generators(expr: Any) -> set[Any]:
    """Symbols, and what is no polynomial in them."""
    if expr.is_Symbol:
        return {expr}
    if expr.is_number:
        return set() if expr.is_Rational else {expr}
    if expr.is_Add or expr.is_Mul or (expr.is_Pow and expr.exp.is_Integer and expr.exp > 0):
        return {g for arg in (expr.args if not expr.is_Pow else (expr.base,)) for g in _generators(arg)}
    return {expr}


def _at_the_roots(statement: Statement, equation: Any, hypotheses: list[Any], budget: float) -> Evidence | None:
    """The statement at each solution of one equation for one variable."""
    residual = equation.lhs - equation.rhs
    undecided: Evidence | None = None
    for variable in _candidates(statement, equation):
        roots = _roots(residual, variable, hypotheses, budget)
        if roots is None:
            continue
        values, complete = roots
        verdicts = []
        for value in values:
            found = _branch(statement, _Root(variable, value), hypotheses, budget)
            if found is None:
                continue  # the hypotheses exclude this solution
            if found.verdict is Verdict.REFUTED:
                return found
            verdicts.append(found)
        open_ = [v for v in verdicts if v.verdict is not Verdict.VERIFIED]
        if complete and verdicts and not open_:
            shown = ", ".join(f"{variable} = {text(value)}" for value in values)
            return _evidence(Verdict.VERIFIED, f"it holds where the equation before it does: {shown}")
        if undecided is None:
            reason = (
                open_[0].reason
                if open_
                else f"that there is no further solution for {variable} is not derived"
                if values
                else f"no solution for {variable} lies inside the hypotheses"
            )
            undecided = _evidence(Verdict.UNDECIDED, reason=reason)
    return undecided


def _candidates(statement: Statement, equation: Any) -> list[sp.Symbol]:
    """Symbols of the equation, those first that the statement solves for."""
    sides = statement.expressions()
    symbols = [s for s in equation.free_symbols if isinstance(s, sp.Symbol) and not s.is_integer]
    return sorted(symbols, key=lambda s: (s not in sides, str(s)))[:4]


def _roots(residual: Any, variable: sp.Symbol, hypotheses: list[Any], budget: float) -> tuple[list[Any], bool] | None:
    """Solutions, each proved to be one, and whether there are no others; None if none were found."""
    numerator = sp.numer(sp.together(residual))
    loose = sp.Dummy("x")
    try:
        values = sp.solve(numerator.xreplace({variable: loose}), loose)
    except NotImplementedError:
        return None
    real = [v for v in values if isinstance(v, sp.Expr) and not v.has(sp.I, sp.Piecewise, sp.LambertW)][:6]
    aside = [v for v in values if v not in real]
    values = real
    if not values:
        return None
    good = []
    for value in values:
        ground = [h.xreplace({variable: value}) if isinstance(h, sp.Basic) else h for h in hypotheses]
        own = _own_domain(variable, value)
        if own is False:
            continue
        at = proof(Identity(numerator.xreplace({variable: value}), sp.S.Zero), [*ground, *own], budget)
        if at.verdict is not Verdict.VERIFIED and "contradict" not in (at.reason or ""):
            return None
        good.append(value)
    sure = all(v.xreplace({loose: variable}).is_real is False for v in aside)
    return good, sure and _all_there(numerator, variable, [*values, *aside], hypotheses)


def _all_there(numerator: Any, variable: sp.Symbol, values: list[Any], hypotheses: list[Any]) -> bool:
    """Whether the values are all the solutions: by the degree, or since the residual rises or falls."""
    try:
        prover = Prover(Domain.of([numerator], [h for h in hypotheses if isinstance(h, Relational)]))
        if numerator.is_polynomial(variable):
            poly = sp.Poly(numerator, variable)
            if 0 in prover.sign(poly.LC()):
                return False
            return len(values) == len(sp.roots(poly)) and sum(sp.roots(poly).values()) == poly.degree()
        return 0 not in prover.sign(sp.diff(numerator, variable))
    except (Contradiction, IllPosed):
        return False


def _own_domain(variable: sp.Symbol, value: Any) -> Any:
    """What the domain of a symbol asks of its value; False if it is violated on its face."""
    wanted: list[Any] = []
    if variable.is_positive:
        wanted.append(value > 0)
    elif variable.is_nonnegative:
        wanted.append(value >= 0)
    elif variable.is_negative:
        wanted.append(value < 0)
    elif variable.is_nonzero:
        wanted.append(sp.Ne(value, 0))
    return False if any(w in (False, sp.false) for w in wanted) else [w for w in wanted if w not in (True, sp.true)]


def _branch(statement: Statement, root: _Root, hypotheses: list[Any], budget: float) -> Evidence | None:
    """The statement at one solution; None if the hypotheses exclude it."""
    change = {root.variable: root.value}
    own = _own_domain(root.variable, root.value)
    if own is False:
        return None
    ground = [h.xreplace(change) if isinstance(h, sp.Basic) else h for h in hypotheses]
    if any(h in (False, sp.false) for h in ground):
        return None
    there = statement.mapped(lambda e: e.xreplace(change))
    try:
        domain = Domain.of(there.expressions(), [*ground, *own])
        domain.parametrisations()
        if any(not domain_sign(domain, c.expr) & c.signs for c in domain.constraints):
            return None
    except Contradiction:
        return None
    except IllPosed as problem:
        return _evidence(Verdict.UNDECIDED, reason=str(problem))
    found = proof(there, [*ground, *own], budget)
    if found.witness is not None:
        value = root.value.xreplace(
            {s: sp.Rational(found.witness.symbols[str(s)]) for s in root.value.free_symbols
             if str(s) in found.witness.symbols}
        )  # fmt: skip
        symbols = {str(root.variable): text(value), **found.witness.symbols}
        return replace(found, witness=replace(found.witness, symbols=symbols))
    return found


def domain_sign(domain: Domain, expr: Any) -> SignSet:
    """The signs of an expression in a domain, its own constraints aside."""
    try:
        return Prover(Domain(domain.variables, (), domain.equalities, domain.definitions)).sign(expr)
    except Contradiction:
        return ANY
