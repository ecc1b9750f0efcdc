"""Exponentials, powers and logarithms on a common basis of exponents.

Every exponent is a combination, with rational coefficients, of monomials; each monomial has one named exponential, and
each exponential is a product of powers of those.  A power ``x**a`` is the exponential of ``a * ln x``, and a logarithm
of a product is a sum of logarithms.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sympy as sp

from .base import NoProof
from .exponents import common, factors, monomials

if TYPE_CHECKING:
    from .naming import Naming

FUNCTIONS = (sp.exp, sp.sinh, sp.cosh, sp.tanh, sp.asinh)
_ONE = sp.Integer(1)


class Refine(Exception):
    """An exponent is no multiple of its unit: the units were too coarse, and are finer now."""


@dataclass(frozen=True)
class Element:
    """An exponent and the name of its exponential: `fact` says ``exp exponent = text``."""

    exponent: str
    text: str
    value: sp.Expr
    fact: str
    meaning: sp.Expr  # the exponent


def is_node(expr: sp.Basic) -> bool:
    """Whether it is an exponential, a power that is none of a number of times, or a logarithm."""
    if isinstance(expr, sp.Pow):
        return expr.base is sp.E or not (expr.exp.is_Rational and expr.exp.q in (1, 2))
    return isinstance(expr, (sp.log, *FUNCTIONS)) or expr is sp.E


class Powers:
    """What is named of exponentials and logarithms."""

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self.units: dict[sp.Expr, sp.Rational] = {}
        self._elements: dict[sp.Expr, Element] = {}
        self._logs: dict[sp.Expr, tuple[sp.Symbol, str]] = {}
        self._bases: dict[sp.Symbol, sp.Expr] = {}
        self._by_symbol: dict[sp.Symbol, tuple[sp.Expr, Element]] = {}
        self._positive: dict[sp.Symbol, str] = {}
        self._whole: dict[sp.Symbol, Element] = {}
        self._roots: dict[sp.Symbol, Element] = {}
        self._real: set[sp.Expr] = set()  # of which there are powers with real exponents

    def notice(self, expr: sp.Expr) -> None:
        """Notes powers with real exponents, by which those with natural ones are then written."""
        text = self.naming.context.text
        if "(Rpower" in text(expr):
            self._real |= {power.base for power in expr.atoms(sp.Pow) if text(power).startswith("(Rpower")}

    def raises(self, symbol: sp.Symbol) -> bool:
        """Whether there are powers of a symbol with real exponents, or its logarithm."""
        return any(base.has(symbol) for base in self._bases.values())

    # -- units ---------------------------------------------------------------------------------------------------

    def measure(self, expr: sp.Expr) -> None:
        """Makes the units fine enough for one exponential."""
        if isinstance(expr, (sp.log, sp.asinh)) or self._is_sign(expr):
            return
        if self._natural(expr):
            self.naming.repeated.measure(expr)
            return
        for key, coefficient in self._exponent(expr).items():
            old = self.units.get(key)
            new = coefficient if old is None else common(old, coefficient)
            if old is not None and new != old and key in self._elements:
                self.units[key] = new
                raise Refine
            self.units[key] = new

    def _exponent(self, expr: sp.Expr) -> dict[sp.Expr, sp.Rational]:
        return self.decompose(self._of(expr))

    def _of(self, expr: sp.Expr) -> sp.Expr:
        """The value of the exponent."""
        if expr is sp.E:
            return _ONE
        if isinstance(expr, sp.Pow) and expr.base is not sp.E:
            exponent = self.naming.value(expr.exp)
            return exponent * self._log_value(expr.base)
        return self.naming.value(expr.exp if isinstance(expr, sp.Pow) else expr.args[0])

    def decompose(self, value: sp.Expr) -> dict[sp.Expr, sp.Rational]:
        """Monomials with their coefficients."""
        logs = [s for s in sorted(value.free_symbols, key=str) if s in self._bases]
        found: dict[sp.Expr, sp.Rational] = {}
        rest = value
        if logs:
            rest = sp.expand(value)
            for log in logs:
                part = rest.coeff(log, 1)
                if part.free_symbols & self._bases.keys():
                    continue
                rest = sp.expand(rest - part * log)
                for key, coefficient in monomials(part).items():
                    found[key * log] = found.get(key * log, sp.Integer(0)) + coefficient
        for key, coefficient in monomials(rest).items():
            found[key] = found.get(key, sp.Integer(0)) + coefficient
        return {key: coefficient for key, coefficient in found.items() if coefficient != 0}

    # -- values --------------------------------------------------------------------------------------------------

    def value(self, expr: sp.Expr) -> sp.Expr:
        """The value of an exponential, a power or a logarithm."""
        naming = self.naming
        if isinstance(expr, sp.log):
            return self._logarithm(expr)
        if self._natural(expr):
            return naming.repeated.value(expr)
        if self._is_sign(expr):
            return naming.opaque(expr)
        if isinstance(expr, sp.asinh):
            return self._arcsinh(expr)
        parts = [(self._element(key), _times(c, self.units.get(key), key)) for key, c in self._exponent(expr).items()]
        proof, exponent, text, value = _combined(parts)
        term = naming.context.text(expr)
        inner: tuple[sp.Expr, ...] = ()
        if expr is sp.E:
            lemma = f"Powers.exp_is _ {exponent} {text} {proof} _"
        elif isinstance(expr, sp.Pow) and expr.base is not sp.E:
            if not naming.context.text(expr).startswith("(Rpower"):
                return self._natural_as_real(expr, proof, exponent, text, value)
            lemma, inner = (
                f"Powers.rpower_is _ _ {exponent} {text} {proof} _",
                (expr.exp, sp.log(expr.base, evaluate=False)),
            )
        else:
            argument = expr.exp if isinstance(expr, sp.Pow) else expr.args[0]
            inner = (argument,)
            name = "exp" if isinstance(expr, sp.Pow) else expr.func.__name__
            lemma = f"Powers.{name}_is _ {exponent} {text} {proof} _"
        if isinstance(expr, sp.sinh):
            value, text = (value - 1 / value) / 2, f"({text} - / {text}) / 2"
        elif isinstance(expr, sp.cosh):
            value, text = (value + 1 / value) / 2, f"({text} + / {text}) / 2"
        elif isinstance(expr, sp.tanh):
            naming.lines.append(f"assert ({naming.fresh('N')} := Powers.square_plus_one {text}).")
            value, text = (value**2 - 1) / (value**2 + 1), f"({text} * {text} - 1) / ({text} * {text} + 1)"
        fact = naming.fact(f"{term} = {text}")
        naming.lines.append(f"{{ refine ({lemma}). {naming.compare(lemma, *inner)} }}")
        return naming.settled(expr, value, fact, inner)

    def _element(self, key: sp.Expr) -> Element:
        if key in self._elements:
            return self._elements[key]
        naming = self.naming
        unit = self.units.get(key, _ONE)
        if key in self._bases and unit < 0:  # a root of a number, not of its inverse, is named
            unit = self.units[key] = -unit
        if key in self._bases and unit.q == 1:
            self.units[key] = _ONE
            found = self._base_element(key)
        else:
            exponent = unit * key
            text = naming.text(exponent)
            if key in self._bases and abs(unit) == sp.Rational(1, 2) and (known := self._root_of(key)) is not None:
                self.units[key] = sp.Rational(1, 2)
                self._elements[key] = known
                return known
            symbol, fact = naming.name(f"(exp {text})", "E", sp.exp(naming.original(exponent)), positive=True)
            naming.lines.append(f"assert ({naming.fresh('P')} := Powers.exp_named_pos _ _ {fact}).")
            found = Element(text, symbol.name, symbol, fact, exponent)
            self._by_symbol[symbol] = (exponent, found)
            if key in self._bases:
                whole = self._base_element(key)
                relation = naming.fact(f"{symbol.name} ^ {unit.q} = {whole.text} ^ {unit.p}", "K")
                naming.lines.append(
                    f"{{ rewrite <- (Powers.exp_nat {unit.q} _ _ {fact}), "
                    f"<- (Powers.exp_nat {unit.p} _ _ {whole.fact}). f_equal. simpl. field. }}"
                )
                naming.relations.append(relation)
        self._elements[key] = found
        return found

    def _base_element(self, log: sp.Symbol) -> Element:
        """A positive number as the exponential of its logarithm."""
        if log not in self._whole:
            naming, base, fact = self.naming, self._bases[log], self.naming.fresh("X")
            naming.lines.append(f"assert ({fact} := Powers.exp_of_ln _ _ {self._logs[base][1]} {self._positive[log]}).")
            self._whole[log] = Element(log.name, naming.text(base), base, fact, log)
        return self._whole[log]

    def _root_of(self, log: sp.Symbol) -> Element | None:
        """The named root of a positive number as the exponential of half its logarithm."""
        named = self.naming.roots.get(sp.expand(self._bases[log]))
        return self._root_element(named[0]) if named is not None else None

    def _root_element(self, root: sp.Symbol) -> Element:
        if root not in self._roots:
            naming = self.naming
            inside, named = naming.squares[root], naming.known_signs[root][0]
            parts = [(self._log_element(factor, None), power) for factor, power in self._plain(inside)]
            proof, exponent, text, _ = _combined(parts)
            half = f"(1 / 2 * {exponent})"
            fact = naming.fact(f"exp {half} = {root.name}", "X")
            closing = naming.compare(text + naming.text(inside))
            naming.lines.append(f"{{ refine (Powers.root_exp _ _ _ {text} {named} {proof} _). {closing} }}")
            meaning = sp.Add(*(n * element.meaning for element, n in parts)) / 2
            self._roots[root] = Element(half, root.name, root, fact, meaning)
        return self._roots[root]

    # -- logarithms ----------------------------------------------------------------------------------------------

    def _log_parts(self, inside: sp.Expr) -> list[tuple[Element, int]]:
        """Elements and powers whose product is the value of `inside`."""
        naming, value = self.naming, self.naming.value(inside)
        plain = self._plain(value)
        hard = [(f, n) for f, n in plain if not f.is_positive]
        found: list[tuple[Element, int]] = []
        for factor, power in plain:
            if factor in self._by_symbol:
                found.append((self._by_symbol[factor][1], power))
                continue
            if factor in naming.known_signs:
                found.append((self._root_element(factor), power))
                continue
            proof = None
            if not factor.is_positive and len(hard) == 1 and power == 1:
                proof = self._remaining(inside, value, factor)
            found.append((self._log_element(factor, proof), power))
        return found

    def _plain(self, value: sp.Expr) -> list[tuple[sp.Expr, int]]:
        """Factors of a positive value with their powers, each of them positive, it seems."""
        naming = self.naming
        number, powers = factors(value)
        if number < 0:
            odd = next((f for f, n in powers.items() if n % 2 and naming.sign(f) == -1), None)
            if odd is None:
                raise NoProof(f"the sign of the logarithm's argument {naming.original(value)} is not seen")
            powers[sp.expand(-odd)] = powers.pop(odd)
        plain = [
            (sp.Integer(p), direction * n)
            for part, direction in ((number.p, 1), (number.q, -1))
            for p, n in sp.factorint(abs(part)).items()
        ]
        for factor, power in powers.items():
            if not factor.is_positive and naming.sign(factor) == -1:
                factor = sp.expand(-factor)
            plain.append((factor, power))
        return plain

    def _remaining(self, inside: sp.Expr, value: sp.Expr, factor: sp.Expr) -> str | None:
        """That the only factor of unknown sign is positive, since the whole is."""
        naming = self.naming
        whole = naming.need(inside, "<")
        rest = sp.cancel(value / factor)
        if not rest.is_positive:
            return None
        if rest == 1 and not naming.rewriting(inside) and value == factor:
            return whole
        positive = naming.need_of_value(rest, "<")
        fact = naming.fact(f"0 < {naming.text(factor)}", "N")
        naming.lines.append(
            f"{{ refine (Powers.pos_factor {naming.context.text(inside)} {naming.text(rest)} _ {whole} {positive} _). "
            f"{naming.compare(naming.text(rest) + naming.text(factor), inside)} }}"
        )
        return fact

    def _log_element(self, base: sp.Expr, proof: str | None) -> Element:
        if base not in self._logs:
            naming = self.naming
            proof = proof or (
                f"(ltac:(lra) : 0 < {naming.text(base)})" if base.is_Integer else naming.need_of_value(base, "<")
            )
            self._logs[base] = naming.name(f"(ln {naming.text(base)})", "L", sp.log(naming.original(base)))
            log = self._logs[base][0]
            self._bases[log] = base
            self._positive[log] = proof
        return self._base_element(self._logs[base][0])

    def _log_value(self, inside: sp.Expr) -> sp.Expr:
        return self._logarithm(sp.log(inside, evaluate=False))

    def _logarithm(self, expr: sp.Expr) -> sp.Expr:
        naming = self.naming
        if expr in naming.values:
            return naming.values[expr]
        (inside,) = expr.args
        proof, exponent, text, _ = _combined(parts := self._log_parts(inside))
        value = sp.Add(*(n * element.meaning for element, n in parts))
        if value in self._bases and text == naming.context.text(inside):
            return naming.settled(expr, value, self._logs[self._bases[value]][1], [inside])
        fact = naming.fact(f"ln {naming.context.text(inside)} = {exponent}")
        naming.lines.append(f"{{ refine (Powers.ln_is _ _ {text} {proof} _). {naming.compare(text, inside)} }}")
        return naming.settled(expr, value, fact, [inside])

    def _natural_as_real(self, expr: sp.Pow, proof: str, exponent: str, text: str, value: sp.Expr) -> sp.Expr:
        """A power of a positive number a natural number of times as an exponential."""
        naming = self.naming
        positive, times = naming.need(expr.base, "<"), naming.context.text(expr.exp)
        natural = naming.translate.natural(expr.exp)
        fact = naming.fact(f"{naming.context.text(expr)} = {text}")
        closing = naming.compare(exponent, expr.exp, sp.log(expr.base, evaluate=False))
        naming.lines.append(
            f"{{ refine (Powers.pow_is _ {natural} {times} {exponent} {text} {positive} "
            f"ltac:(rewrite ?plus_INR, ?mult_INR; simpl; ring) {proof} _). {closing} }}"
        )
        return naming.settled(expr, value, fact, [expr.base])

    def _arcsinh(self, expr: sp.asinh) -> sp.Expr:
        """The logarithm that an inverse hyperbolic sine is."""
        naming, (u,) = self.naming, expr.args
        under = u**2 + 1
        whole = u + sp.sqrt(under)
        texts = [naming.context.text(e) for e in (u, under, whole)]
        steps = f"{' '.join(texts)} ltac:(Powers.fld) ltac:(Powers.fld)"
        naming.knows(f"0 < {texts[2]}", f"(Powers.arcsinh_pos {steps})")
        logarithm = sp.log(whole, evaluate=False)
        value = self._logarithm(logarithm)
        fact = naming.fact(f"{naming.context.text(expr)} = {naming.text(value)}")
        naming.lines.append(
            f"{{ rewrite (Powers.arcsinh_ln {steps}). {naming.compare(naming.text(value), logarithm)} }}"
        )
        return naming.settled(expr, value, fact, [logarithm])

    def _natural(self, expr: sp.Expr) -> bool:
        """Whether it is a power a natural number of times, by its Coq term, and is named as one."""
        return (
            isinstance(expr, sp.Pow)
            and expr.base is not sp.E
            and not expr.exp.is_Rational
            and not self.naming.context.text(expr).startswith(("(Rpower", "(powerRZ"))
            and not (self._real and expr.exp.as_coeff_Add()[0] >= 0 and self._is_positive(expr.base))
        )

    def _is_positive(self, base: sp.Expr) -> bool:
        """Whether a base is seen to be positive, or is also that of a power with a real exponent, which asks for it."""
        return base in self._real or bool(sp.together(self.naming.value(base)).is_positive)

    def _is_sign(self, expr: sp.Expr) -> bool:
        """Whether it is a power of an integer, with a family of integers as exponents."""
        return isinstance(expr, sp.Pow) and self.naming.context.text(expr).startswith("(powerRZ")


def _combined(parts: Iterable[tuple[Element, int]]) -> tuple[str, str, str, sp.Expr]:
    """Proof, exponent, text and value of a product of powers of elements: the proof says ``exp exponent = text``."""
    found: tuple[str, str, str, sp.Expr] | None = None
    for element, times in parts:
        proof, exponent, text = element.fact, element.exponent, element.text
        if abs(times) != 1:
            number = abs(times)
            proof, exponent, text = (
                f"(Powers.exp_nat {number} _ _ {proof})",
                f"({number} * {exponent})",
                f"({text} ^ {number})",
            )
        if times < 0:
            proof, exponent, text = f"(Powers.exp_inv _ _ {proof})", f"(- {exponent})", f"(/ {text})"
        value = element.value**times
        if found is None:
            found = proof, exponent, text, value
        else:
            found = (
                f"(Powers.exp_join _ _ _ _ {found[0]} {proof})",
                f"({found[1]} + {exponent})",
                f"({found[2]} * {text})",
                found[3] * value,
            )
    return found or ("exp_0", "0", "1", _ONE)


def _times(coefficient: sp.Rational, unit: sp.Rational | None, key: sp.Expr) -> int:
    times = coefficient / (unit or _ONE)
    if not times.is_Integer:
        raise NoProof(f"the exponent {coefficient * key} is no multiple of its unit")
    return int(times)
