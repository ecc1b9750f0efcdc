"""The rules of logic and algebra, as scripts: each applies the lemmas of the prelude that the rule is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.statements import Conserved, Integral, Limit, Rate, Solution
from ....language.symbols import total
from ....language.theorems.rules import (
    Cases,
    Combination,
    Follows,
    Instance,
    Line,
    Rule,
    Summed,
    Vanishing,
)
from ....language.theorems.sequents import Relation, relation_of
from ....language.theorems.substitution import Substitution
from ....language.theorems.trajectories import Along, Tends
from ..proofs import algebra
from ..proofs.base import NoProof, proof_of, without_ends
from ..theorems.base import RELATIONS as SIGNS
from ..theorems.base import Theorem
from .areas import has_areas, written_in
from .growing import compared
from .here import Here, Known, Premise, as_it_stands, difference, relation_in, what_relates

Composed = Callable[[Any, Line, Theorem, Mapping[Premise, Known]], str]
COMPOSED: dict[type[Rule], Composed] = {}
"""By rule, what writes the script of a line."""


def composes(rule: type[Rule]) -> Callable[[Callable[[Any, Line, Here], None]], Callable[[Any, Line, Here], None]]:
    """For a function that adds the script of a line by `rule`, with the letters and facts of the line introduced."""

    def take(function: Callable[[Any, Line, Here], None]) -> Callable[[Any, Line, Here], None]:
        COMPOSED[rule] = composed(function)
        return function

    return take


def composed(function: Callable[[Any, Line, Here], None]) -> Composed:
    """What writes the script that `function` adds to."""

    def write(by: Any, line: Line, stated: Theorem, known: Mapping[Premise, Known]) -> str:
        here = Here(stated, known)
        function(by, line, here)
        return "\n".join(here.lines)

    return write


def instance(rule: Instance, line: Line, stated: Theorem, known: Mapping[Premise, Known]) -> str:
    """The premise at the values, whose hypotheses are shown; it may be about more than letters if none is put in."""
    if not rule.put.pairs and rule.of.says == line.says:
        return as_it_stands(rule.of, stated, known)
    here = Here(stated, known)
    if isinstance(rule.of.says, Limit):
        _limit_at(rule, here)
        return "\n".join(here.lines)
    if isinstance(rule.of.says, Along):
        _along_at(rule, here)
        return "\n".join(here.lines)
    if isinstance(rule.of.says, _OF_THEIR_OWN):  # what is put in has moved terms about, also below roots
        return without_ends(proof_of(stated))
    p = here.premise(rule.of, rule.put)
    here.settle()
    here.finish(relation_of(rule.put.statement(rule.of.says)), p)
    return "\n".join(here.lines)


COMPOSED[Instance] = instance
_OF_THEIR_OWN = (Rate, Conserved, Solution, Integral)
"""Statements of which each at other values is proved anew."""


def _along_at(rule: Instance, here: Here) -> None:
    """What holds along every trajectory, of those with another start or other constants."""
    posed, last = here.posed(here.known(rule.of), rule.put, {})
    here.say(posed)
    here.settle()
    here.finish(relation_in(rule.put.statement(rule.of.says)), last)


_EACH = (
    "first [assumption | (apply filter_forall; intro; assumption)"
    " | (apply filter_forall; intros; cbv beta; first [assumption | nz | lra"
    " | (repeat match goal with H : forall i : nat, (?a <= i <= ?b)%nat -> _, B : (?a <= ?i <= ?b)%nat |- _ =>"
    " pose proof (H i B); clear H end; nz)])"
    " | (eapply filterlim_ext; [| eassumption]; intros; cbv beta; join_same)]"
)
"""What closes each part of a limit, by the parts of the limit that it is an instance of."""


def _limit_at(rule: Instance, here: Here) -> None:
    """A limit at values: of the same function, though it may be written in another way."""
    written = [area for _, value in rule.put.pairs for area in written_in(value)]
    for _, value in rule.put.pairs:
        if not any(isinstance(key, AppliedUndef) for key in rule.put.keys):
            here.have(value)
    q = here.context.fresh("Q")
    here.say(here.pose(here.known(rule.of), q, rule.put, {}))
    here.say(f"cbv beta in {q}.")
    here.say("repeat match goal with H : _ /\\ _ |- _ => destruct H end.")
    here.say("repeat match goal with |- _ /\\ _ => split end.")
    here.say(f"all: first [{'join_limit | ' if written else ''}{_EACH}].")


@composes(Follows)
def follows(rule: Follows, line: Line, here: Here) -> None:
    """By algebra, with the premises among what is known."""
    for of in rule.of:
        relation = relation_of(of.says)
        assert relation is not None
        p = here.premise(of)
        here.know(p, f"{here.text(relation.left)} {relation.sign} {here.text(relation.right)}", relation.hypothesis)
    here.settle()
    goal = here.theorem.goals[-1]
    try:
        script = algebra.close(goal, here.context)
    except NoProof:
        if not (found := compared(what_relates(line), here)):
            raise
        own = (*here.theorem.facts, *found)  # what else was asserted is of no use, and long
        script = algebra.close(goal, replace(here.context, facts=own))
    here.say(script)


@composes(Combination)
def combination(rule: Combination, line: Line, here: Here) -> None:
    """The sum of the premises' differences, each times its multiplier, is the difference of the sides."""
    parts: list[tuple[sp.Expr, Relation, str]] = []
    for of, multiplier in rule.terms:
        name = here.premise(of)
        parts.append((multiplier, here.relation(of), name))
    here.settle(*rule.premises())
    wanted = here.relation(line)
    signs = {}
    strict = None
    for number, (multiplier, relation, _) in enumerate(parts):
        if relation.sign == "=":
            continue
        if strict is None and relation.strict and wanted.strict:
            strict = number
            signs[number] = here.show(multiplier, ">", 0)
        else:
            signs[number] = here.show(multiplier, ">=", 0)
    left, slacks = difference(wanted), [difference(r) for _, r, _ in parts]
    products = [sp.Mul(m, slack, evaluate=False) for (m, _, _), slack in zip(parts, slacks, strict=True)]
    right = sp.Add(*products, evaluate=False) if len(products) > 1 else products[0] if products else sp.Integer(0)
    s = here.same(left, right)
    terms = [f"({here.text(m)}, {here.text(slack)})" for (m, _, _), slack in zip(parts, slacks, strict=True)]
    listed = "nil"
    for term in reversed(terms):
        listed = f"(cons {term} {listed})"
    each = "".join("[<- | " for _ in parts) + "[]" + "]" * len(parts)
    added = [f"intros term; cbn [List.In]; intros {each}; unfold may_be_added; cbn [fst snd]; first [lra | join_term]"]
    if not parts:
        added = ["intros term []"]
    lemma, more = "join_combination", ""
    if wanted.sign == "=":
        lemma = "join_combination_equal"
    elif wanted.strict:
        if strict is None:
            raise NoProof(f"{line.says} is strict, and none of its premises is")
        lemma = "join_combination_strict"
        more = f" {here.text(parts[strict][0])} {here.text(slacks[strict])}"
        added += ["cbn [List.In]; auto 30", "lra", "lra"]
    conclusion = {True: "0 < {}", False: "0 <= {}"}[wanted.strict].format(here.text(left))
    if wanted.sign == "=":
        conclusion = f"{here.text(left)} = 0"
    script = f"apply ({lemma} _ {listed}{more}).\n- etransitivity; [exact {s} | cbn [weighted]; join_same].\n"
    script += "".join(f"- {part}.\n" for part in added)
    name = here.asserted(conclusion, script)
    if has_areas(line.says):
        here.conclude(wanted, name)
    else:
        here.say(f"clear - {name}; lra.")


@composes(Summed)
def summed(rule: Summed, line: Line, here: Here) -> None:
    """The premise at each value of the index."""
    relation = what_relates(rule.of)
    index, translate = rule.over, here.theorem.translate
    low, high = translate.natural(index.lower), translate.natural(index.upper)
    i = translate.names.fresh(str(index.label))
    bounded = f"B{i}"
    with translate.naming({index: i}):
        left, right = here.text(relation.left), here.text(relation.right)
        each = here.asserted(
            f"forall {i} : nat, ({low} <= {i} <= {high})%nat -> {left} {relation.sign} {right}",
            f"intros {i} {bounded}.\n{here.closing(rule.of, Substitution(), {index: i})}",
        )
    sums = [f"(tsum {low} {high} (fun {i} => {side}))" for side in (left, right)]
    sign, swapped = relation.sign, False
    if sign in (">", ">="):
        sums, swapped = sums[::-1], True
    if sign == "=":
        script = f"apply join_summed_equal; exact {each}."
    elif sign in ("<", ">"):
        if (index.upper - index.lower).is_nonnegative is True:
            script = f"apply join_summed_strict; [lia | intros; apply {each}; assumption]."
            sign = "<"
        else:
            script = f"apply join_summed; intros; left; apply {each}; assumption."
            sign = "<="
    else:
        turned = "apply Rge_le; " if swapped else ""
        script = f"apply join_summed; intros; {turned}apply {each}; assumption."
        sign = "<="
    name = here.asserted(f"{sums[0]} {sign} {sums[1]}", script)
    here.settle(rule.of, over=index)
    if swapped:
        turn = "Rlt_gt" if sign == "<" else "Rle_ge"
        here.say(f"apply {turn} in {name}.")
    plain = f"(rewrite ?tsum_zero in {name}; first [exact {name} | lra | join_alike {name}])"
    here.say(f"first [exact {name} | lra | join_alike {name} | {plain}].")


def by_cases(rule: Cases, line: Line, here: Here) -> None:
    """Of a single proposition: each case by its line; that none is left out is shown of the last one."""
    outside = here.context
    for number, (case, of) in enumerate(rule.cases):
        sign = SIGNS[type(case)]
        text = f"{here.text(case.lhs)} {sign} {here.text(case.rhs)}"
        if number < len(rule.cases) - 1:
            held, left_out = here.context.fresh("C"), here.context.fresh("N")
            here.say(f"apply (join_cases ({text}) (~ ({text}))).")
            here.say(f"{{ apply Classical_Prop.classic. }}\n{{ intro {held}.")
            _by_case(of, here)
            here.say(f"}}\nintro {left_out}.")
            here.context = outside
            opposite = _NOT[type(case)](case.lhs, case.rhs, evaluate=False)
            now = f"{here.text(case.lhs)} {SIGNS[type(opposite)]} {here.text(case.rhs)}"
            name = here.asserted(now, _TURNED[type(case)].format(left_out))
            here.know(name, now, opposite)
            outside = here.context
        else:
            if _is_trichotomy([c for c, _ in rule.cases]):
                here.asserted(text, "lra.")
            else:
                here.show(case.lhs, sign, case.rhs)
            _by_case(of, here)


def _by_case(of: Premise, here: Here) -> None:
    if isinstance(of.says, Tends):
        q = here.context.fresh("Q")
        here.say(here.pose(here.known(of), q, Substitution(), {}))
        here.say(f"exact {q}.")
        return
    p = here.premise(of)
    here.settle(of)
    here.finish(relation_of(of.says), p)


def _is_trichotomy(cases: list[Any]) -> bool:
    return len({(case.lhs, case.rhs) for case in cases}) == 1 and {type(c) for c in cases} == {sp.Gt, sp.Eq, sp.Lt}


_NOT = {sp.Eq: sp.Ne, sp.Ne: sp.Eq, sp.Gt: sp.Le, sp.Le: sp.Gt, sp.Lt: sp.Ge, sp.Ge: sp.Lt}
_TURNED = {
    sp.Eq: "exact {}.",
    sp.Ne: "apply Classical_Prop.NNPP; exact {}.",
    sp.Gt: "apply Rnot_gt_le; exact {}.",
    sp.Le: "apply Rnot_le_gt; exact {}.",
    sp.Lt: "apply Rnot_lt_ge; exact {}.",
    sp.Ge: "apply Rnot_ge_lt; exact {}.",
}


@composes(Vanishing)
def vanishing(rule: Vanishing, line: Line, here: Here) -> None:
    """The weights are positive, and the weighted squares, with the rest, are no more than zero."""
    wanted, relation = what_relates(line), relation_of(rule.of.says)
    if relation is None or wanted.sign != "=" or relation.strict:
        raise NoProof(f"{line.says} is no equation, or {rule.of.says} is strict, or no relation")
    here.premise(rule.of)
    small = difference(relation) if relation.sign == "=" else sp.Mul(-1, difference(relation), evaluate=False)
    rest: sp.Expr = sp.Integer(0)
    if rule.rest is not None:
        found = relation_of(rule.rest.says)
        if found is None or found.sign == "=":
            raise NoProof(f"{rule.rest.says} is no inequality")
        rest = difference(found)
        here.premise(rule.rest)
    here.settle()
    term = rule.weight * (wanted.left - wanted.right) ** 2
    if rule.over is None:
        here.show(rule.weight, ">", 0)
        apart = sp.Add(wanted.left, sp.Mul(-1, wanted.right, evaluate=False), evaluate=False)
        square = sp.Mul(rule.weight, sp.Pow(apart, 2, evaluate=False), evaluate=False)
        s = here.same(small, sp.Add(square, rest, evaluate=False))
        here.say(f"apply (join_vanishing {here.text(rule.weight)} _ _ {here.text(rest)}).")
        here.say(f"- lra.\n- lra.\n- join_vanishes {s}.")
        return
    index, translate = rule.over, here.theorem.translate
    low, high = translate.natural(index.lower), translate.natural(index.upper)
    j = translate.names.fresh(str(index.label))
    if not rule.weight.has(index):
        here.show(rule.weight, ">", 0)
    s = here.same(small, sp.Add(total(term, index), rest, evaluate=False))
    with translate.naming({index: j}):
        w, a, b = (f"(fun {j} => {here.text(x)})" for x in (rule.weight, wanted.left, wanted.right))
    here.say(f"apply (join_vanishing_sum {low} {high} {w} {a} {b} {here.text(rest)}).")
    here.say("- intros; cbv beta; first [lra | join_asked | nra].")
    here.say(f"- lra.\n- join_vanishes {s}.\n- first [assumption | lia].")


__all__ = ["COMPOSED"]
