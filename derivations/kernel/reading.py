r"""LaTeX read as mathematics: a grammar, and never an evaluation.

A formula means something only beside the names that it uses, so a `Reader` is made from them: ``a_{k}`` may be one
symbol called "a_k", or the entry k of a family called "a".  The grammar is that of formulas as people type them and as
`printing` prints them::

    expression := ['-'] term (('+' | '-') term)*
    term       := factor* ['/' factor]          sums, limits and the like reach to the end of their term
    factor     := atom ['^' exponent]
    atom       := number | name | \frac{..}{..} | \sqrt{..} | \ln(..) | (..) | |..| | \sum_{..}^{..} term | ...

Whatever is not in it is refused, with its place.  The length and the depth of a formula are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from .matrices import ExpectMatrix, ExpectScalar, Named, RandomVector, Velocity
from .printing.marks import AtTime, Mean, Remainder, Slope
from .printing.notation import PLACE, name_in_latex
from .printing.plain import shown_arguments
from .printing.typeset import with_indices
from .symbols import time as default_time

LONGEST = 20_000
DEEPEST = 60
_TOKEN = re.compile(r"\\[A-Za-z]+|\\[,;:! |{}\\]|\d+(?:\.\d+)?|[A-Za-z]|'|[-+*/^_={}()\[\]|,.<>!&]")
_SIZES = (rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r"))
_SPACE = frozenset({*_SIZES, r"\,", r"\;", r"\:", r"\!", r"\ ", r"\quad", r"\qquad", r"\left", r"\right", "&"})
_DIFFERENTIAL = (r"\mathrm", "{", "d", "}")
_RELATIONS = {"=": "=", "<": "<", ">": ">", r"\le": "<=", r"\leq": "<=", r"\ge": ">=", r"\geq": ">=", r"\neq": "!="}
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    r"\ln": sp.log, r"\log": sp.log, r"\exp": sp.exp, r"\sin": sp.sin, r"\cos": sp.cos, r"\tan": sp.tan,
    r"\cot": sp.cot, r"\sinh": sp.sinh, r"\cosh": sp.cosh, r"\tanh": sp.tanh, r"\coth": sp.coth,
    r"\arcsin": sp.asin, r"\arccos": sp.acos, r"\arctan": sp.atan, r"\min": sp.Min, r"\max": sp.Max,
    r"\Gamma": sp.gamma, r"\zeta": sp.zeta,
}  # fmt: skip
_OPERATORS: Mapping[str, Callable[..., Any]] = {
    "arsinh": sp.asinh, "arcosh": sp.acosh, "artanh": sp.atanh, "sech": sp.sech, "erf": sp.erf, "sgn": sp.sign,
}  # fmt: skip


class CannotRead(ValueError):
    """The formula is outside the grammar, or uses a name that is not declared; the message says where."""


@dataclass(frozen=True)
class _Indexed:
    """A family in print: the tokens after its indices, how many these are, and what an entry is."""

    after: tuple[str, ...]
    count: int
    entry: Callable[..., Any]


def tokens(text: str) -> list[str]:
    """The tokens of a formula, without spaces.

    Raises:
        CannotRead: at a character outside the grammar, or if the text is too long.
    """
    if len(text) > LONGEST:
        raise CannotRead(f"got a formula of {len(text)} characters; expected at most {LONGEST}")
    found: list[str] = []
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        match = _TOKEN.match(text, place)
        if match is None:
            raise CannotRead(
                f"unexpected {text[place]!r} at character {place + 1}: ...{text[max(0, place - 15) : place]}"
            )
        if match[0] not in _SPACE:
            found.append(match[0])
        place = match.end()
    return found


class Reader:
    """Reads formulas that use the names of given expressions.

    Args:
        expressions: whose symbols, functions, matrices and indices may be used, under the names that they print with.
        names: further names in LaTeX, and what they stand for.
    """

    def __init__(self, expressions: Iterable[Any] = (), names: Mapping[str, Any] | None = None) -> None:
        self._names: dict[tuple[str, ...], Any] = {}
        self._families: dict[tuple[str, ...], list[_Indexed]] = {}
        self._bound: list[dict[tuple[str, ...], Any]] = []
        for expr in expressions:
            self._declare(expr)
        for name, meaning in (names or {}).items():
            self._names[tuple(tokens(name))] = meaning

    def _declare(self, expr: Any) -> None:
        for part in sp.preorder_traversal(sp.sympify(expr)):
            if isinstance(part, AppliedUndef):
                self._declare_entry(part)
            elif isinstance(part, sp.Identity):
                self._names.setdefault(("I",), part)
            elif isinstance(part, Named) and part.is_letter:
                self._name(str(part.args[0]), Named(part.args[0], part.args[1]))
            elif isinstance(part, (sp.MatrixSymbol, RandomVector)):
                self._name(str(part.args[0]), part)
            elif isinstance(part, sp.Idx):
                self._name(part.label.name if isinstance(part.label, sp.Symbol) else str(part.label), part)
            elif isinstance(part, sp.Symbol):
                self._name(part.name, part)

    def _name(self, name: str, meaning: Any) -> None:
        key = tuple(tokens(name_in_latex(name)))
        known = self._names.get(key)
        if isinstance(known, sp.Idx) and not isinstance(meaning, sp.Idx):
            return  # an index prints as its label, which is a symbol of its own
        self._names[key] = meaning

    def _declare_entry(self, entry: Any) -> None:
        shown = shown_arguments(entry)
        if not shown:
            self._names[tuple(tokens(name_in_latex(entry.func.__name__)))] = entry
            return
        places = [k for k, x in enumerate(entry.args) if x in shown]
        fixed = list(entry.args)
        function = entry.func

        def make(*indices: Any) -> Any:
            arguments = list(fixed)
            for place, index in zip(places, indices, strict=True):
                arguments[place] = index
            return function(*arguments)

        before, _, after = with_indices(name_in_latex(entry.func.__name__, indexed=True), PLACE).partition(PLACE)
        made = _Indexed(tuple(tokens(after)), len(shown), make)
        kept = self._families.setdefault(tuple(tokens(before)), [])
        if not any((k.after, k.count) == (made.after, made.count) for k in kept):
            kept.append(made)

    def expression(self, text: str) -> Any:
        """The expression that `text` stands for.

        Raises:
            CannotRead: if `text` is outside the grammar or uses an unknown name.
        """
        parse = _Parse(self, tokens(text))
        found = parse.expression()
        parse.end()
        return found

    def relation(self, text: str) -> tuple[Any, str, Any]:
        """Left side, relation (``=``, ``<``, ``<=``, ``>``, ``>=``, ``!=``) and right side.

        Raises:
            CannotRead: as `expression`, or if there is no relation.
        """
        parse = _Parse(self, tokens(text))
        left = parse.expression()
        sign = _RELATIONS.get(parse.take())
        if sign is None:
            raise parse.error("a relation sign")
        right = parse.expression()
        parse.end()
        return left, sign, right


class _Parse:
    """One formula being read."""

    def __init__(self, reader: Reader, found: list[str]) -> None:
        self.reader, self.tokens, self.place, self.depth = reader, found, 0, 0

    # --- tokens ------------------------------------------------------------------------------------------------

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, expected: str | None = None) -> str:
        token = self.next
        if expected is not None and token != expected:
            raise self.error(repr(expected))
        self.place += 1
        return token

    def end(self) -> None:
        if self.next:
            raise self.error("the end of the formula")

    def error(self, expected: str) -> CannotRead:
        before = " ".join(self.tokens[max(0, self.place - 6) : self.place])
        got = repr(self.next) if self.next else "the end"
        return CannotRead(f"got {got} after '{before}'; expected {expected}")

    # --- grammar -----------------------------------------------------------------------------------------------

    def expression(self) -> Any:
        self.depth += 1
        if self.depth > DEEPEST:
            raise CannotRead(f"the formula is nested more than {DEEPEST} deep")
        negative = self.next == "-"
        if self.next in ("-", "+"):
            self.take()
        found = _times(sp.Integer(-1), self.term()) if negative else self.term()
        while self.next in ("+", "-"):
            sign = self.take()
            term = self.term()
            found = _plus(found, term if sign == "+" else _times(sp.Integer(-1), term))
        self.depth -= 1
        return found

    def term(self) -> Any:
        found = None
        while True:
            if self.next in (r"\cdot", r"\times", "*"):
                if found is None:
                    raise self.error("a factor")
                self.take()
                factor = self.factor()
            elif self.next == "/":
                if found is None:
                    raise self.error("a factor")
                self.take()
                found = found / self.factor()
                continue
            elif found is not None and not self._begins():
                return found
            else:
                factor = self.factor()
            found = factor if found is None else _times(found, factor)

    def _begins(self) -> bool:
        token = self.next
        if token in ("", "+", "-", "/", "^", "_", "}", ")", "]", ",", ".", "!", r"\to") or token in _RELATIONS:
            return False
        if tuple(self.tokens[self.place : self.place + 4]) == _DIFFERENTIAL:
            return False
        return token != "|" or not self._inside_bars

    _inside_bars = False

    def factor(self) -> Any:
        power: Any = None
        name = self._function_name()
        if name is not None:
            if self.next == "^":
                self.take()
                power = self.group()
            found = self._call(name)
        else:
            found = self.atom()
            if self.next == "^":
                self.take()
                if self._is_top():
                    return _transposed(found)
                if self.tokens[self.place : self.place + 3] in (["{", "+", "}"], ["{", "-", "}"]):  # a one-sided limit
                    self._side = self.tokens[self.place + 1]
                    self.place += 3
                    return found
                power = self.group()
        return found if power is None else _power(found, power)

    def _is_top(self) -> bool:
        here = self.tokens[self.place : self.place + 3]
        if here[:1] == [r"\top"]:
            self.place += 1
            return True
        if here == ["{", r"\top", "}"]:
            self.place += 3
            return True
        return False

    def group(self) -> Any:
        """``{..}``, or the single token that TeX takes for one."""
        if self.next == "{":
            self.take()
            found = self.expression()
            self.take("}")
            return found
        if re.fullmatch(r"\d+", self.next) and len(self.next) > 1:  # TeX takes the first digit
            first, self.tokens[self.place] = self.next[0], self.next[1:]
            return sp.Integer(int(first))
        return self.atom()

    def braced(self) -> Any:
        self.take("{")
        found = self.expression()
        self.take("}")
        return found

    def _function_name(self) -> Callable[..., Any] | None:
        token = self.next
        follows = self.tokens[self.place + 1 : self.place + 2]
        if token in (r"\Gamma", r"\zeta") and (self._named(dry=True) or follows not in (["("], ["^"])):
            return None
        if token in _FUNCTIONS:
            self.take()
            return _FUNCTIONS[token]
        if token == r"\operatorname":
            start = self.place
            self.take()
            word = self._word()
            if word in _OPERATORS:
                return _OPERATORS[word]
            if word == "tr":
                return _trace
            self.place = start
        return None

    def _word(self) -> str:
        self.take("{")
        letters = []
        while re.fullmatch(r"[A-Za-z]", self.next):
            letters.append(self.take())
        self.take("}")
        return "".join(letters)

    def _call(self, function: Callable[..., Any]) -> Any:
        if self.next not in ("(", "[", "{"):
            return function(self.factor())  # \ln x
        close = {"(": ")", "[": "]", "{": "}"}[self.take()]
        arguments = [self.expression()]
        while self.next == ",":
            self.take()
            arguments.append(self.expression())
        self.take(close)
        return function(*arguments)

    def atom(self) -> Any:
        if (found := self._named()) is not None:
            return self._at(found)
        token = self.next
        if re.fullmatch(r"\d+(\.\d+)?", token):
            self.take()
            return sp.Rational(token)
        if token in _ATOMS:
            return _ATOMS[token](self)
        raise self.error("a number, a declared name or a function")

    # --- names -------------------------------------------------------------------------------------------------

    def _named(self, dry: bool = False) -> Any:
        """The longest declared name that stands here: an entry of a family, or a symbol."""
        start = self.place
        best: tuple[int, Any] | None = None
        for scope in (*reversed(self.reader._bound), self.reader._names):
            for key, meaning in scope.items():
                if tuple(self.tokens[start : start + len(key)]) == key and (best is None or len(key) > best[0]):
                    best = len(key), meaning
        for base, kinds in self.reader._families.items():
            if tuple(self.tokens[start : start + len(base)]) == base:
                for kind in kinds:
                    self.place = start + len(base)
                    entry = self._entry(kind)
                    if entry is not None and (best is None or self.place - start > best[0]):
                        best = self.place - start, entry
        self.place = start
        if best is None or self.tokens[start + best[0] : start + best[0] + 1] == ["_"]:
            return None  # a name that goes on is another one
        if not dry:
            self.place = start + best[0]
        return best[1]

    def _at(self, found: Any) -> Any:
        """``a(0)``, for a trajectory ``a``: its value at that time."""
        open_, value, close = (*self.tokens[self.place : self.place + 3], "", "", "")[:3]
        time = [x for x in found.args if x not in shown_arguments(found)] if isinstance(found, AppliedUndef) else []
        if len(time) != 1 or (open_, close) != ("(", ")") or not value.isdigit():
            return found
        self.place += 3
        return AtTime(found, time[0], sp.Integer(int(value)))

    def _entry(self, kind: _Indexed) -> Any:
        depth = self.depth
        try:
            indices = [self.expression()]
            while len(indices) < kind.count:
                self.take(",")
                indices.append(self.expression())
            for token in kind.after:
                self.take(token)
            return kind.entry(*indices)
        except CannotRead:
            self.depth = depth
            return None

    # --- what begins with a command ----------------------------------------------------------------------------

    def _frac(self) -> Any:
        self.take()
        if (velocity := self._velocity()) is not None:
            return velocity
        over = self.braced()
        under = self.braced()
        return over / under

    def _velocity(self) -> Any:
        r"""A derivative, ``\frac{\mathrm{d} W}{\mathrm{d} t}`` or ``\frac{\mathrm{d}}{\mathrm{d} t} (..)``.

        None, and nothing read, if another fraction stands here.
        """
        if self.tokens[self.place : self.place + 5] != ["{", *_DIFFERENTIAL]:
            return None
        self.place += 5
        inside = None if self.next == "}" else self.factor()
        for token in ("}", "{", *_DIFFERENTIAL):
            self.take(token)
        time = default_time() if self.next == "t" and self._named(dry=True) is None else self.factor()
        if self.next == "t":
            self.take()
        self.take("}")
        if inside is None:
            inside = self.factor()
        return Velocity(inside) if getattr(inside, "is_Matrix", False) else Slope(inside, time)

    def _sqrt(self) -> Any:
        self.take()
        degree = sp.Integer(2)
        if self.next == "[":
            self.take()
            degree = self.expression()
            self.take("]")
        return sp.Pow(self.braced(), 1 / degree)

    def _parenthesised(self) -> Any:
        close = {"(": ")", "[": "]", "{": "}"}[self.take()]
        bars, self._inside_bars = self._inside_bars, False
        found = self.expression()
        self._inside_bars = bars
        self.take(close)
        return found

    def _absolute(self) -> Any:
        self.take("|")
        bars, self._inside_bars = self._inside_bars, True
        found = self.expression()
        self._inside_bars = bars
        self.take("|")
        return sp.Abs(found)

    def _sum(self, kind: Any = sp.Sum) -> Any:
        self.take()
        limits = [self._range()]
        while self.next in (r"\sum", r"\prod") and kind is {r"\sum": sp.Sum, r"\prod": sp.Product}[self.next]:
            self.take()
            limits.append(self._range())
        body = self.term()
        for _ in limits:
            self.reader._bound.pop()
        return kind(body, *limits)

    def _range(self) -> tuple[Any, Any, Any]:
        self.take("_")
        self.take("{")
        start = self.place
        while self.next not in ("=", ""):
            self.take()
        name = tuple(self.tokens[start : self.place])
        self.take("=")
        lower = self.expression()
        self.take("}")
        self.take("^")
        upper = self.group()
        index = self._index(name, lower, upper)
        self.reader._bound.append({name: index})
        return index, lower, upper

    def _index(self, name: tuple[str, ...], lower: Any, upper: Any) -> Any:
        """The declared index of this name, if it has this range; otherwise a new one."""
        known = self.reader._names.get(name)
        if isinstance(known, sp.Idx) and (known.lower, known.upper) != (lower, upper):
            known = None
        return sp.Idx(sp.Symbol("".join(name), integer=True), (lower, upper)) if known is None else known

    def _delta(self) -> Any:
        self.take()
        self.take("_")
        self.take("{")
        one = self.factor()
        if self.next == ",":
            self.take()
        other = self.factor()
        self.take("}")
        return sp.KroneckerDelta(one, other)

    def _expectation(self) -> Any:
        for token in (r"\mathbf" if self.next == r"\mathbf" else r"\mathbb", "{", "E", "}"):
            self.take(token)
        over = []
        if self.next == "_":
            self.take()
            self.take("{")
            over = [self._variable()]
            while self.next == ",":
                self.take()
                over.append(self._variable())
            self.take("}")
        self.take("[")
        inside = self.expression()
        self.take("]")
        if over:
            return Mean(inside, *over)
        return ExpectMatrix(inside) if getattr(inside, "is_Matrix", False) else ExpectScalar(inside)

    def _variable(self) -> Any:
        """A declared name, or a single letter that stands for a family."""
        if (found := self._named()) is not None:
            return found
        if not re.fullmatch(r"\\?[A-Za-z]+", self.next):
            raise self.error("a variable")
        return sp.Symbol(self.take().lstrip("\\"))

    def _limit(self) -> Any:
        self.take()
        self.take("_")
        self.take("{")
        variable = self._variable()
        self.take(r"\to")
        self.depth += 1
        to = self.term() if self.next != "-" else self.expression()
        self.depth -= 1
        side = "-" if to is sp.oo else "+"
        if self._side is not None:
            side, self._side = self._side, None
        self.take("}")
        return sp.Limit(self.term(), variable, to, side)

    _side: str | None = None

    def _integral(self) -> Any:
        self.take()
        self.take("_")
        lower = self.group()
        self.take("^")
        upper = self.group()
        body = self.term()
        for token in _DIFFERENTIAL:
            self.take(token)
        return sp.Integral(body, (self._variable(), lower, upper))

    def _order(self) -> Any:
        for token in (r"\mathcal", "{", "O", "}", "("):
            self.take(token)
        inside = self.expression()
        self.take(")")
        return Remainder(inside)

    def _at_time(self) -> Any:
        self.take(".")
        bars, self._inside_bars = self._inside_bars, True
        inside = self.expression()
        self._inside_bars = bars
        for token in ("|", "_", "{"):
            self.take(token)
        variable = self._variable()
        self.take("=")
        value = self.expression()
        self.take("}")
        return AtTime(inside, variable, value)

    def _constant(self, value: Any) -> Any:
        self.take()
        return value


def _e(parse: _Parse) -> Any:
    parse.take()
    return sp.E


_ATOMS: Mapping[str, Callable[[_Parse], Any]] = {
    r"\frac": _Parse._frac, r"\dfrac": _Parse._frac, r"\tfrac": _Parse._frac, r"\sqrt": _Parse._sqrt,
    "(": _Parse._parenthesised, "[": _Parse._parenthesised, "{": _Parse._parenthesised, "|": _Parse._absolute,
    r"\sum": _Parse._sum, r"\prod": lambda parse: parse._sum(sp.Product), r"\delta": _Parse._delta,
    r"\mathbf": _Parse._expectation, r"\mathbb": _Parse._expectation, r"\lim": _Parse._limit, r"\int": _Parse._integral,
    r"\mathcal": _Parse._order, ".": _Parse._at_time, r"\pi": lambda parse: parse._constant(sp.pi),
    r"\infty": lambda parse: parse._constant(sp.oo), "e": _e,
}  # fmt: skip


def _plus(one: Any, other: Any) -> Any:
    if getattr(one, "is_Matrix", False) or getattr(other, "is_Matrix", False):
        if one == 0:
            return other
        return one if other == 0 else sp.MatAdd(one, other)
    return one + other


def _times(one: Any, other: Any) -> Any:
    return one * other


def _power(base: Any, exponent: Any) -> Any:
    if getattr(base, "is_Matrix", False) and exponent == -1:
        return sp.Inverse(base)
    return sp.exp(exponent) if base is sp.E else base**exponent


def _transposed(found: Any) -> Any:
    return found.T if getattr(found, "is_Matrix", False) else found


def _trace(found: Any) -> Any:
    return sp.Trace(found)
