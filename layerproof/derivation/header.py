r"""The header of a file: what its letters mean, what is assumed of them, and along which flow they move.

A `Setting` grows by declarations and definitions and reads formulas in the names that it knows.  It is made of text by
a grammar; nothing is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from ..derivations.kernel.distributions import Bernoulli, Distribution, Normal, Rademacher, Uniform
from ..derivations.kernel.flows import GradientFlow
from ..derivations.kernel.matrices import (
    Diagonal,
    Equal,
    ExpectMatrix,
    MatrixFlow,
    Orthogonal,
    RandomVector,
    SemiOrthogonal,
    Symmetric,
    Whitened,
)
from ..derivations.kernel.printing import notation
from ..derivations.kernel.printing.notation import PLACE, name_in_latex
from ..derivations.kernel.printing.typeset import with_indices
from ..derivations.kernel.reading import CannotRead, Reader
from ..derivations.kernel.symbols import Family, unshadowed
from .document import cut_relations
from .spelling import Names, plain, spelled
from .tokens import argument, joined, words

MOST_NAMES = 500
_SIGNS: dict[str, dict[str, Any]] = {
    "positive": {"positive": True}, "> 0": {"positive": True},
    "negative": {"negative": True}, "< 0": {"negative": True},
    "nonnegative": {"real": True, "nonnegative": True}, r"\ge 0": {"real": True, "nonnegative": True},
    "nonzero": {"real": True, "nonzero": True}, r"\ne 0": {"real": True, "nonzero": True},
    "real": {"real": True}, "natural": {"integer": True, "positive": True}, "integer": {"integer": True},
    "positive integer": {"integer": True, "positive": True},
}  # fmt: skip
_SPELLED = (
    (r">\s*=|\\geq?(?![A-Za-z])|\\geqslant", r"\\ge "), (r"\\neq?(?![A-Za-z])|!=", r"\\ne "),
    (r"\\in\s*\\mathbb\s*\{?R\}?(_|\^)\{?[+>]\}?", " positive"), (r"\\in\s*\\mathbb\s*\{?R\}?", " real"),
    (r"\\in\s*\\mathbb\s*\{?N\}?", " natural"), (r"\\in\s*\\mathbb\s*\{?Z\}?", " integer"),
    (r"\bnon-(negative|zero)", r"non\1"), (r"\btrajector(?:y|ies)\b", "moving"), (r"\bnumbers?\b|\bconstants?\b", ""),
    (r"\breals\b", "real"), (r"\bnaturals\b", "natural"), (r"\bintegers\b", "integer"),
)  # fmt: skip
_KIND = re.compile(
    r"(?P<names>.*?)\s*(?P<kind>>\s*0|<\s*0|\\ge\s*0|\\ne\s*0|"
    r"\b(?:positive integer|positive|negative|nonnegative|nonzero|real|natural|integer|time|family)\b|)"
    r"\s*(?P<moving>(?:\bmoving\b|\bfunctions? of (?P<of>\\?[A-Za-z]+))?)\s*$"
)
_MATRIX = re.compile(
    r"(?P<names>.+?)\s+(?P<kind>(?:(?:random|symmetric|diagonal|orthogonal|semi-?orthogonal)\s+)?(?:matrix|matrices|"
    r"vectors?))\s+(?P<rows>\S+?)(?:\s*(?:\bx\b|\\times)\s*(?P<columns>\S+))?\s*$"
)
_INDEX = re.compile(r"(?P<names>.+?)\s+(?:index|indices)\s+(?P<lower>.+?)\s*\.\.\s*(?P<upper>.+?)\s*$")
_RANGES = re.compile(r"^(?P<rest>.*?)\s*(?:\bfor\b|\bfamil(?:y|ies)\b(?=[^=]*=))\s*(?P<ranges>[^;]*\.\..*)$")


class Misdeclared(ValueError):
    """A declaration that cannot be understood; the message says what was expected."""


@dataclass
class Setting:
    """The names of a file and what is known of them.

    Attributes:
        meanings: what each name in LaTeX stands for.
        families: an entry of each family and trajectory, from which the reader learns how it is printed.
        notation: how each internal name is printed.
        hypotheses: as a claim's.
        flow: the gradient flow, of trajectories or of matrices; None if there is none.
        rates: rates that are given and not derived, by trajectory.
        random: the distribution of each random variable.
        definitions: what each name defined in the text stands for, in order.
        names: what the spelling of formulas depends on.
        time: the time of the trajectories.
        rates_of: the trajectory that each dotted name is the rate of.
        wanted: the parts of a flow that is not complete yet.
        taken: the internal names in use, and whether they are of families.
    """

    meanings: dict[str, Any] = field(default_factory=dict)
    families: list[Any] = field(default_factory=list)
    notation: dict[str, str] = field(default_factory=dict)
    hypotheses: list[Any] = field(default_factory=list)
    flow: GradientFlow | MatrixFlow | None = None
    rates: dict[Any, Any] = field(default_factory=dict)
    random: dict[Any, Distribution] = field(default_factory=dict)
    definitions: dict[Any, Any] = field(default_factory=dict)
    names: Names = field(default_factory=Names)
    time: sp.Symbol | None = None
    rates_of: dict[Any, Any] = field(default_factory=dict)
    wanted: dict[str, Any] = field(default_factory=dict)
    taken: set[tuple[str, bool]] = field(default_factory=set)

    def copy(self) -> Setting:
        """A setting that may grow without this one."""
        return Setting(
            dict(self.meanings), list(self.families), dict(self.notation), list(self.hypotheses), self.flow,
            dict(self.rates), dict(self.random), dict(self.definitions),
            Names(set(self.names.times), list(self.names.moving), dict(self.names.families), dict(self.names.ranges),
                  set(self.names.declared)),
            self.time, dict(self.rates_of), dict(self.wanted), set(self.taken),
        )  # fmt: skip

    # --- reading -----------------------------------------------------------------------------------------------

    def read(self, text: str) -> Any:
        """The expression that a formula stands for.

        Raises:
            CannotRead: if it is outside the grammar, uses an unknown name, or can be read in two ways.
        """
        try:
            shown = spelled(text, self.names)
        except ValueError as problem:
            raise CannotRead(str(problem)) from None
        except RecursionError:
            raise CannotRead("the formula is nested too deeply") from None
        with notation(self.notation):
            try:
                return tidied(Reader(self.families, self.meanings).expression(shown))
            except CannotRead as problem:
                raise CannotRead(self._explained(str(problem))) from None
            except RecursionError:
                raise CannotRead("the formula is nested too deeply") from None

    def _explained(self, problem: str) -> str:
        found = re.match(r"got '(\\?[A-Za-z]+)'", problem)
        if found and found[1] not in self.names.declared and not found[1].startswith((r"\frac", r"\sum")):
            return f"{problem}; if {found[1]} is a symbol, declare it in the header, under symbols:"
        return problem

    def relations(self, text: str) -> Iterator[tuple[Any, str, Any]]:
        """The relations of a chain such as ``0 < r_0 < S``.

        Raises:
            CannotRead: as `read`, or if there is no relation.
        """
        sides = cut_relations(text)
        if len(sides) < 2:
            raise CannotRead(f"'{text}' is no relation")
        read = [self.read(side) for _, side in sides]
        for k in range(1, len(sides)):
            yield read[k - 1], sides[k][0], read[k]

    # --- declaring ---------------------------------------------------------------------------------------------

    def declare(self, key: str, text: str) -> None:
        """Take up one item of a header.

        Raises:
            Misdeclared: if it cannot be understood.
        """
        work: dict[str, Callable[[str], None]] = {
            "symbols": self._symbols, "hypotheses": self._hypothesis, "flow": self._flow, "random": self._random,
            "define": self._definition,
        }  # fmt: skip
        try:
            work[key](text)
        except Misdeclared:
            raise
        except RecursionError:
            raise Misdeclared(f"'{text[:60]}' is nested too deeply") from None
        except (ValueError, NotImplementedError, TypeError) as problem:
            raise Misdeclared(f"'{text[:120]}': {problem}") from None

    def define(self, name: str, expr: Any) -> Any:
        """A new name for an expression; what stands for it in formulas.

        Raises:
            CannotRead: if it is no name, or has a meaning already.
        """
        latex = _latex_name(name)
        if latex in self.meanings or latex in {joined(n) for n in self.names.moving}:
            raise CannotRead(f"{name} has a meaning already; a definition names something new")
        if not _is_name(latex):
            raise CannotRead(f"'{name}' is no name; := defines one")
        internal = self._internal(latex)
        if getattr(expr, "is_Matrix", False):
            made: Any = sp.MatrixSymbol(internal, *expr.shape)
        elif self.time is not None and expr.has(self.time):
            made = self._moving(latex, internal, {"real": True})
        else:
            made = sp.Symbol(internal, real=True)
        self._name(latex, made)
        self.definitions[made] = expr
        return made

    def _name(self, latex: str, meaning: Any) -> None:
        if len(self.meanings) >= MOST_NAMES:
            raise Misdeclared(f"more than {MOST_NAMES} names")
        self.meanings[latex] = meaning
        self.names.declared.add(latex)

    def _internal(self, name: str, latex: str | None = None, *, indexed: bool = False) -> str:
        """A name like this without backslashes and braces, of its own kind, that prints as `latex`."""
        latex = name if latex is None else latex
        plain_name = re.sub(r"\\mathrm|\\operatorname|[\\{},\s]", "", name)
        found, number = plain_name, 1
        while (found, indexed) in self.taken or self.notation.get(found, latex) != latex:
            number += 1
            found = f"{plain_name}~{number}"
        shown = name_in_latex(found, indexed=indexed)
        if (with_indices(shown, PLACE) if indexed else shown) != latex:
            self.notation[found] = latex
        self.taken.add((found, indexed))
        return found

    def _moving(self, latex: str, internal: str, assumptions: dict[str, Any]) -> Any:
        """A trajectory, with its rate under a dot."""
        time = self._clock()
        made = sp.Function(internal, **assumptions)(time)
        self.names.moving.append(tuple(words(latex)))
        dotted = self._internal(rf"\dot{{{latex}}}")
        rate = sp.Function(dotted, real=True)(time)
        self.meanings[rf"\dot{{{latex}}}"] = rate
        base, _, rest = latex.partition("_")
        if rest:  # \dot{a}_0 and \dot{a_0} are the same
            self.meanings[rf"\dot{{{base}}}_{rest}"] = rate
        self.rates_of[rate] = made
        return made

    def _clock(self) -> sp.Symbol:
        if self.time is None:
            self._time("t")
        assert self.time is not None
        return self.time

    def _time(self, latex: str) -> None:
        if latex in self.names.times:
            return
        if latex in self.meanings:
            raise Misdeclared(f"{latex} is the time of the trajectories, and declared as something else")
        made = sp.Symbol(self._internal(latex), real=True, nonnegative=True)
        self.time = made
        self.names.times.add(latex)
        self._name(latex, made)

    # --- symbols -----------------------------------------------------------------------------------------------

    def _symbols(self, item: str) -> None:
        for pattern, by in _SPELLED:
            item = re.sub(pattern, by, item)
        if found := _INDEX.match(item):
            for name in _apart(found["names"]):
                self._index(_latex_name(name), found["lower"], found["upper"])
            return
        if found := _MATRIX.match(item):
            self._matrices(found)
            return
        ranges = _RANGES.match(item)
        indices: dict[str, Any] = {}
        if ranges:
            item = ranges["rest"]
            for part in _apart(ranges["ranges"]):
                name, _, extent = part.partition("=")
                lower, dots, upper = extent.partition("..")
                if not dots:
                    raise Misdeclared(f"'{part}' is no range; expected one such as i = 1..n")
                for each in name.split("="):
                    indices[_latex_name(each)] = self._index(_latex_name(each), lower, upper)
        interval = re.search(r"\\in\s*([\[(])(.+),(.+)([\])])\s*$", item)
        if interval:
            item = item[: interval.start()]
        kind = _KIND.match(item)
        if kind is None or not kind["names"].strip():
            raise Misdeclared(f"'{item}' declares nothing; expected names and what they are, such as 'S, r_0 > 0'")
        what = re.sub(r"\s+", " ", kind["kind"].replace(">0", "> 0"))
        what = {">0": "> 0", "<0": "< 0"}.get(re.sub(r"\s", "", what), what)
        if what in (r"\ge0", r"\ne0"):
            what = what.replace("0", " 0")
        if what == "" and not (kind["moving"] or indices or interval):
            raise Misdeclared(
                f"'{item}' does not say what it is; expected one of positive, nonnegative, real, natural, integer, "
                "nonzero, trajectories, time, a matrix d x p, an index 1..n, x_{i} for i = 1..n"
            )
        if what == "time":
            for name in _apart(kind["names"]):
                self._time(_latex_name(name))
            return
        if kind["of"] is not None and kind["of"] not in self.names.times:
            if kind["of"] in self.meanings:
                raise Misdeclared(f"{kind['of']} is no time; declare it as one: '{kind['of']} time'")
            self._time(kind["of"])
        assumptions = _SIGNS.get(what, {"real": True})
        for name in _apart(kind["names"]):
            latex = _latex_name(name)
            self._one(latex, assumptions, bool(kind["moving"]), indices)
            if interval:
                low, high = self.read(interval[2]), self.read(interval[3])
                symbol = self.meanings[latex]
                self.hypotheses.append(low < symbol if interval[1] == "(" else low <= symbol)
                self.hypotheses.append(symbol < high if interval[4] == ")" else symbol <= high)

    def _one(self, latex: str, assumptions: dict[str, Any], moving: bool, indices: dict[str, Any]) -> None:
        if not _is_name(latex):
            raise Misdeclared(f"'{latex}' is no name; expected a letter, with indices or an accent if need be")
        if latex in self.meanings:
            raise Misdeclared(f"{latex} is declared twice")
        if indices and "_" in latex:
            self._family(latex, assumptions, moving, indices)
        elif indices:
            raise Misdeclared(f"{latex} has no index; expected a family such as {latex}_{{i}} for i = 1..n")
        elif moving:
            self._name(latex, self._moving(latex, self._internal(latex), assumptions))
        else:
            self._name(latex, sp.Symbol(self._internal(latex), **assumptions))

    def _family(self, latex: str, assumptions: dict[str, Any], moving: bool, indices: dict[str, Any]) -> None:
        tokens = words(latex)
        place = tokens.index("_")
        inside, after = argument(tokens, place + 1)
        parts = [joined(part) for part in _split(inside)]
        if len(parts) == 1 and joined(inside) not in indices and all(t in indices for t in inside):
            parts = list(inside)  # B_{ij}
        own = [p for p in parts if p in indices]
        rest = [p for p in parts if p not in indices]
        if not own:
            raise Misdeclared(f"{latex} has none of the indices {', '.join(indices)}")
        base, tail = joined(tokens[:place]), joined(tokens[after:])
        first = parts.index(own[0])
        shown = [*parts[:first], PLACE, *[p for p in parts[first:] if p in rest]]
        pattern = f"{base}_{{{','.join(shown)}}}{tail}"
        internal = self._internal(re.sub(rf"_\{{{PLACE}\}}|{PLACE},|,{PLACE}", "", pattern), pattern, indexed=True)
        arguments = [indices[p] for p in own]
        times = [self._clock()] if moving else []
        entry = sp.Function(internal, **assumptions)(*arguments, *times)
        self.families.append(entry)
        name = tuple(words(base))
        self.names.families[name] = len(own)
        self.names.declared.add(base)
        if moving:
            self.names.moving.append(name)
            dots = pattern.replace(base, rf"\dot{{{base}}}", 1)
            dotted = self._internal(f"{internal}dot", dots, indexed=True)
            rate = sp.Function(dotted, real=True)(*arguments, *times)
            self.families.append(rate)
            self.rates_of[rate] = entry

    def _index(self, latex: str, lower: str, upper: str) -> Any:
        ends = [self._size(lower), self._size(upper)]
        known = self.meanings.get(latex)
        if isinstance(known, sp.Idx):
            if [known.lower, known.upper] != ends:
                raise Misdeclared(f"the index {latex} is declared with two ranges")
            return known
        if known is not None:
            raise Misdeclared(f"{latex} is declared twice")
        made = sp.Idx(sp.Symbol(self._internal(latex), integer=True), (ends[0], ends[1]))
        self._name(latex, made)
        self.names.ranges[latex] = (lower.strip(), upper.strip())
        return made

    def _size(self, text: str) -> Any:
        """A number of things; a new letter is a natural number."""
        latex = _latex_name(text)
        if _is_name(latex) and latex not in self.meanings and not latex.isdigit():
            self._name(latex, sp.Symbol(self._internal(latex), integer=True, positive=True))
        return self.read(text)

    def _matrices(self, found: re.Match[str]) -> None:
        rows = self._size(found["rows"].rstrip(","))
        column = "vector" in found["kind"]
        if found["columns"] is None and not column:
            raise Misdeclared(f"'{found[0]}' has one size; expected two, such as d x p")
        columns = sp.Integer(1) if found["columns"] is None else self._size(found["columns"])
        for name in _apart(found["names"]):
            latex = _latex_name(name)
            if not _is_name(latex) or latex in self.meanings:
                raise Misdeclared(f"{latex} is no new name")
            internal = self._internal(latex)
            made = (
                RandomVector(internal, rows) if "random" in found["kind"] else sp.MatrixSymbol(internal, rows, columns)
            )
            self._name(latex, made)
            assumption: dict[str, Any] = {
                "symmetric": Symmetric, "diagonal": Diagonal, "orthogonal": Orthogonal,
                "semiorthogonal": SemiOrthogonal, "semi-orthogonal": SemiOrthogonal,
            }  # fmt: skip
            for word, kind in assumption.items():
                if re.match(rf"{word}\b", found["kind"]):
                    self.hypotheses.append(kind(made))
        self.meanings.setdefault("I", sp.Identity(ANY_SIZE))
        for size in (rows, columns):
            if size.is_Symbol:
                self.meanings.setdefault(
                    f"I_{{{self.notation.get(size.name, name_in_latex(size.name))}}}", sp.Identity(size)
                )

    # --- hypotheses, definitions, flows, distributions ---------------------------------------------------------

    def _hypothesis(self, item: str) -> None:
        for left, relation, right in self.relations(item):
            self.hypotheses.append(hypothesis(left, relation, right))

    def _definition(self, item: str) -> None:
        name, sign, value = item.partition(":=")
        if not sign:
            name, sign, value = item.partition("=")
        if not sign:
            raise Misdeclared(f"'{item}' defines nothing; expected name = expression")
        self.define(name, self.read(value))

    def _flow(self, item: str) -> None:
        """``loss = ...``, ``parameters a, b``, ``on a = b``, or a rate ``\\dot{a} = ...``."""
        wanted = self.wanted
        parts = re.split(r",\s*(?=parameters?\b|on\b|loss\b|time\b)", item)
        if len(parts) > 1:
            for part in parts:
                self._flow(part)
            return
        if found := re.match(r"parameters?\s*[:=]?\s*(.+)$", item):
            wanted["parameters"] = [self._parameter(name) for name in _apart(found[1])]
        elif found := re.match(r"on\s+(.+?)=(.+)$", item):
            wanted.setdefault("on", []).append(self.read(found[1]) - self.read(found[2]))
        else:
            sides = cut_relations(item)
            if len(sides) != 2 or sides[1][0] not in ("=", ":="):
                raise Misdeclared(f"'{item}' is no part of a flow; expected loss = ..., parameters a, b, or on a = b")
            name, value = sides[0][1], self.read(sides[1][1])
            if name.strip() != "loss":
                left = self._rate_name(name)
                if left is not None:
                    self.rates[left] = value
                    return
                self.define(name, value)
            wanted["loss"] = value
        if "loss" in wanted and "parameters" in wanted:
            self._make_flow(wanted)

    def _rate_name(self, name: str) -> Any:
        """The trajectory whose rate a left side is; None if it is a name for the loss."""
        from .meaning import rate_in

        try:
            read = self.read(name)
        except CannotRead:
            return None
        return rate_in(read, self)

    def _parameter(self, name: str) -> Any:
        read = self.meanings.get(_latex_name(name))
        if read is None:
            read = self.read(name)
        if isinstance(read, sp.core.function.AppliedUndef) and any(isinstance(a, sp.Idx) for a in read.args):
            return Family(read.func.__name__, self.time)
        return read

    def _make_flow(self, wanted: dict[str, Any]) -> None:
        loss, parameters = self.without_definitions(wanted["loss"]), tuple(wanted["parameters"])
        if any(isinstance(p, sp.MatrixSymbol) for p in parameters):
            self.flow = MatrixFlow(loss, parameters)
            return
        flow = GradientFlow(loss, parameters, self._clock())
        if wanted.get("on"):
            flow = flow.on(*(self.without_definitions(e) for e in wanted["on"]))
            flow.restriction  # noqa: B018 - it raises if the set is of no use
        self.flow = flow

    def without_definitions(self, expr: Any) -> Any:
        """`expr` with each defined name replaced by what it stands for."""
        for name, value in reversed(self.definitions.items()):
            expr = expr.xreplace({name: value}) if hasattr(expr, "xreplace") else expr
        return expr

    def _random(self, item: str) -> None:
        names, sign, law = re.sub(r"\\sim(?![A-Za-z])", "~", item).partition("~")
        if not sign:
            raise Misdeclared(f"'{item}' has no ~; expected x ~ N(0, \\sigma^2)")
        found = re.match(
            r"\s*(?:\\(?:mathcal|mathrm|operatorname))?\s*\{?\s*([A-Za-z]+)\s*\}?\s*(?:\((.*)\))?\s*$", law
        )
        if found is None:
            raise Misdeclared(
                f"'{law}' is no distribution; expected N(mean, variance), U(a, b), Bernoulli(p), Rademacher"
            )
        parameters = [self.read(joined(part)) for part in _split(words(found[2] or ""))] if found[2] else []
        makers: dict[str, tuple[int, Callable[..., Distribution]]] = {
            "n": (2, lambda mean, variance: Normal(mean, sp.sqrt(variance))), "u": (2, Uniform),
            "bernoulli": (1, Bernoulli), "rademacher": (0, Rademacher),
        }  # fmt: skip
        kind = {"normal": "n", "gaussian": "n", "uniform": "u", "unif": "u"}.get(found[1].lower(), found[1].lower())
        if kind not in makers or makers[kind][0] != len(parameters):
            raise Misdeclared(
                f"'{law}' is no distribution; expected N(mean, variance), U(a, b), Bernoulli(p), Rademacher"
            )
        for name in _apart(names):
            read = self.meanings.get(_latex_name(name))
            read = self.read(name) if read is None else read
            if isinstance(read, sp.core.function.AppliedUndef):
                read = Family(read.func.__name__, None)
            elif not isinstance(read, sp.Symbol):
                raise Misdeclared(f"{name} is no symbol, and no family; expected one declared as real")
            self.random[read] = makers[kind][1](*parameters)


ANY_SIZE = sp.Symbol("any", integer=True, positive=True)
"""The size of an identity matrix that is written without one: what stands beside it says it."""


def tidied(expr: Any) -> Any:
    """What was read, with bound indices told apart, and the sizes of identity matrices filled in."""
    if isinstance(expr, sp.Basic) and expr.has(sp.Sum):
        expr = _unshadowed(expr)
    if isinstance(expr, sp.Basic) and expr.has(ANY_SIZE):
        expr = sized(expr)
    return expr


def _unshadowed(expr: Any) -> Any:
    """`expr` with an index that a sum within a sum binds again renamed."""
    if not isinstance(expr, sp.Basic) or not expr.args or not expr.has(sp.Sum):
        return expr
    parts = [_unshadowed(part) for part in expr.args]
    if isinstance(expr, sp.Sum):
        return expr.func(unshadowed(parts[0], tuple(limit[0] for limit in expr.limits)), *expr.limits)
    return expr.func(*parts)


def sized(expr: Any, shape: Any = None) -> Any:
    """`expr` with the size of each identity matrix as its neighbours ask for it."""
    if not isinstance(expr, sp.Basic) or not expr.has(ANY_SIZE):
        return expr
    if isinstance(expr, sp.Identity):
        return expr if shape is None else sp.Identity(shape[0])
    if isinstance(expr, sp.MatAdd):
        known = shape or next((t.shape for t in expr.args if not t.has(ANY_SIZE)), None)
        known = known or next((t.shape for t in expr.args if ANY_SIZE not in t.shape), None)
        return sp.MatAdd(*(sized(term, known) for term in expr.args))
    if isinstance(expr, sp.MatMul):
        scalars = [a for a in expr.args if not getattr(a, "is_Matrix", False)]
        factors = [a for a in expr.args if getattr(a, "is_Matrix", False)]
        real = [f for f in factors if not isinstance(f, sp.Identity)]
        if not real:
            return sp.MatMul(*scalars, sized(factors[0], shape))
        found = []
        for k, factor in enumerate(real):
            rows = real[k - 1].shape[1] if k else (shape or (None,))[0]
            if rows == ANY_SIZE or rows is None:
                rows = next((s for s in (*real[k + 1 : k + 2],)), factor).shape[0]
            found.append(sized(factor, None if rows in (None, ANY_SIZE) else (rows, rows)))
        return sp.MatMul(*scalars, *found)
    return expr.func(*(sized(part) for part in expr.args))


def hypothesis(left: Any, relation: str, right: Any) -> Any:
    """A relation as a claim takes it.

    Raises:
        ValueError: for a relation that is none, such as about equal.
    """
    if getattr(left, "is_Matrix", False) or getattr(right, "is_Matrix", False):
        if relation != "=":
            raise ValueError("of matrices, only equations are assumed")
        return _of_a_kind(*same_shape(left, right))
    made: dict[str, Any] = {"=": sp.Eq, "<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge, "!=": sp.Ne}
    if relation not in made:
        raise ValueError("expected one of =, <, >, \\le, \\ge, \\ne")
    return made[relation](left, right)


def _of_a_kind(left: Any, right: Any) -> Any:
    """An equation of matrices, as the kind of assumption that it is."""
    if left.has(ANY_SIZE) or right.has(ANY_SIZE):
        raise ValueError("the size of I is not clear; write it: I_{p}")
    if isinstance(left, sp.Transpose) and left.arg == right and isinstance(right, sp.MatrixSymbol):
        return Symmetric(right)
    if isinstance(right, sp.Identity) and isinstance(left, ExpectMatrix):
        inside = left.args[0].args
        if len(inside) == 2 and isinstance(inside[0], RandomVector) and inside[1] == inside[0].T:
            return Whitened(inside[0])
    if isinstance(right, sp.Identity) and isinstance(left, sp.MatMul) and len(left.args) == 2:
        first, second = left.args
        letter = first.arg if isinstance(first, sp.Transpose) else first
        if isinstance(letter, sp.MatrixSymbol) and second == first.T:
            return Orthogonal(letter) if letter.shape[0] == letter.shape[1] else SemiOrthogonal(first)
    return Equal(left, right)


def same_shape(left: Any, right: Any) -> tuple[Any, Any]:
    """Two sides of an equation of matrices, with a 0 as the zero matrix and an identity of the other's size."""
    for one, other in ((left, right), (right, left)):
        if getattr(one, "is_Matrix", False) and one.has(ANY_SIZE) and getattr(other, "is_Matrix", False):
            resized = sized(one, other.shape)
            left, right = (resized, right) if one is left else (left, resized)
    if getattr(left, "is_Matrix", False) and right == 0:
        return left, sp.ZeroMatrix(*left.shape)
    if getattr(right, "is_Matrix", False) and left == 0:
        return sp.ZeroMatrix(*right.shape), right
    return left, right


def _latex_name(text: str) -> str:
    """A name in the one spelling in which names are kept."""
    return joined(plain(words(text.strip())))


def _is_name(latex: str) -> bool:
    """Whether it is one letter or command, perhaps with an accent, indices, a superscript that is no power, primes."""
    letter = r"(?:[A-Za-z]|\\(?!frac|sqrt|sum|prod|int|lim|ln|exp|sin|cos|tan|left|right|cdot|times)[A-Za-z]+)"
    accent = r"\\(?:hat|tilde|bar|overline|widehat|widetilde|mathbf|mathcal|mathrm|mathbb|boldsymbol|dot) ?\{[^{}]+\}"
    sub = r"_\{(?:[^{}]|\{[^{}]*\})+\}"
    top = r"\^\{(?:\*|\+|-|-1|\\[a-z]+|\([a-z0-9]+\)|\\mathrm ?\{[^{}]*\}|[A-Z]+)\}"
    difference = r"(?:\\Delta|\\delta|d)?"
    return bool(re.fullmatch(rf"{difference}(?:{letter}|{accent})(?:{sub}|{top}|'+)*", latex.replace(" ", "")))


def _apart(text: str) -> list[str]:
    """Names between commas outside of braces."""
    return [joined(part) for part in _split(words(text)) if part]


def _split(tokens: list[str]) -> list[list[str]]:
    pieces: list[list[str]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token in ("{", "(", "[")) - (token in ("}", ")", "]"))
        if token == "," and depth == 0:
            pieces.append([])
        else:
            pieces[-1].append(token)
    return pieces
