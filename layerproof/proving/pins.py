"""Which constants a claim does not pin: put another in everywhere at once, and it is still proved.

A mutant changes one place, and a tautology with one place changed is false; so its mutants do not show that
``the integral of -p/t is log(T^-p/T_0^-p)`` says nothing about p.  Here a compound constant (``alpha/(alpha + 1)``), a
number (``2``), a power with an entry of a family (``(1 - P[i])^n``) or a summand that both sides have is replaced by
a fresh symbol in the statement, its flow and its hypotheses together.  The fresh symbol has the sign of what it stands
for and is on the same side of one, so that the claim is an instance of what is tried: if that is proved, the claim says
nothing about the constant.  A single symbol is general on purpose, as is a whole number in an exponent: neither is
tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ..ground import effort
from ..language.binders import apart
from ..language.claims import Claim
from ..language.goals import Sign, Zero
from ..language.statements import Identity
from ..language.verdicts import Verdict
from .domain import Contradiction, Domain, IllPosed
from .evidence import prove
from .exact.prover import Prover

MOST = 8
_POINTS = 8  # at which a replaced claim is tried, before it is tried to be proved

Change = Callable[[sp.Basic], sp.Basic]


def unpinned(claim: Claim, *, budget: float = 30.0) -> list[str]:
    """What can be replaced everywhere in a claim that is proved, and leaves it proved; as text, in order of size."""
    if claim.statement.is_about_matrices:
        return []
    claim, start = apart(claim), effort.spent()
    found: list[str] = []
    for name, replaced in _replaced(claim):
        left = budget - (effort.spent() - start)
        if left <= 0:
            break
        if _is_proved(replaced, left):
            found.append(name)
    return found


def _is_proved(claim: Claim, budget: float) -> bool:
    """Whether the claim is proved; points come first, since most of what is replaced falls to the first few."""
    try:
        prover = Prover(Domain.of(claim.statement.expressions(), claim.hypotheses))
        for goal in claim.statement.goals():
            if isinstance(goal, Zero) and prover.refute_zero(
                prover.prepared(goal.expr), goal.name, _POINTS, shrink=False
            ):
                return False
            if isinstance(goal, Sign) and prover.refute_sign(
                prover.prepared(goal.expr), goal.strict, goal.name, _POINTS
            ):
                return False
        return prove(claim, budget=budget).verdict is Verdict.VERIFIED
    except (Contradiction, IllPosed, ValueError, TypeError, NotImplementedError, AttributeError):
        return False  # what is replaced is no statement of this kind


def _replaced(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """The claim with each constant replaced, and the constant's name."""
    exprs = [*claim.statement.expressions(), *(h for h in claim.hypotheses if isinstance(h, sp.Basic))]
    taken = _names(exprs)
    fresh = next(name for name in ("p", "q", "y", "z", *(f"p_{k}" for k in range(99))) if name not in taken)
    tried = 0
    for name, change, hypotheses in _changes(exprs, fresh):
        if tried == MOST:
            return
        other = copy(claim)
        try:
            other.statement = claim.statement.mapped(change)
            other.hypotheses = (*(change(h) if isinstance(h, sp.Basic) else h for h in claim.hypotheses), *hypotheses)
        except (ValueError, TypeError, AttributeError):
            continue
        if fresh not in _names(other.statement.expressions()):
            continue  # what stood there in another form is only written anew
        if other.statement != claim.statement and not {sp.true, sp.false} & set(other.hypotheses):
            tried += 1
            yield name, other
    yield from _without_common_summands(claim, fresh)


def _names(exprs: Iterable[sp.Basic]) -> set[str]:
    symbols = {s.name for e in exprs for s in e.free_symbols if isinstance(s, sp.Symbol)}
    return symbols | {f.func.__name__ for e in exprs for f in e.atoms(AppliedUndef)}


def _changes(exprs: list[sp.Basic], fresh: str) -> Iterator[tuple[str, Change, list[Any]]]:
    for constant in _compounds(exprs):
        symbol, hypotheses = _like(constant, fresh)
        change = _putting(constant, symbol)
        left = set().union(*(change(e).free_symbols for e in exprs))
        if isinstance(constant, sp.Add) and constant.free_symbols & left:
            continue  # ``alpha + 1`` beside ``alpha``: a name for it, and what it is in is tried by itself
        yield str(constant), change, hypotheses
    for number in sorted({n for e in exprs for n in _numbers(e)}):
        symbol, hypotheses = _like(sp.Integer(number), fresh)
        yield str(number), _numbering(number, symbol), hypotheses
    for power in _powers(exprs):
        arguments = sorted({x for f in power.atoms(AppliedUndef) for x in f.args} | power.atoms(sp.Idx), key=str)
        yield str(power), _putting(power, sp.Function(fresh, real=True)(*arguments)), []


def _putting(old: sp.Basic, new: sp.Basic) -> Change:
    return lambda expr: expr.subs(old, new)


def _like(constant: sp.Expr, name: str) -> tuple[sp.Symbol, list[Any]]:
    """A symbol of the constant's sign, and the hypothesis that it is on the same side of one."""
    if not constant.is_positive:
        return sp.Symbol(name, negative=True) if constant.is_negative else sp.Symbol(name, real=True), []
    symbol = sp.Symbol(name, positive=True)
    above = sp.factor(sp.together(constant - 1))
    if above.is_positive:
        return symbol, [symbol > 1]
    return symbol, [symbol < 1] if (-above).is_positive or sp.factor(-above).is_positive else []


# -- compound constants --------------------------------------------------------------------------------------------


def _compounds(exprs: Iterable[sp.Basic]) -> list[sp.Expr]:
    """Exponents, sums below a fraction bar and quotients by them that are made of symbols and numbers alone."""
    found: set[sp.Expr] = set()
    for expr in exprs:
        for node in sp.preorder_traversal(expr):
            if isinstance(node, sp.Pow):
                found |= {*_pieces_of(node.exp)}
            if isinstance(node, sp.Mul):
                found |= {*_quotients(node)}
    sized = {-c if c.could_extract_minus_sign() else c for c in found if _is_compound(c)}
    return sorted(sized, key=lambda c: (-c.count_ops(), sp.default_sort_key(c)))


def _pieces_of(exponent: sp.Expr) -> Iterator[sp.Expr]:
    """An exponent and its summands, without the numbers before them."""
    for term in {exponent, *sp.Add.make_args(exponent)}:
        plain = term.as_coeff_Mul()[1]
        yield plain


def _quotients(product: sp.Mul) -> Iterator[sp.Expr]:
    symbols = [f for f in product.args if isinstance(f, sp.Symbol)]
    for factor in product.args:
        if isinstance(factor, sp.Pow) and factor.exp == -1 and isinstance(factor.base, sp.Add):
            yield factor.base
            yield from (s / factor.base for s in symbols if s in factor.base.free_symbols)


def _is_compound(expr: sp.Expr) -> bool:
    """Whether it is made of at least two symbols and numbers, and of nothing that varies."""
    if expr.is_Atom or not expr.free_symbols or expr.atoms(AppliedUndef, sp.Idx, sp.Sum, sp.Function):
        return False
    return expr.has(sp.Add) and all(s.is_positive and not s.is_integer for s in expr.free_symbols)


def _powers(exprs: Iterable[sp.Basic]) -> list[sp.Expr]:
    """Powers with a symbol in the exponent and an index in the base: what a skill's frequency enters by."""
    found = {
        p for e in exprs for p in e.atoms(sp.Pow) if p.base.atoms(AppliedUndef) and p.exp.free_symbols - p.atoms(sp.Idx)
    }
    return sorted((p for p in found if p.base.atoms(sp.Idx)), key=sp.default_sort_key)


# -- numbers -------------------------------------------------------------------------------------------------------


def _numbers(expr: sp.Basic) -> Iterator[int]:
    """The whole numbers above one, also below a fraction bar, that are no exponents."""
    if isinstance(expr, sp.Rational):
        yield from (n for n in (abs(expr.p), expr.q) if n > 1)
        return
    for child in _coefficients(expr):
        yield from _numbers(child)


def _coefficients(expr: sp.Basic) -> tuple[sp.Basic, ...]:
    """The arguments in which a number is a constant: not exponents, and not the ends of what is summed over."""
    if isinstance(expr, sp.Pow) and isinstance(expr.exp, sp.Rational):
        return (expr.base,)
    if isinstance(expr, sp.Sum):
        return (expr.function,)
    return () if isinstance(expr, (sp.Idx, sp.Derivative, sp.Integral, sp.MatrixExpr)) else expr.args


def _numbering(number: int, symbol: sp.Symbol) -> Change:
    def change(expr: sp.Basic) -> sp.Basic:
        if isinstance(expr, sp.Rational):
            over = symbol if abs(expr.p) == number else sp.Integer(abs(expr.p))
            under = symbol if expr.q == number else sp.Integer(expr.q)
            return over / under * (-1 if expr.p < 0 else 1) if number in (abs(expr.p), expr.q) else expr
        inside = _coefficients(expr)
        if not inside:
            return expr
        new = {child: change(child) for child in inside}
        changed = any(old != put for old, put in new.items())
        return expr.func(*(new.get(child, child) for child in expr.args)) if changed else expr

    return change


# -- what both sides have --------------------------------------------------------------------------------------------


def _without_common_summands(claim: Claim, fresh: str) -> Iterator[tuple[str, Claim]]:
    """An identity with another number for one that is a summand of both sides."""
    statement = claim.statement
    if not isinstance(statement, Identity):
        return
    both = set(sp.Add.make_args(statement.lhs)) & set(sp.Add.make_args(statement.rhs))
    for summand in sorted((s for s in both if s.is_number and s != 0), key=sp.default_sort_key):
        shift = sp.Symbol(fresh, real=True) - summand
        other = copy(claim)
        other.statement = Identity(statement.lhs + shift, statement.rhs + shift)
        yield f"{summand}, which both sides have", other
