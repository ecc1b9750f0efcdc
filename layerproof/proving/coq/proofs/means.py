"""Means under normal laws and finite ones, one variable after the other.

Under a normal law, what is averaged is on either side of the middle a polynomial in a standard variable, or everywhere
a sum of exponentials times polynomials; the prelude knows the moments.  That the mean is there follows from a bound
that is built part by part, and is averaged in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import sympy as sp

from ....language.distributions import Distribution, Finite, Normal
from ....language.statements import Expectation
from ..gallina import term_of
from ..terms import _is_inverse
from ..theorems.base import Fact, Theorem
from ..theorems.laws import listed
from ..theorems.means import Everywhere, Mean, of_list
from . import algebra, families, integrals, scalars, signs
from .base import PROOFS, NoProof
from .context import Context

Random = tuple[sp.Symbol, str, Distribution]
_CORNERS = (sp.Abs, sp.Max, sp.Min)
_NUMBERS = "rewrite ?INR_IZR_INZ; cbn [Z.of_nat Pos.of_succ_nat Pos.succ]; unfold Rdiv; first [ring | "
_NUMBERS += "(pose proof root_of_pi; field; repeat split; first [assumption | nz])]"


@PROOFS.register(Expectation)
def prove(theorem: Theorem) -> str:
    """A script for each goal in its turn.

    Raises:
        NoProof: if what is averaged is of another form.
    """
    if "Families" in theorem.requires:
        return families.prove(theorem)
    if "Normals" not in theorem.requires:
        return integrals.prove(theorem)
    context, scripts = Context.of(theorem), []
    for goal in theorem.goals:
        match goal.content:
            case Everywhere(condition, names):
                with context.translate.writing(dict(names)):
                    settled = algebra.settle(condition, context)
                scripts.append(f"intros {' '.join(name for _, name in names)}. {settled}")
            case Mean() as mean:
                scripts.append(_mean(mean, context))
            case _:
                scripts.append(algebra.close(goal, context))
    return theorem.proof(scripts)


def _mean(mean: Mean, context: Context) -> str:
    names = tuple((variable, name) for variable, name, _ in mean.laws)
    bounds = Bounds(frozenset(variable for variable, _ in names), context)
    with context.translate.writing(dict(names)):
        above, script = bounds.of(mean.of)
        body = context.translate(above).says
    known = context
    first, _ = _iterated(mean.of, mean.laws, mean.equals, known)
    second, value = _iterated(above, mean.laws, None, known)
    every = mean.list_name
    values = " ".join(f"(nth {k} {every} 0)" for k in range(len(names)))
    intro = f"intro {every}. cbv beta. generalize {values}. intros {' '.join(name for _, name in names)}. {script}"
    parts = [
        *bounds.lines,
        f"split.\n{{ {first} }}",
        f"exists {of_list([name for _, name in names], every, body)}, {context.text(value)}.",
        f"split.\n{{ {intro} }}\n{{ {second} }}",
    ]
    return "\n".join(parts)


def _iterated(of: sp.Expr, laws: Sequence[Random], equals: sp.Expr | None, context: Context) -> tuple[str, sp.Expr]:
    """A script that closes ``iterated laws of equals``, and the value, which is found where none is given."""
    if not laws:
        return "reflexivity.", of
    (variable, name, law), *others = laws
    with context.translate.writing({variable: name}):
        inner, inside = _iterated(of, others, None, context)
        text = context.text(inside)
    outer, value = _under(law, variable, name, inside, equals, context)
    function = f"(fun {name} : R => {text})"
    return f"exists {function}. split.\n{{ intro {name}. {inner} }}\n{{ {outer} }}", value


def _under(
    law: Distribution, x: sp.Symbol, name: str, of: sp.Expr, equals: sp.Expr | None, context: Context
) -> tuple[str, sp.Expr]:
    """A script for the mean under one law, and the value."""
    if isinstance(law, Finite):
        found = sp.Add(*(sp.Mul(p, of.xreplace({x: v}), evaluate=False) for v, p in law.table), evaluate=False)
        value = sp.expand(found) if equals is None else equals
        computed = "cbn [finite fold_right fst snd]; first [ring | unfold Rdiv; ring]"
        there = f"transitivity ({context.text(found)}); [{computed} |]."
        return f"unfold finite. {there} {scalars.equal(found, value, context)}", value
    if not isinstance(law, Normal):
        raise NoProof(f"means under {law} beside others")
    still = sorted((c for c in of.atoms(*_CORNERS) if not c.has(x)), key=sp.default_sort_key)
    letters = {corner: sp.Dummy("c", real=True) for corner in still}
    names = tuple((letter, context.fresh("c")) for letter in letters.values())
    said = [f"generalize {context.text(corner)}. intro {here}." for corner, (_, here) in zip(still, names, strict=True)]
    of, equals = of.xreplace(letters), None if equals is None else equals.xreplace(letters)
    way = _by_halves if any(corner.has(x) for corner in of.atoms(*_CORNERS)) else _by_waves
    with context.translate.writing(dict(names)):
        script, value = way(law, x, name, of, equals, context)
    return "\n".join([*said, script]), value.xreplace({letter: corner for corner, letter in letters.items()})


def _by_halves(
    law: Normal, x: sp.Symbol, name: str, of: sp.Expr, equals: sp.Expr | None, context: Context
) -> tuple[str, sp.Expr]:
    z = sp.Dummy("z", real=True)
    lists, scripts, terms = [], [], []
    for side in (1, -1):
        at = law.mean + side * law.deviation * z
        coefficients = _coefficients(_smooth(of, x, at, z).xreplace({x: at}), z)
        lists.append(_listed([context.text(c) for c in coefficients]))
        scripts.append(_agrees(of, x, name, at, z, coefficients, "poly", context, side))
        terms += [_times(c, Normal().half_moment(k, side)) for k, c in enumerate(coefficients)]
    found = sp.Add(*terms, evaluate=False)
    value = sp.expand(found.doit()) if equals is None else equals
    closing = f"transitivity ({context.text(found)}).\n"
    closing += (
        f"{{ cbn [moments right]. rewrite ?half_of_letter. {_NUMBERS}. }}\n{scalars.equal(found, value, context)}"
    )
    parts = "\n".join(f"{{ {part} }}" for part in [*scripts, closing])
    return f"apply (normal_by_halves _ _ _ {' '.join(lists)}).\n{parts}", value


def _by_waves(
    law: Normal, x: sp.Symbol, name: str, of: sp.Expr, equals: sp.Expr | None, context: Context
) -> tuple[str, sp.Expr]:
    z = sp.Dummy("z", real=True)
    at = law.mean + law.deviation * z
    waves = {rate: _coefficients(part, z) for rate, part in _waves(of.xreplace({x: at}), z).items()}
    table, terms, tilts = [], [], []
    for rate, coefficients in waves.items():
        text = context.text(rate)
        table.append(f"({text}, {_listed([context.text(c) for c in coefficients])})")
        tilt = sp.exp(rate**2 / 2)
        by = "rewrite <- exp_0; f_equal; field" if rate == 0 else "f_equal; field"
        tilts.append(f"replace (exp ({text} ^ 2 / 2)) with ({context.text(tilt)}) by ({by}).")
        terms += [_times(tilt, c, sp.expand(Normal(rate).moment(k))) for k, c in enumerate(coefficients)]
    found = sp.Add(*terms, evaluate=False)
    value = sp.expand(found.doit()) if equals is None else equals
    same = _agrees(of, x, name, at, z, waves, "waves", context, 0)
    closing = (
        f"transitivity ({context.text(found)}).\n{{ cbn [mean_of_waves moments tilted fst snd]. {' '.join(tilts)} "
    )
    closing += f"{_NUMBERS}. }}\n{scalars.equal(found, value, context)}"
    return f"apply (normal_by_waves _ _ _ {_listed(table)}).\n{{ {same} }}\n{{ {closing} }}", value


def _agrees(
    of: sp.Expr,
    x: sp.Symbol,
    name: str,
    at: sp.Expr,
    z: sp.Symbol,
    parts: Sequence[sp.Expr] | dict[sp.Expr, list[sp.Expr]],
    what: str,
    context: Context,
    side: int,
) -> str:
    """A script that closes ``forall z, f (m + s * z) = poly ps z``, or the like with exponentials."""
    here, given, said = context.fresh("z"), context.fresh("E"), context.fresh("S")
    positive, rate = context.fresh("P"), sp.Ge(z, 0, evaluate=False)
    with context.translate.writing({x: name, z: here}):
        facts = [Fact(positive, f"0 <= {here}", rate)] if side else []
        if isinstance(parts, dict):
            written: sp.Expr = sp.Add(*(sp.exp(rate * z) * _poly(cs, z) for rate, cs in parts.items()))
        else:
            written = _poly(parts, z)
        place = context.text(at)
        stands = Fact(given, f"{name} = {place}", sp.Eq(x, at, evaluate=False))
        smooth, corners = (of, []) if side == 0 else _without_corners(of, x, at, z, context.knowing(facts), given)
        same = scalars.equal(smooth, written, context.knowing([*facts, stands]))
        intro = f"intros {name} {here} {positive if side else ''} {said}."
        meant = f"assert ({given} : {name} = {place}) by (rewrite {said}; ring)."
        closing = f"cbn [waves poly fst snd]. {'rewrite ?Rmult_0_l, ?exp_0.' if what == 'waves' else ''} "
        closing += _exponentials(parts, z, context) + "ring."
        if corners:  # SymPy may have evaluated what is left of them
            corners.append(f"transitivity ({context.text(smooth)}); [ring |].")
        head = "\n".join([intro, meant, *corners, f"transitivity ({context.text(written)})."])
        return f"{head}\n{{ {same} }}\n{{ {closing} }}"


def _smooth(of: sp.Expr, x: sp.Symbol, at: sp.Expr, z: sp.Symbol) -> sp.Expr:
    """What it is where z is positive, by what SymPy knows of signs."""
    positive = sp.Dummy("z", positive=True)
    return sp.expand(of.xreplace({x: at}).xreplace({z: positive}).doit()).xreplace({positive: z})


def _without_corners(
    of: sp.Expr, x: sp.Symbol, at: sp.Expr, z: sp.Symbol, context: Context, given: str
) -> tuple[sp.Expr, list[str]]:
    """Without corners, where z is positive; with sentences that say which part counts, innermost first."""
    positive, sentences = sp.Dummy("z", positive=True), []
    while corners := sorted((c for c in of.atoms(*_CORNERS) if c.has(x)), key=sp.count_ops):
        corner = corners[0]
        one, other = corner.args if not isinstance(corner, sp.Abs) else (corner.args[0], sp.S.Zero)
        gap = sp.expand((one - other).xreplace({x: at}))
        there = gap.xreplace({z: positive})
        if there.is_nonnegative is None and there.is_nonpositive is None:
            raise NoProof(f"{corner} has its corner where the normal variable is not at its mean")
        first = bool(there.is_nonnegative)
        large, small = (one, other) if first else (other, one)
        known, sense = context.fresh("C"), gap if first else sp.expand(-gap)
        above, below = context.text(large), context.text(small)
        sentences += [
            f"assert ({known} : 0 <= {context.text(sense)}).\n{{ {signs.sign(sense, '<=', context)} }}",
            f"assert ({known}_ : {below} <= {above}).",
            f"{{ apply (Rplus_le_reg_r (- {below})). rewrite Rplus_opp_r.",
            f"replace ({above} + - {below}) with ({context.text(sense)}) by (rewrite {given}; ring). exact {known}. }}",
        ]
        a, b = context.text(one), context.text(other)
        if isinstance(corner, sp.Abs):
            sentences.append(f"rewrite ({'Rabs_pos_eq' if first else 'Rabs_left1'} {a} {known}_).")
            value = one if first else -one
        else:
            largest = isinstance(corner, sp.Max)
            lemma = f"R{'max' if largest else 'min'}_{'left' if first == largest else 'right'}"
            sentences.append(f"rewrite ({lemma} {a} {b} {known}_).")
            value = large if largest else small
        of = of.xreplace({corner: value})
    return of, sentences


def _exponentials(parts: object, z: sp.Symbol, context: Context) -> str:
    if not isinstance(parts, dict):
        return ""
    script = ""
    for rate in parts:
        if rate != 0:
            text = f"exp ({context.text(rate)} * {context.text(z)})"
            script += f"replace ({text}) with ({context.text(sp.exp(rate * z))}) by (f_equal; ring). "
    return script


def _poly(coefficients: Sequence[sp.Expr], z: sp.Symbol) -> sp.Expr:
    return sp.Add(*(c * z**k for k, c in enumerate(coefficients)))


def _listed(texts: Sequence[str]) -> str:
    return str(listed([term_of(text) for text in texts]))


def _times(*factors: sp.Expr) -> sp.Expr:
    return sp.Mul(*factors, evaluate=False)


def _coefficients(expr: sp.Expr, z: sp.Symbol) -> list[sp.Expr]:
    found = sp.expand(expr)
    if not found.is_polynomial(z):
        raise NoProof("what is averaged is no polynomial in a normal variable, times exponentials of multiples of it")
    return list(reversed(sp.Poly(found, z).all_coeffs())) if found.has(z) else [found]


def _waves(expr: sp.Expr, z: sp.Symbol) -> dict[sp.Expr, sp.Expr]:
    """An expression as a sum of exponentials of multiples of z times what is left."""
    found: dict[sp.Expr, sp.Expr] = {}
    for term in sp.Add.make_args(sp.expand(expr)):
        powers = [f for f in sp.Mul.make_args(term) if isinstance(f, sp.exp) and f.has(z)]
        inside = sp.expand(sp.Add(*(f.args[0] for f in powers)))
        rate = inside.coeff(z, 1)
        rest = sp.expand(inside - rate * z)
        if rest.has(z) or rate.has(z):
            raise NoProof("an exponential of what is not linear in a normal variable")
        left = term / sp.Mul(*powers) * sp.exp(rest)
        found[rate] = found.get(rate, sp.S.Zero) + left
    return found


@dataclass
class Bounds:
    """Bounds of absolute values that can be averaged; what is not random gets a letter for its absolute value."""

    random: frozenset[sp.Symbol]
    context: Context
    lines: list[str] = field(default_factory=list)
    letters: dict[str, tuple[sp.Symbol, str]] = field(default_factory=dict)

    def of(self, expr: sp.Expr) -> tuple[sp.Expr, str]:
        """A bound, and a script that closes ``Rabs expr <= bound``."""
        if not expr.free_symbols & self.random:
            letter, fact = self._letter(self.context.text(expr))
            return letter, f"rewrite {fact}; apply bound_const."
        match expr:
            case sp.Symbol():
                return 1 + expr**2, f"apply (Rle_trans _ _ _ (bound_letter {self.context.text(expr)})); right; ring."
            case sp.Add():
                return self._fold(expr.args, "bound_plus")
            case sp.Mul():
                return self._product(expr)
            case sp.exp():
                return expr, "apply bound_exp."
            case sp.Pow() if expr.exp.is_Integer and expr.exp > 0:
                inside, script = self.of(expr.base)
                power = sp.Pow(inside, expr.exp, evaluate=False)
                return power, f"apply bound_pow. {script}"
            case sp.Abs():
                inside, script = self.of(expr.args[0])
                return inside, f"apply bound_abs. {script}"
            case sp.Max() | sp.Min():
                return self._fold(expr.args, "bound_max" if isinstance(expr, sp.Max) else "bound_min")
        raise NoProof(f"no bound of {type(expr).__name__}")

    def _product(self, expr: sp.Mul) -> tuple[sp.Expr, str]:
        above = [a for a in expr.args if not _is_inverse(a)]
        below = [sp.Pow(a.base, -a.exp) for a in expr.args if _is_inverse(a)]
        if not below:
            return self._fold(above, "bound_mult")
        if any(b.free_symbols & self.random for b in below):
            raise NoProof("no bound of a quotient by what is random")
        inside, script = self._fold(above, "bound_mult")
        letter, fact = self._letter(f"(/ ({' * '.join(map(self.context.text, below))}))")
        return sp.Mul(inside, letter, evaluate=False), f"rewrite {fact}; apply bound_div. {script}"

    def _fold(self, parts: Sequence[sp.Expr], lemma: str) -> tuple[sp.Expr, str]:
        """Bounds of ``a + b + c``, which is ``(a + b) + c``, and the like."""
        whole, script = self.of(parts[0])
        for part in parts[1:]:
            other, more = self.of(part)
            join = sp.Mul if lemma == "bound_mult" else sp.Add
            whole = join(whole, other, evaluate=False)
            script = f"apply {lemma}. {{ {script} }} {{ {more} }}"
        return whole, script

    def _letter(self, text: str) -> tuple[sp.Symbol, str]:
        if text not in self.letters:
            name, fact = self.context.fresh("K"), self.context.fresh("A")
            symbol = sp.Dummy(name, nonnegative=True)
            self.context.translate.reals[symbol] = name
            self.lines.append(f"assert ({fact} : exists k, k = Rabs {text}) by (eexists; reflexivity).")
            self.lines.append(f"destruct {fact} as [{name} {fact}].")
            self.letters[text] = (symbol, fact)
        return self.letters[text]
