"""Statements about every term of a sequence that a recurrence defines, by induction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.polys.matrices import DomainMatrix
from sympy.solvers.solveset import NonlinearError

from ..arguments import Checked
from ..goals import Certificate, Goal, Impossible, Under, Zero
from ..printing import text
from .base import Row, Statement
from .sides import same

_BACK = 2  # how many earlier terms the step may look at
_CASES = 7  # are proved one by one, if the step does not need more: most of what is false fails among them
_FURTHER = 60  # so far it is looked for one that fails, with numbers for the letters
_LONG = 20_000  # bits of the longest number that is looked at
_ORDERS = 2  # and how often it may differentiate


@dataclass(frozen=True)
class Recurrence(Checked):
    """A sequence: its first terms, and each later one from those before.

    Args:
        entry: ``H(n, x)``, or an entry of a family ``h[n]``; the index comes first, other arguments are real symbols.
        following: the next term ``H(n + 1, x)``, in earlier ones and their derivatives by the other arguments.
        initial: the first terms, from the index `first` on.
    """

    entry: AppliedUndef
    following: sp.Expr
    initial: Any  # a term, or several; kept as a tuple
    first: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "following", sp.sympify(self.following))
        initial = self.initial if isinstance(self.initial, (tuple, list)) else (self.initial,)
        object.__setattr__(self, "initial", tuple(map(sp.sympify, initial)))
        if not initial or not all(isinstance(term, sp.Expr) for term in self.initial):
            raise ValueError(
                f"got the first terms {self.initial!r:.80}; expected one, or several in a row, such as 1 or (0, 1), "
                f"from the index first={self.first} on"
            )
        if not isinstance(self.entry, AppliedUndef) or not self.entry.args[0].is_integer:
            raise ValueError(f"got {self.entry}; expected an entry such as H(n, x), with an integer n")

    def mapped(self, change: Callable[[sp.Basic], sp.Basic]) -> Recurrence:
        """The recurrence with `change` applied to its expressions."""
        return Recurrence(change(self.entry), change(self.following), tuple(map(change, self.initial)), self.first)


@dataclass(frozen=True)
class Induction(Statement):
    """``of = equals`` for every integer n from `start` on, for a sequence given by a recurrence.

    The first cases are computed from the recurrence and proved one by one.  The step from n to n + 1 is a linear
    combination of the recurrence and of the statement itself, at n and up to two earlier indices, and of their
    derivatives; it is found by linear algebra and then checked.  The statement is for all real values of the other
    arguments: hypotheses on these are not used.
    """

    of: sp.Expr
    equals: sp.Expr
    n: sp.Symbol
    sequence: Recurrence
    start: int = 0
    breakable: ClassVar[tuple[str, ...]] = ("equals",)

    def __post_init__(self) -> None:
        for name in ("of", "equals"):
            object.__setattr__(self, name, sp.sympify(getattr(self, name)))
        if self.sequence.entry.args[0] != self.n:
            raise ValueError(f"the sequence is given at {self.sequence.entry.args[0]}; expected {self.n}")

    def says_nothing(self) -> str | None:
        return same(self.of, self.equals)

    def binders(self) -> tuple[sp.Symbol, ...]:
        return (self.n, *(x for x in self._others if isinstance(x, sp.Symbol)))

    def whole(self) -> frozenset[str]:
        return super().whole() | {self.sequence.entry.func.__name__}

    # -- the terms --------------------------------------------------------------------------------------------

    @property
    def _others(self) -> tuple[sp.Symbol, ...]:
        return tuple(self.sequence.entry.args[1:])

    def _is_term(self, expr: sp.Basic) -> bool:
        return isinstance(expr, AppliedUndef) and expr.func == self.sequence.entry.func

    def term(self, m: int, known: dict[int, sp.Expr]) -> sp.Expr:
        """The m-th term, written out; `known` keeps the terms before.

        Raises:
            IndexError: if the sequence has no such term.
        """
        position = m - self.sequence.first
        if position < 0:
            raise IndexError(f"the sequence begins at {self.sequence.first}, and the statement needs its term {m}")
        if m not in known:
            if position < len(self.sequence.initial):
                known[m] = self.sequence.initial[position]
            else:
                found = self.written(self.sequence.following, m - 1, known)
                divided = any(p.exp.is_negative and p.base.is_Add for p in found.atoms(sp.Pow))
                known[m] = found if divided else sp.expand(found)  # over a sum, there are ever more terms
        return known[m]

    def written(self, expr: sp.Expr, m: int, known: dict[int, sp.Expr]) -> sp.Expr:
        """`expr` at ``n = m``, with every term of the sequence written out."""
        at = expr.xreplace({self.n: sp.Integer(m)})
        values = {e: self.term(int(e.args[0]), known) for e in at.atoms(AppliedUndef) if self._is_term(e)}
        for entry, value in values.items():
            at = at.replace(entry, value.xreplace(dict(zip(self._others, entry.args[1:], strict=True))))
        return at.doit()

    # -- the proof --------------------------------------------------------------------------------------------

    def _base(self) -> int:
        """The number of cases that are proved one by one, so that the step may look back."""
        last_initial = self.sequence.first + len(self.sequence.initial) - 1
        return _BACK + 1 + max(0, last_initial - self.start)

    def goals(self) -> Iterator[Goal]:
        known: dict[int, sp.Expr] = {}
        cases = self._base()
        for m in range(self.start, self.start + max(cases, _CASES)):
            try:
                left, right = self.written(self.of, m, known), self.written(self.equals, m, known)
            except IndexError as problem:
                yield Impossible(str(problem))
                return
            yield self._everywhere(Zero(left - right, f"case {self.n} = {m}", (left, right)))
        yield from self._later_cases(known)
        target = self._shifted(self.of - self.equals, 1)
        facts: list[sp.Expr] = []
        for d in (0, 1, *range(-1, -_BACK - 1, -1)):  # the nearest first: they are used where they suffice
            if d <= 0:
                facts += self._derivatives(self._shifted(self.of - self.equals, d))
            facts += self._derivatives(self._recurrence_at(d))
        multipliers = combination(target, facts, self._is_term, self.n)
        name = f"step from {self.n} to {self.n} + 1"
        if multipliers is None:
            step = self._by_putting_in(name)
            if step is None:
                yield Impossible(f"the {name} is no linear combination of what is known")
                return
        else:
            whole = sp.Add(*(factor * fact for factor, fact in zip(multipliers, facts, strict=True)))
            step = Zero(target - whole, name, tuple(m for m in multipliers if m != 0))
        condition = ((self.n - (self.start + cases - 1), False),)
        # if the statement held at every n, each fact and the target would vanish, and so would what is left of the step
        yield Certificate(Under(self._everywhere(step), self.n, condition), "the step is not shown", telling=True)

    def _by_putting_in(self, name: str) -> Zero | None:
        """The step where the closed form is of the terms themselves: the recurrence, with it put in, gives the next.

        None if it is of another expression, or the recurrence looks further back than cases are proved.
        """
        if self.of != self.sequence.entry:
            return None
        following = self.sequence.following
        for entry in sorted((e for e in following.atoms(AppliedUndef) if self._is_term(e)), key=sp.default_sort_key):
            back = entry.args[0] - self.n
            if back not in (0, *range(-_BACK, 0)):
                return None
            at = dict(zip(self._others, entry.args[1:], strict=True))
            following = following.replace(entry, self._shifted(self.equals, back).xreplace(at))
        following = following.doit()
        reached = self._shifted(self.equals, 1)
        return Zero(sp.expand(reached, power_exp=True) - following, name, (reached, following))

    def _later_cases(self, known: dict[int, sp.Expr]) -> Iterator[Goal]:
        """The first case after those that are proved that fails, if it is among the next few dozen.

        It is looked for with numbers for the letters, and with numbers that stay of ordinary length.
        """
        twin, numbers = self._with_numbers()
        for m in range(self.start + max(self._base(), _CASES), self.start + _FURTHER):
            left, right = twin.written(twin.of, m, numbers), twin.written(twin.equals, m, numbers)
            if not (left.is_Rational and right.is_Rational) or max(abs(left.p), left.q).bit_length() > _LONG:
                return
            if left != right:
                left, right = self.written(self.of, m, known), self.written(self.equals, m, known)
                yield Zero(left - right, f"case {self.n} = {m}", (left, right))
                return

    def _with_numbers(self) -> tuple[Induction, dict[int, sp.Expr]]:
        """The same with a number for each letter, and no term known yet."""
        sequence = self.sequence
        letters = set().union(*(e.free_symbols for e in self.expressions())) - {self.n, *self._others}
        values = {s: sp.Integer(k + 2) for k, s in enumerate(sorted(letters, key=str))}
        initial = tuple(e.xreplace(values) for e in sequence.initial)
        sequence = replace(sequence, following=sequence.following.xreplace(values), initial=initial)
        twin = replace(self, of=self.of.xreplace(values), equals=self.equals.xreplace(values), sequence=sequence)
        return twin, {}

    def _everywhere(self, goal: Zero) -> Zero | Under:
        found: Zero | Under = goal
        for x in self._others:
            found = Under(found, x, ())
        return found

    def _shifted(self, expr: sp.Expr, d: int) -> sp.Expr:
        return expr.xreplace({self.n: self.n + d})

    def _recurrence_at(self, d: int) -> sp.Expr:
        return self._shifted(self.sequence.entry, d + 1) - self._shifted(self.sequence.following, d)

    def _derivatives(self, expr: sp.Expr) -> list[sp.Expr]:
        found = [expr]
        for x in self._others:
            found += [sp.diff(expr, x, order) for order in range(1, _ORDERS + 1)]
        return [sp.expand(e.doit()) for e in found]

    def expressions(self) -> tuple[sp.Basic, ...]:
        return (self.of, self.equals, self.sequence.following, *self.sequence.initial)

    def rows(self) -> tuple[Row, ...]:
        entry, first = self.sequence.entry, self.sequence.first
        following = Row(self._shifted(entry, 1), "=", self.sequence.following, "by definition")
        initial = [
            Row(entry.xreplace({self.n: sp.Integer(first + k)}), "=", e, "by definition")
            for k, e in enumerate(self.sequence.initial)
        ]
        return (Row(self.of, "=", self.equals, f"for every {self.n} from {self.start} on"), following, *initial)

    def __str__(self) -> str:
        return "; ".join(self.lines())

    def lines(self) -> list[str]:
        """The statement, then the sequence."""
        entry, first = self.sequence.entry, self.sequence.first
        following = f"{text(self._shifted(entry, 1))} = {text(self.sequence.following)}"
        initial = ", ".join(
            f"{text(entry.xreplace({self.n: sp.Integer(first + k)}))} = {text(e)}"
            for k, e in enumerate(self.sequence.initial)
        )
        return [f"{text(self.of)} = {text(self.equals)} for {self.n} >= {self.start}", f"where {following}, {initial}"]


def combination(
    target: sp.Expr, facts: list[sp.Expr], is_term: Callable[[sp.Basic], bool], n: sp.Symbol
) -> list[sp.Expr] | None:
    """Factors with ``target = sum factor * fact``, as functions of everything but the terms; None if there are none.

    All must be linear in the terms and their derivatives.
    """
    exprs = [sp.expand(e.doit()) for e in (*facts, target)]
    powers = _powers(exprs, n)
    if powers is None:
        return None
    exprs = [e.xreplace(powers[0]) for e in exprs]
    derivatives = {d for e in exprs for d in e.atoms(sp.Derivative) if is_term(d.expr)}
    stand_ins = {d: sp.Dummy() for d in sorted(derivatives, key=sp.default_sort_key)}
    exprs = [e.xreplace(stand_ins) for e in exprs]
    terms = {a for e in exprs for a in e.atoms(AppliedUndef) if is_term(a)}
    stand_ins |= {a: sp.Dummy() for a in sorted(terms, key=sp.default_sort_key)}
    exprs = [e.xreplace(stand_ins) for e in exprs]
    unknowns = list(stand_ins.values())
    try:
        matrix, constants = sp.linear_eq_to_matrix(exprs, unknowns)
        rows = matrix.row_join(-constants).T  # one row a term, one column an expression
        reduced, pivots = DomainMatrix.from_Matrix(rows).to_field().rref()
    except (NonlinearError, ValueError, sp.PolynomialError):
        return None
    if len(facts) in pivots:
        return None
    solved = reduced.to_Matrix()
    factors: list[sp.Expr] = [sp.S.Zero] * len(facts)
    for row, column in enumerate(pivots):
        factors[column] = sp.factor(solved[row, len(facts)]).xreplace(powers[1])
    return factors


def _powers(exprs: list[sp.Expr], n: sp.Symbol) -> tuple[dict[sp.Expr, sp.Expr], dict[sp.Expr, sp.Expr]] | None:
    """Powers ``b**(c n + k)`` written by one symbol for each ``b**(n - 2)``, and those symbols' meaning.

    None if the exponents are of another form, so that it is not known here how they depend on each other.
    """
    written: dict[sp.Expr, sp.Expr] = {}
    bases: dict[sp.Expr, sp.Expr] = {}
    for power in sorted({p for e in exprs for p in e.atoms(sp.Pow) if p.exp.has(n)}, key=sp.default_sort_key):
        slope = sp.expand(power.exp).coeff(n, 1)
        rest = sp.expand(power.exp - slope * n) + _BACK * slope
        if power.base.has(n) or not (slope.is_Integer and rest.is_Integer and slope > 0):
            return None
        symbol = bases.setdefault(power.base, sp.Dummy())
        written[power] = symbol**slope * power.base**rest
    return written, {symbol: base ** (n - _BACK) for base, symbol in bases.items()}
