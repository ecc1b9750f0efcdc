"""Names for the roots, exponentials, logarithms and angles of an expression.

A `Naming` walks through expressions.  Of each part that is not a rational operation it writes into a script what that
part is, as a rational function of named terms, with a proof; the value of the whole is then a rational function, and
Coq's ``field`` can compare two of them.  The names obey relations (``k * k = x`` of a root), which ``field`` is given.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field

import sympy as sp
from sympy.core.function import AppliedUndef

from ...domain import Domain
from ...exact import drawing
from . import powers, roots, signs
from .angles import Angles
from .base import NoProof
from .context import Context
from .powers import Powers
from .repeated import Repeated

_LONG = 6
"""Terms below a root from which on Coq's own search for its sign takes too long."""
_EASY = {"<": "pos", "<=": "nneg", "<>": "nz_known"}


@dataclass
class Naming:
    """The script so far, and what it has named.

    Attributes:
        context: the situation in which the script runs.
        lines: sentences of the script.
        meaning: named terms, as symbols, with the expressions that they stand for.
        relations: names of facts ``monomial = polynomial``.
        squares: named roots with what is under them.
        solutions: symbols that hypotheses give, with their values and the place of the fact that says so.
        roots: what is under a root, with the root's symbol and the fact that names it.
        known_signs: for each named root the facts ``sqrt x = k``, ``0 <= x`` and ``0 <= k``.
        square_facts: for each named root the relation of its square.
        last: sentences to be said before the last comparison, when the relations that are `dropped` are no more.
        absolutes: the same as `roots` for absolute values.
        values: what has been worked out.
        nonzero_values: values that denominators say are not zero.
    """

    context: Context
    lines: list[str] = field(default_factory=list)
    meaning: dict[sp.Symbol, sp.Expr] = field(default_factory=dict)
    relations: list[str] = field(default_factory=list)
    squares: dict[sp.Symbol, sp.Expr] = field(default_factory=dict)
    solutions: dict[sp.Symbol, tuple[sp.Expr, int]] = field(default_factory=dict)
    roots: dict[sp.Expr, tuple[sp.Symbol, str]] = field(default_factory=dict)
    known_signs: dict[sp.Symbol, tuple[str, str, str]] = field(default_factory=dict)
    square_facts: dict[sp.Symbol, str] = field(default_factory=dict)
    last: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    absolutes: dict[sp.Expr, tuple[sp.Symbol, str]] = field(default_factory=dict)
    values: dict[sp.Expr, sp.Expr] = field(default_factory=dict)
    _used: dict[sp.Expr, frozenset[int]] = field(default_factory=dict)
    _rewrites: list[str] = field(default_factory=list)
    _results: list[str] = field(default_factory=list)
    _proved: dict[str, str] = field(default_factory=dict)
    nonzero_values: set[sp.Expr] = field(default_factory=set)
    _points: list[dict[sp.Expr, sp.Expr]] | None = None

    def __post_init__(self) -> None:
        self.translate = copy.copy(self.context.translate)
        self.translate.reals = dict(self.translate.reals)
        self.powers, self.angles, self.repeated = Powers(self), Angles(self), Repeated(self)
        for fact in self.context.facts:
            self._proved.setdefault(fact.text, fact.name)

    # -- texts ---------------------------------------------------------------------------------------------------

    def text(self, expr: sp.Expr) -> str:
        """The Coq term of an expression in symbols and named terms."""
        return self.translate(expr).text

    def fresh(self, stem: str) -> str:
        """A name that nothing has in this proof."""
        return self.context.fresh(stem)

    def rewriting(self, *expressions: sp.Expr, but: Iterable[int] = ()) -> str:
        """The sentence that writes the values of the parts of `expressions` for them, outermost first."""
        used = frozenset[int]().union(*(self._used.get(e, frozenset()) for e in expressions)) - frozenset(but)
        names = [self._rewrites[k] for k in sorted(used, reverse=True)]
        return f"rewrite {', '.join(f'?{name}' for name in names)}. " if names else ""

    def compare(self, other: str, *expressions: sp.Expr) -> str:
        """The sentences that close an equation of original `expressions` and a text in named terms."""
        used = frozenset[int]().union(*(self._used.get(e, frozenset()) for e in expressions))
        texts = [other, *map(self.context.text, expressions), *(self._results[k] for k in used)]
        given = f" [{' '.join(self.relations)}]" if self.relations else ""
        return (
            f"{self.rewriting(*expressions)}{f'field{given}; nzk' if any('/' in t for t in texts) else f'ring{given}'}."
        )

    def name(self, term: str, stem: str, meaning: sp.Expr, *, positive: bool | None = None) -> tuple[sp.Symbol, str]:
        """A symbol for a Coq term, and the name of the fact ``term = symbol``."""
        name, fact = self.fresh(stem), self.fresh("R")
        symbol = sp.Symbol(name, real=True, positive=positive)
        self.lines.append(f"destruct (Powers.named {term}) as [{name} {fact}].")
        self.translate.reals[symbol] = name
        self.meaning[symbol] = meaning
        return symbol, fact

    # -- values --------------------------------------------------------------------------------------------------

    def value(self, expr: sp.Expr) -> sp.Expr:
        """The rational function of symbols and named terms that an expression is."""
        if expr not in self.values:
            self.values[expr] = self._walk(expr)
        return self.values[expr]

    def settled(self, node: sp.Expr, value: sp.Expr, fact: str, parts: Iterable[sp.Expr] = ()) -> sp.Expr:
        """Keeps that `fact` says ``node = value``."""
        self._rewrites.append(fact)
        self._results.append(self.text(value))
        self._used[node] = frozenset((len(self._rewrites) - 1,)).union(
            *(self._used.get(part, frozenset()) for part in parts)
        )
        self.values[node] = value
        return value

    def _walk(self, expr: sp.Expr) -> sp.Expr:
        match expr:
            case sp.Rational():
                return expr
            case sp.Symbol():
                return self._symbol(expr)
            case sp.Add() | sp.Mul():
                values = [self.value(a) for a in expr.args]
                for a in expr.args:
                    if isinstance(a, sp.Pow) and a.base is not sp.E and a.exp.is_Rational and a.exp < 0:
                        self.nonzero(a.base, -a.exp)
                self._used[expr] = frozenset().union(*(self._used.get(a, frozenset()) for a in expr.args))
                return expr.func(*values)
            case sp.Pow() if expr.base is not sp.E and expr.exp.is_Rational and expr.exp.q in (1, 2):
                inside = expr.base
                if expr.exp.q == 2:
                    root = sp.Pow(inside, sp.Rational(1, 2))
                    value = self.values.get(root)
                    if value is None:
                        value = self.values[root] = roots.root(self, inside)
                    self._used[expr] = self._used.get(root, frozenset())
                    return value**expr.exp.p
                value = self.value(inside)
                self._used[expr] = self._used.get(inside, frozenset())
                return value**expr.exp
            case sp.Pow() if expr.base is not sp.E and expr.exp.is_Rational and expr.exp < 0:
                power = sp.Pow(expr.base, -expr.exp)
                value = self.value(power)
                self._used[expr] = self._used.get(power, frozenset())
                return 1 / value
            case sp.Abs():
                return roots.absolute(self, expr)
            case sp.Max() | sp.Min():
                return roots.extremum(self, expr)
            case sp.sin() | sp.cos() | sp.tan():
                return self.angles.value(expr)
        if powers.is_node(expr):
            return self.powers.value(expr)
        return self.opaque(expr)

    def _symbol(self, symbol: sp.Symbol) -> sp.Expr:
        if symbol in self.solutions:
            value, position = self.solutions[symbol]
            self._used[symbol] = frozenset({position})
            return value
        return symbol

    def solve(self, symbol: sp.Symbol, value: sp.Expr, fact: str) -> None:
        """Keeps that `fact` says ``symbol = value``; from here on the value is written for the symbol."""
        for known in [expr for expr in self.values if expr.has(symbol)]:
            del self.values[known]
        self._rewrites.append(fact)
        self._results.append("/")
        self.solutions[symbol] = (value, len(self._rewrites) - 1)

    def opaque(self, expr: sp.Expr) -> sp.Expr:
        """A term of which nothing is known."""
        symbol, fact = self.name(self.text(expr), "y", expr, positive=expr.is_positive or None)
        if expr.is_positive and isinstance(expr, AppliedUndef):
            self.lines.append(f"assert ({self.fresh('P')} : 0 < {symbol.name}) by (rewrite <- {fact}; auto).")
        elif expr is sp.pi:
            self.lines.append(f"assert ({self.fresh('P')} : 0 < {symbol.name}) by (rewrite <- {fact}; apply PI_RGT_0).")
        return self.settled(expr, symbol, fact)

    # -- what is known of signs ----------------------------------------------------------------------------------

    def original(self, value: sp.Expr) -> sp.Expr:
        """A value with the meanings of its named terms."""
        while named := value.free_symbols & self.meaning.keys():
            value = value.xreplace({symbol: self.meaning[symbol] for symbol in named})
        return value

    def knows(self, text: str, proof: str) -> None:
        """Puts a fact, with its proof, among what is known."""
        if text not in self._proved:
            name = self.fresh("N")
            self.lines.append(f"assert ({name} : {text}) by exact {proof}.")
            self._proved[text] = name

    def need(self, expr: sp.Expr, relation: str) -> str:
        """A proof that ``0 relation expr``, for an original expression."""
        term = self.context.text(expr)
        text = f"{term} <> 0" if relation == "<>" else f"0 {relation} {term}"
        if text in self._proved:
            return self._proved[text]
        if relation != "<" and (positive := self._proved.get(f"0 < {term}")):
            return f"({'Powers.nn_of_pos' if relation == '<=' else 'pos_nz'} _ {positive})"
        name = self.fresh("N")
        self.lines.append(f"assert ({name} : {text}).\n{{ {signs.sign(expr, relation, self.context)} }}")
        self._proved[text] = name
        return name

    def need_of_value(self, value: sp.Expr, relation: str) -> str:
        """The same for a value."""
        text, lemma = {
            "<": (f"0 < {self.text(value)}", "Powers.pos_same"),
            "<=": (f"0 <= {self.text(value)}", "Powers.nn_same"),
            "<>": (f"{self.text(value)} <> 0", "Powers.nz_same"),
        }[relation]
        if text in self._proved:
            return self._proved[text]
        if value.is_positive or value.is_Rational or (value.is_nonnegative and relation == "<="):
            name = self.fresh("N")
            self.lines.append(f"assert ({name} : {text}) by {_EASY[relation]}.")
            self._proved[text] = name
            return name
        original = self.original(value)
        proof = self.need(original, relation)
        if original == value:
            return proof
        self.value(original)
        name = self.fresh("N")
        self.lines.append(
            f"assert ({name} : {text}).\n{{ refine ({lemma} _ _ {proof} _). {self.compare(text, original)} }}"
        )
        self._proved[text] = name
        return name

    def nonzero(self, base: sp.Expr, power: sp.Rational) -> None:
        """Puts what a denominator says into facts that ``field`` can use."""
        value = self.value(base)
        if value.is_Rational:
            return
        if power.q == 2:
            self._named_root(sp.Pow(base, sp.Rational(1, 2)))
        numerator, denominator = sp.fraction(sp.together(value))
        factors = [f.base if isinstance(f, sp.Pow) and f.exp.is_Integer else f for f in sp.Mul.make_args(numerator)]
        factors = [f for f in factors if not f.is_Number and f not in self.nonzero_values]
        for factor in factors:
            self.nonzero_values.add(factor)
            if factor.is_Symbol and factor.is_positive:
                continue
            proof = self._of_denominator(base, power)
            if factor == value and not self._used.get(base):
                continue
            name, rest = self.fresh("N"), self.text(numerator / factor / denominator)
            self.lines.append(
                f"assert ({name} : {self.text(factor)} <> 0).\n"
                f"{{ refine (Powers.nz_factor {self.context.text(base)} _ {rest} {proof} _). "
                f"{self.compare(rest + self.text(factor), base)} }}"
            )

    def _named_root(self, root: sp.Expr) -> None:
        """That a long named root is not zero, since the root of which it is a factor is not."""
        value, known = self.value(root), self._proved.get(f"{self.context.text(root)} <> 0")
        numerator, denominator = sp.fraction(value)
        for symbol in [s for s in sp.Mul.make_args(numerator) if s in self.squares and s not in self.nonzero_values]:
            if known is None or len(sp.Add.make_args(self.squares[symbol])) < _LONG:
                continue
            self.nonzero_values.add(symbol)
            name, rest = self.fresh("N"), self.text(numerator / symbol / denominator)
            self.lines.append(
                f"assert ({name} : {self.text(symbol)} <> 0).\n"
                f"{{ refine (Powers.nz_factor {self.context.text(root)} _ {rest} {known} _). "
                f"{self.compare(rest + self.text(symbol), root)} }}"
            )

    def _of_denominator(self, base: sp.Expr, power: sp.Rational) -> str:
        if power.is_Integer and power > 1:
            known = self._proved.get(f"{self.context.text(sp.Pow(base, power))} <> 0")
            if known and f"{self.context.text(base)} <> 0" not in self._proved:
                name = self.fresh("N")
                text = f"{self.context.text(base)} <> 0"
                self.lines.append(f"assert ({name} : {text}) by exact (Powers.nz_base {int(power) - 1} _ {known}).")
                self._proved[text] = name
        if power.is_Rational and power.q == 2:
            root = sp.Pow(base, sp.Rational(1, 2))
            if known := self._proved.get(f"{self.context.text(root)} <> 0"):
                text = f"{self.context.text(base)} <> 0"
                if text not in self._proved:
                    name = self.fresh("N")
                    self.lines.append(f"assert ({name} : {text}) by exact (Powers.nz_root _ {known}).")
                    self._proved[text] = name
        return self.need(base, "<>")

    def sign(self, value: sp.Expr) -> int | None:
        """The sign that a value seems to have; Coq will ask for a proof."""
        if value.is_positive:
            return 1
        original = self.original(value)
        found = set()
        for point in self._sample():
            number = sp.N(original.xreplace(point))
            if not (number.is_Number and number.is_real):
                return None
            found.add(int(sp.sign(number)) if abs(number) > 1e-9 else 0)
        return found.pop() if len(found) == 1 else None

    def _sample(self) -> list[dict[sp.Expr, sp.Expr]]:
        if self._points is None:
            known = [fact.relation for fact in self.context.facts if fact.relation is not None]
            translate = self.context.translate
            symbols = {*translate.reals, *translate.stands, *translate.naturals}
            try:
                domain = Domain.of(sorted(symbols, key=str), self.context.hypotheses or known)
                points = [*drawing.sample(domain), *drawing.points(domain, limit=5, seed=11)]
            except Exception as problem:  # no sample: no signs
                raise NoProof(f"no point of the domain was found: {problem}") from problem
            self._points = [
                {
                    key: sp.Rational(v.numerator, v.denominator)
                    for key, v in point.values.items()
                    if isinstance(key, sp.Basic)
                }
                for point in points
            ]
        return self._points

    # -- relations -----------------------------------------------------------------------------------------------

    def reduced(self, value: sp.Expr) -> sp.Expr:
        """A polynomial with every power of a named root or cosine reduced by its relation."""
        for symbol, square in reversed(self.squares.items()):
            if value.has(symbol):
                poly = sp.Poly(value, symbol)
                value = sp.expand(sum(c * symbol ** (n % 2) * square ** (n // 2) for (n,), c in poly.terms()))
        return value

    def fact(self, statement: str, stem: str = "R") -> str:
        """The name of a fact, with the opening of its proof written."""
        name = self.fresh(stem)
        self.lines.append(f"assert ({name} : {statement}).")
        return name
