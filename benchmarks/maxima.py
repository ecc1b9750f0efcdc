"""Goals as Maxima's questions: what it makes of an identity, a sign or a limit, told what the symbols are.

Maxima (https://maxima.sourceforge.io) with its `share` files; `apt-get install maxima maxima-share` brings both.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.printing.str import StrPrinter

from layerproof.language.goals import Sign, Tends, Zero

START = 'display2d:false$ load("noninteractive")$ load("simplify_sum")$ linel:100000$ ratprint:false$\n'
FORMS = ("ratsimp", "radcan", "trigsimp", "simplify_sum", "lambda([e], radcan(trigsimp(exponentialize(e))))")
"""What its manual offers for zero tests, each tried."""
_FUNCTIONS = (sp.exp, sp.log, sp.sin, sp.cos, sp.tan, sp.sinh, sp.cosh, sp.tanh, sp.coth)
_FUNCTIONS += (sp.asin, sp.atan, sp.asinh, sp.acosh, sp.atanh)
_RELATIONS = {">": "{} > {}", ">=": "{} >= {}", "<": "{} < {}", "<=": "{} <= {}", "==": "equal({},{})"}


class NotSaid(Exception):
    """The expression has no counterpart in Maxima here."""


class Printer(StrPrinter):
    """SymPy's expressions as Maxima writes them."""

    def __init__(self, names: dict[sp.Basic, str]) -> None:
        super().__init__({"order": "none"})
        self.names = names

    def _print_Symbol(self, expr: sp.Symbol) -> str:
        return self.names.setdefault(expr, f"v{len(self.names)}")

    _print_Dummy = _print_Idx = _print_Symbol

    def _print_AppliedUndef(self, expr: AppliedUndef) -> str:
        head = self.names.setdefault(expr.func, f"f{len(self.names)}")
        return f"{head}({', '.join(map(self._print, expr.args))})"

    def _print_Function(self, expr: sp.Function) -> str:
        if isinstance(expr, AppliedUndef):
            return self._print_AppliedUndef(expr)
        if isinstance(expr, sp.KroneckerDelta):
            return f"kron_delta({', '.join(map(self._print, expr.args))})"
        if not isinstance(expr, _FUNCTIONS):
            raise NotSaid(type(expr).__name__)
        return f"{type(expr).__name__}({self._print(expr.args[0])})"

    def _print_KroneckerDelta(self, expr: sp.KroneckerDelta) -> str:
        return self._print_Function(expr)

    def _print_Abs(self, expr: sp.Abs) -> str:
        return f"abs({self._print(expr.args[0])})"

    def _print_Pow(self, expr: sp.Pow, rational: bool = False) -> str:
        return f"(({self._print(expr.base)})^({self._print(expr.exp)}))"

    def _print_Sum(self, expr: sp.Sum) -> str:
        text = self._print(expr.function)
        for letter, lower, upper in expr.limits:
            text = f"sum({text}, {self._print(letter)}, {self._print(lower)}, {self._print(upper)})"
        return text

    def _print_Pi(self, _: object) -> str:
        return "%pi"

    def _print_Exp1(self, _: object) -> str:
        return "%e"

    def _print_Infinity(self, _: object) -> str:
        return "inf"

    def _print_NegativeInfinity(self, _: object) -> str:
        return "minf"

    def emptyPrinter(self, expr: sp.Basic) -> str:
        raise NotSaid(type(expr).__name__)


def there() -> bool:
    """Whether Maxima is installed."""
    return shutil.which("maxima") is not None and shutil.which("timeout") is not None


def answer(goals: Iterable[object], hypotheses: Iterable[object], limit: float) -> bool | None:
    """True if it says that every goal holds, False if it says that one does not, else None."""
    said: list[bool | None] = []
    for goal in goals:
        try:
            said.append(_goal(goal, hypotheses, limit))
        except NotSaid:
            said.append(None)
    return False if False in said else True if said and all(said) else None


def _goal(goal: object, hypotheses: Iterable[object], limit: float) -> bool | None:
    printer = Printer({})
    match goal:
        case Zero():
            text = printer.doprint(goal.expr)
            asks = [
                f"block([e : {form}(x0)], if numberp(e) or constantp(e) then is(equal(e,0)) else unknown)"
                for form in FORMS
            ]
            asks.append("is(equal(x0, 0))")
        case Sign():
            text, relation = printer.doprint(goal.expr), ">" if goal.strict else ">="
            asks = [f"is({form} {relation} 0)" for form in ("x0", "ratsimp(x0)", "factor(x0)", "radcan(x0)")]
        case Tends() if goal.value is not None:
            text, name = printer.doprint(goal.expr), printer.doprint(goal.variable)
            sides = [""] if goal.point.is_infinite else [", plus"] if goal.side == "+" else [", minus"]
            sides = [", plus", ", minus"] if goal.side == "+-" and not goal.point.is_infinite else sides
            point, value = printer.doprint(goal.point), printer.doprint(goal.value)
            each = [f"block([l : limit(x0, {name}, {point}{side})], {_same(value)})" for side in sides]
            asks = [each[0] if len(each) == 1 else f"block([a : {each[0]}, b : {each[1]}], a and b)"]
        case _:
            raise NotSaid(type(goal).__name__)
    facts = [*_facts(hypotheses, printer), *_domains(printer)]
    lines = [START, *(f"errcatch(assume({fact}))$\n" for fact in facts), f"x0 : {text}$\n"]
    lines += [f'print("ANSWER", errcatch({ask}))$\n' for ask in asks]
    return _run("".join(lines), limit)


def _same(value: str) -> str:
    return f"if l = {value} then true else is(equal(radcan(l - ({value})), 0))"


def _facts(hypotheses: Iterable[object], printer: Printer) -> list[str]:
    found = []
    for hypothesis in hypotheses:
        if isinstance(hypothesis, Relational) and hypothesis.rel_op in _RELATIONS:
            try:
                sides = printer.doprint(hypothesis.lhs), printer.doprint(hypothesis.rhs)
            except NotSaid:
                continue
            found.append(_RELATIONS[hypothesis.rel_op].format(*sides))
    return found


def _domains(printer: Printer) -> list[str]:
    found = []
    for symbol, name in list(printer.names.items()):
        if isinstance(symbol, sp.Symbol):
            if symbol.is_integer:
                found.append(f"{name} >= 1" if symbol.is_positive else f"{name} >= 0" if symbol.is_nonnegative else "")
            elif symbol.is_positive or symbol.is_nonnegative:
                found.append(f"{name} > 0" if symbol.is_positive else f"{name} >= 0")
    return [fact for fact in found if fact]


def _run(script: str, limit: float) -> bool | None:
    # it ends by itself, also when whoever asks has been killed
    command = ["timeout", "--signal=KILL", f"{limit}", "maxima", "--very-quiet"]
    shown = subprocess.run(command, input=script, capture_output=True, text=True, check=False).stdout
    answers = [line.split("ANSWER", 1)[1].strip() for line in shown.splitlines() if "ANSWER" in line]
    plain = [a for a in answers if a in ("[true]", "[false]")]
    return None if not plain else "[true]" in plain
