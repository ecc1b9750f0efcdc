r"""The grammar of formulas: what stands at a place, read from left to right.  See `reading` for what is read."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from .combining import (
    LARGEST,
    MANY,
    CannotRead,
    inverse,
    noted,
    parts_read,
    plus,
    power,
    pseudo_inverse,
    times,
    trace,
    transposed,
)  # fmt: skip
from .counting import binomial_of, factorial_of
from .known_functions import FUNCTIONS, OPERATORS
from .latex_tokens import is_index
from .matrices import ExpectMatrix, ExpectScalar, Velocity
from .nesting import turned
from .partials import Binder, Partial
from .printing.marks import AtTime, Gradient, Mean, Remainder, Slope
from .printing.plain import shown_arguments
from .quantities import Quantity
from .symbols import time as default_time
from .vectors import EXACT, NUMBERS, as_number

if TYPE_CHECKING:
    from .reading import Reader

DEEPEST = 120
DIGITS = 300
"""The longest number that may be typed."""
_DIFFERENTIAL = (r"\mathrm", "{", "d", "}")
RELATIONS = {"=": "=", "<": "<", ">": ">", r"\le": "<=", r"\leq": "<=", r"\ge": ">=", r"\geq": ">=", r"\neq": "!="}


@dataclass(frozen=True)
class Indexed:
    """A family in print: the tokens after its indices, how many these are, and what an entry is."""

    after: tuple[str, ...]
    count: int
    entry: Callable[..., Any]


class Parse:
    """One formula being read."""

    def __init__(self, reader: Reader, found: list[str]) -> None:
        self.reader, self.tokens, self.place, self.depth = reader, found, 0, 0
        self.partials: list[Partial] = []

    # --- tokens ------------------------------------------------------------------------------------------------

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *expected: str) -> str:
        """Goes over what is expected, or over whatever token stands here; the last that it went over."""
        for token in expected or (self.next,):
            if self.next != token:
                raise self.error(repr(token))
            self.place += 1
        return self.tokens[self.place - 1] if self.place <= len(self.tokens) else ""

    def at(self, *expected: str, after: int = 0) -> bool:
        """Whether these tokens stand here, or so many after here."""
        place = self.place + after
        return tuple(self.tokens[place : place + len(expected)]) == expected

    def passes(self, *expected: str) -> bool:
        """Goes over these tokens, if they stand here; whether they do."""
        found = self.at(*expected)
        self.place += len(expected) * found
        return found

    def end(self) -> None:
        if self.next:
            raise self.error("the end of the formula")

    def error(self, expected: str) -> CannotRead:
        before = " ".join(self.tokens[max(0, self.place - 6) : self.place])
        got = repr(self.next) if self.next else "the end"
        place = f"after '{before}'" if before else "at the start"
        return CannotRead(f"got {got} {place}; expected {expected}")

    # --- what need not have a value ----------------------------------------------------------------------------

    def _partial(self, expr: Any) -> Any:
        """`expr`, which need not have a value everywhere."""
        self.partials.append(Partial(expr))
        return expr

    def _inverted(self, found: Any) -> Any:
        return self._partial(inverse(found))

    def _raised(self, base: Any, exponent: Any) -> Any:
        made = power(base, exponent)
        return made if getattr(exponent, "is_nonnegative", False) and exponent.is_integer else self._partial(made)

    def _bind(self, begin: int, *binders: Binder) -> None:
        """What was written from `begin` on stands under `binders`."""
        self.partials[begin:] = [Partial(p.expr, (*p.binders, *binders)) for p in self.partials[begin:]]

    # --- grammar -----------------------------------------------------------------------------------------------

    def expression(self) -> Any:
        with self._deeper():
            negative = self.next == "-"
            if negative or self.next == "+":
                self.take()
            terms = [times([sp.Integer(-1), self.term()]) if negative else self.term()]
            while self.next in ("+", "-"):
                sign = self.take()
                term = self.term()
                terms.append(term if sign == "+" else times([sp.Integer(-1), term]))
            return self._finite(plus(terms))

    @contextlib.contextmanager
    def _deeper(self) -> Iterator[None]:
        self.depth += 1
        if self.depth > DEEPEST:
            raise CannotRead(f"the formula is nested more than {DEEPEST} deep")
        yield
        self.depth -= 1

    def _finite(self, found: Any) -> Any:
        """What was read, unless it divides by zero, in whatever way."""
        if found.has(sp.zoo, sp.nan):
            before = " ".join(self.tokens[max(0, self.place - 6) : self.place])
            raise CannotRead(f"'{before}' divides by zero, or has no value")
        return found

    def term(self) -> Any:
        factors: list[Any] = []
        while True:
            if self.next in (r"\cdot", r"\times", "*", "/"):
                if not factors:
                    raise self.error("a factor")
                sign = self.take()
                factor = self.factor()
                if sign == "*" and any(getattr(f, "is_Matrix", False) for f in (factors[-1], factor)):
                    raise CannotRead("got * between matrices, which may be a product by entries or a convolution")
                factors.append(self._inverted(factor) if sign == "/" else factor)
            elif factors and not self._begins():
                return times(factors)
            elif factors and self.next[:1].isdigit() and getattr(factors[-1], "is_algebraic", False):
                raise self.error("a sign: a number beside a number may be one number, 10 000, or a product")
            else:
                factors.append(self.factor())

    def _begins(self) -> bool:
        token = self.next
        if token in ("", "+", "-", "/", "^", "_", "}", ")", "]", ",", ".", "!", r"\to") or token in RELATIONS:
            return False
        if self.at(*_DIFFERENTIAL):
            return False
        return token != "|" or not self._inside_bars

    _inside_bars = False

    def factor(self) -> Any:
        with self._deeper():
            return self._finite(self._factor())

    def _factor(self) -> Any:
        power: Any = None
        name = self._function_name()
        if name is not None:
            if self.passes("^"):
                power = self.group()
            found = self._call(name)
            if name in (sp.Min, sp.Max) and power is None and self.passes("^"):
                power = self.group()
        else:
            found = self.atom()
            if self.next == "_" and self.reader.entry is not None and getattr(found, "is_Matrix", False):
                found = self.reader.entry(found, self._places())
            if self.passes("!"):
                if self.next == "!":
                    raise CannotRead("got !!, which may be a double factorial; expected (n!)!, or a product")
                found = factorial_of(found)
            if self.passes("^"):
                if self._passes_mark(r"\top"):
                    return transposed(found)
                if self.passes("{", "-", r"\top", "}"):
                    return transposed(self._raised(found, sp.Integer(-1)))
                if self._passes_mark(r"\dagger"):
                    return pseudo_inverse(found)
                for side in ("+", "-") if self._aims else ():
                    if self.passes("{", side, "}"):
                        self._side = side
                        return found
                if self.at("[") or self.at("{", "["):
                    raise CannotRead("got an exponent in brackets, which may be a label; expected one without them")
                power = self.group()
        return found if power is None else self._raised(found, power)

    def _passes_mark(self, mark: str) -> bool:
        return self.passes(mark) or self.passes("{", mark, "}")

    def group(self) -> Any:
        """``{..}``, or the single token that TeX takes for one."""
        if self.next == "{":
            return self.braced()
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
        called = self.at("(", after=1) or self.at("^", after=1)
        if token in (r"\Gamma", r"\zeta") and (self._named(dry=True) or not called):
            return None
        if token in FUNCTIONS:
            self.take()
            return FUNCTIONS[token]
        if token == r"\operatorname":
            start = self.place
            self.take()
            word = self._word()
            if word in OPERATORS:
                return OPERATORS[word]
            if word in NUMBERS:
                return NUMBERS[word]
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
            if function in (sp.Min, sp.Max):
                raise self.error("( and two arguments or more")
            return self._partial(noted(function(as_number(self.factor()))))  # \ln x
        close = {"(": ")", "[": "]", "{": "}"}[self.take()]
        arguments = [self.expression()]
        while self.passes(","):
            arguments.append(self.expression())
            if len(arguments) > MANY:
                raise CannotRead(f"got a function of more than {MANY} arguments")
        self.take(close)
        if function in (sp.gamma, sp.zeta) and any(x.is_number and not abs(x) <= LARGEST for x in arguments):
            raise CannotRead(f"got {function.__name__} of a number above {LARGEST}")
        if function in EXACT:
            return self._measured(function, arguments)
        if function in (sp.Min, sp.Max) and len(arguments) < 2:
            raise CannotRead(
                f"got {function.__name__.lower()} of one argument; expected two or more, or a range below it"
            )
        if function is not trace:
            arguments = [as_number(argument) for argument in arguments]
        try:
            return self._partial(noted(function(*arguments)))
        except (TypeError, ValueError) as error:
            raise self.error(f"what the function takes ({error})") from None

    def _measured(self, function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
        """A norm or an inner product, which has a value wherever its arguments do."""
        try:
            return function(*arguments)
        except (TypeError, ValueError) as error:
            raise self.error(str(error)) from None

    def atom(self) -> Any:
        if (found := self._named()) is not None:
            return self._partial(self._at(found))
        token = self.next
        if re.fullmatch(r"\d+(\.\d+)?", token):
            if len(token) > DIGITS:
                raise CannotRead(f"got a number of {len(token)} characters; expected at most {DIGITS}")
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
                if self.at(*key) and (best is None or len(key) > best[0]):
                    best = len(key), meaning
        for base, kinds in self.reader._families.items():
            if self.passes(*base):
                for entry, end in self._entries(kinds):
                    if best is None or end - start > best[0]:
                        best = end - start, entry
            self.place = start
        if best is None or self.at("_", after=best[0]):
            return None  # a name that goes on is another one
        if not dry:
            self.place = start + best[0]
        return best[1]

    def _at(self, found: Any) -> Any:
        """``a(0)``, for a trajectory ``a`` or a quantity of trajectories: its value at that time."""
        open_, value, close = (*self.tokens[self.place : self.place + 3], "", "", "")[:3]
        entry = next(iter(found.value.atoms(AppliedUndef)), found) if isinstance(found, Quantity) else found
        time = [x for x in entry.args if x not in shown_arguments(entry)] if isinstance(entry, AppliedUndef) else []
        if len(time) != 1 or (open_, close) != ("(", ")") or not value.isdigit():
            return found
        self.place += 3
        return AtTime(found, time[0], sp.Integer(int(value)))

    def _entries(self, kinds: Sequence[Indexed]) -> Iterator[tuple[Any, int]]:
        """The entries that the indices from here on may mean, each with the place after it; they are read once."""
        indices: list[tuple[Any, int]] = []
        depth, most = self.depth, max(kind.count for kind in kinds)
        with contextlib.suppress(CannotRead):
            while len(indices) < most and (not indices or self.next == ","):
                if indices:
                    self.take()
                indices.append((self.expression(), self.place))
        if self.depth != depth and self.depth > DEEPEST:
            raise CannotRead(f"the formula is nested more than {DEEPEST} deep")
        self.depth = depth
        for kind in kinds:
            if kind.count <= len(indices):
                end = indices[kind.count - 1][1]
                if tuple(self.tokens[end : end + len(kind.after)]) == kind.after:
                    yield kind.entry(*(index for index, _ in indices[: kind.count])), end + len(kind.after)

    def _places(self) -> list[Any]:
        """``_i`` and ``_{ij}``: the indices of an entry of a matrix."""
        self.take("_")
        if not self.passes("{"):
            return [self._variable()]
        found = [self._variable()]
        while self.next not in ("}", ""):
            self.passes(",")
            found.append(self._variable())
        self.take("}")
        return found

    # --- what begins with a command ----------------------------------------------------------------------------

    def _frac(self) -> Any:
        self.take()
        if (velocity := self._velocity()) is not None:
            return velocity
        over = self.braced()
        under = self.braced()
        return times([over, self._inverted(under)])

    def _velocity(self) -> Any:
        r"""A derivative, ``\frac{\mathrm{d} W}{\mathrm{d} t}`` or ``\frac{\mathrm{d}}{\mathrm{d} t} (..)``.

        None, and nothing read, if another fraction stands here.
        """
        if not self.at("{", *_DIFFERENTIAL):
            return None
        self._only_algebra()
        self.take("{", *_DIFFERENTIAL)
        inside = None if self.next == "}" else self.factor()
        self.take("}", "{", *_DIFFERENTIAL)
        time = default_time() if self.next == "t" and self._named(dry=True) is None else self.factor()
        self.passes("t")
        self.take("}")
        if inside is None:
            inside = self.factor()
        if not getattr(inside, "is_Matrix", False):
            return Slope(inside, time)
        if self.reader.times is None or time in self.reader.times:
            return Velocity(inside)
        if tuple(inside.shape) != (1, 1):
            raise CannotRead(f"got the derivative of a matrix by {time}; expected one by time, or of a number")
        return Slope(as_number(inside), time)

    def _binomial(self) -> Any:
        self.take()
        return binomial_of(self.braced(), self.braced())

    def _nabla(self) -> Any:
        r"""``\nabla_{W} f``, of what stands to the end of the term."""
        self._only_algebra()
        self.take(r"\nabla", "_", "{")
        by = self._variable()
        self.take("}")
        inside = as_number(self.term())
        return Gradient(inside, by) if getattr(by, "is_Matrix", False) else Slope(inside, by)

    def _sqrt(self) -> Any:
        self.take()
        degree = sp.Integer(2)
        if self.passes("["):
            degree = self.expression()
            self.take("]")
        return self._raised(self.braced(), self._inverted(degree))

    def _parenthesised(self) -> Any:
        close = {"(": ")", "[": "]", "{": "}"}[self.take()]
        bars, self._inside_bars = self._inside_bars, False
        found = self.expression()
        self._inside_bars = bars
        self.take(close)
        if self.passes("_", "+") or self.passes("_", "{", "+", "}"):
            if getattr(found, "is_Matrix", False):
                raise CannotRead("got the positive part of a matrix; expected one of a number")
            return sp.Max(found, 0)
        return found

    def _only_algebra(self) -> None:
        if parts_read.get() is not None:
            raise self.error("algebra: as_written reads no limit, integral, derivative, order or expectation")

    def _absolute(self) -> Any:
        self.take("|")
        bars, self._inside_bars = self._inside_bars, True
        found = self.expression()
        self._inside_bars = bars
        self.take("|")
        return sp.Abs(as_number(found))

    def _sum(self, kind: Any = sp.Sum) -> Any:
        self.take()
        begin = len(self.partials)
        limits = [self._range()]
        while self.next in (r"\sum", r"\prod") and kind is {r"\sum": sp.Sum, r"\prod": sp.Product}[self.next]:
            self.take()
            limits.append(self._range())
            if len(limits) > MANY:
                raise CannotRead(f"got more than {MANY} sums within each other")
        noted = parts_read.get()
        before = len(noted or ())
        body = self.term()
        for _ in limits:
            self.reader._bound.pop()
        limits = list(turned(limits))
        if noted is not None:
            noted[before:] = [sp.Sum(part, *limits) for part in noted[before:]]
        self._bind(begin, *(Binder("sum", limit[0], limit[1:]) for limit in limits))
        return kind(body, *limits)

    def _range(self) -> tuple[Any, Any, Any]:
        self.take("_", "{")
        start = self.place
        while self.next not in ("=", ""):
            self.take()
        name = tuple(self.tokens[start : self.place])
        if not is_index(name):
            self.place = start
            raise self.error("an index")
        self.take("=")
        lower = self.expression()
        self.take("}", "^")
        upper = self.group()
        index = self._index(name, lower, upper)
        self.reader._bound.append({name: index})
        return index, lower, upper

    def _index(self, name: tuple[str, ...], lower: Any, upper: Any) -> Any:
        """The declared index of this name, if it has this range; otherwise a new one, whatever it is outside."""
        known = self.reader._names.get(name)
        if isinstance(known, sp.Symbol) or (isinstance(known, sp.Idx) and (known.lower, known.upper) != (lower, upper)):
            known = None
        return sp.Idx(sp.Symbol("".join(name), integer=True), (lower, upper)) if known is None else known

    def _delta(self) -> Any:
        self.take(r"\delta", "_", "{")
        one = self.factor()
        self.passes(",")
        other = self.factor()
        self.take("}")
        return sp.KroneckerDelta(one, other)

    def _expectation(self) -> Any:
        self._only_algebra()
        self.take(r"\mathbf" if self.next == r"\mathbf" else r"\mathbb", "{", "E", "}")
        over = []
        if self.passes("_"):
            self.take("{")
            over = [self._variable()]
            while self.passes(","):
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
        self._only_algebra()
        self.take(r"\lim", "_", "{")
        variable = self._variable()
        self.take(r"\to")
        self.depth += 1
        self._aims = True
        to = self.term() if self.next != "-" else self.expression()
        self._aims = False
        self.depth -= 1
        side = "-" if to is sp.oo else "+" if to.is_infinite else "+-"
        if self._side is not None:
            side, self._side = self._side, None
        self.take("}")
        begin = len(self.partials)
        body = self.term()
        self._bind(begin, Binder("limit", variable, (to, side)))
        return sp.Limit(body, variable, to, side)

    _side: str | None = None
    _aims = False  # whether what is read is where a variable tends to, which may be from one side

    def _integral(self) -> Any:
        self._only_algebra()
        self.take(r"\int", "_")
        lower = self.group()
        self.take("^")
        upper = self.group()
        begin = len(self.partials)
        body = self.term()
        self.take(*_DIFFERENTIAL)
        variable = self._variable()
        self._bind(begin, Binder("integral", variable, (lower, upper)))
        return sp.Integral(body, (variable, lower, upper))

    def _order(self) -> Any:
        self._only_algebra()
        self.take(r"\mathcal", "{", "O", "}", "(")
        inside = self.expression()
        self.take(")")
        return Remainder(inside)

    def _at_time(self) -> Any:
        self._only_algebra()
        self.take(".")
        begin = len(self.partials)
        bars, self._inside_bars = self._inside_bars, True
        inside = self.expression()
        self._inside_bars = bars
        self.take("|", "_", "{")
        variable = self._variable()
        self.take("=")
        end = len(self.partials)
        value = self.expression()
        self.take("}")
        after = self.partials[end:]
        del self.partials[end:]
        self._bind(begin, Binder("at", variable, (value,)))
        self.partials += after
        return AtTime(inside, variable, value)

    def _constant(self, value: Any) -> Any:
        self.take()
        return value


def _e(parse: Parse) -> Any:
    parse.take()
    return sp.E


_ATOMS: Mapping[str, Callable[[Parse], Any]] = {
    r"\frac": Parse._frac, r"\dfrac": Parse._frac, r"\tfrac": Parse._frac, r"\sqrt": Parse._sqrt,
    "(": Parse._parenthesised, "[": Parse._parenthesised, "{": Parse._parenthesised, "|": Parse._absolute,
    r"\sum": Parse._sum, r"\prod": lambda parse: parse._sum(sp.Product), r"\delta": Parse._delta,
    r"\mathbf": Parse._expectation, r"\mathbb": Parse._expectation, r"\lim": Parse._limit, r"\int": Parse._integral,
    r"\mathcal": Parse._order, ".": Parse._at_time, r"\pi": lambda parse: parse._constant(sp.pi),
    r"\infty": lambda parse: parse._constant(sp.oo), "e": _e, r"\binom": Parse._binomial, r"\nabla": Parse._nabla,
}  # fmt: skip
