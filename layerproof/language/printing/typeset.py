r"""Expressions as LaTeX, in the form an author would give them.

SymPy keeps the value of an expression, and not its form: it sorts terms, and turns ``(a + b)/2`` into ``a/2 + b/2``.
The rules here give back a form that people write:

- a common rational factor of a sum comes out of it: ``\frac{a + b}{2}``;
- a sum begins with a positive term, and with its number where that makes ``1 - x`` or ``1 + e^{x}``;
- what is large (sums, integrals) follows a fraction and does not stand in it;
- fractions within fractions, and in exponents, are written with a slash;
- exponentials come last in a product; a negative exponent that is a sum is ``-(\alpha + 1)``;
- parentheses grow only around what is tall.

What is printed here can be read back: see `reading`.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.printing.latex import LatexPrinter

from ..elementary import having
from ..nesting import turned
from ..quantities import Quantity
from .marks import Mean, Remainder, Slope
from .notation import name_in_latex, with_indices
from .order import ordered_terms
from .plain import shown_arguments

_LARGE = (sp.Sum, sp.Product, sp.Integral, sp.Limit, sp.Piecewise)
_CALLS = (sp.Trace, sp.log, sp.tanh, sp.Abs, Mean)
_NAMES = {
    **{function.__name__: command for function, command in having("latex").items()},
    "sign": r"\operatorname{sgn}",
    "zeta": r"\zeta",
    "min": r"\min",
    "max": r"\max",
}
FIRST = ("eta",)
"""Letters that begin a product: a learning rate."""
TIMES = ("t", "T", "tau")
"""Letters that end one."""
FRACTION, EXPONENT = 1, 2
SHORT = 8.0
"""Up to this width, in letters, a fraction within a fraction is written with a slash."""
_SUM_OR_SLASH = re.compile(r"(?<=.)[-+/]|\s")
_BESIDE_E: ContextVar[bool] = ContextVar("whether a letter e stands beside what is printed", default=False)
_TALL = re.compile(r"\\frac|\\sum|\\prod|\\int|\\binom|\\begin|\\left|\\sqrt|\\bigl|_\{[^{}]*_|\^\{[^{}]*[\^/]")


def latex(expr: Any) -> str:
    """LaTeX without delimiters; names by the `notation` in force."""
    if not isinstance(expr, sp.Basic):
        return str(expr)
    shown = Typesetter().doprint(expr)
    if ("e^{" in shown or expr.has(sp.E)) and (_BESIDE_E.get() or _has_letter_e(expr)):
        shown = Typesetter(function=True).doprint(expr)
    return _inside(shown) if is_enclosed(shown) else shown


@contextlib.contextmanager
def beside(expressions: Iterable[Any]) -> Iterator[None]:
    """Print what stands beside these: where one of them has a letter e, exponentials are no powers of it."""
    token = _BESIDE_E.set(_BESIDE_E.get() or any(isinstance(e, sp.Basic) and _has_letter_e(e) for e in expressions))
    try:
        yield
    finally:
        _BESIDE_E.reset(token)


def _has_letter_e(expr: sp.Basic) -> bool:
    """Whether a letter is printed as ``e``, so that an exponential beside it must not be."""
    return any(
        name_in_latex(part.func.__name__ if isinstance(part, AppliedUndef) else part.name) in ("e", "e'")
        for part in expr.atoms(sp.Symbol, AppliedUndef)
    )


def enclosed(inside: str) -> str:
    """`inside` in parentheses, which grow if it is tall; as it is if it has them already."""
    if is_enclosed(inside):
        return inside
    return rf"\left({inside}\right)" if _TALL.search(inside) else f"({inside})"


def is_enclosed(shown: str) -> bool:
    """Whether a formula is one pair of parentheses and what is in them."""
    inside, depth = _inside(shown), 0
    if inside == shown:
        return False
    for bracket in re.findall(r"[()]", inside):
        depth += 1 if bracket == "(" else -1
        if depth < 0:
            return False
    return depth == 0


def _inside(shown: str) -> str:
    return re.sub(r"^\\left\((.*)\\right\)$|^\((.*)\)$", r"\1\2", shown, flags=re.DOTALL)


class Typesetter(LatexPrinter):  # type: ignore[misc]
    """SymPy's printer with an author's rules for what the field writes."""

    def __init__(self, *, function: bool = False) -> None:
        super().__init__({"fold_short_frac": False, "order": None})
        self._function = function  # whether an exponential is written as one, and not as a power of e
        self._slash = 0  # FRACTION inside a fraction, EXPONENT inside an exponent

    @contextlib.contextmanager
    def _slashed(self, level: int) -> Iterator[None]:
        before, self._slash = self._slash, max(level, self._slash)
        try:
            yield
        finally:
            self._slash = before

    def _print(self, expr: Any, **rest: Any) -> Any:
        if self._function and expr is sp.E:  # it has a word of its own, which no rule here is asked for
            return r"\exp(1)"
        return super()._print(expr, **rest)

    def doprint(self, expr: Any) -> str:
        return str(self._print(expr))

    # --- names -------------------------------------------------------------------------------------------------

    def _print_Symbol(self, expr: Any, style: str = "plain") -> str:
        return name_in_latex(expr.name)

    _print_Dummy = _print_Quantity = _print_Symbol

    def _print_MatrixSymbol(self, expr: Any) -> str:
        return name_in_latex(str(expr.args[0]))

    _print_RandomVector = _print_MatrixSymbol

    def _print_Idx(self, expr: Any) -> str:
        return name_in_latex(expr.label.name) if isinstance(expr.label, sp.Symbol) else str(self._print(expr.label))

    def _print_AppliedUndef(self, expr: Any, exp: Any = None) -> str:
        shown = ",".join(self._print(x) for x in shown_arguments(expr))
        name = expr.func.__name__
        name = with_indices(name_in_latex(name, indexed=True), shown) if shown else name_in_latex(name)
        return raised(name, exp) if exp else name

    # --- sums --------------------------------------------------------------------------------------------------

    def _print_Add(self, expr: Any, order: Any = None) -> str:
        content, primitive = _common(expr)
        if content != 1:
            return self._print_product(content, [primitive])
        below, above = _over_letters(expr)
        if below and not self._slash:
            return self._print_product(sp.Integer(1), [above, *below])
        return self._joined(_grouped(self._in_order(expr)))

    def _in_order(self, expr: Any) -> list[Any]:
        """The terms as an author orders them: a positive one first, and the number of ``1 - x`` before the rest."""
        terms = ordered_terms(expr)
        terms.sort(key=lambda t: t.has(Remainder, sp.Integral))  # they are last
        if sum(map(_is_plain, terms)) > 2:  # letters before products of sums
            terms.sort(key=lambda t: not _is_plain(t))
        numbers = [t for t in terms if t.is_Number and t > 0]
        rest = [t for t in terms if t not in numbers]
        if numbers and (any(_signed(t)[0] for t in rest[:1]) or any(_is_transcendental(t) for t in rest)):
            return numbers + rest
        first = next((k for k, t in enumerate(terms) if not _signed(t)[0] and not t.has(Remainder, sp.Integral)), 0)
        return [terms[first], *terms[:first], *terms[first + 1 :]]

    def _joined(self, terms: list[Any]) -> str:
        shown = ""
        for term in terms:
            negative, size = _signed(term)
            text = self._term(size)
            sign = ("-" if negative else "") if not shown else (" - " if negative else " + ")
            shown += sign + text
        return shown

    def _term(self, term: Any) -> str:
        """A term of a sum; a sum within (SymPy may keep one after a sign is taken out) has parentheses."""
        return enclosed(self._print(term)) if term.is_Add else str(self._print(term))

    # --- products ----------------------------------------------------------------------------------------------

    def _print_Mul(self, expr: Any) -> str:
        coefficient, rest = expr.as_coeff_Mul()
        if not coefficient.is_Rational:
            coefficient, rest = sp.Integer(1), expr
        return self._print_product(coefficient, list(sp.Mul.make_args(rest)))

    def _print_product(self, coefficient: Any, factors: list[Any]) -> str:
        above: list[Any] = []
        below: list[Any] = []
        large: list[Any] = []
        for factor in factors:
            content, factor = _taken_out(factor)
            coefficient *= content
            base, exponent = factor.as_base_exp() if factor.is_Pow else (factor, sp.Integer(1))
            if exponent == sp.S.Half and base.is_Pow and base.exp == -1:  # under the root of what is below
                base, exponent, factor = base.base, -exponent, sp.Pow(base.base, -exponent, evaluate=False)
            if _is_large(factor):
                large.append(factor)
            elif factor.is_Pow and base is not sp.E and _negative_number(exponent):
                below.append(sp.Pow(base, -exponent, evaluate=False) if exponent != -1 else base)
            else:
                above.append(factor)
        sign = "-" if coefficient < 0 else ""
        above, below = _one_root(sorted(above, key=_rank)), _one_root(sorted(below, key=_rank))
        numerator, denominator = sp.Integer(abs(coefficient.p)), sp.Integer(coefficient.q)
        tail = " ".join([*(enclosed(self._print(f)) for f in large[:-1]), *(str(self._print(f)) for f in large[-1:])])
        if denominator == 1 and not below:
            front = self._row(numerator, above, alone=not tail and not sign)
        else:
            above, behind = ([*above], []) if self._slash else self._behind(above, denominator, below)
            tail = f"{self._row(sp.Integer(1), behind, alone=False)} {tail}".strip() if behind else tail
            front = self._fraction(numerator, above, denominator, below, slash=not tail)
        return sign + (f"{front} {tail}" if front and tail else front or tail or "1")

    def _behind(self, above: list[Any], denominator: Any, below: list[Any]) -> tuple[list[Any], list[Any]]:
        """What stays over a fraction, and what follows it, as in ``\\frac{a + b}{2} \\sqrt{c} e^{x}``."""
        if below:
            with self._slashed(FRACTION):
                under = self._row(denominator, below, alone=True)
            if _width(under) > SHORT or _TALL.search(under):
                return above, []
        sums = any(f.is_Add for f in above)
        behind = [f for f in above if _is_bulky(f) or (not below and sums and _is_root(f))]
        behind += [f for f in above if _is_exponential(f) and f not in behind]
        stays = [f for f in above if f not in behind]
        if not stays and (below or not (above and _is_bulky(above[-1]))):
            return above, []
        return stays, [f for f in above if f in behind]

    def _row(self, number: Any, factors: list[Any], alone: bool = True) -> str:
        """Factors side by side; a number of one is left out where something else stands."""
        shown = [] if number == 1 and (factors or not alone) else [str(number)]
        for factor in factors:
            text = self._factor(factor, alone=alone and len(factors) == 1 and not shown)
            if _is_large(factor) and factor is not factors[-1]:
                text = enclosed(text)  # it would take in what follows
            if shown and re.match(r"\d", text):
                text = rf"\cdot {text}"
            shown.append(text)
        return " ".join(shown)

    def _fraction(self, number: Any, above: list[Any], denominator: Any, below: list[Any], slash: bool = True) -> str:
        if self._slash == FRACTION and number == 1 and _is_inverse_of_a_sum(above, denominator, below):
            return f"{enclosed(self._print(below[0]))}^{{-1}} {self._print(above[0])}"
        with self._slashed(self._slash or FRACTION):
            over = self._row(number, above, alone=True)
            under = self._row(denominator, below, alone=True)
        short = (
            slash
            and self._slash == FRACTION
            and _width(over) + _width(under) <= SHORT
            and not _TALL.search(over + under)
        )
        if self._slash < EXPONENT and not short:
            return rf"\frac{{{over}}}{{{under}}}"
        over = enclosed(over) if len(above) == 1 and above[0].is_Add and number == 1 else over
        single = (denominator == 1) + len(below) == 2 if denominator == 1 else not below
        return f"{over}/{under if single and not _SUM_OR_SLASH.search(_outside(under)) else f'({under})'}"

    def _factor(self, factor: Any, alone: bool = False) -> str:
        shown = str(self._print(factor))
        return enclosed(shown) if not alone and (factor.is_Add or "/" in _outside(shown)) else shown

    def _print_Rational(self, expr: Any) -> str:
        if expr.q == 1:
            return str(expr.p)
        sign = "-" if expr.p < 0 else ""
        return f"{sign}{abs(expr.p)}/{expr.q}" if self._slash else rf"{sign}\frac{{{abs(expr.p)}}}{{{expr.q}}}"

    # --- powers ------------------------------------------------------------------------------------------------

    def _print_Pow(self, expr: Any) -> str:
        base, exponent = expr.base, expr.exp
        if base is sp.E:
            return self._print_exp(expr)
        if _negative_number(exponent):
            under = sp.Pow(base, -exponent, evaluate=False) if exponent != -1 else base
            return self._fraction(sp.Integer(1), [], sp.Integer(1), [under])
        if exponent.is_Rational and exponent.q == 2 and exponent.p == 1:
            return rf"\sqrt{{{self._inside(base)}}}"
        if exponent == 1:
            return str(self._print(base))
        shown = self._exponent(exponent)
        if isinstance(base, AppliedUndef):
            return self._print_AppliedUndef(base, exp=shown)
        if base.is_Symbol or isinstance(base, (sp.Idx, Quantity)):
            return raised(str(self._print(base)), shown)
        if (base.is_Integer and base >= 0) or isinstance(base, sp.Abs):
            return f"{self._print(base)}^{{{shown}}}"
        if base.is_Function and type(base).__name__ in _NAMES:
            return f"{self._name_of(base)}^{{{shown}}}{self._arguments(base)}"
        return f"{enclosed(self._print(base))}^{{{shown}}}"

    def _inside(self, expr: Any) -> str:
        return str(self._print(expr))

    def _exponent(self, exponent: Any) -> str:
        with self._slashed(EXPONENT):
            if exponent.is_Add and all(_negative(t) for t in exponent.args):
                return f"-({self._print(-exponent)})"
            return str(self._print(exponent))

    def _print_exp(self, expr: Any, exp: Any = None) -> str:
        if self._function:
            return rf"\exp{enclosed(self._print(expr.exp))}"
        return f"e^{{{self._exponent(expr.exp)}}}"

    # --- functions ---------------------------------------------------------------------------------------------

    def _print_Function(self, expr: Any, exp: Any = None) -> str:
        if isinstance(expr, AppliedUndef):
            return self._print_AppliedUndef(expr, exp)
        if type(expr).__name__ not in _NAMES:
            return str(super()._print_Function(expr, exp=exp))
        return f"{self._name_of(expr)}{f'^{{{exp}}}' if exp else ''}{self._arguments(expr)}"

    def _print_log(self, expr: Any, exp: Any = None) -> str:
        return self._print_Function(expr, exp)

    def _print_Max(self, expr: Any, exp: Any = None) -> str:
        arguments = ", ".join(sorted(self._print(x) for x in expr.args))
        shown = rf"\{type(expr).__name__.lower()}{enclosed(arguments)}"
        return f"{shown}^{{{exp}}}" if exp else shown

    _print_Min = _print_Max

    def _name_of(self, expr: Any) -> str:
        return str(_NAMES[type(expr).__name__])

    def _arguments(self, expr: Any) -> str:
        return enclosed(", ".join(self._print(x) for x in expr.args))

    def _print_Abs(self, expr: Any, exp: Any = None) -> str:
        inside = str(self._print(expr.args[0]))
        shown = rf"\left|{inside}\right|" if _TALL.search(inside) else f"|{inside}|"
        return f"{shown}^{{{exp}}}" if exp else shown

    def _print_KroneckerDelta(self, expr: Any, exp: Any = None) -> str:
        one, other = (str(self._print(x)) for x in expr.args)
        separator = "" if all(len(x.strip("'")) == 1 for x in (one, other)) else ","
        shown = rf"\delta_{{{one}{separator}{other}}}"
        return rf"{shown}^{{{exp}}}" if exp else shown

    # --- operators ---------------------------------------------------------------------------------------------

    def _operator(self, sign: str, expr: Any) -> str:
        signs = []
        for variable, lower, upper in turned(expr.limits):
            low, high = self._exponent(lower), self._exponent(upper)
            signs.append(rf"\{sign}_{{{self._print(variable)}={low}}}^{{{high}}}")
        body = str(self._print(expr.function))
        return f"{' '.join(signs)} {enclosed(body) if _is_sum(expr.function, body) else body}"

    def _print_Sum(self, expr: Any) -> str:
        return self._operator("sum", expr)

    def _print_Product(self, expr: Any) -> str:
        return self._operator("prod", expr)

    def _print_Derivative(self, expr: Any) -> str:
        order = f"^{{{expr.derivative_count}}}" if expr.derivative_count > 1 else ""
        by = " ".join(
            rf"\mathrm{{d}} {self._print(v)}" + (f"^{{{n}}}" if n > 1 else "") for v, n in expr.variable_count
        )
        return self._derivative(expr.expr, by, order)

    def _print_Slope(self, expr: Any) -> str:
        return self._derivative(expr.args[0], rf"\mathrm{{d}} {self._print(expr.args[1])}")

    def _derivative(self, of: Any, by: str, order: str = "") -> str:
        """A letter, or a power of one, stands over the fraction; all else behind it, in parentheses unless a call."""
        shown = str(self._print(of))
        power = isinstance(of, (sp.Pow, sp.Transpose)) and _is_letter(of.args[0]) and not _TALL.search(shown)
        if _is_letter(of) or (power and shown.startswith(str(self._print(of.args[0])))):  # 1/x stands behind
            return rf"\frac{{\mathrm{{d}}{order} {shown}}}{{{by}}}"
        called = isinstance(of, (*_LARGE, *_CALLS)) or type(of).__name__.startswith("Expect")
        return rf"\frac{{\mathrm{{d}}{order}}}{{{by}}} {shown if called else enclosed(shown)}"

    def _print_Limit(self, expr: Any) -> str:
        body, variable, to, side = expr.args
        near = "" if to.is_infinite or str(side) == "+-" else f"^{{{side}}}"
        shown = str(self._print(body))
        shown = enclosed(shown) if body.is_Add or shown.startswith("-") else shown
        return rf"\lim_{{{self._print(variable)} \to {self._exponent(to)}{near}}} {shown}"

    def _print_Integral(self, expr: Any) -> str:
        (variable, lower, upper), shown = expr.limits[0], str(self._print(expr.function))
        body = enclosed(shown) if _is_sum(expr.function, shown) else shown
        ends = f"_{{{self._exponent(lower)}}}^{{{self._exponent(upper)}}}"
        return rf"\int{ends} {body} \,\mathrm{{d}} {self._print(variable)}"

    def _print_Remainder(self, expr: Any) -> str:
        return rf"\mathcal{{O}}{enclosed(self._print(expr.args[0]))}"

    def _print_FromAbove(self, expr: Any) -> str:
        return f"{{{self._print(expr.args[0])}}}^{{+}}"

    def _print_FromBelow(self, expr: Any) -> str:
        return f"{{{self._print(expr.args[0])}}}^{{-}}"

    def _print_Mean(self, expr: Any) -> str:
        of, *over = expr.args
        inside = str(self._print(of))
        inside = rf"\left[{inside}\right]" if _TALL.search(inside) else f"[{inside}]"
        return rf"\mathbf{{E}}_{{{', '.join(map(self._print, over))}}}{inside}"

    def _print_AtTime(self, expr: Any) -> str:
        if isinstance(expr.args[0], (AppliedUndef, Quantity)) and expr.args[2].is_Integer:
            return f"{self._print(expr.args[0])}({expr.args[2]})"
        of, variable, value = (str(self._print(x)) for x in expr.args)
        return rf"\left.{of}\right|_{{{variable}={value}}}"

    # --- matrices ----------------------------------------------------------------------------------------------

    def _print_Transpose(self, expr: Any) -> str:
        return raised(self._matrix_base(expr.arg), r"\top")

    def _print_Inverse(self, expr: Any) -> str:
        return raised(self._matrix_base(expr.arg), "-1")

    def _print_MatPow(self, expr: Any) -> str:
        return raised(self._matrix_base(expr.base), self._exponent(expr.exp))

    def _matrix_base(self, expr: Any) -> str:
        shown = str(self._print(expr))
        return shown if isinstance(expr, sp.MatrixSymbol) or type(expr).__name__ == "Named" else enclosed(shown)

    def _print_MatMul(self, expr: Any) -> str:
        coefficient, factors = expr.as_coeff_matrices()
        shown = [enclosed(self._print(f)) if isinstance(f, sp.MatAdd) else str(self._print(f)) for f in factors]
        word = " ".join(shown)
        if coefficient == 1:
            return word
        if coefficient == -1:
            return f"-{word}"
        before, self._slash = self._slash, EXPONENT if self._slash == EXPONENT else 0
        front = str(self._print(coefficient))
        self._slash = before
        return f"{enclosed(front) if coefficient.is_Add else front} {word}"

    def _print_MatAdd(self, expr: Any) -> str:
        terms = [str(self._print(t)) for t in expr.args]
        return joined(sorted(terms, key=lambda term: term.startswith("-")))

    def _print_WrittenSum(self, expr: Any) -> str:
        return joined([str(self._print(t)) for t in expr.args])

    def _print_Trace(self, expr: Any, exp: Any = None) -> str:
        shown = rf"\operatorname{{tr}}{enclosed(self._print(expr.arg))}"
        return f"{shown}^{{{exp}}}" if exp else shown

    def _print_Identity(self, expr: Any) -> str:
        return "I"

    def _print_ZeroMatrix(self, expr: Any) -> str:
        return "0"

    def _print_ExpectMatrix(self, expr: Any, exp: Any = None) -> str:
        inside = str(self._print(expr.args[0]))
        shown = rf"\mathbf{{E}}\left[{inside}\right]" if _TALL.search(inside) else rf"\mathbf{{E}}[{inside}]"
        return f"{shown}^{{{exp}}}" if exp else shown

    _print_ExpectScalar = _print_ExpectMatrix

    def _print_Velocity(self, expr: Any) -> str:
        return self._derivative(expr.args[0], r"\mathrm{d} t")

    def _print_Named(self, expr: Any) -> str:
        shown = name_in_latex(str(expr.args[0])) if expr.is_letter else enclosed(self._print(expr.args[1]))
        return raised(shown, r"\top") if expr.transposed else shown

    # --- relations ---------------------------------------------------------------------------------------------

    def _print_Relational(self, expr: Any) -> str:
        signs = {"==": "=", "!=": r"\neq", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge"}
        return f"{self._print(expr.lhs)} {signs[expr.rel_op]} {self._print(expr.rhs)}"


def raised(name: str, exponent: str) -> str:
    """A name with an exponent; one that has a superscript or a prime already gets parentheses."""
    plain = is_enclosed(name) or not re.search(r"[\^']", _outside(name))
    return f"{name}^{{{exponent}}}" if plain else f"({name})^{{{exponent}}}"


def joined(terms: list[str]) -> str:
    """Terms that may begin with a minus sign, as a sum; the first stays first."""
    first, *rest = [term.strip() for term in terms]
    return first + "".join(f" - {term[1:].strip()}" if term.startswith("-") else f" + {term}" for term in rest)


def _is_letter(expr: Any) -> bool:
    """Whether an expression prints as a name."""
    named = type(expr).__name__ == "Named" and expr.is_letter and not expr.transposed
    return isinstance(expr, (AppliedUndef, sp.Symbol, sp.MatrixSymbol, Quantity)) or named


def _negative(term: Any) -> bool:
    coefficient = term.as_coeff_Mul()[0]
    return bool(coefficient.is_number and coefficient.is_negative)


def _outside(shown: str) -> str:
    """What stands outside all braces, brackets and parentheses."""
    depth, found = 0, []
    for character in shown:
        depth -= character in ")}]"
        if depth == 0 and character not in "(){}[]":
            found.append(character)
        depth += character in "({["
    return "".join(found)


def _width(shown: str) -> float:
    """About how many letters wide a formula is."""
    plain = re.sub(r"\\(?:left|right|mathrm|mathbf|mathcal|operatorname|,|;|quad)", "", shown)
    plain = re.sub(r"\\[A-Za-z]+", "x", plain)
    small = sum(len(found) for found in re.findall(r"[_^]\{([^{}]*)\}", plain))
    return len(re.sub(r"[{}_^\s]", "", plain)) - 0.4 * small


def _signed(term: Any) -> tuple[bool, Any]:
    """The sign of a term, and the term without it; a factor that is a sum of negative terms gives its sign."""
    negative = _negative(term)
    term = -term if negative else term
    factors = list(term.args) if term.is_Mul else []
    turned = [k for k, f in enumerate(factors) if f.is_Add and all(_negative(t) for t in f.args)]
    for k in turned:
        factors[k] = sp.Add(*(-t for t in factors[k].args))
    return negative != bool(len(turned) % 2), sp.Mul(*factors, evaluate=False) if turned else term


def _negative_number(exponent: Any) -> bool:
    return bool(exponent.is_Rational and exponent.is_negative)


def _common(total: Any) -> tuple[Any, Any]:
    """A fraction such as 1/2 that all terms of a sum have, and the sum without it; 1 if that is no gain."""
    denominators = {t.as_coeff_Mul()[0].q for t in total.args} if _rational(total) else {1}
    if len(denominators) > 1 or not all(map(_simple, total.args)):
        return sp.Integer(1), total
    content = sp.Rational(1, denominators.pop())
    return content, sp.Add(*(t / content for t in total.args))


def _over_letters(total: Any) -> tuple[list[Any], Any]:
    """The letters under every term of a sum, if all have the same, and the sum without them."""
    found = [{p for p in sp.Mul.make_args(t) if p.is_Pow and _negative_number(p.exp)} for t in total.args]
    if any(f != found[0] for f in found) or not all(p.base.is_Symbol and p.exp == -1 for p in found[0]):
        return [], total
    if not _rational(total) or any(t.as_coeff_Mul()[0].q != 1 or t.has(*_LARGE) for t in total.args):
        return [], total
    below = sorted(found[0], key=sp.default_sort_key)
    above = sp.Add(*(sp.Mul(*(p for p in sp.Mul.make_args(t) if p not in found[0])) for t in total.args))
    return (below, above) if above.is_Add else ([], total)


def _grouped(terms: list[Any]) -> list[Any]:
    """Terms with the same denominator, such as 1/2, as one: at the place of the first."""
    found = list(terms)
    for q in sorted({t.as_coeff_Mul()[0].q for t in terms if t.as_coeff_Mul()[0].is_Rational} - {1}):
        same = [t for t in found if t.as_coeff_Mul()[0].is_Rational and t.as_coeff_Mul()[0].q == q and _simple(t)]
        if len(same) > 1 and not same[0].is_Number:
            whole = sp.Mul(sp.Rational(1, q), sp.Add(*(q * t for t in same)), evaluate=False)
            found = [whole if t is same[0] else t for t in found if t not in same[1:]]
    return found


def _simple(term: Any) -> bool:
    """Whether a term has neither a denominator of letters nor a sum, so that it may stand over one."""
    return not any(isinstance(p, _LARGE) or (p.is_Pow and _negative_number(p.exp)) for p in sp.Mul.make_args(term))


def _is_inverse_of_a_sum(above: list[Any], denominator: Any, below: list[Any]) -> bool:
    """Whether a quotient is an exponential over a sum; below a bar people write it ``(x - 1)^{-1} e^{t}``."""
    return denominator == 1 and len(above) == len(below) == 1 and below[0].is_Add and _is_exponential(above[0])


def _rational(total: Any) -> bool:
    return all(t.as_coeff_Mul()[0].is_Rational for t in total.args)


def _taken_out(factor: Any) -> tuple[Any, Any]:
    """A fraction that a sum has in common, and the sum without it; the sign, if every term is negative."""
    base, exponent = factor.as_base_exp() if factor.is_Pow else (factor, sp.Integer(1))
    if not base.is_Add or not exponent.is_Integer or abs(exponent) > 2:
        return sp.Integer(1), factor
    content, primitive = _common(base)
    if _rational(primitive) and (number := sp.gcd_list([t.as_coeff_Mul()[0] for t in primitive.args])).is_Integer:
        content, primitive = content * number, sp.Add(*(t / number for t in primitive.args))
    if all(_negative(t) for t in primitive.args):
        content, primitive = -content, sp.Add(*(-t for t in primitive.args))
    if content == 1:
        return sp.Integer(1), factor
    return content**exponent, sp.Pow(primitive, exponent, evaluate=False) if exponent != 1 else primitive


def _one_root(factors: list[Any]) -> list[Any]:
    """Square roots of positive numbers under one sign, at the place of the first."""
    roots = [f for f in factors if f.is_Pow and f.exp == sp.S.Half and f.base.is_positive]
    if len(roots) < 2:
        return factors
    one = sp.Pow(sp.Mul(*(f.base for f in roots)), sp.S.Half, evaluate=False)
    return [one if f is roots[0] else f for f in factors if f not in roots[1:]]


def _is_plain(term: Any) -> bool:
    """Whether a term is a letter, up to its sign."""
    return isinstance(_signed(term)[1], (sp.Symbol, AppliedUndef, Quantity))


def _is_transcendental(term: Any) -> bool:
    return any(
        (isinstance(p, sp.Pow) and not p.exp.is_Rational) or isinstance(p, (sp.exp, sp.cos, sp.sin, sp.cosh, sp.tanh))
        for p in sp.Mul.make_args(term)
    ) or (term.is_Mul and any(p.is_Pow and _negative_number(p.exp) for p in term.args) and not term.is_negative)


def _is_bulky(factor: Any) -> bool:
    """A power of a sum, a function or a derivative: what reads better behind a fraction than over it."""
    if isinstance(factor, (Slope, sp.Derivative)):
        return True
    if factor.is_Pow and factor.base.is_Add and factor.exp.is_Rational:
        return not _negative_number(factor.exp) and bool(factor.exp.is_Integer)
    base = factor.base if factor.is_Pow and factor.exp.is_Integer else factor
    return bool(base.is_Function) and type(base).__name__ in _NAMES


def _is_root(factor: Any) -> bool:
    return bool(factor.is_Pow and factor.exp.is_Rational and not factor.exp.is_Integer)


def _is_exponential(factor: Any) -> bool:
    """A power whose exponent is not a number."""
    return isinstance(factor, sp.exp) or bool(factor.is_Pow and not factor.exp.is_number)


def _is_large(factor: Any) -> bool:
    """Whether a factor reaches to the end of its term, as a sum does."""
    slope = isinstance(factor, (Slope, sp.Derivative))
    return isinstance(factor.args[0] if slope else factor, _LARGE)


def _is_sum(expr: Any, shown: str) -> bool:
    """Whether a formula is shown as terms, or with a sign in front; a sum may be shown as one fraction."""
    return (bool(expr.is_Add) and any(sign in _outside(shown) for sign in (" + ", " - "))) or shown.startswith("-")


def _rank(factor: Any) -> tuple[int, int, Any]:
    """Where a factor stands in a product: numbers, letters, roots, sums, the time, functions, exponentials."""
    base, exponent = factor.as_base_exp() if factor.is_Pow else (factor, sp.Integer(1))
    name = base.name if isinstance(base, (sp.Symbol, Quantity)) else ""
    if base.is_number and not isinstance(factor, sp.exp):
        place = 0
    elif base is sp.E or isinstance(factor, sp.exp):
        place = 7
    elif base.is_Add:
        place = 4 if not exponent.is_Integer else 6 if any(map(_is_exponential, base.atoms(sp.Pow, sp.exp))) else 3
    elif name in TIMES and exponent.is_Integer:
        place = 5
    elif isinstance(base, (sp.Symbol, AppliedUndef, sp.Idx, Quantity)):
        place = 1 if exponent.is_Integer else 2 if exponent.is_number else 4
    else:
        place = 6
    return place, name not in FIRST, sp.default_sort_key(factor)
