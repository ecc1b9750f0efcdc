"""The claims of the library as they are listed and read, kept so that nobody waits for SymPy to look one up.

To print one claim, SymPy builds a thousand; it takes seconds.  So what is listed and printed of all of them (names,
titles, sources, what uses what, statements and hypotheses as text and LaTeX) is computed once and kept in the folder of
the cache, under a hash of the files that say it: chapters, language, experiments.  Whoever changes one of these waits
once more.  An `Indexed` claim is that much of a claim; what else is asked of it, its statement for instance, is built
then, with its chapter.

A hash of what a claim says is kept too, so that evidence is found without building what it is about.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..language.claims import Cited, Claim, Erratum
from ..language.sources import Source
from ..language.verdicts import Verdict
from . import cache
from .spans import Spans, Texts

if TYPE_CHECKING:
    from ..language.misprints import Misprint

FORMAT = 2
_SAID_BY = (
    "derivations/**/*.py", "language/**/*.py", "networks/experiments/*.py", "networks/harness/*.py",
    "numerics/__init__.py",
)  # fmt: skip
_BUILT = frozenset({"statement", "heading", "said", "hypotheses", "steps", "where"})
SECONDS = 300.0
"""Within which the index is made, or is not used."""


def texts_of(claim: Claim) -> Texts:
    """What is printed of a claim: as it is kept, or as SymPy prints it."""
    if isinstance(claim, Indexed):
        return claim.texts
    from .texts import texts

    return texts(claim)


def meaning(claim: Claim) -> str | None:
    """A hash of what a claim says: its statement and its hypotheses.

    None if that has no text that is the same in every run.
    """
    if isinstance(claim, Indexed):
        return claim.meaning
    from .canonical import Unstable, canonical

    try:
        return cache.digest(canonical([claim.statement, claim.hypotheses]))
    except Unstable:
        return None


def build(claims: Iterable[Claim]) -> None:
    """Build what is not built of claims, in this process: workers are born with it."""
    for claim in claims:
        if isinstance(claim, Indexed) and "statement" not in vars(claim):
            claim.build()


class Indexed(Claim):
    """A claim of the library of which the statement is not built until it is asked for.

    Args:
        entry: what `_entry` says of it.
        index: what it belongs to.
    """

    def __init__(self, entry: Mapping[str, Any], index: Index) -> None:
        self.id = entry["id"]
        self.title = entry["title"]
        self.sources = tuple(Source(*source) for source in entry["sources"])
        self.erratum = Erratum(*entry["erratum"]) if entry["erratum"] else None
        self.expected = Verdict(entry["expected"])
        self.note = entry["note"]
        self.cited = tuple(Cited(*item) for item in entry["cited"])
        self.meaning: str | None = entry["meaning"]
        self.experiments: tuple[str, ...] = tuple(entry["experiments"])
        self._index = index

    def __getattr__(self, name: str) -> Any:
        """A part that was not built yet.  Raises AttributeError for what no claim has."""
        if name not in _BUILT:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        self.build()
        return self.__dict__[name]

    def build(self) -> None:
        """Build the claim, with all of its chapter, and take from it what is not kept."""
        from ..derivations import load

        (claim,) = (claim for claim in load(self.subject) if claim.id == self.id)
        self.__dict__.update({name: getattr(claim, name) for name in _BUILT})

    @property
    def texts(self) -> Texts:
        """What is printed of it."""
        return self._index.texts(self.subject)[self.id]

    def lines(self) -> list[str]:
        """The statement as lines of text, then what the abbreviations stand for."""
        return list(self.texts.lines)

    def _repr_latex_(self) -> str:
        return self._index.latex(self.subject)[self.id]


class Index:
    """The claims of the library, each once, as they are kept.

    Args:
        store: where.
        signature: of the files that say what is kept.
        overview: what is kept of all of them.

    Raises:
        KeyError, TypeError or ValueError: if `overview` is not of the form in which it is kept.
    """

    def __init__(self, store: cache.Cache, signature: str, overview: Mapping[str, Any]) -> None:
        self._store, self._signature, self._overview = store, signature, overview
        self._kept: dict[str, Mapping[str, Any]] = {}
        self._claims = self._linked()

    def _linked(self) -> dict[str, list[Indexed]]:
        entries = [entry for subject in self._overview["claims"].values() for entry in subject]
        by_id = {entry["id"]: Indexed(entry, self) for entry in entries}
        for entry in entries:
            claim = by_id[entry["id"]]
            claim.uses = tuple(by_id[identity] for identity in entry["uses"])
            claim.corrects = by_id[entry["corrects"]] if entry["corrects"] else None
        return {name: [by_id[entry["id"]] for entry in said] for name, said in self._overview["claims"].items()}

    def claims(self, subject: str) -> list[Claim]:
        """The claims of a subject, in the order of its chapter."""
        return list(self._claims[subject])

    def reasons(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """Why labels have no claim, as `derivations.coverage.reasons` has it."""
        from ..derivations.trained_figures import with_trained

        return with_trained({(document, label): tuple(said) for document, label, said in self._overview["reasons"]})

    def misprints(self) -> list[Misprint]:
        """The slips that no machine can refute, in the order of the chapters."""
        from ..language.misprints import Misprint

        return [Misprint(Source(**source), **slip) for source, slip in self._overview["misprints"]]

    def texts(self, subject: str) -> dict[str, Texts]:
        """What is printed of the claims of a subject, by id."""
        return {
            identity: Texts(
                kind=said["kind"],
                lines=tuple(said["lines"]),
                flow=tuple(said["flow"]),
                hypotheses=tuple(said["hypotheses"]),
                **{name: tuple(_spans(line) for line in said[name]) for name in ("statement", "derivation")},
            )
            for identity, said in self._of(subject)["texts"].items()
        }

    def latex(self, subject: str) -> dict[str, str]:
        """What a notebook shows of the claims of a subject, by id."""
        return dict(self._of(subject)["latex"])

    def _of(self, subject: str) -> Mapping[str, Any]:
        """What is kept of a subject; if it is damaged or gone, it is computed here."""
        if subject not in self._kept:
            found = self._store.get(key(self._signature, subject))
            self._kept[subject] = printed(subject) if found is None else found
        return self._kept[subject]


def _spans(line: Sequence[Sequence[str]]) -> Spans:
    return tuple((text, style) for text, style in line)


def find(*, make: bool = True) -> Index | None:
    """The index; None if there is none, or where the claims are built in this process anyway.

    Args:
        make: make it, if there is none.
    """
    if is_built():
        return None
    folder, _ = cache.trusted()
    return None if folder is None else _find(folder, make)


def is_built() -> bool:
    """Whether chapters were built in this process."""
    from ..derivations import _MODULES

    return any(f"layerproof.derivations.{name}" in sys.modules for name in _MODULES.values())


@lru_cache(maxsize=4)
def _find(folder: Path, make: bool) -> Index | None:
    store, now = cache.Cache(folder), signature()
    overview = store.get(key(now))
    if overview is None and make and _can_keep(store, now):
        if sys.stderr.isatty():
            print("layerproof: reading all chapters, once after a change: about half a minute", file=sys.stderr)
        # In a process of its own: what this one has imported or changed has no part in it.
        program = "import sys; from layerproof.running import indexing; indexing.make(*sys.argv[1:])"
        command = [sys.executable, "-c", program, str(folder), now]
        try:
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=SECONDS)
        except (OSError, subprocess.SubprocessError):
            return None
        overview = store.get(key(now))
    if overview is None:
        return None
    try:
        return Index(store, now, overview)
    except (KeyError, TypeError, ValueError):  # of another form than ours
        return None


def _can_keep(store: cache.Cache, now: str) -> bool:
    place = key(now, "is kept")
    store.put(place, {})
    return store.get(place) is not None


def key(now: str, subject: str = "") -> str:
    """Where the overview is kept, or what is kept of a subject."""
    return cache.digest(f"index {FORMAT} {now} {subject}")


def signature() -> str:
    """A hash of the files that say what is kept, and of the versions of Python, SymPy and this program."""
    found = hashlib.sha256(json.dumps([FORMAT, sys.version_info[:3], version("sympy")]).encode())
    for file in files():
        content = file.read_bytes()
        found.update(f"{file.name} {len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()


def files() -> Iterator[Path]:
    """The files that say what is kept."""
    from .. import derivations, language, networks, numerics

    rooms = {"derivations": derivations, "language": language, "networks": networks, "numerics": numerics}
    for pattern in _SAID_BY:
        room, _, rest = pattern.partition("/")
        yield from sorted(Path(str(rooms[room].__file__)).parent.glob(rest))
    yield from (
        Path(__file__).with_name(f"{name}.py") for name in ("catalogue", "indexing", "texts", "spans", "canonical")
    )


def printed(subject: str) -> dict[str, Any]:
    """What is kept of a subject beside."""
    from ..derivations import load
    from .texts import texts

    claims = load(subject)
    return {
        "texts": {claim.id: asdict(texts(claim)) for claim in claims},
        "latex": {claim.id: claim._repr_latex_() for claim in claims},
    }
