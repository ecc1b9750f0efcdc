"""Equalities, orders and definedness of expressions with finite sums and Kronecker deltas.

Sums are brought to their normal form (`sumscripts`); what is left is a statement on real numbers, in which each sum is
a symbol, known to be positive, or not negative, if its terms are.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.symbols import ForAll
from ..gallina import Num, Var, app
from ..terms import Bound
from ..theorems.base import RELATIONS, Condition, EveryFact, Fact
from . import scalars, signs
from .base import NoProof
from .context import Context
from .likeness import agree, replaced
from .sumbounds import at_entries, bounds, entries_known
from .sumparts import opaque, outermost
from .sumscripts import Leaves, Summation
from .sumterms import vanishing

Close = Callable[[sp.Expr, sp.Expr, Context], str]
"""What closes a goal, given its two sides with symbols for sums, and the situation."""

_DOMAINS = ("positive", "nonnegative", "negative", "nonpositive", "nonzero")

_AS = {"=": "as_eq", "<>": "as_ne", "<": "as_lt", "<=": "as_le", ">": "as_gt", ">=": "as_ge"}
"""Lemmas that a relation holds of terms if it holds of what they are equal to."""


def equal(lhs: sp.Expr, rhs: sp.Expr, context: Context) -> str:
    """A script that closes ``lhs = rhs``."""
    sums = Summation(context, _LEAVES)
    left, right = sums.value(lhs, {}), sums.value(rhs, {})
    rewritten = sums.rewritten(sp.Tuple(lhs, rhs), {})
    if agree(lhs, rhs, lambda part: sums.value(part, {})):
        closing = sums.fraction(left, right, *sums.divided(lhs, {}), *sums.divided(rhs, {}))
        return _script([*sums.lines, rewritten, closing])
    known, extra = hypotheses(sums)
    alike, proofs = _alike((left, right), context)
    together, joined = ([], []) if alike else vanishing(left, right, known)
    inside, close = known.knowing([*alike, *together]), _by_deltas if alike else scalars.equal
    closing = with_symbols(left, "=", right, inside, close, loose=True)
    return _script([*sums.lines, *extra, *proofs, *joined, rewritten, closing])


def _by_deltas(left: sp.Expr, right: sp.Expr, context: Context) -> str:
    """A script that closes ``left = right``, as it is or by multiples of what vanishes by a delta."""
    known = [(f, f.relation.lhs) for f in context.facts if isinstance(f.relation, sp.Eq)]
    vanish = [(fact, term) for fact, term in known if _is_delta_times_difference(term)]
    difference, terms = sp.expand(left - right), [term for _, term in vanish]
    letters = sorted(sp.Tuple(difference, *terms).free_symbols, key=str)
    multiples, rest = [], difference
    if difference.is_polynomial(*letters):
        multiples, rest = sp.reduced(difference, [sp.expand(term) for term in terms], *letters)
    if difference == 0 or rest != 0:
        without = tuple(f for f in context.facts if all(f is not fact for fact, _ in vanish))
        return scalars.equal(left, right, replace(context, facts=without))
    used = [(multiple, *seen) for multiple, seen in zip(multiples, vanish, strict=True) if multiple]
    whole = " + ".join(f"({context.text(multiple)}) * ({context.text(term)})" for multiple, _, term in used)
    rewrites = "".join(f"rewrite {fact.name}. " for _, fact, _ in used)
    return f"apply Rminus_diag_uniq. transitivity ({whole}). {{ ring. }} {{ {rewrites}ring. }}"


def _is_delta_times_difference(expr: sp.Expr) -> bool:
    return isinstance(expr, sp.Mul) and len(expr.args) == 2 and any(isinstance(a, sp.Add) for a in expr.args)


def _alike(values: tuple[sp.Expr, sp.Expr], context: Context) -> tuple[list[Fact], list[str]]:
    """For each delta and each function at both of its indices, that the delta times their difference is 0."""
    deltas = dict.fromkeys(part for value in values for part in outermost(value, sp.KroneckerDelta))
    functions = dict.fromkeys(part for value in values for part in outermost(value, AppliedUndef))
    facts, lines = [], []
    for delta, part in itertools.product(deltas, functions):
        for i, j in (delta.args, delta.args[::-1]):
            if not isinstance(i, sp.Idx) or not part.has(i) or (other := part.xreplace({i: j})) not in functions:
                continue
            one, two, term = context.text(part), context.text(other), context.text(delta)
            name, text = context.fresh("A"), f"{term} * ({one} - {two}) = 0"
            cases = f"destruct (kron_cases {' '.join(map(context.translate.natural, delta.args))}) as [[E K] | [E K]]"
            lines.append(f"assert ({name} : {text}). {{ {cases}; rewrite K; [rewrite E |]; ring. }}")
            facts.append(Fact(name, text, sp.Eq(delta * (part - other), 0, evaluate=False)))
    return facts, lines


def order(lhs: sp.Expr, relation: str, rhs: sp.Expr, context: Context) -> str:
    """A script that closes ``lhs relation rhs``; where that is not enough, by bounds of the sums in it."""
    try:
        return _order(lhs, relation, rhs, context)
    except NoProof:
        found, lines = bounds((lhs, rhs), context)
        if not found:
            raise
        return _script([*lines, _order(lhs, relation, rhs, context.knowing(found))])


def _order(lhs: sp.Expr, relation: str, rhs: sp.Expr, context: Context) -> str:
    def close(left: sp.Expr, right: sp.Expr, inside: Context) -> str:
        return signs.order(left, relation, right, inside)

    try:
        return with_symbols(lhs, relation, rhs, context, close)
    except NoProof:
        sums = Summation(context, _LEAVES)
        values = sums.value(lhs, {}), sums.value(rhs, {})
        rewritten = sums.rewritten(sp.Tuple(lhs, rhs), {})
        known, extra = hypotheses(sums)
        squares, proofs = _squares(values, sums)
        closing = with_symbols(values[0], relation, values[1], known.knowing(squares), close, loose=True)
        return _script([*sums.lines, *extra, *proofs, rewritten, closing])


def _squares(values: tuple[sp.Expr, sp.Expr], sums: Summation) -> tuple[list[Fact], list[str]]:
    """For each sum of products f g, that the sums of (f - g)^2 and of (f + g)^2 are not negative."""
    facts, lines = [], []
    for part in dict.fromkeys(p for value in values for p in outermost(value, sp.Sum)):
        factors = sp.Mul.make_args(part.function)
        if len(factors) != 2 or any(isinstance(f, sp.Pow) for f in factors):
            continue
        for square in ((factors[0] - factors[1]) ** 2, (factors[0] + factors[1]) ** 2):
            known = sums.sum(sp.Sum(square, *part.limits), {})
            name, text = sums.context.fresh("Q"), f"0 <= {sums.text(known.value)}"
            steps = "apply tsum_nonneg; intros; " * len(part.limits)
            lines.append(f"assert ({name} : {text}). {{ rewrite <- {known.name}; {steps}apply pow2_ge_0. }}")
            facts.append(Fact(name, text, sp.LessThan(0, known.value, evaluate=False)))
    return facts, lines


def settle(condition: Condition, context: Context) -> str:
    """A script that closes a condition that has sums, or that is quantified over indices."""
    assert condition.expr is not None
    lines, facts = [], []
    for bound in condition.bounds:
        assert isinstance(bound, Bound)  # what else is bound is shown where theorems are joined
        name = f"R_{bound.name}"
        lines.append(f"intros {bound.name} {name}.")
        facts.append(Fact(name, f"({bound.lower} <= {bound.name} <= {bound.upper})%nat"))
        if bound.lower == Num(1) and condition.core.has(app("INR", Var(bound.name))):
            least = f"P_{bound.name}"
            lines.append(f"assert ({least} : 1 <= INR {bound.name}) by (apply (le_INR 1); lia).")
            facts.append(Fact(least, f"1 <= INR {bound.name}", sp.LessThan(1, bound.index, evaluate=False)))
        for line, fact in _everywhere(bound, context):
            lines.append(line)
            facts.append(fact)
    inside = context.knowing(facts)
    with context.translate.naming({bound.index: bound.name for bound in condition.bounds}):
        return _script([*lines, _settle(condition.expr, condition.relation, inside)])


def _everywhere(bound: Bound, context: Context) -> list[tuple[str, Fact]]:
    """What is assumed of every entry, at an index that is bound, and the sentences that say so."""
    found = []
    for known in context.facts:
        if not isinstance(known, EveryFact) or len(known.indices) != 1 or type(known.statement) not in RELATIONS:
            continue
        (index,) = known.indices
        if (context.translate.nat(index.lower), context.translate.nat(index.upper)) != (bound.lower, bound.upper):
            continue
        relation = known.statement.xreplace({index: bound.index})
        with context.translate.naming({bound.index: bound.name}):
            left, right = map(context.text, relation.args)
        name, text = context.fresh("At"), f"{left} {RELATIONS[type(relation)]} {right}"
        line = f"assert ({name} : {text}) by exact ({known.name} {bound.name} R_{bound.name})."
        found.append((line, Fact(name, text, relation)))
    return found


def _settle(expr: sp.Expr, relation: str, context: Context) -> str:
    if not expr.has(sp.Sum):
        return signs.sign(expr, relation, context)
    try:
        return signed_with_symbols(expr, relation, context)
    except NoProof:
        sums = Summation(context, _LEAVES)
        value = sums.value(expr, {})
        rewritten = sums.rewritten(expr, {})
        closing = settled(value, relation, sums)
        return _script([*sums.lines, rewritten, closing])


def signed_with_symbols(expr: sp.Expr, relation: str, context: Context, *, loose: bool = False) -> str:
    """A script that closes ``0 < expr``, ``0 <= expr`` or ``expr <> 0``, where sums and entries get symbols."""
    zero = sp.S.Zero
    if relation == "<>":
        return with_symbols(expr, "<>", zero, context, lambda e, _, c: signs.sign(e, "<>", c), loose=loose)
    return with_symbols(zero, relation, expr, context, lambda _, e, c: signs.sign(e, relation, c), loose=loose)


def settled(value: sp.Expr, relation: str, sums: Summation) -> str:
    """A script that closes ``0 < value``, ``0 <= value`` or ``value <> 0``, where `value` is in normal form."""
    known, extra = hypotheses(sums)
    return _script([*extra, signed_with_symbols(value, relation, known, loose=True)])


def _equal(lhs: sp.Expr, rhs: sp.Expr, sums: Summation) -> str:
    """A script that closes ``lhs = rhs``, both in normal form, with the facts that are known."""
    known, extra = hypotheses(sums)
    return "".join(extra) + with_symbols(lhs, "=", rhs, known, scalars.equal, loose=True)


_LEAVES = Leaves(settled, _equal)


def hypotheses(sums: Summation) -> tuple[Context, list[str]]:
    """The facts with their sums in normal form, and the sentences that rewrite them."""
    if sums.busy:  # a fact is being brought to its normal form
        return sums.context, []
    sums.busy = True
    try:
        return _hypotheses(sums)
    finally:
        sums.busy = False


def _hypotheses(sums: Summation) -> tuple[Context, list[str]]:
    facts, lines = [], []
    for fact in sums.context.facts:
        relation = fact.relation
        if isinstance(relation, sp.Eq) and fact.name.startswith("G"):  # it follows from the others
            continue
        if relation is not None and fact.name.startswith("G") and relation.has(sp.Sum) and opaque(relation):
            continue  # what a function of sums needs would be needed for its own proof
        if relation is None or not relation.has(sp.Sum):
            facts.append(fact)
            continue
        sides = [sums.value(side, {}) for side in _sides(relation)]
        if rewrites := sums.rewritten(sp.Tuple(*relation.args), {}, f" in {fact.name}"):
            lines.append(rewrites)
        text = f"{sums.text(sides[0])} {RELATIONS[type(relation)]} {sums.text(sides[1])}"
        facts.append(Fact(fact.name, text, relation.func(*sides, evaluate=False)))
    return replace(sums.context, facts=tuple(facts)), lines


def with_symbols(
    lhs: sp.Expr, relation: str, rhs: sp.Expr, context: Context, close: Close, *, loose: bool = False
) -> str:
    """Names the sums in ``lhs relation rhs``, which is the goal, and closes it by `close`.

    The goal may be written in another way, if `loose`: with other orders of terms and of factors.

    Raises:
        NoProof: if `close` does.
    """
    relations = [f.relation for f in context.facts if f.relation is not None]
    expressions = (lhs, rhs, *relations)
    symbols, names, lines, signed = {}, {}, [], []
    alike: dict[str, tuple[sp.Symbol, str]] = {}
    for part in dict.fromkeys(
        p for kind in (sp.Sum, AppliedUndef, sp.KroneckerDelta) for e in expressions for p in outermost(e, kind)
    ):
        if isinstance(part, AppliedUndef) and part.is_integer:
            continue
        domain = (
            {}
            if not isinstance(part, AppliedUndef)
            else {k: v for k, v in part.assumptions0.items() if k in _DOMAINS and v}
        )
        text = context.text(part)
        if (key := _with_bound_names_alike(text)) in alike:
            symbols[part], names[part] = alike[key]
            continue
        symbol = sp.Symbol(context.fresh("s"), **{"real": True, **domain})
        name = context.text(symbol)
        symbols[part], names[part] = alike[key] = symbol, name
        if (sign := _signed(part, context)) is not None:
            strict, script = sign
            quality = context.fresh("Q")
            lines.append(f"assert ({quality} : 0 {'<' if strict else '<='} {text}). {{ {script} }}")
            order = (sp.StrictLessThan if strict else sp.LessThan)(0, symbol, evaluate=False)
            signed.append(Fact(quality, f"0 {'<' if strict else '<='} {name}", order))
        lines.append(f"set ({name} := {text}) in *. clearbody {name}.")
    facts: list[Fact] = []
    for fact in context.facts:
        if fact.relation is None or not fact.relation.has(sp.Sum, AppliedUndef, sp.KroneckerDelta):
            facts.append(fact)
            continue
        if fact.name.startswith("G") and opaque(fact.relation):  # what it says is found again where it is needed
            continue
        kind = RELATIONS[type(fact.relation)]
        here = [_abbreviated(side, names, context) for side in _sides(fact.relation)]
        sides = [replaced(side, symbols) for side in _sides(fact.relation)]
        there = [context.text(side) for side in sides]
        name, text = fact.name, f"{there[0]} {kind} {there[1]}"
        if here != there:
            name = context.fresh("F")
            given, rewrites = _fitted(fact.relation, symbols, names, context)
            rewriting = "".join(f"rewrite {r} in {fact.name}. " for r in rewrites)
            lines.append(
                f"{given}{rewriting}assert ({name} : {text}). {{ refine ({_AS[kind]} _ _ _ _ _ _ {fact.name}); same. }}"
            )
        facts.append(Fact(name, text, fact.relation.func(*sides, evaluate=False)))
    here = [_abbreviated(side, names, context) for side in (lhs, rhs)]
    sides = [replaced(side, symbols) for side in (lhs, rhs)]
    there = [context.text(side) for side in sides]
    if loose or here != there:
        given, rewrites = _fitted(sp.Tuple(lhs, rhs), symbols, names, context)
        lines.append(given + "".join(f"rewrite {r}. " for r in rewrites))
        fitting = f"apply ({_AS[relation]} _ _ {there[0]} {there[1]}); [same | same |]"
        # fractions are the same only where their parts are not 0, which may be seen later: equations can do without
        lines.append(f"try ({fitting})." if relation == "=" else f"{fitting}.")
    mark = Fact(context.fresh("situation"), "True")  # facts have changed under their names: this is another situation
    assumed = tuple(_in_symbols(h, symbols) for h in context.hypotheses)  # so that signs of symbols are seen at points
    inside = replace(context, facts=(*facts, *signed, mark), hypotheses=assumed)
    return _script([*lines, close(sides[0], sides[1], inside)])


def _with_bound_names_alike(term: str) -> str:
    """A term of Coq with the names that its functions bind numbered: the same for what differs in these only."""
    for number, name in enumerate(dict.fromkeys(re.findall(r"\bfun (\w+)", term))):
        term = re.sub(rf"\b{name}\b", f"{number}'", term)
    return term


def _in_symbols(hypothesis: sp.Basic, symbols: Mapping[sp.Basic, sp.Expr]) -> sp.Basic:
    """A hypothesis with symbols for what they stand for; about every entry of that, it is about the entry at hand."""
    try:
        return replaced(hypothesis, symbols)
    except ValueError:  # no index is left
        return replaced(hypothesis.relation if isinstance(hypothesis, ForAll) else hypothesis, symbols)


def _sides(relation: sp.Basic) -> tuple[sp.Expr, sp.Expr]:
    """The sides of a relation in the order of its text: what is not 0 stands on the left."""
    left, right = relation.args
    return (right, left) if isinstance(relation, sp.Ne) and left == 0 else (left, right)


def _abbreviated(expr: sp.Basic, names: Mapping[sp.Basic, str], context: Context) -> str:
    with context.translate.abbreviating(names):
        return context.text(expr)


def _fitted(
    expr: sp.Basic, symbols: Mapping[sp.Basic, sp.Expr], names: Mapping[sp.Basic, str], context: Context
) -> tuple[str, list[str]]:
    """Equations that bring the functions of sums to how they are written with symbols, and the proofs of these."""
    texts, given, rewrites = dict(names), "", []
    for node in opaque(expr):
        here, there = _abbreviated(node, texts, context), context.text(replaced(node, symbols))
        texts[node] = there
        if here != there:
            name = context.fresh("E")
            given += f"assert ({name} : {here} = {there}) by same_parts. "
            rewrites.append(name)
    return given, rewrites


def _signed(part: sp.Expr, context: Context) -> tuple[bool, str] | None:
    """Whether a sum is positive (or else not negative) because its terms are, or an entry by its domain; the proof."""
    if isinstance(part, AppliedUndef):
        if not (part.is_positive or part.is_nonnegative):
            return None
        function = context.translate.names.of(("function", part.func.__name__), part.func.__name__)
        return bool(part.is_positive), f"apply D{function}."
    if isinstance(part, sp.KroneckerDelta):
        return False, "apply kron_nonneg."
    assert isinstance(part, sp.Sum)
    if part in context.signing:
        return None
    body = part.function
    filled = all((upper - lower).is_nonnegative for _, lower, upper in part.limits)
    strict = bool(body.is_positive) and filled
    if strict or body.is_nonnegative:
        return _signed_sum(part, strict, context)
    if not entries_known(part, context):
        return None
    return (_signed_sum(part, True, context) if filled else None) or _signed_sum(part, False, context)


def _signed_sum(part: sp.Sum, strict: bool, context: Context) -> tuple[bool, str] | None:
    body = part.function
    lines, names, facts = [], {}, []
    for variable, lower, upper in reversed(part.limits):
        name = context.translate.names.fresh("i")
        names[variable] = name
        low, high = context.translate.natural(lower), context.translate.natural(upper)
        lines.append(("apply tsum_pos; [lia |]; " if strict else "apply tsum_nonneg; ") + f"intros {name} R_{name}.")
        facts.append(Fact(f"R_{name}", f"({low} <= {name} <= {high})%nat"))
        if low == "1" and body.has(variable) and _as_number(body, variable):
            lines.append(f"assert (P_{name} : 1 <= INR {name}) by (apply (le_INR 1); lia).")
            facts.append(Fact(f"P_{name}", f"1 <= INR {name}", sp.LessThan(1, variable, evaluate=False)))
    here = at_entries(part, names, context)
    lines += [line for line, _ in here]
    facts += [fact for _, fact in here]
    with context.translate.naming(names):
        try:
            inside = replace(context.knowing(facts), signing=context.signing | {part})
            lines.append(_settle(body, "<" if strict else "<=", inside))
        except NoProof:
            return None
    return strict, _script(lines)


def _as_number(expr: sp.Basic, index: sp.Basic) -> bool:
    """Whether an index occurs as a number, not only to name entries."""
    if expr == index:
        return True
    if isinstance(expr, sp.KroneckerDelta | sp.Idx) or not expr.args:
        return False
    if isinstance(expr, AppliedUndef):
        return any(_as_number(a, index) for a in expr.args if a != index)
    return any(_as_number(a, index) for a in expr.args)


def _script(lines: list[str]) -> str:
    return "\n".join(line.strip() for line in lines if line.strip())


__all__ = ["equal", "order", "settle", "settled"]
