"""The situation at one time of a flow: the derivative of each parameter, found from the loss, and of observables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import product

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.flows import GradientFlow, fresh_indices
from ..gallina import Arrow, Binder, Quantified, Related, Var
from ..theorems.base import Fact
from ..theorems.flows import AtTimes, FlowFact, FlowTranslator
from .base import NoProof
from .context import Context
from .contraction import flipped
from .derivatives import Differentiator
from .derivatives import Slope as Found
from .sides import Sides, compare


def moves(fact: Fact, flow: GradientFlow) -> bool:
    """Whether a fact is about the time, or about what depends on it."""
    if isinstance(fact, FlowFact):
        return True
    relation = fact.statement if isinstance(fact, AtTimes) else fact.relation
    return relation is not None and relation.has(flow.time)


def each_time(fact: Fact) -> bool:
    """Whether a fact is about each time of an interval, rather than about one."""
    match fact.says:
        case Quantified(binders=(Binder(names=(moment,)),), inside=Arrow(before=(Related(terms=(_, inside, *_)), *_))):
            return inside == Var(moment)
    return False


def pointwise(flow: GradientFlow, context: Context, moment: str, proof: str) -> tuple[Context, str]:
    """What is assumed at each time, at one of them; `proof` says that it is one, ``lower <= moment <= t``."""
    kept, found, script = [], [], ""
    name = context.fresh("From")
    script += f"assert ({name} : 0 <= {moment}) by (pose proof {proof}; lra). "
    found.append(Fact(name, f"0 <= {moment}", sp.GreaterThan(flow.time, 0, evaluate=False)))
    for fact in context.facts:
        if not moves(fact, flow):
            kept.append(fact)
        elif isinstance(fact, FlowFact | AtTimes) and each_time(fact):
            here = context.fresh(f"At{fact.name}" if fact.name.startswith("G") else fact.name)  # G is for goals
            script += f"pose proof ({fact.name} {moment} {proof}) as {here}; cbv beta in {here}. "
            plain = None
            if isinstance(fact, AtTimes) and not fact.indices:
                plain = fact.statement
            found.append(replace(fact, name=here, says="", relation=plain))
    return replace(context, facts=(*kept, *found)), script


def at_own_indices(context: Context) -> tuple[Context, str]:
    """What is assumed of whole families, at the indices that the theorem itself is about."""
    found, script = [], ""
    for fact in context.facts:
        if not isinstance(fact, AtTimes) or not fact.indices or each_time(fact):
            continue
        own = context.translate.indices
        fits = [[i for i in own if (i.lower, i.upper) == (index.lower, index.upper)] for index in fact.indices]
        for chosen in product(*fits):
            names = [own[index] for index in chosen]
            here = context.fresh(fact.name)
            script += f"pose proof ({fact.name} {' '.join(f'{n} D{n}' for n in names)}) as {here}. "
            found.append(Fact(here, "", fact.statement.xreplace(dict(zip(fact.indices, chosen, strict=True)))))
    return context.knowing(found), script


@dataclass
class Moment:
    """The situation at one time: what each parameter's derivative is, and what it is on the invariant set."""

    flow: GradientFlow
    context: Context
    lines: list[str] = field(default_factory=list)
    velocities: dict[str, tuple[str, tuple[sp.Idx, ...], sp.Expr]] = field(default_factory=dict)
    restricted: dict[str, tuple[str, AppliedUndef, sp.Expr]] = field(default_factory=dict)
    sides: Sides = field(init=False)

    def __post_init__(self) -> None:
        self.sides = Sides(self.context, self.lines)

    @classmethod
    def of(cls, flow: GradientFlow, context: Context) -> Moment:
        made = cls(flow, context)
        made._restrict()
        return made

    def rate(self, of: sp.Expr, value: sp.Expr) -> str:
        """A script that closes ``is_derive (fun s => of) t value``."""
        of, value = sp.sympify(of), sp.sympify(value)
        found = self.slope(of)
        if found is None:
            raise NoProof(f"{of} does not depend on the time")
        on_set = self.flow.restrict(value)
        script = f"eapply D_to. {{ {found.script} }} "
        same = compare(found.slope, on_set, self.context)
        if self._depends(value):
            known = self.known(value, on_set)
            script += f"{{ transitivity ({self.context.text(on_set)}). {{ {same} }} {{ symmetry. {known} }} }}"
        else:
            if same == "agrees." and found.slope == on_set:  # SymPy has cancelled exponentials that stand in the script
                same = "first [agrees | opposite_exponentials]."
            script += f"{{ {same} }}"
        return "\n".join([*self.lines, script])

    def slope(self, of: sp.Expr) -> Found | None:
        """The derivative of an observable along the flow."""
        self.move(of)
        return Differentiator(self.context, self._along, self.sides)(of)

    def move(self, of: sp.Expr) -> None:
        """The lemmas on the derivatives of the parameters that are in an observable."""
        for entry in sorted(of.atoms(AppliedUndef), key=str):
            if entry.func.__name__ in self.flow.names:
                self._velocity(entry)

    def known(self, expr: sp.Expr, on_set: sp.Expr) -> str:
        """A script that closes ``expr = on_set``, where the second is what the first is on the invariant set."""
        found = Differentiator(self.context, self._still, self.sides)(expr)
        if found is None:
            return "reflexivity."
        script = f"apply (D_const_value _ 0 _ 0). eapply D_conv. {{ {found.script} }} "
        return script + "{ agrees_inside. } { agrees_inside. }"

    # -- along the flow ----------------------------------------------------------------------------------------------

    def _along(self, expr: sp.Expr) -> Found | None:
        if expr == self.flow.time:
            return Found("apply D_id.", expr, sp.Integer(1))
        if not isinstance(expr, AppliedUndef) or expr.func.__name__ not in self.flow.names:
            return None
        name, indices, slope = self._velocity(expr)
        actual = dict(zip(indices, expr.args, strict=False))
        moved = fresh_indices(slope).xreplace(actual) if actual else slope
        arguments = "".join(f" {self.context.translate.natural(i)} ltac:(lia)" for i in expr.args[: len(indices)])
        script = f"exact ({name}{arguments})."
        value = expr
        if actual and slope.has(sp.Sum, sp.KroneckerDelta):
            flips = "".join(flipped(slope, old, new, self.context) for old, new in actual.items())
            script = f"apply (D_eq _ _ _ _ ({self.context.text(moved)}) ({name}{arguments})). {flips}agrees_inside."
        if (known := self._on_set(expr)) is not None:
            value, proof = known
            script = f"eapply D_value. {{ {script} }} {{ exact {proof}. }}"
        return Found(script, value, moved)

    def _velocity(self, entry: AppliedUndef) -> tuple[str, tuple[sp.Idx, ...], sp.Expr]:
        """The lemma on a parameter's derivative: its name, its indices, and the derivative in them."""
        name = entry.func.__name__
        if name in self.velocities:
            return self.velocities[name]
        translate, context = self.context.translate, self.context
        assert isinstance(translate, FlowTranslator)
        flows = [f for f in context.facts if isinstance(f, FlowFact) and not each_time(f)]
        fact = next(f for f in flows if f.parameter == name)
        indices = tuple(sp.Idx(sp.Dummy("k", integer=True), bounds) for bounds in fact.ranges)
        with translate.ranging(indices) as quantifiers:
            names = [translate.natural(index) for index in indices]
            here = entry.func(*indices, self.flow.time)
            found = Differentiator(context, lambda e: self._by(e, here), self.sides)(self.flow.loss)
            if found is None:
                raise NoProof(f"the loss does not depend on {name}")
            slope = -found.slope
            lemma = context.fresh(f"V{name}".replace("+", "p").replace("-", "m"))
            at, moment = context.text(here), context.text(self.flow.time)
            along = translate.names.fresh("s")
            text = f"{quantifiers}slope_at (fun {along} : R => {self._trajectory(here, along)}) {moment} {at} "
            text += f"(- {context.text(found.slope)})"
            script = "".join(f"intros {n} In{n}. " for n in names)
            script += f"apply D_of. apply {fact.name}{'; try assumption' if names else ''}. "
            script += f"eapply D_to. {{ {found.script} }} {{ agrees_inside. }}"
        self.lines.append(f"assert ({lemma} : {text}).\n{{ {script} }}")
        self.velocities[name] = (lemma, indices, slope)
        return self.velocities[name]

    def _trajectory(self, entry: AppliedUndef, moment: str) -> str:
        translate = self.context.translate
        assert isinstance(translate, FlowTranslator)
        with translate.at(self.flow.time, moment):
            return self.context.text(entry)

    def _by(self, expr: sp.Expr, moved: AppliedUndef) -> Found | None:
        """The derivative of an entry by the entry `moved`."""
        if not isinstance(expr, AppliedUndef):
            return None
        if expr.func != moved.func:
            return self._still(expr)
        translate = self.context.translate
        indices, others = expr.args[:-1], moved.args[:-1]
        if not indices:
            script, value = "apply D_id.", expr
            slope: sp.Expr = sp.Integer(1)
        else:
            if len(indices) > 2:
                raise NoProof(f"families with {len(indices)} indices")
            name = translate.names.of(("function", expr.func.__name__), expr.func.__name__)
            bound = "i j"[: 2 * len(indices) - 1]
            time = self.context.text(self.flow.time)
            at = " ".join(translate.natural(k) for k in others)
            here = " ".join(translate.natural(i) for i in indices)
            lemma = "D_entry" if len(indices) == 1 else "D_entry2"
            script = f"exact ({lemma} (fun {bound} => {name} {bound} {time}) {at} {here})."
            value = expr
            deltas = [sp.KroneckerDelta(i, k) for i, k in zip(indices, others, strict=True)]
            slope = sp.Mul(*deltas)
            turned = "".join(
                f"rewrite ?(kron_sym {translate.natural(i)} {translate.natural(k)}). "
                for i, k, d in zip(indices, others, deltas, strict=True)
                if d.args[0] != i
            )
            if turned or len(indices) > 1:
                script = f"apply (D_eq _ _ _ _ ({self.context.text(slope)}) ltac:({script[:-1]})). {turned}agrees."
        if (known := self._on_set(expr)) is not None:
            value, proof = known
            script = f"eapply D_value. {{ {script} }} {{ exact {proof}. }}"
        return Found(script, value, slope)

    # -- on the invariant set ----------------------------------------------------------------------------------------

    def _restrict(self) -> None:
        """Facts that say what the entries are on the invariant set."""
        context, translate = self.context, self.context.translate
        assert isinstance(translate, FlowTranslator)
        for (entry, value), fact in zip(self.flow.restriction.items(), self._vanishing(), strict=True):
            name = context.fresh("On")
            indices = tuple(a for a in entry.args if isinstance(a, sp.Idx))
            with translate.ranging(indices) as quantifiers:
                names = [translate.natural(index) for index in indices]
                text = f"{quantifiers}{context.text(entry)} = {context.text(value)}"
                intro = "".join(f"intros {n} In{n}. " for n in names)
                known = f"pose proof ({fact.name} {' '.join(f'{n} In{n}' for n in names)}) as Known. "
            earlier = "".join(f"rewrite ?{other} in Known by lia. " for other, _, _ in self.restricted.values())
            self.lines.append(f"assert ({name} : {text}).\n{{ {intro}{known}{earlier}lra. }}")
            self.restricted[entry.func.__name__] = (name, entry, value)

    def _vanishing(self) -> Iterable[AtTimes]:
        facts = [f for f in self.context.facts if isinstance(f, AtTimes) and not each_time(f)]
        return [f for f in facts if f.statement.lhs in self.flow.invariant]

    def _on_set(self, entry: AppliedUndef) -> tuple[sp.Expr, str] | None:
        """What an entry is on the invariant set, and a term that proves it."""
        if entry.func.__name__ not in self.restricted:
            return None
        name, general, value = self.restricted[entry.func.__name__]
        slots = [k for k, x in enumerate(general.args) if isinstance(x, sp.Idx)]
        actual = {general.args[k]: entry.args[k] for k in slots}
        arguments = "".join(f" {self.context.translate.natural(entry.args[k])} ltac:(lia)" for k in slots)
        return value.xreplace(actual), f"({name}{arguments})"

    def _still(self, expr: sp.Expr) -> Found | None:
        """An entry as a constant, with the value that it has on the invariant set."""
        if not isinstance(expr, AppliedUndef) or (known := self._on_set(expr)) is None:
            return None
        return Found(f"apply D_known. exact {known[1]}.", known[0], sp.Integer(0))

    def _depends(self, expr: sp.Expr) -> bool:
        return any(e.func.__name__ in self.restricted for e in expr.atoms(AppliedUndef))
