"""Inequalities that the exact prover leaves open, proved with certificates that can be checked.

What is tried for each goal: the exact prover's own derivation with certificates for polynomials (`strong`); cases,
where a hypothesis such as ``g**2 = 1`` gives a symbol finitely many values; an identity modulo the polynomials that the
hypotheses make zero; branch and bound over a compact box, with the exact prover beyond it (`boxes`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

import sympy as sp
from flint import fmpq
from sympy.core.function import AppliedUndef

from ...ground import effort
from ...language.binders import apart
from ...language.claims import Claim
from ...language.goals import Certificate as Given
from ...language.goals import Goal, Sign, Under, Zero
from ...language.printing import text
from ..constraints import Constraint
from ..domain import Contradiction, Domain, IllPosed
from ..exact.deciding import decide
from ..exact.definedness import obligations, unknown_domain
from ..exact.outcome import Proved
from ..exact.prover import Prover
from ..sign_sets import NONNEGATIVE, POSITIVE
from .boxes import Boxed, box_of, prove_on_box
from .certificates import Proof, Signs, context
from .strong import Book, Strong, negative_somewhere, using

_CASES = 8
_MULTIPLIERS = [
    sp.Rational(*p) for p in ((1, 1), (1, 2), (2, 1), (1, 4), (3, 2), (3, 1), (2, 3), (1, 3), (3, 4), (4, 1))
]
_CUTS = (Fraction(1), Fraction(4), Fraction(16))


@dataclass(frozen=True)
class Certificate:
    """A proof of a claim: what was certified, and how the rest follows.

    Attributes:
        claim: what is proved.
        hows: the argument for each goal, in words.
        leaves: certificates for polynomials, by polynomial, signs and strictness.
        boxes: certificates on boxes.
    """

    claim: Claim
    hows: tuple[str, ...]
    leaves: tuple[tuple[tuple[str, Signs, bool], Proof], ...] = ()
    boxes: tuple[Boxed, ...] = ()

    @property
    def how(self) -> str:
        """The argument, in words."""
        return "; ".join(dict.fromkeys(self.hows))

    def check(self) -> bool:
        """Whether it proves the claim: no search, and no certificate that does not pass its own exact check."""
        book = Book(float("inf"), replay=True, found=dict(self.leaves))
        try:
            return _Attempt(self.claim, book, float("inf"), list(self.boxes)).run() is not None
        except (Contradiction, IllPosed):
            return False


def prove_inequality(claim: Claim, budget: float = 10.0) -> Certificate | None:
    """A checked certificate for a claim whose goals are signs and zeros; None if none was found within the budget.

    Args:
        claim: an inequality, a chain, or anything that comes down to such goals.
        budget: of work, as `effort` counts it.
    """
    if claim.statement.is_about_matrices:
        return None
    claim = apart(claim)
    deadline = effort.spent() + budget
    book = Book(deadline)
    try:
        attempt = _Attempt(claim, book, deadline, None)
        hows = attempt.run()
        if hows is None:
            return None
        found = Certificate(claim, tuple(hows), tuple(book.used.items()), tuple(attempt.boxes))
        return found if found.check() else None
    except (Contradiction, IllPosed):
        return None


@dataclass
class _Attempt:
    """All goals of one claim; with `known` boxes nothing is searched for, and only they may be used."""

    claim: Claim
    book: Book
    deadline: float
    known: list[Boxed] | None
    boxes: list[Boxed] = field(default_factory=list)

    def run(self) -> list[str] | None:
        """How every goal is proved; None if one is not."""
        claim = self.claim
        with using(self.book):
            domain = Domain.of(claim.statement.expressions(), claim.statement.facts(claim.hypotheses))
            if next(Prover(domain).points(1), None) is None:
                return None
            hows: list[str] = []
            for goal in claim.statement.posed(claim.hypotheses):
                if effort.spent() > self.deadline:
                    return None
                how = self.goal(goal, domain)
                if how is None:
                    return None
                hows.append(how)
            return hows or None

    def goal(self, goal: Goal, domain: Domain) -> str | None:
        """How one goal is proved; None if it is not."""
        if isinstance(goal, Given):
            return self.goal(goal.goal, domain)
        before = len(self.book.arguments)
        outcome = decide(goal, Strong(domain, self.book), self.claim.hypotheses)
        if isinstance(outcome, Proved):
            more = list(self.book.arguments)[before:]
            return "; ".join([outcome.how, *more])
        if isinstance(goal, Under):
            return None
        if isinstance(goal, (Zero, Sign)):
            for way in (
                self.by_cases,
                self.by_ideal,
                self.by_logarithm,
                self.by_homogeneity,
                self.by_multiplier,
                self.by_boxes,
            ):
                if effort.spent() < self.deadline and (how := way(goal, domain)) is not None:
                    return how
        return None

    # -- equalities among the hypotheses ----------------------------------------------------------------------

    def by_cases(self, goal: Zero | Sign, domain: Domain) -> str | None:
        """A polynomial hypothesis in one symbol, with rational roots only, leaves finitely many values for it."""
        for equality in domain.equalities:
            found = _values(equality, domain)
            if found is None:
                continue
            symbol, roots = found
            proofs: list[str] = []
            for root in roots:
                part = _with_value(domain, symbol, root)
                if part is None:
                    continue
                changed = {symbol: root}
                if not self._defined_at(goal, changed, part):
                    break
                case = replace(
                    goal,
                    expr=sp.sympify(goal.expr).xreplace(changed),
                    defined=tuple(sp.sympify(e).xreplace(changed) for e in goal.defined),
                )
                try:
                    how = self.goal(case, part)
                except Contradiction:
                    continue
                if how is None:
                    break
                proofs.append(how)
            else:
                if proofs:
                    shown = " and ".join(f"{symbol} = {r}" for r in roots)
                    return "; ".join([f"by the cases {shown}", *dict.fromkeys(proofs)])
        return None

    def _defined_at(self, goal: Zero | Sign, changed: dict[sp.Symbol, sp.Rational], part: Domain) -> bool:
        """Whether everything in a goal is defined in one case; a factor of 0 hides what is not."""
        prover = Strong(part, self.book)
        for expr in _parts(goal):
            if unknown_domain(expr) is not None:
                return False
            for condition in obligations(expr):
                if not prover.sign(prover.prepared(condition.expr.xreplace(changed))) <= condition.signs:
                    return False
        return True

    def by_ideal(self, goal: Zero | Sign, domain: Domain) -> str | None:
        """The numerator of the residual is a combination of the polynomials that the hypotheses make zero."""
        if not isinstance(goal, Zero) or not domain.equalities:
            return None
        prover = Strong(domain, self.book)
        expr = prover.prepared(sp.sympify(goal.expr))
        numerator, _ = sp.fraction(sp.together(expr))
        relations = [sp.numer(sp.together(prover.prepared(e))) for e in domain.equalities]
        generators = sorted(numerator.free_symbols.union(*(r.free_symbols for r in relations)), key=str)
        entries = numerator.atoms(AppliedUndef).union(*(r.atoms(AppliedUndef) for r in relations))
        if entries or not generators or not all(e.is_polynomial(*generators) for e in (numerator, *relations)):
            return None
        for order in (generators, generators[::-1]):
            quotients, rest = sp.reduced(sp.expand(numerator), relations, *order)
            if rest != 0:
                continue
            combination = sp.Add(*(q * r for q, r in zip(quotients, relations, strict=True)))
            if sp.expand(numerator - combination) == 0 and prover.undefined(_parts(goal)) is None:
                return "the residual is a combination of polynomials that the hypotheses make zero"
        return None

    def by_logarithm(self, goal: Zero | Sign, domain: Domain) -> str | None:
        """``c log(u) + v``, c a number, has the sign of ``c (u - exp(-v/c))`` where u > 0."""
        expr = sp.sympify(goal.expr)
        if not isinstance(goal, Sign) or len(logarithms := [t for t in expr.args if t.has(sp.log)]) != 1:
            return None
        number, logarithm = logarithms[0].as_coeff_Mul()
        if not expr.is_Add or not isinstance(logarithm, sp.log) or not number.is_Rational:
            return None
        inside, rest = logarithm.args[0], expr - logarithms[0]
        if self.goal(Sign(inside, strict=True, name="inside the logarithm"), domain) is None:
            return None
        compared = sp.sign(number) * (inside - sp.exp(-rest / number))
        how = self.goal(replace(goal, expr=compared, defined=tuple(_parts(goal))), domain)
        return None if how is None else f"compared with an exponential instead of a logarithm; {how}"

    def by_homogeneity(self, goal: Zero | Sign, domain: Domain) -> str | None:
        """A hypothesis ``q = c``, q a form: every monomial is brought to one degree by factors ``q/c = 1``."""
        if not isinstance(goal, Sign):
            return None
        prover = Strong(domain, self.book)
        for equality in [*domain.equalities, *(s - e for s, e in domain.plain.items())]:
            form = _form_equal_to_one(equality)
            whole = sp.sympify(goal.expr)
            if form is None or not (whole.free_symbols <= form.free_symbols | whole.free_symbols):
                continue
            same = _same_degree(whole, form)
            if same is None:
                continue
            free = Domain(domain.variables, tuple(c for c in domain.constraints), (), {})
            signs = Strong(free, self.book).sign(same)
            strict_by_form = goal.strict and signs == POSITIVE
            shown = (signs <= NONNEGATIVE and not goal.strict) or strict_by_form
            if shown and prover.undefined(_parts(goal)) is None:
                more = "".join(f"; {argument}" for argument in self.book.arguments)
                return f"made homogeneous by the hypothesis {text(form)} = 1{more}"
        return None

    def by_multiplier(self, goal: Zero | Sign, domain: Domain) -> str | None:
        """``p = lambda g + rest``, g zero (or g and lambda not negative) by hypothesis, and the rest has the sign.

        For polynomials only; a few multipliers are tried.
        """
        if not isinstance(goal, Sign):
            return None
        prover = Strong(domain, self.book)
        expr = prover.prepared(sp.sympify(goal.expr))
        if not expr.free_symbols or not expr.is_polynomial(*expr.free_symbols) or expr.atoms(AppliedUndef):
            return None
        relations: list[tuple[sp.Expr, tuple[int, ...]]] = [(prover.prepared(e), (1, -1)) for e in domain.equalities]
        nonlinear = [c for c in domain.constraints if c.signs <= NONNEGATIVE]
        relations += [(prover.prepared(c.expr), (1,)) for c in nonlinear]
        wanted_sign = POSITIVE if goal.strict else NONNEGATIVE
        for relation, senses in relations:
            symbols = relation.free_symbols
            if not symbols or not relation.is_polynomial(*symbols) or sp.Poly(relation, *symbols).total_degree() < 2:
                continue
            for factor in _MULTIPLIERS:
                for sense in senses:
                    if effort.spent() > self.deadline:
                        return None
                    rest = sp.expand(expr - sense * factor * relation)
                    if _falls(rest, domain):
                        continue
                    if prover.sign(rest) <= wanted_sign and prover.undefined(_parts(goal)) is None:
                        shown = sp.sympify(sense * factor)
                        return f"with {shown} times a hypothesis taken away, the rest has the sign"
        return None

    # -- boxes ------------------------------------------------------------------------------------------------

    def by_boxes(self, goal: Zero | Sign, domain: Domain) -> str | None:
        """Branch and bound on a compact box; in one variable without a bound, the exact prover far out."""
        if not isinstance(goal, Sign):
            return None
        prover = Strong(domain, self.book)
        expr = prover.prepared(sp.sympify(goal.expr))
        symbols = expr.free_symbols
        if not symbols or len(symbols) > 3 or expr.atoms(AppliedUndef) or expr.has(sp.Sum):
            return None
        if any(s.is_integer for s in symbols):
            return None
        if prover.undefined(_parts(goal)) is not None:
            return None
        bounds = box_of(domain, symbols)
        if all(a is not None and b is not None for a, b in bounds.values()):
            box = {s: (a, b) for s, (a, b) in bounds.items() if a is not None and b is not None}
            return self.boxed(expr, box, goal.strict)
        if len(symbols) != 1:
            return None
        (symbol,) = symbols
        for cut in _CUTS:
            inner, outer = _pieces(domain, symbol, bounds[symbol], cut)
            hows = []
            for side in outer:
                tail = Strong(side, self.book)
                if isinstance(decide(replace(goal, expr=expr, defined=()), tail), Proved):
                    hows.append(f"far out by exact algebra or monotonicity, beyond {cut}")
                else:
                    break
            else:
                if (how := self.boxed(expr, {symbol: inner}, goal.strict)) is not None:
                    return "; ".join([how, *dict.fromkeys(hows)])
        return None

    def boxed(self, expr: sp.Expr, box: dict[sp.Symbol, tuple[Fraction, Fraction]], strict: bool) -> str | None:
        """A certificate on a box: one that is known, or a new one."""
        ends = tuple((s, a, b) for s, (a, b) in box.items())
        if self.known is not None:
            for old in self.known:
                if (old.expr, old.box, old.strict) == (expr, ends, strict) and old.check():
                    return old.how
            return None
        found = prove_on_box(expr, box, strict, min(self.deadline, effort.spent() + 4))
        if found is None:
            return None
        self.boxes.append(found)
        return found.how


def _parts(goal: Zero | Sign) -> list[sp.Expr]:
    """What must be defined, as it was written, for a goal to be proved."""
    return [*map(sp.sympify, goal.defined), sp.sympify(goal.expr)]


def _falls(rest: sp.Expr, domain: Domain) -> bool:
    """Whether a polynomial is negative at a small integer point where its symbols have their own signs."""
    symbols = sorted(rest.free_symbols, key=str)
    polynomial = sp.Poly(rest, *symbols) if symbols else None
    if polynomial is None or not all(c.is_Rational for c in polynomial.coeffs()):
        return False
    terms = {tuple(map(int, m)): fmpq(int(c.p), int(c.q)) for m, c in polynomial.terms()}
    return negative_somewhere(
        context(len(symbols)).from_dict(terms), tuple(domain.sign_of_variable(s) for s in symbols)
    )


def _values(equality: sp.Expr, domain: Domain) -> tuple[sp.Symbol, list[sp.Rational]] | None:
    """The symbol of a polynomial equality in one symbol, and its real roots, if all of them are rational."""
    numerator = sp.numer(sp.together(equality.xreplace(domain.plain)))
    if len(numerator.free_symbols) != 1 or numerator.atoms(AppliedUndef):
        return None
    (symbol,) = numerator.free_symbols
    try:
        polynomial = sp.Poly(numerator, symbol)
    except sp.PolynomialError:
        return None
    if polynomial.degree() < 1 or not all(c.is_Rational for c in polynomial.coeffs()):
        return None
    rational = sorted(sp.roots(polynomial, filter="Q"))
    if not rational or len(rational) > _CASES or polynomial.sqf_part().count_roots() != len(rational):
        return None
    admitted = [r for r in rational if all(getattr(r, f"is_{n}") in (v, None) for n, v in symbol.assumptions0.items())]
    return (symbol, admitted) if admitted else None


def _with_value(domain: Domain, symbol: sp.Symbol, value: sp.Rational) -> Domain | None:
    """The domain with a value for one symbol; None if a hypothesis then fails on its face."""
    changed = {symbol: value}
    constraints: list[Constraint] = []
    for constraint in domain.constraints:
        expr = constraint.expr.xreplace(changed)
        if expr.is_Rational:
            if int(sp.sign(expr)) not in constraint.signs:
                return None
            continue
        constraints.append(Constraint(expr, constraint.signs, constraint.origin))
    equalities = [e.xreplace(changed) for e in domain.equalities]
    if any(e.is_Rational and e != 0 for e in equalities):
        return None
    left = tuple(e for e in equalities if sp.expand(e) != 0)
    definitions = {s: e.xreplace(changed) for s, e in domain.definitions.items() if s != symbol}
    return Domain(tuple(v for v in domain.variables if v != symbol), tuple(constraints), left, definitions)


def _form_equal_to_one(equality: sp.Expr) -> sp.Expr | None:
    """The form q with q = 1, where the equality says so up to a factor."""
    numerator = sp.expand(sp.numer(sp.together(equality)))
    symbols = sorted(numerator.free_symbols, key=str)
    if not symbols or not numerator.is_polynomial(*symbols) or numerator.atoms(AppliedUndef):
        return None
    polynomial = sp.Poly(numerator, *symbols)
    if not all(c.is_Rational for c in polynomial.coeffs()):
        return None
    constant = polynomial.coeff_monomial(1)
    degrees = {sum(m) for m in polynomial.monoms()} - {0}
    if constant == 0 or len(degrees) != 1:
        return None
    return sp.expand((constant - numerator) / constant)


def _same_degree(expr: sp.Expr, form: sp.Expr) -> sp.Expr | None:
    """A polynomial with every monomial multiplied by powers of a form of value 1 until all have one degree."""
    symbols = sorted(expr.free_symbols | form.free_symbols, key=str)
    if not expr.is_polynomial(*symbols):
        return None
    polynomial = sp.Poly(expr, *symbols)
    if not all(c.is_Rational for c in polynomial.coeffs()):
        return None
    step = sp.Poly(form, *symbols).total_degree()
    top = max(sum(m) for m in polynomial.monoms())
    if any((top - sum(m)) % step for m in polynomial.monoms()):
        top += 1 if step == 2 else 0
        if any((top - sum(m)) % step for m in polynomial.monoms()):
            return None
    parts = [
        c * sp.Mul(*(s**e for s, e in zip(symbols, m, strict=True))) * form ** ((top - sum(m)) // step)
        for m, c in polynomial.terms()
    ]
    return sp.expand(sp.Add(*parts))


def _pieces(
    domain: Domain, symbol: sp.Symbol, bounds: tuple[Fraction | None, Fraction | None], cut: Fraction
) -> tuple[tuple[Fraction, Fraction], list[Domain]]:
    """A compact interval, and what lies beyond it."""
    low, high = bounds
    outer: list[Domain] = []
    if high is None:
        high = (low or Fraction(0)) + cut
        outer.append(_beyond(domain, symbol - sp.Rational(high.numerator, high.denominator)))
    if low is None:
        low = min(high, Fraction(0)) - cut
        outer.append(_beyond(domain, sp.Rational(low.numerator, low.denominator) - symbol))
    return (low, high), outer


def _beyond(domain: Domain, expr: sp.Expr) -> Domain:
    return domain.within(expr, NONNEGATIVE)
