"""What stands on each page, before it is laid out."""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from layerproof.derivations.coverage import Entry, State
from layerproof.derivations.printed.lines import standing_at
from layerproof.desk.errata import how_equations_are_read, how_it_is_read, ordered
from layerproof.desk.graph import Graph
from layerproof.desk.tables import METHOD_TITLES, explanations
from layerproof.export import quoting
from layerproof.export.bibtex import bibliography
from layerproof.export.fragments import printed, rows
from layerproof.export.quoting import Quote
from layerproof.language.claims import KINDS, Claim
from layerproof.language.sources import SHORT, TITLES, Source, cited, title_of
from layerproof.language.statements.base import Row
from layerproof.language.verdicts import Evidence, Method, Verdict, Witness
from layerproof.running.results import Exit, Result, repeated
from layerproof.running.texts import hypotheses

from . import annotated, book, chapters, code, lanes, words
from .formulas import display, inline
from .quotes import quoted
from .words import Linker, capital, sentence, titled

if TYPE_CHECKING:
    from layerproof.figures import Plate

_SHOWN = "thesis-5.2"  # the figure on the first page: in its panel (b) the printed formula and its repair
LIBRARIES = ("sympy", "python-flint", "numpy", "scipy", "heyoka", "torch")
MEANINGS = {
    Verdict.VERIFIED: "proved, wherever the hypotheses hold",
    Verdict.REFUTED: "false: rational values of the symbols at which it fails are given",
    Verdict.SUPPORTED: "numbers agree within a tolerance; nothing is proved",
    Verdict.CONTRADICTED: "of one method: the numbers disagree",
    Verdict.UNDECIDED: "neither, for the reason given",
    Verdict.CONFLICT: "one method proves what another contradicts: an alarm",
}
_MARKS = {
    Verdict.VERIFIED: ("good", "✓"),
    Verdict.SUPPORTED: ("agree", "≈"),
    Verdict.REFUTED: ("bad", "✗"),
    Verdict.CONTRADICTED: ("bad", "≉"),
    Verdict.UNDECIDED: ("open", "?"),
    Verdict.CONFLICT: ("bad", "!"),
}


@dataclass(frozen=True)
class Badge:
    """A verdict as it is shown: a word, a sign, and a class for its colour."""

    word: str
    mark: str
    style: str
    alarm: bool = False


@dataclass(frozen=True)
class Figure:
    """A figure in the site: its plate, the claims with a page, the picture's bytes and size if there is one."""

    plate: Plate
    claims: tuple[Claim, ...]
    picture: bytes | None = None

    @property
    def path(self) -> str:
        """Where the picture is."""
        return f"figures/{slug(self.plate.name)}.png"

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, from the head of the PNG file."""
        return struct.unpack(">II", self.picture[16:24]) if self.picture and len(self.picture) > 24 else (0, 0)


@dataclass(frozen=True)
class Deferred:
    """What needs the address of the page that it stands on: it is made when the page is."""

    make: Callable[[Linker], Any]


def resolved(content: Mapping[str, Any], link: Linker) -> dict[str, Any]:
    """The content of a page with everything deferred made."""
    return {key: value.make(link) if isinstance(value, Deferred) else value for key, value in content.items()}


def badge(found: Result | Evidence) -> Badge:
    """The verdict on a claim, or of one method; a printed line that is refuted, as it should be, is no alarm."""
    if isinstance(found, Result) and not found.evidence:
        return Badge("NOT CHECKED", "·", "open")
    style, mark = _MARKS[found.verdict]
    if isinstance(found, Result):
        expected = found.status is Exit.EXPECTED
        if expected and found.verdict is Verdict.REFUTED:
            style = "printed"
        return Badge(found.verdict.value, mark, style, alarm=not expected)
    return Badge(found.verdict.value, mark, style)


def slug(text: str) -> str:
    """A name for a file or an anchor: letters, digits, dots and hyphens."""
    plain = text.replace("'", "-prime").replace("+", "-plus").replace("*", "-star")
    return re.sub(r"[^A-Za-z0-9.-]+", "-", plain).strip("-.") or "x"


def count(number: int, what: str) -> str:
    """``3 claims``, ``1 claim``."""
    return f"{number} {what}{'s' * (number != 1)}"


class Site:
    """What the pages have in common: who has a page and where, what was found, what uses what.

    Attributes:
        results: what was found, a result a claim.
        groups: the same, by subject.
        modules: the code of the subjects of the library.
        paths: the page of each claim, by id, seen from the folder of the site.
        entries: what is said of each label of the sources.
        sheets: the pages of the sources.
        figures: those that concern a claim of the site.
    """

    def __init__(
        self,
        results: Sequence[Result],
        everything: Sequence[Claim],
        entries: Sequence[Entry],
        titles: Mapping[str, str],
        figures: Sequence[Plate],
        pictures: Path | None,
    ) -> None:
        self.by_id: dict[str, Result] = {}
        for result in results:
            self.by_id.setdefault(result.claim.id, result)
        subjects = dict.fromkeys(result.claim.subject for result in self.by_id.values())
        groups = {s: [r for r in self.by_id.values() if r.claim.subject == s] for s in subjects}
        self.results = [result for group in groups.values() for result in group]
        self.subjects = tuple(subjects)
        self.groups = groups
        self.modules = code.modules(subjects)
        self._titles = titles
        self.paths = dict(self._claim_paths())
        self.entries = tuple(entries)
        self.documents = tuple(dict.fromkeys(entry.document for entry in entries))
        self._anchors = dict(self._label_anchors())
        self.sheets = annotated.sheets(self.entries)
        self._sheet_of = {(e.document, e.label): sheet for sheet in self.sheets for e in sheet.entries}
        claims = list({claim.id: claim for claim in [*everything, *(r.claim for r in self.results)]}.values())
        self.graph = Graph(claims)
        self._repairs: dict[str, list[Claim]] = {}
        for claim in claims:
            if claim.corrects:
                self._repairs.setdefault(claim.corrects.id, []).append(claim)
        self.figures = [
            self._figure(plate, pictures) for plate in figures if any(c in self.by_id for c in plate.claims)
        ]
        self._shown_titles: dict[str, Markup] = {}

    # --- who is where ---------------------------------------------------------------------------------------------

    def _claim_paths(self) -> Iterator[tuple[str, str]]:
        taken: set[str] = set()
        for result in self.results:
            subject, _, name = result.claim.id.partition("/")
            path = base = f"claims/{slug(subject)}/{slug(name)}"
            number = 1
            while path in taken:
                number += 1
                path = f"{base}-{number}"
            taken.add(path)
            yield result.claim.id, f"{path}.html"

    def _label_anchors(self) -> Iterator[tuple[tuple[str, str], str]]:
        taken: set[tuple[str, str]] = set()
        for entry in self.entries:
            anchor = base = f"at-{slug(entry.label)}"
            number = 1
            while (entry.document, anchor) in taken:
                number += 1
                anchor = f"{base}-{number}"
            taken.add((entry.document, anchor))
            yield (entry.document, entry.label), anchor

    def subject_path(self, subject: str) -> str:
        """The page of a subject."""
        return f"subjects/{slug(subject)}.html"

    def document_path(self, document: str) -> str:
        """The page of a document's coverage."""
        return f"coverage/{slug(document)}.html"

    def anchor(self, document: str, label: str) -> str:
        """The anchor of a label on the page of its document."""
        return self._anchors[document, label]

    def subject_title(self, subject: str) -> Markup:
        """The title of a subject."""
        return sentence(self._titles.get(subject) or subject.replace("-", " ").capitalize())

    def title_of(self, claim: Claim) -> Markup:
        """The title of a claim, in the notation of its chapter."""
        if claim.id not in self._shown_titles:
            with printed(claim):
                self._shown_titles[claim.id] = titled(capital(claim.heading))
        return self._shown_titles[claim.id]

    @staticmethod
    def verdict(found: Result) -> Markup:
        """A verdict in a line of text."""
        shown = badge(found)
        return Markup('<span class="verdict {}"><span aria-hidden="true">{}</span> {}</span>').format(
            shown.style, shown.mark, shown.word
        )

    def code_of(self, claim: Claim) -> tuple[str, str] | None:
        """Where the code of a claim is: the address, and what it is called; None if it is none of the library's."""
        for module in self.modules.get(claim.subject, ()):
            if claim.id in module.claims:
                line = module.claims[claim.id]
                return f"{module.path}#L{line}", f"derivations/{module.name.replace('.', '/')}.py:{line}"
        return None

    def places_of(self, sources: Sequence[Source], root: str) -> Markup:
        """Sources as they are cited, each document named once, linked to what is said of them."""
        named = []
        for document, group in groupby(sorted(sources, key=self._first_of(sources)), key=lambda s: s.document):
            places = [self._linked(source, source.place, root) for source in group]
            named.append(Markup("{} {}").format(SHORT[document], Markup(", ").join(places)))
        return Markup("; ").join(named)

    def place_of(self, source: Source, root: str) -> Markup:
        """A source with its document, linked to what is said of it."""
        return self._linked(source, f"{SHORT[source.document]} {source.place}", root)

    def _linked(self, source: Source, shown: str, root: str) -> Markup:
        key = (source.document, source.label)
        if key not in self._anchors:
            return escape(shown)
        page = self._sheet_of[key].path if key in self._sheet_of else self.document_path(source.document)
        address = f"{root}{page}#{self.anchor(*key)}"
        return Markup('<a href="{}">{}</a>').format(address, shown)

    @staticmethod
    def _first_of(sources: Sequence[Source]) -> Callable[[Source], int]:
        order = list(dict.fromkeys(source.document for source in sources))
        return lambda source: order.index(source.document)

    def _figure(self, plate: Plate, pictures: Path | None) -> Figure:
        file = pictures / f"{plate.name}.png" if pictures is not None else None
        picture = file.read_bytes() if file is not None and file.exists() else None
        claims = tuple(self.by_id[id].claim for id in plate.claims if id in self.by_id)
        return Figure(plate, claims, picture)

    # --- pages ----------------------------------------------------------------------------------------------------

    def overview(self) -> dict[str, Any]:
        """The first page: what was found, in numbers."""
        verdicts = [v for v in Verdict if any(r.verdict is v and r.evidence for r in self.results)]
        rows = [(subject, self.subject_title(subject), self.counts(group)) for subject, group in self.groups.items()]
        methods = [m for m in Method if any(m in r.methods for r in self.results)]
        said = {method: [item for r in self.results if (item := r.by(method))] for method in methods}
        kinds = [v for v in Verdict if any(item.verdict is v for found in said.values() for item in found)]
        by_method = [
            (METHOD_TITLES[method], [sum(item.verdict is v for item in said[method]) for v in kinds], len(said[method]))
            for method in methods
        ]
        tried = [r.mutants for r in self.results if r.mutants is not None]
        needs = [item for r in self.results for item in r.necessity or ()]
        return {
            "shown": self._shown(),
            "verdicts": verdicts,
            "refuted": Verdict.REFUTED,
            "idle": sum(1 for r in self.results if not r.evidence),
            "meanings": [(v, MEANINGS[v], _MARKS[v]) for v in (*verdicts, *(k for k in kinds if k not in verdicts))],
            "rows": rows,
            "total": self.counts(self.results),
            "method_verdicts": kinds,
            "by_method": by_method,
            "odd": [(r, explanations(r)) for r in self.results if r.evidence and r.status is not Exit.EXPECTED],
            "errata_refuted": sum(1 for r in self.results if r.claim.erratum and r.verdict is Verdict.REFUTED),
            "errata_all": sum(1 for r in self.results if r.claim.erratum),
            "mutants": (sum(m.killed for m in tried), sum(m.made for m in tried), sum(len(m.survived) for m in tried)),
            "needed": (sum(item.witness is not None for item in needs), len(needs)),
            "documents": [(d, TITLES.get(d, d), self.stated(d)) for d in self.documents],
            "libraries": list(_libraries()),
        }

    def _shown(self) -> dict[str, Any] | None:
        """The erratum that a newcomer sees first, with its picture: (5.5), or the first one that others inherit."""
        wrong = [r for r in self.results if r.claim.erratum and r.claim.erratum.printed]
        if not wrong:
            return None
        result = next((r for r in wrong if r.claim.id == "emergence/few-samples-printed"), ordered(wrong)[0])
        found = [figure for figure in self.figures if figure.picture and result.claim in figure.claims]
        figure = next((figure for figure in found if figure.plate.name == _SHOWN), None)
        return {**self._erratum(result), "figure": figure}

    def counts(self, group: Sequence[Result]) -> Counter[Verdict | None]:
        """How many of each verdict; under None, of claims to which no method applied."""
        counted = Counter(result.verdict if result.evidence else None for result in group)
        return Counter({verdict: counted[verdict] for verdict in (*Verdict, None) if counted[verdict]})

    def listing(self) -> dict[str, Any]:
        """All claims, by subject."""
        return {"groups": [(s, self.subject_title(s), group) for s, group in self.groups.items()]}

    def subject(self, subject: str) -> dict[str, Any]:
        """A subject: its claims, and what rests on what."""
        group = self.groups[subject]
        linked = lanes.linked([result.claim for result in group])

        here = [figure for figure in self.figures if any(claim.subject == subject for claim in figure.claims)]
        return {
            "subject": subject,
            "title": self.subject_title(subject),
            "parts_of": chapters.parts(group, self.modules.get(subject, ())),
            "prose_of": chapters.prose,
            "prose": self.modules[subject][0].prose[1:] if subject in self.modules else (),
            "formula": chapters.formula,
            "number": len(group),
            "counted": self.counts(group),
            "graph": self._lanes(linked, subject, f"What rests on what in {subject}") if len(linked) > 1 else None,
            "alone": sum(1 for result in group if result.claim.id not in {claim.id for claim in linked}),
            "figures": here,
        }

    def _node(self, claim: Claim, link: Linker, subject: str = "") -> lanes.Node:
        """A claim in a drawing; its name is short among those of its subject."""
        found = self.by_id.get(claim.id)
        shown = badge(found) if found else None
        title = f"{claim.title} ({shown.word if shown else 'not in this report'})"
        label = claim.id.removeprefix(f"{subject}/")
        return lanes.Node(label, link(claim.id), shown.style if shown else "open", title)

    def _lanes(self, linked: Sequence[Claim], subject: str, name: str) -> Deferred:
        return Deferred(lambda link: lanes.drawing(linked, lambda claim: self._node(claim, link, subject), name))

    @cached_property
    def arrows(self) -> int:
        """How often a claim of the site uses another."""
        return sum(used.id in self.by_id for result in self.results for used in result.claim.uses)

    def book(self) -> dict[str, Any]:
        """All claims in one drawing."""
        chapters = {subject: [result.claim for result in group] for subject, group in self.groups.items()}
        shown = dict.fromkeys(badge(result) for result in self.results)

        def named(subject: str) -> tuple[str, str]:
            return self._titles.get(subject, subject).partition(":")[0], self.subject_path(subject)

        return {
            "arrows": self.arrows,
            "legend": [(b.style, b.mark, f"{b.word}{_expectation(b)}") for b in shown],
            "graph": Deferred(lambda link: book.drawing(chapters, named, lambda claim: self._node(claim, link))),
        }

    def claim(self, result: Result) -> dict[str, Any]:
        """A claim, with everything found about it; its notation must be in force."""
        claim = result.claim
        group = self.groups[claim.subject]
        index = self._places[claim.subject][claim.id]
        shown, names = rows(claim)
        statement = claim.statement
        kind = (type(statement).__doc__ or "").replace("``", "").strip().splitlines()
        flow = getattr(statement, "flow", None)
        loss = getattr(flow, "loss", None)
        basis = self.graph.basis(claim)
        below = lanes.linked([claim, *basis]) if len(basis) > len(claim.uses) else []
        return {
            "result": result,
            "claim": claim,
            "title": self.title_of(claim),
            "statement": Deferred(lambda link: display(shown, link)),
            "proof": Deferred(lambda link: chapters.proof_of(claim, link)),
            "abbreviations": display(names) if names else "",
            "kind": (type(statement).__name__, kind[0] if kind else ""),
            "loss": display([Row(None, "", loss)]) if loss is not None else "",
            "invariant": [inline(expr) for expr in getattr(flow, "invariant", ())],
            "hypotheses": _assumed(claim),
            "restored": restored(claim),
            "evidence": [(METHOD_TITLES[item.method], item, measured(item)) for item in result.evidence],
            "idle": explanations(result) if not result.evidence else [],
            "witness": self.witness(result.witness) if result.witness else None,
            "needed": [(item.hypothesis, self.witness(item.witness) if item.witness else None)
                       for item in result.necessity or ()],
            "unsound": self.graph.unsound(claim),
            "users": self.graph.users(claim),
            "basis": self._lanes(below, claim.subject, "What the claim rests on") if below else None,
            "repairs": self._repairs.get(claim.id, []),
            "figures": self._figures_of.get(claim.id, []),
            "before": group[index - 1] if index else None,
            "after": group[index + 1] if index + 1 < len(group) else None,
            **quotes(claim),
            "equations": equations(claim),
            "erratum_kind": KINDS[claim.erratum.kind] if claim.erratum else "",
            "cited": cited(claim.sources),
            "code": self.code_of(claim),
            "place": result.place,
            "latex": _aligned([*shown, *names]),
            "bibtex": bibliography([claim]).strip(),
        }  # fmt: skip

    @cached_property
    def _places(self) -> dict[str, dict[str, int]]:
        return {s: {r.claim.id: k for k, r in enumerate(group)} for s, group in self.groups.items()}

    @cached_property
    def _figures_of(self) -> dict[str, list[Figure]]:
        found: dict[str, list[Figure]] = {}
        for figure in self.figures:
            for claim in figure.claims:
                found.setdefault(claim.id, []).append(figure)
        return found

    @staticmethod
    def witness(witness: Witness) -> dict[str, Any]:
        """Where a claim fails: the symbols with their values, what is wrong there, and by how much."""
        values = [(words.symbol(name), words.value(value)) for name, value in witness.symbols.items()]
        return {"values": values, "part": witness.part or "residual", "residual": words.value(witness.residual)}

    def errata(self) -> dict[str, Any]:
        """What is printed wrongly, by document, and the slips that no machine refutes."""
        wrong = [result for result in self.results if result.claim.erratum]

        def document(result: Result) -> str:
            return result.claim.sources[0].document if result.claim.sources else ""

        order = [*SHORT, ""]
        wrong = sorted(ordered(wrong), key=lambda result: order.index(document(result)))  # what others inherit, first
        kinds = Counter(result.claim.erratum.kind for result in wrong if result.claim.erratum)
        return {
            "documents_of": [
                (
                    d,
                    title_of(d) if d else "Not printed in one of the sources",
                    [self._erratum(result) for result in group],
                )
                for d, group in groupby(wrong, key=document)
            ],
            "kinds": [(number, KINDS[kind]) for kind, number in kinds.most_common()],
            "number": len(wrong),
            "refuted": sum(1 for result in wrong if result.verdict is Verdict.REFUTED),
            "repaired": sum(1 for r in wrong if any(self.is_proved(c) for c in self._repairs.get(r.claim.id, ()))),
            "misprints": [slip for entry in self.entries for slip in entry.misprints],
        }

    def is_proved(self, claim: Claim) -> bool:
        """Whether the run verified it."""
        return claim.id in self.by_id and self.by_id[claim.id].verdict is Verdict.VERIFIED

    def _erratum(self, result: Result) -> dict[str, Any]:
        claim = result.claim
        assert claim.erratum is not None
        with printed(claim):
            shown = Markup("<p>where</p>").join(display(part) for part in rows(claim) if part)
            told = {
                **quotes(claim),
                "hypotheses": _assumed(claim),
                "wrong": sentence(capital(claim.erratum.wrong)),
                "consequence": sentence(capital(claim.erratum.consequence)),
                "witness": self.witness(result.witness) if result.witness else None,
            }
        repairs = []
        for repair in self._repairs.get(claim.id, []):
            with printed(repair):
                said = Markup("<p>where</p>").join(display(part) for part in rows(repair) if part)
                repairs.append((repair, said, _assumed(repair)))
        heirs = self.graph.heirs(claim)
        return {
            "result": result, "claim": claim, "read_as": shown, "kind": KINDS[claim.erratum.kind],
            "repairs": repairs, "heirs": heirs, "anchor": slug(claim.id), **told,
        }  # fmt: skip

    def coverage(self) -> dict[str, Any]:
        """The documents, with how much of each is covered."""
        return {"documents": [(d, TITLES.get(d, d), self.stated(d)) for d in self.documents]}

    def stated(self, document: str) -> tuple[int, ...]:
        """How many labels there are in each state, in the order of `State`."""
        counted = Counter(entry.state for entry in self.entries if entry.document == document)
        return tuple(counted[state] for state in State)

    def document(self, document: str) -> dict[str, Any]:
        """A document, part by part: each label with its claims, or why it has none."""
        here = [entry for entry in self.entries if entry.document == document]
        parts = [
            (part.title if part else "Not in the document", list(entries))
            for part, entries in groupby(here, key=lambda entry: entry.part)
        ]
        return {
            "document": document, "title": TITLES.get(document, document), "short": SHORT.get(document, document),
            "parts_of": parts, "counted": self.stated(document),
        }  # fmt: skip

    @staticmethod
    def line(entry: Entry) -> Markup:
        """What stands at a label, as the source prints it; nothing if its text has lost it."""
        found = standing_at(entry.document, entry.label).values()
        return Markup().join(quoted(Quote(line, (), False), "") for line in found)

    def place(self, entry: Entry) -> str:
        """A label as it is cited."""
        return Source(entry.document, entry.label).place

    def index(self) -> dict[str, Any]:
        """What the search looks through: claims in the order of their list, and labels without a claim."""
        claims = [
            [r.claim.id, r.claim.title, [f"{s.document} {s.label}" for s in r.claim.sources], badge(r).word]
            for r in self.results
        ]
        labels = [
            [f"{e.document} {e.label}", f"{SHORT[e.document]} {self.place(e)}",
             f"{self.document_path(e.document)}#{self.anchor(e.document, e.label)}",
             "; ".join(e.reasons) or "see the coverage"]
            for e in self.entries
            if not any(claim.id in self.paths for claim in e.claims)
        ]  # fmt: skip
        return {"claims": claims, "labels": labels}


def _aligned(shown: Sequence[Row]) -> str:
    """Rows as a display that any paper can hold."""
    lines = " \\\\\n".join(row.latex(align=True) for row in shown)
    return f"\\begin{{align*}}\n{lines}\n\\end{{align*}}"


def quotes(claim: Claim) -> dict[str, Any]:
    """What the source of an erratum prints, and the repair in its form; empty where there is none."""
    erratum = claim.erratum
    if erratum is None or not erratum.printed:
        return {"printed": "", "right": "", "damage": "", "reading": ""}
    return {
        "printed": quoted(quoting.printed(erratum), "wrong"),
        "right": quoted(quoting.right(erratum), "changed") if erratum.right else "",
        "damage": sentence(erratum.damage),
        "reading": sentence(how_it_is_read(claim)),
    }


def equations(claim: Claim) -> list[tuple[str, Markup, Markup]]:
    """The equations of the sources that a claim is about: where, what is printed, and whether it was read."""
    return [
        (where, quoted(Quote(line, (), False), ""), sentence(said))
        for where, line, said in how_equations_are_read(claim)
    ]


def _expectation(shown: Badge) -> str:
    return ", not as expected" if shown.alarm else ", as expected" if shown.style == "printed" else ""


def _assumed(claim: Claim) -> list[Markup]:
    """The hypotheses of a claim as sentences."""
    return [words.joined(Markup(text)) for text in hypotheses(claim, lambda e: str(inline(e)))]


def restored(claim: Claim) -> list[tuple[str, str]]:
    """The sources whose form was lost in the text, and how it was restored."""
    found: dict[str, list[Source]] = {}
    for source in claim.sources:
        if source.restored:
            found.setdefault(source.restored, []).append(source)
    return [(cited(sources), how) for how, sources in found.items()]


def measured(item: Evidence) -> dict[str, Any]:
    """The numbers of a piece of evidence: how many draws, how exact, and the worst of them."""
    details, trained = item.details, item.method is Method.TRAINED
    facts: list[tuple[str, Any]] = []
    if item.draws is not None:
        facts.append((repeated(item.method), f"{item.draws:,}".replace(",", "\u202f")))
    if item.tolerance is not None:
        facts.append(("tolerance", words.number(float(item.tolerance))))
    if isinstance(error := details.get("error"), (int, float)):
        facts.append(("largest relative error", words.number(float(error))))
    for name, value in details.items():
        if name in ("error", "worst", "sizes", "experiments"):
            continue
        shown = sentence(value) if isinstance(value, str) else words.value(value)
        called = "decisive comparison" if trained and name == "part" else str(name).replace("_", " ")
        facts.append((called, shown))
    experiments = details.get("experiments")
    for experiment in experiments if isinstance(experiments, list) else ():
        for said in experiment["predictions"]:
            facts.append((f"{experiment['name']}: {said['quantity']}", sentence(f"{said['verdict']}, {said['says']}")))
    worst = details.get("worst")
    sizes = details.get("sizes")
    return {
        "facts": facts,
        "worst": [(words.symbol(str(k)), words.value(v)) for k, v in worst.items()]
        if isinstance(worst, Mapping)
        else [],
        "sizes": [(words.symbol(str(k)), words.value(v)) for k, v in sizes.items()]
        if isinstance(sizes, Mapping)
        else [],
    }


def _libraries() -> Iterator[str]:
    for library in LIBRARIES:
        try:
            yield f"{library} {version(library)}"
        except PackageNotFoundError:
            continue
