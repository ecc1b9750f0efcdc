"""Square roots, absolute values and extrema as rational functions of named ones."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import sympy as sp

from . import signs
from .base import NoProof

if TYPE_CHECKING:
    from .naming import Naming


def root(naming: Naming, inside: sp.Expr) -> sp.Expr:
    """The value of ``sqrt(inside)``: what is a square under it comes out, and the rest has a name."""
    node, value = sp.Pow(inside, sp.Rational(1, 2)), naming.value(inside)
    term = naming.context.text(inside)
    if not _may_split(value):
        rest, out = value, sp.Integer(1)
    else:
        out, rest = split(naming, value)
    if rest == 1:
        nonneg = naming.need_of_value(out, "<=")
        fact = naming.fact(f"sqrt {term} = {naming.text(out)}")
        naming.lines.append(
            f"{{ refine (Powers.sqrt_square_is _ _ {nonneg} _). {naming.compare(naming.text(out), inside)} }}"
        )
        return naming.settled(node, out, fact, [inside])
    key = sp.expand(rest)
    known = naming.roots.get(key)
    if known is None and out == 1 and not naming.rewriting(inside):  # the term itself has the name
        symbol, fact = naming.name(f"(sqrt {term})", "k", node)
        _describe(naming, symbol, fact, rest, naming.need(inside, "<="))
        naming.roots[key] = (symbol, fact)
        return naming.settled(node, symbol, fact, [inside])
    if known is None:
        known = _named_rest(naming, inside, out, rest)
    symbol, root_fact = known
    if out == 1:
        result, lemma = symbol.name, f"Powers.sqrt_plain _ _ _ {root_fact} _"
    else:
        nonneg = naming.need_of_value(out, "<=")
        result = f"{naming.text(out)} * {symbol.name}"
        lemma = f"Powers.sqrt_is _ {naming.text(out)} _ _ {root_fact} {nonneg} _"
    found = naming.fact(f"sqrt {term} = {result}")
    naming.lines.append(f"{{ refine ({lemma}). {naming.compare(naming.text(out * rest), inside)} }}")
    return naming.settled(node, out * symbol, found, [inside])


def _named_rest(naming: Naming, inside: sp.Expr, out: sp.Expr, rest: sp.Expr) -> tuple[sp.Symbol, str]:
    """A name for the root of what is left under a root."""
    term, text = naming.context.text(inside), naming.text(rest)
    if rest.is_Rational:
        nonneg = f"(ltac:(lra) : 0 <= {text})"
    elif rest.is_positive:
        nonneg = naming.need_of_value(rest, "<=")
    elif out == 1:
        given = naming.need(inside, "<=")
        nonneg = naming.fact(f"0 <= {text}", "N")
        naming.lines.append(f"{{ refine (Powers.nn_same _ _ {given} _). {naming.compare(text, inside)} }}")
    else:
        given, nonzero = naming.need(inside, "<="), naming.need_of_value(out, "<>")
        nonneg = naming.fact(f"0 <= {text}", "N")
        naming.lines.append(
            f"{{ refine (Powers.rest_nn {term} {naming.text(out)} _ {given} {nonzero} _). "
            f"{naming.compare(text + naming.text(out), inside)} }}"
        )
    symbol, fact = naming.name(f"(sqrt {text})", "k", sp.sqrt(naming.original(rest)))
    _describe(naming, symbol, fact, rest, nonneg)
    naming.roots[sp.expand(rest)] = (symbol, fact)
    return symbol, fact


def _describe(naming: Naming, symbol: sp.Symbol, fact: str, inside: sp.Expr, nonneg: str) -> None:
    relation, sign = naming.fresh("K"), naming.fresh("P")
    naming.lines.append(f"assert ({relation} := Powers.root_square _ _ {fact} {nonneg}).")
    naming.lines.append(f"assert ({sign} := Powers.root_nn _ _ {fact}).")
    naming.relations.append(relation)
    naming.square_facts[symbol] = relation
    naming.squares[symbol] = inside
    naming.known_signs[symbol] = (fact, nonneg, sign)


def _may_split(value: sp.Expr) -> bool:
    """Whether something could come out: not of a sum of symbols or of a prime number."""
    return not (value.is_Symbol or (value.is_Integer and value.is_prime))


def split(naming: Naming, value: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Factors ``(out, rest)`` with ``value = out**2 * rest`` and `out` not negative, it seems."""
    numerator, denominator = sp.fraction(sp.together(value))
    poly = naming.reduced(sp.expand(numerator * denominator))
    if poly.is_Rational:
        factors: list[tuple[sp.Expr, int]] = []
        constant = poly
    else:
        constant, factors = sp.factor_list(poly)
    out: sp.Expr = 1 / denominator
    rest: sp.Expr = sp.Integer(1)
    constant = sp.Rational(constant)
    out, number = out / constant.q, constant.p * constant.q
    square = sp.Integer(1)
    for prime, power in sp.factorint(abs(number)).items():
        square *= prime ** (power // 2)
    out, number = out * square, sp.Integer(number) / square**2
    for factor, power in factors:
        out *= factor ** (power // 2)
        rest *= factor ** (power % 2)
    rest = sp.expand(number * rest) if factors else number
    if out.is_Rational and not value.is_Rational and out == 1:
        return sp.Integer(1), value if denominator == 1 else rest
    if not out.is_positive:
        sign = naming.sign(out)
        if sign is not None and sign < 0:
            out = -out
    return out, rest


def products(naming: Naming) -> None:
    """Relations between pairs of named roots whose product is rational, or has a third as a factor."""
    named = [(s, q) for s, q in naming.squares.items() if s in naming.known_signs and not q.is_Rational]
    for number, (first, p) in enumerate(named):
        for second, q in named[number + 1 :]:
            if q.has(first) or p.has(second):
                continue
            others = [(s, r) for s, r in named if s not in (first, second)]
            out = _root_of(naming, naming.reduced(sp.expand(p * q)), others)
            if out is None:
                continue
            if naming.sign(out) == -1:
                out = -out
            nonneg = naming.need_of_value(out, "<=")
            fact = naming.fact(f"{first.name} * {second.name} = {naming.text(out)}", "K")
            (one, pp, _), (two, qq, _) = naming.known_signs[first], naming.known_signs[second]
            closing = naming.compare(naming.text(out * p * q))
            naming.lines.append(
                f"{{ refine (Powers.root_product _ _ _ _ _ {one} {two} {pp} {qq} {nonneg} _). {closing} }}"
            )
            naming.relations.append(fact)


def _root_of(naming: Naming, poly: sp.Expr, named: list[tuple[sp.Symbol, sp.Expr]]) -> sp.Expr | None:
    """A rational function whose square is a polynomial, or one times a named root; None if there is none."""
    constant, factors = sp.factor_list(poly)
    out = sp.Mul(*(factor ** (power // 2) for factor, power in factors))
    odd = sp.expand(constant * sp.Mul(*(factor for factor, power in factors if power % 2)))
    if sp.sqrt(odd).is_Rational:
        return sp.sqrt(odd) * out
    for symbol, inside in named:
        times = sp.sqrt(sp.cancel(odd / inside))
        if times.is_Rational:
            return times * symbol * out
    return None


def dependent(naming: Naming) -> None:
    """A named root that is a multiple of the product of two others is written by them."""
    gone: set[sp.Symbol] = set()
    named = [(s, q) for s, q in naming.squares.items() if s in naming.known_signs]
    for symbol, q in named:
        for (one, a), (two, b) in combinations([(s, p) for s, p in named if s != symbol and s not in gone], 2):
            if any(p.has(symbol) for p in (a, b)) or q.has(one, two) or any(p.has(symbol) for _, p in named):
                continue
            poly = naming.reduced(sp.expand(q * a * b))
            constant, factors = sp.factor_list(poly)
            if not (sp.sqrt(constant).is_Rational and all(power % 2 == 0 for _, power in factors)):
                continue
            square = sp.sqrt(constant) * sp.Mul(*(factor ** (power // 2) for factor, power in factors))
            times = sp.cancel(square / (a * b))
            if naming.sign(times) == -1:
                times = -times
            if sp.fraction(times)[1].free_symbols:
                continue
            nonneg = naming.need_of_value(times, "<=")
            product = f"{naming.text(times)} * {one.name} * {two.name}"
            (fact, _, _), (_, _, p1), (_, _, p2) = (naming.known_signs[s] for s in (symbol, one, two))
            name = naming.fact(f"{symbol.name} = {product}", "K")
            closing = naming.compare(f"{product}{naming.text(q)}")
            naming.lines.append(f"{{ refine (Powers.root_equals _ _ _ _ _ {fact} {nonneg} {p1} {p2} _). {closing} }}")
            naming.last.append(f"try rewrite {name} in *.")
            naming.dropped.append(naming.square_facts[symbol])
            gone.add(symbol)
            break


def absolute(naming: Naming, expr: sp.Abs) -> sp.Expr:
    """The value of an absolute value: factors of known sign come out."""
    (inside,) = expr.args
    value, term = naming.value(inside), naming.context.text(inside)
    sign = naming.sign(value)
    if sign is not None:
        out = -value if sign < 0 else value
        nonneg = naming.need_of_value(out, "<=")
        lemma = "Powers.abs_np" if sign < 0 else "Powers.abs_nn"
        fact = naming.fact(f"Rabs {term} = {naming.text(out)}")
        naming.lines.append(f"{{ refine ({lemma} _ _ {nonneg} _). {naming.compare(naming.text(out), inside)} }}")
        return naming.settled(expr, out, fact, [inside])
    numerator, denominator = sp.fraction(sp.together(value))
    out, rest = 1 / denominator if denominator != 1 else sp.Integer(1), sp.Integer(1)
    constant, factors = sp.factor_list(sp.expand(numerator))
    out *= abs(constant)
    for factor, power in factors:
        seen = naming.sign(factor)
        if seen is None:
            rest *= factor**power
        else:
            out *= (factor * seen) ** power
    if naming.sign(out) == -1:
        out = -out
    key = sp.expand(rest)
    if sp.cancel(value / (out * key)) == -1:
        key = -key
    if (known := naming.absolutes.get(key) or naming.absolutes.get(-key)) is None:
        symbol, named = naming.name(f"(Rabs {naming.text(key)})", "a", sp.Abs(naming.original(key)))
        relation = naming.fresh("K")
        naming.lines.append(f"assert ({relation} := Powers.abs_square _ _ {named}).")
        naming.relations.append(relation)
        known = naming.absolutes[key] = (symbol, named)
    elif key not in naming.absolutes:
        raise NoProof(f"{expr} and another absolute value differ by a sign inside")
    symbol, named = known
    nonneg = naming.need_of_value(out, "<=")
    fact = naming.fact(f"Rabs {term} = {naming.text(out)} * {symbol.name}")
    naming.lines.append(
        f"{{ refine (Powers.abs_is _ _ _ _ {named} {nonneg} _). {naming.compare(naming.text(out * key), inside)} }}"
    )
    return naming.settled(expr, out * symbol, fact, [inside])


def extremum(naming: Naming, expr: sp.Expr) -> sp.Expr:
    """The value of a maximum or minimum of two, one of which is always the larger."""
    if len(expr.args) != 2:
        raise NoProof("an extremum of more than two")
    first, second = expr.args
    sign = naming.sign(naming.value(first) - naming.value(second))
    if sign is None:
        raise NoProof(f"which part of {expr} is larger depends")
    largest = isinstance(expr, sp.Max)
    left = (sign >= 0) == largest
    larger, smaller = (first, second) if sign >= 0 else (second, first)
    proof = naming.fact(f"0 <= {naming.context.text(larger)} - {naming.context.text(smaller)}", "N")
    script = signs.order(smaller, "<=", larger, naming.context)
    naming.lines.append(
        f"{{ cut ({naming.context.text(smaller)} <= {naming.context.text(larger)}); [lra |]. {script} }}"
    )
    lemma = f"Powers.{'max' if largest else 'min'}_{'left' if left else 'right'}"
    chosen = first if left else second
    fact = naming.fact(f"{naming.context.text(expr)} = {naming.text(naming.value(chosen))}")
    naming.lines.append(
        f"{{ rewrite ({lemma} _ _ {proof}). {naming.compare(naming.text(naming.value(chosen)), chosen)} }}"
    )
    return naming.settled(expr, naming.value(chosen), fact, [first, second])
