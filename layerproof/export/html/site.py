"""The site as files: what each page is about is in `pages`, how it looks in ``templates`` and ``style.css``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2

from layerproof import __version__
from layerproof.derivations.coverage import Entry
from layerproof.export.fragments import printed
from layerproof.ground.files import write_atomically
from layerproof.language.claims import Claim
from layerproof.running.results import Result

from . import annotated, pages, previews
from .words import capital, sentence, titled

if TYPE_CHECKING:
    from layerproof.figures import Plate

HERE = Path(__file__).parent


def write_site(
    results: Sequence[Result],
    everything: Sequence[Claim],
    coverage_entries: Sequence[Entry],
    folder: Path,
    *,
    titles: Mapping[str, str] | None = None,
    figures: Sequence[Plate] = (),
    pictures: Path | None = None,
    watch: Callable[[int, int, str], None] = lambda done, known, last: None,
) -> list[Path]:
    """Write the report on `results` into `folder`, and say which files it is made of, the first page first.

    The same results give the same bytes.  Files are replaced one by one, each whole; others in the folder stay.

    Args:
        results: what was found, in the order of the claims; each has a page.
        everything: all claims known, for those that use or correct one of these.
        coverage_entries: what is said of each label of the sources; without any there is no coverage and no misprint.
        folder: made if it is not there.
        titles: of the subjects; a subject without one is called by its name.
        figures: those that illustrate claims; one that concerns no claim of `results` is left out.
        pictures: a folder with the figures as ``NAME.png``, which are copied; captions alone are shown without one.
        watch: hears of each file how many are written, of how many pages of claims at least, and its name.

    Raises:
        OSError: if a file cannot be read or written.
    """
    site = pages.Site(results, everything, coverage_entries, titles or {}, figures, pictures)
    written = []
    for name, content in _files(site):
        write_atomically(folder / name, content)
        written.append(folder / name)
        watch(len(written), max(len(written), len(site.results)), name)
    return written


def _files(site: pages.Site) -> Iterator[tuple[str, str | bytes]]:
    render = _renderer(site)
    yield "index.html", render("overview", "index.html", **site.overview())
    for name in ("style.css", "site.js", "search.js"):  # before the pages, for who looks meanwhile
        yield name, (HERE / name).read_text(encoding="utf-8")
    yield "claims.html", render("claims", "claims.html", **site.listing())
    for subject in site.subjects:
        path = site.subject_path(subject)
        yield path, render("subject", path, **site.subject(subject))
    for result in site.results:
        path = site.paths[result.claim.id]
        with printed(result.claim):
            yield path, render("claim", path, **site.claim(result))
    if site.arrows:
        yield "graph.html", render("graph", "graph.html", **site.book())
    yield "errata.html", render("errata", "errata.html", **site.errata())
    if site.entries:
        yield "coverage.html", render("coverage", "coverage.html", **site.coverage())
        for document in site.documents:
            path = site.document_path(document)
            yield path, render("document", path, **site.document(document))
        yield "sources.html", render("sources", "sources.html", **annotated.contents(site))
        for sheet in site.sheets:
            yield sheet.path, render("section", sheet.path, **annotated.page(site, sheet))
    if site.figures:
        yield "figures.html", render("figures", "figures.html", figures=site.figures)
        for figure in site.figures:
            if figure.picture is not None:
                yield figure.path, figure.picture
    for name, module in {module.path: module for found in site.modules.values() for module in found}.items():
        yield name, render("code", name, module=module)
    yield from previews.files(site)
    index = json.dumps(site.index(), ensure_ascii=True, separators=(",", ":")).replace("<", r"\u003c")
    yield "search-index.js", f"window.layerproofIndex={index};\n"


def _renderer(site: pages.Site) -> Callable[..., str]:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.update(
        version=__version__,
        site=site,
        badge=pages.badge,
        title_of=site.title_of,
        titled=titled,
        place_of=site.place_of,
        places_of=site.places_of,
    )
    environment.filters.update(count=pages.count, capital=capital)

    def render(template: str, path: str, **content: Any) -> str:
        root = "../" * path.count("/")

        def link(id: str) -> str | None:
            return root + site.paths[id] if id in site.paths else None

        def words(text: object) -> object:
            return sentence(str(text), link)

        page = environment.get_template(f"{template}.html.j2")
        return page.render(root=root, path=path, link=link, words=words, **pages.resolved(content, link))

    return render
