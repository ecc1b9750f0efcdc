"""Proofs about matrices of every size: both sides expanded to words by the kernel, and hypotheses used by certificate.

A script names the two sides as data, and lists multiples ``c * left * (P - Q) * right`` of the hypotheses ``P = Q``
whose sum is the difference of the sides.  The prelude's normaliser expands all of it, and what remains is an equation
of real numbers, word by word, which `ring` or `field` closes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from ....language.matrices import Velocity, gradient, rate_of
from ....language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from ...exact.matrix_witness import has_example
from ..theorems.base import Condition, Theorem
from ..theorems.matrices import Kept, MatrixTheorem, SameMatrix, Slope
from . import algebra
from .base import PROOFS, NoProof
from .context import Context
from .matrix_reading import Cycles, Reader, nested
from .matrix_search import Search, Traced
from .matrix_words import Certificate, Sum, Use, Word, combined, least, moment_moves, moving_terms

SECONDS = 2.0
"""How long matrices that satisfy the hypotheses are looked for: what follows from a contradiction is no proof."""


@dataclass
class Situation(Search):
    """What is known where a goal is proved, and scripts for it.

    Attributes:
        velocities: the letters that move, with the letters of their velocities.
        bases: the letters that move as data, for derivatives.
        setting: the expectation, the time, and the proof that it is an expectation, as arguments of lemmas.
    """

    velocities: dict[sp.MatrixSymbol, sp.MatrixSymbol] = field(default_factory=dict)
    bases: dict[sp.MatrixSymbol, str] = field(default_factory=dict)
    setting: str = ""

    def items(self, certificate: Certificate) -> str:
        """A certificate as a list for the kernel."""
        return _listed(self._item(use, c) for use, c in certificate.items())

    def traces(self, certificate: Traced) -> str:
        """A certificate for traces as a list for the kernel."""
        found = []
        for (others, use), c in certificate.items():
            factors = [f"(sT {self.reader.word_data(cycle)})" for cycle in others]
            factor = f"(Some {nested('sM', factors)})" if factors else "None"
            found.append(f"({factor}, existT _ _ {self._item(use, c)})")
        return _listed(found)

    def _item(self, use: Use, coefficient: sp.Expr) -> str:
        left, number, over, right = use
        known, reader = self.known[number], self.reader
        sides, proof = [known.lhs, known.rhs], known.proof
        if over:
            sides, proof = [f"(xT {side})" for side in sides], f"(f_equal mtr {proof})"
        before, after = reader.word_data(left), reader.word_data(right)
        weight = "None" if coefficient == 1 else f"(Some {reader.number_text(coefficient)})"
        return f"(Item {weight} {before} {sides[0]} {sides[1]} {proof} {after})"

    def same(self, lhs: Any, rhs: Any) -> str:
        """A script that closes ``lhs = rhs``, both at the time of the theorem."""
        reader = self.reader
        if not isinstance(lhs, sp.MatrixExpr):
            spent = self.cycle_certificate(combined(reader.cycles(lhs), reader.cycles(rhs), -1))
            sides = f"{reader.scalar_data(lhs)} {reader.scalar_data(rhs)}"
            return applied(f"by_traces {self.setting} {sides} {self.traces(spent)}")
        rest = combined(reader.words(lhs), reader.words(rhs), -1)
        return self.nothing(rest, f"{reader.data(lhs)} {reader.data(rhs)}", lhs.shape)

    def nothing(self, rest: Sum, sides: str, shape: tuple[Any, Any]) -> str:
        """A script that closes an equation of two matrices of one shape, as data, by the words of their difference."""
        reader = self.reader
        if shape == (1, 1):
            spent = self.cycle_certificate(reader.traced(rest, sp.Integer(1)))
            return applied(f"by_number {self.setting} {sides} {self.traces(spent)}")
        return applied(f"by_words {self.setting} {sides} {self.items(self.certificate(rest))}")

    def slope(self, of: Any, equals: Any) -> str:
        """A script that closes that `equals` is the derivative of `of` at the time of the theorem."""
        reader = self.reader
        good = "eq_refl"
        if not isinstance(of, sp.MatrixExpr):
            rest: Cycles = {}
            for term, c in reader.cycles(of).items():
                rest = combined(rest, self._cycle_rate(term), c)
            spent = self.cycle_certificate(combined(rest, reader.cycles(equals), -1))
            sides = f"{reader.scalar_data(of, self.bases)} {reader.scalar_data(equals)}"
            return applied(f"by_slope {self.setting} {sides} {self.traces(spent)} {good}")
        rate: Sum = {}
        for word, c in reader.words(of).items():
            rate = combined(rate, self._word_rate(word), c)
        rate = combined(rate, reader.words(equals), -1)
        sides = f"{reader.data(of, self.bases)} {reader.data(equals)}"
        if of.shape == (1, 1):
            spent = self.cycle_certificate(reader.traced(rate, sp.Integer(1)))
            lemma, items = "by_rate_of_number", self.traces(spent)
        else:
            lemma, items = "by_rate", self.items(self.certificate(rate))
        return applied(f"{lemma} {self.setting} {sides} {items} {good}")

    def _numbers(self) -> dict[int, int]:
        return {self.reader.number(letter): self.reader.number(v) for letter, v in self.velocities.items()}

    def _word_rate(self, word: Word) -> Sum:
        numbers = self._numbers()
        if moment_moves(word, numbers):
            raise NoProof("a letter that moves between two random vectors")
        result: Sum = {}
        for term in moving_terms(word, numbers):
            result = combined(result, {term: sp.Integer(1)})
        return result

    def _cycle_rate(self, term: tuple[Word, ...]) -> Cycles:
        result: Cycles = {}
        for k, cycle in enumerate(term):
            others = (*term[:k], *term[k + 1 :])
            for word, c in self._word_rate(cycle).items():
                result = combined(result, {tuple(sorted((*others, least(word)))): c})
        return result


def applied(lemma: str) -> str:
    """A script that applies a lemma of the normaliser; what is slower waits for fractions and for roots."""
    how = "_roots" if re.search(r"\b(sqrt|exp)\b", lemma) else "_fractions" if "/" in lemma else ""
    return f"refine ({lemma} _); combine{how}."


def _listed(items: Iterable[str]) -> str:
    found = "nil"
    for item in items:
        found = f"(cons {item} {found})"
    return found


@PROOFS.register(MatrixIdentity, MatrixRate, MatrixConserved)
def prove(theorem: Theorem) -> str:
    """A script for each goal: that scalars are defined, and the statement."""
    assert isinstance(theorem, MatrixTheorem)
    satisfiable(theorem)
    context = Context.of(theorem)
    scripts = []
    for goal in theorem.goals:
        match goal.content:
            case Condition() as condition:
                scripts.append(algebra.settle(condition, context))
            case SameMatrix(lhs, rhs, velocities):
                scripts.append(_same(theorem, lhs, rhs, velocities))
            case Slope(of, equals):
                at, preamble = situation(theorem)
                scripts.append(f"{preamble}{at.slope(sp.sympify(of), sp.sympify(equals))}")
            case Kept(quantity):
                scripts.append(_kept(theorem, sp.sympify(quantity)))
    return theorem.proof(scripts)


def satisfiable(theorem: MatrixTheorem) -> None:
    """See that small matrices satisfy the hypotheses.

    Raises:
        NoProof: if none are found.
    """
    hypotheses = tuple(theorem.claim.hypotheses)
    if any(known.parameter is None for known in theorem.assumed.values()) and not has_example(
        sp.Integer(0), hypotheses, budget=SECONDS
    ):
        raise NoProof("no small rational matrices satisfy the hypotheses: they may contradict each other")


def _same(theorem: MatrixTheorem, lhs: Any, rhs: Any, velocities: tuple[Velocity, ...]) -> str:
    at, script = situation(theorem)
    for velocity in velocities:
        of = velocity.args[0]
        value = rate_of(of, at.velocities)
        lhs, rhs = (_replaced(side, velocity, value) for side in (lhs, rhs))
        term = theorem.matrices.term(value, values=at.reader.terms).text
        script += f"exists {term}. split. {{ {at.slope(of, value)} }}\n"
    return script + at.same(lhs, rhs)


def _replaced(expr: Any, old: Any, new: Any) -> Any:
    if expr == old:
        return new
    if not expr.args or not expr.has(old):
        return expr
    return expr.func(*(_replaced(arg, old, new) for arg in expr.args))


def _kept(theorem: MatrixTheorem, quantity: Any) -> str:
    assert theorem.interval is not None
    ends, translate = theorem.interval, theorem.matrices
    inside = translate.names.fresh("Inside")
    at, preamble = situation(theorem, f" {translate.time} {inside}")
    instant = translate.names.of("instant", "s")
    matrix = isinstance(quantity, sp.MatrixExpr)
    nothing = sp.ZeroMatrix(*quantity.shape) if matrix else sp.Integer(0)
    function = translate.term(quantity, instant).text
    lemma = "mconstant_on" if matrix else "constant_on"
    return (
        f"refine ({lemma} (fun {instant} => {function}) {ends.lower} {ends.upper} _).\n"
        f"intros {translate.time} {inside}.\n{preamble}{at.slope(quantity, nothing)}"
    )


def situation(theorem: MatrixTheorem, instance: str = "") -> tuple[Situation, str]:
    """What is known at the time of the theorem, and the script that makes it known.

    Args:
        theorem: the theorem.
        instance: the arguments that facts about moving letters need: a time, and that it is in the interval.
    """
    translate, flow = theorem.matrices, theorem.flow
    expect, mean = (translate.expect, translate.mean) if translate.random else ("sure", "expectation_sure")
    at = Situation(Reader(translate), setting=f"{expect} {translate.time if flow else '0'} {mean}")
    script = ""
    for name, assumed in theorem.assumed.items():
        if assumed.parameter is not None:
            script += _velocity(at, theorem, name, assumed.parameter, instance)
    diagonal: list[tuple[Any, str]] = []
    for name, assumed in theorem.assumed.items():
        if assumed.parameter is not None:
            continue
        moves = flow is not None and any(x is not None and x.has(*flow.parameters) for x in (assumed.lhs, assumed.rhs))
        proof = f"({name}{instance})" if moves and instance else name
        if assumed.rhs is None:
            diagonal.append((assumed.lhs, proof))
        else:
            at.learn(assumed.lhs, assumed.rhs, proof)
    for k, (first, proof) in enumerate(diagonal):
        at.learn(first.T, first, f"(diagonal_tr _ {proof})")
        for second, other in diagonal[k + 1 :]:
            if first.shape == second.shape:
                at.learn(first * second, second * first, f"(diagonal_commute _ _ {proof} {other})")
    return at, script


def _velocity(at: Situation, theorem: MatrixTheorem, fact: str, parameter: sp.MatrixSymbol, instance: str) -> str:
    """A script that names the velocity of a parameter, which is minus the gradient; the gradient is proved."""
    reader, translate = at.reader, theorem.matrices
    assert theorem.flow is not None
    loss, slope = theorem.flow.loss, gradient(theorem.flow.loss, parameter)
    velocity = sp.MatrixSymbol(f"velocity of {parameter.name}", *parameter.shape)
    names = translate.names
    name, moves, is_value, along = names.fresh("V"), names.fresh("MV"), names.fresh("EV"), names.fresh("D")
    step = names.of("step", "h")
    position, expect = f"({translate.moving[parameter]} {translate.time})", at.setting.split()
    direction = sp.MatrixSymbol(f"direction of {parameter.name}", *parameter.shape)
    reader.terms |= {velocity: name, direction: along}
    line = (
        f"(Mov {reader.number(parameter)} {reader.number(direction)} "
        f"(fun {step} => madd {position} (mscal {step} {along})) {position} {along} (line_mderive _ _) (line_0 _ _))"
    )
    pairing = f"(sT (xM (xT {reader.data(slope)}) {reader.data(direction)}))"
    sides = f"{reader.scalar_data(loss, {parameter: line})} {pairing}"
    script = (
        f"assert (exists {name}, mderive {translate.moving[parameter]} {translate.time} {name} /\\ "
        f"{name} = mscal (-1) {translate.term(slope).text}) as ({name} & {moves} & {is_value}).\n"
        f"{{ eexists. split; [|reflexivity]. apply ({fact}{instance}). intros {along}.\n"
        f"{applied(f'by_slope {expect[0]} 0 {expect[2]} {sides} nil eq_refl')} }}\n"
    )
    number, motion = reader.number(parameter), reader.number(velocity)
    at.velocities[parameter] = velocity
    at.bases[parameter] = f"(Mov {number} {motion} {translate.moving[parameter]} {position} {name} {moves} eq_refl)"
    at.learn(velocity, sp.MatMul(-1, slope, evaluate=False), is_value)
    return script
