"""Closed forms on request: propose, put to the prover, and return only what is proved."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.claims import Claim, Question
from ...language.flows import GradientFlow, substitute_entry
from ...language.printing import text
from ...language.statements import Conserved, Identity, Limit, Solution, Statement
from ...language.verdicts import Evidence, Method, Verdict
from ...proving.evidence import prove
from .first_order import ORACLE_SECONDS, Form, Proposal, proposals
from .found import Found, Proven
from .guard import NoAnswer, limited
from .knowledge import Knowledge, fresh
from .reductions import Mode, NotReduced, closed_rate, entries_of, modes_of, start_of
from .systems import conserved, pair_proposals

PROOF_SECONDS = 20.0
FIRST_SECONDS = 10.0  # for a form with others to fall back on
_CASES = 2  # how deep cases are split


def solve(
    flow: GradientFlow,
    of: Any = None,
    initially: Any = None,
    hypotheses: Sequence[Any] = (),
    *,
    id: str = "found/closed-form",
    budget: float = 90.0,
    cases: bool = True,
    beside: bool = True,
) -> Found:
    """Try to find the solution of `flow` in closed form; what is returned is proved.

    Args:
        flow: of one or two degrees of freedom, or of any number that decouple into such modes (``a[i] b[i]``).
        of: an observable, a parameter, or a tuple of parameters; every parameter by default.
        initially: the initial value of each `of`, as an expression, a tuple, or a mapping; real symbols by default.
        hypotheses: relations that may be used; the solution may need more, which it then states.
        id: of the claim; further claims have ids that begin with it.
        budget: seconds in all. Each proof runs in a process of its own, with a part of them.
        cases: whether cases that the solution excludes (a vanishing target, a repeated root) are solved as well.
        beside: whether limits, rest points and conserved quantities are looked for.

    Raises:
        ValueError: if the question cannot be read: the hypotheses contradict each other, a symbol has no domain, an
            observable has nothing to do with the flow, numbers of observables and initial values differ.
    """
    question = _Question.read(flow, of, initially, tuple(hypotheses), id)
    search = _Search(question, clock.monotonic() + budget, budget / 3, cases=_CASES if cases else 0, beside=beside)
    return search.run()


@dataclass(frozen=True)
class _Question:
    flow: GradientFlow
    of: tuple[sp.Expr, ...]
    initially: Mapping[sp.Expr, sp.Expr]
    hypotheses: tuple[Any, ...]
    id: str

    @classmethod
    def read(cls, flow: GradientFlow, of: Any, initially: Any, hypotheses: tuple[Any, ...], id: str) -> _Question:
        if not isinstance(flow, GradientFlow):
            raise ValueError(f"got {type(flow).__name__}; expected a GradientFlow")
        observables = tuple(entries_of(flow)) if of is None else tuple(
            sp.sympify(x) for x in (of if isinstance(of, (tuple, list)) else (of,))
        )  # fmt: skip
        for observable in observables:
            if not any(a.func.__name__ in flow.names for a in observable.atoms(AppliedUndef)):
                raise ValueError(f"got {text(observable)}, which has no parameter of the flow; expected an observable")
        if len(observables) > 1 and not all(isinstance(x, AppliedUndef) for x in observables):
            raise ValueError("expected one observable, or parameters only")
        if isinstance(initially, Mapping):
            starts = {sp.sympify(k): sp.sympify(v) for k, v in initially.items()}
        elif initially is None:
            starts = {}
        else:
            values = tuple(initially) if isinstance(initially, (tuple, list)) else (initially,)
            if len(values) != len(observables):
                raise ValueError(f"got {len(values)} initial values for {len(observables)} observables")
            starts = dict(zip(observables, map(sp.sympify, values), strict=True))
        for start in starts.values():
            if start.has(flow.time) or any(a.func.__name__ in flow.names for a in start.atoms(AppliedUndef)):
                raise ValueError(f"got the initial value {text(start)}; expected one that does not depend on time")
        return cls(flow, observables, starts, hypotheses, id)

    @property
    def taken(self) -> list[str]:
        """Names that mean something already."""
        used = [self.flow.loss, *self.flow.invariant, *self.of, *self.initially.values()]
        used += [h for h in self.hypotheses if isinstance(h, sp.Basic)]
        symbols = {str(s) for e in used for s in e.free_symbols}
        return sorted(symbols | {a.func.__name__ for e in used for a in e.atoms(AppliedUndef)})


@dataclass
class _Search:
    question: _Question
    end: float
    share: float
    cases: int
    beside: bool
    laws: bool = True
    tried: list[str] = field(default_factory=list)

    def run(self) -> Found:
        asked = self.question.of
        if len(asked) == 1 and not isinstance(asked[0], AppliedUndef):
            found = self._observable(asked[0])
            if found:
                return found
            return self._through_parameters(asked[0])
        return self._parameters(asked)

    # -- one observable ---------------------------------------------------------------------------------------

    def _observable(self, observable: sp.Expr) -> Found | None:
        flow = self.question.flow
        variable = sp.Dummy("q", real=True)
        rate = closed_rate(flow, observable, variable)
        if rate is None or rate.has(sp.Sum) or flow.time in rate.free_symbols:
            self.tried.append(f"{text(observable)} by itself: its rate is not a polynomial in it")
            return None
        start = self.question.initially.get(observable)
        if start is None:
            plain = flow.restrict(observable)
            start = sp.Symbol(fresh("theta_0", self.question.taken), real=True, **_range_of(plain))
        found = self._solved((observable,), (start,), lambda known: proposals(
            rate, variable, start, flow.time, known, self._oracle_seconds()
        ))  # fmt: skip
        return found or None

    def _through_parameters(self, observable: sp.Expr) -> Found:
        """The parameters in closed form, and the observable put together from them."""
        flow = self.question.flow
        if self.question.initially:
            self.tried.append("the parameters: their initial values do not follow from that of the observable")
            return self._none()
        needed = tuple(
            e for e in entries_of(flow) if e.func in {a.func for a in flow.restrict(observable).atoms(AppliedUndef)}
        )
        inner = replace(self.question, of=needed)
        search = _Search(inner, self.end, self.share, self.cases, self.beside, self.laws, self.tried)
        found = search.run()
        if not found:
            return replace(found, of=(observable,))
        return replace(search._with_observable(found, observable), of=(observable,))

    def _with_observable(self, found: Found, observable: sp.Expr) -> Found:
        value = observable
        for entry, closed in found.closed_forms.items():
            value = substitute_entry(value, entry, closed)
        assert found.claim is not None
        short = _shortened(value)
        t = self.question.flow.time
        more = [self._claim("observable", f"The observable {text(observable)}", Identity(value, short), found)]
        ends = sorted(self.question.flow.loss.free_symbols - {t}, key=str)
        if self.beside and not any(t in h.free_symbols for h in found.claim.hypotheses if isinstance(h, sp.Basic)):
            title = f"Where {text(observable)} tends to"
            more += [
                self._claim("observable-limit", title, Limit(short, t, sp.oo, end), found)
                for end in _candidates(ends, short, t, found.claim.hypotheses)[:1]
            ]
        proofs = [(claim, self._proof(claim)) for claim in more]
        beside = (*(Proven(c, p) for c, p in proofs if p.verdict is Verdict.VERIFIED), *found.beside)
        cases = tuple(self._with_observable(case, observable) if case else case for case in found.cases)
        return replace(found, beside=beside, cases=cases)

    # -- parameters -------------------------------------------------------------------------------------------

    def _parameters(self, asked: tuple[sp.Expr, ...]) -> Found:
        flow = self.question.flow
        try:
            modes = modes_of(flow)
        except NotReduced as why:
            self.tried.append(str(why))
            return self._none()
        wanted = {a for x in asked for a in flow.restrict(x).atoms(AppliedUndef) if a.func.__name__ in flow.names}
        modes = [mode for mode in modes if any(_same(e, w) for e in mode.entries for w in wanted)]
        if large := [mode for mode in modes if len(mode.entries) > 2]:
            names = ", ".join(text(e) for e in large[0].entries)
            self.tried.append(f"{names} are coupled: {len(large[0].entries)} degrees of freedom; expected one or two")
            return self._none()
        starts = {e: self.question.initially.get(e, start_of(e, flow.time, self.question.taken))
                  for mode in modes for e in mode.entries}  # fmt: skip
        starts, hypotheses = _of_any_sign(starts, self.question) if any(len(m.entries) == 2 for m in modes) else (
            starts, self.question.hypotheses
        )  # fmt: skip
        self.question = replace(self.question, hypotheses=hypotheses)
        free = tuple(starts)
        dependent = [e for e in entries_of(flow) if e not in free and e in asked]
        of = tuple(free) + tuple(dependent)

        def proposed(known: Knowledge) -> Iterator[Proposal]:
            yield from _joined([list(self._mode(mode, starts, known)) for mode in modes], modes, flow, dependent)

        initial = tuple(_at(flow, e, starts) for e in of)
        if given := [e for e in dependent if e in self.question.initially]:
            for e in given:
                if str(sp.expand(self.question.initially[e])) != str(sp.expand(_at(flow, e, starts))):
                    raise ValueError(f"the initial value of {text(e)} is not on the invariant set; expected "
                                     f"{text(_at(flow, e, starts))}")  # fmt: skip
        found = self._solved(of, initial, proposed)
        if self.beside and self.laws:
            found = replace(found, beside=(*found.beside, *self._laws(modes)))
        if not found and not self.question.initially and not flow.invariant and len(modes) == 1:
            found = self._on_a_line(modes[0], asked) or found
        return found

    def _mode(self, mode: Mode, starts: Mapping[sp.Expr, sp.Expr], known: Knowledge) -> Iterator[Proposal]:
        t = self.question.flow.time
        values = [starts[e] for e in mode.entries]
        if len(mode.entries) == 1:
            yield from proposals(mode.rates[0], mode.variables[0], values[0], t, known, self._oracle_seconds())
        else:
            yield from pair_proposals(mode, values, t, known)

    def _on_a_line(self, mode: Mode, asked: tuple[sp.Expr, ...]) -> Found | None:
        """The solution on an invariant line, where the whole plane has none that is found."""
        if len(mode.entries) != 2:
            return None
        (x, y), (f, g) = mode.variables, mode.rates
        for line, value in ((x - y, y), (x + y, -y)):
            if sp.expand((f - g if value == y else f + g).subs(x, value)) != 0:
                continue
            expr = mode.back(line)
            self.tried.append(f"the invariant line {text(expr)} = 0")
            inner = replace(self.question, flow=self.question.flow.on(expr))
            found = _Search(inner, self.end, self.share, self.cases, self.beside, self.laws, self.tried).run()
            if found:
                return found
        return None

    def _laws(self, modes: Sequence[Mode]) -> list[Proven]:
        """Conserved quantities of degree two at most, proved."""
        found: list[Proven] = []
        for mode in modes:
            if len(mode.entries) != 2:
                continue
            for law in conserved(mode):
                claim = Claim(
                    f"{self.question.id}-law-{len(found) + 1}",
                    title="A conserved quantity",
                    statement=Conserved(mode.back(law), self.question.flow),
                    hypotheses=self.question.hypotheses,
                )
                proof = self._proof(claim)
                if proof.verdict is Verdict.VERIFIED:
                    found.append(Proven(claim, proof))
        return found

    # -- proposing and proving --------------------------------------------------------------------------------

    def _solved(self, of: tuple[sp.Expr, ...], initial: tuple[sp.Expr, ...], propose: Any) -> Found:
        flow, given = self.question.flow, self.question.hypotheses
        statement = Solution(flow, of, initial, initial)
        known = Knowledge([*statement.expressions(), flow.time], given)
        some = False
        for proposal in propose(known):
            some = True
            found = self._proved(proposal, of, initial)
            if found:
                return self._completed(found, proposal, of, initial)
            if self.cases and proposal.splits:
                found = self._split(proposal.splits, of, initial, proposal.excluded)
                if found:
                    return found
        if not some:
            self.tried.append(f"{', '.join(map(text, of))}: no equation that is known to have a closed form")
        return self._none()

    def _proved(self, proposal: Proposal, of: tuple[sp.Expr, ...], initial: tuple[sp.Expr, ...]) -> Found | None:
        single = len(of) == 1 and not isinstance(of[0], AppliedUndef)
        wrong: set[Form] = set()
        width = max((len(form.needs) for form in proposal.forms), default=0)
        seen: set[Any] = set()
        for level in range(width):
            for form in proposal.forms:
                if form in wrong or level >= len(form.needs):
                    continue
                needs = tuple(n for n in form.needs[level] if n is not True and n != sp.true)
                if (form.values, needs) in seen or any(n == sp.false for n in needs):
                    continue
                seen.add((form.values, needs))
                if self.end < clock.monotonic():
                    self.tried.append("the rest: no time was left")
                    return None
                values, starts = (form.values[0], initial[0]) if single else (form.values, initial)
                claim = Claim(
                    self.question.id,
                    title=f"A closed form: {proposal.how}",
                    statement=Solution(self.question.flow, of[0] if single else of, values, starts),
                    hypotheses=(*self.question.hypotheses, *needs),
                    where=_used(proposal.names, form.values),
                )
                last = form is proposal.forms[-1] and level == width - 1
                proof = self._proof(claim) if last else self._proof(claim, FIRST_SECONDS)
                if proof.verdict is Verdict.VERIFIED:
                    found = Found(self.question.flow, self.question.of, Proven(claim, proof), proposal.how, needs,
                                  tried=(*self.tried, proposal.how))  # fmt: skip
                    return self._until_it_ends(found, form) if level == 1 and len(form.needs) == 3 else found
                where = f" where {', '.join(map(text, needs))}" if needs else ""
                said = proof.reason if proof.verdict is Verdict.UNDECIDED else str(proof.witness)
                self.tried.append(f"{proposal.how}{where}: not proved ({(said or '')[:160]})")
                if proof.verdict is Verdict.REFUTED:
                    wrong.add(form)
        return None

    def _until_it_ends(self, found: Found, form: Form) -> Found:
        """`found` holds for all times from some starts; the same form from the others, as long as it is defined."""
        assert found.claim is not None
        needs = tuple(n for n in form.needs[2] if n is not True and n != sp.true)
        claim = Claim(
            f"{self.question.id}-until-it-ends",
            title=f"{found.claim.title}, as long as it is defined",
            statement=found.claim.statement,
            hypotheses=(*self.question.hypotheses, *needs),
            where=found.claim.where,
        )
        if not self.cases or (proof := self._proof(claim, FIRST_SECONDS)).verdict is not Verdict.VERIFIED:
            return found
        how = f"{found.how}, as long as it is defined"
        return replace(found, cases=(Found(found.flow, found.of, Proven(claim, proof), how, needs),))

    def _completed(
        self, found: Found, proposal: Proposal, of: tuple[sp.Expr, ...], initial: tuple[sp.Expr, ...]
    ) -> Found:
        beside = (
            [*self._limits(found, proposal), *self._rest_points(found, proposal, of, initial)] if self.beside else []
        )
        cases = list(found.cases)
        if self.cases and proposal.excluded:
            for case in proposal.excluded:
                cases += self._case(case, of, initial)
        return replace(found, beside=tuple(beside), cases=tuple(cases))

    def _split(
        self, splits: Sequence[Any], of: tuple[sp.Expr, ...], initial: tuple[sp.Expr, ...], more: Sequence[Any]
    ) -> Found:
        """The cases one by one: the first that is solved is the solution, the others its cases."""
        found = [f for case in (*splits, *more) for f in self._case(case, of, initial)]
        if not found:
            return self._none()
        found[0] = replace(found[0], tried=tuple(dict.fromkeys((*self.tried, *found[0].tried))))
        return replace(found[0], hypotheses=self._beyond(found[0]), cases=(*found[0].cases, *found[1:]))

    def _beyond(self, found: Found) -> tuple[Any, ...]:
        assert found.claim is not None
        return tuple(h for h in found.claim.hypotheses if h not in self.question.hypotheses)

    def _case(self, case: Any, of: tuple[sp.Expr, ...], initial: tuple[sp.Expr, ...]) -> list[Found]:
        """The solution under one more hypothesis; none if the case is impossible or not solved."""
        if case == sp.false or self.end < clock.monotonic():
            return []
        if isinstance(case, sp.Eq) and not _can_be_put_in(case):
            self.tried.append(f"the case {text(case)}: not taken up, since it is not linear in any symbol")
            return []
        inner = replace(
            self.question,
            hypotheses=(*self.question.hypotheses, case),
            of=of,
            initially=dict(zip(of, initial, strict=True)),
            id=f"{self.question.id}-{_word(case)}",
        )
        search = _Search(inner, self.end, self.share, self.cases - 1, self.beside, laws=False)
        try:
            found = search.run()
        except ValueError as impossible:  # the case contradicts the hypotheses
            self.tried.append(f"the case {text(case)}: {impossible}")
            return []
        if not found:
            self.tried += [f"the case {text(case)}: {item}" for item in found.tried]
            return []
        return [replace(found, hypotheses=self._beyond(found))]

    def _limits(self, found: Found, proposal: Proposal) -> list[Proven]:
        t = self.question.flow.time
        assert found.claim is not None
        if any(isinstance(h, sp.Basic) and t in h.free_symbols for h in found.claim.hypotheses):
            return []
        form = next((f for f in proposal.forms if f.values == tuple(found.closed_forms.values())), None)
        proven: list[Proven] = []
        for k, (of, closed) in enumerate(found.closed_forms.items()):
            if form is None or k >= len(form.limits) or t not in closed.free_symbols:
                continue
            name = f"limit-{k + 1}" if len(found.closed_forms) > 1 else "limit"
            start = closed.subs(t, 0)
            sides = ((start > 0,), (start < 0,)) if start.is_Symbol and start.is_nonnegative is None else ()
            done = False
            for more in dict.fromkeys(((), *sides, form.settled)):
                if done:
                    break
                for end in _candidates(form.limits[k], closed, t, more):
                    title = f"Where {text(of)} tends to"
                    claim = self._claim(name, title, Limit(closed, t, sp.oo, end), found, more)
                    proof = self._proof(claim, 6.0)
                    if proof.verdict is Verdict.VERIFIED:
                        proven.append(Proven(claim, proof))
                        done = more not in sides[:1]
                        name = f"{name}-below" if more in sides else name
                        break
        return proven

    def _rest_points(
        self, found: Found, proposal: Proposal, of: tuple[sp.Expr, ...], initial: tuple[sp.Expr, ...]
    ) -> list[Proven]:
        if len(of) != 1 or not initial[0].is_Symbol:
            return []
        proven: list[Proven] = []
        single = not isinstance(of[0], AppliedUndef)
        for number, rest in enumerate(dict.fromkeys(proposal.rest)):
            if rest.is_real is False or rest.has(sp.I):
                continue
            value = rest if single else (rest,)
            claim = self._claim(
                f"rest-{number + 1}", "A rest point",
                Solution(self.question.flow, of[0] if single else of, value, value), found,
            )  # fmt: skip
            claim.where = {}
            proof = self._proof(claim, 8.0)
            if proof.verdict is Verdict.VERIFIED:
                proven.append(Proven(claim, proof))
        return proven

    def _claim(self, name: str, title: str, statement: Statement, found: Found, more: tuple[Any, ...] = ()) -> Claim:
        assert found.claim is not None
        return Question(
            f"{found.claim.id}-{name}",
            title=title,
            statement=statement,
            hypotheses=(*found.claim.hypotheses, *more),
            uses=[found.claim],
            where=found.claim.where,
        )

    def _proof(self, claim: Claim, most: float = 1e9) -> Evidence:
        budget = min(self.share, PROOF_SECONDS, most)  # of counted work, whatever the time; the clock is a guard
        try:
            return limited(lambda: prove(claim, budget=budget), min(2 * budget + 3, self.end - clock.monotonic()))
        except NoAnswer as why:
            return Evidence(Method.EXACT, Verdict.UNDECIDED, reason=str(why))

    def _oracle_seconds(self) -> float:
        return max(0.0, min(ORACLE_SECONDS, self.end - clock.monotonic()))

    def _none(self) -> Found:
        return Found(self.question.flow, self.question.of, tried=tuple(dict.fromkeys(self.tried)))


# -- Small things ----------------------------------------------------------------------------------------------------


def _joined(
    proposed: list[list[Proposal]], modes: Sequence[Mode], flow: GradientFlow, dependent: Sequence[AppliedUndef]
) -> Iterator[Proposal]:
    """One proposal for all modes, with the parameters that the invariant set determines."""
    if len(proposed) == 1:
        for proposal in proposed[0]:
            yield replace(proposal, forms=tuple(_extended(f, modes, flow, dependent) for f in proposal.forms))
        return
    if not all(proposed):
        return
    firsts = [group[0] for group in proposed]
    width = max(len(p.forms) for p in firsts)
    forms = []
    for k in range(width):
        parts = [p.forms[min(k, len(p.forms) - 1)] for p in firsts]
        levels = max(len(f.needs) for f in parts)
        needs = tuple(tuple(n for f in parts for n in f.needs[min(level, len(f.needs) - 1)]) for level in range(levels))
        limits = tuple(ends for f in parts for ends in (f.limits or ((),) * len(f.values)))
        values = tuple(v for f in parts for v in f.values)
        settled = tuple(c for f in parts for c in f.settled)
        forms.append(_extended(Form(values, needs, limits, settled), modes, flow, dependent))
    yield Proposal(
        "; ".join(dict.fromkeys(p.how for p in firsts)),
        tuple(forms),
        tuple(e for p in firsts for e in p.excluded),
        tuple(next((p.splits for p in firsts if p.splits), ())),
        {},
        firsts[0].rest if len(firsts) == 1 else (),
    )


def _of_any_sign(
    starts: Mapping[AppliedUndef, sp.Expr], question: _Question
) -> tuple[dict[AppliedUndef, sp.Expr], tuple[Any, ...]]:
    """The starts as real symbols: to show more, for every sign, is easier for the prover than to be told the signs.

    Where a hypothesis mentions a start, its sign becomes a hypothesis.
    """
    loss = question.flow.loss.free_symbols
    wider = {
        s: sp.Symbol(s.name, real=True)
        for s in starts.values()
        if s.is_Symbol and s.is_nonnegative and not s.is_integer and s not in loss
    }
    hypotheses = [h.xreplace(wider) if isinstance(h, sp.Basic) else h for h in question.hypotheses]
    mentioned = set().union(*(h.free_symbols for h in question.hypotheses if isinstance(h, sp.Basic)))
    hypotheses += [new > 0 if old.is_positive else new >= 0 for old, new in wider.items() if old in mentioned]
    return {e: s.xreplace(wider) for e, s in starts.items()}, tuple(hypotheses)


def _extended(form: Form, modes: Sequence[Mode], flow: GradientFlow, dependent: Sequence[AppliedUndef]) -> Form:
    if not dependent:
        return form
    entries = [e for mode in modes for e in mode.entries]
    closed = dict(zip(entries, form.values, strict=True))
    more = tuple(_at(flow, e, closed) for e in dependent)
    limits = form.limits
    if limits:
        columns = list(zip(*limits, strict=False))
        limits = (*limits, *(
            tuple(_at(flow, e, dict(zip(entries, column, strict=True))) for column in columns) for e in dependent
        ))  # fmt: skip
    return Form((*form.values, *more), form.needs, limits, form.settled)


def _at(flow: GradientFlow, entry: sp.Expr, values: Mapping[sp.Expr, sp.Expr]) -> sp.Expr:
    """A parameter where the free ones have `values`."""
    expr = flow.restrict(entry)
    for free, value in values.items():
        expr = substitute_entry(expr, free, value)
    return expr


def _same(entry: AppliedUndef, other: AppliedUndef) -> bool:
    return bool(entry.func == other.func)


def _range_of(plain: sp.Expr) -> dict[str, bool]:
    return {"nonnegative": True} if plain.is_nonnegative else {}


def _used(names: Mapping[sp.Symbol, sp.Expr], values: Sequence[sp.Expr]) -> dict[sp.Symbol, sp.Expr]:
    taken = {s.name for v in values for s in v.free_symbols}
    return {
        sp.Symbol(fresh(name.name, sorted(taken)), positive=True): expr
        for name, expr in names.items()
        if not expr.is_number and any(v.has(expr) for v in values)
    }


def _shortened(expr: sp.Expr) -> sp.Expr:
    """A shorter way to write `expr`, by algebra that costs little."""
    tries = [sp.expand(expr)]
    tries.append(sp.factor_terms(tries[0]))
    return min((expr, *tries), key=lambda e: e.count_ops())


def _candidates(ends: Sequence[sp.Expr], closed: sp.Expr, t: sp.Symbol, more: tuple[Any, ...]) -> list[sp.Expr]:
    """The finite, real proposals for a limit that the closed form is near at a late time and a point; at most two."""
    kept = [e for e in dict.fromkeys((*ends, sp.S.Zero)) if not e.has(sp.I, sp.zoo, sp.nan, sp.oo, -sp.oo)]
    symbols = sorted(closed.free_symbols.union(*(e.free_symbols for e in kept)) - {t}, key=str)
    values = {s: sp.Rational(7 + 3 * k, 11 + 2 * k) for k, s in enumerate(symbols)}
    values |= {h.lhs: -values.get(h.lhs, sp.S.One) for h in more if isinstance(h, sp.StrictLessThan) and h.rhs == 0}
    values |= {s: -value for s, value in values.items() if s.is_negative}
    for hypothesis in more:  # roots of squares of a start whose sign is given
        start, sign = hypothesis.lhs, -1 if isinstance(hypothesis, sp.StrictLessThan) else 1
        if start.is_Symbol and hypothesis.rhs == 0:
            size = sp.Dummy(positive=True)
            kept = [e.xreplace({start: sign * size}).doit().xreplace({size: sign * start}) for e in kept]
    try:
        late = complex(closed.subs({**values, t: 10**4}).evalf(30))
        near = [e for e in kept if abs(complex(e.subs(values).evalf(30)) - late) < 1e-2]
    except (TypeError, ValueError, OverflowError):
        return kept[:2]
    return sorted(near, key=lambda e: e.count_ops())[:2]


def _can_be_put_in(equation: Any) -> bool:
    """Whether the equation can be solved for one of its symbols, as the prover does with a definition."""
    difference = sp.expand(equation.lhs - equation.rhs)
    return any(difference.is_polynomial(s) and sp.degree(difference, s) == 1 for s in difference.free_symbols)


def _word(case: Any) -> str:
    """A case as a part of an id."""
    import re

    signs = {"Equality": "is", "Unequality": "is-not", "StrictGreaterThan": "above", "StrictLessThan": "below"}
    sign = signs.get(type(case).__name__, "and")
    left, right = (re.sub(r"[^a-z0-9]+", "-", text(side).lower()).strip("-") for side in (case.lhs, case.rhs))
    return f"{left}-{sign}-{right}".strip("-")
