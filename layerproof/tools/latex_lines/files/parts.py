"""What a file of derivations is made of, as text: declarations, and equations of steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from .positions import Place
from .source import Trouble

MOST_TROUBLES = 200
KEYS = {
    "symbols": "symbols", "symbol": "symbols", "hypotheses": "hypotheses", "hypothesis": "hypotheses",
    "assume": "hypotheses", "flow": "flow", "random": "random", "define": "define", "where": "define",
    "read": "read",
}  # fmt: skip


@dataclass(frozen=True)
class Step:
    """``relation text``: the next link of a chain.

    Attributes:
        relation: ``=``, ``<``, ``<=``, ``>``, ``>=``, ``!=``; ``~`` (about equal: no claim), ``:=``, ``->``, ``in``.
        text: the right side, in LaTeX.
        line: of the file.
        block: the number of the display.
        source: the row that it is from.
        conditions: relations under which it is said to hold, in LaTeX.
        remark: the words beside it.
        unread: mathematics beside it that is neither a condition nor a relation.
        given: whether it is said beside it that it is assumed.
        beside: an inequality side by side with it, which may be its condition, or an equation of its own.
        qualified: whether something in its row may restrict it, or take it back; see `qualified`.
    """

    relation: str
    text: str
    line: int
    block: int
    source: str
    conditions: tuple[str, ...] = ()
    remark: str = ""
    unread: str = ""
    given: bool = False
    beside: str = ""
    qualified: bool = False


@dataclass
class Equation:
    """A left side and the links after it.

    Attributes:
        block: the number of the display, from 1.
        start: the left side in LaTeX.
        line: of the file.
        steps: one or more.
        link: ``=>`` if it is said to follow from what is before it, ``<=>`` if also the reverse, else empty.
        given: whether it is said to be assumed.
    """

    block: int
    start: str
    line: int
    steps: list[Step] = field(default_factory=list)
    link: str = ""
    given: bool = False

    @property
    def sides(self) -> list[str]:
        """The left side, and that of each link, in LaTeX."""
        return [self.start, *(step.text for step in self.steps)]

    def changed(self, change: Callable[[int, str], str]) -> Equation:
        """The equation with what `change` makes of each formula, and the line where it stands."""
        steps = [
            replace(
                step,
                text=change(step.line, step.text),
                conditions=tuple(change(step.line, condition) for condition in step.conditions),
            )
            for step in self.steps
        ]
        return replace(self, start=change(self.line, self.start), steps=steps)


@dataclass(frozen=True)
class Declaration:
    """One item of a header, and whether it is only guessed."""

    line: int
    key: str
    text: str
    guessed: bool = False


def _placed(data: dict[str, Any]) -> dict[str, Any]:
    """The parts of an equation or a declaration, with their places as data."""
    return {
        **data,
        "line": _place_as_data(data["line"]),
        **({"steps": [_placed(step) for step in data["steps"]]} if "steps" in data else {}),
    }


def _place_as_data(line: int | None) -> list[Any] | None:
    return None if line is None else (line if isinstance(line, Place) else Place(line)).as_data()


def _by_block(said: dict[int, list[tuple[int, str]]]) -> list[Any]:
    return [[block, [[_place_as_data(line), text] for line, text in given]] for block, given in said.items()]


def _of_blocks(data: list[Any]) -> dict[int, list[tuple[int, str]]]:
    return {int(block): [(Place(*line), text) for line, text in given] for block, given in data}


@dataclass
class Document:
    """What a file holds, in order, what in it could not be cut up, and why formulas with some names are not read.

    In `prose` are the relations between its displays, ``$u = v$``, which are not read as mathematics; in `positive`
    what its prose calls a step size, a number of something, or the constant of a smooth function; in `reasons` what
    it names as the reason of a display, by the number of that; in `shapes` what it says of functions, with the
    formulas of the sentence; in `premises` the relations that the sentences round a display give it; in `cases` the
    displays that are said of a case only, each with the last that goes on from it; in `doubtful` those in sentences
    that may do more than state them, in `singled_out` the formulas of such; in `reach` the last display for which one
    states a fact, where that is not the last of all; in `defined` what the prose before a display says that letters
    stand for; in `turns` where the prose gives letters another meaning, with the formulas that tell which, in `fresh`
    where it may introduce them once more; in `announced` the displays that say what is set, proved elsewhere or still
    to be shown, with which of these; in `traits` what it says that explains what looks like a slip; in `typings` the
    formulas of the prose that say what letters are, each with the word beside it; in `accents` the letters that are
    declared for some lines, see `scoped`; in `presumed` the commands that nothing defines, each with what shows where
    it was written out as what it mostly stands for; in `powers` whether it says that powers of vectors are taken entry
    by entry.
    """

    parts: list[Declaration | Equation] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    blocks: int = 0
    rows: int = 0
    relations: int = 0
    refused: dict[str, str] = field(default_factory=dict)
    prose: list[tuple[int, str]] = field(default_factory=list)
    positive: list[str] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)
    shapes: list[tuple[int, str, str]] = field(default_factory=list)
    premises: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    cases: dict[int, int] = field(default_factory=dict)
    reach: dict[int, int] = field(default_factory=dict)
    doubtful: set[int] = field(default_factory=set)
    singled_out: dict[int, tuple[str, ...]] = field(default_factory=dict)
    announced: dict[int, str] = field(default_factory=dict)
    defined: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    turns: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    fresh: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    traits: list[tuple[int, str, tuple[str, ...]]] = field(default_factory=list)
    typings: list[tuple[int, str, str]] = field(default_factory=list)
    accents: list[str] = field(default_factory=list)
    presumed: dict[str, str] = field(default_factory=dict)
    jacobians: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    powers: bool = False

    def trouble(self, line: int | None, message: str) -> None:
        """Take down what could not be cut up; after `MOST_TROUBLES` no more."""
        if len(self.troubles) < MOST_TROUBLES:
            self.troubles.append(Trouble(line, message))
        elif len(self.troubles) == MOST_TROUBLES:
            self.troubles.append(Trouble(line, "and more of the sort from here on"))

    def change_formulas(self, change: Callable[[int, str], str]) -> None:
        """Put what `change` makes of each formula, and the line where it stands, in its place."""

        def several(said: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
            return [(line, tuple(change(line, text) for text in formulas)) for line, formulas in said]

        self.parts = [part.changed(change) if isinstance(part, Equation) else part for part in self.parts]
        for said in (self.premises, self.defined):
            for block, given in said.items():
                said[block] = [(line, change(line, text)) for line, text in given]
        self.prose = [(line, change(line, text)) for line, text in self.prose]
        self.turns, self.fresh = several(self.turns), several(self.fresh)
        self.traits = [
            (line, kind, tuple(change(line, text) for text in formulas)) for line, kind, formulas in self.traits
        ]

    def as_data(self) -> dict[str, Any]:
        """For another process, as JSON."""
        parts = [{"declaration": isinstance(part, Declaration), **_placed(asdict(part))} for part in self.parts]
        troubles = [[_place_as_data(trouble.line), trouble.message] for trouble in self.troubles]
        return {"parts": parts, "troubles": troubles, "blocks": self.blocks, "refused": self.refused,
                "presumed": self.presumed, "jacobians": self.jacobians, "kinds": self.kinds,
                "accents": self.accents, "powers": self.powers,
                "shapes": [[_place_as_data(line), *rest] for line, *rest in self.shapes],
                "typings": [[_place_as_data(line), *rest] for line, *rest in self.typings],
                "turns": [[_place_as_data(line), list(formulas)] for line, formulas in self.turns],
                "fresh": [[_place_as_data(line), list(formulas)] for line, formulas in self.fresh],
                "traits": [[_place_as_data(line), kind, list(formulas)] for line, kind, formulas in self.traits],
                "positive": self.positive, "reasons": [*self.reasons.items()], "cases": [*self.cases.items()],
                "reach": [*self.reach.items()], "doubtful": sorted(self.doubtful),
                "announced": [*self.announced.items()],
                "singled_out": [[block, list(formulas)] for block, formulas in self.singled_out.items()],
                "premises": _by_block(self.premises), "defined": _by_block(self.defined),
                "prose": [[_place_as_data(line), text] for line, text in self.prose]}  # fmt: skip

    @classmethod
    def of_data(cls, data: dict[str, Any]) -> Document:
        """What `as_data` made."""
        made = cls(blocks=data["blocks"], refused=data["refused"], presumed=data["presumed"], powers=data["powers"])
        made.jacobians, made.kinds = dict(data["jacobians"]), dict(data["kinds"])
        made.positive, made.accents = list(data["positive"]), list(data["accents"])
        made.shapes = [(Place(*line), *rest) for line, *rest in data["shapes"]]
        made.turns = [(Place(*line), tuple(formulas)) for line, formulas in data["turns"]]
        made.fresh = [(Place(*line), tuple(formulas)) for line, formulas in data["fresh"]]
        made.traits = [(Place(*line), kind, tuple(formulas)) for line, kind, formulas in data["traits"]]
        made.typings = [(Place(*line), *rest) for line, *rest in data["typings"]]
        made.reasons = {int(block): reason for block, reason in data["reasons"]}
        made.cases = {int(block): int(last) for block, last in data["cases"]}
        made.doubtful = set(data["doubtful"])
        made.announced = {int(block): where for block, where in data["announced"]}
        made.singled_out = {int(block): tuple(formulas) for block, formulas in data["singled_out"]}
        made.reach = {int(block): int(last) for block, last in data["reach"]}
        made.premises = _of_blocks(data["premises"])
        made.defined = _of_blocks(data["defined"])
        made.prose = [(Place(*line), text) for line, text in data["prose"]]
        made.troubles = [Trouble(line and Place(*line), message) for line, message in data["troubles"]]
        for part in data["parts"]:
            part["line"] = Place(*part["line"])
            if part.pop("declaration"):
                made.parts.append(Declaration(**part))
                continue
            steps = [
                Step(**{**step, "line": Place(*step["line"]), "conditions": tuple(step["conditions"])})
                for step in part.pop("steps")
            ]
            made.parts.append(Equation(**part, steps=steps))
        return made

    @property
    def is_declared_beside(self) -> bool:
        """Whether declarations stand in a file beside it."""
        return any(isinstance(part, Declaration) and part.line == 0 for part in self.parts)

    @property
    def equations(self) -> list[Equation]:
        """The equations of all displays."""
        return [part for part in self.parts if isinstance(part, Equation)]
