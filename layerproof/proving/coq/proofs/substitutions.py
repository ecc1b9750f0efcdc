"""Substitutions: the map is monotone, and each integral has a value if the other has it.

Between closed ends that is Coquelicot's rule for compositions.  Towards an end that is open or infinite the map is a
multiple of a power, of which the prelude's ``Substitutions`` knows where it leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import sympy as sp

from ..ends import End
from ..theorems.base import Fact
from ..theorems.integrals import Bound, Exchange, Monotone
from . import scalars, signs
from .base import NoProof
from .context import Context
from .ranges import defined, intros, known_inside, within
from .slopes import slope

_DERIVED = "eapply D_to; [derive |].\ncbv beta. same_slope."
"""Closes that the map has its slope."""


def monotone(goal: Monotone, context: Context) -> str:
    """A script for: the map rises, or falls, by the sign of its slope inside of the range.

    Raises:
        NoProof: if the slope has no sign that is found.
    """
    old, by = goal.old, goal.by
    start = context.fresh("X")
    rate = slope(by, old.x)
    falls = _falls(by, rate, old, goal.new, context)
    derivative = _between(old, by, rate, context, lambda inside: _DERIVED)
    apart = replace(old, lower=replace(old.lower, closed=False), upper=replace(old.upper, closed=False))
    sense = sp.factor_terms(-rate) if falls else rate

    def positive(inside: Context) -> str:
        enough = f"enough (P{old.name} : 0 < {inside.text(sense)}) by (cbv beta; lra)."
        return f"{enough}\n{signs.sign(sense, '<', inside)}"

    sign = _between(apart, by, rate, context, positive)
    with within(old, context) as inside:
        function = f"(fun {old.name} => {inside.text(by)}) (fun {old.name} => {inside.text(rate)})"
    lemma = "falls_by_slope" if falls else "rises_by_slope"
    ends = [f"A{start}"] * bool(old.lower.text) + [f"B{start}"] + [f"C{start}"] * bool(old.upper.text)
    head = [
        f"{'right' if falls else 'left'}. intros {start} {goal.further} {' '.join(ends)}.",
        f"apply ({lemma} {function} {start} {goal.further} B{start}).",
    ]
    return "\n".join([*head, *(f"{{ {part} }}" for part in (derivative, sign))])


def _falls(by: sp.Expr, rate: sp.Expr, old: Bound, new: Bound, context: Context) -> bool:
    """Whether the map falls: by where the ends go, or, where these are infinite, by the sign of the slope."""
    for end, other in ((old.lower, new.upper), (old.upper, new.lower)):
        if end.closed and other.closed:
            return bool(sp.simplify(by.xreplace({old.x: end.value}) - other.value) == 0)
    with within(old, context) as inside:
        _, inside = known_inside(by, old, inside)
        try:
            signs.sign(rate, "<", inside)
        except NoProof:
            return True
    return False


def _between(bound: Bound, by: sp.Expr, rate: sp.Expr, context: Context, ending: Callable[[Context], str]) -> str:
    """A script about a point between two of the range: it is in the range, the map is defined there, and an ending."""
    ends = [(end, name) for end, name in ((bound.lower, "L"), (bound.upper, "U")) if end.text]
    facts = [f"assert ({name}{bound.name} : {end.bound(bound.name)}) by lra." for end, name in ends]
    with within(bound, context) as inside:
        powers, inside = known_inside(by, bound, inside)
        known = [f"intros {bound.name} A{bound.name} B{bound.name}.", *facts, *powers, *defined((by, rate), inside)]
        return "\n".join([*known, ending(inside)])


def exchange(goal: Exchange, context: Context) -> str:
    """A script for: the integrals have the same value, or each has one if the other has it.

    Raises:
        NoProof: if the map leads to an open or infinite end, and is no multiple of a power.
    """
    if all(end.closed for bound in (goal.old, goal.new) for end in (bound.lower, bound.upper)):
        return _proper(goal, context)
    return _Improper(goal, context).script()


def _proper(goal: Exchange, context: Context) -> str:
    """Between closed intervals, where the new variable is positive."""
    old, new, statement = goal.old, goal.new, goal.statement
    images = [statement.by.xreplace({old.x: end.value}) for end in (old.lower, old.upper)]
    falls = sp.simplify(images[0] - new.upper.value) == 0
    targets = [new.upper.value, new.lower.value] if falls else [new.lower.value, new.upper.value]
    rate = slope(statement.by, old.x)
    with within(old, context) as inside:
        powers, inside = known_inside(statement.by, old, inside)
        known = [intros(old), *powers, *defined((statement.by, rate, statement.integrand), inside)]
        by, change, ours = (inside.text(e) for e in (statement.by, rate, statement.integrand))
        positive = [*known, signs.sign(statement.by, "<", inside)]
        same = _same(goal, falls, rate, known, positive[-1], inside, context)
    theirs = _theirs(goal, context)
    above = _with_positive(context, new)
    context.translate.reals[new.x] = new.name
    smooth = [f"intros {new.name} Q{new.name}.", *defined((statement.into,), above), "continues."]
    del context.translate.reals[new.x]
    ends = [
        f"transitivity ({context.text(image)}); [at_ends |].\n{scalars.equal(image, target, context)}"
        for image, target in zip(images, targets, strict=True)
    ]
    parts = [
        "assumption.",
        "assumption.",
        "\n".join([*known, _DERIVED]),
        "\n".join([*known, "continues."]),
        "\n".join(positive),
        signs.sign(new.lower.value, "<", context),
        "\n".join(smooth),
        same,
        *ends,
    ]
    functions = [f"(fun {old.name} => {by})", f"(fun {old.name} => {change})", f"(fun {old.name} => {ours})"]
    where = " ".join(end.text for end in (old.lower, old.upper, new.lower, new.upper))
    lemma = "substitution_falls" if falls else "substitution"
    head = f"apply ({lemma} {' '.join(functions)} (fun {new.name} => {theirs}) {where})."
    return "\n".join([head, *(f"{{ {part} }}" for part in parts)])


def _theirs(goal: Exchange, context: Context) -> str:
    """The text of the new integrand, under the name of its variable."""
    context.translate.reals[goal.new.x] = goal.new.name
    text = context.text(goal.statement.into)
    del context.translate.reals[goal.new.x]
    return text


def _same(
    goal: Exchange,
    falls: bool,
    rate: sp.Expr,
    known: list[str],
    positive: str,
    inside: Context,
    context: Context,
    below: str = "",
) -> str:
    """A script for: at a point and its image, the old integrand is the new one times the slope of the map.

    `positive` shows that the image is positive, and `below` that it is below the new upper end.
    """
    old, new, statement = goal.old, goal.new, goal.statement
    equation = sp.Eq(new.x, statement.by, evaluate=False)
    point = Fact(f"E{new.name}", f"{new.name} = {inside.text(statement.by)}", equation)
    context.translate.reals[new.x] = new.name
    product = sp.Mul(*([-1] if falls else []), rate, statement.into, evaluate=False)
    facts = " ".join(fact.name for fact in old.facts())
    last = [fact for fact in new.facts() if below and fact.name == f"U{new.name}"]
    lines = [
        f"intros {old.name} {new.name} {facts} {point.name}.",
        *known[1:],
        f"assert (Q{new.name} : 0 < {new.name}).\n{{ rewrite {point.name}. {positive} }}",
        *(f"assert ({fact.name} : {fact.text}).\n{{ rewrite {point.name}. {below} }}" for fact in last),
        *defined((statement.into,), _with_positive(inside.knowing(last), new)),
        f"transitivity ({inside.text(product)}); [| cbv beta; unfold Rdiv; ring].",
        scalars.equal(statement.integrand, product, inside.knowing([point])),
    ]
    del context.translate.reals[new.x]
    return "\n".join(lines)


def _with_positive(context: Context, bound: Bound) -> Context:
    return context.knowing([Fact(f"Q{bound.name}", f"0 < {bound.name}", sp.Gt(bound.x, 0, evaluate=False))])


class _Improper:
    """A substitution of a multiple of a power, some of whose ends are open or infinite.

    Raises:
        NoProof: if the map is no multiple of a power, or the new variable does not begin at 0.
    """

    def __init__(self, goal: Exchange, context: Context) -> None:
        self.goal, self.context, self.old, self.new = goal, context, goal.old, goal.new
        self.factor, power = goal.statement.by.as_independent(self.old.x, as_Add=False)
        base, self.exponent = power.as_base_exp()
        if base != self.old.x or self.exponent.has(base):
            raise NoProof("a substitution towards an open or infinite end that is no multiple of a power")
        if self.new.lower.value != 0 or self.new.lower.closed:
            raise NoProof("a substitution towards an open or infinite end whose new variable does not begin at 0")
        try:
            self.falls, self.sense = False, signs.sign(self.exponent, "<", context)
        except NoProof:
            turned = f"enough (0 < - ({context.text(self.exponent)})) by lra. "
            negative = f"enough (0 < {context.text(-self.exponent)}) by lra. "
            self.falls, self.sense = True, turned + negative + signs.sign(-self.exponent, "<", context)

    def script(self) -> str:
        """The script."""
        old, new, statement = self.old, self.new, self.goal.statement
        rate = slope(statement.by, old.x)
        with within(old, self.context) as inside:
            powers, inside = known_inside(statement.by, old, inside)
            known = [*powers, *defined((statement.by, rate, statement.integrand), inside)]
            by, change, ours = (inside.text(e) for e in (statement.by, rate, statement.integrand))
            positive = signs.sign(statement.by, "<", inside)
            below = self._below(inside)
            image = f"split.\n{{ {positive} }}\n{{ {below} }}" if below else positive
            same = _same(self.goal, self.falls, rate, ["", *known], positive, inside, self.context, below)
        theirs = _theirs(self.goal, self.context)
        opened, beyond = _opened(old), _with_positive(self.context.knowing(new.facts()), new)
        self.context.translate.reals[new.x] = new.name
        above = f"assert (Q{new.name} : 0 < {new.name}) by lra."
        smooth = [_opened(new), above, *defined((statement.into,), beyond), "continues."]
        del self.context.translate.reals[new.x]
        product = f"({change}) * ({theirs})"
        says = f"{_given(old)}{new.name} = {by} -> {ours} = {f'-1 * ({product})' if self.falls else product}"
        facts = " ".join(fact.name for fact in old.facts())
        parts = [
            "cbv beta; intros; intuition lra.",
            "cbv beta; intros; intuition lra.",
            "\n".join([opened, *known, _DERIVED]),
            "\n".join([opened, *known, "continues."]),
            "\n".join([opened, *known, image]),
            "\n".join(smooth),
            f"assert (Same : forall {old.name} {new.name}, {says}).\n{{ {same} }}\n"
            f"{opened} exact (Same {old.name} _ {facts} eq_refl).",
            *self._ends(f"(fun {old.name} => {by})"),
        ]
        functions = f"(fun {old.name} => {by}) (fun {old.name} => {change}) (fun {old.name} => {ours})"
        functions += f" (fun {new.name} => {theirs}) {_predicate(old)} {_predicate(new)}"
        filters = " ".join(f"({end.filter})" for bound in (old, new) for end in (bound.lower, bound.upper))
        lemma = f"improper_{'falls' if self.falls else 'rises'}"
        head = f"refine ({lemma} {functions} _ _ _ _ _ _ {filters} _ _ _ _ _)."
        return "\n".join([head, *(f"{{ {part} }}" for part in parts)])

    def _below(self, inside: Context) -> str:
        """A script for: the image of a point is below the new upper end; empty if there is none."""
        if not self.new.upper.text:
            return ""
        relation = "<=" if self.new.upper.closed else "<"
        return signs.order(self.goal.statement.by, relation, self.new.upper.value, inside)

    def _ends(self, by: str) -> Iterator[str]:
        """Scripts for: each end of the old range meets one of the new."""
        lower, upper = (self.new.upper, self.new.lower) if self.falls else (self.new.lower, self.new.upper)
        for end, other in ((self.old.lower, lower), (self.old.upper, upper)):
            yield self._closed(end, other, by) if end.closed and other.closed else self._open(end, other, by)

    def _closed(self, end: End, other: End, by: str) -> str:
        image = self.goal.statement.by.xreplace({self.old.x: end.value})
        equal = scalars.equal(other.value, image, self.context)
        back = f"transitivity ({self.context.text(image)}); [| symmetry; at_ends]."
        return f"apply (meets_at {by}).\n{{ cbv beta; intuition lra. }}\n{{ {back}\n{equal} }}"

    def _open(self, end: End, other: End, by: str) -> str:
        if end.closed or other.closed or (end.text and (end.value != 0 or self.old.upper.text)):
            raise NoProof("a substitution between ends of these kinds")
        near, name, text = bool(end.text), self.old.name, self.context.text
        lemma = f"monomial_{'turned_' if self.falls else ''}{'near' if near else 'far'}"
        far = f"exists {self.old.lower.text or 0}; cbv beta; intros; lra."
        parts = [
            signs.sign(self.factor, "<", self.context),
            f"intros {name} P{name}. cbv beta; first [ring | (rewrite (Rpower_1 {name} P{name}); ring)].",
            self.sense,
            "exact positive_near." if near else far,
        ]
        head = f"apply ({lemma} {by} {_predicate(self.old)} {text(self.factor)} {text(self.exponent)})."
        return "\n".join([head, *(f"{{ {part} }}" for part in parts)])


def _predicate(bound: Bound) -> str:
    """What says of a point that it is in a range."""
    said = [end.bound(bound.name) for end in (bound.lower, bound.upper) if end.text]
    return f"(fun {bound.name} => " + (" /\\ ".join(said) or "True") + ")"


def _given(bound: Bound) -> str:
    return "".join(f"{end.bound(bound.name)} -> " for end in (bound.lower, bound.upper) if end.text)


def _opened(bound: Bound) -> str:
    """The sentence that introduces a point, and what its range's predicate says of it."""
    names = [fact.name for fact in bound.facts()]
    return f"cbv beta; intros {bound.name} {names[0] if len(names) == 1 else '[' + ' '.join(names) + ']'}."
