"""Proofs that a matrix is the larger, or a number made of traces: the terms that the exact prover adds up to the slack.

Each term is a number times the form of a semidefinite matrix at a vector, or at the columns of a matrix, or what Cauchy
and Schwarz say of two.  That they add up to the slack is an equation of traces, which the kernel expands; that none is
negative, a lemma of the prelude.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from ....language.goals import SignWord
from ....language.statements.matrix_order import MatrixInequality
from ...domain import Domain
from ...exact.matrix_order import MadeOf, Pair, Product, Said, certificate
from ...exact.prover import Prover
from ..theorems.base import Condition, Theorem
from ..theorems.matrices import MatrixTheorem
from ..theorems.matrix_order import Larger
from . import algebra, signs
from .base import PROOFS, NoProof
from .context import Context
from .matrices import applied, satisfiable, situation
from .matrix_reading import Cycles, nested, product_of_cycles
from .matrix_words import combined, flip, product


@dataclass(frozen=True)
class Part:
    """A term of the sum.

    Attributes:
        text: in Coq, without its number.
        data: it as data for the kernel.
        cycles: it as traces of words.
        script: closes that it is not negative, or that it is positive.
        positive: whether `script` says the latter.
    """

    text: str
    data: str
    cycles: Cycles
    script: str
    positive: bool = False


@PROOFS.register(MatrixInequality)
def prove(theorem: Theorem) -> str:
    """A script for each goal: that scalars are defined, and the inequality."""
    assert isinstance(theorem, MatrixTheorem)
    satisfiable(theorem)
    context = Context.of(theorem)
    scripts = []
    for goal in theorem.goals:
        if isinstance(goal.content, Condition):
            scripts.append(algebra.settle(goal.content, context))
        else:
            assert isinstance(goal.content, Larger)
            scripts.append(_Order(theorem, context, goal.content).script())
    return theorem.proof(scripts)


class _Order:
    """The proof of one inequality."""

    def __init__(self, theorem: MatrixTheorem, context: Context, said: Larger) -> None:
        self.theorem, self.context, self.said = theorem, context, said
        self.at, self.preamble = situation(theorem)
        self.vector = ""
        self.nonzero = theorem.translate.names.fresh("Nonzero")

    def script(self) -> str:
        """Closes the goal."""
        return self.preamble + (self._of_forms() if isinstance(self.said.larger, sp.MatrixExpr) else self._of_numbers())

    def _of_forms(self) -> str:
        reader, said = self.at.reader, self.said
        size = said.larger.shape[0]
        gap = combined(reader.words(said.larger), reader.words(said.smaller), -1)
        data = f"(xA {reader.data(said.larger)} (xS (-1) {reader.data(said.smaller)}))"
        turned = combined({flip(word): c for word, c in gap.items()}, gap, -1)
        symmetric = self.at.nothing(turned, f"(xT {data}) {data}", said.larger.shape)
        letter = sp.MatrixSymbol("the vector of the form", size, 1)
        self.vector = reader.terms[letter] = self.theorem.translate.names.fresh("x")
        x = reader.data(letter)
        whole = product(product(reader.words(letter.T), gap), reader.words(letter))
        larger, smaller = (self.theorem.matrices.term(side).text for side in (said.larger, said.smaller))
        text = f"trace (mmul (mtr {self.vector}) (mmul (madd {larger} (mscal (-1) {smaller})) {self.vector}))"
        parts = self._parts(letter)
        names = f"{self.vector} {self.nonzero}" if said.strict else self.vector
        sum_ = self._sum(text, f"(sT (xM (xT {x}) (xM {data} {x})))", reader.traced(whole, sp.Integer(1)), parts)
        return f"split. {{ {symmetric} }}\nintros {names}. unfold form.\n{sum_}"

    def _of_numbers(self) -> str:
        reader, said = self.at.reader, self.said
        larger, smaller = (self.theorem.matrices.term(side).text for side in (said.larger, said.smaller))
        gap = combined(reader.cycles(said.larger), reader.cycles(said.smaller), -1)
        data = f"(sA {reader.scalar_data(said.larger)} (sM (sC (-1)) {reader.scalar_data(said.smaller)}))"
        text = f"{larger} + (-1) * {smaller}"
        relation = "<" if said.strict else "<="
        inside = self._sum(text, data, gap, self._parts(None))
        return f"enough (0 {relation} {text}) by lra.\n{inside}"

    def _sum(self, text: str, data: str, cycles: Cycles, parts: list[tuple[sp.Expr, Part]]) -> str:
        """Closes ``0 <= text`` (``0 < text``) by the parts that it is the sum of."""
        if not parts:
            parts = [(sp.Integer(0), Part("0", "(sC 0)", {}, "apply Rle_refl."))]
        rest, said, shown = cycles, [], []
        for weight, part in parts:
            rest = combined(rest, part.cycles, -weight)
            number = self.context.text(weight)
            said.append(f"({number} * ({part.text}))")
            shown.append(f"(sM (sC {number}) {part.data})")
        spent = self.at.traces(self.at.cycle_certificate(rest))
        same = applied(f"by_traces {self.at.setting} {data} {nested('sA', shown)} {spent}")
        whole = said[0]
        for one in said[1:]:
            whole = f"({whole} + {one})"
        return f"replace ({text}) with {whole} by (symmetry; {same[:-1]}).\n{self._positive(parts)}"

    def _positive(self, parts: list[tuple[sp.Expr, Part]]) -> str:
        """Closes that the sum of the parts is not negative, or positive where one of them is and is asked for."""
        strictly = self.said.strict
        first = next((k for k, (_, part) in enumerate(parts) if part.positive), None) if strictly else None
        if strictly and first is None:
            raise NoProof("no term of the sum is seen to be positive")

        def term(k: int) -> str:
            weight, part = parts[k]
            relation, lemma = ("<", "Rmult_lt_0_compat") if k == first else ("<=", "Rmult_le_pos")
            return f"apply {lemma}. {{ {signs.sign(weight, relation, self.context)} }} {{ {part.script} }}"

        def upto(k: int) -> str:
            if k == 0:
                return term(0)
            lemma = "Rplus_le_le_0_compat"
            if first is not None and first <= k:
                lemma = "Rplus_le_lt_0_compat" if first == k else "Rplus_lt_le_0_compat"
            return f"apply {lemma}. {{ {upto(k - 1)} }} {{ {term(k)} }}"

        return upto(len(parts) - 1)

    # --- terms -----------------------------------------------------------------------------------------------------

    def _parts(self, vector: Any) -> list[tuple[sp.Expr, Part]]:
        claim = self.theorem.claim
        prover = Prover(Domain.of(claim.statement.expressions(), claim.hypotheses))
        goal = next(goal for goal in claim.statement.goals() if isinstance(goal, SignWord))
        found = certificate(goal, tuple(claim.hypotheses), prover)
        if found is None:
            raise NoProof("no sum of squares was found for larger minus smaller")
        return [(weight, self._part(made_of, positive, vector)) for weight, made_of, positive in found]

    def _part(self, made_of: MadeOf | None, positive: bool, vector: Any) -> Part:
        if isinstance(made_of, Pair):
            return self._pair(made_of)
        if isinstance(made_of, Said):
            return self._compared(made_of, positive)
        if isinstance(made_of, Product):
            one, other = (self._part(factor, False, vector) for factor in (made_of.one, made_of.other))
            script = f"apply Rmult_le_pos. {{ {one.script} }} {{ {other.script} }}"
            cycles = product_of_cycles(one.cycles, other.cycles)
            return Part(f"({one.text}) * ({other.text})", f"(sM {one.data} {other.data})", cycles, script)
        if made_of is None:
            if positive:  # the number 1
                return Part("1", "(sC 1)", {(): sp.Integer(1)}, "lra.", positive=True)
            raise NoProof("a product of traces, for which there is no lemma")
        half, middle = made_of.half, made_of.middle
        if vector is not None:
            at = vector if positive else sp.MatMul(half.T, vector)  # a half that is seen to be positive is the identity
        elif made_of.outer is None:
            at = half.T
        elif middle is None:
            at, middle = half, made_of.outer
        else:
            raise NoProof("the trace of a product of two semidefinite matrices, for which there is no lemma")
        text, data, cycles = self._traced(at, middle, at)
        if positive and vector is not None and self.said.strict:
            known = "pd_1" if middle is None else self._said(middle)[0]
            return Part(text, data, cycles, f"exact (proj2 {known} _ {self.nonzero}).", positive=True)
        return Part(text, data, cycles, f"apply psd_columns. exact {self._semidefinite(middle)}.")

    def _compared(self, said: Said, positive: bool) -> Part:
        reader = self.at.reader
        larger, smaller = (self.theorem.matrices.term(side).text for side in (said.larger, said.smaller))
        cycles = combined(reader.cycles(said.larger), reader.cycles(said.smaller), -1)
        data = f"(sA {reader.scalar_data(said.larger)} (sM (sC (-1)) {reader.scalar_data(said.smaller)}))"
        return Part(f"{larger} + (-1) * {smaller}", data, cycles, "lra.", positive=positive)

    def _pair(self, pair: Pair) -> Part:
        x, y = pair.left.T, pair.right.T
        (one, two, mixed) = (
            self._traced(*sides) for sides in ((x, pair.middle, x), (y, pair.middle, y), (x, pair.middle, y))
        )
        cycles = combined(product_of_cycles(one[2], two[2]), product_of_cycles(mixed[2], mixed[2]), -1)
        data = f"(sA (sM {one[1]} {two[1]}) (sM (sC (-1)) (sM {mixed[1]} {mixed[1]})))"
        text = f"{one[0]} * {two[0]} + (-1) * ({mixed[0]} * {mixed[0]})"
        return Part(text, data, cycles, f"apply cauchy_schwarz. exact {self._semidefinite(pair.middle)}.")

    def _traced(self, left: Any, middle: Any, right: Any) -> tuple[str, str, Cycles]:
        """``tr(left^T M right)`` as a text, as data, and as traces."""
        reader, translate = self.at.reader, self.theorem.matrices
        inside = sp.Identity(right.shape[0]) if middle is None else middle
        whole = sp.MatMul(left.T, sp.MatMul(inside, right, evaluate=False), evaluate=False)
        first, second, third = (translate.term(part, values=reader.terms).text for part in (left, inside, right))
        text = f"trace (mmul (mtr {first}) (mmul {second} {third}))"
        data = f"(sT (xM (xT {reader.data(left)}) (xM {reader.data(inside)} {reader.data(right)})))"
        return text, data, reader.traced(reader.words(whole), left.shape[1])

    def _semidefinite(self, middle: Any) -> str:
        if middle is None:
            return "psd_1"
        name, definite = self._said(middle)
        return f"(pd_psd _ {name})" if definite else name

    def _said(self, middle: sp.MatrixSymbol) -> tuple[str, bool]:
        """The fact that a letter is semidefinite, and whether it says that it is definite."""
        if middle not in self.theorem.orders:
            raise NoProof(f"that {middle} is positive semidefinite, which is no hypothesis")
        return self.theorem.orders[middle]
