"""Sums in closed form by telescoping: the terms are the differences of a sequence that the claim names."""

from __future__ import annotations

import sympy as sp

from ....language.statements import Series
from ..theorems.base import Condition, Equation, Fact, Theorem
from ..theorems.series import EveryTerm, InfiniteSum
from . import algebra, scalars, signs
from .base import PROOFS, NoProof
from .context import Context


@PROOFS.register(Series)
def prove(theorem: Theorem) -> str:
    """A script for each goal in its turn.

    Raises:
        NoProof: if no sequence is known whose differences are the terms.
    """
    statement = theorem.claim.statement
    assert isinstance(statement, Series)
    context = Context.of(theorem)
    scripts = []
    for goal in theorem.goals:
        if isinstance(goal.content, EveryTerm):
            scripts.append(_every(goal.content))
        elif isinstance(goal.content, InfiniteSum):
            scripts.append(_tail(statement, context))
        elif isinstance(goal.content, Equation):
            scripts.append(_telescopes(statement, context))
        elif isinstance(goal.content, Condition) and goal.content.expr is not None and not goal.content.bounds:
            scripts.append(algebra.settle(goal.content, context))
        else:
            scripts.append(algebra.close(goal, context))
    return theorem.proof(scripts)


def _every(content: EveryTerm) -> str:
    """Indices are positive, and so are powers."""
    return f"intros {content.name}. first [ apply INR_pos; lia | left; apply exp_pos ]."


def _tail(statement: Series, context: Context) -> str:
    """The sum of a power with an exponent below -1, compared to the integral of the power."""
    j, lower, _ = statement.over
    above = statement.relation == ">="
    term = statement.term
    power = isinstance(term, sp.Pow) and term.base == j and not term.exp.has(j)
    if not power or statement.relation not in (">=", "<="):
        raise NoProof("of infinite sums, only bounds of those of powers are proved")
    slope = sp.expand(-1 - term.exp)
    start = lower if above else lower - 1
    bound = start ** (-slope) / slope
    first = context.translate.natural(start)
    text = f"Rpower (INR {first}) (- {context.text(slope)}) / {context.text(slope)}"
    exponent = context.text(term.exp)
    lemma = f"tail_{'above' if above else 'below'} {first} {context.text(slope)} {exponent}"
    return "\n".join(
        [
            f"assert (E : {context.text(statement.equals)} = {text}).",
            f"{{ transitivity ({context.text(bound)}); [| unfold Rdiv; repeat f_equal; ring].",
            f"{scalars.equal(statement.equals, bound, context)} }}",
            f"rewrite E. apply ({lemma}).",
            "{ lia. }",
            f"{{ {signs.sign(slope, '<', context)} }}",
            "ring.",
        ]
    )


def _telescopes(statement: Series, context: Context) -> str:
    """The sum is the increment of the sequence, whose differences are the terms."""
    j, lower, upper = statement.over
    by, translate = statement.certificate, context.translate
    if by is None or by.has(sp.Sum):
        raise NoProof("no sequence is known whose differences are the terms")
    here, there = sp.Symbol(f"{j}_here", real=True), sp.Symbol(f"{j}_there", real=True)
    x, y = context.fresh("X"), context.fresh("Y")
    translate.reals |= {here: x, there: y}
    doubled, context = _double_angles(by, context)
    name = context.fresh("j")
    function = f"(fun {x} => {context.text(by.xreplace({j: here}))})"
    rise = sp.Add(by.xreplace({j: here}), sp.Mul(-1, by.xreplace({j: there}), evaluate=False), evaluate=False)
    same = f"transitivity ({context.text(rise)}); [cbv beta; unfold Rdiv; ring |]."
    with translate.naming({j: name}):
        term = f"(fun {name} => {context.text(statement.term)})"
        facts = [
            Fact("EX", f"{x} = INR {name}", sp.Eq(here, j, evaluate=False)),
            Fact("EY", f"{y} = INR {name} + 1", sp.Eq(there, j + 1, evaluate=False)),
        ]
        positive = _positive({here: x, there: y, j: f"(INR {name})"}) if lower.is_positive else []
        signed = context.knowing([*facts, *positive])
        known = [f"assert ({fact.name} : {fact.text}) by positive_index." for fact in positive]
        step = [f"intros {name} {x} {y} J EX EY.", *known, same, scalars.equal(rise, statement.term, signed)]
    facts = [
        Fact("EX", f"{x} = {context.text(lower)}", sp.Eq(here, lower, evaluate=False)),
        Fact("EY", f"{y} = {context.text(upper + 1)}", sp.Eq(there, upper + 1, evaluate=False)),
    ]
    ends = _positive({here: x, there: y}) if lower.is_positive else []
    turned, sentences = _turned(rise, there, upper + 1, context)
    whole = [
        f"intros {x} {y} EX EY.",
        f"replace (INR {translate.natural(lower)}) with ({context.text(lower)}) in EX by same_index.",
        f"replace (INR (S {translate.natural(upper)})) with ({context.text(upper + 1)}) in EY by same_index.",
        same,
        *[f"assert ({fact.name} : {fact.text}) by positive_index." for fact in ends],
        *sentences,
        scalars.equal(turned, statement.equals, context.knowing([*facts, *ends])),
    ]
    first, last = translate.natural(lower), translate.natural(upper)
    head = f"apply (tsum_telescopes_real {function} {term} {first} {last} {context.text(statement.equals)})."
    return "\n".join([*doubled, head, "{ lia. }", *(f"{{ {chr(10).join(part)} }}" for part in (step, whole))])


def _positive(numbers: dict[sp.Symbol, str]) -> list[Fact]:
    """That indices beyond a positive one are positive."""
    return [
        Fact(f"P{number}", f"0 < {text}", sp.Gt(symbol, 0, evaluate=False))
        for number, (symbol, text) in enumerate(numbers.items())
    ]


def _double_angles(by: sp.Expr, context: Context) -> tuple[list[str], Context]:
    """Sines in denominators that are not zero since the sine and the cosine of half the angle are not."""
    sentences: list[str] = []
    assumed = {h.lhs for h in context.hypotheses if isinstance(h, sp.Ne) and h.rhs == 0}
    for power in sorted(by.atoms(sp.Pow), key=sp.default_sort_key):
        sine = power.base
        if not (isinstance(sine, sp.sin) and power.exp == -1) or sine in assumed:
            continue
        half = sine.args[0] / 2
        if {sp.sin(half), sp.cos(half)} <= assumed:
            fact = Fact(context.fresh("N"), f"{context.text(sine)} <> 0", sp.Ne(sine, 0, evaluate=False))
            texts = f"({context.text(sine.args[0])}) with (2 * {context.text(half)}) by (unfold Rdiv; ring)"
            sentences.append(f"assert ({fact.name} : {fact.text}).\n{{ replace {texts}. rewrite sin_2a. asked. }}")
            context = context.knowing([fact])
    return sentences, context


def _turned(rise: sp.Expr, there: sp.Symbol, end: sp.Expr, context: Context) -> tuple[sp.Expr, list[str]]:
    """The increment, with sines that lose whole turns at the upper end, and sentences that say so."""
    sentences: list[str] = []
    for sine in sorted(rise.atoms(sp.sin), key=sp.default_sort_key):
        if not sine.has(there):
            continue
        terms = sp.Add.make_args(sp.expand(sine.args[0].xreplace({there: end})))
        turning = [term for term in terms if (term / (2 * sp.pi)).is_integer]
        less = sp.sin(sp.Add(*(term for term in terms if term not in turning)))
        turns = sp.Add(*turning) / (2 * sp.pi)
        if not isinstance(less, sp.sin):
            raise NoProof(f"{sine} at the upper end")
        texts = f"{context.translate.natural(turns)} {context.text(sine.args[0])} {context.text(less.args[0])}"
        sentences.append(f"rewrite (sin_whole {texts}) by (rewrite EY, ?mult_INR, ?plus_INR; simpl INR; field; nzk).")
        rise = rise.replace(sine, less)
    if sentences:
        sentences.append(f"transitivity ({context.text(rise)}); [unfold Rdiv; ring |].")
    return rise, sentences
