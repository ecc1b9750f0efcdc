"""A small evaluator of the Coq terms and propositions that the translation writes, with Coq's total conventions.

It reads text only, and shares nothing with the code that writes it: ``1/0`` is 0, ``sqrt`` and ``ln`` of what they are
not defined on are 0, ``Rpower x y`` is ``exp (y * ln x)``, and subtraction of naturals stops at 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import prod
from typing import Any

from mpmath import mp, mpf

TOKEN = re.compile(r"\s*(=>|->|<>|<=|[A-Za-z_][A-Za-z0-9_']*|\d+|%nat|[()+\-*/^<:,=])")
NATURAL, REAL = "nat", "R"

Tree = tuple[Any, ...]


def _apart(text: str) -> list[str]:
    found, place = [], 0
    while place < len(text.rstrip()):
        match = TOKEN.match(text, place)
        if match is None:
            raise SyntaxError(f"not understood: {text[place : place + 20]!r}")
        found.append(match.group(1))
        place = match.end()
    return found


class _Parser:
    """Recursive descent; one method a level of Coq's grammar."""

    def __init__(self, text: str) -> None:
        self.words = _apart(text)
        self.place = 0

    def next(self) -> str:
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self, word: str = "") -> str:
        found = self.next()
        if word and found != word:
            raise SyntaxError(f"{word!r} expected, {found!r} found at {self.words[self.place :]}")
        self.place += 1
        return found

    def proposition(self) -> Tree:
        if self.next() == "forall":
            self.take()
            name = self.take()
            self.take(":"), self.take("nat"), self.take(",")
            return ("forall", name, self.proposition())
        first = self.relation()
        if self.next() == "->":
            self.take()
            return ("implies", first, self.proposition())
        return first

    def relation(self) -> Tree:
        before = self.place
        if self.next() == "(":  # a relation of naturals in brackets, or a term
            self.take()
            try:
                inside = self.relation()
                self.take(")")
                self.take("%nat")
                if inside[0] == "relation":
                    return ("scope", inside)
            except SyntaxError:
                pass
            self.place = before
        terms, signs = [self.sum()], []
        while self.next() in ("<", "<=", "<>", "="):
            signs.append(self.take())
            terms.append(self.sum())
        if not signs:
            raise SyntaxError("no relation")
        return ("relation", terms, signs)

    def sum(self) -> Tree:
        found = self.product()
        while self.next() in ("+", "-"):
            sign = self.take()
            found = (sign, found, self.product())
        return found

    def product(self) -> Tree:
        found = self.unary()
        while self.next() in ("*", "/"):
            sign = self.take()
            found = (sign, found, self.unary())
        return found

    def unary(self) -> Tree:
        if self.next() in ("-", "/"):
            return ("negative" if self.take() == "-" else "inverse", self.unary())
        return self.power()

    def power(self) -> Tree:
        base = self.application()
        if self.next() == "^":
            self.take()
            return ("^", base, self.application())
        return base

    def application(self) -> Tree:
        head = self.atom()
        arguments = []
        while re.fullmatch(r"[(]|\w+", self.next()) and self.next() not in ("nat",):
            arguments.append(self.atom())
        return ("apply", head, arguments) if arguments else head

    def atom(self) -> Tree:
        word = self.take()
        if word == "(":
            if self.next() == "fun":
                self.take()
                name = self.take()
                self.take("=>")
                found: Tree = ("fun", name, self.sum())
            else:
                found = self.sum()
            self.take(")")
            if self.next() == "%nat":
                self.take()
                return ("scope", found)
            return found
        if word.isdigit():
            return ("number", int(word))
        if re.fullmatch(r"[A-Za-z_]\w*", word):
            return ("name", word)
        raise SyntaxError(f"a term expected, {word!r} found")


NAT_ARGUMENTS = {"INR": 1, "kron": 2, "tsum": 2, "tprod": 2, "S": 1}


class Evaluator:
    """Values of terms.

    Args:
        values: the variables: real numbers as `mpf`, naturals and integers as `int`.
        functions: families and functions: name to whether each argument is natural, and the function.
    """

    def __init__(self, values: Mapping[str, Any], functions: Mapping[str, tuple[tuple[bool, ...], Callable]]) -> None:
        self.values, self.functions = dict(values), functions

    def term(self, text: str) -> Any:
        """The value of a real term."""
        parser = _Parser(text)
        tree = parser.sum()
        assert not parser.next(), f"left over: {parser.words[parser.place :]}"
        return self._value(tree, REAL, self.values)

    def holds(self, text: str) -> bool:
        """Whether a proposition is true."""
        parser = _Parser(text)
        tree = parser.proposition()
        assert not parser.next(), f"left over: {parser.words[parser.place :]}"
        return self._holds(tree, REAL, self.values)

    def _holds(self, tree: Tree, scope: str, values: Mapping[str, Any]) -> bool:
        match tree:
            case ("forall", name, inside):
                return all(self._holds(inside, scope, {**values, name: k}) for k in range(9))
            case ("implies", first, second):
                return not self._holds(first, scope, values) or self._holds(second, scope, values)
            case ("scope", inside):
                return self._holds(inside, NATURAL, values)
            case ("relation", terms, signs):
                found = [self._value(t, scope, values) for t in terms]
                return all(_compare(a, sign, b) for a, sign, b in zip(found, signs, found[1:], strict=False))
        raise AssertionError(tree)

    def _value(self, tree: Tree, scope: str, values: Mapping[str, Any]) -> Any:
        match tree:
            case ("number", number):
                return number if scope == NATURAL else mpf(number)
            case ("name", "PI"):
                return +mp.pi
            case ("name", name):
                return values[name]
            case ("scope", inside):
                return self._value(inside, NATURAL, values)
            case ("negative", inside):
                return -self._value(inside, scope, values)
            case ("inverse", inside):
                return _inverse(self._value(inside, scope, values))
            case ("^", base, exponent):
                return self._value(base, scope, values) ** self._value(exponent, NATURAL, values)
            case (("+" | "-" | "*" | "/") as sign, first, second):
                a, b = self._value(first, scope, values), self._value(second, scope, values)
                match sign:
                    case "+":
                        return a + b
                    case "-":
                        return max(a - b, 0) if scope == NATURAL else a - b
                    case "*":
                        return a * b
                assert scope == REAL
                return a * _inverse(b)
            case ("apply", ("name", name), arguments):
                return self._applied(name, arguments, values)
        raise AssertionError(tree)

    def _applied(self, name: str, arguments: list[Tree], values: Mapping[str, Any]) -> Any:
        if name in ("tsum", "tprod"):
            low, high, (_, index, inside) = arguments
            first, last = (self._value(a, NATURAL, values) for a in (low, high))
            parts = range(first, first + max(last + 1 - first, 0))
            found = (self._value(inside, REAL, {**values, index: k}) for k in parts)
            return sum(found, mpf(0)) if name == "tsum" else prod(found, start=mpf(1))
        if name in self.functions:
            naturals, function = self.functions[name]
            return function(
                *(self._value(a, NATURAL if n else REAL, values) for a, n in zip(arguments, naturals, strict=True))
            )
        naturals = (True,) * NAT_ARGUMENTS.get(name, 0) + (name == "IZR",)
        found = [
            self._value(a, NATURAL if k < len(naturals) and naturals[k] else REAL, values)
            for k, a in enumerate(arguments)
        ]
        return FUNCTIONS[name](*found)


def _compare(a: Any, sign: str, b: Any) -> bool:
    near = abs(a - b) < mpf(10) ** (-mp.dps // 2)
    match sign:
        case "<":
            return a < b and not near
        case "<=":
            return a <= b or near
        case "<>":
            return not near
    return near


def _inverse(x: Any) -> Any:
    return mpf(0) if abs(x) < mpf(10) ** (-mp.dps // 2) else 1 / x


def _ln(x: Any) -> Any:
    return mp.log(x) if x > 0 else mpf(0)


FUNCTIONS: dict[str, Callable] = {
    "exp": mp.exp,
    "ln": _ln,
    "sqrt": lambda x: mp.sqrt(x) if x > 0 else mpf(0),
    "Rpower": lambda x, y: mp.exp(y * _ln(x)),
    "powerRZ": lambda x, n: mpf(x) ** int(n) if n >= 0 else _inverse(mpf(x) ** int(-n)),
    "sin": mp.sin,
    "cos": mp.cos,
    "tan": lambda x: mp.sin(x) * _inverse(mp.cos(x)),
    "sinh": mp.sinh,
    "cosh": mp.cosh,
    "tanh": mp.tanh,
    "atan": mp.atan,
    "arcsinh": mp.asinh,
    "Rabs": abs,
    "Rmax": max,
    "Rmin": min,
    "INR": mpf,
    "IZR": mpf,
    "S": lambda n: n + 1,
    "kron": lambda i, j: mpf(i == j),
}
"""Coq's functions, total as they are there."""
