"""Gallina, the language of Coq's terms, as a small type: what a statement is made of, and how it is printed.

Terms, types and propositions are one type, as they are in Coq.  A statement is put together of these and never of
texts, so that a part of it stands in parentheses wherever it needs them, and which names are free in it is known.  Here
alone they become text.

A term that is put together (an application, a sum, a quotient) stands in parentheses wherever it is a part; a
proposition does only where Coq would read it otherwise.

This module is trusted: what it prints is what Coq proves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import count

_ATOM, _TERM, _RELATION, _AND, _OR, _IFF, _ARROW, _QUANTIFIER = range(8)
"""How loosely a node holds together, tightest first: Coq's levels 0, 1 to 50, 70, 80, 85, 95, 99 and 200."""


class NotClosed(Exception):
    """A statement speaks of what it does not quantify, or says a name in two senses; the message names it."""


class Gallina:
    """A term, a type or a proposition of Coq."""

    level = _ATOM

    def __str__(self) -> str:
        """Its text as a part of another: in parentheses, unless it is a name, a number or the like."""
        return self.within(_ATOM)

    @cached_property
    def whole(self) -> str:
        """Its text where nothing stands around it."""
        return self._printed()

    def within(self, level: int) -> str:
        """Its text in a place that holds together as a level does."""
        return self.whole if self.level <= level else f"({self.whole})"

    def _printed(self) -> str:
        raise NotImplementedError

    def parts(self) -> Iterator[Gallina]:
        """What it is made of, one step down."""
        for item in fields(self):  # type: ignore[arg-type]
            yield from _nodes(getattr(self, item.name))

    def has(self, part: Gallina) -> bool:
        """Whether a part of it, or itself, is this one."""
        return self == part or any(inner.has(part) for inner in self.parts())

    @cached_property
    def free(self) -> frozenset[str]:
        """The variables that it speaks of and does not bind."""
        return frozenset().union(*(part.free for part in self.parts()))

    @cached_property
    def constants(self) -> frozenset[str]:
        """The names of Coq's libraries, and of the prelude, that it speaks of."""
        return frozenset().union(*(part.constants for part in self.parts()))

    def put(self, values: Mapping[str, Gallina]) -> Gallina:
        """It with terms in the place of free variables; bound ones make way."""
        values = {name: value for name, value in values.items() if name in self.free}
        return self._put(values) if values else self

    def _put(self, values: Mapping[str, Gallina]) -> Gallina:
        changed = {item.name: _put(getattr(self, item.name), values) for item in fields(self)}  # type: ignore[arg-type]
        return replace(self, **changed)  # type: ignore[type-var]

    def check(self) -> None:
        """That no part of it is a text, and that nothing that it binds has the name of a constant inside.

        Raises:
            NotClosed: otherwise.
        """
        for part in self.parts():
            part.check()


def _nodes(value: object) -> Iterator[Gallina]:
    if isinstance(value, Gallina):
        yield value
    elif isinstance(value, tuple):
        for inner in value:
            yield from _nodes(inner)


def _put(value: object, values: Mapping[str, Gallina]) -> object:
    if isinstance(value, Gallina):
        return value.put(values)
    return tuple(_put(inner, values) for inner in value) if isinstance(value, tuple) else value


def is_name(text: str) -> bool:
    """Whether a text is an identifier of Coq, as `Names` makes them."""
    return text.isascii() and text.replace("'", "_").isidentifier()


# -- terms -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Var(Gallina):
    """A variable, which a quantifier or a function around it binds."""

    name: str

    def __post_init__(self) -> None:
        if not is_name(self.name):
            raise ValueError(f"a variable's name, not {self.name!r}")

    def _printed(self) -> str:
        return self.name

    @cached_property
    def free(self) -> frozenset[str]:
        return frozenset((self.name,))

    def _put(self, values: Mapping[str, Gallina]) -> Gallina:
        return values[self.name]


@dataclass(frozen=True)
class Const(Gallina):
    """What a library, or the prelude, defines."""

    name: str

    def __post_init__(self) -> None:
        if not all(map(is_name, self.name.split("."))):
            raise ValueError(f"the name of a constant, not {self.name!r}")

    def _printed(self) -> str:
        return self.name

    @cached_property
    def constants(self) -> frozenset[str]:
        return frozenset((self.name,))


@dataclass(frozen=True)
class Num(Gallina):
    """A whole number in digits; one with a sign stands in parentheses."""

    value: int

    def _printed(self) -> str:
        return str(self.value) if self.value >= 0 else f"({self.value})"


@dataclass(frozen=True)
class Said(Gallina):
    """A text that a script has put in the place of a term.  No statement holds one."""

    text: str

    def _printed(self) -> str:
        return self.text

    def check(self) -> None:
        raise NotClosed(f"a statement that holds a text: {self.text}")


def term_of(said: str | Gallina) -> Gallina:
    """A term; a name stands for its variable, and any other text, from a script, for itself."""
    if isinstance(said, Gallina):
        return said
    return Var(said) if is_name(said) else Said(said)


@dataclass(frozen=True)
class App(Gallina):
    """A function, or a predicate, and its arguments."""

    head: Gallina
    arguments: tuple[Gallina, ...]

    level = _TERM

    def _printed(self) -> str:
        return " ".join(map(str, (self.head, *self.arguments)))


def app(head: str, *arguments: Gallina) -> App:
    """A constant that is applied."""
    return App(Const(head), arguments)


@dataclass(frozen=True)
class Op(Gallina):
    """Terms between which a sign stands, from left to right: ``a + b + c``.  One alone is itself, in parentheses."""

    sign: str
    terms: tuple[Gallina, ...]

    level = _TERM

    def _printed(self) -> str:
        return f" {self.sign} ".join(map(str, self.terms))


@dataclass(frozen=True)
class Prefix(Gallina):
    """``- x`` or ``/ x``."""

    sign: str
    term: Gallina

    level = _TERM

    def _printed(self) -> str:
        return f"{self.sign} {self.term}"


@dataclass(frozen=True)
class InNat(Gallina):
    """A term, or a relation, whose signs are those of the naturals."""

    inside: Gallina

    def _printed(self) -> str:
        return f"({self.inside.whole})%nat"


@dataclass(frozen=True)
class IfEqual(Gallina):
    """One term where two naturals are the same, and another where they are not."""

    one: Gallina
    other: Gallina
    then: Gallina
    otherwise: Gallina

    level = _QUANTIFIER

    def _printed(self) -> str:
        return f"if Nat.eqb {self.one} {self.other} then {self.then} else {self.otherwise}"

    @cached_property
    def constants(self) -> frozenset[str]:
        return super().constants | {"Nat.eqb"}


# -- what binds ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Binder:
    """Variables of one type; of a function, whose argument says it, the type may be left out."""

    names: tuple[str, ...]
    type: Gallina | None = None

    def __str__(self) -> str:
        return f"{' '.join(self.names)} : {self.type.whole}" if self.type else " ".join(self.names)


class _Binding(Gallina):
    """What binds variables; each stands in the types of those after it, and in the scope."""

    binders: tuple[Binder, ...]

    def _scope(self) -> Iterator[Gallina]:
        raise NotImplementedError

    def _bound(self) -> list[str]:
        return [name for binder in self.binders for name in binder.names]

    def parts(self) -> Iterator[Gallina]:
        yield from (binder.type for binder in self.binders if binder.type)
        yield from self._scope()

    @cached_property
    def free(self) -> frozenset[str]:
        found = frozenset[str]().union(*(part.free for part in self._scope()))
        for binder in reversed(self.binders):
            found = found.difference(binder.names) | (binder.type.free if binder.type else frozenset())
        return found

    def check(self) -> None:
        super().check()
        bound = self._bound()
        if len(set(bound)) < len(bound):
            raise NotClosed(f"two variables of one name among {', '.join(bound)}")
        if caught := self.constants.intersection(bound):
            raise NotClosed(f"a letter that is called {min(caught)}, as a notion of Coq's library is")

    def _put(self, values: Mapping[str, Gallina]) -> Gallina:
        taken = frozenset[str]().union(*(value.free for value in values.values()))
        avoided = taken | self.free | frozenset[str]().union(*(part.free for part in self._scope()))
        renamed: dict[str, Gallina] = {}
        binders = []
        for binder in self.binders:
            type_ = binder.type.put({**values, **renamed}) if binder.type else None
            names = []
            for name in binder.names:
                new = name if name not in taken else _another(name, avoided | {*self._bound()})
                avoided |= {new}
                renamed[name] = Var(new)
                names.append(new)
            binders.append(Binder(tuple(names), type_))
        inside = {**values, **renamed}
        changed = {
            item.name: _put(getattr(self, item.name), inside)
            for item in fields(self)  # type: ignore[arg-type]
            if item.name != "binders"
        }
        return replace(self, binders=tuple(binders), **changed)  # type: ignore[type-var]


def _another(name: str, taken: frozenset[str]) -> str:
    return next(new for k in count(2) if (new := f"{name}_{k}") not in taken)


@dataclass(frozen=True)
class Fun(_Binding):
    """A function of one argument, or of several of one type."""

    binders: tuple[Binder, ...]
    value: Gallina

    level = _QUANTIFIER

    def _scope(self) -> Iterator[Gallina]:
        yield self.value

    def _printed(self) -> str:
        (binder,) = self.binders
        value = str(self.value) if self.value.level <= _TERM else self.value.whole
        return f"fun {binder} => {value}"


def fun(name: str, value: Gallina, type_: Gallina | None = None) -> Fun:
    """A function of one argument."""
    return Fun((Binder((name,), type_),), value)


@dataclass(frozen=True)
class Quantified(_Binding):
    """``forall`` or ``exists``, as `which` says."""

    which: str
    binders: tuple[Binder, ...]
    inside: Gallina

    level = _QUANTIFIER

    def _scope(self) -> Iterator[Gallina]:
        yield self.inside

    def _printed(self) -> str:
        several = len(self.binders) > 1
        bound = " ".join(f"({binder})" if several else str(binder) for binder in self.binders)
        return f"{self.which} {bound}, {self.inside.whole}"


def forall(inside: Gallina, *binders: Binder) -> Gallina:
    """It for all values of some variables."""
    return Quantified("forall", binders, inside) if binders else inside


def exists(name: str, type_: Gallina, inside: Gallina) -> Gallina:
    """It for some value of a variable."""
    return Quantified("exists", (Binder((name,), type_),), inside)


# -- propositions ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Related(Gallina):
    """``a < b``, and the same in a row: ``a <= b <= c``."""

    terms: tuple[Gallina, ...]
    signs: tuple[str, ...]

    level = _RELATION

    def _printed(self) -> str:
        first, *rest = map(str, self.terms)
        return first + "".join(f" {sign} {term}" for sign, term in zip(self.signs, rest, strict=True))


def related(one: Gallina, sign: str, other: Gallina) -> Related:
    """A relation between two terms."""
    return Related((one, other), (sign,))


def between(low: Gallina, inside: Gallina, high: Gallina, sign: str = "<=") -> Related:
    """That a term lies between two others."""
    return Related((low, inside, high), (sign, sign))


@dataclass(frozen=True)
class Arrow(Gallina):
    """What is assumed, in turn, and what follows from it; of types, those of the arguments and of the value."""

    before: tuple[Gallina, ...]
    after: Gallina

    level = _ARROW

    def _printed(self) -> str:
        return " -> ".join([*(part.within(_ARROW - 1) for part in self.before), self.after.whole])


def given(assumed: tuple[Gallina, ...], then: Gallina) -> Gallina:
    """What holds if all of these do."""
    return Arrow(assumed, then) if assumed else then


_LEVELS = {"/\\": _AND, "\\/": _OR, "<->": _IFF}


@dataclass(frozen=True)
class Both(Gallina):
    """Two propositions with a sign between them: ``/\\``, ``\\/`` or ``<->``."""

    one: Gallina
    sign: str
    other: Gallina

    @property
    def level(self) -> int:  # type: ignore[override]
        return _LEVELS[self.sign]

    def _printed(self) -> str:
        below = self.level - 1
        return f"{self.one.within(below)} {self.sign} {self.other.within(below)}"


@dataclass(frozen=True)
class Theory(_Binding):
    """What a theorem says, on lines of its own: for all values, if all these hold, then so do all those."""

    binders: tuple[Binder, ...]
    assumed: tuple[Gallina, ...]
    proved: tuple[Gallina, ...]

    level = _QUANTIFIER

    def _scope(self) -> Iterator[Gallina]:
        yield from self.assumed
        yield from self.proved

    def _printed(self) -> str:
        bound = f"  forall {' '.join(f'({binder})' for binder in self.binders)},\n" if self.binders else ""
        assumed = "".join(f"  ({part.whole}) ->\n" for part in self.assumed)
        return f"{bound}{assumed}  " + "\n  /\\ ".join(f"({part.whole})" for part in self.proved)


@dataclass(frozen=True)
class Not(Gallina):
    """That a proposition is false, on lines of its own."""

    inside: Gallina

    level = _QUANTIFIER

    def _printed(self) -> str:
        return f"~ (\n  {self.inside.whole.strip()})"
