"""From what a person asks for (an id, a pattern, a subject, a file) to claims."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from . import plugins, userfile
from .userfile import Problem

if TYPE_CHECKING:
    from ..language.claims import Claim
    from ..language.misprints import Misprint
    from .catalogue import Index


@dataclass
class Selection:
    """The claims asked for, in order, where each is from, and what went wrong on the way.

    Attributes:
        claims: each once.
        places: the place of each claim, by id: ``mine.py:12``, or ``subject feedback``.
        beside: claims that were not asked for but are in the same files.
        problems: each one message for stderr.
        library: where the library's claims came from.
    """

    claims: list[Claim] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    beside: list[Claim] = field(default_factory=list)
    library: Library | None = None

    def add(self, claim: Claim, place: str) -> None:
        """Add `claim`, unless it is there; another claim of the same id is a problem, and the first is kept."""
        if claim.id not in self.places:
            self.claims.append(claim)
            self.places[claim.id] = place
        elif not any(claim is known for known in self.claims):
            first = self.places[claim.id]
            message = f"duplicate id {claim.id!r}: already used at {first}, which keeps it; give this claim another id"
            self.problems.append(Problem(place, message))


class Library:
    """The claims that come with the project, loaded a subject at a time and each subject once.

    Args:
        index: where the claims are taken from as they are kept, each built when it is asked for more; by default they
            are built at once.
    """

    def __init__(self, index: Index | None = None) -> None:
        from .. import derivations

        self._derivations = derivations
        self._index = index
        self.problems: list[Problem] = []
        self._loaded: dict[str, list[Claim]] = {}

    @property
    def subjects(self) -> tuple[str, ...]:
        """The names of the subjects, in the order of reading."""
        return plugins.subjects(self._derivations.subjects())

    def claims(self, subject: str) -> list[Claim]:
        """The claims of one subject; if its module cannot be imported, none, and one problem."""
        if subject not in self._loaded:
            ours = self._derivations.subjects()
            try:
                self._loaded[subject] = self._ours(subject) if subject in ours else []
            except Exception as error:
                self._loaded[subject] = []
                self.problems.append(Problem(*_blame(subject, error)))
            self._loaded[subject] += plugins.claims(subject, ours, self.problems)
        return self._loaded[subject]

    def _ours(self, subject: str) -> list[Claim]:
        return list(self._derivations.load(subject)) if self._index is None else self._index.claims(subject)

    def reasons(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """Why labels of the sources have no claim, by document and label."""
        from ..derivations import coverage

        return coverage.reasons() if self._index is None else self._index.reasons()

    def misprints(self) -> list[Misprint]:
        """The slips that no machine can refute."""
        from ..derivations import coverage

        return coverage.misprints() if self._index is None else self._index.misprints()

    def all(self) -> list[Claim]:
        """Every claim of every subject."""
        return [claim for subject in self.subjects for claim in self.claims(subject)]


def _blame(subject: str, error: BaseException) -> tuple[str, str, str]:
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"{os.sep}derivations{os.sep}" in frame.filename]
    frame = own[-1] if own else frames[-1]
    message = f"subject {subject!r} cannot be loaded: {type(error).__name__}: {error}"
    return f"{os.path.basename(frame.filename)}:{frame.lineno}", message, frame.line or ""


def library_for(what: Sequence[str], *, make: bool = True) -> Library:
    """The library as it is best had for `what`: its claims as they are kept, unless files or other packages have more.

    A claim of a file may rest on claims of the library, which are then built.

    Args:
        what: as for `select`.
        make: make the index of the library, if there is none.
    """
    from . import catalogue

    if any(".py" in word for word in what) or plugins.offered(plugins.SUBJECTS):
        return Library()
    return Library(catalogue.find(make=make))


def select(
    what: Sequence[str], *, limit: float = 20.0, library: Library | None = None, once: bool = False
) -> Selection:
    """The claims that `what` asks for; all claims of the library if it is empty.

    Args:
        what: each an id, a subject, a pattern of ids (``feedback/*``), a file ``mine.py``, or ``mine.py::pattern``.
        limit: seconds that one statement of a file may take.
        library: where library claims come from; a new one by default.
        once: run files here alone (`userfile.load`).
    """
    library = Library() if library is None else library
    selection = Selection(library=library)
    for word in what or library.subjects:
        path, _, pattern = word.partition("::")
        if path.endswith(".py"):
            _add_file(selection, Path(path), pattern, limit, once)
        elif (
            os.path.exists(path)
            and (os.path.isdir(path) or "." in os.path.basename(path))
            and word not in library.subjects
        ):
            kind = "a folder" if os.path.isdir(path) else "no Python file"
            selection.problems.append(Problem(path, f"got {kind}; expected a file of claims whose name ends in .py"))
        else:
            _add_library(selection, library, word)
    selection.problems += library.problems
    return selection


def _add_file(selection: Selection, path: Path, pattern: str, limit: float, once: bool) -> None:
    shown = str(path)
    if path.is_dir():
        selection.problems.append(Problem(shown, "got a folder; expected a file of claims"))
        return
    try:
        loaded = userfile.load(path, limit=limit, once=once)
    except FileNotFoundError:
        selection.problems.append(Problem(shown, f"no such file; looked in {path.resolve().parent}"))
        return
    except OSError as error:
        selection.problems.append(Problem(shown, f"cannot be read: {error.strerror or error}"))
        return
    selection.problems += loaded.problems
    selection.problems += _enter_experiments(loaded)
    wanted = [claim for claim in loaded.claims if not pattern or fnmatchcase(claim.id, pattern)]
    selection.beside += [claim for claim in loaded.claims if claim not in wanted]
    for claim in wanted:
        selection.add(claim, loaded.place(claim))
    if not loaded.claims and not loaded.problems:
        message = 'holds no claim; expected at least one Claim("subject/name", title=..., statement=...)'
        selection.problems.append(Problem(shown, message))
    elif loaded.claims and not wanted:
        selection.problems.append(Problem(shown, _nothing(pattern, (claim.id for claim in loaded.claims))))


def _enter_experiments(loaded: userfile.UserFile) -> Iterator[Problem]:
    """Make the experiments that a file holds known for the claims that they name; what is wrong with them."""
    if "layerproof.networks.harness.protocol" not in sys.modules:
        return  # it has not asked for any
    from .. import derivations
    from ..networks.harness import registry
    from ..networks.harness.protocol import Experiment

    registry.forget(loaded.path)
    mine = {claim.id for claim in loaded.claims}
    for value in loaded.names.values():
        for item in value if isinstance(value, (list, tuple)) else (value,):
            if not isinstance(item, Experiment) or any(item is known for known in registry.experiments()):
                continue
            registry.add(item, loaded.path)
            for identity in item.claims:
                subject = identity.partition("/")[0]
                known = mine if subject not in derivations.subjects() else {c.id for c in derivations.load(subject)}
                if identity not in known | mine:
                    message = f"experiment {item.name!r} belongs to {identity!r}, which is no claim of this file"
                    yield Problem(str(loaded.path), f"{message}; give it the id of one of your claims")


def _add_library(selection: Selection, library: Library, word: str) -> None:
    subject, slash, _ = word.partition("/")
    if word in library.subjects:
        found = library.claims(word)
        if not found and not library.problems:
            selection.problems.append(Problem(word, "this subject holds no claim"))
    elif slash and subject in library.subjects:
        found = [claim for claim in library.claims(subject) if fnmatchcase(claim.id, word)]
    else:
        found = [claim for claim in library.all() if fnmatchcase(claim.id, word)]
    for claim in found:
        selection.add(claim, f"subject {claim.subject}")
    if not found and word not in library.subjects:
        known = [*library.subjects, *(claim.id for claim in library.all())]
        selection.problems.append(Problem(word, _nothing(word, known)))


def _nothing(word: str, known: Iterable[str]) -> str:
    """That nothing answers to `word`, with the nearest names that exist."""
    known = list(known)
    near = difflib.get_close_matches(word, known, n=3, cutoff=0.5)
    near = near or [name for name in known if word.strip("*") and word.strip("*") in name][:3]
    hint = f"did you mean {', '.join(near)}?" if near else "see 'layerproof list' for what there is"
    return f"no claim, subject or file of this name; {hint}"


def closure(claims: Iterable[Claim]) -> list[Claim]:
    """The claims and all that they use, directly or not: what is used first, each once."""
    order: dict[int, Claim] = {}

    def visit(claim: Claim) -> None:
        if id(claim) in order:
            return
        for used in claim.uses:
            visit(used)
        order[id(claim)] = claim

    for claim in claims:
        visit(claim)
    return list(order.values())
