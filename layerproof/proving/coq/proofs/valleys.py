"""Signs by the slope along one letter: what falls towards a place and rises beyond it is least there.

The place may be a number, or what other letters make, and the slope's sign may be found in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import sympy as sp

from ..terms import _is_inverse
from ..theorems.base import Fact
from .base import NoProof
from .fractions import ONE
from .sign_terms import Proof, number, says

if TYPE_CHECKING:
    from .context import Context
    from .signer import Signer

Equal = Callable[[sp.Expr, sp.Expr, "Context"], str]
"""A script that closes ``lhs = rhs``."""

_DEPTH, _PLACES, _LONG = 2, 4, 60
_MOVING = (sp.exp, sp.log, sp.sinh, sp.cosh, sp.tanh, sp.asinh, sp.atan, sp.sin, sp.cos)


def valley(
    signer: Signer, text: str, expr: sp.Expr, code: str, equal: Equal | None = None, depth: int = 0
) -> Proof | None:
    """That `text`, which stands for `expr`, is positive or not negative; by its slope along one letter.

    `equal` closes equations, such as that the expression is 0 at the place; without it, that follows from its sign.
    """
    if code not in "pq" or depth >= _DEPTH or expr.count_ops() > _LONG:
        return None
    for letter in sorted(expr.free_symbols, key=str):
        if letter.is_integer or not isinstance(letter, sp.Symbol) or not _moves(expr, letter):
            continue
        for place in _places(expr, letter):
            try:
                return _Valley(signer, expr, letter, place, equal, depth).proof(text, code)
            except NoProof:
                continue
    return None


def _moves(expr: sp.Expr, letter: sp.Symbol) -> bool:
    roots = [p for p in expr.atoms(sp.Pow) if p.exp.is_Rational and p.exp.q == 2]
    return any(atom.has(letter) for atom in (*expr.atoms(*_MOVING), *roots))


def _places(expr: sp.Expr, letter: sp.Symbol) -> Iterator[sp.Expr]:
    """Where the slope may change its sign, the likelier first: where the expression vanishes there."""
    slope = sp.diff(expr, letter)
    found: list[sp.Expr] = []
    for function in sorted(slope.atoms(sp.log, sp.asinh, sp.sinh, sp.tanh, sp.atan), key=sp.default_sort_key):
        found += _roots(function.args[0] - (1 if isinstance(function, sp.log) else 0), letter)
    if slope.is_rational_function(letter):
        found += _roots(sp.fraction(sp.together(slope))[0], letter)
    found += [sp.S.Zero, sp.S.One, *sorted(expr.free_symbols - {letter}, key=str)]
    there = [(place, expr.subs(letter, place)) for place in dict.fromkeys(found)]
    there = [(place, value) for place, value in there if not value.has(sp.nan, sp.zoo, sp.oo, sp.I)]
    vanish = [place for place, value in there if value == 0 or sp.expand(value) == 0]
    yield from [*vanish, *(place for place, _ in there if place not in vanish)][:_PLACES]


def _roots(expr: sp.Expr, letter: sp.Symbol) -> list[sp.Expr]:
    """Where an expression that is linear in a letter vanishes."""
    top = sp.fraction(sp.together(expr))[0]
    found = []
    for factor, _ in sp.factor_list(top)[1] if top.is_polynomial(letter) else ():
        if factor.has(letter) and sp.Poly(factor, letter).degree() == 1:
            slope, rest = sp.Poly(factor, letter).all_coeffs()
            found.append(sp.cancel(-rest / slope))
    return found


@dataclass
class _Valley:
    """An expression along one letter, from a place."""

    signer: Signer
    expr: sp.Expr
    letter: sp.Symbol
    place: sp.Expr
    equal: Equal | None
    depth: int

    def proof(self, text: str, code: str) -> Proof:
        """That the expression has the sign; `text` is how it stands.

        Raises:
            NoProof: if a sign on the way is not derived.
        """
        context, letter = self.signer.context, self.letter
        name = context.text(letter)
        gap = self.signer.difference(letter, self.place)
        beyond = gap.code if gap is not None else ""
        if beyond == "o" or (code == "p" and beyond not in ("p", "n", "z")):
            raise NoProof("the letter may be at the place")
        begins = self._begins()
        slope = sp.diff(self.expr, letter)
        sides = {"p": ["up"], "q": ["up"], "n": ["down"], "m": ["down"]}.get(beyond, ["up", "down"])
        lemma = {"p": "rise", "q": "rise", "n": "fall", "m": "fall"}.get(beyond, "valley")
        apart = ""
        if gap is not None and (beyond in "pqnm" or code == "p"):
            weak = gap if code == "p" else gap.weakened({"p": "q", "n": "m"}.get(beyond, beyond))
            assert weak is not None
            apart = f" (Signs.gap_{weak.code} {weak.term})"
        body = f"(fun {name} : R => {text}) (fun {name} : R => {context.text(slope)})"
        parts = [begins, *(part for side in sides for part in self._side(side, slope, code))]
        head = f"refine (Signs.{lemma}_{code} {body} {context.text(self.place)} {name}{apart}{' _' * len(parts)})."
        return Proof(code, self.signer.lemma(says(code, text), "\n".join([head, *parts])))

    def _begins(self) -> str:
        """A script for: the expression is not negative at the place."""
        context = self.signer.context
        here = _like(self.letter)
        name = context.text(here)
        fact = Fact(context.fresh("Z"), f"{name} = {context.text(self.place)}", sp.Eq(here, self.place, evaluate=False))
        inside, value = _signer(context, fact), self.expr.xreplace({self.letter: here})
        inside.plan(value)
        found = inside.prove(value, "q")
        intro = f"intros {name} {fact.name}."
        if found is not None:
            return f"{{ {intro}\n{inside.script(f'exact {found.term}.')} }}"
        if self.equal is None or sp.simplify(self.expr.subs(self.letter, self.place)) != 0:
            raise NoProof("the sign at the place is not seen")
        script = self.equal(value, sp.S.Zero, context.knowing([fact]))
        return f"{{ {intro}\nrefine (Req_le_sym _ _ _).\n{script} }}"

    def _side(self, side: str, slope: sp.Expr, code: str) -> list[str]:
        """Scripts for the derivative and for its sign on one side of the place."""
        context = self.signer.context
        here = _like(self.letter)
        low, high = (self.place, self.letter) if side == "up" else (self.letter, self.place)
        moved, rate = self.expr.xreplace({self.letter: here}), slope.xreplace({self.letter: here})
        first, last, intro = _between(context, low, here, high, strict=False)
        inside = _signer(context, first, last)
        inside.plan(moved, rate)
        walk = _Slope(inside, here)
        steps = walk.of(moved)
        agrees = inside.link((rate, moved, *walk.parts), ONE, number(1), " / ")
        if agrees is None:
            raise NoProof("a denominator that may be 0")
        derived = inside.script(f"refine (Signs.slope_eq {steps} _); cbv beta; simpl INR; simpl pred; {agrees}.")
        first, last, apart = _between(context, low, here, high, strict=code == "p")
        inside = _signer(context, first, last)
        sense = rate if side == "up" else -rate
        inside.plan(sense)
        text = context.text(sense)
        grows = inside.prove(sense, code) or valley(inside, text, sense, code, self.equal, self.depth + 1)
        if grows is None:
            raise NoProof(f"the slope along {self.letter} has no sign")
        turned = f"enough ({says(code, text)}) by (cbv beta; lra).\n" if side == "down" else ""
        return [f"{{ {intro}\n{derived} }}", f"{{ {apart}\n{turned}{inside.script(f'exact {grows.term}.')} }}"]


def _like(letter: sp.Symbol) -> sp.Symbol:
    """Another real letter of that name, so that expressions in it are written in the same order."""
    inner = sp.Symbol(letter.name, real=True, composite=False)
    return inner if letter != inner else sp.Symbol(letter.name, real=True, prime=False)


def _signer(context: Context, *facts: Fact) -> Signer:
    from .signer import Signer

    return Signer(context.knowing(facts))


def _between(context: Context, low: sp.Expr, here: sp.Symbol, high: sp.Expr, *, strict: bool) -> tuple[Fact, Fact, str]:
    """The facts that a letter is between two expressions, and the sentence that introduces all three."""
    sign, relation = ("<", sp.Lt) if strict else ("<=", sp.Le)
    name = context.text(here)
    first = Fact(context.fresh("Z"), f"{context.text(low)} {sign} {name}", relation(low, here, evaluate=False))
    last = Fact(context.fresh("Z"), f"{name} {sign} {context.text(high)}", relation(here, high, evaluate=False))
    return first, last, f"intros {name} {first.name} {last.name}."


@dataclass
class _Slope:
    """Writes a term that proves the derivative of an expression along a letter.

    Attributes:
        signer: derives what the rules ask for.
        letter: the letter.
        parts: reciprocals in the derivative, whose denominators are not 0.
    """

    signer: Signer
    letter: sp.Symbol
    parts: list[sp.Expr] = field(default_factory=list)

    def of(self, expr: sp.Expr) -> str:
        """The term.

        Raises:
            NoProof: if there is no rule for a part of it, or what a rule asks for is not derived.
        """
        text = self.signer.context.text
        if not expr.has(self.letter):
            return f"(Signs.slope_const {text(expr)} _)"
        if expr == self.letter:
            return "(Signs.slope_id _)"
        match expr:
            case sp.Add():
                return self._folded("plus", expr.args)
            case sp.Mul():
                return self._product(expr)
            case sp.Pow() if expr.base is not sp.E and expr.exp.is_Integer and expr.exp > 0:
                return f"(Signs.slope_pow {expr.exp} {self.of(expr.base)})"
            case sp.Pow() if expr.exp == sp.Rational(1, 2):
                self.parts.append(1 / expr)
                return f"(Signs.slope_sqrt {self.of(expr.base)} {self._known(expr.base, 'p')})"
            case sp.Pow() if _is_inverse(expr):
                below = sp.Pow(expr.base, -expr.exp)
                self.parts.append(1 / below)
                return f"(Signs.slope_inv {self.of(below)} {self._known(below, 'z')})"
            case sp.log():
                (inside,) = expr.args
                self.parts.append(sp.Pow(inside, -1, evaluate=False))
                return f"(Signs.slope_ln {self.of(inside)} {self._known(inside, 'p')})"
            case sp.asinh():
                (inside,) = expr.args
                square = inside**2 + 1
                self.parts.append(1 / sp.sqrt(square))
                equal = self.signer.lemma(f"{text(square)} = {text(inside)} ^ 2 + 1", "first [ring | field; nz].")
                return f"(Signs.slope_arcsinh {text(square)} {self.of(inside)} {equal})"
        if isinstance(expr, (sp.exp, sp.sinh, sp.cosh, sp.sin, sp.cos)):
            return f"(Signs.slope_{type(expr).__name__} {self.of(expr.args[0])})"
        raise NoProof(f"no derivative of {type(expr).__name__} here")

    def _product(self, expr: sp.Mul) -> str:
        above = [a for a in expr.args if not _is_inverse(a)]
        below = [sp.Pow(a.base, -a.exp) for a in expr.args if _is_inverse(a)]
        text = self.signer.context.text
        inside = self._folded("mult", above) if above else f"(Signs.slope_const {text(sp.S.One)} _)"
        if not below:
            return inside
        under = " * ".join(map(text, below))
        if not any(b.has(self.letter) for b in below):
            return f"(Signs.slope_over ({under}) {inside})"
        self.parts += [1 / b for b in below]
        whole = sp.Mul(*below)
        return f"(Signs.slope_div {inside} {self._folded('mult', below)} {self._known(whole, 'z')})"

    def _known(self, expr: sp.Expr, code: str) -> str:
        known = self.signer.prove(expr, code)
        if known is None:
            raise NoProof(f"the sign of {expr} is not seen")
        return self.signer.named(known, self.signer.context.text(expr)).term

    def _folded(self, lemma: str, parts: tuple[sp.Expr, ...] | list[sp.Expr]) -> str:
        found = self.of(parts[0])
        for part in parts[1:]:
            found = f"(Signs.slope_{lemma} {found} {self.of(part)})"
        return found
