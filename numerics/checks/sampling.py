"""Random draws of symbols inside the hypotheses.

A plan is made once and drawn from often.  An equation among the hypotheses defines one symbol from the others, an
inequality that is linear in a symbol bounds it, so that ``r0 < S`` is drawn by drawing ``r0`` below ``S`` and not by
chance.  What is left is met by rejection.  Magnitudes are log-uniform, by default in [0.1, 3]: far from 0 and from
overflow alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from numpy.typing import NDArray
from sympy.core.relational import Relational

from ..definedness import Known, parts_of
from ..flows.fields import in_domain
from ..formulas import Array, compiled
from .equations import candidates, first_degree, is_product
from .one_value import Places, are_one, made_one

RANGES = ((0.1, 3.0), (0.3, 1.5), (0.02, 1.0), (0.05, 20.0), (0.5, 50.0))
LARGEST_INTEGER = 5
LARGE_INTEGERS = (6, 7, 8, 9, 10, 11, 12, 15, 20, 30)
_STRANGE = ("zero", "prime", "composite", "irrational", "transcendental", "noninteger")
CLOSE = (1e-1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8)
"""How close to a bound, relative to what is drawn otherwise, the draws at the edge are."""


UNFOLDED = 2000
"""Operations beyond which definitions are not put in for one another: each may mention many."""


class NoDraws(ValueError):
    """No point inside the hypotheses could be found; the message says which relation was in the way."""


@dataclass(frozen=True)
class Bound:
    """`symbol` lies above (`upper` False) or below `limit`."""

    symbol: sp.Symbol
    limit: sp.Expr
    upper: bool


@dataclass(frozen=True)
class Draws:
    """Values of symbols at many points inside the hypotheses.

    Attributes:
        values: one array of shape (draws,) a symbol, the defined ones among them.
        definitions: symbols computed from the others, in the order of computation; an equation such as ``a**2 = b**2``
            gives several branches.
        wanted: how many draws were asked for; `len(draws)` says how many there are.
    """

    values: dict[sp.Symbol, Array]
    definitions: tuple[tuple[sp.Symbol, tuple[sp.Expr, ...]], ...]
    count: int
    wanted: int

    def __len__(self) -> int:
        return self.count

    def exact(
        self, row: int, override: Mapping[sp.Symbol, Any] | None = None, digits: int = 50
    ) -> dict[sp.Symbol, Any]:
        """One draw in many digits: the drawn values as they are, the defined ones computed again from them."""
        override = override or {}
        defined = {s for s, _ in self.definitions}
        with mpmath.workdps(digits):
            found = {s: mpmath.mpf(float(v[row])) for s, v in self.values.items() if s not in defined}
            found |= override
            for symbol, branches in self.definitions:
                if symbol not in override:
                    near = mpmath.mpf(float(self.values[symbol][row]))
                    found[symbol] = min(compiled(branches).exact(found, digits), key=lambda v: abs(v - near))
        return found

    def shown(self, row: int) -> dict[str, float]:
        """One draw, for a reader."""
        return {str(s): float(v[row]) for s, v in sorted(self.values.items(), key=lambda item: str(item[0]))}

    def keep(self, rows: NDArray[np.int_]) -> Draws:
        """The draws of these rows."""
        return Draws({s: v[rows] for s, v in self.values.items()}, self.definitions, len(rows), self.wanted)


def relations_of(hypotheses: Iterable[Any]) -> list[Any]:
    """Hypotheses as a flat list of relations; conjunctions are taken apart."""
    found: list[Any] = []
    for item in hypotheses:
        if hasattr(item, "equations"):  # an assumption on matrices
            continue
        if isinstance(item, sp.And):
            found.extend(relations_of(item.args))
        elif item is True or item == sp.true:
            continue
        else:
            found.append(item)
    return found


class Plan:
    """How to draw `symbols` inside `relations`.

    Args:
        symbols: what must be drawn; a symbol's assumptions (positive, integer, ...) are its domain.
        relations: equations, inequalities and ``!=`` between plain symbols.
        equations: pairs ``(left, right)``, used before the equations among `relations` to define symbols; a plain
            symbol on
            the left is defined if that is possible.
        undefined: symbols that no equation may define.
        loose: whether an equation of a product defines nothing: solved for one factor, ``x y = 0`` loses the other.
        places: the letters that are values of open functions, and where, see `one_value`.

    Raises:
        NoDraws: if a relation is false whatever the symbols are, or a symbol is assumed to be what no draw is.
    """

    def __init__(
        self,
        symbols: Iterable[sp.Symbol],
        relations: Iterable[Any] = (),
        equations: Sequence[tuple[sp.Expr, sp.Expr]] = (),
        undefined: Iterable[sp.Symbol] = (),
        *,
        loose: bool = False,
        places: Places | None = None,
    ) -> None:
        self.relations = relations_of(relations)
        if any(r == sp.false for r in self.relations):
            raise NoDraws("a hypothesis is false for every value of its symbols")
        everything = set(symbols).union(
            *(r.free_symbols for r in self.relations), *((left - right).free_symbols for left, right in equations)
        )
        self.places = {s: place for s, place in (places or {}).items() if s in everything}
        everything = everything.union(*(a.free_symbols for _, arguments in self.places.values() for a in arguments))
        self.symbols = tuple(sorted(everything, key=str))
        for symbol in self.symbols:
            if word := strange(symbol):
                raise NoDraws(f"{symbol} is {word} by assumption, which no draw is known to be")
        self._undefined = frozenset(undefined)
        self._loosely = (
            None
            if loose
            else partial(Plan, everything, self.relations, equations, undefined, loose=True, places=places)
        )
        self._depends: dict[sp.Symbol, set[sp.Symbol]] = {s: set() for s in self.symbols}
        self.defined: dict[sp.Symbol, tuple[sp.Expr, ...]] = {}
        self.bounds: dict[sp.Symbol, list[Bound]] = {}
        self.checked: list[Any] = []
        for left, right in equations:
            self._define(sp.sympify(left), sp.sympify(right))
        self.given_by_equations = frozenset(self.defined)
        for relation in self.relations:
            if loose and is_product(relation):
                self.checked.append(relation)
            elif isinstance(relation, sp.Eq):
                self._define(relation.lhs, relation.rhs)
                if parts := parts_of(relation):  # what defines a symbol is not checked, but where it speaks of anything
                    self.checked.append(Known(*parts))
        for relation in self.relations:
            if isinstance(relation, (sp.Gt, sp.Ge, sp.Lt, sp.Le)):
                self._bound(relation)
            if not isinstance(relation, sp.Eq):
                self.checked.append(relation)
        self.order = self._sorted()

    @property
    def definitions(self) -> tuple[tuple[sp.Symbol, tuple[sp.Expr, ...]], ...]:
        """Defined symbols with what defines them, each after those it needs."""
        return tuple((s, self.defined[s]) for s in self.order if s in self.defined)

    def _reaches(self, start: Iterable[sp.Symbol], goal: sp.Symbol) -> bool:
        stack, seen = list(start), set()
        while stack:
            symbol = stack.pop()
            if symbol == goal:
                return True
            if symbol not in seen:
                seen.add(symbol)
                stack.extend(self._depends.get(symbol, ()))
        return False

    def _may_define(self, symbol: sp.Symbol, branches: tuple[sp.Expr, ...]) -> bool:
        needed = set().union(*(b.free_symbols for b in branches))
        return symbol not in self.defined and symbol not in self._undefined and not self._reaches(needed, symbol)

    def _define(self, left: sp.Expr, right: sp.Expr) -> None:
        """Let the equation define a symbol: one of its own, or one of those from which its own are computed."""
        if self._defined_by(left, right):
            return
        unfolded = self._unfolded(left), self._unfolded(right)
        if None not in unfolded and unfolded != (left, right) and self._defined_by(*unfolded):
            return
        if (left - right) != 0:
            self.checked.append(sp.Eq(left, right, evaluate=False))

    def _defined_by(self, left: sp.Expr, right: sp.Expr) -> bool:
        free = {s for s in (left - right).free_symbols if s not in self.defined and s not in self._undefined}
        solvable = [s for s in free if not self._reaches((left - right).free_symbols - {s}, s)]
        last_resort: list[tuple[sp.Symbol, tuple[sp.Expr, ...]]] = []

        def tried() -> Iterator[tuple[sp.Symbol, tuple[sp.Expr, ...]]]:
            for symbol, branches in candidates(left, right, solvable):
                if symbol.is_integer and not all(b.is_integer for b in branches):
                    last_resort.append((symbol, branches))  # it would hardly ever be a whole number
                elif symbol.is_rational and any(b.is_rational is False for b in branches):
                    continue
                else:
                    yield symbol, branches
            yield from last_resort

        for symbol, branches in tried():
            if self._may_define(symbol, branches):
                self.defined[symbol] = branches
                self._depends[symbol] |= set().union(*(b.free_symbols for b in branches))
                return True
        return False

    def _unfolded(self, expr: sp.Expr) -> sp.Expr | None:
        """`expr` with each symbol that has one definition replaced by it; None if that is too long to be read."""
        single = {s: branches[0] for s, branches in self.defined.items() if len(branches) == 1}
        while own := expr.free_symbols & set(single):
            if sum(single[s].count_ops() for s in own) + expr.count_ops() > UNFOLDED:
                return None
            expr = expr.xreplace(single)
        return expr

    def _bound(self, relation: Relational) -> None:
        slack = relation.gts - relation.lts  # not negative
        own = (relation.lhs, relation.rhs)
        for symbol, slope, rest in first_degree(slack, key=lambda s: (s not in own, str(s))):
            if symbol in self.defined or not (slope.is_positive or slope.is_negative):
                continue
            if self._reaches((rest / slope).free_symbols, symbol):
                continue
            self.bounds.setdefault(symbol, []).append(Bound(symbol, -rest / slope, bool(slope.is_negative)))
            self._depends[symbol] |= (rest / slope).free_symbols
            return

    def _sorted(self) -> list[sp.Symbol]:
        order: list[sp.Symbol] = []
        placed: set[sp.Symbol] = set()

        def place(symbol: sp.Symbol) -> None:
            if symbol not in placed:
                placed.add(symbol)
                for other in sorted(self._depends[symbol], key=str):
                    place(other)
                order.append(symbol)

        for symbol in self.symbols:
            place(symbol)
        return order

    def draw(
        self,
        count: int,
        rng: np.random.Generator,
        given: Mapping[sp.Symbol, Array] | None = None,
        rounds: int = 40,
        span: tuple[float, float] = RANGES[0],
        edge: bool = False,
    ) -> Draws:
        """`count` draws, or as many as `rounds` rounds of rejection give.

        Args:
            given: values of some symbols, of shape (count,), used instead of draws; then there is one round and no
                rejection by chance: rows outside the hypotheses are left out.
            span: magnitudes of free symbols, at first; when few draws are inside, other spans are tried as well.
            edge: whether to draw just inside of bounds, at several scales, and integers beyond the first.

        Raises:
            NoDraws: if not one point was found.
        """
        if count < 1:
            raise ValueError(f"got {count} draws; expected at least 1")
        kept: list[dict[sp.Symbol, Array]] = []
        have, blame = 0, ""
        for turn in range(1 if given else rounds):
            low, high = span if turn < 3 else RANGES[turn % len(RANGES)]
            size = count if given else min(2 * count + 16, 20_000)
            values = self._once(size, rng, low, high, given or {}, edge)
            good, blame_now = self._inside(values, size)
            blame = blame_now or blame
            if good.any():
                kept.append({s: v[good] for s, v in values.items()})
                have += int(good.sum())
            if have >= count:
                break
        if not have:
            among = f"; all of these were asked for: {', '.join(map(str, self.relations))}" if self.relations else ""
            raise NoDraws(
                f"no point inside the hypotheses was found: {blame or 'one of them'} never held with the others{among}"
            )
        merged = {s: np.concatenate([part[s] for part in kept])[:count] for s in self.symbols}
        return Draws(merged, self.definitions, min(have, count), count)

    def corners(self, count: int, rng: np.random.Generator) -> Draws | None:
        """Draws where symbols are 0, 1, -1 or equal to each other; None if none of these is inside.

        At most `count`; whole numbers are drawn as ever.
        """
        if self._loosely is not None and any(map(is_product, self.relations)):
            found = self._loosely().corners(count, rng)
            if found is not None:
                return found
        free = [s for s in self.symbols if s not in self.defined and s not in self._undefined and not s.is_integer]
        if not free:
            return None
        ordinary = {s: self.draw_one(s, count, rng) for s in free}
        given = {}
        for s in free:
            others = np.choose(rng.integers(len(free), size=count) % 32, [ordinary[o] for o in free[:32]], mode="wrap")
            given[s] = np.choose(
                rng.integers(6, size=count),
                [np.zeros(count), np.ones(count), -np.ones(count), others, ordinary[s], ordinary[s]],
            )
        try:
            return self.draw(count, rng, given)
        except NoDraws:
            return None

    def _once(
        self,
        size: int,
        rng: np.random.Generator,
        low: float,
        high: float,
        given: Mapping[sp.Symbol, Array],
        edge: bool = False,
    ) -> dict[sp.Symbol, Array]:
        values: dict[sp.Symbol, Array] = {}
        for symbol in self.order:
            if symbol in given:
                values[symbol] = np.broadcast_to(np.asarray(given[symbol], dtype=float), (size,)).copy()
            elif symbol in self.defined:
                branches = [self._value(b, values, size) for b in self.defined[symbol]]
                values[symbol] = (
                    np.choose(rng.integers(len(branches), size=size), branches) if len(branches) > 1 else branches[0]
                )
            else:
                values[symbol] = self._draw_one(symbol, size, rng, low, high, values, edge)
        return self._at_places(values, size) if self.places else values

    def _at_places(self, values: dict[sp.Symbol, Array], size: int) -> dict[sp.Symbol, Array]:
        """The values with one value at each place of an open function, and what is defined by it computed again."""
        values |= made_one(self.places, values, self.defined)
        for symbol, branches in self.definitions:
            if len(branches) == 1:
                values[symbol] = self._value(branches[0], values, size)
        return values

    @staticmethod
    def _value(expr: sp.Expr, values: Mapping[sp.Symbol, Array], size: int) -> Array:
        return (
            np.broadcast_to(compiled((expr,))(values)[0], (size,)).copy()
            if expr.free_symbols
            else np.full(size, float(expr))
        )

    def draw_one(self, symbol: sp.Symbol, count: int, rng: np.random.Generator) -> Array:
        """Values of one symbol in its own domain, whatever the relations say, shape (count,)."""
        magnitude = np.exp(rng.uniform(np.log(RANGES[0][0]), np.log(RANGES[0][1]), count))
        return magnitude * _signs(symbol, count, rng)

    def _draw_one(
        self,
        symbol: sp.Symbol,
        size: int,
        rng: np.random.Generator,
        low: float,
        high: float,
        values: Mapping[sp.Symbol, Array],
        edge: bool = False,
    ) -> Array:
        below, above = self._limits(symbol, values, size)
        if symbol.is_integer:
            return self._integers(symbol, size, rng, below, above, edge)
        magnitude = np.exp(rng.uniform(np.log(low), np.log(high), size))
        if edge and symbol in self.bounds:
            return _at_the_edge(symbol, size, rng, magnitude, below, above)
        fraction = rng.uniform(0.02, 0.98, size)
        two_sided, lower_only, upper_only = (
            np.isfinite(below) & np.isfinite(above),
            np.isfinite(below) & ~np.isfinite(above),
            np.isfinite(above) & ~np.isfinite(below),
        )
        sign = _signs(symbol, size, rng)
        with np.errstate(all="ignore"):
            value = sign * magnitude
            fits = (value > below) & (value < above)  # keep an ordinary draw where it fits
            value = np.where(two_sided & ~fits, below + (above - below) * fraction, value)
            value = np.where(lower_only & ~fits, below + magnitude, value)
            value = np.where(upper_only & ~fits, above - magnitude, value)
        return value

    @staticmethod
    def _integers(
        symbol: sp.Symbol, size: int, rng: np.random.Generator, below: Array, above: Array, edge: bool
    ) -> Array:
        """The first integers of the domain; at the edge also larger ones, and negative ones where there are any."""
        first = 1 if symbol.is_positive else 0
        value = rng.integers(first, LARGEST_INTEGER + 1, size).astype(float)
        if edge:
            value = np.where(rng.random(size) < 0.5, rng.choice(LARGE_INTEGERS, size).astype(float), value)
        if not symbol.is_nonnegative:
            value *= _signs(symbol, size, rng)
        with np.errstate(all="ignore"):
            low, high = np.floor(below) + rng.integers(0, 3, size), np.ceil(above) - rng.integers(0, 3, size)
            value = np.where(np.isfinite(below) & ~(value > below), low + (value - first), value)
            return np.where(np.isfinite(above) & ~(value < above), high, value)

    def _limits(self, symbol: sp.Symbol, values: Mapping[sp.Symbol, Array], size: int) -> tuple[Array, Array]:
        bounds = self.bounds.get(symbol, [])
        below = np.full(size, 0.0 if bounds and symbol.is_nonnegative else -np.inf)
        above = np.full(size, 0.0 if bounds and symbol.is_nonpositive else np.inf)
        for bound in bounds:
            limit = self._value(bound.limit, values, size)
            if bound.upper:
                above = np.fmin(above, limit)
            else:
                below = np.fmax(below, limit)
        return below, above

    def _inside(self, values: Mapping[sp.Symbol, Array], size: int) -> tuple[NDArray[np.bool_], str]:
        good = np.ones(size, dtype=bool)
        good &= are_one(self.places, values)
        blame = "" if good.any() else "that a function has one value at each place"
        for symbol, value in values.items():
            good &= np.isfinite(value) & in_domain(symbol, value)
            if not good.any() and not blame:
                blame = f"the domain of {symbol}"
        for relation in self.checked:
            good &= holds(relation, values, size)
            if not good.any() and not blame:
                blame = str(relation)
        return good, blame


def strange(symbol: sp.Symbol) -> str:
    """What is assumed of a symbol that no draw can be known to be; empty if it is nothing of the kind."""
    if not symbol.is_real and (symbol.is_complex or symbol.is_imaginary):
        return "complex"
    return next((word for word in _STRANGE if symbol.assumptions0.get(word)), "")


def _at_the_edge(
    symbol: sp.Symbol, size: int, rng: np.random.Generator, magnitude: Array, below: Array, above: Array
) -> Array:
    """Draws just inside the lower or the upper bound, whichever there is, at several scales."""
    close = rng.choice(CLOSE, size) * rng.uniform(0.1, 1.0, size)
    with np.errstate(all="ignore"):
        width = np.where(np.isfinite(above - below), np.abs(above - below), magnitude)
        low, high = below + close * width, above - close * width
        upper = np.isfinite(above) & (~np.isfinite(below) | (rng.random(size) < 0.5))
        return np.where(upper, high, np.where(np.isfinite(below), low, magnitude * _signs(symbol, size, rng)))


def _signs(symbol: sp.Symbol, size: int, rng: np.random.Generator) -> Array:
    if symbol.is_nonnegative:
        return np.ones(size)
    return -np.ones(size) if symbol.is_nonpositive else rng.choice((-1.0, 1.0), size)


def holds(relation: Any, values: Mapping[sp.Symbol, Array], size: int | tuple[int, ...]) -> NDArray[np.bool_]:
    """Where `relation` holds, in double precision; equations to 1e-9.

    It holds nowhere where a part of it is no number: ``1/x > 0`` says nothing of x = 0, nor does ``1/(1 + 1/x) < 1``.
    """
    if relation == sp.true:
        return np.ones(size, dtype=bool)
    if relation == sp.false:
        return np.zeros(size, dtype=bool)
    if isinstance(relation, (sp.And, sp.Or)):
        join = np.logical_and if isinstance(relation, sp.And) else np.logical_or
        return np.asarray(join.reduce([holds(r, values, size) for r in relation.args]))
    if isinstance(relation, sp.Not):
        return holds(Known(*parts_of(relation)), values, size) & ~holds(relation.args[0], values, size)
    if isinstance(relation, Known):
        with np.errstate(all="ignore"):
            found = [np.isfinite(np.broadcast_to(v, size)) for v in compiled(relation.args)(values)]
        return np.asarray(np.logical_and.reduce([np.ones(size, dtype=bool), *found]))
    if not isinstance(relation, Relational):
        raise NoDraws(f"cannot draw inside the hypothesis {relation}")
    with np.errstate(all="ignore"):
        found = [np.broadcast_to(v, size) for v in compiled((relation.lhs, relation.rhs, *parts_of(relation)))(values)]
        left, right = found[:2]
        known = np.isfinite(found).all(axis=0)
        if isinstance(relation, sp.Eq):
            return np.asarray(known & (np.abs(left - right) <= 1e-9 * (np.abs(left) + np.abs(right) + 1e-300)))
        if isinstance(relation, sp.Ne):
            return np.asarray(known & (np.abs(left - right) > 1e-9))
        compare = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}[relation.rel_op]
        return np.asarray(known & compare(left, right))
