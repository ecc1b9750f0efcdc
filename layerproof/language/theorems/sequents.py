"""What is said under hypotheses: a claim as a premise, a line of a proof, and the parts of a conclusion.

Each is about all values of its letters that satisfy its hypotheses, as a claim is (see ``docs/semantics.md``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import sympy as sp

from ..matrices import MatrixHypothesis
from ..printing import text
from ..statements import Chain, Identity, Inequality, Integral, Series, Substitution
from ..statements.base import Statement
from ..symbols import reserved

if TYPE_CHECKING:
    from ..claims import Claim

HYPOTHESIS = "the hypothesis"
"""The name of a premise that is a hypothesis: what it says is what it assumes."""

RELATIONS = {"=": sp.Eq, ">": sp.Gt, ">=": sp.Ge, "<": sp.Lt, "<=": sp.Le}


@dataclass(frozen=True)
class Sequent:
    """`says`, wherever all of `given` hold.

    Attributes:
        given: hypotheses.
        says: a statement.
        value: whether it says of something that stands in the conclusion that it has a value, and no more.
    """

    given: tuple[Any, ...]
    says: Statement
    value: bool = False

    @classmethod
    def of_value(cls, expr: sp.Expr, given: tuple[Any, ...] = ()) -> Sequent:
        """That an expression has a value."""
        return cls(given, Identity(expr, expr), value=True)

    def __str__(self) -> str:
        assumed = ", ".join(text(h) if isinstance(h, sp.Basic) else str(h) for h in self.given)
        return f"{assumed}  =>  {self.says}" if assumed else str(self.says)


@dataclass(frozen=True)
class Lemma:
    """A claim as a premise: what it says, and under which hypotheses.

    Attributes:
        id: of the claim.
        given: its hypotheses.
        says: its statement.
    """

    id: str
    given: tuple[Any, ...]
    says: Statement

    def mapped(self, change: Callable[[Any], Any]) -> Lemma:
        """It with its expressions changed."""
        given = tuple(changed(h, change) for h in self.given)
        return replace(self, given=given, says=self.says.mapped(change))

    @classmethod
    def of(cls, claim: Claim) -> Lemma:
        """The premise that a claim is, or a theorem with one conclusion; the claim itself is remembered beside.

        Raises:
            TypeError: if it is a theorem with several conclusions.
        """
        given, says = tuple(claim.hypotheses), claim.statement
        if (parts := getattr(says, "sequents", None)) is not None:
            concluded = [part for part in parts() if not part.value]
            if len(concluded) != 1:
                raise TypeError(f"got the theorem {claim.id} with {len(concluded)} conclusions; expected one with one")
            given, says = (*given, *concluded[0].given), concluded[0].says
        lemma = cls(claim.id, given, says)
        object.__setattr__(lemma, "_claim", claim)
        return lemma

    @property
    def claim(self) -> Claim | None:
        """The claim that it was made of, if that is known."""
        return getattr(self, "_claim", None)


@dataclass(frozen=True)
class Relation:
    """``left relation right`` as the rules read it.

    Attributes:
        left, right: expressions.
        sign: one of ``=``, ``>``, ``>=``, ``<``, ``<=``.
    """

    left: sp.Expr
    sign: str
    right: sp.Expr

    @property
    def slack(self) -> sp.Expr:
        """What is positive, not negative, or zero."""
        return self.left - self.right if self.sign in ("=", ">", ">=") else self.right - self.left

    @property
    def strict(self) -> bool:
        """Whether equality is excluded."""
        return self.sign in ("<", ">")

    @property
    def hypothesis(self) -> Any:
        """It as a hypothesis, as written."""
        return RELATIONS[self.sign](self.left, self.right, evaluate=False)

    def statement(self) -> Statement:
        """It as a statement."""
        return Identity(self.left, self.right) if self.sign == "=" else Inequality(self.left, self.sign, self.right)


def relation_of(statement: Statement) -> Relation | None:
    """The relation that a statement is; None if it says something else.

    A chain says what its first and its last line have to do with each other, by transitivity: of ``=``, ``<=``, ``<``
    (or ``=``, ``>=``, ``>``), the strictest.
    """
    match statement:
        case Identity(lhs, rhs):
            return Relation(lhs, "=", rhs)
        case Inequality(lhs, relation, rhs):
            return Relation(lhs, relation, rhs)
        case Series(term, over, relation, equals) if over[2] != sp.oo or relation in ("=", "<", "<="):
            return Relation(sp.Sum(term, over), relation, equals)  # one without end that is bounded below may diverge
        case Integral(integrand, over, equals, _, plus) if plus == 0 and not equals.is_infinite:
            return Relation(sp.Integral(integrand, over), "=", equals)
        case Substitution(integrand, over, into, onto):
            return Relation(sp.Integral(integrand, over), "=", sp.Integral(into, onto))
        case Chain():
            signs = {link.relation for link in statement.links}
            for direction in ("<", ">"):
                if signs <= {"=", direction, f"{direction}="}:
                    sign = direction if direction in signs else f"{direction}=" if f"{direction}=" in signs else "="
                    return Relation(sp.sympify(statement.first), sign, sp.sympify(statement.links[-1].line))
    return None


def relation_meant(statement: Statement) -> Relation | None:
    """The relation that a statement is and nothing beside it; None if it says more, or something else.

    A chain also relates each of its lines to the next, and a substitution names the function by which one integral
    becomes the other: that its ends are so related does not show it.
    """
    if isinstance(statement, Substitution) or (isinstance(statement, Chain) and len(statement.links) > 1):
        return None
    return relation_of(statement)


def as_relation(hypothesis: Any) -> Relation | None:
    """A hypothesis as a relation; None if it is another sort of one."""
    for sign, kind in RELATIONS.items():
        if isinstance(hypothesis, kind):
            return Relation(hypothesis.lhs, sign, hypothesis.rhs)
    return None


def named(expr: Any) -> Any:
    """`expr` with the indices of its sums named by how deep their sums are: the same for what differs in names only."""
    if not isinstance(expr, sp.Basic) or not expr.has(sp.Sum):
        return expr
    return _named(expr)


@lru_cache(maxsize=4096)
def _named(expr: sp.Basic) -> sp.Basic:
    return expr.replace(lambda e: isinstance(e, sp.Sum), _renamed)


def _renamed(found: sp.Sum) -> sp.Sum:
    if not isinstance(found, sp.Sum):
        return found
    depth = max((_depth(inner) for inner in found.function.atoms(sp.Sum)), default=0)
    limits, change = [], {}
    for number, (variable, lower, upper) in enumerate(found.limits):
        label = reserved(str(depth + number + 1), integer=True)
        new = sp.Idx(label, (lower, upper)) if isinstance(variable, sp.Idx) else label
        change[variable] = new
        limits.append((new, lower, upper))
    return sp.Sum(found.function.xreplace(change), *((v, a.xreplace(change), b.xreplace(change)) for v, a, b in limits))


def _depth(found: sp.Sum) -> int:
    inner = max((_depth(s) for s in found.function.atoms(sp.Sum)), default=0)
    return inner + len(found.limits)


def changed(hypothesis: Any, change: Callable[[Any], Any]) -> Any:
    """A hypothesis, a relation or one on matrices, with `change` applied to every expression in it."""
    if isinstance(hypothesis, sp.Basic):
        return change(hypothesis)
    return hypothesis.mapped(change) if isinstance(hypothesis, MatrixHypothesis) else hypothesis


def among(given: Iterable[Any], context: Iterable[Any]) -> list[Any]:
    """Those of `given` that are not in `context` as they are written; what is true on its face is left out."""
    known = list(context)
    flat = [part for h in given for part in (h.args if isinstance(h, sp.And) else (h,))]
    known = [part for h in known for part in (h.args if isinstance(h, sp.And) else (h,))]
    names = [named(part) for part in known]
    return [h for h in flat if h not in (True, sp.true) and h not in known and named(h) not in names]
