"""Powers whose exponent is a natural number that has a name: ``x ^ (2 n + 1)`` is ``(x ^ n) ^ 2 * x``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp

if TYPE_CHECKING:
    from .naming import Naming

_ONE = sp.Integer(1)
Raised = tuple[str, str, str, sp.Expr]
"""A proof of ``base ^ exponent = text``, the base or the exponent, the text and its value."""


class Repeated:
    """What is named of such powers."""

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self._named: dict[tuple[sp.Expr, sp.Expr], tuple[sp.Symbol, str]] = {}
        self._least: dict[sp.Expr, int] = {}

    def measure(self, expr: sp.Pow) -> None:
        """Notes what is subtracted from an exponent: the named power is the one with the least exponent."""
        number, rest = expr.exp.as_coeff_Add()
        self._least[rest] = min(self._least.get(rest, 0), int(number))

    def value(self, expr: sp.Pow) -> sp.Expr:
        """The value of a power."""
        naming, (base, exponent) = self.naming, expr.args
        value = naming.value(base)
        raised: Raised | None = None
        for factor, times in _factors(value):
            one = self._power(factor, exponent)
            if times < 0:
                nonzero = naming.need_of_value(factor, "<>")
                one = f"(Powers.pw_inv _ _ _ {nonzero} {one[0]})", f"(/ {one[1]})", f"(/ {one[2]})", 1 / one[3]
            if abs(times) != 1:
                n = abs(times)
                one = f"(Powers.pw_pow {n} _ _ _ {one[0]})", f"({one[1]} ^ {n})", f"({one[2]} ^ {n})", one[3] ** n
            raised = one if raised is None else _times(raised, one)
        assert raised is not None
        proof, text, power, found = raised
        fact = naming.fact(f"{naming.context.text(expr)} = {power}")
        naming.lines.append(f"{{ refine (Powers.pw_base _ {text} _ _ _ {proof}). {naming.compare(text, base)} }}")
        return naming.settled(expr, found, fact, [base])

    def _power(self, factor: sp.Expr, exponent: sp.Expr) -> Raised:
        """A factor to the whole exponent."""
        naming = self.naming
        number, rest = exponent.as_coeff_Add()
        text, natural = naming.text(factor), naming.translate.natural(exponent)
        least = self._least.get(rest, 0)
        parts: list[tuple[str, str, str, sp.Expr]] = []
        if least < 0:
            parts.append(self._of(factor, rest + least))
        else:
            for part in sp.Add.make_args(rest):
                times, key = part.as_coeff_Mul()
                proof, name, power, value = self._of(factor, key)
                if times != 1:
                    proof, name = f"(Powers.pw_times {times} _ _ _ {proof})", f"({times} * {name})"
                    power, value = f"({power} ^ {times})", value**times
                parts.append((proof, name, power, value))
        if (extra := int(number) - least) > 0:
            parts.append((f"(eq_refl ({text} ^ {extra}))", str(extra), f"({text} ^ {extra})", factor**extra))
        proof, name, power, value = parts[0]
        for p, n, t, v in parts[1:]:
            proof, name, power = f"(Powers.pw_join _ _ _ _ _ {proof} {p})", f"({name} + {n})", f"({power} * {t})"
            value = value * v
        return f"(Powers.pw_exponent _ {natural} {name}%nat _ ltac:(lia) {proof})", text, power, value

    def _of(self, factor: sp.Expr, key: sp.Expr) -> Raised:
        """The named power of a factor."""
        naming = self.naming
        natural, text = naming.translate.natural(key), naming.text(factor)
        if (factor, key) not in self._named:
            symbol, fact = naming.name(f"({text} ^ {natural})", "p", sp.Pow(naming.original(factor), key))
            self._named[factor, key] = symbol, fact
            if factor == -1:
                relation = naming.fact(f"{symbol.name} * {symbol.name} = 1", "K")
                naming.lines.append(f"{{ exact (Powers.pw_sign _ _ {fact}). }}")
                naming.relations.append(relation)
                naming.squares[symbol] = _ONE
            elif factor.is_positive:
                positive = naming.need_of_value(factor, "<")
                naming.lines.append(f"assert ({naming.fresh('P')} := Powers.pw_pos _ _ _ {positive} {fact}).")
            elif factor in naming.nonzero_values:
                nonzero = naming.need_of_value(factor, "<>")
                naming.lines.append(f"assert ({naming.fresh('P')} := Powers.pw_nz _ _ _ {nonzero} {fact}).")
        symbol, fact = self._named[factor, key]
        return fact, natural, symbol.name, symbol


def _times(first: Raised, second: Raised) -> Raised:
    return (
        f"(Powers.pw_mul _ _ _ _ _ {first[0]} {second[0]})",
        f"({first[1]} * {second[1]})",
        f"({first[2]} * {second[2]})",
        first[3] * second[3],
    )


def _factors(value: sp.Expr) -> list[tuple[sp.Expr, int]]:
    """Factors of a rational function with their powers; a minus sign is a factor of its own."""
    found: list[tuple[sp.Expr, int]] = []
    for part, direction in zip(sp.fraction(sp.together(value)), (1, -1), strict=True):
        constant, factors = sp.factor_list(sp.expand(part)) if not part.is_Rational else (part, [])
        if constant < 0:
            found.append((sp.Integer(-1), 1))
        if abs(constant) != 1:
            found.append((abs(sp.Rational(constant)), direction))
        found += [(factor, direction * int(power)) for factor, power in factors]
    return found or [(_ONE, 1)]
