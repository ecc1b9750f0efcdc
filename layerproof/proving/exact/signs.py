"""Signs of polynomials in the generators of a tower, derived from the hypotheses.

Arguments tried, in order, on each irreducible factor:

* written in slacks, all coefficients have one sign (`Domain.parametrisations`); an exponential whose exponent has a
  known sign becomes ``1 + d`` or ``1/(1 + d)``;
* it is one of the hypotheses that resisted parametrisation;
* ``A + B r`` with a square root ``r``: the sign follows from those of ``A``, ``B`` and ``A**2 - B**2 r**2``, if need be
  in two cases, by the sign of a factor of ``A``;
* a logarithm ``log(u)`` has the sign of ``u - 1``; a combination of logarithms, that of a product of powers less one;
* a difference of exponentials has the sign of the difference of the exponents;
* a sum over a range has the sign of its summand, and is at least any one of its terms where none is negative;
* products of two sums over one range are one sum over pairs; an index, a sine or a cosine lies between its ends;
* a quadratic with a positive leading coefficient and a discriminant of known sign;
* a polynomial in one slack: its real roots are counted exactly (Sturm).

What is not derived stays unknown: no sign is ever read off sampled values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import sympy as sp
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from sympy.core.function import AppliedUndef

from ...ground import effort
from ...language.symbols import reserved
from ..domain import Contradiction, Domain
from ..sign_sets import (
    ANY,
    NEGATIVE,
    NONNEGATIVE,
    NONPOSITIVE,
    NONZERO,
    POSITIVE,
    ZERO,
    Sign,
    SignSet,
    opposite,
    raised,
    times,
)
from ..slacks import Parametrisation
from .balls import Evaluator, Point, Undefined, Unsupported
from .drawing import sample
from .elements import Element, Generator, NotInTower
from .orthants import (
    Orthant,
    Shape,
    a_part_of_one,
    fractions_of,
    in_slacks,
    itself,
    one_and_more,
    sign_on_orthant,
    substitute,
)
from .tower import Tower, split

_DEPTH = 7
_CASES = 2
_WORK = 600  # derivations for one question; roots within roots would ask for ever more
_DEEP = ""  # what stands among the questions that are open for a derivation that ended at the greatest depth
_PAIRED = 6  # terms that are put in pairs: more take long, and are rarely of one sign in pairs
_ROOM = 8  # variables of an orthant are made by so many at a time: to move images to another context takes time
_TERMS = 1500  # norms of larger polynomials are not taken


def _indices(tower: Tower, poly: fmpq_mpoly) -> set[sp.Expr]:
    """The indices, and the integers in their places, of the entries in a polynomial."""
    found: set[sp.Expr] = set()
    for generator, degree in zip(tower.generators, tower.lift(poly).degrees(), strict=True):
        if degree:
            found |= generator.expr.atoms(sp.Idx)
            found |= {a for e in generator.expr.atoms(AppliedUndef) for a in e.args if a.is_integer}
    return found


@dataclass
class Signs:
    """The sign oracle of one set of hypotheses."""

    domain: Domain
    depth: int = 0
    cases: int = 0
    _parts: dict[tuple[sp.Expr, SignSet], Signs] = field(default_factory=dict)
    _tower: Tower | None = None
    _memo: dict[tuple[int, str], SignSet] = field(default_factory=dict)
    _orthants: dict[int, Orthant] = field(default_factory=dict)
    _busy: set[str] = field(default_factory=set)
    _cut_short: dict[tuple[int, str], tuple[int, frozenset[str], SignSet]] = field(default_factory=dict)
    _cuts: list[set[str]] = field(default_factory=list)
    _work: list[int] = field(default_factory=lambda: [0])

    def _bind(self, tower: Tower) -> None:
        """Forget what was derived for another tower: its generators have the same names and other meanings."""
        if self._tower is not tower:
            self._tower, self._memo, self._orthants, self._busy = tower, {}, {}, set()
            self._cut_short, self._cuts = {}, []

    def __call__(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        """The signs that `poly` can take; ANY where nothing is derived."""
        self._bind(tower)
        poly = tower.reduce(poly)
        if poly.is_zero():
            return ZERO
        content, factors = tower.factors(poly)
        result: SignSet = POSITIVE if content > 0 else NEGATIVE
        for factor, multiplicity in factors:
            own = self._factor(tower, factor)
            result = times(result, raised(own, multiplicity))
        if len(factors) > 1 and len(result) > 1:
            result = result & self._as_given(tower, poly)
        return result

    def _as_given(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        """The signs that a hypothesis gives to a product as a whole: ``x**2 <= 1`` to ``(1 - x)(1 + x)``."""
        best: SignSet = ANY
        if self._is_open("given"):
            return best
        self._busy.add("given")
        try:
            for constraint in self.domain.constraints:
                try:
                    known = tower.element(constraint.expr.xreplace(self.domain.plain))
                except NotInTower:
                    continue
                num, own = tower.lift(known.num), tower.lift(poly)
                if num.is_zero() or num * own.leading_coefficient() != own * num.leading_coefficient():
                    continue
                side = self(tower, known.den)
                if side in (POSITIVE, NEGATIVE):
                    ratio = POSITIVE if (own.leading_coefficient() > 0) == (num.leading_coefficient() > 0) else NEGATIVE
                    best = best & times(ratio, times(constraint.signs, side))
        finally:
            self._busy.discard("given")
        return best

    def is_generic(self, expr: sp.Expr) -> bool:
        """Whether ball arithmetic separates `expr` from 0 at the first points of the domain where it is defined."""
        seen = 0
        for point in sample(self.domain):
            try:
                if Evaluator(point.copy(), 256)(expr).contains(0):
                    return False
                seen += 1
            except (Undefined, Unsupported):
                continue
        return seen > 0

    def of(self, tower: Tower, x: Element) -> SignSet:
        """The sign of an element."""
        num, den = self(tower, x.num), self(tower, x.den)
        return ANY if 0 in den else times(num, den)

    def _factor(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        name = poly.str()
        key = (len(tower.generators), name)
        if key in self._memo:
            return self._memo[key]
        if self.depth == 0 and self.cases == 0:
            self._work[0] = 0
        if (known := self._known(key)) is not None:
            return known
        if self._is_deep(_DEPTH) or self._is_open(name):
            return ANY
        self._work[0] += 1
        if self._work[0] > _WORK:
            return ANY
        self.depth += 1
        self._busy.add(name)
        self._cuts.append(set())
        try:
            result = self._derive(tower, poly)
        finally:
            self.depth -= 1
            self._busy.discard(name)
            cuts = self._cuts.pop() - {name}
            self._cut(cuts)
        if len(result) == 1 or not self.depth or (not cuts and self._work[0] <= _WORK):
            self._memo[key] = result
        elif self._work[0] <= _WORK:
            self._cut_short[key] = self.depth, frozenset(cuts), result
        return result

    def _cut(self, names: Iterable[str]) -> None:
        """Remember for the derivation that is under way that something was not tried, since these are open."""
        if self._cuts:
            self._cuts[-1].update(names)

    def _is_open(self, name: str) -> bool:
        """Whether a question is asked within itself."""
        if name in self._busy:
            self._cut({name})
        return name in self._busy

    def _is_deep(self, depth: int) -> bool:
        """Whether a derivation is deeper than that."""
        if self.depth > depth:
            self._cut({_DEEP})
        return self.depth > depth

    def _known(self, key: tuple[int, str]) -> SignSet | None:
        """What was derived before, where no more was open than now and the depth was no greater."""
        depth, cuts, found = self._cut_short.get(key, (0, None, ANY))
        if cuts is None or not cuts - {_DEEP} <= self._busy or (_DEEP in cuts and self.depth < depth):
            return None
        self._cut(cuts)
        return found

    def _derive(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        best: SignSet = ANY
        effort.spend(1000 + 5 * len(poly))
        for argument in (
            self._by_generator,
            self._by_value,
            self._by_orthants,
            self._by_leftover,
            self._by_logarithms,
            self._by_exponentials,
            self._by_sums,
            self._by_pairs,
            self._by_one_term,
            self._by_roots,
            self._by_quadratic,
            self._by_ends,
        ):
            best = best & argument(tower, poly)
            if len(best) == 1:
                return best
        return best

    def _by_value(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        """A number, such as ``e - 2``: the sign of its ball, if that excludes 0."""
        expr = tower.quotient(Element(poly, tower.ctx.constant(1)))
        if expr.free_symbols or expr.atoms(AppliedUndef):
            return ANY
        try:
            ball = Evaluator(Point({}), 256)(expr)
        except (Undefined, Unsupported):
            return ANY
        return POSITIVE if ball > 0 else NEGATIVE if ball < 0 else ANY

    def _by_generator(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        """A lone generator: exponentials, roots, absolute values, logarithms, symbols."""
        position = tower.as_generator(Element(poly, tower.ctx.constant(1)))
        if position is None:
            return ANY
        generator = tower.generators[position]
        if generator.kind == "log" and generator.argument is not None:
            less_one = tower.add(generator.argument, tower.constant(-1))
            return self.of(tower, less_one)
        if generator.kind in ("root", "abs") and generator.argument is not None:
            inside = self.of(tower, generator.argument)
            return POSITIVE if 0 not in inside else NONNEGATIVE
        return generator.sign

    def _by_orthants(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        best: SignSet = ANY
        for number, parametrisation in enumerate(self.domain.parametrisations()):
            orthant = self._orthant(tower, number, parametrisation)
            image = substitute(poly, orthant)
            best = best & sign_on_orthant(image, orthant.signs)
            if len(best) == 1:
                break
        return best

    def _by_leftover(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        best: SignSet = ANY
        every = self.domain.instances(_indices(tower, poly))
        for constraint in (*self.domain.constraints, *self.domain.by_equations, *every):
            try:
                element = tower.element(constraint.expr.xreplace(self.domain.plain))
            except NotInTower as problem:  # a hypothesis without a normal form helps nobody; it stays unused
                tower.missing.append(f"hypothesis {constraint.origin} could not be used: {problem}")
                continue
            best = best & self._from_product(tower, tower.lift(poly), element, constraint.signs)
            if constraint.signs <= NONNEGATIVE:
                best = best & _beyond(tower, poly, element)
            if len(best) == 1:
                break
        return best

    def _from_product(self, tower: Tower, poly: fmpq_mpoly, known: Element, signs: SignSet) -> SignSet:
        """The sign of one factor of an element whose sign is given, when the other factors have one sign each.

        Whatever the signs of the others: no factor vanishes of a product that does not.  Of two factors whose product
        is positive and whose sum is, both are: ``x**2 < 1`` says that ``1 - x`` and ``1 + x`` are.
        """
        if tower.lift(known.num).is_zero():
            return ANY
        content, parts = tower.factors(known.num)
        multiplicity = sum(m for part, m in parts if part in (poly, -poly))
        if not multiplicity:
            return ANY
        side: SignSet = POSITIVE if content > 0 else NEGATIVE
        for factor, power in parts:
            if factor == -poly:
                side = times(side, raised(NEGATIVE, power))
            elif factor != poly:
                side = times(side, raised(self(tower, factor), power))
        side = times(side, self(tower, known.den))
        if side not in (POSITIVE, NEGATIVE):
            outside = times(POSITIVE if content > 0 else NEGATIVE, self(tower, known.den))
            found = self._from_sum(tower, poly, parts, times(signs, outside))
            return found if found != ANY or 0 in signs else NONZERO
        whole = times(signs, side)
        return whole if multiplicity % 2 else NONZERO if 0 not in whole else ANY

    def _from_sum(self, tower: Tower, poly: fmpq_mpoly, parts: list[tuple[fmpq_mpoly, int]], whole: SignSet) -> SignSet:
        """The sign of one of two factors of a product with the signs `whole`, if their sum or difference has one."""
        if [power for _, power in parts] != [1, 1] or not (whole <= NONNEGATIVE or whole <= NONPOSITIVE):
            return ANY
        (ours, _), (theirs, _) = parts if parts[0][0] in (poly, -poly) else parts[::-1]
        both = self(tower, ours + theirs if whole <= NONNEGATIVE else ours - theirs)
        if both not in (POSITIVE, NEGATIVE):
            return ANY
        found = both if ours == poly else opposite(both)
        return found | ZERO if 0 in whole else found

    def _by_logarithms(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        """``sum_k c_k log(u_k)`` with rational c_k has the sign of the product of the powers less one."""
        ratio = tower.combined_logs(poly)
        return ANY if ratio is None else self.of(tower, tower.add(ratio, tower.constant(-1)))

    def _by_exponentials(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        """``c (exp(u) - exp(v))``, products of exponentials, has the sign of ``c (u - v)``."""
        terms = list(poly.to_dict().items())
        if len(terms) != 2 or terms[0][1] + terms[1][1] != 0:
            return ANY
        exponent = tower.constant(0)
        for (exponents, _coefficient), direction in zip(terms, (1, -1), strict=True):
            for position, power in enumerate(exponents):
                generator = tower.generators[position]
                if not power:
                    continue
                if generator.kind != "exp" or generator.argument is None:
                    return ANY
                exponent = tower.add(exponent, tower.mul(tower.constant(direction * int(power)), generator.argument))
        found = self.of(tower, exponent)
        return found if terms[0][1] > 0 else opposite(found)

    def _by_sums(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        """``sum_i f(i)`` where f has one sign at every index: sums over one common range are put under one sum."""
        limits, summand = None, sp.S.Zero
        alone: list[tuple[tuple[int, ...], fmpq]] = []
        for exponents, coefficient in poly.to_dict().items():
            positions = [k for k, e in enumerate(exponents) if e]
            sums = [k for k in positions if tower.generators[k].kind == "sum"]
            if not sums:
                alone.append((exponents, coefficient))
                continue
            if len(sums) != 1 or exponents[sums[0]] != 1:
                return ANY
            found = tower.generators[sums[0]].expr
            if limits is not None and found.limits != limits:
                return ANY
            limits = found.limits
            others = sp.Mul(*(tower.generators[k].expr ** int(exponents[k]) for k in positions if k not in sums))
            summand = summand + sp.Rational(int(coefficient.p), int(coefficient.q)) * others * found.function
        if limits is None:
            return ANY
        counts = [upper - lower + 1 for _, lower, upper in limits]
        if alone:  # what is outside of the sums is shared out evenly
            if len(counts) > 1 or self.of(tower, tower.element(counts[0])) != POSITIVE:
                return ANY
            summand = summand + tower.expression(tower.poly(dict(alone))) / counts[0]
        inside = self.of(tower, tower.element(summand))
        if inside in (POSITIVE, NEGATIVE) and all(self.of(tower, tower.element(c)) == POSITIVE for c in counts):
            return inside  # there is a term
        return inside | ZERO if inside <= NONNEGATIVE or inside <= NONPOSITIVE else ANY

    def _by_pairs(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        """Products of two sums over one range, as one over pairs of terms that are put in either order.

        So ``sum f**2 sum g**2 - (sum f g)**2`` is half of the sum of ``(f_i g_j - f_j g_i)**2``.
        """
        if len(poly) > _PAIRED:
            return ANY
        limits, products = None, False
        terms: list[tuple[sp.Expr, list[sp.Expr]]] = []
        for exponents, coefficient in tower.lift(poly).to_dict().items():
            sums = [k for k, e in enumerate(exponents) for _ in range(e) if tower.generators[k].kind == "sum"]
            found = {tower.generators[k].expr.limits for k in sums} | ({limits} if limits else set())
            if len(sums) > 2 or len(found) > 1:
                return ANY
            limits, products = next(iter(found), None), products or len(sums) == 2
            rest = [tower.generators[k].expr ** int(e) for k, e in enumerate(exponents) if e and k not in sums]
            scale = sp.Rational(int(coefficient.p), int(coefficient.q))
            terms.append((sp.Mul(scale, *rest), [tower.generators[k].expr.function for k in sums]))
        if not products or limits is None or len(limits) > 1 or self._is_deep(2) or self._is_open("pairs"):
            return ANY
        variable, lower, upper = limits[0]
        count, other = upper - lower + 1, sp.Idx(reserved("pair", integer=True), (lower, upper))
        if self.of(tower, tower.element(count)) != POSITIVE:
            return ANY
        whole = sp.S.Zero
        for scale, factors in terms:
            first, second = [*factors, *[1 / count] * (2 - len(factors))]
            there = {variable: other}
            whole += scale * (first * sp.sympify(second).xreplace(there) + sp.sympify(first).xreplace(there) * second)
        self._busy.add("pairs")
        try:
            inside = self.of(tower, tower.element(whole))
        finally:
            self._busy.discard("pairs")
        return inside if inside <= NONNEGATIVE or inside <= NONPOSITIVE else ANY

    def _by_ends(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        """What is affine in an index, a sine, a cosine or a floor lies between its values at the ends of its range."""
        for position, degree in enumerate(tower.lift(poly).degrees()):
            ends = _ends(tower.generators[position]) if degree == 1 else ()
            if not ends:
                continue
            rest, slope = (Element(part, tower.ctx.constant(1)) for part in split(tower, tower.lift(poly), position))
            at = [self.of(tower, tower.add(rest, tower.mul(slope, tower.element(end)))) for end in ends]
            found = frozenset[Sign]().union(*at)
            if found <= NONNEGATIVE or found <= NONPOSITIVE:
                reached = at[-1] in (POSITIVE, NEGATIVE) and _open_below(tower.generators[position])
                return at[-1] if reached else found
        return ANY

    def _by_one_term(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        """``rest + c sum_j f(j)`` with ``c f`` never negative is at least ``rest + c f(i)``, for any i in the range."""
        poly = tower.lift(poly)
        for position, degree in enumerate(poly.degrees()):
            found = tower.generators[position].expr
            if degree != 1 or tower.generators[position].kind != "sum" or len(found.limits) != 1:
                continue
            rest, slope = split(tower, poly, position)
            variable, *_ = found.limits[0]
            term = tower.expression(slope) * found.function
            for side, strictly in ((NONNEGATIVE, POSITIVE), (NONPOSITIVE, NEGATIVE)):
                if not self.of(tower, tower.element(term)) <= side:
                    continue
                for value in sorted((v for v in _indices(tower, rest) if self._reached(v, found.limits[0])), key=str):
                    bound = self.of(tower, tower.element(tower.expression(rest) + term.xreplace({variable: value})))
                    if bound <= side:  # the sum is more than the term where others are not 0
                        return strictly if bound == strictly else side
        return ANY

    def _reached(self, value: sp.Expr, limit: tuple[sp.Expr, ...]) -> bool:
        """Whether an index, or an integer, certainly lies in the range of a sum."""
        variable, lower, upper = limit
        return value != variable and self.domain.lies(value, sp.Idx("i", (lower, upper)))

    def _by_roots(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        poly = tower.lift(poly)
        degrees = poly.degrees()
        for position in range(len(tower.generators) - 1, -1, -1):
            generator = tower.generators[position]
            if (
                generator.kind not in ("root", "abs")
                or generator.power != 2
                or degrees[position] != 1
                or generator.base is None
            ):
                continue
            rest, slope = split(tower, poly, position)
            if len(rest) ** 2 + len(slope) ** 2 > _TERMS:
                continue
            norm = self(tower, rest**2 - slope**2 * tower.lift(generator.base))
            a, b = self(tower, rest), self(tower, slope)
            found = _sign_with_root(a, b, norm)
            if found == ANY and self.cases < _CASES:
                found = self._by_cases(tower, poly, rest)
            if found != ANY:
                return found
        return ANY

    def _by_cases(self, tower: Tower, poly: fmpq_mpoly, rest: fmpq_mpoly) -> SignSet:
        """Split the domain by the sign of one factor of `rest`; the sign of `poly` is then derived in each part."""
        for factor, _ in tower.factors(rest)[1]:
            used = [tower.generators[k] for k, d in enumerate(factor.degrees()) if d]
            if (
                not all(g.kind == "atom" and g.expr in self.domain.variables for g in used)
                or len(self(tower, factor)) == 1
            ):
                continue
            expr = tower.expression(factor)
            union: SignSet = frozenset()
            for case, signs in ((expr, NONNEGATIVE), (-expr, POSITIVE)):
                try:
                    part = self._parts.setdefault(
                        (case, signs), Signs(self.domain.within(case, signs), cases=self.cases + 1, _work=self._work)
                    )
                    union = union | part(tower, poly)
                except Contradiction:
                    continue
                if union == ANY:
                    break
            if union != ANY and union:
                return union
        return ANY

    def _by_quadratic(self, tower: Tower, poly: fmpq_mpoly) -> SignSet:
        """``a v**2 + b v + c`` with a > 0 and 4ac - b**2 of known sign has no sign change."""
        poly = tower.lift(poly)
        for position, degree in enumerate(poly.degrees()):
            if degree != 2 or tower.generators[position].power:
                continue
            parts: list[dict[tuple[int, ...], fmpq]] = [{}, {}, {}]
            for exponents, coefficient in poly.to_dict().items():
                k = exponents[position]
                parts[k][(*exponents[:position], 0, *exponents[position + 1 :])] = coefficient
            c, b, a = (tower.poly(p) for p in parts)  # the tower may have grown since
            lead = self(tower, a)
            if lead not in (POSITIVE, NEGATIVE):
                continue
            discriminant = self(tower, 4 * a * c - b**2)
            if discriminant == POSITIVE:
                return lead
            if discriminant <= NONNEGATIVE:
                return lead | ZERO
        return ANY

    def _orthant(self, tower: Tower, number: int, parametrisation: Parametrisation) -> Orthant:
        """The tower's generators in slacks; a tower that has grown since is caught up with."""
        old = self._orthants.get(number)
        if old is None or len(old.shapes) < len(tower.generators):
            self._orthants[number] = self._build(tower, parametrisation, old)
        return self._orthants[number]

    def _build(self, tower: Tower, parametrisation: Parametrisation, old: Orthant | None) -> Orthant:
        slacks = list(parametrisation.slacks)
        room = _ROOM
        while room < len(tower.generators):
            room += max(_ROOM, room // 4)
        names = [f"s{k}" for k in range(len(slacks))] + [f"h{k}" for k in range(room)]
        ctx = fmpq_mpoly_ctx.get(names, Ordering.lex)
        signs: list[SignSet] = [parametrisation.slacks[s] for s in slacks] if old is None else list(old.signs)
        shapes: list[Shape] = [] if old is None else list(old.shapes)
        for generator in tower.generators[len(shapes) :]:
            sign: SignSet = generator.sign
            shape: Shape = itself
            if generator.kind == "atom":
                fractions = fractions_of(parametrisation)
                if generator.expr in fractions:
                    shape = in_slacks(*fractions[generator.expr])
                elif isinstance(generator.expr, (sp.Symbol, AppliedUndef, sp.Idx)):
                    sign = self.domain.sign_of_variable(generator.expr)
                else:
                    sign = POSITIVE if generator.expr.is_positive else ANY
            elif generator.kind == "exp" and generator.argument is not None:
                exponent = self.of(tower, generator.argument)
                if exponent <= NONNEGATIVE:
                    sign, shape = exponent, one_and_more
                elif exponent <= NONPOSITIVE:
                    sign, shape = opposite(exponent), a_part_of_one
            elif generator.kind == "log" and generator.argument is not None:
                sign = self.of(tower, tower.add(generator.argument, tower.constant(-1)))
            signs.append(sign)
            shapes.append(shape)
        return Orthant(ctx, len(slacks), shapes, signs)


def _beyond(tower: Tower, poly: fmpq_mpoly, known: Element) -> SignSet:
    """The sign of a multiple of what is not negative and a number of the same sign: ``3 - exp(x)``, of 2 - exp(x)."""
    own, given = tower.lift(poly), tower.lift(known.num)
    if not tower.lift(known.den).is_one() or given.is_constant() or own.is_zero():
        return ANY
    ratio = own.leading_coefficient() / given.leading_coefficient()
    rest = own - given * ratio
    if not rest.is_constant():
        return ANY
    number = rest.leading_coefficient() if not rest.is_zero() else fmpq(0)
    if number == 0 or (number > 0) != (ratio > 0):
        return ANY
    return POSITIVE if number > 0 else NEGATIVE


def _ends(generator: Generator) -> tuple[sp.Expr, ...]:
    """The ends of the range of an index, of a sine, of a cosine or of a floor; nothing of what has none."""
    if isinstance(generator.expr, sp.Idx):
        ends = (generator.expr.lower, generator.expr.upper)
        return ends if None not in ends and sp.oo not in ends else ()
    if isinstance(generator.expr, sp.floor):
        below = sp.S.One - sp.Rational(1, _parts(generator.expr)) if _parts(generator.expr) else sp.S.One
        return (generator.expr.args[0] - below, generator.expr.args[0])
    return (sp.S.NegativeOne, sp.S.One) if generator.kind == "trig" else ()


def _parts(floor: sp.Expr) -> int:
    """q, where it is the floor of a whole number of q-ths; 0 where that is not known."""
    above, below = sp.fraction(sp.together(floor.args[0]))
    return int(below) if below.is_Integer and below > 0 and above.is_integer else 0


def _open_below(generator: Generator) -> bool:
    """Whether the lower end of a range is not reached: that of the floor of any number is not."""
    return isinstance(generator.expr, sp.floor) and not _parts(generator.expr)


def _sign_with_root(a: SignSet, b: SignSet, norm: SignSet) -> SignSet:
    """The sign of ``A + B r``, r >= 0, from the signs of A, B and ``A**2 - B**2 r**2``."""
    if a <= NONNEGATIVE and b <= NONNEGATIVE:
        return POSITIVE if a == POSITIVE else NONNEGATIVE
    if a <= NONPOSITIVE and b <= NONPOSITIVE:
        return NEGATIVE if a == NEGATIVE else NONPOSITIVE
    one_sided = (NONNEGATIVE, NONPOSITIVE)
    if norm <= NONNEGATIVE and any(a <= side for side in one_sided):  # |A| >= |B| r: the sign is A's
        return a - ZERO if norm == POSITIVE else a | ZERO
    if norm <= NONPOSITIVE and any(b <= side for side in one_sided):  # |B| r >= |A|: the sign is B's
        return b - ZERO if norm == NEGATIVE else b | ZERO
    if norm <= NONZERO:
        return NONZERO
    return ANY
