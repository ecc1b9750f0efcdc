"""Sines and cosines: every angle is a sum of multiples of named angles, and of parts of a turn."""

from __future__ import annotations

from math import gcd, lcm
from typing import TYPE_CHECKING

import sympy as sp

from .base import NoProof

if TYPE_CHECKING:
    from .naming import Naming

NODES = (sp.sin, sp.cos, sp.tan)
_TURNS = {
    1: "Powers.angle_pi",
    2: "Powers.angle_pi2",
    3: "Powers.angle_pi3",
    4: "Powers.angle_pi4",
    6: "Powers.angle_pi6",
    10: "Powers.angle_pi10",
}
_ROOTS = {3: 3, 4: 2, 6: 3, 10: 5}
_HALF = sp.Rational(1, 2)
Turned = tuple[str, str, str, str, sp.Expr, sp.Expr]
"""A proof of ``angle a c s``, the texts ``a``, ``c`` and ``s``, and the values of ``c`` and ``s``."""


class Angles:
    """What is named of angles."""

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self.units: dict[sp.Expr, sp.Rational] = {}
        self._named: dict[sp.Expr, Turned] = {}

    def measure(self, expr: sp.Expr) -> None:
        """Makes the units fine enough for one angle."""
        for key, coefficient in self._parts(expr)[0].items():
            old = self.units.get(key, abs(coefficient))
            self.units[key] = sp.Rational(gcd(int(old.p), int(coefficient.p)), lcm(int(old.q), int(coefficient.q)))

    def _parts(self, expr: sp.Expr) -> tuple[dict[sp.Expr, sp.Rational], sp.Rational]:
        """The monomials of an angle with their coefficients, and the part of a half turn."""
        found: dict[sp.Expr, sp.Rational] = {}
        turn = sp.Integer(0)
        pi = self.naming.value(sp.pi) if expr.has(sp.pi) else self.naming.values.get(sp.pi)
        for term in sp.Add.make_args(sp.expand(self.naming.value(expr.args[0]))):
            coefficient, key = term.as_coeff_Mul()
            if key == pi:
                turn += coefficient
            elif key != 1 or coefficient != 0:
                found[key] = found.get(key, sp.Integer(0)) + coefficient
        return {key: c for key, c in found.items() if c != 0}, turn

    def value(self, expr: sp.Expr) -> sp.Expr:
        """The value of a sine, a cosine or a tangent."""
        naming, (inside,) = self.naming, expr.args
        parts, turn = self._parts(expr)
        whole: Turned | None = None
        for key, coefficient in parts.items():
            unit = self.units.get(key, abs(coefficient))
            times = coefficient / unit
            if not times.is_Integer:
                raise NoProof(f"the angle {coefficient * key} is no multiple of its unit")
            whole = _sum(whole, _multiple(self._angle(key, unit), int(times)))
        if turn != 0:
            whole = _sum(whole, self._turn(turn))
        proof, angle, c, s, cosine, sine = whole or ("Powers.angle_zero", "0", "1", "0", sp.Integer(1), sp.Integer(0))
        term = naming.context.text(expr)
        if isinstance(expr, sp.cos):
            lemma, text, value = "Powers.cos_is", c, cosine
        elif isinstance(expr, sp.sin):
            lemma, text, value = "Powers.sin_is", s, sine
        else:
            lemma, text, value = "Powers.tan_is", f"{s} / {c}", sine / cosine
        value = sp.expand(value) if lemma != "Powers.tan_is" else value
        fact = naming.fact(f"{term} = {text}")
        naming.lines.append(f"{{ refine ({lemma} _ {angle} {c} {s} {proof} _). {naming.compare(angle, inside)} }}")
        return naming.settled(expr, value, fact, [inside])

    def _angle(self, key: sp.Expr, unit: sp.Rational) -> Turned:
        if key not in self._named:
            naming, angle = self.naming, unit * key
            c, s, fact, relation = (naming.fresh(stem) for stem in ("c", "s", "A", "K"))
            text = naming.text(angle)
            naming.lines.append(f"destruct (Powers.angle_named {text}) as [{c} [{s} {fact}]].")
            naming.lines.append(f"assert ({relation} := Powers.angle_unit _ _ _ {fact}).")
            cosine, sine = sp.Symbol(c, real=True), sp.Symbol(s, real=True)
            original = naming.original(angle)
            for symbol, name, meaning in ((cosine, c, sp.cos(original)), (sine, s, sp.sin(original))):
                naming.translate.reals[symbol] = name
                naming.meaning[symbol] = meaning
            naming.relations.append(relation)
            naming.squares[cosine] = 1 - sine**2
            self._named[key] = fact, text, c, s, cosine, sine
        return self._named[key]

    def _turn(self, part: sp.Rational) -> Turned:
        """A part of a half turn."""
        denominator = 10 if part.q == 5 else int(part.q)
        if denominator not in _TURNS:
            raise NoProof(f"the cosine of {part}*pi is not known here")
        times = int(part * denominator)
        key = sp.Rational(1, denominator)
        if key not in self._named:
            self._named[key] = self._basic_turn(denominator)
        return _multiple(self._named[key], times)

    def _basic_turn(self, denominator: int) -> Turned:
        naming = self.naming
        pi = naming.text(naming.value(sp.pi))
        if denominator <= 2:
            proof, cosine, sine = _TURNS[denominator], sp.Integer(denominator - 2), sp.Integer(denominator - 1)
            fixed = {1: ("PI", "(-1)", "0"), 2: ("(PI / 2)", "0", "1")}[denominator]
            return (*self._written(proof, fixed, pi), cosine, sine)
        inside = sp.Integer(_ROOTS[denominator])
        root = naming.value(sp.sqrt(inside))
        assert isinstance(root, sp.Symbol)
        k, fact = root.name, naming.roots[inside][1]
        if denominator == 10:
            c, name, relation = (naming.fresh(stem) for stem in ("c", "A", "K"))
            naming.lines.append(f"destruct (Powers.angle_pi10 {k} {fact}) as [{c} [{name} {relation}]].")
            symbol = sp.Symbol(c, real=True)
            naming.translate.reals[symbol] = c
            naming.meaning[symbol] = 4 * sp.cos(sp.pi / 10)
            naming.relations.append(relation)
            naming.squares[symbol] = 10 + 2 * root
            texts = ("(PI / 10)", f"({c} / 4)", f"(({k} - 1) / 4)")
            return (*self._written(name, texts, pi), symbol / 4, (root - 1) / 4)
        half, rooted = ("(1 / 2)", _HALF), (f"({k} / 2)", root / 2)
        cosine, sine = {3: (half, rooted), 4: (rooted, rooted), 6: (rooted, half)}[denominator]
        texts = (f"(PI / {denominator})", cosine[0], sine[0])
        return (*self._written(f"({_TURNS[denominator]} {k} {fact})", texts, pi), cosine[1], sine[1])

    def _written(self, proof: str, texts: tuple[str, str, str], pi: str) -> tuple[str, str, str, str]:
        """The fact about pi with pi's own name in it."""
        naming = self.naming
        angle = texts[0].replace("PI", pi)
        name = naming.fact(f"Powers.angle {angle} {texts[1]} {texts[2]}", "A")
        used = naming.rewriting(sp.pi).replace("rewrite ?", "rewrite <- ?")
        naming.lines.append(f"{{ {used}exact {proof}. }}")
        return name, angle, texts[1], texts[2]


def _sum(first: Turned | None, second: Turned) -> Turned:
    if first is None:
        return second
    p, a, c, s, cv, sv = first
    q, b, d, t, dv, tv = second
    return (
        f"(Powers.angle_add _ _ _ _ _ _ {p} {q})",
        f"({a} + {b})",
        f"({c} * {d} - {s} * {t})",
        f"({s} * {d} + {c} * {t})",
        sp.expand(cv * dv - sv * tv),
        sp.expand(sv * dv + cv * tv),
    )


def _multiple(angle: Turned, times: int) -> Turned:
    if times < 0:
        p, a, c, s, cv, sv = _multiple(angle, -times)
        return f"(Powers.angle_neg _ _ _ {p})", f"(- {a})", c, f"(- {s})", cv, -sv
    found: Turned | None = None
    for _ in range(times):
        found = _sum(found, angle)
    return found or ("Powers.angle_zero", "0", "1", "0", sp.Integer(1), sp.Integer(0))
