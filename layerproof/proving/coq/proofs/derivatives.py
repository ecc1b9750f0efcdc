"""Derivatives step by step: an expression is walked, and each rule is one lemma of the prelude's ``Flows``.

The relation that is proved is ``D f x y v``: the value of ``f`` at ``x`` is ``y`` and its derivative is ``v``.  Between
sums Coq puts the values together by itself; at each sum, and at the end, the derivative is given as an expression, and
``ring`` or ``field`` compares.  A value may differ from the expression that is walked: on an invariant set, an entry
has the value that it has there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.elementary import having, lacks
from ....language.symbols import fresh_index
from ..terms import Translator, Untranslatable, _is_inverse
from .base import NoProof
from .context import Context
from .contraction import contraction

LEMMAS, SLOPES = having("lemma"), having("slope")
"""Functions, with the lemma of the derivative of each, and the derivative."""


@dataclass(frozen=True)
class Slope:
    """What was found of a function at a point.

    Attributes:
        script: closes ``D (fun s => <the expression>) x ?y ?v``, for values that Coq may find.
        value: the value there.
        slope: the derivative there.
    """

    script: str
    value: sp.Expr
    slope: sp.Expr


Leaf = Callable[[sp.Expr], Slope | None]
"""What to do with an entry, or with the time; None where it is a constant."""
Side = Callable[[sp.Expr, str], str]
"""A script that closes ``expr <> 0`` or ``0 < expr``, by relation."""


@dataclass
class Differentiator:
    """Finds derivatives of expressions whose entries are given by `leaf`.

    Attributes:
        context: the situation.
        leaf: the derivatives of symbols and entries.
        side: closes side conditions.
        named: a symbol for a power, lest SymPy joins it with others.
    """

    context: Context
    leaf: Leaf
    side: Side
    named: Callable[[sp.Expr], sp.Expr] = lambda power: power

    @property
    def translate(self) -> Translator:
        return self.context.translate

    def __call__(self, expr: sp.Expr) -> Slope | None:
        """The derivative; None of a constant.

        Raises:
            NoProof: if there is no rule for a part of it.
        """
        if not expr.args or isinstance(expr, AppliedUndef | sp.Idx):
            return self.leaf(expr)
        match expr:
            case sp.Add():
                return self._fold(expr.args, "plus")
            case sp.Mul():
                return self._product(expr)
            case sp.Pow():
                return self._power(expr)
            case sp.Sum():
                return self._sum(expr)
            case sp.Product():
                return self._product_over(expr)
            case sp.KroneckerDelta():
                return None
        inside = self(expr.args[0])
        if inside is None:
            return None
        if isinstance(expr, sp.log):
            script = f"eapply D_ln. {{ {inside.script} }} {{ {self.side(inside.value, '<')} }}"
            return Slope(script, sp.log(inside.value), inside.slope / inside.value)
        function = type(expr)
        if function not in LEMMAS:
            raise NoProof(lacks(function, "lemma") or f"no rule for the derivative of {function.__name__}")
        slope = SLOPES[function](inside.value) * inside.slope
        return Slope(f"eapply {LEMMAS[function]}. {inside.script}", function(inside.value), slope)

    # -- sums, products and powers, as the translator writes them -----------------------------------------------------

    def _fold(self, parts: Sequence[sp.Expr], rule: str) -> Slope | None:
        """``a + b + c`` or ``a * b * c``, which is ``(a * b) * c``."""
        found, value = self(parts[0]), parts[0]
        if found is not None:
            value = found.value
        for part in parts[1:]:
            next_one = self(part)
            other = part if next_one is None else next_one.value
            found = _joined(found, value, next_one, other, rule)
            value = value + other if rule == "plus" else value * other
        return found

    def _product(self, expr: sp.Mul) -> Slope | None:
        above = [a for a in expr.args if not _is_inverse(a)]
        below = [sp.Pow(a.base, -a.exp) for a in expr.args if _is_inverse(a)]
        top = self._fold(above, "mult") if above else None
        if not below:
            return top
        bottom = self._fold(below, "mult")
        if bottom is None:
            divisor = sp.Mul(*below)
            return top and Slope(f"eapply D_div_r. {top.script}", top.value / divisor, top.slope / divisor)
        nonzero = f"{{ {self.side(bottom.value, '<>')} }}"
        if top is None:
            number = sp.Mul(*above)
            return Slope(
                f"eapply D_div_l. {{ {bottom.script} }} {nonzero}",
                number / bottom.value,
                -number * bottom.slope / bottom.value**2,
            )
        return Slope(
            f"eapply D_div. {{ {top.script} }} {{ {bottom.script} }} {nonzero}",
            top.value / bottom.value,
            top.slope / bottom.value - top.value * bottom.slope / bottom.value**2,
        )

    def _power(self, expr: sp.Pow) -> Slope | None:
        base, exponent = expr.args
        if base is sp.E:
            return self(sp.exp(exponent, evaluate=False))
        if exponent.is_Integer and exponent >= 0:
            return _natural_power(self(base), int(exponent))
        if exponent == sp.Rational(1, 2):
            return self._root(base)
        if _is_inverse(expr):
            inside = self(sp.Pow(base, -exponent, evaluate=False) if exponent != -1 else base)
            if inside is None:
                return None
            script = f"eapply D_inv. {{ {inside.script} }} {{ {self.side(inside.value, '<>')} }}"
            return Slope(script, 1 / inside.value, -inside.slope / inside.value**2)
        if exponent.is_Rational and exponent.q == 2 and exponent > 0:
            return _natural_power(self._root(base), int(exponent.p))
        moving, power = self(base), self(exponent)
        if moving is None and power is None:
            return None
        if moving is not None and power is None and exponent.is_integer and exponent.is_positive:
            return self._repeated(moving, exponent)
        if moving is None or power is not None or not self.context.text(expr).startswith("(Rpower"):
            raise NoProof(f"no rule for the derivative of {expr}")
        script = f"eapply D_Rpower. {{ {moving.script} }} {{ {self.side(moving.value, '<')} }}"
        value = self.named(moving.value**exponent)
        return Slope(script, value, exponent * value * moving.slope / moving.value)

    def _repeated(self, base: Slope, exponent: sp.Expr) -> Slope:
        """A power a natural number of times, which is not 0."""
        try:
            times, less = self.translate.natural(exponent), self.translate.natural(exponent - 1)
        except Untranslatable as problem:
            raise NoProof(str(problem)) from None
        same = "rewrite ?plus_INR, ?mult_INR; simpl INR; ring."
        script = f"eapply (D_repeated {times} {less} {self.context.text(exponent)}). {{ {base.script} }} {{ lia. }} "
        slope = exponent * self.named(base.value ** (exponent - 1)) * base.slope
        return Slope(f"{script}{{ {same} }}", self.named(base.value**exponent), slope)

    def _root(self, base: sp.Expr) -> Slope | None:
        inside = self(base)
        if inside is None:
            return None
        root = sp.sqrt(inside.value)
        script = f"eapply D_sqrt. {{ {inside.script} }} {{ {self.side(inside.value, '<')} }}"
        return Slope(script, root, inside.slope / (2 * root))

    def _sum(self, expr: sp.Sum) -> Slope | None:
        *rest, (variable, lower, upper) = expr.limits
        body = sp.Sum(expr.function, *rest) if rest else expr.function
        low, high = self.translate.natural(lower), self.translate.natural(upper)
        with self.translate._binding(variable, low, high) as name:
            inside = self(body)
            if inside is None:
                return None
            value = sp.Sum(inside.value, (variable, lower, upper))
            script = f"apply D_tsum with (y := fun {name} => {self.context.text(inside.value)}) "
            script += f"(v := fun {name} => {self.context.text(inside.slope)}). "
            script += f"intros {name} In{name}; cbv beta. {self.conform(inside)}"
        found = contraction(inside.slope, (variable, lower, upper), self.context)
        if found.script:
            script = f"eapply D_eq. {{ {script} }} {{ {found.script} }}"
        return Slope(script, value, found.value)

    def _product_over(self, expr: sp.Product) -> Slope | None:
        """``sum_j slope(f_j) prod_(i < j) f_i prod_(i > j) f_i``."""
        if len(expr.limits) > 1 or expr.limits[0][1] != 1:
            raise NoProof(f"no rule for the derivative of {expr}")
        ((variable, lower, upper),) = expr.limits
        low, high = self.translate.natural(lower), self.translate.natural(upper)
        with self.translate._binding(variable, low, high) as name:
            inside = self(expr.function)
            if inside is None:
                return None
            value, slope = (self.context.text(part) for part in (inside.value, inside.slope))
            script = f"apply D_tprod with (y := fun {name} => {value}) (v := fun {name} => {slope}). {{ lia. }} "
            script += f"intros {name} In{name}; cbv beta. {self.conform(inside)}"
        before, after = (fresh_index(variable, lower, upper) for _ in range(2))
        others = sp.Mul(
            sp.Product(inside.value.xreplace({variable: before}), (before, lower, variable - 1)),
            sp.Product(inside.value.xreplace({variable: after}), (after, variable + 1, upper)),
        )
        found = contraction(inside.slope * others, (variable, lower, upper), self.context)
        if found.script:
            script = f"eapply D_eq. {{ {script} }} {{ {found.script} }}"
        return Slope(script, sp.Product(inside.value, (variable, lower, upper)), found.value)

    def conform(self, found: Slope) -> str:
        """A script that closes ``D f x y v`` where the value and the slope are written out."""
        return f"eapply D_conv. {{ {found.script} }} {{ agrees. }} {{ agrees. }}"


def _joined(a: Slope | None, left: sp.Expr, b: Slope | None, right: sp.Expr, rule: str) -> Slope | None:
    """``a + b`` or ``a * b``, of which either may be a constant."""
    if a is None and b is None:
        return None
    total = rule == "plus"
    value = left + right if total else left * right
    if a is None:
        assert b is not None
        return Slope(f"eapply D_{rule}_l. {b.script}", value, b.slope if total else left * b.slope)
    if b is None:
        return Slope(f"eapply D_{rule}_r. {a.script}", value, a.slope if total else a.slope * right)
    slope = a.slope + b.slope if total else a.slope * right + left * b.slope
    return Slope(f"eapply D_{rule}. {{ {a.script} }} {{ {b.script} }}", value, slope)


def _natural_power(found: Slope | None, power: int) -> Slope | None:
    if found is None:
        return None
    value, slope = found.value**power, power * found.value ** (power - 1) * found.slope
    if power == 2:
        return Slope(f"eapply D_square. {found.script}", value, slope)
    script = f"eapply (D_power {power - 1} {power}). {{ {found.script} }} {{ simpl; ring. }}"
    return Slope(script, value, slope)
