"""A line, the question that it asks, and what the prover says of it.

A line that is refuted has a witness; one that cannot be decided says why and is never called wrong.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ....ground import effort
from ....language.matrices import ShapeMismatch, shape_of
from ....language.printing import notation
from ....language.printing.marks import Slope
from ....language.vectors import as_number
from ....language.verdicts import Evidence, Verdict
from ....proving.domain import Contradiction, IllPosed
from ....running.processes import Limits, Outcome, Pool
from ..bounds.eigenvalues import with_extreme_eigenvalues
from ..bounds.eliminating import is_bounded
from ..bounds.gram import is_quadratic
from ..bounds.moments import is_of_moments, known_of_means
from ..bounds.monotone_extremes import extreme_bound, values_of_extremes
from ..bounds.pointwise import pointwise
from ..bounds.resolvents import of_resolvents
from ..bounds.semidefinite import NO_ORDER, as_forms
from ..bounds.shapes import guesses_in, shaped
from ..bounds.squared import squared
from ..letters.assumptions import hypothesis
from ..letters.meaning import NoStatement, of_traces, proof, relevant, resolved, resolved_hypotheses, statements
from ..letters.setting import Setting
from ..notation import arrays
from ..notation.sizes import ANY_SIZE, same_shape
from ..values.constants import taken_out
from ..values.diagonals import known_of
from ..values.entries import NotInCoordinates
from ..values.given_matrices import known_of_given
from ..values.improper import with_values_of_improper
from ..values.members import as_members
from ..values.moving import unsaid
from ..values.norms import Norms, applies
from ..values.of_one_matrix import known_of_powers
from ..values.operator_norms import of_products, of_vector_means
from ..values.ranges import summed
from ..values.summands import as_sums, divided_out
from ..values.whole_powers import with_powers_apart
from . import by_entries, kroneckers
from .combining import combined, is_not_negative
from .definedness import Wanted, missing, possible, wanted
from .fixed_entries import with_letters_for_entries
from .implied import follows
from .in_range import in_range
from .inverses import as_letters, divides, existing, with_letters_for_divisors
from .of_an_entry import has_functions, of_an_entry, of_wholes
from .presumed import presuming
from .questions import Limiting, Question
from .samples import counterexample


def ask(question: Question, budget: float) -> dict[str, Any]:
    """What the prover says of a question, as JSON; runs in this process."""
    try:
        return _answer_to(question, budget)
    except (ShapeMismatch, sp.polys.polyerrors.BasePolynomialError) as problem:
        return {"verdict": "UNDECIDED", "how": "", "reason": str(problem), "witness": None}


def _answer_to(question: Question, budget: float) -> dict[str, Any]:
    if question.semidefinite:
        forms = _as_forms(question)
        return ask(forms, budget) if isinstance(forms, Question) else forms
    if any(_looks_into_a_value(question.setting, side) for side in _sides_of(question)):
        reason = (
            "a value of a function hangs on the entries of its argument, and no derivative by one of these is known"
        )
        return {"verdict": "UNDECIDED", "how": "", "reason": reason, "witness": None}
    with notation(question.setting.notation):
        found = kroneckers.asked(question, lambda asked: _in_its_terms(asked, budget))
        if found["verdict"] == "REFUTED" and found["how"] != MISFIT and (inside := in_range(question)) is not None:
            found = _in_its_terms(inside, budget)
        if found["verdict"] == "REFUTED" and found["how"] != MISFIT and _rests_on_rates(question):
            return {**found, "verdict": "UNDECIDED", "how": "", "reason": _NO_RATES, "witness": None}
        if question.back is not None and found["verdict"] == "VERIFIED":
            left, relation, right = question.back
            here = (question.left, question.relation, question.right)
            converse = replace(
                question, left=left, relation=relation, right=right, facts=(here,), wider=(),
                left_written=question.back_written, right_written=(),
            )  # fmt: skip
            back = _asked(converse, budget)
            if back["verdict"] != "VERIFIED":
                return {**back, "reason": f"the converse: {back['reason']}" if back["reason"] else ""}
        return found


def _as_forms(question: Question) -> Question | dict[str, Any]:
    """A bound on forms for an order of matrices; or why there is none."""
    try:
        forms = as_forms(question)
    except (ShapeMismatch, ValueError) as problem:
        return {"verdict": "UNDECIDED", "how": "", "reason": f"{NO_ORDER}: {problem}", "witness": None}
    return forms or {"verdict": "UNDECIDED", "how": "", "reason": NO_ORDER, "witness": None}


def _rests_on_rates(question: Question) -> bool:
    """Whether a rate of a matrix stands in a line that fails, of which nothing is known: it may be 0."""
    try:
        return unsaid(tuple(resolved(side, question.setting) for side in (question.left, question.right)))
    except (NoStatement, NotImplementedError, ValueError):
        return False


_NO_RATES = "how its matrices move is not said; declare a flow, or their rates: flow: \\dot{W} = .."


def _sides_of(question: Question) -> list[Any]:
    facts = [*question.facts, *(fact for some in question.wider for fact in some)]
    return [question.left, question.right, *(side for left, _, right in facts for side in (left, right))]


def _looks_into_a_value(setting: Setting, side: Any) -> bool:
    r"""Whether ``\frac{\partial}{\partial x_i}`` stands before an opaque ``f(x)``, which seems not to hang on it."""
    if not isinstance(side, sp.Basic):
        return False
    opaque = setting.units.shown.keys() | setting.names.functions.names.keys()
    for slope in side.atoms(Slope):
        names = {str(s) for s in slope.args[0].free_symbols} | {
            a.func.__name__ for a in slope.args[0].atoms(AppliedUndef)
        }
        if slope.args[1].atoms(sp.Idx) and names & opaque:
            return True
    return False


def _in_its_terms(question: Question, budget: float) -> dict[str, Any]:
    """The prover's answer, of matrices as wholes, or of their entries where the line or what is given speaks of these.

    What is given in the other terms and cannot be written in these is not used: nothing is refuted without it.
    """
    if has_functions(question):
        each = of_an_entry(question)
        return of_wholes(_asked(each or question, budget), question, each, MISFIT)
    speaks, told = by_entries.spoken_of(question)
    found = {"verdict": "UNDECIDED"} if speaks else _asked(question, budget)
    if found["verdict"] == "VERIFIED" or not (speaks or told):
        return found
    try:
        inside, left_out = by_entries.in_coordinates(question)
    except (NotInCoordinates, NoStatement, NotImplementedError, ValueError) as problem:
        again = {"verdict": "UNDECIDED", "how": "", "reason": str(problem), "witness": None}
    else:
        again = _asked(inside, budget)
        if again["verdict"] == "REFUTED" and left_out:
            again = {**again, "verdict": "UNDECIDED", "how": "", "reason": _WHOLES, "witness": None}
    if again["verdict"] == "UNDECIDED" and (whole := by_entries.with_letters_for_ones(question)) is not None:
        found = _asked(whole, budget)
        return found if found["verdict"] == "VERIFIED" else again
    return again


_WHOLES = "it fails, as far as what is given of whole matrices is not needed, which is not used for their entries"


def _asked(question: Question, budget: float, depth: int = 3) -> dict[str, Any]:
    """The prover's answer; of a bound of means or extremes that is not proved, of what is inside, `depth` deep."""
    found = _with_shapes(question, budget)
    if found["verdict"] == "VERIFIED" or found["how"] == MISFIT:
        return found
    with contextlib.suppress(NoStatement, NotImplementedError, ValueError, TypeError, AttributeError):
        if depth and (inside := pointwise(question)) is not None:
            again = _asked(inside[0], budget, depth - 1)
            if again["verdict"] == "VERIFIED":
                return {**again, "how": f"the {inside[1]} of what is not negative: {again['how']}"}
        if depth and question.setting.presumes and (within := extreme_bound(question)) is not None:
            again = _asked(within[0], budget, depth - 1)
            if again["verdict"] == "VERIFIED":
                return {**again, "how": f"{within[1]}: {again['how']}"}
        for asked, granted in values_of_extremes(question) if depth and question.setting.presumes else ():
            again = _asked(asked, budget, 0)
            if again["verdict"] == "VERIFIED":
                return {**again, "note": "; ".join(filter(None, (granted, again.get("note", ""))))}
        if depth and (finite := with_values_of_improper(question)) is not None:
            again = _presumed(finite, budget)
            if again["verdict"] == "VERIFIED":
                return again
    for way in (taken_out, summed, as_members) if question.setting.presumes else ():
        with contextlib.suppress(NoStatement, NotImplementedError, ValueError, TypeError, AttributeError):
            if (still := way(question)) is None:
                continue
            again = _with_shapes(still[0], budget)
            if again["verdict"] == "VERIFIED":
                return {**again, "note": "; ".join(filter(None, (still[1], again.get("note", ""))))}
    return found


def _with_shapes(question: Question, budget: float) -> dict[str, Any]:
    """The prover's answer; if the line is not proved, with what the shapes of its functions say."""
    found = _presumed(question, budget)
    if found["verdict"] == "VERIFIED" or found["how"] == MISFIT:
        return found
    with contextlib.suppress(NoStatement, NotImplementedError, ValueError, TypeError, AttributeError):
        asked = with_extreme_eigenvalues(shaped(question) or question)
        if asked is not question:
            again = _presumed(asked, budget)
            if again["verdict"] == "VERIFIED":
                said = list(dict.fromkeys([*asked.resting, *again.get("said", ())]))
                note = "; ".join(filter(None, (f"where {', '.join(said)}" if said else "", again.get("note", ""))))
                return {**again, "note": note, "guessed": guesses_in(question.setting, said)}
    return found


def _presumed(question: Question, budget: float) -> dict[str, Any]:
    """The prover's answer; in a paper, if there is none, where what the line goes on from has a value."""
    found = _about(question, budget)
    if found["verdict"] != "UNDECIDED" or not question.setting.presumes:
        return found
    with contextlib.suppress(NoStatement, NotImplementedError, ValueError, TypeError, AttributeError):
        if (presumed := presuming(question)) is not None:
            again = _about(presumed[0], budget)
            if again["verdict"] in ("VERIFIED", "REFUTED"):
                return {**again, "note": presumed[1]}
        if (presumed := presuming(question, both=True)) is not None:
            again = _about(presumed[0], budget)
            if again["verdict"] == "VERIFIED":
                return {**again, "note": presumed[1]}
    return found


def _about(question: Question, budget: float) -> dict[str, Any]:
    """The prover's answer, about the line as it is written: where it has no value it says nothing."""
    setting = question.setting
    found = _as_it_stands(question, budget)
    if found["verdict"] not in ("VERIFIED", "REFUTED") or not (question.left_written or question.right_written):
        return found
    try:
        hypotheses = resolved_hypotheses([*setting.hypotheses, *question.conditions], setting)
        sides = [resolved(side, setting) for side in (question.left, question.right)]
        asked = wanted((*question.left_written, *question.right_written), sides, setting, question.tends)
        if not asked or found["how"] == MISFIT:
            return found
        if found["verdict"] == "VERIFIED":
            every = [fact for facts in (question.facts, *question.wider) for fact in _facts(facts, setting)]
            given = [*hypotheses, *existing(setting, *map(as_letters, sides))]
            reason = missing(asked, given, every if found.get("used") else _facts(question.facts, setting), budget)
        else:  # what refutes it must be a point at which all of it has a value
            reason = missing(Wanted([], asked.bound, asked.never), hypotheses, [], budget)
            if not reason and asked.free:
                there = replace(question, conditions=(*question.conditions, *asked.conditions()))
                again = _as_it_stands(there, budget)
                if again["verdict"] == "REFUTED" and possible(asked, hypotheses):
                    return again
                shown = ", ".join(map(str, asked.free))
                reason = f"it is not seen to fail where it has a value: {shown}"
    except (NoStatement, NotImplementedError, ValueError, TypeError, AttributeError) as problem:
        reason = f"whether it is defined is not known: {problem}"
    return {**found, "verdict": "UNDECIDED", "how": "", "reason": reason, "witness": None} if reason else found


def _as_it_stands(question: Question, budget: float) -> dict[str, Any]:
    setting = question.setting
    try:
        hypotheses = resolved_hypotheses([*setting.hypotheses, *question.conditions], setting)
        left, right = resolved(question.left, setting), resolved(question.right, setting)
        if misfit := _misfit(left, right, setting, question):
            return {"verdict": "REFUTED", "how": MISFIT, "reason": misfit, "witness": None}
        if question.relation in _BOUNDS:
            left, right = as_number(left), as_number(right)
        elif question.relation == "=":
            left, right = divided_out(as_sums(left, setting)), divided_out(as_sums(right, setting))
        left, right = as_letters(with_powers_apart(left)), as_letters(with_powers_apart(right))
        facts, *wider = ([as_letters(f) for f in _facts(t, setting)] for t in (question.facts, *question.wider))
        hypotheses = [as_letters(h) for h in hypotheses]
        (left, right), hypotheses, facts, *wider = with_letters_for_entries((left, right), hypotheses, facts, *wider)
        hypotheses += [*existing(setting, left, right), *known_of(setting, left, right)]
        hypotheses += known_of_powers(setting, hypotheses, left, right)
        facts += known_of_given(setting, [*hypotheses, *facts], left, right)
        whole = statements(left, question.relation, right, setting, question.tends), hypotheses
        (left, right), hypotheses, divided = with_letters_for_divisors((left, right), hypotheses)
        spaces, beside = setting.units.spaces, []
        sums = {*left.free_symbols, *right.free_symbols} & spaces.squares.keys()
        left, right = spaces.squared(left), spaces.squared(right)
        if question.relation not in ("=", "!="):
            hypotheses = [*hypotheses, *spaces.facts({*left.free_symbols, *right.free_symbols, *sums})]
            beside = [*of_products(setting, (left, right)), *of_vector_means(setting, (left, right))]
            beside += of_resolvents(setting, [*hypotheses, *facts], (left, right))
            beside += known_of_means(setting, {*left.free_symbols, *right.free_symbols})
        if question.bounds and question.relation in ("<=", ">="):
            return _as_sum(question, left, right, [*hypotheses, *facts], budget)
        norms = Norms() if applies(left, question.relation, right) else None
        plain = (left, question.relation, right)
        given = [*hypotheses, *facts]
        if norms is not None:
            norms.take_roots(left, right)
            left, right = norms.of(left), norms.of(right)
            hypotheses, facts = [norms.of(h) for h in hypotheses], [norms.of(f) for f in facts]
            wider = [[norms.of(f) for f in more] for more in wider]
            hypotheses, beside = [*hypotheses, *norms.facts()], [norms.of(fact) for fact in beside]
        hypotheses = [*hypotheses, *beside]
        wanted = list(statements(left, question.relation, right, setting, question.tends))
        unused = not all(_taken(triple, setting) for triple in question.facts)
        if norms is None and (rootless := squared(question.facts)) is not None:
            facts = [as_letters(fact) for fact in _facts(rootless, setting)]
    except (NoStatement, NotImplementedError, ValueError) as problem:
        return {"verdict": "UNDECIDED", "how": "", "reason": str(problem), "witness": None}
    hows, used = [], False
    if divided and (how := _over_traces(*whole, budget / 2)):
        return {"verdict": "VERIFIED", "how": how, "reason": "", "witness": None, "used": used}
    for statement in wanted:
        try:
            found = proof(statement, hypotheses, budget)
            is_open = found.verdict is not Verdict.VERIFIED and question.relation in ("<=", ">=")
            if is_open and (how := _as_bound(plain, (left, right), [*hypotheses, *facts], setting, budget)):
                hows.append(how)
                used = True
                continue
            near = relevant(facts, statement)
            if near and found.verdict is not Verdict.VERIFIED:
                found, used = follows(statement, near, hypotheses, budget), True
            if found.verdict is not Verdict.VERIFIED:
                other = _from_afar(statement, near, wider, hypotheses, budget)
                if other is not None and not question.goes_on:
                    return {"verdict": "UNDECIDED", "how": "", "reason": ELSEWHERE, "witness": None, "used": used}
                found, used = (other, True) if other is not None else (found, used)
        except (Contradiction, IllPosed) as problem:
            return {"verdict": "UNDECIDED", "how": "", "reason": str(problem), "witness": None}
        if found.verdict is Verdict.REFUTED and unused:
            reason = "it fails, as far as an equation before it is not needed, which cannot be used here"
            return {"verdict": "UNDECIDED", "how": "", "reason": reason, "witness": None, "used": used}
        if found.verdict is Verdict.REFUTED and divided:
            return {"verdict": "UNDECIDED", "how": "", "reason": NOT_PROVED, "witness": None, "used": used}
        answer = _with_norms(question, found, norms, plain, given, budget) if norms is not None else None
        if answer is not None:
            return {**answer, "used": used or bool(question.facts)}
        if found.verdict is not Verdict.VERIFIED:
            return {**_as_json(found), "used": used}
        hows.append(found.how)
    how = "; ".join(dict.fromkeys(hows))
    return {"verdict": "VERIFIED", "how": how, "reason": "", "witness": None, "used": used}


def _from_afar(
    statement: Any, near: list[Any], wider: Iterable[list[Any]], hypotheses: list[Any], budget: float
) -> Evidence | None:
    """How a statement follows with one more set of facts, of which it need not be said; None if it does with none."""
    for more in wider:
        if further := relevant(more, statement):
            found = follows(statement, [*near, *further], hypotheses, budget)
            if found.verdict is Verdict.VERIFIED:
                return found
    return None


def _over_traces(wanted: Iterable[Any], hypotheses: list[Any], budget: float) -> str:
    """How equations hold in which traces divide, as the prover takes them; empty if it does not prove them all."""
    hows = []
    for statement in wanted:
        found = proof(statement, hypotheses, budget)
        if found.verdict is not Verdict.VERIFIED:
            return ""
        hows.append(found.how)
    return "; ".join(dict.fromkeys(hows))


def _with_norms(
    question: Question, found: Evidence, norms: Norms, plain: tuple[Any, str, Any], given: list[Any], budget: float
) -> dict[str, Any] | None:
    """The answer for a relation of numbers made of traces that is not proved with letters for these; or None."""
    if found.verdict is Verdict.VERIFIED:
        return None
    holds = question.setting.units.spaces.holds(plain)
    whole = None
    with contextlib.suppress(sp.polys.polyerrors.BasePolynomialError):  # of what is given with roots of traces
        whole = of_traces(*plain, given, budget / 2)
    if whole is not None and (whole.verdict is Verdict.VERIFIED or not (question.facts or holds)):
        return _as_json(whole)
    if found.verdict is not Verdict.REFUTED or norms.free:
        return None
    witness = None if holds else counterexample(*plain, given)
    verdict, reason = ("REFUTED", "") if witness else ("UNDECIDED", NOT_PROVED)
    return {"verdict": verdict, "how": "", "reason": reason, "witness": witness}


def _as_bound(
    plain: tuple[Any, str, Any], sides: tuple[Any, Any], given: list[Any], setting: Setting, budget: float
) -> str:
    """How a bound of numbers is seen as a quadratic form, or from what is given; empty if it is not.

    Args:
        plain: the bound, with traces.
        sides: its sides with letters for these, as in what is given.
        given: hypotheses and facts.
        setting: says what its letters are means of.
        budget: seconds for the line.
    """
    known = [fact for fact in given if isinstance(fact, Relational) and not fact.has(sp.Trace)]
    proofs, end = itertools.count(), effort.spent() + budget / 2

    @functools.cache
    def holds(number: Any) -> bool:
        left = min(budget / 8, end - effort.spent())
        return next(proofs) < MOST_PROOFS and left > 0 and is_not_negative(sp.factor(number), known, left)

    sign = 1 if plain[1] == ">=" else -1
    if is_quadratic(sign * (plain[0] - plain[2]), holds):
        return "a quadratic form of vectors without a negative eigenvalue"
    if is_of_moments(sign * (plain[0] - plain[2]), setting, holds):
        return "a covariance, and a square of means, that are not negative"
    if is_bounded(sign * (sides[0] - sides[1]), known, holds):
        return "a sum of what is given, each times what is not negative"
    return ""


def _as_sum(question: Question, left: Any, right: Any, given: list[Any], budget: float) -> dict[str, Any]:
    """The answer for a bound that may be a sum of what is known of its functions."""
    norms = Norms()
    larger, smaller = (left, right) if question.relation == ">=" else (right, left)
    gap = norms.of(larger - smaller)
    bounds = [norms.of(resolved(bound, question.setting)) for bound, _ in question.bounds]
    known = [norms.of(fact) for fact in given if isinstance(fact, Relational)]
    values = {s for e in (gap, *bounds) for s in e.free_symbols if str(s) in question.setting.names.functions.names}
    bounds += [_gap(fact) for fact in known if isinstance(fact, (sp.Ge, sp.Gt, sp.Le, sp.Lt))]
    chosen = combined(gap, bounds, known, values | {s for s in norms.letters.values() if s.is_Symbol}, budget / 4)
    if chosen is None:
        return {"verdict": "UNDECIDED", "how": "", "reason": NOT_PROVED, "witness": None, "used": True}
    how = f"a sum of known bounds ({len(chosen)}), each times a number that is not negative"
    said = [text for k in chosen if k < len(question.bounds) for text in question.bounds[k][1]]
    return {"verdict": "VERIFIED", "how": how, "reason": "", "witness": None, "used": True, "said": said}


def _gap(fact: Any) -> Any:
    """What a bound says is not negative."""
    return fact.gts - fact.lts


_BOUNDS = ("<", "<=", ">", ">=")
MOST_PROOFS = 16
"""Of numbers that are not negative, for one bound."""
MISFIT = "sizes"
NO_FIT = "does not conform"
ELSEWHERE = "it follows only with what an earlier display assumes, which need not hold here"
NOT_PROVED = "it is not proved with inner products as numbers"


def _misfit(left: Any, right: Any, setting: Setting, question: Question) -> str:
    """Why the sizes of matrices do not fit, whatever they are; empty if they do, or that is not certain.

    A vector may stand for a number, ``x^\\top y A``, and sizes that a hypothesis relates may be equal.
    """
    symbols = {s for h in (*setting.hypotheses, *question.conditions) for s in getattr(h, "free_symbols", ())}
    for triple in question.facts:
        symbols |= {s for side in (triple[0], triple[2]) for s in getattr(side, "free_symbols", ())}
    sizes = {s for side in (left, right) for m in side.atoms(sp.MatrixSymbol) for s in m.shape}
    if 1 in sizes or not sizes or sizes & symbols or any(side.has(ANY_SIZE) for side in (left, right)):
        return ""
    left, right = same_shape(left, right)
    shapes = []
    for side in (left, right):
        try:
            shapes.append(shape_of(side))
        except ShapeMismatch as mismatch:
            return str(mismatch)
    (rows, columns), (others, more) = shapes
    if (rows, columns) != (others, more):
        return f"the two sides differ in shape: {rows} x {columns} and {others} x {more}"
    return ""


def _facts(triples: Sequence[tuple[Any, str, Any]], setting: Setting) -> list[Any]:
    """Those of some relations that can be taken for hypotheses; of matrices that are written out, their entries."""
    return [fact for triple in triples for fact in _taken(triple, setting)]


def _taken(triple: tuple[Any, str, Any], setting: Setting) -> list[Any]:
    one, relation, other = triple
    with contextlib.suppress(NoStatement, NotImplementedError, ValueError):
        if arrays.is_paired(one) or arrays.is_paired(other):
            pairs = arrays.entries(one, other)
            return [hypothesis(resolved(a, setting), "=", resolved(b, setting)) for a, b in pairs]
        sides = [with_powers_apart(resolved(side, setting)) for side in (one, other)]
        if relation in _BOUNDS:  # of numbers, v^\top H v
            sides = [as_number(side) for side in sides]
        elif any(divides(side) for side in sides):  # no rule rewrites by numbers that have not one value
            return []
        return [hypothesis(sides[0], relation, sides[1])]
    return []


def _as_json(found: Any) -> dict[str, Any]:
    witness = found.witness and {
        "symbols": dict(found.witness.symbols), "residual": found.witness.residual, "part": found.witness.part
    }  # fmt: skip
    return {"verdict": found.verdict.value, "how": found.how, "reason": found.reason or "", "witness": witness}


def ask_all(
    questions: Sequence[Question],
    limiting: Limiting,
    same: Sequence[Any] | None = None,
    budgets: Sequence[float] | None = None,
) -> list[dict[str, Any]]:
    """What the prover says of each question, each in a process of its own.

    Args:
        questions: to be asked, in order.
        limiting: how hard to try.
        same: of each question, what it is about: once one is proved, those after it about the same are not asked.
        budgets: of each question, the seconds for its proof, where they are fewer.
    """
    budgets = [limiting.budget] * len(questions) if budgets is None else budgets
    pieces = [lambda q=q, b=b: ask(q, b) for q, b in zip(questions, budgets, strict=True)]
    return in_processes(pieces, limiting, list(map(_patience, budgets)), same=same)


def _patience(budget: float) -> float:
    """The seconds after which a process is ended whose proof has some."""
    return 1.5 * budget + 5


def in_processes(
    work: Sequence[Callable[[], dict[str, Any]]],
    limiting: Limiting,
    seconds: Sequence[float] | None = None,
    what: str = "lines",
    same: Sequence[Any] | None = None,
) -> list[dict[str, Any]]:
    """The answers of several pieces of work, in order; one that fails is undecided, with the reason."""
    answers: list[dict[str, Any]] = [{} for _ in work]
    if work:
        _load()
    seconds = [_patience(limiting.budget)] * len(work) if seconds is None else seconds
    proved: set[Any] = set()
    wanted = (number for number in range(len(work)) if same is None or same[number] not in proved)
    with Pool(limiting.jobs) as pool:
        for number in itertools.islice(wanted, pool.jobs):
            pool.submit(number, work[number], Limits(seconds[number], limiting.memory))
        for key, outcome in pool:
            answers[key] = _answer(outcome)  # type: ignore[call-overload]
            limiting.watch(sum(map(bool, answers)), len(work), what)
            if limiting.left < 0:
                break
            if same is not None and answers[key]["verdict"] == "VERIFIED":  # type: ignore[call-overload]
                proved.add(same[key])  # type: ignore[call-overload]
            for number in itertools.islice(wanted, 1):
                pool.submit(number, work[number], Limits(seconds[number], limiting.memory))
    late = {"verdict": "UNDECIDED", "how": "", "reason": f"not reached within {limiting.total:g} s", "witness": None}
    return [answer or dict(late) for answer in answers]


@functools.cache
def _load() -> None:
    """Import what most questions need: each of the processes that are forked would do so anew, for half a second."""
    for name in _NEEDED:
        importlib.import_module(f"layerproof.proving.exact.{name}")


_NEEDED = (
    "canonical_letters", "diagonal_inverses", "matrix_balls", "matrix_failures", "matrix_goals", "matrix_order",
    "matrix_quotients", "matrix_witness", "trace_roots",
)  # fmt: skip


def _answer(outcome: Outcome) -> dict[str, Any]:
    if outcome.failure:
        return {"verdict": "UNDECIDED", "how": "", "reason": outcome.reason, "witness": None,
                "seconds": outcome.seconds, "failure": outcome.failure}  # fmt: skip
    return {**outcome.value, "seconds": outcome.seconds}
