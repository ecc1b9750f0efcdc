"""A formula compiled twice: to a program for doubles over arrays of draws, and in many digits at one draw.

Double precision cannot tell a cancellation from a falsehood, so a draw at which an equation looks wrong is looked at
again with many digits before anything is said.
"""

from __future__ import annotations

import builtins
import inspect
import math
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

import flint
import mpmath
import numpy as np
import sympy as sp
from numpy.typing import NDArray
from sympy.printing.pycode import MpmathPrinter

from layerproof.language.doubles import CannotRun, Program

Array = NDArray[np.float64]
DIGITS = 50
_BINDERS = (sp.Integral, sp.Limit, sp.Sum, sp.Product)
LARGE = 10_000  # bits before the point, beyond which no function is evaluated: exp needs as many digits as those
_HARMLESS = ("fabs", "log", "sqrt", "asinh", "acosh", "atan", "sign", "re", "im", "floor", "ceil", "mpf", "mpmathify")


class CannotEvaluate(ValueError):
    """The expression has no numeric value: an undefined function, an unevaluated operator."""


class TooLarge(CannotEvaluate):
    """The expression has a value here, of which no digits can be had: the sine, or the exponential, of exp(exp(9))."""


class Formula:
    """Expressions in plain symbols, evaluated together.

    ``formula(values)`` maps arrays that broadcast against each other to one array an expression; an entry is NaN where
    the expression is not real or not defined.  ``formula.exact(values)`` maps mpmath numbers to mpmath numbers, which
    may be complex.
    """

    def __init__(self, expressions: Sequence[sp.Basic]) -> None:
        self.expressions = tuple(sp.sympify(e) for e in expressions)
        self.symbols = (
            tuple(sorted(set().union(*(e.free_symbols for e in self.expressions)), key=str)) if expressions else ()
        )
        for expr in self.expressions:
            if unknown := [a for a in expr.atoms(sp.core.function.AppliedUndef)]:
                raise CannotEvaluate(f"{unknown[0]} has no value")
        self._names = {s: f"x{k}" for k, s in enumerate(self.symbols)}
        self._slow = any(e.has(*_BINDERS) for e in self.expressions)

    @cached_property
    def _exact(self) -> Any:
        return _function(self.expressions, self._names)

    @cached_property
    def _fast(self) -> tuple[Program, list[int]] | None:
        if self._slow:
            return None
        program = Program(self._coordinate, _whole, steps=math.inf)
        try:
            return program, [program.add(e) for e in self.expressions]
        except CannotRun:
            return None

    def _coordinate(self, leaf: sp.Expr) -> tuple[str, int]:
        if leaf not in self._names:
            raise CannotRun(f"{leaf} has no value")
        return "x", self.symbols.index(leaf)

    def __call__(self, values: Mapping[sp.Symbol, Any]) -> list[Array]:
        """Double precision; shapes broadcast."""
        arguments = [np.asarray(values[s], dtype=float) for s in self.symbols]
        shape = (
            np.broadcast_shapes(*(np.shape(v) for v in values.values()))
            if not arguments
            else np.broadcast_shapes(*(a.shape for a in arguments))
        )
        with np.errstate(all="ignore"):
            if self._fast is None:
                return self._slowly(arguments, shape)
            program, wanted = self._fast
            found = program.values(arguments, wanted)
        return [np.broadcast_to(_real(v), shape).astype(float) for v in found]

    def exact(self, values: Mapping[sp.Symbol, Any], digits: int = DIGITS) -> list[Any]:
        """Many digits at one draw; NaN where undefined.

        Raises:
            CannotEvaluate: if mpmath knows no such function.
            TooLarge: if a function is asked for at more than 2^10,000, where mpmath would not end.
        """
        with mpmath.workdps(digits):
            try:
                found = self._exact(*(values[s] for s in self.symbols))
            except (ZeroDivisionError, OverflowError):
                found = [self._one(k, values) for k in range(len(self.expressions))]
            except CannotEvaluate:
                raise
            except (NameError, TypeError, AttributeError, ValueError) as error:
                raise CannotEvaluate(f"cannot evaluate {self.expressions[0]}: {error}") from error
            return [_as_mp(v) for v in found]

    def _one(self, k: int, values: Mapping[sp.Symbol, Any]) -> Any:
        if len(self.expressions) == 1:
            return mpmath.nan
        alone = compiled((self.expressions[k],))
        try:
            return alone._exact(*(values[s] for s in alone.symbols))[0]
        except (ZeroDivisionError, OverflowError):
            return mpmath.nan

    def _slowly(self, arguments: list[Array], shape: tuple[int, ...]) -> list[Array]:
        spread = [np.broadcast_to(a, shape).ravel() for a in arguments]
        rows = [self._row(row) for row in (zip(*spread, strict=True) if spread else [()])]
        columns = list(zip(*rows, strict=True)) if rows else [() for _ in self.expressions]
        return [
            np.array([float(v) if mpmath.im(v) == 0 else np.nan for v in column]).reshape(shape) for column in columns
        ]

    def _row(self, row: Sequence[Any]) -> list[Any]:
        try:
            return self.exact(dict(zip(self.symbols, map(mpmath.mpf, map(float, row)), strict=True)), 20)
        except TooLarge:
            return [mpmath.nan] * len(self.expressions)


@lru_cache(maxsize=4096)
def compiled(expressions: tuple[sp.Basic, ...]) -> Formula:
    """The formula of these expressions, compiled once."""
    return Formula(expressions)


def terms(expr: sp.Expr) -> list[sp.Expr]:
    """The terms of a sum, or the expression itself: their sizes give the scale on which a difference is small."""
    return list(sp.Add.make_args(expr))


def scale_of(expressions: Sequence[sp.Expr]) -> sp.Expr:
    """The sum of the magnitudes of all terms of `expressions`, for relative errors."""
    return sp.Add(*(Magnitude(term) for e in expressions for term in terms(e) if term != 0))


class _Printer(MpmathPrinter):  # type: ignore[misc]
    """Prints symbols by the names of arguments, and each sum, product, power or function once, as a line of its own.

    What stands below a branch or binds a variable is printed where it stands: it may have no value elsewhere.
    """

    def __init__(self, names: Mapping[sp.Symbol, str]) -> None:
        super().__init__({"fully_qualified_modules": True, "order": "none", "strict": True})
        self._names, self._known, self._inside = names, dict[sp.Basic, str](), 0
        self.lines: list[str] = []

    def _print(self, expr: Any, **settings: Any) -> str:
        if isinstance(expr, sp.Symbol) and expr in self._names:
            return self._names[expr]
        if settings or not isinstance(expr, sp.Basic) or self._inside:
            return str(super()._print(expr, **settings))
        if expr not in self._known:
            closed = isinstance(expr, (sp.Piecewise, *_BINDERS))
            self._inside += closed
            code = self._arithmetic(expr) or str(super()._print(expr))
            self._inside -= closed
            if isinstance(expr, (sp.Add, sp.Mul, sp.Pow, sp.Function)):
                self.lines.append(f"v{len(self.lines)} = {code}")
                code = f"v{len(self.lines) - 1}"
            self._known[expr] = code
        return self._known[expr]

    def _arithmetic(self, expr: sp.Basic) -> str:
        """Sums, products and powers, whose parts are names and numbers by now; nothing for what is none of these."""
        if isinstance(expr, (sp.Add, sp.Mul)):
            if expr.is_Mul and not expr.is_commutative:
                return ""
            below = [a for a in expr.args if expr.is_Mul and a.is_Pow and a.exp == -1]
            above = [a for a in expr.args if a not in below]
            code = (" + " if expr.is_Add else "*").join(self._operand(a) for a in above) or "1"
            return "/".join([code, *(self._operand(a.base) for a in below)])
        if isinstance(expr, sp.Pow):
            if not expr.exp.is_number:
                return f"_power({self._print(expr.base)}, {self._print(expr.exp)})"
            if abs(expr.exp) == sp.Rational(1, 2):
                root = f"mpmath.sqrt({self._print(expr.base)})"
                return root if expr.exp > 0 else f"1/{root}"
            if expr.exp == -1:
                return f"1/{self._operand(expr.base)}"
            return f"{self._operand(expr.base)}**{self._operand(expr.exp)}"
        return ""

    def _operand(self, expr: sp.Basic) -> str:
        code = self._print(expr)
        return code if code.isidentifier() or code.isdecimal() else f"({code})"

    def _print_Written(self, expr: Any) -> str:
        return f"_written({', '.join(self._print(e) for e in (expr.value, *expr.parts))})"

    def _print_ComplexInfinity(self, expr: Any) -> str:
        return "builtins.float('nan')"

    _print_NaN = _print_ComplexInfinity

    def _print_LambertW(self, expr: Any) -> str:
        return f"mpmath.lambertw({', '.join(map(self._print, expr.args))})"

    def _print_zeta(self, expr: Any) -> str:
        return f"_zeta({', '.join(map(self._print, expr.args))})"


class _Bounded:
    """The functions of mpmath, none of which is asked for at an argument so large that it would not end."""

    def __getattr__(self, name: str) -> Any:
        found = getattr(mpmath, name)
        if name in _HARMLESS or not inspect.isroutine(found):
            return found

        def bounded(*arguments: Any, **options: Any) -> Any:
            return found(*_within(arguments), **options)

        setattr(self, name, bounded)
        return bounded


def _whole(number: sp.Expr) -> int:
    if not number.is_Integer:
        raise CannotRun(f"{number} is no whole number")
    return int(number)


def _power(base: Any, exponent: Any) -> Any:
    return base ** _within((exponent,))[0]


def _written(value: Any, *parts: Any) -> Any:
    """A value where every part of what is written has a real one, else NaN."""
    return value if all(mpmath.isfinite(v) and mpmath.im(v) == 0 for v in parts) else mpmath.nan


def _within(arguments: Sequence[Any]) -> Sequence[Any]:
    for value in arguments:
        if isinstance(value, (mpmath.mpf, mpmath.mpc)) and mpmath.isfinite(value) and mpmath.mag(value) > LARGE:
            raise TooLarge(f"a function of more than 2^{LARGE:,} is not evaluated")
    return arguments


def _zeta(s: Any, a: Any = 1) -> Any:
    """Hurwitz' zeta function; in ball arithmetic where that applies, a hundred times as fast as in mpmath."""
    s, a = mpmath.mpmathify(s), mpmath.mpmathify(a)
    if not (isinstance(s, mpmath.mpf) and isinstance(a, mpmath.mpf)) or not (s > 1 and a > 0):
        return mpmath.zeta(s, a)
    before, flint.ctx.prec = flint.ctx.prec, mpmath.mp.prec + 30
    try:
        ball = _as_arb(s).zeta(_as_arb(a))
        if not ball.is_finite() or ball.rel_accuracy_bits() < mpmath.mp.prec:
            return mpmath.zeta(s, a)
        return mpmath.ldexp(*map(int, ball.mid().man_exp()))
    finally:
        flint.ctx.prec = before


def _as_arb(value: Any) -> flint.arb:
    mantissa, exponent = value.man_exp
    return flint.arb(int(mantissa)) * flint.arb(2) ** int(exponent)


def _function(expressions: Sequence[sp.Basic], names: Mapping[sp.Symbol, str]) -> Any:
    """A Python function of the named arguments, numbers of mpmath, that returns the value of each expression.

    SymPy's `lambdify` without its rewriting.
    """
    for jump in sorted(set().union(*(e.atoms(sp.DiracDelta) for e in expressions)), key=str):
        where = jump.args[0]
        raise CannotEvaluate(f"a slope has no value where {where} = 0, as that of sign({where}), which jumps there")
    writer: Any = _Printer(names)
    scope = {"builtins": builtins, "mpmath": _Bounded(), "math": math}
    scope |= {"_zeta": _zeta, "_power": _power, "_written": _written}
    try:
        values = [writer.doprint(e) for e in expressions]
        body = "".join(f"    {line}\n" for line in [*writer.lines, f"return [{', '.join(values)}]"])
        exec(compile(f"def formula({', '.join(names.values())}):\n{body}", "<formula>", "exec"), scope)
    except (TypeError, NotImplementedError, ValueError, SyntaxError, RecursionError) as error:
        raise CannotEvaluate(f"cannot compile {expressions[0]}: {error}") from error
    return scope["formula"]


class Magnitude(sp.Function):  # type: ignore[misc]
    """An absolute value that SymPy does not try to simplify."""

    nargs = 1

    def _mpmathcode(self, printer: Any) -> str:
        return f"abs({printer._print(self.args[0])})"


def _real(value: Any) -> Any:
    value = np.asarray(value)
    if value.dtype == object:
        value = value.astype(complex)
    if np.iscomplexobj(value):
        return np.where(np.abs(value.imag) == 0, value.real, np.nan)
    return value


def _as_mp(value: Any) -> Any:
    try:
        return mpmath.mpmathify(value)
    except (TypeError, ValueError):
        return mpmath.mpmathify(str(value))
