r"""The header of a file: what its letters mean, what is assumed of them, and along which flow they move.

It is understood by a grammar; nothing is evaluated.  See ``docs/derivations.md``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import sympy as sp

from ....language.distributions import Bernoulli, Distribution, Normal, Rademacher, Uniform
from ....language.flows import GradientFlow
from ....language.latex_tokens import tokens as tokens_of
from ....language.matrices import (
    Diagonal,
    MatrixFlow,
    Orthogonal,
    RandomVector,
    SemiOrthogonal,
    Symmetric,
    Velocity,
)
from ....language.matrix_functions import PositiveDefinite, PositiveSemidefinite
from ....language.printing.notation import PLACE, name_in_latex
from ....language.reading import CannotRead
from ....language.symbols import Family
from ..bounds.shapes import declare_shape
from ..files.tokens import argument, between_commas, in_words, joined, words
from ..notation.functions import Value, inverse_of
from ..notation.naming import apart, is_name, latex_name
from ..notation.size_products import in_latex, in_one_spelling, letters_of
from ..notation.sizes import ANY_SIZE
from ..page.relations import cut_relations
from ..values.rowwise import WITH
from .assumptions import hypothesis
from .setting import Misdeclared, Setting

LONGEST_ITEM = 4_000
_SIGNS: dict[str, dict[str, Any]] = {
    "positive": {"positive": True}, "> 0": {"positive": True},
    "negative": {"negative": True}, "< 0": {"negative": True},
    "nonnegative": {"real": True, "nonnegative": True}, r"\ge 0": {"real": True, "nonnegative": True},
    "nonpositive": {"real": True, "nonpositive": True}, r"\le 0": {"real": True, "nonpositive": True},
    "nonzero": {"real": True, "nonzero": True}, r"\ne 0": {"real": True, "nonzero": True},
    "real": {"real": True}, "natural": {"integer": True, "positive": True}, "integer": {"integer": True},
    "positive integer": {"integer": True, "positive": True},
    "nonnegative integer": {"integer": True, "nonnegative": True},
}  # fmt: skip
_WHOLE = (_SIGNS["natural"], _SIGNS["integer"], _SIGNS["positive"], _SIGNS["real"], _SIGNS["nonnegative"])
_SPELLED = (
    (r">\s*=|\\geq?(?![A-Za-z])|\\geqslant", r"\\ge "), (r"<\s*=|\\leq?(?![A-Za-z])|\\leqslant", r"\\le "),
    (r"\\neq?(?![A-Za-z])|!=", r"\\ne "), (r"\bnumbers?\b|\bconstants?\b", ""),
    (r"\\in\s*\\mathbb\s*\{?R\}?(_|\^)\{?[+>]\}?", " positive"), (r"\\in\s*\\mathbb\s*\{?R\}?", " real"),
    (r"\\in\s*\\mathbb\s*\{?N\}?", " natural"), (r"\\in\s*\\mathbb\s*\{?Z\}?", " integer"),
    (r"\bnon-(negative|positive|zero)", r"non\1"), (r"\btrajector(?:y|ies)\b", "moving"),
    (r"\breals\b", "real"), (r"\bnaturals\b", "natural"), (r"\bintegers\b", "integer"),
)  # fmt: skip
_KIND = re.compile(
    r"(?P<names>.*?)\s*(?P<kind>>\s*0|<\s*0|\\ge\s*0|\\le\s*0|\\ne\s*0|"
    r"\b(?:(?:positive|nonnegative) integer|positive|negative|nonnegative|nonpositive|nonzero|real|natural|integer|"
    r"time|family)\b|)"
    r"\s*(?P<moving>(?:\bmoving\b|\bfunctions? of (?P<of>\\?[A-Za-z]+))?)\s*$"
)
_MATRIX = re.compile(
    r"(?P<names>.+?)\s+(?P<still>constant\s+)?(?P<kind>(?:(?:random|symmetric|diagonal|orthogonal|semi-?orthogonal|invertible|"
    r"positive definite|positive semi-?definite)(?:,\s*|\s+)(?:and\s+)?)*(?:matrix|matrices|"
    r"vectors?))\s+(?P<rows>\S+?)(?:(?:\s+x\s+|\s*\\times\s*)(?P<columns>\S+))?\s*$"
)
_FUNCTION = re.compile(
    r"(?P<names>.+?)\s+(?:(?:matrix|vector|(?P<entrywise>entrywise))\s+)?functions?(?:\s+(?!of\b)(?P<rows>\S+?)"
    r"(?:(?:\s+x\s+|\s*\\times\s*)(?P<columns>\S+))?)?\s*$"
)
_WITH_VALUES = re.compile(r"(?P<names>.+?)\s+vectors?\s+(?P<size>\S+)\s+with values\s*$")
_INDEX = re.compile(r"(?P<names>.+?)\s+(?:index|indices)\s+(?P<lower>.+?)\s*\.\.\s*(?P<upper>.+?)\s*$")
_RANGES = re.compile(r"^(?P<rest>.*?)\s*(?:\bfor\b|\bfamil(?:y|ies)\b(?=[^=]*=))\s*(?P<ranges>[^;]*\.\..*)$")


def declare(setting: Setting, key: str, text: str) -> None:
    """Take up one item of a header.

    Raises:
        Misdeclared: if it cannot be understood.
    """
    work: dict[str, Callable[[Setting, str], None]] = {
        "symbols": _symbols, "hypotheses": _hypothesis, "flow": _flow, "random": _random,
        "define": _definition,
    }  # fmt: skip
    text = " ".join(text.split())
    if len(text) > LONGEST_ITEM:
        raise Misdeclared(f"'{text[:60]} ...' has {len(text):,} characters; expected at most {LONGEST_ITEM:,}")
    try:
        work[key](setting, text)
    except Misdeclared:
        raise
    except RecursionError:
        raise Misdeclared(f"'{text[:60]}' is nested too deeply") from None
    except (ValueError, NotImplementedError, TypeError) as problem:
        raise Misdeclared(f"'{text[:120]}': {problem}") from None


def _symbols(setting: Setting, item: str) -> None:
    if found := WITH.match(item):
        _rows(setting, found)
        return
    if (found := _MATRIX.match(item)) and found["still"]:
        _matrices(setting, found)
        return
    number = bool(re.search(r"\b(?:numbers?|constants?)\b", item))
    for pattern, by in _SPELLED:
        item = re.sub(pattern, by, item)
    if found := _INDEX.match(item):
        for name in apart(found["names"]):
            _index(setting, latex_name(name), found["lower"], found["upper"])
        return
    if found := _WITH_VALUES.match(item):
        names = found["names"]
        _symbols(setting, f"{names} vector {found['size']}")
        setting.names.functions.declared.update({latex_name(name): Value() for name in apart(names)})
        return
    if (found := _FUNCTION.match(item)) and not found["names"].endswith("functions"):
        _functions(setting, found)
        return
    if found := _MATRIX.match(item):
        _matrices(setting, found)
        return
    ranges = _RANGES.match(item)
    indices: dict[str, Any] = {}
    if ranges:
        item = ranges["rest"]
        indices = _running(setting, ranges["ranges"])
        if found := _MATRIX.match(item):  # a family of vectors
            _matrices(setting, found)
            for name in map(latex_name, apart(found["names"])):
                base, _, index = name.rpartition("_")
                if index.strip("{}") in indices and name in setting.meanings:
                    setting.members[base] = setting.meanings[name]
            return
    interval = re.search(r"\\in\s*([\[(])(.+),(.+)([\])])\s*$", item)
    if interval:
        item = item[: interval.start()]
    kind = _KIND.match(item)
    if kind is None or not kind["names"].strip():
        raise Misdeclared(f"'{item}' declares nothing; expected names and what they are, such as 'S, r_0 > 0'")
    what = re.sub(r"\s+", " ", kind["kind"].replace(">0", "> 0"))
    what = {">0": "> 0", "<0": "< 0"}.get(re.sub(r"\s", "", what), what)
    if what in (r"\ge0", r"\le0", r"\ne0"):
        what = what.replace("0", " 0")
    if what == "" and not (kind["moving"] or indices or interval or number):
        raise Misdeclared(
            f"'{item}' does not say what it is; expected one of positive, nonnegative, real, natural, integer, "
            "nonzero, trajectories, time, a matrix d x p, an index 1..n, x_{i} for i = 1..n"
        )
    if what == "time":
        for name in apart(kind["names"]):
            setting.add_time(latex_name(name))
        return
    if kind["of"] is not None and kind["of"] not in setting.names.times:
        if kind["of"] in setting.meanings:
            raise Misdeclared(f"{kind['of']} is no time; declare it as one: '{kind['of']} time'")
        setting.add_time(kind["of"])
    assumptions = _SIGNS.get(what, {"real": True})
    bad: list[str] = []
    for name in apart(kind["names"]):
        try:
            latex = latex_name(name)
            _one(setting, latex, assumptions, bool(kind["moving"]), indices)
        except ValueError as problem:  # the other names of the item are none the worse for it
            bad.append(str(problem))
            continue
        if number:
            setting.names.numbers.update({latex, joined(words(latex)[: words(latex).index("_")]) if indices else latex})
        if interval:
            low, high = setting.read(interval[2]), setting.read(interval[3])
            symbol = setting.meanings[latex]
            setting.hypotheses.append(symbol > low if interval[1] == "(" else symbol >= low)
            setting.hypotheses.append(symbol < high if interval[4] == ")" else symbol <= high)
    if bad:
        raise Misdeclared("; ".join(bad))


def _one(setting: Setting, latex: str, assumptions: dict[str, Any], moving: bool, indices: dict[str, Any]) -> None:
    if not is_name(latex):
        raise Misdeclared(f"'{latex}' is no name; expected a letter, with indices or an accent if need be")
    if not setting.is_new(latex):
        if _is_size(setting.meanings.get(latex)) and assumptions in _WHOLE and not (moving or indices):
            return  # it stood as a size before it was said to be a whole number
        raise Misdeclared(f"{latex} is declared twice")
    if indices and "_" in latex:
        _family(setting, latex, assumptions, moving, indices)
    elif indices:
        raise Misdeclared(f"{latex} has no index; expected a family such as {latex}_{{i}} for i = 1..n")
    elif moving:
        setting.name(latex, setting.moving(latex, setting.internal(latex), assumptions))
    else:
        setting.name(latex, sp.Symbol(setting.internal(latex), **assumptions))


def _is_size(made: Any) -> bool:
    return isinstance(made, sp.Symbol) and made.is_integer and made.is_positive


def _family(setting: Setting, latex: str, assumptions: dict[str, Any], moving: bool, indices: dict[str, Any]) -> None:
    tokens = words(latex)
    place = tokens.index("_")
    inside, after = argument(tokens, place + 1)
    parts = [joined(part) for part in between_commas(inside)]
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
    internal = setting.internal(re.sub(rf"_\{{{PLACE}\}}|{PLACE},|,{PLACE}", "", pattern), pattern, indexed=True)
    arguments = [indices[p] for p in own]
    times = [setting.clock()] if moving else []
    entry = sp.Function(internal, **assumptions)(*arguments, *times)
    setting.families.append(entry)
    name = tuple(words(base))
    setting.names.families[name] = len(own)
    setting.names.declared.add(base)
    if moving:
        setting.names.moving.append(name)
        dots = pattern.replace(base, rf"\dot{{{base}}}", 1)
        dotted = setting.internal(f"{internal}dot", dots, indexed=True)
        rate = sp.Function(dotted, real=True)(*arguments, *times)
        setting.families.append(rate)
        setting.rates_of[rate] = entry


def _index(setting: Setting, latex: str, lower: str, upper: str) -> Any:
    ends = [_size(setting, lower), _size(setting, upper)]
    known = setting.meanings.get(latex)
    if isinstance(known, sp.Idx):
        if [known.lower, known.upper] != ends:
            if not setting.presumes:
                raise Misdeclared(f"the index {latex} is declared with two ranges")
            return sp.Idx(sp.Symbol("entryindex_0", integer=True), (ends[0], ends[1]))  # of this family alone
        return known
    if known is not None:
        raise Misdeclared(f"{latex} is declared twice")
    made = sp.Idx(sp.Symbol(setting.internal(latex), integer=True), (ends[0], ends[1]))
    setting.name(latex, made)
    setting.names.ranges[latex] = (latex_name(lower), latex_name(upper))
    return made


def _size(setting: Setting, text: str) -> Any:
    """A number of things; a new letter is a natural number."""
    size = in_one_spelling(text)
    for latex in letters_of(size) if size else ():
        if latex not in setting.meanings:
            setting.name(latex, sp.Symbol(setting.internal(latex), integer=True, positive=True))
    return sp.expand(setting.read(in_latex(size) if size else text))


def _functions(setting: Setting, found: re.Match[str]) -> None:
    """``f function``, ``g vector function d``, ``h entrywise function``: of it is known only that it is one."""
    entrywise = bool(found["entrywise"])
    if entrywise and found["rows"]:
        raise Misdeclared(f"'{found[0]}' has a size; expected none: an entrywise function gives that of its argument")
    sizes = tuple(_size(setting, size) for size in (found["rows"], found["columns"]) if size)
    for name in apart(found["names"]):
        latex = latex_name(name)
        if not is_name(latex):
            raise Misdeclared(f"'{latex}' is no name; expected a letter, with indices or an accent if need be")
        if not setting.is_new(latex) or latex in setting.names.functions.declared:
            raise Misdeclared(f"{latex} is declared twice")
        tokens_of(latex)  # what no formula can hold is no name
        setting.names.functions.declared[latex] = Value(sizes, entrywise)
        setting.names.declared.add(latex)
        if not sizes:
            for other in (f"{latex}'", f"{latex}''", inverse_of(latex)):
                setting.names.functions.declared.setdefault(other, Value(entrywise=entrywise))
        if not sizes:  # without brackets it is a letter, of which as little is known
            setting.meanings[latex] = sp.Symbol(setting.internal(latex), real=True)


def _running(setting: Setting, ranges: str) -> dict[str, Any]:
    """The indices of ``i = 1..n, j = 1..p``."""
    indices: dict[str, Any] = {}
    for part in apart(ranges):
        name, _, extent = part.partition("=")
        lower, dots, upper = extent.partition("..")
        if not dots:
            raise Misdeclared(f"'{part}' is no range; expected one such as i = 1..n")
        for each in name.split("="):
            indices[latex_name(each)] = _index(setting, latex_name(each), lower, upper)
    return indices


def _matrices(setting: Setting, found: re.Match[str]) -> None:
    rows = _size(setting, found["rows"].rstrip(","))
    column = "vector" in found["kind"]
    if found["columns"] is None and not column:
        raise Misdeclared(f"'{found[0]}' has one size; expected two, such as d x p")
    columns = sp.Integer(1) if found["columns"] is None else _size(setting, found["columns"])
    bad: list[str] = []
    for name in apart(found["names"]):
        latex = latex_name(name)
        if not is_name(latex):
            bad.append(f"'{latex}' is no name; expected a letter, with indices or an accent if need be")
            continue
        if not setting.is_new(latex):
            bad.append(f"{latex} is declared twice")
            continue
        internal = setting.internal(latex)
        made = RandomVector(internal, rows) if "random" in found["kind"] else sp.MatrixSymbol(internal, rows, columns)
        setting.name(latex, made)
        if found["still"]:
            setting.still.add(made)
            setting.names.still.add(latex)
        if not isinstance(made, RandomVector):
            setting.dotted(latex, Velocity(made))
            setting.with_entries(latex, made)
        if re.search(r"\binvertible\b", found["kind"]):
            setting.invertible.add(made)
        assumption: dict[str, Any] = {
            "symmetric": Symmetric, "diagonal": Diagonal, "orthogonal": Orthogonal,
            "semiorthogonal": SemiOrthogonal, "semi-orthogonal": SemiOrthogonal,
            "positive definite": PositiveDefinite, "positive semi-?definite": PositiveSemidefinite,
        }  # fmt: skip
        for word, kind in assumption.items():
            if re.search(rf"(?<![\w-]){word}\b", found["kind"]):
                setting.hypotheses.append(kind(made))
    setting.meanings.setdefault("I", sp.Identity(ANY_SIZE))
    for size in sorted(rows.free_symbols | columns.free_symbols, key=str):
        if size.is_Symbol:
            setting.meanings.setdefault(
                f"I_{{{setting.notation.get(size.name, name_in_latex(size.name))}}}", sp.Identity(size)
            )
    if bad:
        raise Misdeclared("; ".join(bad))


def _rows(setting: Setting, found: re.Match[str]) -> None:
    """``X matrix n x d with rows x_{i}``, ``y vector n with entries y_{i}``."""
    whole = _MATRIX.match(found["of"])
    one = latex_name(found["one"])
    base, _, index = one.rpartition("_{")
    fits = whole is not None and (re.match("vector|diagonal", whole["kind"]) is not None) == (
        found["kind"] == "entries"
    )
    if whole is None or not fits or not base or len(apart(whole["names"])) != 1:
        raise Misdeclared(f"'{found[0]}' is not understood; expected X matrix n x d with rows x_{{i}}")
    _matrices(setting, whole)
    made = setting.meanings[latex_name(whole["names"])]
    if found["kind"] == "entries":
        if in_words(base) not in setting.names.families:
            declare(setting, "symbols", f"{one} real for {index[:-1]} = 1..{whole['rows']}")
        entry = next((f for f in setting.families if setting.printed(f.func.__name__) in (base, f"{base}_{{}}")), None)
        if entry is None or len(entry.args) != 1:
            raise Misdeclared(f"{one} is declared as something else")
        setting.rows[entry.func.__name__] = made
        return
    if setting.is_new(one):
        declare(setting, "symbols", f"{one} vector {whole['columns'] if found['kind'] == 'rows' else whole['rows']}")
    setting.rows[joined(words(base))] = made.T if found["kind"] == "columns" else made


def _hypothesis(setting: Setting, item: str) -> None:
    if declare_shape(setting, item):
        return
    for left, relation, right in setting.relations(item):
        setting.hypotheses.append(hypothesis(left, relation, right))


def _definition(setting: Setting, item: str) -> None:
    name, sign, value = item.partition(":=")
    if not sign:
        name, sign, value = item.partition("=")
    if not sign:
        raise Misdeclared(f"'{item}' defines nothing; expected name = expression")
    setting.define(name, *setting.read_written(value))


def _flow(setting: Setting, item: str) -> None:
    """``loss = ...``, ``parameters a, b``, ``on a = b``, or a rate ``\\dot{a} = ...``."""
    wanted = setting.wanted
    parts = re.split(r",\s*(?=parameters?\b|on\b|loss\b|time\b)", item)
    if len(parts) > 1:
        for part in parts:
            _flow(setting, part)
        return
    if found := re.match(r"parameters?\s*[:=]?\s*(.+)$", item):
        wanted["parameters"] = [_parameter(setting, name) for name in apart(found[1])]
    elif found := re.match(r"on\s+(.+?)=(.+)$", item):
        wanted.setdefault("on", []).append(setting.read(found[1]) - setting.read(found[2]))
    else:
        sides = cut_relations(item)
        if len(sides) != 2 or sides[1][0] not in ("=", ":="):
            raise Misdeclared(f"'{item}' is no part of a flow; expected loss = ..., parameters a, b, or on a = b")
        name, (value, written) = sides[0][1], setting.read_written(sides[1][1])
        if name.strip() != "loss":
            left = _rate_name(setting, name)
            if left is not None:
                if isinstance(left, sp.MatrixSymbol) and getattr(value, "shape", None) != left.shape:
                    raise Misdeclared(f"'{item}': the rate is no matrix of the size of {left}")
                setting.rates[left] = value
                setting.clock()
                return
            setting.define(name, value, written)
        wanted["loss"] = value
    if "loss" in wanted and "parameters" in wanted:
        _make_flow(setting, wanted)


def _rate_name(setting: Setting, name: str) -> Any:
    """The trajectory whose rate a left side is; None if it is a name for the loss."""
    from .meaning import rate_in

    try:
        read = setting.read(name)
    except CannotRead:
        return None
    return rate_in(read, setting)


def _parameter(setting: Setting, name: str) -> Any:
    read = setting.meanings.get(latex_name(name))
    if read is None:
        read = setting.read(name)
    if isinstance(read, sp.core.function.AppliedUndef) and any(isinstance(a, sp.Idx) for a in read.args):
        return Family(read.func.__name__, setting.time)
    return read


def _make_flow(setting: Setting, wanted: dict[str, Any]) -> None:
    loss, parameters = setting.without_definitions(wanted["loss"]), tuple(wanted["parameters"])
    if any(isinstance(p, sp.MatrixSymbol) for p in parameters):
        setting.flow = MatrixFlow(loss, parameters)
        setting.clock()
        return
    flow = GradientFlow(loss, parameters, setting.clock())
    if wanted.get("on"):
        flow = flow.on(*(setting.without_definitions(e) for e in wanted["on"]))
    setting.flow = flow


def _random(setting: Setting, item: str) -> None:
    names, sign, law = re.sub(r"\\sim(?![A-Za-z])", "~", item).partition("~")
    if not sign:
        raise Misdeclared(f"'{item}' has no ~; expected x ~ N(0, \\sigma^2)")
    found = re.match(r"\s*(?:\\(?:mathcal|mathrm|operatorname))?\s*\{?\s*([A-Za-z]+)\s*\}?\s*(?:\((.*)\))?\s*$", law)
    if found is None:
        raise Misdeclared(f"'{law}' is no distribution; expected N(mean, variance), U(a, b), Bernoulli(p), Rademacher")
    parameters = [setting.read(joined(part)) for part in between_commas(words(found[2] or ""))] if found[2] else []
    makers: dict[str, tuple[int, Callable[..., Distribution]]] = {
        "n": (2, lambda mean, variance: Normal(mean, sp.sqrt(variance))), "u": (2, Uniform),
        "bernoulli": (1, Bernoulli), "rademacher": (0, Rademacher),
    }  # fmt: skip
    kind = {"normal": "n", "gaussian": "n", "uniform": "u", "unif": "u"}.get(found[1].lower(), found[1].lower())
    if kind not in makers or makers[kind][0] != len(parameters):
        raise Misdeclared(f"'{law}' is no distribution; expected N(mean, variance), U(a, b), Bernoulli(p), Rademacher")
    for name in apart(names):
        if latex_name(name) not in setting.names.declared and "_" not in name:
            _symbols(setting, f"{name} real")
        read = setting.meanings.get(latex_name(name))
        read = setting.read(name) if read is None else read
        if isinstance(read, sp.core.function.AppliedUndef):
            read = Family(read.func.__name__, None)
        elif not isinstance(read, sp.Symbol):
            raise Misdeclared(f"{name} is no symbol, and no family; expected one declared as real")
        setting.random[read] = makers[kind][1](*parameters)
