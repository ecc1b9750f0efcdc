"""The translation of expressions says in Coq what they say in mathematics, and where they say something.

Expressions are evaluated in three ways: as Coq text, by an evaluator that shares nothing with the translation; as SymPy
trees, where what is not defined makes the whole undefined; and, for some, by Coq itself.
"""

from __future__ import annotations

import random
import subprocess
from fractions import Fraction
from math import prod
from typing import Any

import pytest
import sympy as sp
from mpmath import mp, mpf
from sympy.core.function import AppliedUndef

from layerproof.proving.coq import coqc, terms
from layerproof.proving.coq.terms import Translator, Untranslatable

from .gallina import Evaluator
from .needs import coq

mp.dps = 40
X, Y = sp.symbols("x y", real=True)
P = sp.Symbol("P", positive=True)
N = sp.Symbol("n", integer=True, positive=True)
M = sp.Symbol("m", integer=True, nonnegative=True)
K = sp.Symbol("k", integer=True)
A = sp.Function("a", real=True)
F = sp.Function("f", real=True)
G = sp.Function("g", integer=True)
I1, I2 = sp.symbols("i j", integer=True, positive=True)
FREE = sp.Idx("l", (1, N))
SMALL = mpf(10) ** -18


class Undefined(Exception):
    """A part of an expression has no value in mathematics."""


# -- values in mathematics -------------------------------------------------------------------------------------------


def family(*arguments: Any) -> mpf:
    """A family of real numbers: small rationals that look random, zero among them."""
    return mpf(sum((3 * k + 2) * round(2 * float(a)) for k, a in enumerate(arguments)) % 7 - 3) / 2


def whole(*arguments: Any) -> int:
    """A family of integers."""
    return int(2 * family(*arguments))


def meaning(expr: sp.Basic, point: dict[sp.Basic, Any]) -> Any:
    """The value of an expression in mathematics.

    Raises:
        Undefined: if a part of it has none, or none that is real.
    """
    if expr in point:
        return mpf(point[expr])
    values = lambda: [meaning(a, point) for a in expr.args]  # noqa: E731
    match expr:
        case sp.Rational():
            return mpf(expr.p) / expr.q
        case sp.Add():
            return sum(values(), mpf(0))
        case sp.Mul():
            found = mpf(1)
            for value in values():
                found *= value
            return found
        case sp.Pow():
            return _power_meaning(expr, point)
        case sp.log():
            return mp.log(_if(values()[0], lambda v: v > SMALL))
        case sp.tan():
            (angle,) = values()
            return mp.sin(angle) / _if(mp.cos(angle), lambda v: abs(v) > SMALL)
        case sp.Sum() | sp.Product():
            index, low, high = expr.limits[-1]
            first, last = int(meaning(low, point)), int(meaning(high, point))
            if last < first - 1:
                raise Undefined("a sum shorter than an empty one")
            rest = type(expr)(expr.function, *expr.limits[:-1]) if len(expr.limits) > 1 else expr.function
            parts = (meaning(rest, {**point, index: k}) for k in range(first, last + 1))
            return sum(parts, mpf(0)) if isinstance(expr, sp.Sum) else prod(parts, start=mpf(1))
        case sp.KroneckerDelta():
            return mpf(values()[0] == values()[1])
        case AppliedUndef():
            found = values()
            for a, value in zip(expr.args, found, strict=True):
                _if(value, lambda v, a=a: not a.is_integer or v >= -SMALL)
            return mpf((whole if expr.is_integer else family)(*found))
        case sp.Max():
            return max(values())
        case sp.Min():
            return min(values())
    if expr is sp.pi:
        return +mp.pi
    if expr is sp.E:
        return +mp.e
    plain = {sp.exp: mp.exp, sp.sin: mp.sin, sp.cos: mp.cos, sp.sinh: mp.sinh, sp.cosh: mp.cosh, sp.tanh: mp.tanh}
    plain |= {sp.atan: mp.atan, sp.asinh: mp.asinh, sp.Abs: abs}
    return plain[type(expr)](*values())


def _power_meaning(expr: sp.Pow, point: dict[sp.Basic, Any]) -> Any:
    base, exponent = (meaning(a, point) for a in expr.args)
    if expr.exp.is_integer:
        times = int(mp.nint(exponent))
        return base**times if times >= 0 else 1 / _if(base, lambda v: abs(v) > SMALL) ** -times
    if expr.exp.is_Rational and expr.exp.q == 2:
        root = mp.sqrt(abs(_if(base, lambda v: v > -SMALL)))
        return root**expr.exp.p if expr.exp > 0 else 1 / _if(root, lambda v: v > SMALL) ** -expr.exp.p
    if abs(base) < SMALL:
        return mpf(0) if _if(exponent, lambda v: v > -SMALL) > SMALL else mpf(1)
    if abs(exponent - mp.nint(exponent)) < SMALL:
        return base ** int(mp.nint(exponent))
    return _if(base, lambda v: v > 0) ** exponent


def _if(value: Any, condition: Any) -> Any:
    if not condition(value):
        raise Undefined(str(value))
    return value


# -- random expressions ----------------------------------------------------------------------------------------------

ATOMS = (
    X,
    Y,
    P,
    N,
    M,
    K,
    sp.Integer(2),
    sp.Integer(-1),
    sp.Rational(1, 2),
    sp.pi,
    sp.E,
    FREE,
    A(FREE),
    A(N),
    A(N + M),
    F(X),
    sp.Integer(0),
)
HALF = sp.Rational(1, 2)


def anything(source: random.Random, depth: int) -> sp.Expr:
    """A random expression."""
    if depth == 0 or source.random() < 0.1:
        return source.choice(ATOMS)
    part = lambda: anything(source, depth - 1)  # noqa: E731
    lazily = source.random() < 0.5
    kinds = {
        "sum": lambda: sp.Add(part(), part(), evaluate=lazily),
        "difference": lambda: part() - part(),
        "product": lambda: sp.Mul(part(), part(), evaluate=lazily),
        "quotient": lambda: sp.Mul(part(), sp.Pow(part(), -1, evaluate=lazily), evaluate=lazily),
        "inverse": lambda: sp.Pow(part(), -1, evaluate=False),
        "inverse square": lambda: sp.Pow(part(), -2, evaluate=False),
        "square": lambda: sp.Pow(part(), source.choice((0, 2, 3)), evaluate=lazily),
        "root": lambda: sp.Pow(part(), source.choice((1, 3)) * HALF, evaluate=lazily),
        "inverse root": lambda: sp.Pow(part(), source.choice((-1, -3)) * HALF, evaluate=lazily),
        "cube root": lambda: sp.Pow(part(), sp.Rational(source.choice((-1, 2)), 3), evaluate=False),
        "power": lambda: sp.Pow(part(), part(), evaluate=False),
        "times": lambda: sp.Pow(part(), source.choice((N, M, N - 1, N + M, 2 * M, N + M + 2)), evaluate=lazily),
        "sign": lambda: sp.Pow(source.choice((-1, 2)), G(N), evaluate=False),
        "exp": lambda: sp.exp(part()),
        "log": lambda: sp.log(part(), evaluate=lazily),
        "tan": lambda: sp.tan(part()),
        "function": lambda: source.choice((sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.atan, sp.asinh, sp.Abs))(
            part()
        ),
        "extremum": lambda: source.choice((sp.Max, sp.Min))(part(), part()),
        "sum over": lambda: sp.Sum(
            source.choice(
                (A(I1), I1, part() * A(I1), A(I1) ** -1, sp.log(A(I1) + part()), sp.KroneckerDelta(I1, FREE) * A(I1))
            ),
            (I1, source.choice((0, 1, 2, 3)), source.choice((N, M, N - 1, N - 2, N + 1, sp.Integer(3), sp.Integer(0)))),
        ),
        "double sum": lambda: sp.Sum(A(I1) * A(I2) + part() * sp.KroneckerDelta(I1, I2), (I2, 1, I1), (I1, 1, N)),
        "whole": lambda: G(N) * part(),
    }
    return kinds[source.choice(sorted(kinds))]()


def points(source: random.Random) -> dict[sp.Basic, Any]:
    """Values of the symbols: zeros and negative ones are common, and so are small naturals."""
    number = lambda: Fraction(source.choice((-2, -1, 0, 0, 1, 1, 2, 3)), source.choice((1, 1, 2)))  # noqa: E731
    n = source.choice((1, 1, 2, 3))
    values = {X: number(), Y: number(), P: Fraction(source.randint(1, 4), 2), N: n, M: source.choice((0, 0, 1, 2))}
    return {**values, K: source.choice((-2, -1, 0, 1)), FREE: source.randint(1, n)}


def compare(expr: sp.Expr, point: dict[sp.Basic, Any]) -> str:
    """``same``, ``undefined``, ``strict``, ``untranslatable`` or ``out of range``; fails if the translation is wrong.

    The answer ``strict`` says that more is asked than need be: a real power is one of a positive number, and a
    difference of naturals is a natural, even where it is the end of a sum over nothing.
    """
    point = {key: v if key.is_integer else mpf(v.numerator) / v.denominator for key, v in point.items()}
    translate = Translator()
    try:
        term = translate(expr)
    except Untranslatable:
        return "untranslatable"
    names = {**translate.reals, **translate.naturals, **translate.signed, **translate.indices}
    functions = {
        translate.names.of(("function", name), name): (
            tuple(kind == "nat" for kind in kinds),
            whole if name in translate.integers else family,
        )
        for name, kinds in translate.functions.items()
    }
    coq_side = Evaluator({name: point[symbol] for symbol, name in names.items()}, functions)
    try:
        expected = meaning(expr, point)
    except Undefined:
        expected = None
    except (OverflowError, ZeroDivisionError):
        return "out of range"
    try:
        conditions = {condition.text: coq_side.holds(condition.text) for condition in term.conditions}
        value = coq_side.term(term.text)
    except OverflowError:
        return "out of range"
    where = f"{sp.srepr(expr)}\n{expr} at {point}\n{term.text}\n{conditions}"
    if expected is None:
        assert not all(conditions.values()), f"the conditions hold where the expression is not defined: {where}"
        return "undefined"
    if abs(expected) > mpf(10) ** 12:
        return "out of range"
    if any(c.relation == "nat" and "<= S" not in c.text and not conditions[c.text] for c in term.conditions):
        return "strict"
    if "Rpower" in term.text and all(conditions[c.text] or c.relation == "<" for c in term.conditions):
        asked = [c.expr for c in term.conditions if not conditions[c.text]]
        if asked and {p.base for p in sp.preorder_traversal(expr) if isinstance(p, sp.Pow)}.issuperset(asked):
            return "strict"
    assert all(conditions.values()), f"a condition is false where the expression is defined: {where}"
    assert abs(value - expected) <= SMALL * (1 + abs(expected)), f"{value} is not {expected}: {where}"
    return "same"


def seen(seed: int, number: int) -> dict[str, int]:
    """How often each answer of `compare` comes."""
    source, found = random.Random(seed), dict[str, int]()
    while number:
        try:
            expr = anything(source, source.choice((1, 2, 2, 3)))
        except (ValueError, TypeError, RecursionError, ZeroDivisionError):  # what SymPy refuses to build
            continue
        number -= 1
        for _ in range(4):
            answer = compare(expr, points(source))
            found[answer] = found.get(answer, 0) + 1
    return found


@pytest.mark.parametrize("seed", range(6))
def test_random_expressions_mean_the_same_in_coq(seed: int) -> None:
    found = seen(seed, 220)
    assert found["same"] > 250, found
    assert found["undefined"] > 40, found


def _many() -> None:
    for seed in range(4):
        seen(seed, 220)


def _drop(relation: str) -> Any:
    original = Translator._require

    def require(self: Translator, found: str, expr: sp.Expr | None, inside: str) -> None:
        if found != relation:
            original(self, found, expr, inside)

    return require


@pytest.mark.parametrize("relation", ["<>", "<=", "<", "nat"])
def test_a_translation_that_forgets_conditions_is_found_out(relation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Translator, "_require", _drop(relation))
    with pytest.raises(AssertionError, match="the expression is not defined"):
        _many()


@pytest.mark.parametrize(
    ("method", "wrong"),
    [
        ("_natural_sum", lambda self, expr: f"({expr.as_coeff_Add()[0]})%nat" if expr.as_coeff_Add()[0] > 0 else None),
        ("_symbol", lambda self, symbol: self.reals.setdefault(symbol, f"v_{symbol}") if symbol.is_real else "0"),
    ],
)
def test_a_wrong_translation_is_found_out(method: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Translator, method, wrong)
    with pytest.raises((AssertionError, KeyError)):
        _many()


# -- every kind of node, at chosen points ----------------------------------------------------------------------------

NODES = [
    (sp.Integer(-3), {}, "same"),
    (sp.Rational(-3, 2), {}, "same"),
    (X + Y, {X: 1, Y: -2}, "same"),
    (X / Y, {X: 1, Y: 0}, "undefined"),
    (sp.Mul(X, sp.Pow(X, -1, evaluate=False), evaluate=False), {X: 0}, "undefined"),
    (sp.Pow(X, -2), {X: 0}, "undefined"),
    (sp.Pow(X, -2), {X: -3}, "same"),
    (sp.Pow(sp.Pow(X, -1), -1, evaluate=False), {X: 0}, "undefined"),
    (sp.sqrt(X), {X: -1}, "undefined"),
    (sp.sqrt(X), {X: 0}, "same"),
    (X ** sp.Rational(3, 2), {X: -1}, "undefined"),
    (X ** sp.Rational(-3, 2), {X: 0}, "undefined"),
    (X ** sp.Rational(-3, 2), {X: 4}, "same"),
    (Y / sp.sqrt(X), {X: 0, Y: 0}, "undefined"),
    (X ** sp.Rational(1, 3), {X: -8}, "undefined"),
    (X ** sp.Rational(1, 3), {X: 0}, "strict"),
    (X ** sp.Rational(-1, 3), {X: 8}, "same"),
    (X**Y, {X: -1, Y: 2}, "strict"),
    (X**Y, {X: 0, Y: -1}, "undefined"),
    (X**Y, {X: -1, Y: Fraction(1, 2)}, "undefined"),
    (X**Y, {X: 2, Y: -1}, "same"),
    (X**M, {X: 0, M: 0}, "same"),
    (X**M, {X: -2, M: 3}, "same"),
    (X ** (N - 1), {X: 0, N: 1}, "same"),
    (X ** (N - 1), {X: 3, N: 3}, "same"),
    (X**K, {X: -2, K: 3}, "strict"),
    (X**K, {X: 2, K: -3}, "same"),
    ((-1) ** G(N), {N: 1}, "same"),
    ((-1) ** G(N), {N: 2}, "same"),
    (sp.Pow(2, G(N)), {N: 1}, "same"),
    (sp.exp(X), {X: -1}, "same"),
    (sp.Pow(sp.E, X, evaluate=False), {X: 2}, "same"),
    (sp.E * sp.pi, {}, "same"),
    (sp.log(X), {X: -1}, "undefined"),
    (sp.log(X), {X: 0}, "undefined"),
    (sp.log(X), {X: 3}, "same"),
    (sp.tan(X), {X: 1}, "same"),
    (sp.tan(sp.pi * X), {X: Fraction(1, 2)}, "undefined"),
    *((function(X - 1), {X: Fraction(-1, 2)}, "same") for function in terms.FUNCTIONS),
    (sp.Max(X, Y, 1), {X: 0, Y: 2}, "same"),
    (sp.Min(X, Y, 1), {X: 0, Y: 2}, "same"),
    (sp.KroneckerDelta(FREE, N), {FREE: 2, N: 2}, "same"),
    (sp.KroneckerDelta(FREE, N), {FREE: 1, N: 2}, "same"),
    (FREE * A(FREE), {FREE: 2, N: 3}, "same"),
    (F(X) * F(N), {X: Fraction(1, 2), N: 2}, "same"),
    (G(N) + K, {N: 3, K: -2}, "same"),
    (A(N - 1), {N: 1}, "same"),
    (A(M - 1), {M: 0}, "undefined"),
    (sp.Sum(A(I1), (I1, 1, N)), {N: 3}, "same"),
    (sp.Sum(A(I1), (I1, 2, N)), {N: 1}, "same"),
    (sp.Sum(A(I1), (I1, 3, N)), {N: 1}, "undefined"),
    (sp.Sum(A(I1), (I1, 1, M)), {M: 0}, "same"),
    (sp.Sum(A(I1), (I1, 1, N - 2)), {N: 1}, "undefined"),
    (sp.Sum(1 / I1, (I1, 0, N)), {N: 1}, "undefined"),
    (sp.Sum(1 / (I1 - 2), (I1, 1, N)), {N: 1}, "same"),
    (sp.Sum(1 / (I1 - 2), (I1, 1, N)), {N: 2}, "undefined"),
    (sp.Sum(A(I1, I2), (I2, 1, I1), (I1, 1, N)), {N: 3}, "same"),
    (sp.Sum(sp.Sum(A(I1), (I1, 1, 2)) * I1, (I1, 1, N)), {N: 3}, "same"),
    (sp.Product(A(I1), (I1, 1, N)), {N: 3}, "same"),
    (sp.Product(A(I1), (I1, 1, M)), {M: 0}, "same"),
    (sp.Product(A(I1), (I1, 3, N)), {N: 1}, "undefined"),
    (sp.Product(A(I1), (I1, N, M)), {N: 2, M: 4}, "same"),
]


@pytest.mark.parametrize(("expr", "point", "expected"), NODES, ids=lambda v: str(v)[:40])
def test_each_kind_of_part(expr: sp.Expr, point: dict[sp.Basic, Any], expected: str) -> None:
    assert compare(expr, point) == expected


@pytest.mark.parametrize(
    "expr",
    [
        sp.I * X,
        sp.Float(0.5) * X,
        sp.oo,
        sp.Symbol("z") + 1,
        sp.Symbol("z", real=False, complex=True),
        sp.Function("h")(X),
        sp.Piecewise((X, X > 0), (0, True)),
        sp.floor(X),
        sp.Derivative(F(X), X),
        A(N) + sp.Function("a", positive=True)(N),
        A(N) + A(N, N),
        A(K),
        A(N) + A(N / 2),
        sp.Sum(A(I1), (I1, K, N)),
        sp.Sum(A(I1), (I1, N, 2 * N)),
        sp.KroneckerDelta(X, Y),
        sp.Symbol("B", commutative=False),
    ],
    ids=lambda v: str(v)[:40],
)
def test_what_has_no_counterpart_is_refused(expr: sp.Expr) -> None:
    with pytest.raises(Untranslatable):
        Translator()(expr)


def test_names_are_kept_apart() -> None:
    translate = Translator()
    real, positive = sp.Symbol("S", real=True), sp.Symbol("S", positive=True)
    text = translate(real + positive + sp.Symbol("S_0", real=True) + sp.Symbol("exp", real=True)).text
    assert len({*translate.reals.values()}) == 4
    assert not {"S", "exp", "PI"} & {*translate.reals.values()}, text


# -- Coq's own opinion -----------------------------------------------------------------------------------------------

COMPUTE = """
Lemma ln_exp_2 : ln (exp 2) = 2. Proof. apply ln_exp. Qed.
Ltac worked := intros; subst; unfold tsum, kron, INR; simpl; unfold Rmax, Rmin, Rabs, powerRZ; simpl;
  repeat (match goal with
          | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
          | |- context [Rcase_abs ?a] => destruct (Rcase_abs a) end);
  first [lra | field; lra | nra].
"""


def _rational(expr: sp.Expr, point: dict[sp.Basic, Any]) -> tuple[str, str] | None:
    """A lemma that Coq can compute: the value of an expression at a point; None if it has none."""
    translate = Translator()
    try:
        exact = meaning(expr, {k: mpf(v.numerator) / v.denominator for k, v in point.items()})
        term = translate(expr)
    except (Undefined, Untranslatable):
        return None
    value = Fraction(str(mp.nstr(exact * 46656, 30))).limit_denominator(1) / 46656  # a multiple of it is whole
    if abs(mpf(value.numerator) / value.denominator - exact) > SMALL or translate.functions or translate.indices:
        return None
    names = {**translate.reals, **translate.naturals, **translate.signed}
    kinds = {**dict.fromkeys(translate.naturals, "nat"), **dict.fromkeys(translate.signed, "Z")}
    bound = " ".join(f"({name} : {kinds.get(symbol, 'R')})" for symbol, name in names.items())
    given = "".join(f"{name} = {_written(point[symbol], kinds.get(symbol))} -> " for symbol, name in names.items())
    quantified = f"forall {bound}, " if bound else ""
    return (
        f"{quantified}{given}{term.text} = {_written(value)}",
        f"{quantified}{given}{term.text} = {_written(value + 1)}",
    )


def _written(value: Any, kind: str | None = None) -> str:
    value = Fraction(value)
    if kind == "nat":
        return f"{value.numerator}%nat"
    if kind == "Z":
        return f"({value.numerator})%Z"
    return f"({value.numerator} / {value.denominator})"


def _arithmetic(source: random.Random, depth: int) -> sp.Expr:
    """A random expression whose values are rational."""
    if depth == 0:
        return source.choice((X, Y, N, M, K, sp.Integer(2), sp.Rational(-1, 2), sp.Integer(3)))
    part = lambda: _arithmetic(source, depth - 1)  # noqa: E731
    kinds = (
        lambda: part() + part(),
        lambda: part() - part(),
        lambda: part() * part(),
        lambda: part() / part(),
        lambda: sp.Pow(part(), -2, evaluate=False),
        lambda: part() ** 2,
        lambda: part() ** M,
        lambda: sp.Abs(part()),
        lambda: sp.Max(part(), part()),
        lambda: sp.Min(part(), part()),
        lambda: sp.Sum(part() * I1, (I1, 1, N)),
        lambda: sp.Sum(I1 * sp.KroneckerDelta(I1, 2) + part(), (I1, 0, M + 1)),
    )
    return source.choice(kinds)()


@coq
def test_coq_computes_the_same_values(tmp_path: Any) -> None:
    """A few dozen lemmas, each beside one with a wrong value that must fail."""
    source, lemmas, number = random.Random(5), [], 0
    while number < 40:
        try:
            found = _rational(_arithmetic(source, source.choice((1, 2, 2))), points(source))
        except (ZeroDivisionError, ValueError):
            continue
        if found is None or " / 0)" in found[0]:
            continue
        right, wrong = found
        lemmas.append(f"Lemma r{number} : {right}.\nProof. worked. Qed.")
        lemmas.append(f"Lemma w{number} : {wrong}.\nProof. Fail (solve [worked]). Abort.")
        number += 1
    fixed = [
        ("(exp (ln (1 + 1)))", "2", "rewrite exp_ln; lra"),
        (
            Translator()(sp.sqrt(sp.Integer(9), evaluate=False)).text,
            "3",
            "replace 9 with (3 * 3) by ring; apply sqrt_square; lra",
        ),
        (Translator()(sp.cos(sp.pi, evaluate=False)).text, "(- 1)", "apply cos_PI"),
        (Translator()(sp.log(sp.E, evaluate=False)).text, "1", "apply ln_exp"),
        (Translator()(sp.Pow(2, sp.Integer(1) / 3, evaluate=False) ** 3).text, "2", "idtac; lra"),
    ]
    for k, (term, value, script) in enumerate(fixed):
        lemmas.append(f"Lemma f{k} : {term} = {value}.\nProof. {script}. Qed.")
    (tmp_path / "Values.v").write_text(coqc.header(("Sums",)) + COMPUTE + "\n".join(lemmas))
    places = [word for place in coqc.folders(("Base", "Sums")) for word in ("-Q", str(place), "Layerproof")]
    done = subprocess.run(
        [coqc.program("coqc"), "-q", *places, "Values.v"], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
