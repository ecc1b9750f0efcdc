"""The rules about trajectories, as scripts: at each moment of a trajectory, and all along it.

What holds all along is a theorem about one time t, where the flow and the hypotheses hold at each time from 0 to t
(see ``theorems/flows``).  So at a moment s before t all of it holds as well, up to s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from copy import copy

import sympy as sp

from ....language.statements import Conserved, Rate
from ....language.theorems.ends import AtEnd, InTheLimit, OfEnds
from ....language.theorems.flowing import Compared, Kept, StaysPositive, Throughout
from ....language.theorems.rules import Line
from ....language.theorems.sequents import Relation, Sequent
from ....language.theorems.substitution import Substitution
from ....language.theorems.trajectories import Along
from ...joins.compared import oriented
from ..proofs.base import PROOFS, NoProof, proof_of, without_ends
from ..proofs.moments import Moment, each_time, pointwise
from ..proofs.starts import started
from ..proofs.uniqueness import Equation, Situation
from ..theorems.base import Theorem
from ..theorems.flows import FlowTranslator
from ..theorems.joined import said
from .algebraic import composes
from .here import Here, Known, Premise, as_assertion, letters, what_relates


@PROOFS.register(Along, AtEnd)
def alone(theorem: Theorem) -> str:
    """None: what holds along trajectories is proved where a theorem says by which lines.

    Raises:
        NoProof: always.
    """
    raise NoProof(f"{theorem.claim.statement} is proved as a line of a Theorem only")


class _Along:
    """What a line says along trajectories, and where it is proved."""

    def __init__(self, line: Line, here: Here) -> None:
        assert isinstance(line.says, Along)
        self.says, self.here, self.relation = line.says, here, what_relates(line)
        self.flow, self.time = line.says.flow, line.says.flow.time
        translate = here.theorem.translate
        assert isinstance(translate, FlowTranslator)
        self.translate = translate
        self.end = here.text(self.time)
        self.whole = [fact.name for fact in here.context.facts if each_time(fact)]
        begins = sp.Ge(self.time, 0, evaluate=False)
        self.later = next(fact.name for fact in here.context.facts if fact.relation == begins)

    @contextmanager
    def at(self, moment: str, proof: str) -> Iterator[Here]:
        """Where a moment of the trajectory is looked at; `proof` says that it is one, ``0 <= moment <= t``."""
        with self.translate.at(self.time, moment):
            inside = copy(self.here)
            inside.context, script = pointwise(self.flow, self.here.context, moment, proof)
            inside.lines = [script.strip()]
            inside.ways = _earlier(self.whole)
            yield inside

    def now(self) -> AbstractContextManager[Here]:
        """Where the time itself is looked at, up to which the flow is assumed."""
        return self.at(self.end, f"(conj {self.later} (Rle_refl {self.end}))")

    def settle(self, using: tuple[Premise, ...]) -> None:
        """Assert that what the line says is defined at the time."""
        with self.now() as inside:
            self.hold(using, inside, self.end)
            inside.settle()
        self.here.lines += inside.lines

    def hold(self, using: tuple[Premise, ...], here: Here, moment: str) -> None:
        """What lines say all along, of the moment."""
        for line in using:
            self.say(line, here, moment)

    def say(self, premise: Premise, here: Here, moment: str) -> str:
        """What a line about one moment, or about all, says of this one; the name of the hypothesis."""
        return _say(premise, here, {self.time: moment})

    def begins(self, expr: sp.Expr) -> str:
        """A script that closes ``expr at 0 = its value at the start``."""
        with self.translate.putting(self.says.initially), self.translate.at(self.time, "0"):
            put = self.here.text(expr)
        return f"transitivity ({put}). {{ join_started. }} {{ first [agrees_inside | join_same]. }}"

    def at_zero(self, expr: sp.Expr) -> str:
        """The text of an expression at time 0."""
        with self.translate.at(self.time, "0"):
            return self.here.text(expr)


@composes(Kept)
def kept(rule: Kept, line: Line, here: Here) -> None:
    """What is conserved is the same at t as at 0, where it has the value of the start."""
    along, conserved = _Along(line, here), rule.of.says
    if not isinstance(conserved, Conserved):
        raise NoProof(f"{conserved} is not conserved")
    known = here.known(rule.of)
    (lower,) = {*known.theorem.variables()} - {*letters(known.theorem)}
    posed, last = here.posed(known, Substitution(), {}, {lower: "0"})
    quantity = sp.sympify(conserved.quantity)
    now, value = here.text(quantity), along.says.at_start(quantity)
    same = here.asserted(f"{now} = {along.at_zero(quantity)}", f"{posed}\nexact {last}.")
    begun = here.asserted(f"{along.at_zero(quantity)} = {here.text(value)}", along.begins(quantity))
    whole = here.asserted(f"{now} = {here.text(value)}", f"transitivity ({along.at_zero(quantity)}); assumption.")
    here.say(f"clear {same} {begun}.")
    here.settle()
    here.finish(Relation(quantity, "=", value), whole)


@composes(Throughout)
def throughout(rule: Throughout, line: Line, here: Here) -> None:
    """The premise at t, where the hypotheses hold, and what holds all along."""
    along = _Along(line, here)
    with along.now() as inside:
        along.hold(rule.using, inside, along.end)
        found = along.say(rule.of, inside, along.end)
        inside.settle(rule.of)
        inside.finish(what_relates(rule.of), found)
    here.lines += inside.lines


@composes(Compared)
def compared(rule: Compared, line: Line, here: Here) -> None:
    """The rate, its bound, the solution's derivative and the start, at each moment; then the lemma."""
    along, translate = _Along(line, here), here.theorem.translate
    assert isinstance(translate, FlowTranslator)
    y, u = along.relation.left, along.relation.right
    letter, slope = rule.slope
    at_y = slope.xreplace({letter: y})
    bound = _bound(rule.bound, at_y, along.relation.sign)
    coefficients = _coefficients(slope, letter)
    rate = _rate(along, y, bound.left, rule)
    along.settle(rule.using)
    moment = translate.names.fresh("s")
    proof = f"In{moment}"
    with along.at(moment, proof) as inside:
        texts = {expr: here.text(expr) for expr in (y, u, bound.left)}
        functions = {expr: f"(fun {moment} : R => {text})" for expr, text in texts.items()}
        listed = "nil"
        for coefficient in reversed(coefficients):
            listed = f"(cons (fun {moment} : R => {here.text(coefficient)}) {listed})"
        interval = f"forall {moment} : R, 0 <= {moment} <= {along.end} -> "
        begin = f"intros {moment} {proof}.\n"

        def proved(says: str, script: str) -> str:
            return here.asserted(interval + says, begin + script)

        moves = proved(
            f"is_derive {functions[y]} {moment} ({texts[bound.left]})", _moves(along, inside, rate, rule, moment)
        )
        below = proved(
            f"({texts[bound.left]}) {along.relation.sign} slope_of {listed} ({texts[y]}) {moment}",
            _below(along, inside, rule.bound, bound, at_y, rule, moment),
        )
        solved = proved(
            f"is_derive {functions[u]} {moment} (slope_of {listed} ({texts[u]}) {moment})",
            _solves(along, inside, Equation(y, u, letter, slope), texts[u]),
        )
        one = here.context.fresh("h")
        smooth = proved(
            f"forall {one} : R -> R, List.In {one} {listed} -> continuous {one} {moment}",
            _smooth(along, inside, coefficients, one),
        )
    value = along.says.at_start(y)
    begun = started(u, value, along.time, here.context)
    start = here.asserted(
        f"{along.at_zero(y)} = {along.at_zero(u)}",
        f"transitivity ({here.text(value)}). {{ {along.begins(y)} }}\n{{ {begun} }}",
    )
    lemma = "compared_until" if along.relation.sign == "<=" else "compared_until_above"
    rest = f"{along.end} {along.later}"
    arguments = f"{listed} {functions[y]} (fun {moment} : R => {texts[bound.left]}) {functions[u]} {rest}"
    here.say(f"exact ({lemma} {arguments} {moves} {solved} {smooth} {below} {start}).")


def _coefficients(slope: sp.Expr, letter: sp.Symbol) -> list[sp.Expr]:
    """The coefficients of a polynomial, the constant first; as they are written, if it is linear."""
    constant, moving = slope.as_independent(letter, as_Add=True)
    if moving == 0:
        return [constant]
    factor = moving / letter
    return sp.Poly(slope, letter).all_coeffs()[::-1] if factor.has(letter) else [constant, factor]


@composes(StaysPositive)
def stays_positive(rule: StaysPositive, line: Line, here: Here) -> None:
    """The rate and its bound at each moment, and the sign at the start; then the lemma."""
    if len(rule.terms) > 1:
        raise NoProof("a sign that several quantities keep together is not composed yet")
    along, translate = _Along(line, here), here.theorem.translate
    ((y, premise, k),) = rule.terms
    bound = _bound(premise, k * y, ">=")
    rate = _rate(along, y, bound.left, rule)
    along.settle(rule.using)
    moment = translate.names.fresh("s")
    proof, sign = f"In{moment}", along.relation.sign
    with along.at(moment, proof) as inside:
        at_y, at_rate, at_k = (here.text(expr) for expr in (y, bound.left, k))
        interval, begin = f"forall {moment} : R, 0 <= {moment} <= {along.end} -> ", f"intros {moment} {proof}.\n"
        y_of, rate_of, k_of = (f"(fun {moment} : R => {text})" for text in (at_y, at_rate, at_k))
        moves = here.asserted(
            f"{interval}is_derive {y_of} {moment} ({at_rate})", begin + _moves(along, inside, rate, rule, moment)
        )
        smooth = here.asserted(f"{interval}continuous {k_of} {moment}", begin + _continuous(along, inside, k))
        assumed, positive = _again(inside), f"P{moment}"
        if rule.strict:
            assumed.say(f"intro {positive}.")
            assumed.know(positive, f"{at_y} > 0", sp.Gt(y, 0, evaluate=False))
        below = here.asserted(
            f"{interval}{f'{at_y} > 0 -> ' if rule.strict else ''}({at_rate}) >= ({at_k}) * ({at_y})",
            begin + _below(along, assumed, premise, Relation(bound.left, ">=", bound.right), k * y, rule, moment),
        )
    value = along.says.at_start(y)
    begins = here.show(value, sign, 0)
    start = here.asserted(
        f"{along.at_zero(y)} {sign} 0", f"refine (eq_ind_r (fun w => w {sign} 0) {begins} _).\n{along.begins(y)}"
    )
    lemma = "stays_positive_until" if rule.strict else "stays_nonnegative_until"
    functions = f"{y_of} {rate_of} {k_of} {along.end} {along.later}"
    here.say(f"exact ({lemma} {functions} {moves} {smooth} {below} {start}).")


@composes(InTheLimit)
def in_the_limit(rule: InTheLimit, line: Line, here: Here) -> None:
    """The premise at every time, and the limits of its sides."""
    assert isinstance(line.says, AtEnd)
    translate, relation, time = here.theorem.translate, what_relates(rule.of), line.says.flow.time
    assert isinstance(translate, FlowTranslator)
    moment = translate.names.fresh(str(time))
    sides = (relation.left, relation.right)
    with translate.at(time, moment):
        texts = [here.text(side) for side in sides]
        inside = copy(here)
        inside.ways = _earlier(fact.name for fact in here.context.facts if each_time(fact))
        posed, last = inside.posed(here.known(rule.of), Substitution(), {time: moment})
    always = here.asserted(
        f"forall {moment} : R, 0 <= {moment} -> {texts[0]} {relation.sign} {texts[1]}",
        f"intros {moment} In{moment}.\n{posed}\nexact {last}.",
    )
    with translate.putting(line.says.ends):
        ends = [here.text(side) for side in sides]
    limits = [
        here.asserted(f"tends (fun {moment} : R => {text}) (Rbar_locally p_infty) ({end})", "join_tending.")
        for text, end in zip(texts, ends, strict=True)
    ]
    weak = _WEAK.get(relation.sign, relation.sign)
    functions = " ".join(f"(fun {moment} : R => {text})" for text in texts)
    of_times = f"(fun {moment} In{moment} => {_WEAKER[relation.sign].format(f'({always} {moment} In{moment})')})"
    script = f"exact ({_LIMITS[weak]} {functions} _ _ {of_times} {' '.join(limits)})."
    found = here.asserted(f"{ends[0]} {weak} {ends[1]}", script)
    here.settle()
    here.finish(Relation(line.says.at_end(relation.left), weak, line.says.at_end(relation.right)), found)


_WEAK = {"<": "<=", ">": ">="}
_WEAKER = {"<": "Rlt_le _ _ {}", ">": "Rgt_ge _ _ {}", "<=": "{}", ">=": "{}", "=": "{}"}
_LIMITS = {"<=": "join_in_the_limit", ">=": "limit_above", "=": "join_in_the_limit_equal"}


@composes(OfEnds)
def of_ends(rule: OfEnds, line: Line, here: Here) -> None:
    """The premise, of the end, of which what is in `using` is known."""
    for known in rule.using:
        _say(known, here, {})
    found = here.premise(rule.of)
    here.settle(rule.of)
    here.finish(what_relates(rule.of), found)


def said_of_trajectories(line: Line, stated: Theorem, known: Mapping[Premise, Known]) -> str:
    """A script that a line says what is stated, where indices that sums bind have other names."""
    here = Here(stated, known)
    posed, last = here.posed(here.known(line), Substitution(), {})
    here.say(posed)
    here.settle(line)
    here.finish(what_relates(line), last)
    return "\n".join(here.lines)


def _say(premise: Premise, here: Here, names: Mapping[sp.Basic, str]) -> str:
    """What a premise says is known from now on, with names for its letters; the name of the hypothesis."""
    relation = what_relates(premise)
    text = f"{here.text(relation.left)} {relation.sign} {here.text(relation.right)}"
    name = here.asserted(text, here.closing(premise, Substitution(), names))
    here.know(name, text, relation.hypothesis)
    return name


def _earlier(facts: Iterable[str]) -> tuple[str, ...]:
    """Ways to close what is asked of each time up to one, from facts about more times."""
    return tuple(f'(let r := fresh "r" in intros r ?; exact ({name} r ltac:(lra)))' for name in facts)


def _bound(premise: Premise | None, by: sp.Expr, sign: str) -> Relation:
    """How a rate is bounded: as a premise says, or else it is what would bound it."""
    return Relation(by, "=", by) if premise is None else oriented(what_relates(premise), sign)


def _rate(along: _Along, y: sp.Expr, is_: sp.Expr, rule: Compared | StaysPositive) -> Known:
    """The theorem that y has a rate, wherever the hypotheses and what holds all along do; asserted with its proof."""
    held = [what_relates(premise).hypothesis for premise in rule.using]
    says = Rate(y, is_, along.flow)
    stated = said(Sequent((*held,), says), along.here.theorem.claim)
    name = along.here.context.fresh("Rate")
    along.here.say(as_assertion(name, stated, f"clear. {without_ends(proof_of(stated))}"))
    return Known(name, stated, says)


def _moves(along: _Along, inside: Here, rate: Known, rule: Compared | StaysPositive, moment: str) -> str:
    """A script that y has the rate at a moment."""
    here = _again(inside)
    along.hold(rule.using, here, moment)
    posed, last = here.posed(rate, Substitution(), {along.time: moment})
    return "\n".join([*here.lines, posed, f"exact {last}."])


def _below(
    along: _Along,
    inside: Here,
    premise: Premise | None,
    bound: Relation,
    at_y: sp.Expr,
    rule: Compared | StaysPositive,
    moment: str,
) -> str:
    """A script that the rate is bounded, by what the premise says, by what is `at_y`."""
    here = _again(inside)
    along.hold(rule.using, here, moment)
    ways = ["lra", "(right; join_same)", "(apply Req_le; join_same)", "(apply Req_ge; join_same)"]
    if premise is not None:
        name = along.say(premise, here, moment)
        ways = [f"exact {name}", "lra", f"join_alike {name}"]
        if bound.right != at_y:
            same = here.show(bound.right, "=", at_y)
            ways.insert(1, f"(rewrite {same} in {name}; first [lra | join_alike {name}])")
    return "\n".join([*here.lines, f"cbn [slope_of]. first [{' | '.join(ways)}]."])


def _solves(along: _Along, inside: Here, equation: Equation, closed: str) -> str:
    """A script that u solves the equation at a moment."""
    context = inside.context
    situation = Situation(along.time, context, Moment.of(along.flow, context))
    rate = situation.text(equation.rate, {equation.symbol: closed})
    lines = [*inside.lines, "eapply D_slope.", "eapply D_eq."]
    lines.append(f"{{ instantiate (1 := {rate}). {situation.solves(equation, {equation.symbol: equation.closed})} }}")
    return "\n".join([*lines, "{ cbn [slope_of]. first [agrees | join_same]. }"])


def _smooth(along: _Along, inside: Here, coefficients: list[sp.Expr], one: str) -> str:
    """A script that each coefficient is continuous at a moment; `one` is any of them."""
    each = [_continuous(along, inside, coefficient, facts=False) for coefficient in coefficients]
    split = "".join("[<- | " for _ in each) + "[]" + "]" * len(each)
    return "\n".join(
        [*inside.lines, f"intros {one}; cbn [List.In]; intros {split}.", *(f"{{ {script} }}" for script in each)]
    )


def _continuous(along: _Along, inside: Here, expr: sp.Expr, *, facts: bool = True) -> str:
    """A script that an expression in the time and what moves is continuous at a moment."""
    moment = Moment.of(along.flow, inside.context)
    found = moment.slope(expr)
    script = "apply D_const." if found is None else found.script
    return "\n".join([*(inside.lines if facts else ()), *moment.lines, f"eapply D_continuous. {script}"])


def _again(inside: Here) -> Here:
    """The same moment, for another script."""
    found = copy(inside)
    found.lines = list(inside.lines)
    return found


__all__ = ["said_of_trajectories"]
