"""What ``layerproof export`` writes, whatever the form."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from layerproof.derivations import titles
from layerproof.derivations.coverage import entries, misprints
from layerproof.ground.files import write_atomically
from layerproof.ground.scratch import scratch
from layerproof.language.claims import Claim
from layerproof.language.verdicts import Method
from layerproof.running.cards import cores
from layerproof.running.progress import watching
from layerproof.running.results import Result

from . import document, pdf

if TYPE_CHECKING:
    from layerproof.figures import Plate

FORMS = ("latex", "pdf", "html", "coq")


class CannotExport(RuntimeError):
    """Something that the form needs is missing; the message says what to do."""


def write(
    form: str,
    results: Sequence[Result],
    everything: Sequence[Claim],
    folder: Path,
    *,
    pictures: Path | None = None,
    whole: bool = True,
) -> list[Path]:
    """Write what was found into `folder`; the files that a reader opens.

    Args:
        form: one of `FORMS`.
        results: what was found, in the order of the claims.
        everything: all claims known, for those that use or correct one of these.
        folder: made if it is not there; other files in it stay.
        pictures: a folder that ``layerproof figures`` has written; pages draw theirs without one.
        whole: whether this is about the whole library, so that its misprints and its coverage belong to it.

    Raises:
        CannotExport: without a library or a program that the form needs, or if `pictures` is no folder.
        OSError: if a file cannot be written.
    """
    if pictures is not None and not pictures.is_dir():
        raise CannotExport(f"{pictures} is no folder; draw the figures first: layerproof figures --out {pictures}")
    if form == "coq":
        return _coq(results, folder)
    plates = _plates()
    if form == "html":
        with scratch() as place:
            return [_html(results, everything, folder, plates, pictures or _drawn(plates, results, place), whole)]
    files = document.files(results, titles(), misprints() if whole else (), plates=plates, pictures=pictures)
    if form == "pdf":
        try:
            return pdf.compile_all(files, folder)
        except pdf.NoTeX as problem:
            raise CannotExport(str(problem)) from None
    opened = []
    for name, content in files:
        write_atomically(folder / name, content)
        opened += [folder / name] if name.parent == Path(".") else []
    return opened


def _coq(results: Sequence[Result], folder: Path) -> list[Path]:
    from . import coq

    if not any(result.formal for result in results):
        found = [item.reason for result in results if (item := result.by(Method.COQ)) is not None]
        raise CannotExport(f"no theorem was accepted by Coq: {found[0] if found else 'it was not asked'}")
    written = []
    for name, content in coq.files(results, titles()):
        write_atomically(folder / name, content)
        written.append(name)
    return [folder / name for name in written if name.name in ("README.md", "Makefile")]


def _plates() -> tuple[Plate, ...]:
    """The figures; none where they cannot be drawn."""
    if importlib.util.find_spec("matplotlib") is None:
        return ()
    from layerproof.figures import all_plates

    return all_plates()


def _drawn(plates: Sequence[Plate], results: Sequence[Result], place: Path) -> Path:
    """A folder with the figures that concern these claims; one that is kept is not drawn again.

    One that cannot be drawn is told, and left out.
    """
    shown = {result.claim.id for result in results}
    wanted = [plate for plate in plates if shown & set(plate.claims)]
    if wanted:
        from layerproof.figures import drawing, keeping

        missing = [plate for plate in wanted if not keeping.recall(plate, place)]
        with watching() as watch:
            for drawn in drawing.draw_all(missing, place, ["png"], jobs=cores(), watch=watch):
                if drawn.reason:
                    print(f"layerproof: {drawn.plate.name} could not be drawn: {drawn.reason}", file=sys.stderr)
                else:
                    keeping.keep(drawn.plate, place)
    return place


def _html(
    results: Sequence[Result],
    everything: Sequence[Claim],
    folder: Path,
    plates: Sequence[Plate],
    pictures: Path | None,
    whole: bool,
) -> Path:
    if missing := [name for name in ("jinja2", "latex2mathml") if importlib.util.find_spec(name) is None]:
        raise CannotExport(f"{' and '.join(missing)} not installed; pip install 'layerproof[pages]'")
    from .html.site import write_site

    labels = list(entries(everything)) if whole else []
    with watching() as watch:
        return write_site(
            results, everything, labels, folder, titles=titles(), figures=plates, pictures=pictures, watch=watch
        )[0]
